"""The campaign's own file, ``campaign.yaml``: read, and judged beyond its schema."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import adjudicator.games
from adjudicator.campaign.acts import SEATING, acts_in
from adjudicator.campaign.campaign import DEFAULT_LANGUAGE, FREE, Campaign, campaign_of
from adjudicator.campaign.deadline import WINDOWS, Deadline, clock_for, is_clock
from adjudicator.campaign.editions import edition_of
from adjudicator.campaign.seats import NOBODY_MOVED, absence_faults, seats_of
from adjudicator.core.context import Context, has_forum_name, name_of, people_in
from adjudicator.core.faults import Fault, KeyPath, Mark, Phrase, Word
from adjudicator.core.game import AnyGame
from adjudicator.core.plain import Plain
from adjudicator.core.words import fold, nearest
from adjudicator.games import GAMES, game
from adjudicator.reading import strict_yaml
from adjudicator.reading.schemas import game_schema
from adjudicator.reading.understanding import objected, shown
from adjudicator.reading.validation import read
from adjudicator.speech.catalogue import vocabulary
from adjudicator.store.disk import FaultyFileError, read_file
from adjudicator.store.layout import stages_played

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act
    from adjudicator.reading.strict_yaml import Document
    from adjudicator.reading.understanding import Understood


def read_campaign(data: bytes, path: Path, language: str | None = None) -> Campaign:
    """Read the bytes of a campaign's file, which lies (or will lie) at ``path``.

    Raises ``FaultyFileError`` with all its faults.
    """
    document = strict_yaml.read(
        data, beside=lambda key, other: any(vocabulary(each).beside(key, other) for each in GAMES)
    )
    if not document.complete or document.root is None:
        raise FaultyFileError(path, strict_yaml.of_settings(document.faults) or [Fault("empty-file")])
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
    understood: Understood, ruleset: AnyGame, edition: int | None, new: bool, changes: Sequence[Act]
) -> Iterator[Fault]:
    """Judge a campaign beyond its schema; the game is asked only where what it would judge makes sense.

    ``edition`` is that of its rules, None when something else is wrong with it already. A game that is not ``new`` goes
    on with the names that it has; ``changes`` are the acts by which its seats changed.
    """
    zone = _timezone_faults(understood)
    yield from zone
    if edition is not None and not zone:
        yield from never_due(understood)
    senseless = understood.troubled | understood.incomplete | understood.faulty
    needed = set(game_schema(ruleset.id, "campaign")["required"]) - {"seed"}
    if not understood.root.keys() >= needed or not all(path[:1] in _APART for path in senseless):
        return
    judged = copy(understood)  # without what makes no sense: nothing may be looked up in it
    judged.root = {key: value for key, value in understood.root.items() if (key,) not in {p[:1] for p in senseless}}
    objections = [objected(objection, judged) for objection in ruleset.setup.objections(judged.root)]
    yield from objections
    sound = edition is not None and not zone and not objections
    aliases = _aliases(judged.root, ruleset, edition) if sound else {}
    yield from absence_faults(judged, aliases, seats_of(judged.root, changes) if sound else NOBODY_MOVED)
    if new:
        yield from name_faults(judged)
        yield from forum_name_faults(judged)


def _aliases(plain: Plain, ruleset: AnyGame, edition: int | None) -> Mapping[str, str]:
    return ruleset.setup.aliases(ruleset.setup.setting({**plain, "edition": edition}))


_APART = ((), ("game",), ("seed",), *((key,) for key in FREE))
"""What can be wrong without making the rest of a campaign senseless; () is a word that is not known."""


def _game_named(document: Document, root: dict[str, Any], path: Path, language: str) -> str:
    """Return the game that the campaign names: its words are needed to read the rest.

    Raises ``FaultyFileError`` when it names none that is known.
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


# The words that a game uses in what it keeps of a stage: no seat that changes may be called so.
#
# In states and accounts a name is a text like any other: one that is also a word of the game could not be told from it.


def is_inner(name: str, game: str, camps: Collection[str]) -> bool:
    """Tell whether a name may stand in what a game keeps and be no player's: a word, a camp, or a word and a camp."""
    words = inner_words(game)
    parts = {name, *(name.removesuffix(f" {camp}") for camp in camps)}
    made = {name.removeprefix(word) for word in words if word.endswith("-") and name.startswith(word)}
    return name in camps or not words.isdisjoint(parts | made)


@cache
def inner_words(game: str) -> frozenset[str]:
    """Return every word that a game may write into what is kept: those of its code, and canonical ones."""
    words = vocabulary(game)
    canonical = {word for place in words.places for word in words.canonical(place)}
    modules = (Path(adjudicator.games.__file__).parent / game).glob("*.py")
    return frozenset(canonical.union(*(_words_in(read_file(path).decode()) for path in modules)))


def _words_in(source: str) -> Iterator[str]:
    """Yield the texts, and the names of fields and arguments, of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg


# What is wrong with clocks of ``campaign.yaml`` beyond their schema: words that do nothing, no day left, durations.


KEY = "deadline"
"""Of a campaign, and the place of the vocabulary of what stands in it."""


class Idle(NamedTuple):
    """A word in the clock of a phase that does nothing beside what holds for all stages."""

    phase: str
    word: str
    value: Any

    @property
    def code(self) -> str:
        """The fault that it is."""
        return f"clock-{self.word}"


def idle_in(deadline: Mapping[str, Any]) -> Iterator[Idle]:
    """Yield the words that do nothing in a canonical ``deadline``.

    An hour beside a length in hours, which ends whenever it ends; a grace after an hour at which nothing is waited for.
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
    """Refuse words that do nothing, each with the line that would say what was probably meant."""
    for idle in idle_in(_sound(understood.root.get(KEY))):
        path = (KEY, idle.phase, idle.word)
        found, phase = understood.word(path), understood.word(path[:2])
        mark = understood.mark(path, on_key=True)
        if idle.word == "time":
            meant = f'{_said("days", context)}: 1, {found}: "{idle.value}"'
        else:
            meant = f"{_said('on_time', context)}: {_no(context)}, {found}: {idle.value}"
        yield Fault(idle.code, mark, found, values={"phase": phase}, lines=(f"{phase}: {{{meant}}}",))


def never_due(understood: Understood) -> Iterator[Fault]:
    """Refuse a clock, in a campaign that is right else, by which nothing is ever due: all its weekdays are skipped."""
    deadline = understood.root.get(KEY, {})
    phases = [phase for phase, clock in deadline.items() if is_clock(clock)]
    for phase in ("", *phases):
        told = clock_for(deadline, phase, phase == WINDOWS)
        path = next((p for p in ((KEY, phase, "skip"), (KEY, "skip"), (KEY, phase)) if p in understood.keys), (KEY,))
        if not Deadline.of(told).ever:
            yield Fault("never-due", understood.mark(path, on_key=True), understood.word(path))
            return


def idle_said(deadline: Mapping[str, Any]) -> Iterator[Phrase]:
    """Say to the MJ of a campaign that goes on which words of its clocks do nothing."""
    for idle in idle_in(deadline):
        values = {"found": Word(KEY, idle.word), "phase": Word(KEY, idle.phase)}
        yield Phrase("revision.idle", {"what": Phrase(f"fault.{idle.code}", values)})


def _sound(deadline: Any) -> Mapping[str, Any]:
    """Return a deadline without what could not be read of it."""
    return deadline if isinstance(deadline, Mapping) else {}


def _said(word: str, context: Context) -> str:
    return context.vocabulary.word(KEY, word, context.language)


def _no(context: Context) -> str:
    return context.vocabulary.word("booleans", "false", context.language)


# A duration in one word -----------------------------------------------------------------------------------------

_DURATION = re.compile(r"(\d{1,3})\s*([^\W\d_]*)")
_TIME = re.compile(r"\d{1,2}[:h]\d{2}")


def with_lines(faults: Iterable[Fault], understood: Understood, context: Context) -> Iterator[Fault]:
    """Yield faults, those of a clock in one word, like ``vote: 24h``, with the line that was probably meant."""
    places = {understood.values[path]: path for path in understood.values if path[:1] == (KEY,) and len(path) < 3}
    for fault in faults:
        path = places.get(fault.mark)
        if path is None or fault.code != "not-understood" or fault.expected[:1] != ("expected.object",):
            yield fault
            continue
        yield fault._replace(lines=(f"{understood.word(path)}: {{{_meant(fault.found or '', len(path), context)}}}",))


def _meant(text: str, depth: int, context: Context) -> str:
    """Return what a text may have meant as a clock, of all stages or, deeper, of a phase."""
    if _TIME.fullmatch(text):
        return f'{_said("days", context)}: 1, {_said("time", context)}: "{text.replace("h", ":")}"'
    found = _DURATION.fullmatch(text)
    usual, number = ("days", "3") if depth == 1 else ("hours", "24")
    unit = found[2].casefold() if found else ""
    known = {"h": "hours", "j": "days", "d": "days", "heure": "hours", "hour": "hours", "jour": "days", "day": "days"}
    length = known.get(unit, known.get(unit.removesuffix("s"), usual))
    return f"{_said(length, context)}: {found[1] if found and (not unit or unit.rstrip('s') in known) else number}"


# Names by which a reader would be misled: that show nothing, mix alphabets, look like another's, or say « me ».


_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK")
"""Those whose letters look alike."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing, though Unicode counts them as such."""
_LIKE = str.maketrans("авекмнорстухіјѕһԁԛԝαβεζηικμνορτυχ", "abekmhopctyxijshdqwabezhikmvoptyx")
"""Small letters of other alphabets, and the Latin ones that they look like, small or large."""


def name_faults(understood: Understood) -> Iterator[Fault]:
    """Return the faults of the names in a canonical campaign: of players, their characters and substitutes, of camps.

    They are those of a new game alone: one that has begun goes on with the names that it has.
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
    """Return the faults of the names that players have on the forum: by which one is taken for another.

    How such a name is written is the forum's business.
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
    """Return whom besides a ``player`` of a canonical campaign one may mean who is called so on the forum, or None."""
    people = [person for side in people_in(root).values() for person in side]
    called = [(name, owner) for _, name, owner in _called(root)]
    called += [(person["forum"], name_of(person)) for person in people if has_forum_name(person)]
    return next((owner for name, owner in called if owner != player and _seen(name) == _seen(text)), None)


def _called(root: dict[str, object]) -> Iterator[tuple[KeyPath, str, str]]:
    """Return what players, their characters and substitutes are called, each with whose name it is."""
    owner = ""
    for path, name in _people(root):
        owner = owner if path[-1] == "character" else name
        yield path, name, owner


def _seen(name: str) -> str:
    return skeleton(name) or fold(name)


def strange_names(names: Iterable[tuple[Mark, str]]) -> Iterator[Fault]:
    """Return the faults of names, each with its place, by which a reader would be misled."""
    seen: dict[str, str] = {}
    for mark, name in names:
        if not skeleton(name):
            yield Fault("name-invisible", mark)
        elif len(alphabets(name)) > 1:
            yield Fault("name-mixed", mark, name)
        elif _is_oneself(name):
            yield Fault("name-oneself", mark, name)
        elif fold(other := seen.setdefault(skeleton(name), name)) != fold(name):
            yield Fault("name-alike", mark, name, values={"other": other})


def _is_oneself(name: str) -> bool:
    """Tell whether a name is a word by which players speak of themselves, in any language."""
    words = vocabulary("")
    return any(words.meaning(place, name) is not None for place in ("myself", "oneself"))


def skeleton(name: str) -> str:
    """Return what is seen of a name, whatever its alphabet; nothing, where it shows nothing."""
    return "".join(filter(_shows, fold(name))).translate(_LIKE)


def _shows(character: str) -> bool:
    return unicodedata.category(character)[0] not in "CMZ" and character not in _BLANK


def alphabets(name: str) -> set[str]:
    """Return those of the alphabets whose letters look alike that a name is written in."""
    words = {unicodedata.name(character, "").partition(" ")[0] for character in name if character.isalpha()}
    return words & set(_ALPHABETS)
