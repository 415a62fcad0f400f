"""O44: which clauses that a player has left answer for the player in a window, and how receipts and refusals say it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.commands import good, plain, run

from adjudicator.core.standing_orders import answers
from adjudicator.games.overseers.game import GAME
from adjudicator.games.overseers.state import State

SETTING = GAME.setup.setting(
    {"players": [{"name": name} for name in ("Anna", "Bruno", "Chloé")], "tables": {"courage": [1], "hope": [1]}}
)
OVERSEERS = {"Anna": "gan", "Bruno": "liang", "Chloé": "xie"}


@pytest.mark.parametrize(
    ("phase", "player", "orders", "answered"),
    [
        ("powers", "Anna", {"keep": ["greed"]}, True),
        ("powers", "Anna", {"turn": 1}, False),
        ("powers", "Anna", {"turn": 1, "keep": ["greed"]}, True),
        ("powers", "Anna", {}, True),
        ("judgement", "Anna", {"deny": True}, True),
        ("judgement", "Anna", {"take": ["anger"]}, False),
        ("greed", "Anna", {"rob": ["Bruno"]}, True),
        ("greed", "Anna", {"give": ["lust"]}, False),
        ("greed", "Bruno", {"give": ["lust"]}, False),
        ("greed", "Bruno", {"give": ["lust"], "weaken": "Anna"}, True),
        ("greed", "Chloé", {"rob": ["Anna"]}, False),
        ("greed", "Chloé", {"give": ["lust"]}, True),
    ],
)
def test_a_clause_answers_with_all_that_its_player_may_do(
    phase: str, player: str, orders: dict[str, Any], answered: bool
) -> None:
    """Whether it holds does not matter."""
    state = State(phase, 9, overseers=OVERSEERS, accused="Anna", thief="Anna", leaders=["Anna"])
    view = GAME.rules.view(SETTING, state, player)
    for number in (1, 3):
        left = {"if": [{"round": number, "then": orders}]}
        assert answers(GAME.orders, view, phase, left) is answered


def begun(folder: Path) -> Path:
    """Return a campaign in which the first pick is awaited."""
    worths = ("--set", "courage=2, 7, 15", "--set", "espoir=3, 8, 12", "--seed", "une graine sans Fushen 0")
    good("new", folder, "--game", "overseers", "--title", "P", "--players", "Anna,Bruno,Chloé", *worths)
    good("resolve", folder)
    return folder


def test_who_left_only_conditions_reads_that_they_answer(tmp_path: Path) -> None:
    left = "joueur: Anna\ntour: 1\npermanents: {si: [{manche: 1, alors: {classement: courage}}]}\n"
    told = plain(good("submit", begun(tmp_path / "p"), "-", stdin=left).out)
    assert "sinon : comme si tu n’avais rien envoyé" in told, "a card is drawn"
    assert "Le tour attend tes ordres" not in told
    assert "on ne t’attend pas" in told


@pytest.mark.parametrize(
    ("left", "faults"),
    [
        ("si: [{en jeu: [lanfei, xie], alors: {nier: oui}}, {manche: 1, alors: {piocher: luxur}}]", ["Luxure"]),
        ("si: [{je suis: [lanfei, suyn], alors: {nier: oui}}]", ["Suyin"]),
        ("piocher: luxur", ["Luxure"]),
    ],
)
def test_a_misspelt_word_among_what_is_left_is_told_with_the_nearest_one(
    tmp_path: Path, left: str, faults: list[str]
) -> None:
    text = f"joueur: Anna\ntour: 1\npermanents: {{{left}}}\n"
    told = run("check", begun(tmp_path / "p"), "--json", "-", stdin=text).json()
    assert [fault["suggestion"].capitalize() for fault in told[0]["faults"]] == faults


def test_an_order_of_another_stage_is_told_which_pick_is_awaited(tmp_path: Path) -> None:
    text = "joueur: Anna\ntour: 1\nordres: {choisir: courage, voler: Bruno}\n"
    told = plain(run("check", begun(tmp_path / "p"), "-", stdin=text).err)
    assert "« voler » n’est pas ce qui est attendu maintenant : tour 1, manche 1, choix 1." in told


def test_an_order_that_cannot_be_left_is_not_taken_for_another_misspelt(tmp_path: Path) -> None:
    text = "joueur: Anna\ntour: 1\npermanents: {vote: Eve}\n"
    [fault] = run("check", begun(tmp_path / "p"), "--json", "-", stdin=text).json()[0]["faults"]
    assert (fault["code"], fault["found"], fault["suggestion"]) == ("never-left", "vote", None)
    assert "vote" not in fault["expected"]


def test_what_is_left_is_sent_under_its_own_word(tmp_path: Path) -> None:
    text = "joueur: Anna\ntour: 1\nordres: {classement: [courage]}\n"
    [fault] = run("check", begun(tmp_path / "p"), "--json", "-", stdin=text).json()[0]["faults"]
    assert (fault["code"], fault["found"]) == ("belongs-below", "classement")
    assert "sous une ligne « permanents: »" in plain(fault["message"])


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ("préférences: colère > courage puis espoir", "choix par ce classement : colère, courage, espoir"),
        ("avouer: 1 et 4", "accusé, tu avoues et donnes tes cartes 1, 4"),
        ("voler: non", "voleur, tu ne voles personne"),
        ("donner: luxure puis 4", "volé, tu donnes la première que tu as de : luxure, 4"),
    ],
)
def test_what_players_write_without_brackets_is_read(tmp_path: Path, left: str, said: str) -> None:
    text = f"joueur: Anna\ntour: 1\npermanents:\n  {left}\n"
    assert said in plain(run("check", begun(tmp_path / "p"), "-", stdin=text).out)


def test_verbs_of_this_game_are_known_in_sentences(tmp_path: Path) -> None:
    told = plain(run("check", begun(tmp_path / "p"), "-", stdin="Anna, tour 1 : je prends le courage\n").err)
    assert "choisir: le courage" in told


@pytest.mark.parametrize(
    ("orders", "codes"),
    [
        ("chosir: courage", ["unknown-word"]),
        ("deuxieme: couage", ["pick-missing", "no-second", "not-understood"]),
        ("égalités: {accusé: Anna}", ["pick-missing", "other-stage"]),
    ],
)
def test_what_may_be_misspelt_is_not_said_to_be_missing(tmp_path: Path, orders: str, codes: list[str]) -> None:
    text = f"joueur: Anna\ntour: 1\nordres:\n  {orders}\n"
    told = run("check", begun(tmp_path / "p"), "--json", "-", stdin=text).json()
    assert [fault["code"] for fault in told[0]["faults"]] == codes


@pytest.mark.parametrize("lines", ["je prends le courage", "ordres: je prends le courage"])
def test_a_sentence_below_a_later_turn_is_given_back_for_that_turn(tmp_path: Path, lines: str) -> None:
    told = plain(run("check", begun(tmp_path / "p"), "-", stdin=f"joueur: Anna\ntour: 2\n{lines}, à demain\n").err)
    assert "tour: 2\n" in told and "tour: 1\n" not in told
