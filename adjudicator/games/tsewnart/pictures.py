"""The pictures of a report: boards with pieces, the cells they came from, wounds, marks, and attempts for the MJ.

The same report says all of it in words, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Phrase
from adjudicator.core.stage import Fact
from adjudicator.games.tsewnart.account import came_to
from adjudicator.games.tsewnart.board import DIRECTIONS, Cell, cell_of
from adjudicator.games.tsewnart.state import State

if TYPE_CHECKING:
    from adjudicator.core.pictures import ActShown, MarkShown, Picture, PieceShown
    from adjudicator.games.tsewnart.records import Board, Learnt, Member


def pictures(report: Mapping[str, Any]) -> list[Picture]:
    """Return the pictures of a report: the reader's board, and for the MJ also the board before the turn."""
    if report["phase"] == "turn" and "board_before" in report:
        before, after = report["board_before"], report["board"]
        return [_picture("report.board.before", before), _picture("report.board.after", after)]
    board = report["board"] if "board" in report else report["public"]["board"]
    return [_picture("report.zones" if board["zones"] else "report.board", board)]


def position(report: Mapping[str, Any]) -> list[Picture]:
    """Return the picture of the board after a stage."""
    return pictures(report)[-1:]


def _picture(title: str, board: Board) -> Picture:
    return {"kind": "board", "title": Phrase(title), "shows": board}


def pictured(
    board: Board,
    before: State,
    members: Iterable[Member],
    learned: Iterable[Learnt] = (),
    hallowed: Iterable[Cell] = (),
) -> Board:
    """Return a board to which is added what its reader may know of these ``members`` and what the reader ``learned``.

    ``before`` is the state before the stage, from which the former cells of these members' pieces are taken.
    ``hallowed`` holds all sanctified cells, for a reader who may know them; other readers know only those that they
    learned of.
    """
    known = {member["player"]: member for member in members if member["unit"] == "piece"}
    cells = {*hallowed, *(fact["cell"] for fact in learned if fact["kind"] == "hallowed" and fact.get("sanctified"))}
    return {
        **board,
        "pieces": [_piece(piece, before, known) for piece in board["pieces"]],
        "marks": _marks(known.values(), cells),
    }


def _piece(piece: PieceShown, before: State, known: Mapping[str, Member]) -> PieceShown:
    player = piece.get("player", "")
    if player not in known:
        return piece
    more: dict[str, Any] = {"wounded": True} if known[player].get("wounded") else {}
    was = before.pieces.get(player)
    if was is not None and was.cell != piece["cell"]:
        more["came_from"] = was.cell
    return {**piece, **more}  # type: ignore[typeddict-item]


def _marks(members: Iterable[Member], hallowed: Iterable[Cell]) -> list[MarkShown]:
    aimed = {member.get("aimed") for member in members} - {None}
    terrorised = {member.get("last_terror") for member in members} - {None}
    kinds = (("aimed", aimed), ("sanctified", hallowed), ("terrorised", terrorised))
    found = [(cell, kind) for kind, cells in kinds for cell in cells]
    return [{"cell": cell, "kind": kind} for cell, kind in sorted(found)]  # type: ignore[typeddict-item]


def tried(camp_of: Mapping[str, str], before: State, log: Iterable[Fact]) -> list[ActShown]:
    """Return what pieces tried to do on other cells than their own, in the order of the turn."""
    acts: list[ActShown] = []
    order: Mapping[str, Any] = {}
    for fact in log:
        if fact.kind == "tried":
            order = fact.data
        elif fact.kind == "result" and order:
            act = _act(camp_of, before, order, fact.data)
            acts += [act] if act else []
            order = {}
    return acts


def _act(
    camp_of: Mapping[str, str], before: State, order: Mapping[str, Any], result: Mapping[str, Any]
) -> ActShown | None:
    """Return what an order tried to do on the board, drawn from where its piece stood before the turn; else None."""
    player, piece = order["player"], before.pieces.get(order["player"])
    if piece is None:
        return None
    stood = cell_of(order["cell"]) if order["cell"] is not None else piece.cell
    start, end = piece.cell, piece.aimed if order["order"] == "shoot" else aim(stood, order["value"])
    if end is None or end == start:
        return None
    success, what = result["result"] == "success", came_to(order, result)
    return {"camp": camp_of[player], "start": start, "end": end, "success": success, "what": what}


def aim(start: Cell, value: Any) -> Cell | None:
    """Return the cell that an order names, or the next cell in the direction it names, even beyond an edge.

    Return None if the order names neither.
    """
    if isinstance(value, str) and value in DIRECTIONS:
        return start[0] + DIRECTIONS[value][0], start[1] + DIRECTIONS[value][1]
    named = value.get("cell") if isinstance(value, Mapping) else value
    return cell_of(named) if isinstance(named, list | tuple) else None
