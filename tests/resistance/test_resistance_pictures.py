"""The pictures of the Resistance: those of a page and those of the file are the same, and show what their reader knows.

That each says what the tables of its report say is looked at wherever a page is read back (``told.check``).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from resistance import drawn
from resistance.tables import Table, some_game
from resistance.test_resistance_formats import campaign_of, played_at
from resistance.told import Told, check
from support.depth import few
from support.drawings import Grid, drawn_in, grid_in, svg_tree, track_in
from support.report_parsers import KINDS, NASTY, html_tree, read, shown, written

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.stage import MJ, PUBLIC, Reader, player_reader
from adjudicator.games.resistance import pictures
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.state import Proposal, Setting, State
from adjudicator.pictures.style import shortened
from adjudicator.reports.markup import SVG
from adjudicator.reports.writing import all_reports, render, report_name

GAMES = [some_game(number) for number in range(12)]


def readers(campaign: Campaign) -> tuple[Reader, ...]:
    return PUBLIC, *map(player_reader, campaign.players), MJ


def in_file(campaign: Campaign, stage: Table, reader: Reader, language: str = "fr") -> list[Any]:
    """Return the pictures of the file that lies beside a report."""
    tree = svg_tree(render(campaign, played_at(stage), reader, SVG, language))
    return [drawn_in(one) for one in tree.findall("g")]


# What a picture shows ----------------------------------------------------------------------------------------


@few(4)
@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_the_file_shows_what_the_page_shows(game: list[Table]) -> None:
    campaign = campaign_of(game[0].setting)
    for i, stage in enumerate(game):
        language = ("fr", "en")[i % 2]
        reader = readers(campaign)[i % len(readers(campaign))]
        told = Told(campaign, played_at(stage), reader, language)
        assert in_file(campaign, stage, reader, language) == drawn.pictures(told)


def sides_shown(campaign: Campaign, stage: Table, reader: Reader) -> dict[str, str]:
    grid = in_file(campaign, stage, reader)[1]
    return {row.name: row.side for row in grid.rows if row.side}


def test_a_picture_shows_the_sides_alone_that_its_reader_may_know() -> None:
    seen: Counter[str] = Counter()
    for game in GAMES:
        campaign = campaign_of(game[0].setting)
        isolated = campaign.setting.options.isolated_cylons
        for stage in (*game[:2], game[-1]):
            after = stage.outcome.state
            every = {name: "bad" if name in after.cylons else "good" for name in after.seats}
            for reader in readers(campaign):
                known = sides_shown(campaign, stage, reader)
                if after.phase == "over" or reader == MJ:
                    assert known == every
                elif reader == PUBLIC:
                    assert known == {}
                elif reader.name not in after.cylons or isolated:
                    assert known == {reader.name: every[reader.name]}
                else:
                    assert known == dict.fromkeys(after.cylons, "bad")
                seen[f"{reader.kind} {after.phase} {len(known) > 1}"] += 1
    print(seen)
    assert {"public over True", "player proposal True", "player proposal False", "mj proposal True"} <= set(seen)


def test_only_the_reader_himself_has_a_row_of_his_own() -> None:
    for game in GAMES[:4]:
        campaign = campaign_of(game[0].setting)
        for reader in readers(campaign):
            grid = in_file(campaign, game[-1], reader)[1]
            assert [row.name for row in grid.rows if row.own] == ([reader.name] if reader.kind == "player" else [])


def test_all_that_may_happen_in_a_vote_is_drawn_in_random_games() -> None:
    cells: set[frozenset[str]] = set()
    states, came = set(), set()
    for game in GAMES:
        for stage in game:
            for one in in_file(campaign_of(game[0].setting), stage, PUBLIC):
                if isinstance(one, Grid):
                    cells |= {cell for row in one.rows for cell in row.cells}
                    states |= {column.state for column in one.columns}
                    came |= {column.came[0] for column in one.columns if column.came}
    voted = {("yes",), ("no",), ("yes", "assumed"), ("no", "assumed"), ("none", "assumed")}
    ways = {(*vote, *more) for vote, more in product(voted, ((), ("chosen",), ("leads",), ("chosen", "leads")))}
    assert {frozenset(way) for way in ways} | {frozenset(), frozenset({"leads"}), frozenset({"chosen"})} <= cells
    assert states == {"good", "bad", "none", "next"}
    assert came == {"good", "bad", "next"}


# What no random game comes to --------------------------------------------------------------------------------

FIVE = ("Max", "Ana", "Zoé", "Léo", "Tom")


def after(state: State, **table: Any) -> list[Any]:
    """Return the public track and grid of a table of five as it is amended."""
    setting = Setting(FIVE)
    dealt = Table(setting, GAME.rules.begin(setting), "seed")
    shown_now = played_at(dealt)._replace(
        outcome=dealt.outcome._replace(state=GAME.rules.amended(setting, state, table)),
    )
    return [drawn_in(one) for one in svg_tree(render(campaign_of(setting), shown_now, PUBLIC, SVG)).findall("g")]


APPROVED = Proposal(1, 1, "Max", 1, FIVE[:2], False, True, dict.fromkeys(FIVE, "yes"))
ON_ITS_WAY = State("mission", 3, FIVE, FIVE[3:], "Max", 1, 1, 1, FIVE[:2], proposals=[APPROVED])


def test_a_squad_that_was_approved_is_drawn_once() -> None:
    track, grid = after(ON_ITS_WAY)
    assert [text for kind, text in track[0].below if kind == "name"] == ["Max", "Ana"]
    assert [(one.state, one.came) for one in grid.columns] == [("good", ("next", ""))]


def test_a_squad_that_was_amended_is_on_its_way_without_a_vote() -> None:
    track, grid = after(ON_ITS_WAY, squad=["Max", "Zoé"])
    assert [text for kind, text in track[0].below if kind == "name"] == ["Max", "Zoé"]
    assert [(one.label, one.state) for one in grid.columns] == [("1", "good"), ("1", "next")]
    assert [row.name for row in grid.rows if "chosen" in row.cells[-1]] == ["Max", "Zoé"]
    assert [row.name for row in grid.rows if "yes" in row.cells[-1]] == []


def test_proposals_of_which_nobody_knows_the_squads_are_drawn_as_skipped() -> None:
    _, grid = after(State("proposal", 3, FIVE, FIVE[3:], "Max"), rejections=2)
    assert [(one.label, one.state, one.total, one.aim) for one in grid.columns] == [
        ("1", "none", "", ""),
        ("2", "none", "", ""),
    ]
    assert [row.name for row in grid.rows if frozenset({"leads"}) in row.cells] == ["Léo", "Tom"]


def test_twenty_five_proposals_of_ten_players_are_drawn_side_by_side() -> None:
    players = tuple(f"Bartholomé-Maximilien {number}" for number in range(10))
    votes = dict.fromkeys(players, "no")
    made = [
        Proposal(
            number // 5 + 1, number % 5 + 1, players[number % 10], number // 5 + 1, players[:3], False, False, votes
        )
        for number in range(25)
    ]
    state = State("proposal", 30, players, players[:4], players[0], 5, 5, proposals=made)
    stage = Table(Setting(players), GAME.rules.begin(Setting(players)), "seed")
    shown_now = played_at(stage)._replace(outcome=stage.outcome._replace(state=state))
    tree = svg_tree(render(campaign_of(Setting(players)), shown_now, PUBLIC, SVG))
    grid = grid_in(tree.findall("g")[1])
    assert [(one.group, one.label) for one in grid.columns] == [
        (str(r), str(n)) for r in range(1, 6) for n in range(1, 6)
    ]
    assert {one.total for one in grid.columns} == {"0–10"}
    assert float(str(tree.get("width"))) < 1_050


# What people wrote stays text --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", NASTY)
def test_a_name_with_markup_stays_a_name(text: str) -> None:
    players = (text, *FIVE[1:])
    setting = Setting(players, {text: text, "Ana": f"{text} II"})
    vote = {player: {"vote": "yes"} for player in players}
    state = State("vote", 2, players, players[3:], text, 1, 1, 1, players[:2])
    stage = Table(setting, state, "seed", vote)
    campaign = campaign_of(setting)
    page = html_tree(written(campaign, played_at(stage), player_reader("Ana"), "html"))
    on_page = [svg for svg in page.iter("svg") if svg.get("role") == "img"]
    in_a_file = svg_tree(render(campaign, played_at(stage), player_reader("Ana"), SVG)).findall("g")
    for track, grid in (on_page, in_a_file):
        row, other, *_ = grid_in(grid).rows
        assert (shown(row.name), shown(row.note)) == (cut(text, 15), cut(text, 17))
        assert (shown(other.note), row.leads) == (cut(f"{text} II", 17), True)
        assert [shown(name) for kind, name in track_in(track)[0].below if kind == "name"] == [cut(text, 13), "Ana"]


def cut(text: str, longest: int) -> str:
    return shown(shortened(text, longest))


# What is laid over the names, and files ----------------------------------------------------------------------


def test_what_stays_in_sight_is_what_lies_under_it() -> None:
    game = GAMES[0]
    campaign = campaign_of(game[0].setting)
    page = html_tree(written(campaign, played_at(game[-1]), player_reader(campaign.players[0]), "html"))
    (over,) = (svg for svg in page.iter("svg") if svg.get("class") == "picture pinned")
    (under,) = (svg for svg in page.iter("svg") if svg.get("role") == "img" and svg.find("g[@class='row']") is not None)
    parts = {ElementTree.tostring(part) for part in under}
    assert over.get("aria-hidden") == "true"
    assert (over.get("height"), float(str(over.get("width"))) < float(str(under.get("width")))) == (
        under.get("height"),
        True,
    )
    assert [part for part in over if ElementTree.tostring(part) not in parts] == []
    assert len(over.findall("g")) == len(campaign.players)


def test_every_reader_has_his_file() -> None:
    game = GAMES[0]
    campaign = campaign_of(game[0].setting)
    files = all_reports(campaign, played_at(game[-1]))
    assert {name for name in files if name.endswith(SVG)} == {
        report_name(campaign, reader, SVG) for reader in readers(campaign)
    }


@pytest.mark.parametrize("kind", KINDS)
def test_a_post_with_an_image_shows_it_once_and_says_how_it_is_read(kind: str) -> None:
    game = next(game for game in GAMES if len(game[-1].outcome.state.proposals) > 4)
    campaign = campaign_of(game[0].setting)
    campaign = replace(campaign, plain={**campaign.plain, "images": "https://example.org/partie/"})
    played = played_at(game[-1])._replace(folder=Path("0009-vote-8"))
    post, other = (written(campaign, played, reader, kind) for reader in (PUBLIC, player_reader(campaign.players[0])))
    shows = kind in ("forumotion", "phpbb", "markdown")
    assert post.count("https://example.org/partie/0009-vote-8/public.png") == shows
    assert ("Un disque est un oui" in post) == (shows or kind == "html")
    assert post.count("[spoiler]") == 3 * (kind == "forumotion")
    assert "example.org" not in other
    assert "O oui, N non" in post


# The comparison can fail -------------------------------------------------------------------------------------


def _wrong(change: Any) -> Any:
    honest = pictures.pictures

    def wrong(report: Any) -> Any:
        track, grid = honest(report)
        return change(track, grid)

    return wrong


def _in_grid(rows: Any = lambda row: row, columns: Any = lambda column: column) -> Any:
    def change(track: Any, grid: Any) -> Any:
        shows = grid["shows"]
        changed = {"rows": [*map(rows, shows["rows"])], "columns": [*map(columns, shows["columns"])]}
        return [track, {**grid, "shows": {**shows, **changed}}]

    return change


def _cells(change: Any) -> Any:
    return _in_grid(rows=lambda row: {**row, "cells": [{**cell, **change(cell)} for cell in row["cells"]]})


WRONG = {
    "another vote": _cells(lambda cell: {"mark": "no" if cell["mark"] == "yes" else "yes"}),
    "another squad": _cells(lambda cell: {"chosen": not cell.get("chosen")}),
    "another commander": _cells(lambda cell: {"leads": not cell.get("leads")}),
    "a vote as if it had come": _cells(lambda cell: {"assumed": not cell.get("assumed")}),
    "nobody commands": _in_grid(rows=lambda row: {**row, "leads": not row.get("leads")}),
    "a side": _in_grid(rows=lambda row: {**row, "side": "bad"}),
    "another result": _in_grid(
        columns=lambda column: {**column, "state": "bad" if column["state"] == "good" else "good"}
    ),
    "another total": _in_grid(columns=lambda column: {**column, "total": "9–9"}),
    "another mission": lambda track, grid: [
        {**track, "shows": {"stations": track["shows"]["stations"][::-1]}},
        grid,
    ],
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_a_picture_that_says_something_else_is_found_out(change: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(game for game in GAMES if len(game[-1].outcome.state.proposals) > 4)
    campaign = campaign_of(game[0].setting)
    stage = next(stage for stage in game if stage.outcome.state.phase == "proposal" and stage.outcome.state.missions)
    check(campaign, played_at(stage), PUBLIC, "html", "fr")
    monkeypatch.setattr(pictures, "pictures", _wrong(change))
    with pytest.raises((AssertionError, ValueError)):
        check(campaign, played_at(stage), PUBLIC, "html", "fr")


def test_a_page_has_both_pictures() -> None:
    stage = GAMES[0][0]
    campaign = campaign_of(stage.setting)
    document = read(written(campaign, played_at(stage), PUBLIC, "html"), "html")
    assert len(document.drawn) == 2
