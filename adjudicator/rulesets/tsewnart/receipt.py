"""Orders said back in words: what each was understood to be, in the order in which they will come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.core.phrase import Filling, Pairs, Phrase, Word
from adjudicator.core.ruleset import Choice
from adjudicator.rulesets.tsewnart.orders import GHOST_ORDERS, VOTES, Item
from adjudicator.rulesets.tsewnart.rules import ORDER_OF_PLAY, POWER_OF
from adjudicator.rulesets.tsewnart.setup import text
from adjudicator.rulesets.tsewnart.state import ROLES

_WHEN = {step.order: rank for rank, step in enumerate(ORDER_OF_PLAY) if step.order != "move"}
_MOVE = {step.role: rank for rank, step in enumerate(ORDER_OF_PLAY) if step.order == "move"}
_LAST = len(ORDER_OF_PLAY)


def receipt(view: Mapping[str, Any], orders: Mapping[str, Any]) -> list[Phrase]:
    """Return one phrase an order; a single one when the orders are an explicit nothing."""
    if view["phase"] != "turn":
        return [_setup_phrase(phase, given) for phase, given in orders.items()]
    own_move = _MOVE.get(view["role"], _LAST) if view["unit"] == "piece" else _MOVE[None]
    in_time = sorted(orders, key=lambda order: (own_move if order == "move" else _WHEN.get(order, _LAST), order))
    phrases = [_SAY.get(order, _plain)(order, orders[order]) for order in in_time]
    if all(order in VOTES for order in orders) and (view["unit"] != "nothing" or not orders):
        phrases.insert(0, Phrase("receipt.nothing"))
    return phrases


def _setup_phrase(phase: str, given: Mapping[str, Any]) -> Phrase:
    pairs = [
        (name, Word("roles", what) if phase == "roles" else text((what[0], what[1]))) for name, what in given.items()
    ]
    return Phrase(f"receipt.{phase}", {"list": Pairs(tuple(pairs))})


def where(value: Any) -> Phrase:
    """Say a direction or a cell as a destination."""
    if isinstance(value, str):
        return Phrase(f"where.{value}")
    return Phrase("where.cell", {"cell": text((value[0], value[1]))})


def _plain(order: str, value: Any) -> Phrase:
    if isinstance(value, bool):
        return Phrase(f"receipt.{order}.{'yes' if value else 'no'}")
    if isinstance(value, list):
        return Phrase(f"receipt.{order}", {"cell": text((value[0], value[1]))})
    return Phrase(f"receipt.{order}", {"name": value})


def _towards(order: str, value: Any) -> Phrase:
    return Phrase(f"receipt.{order}", {"where": where(value)})


def _swap(order: str, value: Any) -> Phrase:
    kind = "direction" if isinstance(value, str) else "cell"
    return Phrase(
        f"receipt.swap.{kind}", {"where": where(value)} if kind == "direction" else {"cell": text(tuple(value))}
    )


def _pull(order: str, value: Any) -> Phrase:
    return Phrase("receipt.pull", {"side": Phrase(f"side.{value}")})


def item_phrase(item: str) -> Phrase:
    """Say an item of the order of play."""
    step, camp = Item.of(item)
    return Phrase("item", {"step": Word("steps", step), "camp": camp})


def _reorder(order: str, value: Mapping[str, str]) -> Phrase:
    place = "before" if "before" in value else "after"
    values = {"action": item_phrase(value["action"]), "reference": item_phrase(value[place])}
    return Phrase(f"receipt.reorder.{place}", values)


def _examine(order: str, value: Any) -> Phrase:
    if isinstance(value, list):
        return _plain(order, value)
    cell = text(tuple(value["cell"]))
    if "camp" not in value:
        return Phrase("receipt.examine", {"cell": cell})
    return Phrase("receipt.examine.camp", {"cell": cell, "camp": value["camp"]})


def _steer(order: str, value: Mapping[str, Any]) -> Phrase:
    to = where(value["to"])
    if "player" in value:
        return Phrase("receipt.steer_ghost.player", {"name": value["player"], "where": to})
    cell = text(tuple(value["cell"]))
    if "camp" in value:
        return Phrase("receipt.steer_ghost.camp", {"cell": cell, "camp": value["camp"], "where": to})
    return Phrase("receipt.steer_ghost", {"cell": cell, "where": to})


_SAY: Mapping[str, Callable[[str, Any], Phrase]] = {
    "move": _towards,
    "extra_move": _towards,
    "swap": _swap,
    "pull": _pull,
    "reorder": _reorder,
    "examine": _examine,
    "steer_ghost": _steer,
}


def given(order: str, value: Any) -> Filling:
    """Say the value of an order as it was given, for the MJ's account."""
    if isinstance(value, bool):
        return Word("booleans", "true" if value else "false")
    if isinstance(value, list):
        return text((value[0], value[1]))
    if isinstance(value, Mapping):
        place = "reorder" if order == "reorder" else "ghost"
        return Pairs(tuple((Word(place, key), _given_part(place, key, part)) for key, part in value.items()))
    return value if order == "capture" else Word("directions", value)


def _given_part(place: str, key: str, part: Any) -> Filling:
    if place == "reorder":
        return item_phrase(part)
    return given("move" if key == "to" else "capture", part)


# What a player may order now ---------------------------------------------------------------------------------

_EXAMPLES: Mapping[str, Any] = {
    "move": Word("directions", "up"),
    "extra_move": Word("directions", "left"),
    "swap": Word("directions", "right"),
    "pull": Word("directions", "down"),
    "conceal": Word("booleans", "true"),
    "shoot": Word("booleans", "true"),
    "surrender": Word("booleans", "true"),
    "stop": Word("booleans", "true"),
}


def choices(view: Mapping[str, Any]) -> list[Choice]:
    """Return what the player may order now; spent powers and a shot without an aim are left out."""
    if view["phase"] != "turn":
        return _setup_choices(view)
    if view["unit"] == "piece":
        powers = [order for order, role in POWER_OF.items() if role == view["role"] and _available(view, order)]
        orders = ["move", *powers]
    else:
        orders = list(GHOST_ORDERS) if view["unit"] == "ghost" else []
    return [
        Choice(order, _EXAMPLES.get(order) or _example(view, order), Phrase(f"choice.{order}"))
        for order in (*orders, *VOTES)
    ]


def _setup_choices(view: Mapping[str, Any]) -> list[Choice]:
    """Before turn 1 the captain alone has something to send: every player of the camp, with an example each."""
    if view["player"] != view["captain"]:
        return []
    examples: list[Any] = (
        [Word("roles", role) for role in ROLES] if view["phase"] == "roles" else list(map(text, view["zone"]))
    )
    return [Choice(view["phase"], dict(zip(view["mates"], examples, strict=False)), Phrase(f"choice.{view['phase']}"))]


def _available(view: Mapping[str, Any], order: str) -> bool:
    needs = {"teleport": "teleports", "extra_move": "extra_moves", "shoot": "aimed"}
    return order not in needs or bool(view[needs[order]])


def _example(view: Mapping[str, Any], order: str) -> Any:
    cell = text(view["cell"])
    if order == "reorder":
        item = Word("steps", "terrorise"), view["camps"][-1]
        other = Word("steps", "reveal"), view["camp"]
        return {
            Word("reorder", "action"): Phrase("item", {"step": item[0], "camp": item[1]}),
            Word("reorder", "after"): Phrase("item", {"step": other[0], "camp": other[1]}),
        }
    if order == "steer_ghost":
        return {Word("ghost", "cell"): cell, Word("ghost", "to"): Word("directions", "up")}
    return view["player"] if order == "capture" else cell
