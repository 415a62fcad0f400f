"""Standing orders, which apply in every turn in which their player sends nothing, until the player sends others.

They may contain orders for a piece and for a ghost at the same time, in case the player becomes one. Each turn uses
those that are allowed for what the player then controls and to which there is no objection; the others are left out of
that turn but are kept. Votes cannot be among them, because a vote counts until it is changed (R22).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.faults import Phrase, PhraseArgument, Word
from adjudicator.games.tsewnart.objections import turn_objections
from adjudicator.games.tsewnart.receipt import given
from adjudicator.games.tsewnart.views import PlayerView


def orders_of(view: PlayerView, standing: Mapping[str, Any]) -> dict[str, Any]:
    """Return the standing orders to which there is no objection in the turn awaited."""
    left_out = {objection.path[0] for objection in turn_objections(view, standing)}
    return {order: value for order, value in standing.items() if order not in left_out}


TROUBLES = ("not-for-ghosts", "nothing-left", "other-role", "spent", "no-aim", "same-cell")
"""The codes of objections that may arise later against a standing order that was accepted when it was left.

An order for ghosts alone is not reported for a piece: it is kept in case the player becomes a ghost.
"""


def trouble(view: PlayerView, standing: Mapping[str, Any]) -> Iterator[Phrase]:
    """Yield a phrase for each standing order that cannot be used in the turn awaited, with the reason."""
    for objection in turn_objections(view, standing):
        if objection.code in TROUBLES:
            values: dict[str, PhraseArgument] = {**objection.values, "word": Word("orders", str(objection.path[0]))}
            yield Phrase(f"trouble.{objection.code}", values)


def said(standing: Mapping[str, Any]) -> Iterator[Phrase]:
    """Yield standing orders in words."""
    for order, value in standing.items():
        answer = Word("booleans", str(value).lower()) if isinstance(value, bool) else given(order, value)
        yield Phrase("standing.order", {"order": Word("orders", order), "value": answer})
