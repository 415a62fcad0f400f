"""What is shared by all that mends clauses: the words of their places, what was put right, what is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from adjudicator.core.conditions import THEN
from adjudicator.core.context import Context
from adjudicator.core.faults import Fault
from adjudicator.core.phrase import Phrase
from adjudicator.core.standing import IF
from adjudicator.reading.clausewords import ClauseEar
from adjudicator.reading.outline import Place
from adjudicator.reading.proposal import BLANK
from adjudicator.reading.twigs import Branches, Twig, block

Found: TypeAlias = "tuple[str, Twig] | None"
"""What stands under a word, with the word as it is written; None where there is none."""


@dataclass
class Mending:
    """The mending of one file; ``place`` is that of a clause in it."""

    place: Place
    context: Context
    faults: list[Fault] = field(default_factory=list)
    put_right: bool = False

    def __post_init__(self) -> None:
        """Recognise facts and orders in words."""
        self.ear = ClauseEar(self.place, self.context)

    def word(self, word: str) -> str:
        """Return a word of clauses as it is shown."""
        return self.context.vocabulary.word("clauses", word, self.context.language)

    def means(self, word: str, key: str) -> bool:
        """Tell whether a key is some word of clauses."""
        return self.context.vocabulary.meaning("clauses", key) == word

    def under(self, word: str, branches: Branches) -> Found:
        """Return what stands under a word of clauses."""
        return next(((key, twig) for key, twig in branches.items() if self.means(word, key)), None)

    def fact(self, key: str) -> str | None:
        """Return the condition that a key is."""
        known = self.place.meaning(key, self.context)
        return known if known in self.context.vocabulary.canonical("conditions") else None

    def order(self, key: str) -> bool:
        """Tell whether a key is an order that may hang on something."""
        inner = self.place.inner(THEN)
        return inner is not None and inner.meaning(key, self.context) is not None

    def tell(self, fault: Fault, lines: Iterable[str]) -> None:
        """Tell a fault with lines that say what may stand there, and that something is to be filled in in them."""
        shown = tuple(lines)
        fill = Phrase("prose.fill") if any(BLANK in line for line in shown) else ""
        values = {**fault.values, "fill": fill} if "fill" in fault.values else fault.values
        self.faults.append(fault._replace(values=values, lines=shown))

    def spoil(self, twig: Twig) -> None:
        """Leave nothing of a value at whose place a fault is told: nobody complains of it again."""
        twig.node = None

    def tell_words(self, twig: Twig, text: str) -> None:
        """Tell of a sentence where a clause stands, with the clause that it seems to be."""
        self.tell(Fault("clauses-in-words", twig.mark, text, values={"fill": ""}), sentence_lines(self.ear, text))
        self.spoil(twig)


def sentence_lines(ear: ClauseEar, text: str) -> Iterator[str]:
    """Yield the lines of what a sentence with « if » seems to say: its clause, and what it orders otherwise."""
    otherwise = {word: Twig(value) for word, value in ear.otherwise(text).items()}
    return standing_lines(ear.context, [ear.clause(text)], otherwise)


def standing_lines(context: Context, clauses: list[str], beside: Branches | None = None) -> Iterator[str]:
    """Yield the lines of standing orders with some clauses, each on its line."""
    words, language = context.vocabulary, context.language
    yield f"{words.word('envelope', 'standing', language)}:"
    yield from block(Twig(beside or {}), 2)
    yield f"  {words.word('clauses', IF, language)}:"
    yield from (f"    - {clause}" for clause in clauses)
