"""What is remembered of the visits of cron to a campaign, in ``visit.json``: what the last one found, saw and told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from adjudicator.campaign.acts import undoings
from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.store.disk import write_all
from adjudicator.store.layout import VISIT
from adjudicator.table.situation import Situation

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act
    from adjudicator.table.decision import Seen


# Every command asks for the last visit; what it saw concerns cron alone, and is imported where that is asked for.


class ToldDeadline(TypedDict):
    """What the players were told of their time: times in ISO format, see :class:`brake.Announced`."""

    due: str | None
    closes: str | None
    extension: str | None


class VisitSight(TypedDict):
    """What a visit saw that could do something, see :class:`brake.Seen`."""

    at: str
    """When it was."""
    stage: str
    """The name of the folder of the stage awaited."""
    due: str | None
    announced: ToldDeadline


class Remembered(TypedDict):
    """What is remembered of the last visit; times in ISO format."""

    at: str
    """When it was."""
    seen: VisitSight | None
    """What the last visit saw that could do something; None if none ever could."""
    what: str
    """What it found, see :class:`visit.Visit`."""
    since: str
    """When visits found that first."""
    said: list[str]
    """What was told."""
    said_at: str
    """When something was last told."""
    looked: list[str]
    """What of it was to be looked at."""
    acts: int
    """How many acts there were."""


def last_visit(folder: Path) -> Remembered | None:
    """Return what is remembered of the last visit to ``folder``; None if nothing is, or it is damaged."""
    return read_record("visit", folder / VISIT)  # type: ignore[return-value]


def remember(folder: Path, visit: Remembered) -> None:
    """Write what the next visit to ``folder`` has to know of this one. Raises ``OSError``."""
    write_all(folder, {VISIT: record_bytes("visit", visit)}, synced=False)


def acts_known(visited: Remembered | None) -> int:
    """Return how many acts there were at the last visit, as far as it tells."""
    return visited["acts"] if visited is not None else 0


def last_seen(before: Remembered | None, acts: Sequence[Act]) -> Seen | None:
    """Return what cron saw when it last could do something: a visit that failed watched over nothing.

    After an undoing it has seen no stage yet: the one awaited may have the name of another.
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
    """Return what a visit saw, as it is remembered; while a campaign is held, players live by what was before."""
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
