"""The facts that words with « if » seem to say: with what they are joined, which of them are denied or excepted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from adjudicator.core.conditions import AND, OR, UNLESS
from adjudicator.core.context import Context
from adjudicator.core.words import fold
from adjudicator.reading.besides import Besides
from adjudicator.reading.bounds import bound_in
from adjudicator.reading.lexicon import written_value
from adjudicator.reading.outline import Place
from adjudicator.reading.rows import BLANK

TOKEN = re.compile(r"[(\[]\s*\d{1,4}\s*[;,]\s*\d{1,4}\s*[)\]]|\d{1,4}\s*;\s*\d{1,4}|[^\W_]+|[<>=]+|[.,;:!?]")
SIGNS = frozenset(",;.:!?")
_BUT, _NEITHER = "but", "neither"

Values: TypeAlias = "list[tuple[str, bool]]"
"""Arguments of one fact as a file has them, and whether each is denied."""


class Fact(NamedTuple):
    """A fact that was recognised: the word for it and its argument, as a file has them; denied, or excepted."""

    word: str
    argument: str
    denied: bool = False
    excepted: bool = False
    """Whether it stands behind « unless »."""


class Facts(NamedTuple):
    """The facts of a sentence; where it may mean several things none is said, and it is not ``whole``."""

    said: Sequence[Fact] = ()
    either: bool = False
    """Whether one of those that are not excepted is enough."""
    any_excepted: bool = False
    """Whether each of those that are excepted is to be no fact; else only all together."""
    whole: bool = False
    """Whether all that the sentence says was recognised."""


@dataclass(frozen=True)
class FactEar:
    """Recognises facts by the ``place`` of a clause."""

    place: Place
    context: Context

    @cached_property
    def denying(self) -> frozenset[str]:
        """Words that deny the fact in which they stand, folded."""
        return frozenset(self.context.vocabulary.forms("negating", "not"))

    @cached_property
    def _linking(self) -> frozenset[str]:
        words = self.context.vocabulary
        phrases = [form for word in ("is", "there") for form in words.forms("linking", word)]
        return frozenset(part for form in phrases for part in cut(form))

    @cached_property
    def mute(self) -> frozenset[str]:
        """Words between those of a fact that say nothing, folded: « an enemy is next to me »."""
        words = self.context.vocabulary
        telling = {word for form, _ in self._facts for word in form}
        return self.denying | (frozenset((*words.forms("articles", "the"), *self._linking)) - telling)

    @cached_property
    def _idle(self) -> frozenset[str]:
        """Words that may stand beside facts and arguments and change nothing of them, folded."""
        ifs = (part for form in self.context.vocabulary.forms("linking", "if") for part in cut(form))
        joins = (form for word in self._joining.values() for form in word)
        unless = (part for form in self.unless for part in form)
        fillers = Besides(self.context.vocabulary).fillers
        return frozenset((*self.mute, *self._linking, *ifs, *joins, *unless, *fillers, *SIGNS))

    @cached_property
    def _joining(self) -> dict[str, frozenset[str]]:
        """Words by which facts and arguments are joined, by what they say, folded."""
        words = self.context.vocabulary
        said = {word: words.forms("clauses", word) for word in (AND, OR)}
        said |= {word: words.forms("linking", word) for word in (_BUT, _NEITHER)}
        return {word: frozenset(forms) for word, forms in said.items()}

    @cached_property
    def unless(self) -> list[list[str]]:
        """The words for « unless », the longest first."""
        return sorted(map(cut, self.context.vocabulary.forms("clauses", UNLESS)), key=len, reverse=True)

    def join(self, word: str) -> str:
        """Return what a word joins by: « and », « or », « but », « neither », a comma; else nothing."""
        return "," if word == "," else next((join for join, forms in self._joining.items() if word in forms), "")

    @cached_property
    def _facts(self) -> list[tuple[list[str], str]]:
        """The words for conditions, each cut into its own words, the longest first; without their articles too."""
        words = self.context.vocabulary
        known = [name for name in self.place.schema["properties"] if name in words.canonical("conditions")]
        forms = {tuple(cut(form)): name for name in known for form in words.forms("conditions", name)}
        return sorted(((list(form), name) for form, name in forms.items()), key=lambda each: -len(each[0]))

    def starts(self, words: Sequence[str]) -> Iterator[tuple[int, int, str]]:
        """Yield where words for facts stand among words without mute ones, and which facts."""
        at = 0
        while at < len(words):
            for form, name in self._facts:
                if list(words[at : at + len(form)]) == form:
                    yield at, at + len(form), name
                    at += len(form) - 1
                    break
            at += 1

    def says(self, words: Iterable[str]) -> bool:
        """Tell whether some words say more than those that stand beside facts and change nothing."""
        return any(word not in self._idle for word in words)

    def is_open(self, words: Sequence[str]) -> bool:
        """Tell whether facts go on behind some words: « and », « or », « unless »."""
        joins = bool(words) and self.join(words[-1]) not in ("", ",")
        return joins or any(list(words[-len(form) :]) == form for form in self.unless)

    # Facts ------------------------------------------------------------------------------------------------------

    def facts(self, tokens: Sequence[str]) -> Facts:
        """Return the facts that words say: each with what stands between it and the next."""
        words = [fold(token) or token for token in tokens]
        kept = [at for at, word in enumerate(words) if word not in self.mute]
        placed = self.starts([words[at] for at in kept])
        starts = [(kept[start], kept[end - 1] + 1, name) for start, end, name in placed]
        found = _Found()
        first = 0
        for number, (start, end, name) in enumerate(starts):
            following = starts[number + 1][0] if number + 1 < len(starts) else None
            until = len(words) if following is None else self._parting(words, end, following)
            self._one(found, name, (tokens[first:start], words[start:end], tokens[end:until]))
            first = until
        found.whole &= not self.is_open(words)
        return found.facts() if starts else Facts()

    def _parting(self, words: Sequence[str], end: int, following: int) -> int:
        """Return where what is said of one fact ends and the next begins: at the last word that joins them."""
        joins = [at for at in range(end, following) if self.join(words[at]) or self._unless_at(words, at)]
        at = joins[-1] if joins else following
        while at > end and (self.join(words[at - 1]) or self._unless_at(words, at - 1)):
            at -= 1
        return at

    def _unless_at(self, words: Sequence[str], at: int) -> bool:
        return any(list(words[at : at + len(form)]) == form for form in self.unless)

    def _one(self, found: _Found, name: str, parts: tuple[Sequence[str], Sequence[str], Sequence[str]]) -> None:
        """Add one fact to those found: of what stands before its words, of these, and of what stands behind them."""
        lead = [fold(token) or token for token in parts[0]]
        found.excepting |= any(self._unless_at(lead, at) for at in range(len(lead)))
        found.join(*filter(None, map(self.join, lead)))
        denied = any(word in self.denying for word in (*lead, *parts[1]))
        values, joins, whole = self._arguments(name, parts[2], denied)
        if [value for value, _ in values] == [BLANK] and self.says(lead):  # « Bruno is in the squad »
            values, joins, whole = self._arguments(name, parts[0], denied)
        else:
            whole = whole and not self.says(lead)
        found.join(*joins)
        found.whole &= whole
        found.said += [Fact(self._word(name), value, no, found.excepting) for value, no in values]

    def _word(self, name: str) -> str:
        return self.context.vocabulary.word("conditions", name, self.context.language)

    # Arguments --------------------------------------------------------------------------------------------------

    def _arguments(self, name: str, tokens: Sequence[str], denied: bool) -> tuple[Values, set[str], bool]:
        """Return the arguments that stand behind a fact, how they are joined, and whether nothing else is said."""
        schema = self.place.part(name).schema
        words = [fold(token) or token for token in tokens]
        if schema.get("type") == "boolean":
            yes = self.context.vocabulary.word("booleans", "true", self.context.language)
            return [(yes, denied or bool(self.denying.intersection(words)))], set(), not self.says(words)
        kinds = schema.get("x-read", ())
        if (value := self._value(kinds, tokens)) is not None:
            return [(value, denied or bool(self.denying.intersection(words)))], set(), True
        pieces, joins, whole = self._pieces(kinds, tokens)
        if not pieces or not _is_certain(pieces, joins, denied):
            return [(BLANK, denied)], set(), whole and not pieces
        no = denied or _NEITHER in joins
        values = [(value, no or is_denied) for value, is_denied in pieces]
        lists = any(each.get("type") == "array" for each in schema.get("anyOf", ())) and "player" in kinds
        if lists and OR not in joins and not any(is_denied for _, is_denied in values):
            listed = ", ".join(value for value, _ in values)
            return [(f"[{listed}]" if len(values) > 1 else listed, False)], set(), whole
        return values, joins - {","}, whole

    def _value(self, kinds: Sequence[str], tokens: Sequence[str]) -> str | None:
        """Return what words give as one value, with nothing beside it that says anything."""
        words = [fold(token) or token for token in tokens]
        spans = [(start, start + size) for size in range(len(words), 0, -1) for start in range(len(words) - size + 1)]
        for start, end in spans:
            if self.says((*words[:start], *words[end:])) or any(map(self.join, (words[start], words[end - 1]))):
                continue
            part = " ".join(tokens[start:end])
            found = bound_in(part, self.context) if "integer" in kinds else None
            if found := found or written_value(kinds, part, self.context):
                return found
        return None

    def _pieces(self, kinds: Sequence[str], tokens: Sequence[str]) -> tuple[Values, set[str], bool]:
        """Return the values that words join, each with whether it is denied, by what, and whether that is all."""
        parts: list[list[str]] = [[]]
        joins: set[str] = set()
        for token in tokens:
            if join := self.join(fold(token) or token):
                joins.add(join)
                parts.append([])
            else:
                parts[-1].append(token)
        found = [(self._value(kinds, part), part) for part in parts]
        whole = not any(value is None and self.says(map(fold, part)) for value, part in found)
        values = [(value, bool(self.denying.intersection(map(fold, part)))) for value, part in found if value]
        return values, joins, whole


def _is_certain(pieces: Values, joins: set[str], denied: bool) -> bool:
    """Tell whether values that are joined, some of them denied, have but one meaning."""
    if _NEITHER in joins:
        return OR not in joins
    nos = [denied or pieces[0][1], *(no for _, no in pieces[1:])]
    if OR in joins and (any(nos) or AND in joins):
        return False
    return not nos[0] or len(nos) == 1


@dataclass
class _Found:
    """What was found so far of the facts of a sentence."""

    def __post_init__(self) -> None:
        self.said: list[Fact] = []
        self.joins: tuple[set[str], set[str]] = (set(), set())
        """How facts are joined, and how those behind « unless »."""
        self.excepting = False
        self.whole = True

    def join(self, *joins: str) -> None:
        """Note how facts are joined."""
        self.joins[self.excepting].update(joins)

    def facts(self) -> Facts:
        """Return the facts, if what joins them has but one meaning."""
        excepted = [fact for fact in self.said if fact.excepted]
        others = [fact for fact in self.said if not fact.excepted]
        own, behind = self.joins
        if len(self.said) == 1 and excepted and excepted[0].denied:  # « unless not »
            return Facts([Fact(*excepted[0][:2])], whole=self.whole)
        unclear = OR in own and (AND in own or any(fact.denied for fact in others))
        unclear = unclear or (OR in behind and AND in behind) or any(fact.denied for fact in excepted)
        unclear = unclear or (OR not in behind and len({fact.word for fact in excepted}) < len(excepted))
        if unclear:
            return Facts()
        return Facts(self.said, OR in own and len(others) > 1, OR in behind, self.whole)


def cut(text: str) -> list[str]:
    """Return the words of a text, folded."""
    return re.findall(r"[^\W_]+", fold(text))
