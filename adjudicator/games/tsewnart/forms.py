"""The contents of a player's form: the player's situation, the orders possible now, and how values are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Pairs, Phrase, PhraseArgument, Word
from adjudicator.core.game import Choice, Spelling
from adjudicator.games.tsewnart.actions import item_phrase
from adjudicator.games.tsewnart.board import DIRECTIONS, Board, Cell, text
from adjudicator.games.tsewnart.orders import EXCLUSIVE, GHOST_ORDERS, VOTES
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY, POWER_OF
from adjudicator.games.tsewnart.state import ROLES, Setting
from adjudicator.games.tsewnart.views import PlayerView

if TYPE_CHECKING:
    from adjudicator.core.pictures import BoardShown, GhostsShown, MarkShown, PieceShown

# The player's situation --------------------------------------------------------------------------------------


def situation(view: PlayerView) -> list[Phrase]:
    """Tell a player what they control and how they have voted; tell a captain what there is to choose."""
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
    values: dict[str, PhraseArgument] = {"role": Phrase(f"role.{view.role}"), "camp": view.camp}
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
    values: dict[str, PhraseArgument] = {"role": Phrase(f"role.{view.role}"), "camp": view.camp}
    yield Phrase("situation.ghost", values | {"cell": text(view.cell)})


def _votes(view: PlayerView) -> list[Phrase]:
    return [Phrase(f"situation.{vote}") for vote in VOTES if getattr(view, vote)]


# The board of a click form -----------------------------------------------------------------------------------


def board(view: PlayerView) -> BoardShown | None:
    """Return the board on which the player's orders are judged; None in a phase in which no cell is to be selected.

    Pieces of the player's own camp are shown with their roles and players, as on the board of the camp's report.
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
    """Return a piece, with its player and role if its cell is in ``known``.

    Only the player's own piece is marked, so that the rest of the board is the same for a whole camp and is drawn once.
    """
    shown: PieceShown = {"cell": cell, "camp": camp}
    if cell in known:
        shown = {**shown, "player": known[cell], "kind": Word("roles", view.fellows[known[cell]][1])}
    return {**shown, "own": True} if view.unit == "piece" and cell == view.cell else shown


def _ghosts_shown(view: PlayerView, cell: Cell, camp: str, count: int) -> GhostsShown:
    shown: GhostsShown = {"cell": cell, "camp": camp, "count": count}
    return {**shown, "own": True} if view.unit == "ghost" and (cell, camp) == (view.cell, view.camp) else shown


# The orders possible now -------------------------------------------------------------------------------------


def choices(view: PlayerView) -> list[Choice]:
    """Return what the player may order now, without powers that are used up and without a shot if there is no aim."""
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
    nearer = view.reach == "within" and order in ("aim", "shoot")
    remark = Phrase(f"choice.{order}.within" if nearer else f"choice.{order}")
    return Choice(order, _example(view, order), remark, group, lines, parts)


_PARTS = {
    "reorder": (("reorder", "action"), ("reorder", "before"), ("reorder", "after")),
    "steer_ghost": (("ghost", "cell"), ("ghost", "camp"), ("ghost", "to")),
}
"""The parts of an order that are filled in line by line.

A ghost of the player's own camp may be named by its player instead of by its cell.
"""


def _items(step: str, camps: Sequence[str]) -> tuple[PhraseArgument, ...]:
    return tuple(item_phrase(f"{step} {camp}") for camp in camps)


def standing_choices(view: PlayerView) -> list[Choice]:
    """Return the orders that suit most players as standing orders; any order except a vote may be one."""
    if view.unit == "nothing":
        return []
    orders = ["move"]
    if view.unit == "ghost":
        orders.append("capture")
    elif view.role == "croque-mort":
        orders.append("conceal")
    return [Choice(order, _example(view, order), Phrase(f"choice.standing.{order}")) for order in orders]


def _setup_choices(view: PlayerView) -> list[Choice]:
    """Return the captain's choice for every player of the camp before turn 1; other players have nothing to send."""
    if view.player != view.captain:
        return []
    lines: list[tuple[Any, ...]] = [tuple(map(text, view.zone))]
    if view.phase == "roles":
        lines = [(Phrase("pair", {"name": Word("roles", role), "what": Phrase(f"power.{role}")}),) for role in ROLES]
    blanks = dict.fromkeys(view.mates)
    return [Choice(view.phase, blanks, Phrase(f"choice.{view.phase}"), lines=tuple(lines))]


# Examples that would be accepted as they stand ---------------------------------------------------------------


def _example(view: PlayerView, order: str) -> Any:
    if order in ("move", "extra_move", "swap", "pull"):
        return Word("directions", _inward(view))
    if order in ("conceal", "shoot"):
        return Word("booleans", "true")
    if order in VOTES:
        # The example is the vote as it is now, so that sending it unchanged changes nothing.
        return Word("booleans", "true" if getattr(view, order) else "false")
    if order == "reorder":
        action, other = f"terrorise {view.camps[-1]}", f"reveal {view.camp}"
        return {Word("reorder", "action"): item_phrase(action), Word("reorder", "after"): item_phrase(other)}
    if order == "steer_ghost":
        return {Word("ghost", "cell"): text(view.cell), Word("ghost", "to"): Word("directions", _inward(view))}
    return view.player if order == "capture" else text(_cell(view, order))


def _inward(view: PlayerView) -> str:
    """Return a direction that does not lead off the board, or ``up`` if there is none; wraps are ignored."""
    return next((way for way in DIRECTIONS if _within(view, _step(view.cell, DIRECTIONS[way]))), "up")


def _cell(view: PlayerView, order: str) -> Cell:
    """Return a cell that ``order`` may name in an example.

    An aim gets a cell at the right distance, a terror or a teleport an adjacent cell, any other order the player's own
    cell. A terror never gets the cell that was terrorised last turn.
    """
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


def spellings(setting: Setting) -> Mapping[str, Spelling]:
    """Return how cells, items of the order of play, orders of players, sizes and spans are written."""
    return spelt((setting.board.width, setting.board.height), setting.camp_names, list(setting.camp_of))


def spelt(size: tuple[int, int], camps: Sequence[str], players: Sequence[str] = ()) -> dict[str, Spelling]:
    """Return how the values of Tsewnart's own kinds are written.

    These are cells of a board of ``size``, items of the order of play of ``camps``, orders given by ``players``, sizes
    and spans.
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
