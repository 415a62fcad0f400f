"""Drawings of circles of seats: every name, role and reminder is there, and nothing hangs on colour alone."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from pictures.test_grid_and_track_svg import LOOK

from adjudicator.pictures.tabletop import circle_svg


def seat(name: str, **more: Any) -> Any:
    return {"name": name, "dead": False, "ghost": False, "notes": [], **more}


def drawn(*seats: Any) -> Any:
    drawing = circle_svg({"seats": [*seats]}, LOOK)
    return drawing, ElementTree.fromstring(f"<svg>{drawing.elements}</svg>")


def classes(root: Any) -> list[str]:
    return [one.get("class", "") for one in root.iter() if one.get("class")]


@pytest.mark.parametrize("number", range(5, 21))
def test_all_sit_at_the_table_and_it_fits_a_phone(number: int) -> None:
    names = [f"Joueuse {n}" for n in range(number)]
    drawing, root = drawn(*map(seat, names))
    assert sorted(text for text in root.itertext()) == sorted(names)
    assert drawing.width <= 360


def test_clockwise_from_the_top_right() -> None:
    _, root = drawn(*map(seat, "ABCDE"))
    places = {"".join(one.itertext()): one.get("class") for one in root.findall("g")}
    assert places == {"A": "seat right", "B": "seat right", "C": "seat right", "E": "seat left", "D": "seat left"}


def test_what_is_told_by_colour_is_told_by_shape_too() -> None:
    _, good = drawn(seat("A", side="good"))
    _, evil = drawn(seat("A", side="bad"))
    paths = [next(one.get("d") for one in root.findall("g/g/path")) for root in (good, evil)]
    assert paths[0] != paths[1]
    assert "face bad turned" in classes(drawn(seat("A", side="bad", reversed=True))[1])


def test_the_dead_have_a_shroud_and_their_vote_or_none() -> None:
    assert "shroud" not in classes(drawn(seat("A"))[1])
    assert {"shroud", "vote-left"} <= {*classes(drawn(seat("A", dead=True, ghost=True))[1])}
    assert {"shroud", "vote-spent", "sign"} <= {*classes(drawn(seat("A", dead=True))[1])}
