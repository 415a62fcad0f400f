"""Games by post for tests: random orders that their players may send."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.mj import Mj
from adjudicator.core.stage import Outcome
from adjudicator.games.clocktower.game import GAME
from adjudicator.games.clocktower.state import Setting, State

NAMES = ("Zoé", "Max", "Luc", "Éva", "Ana", "Léo", "Tom", "Guy", "Bob", "Pia")
SEED = "a seed"
Plain = dict[str, Any]


def some_orders(chance: random.Random, setting: Setting, state: State) -> Mapping[str, Plain]:
    """Return what some of those awaited send: each two orders that are possible together, or one."""
    found = {}
    for player in GAME.rules.awaited(setting, state) if state.phase != "setup" else ():
        view = GAME.rules.view(setting, state, player)
        possible = list(GAME.orders.possible(view))
        if possible and chance.random() < 0.85:
            one, both = chance.choice(possible), chance.choice(possible) | chance.choice(possible)
            found[player] = one if GAME.orders.objections(view, both) else both
    return found


def some_game(number: int) -> Iterator[tuple[Setting, State, Mapping[str, Plain], Outcome[State]]]:
    """Yield the stages of a random game by post, as proposed by the program."""
    chance = random.Random(number)
    setting = Setting(NAMES[: chance.randint(5, 10)], post=True)
    state = GAME.rules.begin(setting)
    while state.phase != "over":
        orders = some_orders(chance, setting, state)
        outcome: Outcome[State] = GAME.rules.resolve(setting, state, orders, f"{SEED} {number}", Mj())
        yield setting, state, orders, outcome
        state = outcome.state
