"""Orders said in words, « déplacement droite », « je vais à droite »: what of them is recognised, and what is not.

Nothing recognised in a sentence is ever played: it comes back as a file to send. What is written in the words of an
order file alone, one order after the other, has but one reading and is taken.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from adjudicator.core.context import Context
from adjudicator.core.words import fold, spaced
from adjudicator.reading.lexicon import Lexicon
from adjudicator.reading.lines import Place
from adjudicator.reading.stop_words import LONGEST, StopWords

_TOKEN = re.compile(r"[(\[]?\s*-?\d{1,4}\s*[;,]\s*-?\d{1,4}\s*[)\]]?|[^\W_]+(?:-[^\W_]+)*|[←-↓➡⬅⬆⬇]|[^\w\s]")
_MOST_WORDS = 4
"""Of a word for an order or a value."""
_FAR = 5
"""Words that may stand between an order and its value in a sentence."""
_LETTERS = 2
_DRAWN_OUT = re.compile(r"([^\W\d_])\1+")
_SIGNS = frozenset(",;.:!?&+")
_APOSTROPHES = frozenset("'’")


class SaidOrder(NamedTuple):
    """An order as it is written in a file: the word for it, and its value; ``sure`` if its order was named."""

    word: str
    value: str
    sure: bool = True


class Recognised(NamedTuple):
    """What was recognised in a text, and the parts of it in which nothing was."""

    said: list[SaidOrder]
    """Orders with their values; without one, it is empty."""
    rest: list[str]
    unused: str = ""
    """The text with a full stop in place of each part that was recognised."""


@dataclass(frozen=True)
class _Token:
    text: str
    start: int
    end: int

    @property
    def is_sign(self) -> bool:
        return self.text in _SIGNS


@dataclass(frozen=True)
class Ear:
    """Recognises the orders of one ``place`` of a schema."""

    place: Place
    context: Context

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words for these orders and their values."""
        return Lexicon(self.place, self.context)

    @cached_property
    def besides(self) -> StopWords:
        """What is said besides orders."""
        return StopWords(self.context.vocabulary)

    def hear(self, text: str, only: Collection[str] = ()) -> Recognised:
        """Return what a sentence seems to order, and what of it was not understood; ``only`` some orders, if given."""
        tokens = list(_tokens(text))
        said: list[SaidOrder] = []
        used: set[int] = set()
        skipped: set[int] = set()
        at, goes_on = 0, -1
        while at < len(tokens):
            found = self._order_at(tokens, at, self.lexicon.spoken) or self._bare_at(text, tokens, at)
            if found is None or not self._is_one_of(only, found[0]):
                at += 1
                continue
            order, after = found
            if isinstance(order, str):
                named = fold(text[tokens[at].start : tokens[after - 1].end])
                named_to = after
                order, start, after = self._with_value(order, text, tokens, after)
                order = self._told(named, order)
                if said and at == goes_on and said[-1] == SaidOrder(order.word, ""):  # « je vais monter » is one order
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

    def _is_one_of(self, orders: Collection[str], found: str | SaidOrder) -> bool:
        """Tell whether what was found is one of some orders; of none, it is."""
        order = self.place.meaning(found.word, self.context) if isinstance(found, SaidOrder) else found
        return not orders or order in orders

    def _told(self, verb: str, said: SaidOrder) -> SaidOrder:
        """Return an order with the value that its verb tells; without one where it is said to be another."""
        words, (order, value) = self.context.vocabulary, self.lexicon.telling.get(verb, ("", ""))
        kind = next((kind for kind in self.lexicon.kinds.get(order, ()) if kind in words.places), None)
        if kind is None:
            return said
        meant = words.meaning(kind, said.value) if said.value else value
        told = words.word(kind, value, self.context.language)
        return said._replace(value=said.value or told) if meant in (value, None) else said._replace(value="")

    def written(self, text: str) -> list[list[SaidOrder]]:
        """Return what orders a text can be that holds nothing but their words and values; none if it holds more."""
        tokens = list(_tokens(text))
        return [reading for reading in self._written(text, tokens, 0) or () if reading]

    def answers(self, order: str, text: str) -> SaidOrder | None:
        """Return an order of which a text is the value, but for words that say nothing: « ok pour moi »."""
        tokens = list(_tokens(text))
        fills = [fold(token.text) in self.besides.fillers for token in tokens]
        first = next((at for at, fill in enumerate(fills) if not fill), len(tokens))
        last = next((at for at in range(len(tokens), 0, -1) if not fills[at - 1]), 0)
        spans = [(at, end) for at in range(first + 1) for end in range(len(tokens), max(last, at) - 1, -1) if at < end]
        for at, end in spans:
            value = self._answer(order, text[tokens[at].start : tokens[end - 1].end])
            if value is not None:
                return SaidOrder(self.lexicon.word(order), value)
        return None

    def _answer(self, order: str, text: str) -> str | None:
        """Return a text that is a value of an order, also of a word that is drawn out: « yesss », « nooo »."""
        value = self.lexicon.value(order, text)
        if value is not None or not self.lexicon.is_worded(order):
            return value
        shorter = (text.rstrip(text[-1:]) + text[-1:], _DRAWN_OUT.sub(r"\1", text))
        return next((found for short in shorter if (found := self.lexicon.value(order, short)) is not None), None)

    def contradicts(self, word: str, value: str, text: str) -> bool:
        """Tell whether a text has a word that gives an order another value than it has: « vote for squad 2: against ».

        A filler or a mere letter is none: « I vote no for this squad ».
        """
        order = self.place.meaning(word, self.context)
        if order is None or not self.lexicon.is_worded(order):
            return False
        others = {self.lexicon.meant(order, part) for part in self._telling(text)} - {None}
        return bool(others - {self.lexicon.meant(order, value)})

    def _telling(self, text: str) -> list[str]:
        """Return the words of a text that are no fillers and no mere letters."""
        words = (token.text for token in _tokens(text))
        return [word for word in words if len(word) > _LETTERS and _tells(word, self.besides.fillers)]

    def differs(self, word: str, value: str, text: str) -> bool:
        """Tell whether a text is a value of an order, or begins with a word that is one, and another than it has."""
        order = self.place.meaning(word, self.context)
        given = self.lexicon.meant(order, value) if order is not None and order in self.lexicon.kinds else None
        if order is None or given is None:
            return False
        said = self.answers(order, text)
        if said is not None:
            return self.lexicon.meant(order, said.value) != given
        return self.contradicts(word, value, next(iter(self._telling(text)), ""))

    def alone(self, text: str) -> list[SaidOrder]:
        """Return the orders of which a text can be the value, but for a thanks behind it."""
        text, found = self.besides.unthanked(text), []
        for order in self.place.schema.get("properties", {}):
            value = self.lexicon.value(order, text)
            if value is not None:
                found.append(SaidOrder(self.lexicon.word(order), value))
        return found

    def speaks_of_orders(self, text: str) -> bool:
        """Tell whether a text seems to order something, or names what only an order would."""
        if any(said.value for said in self.hear(text).said):
            return True
        words = self.besides.telling(text)
        return any(spaced(form) in words for form in self.lexicon.verbs)

    # Orders and values in tokens ----------------------------------------------------------------------------

    def _order_at(self, tokens: Sequence[_Token], at: int, words: Mapping[str, str]) -> tuple[str, int] | None:
        for size in range(min(_MOST_WORDS, len(tokens) - at), 0, -1):
            order = words.get(fold(" ".join(token.text for token in tokens[at : at + size])))
            if order is not None:
                return order, at + size
        return None

    def _bare_at(self, text: str, tokens: Sequence[_Token], at: int) -> tuple[SaidOrder, int] | None:
        """Return a value that stands without its order, as a direction or a cell does, for the first that takes it."""
        for size in range(min(_MOST_WORDS, len(tokens) - at), 0, -1):
            part = text[tokens[at].start : tokens[at + size - 1].end]
            for order in self.lexicon.first_of_kind:
                if self.lexicon.is_telling(order, part) and (value := self.lexicon.value(order, part)) is not None:
                    if part.strip() != text.strip() and self._is_everyday(part):
                        break
                    return SaidOrder(self.lexicon.word(order), value, sure=False), at + size
        return None

    def _is_everyday(self, value: str) -> bool:
        """Tell whether a value is a word of any sentence too, or a letter or two."""
        short = value.strip()[:1].isalnum() and len(spaced(value).strip()) <= _LETTERS
        return short or self.besides.is_everyday(value)

    def _with_value(self, order: str, text: str, tokens: Sequence[_Token], at: int) -> tuple[SaidOrder, int, int]:
        """Return an order with the value that follows it, an empty one where none does, and where the value stands."""
        for start in range(at, min(at + _FAR, len(tokens))):
            if start > at and (tokens[start - 1].text in ".;!?" or self._order_at(tokens, start, self.lexicon.spoken)):
                break
            if self._order_at(tokens, start, self.lexicon.told):
                break
            for end in range(min(start + 12, len(tokens)), start, -1):
                if tokens[end - 1].text in _APOSTROPHES or (end < len(tokens) and tokens[end].text in _APOSTROPHES):
                    continue  # « d’une case » is no « d »
                value = self.lexicon.value(order, text[tokens[start].start : tokens[end - 1].end])
                if value is not None:
                    return SaidOrder(self.lexicon.word(order), value), start, end
        return SaidOrder(self.lexicon.word(order), self.lexicon.only_value(order) or ""), at, at

    def _written(self, text: str, tokens: Sequence[_Token], at: int) -> list[list[SaidOrder]] | None:
        while at < len(tokens) and (tokens[at].text in ",;&+" or fold(tokens[at].text) in self.besides.fillers):
            at += 1
        if at == len(tokens):
            return [[]]
        found = self._order_at(tokens, at, self.lexicon.orders)
        if found is None:
            return None
        order, after = found
        while after < len(tokens) and (tokens[after].text in ":=" or fold(tokens[after].text) in self.besides.fillers):
            after += 1
        for end in range(min(after + 12, len(tokens)), after, -1):
            value = self.lexicon.value(order, text[tokens[after].start : tokens[end - 1].end])
            rest = self._written(text, tokens, end) if value is not None else None
            if value is not None and rest is not None:
                return [[SaidOrder(self.lexicon.word(order), value), *more] for more in rest]
        value = self.lexicon.only_value(order)
        rest = self._written(text, tokens, after) if value is not None else None
        return (
            [[SaidOrder(self.lexicon.word(order), value or ""), *more] for more in rest] if rest is not None else None
        )


def _tokens(text: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(text[:LONGEST]):
        yield _Token(found[0].strip(), found.start(), found.end())


def _unused(text: str, tokens: Sequence[_Token], used: set[int]) -> str:
    """Return a text with a full stop in place of the parts that were used."""
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
    """Tell whether a word says something: no filler, and no mere sign, as the one between « d » and « une »."""
    return bool(fold(word)) and fold(word) not in fillers
