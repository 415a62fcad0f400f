"""What a message in sentences seems to order, as a file that its sender can look at and send. It is never played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.core.words import fold
from adjudicator.reading.sheet import Sheet

BLANK = "…"
"""Stands in a proposal where its sender has to write something."""
_CLAUSE = re.compile(r"[.,;:!?()\n]+|\s[-–—]\s")
_NUMBER = re.compile(r"(?P<word>[^\W\d]+)\s*n?°?\s*(?P<number>\d{1,6})")


class Proposal(NamedTuple):
    """A file to send, and how sure it is."""

    lines: tuple[str, ...]
    """Its lines, with ``BLANK`` for what its sender has to write."""
    rest: list[str]
    """The parts of the message in which nothing was recognised."""
    sure: bool
    """Whether what was recognised can have but one meaning; if not, its values are left to the sender."""
    empty: bool
    """Whether nothing was recognised."""


def proposal(sheet: Sheet, text: str, turn: int | None, player: str | None = None) -> Proposal:
    """Return what a ``text`` seems to order in a ``turn``; ``player`` is its sender, where that is known."""
    heard = sheet.ear.hear(text)
    said = list(dict.fromkeys((order.word, order.value) for order in heard.said))
    several = len({word for word, _ in said}) < len(said) or len(set(_turns(sheet, text))) > 1
    beside = any(not order.sure for order in heard.said[1:])  # a value after another order may be that one's
    sure = not several and not beside and not sheet.ear.denies(text)
    orders = {word: value if sure and value else BLANK for word, value in said}
    lines = _file(sheet, turn, player or _sender(sheet, text) or BLANK, orders)
    return Proposal(tuple(lines), heard.rest, sure, not said)


def _file(sheet: Sheet, turn: int | None, player: str, orders: dict[str, str]) -> Iterator[str]:
    words, language = sheet.context.vocabulary, sheet.context.language
    yield f"{words.word('envelope', 'player', language)}: {player}"
    if sheet.section != "orders":
        yield f"{words.word('envelope', sheet.section, language)}:"
        yield f"  {BLANK}: {BLANK}"
        return
    if turn:
        yield f"{words.word('envelope', 'turn', language)}: {turn}"
    yield f"{words.word('envelope', 'orders', language)}:"
    yield from (f"  {word}: {value}" for word, value in (orders or {BLANK: BLANK}).items())


def _turns(sheet: Sheet, text: str) -> Iterator[int]:
    """Return the turns that a text names."""
    for found in _NUMBER.finditer(text):
        if sheet.context.vocabulary.meaning("envelope", found["word"]) == "turn":
            yield int(found["number"])


def _sender(sheet: Sheet, text: str) -> str | None:
    """Return who says at the beginning or at the end of a text that it is his, by a part that is his name alone."""
    players = sheet.context.players
    clauses = [clause for clause in map(str.strip, _CLAUSE.split(text)) if clause]
    named = [
        name for clause in (*clauses[:2], *clauses[-1:]) if players and (name := players.find(_bare(sheet, clause)))
    ]
    return named[0] if len(set(named)) == 1 else None


def _bare(sheet: Sheet, clause: str) -> str:
    """Return a part of a text without the words by which one names oneself: « here is Zoé », « Zoé, turn 4 »."""
    words = _NUMBER.sub("", clause).split()
    while words and fold(words[0]) in sheet.ear.naming:
        del words[0]
    while words and fold(words[-1]) in sheet.ear.naming:
        del words[-1]
    return " ".join(words)
