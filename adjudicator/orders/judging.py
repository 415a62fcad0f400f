"""An order file judged: understood and allowed, or refused with all its faults. Nothing is written here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Fault, Filling, Mark, Phrase
from adjudicator.orders.attempt import Attempt, JudgingContext, of_another
from adjudicator.orders.inbox import NOTHING_BESIDES, PASSED, Whence
from adjudicator.orders.keys import Claim, Claims, claims_in, stages_of
from adjudicator.orders.order_file import whole_number
from adjudicator.orders.submission import Submission, add_read, also, says, unjudged
from adjudicator.reading.lines import rows_of
from adjudicator.reading.unquote import decoded
from adjudicator.store.disk import MACHINE_TROUBLES
from adjudicator.store.layout import MOST_COUNTED, data_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.core.context import Context
    from adjudicator.core.stage import Stage
    from adjudicator.orders.inbox import MailExtras
    from adjudicator.reading.line_matcher import Sheet


def judge(
    data: bytes,
    source: str,
    progress: Progress,
    language: str | None = None,
    ahead: bool = False,
    whence: Whence = PASSED,
) -> Submission:
    """Judge the bytes of one order file for the stage that is awaited; never raises for what the file holds.

    A file for a later turn is judged by what can be known of that turn now. One that came ``ahead`` and whose turn is
    awaited now has ``proved`` its key when it came, as one has that was accepted and is judged anew; a table needs none
    if the MJ himself has ``handed_in`` it. One whose ``sender`` is known need not say whose it is, and is refused if it
    says that it is another's; nor need it name the ``turn`` that it is known to be for. All that is told by ``whence``
    it came. Should the program itself fail over a file, the file is refused.
    """
    try:
        context = progress.campaign.context(language)._replace(sender=whence.sender, turn=whence.turn or None)
        handed_in = None if ahead or whence.proved else whence.handed_in
        found = _of_mj(data, source, progress, context, whence) if not ahead else None
        if found is not None:
            return found
        found = _judge(data, source, progress, context, ahead, handed_in)
        if found.faults and not found.players and (unfilled := _unfilled_of_mj(data, source, progress, context)):
            return unfilled
        if whence.besides != NOTHING_BESIDES:
            found = _doubted(found, data, progress, context, whence)
        if whence.mailed:
            found.faults = [_of_a_mail(fault) for fault in found.faults]
        if progress.closed and not ahead and _is_too_late(found, progress, whence):
            found.refuse([Fault("closed", Mark(1), values={"stage": progress.awaited})])
        found.corrects = found.accepted or not whence.reply or _may_order(found, data, progress, context)
        return found
    except MACHINE_TROUBLES:
        raise
    except Exception as error:  # what goes wrong with one file stays with it
        return unjudged(source, error)


def _of_mj(data: bytes, source: str, progress: Progress, context: Context, whence: Whence) -> Submission | None:
    """Judge a file of the MJ's, with answers or corrections; None for any other, and in a game that takes neither."""
    if progress.stage is None or not _takes_a_file_of_mj(progress.campaign.game.id):
        return None
    text = decoded(data).data
    if _ANSWERS.search(text[:_LONG]) is None:
        return None
    from adjudicator.orders.answer_file import judge_as_sent
    from adjudicator.reading.unquote import block_of

    bare, second = _unpasted(text)
    if second is not None:
        return None
    for written in [text, block_of(text)] if bare is not text else []:  # tags in his own words are words
        found = judge_as_sent(written, source, progress, progress.stage, context, whence)
        if found is not None and found.accepted:
            return found
    return judge_as_sent(bare, source, progress, progress.stage, context, whence)


def _takes_a_file_of_mj(game: str) -> bool:
    return (data_folder("schemas") / game / "answers.schema.json").exists()


def _unfilled_of_mj(data: bytes, source: str, progress: Progress, context: Context) -> Submission | None:
    """Refuse a file with the MJ's key in which there is no answer; None for any other."""
    if progress.stage is None or not _takes_a_file_of_mj(progress.campaign.game.id):
        return None
    from adjudicator.orders.answer_file import judge_unfilled

    return judge_unfilled(decoded(data).data, source, progress, progress.stage, context)


_ANSWERS = re.compile(
    rb"(?im)^(?:[ \t]|\xc2\xa0)*[\"']?(?:mj|gm|r(?:\xc3\xa9|e\xcc\x81|e)ponses?|answers?|actions?|corrections?)[\"']?"
    rb"(?: |\xc2\xa0)*:[ \t]*(?:#.*|\{.*)?\r?$"
)
"""The line below which, or on which, answers of the MJ may stand."""
_LONG = 64 * 1024
"""Bytes of a file of answers, at most: 500 of them take less."""


def _doubted(found: Submission, data: bytes, progress: Progress, context: Context, whence: Whence) -> Submission:
    """Return what becomes of a mail that was judged, by what it holds besides its text."""
    from adjudicator.orders.keys import order_schema
    from adjudicator.reading.line_matcher import Sheet

    stage = progress.stage
    if stage is None:
        return found

    def judged(text: bytes) -> Submission:
        return _judge(text, found.source, progress, context, False, None)

    text = data.decode("utf-8", "replace")
    return doubted(found, whence.besides, text, stage, judged, lambda: Sheet(order_schema(progress), context))


def _may_order(refused: Submission, data: bytes, progress: Progress, context: Context) -> bool:
    """Tell whether a refused answer to a letter may mean to order something, or to take back what was ordered."""
    if refused.kinds == () or progress.stage is None or [fault.code for fault in refused.faults] == ["only-quoted"]:
        return True
    from adjudicator.orders.rereading import may_order

    return may_order(JudgingContext(refused.source, progress, progress.stage, context, False), decoded(data).data)


def _judge(
    data: bytes, source: str, progress: Progress, context: Context, ahead: bool, handed_in: bool | None
) -> Submission:
    """Judge a file; ``handed_in`` is None for one that has proved its key."""
    stage = progress.stage
    if stage is None:
        return Submission(source, faults=[Fault("game-over")])
    desk = JudgingContext(source, progress, stage, context, ahead)
    data, encoding = decoded(data)
    bare, second = _unpasted(data)
    attempt = desk.attempt(bare, second)
    if attempt.submission.faults:
        from adjudicator.orders.rereading import reread  # most files are good

        attempt = reread(desk, data, attempt)
    elif bare is not data:
        from adjudicator.orders.rereading import look_around

        attempt = look_around(desk, data, attempt)
    submission = attempt.submission
    if encoding and submission.accepted:
        add_read(submission, (Phrase("read.encoding", {"name": encoding}),))
    named = desk.judge_lines(attempt) if submission.faults else {}
    if [fault.code for fault in submission.faults] == ["thanks"]:
        submission.kinds = ()  # nothing more is meant to come, and nobody waits for it
    if refusal := of_another(submission, attempt.document, named, context, progress.campaign.players):
        return refusal
    _judge_remarks(attempt, desk)
    _judge_note(attempt, desk)
    if handed_in is not None:
        _judge_key(attempt.data if attempt.data is not None else data, attempt, progress, context, handed_in)
    if submission.proven:
        _judge_senders(named, submission)
    if submission.faults:
        submission.refuse(submission.faults)  # what is asked about may be good orders: they count for nothing
    return submission


def _is_too_late(found: Submission, progress: Progress, whence: Whence) -> bool:
    """Tell whether good orders have come when the players' time for the stage was over: what the MJ decides stands on
    those that had come. He himself may still hand in a table, and orders for later turns are no matter of this one.
    """
    if not found.accepted or (found.table and whence.handed_in):
        return False
    if whence.at is not None and datetime.fromisoformat(whence.at) <= datetime.fromisoformat(progress.closed_at):
        return False
    return bool(found.standing) or found.later is None


def _of_a_mail(fault: Fault) -> Fault:
    """Return the fault of a file without text as that of a mail: who sent it may have written elsewhere in it."""
    return Fault("empty-mail", fault.mark) if fault.code == "empty-file" else fault


def _judge_remarks(attempt: Attempt, desk: JudgingContext) -> None:
    """Ask about what stands behind a # as if it were an order; in the MJ's table he has put it there himself."""
    submission, data = attempt.submission, attempt.data if attempt.data is not None else attempt.bare
    if b"#" not in data or submission.table or len(submission.players) != 1:
        return
    from adjudicator.orders.remarks import ordering_remarks

    faults = ordering_remarks(
        data.decode("utf-8", "replace"), desk.schema, desk.context, desk.progress, *submission.players
    )
    if faults:
        others = [fault for fault in submission.faults if fault.code not in ("unfilled", "unfilled-owed")]
        submission.refuse(sorted([*others, *faults], key=lambda fault: fault.mark))


def _judge_note(attempt: Attempt, desk: JudgingContext) -> None:
    """Say in the receipts whom a note is for: it orders nothing, and changes nothing where it seems to."""
    submission, note = attempt.submission, attempt.submission.note
    if not note or not submission.receipts or submission.table:
        return
    from adjudicator.reading.line_matcher import Sheet

    retracts = Sheet(desk.schema, desk.context).besides.retracts(note)
    said = Phrase("receipt.note", {"note": note}) if retracts else Phrase("receipt.note.aside")
    submission.receipts = {player: also(receipt, said) for player, receipt in submission.receipts.items()}


def _unpasted(data: bytes) -> tuple[bytes, Fault | None]:
    """Return a file as it was before it was pasted into a forum, and the fault of one with two blocks of code."""
    lower = data.lower()
    if not any(mark in lower for mark in (b"[code", b"```", b"[/")):
        return data, None
    from adjudicator.reading.unquote import two_blocks, unfenced, unwrapped

    second = two_blocks(data)
    return unwrapped(data) if second is None else unfenced(data), second


def _judge_key(data: bytes, attempt: Attempt, progress: Progress, context: Context, handed_in: bool) -> None:
    """Refuse a file that claims to have a key and has not the right one, anywhere in its ``data``.

    Where the campaign demands keys, one without any is refused too, but for a table that the MJ has ``handed_in``. This
    comes last, and takes back whatever else would be told.
    """
    submission, bare, document, _ = attempt
    lines = claims_in(document, context) if document is not None else []
    if submission.faults or bare is not data:
        lines += _claims_in_text(data, attempt, context)
    if not lines and progress.campaign.demands_key and (submission.players or submission.table):
        if not (submission.table and handed_in):
            _refuse_unproven(submission, Fault("no-key-in-table" if submission.table else "no-key", Mark(1)))
        return
    campaign = progress.campaign
    claims = Claims(lines, submission.players, submission.table, campaign.seed, campaign.seats)
    wrong = claims.wrong([progress.stage] if progress.stage else [])
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
    """Return the lines for a key in a text: in orders that are good, those alone that stand outside their block.

    Of a message read in another way than it stands, all of its sender's lines are looked at.
    """
    from adjudicator.orders.keys import claims_in_lines, claims_outside
    from adjudicator.orders.order_file import text_of

    text = text_of(data, MOST_COUNTED)
    if attempt.submission.faults or attempt.data is not None:
        return claims_in_lines(text, context)
    return claims_outside(text, text_of(attempt.bare, MOST_COUNTED), context)


def _refuse_unproven(submission: Submission, fault: Fault) -> None:
    """Refuse a file whose key is not right: whoever sent it is told that alone, and nothing of what else it holds."""
    submission.proven = False
    submission.refuse([fault])
    submission.note = None  # nobody knows whose it is


def _judge_senders(named: Mapping[str, Mark], submission: Submission) -> None:
    """Let a file of several players be nobody's, and tell them to send one each: no half of it is to be deleted."""
    if len(named) < 2:
        return
    submission.players = []
    if submission.faults[0].code not in ("two-blocks", "two-readings"):
        faults = [fault for fault in submission.faults if not _of_a_second_file(fault)]
        submission.faults = sorted([*faults, _two_players(named)], key=lambda fault: fault.mark)


def _two_players(named: Mapping[str, Mark]) -> Fault:
    (first, where), (second, mark), *_ = named.items()
    values: dict[str, str | int] = {"first": first, "line": where.line, "second": second}
    return Fault("two-players", mark, values=values)


def _of_a_second_file(fault: Fault) -> bool:
    return fault.code == "two-documents" or (fault.code == "duplicate-key" and fault.mark.column == 1)


# Doubts that a mail raises by what it holds besides its text: its other form, what it quotes, its subject.
#
# Nothing of that is ever an order. Where it says something else than the orders do, they are refused and their sender
# is asked; where the orders seem to stand in it, he is told so.


def doubted(
    submission: Submission,
    besides: MailExtras,
    text: str,
    stage: Stage,
    judged: Callable[[bytes], Submission],
    sheet: Callable[[], Sheet],
) -> Submission:
    """Return what becomes of a mail, by what it holds ``besides`` the ``text`` that the ``submission`` was read of.

    ``judged`` judges another text as its sender's, and ``sheet`` gives the file that is awaited.
    """
    if not submission.accepted:
        quoted = _in_question(submission) and besides.quoted and _fills_in(besides.quoted, sheet())
        return _asked(submission, Fault("only-quoted"), ("orders",)) if quoted else submission
    turn = stage.turn if submission.later is None else submission.later
    if besides.titled and turn and turn not in besides.titled and submission.orders:
        values: dict[str, Filling] = {"turn": turn}
        return _asked(submission, Fault("titled", found=str(besides.titled[0]), values=values))
    if besides.other:
        second = judged(besides.other.encode("utf-8", "replace"))
        if not second.accepted or says(second) != says(submission):
            return _asked(submission, Fault("two-forms", Mark(1), lines=_differing(text, besides.other)))
    return submission


def _asked(submission: Submission, fault: Fault, kinds: tuple[str, ...] = ()) -> Submission:
    """Return the refusal of a mail with the one fault that its sender is asked about."""
    return Submission(
        submission.source,
        players=submission.players,
        later=submission.later,
        kinds=kinds or submission.kinds,
        faults=[fault],
    )


_NOTHING_SAID = {"no-orders", "thanks", "empty-file", "unasked"}
"""The faults of a message in which no order was recognised."""


def _in_question(submission: Submission) -> bool:
    return submission.proven and {fault.code for fault in submission.faults} <= _NOTHING_SAID


def _fills_in(quoted: str, sheet: Sheet) -> bool:
    """Tell whether lines that a mail quotes are of a form in which an order is filled in.

    What a report tells in a like way does not stand below the word for orders.
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
"""Lines shown of each of two forms."""


def _differing(text: str, other: str) -> tuple[str, ...]:
    """Return the lines that stand in one of two forms alone, those of the second below an empty one."""
    one, two = ([line.strip() for line in each.split("\n") if line.strip()] for each in (text, other))
    in_one, in_two = set(one), set(two)  # there may be tens of thousands
    first = [line for line in one if line not in in_two][:_LINES]
    second = [line for line in two if line not in in_one][:_LINES]
    return (*first, *([""] if first and second else []), *second) or (*one[:_LINES], "", *two[:_LINES])
