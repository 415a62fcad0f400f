"""The MJ's account of a turn: the order of play as it really was, worded from the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.stage import Fact
from adjudicator.games.tsewnart.actions import given, item_phrase
from adjudicator.games.tsewnart.board import text
from adjudicator.games.tsewnart.citations import section
from adjudicator.games.tsewnart.orders import Item

if TYPE_CHECKING:
    from adjudicator.games.tsewnart.records import Account, Happening, Played

Data: TypeAlias = Mapping[str, Any]
"""The data of one fact in the log."""


def account(log: Iterable[Fact]) -> Account:
    """Divide the log into what came first, the items played with the orders tried in them, and what came afterwards.

    Consecutive items in which nobody had an order are combined into one entry.
    """
    first: list[Happening] = []
    afterwards: list[Happening] = []
    tried: dict[str, list[Happening]] = {}
    items: Sequence[str] = ()
    moved: set[str] = set()
    loose, order = first, None
    details: list[Phrase] = []
    for fact in log:
        if fact.kind == "after":
            loose, items = afterwards, fact.data.get("items", ())
        elif fact.kind == "tried":
            order, details = fact.data, []
        elif fact.kind == "result" and order is not None:
            result: Happening = {"text": came_to(order, fact.data), "details": details}
            (tried.setdefault(order["item"], []) if "item" in order else afterwards).append(result)
            order = None
        elif order is not None:
            details.append(happened(fact))
        else:
            loose.append({"text": happened(fact), "details": []})
        if fact.kind == "reordered":
            moved.add(fact.data["action"])
    return {"first": first, "play": _play(items, tried, moved), "afterwards": afterwards}


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
    values["cell"] = text((order["cell"][0], order["cell"][1]))
    if order["role"] is None:
        return Phrase("account.who.ghost", values)
    return Phrase("account.who", {**values, "role": Word("roles", order["role"])})


def _by(cited: Sequence[str]) -> Phrase:
    return Phrase("account.by", {"list": Listed(tuple(cited))})


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
        return text((value[0], value[1]))
    if key in ("action", "reference"):
        return item_phrase(value)
    if key == "role":
        return Word("roles", value)
    if key == "cause":
        return Phrase(f"report.cause.{value}")
    return Listed(tuple(value)) if isinstance(value, (list, tuple)) else str(value)


# The order of play -------------------------------------------------------------------------------------------


def _play(items: Sequence[str], tried: Mapping[str, list[Happening]], moved: set[str]) -> list[Played]:
    numbered = list(enumerate(map(Item.of, items), 1))
    play: list[Played] = []
    for concerns, run in groupby(numbered, key=lambda entry: str(entry[1]) in tried or str(entry[1]) in moved):
        if concerns:
            play += [_entry(number, item, tried.get(str(item), []), str(item) in moved) for number, item in run]
        else:
            play.append(_idle(list(run)))
    return play


def _entry(number: int, item: Item, tried: list[Happening], moved: bool) -> Played:
    said = Phrase("account.item.moved" if moved else "account.item", {"step": _step(item), "camp": item.camp})
    said = said if tried else Phrase("account.item.nothing", {"item": said})
    return {"number": Phrase("account.number", {"number": number}), "text": said, "tried": tried}


def _idle(run: Sequence[tuple[int, Item]]) -> Played:
    """Word a run of items in which nobody had an order as one entry that lists the camps of each step together."""
    (first, _), (last, _) = run[0], run[-1]
    number = Phrase("account.number", {"number": first})
    if last > first:
        key = "account.numbers.two" if last == first + 1 else "account.numbers"
        number = Phrase(key, {"first": first, "last": last})
    by_step = [list(items) for _, items in groupby((item for _, item in run), key=lambda item: item.step)]
    said = tuple(
        Phrase("account.step", {"step": _step(items[0]), "camps": Listed(tuple(item.camp for item in items))})
        for items in by_step
    )
    return {"number": number, "text": Phrase("account.idle", {"list": Listed(said)}), "tried": []}


def _step(item: Item) -> Word:
    return Word("steps", item.step)
