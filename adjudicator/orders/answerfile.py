"""A file of the MJ's answers: whose it is, what it says; nothing here knows what is asked, nor is anything written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.campaign.amendmentfile import correction_faults
from adjudicator.campaign.labels import is_called
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Fault, Mark, Word
from adjudicator.core.mj import WORDS, without_words
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Stage
from adjudicator.orders.dropped import Whence
from adjudicator.orders.glance import lines_told, senders
from adjudicator.orders.keys import Claim, claims_in, mj_key
from adjudicator.orders.submission import Submission
from adjudicator.reading import strict_yaml
from adjudicator.reading.schemas import Schema, game_schema, resolve
from adjudicator.reading.strict_yaml import MAX_FAULTS
from adjudicator.reading.validation import read

if TYPE_CHECKING:
    from adjudicator.campaign.records import Answered, Answers
    from adjudicator.core.context import Context
    from adjudicator.reading.strict_yaml import Document
    from adjudicator.reading.understanding import Understood


def judge_answers(
    data: bytes, source: str, progress: Progress, stage: Stage, context: Context, whence: Whence
) -> Submission | None:
    """Judge a file of answers, but for what is asked; None for a file that is none.

    It is the MJ's who hands it in himself, or has his key. Of anybody else's nothing is said but that the key is wrong,
    whatever it holds: whether there is anything to answer nobody else may know.
    """
    document = strict_yaml.read(data, beside=context.vocabulary.beside)
    holder = _holder(document, context)
    if holder is None:
        return None
    submission = Submission(source, kinds=())
    if wrong := _unproven(document, holder, progress, stage, context, whence):
        named = senders(lines_told(data, context), progress.campaign, context)
        known = [whence.sender] if whence.sender is not None else list(named)
        submission.players = [player for player in known if player in progress.campaign.players][:1]
        submission.proven = False
        submission.refuse([Fault("wrong-key", wrong)])
        return submission
    submission.kinds = ("answers",)
    schema = game_schema(progress.campaign.game.id, "answers")
    understood, faults = read(document, schema, context, lambda known, whole: _stage_faults(known, progress, stage))
    submission.understood = understood
    faults = faults or list(_left_with_words(understood, schema))
    faults = faults or list(correction_faults(understood, progress, stage))
    if faults:
        submission.refuse(faults[:MAX_FAULTS])
    else:
        submission.answers = _answers(understood.root, schema)
    return submission


def _holder(document: Document, context: Context) -> str | None:
    """Return the key, as it is written, below which answers stand in a document; None where there are none."""
    root = document.root if document.complete and isinstance(document.root, dict) else {}
    words = context.vocabulary
    found = (key for key, value in root.items() if isinstance(value, dict) and words.meaning("answers", key) == "mj")
    return next(found, None)


def _unproven(
    document: Document, holder: str, progress: Progress, stage: Stage, context: Context, whence: Whence
) -> Mark | None:
    """Return where it stands that a file is not the MJ's; None where it is."""
    lines: list[Claim] = claims_in(document, context)
    own = (whence.handed_in and whence.sender is None) or whence.proved
    if any(line.has(mj_key(progress.campaign.seed, stage)) for line in lines) or (own and not lines):
        return None
    if whence.proved:  # it was his when it came, by the key of that time
        return None
    return min((line.mark for line in lines), default=document.keys[holder,])


def _stage_faults(understood: Understood, progress: Progress, awaited: Stage) -> Iterator[Fault]:
    """Answers are for the stage awaited."""
    turn, stage = understood.root.get("turn"), understood.root.get("stage")
    if isinstance(stage, str) and not is_called(awaited, stage, progress.campaign.game.id):
        yield Fault("answers-stage", understood.mark(("stage",)), stage, values={"stage": awaited.said})
    if isinstance(turn, int) and turn != awaited.turn:
        code = "answers-past" if 0 < turn < awaited.turn else "answers-stage"
        yield Fault(code, understood.mark(("turn",)), str(turn), values={"stage": awaited.said})


# What it says -------------------------------------------------------------------------------------------------


def _answers(root: Plain, schema: Schema) -> Answers:
    given = root["mj"]
    answers: Answers = {"answers": list(_each(given.get("answers") or {}, schema)), "rest": given.get("rest")}
    return {**answers, "corrections": given["corrections"]} if given.get("corrections") else answers


def _each(given: Plain, schema: Schema) -> Iterator[Answered]:
    purposes = schema["$defs"]["answers"]["properties"]
    for purpose, answer in given.items():
        inner, _ = resolve(purposes[purpose], schema)
        several = "x-names" in inner
        read = resolve(inner["additionalProperties"], schema)[0] if several else inner
        for key, value in answer.items() if several else [("", answer)]:
            by = _by(value) if "agreement" in read.get("x-read", ()) else "mj"
            said = None if by != "mj" else _trimmed(value)
            yield {"purpose": purpose, "key": parts_of(key), "value": said, "by": by}


def _trimmed(value: Any) -> Any:
    """Return a value without the blanks around the words of his own in it."""
    if not isinstance(value, Mapping):
        return value
    return {key: part.strip() if key in WORDS else part for key, part in value.items()}


def _by(value: Any) -> str:
    """Return by whose word a value is played: it may be that he agrees, or leaves it, as the word of several parts."""
    words = list(without_words(value).values()) if isinstance(value, Mapping) else [value]
    word = words[0] if len(words) == 1 and isinstance(words[0], str) else ""
    return {"agreed": "agreed", "yours": "left"}.get(word, "mj")


def _left_with_words(understood: Understood, schema: Schema) -> Iterator[Fault]:
    """Refuse words of his own beside what he leaves to the program: it would say them of whatever that comes to."""
    for purpose, answer in (understood.root["mj"].get("answers") or {}).items():
        for key, value in answer.items() if isinstance(answer, Mapping) else ():
            beside = [word for word in WORDS if isinstance(value, Mapping) and word in value]
            if beside and _by(value) != "mj":
                path = ("mj", "answers", purpose, key)
                left = Word("agreement", next(part for key, part in value.items() if key not in WORDS))
                mark = understood.mark((*path, beside[0]), on_key=True)
                yield Fault("answer-words-left", mark, understood.word((*path, beside[0])), values={"answer": left})


def parts_of(key: str) -> list[str]:
    """Return the parts of a key as a file has it; no name has a slash."""
    return key.split("/") if key else []


def path_of(answer: Mapping[str, Any]) -> tuple[str, ...]:
    """Return where an answer stands in a canonical document."""
    key = "/".join(answer["key"])
    return ("mj", "answers", answer["purpose"], *([key] if key else []))
