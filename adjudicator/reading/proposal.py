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
    player: str | None
    """Whose it is, where it says so."""


class Known(NamedTuple):
    """What is known of a sentence besides its words."""

    turn: int | None
    player: str | None = None
    """Who sent it."""
    keyed: bool = False
    """Whether a file needs a key."""
    beside: str = ""
    """What its sender wrote besides."""


def proposal(sheet: Sheet, text: str, known: Known) -> Proposal:
    """Return what a ``text`` seems to order."""
    heard = sheet.ear.hear(text)
    player = known.player or _sender(sheet, text)
    said = list(dict.fromkeys((order.word, order.value) for order in heard.said))
    several = len({word for word, _ in said}) < len(said) or len(set(_turns(sheet, text))) > 1
    beside = any(not order.sure for order in heard.said[1:])  # a value after another order may be that one's
    others = sheet.ear.turns(known.beside) or sheet.ear.speaks_of_orders(known.beside)
    others = others or any(_names_another(sheet, part, player) for part in heard.rest)
    sure = not several and not beside and not others and not sheet.ear.denies(text)
    orders = {word: value if sure and value else BLANK for word, value in said}
    lines = _file(sheet, known, player or BLANK, orders)
    rest = [part for part in heard.rest if not _is_name_or_turn(sheet, part)]
    return Proposal(tuple(lines), rest, sure, not said, player)


def _names_another(sheet: Sheet, part: str, player: str | None) -> bool:
    """Tell whether a part that was not understood names somebody else, whose order it may be."""
    names = sheet.context.players.names if sheet.context.players else ()
    spaced = f" {fold(part)} "
    return any(f" {fold(name)} " in spaced for name in names if name != player)


def _is_name_or_turn(sheet: Sheet, part: str) -> bool:
    """Tell whether a part only says whose the orders are, or for which turn."""
    players, bare = sheet.context.players, _bare(sheet, part)
    return not bare or (players is not None and players.find(bare) is not None)


def _file(sheet: Sheet, known: Known, player: str, orders: dict[str, str]) -> Iterator[str]:
    words, language = sheet.context.vocabulary, sheet.context.language
    yield f"{words.word('envelope', 'player', language)}: {player}"
    if known.keyed:
        yield f"{words.word('envelope', 'key', language)}: {BLANK}"
    if sheet.section != "orders":
        yield f"{words.word('envelope', sheet.section, language)}:"
        yield f"  {BLANK}: {BLANK}"
        return
    if known.turn:
        yield f"{words.word('envelope', 'turn', language)}: {known.turn}"
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
