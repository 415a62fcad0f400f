"""Warnings about orders that are allowed but will fail as things stand now: the rules play them on the player's view.

The orders of others, even an ally's move, may still change that. Nothing is said about what the player does not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.faults import Phrase, Word
from adjudicator.games.tsewnart.actions import item_phrase
from adjudicator.games.tsewnart.board import Board, Cell, text
from adjudicator.games.tsewnart.orders import GHOST_ORDERS, Examine, Steer, parse_one
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY, POWER_OF, items_of_a_turn
from adjudicator.games.tsewnart.state import Camp, Ghost, Options, Piece, Setting, State
from adjudicator.games.tsewnart.turn import Agenda, Turn
from adjudicator.games.tsewnart.views import PlayerView


def warnings(view: PlayerView, orders: Mapping[str, Any]) -> Iterator[Phrase]:
    """Yield a phrase for each order of a turn that will fail as things stand now, with the reason."""
    if view.phase != "turn" or view.unit == "nothing":
        return
    role = view.role if view.unit == "piece" else None
    own = GHOST_ORDERS if role is None else ("move", *(order for order, power in POWER_OF.items() if power == role))
    tried = [order for order in orders if order in own]
    if not tried:
        return
    turn = _turn_seen(view, orders)
    unit: Any = turn.unit(view.player)
    for step in ORDER_OF_PLAY:
        if step.order not in tried or (step.order == "move" and step.role != role):
            continue
        if step.order == "reorder":  # what comes before it in the turn is past
            next(item for item in turn.agenda if item == f"reorder {view.camp}")
        here, value = unit.cell, turn.value(view.player, step.order)
        reason = step.rule(turn, unit, value).reason
        if trouble := _said(view, turn.board, here, value, reason):
            yield Phrase("warning", {"order": Word("orders", step.order), "what": trouble})
    if "capture" in tried and (trouble := _no_capture(turn, view, orders["capture"])):
        yield Phrase("warning", {"order": Word("orders", "capture"), "what": trouble})


def _turn_seen(view: PlayerView, orders: Mapping[str, Any]) -> Turn:
    """Return a turn with what the player sees. Pieces and ghosts of unknown players have numbers as names.

    The player's piece has all its uses left, because an order for which there are none is objected to.
    """
    own = view.cell if view.unit == "piece" else None
    pieces = {
        str(i): Piece(str(i), camp, "", cell) for i, (cell, camp) in enumerate(view.pieces.items()) if cell != own
    }
    if own is not None:
        role = view.role or ""
        pieces[view.player] = Piece(view.player, view.camp, role, view.cell, view.wounded, 1, 1, view.aimed)
    ghosts = {player: Ghost(player, view.camp, "", cell) for player, cell in view.ghost_cells.items()}
    others = [(cell, camp) for cell, camp in view.sightings if camp != view.camp]
    # A ghost that the player cannot see may stand where the player looks for one.
    for named in (parse_one(order, orders[order]) for order in ("examine", "steer_ghost") if order in orders):
        others += [(named.cell, camp) for camp in view.camps if camp not in view.watched]
    ghosts |= {str(i): Ghost(str(i), camp, "", cell) for i, (cell, camp) in enumerate(others, len(view.pieces))}
    units: list[Piece | Ghost] = [*pieces.values(), *ghosts.values()]
    players = {camp: tuple(unit.player for unit in units if unit.camp == camp) for camp in view.camps}
    # The cell at which ghosts appear does not matter, but there must be one.
    camps = tuple(Camp(camp, names, "", ((1, 1),)) for camp, names in players.items())
    setting = Setting(view.grid, camps, Options(reach=view.reach), (view.initiative,))
    turn = Turn(setting, State("turn", view.turn, pieces=pieces, ghosts=ghosts), {view.player: orders}, "")
    turn.agenda = Agenda(items_of_a_turn(turn.initiative))
    return turn


_SAID = {
    "ally-there": "ally",
    "ally-pulled": "ally",
    "occupied": "occupied",
    "sole-survivor": "sole",
    "too-far": "too-far",
    "out-of-range": "distance",
    "out-of-reach": "distance.within",
    "nobody-there": "nobody",
    "nobody-met": "nobody-met",
    "suicide": "suicide",
}
"""The reasons of results of which a player is warned, each with the sentence about the cell that the order is for."""


def _said(view: PlayerView, board: Board, here: Cell, value: Any, reason: str) -> Phrase | None:
    """Say why the order of a player who stands ``here`` fails; None if there is nothing to warn of."""
    if reason in ("action-past", "reference-past"):
        past = value.action if reason == "action-past" else value.reference
        return Phrase("warning.past", {"item": item_phrase(past)})
    if reason == "unreachable":
        steered = isinstance(value, Steer)
        start, to = (view.ghost_cells.get(value.player, value.cell), value.to) if steered else (here, value)
        if isinstance(to, str):
            return Phrase("warning.edge")
        return Phrase("warning.not-adjacent", {"cell": text(to), "here": text(start)})
    if reason == "no-ghost":
        return _no_ghost(value)
    # A condition may suppose that the player's piece has left its cell.
    if reason not in _SAID or (reason == "occupied" and value not in view.pieces):
        return None
    if isinstance(value, Examine):
        value = value.cell
    cell = view.aimed if value is True else board.step(here, value) if isinstance(value, str) else value
    return Phrase(f"warning.{_SAID[reason]}", {"cell": text(cell or here), "here": text(here)})


def _no_ghost(order: Examine | Steer) -> Phrase:
    if isinstance(order, Steer) and order.player is not None:
        return Phrase("warning.no-ghost-he", {"name": order.player})
    if order.camp is None:
        return Phrase("warning.no-ghost", {"cell": text(order.cell)})
    return Phrase("warning.no-ghost.camp", {"cell": text(order.cell), "camp": order.camp})


def _no_capture(turn: Turn, view: PlayerView, name: str) -> Phrase | None:
    """Say if PLAYER is not a ghost, the camp has fewer than three ghosts, or no enemy piece is on the ghost's cell."""
    if name not in view.ghost_cells:
        return Phrase("warning.not-a-ghost", {"name": name})
    if len(view.ghost_cells) < 3:
        return Phrase("warning.few-ghosts")
    cell = turn.state.ghosts[view.player].cell
    piece = turn.piece_on(cell)
    return Phrase("warning.no-enemy", {"cell": text(cell)}) if piece is None or piece.camp == view.camp else None
