"""The pictures of a report: boards with pieces, the cells they came from, wounds, marks, and attempts for the MJ.

The same report says all of it in words, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Phrase
from adjudicator.core.plain import Plain
from adjudicator.games.tsewnart.board import Cell
from adjudicator.games.tsewnart.state import State

if TYPE_CHECKING:
    from adjudicator.core.pictures import Picture


def pictures(report: Mapping[str, Any]) -> list[Picture]:
    """Return the pictures of a report: the reader's board, and for the MJ also the board before the turn."""
    if report["phase"] == "turn" and "board_before" in report:
        before, after = report["board_before"], report["board"]
        return [board_picture("report.board.before", before), board_picture("report.board.after", after)]
    board = report["board"] if "board" in report else report["public"]["board"]
    return [board_picture("report.zones" if board["zones"] else "report.board", board)]


def position(report: Mapping[str, Any]) -> list[Picture]:
    """Return the picture of the board after a stage."""
    return pictures(report)[-1:]


def board_picture(title: str, board: Any) -> Picture:
    """Return the picture of a board."""
    return {"kind": "board", "title": Phrase(title), "shows": board}


def pictured(
    board: Plain,
    before: State,
    members: Iterable[Plain],
    learned: Iterable[Plain] = (),
    hallowed: Iterable[Cell] = (),
) -> Plain:
    """Return a board to which is added what its reader may know of these ``members`` and what the reader ``learned``.

    ``before`` is the state before the stage, from which the former cells of these members' pieces are taken.
    ``hallowed`` holds all sanctified cells, for a reader who may know them; other readers know only those that they
    learned of.
    """
    known = {member["player"]: member for member in members if member["unit"] == "piece"}
    cells = {*hallowed, *(fact["cell"] for fact in learned if fact["kind"] == "hallowed" and fact["sanctified"])}
    aimed = {member["aimed"] for member in known.values()} - {None}
    terrorised = {member["last_terror"] for member in known.values()} - {None}
    kinds = (("aimed", aimed), ("sanctified", cells), ("terrorised", terrorised))
    return {
        **board,
        "pieces": [_piece(piece, before, known) for piece in board["pieces"]],
        "marks": [
            {"cell": cell, "kind": kind} for cell, kind in sorted((cell, kind) for kind, them in kinds for cell in them)
        ],
    }


def _piece(piece: Plain, before: State, known: Mapping[str, Plain]) -> Plain:
    player = piece.get("player", "")
    if player not in known:
        return piece
    more: Plain = {"wounded": True} if known[player]["wounded"] else {}
    was = before.pieces.get(player)
    if was is not None and was.cell != piece["cell"]:
        more["came_from"] = was.cell
    return {**piece, **more}
