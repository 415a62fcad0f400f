"""What the picture of a board shows besides its pieces and ghosts: whence they came, wounds, marks.

All of it is told in words in the same report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.rulesets.tsewnart.board import Cell
from adjudicator.rulesets.tsewnart.state import State

if TYPE_CHECKING:
    from adjudicator.core.boards import MarkShown, PieceShown
    from adjudicator.rulesets.tsewnart.records import Board, Learnt, Member


def pictured(
    board: Board,
    before: State,
    members: Iterable[Member],
    learned: Iterable[Learnt] = (),
    hallowed: Iterable[Cell] = (),
) -> Board:
    """Return a board with what its reader may know of these ``members``, and of what was ``learned`` of its cells.

    ``before`` is the state before the stage: of it is told where the reader's own pieces were. ``hallowed`` are cells
    that were sanctified, where he may know them all.
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
