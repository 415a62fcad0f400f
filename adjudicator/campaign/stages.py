"""The stages of a campaign on disk: one folder each, published whole; how far a campaign has come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.campaign.acts import SEATING, acts_before, acts_in, amendments_of, closing_of, undoings
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import EMPTY, Step, read_result, result_of, state_steps
from adjudicator.campaign.seats import Seats, called_in, facts_renamed, seats_of
from adjudicator.campaign.withdrawals import handed_on_without
from adjudicator.core.faults import Listed, Phrase, Word
from adjudicator.core.plain import Plain, to_plain
from adjudicator.core.stage import Fact, Notice, Outcome, Reader, Stage
from adjudicator.core.words import fold
from adjudicator.speech.catalogue import LANGUAGES
from adjudicator.speech.voice import Voice, voice_of
from adjudicator.store.disk import UnusableError, names
from adjudicator.store.layout import (
    CAMPAIGN_FILE,
    ORDERS,
    PINNED,
    RESULT,
    TURNS,
    WITHDRAWN,
    stage_called,
    stage_name,
    stage_number,
    stages_played,
    withdrawn_folder,
)
from adjudicator.store.published import read_published

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act, OnTable, RefusedFile, SentAhead
    from adjudicator.core.game import Choice


class Played(NamedTuple):
    """A stage that has been played and published, read back from its folder."""

    folder: Path
    stage: Stage
    before: Any
    outcome: Outcome[Any]
    table: OnTable
    """What was on the MJ's table."""


class _Known(NamedTuple):
    """What was asked of players in a ``state`` of a campaign, by player: what each may know, and what he may order."""

    campaign: Campaign | None = None
    state: Any = None
    views: dict[str, Any] = {}  # noqa: RUF012 - never written: it is of no campaign
    choices: dict[str, Sequence[Choice]] = {}  # noqa: RUF012


@dataclass(eq=False, repr=False)  # what is never asked for is not made at each start
class Progress:
    """How far a campaign has come: the stages played, in order, and the state in which the next one begins.

    It is that after the last stage, as the MJ has amended it: what he amends is amended at the start of a stage.
    """

    campaign: Campaign
    folders: list[Path]
    acts: list[Act] | None = None
    """All acts, where they have been read; None where those alone are that are asked for here."""
    state: Any = field(init=False)
    mended: list[Act] = field(init=False)
    """The acts that decide which amendments hold of which stage, and which orders count no more."""
    amendments: list[Act] = field(init=False)
    """Those of the stage awaited, in their order."""
    closings: Sequence[Act] = field(init=False)
    """The acts by which the players' time was ever closed, and those that decide whether it still is; or none."""
    _read: tuple[Path | None, dict[str, bytes]] = field(init=False, repr=False)
    """The stage that was the last when this was made, and its files by their names, whole as they were published."""
    _known: _Known = field(init=False, repr=False, compare=False, default=_Known())
    """What was asked of players: heads, forms and letters ask again."""

    def __post_init__(self) -> None:
        """Read the state after the last stage. Raises ``UnusableError`` when what was written of it is damaged."""
        self._read = (self.folders[-1], self._whole(len(self.folders) - 1)) if self.folders else (None, {})
        acts = self.acts if self.acts is not None else acts_in(self.campaign.folder, (*MENDING, "closed"))
        self.mended = [act for act in acts if act["act"] in MENDING]
        self.closings = acts if any(act["act"] == "closed" for act in acts) else []
        self.amendments = self._amendments(len(self.folders))
        self._refuse_change()
        self.state = self.state_before(len(self.folders))
        self._refuse_stray()

    def without(self, amendments: Sequence[Act]) -> Progress:
        """Return how far the campaign has come as it is without some ``amendments`` of the stage awaited."""
        before = copy(self)
        before.amendments = [act for act in self.amendments if act not in amendments]
        before.state = amended(self.campaign, self.state_after(len(self.folders)), before.amendments)
        return before

    def withdrawn(self, withdrawal: Act) -> Progress:
        """Return how far the campaign would have come with one more ``withdrawal`` of orders."""
        after = copy(self)
        after.mended = [*self.mended, withdrawal]
        return after

    def amended(self, amendment: Act) -> Progress:
        """Return how far the campaign would have come with one more ``amendment`` of the stage awaited."""
        after = copy(self)
        after.amendments = [*self.amendments, amendment]
        after.state = amended(self.campaign, self.state, [amendment])
        return after

    @property
    def stage(self) -> Stage | None:
        """What is awaited, or None when the game is over."""
        return self.campaign.game.rules.stage(self.state)

    @property
    def window(self) -> bool:
        """Whether the stage awaited is one in which players may act and need not."""
        return self.stage is not None and self.campaign.game.rules.is_window(self.state)

    @property
    def awaited(self) -> Phrase:
        """What is awaited, in words; that the game is over, when it is."""
        return (self.stage or Stage("over", 0)).said

    @property
    def closed_at(self) -> str:
        """When the players' time for the stage awaited was closed, in ISO format; empty while they have some."""
        closing = closing_of(self.closings, self.stage_folder.name) if self.closings and self.stage else None
        return closing["at"] if closing is not None else ""

    @property
    def closed(self) -> bool:
        """Whether the players' time for the stage awaited is over, so that it waits for the MJ alone."""
        return bool(self.closed_at)

    def view(self, player: str) -> Any:
        """Return what ``player`` may know of the stage awaited: the game's own view."""
        views = self._known_now().views
        if player not in views:
            views[player] = self.campaign.view(self.state, player)
        return views[player]

    def choices(self, player: str) -> Sequence[Choice]:
        """Return what ``player`` may order now, as the game says on his view (``Forms.choices``)."""
        choices = self._known_now().choices
        if player not in choices:
            choices[player] = self.campaign.game.forms.choices(self.view(player))
        return choices[player]

    def _known_now(self) -> _Known:
        """Return what is known of players as things stand: a copy may have come to another state."""
        if self._known.campaign is not self.campaign or self._known.state is not self.state:
            self._known = _Known(self.campaign, self.state, {}, {})
        return self._known

    @property
    def idle(self) -> tuple[str, ...]:
        """Who has left a seat that stays empty, where nothing is awaited of it and the game goes on."""
        goes_on = self.stage is not None and self.campaign.game.rules.goes_on_without(self.state)
        return self.campaign.seats.empty if goes_on else ()

    @property
    def standing(self) -> dict[str, Plain]:
        """The standing orders in force as the stage awaited began, by player."""
        return self._left["standing"]

    @property
    def left_in(self) -> dict[str, str]:
        """Where in ``turns/`` the files are by which these came, by player, as far as that was kept."""
        return self._left.get("left_in", {})

    @property
    def ahead_now(self) -> list[SentAhead]:
        """The files that came ahead for the stage awaited, in their order."""
        return [file for file in self._ahead if not self._is_later(file["turn"])]

    @property
    def ahead_later(self) -> list[SentAhead]:
        """The files that came ahead for stages still later."""
        return [file for file in self._ahead if self._is_later(file["turn"])]

    @property
    def refused_ahead_now(self) -> list[RefusedFile]:
        """The files that came ahead for the stage awaited, were refused then and not mended since, in their order."""
        return [file for file in self._refused_ahead if not self._is_later(file["turn"])]

    @property
    def refused_ahead_later(self) -> list[RefusedFile]:
        """The same of the files for stages still later."""
        return [file for file in self._refused_ahead if self._is_later(file["turn"])]

    @property
    def _ahead(self) -> list[SentAhead]:
        return self._left["ahead"] if self.stage is not None else []

    @property
    def _refused_ahead(self) -> list[RefusedFile]:
        return self._left["refused_ahead"] if self.stage is not None else []

    def _is_later(self, turn: int) -> bool:
        return self.stage is not None and turn > self.stage.turn

    @cached_property
    def _handed_on(self) -> OnTable | None:
        """What was on the MJ's table of the last stage; None before the first."""
        return self._on_table(self.folders[-1]) if self.folders else None

    @property
    def _left(self) -> OnTable:
        """What the last stage hands on, without what the MJ has withdrawn since."""
        return handed_on_without(self.mended, self.told_on_table, self.campaign.seats)

    @property
    def told_on_table(self) -> OnTable:
        """What was on the MJ's table of the last stage; empty before the first."""
        return self._handed_on or EMPTY

    @property
    def stage_folder(self) -> Path:
        """The folder of the stage awaited (of the last one, when the game is over); it may not exist yet."""
        stage = self.stage
        if stage is None:
            return self.folders[-1]
        return _folder_of(self.campaign.folder, len(self.folders) + 1, stage)

    def state_after(self, count: int) -> Any:
        """Return the state after the first ``count`` stages. Raises ``UnusableError`` when its file is damaged."""
        rules = self.campaign.game.rules
        if count == 0:
            return rules.begin(self.campaign.setting)
        written = self._result("state", self.folders[count - 1], "state.json", state_steps(rules))
        return rules.load(self.campaign.seats.named(written))

    def seats_at(self, index: int) -> Seats:
        """Return who sat where when the stage at ``index`` of those played was played."""
        return seats_at(self.campaign, self._result("orders", self.folders[index], "orders.json").get("seats", 0))

    def as_played(self, index: int) -> Progress:
        """Return the same with those who sat there when the stage at ``index`` of those played was played."""
        then = self.campaign.with_seats(self.seats_at(index))
        return self if then is self.campaign else Progress(then, self.folders)

    def state_before(self, index: int) -> Any:
        """Return the state in which the stage at ``index`` began: that after the one before it, as it was amended."""
        return amended(self.campaign, self.state_after(index), self._amendments(index))

    def _amendments(self, index: int) -> list[Act]:
        """Return the amendments of the stage at ``index``: those of one that was played were made before it was."""
        return amendments_of(self.mended, index + 1)

    def _whole(self, index: int) -> dict[str, bytes]:
        """Return the files of the stage at ``index``, by their names.

        Nothing is built on a stage whose files are not as they were published (reports may be mended by hand).
        """
        return read_published(self.folders[index] / RESULT, (PINNED, "orders.json", "outcome.json", "state.json"))

    def _refuse_change(self) -> None:
        """The past was played by the campaign as it then was: whatever rules it must be as it was."""
        for number, folder in enumerate(self.folders, 1):
            known = stage_called(folder.name)
            if known is None or known[0] != number:
                raise UnusableError("error.damaged", file=str(folder.with_name(f"{number:04d}-…")))
        before = self._pinned()
        if before is None:
            return
        now = to_plain(self.campaign.pinned) if self.folders else self.basis
        if before.get("game") != now.get("game"):  # all else is in the words of another game
            before, now = {"game": before.get("game")}, {"game": now.get("game")}
        other = [key for key in {**before, **now} if before.get(key) != now.get(key)]
        if list(before.get("camps", ())) != list(now.get("camps", ())):
            other = other or ["camps"]
        if other:
            self._refuse_foreign(before, now)
            named = Listed(tuple(Word("campaign", key) for key in other))
            game, instead = self.campaign.game.id, _instead(other[0])
            raise UnusableError("error.campaign-changed", None, game, file=CAMPAIGN_FILE, what=named, instead=instead)

    def _pinned(self) -> Plain | None:
        """Return what may not have changed: what the last stage was played by; before one, what was amended."""
        if self.folders:
            return self._result("pinned", self.folders[-1], PINNED)
        return self.amendments[-1]["pinned"] if self.amendments else None

    @property
    def basis(self) -> Plain:
        """What of the campaign's file a table rests on that is amended before the first stage."""
        pinned: Plain = to_plain(self.campaign.pinned)
        return {key: value for key, value in pinned.items() if key != "edition"}

    def _refuse_foreign(self, last: Plain, now: Plain) -> None:
        """Refuse a last stage of another seed than the one before it, which is the campaign's: it is another game's."""
        earlier = read_result("pinned", self.folders[-2] / RESULT / PINNED) if len(self.folders) > 1 else {}
        if earlier.get("seed") == now.get("seed") != last.get("seed"):
            raise UnusableError("error.foreign-stage", file=str(self.folders[-1]))

    def _refuse_stray(self) -> None:
        """Orders that came for a stage lie in its folder: under another name they would count for nothing."""
        turns = self.campaign.folder / TURNS
        known = {folder.name for folder in (*self.folders, self.stage_folder)}
        for name in names(turns) if turns.is_dir() else ():
            if name not in known and (turns / name / ORDERS).is_dir() and names(turns / name / ORDERS):
                raise UnusableError("error.stray-stage", file=str(turns / name), name=self.stage_folder.name)

    def played(self, index: int) -> Played:
        """Return the stage at ``index`` of those played. Raises ``UnusableError`` when it is damaged."""
        folder = self.folders[index]
        for built_on in (index, index - 1):
            if built_on >= 0 and self.folders[built_on] != self._read[0]:
                self._whole(built_on)
        named = self.campaign.seats.named
        written = self._result("outcome", folder, "outcome.json")
        outcome = Outcome(
            self.state_after(index + 1),
            tuple(Fact(fact["kind"], named(fact["data"])) for fact in written["log"]),
            tuple(
                Notice(n["kind"], facts_renamed(n["facts"], named), Reader(**named(n["to"])))
                for n in written["notices"]
            ),
            named(written["results"]),
        )
        table = self._on_table(folder)
        return Played(folder, self.stage_played(index), self.state_before(index), outcome, table)

    def _on_table(self, folder: Path) -> OnTable:
        """Return what was on the table in the stage of a ``folder``; what version 0.1.0 did not keep is empty."""
        table: OnTable = self._result("orders", folder, "orders.json")  # type: ignore[assignment]
        return called_in(table, self.campaign.seats.called)

    def _result(self, kind: str, folder: Path, name: str, steps: Sequence[Step] = ()) -> Plain:
        """Return a file that was published in the stage of a ``folder``; of the last one they have been read."""
        path, (last, files) = folder.joinpath(RESULT, name), self._read
        return result_of(kind, files[name], path, steps) if folder == last else read_result(kind, path, steps)

    def stage_played(self, index: int) -> Stage:
        """Return what was awaited in the stage at ``index`` of those played, by the name of its folder."""
        known = stage_called(self.folders[index].name)
        if known is None:  # else it would have been refused as damaged
            raise ValueError(self.folders[index].name)
        return known[1]

    def find(self, label: str, language: str | None = None) -> int:
        """Return the index of the first stage played that ``label`` names.

        Raises ``UnusableError`` when there is none, with those that there are, and the nearest, in ``language``.
        """
        from adjudicator.core.words import nearest

        stages = [self.stage_played(index) for index in range(len(self.folders))]
        for index, stage in enumerate(stages):
            if is_called(stage, label, self.campaign.game.id):
                return index
        voice = self.campaign.voice(language)
        known = [short_name(stage, voice) for stage in stages]
        some = known if len(known) <= _MOST_NAMED else [*known[:2], "…", *known[2 - _MOST_NAMED :]]
        near = nearest(label, [name for stage in stages for name in names_of(stage, voice)])
        raise UnusableError("error.no-such-turn", near, turn=label, known=Listed(tuple(some)))


MENDING = ("amend", "undo", "withdraw")
_MOST_NAMED = 12
"""Stages that a sentence names, at most: the first, and the last."""


@lru_cache(maxsize=4)  # a visit asks a dozen times
def _folder_of(campaign: Path, number: int, stage: Stage) -> Path:
    return campaign.joinpath(TURNS, stage_name(number, stage))


def amended(campaign: Campaign, state: Any, amendments: Sequence[Act]) -> Any:
    """Return a ``state`` as amendments make it, one after the other."""
    rules, setting = campaign.game.rules, campaign.setting
    for act in amendments:
        start = rules.by_hand(setting, act["turn"]) if "turn" in act else state
        state = rules.amended(setting, start, campaign.seats.named(act["table"]))
    return state


def seats_when(campaign: Campaign, stage: Path) -> Seats:
    """Return who sat where when the stage in a folder was played."""
    return seats_at(campaign, read_result("orders", stage / RESULT / "orders.json").get("seats", 0))


def seats_at(campaign: Campaign, changes: int) -> Seats:
    """Return who sat where after so many acts that changed it."""
    return seats_of(campaign.as_written, acts_in(campaign.folder, SEATING)[:changes])


def _instead(key: str) -> Phrase:
    """Say what the MJ can do in place of a change that is refused."""
    kind = {"camps": "people", "players": "people", "seed": "seed"}.get(key, "rules")
    return Phrase(f"instead.{kind}")


def progress_of(campaign: Campaign) -> Progress:
    """Return how far ``campaign`` has come: only stages published whole count."""
    return Progress(campaign, stages_played(campaign.folder))


# What has been: the stages of a campaign as they stood before some were taken back, and what came before one.


def stood_before(progress: Progress, number: int) -> Progress:
    """Return how far the campaign had come when the ``number``-th undoing took stages back: 1 is the first.

    What cannot be found in ``withdrawn/`` any more is missing from its folders.
    """
    folder, before = progress.campaign.folder, copy(progress)
    undone = undoings(before.mended)
    for later in range(len(undone), number - 1, -1):
        first = stage_number(undone[later - 1]["back_to"])
        kept = [path for path in before.folders if stage_number(path.name) < first]
        before.folders = kept + stages_played(withdrawn_folder(folder, later))
        before.mended = acts_before(before.mended, undone[later - 1])
    return before


def as_it_stood(progress: Progress, folders: list[Path], acts: Sequence[Act]) -> Progress:
    """Return how far the campaign had come when these stages had been played, and these ``acts`` done."""
    at = copy(progress)
    at.__dict__.pop("_handed_on", None)
    at.folders, at.mended = folders, [act for act in acts if act["act"] in MENDING]
    at.closings = [act for act in acts if act["act"] in ("closed", "undo")]
    at.state, at.amendments = at.state_before(len(folders)), amendments_of(at.mended, len(folders) + 1)
    return at


def played_before(progress: Progress, stage: str, number: int) -> Played | None:
    """Return a stage, by the name of its folder, as it had been played when the ``number``-th undoing took it back.

    None where it is not kept any more. Raises ``UnusableError`` when what is kept is damaged.
    """
    before = stood_before(progress, number)
    names = [path.name for path in before.folders]
    return before.played(names.index(stage)) if stage in names else None


def last_before(progress: Progress, stage: Path) -> Played | None:
    """Return the stage after which the one in a folder was played, be it taken back since; None for a first one.

    None too where it is not kept any more. Raises ``UnusableError`` when what is kept is damaged.
    """
    above = stage.parent.parent
    before = stood_before(progress, int(above.name)) if above.parent.name == WITHDRAWN else progress
    index = stage_number(stage.name) - 2
    return before.played(index) if 0 <= index < len(before.folders) else None


# What the MJ may call a stage: by its turn, by its phase and turn, or by what it is called in reports.


def is_called(stage: Stage, label: str, game: str) -> bool:
    """Tell whether ``label`` names a stage of a ``game``, in whatever language.

    The name of a turn is that of each of its stages, if it has several.
    """
    names = [name for language in LANGUAGES for name in names_of(stage, voice_of(game, language))]
    numbers = [str(stage.turn), f"t{stage.turn}", f"turn {stage.turn}"] if stage.turn else []
    return not label.startswith("-") and _form(label) in map(_form, (*names, *numbers))


def _form(text: str) -> str:
    return fold(text.replace(",", " "))


def short_name(stage: Stage, voice: Voice) -> str:
    """Return a name of a stage in few words: « tour 3 », « vote 3 »."""
    whole, phase = _parts(stage, voice)
    return f"{phase} {stage.turn}" if phase else whole


def names_of(stage: Stage, voice: Voice) -> Iterator[str]:
    """Yield the names of a stage in words, the short one last; one before turn 1 has each word that tells much."""
    turn, phase = _parts(stage, voice)
    yield from (stage.label, voice.phrase(stage.said), turn)
    if phase:
        yield from (f"{turn} {phase}", f"{turn} {stage.phase}")
    if not stage.turn:
        yield from (word for word in turn.split() if len(word) >= _TELLING)
    yield short_name(stage, voice)


_TELLING = 4
"""Letters of a word that is not « des »."""


def _parts(stage: Stage, voice: Voice) -> tuple[str, str]:
    """Return how the turn of a stage is said, and in one word its phase; nothing where that is not said."""
    turn, _, phase = voice.phrase(stage.said).partition(", ")
    return turn, phase.split()[0] if phase else ""
