"""One turn from beginning to end: ``(state, orders, seed) → outcome``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from adjudicator.core.dice import Dice
from adjudicator.core.plain import Plain
from adjudicator.core.stage import PUBLIC, Notice, Outcome
from adjudicator.games.tsewnart import rulings
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY, cause_of_the_end, items_of_a_turn, play
from adjudicator.games.tsewnart.state import Ending, Setting, State
from adjudicator.games.tsewnart.turn import Hand, Result, Turn

if TYPE_CHECKING:
    from adjudicator.core.mj import Mj


def hand_of(mj: Mj) -> Hand:
    """Return the hand of an MJ who has ruled on orders."""
    from adjudicator.games.tsewnart.hand import kept_from_it

    return partial(kept_from_it, mj)


def play_turn(
    setting: Setting,
    state: State,
    orders: Mapping[str, Plain],
    seed: str,
    told: bool = True,
    mj: Mj | None = None,
) -> Outcome[State]:
    """Play one turn; ``orders`` are canonical, by player.

    Where nothing is ``told``, the outcome is the same without its log: for whoever plays very many turns. ``mj`` is
    there where he has ruled on orders.
    """
    camps = rulings.initiative(setting.camp_names, state.turn, setting.initiative)
    turn = Turn(setting, state, orders, Dice(seed, state.turn), camps, items_of_a_turn(camps), told)
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
    return Outcome(after, tuple(turn.log), (*_losses(turn), *turn.notices), _plain_results(turn))


ORDERS = ["move", *(step.order for step in ORDER_OF_PLAY if step.order != "move"), "capture"]
"""The orders that have a result, as the sheet has them: lists of results stand in this order, whatever happened."""
_RANK = {order: rank for rank, order in enumerate(ORDERS)}


def _losses(turn: Turn) -> list[Notice]:
    """What is public of the turn's losses: names and camps; of a capture its cell and the capturing camp too."""
    camp_of = turn.setting.camp_of
    lost = [Notice("eliminated", {"player": p, "camp": camp_of[p]}, PUBLIC) for p in turn.eliminated]
    return lost + [Notice("captured", capture, PUBLIC) for capture in turn.captured]


def _plain_results(turn: Turn) -> dict[str, dict[str, Any]]:
    return {
        player: {order: _plain(given[order]) for order in _as_in_the_sheet(given)}
        for player, given in turn.results.items()
    }


def _as_in_the_sheet(orders: Collection[str]) -> Collection[str]:
    return sorted(orders, key=_RANK.__getitem__) if len(orders) > 1 else orders


def _plain(result: Result) -> dict[str, Any]:
    return {"success": result.success, "reason": result.reason, "rulings": result.rulings}
