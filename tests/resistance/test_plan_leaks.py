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
    plan_allowed,
    plan_files_of,
    plan_pairs,
    the_deck_in_public_status,
)
from support.depth import deep
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


@pytest.mark.parametrize("name", [EVERY_DAY, *deep(NEW)])
def test_what_cannot_be_known_is_in_no_report(name: str) -> None:
    assert list(quick_leaks(pairs(name))) == []


@pytest.mark.parametrize("every", [11, *deep(1)])
def test_what_cannot_be_known_cannot_be_read(every: int) -> None:
    assert list(report_leaks(pairs()[::every])) == []


@pytest.mark.parametrize("every", [29, *deep(1)])
def test_what_cannot_be_known_cannot_be_found_out_at_the_door(every: int) -> None:
    assert list(door_leaks(pairs()[::every], plan_files_of)) == []


def test_public_status_and_letters_tell_nothing_of_it(tmp_path: Path) -> None:
    of_all = [pair for pair in pairs() if pair.reader.kind == "public"]
    assert list(status_leaks(of_all[::9], tmp_path / "status", plan_allowed)) == []
    assert list(announced_leaks(pairs()[::80], tmp_path / "letters")) == []


@pytest.mark.parametrize("plant", PLANTED_IN_DATA)
def test_a_planted_leak_is_found(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert finds(quick_leaks, plant, pairs(), monkeypatch)


@pytest.mark.parametrize("plant", PLANTED_AT_THE_DOOR)
def test_a_leak_at_the_door_is_found(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert finds(partial(door_leaks, files_of=plan_files_of), plant, pairs(), monkeypatch)


def test_the_deck_in_public_status_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look = partial(status_leaks, folder=tmp_path, allowed=plan_allowed)
    of_all = [pair for pair in pairs() if pair.reader.kind == "public"]
    assert finds(look, the_deck_in_public_status, of_all, monkeypatch)
