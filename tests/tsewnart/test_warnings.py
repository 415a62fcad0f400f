"""Warned before it is too late: each order that will fail from where things stand now, and none that tells more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commands import campaign, good, plain, run

from adjudicator.rulesets import game
from adjudicator.rulesets.tsewnart.board import Board
from adjudicator.rulesets.tsewnart.state import Camp, Ghost, Options, Piece, Setting, State

GAME = game("tsewnart")
CAMPS = (
    Camp("bleu", ("Anna", "Luc", "Max"), "Anna", ((1, 1),)),
    Camp("rouge", ("Paul", "Rita", "Zoé"), "Paul", ((6, 1),)),
)
SETTING = Setting(Board(6, 3, "closed"), CAMPS)


def told(role: str, orders: Any, ghosts: str = "shown", topology: str = "closed", **piece: Any) -> list[str]:
    """Anna's piece of ``role`` is on (1;1), Luc's beside it on (2;1), Paul's on (1;3); Rita and Zoé are ghosts."""
    setting = replace(SETTING, board=Board(6, 3, topology), options=Options(ghosts=ghosts))
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
