"""A track drawn: the stations of a game in a row, with what came of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from adjudicator.pictures.look import Drawing, Look, shortened, told_apart

if TYPE_CHECKING:
    from adjudicator.core.pictures import StationShown, TrackShown

_RADIUS = 25
_MIDDLE = 52
"""How far below the top the middles of stations are."""
_LINE = 17
"""How far the lines below a station are apart."""
_LONGEST = 13
"""Characters that have room in a line below a station."""
_LETTER = 7.4
"""How much room a character needs."""
_NARROWEST = 82
"""How far stations are apart at least."""

_SIGNS = {"good": "M-11 1l8 8 14-17", "bad": "M-9-9l18 18m0-18l-18 18"}
"""What tells the state of a station without its colour: a tick, a cross."""


def track_svg(track: TrackShown, look: Look) -> Drawing:
    """Return a track drawn."""
    stations = track["stations"]
    names = told_apart((name for station in stations for name in station["names"]), _LONGEST)
    below = [_below(station, names, look) for station in stations]
    longest = max((len(text) for lines in below for _, text in lines), default=0)
    step = max(_NARROWEST, round(longest * _LETTER) + 12)
    height = _MIDDLE + _RADIUS + 12 + _LINE * max(map(len, below), default=0)
    drawn = [_station(step * n + step // 2, *pair, look) for n, pair in enumerate(zip(stations, below, strict=True))]
    elements = (*_joints(len(stations), step), *(part for station in drawn for part in station))
    return Drawing(0, 0, step * len(stations), height, "".join(elements))


def _joints(count: int, step: int) -> Iterator[str]:
    """The lines from one station to the next."""
    middles = range(step // 2, step * count, step)
    for before, after in pairwise(middles):
        yield f'<path class="joint" d="M{before + _RADIUS} {_MIDDLE}H{after - _RADIUS}"/>'


def _below(station: StationShown, names: Mapping[str, str], look: Look) -> list[tuple[str, str]]:
    """Return the lines below a station, each with its class; ``names`` are as they are written."""
    notes = [("note", shortened(look.said(note), _LONGEST)) for note in station["notes"]]
    return [*notes, *(("name", names[name]) for name in station["names"])]


def _station(middle: int, station: StationShown, below: list[tuple[str, str]], look: Look) -> Iterator[str]:
    state = station["state"]
    yield f'<g class="station {state}" transform="translate({middle} {_MIDDLE})">'
    yield f'<text class="head" y="{-_RADIUS - 11}">{look.written(station["label"], _LONGEST)}</text>'
    yield f'<circle r="{_RADIUS}"/>'
    if state in _SIGNS:
        yield f'<path class="sign" d="{_SIGNS[state]}"/>'
    if station["text"]:
        yield f'<text class="in" y="7">{look.written(station["text"], 3)}</text>'
    for line, (kind, text) in enumerate(below, 1):
        yield f'<text class="{kind}" y="{_RADIUS + 4 + _LINE * line}">{look.escaped(text)}</text>'
    yield "</g>"
