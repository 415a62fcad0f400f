"""Receipts: what orders were understood to be, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.game import Receipt
from adjudicator.games.resistance.views import PlayerView


def receipt(view: PlayerView, orders: Mapping[str, Any]) -> Receipt:
    """Return the receipt for the order of the stage awaited."""
    return Receipt((said(view, orders),))


def ahead_receipt(orders: Mapping[str, Any]) -> Receipt:
    """Return the receipt for the order of a later stage; a vote or a card names no squad, as that is not known yet."""
    if "vote" in orders:
        return Receipt((Phrase("ahead.vote", {"vote": Word("votes", orders["vote"])}),))
    if "mission" in orders:
        return Receipt((Phrase("ahead.mission", {"card": Word("cards", orders["mission"])}),))
    values: dict[str, PhraseArgument] = {"names": Listed(tuple(orders["squad"]))}
    if "target" in orders:
        return Receipt((Phrase("ahead.squad.target", {**values, "target": orders["target"]}),))
    return Receipt((Phrase("ahead.squad", values),))


def said(view: PlayerView, orders: Mapping[str, Any]) -> Phrase:
    """Return the one order of a stage in words, addressed to the player who gave it."""
    return _SAY[view.phase](view, orders)


def _squad(view: PlayerView, orders: Mapping[str, Any]) -> Phrase:
    target = orders.get("target") or view.allowed.targets[0]
    return Phrase("receipt.squad", {"names": Listed(tuple(orders["squad"])), "target": target})


def _vote(view: PlayerView, orders: Mapping[str, Any]) -> Phrase:
    return Phrase(f"receipt.vote.{orders['vote']}", {"names": Listed(view.squad), "target": view.target})


def _mission(view: PlayerView, orders: Mapping[str, Any]) -> Phrase:
    return Phrase(f"receipt.mission.{orders['mission']}", {"target": view.target})


_SAY: Mapping[str, Callable[[PlayerView, Mapping[str, Any]], Phrase]] = {
    "proposal": _squad,
    "vote": _vote,
    "mission": _mission,
}
