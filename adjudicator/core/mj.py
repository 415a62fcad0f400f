"""What only the MJ can decide: he is asked as the dice are asked, in the middle of a stage, and it never stops for him.

``Mj.ask`` returns at once: what he has written, if it still fits, else what is proposed. So a stage stays a function
of what it is given, and can be played as often as one likes; what was ``asked`` is read afterwards. Whether the game
waits for an answer is decided by whoever plays it, by the care that the campaign wants for the purpose, and never here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.faults import Filling, Listed, Phrase, Word
from adjudicator.core.plain import renamed, to_plain

Value: TypeAlias = Any
"""What may be answered: text, a number, a yes or no, or a list or dict of these; None where nothing is proposed."""

Place: TypeAlias = tuple[str, tuple[str, ...]]
"""What a question is known by: its purpose, and for what it is asked."""

TEXT = "text"
"""The ``kind`` of a question whose answer is the MJ's own words: nothing in them is a name or a word of the game."""

WORDS = ("reason", "said")
"""The parts of an answer that are his own words too: what he alone reads, and what is for everybody."""

QUESTIONS = 500
"""Questions that a stage asks, at most: what it asks beyond is as proposed, so that a rule that asks and asks ends."""


class Question(NamedTuple):
    """One question: what is asked for what, what is proposed, and what the MJ should know when he answers."""

    purpose: str
    """A key of ``Rules.decisions``, and a word of the place ``decisions``."""
    key: tuple[str, ...]
    """For what: names and words, one each; never a running number. With the purpose it is unique in a stage."""
    proposal: Value
    """None where there is none: then the game waits for an answer, whatever the care."""
    options: tuple[Value, ...] = ()
    """What may be answered; empty for whatever its schema lets through."""
    kind: str = ""
    """The place of the vocabulary whose words its values are, if they are such; or ``TEXT``."""
    truth: Value = None
    """What is shown to the MJ beside the proposal, where they may differ."""
    why: Phrase | None = None
    """Why this is proposed."""
    warnings: tuple[Phrase, ...] = ()
    then: tuple[Phrase, ...] = ()
    """What hangs on it."""
    first: bool = False
    """Whether what is asked after it hangs on the answer: it is not shown while this one is open."""

    @property
    def place(self) -> Place:
        """What it is known by."""
        return self.purpose, self.key

    @property
    def print(self) -> str:
        """What tells it from one that is put otherwise: an answer is to this one."""
        import hashlib
        import json

        text = json.dumps(to_plain(self), ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]


class Answer(NamedTuple):
    """What the MJ has said to a question."""

    value: Value
    by: str = "mj"
    """``mj``: this value; ``agreed``: what was proposed then; ``left``: whatever is proposed; or, of a stage that was
    played before, ``default``: what was played for it then."""
    print: str = ""
    """That of the question answered; empty where it fits whatever is asked."""
    early: bool = False
    """Whether it was given before the players' time was over, to what does not hang on their orders."""


class Asked(NamedTuple):
    """A question of a stage as it was played, and what was played for it."""

    question: Question
    value: Value
    by: str
    """As :attr:`Answer.by`; ``open`` where nobody has answered."""
    print: str
    """That of the question, as the game put it."""
    early: bool = False
    """As :attr:`Answer.early`."""


class Mj:
    """The MJ while a stage is played once, with all that he has answered to it."""

    def __init__(
        self,
        answers: Mapping[Place, Answer] | None = None,
        rest: bool = False,
        seats: Mapping[str, str] | None = None,
    ) -> None:
        """Take his answers; ``rest``, he leaves all others to what is proposed.

        ``seats`` are those of people whom his answers call otherwise than the game does, by the names that they use.
        """
        self.answers = answers or {}
        self._seats = seats or {}
        self.asked: list[Asked] = []
        self.stale: dict[Place, Answer] = {}
        """Answers to questions that have been put otherwise since."""
        self.twice: list[Place] = []
        """What was asked twice and otherwise: a fault of the game; the first value held."""
        self.named: set[Place] = set()
        """What he might decide of himself, as far as it was looked at: see :meth:`rules_on`."""
        self.beyond = 0
        """How many questions were not asked, being too many."""
        self._rest = rest
        self._given: dict[Place, Asked] = {}

    def rules_on(self, purpose: str, key: tuple[str, ...]) -> bool:
        """Tell whether the MJ has said anything of what he is never asked: only then is the question worth its cost."""
        self.named.add((purpose, key))
        return (purpose, key) in self.answers

    def ask(self, question: Question) -> Value:
        """Return what is to be played for a question, without the reason that is the MJ's alone."""
        known = self._given.get(question.place)
        if known is not None:
            if known.question != question and question.place not in self.twice:
                self.twice.append(question.place)
            return without_reason(known.value)
        if len(self.asked) >= QUESTIONS:
            self.beyond += 1
            return question.proposal
        asked = self._given[question.place] = self._answered(question)
        self.asked.append(asked)
        return without_reason(asked.value)

    def _answered(self, question: Question) -> Asked:
        value, by = self._value(question, question.print)
        early = by not in ("open", "default") and question.place in self.answers and self.answers[question.place].early
        return Asked(question, value, by if value is not None else "open", question.print, early)

    def _value(self, question: Question, asked: str) -> tuple[Value, str]:
        """Return what is played for a question, whose print is ``asked``, and by whose word."""
        answer = self.answers.get(question.place)
        if answer is None:
            return question.proposal, "left" if self._rest else "open"
        if answer.by == "left":
            return question.proposal, "left"
        if answer.print not in ("", asked):
            self.stale[question.place] = answer
            return question.proposal, "open"
        if answer.by == "agreed":
            return question.proposal, answer.by
        return value_renamed(question.kind, answer.value, self._seats), answer.by


def recorded(rows: Iterable[Mapping[str, Any]]) -> Mj:
    """Return the MJ who says again what stands in the record of a stage, however it is asked now."""
    return Mj({_place(row): Answer(row["value"]) for row in rows})


def before(rows: Iterable[Mapping[str, Any]]) -> dict[Place, Answer]:
    """Return what was played for the questions of a stage that was taken back: it holds where it is asked the same."""
    return {_place(row): Answer(row["value"], row["by"], row["print"]) for row in rows}


def record(asked: Iterable[Asked]) -> list[dict[str, Any]]:
    """Return what was asked in a stage as it is kept."""
    return [_row(one) for one in asked]


def _row(one: Asked) -> dict[str, Any]:
    row = {
        "purpose": one.question.purpose,
        "key": list(one.question.key),
        "print": one.print,
        "value": to_plain(one.value),
        "by": "default" if one.by == "open" else one.by,
    }
    more = {"kind": one.question.kind} if one.question.kind else {}
    return {**row, **more, "early": True} if one.early else {**row, **more}


def rows_renamed(rows: Iterable[Mapping[str, Any]], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return rows of a record, or of a file of answers, with each name that is among ``names`` replaced."""
    return [
        {**row, "key": renamed(row["key"], names), "value": value_renamed(row.get("kind", ""), row["value"], names)}
        for row in rows
    ]


def _place(row: Mapping[str, Any]) -> Place:
    return row["purpose"], tuple(row["key"])


# Values -------------------------------------------------------------------------------------------------------


def without_reason(value: Value) -> Value:
    """Return a value without the MJ's own ``reason``, where it has one: the rules never see it, nor whoever reads them.

    It is kept with the record of the stage, and read in his report alone: what a turn came to is told at the end.
    """
    return {key: part for key, part in value.items() if key != "reason"} if isinstance(value, Mapping) else value


def without_words(value: Value) -> Value:
    """Return a value without the words of his own that the MJ has put beside it."""
    return {key: part for key, part in value.items() if key not in WORDS} if isinstance(value, Mapping) else value


def value_renamed(kind: str, value: Value, names: Mapping[str, str]) -> Value:
    """Return a value of a ``kind`` with each name that is among ``names`` replaced; the MJ's own words stay."""
    if not names or kind == TEXT:
        return value
    if isinstance(value, Mapping):
        return {key: part if key in WORDS else renamed(part, names) for key, part in value.items()}
    return renamed(value, names)


def is_offered(question: Question, value: Value) -> bool:
    """Tell whether a value is one of those that may be answered; a yes is no number."""
    plain = to_plain(value)
    offered = map(to_plain, question.options)
    return not question.options or any(type(one) is type(plain) and one == plain for one in offered)


def options_said(question: Question) -> Listed:
    """Return what may be answered to a question, as it is shown."""
    return Listed(tuple(value_said(question.kind, option) for option in question.options))


def listed(parts: Iterable[Filling]) -> Filling:
    """Return parts as they stand in a sentence: one by itself, several as a list."""
    several = tuple(parts)
    return several[0] if len(several) == 1 else Listed(several)


def value_said(kind: str, value: Value) -> Filling:
    """Return a value of a ``kind`` as it is shown: a word, a yes or no, a list; the MJ's own words, as such."""
    if isinstance(value, bool):
        return Word("booleans", "true" if value else "false")
    if isinstance(value, (list, tuple)):
        return Listed(tuple(value_said(kind, part) for part in value))
    if isinstance(value, Mapping):
        parts = [value_said(kind, part) for key, part in value.items() if key not in WORDS]
        return listed([*parts, *(Phrase(f"value.{key}", {"text": value[key]}) for key in WORDS if key in value)])
    return Word(kind, value) if kind not in ("", TEXT) and isinstance(value, str) else str(value)
