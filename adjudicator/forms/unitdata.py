"""What a page is told of a unit by itself: its names, its parts, the ways in which it is filled, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.game import Receipt
from adjudicator.forms.asked import Cell
from adjudicator.forms.pagedata import Data, UnitData
from adjudicator.forms.units import Unit
from adjudicator.orders.remarks import scalar


def unit_data(unit: Unit, place: str, path: list[str], extra: Receipt) -> UnitData:
    """Return what hangs on the unit alone; of a settled one, what has been made of it before.

    Its words are of a ``place`` of the vocabulary, and stand below ``path`` in the file; ``extra`` is what is said of
    it only where nothing is beside it.
    """
    if not unit.settled:
        return UnitData(_made(unit, place, path, extra))
    key = repr(extra) if any(extra) else ""
    if key not in unit.data:
        unit.data[key] = UnitData(_made(unit, place, path, extra))
    return unit.data[key]


def _made(unit: Unit, place: str, path: list[str], extra: Receipt) -> Data:
    voice = unit.asked.spoken.voice
    data: Data = {
        "names": [voice.word(place, order) for order in unit.orders],
        "parts": [_part(unit, number, place, path) for number in range(len(unit.parts))],
        "shapes": unit.shapes,
        "said": {way.name: unit.said(way, extra) for way in unit.ways if not way.why_not},
    }
    more = {
        "short": unit.short,
        "why": {way.name: way.why_not for way in unit.ways if way.why_not},
        "alike": unit.alike,
    }
    return data | {key: value for key, value in more.items() if value}


def _part(unit: Unit, number: int, place: str, path: list[str]) -> Data:
    part = unit.parts[number]
    inner = [scalar(part.label)] if len(part.path) > 1 else []
    word = unit.asked.spoken.voice.word(place, part.path[0])
    data: Data = {"label": part.label, "path": [*path, word, *inner]}
    more = {
        "options": [(n, *part.options[n].shown) for n in unit.options[number]],
        "open": unit.is_open[number] and not part.several,
        "several": part.several,
        "cell": part.cell and bool(unit.asked.cells),
        "number": part.number,
        "written": part.written,
        "refused": told_cells(unit.refused[number], unit.asked.cells),
        "mine": unit.own[number] is not None,
    }
    return data | {key: value for key, value in more.items() if value}


def told_cells(told: Mapping[str, Sequence[Cell]], cells: Sequence[Cell]) -> Data:
    """Return of each cell, row by row, what is told of it: the number of the reason, as a character from ``0``."""
    signs = {cell: chr(ord("0") + number) for number, those in enumerate(told.values()) for cell in those}
    return {"why": list(told), "at": "".join(signs.get(cell, ".") for cell in cells)} if told else {}
