"""What is awaited, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from adjudicator.core.faults import Filling, Phrase, Word
from adjudicator.core.plain import to_plain


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


class Phased(Protocol):
    """What every state says of itself: the phase awaited (``over`` at the end) and its turn."""

    @property
    def phase(self) -> str:
        """What is awaited."""

    @property
    def turn(self) -> int:
        """The number of the turn, 0 before turn 1."""


State = TypeVar("State", bound=Phased)
"""What a stage changes, in a game's own type."""


class Outcome(NamedTuple, Generic[State]):
    """A resolved stage: the state after, the MJ's account, what was learnt, what each order came to.

    ``results`` holds, by player and order, ``success``, ``reason`` and ``rulings``; it is kept for the game's own
    reports, and empty where each order simply stands.
    """

    state: State
    log: tuple[Fact, ...]
    notices: tuple[Notice, ...]
    results: Mapping[str, Mapping[str, Any]]


def stage_changes(before: Phased, after: Phased) -> Iterator[Phrase]:
    """Say to the MJ that another stage is awaited in one state than in another, if it is."""
    awaited = [Stage(state.phase, state.turn).said for state in (before, after)]
    if awaited[0] != awaited[1]:
        yield Phrase("change.stage", {"before": awaited[0], "after": awaited[1]})


def field_changes(before: Phased, after: Phased, fields: Sequence[str]) -> Iterator[Phrase]:
    """Say to the MJ what is different in ``fields`` of two states, of a dict name by name.

    A field is called by its word of the place ``table``.
    """
    for field in fields:
        what, old, new = Word("table", field), to_plain(getattr(before, field)), to_plain(getattr(after, field))
        if not isinstance(new, dict):
            yield from _change(what, old, new)
            continue
        for name in {**old, **new}:
            yield from _change(Phrase("change.of", {"what": what, "name": name}), old.get(name), new.get(name))


def _change(what: Filling, old: Any, new: Any) -> Iterator[Phrase]:
    if old != new:
        values = {"before": old, "after": new}
        said = {key: Phrase("change.nothing") if value is None else str(value) for key, value in values.items()}
        yield Phrase("change.value", {"what": what, **said})


# Who there is to read, and what is addressed to whom.


_NOTHING: Mapping[str, Any] = {}


class Reader(NamedTuple):
    """One reader: ``kind`` is ``public``, ``camp``, ``player`` or ``mj``; camps and players have a ``name``."""

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
    """Something truly learnt. Its ``facts`` are exactly what its readers may know.

    A notice without ``to`` is the MJ's alone: forgetting hides, it does not leak. What stands under ``said`` somebody
    has written: it is nobody's name, whatever it says.
    """

    kind: str
    facts: Mapping[str, Any] = _NOTHING
    to: Reader = MJ


class Fact(NamedTuple):
    """One line of the MJ's account: what happened, in the order in which it happened."""

    kind: str
    data: Mapping[str, Any] = _NOTHING
