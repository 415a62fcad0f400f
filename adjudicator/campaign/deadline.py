"""When a stage is due: so many days after it began, or on fixed weekdays, at an hour of a time zone.

Times are aware datetimes in UTC; only what stands in ``campaign.yaml`` is on a clock of a place, with its daylight
saving. Nothing here asks what time it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from adjudicator.core.tuples import NamedTuple

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

DEFAULT_TIME = "20:00"
DEFAULT_ZONE = "Europe/Paris"
DEFAULT_REMINDERS = (24,)

LEAST = timedelta(hours=12)
"""The least time that players have for a stage."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class Deadline(NamedTuple):
    """How long players have for a stage: so many ``days``, or until the next of some ``weekdays`` (Monday is 0)."""

    days: int
    weekdays: frozenset[int]
    time: time
    zone: ZoneInfo
    grace: timedelta
    """How long after the deadline late orders are still waited for."""
    reminders: tuple[timedelta, ...]
    """How long before the deadline those who are missing are reminded, the longest first."""
    early: bool
    """Whether a stage is played before its deadline once all orders are there."""
    pause: timedelta
    """How long after the last orders it is played then: everybody may still correct his own."""

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Deadline:
        """Build a deadline from the canonical ``deadline`` of a campaign."""
        early = plain.get("early", True)
        hours, minutes = map(int, plain.get("time", DEFAULT_TIME).split(":"))
        reminders = sorted(
            {timedelta(hours=hours) for hours in plain.get("reminders", DEFAULT_REMINDERS)}, reverse=True
        )
        return cls(
            days=plain.get("days", 0),
            weekdays=frozenset(map(WEEKDAYS.index, plain.get("weekdays", ()))),
            time=time(hours, minutes),
            zone=zone_of(plain),
            grace=timedelta(hours=plain.get("grace", 0)),
            reminders=tuple(reminders),
            early=early is not False,
            pause=timedelta(hours=0 if isinstance(early, bool) else early),
        )

    def due(self, began: datetime) -> datetime:
        """Return when a stage that ``began`` then is due: at least ``LEAST`` later.

        Else a stage that is complete an hour before a fixed weekday's deadline would leave the next one that hour.
        """
        first = began.astimezone(self.zone).date() + timedelta(days=self.days)
        days = (first + timedelta(days=ahead) for ahead in range(9))
        fitting = (self._at(day) for day in days if not self.weekdays or day.weekday() in self.weekdays)
        return next(due for due in fitting if due - began >= LEAST)

    def _at(self, day: date) -> datetime:
        """Return the hour of the deadline on ``day``.

        An hour that daylight saving leaves out is taken as long after midnight as it would have been; of one that
        comes twice, the first counts.
        """
        return datetime.combine(day, self.time, self.zone).astimezone(UTC)


def zone_of(plain: Mapping[str, Any]) -> ZoneInfo:
    """Return the time zone of a campaign's canonical ``deadline`` (empty where it has none)."""
    return _zone(str(plain.get("timezone", DEFAULT_ZONE)))


@cache
def _zone(name: str) -> ZoneInfo:
    from zoneinfo import ZoneInfo

    return ZoneInfo(name)


def midnight(day: str, zone: ZoneInfo) -> datetime:
    """Return the first moment of a ``day`` written as ``2026-11-30``."""
    return datetime.combine(date.fromisoformat(day), time(), zone).astimezone(UTC)
