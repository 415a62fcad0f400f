"""A board as rows of cells with their marks, and drawn with characters of equal width."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count
from string import ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.words import fold

if TYPE_CHECKING:
    from adjudicator.core.faults import Word
    from adjudicator.core.pictures import BoardShown, PieceShown


class Mark(NamedTuple):
    """What stands on a cell: a piece of a camp, or ``count`` of its ghosts."""

    camp: str
    text: str
    """A letter for a piece; for ghosts a ring and the letter, with their number when there are several."""
    ghosts: int
    """How many ghosts; 0 for a piece."""
    player: str = ""
    """Who controls the piece, where the reader may know it."""
    kind: str = ""
    """And what it is."""
    left: str = ""
    """What holds the place beside it, see :func:`located`."""
    right: str = ""


ARTICLES = frozenset(("le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "the", "a", "an", "of"))
"""Words of a name, folded, whose letters say nothing of it."""


def camp_letters(camps: Sequence[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return a capital letter for each camp, no two alike; pairs of letters for many camps.

    It is the one ``chosen``, else the first of its name that is free: of words that say something and that no other
    camp has, initials first; of « Team 1 » and « Team 2 » A and B.
    """
    letters = list(ascii_uppercase) if len(camps) <= 26 else [a + b for a in ascii_uppercase for b in ascii_uppercase]
    marks = {camp: chosen[camp].upper() for camp in camps if camp in chosen}
    own = _own_letters(tuple(camps))
    for camp in camps:
        if camp not in marks:
            wanted = [*own[camp], *letters]
            marks[camp] = next(letter for letter in wanted if letter in letters and letter not in marks.values())
    return {camp: marks[camp] for camp in camps}


@lru_cache(maxsize=256)  # all that is written of a stage asks for them
def _own_letters(camps: tuple[str, ...]) -> dict[str, str]:
    """Return by camp the letters of its name in the order in which one of them may stand for it."""
    words = {camp: re.findall(r"\w+", fold(camp)) for camp in camps}
    had = Counter(word for those in words.values() for word in set(those))
    letters = {}
    for camp, those in words.items():
        own = [word for word in those if had[word] == 1] or those
        telling = [word for word in own if word not in ARTICLES] or own
        letters[camp] = "".join([*(word[0] for word in telling), *telling, *own]).upper()
    return letters


def ghost_text(letter: str, count: int = 1) -> str:
    """Return the mark of so many ghosts of the camp with that letter."""
    return f"°{letter}{count if count > 1 else ''}"


def board_rows(
    board: BoardShown, letters: Mapping[str, str], said: Callable[[Word], str] = str, held: bool = False
) -> list[list[list[Mark]]]:
    """Return the marks of each cell, row by row from the top, of a board whose camps have these letters.

    A piece of which the reader knows what it is has the beginning of that word behind its letter. On a board that is
    ``held`` for :func:`located` each mark has its places beside it.
    """
    marks: dict[tuple[int, int], list[Mark]] = {}
    numbers = count()
    for piece in board["pieces"]:
        mark = _piece_mark(piece, letters[piece["camp"]], said)
        marks.setdefault(piece["cell"], []).append(_held(mark, next(numbers)) if held else mark)
    for ghost in board["ghosts"]:
        mark = Mark(ghost["camp"], ghost_text(letters[ghost["camp"]], ghost["count"]), ghost["count"])
        marks.setdefault(ghost["cell"], []).append(_held(mark, next(numbers)) if held else mark)
    across, down = range(1, board["width"] + 1), range(1, board["height"] + 1)
    return [[marks.get((x, y), []) for x in across] for y in down]


def _piece_mark(piece: PieceShown, letter: str, said: Callable[[Word], str]) -> Mark:
    if "kind" not in piece:
        return Mark(piece["camp"], letter, 0)
    kind = said(piece["kind"])
    return Mark(piece["camp"], f"{letter}·{kind[:KNOWN_BY]}", 0, piece.get("player", ""), kind)


KNOWN_BY = 2
"""Letters by which one knows what a piece is."""


def column_heads(board: BoardShown) -> list[list[str]]:
    """Return what stands above each column: its number, under its letter if it has one."""
    across = range(1, board["width"] + 1)
    return [[_letters(x), str(x)] if board["lettered"] else [str(x)] for x in across]


def _letters(column: int) -> str:
    """Return the letters of a column, A to Z and then AA."""
    more, letter = divmod(column - 1, len(ascii_uppercase))
    return (_letters(more) if more else "") + ascii_uppercase[letter]


OWN = ("‹", "›")
"""What stands on both sides of the reader's own, where else there is a space."""

OWN_CLASS = " own"
"""What is behind the classes of the reader's own in a picture."""

_PLACES = 0xF0000
"""Where characters begin that Unicode leaves to private use; in what people wrote they are made spaces."""

_OWN_PLACES = 0x100000

_ANY_PLACE = re.compile("([\U000f0000-\U0010fffd])")


def _places(number: int) -> tuple[str, str]:
    """Return the characters that hold the places beside a mark: those are numbered in the order of the board."""
    return chr(_PLACES + 2 * number), chr(_PLACES + 2 * number + 1)


def own_place(number: int) -> str:
    """Return the character that holds, in a picture, the place of what tells that a mark is the reader's own."""
    return chr(_OWN_PLACES + number)


def _held(mark: Mark, number: int) -> Mark:
    left, right = _places(number)
    return Mark(*mark[:5], left, right)


def located(text: str, board: BoardShown, space: str) -> str:
    """Return the text of a board that was written, once for several readers, with the places beside each mark held.

    Those beside what is the reader's ``own`` are filled with ``OWN``, and those in its picture with a class; all others
    with a ``space``.
    """
    signs: dict[str, str] = {}
    for number, one in enumerate((*board["pieces"], *board["ghosts"])):
        if one.get("own"):
            signs |= zip((*_places(number), own_place(number)), (*OWN, OWN_CLASS), strict=True)
    parts = list(_cut(text))
    parts[1::2] = [signs.get(place, space) for place in parts[1::2]]
    return "".join(parts)


@lru_cache(maxsize=16)
def _cut(text: str) -> Sequence[str]:
    """Return the text of a board cut at its places, each between what stands before it and behind it."""
    return _ANY_PLACE.split(text)


def cell_text(cell: Sequence[Mark]) -> str:
    """Return the marks of a cell, one beside the other."""
    return " ".join(mark.text for mark in cell)


def fullest(rows: Sequence[Sequence[Sequence[Mark]]]) -> int:
    """Return how many characters the fullest cell has, 1 at least."""
    return max(1, *(len(cell_text(cell)) for row in rows for cell in row))


def side(cell: Sequence[Mark], most: int) -> str:
    """Return the spaces on each side of a cell in a table whose fullest cell has ``most`` characters.

    Cells of such tables are as wide as what stands in them, and two spaces about as wide as a letter.
    """
    held = bool(cell and cell[0].left)
    return "\u00a0" * (most - len(cell_text(cell)) + (not held))


def board_lines(
    board: BoardShown, letters: Mapping[str, str], said: Callable[[Word], str] = str, held: bool = False
) -> list[str]:
    """Draw a board: the heads of columns above, row numbers on the left, a line around each cell.

    A column is as wide as the fullest of its cells, so that a crowd widens one column alone. ``held`` is as for
    :func:`board_rows`.
    """
    rows = [[_spaced(cell) for cell in row] for row in board_rows(board, letters, said, held)]
    widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
    margin = " " * (len(str(board["height"])) + 1)
    rule = margin + "+" + "".join("-" * width + "+" for width in widths)
    heads = zip(*column_heads(board), strict=True)
    lines = [*((margin + " " + _line(head, widths, " ")).rstrip() for head in heads), rule]
    for y, row in enumerate(rows, 1):
        lines += [f"{y:>{len(margin) - 1}} |{_line(row, widths, '|')}|", rule]
    return lines


def _spaced(cell: Sequence[Mark]) -> str:
    """Return the marks of a cell with a space, or the place that is held for it, on each side."""
    if cell and cell[0].left:
        return "".join(f"{mark.left}{mark.text}{mark.right}" for mark in cell)
    return f" {cell_text(cell)} "


def _line(cells: Iterable[str], widths: Sequence[int], between: str) -> str:
    return between.join(cell.center(width) for cell, width in zip(cells, widths, strict=True))
