"""A board as rows of cells with their marks, and drawn with characters of equal width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.words import fold

if TYPE_CHECKING:
    from adjudicator.core.boards import BoardShown


class Mark(NamedTuple):
    """What stands on a cell: a piece of a camp, or ``count`` of its ghosts."""

    camp: str
    text: str
    """A capital letter for a piece; a small one for ghosts, with their number when there are several."""
    ghosts: int
    """How many ghosts; 0 for a piece."""


def camp_letters(camps: Sequence[str]) -> dict[str, str]:
    """Return a capital letter for each camp, the first of its name that is free; pairs of letters for many camps."""
    letters = list(ascii_uppercase) if len(camps) <= 26 else [a + b for a in ascii_uppercase for b in ascii_uppercase]
    marks: dict[str, str] = {}
    for camp in camps:
        free = [letter for letter in letters if letter not in marks.values()]
        marks[camp] = next((letter for letter in fold(camp).upper() if letter in free), free[0])
    return marks


def board_rows(board: BoardShown) -> list[list[list[Mark]]]:
    """Return the marks of each cell, row by row from the top, of a board."""
    letters = camp_letters(board["camps"])
    marks: dict[tuple[int, int], list[Mark]] = {}
    for piece in board["pieces"]:
        marks.setdefault(piece["cell"], []).append(Mark(piece["camp"], letters[piece["camp"]], 0))
    for ghost in board["ghosts"]:
        count = ghost["count"]
        text = letters[ghost["camp"]].lower() + (str(count) if count > 1 else "")
        marks.setdefault(ghost["cell"], []).append(Mark(ghost["camp"], text, count))
    across, down = range(1, board["width"] + 1), range(1, board["height"] + 1)
    return [[marks.get((x, y), []) for x in across] for y in down]


def column_heads(board: BoardShown) -> list[list[str]]:
    """Return what stands above each column: its number, under its letter if it has one."""
    across = range(1, board["width"] + 1)
    return [[_letters(x), str(x)] if board["lettered"] else [str(x)] for x in across]


def _letters(column: int) -> str:
    """Return the letters of a column, A to Z and then AA."""
    more, letter = divmod(column - 1, len(ascii_uppercase))
    return (_letters(more) if more else "") + ascii_uppercase[letter]


def board_lines(board: BoardShown) -> list[str]:
    """Draw a board: the heads of columns above, row numbers on the left, a line around each cell.

    A column is as wide as the fullest of its cells, so that a crowd widens one column alone.
    """
    rows = [["".join(mark.text for mark in cell) for cell in row] for row in board_rows(board)]
    widths = [max(3, *(len(text) + 2 for text in column)) for column in zip(*rows, strict=True)]
    margin = " " * (len(str(board["height"])) + 1)
    rule = margin + "+" + "".join("-" * width + "+" for width in widths)
    heads = zip(*column_heads(board), strict=True)
    lines = [*((margin + " " + _line(head, widths, " ")).rstrip() for head in heads), rule]
    for y, row in enumerate(rows, 1):
        lines += [f"{y:>{len(margin) - 1}} |{_line(row, widths, '|')}|", rule]
    return lines


def _line(cells: Iterable[str], widths: Sequence[int], between: str) -> str:
    return between.join(cell.center(width) for cell, width in zip(cells, widths, strict=True))
