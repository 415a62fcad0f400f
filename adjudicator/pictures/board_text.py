"""A board drawn with characters of equal width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from adjudicator.core.words import fold


def camp_letters(camps: Sequence[str]) -> dict[str, str]:
    """Return a capital letter for each camp, the first of its name that is free; pairs of letters for many camps."""
    letters = list(ascii_uppercase) if len(camps) <= 26 else [a + b for a in ascii_uppercase for b in ascii_uppercase]
    marks: dict[str, str] = {}
    for camp in camps:
        free = [letter for letter in letters if letter not in marks.values()]
        marks[camp] = next((letter for letter in fold(camp).upper() if letter in free), free[0])
    return marks


def board_lines(board: Mapping[str, Any], letters: Mapping[str, str]) -> list[str]:
    """Draw a board as a game's view gives it: a capital letter is a piece, a small one ghosts, with their number."""
    marks = _marks(board, letters)
    width = max([3, *(len(mark) + 2 for mark in marks.values())])
    columns = range(1, board["width"] + 1)
    margin = " " * (len(str(board["height"])) + 1)
    rule = margin + "+" + ("-" * width + "+") * board["width"]
    lines = [margin + " " + " ".join(str(x).center(width) for x in columns).rstrip(), rule]
    for y in range(1, board["height"] + 1):
        cells = "|".join(marks.get((x, y), "").center(width) for x in columns)
        lines += [f"{y:>{len(margin) - 1}} |{cells}|", rule]
    return lines


def _marks(board: Mapping[str, Any], letters: Mapping[str, str]) -> dict[tuple[int, int], str]:
    marks: dict[tuple[int, int], str] = {}
    for piece in board["pieces"]:
        marks[tuple(piece["cell"])] = letters[piece["camp"]]
    for ghost in board["ghosts"]:
        cell = tuple(ghost["cell"])
        number = str(ghost["count"]) if ghost["count"] > 1 else ""
        marks[cell] = marks.get(cell, "") + letters[ghost["camp"]].lower() + number
    return marks
