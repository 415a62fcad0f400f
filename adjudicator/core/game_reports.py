"""The reports of a game as the program sees them: what each reader is told of a stage, and at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.core.faults import Phrase, PhraseArgument
from adjudicator.core.game_rules import Constant, Part, Setting, State, found_in
from adjudicator.core.plain import Plain
from adjudicator.core.stage import MJ, PUBLIC, Outcome, Reader, Stage, field_changes, player_reader, stage_changes

if TYPE_CHECKING:
    from adjudicator.core.pictures import Picture


class Past(NamedTuple):
    """A stage that was played, as the epilogue and explanations need it."""

    stage: Stage
    before: State
    outcome: Outcome[Any]
    orders: Mapping[str, Plain] = {}
    """The orders that were played, by player; an epilogue is not given them."""


class Chapter(NamedTuple):
    """A part of the epilogue: a title, and lines without a full stop at the end."""

    title: Phrase
    lines: Sequence[Phrase]


class Moment(NamedTuple):
    """A step within a stage, for the MJ who replays it: what happened, and the position after it."""

    title: Phrase
    said: Sequence[Phrase]
    pictures: Sequence[Picture]


class Reports(Part):
    """What each reader is told about a stage."""

    functions = Constant[Mapping[str, Callable[[Any], PhraseArgument]]]("reports", "FUNCTIONS", {})
    """The game's own functions for its templates, by name: each turns a value of a report into what is said."""
    fields = Constant[Sequence[str]]("reports", "FIELDS", ())
    """The state fields whose changes the MJ is told about; each is named by its word at the place ``table``."""

    @found_in("reports")
    def readers(self, setting: Setting) -> list[Reader]:
        """Return everybody for whom a report is written: by default, the public, the players and the MJ."""
        return [PUBLIC, *map(player_reader, setting.players), MJ]

    @found_in("reports")
    def report(
        self, setting: Setting, before: State, outcome: Outcome[Any], orders: Mapping[str, Plain], reader: Reader
    ) -> Mapping[str, Any]:
        """Return what ``reader`` may know after the stage, for the template; ``orders`` are those that were played."""
        raise NotImplementedError

    @found_in("pictures")
    def pictures(self, report: Mapping[str, Any]) -> Sequence[Picture]:
        """Return the pictures of a report, given as the templates receive it; none by default.

        A picture shows what the report tells its reader and nothing else: see ``core.pictures``.
        """
        return ()

    @found_in("pictures")
    def position(self, report: Mapping[str, Any]) -> Sequence[Picture]:
        """Return the pictures of a report for a page that shows all stages one after the other; by default, all.

        Pictures that repeat what earlier stages showed should be left out, or the page would grow quadratically.
        """
        return self.pictures(report)

    @found_in("account")
    def moments(self, setting: Setting, before: State, outcome: Outcome[Any]) -> Sequence[Moment]:
        """Return a stage step by step, for the MJ alone; empty by default, when only the result is shown.

        The first step shows the state before the stage, the last one the state after it.
        """
        return ()

    @found_in("reports")
    def options(self, setting: Setting) -> list[Phrase]:
        """Tell everybody which options differ from those of the rule sheet, one phrase each.

        By default these are the ``options`` of the setting, a named tuple, that differ from its defaults.
        """
        chosen: Any = getattr(setting, "options", ())
        return [
            Phrase(f"variant.{name}.{value}".lower())
            for name, value in (chosen._asdict() if chosen else {}).items()
            if value != chosen._field_defaults[name]
        ]

    @found_in("reports")
    def headline(self, setting: Setting, before: State, outcome: Outcome[Any]) -> list[Phrase]:
        """Say in a sentence or two what everybody saw of a stage; nothing by default."""
        return []

    @found_in("reports")
    def epilogue(self, setting: Setting, past: Sequence[Past]) -> list[Chapter]:
        """Tell everybody at the end of the game what was secret, such as roles and actions; nothing by default.

        ``past`` holds all stages in order. A campaign may choose not to publish the epilogue.
        """
        return []

    @found_in("reports")
    def winner(self, setting: Setting, state: State) -> Phrase | None:
        """Say who has won, for everybody; None while the game goes on, and by default."""
        return None

    @found_in("reports")
    def table_said(self, setting: Setting, state: State, reader: Reader) -> list[Phrase]:
        """Say for ``status`` what lies on the table; ``reader`` is everybody or the MJ. Nothing by default."""
        return []

    @found_in("explain")
    def explain(self, setting: Setting, state: State, name: str, past: Sequence[Past]) -> list[Phrase]:
        """Tell the MJ, and nobody else, what holds for the player ``name`` and why; ``past`` holds all stages in order.

        By default, this is what the MJ's report of the last stage says of the player.
        """
        if not past:
            return []
        report = self.report(setting, past[-1].before, past[-1].outcome, past[-1].orders, MJ)
        return [phrase for phrase in _phrases(report) if _is_about(phrase, name)]

    @found_in("amendment")
    def changes(self, setting: Setting, before: State, after: State) -> list[Phrase]:
        """Tell the MJ what differs in the state after a stage or an amendment, one phrase for each difference.

        By default these are the stage and the ``fields``.
        """
        return [*stage_changes(before, after), *field_changes(before, after, self.fields)]


def _phrases(value: Any) -> Iterator[Phrase]:
    """Yield the phrases in a value of a report, without those that are parts of others."""
    if isinstance(value, Phrase):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _phrases(part)


def _is_about(value: Any, name: str) -> bool:
    """Return whether a phrase, or a part of one, names a player."""
    if isinstance(value, Phrase):
        return _is_about(tuple(value.values.values()), name)
    return value == name or (isinstance(value, tuple) and any(_is_about(part, name) for part in value))
