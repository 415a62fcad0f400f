"""The orders that are possible now, as the contract lists them: each is accepted, and no other single order is."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from resistance.tables import some_game
from support.depth import few
from tsewnart.tables import Table, tables

from adjudicator.core.plain import Plain
from adjudicator.games import GAMES, game
from adjudicator.games.tsewnart.orders import VOTES

TSEWNART, RESISTANCE = game("tsewnart"), game("resistance")
MANY = 4000
"""More orders than a player of a small table has."""


def fitting(of: Any, setting: Any, state: Any, player: str) -> list[Plain]:
    """The orders listed, each of which has no objection."""
    view = of.rules.view(setting, state, player)
    listed = list(islice(of.orders.possible(view), MANY))
    assert not [orders for orders in listed if of.orders.objections(view, orders)]
    assert len({repr(orders) for orders in listed}) == len(listed)
    return listed


@pytest.mark.deep
@settings(max_examples=30, deadline=None)
@given(tables())
def test_of_a_turn_of_tsewnart_every_single_order_that_is_accepted_is_listed(table: Table) -> None:
    for player, orders in table.orders.items():
        listed = fitting(TSEWNART, table.setting, table.state, player)
        view = TSEWNART.rules.view(table.setting, table.state, player)
        for order, value in orders.items():
            if not TSEWNART.orders.objections(view, {order: value}) and len(listed) < MANY:
                assert {order: value} in listed


def test_who_has_nothing_left_may_vote_alone() -> None:
    setting = TSEWNART.setup.setting(
        {
            "board": {"size": [6, 3], "topology": "closed"},
            "camps": {
                "bleu": {"players": ["Anna", "Luc"], "zone": {"columns": [1, 2]}},
                "rouge": {"players": ["Zoé", "Max"], "zone": {"columns": [5, 6]}},
            },
        }
    )
    state = TSEWNART.rules.begin(setting)
    listed = fitting(TSEWNART, setting, state, "Anna")
    assert len(listed) == 110 and all(set(orders["roles"]) == {"Anna", "Luc"} for orders in listed)
    assert fitting(TSEWNART, setting, state, "Luc") == []
    state.phase = "placement"
    state.roles = {"Anna": "brute", "Luc": "agile", "Zoé": "brute", "Max": "agile"}
    assert len(fitting(TSEWNART, setting, state, "Anna")) == 6 * 5
    state.phase = "over"
    assert fitting(TSEWNART, setting, state, "Anna") == []
    state.phase, state.turn = "turn", 1
    assert fitting(TSEWNART, setting, state, "Luc") == [{vote: value} for vote in VOTES for value in (True, False)]


@few(10)
@pytest.mark.parametrize("number", range(30))
def test_of_a_stage_of_the_resistance_all_that_is_accepted_is_listed(number: int) -> None:
    for stage, player in [(each, player) for each in some_game(number) for player in each.setting.players]:
        listed = fitting(RESISTANCE, stage.setting, stage.state, player)
        assert bool(listed) == (player in RESISTANCE.rules.awaited(stage.setting, stage.state))
        sent = stage.orders.get(player)
        view = RESISTANCE.rules.view(stage.setting, stage.state, player)
        if sent and not RESISTANCE.orders.objections(view, sent):
            assert in_any_order(sent) in map(in_any_order, listed)


def in_any_order(orders: Plain) -> Plain:
    return {**orders, "squad": sorted(orders.get("squad", ()))}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_lists_them(name: str) -> None:
    assert game(name).orders.possible
