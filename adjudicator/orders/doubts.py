"""Doubts that a mail raises by what it holds besides its text: its other form, what it quotes, its subject.

Nothing of that is ever an order. Where it says something else than the orders do, they are refused and their sender is
asked; where the orders seem to stand in it, he is told so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.core.faults import Fault, Filling, Mark
from adjudicator.orders.submission import Submission, says
from adjudicator.reading.lines import rows_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.core.stage import Stage
    from adjudicator.orders.dropped import Besides
    from adjudicator.reading.line_matcher import Sheet


def doubted(
    submission: Submission,
    besides: Besides,
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
