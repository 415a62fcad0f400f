"""Lines of a message, and ways to read them as an order file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from adjudicator.core.faults import Fault, Listed, Phrase
from adjudicator.reading.outline import PAIR

BLANK = "…"
"""Stands in lines that are handed back where their sender has to write something."""


class Row(NamedTuple):
    """A line of a message: its number, and its text."""

    number: int
    text: str


@dataclass(frozen=True)
class Reading:
    """One way to read a message: the lines that are its orders, and what was left out or put right to have them."""

    rows: tuple[Row, ...]
    said: tuple[Phrase, ...] = ()
    faults: tuple[Fault, ...] = ()
    """What stands in the way of it, whatever the orders are."""

    @property
    def lines(self) -> list[Row]:
        """The lines of the orders as a file: each as far down as in the message, below one that was put above it."""
        lines: list[Row] = []
        for row in self.rows:
            after = lines[-1].number if lines else 0
            lines += [Row(number, "") for number in range(after + 1, row.number)]
            lines.append(row)
        return lines

    @property
    def left_out(self) -> list[str]:
        """The lines that were left out as words around the orders; of those that are long their first words."""
        listed = [phrase.values["lines"] for phrase in self.said if phrase.key == "read.around"]
        parts = [part for lines in listed if isinstance(lines, Listed) for part in lines.parts]
        return [str(part.values["line"]) for part in parts if isinstance(part, Phrase) and "line" in part.values]

    @property
    def data(self) -> bytes:
        """The orders as a file."""
        return "\n".join(row.text for row in self.lines).encode()


BULLET = re.compile(r"(?P<space>[ \t]*)(?:[-–—*•·][ \t]+|\d{1,2}[.)][ \t]+)(?P<rest>\S.*)")
"""A line with the sign of a list before it."""
PARTS = re.compile(r",(?![^(]*\))|;(?![^(]*\))|\s(?:et|and)\s")
"""What parts a list on one line, outside cells."""

COMMAS = re.compile(r",(?![^(]*\))|\s(?:et|and)\s")
"""What parts a list of cells without brackets: « 1;2 » is one."""


def rows_of(text: str, before: int = 0) -> list[Row]:
    """Return the lines of a text, with their numbers in a message that has as many lines ``before`` it."""
    return [Row(before + number, line.rstrip()) for number, line in enumerate(text.split("\n"), 1)]


def pair_in(text: str) -> re.Match[str] | None:
    """Return a line « word: value », behind the sign of a list too, as a match of ``PAIR``; or None."""
    bullet = BULLET.match(text)
    start = bullet.start("rest") if bullet else len(text) - len(text.lstrip())
    return PAIR.match(text, start)


def indents(lines: Iterable[str]) -> list[int]:
    """Return how far each line is moved in that says something."""
    return [len(line) - len(line.lstrip()) for line in lines if line.strip()]


def is_quoted(text: str) -> bool:
    """Tell whether a text stands between quotation marks."""
    return len(text) > 1 and text[0] == text[-1] == '"'


def escaped(text: str) -> str:
    """Return a text as it stands between quotation marks, whatever is in it."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def quoted(text: str) -> str:
    """Return a text as text to YAML, whatever is in it."""
    return f'"{escaped(text)}"'


def say(said: list[Phrase], phrase: Phrase) -> None:
    """Add what was done to a message to what is ``said`` of it, once."""
    if phrase not in said:
        said.append(phrase)
