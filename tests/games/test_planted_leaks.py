"""Leaks planted in the program, one at a time: the tests for leaks find each of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.depth import deep, sample
from support.leaks import EVERY_DAY, Patch, announced_leaks, correction_leaks, door_leaks, finds, status_leaks
from support.suite import drawn
from support.suites import SUITES, planted

EACH_DAY = 5
"""About how many are planted every day, however many there are; sorted by game and by what finds them."""
LATE = {
    "a_fate_that_knows_what_is_set_aside",
    "a_refusal_that_knows_the_enemys_brute",
    "enemies_roles_in_the_warnings",
}
"""What is found only after many files, in half a minute."""


def by_day() -> list[Any]:
    late = [one for one in planted() if one[2].__name__ in LATE]
    others = [one for one in planted() if one not in late]
    return [*sample(others, len(others) // EACH_DAY), *deep(*late)]


@pytest.mark.parametrize(("game", "look", "plant"), by_day())
def test_a_planted_leak_is_found(
    game: str, look: Callable[..., Any], plant: Callable[[Patch], None], tmp_path: Path, monkeypatch: Patch
) -> None:
    suite = SUITES[game]
    looked_at = drawn(suite, EVERY_DAY)
    if look is door_leaks:
        look = partial(look, files_of=suite.files_of, awaited_are_public=suite.awaited_are_public)
    elif look is status_leaks:
        looked_at = suite.public_pairs(EVERY_DAY)
        look = partial(look, folder=tmp_path, allowed=suite.allowed)
    elif look in (announced_leaks, correction_leaks):
        looked_at = looked_at[::25]
        look = partial(look, folder=tmp_path)
    assert finds(look, plant, looked_at, monkeypatch)
