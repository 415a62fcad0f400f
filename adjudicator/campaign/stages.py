"""The stages of a campaign on disk, and how far a campaign has come.

Each stage is one folder, published as a whole. Use ``progress_of`` for the present; ``stood_before`` and its neighbours
for stages that were taken back; ``is_called`` and its neighbours for the names of stages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.campaign.acts import SEATING, acts_before, acts_in, amendments_of, closing_of, undoings
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import EMPTY, Step, read_result, result_of, state_steps
from adjudicator.campaign.records import Act, OnTable, RefusedFile, SentAhead
from adjudicator.campaign.seats import Seats, facts_renamed, seats_of
from adjudicator.core.actions import Choice
from adjudicator.core.faults import Listed, Phrase, Word
from adjudicator.core.game_rules import Phase
from adjudicator.core.plain import Plain, to_plain
from adjudicator.core.stage import Fact, Notice, Outcome, Reader, Stage
from adjudicator.core.words import fold, nearest
from adjudicator.speech.voice import LANGUAGES, Voice, voice_of
from adjudicator.store import layout
from adjudicator.store.disk import UnusableError, names
from adjudicator.store.published import read_published


class Played(NamedTuple):
    """A stage that has been played and published, read back from its folder."""

    folder: Path
    stage: Stage
    before: Any
    outcome: Outcome[Any]
    table: OnTable
    """What the MJ had on record when the stage was played: orders, notes, standing orders and so on."""


@dataclass(eq=False, repr=False)  # generates only the methods in use: faster start-up
class Progress:
    """How far a campaign has come: the stages played, in order, and the state in which the next stage begins.

    That state is the one after the last stage, with the MJ's amendments applied: an amendment takes effect at the start
    of a stage.
    """

    campaign: Campaign
    folders: list[Path]
    acts: list[Act] | None = None
    """All acts of the campaign if the caller has read them; None to read only the acts needed here."""
    state: Any = field(init=False)
    mended: list[Act] = field(init=False)
    """The acts that decide which amendments apply to which stage, and which orders no longer count."""
    amendments: list[Act] = field(init=False)
    """The amendments of the stage awaited, in order."""
    closings: Sequence[Act] = field(init=False)
    """The acts needed to tell whether the players' time is closed; empty if it was never closed."""
    _read: tuple[Path | None, dict[str, bytes]] = field(init=False, repr=False)
    """The last stage when this object was made, and its published files by name."""

    def __post_init__(self) -> None:
        """Read the state after the last stage.

        Raises ``UnusableError`` if the files of that stage are damaged or do not fit the campaign.
        """
        self._read = (self.folders[-1], self._whole(len(self.folders) - 1)) if self.folders else (None, {})
        acts = self.acts if self.acts is not None else acts_in(self.campaign.folder, (*MENDING, "closed"))
        self.mended = [act for act in acts if act["act"] in MENDING]
        self.closings = acts if any(act["act"] == "closed" for act in acts) else []
        self.amendments = self._amendments(len(self.folders))
        self._refuse_change()
        self.state = self.state_before(len(self.folders))
        self._refuse_stray()

    def without(self, amendments: Sequence[Act]) -> Progress:
        """Return the progress of the campaign as if some ``amendments`` of the stage awaited had not been made."""
        before = copy(self)
        before.amendments = [act for act in self.amendments if act not in amendments]
        before.state = amended(self.campaign, self.state_after(len(self.folders)), before.amendments)
        return before

    def withdrawn(self, withdrawal: Act) -> Progress:
        """Return the progress of the campaign as it would be with one more ``withdrawal`` of orders."""
        after = copy(self)
        after.mended = [*self.mended, withdrawal]
        return after

    def amended(self, amendment: Act) -> Progress:
        """Return the progress of the campaign as it would be with one more ``amendment`` of the stage awaited."""
        after = copy(self)
        after.amendments = [*self.amendments, amendment]
        after.state = amended(self.campaign, self.state, [amendment])
        return after

    @property
    def stage(self) -> Stage | None:
        """The stage awaited, or None when the game is over."""
        return self.campaign.game.rules.stage(self.state)

    @property
    def phase(self) -> Phase:
        """The kind of the stage awaited."""
        return self.campaign.game.rules.phase(self.state)

    @property
    def window(self) -> bool:
        """Whether the stage awaited is a window: a stage in which players may act but need not."""
        return self.stage is not None and self.phase.window

    @property
    def awaited(self) -> Phrase:
        """The stage awaited, in words; a phrase that says that the game is over when it is."""
        return (self.stage or Stage("over", 0)).said

    @property
    def closed_at(self) -> str:
        """When the players' time for the stage awaited was closed, in ISO format; empty while it is still open."""
        closing = closing_of(self.closings, self.stage_folder.name) if self.closings and self.stage else None
        return closing["at"] if closing is not None else ""

    @property
    def closed(self) -> bool:
        """Whether the players' time for the stage awaited is over, so that only the MJ's answers are still missing."""
        return bool(self.closed_at)

    def view(self, player: str) -> Any:
        """Return the game's view for ``player``: what he may know of the stage awaited."""
        return self.campaign.view(self.state, player)

    def choices(self, player: str) -> Sequence[Choice]:
        """Return what ``player`` may order now, according to the game and his view (``Forms.choices``)."""
        return self.campaign.game.forms.choices(self.view(player))

    @property
    def idle(self) -> tuple[str, ...]:
        """The players who have left seats that stay empty, if the game goes on and awaits nothing of these seats."""
        goes_on = self.stage is not None and self.campaign.game.rules.phase(self.state).goes_on
        return self.campaign.seats.empty if goes_on else ()

    @property
    def standing(self) -> dict[str, Plain]:
        """The standing orders in force when the stage awaited began, by player."""
        return self._left["standing"]

    @property
    def left_in(self) -> dict[str, str]:
        """The path in ``turns/`` of the file in which each player sent his standing orders, as far as it is known."""
        return self._left.get("left_in", {})

    @property
    def ahead_now(self) -> list[SentAhead]:
        """The files sent ahead for the stage awaited, in order."""
        return [file for file in self._ahead if not self._is_later(file["turn"])]

    @property
    def ahead_later(self) -> list[SentAhead]:
        """The files sent ahead for stages after the one awaited."""
        return [file for file in self._ahead if self._is_later(file["turn"])]

    @property
    def refused_ahead_now(self) -> list[RefusedFile]:
        """The refused files that were sent ahead for the stage awaited and have not been corrected since, in order."""
        return [file for file in self._refused_ahead if not self._is_later(file["turn"])]

    @property
    def refused_ahead_later(self) -> list[RefusedFile]:
        """The refused files for stages after the one awaited that have not been corrected since."""
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
        """The ``OnTable`` record of the last stage; None before the first stage."""
        return self._on_table(self.folders[-1]) if self.folders else None

    @property
    def _left(self) -> OnTable:
        """The ``OnTable`` record of the last stage, without the orders that the MJ has withdrawn since."""
        return handed_on_without(self.mended, self.told_on_table, self.campaign.seats)

    @property
    def told_on_table(self) -> OnTable:
        """The ``OnTable`` record of the last stage; empty before the first stage."""
        return self._handed_on or EMPTY

    @property
    def stage_folder(self) -> Path:
        """The folder of the stage awaited, or of the last stage when the game is over; the folder may not exist yet."""
        stage = self.stage
        if stage is None:
            return self.folders[-1]
        return self.campaign.folder / layout.TURNS / layout.stage_name(len(self.folders) + 1, stage)

    def state_after(self, count: int) -> Any:
        """Return the state after the first ``count`` stages. Raises ``UnusableError`` when its file is damaged."""
        rules = self.campaign.game.rules
        if count == 0:
            return rules.begin(self.campaign.setting)
        written = self._result("state", self.folders[count - 1], "state.json", state_steps(rules))
        return rules.load(self.campaign.seats.named(written))

    def seats_at(self, index: int) -> Seats:
        """Return who held which seat when the played stage at ``index`` was played."""
        return seats_at(self.campaign, self._result("orders", self.folders[index], "orders.json").get("seats", 0))

    def as_played(self, index: int) -> Progress:
        """Return the same progress with the people who held the seats when the played stage at ``index`` was played."""
        then = self.campaign.with_seats(self.seats_at(index))
        return self if then is self.campaign else Progress(then, self.folders)

    def state_before(self, index: int) -> Any:
        """Return the state in which the stage at ``index`` began, with the amendments of that stage applied."""
        return amended(self.campaign, self.state_after(index), self._amendments(index))

    def _amendments(self, index: int) -> list[Act]:
        """Return the amendments of the stage at ``index``, whether it has been played or is awaited."""
        return amendments_of(self.mended, index + 1)

    def _whole(self, index: int) -> dict[str, bytes]:
        """Return the published files of the stage at ``index``, by name.

        Raises ``UnusableError`` if a file has changed since it was published: no stage may build on it. Reports are not
        checked, as they may be edited by hand.
        """
        return read_published(
            self.folders[index] / layout.RESULT, (layout.PINNED, "orders.json", "outcome.json", "state.json")
        )

    def _refuse_change(self) -> None:
        """Refuse a campaign file that differs from the one by which the past stages were played.

        Past results depend on the people, the seed and the rules of that file, so these may not change during a game.
        """
        for number, folder in enumerate(self.folders, 1):
            known = layout.stage_called(folder.name)
            if known is None or known[0] != number:
                raise UnusableError("error.damaged", file=str(folder.with_name(f"{number:04d}-…")))
        before: Plain | None = None
        if self.folders:
            before = self._result("pinned", self.folders[-1], layout.PINNED)
        elif self.amendments:  # an amendment made before the first stage rests on the campaign file
            before = self.amendments[-1]["pinned"]
        if before is None:
            return
        now = to_plain(self.campaign.pinned) if self.folders else self.basis
        if before.get("game") != now.get("game"):  # the other keys belong to another game and cannot be compared
            before, now = {"game": before.get("game")}, {"game": now.get("game")}
        other = [key for key in {**before, **now} if before.get(key) != now.get(key)]
        if list(before.get("camps", ())) != list(now.get("camps", ())):
            other = other or ["camps"]
        if other:
            # The last stage belongs to another game if its seed differs from that of the stage before it while that
            # one has the campaign's seed.
            earlier = (
                read_result("pinned", self.folders[-2] / layout.RESULT / layout.PINNED) if len(self.folders) > 1 else {}
            )
            if earlier.get("seed") == now.get("seed") != before.get("seed"):
                raise UnusableError("error.foreign-stage", file=str(self.folders[-1]))
            named = Listed(tuple(Word("campaign", key) for key in other))
            kind = {"camps": "people", "players": "people", "seed": "seed"}.get(other[0], "rules")
            game, instead = self.campaign.game.id, Phrase(f"instead.{kind}")
            raise UnusableError(
                "error.campaign-changed", None, game, file=layout.CAMPAIGN_FILE, what=named, instead=instead
            )

    @property
    def basis(self) -> Plain:
        """The parts of the campaign file on which an amendment made before the first stage rests."""
        pinned: Plain = to_plain(self.campaign.pinned)
        return {key: value for key, value in pinned.items() if key != "edition"}

    def _refuse_stray(self) -> None:
        """Refuse a stage folder with orders whose name is not that of a known stage: these orders would not count."""
        turns = self.campaign.folder / layout.TURNS
        known = {folder.name for folder in (*self.folders, self.stage_folder)}
        for name in names(turns) if turns.is_dir() else ():
            if name not in known and (turns / name / layout.ORDERS).is_dir() and names(turns / name / layout.ORDERS):
                raise UnusableError("error.stray-stage", file=str(turns / name), name=self.stage_folder.name)

    def played(self, index: int) -> Played:
        """Return the played stage at ``index``. Raises ``UnusableError`` if it is damaged."""
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
        """Return the ``OnTable`` record of the stage in ``folder``; fields unknown to version 0.1.0 are empty."""
        table: OnTable = self._result("orders", folder, "orders.json")  # type: ignore[assignment]
        return self.campaign.named_in(table)

    def _result(self, kind: str, folder: Path, name: str, steps: Sequence[Step] = ()) -> Plain:
        """Return a published file of the stage in ``folder``; those of the last stage are already in memory."""
        path, (last, files) = folder.joinpath(layout.RESULT, name), self._read
        return result_of(kind, files[name], path, steps) if folder == last else read_result(kind, path, steps)

    def stage_played(self, index: int) -> Stage:
        """Return the stage at ``index`` of those played, from its state if states name stages, else from its folder."""
        known = layout.stage_called(self.folders[index].name)
        if known is None:  # cannot happen: ``__post_init__`` refuses such a folder as damaged
            raise ValueError(self.folders[index].name)
        named = hasattr(self.campaign.game.rules.state_type, "stage_said")
        return Stage.of(self.state_before(index)) if named else known[1]

    def find(self, label: str, language: str | None = None) -> int:
        """Return the index of the first played stage that ``label`` names.

        If there is none, raises ``UnusableError``, which names the stages that exist and the nearest one in
        ``language``.
        """
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
"""The maximum number of stages that an error names: the first and the last ones."""


def amended(campaign: Campaign, state: Any, amendments: Sequence[Act]) -> Any:
    """Return ``state`` with ``amendments`` applied in order."""
    rules, setting = campaign.game.rules, campaign.setting
    for act in amendments:
        start = rules.by_hand(setting, act["turn"]) if "turn" in act else state
        state = rules.amended(setting, start, campaign.seats.named(act["table"]))
    return state


def seats_when(campaign: Campaign, stage: Path) -> Seats:
    """Return who held which seat when the stage in the folder ``stage`` was played."""
    return seats_at(campaign, read_result("orders", stage / layout.RESULT / "orders.json").get("seats", 0))


def seats_at(campaign: Campaign, changes: int) -> Seats:
    """Return who held which seat after the first ``changes`` acts that changed seats."""
    return seats_of(campaign.as_written, acts_in(campaign.folder, SEATING)[:changes])


def progress_of(campaign: Campaign) -> Progress:
    """Return how far ``campaign`` has come; only stages that were published completely count."""
    return Progress(campaign, layout.stages_played(campaign.folder))


# The past: the stages of a campaign as they stood before some were taken back, and the stage before a given one.


def stood_before(progress: Progress, number: int) -> Progress:
    """Return the progress of the campaign just before the ``number``-th undoing (the first is 1) took stages back.

    Stages that are no longer in ``withdrawn/`` are missing from its folders.
    """
    folder, before = progress.campaign.folder, copy(progress)
    undone = undoings(before.mended)
    for later in range(len(undone), number - 1, -1):
        first = layout.stage_number(undone[later - 1]["back_to"])
        kept = [path for path in before.folders if layout.stage_number(path.name) < first]
        before.folders = kept + layout.stages_played(layout.withdrawn_folder(folder, later))
        before.mended = acts_before(before.mended, undone[later - 1])
    return before


def as_it_stood(progress: Progress, folders: list[Path], acts: Sequence[Act]) -> Progress:
    """Return the progress of the campaign when the stages in ``folders`` had been played and ``acts`` had been done."""
    at = copy(progress)
    at.__dict__.pop("_handed_on", None)
    at.folders, at.mended = folders, [act for act in acts if act["act"] in MENDING]
    at.closings = [act for act in acts if act["act"] in ("closed", "undo")]
    at.state, at.amendments = at.state_before(len(folders)), amendments_of(at.mended, len(folders) + 1)
    return at


def played_before(progress: Progress, stage: str, number: int) -> Played | None:
    """Return a stage, given by its folder name, as it was played before the ``number``-th undoing took it back.

    Returns None if that stage is no longer kept. Raises ``UnusableError`` if its files are damaged.
    """
    before = stood_before(progress, number)
    names = [path.name for path in before.folders]
    return before.played(names.index(stage)) if stage in names else None


def table_before(campaign: Campaign, stage: str, number: int | None) -> OnTable | None:
    """Return the ``OnTable`` record of a stage, given by its folder name, as the ``number``-th undoing took it back.

    Returns None without a number, and if the stage is no longer kept.
    """
    path = layout.withdrawn_folder(campaign.folder, number or 0) / layout.TURNS / stage / layout.RESULT / "orders.json"
    if number is None or not path.exists():
        return None
    table: OnTable = read_result("orders", path)  # type: ignore[assignment]
    return campaign.named_in(table)


def last_before(progress: Progress, stage: Path) -> Played | None:
    """Return the stage played before the one in the folder ``stage``, which may have been taken back since.

    Returns None for the first stage, and if the stage before it is no longer kept. Raises ``UnusableError`` if its
    files are damaged.
    """
    above = stage.parent.parent
    before = stood_before(progress, int(above.name)) if above.parent.name == layout.WITHDRAWN else progress
    index = layout.stage_number(stage.name) - 2
    return before.played(index) if 0 <= index < len(before.folders) else None


# The names by which the MJ may refer to a stage: its turn, its phase and turn, or its name in reports.


def is_called(stage: Stage, label: str, game: str) -> bool:
    """Return whether ``label`` names ``stage`` of the game, in any language.

    The name of a turn, such as «tour 3», names every stage of that turn.
    """
    names = [name for language in LANGUAGES for name in names_of(stage, voice_of(game, language))]
    numbers = [str(stage.turn), f"t{stage.turn}", f"turn {stage.turn}"] if stage.turn else []
    return not label.startswith("-") and _form(label) in map(_form, (*names, *numbers))


def _form(text: str) -> str:
    return fold(text.replace(",", " "))


def short_name(stage: Stage, voice: Voice) -> str:
    """Return a short name of a stage: « tour 3 », « vote 3 »."""
    whole, phase = _parts(stage, voice)
    return f"{phase} {stage.turn}" if phase else whole


def names_of(stage: Stage, voice: Voice) -> Iterator[str]:
    """Yield the names of a stage in words, the short one last.

    For a stage before turn 1, every longer word of its name is a name of its own.
    """
    turn, phase = _parts(stage, voice)
    yield from (stage.label, voice.phrase(stage.said), voice.phrase(stage.numbered), turn)
    if phase:
        yield from (f"{turn} {phase}", f"{turn} {stage.phase}")
    if not stage.turn:
        yield from (word for word in turn.split() if len(word) >= _TELLING)
    yield short_name(stage, voice)


_TELLING = 4
"""The minimum length of a word that can stand for a name; it excludes words like « des »."""


def _parts(stage: Stage, voice: Voice) -> tuple[str, str]:
    """Return the turn of a stage in words, and the first word of its phase; the phase is empty if the name has none."""
    turn, _, phase = voice.phrase(stage.said).partition(", ")
    return turn, phase.split()[0] if phase else ""


# Orders that the MJ has withdrawn -----------------------------------------------------------------------------
#
# An act ``withdraw`` names a seat and the files whose orders no longer count for it. Nothing else is written: a file
# stays where it is with its verdict, and readers of a stage's files leave out what was withdrawn. A file stays
# withdrawn when its stage is taken back; a later file of the same name is a different file.


def withdrawals(acts: Sequence[Act]) -> list[Act]:
    """Return the acts by which orders were withdrawn, in order."""
    return [act for act in acts if act["act"] == "withdraw"]


def acts_known_to(acts: Sequence[Act], stage: str) -> list[Act]:
    """Return ``acts`` without the withdrawals that were made after this stage, given by its folder name, was played.

    It serves for stages without a link in the hash chain, which would tell how many acts there were.
    """
    number = layout.stage_number(stage)
    return [act for act in acts if act["act"] != "withdraw" or layout.stage_number(act["stage"]) <= number]


def withdrawn_from(acts: Sequence[Act], place: str, digest: str, at: str | None) -> set[str]:
    """Return the seats for which a file of the stage awaited no longer counts.

    ``place`` is its path in ``turns/``, ``digest`` the SHA-256 of its bytes, and ``at`` when it arrived, or None if
    that is not known.
    """
    named = [act for act in withdrawals(acts) if place in act["files"]]
    return {
        act["player"]
        for act in named
        if act["files"][place] == digest
        and (at is None or datetime.fromisoformat(at) <= datetime.fromisoformat(act["at"]))
    }


def handed_on_without(acts: Sequence[Act], table: OnTable, seats: Seats) -> OnTable:
    """Return ``table`` without the standing orders and files sent ahead that were withdrawn."""
    if not withdrawals(acts):
        return table
    ahead = (_ahead_without(acts, file, seats) for file in table["ahead"])
    refused = (_refused_without(acts, file, seats) for file in table["refused_ahead"])
    return {
        **_standing_without(acts, table, seats),
        "ahead": list(filter(None, ahead)),
        "refused_ahead": list(filter(None, refused)),
    }


def withdrawn_ahead(acts: Sequence[Act], file: SentAhead | RefusedFile, seats: Seats) -> set[str]:
    """Return the players for whom a file that was handed on to a later stage no longer counts."""
    place = file.get("file")
    if place is not None:
        named = [
            act
            for index, act in enumerate(acts)
            if act["act"] == "withdraw" and place in act["files"] and not _came_again(acts[index:], place)
        ]
    else:
        text = sha256(str(file.get("text", "")).encode()).hexdigest()
        named = [act for act in withdrawals(acts) if text in act.get("texts", ())]
    return {seats.name_of(act["player"]) for act in named}


def _came_again(since: Sequence[Act], place: str) -> bool:
    """Return whether the stage in which a file arrived was taken back since.

    If so, what is handed on comes from another file.
    """
    number = layout.stage_number(place.partition("/")[0])
    return any(layout.stage_number(undo["back_to"]) <= number for undo in undoings(since))


def _ahead_without(acts: Sequence[Act], file: SentAhead, seats: Seats) -> SentAhead | None:
    gone = withdrawn_ahead(acts, file, seats)
    players = [player for player in file["players"] if player not in gone]
    receipts = {player: said for player, said in file["receipts"].items() if player not in gone}
    return {**file, "players": players, "receipts": receipts} if players else None


def _refused_without(acts: Sequence[Act], file: RefusedFile, seats: Seats) -> RefusedFile | None:
    gone = withdrawn_ahead(acts, file, seats)
    players = [player for player in file["players"] if player not in gone]
    return {**file, "players": players} if players or not gone else None


def _standing_without(acts: Sequence[Act], table: OnTable, seats: Seats) -> OnTable:
    """Return ``table`` with each player's earlier standing orders in place of those that were withdrawn."""
    standing, left_in = dict(table["standing"]), dict(table.get("left_in", {}))
    for index, act in enumerate(acts):
        if act["act"] != "withdraw" or "standing" not in act:
            continue
        player, before = seats.name_of(act["player"]), act["standing"]
        if player in standing and left_in.get(player, "") == before["of"]:
            if before["of"] and _came_again(acts[index:], before["of"]):
                continue
            standing.pop(player)
            left_in.pop(player, None)
            if before["orders"]:
                standing[player] = seats.named(before["orders"])
            if before["file"]:
                left_in[player] = before["file"]
    return {**table, "standing": standing, "left_in": left_in}
