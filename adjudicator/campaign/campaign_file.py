"""The campaign's own file, ``campaign.yaml``: ``read_campaign`` reads it and judges it beyond its schema.

The checks of clocks and of names are here as well, because new campaigns and changes of seats use them too.
"""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import adjudicator.games
from adjudicator.campaign.acts import SEATING, acts_in
from adjudicator.campaign.campaign import FREE, Campaign, campaign_of
from adjudicator.campaign.deadline import WINDOWS, Deadline, clock_for, is_clock
from adjudicator.campaign.editions import edition_of
from adjudicator.campaign.records import Act
from adjudicator.campaign.seats import NOBODY_MOVED, absence_faults, seats_of
from adjudicator.core.context import Context, has_forum_name, name_of, people_in
from adjudicator.core.faults import Fault, KeyPath, Mark, Phrase, Word
from adjudicator.core.game import Game
from adjudicator.core.words import fold, nearest
from adjudicator.games import GAMES, game
from adjudicator.reading import strict_yaml
from adjudicator.reading.schemas import game_schema
from adjudicator.reading.strict_yaml import Document
from adjudicator.reading.understanding import Understood, objected, shown
from adjudicator.reading.validation import read
from adjudicator.speech.voice import DEFAULT_LANGUAGE, vocabulary
from adjudicator.store.disk import FaultyFileError, read_file
from adjudicator.store.layout import stages_played


def read_campaign(data: bytes, path: Path, language: str | None = None) -> Campaign:
    """Read the bytes of a campaign's file, which is or will be at ``path``.

    Raises ``FaultyFileError`` with all faults of the file.
    """
    document = strict_yaml.read(
        data, beside=lambda key, other: any(vocabulary(each).beside(key, other) for each in GAMES)
    )
    if not document.complete or document.root is None:
        raise FaultyFileError(path, [*strict_yaml.of_settings(document.faults)] or [Fault("empty-file")])
    if not isinstance(document.root, dict):
        raise FaultyFileError(path, [Fault("not-a-campaign", document.values[()])])
    language = language or DEFAULT_LANGUAGE
    ruleset = game(_game_named(document, document.root, path, language))
    context = Context(vocabulary(ruleset.id), language, kinds=ruleset.kinds, torn=ruleset.torn)
    edition, new = edition_of(ruleset, path.parent), not stages_played(path.parent)
    changes = acts_in(path.parent, SEATING)

    def objections(understood: Understood, whole: bool) -> Iterator[Fault]:
        yield from _objections(understood, ruleset, edition if whole else None, new, changes)
        if new:
            yield from idle_faults(understood, context)

    understood, faults = read(document, game_schema(ruleset.id, "campaign"), context, objections)
    if faults:
        raise FaultyFileError(path, list(with_lines(faults, understood, context)), ruleset.id)
    return campaign_of(path.parent, understood.root, ruleset, edition, data)


def _objections(
    understood: Understood, ruleset: Game, edition: int | None, new: bool, changes: Sequence[Act]
) -> Iterator[Fault]:
    """Yield the faults of a campaign beyond its schema; the game judges only parts that could be understood.

    ``edition`` is that of the game's rules, or None if something else is wrong already. In a campaign that is not
    ``new``, names are not judged, because it keeps the ones it has; ``changes`` are the acts by which its seats
    changed.
    """
    zone = _timezone_faults(understood)
    yield from zone
    if edition is not None and not zone:
        yield from never_due(understood)
    senseless = understood.troubled | understood.incomplete | understood.faulty
    needed = set(game_schema(ruleset.id, "campaign")["required"]) - {"seed"}
    if not understood.root.keys() >= needed or not all(path[:1] in _APART for path in senseless):
        return
    judged = copy(understood)  # leave out what could not be understood: nobody may look anything up there
    judged.root = {key: value for key, value in understood.root.items() if (key,) not in {p[:1] for p in senseless}}
    found = ruleset.setup.objections(judged.root)
    left_out = senseless - {()}  # what seems to be missing may be among it
    objections = [objected(one, judged) for one in found if not (left_out and one.incomplete)]
    yield from objections
    sound = edition is not None and not zone and not objections
    aliases: Mapping[str, str] = {}
    if sound:
        aliases = ruleset.setup.aliases(ruleset.setup.setting({**judged.root, "edition": edition}))
    yield from absence_faults(judged, aliases, seats_of(judged.root, changes) if sound else NOBODY_MOVED)
    if new:
        yield from name_faults(judged)
        yield from forum_name_faults(judged)


_APART = ((), ("game",), ("seed",), *((key,) for key in FREE))
"""The parts whose faults do not make the rest of a campaign senseless; () stands for an unknown word."""


def _game_named(document: Document, root: dict[str, Any], path: Path, language: str) -> str:
    """Return the game that the campaign names, whose words are needed to read the rest.

    Raises ``FaultyFileError`` if it names no known game.
    """
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
    """Return the fault for an unknown game, with the nearest known one."""
    return Fault("unknown-game", mark, found, tuple(GAMES), nearest(found, GAMES))


def _timezone_faults(understood: Understood) -> list[Fault]:
    """Return a fault if the system does not know the time zone."""
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


# The words that a game uses in stored data. A person who takes a seat may not have one of them as his name, because in
# stored data a name is text like any other and could not be told from the word.


def is_inner(name: str, game: str, camps: Collection[str]) -> bool:
    """Return whether stored data of a game may contain ``name`` without meaning a player.

    Such names are words of the game, camps, and combinations of a word and a camp.
    """
    words = inner_words(game)
    parts = {name, *(name.removesuffix(f" {camp}") for camp in camps)}
    made = {name.removeprefix(word) for word in words if word.endswith("-") and name.startswith(word)}
    return name in camps or not words.isdisjoint(parts | made)


@cache
def inner_words(game: str) -> frozenset[str]:
    """Return every word that a game may write into stored data: the texts in its code, and canonical words."""
    words = vocabulary(game)
    canonical = {word for place in words.places for word in words.canonical(place)}
    modules = (Path(adjudicator.games.__file__).parent / game).glob("*.py")
    return frozenset(canonical.union(*(_words_in(read_file(path).decode()) for path in modules)))


def _words_in(source: str) -> Iterator[str]:
    """Yield the string constants of a module, and the names of its fields and keyword arguments."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg


# Faults of the clocks in ``campaign.yaml`` beyond their schema: words without effect, and no day left to be due.


KEY = "deadline"
"""The key of the deadline in a campaign, and the place of the vocabulary for the words inside it."""


class Idle(NamedTuple):
    """A word in the clock of a phase that has no effect because of the general clock."""

    phase: str
    word: str
    value: Any

    @property
    def code(self) -> str:
        """The code of the fault for this word."""
        return f"clock-{self.word}"


def idle_in(deadline: Mapping[str, Any]) -> Iterator[Idle]:
    """Yield the words that have no effect in a canonical ``deadline``.

    They are a time of day where the length is given in hours, since such a stage can end at any time of day, and a
    grace period after a deadline at which the stage is played without waiting.
    """
    for phase, clock in deadline.items():
        if not is_clock(clock) or phase == WINDOWS:
            continue
        if "time" in clock and "hours" in deadline and not clock.keys() & {"days", "weekdays", "hours"}:
            yield Idle(phase, "time", clock["time"])
        fixed = clock.get("on_time", "early" not in clock and deadline.get("on_time", False))
        if clock.get("grace") and fixed is True:
            yield Idle(phase, "grace", clock["grace"])


def idle_faults(understood: Understood, context: Context) -> Iterator[Fault]:
    """Yield a fault for each word without effect, with a line that says what was probably meant."""
    deadline = understood.root.get(KEY)  # another type if it could not be understood
    for idle in idle_in(deadline if isinstance(deadline, Mapping) else {}):
        path = (KEY, idle.phase, idle.word)
        found, phase = understood.word(path), understood.word(path[:2])
        mark = understood.mark(path, on_key=True)
        if idle.word == "time":
            meant = f'{_said("days", context)}: 1, {found}: "{idle.value}"'
        else:
            no = context.word("booleans", "false")
            meant = f"{_said('on_time', context)}: {no}, {found}: {idle.value}"
        yield Fault(idle.code, mark, found, values={"phase": phase}, lines=(f"{phase}: {{{meant}}}",))


def never_due(understood: Understood) -> Iterator[Fault]:
    """Yield a fault for a clock by which nothing is ever due because all its weekdays are skipped.

    The campaign must have no other faults.
    """
    deadline = understood.root.get(KEY, {})
    phases = [phase for phase, clock in deadline.items() if is_clock(clock)]
    for phase in ("", *phases):
        told = clock_for(deadline, phase, phase == WINDOWS)
        path = next((p for p in ((KEY, phase, "skip"), (KEY, "skip"), (KEY, phase)) if p in understood.keys), (KEY,))
        if not Deadline.of(told).ever:
            yield Fault("never-due", understood.mark(path, on_key=True), understood.word(path))
            return


def idle_said(deadline: Mapping[str, Any]) -> Iterator[Phrase]:
    """Yield, for the MJ of a running campaign, sentences about the words of its clocks that have no effect."""
    for idle in idle_in(deadline):
        values = {"found": Word(KEY, idle.word), "phase": Word(KEY, idle.phase)}
        yield Phrase("revision.idle", {"what": Phrase(f"fault.{idle.code}", values)})


def _said(word: str, context: Context) -> str:
    return context.word(KEY, word)


# Durations in one word ------------------------------------------------------------------------------------------------

_DURATION = re.compile(r"(\d{1,3})\s*([^\W\d_]*)")
_TIME = re.compile(r"\d{1,2}[:h]\d{2}")


def with_lines(faults: Iterable[Fault], understood: Understood, context: Context) -> Iterator[Fault]:
    """Yield ``faults``; to a fault of a clock in one word, like ``vote: 24h``, add the line that was probably meant."""
    places = {understood.values[path]: path for path in understood.values if path[:1] == (KEY,) and len(path) < 3}
    for fault in faults:
        path = places.get(fault.mark)
        if path is None or fault.code != "not-understood" or fault.expected[:1] != ("expected.object",):
            yield fault
            continue
        yield fault._replace(lines=(f"{understood.word(path)}: {{{_meant(fault.found or '', len(path), context)}}}",))


def _meant(text: str, depth: int, context: Context) -> str:
    """Return the clock that ``text`` probably means; ``depth`` is 1 for the general clock and 2 for that of a phase."""
    if _TIME.fullmatch(text):
        return f'{_said("days", context)}: 1, {_said("time", context)}: "{text.replace("h", ":")}"'
    found = _DURATION.fullmatch(text)
    usual, number = ("days", "3") if depth == 1 else ("hours", "24")
    unit = found[2].casefold() if found else ""
    known = {"h": "hours", "j": "days", "d": "days", "heure": "hours", "hour": "hours", "jour": "days", "day": "days"}
    length = known.get(unit, known.get(unit.removesuffix("s"), usual))
    return f"{_said(length, context)}: {found[1] if found and (not unit or unit.rstrip('s') in known) else number}"


# Names that would mislead a reader: they are invisible, mix alphabets, look like another name, or mean « me ».


_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK")
"""The alphabets with letters that look alike."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that are invisible although Unicode counts them as letters or symbols."""
_LIKE = str.maketrans("авекмнорстухіјѕһԁԛԝαβεζηικμνορτυχ", "abekmhopctyxijshdqwabezhikmvoptyx")
"""Small Cyrillic and Greek letters, and the Latin letters that their small or capital forms look like."""


def name_faults(understood: Understood) -> Iterator[Fault]:
    """Yield the faults of the names of players, characters, substitutes and camps in a new canonical campaign.

    A campaign that has begun keeps the names that it has.
    """
    camps = [(("camps", name), name) for name in understood.root.get("camps", {})]
    for names, on_key in ((camps, True), (list(_people(understood.root)), False)):
        yield from strange_names((understood.mark(path, on_key), name) for path, name in names)


def _people(root: dict[str, object]) -> Iterator[tuple[KeyPath, str]]:
    for camp, people in people_in(root).items():
        for i, person in enumerate(people):
            path: KeyPath = ("camps", camp, "players", i) if camp else ("players", i)
            yield path, name_of(person)
            if isinstance(person, dict) and "character" in person:
                yield (*path, "character"), str(person["character"])
    absences: Any = root.get("absences", ())
    for i, absence in enumerate(absences):
        if absence.get("substitute"):
            yield ("absences", i, "substitute"), name_of(absence["substitute"])


def forum_name_faults(understood: Understood) -> Iterator[Fault]:
    """Yield a fault for each player whose name on the forum could be mistaken for another player.

    Any spelling that the forum allows is accepted.
    """
    owners: dict[str, str] = {}
    for _, name, owner in _called(understood.root):
        owners.setdefault(_seen(name), owner)
    for camp, people in people_in(understood.root).items():
        for i, person in enumerate(people):
            if not has_forum_name(person):
                continue
            path: KeyPath = ("camps", camp, "players", i, "forum") if camp else ("players", i, "forum")
            other = owners.setdefault(_seen(person["forum"]), name_of(person))
            if other != name_of(person):
                yield Fault("forum-taken", understood.mark(path), person["forum"], values={"other": other})


def forum_name_owner(root: dict[str, object], text: str, player: str) -> str | None:
    """Return the player other than ``player`` whom the forum name ``text`` could be mistaken for, or None."""
    people = [person for side in people_in(root).values() for person in side]
    called = [(name, owner) for _, name, owner in _called(root)]
    called += [(person["forum"], name_of(person)) for person in people if has_forum_name(person)]
    return next((owner for name, owner in called if owner != player and _seen(name) == _seen(text)), None)


def _called(root: dict[str, object]) -> Iterator[tuple[KeyPath, str, str]]:
    """Yield the names of players, their characters and substitutes, each with its path and its owner."""
    owner = ""
    for path, name in _people(root):
        owner = owner if path[-1] == "character" else name
        yield path, name, owner


def _seen(name: str) -> str:
    return skeleton(name) or fold(name)


def strange_names(names: Iterable[tuple[Mark, str]]) -> Iterator[Fault]:
    """Yield the faults of names that would mislead a reader; each name comes with its position in the file."""
    seen: dict[str, str] = {}
    for mark, name in names:
        if not skeleton(name):
            yield Fault("name-invisible", mark)
        elif len(alphabets(name)) > 1:
            yield Fault("name-mixed", mark, name)
        elif any(vocabulary("").meaning(place, name) is not None for place in ("myself", "oneself")):
            yield Fault("name-oneself", mark, name)
        elif fold(other := seen.setdefault(skeleton(name), name)) != fold(name):
            yield Fault("name-alike", mark, name, values={"other": other})


def skeleton(name: str) -> str:
    """Return the visible shape of a name, independent of its alphabet; empty if the name is invisible."""
    shown = (one for one in fold(name) if unicodedata.category(one)[0] not in "CMZ" and one not in _BLANK)
    return "".join(shown).translate(_LIKE)


def alphabets(name: str) -> set[str]:
    """Return the alphabets, of those in ``_ALPHABETS``, whose letters occur in ``name``."""
    words = {unicodedata.name(character, "").partition(" ")[0] for character in name if character.isalpha()}
    return words & set(_ALPHABETS)
