"""Drawings of grids, with a row for each player and a column for each proposal, and of tracks of stations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.pictures.board import OWN_CLASS
from adjudicator.pictures.style import STAR, Drawing, Look, outline, shortened, told_apart

if TYPE_CHECKING:
    from adjudicator.core.pictures import (
        CellShown,
        ColumnShown,
        GridShown,
        RowShown,
        StationShown,
        TrackShown,
    )


WIDE = 30
"""The width of a column."""
HIGH = 32
"""The height of a row."""
LINE = 20
"""The height of a line of text above or below the rows."""
_BETWEEN = 8
"""The space between two groups of columns, and between the rows and the lines above and below them."""
_MARGIN = 8
"""The space beside names."""
_SIDED = 24
"""The width reserved for the signs of sides, if some are known."""
_STARRED = 26
"""The width reserved for the star of the leader."""
_LONGEST, _NOTED = 15, 17
"""The most characters that fit of a name, and of the remark below it."""
_LETTER, _SMALL = 7.6, 6.4
"""The width of a character of a name, and of small text."""

_MARKS = {
    "yes": "m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z",
    "no": "m-5-5l10 10m0-10l-10 10",
    "none": "m-4 0h8",
}
"""The path of each mark around the middle of its cell: a disc, a cross, a dash."""
_ASSUMED = "m-9-8q-4 8 0 16m18 0q4-8 0-16"
"""The parentheses around a mark that was counted although the player sent nothing."""
_CHOSEN = "m-9-13h18q4 0 4 4v18q0 4-4 4h-18q-4 0-4-4v-18q0-4 4-4z"
_SIGNS = {"good": "M-6 0l4 5 8-10", "bad": "M-4-4l8 8m0-8l-8 8", "none": "M-4 0h8", "next": ""}
"""The sign below a column that shows whether the proposal was agreed to."""


class _Plan(NamedTuple):
    """The positions of the parts of a grid."""

    edge: int
    """The x position where names end and columns begin."""
    places: list[int]
    """The x position of the middle of each column."""
    width: int
    above: list[str]
    """The keys of the captions of the lines above the rows."""
    below: list[str]
    top: int
    """The y position where the rows begin."""
    bottom: int
    """The y position where the rows end."""
    height: int


def grid_svg(grid: GridShown, look: Look) -> Drawing:
    """Return the drawing of a grid; the names stay in sight when a wide grid is scrolled."""
    plan = _plan(grid, look)
    rows, columns = grid["rows"], grid["columns"]
    at_edge = "".join((_lines(0, plan.edge, plan), *_captions(grid, plan, look), *_names(rows, plan, look)))
    elements = (
        *(_band(*pair, plan) for pair in zip(columns, plan.places, strict=True)),
        _lines(plan.edge, plan.width, plan),
        *_heads(columns, plan, look),
        *(part for number, row in enumerate(rows) for part in _row(number, row, plan)),
        *(part for pair in zip(columns, plan.places, strict=True) for part in _foot(*pair, plan, look)),
    )
    return Drawing(0, 0, plan.width, plan.height, at_edge + "".join(elements), plan.edge * bool(columns), at_edge)


# Positions ---------------------------------------------------------------------------------------------------


def _plan(grid: GridShown, look: Look) -> _Plan:
    columns = grid["columns"]
    above = ["groups", "labels", *(["aims"] if any("aim" in column for column in columns) else [])]
    below = ["state", "totals", *(["came"] if any("came" in column for column in columns) else [])]
    if not columns:
        above, below = [], []
    # Names, and the captions of the lines, stand to the left of the edge.
    said = [look.said(grid["captions"][line]) for line in (*above, *below) if line in grid["captions"]]
    captions = [len(text) * _SMALL for text in said]
    names = [min(len(row["name"]), _LONGEST) * _LETTER for row in grid["rows"]]
    notes = [min(len(row["note"]), _NOTED) * _SMALL for row in grid["rows"] if "note" in row]
    longest = _before(grid["rows"]) + max([*names, *notes], default=0) + _STARRED
    edge = round(max(longest, *captions, 0) + _MARGIN)
    places = _places(columns, edge + _BETWEEN // 2)
    width = places[-1] + (WIDE + _BETWEEN) // 2 if places else edge
    top = LINE * len(above) + (_BETWEEN if above else 1)
    bottom = top + HIGH * len(grid["rows"])
    return _Plan(edge, places, width, above, below, top, bottom, bottom + (LINE * len(below) + 14 if below else 1))


def _before(rows: list[RowShown]) -> int:
    """Return the x position where names begin."""
    return _MARGIN + (_SIDED if any("side" in row for row in rows) else 0)


def _places(columns: list[ColumnShown], left: int) -> list[int]:
    """Return the x position of the middle of each column; there is a gap after each group of equal headings."""
    places: list[int] = []
    for _, group in groupby(columns, key=lambda column: column["group"]):
        for _ in group:
            places.append(left + WIDE // 2)
            left += WIDE
        left += _BETWEEN
    return places


def _line(number: int, top: int) -> int:
    """Return the y position of the text in line ``number`` below ``top``."""
    return top + LINE * number + 15


# Parts beside the columns ------------------------------------------------------------------------------------


def _lines(left: int, right: int, plan: _Plan) -> str:
    """Return the lines between rows from ``left`` to ``right``."""
    heights = range(plan.top, plan.bottom + 1, HIGH)
    return f'<path class="lines" d="{"".join(f"M{left} {height}H{right}" for height in heights)}"/>'


def _captions(grid: GridShown, plan: _Plan, look: Look) -> Iterator[str]:
    for lines, top in ((plan.above, 0), (plan.below, plan.bottom + _BETWEEN)):
        for number, line in enumerate(lines):
            if caption := grid["captions"].get(line):
                text = look.written(caption, 20)
                yield f'<text class="caption" x="{plan.edge - _MARGIN}" y="{_line(number, top)}">{text}</text>'


def _names(rows: list[RowShown], plan: _Plan, look: Look) -> Iterator[str]:
    """Yield the players, row by row."""
    before, written = _before(rows), told_apart((row["name"] for row in rows), _LONGEST)
    for number, row in enumerate(rows):
        name = look.escaped(written[row["name"]])
        yield _begun("who", number, row, plan)
        if row.get("own"):
            yield f'<path class="band" d="M0 {1 - HIGH // 2}H{plan.edge}V{HIGH // 2 - 1}H0z"/>'
        if "side" in row:
            shape = outline(1 if row["side"] == "bad" else 0, 7)
            yield f'<path class="side {row["side"]}" transform="translate({_MARGIN + 9} 0)" d="{shape}"/>'
        yield f'<text class="name" x="{before}" y="{-1 if "note" in row else 5}">{name}</text>'
        if "note" in row:
            yield f'<text class="note" x="{before}" y="12">{look.written(row["note"], _NOTED)}</text>'
        if row.get("leads"):
            yield f'<path class="leads" d="{outline(STAR, 7, plan.edge - 15)}"/>'
        yield "</g>"


def _begun(kind: str, number: int, row: RowShown, plan: _Plan) -> str:
    own = OWN_CLASS if row.get("own") else ""
    return f'<g class="{kind}{own}" transform="translate(0 {plan.top + HIGH * number + HIGH // 2})">'


# Columns -----------------------------------------------------------------------------------------------------


def _band(column: ColumnShown, place: int, plan: _Plan) -> str:
    """Return the background of a column that was agreed to or is still open, or an empty string."""
    if column["state"] not in ("good", "next"):
        return ""
    left, right = place - WIDE // 2 + 1, place + WIDE // 2 - 1
    return f'<path class="column {column["state"]}" d="M{left} {plan.top}H{right}V{plan.bottom}H{left}z"/>'


def _heads(columns: list[ColumnShown], plan: _Plan, look: Look) -> Iterator[str]:
    by_group = groupby(zip(columns, plan.places, strict=True), key=lambda pair: pair[0]["group"])
    for name, pairs in by_group:
        places = [place for _, place in pairs]
        middle = (places[0] + places[-1]) / 2
        yield f'<text class="group" x="{middle:g}" y="{_line(0, 0)}">{look.escaped(name)}</text>'
        yield f'<path class="brace" d="M{places[0] - 11} {LINE}H{places[-1] + 11}"/>'
    for column, place in zip(columns, plan.places, strict=True):
        yield f'<text class="head" x="{place}" y="{_line(1, 0)}">{look.escaped(column["label"])}</text>'
        if "aim" in column:
            yield f'<text class="aim" x="{place}" y="{_line(2, 0)}">{look.escaped(column["aim"])}</text>'


def _star(cell: CellShown, place: int) -> str:
    """Return the path of the leader's star: in the corner of the player's mark, or in its place if there is none."""
    return (
        outline(STAR, 5, place + 11, -10) if cell["mark"] != "none" or cell.get("chosen") else outline(STAR, 5, place)
    )


def _row(number: int, row: RowShown, plan: _Plan) -> Iterator[str]:
    """Yield what one player did, column by column; equal marks are drawn as one path."""
    cells = list(zip(row["cells"], plan.places, strict=True))
    yield _begun("row", number, row, plan)
    if row.get("own"):
        yield f'<path class="band" d="M{plan.edge} {1 - HIGH // 2}H{plan.width}V{HIGH // 2 - 1}H{plan.edge}z"/>'
    yield from _drawn("chosen", _CHOSEN, (place for cell, place in cells if cell.get("chosen")))
    for mark, shape in _MARKS.items():
        yield from _drawn(f"vote {mark}", shape, (place for cell, place in cells if _mark(cell) == mark))
    yield from _drawn("assumed", _ASSUMED, (place for cell, place in cells if cell.get("assumed")))
    stars = "".join(_star(cell, place) for cell, place in cells if cell.get("leads"))
    if stars:
        yield f'<path class="leads" d="{stars}"/>'
    yield "</g>"


def _mark(cell: CellShown) -> str:
    """Return the mark to draw; empty if the player had nothing to do."""
    return "" if cell["mark"] == "none" and not cell.get("assumed") else cell["mark"]


def _drawn(kind: str, shape: str, places: Iterable[int]) -> Iterator[str]:
    """Yield one path with a shape at each of these places, if there are any."""
    path = "".join(f"M{place} 0{shape}" for place in places)
    if path:
        yield f'<path class="{kind}" d="{path}"/>'


def _foot(column: ColumnShown, place: int, plan: _Plan, look: Look) -> Iterator[str]:
    """Yield the result of a column, below it."""
    yield f'<g class="foot {column["state"]}" transform="translate({place} {plan.bottom + _BETWEEN})">'
    if sign := _SIGNS[column["state"]]:
        yield f'<path class="sign" transform="translate(0 10)" d="{sign}"/>'
    if column["total"]:
        yield f'<text class="total" y="{_line(1, 0)}">{look.escaped(column["total"])}</text>'
    if "came" in column:
        came = column["came"]
        shape = outline(1 if came["state"] == "bad" else 0, 9, 0, _line(2, 0) - 1)
        text = f'<text class="in" y="{_line(2, 0) + 3}">{look.escaped(came["text"])}</text>' if came["text"] else ""
        yield f'<path class="came {came["state"]}" d="{shape}"/>{text}'
    yield "</g>"


# Tracks: the stations of a game in a row, with the result of each.


_RADIUS = 25
_MIDDLE = 52
"""The y position of the middle of stations."""
_LINE = 17
"""The distance between the lines of text below a station."""
_LONGEST_STATION = 13
"""The most characters in a line below a station."""
_STATION_LETTER = 7.4
"""The width of a character in these lines."""
_NARROWEST = 82
"""The smallest distance between the middles of stations."""

_STATION_SIGNS = {"good": "M-11 1l8 8 14-17", "bad": "M-9-9l18 18m0-18l-18 18"}
"""The sign of a station's state, a tick or a cross, so that it does not depend on colour alone."""


def track_svg(track: TrackShown, look: Look) -> Drawing:
    """Return the drawing of a track."""
    stations = track["stations"]
    names = told_apart((name for station in stations for name in station["names"]), _LONGEST_STATION)
    below = [_below(station, names, look) for station in stations]
    longest = max((len(text) for lines in below for _, text in lines), default=0)
    step = max(_NARROWEST, round(longest * _STATION_LETTER) + 12)
    height = _MIDDLE + _RADIUS + 12 + _LINE * max(map(len, below), default=0)
    drawn = [_station(step * n + step // 2, *pair, look) for n, pair in enumerate(zip(stations, below, strict=True))]
    middles = range(step // 2, step * len(stations), step)
    joints = (
        f'<path class="joint" d="M{before + _RADIUS} {_MIDDLE}H{after - _RADIUS}"/>'
        for before, after in pairwise(middles)
    )
    elements = (*joints, *(part for station in drawn for part in station))
    return Drawing(0, 0, step * len(stations), height, "".join(elements))


def _below(station: StationShown, names: Mapping[str, str], look: Look) -> list[tuple[str, str]]:
    """Return the lines below a station, each with its CSS class; ``names`` maps names to their short forms."""
    notes = [("note", shortened(look.said(note), _LONGEST_STATION)) for note in station["notes"]]
    return [*notes, *(("name", names[name]) for name in station["names"])]


def _station(middle: int, station: StationShown, below: list[tuple[str, str]], look: Look) -> Iterator[str]:
    state = station["state"]
    yield f'<g class="station {state}" transform="translate({middle} {_MIDDLE})">'
    yield f'<text class="head" y="{-_RADIUS - 11}">{look.written(station["label"], _LONGEST_STATION)}</text>'
    yield f'<circle r="{_RADIUS}"/>'
    if state in _STATION_SIGNS:
        yield f'<path class="sign" d="{_STATION_SIGNS[state]}"/>'
    if station["text"]:
        yield f'<text class="in" y="7">{look.written(station["text"], 3)}</text>'
    for line, (kind, text) in enumerate(below, 1):
        yield f'<text class="{kind}" y="{_RADIUS + 4 + _LINE * line}">{look.escaped(text)}</text>'
    yield "</g>"
