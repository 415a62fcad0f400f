"""The context in which a text is read: the game's words, the campaign's names, the language of the messages.

It also holds the readers of the kinds of values that all games share, and helpers for the people a campaign lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.faults import KeyPath, Objection, Unread
from adjudicator.core.words import Names, Vocabulary, fold


class Context(NamedTuple):
    """The words and names with which a document is read.

    ``players`` and ``camps`` are None while the names are not known yet; any name is then accepted unchanged.
    """

    vocabulary: Vocabulary
    language: str
    players: Names | None = None
    camps: Names | None = None
    kinds: Mapping[str, Kind] = {}
    torn: Callable[[str], SplitValue | None] = lambda text: None
    """Recognises a key that is part of a value of the game's own kind, which YAML has split at a comma."""
    sender: str | None = None
    """The player whose orders a text is if it does not say so, when the sender is known."""
    turn: int | None = None
    """The turn a text is for if it does not name one."""

    def word(self, place: str, canonical: str) -> str:
        """Return the word shown for ``canonical`` of a ``place`` of the vocabulary, in the language of the messages."""
        return self.vocabulary.word(place, canonical, self.language)


Kind: TypeAlias = Callable[[Any, Context], Any]
"""A function that reads one kind of value (a cell, a name) from a parsed node and raises ``Unread`` if it cannot."""


class SplitValue(NamedTuple):
    """A part of a value that YAML has split at a comma: the fault's code, and whether another part came before it."""

    code: str
    rest: bool


def read_word(place: str) -> Kind:
    """Return a reader of the vocabulary's words of ``place``."""

    def read(node: Any, context: Context) -> str:
        words, near = context.vocabulary, None
        if isinstance(node, str):
            meaning = words.meaning(place, node) or words.meaning(place, _bare(node, words))
            if meaning is not None:
                return meaning
            # The word that looks most like « not up » or « rien » means the opposite, so nothing is suggested for them.
            denying = words.forms("denying", "not") if "denying" in words.places else ()
            is_nothing = "nothing" in words.places and words.meaning("nothing", node) is not None
            if not is_nothing and fold(node).partition(" ")[0] not in denying:
                near = partial(words.nearest, place, node, context.language)
        raise Unread(tuple(words.words(place, context.language)), near)

    return read


def _bare(text: str, words: Vocabulary) -> str:
    """Return a text without its leading articles."""
    parts = text.replace("’", " ").replace("'", " ").split()
    while len(parts) > 1 and "articles" in words.places and words.meaning("articles", parts[0]):
        del parts[0]
    return " ".join(parts)


def read_player(node: Any, context: Context) -> str:
    """Read a player's name."""
    return _read_name(node, context.players, "player")


def read_camp(node: Any, context: Context) -> str:
    """Read a camp's name."""
    return _read_name(node, context.camps, "camp")


def _read_name(node: Any, names: Names | None, kind: str) -> str:
    if not isinstance(node, str):
        raise Unread((f"expected.{kind}",))
    if names is None:
        return node.strip()
    name = names.find(node)
    if name is None:
        raise Unread((f"expected.{kind}",), partial(names.nearest, node), f"unknown-{kind}", node)
    return name


def read_boolean(node: Any, context: Context) -> bool:
    """Read a yes or no in any language; return True or False."""
    meaning = context.vocabulary.meaning("booleans", node) if isinstance(node, str) else None
    if meaning is None:
        raise Unread(("expected.boolean",))
    return meaning == "true"


def read_yes(node: Any, context: Context) -> bool:
    """Read a yes; raise ``Unread`` for anything else, because a no would order nothing."""
    if isinstance(node, str) and context.vocabulary.meaning("booleans", node) == "true":
        return True
    raise Unread(("expected.yes",))


def read_integer(node: Any, context: Context) -> int:
    """Read a whole number in decimal digits, for example « 7 » or « 07 »."""
    node = node.strip(" “”«»\u00a0\u202f") if isinstance(node, str) else node
    digits = node.removeprefix("-") if isinstance(node, str) else ""
    if digits.isascii() and digits.isdigit() and len(digits) <= 15:
        return int(node)
    raise Unread(("expected.integer",))


def read_date(node: Any, context: Context) -> str:
    """Read a date, ``2026-11-30`` or ``30/11/2026``; return it as ``2026-11-30``. It must exist in the calendar."""
    from calendar import monthrange

    numbers = node.replace("/", "-").replace(".", "-").split("-") if isinstance(node, str) else []
    if len(numbers) == 3 and all(number.isascii() and number.isdigit() for number in numbers):
        year, month, day = map(int, numbers if len(numbers[0]) == 4 else reversed(numbers))
        if 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1] and 2000 <= year <= 2999:
            return f"{year:04d}-{month:02d}-{day:02d}"
    raise Unread(("expected.date",))


def read_time(node: Any, context: Context) -> str:
    """Read a time of day in one of the forms that :func:`hour_of_day` accepts."""
    if (time := hour_of_day(node if isinstance(node, str) else "")) is None:
        raise Unread(("expected.time",))
    return time


def hour_of_day(text: str) -> str | None:
    """Return a time of day as ``08:30``, or None if ``text`` is none.

    Accepted forms are ``20:00``, ``8:00``, ``20``, ``20h``, ``20 heures`` and ``8 h 30``.
    """
    parts = re.fullmatch(r"(?i) *([0-9]{1,2})(?: ?h(?:(?:eures?|ours?)?(?: ?([0-9]{2}))?)| ?: ?([0-9]{2}))? *", text)
    hours, minutes = (int(parts[1]), int(parts[2] or parts[3] or 0)) if parts else (24, 0)
    return f"{hours:02d}:{minutes:02d}" if hours < 24 and minutes < 60 else None


def read_hours(node: Any, context: Context) -> int:
    """Read a number of hours: ``6``, ``6h`` or ``6 heures``."""
    told = re.fullmatch(r"(?i) *([0-9]{1,4}) ?(?:h|heures?|hours?)? *", node if isinstance(node, str) else "")
    if told is None:
        raise Unread(("expected.hours",))
    return int(told[1])


KINDS: Mapping[str, Kind] = {
    "player": read_player,
    "camp": read_camp,
    "boolean": read_boolean,
    "yes": read_yes,
    "integer": read_integer,
    "date": read_date,
    "time": read_time,
    "hours": read_hours,
}
"""The kinds of values that all games share."""


def reader_of(kind: str, context: Context) -> Kind:
    """Return the reader of a kind: the game's own, a shared one, or else a reader of the words of that place."""
    return context.kinds.get(kind) or KINDS.get(kind) or read_word(kind)


# The people of a campaign, each listed by name alone or with more.


def name_of(person: str | Mapping[str, Any]) -> str:
    """Return a player's name, whether it is listed by name alone or as a mapping (``{name: …, email: …}``)."""
    return person if isinstance(person, str) else str(person["name"])


def names_listed(people: Any) -> list[str]:
    """Return the names in a list of players that has not been checked yet; entries of another shape are skipped."""
    listed = people if isinstance(people, list) else []
    names = [person.get("name") if isinstance(person, Mapping) else person for person in listed]
    return [name for name in names if isinstance(name, str)]


def same_names(listed: Iterable[tuple[KeyPath, str]], on_key: bool = False) -> Iterator[Objection]:
    """Yield an objection to each name that reads the same as an earlier one; ``listed`` pairs paths with names."""
    forms: dict[str, str] = {}
    for path, name in listed:
        if fold(name) in forms:
            yield Objection("same-name", path, {"name": name, "other": forms[fold(name)]}, on_key=on_key)
        forms.setdefault(fold(name), name)


def people_in(campaign: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the players of each camp of a canonical campaign, as it lists them; players without a camp under ""."""
    sides: dict[str, list[Any]] = {name: camp["players"] for name, camp in campaign.get("camps", {}).items()}
    return sides | ({"": campaign["players"]} if "players" in campaign else {})


def forum_names(campaign: Mapping[str, Any]) -> dict[str, str]:
    """Return the forum names of players, each mapped to the player's own name.

    A forum name that could also mean someone else, for example a player or a substitute of that name, is left out.
    """
    people = [person for side in people_in(campaign).values() for person in side]
    called = [(str(person["forum"]), name_of(person)) for person in people if has_forum_name(person)]
    others = [name_of(absence["substitute"]) for absence in campaign.get("absences", ()) if absence.get("substitute")]
    meant: dict[str, set[str]] = {}
    for form, owner in (*called, *((name_of(person), name_of(person)) for person in people), *((o, o) for o in others)):
        meant.setdefault(fold(form), set()).add(owner)
    return {form: owner for form, owner in called if fold(form) and len(meant[fold(form)]) == 1}


def shorter_names(campaign: Mapping[str, Any], aliases: Mapping[str, str]) -> dict[str, str]:
    """Return the words of ``aliases`` that can only mean one player, each mapped to that player: « Roslin »."""
    if not aliases:
        return {}
    people = [person for side in people_in(campaign).values() for person in side]
    called = [(name_of(person), name_of(person)) for person in people]
    called += [(str(person["forum"]), name_of(person)) for person in people if has_forum_name(person)]
    others = [name_of(absence["substitute"]) for absence in campaign.get("absences", ()) if absence.get("substitute")]
    # A substitute is not a player, so the name gets an owner of its own.
    called += [(other, f"({other})") for other in others]
    owners: dict[str, set[str]] = {}
    for name, owner in (*called, *aliases.items()):
        for word in fold(name).split():
            owners.setdefault(word, set()).add(owner)
    words = {word: owner for alias, owner in aliases.items() for word in fold(alias).split()}
    return {word: owner for word, owner in words.items() if owners[word] == {owner} and len(word) >= _SHORTEST}


_SHORTEST = 4
"""The fewest letters of a word that may serve as a name by itself, which excludes « de », « von » and « Dr »."""


def has_forum_name(person: str | Mapping[str, Any]) -> bool:
    """Return whether a player is listed with a forum name."""
    return not isinstance(person, str) and isinstance(person.get("forum"), str)


def address_of(person: str | Mapping[str, Any]) -> dict[str, str]:
    """Return a person's ``name``, and ``email`` and ``forum`` where they are known."""
    known = {} if isinstance(person, str) else person
    return {"name": name_of(person), **{key: known[key] for key in ("email", "forum") if key in known}}


def camp_names(camps: Sequence[str], words: Vocabulary) -> Names:
    """Return the names of camps; one that is a colour may agree with other words, « bleue » for a camp « Bleus ».

    A colour that two camps have names neither of them.
    """
    colours = [words.meaning("colours", camp) for camp in camps]
    own = [(camp, colour) for camp, colour in zip(camps, colours, strict=True) if colour and colours.count(colour) == 1]
    return Names(camps, {form: camp for camp, colour in own for form in words.forms("colours", colour)})
