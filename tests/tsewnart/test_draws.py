"""R27: every draw can be made again by hand, from the published seed and what is drawn for what."""

from __future__ import annotations

import hashlib
import json

import pytest

from adjudicator.games.tsewnart.adjudication import play_turn
from adjudicator.games.tsewnart.board import Board
from adjudicator.games.tsewnart.state import Camp, Ghost, Setting, State, new_piece

BOARD = Board(8, 8, "closed")
ZONE = ((8, 1), (7, 8), (7, 2), (8, 3))
GHOSTS = ("Nina", "Omar", "Rita")
SEEDS = [f"seed {n}" for n in range(12)]


def by_hand(seed, turn, purpose, key, candidates):
    """What the rules page promises, written out: SHA-256 of the JSON list, modulo the number of candidates."""
    text = json.dumps([seed, turn, purpose, key, 0], ensure_ascii=False)
    return candidates[int(hashlib.sha256(text.encode()).hexdigest(), 16) % len(candidates)]


def table():
    camps = (Camp("bleu", ("Anna", "Luc"), "Anna", BOARD.cells()), Camp("rouge", ("Paul", *GHOSTS), "Paul", ZONE))
    pieces = {
        "Anna": new_piece("Anna", "bleu", "croque-mort", (3, 3)),
        "Luc": new_piece("Luc", "bleu", "agile", (6, 5)),
        "Paul": new_piece("Paul", "rouge", "savant", (6, 6)),
    }
    roles = dict(zip(GHOSTS, ("brute", "agile", "archer"), strict=True))
    ghosts = {name: Ghost(name, "rouge", role, (4, 4)) for name, role in roles.items()}
    return Setting(BOARD, camps), State("turn", 3, pieces=pieces, ghosts=ghosts)


@pytest.mark.parametrize("seed", SEEDS)
def test_steered_ghost_is_drawn_for_step_and_cell(seed):
    outcome = play_turn(*table(), {"Anna": {"steer_ghost": {"cell": [4, 4], "to": "up"}}}, seed)
    moved = [name for name in GHOSTS if outcome.state.ghosts[name].cell == (4, 3)]
    assert moved == [by_hand(seed, 3, "steer-ghost", "(4;4)", GHOSTS)]


@pytest.mark.parametrize("seed", SEEDS)
def test_examined_ghost_is_drawn_for_step_and_cell(seed):
    outcome = play_turn(*table(), {"Anna": {"examine": [4, 4]}}, seed)
    drawn = by_hand(seed, 3, "examine", "(4;4)", GHOSTS)
    assert [notice.facts["role"] for notice in outcome.notices] == [outcome.state.ghosts[drawn].role]


@pytest.mark.parametrize("seed", SEEDS)
def test_spawn_is_drawn_for_the_name_over_the_zone_sorted_by_x_then_y(seed):
    outcome = play_turn(*table(), {"Luc": {"move": "down"}}, seed)
    assert outcome.state.ghosts["Paul"].cell == by_hand(seed, 3, "spawn", "Paul", [(7, 2), (7, 8), (8, 1), (8, 3)])
