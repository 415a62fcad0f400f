"""Names by which a reader would be misled: that show nothing, mix alphabets, look like another's, or say « me »."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from adjudicator.core.context import has_forum_name, name_of, people_in
from adjudicator.core.faults import Fault, KeyPath, Mark
from adjudicator.core.words import fold
from adjudicator.speech.catalogue import vocabulary

if TYPE_CHECKING:
    from adjudicator.reading.understanding import Understood

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
