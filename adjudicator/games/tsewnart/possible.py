"""The orders possible now, one by one, for click forms and for players that are programs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from adjudicator.core.plain import Plain
from adjudicator.games.tsewnart.board import DIRECTIONS
from adjudicator.games.tsewnart.objections import captain_objections, turn_objections
from adjudicator.games.tsewnart.orders import GHOST_ORDERS, VOTES
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY, POWER_OF
from adjudicator.games.tsewnart.state import ROLES
from adjudicator.games.tsewnart.views import PlayerView


def possible(view: PlayerView) -> Iterator[Plain]:
    """Yield each order of a turn by itself; before turn 1, each choice that a captain may make for the whole camp.

    Only orders without objections are yielded, and none once the game is over.
    """
    if view.phase == "over":
        return iter(())
    candidates, judge = (_orders, turn_objections) if view.phase == "turn" else (_choices, captain_objections)
    return (orders for orders in candidates(view) if not judge(view, orders))


def _choices(view: PlayerView) -> Iterator[Plain]:
    values = ROLES if view.phase == "roles" else [list(cell) for cell in view.zone]
    for chosen in permutations(values, len(view.mates)):
        yield {view.phase: dict(zip(view.mates, chosen, strict=True))}


def _orders(view: PlayerView) -> Iterator[Plain]:
    powers = [order for order, role in POWER_OF.items() if role == view.role]
    his = {"piece": ["move", *powers], "ghost": GHOST_ORDERS}.get(view.unit, ())
    for order in (*his, *VOTES):
        yield from ({order: value} for value in _values(view, order))


def _values(view: PlayerView, order: str) -> Iterator[Any]:
    """Yield all values that the schema allows for an order, on this board and with these camps."""
    cells = [[x, y] for x in range(1, view.size[0] + 1) for y in range(1, view.size[1] + 1)]
    if order in ("move", "extra_move", "swap"):
        yield from (*DIRECTIONS, *cells)
    elif order == "pull":
        yield from DIRECTIONS
    elif order == "shoot":
        yield True
    elif order in ("conceal", *VOTES):
        yield from (True, False)
    elif order == "capture":
        yield from view.mates
    elif order == "reorder":
        yield from _reorders(view)
    elif order == "steer_ghost":
        yield from _steered(view, cells)
    else:
        yield from cells
        yield from _ghosts(view, cells) if order == "examine" else ()


def _reorders(view: PlayerView) -> Iterator[Plain]:
    items = [f"{step.id} {camp}" for step in ORDER_OF_PLAY for camp in view.camps]
    for action, reference in permutations(items, 2):
        yield from ({"action": action, place: reference} for place in ("before", "after"))


def _ghosts(view: PlayerView, cells: list[list[int]]) -> Iterator[Plain]:
    """Yield the values that name a ghost by its cell, or by its cell and camp."""
    for cell in cells:
        yield {"cell": cell}
        yield from ({"cell": cell, "camp": camp} for camp in view.camps)


def _steered(view: PlayerView, cells: list[list[int]]) -> Iterator[Plain]:
    """Yield each ghost with each place it may be moved to; one of the player's own camp may be named by its player."""
    for ghost in (*_ghosts(view, cells), *({"player": mate} for mate in view.mates)):
        yield from ({**ghost, "to": to} for to in (*DIRECTIONS, *cells))
