"""Stages and their outcomes, the readers of reports, and the facts and notices addressed to them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from adjudicator.core.dice import Dice, Seed
from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.plain import to_plain

if TYPE_CHECKING:
    from adjudicator.core.mj import Mj


@dataclasses.dataclass(frozen=True)
class Stage:
    """A stage of the game: a phase, and the number of the turn (0 before turn 1)."""

    phase: str
    turn: int
    named: Phrase | None = dataclasses.field(default=None, compare=False)
    """What the state calls it, if the state is known and has a name for it."""

    @staticmethod
    def of(state: Phased) -> Stage:
        """Return the stage that a state awaits, with the name that the state's property ``stage_said`` gives it."""
        return Stage(state.phase, state.turn, getattr(state, "stage_said", None))

    @property
    def plain(self) -> Any:
        """The phase and the turn; with ``named``, if the state has a name for it."""
        return {"phase": self.phase, "turn": self.turn} | ({"named": self.named} if self.named else {})

    @property
    def label(self) -> str:
        """The phase and, once turns are counted, the turn: ``roles``, ``turn-3``."""
        return f"{self.phase}-{self.turn}" if self.turn else self.phase

    @property
    def said(self) -> Phrase:
        """The stage in words: what the state calls it, or else « tour 3 »."""
        return self.named or self.numbered

    @property
    def said_with_turn(self) -> Phrase:
        """The stage in words, with the number by which files name it where its own name has another one."""
        return Phrase("stage.with-turn", {"stage": self.named, "turn": self.turn}) if self.named else self.numbered

    @property
    def numbered(self) -> Phrase:
        """The stage in words that need no state: its sentence ``phase.PHASE`` with the number of the turn."""
        return Phrase(f"phase.{self.phase}", {"turn": self.turn})


def stage_in(row: Stage | Mapping[str, Any]) -> Stage:
    """Return a stage, or that of which a ``row`` holds what :attr:`Stage.plain` gives, among other things."""
    return row if isinstance(row, Stage) else Stage(row["phase"], row["turn"], row.get("named"))


class Phased(Protocol):
    """What every state has: the phase awaited (``over`` at the end) and its turn."""

    @property
    def phase(self) -> str:
        """The phase awaited."""

    @property
    def turn(self) -> int:
        """The number of the turn, 0 before turn 1."""


State = TypeVar("State", bound=Phased)
"""What a stage changes, in the game's own type."""
AnySetting = TypeVar("AnySetting")
"""What never changes in a campaign, in the game's own type."""


class Outcome(NamedTuple, Generic[State]):
    """A resolved stage: the new state, the MJ's account, the notices to readers, and the result of each order.

    ``results`` holds ``success``, ``reason`` and ``rulings`` by player and order, for the game's own reports. It is
    empty if every order simply takes effect.
    """

    state: State
    log: tuple[Fact, ...]
    notices: tuple[Notice, ...]
    results: Mapping[str, Mapping[str, Any]]

    @property
    def as_read_back(self) -> Outcome[State]:
        """The outcome as it is once it has been written and read: tuples in what it tells are lists.

        Raises ``TypeError`` for what would come back as something else, such as a number as a key.
        """
        log = tuple(Fact(fact.kind, to_plain(fact.data)) for fact in self.log)
        notices = tuple(Notice(one.kind, to_plain(one.facts), one.to) for one in self.notices)
        return Outcome(self.state, log, notices, to_plain(self.results))


def stage_changes(before: Phased, after: Phased) -> Iterator[Phrase]:
    """Tell the MJ that two states await different stages, if they do."""
    awaited = [Stage.of(state).said for state in (before, after)]
    if awaited[0] != awaited[1]:
        yield Phrase("change.stage", {"before": awaited[0], "after": awaited[1]})


def field_changes(before: Phased, after: Phased, fields: Sequence[str]) -> Iterator[Phrase]:
    """Tell the MJ what differs between two states in ``fields``; for a field that is a dict, name by name.

    A field is named by its word at the place ``table``. A list whose things have an identity is told thing by thing.
    """
    marks = {field.name: field.metadata for field in dataclasses.fields(after)}  # type: ignore[arg-type]
    sides: list[dict[str, Any]] = [{}, {}]
    for side, state in zip(sides, (before, after), strict=True):
        for field in fields:
            value, key = to_plain(getattr(state, field)), marks[field].get("identity")
            side[field] = {str(one[key]): one for one in value} if key else value
    yield from value_changes(*sides)


def value_changes(before: Mapping[str, Any], after: Mapping[str, Any], *, place: str = "table") -> Iterator[Phrase]:
    """Tell the MJ what differs between two tables of the same values; for a value that is a dict, name by name.

    A value is named by its word at the ``place``. One that is no part of a sentence is told as text.
    """
    for key, new in after.items():
        what, old = Word(place, key), before[key]
        if not isinstance(new, dict):
            yield from _change(what, old, new)
            continue
        for name in {**old, **new}:
            yield from _change(Phrase("change.of", {"what": what, "name": name}), old.get(name), new.get(name))


def _change(what: PhraseArgument, old: Any, new: Any) -> Iterator[Phrase]:
    if old != new:
        yield Phrase("change.value", {"what": what, "before": _changed(old), "after": _changed(new)})


def _changed(value: Any) -> PhraseArgument:
    if value is None:
        return Phrase("change.nothing")
    return value if isinstance(value, (Phrase, Word, Listed)) else str(value)


# The readers of reports, and what is addressed to each.


_NOTHING: Mapping[str, Any] = {}


class Reader(NamedTuple):
    """A reader: ``kind`` is ``public``, ``camp``, ``player`` or ``mj``; camps and players also have a ``name``."""

    kind: str
    name: str = ""

    def __str__(self) -> str:
        """Return ``public``, ``mj``, ``camp:NAME`` or ``player:NAME``."""
        return f"{self.kind}:{self.name}" if self.name else self.kind


PUBLIC = Reader("public")
MJ = Reader("mj")


def camp_reader(name: str) -> Reader:
    """Return the camp ``name`` as a reader."""
    return Reader("camp", name)


def player_reader(name: str) -> Reader:
    """Return the player ``name`` as a reader."""
    return Reader("player", name)


class Notice(NamedTuple):
    """Something that readers learn. Its ``facts`` are exactly what these readers may know.

    A notice without ``to`` is for the MJ alone, so a forgotten address hides information instead of leaking it. The
    value under ``said`` is text that somebody wrote, so it is never treated as a name.
    """

    kind: str
    facts: Mapping[str, Any] = _NOTHING
    to: Reader = MJ


class Fact(NamedTuple):
    """One line of the MJ's account: what happened, in chronological order."""

    kind: str
    data: Mapping[str, Any] = _NOTHING


class Table(Generic[AnySetting, State]):
    """A stage that is being played: what the rules read, and what they change and write down.

    ``orders`` are canonical orders by player; a value of a wrong shape counts as not sent. ``before`` is the state as
    the stage begins. ``mj`` answers what only the MJ can decide. ``results`` are by player and order.
    """

    def __init__(
        self, setting: AnySetting, state: State, orders: Mapping[str, Any], seed: Seed, mj: Mj | None = None
    ) -> None:
        """Take what is known as the stage begins; ``seed`` decides its draws, and no ``mj`` leaves all as proposed."""
        from adjudicator.core.mj import Mj

        self.setting, self.before, self.orders, self.mj = setting, state, orders, mj or Mj()
        self.dice = Dice.of(seed, state.turn)
        self.log: list[Fact] = []
        self.notices: list[Notice] = []
        self.results: dict[str, dict[str, Any]] = {}

    @cached_property
    def state(self) -> State:
        """A copy of ``before``, made by its own method ``copy`` if it has one: the rules may change it."""
        copy = getattr(self.before, "copy", None)
        return copy() if copy else deepcopy(self.before)

    def given(self, player: str, order: str) -> Any:
        """Return what ``player`` has sent as ``order``; None if nothing."""
        sent = self.orders.get(player)
        return sent.get(order) if isinstance(sent, Mapping) else None

    def note(self, kind: str, rules: Sequence[str] = (), **data: Any) -> None:
        """Add one fact to the MJ's account, with the rules that decided it."""
        self.log.append(Fact(kind, {**data, "rules": rules} if rules else data))

    def tell(self, to: Reader, kind: str, **facts: Any) -> None:
        """Let a reader learn these facts, and nothing else."""
        self.notices.append(Notice(kind, facts, to))

    def outcome(self) -> Outcome[State]:
        """Return the stage as it was played."""
        return Outcome(self.state, tuple(self.log), tuple(self.notices), self.results)
