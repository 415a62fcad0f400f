"""Judge the MJ's answers, and bind each good one to the question that it answers.

An answer is refused if its question is not asked or its value does not fit the question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.campaign.acts import acts_in, corrects
from adjudicator.campaign.amendment_file import corrected
from adjudicator.campaign.records import Answered, Answers, Correction, Verdict
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Fault, Listed, Phrase, PhraseArgument
from adjudicator.core.mj import TEXT, WORDS, Answer, Asked, Place, without_words
from adjudicator.core.plain import Plain
from adjudicator.orders.answer_file import path_of
from adjudicator.orders.inbox import DroppedFile
from adjudicator.orders.received import verdict_of
from adjudicator.orders.submission import Submission
from adjudicator.reading.understanding import Understood, objected
from adjudicator.table.questions import (
    Asking,
    asking_of,
    given_in,
    key_said,
    named_places,
    objections_to,
    said,
    used_before,
    value_said,
)
from adjudicator.table.table import stood_in

_MOST_SHOWN = 8
"""Maximum number of questions listed when an answer is to a question that is not asked."""


_NOTHING: Answers = {"answers": [], "rest": None}


class AtHand(NamedTuple):
    """What answers are judged against: everything received for the awaited stage before them."""

    progress: Progress
    language: str | None
    """Language of the refusals; None for the campaign's own."""
    orders: Mapping[str, Plain]
    standing: Mapping[str, Plain]
    words: Mapping[str, str]
    answers: Sequence[Answers]


def weighed(at: AtHand, submission: Submission, file: DroppedFile, verdict: Verdict) -> Verdict:
    """Judge a file of answers that could be read; return its verdict.

    The awaited stage is played in memory with all orders received so far. Answers to questions that are not asked, or
    with values that are not allowed, are faults. Good answers are bound to their questions as these are put now. A
    submission without readable answers keeps its ``verdict``.
    """
    answers, understood = submission.answers, submission.understood
    if answers is None or understood is None:
        return verdict
    corrections = answers.get("corrections", [])
    was, at = at.progress, at._replace(progress=corrected(at.progress, corrections))
    asking = _tried(at, answers)
    asked = {one.question.place: one for one in asking.asked}
    known = [*asked, *named_places(asking)]
    faults = [fault for one in answers["answers"] for fault in _faults(at, one, known, asked, understood)]
    if faults:
        submission.refuse(sorted(faults, key=lambda fault: fault.mark))
        return verdict_of(submission, file, at.progress.campaign, at.language)
    submission.answers = _bound(at, answers, asking, asked)
    read_so = [Phrase("read.said", {"what": Listed(tuple(submission.how))})] if submission.how else []
    asked_before = {one.question.place for one in _tried(at, _NOTHING).open}
    called = [one for one in asking.open if one.question.place not in asked_before]
    told = [*_corrections_said(was, corrections), *_said(at, submission.answers, asked, asking)]
    if answers["answers"]:
        told += at.progress.campaign.game.rules.foreseen(at.progress.campaign.setting, asking.outcome)
    if called and answers["answers"]:
        what = Listed(tuple(said(at.progress.campaign, *one.question.place) for one in called))
        told.append(Phrase("answers.calls", {"what": what}, n=len(called)))
    submission.decided = [*read_so, *told]
    return {**verdict, "mj": submission.answers}


def _corrections_said(progress: Progress, corrections: Sequence[Correction]) -> Iterator[Phrase]:
    """Yield for each correction a phrase that says what it changes in the game state, and why."""
    campaign = progress.campaign
    for correction in corrections:
        after = corrected(progress, [correction])
        changes = tuple(campaign.game.reports.changes(campaign.setting, progress.state, after.state))
        values: dict[str, PhraseArgument] = {"reason": correction["reason"], "what": Listed(changes)}
        yield Phrase("answers.correction" if changes else "answers.correction.same", values)
        progress = after


def _tried(at: AtHand, answers: Answers) -> Asking:
    """Play the awaited stage in memory with everything received so far and with these answers."""
    progress = at.progress
    before = used_before(progress, acts_in(progress.campaign.folder))
    given, rest = given_in([*at.answers, answers], before)
    orders = {**at.orders, **stood_in(progress, dict(at.orders), dict(at.standing)).orders}
    in_order = {player: orders[player] for player in progress.campaign.players if player in orders}
    return asking_of(progress, in_order, at.words, given, rest)


def _faults(
    at: AtHand, answer: Answered, known: Sequence[Place], asked: Mapping[Place, Asked], understood: Understood
) -> Iterator[Fault]:
    """Yield what is wrong with one answer; an answer that agrees or leaves the choice needs a proposal."""
    place, path = (answer["purpose"], tuple(answer["key"])), path_of(answer)
    one, progress = asked.get(place), at.progress
    if one is None:
        yield _asked_by_nobody(at, place, path, [each for each in known if each[0] == place[0]], understood)
    elif _is_frozen(at, answer, one):
        yield Fault("answer-frozen", understood.mark(path, on_key=True), understood.word(path))
    elif answer["by"] == "mj":
        objections = objections_to(progress, one.question, answer["value"])
        yield from (objected(objection, understood, path) for objection in objections)
    elif one.question.proposal is None:
        yield Fault("answer-proposes-nothing", understood.mark(path), understood.word(path))


def _is_frozen(at: AtHand, answer: Answered, asked: Asked) -> bool:
    """Return whether an answer comes too late, because an earlier and different one to the same question holds.

    That earlier answer was given before the players' time was over. By now the MJ may know the orders, so he must not
    change an answer that was meant to be independent of them.
    """
    before = _before(at, answer)
    if not at.progress.closed or before is None or not before.early or before.print not in ("", asked.print):
        return False
    return (answer["by"], answer["value"]) != (before.by, before.value)


def _before(at: AtHand, answer: Answered) -> Answer | None:
    """Return what earlier files of this stage answer to the same question; None if they say nothing."""
    return given_in(at.answers, {})[0].get((answer["purpose"], tuple(answer["key"])))


def _is_early(at: AtHand, answer: Answered) -> bool:
    """Return whether an answer is independent of the orders and was given before they were all in.

    Repeating such an answer later leaves it early. A stage that is played again has no new early answers, because its
    orders are known already.
    """
    progress = at.progress
    known, before = progress.campaign.game.rules.decisions[answer["purpose"]], _before(at, answer)
    if before is not None and before.early and (answer["by"], answer["value"]) == (before.by, before.value):
        return True
    acts = acts_in(progress.campaign.folder)
    return known.early and not progress.closed and corrects(acts, progress.stage_folder.name) is None


def _asked_by_nobody(
    at: AtHand, place: Place, path: tuple[str, ...], known: Sequence[Place], understood: Understood
) -> Fault:
    """Return the fault of an answer to a question that is not asked, with the questions that may have been meant.

    Of those ``known`` of its purpose, they are the ones whose key ends in the same way if there are any, otherwise all.
    """
    campaign = at.progress.campaign
    voice = campaign.voice(at.language)
    alike = [each for each in known if each[1][-1:] == place[1][-1:]]
    said = tuple(dict.fromkeys(voice.fill(key_said(campaign, *each)) for each in alike or known))[:_MOST_SHOWN]
    unasked = campaign.game.rules.decisions[place[0]].unasked
    if not said and unasked and (objection := unasked(campaign.setting, at.progress.state)):
        return objected(objection, understood, path)
    code = "answer-asks-others" if said else "answer-nobody-asks"
    return Fault(code, understood.mark(path, on_key=True), understood.word(path), said)


def _bound(at: AtHand, answers: Answers, asking: Asking, asked: Mapping[Place, Asked]) -> Answers:
    """Return the answers, each with the print of its question as it is put now: it holds for that question alone.

    An answer that leaves the choice to the program fits the question however it is put. If the MJ agrees to the rest,
    he agrees to what is open now, as it is proposed now. If he leaves the rest to the program, this includes the
    questions that he answered before and that are put differently since.
    """
    bound = [_bound_to(at, asked[one["purpose"], tuple(one["key"])], one) for one in answers["answers"]]
    rest = answers["rest"]
    open_now = [one for one in asking.open if one.question.proposal is not None]
    if rest == "agreed":
        bound += [{**_of(one, "agreed"), "print": one.print} for one in open_now]
        rest = None
    elif rest == "yours":
        bound += [_of(one, "left") for one in open_now if one.question.place in asking.stale]
    kept: Answers = {"answers": bound, "rest": rest}
    return {**kept, "corrections": answers["corrections"]} if "corrections" in answers else kept


def _bound_to(at: AtHand, asked: Asked, answer: Answered) -> Answered:
    """Return an answer with the print of the question that it answers, unless it leaves the choice to the program."""
    bound: Answered = {**answer, "print": asked.print} if answer["by"] != "left" else {**answer}
    if asked.question.kind == TEXT:
        bound["kind"] = TEXT
    if _is_early(at, answer):
        bound["early"] = True
    return bound


def _of(one: Asked, by: str) -> Answered:
    """Return an answer without a value to a question; ``by`` is ``agreed`` or ``left``."""
    return {"purpose": one.question.purpose, "key": list(one.question.key), "value": None, "by": by}


def _said(at: AtHand, answers: Answers, asked: Mapping[Place, Asked], asking: Asking) -> Iterator[Phrase]:
    """Yield the phrases that repeat the answers to the MJ and say how many questions are still open."""
    campaign = at.progress.campaign
    for answer in answers["answers"]:
        one = asked[answer["purpose"], tuple(answer["key"])]
        question, told = one.question, without_words(one.value)
        value = value_said(campaign, question.purpose, question.kind, told) if one.value is not None else ""
        values = {"what": said(campaign, *question.place), "value": value}
        yield Phrase(f"answers.{answer['by']}", values)
        # Say which words of an answer everybody will read, and which the MJ alone.
        words = {key: one.value[key] for key in WORDS if key in one.value} if isinstance(one.value, Mapping) else {}
        yield from (Phrase(f"answers.{key}", {"text": text}) for key, text in words.items())
        if words and "said" not in words:
            yield Phrase("answers.unsaid")
    if answers["rest"] == "yours":
        yield Phrase("answers.rest")
    agreed = {(one["purpose"], tuple(one["key"])) for one in answers["answers"]}
    if left := sum(one.question.place not in agreed for one in asking.open):
        yield Phrase("answers.open", n=left)
