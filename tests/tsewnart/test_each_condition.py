"""Each condition of Tsewnart on a view: when it holds, what cannot be seen, how it is said.

What is wrong with one, ``test_tsewnart_conditions`` has; ``tests/cases/tsewnart/conditions.yaml`` plays whole turns by
them; here stands each by itself, and each boundary.
"""

from __future__ import annotations

from typing import Any

import pytest
from commands import plain

from adjudicator.core.plain import Plain
from adjudicator.rulesets.tsewnart.game import GAME
from adjudicator.rulesets.tsewnart.state import Ghost, Setting, State, new_piece
from adjudicator.rulesets.tsewnart.views import PlayerView
from adjudicator.speech.catalogue import catalogue
from adjudicator.speech.vocabulary import vocabulary
from adjudicator.speech.voice import Voice

RULES = GAME.orders
TRUTHS = {"+": True, "-": False, "?": None}
VOICE = Voice(catalogue("fr", "tsewnart"), vocabulary("tsewnart"))
BOARD = """
    A . . . . Z     A Anna, agile      Z Zoé, of the other camp
    L R . . . .     L Luc, wounded     R Rita, of the other camp
    . . . . . M     M Max, archer, who aims at (2;2)
"""
"""Ghosts: Nina, of Anna’s camp, at (3;3), and Ugo, of the other, on Anna’s cell. Eva has nothing left."""


def setting(topology: str = "closed", ghosts: str = "known") -> Setting:
    camps = {
        "bleu": {"zone": {"columns": [1, 2]}, "players": ["Anna", "Luc", "Max", "Nina", "Eva"]},
        "rouge": {"zone": {"columns": [5, 6]}, "players": ["Zoé", "Rita", "Ugo"]},
    }
    board = {"size": [6, 3], "topology": topology}
    options = {} if ghosts == "known" else {"options": {"ghosts": ghosts}}
    made: Setting = GAME.setup.setting({"board": board, "camps": camps, **options})
    return made


def view(player: str = "Anna", topology: str = "closed", ghosts: str = "known") -> PlayerView:
    state = State("turn", 4, scores={"bleu": 0, "rouge": 0})
    at = {"Anna": (1, 1), "Luc": (1, 2), "Max": (6, 3), "Zoé": (6, 1), "Rita": (2, 2)}
    roles = {"Anna": "agile", "Luc": "brute", "Max": "archer", "Zoé": "dement", "Rita": "savant"}
    for name, cell in at.items():
        camp = "rouge" if name in ("Zoé", "Rita") else "bleu"
        state.pieces[name] = new_piece(name, camp, roles[name], cell)
    state.pieces["Luc"].wounded, state.pieces["Max"].aimed = True, (2, 2)
    state.pieces["Anna"].extra_moves = 1
    state.ghosts["Nina"] = Ghost("Nina", "bleu", "mystique", (3, 3))
    state.ghosts["Ugo"] = Ghost("Ugo", "rouge", "mystique", (1, 1))
    return GAME.rules.view(setting(topology, ghosts), state, player)


def truth(of: PlayerView, name: str, argument: Any) -> bool | None:
    """Whether a fact holds; one over which the game fails is an error here, though players are not told of it."""
    known = RULES.conditions[name]
    return known.holds(of, argument) if of.phase in known.phases else None


# When each holds -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "name", "argument", "found"),
    [
        ("Anna", "controls", "piece", "+"),
        ("Anna", "controls", "ghost", "-"),
        ("Nina", "controls", "ghost", "+"),
        ("Eva", "controls", "nothing", "+"),
        ("Anna", "wounded", True, "-"),
        ("Anna", "wounded", False, "+"),
        ("Luc", "wounded", True, "+"),
        ("Nina", "wounded", False, "?"),
        ("Eva", "wounded", False, "?"),
        ("Anna", "my_cell", [1, 1], "+"),
        ("Anna", "my_cell", [1, 2], "-"),
        ("Anna", "my_cell", [[3, 3], [1, 1]], "+"),
        ("Nina", "my_cell", [3, 3], "+"),
        ("Eva", "my_cell", [0, 0], "?"),
        ("Luc", "enemy_next", "right", "+"),
        ("Luc", "enemy_next", "up", "-"),
        ("Luc", "enemy_next", "left", "-"),
        ("Luc", "enemy_next", True, "+"),
        ("Anna", "enemy_next", True, "-"),
        ("Nina", "enemy_next", True, "-"),
        ("Eva", "enemy_next", True, "?"),
        ("Luc", "ally_next", "up", "+"),
        ("Luc", "ally_next", "right", "-"),
        ("Luc", "ally_next", True, "+"),
        ("Max", "ally_next", True, "-"),
        ("Anna", "free_next", "right", "+"),
        ("Anna", "free_next", "down", "-"),
        ("Anna", "free_next", "left", "-"),
        ("Anna", "free_next", True, "+"),
        ("Nina", "free_next", "up", "+"),
        ("Eva", "free_next", True, "?"),
        ("Anna", "enemy_at", [2, 2], "+"),
        ("Anna", "enemy_at", [1, 2], "-"),
        ("Anna", "enemy_at", [3, 1], "-"),
        ("Anna", "enemy_at", [[1, 2], [6, 1]], "+"),
        ("Eva", "enemy_at", [2, 2], "+"),
        ("Ugo", "enemy_at", [1, 1], "+"),
        ("Anna", "ally_at", [1, 2], "+"),
        ("Anna", "ally_at", [1, 1], "-"),
        ("Luc", "ally_at", [1, 1], "+"),
        ("Anna", "ally_at", [2, 2], "-"),
        ("Nina", "ally_at", [1, 1], "+"),
        ("Anna", "nobody_at", [3, 3], "+"),
        ("Anna", "nobody_at", [1, 1], "-"),
        ("Anna", "nobody_at", [2, 2], "-"),
        ("Anna", "nobody_at", [[2, 2], [3, 1]], "+"),
        ("Anna", "enemy_ghost_here", True, "+"),
        ("Anna", "enemy_ghost_here", False, "-"),
        ("Luc", "enemy_ghost_here", True, "-"),
        ("Luc", "enemy_ghost_here", False, "+"),
        ("Nina", "enemy_ghost_here", True, "-"),
        ("Eva", "enemy_ghost_here", False, "?"),
        ("Anna", "my_ghosts_at", {"cell": [3, 3]}, "+"),
        ("Anna", "my_ghosts_at", {"cell": [3, 3], "at_least": 2}, "-"),
        ("Anna", "my_ghosts_at", {"cell": [1, 1]}, "-"),
        ("Ugo", "my_ghosts_at", {"cell": [1, 1]}, "+"),
        ("Anna", "extra_moves", 1, "+"),
        ("Anna", "extra_moves", {"at_least": 2}, "-"),
        ("Anna", "teleports", 0, "?"),
        ("Zoé", "teleports", 1, "+"),
        ("Zoé", "extra_moves", 0, "?"),
        ("Max", "aimed", True, "+"),
        ("Max", "aimed", False, "-"),
        ("Max", "aimed", [2, 2], "+"),
        ("Max", "aimed", [2, 1], "-"),
        ("Anna", "aimed", True, "-"),
        ("Anna", "aimed", [2, 2], "-"),
        ("Nina", "aimed", False, "?"),
        ("Anna", "mate", {"player": "Luc", "controls": "piece"}, "+"),
        ("Anna", "mate", {"player": "Luc", "controls": "piece", "wounded": True}, "+"),
        ("Anna", "mate", {"player": "Luc", "controls": "piece", "wounded": False}, "-"),
        ("Anna", "mate", {"player": "Luc", "wounded": True}, "+"),
        ("Anna", "mate", {"player": "Max", "wounded": True}, "-"),
        ("Anna", "mate", {"player": "Nina", "controls": "ghost"}, "+"),
        ("Anna", "mate", {"player": "Nina", "wounded": False}, "?"),
        ("Anna", "mate", {"player": "Nina", "controls": "ghost", "wounded": False}, "?"),
        ("Anna", "mate", {"player": "Nina", "controls": "piece", "wounded": False}, "-"),
        ("Anna", "mate", {"player": "Eva", "controls": "nothing"}, "+"),
        ("Anna", "mate", {"player": "Zoé", "controls": "piece"}, "?"),
        ("Anna", "pieces_of", {"camp": "rouge", "at_most": 2}, "+"),
        ("Anna", "pieces_of", {"camp": "rouge", "at_least": 3}, "-"),
        ("Anna", "pieces_of", {"camp": "bleu", "at_least": 3}, "+"),
        ("Anna", "turn", 4, "+"),
        ("Anna", "turn", [3, 5], "-"),
    ],
)
def test_what_holds_as_the_turn_begins(player: str, name: str, argument: Any, found: str) -> None:
    assert truth(view(player), name, argument) is TRUTHS[found]


def test_the_rank_is_that_of_his_camp_in_the_initiative() -> None:
    of = view()
    assert truth(of._replace(initiative=("rouge", "bleu")), "rank", 2) is True
    assert truth(of._replace(initiative=("rouge", "bleu")), "rank", 1) is False
    assert truth(of._replace(initiative=("bleu", "rouge")), "rank", 1) is True
    assert truth(of._replace(initiative=("rouge",)), "rank", 1) is None


def test_edges_that_meet_are_beside() -> None:
    assert [truth(view("Anna", each), "enemy_next", "left") for each in ("closed", "cylinder", "torus")] == [
        False,
        True,
        True,
    ]
    assert [truth(view("Anna", each), "free_next", "up") for each in ("closed", "cylinder", "torus")] == [
        False,
        False,
        True,
    ]


def test_of_ghosts_that_are_hidden_nothing_is_seen_of_another_camp() -> None:
    hidden = view("Anna", ghosts="hidden")
    assert [truth(hidden, "enemy_ghost_here", each) for each in (True, False)] == [None, None]
    assert truth(hidden, "my_ghosts_at", {"cell": [3, 3]}) is True


def test_all_of_them_are_seen_in_a_turn_alone() -> None:
    assert {condition.phases for condition in RULES.conditions.values()} == {frozenset({"turn"})}


# In words --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ({"controls": "piece"}, "tu contrôles une pièce"),
        ({"controls": "nothing"}, "tu ne contrôles rien"),
        ({"wounded": True}, "ta pièce est blessée"),
        ({"wounded": False}, "ta pièce n’est pas blessée"),
        ({"my_cell": [1, 2]}, "tu es au début du tour en (1;2)"),
        ({"my_cell": [[1, 2], [3, 3]]}, "tu es au début du tour en (1;2) ou (3;3)"),
        ({"enemy_next": "up"}, "une pièce ennemie est à côté de toi vers le haut au début du tour"),
        ({"enemy_next": True}, "une pièce ennemie est à côté de toi au début du tour"),
        ({"ally_next": "left"}, "une pièce alliée est à côté de toi vers la gauche au début du tour"),
        ({"free_next": "right"}, "la case à côté de toi vers la droite est libre au début du tour"),
        ({"free_next": True}, "une case à côté de toi est libre au début du tour"),
        ({"enemy_at": [1, 2]}, "une pièce ennemie est au début du tour en (1;2)"),
        ({"ally_at": [1, 2]}, "une autre pièce de ton camp est au début du tour en (1;2)"),
        ({"nobody_at": [[1, 2]]}, "(1;2) est sans pièce au début du tour"),
        ({"enemy_ghost_here": True}, "un fantôme ennemi est sur ta case au début du tour"),
        ({"enemy_ghost_here": False}, "aucun fantôme ennemi n’est sur ta case au début du tour"),
        ({"my_ghosts_at": {"cell": [3, 3]}}, "le nombre de fantômes de ton camp en (3;3) est au moins 1"),
        (
            {"my_ghosts_at": {"cell": [3, 3], "at_least": 2}},
            "le nombre de fantômes de ton camp en (3;3) est au moins 2",
        ),
        ({"teleports": 1}, "le nombre de téléports qui te restent est 1"),
        ({"extra_moves": {"at_most": 1}}, "le nombre de déplacements supplémentaires qui te restent est au plus 1"),
        ({"aimed": True}, "tu as une visée"),
        ({"aimed": False}, "tu n’as pas de visée"),
        ({"aimed": [2, 2]}, "tu vises (2;2)"),
        ({"mate": {"player": "Luc", "controls": "ghost"}}, "Luc contrôle un fantôme"),
        ({"mate": {"player": "Luc", "wounded": True}}, "Luc a une pièce blessée"),
        (
            {"mate": {"player": "Luc", "controls": "piece", "wounded": False}},
            "Luc contrôle une pièce et a une pièce qui n’est pas blessée",
        ),
        ({"pieces_of": {"camp": "rouge", "at_most": 2}}, "le nombre de pièces du camp rouge est au plus 2"),
        ({"rank": 1}, "le rang de ton camp dans l’initiative est 1"),
        ({"turn": [2, 3]}, "le numéro du tour est 2 ou 3"),
    ],
)
def test_each_is_said(fact: Plain, said: str) -> None:
    ((name, argument),) = fact.items()
    assert plain(VOICE.phrase(RULES.conditions[name].said(argument))) == said
