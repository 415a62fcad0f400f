"""A colon too many between braces: one of a text that has no quotes, or of a pair before which a comma is missing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from adjudicator.core.faults import Fault
from adjudicator.reading.places import mark_at

_COLON = re.compile(r":(?=[ \t])")
_KEY = re.compile(r"([^,:{}\n]+):(?=[ \t])")
_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_MOST_WORDS = 4
"""Words of a key at most: « dit à tous »."""

Beside = Callable[[str, str], bool]
"""Tells of two texts whether they are keys of one object."""


class _Pair(NamedTuple):
    """A key, and from where to where in the text its value stands."""

    key: str
    value: int
    end: int


def within_braces(text: str, brace: int, at: int, beside: Beside) -> Fault | None:
    """Return the fault of the colon ``at`` a place, after the ``brace`` that is open there, with the line mended.

    None where no key and colon stand before it.
    """
    pair = _pair(text, brace, at, beside)
    if not pair.key or pair.value >= at:
        return None
    further = list(re.finditer(r"\S+", text[pair.value : at]))[1:]
    for word in reversed(further[-_MOST_WORDS:]):
        if fault := missing_comma(text, brace, pair.value + word.start(), beside):
            return fault
    value = text[pair.value : pair.end].strip()
    quoted = "'" + value.replace("'", "''") + "'" if '"' in value else f'"{value}"'
    line = text[brace : pair.value] + quoted + _rest_of_line(text, pair.end)
    return Fault("colon-in-text", mark_at(text, pair.value), pair.key, values={"line": line})


def missing_comma(text: str, brace: int, at: int, beside: Beside) -> Fault | None:
    """Return the fault that no comma stands before the pair that begins ``at`` a place; None where none begins."""
    key = _KEY.match(text, at)
    if key is None or not beside(_pair(text, brace, at, beside).key, key[1].strip()):
        return None
    line = text[brace:at].rstrip(" \t;") + ", " + _rest_of_line(text, at)
    return Fault("comma-missing", mark_at(text, at), key[1].strip(), values={"line": line})


def _pair(text: str, brace: int, at: int, beside: Beside) -> _Pair:
    """Return the pair that is open ``at`` a place."""
    before = _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), text[brace:at])
    start = brace + max(before.rfind("{"), before.rfind(",")) + 1
    colon = _COLON.search(text, start)
    first = colon.start() if colon is not None else at
    key = text[start:first].strip()
    value = first + 1 + len(text[first + 1 :]) - len(text[first + 1 :].lstrip(" \t"))
    return _Pair(key, value, _end(text, at, lambda other: beside(key, other)))


def _end(text: str, at: int, is_key: Callable[[str], bool]) -> int:
    """Return where the value ends that goes on ``at`` a place: before the next pair, or the brace."""
    rest = _rest_of_line(text, at)
    for pair in re.finditer(r",\s*([^,:{}]+):", rest):
        if is_key(pair[1].strip()):
            return at + pair.start()
    brace = rest.find("}")
    return at + (brace if brace >= 0 else len(rest))


def _rest_of_line(text: str, at: int) -> str:
    return text[at:].partition("\n")[0].rstrip()
