"""What is shared by all that mends clauses: the words of their places, what was put right, what is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from adjudicator.core.conditions import THEN
from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, Mark, Phrase
from adjudicator.core.standing_orders import IF
from adjudicator.core.words import fold
from adjudicator.reading.conditionals import Conditionals
from adjudicator.reading.outline import Place
from adjudicator.reading.rows import BLANK
from adjudicator.reading.twigs import Branches, Twig, block, written

Found: TypeAlias = "tuple[str, Twig] | None"
"""What stands under a word, with the word as it is written; None where there is none."""


Otherwise: TypeAlias = "Mapping[str, str]"
"""Orders behind « else », each word with its value as a file has them; blank where it may be another."""


class Heard(NamedTuple):
    """A fault of a sentence where a clause belongs, or of « else » within a clause."""

    fault: Fault
    is_clause: bool = True
    """Whether it stands in the place of a clause."""
    otherwise: Otherwise = MappingProxyType({})


@dataclass
class Mending:
    """The mending of one file; ``place`` is that of a clause in it."""

    place: Place
    context: Context
    faults: list[Fault] = field(default_factory=list)
    put_right: bool = False
    heard: list[Heard] = field(default_factory=list)
    """What was said in sentences among standing orders, and is told once with all that stands there."""

    spent: set[int] = field(default_factory=set)
    """The values of which nothing is left, as all is told so."""

    def __post_init__(self) -> None:
        """Recognise facts and orders in words."""
        self.ear = Conditionals(self.place, self.context)

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

    def tell_heard(self, lines: Iterable[str]) -> None:
        """Tell of what was said in sentences, once, with the lines to send in its place."""
        first, *_ = sorted(self.heard, key=lambda heard: heard.fault.mark)
        self.tell(first.fault, lines)
        self.heard.clear()

    def spoil(self, twig: Twig) -> None:
        """Leave nothing of a value at whose place a fault is told: nobody complains of it again."""
        twig.node = None

    def hear(self, twig: Twig, text: str, mark: Mark | None = None) -> None:
        """Note a sentence where a clause stands."""
        self.heard.append(Heard(Fault("clauses-in-words", mark or twig.mark, text, values={"fill": ""})))
        self.spend(twig)

    def spend(self, twig: Twig) -> None:
        """Leave nothing of a value of which all is told with what was heard."""
        self.spoil(twig)
        self.spent.add(id(twig))


def beside(ear: Conditionals, plain: Branches, otherwise: Iterable[Otherwise]) -> Branches:
    """Return the orders that stand beside clauses: the ``plain`` ones, and those behind « else ».

    An order that is given twice, with another value, is left blank.
    """
    shown = {_meant(ear, key): (key, twig) for key, twig in plain.items()}
    for said in otherwise:
        for word, value in said.items():
            key, twig = shown.get(_meant(ear, word), (word, _twig(value)))
            shown[_meant(ear, word)] = (key, twig if fold(written(twig)) == fold(value) else Twig(BLANK))
    return dict(shown.values())


def _twig(value: str) -> Twig:
    """Return a value as a file has it, which may be a list."""
    return Twig([Twig(part) for part in value[1:-1].split(", ")]) if value.startswith("[") else Twig(value)


def _meant(ear: Conditionals, word: str) -> str:
    inner = ear.place.inner(THEN)
    return (inner.meaning(word, ear.context) if inner is not None else None) or word


def standing_lines(context: Context, clauses: Sequence[str], plain: Branches | None = None) -> Iterator[str]:
    """Yield the lines of standing orders with some clauses, each on its line."""
    words, language = context.vocabulary, context.language
    yield f"{words.word('envelope', 'standing', language)}:"
    yield from block(Twig(plain or {}), 2)
    yield f"  {words.word('clauses', IF, language)}:"
    yield from (f"    - {clause}" for clause in clauses)
