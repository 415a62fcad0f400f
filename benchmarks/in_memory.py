"""What is measured without starting a process: turns against Diplomacy's phases, many camps against two."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from clocks import Spent, spent_by
from tables import NINE_ROLES, Given, block, make_camp, random_orders, random_state

from adjudicator.games.tsewnart.adjudication import play_turn
from adjudicator.games.tsewnart.board import Board
from adjudicator.games.tsewnart.state import ROLES, Setting, State

POSITIONS = 12
PAIRS = 45
"""Pairs of camps of eleven on the torus of 100×100: 45 make 90 camps."""
THOUSAND = 63
"""Pairs, each with sixteen pieces, which make a thousand."""
UNITS = 22


class Position(NamedTuple):
    setting: Setting
    state: State
    orders: dict[str, Given]

    def play(self) -> None:
        play_turn(self.setting, self.state, self.orders, "bench")

    def simulate(self) -> None:
        play_turn(self.setting, self.state, self.orders, "bench", told=False)


class Comparison(NamedTuple):
    """What ours and theirs took in each round."""

    ours: list[Spent]
    theirs: list[Spent]


def compare(ours: Callable[[], Spent], theirs: Callable[[], Spent], rounds: int) -> Comparison:
    """Measure in turns; the first round only warms up."""
    gc.collect()
    gc.freeze()  # what the other library keeps in memory shall cost our collections nothing, and the other way round
    pairs = [(ours(), theirs()) for _ in range(rounds + 1)][1:]
    gc.unfreeze()
    return Comparison([our for our, _ in pairs], [their for _, their in pairs])


# A turn of eighteen players against a phase of Diplomacy -----------------------------------------------------


def turn_against_phase(rounds: int) -> Comparison:
    """Return the mean time of a turn and of a phase, over as many positions of each."""
    turns = [_eighteen(number) for number in range(POSITIONS)]
    phases = _phases(POSITIONS)
    return compare(
        lambda: spent_by(turn.play for turn in turns).per(POSITIONS),
        lambda: spent_by(game_at(phase).process for phase in phases).per(POSITIONS),
        rounds,
    )


def simulation_against_turn(rounds: int) -> Comparison:
    """Return the mean time of a turn without its account, and of the very same turn with it."""
    turns = [_eighteen(number) for number in range(POSITIONS)]
    return compare(
        lambda: spent_by(turn.simulate for turn in turns).per(POSITIONS),
        lambda: spent_by(turn.play for turn in turns).per(POSITIONS),
        rounds,
    )


def _eighteen(number: int) -> Position:
    rng = Random(f"eighteen {number}")
    camps = (make_camp("bleu", 9, block(1, 1, 2, 7)), make_camp("rouge", 9, block(8, 1, 2, 7)))
    setting = Setting(Board(9, 7, "closed"), camps)
    state = random_state(setting, NINE_ROLES, block(3, 1, 5, 7), ghosts=number % 8, rng=rng)
    return Position(setting, state, random_orders(setting, state, rng))


class Phase(NamedTuple):
    """A phase of Diplomacy before it is played, as the library's own plain data."""

    state: dict[str, Any]
    orders: dict[str, list[str]]


def game_at(phase: Phase) -> Any:
    from diplomacy import Game

    game = Game()
    game.set_state(phase.state)
    for power, orders in phase.orders.items():
        game.set_orders(power, orders)
    return game


def _phases(wanted: int) -> list[Phase]:
    """Phases with random legal orders: openings, and as many later movements of 22 units."""
    openings = [_phase(f"opening {number}", 0) for number in range((wanted + 1) // 2)]
    later = (_phase(f"later {number}", 1 + number % 2) for number in range(1000))
    fitting = (phase for phase in later if _units(phase) == UNITS)
    return openings + [next(fitting) for _ in range(wanted // 2)]


def _phase(seed: str, movements: int) -> Phase:
    """The phase after so many movements at random."""
    from diplomacy import Game

    rng, game = Random(seed), Game()
    _give_random_orders(game, rng)
    while movements or game.phase_type != "M":
        movements -= game.phase_type == "M"
        game.process()
        _give_random_orders(game, rng)
    return Phase(game.get_state(), game.get_orders())


def _give_random_orders(game: Any, rng: Random) -> None:
    possible = game.get_all_possible_orders()
    for power in game.powers:
        spots = sorted(game.get_orderable_locations(power))
        game.set_orders(power, [rng.choice(sorted(possible[spot])) for spot in spots if possible[spot]])


def _units(phase: Phase) -> int:
    return sum(map(len, phase.state["units"].values()))


# Many camps against two --------------------------------------------------------------------------------------


def ninety_camps_against_two(rounds: int) -> Comparison:
    """Return the time of an order in one turn of 90 camps, and in 45 turns of two camps."""
    return _together_against_alone(PAIRS, rounds)


def thousand_pieces_against_sixteen(rounds: int) -> Comparison:
    """Return the time of an order in one turn of 1,008 pieces, and in 63 turns of 16."""
    return _together_against_alone(THOUSAND, rounds)


def _together_against_alone(number: int, rounds: int) -> Comparison:
    """Return the time of an order in one turn of a ``number`` of pairs, and of the same orders in a turn for each.

    All are played on the same torus of 100×100, the camps of a pair among one another in a block of their own.
    """
    pairs = [_pair(each) for each in range(number)]
    crowd = _together(pairs)
    count = sum(len(given) for given in crowd.orders.values())
    return compare(
        lambda: spent_by([crowd.play]).per(count), lambda: spent_by(pair.play for pair in pairs).per(count), rounds
    )


def _pair(number: int) -> Position:
    rng = Random(f"pair {number}")
    left, top = 1 + number % 8 * 12, 1 + number // 8 * 12
    zones = block(left, top, 3, 6), block(left + 3, top, 3, 6)
    camps = tuple(make_camp(f"camp{2 * number + i:02d}", 11, zone) for i, zone in enumerate(zones))
    setting = Setting(Board(100, 100, "torus"), camps)
    state = random_state(setting, (ROLES, ROLES), [*zones[0], *zones[1]], ghosts=6, rng=rng)
    return Position(setting, state, random_orders(setting, state, rng))


def _together(pairs: Sequence[Position]) -> Position:
    setting = Setting(pairs[0].setting.board, tuple(camp for pair in pairs for camp in pair.setting.camps))
    state = pairs[0].state.copy()
    orders: dict[str, Given] = {}
    for pair in pairs:
        state.roles |= pair.state.roles
        state.pieces |= pair.state.pieces
        state.ghosts |= pair.state.ghosts
        state.scores |= pair.state.scores
        orders |= pair.orders
    return Position(setting, state, orders)
