"""Order files made to be slow to read, against an honest one that is as long."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple

from adjudicator.reading.strict_yaml import read

LENGTH = 64_000
ROUNDS = 5
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
    """The shape that takes longest: its seconds, and how many times those of an honest file."""

    shape: str
    seconds: float
    ratio: float


def slowest() -> Slowest:
    """Read every shape, and a table of orders."""
    honest = "players:\n" + "".join(f"  Player{number}: {{move: right}}\n" for number in range(LENGTH // 28))
    usual = _seconds(honest.encode())
    taken = {
        shape: _seconds((start + repeated * (LENGTH // len(repeated.encode())) + end).encode())
        for shape, (start, repeated, end) in SHAPES.items()
    }
    worst = max(taken, key=lambda shape: taken[shape])
    return Slowest(worst, taken[worst], taken[worst] / usual)


def _seconds(data: bytes) -> float:
    def once() -> float:
        began = perf_counter()
        read(data)
        return perf_counter() - began

    return min(once() for _ in range(ROUNDS))
