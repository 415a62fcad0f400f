"""The words for the orders of one place of a schema, in a file and in sentences, and for their values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from adjudicator.core.context import KINDS, Context, reader_of
from adjudicator.core.faults import Unread
from adjudicator.core.words import fold
from adjudicator.reading.lines import BLANK, Place
from adjudicator.reading.schemas import Schema
from adjudicator.reading.stop_words import StopWords

_EVERYDAY = frozenset({"yes", "no"})
"""Values that are said in any sentence."""
_MOST_CHOICES = 4
"""Values of an order that are named in a sentence."""


@dataclass(frozen=True)
class Lexicon:
    """The words for the orders of one ``place``."""

    place: Place
    context: Context

    @cached_property
    def orders(self) -> Mapping[str, str]:
        """Words for orders in a file, folded, and the orders."""
        return self._words_of(self.place.schema.get("x-keys", ""))

    @cached_property
    def spoken(self) -> Mapping[str, str]:
        """Words for orders, folded, with what people say for them in a sentence."""
        return {**self.verbs, **self.orders}

    @cached_property
    def verbs(self) -> Mapping[str, str]:
        """What people say for orders in a sentence, folded, and the orders."""
        return {**self._words_of("spoken"), **self.told}

    @cached_property
    def told(self) -> Mapping[str, str]:
        """Verbs that tell the value of their order too, folded, and the orders."""
        return {form: order for form, (order, _) in self.telling.items()}

    @cached_property
    def telling(self) -> Mapping[str, tuple[str, str]]:
        """Verbs that tell the value of their order too, folded, with both: « climb » is to move up."""
        words = self.context.vocabulary
        pairs = words.canonical("telling") if "telling" in words.places else []
        told = {form: pair.split(" ", 1) for pair in pairs for form in words.forms("telling", pair)}
        orders = self.place.schema.get("properties", {})
        return {form: (order, value) for form, (order, value) in told.items() if order in orders}

    def _words_of(self, place: str) -> dict[str, str]:
        words = self.context.vocabulary
        known = [order for order in self.place.schema.get("properties", {}) if place in words.places]
        known = [order for order in known if order in words.canonical(place)]
        return {form: order for order in known for form in words.forms(place, order)}

    def word(self, order: str) -> str:
        """Return the word for an order, as it is written in a file."""
        return self.context.vocabulary.word(self.place.schema["x-keys"], order, self.context.language)

    # Values

    @cached_property
    def kinds(self) -> Mapping[str, list[str]]:
        """The kinds of values that each order takes."""
        schemas = {order: self.place.part(order).schema for order in self.place.schema.get("properties", {})}
        plain = ("boolean", "integer")
        return {
            order: list(schema.get("x-read", ())) or [schema["type"]] * (schema.get("type") in plain)
            for order, schema in schemas.items()
        }

    def value(self, order: str, text: str) -> str | None:
        """Return a text that is a value of an order as it is written in a file, or None."""
        return written_value(self.kinds[order], text, self.context)

    def meant(self, order: str, text: str) -> str | None:
        """Return what a text means as a value of an order, the same for all words that mean it; None if it is none."""
        for kind in self.kinds[order]:
            with suppress(Unread):
                return str(reader_of(kind, self.context)(text, self.context))
        return None

    def only_value(self, order: str) -> str | None:
        """Return the value of an order that takes but one, as « shoot » does."""
        if self.place.part(order).schema.get("const") is not True:
            return None
        return self.context.vocabulary.word("booleans", "true", self.context.language)

    def choices(self, order: str) -> list[str]:
        """Return the words that the value of an order may be, where it is one of a few; whoever asks is told all."""
        values, words = self.place.part(order).schema.get("enum", ()), self.context.vocabulary
        if not self.is_worded(order) or not 1 < len(values) <= _MOST_CHOICES:
            return []
        return [words.word(self.kinds[order][0], value, self.context.language) for value in values]

    def is_worded(self, order: str) -> bool:
        """Tell whether the values of an order are words of the game alone, and no names."""
        kinds = self.kinds.get(order, [])
        return bool(kinds) and all(kind in self.context.vocabulary.places for kind in kinds)

    def is_flag(self, order: str) -> bool:
        """Tell whether an order is but given or not, as « anonymous » is."""
        schema = self.place.part(order).schema
        return schema.get("type") == "boolean" or "const" in schema

    def is_telling(self, order: str, value: str) -> bool:
        """Tell whether a value of an order is no everyday word: not a yes or a no, a mere number, or a name."""
        words = self.context.vocabulary
        for kind in self.kinds[order]:
            if kind in words.places:
                if words.meaning(kind, value) and not set(words.canonical(kind)) & _EVERYDAY:
                    return True
            elif kind not in KINDS and any(map(str.isdigit, value)):
                return True
        return False

    @cached_property
    def first_of_kind(self) -> list[str]:
        """The first order that takes each kind of value."""
        firsts: dict[tuple[str, ...], str] = {}
        for order, schema in self.place.schema.get("properties", {}).items():
            if schema:
                firsts.setdefault(tuple(self.kinds[order]), order)
        return list(firsts.values())


def written_value(kinds: Sequence[str], text: str, context: Context) -> str | None:
    """Return a text as a value of one of some ``kinds`` is written in a file; None if it is none."""
    for kind in kinds:
        try:
            return _as_written(reader_of(kind, context)(text, context), text)
        except Unread:
            continue
    return None


def _as_written(value: Any, text: str) -> str:
    """Return a value as it may stand in braces: what has a comma or a bracket in it is written anew."""
    if isinstance(value, list) and all(isinstance(part, int) for part in value):
        return "(" + ";".join(map(str, value)) + ")"
    if isinstance(value, list):
        return "[" + ", ".join(map(str, value)) + "]"
    return text.strip(" -–—.,;!?")


# What is given in parts, said in one go: « (5;2) upwards » as the cell and the way; what is missing is left blank.


_PART_WORD = re.compile(r"[(\[][^)\]\n]{0,20}[)\]]|\S+")
_LONGEST = 120
"""Characters of a text that is looked at."""


def braced(place: Place, text: str, context: Context) -> str:
    """Return the parts that a ``place`` asks for as a file has them, with what a text gives of each."""
    found = _parts_in(place, text[:_LONGEST], context)
    for name in _needed(place.schema, found):
        found.setdefault(name, BLANK)
    words, key = context.vocabulary, place.schema["x-keys"]
    shown = [name for name in place.schema["properties"] if name in found]
    return "{" + ", ".join(f"{words.word(key, name, context.language)}: {found[name]}" for name in shown) + "}"


def _parts_in(place: Place, text: str, context: Context) -> dict[str, str]:
    """Return the parts that a text gives: behind their words, and before the first of these those that it can be."""
    named = {
        form: name
        for name in place.schema["properties"]
        for form in context.vocabulary.forms(place.schema["x-keys"], name)
    }
    found: dict[str, str] = {}
    name, word = "", ""
    said: dict[str, list[str]] = {"": []}
    heads = {"": ""}
    for part in _PART_WORD.findall(text):
        if known := named.get(fold(part.strip(":,;="))):
            name, word = known, part
            heads[name] = word.strip(":,;=")
            said.setdefault(name, [])
        else:
            said[name].append(part)
    for name, parts in said.items():
        if name:
            value = _value(place, name, parts, context) or _value(place, name, [heads[name], *parts], context)
            found[name] = value or BLANK
    return {**dict(_unnamed(place, said[""], found, context)), **found}


def _unnamed(place: Place, parts: list[str], found: Mapping[str, str], context: Context) -> Iterator[tuple[str, str]]:
    """Yield the parts that words are which say no word for them: each the first that takes as many as can be.

    What could be one of two that take the same is neither, and beside words that are none nothing is sure.
    """
    left = [name for name in place.schema["properties"] if name not in found and _is_plain(place, name)]
    taken: list[tuple[str, str]] = []
    rest: list[str] = []
    at = 0
    while at < len(parts):
        sizes = ((size, name) for size in range(len(parts) - at, 0, -1) for name in left)
        fits = ((size, name, _value(place, name, parts[at : at + size], context)) for size, name in sizes)
        size, name, value = next((each for each in fits if each[2]), (1, "", ""))
        if value:
            taken.append((name, value))
            left.remove(name)
        else:
            rest.append(fold(parts[at].strip(" ,;:.")))
        at += size
    fillers = StopWords(context.vocabulary).fillers
    unsure = any(word and word not in fillers for word in rest)
    yield from ((name, BLANK if unsure else value) for name, value in taken)


def _is_plain(place: Place, name: str) -> bool:
    """Tell whether a part is asked for in any case, or takes what no other part takes."""
    kinds = [place.part(other).schema.get("x-read") for other in place.schema["properties"]]
    return name in place.schema.get("required", ()) or kinds.count(place.part(name).schema.get("x-read")) == 1


def _value(place: Place, name: str, parts: list[str], context: Context) -> str | None:
    return written_value(place.part(name).schema.get("x-read", ()), " ".join(parts).strip(" ,;:"), context)


def _needed(schema: Schema, found: Mapping[str, str]) -> list[str]:
    """Return the parts that have to be given; of two either of which is enough, the one that ``found`` has, or one."""
    one, other = (list(schema.get(word, {}).get("required", ())) for word in ("if", "else"))
    either = other if set(other) & found.keys() else one
    return [*schema.get("required", ()), *either]


# Bounds of numbers as people say them: « more than 3 », « > 3 », « three or four », « 2 to 4 ».


_MOST = 40
"""Characters of a text that is looked at."""
_SIGNS = {">=": "at_least", "≥": "at_least", "=>": "at_least", "<=": "at_most", "≤": "at_most", "=<": "at_most"}
_SIGNS |= {">": "more", "<": "less", "=": "equal", "==": "equal"}
_PART = re.compile(r"\w+|[-–—]|\.\.|,")
_BELOW_NOTHING = re.compile(r"(?:^|[^\d\s])\s*[-–—]\s*\d")
"""A minus before a number, not the dash of a span."""
_DASHES = ("-", "–", "—", "..")


def bound_in(text: str, context: Context) -> str | None:
    """Return a text as a bound is written in a file, « {at least: 4} »; None where it is none, or may be several."""
    if len(text) > _MOST or _BELOW_NOTHING.search(text):
        return None
    found = _listed(text, context) if "comparing" in context.vocabulary.places else []
    return found[0] if len(found) == 1 else None


def _listed(text: str, context: Context) -> list[str]:
    return list(dict.fromkeys(filter(None, _readings(" ".join(text.split()), context))))


def _readings(text: str, context: Context) -> Iterator[str]:
    if (number := _number(text, context)) is not None:
        yield str(number)
        return
    sign = re.match(r"[<>=≤≥]{1,2}", text)
    if sign and sign[0] in _SIGNS and (number := _number(text[sign.end() :], context)) is not None:
        yield _bound(_SIGNS[sign[0]], number, context)
    if text.endswith("+") and (number := _number(text[:-1], context)) is not None:
        yield _bound("at_least", number, context)
    folded = fold(text)
    words = context.vocabulary
    for comparing in words.canonical("comparing"):
        for form in words.forms("comparing", comparing):
            for rest in (folded.removeprefix(f"{form} "), folded.removesuffix(f" {form}")):
                number = _number(rest, context) if rest != folded else None
                if number is not None:
                    yield _bound(comparing, number, context)
    parts = _PART.findall(text)
    numbers = [number for part in parts if (number := _number(part, context)) is not None]
    between = [part for part in parts if _number(part, context) is None]
    if len(numbers) == 2 and _spans(parts, between, context) and numbers[0] < numbers[1]:
        least, most = (words.word("bounds", word, context.language) for word in ("at_least", "at_most"))
        yield f"{{{least}: {numbers[0]}, {most}: {numbers[1]}}}"
    if len(numbers) > 1 and parts[1::2] == between and all(part == "," or _is(part, "or", context) for part in between):
        yield "[" + ", ".join(map(str, numbers)) + "]"


def _spans(parts: Sequence[str], between: Sequence[str], context: Context) -> bool:
    """Tell whether two numbers are the ends of a span: « from 2 to 4 », « 2-4 »."""
    begun = len(parts) == 4 and _is(parts[0], "from", context)
    if len(between) != 1 + begun:
        return False
    last = between[-1]
    return last in _DASHES or _is(last, "to", context) or (begun and _is(last, "and", context))


def _is(part: str, word: str, context: Context) -> bool:
    return fold(part) in context.vocabulary.forms("spanning", word)


def _bound(comparing: str, number: int, context: Context) -> str:
    if comparing == "equal":
        return str(number)
    number += {"more": 1, "less": -1}.get(comparing, 0)
    word = {"more": "at_least", "less": "at_most"}.get(comparing, comparing)
    return f"{{{context.vocabulary.word('bounds', word, context.language)}: {number}}}" if number >= 0 else ""


def _number(text: str, context: Context) -> int | None:
    """Return a number in digits or as a word."""
    text = text.strip(" .")
    if text.isascii() and text.isdigit() and len(text) < 5:
        return int(text)
    counted = context.vocabulary.meaning("counting", text) if text.isalpha() else None
    return None if counted is None else int(counted)
