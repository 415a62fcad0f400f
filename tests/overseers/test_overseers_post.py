"""How long a game of Overseers lasts by post: how many of its stages wait for somebody."""

from __future__ import annotations

import random
import re
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from overseers.tables import NUMBERS, TRAITS, some_campaign, some_order
from support.commands import ROOT
from support.depth import examples, few
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


class Course(NamedTuple):
    """How many stages a game has, the deal apart, how many of them wait for somebody, and for how many days at most."""

    stages: int
    waited: int
    days: int
    longer: int
    """How many picks more than usual it has, since the last card is laid aside by choice."""


def course_of(number: int, left: str) -> Course:
    """Return the course of a game in which all have left ``nothing``, ``rankings`` or ``everything``."""
    chance = random.Random(number)
    campaign = some_campaign(chance)
    players, rules = campaign.players, GAME.rules
    state, stages, waited, days = rules.begin(campaign.setting), 0, 0, 0
    standing = {"nothing": lambda _: {}, "rankings": lambda _: RANKING, "everything": lambda p: everything(players, p)}
    while state.phase != "over":
        orders, waits, window = {}, False, rules.phase(state).window
        for player in rules.awaited(campaign.setting, state):
            view, own = rules.view(campaign.setting, state, player), standing[left](player)
            answers = window and GAME.orders.answers(view, own)
            waits = waits or not answers
            orders[player] = GAME.orders.standing(view, own) if answers else some_order(chance, campaign, state, player)
        stages, waited = stages + (state.phase != "deal"), waited + waits
        days += waits * (1 if window else 2)
        state = rules.resolve(campaign.setting, state, orders, Dice(f"{SEED} {number}", state.turn), Mj()).state
    picks_more = 3 if campaign.setting.options.draft_end == "choose" and left == "nothing" else 0
    return Course(stages, waited, days, picks_more)


def numbers_in(text: str) -> list[int]:
    return list(map(int, re.findall(r"\d+", text)))


@few(1)
@pytest.mark.parametrize("left", ["nothing", "rankings", "everything"])
@examples(25)
@given(number=NUMBERS)
def test_how_many_stages_of_a_game_wait(left: str, number: int) -> None:
    """The guide says so in days, from the stages that wait: two for an ordinary stage, one for a window."""
    stages, waited, days, longer = course_of(number, left)
    guide = (ROOT / "docs" / "mj-overseers.md").read_text(encoding="utf-8")
    least, most, *_ = numbers_in(guide.partition("Une partie a de ")[2])
    assert least <= stages <= most
    begins = {"nothing": "| rien | ", "rankings": "| un classement | ", "everything": "| de quoi répondre à tout | "}
    told, in_days = guide.partition(begins[left])[2].partition("\n")[0].split("|")[:2]
    assert days <= numbers_in(in_days)[0] + longer
    if left == "nothing":
        assert told.strip() == "toutes" and waited == stages
    else:
        first, *others = numbers_in(told)
        assert first <= waited <= max([first, *others])
