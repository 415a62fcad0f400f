"""The words of sentences with « if »: what of them orders something, and a clause as a file has it.

What cannot be put with certainty is left blank: its sender may send these lines back as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from adjudicator.core.conditions import AND, OR, THEN, UNLESS
from adjudicator.core.context import Context
from adjudicator.core.words import fold
from adjudicator.reading.clausewords import TOKEN, Fact, FactEar, Facts, cut
from adjudicator.reading.outline import Place
from adjudicator.reading.prose import Ear
from adjudicator.reading.rows import BLANK

LONGEST = 400
"""Characters of a sentence that is looked at."""
_BEFORE = 3
"""Words that may stand between « if » and the first fact: « if it is the … »."""
END = re.compile(r"[.!?]+(?:\s|$)|\n\s*\n")


class Ordered(NamedTuple):
    """Orders in words: each word with its value, as a file has them; a blank where it may be another."""

    orders: Mapping[str, str] = {}
    nothing: bool = False
    """Whether they say that nothing is ordered."""

    def __bool__(self) -> bool:
        """Tell whether something is said."""
        return bool(self.orders) or self.nothing

    @property
    def blank(self) -> Ordered:
        """These orders without their values, which may be others."""
        return Ordered(dict.fromkeys(self.orders or [BLANK], BLANK))


@dataclass(frozen=True)
class ClauseEar:
    """Recognises clauses in sentences, by the ``place`` of a clause."""

    place: Place
    context: Context

    @cached_property
    def facts(self) -> FactEar:
        """Recognises facts."""
        return FactEar(self.place, self.context)

    @cached_property
    def orders(self) -> Ear:
        """Recognises what is ordered."""
        return Ear(self.place.inner(THEN) or self.place, self.context)

    @cached_property
    def may_be_nothing(self) -> bool:
        """Whether a clause may order nothing."""
        return "x-nothing" in self.place.part(THEN).schema

    # Words ------------------------------------------------------------------------------------------------------

    def begins(self, text: str) -> bool:
        """Tell whether a text begins with the word « if »."""
        words = cut(text[:LONGEST])
        return len(words) > 1 and self.form_at(words, 0, self.ifs) > 0

    def begins_else(self, text: str) -> bool:
        """Tell whether a text begins with the word « else »."""
        return self.form_at(cut(text[:LONGEST]), 0, self.elses) > 0

    def has_if(self, text: str) -> bool:
        """Tell whether the word « if » stands in a text."""
        words = cut(text[:LONGEST])
        return any(self.form_at(words, at, self.ifs) for at in range(len(words)))

    def is_joined(self, text: str) -> bool:
        """Tell whether a text has the word « or »: what it says is not all to hold."""
        return any(self.facts.join(word) == OR for word in cut(text[:LONGEST]))

    def speaks(self, text: str) -> bool:
        """Tell whether a sentence says a whole clause: « if » or « unless », a fact right behind it, and an order."""
        words, ifs = cut(text[:LONGEST]), [*self.facts.unless, *self.ifs]
        first = next((at for at in range(len(words)) if self.form_at(words, at, ifs)), None)
        if first is None:
            return False
        following = words[first + self.form_at(words, first, ifs) :]
        behind = [word for word in following if word not in self.facts.mute]
        start, _, name = next(iter(self.facts.starts(behind)), (len(behind), 0, ""))
        around = name in self.context.vocabulary.canonical("envelope")  # « if you like, turn 5: … » asks for nothing
        return start <= _BEFORE and bool(name) and not around and any(self._said(text[:LONGEST]))

    def is_conditional(self, text: str) -> bool:
        """Tell whether what a sentence orders hangs on something, be that known as a fact or not."""
        words = cut(self.orders.besides.telling(text[:LONGEST]))
        joined = any(word in self.then or self.form_at(words, at, self.elses) for at, word in enumerate(words))
        return self.speaks(text) or (joined and self.has_if(" ".join(words)) and any(self._said(text[:LONGEST])))

    def _said(self, text: str) -> Iterator[str]:
        yield from (order.word for order in self.orders.hear(text).said if order.value)
        yield from (order.word for part in re.split(r"[,;]", text) for order in self.orders.alone(part))

    @cached_property
    def ifs(self) -> list[list[str]]:
        """The word « if » as sentences have it; others that may stand in its place say « when » there."""
        return sorted(map(cut, self.context.vocabulary.forms("linking", "if")), key=len, reverse=True)

    @cached_property
    def elses(self) -> list[list[str]]:
        """The word « else », the longest first."""
        return sorted(map(cut, self.context.vocabulary.forms("otherwise", "else")), key=len, reverse=True)

    @cached_property
    def verbs(self) -> frozenset[str]:
        """Words with which orders begin, folded."""
        idle = map(str.strip, self.orders.besides.idle_phrases)
        return frozenset(form.partition(" ")[0] for form in (*self.orders.lexicon.spoken, *idle))

    def form_at(self, words: Sequence[str], at: int, forms: Sequence[list[str]]) -> int:
        """Return how many words from one on are one of some forms; 0 where none is."""
        return next((len(form) for form in forms if list(words[at : at + len(form)]) == form), 0)

    # Orders and facts -------------------------------------------------------------------------------------------

    def group(self, text: str) -> str:
        """Return the facts that a text seems to say, as a group."""
        facts = self.facts.facts(TOKEN.findall(text[:LONGEST]))
        plain = facts.whole and not any(fact.denied or fact.excepted for fact in facts.said) and not facts.either
        parts = [f"{fact.word}: {fact.argument}" for fact in facts.said] if facts.said and plain else []
        return f"{{{', '.join(parts) or f'{BLANK}: {BLANK}'}}}"

    def ordered(self, text: str, before: Ordered | None = None) -> Ordered:
        """Return the orders that a text says; a mere value is that of the one order said ``before``, if it is one.

        What stands behind its first sentence may not be of them.
        """
        first, *rest = [part for part in END.split(self.unsigned(text)) if cut(part)] or [""]
        first = re.sub(r"^\W+|[\s,;:]+$", "", first)
        said = self._ordered(first, before)
        behind = " ".join(rest)
        turned = self.orders.besides.denies(behind) or any(self.orders.hear(behind).said)
        return said.blank if said and (turned or "?" in text) else said

    def _ordered(self, text: str, before: Ordered | None) -> Ordered:
        text = " ".join(word for word in text.split() if fold(word) not in self.then)
        if self.context.vocabulary.meaning("nothing", text) is not None or self.orders.besides.idles_outright(text):
            return Ordered(nothing=True)
        heard = self.orders.hear(text)
        orders = {order.word: order.value for order in heard.said}
        if not any(orders.values()):
            alone = self.orders.alone(text)
            known = [order for order in alone if before and list(before.orders) == [order.word]]
            known = known or [order for order in alone if self._is_worded(order.word)]
            if len(known) == 1:
                return Ordered({known[0].word: known[0].value})
            return Ordered(dict.fromkeys(orders or ([BLANK] if known else []), BLANK))
        rest = any(map(self.says, heard.rest))
        sure = len(orders) == len(heard.said) and all(order.sure for order in heard.said[1:])
        unused = [word for word in cut(heard.unused) if word not in self.facts.mute]
        sure = sure and not rest and not self.orders.besides.denies(heard.unused) and not any(self.facts.starts(unused))
        return Ordered({word: value if sure and value else BLANK for word, value in orders.items()})

    def _is_worded(self, word: str) -> bool:
        """Tell whether an order takes words of the game, so that one alone says it: a name alone is no squad."""
        order = self.orders.place.meaning(word, self.context)
        return order is not None and self.orders.lexicon.is_worded(order)

    @cached_property
    def then(self) -> frozenset[str]:
        """The words for « then », folded."""
        return frozenset(self.context.vocabulary.forms("clauses", THEN))

    def says(self, part: str) -> bool:
        """Tell whether a text says more than words that say nothing, and « then »."""
        mute = self.orders.besides.fillers | self.then
        return any(word not in mute for word in self.orders.besides.telling(part).split())

    def unsigned(self, text: str) -> str:
        """Return a text without the name of a player on its last line, or before its first comma or colon."""
        players = self.context.players
        for sign, end in (("\n", -1), (",", 0), (":", 0)):
            parts = text.strip().split(sign)
            if len(parts) > 1 and players is not None and players.find(parts[end].strip(" ,")) is not None:
                del parts[end]
                text = sign.join(parts)
        return text

    # As a file has it -------------------------------------------------------------------------------------------

    def clause(self, facts: Facts, orders: Ordered) -> str:
        """Return a clause on one line."""
        words, language = self.context.vocabulary, self.context.language
        then, nothing = words.word("clauses", THEN, language), words.word("nothing", "nothing", language)
        parts = [*self._facts(facts), *([] if facts.said and facts.whole else [f"{BLANK}: {BLANK}"])]
        said = nothing if orders.nothing and self.may_be_nothing else _braced(orders.orders or {BLANK: BLANK})
        return f"{{{', '.join(parts)}, {then}: {said}}}"

    def _facts(self, facts: Facts) -> Iterator[str]:
        """Yield the parts of a clause that say its facts."""
        words, language = self.context.vocabulary, self.context.language
        plain = [fact for fact in facts.said if not fact.denied and not fact.excepted]
        if facts.either or len({fact.word for fact in plain}) < len(plain):
            yield f"{words.word('clauses', OR if facts.either else AND, language)}: {_groups(plain)}"
        else:
            yield from (f"{fact.word}: {fact.argument}" for fact in plain)
        groups = [[fact] for fact in facts.said if fact.denied]
        excepted = [fact for fact in facts.said if fact.excepted]
        groups += [[fact] for fact in excepted] if facts.any_excepted else [excepted] if excepted else []
        if groups:
            shown = [_braced({fact.word: fact.argument for fact in group}) for group in groups]
            listed = shown[0] if len(shown) == 1 else f"[{', '.join(shown)}]"
            yield f"{words.word('clauses', UNLESS, language)}: {listed}"


def _braced(pairs: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{word}: {value}" for word, value in pairs.items()) + "}"


def _groups(facts: Sequence[Fact]) -> str:
    return "[" + ", ".join(_braced({fact.word: fact.argument}) for fact in facts) + "]"
