"""When a stage is due: some days or hours after it began, or on fixed weekdays at a time of day in a time zone.

Weekdays and dates may be skipped: they do not count, and nothing is due on them. A campaign has one clock for all
stages, and may have other clocks for a phase or for windows. Times are aware datetimes in UTC; only ``campaign.yaml``
uses local time with its daylight saving. Nothing here reads the current time.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from itertools import count, islice
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

DEFAULT_TIME = "20:00"
DEFAULT_ZONE = "Europe/Paris"
DEFAULT_REMINDERS = (24,)

LEAST = timedelta(hours=12)
"""The minimum time that players have for a stage."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


WINDOWS = "windows"
"""The key of the clock for windows, the stages in which players may act but need not: see ``core.game_rules.Phase``."""
_LENGTHS = ("days", "weekdays", "hours", "time")
"""The keys that together say how long a stage is."""
_PUBLISHING = ("early", "on_time")
"""The keys that together say when a stage with all its orders is played."""


def is_clock(value: Any) -> bool:
    """Return whether a value of a canonical ``deadline`` is a clock for some of the stages."""
    return isinstance(value, Mapping)


def clock_for(told: Mapping[str, Any], phase: str, window: bool) -> dict[str, Any]:
    """Return the clock of a stage of ``phase``, from a campaign's canonical ``deadline``.

    The clock of the phase takes precedence, then for a ``window`` the clock of windows, then the general one. A window
    has neither ``grace`` nor ``early``: it ends when everybody has answered or at its deadline, so it waits neither for
    late answers nor for corrections.
    """
    clock = {key: value for key, value in told.items() if not is_clock(value)}
    if window:
        clock = {key: value for key, value in clock.items() if key not in ("grace", "early")}
        clock = _over(clock, told.get(WINDOWS, {}))
    clock = _over(clock, told.get(phase, {}))
    return {key: value for key, value in clock.items() if not window or key not in ("grace", "early")}


def _over(general: dict[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ``general`` clock with the keys of ``own`` in place of those that say the same.

    A time of day alone keeps the days of the general clock.
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
    """How long players have for a stage.

    They have some ``days``, or until the next of some ``weekdays`` (Monday is 0), or some ``hours`` counted to the
    minute, by day and by night.
    """

    days: int
    weekdays: frozenset[int]
    time: time
    zone: ZoneInfo
    grace: timedelta
    """How long after the deadline the stage still waits for late orders."""
    reminders: tuple[timedelta, ...]
    """How long before the deadline missing players are reminded, the longest time first."""
    early: bool
    """Whether a stage is played before its deadline once all orders have arrived."""
    pause: timedelta
    """How long after the last orders an early stage is played, so that players can still correct their orders."""
    hours: int = 0
    fixed: bool = False
    """Whether a stage is played exactly at its deadline, whether or not all orders have arrived."""
    skipped: frozenset[int | date] = frozenset()
    """The weekdays and dates that do not count."""

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Deadline:
        """Build a deadline from a campaign's canonical ``deadline``."""
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
        """Return when a stage that ``began`` at this time is due: at least ``LEAST`` later.

        Without that minimum, a stage completed an hour before the deadline of a fixed weekday would leave only that
        hour for the next stage. A deadline in hours is not subject to it and is rounded up to the minute; the hours of
        skipped days do not count.
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
        """Whether anything can be due on any day; False if all weekdays in question are skipped."""
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
        """Return the time of the deadline on ``day``.

        A time that daylight saving skips is moved later by the change; of a time that occurs twice, the first counts.
        """
        return datetime.combine(day, self.time, self.zone).astimezone(UTC)


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def zone_of(plain: Mapping[str, Any]) -> ZoneInfo:
    """Return the time zone of a campaign's canonical ``deadline``, which may be empty."""
    from zoneinfo import ZoneInfo

    return ZoneInfo(str(plain.get("timezone", DEFAULT_ZONE)))


def midnight(day: str, zone: ZoneInfo) -> datetime:
    """Return the first moment in ``zone`` of a ``day`` such as ``2026-11-30``."""
    return datetime.combine(date.fromisoformat(day), time(), zone).astimezone(UTC)
