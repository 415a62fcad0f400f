"""What games of secret roles share: the seats, who knows whom, and at the end who has won and who was who.

How roles are made up and drawn, votes, nights, targets and what players see stay in each game: there they differ.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Protocol

from adjudicator.core.faults import Phrase
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Table


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: ``winner`` is a side, ``cause`` a word of the game."""

    winner: str
    cause: str


class Seated(Protocol):
    """A state: ``seats`` are the players round the table; ``ending`` is None while the game goes on."""

    @property
    def seats(self) -> Collection[str]:
        """The players in seat order."""

    @property
    def ending(self) -> Ending | None:
        """How the game has ended."""


def seated(table: Table[Any, Any], drawn: bool) -> tuple[str, ...]:
    """Return the players in seat order: as the campaign lists them or, if ``drawn``, by lot."""
    listed: tuple[str, ...] = table.setting.players
    return table.dice.deal("seat", listed, len(listed)) if drawn else listed


def fellows(player: str, team: Collection[str]) -> tuple[str, ...]:
    """Return the others of a ``team`` whom a player of it is told; nobody if the player is not of the team."""
    return tuple(one for one in team if one != player) if player in team else ()


def ending(state: Seated, **shown: Callable[[str], Any]) -> Plain | None:
    """Return how the game ended and who was who, with what is ``shown`` of each player; None while it goes on."""
    if state.ending is None:
        return None
    sides = [{"player": player, **{key: get(player) for key, get in shown.items()}} for player in state.seats]
    return {"winner": state.ending.winner, "cause": state.ending.cause, "sides": sides}


def winner(setting: object, state: Seated) -> Phrase | None:
    """Say who has won; None while the game goes on."""
    return Phrase(f"report.end.winner.{state.ending.winner}") if state.ending else None
