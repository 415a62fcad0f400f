"""What players may order, declared action by action; forms, receipts and lists of possible orders follow from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.faults import Objection, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain

View: TypeAlias = Any
"""What a player may know, in the game's own type; its ``phase`` is that of the stage awaited."""


class Receipt(NamedTuple):
    """What orders were understood to be: the actions in the order of execution, then everything else."""

    actions: tuple[Phrase, ...]
    besides: tuple[Phrase, ...] = ()


class Choice(NamedTuple):
    """One thing that a player may order now, for a form; the player fills in all of it.

    ``example`` is a value that would be accepted (text, words or a dict), None, or a dict of names to None for a player
    who orders for several. ``group`` names the heading under which the order stands, if any (``form.group.GROUP`` of
    the catalogue). ``lines`` are other values to copy, several on a line. If an order has ``parts``, words or names of
    players, each is filled in on a line of its own. If it is a list of objects, ``rows`` are canonical objects to which
    a form adds what they lack.
    """

    order: str
    example: Any
    remark: Phrase
    group: str = ""
    lines: tuple[tuple[Any, ...], ...] = ()
    parts: tuple[Word | str, ...] = ()
    rows: tuple[Plain, ...] = ()


class Spelling(NamedTuple):
    """How the text of a kind of value is written: one of ``values``, or a text that matches ``pattern``.

    With neither, it may be any text.
    """

    values: tuple[PhraseArgument, ...] = ()
    pattern: str = ""
    text: bool = True
    """Whether a value of this kind may be written as text at all."""
    meant: tuple[Any, ...] = ()
    """What each of the ``values`` means once read; if it is empty, each value is read to find out."""
    also: tuple[PhraseArgument, ...] = ()
    """Further values that may be written, and that nothing offers."""


def _nothing(view: View) -> Iterable[Any]:
    return ()


@dataclass(frozen=True)
class Action:
    """Something that a player may order in some phases, under one key of the order file or under several.

    Functions get the player's own view, and as ``given`` the orders under the keys of the action. What is wrong with
    orders is not declared: the game's ``objections`` judge them.
    """

    keys: tuple[str, ...]
    phases: frozenset[str]
    values: Callable[[View], Iterable[Plain]]
    """All orders of the action that the schema allows, of which those without objections are possible.

    It may leave out what the player can never order, and what is too much to list.
    """
    said: Callable[[View, Plain], Phrase]
    """The orders in words, for the player who gave them."""
    choices: Callable[[View], Iterable[Choice]] = _nothing
    """What a form offers for the stage awaited; nothing if the action is not open to the player."""
    said_ahead: Callable[[View, Plain], Phrase] | None = None
    """Orders for a later turn in words that name nothing which may be different by then; None if ``said`` does."""
    said_standing: Callable[[Plain], Phrase] | None = None
    """Standing orders in words; None if the action cannot be a standing order."""
    standing: Callable[[View, Plain], Plain] | None = None
    """What standing orders order now, if that is not what they say."""
    standing_choices: Callable[[View], Iterable[Choice]] = _nothing
    """What a form offers as standing orders."""
    needs: frozenset[str] | None = None
    """Labels of what a standing order needs to be possible in its phase, or None if its value may make it impossible.

    The labels are free. An order with an empty set is always possible in its phase.
    """
    without: Callable[[View], Phrase] | None = None
    """What happens to a player to whom the action is open, and who orders nothing."""

    def of(self, orders: Plain) -> Plain:
        """Return those of ``orders`` that are under the keys of this action."""
        return {key: value for key, value in orders.items() if key in self.keys}


def open_in(actions: Sequence[Action], phase: str) -> Iterator[Action]:
    """Yield the actions of a phase."""
    return (action for action in actions if phase in action.phases)


def given_in(actions: Sequence[Action], orders: Plain) -> Iterator[tuple[Action, Plain]]:
    """Yield each action that ``orders`` give, with its part of them."""
    for action in actions:
        if not orders.keys().isdisjoint(action.keys):
            yield action, action.of(orders)


def phases_of(actions: Sequence[Action], order: str) -> frozenset[str]:
    """Return the phases in which an ``order`` can be given; empty if it is under no action."""
    return next((action.phases for action in actions if order in action.keys), frozenset())


def of_one_stage(orders: Plain, phases: Callable[[str], frozenset[str]]) -> Iterator[Objection]:
    """Object to orders that can never be given in the same stage as those before them, as a stage has one phase."""
    first, *others = orders or [""]
    shared = phases(first)
    for order in others:
        if shared & phases(order):
            shared &= phases(order)
        else:
            yield Objection("exclusive", (order,), on_key=True, related=(first,))
