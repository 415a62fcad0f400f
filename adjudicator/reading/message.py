"""A player's message as he sent it: which of its lines are his orders, and how they would stand in an order file.

A message may quote another, greet, be signed, lose its indentation on a forum, say an order in a list. What is put
right here changes no word of an order; whatever was left out or put right is said, for the receipt.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, Mark
from adjudicator.core.phrase import Filling, Listed, Phrase
from adjudicator.reading.outline import PAIR, Place, outlined, top
from adjudicator.reading.prose import Ear, Said
from adjudicator.reading.schemas import Schema

MOST = 8 * 1024
"""Characters of a message that is looked at so: who types more did not type it."""
_READINGS = 16
"""Readings of one message that are tried at most."""


class Row(NamedTuple):
    """A line of a message: its number, and its text."""

    number: int
    text: str


@dataclass(frozen=True)
class Reading:
    """One way to read a message: the lines that are its orders, and what was left out or put right to have them."""

    rows: tuple[Row, ...]
    said: tuple[Phrase, ...] = ()
    faults: tuple[Fault, ...] = ()
    """What stands in the way of it, whatever the orders are."""

    @property
    def data(self) -> bytes:
        """The orders as a file, each line with its number in the message."""
        lines = [""] * (self.rows[-1].number if self.rows else 0)
        for row in self.rows:
            lines[row.number - 1] = row.text
        return "\n".join(lines).encode()


@dataclass(frozen=True)
class Message:
    """What a message says, read against a ``schema``: its readings, the likeliest first; or what it seems to order."""

    text: str
    schema: Schema
    context: Context
    places: tuple[Place, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Find the places at which lines may stand in a file of the schema."""
        object.__setattr__(self, "places", tuple(_places(top(self.schema))))

    @cached_property
    def ear(self) -> Ear:
        """Recognises this file's orders in words."""
        inner = top(self.schema).inner("orders")
        return Ear(inner or top(self.schema), self.context)

    def readings(self) -> Iterator[Reading]:
        """Return the ways in which the message can be read, each another file; the same for the same message."""
        seen: set[bytes] = set()
        for reading in islice(self._readings(), _READINGS):
            if reading.rows and reading.data not in seen:
                seen.add(reading.data)
                yield reading

    @cached_property
    def own(self) -> str:
        """The message without what it quotes, each line at its place."""
        rows, _ = self._unquoted(_rows(_QUOTE.sub(_blanked, _plain(self.text)), 0))
        return Reading(tuple(rows)).data.decode() if rows else ""

    @property
    def has_orders(self) -> bool:
        """Whether a line of it is one of an order file, or says one."""
        return self._holds_orders(self.own)

    @property
    def quotes_orders(self) -> bool:
        """Whether what it quotes has such a line."""
        quoted = re.sub(r"^[ \t]*(?:>[ \t]?)+", "", _plain(self.text), flags=re.MULTILINE)
        return self._holds_orders(_QUOTE_TAG.sub("", quoted))

    def _holds_orders(self, text: str) -> bool:
        rows = _rows(_untagged(text), 0)
        return any(self._opens(row) or self._said_by(row) for row in rows)

    def _said_by(self, row: Row) -> tuple[str, re.Match[str]] | None:
        """Return whose orders a line « Zoé, turn 4: left » says, with its parts; None for any other line."""
        match = _SHORT.fullmatch(row.text.strip())
        players = self.context.players
        name = players.find(match["name"].strip(" ,;")) if match and players else None
        if match is None or name is None or self.context.vocabulary.meaning("envelope", match["word"]) != "turn":
            return None
        return name, match

    def _readings(self) -> Iterator[Reading]:
        for chosen in self._chosen():
            for reading in self._put_right(self._bounded(chosen)):
                yield reading
                lines = outlined([row.text for row in reading.rows], self.schema, self.context)
                moved = tuple(Row(row.number, text) for row, text in zip(reading.rows, lines.lines, strict=True))
                if _indents(moved) != _indents(reading.rows):
                    said = Phrase("read.indented")
                    unsure = () if lines.sure else (_indent_fault(reading.rows, moved),)
                    yield Reading(moved, (*reading.said, said), (*reading.faults, *unsure))

    # What of the message is meant -----------------------------------------------------------------------------

    def _chosen(self) -> Iterator[Reading]:
        """Return the message without what it quotes; of several blocks of code each one that may be orders."""
        text, said = _plain(self.text), []
        if _spaces(text) != _spaces(self.text):
            said.append(Phrase("read.spaces"))
        unquoted = _QUOTE.sub(_blanked, text)
        if unquoted != text:
            said.append(Phrase("read.quote"))
        blocks = [_rows(_untagged(block[1]), unquoted.count("\n", 0, block.start(1))) for block in _blocks(unquoted)]
        orders = [block for block in blocks if any(self._opens(row) for row in block)]
        if _untagged(unquoted) != unquoted:
            said.append(Phrase("read.tags"))
        if orders:
            for block in orders:
                yield Reading(tuple(block), (*said, Phrase("read.block")))
            return
        rows, left_out = self._unquoted(_rows(_untagged(unquoted), 0))
        yield Reading(tuple(rows), (*said, *left_out))

    def _unquoted(self, rows: list[Row]) -> tuple[list[Row], list[Phrase]]:
        """Leave out the lines that a mail quotes: those marked, and all after the head of another's message."""
        kept: list[Row] = []
        for number, row in enumerate(rows):
            attributed = _ATTRIBUTION.search(row.text) is not None
            below = attributed or _MAIL_BELOW.match(row.text) or self._is_head_of_a_mail(rows[number : number + 5])
            if below and any(self._opens(before) for before in kept):
                break
            if not attributed and not _MARKED.match(row.text):
                kept.append(row)
        return (rows, []) if len(kept) == len(rows) else (kept, [Phrase("read.quote")])

    def _is_head_of_a_mail(self, rows: Sequence[Row]) -> bool:
        if not rows or not _FROM.match(rows[0].text):
            return False
        return any(_SENT.match(row.text) for row in rows[1:])

    def _opens(self, row: Row) -> bool:
        """Tell whether a line begins with a word that stands around orders."""
        pair = _pair(row.text)
        return pair is not None and self.places[0].meaning(pair["key"].strip(), self.context) is not None

    def _is_known(self, row: Row) -> bool:
        pair = _pair(row.text)
        return pair is not None and any(place.meaning(pair["key"].strip(), self.context) for place in self.places)

    def _bounded(self, reading: Reading) -> Reading:
        """Leave out the words around the orders; one that speaks of orders itself is a fault of the reading."""
        rows = reading.rows
        opening = [number for number, row in enumerate(rows) if self._opens(row)]
        known = [number for number, row in enumerate(rows) if self._is_known(row)]
        first = min(opening or known, default=0)
        last = max(self._last(rows, known), first) if known else len(rows) - 1
        kept: list[Row] = []
        outside: list[Row] = []
        for number, row in enumerate(rows):
            inside = first <= number <= last and (not row.text.strip() or self._may_be_orders(row, kept))
            (kept if inside or not known else outside).append(row)
        return self._without(replace(reading, rows=tuple(kept)), [row for row in outside if row.text.strip()])

    def _last(self, rows: Sequence[Row], known: Sequence[int]) -> int:
        """Return which line is the last of the orders: after the last that is known, what goes on with it."""
        last = max(known)
        for number in range(last + 1, len(rows)):
            row = rows[number]
            beside = last == number - 1 and (_pair(row.text) is not None or self._is_note(rows[last]))
            if row.text.strip() and (beside or self._goes_on(row)):
                last = number
        return last

    def _goes_on(self, row: Row) -> bool:
        """Tell whether a line after the orders is one of them though its word is not known."""
        pair = _pair(row.text)
        if _ITEM.match(row.text) or row.text.strip().startswith("#") or self._is_worded(row):
            return True
        return pair is not None and (self._is_near(pair["key"]) or self.ear.speaks_of_orders(row.text))

    def _is_worded(self, row: Row) -> bool:
        """Tell whether a line is an order in the words of a file, but for its colon: « pull up »."""
        return _pair(row.text) is None and bool(row.text.strip()) and any(map(bool, self.ear.written(row.text.strip())))

    def _is_near(self, key: str) -> bool:
        words = self.context.vocabulary
        places = [place.schema["x-keys"] for place in self.places if "x-keys" in place.schema]
        return any(words.nearest(place, key, self.context.language) for place in places)

    def _may_be_orders(self, row: Row, before: Sequence[Row]) -> bool:
        """Tell whether a line among the orders is one: a pair, a part of a list, a remark; or goes on with a note."""
        text = row.text.strip()
        if set(text) <= {"-", "."}:  # of YAML, between two files
            return len(text) > 2
        written = [other for other in before if other.text.strip()]
        goes_on = bool(written) and (self._is_note(written[-1]) or _is_open(written))
        return (
            _pair(text) is not None
            or _ITEM.match(text) is not None
            or text[:1] in "#]})"
            or goes_on
            or self._is_worded(row)
        )

    def _is_note(self, row: Row) -> bool:
        pair = _pair(row.text)
        return pair is not None and self.places[0].meaning(pair["key"].strip(), self.context) == "note"

    def _without(self, reading: Reading, outside: Sequence[Row]) -> Reading:
        outside = [row for row in outside if not row.text.strip().startswith("#")]  # remarks are of YAML
        if not outside:
            return reading
        said = Phrase("read.around", {"lines": _shortened(outside)})
        faults = tuple(
            Fault("words-around", Mark(row.number, 1 + len(row.text) - len(row.text.lstrip())), row.text.strip())
            for row in outside
            if self.ear.speaks_of_orders(row.text)
        )
        return Reading(reading.rows, (*reading.said, said), (*reading.faults, *faults))

    # How it would stand in a file -----------------------------------------------------------------------------

    def _put_right(self, reading: Reading) -> Iterator[Reading]:
        """Return a reading with its lines as they would stand in a file; several where one has several meanings."""
        if short := self._in_one_line(reading):
            yield from short
            return
        said = list(reading.said)
        rows = [self._listed(row, said) for row in reading.rows]
        rows = [self._signed(row, said) for row in rows]
        rows = [self._with_colon(row, said) for row in rows]
        rows = [self._numbered(row, said) for row in rows]
        rows = self._noted(rows, said)
        yield from self._of_values(replace(reading, rows=tuple(rows), said=tuple(said)))

    def _listed(self, row: Row, said: list[Phrase]) -> Row:
        """Take the sign of a list away from a pair."""
        found = _BULLET.match(row.text)
        if found is None or _pair(found["rest"]) is None:
            return row
        _say(said, Phrase("read.list"))
        return Row(row.number, found["space"] + found["rest"])

    def _signed(self, row: Row, said: list[Phrase]) -> Row:
        """Write « word=value » and « word:value » as « word: value »."""
        pair = _pair(row.text)
        if pair is None or not self._is_known(row):
            return row
        value = pair["value"]
        if pair["sign"] == ":" and (not value or value[0] in " \t"):
            return row
        _say(said, Phrase("read.sign"))
        space = row.text[: len(row.text) - len(row.text.lstrip())]
        return Row(row.number, f"{space}{pair['key'].strip()}: {value.lstrip('> ')}")

    def _with_colon(self, row: Row, said: list[Phrase]) -> Row:
        """Write « pull up » on a line of its own as « pull: up »."""
        orders = self.ear.written(row.text.strip()) if self._is_worded(row) else []
        if len(orders) != 1 or len(orders[0]) != 1:
            return row
        _say(said, Phrase("read.sign"))
        space = row.text[: len(row.text) - len(row.text.lstrip())]
        return Row(row.number, f"{space}{orders[0][0].word}: {orders[0][0].value}")

    def _numbered(self, row: Row, said: list[Phrase]) -> Row:
        """Write « turn: turn 1 » as « turn: 1 »."""
        pair = _pair(row.text)
        if pair is None or self.places[0].meaning(pair["key"].strip(), self.context) != "turn":
            return row
        found = _NUMBER.fullmatch(pair["value"].strip())
        word = found and self.context.vocabulary.meaning("envelope", found["word"].strip(" .°"))
        if found is None or (word != "turn" and found["word"].strip(" .°").lower() not in ("n", "no", "nº")):
            return row
        _say(said, Phrase("read.turn", {"turn": int(found["number"])}))
        return Row(row.number, row.text[: pair.start("value")] + f" {int(found['number'])}")

    def _noted(self, rows: Sequence[Row], said: list[Phrase]) -> list[Row]:
        """Put a note of several lines into its first one."""
        noted: list[Row] = []
        for row in rows:
            before = noted[-1] if noted else None
            if before and row.text.strip() and self._is_note(before) and _pair(row.text) is None:
                noted[-1] = Row(before.number, _longer(before.text, row.text))
                _say(said, Phrase("read.note"))
            else:
                noted.append(row)
        return noted

    def _in_one_line(self, reading: Reading) -> list[Reading]:
        """Return « Zoé, turn 4: left » as an order file, for each of its meanings, if a message is that and no more."""
        lines = [row for row in reading.rows if row.text.strip()]
        found = [(row, *parts) for row in lines if (parts := self._said_by(row))]
        words = self.context.vocabulary
        if len(found) != 1:
            return []
        row, name, match = found[0]
        around = self._without(reading, [other for other in lines if other is not row])
        player, turn, orders = (words.word("envelope", word, self.context.language) for word in _SHORT_WORDS)
        head = f"{player}: {_quoted(name)}, {turn}: {int(match['number'])}, {orders}: "
        texts = self._meanings(match["orders"])
        said = (*around.said, Phrase("read.short"))
        return [replace(around, rows=(Row(row.number, "{" + head + text + "}"),), said=said) for text in texts]

    def _of_values(self, reading: Reading) -> Iterator[Reading]:
        """Return a reading for each meaning of « orders: left », where there are orders in words; else as it is."""
        for number, row in enumerate(reading.rows):
            pair = self._orders_in_words(row.text)
            texts = self._meanings(pair["value"]) if pair else []
            for text in texts:
                assert pair is not None
                line = Row(row.number, f"{row.text[: pair.start('value')]} {text}")
                rows = (*reading.rows[:number], line, *reading.rows[number + 1 :])
                yield replace(reading, rows=rows, said=(*reading.said, Phrase("read.words", {"orders": text[1:-1]})))
            if texts:
                return
        yield reading

    def _orders_in_words(self, text: str) -> re.Match[str] | None:
        """Return a line on which orders stand behind their word, in words of their own."""
        pair = _pair(text)
        if pair is None or self.places[0].meaning(pair["key"].strip(), self.context) not in ("orders", "standing"):
            return None
        value = pair["value"].partition(" #")[0].strip()
        return None if not value or value[0] in "{[#|>'\"" or self._is_nothing(value) else pair

    def _meanings(self, text: str) -> list[str]:
        """Return orders in the words of an order file, or a mere value, as they are written there: each meaning."""
        text = text.partition(" #")[0].strip()
        if self._is_nothing(text):
            return [text]
        return [_braced(orders) for orders in self.ear.written(text) or [[said] for said in self.ear.alone(text)]]

    def _is_nothing(self, text: str) -> bool:
        return self.context.vocabulary.meaning("nothing", text) is not None

    # What it seems to order -----------------------------------------------------------------------------------

    def proposed(self, turn: int | None) -> tuple[tuple[str, ...], list[str]]:
        """Return a file with the orders recognised in the message's words, and the parts not understood.

        No lines where nothing was recognised.
        """
        rows = [row for reading in islice(self._chosen(), 1) for row in reading.rows if not self._opens(row)]
        heard = self.ear.hear("\n".join(row.text for row in rows))
        orders = {said.word: said.value for said in heard.said}
        if not orders:
            return (), heard.rest
        return tuple(self._file(turn, orders)), heard.rest

    def _file(self, turn: int | None, orders: dict[str, str]) -> Iterator[str]:
        words, language = self.context.vocabulary, self.context.language
        yield f"{words.word('envelope', 'player', language)}: …"
        if turn:
            yield f"{words.word('envelope', 'turn', language)}: {turn}"
        yield f"{words.word('envelope', 'orders', language)}:"
        yield from (f"  {word}: {value}" for word, value in orders.items())


# Signs in a text ------------------------------------------------------------------------------------------------

_QUOTE = re.compile(r"\[quote(?:=[^\]\n]{0,200})?\](?:(?!\[quote).){0,8192}?\[/quote\]", re.IGNORECASE | re.DOTALL)
_QUOTE_TAG = re.compile(r"\[/?quote(?:=[^\]\n]{0,200})?\]", re.IGNORECASE)
_BLOCK = re.compile(r"\[code(?:=\w+)?\](.{0,8192}?)(?:\[/code\]|\Z)", re.IGNORECASE | re.DOTALL)
_FENCE = re.compile(r"^[ \t]*```[a-z]*[ \t]*\n(.{0,8192}?)(?:^[ \t]*```|\Z)", re.MULTILINE | re.DOTALL)
_TAGS = re.compile(
    r"\[/?(?:b|i|u|s|size|color|font|center|left|right|justify|spoiler|hide|list|url|img|email|indent|table|tr|td)"
    r"(?:=[^\[\]\n]{0,200})?\]",
    re.IGNORECASE,
)
_STAR = re.compile(r"^([ \t]*)\[\*\][ \t]*", re.MULTILINE)
_MARKED = re.compile(r"\s*(?:>|&gt;)")
_ATTRIBUTION = re.compile(r"\b(?:a écrit|a dit|wrote|said)\s*:?\s*$", re.IGNORECASE)
_MAIL_BELOW = re.compile(
    r"\s*-{2,}\s*(?:message|mail|original|forwarded|transféré).*-{2,}\s*$|\s*_{10,}\s*$", re.IGNORECASE
)
_FROM = re.compile(r"\s*\*?(?:De|From)\s*:\*?\s", re.IGNORECASE)
_SENT = re.compile(r"\s*\*?(?:Envoyé|Date|À|Objet|Sent|To|Subject)\s*:", re.IGNORECASE)
_BULLET = re.compile(r"(?P<space>[ \t]*)(?:[-–—*•·][ \t]+)(?P<rest>\S.*)")
_ITEM = re.compile(r"\s*[-–—*•·][ \t]+\S")
_NUMBER = re.compile(r"(?P<word>\D{1,12}?)\s*(?P<number>\d{1,6})\.?")
_SHORT = re.compile(
    r"(?P<name>[^:\d]{1,60}?)[\s,;–—-]+(?P<word>[^\W\d]+)\s*n?°?\s*(?P<number>\d{1,6})\s*[:,;–—-]\s*(?P<orders>.+)"
)
_SHORT_WORDS = ("player", "turn", "orders")
_ODD = re.compile("[\u00a0\u202f\u2007\u2009\u3000\u0085\u2028\u2029]")


def _plain(text: str) -> str:
    """Return a text with plain spaces and ends of lines, and without signs that show nothing."""
    text = _ODD.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n")).expandtabs(2)
    return text if text.isascii() else "".join(sign for sign in text if unicodedata.category(sign) != "Cf")


def _spaces(text: str) -> list[str]:
    """Return what stands before the first word of each line."""
    return [line[: len(line) - len(line.lstrip())] for line in text.splitlines() if line.strip()]


def _blanked(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _blocks(text: str) -> list[re.Match[str]]:
    return sorted([*_BLOCK.finditer(text), *_FENCE.finditer(text)], key=lambda block: block.start(1))


def _untagged(text: str) -> str:
    return _STAR.sub(r"\1- ", _TAGS.sub("", text)) if "[/" in text or "[*]" in text else text


def _rows(text: str, before: int) -> list[Row]:
    return [Row(before + number, line.rstrip()) for number, line in enumerate(text.split("\n"), 1)]


def _pair(text: str) -> re.Match[str] | None:
    bullet = _BULLET.match(text)
    start = bullet.start("rest") if bullet else len(text) - len(text.lstrip())
    return PAIR.match(text, start)


def _places(place: Place) -> Iterator[Place]:
    yield place
    names = list(place.schema.get("properties", {})) or ([""] if "x-names" in place.schema else [])
    for name in names:
        inner = place.inner(name)
        if inner is not None:
            yield from _places(inner)


def _is_open(rows: Sequence[Row]) -> bool:
    """Tell whether a bracket is open after some lines."""
    text = "".join(row.text for row in rows)
    return any(text.count(opening) > text.count(closing) for opening, closing in ("[]", "{}", "()"))


def _indents(rows: Sequence[Row]) -> list[int]:
    return [len(row.text) - len(row.text.lstrip()) for row in rows if row.text.strip() and row.text.lstrip()[0] != "#"]


def _indent_fault(before: Sequence[Row], moved: Sequence[Row]) -> Fault:
    """Return the fault of lines that may stand at several depths, with one way to write them."""
    pairs = zip(before, moved, strict=True)
    first = next((row for row, other in pairs if row.text.strip() != row.text or other.text != row.text), before[0])
    return Fault("indent-this", Mark(first.number), lines=tuple(row.text for row in moved if row.text.strip()))


def _longer(note: str, more: str) -> str:
    """Return the line of a note with another line of it, in quotation marks if it is not yet."""
    pair = _pair(note)
    assert pair is not None
    value = pair["value"].strip()
    if value.startswith('"') and value.endswith('"') and len(value) > 1:
        value = value[1:-1]
    else:
        value = value.replace("\\", "\\\\").replace('"', '\\"')
    added = more.strip().replace("\\", "\\\\").replace('"', '\\"')
    return f'{note[: pair.start("value")]} "{value} {added}"'


def _braced(orders: Sequence[Said]) -> str:
    return "{" + ", ".join(f"{said.word}: {said.value}" for said in orders) + "}"


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _shortened(rows: Sequence[Row]) -> Filling:
    """Return lines left out as they are said: the first words of each, and not too many of them."""
    shown = [row.text.strip()[:_SHOWN].strip() for row in rows[:_ROWS]]
    return Listed(tuple(Phrase("read.line", {"line": text}) for text in shown))


_SHOWN, _ROWS = 30, 3


def _say(said: list[Phrase], phrase: Phrase) -> None:
    if phrase not in said:
        said.append(phrase)
