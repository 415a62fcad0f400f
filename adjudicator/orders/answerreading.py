"""A file of the MJ's answers that is not good as it stands, read as he sent it: pasted, or with words around."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from adjudicator.core.faults import Fault
from adjudicator.orders.answerfile import judge_answers
from adjudicator.orders.dropped import Whence
from adjudicator.orders.glance import Line, lines_told, text_of
from adjudicator.orders.keys import Claim, mj_key
from adjudicator.orders.submission import Submission
from adjudicator.reading import strict_yaml
from adjudicator.reading.answersheet import MOST, holder_of, readings
from adjudicator.reading.schemas import game_schema
from adjudicator.reading.strict_yaml import MAX_FAULTS
from adjudicator.reading.validation import read

if TYPE_CHECKING:
    from adjudicator.campaign.stages import Progress
    from adjudicator.core.context import Context
    from adjudicator.core.stage import Stage
    from adjudicator.reading.lines import Reading
    from adjudicator.reading.strict_yaml import Document

_OF_PLAYERS = {"player", "players", "camp", "orders", "standing"}
"""Words that begin lines of order files, and none of the MJ's answers."""


def judge_as_sent(
    data: bytes, source: str, progress: Progress, stage: Stage, context: Context, whence: Whence
) -> Submission | None:
    """Judge a file of answers as it stands, else as it may have been sent; None for a file that is none.

    What is left out or put right is told. Who has not the MJ's key is told that alone, as of a file that is good.
    """
    found = judge_answers(data, source, progress, stage, context, whence)
    if found is not None and (found.accepted or not found.proven):
        return found
    schema = game_schema(progress.campaign.game.id, "answers")
    text = text_of(data, MOST + 1)
    unproven: Submission | None = None
    for reading in readings(text, schema, context):
        tried = judge_answers(reading.data, source, progress, stage, context, whence)
        if tried is None or not tried.proven:
            unproven = unproven or tried
            continue
        if tried.accepted:
            tried.how = list(reading.said)
            return tried
        if found is None or len(tried.faults) < len(found.faults):
            tried.faults = [_placed(fault, reading, text) for fault in tried.faults]
            found = tried
    told = lines_told(data, context)
    if found is not None or _OF_PLAYERS & {line.word for line in told}:
        return found
    own = (whence.handed_in and whence.sender is None) or whence.proved or _has_key(told, progress, stage)
    return _refused(data, source, progress, context) if own else unproven


def judge_unfilled(data: bytes, source: str, progress: Progress, stage: Stage, context: Context) -> Submission | None:
    """Refuse a file with the MJ's key that has neither answers nor orders, as his form is while nothing is asked.

    None for any other file.
    """
    told = lines_told(data, context)
    if _OF_PLAYERS & {line.word for line in told} or not _has_key(told, progress, stage):
        return None
    submission = Submission(source, kinds=("answers",))
    mark = next(line.mark for line in told if line.word == "key")
    submission.refuse([Fault("answers-none", mark, lines=(*_above(context), "    …"))])
    return submission


def _has_key(told: list[Line], progress: Progress, stage: Stage) -> bool:
    key = mj_key(progress.campaign.seed, stage)
    return any(line.word == "key" and Claim(line.value, line.mark).has(key) for line in told)


def _refused(data: bytes, source: str, progress: Progress, context: Context) -> Submission | None:
    """Refuse what the MJ hands in as answers and nobody can read; None where nothing in it is of such a file."""
    schema = game_schema(progress.campaign.game.id, "answers")
    document = strict_yaml.read(data, beside=context.vocabulary.beside)
    faults = [fault for fault in document.faults if not document.complete]
    if document.complete and isinstance(document.root, dict):
        _, faults = read(document, schema, context)
        below = [key for key in document.root if holder_of(key, schema, context)]
        faults = [fault for fault in faults if not below or fault.code != "missing-key"]
        faults = list(_too_high(document, document.root, context)) or faults
    if not faults:
        return None
    submission = Submission(source, kinds=("answers",))
    submission.refuse(faults[:MAX_FAULTS])
    return submission


def _too_high(document: Document, root: Mapping[str, object], context: Context) -> Iterator[Fault]:
    """Yield the faults of words at the top that stand below others, of which there is none."""
    above = _above(context)
    for key in root:
        if context.vocabulary.meaning("decisions", key) is not None:
            values = {"word": above[0].rstrip(":")}
            yield Fault(
                "answers-below", document.keys[key,], key, values=values, lines=(*above, f"    {key}:", "      …")
            )


def _above(context: Context) -> tuple[str, str]:
    """Return the lines below which answers stand."""
    word = context.vocabulary.word
    return f"{word('answers', 'mj', context.language)}:", f"  {word('answering', 'answers', context.language)}:"


def _placed(fault: Fault, reading: Reading, text: str) -> Fault:
    from adjudicator.orders.rereading import in_message

    return fault._replace(mark=in_message(fault.mark, reading.data, text))
