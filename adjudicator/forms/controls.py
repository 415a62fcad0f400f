"""The input fields of each order according to its schema, and how units and sections are turned into page data.

Fields are made from the game's schemas and their keywords ``x-keys``, ``x-names`` and ``x-read`` (see
``understanding``), as the schemas for editors are; they do not depend on a state and are the same for all players.
Placeholders in sentences and the questions to a game about orders are defined here too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations, count
from typing import Any, NamedTuple, TypeAlias

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.actions import Receipt, Spelling
from adjudicator.core.context import Context, reader_of
from adjudicator.core.faults import Objection, Phrase, PhraseArgument, Unread
from adjudicator.core.plain import Plain
from adjudicator.orders.form_lines import scalar
from adjudicator.reading.schemas import Schema, alternatives, resolve
from adjudicator.speech.voice import Voice


class PossibleValue(NamedTuple):
    """One value that a part may have: as the program stores it, and as people read it."""

    value: Any
    label: str
    shown: tuple[str, ...]
    """The label, followed by the text for a file if that differs."""


def option(value: Any, label: str) -> PossibleValue:
    """Return a possible value from the stored ``value`` and its ``label``."""
    text = label if type(value) is int else scalar(label)
    return PossibleValue(value, label, (label,) if text == label else (label, text))


class FormField(NamedTuple):
    """One input field, at ``path`` below the orders: for one of the ``options``, or for another kind of value."""

    path: tuple[str, ...]
    label: str
    kind: str = ""
    """The kind of its values; fields of the same kind take the same values. Empty for a field unlike any other."""
    options: tuple[PossibleValue, ...] = ()
    cell: bool = False
    """Whether the value may be a cell of the board."""
    several: tuple[int, int] | None = None
    """For a list of options, the minimum and maximum number of items; None for a single value."""
    number: tuple[int | None, int | None] | None = None
    """For a typed number, its minimum and maximum, each None if there is no limit."""
    written: int = 0
    """For typed text, its maximum length."""
    taps: bool = False
    """Whether its options stand side by side, each chosen by one tap, and not in a list that opens."""
    row: Mapping[str, Any] = {}
    """For a field of an object in a list, what else stands in the object."""
    lead: str = ""
    """What stands in a file for that, and for the key of the field."""


class Control(NamedTuple):
    """An order, or one order given for several people: its fields, and which of them are filled together."""

    order: str
    parts: tuple[FormField, ...]
    shapes: tuple[tuple[int, ...], ...]
    short: int | None = None
    """The field that, filled alone, may be written as the value of the order itself."""


MYSELF = "myself"
"""The kind of values with which a player refers to himself."""
MOST_LISTED = 60
"""The maximum number of numbers that are offered one by one."""
MOST_WRITTEN = 200
"""The maximum length of a text if its schema states none."""


class Controls:
    """Makes the controls of a campaign's orders, in the words of one language."""

    def __init__(self, campaign: Campaign, voice: Voice) -> None:
        """Take the ``campaign``, and the ``voice`` for the language of the controls."""
        self.campaign, self.voice = campaign, voice
        self.names = {"player": list(campaign.players), "camp": list(campaign.camps)}
        self.spellings: Mapping[str, Spelling] = campaign.game.spellings(campaign.setting)
        self._spelled: dict[str, list[PossibleValue]] = {}
        self.names_now: Mapping[str, Mapping[str, PhraseArgument]] = {}
        """Names living in the state that the player may know, by kind: see ``Forms.names_now``."""

    def control(self, key: str, schema: Schema, root: Schema, place: str, names: Sequence[str] = ()) -> Control:
        """Return the control of the value under ``key``, a word of ``place``.

        ``names`` are the people to list if the value is an object with names as keys.
        """
        label = self.voice.word(place, key)
        found, base = resolve(schema, root)
        if "x-names" in found:
            parts = [self.part((key, name), name, found["additionalProperties"], base) for name in names]
            return Control(key, tuple(parts), (tuple(range(len(parts))),))
        objects = [each for each in alternatives(schema, root) if "properties" in each[0]]
        if not objects:
            return Control(key, (self.part((key,), label, schema, root),), ((0,),))
        inner, base = objects[0]
        keys = [key for key, part in inner["properties"].items() if not _is_object(part, base)]
        parts = [
            self.part((key, part), self.voice.word(inner["x-keys"], part), inner["properties"][part], base)
            for part in keys
        ]
        shapes = tuple(tuple(map(keys.index, shape)) for shape in shapes_of(inner) if set(shape) <= set(keys))
        reads = " ".join(found.get("x-read", ()))
        # What has its own kind may stand for the whole if nothing else is needed, or if the whole is read like it.
        likely = {n for n in range(len(keys)) if parts[n].kind == reads or keys[n] in inner.get("required", ())}
        alone = [n for n, *more in shapes if reads and parts[n].kind and n in likely and not more]
        return Control(key, tuple(parts), shapes, alone[0] if alone else None)

    def rows(self, key: str, schema: Schema, root: Schema, given: Sequence[Plain]) -> Control:
        """Return the control of a list of objects in which the values ``given`` stand already."""
        inner, base = _row_schema(schema, root) or ({}, root)
        parts = []
        for number, row in enumerate(given):
            said = {
                word: self.voice.word(resolve(inner["properties"][word], base)[0]["x-read"][0], value)
                for word, value in row.items()
            }
            for word in [word for word in inner["properties"] if word not in row]:
                names = [*said.items(), (word, "")]
                lines = [f"{self.voice.word(inner['x-keys'], one)}: {value}" for one, value in names]
                lead = f"- {_ROW.join(lines)}".removesuffix(": ")
                part = self.part((key, str(number), word), ", ".join(said.values()), inner["properties"][word], base)
                parts.append(part._replace(row=row, lead=lead))
        return Control(key, tuple(parts), (tuple(range(len(parts))),))

    def part(self, path: tuple[str, ...], label: str, schema: Schema, root: Schema) -> FormField:
        """Return the field at ``path`` for a value that is not an object."""
        found, _ = resolve(schema, root)
        listed = [(each, base) for each, base in alternatives(schema, root) if "items" in each]
        if listed:
            inner, base = listed[0]
            of = self.part(path, label, inner["items"], base)
            of = of._replace(options=tuple(one for one in of.options for _ in range(inner.get("x-repeats", 1))))
            return of._replace(several=(inner.get("minItems", 0), inner.get("maxItems", len(of.options))))
        part = FormField(path, label, taps=found.get("x-taps", False))
        if "x-read" in found:
            pairs = [each.get("prefixItems", ()) for each, _ in alternatives(schema, root)]
            cell = any([item.get("type") for item in pair] == ["integer", "integer"] for pair in pairs)
            part = part._replace(cell=cell)
            answers, numbers = self.answers(schema, root), self.numbers(schema, root)
            literal = {"boolean": answers, "yes": answers, "integer": numbers}
            return self.read_part(part, found["x-read"], self.enumerated(schema, root), literal)
        if answers := self.answers(schema, root):
            return part._replace(options=tuple(answers))
        if found.get("type") == "integer":
            return self.number_part(part, found.get("minimum"), found.get("maximum"))
        return part._replace(written=found.get("maxLength", MOST_WRITTEN))

    def read_part(
        self,
        part: FormField,
        kinds: Sequence[str],
        allowed: Sequence[str] | None,
        literal: Mapping[str, Sequence[PossibleValue]],
    ) -> FormField:
        """Return a field whose values are of these ``kinds``; of words, only those in ``allowed`` if that is given.

        The options of kinds whose values are no text, such as whole numbers, are those in ``literal``.
        There is no option «me»: the player chooses his own name like any other.
        """
        options: list[PossibleValue] = []
        for kind in kinds:
            spelling = self.spellings.get(kind)
            if kind in self.names:
                options += [option(name, name) for name in self.names[kind]]
            elif kind in self.names_now:
                options += [option(name, self.voice.fill(said)) for name, said in self.names_now[kind].items()]
            elif kind in literal:
                options += literal[kind]
            elif kind == MYSELF:
                continue
            elif spelling is None:
                known = self.voice.vocabulary.canonical(kind)
                options += [self.word(kind, word, word) for word in allowed or known if word in known]
            elif spelling.values:
                options += self.spelled(kind, spelling)
            elif not part.cell:
                part = part._replace(written=MOST_WRITTEN)
        return part._replace(kind=" ".join(kinds), options=tuple(options))

    def number_part(self, part: FormField, least: int | None, most: int | None) -> FormField:
        """Return a field for a whole number."""
        if least is None or most is None or most - least >= MOST_LISTED:
            return part._replace(number=(least, most))
        return part._replace(options=tuple(option(number, str(number)) for number in range(least, most + 1)))

    def numbers(self, schema: Schema, root: Schema) -> Sequence[PossibleValue]:
        """Return the options of a value that may be a whole number, if its schema states few of them."""
        found = [each for each, _ in alternatives(schema, root) if each.get("type") == "integer"]
        spans = [self.number_part(FormField((), ""), each.get("minimum"), each.get("maximum")) for each in found]
        return [one for span in spans for one in span.options]

    def answers(self, schema: Schema, root: Schema) -> list[PossibleValue]:
        """Return the options yes and no, or only the allowed one, if a value may be a boolean."""
        found = [each for each, _ in alternatives(schema, root) if each.get("type") == "boolean"]
        words = ["true"] if any(each.get("const") is True for each in found) else ["true", "false"]
        return [self.word("booleans", word, word == "true") for word in words] if found else []

    def enumerated(self, schema: Schema, root: Schema) -> Sequence[str] | None:
        """Return the words that a value may be if its schema lists them, else None."""
        counted = [each["enum"] for each, _ in alternatives(schema, root) if "enum" in each]
        return list(dict.fromkeys(chain.from_iterable(counted))) or None

    def word(self, place: str, canonical: str, value: Any) -> PossibleValue:
        """Return an option for a word of a vocabulary place."""
        return option(value, self.voice.word(place, canonical))

    def spelled(self, kind: str, spelling: Spelling) -> list[PossibleValue]:
        """Return the options of a kind that the game defines. Raises ``ValueError`` if the game cannot read one."""
        if kind not in self._spelled:
            texts = list(map(self.voice.fill, spelling.values))
            meant = spelling.meant or [self._read(kind, text) for text in texts]
            self._spelled[kind] = list(map(option, meant, texts))
        return self._spelled[kind]

    @cached_property
    def context(self) -> Context:
        """The context for reading values whose meaning the game does not state."""
        return self.campaign.context(self.voice.language)

    def _read(self, kind: str, text: str) -> Any:
        try:
            return reader_of(kind, self.context)(text, self.context)
        except Unread as unread:
            raise ValueError(kind, text) from unread


_ROW = "\n      "
"""What stands between the lines of an object in a list, which is the value of an order."""


def _row_schema(schema: Schema, root: Schema) -> tuple[Schema, Schema] | None:
    """Return the schema of the objects in a list, with its root; None for any other value."""
    for found, base in alternatives(schema, root):
        if "items" in found:
            inner, its_root = resolve(found["items"], base)
            return (inner, its_root) if "properties" in inner else None
    return None


def _is_object(schema: Schema, root: Schema) -> bool:
    """Return whether a value can only be an object, which no field of a part of an order can hold."""
    return all(each.get("type") == "object" for each, _ in alternatives(schema, root) if "anyOf" not in each)


def has_rows(schema: Schema, root: Schema) -> bool:
    """Return whether a value is a list of objects."""
    return _row_schema(schema, root) is not None


def shapes_of(schema: Schema) -> list[tuple[str, ...]]:
    """Return the sets of keys of an object that may stand together, according to ``if``, ``then`` and ``else``."""
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


# Page data as JSON. A value that may occur in several places of a page is written once in a shared list, and the places
# contain its number.


Data: TypeAlias = dict[str, Any]

encoded = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Encodes plain data as compact JSON."""

_NUMBERED = "\x1d"
"""Marks the places for numbers of shared values; it does not occur in text that people write."""
_GAP = encoded(_NUMBERED)


class UnitData:
    """The page data of a unit that does not depend on other units."""

    def __init__(self, plain: Data) -> None:
        """Take the data: ``parts``, ``said`` and further keys."""
        self.plain = plain

    def with_told(self, told: Mapping[int, Data]) -> UnitData:
        """Return a copy with additional data for some parts; ``told`` is by the numbers of the parts."""
        parts = [part | told.get(number, {}) for number, part in enumerate(self.plain["parts"])]
        made = UnitData({**self.plain, "parts": parts})
        made.numbered = self.numbered
        return made

    @cached_property
    def numbered(self) -> Sequence[str]:
        """The shared values in JSON, in the order of their places in the unit."""
        options = [part["options"] for part in self.plain["parts"] if "options" in part]
        return list(map(encoded, (*options, self.plain["said"])))

    @cached_property
    def between(self) -> Sequence[str]:
        """The JSON text before, between and after the numbers of shared values."""
        parts = [part | {"options": _NUMBERED} if "options" in part else part for part in self.plain["parts"]]
        return encoded({**self.plain, "parts": parts, "said": _NUMBERED}).split(_GAP)


class Section(NamedTuple):
    """The choices for the stage awaited, for later turns, or for standing orders."""

    data: Data
    """Everything except the units."""
    units: Sequence[UnitData]
    rests: Sequence[Data]
    """The data of each unit that depends on other units."""
    facts: Sequence[tuple[UnitData, str]] = ()
    """The conditions for standing orders, each with its possible arguments as JSON."""


def page_data(before: Data, sections: Iterable[Section], words: str) -> str:
    """Return the data of a page as JSON: ``before``, the ``sections``, the ``words`` (JSON), and the shared values."""
    numbers: dict[str, int] = {}
    written = ",".join([_section(section, numbers) for section in sections])
    return f'{encoded(before)[:-1]},"sections":[{written}],"words":{words},"shared":[{",".join(numbers)}]}}'


def _section(section: Section, numbers: dict[str, int]) -> str:
    """Return a section as JSON; shared values that are new are added to ``numbers``."""
    units = ",".join([_unit(unit, numbers) for unit in section.units])
    written = f'{encoded(section.data)[:-1]},"units":[{units}],"rests":{encoded(section.rests)}'
    if not section.facts:
        return f"{written}}}"
    facts = ",".join([_unit(unit, numbers) for unit, _ in section.facts])
    possible = ",".join([possible for _, possible in section.facts])
    return f'{written},"facts":[{facts}],"possible":[{possible}]}}'


def _unit(unit: UnitData, numbers: dict[str, int]) -> str:
    """Return a unit as JSON; shared values that are new are added to ``numbers``."""
    text, *between = unit.between
    for value, behind in zip(unit.numbered, between, strict=True):
        text += f"{numbers.setdefault(value, len(numbers))}{behind}"
    return text


# Placeholders in sentences, where a page inserts values of which there are too many for one sentence each, like cells.


_FIRST_PLACE = 0xE000
"""The first placeholder, a private-use character; each part has four placeholders."""


def place_of(number: int, what: int) -> str:
    """Return the placeholder for the column of a part (0), its row (1), its whole value (2) or its label (3)."""
    return chr(_FIRST_PLACE + 4 * number + what)


def without_cell(text: str, number: int, cell: tuple[int, int]) -> str:
    """Return a sentence with placeholders where it names the ``cell`` that fills a part."""
    return text.replace(f"({cell[0]};{cell[1]})", f"({place_of(number, 0)};{place_of(number, 1)})")


def with_places(text: str, places: Sequence[tuple[str, str]]) -> str:
    """Return a sentence with each text of ``places`` replaced by its placeholder."""
    for shown, place in sorted(places, key=lambda one: -len(one[0])):
        text = text.replace(shown, place)
    return text


# Questions to a game about possible orders: on whose view, for which stage, and how its answers are worded.


Value: TypeAlias = Any
"""The value of a part as the program stores it: a word, a number, a cell, a list of names."""
Values: TypeAlias = Mapping[int, Value]
"""The values of parts of a unit, by the numbers of the parts."""
Cell: TypeAlias = tuple[int, int]
"""A column and a row."""
Told: TypeAlias = dict[str, list[Cell]]
"""Cells by what is said of them."""


class Spoken:
    """Turns phrases into text in one language."""

    def __init__(self, voice: Voice, names: Sequence[str]) -> None:
        """Take the voice, and the ``names`` of people and camps that sentences may contain."""
        self.voice, self._comma = voice, voice.say("list.comma")
        text = " ".join(names)
        free = (n for n in count(71_000, 1_000) if not any(str(one) in text for one in range(n - 1, n + 100)))
        self.number = next(free)
        """The first of a run of numbers that stand in for values in sentences; no name and no cell contains one.

        The number before it stands for the player's own name.
        """

    def phrases(self, phrases: Sequence[Phrase]) -> str:
        """Return phrases as a list within a sentence."""
        return self._comma.join(map(self.voice.phrase, phrases))


class OrderScope(NamedTuple):
    """How to ask the game about orders: for the stage awaited, for a later turn, or as standing orders."""

    name: str
    """``now``, ``later`` or ``standing``."""
    objections: Callable[[Plain], Sequence[Objection]]
    receipt: Callable[[Plain], Receipt]
    view: Any
    """The view on which the game answers."""
    player: str
    """The player who has this view."""
    spoken: Spoken
    cells: Sequence[Cell]
    """The cells of the board, row by row; empty if the game has no board."""
    possible: Callable[[], Iterable[Plain]] = tuple
    """Returns orders that are possible, if the game lists them: see ``Orders.possible``."""
