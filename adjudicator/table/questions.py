"""What the MJ is asked for the stage awaited, found out by playing it in memory with what has come; and his hour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

from adjudicator.campaign.acts import acts_since, corrects
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_result
from adjudicator.campaign.seats import called_in
from adjudicator.campaign.stages import Progress
from adjudicator.core import mj
from adjudicator.core.faults import Filling, Objection, Phrase, Word
from adjudicator.core.mj import Answer, Asked, Mj, Place, Question
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Outcome
from adjudicator.store.layout import RESULT, TURNS, withdrawn_folder
from adjudicator.table.table import attendance

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act, Answers, Decided


T = TypeVar("T")


class Troubles(TypedDict, total=False):
    """What went wrong with what the MJ was asked; see ``OnTable``."""

    asked_beyond: int
    asked_twice: list[tuple[str, list[str]]]


@dataclass(eq=False, repr=False)  # what is never asked for is not made at each start
class Asking:
    """A stage played in memory: what came of it, and what the MJ was asked, with the names of people."""

    campaign: Campaign
    outcome: Outcome[Any]
    heard: Mj
    """The MJ as he was asked, by the seats' own names."""

    @cached_property
    def asked(self) -> list[Asked]:
        """All that was asked, in the order in which it was, and what was played for it."""
        names = self.campaign.seats.called
        return [_called(one, names) for one in self.heard.asked] if names else self.heard.asked

    @cached_property
    def stale(self) -> Mapping[Place, Answer]:
        """The MJ's answers to what is asked otherwise since."""
        names = self.campaign.seats.called
        return {called(place, names): answer for place, answer in self.heard.stale.items()}

    @property
    def open(self) -> list[Asked]:
        """What waits for an answer, if the game waits for the MJ at all."""
        return [one for one in self.asked if one.by == "open" and self._is_wanted(one)]

    def _is_wanted(self, one: Asked) -> bool:
        """Tell whether an answer is wanted of what is open: never of what he leaves to the program, unless he spoke."""
        care = self.campaign.care(one.question.purpose)
        return care != "auto" or one.value is None or one.question.place in self.stale

    @property
    def needed(self) -> list[Asked]:
        """What of this the stage is never played without."""
        return [one for one in self.open if one.value is None or self.campaign.care(one.question.purpose) == "must"]

    @property
    def insisting(self) -> bool:
        """Whether something waits that no haste passes over: what is needed, and what he has answered otherwise put."""
        return bool(self.needed or self.stale)

    @property
    def listed(self) -> list[Asked]:
        """What of it is shown now: nothing that is asked after a question on which it hangs, while that is open."""
        shown: list[Asked] = []
        for one in self.open:
            shown.append(one)
            if one.question.first:
                break
        return shown

    @property
    def rows(self) -> list[Decided]:
        """Return what was asked as it is kept with the stage."""
        return mj.record(self.asked)  # type: ignore[return-value]

    @property
    def troubles(self) -> Troubles:
        """Return what went wrong with what was asked, as it is kept; empty where nothing did."""
        found: Troubles = {"asked_beyond": self.heard.beyond} if self.heard.beyond else {}
        if self.heard.twice:
            names = self.campaign.seats.called
            found["asked_twice"] = [(purpose, list(called(key, names))) for purpose, key in self.heard.twice]
        return found


def asking_of(
    progress: Progress,
    orders: Mapping[str, Plain],
    words: Mapping[str, str],
    given: Mapping[Place, Answer],
    rest: bool = False,
) -> Asking:
    """Play the stage awaited in memory with ``orders``, and with what the MJ has answered."""
    campaign = progress.campaign
    heard = heard_by_seat(campaign, given, rest)
    if not campaign.game.rules.can_do_without(progress.state) and attendance(progress, orders).missing:
        return Asking(
            campaign, Outcome(progress.state, (), (), {}), heard
        )  # it is not played without them, not even in memory
    return Asking(campaign, campaign.resolve(progress.state, orders, words, heard), heard)


def heard_by_seat(campaign: Campaign, given: Mapping[Place, Answer], rest: bool) -> Mj:
    """Return the MJ who has given these answers, as the seats' own names have them."""
    own = {name: seat for seat, name in campaign.seats.called.items()}
    return Mj({called(place, own): answer for place, answer in given.items()}, rest, own)


def given_in(files: Iterable[Answers], before: Mapping[Place, Answer]) -> tuple[dict[Place, Answer], bool]:
    """Return what the MJ has answered in his ``files``, in the order in which they came, and whether the rest is left.

    What a later one says holds, question by question; what was played ``before`` holds where none says anything.
    """
    given, rest = dict(before), False
    for file in files:
        for one in file["answers"]:
            place = one["purpose"], tuple(one["key"])
            given[place] = Answer(one["value"], one["by"], one.get("print", ""), one.get("early", False))
        rest = file["rest"] == "yours" if file["rest"] is not None else rest
    return given, rest


def played_before(progress: Progress, acts: Sequence[Act]) -> dict[Place, Answer]:
    """Return what was played for the questions of the stage awaited when it was last played, if it was taken back."""
    number = corrects(acts, progress.stage_folder.name)
    return withdrawn_by(progress.campaign, progress.stage_folder.name, number) if number is not None else {}


def withdrawn_by(campaign: Campaign, stage: str, number: int) -> dict[Place, Answer]:
    """Return what was played for the questions of a ``stage`` that the undoing of this ``number`` took back."""
    path = withdrawn_folder(campaign.folder, number) / TURNS / stage / RESULT / "orders.json"
    if not path.exists():
        return {}
    return mj.before(called_in(read_result("orders", path), campaign.seats.called).get("mj", ()))


def objections_to(progress: Progress, question: Question, value: Any) -> list[Objection]:
    """Judge an answer to a question of the stage awaited."""
    campaign = progress.campaign
    return campaign.game.rules.answer_objections(campaign.setting, progress.state, question, value)


def _called(one: Asked, names: Mapping[str, str]) -> Asked:
    value = mj.value_renamed(one.question.kind, one.value, names)
    return one._replace(question=called(one.question, names), value=value)


def called(data: T, names: Mapping[str, str]) -> T:
    """Return a value with each text that is one of ``names`` replaced, in tuples of whatever kind too."""
    if not names:
        return data
    changed: Any = data
    if isinstance(data, tuple):
        parts = [called(part, names) for part in data]
        changed = data._make(parts) if hasattr(data, "_make") else tuple(parts)
    elif isinstance(data, list):
        changed = [called(part, names) for part in data]
    elif isinstance(data, Mapping):
        changed = {names.get(key, key): called(value, names) for key, value in data.items()}
    elif isinstance(data, str):
        changed = names.get(data, data)
    return changed  # type: ignore[no-any-return]


# In words -----------------------------------------------------------------------------------------------------


def said(campaign: Campaign, purpose: str, key: Sequence[str]) -> Phrase:
    """Say what is asked, and for whom or what: « information, Anna »."""
    what = Word("decisions", purpose)
    if not key:
        return Phrase("question.bare", {"what": what})
    return Phrase("question", {"what": what, "key": key_said(campaign, purpose, key)})


def key_said(campaign: Campaign, purpose: str, key: Sequence[str]) -> Filling:
    """Return for what something is asked, as a file of answers has it."""
    known = campaign.game.rules.decisions.get(purpose)
    places = known.words if known is not None else ()
    words = [Word(place, part) for place, part in zip(places, key, strict=False)]
    parts: list[Filling] = [*words, *key[len(words) :]]
    return Phrase("question.key", {"first": parts[0], "second": parts[1]}) if len(parts) == 2 else mj.listed(parts)


def told_of(asking: Asking, one: Asked, closed: bool) -> Iterator[Phrase]:
    """Say to the MJ what he should know of a question: what he may answer, what is proposed, what hangs on it.

    While the players' time is not ``closed`` it may be another question yet, where it hangs on the orders.
    """
    question = one.question
    known = asking.campaign.game.rules.decisions.get(question.purpose)
    if not closed and not (known is not None and known.early):
        yield Phrase("asked.so-far")
    if question.options:
        yield Phrase("asked.options", {"options": mj.options_said(question)})
    if question.proposal is None:
        yield Phrase("asked.nothing")
    else:
        yield from _proposed(question)
    for phrase in question.warnings:
        yield Phrase("asked.warning", {"what": phrase})
    for phrase in question.then:
        yield Phrase("asked.then", {"what": phrase})
    answer = asking.stale.get(question.place)
    if answer is not None:
        value = Phrase("asked.agreed") if answer.value is None else mj.value_said(question.kind, answer.value)
        yield Phrase("asked.stale", {"value": value})


def decided(asking: Asking) -> Iterator[Phrase]:
    """Say what the MJ has answered that holds now, and of what nothing is ordered any more."""
    campaign, names = asking.campaign, asking.campaign.seats.called
    for one in asking.asked:
        if one.by in ("mj", "agreed"):
            value = mj.value_said(one.question.kind, one.value)
            yield Phrase("status.decided", {"what": said(campaign, *one.question.place), "value": value})
    asked = {one.question.place for one in asking.heard.asked}
    for place, answer in asking.heard.answers.items():
        if place not in asked and answer.by != "left":
            yield Phrase("status.decided.idle", {"what": said(campaign, *called(place, names))})


def troubles_said(campaign: Campaign, beyond: int, twice: Iterable[tuple[str, Sequence[str]]]) -> Iterator[Phrase]:
    """Say to the MJ how many questions were too many, and what was asked twice and otherwise."""
    if beyond:
        yield Phrase("asked.beyond", {"most": mj.QUESTIONS}, n=beyond)
    for purpose, key in twice:
        yield Phrase("asked.twice", {"what": said(campaign, purpose, key)})


def _proposed(question: Question) -> Iterator[Phrase]:
    values: dict[str, Filling] = {"value": mj.value_said(question.kind, question.proposal)}
    yield Phrase("asked.because", {**values, "why": question.why}) if question.why else Phrase("asked.proposal", values)
    if question.truth is not None:
        yield Phrase("asked.truth", {"value": mj.value_said(question.kind, question.truth)})


# His hour -----------------------------------------------------------------------------------------------------


def hour_of(progress: Progress, acts: Sequence[Act], closing: Act) -> datetime | None:
    """Return until when the MJ has time, once that of the players was closed; None for ever.

    An extension since then moves it.
    """
    since = list(acts_since(acts, progress.stage_folder.name))
    later = since[since.index(closing) + 1 :]
    moved = next((act["until"] for act in reversed(later) if act["act"] == "extend"), None)
    if moved is not None:
        return datetime.fromisoformat(moved)
    told, at = progress.campaign.plain.get("mj", {}), datetime.fromisoformat(closing["at"])
    hours = timedelta(hours=told["hours"]) if "hours" in told else None
    if "dawn" in told and progress.campaign.game.rules.hidden_questions:
        return dawn_after(at + (hours or timedelta()), told["dawn"], progress.campaign.zone)
    return at + hours if hours is not None else None


def dawn_after(when: datetime, dawn: str, zone: tzinfo) -> datetime:
    """Return the next time on the clock of the campaign at which stages are published of which nobody may know more."""
    hour, minute = map(int, dawn.split(":"))
    there = when.astimezone(zone)
    today = there.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return (today if today > there else today + timedelta(days=1)).astimezone(when.tzinfo)
