"""What a capture carries over, in which order camps capture, and what reports tell of it and of hidden facts."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.core.stage import PUBLIC, camp_reader, player_reader
from adjudicator.games.tsewnart.adjudication import play_turn
from adjudicator.games.tsewnart.board import Board
from adjudicator.games.tsewnart.game import GAME
from adjudicator.games.tsewnart.state import Camp, Ghost, Setting, State, new_piece

BOARD = Board(8, 8, "closed")
CELL = (3, 3)
CAMPS = {
    "bleu": ("Anna", "Luc"),
    "rouge": ("Nina", "Omar", "Rita", "Paul"),
    "vert": ("Vera", "Hugo", "Lise", "Yves"),
}
SEED = "seed"


def table(role, initiative=()):
    """Anna's piece of ``role`` on CELL under three ghosts of rouge and three of vert; a piece more each."""
    camps = tuple(Camp(name, players, players[0], BOARD.cells()) for name, players in CAMPS.items())
    state = State("turn", 1, scores=dict.fromkeys(CAMPS, 0))
    state.pieces = {
        "Anna": new_piece("Anna", "bleu", role, CELL),
        "Luc": new_piece("Luc", "bleu", "agile", (1, 8)),
        "Paul": new_piece("Paul", "rouge", "savant", (8, 8)),
        "Yves": new_piece("Yves", "vert", "mystique", (8, 1)),
    }
    for camp in ("rouge", "vert"):
        for player in CAMPS[camp][:3]:
            state.ghosts[player] = Ghost(player, camp, "brute", CELL)
    return Setting(BOARD, camps, initiative=initiative), state


def naming(leader, camp):
    return {player: {"capture": leader} for player in CAMPS[camp][:3]}


def test_a_captured_archer_shoots_at_the_cell_it_aimed_at():
    setting, state = table("archer")
    first = play_turn(setting, state, {"Anna": {"aim": [3, 5]}, **naming("Omar", "rouge")}, SEED)
    assert first.state.pieces["Omar"].aimed == (3, 5)
    second = play_turn(setting, first.state, {"Omar": {"shoot": True}}, SEED)
    assert second.results["Omar"]["shoot"]["success"]


def test_a_captured_terreur_is_barred_from_the_cell_of_its_last_terror():
    setting, state = table("terreur")
    first = play_turn(setting, state, {"Anna": {"terrorise": [8, 8]}, **naming("Omar", "rouge")}, SEED)
    second = play_turn(setting, first.state, {"Omar": {"terrorise": [8, 8]}}, SEED)
    assert not second.results["Omar"]["terrorise"]["success"]


def test_captures_come_in_initiative_order_not_in_campaign_order():
    """The second camp captures the piece from the first: the one that comes last in the initiative keeps it."""
    orders = {**naming("Omar", "rouge"), **naming("Hugo", "vert")}
    for order, keeper in ((("bleu", "rouge", "vert"), "Hugo"), (("vert", "bleu", "rouge"), "Omar")):
        outcome = play_turn(*table("brute", (order,)), orders, SEED)
        assert outcome.state.pieces[keeper].cell == CELL
        assert len(outcome.state.pieces) == 4


def test_a_captured_piece_that_is_eliminated_leaves_a_ghost_with_its_own_role():
    setting, state = table("dement")
    first = play_turn(setting, state, naming("Omar", "rouge"), SEED)
    first.state.pieces["Luc"].cell = (3, 2)
    second = play_turn(setting, first.state, {"Luc": {"move": "down"}}, SEED)
    assert second.state.ghosts["Omar"].role == "dement"
    assert second.state.ghosts["Anna"].role == "dement"


def test_a_capture_is_public_with_its_cell_and_the_capturing_camp():
    setting, state = table("brute")
    outcome = play_turn(setting, state, naming("Omar", "rouge"), SEED)
    told = GAME.reports.report(setting, state, outcome, {}, PUBLIC)["public"]["captured"]
    assert told == [{"player": "Anna", "camp": "bleu", "cell": CELL, "by": "rouge"}]


def test_each_player_is_told_what_captures_made_of_what_he_controlled():
    """Rouge takes the piece from Anna, vert from Omar: he has had it and lost it within the turn."""
    setting, state = table("brute")
    orders = {**naming("Omar", "rouge"), **naming("Hugo", "vert")}
    outcome = play_turn(setting, state, orders, SEED)
    mates = {camp: next(name for name in CAMPS[camp][:3] if name not in ("Omar", "Hugo")) for camp in ("rouge", "vert")}
    players = ("Anna", "Omar", "Hugo", mates["rouge"], mates["vert"], "Luc")
    fates = [GAME.reports.report(setting, state, outcome, orders, player_reader(player))["fate"] for player in players]
    assert fates == ["captured", "captured", "taken", "gone", "gone", ""]


def test_a_wound_is_told_to_its_camp_alone():
    setting, state = table("brute")
    state.pieces["Paul"].cell = (4, 3)
    outcome = play_turn(setting, state, {"Paul": {"move": "left"}}, SEED)
    own = GAME.reports.report(setting, state, outcome, {}, camp_reader("bleu"))
    assert [member["wounded"] for member in own["members"]] == [True, False]
    others = [GAME.reports.report(setting, state, outcome, {}, reader) for reader in (PUBLIC, camp_reader("rouge"))]
    assert "wounded': True" not in repr(others)


def test_scores_are_public_at_the_end_only():
    setting, state = table("brute")
    state.pieces["Anna"].wounded = True
    state.pieces["Paul"].cell = (4, 3)
    outcome = play_turn(setting, state, {"Paul": {"move": "left"}}, SEED)
    assert GAME.reports.report(setting, state, outcome, {}, PUBLIC)["public"]["ending"] is None
    assert "score" not in repr(GAME.reports.report(setting, state, outcome, {}, PUBLIC))
    votes = {player: {"stop": True} for players in CAMPS.values() for player in players}
    end = play_turn(setting, outcome.state, votes, SEED)
    assert GAME.reports.report(setting, outcome.state, end, {}, PUBLIC)["public"]["ending"]["scores"] == [
        {"camp": "bleu", "score": 0},
        {"camp": "rouge", "score": 1},
        {"camp": "vert", "score": 0},
    ]


def test_exchanging_roles_and_players_within_a_camp_changes_no_byte_for_the_others():
    """Who stands where in bleu, and with which role, is bleu's own secret; far from ghosts nothing else shows it."""
    setting, state = table("brute")
    for ghost in state.ghosts.values():
        ghost.cell = (6, 6)
    other = state.copy()
    anna, luc = other.pieces["Anna"], other.pieces["Luc"]
    other.pieces["Anna"] = replace(luc, player="Anna", role="terreur")
    other.pieces["Luc"] = replace(anna, player="Luc", role="savant")
    for reader in (PUBLIC, camp_reader("rouge"), camp_reader("vert")):
        one, two = (
            GAME.reports.report(
                setting, start, play_turn(setting, start, {"Anna": {"teleport": [5, 5]}}, SEED), {}, reader
            )
            for start in (state, other)
        )
        assert one == two
