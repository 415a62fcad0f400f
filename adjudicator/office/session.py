"""A command's time with a campaign: held for it alone, read as it then is, brought into order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.campaign import is_as_read, load_campaign
from adjudicator.core.stage import Stage
from adjudicator.office.recovery import recovered
from adjudicator.store.layout import stages_played
from adjudicator.store.lock import locked
from adjudicator.table.situation import Situation


class Session(NamedTuple):
    """How a campaign stands now that it is held, and what has happened to it meanwhile."""

    situation: Situation
    overtaken: Stage | None
    """The stage that was awaited when the command was given, if somebody has played it since."""


@contextmanager
def session(folder: Path, now: Callable[[], datetime], language: str | None = None) -> Iterator[Session]:
    """Hold the campaign in ``folder`` while the ``with`` block runs; what counts is what it then is.

    ``campaign.yaml`` may have been edited while another command was waited for: it is read again if it is not as it
    was. ``now`` is asked once the wait is over; messages about the file name words in ``language``. Raises what
    ``load_campaign`` and ``recovered`` raise, and ``Busy`` when another command does not let go.
    """
    campaign = load_campaign(folder, language)  # else a lock would be left in a folder that is none, or not yet
    seen = len(stages_played(folder))
    with locked(folder):
        if not is_as_read(campaign):
            campaign = load_campaign(folder, language)
        situation = recovered(campaign, now())
        progress = situation.progress
        yield Session(situation, progress.stage_played(seen) if seen < len(progress.folders) else None)
