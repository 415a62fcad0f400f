"""Standing orders, which are used for a player who sends nothing until they are replaced (rules 13 and 17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.faults import Listed, Phrase, Word
from adjudicator.games.resistance.rules import squad_size
from adjudicator.games.resistance.views import PlayerView


def orders_of(view: PlayerView, standing: Mapping[str, Any]) -> dict[str, Any]:
    """Return the orders that standing orders give in the stage awaited; empty if they have none for it.

    A standing squad lists players in order of preference; the first ones are proposed, as many as the mission takes.
    """
    if view.phase == "proposal" and view.player == view.commander and "squad" in standing:
        target = view.allowed.targets[0]
        named = {"squad": list(standing["squad"][: squad_size(view.allowed.players, target)])}
        return {**named, "target": target} if view.allowed.targeted else named
    return {order: standing[order] for order in ("vote", "mission") if order == view.phase and order in standing}


def said(standing: Mapping[str, Any]) -> Iterator[Phrase]:
    """Yield standing orders in words, one phrase each."""
    if "vote" in standing:
        yield Phrase("standing.vote", {"vote": Word("votes", standing["vote"])})
    if "mission" in standing:
        yield Phrase("standing.mission", {"card": Word("cards", standing["mission"])})
    if "squad" in standing:
        yield Phrase("standing.squad", {"names": Listed(tuple(standing["squad"]))})
