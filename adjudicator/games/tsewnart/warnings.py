"""Warnings about orders that are allowed but will fail as things stand now, judged on the player's own view alone.

The orders of others, even an ally's move, may still change that. Nothing is said about what the player does not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.core.faults import Phrase, Word
from adjudicator.games.tsewnart import rulings
from adjudicator.games.tsewnart.actions import item_phrase
from adjudicator.games.tsewnart.agenda import Agenda
from adjudicator.games.tsewnart.board import Board, Cell, text
from adjudicator.games.tsewnart.orders import Examine, Reorder, Steer, Where, parse
from adjudicator.games.tsewnart.rules import items_of_a_turn
from adjudicator.games.tsewnart.views import PlayerView


class Sight(NamedTuple):
    """The basis of a warning: view, board, and where the player and the pieces stand when an order is played."""

    view: PlayerView
    board: Board
    cell: Cell
    pieces: Mapping[Cell, str]

    @classmethod
    def of(cls, view: PlayerView) -> Sight:
        """Return the sight as it is now."""
        return cls(view, Board(*view.size, view.topology), view.cell, dict(view.pieces))

    def moved(self, cell: Cell) -> Sight:
        """Return the sight after the player has moved to ``cell``; the move of a ghost leaves all pieces in place."""
        if self.view.unit == "ghost":
            return self._replace(cell=cell)
        others = {place: camp for place, camp in self.pieces.items() if place != self.cell}
        return self._replace(cell=cell, pieces={**others, cell: self.view.camp})

    def is_ally(self, cell: Cell) -> bool:
        """Return whether a piece of the player's camp stands on ``cell``."""
        return self.pieces.get(cell) == self.view.camp


def warnings(view: PlayerView, orders: Mapping[str, Any]) -> Iterator[Phrase]:
    """Yield a phrase for each order of a turn that will fail as things stand now, with the reason."""
    if view.phase != "turn" or view.unit == "nothing":
        return
    judges = _GHOST if view.unit == "ghost" else _PIECE
    if judges.keys().isdisjoint(orders):
        return
    given, sight = parse(orders), Sight.of(view)
    for order, judge in judges.items():
        if order not in given:
            continue
        trouble = next(judge(sight, given[order]), None)
        if trouble is not None:
            yield Phrase("warning", {"order": Word("orders", order), "what": trouble})
        elif order == "move":
            cell = rulings.destination(sight.board, sight.cell, given[order])
            sight = sight if cell is None else sight.moved(cell)


# §4 Moving ---------------------------------------------------------------------------------------------------


def _reach(sight: Sight, start: Cell, where: Where) -> Iterator[Phrase]:
    """Warn of a destination beyond a closed edge, or of a cell that is not adjacent to ``start``."""
    if rulings.destination(sight.board, start, where) is None:
        yield _beyond(start, where)


def _beyond(start: Cell, where: Where) -> Phrase:
    if isinstance(where, str):
        return Phrase("warning.edge")
    return Phrase("warning.not-adjacent", {"cell": text(where), "here": text(start)})


def _move(sight: Sight, where: Where) -> Iterator[Phrase]:
    cell = rulings.destination(sight.board, sight.cell, where)
    if cell is None:
        yield _beyond(sight.cell, where)
    elif sight.is_ally(cell):
        yield Phrase("warning.ally", {"cell": text(cell)})


# §5 The roles ------------------------------------------------------------------------------------------------


def _teleport(sight: Sight, cell: Cell) -> Iterator[Phrase]:
    if cell in sight.pieces:
        yield Phrase("warning.occupied", {"cell": text(cell)})


def _sanctify(sight: Sight, cell: Cell) -> Iterator[Phrase]:
    if list(sight.pieces.values()).count(sight.view.camp) == 1:
        yield Phrase("warning.sole")


def _examine(sight: Sight, order: Examine) -> Iterator[Phrase]:
    if not rulings.within_reach(sight.board, sight.cell, order.cell):
        yield Phrase("warning.too-far", {"cell": text(order.cell), "here": text(sight.cell)})
    yield from _no_ghost(sight, order.cell, order.camp)


def _no_ghost(sight: Sight, cell: Cell, camp: str | None) -> Iterator[Phrase]:
    """Warn that there is no ghost on ``cell``, of ``camp`` if one is named.

    Nothing is said if the player does not see all the ghosts that might be there.
    """
    looked_for = [camp] if camp is not None else list(sight.view.camps)
    seen = any(place == cell and of in looked_for for place, of in sight.view.sightings)
    if not seen and set(looked_for) <= set(sight.view.watched):
        if camp is None:
            yield Phrase("warning.no-ghost", {"cell": text(cell)})
        else:
            yield Phrase("warning.no-ghost.camp", {"cell": text(cell), "camp": camp})


def _steer(sight: Sight, order: Steer) -> Iterator[Phrase]:
    if order.player is None:
        yield from _no_ghost(sight, order.cell, order.camp)
        yield from _reach(sight, order.cell, order.to)
    elif order.player not in sight.view.ghost_cells:
        yield Phrase("warning.no-ghost-he", {"name": order.player})
    else:
        yield from _reach(sight, sight.view.ghost_cells[order.player], order.to)


def _aim(sight: Sight, cell: Cell) -> Iterator[Phrase]:
    if not rulings.in_range(sight.board, sight.cell, cell, sight.view.reach):
        key = "warning.distance" if sight.view.reach == "exact" else "warning.distance.within"
        yield Phrase(key, {"cell": text(cell), "here": text(sight.cell)})


def _shoot(sight: Sight, order: bool) -> Iterator[Phrase]:
    if sight.view.aimed is not None:
        yield from _aim(sight, sight.view.aimed)


def _swap(sight: Sight, where: Where) -> Iterator[Phrase]:
    yield from _reach(sight, sight.cell, where)
    cell = rulings.destination(sight.board, sight.cell, where)
    if cell is not None and cell not in sight.pieces:
        yield Phrase("warning.nobody", {"cell": text(cell)})


def _pull(sight: Sight, direction: str) -> Iterator[Phrase]:
    """Warn if nobody is met, or the first piece is adjacent: an ally stays, an enemy eliminates the Savant."""
    cell = sight.board.step(sight.cell, direction)
    beside = cell
    while cell is not None and cell != sight.cell and cell not in sight.pieces:
        cell = sight.board.step(cell, direction)
    if cell is None or cell == sight.cell:
        yield Phrase("warning.nobody-met")
    elif cell == beside:
        yield Phrase("warning.ally" if sight.is_ally(cell) else "warning.suicide", {"cell": text(cell)})


# §6 The Professeur -------------------------------------------------------------------------------------------


def _reorder(sight: Sight, order: Reorder) -> Iterator[Phrase]:
    """Warn of an item, or a new place for it, that will be past when the player's own item comes."""
    agenda = Agenda(items_of_a_turn(sight.view.initiative))
    for item in agenda:
        if item == f"reorder {sight.view.camp}":
            break
    trouble = agenda.move(order.action, order.place, order.reference)
    past = {"action-past": order.action, "reference-past": order.reference}.get(trouble or "")
    if past is not None:
        yield Phrase("warning.past", {"item": item_phrase(past)})


# §7 Ghosts, §8 Capture ---------------------------------------------------------------------------------------


def _haunt(sight: Sight, where: Where) -> Iterator[Phrase]:
    yield from _reach(sight, sight.cell, where)


def _capture(sight: Sight, name: str) -> Iterator[Phrase]:
    """Warn if PLAYER is not a ghost, the camp has fewer than three ghosts, or no enemy piece is on the cell."""
    if name not in sight.view.ghost_cells:
        yield Phrase("warning.not-a-ghost", {"name": name})
    if len(sight.view.ghost_cells) < _TOGETHER:
        yield Phrase("warning.few-ghosts")
    if sight.cell not in sight.pieces or sight.is_ally(sight.cell):
        yield Phrase("warning.no-enemy", {"cell": text(sight.cell)})


_TOGETHER = 3
"""The number of ghosts that a capture needs (§8)."""

_PIECE: Mapping[str, Callable[[Sight, Any], Iterator[Phrase]]] = {
    "reorder": _reorder,
    "shoot": _shoot,
    "examine": _examine,
    "move": _move,
    "sanctify": _sanctify,
    "teleport": _teleport,
    "extra_move": _move,
    "swap": _swap,
    "pull": _pull,
    "aim": _aim,
    "steer_ghost": _steer,
}
"""The judges in the order of play, so that orders after the player's own move are judged from its destination."""
_GHOST: Mapping[str, Callable[[Sight, Any], Iterator[Phrase]]] = {"move": _haunt, "capture": _capture}
