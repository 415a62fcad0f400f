"""Tracks and grids read back from SVG: what is seen in them, by where it is drawn and how."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias
from xml.etree import ElementTree

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


@dataclass(frozen=True)
class Station:
    """A station of a track as it is drawn; ``below`` are its lines, each with its kind."""

    label: str
    state: str
    text: str
    below: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Column:
    """What is drawn above and below a column of a grid: ``came`` is a state with a text."""

    group: str
    label: str
    aim: str
    state: str
    total: str
    came: tuple[str, str] | None


@dataclass(frozen=True)
class Row:
    """A row of a grid as it is drawn; each of the ``cells`` is the set of what is in it."""

    name: str
    note: str
    side: str
    leads: bool
    own: bool
    cells: tuple[frozenset[str], ...]


@dataclass(frozen=True)
class Grid:
    """A grid as it is drawn."""

    captions: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


Drawn: TypeAlias = "list[Station] | Grid | list[list[str]]"
"""A track, a grid, cards, or a circle."""


def picture_in(figure: Element) -> Element:
    """Return the one picture of a figure: what is laid over it for the eye is nobody's to read."""
    (picture,) = (one for one in figure.iter("svg") if one.get("aria-hidden") != "true")
    assert picture.get("role") == "img" and picture.get("aria-label"), "a picture without a name"
    return picture


def is_board(picture: Element) -> bool:
    """Tell whether a picture is one of a board."""
    return not any(_of_class(picture, kind) for kind in ("station", "who", "card", "seat"))


def drawn_in(picture: Element) -> Drawn:
    """Return what a picture of a track, of a grid, of cards or of a circle shows."""
    if _of_class(picture, "card"):
        return cards_in(picture)
    if seats := _of_class(picture, "seat"):
        return [[text for text in one.itertext() if text.strip()] for one in seats]
    return track_in(picture) if _of_class(picture, "station") else grid_in(picture)


def cards_in(picture: Element) -> list[list[str]]:
    """Return the texts on each card of a picture, from the first row on."""
    return [_texts(one, "note") for one in picture.iter("g") if _of_class(one, "card")]


def _of_class(element: Element, kind: str) -> list[Element]:
    """Return the elements in ``element`` whose first class is ``kind``, in their order."""
    return [one for one in element.iter() if _classes(one)[:1] == [kind]]


def _classes(element: Element) -> list[str]:
    return (element.get("class") or "").split(" ")


def _texts(element: Element, kind: str) -> list[str]:
    return ["".join(one.itertext()) for one in _of_class(element, kind)]


def track_in(picture: Element) -> list[Station]:
    """Return the stations of a track, from left to right."""
    stations = sorted(_of_class(picture, "station"), key=lambda one: _numbers(one.get("transform"))[0])
    return [_station(one) for one in stations]


_STATION_SIGNS = {"good": 1, "bad": 1, "next": 0, "open": 0}


def _station(element: Element) -> Station:
    state = _classes(element)[1]
    (label,) = _texts(element, "head")
    assert len(_of_class(element, "sign")) == _STATION_SIGNS[state], "only its colour tells what came of it"
    below = [one for one in element.findall("text") if _classes(one)[0] in ("note", "name")]
    lines = sorted(below, key=lambda one: float(str(one.get("y"))))
    text = "".join(_texts(element, "in"))
    return Station(label, state, text, tuple((_classes(one)[0], one.text or "") for one in lines))


def _numbers(text: str | None) -> list[float]:
    return [float(part) for part in re.findall(r"-?[\d.]+", text or "")]


def grid_in(picture: Element) -> Grid:
    """Return the rows and columns of a grid, by where they are drawn."""
    heads = {int(_numbers(one.get("x"))[0]): one.text or "" for one in _of_class(picture, "head")}
    places = sorted(heads)
    columns = tuple(_column(picture, place, heads[place]) for place in places)
    cells = {_height(one): _cells(one, places) for one in _of_class(picture, "row")}
    rows = tuple(_row_of_grid(one, cells[_height(one)]) for one in sorted(_of_class(picture, "who"), key=_height))
    assert len(cells) == len(rows)
    return Grid(tuple(_texts(picture, "caption")), columns, rows)


def _height(element: Element) -> float:
    return _numbers(element.get("transform"))[1]


def _column(picture: Element, place: int, label: str) -> Column:
    """Read what is above a column, and what is below it; what lies behind it must fit what came of it."""
    braces = zip(_texts(picture, "group"), _of_class(picture, "brace"), strict=True)
    (group,) = (name for name, brace in braces if _is_across(brace, place))
    aims = [one.text or "" for one in _of_class(picture, "aim") if _numbers(one.get("x")) == [place]]
    (foot,) = (one for one in _of_class(picture, "foot") if _numbers(one.get("transform"))[0] == place)
    state = _classes(foot)[1]
    assert len(_of_class(foot, "sign")) == (state != "next"), "only its colour tells what came of it"
    bands = [one for one in _of_class(picture, "column") if _is_across(one, place)]
    assert [_classes(one)[1] for one in bands] == [state] * (state in ("good", "next"))
    came = [(_shaped(one), "".join(_texts(foot, "in"))) for one in _of_class(foot, "came")]
    return Column(group, label, "".join(aims), state, "".join(_texts(foot, "total")), came[0] if came else None)


def _is_across(element: Element, place: int) -> bool:
    """Tell whether a path that goes from left to right goes across ``place``."""
    left, _, right, *_ = _numbers(element.get("d"))
    return left < place < right


def _shaped(element: Element) -> str:
    """Return for what an element stands, once it is sure that its shape tells it too: only what is bad has corners."""
    state = _classes(element)[1]
    assert ("L" in str(element.get("d"))) == (state == "bad"), "only its colour tells what it is"
    return state


def _cells(row: Element, places: list[int]) -> tuple[frozenset[str], ...]:
    """Return what is in each cell of a row: marks are drawn together, each where its subpath begins."""
    found: dict[int, set[str]] = {place: set() for place in places}
    for one in row.findall("path"):
        kind = _classes(one)
        if kind[0] != "band":
            for begins in re.findall(r"M(-?[\d.]+)", str(one.get("d"))):
                place = min(places, key=lambda place: abs(place + (11 if kind == ["leads"] else 0) - float(begins)))
                found[place].add(kind[-1])
    return tuple(frozenset(found[place]) for place in places)


def _row_of_grid(who: Element, cells: tuple[frozenset[str], ...]) -> Row:
    (name,) = _texts(who, "name")
    sides = [_shaped(one) for one in _of_class(who, "side")]
    leads, own = bool(_of_class(who, "leads")), "own" in _classes(who)
    return Row(name, "".join(_texts(who, "note")), "".join(sides), leads, own, cells)


def svg_tree(text: str) -> Element:
    """Return a file of SVG; it must be sound XML, and nothing in it may be run, fetched or known by a name."""
    root = ElementTree.fromstring(text)
    for one in root.iter():
        one.tag = one.tag.removeprefix("{http://www.w3.org/2000/svg}")
        assert one.tag in ("svg", "g", "path", "circle", "text", "title", "style"), one.tag
        assert not [key for key in one.attrib if key.startswith("on") or key in ("id", "href", "style")], one.attrib
    return root
