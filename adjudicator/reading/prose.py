"""Recognise orders in sentences: « déplacement droite », « je vais à droite ».

Orders recognised in a sentence are never played: the sender gets them back as a file to confirm. Only a text made of
the words of an order file, one order after the other, has a single meaning and is accepted as it is.
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
"""The most words of an order's name or of a bare value."""
_MOST_FILLERS = 20
"""The most fillers before or after an answer: each part with some of them is tried as a value."""
_FAR = 5
"""In a sentence, the value of an order begins within this many words after it."""
_LETTERS = 2
"""Words with at most this many letters are too short to show that a value is meant."""
_DRAWN_OUT = re.compile(r"([^\W\d_])\1+")
"""A letter that is repeated, as in « nooo »."""
_SIGNS = frozenset(",;.:!?&+")
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
        return self.text in _SIGNS


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
            if found is None or not self._is_one_of(only, found[0]):
                at += 1
                continue
            order, after = found
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

    def _is_one_of(self, orders: Collection[str], found: str | SaidOrder) -> bool:
        """Return whether what was found is one of ``orders``; always True if ``orders`` is empty."""
        order = self.place.meaning(found.word, self.context) if isinstance(found, SaidOrder) else found
        return not orders or order in orders

    def _told(self, verb: str, said: SaidOrder) -> SaidOrder:
        """Return an order with the value that its verb gives, or without a value if the text gives it another one."""
        words, (order, value) = self.context.vocabulary, self.lexicon.telling.get(verb, ("", ""))
        kind = next((kind for kind in self.lexicon.kinds.get(order, ()) if kind in words.places), None)
        if kind is None:
            return said
        meant = words.meaning(kind, said.value) if said.value else value
        told = words.word(kind, value, self.context.language)
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
                    if part.strip() != text.strip() and self._is_everyday(part):
                        break
                    return SaidOrder(self.lexicon.word(order), value, sure=False), at + size
        return None

    def _is_everyday(self, value: str) -> bool:
        """Return whether a value is also a word of ordinary sentences, or has only one or two letters."""
        short = value.strip()[:1].isalnum() and len(spaced(value).strip()) <= _LETTERS
        return short or self.besides.is_everyday(value)

    def _with_value(self, order: str, text: str, tokens: Sequence[_Token], at: int) -> tuple[SaidOrder, int, int]:
        """Return an order with the value that follows it, and where the value starts and ends.

        If no value follows, the value is the only one that the order takes, or else empty.
        """
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
