"""Recognise sentences in which orders hang on a condition, « I vote no if Bruno is in ». They are never read as orders.

Their sender gets the lines to fill in instead: a condition is read from YAML or from a form alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from adjudicator.core.conditions import OR, THEN, UNLESS
from adjudicator.core.context import Context
from adjudicator.core.words import fold
from adjudicator.reading.outline import Place
from adjudicator.reading.prose import Ear
from adjudicator.reading.rows import BLANK

_LONGEST = 400
"""Characters of a sentence that are looked at."""
_BEFORE_FACT = 3
"""Words that may stand between « if » and the first fact: « if it is the … »."""

Forms = list[list[str]]
"""Ways to say one thing, each as its folded words, the longest first."""


@dataclass(frozen=True)
class Conditionals:
    """Recognises conditions in sentences, by the ``place`` of a clause in a schema."""

    place: Place
    context: Context

    @cached_property
    def orders(self) -> Ear:
        """Recognises what is ordered."""
        return Ear(self.place.inner(THEN) or self.place, self.context)

    @cached_property
    def may_be_nothing(self) -> bool:
        """Whether a clause may order nothing."""
        return "x-nothing" in self.place.part(THEN).schema

    @cached_property
    def denying(self) -> frozenset[str]:
        """Words that deny the fact in which they stand, folded."""
        return frozenset(self.context.vocabulary.forms("negating", "not"))

    def begins(self, text: str) -> bool:
        """Tell whether a text begins with the word « if »."""
        words = _cut(text)
        return len(words) > 1 and _form_at(words, 0, self._ifs) > 0

    def begins_else(self, text: str) -> bool:
        """Tell whether a text begins with the word « else »."""
        return _form_at(_cut(text), 0, self._elses) > 0

    def is_joined(self, text: str) -> bool:
        """Tell whether a text has the word « or »: what it says is not all to hold."""
        return bool({*self.context.vocabulary.forms("clauses", OR)}.intersection(_cut(text)))

    def speaks(self, text: str) -> bool:
        """Tell whether a sentence says a whole clause: « if » or « unless », a fact right behind it, and an order."""
        words, ifs = _cut(text), [*self._forms("clauses", UNLESS), *self._ifs]
        first = next((at for at in range(len(words)) if _form_at(words, at, ifs)), None)
        if first is None:
            return False
        behind = [word for word in words[first + _form_at(words, first, ifs) :] if word not in self._mute]
        start = next((at for at in range(len(behind)) if _form_at(behind, at, self._facts)), len(behind))
        return start <= _BEFORE_FACT and start < len(behind) and any(self._ordered(text))

    def is_conditional(self, text: str) -> bool:
        """Tell whether what a sentence orders hangs on something, be that known as a fact or not."""
        if self.speaks(text):
            return True
        words = _cut(self.orders.besides.telling(text[:_LONGEST]))
        then = self.context.vocabulary.forms("clauses", THEN)
        joined = any(word in then or _form_at(words, at, self._elses) for at, word in enumerate(words))
        has_if = any(_form_at(words, at, self._ifs) for at in range(len(words)))
        return joined and has_if and any(self._ordered(text))

    def empty_clause(self) -> str:
        """Return a clause on one line whose facts and orders are to be filled in."""
        then = self.context.vocabulary.word("clauses", THEN, self.context.language)
        return f"{{{BLANK}: {BLANK}, {then}: {{{BLANK}: {BLANK}}}}}"

    def _ordered(self, text: str) -> Iterator[str]:
        """Yield the words of the orders in a text."""
        text = text[:_LONGEST]
        yield from (order.word for order in self.orders.hear(text).said if order.value)
        yield from (order.word for part in re.split(r"[,;]", text) for order in self.orders.alone(part))

    @cached_property
    def _ifs(self) -> Forms:
        """The word « if » as sentences have it; others that may stand in its place say « when » there."""
        return self._forms("linking", "if")

    @cached_property
    def _elses(self) -> Forms:
        return self._forms("otherwise", "else")

    @cached_property
    def _facts(self) -> Forms:
        """The words of facts that orders may hang on; not of whose a file is, « if you like, turn 5: … »."""
        words = self.context.vocabulary
        around = words.canonical("envelope")
        known = [name for name in self.place.schema["properties"] if name in words.canonical("conditions")]
        forms = {tuple(form) for name in known if name not in around for form in self._forms("conditions", name)}
        return sorted(map(list, forms), key=len, reverse=True)

    @cached_property
    def _mute(self) -> frozenset[str]:
        """Words between those of a fact that say nothing, folded: « an enemy is next to me »."""
        linking = (*self._forms("linking", "is"), *self._forms("linking", "there"), *self._forms("articles", "the"))
        telling = {word for form in self._facts for word in form}
        return self.denying | ({word for form in linking for word in form} - telling)

    def _forms(self, place: str, word: str) -> Forms:
        return sorted(map(_cut, self.context.vocabulary.forms(place, word)), key=len, reverse=True)


def _form_at(words: Sequence[str], at: int, forms: Forms) -> int:
    """Return how many words from one on are one of some forms; 0 where none is."""
    return next((len(form) for form in forms if list(words[at : at + len(form)]) == form), 0)


def _cut(text: str) -> list[str]:
    """Return the words of a text, folded."""
    return re.findall(r"[^\W_]+", fold(text[:_LONGEST]))
