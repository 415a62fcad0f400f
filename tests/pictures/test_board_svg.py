"""Boards as pictures: what is drawn is what is given, and a camp is told from another without its colour too."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.report_parsers import drawn_on, html_tree
from tsewnart.pairs import some_tables

from adjudicator.core.faults import Phrase, Word
from adjudicator.games.tsewnart import views
from adjudicator.pictures.board import board_svg
from adjudicator.pictures.drawing import inline, sheet
from adjudicator.pictures.style import COLOURS, SHAPES, Look, outline
from adjudicator.reports.markup import escape_html

CAMPS = ("bleu", "rouge", "vert", "jaune")
LOOK = Look(
    dict(zip(CAMPS, COLOURS, strict=False)),
    {camp: number for number, camp in enumerate(CAMPS)},
    dict.fromkeys(CAMPS, ""),
    lambda what: what if isinstance(what, str) else what.canonical,
    escape_html,
    lambda one: escape_html(one.get("player", "?")),
)


def board(**more: Any) -> Any:
    return {"width": 4, "height": 3, "lettered": False, "camps": list(CAMPS), "pieces": [], "ghosts": [], **more}


def parsed(picture: str) -> Any:
    return html_tree(f"<!DOCTYPE html><title>x</title><body>{picture}").find("svg")


def drawn(**more: Any) -> Any:
    return parsed(inline(board_svg(board(**more), LOOK), "Plateau"))


def classes(picture: Any) -> list[str]:
    return [one.get("class") for one in picture.iter() if one.get("class")]


# What is drawn ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(20))
def test_on_each_cell_stands_what_the_reader_sees_there(number: int) -> None:
    table = some_tables(20)[number]
    camps = table.setting.camp_names
    look = LOOK._replace(
        colours=dict.fromkeys(camps, "blue"),
        shapes={camp: number for number, camp in enumerate(camps)},
        letters=dict.fromkeys(camps, ""),
    )
    for own, everything in ((None, False), (camps[0], False), (None, True)):
        seen = views.board_view(table.setting, table.state, own=own, everything=everything)
        marks = drawn_on(parsed(inline(board_svg(seen, look), "x")))
        there: dict[tuple[int, int], int] = {}
        for one in (*seen["pieces"], *seen["ghosts"]):
            there[one["cell"]] = there.get(one["cell"], 0) + 1
        assert {cell: len(found) for cell, found in marks.items()} == there


def test_edges_tell_the_three_topologies() -> None:
    closed, cylinder, torus = (
        classes(drawn(**wraps)) for wraps in ({}, {"wraps_across": True}, {"wraps_across": True, "wraps_down": True})
    )
    assert [one.count("edge") for one in (closed, cylinder, torus)] == [2, 1, 0]
    assert [one.count("edge open") for one in (closed, cylinder, torus)] == [0, 1, 2]
    assert [one.count("through") for one in (closed, cylinder, torus)] == [0, 1, 2]


def test_zones_are_drawn_in_the_colour_of_their_camp() -> None:
    zones = [{"camp": "bleu", "cells": [(1, 1), (1, 2)]}, {"camp": "rouge", "cells": [(4, 3)]}]
    found = [one for one in drawn(zones=zones).iter("path") if str(one.get("class")).startswith("zone")]
    assert [(one.get("class"), one.get("d").count("M")) for one in found] == [("zone blue", 2), ("zone orange", 1)]


def piece(**more: Any) -> dict[str, Any]:
    return {"cell": (2, 2), "camp": "bleu", **more}


def test_of_a_piece_that_nobody_knows_nothing_is_drawn_but_its_camp() -> None:
    picture = drawn(pieces=[piece()])
    (token,) = (one for one in picture.iter("g") if str(one.get("class")).startswith("token"))
    assert (token.get("class"), [one.tag for one in token]) == ("token blue", ["title", "path"])
    assert "way blue" not in classes(picture)


def test_what_is_known_of_a_piece_is_drawn_with_it() -> None:
    known = piece(player="Anna", kind=Word("roles", "brute"), wounded=True, came_from=(1, 2), own=True)
    picture = drawn(pieces=[known], marks=[{"cell": (3, 2), "kind": "aimed"}])
    assert {"token blue own", "wound", "name", "way blue", "aimed"} <= set(classes(picture))
    assert [one.text for one in picture.iter("text")][-2:] == ["br", "Anna"]


@pytest.mark.parametrize("came_from", [(4, 2), (2, 3)])
def test_no_arrow_goes_across_a_board_whose_edges_meet(came_from: tuple[int, int]) -> None:
    moved = piece(cell=(1, 2), came_from=came_from)
    found = "way blue" in classes(drawn(pieces=[moved], wraps_across=True))
    assert found is (came_from == (2, 3))


@given(st.text(min_size=1, max_size=30).filter(lambda text: text.isprintable() and text.strip()))
def test_what_people_wrote_stays_text(name: str) -> None:
    for text in (name, f"<script>{name}</script>", f'"><g onload={name}>', f"\u202e{name}"):
        picture = drawn(pieces=[piece(player=text, kind=Word("roles", "brute"))])
        assert {one.tag for one in picture.iter()} <= {"svg", "g", "path", "text", "title"}
        assert not [key for one in picture.iter() for key in one.attrib if key.startswith("on")]


def test_a_picture_names_nothing_and_leads_nowhere() -> None:
    known = piece(player="Anna", kind=Word("roles", "brute"), came_from=(1, 2))
    text = inline(board_svg(board(pieces=[known]), LOOK), "x")
    assert not re.search(r"\b(id|href|style|src)=", text)


def test_in_a_file_of_its_own_every_camp_is_named_within_its_width() -> None:
    camps = [f"camp {number}" for number in range(26)]
    many = Look(dict.fromkeys(camps, "blue"), dict(zip(camps, range(26), strict=True)), *LOOK[2:])
    shows: Any = board(camps=camps)
    text = sheet([{"kind": "board", "title": Phrase("x"), "shows": shows}], many._replace(said=str), "x", "")
    found = re.findall(r'class="key blue" transform="translate\((\d+) (\d+)\)".*?>(camp \d+)</text>', text)
    width, height = (int(re.search(rf' {side}="(\d+)"', text)[1]) for side in ("width", "height"))  # type: ignore[index]
    assert [name for *_, name in found] == camps
    assert max(int(x) + 80 for x, *_ in found) <= width
    assert max(int(y) for _, y, _ in found) < height


# Shapes and colours ----------------------------------------------------------------------------------------------


def test_no_two_shapes_are_alike_and_they_begin_anew() -> None:
    outlines = [outline(number, 17) for number in range(SHAPES)]
    assert len(set(outlines)) == SHAPES >= 8
    assert outline(SHAPES, 17) == outlines[0]


def _linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def _contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        red, green, blue = _linear(colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


SIGHTS = {
    "all": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What becomes of a linear colour for who does not see one of the three: Machado, Oliveira, Fernandes (2009)."""


def _seen(colour: str, sight: str) -> tuple[float, float, float]:
    """A colour in CIELAB, as it is seen."""
    linear = _linear(colour)
    parts = [sum(factor * part for factor, part in zip(row, linear, strict=True)) for row in SIGHTS[sight]]
    red, green, blue = (min(1.0, max(0.0, part)) for part in parts)
    white = (0.95047, 1.0, 1.08883)
    xyz = (
        0.4124 * red + 0.3576 * green + 0.1805 * blue,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        0.0193 * red + 0.1192 * green + 0.9505 * blue,
    )
    x, y, z = (_bent(part / most) for part, most in zip(xyz, white, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _bent(part: float) -> float:
    return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116


def _apart(one: str, other: str, sight: str) -> float:
    pairs = zip(_seen(one, sight), _seen(other, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_first_colours_are_told_apart_whatever_colours_one_sees(sight: str) -> None:
    """Ten is a difference that is seen at a glance; shapes tell more camps apart than these."""
    for count, least in ((2, 60), (6, 20), (8, 14)):
        first = [colour.token for colour in list(COLOURS.values())[:count]]
        assert min(_apart(one, other, sight) for one, other in combinations(first, 2)) >= least


def test_what_stands_on_a_token_can_be_read() -> None:
    assert all(_contrast(colour.token, colour.on) >= 4.5 for colour in COLOURS.values())
