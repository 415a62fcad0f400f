"""What is remembered of the visits of cron to a campaign, in ``visit.json``: what the last one found, saw and told."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from adjudicator.store.layout import VISIT
from adjudicator.store.sealed import read_sealed
from adjudicator.table.brake import Announced, Seen
from adjudicator.table.situation import Situation


def last_visit(folder: Path) -> dict[str, Any] | None:
    """Return what is remembered of the last visit to ``folder``, or None.

    ``at`` when it was, ``what`` it found and ``since`` when visits find that, ``said`` what was told and ``said_at``
    when, ``looked`` what of it was to be looked at and ``acts`` how many acts there were (the version before did not
    keep these), ``seen`` what the last visit saw that could do something (see :class:`Seen`); times in ISO format.
    """
    told = read_sealed(folder / VISIT)
    return told if told is not None and told.keys() >= _REMEMBERED else None


_REMEMBERED = {"at", "seen", "what", "since", "said", "said_at"}


def acts_known(visited: dict[str, Any] | None) -> int:
    """Return how many acts there were at the last visit, as far as it tells: a campaign held had one at least."""
    if visited is None:
        return 0
    return int(visited.get("acts", 1 if visited["what"] == "held" else 0))


def last_seen(before: dict[str, Any] | None) -> Seen | None:
    """Return what cron saw when it last could do something: a visit that failed watched over nothing."""
    if before is None:
        return None
    came, seen = datetime.fromisoformat(before["at"]), before["seen"]
    if seen is None:
        return Seen(came, None, "", None, Announced(None, None, None))
    due = _time(seen["due"])
    # The version before did not keep it: nothing is known to have been cut from a grace.
    announced = seen.get("announced", {"due": seen["due"], "closes": seen["due"], "extension": None})
    announced = Announced(_time(announced["due"]), _time(announced["closes"]), announced["extension"])
    return Seen(came, datetime.fromisoformat(seen["at"]), seen["stage"], due, announced)


def _time(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None


def sight_of(situation: Situation, before: Seen | None) -> dict[str, Any]:
    """Return what a visit saw, as it is remembered; while a campaign is held, players live by what was before."""
    seen = Seen.now(situation)
    if before is not None and situation.clock.held and before.stage == seen.stage:
        seen = replace(seen, announced=before.announced)
    return {
        "at": seen.came.isoformat(),
        "stage": seen.stage,
        "due": _told(seen.due),
        "announced": {
            "due": _told(seen.announced.due),
            "closes": _told(seen.announced.closes),
            "extension": seen.announced.extension,
        },
    }


def _told(time: datetime | None) -> str | None:
    return time.isoformat() if time is not None else None
