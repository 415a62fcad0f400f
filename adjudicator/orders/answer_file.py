"""The judging of a file of the MJ's answers: whether it is his, and what it says.

A file that is not valid as written is also read as he sent it: pasted, or with other text around the answers. Nothing
here knows what is asked, and nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from adjudicator.campaign.amendment_file import correction_faults
from adjudicator.campaign.records import Answered
from adjudicator.campaign.stages import Progress, is_called
from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, Mark, Phrase, Word
from adjudicator.core.mj import WORDS, without_words
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Stage
from adjudicator.orders.attempt import JudgingContext, with_turn
from adjudicator.orders.inbox import DroppedFile
from adjudicator.orders.keys import Claim, claims_in, mj_key
from adjudicator.orders.submission import EnvelopeLine, Submission, lines_told, senders
from adjudicator.reading import strict_yaml, unquote
from adjudicator.reading.excerpt import shortened, without_quoted_lines
from adjudicator.reading.line_matcher import LineMatcher
from adjudicator.reading.lines import (
    BULLET,
    Place,
    Reading,
    Row,
    indents,
    is_quoted,
    outlined,
    pair_in,
    quoted,
    rows_of,
    say,
    top,
)
from adjudicator.reading.schemas import Schema, game_schema, resolve
from adjudicator.reading.strict_yaml import MAX_FAULTS, Document
from adjudicator.reading.understanding import Understood
from adjudicator.reading.unquote import text_of
from adjudicator.reading.validation import read


def judge_answers(data: bytes, judging: JudgingContext, whence: DroppedFile) -> Submission | None:
    """Judge a file of answers without regard to what is asked; return None if it is no such file.

    The file is the MJ's if he hands it in himself, or if it has his key. Any other sender is told only that the key is
    wrong, because nobody else may know whether there is anything to answer.
    """
    progress, stage, context = judging.progress, judging.stage, judging.context
    document = strict_yaml.read(data, beside=context.vocabulary.beside)
    root = document.root if document.complete and isinstance(document.root, dict) else {}
    words = context.vocabulary
    # The answers stand below this key, as it was written.
    found = (key for key, value in root.items() if isinstance(value, dict) and words.meaning("answers", key) == "mj")
    holder = next(found, None)
    if holder is None:
        return None
    submission = Submission(judging.source, kinds=())
    if wrong := _unproven(document, holder, judging, whence):
        named = senders(lines_told(data, context), progress.campaign, context)
        known = [whence.sender] if whence.sender is not None else list(named)
        submission.players = [player for player in known if player in progress.campaign.players][:1]
        submission.proven = False
        submission.refuse([Fault("wrong-key", wrong)])
        return submission
    submission.kinds = ("answers",)
    schema = game_schema(progress.campaign.game.id, "answers")
    understood, faults = read(document, schema, context, lambda known, whole: _stage_faults(known, progress, stage))
    faults = [with_turn(fault, stage, context, {understood.mark(("turn",))}) for fault in faults]
    submission.understood = understood
    faults = faults or list(_left_with_words(understood, schema))
    faults = faults or list(correction_faults(understood, progress, stage))
    if faults:
        submission.refuse(faults[:MAX_FAULTS])
    else:
        given = understood.root["mj"]
        submission.answers = {"answers": list(_each(given.get("answers") or {}, schema)), "rest": given.get("rest")}
        if given.get("corrections"):
            submission.answers["corrections"] = given["corrections"]
    return submission


def _unproven(document: Document, holder: str, judging: JudgingContext, whence: DroppedFile) -> Mark | None:
    """Return the place that shows that a file is not the MJ's, or None if it is his."""
    lines: list[Claim] = claims_in(document, judging.context)
    own = (whence.handed_in and whence.sender is None) or whence.proved
    if any(line.has(mj_key(judging.progress.campaign.seed, judging.stage)) for line in lines) or (own and not lines):
        return None
    if whence.proved:  # its key was right when it came
        return None
    return min((line.mark for line in lines), default=document.keys[holder,])


def _stage_faults(understood: Understood, progress: Progress, awaited: Stage) -> Iterator[Fault]:
    """Yield the faults of a file that is not for the stage awaited."""
    turn, stage = understood.root.get("turn"), understood.root.get("stage")
    if isinstance(stage, str) and not is_called(awaited, stage, progress.campaign.game.id):
        yield Fault("answers-stage", understood.mark(("stage",)), stage, values={"stage": awaited.said})
    if isinstance(turn, int) and turn != awaited.turn:
        code = "answers-past" if 0 < turn < awaited.turn else "answers-stage"
        yield Fault(code, understood.mark(("turn",)), str(turn), values={"stage": awaited.said_with_turn})


# What it says -------------------------------------------------------------------------------------------------


def _each(given: Plain, schema: Schema) -> Iterator[Answered]:
    purposes = schema["$defs"]["answers"]["properties"]
    for purpose, answer in given.items():
        inner, _ = resolve(purposes[purpose], schema)
        several = "x-names" in inner
        read = resolve(inner["additionalProperties"], schema)[0] if several else inner
        for key, value in answer.items() if several else [("", answer)]:
            by = _by(value) if "agreement" in read.get("x-read", ()) else "mj"
            said = value if by == "mj" else None
            if isinstance(said, Mapping):  # blanks around the MJ's own words carry no meaning
                said = {word: part.strip() if word in WORDS else part for word, part in said.items()}
            yield {"purpose": purpose, "key": parts_of(key), "value": said, "by": by}


def _by(value: Any) -> str:
    """Return who decides a value: ``agreed`` or ``left`` if its only word is ``agreed`` or ``yours``, else ``mj``."""
    words = list(without_words(value).values()) if isinstance(value, Mapping) else [value]
    word = words[0] if len(words) == 1 and isinstance(words[0], str) else ""
    return {"agreed": "agreed", "yours": "left"}.get(word, "mj")


def _left_with_words(understood: Understood, schema: Schema) -> Iterator[Fault]:
    """Yield a fault for words of the MJ's own beside an answer that he leaves to the program.

    He cannot know which value they would then describe.
    """
    for purpose, answer in (understood.root["mj"].get("answers") or {}).items():
        for key, value in answer.items() if isinstance(answer, Mapping) else ():
            beside = [word for word in WORDS if isinstance(value, Mapping) and word in value]
            if beside and _by(value) != "mj":
                path = ("mj", "answers", purpose, key)
                left = Word("agreement", next(part for key, part in value.items() if key not in WORDS))
                mark = understood.mark((*path, beside[0]), on_key=True)
                yield Fault("answer-words-left", mark, understood.word((*path, beside[0])), values={"answer": left})


def parts_of(key: str) -> list[str]:
    """Return the parts of an answer's key as a file has it, separated by slashes; no name contains a slash."""
    return key.split("/") if key else []


def path_of(answer: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the path of an answer in a canonical document."""
    key = "/".join(answer["key"])
    return ("mj", "answers", answer["purpose"], *([key] if key else []))


# A file of the MJ's answers that is not valid as written, read as he sent it: pasted, or with other text around.


_OF_PLAYERS = {"player", "players", "camp", "orders", "standing"}
"""Words that begin lines of order files, but never of the MJ's answers."""


def judge_as_sent(data: bytes, judging: JudgingContext, whence: DroppedFile) -> Submission | None:
    """Judge a file of answers as written, or else as it may have been sent; None if it is no such file.

    The MJ is told what was left out or corrected. A sender without the MJ's key is told only that, as for a valid file.
    """
    found = judge_answers(data, judging, whence)
    if found is not None and (found.accepted or not found.proven):
        return found
    schema = game_schema(judging.progress.campaign.game.id, "answers")
    text = text_of(data, MOST + 1)
    unproven: Submission | None = None
    for reading in readings(text, schema, judging.context):
        tried = judge_answers(reading.data, judging, whence)
        if tried is None or not tried.proven:
            unproven = unproven or tried
            continue
        if tried.accepted:
            tried.how = list(reading.said)
            return tried
        if found is None or len(tried.faults) < len(found.faults):
            from adjudicator.orders.rereading import in_message

            tried.faults = [fault._replace(mark=in_message(fault.mark, reading.data, text)) for fault in tried.faults]
            found = tried
    told = lines_told(data, judging.context)
    if found is not None or _OF_PLAYERS & {line.word for line in told}:
        return found
    own = (whence.handed_in and whence.sender is None) or whence.proved or _has_key(told, judging)
    return _refused(data, judging) if own else unproven


def judge_unfilled(data: bytes, judging: JudgingContext) -> Submission | None:
    """Refuse a file with the MJ's key but without answers or orders, such as his form while nothing is asked.

    Return None for any other file.
    """
    told = lines_told(data, judging.context)
    if _OF_PLAYERS & {line.word for line in told} or not _has_key(told, judging):
        return None
    submission = Submission(judging.source, kinds=("answers",))
    mark = next(line.mark for line in told if line.word == "key")
    submission.refuse([Fault("answers-none", mark, lines=(*_above(judging.context), "    …"))])
    return submission


def _has_key(told: list[EnvelopeLine], judging: JudgingContext) -> bool:
    key = mj_key(judging.progress.campaign.seed, judging.stage)
    return any(line.word == "key" and Claim(line.value, line.mark).has(key) for line in told)


def _refused(data: bytes, judging: JudgingContext) -> Submission | None:
    """Refuse an unreadable file that the MJ handed in as answers; None if nothing in it belongs to such a file."""
    schema, context = game_schema(judging.progress.campaign.game.id, "answers"), judging.context
    document = strict_yaml.read(data, beside=context.vocabulary.beside)
    faults = [fault for fault in document.faults if not document.complete]
    if document.complete and isinstance(document.root, dict):
        _, faults = read(document, schema, context)
        below = [key for key in document.root if holder_of(key, schema, context)]
        faults = [fault for fault in faults if not below or fault.code != "missing-key"]
        faults = list(_too_high(document, document.root, context)) or faults
    if not faults:
        return None
    submission = Submission(judging.source, kinds=("answers",))
    submission.refuse(faults[:MAX_FAULTS])
    return submission


def _too_high(document: Document, root: Mapping[str, object], context: Context) -> Iterator[Fault]:
    """Yield a fault for each word at the top level that belongs below the word for answers, if that is missing."""
    above = _above(context)
    for key in root:
        if context.vocabulary.meaning("decisions", key) is not None:
            values = {"word": above[0].rstrip(":")}
            yield Fault(
                "answers-below", document.keys[key,], key, values=values, lines=(*above, f"    {key}:", "      …")
            )


def _above(context: Context) -> tuple[str, str]:
    """Return the two lines below which answers stand."""
    return f"{context.word('answers', 'mj')}:", f"  {context.word('answering', 'answers')}:"


# The possible readings of the MJ's answers: the text around them is left out, and the MJ is told, unless it may be an
# answer itself; the lines are put into the form of a file of answers, without a change to any word.


MOST = 16 * 1024
"""The longest file, in characters, that is read as sent; nobody types a longer one."""


def readings(text: str, schema: Schema, context: Context) -> Iterator[Reading]:
    """Yield the possible readings of a file, the likeliest first; none if it is unclear what to leave out."""
    sheet = LineMatcher(schema, context)
    plain = unquote.evened(text[: MOST + 1])
    own = unquote.without_quotes(plain)  # tags in his own sentences are text
    said = (Phrase("read.spaces"),) if plain != text.replace("\r\n", "\n") else ()
    cut = _bounded(sheet, without_quoted_lines(sheet, Reading(tuple(rows_of(own)), said)))
    if len(text) > MOST or cut is None:
        return
    how = list(cut.said)
    reading = replace(cut, rows=tuple(_put_right(sheet, row, how) for row in cut.rows), said=tuple(how))
    yield reading
    moved = outlined([row.text for row in reading.rows], schema, context)
    rows = tuple(Row(row.number, line) for row, line in zip(reading.rows, moved.lines, strict=True))
    if moved.sure and indents(row.text for row in rows) != indents(row.text for row in reading.rows):
        yield Reading(rows, (*reading.said, Phrase("read.indented")))


def _bounded(sheet: LineMatcher, reading: Reading) -> Reading | None:
    """Return the reading without the text around the answers; None if a line of that text may be an answer."""
    rows = reading.rows
    opening = [number for number, row in enumerate(rows) if sheet.opens(row)]
    if not opening:
        return None
    first = min(opening)
    last = first
    while last + 1 < len(rows) and _goes_on(sheet, rows[last + 1], after=rows[last]):
        last += 1
    around = (*rows[:first], *rows[last + 1 :])
    outside = [row for row in around if row.text.strip()]
    signed = next((number for number, row in enumerate(around) if row.text.strip() == "--"), len(around))
    if any(sheet.is_known(row) or _answer(sheet, row.text) for row in around[:signed]):
        return None
    said = (Phrase("read.around", {"lines": shortened(outside)}),) if outside else ()
    return replace(reading, rows=rows[first : last + 1], said=(*reading.said, *said))


def _goes_on(sheet: LineMatcher, row: Row, after: Row) -> bool:
    """Return whether a line continues the answers: blank, indented, known, or just below them and alike."""
    text = row.text
    if not text.strip() or text[0] in " \t#" or sheet.is_known(row) or _answer(sheet, text) is not None:
        return True
    beside = bool(after.text.strip())
    return beside and (pair_in(text) is not None or BULLET.match(text) is not None or text.strip()[0] in "]}")


def _put_right(sheet: LineMatcher, row: Row, said: list[Phrase]) -> Row:
    """Return an answer without a list sign, with its colon, and with braces around several parts."""
    bullet = BULLET.match(row.text)
    text = bullet["rest"] if bullet else row.text.strip()
    if bullet:
        say(said, Phrase("read.list"))
    pair, answer = pair_in(text), _answer(sheet, text)
    if answer is not None and (pair is None or pair["sign"] != ":"):
        say(said, Phrase("read.sign"))
        text = f"{answer[0]}: {answer[1]}"
    parted = _parted(sheet, text)
    if parted != text:
        say(said, Phrase("read.list"))
    return Row(row.number, row.margin + parted) if parted != row.text.strip() else row


def _answer(sheet: LineMatcher, text: str) -> tuple[str, str] | None:
    """Return the question and the answer on a line, with any sign or none between them; None if there is none."""
    places = [place for place in sheet.places if "x-names" in place.schema]
    pair = pair_in(text)
    if pair is not None:
        key, value = pair["key"].strip(), pair["value"].strip()
        return (key, value) if any(place.meaning(key, sheet.context) for place in places) else None
    return next((given for place in places if (given := sheet.given_at(place, text.strip(" .-")))), None)


def _parted(sheet: LineMatcher, text: str) -> str:
    """Return « swap of Zoé: fails, reason: too late » with braces around the parts of the answer."""
    pair = pair_in(text)
    if pair is None or pair["value"].strip()[:1] in ("{", "[", '"', ""):
        return text
    for place in sheet.places:
        known = place.meaning(pair["key"].strip(), sheet.context) if "x-names" in place.schema else None
        inner = place.inner(known) if known else None
        if inner is not None and (parts := _parts_of_answers(sheet, inner, pair["value"].strip())):
            return f"{pair['key'].strip()}: {{{', '.join(parts)}}}"
    return text


def _parts_of_answers(sheet: LineMatcher, inner: Place, value: str) -> list[str]:
    """Return the parts of an answer, the first of which has no word before it; empty if there is only one."""
    words = re.compile(r"[,;]\s*+(?P<key>[^,;:]{1,30}?)\s*+:\s*")
    cuts = [cut for cut in words.finditer(value) if inner.meaning(cut["key"], sheet.context)]
    if not cuts or not (needed := inner.schema.get("required", ())):
        return []
    word = sheet.context.word(inner.schema["x-keys"], needed[0])
    ends = [*(cut.start() for cut in cuts[1:]), len(value)]
    texts = [f"{cut['key']}: {_quoted(value[cut.end() : end])}" for cut, end in zip(cuts, ends, strict=True)]
    return [f"{word}: {value[: cuts[0].start()].strip()}", *texts]


def _quoted(text: str) -> str:
    text = text.strip()
    return text if is_quoted(text) else quoted(text)


def holder_of(key: str, schema: Schema, context: Context) -> str | None:
    """Return the word below which a word at the top of a file belongs; None if it belongs nowhere else."""
    for name in schema["properties"]:
        inner = top(schema).inner(name)
        if inner is not None and inner.meaning(key, context) is not None:
            return str(name)
    return None
