"""When a stage is due: so many days or hours after it began, or on fixed weekdays, at an hour of a time zone.

Weekdays and dates may be skipped: they do not count, and nothing is due on them.

A campaign has one clock for all stages, and may have others for some: those of a phase, and those that are windows.

Times are aware datetimes in UTC; only what stands in ``campaign.yaml`` is on a clock of a place, with its daylight
saving. Nothing here asks what time it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import count, islice
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

DEFAULT_TIME = "20:00"
DEFAULT_ZONE = "Europe/Paris"
DEFAULT_REMINDERS = (24,)

LEAST = timedelta(hours=12)
"""The least time that players have for a stage."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


WINDOWS = "windows"
"""The clock of the stages in which players may act and need not: see ``Rules.is_window``."""
_LENGTHS = ("days", "weekdays", "hours", "time")
"""What says together how long a stage is."""
_PUBLISHING = ("early", "on_time")
"""What says together when it is played that is complete."""


def is_clock(value: Any) -> bool:
    """Tell whether a value of a canonical ``deadline`` is the clock of some stages."""
    return isinstance(value, Mapping)


def clock_for(told: Mapping[str, Any], phase: str, window: bool) -> dict[str, Any]:
    """Return the clock by which a stage of a ``phase`` goes, of a campaign's canonical ``deadline``.

    What the phase's own does not say, nor for a ``window`` that of windows, the general one says. That answers may be
    corrected, or come late, is nothing that a window waits for: it ends when all have answered, or at its deadline.
    """
    clock = {key: value for key, value in told.items() if not is_clock(value)}
    if window:
        clock = {key: value for key, value in clock.items() if key not in ("grace", "early")}
        clock = _over(clock, told.get(WINDOWS, {}))
    clock = _over(clock, told.get(phase, {}))
    return {key: value for key, value in clock.items() if not window or key not in ("grace", "early")}


def _over(general: dict[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return a clock in which what its ``own`` words say stands in place of the general ones.

    An hour alone is another hour of the same days.
    """
    replaced = set[str]()
    if own.keys() & {"days", "weekdays", "hours"}:
        replaced = set(_LENGTHS) if "hours" in own else {"days", "weekdays", "hours"}
    elif "time" in own:
        replaced = {"time"}
    if own.keys() & set(_PUBLISHING):
        replaced.update(_PUBLISHING)
    return {**{key: value for key, value in general.items() if key not in replaced}, **own}


class Deadline(NamedTuple):
    """How long players have for a stage: so many ``days``, or until the next of some ``weekdays`` (Monday is 0).

    Or so many ``hours`` to the minute, by day or by night.
    """

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
    hours: int = 0
    fixed: bool = False
    """Whether a stage is played at its deadline whatever is there: not before, nor is anything waited for after it."""
    skipped: frozenset[int | date] = frozenset()
    """The weekdays and the dates that do not count."""

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Deadline:
        """Build a deadline from the canonical ``deadline`` of a campaign."""
        early, fixed = plain.get("early", True), plain.get("on_time", False)
        hours, minutes = map(int, plain.get("time", DEFAULT_TIME).split(":"))
        reminders = sorted(
            {timedelta(hours=hours) for hours in plain.get("reminders", DEFAULT_REMINDERS)}, reverse=True
        )
        return cls(
            days=plain.get("days", 0),
            weekdays=frozenset(map(WEEKDAYS.index, plain.get("weekdays", ()))),
            time=time(hours, minutes),
            zone=zone_of(plain),
            grace=timedelta(hours=0 if fixed else plain.get("grace", 0)),
            reminders=tuple(reminders),
            early=early is not False and not fixed,
            pause=timedelta(hours=0 if fixed or isinstance(early, bool) else early),
            hours=plain.get("hours", 0),
            fixed=fixed,
            skipped=frozenset(
                WEEKDAYS.index(day) if day in WEEKDAYS else date.fromisoformat(day) for day in plain.get("skip", ())
            ),
        )

    def due(self, began: datetime) -> datetime:
        """Return when a stage that ``began`` then is due: at least ``LEAST`` later.

        Else a stage that is complete an hour before a fixed weekday's deadline would leave the next one that hour.
        Hours are as many as the campaign says, up to the minute that is told; those of days that are skipped do not
        count.
        """
        if self.hours:
            due = self._after_hours(began)
            return due if due == _minute(due) else _minute(due) + timedelta(minutes=1)
        first = began.astimezone(self.zone).date()
        later = (first + timedelta(days=ahead) for ahead in count(1 if self.days else 0))
        fitting = (
            day for day in later if not self._skips(day) and (not self.weekdays or day.weekday() in self.weekdays)
        )
        dues = map(self._at, islice(fitting, max(self.days - 1, 0), None))
        return next(due for due in dues if due - began >= LEAST)

    @property
    def ever(self) -> bool:
        """Whether there are days on which something can be due: not all weekdays are skipped."""
        return not self.skipped >= (self.weekdays or set(range(len(WEEKDAYS))))

    def _skips(self, day: date) -> bool:
        return day in self.skipped or day.weekday() in self.skipped

    def _after_hours(self, began: datetime) -> datetime:
        left, day = timedelta(hours=self.hours), began.astimezone(self.zone).date()
        while self.skipped:
            next_day = day + timedelta(days=1)
            ends = midnight(next_day.isoformat(), self.zone)
            if not self._skips(day):
                if began + left < ends:
                    break
                left -= ends - began
            began, day = ends, next_day
        return began + left

    def _at(self, day: date) -> datetime:
        """Return the hour of the deadline on ``day``.

        An hour that daylight saving leaves out is taken as long after midnight as it would have been; of one that
        comes twice, the first counts.
        """
        return datetime.combine(day, self.time, self.zone).astimezone(UTC)


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


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
