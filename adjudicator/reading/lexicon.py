"""The words for the orders of one place of a schema, in a file and in sentences, and for their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from adjudicator.core.context import KINDS, Context, reader_of
from adjudicator.core.faults import Unread
from adjudicator.reading.outline import Place

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
