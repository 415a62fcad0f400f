"""What a game provides to the rest of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from adjudicator.core.context import Kind
from adjudicator.core.faults import Objection
from adjudicator.core.phrase import Phrase
from adjudicator.core.readers import Fact, Notice, Reader

Plain: TypeAlias = dict[str, Any]
"""Canonical data: dicts with text keys, lists, text, numbers, booleans and None."""


class Stage(NamedTuple):
    """What is awaited: a phase, and the number of the turn (0 before turn 1)."""

    phase: str
    turn: int

    @property
    def label(self) -> str:
        """Return the phase and, once the game runs, the turn: ``roles``, ``turn-3``."""
        return f"{self.phase}-{self.turn}" if self.turn else self.phase


@dataclass(frozen=True, slots=True)
class Outcome:
    """A resolved stage: the state after, the MJ's account, what was learnt, what each order came to.

    ``results`` holds, by player and order, ``success``, ``reason`` and ``rulings``.
    """

    state: Any
    log: tuple[Fact, ...]
    notices: tuple[Notice, ...]
    results: Mapping[str, Mapping[str, Any]]


class Choice(NamedTuple):
    """One thing that a player may order now: the order's key, an example value (text, words, or a dict), a remark."""

    order: str
    example: Any
    remark: Phrase


class Ruleset(Protocol):
    """A game. ``setting`` is what never changes in a campaign, ``state`` is what a stage changes; both are opaque."""

    id: str
    kinds: Mapping[str, Kind]

    def setting(self, campaign: Plain) -> Any:
        """Build the setting from a canonical campaign without objections."""

    def campaign_objections(self, campaign: Plain) -> list[Objection]:
        """Judge a canonical campaign beyond its schema."""

    def begin(self, setting: Any) -> Any:
        """Return the state before the first stage."""

    def dump(self, state: Any) -> Plain:
        """Return the state as plain data."""

    def load(self, plain: Plain) -> Any:
        """Build a state from plain data made by :meth:`dump`."""

    def stage(self, state: Any) -> Stage | None:
        """Return what is awaited, or None when the game is over."""

    def awaited(self, setting: Any, state: Any) -> Sequence[str]:
        """Return the players who owe orders for the stage, in roster order."""

    def can_do_without(self, state: Any) -> bool:
        """Tell whether the stage may be played while orders are missing."""

    def spokesman(self, setting: Any, camp: str) -> str:
        """Return the player whose orders are those of the whole ``camp``, in stages that have such orders."""

    def objections(self, setting: Any, state: Any, player: str, orders: Plain) -> list[Objection]:
        """Judge one player's orders on his own view. A value of None could not be read and is not judged."""

    def receipt(self, setting: Any, state: Any, player: str, orders: Plain) -> list[Phrase]:
        """Say in words, in the order in which they will come, what the orders were understood to be."""

    def choices(self, setting: Any, state: Any, player: str) -> list[Choice]:
        """Return what ``player`` may order now, for a template to fill in."""

    def resolve(self, setting: Any, state: Any, orders: Mapping[str, Plain], seed: str) -> Outcome:
        """Play the stage. Total: no orders, however odd, raise an exception."""

    def readers(self, setting: Any) -> list[Reader]:
        """Return everybody for whom a report is written."""

    def report(self, setting: Any, before: Any, outcome: Outcome, reader: Reader) -> Plain:
        """Return what ``reader`` may know after the stage, for his template."""

    def suggestion(self, camps: Mapping[str, Sequence[str]], size: Sequence[int] | None, topology: str | None) -> Plain:
        """Return the game's part of a new campaign: a board and start zones that suit the camps."""

    def run_case(self, case: Plain) -> tuple[Plain, Plain]:
        """Play one canonical case; return what was expected and what was found, where they differ."""

    def case_objections(self, case: Plain) -> list[Objection]:
        """Judge a canonical case beyond its schema: can there be such a table?"""

    def names_in_case(self, case: Plain) -> tuple[list[str], list[str]]:
        """Return the players and the camps that a case names, before its orders are read."""
