"""Adjudication of one turn from beginning to end: ``(state, orders, seed) → outcome``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from adjudicator.core.dice import Dice, Seed
from adjudicator.core.plain import Plain
from adjudicator.core.stage import PUBLIC, Notice, Outcome
from adjudicator.games.tsewnart import rulings
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY, cause_of_the_end, items_of_a_turn, play
from adjudicator.games.tsewnart.state import Ending, Setting, State
from adjudicator.games.tsewnart.turn import Hand, Result, Turn

if TYPE_CHECKING:
    from adjudicator.core.mj import Mj


def hand_of(mj: Mj) -> Hand:
    """Return the function that applies the rulings of an MJ who has ruled on single orders."""
    from adjudicator.games.tsewnart.hand import kept_from_it

    return partial(kept_from_it, mj)


def play_turn(
    setting: Setting,
    state: State,
    orders: Mapping[str, Plain],
    seed: Seed,
    told: bool = True,
    mj: Mj | None = None,
) -> Outcome[State]:
    """Play one turn and return its outcome; ``orders`` are canonical orders by player.

    If ``told`` is False, the outcome is the same but has no log, which is faster for callers that play very many turns.
    ``mj`` is given only if the MJ may have ruled on orders; None applies the rule sheet alone.
    """
    camps = rulings.initiative(setting.camp_names, state.turn, setting.initiative)
    turn = Turn(setting, state, orders, Dice.of(seed, state.turn), camps, items_of_a_turn(camps), told)
    turn.hand = None if mj is None else hand_of(mj)
    play(turn)
    after = turn.state
    after.turn += 1
    if cause := cause_of_the_end(setting, after):
        rulings_applied = ("R23",) if cause == "eliminated" else ("R22", "R23")
        scores = {camp: after.scores.get(camp, 0) for camp in setting.camp_names}
        winners = rulings.winners(setting.options.victory, scores)
        after.phase, after.ending = "over", Ending(cause, tuple(winners))
        turn.note("ended", cause=cause, winners=after.ending.winners, rulings=rulings_applied)
    # Everybody learns the name and camp of each player who loses a piece, and for a capture also the cell and the
    # capturing camp; roles stay secret.
    lost = [Notice("eliminated", {"player": p, "camp": setting.camp_of[p]}, PUBLIC) for p in turn.eliminated]
    lost += [Notice("captured", capture, PUBLIC) for capture in turn.captured]
    return Outcome(after, tuple(turn.log), (*lost, *turn.notices), _plain_results(turn))


ORDERS = ["move", *(step.order for step in ORDER_OF_PLAY if step.order != "move"), "capture"]
"""All orders that have a result, in the order of the rule sheet.

Results are listed in this order, so that they do not reveal the order in which things happened.
"""
_RANK = {order: rank for rank, order in enumerate(ORDERS)}


def _plain_results(turn: Turn) -> dict[str, dict[str, Any]]:
    return {
        player: {order: _plain(given[order]) for order in _as_in_the_sheet(given)}
        for player, given in turn.results.items()
    }


def _as_in_the_sheet(orders: Collection[str]) -> Collection[str]:
    return sorted(orders, key=_RANK.__getitem__) if len(orders) > 1 else orders


def _plain(result: Result) -> dict[str, Any]:
    return {"success": result.success, "reason": result.reason, "rulings": result.rulings}
