"""The Resistance asks one thing at a time: an answer without its word comes back as the file to send."""

from __future__ import annotations

from pathlib import Path

import pytest
from resistance.campaigns import awaiting
from support.commands import given_back, good, plain, run


@pytest.mark.parametrize(
    ("name", "message", "player", "order"),
    [
        ("vote", "Anna : oui", "Anna", "vote: oui"),
        ("vote", "Anna : non", "Anna", "vote: non"),
        ("vote", "Anna\noui", "Anna", "vote: oui"),
        ("vote", "joueur: Anna\noui", "Anna", "vote: oui"),
        ("vote", "Anna, proposition 1 : oui", "Anna", "vote: oui"),
        ("vote", "oui. Anna", "Anna", "vote: oui"),
        ("vote", "oui", "…", "vote: oui"),
        ("vote", "ok pour moi", "…", "vote: ok"),
        ("vote", "je choisis : oui", "…", "vote: oui"),
        ("proposal", "je choisis : Anna et Emma", "…", "escadron: [Anna, Emma]"),
        ("proposal", "Anna : Anna, Emma", "Anna", "escadron: [Anna, Emma]"),
        ("proposal", "Anna, Emma", "…", "escadron: [Anna, Emma]"),
        ("proposal", "Anna\nEmma", "…", "escadron: [Anna, Emma]"),
        ("proposal", "je propose Anna, Emma", "…", "escadron: [Anna, Emma]"),
        ("mission", "Anna : réussite", "Anna", "mission: réussite"),
        ("mission", "Bruno, réussi", "Bruno", "mission: réussi"),
        ("vote", "Anna : je suis pour", "Anna", "vote: pour"),
        ("vote", "Anna, tour 2 : je suis contre", "Anna", "vote: contre"),
        ("vote", "Anna, tour 2 : ouii", "Anna", "vote: oui"),
        ("vote", "Anna : nooon !", "Anna", "vote: non"),
    ],
)
def test_an_answer_comes_back_as_a_file_that_can_be_sent(
    tmp_path: Path, name: str, message: str, player: str, order: str
) -> None:
    folder = awaiting(name, tmp_path / "c")
    lines = given_back(folder, message)
    assert (lines[0], lines[2:]) == (f"joueur: {player}", ["ordres:", f"  {order}"])
    good("submit", folder, "-", stdin="\n".join(lines).replace("…", "Anna"))


@pytest.mark.parametrize(
    "message",
    [
        "+1",
        "👍",
        "oui ou non",
        "Anna : oui ?",
        "oui, enfin non",
        "pour moi, c’est non",
        "je ne vote pas oui",
        "Anna : oui\nBruno : non",
        "Anna, tour 2 : je suis pour ou contre",
        "Anna : je m’abstiens",
        "Anna, tour 2 : ni pour ni contre",
    ],
)
def test_what_is_no_answer_or_two_is_a_question_about_what_is_asked(tmp_path: Path, message: str) -> None:
    lines = given_back(awaiting("vote", tmp_path / "c"), message)
    assert lines[2:] == ["ordres:", "  vote: …"]


def test_the_answer_to_another_question_is_not_put_to_this_one(tmp_path: Path) -> None:
    folder = awaiting("vote", tmp_path / "c")
    assert given_back(folder, "je propose Anna et Emma")[2:] == ["ordres:", "  escadron: [Anna, Emma]"]
    assert given_back(folder, "Anna : réussite")[2:] == ["ordres:", "  mission: réussite"]


@pytest.mark.parametrize(
    ("name", "message", "choices"),
    [
        ("vote", "Anna : je m’abstiens", "(vote : oui ou non)"),
        ("vote", "pour moi, c’est non", "(vote : oui ou non)"),
        ("mission", "Anna : bof", "(mission : réussite ou échec)"),
        ("mission", "Anna, tour 3 : pas d’échec", "(mission : réussite ou échec)"),
    ],
)
def test_an_order_left_to_write_names_the_few_values_that_it_takes(
    tmp_path: Path, name: str, message: str, choices: str
) -> None:
    assert choices in told(awaiting(name, tmp_path / "c"), message)


@pytest.mark.parametrize("message", ["Anna, tour 3 : ok", "Anna, tour 3 : rien", "Anna : oui"])
def test_a_value_of_another_order_is_asked_back_as_the_one_awaited(tmp_path: Path, message: str) -> None:
    folder = awaiting("mission", tmp_path / "c")
    assert given_back(folder, message) == ["joueur: Anna", "tour: 3", "ordres:", "  mission: …"]
    assert "(mission : réussite ou échec)" in told(folder, message)
    assert "pas ce qui est attendu" not in told(folder, message)


def told(folder: Path, message: str) -> str:
    done = run("check", folder, "-", stdin=f"{message}\n")
    assert done.code == 1
    return plain(done.err)


@pytest.mark.parametrize("message", ["Anna : oui", "Anna\noui", "Coucou. Anna", "Anna : bla", "oui, Anna", "Anna"])
def test_a_name_alone_is_its_senders_and_no_squad(tmp_path: Path, message: str) -> None:
    folder = awaiting("proposal", tmp_path / "c")
    assert given_back(folder, message) == ["joueur: Anna", "tour: 1", "ordres:", "  escadron: …"]
    assert "aucun ordre" in told(folder, message)


def test_a_name_before_a_colon_is_no_part_of_the_squad_behind_it(tmp_path: Path) -> None:
    lines = given_back(awaiting("proposal", tmp_path / "c"), "Anna : Bruno, Emma")
    assert (lines[0], lines[3]) == ("joueur: Anna", "  escadron: [Bruno, Emma]")


# Who is asked for nothing now ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("proposal", "Bruno : je passe"),
        ("proposal", "Bruno : oui"),
        ("proposal", "Coucou c’est Denis, je pars jusqu’à jeudi, je pourrai pas voter !"),
        ("mission", "Denis, tour 3 : ok"),
        ("mission", "Emma : je passe"),
    ],
)
def test_who_is_asked_for_nothing_is_told_so_and_given_no_lines(tmp_path: Path, name: str, message: str) -> None:
    folder = awaiting(name, tmp_path / "c")
    assert given_back(folder, message) == []
    assert "tu n’as rien à choisir pour l’instant" in told(folder, message)


def test_a_colon_and_a_cylon_who_are_asked_for_nothing_are_told_the_same(tmp_path: Path) -> None:
    folder = awaiting("mission", tmp_path / "c")
    assert told(folder, "Denis : je passe") == told(folder, "Emma : je passe")


def test_the_letter_to_who_is_asked_for_nothing_asks_for_no_file(tmp_path: Path) -> None:
    folder = awaiting("proposal", tmp_path / "c")
    run("submit", folder, "-", stdin="Bruno : je passe\n")
    [letter] = folder.glob("outbox/[0-9]*-proposal-1/receipt-*.txt")
    assert "renvoie tous tes ordres" not in plain(letter.read_text(encoding="utf-8"))


# What would be refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "message", "why"),
    [
        ("proposal", "Anna : escadron Anna", "La mission 1 demande 2 joueurs, et cet Escadron en a 1."),
        ("proposal", "Bruno : je propose Anna et Bruno", "Seul le Commandant, Anna, propose un Escadron."),
        ("mission", "Anna : je sabote la mission", "Tu es Colon : un Colon joue toujours « réussite »."),
        ("mission", "Emma, tour 3 : échec, et que ça saute", "Tu n’es pas dans l’Escadron"),
        ("proposal", "Denis : je vote oui", "n’est pas ce qui est attendu maintenant : tour 1, proposition"),
    ],
)
def test_what_would_be_refused_is_not_asked_for_as_it_stands(tmp_path: Path, name: str, message: str, why: str) -> None:
    answer = told(awaiting(name, tmp_path / "c"), message)
    assert why in answer
    assert "Tel quel, ce serait refusé" in answer
    assert "Si c’est bien cela" not in answer


# Standing orders ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "order"),
    [
        ("Emma : laisse mon vote permanent à oui", "vote: à oui"),
        ("Emma, tour 2, permanents : vote oui", "vote: oui"),
        ("Emma, tour 2, permanents : mission échec", "mission: échec"),
        ("Emma : pour tous les votes à venir je vote oui", "vote: oui"),
        ("Emma : oui par défaut", "vote: oui"),
        ("Emma, tour 2 : je vote non d’office", "vote: non"),
        ("Emma : je vote oui pour toute la partie", "vote: oui"),
        ("Emma : si je n’envoie rien je vote oui", "vote: oui"),
        ("joueur: Emma\ntour: 2\npermanents: alors moi je vote oui, voilà", "vote: oui"),
    ],
)
def test_what_is_said_of_standing_orders_comes_back_as_such(tmp_path: Path, message: str, order: str) -> None:
    folder = awaiting("vote", tmp_path / "c")
    lines = given_back(folder, message)
    assert lines == ["joueur: Emma", "tour: 2", "permanents:", f"  {order}"]
    assert "permanent" not in told(folder, message).split("renvoie ces lignes")[0]
    sent = good("submit", folder, "-", stdin="\n".join(lines))
    assert "si un jour tu n’envoies rien" in plain(sent.out)


def test_a_vote_and_a_standing_one_in_one_sentence_are_both_asked_for(tmp_path: Path) -> None:
    lines = given_back(awaiting("vote", tmp_path / "c"), "Emma : je vote oui, et par défaut je vote non")
    assert lines[2:] == ["ordres:", "  vote: …", "permanents:", "  vote: …"]


def test_a_standing_card_that_a_player_may_not_choose_says_why(tmp_path: Path) -> None:
    answer = told(awaiting("vote", tmp_path / "c"), "Anna : mission échec par défaut")
    assert "    permanents:\n      mission: échec\n" in answer
    assert "Tu es Colon" in answer and "Si c’est bien cela" not in answer


# Two players, and tables --------------------------------------------------------------------------------------------


def test_two_lines_of_two_players_are_asked_for_one_by_one(tmp_path: Path) -> None:
    answer = told(awaiting("vote", tmp_path / "c"), "Anna, tour 2 : oui\n\nBruno, tour 2 : non")
    faults = [line for line in answer.splitlines() if line.startswith("-:")]
    assert len(faults) == 1
    assert "« Anna » à la ligne 1, « Bruno » ici" in faults[0]


def test_two_lines_of_one_player_that_differ_are_asked_about(tmp_path: Path) -> None:
    answer = told(awaiting("vote", tmp_path / "c"), "Anna, tour 2 : oui\nAnna, tour 2 : non")
    assert "de deux façons" in answer
    assert "    Anna, tour 2 : oui\n" in answer and "    Anna, tour 2 : non\n" in answer


def test_a_fault_in_a_table_names_the_player_whose_it_is(tmp_path: Path) -> None:
    folder = awaiting("mission", tmp_path / "c")
    answer = told(folder, "tour: 3\njoueurs:\n  Bruno: {mission: échec}\n  Anna: {mission: échec}\n  Emma: {vote: oui}")
    assert "-:4:19: Anna : Tu es Colon" in answer
    assert "-:5:10: Emma : « vote » n’est pas ce qui est attendu" in answer


def test_a_file_without_its_turn_is_given_the_line_of_the_one_awaited(tmp_path: Path) -> None:
    folder = awaiting("vote", tmp_path / "c")
    answer = told(folder, "joueur: Anna\nordres:\n  vote: oui")
    assert "Il manque la ligne du tour attendu (tour 2, vote) :\n    tour: 2\n" in answer


def test_thanks_are_no_answer_and_ok_may_be_one(tmp_path: Path) -> None:
    folder = awaiting("vote", tmp_path / "c")
    [row] = run("check", folder, "-", "--json", stdin="Merci pour tout").json()
    assert [fault["code"] for fault in row["faults"]] == ["thanks"]
    assert given_back(folder, "ok")[2:] == ["ordres:", "  vote: ok"]
