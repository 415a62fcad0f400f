"""What there is to fill in for each order, as its schema has it: parts, with what each may be.

Made from the game's schemas along their words ``x-keys``, ``x-names`` and ``x-read`` (see ``understanding``), as the
schema for editors is; nothing in it depends on a state, and it is the same for all players.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, count
from typing import Any, NamedTuple, TypeAlias

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.context import Context, reader_of
from adjudicator.core.faults import Objection, Phrase, Unread
from adjudicator.core.game import Receipt, Spelling
from adjudicator.core.plain import Plain
from adjudicator.orders.remarks import scalar
from adjudicator.reading.schemas import Schema, resolve
from adjudicator.speech.voice import Voice


class PossibleValue(NamedTuple):
    """One value that a part may have: as the program keeps it, as people read it."""

    value: Any
    label: str
    shown: tuple[str, ...]
    """What people read, and what a file has where that is another."""


def option(value: Any, label: str) -> PossibleValue:
    """Return a ``value`` with its ``label``."""
    text = label if type(value) is int else scalar(label)
    return PossibleValue(value, label, (label,) if text == label else (label, text))


class FormField(NamedTuple):
    """One thing to fill in, at ``path`` below the orders: one of the ``options``, or what else it may be."""

    path: tuple[str, ...]
    label: str
    is_common: bool = True
    """Whether it is the same in all campaigns: no names of people or camps."""
    kind: str = ""
    """Two parts of one kind are filled with the same sort of values; empty for one that is like no other."""
    options: tuple[PossibleValue, ...] = ()
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
    parts: tuple[FormField, ...]
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
        self._spelled: dict[str, list[PossibleValue]] = {}

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

    def part(self, path: tuple[str, ...], label: str, schema: Schema, root: Schema) -> FormField:
        """Return the part at ``path`` of a value that is no object."""
        found, _ = resolve(schema, root)
        listed = [(each, base) for each, base in self.alternatives(schema, root) if "items" in each]
        if listed:
            inner, base = listed[0]
            of = self.part(path, label, inner["items"], base)
            return of._replace(several=(inner.get("minItems", 0), inner.get("maxItems", len(of.options))))
        part = FormField(path, label)
        if "x-read" in found:
            part = part._replace(cell=any(_is_cell(each) for each, _ in self.alternatives(schema, root)))
            return self.read_part(part, found["x-read"], self.enumerated(schema, root), self.answers(schema, root))
        if answers := self.answers(schema, root):
            return part._replace(options=tuple(answers))
        if found.get("type") == "integer":
            return self.number_part(part, found.get("minimum"), found.get("maximum"))
        return part._replace(written=found.get("maxLength", MOST_WRITTEN))

    def read_part(
        self, part: FormField, kinds: Sequence[str], allowed: Sequence[str] | None, answers: Sequence[PossibleValue]
    ) -> FormField:
        """Return a part whose values are of these ``kinds``; of words none but those ``allowed``, where some are.

        Who fills a form is called by his name, as the others are.
        """
        options: list[PossibleValue] = []
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

    def number_part(self, part: FormField, least: int | None, most: int | None) -> FormField:
        """Return a part that is a whole number."""
        if least is None or most is None or most - least >= MOST_LISTED:
            return part._replace(number=(least, most))
        return part._replace(options=tuple(option(number, str(number)) for number in range(least, most + 1)))

    def answers(self, schema: Schema, root: Schema) -> list[PossibleValue]:
        """Return yes and no, or the one of them that may stand, where a value may be an answer."""
        found = [each for each, _ in self.alternatives(schema, root) if each.get("type") == "boolean"]
        words = ["true"] if any(each.get("const") is True for each in found) else ["true", "false"]
        return [self.word("booleans", word, word == "true") for word in words] if found else []

    def enumerated(self, schema: Schema, root: Schema) -> Sequence[str] | None:
        """Return the words that a value may be, where its schema counts them."""
        counted = [each["enum"] for each, _ in self.alternatives(schema, root) if "enum" in each]
        return counted[0] if counted else None

    def word(self, place: str, canonical: str, value: Any) -> PossibleValue:
        """Return a word of a place of the vocabulary."""
        return option(value, self.voice.word(place, canonical))

    def spelled(self, kind: str, spelling: Spelling) -> list[PossibleValue]:
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


# The data of a page as JSON: what is told of a unit on many pages is written once.
#
# What may be alike in several units or parts of a page stands once in it, and in its place its number.


Data: TypeAlias = dict[str, Any]

encoded = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""What writes plain data as JSON."""

_NUMBERED = "\x1d"
"""What stands where a number will: no text that people wrote has it."""
_GAP = encoded(_NUMBERED)


class UnitData:
    """What is told of a unit by itself, whatever stands beside it."""

    def __init__(self, plain: Data) -> None:
        """Take it as plain data: its ``parts``, what is ``said``, and what else there is."""
        self.plain = plain

    def with_told(self, told: Mapping[int, Data]) -> UnitData:
        """Return it with what is ``told`` besides of some of its parts, by their numbers."""
        parts = [part | told.get(number, {}) for number, part in enumerate(self.plain["parts"])]
        made = UnitData({**self.plain, "parts": parts})
        made.numbered = self.numbered
        return made

    @cached_property
    def numbered(self) -> Sequence[str]:
        """What a page has a number for, in the order in which it stands in the unit."""
        options = [part["options"] for part in self.plain["parts"] if "options" in part]
        return list(map(encoded, (*options, self.plain["said"])))

    @cached_property
    def between(self) -> Sequence[str]:
        """What stands before, between and behind the numbers."""
        parts = [part | {"options": _NUMBERED} if "options" in part else part for part in self.plain["parts"]]
        return encoded({**self.plain, "parts": parts, "said": _NUMBERED}).split(_GAP)


class Section(NamedTuple):
    """What may be chosen for the stage awaited, for later turns, or as standing orders."""

    data: Data
    """All but the units."""
    units: Sequence[UnitData]
    rests: Sequence[Data]
    """What is told besides of each unit, because of others beside it."""
    facts: Sequence[tuple[UnitData, str]] = ()
    """On what standing orders may hang, each with what is told besides: what is possible of it, as JSON."""


def page_data(before: Data, sections: Iterable[Section], words: str) -> str:
    """Return as JSON what a page knows: its ``sections``, what else there is, its ``words`` (JSON), what is shared."""
    numbers: dict[str, int] = {}
    written = ",".join([_section(section, numbers) for section in sections])
    return f'{encoded(before)[:-1]},"sections":[{written}],"words":{words},"shared":[{",".join(numbers)}]}}'


def _section(section: Section, numbers: dict[str, int]) -> str:
    """Return a section as JSON, with the ``numbers`` of what a page shares; those not yet there are added."""
    units = ",".join([_unit(unit, numbers) for unit in section.units])
    written = f'{encoded(section.data)[:-1]},"units":[{units}],"rests":{encoded(section.rests)}'
    if not section.facts:
        return f"{written}}}"
    facts = ",".join([_unit(unit, numbers) for unit, _ in section.facts])
    possible = ",".join([possible for _, possible in section.facts])
    return f'{written},"facts":[{facts}],"possible":[{possible}]}}'


def _unit(unit: UnitData, numbers: dict[str, int]) -> str:
    """Return a unit as JSON."""
    text, *between = unit.between
    for value, behind in zip(unit.numbered, between, strict=True):
        text += f"{numbers.setdefault(value, len(numbers))}{behind}"
    return text


# Places in sentences of a page, where it puts what there is too much of to say one by one, such as cells.


_FIRST_PLACE = 0xE000
"""Private characters hold places in sentences: four for each part."""


def place_of(number: int, what: int) -> str:
    """Return what holds a place in a sentence: of a part's column (0), its row (1), all it is (2), its name (3)."""
    return chr(_FIRST_PLACE + 4 * number + what)


def without_cell(text: str, number: int, cell: tuple[int, int]) -> str:
    """Return a sentence with places where it names the ``cell`` that a part is filled with."""
    return text.replace(f"({cell[0]};{cell[1]})", f"({place_of(number, 0)};{place_of(number, 1)})")


def with_places(text: str, places: Sequence[tuple[str, str]]) -> str:
    """Return a sentence with the character of each of ``places`` where what stands beside it is shown."""
    for shown, place in sorted(places, key=lambda one: -len(one[0])):
        text = text.replace(shown, place)
    return text


# How a game is asked about orders that a form may offer: on whose view, for when, and by what its answers are said.


Value: TypeAlias = Any
"""What a part is filled with, as the program keeps it: a word, a number, a cell, a list of names."""
Values: TypeAlias = Mapping[int, Value]
"""What parts of a unit are filled with, by their numbers."""
Cell: TypeAlias = tuple[int, int]
"""Column and row."""
Told: TypeAlias = dict[str, list[Cell]]
"""Cells by what is told of them."""


class Spoken:
    """Says phrases in one language; what many players are told is said once."""

    def __init__(self, voice: Voice, names: Sequence[str]) -> None:
        """Speak with ``voice``; ``names`` are those of people and camps that sentences may hold."""
        self.voice, self._comma = voice, voice.say("list.comma")
        self.number = _number_in_no(names)
        """Stands in sentences where there is a place, as those behind it do; the one before for the player's name."""

    def phrases(self, phrases: Sequence[Phrase]) -> str:
        """Return phrases as a list in a sentence."""
        return self._comma.join(map(self.voice.phrase, phrases))


def _number_in_no(names: Sequence[str]) -> int:
    """Return a number that no cell has as its column or row, and no name holds, nor one of those beside it."""
    text = " ".join(names)
    free = (n for n in count(71_000, 1_000) if not any(str(one) in text for one in range(n - 1, n + 100)))
    return next(free)


class OrderScope(NamedTuple):
    """How orders are asked about: for the stage awaited, as standing ones, or for a later turn."""

    name: str
    """``now``, ``later`` or ``standing``."""
    objections: Callable[[Plain], Sequence[Objection]]
    receipt: Callable[[Plain], Receipt]
    view: Any
    """On what the game answers."""
    player: str
    """Whose view that is."""
    spoken: Spoken
    cells: Sequence[Cell]
    """Those of the board, row by row; none of a game without one."""
