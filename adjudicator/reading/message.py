"""A player's message as it was sent: which of its lines are orders, and how they would stand in an order file.

A message may quote another one, hold greetings and a signature, lose its indentation on a forum, or give an order as a
sentence. No correction changes a word of an order, and each one adds a phrase for the receipt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, Mark, Phrase
from adjudicator.reading import unquote
from adjudicator.reading.clause_forms import standing_lines
from adjudicator.reading.excerpt import bounded, chosen, without_quoted_lines
from adjudicator.reading.line_matcher import Conditionals, LineMatcher, place_of
from adjudicator.reading.lines import Reading, Row, indents, outlined, pair_in, rows_of
from adjudicator.reading.normalise import put_right, said_by, sentence_in, with_head
from adjudicator.reading.proposal import MessageContext, Proposal, proposal
from adjudicator.reading.schemas import Schema

MOST = 8 * 1024
"""The most characters of a message that is read this way; a longer text was not typed by hand."""
_READINGS = 16
"""The most readings of one message that are tried."""


@dataclass(frozen=True)
class Message:
    """The text of a message and the ``schema`` it is read against."""

    text: str
    schema: Schema
    context: Context

    @cached_property
    def _sheet(self) -> LineMatcher:
        return LineMatcher(self.schema, self.context)

    def readings(self) -> Iterator[Reading]:
        """Yield the ways to read the message as an order file, the likeliest first, always in the same order."""
        seen: set[bytes] = set()
        for reading in islice(self._readings(), _READINGS):
            if reading.rows and reading.data not in seen:
                seen.add(reading.data)
                yield reading

    @property
    def block(self) -> Reading | None:
        """The reading of the message's only code block with orders, or None if there is no such block or several."""
        excerpts = [excerpt for excerpt in chosen(self._sheet, self.text) if Phrase("read.block") in excerpt.said]
        return excerpts[0] if len(excerpts) == 1 else None

    def files(self) -> list[list[Row]]:
        """Return the lines of each file if the message holds several files of one player, or [].

        Each file begins with its line « player: … ».
        """
        rows = [row for row in rows_of(self.own) if row.text.strip(" -.")]
        starts = [number for number, row in enumerate(rows) if self._sheet.word_of(row) == "player"]
        senders = {self._sheet.sender_of(rows[number]) for number in starts}
        if len(starts) < 2 or len(senders) > 1 or None in senders:
            return []
        files = [rows[start:end] for start, end in zip(starts, [*starts[1:], len(rows)], strict=True)]
        return files if all(map(self._has_section, files)) else []

    def one_liners(self) -> list[tuple[Row, str]]:
        """Return the lines like « Zoé, turn 4: left », each with the player whose orders it gives."""
        rows = rows_of(unquote.untagged(self.own))
        return [(row, short[0]) for row in rows if (short := said_by(self._sheet, row))]

    def _has_section(self, rows: Sequence[Row]) -> bool:
        return any(self._sheet.word_of(row) in (self._sheet.section, "standing") for row in rows)

    @cached_property
    def own(self) -> str:
        """The message without its quotations, each line at its number."""
        rows = rows_of(unquote.without_quotes(unquote.plain(self.text)))
        return without_quoted_lines(self._sheet, Reading(tuple(rows))).data.decode()

    @property
    def has_orders(self) -> bool:
        """Whether a line is one of an order file or says an order, or the first lines name the player and turn.

        If the sender is known, a line with an order alone is enough.
        """
        head = with_head(self._sheet, Reading(tuple(rows_of(unquote.untagged(self.own)))))
        return self._holds_orders(self.own) or "read.player" in (phrase.key for phrase in head.said)

    @property
    def quotes_orders(self) -> bool:
        """Whether a line that the message quotes is a line of an order file, or says an order."""
        return self._holds_orders(unquote.unmarked(unquote.plain(self.text)))

    def _holds_orders(self, text: str) -> bool:
        rows = rows_of(unquote.untagged(text))
        if any(self._sheet.opens(row) or said_by(self._sheet, row) for row in rows):
            return True
        alone = self.context.sender is not None
        return alone and any(self._sheet.is_known(row) or self._sheet.is_worded(row) for row in rows)

    def _readings(self) -> Iterator[Reading]:
        for excerpt in chosen(self._sheet, self.text):
            whole = bounded(self._sheet, with_head(self._sheet, excerpt))
            for reading in put_right(self._sheet, whole):
                yield reading
                lines = outlined([row.text for row in reading.rows], self.schema, self.context)
                moved = tuple(Row(row.number, text) for row, text in zip(reading.rows, lines.lines, strict=True))
                if _depths(moved) != _depths(reading.rows):
                    said = (*reading.said, Phrase("read.indented"))
                    unsure = () if lines.sure else (_indent_fault(reading.rows, moved),)
                    yield Reading(moved, said, (*reading.faults, *unsure))

    @property
    def is_a_file(self) -> bool:
        """Whether a line begins with a misspelt word of an order file that stands around the orders."""
        rows = [row for row in rows_of(self.own) if not self._sheet.is_known(row)]
        keys = [pair["key"] for row in rows if (pair := pair_in(row.text))]
        return any(self._sheet.is_nearly_around(key) for key in keys)

    @property
    def seems_a_file(self) -> bool:
        """Whether a line begins with a misspelt word of an order file, including the words for orders."""
        pairs = [pair for row in rows_of(self.own) if (pair := pair_in(row.text))]
        return any(pair["key"].isalpha() and self._sheet.is_near(pair["key"]) for pair in pairs)

    @property
    def revises(self) -> bool:
        """Whether the message withdraws earlier orders or wants them changed."""
        return self._sheet.besides.revises(self.own)

    def proposed(self, known: MessageContext) -> Proposal:
        """Return what the whole message seems to order, as a file to send."""
        [likeliest] = islice(chosen(self._sheet, self.text), 1)
        text = "\n".join(row.text for row in likeliest.rows if not self._sheet.opens(row))
        return proposal(self._sheet, text, known)

    def clause(self, said: Proposal) -> Fault | None:
        """Return the fault of a message that gives orders with a condition in a sentence, or None.

        The fault shows the lines to send instead. Their player, turn and key are those of ``said``.
        """
        place = place_of(self._sheet)
        if place is None or not self._sheet.may_stand:
            return None
        conditionals = Conditionals(place, self.context)
        if not conditionals.speaks(self.own):
            return None
        head = [line for line in said.lines if self._sheet.word_of(Row(0, line)) in ("player", "turn", "key")]
        lines = (*head, *standing_lines(self.context, [conditionals.empty_clause()]))
        return Fault("clauses-in-words", Mark(1), values={"fill": Phrase("prose.fill")}, lines=lines)

    def sentence(self, known: MessageContext) -> tuple[Row, Proposal] | None:
        """Return the line with a sentence in place of orders, and what the sentence seems to order, or None.

        Such a line is « Zoé, turn 4: … » or « orders: … ». If no line has a word for orders, the text below the player
        and the turn counts. None also if there are several such lines.
        """
        [likeliest] = islice(chosen(self._sheet, self.text), 1)
        found = [(row, said) for row in likeliest.rows if (said := sentence_in(self._sheet, row))]
        if not found:
            return self._without_word(likeliest.rows, known)
        if len(found) != 1:
            return None
        row, (name, text, number) = found[0]
        name = name or self._sender(likeliest.rows)
        parts = self._parts(likeliest.rows, row)
        beside = [other for other in likeliest.rows if other != row and other not in parts]
        text_beside = "\n".join(other.text for other in beside if not self._sheet.opens(other))
        standing = self._sheet.word_of(row) == "standing"
        number = number or self._sheet.turn_in(likeliest.rows)
        known = known._replace(named=number, player=name, beside=text_beside, standing=standing)
        return row, self._with_parts(proposal(self._sheet, text, known), parts)

    def _parts(self, rows: Sequence[Row], sentence: Row | None) -> list[Row]:
        """Return the rows of an order file beside a ``sentence`` in place of orders.

        These are standing orders, a note, a luck word, a key, plain orders, and the indented lines below any of them.
        """
        parts: list[Row] = []
        for row in rows:
            word, pair = self._sheet.word_of(row), pair_in(row.text)
            below = bool(parts) and row.text[:1] in " \t" and row.number == parts[-1].number + 1
            opens = word in ("standing", "note", "luck", "key") or (self._sheet.is_order(row) and pair is not None)
            if row != sentence and row.text.strip() and (opens or below):
                parts.append(row)
        return parts

    def _with_parts(self, said: Proposal, parts: Sequence[Row]) -> Proposal:
        """Return a proposal with the rows that stood beside its sentence added.

        Rows that cannot be added, such as a second value for an order, go to ``rest``, the parts that were not
        understood.
        """
        lines, rest = list(said.lines), list(said.rest)
        opened = [self._sheet.word_of(row) if row.text[:1] not in " \t" else None for row in parts]
        sections, place = (
            {self._sheet.word_of(Row(0, line)): at for at, line in enumerate(lines)},
            self._sheet.recogniser.place,
        )
        orders = {place.meaning(line.partition(":")[0].strip(), self.context) for line in lines if line[:1] == " "}
        within = False
        for row, word in zip(parts, opened, strict=True):
            key = row.text.partition(":")[0].strip()
            if word == "key" and "key" in sections:
                lines[sections["key"]] = row.text
            elif word and word not in sections:
                lines.append(row.text)
                within = True
            elif within and row.text[:1] in " \t":
                lines.append(row.text)
            elif not word and "orders" in sections and place.meaning(key, self.context) not in orders:
                lines.insert(sections["orders"] + 1 + len(orders), f"  {row.text.strip()}")
                orders.add(place.meaning(key, self.context))
            else:
                rest.append(row.text.strip())
        return said._replace(lines=tuple(lines), rest=rest)

    def _without_word(self, rows: Sequence[Row], known: MessageContext) -> tuple[Row, Proposal] | None:
        """Return the first line outside the order file, and what all such lines seem to order, or None.

        None as well if the lines order nothing, or if one of them has the form « word: value ».
        """
        words = [row for row in rows if row.text.strip() and not self._sheet.is_known(row)]
        above = {self._sheet.word_of(row) for row in rows if self._sheet.is_known(row)}
        if not words or any(pair_in(row.text) for row in words) or not above <= {"player", "turn", "key", "note"}:
            return None
        text = "\n".join(row.text for row in words)
        known = known._replace(named=self._sheet.turn_in(rows), player=self._sender(rows))
        said = proposal(self._sheet, text, known)
        said = self._with_parts(said, self._parts(rows, None))
        return None if said.empty else (words[0], said)

    def _sender(self, rows: Sequence[Row]) -> str | None:
        rows = with_head(self._sheet, Reading(tuple(rows))).rows
        return next((name for row in rows if (name := self._sheet.sender_of(row))), self.context.sender)


def _depths(rows: Sequence[Row]) -> list[int]:
    """Return how far each line is indented, without comments and blank lines."""
    return indents(row.text for row in rows if not row.text.lstrip().startswith("#"))


def _indent_fault(before: Sequence[Row], moved: Sequence[Row]) -> Fault:
    """Return the fault of lines whose indentation is ambiguous, with one way to write them."""
    pairs = zip(before, moved, strict=True)
    first = next((row for row, other in pairs if row.text.strip() != row.text or other.text != row.text), before[0])
    return Fault("indent-this", Mark(first.number), lines=tuple(row.text for row in moved if row.text.strip()))
