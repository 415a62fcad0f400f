"""What the tests for leaks of all games share: pairs that a reader cannot tell apart, and all that he is shown.

A game's own tests make the pairs, say what a reader may know, and plant leaks. Here stand the surfaces on which a leak
could show (what a report is made of, notices, reports in every format and language, as data too, pages of positions and
their data, and at the door the editors' schema, order forms, receipts and faults; names and bytes of files;
``status --public``) and what looks for leaks on them.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

import pytest

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.campaign_file import read_campaign
from adjudicator.campaign.editions import EMPTY, record_bytes
from adjudicator.campaign.loading import load_campaign, outcome_files
from adjudicator.campaign.stages import Played, Progress
from adjudicator.core.mj import Answer, Mj, Place
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import MJ, PUBLIC, Reader, Stage, camp_reader, player_reader
from adjudicator.desk import overview, publishing, session, undo
from adjudicator.forms.click_page import form_pages
from adjudicator.forms.editor_schema import editor_schema
from adjudicator.forms.order_form import form_names, form_to_copy, order_form
from adjudicator.orders.judging import judge
from adjudicator.orders.keys import order_key, order_schema
from adjudicator.orders.received import record_of
from adjudicator.post import letters
from adjudicator.post.letters import remind
from adjudicator.reports import contents, pages, writing
from adjudicator.reports.markup import DIALECTS, SVG
from adjudicator.reports.writing import ENDINGS
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import CAMPAIGN_FILE, CHAIN, OUTBOX, PUBLISHED, RESULT, TURNS
from adjudicator.store.layout import PUBLIC as PUBLIC_FOLDER
from adjudicator.store.published import MANIFEST, publish_folder
from adjudicator.table.situation import situation_at, situation_of
from support.commands import printed, read_letter
from support.shared import closed_by

LANGUAGES = ("fr", "en")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SEED = "the seed of this campaign"
WHEN = ("before", "after")
EVERY_DAY = "leaks"
"""The name of the chance from which the pairs of every day are drawn."""


# Pairs -------------------------------------------------------------------------------------------------------


class Side(Protocol):
    """One stage, played: one of the two of a pair."""

    @property
    def campaign(self) -> Campaign:
        """The campaign; nothing of it is on a disk. Its seed is ``SEED``."""

    @property
    def played(self) -> Played:
        """The stage as it is published: the state before, what came of it, what was on the MJ's table."""

    @property
    def seed(self) -> str:
        """From what is drawn: in one of a pair it may be another than the campaign's."""

    @property
    def again(self) -> Self:
        """The same stage, to be played anew."""


S = TypeVar("S", bound=Side)


@dataclass(frozen=True)
class Drawn:
    """A stage as any game may draw it: what it is played from, and what else lies on the MJ's table."""

    campaign: Campaign
    state: Any
    orders: Mapping[str, Any]
    papers: Mapping[str, Any] = field(default_factory=dict)
    seed: str = SEED
    answers: Mapping[Place, Answer] = field(default_factory=dict)
    """What the MJ answers; nothing is asked of him besides."""

    @cached_property
    def played(self) -> Played:
        """The stage as it is published."""
        game, state = self.campaign.game, self.state
        outcome = game.rules.resolve(self.campaign.setting, state, self.orders, self.seed, Mj(self.answers))
        table = {**EMPTY, "orders": self.orders, **self.papers}
        return Played(Path(), Stage.of(state), state, outcome, table)

    @property
    def again(self) -> Drawn:
        """The same stage, to be played anew."""
        return replace(self)


def own_papers(papers: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    """Return what of the MJ's papers is about ``reader``."""
    names = {key: held for key, held in papers.items() if key != "refused"}
    own = {key: held.get(reader.name) if isinstance(held, dict) else reader.name in held for key, held in names.items()}
    return {**own, "refused": [one for one in papers["refused"] if reader.name in one["players"]]}


def some_papers(chance: random.Random, players: Sequence[str], reader: Reader) -> dict[str, Any]:
    """Return what only the MJ has of how orders came, ``reader`` himself left out: he knows his own."""
    others = [player for player in players if player != reader.name]

    def some() -> list[str]:
        return [player for player in others if chance.random() < 0.5]

    return {
        "absent": some(),
        "stood_in": some(),
        "standing": {player: {"note": f"{chance.randrange(99)}"} for player in some()},
        "notes": {player: f"note {chance.randrange(99)}" for player in some()},
        "refused": [{"source": f"{chance.randrange(99)}.yaml", "players": some()[:1] or others[:1]}],
    }


@dataclass(frozen=True)
class Pair(Generic[S]):
    """Two stages that ``reader`` cannot tell apart, and the ``changes`` that lead from one to the other."""

    reader: Reader
    one: S
    two: S
    changes: tuple[str, ...]
    readers: tuple[Reader, ...]
    """All readers but the MJ who cannot tell the two apart."""

    @property
    def again(self) -> Pair[S]:
        """The same pair, to be played anew."""
        return replace(self, one=self.one.again, two=self.two.again)


def pair_of(reader: Reader, one: S, two: S, changes: Iterable[str], may_know: Callable[[S, Reader], object]) -> Pair[S]:
    """Return the pair of two stages, once it is sure that ``reader`` cannot tell them apart."""
    readers = tuple(other for other in readers_of(one) if may_know(one, other) == may_know(two, other))
    assert reader in readers
    return Pair(reader, one, two, tuple(changes), readers)


def walk(
    chance: random.Random,
    side: Drawn,
    reader: Reader,
    changes: Sequence[Callable[[random.Random, Drawn], Drawn]],
    steps: int,
    may_know: Callable[[Drawn, Reader], object],
) -> Pair[Drawn]:
    """Return a pair that begins with ``side``: each of so many changes leaves what ``reader`` may know as it was."""
    side = replace(side, papers=some_papers(chance, side.campaign.setting.players, reader))
    now, known, made = side, may_know(side, reader), []
    for change in chance.choices(changes, k=steps):
        then = change(chance, now)
        if may_know(then, reader) == known:
            made += [change.__name__] if differ(now, then) else []
            now = then
    now = replace(now, papers=some_papers(chance, side.campaign.setting.players, reader))
    return pair_of(reader, side, now, made, may_know)


def differ(one: Drawn, two: Drawn) -> bool:
    """Return whether the MJ can tell two stages apart."""
    return bool((one.played.outcome.log, one.orders, one.state) != (two.played.outcome.log, two.orders, two.state))


def readers_of(side: Side) -> list[Reader]:
    """Return the readers from whom something is hidden: all but the MJ."""
    return [reader for reader in side.campaign.game.reports.readers(side.campaign.setting) if reader.kind != "mj"]


def campaign_of(game: str, **own: Any) -> Campaign:
    """Return a campaign of a game, with what of it is its ``own``; nothing of it is on a disk.

    What was secret is kept at the end too; what is told while a game goes on is the same where it is revealed then.
    """
    deadline = {"days": 3, "time": "20:00", "timezone": "Europe/Paris"}
    plain = {"game": game, "title": "A title", **own, "deadline": deadline, "ending": "kept", "seed": SEED}
    return campaign_read(json.dumps(plain, ensure_ascii=False))


@cache
def campaign_read(text: str) -> Campaign:
    """Return the campaign of a text; nothing of it is on a disk."""
    return read_campaign(text.encode(), Path(CAMPAIGN_FILE))


def file_of(player: str, turn: int, **given: Any) -> bytes:
    """Return an order file; before turn 1 it names no turn."""
    envelope = {"player": player, "turn": turn} if turn else {"player": player}
    return json.dumps({**envelope, **given}, ensure_ascii=False).encode()


# What a reader is shown --------------------------------------------------------------------------------------

Surface: TypeAlias = tuple[str, Callable[[Side], Any]]
"""Something that a reader is shown of a stage, and its name."""


def quickly_shown(reader: Reader) -> Iterator[Surface]:
    """What his report is made of, and the notices for him."""
    yield "data", lambda side: report_data(side, reader)
    yield "notices", lambda side: notices_for(side, reader)


def report_data(side: Side, reader: Reader) -> str:
    """Return what his report is made of, in the order in which it is."""
    return json.dumps(
        to_plain(writing.report_data(side.campaign, side.played, reader)), ensure_ascii=False, default=repr
    )


def notices_for(side: Side, reader: Reader) -> str:
    """Return the notices for everybody, for him and for his camp."""
    camps = [
        name for name, players in side.campaign.camps.items() if reader.kind == "player" and reader.name in players
    ]
    heard = {PUBLIC, reader, *map(camp_reader, camps)}
    return repr(to_plain([notice for notice in side.played.outcome.notices if notice.to in heard]))


def rendered(reader: Reader, language: str) -> Iterator[Surface]:
    """His report in every format, as data too; and the position that it is on his page of positions and in its data."""
    yield f"report json {language}", lambda side: writing.report_json(side.campaign, side.played, reader, language)
    for name, write in (("page", pages.history_page), ("data", pages.history_json)):
        yield f"position {name} {language}", positioned(reader, write, language)
    for form in ENDINGS:
        for name in DIALECTS if form == "bbcode" else list(DIALECTS)[:1]:
            yield f"report {form} {name} {language}", written(reader, form, name, language)


def written(reader: Reader, form: str, dialect: str, language: str) -> Callable[[Side], str]:
    """Return what writes his report in one format."""
    return lambda side: writing.render(side.campaign, side.played, reader, form, language, DIALECTS[dialect])


@dataclass(frozen=True)
class OneStage:
    """A campaign of which one stage is shown."""

    side: Side

    @property
    def campaign(self) -> Campaign:
        """The campaign."""
        return self.side.campaign

    def played(self, index: int) -> Played:
        """Return the stage."""
        return self.side.played


def positioned(reader: Reader, write: Callable[..., str], language: str) -> Callable[[Side], str]:
    """Return what writes the page of positions of a stage, or its data."""
    return lambda side: write(side.campaign, [(OneStage(side), reader, 0)], language)


def at_the_door(reader: Reader, language: str, files: Iterable[bytes]) -> Iterator[Surface]:
    """What somebody is given to write orders; for a player his form too, and what the door says to his ``files``.

    And what happens to him without any.
    """
    for when in WHEN:
        yield f"schema {when} {language}", for_editors(when, language)
        if reader.kind == "player":
            yield f"form {when} {language}", formed(reader.name, when, language)
            if when == "after":  # the same page whenever it is written: once is enough, it is made of much
                yield f"form by clicks {when} {language}", clicked(reader.name, when, language)
            yield f"form to copy {when} {language}", copied(reader.name, when, language)
            yield f"without orders {when} {language}", warned(reader.name, when, language)
            for data in files:
                yield f"door {when} {language} {data.decode()}", judged(data, when, language)


def progress(side: Side, when: str) -> Progress:
    """Return the campaign as it stands before or after the stage."""
    found = Progress(side.campaign, [])
    found.state = side.played.before if when == "before" else side.played.outcome.state
    return found


def for_editors(when: str, language: str) -> Callable[[Side], Any]:
    """Return what makes the schema for editors."""

    def write(side: Side) -> Any:
        now = progress(side, when)
        voice = now.campaign.voice(language)
        return json.dumps(editor_schema(now.campaign, now.stage, voice, order_schema(now))) if now.stage else None

    return write


def forms_written(language: str) -> Iterator[Surface]:
    """The names of the forms that are written for all who are awaited: no surface where a game hides who they are."""
    for when in WHEN:
        yield f"forms {when} {language}", named(when, language)


def named(when: str, language: str) -> Callable[[Side], Any]:
    """Return what names the forms of those awaited."""

    def write(side: Side) -> Any:
        now = progress(side, when)
        owing = list(now.campaign.game.rules.awaited(now.campaign.setting, now.state))
        return form_names(owing, now.campaign.voice(language))

    return write


def formed(player: str, when: str, language: str) -> Callable[[Side], Any]:
    """Return what writes the form of a player."""

    def write(side: Side) -> Any:
        now = progress(side, when)
        try:
            return order_form(situation_at(now, NOON), player, now.campaign.voice(language))
        except UnusableError as refusal:
            return str(refusal), vars(refusal)

    return write


def clicked(player: str, when: str, language: str) -> Callable[[Side], Any]:
    """Return what writes the page on which a player gives his orders by clicks: all of it, its data and its picture."""

    def write(side: Side) -> Any:
        now = progress(side, when)
        try:
            return form_pages(situation_at(now, NOON), [player], now.campaign.voice(language))
        except UnusableError as refusal:
            return str(refusal), vars(refusal)

    return write


def copied(player: str, when: str, language: str) -> Callable[[Side], Any]:
    """Return what writes the form at the end of a player's report."""

    def write(side: Side) -> Any:
        now = progress(side, when)
        return form_to_copy(now, player, now.campaign.voice(language))

    return write


def warned(player: str, when: str, language: str) -> Callable[[Side], Any]:
    """Return what says to a player what happens if he sends nothing, while the game goes on."""

    def write(side: Side) -> Any:
        now = progress(side, when)
        told = now.campaign.game.orders.without(now.campaign.game.rules.view(now.campaign.setting, now.state, player))
        return now.campaign.voice(language).phrase(told) if now.stage else None

    return write


def judged(data: bytes, when: str, language: str) -> Callable[[Side], Any]:
    """Return what judges an order file: its receipt, or its faults."""

    def write(side: Side) -> Any:
        now = progress(side, when)
        return record_of(judge(data, "-", now, language), now.campaign, language)

    return write


# Looking for leaks -------------------------------------------------------------------------------------------


def leaks(pair: Pair[S], reader: Reader, surfaces: Iterable[Surface]) -> Iterator[str]:
    """Yield what tells the two sides of ``pair`` apart, for a reader who cannot know it."""
    for name, look in surfaces:
        one, two = look(pair.one), look(pair.two)
        if one != two:
            yield f"{reader}: {name}: {pair.changes}\n{one}\n{two}"


def told_apart(twins: Sequence[Side], readers: Iterable[Reader], language: str) -> list[str]:
    """The twin test of secret roles: twins are tables that differ in nothing that these readers may know.

    Return by what they can tell them apart: each of their letters, in every format, is the same to the byte.
    """
    looks = ((reader, look) for reader in readers for look in (*quickly_shown(reader), *rendered(reader, language)))
    return [f"{reader}: {name}" for reader, (name, look) in looks if len({look(one) for one in twins}) > 1]


def quick_leaks(looked_at: Iterable[Pair[S]]) -> Iterator[str]:
    """Yield what is found by looking at the data of all readers who cannot tell."""
    for pair in looked_at:
        for reader in pair.readers:
            yield from leaks(pair, reader, quickly_shown(reader))


def report_leaks(looked_at: Iterable[Pair[S]]) -> Iterator[str]:
    """Yield what is found by looking at the reports of the reader for whom a pair was made."""
    for i, pair in enumerate(looked_at):
        yield from leaks(pair, pair.reader, rendered(pair.reader, LANGUAGES[i % 2]))


def door_leaks(
    looked_at: Iterable[Pair[S]], files_of: Callable[[Pair[S], str], list[bytes]], awaited_are_public: bool = True
) -> Iterator[str]:
    """Yield what is found by looking at the schema, the form, the receipts and the faults of that reader.

    ``files_of`` gives the order files of a player.
    """
    for i, pair in enumerate(looked_at):
        language = LANGUAGES[i % 2]
        files = files_of(pair, pair.reader.name) if pair.reader.kind == "player" else []
        yield from leaks(pair, pair.reader, at_the_door(pair.reader, language, files))
        if awaited_are_public:
            yield from leaks(pair, pair.reader, forms_written(language))


def file_leaks(looked_at: Iterable[Pair[S]]) -> Iterator[str]:
    """Yield the readers for whom files of other names or other bytes are written, and other numbers of them."""
    for pair in looked_at:
        campaign = pair.one.campaign
        one, two = (writing.all_reports(campaign, side.played) for side in (pair.one, pair.two))
        if list(one) != list(two):
            yield f"names of files: {pair.changes}"
        for reader in pair.readers:
            his = writing.report_name(campaign, reader, "text").removesuffix("txt")
            files = [{name: data for name, data in side.items() if name.startswith(his)} for side in (one, two)]
            assert files[0]
            if files[0] != files[1]:
                yield f"files of {reader}: {pair.changes}"


# What everybody may ask for ----------------------------------------------------------------------------------

Allowed: TypeAlias = Callable[[random.Random, S], Any]
"""Orders that anybody awaited after a stage may send, whatever is hidden of him."""


def status_leaks(looked_at: Iterable[Pair[S]], folder: Path, allowed: Allowed[S]) -> Iterator[str]:
    """Yield what ``status --public`` tells after one stage and not after the other, as many orders having come."""
    chance = random.Random("status")
    for i, pair in enumerate(looked_at):
        sides = enumerate((pair.one, pair.two))
        one, two = (asked(on_disk(side, folder / f"{i}-{n}", chance, allowed)) for n, side in sides)
        if one != two:
            yield f"{pair.changes}\n{one}\n{two}"


def asked(folder: Path) -> list[bytes]:
    """Return what ``status --public`` prints."""
    return [printed("status", folder, "--public", *more) for more in ((), ("--json",), ("--language", "en"))]


def on_disk(side: S, folder: Path, chance: random.Random, allowed: Allowed[S]) -> Path:
    """Write a campaign that has come so far, and what was sent for its next stage."""
    campaign, outcome = side.campaign, side.played.outcome
    published_on_disk(side, folder)
    stage = campaign.game.rules.stage(outcome.state)
    if stage:
        record: dict[str, Any] = {"at": NOON.isoformat(), "by": "cron", "told": None, "head": None}
        published = folder / TURNS / f"0001-{side.played.stage.label}" / PUBLISHED
        published.write_bytes(record_bytes("published", record))
        orders = folder / TURNS / f"0002-{stage.label}" / "orders"
        orders.mkdir(parents=True)
        for number, data in enumerate(sent(side, stage, chance, allowed), 1):
            (orders / f"{number:04d}.yaml").write_bytes(data)
    return folder


def published_on_disk(side: Side, folder: Path, **more: bytes) -> None:
    """Write a campaign that has come so far; ``more`` are files of its last result."""
    campaign, outcome = side.campaign, side.played.outcome
    result = folder / TURNS / f"0001-{side.played.stage.label}" / RESULT
    result.parent.mkdir(parents=True)
    (folder / CAMPAIGN_FILE).write_bytes(campaign.data)
    publish_folder(result, {**outcome_files(campaign, outcome, side.played.table), **more})


# What is sent, and what lies open to everybody -----------------------------------------------------------------


def announced_leaks(looked_at: Iterable[Pair[S]], folder: Path) -> Iterator[str]:
    """Yield the readers for whom other letters are written after a stage, or who find another public folder.

    The letters are those of the report, of the reminder and of a deadline that was moved.
    """
    for i, pair in enumerate(looked_at):
        one, two = (announced(side, folder / f"{i}-{n}") for n, side in enumerate((pair.one, pair.two)))
        for reader in pair.readers:
            his, other = (given_to(reader, files) for files in (one, two))
            assert his
            if his != other:
                yield f"announced to {reader}: {pair.changes}\n{his}\n{other}"


def announced(side: Side, folder: Path) -> dict[str, bytes]:
    """Announce the stage, remind and move the deadline; return the outbox, the public folder, the reports handed on."""
    published_on_disk(side, folder, **writing.all_reports(side.campaign, side.played))
    campaign = load_campaign(folder)
    publishing.announce(situation_of(campaign, NOON), "cron")
    if side.campaign.game.rules.stage(side.played.outcome.state):
        later = situation_of(campaign, NOON + timedelta(days=2, hours=12))
        remind(later)
        publishing.tell_extension(later, "a reason")
    return handed_on(folder, campaign, readers_of(side))


def handed_on(folder: Path, campaign: Campaign, readers: Iterable[Reader]) -> dict[str, bytes]:
    """Return the outbox, the public folder, and the reports of the last stage as they are handed on."""
    places = [path for place in (OUTBOX, PUBLIC_FOLDER) for path in sorted((folder / place).rglob("*"))]
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in places if path.is_file()}
    stage = max((folder / TURNS).iterdir(), key=lambda path: ((path / RESULT).is_dir(), path.name))
    for reader, form in itertools.product(readers, ENDINGS):
        posts = writing.published_posts(stage, campaign, reader, form)
        assert posts or form == SVG, "not every game draws"
        files[f"{handed_to(reader)}{form}"] = "".join(posts).encode()
    head = json.loads((stage / CHAIN).read_bytes())["head"].encode()
    assert sum(head in data for data in files.values()) > len(campaign.players)
    # As different as the seed's hash of another campaign; so are the manifests of the pages that tell it.
    shown = {name: data for name, data in files.items() if not name.endswith(MANIFEST)}
    return {name: data.replace(head, b"HEAD") for name, data in shown.items()}


def handed_to(reader: Reader) -> str:
    """Return with what the names begin of the reports that the MJ hands on to ``reader``."""
    return f"handed on/{reader.kind}/{reader.name}/"


# What is corrected -------------------------------------------------------------------------------------------


def correction_leaks(looked_at: Iterable[Pair[S]], folder: Path) -> Iterator[str]:
    """Yield the readers who can tell corrections apart that made no difference to what they may know.

    A stage of a pair is taken back and comes out as itself, or as the other one of the pair: there are four ways.
    """
    for i, pair in enumerate(looked_at):
        ways = itertools.product((pair.one, pair.two), repeat=2)
        told = [corrected(old, new, folder / f"{i}-{n}") for n, (old, new) in enumerate(ways)]
        for reader in pair.readers:
            his = [given_to(reader, files) for files in told]
            for other in his[1:]:
                if other != his[0]:
                    yield f"corrections told to {reader}: {pair.changes}\n{his[0]}\n{other}"


def amendment_leaks(looked_at: Iterable[Pair[S]]) -> Iterator[str]:
    """Yield what readers are told of an amendment that made no difference to what they may know.

    After a stage of a pair the table is amended to what it would be after the other one.
    """
    for i, pair in enumerate(looked_at):
        campaign = pair.one.campaign
        voice = campaign.voice(LANGUAGES[i % 2])
        for one, two in ((pair.one, pair.two), (pair.two, pair.one)):
            tell = contents.amended_since(campaign, one.played, two.played.outcome.state, voice)
            for reader in pair.readers:
                if told := tell(reader):
                    yield f"amendment told to {reader}: {pair.changes}\n{told}"


def corrected(old: Side, new: Side, folder: Path) -> dict[str, bytes]:
    """Announce a stage, take it back, and announce what it is instead; return what is handed on, and sent."""
    campaign, earlier, label = old.campaign, old.played.before, old.played.stage.label
    rules = campaign.game.rules
    is_first = rules.stage(rules.begin(campaign.setting)) == old.played.stage
    stage = folder / TURNS / f"{1 if is_first else 2:04d}-{label}"
    stage.mkdir(parents=True)
    (folder / CAMPAIGN_FILE).write_bytes(campaign.data)
    if not is_first:
        before = stage.with_name(f"0001-{label}") / RESULT
        before.parent.mkdir()
        publish_folder(before, outcome_files(campaign, old.played.outcome._replace(state=earlier), EMPTY))
    published_as(old.played._replace(folder=stage), campaign)
    index = 0 if is_first else 1
    session.opened(load_campaign(folder), NOON).undo("Zoé", index, "what the MJ alone knows", "what all may read")
    stage.mkdir(exist_ok=True)
    played = new.played._replace(folder=stage)
    played = played._replace(table={**played.table, "corrected": {"number": 1, "said": "what all may read"}})
    on_disk_now = load_campaign(folder)
    published_as(played, on_disk_now)
    publishing.announce(situation_of(on_disk_now, NOON), "cron")
    return handed_on(folder, on_disk_now, readers_of(new))


def published_as(played: Played, campaign: Campaign) -> None:
    """Publish a stage in its folder."""
    reports = writing.all_reports(campaign, played)
    publish_folder(played.folder / RESULT, {**outcome_files(campaign, played.outcome, played.table), **reports})


def given_to(reader: Reader, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files that ``reader`` is given: letters to him, and what everybody may read."""
    public = {name: data for name, data in files.items() if name.startswith(PUBLIC_FOLDER)}
    handed_on = {name: data for name, data in files.items() if name.startswith(handed_to(reader))}
    letters = {name: data for name, data in files.items() if name.startswith(OUTBOX)}
    his = {name: data for name, data in letters.items() if read_letter(data)["player"] in ("", reader.name)}
    return public | handed_on | his


def sent(side: S, stage: Stage, chance: random.Random, allowed: Allowed[S]) -> list[bytes]:
    """Return what came: half of those awaited have sent orders and notes, others what is refused or nonsense."""
    campaign = side.campaign
    awaited = list(campaign.game.rules.awaited(campaign.setting, side.played.outcome.state))
    files = [
        file_of(player, stage.turn, orders=allowed(chance, side), note=f"{chance.random()}")
        for player in chance.sample(awaited, len(awaited) // 2)
    ]
    files += [file_of(chance.choice(campaign.players), stage.turn, orders={"vote": "peut-être"})] * 2
    chance.shuffle(files)
    return [*files, *chance.sample((b"", b"note: ["), chance.randrange(3))]


# What one reader alone is told -------------------------------------------------------------------------------


def strays(looked_at: Iterable[Pair[S]]) -> Iterator[str]:
    """Yield the keys in what is told to others than their players, and the seed before the end."""
    for side, reader in [(pair.one, reader) for pair in looked_at for reader in readers_of(pair.one)]:
        campaign, text = side.campaign, report_data(side, reader)
        stage = campaign.game.rules.stage(side.played.outcome.state)
        if stage is None:
            continue
        if SEED in text:
            yield f"{reader} is told the seed"
        for player in campaign.players:
            if (order_key(SEED, stage, player) in text) != (reader == player_reader(player)):
                yield f"{reader}: key of {player}"


# Leaks that can be planted in any game -----------------------------------------------------------------------

Patch: TypeAlias = pytest.MonkeyPatch
Planted: TypeAlias = Mapping[Callable[..., Iterator[str]], Sequence[Callable[[Patch], None]]]
"""Leaks, by what has to find them."""


def finds(
    look: Callable[[list[Pair[S]]], Iterator[str]],
    plant: Callable[[Patch], None],
    looked_at: list[Pair[S]],
    patch: Patch,
) -> bool:
    """Plant a leak, play the pairs anew, and tell whether ``look`` finds it."""
    anew = [pair.again for pair in looked_at]
    closed_by(patch)
    plant(patch)
    return next(look(anew), None) is not None


def spoil(patch: Patch, owner: Any, name: str, spoiled: Callable[..., Any]) -> None:
    """Let ``owner.name`` return what ``spoiled`` makes of its honest result and its arguments."""
    honest = getattr(owner, name)
    patch.setattr(owner, name, lambda *given, **named: spoiled(honest(*given, **named), *given, **named))


def spoil_on_the_state(patch: Patch, game: Any, part: Any, name: str, spoiled: Callable[..., Any]) -> None:
    """Let what a game says on a player's view hang on the state behind it.

    ``spoiled`` gets the honest result, then setting, state and player of the view, then what ``part.name`` got besides.
    """
    behind: list[Any] = []
    honest_view, honest = game.rules.view, getattr(part, name)

    def view(setting: Any, state: Any, player: str) -> Any:
        behind[:] = [setting, state, player]
        return honest_view(setting, state, player)

    patch.setattr(game.rules, "view", view)
    patch.setattr(part, name, lambda view, *given: spoiled(honest(view, *given), *behind, *given))


def from_the_table(patch: Patch, key: str) -> None:
    """Let all reports tell something of the MJ's table."""
    spoil(
        patch,
        writing,
        "report_data",
        lambda data, campaign, seen, reader: {**data, "more": repr(seen.table[key])},
    )


def standing_orders_of_all(patch: Patch) -> None:
    """Let all reports tell them."""
    from_the_table(patch, "standing")


def whose_orders_stood_in(patch: Patch) -> None:
    """Let all reports tell it."""
    from_the_table(patch, "stood_in")


def who_was_absent(patch: Patch) -> None:
    """Let all reports tell it."""
    from_the_table(patch, "absent")


def notes_to_the_mj(patch: Patch) -> None:
    """Let all reports tell them."""
    from_the_table(patch, "notes")


def the_whole_report_in_public(patch: Patch) -> None:
    """Let the MJ's reports lie in the public folder too."""

    def all_of(files: dict[str, bytes], folder: Path, campaign: Campaign) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in sorted((folder / RESULT / "reports").glob("mj.*"))}

    spoil(patch, publishing, "_public_files", all_of)


def the_report_of_another_in_a_letter(patch: Patch) -> None:
    """Let every letter hold the report of the first player."""
    patch.setattr(letters, "player_reader", lambda player: MJ)


def refused_files(patch: Patch) -> None:
    """Let all reports tell of them."""
    from_the_table(patch, "refused")


def the_length_of_the_account_under_a_report(patch: Patch) -> None:
    """Let it stand under all reports."""
    spoil(patch, writing, "render", lambda text, campaign, seen, *_: f"{text}{len(repr(seen.outcome.log))}\n")


def a_file_for_each_absent(patch: Patch) -> None:
    """Let there be as many more files."""

    def written_for(files: dict[str, bytes], campaign: Campaign, seen: Played) -> dict[str, bytes]:
        return {**files, **{f"reports/absent-{i}.txt": b"" for i, _ in enumerate(seen.table["absent"])}}

    spoil(patch, writing, "all_reports", written_for)


def the_key_of_another_player(patch: Patch) -> None:
    """Let all players be told the key of one."""
    patch.setattr(contents, "order_key", lambda seed, stage, _: order_key(seed, stage, "Zoé"))


def the_seed_before_the_end(patch: Patch) -> None:
    """Let all reports tell it."""
    spoil(patch, writing, "report_data", lambda data, campaign, seen, reader: {**data, "seed": campaign.seed})


def who_is_missing_in_public_status(patch: Patch) -> None:
    """Let ``status --public`` name those who have not sent orders."""
    spoil(patch, overview, "public_overview", lambda row, now, language: {**row, "missing": now.attendance.missing})


# In data and pages of positions


def the_state_in_the_data(patch: Patch) -> None:
    """Let all data of a report hold it, as if it were of no use to leave anything out."""
    honest = writing.data_of

    def whole(campaign: Campaign, played: Played, *more: Any) -> Any:
        return {**honest(campaign, played, *more), "state": repr(played.outcome.state)}

    patch.setattr(pages, "data_of", whole)


def the_log_in_the_data_of_everybody(patch: Patch) -> None:
    """Let data of reports hold it."""
    honest = writing.report_json

    def with_log(campaign: Campaign, played: Played, *more: Any) -> str:
        return honest(campaign, played, *more) + repr(to_plain(played.outcome.log))

    patch.setattr(writing, "report_json", with_log)


def a_print_of_the_state_in_the_seal_of_a_position(patch: Patch) -> None:
    """Let what public positions are known by hang on what is hidden."""

    def printed_on(found: tuple[Any, str], progress: Progress, *_: Any) -> tuple[Any, str]:
        row, text = found
        return row, f"{text}<!-- {sha256(f'{progress.state}'.encode()).hexdigest()} -->"

    spoil(patch, pages, "_public_position", printed_on)


class Anybody:
    """Whoever is taken for him."""

    def __eq__(self, other: object) -> bool:
        """Tell that it is he."""
        return True

    __hash__ = None  # type: ignore[assignment]


def the_account_moment_by_moment(patch: Patch) -> None:
    """Let everybody go through a stage as the MJ may."""
    patch.setattr(pages, "MJ", Anybody())


# Of corrections


def of_errata(patch: Patch, spoiled: Callable[[Any, Any, Any, Reader, list[Any]], list[Any]]) -> None:
    """Let what a reader is told of a correction be ``spoiled``.

    It is given what tells it to anybody, the stage as it was and as it is, the reader, and what he should be told.
    """
    honest = contents.errata_between

    def between(campaign: Campaign, one: Played, other: Played, voice: Any) -> Callable[[Reader], list[Any]]:
        tell = honest(campaign, one, other, voice)
        return lambda reader: spoiled(tell, one, other, reader, tell(reader))

    patch.setattr(contents, "errata_between", between)


def _line(text: object) -> dict[str, Any]:
    return {"section": "", "line": str(text), "gone": False}


def errata_of_the_mj(patch: Patch) -> None:
    """Let everybody be told what changed in the MJ's report."""
    of_errata(patch, lambda tell, one, other, reader, his: tell(MJ))


def how_much_changed_for_the_mj(patch: Patch) -> None:
    """Let everybody be told how many lines of it did."""
    of_errata(patch, lambda tell, one, other, reader, his: [*his, _line(len(tell(MJ)))])


def that_something_hidden_changed(patch: Patch) -> None:
    """Let everybody be told that the log is another."""
    of_errata(
        patch,
        lambda tell, one, other, reader, his: [*his, _line(to_plain(one.outcome.log) == to_plain(other.outcome.log))],
    )


def that_an_amendment_was_made(patch: Patch) -> None:
    """Let everybody be told that the state is another."""
    of_errata(
        patch,
        lambda tell, one, other, reader, his: [*his, *[_line("!")] * (one.outcome.state != other.outcome.state)],
    )


def whose_orders_were_corrected(patch: Patch) -> None:
    """Let everybody be told whose are others."""

    def named(tell: Any, one: Any, other: Any, reader: Reader, his: list[Any]) -> list[Any]:
        old, new = one.table["orders"], other.table["orders"]
        return [*his, *(_line(name) for name in sorted({*old, *new}) if old.get(name) != new.get(name))]

    of_errata(patch, named)


def the_state_in_the_errata(patch: Patch) -> None:
    """Let everybody be told what the state was."""
    of_errata(patch, lambda tell, one, other, reader, his: [*his, _line(one.outcome.state)])


def notes_in_the_errata(patch: Patch) -> None:
    """Let everybody be told what was on the MJ's table."""
    of_errata(
        patch, lambda tell, one, other, reader, his: [*his, _line(one.table["notes"]), _line(other.table["absent"])]
    )


def the_withdrawn_account_in_public(patch: Patch) -> None:
    """Let the MJ's report of what was taken back lie open."""
    patch.setattr(undo, "PUBLIC", MJ)


def a_print_of_the_account_on_the_page_taken_back(patch: Patch) -> None:
    """Let the public reports of a stage taken back tell by what its log is known."""

    def printed_on(files: dict[str, bytes], reports: Any, campaign: Campaign, said: str) -> dict[str, bytes]:
        last = max((campaign.folder / TURNS).glob(f"*/{RESULT}/outcome.json"))
        return {name: data + sha256(last.read_bytes()).hexdigest().encode() for name, data in files.items()}

    spoil(patch, pages, "marked", printed_on)


IN_ANY_GAME: Planted = {
    quick_leaks: [who_was_absent, notes_to_the_mj, refused_files, standing_orders_of_all, whose_orders_stood_in],
    report_leaks: [
        the_length_of_the_account_under_a_report,
        the_state_in_the_data,
        the_log_in_the_data_of_everybody,
    ],
    file_leaks: [a_file_for_each_absent],
    strays: [the_key_of_another_player, the_seed_before_the_end],
    status_leaks: [who_is_missing_in_public_status],
    announced_leaks: [
        the_whole_report_in_public,
        the_report_of_another_in_a_letter,
        a_print_of_the_state_in_the_seal_of_a_position,
    ],
    amendment_leaks: [that_an_amendment_was_made, the_state_in_the_errata],
    correction_leaks: [
        errata_of_the_mj,
        how_much_changed_for_the_mj,
        that_something_hidden_changed,
        whose_orders_were_corrected,
        the_state_in_the_errata,
        notes_in_the_errata,
        the_withdrawn_account_in_public,
        a_print_of_the_account_on_the_page_taken_back,
    ],
}
"""Leaks that are planted in every game."""

OF_THE_ACCOUNT = (
    the_log_in_the_data_of_everybody,
    the_state_in_the_data,
    a_print_of_the_state_in_the_seal_of_a_position,
    that_an_amendment_was_made,
    the_length_of_the_account_under_a_report,
    that_something_hidden_changed,
    whose_orders_were_corrected,
    the_state_in_the_errata,
    a_print_of_the_account_on_the_page_taken_back,
)
"""Those that tell nothing where everybody may know all that happened."""
