"""The reading of a player's message that is not a valid order file as written.

Each possible reading is judged like a file. If all valid readings say the same, the file is accepted, and the receipt
tells how it was read. If they differ, the player is asked. If none is valid, he is told the faults of the likeliest one
and, if he wrote in sentences, what was recognised in them, as a file to send.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from pathlib import Path

from adjudicator.campaign.stages import Progress
from adjudicator.core.conditions import THEN
from adjudicator.core.faults import Fault, Listed, Mark, Phrase, PhraseArgument
from adjudicator.core.standing_orders import IF
from adjudicator.core.words import Names, Vocabulary, fold
from adjudicator.orders.attempt import Attempt, JudgingContext
from adjudicator.orders.keys import order_schema
from adjudicator.orders.submission import (
    Submission,
    add_read,
    later_phase,
    lines_told,
    says,
    senders,
    whole_number,
)
from adjudicator.reading import unquote
from adjudicator.reading.html_tree import unescaped
from adjudicator.reading.line_matcher import LineMatcher
from adjudicator.reading.lines import BLANK, BULLET, PAIR, Reading, Row, indents, struck
from adjudicator.reading.message import MOST, Message
from adjudicator.reading.proposal import MessageContext, Proposal
from adjudicator.reading.schemas import Schema
from adjudicator.reading.strict_yaml import quoted_names
from adjudicator.reading.unquote import has_struck, text_of, unpaged, unsmiled, unstressed, untabled
from adjudicator.store.disk import read_file
from adjudicator.store.layout import REPORTS

Tried = tuple[Reading, Attempt]


def reread(judging: JudgingContext, data: bytes, first: Attempt) -> Attempt:
    """Return the best result among all ways to read ``data``; ``first`` is the result of reading it as written."""
    faults = first.submission.faults
    if faults and data.lstrip().startswith(b"{") and first.document and isinstance(first.document.root, dict):
        return first  # all of it stands in braces, so no sentence is in it
    message, cut = _message(judging, data)
    if len(message.text) > MOST:
        return first
    if not faults:
        return _look_around(message, first, cut)
    return _read(judging, message, first, cut) if message.has_orders else _without_orders(judging, message, first)


def may_order(judging: JudgingContext, data: bytes) -> bool:
    """Return whether a message contains an order, valid or not, or something like one, or takes orders back."""
    message, _ = _message(judging, data)
    if len(message.text) > MOST:
        return True
    message = replace(message, text=_DATES.sub(" ", message.text))
    said = message.proposed(_known(judging))
    return message.has_orders or message.seems_a_file or message.revises or not said.empty or bool(message.clause(said))


_DAY = r"(?:(?:1[3-9]|2\d|3[01])/(?:0?[1-9]|1[0-2])|0[1-9]/(?:0[1-9]|1[0-2]))"
_DATES = re.compile(
    rf"(?<![\d/])(?:\d{{1,4}}([/.-])\d{{1,2}}\1\d{{1,4}}|\d{{1,2}}/\d{{1,2}}\s+\S{{1,9}}\s+\d{{1,2}}/\d{{1,2}}|{_DAY})(?![\d/])"
)
"""Days of the calendar, which could be taken for cells: « 20/11/2026 », « 2/11 - 5/11 », « 30/11 »."""


def _message(judging: JudgingContext, data: bytes) -> tuple[Message, list[Phrase]]:
    """Return a message without formatting and copied reports, and what the receipt says of these changes."""
    campaign, context = judging.progress.campaign, judging.context
    names = (*context.players.names, *context.players.others) if context.players else ()
    text = unstressed(text_of(data), (*names, *campaign.camps))
    sheet = LineMatcher(judging.schema, context)
    named = senders(lines_told(_encoded(unpaged(text)), context), campaign, context)
    his = [context.sender] if context.sender else [*named]
    typed = answered(sheet, text)
    own = without_report(typed, judging.progress, his if len(his) == 1 and {*his} <= {*campaign.players} else [])
    listed = untabled(own, lambda word: sheet.is_known(Row(0, f"{word}: …")))
    said = {"read.list": listed != own, "read.report": own != typed, "read.answer": typed != text}
    plain = quoted_names(_encoded(unsmiled(unpaged(listed))), context.players)
    message = Message(plain.decode("utf-8", "surrogatepass"), _schema(judging, plain), context)
    return message, [Phrase(key) for key, done in said.items() if done]


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _without_orders(judging: JudgingContext, message: Message, first: Attempt) -> Attempt:
    """Return the refusal of a message without a line from an order file."""
    if message.quotes_orders:
        return _refused(first, Fault("only-quoted"))
    if message.is_a_file:
        return first
    said = message.proposed(_known(judging))
    if clause := message.clause(said):
        return _refused(first, clause)
    words = first.document is not None or [fault.code for fault in first.submission.faults] == ["not-a-map"]
    words = words or (not message.own.strip() and message.text.strip() != "") or has_struck(message.text)
    return handed_back(judging, first, said, Mark(1)) if words or not said.empty else first


def _known(judging: JudgingContext) -> MessageContext:
    campaign, stage = judging.progress.campaign, judging.stage
    ahead = campaign.game.orders.later_phase(stage.phase, judging.progress.phase.mode) is not None
    choices = {player: judging.progress.choices(player) for player in campaign.players}
    owing = {tuple(choice.order for choice in each if choice.example is None) for each in choices.values()} - {()}
    owed: tuple[str, ...] = ()
    unasked: list[str] = []
    # Only if all who owe any orders owe the same ones may everybody know these, and who may order nothing now.
    if len(owing) == 1 or not any(choices.values()):
        owed = owing.pop() if owing else ()
        unasked = [player for player, each in choices.items() if not each]
    turn, keyed, player = stage.turn or None, campaign.demands_key, judging.context.sender
    return MessageContext(turn, player, keyed=keyed, owed=owed, ahead=ahead, camps=campaign.camps, unasked=unasked)


def _read(judging: JudgingContext, message: Message, first: Attempt, cut: Sequence[Phrase]) -> Attempt:
    """Return the best result among all ways to read a message that contains orders."""
    others = [reading for reading in _readings(message) if reading.faults or not _is_as_it_stands(reading, first)]
    others = [replace(reading, said=(*reading.said, *cut)) for reading in others]
    tried = [(reading, judging.attempt(reading.data)) for reading in others]
    tried = [
        (reading, attempt)
        for reading, attempt in tried
        if not attempt.submission.accepted or keeps_clauses(message.own, attempt.submission, judging.context.vocabulary)
    ]
    own = message.own.encode()
    in_blocks = [one for one in tried if one[1].submission.accepted and Phrase("read.block") in one[0].said]
    blocks = _different(in_blocks)
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
        return _which_line(judging, lines, first)._replace(data=own)
    files = message.files()
    if len(files) == 2 and _texts(files[0]) != _texts(files[1]):
        return _which_file(files, first)._replace(data=own)
    answered = _sentence_answered(judging, message, first, any(map(_is_understood, others)))
    return _best(first, tried, message.text)._replace(data=own) if answered is None else answered


def _sentence_answered(judging: JudgingContext, message: Message, first: Attempt, understood: bool) -> Attempt | None:
    """Return the refusal of a message with a sentence in place of orders, with a file to send, or None.

    ``understood`` says whether some reading understood every word of the sentence.
    """
    known = _known(judging)
    sentence = message.sentence(known)
    if sentence is None or (understood and not (known.owed and sentence[1].empty)):
        return None  # a fully understood sentence gets the faults of a file, unless it answers nothing that is owed
    if any(fault.code == "clauses-in-words" for fault in first.submission.faults):
        return None  # the message holds conditional orders, which have their own fault
    row, said = sentence
    if said.empty and first.document is not None and not message.one_liners():
        return None
    if clause := message.clause(said):
        return _refused(first, clause._replace(mark=Mark(row.number)))._replace(data=message.own.encode())
    return handed_back(judging, first, said, Mark(row.number))


def _look_around(message: Message, first: Attempt, cut: Sequence[Phrase]) -> Attempt:
    """Return the result for valid orders in a block of code, given the text that stands around the block.

    The receipt tells what was left out. If that text may change the orders, the player is asked.
    """
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
    """Yield the readings of a message, each also without the lines that a form left blank, if it has any."""
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


def _schema(judging: JudgingContext, data: bytes) -> Schema:
    """Return the schema to read a file by: that of the single turn in its lines, else that of the stage awaited."""
    turns = {whole_number(line.value) for line in lines_told(data, judging.context) if line.word == "turn"}
    turn = turns.pop() if len(turns) == 1 else None
    return order_schema(judging.progress, later_phase(turn, judging.progress, judging.stage))


def _faults(reading: Reading, attempt: Attempt) -> list[Fault]:
    return sorted([*reading.faults, *attempt.submission.faults], key=lambda fault: fault.mark)


def _different(good: Sequence[Tried]) -> list[Tried]:
    """Return one of each group of readings that say the same."""
    different: list[Tried] = []
    for reading, attempt in good:
        if all(says(attempt.submission) != says(other.submission) for _, other in different):
            different.append((reading, attempt))
    return different


def _asked(good: Sequence[Tried], own: bytes) -> Attempt:
    """Return the refusal of a message with two meanings, with the lines in which they differ."""
    (one, attempt), (other, second) = good
    submission = attempt.submission
    rows, others = _only_in(one, other), _only_in(other, one)
    lines = (*(row.text for row in rows), *([""] if rows and others else []), *(row.text for row in others))
    fault = Fault("two-readings", Mark(next((row.number for row in (*others, *rows)), 1)), lines=lines)
    players = submission.players if submission.players == second.submission.players else []
    refused = Submission(submission.source, players=players, kinds=submission.kinds, faults=[fault])
    return Attempt(refused, own, None, own)


def _which_file(files: Sequence[Sequence[Row]], first: Attempt) -> Attempt:
    """Return the refusal of a message with two files of one player, with the lines of both."""
    one, other = (_texts(rows)[:_LINES] for rows in files)
    return _refused(first, Fault("two-readings", Mark(files[1][0].number), lines=(*one, "", *other)))


def _which_line(judging: JudgingContext, lines: Sequence[tuple[Row, str]], first: Attempt) -> Attempt:
    """Return the refusal of two one-line files in a message: of two players, or of one who says two things."""
    (one, player), *others = lines
    other, second = next(((row, name) for row, name in others if name != player), others[-1])
    if player == second:
        return _which_file(([one], [other]), first)
    first.submission.players = []
    word = judging.context.word("envelope", "players")
    values: dict[str, PhraseArgument] = {"first": player, "line": one.number, "second": second, "players": word}
    return _refused(first, Fault("two-senders", Mark(other.number), values=values))


def _texts(rows: Sequence[Row]) -> list[str]:
    return [row.text for row in rows]


def _only_in(one: Reading, other: Reading) -> list[Row]:
    """Return the lines of a reading that the other one lacks."""
    rows = {row.text.strip() for row in other.rows}
    return [row for row in one.rows if row.text.strip() and row.text.strip() not in rows][:_LINES]


_LINES = 8
"""How many lines of each reading are shown."""


def _is_understood(reading: Reading) -> bool:
    """Return whether a reading understood all words of a sentence.

    If so, its faults are told as those of a file, so that a sentence reveals no more than a file would.
    """
    return any(phrase.key in ("read.short", "read.words") for phrase in reading.said)


def _refused(first: Attempt, fault: Fault) -> Attempt:
    first.submission.faults = [fault]
    return first


def _best(first: Attempt, tried: Sequence[Tried], text: str) -> Attempt:
    """Return the attempt that is least wrong: parsed rather than not, then with the fewest faults.

    Among equals, prefer one with valid orders where only the text around them is in question.
    """
    tried = [(reading, attempt) for reading, attempt in tried if _tells(reading, attempt, first)]
    ranked = [_wrongness(attempt, _faults(reading, attempt)) for reading, attempt in tried]
    before = _wrongness(first, first.submission.faults)
    if not ranked or min(ranked) > before:
        return first
    reading, attempt = tried[ranked.index(min(ranked))]
    telling = _UNDERSTOOD if first.document is not None else {*_UNDERSTOOD, "read.block"}
    if min(ranked) == before and not any(phrase.key in telling for phrase in reading.said):
        return first
    # The reading's own faults already have their places in the message.
    placed = [_placed(fault, reading, text) for fault in attempt.submission.faults]
    attempt.submission.faults = sorted([*reading.faults, *placed], key=lambda fault: fault.mark)
    return attempt


def _wrongness(attempt: Attempt, faults: Sequence[Fault]) -> tuple[bool, int, bool]:
    return attempt.document is None, len(faults), bool(attempt.submission.faults)


def _tells(reading: Reading, attempt: Attempt, first: Attempt) -> bool:
    """Return whether the faults of a reading come from what the sender meant, not from how it was read."""
    how = {phrase.key for phrase in reading.said}
    unfilled = [fault.code for fault in attempt.submission.faults] == ["unfilled"]
    below = {fault.code for fault in first.submission.faults} & _NOTHING_BELOW
    return "read.blanks" not in how and (unfilled or bool(below) or not how <= _MOVED)


_UNDERSTOOD = {"read.headed", "read.me", "read.list"}
"""Changes after which the remaining faults are the relevant ones: a missing word, a list sign, « me » as a name."""
_MOVED = {"read.indented", "read.spaces"}
"""Changes of mere layout: if a reading with only these still has faults, the sender meant something else."""
_NOTHING_BELOW = {"empty", "empty-orders", "empty-standing"}
"""Faults of a line whose own lines have probably lost their indentation."""


def _placed(fault: Fault, reading: Reading, text: str) -> Fault:
    """Return a fault of a reading with its place in the message."""
    lines = reading.lines
    number = lines[fault.mark.line - 1].number if fault.mark.line <= len(lines) else fault.mark.line
    read = lines[fault.mark.line - 1].text if fault.mark.line <= len(lines) else ""
    values = dict(fault.values)
    if isinstance(line := values.get("line"), int) and 0 < line <= len(lines):
        values["line"] = lines[line - 1].number
    return fault._replace(mark=_found(Mark(number, fault.mark.column), read, text), values=values)


def in_message(mark: Mark, bare: bytes, text: str) -> Mark:
    """Return the place in the message ``text`` of a place in what was read: on the same line."""
    lines = bare.decode("utf-8", "replace").split("\n")
    return _found(mark, lines[mark.line - 1], text) if mark.line <= len(lines) else mark


def _found(mark: Mark, read: str, text: str) -> Mark:
    """Return the place on a line of ``text`` of a place on that line as it was ``read``."""
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if mark.line > len(rows) or rows[mark.line - 1] == read:
        return mark
    row, rest = rows[mark.line - 1], read[mark.column - 1 :]
    found = next((row.find(rest[:size]) for size in (20, 8, 3) if rest and rest[:size] in row), None)
    return Mark(mark.line, 1 + (len(row) - len(row.lstrip()) if found is None else found))


# Orders written as sentences: the sender gets them back as a file to send, with what is not understood or is refused.


def handed_back(judging: JudgingContext, first: Attempt, said: Proposal, mark: Mark) -> Attempt:
    """Return the refusal of a sentence, with a file to send; it counts as a player's if the sentence names him."""
    said, gone = _without_gone(judging, said)
    objections = [other._replace(mark=mark) for other in (*gone, *_objections(judging, said))]
    fault = _told(said, judging.stage.said, bool(objections))._replace(mark=mark)
    players = [said.player] if said.player else []
    refused = Submission(first.submission.source, players=players, faults=[fault, *objections])
    if said.other_turn is not None:
        values: dict[str, PhraseArgument] = {"stage": judging.stage.said}
        refused.faults.append(Fault("wrong-turn", mark, str(said.other_turn), values=values))
    return first._replace(submission=refused)


def _without_gone(judging: JudgingContext, said: Proposal) -> tuple[Proposal, list[Fault]]:
    """Return the proposal without the parts that name people who no longer play, and a fault for each of them."""
    seats = judging.progress.campaign.seats
    if not seats.gone:
        return said, []
    names = Names([*seats.gone])
    found = [(part, names.within(part)) for part in said.rest]
    faults = [
        fault for name in dict.fromkeys(chain(*(those for _, those in found))) if (fault := seats.gone_fault(name))
    ]
    return said._replace(rest=[part for part, those in found if not those]), faults


def _objections(judging: JudgingContext, said: Proposal) -> list[Fault]:
    """Return why the orders recognised in a sentence would be refused, whatever is filled into their blanks."""
    blank = any(BLANK in line for line in said.lines)
    if said.empty or (blank and said.player is None):
        return []
    faults = judging.attempt("\n".join(said.lines).encode()).submission.faults
    if not blank:
        return faults
    words = {line.partition(":")[0].strip() for line in said.lines}
    return [fault for fault in faults if fault.values.get("word") in words and fault.code not in _OF_BLANKS]


_OF_BLANKS = ("not-understood", "unknown-player", "unknown-word")
"""Faults that come from parts that are still to be filled in."""


def _told(said: Proposal, stage: Phrase, refused: bool) -> Fault:
    """Return the fault of a sentence, with what was recognised in it as a file to send or to correct."""
    if said.thanks:
        return Fault("thanks")
    if said.unasked:
        return Fault("unasked", values={"stage": stage})
    choices = _choices(said)
    nothing = Phrase("prose.nothing", {"line": said.nothing}) if said.nothing else ""
    if said.empty:
        return Fault("no-orders", lines=said.lines, values={"choices": choices, "nothing": nothing})
    if not said.sure and not refused:
        idle = any(line.startswith(f"  {BLANK}:") for line in said.lines)  # in doubt, no order has been recognised
        return Fault("prose-unsure", lines=said.lines, values={"choices": choices, "nothing": nothing if idle else ""})
    fill = Phrase("prose.fill") if any(BLANK in line for line in said.lines) else ""
    values: dict[str, PhraseArgument] = {"fill": fill, "choices": choices}
    if not said.rest:
        return Fault("prose-refused" if refused else "prose", lines=said.lines, values=values)
    values["rest"] = Listed(tuple(Phrase("read.line", {"line": part.strip()}) for part in _few(said.rest)))
    return Fault("prose-rest-refused" if refused else "prose-rest", lines=said.lines, values=values)


def _choices(said: Proposal) -> PhraseArgument:
    """Return a sentence with the values that may fill the blanks; empty if no blank has a few fixed ones."""
    each = [
        Phrase("prose.choice", {"word": word, "some": Listed(tuple(some)), "other": other})
        for word, (*some, other) in said.choices
    ]
    return Phrase("prose.choices", {"list": Listed(tuple(each))}) if each else ""


def _few(texts: Sequence[str]) -> list[str]:
    """Return the first of some texts, as many as a message may show, and a blank for the others."""
    few: list[str] = []
    for text in texts:
        if len("".join(few)) + len(text) > _FEW:
            return [*few, BLANK]
        few.append(text)
    return few


_FEW = 36
"""How many characters are shown of the parts that were not understood."""


# Conditional orders: no reading may lose a condition, or « vote no, if … » would become a plain « vote no ».


_MARKS = r"[\s{,\[>*_\"'«“-]"


def keeps_clauses(text: str, submission: Submission, words: Vocabulary) -> bool:
    """Return whether every conditional order written in a message is in the ``submission``; True if it has none."""
    if not _written(IF, text, words):
        return True
    kept = sum(len(standing.get(IF, ())) for standing in submission.standing.values())
    return 0 < kept == _written(THEN, text, words)


def _written(word: str, text: str, words: Vocabulary) -> int:
    """Return how often a word of clauses stands in a text with a colon or arrow behind it, outside remarks."""
    forms = "|".join(map(re.escape, [word, *words.forms("clauses", word)]))
    sign = re.compile(rf"(?:^|{_MARKS})(?:{forms})[\s\"'»”*_]*(?::|=|->|→)", re.IGNORECASE)
    return sum(len(sign.findall(line)) for line in text.splitlines() if not line.lstrip().startswith("#"))


# Parts of a report in a message: a player may paste his report together with the form at its end.


_MOST = 64 * 1024
"""The longest message, in characters, in which reports are looked for; no report is longer."""
_TAG = re.compile(r"<[^<>\n]{0,300}>|\[/?[a-z*][^\[\]\n]{0,200}\]", re.IGNORECASE)
_FENCE = re.compile(r"[^\W_]|`")
"""Matches a line that may delimit a block of code, by a tag or backticks; such a line is kept."""
_WORD = re.compile(r"[^\W_]+")
_FEW_LINES = 6
"""A message with fewer lines cannot contain a report with its form."""
_LONG = 40
"""The length, in characters, from which a line that equals a line of the report must be copied."""
_LEAD = 8
"""How many lines a letter has at most above its report; long ones may have been broken by a mail program."""
_SEAL = re.compile(r"[0-9a-f]{64}")


def without_report(text: str, progress: Progress, players: Sequence[str]) -> str:
    """Return a message with empty lines in place of what is copied from its sender's last report.

    The reports are the public one, and his own if ``players`` holds just him, so that the result never depends on what
    others read. A line counts as copied if a neighbouring line is copied too, or if it is long.
    """
    if text.count("\n") < _FEW_LINES or len(text) > _MOST:
        return text
    lines = _without_lead(text.split("\n"), progress)
    bare = [_bare(line) for line in lines]
    reports = [_report(path, progress, players) for path in _reports(progress, players)]
    copied = {number for number in _copied(bare, reports) if bare[number] or not _FENCE.search(lines[number])}
    return "\n".join("" if number in copied else line for number, line in enumerate(lines))


def _without_lead(lines: Sequence[str], progress: Progress) -> list[str]:
    """Return the lines with empty ones in place of what a letter says above a report.

    That part begins with the stage awaited and ends with the seal of the report. The text between changes from day to
    day, so it is not compared: the same file must always be read alike.
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
    """Yield the numbers of the lines that stand in a report, and of wordless lines (rules, boards) beside them."""
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
    """Yield the files of the last report in every format."""
    if not progress.folders:
        return
    folder = progress.folders[-1] / REPORTS
    names = [f"player-{progress.campaign.players.index(player) + 1:02d}-*" for player in players[:1]]
    for name in ("public.*", *names):
        yield from (path for path in sorted(folder.glob(name)) if path.is_file())


def _report(path: Path, progress: Progress, players: Sequence[str]) -> list[str]:
    """Return the lines of a report that contain words, up to the form at its end."""
    word = progress.campaign.voice().word("envelope", "player")
    begins = [_bare(f"{word} {player}") for player in players]
    lines = [line for line in map(_bare, read_file(path).decode("utf-8", "replace").split("\n")) if line]
    end = next((number for number, line in enumerate(lines) if line in begins), len(lines))
    return lines[:end]


def _bare(line: str) -> str:
    """Return the folded words of a line without its tags."""
    words = _TAG.sub(" ", line) if "<" in line or "[" in line else line
    return " ".join(fold(word) for word in _WORD.findall(unescaped(words)))


# Answers typed below the question, into a quoted form, or as a tick: each is put behind the word of its question.


_TICKS, _EMPTY = "☑☒✅✔✓", "☐◻□"
_TICKED = rf"[\[(]\s?[xX{_TICKS}]\s?[\])]|[{_TICKS}]\uFE0F?"
_BOX = re.compile(rf"\s*(?P<box>(?P<ticked>{_TICKED})|[\[(]\s?[\])]|[{_EMPTY}])\s*(?P<text>[^\[({_TICKS}{_EMPTY}]*)")
_CHOICES = re.compile(r"(?P<key>[^:()]{1,40}?)\s*\([^()]{1,60}\)\s*")
_MARK = re.compile(r"[ \t]*(?:>[ \t]?)+")


def answered(sheet: LineMatcher, text: str) -> str:
    """Return a message with each answer put on the line of its question; all else stays, line for line.

    If an answer stands below a quoted question, the question counts as the sender's own, and so do the quoted lines
    above it with the player, the turn, the key or the word for orders.
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


def _put_behind(sheet: LineMatcher, lines: list[str], at: int) -> bool:
    """Put the answer to the question on line ``at`` behind its word; return whether there was one."""
    marked = unquote.is_marked(lines[at])
    own = _MARK.sub("", lines[at]) if marked else lines[at]
    bullet = BULLET.match(own)
    pair = PAIR.match((bullet["rest"] if bullet else own).strip())
    chosen = _CHOICES.fullmatch(pair["key"]) if pair else None
    key = chosen["key"] if chosen else pair["key"] if pair else ""
    order = sheet.recogniser.place.meaning(key.strip(), sheet.context) if sheet.list_place is None else None
    if pair is None or order is None or order not in sheet.recogniser.lexicon.kinds:
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
    if said is None or not said or sheet.recogniser.lexicon.value(order, said) is None:
        return False
    indent = own[: len(own) - len(own.lstrip())]
    lines[at] = f"{indent}{key.strip()}: {said}"
    for number in below:
        lines[number] = ""
    return True


def _below(lines: list[str], at: int, marked: bool) -> list[int]:
    """Return the lines below a question that may answer it: the next one with text, and those that continue it.

    Quoted lines never answer a question.
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


def _ticked(sheet: LineMatcher, order: str, value: str) -> str | None:
    """Return the word that is ticked, or yes if a single tick has no word beside it; None for anything else."""
    bare = re.sub(rf"\s*(?:{_TICKED})\s*$", "", value)
    if bare and bare != value and not _BOX.search(bare):
        return bare
    boxes = list(_BOX.finditer(value))
    if not boxes or "".join(box[0] for box in boxes).strip() != value:
        return None
    ticked = [box["text"].strip(" ,;/") for box in boxes if box["ticked"]]
    if len(ticked) != 1:
        return None
    yes = sheet.context.word("booleans", "true")
    return ticked[0] or (yes if len(boxes) == 1 and sheet.recogniser.lexicon.value(order, yes) is not None else None)
