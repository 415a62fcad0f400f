"""A deadline moved by so many days or hours, as the MJ says it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING

from adjudicator.store.disk import UnusableError

if TYPE_CHECKING:
    from adjudicator.table.situation import Situation

LATEST = 2999
"""The last year of a time: at the end of the calendar nothing can be counted."""


def later(situation: Situation, more: str) -> datetime:
    """Return the deadline moved by days, at the same hour of the place, or by hours.

    Raises ``UnusableError`` when ``more`` cannot be read or goes beyond the last year of a time, and where there is no
    deadline.
    """
    found = re.fullmatch(r"\s*\+?(\d{1,9})\s*(j|jours?|d|days?|h|heures?|hours?)\s*", more, re.IGNORECASE)
    due = situation.clock.due
    if due is None:
        raise UnusableError("extend.no-deadline")
    if found is None or int(found[1]) == 0:
        raise UnusableError("extend.bad-time", text=more)
    try:
        moved = _moved(due, int(found[1]), found[2], situation.campaign.zone)
    except OverflowError:
        moved = None
    if moved is None or moved.year > LATEST:
        raise UnusableError("extend.too-far", text=more.strip(), year=LATEST)
    return moved


def _moved(due: datetime, count: int, unit: str, zone: tzinfo) -> datetime:
    if unit[0] in "hH":
        return due + timedelta(hours=count)
    return (due.astimezone(zone) + timedelta(days=count)).astimezone(UTC)
