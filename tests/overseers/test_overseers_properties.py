"""What holds of every game of Overseers, whatever the options and whatever is sent."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, islice
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from overseers.tables import IN_PLAY, NUMBERS, WORTHS, some_game, some_left, some_stage
from support.depth import examples

from adjudicator.games.overseers.game import GAME

WORTH = {"anger": 6, "benevolence": 4, "lust": 3, "greed": 2, "blank": 5}


def cards_of(state: Any) -> Counter[str]:
    """Count all cards, wherever they are."""
    zones = (*state.hands.values(), *state.taken.values(), state.pile, state.aside)
    found = Counter(card for zone in zones for card in zone)
    return found + Counter(card.trait for cards in state.cards.values() for card in cards)


def worth(cards: list[Any], overseer: str, showdown: bool) -> int:
    """Recount what cards are worth, by the sheet alone."""
    counts = Counter(card.counts for card in cards)
    points = sum(WORTH.get(trait, 0) * n for trait, n in counts.items())
    points += sum(table[min(counts[trait], 3) - 1] for trait, table in WORTHS.items() if counts[trait])
    points += 3 * (overseer == "meixiu")
    if showdown:
        points += 6 * counts["anger"] * (overseer == "suyin")
        points += (counts["courage"] + counts["hope"]) * (overseer == "xie")
    return points


@examples(15)
@given(NUMBERS)
def test_cards_are_neither_lost_nor_made(number: int) -> None:
    for stage in some_game(number):
        state = stage.played.outcome.state
        found = cards_of(state)
        assert found.total() == IN_PLAY[len(stage.campaign.players)], state.phase
        for player, cards in state.cards.items():
            numbers = [card.number for card in cards]
            assert len(set(numbers)) == len(numbers)
            assert max(numbers) <= state.numbered[player]


@examples(15)
@given(NUMBERS)
def test_a_game_ends_with_the_winners_of_a_recount(number: int) -> None:
    game = list(some_game(number))
    assert 19 <= len(game) <= 31
    last = game[-1].played.outcome.state
    best = max(sum(points) for points in last.scores.values())
    first = [player for player, points in last.scores.items() if sum(points) == best]
    never = [player for player in first if player not in last.leaders]
    assert last.winners == (first if len(first) == 1 else never or first)
    assert [len(points) for points in last.scores.values()] == [3] * len(last.scores)
    recounted = {player: worth(cards, last.overseers[player], False) for player, cards in last.cards.items()}
    if last.weakened:
        steals = game[0].campaign.setting.options.liang == "steal4"
        cost = min(4 if steals else len(last.cards[last.weakened]), recounted[last.weakened])
        recounted[last.weakened] -= cost
        recounted[last.owner("liang")] += cost * steals
    assert {player: points[-1] for player, points in last.scores.items()} == recounted


@examples(25)
@given(NUMBERS)
def test_the_guilty_one_loses_what_costs_most(number: int) -> None:
    for stage in some_game(number):
        before, after = stage.played.before, stage.played.outcome.state
        if before.phase != "judgement" or after.guilty is None or after.phase != "greed" or not after.guilty:
            continue
        cards, overseer = before.cards[before.accused], before.overseers[before.accused]
        left = [worth([c for c in cards if c not in pair], overseer, True) for pair in combinations(cards, 2)]
        lost = [next(f for f in stage.played.outcome.log if f.kind == "lost").data["numbers"]][0]
        assert worth([card for card in cards if card.number not in lost], overseer, True) == min(left)


@examples(40)
@given(NUMBERS, st.floats(0, 1))
def test_what_is_possible_has_no_objections(number: int, part: float) -> None:
    stage = some_stage(number, part)
    for player in stage.campaign.players:
        view = GAME.rules.view(stage.campaign.setting, stage.state, player)
        listed = list(islice(GAME.orders.possible(view), 400))
        assert all(not GAME.orders.objections(view, orders) for orders in listed)
        owes = view.awaited and (view.parts != ("keep",) or view.offered)
        assert bool(listed) == bool(owes), (view.phase, player)


@examples(40)
@given(NUMBERS, st.floats(0, 1))
def test_what_was_left_is_ordered_without_objections(number: int, part: float) -> None:
    stage, chance = some_stage(number, part), random.Random(number)
    for player in GAME.rules.awaited(stage.campaign.setting, stage.state):
        view = GAME.rules.view(stage.campaign.setting, stage.state, player)
        left = some_left(chance, stage.campaign.setting.players, player)
        assert not GAME.orders.standing_objections(view, left)
        made = GAME.orders.standing(view, left)
        assert not made or not GAME.orders.against(view, made)
