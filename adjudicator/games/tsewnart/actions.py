"""What players and captains may order: judged on the player's own view alone, and put into words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import permutations
from typing import Any, TypeAlias

from adjudicator.core.faults import Objection, Pairs, Phrase, PhraseArgument, Word
from adjudicator.core.game import Receipt
from adjudicator.core.plain import Plain
from adjudicator.games.tsewnart.board import DIRECTIONS, Cell, text
from adjudicator.games.tsewnart.orders import GHOST_ORDERS, VOTES, Item, exclusive_in
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY, POWER_OF
from adjudicator.games.tsewnart.rulings import DECLARATIONS
from adjudicator.games.tsewnart.state import ROLES
from adjudicator.games.tsewnart.views import PlayerView

_WHEN = {step.order: rank for rank, step in enumerate(ORDER_OF_PLAY) if step.order != "move"}
_MOVE = {step.role: rank for rank, step in enumerate(ORDER_OF_PLAY) if step.order == "move"}
_LAST = len(ORDER_OF_PLAY)


def receipt(view: PlayerView, orders: Mapping[str, Any]) -> Receipt:
    """Return a phrase for each order, or one that says that a player who could act does nothing."""
    if view.phase != "turn":
        return Receipt(tuple(_setup_phrase(phase, given) for phase, given in orders.items()))
    own_move = _MOVE.get(view.role, _LAST) if view.unit == "piece" else _MOVE[None]
    in_time = sorted(orders, key=lambda order: (own_move if order == "move" else _WHEN.get(order, _LAST), order))
    actions = [said(view.player, order, orders[order]) for order in in_time if order not in DECLARATIONS]
    besides = [_declared(view, order, orders[order]) for order in DECLARATIONS if order in orders]
    if all(order in VOTES for order in orders) and (view.unit != "nothing" or not orders):
        actions = [Phrase("receipt.nothing")]
    return Receipt(tuple(actions), tuple(besides))


def _declared(view: PlayerView, order: str, value: bool) -> Phrase:
    """Word a declaration; a vote that changes nothing is said to stay as it is."""
    if order in VOTES and value is getattr(view, order):
        return Phrase(f"receipt.{order}.{'still' if value else 'none'}")
    return said(view.player, order, value)


def _setup_phrase(phase: str, given: Mapping[str, Any]) -> Phrase:
    pairs = [
        (name, Word("roles", what) if phase == "roles" else text((what[0], what[1]))) for name, what in given.items()
    ]
    return Phrase(f"receipt.{phase}", {"list": Pairs(tuple(pairs))})


def where(value: Any) -> Phrase:
    """Word a direction or a cell as a destination."""
    if isinstance(value, str):
        return Phrase(f"where.{value}")
    return Phrase("where.cell", {"cell": text((value[0], value[1]))})


def _plain(order: str, value: Any) -> Phrase:
    if isinstance(value, bool):
        return Phrase(f"receipt.{order}.{'yes' if value else 'no'}")
    if isinstance(value, list):
        return Phrase(f"receipt.{order}", {"cell": text((value[0], value[1]))})
    return Phrase(f"receipt.{order}", {"name": value})


def _towards(order: str, value: Any) -> Phrase:
    return Phrase(f"receipt.{order}", {"where": where(value)})


def _swap(order: str, value: Any) -> Phrase:
    if isinstance(value, str):
        return Phrase("receipt.swap.direction", {"where": where(value)})
    return Phrase("receipt.swap.cell", {"cell": text(tuple(value))})


def _pull(order: str, value: Any) -> Phrase:
    return Phrase("receipt.pull", {"side": Phrase(f"side.{value}")})


def item_phrase(item: str) -> Phrase:
    """Word an item of the order of play."""
    step, camp = Item.of(item)
    return Phrase("item", {"step": Word("steps", step), "camp": camp})


def _reorder_said(order: str, value: Mapping[str, str]) -> Phrase:
    return Phrase(f"receipt.reorder.{_place(value)}", _reordered(value))


def _place(value: Mapping[str, str]) -> str:
    return "before" if "before" in value else "after"


def _reordered(value: Mapping[str, str]) -> dict[str, PhraseArgument]:
    return {"action": item_phrase(value["action"]), "reference": item_phrase(value[_place(value)])}


def _examine(order: str, value: Any) -> Phrase:
    if isinstance(value, list):
        return _plain(order, value)
    cell = text(tuple(value["cell"]))
    if "camp" not in value:
        return Phrase("receipt.examine", {"cell": cell})
    return Phrase("receipt.examine.camp", {"cell": cell, "camp": value["camp"]})


def _steer_said(order: str, value: Mapping[str, Any]) -> Phrase:
    to = where(value["to"])
    if "player" in value:
        return Phrase("receipt.steer_ghost.player", {"name": value["player"], "where": to})
    cell = text(tuple(value["cell"]))
    if "camp" in value:
        return Phrase("receipt.steer_ghost.camp", {"cell": cell, "camp": value["camp"], "where": to})
    return Phrase("receipt.steer_ghost", {"cell": cell, "where": to})


_SAY: Mapping[str, Callable[[str, Any], Phrase]] = {
    "move": _towards,
    "extra_move": _towards,
    "swap": _swap,
    "pull": _pull,
    "reorder": _reorder_said,
    "examine": _examine,
    "steer_ghost": _steer_said,
}


def said(player: str, order: str, value: Any) -> Phrase:
    """Word one order of a turn for the ``player`` who gave it."""
    if order == "capture" and value == player:
        return Phrase("receipt.capture.own")
    return _SAY.get(order, _plain)(order, value)


def given(order: str, value: Any) -> PhraseArgument:
    """Word the value of an order for the MJ's account; an empty string if the name of the order says it all."""
    if isinstance(value, bool):
        return ""
    if order == "reorder":
        return Phrase(f"given.reorder.{_place(value)}", _reordered(value))
    if order == "steer_ghost":
        return Phrase("given.steer_ghost", {"ghost": _ghost(value), "where": where(value["to"])})
    if order == "capture":
        return str(value)
    return Word("directions", value) if isinstance(value, str) else _ghost(value)


def _ghost(value: Any) -> PhraseArgument:
    """Word a cell, or a ghost named by its cell, by its camp and cell, or by its player."""
    if isinstance(value, list):
        return text((value[0], value[1]))
    if "player" in value:
        return str(value["player"])
    cell = text((value["cell"][0], value["cell"][1]))
    return Phrase("given.ghost", {"cell": cell, "camp": value["camp"]}) if "camp" in value else cell


Given: TypeAlias = Mapping[str, Any]
Judges: TypeAlias = Mapping[str, Callable[[PlayerView, Any], Iterable[Objection]]]


def turn_objections(view: PlayerView, orders: Given) -> list[Objection]:
    """Judge one player's orders for a turn. A value of None could not be read, and only its key is judged."""
    return _judged(view, orders, _not_his(view, orders), _NOW)


def ahead_objections(view: PlayerView, orders: Given) -> list[Objection]:
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


def standing(view: PlayerView, left: Mapping[str, Any]) -> Plain:
    """Return the standing orders to which there is no objection in the turn awaited."""
    left_out = {objection.path[0] for objection in turn_objections(view, left)}
    return {order: value for order, value in left.items() if order not in left_out}


TROUBLES = ("not-for-ghosts", "nothing-left", "other-role", "spent", "no-aim", "same-cell")
"""The codes of objections that may arise later against a standing order that was accepted when it was left.

An order for ghosts alone is not reported for a piece: it is kept in case the player becomes a ghost.
"""


def standing_trouble(view: PlayerView, standing: Mapping[str, Any]) -> Iterator[Phrase]:
    """Yield a phrase for each standing order that cannot be used in the turn awaited, with the reason."""
    for objection in turn_objections(view, standing):
        if objection.code in TROUBLES:
            values: dict[str, PhraseArgument] = {**objection.values, "word": Word("orders", str(objection.path[0]))}
            yield Phrase(f"trouble.{objection.code}", values)


def standing_said(standing: Mapping[str, Any]) -> Iterator[Phrase]:
    """Yield standing orders in words."""
    for order, value in standing.items():
        answer = Word("booleans", str(value).lower()) if isinstance(value, bool) else given(order, value)
        yield Phrase("standing.order", {"order": Word("orders", order), "value": answer})


standing_objections = ahead_objections


def objections(view: PlayerView, orders: Plain) -> list[Objection]:
    """Judge orders for the stage awaited."""
    return turn_objections(view, orders) if view.phase == "turn" else captain_objections(view, orders)


def phases_of(order: str) -> frozenset[str]:
    """Return the phase ``turn``, the only one in which standing orders are used."""
    return frozenset({"turn"})


def without(view: PlayerView) -> Phrase:
    """Say that the player does nothing, or that the game waits for a captain, who has no default (R2)."""
    return Phrase("fate.nothing" if view.phase == "turn" else "fate.waiting")
