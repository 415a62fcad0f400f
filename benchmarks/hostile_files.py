"""Order files made to be slow to read, against an honest one that is as long."""

from __future__ import annotations

from functools import partial
from statistics import median
from typing import NamedTuple

from clocks import Spent, spent_by

from adjudicator.reading.strict_yaml import read

LENGTH = 64_000
SHAPES = {
    "tabs before nothing": ("", "\t\n", ""),
    "tabs after dashes": ("", "-\ta\n", ""),
    "tabs before text": ("", "\ta\n", ""),
    "tabs": ("", "\t", ""),
    "spaces": ("", " ", ""),
    "no-break spaces": ("", "\u00a0", ""),
    "no-break spaces before text": ("", "\u00a0a\n", ""),
    "carriage returns": ("", "\r", ""),
    "escapes": ('a: "', "\\n", '\\q"'),
    "backslashes": ('a: "', "\\\\", '\\q"'),
    "hexadecimal escapes": ('a: "', "\\xe9", '\\q"'),
    "ends of documents": ("a\n", "...\n", "b"),
    "duplicates": ("", "a: 1\n", ""),
    "comments before a directive": ("", "#\n", "%x"),
    "pairs at the lowest level": ("[" * 19, "[],", ""),
    "lines of one text": ("", "a\n", "b: c\n"),
}
"""How a file begins, what it repeats, and how it ends."""


class Slowest(NamedTuple):
    """The shape that takes longest, and what it took in each round, and an honest file in the same."""

    shape: str
    hostile: list[Spent]
    honest: list[Spent]


def slowest(rounds: int) -> Slowest:
    """Read a table of orders and every shape, in turns; the first round only warms up."""
    files = {"honest": "players:\n" + "".join(f"  Player{i}: {{move: right}}\n" for i in range(LENGTH // 28))}
    for shape, (start, repeated, end) in SHAPES.items():
        files[shape] = start + repeated * (LENGTH // len(repeated.encode())) + end
    reads = {name: partial(read, text.encode()) for name, text in files.items()}
    taken = [{name: spent_by([call]) for name, call in reads.items()} for _ in range(rounds + 1)][1:]
    worst = max(SHAPES, key=lambda shape: median(spent[shape].cpu for spent in taken))
    return Slowest(worst, [spent[worst] for spent in taken], [spent["honest"] for spent in taken])
