"""Standing orders: what stands in for a player who sends nothing, until he sends other ones (rules 13 and 17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.phrase import Listed, Phrase, Word
from adjudicator.rulesets.resistance.rules import squad_size, targets
from adjudicator.rulesets.resistance.state import Setting, State


def orders_of(setting: Setting, state: State, player: str, standing: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the standing orders of ``player`` order in the stage awaited; empty when they say nothing of it.

    A squad is a list in order of preference: its first names, as many as the mission takes.
    """
    if state.phase == "proposal" and player == state.commander and "squad" in standing:
        target = targets(setting, state)[0]
        named = {"squad": list(standing["squad"][: squad_size(len(state.seats), target)])}
        return {**named, "target": target} if setting.options.targeted_attacks else named
    return {order: standing[order] for order in ("vote", "mission") if order == state.phase and order in standing}


def said(standing: Mapping[str, Any]) -> Iterator[Phrase]:
    """Say standing orders in words."""
    if "vote" in standing:
        yield Phrase("standing.vote", {"vote": Word("votes", standing["vote"])})
    if "mission" in standing:
        yield Phrase("standing.mission", {"card": Word("cards", standing["mission"])})
    if "squad" in standing:
        yield Phrase("standing.squad", {"names": Listed(tuple(standing["squad"]))})
