"""A board as one reader sees it, drawn as a picture (SVG) or with characters of equal width.

Everything is drawn in the order of the given board, which is sorted by cell, and elements have no identifiers. A
picture therefore does not reveal which piece of one turn is which of another. Colours come from
templates/picture.css.j2.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from string import ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.words import fold
from adjudicator.pictures.style import Drawing, Look, outline

if TYPE_CHECKING:
    from adjudicator.core.faults import Word
    from adjudicator.core.pictures import ActShown, BoardShown, GhostsShown, MarkShown, PieceShown, ZoneShown


SIDE = 56
"""The width and height of a cell."""
MARGIN = 30
"""The space around the board for the headings of columns and rows."""
_PIECE, _GHOST = 17, 9
"""The radius of pieces and of ghosts."""
_CORNERS = ((17, -17), (-17, -17), (17, 15), (-17, 15))
"""The offsets of the ghosts of each camp in a cell; further camps use the same corners, closer to the middle."""
_LONGEST = 9
"""The most characters of a name that fit below a piece."""


def board_svg(board: BoardShown, look: Look) -> Drawing:
    """Return the drawing of a board, in which the reader's own elements have the class ``own``."""
    width, height = board["width"] * SIDE + 2 * MARGIN, board["height"] * SIDE + 2 * MARGIN
    elements = (
        *_ground(board),
        *_zones(board, look),
        *_heads(board),
        *_edges(board),
        *_arrows(board, look),
        *(_mark(mark) for mark in board.get("marks", ())),
        *_acts(board, look),
        *(_piece(piece, look) for piece in board["pieces"]),
        *_ghosts(board, look),
        *_met(board, look),
    )
    return Drawing(-MARGIN, -MARGIN, width, height, "".join(elements))


def _middle(cell: tuple[int, int]) -> tuple[int, int]:
    x, y = cell
    return (x - 1) * SIDE + SIDE // 2, (y - 1) * SIDE + SIDE // 2


def _ground(board: BoardShown) -> Iterator[str]:
    """Yield the cells in two alternating shades; each row is one dashed line as wide as a cell."""
    width, height = board["width"] * SIDE, board["height"] * SIDE
    rows = "".join(f"M{SIDE * (y % 2)} {y * SIDE + SIDE // 2}H{width}" for y in range(board["height"]))
    yield f'<path class="ground" d="M0 0h{width}v{height}h-{width}z"/>'
    yield f'<path class="shade" stroke-width="{SIDE}" stroke-dasharray="{SIDE}" d="{rows}"/>'


def _zones(board: BoardShown, look: Look) -> Iterator[str]:
    """Yield the starting zones, each with the shape and the name of its camp in the middle."""
    for zone in board.get("zones", ()):
        cells = "".join(f"M{(x - 1) * SIDE} {(y - 1) * SIDE}h{SIDE}v{SIDE}h-{SIDE}z" for x, y in zone["cells"])
        yield f'<path class="zone {look.colours[zone["camp"]]}" d="{cells}"/>'
        yield _flag(zone, look)


def _flag(zone: ZoneShown, look: Look) -> str:
    """Return the shape and the name of a camp, on the cell of its zone that is nearest to the zone's middle."""
    cells, camp = zone["cells"], zone["camp"]
    across, down = (sum(cell[axis] for cell in cells) / len(cells) for axis in (0, 1))
    x, y = _middle(min(cells, key=lambda cell: ((cell[0] - across) ** 2 + (cell[1] - down) ** 2, cell)))
    shape, name = _outline(look.shapes[camp], _GHOST), look.written(camp, _LONGEST)
    drawn = f'<path d="{shape}"/><text class="name" y="23">{name}</text>'
    return f'<g class="flag {look.colours[camp]}" transform="translate({x} {y - 6})">{drawn}</g>'


def _heads(board: BoardShown) -> Iterator[str]:
    """Yield the headings of columns and rows, on the top and left sides only."""
    yield '<g class="heads">'
    for x, head in enumerate(column_heads(board), 1):
        yield f'<text x="{_middle((x, 1))[0]}" y="-11">{" ".join(head)}</text>'
    for y in range(1, board["height"] + 1):
        yield f'<text x="-16" y="{_middle((1, y))[1] + 5}">{y}</text>'
    yield "</g>"


def _edges(board: BoardShown) -> Iterator[str]:
    """Yield the edges of the board; where pieces can cross an edge, the line is broken and has arrows across."""
    width, height = board["width"] * SIDE, board["height"] * SIDE
    across, down = f"M0 0H{width}M0 {height}H{width}", f"M0 0V{height}M{width} 0V{height}"
    for wraps, line in ((board.get("wraps_down"), across), (board.get("wraps_across"), down)):
        yield f'<path class="edge{" open" if wraps else ""}" d="{line}"/>'
    if board.get("wraps_across"):
        middle = height // 2
        yield f'<path class="through" d="M-3 {middle - 6}l-6 6 6 6M{width + 3} {middle - 6}l6 6-6 6"/>'
    if board.get("wraps_down"):
        middle = width // 2
        yield f'<path class="through" d="M{middle - 6}-3l6-6 6 6M{middle - 6} {height + 3}l6 6 6-6"/>'


def _arrows(board: BoardShown, look: Look) -> Iterator[str]:
    """Yield arrows from previous cells, as far as the reader may know them, but none across the whole board."""
    for piece in board["pieces"]:
        (x, y), (to_x, to_y) = _middle(piece.get("came_from", piece["cell"])), _middle(piece["cell"])
        if "came_from" in piece and max(abs(to_x - x), abs(to_y - y)) <= _NEAR * SIDE:
            yield f'<path class="way {look.colours[piece["camp"]]}" d="{_arrow(x, y, to_x - x, to_y - y)}"/>'


_NEAR = 2
"""The most cells a piece moves in a turn, two for the Agile, unless it crosses an edge or is teleported."""


def _arrow(x: int, y: int, across: int, down: int) -> str:
    """Return an arrow from a point to just before the piece that is ``across`` and ``down`` from there."""
    length = (across**2 + down**2) ** 0.5
    ahead_x, ahead_y = across / length, down / length
    room = _PIECE + 4 if down >= 0 else _PIECE + 16  # its name stands below it
    end_x, end_y = x + across - ahead_x * room, y + down - ahead_y * room
    left = f"{-7 * ahead_x - 5 * ahead_y:.0f} {-7 * ahead_y + 5 * ahead_x:.0f}"
    right = f"{-7 * ahead_x + 5 * ahead_y:.0f} {-7 * ahead_y - 5 * ahead_x:.0f}"
    tip = f"{end_x:.0f} {end_y:.0f}"
    return f"M{x} {y}L{tip}l{left}M{tip}l{right}"


def _mark(mark: MarkShown) -> str:
    x, y = _middle(mark["cell"])
    return f'<path class="{mark["kind"]}" transform="translate({x} {y})" d="{_MARKS[mark["kind"]]}"/>'


_MARKS = {
    "changed": "M-26-26h52v52h-52z",
    "aimed": "M-23 0a23 23 0 1 0 46 0a23 23 0 1 0-46 0zM-28 0h10M28 0h-10M0-28v10M0 28v-10",
    "terrorised": "M-28-12l7 6-7 6 7 6-7 6M28-12l-7 6 7 6-7 6 7 6",
    "sanctified": "M-25 0a25 25 0 1 0 50 0a25 25 0 1 0-50 0z",
}
"""The path of each kind of mark around the middle of its cell."""


def _piece(piece: PieceShown, look: Look) -> str:
    x, y = _middle(piece["cell"])
    name = look.written(piece["player"], _LONGEST) if "player" in piece else ""
    text = look.escaped(look.said(piece["kind"])[:KNOWN_BY]) if "kind" in piece else look.letters[piece["camp"]]
    parts = [f'<title>{look.about(piece)}</title><path d="{_outline(look.shapes[piece["camp"]], _PIECE)}"/>']
    parts += ['<path class="wound" d="M-8-23l-9 12h5l-4 9 11-13h-6l5-8z"/>'] if piece.get("wounded") else []
    parts += [f'<text y="5">{text}</text>'] if text else []
    parts += [f'<text class="name" y="27">{name}</text>'] if name else []
    at, own = f"translate({x} {y - 6 if name else y})", OWN_CLASS if piece.get("own") else ""
    return f'<g class="token {look.colours[piece["camp"]]}{own}" transform="{at}">{"".join(parts)}</g>'


def _ghosts(board: BoardShown, look: Look) -> Iterator[str]:
    there = Counter[tuple[int, int]]()
    for ghosts in board["ghosts"]:
        x, y = _middle(ghosts["cell"])
        nth = there[ghosts["cell"]]
        there[ghosts["cell"]] += 1
        (right, down), moved = _CORNERS[nth % len(_CORNERS)], 1 - nth // len(_CORNERS) / 4
        count = f'<text y="4">{ghosts["count"]}</text>' if ghosts["count"] > 1 else ""
        at = f"translate({x + round(right * moved)} {y + round(down * moved)})"
        own = OWN_CLASS if ghosts.get("own") else ""
        shape = f'<title>{look.about(ghosts)}</title><path d="{_outline(look.shapes[ghosts["camp"]], _GHOST)}"/>'
        yield f'<g class="spirit {look.colours[ghosts["camp"]]}{own}" transform="{at}">{shape}{count}</g>'


def _acts(board: BoardShown, look: Look) -> Iterator[str]:
    """Yield a line for each attempt of a piece on another cell, to be drawn below the pieces."""
    for act in board.get("acts", ()):
        line, _ = _way_of(act)
        title = look.written(act["what"], _TOLD)
        yield f'<path class="act {look.colours[act["camp"]]}" d="{line}"><title>{title}</title></path>'


def _met(board: BoardShown, look: Look) -> Iterator[str]:
    """Yield the ends of these lines: a ring for a success, a cross for a failure."""
    for act in board.get("acts", ()):
        _, (x, y) = _way_of(act)
        met = "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0" if act["success"] else "m-5-5l10 10m-10 0l10-10"
        drawn = f'<path class="under" d="M{x} {y}{met}"/><path d="M{x} {y}{met}"/>'
        yield f'<g class="met"><title>{look.written(act["what"], _TOLD)}</title>{drawn}</g>'


def _way_of(act: ActShown) -> tuple[str, tuple[int, int]]:
    (x, y), (to_x, to_y) = _middle(act["start"]), _middle(act["end"])
    return _dashes(x, y, to_x - x, to_y - y)


_TOLD = 300
"""The most characters of the tooltip that describes an attempt."""


_ASIDE = 5
"""The distance of such a line to the left of the direct connection."""


def _dashes(x: int, y: int, across: int, down: int) -> tuple[str, tuple[int, int]]:
    """Return a line from the rim of a piece towards a cell, and its end, which leaves room for a piece there."""
    length = (across**2 + down**2) ** 0.5
    ahead_x, ahead_y = across / length, down / length
    left_x, left_y = x + ahead_y * _ASIDE, y - ahead_x * _ASIDE
    start, end = (
        (round(left_x + ahead_x * reach), round(left_y + ahead_y * reach))
        for reach in (_PIECE + 1, length - _PIECE - 5)
    )
    return f"M{start[0]} {start[1]}L{end[0]} {end[1]}", end


@cache
def _outline(shape: int, radius: int) -> str:
    return outline(shape, radius)


def token_svg(camp: str, look: Look, ghost: bool = False) -> str:
    """Return a camp's token for a line of text; screen readers skip it, because the camp's name stands beside it."""
    radius, kind = (_GHOST, "spirit") if ghost else (_PIECE, "token")
    room = round(radius * 1.5)
    box = f"{-room} {-room} {2 * room} {2 * room}"
    drawn = f'<g class="{kind} {look.colours[camp]}"><path d="{_outline(look.shapes[camp], radius)}"/></g>'
    return f'<svg class="small" aria-hidden="true" viewBox="{box}">{drawn}</svg>'


# A board as rows of cells with their marks, and as text.


class CellContent(NamedTuple):
    """A mark on a cell: a piece of a camp, or ``count`` of its ghosts."""

    camp: str
    text: str
    """A letter for a piece; a ring and the letter for ghosts, with their number if there are several."""
    ghosts: int
    """The number of ghosts; 0 for a piece."""
    player: str = ""
    """The player who controls the piece, if the reader may know it."""
    kind: str = ""
    """The kind of the piece in a word, if the reader may know it."""
    left: str = ""
    """What stands to the left of the mark on a board with marks of the reader's own, see :func:`board_rows`."""
    right: str = ""


ARTICLES = frozenset(("le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "the", "a", "an", "of"))
"""Words in names, folded, whose letters do not characterise a camp."""


def camp_letters(camps: Sequence[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return a different capital letter for each camp, or a pair of letters if there are more than 26 camps.

    A camp gets the letter in ``chosen``, otherwise the first free letter of its name. Initials come first, and only
    words count that no other camp has and that are not articles. « Team 1 » and « Team 2 » get A and B.
    """
    letters = list(ascii_uppercase) if len(camps) <= 26 else [a + b for a in ascii_uppercase for b in ascii_uppercase]
    marks = {camp: chosen[camp].upper() for camp in camps if camp in chosen}
    own = _own_letters(tuple(camps))
    for camp in camps:
        if camp not in marks:
            wanted = [*own[camp], *letters]
            marks[camp] = next(letter for letter in wanted if letter in letters and letter not in marks.values())
    return {camp: marks[camp] for camp in camps}


@lru_cache(maxsize=256)  # needed for every report of a stage
def _own_letters(camps: tuple[str, ...]) -> dict[str, str]:
    """Return the letters of each camp's name in order of preference."""
    words = {camp: re.findall(r"\w+", fold(camp)) for camp in camps}
    had = Counter(word for those in words.values() for word in set(those))
    letters = {}
    for camp, those in words.items():
        own = [word for word in those if had[word] == 1] or those
        telling = [word for word in own if word not in ARTICLES] or own
        letters[camp] = "".join([*(word[0] for word in telling), *telling, *own]).upper()
    return letters


def ghost_text(letter: str, count: int = 1) -> str:
    """Return the mark for ``count`` ghosts of the camp with this letter."""
    return f"°{letter}{count if count > 1 else ''}"


def board_rows(
    board: BoardShown, letters: Mapping[str, str], said: Callable[[Word], str] = str, beside: str | None = None
) -> list[list[list[CellContent]]]:
    """Return the marks of each cell of a board, row by row from the top; ``letters`` maps camps to letters.

    If the reader knows the kind of a piece, the beginning of its word follows the letter. The reader's own marks stand
    between the characters ``OWN`` and all others between two ``beside``, unless that is None.
    """
    marks: dict[tuple[int, int], list[CellContent]] = {}
    for piece in board["pieces"]:
        marks.setdefault(piece["cell"], []).append(_piece_mark(piece, letters[piece["camp"]], said, beside))
    for ghosts in board["ghosts"]:
        text = ghost_text(letters[ghosts["camp"]], ghosts["count"])
        left, right = _sides(ghosts, beside)
        mark = CellContent(ghosts["camp"], text, ghosts["count"], left=left, right=right)
        marks.setdefault(ghosts["cell"], []).append(mark)
    across, down = range(1, board["width"] + 1), range(1, board["height"] + 1)
    return [[marks.get((x, y), []) for x in across] for y in down]


def _piece_mark(piece: PieceShown, letter: str, said: Callable[[Word], str], beside: str | None) -> CellContent:
    left, right = _sides(piece, beside)
    if "kind" not in piece:
        return CellContent(piece["camp"], letter, 0, left=left, right=right)
    kind = said(piece["kind"])
    text = f"{letter}·{kind[:KNOWN_BY]}"
    return CellContent(piece["camp"], text, 0, piece.get("player", ""), kind, left, right)


def _sides(shown: PieceShown | GhostsShown, beside: str | None) -> tuple[str, str]:
    if beside is None:
        return "", ""
    return OWN if shown.get("own") else (beside, beside)


KNOWN_BY = 2
"""The number of letters that identify the kind of a piece."""


def column_heads(board: BoardShown) -> list[list[str]]:
    """Return the headings of each column: its number, below its letter if it has one."""
    across = range(1, board["width"] + 1)
    return [[_letters(x), str(x)] if board["lettered"] else [str(x)] for x in across]


def _letters(column: int) -> str:
    """Return the letters of a column: A to Z, then AA and so on."""
    more, letter = divmod(column - 1, len(ascii_uppercase))
    return (_letters(more) if more else "") + ascii_uppercase[letter]


OWN = ("‹", "›")
"""The characters on both sides of the reader's own marks; other marks have spaces there."""

OWN_CLASS = " own"
"""The text appended to the class of the reader's own elements in a picture."""


def cell_text(cell: Sequence[CellContent]) -> str:
    """Return the marks of a cell, separated by spaces."""
    return " ".join(mark.text for mark in cell)


def fullest(rows: Sequence[Sequence[Sequence[CellContent]]]) -> int:
    """Return the number of characters in the fullest cell, at least 1."""
    return max(1, *(len(cell_text(cell)) for row in rows for cell in row))


def side(cell: Sequence[CellContent], most: int) -> str:
    """Return the spaces on each side of a cell in a table whose fullest cell has ``most`` characters.

    Cells of such tables are as wide as their content, and two spaces are about as wide as a letter.
    """
    has_own_space = bool(cell and cell[0].left)
    return "\u00a0" * (most - len(cell_text(cell)) + (not has_own_space))


def board_lines(
    board: BoardShown, letters: Mapping[str, str], said: Callable[[Word], str] = str, beside: str | None = None
) -> list[str]:
    """Return a board as lines of text: column headings above, row numbers on the left, a line around each cell.

    A column is as wide as its fullest cell, so that one crowded cell widens only its own column. For ``beside`` see
    :func:`board_rows`.
    """
    rows = [[_spaced(cell) for cell in row] for row in board_rows(board, letters, said, beside)]
    widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
    margin = " " * (len(str(board["height"])) + 1)
    rule = margin + "+" + "".join("-" * width + "+" for width in widths)
    heads = zip(*column_heads(board), strict=True)
    lines = [*((margin + " " + _line(head, widths, " ")).rstrip() for head in heads), rule]
    for y, row in enumerate(rows, 1):
        lines += [f"{y:>{len(margin) - 1}} |{_line(row, widths, '|')}|", rule]
    return lines


def _spaced(cell: Sequence[CellContent]) -> str:
    """Return the marks of a cell with what stands beside each, or with a space on each side of all."""
    if cell and cell[0].left:
        return "".join(f"{mark.left}{mark.text}{mark.right}" for mark in cell)
    return f" {cell_text(cell)} "


def _line(cells: Iterable[str], widths: Sequence[int], between: str) -> str:
    return between.join(cell.center(width) for cell, width in zip(cells, widths, strict=True))
