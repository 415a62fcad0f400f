"""Tracks and grids as pictures: what is drawn is what is given, in its place, and is seen by day and by night."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.drawings import Column, Grid, Row, Station, grid_in, svg_tree, track_in

from adjudicator.pictures.grid import WIDE, grid_svg, track_svg
from adjudicator.pictures.style import Drawing, Look
from adjudicator.reports.environment import macros_of
from adjudicator.reports.markup import escape_html
from adjudicator.store.layout import data_folder

LOOK = Look({}, {}, {}, str, escape_html, str)
CAPTIONS = {line: f"{line}!" for line in ("groups", "labels", "aims", "totals", "came")}


def parsed(drawing: Drawing) -> Any:
    return svg_tree(f'<svg xmlns="http://www.w3.org/2000/svg">{drawing.elements}</svg>')


def grid(columns: list[Any], **rows: list[Any]) -> Any:
    every = [{"name": name, "cells": cells} for name, cells in rows.items()]
    return {"captions": CAPTIONS, "columns": columns, "rows": every}


def column(group: str, label: str, **more: Any) -> Any:
    return {"group": group, "label": label, "state": "bad", "total": "1–1", **more}


YES, NO, NOTHING = {"mark": "yes"}, {"mark": "no"}, {"mark": "none"}


# Grids -------------------------------------------------------------------------------------------------------


def test_a_grid_is_drawn_as_it_is_given() -> None:
    columns = [
        column("1", "1"),
        column("2", "1", aim="4", state="good", came={"state": "good", "text": "0"}),
        column("2", "2", state="next", total=""),
    ]
    given_grid = grid(
        columns,
        Anna=[YES, {**NO, "assumed": True, "chosen": True}, {**NOTHING, "chosen": True}],
        Luc=[NO, {**YES, "leads": True}, NOTHING],
    )
    given_grid["rows"][0] |= {"note": "Laura", "side": "bad", "own": True}
    given_grid["rows"][1] |= {"leads": True}
    assert grid_in(parsed(grid_svg(given_grid, LOOK))) == Grid(
        ("groups!", "labels!", "aims!", "totals!", "came!"),
        (
            Column("1", "1", "", "bad", "1–1", None),
            Column("2", "1", "4", "good", "1–1", ("good", "0")),
            Column("2", "2", "", "next", "", None),
        ),
        (
            Row(
                "Anna",
                "Laura",
                "bad",
                False,
                True,
                tuple(map(frozenset, (["yes"], ["no", "assumed", "chosen"], ["chosen"]))),
            ),
            Row("Luc", "", "", True, False, tuple(map(frozenset, (["no"], ["yes", "leads"], [])))),
        ),
    )


def test_columns_of_a_group_stand_together() -> None:
    drawing = grid_svg(grid([column("1", "1"), column("1", "2"), column("2", "1")], Anna=[YES] * 3), LOOK)
    places = [float(one.get("x")) for one in parsed(drawing).iter("text") if one.get("class") == "head"]
    assert places[1] - places[0] == WIDE < places[2] - places[1]
    assert drawing.edge < places[0] - WIDE / 2
    assert places[-1] + WIDE / 2 < drawing.width


def test_before_there_is_a_column_the_names_are_all_there_is() -> None:
    drawing = grid_svg(grid([], Anna=[], Luc=[]), LOOK)
    assert (drawing.edge, grid_in(parsed(drawing)).columns) == (0, ())
    assert [row.name for row in grid_in(parsed(drawing)).rows] == ["Anna", "Luc"]


def test_longer_names_have_more_room_and_very_long_ones_are_cut() -> None:
    edges = [grid_svg(grid([column("1", "1")], **{"M" * length: [YES]}), LOOK).edge for length in (3, 12, 15, 40)]
    assert edges[0] < edges[1] < edges[2] == edges[3]
    (row,) = grid_in(parsed(grid_svg(grid([column("1", "1")], **{"M" * 40: [YES]}), LOOK))).rows
    assert row.name == "M" * 14 + "…"


def test_names_that_begin_alike_are_told_apart() -> None:
    names = [f"Bartholomé-Max {number}" for number in range(3)]
    rows = grid_in(parsed(grid_svg(grid([column("1", "1")], **{name: [YES] for name in names}), LOOK))).rows
    assert [row.name for row in rows] == ["Barthol…é-Max 0", "Barthol…é-Max 1", "Barthol…é-Max 2"]
    (first, *_) = track_in(parsed(track_svg({"stations": [station(names=names)] * 5}, LOOK)))
    assert [name for _, name in first.below] == ["Bartho…-Max 0", "Bartho…-Max 1", "Bartho…-Max 2"]


# Tracks ------------------------------------------------------------------------------------------------------


def station(**more: Any) -> Any:
    return {"label": "Mission 1", "text": "", "state": "open", "notes": [], "names": [], **more}


def test_a_track_is_drawn_as_it_is_given() -> None:
    stations = [
        station(state="good", notes=["1 échec", "dès 2"], names=["Anna", "Luc"]),
        station(state="bad"),
        station(state="next", text="5"),
        station(text="3"),
    ]
    assert track_in(parsed(track_svg({"stations": stations}, LOOK))) == [
        Station("Mission 1", "good", "", (("note", "1 échec"), ("note", "dès 2"), ("name", "Anna"), ("name", "Luc"))),
        Station("Mission 1", "bad", "", ()),
        Station("Mission 1", "next", "5", ()),
        Station("Mission 1", "open", "3", ()),
    ]


def test_all_that_stands_below_a_station_has_room() -> None:
    few = track_svg({"stations": [station()] * 5}, LOOK)
    many = track_svg({"stations": [station(names=["Bartholomé-Maximilien"] * 5)] * 5}, LOOK)
    assert few.width < many.width <= 5 * 112
    lowest = max(float(one.get("y")) for one in parsed(many).iter("text"))
    (middle,) = {float(one.get("transform").split(" ")[1][:-1]) for one in parsed(many).iter("g")}
    assert middle + lowest < many.height


# Both --------------------------------------------------------------------------------------------------------


@given(st.text(min_size=1, max_size=30).filter(lambda text: text.isprintable() and text.strip()))
def test_what_people_wrote_stays_text(name: str) -> None:
    for text in (name, f"<script>{name}</script>", f'"><g onload={name}>', f"\u202e{name}"):
        shown = grid([column(text, text, aim=text, total=text)], **{text: [YES]})
        shown["rows"][0]["note"] = text
        parsed(grid_svg(shown, LOOK))
        parsed(track_svg({"stations": [station(label=text, text=text, notes=[text], names=[text])]}, LOOK))


def _contrast(one: str, other: str) -> float:
    dark, bright = sorted(map(_light, (one, other)))
    return (bright + 0.05) / (dark + 0.05)


def _light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_that_is_drawn_stands_out_from_its_ground(theme: str) -> None:
    """Letters by 4.5, as on the rest of a page; signs by 3."""
    colours = getattr(macros_of("picture.css.j2", {"format": "html"}), theme)
    grounds = [colours[name] for name in ("paper", "cell", "shade")]
    assert all(_contrast(colours[ink], ground) >= 4.5 for ink in ("ink", "faint") for ground in grounds)
    marks = [_contrast(colours[mark], ground) for mark in ("yes", "no") for ground in (*grounds, colours["holy"])]
    assert min(marks) >= 3
    assert all(_contrast(colours[sign], colours["paper"]) >= 3 for sign in ("good", "bad", "gold"))
    assert all(_contrast(colours[sign], "#ffffff") >= 4.5 for sign in ("good", "bad"))


STATES = (("good", "good"), ("bad", "bad"), ("next", "next"), ("none", "bad"))


def test_nothing_is_drawn_for_which_there_is_no_rule() -> None:
    """But for what is a place and no more, and the mark of none, which is as all marks are."""
    columns = [column("1", "1", aim="2", state=state, came={"state": came, "text": "1"}) for state, came in STATES]
    cells = [{"mark": mark, "assumed": True, "chosen": True, "leads": True} for mark in ("yes", "no", "none", "yes")]
    shown = grid(columns, Anna=cells)
    shown["rows"][0] |= {"note": "x", "side": "good", "leads": True, "own": True}
    stations = [station(state=state, text="1", notes=["x"], names=["y"]) for state in ("good", "bad", "next", "open")]
    drawn = grid_svg(shown, LOOK).elements + track_svg({"stations": stations}, LOOK).elements
    kinds = {kind for classes in re.findall(r'class="([^"]+)"', drawn) for kind in classes.split(" ")}
    rules = (data_folder("templates") / "picture.css.j2").read_text(encoding="utf-8")
    assert {kind for kind in kinds if f".{kind}" not in rules} == {"none", "row"}
