"""What games of secret roles share: the seats, and at the end who has won and who was who.

Their states have ``seats``, the players in order, and an ``ending``. How roles are drawn differs from game to game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adjudicator.core.faults import Phrase
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Table


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: ``winner`` is a side, ``cause`` a word of the game's place ``causes``."""

    winner: str
    cause: str


def seated(table: Table[Any, Any], drawn: bool) -> tuple[str, ...]:
    """Return the players in seat order: as the campaign lists them or, if ``drawn``, by lot."""
    listed: tuple[str, ...] = table.setting.players
    return table.dice.deal("seat", listed, len(listed)) if drawn else listed


def ending(state: Any, **shown: Callable[[str], Any]) -> Plain | None:
    """Return how the game ended and who was who, with what is ``shown`` of each player; None while it goes on."""
    if state.ending is None:
        return None
    sides = [{"player": player, **{key: get(player) for key, get in shown.items()}} for player in state.seats]
    return {"winner": state.ending.winner, "cause": state.ending.cause, "sides": sides}


def winner(setting: object, state: Any) -> Phrase | None:
    """Say who has won; None while the game goes on."""
    return Phrase(f"report.end.winner.{state.ending.winner}") if state.ending else None
