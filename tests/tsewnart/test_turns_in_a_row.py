"""What one turn leaves to the next: aims, last terrors, uses, votes, initiative."""

from __future__ import annotations

from adjudicator.games.tsewnart.adjudication import play_turn
from adjudicator.games.tsewnart.board import Board
from adjudicator.games.tsewnart.state import Camp, Setting, State, new_piece

BOARD = Board(8, 8, "closed")


def table(*pieces):
    """A table of two camps, from (player, camp, role, cell)."""
    camps = tuple(
        Camp(name, tuple(p for p, camp, _, _ in pieces if camp == name), "", BOARD.cells())
        for name in ("bleu", "rouge")
    )
    state = State("turn", 1, pieces={p: new_piece(p, camp, role, cell) for p, camp, role, cell in pieces})
    return Setting(BOARD, camps), state


def play(setting, state, *turns):
    """Play turns of orders one after the other; return the outcome of the last."""
    for orders in turns:
        outcome = play_turn(setting, state, orders, "seed")
        state = outcome.state
    return outcome


def success(outcome, player, order):
    return outcome.results[player][order]["success"]


ARCHER = (("Anna", "bleu", "archer", (3, 3)), ("Paul", "rouge", "savant", (4, 4)))
TERREUR = (("Anna", "bleu", "terreur", (1, 1)), ("Paul", "rouge", "savant", (4, 4)))


def test_an_aim_allows_a_shot_the_turn_after():
    outcome = play(*table(*ARCHER), {"Anna": {"aim": [4, 4]}}, {"Anna": {"shoot": True}})
    assert success(outcome, "Anna", "shoot")
    assert "Paul" in outcome.state.ghosts


def test_an_aim_is_gone_two_turns_after():
    outcome = play(*table(*ARCHER), {"Anna": {"aim": [4, 4]}}, {}, {"Anna": {"shoot": True}})
    assert not success(outcome, "Anna", "shoot")


def test_a_failed_aim_allows_no_shot():
    outcome = play(*table(*ARCHER), {"Anna": {"aim": [4, 3]}}, {"Anna": {"shoot": True}})
    assert not success(outcome, "Anna", "shoot")


def test_the_cell_of_a_successful_terror_is_barred_the_turn_after():
    outcome = play(*table(*TERREUR), {"Anna": {"terrorise": [4, 4]}}, {"Anna": {"terrorise": [4, 4]}})
    assert not success(outcome, "Anna", "terrorise")


def test_the_cell_of_a_terror_is_free_again_two_turns_after():
    outcome = play(*table(*TERREUR), {"Anna": {"terrorise": [4, 4]}}, {}, {"Anna": {"terrorise": [4, 4]}})
    assert success(outcome, "Anna", "terrorise")


def test_a_failed_terror_bars_nothing():
    """Twice the same cell fails; the third turn it is free, for the second turn's terror was no success."""
    same = {"Anna": {"terrorise": [4, 4]}}
    outcome = play(*table(*TERREUR), same, same, same)
    assert success(outcome, "Anna", "terrorise")


def test_votes_stay_until_withdrawn():
    setting, state = table(*TERREUR, ("Rita", "rouge", "agile", (8, 8)))
    outcome = play(setting, state, {"Anna": {"stop": True}}, {})
    assert outcome.state.stop == ["Anna"]
    assert outcome.state.ending is None
    outcome = play(setting, outcome.state, {"Anna": {"stop": False}})
    assert outcome.state.stop == []


def test_initiative_moves_on_by_one_camp_each_turn():
    """R3: A B, then B A, then A B: two Agiles side by side, the one whose camp comes first eliminates the other."""
    for turn, first in ((1, "Anna"), (2, "Paul"), (3, "Anna")):
        setting, state = table(("Anna", "bleu", "agile", (3, 3)), ("Paul", "rouge", "agile", (4, 3)))
        state.turn = turn
        outcome = play(setting, state, {"Anna": {"move": "right"}, "Paul": {"move": "left"}})
        assert list(outcome.state.pieces) == [first]


def test_a_reordering_holds_for_its_turn_alone():
    """R18: put after the enemy's move once, the Agile moves first again the turn after."""
    setting, state = table(
        ("Anna", "bleu", "professeur", (1, 1)), ("Luc", "bleu", "agile", (3, 3)), ("Paul", "rouge", "brute", (6, 3))
    )
    late = {"reorder": {"action": "move-brute rouge", "after": "move-agile bleu"}}
    outcome = play(setting, state, {"Anna": late, "Luc": {"move": "right"}, "Paul": {"move": "left"}})
    assert outcome.state.pieces["Paul"].cell == (5, 3)
    outcome = play(setting, outcome.state, {"Luc": {"move": "right"}, "Paul": {"move": "left"}})
    assert outcome.state.pieces["Paul"].cell == (4, 3)
    assert "Luc" in outcome.state.ghosts


def test_only_a_vote_that_stands_is_withdrawn():
    def told(*turns):
        return [
            (fact.data["vote"], fact.data["cast"]) for fact in play(*table(*ARCHER), *turns).log if fact.kind == "voted"
        ]

    never, cast = {"Anna": {"surrender": False}}, {"Anna": {"surrender": True}}
    assert told(never) == []
    assert told(cast) == [("surrender", True)]
    assert told(cast, never) == [("surrender", False)]
    assert told(cast, never, never) == []
