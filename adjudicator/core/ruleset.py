"""What a game provides to the rest of the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from adjudicator.core.context import Kind
from adjudicator.core.faults import Objection
from adjudicator.core.people import name_of, names_listed, same_names
from adjudicator.core.phrase import Filling, Phrase
from adjudicator.core.plain import from_plain, refuse_unknown, to_plain
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

    @property
    def said(self) -> Phrase:
        """Return the stage as it is said: « tour 3 »."""
        return Phrase(f"phase.{self.phase}", {"turn": self.turn})


@dataclass(frozen=True, slots=True)
class Outcome:
    """A resolved stage: the state after, the MJ's account, what was learnt, what each order came to.

    ``results`` holds, by player and order, ``success``, ``reason`` and ``rulings``; it is kept for the game's own
    reports, and empty where each order simply stands.
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

    ``example`` is a value that would be accepted (text, words, or a dict); None, or a dict of names to None, is left
    for him to fill. ``group`` says what the order goes with (``form.group.GROUP`` of the catalogue); ``lines`` are
    other values to copy, several a line.
    """

    order: str
    example: Any
    remark: Phrase
    group: str = ""
    lines: tuple[tuple[Any, ...], ...] = ()


def stage_changes(before: Any, after: Any) -> Iterator[Phrase]:
    """Say to the MJ that another stage is awaited in one state than in another, if it is."""
    awaited = [Stage(state.phase, state.turn).said for state in (before, after)]
    if awaited[0] != awaited[1]:
        yield Phrase("change.stage", {"before": awaited[0], "after": awaited[1]})


class Spelling(NamedTuple):
    """How the text of a kind of value is written, for editors: one of ``values``, or what fits ``pattern``."""

    values: tuple[Filling, ...] = ()
    pattern: str = ""


class Ask(NamedTuple):
    """Something that a new campaign of a game needs to know: the option of ``new`` that says it, and its kind."""

    option: str
    kind: str


CASE_SEED = "a case hangs on no draw"
"""The seed by which cases are played; where something was drawn, others are tried too."""


class Tried(NamedTuple):
    """What came of a case: for each key under its ``expect`` what was expected and what was found."""

    expected: Plain
    found: Plain
    drawn: bool = False
    """Whether anything was drawn, so that another seed might have found something else."""


People: TypeAlias = Mapping[str, Sequence[str]]
"""Who plays in a new campaign: the players of each camp; those of a game without camps under an empty name."""


class Ruleset(Protocol):
    """A game. ``setting`` is what never changes in a campaign, ``state`` is what a stage changes; both are opaque.

    A game's class inherits from this one. What has a body here may be left out by games that have no use for it.
    """

    id: str
    state_type: type[Any]
    """The class of the states: a dataclass with the ``phase`` that is awaited (or ``over``) and its ``turn``."""
    kinds: Mapping[str, Kind] = {}
    """The kinds of values that only this game's files hold."""
    people: str = "players"
    """How a campaign lists those who play: ``camps`` with their players, or just ``players``."""
    asks: Sequence[Ask] = ()
    """What ``new`` asks for besides a title and the people, in the order in which it asks."""

    # A campaign

    def setting(self, campaign: Plain) -> Any:
        """Build the setting from a canonical campaign without objections."""

    def campaign_objections(self, campaign: Plain) -> list[Objection]:
        """Judge a canonical campaign beyond its schema; here: no two names in ``players`` alike."""
        return list(same_names((("players", i), name_of(one)) for i, one in enumerate(campaign.get("players", ()))))

    def aliases(self, setting: Any) -> Mapping[str, str]:
        """Return other names by which orders may call a player: each with the player's own."""
        return {}

    def plan_objections(self, people: People, asked: Plain) -> list[Objection]:
        """Judge what a new campaign is asked to be; ``asked`` holds the answers to ``asks``, None where left open."""
        return []

    def suggestion(self, people: People, asked: Plain) -> Plain:
        """Return the game's own part of a new campaign, for its template ``campaign.yaml.j2``."""
        return {}

    def recommended(self, people: People) -> list[tuple[Filling, ...]]:
        """Return answers to ``asks`` that suit the people, the best first."""
        return []

    # A stage

    def begin(self, setting: Any) -> Any:
        """Return the state before the first stage."""

    def dump(self, state: Any) -> Plain:
        """Return the state as plain data. Raises ``TypeError`` where :meth:`load` could not build it again."""
        refuse_unknown(self.state_type)
        plain: Plain = to_plain(state)
        return plain

    def load(self, plain: Plain) -> Any:
        """Build a state from plain data made by :meth:`dump`."""
        return from_plain(self.state_type, plain)

    def stage(self, state: Any) -> Stage | None:
        """Return what is awaited, or None when the game is over: the phase ``over``."""
        return None if state.phase == "over" else Stage(state.phase, state.turn)

    def awaited(self, setting: Any, state: Any) -> Sequence[str]:
        """Return the players who owe orders for the stage, in roster order."""

    def can_do_without(self, state: Any) -> bool:
        """Tell whether the stage may be played while orders are missing."""
        return True

    def counts_openly(self, state: Any) -> bool:
        """Tell whether everybody may know how many of those awaited have sent their orders."""
        return True

    def spokesman(self, setting: Any, camp: str) -> str:
        """Return the player whose orders are those of the whole ``camp``, in stages that have such orders."""
        return ""

    def resolve(self, setting: Any, state: Any, orders: Mapping[str, Plain], seed: str) -> Outcome:
        """Play the stage. Total: no orders, however odd, raise an exception."""

    # Orders

    def objections(self, setting: Any, state: Any, player: str, orders: Plain) -> list[Objection]:
        """Judge one player's orders on his own view. A value of None could not be read and is not judged."""
        return []

    def standing_objections(self, setting: Any, state: Any, player: str, standing: Plain) -> list[Objection]:
        """Judge one player's standing orders on his own view, for whatever stage they may be used in."""
        return []

    def standing_orders(self, setting: Any, state: Any, player: str, standing: Plain) -> Plain:
        """Return what the standing orders of an absent ``player`` make him order in this stage; empty for nothing."""
        return {}

    def standing_trouble(self, setting: Any, state: Any, player: str, standing: Plain) -> list[Phrase]:
        """Say to ``player`` which of his standing orders cannot be used in the stage awaited, and why.

        One clause each, to follow « your standing orders: »; empty when all is well.
        """
        return []

    def later_phase(self, setting: Any, state: Any) -> str | None:
        """Return the phase by whose schema orders for a later turn are read; None while none can be sent ahead."""
        return None

    def ahead_objections(self, setting: Any, state: Any, player: str, orders: Plain) -> list[Objection]:
        """Judge orders for a later turn on the player's own view: what is wrong whatever happens until then.

        When their turn has come they are judged again, as if they came then. A value of None could not be read.
        """
        return []

    def without_orders(self, setting: Any, state: Any, player: str) -> Phrase:
        """Say to ``player``, who owes orders, what happens in this stage if none come, standing ones included."""
        return Phrase("fate.nothing")

    def receipt(self, setting: Any, state: Any, player: str, orders: Plain) -> Receipt:
        """Say in words what the orders were understood to be, telling nothing that ``player`` may not know."""

    def ahead_receipt(self, setting: Any, state: Any, player: str, orders: Plain) -> Receipt:
        """Say orders for a later turn back in words, which name nothing that may be another by then."""
        return self.receipt(setting, state, player, orders)

    def standing_said(self, setting: Any, player: str, standing: Plain) -> Sequence[Phrase]:
        """Say standing orders in words, one phrase each."""
        return []

    def choices(self, setting: Any, state: Any, player: str) -> list[Choice]:
        """Return what ``player`` may order now, for a form; orders of one group stand together."""
        return []

    def standing_choices(self, setting: Any, state: Any, player: str) -> list[Choice]:
        """Return what standing orders ``player`` may give, for a form."""
        return []

    def situation(self, setting: Any, state: Any, player: str) -> list[Phrase]:
        """Say to ``player`` what he should know when he fills a form: what he controls, his votes."""
        return []

    def spellings(self, setting: Any) -> Mapping[str, Spelling]:
        """Return how the values of the game's own kinds are written; nothing here depends on a state."""
        return {}

    # Reports

    def changes(self, setting: Any, before: Any, after: Any) -> list[Phrase]:
        """Say to the MJ what is different in the state after a stage, one phrase a difference; here: the stage."""
        return list(stage_changes(before, after))

    def readers(self, setting: Any) -> list[Reader]:
        """Return everybody for whom a report is written."""

    def report(self, setting: Any, before: Any, outcome: Outcome, orders: Mapping[str, Plain], reader: Reader) -> Plain:
        """Return what ``reader`` may know after the stage, for his template; ``orders`` are those played."""

    # Adjudication cases, for games that have a schema of them

    def names_in_case(self, case: Plain) -> tuple[list[str], list[str]]:
        """Return the players and the camps that a case names, before it is checked; here: its list ``players``."""
        return names_listed(case.get("players")), []

    def aliases_in_case(self, case: Plain) -> Mapping[str, str]:
        """Return other names by which a case, before it is checked, may call a player: each with the player's own."""
        return {}

    def case_objections(self, case: Plain) -> list[Objection]:
        """Judge a canonical case beyond its schema: can there be such a table?"""
        return []

    def run_case(self, case: Plain, seed: str) -> Tried:
        """Play one canonical case without objections, with draws by ``seed``."""
