"""Every report of the Resistance says in every format what happened: it is read back, and compared with the state.

What is expected is taken from the states before and after, the orders and the log, never from what templates are
given; words and sentences are the catalogue's.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from resistance.tables import Table as Stage
from resistance.tables import some_game
from resistance.told import Told, _check_who_learns_what, check, rows
from support.campaigns import played
from support.depth import sample
from support.report_parsers import KINDS, SEED, read, written

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import EMPTY
from adjudicator.campaign.stages import Played
from adjudicator.core.stage import MJ, PUBLIC, player_reader
from adjudicator.core.stage import Stage as Awaited
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.state import Setting

# Random games ------------------------------------------------------------------------------------------------


def campaign_of(setting: Setting) -> Campaign:
    plain = {"game": GAME.id, "title": "La grande partie", "language": "fr", "players": list(setting.players)}
    return Campaign(Path(), {**plain, "seed": SEED}, GAME, setting, b"")


def played_at(stage: Stage, **kept: Any) -> Played:
    table = {
        "orders": stage.orders,
        "stood_in": list(stage.stood_in),
        "absent": stage.absent,
        "standing": {player: given for player, given in stage.standing.items() if given},
        "notes": {},
        "refused": [],
        **kept,
    }
    return Played(Path(), Awaited(stage.state.phase, stage.state.turn), stage.state, stage.outcome, {**EMPTY, **table})


@pytest.mark.parametrize("kind", sample(KINDS, 5))
def test_random_games_read_back_say_what_happened(kind: str) -> None:
    """All options, and players of whom some have characters; a note and a refused file besides."""
    defaulted: set[str] = set()
    happened: set[str] = set()
    for number in range(12):
        game = some_game(number)
        campaign = campaign_of(game[0].setting)
        for i, stage in enumerate(game):
            author = campaign.players[i % len(campaign.players)]
            refused = [{"source": "ordres.yaml", "players": [author]}]
            shown = played_at(stage, notes={author: "un mot au MJ"}, refused=refused)
            for reader in (PUBLIC, player_reader(author), MJ):
                check(campaign, shown, reader, kind, ("fr", "en")[i % 2])
            if any(told.defaulted for told in stage.outcome.state.proposals):
                defaulted.add(campaign.setting.options.missing_vote)
            happened |= {fact.kind for fact in stage.outcome.log}
            if shown.outcome.state.ending is None:
                happened.add(f"{len(Told(campaign, shown, PUBLIC, 'fr').next_lines())} lines")
    assert defaulted == {"no", "yes", "uncounted"}, "not every way to count a missing vote was read"
    assert {"squad-drawn", "no-squad", "2 lines", "3 lines", "4 lines"} <= happened, "not every remark was read"


# As a player would read it, and as a mistake would show ------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_vote_as_a_player_would_read_it(kind: str) -> None:
    """What is expected is written out here, so that a mistake in the words above would be seen."""
    fleet = played("resistance")
    (vote,) = (stage for stage in fleet.stages if stage.stage.label == "vote-5")
    document = read(written(fleet.campaign, vote, PUBLIC, kind), kind)
    assert document.title == "Le silence du DRADIS\u00a0: tour 5, vote"
    assert document.headings == [
        "Ce qui s’est passé",
        "Suite\u00a0: tour 6, proposition d’un Escadron",
        "Missions",
        "Escadrons et votes",
        "Joueurs, dans l’ordre des sièges",
        "Options et tirages",
    ]
    assert document.lines("Ce qui s’est passé") == [
        "L’Escadron proposé pour la mission 2 (Anna, Élise, Farid, Hector) est rejeté, à égalité\u00a0: "
        "4\u00a0oui, 4\u00a0non.",
        "Oui\u00a0: Anna, Élise, Gaëlle, Hector",
        "Non\u00a0: Bruno, Chloé, Denis, Farid",
        "Sans vote, comptés «\u00a0non\u00a0»\u00a0: Farid",
    ]
    votes = rows(document.table("Joueurs, dans l’ordre des sièges"))
    assert [row[-1] for row in votes] == ["O N", "O O", "O N", "O N", "N O", "N (N)", "O O", "O O"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_that_tells_who_is_a_cylon_is_found_out(kind: str) -> None:
    fleet = played("resistance")
    deal = fleet.stages[0]
    document = read(written(fleet.campaign, deal, MJ, kind), kind)
    with pytest.raises(AssertionError):
        _check_who_learns_what(Told(fleet.campaign, deal, PUBLIC, "fr"), document)
