"""Orders in words: what each was understood to be, with the actions in the order in which they will be played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.core.faults import Pairs, Phrase, PhraseArgument, Word
from adjudicator.core.game import Receipt
from adjudicator.games.tsewnart.board import text
from adjudicator.games.tsewnart.orders import VOTES, Item
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY
from adjudicator.games.tsewnart.rulings import DECLARATIONS
from adjudicator.games.tsewnart.views import PlayerView

_WHEN = {step.order: rank for rank, step in enumerate(ORDER_OF_PLAY) if step.order != "move"}
_MOVE = {step.role: rank for rank, step in enumerate(ORDER_OF_PLAY) if step.order == "move"}
_LAST = len(ORDER_OF_PLAY)


def receipt(view: PlayerView, orders: Mapping[str, Any]) -> Receipt:
    """Return a phrase for each order, or one that says that a player who could act does nothing."""
    if view.phase != "turn":
        return Receipt(tuple(_setup_phrase(phase, given) for phase, given in orders.items()))
    own_move = _MOVE.get(view.role, _LAST) if view.unit == "piece" else _MOVE[None]
    in_time = sorted(orders, key=lambda order: (own_move if order == "move" else _WHEN.get(order, _LAST), order))
    actions = [said(view.player, order, orders[order]) for order in in_time if order not in DECLARATIONS]
    besides = [_declared(view, order, orders[order]) for order in DECLARATIONS if order in orders]
    if all(order in VOTES for order in orders) and (view.unit != "nothing" or not orders):
        actions = [Phrase("receipt.nothing")]
    return Receipt(tuple(actions), tuple(besides))


def _declared(view: PlayerView, order: str, value: bool) -> Phrase:
    """Word a declaration; a vote that changes nothing is said to stay as it is."""
    if order in VOTES and value is getattr(view, order):
        return Phrase(f"receipt.{order}.{'still' if value else 'none'}")
    return said(view.player, order, value)


def _setup_phrase(phase: str, given: Mapping[str, Any]) -> Phrase:
    pairs = [
        (name, Word("roles", what) if phase == "roles" else text((what[0], what[1]))) for name, what in given.items()
    ]
    return Phrase(f"receipt.{phase}", {"list": Pairs(tuple(pairs))})


def where(value: Any) -> Phrase:
    """Word a direction or a cell as a destination."""
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
    if isinstance(value, str):
        return Phrase("receipt.swap.direction", {"where": where(value)})
    return Phrase("receipt.swap.cell", {"cell": text(tuple(value))})


def _pull(order: str, value: Any) -> Phrase:
    return Phrase("receipt.pull", {"side": Phrase(f"side.{value}")})


def item_phrase(item: str) -> Phrase:
    """Word an item of the order of play."""
    step, camp = Item.of(item)
    return Phrase("item", {"step": Word("steps", step), "camp": camp})


def _reorder(order: str, value: Mapping[str, str]) -> Phrase:
    return Phrase(f"receipt.reorder.{_place(value)}", _reordered(value))


def _place(value: Mapping[str, str]) -> str:
    return "before" if "before" in value else "after"


def _reordered(value: Mapping[str, str]) -> dict[str, PhraseArgument]:
    return {"action": item_phrase(value["action"]), "reference": item_phrase(value[_place(value)])}


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


def said(player: str, order: str, value: Any) -> Phrase:
    """Word one order of a turn for the ``player`` who gave it."""
    if order == "capture" and value == player:
        return Phrase("receipt.capture.own")
    return _SAY.get(order, _plain)(order, value)


def given(order: str, value: Any) -> PhraseArgument:
    """Word the value of an order for the MJ's account; an empty string if the name of the order says it all."""
    if isinstance(value, bool):
        return ""
    if order == "reorder":
        return Phrase(f"given.reorder.{_place(value)}", _reordered(value))
    if order == "steer_ghost":
        return Phrase("given.steer_ghost", {"ghost": _ghost(value), "where": where(value["to"])})
    if order == "capture":
        return str(value)
    return Word("directions", value) if isinstance(value, str) else _ghost(value)


def _ghost(value: Any) -> PhraseArgument:
    """Word a cell, or a ghost named by its cell, by its camp and cell, or by its player."""
    if isinstance(value, list):
        return text((value[0], value[1]))
    if "player" in value:
        return str(value["player"])
    cell = text((value["cell"][0], value["cell"][1]))
    return Phrase("given.ghost", {"cell": cell, "camp": value["camp"]}) if "camp" in value else cell
