"""Every report says in every format what happened: it is read back, and compared with the state and the outcome.

What is expected is taken from the state after, the results and the notices, never from what templates are given;
words and sentences are the catalogue's.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support import commands
from support.depth import few, sample
from support.report_parsers import KINDS, Table, campaign_on, played_on, read, written
from tsewnart.pairs import some_tables
from tsewnart.told import TURN_OF_EVERY_ROLE, Told, _check_players, check, readers_of

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import Played, progress_of
from adjudicator.core.stage import MJ, PUBLIC, camp_reader, player_reader


def _played(folder: Path) -> tuple[Campaign, list[Played]]:
    campaign = load_campaign(folder)
    progress = progress_of(campaign)
    return campaign, [progress.played(i) for i in range(len(progress.folders))]


@pytest.fixture(scope="module", params=["every role", "torus", "ended"])
def campaign(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Campaign, list[Played]]:
    """Campaigns played from the choice of roles on."""
    folder = tmp_path_factory.mktemp("formats") / "partie"
    if request.param == "every role":
        commands.campaign(folder, "turn-1", commands.EVERY_ROLE)
        commands.play(folder, TURN_OF_EVERY_ROLE)
    elif request.param == "torus":
        commands.campaign(folder, "turn-1", commands.THREE)
        names = dict.fromkeys(("Anna", "Luc", "Paul", "Rita", "Vera", "Yves", "Ugo"), "{déplacement: haut}")
        commands.play(folder, commands.table(1, **names))
    else:
        commands.campaign(folder, "over", commands.TWO)
    return _played(folder)


@few(2)
@pytest.mark.parametrize(("kind", "language"), sample(product(KINDS, ("fr", "en")), 3))
def test_a_campaign_read_back_says_what_happened(
    campaign: tuple[Campaign, list[Played]], kind: str, language: str
) -> None:
    of, stages = campaign
    for played in stages:
        for reader in readers_of(of):
            check(of, played, reader, kind, language)


@pytest.mark.parametrize("kind", sample(KINDS, 5))
def test_random_tables_read_back_say_what_happened(kind: str) -> None:
    stacked = 0
    for i, table in enumerate(some_tables(40)):
        of = campaign_on(table.setting)
        kept: dict[str, Any] = {
            "absent": list(table.setting.roster)[:2],
            "notes": {list(table.setting.roster)[-1]: "un mot au MJ"},
            "refused": [{"source": "ordres.yaml", "players": list(table.setting.roster)[:1]}],
        }
        played = played_on(table.setting, table.state, table.orders, **kept)
        chosen = list(table.setting.roster)[i % len(table.setting.roster)]
        for reader in (PUBLIC, *map(camp_reader, table.setting.camp_names), player_reader(chosen), MJ):
            document = check(of, played, reader, kind, ("fr", "en")[i % 2])
            stacked += sum(run.text[-1:].isdigit() for board in document.boards for run in board.cells.values())
    assert stacked > 20, "no cells with many ghosts were read"


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_as_a_player_would_read_it(kind: str) -> None:
    """What is expected is written out here, so that a mistake in the words above would be seen."""
    table = next(table for table in some_tables(40) if len(table.state.ghosts) > 3)
    campaign = campaign_on(table.setting, title="Le gué")
    played = played_on(table.setting, table.state, {})
    document = read(written(campaign, played, PUBLIC, kind), kind)
    assert document.title == f"Le gué\u00a0: tour {table.state.turn}"
    assert document.headings == ["Plateau", "Camps", "Révélé à tous", "Votes", "Suite", "Options et tirages"]
    assert "Pièces perdues\u00a0: aucune" in document.texts


@pytest.mark.parametrize("kind", ["forumotion", "html"])
def test_marks_have_the_colour_of_their_camp(kind: str) -> None:
    for table in some_tables(20):
        played = played_on(table.setting, table.state, table.orders)
        document = read(written(campaign_on(table.setting), played, MJ, kind), kind)
        legend = {
            mark.text: mark.colour
            for block in document.blocks
            if isinstance(block, Table)
            for row in block.rows
            for run in row
            for mark in run.marks
        }
        assert len(set(legend.values())) >= len(table.setting.camp_names)
        for board in document.boards:
            for run in board.cells.values():
                assert " ".join(mark.text for mark in run.marks) == run.text
                for mark in run.marks:
                    assert mark.colour == legend[mark.text.partition("·")[0].rstrip("0123456789")]


def test_marks_of_a_page_say_what_they_are() -> None:
    for table in some_tables(20):
        told = Told(campaign_on(table.setting), played_on(table.setting, table.state, {}), MJ, "fr")
        document = read(written(told.campaign, told.played, MJ, "html"), "html")
        expected = [
            told.count("mark.ghosts", count, camp=camp)
            for there in told.standing(told.after).values()
            for (camp, unit), count in there.items()
            if unit == "ghost"
        ]
        expected += [
            told.say("mark.known", player=player, kind=told.role(piece.role), camp=piece.camp)
            for player, piece in told.after.pieces.items()
        ]
        titles = [mark.title for run in document.boards[1].cells.values() for mark in run.marks]
        assert Counter(titles) == Counter(expected)


# The parsers find what is wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_of_another_turn_is_found_out(kind: str) -> None:
    """The comparison can fail: the report of the same turn without orders is not that of the turn."""
    table = next(table for table in some_tables(40) if len(table.orders) > 3)
    other = played_on(table.setting, table.state, {})
    played = played_on(table.setting, table.state, table.orders)
    told = Told(campaign_on(table.setting), played, MJ, "fr")
    document = read(written(told.campaign, other, MJ, kind), kind)
    with pytest.raises((AssertionError, ValueError)):
        _check_players(told, document)


@pytest.mark.parametrize(
    "text",
    ["[hr]", "[table][tr][td]a[/td][/tr][/table]", "[b]a", "a[/b]", "[b][i]a[/b][/i]", "[*]a", "[center]a[/center]"],
)
def test_a_board_without_tables_refuses(text: str) -> None:
    with pytest.raises(AssertionError):
        read(text, "phpbb")
