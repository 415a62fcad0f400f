"""Each condition of Tsewnart on a view: when it holds, what cannot be seen, what is wrong with it, how it is said.

``tests/cases/tsewnart/conditions.yaml`` plays whole turns by them; here stands each by itself, and each boundary.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.commands import campaign, good, plain, run

from adjudicator.core import standing_orders
from adjudicator.core.plain import Plain
from adjudicator.games.tsewnart.game import GAME
from adjudicator.games.tsewnart.state import Ghost, Setting, State, new_piece
from adjudicator.games.tsewnart.views import PlayerView
from adjudicator.orders.form_lines import value_text
from adjudicator.speech.voice import Voice, catalogue, vocabulary

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


# Which is never reached ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "first", "second", "unreached"),
    [
        ("Luc", {"move": "up"}, {"move": "down"}, True),
        ("Luc", {"move": "up"}, {}, True),
        ("Luc", {}, {"move": "down"}, True),
        ("Anna", {"move": "up"}, {"extra_move": "down"}, True),
        ("Anna", {"move": "up", "extra_move": "up"}, {"extra_move": "down"}, True),
        ("Anna", {"extra_move": "up"}, {"extra_move": "down"}, True),
        ("Anna", {"extra_move": "up"}, {"move": "down"}, False),  # there may be none left
        ("Anna", {"extra_move": "up"}, {"move": "down", "extra_move": "down"}, False),
        ("Max", {"aim": [1, 1]}, {"aim": [2, 2]}, True),
        ("Max", {"aim": [1, 1]}, {"shoot": True}, True),
        ("Max", {"shoot": True}, {"aim": [1, 1]}, False),  # he may have aimed at nothing
        ("Max", {"aim": [1, 1]}, {"move": "up"}, False),  # he may be a ghost
        ("Max", {"aim": [1, 1]}, {"capture": "Nina"}, False),
        ("Max", {"move": "up"}, {"capture": "Nina"}, True),
        ("Nina", {"capture": "Max"}, {"capture": "Nina"}, True),
        ("Nina", {"capture": "Max"}, {"move": "up"}, False),  # he may have a piece
    ],
)
def test_a_clause_behind_one_whose_orders_are_always_possible_when_its_own_are_is_never_reached(
    player: str, first: Plain, second: Plain, unreached: bool
) -> None:
    clauses = {"if": [{"turn": 9, "then": first}, {"turn": 9, "then": second}]}
    found = [one.code for one in standing_orders.objections(RULES, view(player), clauses)]
    assert found == (["clause-unreached"] if unreached else [])


def test_a_terror_at_another_cell_may_be_possible_where_the_first_is_not() -> None:
    of = view("Max")._replace(role="terreur")
    clauses = {"if": [{"turn": 9, "then": {"terrorise": cell}} for cell in ([1, 1], [2, 2], [1, 1])]}
    assert [(one.code, one.path) for one in standing_orders.objections(RULES, of, clauses)] == [
        ("clause-unreached", ("if", 2))
    ]


@pytest.mark.parametrize("then", ["{}", "", "{ }"])
def test_that_nothing_is_done_is_written_in_a_word(tmp_path: Path, then: str) -> None:
    folder = campaign(tmp_path, "turn-1")
    text = f"joueur: Luc\ntour: 1\npermanents:\n  si:\n    - ma case: (1;1)\n      alors: {then}\n"
    done = run("check", folder, "-", stdin=text)
    assert done.code == 1
    assert "« alors » est vide : pour ne rien faire, écrire « rien »." in plain(done.err)
    good("check", folder, "-", stdin=text.replace(f"alors: {then}", "alors: rien"))


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


# What is wrong with one ------------------------------------------------------------------------------------------


def wrong(name: str, argument: Any, player: str = "Anna") -> list[tuple[str, tuple[Any, ...], Plain]]:
    found = RULES.conditions[name].objections(view(player), argument)
    return [(one.code, one.path, dict(one.values)) for one in found]


@pytest.mark.parametrize("name", ["my_cell", "enemy_at", "ally_at", "nobody_at", "aimed"])
def test_a_cell_is_on_the_board(name: str) -> None:
    player = "Max" if name == "aimed" else "Anna"
    assert wrong(name, [1, 1], player) == wrong(name, [6, 3], player) == []
    for cell in ([0, 1], [1, 0], [7, 3], [6, 4]):
        told = {"cell": f"({cell[0]};{cell[1]})", "width": 6, "height": 3}
        assert wrong(name, cell, player) == [("off-board", (), told)]
    if name == "aimed":
        assert wrong(name, True, player) == wrong(name, False, player) == []
    else:
        assert [code for code, _, _ in wrong(name, [[1, 1], [9, 9], [8, 8]])] == ["off-board", "off-board"]


def test_so_is_that_of_ghosts_of_whom_there_are_no_more_than_players_who_control_something() -> None:
    assert wrong("my_ghosts_at", {"cell": [3, 3], "at_least": 4}) == wrong("my_ghosts_at", {"cell": [3, 3]}) == []
    assert [one[:2] for one in wrong("my_ghosts_at", {"cell": [7, 1], "at_least": 2})] == [("off-board", ("cell",))]
    span = {"least": 0, "most": 4}  # Eva has none any more
    assert wrong("my_ghosts_at", {"cell": [3, 3], "at_least": 5}) == [("condition-never", ("at_least",), span)]
    assert wrong("my_ghosts_at", {"cell": [3, 3], "at_least": 0}) == [("condition-always", ("at_least",), span)]


@pytest.mark.parametrize(
    ("name", "player", "least", "most"), [("teleports", "Zoé", 0, 1), ("rank", "Anna", 1, 2), ("turn", "Anna", 1, 1000)]
)
def test_a_number_goes_from_one_to_another(name: str, player: str, least: int, most: int) -> None:
    span, now = {"least": least, "most": most}, 4 if name == "turn" else least
    assert wrong(name, now, player) == wrong(name, most, player) == []
    assert wrong(name, most + 1, player) == [("condition-never", (), span)]
    for always in ({"at_least": least}, {"at_most": most}):
        assert wrong(name, always, player) == [("condition-always", (), span)]


def test_of_uses_only_those_that_are_left_count() -> None:
    assert wrong("extra_moves", 1) == wrong("extra_moves", 0) == []
    assert wrong("extra_moves", 2) == [("condition-spent", (), {"left": 1})]
    assert wrong("extra_moves", 3) == [("condition-never", (), {"least": 0, "most": 2})]


def test_pieces_are_counted_from_none() -> None:
    assert (
        wrong("pieces_of", {"camp": "rouge", "at_least": 1})
        == wrong("pieces_of", {"camp": "rouge", "at_most": 0})
        == []
    )
    assert [one[0] for one in wrong("pieces_of", {"camp": "rouge", "at_least": 0})] == ["condition-always"]
    crossed = wrong("pieces_of", {"camp": "rouge", "at_least": 3, "at_most": 2})
    assert crossed == [("bound-crossed", ("at_least",), {"at_least": 3, "at_most": 2})]


def test_a_mate_is_of_his_camp() -> None:
    assert wrong("mate", {"player": "Luc", "wounded": True}) == []
    told = [("other-camp", ("player",), {"name": "Zoé", "camp": "bleu"})]
    assert wrong("mate", {"player": "Zoé", "wounded": True}) == told


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
    (phrase,) = standing_orders.said(RULES, {"if": [{**fact, "then": {"move": "up"}}]})
    assert plain(VOICE.phrase(phrase)).startswith(f"(1) si {said} : déplacement haut ; sinon : comme si")


def test_examples_are_what_a_player_may_write() -> None:
    found = {name: value_text(example, VOICE) for name, example in standing_orders.examples(RULES, view("Max"))}
    assert found == {
        "controls": "fantôme",
        "my_cell": "(6;3)",
        **dict.fromkeys(("enemy_at", "ally_at", "nobody_at"), "(6;2)"),
        **dict.fromkeys(("enemy_next", "ally_next", "free_next"), "gauche"),
        "enemy_ghost_here": "oui",
        "my_ghosts_at": "{case: (6;3), au moins: 2}",
        "aimed": "oui",
        "mate": "{joueur: Nina, contrôle: fantôme}",
        "pieces_of": "{camp: rouge, au plus: 1}",
        "rank": "1",
        "turn": "5",
    }
    assert RULES.conditions["my_cell"].example(view("Eva")) == "(1;1)"
