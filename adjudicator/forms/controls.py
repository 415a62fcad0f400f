"""What there is to fill in for each order, as its schema has it: parts, with what each may be.

Made from the game's schemas along their words ``x-keys``, ``x-names`` and ``x-read`` (see ``understanding``), as the
schema for editors is; nothing in it depends on a state, and it is the same for all players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.context import Context, reader_of
from adjudicator.core.faults import Unread
from adjudicator.core.game import Spelling
from adjudicator.orders.remarks import scalar
from adjudicator.reading.schemas import Schema, resolve
from adjudicator.speech.voice import Voice


class Option(NamedTuple):
    """One value that a part may have: as the program keeps it, as people read it."""

    value: Any
    label: str
    shown: tuple[str, ...]
    """What people read, and what a file has where that is another."""


def option(value: Any, label: str) -> Option:
    """Return a ``value`` with its ``label``."""
    text = label if type(value) is int else scalar(label)
    return Option(value, label, (label,) if text == label else (label, text))


class Part(NamedTuple):
    """One thing to fill in, at ``path`` below the orders: one of the ``options``, or what else it may be."""

    path: tuple[str, ...]
    label: str
    is_common: bool = True
    """Whether it is the same in all campaigns: no names of people or camps."""
    kind: str = ""
    """Two parts of one kind are filled with the same sort of values; empty for one that is like no other."""
    options: tuple[Option, ...] = ()
    cell: bool = False
    """Whether it may be a cell of the board."""
    several: tuple[int, int] | None = None
    """At least and at most how many of the options, of a list of them."""
    number: tuple[int | None, int | None] | None = None
    """From and to which number, of one that is written; None for no bound."""
    written: int = 0
    """Of a text that is written, how long it may be."""


class Control(NamedTuple):
    """An order, or what one orders for several: its parts, and which of them are filled together."""

    order: str
    parts: tuple[Part, ...]
    shapes: tuple[tuple[int, ...], ...]
    short: int | None = None
    """The part that, filled alone, may be written as the order's own value."""

    @property
    def is_common(self) -> bool:
        """Tell whether it is the same in all campaigns."""
        return all(part.is_common for part in self.parts)


MYSELF = "myself"
"""The kind of values by which a player calls himself."""
MOST_LISTED = 60
"""How many numbers are offered one by one."""
MOST_WRITTEN = 200
"""Characters of a text of which a schema does not say how long it may be."""


class Controls:
    """Makes controls of a campaign's orders, in the words of one language."""

    def __init__(self, campaign: Campaign, voice: Voice) -> None:
        """Make them for ``campaign``, to be written in the language of ``voice``."""
        self.campaign, self.voice = campaign, voice
        self.names = {"player": list(campaign.players), "camp": list(campaign.camps)}
        self.spellings: Mapping[str, Spelling] = campaign.game.forms.spellings(campaign.setting)
        self._spelled: dict[str, list[Option]] = {}

    def control(self, key: str, schema: Schema, root: Schema, place: str, names: Sequence[str] = ()) -> Control:
        """Return the control of what stands under the ``key``, a word of ``place``.

        ``names`` are those who are to be named in an object of names.
        """
        label = self.voice.word(place, key)
        found, base = resolve(schema, root)
        if "x-names" in found:
            parts = [self.part((key, name), name, found["additionalProperties"], base) for name in names]
            return Control(key, tuple(parts), (tuple(range(len(parts))),))
        objects = [each for each in self.alternatives(schema, root) if "properties" in each[0]]
        if not objects:
            return Control(key, (self.part((key,), label, schema, root),), ((0,),))
        inner, base = objects[0]
        keys = list(inner["properties"])
        parts = [
            self.part((key, part), self.voice.word(inner["x-keys"], part), inner["properties"][part], base)
            for part in keys
        ]
        shapes = tuple(tuple(map(keys.index, shape)) for shape in _shapes(inner))
        alone = [shape[0] for shape in shapes if len(shape) == 1 and "x-read" in found]
        return Control(key, tuple(parts), shapes, alone[0] if alone else None)

    def alternatives(self, schema: Schema, root: Schema) -> Iterator[tuple[Schema, Schema]]:
        """Yield what a value may be, each with the root that it is a part of."""
        found, base = resolve(schema, root)
        yield found, base
        for part in found.get("anyOf", ()):
            yield resolve(part, base)

    def part(self, path: tuple[str, ...], label: str, schema: Schema, root: Schema) -> Part:
        """Return the part at ``path`` of a value that is no object."""
        found, _ = resolve(schema, root)
        listed = [(each, base) for each, base in self.alternatives(schema, root) if "items" in each]
        if listed:
            inner, base = listed[0]
            of = self.part(path, label, inner["items"], base)
            return of._replace(several=(inner.get("minItems", 0), inner.get("maxItems", len(of.options))))
        part = Part(path, label)
        if "x-read" in found:
            part = part._replace(cell=any(_is_cell(each) for each, _ in self.alternatives(schema, root)))
            return self.read_part(part, found["x-read"], self.enumerated(schema, root), self.answers(schema, root))
        if answers := self.answers(schema, root):
            return part._replace(options=tuple(answers))
        if found.get("type") == "integer":
            return self.number_part(part, found.get("minimum"), found.get("maximum"))
        return part._replace(written=found.get("maxLength", MOST_WRITTEN))

    def read_part(
        self, part: Part, kinds: Sequence[str], allowed: Sequence[str] | None, answers: Sequence[Option]
    ) -> Part:
        """Return a part whose values are of these ``kinds``; of words none but those ``allowed``, where some are.

        Who fills a form is called by his name, as the others are.
        """
        options: list[Option] = []
        for kind in kinds:
            spelling = self.spellings.get(kind)
            if kind in self.names:
                options += [option(name, name) for name in self.names[kind]]
            elif kind in ("boolean", "yes"):
                options += answers
            elif kind == MYSELF:
                continue
            elif spelling is None:
                words = allowed or self.voice.vocabulary.canonical(kind)
                options += [self.word(kind, word, word) for word in words]
            elif spelling.values:
                options += self.spelled(kind, spelling)
            elif not part.cell:
                part = part._replace(written=MOST_WRITTEN)
        common = not any(kind in self.names or (kind in self.spellings and not part.cell) for kind in kinds)
        return part._replace(kind=" ".join(kinds), options=tuple(options), is_common=common)

    def number_part(self, part: Part, least: int | None, most: int | None) -> Part:
        """Return a part that is a whole number."""
        if least is None or most is None or most - least >= MOST_LISTED:
            return part._replace(number=(least, most))
        return part._replace(options=tuple(option(number, str(number)) for number in range(least, most + 1)))

    def answers(self, schema: Schema, root: Schema) -> list[Option]:
        """Return yes and no, or the one of them that may stand, where a value may be an answer."""
        found = [each for each, _ in self.alternatives(schema, root) if each.get("type") == "boolean"]
        words = ["true"] if any(each.get("const") is True for each in found) else ["true", "false"]
        return [self.word("booleans", word, word == "true") for word in words] if found else []

    def enumerated(self, schema: Schema, root: Schema) -> Sequence[str] | None:
        """Return the words that a value may be, where its schema counts them."""
        counted = [each["enum"] for each, _ in self.alternatives(schema, root) if "enum" in each]
        return counted[0] if counted else None

    def word(self, place: str, canonical: str, value: Any) -> Option:
        """Return a word of a place of the vocabulary."""
        return option(value, self.voice.word(place, canonical))

    def spelled(self, kind: str, spelling: Spelling) -> list[Option]:
        """Return the values of a kind of the game's own. Raises ``ValueError`` if it cannot read what it spells."""
        if kind not in self._spelled:
            texts = list(map(self.voice.fill, spelling.values))
            meant = spelling.meant or [self._read(kind, text) for text in texts]
            self._spelled[kind] = list(map(option, meant, texts))
        return self._spelled[kind]

    @cached_property
    def context(self) -> Context:
        """Against what values are read of which a game does not say what they mean."""
        return self.campaign.context(self.voice.language)

    def _read(self, kind: str, text: str) -> Any:
        try:
            return reader_of(kind, self.context)(text, self.context)
        except Unread as unread:
            raise ValueError(kind, text) from unread


def _is_cell(schema: Schema) -> bool:
    return [item.get("type") for item in schema.get("prefixItems", ())] == ["integer", "integer"]


def _shapes(schema: Schema) -> list[tuple[str, ...]]:
    """Return which keys of an object may stand together: see ``if``, ``then`` and ``else`` of the schemas."""
    keys = list(schema["properties"])
    chosen = [each for count in range(1, len(keys) + 1) for each in combinations(keys, count)]
    return [each for each in chosen if _stand_together(each, schema)]


def _stand_together(keys: Sequence[str], schema: Schema) -> bool:
    if not set(schema.get("required", ())) <= set(keys):
        return False
    if "if" not in schema:
        return True
    branch = schema.get("then" if set(schema["if"]["required"]) <= set(keys) else "else", {})
    barred = {key for key, inner in branch.get("properties", {}).items() if "not" in inner}
    return not barred & set(keys) and set(branch.get("required", ())) <= set(keys)
