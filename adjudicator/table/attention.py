"""For what the MJ is called: the reasons for which ``run`` ends with status 1, and when one is told once more."""

from __future__ import annotations

from datetime import datetime, timedelta

REASONS = (
    "braked",
    "held",
    "not-begun",
    "no-deadline",
    "late",
    "empty-seat",
    "away",
    "all-away",
    "correcting",
    "taken-back",
    "begun-later",
    "asked",
    "broken",
    "busy",
    "note",
    "not-taken",
    "refused",
    "unread",
    "unsent",
)
"""All there are; the guide has a table of them, and a test provokes each."""

AGAIN = timedelta(hours=23)
"""After this time it is told once more: daily, even where cron is not punctual to the second."""
BUSY = timedelta(hours=1)
"""How long a command may work on a campaign before it is taken for stuck."""
LEEWAY = timedelta(minutes=10)
"""What a clock may be set back without alarm."""


def to_be_told_again(told: datetime, visited: datetime, now: datetime) -> bool:
    """Tell whether what was last ``told`` is to be told once more.

    Where the last time it was told, or the campaign ``visited``, is to come, a clock was wrong: no hours are counted by
    it.
    """
    return now - told >= AGAIN or now < max(told, visited) - LEEWAY


def is_stuck(last: datetime, now: datetime) -> bool:
    """Tell whether a command that is at work is taken for stuck, when something could ``last`` be done then."""
    return not -LEEWAY <= now - last <= BUSY
