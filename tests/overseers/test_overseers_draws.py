"""O46: every draw of Overseers can be made again by hand, from the seed and what is drawn for what."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from overseers.tables import NUMBERS, WORTHS, some_game
from support.depth import examples

from adjudicator.core.dice import Dice
from adjudicator.games.overseers.game import GAME
from adjudicator.games.overseers.state import OVERSEERS, TRAITS

IN_PLAY = {3: (3, 4, 5, 5, 5, 3), 5: (4, 6, 6, 6, 6, 4), 6: (5, 6, 7, 7, 7, 4)}
PEOPLE = ("Emma", "Anna", "Zoé", "Bruno", "Max", "Paul")
KEYS = {
    "leader": "()",
    "card": r"()\d+",
    "overseer": r"()\d+",
    "fushen": "(.+) [123]",
    "gan": "(.+) [12]",
    "look": "(.+) [12]",
    "down": "(.+) [123]",
    "pick": "(.+) [12]",
    **dict.fromkeys(("become", "discard", "keep", "take", "given"), "(.+)"),
}
"""What is drawn, and the form of its key, which begins with a player's name if the draw is somebody's."""
CITED = {
    "leader": "O6",
    "fushen": "O10",
    "become": "O10",
    "pick": "O15",
    "discard": "O16",
    "down": "O18",
    "gan": "O22",
    "keep": "O22",
    "look": "O23",
    "take": "O35",
    "given": "O38",
    "tie-accuse": "O27",
    "tie-highest": "O32",
    "tie-lose": "O34",
    "tie-thief": "O37",
    "tie-next": "O40",
}
"""The rule that the MJ's account cites for each draw, and for each tie that is settled."""


def by_hand(seed: str, turn: int, purpose: str, key: str, candidates: Sequence[Any]) -> Any:
    """SHA-256 of the JSON list, modulo the number of candidates."""
    text = json.dumps([seed, turn, purpose, key, 0], ensure_ascii=False)
    return candidates[int(sha256(text.encode()).hexdigest(), 16) % len(candidates)]


@pytest.mark.parametrize("players", IN_PLAY)
@pytest.mark.parametrize("seed", ["seed 1", "graine 2", "3"])
def test_a_deal_is_drawn_card_by_card_from_what_is_left(players: int, seed: str) -> None:
    people = PEOPLE[:players]
    setting = GAME.setup.setting({"players": [{"name": name} for name in people], "tables": WORTHS})
    state = GAME.rules.resolve(setting, GAME.rules.begin(setting), {}, seed).state
    cards = [trait for trait, count in zip(TRAITS, IN_PLAY[players], strict=True) for _ in range(count)]
    dealt: dict[str, list[str]] = {name: [] for name in people}
    for number in range(6 * players):
        trait = by_hand(seed, 0, "card", str(number + 1), cards)
        cards.remove(trait)
        dealt[people[number // 6]].append(trait)
    left, owned = list(OVERSEERS), {}
    for number, name in enumerate(people, 1):
        owned[name] = by_hand(seed, 0, "overseer", str(number), left)
        left.remove(owned[name])
    assert state.leader == by_hand(seed, 0, "leader", "", people)
    assert {name: sorted(hand) for name, hand in state.hands.items()} == {n: sorted(hand) for n, hand in dealt.items()}
    assert state.overseers == owned
    assert sorted(state.aside) == sorted(cards)


@pytest.mark.parametrize(("deck", "known"), [("eleven", OVERSEERS), ("nine", OVERSEERS[2:])])
def test_the_bonus_cards_are_dealt_by_option(deck: str, known: tuple[str, ...]) -> None:
    campaign = {"players": [{"name": name} for name in PEOPLE], "tables": WORTHS, "options": {"overseers": deck}}
    setting = GAME.setup.setting(campaign)
    states = [GAME.rules.resolve(setting, GAME.rules.begin(setting), {}, f"seed {n}").state for n in range(20)]
    assert {overseer for state in states for overseer in state.overseers.values()} == {*known}


class Watched(Dice):
    """Dice that keep the candidates of each draw."""

    def pick(self, purpose: str, key: str, candidates: Sequence[Any], whose: str = "") -> Any:
        self.candidates = [*getattr(self, "candidates", []), (purpose, key, list(candidates))]
        return super().pick(purpose, key, candidates, whose)


@examples(15)
@given(NUMBERS)
def test_draws_are_named_and_ordered_as_the_page_says(number: int) -> None:
    for stage in some_game(number):
        setting, state = stage.campaign.setting, stage.state
        dice = Watched("seed", state.turn)
        outcome = GAME.rules.resolve(setting, state, stage.orders, dice)
        log, dealt = outcome.log, {*outcome.state.overseers.values()}
        drawn = {fact.data["purpose"]: fact.data["rules"] for fact in log if fact.kind == "drawn"}
        settled = {fact.kind: fact.data["rules"] for fact in log if fact.kind.startswith("tie-")}
        assert all(rules == (CITED[what],) for what, rules in {**drawn, **settled}.items())
        several = {purpose for purpose, _, candidates in getattr(dice, "candidates", []) if len(candidates) > 1}
        assert drawn.keys() == several - {"card", "overseer"}
        for purpose, key, candidates in getattr(dice, "candidates", []):
            found = re.fullmatch(KEYS[purpose], key)
            assert found and found[1] in ("", *setting.players), (purpose, key)
            order: Any = setting.players
            if purpose in ("overseer", "fushen", "become"):
                order = OVERSEERS
                assert purpose != "fushen" or dealt.isdisjoint(candidates)
            elif purpose in ("look", "given"):
                order = range(1, 30)
            elif purpose != "leader":
                order = TRAITS
            assert candidates == sorted(candidates, key=order.index), (purpose, key)
