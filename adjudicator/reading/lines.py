"""Represent the lines of a message, and the possible readings of a message as an order file.

``Place`` describes which words may stand where according to a schema; ``outlined`` restores lost indentation with it.
``struck`` empties the lines of a form that were left blank. ``YamlNode`` is a document as a tree that can be changed
and turned back into one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from adjudicator.core.context import Context, reader_of
from adjudicator.core.faults import Fault, KeyPath, Listed, Mark, Phrase, Unread
from adjudicator.reading.schemas import Schema, resolve
from adjudicator.reading.strict_yaml import Document, Node
from adjudicator.reading.understanding import LISTS, OBJECTS, branch

BLANK = "…"
"""Marks, in lines that are sent back, where the sender has to write something."""


class Row(NamedTuple):
    """A line of a message, with its number."""

    number: int
    text: str

    @property
    def margin(self) -> str:
        """The spaces before its first word."""
        return self.text[: len(self.text) - len(self.text.lstrip())]


@dataclass(frozen=True)
class Reading:
    """One way to read a message: the lines taken as its orders, and what was left out or corrected to get them."""

    rows: tuple[Row, ...]
    said: tuple[Phrase, ...] = ()
    """What was left out or corrected, as sentences for the receipt."""
    faults: tuple[Fault, ...] = ()
    """Faults that prevent this reading, whatever the orders are."""

    @property
    def lines(self) -> list[Row]:
        """The lines of the order file, with empty lines added so that each keeps its line number in the message.

        A line inserted above others moves them down where there is no free line for it.
        """
        lines: list[Row] = []
        for row in self.rows:
            after = lines[-1].number if lines else 0
            lines += [Row(number, "") for number in range(after + 1, row.number)]
            lines.append(row)
        return lines

    @property
    def left_out(self) -> list[str]:
        """The lines that were left out as words around the orders; long lines are shortened to their first words."""
        listed = [phrase.values["lines"] for phrase in self.said if phrase.key == "read.around"]
        parts = [part for lines in listed if isinstance(lines, Listed) for part in lines.parts]
        return [str(part.values["line"]) for part in parts if isinstance(part, Phrase) and "line" in part.values]

    def with_row(self, at: int, row: Row, how: Phrase) -> Reading:
        """Return the reading with another row in place of the one at ``at``, and the phrase that tells so."""
        return replace(self, rows=(*self.rows[:at], row, *self.rows[at + 1 :]), said=(*self.said, how))

    @property
    def data(self) -> bytes:
        """The orders as the bytes of a file."""
        return "\n".join(row.text for row in self.lines).encode()


BULLET = re.compile(r"(?P<space>[ \t]*)(?:[-–—*•·][ \t]+|\d{1,2}[.)][ \t]+)(?P<rest>\S.*)")
"""A line that begins with a list marker."""
PARTS = re.compile(r",(?![^(]*\))|;(?![^(]*\))|\s(?:et|and)\s")
"""What separates the items of a list on one line, outside cells."""

COMMAS = re.compile(r",(?![^(]*\))|\s(?:et|and)\s")
"""What separates the cells of a list without brackets; « 1;2 » is one cell."""


def rows_of(text: str, before: int = 0) -> list[Row]:
    """Return the lines of a text, numbered as lines of a message that has ``before`` lines above them."""
    return [Row(before + number, line.rstrip()) for number, line in enumerate(text.split("\n"), 1)]


def pair_in(text: str) -> re.Match[str] | None:
    """Return the match of ``PAIR`` for a line « word: value », also after a list marker; None for other lines."""
    bullet = BULLET.match(text)
    start = bullet.start("rest") if bullet else len(text) - len(text.lstrip())
    return PAIR.match(text, start)


def indents(lines: Iterable[str]) -> list[int]:
    """Return the indentation of each line that is not blank, in characters."""
    return [len(line) - len(line.lstrip()) for line in lines if line.strip()]


def is_quoted(text: str) -> bool:
    """Return whether a text stands between quotation marks."""
    return len(text) > 1 and text[0] == text[-1] == '"'


def escaped(text: str) -> str:
    """Return a text with its quotation marks and backslashes escaped, as it stands between quotation marks."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def quoted(text: str) -> str:
    """Return a text as a quoted YAML scalar."""
    return f'"{escaped(text)}"'


def say(said: list[Phrase], phrase: Phrase) -> None:
    """Add a sentence about what was done to a message to ``said``, unless it is there already."""
    if phrase not in said:
        said.append(phrase)


# Places of words in a file of a schema, and the indentation of lines that have lost theirs.


STEP = "  "
"""One level of indentation."""

PAIR = re.compile(r"(?P<key>[^\s:=#\[\]{}>][^:=\n]{0,60}?)[ \t]*(?P<sign>:|=>|=|->)(?P<value>.*)$")
"""A line with a word and its value."""


class Place(NamedTuple):
    """A place for lines « word: value »: the part of a schema that describes the words, and its root schema."""

    schema: Schema
    root: Schema

    def meaning(self, key: str, context: Context) -> str | None:
        """Return the canonical word or the name that ``key`` stands for here, or None."""
        kind = self.schema.get("x-names")
        if kind is not None and kind in context.kinds:
            with suppress(Unread):
                return str(context.kinds[kind](key, context))
            return None
        if kind is not None:
            names = context.camps if kind == "camp" else context.players
            return names.find(key) if names is not None else None
        place, allowed = self.schema.get("x-keys"), self.schema.get("properties")
        known = context.vocabulary.meaning(place, key) if place else None
        return known if allowed is None or known in allowed else None

    def part(self, meaning: str) -> Place:
        """Return the place of the value of a word, whatever its schema describes."""
        properties = self.schema.get("properties", {})
        part = properties.get(meaning, self.schema.get("additionalProperties"))
        return Place(*resolve(part if isinstance(part, dict) else {}, self.root))

    def inner(self, meaning: str) -> Place | None:
        """Return the place of the lines below a word, or None if no lines belong there."""
        found = branch(*self.part(meaning), OBJECTS)
        return Place(*found) if found else None

    def takes(self, meaning: str) -> bool:
        """Return whether a word has a place here."""
        return meaning in self.schema.get("properties", {})

    def lists(self, meaning: str) -> bool:
        """Return whether the value of a word may be a list."""
        return branch(*self.part(meaning), LISTS) is not None

    def items(self, meaning: str) -> Place | None:
        """Return the place of the lines in each item of a word's list; None if there are none."""
        found = branch(*self.part(meaning), LISTS)
        part = found and found[0].get("items")
        item = branch(*resolve(part, found[1]), OBJECTS) if found and isinstance(part, dict) else None
        return Place(*item) if item else None


def top(schema: Schema) -> Place:
    """Return the place of the top-level lines of a file."""
    return Place(schema, schema)


class Outlined(NamedTuple):
    """Lines indented as their words require; ``sure`` if each of them has only one possible depth."""

    lines: list[str]
    sure: bool


def outlined(lines: Sequence[str], schema: Schema, context: Context) -> Outlined:
    """Return lines of « word: value », each indented to the depth at which its word is understood.

    The indentation that they had is ignored. A word that is possible at several depths gets the deepest, and the
    result is not sure. A word that is possible nowhere gets the depth of the line before it; validation reports it
    later.
    """
    walk = _Walk(schema, context)
    return Outlined([walk.placed(line) for line in lines], walk.sure)


@dataclass
class _Open:
    """A place that is open at the current line: for lines « word: value », for the items of a list, or for both."""

    place: Place | None
    items: Place | None = None
    filled: frozenset[str] = frozenset()
    """The words that it contains so far."""

    def meaning(self, key: str, context: Context) -> str | None:
        return self.place.meaning(key, context) if self.place is not None else None

    @property
    def lacks(self) -> bool:
        """Whether it is empty, or lacks a word that the schema requires."""
        needed = self.place.schema.get("required", ()) if self.place is not None else ()
        return not self.filled or not self.filled.issuperset(needed)


class _Walk:
    """Indents lines one by one; ``open`` holds the places that are open at the current line, the outermost first."""

    def __init__(self, schema: Schema, context: Context) -> None:
        self.context = context
        self.open = [_Open(top(schema))]
        self.listing = False
        self.sure = True
        self.brackets = 0

    def placed(self, line: str) -> str:
        """Return a line with the right indentation; an empty line for a comment."""
        bare = line.strip()
        if not bare or bare.startswith("#"):
            return ""
        if self.brackets > 0:
            self._count(bare)
            return STEP * (len(self.open) + 1) + bare
        self._count(bare)
        if bare.startswith("- "):
            if self.listing:
                return STEP * len(self.open) + bare
            if any(each.items for each in self.open):
                return self._of_item(bare[2:].strip())
        pair = PAIR.match(bare)
        if pair is None:
            return STEP * len(self.open) + bare
        return self._of_pair(bare, pair["key"], pair["value"].strip())

    def _count(self, bare: str) -> None:
        """Keep count of the brackets that are still open at the end of the line."""
        text = bare.partition(" #")[0]
        self.brackets = max(0, self.brackets + sum(map(text.count, "[{")) - sum(map(text.count, "]}")))

    def _of_item(self, rest: str) -> str:
        """Return the line of an item, placed in the innermost list of objects that is open.

        This is sure if there is only one list, or if an item of an outer list still lacks something and cannot end
        here.
        """
        depths = [depth for depth, each in enumerate(self.open) if each.items]
        within = [each for each in self.open[depths[-2] + 1 :][:1] if each.place] if len(depths) > 1 else []
        self.sure = self.sure and (len(depths) == 1 or (bool(within) and within[0].lacks))
        depth = depths[-1]
        items = self.open[depth].items
        del self.open[depth + 1 :]
        self.open.append(_Open(items))
        pair = PAIR.match(rest)
        text = STEP * depth + "- " + rest
        if pair is None or items is None or items.meaning(pair["key"], self.context) is None:
            return text
        self._enter(len(self.open) - 1, str(items.meaning(pair["key"], self.context)), pair["value"].strip())
        return text

    def _of_pair(self, bare: str, key: str, value: str) -> str:
        """Return a line « word: value », placed at the deepest open level that understands the word."""
        fitting = [
            (depth, known) for depth, place in enumerate(self.open) if (known := place.meaning(key, self.context))
        ]
        self.listing = False
        if not fitting:
            return STEP * (len(self.open) - 1) + bare
        depth, known = fitting[-1]
        due = depth == len(self.open) - 1 and any(each.items for each in self.open) and self.open[depth].lacks
        self.sure = self.sure and (len(fitting) == 1 or due)
        del self.open[depth + 1 :]
        self._enter(depth, known, value)
        return STEP * depth + bare

    def _enter(self, depth: int, known: str, value: str) -> None:
        """Record that a word stands at a depth, and open the places of the lines that may follow below it."""
        here = self.open[depth]
        self.open[depth] = replace(here, filled=here.filled | {known})
        if here.place is None or (value and not value.startswith("#")):
            return
        items = here.place.items(known)
        self.listing = here.place.lists(known) and items is None
        inner = here.place.inner(known)
        self.open += [_Open(inner, items)] if inner or items else []


# Lines of a form that were left blank.


def struck(lines: Sequence[str], schema: Schema, context: Context) -> list[str]:
    """Return the lines of a file, emptying the lines of a form that were left blank.

    « orders: nothing » may then stand above them, and the same order may be filled in on another line. The heading of
    a section is emptied too if all its lines are.
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
        fillable = [place for place in _all(sections.values()) if place.schema.get("x-blanks")]
        of_orders = any(place.meaning(pair["key"], context) for place in fillable)
        above_some = kept != list(lines) and whole.meaning(pair["key"], context) in sections
        if (of_orders or above_some) and not _has_lines(kept, number, sections.values(), context):
            kept[number] = ""
    return kept


_SIGNS = re.compile(r"[-–—/xX.…_]+")


def _is_dismissed(key: str, value: str, places: Iterable[Place], context: Context) -> bool:
    """Return whether the value of an order can only mean that the order is not given: « no », « / »."""
    if context.vocabulary.meaning("dismissing", value) is None and not _SIGNS.fullmatch(value):
        return False
    parts = [place.part(order) for place in _all(places) if (order := place.meaning(key, context))]
    return bool(parts) and not any(_takes(part.schema, value, context) for part in parts)


def _takes(schema: Schema, value: str, context: Context) -> bool:
    """Return whether a value of ``schema`` could be written as ``value``."""
    if schema.get("type") == "boolean" or "const" in schema:
        return True
    for kind in schema.get("x-read", ()):
        with suppress(Unread):
            reader_of(kind, context)(value, context)
            return True
    return False


def _has_lines(lines: Sequence[str], number: int, places: Iterable[Place], context: Context) -> bool:
    """Return whether the next line belongs below this one: it is deeper, or its word has a place there."""
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
    """Yield places and all places inside them."""
    for place in places:
        yield place
        yield from _all(inner for name in place.schema.get("properties", {}) if (inner := place.inner(name)))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


# A document as a tree whose parts can be moved; each value keeps its place in the file.


YamlMapping: TypeAlias = "dict[str, YamlNode]"
"""The values below the keys of an object."""


_NOWHERE = Mark()


@dataclass(eq=False)
class YamlNode:
    """A node of the tree: a text, None, a list or an object, with the place of its value and of its key."""

    node: str | list[YamlNode] | YamlMapping | None
    mark: Mark = _NOWHERE
    key: Mark | None = None
    quoted: bool = False
    whole: bool = True
    """Whether no key of the object was left out."""


def tree_of(document: Document) -> YamlNode:
    """Return a document as a tree."""
    return _tree_below(document, document.root, ())


def _tree_below(document: Document, node: Node, path: KeyPath) -> YamlNode:
    inner: str | list[YamlNode] | YamlMapping | None
    if isinstance(node, dict):
        inner = {key: _tree_below(document, value, (*path, key)) for key, value in node.items()}
    elif isinstance(node, list):
        inner = [_tree_below(document, value, (*path, n)) for n, value in enumerate(node)]
    else:
        inner = node
    mark, key = document.values.get(path, Mark()), document.keys.get(path)
    return YamlNode(inner, mark, key, path in document.quoted, path not in document.incomplete)


def document_of(root: YamlNode, before: Document, faults: Sequence[Fault]) -> Document:
    """Return a tree as a document with ``faults``; it is complete if the document ``before`` was."""
    document = Document(None, {}, {}, set(), sorted(faults, key=lambda fault: fault.mark))
    document.complete = before.complete
    document.root = _placed(root, (), document)
    return document


def _placed(entry: YamlNode, path: KeyPath, document: Document) -> Node:
    document.values[path] = entry.mark
    if entry.key is not None:
        document.keys[path] = entry.key
    if entry.quoted:
        document.quoted.add(path)
    if not entry.whole:
        document.incomplete.add(path)
    if isinstance(entry.node, dict):
        return {key: _placed(inner, (*path, key), document) for key, inner in entry.node.items()}
    if isinstance(entry.node, list):
        return [_placed(inner, (*path, n), document) for n, inner in enumerate(entry.node)]
    return entry.node


def copied(entry: YamlNode) -> YamlNode:
    """Return a deep copy of a node, which can be changed without changing this one."""
    node: Mapping[str, YamlNode] | list[YamlNode] | str | None = entry.node
    if isinstance(node, dict):
        return replace(entry, node={key: copied(inner) for key, inner in node.items()})
    return replace(entry, node=[copied(inner) for inner in node]) if isinstance(node, list) else replace(entry)


def written(entry: YamlNode) -> str:
    """Return a node as YAML on one line."""
    if isinstance(entry.node, dict):
        return "{" + ", ".join(f"{_text(key)}: {written(inner)}" for key, inner in entry.node.items()) + "}"
    if isinstance(entry.node, list):
        return "[" + ", ".join(map(written, entry.node)) + "]"
    return _text(entry.node or "…")


def block(entry: YamlNode, depth: int) -> Iterator[str]:
    """Yield the lines of an object, each indented by ``depth`` spaces."""
    for key, inner in entry.node.items() if isinstance(entry.node, dict) else ():
        yield f"{' ' * depth}{_text(key)}: {written(inner)}"


def _text(text: str) -> str:
    """Return a text as it stands between braces in YAML, quoted if necessary."""
    plain = text and not set(text) & set('{}[],#"\n') and ": " not in text and text[-1] != ":"
    if plain and text[0] not in "&*!|>%@`'-?:":
        return text
    return quoted(text.replace("\n", " "))
