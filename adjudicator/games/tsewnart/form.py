"""What a form tells a player: his situation, what he may order now, and how values are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Filling, Pairs, Phrase, Word
from adjudicator.core.game import Choice, Spelling
from adjudicator.games.tsewnart.board import DIRECTIONS, Board, Cell, text
from adjudicator.games.tsewnart.orders import EXCLUSIVE, GHOST_ORDERS, VOTES
from adjudicator.games.tsewnart.receipt import item_phrase
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY, POWER_OF
from adjudicator.games.tsewnart.state import ROLES
from adjudicator.games.tsewnart.views import PlayerView

if TYPE_CHECKING:
    from adjudicator.core.pictures import BoardShown, GhostsShown, MarkShown, PieceShown

# His situation -----------------------------------------------------------------------------------------------


def situation(view: PlayerView) -> list[Phrase]:
    """Say to a player what he controls and how he has voted; to a captain what he is to choose."""
    if view.phase != "turn":
        return list(_captain(view))
    if view.unit == "nothing":
        return [Phrase("situation.nothing"), *_votes(view)]
    unit = _piece(view) if view.unit == "piece" else _ghost(view)
    return [*unit, Phrase("situation.cells", {"cell": text(view.size)}), *_votes(view)]


def _captain(view: PlayerView) -> Iterator[Phrase]:
    yield Phrase(f"situation.{view.phase}", {"camp": view.camp})
    if view.phase == "placement":
        yield Phrase("situation.cells", {"cell": text(view.size)})
        pairs = tuple((mate, Word("roles", role)) for mate, role in view.roles.items())
        yield Phrase("situation.chosen", {"list": Pairs(pairs)})


def _piece(view: PlayerView) -> Iterator[Phrase]:
    values: dict[str, Filling] = {"role": Phrase(f"role.{view.role}"), "camp": view.camp}
    yield Phrase("situation.piece", values | {"cell": text(view.cell)})
    if view.wounded:
        yield Phrase("situation.wounded")
    if view.teleports is not None:
        yield _left("teleports", view.teleports)
    if view.extra_moves is not None:
        yield _left("extra-moves", view.extra_moves)
    if view.aimed:
        yield Phrase("situation.aimed", {"cell": text(view.aimed)})
    if view.last_terror:
        yield Phrase("situation.last-terror", {"cell": text(view.last_terror)})


def _left(uses: str, count: int) -> Phrase:
    return Phrase(f"situation.{uses}", n=count) if count else Phrase(f"situation.{uses}.none")


def _ghost(view: PlayerView) -> Iterator[Phrase]:
    values: dict[str, Filling] = {"role": Phrase(f"role.{view.role}"), "camp": view.camp}
    yield Phrase("situation.ghost", values | {"cell": text(view.cell)})


def _votes(view: PlayerView) -> list[Phrase]:
    return [Phrase(f"situation.{vote}") for vote in VOTES if getattr(view, vote)]


# The board that he points at ----------------------------------------------------------------------------------


def board(view: PlayerView) -> BoardShown | None:
    """Return the board as his orders are judged on it, where there are cells to point at.

    The pieces of his camp have their roles and their players, as on the board of its report.
    """
    if view.phase not in ("turn", "placement"):
        return None
    shape = Board(*view.size, view.topology)
    ghosts = Counter(view.sightings)
    known = {cell: player for player, cell in view.piece_cells.items()}
    rank = {camp: i for i, camp in enumerate(view.camps)}
    marks: list[MarkShown] = []
    if view.aimed is not None:
        marks.append({"cell": view.aimed, "kind": "aimed"})
    if view.last_terror is not None:
        marks.append({"cell": view.last_terror, "kind": "terrorised"})
    return {
        "width": view.size[0],
        "height": view.size[1],
        "lettered": view.lettered,
        "wraps_across": shape.wraps_x,
        "wraps_down": shape.wraps_y,
        "zones": [{"camp": view.camp, "cells": list(view.zone)}] if view.phase == "placement" else [],
        "marks": marks,
        "camps": list(view.camps),
        "pieces": [_piece_shown(view, cell, camp, known) for cell, camp in view.pieces],
        "ghosts": [
            _ghosts_shown(view, cell, camp, count)
            for (cell, camp), count in sorted(ghosts.items(), key=lambda item: (item[0][0], rank[item[0][1]]))
        ],
    }


def _piece_shown(view: PlayerView, cell: Cell, camp: str, known: Mapping[Cell, str]) -> PieceShown:
    """Return a piece, with its player and role if its player is ``known``: to all of a camp the same, drawn once."""
    shown: PieceShown = {"cell": cell, "camp": camp}
    if cell in known:
        shown = {**shown, "player": known[cell], "kind": Word("roles", view.fellows[known[cell]][1])}
    return {**shown, "own": True} if view.unit == "piece" and cell == view.cell else shown


def _ghosts_shown(view: PlayerView, cell: Cell, camp: str, count: int) -> GhostsShown:
    shown: GhostsShown = {"cell": cell, "camp": camp, "count": count}
    return {**shown, "own": True} if view.unit == "ghost" and (cell, camp) == (view.cell, view.camp) else shown


# What he may order now ---------------------------------------------------------------------------------------


def choices(view: PlayerView) -> list[Choice]:
    """Return what the player may order now; spent powers and a shot without an aim are left out."""
    if view.phase != "turn":
        return _setup_choices(view)
    if view.unit == "piece":
        orders = ["move", *(order for order, role in POWER_OF.items() if role == view.role)]
    else:
        orders = list(GHOST_ORDERS) if view.unit == "ghost" else []
    offered = [order for order in (*orders, *VOTES) if _available(view, order)]
    exclusive = [order for order in offered if order in EXCLUSIVE]
    also = [order for order in offered if order not in (*EXCLUSIVE, *VOTES)]
    groups = {"one-of" if len(exclusive) > 1 else "alone": exclusive, "also": also, "votes": VOTES}
    return [_choice(view, order, group) for group, orders in groups.items() for order in orders]


def _available(view: PlayerView, order: str) -> bool:
    needs = {"teleport": "teleports", "extra_move": "extra_moves", "shoot": "aimed"}
    return order not in needs or bool(getattr(view, needs[order]))


def _choice(view: PlayerView, order: str, group: str) -> Choice:
    lines: tuple[tuple[Any, ...], ...] = ()
    if order == "reorder":
        lines = tuple(_items(step.id, view.initiative) for step in ORDER_OF_PLAY)
    elif order == "examine":
        lines = (({Word("ghost", "cell"): text(view.cell), Word("ghost", "camp"): view.camps[-1]},),)
    elif order == "capture":
        lines = (tuple(view.ghosts),)
    parts = tuple(Word(place, part) for place, part in _PARTS.get(order, ()))
    remark = Phrase(f"choice.{order}.within" if _reaches_nearer(view, order) else f"choice.{order}")
    return Choice(order, _example(view, order), remark, group, lines, parts)


def _reaches_nearer(view: PlayerView, order: str) -> bool:
    return view.reach == "within" and order in ("aim", "shoot")


_PARTS = {
    "reorder": (("reorder", "action"), ("reorder", "before"), ("reorder", "after")),
    "steer_ghost": (("ghost", "cell"), ("ghost", "camp"), ("ghost", "to")),
}
"""What is filled line by line; a ghost of his own camp may be told by its player, too."""


def _items(step: str, camps: Sequence[str]) -> tuple[Filling, ...]:
    return tuple(item_phrase(f"{step} {camp}") for camp in camps)


def standing_choices(view: PlayerView) -> list[Choice]:
    """Return what suits most players to leave as standing orders; any order but a vote may be one."""
    if view.unit == "nothing":
        return []
    orders = ["move"]
    if view.unit == "ghost":
        orders.append("capture")
    elif view.role == "croque-mort":
        orders.append("conceal")
    return [Choice(order, _example(view, order), Phrase(f"choice.standing.{order}")) for order in orders]


def _setup_choices(view: PlayerView) -> list[Choice]:
    """Before turn 1 the captain alone has something to send: one thing for every player of the camp."""
    if view.player != view.captain:
        return []
    lines = _role_lines() if view.phase == "roles" else [tuple(map(text, view.zone))]
    blanks = dict.fromkeys(view.mates)
    return [Choice(view.phase, blanks, Phrase(f"choice.{view.phase}"), lines=tuple(lines))]


def _role_lines() -> Iterator[tuple[Any, ...]]:
    for role in ROLES:
        yield (Phrase("pair", {"name": Word("roles", role), "what": Phrase(f"power.{role}")}),)


# Examples that would be accepted as they stand ---------------------------------------------------------------


def _example(view: PlayerView, order: str) -> Any:
    if order in ("move", "extra_move", "swap", "pull"):
        return Word("directions", _inward(view))
    if order in ("conceal", "shoot"):
        return Word("booleans", "true")
    if order in VOTES:
        return Word(
            "booleans", "true" if getattr(view, order) else "false"
        )  # as it stands: put into force, it changes nothing
    if order == "reorder":
        action, other = f"terrorise {view.camps[-1]}", f"reveal {view.camp}"
        return {Word("reorder", "action"): item_phrase(action), Word("reorder", "after"): item_phrase(other)}
    if order == "steer_ghost":
        return {Word("ghost", "cell"): text(view.cell), Word("ghost", "to"): Word("directions", _inward(view))}
    return view.player if order == "capture" else text(_cell(view, order))


def _inward(view: PlayerView) -> str:
    """Return a direction that does not leave the board at its edge, if there is one."""
    return next((way for way in DIRECTIONS if _within(view, _step(view.cell, DIRECTIONS[way]))), "up")


def _cell(view: PlayerView, order: str) -> Cell:
    """Return a cell that ``order`` may name: at its distance for an aim, never last turn's terror, rarely his own."""
    beside = tuple(DIRECTIONS.values())
    steps = {"aim": ((2, 0), (-2, 0), (0, 2), (0, -2), (1, 1), (-1, -1)), "terrorise": beside, "teleport": beside}
    cells = [_step(view.cell, step) for step in (*steps.get(order, ()), (0, 0), *beside)]
    barred = view.last_terror if order == "terrorise" else None
    return next(cell for cell in cells if _within(view, cell) and (barred is None or cell != tuple(barred)))


def _step(cell: Cell, step: tuple[int, int]) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def _within(view: PlayerView, cell: Cell) -> bool:
    width, height = view.size
    return bool(1 <= cell[0] <= width and 1 <= cell[1] <= height)


# How values are written --------------------------------------------------------------------------------------


def spellings(size: tuple[int, int], camps: Sequence[str], players: Sequence[str] = ()) -> dict[str, Spelling]:
    """Return how cells of a board of ``size``, items of the order of play of ``camps`` and orders of ``players`` are
    written.
    """
    column, row = ("|".join(map(str, range(1, length + 1))) for length in size)
    items = [f"{step.id} {camp}" for step in ORDER_OF_PLAY for camp in camps]
    return {
        "cell": Spelling(pattern=rf"^\s*\(?\s*({column})\s*[;,]\s*({row})\s*\)?\s*$"),
        "item": Spelling(values=tuple(map(item_phrase, items)), meant=tuple(items)),
        "given": Spelling(
            values=tuple(
                Phrase("question.key", {"first": Word("orders", order), "second": player})
                for player in players
                for order in dict.fromkeys(("move", *(step.order for step in ORDER_OF_PLAY), "capture"))
            )
        ),
        "size": Spelling(pattern=r"^\s*\d{1,3}\s*[xX×*]\s*\d{1,3}\s*$"),
        "span": Spelling(pattern=r"^\s*\d{1,3}(\s*[-–]\s*\d{1,3})?\s*$"),
    }
