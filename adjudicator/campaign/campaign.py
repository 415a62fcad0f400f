"""A campaign: what the MJ's ``campaign.yaml`` says, in canonical words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.campaign.absences import absence_faults
from adjudicator.campaign.deadline import DEFAULT_TIME, zone_of
from adjudicator.campaign.editions import edition_of
from adjudicator.campaign.lookalikes import forum_name_faults, name_faults
from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, Mark
from adjudicator.core.game import AnyGame
from adjudicator.core.people import forum_names, name_of, people_in, shorter_names
from adjudicator.core.phrase import Listed, Phrase, Word
from adjudicator.core.plain import Plain
from adjudicator.core.words import Names, fold, nearest
from adjudicator.reading.schemas import edition, game_schema
from adjudicator.reading.understanding import objected
from adjudicator.rulesets import GAMES, game
from adjudicator.speech.catalogue import catalogue
from adjudicator.speech.vocabulary import vocabulary
from adjudicator.speech.voice import Voice, voice_of
from adjudicator.store.disk import read_file
from adjudicator.store.errors import FaultyFileError, UnusableError
from adjudicator.store.layout import CAMPAIGN_FILE, INBOX, RESULT, TURNS, UNDERSTOOD, stages_played
from adjudicator.store.published import changed
from adjudicator.store.sealed import read_json

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from adjudicator.reading.strict_yaml import Document
    from adjudicator.reading.understanding import Understood

DEFAULT_LANGUAGE = "fr"


@dataclass(frozen=True)
class Campaign:
    """A campaign as the MJ describes it, in canonical words."""

    folder: Path
    plain: Plain
    game: AnyGame
    setting: Any
    data: bytes
    """The bytes of its file."""
    edition: int = 1
    """The edition of the game's rules by which it is played."""

    @property
    def language(self) -> str:
        """The language of the reports."""
        return str(self.plain.get("language", DEFAULT_LANGUAGE))

    @property
    def title(self) -> str:
        """The title; words that say that there is none when the MJ gave none."""
        return str(self.plain.get("title") or catalogue(self.language).say("campaign.untitled"))

    @property
    def seed(self) -> str:
        """The seed of all chance, secret until the end."""
        return str(self.plain["seed"])

    @property
    def deadline(self) -> Phrase | None:
        """The time that players have for a stage, as a sentence; None when there is no limit.

        It names no date: a report is the same whenever it is written.
        """
        deadline = self.plain.get("deadline")
        if not deadline:
            return None
        key = "report.deadline.zone" if "timezone" in deadline else "report.deadline.time"
        hour, minute = deadline.get("time", DEFAULT_TIME).split(":")
        time = Phrase("report.time", {"hour": int(hour), "minute": minute})
        at = Phrase(key, {"time": time, "timezone": deadline.get("timezone", "")})
        if "days" in deadline:
            return Phrase("report.deadline", {"at": at}, n=deadline["days"])
        days = Listed(tuple(Word("weekdays", day) for day in deadline["weekdays"]))
        return Phrase("report.deadline.weekdays", {"days": days, "at": at})

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of its clock."""
        return zone_of(self.plain.get("deadline", {}))

    @property
    def when_missing(self) -> str:
        """What is done at the deadline for players without orders: ``wait``, ``nothing`` or ``standing``."""
        return str(self.plain.get("missing", "wait"))

    @property
    def demands_key(self) -> bool:
        """Whether each order file has to have its player's key."""
        return self.plain.get("key") == "required"

    @property
    def inbox(self) -> Path:
        """The folder in which somebody may drop order files."""
        return self.folder / INBOX

    @property
    def pinned(self) -> Plain:
        """What may not change once a stage has been played: all but titles, addresses, deadlines; the seed's hash."""
        kept = {key: value for key, value in self.plain.items() if key not in FREE}
        if "players" in kept:
            kept["players"] = _without_addresses(kept["players"])
        if "camps" in kept:
            camps = kept["camps"].items()
            kept["camps"] = {name: _without_looks(camp) for name, camp in camps}
        return {"edition": self.edition, **kept, "seed": seed_hash(self.seed)}

    @cached_property
    def camps(self) -> dict[str, list[str]]:
        """The players of each camp, in roster order; empty where the game has no camps."""
        return {side: list(map(name_of, people)) for side, people in people_in(self.plain).items() if side}

    @cached_property
    def players(self) -> list[str]:
        """All players, in roster order."""
        return [name_of(person) for people in people_in(self.plain).values() for person in people]

    @property
    def names(self) -> Names:
        """What players may be called: their names, those that they have on the forum, and those of the game.

        Of these one word is enough that is nobody else's, and no word of orders.
        """
        aliases, words = self.game.setup.aliases(self.setting), vocabulary(self.game.id)
        shorter = {word: name for word, name in shorter_names(self.plain, aliases).items() if not words.knows(word)}
        titles = words.all_words("titles") if "titles" in words.places else ()
        return Names(self.players, {**shorter, **forum_names(self.plain), **aliases}, titles)

    def context(self, language: str | None = None) -> Context:
        """Return what orders are read against, with messages in ``language`` (the campaign's own if None)."""
        return Context(
            vocabulary(self.game.id),
            language or self.language,
            self.names,
            Names(list(self.camps)),
            self.game.kinds_in(self.plain),
            self.game.torn,
        )

    def view(self, state: Any, player: str) -> Any:
        """Return what ``player`` may know in a ``state``: the game's own view."""
        return self.game.rules.view(self.setting, state, player)

    def voice(self, language: str | None = None) -> Voice:
        """Return the voice of the campaign in ``language`` (the campaign's own if None)."""
        return voice_of(self.game.id, language or self.language)


FREE = ("title", "language", "forum", "ending", "missing", "deadline", "absences", "brake", "key")
"""What may change in the middle of a game, besides addresses."""


def _without_looks(camp: Mapping[str, Any]) -> Plain:
    """Return a camp without addresses, nor how it is marked on boards."""
    kept = {key: value for key, value in camp.items() if key not in ("letter", "colour")}
    return {**kept, "players": _without_addresses(camp["players"])}


def _without_addresses(people: Sequence[Any]) -> list[Any]:
    """Return those who play without what may change at any time: by name alone, where there is no more to them."""
    listed = [{"name": person} if isinstance(person, str) else person for person in people]
    kept = [{key: value for key, value in person.items() if key not in ("email", "forum")} for person in listed]
    return [person["name"] if list(person) == ["name"] else person for person in kept]


def load_campaign(folder: Path, language: str | None = None) -> Campaign:
    """Read the campaign in ``folder``; messages name words in ``language``.

    Raises ``UnusableError`` when there is no campaign there, ``FaultyFileError`` with all faults of its file, and
    ``OSError`` when the file cannot be read.
    """
    refuse_no_campaign(folder)
    path = folder / CAMPAIGN_FILE
    data = read_file(path)
    return _understood_before(data, folder) or read_campaign(data, path, language)


def is_as_read(campaign: Campaign) -> bool:
    """Tell whether a campaign's file is still the one that was read."""
    try:
        return read_file(campaign.folder / CAMPAIGN_FILE) == campaign.data
    except FileNotFoundError:
        return False


def refuse_no_campaign(folder: Path) -> None:
    """Raise ``UnusableError`` when there is no campaign in ``folder``."""
    path = folder / CAMPAIGN_FILE
    if folder.is_file():
        meant = str(folder.parent) if (folder.parent / CAMPAIGN_FILE).is_file() else None
        raise UnusableError("error.folder-wanted", meant, folder=str(folder))
    if not folder.is_dir():
        raise UnusableError("error.no-folder", folder=str(folder))
    if not path.exists() and (folder / TURNS).is_dir():
        raise UnusableError("error.lost-campaign", folder=str(folder), file=CAMPAIGN_FILE)
    if not path.exists():
        raise UnusableError("error.no-campaign", folder=str(folder), file=CAMPAIGN_FILE)


def read_campaign(data: bytes, path: Path, language: str | None = None) -> Campaign:
    """Read the bytes of a campaign's file, which lies (or will lie) at ``path``.

    Raises ``FaultyFileError`` with all its faults.
    """
    from adjudicator.reading import strict_yaml
    from adjudicator.reading.read import read

    document = strict_yaml.read(data)
    if not document.complete or document.root is None:
        raise FaultyFileError(path, document.faults or [Fault("empty-file")])
    if not isinstance(document.root, dict):
        raise FaultyFileError(path, [Fault("not-a-campaign", document.values[()])])
    language = language or DEFAULT_LANGUAGE
    ruleset = game(_game_named(document, document.root, path, language))
    context = Context(vocabulary(ruleset.id), language, kinds=ruleset.kinds, torn=ruleset.torn)
    edition, new = edition_of(ruleset, path.parent), not stages_played(path.parent)

    def objections(understood: Understood, whole: bool) -> Iterator[Fault]:
        yield from _objections(understood, ruleset, edition if whole else None, new)

    understood, faults = read(document, game_schema(ruleset.id, "campaign"), context, objections)
    if faults:
        raise FaultyFileError(path, faults, ruleset.id)
    return _campaign(path.parent, understood.root, ruleset, edition, data)


def _objections(understood: Understood, ruleset: AnyGame, edition: int | None, new: bool) -> Iterator[Fault]:
    """Judge a campaign beyond its schema; the game is asked only where what it would judge makes sense.

    ``edition`` is that of its rules, None when something else is wrong with it already. A game that is not ``new`` goes
    on with the names that it has.
    """
    zone = _timezone_faults(understood)
    yield from zone
    senseless = understood.troubled | understood.incomplete | understood.faulty
    needed = set(game_schema(ruleset.id, "campaign")["required"]) - {"seed"}
    if not understood.root.keys() >= needed or not all(path[:1] in _APART for path in senseless):
        return
    objections = [objected(objection, understood) for objection in ruleset.setup.objections(understood.root)]
    yield from objections
    if not any(path[:1] == ("absences",) for path in senseless):
        sound = edition is not None and not zone and not objections
        yield from absence_faults(understood, _aliases(understood.root, ruleset, edition) if sound else {})
    if new:
        yield from name_faults(understood)
        yield from forum_name_faults(understood)


def _aliases(plain: Plain, ruleset: AnyGame, edition: int | None) -> Mapping[str, str]:
    return ruleset.setup.aliases(ruleset.setup.setting({**plain, "edition": edition}))


def _campaign(folder: Path, plain: Plain, ruleset: AnyGame, edition: int, data: bytes) -> Campaign:
    return Campaign(folder, plain, ruleset, ruleset.setup.setting({**plain, "edition": edition}), data, edition)


_APART = ((), ("game",), ("seed",), *((key,) for key in FREE))
"""What can be wrong without making the rest of a campaign senseless; () is a word that is not known."""


def _game_named(document: Document, root: dict[str, Any], path: Path, language: str) -> str:
    """Return the game that the campaign names: its words are needed to read the rest.

    Raises ``FaultyFileError`` when it names none that is known.
    """
    from adjudicator.reading.understanding import shown

    words = vocabulary("")
    fault = Fault("missing-key", values={"key": words.word("campaign", "game", language)})
    for key, value in root.items():
        if words.meaning("campaign", key) == "game":
            if isinstance(value, str) and fold(value) in GAMES:
                root[key] = fold(value)
                return fold(value)
            mark = document.values[(key,)]
            fault = (
                unknown_game(shown(value), mark) if value is not None else Fault("empty", document.keys[(key,)], key)
            )
            break
        near = words.nearest("campaign", key, language)
        if near is not None and words.meaning("campaign", near) == "game":
            fault = Fault("unknown-word", document.keys[(key,)], key, (words.word("campaign", "game", language),), near)
    raise FaultyFileError(path, sorted([fault, *document.faults], key=lambda fault: fault.mark))


def unknown_game(found: str, mark: Mark) -> Fault:
    """Return the fault of a game that is not known, with the nearest one."""
    return Fault("unknown-game", mark, found, tuple(GAMES), nearest(found, GAMES))


def _timezone_faults(understood: Understood) -> list[Fault]:
    """A time zone that the system does not know."""
    deadline = understood.root.get("deadline")
    name = deadline.get("timezone") if isinstance(deadline, dict) else None
    if not isinstance(name, str):
        return []
    from zoneinfo import ZoneInfo, available_timezones

    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        mark = understood.mark(("deadline", "timezone"))
        return [Fault("unknown-timezone", mark, name, nearest=nearest(name, sorted(available_timezones())))]
    return []


# A campaign's file that has been understood before -------------------------------------------------------------


def to_keep(campaign: Campaign) -> Plain:
    """Return what was understood of the campaign's file, and of what it was made.

    The seed stays secret: in its place stands where it is in the file.
    """
    seed = campaign.seed.encode()
    start = campaign.data.find(seed)
    return {
        "game": campaign.game.id,
        "made_of": _made_of(campaign.data, campaign.game.id),
        "seed_at": [start, start + len(seed)],
        "campaign": {**campaign.plain, "seed": None},
    }


def _understood_before(data: bytes, folder: Path) -> Campaign | None:
    """Return the campaign as it was understood when the last stage was published, if its file is the same still.

    Reading and checking the file takes longer than playing a turn. It has to be done, and None is returned, when
    anything of which the understanding was made has changed, or what was kept of it is damaged.
    """
    stages = stages_played(folder)
    try:
        if not stages or changed(stages[-1] / RESULT, (UNDERSTOOD,)):
            return None
    except PermissionError:
        return None
    kept = read_json(stages[-1] / RESULT / UNDERSTOOD)  # of whatever format: another version has another hash
    if kept.get("game") not in GAMES or kept.get("made_of") != _made_of(data, kept["game"]):
        return None
    start, end = kept["seed_at"]
    if start < 0:  # it was written in the file in other characters
        return None
    ruleset, plain = game(kept["game"]), kept["campaign"]
    plain["seed"] = data[start:end].decode()
    return _campaign(folder, plain, ruleset, edition_of(ruleset, folder), data)


def _made_of(data: bytes, name: str) -> str:
    """Return the SHA-256 of all that decides how a campaign's file is understood: its bytes, and the program's."""
    from hashlib import sha256

    return sha256(edition(name) + data).hexdigest()


def seed_hash(seed: str) -> str:
    """Return the seed's SHA-256, which is public from the start."""
    from hashlib import sha256

    return sha256(seed.encode()).hexdigest()
