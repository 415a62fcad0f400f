"""The contents of a player's form: the player's situation, the orders possible now, and how values are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.core.actions import Spelling
from adjudicator.core.faults import Pairs, Phrase, PhraseArgument, Word
from adjudicator.games.tsewnart.actions import item_phrase
from adjudicator.games.tsewnart.board import Board, Cell, text
from adjudicator.games.tsewnart.orders import VOTES
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY
from adjudicator.games.tsewnart.state import Setting
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
