"""Which words may stand where in a file of a schema; lines put where they belong though their indentation is lost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from adjudicator.core.context import Context, reader_of
from adjudicator.core.faults import Unread
from adjudicator.core.tuples import NamedTuple
from adjudicator.reading.schemas import Schema, resolve
from adjudicator.reading.understanding import LISTS, OBJECTS, branch

STEP = "  "
"""What a line is moved in by."""

PAIR = re.compile(r"(?P<key>[^\s:=#\[\]{}>][^:=\n]{0,60}?)[ \t]*(?P<sign>:|=>|=|->)(?P<value>.*)$")
"""A line of a word and what belongs to it."""


class Place(NamedTuple):
    """A place for lines « word: value »: the part of a schema that says which words, and the schema it is a part of."""

    schema: Schema
    root: Schema

    def meaning(self, key: str, context: Context) -> str | None:
        """Return the canonical word or the name that ``key`` stands for here, or None."""
        kind = self.schema.get("x-names")
        if kind is not None:
            names = context.camps if kind == "camp" else context.players
            return names.find(key) if names is not None else None
        place, allowed = self.schema.get("x-keys"), self.schema.get("properties")
        known = context.vocabulary.meaning(place, key) if place else None
        return known if allowed is None or known in allowed else None

    def part(self, meaning: str) -> Place:
        """Return what may stand behind a word: a part of the schema, whatever it speaks of."""
        properties = self.schema.get("properties", {})
        part = properties.get(meaning, self.schema.get("additionalProperties"))
        return Place(*resolve(part if isinstance(part, dict) else {}, self.root))

    def inner(self, meaning: str) -> Place | None:
        """Return the place of the lines below a word, or None if none stand there."""
        found = branch(*self.part(meaning), OBJECTS)
        return Place(*found) if found else None

    def takes(self, meaning: str) -> bool:
        """Tell whether a word has a place here."""
        return meaning in self.schema.get("properties", {})

    def lists(self, meaning: str) -> bool:
        """Tell whether a list may stand behind a word."""
        return branch(*self.part(meaning), LISTS) is not None


def top(schema: Schema) -> Place:
    """Return the place of the lines of a whole file."""
    return Place(schema, schema)


class Outlined(NamedTuple):
    """Lines moved in as their words belong; ``sure`` if each could stand at one place alone."""

    lines: list[str]
    sure: bool


def outlined(lines: Sequence[str], schema: Schema, context: Context) -> Outlined:
    """Return lines of « word: value » at the depth at which their words are understood, whatever theirs was.

    A word that could stand at several depths is put at the deepest, and is not sure; one that could stand nowhere
    stays beside the line before it, where it will be told.
    """
    walk = _Walk(schema, context)
    return Outlined([walk.placed(line) for line in lines], walk.sure)


class _Walk:
    """The places that are open at a line, the outermost first."""

    def __init__(self, schema: Schema, context: Context) -> None:
        self.context = context
        self.open = [top(schema)]
        self.listing = False
        self.sure = True

    def placed(self, line: str) -> str:
        bare = line.strip()
        if not bare or bare.startswith("#"):
            return ""
        if self.listing and bare.startswith("- "):
            return STEP * len(self.open) + bare
        pair = PAIR.match(bare)
        if pair is None:
            return STEP * len(self.open) + bare
        return self._of_pair(bare, pair["key"], pair["value"].strip())

    def _of_pair(self, bare: str, key: str, value: str) -> str:
        fitting = [
            (depth, known) for depth, place in enumerate(self.open) if (known := place.meaning(key, self.context))
        ]
        self.listing = False
        if not fitting:
            return STEP * (len(self.open) - 1) + bare
        self.sure = self.sure and len(fitting) == 1
        depth, known = fitting[-1]
        del self.open[depth + 1 :]
        if not value or value.startswith("#"):
            self.listing = self.open[depth].lists(known)
            inner = self.open[depth].inner(known)
            self.open += [inner] if inner else []
        return STEP * depth + bare


# Lines that a form left blank ----------------------------------------------------------------------------------


def struck(lines: Sequence[str], schema: Schema, context: Context) -> list[str]:
    """Return the lines of a file with those emptied that were left blank in a form, so that nothing else has to be.

    « orders: nothing » may then stand above them, and the same order filled beside them.
    """
    whole = top(schema)
    sections = {key: place for key in schema.get("x-unfilled", ()) if (place := whole.inner(key))}
    kept = list(lines)
    for number in range(len(lines) - 1, -1, -1):
        pair = PAIR.match(kept[number].strip())
        if pair is None:
            continue
        value = pair["value"].partition("#")[0].strip()
        if value and not _is_dismissed(pair["key"], value, sections.values(), context):
            continue
        of_orders = _may_be_blank(pair["key"], sections.values(), context)
        above_some = kept != list(lines) and whole.meaning(pair["key"], context) in sections
        if (of_orders or above_some) and not _has_lines(kept, number, sections.values(), context):
            kept[number] = ""
    return kept


_SIGNS = re.compile(r"[-–—/xX.…_]+")


def _is_dismissed(key: str, value: str, places: Iterable[Place], context: Context) -> bool:
    """Tell whether the value of an order says that it is not given, and could say nothing else: « no », « / »."""
    words = context.vocabulary
    said = "dismissing" in words.places and words.meaning("dismissing", value) is not None
    if not said and not _SIGNS.fullmatch(value):
        return False
    parts = [place.part(order) for place in _all(places) if (order := place.meaning(key, context))]
    return bool(parts) and not any(_takes(part.schema, value, context) for part in parts)


def _takes(schema: Schema, value: str, context: Context) -> bool:
    """Tell whether something of a ``schema`` may be what somebody wrote."""
    if schema.get("type") == "boolean" or "const" in schema:
        return True
    for kind in schema.get("x-read", ()):
        with suppress(Unread):
            reader_of(kind, context)(value, context)
            return True
    return False


def _may_be_blank(key: str, places: Iterable[Place], context: Context) -> bool:
    return any(place.schema.get("x-blanks") and place.meaning(key, context) for place in _all(places))


def _has_lines(lines: Sequence[str], number: int, places: Iterable[Place], context: Context) -> bool:
    """Tell whether the line after this one is one of its own: moved in, or with a word that belongs there."""
    below = next((line for line in lines[number + 1 :] if line.strip() and line.strip()[0] != "#"), "")
    if _indent(below) > _indent(lines[number]):
        return True
    pair, own = PAIR.match(below.strip()), PAIR.match(lines[number].strip())
    if pair is None or own is None:
        return False
    named = [(place, place.meaning(own["key"], context)) for place in _all(places)]
    inner = [place.inner(name) for place, name in named if name]
    return any(place is not None and place.meaning(pair["key"], context) for place in inner)


def _all(places: Iterable[Place]) -> Iterator[Place]:
    """Return places and those within them."""
    for place in places:
        yield place
        yield from _all(inner for name in place.schema.get("properties", {}) if (inner := place.inner(name)))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
