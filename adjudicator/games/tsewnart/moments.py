"""A turn step by step, one step for each order, for the MJ: replayed from the log, with what each order changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from adjudicator.core.faults import Phrase, Word
from adjudicator.core.game import Moment
from adjudicator.core.stage import Fact, Outcome
from adjudicator.games.tsewnart import views
from adjudicator.games.tsewnart.account import came_to, happened
from adjudicator.games.tsewnart.board import Cell, cell_of
from adjudicator.games.tsewnart.orders import Item
from adjudicator.games.tsewnart.pictures import aim, pictured
from adjudicator.games.tsewnart.state import Ghost, Setting, State

if TYPE_CHECKING:
    from adjudicator.core.pictures import ActShown, MarkShown, Picture
    from adjudicator.games.tsewnart.records import Board

# The effect of each fact of the log --------------------------------------------------------------------------


def tell(setting: Setting, table: State, fact: Fact) -> None:
    """Apply a fact of the log to the pieces and ghosts of ``table``; other facts change nothing."""
    change = _CHANGES.get(fact.kind)
    if change:
        change(setting, table, fact.data)


def _begins(setting: Setting, table: State, data: Mapping[str, Any]) -> None:
    for piece in table.pieces.values():
        piece.aimed = piece.last_terror = None


def _moved(setting: Setting, table: State, data: Mapping[str, Any]) -> None:
    table.pieces[data["player"]].cell = cell_of(data["end"])


def _swapped(setting: Setting, table: State, data: Mapping[str, Any]) -> None:
    table.pieces[data["player"]].cell = cell_of(data["end"])
    table.pieces[data["other"]].cell = cell_of(data["start"])


def _ghost_moved(setting: Setting, table: State, data: Mapping[str, Any]) -> None:
    table.ghosts[data["player"]].cell = cell_of(data["end"])


def _wounded(setting: Setting, table: State, data: Mapping[str, Any]) -> None:
    table.pieces[data["player"]].wounded = True


def _eliminated(setting: Setting, table: State, data: Mapping[str, Any]) -> None:
    del table.pieces[data["player"]]


def _ghost_appeared(setting: Setting, table: State, data: Mapping[str, Any]) -> None:
    player = data["player"]
    table.ghosts[player] = Ghost(player, setting.camp_of[player], data["role"], cell_of(data["cell"]))


def _captured(setting: Setting, table: State, data: Mapping[str, Any]) -> None:
    taker = data["taker"]
    for player in (taker, *data["others"]):
        del table.ghosts[player]
    piece = table.pieces.pop(data["player"])
    table.pieces[taker] = replace(piece, player=taker, camp=setting.camp_of[taker])


def _spent(setting: Setting, table: State, data: Mapping[str, Any]) -> None:
    setattr(table.pieces[data["player"]], data["use"], data["left"])


def _aimed(setting: Setting, table: State, data: Mapping[str, Any]) -> None:
    table.pieces[data["player"]].aimed = cell_of(data["cell"])


def _barred(setting: Setting, table: State, data: Mapping[str, Any]) -> None:
    table.pieces[data["player"]].last_terror = cell_of(data["cell"])


_CHANGES = {
    "initiative": _begins,
    "moved": _moved,
    "swapped": _swapped,
    "ghost-moved": _ghost_moved,
    "wounded": _wounded,
    "eliminated": _eliminated,
    "ghost-appeared": _ghost_appeared,
    "captured": _captured,
    "spent": _spent,
    "aimed": _aimed,
    "barred": _barred,
}
"""The function that applies each kind of fact to pieces and ghosts.

These are the kinds that the methods of ``turn.Turn`` record when they change a piece or a ghost.
"""


# The steps of a turn -----------------------------------------------------------------------------------------


def moments(setting: Setting, before: State, outcome: Outcome[State]) -> list[Moment]:
    """Return the steps of a turn; empty for another stage.

    The steps are the position at the beginning, each order with its effects, and whatever happened between orders and
    at the end.
    """
    if before.phase != "turn":
        return []
    numbers = {item: number for number, item in enumerate(_items(outcome.log), 1)}
    table, hallowed = before.copy(), list[Cell]()
    shown = _board(setting, before, before, [])
    found = [Moment(Phrase("report.board.before"), (), (_picture(shown),))]
    for facts in _spans(outcome.log):
        was = table.copy()
        for fact in facts:
            tell(setting, table, fact)
            hallowed += [cell_of(fact.data["cell"])] if fact.kind == "sanctified" else []
        now = _board(setting, was, table, hallowed)
        marked: Board = {**now, "marks": _with_changed(shown, now), "acts": _acts(setting, before, facts)}
        found.append(Moment(_title(facts[0], numbers), _said(facts), (_picture(marked),)))
        shown = now
    return found


def _items(log: Iterable[Fact]) -> Sequence[str]:
    return next((fact.data["items"] for fact in log if fact.kind == "after"), ())


def _spans(log: Iterable[Fact]) -> Iterator[list[Fact]]:
    """Yield the facts of each order, from ``tried`` to ``result``, and each run of other facts between them."""
    held: list[Fact] = []
    for fact in log:
        if fact.kind in ("tried", "after") and held:
            yield held
            held = []
        if fact.kind != "after":
            held.append(fact)
        if fact.kind == "result":
            yield held
            held = []
    if held:
        yield held


def _title(first: Fact, numbers: Mapping[str, int]) -> Phrase:
    """Say when a step happened: in which numbered item of the order of play, before the first or after the last."""
    if first.kind == "initiative":
        return Phrase("account.before-first")
    if "item" not in first.data:
        return Phrase("report.afterwards")
    item = Item.of(first.data["item"])
    said = Phrase("account.item", {"step": Word("steps", item.step), "camp": item.camp})
    return Phrase("account.moment", {"number": numbers[first.data["item"]], "item": said})


def _said(facts: Sequence[Fact]) -> list[Phrase]:
    first, last = facts[0], facts[-1]
    if first.kind != "tried":
        return [happened(fact) for fact in facts]
    return [came_to(first.data, last.data), *(happened(fact) for fact in facts[1:-1])]


# The pictures of a step --------------------------------------------------------------------------------------


def _picture(board: Board) -> Picture:
    return {"kind": "board", "title": Phrase("report.board"), "shows": board}


def _board(setting: Setting, was: State, now: State, hallowed: Iterable[Cell]) -> Board:
    """Return the MJ's board, which also shows for each piece that moved since ``was`` the cell it came from."""
    everybody = [views.member_view(now, player) for player in setting.roster]
    return pictured(views.board_view(setting, now, own=None, everything=True), was, everybody, hallowed=set(hallowed))


def _with_changed(one: Board, two: Board) -> list[MarkShown]:
    """Return the marks of board ``two``, and a mark on each cell whose content differs from board ``one``."""
    there, here = _standing(one), _standing(two)
    changed = [cell for cell in {**there, **here} if there.get(cell) != here.get(cell)]
    marks = [*two.get("marks", ()), *(cast("MarkShown", {"cell": cell, "kind": "changed"}) for cell in changed)]
    return sorted(marks, key=lambda mark: (mark["cell"], mark["kind"]))


def _standing(board: Board) -> dict[Cell, list[Any]]:
    """Return what stands on each cell that is not empty."""
    there: dict[Cell, list[Any]] = {}
    for piece in board["pieces"]:
        without_way = {key: value for key, value in piece.items() if key != "came_from"}
        there.setdefault(piece["cell"], []).append(without_way)
    for ghosts in board["ghosts"]:
        there.setdefault(ghosts["cell"], []).append(ghosts)
    return there


def _acts(setting: Setting, before: State, facts: Sequence[Fact]) -> list[ActShown]:
    """Return what an order tried to do on another cell than its own: a list of one, or empty."""
    order, result = facts[0].data, facts[-1].data
    if facts[0].kind != "tried" or order["cell"] is None:
        return []
    start = cell_of(order["cell"])
    piece = before.pieces.get(order["player"])
    end = piece.aimed if piece and order["order"] == "shoot" else aim(start, order["value"])
    if end is None or end == start:
        return []
    success, what = result["result"] == "success", came_to(order, result)
    camp = setting.camp_of[order["player"]]
    return [{"camp": camp, "start": start, "end": end, "success": success, "what": what}]
