"""A file that could not be read as it stands, read as the message that a player sent.

Each way to read it is judged like a file. If all that are good say the same, it is taken, and the receipt tells how it
was read. If they say different things, the player is asked; if none is good, he is told the faults of the likeliest,
and, where he wrote in sentences, what was recognised in them, as a file to send.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from adjudicator.core.faults import Fault, Mark
from adjudicator.core.phrase import Phrase
from adjudicator.orders.attempt import Attempt, Desk, Submission, add_read
from adjudicator.orders.envelope import later_phase, whole_number
from adjudicator.orders.glance import lines_told, text_of
from adjudicator.reading.message import MOST, Message
from adjudicator.reading.outline import struck
from adjudicator.reading.rows import Reading, Row, indents
from adjudicator.reading.schemas import Schema, game_schema

Tried = tuple[Reading, Attempt]


def reread(desk: Desk, data: bytes, first: Attempt) -> Attempt:
    """Return what becomes of a file by all the ways to read its ``data``; ``first`` where no other is better."""
    text = text_of(data)
    if len(text) > MOST:
        return first
    message = Message(text, _schema(desk, data), desk.context)
    if not message.has_orders:
        if message.quotes_orders:
            first.submission.faults = [Fault("only-quoted")]
            return first
        return first if first.document is not None else _proposed(message, desk, first)
    others = [reading for reading in _readings(message) if reading.faults or not _is_as_it_stands(reading, first)]
    tried = [(reading, desk.attempt(reading.data)) for reading in others]
    own = message.own.encode()
    blocks = _different([(reading, attempt) for reading, attempt in tried if _is_good_block(reading, attempt)])
    good = _different([(reading, attempt) for reading, attempt in tried if not _faults(reading, attempt)])
    good = blocks if len(blocks) > 1 else good
    if len(good) == 1:
        reading, attempt = good[0]
        add_read(attempt.submission, reading.said)
        return attempt._replace(data=own)
    if good:
        return _asked(good[:2], own)
    return _best(first, tried, text)._replace(data=own)


def look_around(desk: Desk, data: bytes, first: Attempt) -> Attempt:
    """Return what becomes of a file whose orders stand in a block of code and are good: it is what stands around them.

    What is left out is told in the receipt; where it may change the orders, the player is asked.
    """
    text = text_of(data)
    if len(text) > MOST:
        return first
    message = Message(text, _schema(desk, data), desk.context)
    reading = next((reading for reading in message.readings() if _is_as_it_stands(reading, first)), None)
    if reading is None:
        return first
    if reading.faults:
        players, kinds = first.submission.players, first.submission.kinds
        refused = Submission(first.submission.source, players=players, kinds=kinds, faults=list(reading.faults))
        return first._replace(submission=refused)
    add_read(first.submission, [phrase for phrase in reading.said if phrase.key in ("read.around", "read.head")])
    return first


def _readings(message: Message) -> Iterator[Reading]:
    """Return the readings of a message, and each without the lines that a form left blank, where it has such."""
    for reading in message.readings():
        yield reading
        lines = struck([row.text for row in reading.rows], message.schema, message.context)
        rows = tuple(Row(row.number, text) for row, text in zip(reading.rows, lines, strict=True))
        if rows != reading.rows:
            yield replace(reading, rows=rows, said=(*reading.said, Phrase("read.blanks")))


def _is_as_it_stands(reading: Reading, first: Attempt) -> bool:
    return reading.data.split() == first.bare.split() and _depths(reading.data) == _depths(first.bare)


def _depths(data: bytes) -> list[int]:
    return indents(data.decode("utf-8", "replace").splitlines())


def _schema(desk: Desk, data: bytes) -> Schema:
    """Return the schema by which a file is read: that of the turn which its lines name, if they name one."""
    turns = {whole_number(line.value) for line in lines_told(data, desk.context) if line.word == "turn"}
    turn = turns.pop() if len(turns) == 1 else None
    phase = later_phase(turn, desk.progress, desk.stage) or desk.stage.phase
    return game_schema(desk.progress.campaign.game.id, phase)


def _is_good_block(reading: Reading, attempt: Attempt) -> bool:
    """Tell whether a reading is of one block of code whose orders are good, whatever stands around it."""
    return attempt.submission.accepted and Phrase("read.block") in reading.said


def _faults(reading: Reading, attempt: Attempt) -> list[Fault]:
    return sorted([*reading.faults, *attempt.submission.faults], key=lambda fault: fault.mark)


def _different(good: Sequence[Tried]) -> list[Tried]:
    """Return of readings those that say different things, each once."""
    different: list[Tried] = []
    for reading, attempt in good:
        if all(_says(attempt.submission) != _says(other.submission) for _, other in different):
            different.append((reading, attempt))
    return different


def _says(submission: Submission) -> tuple[object, ...]:
    return submission.orders, submission.standing, submission.players, submission.later


def _asked(good: Sequence[Tried], own: bytes) -> Attempt:
    """Return the refusal of a message that can be meant in two ways, with the lines in which they differ."""
    (one, attempt), (other, second) = good
    submission = attempt.submission
    rows, others = _only_in(one, other), _only_in(other, one)
    lines = tuple(row.text for row in (*rows, *others))
    fault = Fault("two-readings", Mark(next((row.number for row in (*others, *rows)), 1)), lines=lines)
    players = submission.players if submission.players == second.submission.players else []
    refused = Submission(submission.source, players=players, kinds=submission.kinds, faults=[fault])
    return Attempt(refused, own, None, own)


def _only_in(one: Reading, other: Reading) -> list[Row]:
    """Return the lines of a reading that the other has not."""
    rows = {row.text.strip() for row in other.rows}
    return [row for row in one.rows if row.text.strip() and row.text.strip() not in rows][:_LINES]


_LINES = 8
"""Lines shown of each of two readings."""


def _proposed(message: Message, desk: Desk, first: Attempt) -> Attempt:
    """Return the refusal of a message in sentences, with what was recognised in it as a file to send."""
    lines, rest = message.proposed(desk.stage.turn or None)
    if not lines:
        return first
    values = {"rest": Phrase("prose.rest", {"rest": ", ".join(rest)}) if rest else ""}
    first.submission.faults = [Fault("prose", lines=lines, values=values)]
    return first


def _best(first: Attempt, tried: Sequence[Tried], text: str) -> Attempt:
    """Return the reading that is least wrong: one that can be read rather than none, then the one of fewest faults."""
    tried = [(reading, attempt) for reading, attempt in tried if _tells(reading, attempt, first)]
    ranked = [(attempt.document is None, len(_faults(reading, attempt))) for reading, attempt in tried]
    before = (first.document is None, len(first.submission.faults))
    if not ranked or min(ranked) >= before:
        return first
    reading, attempt = tried[ranked.index(min(ranked))]
    attempt.submission.faults = [_placed(fault, reading, text) for fault in _faults(reading, attempt)]
    return attempt


def _tells(reading: Reading, attempt: Attempt, first: Attempt) -> bool:
    """Tell whether the faults of a reading are those of what its sender meant, and not of how it was read."""
    how = {phrase.key for phrase in reading.said}
    unfilled = [fault.code for fault in attempt.submission.faults] == ["unfilled"]
    below = {fault.code for fault in first.submission.faults} & _NOTHING_BELOW
    return "read.blanks" not in how and (unfilled or bool(below) or not how <= _MOVED)


_MOVED = {"read.indented", "read.spaces"}
"""Where lines were moved alone, and are wrong even so, their sender meant something else."""
_NOTHING_BELOW = {"empty", "empty-orders"}
"""Faults of a line whose own lines have lost their indentation."""


def _placed(fault: Fault, reading: Reading, text: str) -> Fault:
    """Return a fault of a reading where it stands in the message."""
    return replace(fault, mark=in_message(fault.mark, reading.data, text))


def in_message(mark: Mark, bare: bytes, text: str) -> Mark:
    """Return where a place of what was read of a message stands in its ``text``: on the same line."""
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lines = bare.decode("utf-8", "replace").split("\n")
    if not mark.line <= min(len(rows), len(lines)) or lines[mark.line - 1] == rows[mark.line - 1]:
        return mark
    read, row = lines[mark.line - 1][mark.column - 1 :], rows[mark.line - 1]
    found = next((row.find(read[:size]) for size in (20, 8, 3) if read and read[:size] in row), None)
    return Mark(mark.line, 1 + (len(row) - len(row.lstrip()) if found is None else found))
