"""How long a game of Overseers lasts by post: how many of its stages wait for somebody."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from overseers.tables import NUMBERS, TRAITS, some_campaign, some_order
from support.depth import examples
from support.leaks import SEED

from adjudicator.core.dice import Dice
from adjudicator.core.mj import Mj
from adjudicator.games.overseers.game import GAME

RANKING = {"ranking": list(TRAITS)}
"""What somebody leaves who wants the draft to run through."""


def everything(players: tuple[str, ...], player: str) -> dict[str, Any]:
    """Return standing orders that answer every window."""
    others = [other for other in players if other != player]
    return {
        **RANKING,
        "become": ["gan", "xie", "liang", "suyin", "liu", "lanfei"],
        "turn": 1,
        "keep": list(TRAITS),
        "look": {"player": others[0]},
        "copy": {"card": 1, "of": 2},
        "deny": True,
        "rob": others,
        "give": list(TRAITS),
        "weaken": others[0],
    }


def stages_of(number: int, left: str) -> tuple[int, int]:
    """Return how many stages a game has, the deal apart, and how many of them wait for somebody.

    ``left`` is what all have left: ``nothing``, ``rankings`` or ``everything``.
    """
    chance = random.Random(number)
    campaign = some_campaign(chance)
    players, rules = campaign.players, GAME.rules
    state, stages, waited = rules.begin(campaign.setting), 0, 0
    standing = {"nothing": lambda _: {}, "rankings": lambda _: RANKING, "everything": lambda p: everything(players, p)}
    while state.phase != "over":
        orders, waits = {}, False
        for player in rules.awaited(campaign.setting, state):
            view, own = rules.view(campaign.setting, state, player), standing[left](player)
            answers = rules.phase(state).window and GAME.orders.answers(view, own)
            waits = waits or not answers
            orders[player] = GAME.orders.standing(view, own) if answers else some_order(chance, campaign, state, player)
        stages, waited = stages + (state.phase != "deal"), waited + waits
        state = rules.resolve(campaign.setting, state, orders, Dice(f"{SEED} {number}", state.turn), Mj()).state
    return stages, waited


@pytest.mark.parametrize("left", ["nothing", "rankings", "everything"])
@examples(25)
@given(number=NUMBERS)
def test_how_many_stages_of_a_game_wait(left: str, number: int) -> None:
    """The guide says so in days, from the stages that wait: two for an ordinary stage, one for a window."""
    stages, waited = stages_of(number, left)
    assert 20 <= stages <= 34
    least, most = {"nothing": (stages, stages), "rankings": (10, 18), "everything": (6, 6)}[left]
    assert least <= waited <= most
