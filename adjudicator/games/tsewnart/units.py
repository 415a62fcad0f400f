"""Pieces and ghosts as a case or an amendment describes them: how they are judged and built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.core.faults import KeyPath, Objection, Word
from adjudicator.games.tsewnart.board import Board, Cell, cell_of, text
from adjudicator.games.tsewnart.state import Ghost, Piece, new_piece

UNITS = ("pieces", "ghosts")
ROLE_OF = {
    "wounded": "brute",
    "aimed": "archer",
    "last_terror": "terreur",
    "teleports": "dement",
    "extra_moves": "agile",
}
"""The values that only pieces of one role may carry, each with that role."""
USES = ("teleports", "extra_moves")


class Row(NamedTuple):
    """A piece or a ghost that a file names.

    ``kind`` is ``pieces`` or ``ghosts``, ``path`` its place in the file, and ``unit`` its values there.
    """

    kind: str
    path: KeyPath
    player: str
    unit: Mapping[str, Any]


def cell_objections(board: Board, rows: Iterable[Row]) -> Iterator[Objection]:
    """Object to cells that are not on the board, and to a piece on the cell of a piece listed before it."""
    taken: dict[Cell, str] = {}
    for row in rows:
        for key in ("at", *ROLE_OF):
            if isinstance(row.unit.get(key), (list, tuple)):
                yield from off_board(board, (*row.path, key), cell_of(row.unit[key]))
        if row.kind == "pieces":
            cell = cell_of(row.unit["at"])
            if cell in taken:
                yield Objection("cell-twice", (*row.path, "at"), {"cell": text(cell), "other": taken[cell]})
            taken.setdefault(cell, row.player)


def off_board(board: Board, path: KeyPath, cell: Cell) -> Iterator[Objection]:
    """Object to a cell that is not on the board."""
    if cell not in board:
        values: dict[str, Any] = {"cell": text(cell), "width": board.width, "height": board.height}
        yield Objection("off-board", path, values)


def role_objections(rows: Iterable[Row]) -> Iterator[Objection]:
    """Object to values that the role of a piece cannot have, and to more uses than it begins with."""
    for _, path, _, unit in (row for row in rows if row.kind == "pieces"):
        fresh = new_piece("", "", unit["role"], (1, 1))
        for key, role in ROLE_OF.items():
            value = unit.get(key)
            if value and unit["role"] != role:
                yield Objection("not-of-role", (*path, key), {"role": Word("roles", role)}, on_key=True)
            elif key in USES and value is not None and value > getattr(fresh, key):
                yield Objection("too-great", (*path, key), {"found": value, "limit": getattr(fresh, key)})


def make_piece(player: str, camp: str, unit: Mapping[str, Any]) -> Piece:
    """Build a piece; values that are not given are those at the start of the game."""
    piece = new_piece(player, camp, unit["role"], cell_of(unit["at"]))
    piece.wounded = unit.get("wounded", False)
    piece.aimed = _cell_or_none(unit.get("aimed"))
    piece.last_terror = _cell_or_none(unit.get("last_terror"))
    piece.teleports = unit.get("teleports", piece.teleports)
    piece.extra_moves = unit.get("extra_moves", piece.extra_moves)
    return piece


def make_ghost(player: str, camp: str, unit: Mapping[str, Any]) -> Ghost:
    """Build a ghost."""
    return Ghost(player, camp, unit["role"], cell_of(unit["at"]))


def _cell_or_none(value: Any) -> Cell | None:
    return None if value is None else cell_of(value)
