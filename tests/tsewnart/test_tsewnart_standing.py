"""Standing orders of Tsewnart, orders for a later turn, and what happens to who sends nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.commands import (
    STOP,
    TWO,
    Done,
    campaign,
    good,
    make_ghost,
    orders,
    plain,
    report,
    result,
    results,
    run,
    send,
    table,
    take_all,
    verdicts,
)
from support.depth import few, is_deep
from tsewnart.pairs import any_value, some_tables

from adjudicator.core.faults import Objection
from adjudicator.games.tsewnart.game import GAME
from adjudicator.games.tsewnart.orders import VOTES
from adjudicator.games.tsewnart.rules import POWER_OF
from adjudicator.games.tsewnart.state import ROLES, Ghost, Setting, State, new_piece
from adjudicator.games.tsewnart.views import PlayerView
from adjudicator.speech.voice import LANGUAGES, Voice, catalogue, vocabulary

ROSTER = dict(
    zip(("Anna", "Luc", "Max", "Nina", "Omar", "Yann", "Paul", "Rita", "Zoé", "Hugo", "Léa"), ROLES, strict=True)
)
"""Who has a piece of which role; Ugo is a ghost and Eva has nothing left."""


def setting() -> Setting:
    camps = {
        "bleu": {"zone": {"columns": [1, 2]}, "players": [*list(ROSTER)[:7], "Eva"]},
        "rouge": {"zone": {"columns": [8, 9]}, "players": [*list(ROSTER)[7:], "Ugo"]},
    }
    made: Setting = GAME.setup.setting({"board": {"size": [9, 6], "topology": "closed"}, "camps": camps})
    return made


def state() -> State:
    """Return a table in its fourth turn: all powers are there to use, but Rita's aim and Zoé's last cell."""
    made, known = State("turn", 4, scores={"bleu": 0, "rouge": 0}), setting()
    for i, (player, role) in enumerate(ROSTER.items()):
        made.pieces[player] = new_piece(player, known.camp_of[player], role, (i % 9 + 1, i // 9 + 2))
    made.ghosts["Ugo"] = Ghost("Ugo", "rouge", "mystique", (5, 5))
    return made


def view_of(now: State, player: str) -> PlayerView:
    return GAME.rules.view(setting(), now, player)


def who(role: str) -> str:
    return next(player for player, his in ROSTER.items() if his == role)


def codes(objections: list[Objection]) -> list[tuple[str, str]]:
    return [(objection.code, ".".join(map(str, objection.path))) for objection in objections]


def said(phrases: Any, language: str = "fr") -> list[str]:
    voice = Voice(catalogue(language, "tsewnart"), vocabulary("tsewnart"))
    return [plain(voice.phrase(phrase)) for phrase in phrases]


# What can never work is refused when it comes -------------------------------------------------------------------

UP = {"move": "up"}
NEVER = [
    ("brute", {"aim": [3, 3]}, [("other-role", "aim")]),
    ("archer", {"conceal": True}, [("other-role", "conceal")]),
    ("archer", {"aim": [3, 3], "shoot": True}, [("exclusive", "shoot")]),
    ("religieux", {**UP, "sanctify": [1, 1]}, [("exclusive", "sanctify")]),
    ("mystique", {"reveal": [10, 1]}, [("off-board", "reveal")]),
    ("brute", {"move": [0, 2]}, [("off-board", "move")]),
    ("croque-mort", {"examine": {"cell": [1, 7]}}, [("off-board", "examine.cell")]),
    ("croque-mort", {"steer_ghost": {"player": "Ugo", "to": "up"}}, [("other-camp", "steer_ghost.player")]),
    ("brute", {"capture": "Ugo"}, [("capture-for-other-camp", "capture")]),
    ("professeur", {"reorder": {"action": "aim bleu", "after": "aim bleu"}}, [("same-item", "reorder.after")]),
    (
        "terreur",
        {"terrorise": [0, 0], "capture": "Anna"},
        [("off-board", "terrorise"), ("capture-for-other-camp", "capture")],
    ),
]


@pytest.mark.parametrize(("role", "given", "refused"), NEVER)
def test_what_no_turn_makes_right_is_refused_at_once(role: str, given: Any, refused: Any) -> None:
    for judge in (GAME.orders.standing_objections, GAME.orders.ahead_objections):
        assert codes(judge(view_of(state(), who(role)), given)) == refused


def test_a_ghost_leaves_no_orders_of_a_piece_and_who_has_nothing_left_none_at_all() -> None:
    for judge in (GAME.orders.standing_objections, GAME.orders.ahead_objections):
        assert codes(judge(view_of(state(), "Ugo"), {"reveal": [1, 1], **UP})) == [("not-for-ghosts", "reveal")]
        assert codes(judge(view_of(state(), "Eva"), {**UP, "capture": "Anna"})) == [
            ("nothing-left", "move"),
            ("nothing-left", "capture"),
        ]


def test_what_could_not_be_read_is_not_judged() -> None:
    unread = {"move": None, "capture": None, "steer_ghost": {"player": None, "to": "up"}}
    assert codes(GAME.orders.ahead_objections(view_of(state(), who("croque-mort")), unread)) == [
        ("exclusive", "steer_ghost")
    ]
    assert GAME.orders.standing_objections(view_of(state(), who("mystique")), {"reveal": None}) == []


def test_votes_may_be_sent_ahead() -> None:
    for player in ("Anna", "Ugo", "Eva"):
        assert GAME.orders.ahead_objections(view_of(state(), player), {"stop": True, "surrender": False}) == []


# What hangs on the turn is not, and is left out of that turn ----------------------------------------------------


def spent() -> State:
    """Return the table with all that can be spent spent, and Zoé's terror where she struck."""
    made = state()
    made.pieces[who("dement")].teleports = made.pieces[who("agile")].extra_moves = 0
    made.pieces[who("terreur")].last_terror = (3, 3)
    return made


TODAY = [
    ("dement", {"teleport": [1, 1]}, "« téléport » ne sert plus, ce pouvoir est épuisé"),
    (
        "agile",
        {"extra_move": "up"},
        "« déplacement supplémentaire » ne sert plus, ce pouvoir est épuisé",
    ),
    ("archer", {"shoot": True}, "« tirer » ne sert pas ce tour-ci, faute de visée réussie au tour précédent"),
    (
        "terreur",
        {"terrorise": [3, 3]},
        "« terroriser » ne sert pas ce tour-ci, la case (3;3) a été terrorisée au tour précédent",
    ),
]


@pytest.mark.parametrize(("role", "given", "sentence"), TODAY)
def test_what_hangs_on_the_turn_is_kept_and_left_out_of_it(role: str, given: Any, sentence: str) -> None:
    player, now = who(role), spent()
    assert GAME.orders.standing_objections(view_of(now, player), given) == []
    assert GAME.orders.ahead_objections(view_of(now, player), given) == []
    assert [each.path[0] for each in GAME.orders.objections(view_of(now, player), given)] == list(given)
    assert GAME.orders.standing(view_of(now, player), given) == {}
    assert said(GAME.orders.standing_trouble(view_of(now, player), given)) == [sentence]


def test_the_others_are_used() -> None:
    given = {**UP, "extra_move": "left"}
    assert GAME.orders.standing(view_of(state(), who("agile")), given) == given
    assert GAME.orders.standing(view_of(spent(), who("agile")), given) == UP
    aimed = state()
    aimed.pieces[who("archer")].aimed = (3, 3)
    assert GAME.orders.standing(view_of(aimed, who("archer")), {"shoot": True}) == {"shoot": True}
    assert GAME.orders.standing(view_of(state(), who("terreur")), {"terrorise": [3, 3]}) == {"terrorise": [3, 3]}


def test_orders_of_a_piece_and_of_a_ghost_stand_together_and_each_has_its_day() -> None:
    given, player = {"move": "left", "conceal": True, "capture": "Anna"}, who("croque-mort")
    assert GAME.orders.standing_objections(view_of(state(), player), given) == []
    assert GAME.orders.standing(view_of(state(), player), given) == {"move": "left", "conceal": True}
    assert GAME.orders.standing_trouble(view_of(state(), player), given) == []
    dead = state()
    piece = dead.pieces.pop(player)
    dead.ghosts[player] = Ghost(player, piece.camp, piece.role, piece.cell)
    assert GAME.orders.standing(view_of(dead, player), given) == {"move": "left", "capture": "Anna"}
    assert said(GAME.orders.standing_trouble(view_of(dead, player), given)) == [
        "« anonyme » ne sert plus, tu es un fantôme"
    ]
    assert said(GAME.orders.standing_trouble(view_of(dead, player), given), "en") == [
        "“conceal” is of no use any more, you are a ghost"
    ]


def test_who_has_captured_a_piece_of_another_role_keeps_what_every_piece_may_do() -> None:
    now, given = state(), {"move": "left", "capture": "Ugo"}
    del now.ghosts["Ugo"]
    now.pieces["Ugo"] = new_piece("Ugo", "rouge", "archer", (5, 5))
    assert GAME.orders.standing(view_of(now, "Ugo"), {**given, "reveal": [1, 1]}) == {"move": "left"}
    assert said(GAME.orders.standing_trouble(view_of(now, "Ugo"), {**given, "reveal": [1, 1]})) == [
        "« révéler » ne sert plus, c’est un pouvoir d’un autre rôle (Mystique)"
    ]


def test_who_has_nothing_left_orders_nothing() -> None:
    assert GAME.orders.standing(view_of(state(), "Eva"), UP) == {}
    (told,) = said(GAME.orders.standing_trouble(view_of(state(), "Eva"), UP))
    assert told == "« déplacement » ne sert plus, tu ne contrôles plus rien"


def all_left() -> Iterator[tuple[Any, str, dict[str, Any]]]:
    """Whatever any player of many tables might leave; what would be refused is taken out."""
    chance = random.Random("standing")
    for left in some_tables(60 if is_deep() else 25):
        for player in left.setting.roster:
            kinds = chance.sample([*POWER_OF, "move", "capture"], 8)
            given = {k: v for order in kinds for k, v in any_value(chance, left, player, order).items()}
            refused = {
                each.path[0]
                for each in GAME.orders.standing_objections(GAME.rules.view(left.setting, left.state, player), given)
            }
            yield left, player, {order: value for order, value in given.items() if order not in refused}


def test_what_standing_orders_order_is_always_allowed() -> None:
    used = 0
    for left, player, given in all_left():
        ordered = GAME.orders.standing(GAME.rules.view(left.setting, left.state, player), given)
        assert GAME.orders.objections(GAME.rules.view(left.setting, left.state, player), ordered) == []
        left_for_a_ghost = {"capture"} if player in left.state.pieces else set()
        rest = {order: value for order, value in given.items() if order not in ordered}
        objected = {
            each.path[0] for each in GAME.orders.objections(GAME.rules.view(left.setting, left.state, player), given)
        }
        assert set(rest) == objected
        assert len(GAME.orders.standing_trouble(GAME.rules.view(left.setting, left.state, player), given)) == len(
            objected - left_for_a_ghost
        )
        used += len(ordered)
    assert used > 100


# In words -------------------------------------------------------------------------------------------------------

SAID: list[tuple[dict[str, Any], str, str]] = [
    ({"move": "left"}, "déplacement gauche", "move left"),
    ({"move": [3, 2]}, "déplacement (3;2)", "move (3;2)"),
    ({"conceal": True}, "anonyme oui", "conceal yes"),
    ({"conceal": False}, "anonyme non", "conceal no"),
    ({"examine": {"cell": [5, 5], "camp": "rouge"}}, "autopsie (5;5) (camp rouge)", "examine (5;5) (camp rouge)"),
    ({"steer_ghost": {"player": "Ugo", "to": "up"}}, "conduire fantôme Ugo vers le haut", "steer ghost Ugo up"),
    ({"capture": "Zoé"}, "capturer Zoé", "capture Zoé"),
    (
        {"reorder": {"action": "terrorise rouge", "before": "reveal bleu"}},
        "modifier « terreur rouge » juste avant « révélation bleu »",
        "reorder “terrorise rouge” right before “reveal bleu”",
    ),
]


@pytest.mark.parametrize(("given", "french", "english"), SAID)
def test_they_are_said_as_they_would_be_written(given: Any, french: str, english: str) -> None:
    assert [said(GAME.orders.standing_said(given), language) for language in LANGUAGES] == [
        [french],
        [english],
    ]


def test_orders_can_be_sent_ahead_from_turn_1_to_the_end() -> None:
    phases = {phase: GAME.orders.later_phase(phase) for phase in ("roles", "placement", "turn", "over")}
    assert phases == {"roles": None, "placement": None, "turn": "turn", "over": None}


def test_what_happens_without_orders_is_said() -> None:
    for player in ("Anna", "Ugo"):
        assert said([GAME.orders.without(view_of(state(), player))]) == ["tu ne fais rien"]
    assert said([GAME.orders.without(view_of(state(), "Anna"))], "en") == ["you do nothing"]
    for phase in ("roles", "placement"):
        waiting = GAME.orders.without(
            view_of(State(phase, 0, roles=dict.fromkeys((*ROSTER, "Ugo", "Eva"), "brute")), "Anna")
        )
        assert [said([waiting], language) for language in LANGUAGES] == [
            ["la partie t’attend"],
            ["the game waits for you"],
        ]


# Through the commands -------------------------------------------------------------------------------------------


def leave(folder: Path, player: str, turn: int, standing: str, order: str = "") -> Done:
    """Submit standing orders, with orders for the turn if there are any; they must be accepted."""
    given = f"ordres: {order}\n" if order else ""
    return good("submit", folder, "-", stdin=f"joueur: {player}\ntour: {turn}\n{given}permanents: {standing}\n")


def played(folder: Path, turn: int) -> dict[str, Any]:
    """Play a turn whoever is missing, and return what was played."""
    good("resolve", folder, "--force")
    found: dict[str, Any] = result(folder, f"turn-{turn}", "orders.json")
    return found


def test_a_receipt_says_them_back(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    alone = leave(folder, "Luc", 2, "{déplacement: bas, capturer: Luc}")
    assert alone.out.startswith("- : accepté.\n  Luc : si un jour tu n’envoies rien : déplacement bas, capturer Luc.\n")
    both = leave(folder, "Zoé", 2, "{déplacement: gauche}", "{déplacement: haut}")
    assert both.out.startswith(
        "- : accepté.\n  Zoé : tu te déplaces vers le haut ; si un jour tu n’envoies rien : déplacement gauche.\n"
    )
    text = "player: Max\nturn: 2\nstanding: {shoot: yes}\n"
    english = good("submit", folder, "-", "--language", "en", stdin=text)
    assert english.out.startswith("-: accepted.\n  Max: if you send nothing one day: shoot yes.\n")


def test_they_move_his_piece_in_every_turn_in_which_he_sends_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")  # Luc's piece is on (3;2)
    leave(folder, "Luc", 2, "{déplacement: haut}")
    first = played(folder, 2)
    assert (first["orders"], first["stood_in"]) == ({"Luc": {"move": "up"}}, ["Luc"])
    assert "Luc" not in first["absent"]
    send(folder, orders("Luc", 3, "{déplacement: gauche}"))
    assert played(folder, 3)["stood_in"] == []
    assert played(folder, 4)["stood_in"] == ["Luc"]
    own = report(folder, "--for", "player:Luc")
    assert "Tu n’as rien envoyé : tes ordres permanents ont joué.\n\nOrdre " in own
    assert "Tu te déplaces vers le haut  échec\n" in own
    assert "Agile en (2;1)" in own  # up from (3;2), left, and then against the edge of the board


@few(1)
@pytest.mark.parametrize("order", ["rien", "{arrêter: non}"])
def test_whatever_he_sends_takes_their_place_for_the_turn(tmp_path: Path, order: str) -> None:
    folder = campaign(tmp_path, "turn-2")
    leave(folder, "Luc", 2, "{déplacement: haut}")
    send(folder, orders("Luc", 2, order))
    assert "move" not in played(folder, 2)["orders"]["Luc"]
    assert played(folder, 3)["orders"] == {"Luc": {"move": "up"}}


@pytest.mark.deep
def test_new_ones_replace_them_and_nothing_takes_them_back(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    leave(folder, "Luc", 2, "{déplacement: haut, capturer: Max}")
    leave(folder, "Luc", 2, "{déplacement: bas}")
    assert played(folder, 2)["orders"] == {"Luc": {"move": "down"}}
    assert "  Luc : tu n’as plus d’ordres permanents.\n" in leave(folder, "Luc", 3, "rien").out
    assert (played(folder, 3)["orders"], "permanents" in report(folder, "--for", "player:Luc")) == ({}, False)


@pytest.mark.deep
def test_one_that_is_impossible_this_turn_blocks_nothing_and_comes_back(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    leave(folder, "Paul", 2, "{terroriser: (3;3)}")
    assert [played(folder, turn)["orders"] for turn in (2, 3, 4)] == [
        {"Paul": {"terrorise": [3, 3]}},
        {},
        {"Paul": {"terrorise": [3, 3]}},
    ]
    own = report(folder, "--turn", 3, "--for", "player:Paul")
    assert (
        "Aucun ordre n’est arrivé de toi, et tes ordres permanents ne pouvaient pas\nservir : tu n’as rien fait.\n"
        in own
    )
    english = report(folder, "--turn", 3, "--for", "player:Paul", "--language", "en")
    assert "No orders came from you, and your standing orders could not be used: you did\nnothing." in english
    assert "- Absents, sans ordres acceptés : Anna, Luc, Max, Paul, Rita, Zoé." in report(
        folder, "--turn", 3, "--for", "mj"
    )


@pytest.mark.deep
def test_a_piece_that_has_become_a_ghost_does_what_was_left_for_a_ghost(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    leave(folder, "Paul", 2, "{terroriser: (3;3), capturer: Rita}")
    leave(folder, "Luc", 2, "{déplacement supplémentaire: haut, déplacement: haut}")
    played(folder, 2)
    make_ghost(folder, "Luc", "Paul")
    assert played(folder, 3)["orders"] == {"Luc": {"move": "up"}, "Paul": {"capture": "Rita"}}


def test_who_has_nothing_left_is_not_awaited_and_may_leave_nothing_but_take_back(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    leave(folder, "Luc", 2, "{déplacement: haut}")
    played(folder, 2)
    take_all(folder, "Luc")
    assert good("status", folder, "--json").json()["standing"] == []
    refused = run("submit", folder, "-", stdin="joueur: Luc\ntour: 3\npermanents: {déplacement: haut}\n")
    assert "-:3:14: « déplacement » : ce joueur ne contrôle plus rien ; il peut seulement voter." in refused.err
    leave(folder, "Luc", 3, "rien")
    assert played(folder, 3)["standing"] == {}


REFUSED = [
    ("{arrêter: oui}", "« arrêter » ne se laisse pas d’avance : il s’envoie à son étape, sous « ordres »."),
    ("{viser: (2;2), tirer: oui}", "« tirer » ne va pas avec « viser » : c’est l’un ou l’autre."),
    ("{terroriser: (2;2)}", "« terroriser » est un pouvoir d’un autre rôle (Terreur)."),
    ("{viser: (7;2)}", "La case (7;2) est hors du plateau : colonnes 1 à 6, lignes 1 à 3."),
    ("{capturer: Zoé}", "« Zoé » n’est pas un joueur du camp bleu : « capturer » nomme le fantôme qui aura la pièce."),
    ("{tirer: non}", "« non » n’est pas compris ici ; attendu : oui."),
    ("", "« permanents » est vide : donner des ordres dessous, ou écrire « rien » pour les retirer tous."),
]


@few(1)
@pytest.mark.parametrize(("standing", "sentence"), REFUSED)
def test_what_is_refused_changes_nothing(tmp_path: Path, standing: str, sentence: str) -> None:
    folder = campaign(tmp_path, "turn-2")
    leave(folder, "Max", 2, "{déplacement: haut}")
    text = f"joueur: Max\ntour: 2\nordres: rien\npermanents: {standing}\n"
    done = run("submit", folder, "-", stdin=text)
    assert (done.code, sentence in done.err) == (1, True), done
    assert played(folder, 2)["orders"] == {"Max": {"move": "up"}}


@pytest.mark.parametrize("stage", ["roles", "placement"])
def test_before_turn_1_there_are_none(tmp_path: Path, stage: str) -> None:
    done = run("submit", campaign(tmp_path, stage), "-", stdin="joueur: Anna\npermanents: {déplacement: haut}\n")
    assert done.code == 1
    assert "« permanents » : mot inconnu ici" in done.err


def test_a_table_of_many_holds_none(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    done = run("submit", folder, "-", stdin=table(1, Anna="rien") + "permanents: {déplacement: haut}\n")
    assert done.code == 1
    assert "« permanents » ne va pas avec « joueurs » : c’est l’un ou l’autre." in done.err


# Told ----------------------------------------------------------------------------------------------------------


def test_the_mj_reads_whose_were_used_and_all_that_stand(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    leave(folder, "Luc", 2, "{déplacement: haut, capturer: Max}")
    leave(folder, "Zoé", 2, "{déplacement: gauche}", "rien")
    played(folder, 2)
    told = " ".join(report(folder, "--for", "mj").partition("À noter")[2].partition("Plateau")[0].split())
    assert told.endswith(
        "- Absents, sans ordres acceptés : Anna, Max, Paul, Rita. - Ordres permanents utilisés : Luc. "
        "- Ordres permanents (Luc) : déplacement haut, capturer Max. - Ordres permanents (Zoé) : déplacement gauche."
    )
    own = report(folder, "--for", "player:Zoé")
    assert "Tu n’as rien fait." in own
    assert "Tes ordres permanents\n---------------------\n\n- Déplacement gauche\n" in own


def test_nobody_else_reads_of_them(tmp_path: Path) -> None:
    """Others, the camp's players too, read the same whether they were left or sent, used or not."""
    folders = [campaign(tmp_path / name, "turn-2") for name in ("left", "sent", "idle")]
    leave(folders[0], "Luc", 2, "{déplacement: haut}")
    send(folders[1], orders("Luc", 2, "{déplacement: haut}"))
    send(folders[2], orders("Luc", 2, "{déplacement: haut}"))
    leave(folders[2], "Luc", 2, "{déplacement: bas, capturer: Luc}")
    for folder in folders:
        played(folder, 2)
    others = [
        {name: data for name, data in results(folder).items() if "/reports/" in name and "/mj." not in name}
        for folder in folders
    ]
    own = [{name: one.pop(name) for name in list(one) if "luc" in name} for one in others]
    assert others[0] == others[1] == others[2]
    assert own[0] != own[1] != own[2] != own[0]


# The form ------------------------------------------------------------------------------------------------------


def standing_part(folder: Path, player: str, language: str = "fr") -> list[str]:
    """Return the words of a form's lines for standing orders."""
    text = good("template", folder, "--for", player, "--language", language).out
    word = {"fr": "\npermanents:", "en": "\nstanding:"}[language]
    return re.findall(r"^  (\w+):$", text.partition(f"{word}\n")[2], re.MULTILINE)


def test_a_form_offers_what_is_accepted(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    make_ghost(folder, "Luc")
    values = {"déplacement": "haut", "capturer": "Luc"}
    for player, offered in (("Zoé", ["déplacement"]), ("Luc", ["déplacement", "capturer"])):
        assert standing_part(folder, player) == offered
        leave(folder, player, 2, "{" + ", ".join(f"{word}: {values[word]}" for word in offered) + "}")
    assert standing_part(folder, "Luc", "en") == ["move", "capture"]
    shown = good("template", folder, "--for", "Luc").out
    assert "# Tes ordres permanents : déplacement haut, capturer Luc.\n" in shown
    left = good("check", folder, "-", stdin=shown.replace("\n  déplacement:\n", "\n  déplacement: bas\n", 1))
    assert "si un jour" not in left.out


def test_the_form_of_who_has_nothing_left_or_sets_up_offers_none(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "1", "turn-2")
    take_all(folder, "Luc")
    assert "permanents" not in good("template", folder, "--for", "Luc").out
    assert "permanents" not in good("template", campaign(tmp_path / "2", "placement"), "--for", "Anna").out


def test_the_schema_for_editors_knows_them(tmp_path: Path) -> None:
    schema = good("template", campaign(tmp_path, "turn-1"), "--schema").json()["properties"]
    votes = {vocabulary("tsewnart").word("orders", vote, "fr") for vote in VOTES}
    assert schema["ordres"]["properties"].keys() - schema["permanents"]["properties"].keys() == votes


def test_votes_stand_by_themselves(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    leave(folder, "Luc", 2, "{déplacement: haut}", "{" + STOP + "}")
    played(folder, 2)
    played(folder, 3)
    assert "1 vote pour arrêter la partie, sur 6 joueurs" in report(folder)
    assert verdicts(folder, "turn-2")[0]["standing"] == {"Luc": {"move": "up"}}


@pytest.mark.deep
def test_where_they_serve_no_more_they_can_be_taken_back(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO + "absents: permanents\n")
    send(folder, "joueur: Anna\ntour: 1\npermanents: {déplacement: droite}\n")
    path = folder / "campaign.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("absents: permanents", "absents: rien"), encoding="utf-8")
    assert run("submit", folder, "-", stdin="joueur: Anna\ntour: 1\npermanents: {déplacement: haut}\n").code == 1
    assert good("submit", folder, "-", stdin="joueur: Anna\ntour: 1\npermanents: rien\n").out.startswith("- : accepté.")
