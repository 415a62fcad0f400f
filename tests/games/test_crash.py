"""A game's stage killed while it is played: nothing is lost, and played again it is the same.

What is killed at other moments, by what else, and what is refused is in tests/desk/test_crash.py and test_kill.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import announced, good, killed_everywhere, results, run
from support.depth import deep, one_of
from support.suites import SUITES


def received(folder: Path) -> list[bytes]:
    """Return what came, wherever it lies."""
    places = ("inbox/*", "turns/*/orders/*.yaml")
    return sorted(path.read_bytes() for place in places for path in folder.glob(place))


@pytest.mark.parametrize("every", [127, *deep(1)])
@pytest.mark.parametrize("game", one_of(SUITES, 0))
def test_a_stage_killed_anywhere_and_played_again_is_the_same(game: str, every: int, tmp_path: Path) -> None:
    base = SUITES[game].ready(tmp_path / "base")
    folders = killed_everywhere(base, tmp_path / "work", "resolve", "{}", "--force", every=every)
    whole = tmp_path / "work" / "whole"
    assert len(results(whole)) > len(results(base))
    assert len(folders) > 60 // every
    for folder in folders:
        assert set(received(base)) <= set(received(folder))
        good("status", folder)
        if results(folder) != results(whole):
            assert run("resolve", folder, "--force").code == 0
        good("status", folder)
        run("submit", folder)
        assert results(folder) == results(whole)
        assert announced(folder) == announced(whole)
