"""Random games of Le Plan: cards are conserved, and the public log alone gives Commandant, rejections and winner."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from resistance.plan import WINDOWS, counted_again, plan_game
from resistance.tables import NUMBERS, nonsense
from support.depth import deep

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
    from random import Random

    for table in plan_game(number):
        orders = nonsense(Random(number), table)
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
