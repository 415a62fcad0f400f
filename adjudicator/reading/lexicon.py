"""Recognise orders and their values as words of the vocabulary, and write them as an order file has them.

``Lexicon`` knows the words for the orders of one place of a schema. ``braced`` writes a value given in several parts
(« (5;2) upwards ») as an object in braces, and ``bound_in`` reads limits of numbers (« more than 3 »).

``OrderRecogniser`` finds orders in sentences: « déplacement droite », « je vais à droite ». They are never played: the
sender gets them back as a file to confirm. Only a text made of the words of an order file, one order after the other,
has a single meaning and is accepted as it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from adjudicator.core.context import KINDS, Context, reader_of
from adjudicator.core.faults import Unread
from adjudicator.core.words import fold, spaced
from adjudicator.reading.lines import BLANK, Place
from adjudicator.reading.schemas import Schema
from adjudicator.reading.stop_words import LONGEST, StopWords

_EVERYDAY = frozenset({"yes", "no"})
"""Values that occur in ordinary sentences, and so do not indicate an order."""
_MOST_CHOICES = 4
"""An order with more possible values than this does not have them listed in a sentence."""


@dataclass(frozen=True)
class Lexicon:
    """The words for the orders of one ``place`` of a schema; all words that it looks up are folded."""

    place: Place
    context: Context

    @cached_property
    def orders(self) -> Mapping[str, str]:
        """The words for orders in a file, each with its order."""
        return self._words_of(self.place.schema.get("x-keys", ""))

    @cached_property
    def spoken(self) -> Mapping[str, str]:
        """The words for orders in a file and in sentences, each with its order."""
        return {**self.verbs, **self.orders}

    @cached_property
    def verbs(self) -> Mapping[str, str]:
        """The words that people use for orders in sentences, each with its order."""
        return {**self._words_of("spoken"), **self.told}

    @cached_property
    def told(self) -> Mapping[str, str]:
        """The verbs that also give the value of their order, each with its order."""
        return {form: order for form, (order, _) in self.telling.items()}

    @cached_property
    def telling(self) -> Mapping[str, tuple[str, str]]:
        """The verbs that also give the value of their order, each with order and value: « climb » means to move up."""
        words = self.context.vocabulary
        pairs = words.canonical("telling") if "telling" in words.places else []
        told = {form: pair.split(" ", 1) for pair in pairs for form in words.forms("telling", pair)}
        orders = self.place.schema.get("properties", {})
        return {form: (order, value) for form, (order, value) in told.items() if order in orders}

    def _words_of(self, place: str) -> dict[str, str]:
        """Return the words at ``place`` of the vocabulary for the orders of the schema, each with its order."""
        words = self.context.vocabulary
        known = [order for order in self.place.schema.get("properties", {}) if place in words.places]
        known = [order for order in known if order in words.canonical(place)]
        return {form: order for order in known for form in words.forms(place, order)}

    def word(self, order: str) -> str:
        """Return the word for an order, as it is written in a file."""
        return self.context.word(self.place.schema["x-keys"], order)

    # Values of orders.

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
        """Return a text as the value of an order in a file, or None if it is no such value."""
        return written_value(self.kinds[order], text, self.context)

    def meant(self, order: str, text: str) -> str | None:
        """Return the canonical value that a text stands for as the value of an order, or None if it is no such value.

        All words with the same meaning have the same canonical value.
        """
        for kind in self.kinds[order]:
            with suppress(Unread):
                return str(reader_of(kind, self.context)(text, self.context))
        return None

    def only_value(self, order: str) -> str | None:
        """Return the value of an order that takes only one, as « shoot » does; None for any other order."""
        if self.place.part(order).schema.get("const") is not True:
            return None
        return self.context.word("booleans", "true")

    def choices(self, order: str) -> list[str]:
        """Return the words for all possible values of an order, if it takes from 2 to ``_MOST_CHOICES`` fixed words.

        Return none for any other order: a sentence that asks for the value must name all of them or none.
        """
        values, words = self.place.part(order).schema.get("enum", ()), self.context.vocabulary
        if not self.is_worded(order) or not 1 < len(values) <= _MOST_CHOICES:
            return []
        places = {value: next(p for p in self.kinds[order] if value in words.canonical(p)) for value in values}
        return [self.context.word(place, value) for value, place in places.items()]

    def is_worded(self, order: str) -> bool:
        """Return whether all values of an order are fixed words of the vocabulary rather than names or numbers."""
        kinds = self.kinds.get(order, [])
        return bool(kinds) and all(kind in self.context.vocabulary.places for kind in kinds)

    def is_telling(self, order: str, value: str) -> bool:
        """Return whether a value by itself indicates its order: it is not a yes or a no, a mere number or a name."""
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
        """The first order that takes each combination of kinds of values."""
        firsts: dict[tuple[str, ...], str] = {}
        for order, schema in self.place.schema.get("properties", {}).items():
            if schema:
                firsts.setdefault(tuple(self.kinds[order]), order)
        return list(firsts.values())


def written_value(kinds: Sequence[str], text: str, context: Context) -> str | None:
    """Return a text as a value of one of ``kinds`` is written in a file; None if it is no such value."""
    for kind in kinds:
        try:
            return _as_written(reader_of(kind, context)(text, context), text)
        except Unread:
            continue
    return None


def _as_written(value: Any, text: str) -> str:
    """Return a value as it may stand in braces; lists are rewritten, because YAML would split them at a comma.

    A list of objects stays the text that was read as one, in quotes.
    """
    if isinstance(value, list) and all(isinstance(part, int) for part in value):
        return "(" + ";".join(map(str, value)) + ")"
    if isinstance(value, list) and any(isinstance(part, dict) for part in value):
        return '"' + text.replace('"', "") + '"'
    if isinstance(value, list):
        return "[" + ", ".join(map(str, value)) + "]"
    return text.strip(" -–—.,;!?")


# Values of several parts written in one phrase: « (5;2) upwards » is a cell and a direction. Missing parts stay blank.


_PART_WORD = re.compile(r"[(\[][^)\]\n]{0,20}[)\]]|\S+")
_LONGEST = 120
"""The most characters of a text that are examined."""


def braced(place: Place, text: str, context: Context) -> str:
    """Return a text as an object in braces with the keys of ``place``; required parts that are missing are blank."""
    found = _parts_in(place, text[:_LONGEST], context)
    for name in _needed(place.schema, found):
        found.setdefault(name, BLANK)
    key = place.schema["x-keys"]
    shown = [name for name in place.schema["properties"] if name in found]
    return "{" + ", ".join(f"{context.word(key, name)}: {found[name]}" for name in shown) + "}"


def _parts_in(place: Place, text: str, context: Context) -> dict[str, str]:
    """Return the values of the parts that a text gives, by canonical key, as they are written in a file.

    A value may follow the word for its part. Words before the first such word are matched to the parts that can take
    them.
    """
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
        if known := named.get(fold(part.strip("{:,;="))):
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
    """Yield the parts, with their values, that words without a key can be; each part takes as many words as possible.

    Two parts that take the same kind of value could be confused, so neither is used unless it is required. If other
    words than fillers are left over, nothing is sure and the values are blank.
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
    """Return whether a part can be recognised by its value: it is required, or no other part takes the same kinds."""
    kinds = [place.part(other).schema.get("x-read") for other in place.schema["properties"]]
    return name in place.schema.get("required", ()) or kinds.count(place.part(name).schema.get("x-read")) == 1


def _value(place: Place, name: str, parts: list[str], context: Context) -> str | None:
    """Return the joined words as a value of the part ``name`` in a file; None if they are no such value."""
    return written_value(place.part(name).schema.get("x-read", ()), " ".join(parts).strip(" {,;:}"), context)


def _needed(schema: Schema, found: Mapping[str, str]) -> list[str]:
    """Return the parts that must be given; of two alternatives, the one in ``found``, or else the first."""
    one, other = (list(schema.get(word, {}).get("required", ())) for word in ("if", "else"))
    either = other if set(other) & found.keys() else one
    return [*schema.get("required", ()), *either]


# Limits of numbers as people write them: « more than 3 », « > 3 », « three or four », « 2 to 4 ».


_MOST = 40
"""The most characters of a text that are examined."""
_SIGNS = {">=": "at_least", "≥": "at_least", "=>": "at_least", "<=": "at_most", "≤": "at_most", "=<": "at_most"}
_SIGNS |= {">": "more", "<": "less", "=": "equal", "==": "equal"}
_PART = re.compile(r"\w+|[-–—]|\.\.|,")
_BELOW_NOTHING = re.compile(r"(?:^|[^\d\s])\s*[-–—]\s*\d")
"""A negative number: a minus before a digit, not the dash of a range."""
_DASHES = ("-", "–", "—", "..")


def bound_in(text: str, context: Context) -> str | None:
    """Return a text as a limit is written in a file, « {at least: 4} »; None if it is none, or if it is ambiguous."""
    if len(text) > _MOST or _BELOW_NOTHING.search(text):
        return None
    found = set(filter(None, _readings(" ".join(text.split()), context)))
    return found.pop() if len(found) == 1 else None


def _readings(text: str, context: Context) -> Iterator[str]:
    """Yield each way to read a text as a number, a limit, a range or a list; an empty text for a negative limit."""
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
        least, most = (context.word("bounds", word) for word in ("at_least", "at_most"))
        yield f"{{{least}: {numbers[0]}, {most}: {numbers[1]}}}"
    if len(numbers) > 1 and parts[1::2] == between and all(part == "," or _is(part, "or", context) for part in between):
        yield "[" + ", ".join(map(str, numbers)) + "]"


def _spans(parts: Sequence[str], between: Sequence[str], context: Context) -> bool:
    """Return whether two numbers are the ends of a range: « from 2 to 4 », « 2-4 »."""
    begun = len(parts) == 4 and _is(parts[0], "from", context)
    if len(between) != 1 + begun:
        return False
    last = between[-1]
    return last in _DASHES or _is(last, "to", context) or (begun and _is(last, "and", context))


def _is(part: str, word: str, context: Context) -> bool:
    """Return whether a part of a text is one of the words for ``word`` in ranges."""
    return fold(part) in context.vocabulary.forms("spanning", word)


def _bound(comparing: str, number: int, context: Context) -> str:
    """Return the limit as it is written in a file, or an empty text if it is negative.

    « more than 3 » becomes « at least 4 ».
    """
    if comparing == "equal":
        return str(number)
    number += {"more": 1, "less": -1}.get(comparing, 0)
    word = {"more": "at_least", "less": "at_most"}.get(comparing, comparing)
    return f"{{{context.word('bounds', word)}: {number}}}" if number >= 0 else ""


def _number(text: str, context: Context) -> int | None:
    """Return a number written in digits or as a word; None if the text is no number."""
    text = text.strip(" .")
    if text.isascii() and text.isdigit() and len(text) < 5:
        return int(text)
    counted = context.vocabulary.meaning("counting", text) if text.isalpha() else None
    return None if counted is None else int(counted)


# Orders in sentences ------------------------------------------------------------------------------------------


_TOKEN = re.compile(r"[(\[]?\s*-?\d{1,4}\s*[;,]\s*-?\d{1,4}\s*[)\]]?|[^\W_]+(?:-[^\W_]+)*|[←-↓➡⬅⬆⬇]|[^\w\s]")
_MOST_WORDS = 4
"""The most words of an order's name or of a bare value."""
_MOST_FILLERS = 20
"""The most fillers before or after an answer: each part with some of them is tried as a value."""
_FAR = 5
"""In a sentence, the value of an order begins within this many words after it."""
_MOST_PARTS = 16
"""The most words of a value in several parts."""
_LETTERS = 2
"""Words with at most this many letters are too short to show that a value is meant."""
_DRAWN_OUT = re.compile(r"([^\W\d_])\1+")
"""A letter that is repeated, as in « nooo »."""
_MARKS = frozenset(",;.:!?&+")
_APOSTROPHES = frozenset("'’")


class SaidOrder(NamedTuple):
    """An order as it is written in a file: its word and its value; ``sure`` if the text named the order itself."""

    word: str
    value: str
    sure: bool = True


class Recognised(NamedTuple):
    """The orders recognised in a text, and the parts of the text without orders."""

    said: list[SaidOrder]
    """The orders; the value is empty if the text gives none."""
    rest: list[str]
    """The parts of the text in which nothing was recognised."""
    unused: str = ""
    """The text with a full stop in place of each word that was recognised."""


@dataclass(frozen=True)
class _Token:
    """A word, cell or sign of a text, with its start and end."""

    text: str
    start: int
    end: int

    @property
    def is_sign(self) -> bool:
        return self.text in _MARKS


@dataclass(frozen=True)
class OrderRecogniser:
    """Recognises the orders of one ``place`` of a schema in texts."""

    place: Place
    context: Context

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words for these orders and their values."""
        return Lexicon(self.place, self.context)

    @cached_property
    def besides(self) -> StopWords:
        """Recognises what people write besides orders."""
        return StopWords(self.context.vocabulary)

    def hear(self, text: str, only: Collection[str] = ()) -> Recognised:
        """Return the orders that a sentence seems to give, and its parts in which none was recognised.

        If ``only`` is not empty, only these orders are looked for.
        """
        tokens = list(_tokens(text))
        said: list[SaidOrder] = []
        used: set[int] = set()
        skipped: set[int] = set()
        at, goes_on = 0, -1
        while at < len(tokens):
            found = self._order_at(tokens, at, self.lexicon.spoken) or self._bare_at(text, tokens, at)
            if found is None:
                at += 1
                continue
            order, after = found
            meant = order if isinstance(order, str) else self.place.meaning(order.word, self.context)
            if only and meant not in only:
                at += 1
                continue
            if isinstance(order, str):
                named = fold(text[tokens[at].start : tokens[after - 1].end])
                named_to = after
                order, start, after = self._with_value(order, text, tokens, after)
                order = self._told(named, order)
                if said and at == goes_on and said[-1] == SaidOrder(order.word, ""):  # one order: « je vais monter »
                    said.pop()
                skipped.update(range(named_to, start))
                if not order.value and named not in self.lexicon.verbs:
                    at = after
                    continue
            said.append(order)
            used.update(range(at, after))
            at = goes_on = after
        used -= skipped
        return Recognised(said, _rest(text, tokens, used, self.besides.fillers), _unused(text, tokens, used))

    def _told(self, verb: str, said: SaidOrder) -> SaidOrder:
        """Return an order with the value that its verb gives, or without a value if the text gives it another one."""
        words, (order, value) = self.context.vocabulary, self.lexicon.telling.get(verb, ("", ""))
        kinds = ["booleans" if kind == "boolean" else kind for kind in self.lexicon.kinds.get(order, ())]
        kind = next((kind for kind in kinds if kind in words.places), None)
        if kind is None:
            return said
        meant = words.meaning(kind, said.value) if said.value else value
        told = self.context.word(kind, value)
        return said._replace(value=said.value or told) if meant in (value, None) else said._replace(value="")

    def written(self, text: str) -> list[list[SaidOrder]]:
        """Return the ways to read a text as words and values of orders; none if it contains anything else."""
        tokens = list(_tokens(text))
        return [reading for reading in self._written(text, tokens, 0) or () if reading]

    def answers(self, order: str, text: str) -> SaidOrder | None:
        """Return an order with the text as its value, or None.

        Fillers around the value are ignored: « ok pour moi ». A text with very many of them is no answer.
        """
        tokens = list(_tokens(text))
        fills = [fold(token.text) in self.besides.fillers for token in tokens]
        first = next((at for at, fill in enumerate(fills) if not fill), len(tokens))
        last = next((at for at in range(len(tokens), 0, -1) if not fills[at - 1]), 0)
        if max(first, len(tokens) - last) > _MOST_FILLERS:
            return None
        spans = [(at, end) for at in range(first + 1) for end in range(len(tokens), max(last, at) - 1, -1) if at < end]
        for at, end in spans:
            value = self._answer(order, text[tokens[at].start : tokens[end - 1].end])
            if value is not None:
                return SaidOrder(self.lexicon.word(order), value)
        return None

    def _answer(self, order: str, text: str) -> str | None:
        """Return a text as a value of an order, or None; a word may be drawn out: « yesss », « nooo »."""
        value = self.lexicon.value(order, text)
        if value is not None or not self.lexicon.is_worded(order):
            return value
        shorter = (text.rstrip(text[-1:]) + text[-1:], _DRAWN_OUT.sub(r"\1", text))
        return next((found for short in shorter if (found := self.lexicon.value(order, short)) is not None), None)

    def contradicts(self, word: str, value: str, text: str) -> bool:
        """Return whether a text has a word that gives an order a different value: « vote for squad 2: against ».

        Fillers and very short words do not count: « I vote no for this squad ».
        """
        order = self.place.meaning(word, self.context)
        if order is None or not self.lexicon.is_worded(order):
            return False
        others = {self.lexicon.meant(order, part) for part in self._telling(text)} - {None}
        return bool(others - {self.lexicon.meant(order, value)})

    def _telling(self, text: str) -> list[str]:
        """Return the words of a text except fillers and words of one or two letters."""
        words = (token.text for token in _tokens(text))
        return [word for word in words if len(word) > _LETTERS and _tells(word, self.besides.fillers)]

    def differs(self, word: str, value: str, text: str) -> bool:
        """Return whether a text is, or begins with, a value of an order that differs from ``value``."""
        order = self.place.meaning(word, self.context)
        given = self.lexicon.meant(order, value) if order is not None and order in self.lexicon.kinds else None
        if order is None or given is None:
            return False
        said = self.answers(order, text)
        if said is not None:
            return self.lexicon.meant(order, said.value) != given
        return self.contradicts(word, value, next(iter(self._telling(text)), ""))

    def alone(self, text: str) -> list[SaidOrder]:
        """Return the orders that can have the text as their value; thanks at the end of the text are ignored."""
        text, found = self.besides.unthanked(text), []
        for order in self.place.schema.get("properties", {}):
            value = self.lexicon.value(order, text)
            if value is not None:
                found.append(SaidOrder(self.lexicon.word(order), value))
        return found

    def speaks_of_orders(self, text: str) -> bool:
        """Return whether a text seems to give orders, or contains a verb that only orders have."""
        if any(said.value for said in self.hear(text).said):
            return True
        words = self.besides.telling(text)
        return any(spaced(form) in words for form in self.lexicon.verbs)

    # Orders and values in tokens.

    def _order_at(self, tokens: Sequence[_Token], at: int, words: Mapping[str, str]) -> tuple[str, int] | None:
        """Return the order whose word begins at a token, and where the word ends; None if there is none."""
        for size in range(min(_MOST_WORDS, len(tokens) - at), 0, -1):
            order = words.get(fold(" ".join(token.text for token in tokens[at : at + size])))
            if order is not None:
                return order, at + size
        return None

    def _bare_at(self, text: str, tokens: Sequence[_Token], at: int) -> tuple[SaidOrder, int] | None:
        """Return an order with the bare value that begins at a token, such as a direction or a cell, and its end.

        The value belongs to the first order that takes it. Return None if there is no such value.
        """
        for size in range(min(_MOST_WORDS, len(tokens) - at), 0, -1):
            part = text[tokens[at].start : tokens[at + size - 1].end]
            for order in self.lexicon.first_of_kind:
                if self.lexicon.is_telling(order, part) and (value := self.lexicon.value(order, part)) is not None:
                    short = part.strip()[:1].isalnum() and len(spaced(part).strip()) <= _LETTERS
                    if part.strip() != text.strip() and (short or self.besides.is_everyday(part)):
                        break
                    return SaidOrder(self.lexicon.word(order), value, sure=False), at + size
        return None

    def _with_value(self, order: str, text: str, tokens: Sequence[_Token], at: int) -> tuple[SaidOrder, int, int]:
        """Return an order with the value that follows it, and where the value starts and ends.

        If no value follows, the value is the only one that the order takes, or else empty.
        """
        inner = self.lexicon.place.inner(order) if not self.lexicon.kinds[order] else None
        if inner is not None and "x-keys" in inner.schema:
            parts, end = self._with_parts(inner, text, tokens, at)
            return SaidOrder(self.lexicon.word(order), parts), at, end
        for start in range(at, min(at + _FAR, len(tokens))):
            if start > at and (tokens[start - 1].text in ".;!?" or self._order_at(tokens, start, self.lexicon.spoken)):
                break
            if self._order_at(tokens, start, self.lexicon.told):
                break
            for end in range(min(start + 12, len(tokens)), start, -1):
                if tokens[end - 1].text in _APOSTROPHES or (end < len(tokens) and tokens[end].text in _APOSTROPHES):
                    continue  # in « d’une case », « d » is no value
                value = self.lexicon.value(order, text[tokens[start].start : tokens[end - 1].end])
                if value is not None:
                    return SaidOrder(self.lexicon.word(order), value), start, end
        return SaidOrder(self.lexicon.word(order), self.lexicon.only_value(order) or ""), at, at

    def _with_parts(self, inner: Place, text: str, tokens: Sequence[_Token], at: int) -> tuple[str, int]:
        """Return the value in several parts that follows an order, and its end; empty if a part is missing."""
        ends = (end for end in range(at, len(tokens)) if tokens[end].text in ".;!?")
        for end in range(min(next(ends, len(tokens)), at + _MOST_PARTS), at, -1):
            value = braced(inner, text[tokens[at].start : tokens[end - 1].end], self.context)
            if BLANK not in value:
                return value, end
        return "", at

    def _written(self, text: str, tokens: Sequence[_Token], at: int) -> list[list[SaidOrder]] | None:
        """Return the ways to read the tokens from ``at`` on as orders with values; None if there are others."""
        while at < len(tokens) and (tokens[at].text in ",;&+" or fold(tokens[at].text) in self.besides.fillers):
            at += 1
        if at == len(tokens):
            return [[]]
        found = self._order_at(tokens, at, self.lexicon.orders)
        if found is None:
            return None
        order, after = found
        named = fold(text[tokens[at].start : tokens[after - 1].end])
        while after < len(tokens) and (tokens[after].text in ":=" or fold(tokens[after].text) in self.besides.fillers):
            after += 1
        for end in range(min(after + 12, len(tokens)), after, -1):
            value = self.lexicon.value(order, text[tokens[after].start : tokens[end - 1].end])
            rest = self._written(text, tokens, end) if value is not None else None
            if value is not None and rest is not None:
                return [[SaidOrder(self.lexicon.word(order), value), *more] for more in rest]
        value = self.lexicon.only_value(order) or self._told(named, SaidOrder(order, "")).value or None
        rest = self._written(text, tokens, after) if value is not None else None
        return (
            [[SaidOrder(self.lexicon.word(order), value or ""), *more] for more in rest] if rest is not None else None
        )


def _tokens(text: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(text[:LONGEST]):
        yield _Token(found[0].strip(), found.start(), found.end())


def _unused(text: str, tokens: Sequence[_Token], used: set[int]) -> str:
    """Return a text with a full stop in place of each token that was used."""
    unused = list(text)
    for number in used:
        token = tokens[number]
        unused[token.start : token.end] = [".", *" " * (token.end - token.start - 1)]
    return "".join(unused)


def _rest(text: str, tokens: Sequence[_Token], used: set[int], fillers: frozenset[str]) -> list[str]:
    """Return the parts of a text of which nothing was used, without those that say nothing."""
    parts: list[list[_Token]] = [[]]
    for number, token in enumerate(tokens):
        if number in used or token.is_sign:
            parts.append([])
        else:
            parts[-1].append(token)
    telling = [part for part in parts if any(_tells(token.text, fillers) for token in part)]
    return [text[part[0].start : part[-1].end] for part in telling]


def _tells(word: str, fillers: frozenset[str]) -> bool:
    """Return whether a word has a meaning of its own: it is no filler and no mere sign, like the one in « d’une »."""
    return bool(fold(word)) and fold(word) not in fillers
