"""Standing orders: what stands in for a player who sends nothing, in every turn until he sends other ones.

They may hold orders of his piece and of a ghost together, for the day when he is one: in each turn those are used that
what he then controls may be given, and that nothing speaks against; the others are left out of that turn, not lost.
There are no votes among them: a vote stands by itself until it is changed (R22).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.faults import Filling, Phrase, Word
from adjudicator.games.tsewnart.objections import turn_objections
from adjudicator.games.tsewnart.receipt import given
from adjudicator.games.tsewnart.views import PlayerView


def orders_of(view: PlayerView, standing: Mapping[str, Any]) -> dict[str, Any]:
    """Return what standing orders order in the turn awaited: those to which there is no objection in it."""
    left_out = {objection.path[0] for objection in turn_objections(view, standing)}
    return {order: value for order, value in standing.items() if order not in left_out}


TROUBLES = ("not-for-ghosts", "nothing-left", "other-role", "spent", "no-aim", "same-cell")
"""What may come to speak against a standing order that nothing spoke against when it was left.

That an order is for ghosts alone is no trouble: it waits for the day when he is one.
"""


def trouble(view: PlayerView, standing: Mapping[str, Any]) -> Iterator[Phrase]:
    """Say which standing orders cannot be used in the turn awaited, and why."""
    for objection in turn_objections(view, standing):
        if objection.code in TROUBLES:
            values: dict[str, Filling] = {**objection.values, "word": Word("orders", str(objection.path[0]))}
            yield Phrase(f"trouble.{objection.code}", values)


def said(standing: Mapping[str, Any]) -> Iterator[Phrase]:
    """Say standing orders in words."""
    for order, value in standing.items():
        answer = Word("booleans", str(value).lower()) if isinstance(value, bool) else given(order, value)
        yield Phrase("standing.order", {"order": Word("orders", order), "value": answer})
