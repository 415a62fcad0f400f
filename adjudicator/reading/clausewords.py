"""What a sentence with « if » seems to say, as a clause to send: never played as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from adjudicator.core.conditions import OR, THEN, UNLESS
from adjudicator.core.context import Context
from adjudicator.core.tuples import NamedTuple
from adjudicator.core.words import fold
from adjudicator.reading.bounds import bound_in
from adjudicator.reading.lexicon import written_value
from adjudicator.reading.outline import Place
from adjudicator.reading.proposal import BLANK
from adjudicator.reading.prose import Ear

_LONGEST = 300
"""Characters of a sentence that is looked at."""
_BEFORE = 3
"""Words that may stand between « if » and the first fact: « if it is the … »."""
_TOKEN = re.compile(r"[(\[]\s*\d{1,4}\s*[;,]\s*\d{1,4}\s*[)\]]|\d{1,4}\s*;\s*\d{1,4}|[^\W_]+|[<>=]+|[.,;:!?]")
_SIGNS = frozenset(",;.:!?")


class Fact(NamedTuple):
    """A fact that was recognised: the word for it and its argument, as a file has them, and whether it is excepted."""

    word: str
    argument: str
    excepted: bool = False


@dataclass(frozen=True)
class ClauseEar:
    """Recognises facts, and the orders that hang on them, by the ``place`` of a clause."""

    place: Place
    context: Context

    @cached_property
    def orders(self) -> Ear:
        """Recognises what is ordered."""
        return Ear(self.place.inner(THEN) or self.place, self.context)

    @cached_property
    def denying(self) -> frozenset[str]:
        """Words that deny the fact in which they stand, folded."""
        return frozenset(self.context.vocabulary.forms("negating", "not"))

    @cached_property
    def _mute(self) -> frozenset[str]:
        """Words between those of a fact that say nothing, folded: « an enemy is next to me »."""
        words = self.context.vocabulary
        linking = [part for form in words.forms("linking", "is") for part in form.split()]
        telling = {word for form, _ in self._facts for word in form}
        return self.denying | (frozenset((*words.forms("articles", "the"), *linking)) - telling)

    @cached_property
    def _facts(self) -> list[tuple[list[str], str]]:
        """The words for conditions, each cut into its own words, the longest first; without their articles too."""
        words = self.context.vocabulary
        known = [name for name in self.place.schema["properties"] if name in words.canonical("conditions")]
        forms = {tuple(_cut(form)): name for name in known for form in words.forms("conditions", name)}
        return sorted(((list(form), name) for form, name in forms.items()), key=lambda each: -len(each[0]))

    def begins(self, text: str) -> bool:
        """Tell whether a text begins with the word « if »."""
        words = _cut(text[:_LONGEST])
        return self._if_in(words[: self._longest_if]) == 0 and len(words) > 1

    def has_if(self, text: str) -> bool:
        """Tell whether the word « if » stands in a text."""
        return self._if_in(_cut(text[:_LONGEST])) >= 0

    def clause(self, text: str) -> str:
        """Return the clause that a sentence seems to say, on one line; blanks stand for what was not recognised."""
        facts, orders = self._parts(self._halves(text)[0])
        return self._written(list(self._heard(facts)), orders)

    def otherwise(self, text: str) -> dict[str, str]:
        """Return the orders that a sentence gives behind « else », each word with its value, as a file has them."""
        return self._said(self._halves(text)[1])

    def _halves(self, text: str) -> tuple[str, str]:
        """Return a sentence, as far as it is looked at, before the word « else » and behind it."""
        found = list(_TOKEN.finditer(text[:_LONGEST]))
        words = [fold(token[0]) for token in found]
        for form in map(_cut, self.context.vocabulary.forms("otherwise", "else")):
            for at in range(1, len(words) - len(form) + 1):
                if words[at : at + len(form)] == form:
                    return text[: found[at].start()], text[found[at + len(form) - 1].end() : _LONGEST]
        return text[:_LONGEST], ""

    def facts(self, text: str) -> str:
        """Return the facts that a text seems to say, as a group."""
        facts = [f"{fact.word}: {fact.argument}" for fact in self._heard(_TOKEN.findall(text[:_LONGEST]))]
        return f"{{{', '.join(facts) or f'{BLANK}: {BLANK}'}}}"

    def speaks(self, text: str) -> bool:
        """Tell whether a sentence says a whole clause: « if », a fact right behind it, and an order."""
        if not self.has_if(text):
            return False
        facts, orders = self._parts(text[:_LONGEST])
        words = [word for word in map(fold, facts) if word not in self._mute]
        start, _, name = next(iter(self._starts(words)), (len(words), 0, ""))
        around = name in self.context.vocabulary.canonical("envelope")  # « if you like, turn 5: … » asks for nothing
        return start <= _BEFORE and bool(name) and not around and bool(orders)

    @cached_property
    def _ifs(self) -> list[list[str]]:
        """The word « if » as sentences have it; others that may stand in its place say « when » there."""
        return list(map(_cut, self.context.vocabulary.forms("linking", "if")))

    @property
    def _longest_if(self) -> int:
        return max(map(len, self._ifs))

    def _if_in(self, words: Sequence[str]) -> int:
        """Return at which of some words « if » stands first; -1 where it does not."""
        found = (at for at in range(len(words)) if any(list(words[at : at + len(form)]) == form for form in self._ifs))
        return next(found, -1)

    def _forms(self, word: str) -> list[str]:
        return self.context.vocabulary.forms("clauses", word)

    # Parts of a sentence ----------------------------------------------------------------------------------------

    def _parts(self, text: str) -> tuple[list[str], str]:
        """Return the words of a sentence that say facts, and the orders that it says, as a file has them."""
        found = list(_TOKEN.finditer(text))
        words = [fold(token[0]) or token[0] for token in found]
        start = self._if_in(words)
        before = self._ordered(text[: found[start].start()]) if start > 0 else ""
        end = len(words)
        for at in range(start + 1, len(words)):
            if not before and self._turns_to_orders(text, found, words, at, start):
                end = at
                break
        after = "" if before or end == len(words) else self._ordered(text[found[end].start() :])
        return [token[0] for token in found[start + 1 : end]], before or after

    def _turns_to_orders(
        self, text: str, found: Sequence[re.Match[str]], words: Sequence[str], at: int, start: int
    ) -> bool:
        """Tell whether orders begin at a word: « then », a comma before one, or the word for one behind a fact."""
        if words[at] in self._forms(THEN):
            return True
        if words[at] in _SIGNS:
            return bool(self._ordered(text[found[at].end() :]))
        if words[at] not in self._verbs or not any(self._heard([token[0] for token in found[start + 1 : at]])):
            return False
        return bool(self._ordered(text[found[at].start() :]))

    @cached_property
    def _verbs(self) -> frozenset[str]:
        return frozenset(form.partition(" ")[0] for form in self.orders.lexicon.spoken)

    def _ordered(self, text: str) -> str:
        return ", ".join(f"{word}: {value}" for word, value in self._said(text).items())

    def _said(self, text: str) -> dict[str, str]:
        return {order.word: order.value for order in self.orders.hear(text).said if order.value}

    # Facts ------------------------------------------------------------------------------------------------------

    def _heard(self, tokens: Sequence[str]) -> Iterator[Fact]:
        """Yield the facts that words say: each with what stands between it and the next."""
        words = [fold(token) or token for token in tokens]
        kept = [at for at, word in enumerate(words) if word not in self._mute]
        starts = list(self._starts([words[at] for at in kept]))
        excepted = False
        for number, (start, end, name) in enumerate(starts):
            until = starts[number + 1][0] if number + 1 < len(starts) else len(kept)
            last = kept[until] if until < len(kept) else len(words)
            first = kept[starts[number - 1][1]] if number and starts[number - 1][1] < len(kept) else 0
            lead = words[first : kept[start]]
            excepted = excepted or any(word in self._forms(UNLESS) for word in lead)
            denied = any(word in self.denying for word in words[kept[start] : last])
            argument = " ".join(tokens[at] for at in kept[end:until])
            yield Fact(self._word(name), self._argument(name, argument), excepted != denied)

    def _starts(self, words: Sequence[str]) -> Iterator[tuple[int, int, str]]:
        at = 0
        while at < len(words):
            for form, name in self._facts:
                if list(words[at : at + len(form)]) == form:
                    yield at, at + len(form), name
                    at += len(form) - 1
                    break
            at += 1

    def _word(self, name: str) -> str:
        return self.context.vocabulary.word("conditions", name, self.context.language)

    def _argument(self, name: str, text: str) -> str:
        """Return the argument of a fact that a text begins with, or a blank."""
        schema = self.place.part(name).schema
        if schema.get("type") == "boolean":
            return self.context.vocabulary.word("booleans", "true", self.context.language)
        kinds = schema.get("x-read", ())
        if "player" in kinds and self.context.players is not None and (names := self.context.players.within(text)):
            return names[0] if len(names) == 1 else f"[{', '.join(names)}]"
        parts = text.split()
        for size in range(len(parts), 0, -1):
            for start in range(len(parts) - size + 1):
                part = " ".join(parts[start : start + size])
                found = bound_in(part, self.context) if "integer" in kinds else None
                found = found or written_value(kinds, part, self.context)
                if found:
                    return found
        return BLANK

    def _written(self, facts: Sequence[Fact], orders: str) -> str:
        words, language = self.context.vocabulary, self.context.language
        then, unless = (words.word("clauses", word, language) for word in (THEN, UNLESS))
        asked = [f"{fact.word}: {fact.argument}" for fact in facts if not fact.excepted]
        denied = [f"{fact.word}: {fact.argument}" for fact in facts if fact.excepted]
        parts = asked or ([] if denied else [f"{BLANK}: {BLANK}"])
        parts += [f"{unless}: {{{', '.join(denied)}}}"] if denied else []
        return f"{{{', '.join(parts)}, {then}: {{{orders or f'{BLANK}: {BLANK}'}}}}}"

    def is_joined(self, text: str) -> bool:
        """Tell whether a text has the word « or »: what it says is not all to hold."""
        return any(word in self._forms(OR) for word in _cut(text[:_LONGEST]))


def _cut(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold(text))
