"""The MJ's account of a turn, worded from its log: the order of play as it really was, and the turn step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.game_reports import Moment
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Fact, Outcome
from adjudicator.games.tsewnart import views
from adjudicator.games.tsewnart.actions import given, item_phrase
from adjudicator.games.tsewnart.board import DIRECTIONS, Cell, cell_of, text
from adjudicator.games.tsewnart.orders import parts_of_item
from adjudicator.games.tsewnart.pictures import board_picture, pictured
from adjudicator.games.tsewnart.state import Setting, State
from adjudicator.games.tsewnart.turn import apply

Data: TypeAlias = Mapping[str, Any]
"""The data of one fact in the log."""


def account(log: Iterable[Fact]) -> Plain:
    """Divide the log into what came first, the items played with the orders tried in them, and what came afterwards.

    Each order is a row of its ``text`` and the ``details`` that it caused. Consecutive items in which nobody had an
    order are combined into one entry.
    """
    first: list[Plain] = []
    afterwards: list[Plain] = []  # captures, what ghosts saw, votes, the end
    tried: dict[str, list[Plain]] = {}
    items: Sequence[str] = ()
    moved: set[str] = set()
    loose = first
    for facts in steps(log):
        order = facts[0].data
        moved |= {fact.data["action"] for fact in facts if fact.kind == "reordered"}
        if facts[0].kind == "after":
            loose, items = afterwards, order.get("items", ())
        elif facts[0].kind == "tried":
            row = {"text": came_to(order, facts[-1].data), "details": [happened(fact) for fact in facts[1:-1]]}
            (tried.setdefault(order["item"], []) if "item" in order else afterwards).append(row)
        else:
            loose += [{"text": happened(fact), "details": []} for fact in facts]
    return {"first": first, "play": _play(items, tried, moved), "afterwards": afterwards}


def steps(log: Iterable[Fact]) -> Iterator[list[Fact]]:
    """Yield the facts of each order, from ``tried`` to ``result``; the fact ``after``; each run of other facts."""
    held: list[Fact] = []
    for fact in log:
        if fact.kind in ("tried", "after") and held:
            yield held
            held = []
        held.append(fact)
        if fact.kind in ("result", "after"):
            yield held
            held = []
    if held:
        yield held


# An order ----------------------------------------------------------------------------------------------------


def came_to(order: Data, result: Data) -> Phrase:
    """Say who tried what, what came of it, and which section and rulings decided."""
    cited = section(order["order"], result["reason"], of_a_piece=order["role"] is not None)
    value = given(order["order"], order["value"])
    values: dict[str, PhraseArgument] = {
        "who": _who(order),
        "given": Phrase("account.value", {"value": value}) if value else "",
        "result": Phrase(f"result.word.{result['result']}"),
        "reason": Phrase(f"reason.{result['reason']}"),
        "by": _by((cited, *result["rulings"])),
    }
    return Phrase("account.entry", values)


def _who(order: Data) -> Phrase:
    values: dict[str, PhraseArgument] = {"player": order["player"], "order": Word("orders", order["order"])}
    if order["cell"] is None:
        return Phrase("account.who.bare", values)
    values["cell"] = text(cell_of(order["cell"]))
    if order["role"] is None:
        return Phrase("account.who.ghost", values)
    return Phrase("account.who", {**values, "role": Word("roles", order["role"])})


def _by(cited: Sequence[str]) -> Phrase:
    return Phrase("account.by", {"list": Listed(tuple(cited))})


_MOVING: Mapping[str, str] = {
    "unreachable": "§4.1",
    "ally-there": "§4.2",
    "protected": "§4.3",
    "wounded": "§4.4",
    "eliminated": "§4.5",
    "moved": "§4.6",
}
_STOPPED: Mapping[str, str] = {
    "gone": "§3",
    "not-his": "§3",
    "exclusive": "§5",
    "terrorised": "§5",
    "steered": "§5",
    "decided": "§3",
}
_OTHER_ORDERS: Mapping[str, str] = {"reorder": "§6", "capture": "§8"}


def section(order: str, reason: str, of_a_piece: bool) -> str:
    """Return the section of the rules page that decides the result of an order, such as ``§4.3``.

    A reason that stops an order before it begins has its own section. Otherwise it is a numbered point of §4 for the
    move of a piece, and the section on the role, on ghosts or on captures for other orders.
    """
    if reason in _STOPPED:
        return _STOPPED[reason]
    if order == "extra_move" or (order == "move" and of_a_piece):
        return _MOVING.get(reason, "§5")
    return "§7" if order == "move" else _OTHER_ORDERS.get(order, "§5")


# A fact ------------------------------------------------------------------------------------------------------


def happened(fact: Fact) -> Phrase:
    """Say one fact of the log in words, with the rulings that were applied."""
    said = _happened(fact.kind, fact.data)
    cited = fact.data.get("rulings", ())
    return Phrase("account.fact", {"what": said, "by": _by(cited)}) if cited else said


def _happened(kind: str, data: Data) -> Phrase:
    values = {key: _filling(key, value) for key, value in data.items() if key != "rulings"}
    if kind == "reordered":
        return Phrase(f"happened.reordered.{data['place']}", values)
    if kind == "spent":
        return Phrase(f"happened.spent.{data['use']}", values, n=data["left"])
    if kind == "ruled":
        said = {**values, "order": Word("orders", data["order"]), "verdict": Word("verdicts", data["verdict"])}
        return Phrase("happened.ruled", said)
    if kind == "voted":
        return Phrase(f"happened.voted.{data['vote']}.{'yes' if data['cast'] else 'no'}", values)
    return Phrase(f"happened.{kind}", values)


def _filling(key: str, value: Any) -> PhraseArgument:
    if key in ("cell", "start", "end"):
        return text(cell_of(value))
    if key in ("action", "reference"):
        return item_phrase(value)
    if key == "role":
        return Word("roles", value)
    if key == "cause":
        return Phrase(f"report.cause.{value}")
    return Listed(tuple(value)) if isinstance(value, (list, tuple)) else str(value)


# The order of play -------------------------------------------------------------------------------------------


def _play(items: Sequence[str], tried: Mapping[str, list[Plain]], moved: set[str]) -> list[Plain]:
    numbered = list(enumerate(items, 1))
    play: list[Plain] = []
    for concerns, run in groupby(numbered, key=lambda entry: entry[1] in tried or entry[1] in moved):
        if concerns:
            play += [_entry(number, item, tried.get(item, []), item in moved) for number, item in run]
        else:
            play.append(_idle(list(run)))
    return play


def _entry(number: int, item: str, tried: list[Plain], moved: bool) -> Plain:
    said = _item_said(item, "account.item.moved" if moved else "account.item")
    said = said if tried else Phrase("account.item.nothing", {"item": said})
    return {"number": Phrase("account.number", {"number": number}), "text": said, "tried": tried}


def _item_said(item: str, key: str = "account.item") -> Phrase:
    step, camp = parts_of_item(item)
    return Phrase(key, {"step": Word("steps", step), "camp": camp})


def _idle(run: Sequence[tuple[int, str]]) -> Plain:
    """Word a run of items in which nobody had an order as one entry that lists the camps of each step together."""
    (first, _), (last, _) = run[0], run[-1]
    number = Phrase("account.number", {"number": first})
    if last > first:
        key = "account.numbers.two" if last == first + 1 else "account.numbers"
        number = Phrase(key, {"first": first, "last": last})
    said = tuple(
        Phrase("account.step", {"step": Word("steps", step), "camps": Listed(tuple(camp for _, camp in items))})
        for step, items in groupby((parts_of_item(item) for _, item in run), key=itemgetter(0))
    )
    return {"number": number, "text": Phrase("account.idle", {"list": Listed(said)}), "tried": []}


# The turn step by step ---------------------------------------------------------------------------------------


def moments(setting: Setting, before: State, outcome: Outcome[State]) -> list[Moment]:
    """Return the steps of a turn; empty for another stage.

    The steps are the position at the beginning, each order with its effects, and whatever happened between orders and
    at the end. They are replayed from the log: the draws and the MJ's rulings of a published turn are in it alone.
    """
    if before.phase != "turn":
        return []
    items = next((fact.data["items"] for fact in outcome.log if fact.kind == "after"), ())
    numbers = {item: number for number, item in enumerate(items, 1)}
    table, hallowed = before.copy(), list[Cell]()
    shown = whole_board(setting, before, before)
    found = [Moment(Phrase("report.board.before"), (), (board_picture("report.board", shown),))]
    for facts in steps(outcome.log):
        first, result = facts[0], facts[-1].data
        if first.kind == "after":
            continue
        was = table.copy()
        for fact in facts:
            apply(setting, table, fact)
            hallowed += [cell_of(fact.data["cell"])] if fact.kind == "sanctified" else []
        now = whole_board(setting, was, table, hallowed)
        marked = {**now, "marks": _with_changed(shown, now), "acts": []}
        if first.kind != "tried":
            said = list(map(happened, facts))
        else:
            said = [came_to(first.data, result), *map(happened, facts[1:-1])]
            if first.data["cell"] is not None:
                marked["acts"] = _act(setting, before, first.data, result, cell_of(first.data["cell"]))
        found.append(Moment(_when(first, numbers), said, (board_picture("report.board", marked),)))
        shown = now
    return found


def _when(first: Fact, numbers: Mapping[str, int]) -> Phrase:
    """Say when a step happened: in which numbered item of the order of play, before the first or after the last."""
    if first.kind == "initiative":
        return Phrase("account.before-first")
    if "item" not in first.data:
        return Phrase("report.afterwards")
    item = first.data["item"]
    return Phrase("account.moment", {"number": numbers[item], "item": _item_said(item)})


def whole_board(setting: Setting, was: State, now: State, hallowed: Iterable[Cell] = ()) -> Plain:
    """Return the MJ's board, which also shows for each piece that moved since ``was`` the cell it came from."""
    everybody = [views.member_view(now, player) for player in setting.roster]
    return pictured(views.board_view(setting, now, own=None, everything=True), was, everybody, hallowed=set(hallowed))


def _with_changed(one: Plain, two: Plain) -> list[Plain]:
    """Return the marks of board ``two``, and a mark on each cell whose content differs from board ``one``."""
    there, here = _standing(one), _standing(two)
    changed = [cell for cell in {**there, **here} if there.get(cell) != here.get(cell)]
    marks = [*two["marks"], *({"cell": cell, "kind": "changed"} for cell in changed)]
    return sorted(marks, key=lambda mark: (mark["cell"], mark["kind"]))


def _standing(board: Plain) -> dict[Cell, list[Plain]]:
    """Return what stands on each cell that is not empty, without the way by which it came."""
    there: dict[Cell, list[Plain]] = {}
    for one in (*board["pieces"], *board["ghosts"]):
        there.setdefault(one["cell"], []).append({key: value for key, value in one.items() if key != "came_from"})
    return there


# What was tried, drawn on a board ----------------------------------------------------------------------------


def acts(setting: Setting, before: State, log: Iterable[Fact]) -> list[Plain]:
    """Return what pieces tried to do on other cells, in the order of the turn, each from its cell before the turn."""
    orders = [(facts[0].data, facts[-1].data) for facts in steps(log) if facts[0].kind == "tried"]
    return [
        act
        for order, result in orders
        if order["player"] in before.pieces
        for act in _act(setting, before, order, result, before.pieces[order["player"]].cell)
    ]


def _act(setting: Setting, before: State, order: Data, result: Data, start: Cell) -> list[Plain]:
    """Return what an order tried to do on another cell than ``start``: a list of one, or empty."""
    piece = before.pieces.get(order["player"])
    stood = cell_of(order["cell"]) if order["cell"] is not None else start
    end = piece.aimed if piece and order["order"] == "shoot" else _aim(stood, order["value"])
    if end is None or end == start:
        return []
    success, what = result["result"] == "success", came_to(order, result)
    return [{"camp": setting.camp_of[order["player"]], "start": start, "end": end, "success": success, "what": what}]


def _aim(start: Cell, value: Any) -> Cell | None:
    """Return the cell that an order names, or the next cell in the direction it names, even beyond an edge.

    Return None if the order names neither.
    """
    if isinstance(value, str) and value in DIRECTIONS:
        return start[0] + DIRECTIONS[value][0], start[1] + DIRECTIONS[value][1]
    named = value.get("cell") if isinstance(value, Mapping) else value
    return cell_of(named) if isinstance(named, list | tuple) else None
