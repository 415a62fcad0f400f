"""Every game is tested as all games are."""

from __future__ import annotations

import pytest
from support.commands import CASES, ROOT
from support.suites import SUITES, planted

from adjudicator.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_tested_as_all_games_are(game: str) -> None:
    assert game in SUITES
    assert [plant for other, _, plant in planted() if other == game]
    assert list((CASES / game).glob("*.yaml"))
    assert (ROOT / "tests" / game).is_dir()
