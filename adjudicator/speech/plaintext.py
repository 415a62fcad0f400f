"""Plain text for mails and terminals: lines of at most 78 characters, tables in columns."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 78
_GAP = "  "
_NARROWEST = 24
"""The fewest characters of a last column: with less a table is written row by row instead."""


def wrapped(text: str, first: str = "", rest: str = "", width: int = WIDTH) -> list[str]:
    """Return ``text`` in lines of at most ``width``; ``first`` begins the first line, ``rest`` the others.

    Lines break at ordinary spaces alone, never at a no-break space; a word too long stays whole.
    """
    text, line = str(text), first  # a template's safe text would escape what is added to it
    if len(first) + len(text) <= width and not text.startswith(" "):
        return [first + text]
    lines = []
    for word in text.split(" "):
        if line not in (first, rest) and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = rest
        line += word if line in (first, rest) else f" {word}"
    return [*lines, line]


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]], colon: str) -> list[str]:
    """Return a table in lines: columns side by side, the last one wrapped.

    Where they do not fit, it is row by row, each cell behind its head and a ``colon``.
    """
    widths = [max(map(len, column)) for column in zip(*([heads, *rows]), strict=True)][:-1]
    left = sum(widths) + len(_GAP) * len(widths)
    if WIDTH - left < _NARROWEST:
        return [line for row in rows for line in _stacked(heads, row, colon)]
    rule = ["-" * width for width in widths] + ["-" * max(len(row[-1]) for row in [heads, *rows])]
    rule[-1] = rule[-1][: WIDTH - left]
    return [line for row in (heads, rule, *rows) for line in _beside(row, widths)]


def _beside(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    before = "".join(cell.ljust(width) + _GAP for cell, width in zip(row[:-1], widths, strict=True))
    return [line.rstrip() for line in wrapped(row[-1], before, " " * len(before))]


def _stacked(heads: Sequence[str], row: Sequence[str], colon: str) -> list[str]:
    lines = wrapped(row[0], rest="    ")
    for head, cell in zip(heads[1:], row[1:], strict=True):
        lines += wrapped(cell, f"  {head}{colon}", "    ")
    return lines
