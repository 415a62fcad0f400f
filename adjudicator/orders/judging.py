"""The judging of an order file: it is understood and accepted, or refused with all its faults.

Nothing is written here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from adjudicator.campaign.stages import Progress
from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, Mark, Phrase, PhraseArgument
from adjudicator.orders.attempt import Attempt, JudgingContext, of_another
from adjudicator.orders.inbox import NOTHING_BESIDES, PASSED, DroppedFile, MailExtras
from adjudicator.orders.keys import Claim, Claims, claims_in, claims_in_lines, claims_outside, stages_of
from adjudicator.orders.submission import Submission, add_read, also, says, unjudged, whole_number
from adjudicator.reading.lines import rows_of
from adjudicator.reading.schemas import has_schema
from adjudicator.reading.unquote import block_of, decoded, has_several_blocks, text_of, unwrapped
from adjudicator.store.disk import MACHINE_TROUBLES
from adjudicator.store.layout import MOST_COUNTED

if TYPE_CHECKING:
    from adjudicator.reading.line_matcher import LineMatcher


def judge(
    data: bytes,
    source: str,
    progress: Progress,
    language: str | None = None,
    ahead: bool = False,
    whence: DroppedFile = PASSED,
) -> Submission:
    """Judge the bytes of one order file for the stage awaited; never raise for what the file holds.

    A file for a later turn is judged by what can be known of that turn now. Pass ``ahead`` for a file that came for
    this stage before it began; its key was checked when it came, as was the key of an accepted file that is judged
    again. ``whence`` tells how the file came; its bytes are not used. A table needs no key if the MJ handed it in. When
    ``whence.sender`` is known, the file may omit the player, and is refused if it names another. When ``whence.turn``
    is known, it may omit the turn.

    If judging crashes, the file is refused.
    """
    try:
        context = progress.campaign.context(language)._replace(sender=whence.sender, turn=whence.turn or None)
        if progress.stage is None:
            return Submission(source, faults=[Fault("game-over")])
        judging = JudgingContext(source, progress, progress.stage, context, ahead)
        takes_answers = has_schema(progress.campaign.game.id, "answers")
        found = _of_mj(data, judging, whence) if takes_answers and not ahead else None
        if found is not None:
            return found
        found = _judge(data, judging, None if ahead or whence.proved else whence.handed_in)
        if found.faults and not found.players and takes_answers and (unfilled := _unfilled_of_mj(data, judging)):
            return unfilled
        if whence.besides != NOTHING_BESIDES:
            found = _doubted(found, data, judging, whence.besides)
        if whence.way == "mail":  # an empty mail gets its own fault: the sender may have written in another part of it
            found.faults = [
                Fault("empty-mail", fault.mark) if fault.code == "empty-file" else fault for fault in found.faults
            ]
        if progress.closed and not ahead and _is_too_late(found, progress, whence):
            found.refuse([Fault("closed", Mark(1), values={"stage": progress.awaited})])
        found.corrects = found.accepted or not whence.reply or _may_order(found, data, judging)
        return found
    except MACHINE_TROUBLES:
        raise
    except Exception as error:  # one bad file must not stop the handling of others
        return unjudged(source, error)


def _of_mj(data: bytes, judging: JudgingContext, whence: DroppedFile) -> Submission | None:
    """Judge a file of the MJ with answers or corrections; return None for any other file."""
    text = decoded(data).data
    if _ANSWERS.search(text[:_LONG]) is None:
        return None
    from adjudicator.orders.answer_file import judge_as_sent

    bare = _unpasted(text)
    if bare is text and has_several_blocks(text):
        return None
    # Try the text with its tags first, because tags within his own sentences are part of them.
    for written in [text, block_of(text)] if bare is not text else []:
        found = judge_as_sent(written, judging, whence)
        if found is not None and found.accepted:
            return found
    return judge_as_sent(bare, judging, whence)


def _unfilled_of_mj(data: bytes, judging: JudgingContext) -> Submission | None:
    """Refuse a file that has the MJ's key but no answer; return None for any other."""
    from adjudicator.orders.answer_file import judge_unfilled

    return judge_unfilled(decoded(data).data, judging)


_ANSWERS = re.compile(
    rb"(?im)(?:^(?:[ \t]|\xc2\xa0)*|\A\s*\{(?:.*,)?\s*)"
    rb"[\"']?(?:mj|gm|r(?:\xc3\xa9|e\xcc\x81|e)ponses?|answers?|actions?|corrections?)[\"']?"
    rb"(?: |\xc2\xa0)*:[ \t]*(?:#.*|\{.*)?\r?$"
)
"""The line below or on which the MJ's answers may stand; a file in braces may be one line."""
_LONG = 64 * 1024
"""The largest file of answers, in bytes: 500 answers take less."""


def _may_order(refused: Submission, data: bytes, judging: JudgingContext) -> bool:
    """Return whether a refused reply to a letter may be meant to order something or take orders back."""
    if refused.kinds == () or [fault.code for fault in refused.faults] == ["only-quoted"]:
        return True
    from adjudicator.orders.rereading import may_order

    return may_order(judging, decoded(data).data)


def _judge(data: bytes, judging: JudgingContext, handed_in: bool | None) -> Submission:
    """Judge a file of orders by ``STEPS``.

    ``handed_in`` says whether the MJ handed it in, and is None for a file whose key needs no check.
    """
    file = _File(data, judging, handed_in)
    for step in STEPS:
        step(file)
        if file.refusal is not None:
            return file.refusal
    return file.attempt.submission


@dataclass
class _File:
    """An order file while it is judged: what it is judged with, and what the steps have found so far."""

    data: bytes
    judging: JudgingContext
    handed_in: bool | None
    encoding: str | None = None
    """The encoding in which it was read, if it is not UTF-8."""
    bare: bytes = b""
    """The file without the tags of a forum's code block."""
    named: Mapping[str, Mark] = field(default_factory=dict)
    """The players whose file a refused file says it is, with the places where it says so."""
    refusal: Submission | None = None
    """The final result, if no later step may change it."""

    def __post_init__(self) -> None:
        """Begin with nothing found."""
        self.attempt = Attempt(Submission(self.judging.source), self.data, None)

    @property
    def own_data(self) -> bytes:
        """The bytes that are the sender's own: in a message, what he does not quote."""
        return self.attempt.data if self.attempt.data is not None else self.data


def _decode(file: _File) -> None:
    file.data, file.encoding = decoded(file.data)


def _unquote(file: _File) -> None:
    file.bare = _unpasted(file.data)


def _read_as_orders(file: _File) -> None:
    file.attempt = file.judging.attempt(file.bare)


def _reread_as_message(file: _File) -> None:
    """Read a faulty file as a message, and look at what stands around the code block of a valid one."""
    if file.attempt.submission.faults or file.bare is not file.data:
        from adjudicator.orders.rereading import reread  # imported here, because most files are valid

        file.attempt = reread(file.judging, file.data, file.attempt)
    submission = file.attempt.submission
    if file.encoding and submission.accepted:
        add_read(submission, (Phrase("read.encoding", {"name": file.encoding}),))


def _bind_sender(file: _File) -> None:
    """Find whose a refused file is, and refuse one that says it is another player's than its known sender's."""
    submission, context = file.attempt.submission, file.judging.context
    if submission.faults:
        file.named = file.judging.judge_lines(file.attempt)
    if [fault.code for fault in submission.faults] == ["thanks"]:
        submission.kinds = ()  # no further file is expected from him
    players = file.judging.progress.campaign.players
    file.refusal = of_another(submission, file.attempt.document, file.named, context, players)


def _ask_about_remarks(file: _File) -> None:
    """Add a fault for each remark behind a « # » that looks like an order.

    The MJ's own tables are exempt, because he put the remark there himself.
    """
    attempt, judging = file.attempt, file.judging
    submission, data = attempt.submission, attempt.data if attempt.data is not None else attempt.bare
    if b"#" not in data or submission.table or len(submission.players) != 1:
        return
    from adjudicator.orders.remarks import ordering_remarks

    faults = ordering_remarks(
        data.decode("utf-8", "replace"), judging.schema, judging.context, judging.progress, *submission.players
    )
    if faults:
        others = [fault for fault in submission.faults if fault.code not in ("unfilled", "unfilled-owed")]
        submission.refuse(sorted([*others, *faults], key=lambda fault: fault.mark))


def _say_whom_the_note_is_for(file: _File) -> None:
    """Say in the receipts whom a note is for; a note orders nothing, even if it reads like an order."""
    submission, note = file.attempt.submission, file.attempt.submission.note
    if not note or not submission.receipts or submission.table:
        return
    from adjudicator.reading.line_matcher import LineMatcher

    undoes = LineMatcher(file.judging.schema, file.judging.context).besides.undoes(note)
    said = Phrase("receipt.note", {"note": note}) if undoes else Phrase("receipt.note.aside")
    submission.receipts = {player: also(receipt, said) for player, receipt in submission.receipts.items()}


def _check_key(file: _File) -> None:
    """Check the key after all else, because a wrong one withdraws everything else that would be told."""
    if file.handed_in is not None:
        _judge_key(file.own_data, file.attempt, file.judging, file.handed_in)


def _check_senders(file: _File) -> None:
    if file.attempt.submission.proven:
        _judge_senders(file.named, file.attempt.submission)


def _refuse_what_is_asked_about(file: _File) -> None:
    """Let valid orders not count while a question is open."""
    if file.attempt.submission.faults:
        file.attempt.submission.refuse(file.attempt.submission.faults)


STEPS: tuple[Callable[[_File], None], ...] = (
    _decode,
    _unquote,
    _read_as_orders,
    _reread_as_message,
    _bind_sender,
    _ask_about_remarks,
    _say_whom_the_note_is_for,
    _check_key,
    _check_senders,
    _refuse_what_is_asked_about,
)
"""The judging of an order file, in order. ``_read_as_orders`` includes the game's objections on the player's view."""


def _is_too_late(found: Submission, progress: Progress, whence: DroppedFile) -> bool:
    """Return whether valid orders came after the players' time for the stage was over.

    What the MJ decides is based on the orders received by then. He may still hand in a table himself. Orders for later
    turns do not affect this stage.
    """
    if not found.accepted or (found.table and whence.handed_in):
        return False
    if whence.at is not None and datetime.fromisoformat(whence.at) <= datetime.fromisoformat(progress.closed_at):
        return False
    return bool(found.standing) or found.later is None


def _unpasted(data: bytes) -> bytes:
    """Return a file without the tags of a forum's code block."""
    lower = data.lower()
    return unwrapped(data) if any(mark in lower for mark in (b"[code", b"```", b"[/")) else data


def _judge_key(data: bytes, attempt: Attempt, judging: JudgingContext, handed_in: bool) -> None:
    """Refuse a file that claims to have a key, anywhere in its ``data``, and has not the right one.

    If the campaign demands keys, refuse a file without any too, except a table that the MJ has ``handed_in``. This
    check comes last, because it withdraws everything else that would be told.
    """
    submission, bare, document, _ = attempt
    progress, context = judging.progress, judging.context
    lines = claims_in(document, context) if document is not None else []
    if submission.faults or bare is not data:
        lines += _claims_in_text(data, attempt, context)
    if not lines and progress.campaign.demands_key and (submission.players or submission.table):
        if not (submission.table and handed_in):
            _refuse_unproven(submission, Fault("no-key-in-table" if submission.table else "no-key", Mark(1)))
        return
    campaign = progress.campaign
    claims = Claims(lines, submission.players, submission.table, campaign.seed, campaign.seats)
    wrong = claims.wrong([judging.stage])
    if wrong is None:
        return
    if attempt.data is not None:
        from adjudicator.orders.rereading import in_message

        wrong = in_message(wrong, bare, data.decode("utf-8", "replace"))
    late = [fault for fault in submission.faults if fault.code == "wrong-turn"]
    if late and claims.wrong(stages_of(progress, whole_number(late[0].found))) is None:
        _refuse_unproven(submission, late[0])
    else:
        _refuse_unproven(submission, Fault("wrong-key", wrong))


def _claims_in_text(data: bytes, attempt: Attempt, context: Context) -> list[Claim]:
    """Return the key lines in a text.

    For valid orders these are only the lines outside the block that was read. For a refused file, or one that was not
    read as written, they are all lines that are the sender's own.
    """
    text = text_of(data, MOST_COUNTED)
    if attempt.submission.faults or attempt.data is not None:
        return claims_in_lines(text, context)
    return claims_outside(text, text_of(attempt.bare, MOST_COUNTED), context)


def _refuse_unproven(submission: Submission, fault: Fault) -> None:
    """Refuse a file whose key is not right: the sender is told only that, and nothing of its content."""
    submission.proven = False
    submission.refuse([fault])
    submission.note = None  # its author is unknown


def _judge_senders(named: Mapping[str, Mark], submission: Submission) -> None:
    """Treat a file that names several players as nobody's, and ask for one file each.

    The advice for a second file (to delete half) does not fit here, so those faults are dropped.
    """
    if len(named) < 2:
        return
    submission.players = []
    if submission.faults[0].code != "two-readings":
        (first, where), (second, mark), *_ = named.items()
        values: dict[str, PhraseArgument] = {"first": first, "line": where.line, "second": second}
        faults = [
            fault
            for fault in submission.faults
            if fault.code != "two-documents" and (fault.code != "duplicate-key" or fault.mark.column > 1)
        ]
        faults.append(Fault("two-players", mark, values=values))
        submission.faults = sorted(faults, key=lambda fault: fault.mark)


# Doubts raised by the other parts of a mail: its other form, its quotations, its subject. None of these is ever an
# order. If they contradict the orders, the sender is asked; if the orders seem to stand there, he is told so.


def _doubted(submission: Submission, data: bytes, judging: JudgingContext, besides: MailExtras) -> Submission:
    """Return the result for a mail, given what it holds ``besides`` its text; ``submission`` is that for the text."""
    if not submission.accepted:
        from adjudicator.reading.line_matcher import LineMatcher

        no_order = submission.proven and {fault.code for fault in submission.faults} <= _NOTHING_SAID
        sheet = LineMatcher(judging.schema, judging.context)
        quoted = no_order and besides.quoted and _fills_in(besides.quoted, sheet)
        return _asked(submission, Fault("only-quoted"), ("orders",)) if quoted else submission
    turn = judging.stage.turn if submission.later is None else submission.later
    if besides.titled and turn and turn not in besides.titled and submission.orders:
        values: dict[str, PhraseArgument] = {"turn": turn}
        return _asked(submission, Fault("titled", found=str(besides.titled[0]), values=values))
    if besides.other:
        other = besides.other.encode("utf-8", "replace")
        second = _judge(other, judging, None)
        if not second.accepted or says(second) != says(submission):
            lines = _differing(data.decode("utf-8", "replace"), besides.other)
            return _asked(submission, Fault("two-forms", Mark(1), lines=lines))
    return submission


def _asked(submission: Submission, fault: Fault, kinds: tuple[str, ...] = ()) -> Submission:
    """Return the refusal of a mail with the one fault about which the sender is asked."""
    return Submission(
        submission.source,
        players=submission.players,
        later=submission.later,
        kinds=kinds or submission.kinds,
        faults=[fault],
    )


_NOTHING_SAID = {"no-orders", "thanks", "empty-file", "unasked"}
"""The faults of a message in which no order was recognised."""


def _fills_in(quoted: str, sheet: LineMatcher) -> bool:
    """Return whether the lines that a mail quotes are from a form in which an order is filled in.

    Similar lines of a report do not count: they do not stand below the word for orders.
    """
    below = False
    for row in rows_of(quoted.replace("*", "")):
        word = sheet.word_of(row)
        below = below or word in (sheet.section, "standing")
        value = row.text.partition(":")[2].partition("#")[0].strip()
        if value and below and (word == sheet.section or (word is None and sheet.is_known(row))):
            return True
    return False


_LINES = 8
"""How many lines of each form are shown."""


def _differing(text: str, other: str) -> tuple[str, ...]:
    """Return the lines that stand in only one of two forms, those of the second after an empty line."""
    one, two = ([line.strip() for line in each.split("\n") if line.strip()] for each in (text, other))
    in_one, in_two = set(one), set(two)  # sets, because a mail may have tens of thousands of lines
    first = [line for line in one if line not in in_two][:_LINES]
    second = [line for line in two if line not in in_one][:_LINES]
    return (*first, *([""] if first and second else []), *second) or (*one[:_LINES], "", *two[:_LINES])
