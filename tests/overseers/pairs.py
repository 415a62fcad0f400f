"""Pairs of stages that a given reader cannot tell apart, and what a reader may know, written from the sheet alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

from overseers.tables import TRAITS, Chance, some_game, some_left, some_order
from support.leaks import EVERY_DAY, Drawn, Pair, file_of, own_papers, walk

from adjudicator.core.plain import to_plain
from adjudicator.core.stage import PUBLIC, Reader, player_reader
from adjudicator.games.overseers.game import GAME
from adjudicator.games.overseers.rules import overseers_in
from adjudicator.games.overseers.state import OVERSEERS

PUBLIC_FIELDS = (
    *("phase", "turn", "round", "leaders", "scores", "step", "overseers", "called", "shows", "votes", "accused"),
    *("answer", "showdown", "guilty", "lost", "took", "swept", "greed", "thief", "victim", "given", "weakened"),
    *("ties", "winners"),
)
"""What everybody knows of a state."""
PUBLIC_FACTS = frozenset(
    (
        *("pick-was-drawn", "called", "became", "became-drawn", "turned", "kept", "looked", "copied", "admits"),
        *("given-drawn", "took", "took-drawn", "robs-nobody", "robbed", "weakened", "shown", "showdown", "scored"),
        *("tie-accuse", "tie-highest", "tie-thief", "tie-next", "tie-lose", "not-voted", "lost", "greed", "thief"),
    )
)
"""What everybody is told of a stage, by the kinds of the account; §11 of the sheet."""


PRIVATE_FACTS = frozenset(
    ("hand", "laid-down", "put-on-pile", "pile", "seen", "offered", "offered-cards", "kept-card", "admitted-cards")
)
"""What a player alone is told of what he did."""


def may_know(side: Drawn, reader: Reader) -> Any:
    """Return all that ``reader`` may know of a stage, before and after it."""
    states = (side.state, side.played.outcome.state)
    log = [(fact.kind, to_plain(fact.data)) for fact in side.played.outcome.log]
    known: Any = [public_facts(state) for state in states], [fact for fact in log if fact[0] in PUBLIC_FACTS]
    if reader.kind == "player":
        own = [own_facts(state, reader.name) for state in states]
        private = (
            "hand",
            "laid-down",
            "put-on-pile",
            "pile",
            "seen",
            "offered",
            "offered-cards",
            "kept-card",
            "admitted-cards",
        )
        told = [fact for fact in log if fact[0] in private and fact[1]["player"] == reader.name]
        known = known, own, told, side.orders.get(reader.name), own_papers(side.papers, reader)
    return known


def public_facts(state: Any) -> Any:
    """Return what everybody knows of a table."""
    cards = {
        player: [(card.number, card.trait if card.up else None) for card in cards]
        for player, cards in state.cards.items()
    }
    return {name: to_plain(getattr(state, name)) for name in PUBLIC_FIELDS}, cards, len(state.aside)


def own_facts(state: Any, player: str) -> Any:
    """Return what a player alone knows."""
    zones = [zone.get(player) for zone in (state.hands, state.taken, state.held, state.shown, state.lists)]
    offered = state.offered if state.overseers.get(player) in ("fushen", "gan") else None
    return deepcopy((zones, offered, state.cards.get(player)))


# Hidden changes ----------------------------------------------------------------------------------------------


def other_cards(chance: Chance, side: Drawn) -> Drawn:
    """Exchange two hidden cards: of hands, of cards taken, face down, of the pile, set aside."""
    state = deepcopy(side.state)
    places: list[tuple[Any, Any]] = []
    for zone in (*state.hands.values(), *state.taken.values(), state.pile, state.aside):
        places += [(zone, i) for i in range(len(zone))]
    places += [(card, None) for cards in state.cards.values() for card in cards if not card.up and not card.nature]
    if len(places) < 2:
        return side
    (one, i), (two, j) = chance.sample(places, 2)
    first, second = (place.trait if at is None else place[at] for place, at in ((one, i), (two, j)))
    for place, at, trait in ((one, i, second), (two, j, first)):
        if at is None:
            place.trait = trait
        else:
            place[at] = trait
    for zone in (*state.hands.values(), state.pile, state.aside):
        zone.sort(key=TRAITS.index)
    for player, hand in state.hands.items():
        if state.held[player]:
            state.held[player][-1] = list(hand)
    if state.phase == "powers" and any(trait not in state.pile for trait in state.offered):
        return side
    return replace(side, state=state)


def other_offers(chance: Chance, side: Drawn) -> Drawn:
    """Offer other Overseers to Fushen, or other cards of the pile to Gan."""
    state, setting = deepcopy(side.state), side.campaign.setting
    if not state.offered:
        return side
    own = state.owner("fushen" if state.phase == "fushen" else "gan")
    left = [one for one in overseers_in(setting) if one not in state.overseers.values()]
    source, order = (left, OVERSEERS) if state.phase == "fushen" else (state.pile, TRAITS)
    state.offered = sorted(chance.sample(source, len(state.offered)), key=order.index)
    state.shown[own] = list(state.offered)
    return replace(side, state=state)


def other_orders(chance: Chance, side: Drawn) -> Drawn:
    """Let somebody send something else, or what standing orders make of what was left, or nothing."""
    owing = GAME.rules.awaited(side.campaign.setting, side.state)
    if not owing:
        return side
    player = chance.choice(owing)
    view = GAME.rules.view(side.campaign.setting, side.state, player)
    left = GAME.orders.standing(view, some_left(chance, side.campaign.setting.players, player))
    given = chance.choice((some_order(chance, side.campaign, side.state, player), left, {}))
    orders = {**side.orders, player: given}
    return replace(side, orders={name: orders[name] for name in side.campaign.players if orders.get(name)})


def other_lists(chance: Chance, side: Drawn) -> Drawn:
    """Let somebody have sent other lists for ties."""
    state, players = deepcopy(side.state), side.campaign.setting.players
    state.lists[chance.choice(players)] = {"next": chance.sample(players, 2), "lose": chance.sample(TRAITS, 2)}
    return replace(side, state=state)


def other_draws(chance: Chance, side: Drawn) -> Drawn:
    """Draw everything anew."""
    return replace(side, seed=f"seed {chance.randrange(10**6)}")


CHANGES: tuple[Callable[[Chance, Drawn], Drawn], ...] = (
    other_cards,
    other_cards,
    other_offers,
    other_orders,
    other_lists,
    other_draws,
)

# Pairs -------------------------------------------------------------------------------------------------------

GAMES, STEPS = 8, 16


def pairs(name: str) -> list[Pair[Drawn]]:
    """Return pairs for the public and for two players of each stage of some games."""
    chance, found = random.Random(name), []
    first = 0 if name == EVERY_DAY else chance.randrange(2**32)
    for number in range(first, first + GAMES):
        for stage in chance.sample(game := list(some_game(number)), min(7, len(game))):
            players = chance.sample(stage.campaign.setting.players, 2)
            readers = (PUBLIC, *map(player_reader, players))
            found += [walk(chance, replace(stage), reader, CHANGES, STEPS, may_know) for reader in readers]
    return found


def files_of(pair: Pair[Drawn], player: str) -> list[bytes]:
    """Return order files of a player, good and bad."""
    chance, state = random.Random(f"{player} {pair.changes}"), pair.one.state
    players = pair.one.campaign.setting.players
    other = next(name for name in players if name != player)
    given: list[Any] = [
        {"orders": pair.one.orders.get(player) or {"vote": other}},
        {"orders": {"pick": "greed", "second": "anger"}},
        {"orders": {"pick": "lust", "call": True}},
        {"orders": {"down": ["lust", "lust"]}},
        {"orders": {"look": {"player": other, "cards": [4, 5]}}},
        {"orders": {"turn": 6}},
        {"orders": {"keep": "greed"}},
        {"orders": {"become": "gan"}},
        {"orders": {"admit": [1, 6]}},
        {"orders": {"rob": [other]}},
        {"standing": some_left(chance, players, player)},
    ]
    known = [
        one for one in given if not any(key.endswith("_ranking") or key == "ranking" for key in one.get("orders", ()))
    ]
    files = [file_of(player, turn, **_worded(one)) for one in known for turn in (state.turn, state.turn + 1)]
    return [*files, f"joueur: {player}\nvote: [oui\n".encode()]


def _worded(given: Any) -> Any:
    """Return a file as it is written: with spaces in keys, and with words for truths."""
    if isinstance(given, dict):
        return {key.replace("_", " "): _worded(value) for key, value in given.items()}
    return "yes" if given is True else given
