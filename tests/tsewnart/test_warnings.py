"""Warned before it is too late: each order that will fail from where things stand now, and none that tells more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.commands import campaign, good, plain, run

from adjudicator.core import standing_orders
from adjudicator.games import game
from adjudicator.games.tsewnart.board import Board
from adjudicator.games.tsewnart.state import Camp, Ghost, Options, Piece, Setting, State, new_piece

GAME = game("tsewnart")
CAMPS = (
    Camp("bleu", ("Anna", "Luc", "Max"), "Anna", ((1, 1),)),
    Camp("rouge", ("Paul", "Rita", "Zoé"), "Paul", ((6, 1),)),
)
SETTING = Setting(Board(6, 3, "closed"), CAMPS)


def told(
    role: str, orders: Any, ghosts: str = "shown", topology: str = "closed", reach: str = "exact", **piece: Any
) -> list[str]:
    """Anna's piece of ``role`` is on (1;1), Luc's beside it on (2;1), Paul's on (1;3); Rita and Zoé are ghosts."""
    setting = replace(SETTING, board=Board(6, 3, topology), options=Options(ghosts=ghosts, reach=reach))
    state = State("turn", 2)
    state.pieces = {
        "Anna": Piece("Anna", "bleu", role, (1, 1), **piece),
        "Luc": Piece("Luc", "bleu", "brute", (2, 1)),
        "Paul": Piece("Paul", "rouge", "brute", (1, 3)),
    }
    state.ghosts = {
        "Max": Ghost("Max", "bleu", "savant", (3, 3)),
        "Rita": Ghost("Rita", "rouge", "archer", (2, 2)),
        "Zoé": Ghost("Zoé", "rouge", "agile", (1, 3)),
    }
    player = next(iter(orders))
    view = GAME.rules.view(setting, state, player)
    assert GAME.orders.objections(view, orders[player]) == []
    return [phrase.values["what"].key.removeprefix("warning.") for phrase in GAME.orders.warnings(view, orders[player])]


CASES = [
    ("brute", {"move": "left"}, ["edge"]),
    ("brute", {"move": "up"}, ["edge"]),
    ("brute", {"move": "down"}, []),
    ("brute", {"move": "right"}, ["ally"]),
    ("brute", {"move": [3, 1]}, ["not-adjacent"]),
    ("dement", {"teleport": [2, 1]}, ["occupied"]),
    ("dement", {"teleport": [1, 1]}, ["occupied"]),
    ("dement", {"teleport": [2, 2]}, []),
    ("agile", {"move": "down", "extra_move": "right"}, []),
    ("agile", {"extra_move": "right"}, ["ally"]),
    ("agile", {"move": "down", "extra_move": [2, 1]}, ["not-adjacent"]),
    ("archer", {"aim": [1, 2]}, ["distance"]),
    ("archer", {"aim": [2, 2]}, []),
    ("archer", {"shoot": True}, ["distance"]),
    ("croque-mort", {"examine": [2, 2]}, []),
    ("croque-mort", {"examine": [3, 3]}, ["too-far"]),
    ("croque-mort", {"examine": [1, 2]}, ["no-ghost"]),
    ("croque-mort", {"examine": {"cell": [2, 2], "camp": "bleu"}}, ["no-ghost.camp"]),
    ("croque-mort", {"steer_ghost": {"cell": [4, 2], "to": "up"}}, ["no-ghost"]),
    ("croque-mort", {"steer_ghost": {"cell": [2, 2], "to": "up"}}, []),
    ("croque-mort", {"steer_ghost": {"cell": [1, 3], "to": "down"}}, ["edge"]),
    ("croque-mort", {"steer_ghost": {"player": "Luc", "to": "up"}}, ["no-ghost-he"]),
    ("croque-mort", {"steer_ghost": {"player": "Max", "to": "down"}}, ["edge"]),
    ("tacticien", {"swap": "down"}, ["nobody"]),
    ("tacticien", {"swap": "right"}, []),
    ("tacticien", {"move": "down", "swap": "down"}, []),
    ("savant", {"pull": "left"}, ["nobody-met"]),
    ("savant", {"pull": "right"}, ["ally"]),
    ("savant", {"pull": "down"}, []),
    ("religieux", {"sanctify": [1, 1]}, []),
    ("professeur", {"reorder": {"action": "terrorise rouge", "before": "reorder rouge"}}, ["past"]),
    ("professeur", {"reorder": {"action": "reorder bleu", "after": "aim rouge"}}, ["past"]),
    ("professeur", {"reorder": {"action": "terrorise rouge", "after": "aim rouge"}}, []),
    ("mystique", {"reveal": [6, 3]}, []),
    ("terreur", {"terrorise": [6, 3]}, []),
    ("brute", {"surrender": True, "stop": True}, []),
]


@pytest.mark.parametrize(("role", "orders", "expected"), CASES)
def test_a_piece_is_warned_of_what_it_can_see(role: str, orders: Any, expected: list[str]) -> None:
    uses = {"dement": {"teleports": 1}, "agile": {"extra_moves": 2}, "archer": {"aimed": (5, 3)}}.get(role, {})
    assert told(role, {"Anna": orders}, **uses) == expected


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        ({"aim": [1, 2]}, []),
        ({"aim": [1, 1]}, []),
        ({"aim": [3, 2]}, ["distance.within"]),
        ({"shoot": True}, ["distance.within"]),
    ],
)
def test_an_archer_who_reaches_nearer_cells_too_is_warned_of_those_that_are_too_far(
    orders: Any, expected: list[str]
) -> None:
    assert told("archer", {"Anna": orders}, reach="within", aimed=(5, 3)) == expected


def test_a_sphere_has_no_edge() -> None:
    assert told("brute", {"Anna": {"move": "left"}}, topology="torus") == []
    assert told("savant", {"Anna": {"pull": "up"}}, topology="torus") == ["suicide"]


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        ({"move": "down"}, ["edge"]),
        ({"capture": "Max"}, ["few-ghosts"]),
        ({"capture": "Anna"}, ["not-a-ghost"]),
        ({"move": "left"}, []),
    ],
)
def test_a_ghost_is_warned(orders: Any, expected: list[str]) -> None:
    assert told("brute", {"Max": orders}) == expected


def test_where_ghosts_are_hidden_nothing_is_said_of_those_of_others() -> None:
    for order in ({"examine": [1, 2]}, {"examine": {"cell": [1, 2], "camp": "rouge"}}):
        assert told("croque-mort", {"Anna": order}, ghosts="hidden") == []
    assert told("croque-mort", {"Anna": {"examine": {"cell": [2, 2], "camp": "bleu"}}}, ghosts="hidden") == [
        "no-ghost.camp"
    ]


def test_the_only_piece_of_a_camp_is_warned_that_it_cannot_sanctify() -> None:
    state = State("turn", 2)
    state.pieces = {"Anna": Piece("Anna", "bleu", "religieux", (1, 1)), "Paul": Piece("Paul", "rouge", "brute", (1, 3))}
    view = GAME.rules.view(SETTING, state, "Anna")
    (phrase,) = GAME.orders.warnings(view, {"sanctify": [1, 1]})
    assert phrase.values["what"].key == "warning.sole"


def standing(role: str, left_orders: Any) -> list[str]:
    """What is said of what Anna leaves at the table above: of which clause, 0 for the plain ones, and what."""
    state = State("turn", 2)
    state.pieces = {
        "Anna": new_piece("Anna", "bleu", role, (1, 1)),
        "Luc": Piece("Luc", "bleu", "brute", (2, 1)),
        "Paul": Piece("Paul", "rouge", "brute", (1, 3)),
    }
    view = GAME.rules.view(SETTING, state, "Anna")
    assert list(standing_orders.objections(GAME.orders, view, left_orders)) == []
    return [
        f"{said.values.get('number', 0)} {said.values['what'].values['what'].key.removeprefix('warning.')}"
        for said in standing_orders.warnings(GAME.orders, view, "turn", left_orders)
    ]


def clause(then: Any, **facts: Any) -> Any:
    return {"if": [{**facts, "then": then}]}


@pytest.mark.parametrize(
    ("role", "left_orders", "expected"),
    [
        ("brute", {"move": [5, 3]}, ["0 not-adjacent"]),
        ("brute", {"move": [1, 2]}, []),
        ("brute", clause({"move": [5, 3]}, my_cell=[1, 1]), ["1 not-adjacent"]),
        ("brute", clause({"move": [5, 3]}, my_cell=[5, 2]), []),
        ("brute", clause({"move": [1, 2]}, my_cell=[5, 2]), ["1 not-adjacent"]),
        ("brute", clause({"move": "down"}, my_cell=[5, 3]), ["1 edge"]),
        ("brute", clause({"move": [5, 3]}, my_cell=[[1, 1], [2, 2]]), ["1 not-adjacent"]),
        ("brute", clause({"move": [5, 3]}, my_cell=[[1, 1], [5, 2]]), []),
        ("brute", clause({"move": [5, 3]}, **{"and": [{"my_cell": [2, 2]}, {"wounded": True}]}), ["1 not-adjacent"]),
        ("brute", clause({"move": [5, 3]}, **{"or": [{"my_cell": [2, 2]}, {"my_cell": [5, 2]}]}), []),
        ("brute", clause({"move": [5, 3]}, **{"or": [{"my_cell": [2, 2]}, {"turn": 4}]}), ["1 not-adjacent"]),
        ("brute", clause({"move": [5, 3]}, wounded=True), ["1 not-adjacent"]),
        ("brute", clause({"move": [5, 3]}, turn={"at_least": 5}), ["1 not-adjacent"]),
        ("brute", clause({"move": [5, 3]}, rank=1), ["1 not-adjacent"]),
        ("brute", clause({"move": [5, 3]}, unless={"my_cell": [1, 1]}), []),  # where he is then nobody knows
        ("brute", clause({"move": [5, 3]}, controls="ghost"), []),
        ("brute", clause({"move": "right"}, ally_next="right"), ["1 ally"]),
        ("brute", clause({"move": "right"}, free_next="right"), []),
        ("brute", clause({"move": "right"}, enemy_next="right"), []),
        ("brute", clause({"move": [2, 1]}, nobody_at=[2, 1]), []),
        ("brute", clause({"move": [2, 1]}, nobody_at=[3, 1]), ["1 ally"]),
        ("brute", clause({"move": [1, 2]}, ally_at=[1, 2]), ["1 ally"]),
        ("tacticien", clause({"swap": "down"}, enemy_next="down"), []),
        ("tacticien", clause({"swap": "down"}, free_next="down"), ["1 nobody"]),
        ("tacticien", clause({"swap": "right"}, enemy_next=True), []),
        ("dement", clause({"teleport": [2, 1]}, teleports=1), ["1 occupied"]),
        ("archer", clause({"shoot": True}, aimed=[5, 3]), ["1 distance"]),
        ("archer", clause({"shoot": True}, aimed=[2, 2]), []),
        ("archer", clause({"shoot": True}, aimed=[2, 2], my_cell=[5, 2]), ["1 distance"]),
        (
            "professeur",
            clause({"reorder": {"action": "terrorise rouge", "before": "reorder rouge"}}, rank=1),
            [],
        ),
        (
            "professeur",
            clause({"reorder": {"action": "terrorise rouge", "before": "reorder rouge"}}, rank=2),
            ["1 past"],
        ),
        ("brute", clause({}, my_cell=[1, 1]), []),
    ],
)
def test_what_is_left_is_warned_of_as_things_stand_where_it_would_be_used(
    role: str, left_orders: Any, expected: list[str]
) -> None:
    assert standing(role, left_orders) == expected


def test_too_many_ways_to_hold_are_not_looked_at() -> None:
    cells = [[x, y] for x in range(1, 4) for y in range(1, 4)]
    many = clause({"move": [6, 3]}, my_cell=cells, enemy_at=cells, ally_at=cells)
    assert standing("brute", many) == []
    assert standing("brute", clause({"move": [6, 3]}, my_cell=cells)) == ["1 not-adjacent"]


def test_what_is_left_is_warned_of_with_its_receipt(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    sent = (
        "joueur: Luc\ntour: 1\npermanents:\n  déplacement: gauche\n"
        "  si:\n    - {ma case: (2;2), alors: {déplacement: (6;3)}}\n"
    )
    done = good("submit", folder, "-", stdin=sent)
    warning = (
        "Attention, d’après ce que tu vois maintenant : dans tes ordres permanents, « déplacement » : il n’y a pas de"
        " case de ce côté ; dans (1), « déplacement » : (6;3) n’est pas une case voisine de (2;2)."
    )
    assert warning in plain(done.out)
    (letter,) = folder.glob("outbox/0003-*/receipt-0001-02-luc.txt")
    assert warning in plain(letter.read_text(encoding="utf-8"))


def test_a_warning_stands_below_the_receipt_and_in_the_letter_and_refuses_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    sent = "joueur: Luc\ntour: 1\nordres: {déplacement: gauche}\n"
    warning = (
        "Attention, d’après ce que tu vois maintenant : « déplacement » : il n’y a pas de case de ce côté."
        " L’ordre est pris tel quel."
    )
    done = good("submit", folder, "-", stdin=sent)
    assert f"  Luc : tu te déplaces vers la gauche.\n  {warning}\n" in plain(done.out)
    (letter,) = folder.glob("outbox/0003-*/receipt-0001-02-luc.txt")
    assert warning in plain(letter.read_text(encoding="utf-8"))
    (row,) = run("check", folder, "-", "--json", stdin=sent).json()
    assert row["warnings"] == {"Luc": ["« déplacement » : il n’y a pas de case de ce côté"]}
    (row,) = run("check", folder, "-", "--json", stdin=sent.replace("gauche", "droite")).json()
    assert "warnings" not in row
    ahead = good("check", folder, "-", stdin=sent.replace("tour: 1", "tour: 2"))
    assert "Attention" not in ahead.out
