"""Nothing of Le Plan leaks: who came too late, what is left, what others were shown, the order of the deck."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from resistance.pairs import Side
from resistance.plan import (
    PLANTED_AT_THE_DOOR,
    PLANTED_IN_DATA,
    PLANTED_IN_STATUS,
    plan_allowed,
    plan_files_of,
    plan_pairs,
    the_second_user_in_the_headline,
)
from support.depth import deep, few
from support.leaks import (
    EVERY_DAY,
    Pair,
    announced_leaks,
    door_leaks,
    finds,
    quick_leaks,
    report_leaks,
    status_leaks,
)
from support.suite import NEW


@cache
def pairs(name: str = EVERY_DAY) -> list[Pair[Side]]:
    return plan_pairs(name)


def in_phase(phase: str) -> list[Pair[Side]]:
    """Return the pairs in which a stage of this phase is played, or follows."""
    tables = [(pair, pair.one.table) for pair in pairs()]
    return [pair for pair, table in tables if phase in (table.state.phase, table.outcome.state.phase)]


@pytest.mark.parametrize("name", [EVERY_DAY, *deep(NEW)])
def test_what_cannot_be_known_is_in_no_report(name: str) -> None:
    assert list(quick_leaks(pairs(name))) == []


@pytest.mark.parametrize("every", [151, *deep(1)])
def test_what_cannot_be_known_cannot_be_read(every: int) -> None:
    assert list(report_leaks(pairs()[::every])) == []


@pytest.mark.parametrize("every", [87, *deep(1)])
def test_what_cannot_be_known_cannot_be_found_out_at_the_door(every: int) -> None:
    assert list(door_leaks(pairs()[::every], plan_files_of)) == []


def test_public_status_and_letters_tell_nothing_of_it(tmp_path: Path) -> None:
    of_all = [pair for pair in pairs() if pair.reader.kind == "public"]
    assert list(status_leaks(of_all[::27], tmp_path / "status", plan_allowed)) == []
    assert list(announced_leaks(pairs()[::160], tmp_path / "letters")) == []


@few(4)
@pytest.mark.parametrize("plant", PLANTED_IN_DATA)
def test_a_planted_leak_is_found(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert finds(quick_leaks, plant, pairs(), monkeypatch)


@few(1)
@pytest.mark.parametrize("plant", PLANTED_AT_THE_DOOR)
def test_a_leak_at_the_door_is_found(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert finds(partial(door_leaks, files_of=plan_files_of), plant, in_phase("close_eye"), monkeypatch)


@pytest.mark.parametrize("plant", PLANTED_IN_STATUS)
def test_a_leak_in_public_status_is_found(plant: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look = partial(status_leaks, folder=tmp_path, allowed=plan_allowed)
    of_all = [pair for pair in in_phase("close_eye") if pair.reader.kind == "public"]
    assert finds(look, plant, of_all, monkeypatch)


def test_a_leak_in_the_headline_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert finds(report_leaks, the_second_user_in_the_headline, in_phase("chief"), monkeypatch)
