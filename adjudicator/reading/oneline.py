"""Orders in words on one line: « Zoé, turn 4: left », and « orders: left » for each of its meanings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from adjudicator.core.faults import Fault, Mark, Phrase
from adjudicator.core.words import fold
from adjudicator.reading.excerpt import without
from adjudicator.reading.prose import Said
from adjudicator.reading.rows import Reading, Row, pair_in, quoted
from adjudicator.reading.sheet import Sheet

_SHORT = re.compile(
    r"(?P<name>[^:]{1,60}?)[\s,;–—-]+(?P<word>[^\W\d]+)\s*n?°?\s*(?P<number>\d{1,6})"
    r"(?:\s*[:,;–—-]\s*|\s+)(?P<orders>.+)"
)
_TURN_FIRST = re.compile(
    r"(?P<word>[^\W\d]+)\s*n?°?\s*(?P<number>\d{1,6})[\s,;–—-]+(?P<name>[^:]{1,60}?)\s*:\s*(?P<orders>.+)"
)
_ONESELF = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_END = re.compile(r"\s*[.!?…]+(?:\s+|$)")
_SIGNS = 4
"""Signs that end a sentence at most."""
_SHORT_WORDS = ("player", "turn", "orders")


def in_one_line(sheet: Sheet, reading: Reading) -> list[Reading]:
    """Return « Zoé, turn 4: left » as an order file, for each of its meanings, if a message is that and no more."""
    lines = [row for row in reading.rows if row.text.strip()]
    found = [(row, *parts) for row in lines if (parts := said_by(sheet, row))]
    words, players = sheet.context.vocabulary, sheet.context.players
    if len(found) != 1:
        return []
    row, name, match = found[0]
    orders, rest = _first_sentence(_with_names(sheet, match["orders"]))
    orders = named_oneself(sheet, orders, name)
    more = bool(players and players.within(rest))  # a name behind the full stop may be one more of a list
    beside = [Row(row.number, rest)] if rest and not more else []
    others = [*beside, *(other for other in lines if other is not row)]
    around = without(sheet, reading, others, name, int(match["number"]))
    player, turn, key = (words.word("envelope", word, sheet.context.language) for word in _SHORT_WORDS)
    head = f"{player}: {quoted(name)}, {turn}: {int(match['number'])}, {key}: "
    texts = meanings(sheet, orders)
    said = (*around.said, Phrase("read.short"))
    asks = "?" in match["orders"].removeprefix(orders)[:_SIGNS]
    faults = (
        *around.faults,
        *([Fault("words-turning", Mark(row.number), match["orders"].strip())] if asks or more else []),
    )
    rows = [(Row(row.number, "{" + head + text + "}"),) for text in texts]
    return [replace(around, rows=line, said=said, faults=faults) for line in rows]


def _with_names(sheet: Sheet, text: str) -> str:
    """Return a text with a player's name in place of another that has the sign of a sentence's end in it: « Lulu! »."""
    players = sheet.context.players
    odd = [name for name in players.others if _END.search(f"{name} ")] if players else []
    for other in sorted(odd, key=len, reverse=True):
        name = players.find(other) if players else None
        text = re.sub(rf"(?<!\w){re.escape(other)}", name or other, text, flags=re.IGNORECASE)
    return text


def _first_sentence(text: str) -> tuple[str, str]:
    """Return the first sentence of a text without its full stop, and what follows it."""
    first, *rest = _END.split(text, maxsplit=1)
    return first, "".join(rest).strip()


def orders_in_words(sheet: Sheet, row: Row) -> re.Match[str] | None:
    """Return a line on which orders stand behind their word, in words of their own."""
    pair = pair_in(row.text)
    if pair is None or sheet.word_of(row) not in ("orders", "standing"):
        return None
    value = pair["value"].partition(" #")[0].strip()
    return None if not value or value[0] in "{[#|>'\"" or is_nothing(sheet, value) else pair


def meanings(sheet: Sheet, text: str) -> list[str]:
    """Return orders in the words of an order file, or a mere value, as they are written there: each meaning."""
    text = text.partition(" #")[0].strip()
    if is_nothing(sheet, text):
        return [text]
    return [_braced(orders) for orders in sheet.ear.written(text) or [[said] for said in sheet.ear.alone(text)]]


def is_nothing(sheet: Sheet, text: str) -> bool:
    """Tell whether a text is the word for no orders at all."""
    return sheet.context.vocabulary.meaning("nothing", text) is not None


def sentence_in(sheet: Sheet, row: Row) -> tuple[str | None, str, int | None] | None:
    """Return whose orders a line says in words, if it says so, the words, and for which turn, if it says so."""
    if short := said_by(sheet, row):
        name, match = short
        return name, match["orders"], int(match["number"])
    pair = orders_in_words(sheet, row)
    return (None, pair["value"], None) if pair and pair_in(pair["value"].strip()) is None else None


def said_by(sheet: Sheet, row: Row) -> tuple[str, re.Match[str]] | None:
    """Return whose orders a line « Zoé, turn 4: left », « turn 4, Zoé: left » says, with its parts; else None."""
    text, players = row.text.strip(), sheet.context.players
    match = _SHORT.fullmatch(text) or _TURN_FIRST.fullmatch(text)
    name = players.find(match["name"].strip(" ,;")) if match and players else None
    if match is None or name is None or sheet.context.vocabulary.meaning("envelope", match["word"]) != "turn":
        return None
    return name, match


def named_oneself(sheet: Sheet, text: str, name: str) -> str:
    """Return a text with a ``name`` in place of « me », but where that is a part of a verb: « je me déplace »."""

    players = sheet.context.players

    def named(word: re.Match[str]) -> str:
        if players and players.find(word[0]) is not None:
            return word[0]  # in a game of an earlier version somebody may be called so
        after = _ONESELF.match(text, word.end() + 1)
        reflexive = after is not None and fold(f"{word[0]} {after[0]}") in sheet.ear.lexicon.spoken
        return name if sheet.besides.is_oneself(word[0]) and not reflexive else word[0]

    return _ONESELF.sub(named, text)


def in_own_words(parts: Sequence[str], text: str, name: str) -> list[str]:
    """Return parts of a ``text`` that had a ``name`` in place of « me » as its sender wrote them there.

    What is quoted to him is his own, word for word.
    """
    either = f"(?:{re.escape(name)}|{_ONESELF.pattern})"
    patterns = [re.escape(part).replace(re.escape(name), either) for part in parts]
    found = [re.search(pattern, text) for pattern in patterns]
    return [match[0] if match else part for match, part in zip(found, parts, strict=True)]


def _braced(orders: Sequence[Said]) -> str:
    return "{" + ", ".join(f"{said.word}: {said.value}" for said in orders) + "}"
