"""O44: which clauses that a player has left answer for the player in a window."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.standing_orders import answers
from adjudicator.games.overseers.game import GAME
from adjudicator.games.overseers.state import State

SETTING = GAME.setup.setting(
    {"players": [{"name": name} for name in ("Anna", "Bruno", "Chloé")], "tables": {"courage": [1], "hope": [1]}}
)
OVERSEERS = {"Anna": "gan", "Bruno": "liang", "Chloé": "xie"}


@pytest.mark.parametrize(
    ("phase", "player", "orders", "answered"),
    [
        ("powers", "Anna", {"keep": ["greed"]}, True),
        ("powers", "Anna", {"turn": 1}, False),
        ("powers", "Anna", {"turn": 1, "keep": ["greed"]}, True),
        ("powers", "Anna", {}, True),
        ("judgement", "Anna", {"deny": True}, True),
        ("judgement", "Anna", {"take": ["anger"]}, False),
        ("greed", "Anna", {"rob": ["Bruno"]}, True),
        ("greed", "Anna", {"give": ["lust"]}, False),
        ("greed", "Bruno", {"give": ["lust"]}, False),
        ("greed", "Bruno", {"give": ["lust"], "weaken": "Anna"}, True),
        ("greed", "Chloé", {"rob": ["Anna"]}, False),
        ("greed", "Chloé", {"give": ["lust"]}, True),
    ],
)
def test_a_clause_answers_with_all_that_its_player_may_do(
    phase: str, player: str, orders: dict[str, Any], answered: bool
) -> None:
    """Whether it holds does not matter."""
    state = State(phase, 9, overseers=OVERSEERS, accused="Anna", thief="Anna", leaders=["Anna"])
    view = GAME.rules.view(SETTING, state, player)
    for number in (1, 3):
        left = {"if": [{"round": number, "then": orders}]}
        assert answers(GAME.orders, view, phase, left) is answered
