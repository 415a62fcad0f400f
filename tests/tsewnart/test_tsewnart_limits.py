"""Conditions of Tsewnart at the door, by what a player knows of himself; and a clause by which he stays where he is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.commands import campaign, good, make_ghost, plain, report, result, run, take_all
from tsewnart.test_tsewnart_standing import codes, setting, state, view_of

from adjudicator.core.standing_orders import examples
from adjudicator.games.tsewnart.game import GAME
from adjudicator.games.tsewnart.state import Setting, State

CONDITIONS = GAME.orders.conditions
"""Anna brute, Luc dement, Max religieux, Nina mystique, Omar agile, Yann professeur, Paul croque-mort, Rita archer …"""


def refused(now: State, player: str, condition: str, argument: Any) -> list[tuple[str, str]]:
    return codes(list(CONDITIONS[condition].objections(view_of(now, player), argument)))


def owner(role: str) -> str:
    return next(player for player, piece in state().pieces.items() if piece.role == role)


NEVER = [
    ("archer", "teleports", 1, "condition-other-role"),
    ("archer", "extra_moves", {"at_least": 1}, "condition-other-role"),
    ("archer", "wounded", True, "condition-other-role"),
    ("archer", "wounded", False, ""),
    ("archer", "aimed", True, ""),
    ("archer", "aimed", [3, 3], ""),
    ("archer", "aimed", [30, 3], "off-board"),
    ("brute", "aimed", True, "condition-other-role"),
    ("brute", "aimed", [3, 3], "condition-other-role"),
    ("brute", "aimed", False, ""),
    ("brute", "wounded", True, ""),
    ("brute", "wounded", False, ""),
    ("dement", "teleports", 1, ""),
    ("dement", "teleports", 0, ""),
    ("dement", "teleports", 2, "condition-never"),
    ("dement", "teleports", {"at_least": 0}, "condition-always"),
    ("agile", "extra_moves", [1, 2], ""),
    ("agile", "extra_moves", 3, "condition-never"),
    ("brute", "turn", 3, "condition-turn-past"),
    ("brute", "turn", {"at_most": 3}, "condition-turn-past"),
    ("brute", "turn", [1, 2, 4], ""),
    ("brute", "turn", {"at_least": 4}, ""),
    ("brute", "turn", 0, "condition-never"),
    ("brute", "turn", {"at_least": 1}, "condition-always"),
    ("brute", "controls", "nothing", "condition-nothing"),
    ("brute", "controls", "piece", ""),
    ("brute", "controls", "ghost", ""),
    ("brute", "rank", 3, "condition-never"),
    ("brute", "pieces_of", {"camp": "rouge", "at_least": 6}, "condition-never"),
    ("brute", "pieces_of", {"camp": "rouge", "at_least": 5}, ""),
    ("brute", "pieces_of", {"camp": "rouge", "at_most": 5}, "condition-always"),
    ("brute", "my_ghosts_at", {"cell": [3, 3], "at_least": 8}, "condition-never"),
    ("brute", "my_ghosts_at", {"cell": [3, 3], "at_least": 7}, ""),
    ("brute", "mate", {"player": "Rita", "controls": "ghost"}, "other-camp"),
    ("brute", "mate", {"player": "Eva", "controls": "ghost"}, "condition-mate-out"),
    ("brute", "mate", {"player": "Eva", "controls": "nothing"}, ""),
    ("brute", "mate", {"player": "Eva", "wounded": False}, "condition-mate-no-piece"),
    ("brute", "mate", {"player": "Luc", "controls": "ghost", "wounded": False}, "condition-mate-no-piece"),
    ("brute", "mate", {"player": "Luc", "wounded": True}, "condition-mate-role"),
    ("brute", "mate", {"player": "Luc", "wounded": False}, ""),
    ("agile", "mate", {"player": "Anna", "wounded": True}, ""),
    ("brute", "enemy_ghost_here", True, ""),
    ("brute", "ally_next", True, ""),
]


@pytest.mark.parametrize(("role", "condition", "argument", "code"), NEVER)
def test_what_can_never_hold_is_refused(role: str, condition: str, argument: Any, code: str) -> None:
    found = [each for each, _ in refused(state(), owner(role), condition, argument)]
    assert found == ([code] if code else [])


def test_a_ghost_asks_for_nothing_of_a_piece_but_for_one_to_control() -> None:
    for condition, argument in (("wounded", True), ("wounded", False), ("aimed", False), ("aimed", [3, 3])):
        assert refused(state(), "Ugo", condition, argument) == [("condition-of-a-piece", "")]
    assert refused(state(), "Ugo", "teleports", 1) == [("condition-of-a-piece", "")]
    assert refused(state(), "Ugo", "controls", "piece") == []


def alone(*others: str) -> State:
    """Return the table where of Ugo's camp, himself a ghost, only ``others`` have pieces."""
    now = state()
    camp = setting().camp_of["Ugo"]
    now.pieces = {name: piece for name, piece in now.pieces.items() if piece.camp != camp or name in others}
    return now


def test_a_camp_of_less_than_three_captures_nothing_any_more() -> None:
    assert refused(alone("Rita"), "Ugo", "controls", "piece") == [("condition-no-capture", "")]
    assert refused(alone("Rita", "Zoé"), "Ugo", "controls", "piece") == []


def test_who_is_the_last_of_his_camp_has_no_ally_and_no_mate() -> None:
    for condition, argument in (("ally_next", "left"), ("ally_at", [1, 1])):
        assert refused(alone(), "Ugo", condition, argument) == [("condition-no-ally", "")]
        assert refused(alone("Rita"), "Ugo", condition, argument) == []
    offered = dict(examples(GAME.orders, view_of(alone(), "Ugo")))
    assert not {"ally_next", "ally_at", "mate"} & offered.keys()


def test_what_is_spent_or_wounded_stays_so() -> None:
    now = state()
    now.pieces["Anna"].wounded = True
    now.pieces[owner("dement")].teleports, now.pieces[owner("agile")].extra_moves = 0, 1
    assert refused(now, "Anna", "wounded", False) == [("condition-wounded", "")]
    assert refused(now, "Anna", "wounded", True) == []
    assert refused(now, "Luc", "mate", {"player": "Anna", "wounded": False}) == [("condition-mate-wounded", "wounded")]
    assert refused(now, owner("dement"), "teleports", {"at_least": 1}) == [("condition-spent", "")]
    assert refused(now, owner("dement"), "teleports", 0) == []
    assert refused(now, owner("agile"), "extra_moves", 2) == [("condition-spent", "")]
    offered = {player: dict(examples(GAME.orders, view_of(now, player))) for player in now.pieces}
    assert [player for player in offered if "teleports" in offered[player]] == []
    assert [player for player in offered if "extra_moves" in offered[player]] == [owner("agile")]
    assert [player for player in offered if "aimed" in offered[player]] == [owner("archer")]
    assert [player for player in offered if "wounded" in offered[player]] == ["Anna"]


def test_hidden_ghosts_are_not_asked_for() -> None:
    known = setting()
    hidden: Setting = replace(known, options=known.options._replace(ghosts="hidden"))
    view = GAME.rules.view(hidden, state(), "Anna")
    condition = CONDITIONS["enemy_ghost_here"]
    assert codes(list(condition.objections(view, True))) == [("condition-hidden-ghosts", "")]
    assert (condition.holds(view, True), condition.holds(view, False), condition.example(view)) == (None, None, None)


@pytest.mark.parametrize(
    ("order", "condition", "argument", "found"),
    [
        ("shoot", "aimed", True, True),
        ("shoot", "aimed", False, False),
        ("shoot", "aimed", [3, 3], None),
        ("teleport", "teleports", 1, True),
        ("teleport", "teleports", 0, False),
        ("extra_move", "extra_moves", {"at_least": 1}, True),
        ("extra_move", "extra_moves", 1, None),
        ("extra_move", "extra_moves", 0, False),
        ("capture", "controls", "ghost", True),
        ("capture", "controls", "piece", False),
        ("capture", "wounded", True, False),
        ("shoot", "controls", "piece", True),
        ("conceal", "controls", "ghost", False),
        ("move", "controls", "ghost", None),
        ("move", "teleports", 1, None),
    ],
)
def test_what_an_order_needs_anyhow(order: str, condition: str, argument: Any, found: bool | None) -> None:
    assert GAME.orders.given_when(view_of(state(), "Anna"), order, condition, argument) is found
    assert found is None or GAME.orders.conditions[condition].with_orders  # else it is not asked


SENTENCES = {
    "ma case: (1;1)": "si tu es au début du tour en (1;1)",
    "ma case: [(1;1), (2;2)]": "si tu es au début du tour en (1;1) ou (2;2)",
    "personne en: [(1;1), (2;2), (3;3)]": "si (1;1), (2;2) ou (3;3) est sans pièce au début du tour",
    "ennemi en: (6;3)": "si une pièce ennemie est au début du tour en (6;3)",
    "ennemi voisin: haut": "si une pièce ennemie est à côté de toi vers le haut au début du tour",
    "voisine libre: oui": "si une case à côté de toi est libre au début du tour",
    "mes fantômes en: {case: (1;1)}": "si le nombre de fantômes de ton camp en (1;1) est au moins 1",
    "pièces de: {camp: rouge, au plus: 2}": "si le nombre de pièces du camp rouge est au plus 2",
    "camarade: {joueur: Anna, contrôle: fantôme}": "si Anna contrôle un fantôme",
    "camarade: {joueur: Anna, contrôle: pièce, blessé: oui}": "si Anna contrôle une pièce et a une pièce blessée",
    "tour: [3, 5, 7]": "si le numéro du tour est 3, 5 ou 7",
    "je contrôle: fantôme": "si tu contrôles un fantôme",
}


def test_they_are_said_as_a_player_would(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    for fact, sentence in SENTENCES.items():
        text = f"joueur: Luc\ntour: 2\npermanents: {{si: [{{{fact}, alors: {{déplacement: haut}}}}]}}\n"
        done = good("check", folder, "-", stdin=text)
        assert f"(1) {sentence} : déplacement haut ; sinon : comme si tu n’avais rien envoyé ;" in plain(done.out), fact


# Played --------------------------------------------------------------------------------------------------------


def leave(folder: Path, *clauses: str, plain_ones: str = "") -> str:
    lines = "".join(f"    - {clause}\n" for clause in clauses)
    text = f"joueur: Luc\ntour: 2\npermanents:\n{plain_ones}  si:\n{lines}"
    return plain(good("submit", folder, "-", stdin=text).out)


def test_a_clause_may_say_that_he_stays(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")  # Luc's piece is on (3;2)
    told = leave(folder, "{tour: {au moins: 2}, une fois: oui, alors: rien}", plain_ones="  déplacement: haut\n")
    assert "(1, une seule fois) si le numéro du tour est au moins 2 : tu ne fais rien ; sinon : déplacement" in told
    assert "tes ordres permanents sont joués : tu ne fais rien." in told
    assert good("status", folder, "--json").json()["left"][0]["now"] == 1
    assert good("status", folder, "--json").json()["standing"] == ["Luc"]
    spared = plain(good("check", folder, "-", stdin="joueur: Luc\ntour: 2\nordres: {déplacement: bas}\n").out)
    assert "tes ordres permanents (tu ne fais rien) ne servent donc pas cette fois" in spared
    good("resolve", folder, "--force")
    found = result(folder, "turn-2", "orders.json")
    assert (found["orders"], found["stood_in"]) == ({"Luc": {}}, ["Luc"])
    assert "Luc" not in found["absent"]
    own = plain(" ".join(report(folder, "--for", "player:Luc").split()))
    assert "Tu n’as rien envoyé : tu n’as rien fait, comme tes ordres permanents le demandaient." in own
    assert "(1) appliqué : tu ne fais rien" in own
    assert "Luc : (1) appliqué : tu ne fais rien (" in plain(" ".join(report(folder, "--for", "mj").split()))
    assert good("verify", folder).code == 0
    good("resolve", folder, "--force")
    assert result(folder, "turn-3", "orders.json")["orders"] == {"Luc": {"move": "up"}}


@pytest.mark.parametrize("then", ["", "rien du tout", "{rien: oui}", "[rien]"])
def test_what_is_nearly_nothing_is_asked_about(tmp_path: Path, then: str) -> None:
    text = f"joueur: Luc\ntour: 2\npermanents: {{si: [{{tour: 3, alors: {then}}}]}}\n"
    assert run("check", campaign(tmp_path, "turn-2"), "-", stdin=text).code == 1, then


def test_status_speaks_of_clauses_that_may_still_act(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    leave(folder, "{tour: {au moins: 2}, alors: {déplacement: haut}}")
    good("resolve", folder, "--force")
    assert [row["player"] for row in good("status", folder, "--json").json()["left"]] == ["Luc"]
    make_ghost(folder, "Luc")
    assert [row["player"] for row in good("status", folder, "--json").json()["left"]] == ["Luc"]
    take_all(folder, "Luc")
    assert "left" not in good("status", folder, "--json").json()


def test_status_speaks_of_no_seat_that_is_idle_until_it_is_taken(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    leave(folder, "{tour: {au moins: 2}, alors: {déplacement: haut}}")
    good("leave", folder, "Luc", "--public", "parti", "--reason", "parti", "--yes")
    assert "left" not in good("status", folder, "--json").json()
    good("replace", folder, "Luc=Ida", "--public", "vient", "--reason", "vient", "--yes")
    assert [row["player"] for row in good("status", folder, "--json").json()["left"]] == ["Ida"]
