"""A file that could not be read as it stands, read as the message that a player sent.

Each way to read it is judged like a file. If all that are good say the same, it is taken, and the receipt tells how it
was read. If they say different things, the player is asked; if none is good, he is told the faults of the likeliest,
and, where he wrote in sentences, what was recognised in them, as a file to send.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from pathlib import Path

from adjudicator.campaign.stages import Progress
from adjudicator.core.conditions import THEN
from adjudicator.core.faults import Fault, Filling, Listed, Mark, Phrase
from adjudicator.core.standing_orders import IF
from adjudicator.core.words import Names, Vocabulary, fold
from adjudicator.orders.attempt import Attempt, JudgingContext
from adjudicator.orders.keys import order_schema
from adjudicator.orders.order_file import later_phase, lines_told, senders, text_of, whole_number
from adjudicator.orders.submission import Submission, add_read, says
from adjudicator.reading import unquote
from adjudicator.reading.line_matcher import Sheet
from adjudicator.reading.lines import BLANK, BULLET, PAIR, Reading, Row, indents, struck
from adjudicator.reading.message import MOST, Message
from adjudicator.reading.normalise import quoted_names
from adjudicator.reading.proposal import MessageContext, Proposal
from adjudicator.reading.schemas import Schema
from adjudicator.reading.unquote import has_struck, unpaged, unsmiled, unstressed, untabled
from adjudicator.store.disk import read_file
from adjudicator.store.layout import REPORTS

Tried = tuple[Reading, Attempt]


def reread(desk: JudgingContext, data: bytes, first: Attempt) -> Attempt:
    """Return what becomes of a file by all the ways to read its ``data``; ``first`` where no other is better."""
    text, cut = _own_words(desk, data)
    if len(text) > MOST:
        return first
    message = Message(text, _schema(desk, text.encode()), desk.context)
    return _read(desk, message, first, cut) if message.has_orders else _without_orders(desk, message, first)


def may_order(desk: JudgingContext, data: bytes) -> bool:
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


def _own_words(desk: JudgingContext, data: bytes) -> tuple[str, list[Phrase]]:
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


def _without_orders(desk: JudgingContext, message: Message, first: Attempt) -> Attempt:
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


def _known(desk: JudgingContext) -> MessageContext:
    campaign, stage = desk.progress.campaign, desk.stage
    ahead = campaign.game.orders.later_phase(stage.phase) is not None
    owed, unasked = _owed(desk.progress)
    turn, keyed, player = stage.turn or None, campaign.demands_key, desk.context.sender
    return MessageContext(turn, player, keyed=keyed, owed=owed, ahead=ahead, camps=campaign.camps, unasked=unasked)


def _owed(progress: Progress) -> tuple[tuple[str, ...], list[str]]:
    """Return the orders that are owed, and who may order nothing now.

    Nothing, and nobody, but where all who owe any owe the same: then everybody may know it.
    """
    campaign = progress.campaign
    choices = {player: progress.choices(player) for player in campaign.players}
    owed = {tuple(choice.order for choice in each if choice.example is None) for each in choices.values()} - {()}
    return (owed.pop(), [player for player, each in choices.items() if not each]) if len(owed) == 1 else ((), [])


def _read(desk: JudgingContext, message: Message, first: Attempt, cut: Sequence[Phrase]) -> Attempt:
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


def _sentence_answered(desk: JudgingContext, message: Message, first: Attempt, understood: bool) -> Attempt | None:
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


def _keeps_all(desk: JudgingContext, message: Message, attempt: Attempt) -> bool:
    return keeps_clauses(message.own, attempt.submission, desk.context.vocabulary)


def look_around(desk: JudgingContext, data: bytes, first: Attempt) -> Attempt:
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


def _schema(desk: JudgingContext, data: bytes) -> Schema:
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


def _which_line(desk: JudgingContext, lines: Sequence[tuple[Row, str]], first: Attempt) -> Attempt:
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


# Orders said in words, handed back to their sender as a file to send: with what was not understood, or is refused.


def handed_back(desk: JudgingContext, first: Attempt, said: Proposal, mark: Mark) -> Attempt:
    """Return the refusal of a sentence, with a file to send; it is its sender's, where it says whose it is."""
    said, gone = _without_gone(desk, said)
    objections = [other._replace(mark=mark) for other in (*gone, *_objections(desk, said))]
    fault = _told(said, desk.stage.said, bool(objections))._replace(mark=mark)
    players = [said.player] if said.player else []
    refused = Submission(first.submission.source, players=players, faults=[fault, *objections])
    if said.other_turn is not None:
        values: dict[str, Filling] = {"stage": desk.stage.said}
        refused.faults.append(Fault("wrong-turn", mark, str(said.other_turn), values=values))
    return first._replace(submission=refused)


def _without_gone(desk: JudgingContext, said: Proposal) -> tuple[Proposal, list[Fault]]:
    """Return what a sentence seems to order without the names in it of those who play no more, and a fault for each."""
    seats = desk.progress.campaign.seats
    if not seats.gone:
        return said, []
    names = Names([*seats.gone])
    found = [(part, names.within(part)) for part in said.rest]
    faults = [
        fault for name in dict.fromkeys(chain(*(those for _, those in found))) if (fault := seats.gone_fault(name))
    ]
    return said._replace(rest=[part for part, those in found if not those]), faults


def _objections(desk: JudgingContext, said: Proposal) -> list[Fault]:
    """Return why what was recognised in a sentence would be refused; of what has blanks, whatever stands in them."""
    blank = any(BLANK in line for line in said.lines)
    if said.empty or (blank and said.player is None):
        return []
    faults = desk.attempt("\n".join(said.lines).encode()).submission.faults
    if not blank:
        return faults
    words = {line.partition(":")[0].strip() for line in said.lines}
    return [fault for fault in faults if fault.values.get("word") in words and fault.code not in _OF_BLANKS]


_OF_BLANKS = ("not-understood", "unknown-player", "unknown-word")
"""Faults of what is still to be written."""


def _told(said: Proposal, stage: Phrase, refused: bool) -> Fault:
    """Return the fault of a sentence, with what was recognised in it as a file to send, or to put right."""
    if said.thanks:
        return Fault("thanks")
    if said.unasked:
        return Fault("unasked", values={"stage": stage})
    choices = _choices(said)
    if said.empty:
        nothing = Phrase("prose.nothing", {"line": said.nothing}) if said.nothing else ""
        return Fault("no-orders", lines=said.lines, values={"choices": choices, "nothing": nothing})
    if not said.sure and not refused:
        return Fault("prose-unsure", lines=said.lines, values={"choices": choices})
    fill = Phrase("prose.fill") if any(BLANK in line for line in said.lines) else ""
    values: dict[str, Filling] = {"fill": fill, "choices": choices}
    if not said.rest:
        return Fault("prose-refused" if refused else "prose", lines=said.lines, values=values)
    values["rest"] = Listed(tuple(map(_quoted, _few(said.rest))))
    return Fault("prose-rest-refused" if refused else "prose-rest", lines=said.lines, values=values)


def _choices(said: Proposal) -> Filling:
    """Return what may stand in the blanks, behind a sentence; empty where that is no choice among a few words."""
    each = [
        Phrase("prose.choice", {"word": word, "some": Listed(tuple(some)), "other": other})
        for word, (*some, other) in said.choices
    ]
    return Phrase("prose.choices", {"list": Listed(tuple(each))}) if each else ""


def _few(texts: Sequence[str]) -> list[str]:
    """Return the first of some texts, as many as fit into a message."""
    few: list[str] = []
    for text in texts:
        if len("".join(few)) + len(text) > _FEW:
            return [*few, BLANK]
        few.append(text)
    return few


_FEW = 36
"""Characters of a sentence that was not understood which are shown."""


def _quoted(text: str) -> Phrase:
    return Phrase("read.line", {"line": text.strip()})


# Orders with conditions in a message that is not read as it stands: no reading may lose a condition.
#
# A line that goes astray would else make of « vote no, if … » a plain « vote no ».


_MARKS = r"[\s{,\[>*_\"'«“-]"


def keeps_clauses(text: str, submission: Submission, words: Vocabulary) -> bool:
    """Tell whether of a message all is in a ``submission`` that is written as orders with a condition, or none is."""
    if not _written(IF, text, words):
        return True
    kept = sum(len(standing.get(IF, ())) for standing in submission.standing.values())
    return 0 < kept == _written(THEN, text, words) + _arrows(text, words)


def _arrows(text: str, words: Vocabulary) -> int:
    """Return how many items of a list have an arrow in place of « then »."""
    items = [line for line in text.splitlines() if _ITEM.match(line)]
    return sum(bool(_ARROW.search(line)) and not _written(THEN, line, words) for line in items)


_ITEM = re.compile(r"\s*(?:[-–—*•·]|\d{1,2}[.)])\s*\S")
_ARROW = re.compile(r"=>|->|→|⇒")


def _written(word: str, text: str, words: Vocabulary) -> int:
    """Return how many times a word of clauses stands in a text as one that something belongs to, but in remarks."""
    forms = "|".join(map(re.escape, [word, *words.forms("clauses", word)]))
    sign = re.compile(rf"(?:^|{_MARKS})(?:{forms})[\s\"'»”*_]*(?::|=|->|→)", re.IGNORECASE)
    return sum(len(sign.findall(line)) for line in text.splitlines() if not line.lstrip().startswith("#"))


# What of a message is its sender's report, pasted with the form at its end: none of it is his own words.


_MOST = 64 * 1024
"""Characters of a message that is looked at so: no report is longer."""
_TAG = re.compile(r"<[^<>\n]{0,300}>|\[/?[a-z*][^\[\]\n]{0,200}\]", re.IGNORECASE)
_FENCE = re.compile(r"[^\W_]|`")
"""What a line has that parts a block of code from the rest."""
_WORD = re.compile(r"[^\W_]+")
_FEW_LINES = 6
"""Lines that are no report with its form."""
_LONG = 40
"""Characters of a line that nobody writes by chance as a report does."""
_LEAD = 8
"""Lines at most of what a letter says above the report that it brings: long ones may have been broken."""
_SEAL = re.compile(r"[0-9a-f]{64}")


def without_report(text: str, progress: Progress, players: Sequence[str]) -> str:
    """Return a message with empty lines in place of what is copied from the last report that its sender has.

    That is the public one, and his own where one player alone says that the message is his: nothing hangs on what
    others read. A line is copied where the one before or behind it is too, or where it is long.
    """
    if text.count("\n") < _FEW_LINES or len(text) > _MOST:
        return text
    lines = _without_lead(text.split("\n"), progress)
    bare = [_bare(line) for line in lines]
    reports = [_report(path, progress, players) for path in _reports(progress, players)]
    copied = {number for number in _copied(bare, reports) if bare[number] or not _FENCE.search(lines[number])}
    return "\n".join("" if number in copied else line for number, line in enumerate(lines))


def _without_lead(lines: Sequence[str], progress: Progress) -> list[str]:
    """Return lines with empty ones in place of what the letter says above a report: from the stage awaited to the seal.

    What it says between is another thing from day to day, and is not looked up: the same file is always read alike.
    """
    if progress.stage is None:
        return list(lines)
    begins = _bare(progress.campaign.voice().say("letter.now", stage=progress.stage.said))
    for start, line in enumerate(lines):
        if _bare(line) == begins:
            below = range(start + 1, min(start + _LEAD, len(lines)))
            end = next((number for number in below if _SEAL.search(lines[number])), None)
            if end is not None:
                return [*lines[:start], *[""] * (end + 1 - start), *lines[end + 1 :]]
    return list(lines)


def _copied(bare: Sequence[str], reports: Sequence[Sequence[str]]) -> Iterator[int]:
    """Return which lines stand in a report; those without a word beside them too, as rules and boards have."""
    known = {line for report in reports for line in report if len(line) >= _LONG}
    pairs = {pair for report in reports for pair in pairwise(report)}
    worded = [number for number, line in enumerate(bare) if line]
    copied = {number for number in worded if bare[number] in known}
    for one, other in pairwise(worded):
        if (bare[one], bare[other]) in pairs:
            copied |= {one, other}
    for one, other in pairwise([-1, *worded, len(bare)]):
        yield from range(one + 1, other) if {one, other} & copied else ()
    yield from copied


def _reports(progress: Progress, players: Sequence[str]) -> Iterator[Path]:
    """Return the files of the last report, in every format, as they are handed on."""
    if not progress.folders:
        return
    folder = progress.folders[-1] / REPORTS
    names = [f"player-{progress.campaign.players.index(player) + 1:02d}-*" for player in players[:1]]
    for name in ("public.*", *names):
        yield from (path for path in sorted(folder.glob(name)) if path.is_file())


def _report(path: Path, progress: Progress, players: Sequence[str]) -> list[str]:
    """Return the lines of a report that say something, but for those of the form at its end."""
    word = progress.campaign.voice().word("envelope", "player")
    begins = [_bare(f"{word} {player}") for player in players]
    lines = [line for line in map(_bare, read_file(path).decode("utf-8", "replace").split("\n")) if line]
    end = next((number for number, line in enumerate(lines) if line in begins), len(lines))
    return lines[:end]


def _bare(line: str) -> str:
    """Return the words of a line without its tags."""
    words = _TAG.sub(" ", line) if "<" in line or "[" in line else line
    return " ".join(fold(word) for word in _WORD.findall(html.unescape(words)))


# Answers as they are typed into a form: below the question, in a quoted form, as a tick; written behind their word.


_TICKS, _EMPTY = "☑☒✅✔✓", "☐◻□"
_TICKED = rf"[\[(]\s?[xX{_TICKS}]\s?[\])]|[{_TICKS}]\uFE0F?"
_BOX = re.compile(rf"\s*(?P<box>(?P<ticked>{_TICKED})|[\[(]\s?[\])]|[{_EMPTY}])\s*(?P<text>[^\[({_TICKS}{_EMPTY}]*)")
_CHOICES = re.compile(r"(?P<key>[^:()]{1,40}?)\s*\([^()]{1,60}\)\s*")
_MARK = re.compile(r"[ \t]*(?:>[ \t]?)+")


def answered(sheet: Sheet, text: str) -> str:
    """Return a message with each answer behind the word of its question, all else as it is, line for line.

    An answer below a question that is quoted makes this, and whose the quoted form is and for when, the sender's own.
    """
    before = unquote.evened(text).split("\n")
    lines = [*before]
    answers = [at for at in range(len(lines)) if _put_behind(sheet, lines, at)]
    if not answers:
        return text
    for answer in answers:
        at = answer - 1 if unquote.is_marked(before[answer]) else -1
        while at >= 0 and (not before[at].strip() or unquote.is_marked(before[at])):
            own = _MARK.sub("", before[at])
            if sheet.word_of(Row(at, own)) in ("player", "turn", "key", "orders"):
                lines[at] = own
            at -= 1
    return "\n".join(lines)


def _put_behind(sheet: Sheet, lines: list[str], at: int) -> bool:
    """Put the answer to the question on a line, if it is one, behind its word; tell whether there is one."""
    marked = unquote.is_marked(lines[at])
    own = _MARK.sub("", lines[at]) if marked else lines[at]
    bullet = BULLET.match(own)
    pair = PAIR.match((bullet["rest"] if bullet else own).strip())
    chosen = _CHOICES.fullmatch(pair["key"]) if pair else None
    key = chosen["key"] if chosen else pair["key"] if pair else ""
    order = sheet.ear.place.meaning(key.strip(), sheet.context) if sheet.list_place is None else None
    if pair is None or order is None or order not in sheet.ear.lexicon.kinds:
        return False
    value = pair["value"].partition("#")[0]
    value, below = value.strip(), [] if marked and value.strip() else _below(lines, at, marked)
    if not value and below:
        ticked = [number for number in below if _BOX.match(lines[number].strip())]
        value = " ".join(lines[number].strip() for number in (ticked or below[:1]))
        below = ticked or below[:1]
    else:
        below = []
    said = _ticked(sheet, order, value)
    said = value if said is None and (below or (chosen and not marked)) else said
    if said is None or not said or sheet.ear.lexicon.value(order, said) is None:
        return False
    indent = own[: len(own) - len(own.lstrip())]
    lines[at] = f"{indent}{key.strip()}: {said}"
    for number in below:
        lines[number] = ""
    return True


def _below(lines: list[str], at: int, marked: bool) -> list[int]:
    """Return the lines below a question that may answer it: the next that stands there, and those that go on with it.

    Below a question that is quoted it is none that is.
    """
    found: list[int] = []
    for number in range(at + 1, len(lines)):
        text = lines[number].strip()
        if unquote.is_marked(lines[number]) or PAIR.match(text):
            break
        if text and not text.startswith("#"):
            found.append(number)
        elif found or (not text and not marked):
            break
    return found


def _ticked(sheet: Sheet, order: str, value: str) -> str | None:
    """Return what is ticked: a word of several, or yes where nothing stands beside the tick; None for anything else."""
    bare = re.sub(rf"\s*(?:{_TICKED})\s*$", "", value)
    if bare and bare != value and not _BOX.search(bare):
        return bare
    boxes = list(_BOX.finditer(value))
    if not boxes or "".join(box[0] for box in boxes).strip() != value:
        return None
    ticked = [box["text"].strip(" ,;/") for box in boxes if box["ticked"]]
    if len(ticked) != 1:
        return None
    yes = sheet.context.vocabulary.word("booleans", "true", sheet.context.language)
    return ticked[0] or (yes if len(boxes) == 1 and sheet.ear.lexicon.value(order, yes) is not None else None)
