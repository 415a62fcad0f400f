"""Versions of a player's view in which a condition holds: the present view with the condition's fact put into it.

Warnings about conditional orders are computed on these views, because such orders are used only when the condition
holds, not as things stand now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from adjudicator.core.conditions import is_within
from adjudicator.games.tsewnart.board import Cell
from adjudicator.games.tsewnart.limits import LATEST, USES, cells_of
from adjudicator.games.tsewnart.views import PlayerView

Supposing: TypeAlias = Callable[[PlayerView, Any], Iterable[PlayerView]]


def my_cell(view: PlayerView, cells: Any) -> Iterator[PlayerView]:
    """Yield views in which the player stands on one of these cells, and whatever piece is there now does not."""
    for cell in cells_of(cells):
        if view.unit == "ghost":
            yield view._replace(cell=cell, ghost_cells={**view.ghost_cells, view.player: cell})
        elif view.unit == "piece":
            others = {place: camp for place, camp in view.pieces if place != view.cell}
            yield _with_pieces(view._replace(cell=cell), {**others, cell: view.camp})


def piece_on(cells_in: Callable[[PlayerView, Any], Iterable[Cell]], whose: str) -> Supposing:
    """Return a function that yields views with a piece of an ``enemy`` or an ``ally`` on one of some cells.

    If ``whose`` is ``free``, the cell is empty instead.
    """

    def suppose(view: PlayerView, argument: Any) -> Iterator[PlayerView]:
        camps = {"enemy": next((camp for camp in view.camps if camp != view.camp), None), "ally": view.camp}
        for cell in cells_in(view, argument):
            others = {place: camp for place, camp in view.pieces if place != cell}
            camp = camps.get(whose)
            yield _with_pieces(view, others if camp is None else {**others, cell: camp})

    return suppose


def _with_pieces(view: PlayerView, pieces: dict[Cell, str]) -> PlayerView:
    return view._replace(pieces=tuple(sorted(pieces.items())))


def wounded(view: PlayerView, answer: bool) -> Iterator[PlayerView]:
    """Yield the view in which the player's piece is wounded, or is not."""
    yield view._replace(wounded=answer)


def uses(key: str) -> Supposing:
    """Return a function that yields a view for each number of uses left that the bound allows."""

    def suppose(view: PlayerView, bound: Any) -> Iterator[PlayerView]:
        numbers = (number for number in range(USES[key] + 1) if is_within(number, bound))
        if key == "teleports":
            return (view._replace(teleports=number) for number in numbers)
        return (view._replace(extra_moves=number) for number in numbers)

    return suppose


def aimed(view: PlayerView, asked: Any) -> Iterator[PlayerView]:
    """Yield views in which the player has aimed at one of these cells, or at none.

    If the condition only asks for some aim, the view stays as it is, because the cell is unknown.
    """
    if isinstance(asked, bool):
        yield view if asked else view._replace(aimed=None)
    else:
        yield from (view._replace(aimed=cell) for cell in cells_of(asked))


def rank(view: PlayerView, bound: Any) -> Iterator[PlayerView]:
    """Yield views with each rank of the player's camp in the initiative order, the other camps rotating with it.

    Callers drop the views on which the condition does not hold.
    """
    camps = view.initiative
    yield from (view._replace(initiative=(*camps[first:], *camps[:first])) for first in range(len(camps)))


def turn(view: PlayerView, bound: Any) -> Iterator[PlayerView]:
    """Yield the view in which the first turn from now on that the bound allows has come."""
    found = next((number for number in range(view.turn, LATEST + 1) if is_within(number, bound)), view.turn)
    yield view._replace(turn=found)
