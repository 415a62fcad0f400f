"""Objections to orders when they come in (§3), judged on the player's own view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from adjudicator.core.faults import Objection, PhraseArgument, Word
from adjudicator.games.tsewnart.board import Cell, text
from adjudicator.games.tsewnart.orders import GHOST_ORDERS, VOTES, exclusive_in
from adjudicator.games.tsewnart.receipt import item_phrase
from adjudicator.games.tsewnart.rules import POWER_OF
from adjudicator.games.tsewnart.views import PlayerView

Given: TypeAlias = Mapping[str, Any]
Judges: TypeAlias = Mapping[str, Callable[[PlayerView, Any], Iterable[Objection]]]


def turn_objections(view: PlayerView, orders: Given) -> list[Objection]:
    """Judge one player's orders for a turn. A value of None could not be read, and only its key is judged."""
    return _judged(view, orders, _not_his(view, orders), _NOW)


def lasting_objections(view: PlayerView, orders: Given) -> list[Objection]:
    """Judge standing orders or orders for a later turn: object to what no turn can make right.

    The orders may be meant for what the player controls now, or for the ghost that their piece may become by then.
    Nothing is known of a piece that the player may capture, so orders for it can be left only once the player has it.
    Uses left, an aim and the last terror will have changed by then, and are judged when the turn comes.
    """
    not_his = [objection for objection in _not_his(view, orders) if objection.code != "only-for-ghosts"]
    return _judged(view, orders, not_his, _ALWAYS)


def _judged(view: PlayerView, orders: Given, not_his: Iterable[Objection], judges: Judges) -> list[Objection]:
    objections = list(not_his)
    his = orders
    if objections:
        foreign = {objection.path[0] for objection in objections}
        his = {order: value for order, value in orders.items() if order not in foreign}
    if len(his) > 1:
        # Of orders that exclude one another, the first is kept and each later one is refused.
        first, *others = exclusive_in(his) or [""]
        objections += [Objection("exclusive", (order,), on_key=True, related=(first,)) for order in others]
    for order, value in his.items():
        if value is None:
            continue
        objections += _off_board(view, order, value)
        if judge := judges.get(order):
            objections += judge(view, value)
    return objections


def _not_his(view: PlayerView, orders: Given) -> Iterable[Objection]:
    """Object to another role's power, a ghost's order for a piece, and any order of a player with nothing left."""
    for order in orders:
        if order in VOTES:
            continue
        if view.unit == "nothing":
            yield _about(order, "nothing-left")
        elif view.unit == "ghost" and order not in GHOST_ORDERS:
            yield _about(order, "not-for-ghosts")
        elif view.unit == "piece" and order == "capture":
            yield _about(order, "only-for-ghosts")
        elif view.unit == "piece" and POWER_OF.get(order, view.role) != view.role:
            yield _about(order, "other-role", power_of=Word("roles", str(POWER_OF[order])))


def _off_board(view: PlayerView, order: str, value: Any) -> Iterable[Objection]:
    width, height = view.size
    for path, cell in _cells(order, value):
        if not (1 <= cell[0] <= width and 1 <= cell[1] <= height):
            yield Objection("off-board", path, {"cell": text(cell), "width": width, "height": height})


def _cells(order: str, value: Any) -> Iterable[tuple[tuple[str, ...], tuple[int, int]]]:
    """Yield the cells named by an order, each with its path."""
    parts = {(order, key): part for key, part in value.items()} if isinstance(value, Mapping) else {(order,): value}
    for path, part in parts.items():
        if isinstance(part, list) and len(part) == 2:
            yield path, (part[0], part[1])


def _spent(order: str, uses: str) -> Callable[[PlayerView, Any], Iterable[Objection]]:
    def judge(view: PlayerView, value: Any) -> Iterable[Objection]:
        if not getattr(view, uses):
            yield _about(order, "spent")

    return judge


def _shoot(view: PlayerView, value: Any) -> Iterable[Objection]:
    if view.aimed is None:
        yield _about("shoot", "no-aim")


def _terrorise(view: PlayerView, value: Any) -> Iterable[Objection]:
    if view.last_terror is not None and tuple(value) == tuple(view.last_terror):
        yield Objection("same-cell", ("terrorise",), {"cell": text((value[0], value[1]))})


def _reorder(view: PlayerView, value: Any) -> Iterable[Objection]:
    place = "before" if "before" in value else "after"
    if value.get("action") is not None and value["action"] == value.get(place):
        yield Objection("same-item", ("reorder", place), {"item": item_phrase(value["action"])})


def _steer(view: PlayerView, value: Any) -> Iterable[Objection]:
    if value.get("player") is not None and value["player"] not in view.mates:
        yield Objection("other-camp", ("steer_ghost", "player"), {"name": value["player"], "camp": view.camp})


def _capture(view: PlayerView, value: Any) -> Iterable[Objection]:
    if value not in view.mates:
        yield Objection("other-camp", ("capture",), {"name": value, "camp": view.camp})


def _about(order: str, code: str, **values: PhraseArgument) -> Objection:
    return Objection(code, (order,), values, on_key=True)


_ALWAYS: Judges = {"reorder": _reorder, "steer_ghost": _steer, "capture": _capture}
_NOW: Judges = {
    **_ALWAYS,
    "teleport": _spent("teleport", "teleports"),
    "extra_move": _spent("extra_move", "extra_moves"),
    "shoot": _shoot,
    "terrorise": _terrorise,
}

NEEDS: Mapping[str, frozenset[str]] = {
    "move": frozenset(),
    "capture": frozenset({"ghost"}),
    **{
        order: frozenset({str(role), order} if order in _NOW.keys() - _ALWAYS.keys() else {str(role)})
        for order, role in POWER_OF.items()
        if order != "terrorise"
    },
}
"""What each standing order needs: its role or a ghost, and whatever is judged only when its turn comes.

``terrorise`` is not listed, because it depends on its value, the cell.
"""


# Before turn 1 -----------------------------------------------------------------------------------------------


def captain_objections(view: PlayerView, orders: Given) -> list[Objection]:
    """Judge a choice of roles or a placement, which only the captain may send."""
    if view.player != view.captain:
        return [Objection("captain-only", (), {"captain": view.captain, "camp": view.camp}, on_key=True)]
    if orders.get(view.phase) is None:
        return []
    judge = roles_objections if view.phase == "roles" else placement_objections
    return list(judge(view, orders[view.phase]))


def roles_objections(view: PlayerView, roles: Mapping[str, str | None]) -> Iterable[Objection]:
    """Judge a choice of roles: every player of the camp and no other, and no role twice."""
    yield from _players_objections(view, roles, "roles")
    taken: dict[str, str] = {}
    for player, role in roles.items():
        if role is None:
            continue
        if role in taken:
            yield Objection("role-twice", ("roles", player), {"role": Word("roles", role), "other": taken[role]})
        taken.setdefault(role, player)


def placement_objections(view: PlayerView, placement: Mapping[str, Any]) -> Iterable[Objection]:
    """Judge a placement: every player of the camp and no other, on different cells of the start zone."""
    yield from _players_objections(view, placement, "placement")
    taken: dict[Cell, str] = {}
    for player, place in placement.items():
        if place is None:
            continue
        cell = (place[0], place[1])
        if cell not in view.zone:
            yield Objection("outside-zone", ("placement", player), {"cell": text(cell), "camp": view.camp})
        if cell in taken:
            yield Objection("cell-twice", ("placement", player), {"cell": text(cell), "other": taken[cell]})
        taken.setdefault(cell, player)


def _players_objections(view: PlayerView, given: Iterable[str], phase: str) -> Iterable[Objection]:
    given = list(given)
    for player in given:
        if player not in view.mates:
            yield Objection("other-camp", (phase, player), {"name": player, "camp": view.camp}, on_key=True)
    if forgotten := [player for player in view.mates if player not in given]:
        yield Objection("player-forgotten", (phase,), {"names": ", ".join(forgotten)}, on_key=True)
