"""What the pictures of Tsewnart show besides pieces: to each reader what he may know, in a page and in a file alike."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from support.campaigns import Game, played
from support.depth import few
from support.report_parsers import drawn_on, html_tree

from adjudicator.campaign.stages import Played
from adjudicator.core.stage import MJ, PUBLIC, Reader, camp_reader, player_reader
from adjudicator.reports.contents import report_data
from adjudicator.reports.writing import render

LUNE = camp_reader("Lune")
READERS = (PUBLIC, LUNE, player_reader("Élodie"), MJ)


def stage(label: str) -> tuple[Game, Played]:
    game = played("demo")
    return game, next(one for one in game.stages if one.stage.label == label)


def boards(label: str, reader: Reader) -> list[Any]:
    game, one = stage(label)
    return [picture["shows"] for picture in report_data(game.campaign, one, reader)["pictures"]]


def test_the_mj_sees_what_each_piece_tried() -> None:
    """As the account of turn 6 has it: the arrow and three moves worked, what the dead had ordered did not."""
    before, after = boards("turn-6", MJ)
    acts = [(act["camp"], act["start"], act["end"], act["success"]) for act in before["acts"]]
    assert acts == [
        ("Lune", (5, 5), (6, 6), True),
        ("Lune", (7, 3), (8, 3), True),
        ("Soleil", (3, 6), (4, 6), True),
        ("Lune", (4, 6), (3, 6), False),
        ("Lune", (6, 4), (6, 3), True),
        ("Soleil", (6, 6), (5, 5), False),
    ]
    assert "acts" not in after


def test_nobody_else_sees_what_was_tried() -> None:
    for reader in READERS[:-1]:
        assert all("acts" not in board for board in boards("turn-6", reader))


def test_a_camp_sees_where_its_own_pieces_came_from_and_nobody_else_does() -> None:
    came = {
        reader: {
            (piece["camp"], piece["came_from"])
            for piece in boards("turn-6", reader)[-1]["pieces"]
            if "came_from" in piece
        }
        for reader in READERS
    }
    assert came[PUBLIC] == set()
    assert came[LUNE] == came[READERS[2]] == {("Lune", (7, 3)), ("Lune", (6, 4))}
    assert came[MJ] == {*came[LUNE], ("Soleil", (3, 6))}


def test_the_mj_sees_which_cell_was_sanctified_and_a_camp_what_it_learnt() -> None:
    marks = {reader: boards("turn-6", reader)[-1].get("marks", []) for reader in READERS}
    assert marks[MJ] == [{"cell": (7, 5), "kind": "sanctified"}]
    assert not any(marks[reader] for reader in READERS[:-1])


def test_what_is_aimed_at_is_the_archers_camps_secret() -> None:
    marks = {reader: boards("turn-5", reader)[-1].get("marks", []) for reader in READERS}
    assert {"cell": (6, 6), "kind": "aimed"} in marks[LUNE]
    assert marks[PUBLIC] == []
    enemy = boards("turn-5", camp_reader("Soleil"))[-1]
    assert enemy["marks"] == [{"cell": (6, 3), "kind": "sanctified"}]  # where its own Religieux kept an attacker off


def test_before_turn_one_the_zones_are_drawn() -> None:
    for reader in READERS:
        (board,) = boards("roles", reader)
        assert [zone["camp"] for zone in board["zones"]] == ["Lune", "Soleil"]
        assert board["pieces"] == []


# In a file -------------------------------------------------------------------------------------------------------


def in_file(text: str) -> list[Any]:
    """The boards of a file of SVG, each as it is drawn."""
    root = ET.fromstring(text)
    for one in root.iter():
        one.tag = one.tag.rpartition("}")[2]
    return [drawn_on(group) for group in root.findall("g") if not group.get("class")]


@few(4)
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.kind)
@pytest.mark.parametrize("label", ["placement", "turn-6", "turn-12"])
def test_a_file_shows_what_the_page_shows(reader: Reader, label: str) -> None:
    game, one = stage(label)
    page = html_tree(render(game.campaign, one, reader, "html"))
    shown = [drawn_on(figure.find("svg")) for figure in page.iter("figure")]
    assert in_file(render(game.campaign, one, reader, "svg")) == shown != []


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.kind)
def test_a_file_stands_by_itself(reader: Reader) -> None:
    """It names nothing, leads nowhere, asks for nothing, and has no place left that is held for somebody."""
    game, one = stage("turn-6")
    text = render(game.campaign, one, reader, "svg")
    root = ET.fromstring(text)
    assert not [key for element in root.iter() for key in element.attrib if key in ("id", "href", "style", "src")]
    assert "var(" not in text and "url(" not in text and "@" not in text
    assert not [character for character in text if ord(character) >= 0xF0000]
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
        *("svg", "title", "style", "g", "path", "text", "circle"),
    }


def test_the_own_piece_alone_is_marked_as_own() -> None:
    game, one = stage("turn-6")
    own = render(game.campaign, one, player_reader("Élodie"), "svg")
    assert own.count(' own" transform') == 1
    assert " own" not in render(game.campaign, one, LUNE, "svg").partition("</style>")[2]
