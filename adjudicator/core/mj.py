"""Questions that only the MJ can decide, asked in the middle of a stage as dice are rolled, without stopping it.

``Mj.ask`` returns at once: the MJ's written answer if it still fits, otherwise the proposal. A stage therefore stays a
function of its input and can be played any number of times. The caller reads what was ``asked`` afterwards and decides,
by the care that the campaign wants for each purpose, whether the game waits for an answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.plain import renamed, to_plain

Value: TypeAlias = Any
"""An answer: text, a number, a yes or no, or a list or dict of these; None as a proposal means "no proposal"."""

Place: TypeAlias = tuple[str, tuple[str, ...]]
"""The identity of a question within a stage: its purpose and its key."""

TEXT = "text"
"""The ``kind`` of a question answered with free text, which contains no names or words of the game."""

NOBODY = "nobody"
"""The ``kind`` of a question answered with a player or this word, whose place of the vocabulary is called the same."""

WORDS = ("reason", "said")
"""The parts of an answer that are free text too: ``reason`` for the MJ alone, ``said`` for everybody."""

QUESTIONS = 500
"""The most questions that a stage may ask; further ones get their proposal, so that an endless rule still ends."""


class Question(NamedTuple):
    """One question: its subject, the proposal, and what the MJ should know when answering."""

    purpose: str
    """A key of ``Rules.decisions``, and a word of the place ``decisions``."""
    key: tuple[str, ...]
    """The subject: names and words, one each, never a running number. Unique in a stage together with the purpose."""
    proposal: Value
    """None if nothing is proposed: the game then waits for an answer, whatever the care."""
    options: tuple[Value, ...] = ()
    """The possible answers; empty if the schema alone decides."""
    kind: str = ""
    """The vocabulary place of the values if they are words, ``TEXT`` for free text, ``NOBODY``, otherwise empty."""
    truth: Value = None
    """The true value, shown to the MJ beside the proposal where the two may differ."""
    why: Phrase | None = None
    """Why this value is proposed."""
    warnings: tuple[Phrase, ...] = ()
    then: tuple[Phrase, ...] = ()
    """The consequences of the answer."""
    first: bool = False
    """Whether later questions depend on this answer: they are not shown while this one is open."""

    @property
    def place(self) -> Place:
        """The identity of the question: its purpose and its key."""
        return self.purpose, self.key

    @property
    def print(self) -> str:
        """A hash of the whole question: an answer counts only for a question with the same hash."""
        import hashlib

        text = json.dumps(to_plain(self), ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]


class Answer(NamedTuple):
    """The MJ's answer to a question."""

    value: Value
    by: str = "mj"
    """Who decided: ``mj``, ``agreed``, ``left`` or ``default``.

    ``mj``: this value; ``agreed``: the value proposed at that time; ``left``: whatever is proposed; ``default``: what
    was played unanswered when the stage was played before.
    """
    print: str = ""
    """The hash of the question answered; empty if the answer fits however the question is put."""
    early: bool = False
    """Whether it was given before the deadline of the players, to a question that does not depend on their orders."""


class Asked(NamedTuple):
    """A question asked while a stage was played, and the value that was used."""

    question: Question
    value: Value
    by: str
    """As :attr:`Answer.by`, or ``open`` if nobody has answered."""
    print: str
    """The hash of the question, as the game put it."""
    early: bool = False
    """As :attr:`Answer.early`."""


class Mj:
    """The MJ during one play of a stage, with all answers given to it."""

    def __init__(
        self,
        answers: Mapping[Place, Answer] | None = None,
        rest: bool = False,
        renamed: Callable[[Question, Value], Value] = lambda question, value: value,
    ) -> None:
        """Take the answers; if ``rest`` is True, all other questions are left to the proposals.

        ``renamed`` returns an answer with the game's names, for people whose seats have another name.
        """
        self.answers = answers or {}
        self._renamed = renamed
        self.asked: list[Asked] = []
        self.stale: dict[Place, Answer] = {}
        """Answers to questions that have changed since."""
        self.twice: list[Place] = []
        """Questions that were asked again in a different form, which is a bug in the game; the first value is kept."""
        self.named: set[Place] = set()
        """The subjects for which the game checked whether the MJ has ruled: see :meth:`rules_on`."""
        self.beyond = 0
        """How many questions were over the limit and therefore not asked."""
        self._rest = rest
        self._given: dict[Place, Asked] = {}
        self._known: dict[tuple[Place, str], Value] = {}

    def known(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Take what was answered in an earlier pass of the same stage: rows as :func:`record` makes them.

        A question that is put as it was then has the value used then. It is neither asked again nor recorded again.
        """
        self._known |= {(_place(row), row["print"]): row["value"] for row in rows if row["value"] is not None}

    def ahead(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Take what was answered in an earlier stage to questions of this one; what is answered now comes first."""
        self.answers = {**recorded(rows).answers, **self.answers}

    def rules_on(self, purpose: str, key: tuple[str, ...]) -> bool:
        """Return whether the MJ has ruled on something unprompted: only then is it worth asking the question."""
        self.named.add((purpose, key))
        return (purpose, key) in self.answers

    def ask(self, question: Question) -> Value:
        """Return the value to use for a question, without the reason that only the MJ may see."""
        if self._known and (kept := (question.place, question.print)) in self._known:
            return without_reason(self._known[kept])
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
        """Return the value used for a question with hash ``asked``, and who decided it, as :attr:`Asked.by`."""
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
        return self._renamed(question, answer.value), answer.by


def recorded(rows: Iterable[Mapping[str, Any]]) -> Mj:
    """Return an MJ who repeats the answers in the record of a stage, however the questions are put now."""
    return Mj({_place(row): Answer(row["value"]) for row in rows})


def before(rows: Iterable[Mapping[str, Any]]) -> dict[Place, Answer]:
    """Return the answers of a stage that was taken back; each holds while its question is put unchanged."""
    return {_place(row): Answer(row["value"], row["by"], row["print"]) for row in rows}


def record(asked: Iterable[Asked]) -> list[dict[str, Any]]:
    """Return the questions of a stage as rows of its record."""
    return [
        {
            "purpose": one.question.purpose,
            "key": list(one.question.key),
            "print": one.print,
            "value": to_plain(one.value),
            "by": "default" if one.by == "open" else one.by,
            **({"kind": one.question.kind} if one.question.kind else {}),
            **({"early": True} if one.early else {}),
        }
        for one in asked
    ]


def _place(row: Mapping[str, Any]) -> Place:
    return row["purpose"], tuple(row["key"])


# Keys and values ----------------------------------------------------------------------------------------------


def key_renamed(kinds: Sequence[str], key: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """Return a question's key in which each player that is a key of ``names`` is replaced.

    ``kinds`` are those of ``MJDecision.key``; further parts are players.
    """
    with_kinds = zip(key, chain(kinds, repeat("player")), strict=False)
    return [names.get(part, part) if kind == "player" else part for part, kind in with_kinds]


def without_reason(value: Value) -> Value:
    """Return a value without its ``reason`` part, if it has one.

    Neither the rules nor the readers of their outcome may see it. It is kept in the record of the stage and shown in
    the MJ's report only.
    """
    return {key: part for key, part in value.items() if key != "reason"} if isinstance(value, Mapping) else value


def without_words(value: Value) -> Value:
    """Return a value without the MJ's free text (``reason`` and ``said``)."""
    return {key: part for key, part in value.items() if key not in WORDS} if isinstance(value, Mapping) else value


def value_renamed(kind: str, value: Value, names: Mapping[str, str], texts: Collection[str] = ()) -> Value:
    """Return a value of a ``kind`` in which each name that is a key of ``names`` is replaced.

    Free text stays: that of the MJ, and the parts of the value called ``texts``, at any depth.
    """
    if not names or kind == TEXT:
        return value
    if isinstance(value, Mapping):
        return {
            names.get(key, key): part if key in (*WORDS, *texts) else value_renamed(kind, part, names, texts)
            for key, part in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [value_renamed(kind, part, names, texts) for part in value]
    return renamed(value, names)


def is_offered(question: Question, value: Value) -> bool:
    """Return whether a value is one of the options; ``True`` does not count as the number 1."""
    plain = to_plain(value)
    offered = map(to_plain, question.options)
    return not question.options or any(type(one) is type(plain) and one == plain for one in offered)


def options_said(question: Question) -> Listed:
    """Return the options of a question as they are shown."""
    return Listed(tuple(value_said(question.kind, option) for option in question.options))


def listed(parts: Iterable[PhraseArgument]) -> PhraseArgument:
    """Return parts as they appear in a sentence: a single part as it is, several as a list."""
    several = tuple(parts)
    return several[0] if len(several) == 1 else Listed(several)


def value_said(kind: str, value: Value, place: str = "", texts: Collection[str] = ()) -> PhraseArgument:
    """Return a value of a ``kind`` as it is shown: a word, a yes or no, a list, or the MJ's free text as it is.

    Parts stand after the words for them, which are of the ``place``, or after their names below the first level; parts
    called ``texts`` are free text.
    """
    if isinstance(value, bool):
        return Word("booleans", "true" if value else "false")
    if isinstance(value, (list, tuple)):
        return Listed(tuple(value_said(kind, part, "", texts) for part in value))
    if isinstance(value, Mapping):
        parts: list[Phrase] = []
        for key, part in value.items():
            if key not in WORDS:
                what = value_said(TEXT if key in texts else kind, part, "", texts)
                parts.append(Phrase("pair", {"name": Word(place, key) if place else key, "what": what}))
        return listed([*parts, *words_said(value)])
    return Word(kind, str(value)) if is_word(kind, value) else str(value)


def is_word(kind: str, value: Value) -> bool:
    """Return whether a value of a ``kind`` is a word of the vocabulary, and neither a name nor free text."""
    return isinstance(value, str) and kind not in ("", TEXT) and (kind != NOBODY or value == NOBODY)


def words_said(value: Value) -> Iterator[Phrase]:
    """Yield the MJ's free text in a value, as it is shown."""
    given = value if isinstance(value, Mapping) else {}
    return (Phrase(f"value.{key}", {"text": given[key]}) for key in WORDS if key in given)
