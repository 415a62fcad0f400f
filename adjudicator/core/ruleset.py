"""What a game provides to the rest of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from adjudicator.core.context import Kind
from adjudicator.core.faults import Objection
from adjudicator.core.phrase import Filling, Phrase
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


class Receipt(NamedTuple):
    """Orders said back: the actions in the order in which they will come, then what is no action."""

    actions: tuple[Phrase, ...]
    besides: tuple[Phrase, ...] = ()


class Choice(NamedTuple):
    """One thing that a player may order now, for a form.

    ``example`` is a value that would be accepted (text, words, or a dict); a dict of names to None is left for him
    to fill. ``group`` says what the order goes with (``form.group.GROUP`` of the catalogue); ``lines`` are other
    values to copy, several a line.
    """

    order: str
    example: Any
    remark: Phrase
    group: str = ""
    lines: tuple[tuple[Any, ...], ...] = ()


class Spelling(NamedTuple):
    """How the text of a kind of value is written, for editors: one of ``values``, or what fits ``pattern``."""

    values: tuple[Filling, ...] = ()
    pattern: str = ""


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

    def receipt(self, setting: Any, state: Any, player: str, orders: Plain) -> Receipt:
        """Say in words what the orders were understood to be, telling nothing that ``player`` may not know."""

    def choices(self, setting: Any, state: Any, player: str) -> list[Choice]:
        """Return what ``player`` may order now, for a form; orders of one group stand together."""

    def situation(self, setting: Any, state: Any, player: str) -> list[Phrase]:
        """Say to ``player`` what he should know when he fills a form: what he controls, his votes."""

    def spellings(self, setting: Any) -> Mapping[str, Spelling]:
        """Return how the values of the game's own kinds are written; nothing here depends on a state."""

    def resolve(self, setting: Any, state: Any, orders: Mapping[str, Plain], seed: str) -> Outcome:
        """Play the stage. Total: no orders, however odd, raise an exception."""

    def readers(self, setting: Any) -> list[Reader]:
        """Return everybody for whom a report is written."""

    def report(self, setting: Any, before: Any, outcome: Outcome, orders: Mapping[str, Plain], reader: Reader) -> Plain:
        """Return what ``reader`` may know after the stage, for his template; ``orders`` are those played."""

    def suggestion(self, camps: Mapping[str, Sequence[str]], size: Sequence[int] | None, topology: str | None) -> Plain:
        """Return the game's part of a new campaign: a board and start zones that suit the camps."""

    def run_case(self, case: Plain) -> tuple[Plain, Plain]:
        """Play one canonical case; return what was expected and what was found, where they differ."""

    def case_objections(self, case: Plain) -> list[Objection]:
        """Judge a canonical case beyond its schema: can there be such a table?"""

    def names_in_case(self, case: Plain) -> tuple[list[str], list[str]]:
        """Return the players and the camps that a case names, before its orders are read."""
