"""What a sentence with « if » seems to say, as clauses to send and what is ordered otherwise; never played as it is.

It is cut at its words « if » and « else », and where facts end and orders begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from adjudicator.core.conditions import AND, OR
from adjudicator.core.words import fold
from adjudicator.reading.clausewords import SIGNS, TOKEN, Facts, cut
from adjudicator.reading.rows import BLANK
from adjudicator.reading.sentences import END, LONGEST, ClauseEar, Ordered

_ENDED = re.compile(r"(?:[.!?;]|\n)\s*$")
_JOINS = (AND, OR, ",")
_NONE = Ordered()


class Sentence(NamedTuple):
    """What a sentence says: its clauses, each on a line, what is ordered otherwise, and what was not read of it."""

    clauses: Sequence[str]
    otherwise: Ordered = Ordered()
    rest: Sequence[str] = ()


class _If(NamedTuple):
    """A word « if »: where it stands among the words of a sentence, and where what hangs on it begins."""

    at: int
    behind: int


def sentence(ear: ClauseEar, text: str) -> Sentence:
    """Return what a sentence seems to say; blanks stand for what was not recognised."""
    cutting = _Cut(ear, text[:LONGEST])
    cutting.run()
    plain = [said for said in cutting.otherwise if said]
    lost = [] if (cutting.clauses or plain) and len(text) <= LONGEST else [ear.clause(Facts(), Ordered())]
    several = Ordered({BLANK: BLANK})
    otherwise = several if len(plain) > 1 else plain[0] if plain else Ordered()
    return Sentence([*cutting.clauses, *lost], otherwise, list(unread(ear, text)))


def unread(ear: ClauseEar, text: str) -> Iterator[str]:
    """Yield what stands before « if » or « else » in each part of a text, where it says something and no order."""
    joins = [*ear.facts.unless, *ear.ifs, *ear.elses]
    for part in END.split(text[:LONGEST]):
        found = list(TOKEN.finditer(part))
        words = [fold(token[0]) or token[0] for token in found]
        first = next((at for at in range(len(words)) if ear.form_at(words, at, joins)), None)
        lead = part if first is None else part[: found[first].start()]
        if ear.says(lead) and not ear.ordered(lead):
            yield " ".join(lead.split()).rstrip(" ,;:")


@dataclass
class _Cut:
    """The cutting of one sentence."""

    ear: ClauseEar
    text: str
    clauses: list[str] = field(default_factory=list)
    otherwise: list[Ordered] = field(default_factory=list)
    before: Ordered = _NONE
    """What the last clause orders."""

    def __post_init__(self) -> None:
        self.found = list(TOKEN.finditer(self.text))
        self.words = [fold(token[0]) or token[0] for token in self.found]

    def run(self) -> None:
        """Cut it at each « else », and what is between these at each « if »."""
        for start, end in self._between_elses():
            ifs = list(self._ifs(start, end))
            if ifs:
                self._clauses_of(start, end, ifs)
            else:
                self.otherwise.append(self.ear.ordered(self._text(start, end), self.before))

    def _text(self, start: int, end: int) -> str:
        """Return what stands from one word to another."""
        if start >= end:
            return ""
        until = self.found[end].start() if end < len(self.found) else len(self.text)
        return self.text[self.found[start].start() : until]

    def _ordered(self, start: int, end: int) -> Ordered:
        """Return what is ordered from one word to another, without what joins it to the next."""
        while end > start and self.ear.facts.join(self.words[end - 1]) in _JOINS:
            end -= 1
        return self.ear.ordered(self._text(start, end), self.before)

    # Where it is cut --------------------------------------------------------------------------------------------

    def _between_elses(self) -> Iterator[tuple[int, int]]:
        """Yield what is between the words « else ».

        One at the end, « yes if I am in, no otherwise », belongs to what stands before it from the last sign on.
        """
        elses = [
            (at, size) for at in range(len(self.words)) if (size := self.ear.form_at(self.words, at, self.ear.elses))
        ]
        start = 0
        for at, size in elses:
            behind = END.split(self._text(at + size, len(self.words)))[0]
            if start < at and not cut(behind):
                sign = next((n for n in range(at - 1, start, -1) if self.words[n] in SIGNS), at)
                yield start, sign
                self.otherwise.append(self._ordered(sign + 1, at) or Ordered().blank)
                return
            if start < at:
                yield start, at
            start = at + size
        if start < len(self.words):
            yield start, len(self.words)

    def _ifs(self, start: int, end: int) -> Iterator[_If]:
        """Yield the words « if » with which clauses begin; « unless » where none stands before it."""
        last, at = None, start
        while at < end:
            unless = self.ear.form_at(self.words, at, self.ear.facts.unless)
            size = 0 if unless else self.ear.form_at(self.words, at, self.ear.ifs)
            if (unless and last is None) or (size and not self._goes_on(last, at)):
                last = _If(at, at + size)
                yield last
            at += unless or size or 1

    def _goes_on(self, last: _If | None, at: int) -> bool:
        """Tell whether « and if » goes on with the facts behind the last « if »: nothing is ordered between them."""
        if last is None or not at or self.ear.facts.join(self.words[at - 1]) not in _JOINS:
            return False
        facts = self._facts(self._tokens(last.behind, at - 1))
        return (bool(facts.said) and facts.whole) or not self._ordered(last.behind, at)

    # What hangs on it -------------------------------------------------------------------------------------------

    def _clauses_of(self, start: int, end: int, ifs: Sequence[_If]) -> None:
        """Take each « if » of a part of the sentence with its facts and its orders, behind these or before it."""
        lead = self._lead(start, ifs[0].at)
        for number, word in enumerate(ifs):
            until = ifs[number + 1].at if number + 1 < len(ifs) else end
            if lead:
                facts, following = self._facts_before(word.behind, until, number + 1 < len(ifs))
            else:
                facts, lead = self._facts_and_orders(word.behind, until)
                following = Ordered()
            self.before = lead
            self.clauses.append(self.ear.clause(facts, lead))
            lead = following

    def _lead(self, start: int, end: int) -> Ordered:
        """Return what is ordered right before the first « if »; what is ordered in sentences before it is unsure."""
        text = self._text(start, end)
        *earlier, last = END.split(text)
        if _ENDED.search(text):
            earlier, last = [*earlier, last], ""
        head, colon, rest = last.rpartition(":")
        if colon and not self.ear.ordered(head):
            last = rest
        if said := self.ear.ordered(" ".join(earlier)):
            self.otherwise.append(said.blank)
        return self.ear.ordered(last)

    def _facts_before(self, start: int, end: int, more: bool) -> tuple[Facts, Ordered]:
        """Return the facts behind « if » whose orders stand before it; what the next orders, if there is ``more``."""
        following = Ordered()
        if more:
            sign = next((n for n in range(end - 2, start, -1) if self.ear.facts.join(self.words[n]) in _JOINS), end)
            following = self._ordered(sign + 1, end) or Ordered().blank
            end = sign
        text = self._text(start, end)
        first, *rest = END.split(self.ear.unsigned(text))
        facts = self._facts(TOKEN.findall(first))
        behind = " ".join(rest)
        turned = self.ear.orders.besides.denies(behind) or self.ear.ordered(behind)
        return (facts._replace(whole=False) if turned else facts), following

    def _facts_and_orders(self, start: int, end: int) -> tuple[Facts, Ordered]:
        """Return the facts behind « if », and the orders behind them."""
        unsure: tuple[Facts, Ordered] | None = None
        thens = [at for at in range(start, end) if self.words[at] in self.ear.then]
        if thens:
            return self._facts(self._tokens(start, thens[0])), self._ordered(thens[0] + 1, end)
        for at in range(start, end):
            sign = self.words[at] in SIGNS
            if not sign and (self.words[at] not in self.ear.verbs or self.ear.facts.is_open(self.words[:at])):
                continue
            facts, orders = self._facts(self._tokens(start, at)), self._ordered(at + sign, end)
            if facts.said and orders and BLANK not in orders.orders.values():
                return facts, orders
            if orders and (facts.said or sign):
                unsure = unsure or (facts, orders)
        return unsure or (self._facts(self._tokens(start, end)), Ordered())

    def _tokens(self, start: int, end: int) -> list[str]:
        return [token[0] for token in self.found[start:end]]

    def _facts(self, tokens: list[str]) -> Facts:
        return self.ear.facts.facts(tokens)
