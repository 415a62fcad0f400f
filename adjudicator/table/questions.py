"""The questions to the MJ in the stage awaited, and the time that he has to answer them.

The questions are found by playing the stage in memory with what has been received.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import cached_property
from itertools import chain, repeat
from typing import Any, TypedDict, TypeVar

from adjudicator.campaign.acts import acts_since, corrects
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.records import Act, Answers, Decided
from adjudicator.campaign.stages import Progress, table_before
from adjudicator.core import mj
from adjudicator.core.faults import Objection, Phrase, PhraseArgument, Word
from adjudicator.core.game_rules import MJDecision
from adjudicator.core.mj import Answer, Asked, Mj, Place, Question
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Outcome
from adjudicator.table.table import attendance

T = TypeVar("T")


class Troubles(TypedDict, total=False):
    """What went wrong with the questions to the MJ; see ``OnTable``."""

    asked_beyond: int
    asked_twice: list[tuple[str, list[str]]]


@dataclass(eq=False, repr=False)  # these methods are never used, and making them slows down every start
class Asking:
    """The stage awaited played in memory: its outcome, and the questions to the MJ, with people's names."""

    campaign: Campaign
    outcome: Outcome[Any]
    heard: Mj
    """The questions and the MJ's answers by the seats' own names."""
    awaits_mj: bool = False
    """Whether the stage waits for his answer to its first question, whatever the campaign's care: ``Phase.starts``."""

    @cached_property
    def asked(self) -> list[Asked]:
        """All questions in the order in which they were asked, with the value that was used for each."""
        names = self.campaign.seats.called
        return [_called(self.campaign, one, names) for one in self.heard.asked] if names else self.heard.asked

    @cached_property
    def stale(self) -> Mapping[Place, Answer]:
        """The MJ's answers to questions that have been put differently since."""
        names = self.campaign.seats.called
        return {_place_called(self.campaign, place, names): answer for place, answer in self.heard.stale.items()}

    @property
    def open(self) -> list[Asked]:
        """The questions that wait for an answer, if the game waits for the MJ at all.

        One that he leaves to the program needs none, unless it has no proposal or he answered an earlier form of it.
        """
        return [
            one
            for one in self.asked
            if one.by == "open" and (self._care(one) != "auto" or one.value is None or one.question.place in self.stale)
        ]

    def _care(self, one: Asked) -> str:
        return "must" if self.awaits_mj and one is self.asked[0] else self.campaign.care(one.question.purpose)

    @property
    def needed(self) -> list[Asked]:
        """The open questions without whose answer the stage is never played."""
        return [one for one in self.open if one.value is None or self._care(one) == "must"]

    @property
    def insisting(self) -> bool:
        """Whether something waits that must never be skipped: a needed answer, or a stale one."""
        return bool(self.needed or self.stale)

    @property
    def listed(self) -> list[Asked]:
        """The open questions to show now: all up to the first one on whose answer the later ones depend."""
        shown: list[Asked] = []
        for one in self.open:
            shown.append(one)
            if one.question.first:
                break
        return shown

    @property
    def rows(self) -> list[Decided]:
        """The questions and their values as stored with the stage."""
        return mj.record(self.asked)  # type: ignore[return-value]

    @property
    def troubles(self) -> Troubles:
        """What went wrong with the questions, as it is stored; empty if nothing did."""
        found: Troubles = {"asked_beyond": self.heard.beyond} if self.heard.beyond else {}
        if self.heard.twice:
            names = self.campaign.seats.called
            twice = [_place_called(self.campaign, place, names) for place in self.heard.twice]
            found["asked_twice"] = [(purpose, list(key)) for purpose, key in twice]
        return found


def asking_of(
    progress: Progress,
    orders: Mapping[str, Plain],
    words: Mapping[str, str],
    given: Mapping[Place, Answer],
    rest: bool = False,
) -> Asking:
    """Play the stage awaited in memory with these ``orders`` and the answers that the MJ has ``given``.

    A stage that needs all orders is not played, even in memory, while some are missing; it then has no questions.
    """
    campaign = progress.campaign
    heard = heard_by_seat(campaign, given, rest)
    if not progress.phase.default and attendance(progress, orders).missing:
        return Asking(campaign, Outcome(progress.state, (), (), {}), heard)
    awaits_mj = progress.phase.starts == "answers"
    return Asking(campaign, campaign.resolve(progress.state, orders, words, heard), heard, awaits_mj)


def heard_by_seat(campaign: Campaign, given: Mapping[Place, Answer], rest: bool) -> Mj:
    """Return the MJ with the answers that he has ``given``, translated to the seats' own names."""
    own = {name: seat for seat, name in campaign.seats.called.items()}

    def renamed(question: Question, value: Any) -> Any:
        return mj.value_renamed(question.kind, value, own, _decision(campaign, question.purpose).texts)

    return Mj({_place_called(campaign, place, own): answer for place, answer in given.items()}, rest, renamed)


def given_in(files: Iterable[Answers], before: Mapping[Place, Answer]) -> tuple[dict[Place, Answer], bool]:
    """Return all answers in the MJ's ``files``, in order of arrival, and whether he leaves the rest to the program.

    For each question the latest answer counts, and after those what was used ``before``.
    """
    given, rest = dict(before), False
    for file in files:
        for one in file["answers"]:
            place = one["purpose"], tuple(one["key"])
            given[place] = Answer(one["value"], one["by"], one.get("print", ""), one.get("early", False))
        rest = file["rest"] == "yours" if file["rest"] is not None else rest
    return given, rest


def used_before(progress: Progress, acts: Sequence[Act]) -> dict[Place, Answer]:
    """Return the values used for the questions of the stage awaited when it was last played, if it was taken back."""
    stage = progress.stage_folder.name
    return withdrawn_by(progress.campaign, stage, corrects(acts, stage))


def withdrawn_by(campaign: Campaign, stage: str, number: int | None) -> dict[Place, Answer]:
    """Return the values used for the questions of a ``stage`` before the undoing of this ``number``, if any."""
    before = table_before(campaign, stage, number)
    return mj.before(before.get("mj", ())) if before is not None else {}


def objections_to(progress: Progress, question: Question, value: Any) -> list[Objection]:
    """Return the objections to an answer to a question of the stage awaited."""
    campaign = progress.campaign
    return campaign.game.rules.answer_objections(campaign.setting, progress.state, question, value)


def _decision(campaign: Campaign, purpose: str) -> MJDecision:
    return campaign.game.rules.decisions.get(purpose, MJDecision())


def named_places(asking: Asking) -> list[Place]:
    """Return the subjects on which the MJ may rule unprompted, with people's names, in order."""
    names = asking.campaign.seats.called
    return sorted(_place_called(asking.campaign, place, names) for place in asking.heard.named)


def _place_called(campaign: Campaign, place: Place, names: Mapping[str, str]) -> Place:
    return place[0], tuple(mj.key_renamed(_decision(campaign, place[0]).key, place[1], names))


def _called(campaign: Campaign, one: Asked, names: Mapping[str, str]) -> Asked:
    """Return a question that was asked, and its value, with each name that is a key of ``names`` replaced."""
    question, texts = one.question, _decision(campaign, one.question.purpose).texts

    def renamed(value: Any) -> Any:
        return mj.value_renamed(question.kind, value, names, texts)

    return one._replace(
        question=_phrases_called(question, names)._replace(
            key=_place_called(campaign, question.place, names)[1],
            proposal=renamed(question.proposal),
            options=tuple(map(renamed, question.options)),
            truth=renamed(question.truth),
        ),
        value=renamed(one.value),
    )


def _phrases_called(data: T, names: Mapping[str, str]) -> T:
    """Return phrases with each text that is a key of ``names`` replaced, also inside tuples, lists and mappings."""
    changed: Any = data
    if isinstance(data, tuple):
        parts = [_phrases_called(part, names) for part in data]
        changed = data._make(parts) if hasattr(data, "_make") else tuple(parts)
    elif isinstance(data, list):
        changed = [_phrases_called(part, names) for part in data]
    elif isinstance(data, Mapping):
        changed = {names.get(key, key): _phrases_called(value, names) for key, value in data.items()}
    elif isinstance(data, str):
        changed = names.get(data, data)
    return changed  # type: ignore[no-any-return]


# In words -----------------------------------------------------------------------------------------------------


def said(campaign: Campaign, purpose: str, key: Sequence[str]) -> Phrase:
    """Return what is asked in words, with whom or what it concerns: « information, Anna »."""
    what = Word("decisions", purpose)
    if not key:
        return Phrase("question.bare", {"what": what})
    return Phrase("question", {"what": what, "key": key_said(campaign, purpose, key)})


def key_said(campaign: Campaign, purpose: str, key: Sequence[str]) -> PhraseArgument:
    """Return whom or what a question concerns, as a file of answers writes it."""
    named = _decision(campaign, purpose).key
    kinds = chain(named, repeat("player"))
    parts = [part if kind in _NAMES else Word(kind, part) for part, kind in zip(key, kinds, strict=False)]
    if len(parts) != 2:
        return mj.listed(parts)
    both = {"first": parts[0], "second": parts[1]}
    return Phrase("question.key.text" if named[:1] == ("text",) else "question.key", both)


_NAMES = ("player", "text")
"""The kinds of the parts of a key that are not words."""


def value_said(campaign: Campaign, purpose: str, kind: str, value: Any) -> PhraseArgument:
    """Return an answer as it is shown, with the MJ's free text behind it."""
    known = _decision(campaign, purpose)
    if known.said is None:
        return mj.value_said(kind, value, known.parts, known.texts)
    return mj.listed([*known.said(campaign.setting, mj.without_words(value)), *mj.words_said(value)])


def told_of(asking: Asking, one: Asked, closed: bool) -> Iterator[Phrase]:
    """Yield what the MJ should know of a question: possible answers, the proposal, warnings, and consequences.

    Until the players' time is ``closed``, a question that depends on the orders may still change, and he is told so.
    """
    question = one.question
    if not closed and not asking.awaits_mj and not _decision(asking.campaign, question.purpose).early:
        yield Phrase("asked.so-far")
    if question.options:
        yield Phrase("asked.options", {"options": mj.options_said(question)})
    if question.proposal is None:
        yield Phrase("asked.nothing")
    else:
        values: dict[str, PhraseArgument] = {"value": _said_for(asking.campaign, question, question.proposal)}
        if question.why:
            yield Phrase("asked.because", {**values, "why": question.why})
        else:
            yield Phrase("asked.proposal", values)
        if question.truth is not None:
            yield Phrase("asked.truth", {"value": _said_for(asking.campaign, question, question.truth)})
    for phrase in question.warnings:
        yield Phrase("asked.warning", {"what": phrase})
    for phrase in question.then:
        yield Phrase("asked.then", {"what": phrase})
    answer = asking.stale.get(question.place)
    if answer is not None:
        agreed = answer.value is None
        value = Phrase("asked.agreed") if agreed else _said_for(asking.campaign, question, answer.value)
        yield Phrase("asked.stale", {"value": value})


def decided(asking: Asking) -> Iterator[Phrase]:
    """Yield the MJ's answers that hold now, and those whose question is no longer asked."""
    campaign, names = asking.campaign, asking.campaign.seats.called
    for one in asking.asked:
        if one.by in ("mj", "agreed"):
            value = _said_for(campaign, one.question, one.value)
            yield Phrase("status.decided", {"what": said(campaign, *one.question.place), "value": value})
    asked = {one.question.place for one in asking.heard.asked}
    for place, answer in asking.heard.answers.items():
        if place not in asked and answer.by != "left":
            yield Phrase("status.decided.idle", {"what": said(campaign, *_place_called(campaign, place, names))})


def troubles_said(campaign: Campaign, beyond: int, twice: Iterable[tuple[str, Sequence[str]]]) -> Iterator[Phrase]:
    """Yield sentences on how many questions exceeded the limit, and which were asked twice in different ways."""
    if beyond:
        yield Phrase("asked.beyond", {"most": mj.QUESTIONS}, n=beyond)
    for purpose, key in twice:
        yield Phrase("asked.twice", {"what": said(campaign, purpose, key)})


def _said_for(campaign: Campaign, question: Question, value: Any) -> PhraseArgument:
    return value_said(campaign, question.purpose, question.kind, value)


# The MJ's hour ------------------------------------------------------------------------------------------------


def hour_of(progress: Progress, acts: Sequence[Act], closing: Act) -> datetime | None:
    """Return until when the MJ may answer after the players' time was closed; None if there is no limit.

    An extension given since then moves it.
    """
    since = list(acts_since(acts, progress.stage_folder.name))
    later = since[since.index(closing) + 1 :]
    moved = next((act["until"] for act in reversed(later) if act["act"] == "extend"), None)
    if moved is not None:
        return datetime.fromisoformat(moved)
    told, at = progress.campaign.plain.get("mj", {}), datetime.fromisoformat(closing["at"])
    hours = timedelta(hours=told["hours"]) if "hours" in told else None
    if "dawn" in told and progress.campaign.game.rules.hides_questions(progress.state):
        return dawn_after(at + (hours or timedelta()), told["dawn"], progress.campaign.zone)
    return at + hours if hours is not None else None


def dawn_after(when: datetime, dawn: str, zone: tzinfo) -> datetime:
    """Return the next time after ``when`` at which the campaign's clock shows ``dawn``, as « 06:00 ».

    Games that hide whether the MJ was asked publish at that time, so that the time itself reveals nothing.
    """
    hour, minute = map(int, dawn.split(":"))
    there = when.astimezone(zone)
    today = there.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return (today if today > there else today + timedelta(days=1)).astimezone(when.tzinfo)
