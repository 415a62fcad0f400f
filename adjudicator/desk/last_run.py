"""The memory of cron's visits to a campaign, in ``visit.json``: what the last visit found, saw and told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.acts import undoings
from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.records import Act, Remembered, VisitSight
from adjudicator.store.disk import write_all
from adjudicator.store.layout import VISIT
from adjudicator.table.situation import Situation

if TYPE_CHECKING:
    from adjudicator.table.decision import Seen


# Every command reads the last visit; what it saw concerns cron alone, so that part is imported where it is used.


def last_visit(folder: Path) -> Remembered | None:
    """Return what is remembered of the last visit to ``folder``; None if nothing is, or the file is damaged."""
    return read_record("visit", folder / VISIT)  # type: ignore[return-value]


def remember(folder: Path, visit: Remembered) -> None:
    """Write what the next visit to ``folder`` needs to know of this one. Raise ``OSError`` when the disk refuses."""
    write_all(folder, {VISIT: record_bytes("visit", visit)}, synced=False)


def acts_known(visited: Remembered | None) -> int:
    """Return how many acts the last visit knew of; 0 if nothing is remembered."""
    return visited["acts"] if visited is not None else 0


def last_seen(before: Remembered | None, acts: Sequence[Act]) -> Seen | None:
    """Return what cron saw when it last could act; visits that failed saw nothing. None if nothing is remembered.

    After an undoing, the stage it saw is left empty: the awaited stage may have the same name and be another one.
    """
    from adjudicator.table.decision import Announced, Seen

    if before is None:
        return None
    came, seen = datetime.fromisoformat(before["at"]), before["seen"]
    if seen is None:
        return Seen(came, None, "", None, Announced(None, None, None))
    times = seen["announced"]
    announced = Announced(_time(times["due"]), _time(times["closes"]), times["extension"])
    stage = "" if undoings(acts[before["acts"] :]) else seen["stage"]
    return Seen(came, datetime.fromisoformat(seen["at"]), stage, _time(seen["due"]), announced)


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def sight_of(situation: Situation, before: Seen | None) -> VisitSight:
    """Return what a visit saw, in the form that is remembered.

    While a campaign is held, the players still rely on the deadline that was announced before, so that one is kept.
    """
    from adjudicator.table.decision import Seen

    seen = Seen.now(situation)
    if before is not None and situation.clock.held and before.stage == seen.stage:
        seen = seen._replace(announced=before.announced)
    announced = seen.announced
    return {
        "at": seen.came.isoformat(),
        "stage": seen.stage,
        "due": _text(seen.due),
        "announced": {
            "due": _text(announced.due),
            "closes": _text(announced.closes),
            "extension": announced.extension,
        },
    }


def _text(time: datetime | None) -> str | None:
    return time.isoformat() if time is not None else None
