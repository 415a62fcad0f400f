"""When a stage is due: days and weekdays, hours and zones, and the two nights when the clocks change."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from adjudicator.campaign.deadline import LEAST, WEEKDAYS, Deadline, clock_for

PARIS = ZoneInfo("Europe/Paris")


def due(plain: dict[str, Any], began: str) -> str:
    """When a stage is due that began at this hour in Paris, as an hour in Paris."""
    moment = datetime.fromisoformat(began).replace(tzinfo=PARIS)
    return Deadline.of(plain).due(moment.astimezone(UTC)).astimezone(PARIS).strftime("%a %Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("plain", "began", "expected"),
    [
        ({"days": 3}, "2026-11-21 20:05", "Tue 2026-11-24 20:00"),
        ({"days": 3, "time": "21:30"}, "2026-11-21 00:00", "Tue 2026-11-24 21:30"),
        ({"days": 2, "time": "20:00", "timezone": "America/Montreal"}, "2026-11-21 20:05", "Tue 2026-11-24 02:00"),
        ({"weekdays": ["thursday"]}, "2026-11-21 20:05", "Thu 2026-11-26 20:00"),
        ({"weekdays": ["monday", "thursday"]}, "2026-11-26 07:59", "Thu 2026-11-26 20:00"),
        # A deadline that would leave less than twelve hours is the next one instead.
        ({"weekdays": ["monday", "thursday"]}, "2026-11-26 08:00", "Thu 2026-11-26 20:00"),
        ({"weekdays": ["monday", "thursday"]}, "2026-11-26 08:01", "Mon 2026-11-30 20:00"),
        ({"weekdays": ["monday", "thursday"]}, "2026-11-26 19:59", "Mon 2026-11-30 20:00"),
        ({"weekdays": ["monday", "thursday"]}, "2026-11-26 20:00", "Mon 2026-11-30 20:00"),
        ({"weekdays": ["thursday", "friday"], "time": "06:00"}, "2026-11-26 19:00", "Thu 2026-12-03 06:00"),
        ({"days": 1, "time": "00:00"}, "2026-11-21 12:00", "Sun 2026-11-22 00:00"),
        ({"days": 1, "time": "00:00"}, "2026-11-21 12:01", "Mon 2026-11-23 00:00"),
        ({"days": 1, "time": "00:00"}, "2026-11-21 23:59", "Mon 2026-11-23 00:00"),
        ({"weekdays": ["thursday"]}, "2026-11-26 20:00", "Thu 2026-12-03 20:00"),
        # The hour is that of the place, whatever the clocks have done meanwhile.
        ({"days": 2}, "2026-03-28 10:00", "Mon 2026-03-30 20:00"),
        ({"days": 2}, "2026-10-24 10:00", "Mon 2026-10-26 20:00"),
        # 02:30 does not exist in the night of 29 March; in that of 25 October it comes twice.
        ({"days": 1, "time": "02:30"}, "2026-03-28 10:00", "Sun 2026-03-29 03:30"),
        ({"days": 1, "time": "02:30"}, "2026-10-24 10:00", "Sun 2026-10-25 02:30"),
    ],
)
def test_a_stage_is_due_at_the_hour_of_the_place(plain: dict[str, Any], began: str, expected: str) -> None:
    assert due(plain, began) == expected


@pytest.mark.parametrize(
    ("hours", "began", "expected"),
    [
        (24, "2026-11-21 20:05", "Sun 2026-11-22 20:05"),
        (1, "2026-11-21 03:10", "Sat 2026-11-21 04:10"),
        (24, "2026-11-21 20:05:01", "Sun 2026-11-22 20:06"),  # the minute that is told
        (24, "2026-03-28 20:00", "Sun 2026-03-29 21:00"),  # hours pass, whatever the clocks do
        (24, "2026-10-24 20:00", "Sun 2026-10-25 19:00"),
    ],
)
def test_hours_are_as_many_as_are_written(hours: int, began: str, expected: str) -> None:
    assert due({"hours": hours}, began) == expected


WORKING = ["saturday", "sunday"]


@pytest.mark.parametrize(
    ("plain", "began", "expected"),
    [
        ({"days": 1}, "2026-11-27 20:05", "Mon 2026-11-30 20:00"),  # a Friday
        ({"days": 2}, "2026-11-27 20:05", "Tue 2026-12-01 20:00"),
        ({"days": 2}, "2026-11-28 10:00", "Tue 2026-12-01 20:00"),  # begun on a day that does not count
        ({"days": 1}, "2026-11-29 23:00", "Mon 2026-11-30 20:00"),
        ({"days": 5}, "2026-11-23 09:00", "Mon 2026-11-30 20:00"),
        ({"days": 1, "time": "00:00"}, "2026-11-26 23:00", "Mon 2026-11-30 00:00"),  # Friday 0:00 is too near
        ({"days": 2, "skip": [*WORKING, "2026-12-25"]}, "2026-12-23 20:05", "Mon 2026-12-28 20:00"),
        ({"days": 1, "skip": ["2026-12-24", "2026-12-25", "2026-12-26"]}, "2026-12-23 20:05", "Sun 2026-12-27 20:00"),
        ({"weekdays": ["friday"], "skip": ["2026-12-25", "2027-01-01"]}, "2026-12-20 20:05", "Fri 2027-01-08 20:00"),
        ({"weekdays": ["thursday", "friday"], "skip": ["friday"]}, "2026-11-26 20:05", "Thu 2026-12-03 20:00"),
        # The days are those of the place: in Montreal Friday lasts until Saturday, six in the morning, of Paris.
        ({"days": 1, "timezone": "America/Montreal"}, "2026-11-28 05:00", "Tue 2026-12-01 02:00"),
        ({"days": 1, "timezone": "Asia/Tokyo", "time": "08:00"}, "2026-11-27 20:00", "Mon 2026-11-30 00:00"),
        # Of hours those on such days do not count.
        ({"hours": 24}, "2026-11-26 20:00", "Fri 2026-11-27 20:00"),
        ({"hours": 24}, "2026-11-27 20:00", "Mon 2026-11-30 20:00"),
        ({"hours": 4}, "2026-11-27 20:00", "Mon 2026-11-30 00:00"),
        ({"hours": 24}, "2026-11-28 15:00", "Tue 2026-12-01 00:00"),
        ({"hours": 1}, "2026-11-27 23:30:30", "Mon 2026-11-30 00:31"),
        ({"hours": 24, "skip": ["sunday"]}, "2026-03-28 20:00", "Mon 2026-03-30 20:00"),  # that Sunday has 23
        ({"hours": 48, "skip": []}, "2026-11-27 20:00", "Sun 2026-11-29 20:00"),
    ],
)
def test_days_that_are_skipped_do_not_count(plain: dict[str, Any], began: str, expected: str) -> None:
    assert due({"skip": WORKING, **plain}, began) == expected


def test_a_phase_may_skip_other_days_or_none() -> None:
    general = {"days": 2, "skip": WORKING, "vote": {"hours": 24}, "mission": {"skip": []}}
    assert clock_for(general, "vote", window=False) == {"hours": 24, "skip": WORKING}
    assert clock_for(general, "mission", window=False) == {"days": 2, "skip": []}
    assert clock_for({**general, "windows": {"hours": 9}}, "x", window=True) == {"hours": 9, "skip": WORKING}


GENERAL = {"days": 3, "time": "21:00", "timezone": "Asia/Tokyo", "grace": 2, "reminders": [6], "early": 4}


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ({}, GENERAL),
        ({"days": 1}, GENERAL | {"days": 1}),
        ({"time": "08:00"}, GENERAL | {"time": "08:00"}),
        ({"weekdays": ["monday"]}, {k: v for k, v in GENERAL.items() if k != "days"} | {"weekdays": ["monday"]}),
        ({"hours": 9}, {k: v for k, v in GENERAL.items() if k not in ("days", "time")} | {"hours": 9}),
        ({"on_time": True}, {k: v for k, v in GENERAL.items() if k != "early"} | {"on_time": True}),
        ({"early": False, "grace": 0}, GENERAL | {"early": False, "grace": 0}),
    ],
)
def test_what_a_phase_does_not_say_is_as_for_all(own: dict[str, Any], expected: dict[str, Any]) -> None:
    assert clock_for({**GENERAL, "vote": own, "mission": {"days": 9}}, "vote", window=False) == expected
    assert clock_for({**GENERAL, "vote": own}, "proposal", window=False) == GENERAL


def test_an_hour_alone_does_not_go_with_hours() -> None:
    assert Deadline.of(clock_for({"hours": 9, "vote": {"time": "20:00"}}, "vote", window=False)).hours == 9


def test_a_window_waits_for_no_corrections_nor_late_orders() -> None:
    kept = {"timezone": "Asia/Tokyo", "reminders": [6]}
    assert clock_for({**GENERAL, "windows": {"hours": 9}}, "x", window=True) == kept | {"hours": 9}
    assert clock_for(GENERAL, "x", window=True) == kept | {"days": 3, "time": "21:00"}
    assert clock_for({**GENERAL, "x": {"grace": 3, "days": 1}}, "x", window=True) == kept | {"days": 1, "time": "21:00"}
    assert clock_for({"hours": 3, "on_time": True}, "x", window=True) == {"hours": 3, "on_time": True}


def test_at_a_fixed_hour_nothing_else_is_waited_for() -> None:
    fixed = Deadline.of({"days": 3, "grace": 5, "on_time": True})
    assert (fixed.early, fixed.pause, fixed.grace, fixed.fixed) == (False, timedelta(), timedelta(), True)


def test_of_an_hour_that_comes_twice_the_first_counts() -> None:
    began = datetime(2026, 10, 24, 12, tzinfo=UTC)
    assert Deadline.of({"days": 1, "time": "02:30"}).due(began) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


ZONES = st.sampled_from(["Europe/Paris", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"])
HOURS = st.tuples(st.integers(0, 23), st.integers(0, 59)).map(lambda at: f"{at[0]:02d}:{at[1]:02d}")
DAYS = st.one_of(
    st.integers(1, 30).map(lambda days: {"days": days}),
    st.sets(st.sampled_from(WEEKDAYS), min_size=1).map(lambda days: {"weekdays": sorted(days)}),
)
MOMENTS = st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))


SKIPPED = st.lists(
    st.one_of(st.sampled_from(WEEKDAYS), st.dates(date(2024, 1, 1), date(2030, 2, 1)).map(str)), max_size=9
).filter(lambda days: not set(days) >= set(WEEKDAYS))


@examples(100)
@given(days=DAYS | st.integers(1, 99).map(lambda hours: {"hours": hours}), skip=SKIPPED, zone=ZONES, began=MOMENTS)
def test_it_is_never_on_a_day_that_is_skipped(
    days: dict[str, Any], skip: list[str], zone: str, began: datetime
) -> None:
    deadline = Deadline.of({**days, "timezone": zone, "skip": skip})
    if not deadline.ever:
        assert set(days["weekdays"]) <= set(skip)
        return
    there = deadline.due(began).astimezone(ZoneInfo(zone))
    assert WEEKDAYS[there.weekday()] not in skip
    assert str(there.date()) not in skip
    assert there >= Deadline.of({**days, "timezone": zone}).due(began)


@examples(100)
@given(days=DAYS, hour=HOURS, zone=ZONES, began=MOMENTS)
def test_it_leaves_time_at_the_hour_asked_for_and_on_a_day_asked_for(
    days: dict[str, Any], hour: str, zone: str, began: datetime
) -> None:
    deadline = Deadline.of({**days, "time": hour, "timezone": zone})
    found = deadline.due(began)
    there = found.astimezone(ZoneInfo(zone))
    assert found - began >= LEAST == timedelta(hours=12)
    assert found.tzinfo is UTC
    assert found - began <= timedelta(days=days.get("days", 7) + 1, hours=2)
    if there.strftime("%H:%M") != hour:  # an hour left out that night
        assert there.utcoffset() != (there - timedelta(hours=3)).utcoffset()
    elif "weekdays" in days:
        assert WEEKDAYS[there.weekday()] in days["weekdays"]
