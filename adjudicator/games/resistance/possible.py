"""The orders that a player may give now, one by one, for click forms and for programs that play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from adjudicator.core.plain import Plain
from adjudicator.games.resistance.objections import order_objections
from adjudicator.games.resistance.rules import squad_size
from adjudicator.games.resistance.views import PlayerView


def possible(view: PlayerView) -> Iterator[Plain]:
    """Yield every order that the player may send for the stage awaited; none if there is nothing to choose."""
    return (orders for orders in _orders(view) if not any(order_objections(view, orders)))


def _orders(view: PlayerView) -> Iterator[Plain]:
    if not view.chooses:
        return
    if view.phase == "proposal":
        yield from _squads(view)
    elif view.phase == "vote":
        yield from ({"vote": vote} for vote in ("yes", "no"))
    elif view.phase == "mission":
        yield from ({"mission": card} for card in ("success", "failure"))


def _squads(view: PlayerView) -> Iterator[Plain]:
    for target in view.allowed.targets:
        named = {"target": target} if view.allowed.targeted else {}
        for squad in combinations(view.seats, squad_size(view.allowed.players, target)):
            yield {"squad": list(squad), **named}
