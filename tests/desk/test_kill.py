"""Commands killed, or refused something, at one system call in so many; ``make crash`` tries all of them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

import pytest
from support.depth import deep, few
from support.killing import COMMANDS, Point, Survey

# strace makes other systems' calls visible nowhere else; tests/desk/test_crash.py kills everywhere.
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="strace is a program of Linux")

DAILY = ("resolve", "submit")


@pytest.fixture(scope="module", autouse=True)
def _strace() -> None:
    if shutil.which("strace") is None:
        pytest.fail("There is no strace; `make test` or tests/strace.sh sets it up.")


@pytest.fixture(scope="module", params=[*DAILY, *deep(*(name for name in COMMANDS if name not in DAILY))])
def survey(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Survey:
    return Survey.of(request.param, tmp_path_factory.mktemp(request.param))


def writing(points: Sequence[Point]) -> list[Point]:
    """Leave out what only reads: nothing is changed by it."""
    return [point for point in points if (point.call, point.error) != ("openat", "EACCES")]


def reading(points: Sequence[Point]) -> list[Point]:
    return [point for point in points if (point.call, point.error) == ("openat", "EACCES")]


def some(points: Sequence[Point], count: int) -> list[Point]:
    """Return about ``count`` of ``points``, as far from one another as they can be; the last one is among them."""
    return list(points[:: -max(1, len(points) // count)])


@few(1)
def test_every_kind_of_call_is_listed(survey: Survey) -> None:
    calls = {point.call for point in survey.points}
    assert {"write", "fsync", "openat"} <= calls
    assert len(writing(survey.points)) > 20


@few(1)
@pytest.mark.parametrize("count", [1, *deep(8)])
def test_killed_at_a_system_call_nothing_is_lost_and_again_it_ends_the_same(survey: Survey, count: int) -> None:
    for point in some(writing(survey.points), count):
        assert survey.wrong_after(point, "KILL") == [], point


@few(1)
@pytest.mark.parametrize("count", [1, *deep(5)])
def test_refused_a_system_call_nothing_is_lost_and_again_it_ends_the_same(survey: Survey, count: int) -> None:
    for point in [*some(writing(survey.points), count), *some(reading(survey.points), count)]:
        assert survey.wrong_after(point, point.error) == [], point
