"""A file that could not be read as it stands, read as the message that a player sent.

Each way to read it is judged like a file. If all that are good say the same, it is taken, and the receipt tells how it
was read. If they say different things, the player is asked; if none is good, he is told the faults of the likeliest,
and, where he wrote in sentences, what was recognised in them, as a file to send.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Fault, Filling, Mark, Phrase
from adjudicator.orders.attempt import Attempt, Desk
from adjudicator.orders.clauselines import keeps_clauses
from adjudicator.orders.envelope import later_phase, whole_number
from adjudicator.orders.glance import lines_told, senders, text_of
from adjudicator.orders.handback import handed_back
from adjudicator.orders.luck import order_schema
from adjudicator.orders.ownreport import without_report
from adjudicator.orders.submission import Submission, add_read, says
from adjudicator.reading.line_matcher import Sheet
from adjudicator.reading.lines import Reading, Row, indents, struck
from adjudicator.reading.message import MOST, Message
from adjudicator.reading.normalise import quoted_names
from adjudicator.reading.proposal import Known
from adjudicator.reading.schemas import Schema
from adjudicator.reading.typed import answered
from adjudicator.reading.unquote import has_struck, unpaged, unsmiled, unstressed, untabled

Tried = tuple[Reading, Attempt]


def reread(desk: Desk, data: bytes, first: Attempt) -> Attempt:
    """Return what becomes of a file by all the ways to read its ``data``; ``first`` where no other is better."""
    text, cut = _own_words(desk, data)
    if len(text) > MOST:
        return first
    message = Message(text, _schema(desk, text.encode()), desk.context)
    return _read(desk, message, first, cut) if message.has_orders else _without_orders(desk, message, first)


def may_order(desk: Desk, data: bytes) -> bool:
    """Tell whether the text of a message has an order in it, good or not, or nearly one, or takes some back."""
    text, _ = _own_words(desk, data)
    if len(text) > MOST:
        return True
    message = Message(_DATES.sub(" ", text), _schema(desk, text.encode()), desk.context)
    said = message.proposed(_known(desk))
    return message.has_orders or message.seems_a_file or message.revises or not said.empty or bool(message.clause(said))


_DAY = r"(?:(?:1[3-9]|2\d|3[01])/(?:0?[1-9]|1[0-2])|0[1-9]/(?:0[1-9]|1[0-2]))"
_DATES = re.compile(
    rf"(?<![\d/])(?:\d{{1,4}}([/.-])\d{{1,2}}\1\d{{1,4}}|\d{{1,2}}/\d{{1,2}}\s+\S{{1,9}}\s+\d{{1,2}}/\d{{1,2}}|{_DAY})(?![\d/])"
)
"""Days, which would be cells: « 20/11/2026 », « 2/11 - 5/11 », « 30/11 »."""


def _own_words(desk: Desk, data: bytes) -> tuple[str, list[Phrase]]:
    """Return the text of a message without its sender's report, where it is copied in it, and what is said of that."""
    campaign, context = desk.progress.campaign, desk.context
    names = (*context.players.names, *context.players.others) if context.players else ()
    text = unstressed(text_of(data), (*names, *campaign.camps))
    sheet = Sheet(desk.schema, context)
    named = senders(lines_told(_encoded(unpaged(text)), context), campaign, context)
    his = [context.sender] if context.sender else [*named]
    typed = answered(sheet, text)
    own = without_report(typed, desk.progress, his if len(his) == 1 and {*his} <= {*campaign.players} else [])
    listed = untabled(own, lambda word: sheet.is_known(Row(0, f"{word}: …")))
    said = {"read.list": listed != own, "read.report": own != typed, "read.answer": typed != text}
    plain = quoted_names(_encoded(unsmiled(unpaged(listed))), context.players)
    return plain.decode("utf-8", "surrogatepass"), [Phrase(key) for key, done in said.items() if done]


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _without_orders(desk: Desk, message: Message, first: Attempt) -> Attempt:
    """Return the refusal of a message of which no line is one of an order file."""
    if message.quotes_orders:
        return _refused(first, Fault("only-quoted"))
    if message.is_a_file:
        return first
    said = message.proposed(_known(desk))
    if clause := message.clause(said):
        return _refused(first, clause)
    words = first.document is not None or [fault.code for fault in first.submission.faults] == ["not-a-map"]
    words = words or (not message.own.strip() and message.text.strip() != "") or has_struck(message.text)
    return handed_back(desk, first, said, Mark(1)) if words or not said.empty else first


def _known(desk: Desk) -> Known:
    campaign, stage = desk.progress.campaign, desk.stage
    ahead = campaign.game.orders.later_phase(stage.phase) is not None
    owed, unasked = _owed(desk.progress)
    turn, keyed, player = stage.turn or None, campaign.demands_key, desk.context.sender
    return Known(turn, player, keyed=keyed, owed=owed, ahead=ahead, camps=campaign.camps, unasked=unasked)


def _owed(progress: Progress) -> tuple[tuple[str, ...], list[str]]:
    """Return the orders that are owed, and who may order nothing now.

    Nothing, and nobody, but where all who owe any owe the same: then everybody may know it.
    """
    campaign = progress.campaign
    choices = {player: progress.choices(player) for player in campaign.players}
    owed = {tuple(choice.order for choice in each if choice.example is None) for each in choices.values()} - {()}
    return (owed.pop(), [player for player, each in choices.items() if not each]) if len(owed) == 1 else ((), [])


def _read(desk: Desk, message: Message, first: Attempt, cut: Sequence[Phrase]) -> Attempt:
    """Return what becomes of a message by all the ways to read it."""
    others = [reading for reading in _readings(message) if reading.faults or not _is_as_it_stands(reading, first)]
    others = [replace(reading, said=(*reading.said, *cut)) for reading in others]
    tried = [(reading, desk.attempt(reading.data)) for reading in others]
    tried = [one for one in tried if not one[1].submission.accepted or _keeps_all(desk, message, one[1])]
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
    lines = message.one_liners()
    if len(lines) > 1 and len({row.text.strip() for row, _ in lines}) > 1:
        return _which_line(desk, lines, first)._replace(data=own)
    files = message.files()
    if len(files) == 2 and _texts(files[0]) != _texts(files[1]):
        return _which_file(files, first)._replace(data=own)
    answered = _sentence_answered(desk, message, first, any(map(_is_understood, others)))
    return _best(first, tried, message.text)._replace(data=own) if answered is None else answered


def _sentence_answered(desk: Desk, message: Message, first: Attempt, understood: bool) -> Attempt | None:
    """Return the refusal of a message with a sentence in place of orders: with the lines to send; None of another.

    ``understood``, some way to read it was.
    """
    known = _known(desk)
    sentence = message.sentence(known)
    if sentence is None or (understood and not (known.owed and sentence[1].empty)):
        return None  # but a value of what is not asked now is told as no answer
    if any(fault.code == "clauses-in-words" for fault in first.submission.faults):
        return None  # what it says hangs on something
    row, said = sentence
    if said.empty and first.document is not None and not message.is_one_line:
        return None
    if clause := message.clause(said):
        return _refused(first, clause._replace(mark=Mark(row.number)))._replace(data=message.own.encode())
    return handed_back(desk, first, said, Mark(row.number))


def _keeps_all(desk: Desk, message: Message, attempt: Attempt) -> bool:
    return keeps_clauses(message.own, attempt.submission, desk.context.vocabulary)


def look_around(desk: Desk, data: bytes, first: Attempt) -> Attempt:
    """Return what becomes of a file whose orders stand in a block of code and are good: it is what stands around them.

    What is left out is told in the receipt; where it may change the orders, the player is asked.
    """
    text, cut = _own_words(desk, data)
    if len(text) > MOST:
        return first
    message = Message(text, _schema(desk, text.encode()), desk.context)
    same = (reading for reading in message.readings() if _is_as_it_stands(reading, first))
    reading = next(same, None) or message.block
    if reading is None:
        return first
    if reading.faults:
        players, kinds = first.submission.players, first.submission.kinds
        refused = Submission(first.submission.source, players=players, kinds=kinds, faults=list(reading.faults))
        return first._replace(submission=refused)
    around = [phrase for phrase in reading.said if phrase.key in ("read.around", "read.head")]
    add_read(first.submission, [*around, *cut])
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
    return order_schema(desk.progress, later_phase(turn, desk.progress, desk.stage))


def _is_good_block(reading: Reading, attempt: Attempt) -> bool:
    """Tell whether a reading is of one block of code whose orders are good, whatever stands around it."""
    return attempt.submission.accepted and Phrase("read.block") in reading.said


def _faults(reading: Reading, attempt: Attempt) -> list[Fault]:
    return sorted([*reading.faults, *attempt.submission.faults], key=lambda fault: fault.mark)


def _different(good: Sequence[Tried]) -> list[Tried]:
    """Return of readings those that say different things, each once."""
    different: list[Tried] = []
    for reading, attempt in good:
        if all(says(attempt.submission) != says(other.submission) for _, other in different):
            different.append((reading, attempt))
    return different


def _asked(good: Sequence[Tried], own: bytes) -> Attempt:
    """Return the refusal of a message that can be meant in two ways, with the lines in which they differ."""
    (one, attempt), (other, second) = good
    submission = attempt.submission
    rows, others = _only_in(one, other), _only_in(other, one)
    lines = (*(row.text for row in rows), *([""] if rows and others else []), *(row.text for row in others))
    fault = Fault("two-readings", Mark(next((row.number for row in (*others, *rows)), 1)), lines=lines)
    players = submission.players if submission.players == second.submission.players else []
    refused = Submission(submission.source, players=players, kinds=submission.kinds, faults=[fault])
    return Attempt(refused, own, None, own)


def _which_file(files: Sequence[Sequence[Row]], first: Attempt) -> Attempt:
    """Return the refusal of two files of one player in one message, with the lines of both."""
    one, other = (_texts(rows)[:_LINES] for rows in files)
    return _refused(first, Fault("two-readings", Mark(files[1][0].number), lines=(*one, "", *other)))


def _which_line(desk: Desk, lines: Sequence[tuple[Row, str]], first: Attempt) -> Attempt:
    """Return the refusal of two lines of orders in one message: of two players, or of one who says two things."""
    (one, player), *others = lines
    other, second = next(((row, name) for row, name in others if name != player), others[-1])
    if player == second:
        return _which_file(([one], [other]), first)
    first.submission.players = []
    word = desk.context.vocabulary.word("envelope", "players", desk.context.language)
    values: dict[str, Filling] = {"first": player, "line": one.number, "second": second, "players": word}
    return _refused(first, Fault("two-senders", Mark(other.number), values=values))


def _texts(rows: Sequence[Row]) -> list[str]:
    return [row.text for row in rows]


def _only_in(one: Reading, other: Reading) -> list[Row]:
    """Return the lines of a reading that the other has not."""
    rows = {row.text.strip() for row in other.rows}
    return [row for row in one.rows if row.text.strip() and row.text.strip() not in rows][:_LINES]


_LINES = 8
"""Lines shown of each of two readings."""


def _is_understood(reading: Reading) -> bool:
    """Tell whether a reading understood all words of a sentence: what is wrong with it is then told as of a file.

    So a sentence tells nothing that a file would not tell.
    """
    return any(phrase.key in ("read.short", "read.words") for phrase in reading.said)


def _refused(first: Attempt, fault: Fault) -> Attempt:
    first.submission.faults = [fault]
    return first


def _best(first: Attempt, tried: Sequence[Tried], text: str) -> Attempt:
    """Return the reading that is least wrong: one that can be read rather than none, then the one of fewest faults.

    Of as many, the one whose orders are good, where what stands around them is asked about.
    """
    tried = [(reading, attempt) for reading, attempt in tried if _tells(reading, attempt, first)]
    ranked = [_wrongness(attempt, _faults(reading, attempt)) for reading, attempt in tried]
    before = _wrongness(first, first.submission.faults)
    if not ranked or min(ranked) > before:
        return first
    reading, attempt = tried[ranked.index(min(ranked))]
    if min(ranked) == before and not any(phrase.key in _UNDERSTOOD for phrase in reading.said):
        return first
    placed = [_placed(fault, reading, text) for fault in attempt.submission.faults]  # the others stand in the message
    attempt.submission.faults = sorted([*reading.faults, *placed], key=lambda fault: fault.mark)
    return attempt


def _wrongness(attempt: Attempt, faults: Sequence[Fault]) -> tuple[bool, int, bool]:
    return attempt.document is None, len(faults), bool(attempt.submission.faults)


def _tells(reading: Reading, attempt: Attempt, first: Attempt) -> bool:
    """Tell whether the faults of a reading are those of what its sender meant, and not of how it was read."""
    how = {phrase.key for phrase in reading.said}
    unfilled = [fault.code for fault in attempt.submission.faults] == ["unfilled"]
    below = {fault.code for fault in first.submission.faults} & _NOTHING_BELOW
    return "read.blanks" not in how and (unfilled or bool(below) or not how <= _MOVED)


_UNDERSTOOD = {"read.headed", "read.me", "read.list"}
"""Where a word was missing, a sign of a list too many, or « me » is a name, what else is wrong is what matters."""
_MOVED = {"read.indented", "read.spaces"}
"""Where lines were moved alone, and are wrong even so, their sender meant something else."""
_NOTHING_BELOW = {"empty", "empty-orders", "empty-standing"}
"""Faults of a line whose own lines have lost their indentation."""


def _placed(fault: Fault, reading: Reading, text: str) -> Fault:
    """Return a fault of a reading where it stands in the message."""
    lines = reading.lines
    number = lines[fault.mark.line - 1].number if fault.mark.line <= len(lines) else fault.mark.line
    read = lines[fault.mark.line - 1].text if fault.mark.line <= len(lines) else ""
    values = dict(fault.values)
    if isinstance(line := values.get("line"), int) and 0 < line <= len(lines):
        values["line"] = lines[line - 1].number
    return fault._replace(mark=_found(Mark(number, fault.mark.column), read, text), values=values)


def in_message(mark: Mark, bare: bytes, text: str) -> Mark:
    """Return where a place of what was read of a message stands in its ``text``: on the same line."""
    lines = bare.decode("utf-8", "replace").split("\n")
    return _found(mark, lines[mark.line - 1], text) if mark.line <= len(lines) else mark


def _found(mark: Mark, read: str, text: str) -> Mark:
    """Return the place on a line of a ``text`` that was ``read`` as another one."""
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if mark.line > len(rows) or rows[mark.line - 1] == read:
        return mark
    row, rest = rows[mark.line - 1], read[mark.column - 1 :]
    found = next((row.find(rest[:size]) for size in (20, 8, 3) if rest and rest[:size] in row), None)
    return Mark(mark.line, 1 + (len(row) - len(row.lstrip()) if found is None else found))
