"""Random games of Le Plan: cards are conserved, and the public log alone gives Commandant, rejections and winner."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from hypothesis import given, settings
from resistance.plan import WINDOWS, counted_again, plan_game
from resistance.tables import NUMBERS, nonsense
from support.depth import deep

from adjudicator.core import standing_orders
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.rules import rejections
from adjudicator.games.resistance.state import State

SOME = settings(max_examples=200 if deep(1) else 12, deadline=None)


def cards_in(state: State) -> Counter[str]:
    plots = state.plots
    assert plots is not None
    held = [card for cards in plots.hands.values() for card in cards]
    return Counter([*plots.deck, *plots.drawn, *plots.discarded, *held, *(gift.plot for gift in plots.given)])


@SOME
@given(NUMBERS)
def test_cards_are_conserved_and_states_come_back(number: int) -> None:
    for table in plan_game(number):
        after = table.outcome.state
        assert table.setting.plan is not None
        assert cards_in(after) == Counter(table.setting.plan.deck)
        assert GAME.rules.load(GAME.rules.dump(after)) == after
        assert after.phase not in WINDOWS or GAME.rules.awaited(table.setting, after)


@SOME
@given(NUMBERS)
def test_the_public_log_alone_gives_commandant_rejections_and_winner(number: int) -> None:
    game = plan_game(number)
    for end in range(1, len(game) + 1):
        after = game[end - 1].outcome.state
        ending = after.ending.winner if after.ending else ""
        found = counted_again(game[:end])
        if ending:
            assert found[2] == ending
        else:
            assert found == (after.commander, rejections(game[0].setting, after), "")


@SOME
@given(NUMBERS)
def test_any_orders_can_be_played(number: int) -> None:
    for table in plan_game(number):
        orders = nonsense(random.Random(number), table)
        odd = {"give": [{"plot": [], "to": {}}, None], "inspect": [[], 3], "take": [], "overhear": [{}], "chief": 1}
        orders |= dict.fromkeys(table.setting.players[:2], odd)
        outcome = GAME.rules.resolve(table.setting, table.state, orders, table.seed)
        assert GAME.rules.load(GAME.rules.dump(outcome.state)) == outcome.state


def test_every_stage_and_every_kind_of_fact_occurs_in_a_sample() -> None:
    games = [plan_game(number) for number in range(40)]
    phases = Counter(table.state.phase for game in games for table in game)
    kinds = Counter(fact.kind for game in games for table in game for fact in table.outcome.log)
    assert set(WINDOWS) <= set(phases)
    wanted = "usurped passed given given-by-chance overheard established opened-up took took-nothing"
    assert set(wanted.split()) <= set(kinds)
    assert {"opinions", "overturned", "lit", "inspected", "too-late", "overheard-by-chance"} <= set(kinds)


# What conditions see, from the state -----------------------------------------------------------------------------


def every(truths: list[bool | None]) -> bool | None:
    return False if False in truths else None if None in truths else True


def vote_of(state: State, player: str, cast: str) -> bool | None:
    """Return whether a player has voted so on the squad; None while the vote is not published."""
    assert state.plots is not None
    if state.phase == "vote":
        return state.plots.opinions[player] == cast if player in state.plots.opinions else None
    return state.proposals[-1].votes.get(player) == cast


def known_as(state: State, player: str, name: str, side: str, told: bool) -> bool | None:
    """Return whether somebody is on a side as far as a player was told or shown; ``told`` whether Cylons are."""
    assert state.plots is not None
    own = {player: state.side(player)} | {one.player: one.side for one in state.plots.seen.get(player, ()) if one.side}
    if told and player in state.cylons:
        own |= dict.fromkeys(state.cylons, "cylons")
    return own[name] == side if name in own else None


def expected(state: State, player: str, name: str, asked: Any, told: bool) -> bool | None:
    """Return what a fact of Le Plan is by the page of its rules."""
    plots, phase = state.plots, state.phase
    assert plots is not None
    if name == "holds":
        return asked["plot"] in plots.hands.get(asked["player"], ())
    if name.startswith("voted"):
        published = phase in ("vote", "after_vote", "mission", "close_eye")
        return every([vote_of(state, one, name.removeprefix("voted_")) for one in asked]) if published else None
    if name.startswith("known"):
        return every([known_as(state, player, one, f"{name.removeprefix('known_')}s", told) for one in asked])
    found = {
        "usurped": None if phase == "chief" else plots.usurped is asked,
        "i_hold": asked in plots.hands.get(player, ()),
        "passed": isinstance(asked, list) and all(one in plots.passed for one in asked),
        "drawn": asked in plots.drawn if phase == "give" else None,
    }
    if name == "lit":
        names = [player if one == "me" else one for one in asked]
        return plots.lit in names if phase in ("mission", "close_eye") else None
    return found[name]


def some_fact(chance: random.Random, players: tuple[str, ...], name: str) -> Any:
    cards = ("strong_leader", "no_confidence", "close_eye", "spotlight", "opinion_maker")
    if name in ("i_hold", "drawn"):
        return chance.choice(cards)
    if name == "holds":
        return {"player": chance.choice(players), "plot": chance.choice(cards)}
    if name == "usurped":
        return chance.random() < 0.5
    names = chance.sample(players, chance.choice((1, 1, 2)))
    return ["me", *names] if name == "lit" and chance.random() < 0.5 else names


SEEN_IN_PLAN = ("usurped", "i_hold", "holds", "passed", "drawn", "lit", "voted_yes", "voted_no")
KNOWN = ("known_cylon", "known_colon")


@SOME
@given(NUMBERS)
def test_conditions_see_what_their_player_may_know_and_nothing_else(number: int) -> None:
    chance = random.Random(number)
    for table in plan_game(number)[1:]:
        setting, state = table.setting, table.state
        player = chance.choice(setting.players)
        view = GAME.rules.view(setting, state, player)
        for name in (*SEEN_IN_PLAN, *KNOWN):
            asked = some_fact(chance, setting.players, name)
            asked = asked[:1] if name in KNOWN else asked
            fact = GAME.orders.conditions[name]
            found = fact.holds(view, asked) if state.phase in fact.seen_in(view) else None
            told = not setting.options.isolated_cylons
            assert found == expected(state, player, name, asked, told), (state.phase, name, asked)


def test_forms_offer_each_fact_of_the_plan_where_it_is_played() -> None:
    table = plan_game(1)[-1]
    view = GAME.rules.view(table.setting, table.state, table.setting.players[0])
    offered = {name for name, _ in standing_orders.examples(GAME.orders, view)}
    assert set(SEEN_IN_PLAN) <= offered
