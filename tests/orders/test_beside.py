"""What stands beside the orders and may change them is asked about: a heading, a bare order, second thoughts."""

from __future__ import annotations

from pathlib import Path

import pytest
from resistance.campaigns import alter, dealt, voting
from support.commands import EVERY_ROLE, campaign, given_back, run
from support.depth import few

FILE = "joueur: Luc\ntour: 1\nordres:\n  déplacement: gauche\n"
BALLOT = "joueur: Bruno\ntour: 2\nordres:\n  vote: oui\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return campaign(tmp_path / "p", "turn-1", EVERY_ROLE)


@pytest.mark.parametrize(
    "text",
    [
        "joueur: Luc\ntour: 1\nordres permanents\ndéplacement: gauche",
        "joueur: Luc\ntour: 1\npermanents\n  déplacement: gauche",
        "joueur: Luc\ntour: 1\nMes ordres permanents\n\ndéplacement: gauche",
        "Ordre permanent :\njoueur: Luc\ntour: 1\ndéplacement: gauche",
        "joueur: Luc\ntour: 1\nordres:\n  déplacement: gauche\npermanents\n  anonyme: oui",
    ],
)
def test_a_heading_of_standing_orders_is_not_left_out(folder: Path, text: str) -> None:
    done = run("check", folder, "-", stdin=f"{text}\n")
    assert done.code == 1, done.out


def test_nor_in_the_resistance(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p")
    for heading in ("permanents", "Mes ordres permanents", "Permanent"):
        done = run("check", folder, "-", stdin=f"joueur: Bruno\ntour: 2\n{heading}\nvote: non\n")
        assert done.code == 1, done.out


@pytest.mark.parametrize("said", ["je suis anonyme", "et je veux arrêter la partie", "Anonyme bien sûr ;)"])
def test_nor_one_that_needs_no_value_in_a_sentence(folder: Path, said: str) -> None:
    assert run("check", folder, "-", stdin=f"{FILE}\n{said}\n").code == 1


@pytest.mark.parametrize("bare", ["anonyme", "ANONYME !", "arrêter", "viser", "permanent", "sanctifier", "abandonner"])
def test_a_bare_order_is_not_left_out(folder: Path, bare: str) -> None:
    done = run("check", folder, "-", stdin=f"{FILE}  {bare}\n")
    assert done.code == 1, done.out


@few(16)
@pytest.mark.parametrize(
    "line",
    [
        "à la réflexion c'est pas une bonne idée, mets le contraire",
        "Inverse mon vote stp",
        "PS : le contraire de ce que j'ai écrit",
        "(en vrai je suis contre)",
        "En vrai j'hésite, mets qui tu veux à ma place",
        "oublie ce message stp",
        "pas ce tour-ci, celui d'après",
        "je reviens sur ma décision dans l'heure",
        "à ne prendre en compte que demain",
        "je dois d'abord voir avec mon capitaine",
        "Jette ce message à la poubelle",
        "supprime ce post",
        "C'était pour rire",
        "c'est l'ordre du tour d'avant, le nouveau arrive",
        "je t'envoie la suite plus tard",
        "Joue-le au tour 8",
        "Enfin je sais pas trop, tu me conseilles quoi ?",
        "oublie",
        "Oublie, désolé",
        "x2",
        "2 fois",
        "deux cases si possible",
        "C'était mes ordres du tour 9",
        "wrong direction sorry",
        "Je me suis planté",
        "Je reviens dessus ce soir",
        "pass",
        "my bad",
        "Tu choisis",
        "désolé je quitte",
    ],
)
def test_second_thoughts_below_the_orders_are_asked_about(folder: Path, tmp_path: Path, line: str) -> None:
    assert run("check", folder, "-", stdin=f"{FILE}\n{line}\n").code == 1
    assert run("check", voting(tmp_path / "q"), "-", stdin=f"{BALLOT}\n{line}\n").code == 1


def test_orders_of_an_earlier_turn_are_asked_about(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p")
    assert run("check", folder, "-", stdin=f"{BALLOT}\nC'était mes ordres du tour 1\n").code == 1
    assert run("check", folder, "-", stdin=f"Mes ordres du tour 2 :\n{BALLOT}\nBravo pour le tour 1\n").code == 0


@pytest.mark.parametrize(
    "line",
    [
        "merci",
        "bonne soirée",
        "Désolé du retard, j’ai oublié hier",
        "J’avais oublié !",
        "N’oublie pas de dormir",
        "Je reviens ce soir",
        "Passe une bonne soirée",
        "Ok merci",
        "À demain",
    ],
)
def test_what_only_says_thanks_or_farewell_is_left_out(folder: Path, tmp_path: Path, line: str) -> None:
    ballot = BALLOT.replace("oui", "non")
    assert run("check", folder, "-", stdin=f"{FILE}\n{line}\n").code == 0
    assert run("check", voting(tmp_path / "q"), "-", stdin=f"{ballot}\n{line}\n").code == 0


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("non", "oui"),
        ("oui", "non"),
        ("non", "oui !"),
        ("oui", "contre"),
        ("non", "pour"),
        ("non", "ok pour moi"),
        ("non", "oui c’est mieux"),
        ("oui", "Contre, finalement"),
    ],
)
def test_another_value_of_a_vote_beside_it_is_asked_about(tmp_path: Path, given: str, line: str) -> None:
    folder, ballot = voting(tmp_path / "p"), BALLOT.replace("oui", given)
    for text in (f"{ballot}\n{line}\n", f"{ballot}{line}\n", f"{line}\n\n{ballot}"):
        done = run("check", folder, "-", stdin=text)
        assert (done.code, "pourrait changer tes ordres" in done.err) == (1, True)


@pytest.mark.parametrize(("given", "line"), [("non", "contre"), ("oui", "pour !"), ("oui", "ok pour moi")])
def test_the_same_value_again_is_none(tmp_path: Path, given: str, line: str) -> None:
    ballot = BALLOT.replace("oui", given)
    assert run("check", voting(tmp_path / "p"), "-", stdin=f"{ballot}\n{line}\n").code == 0


@pytest.mark.parametrize("said", ["Vote pour la mission 2 : contre", "Mon vote pour cet escadron est : contre"])
def test_a_vote_that_says_both_is_left_to_its_sender(tmp_path: Path, said: str) -> None:
    assert given_back(voting(tmp_path / "p"), f"{said}\nBruno")[-1].strip() == "vote: …"


@few(16)
@pytest.mark.parametrize(
    "line",
    [
        "Mes ordres pour le tour 6",
        "Pour le tour 7 :",
        "Ordres provisoires, je confirme demain",
        "Ceci n'est pas mon message, c'est celui du tour 4 que je remets pour mémoire",
        "Exemple :",
        "Brouillon :",
        "Au tour suivant, je voudrais :",
        "Pour le prochain tour :",
        "Voici mes ordres pour le tour d’après",
        "Et la prochaine fois :",
        "Mes ordres pour le tour à venir :",
        "Voilà ce que je pense faire, dis-moi si c’est possible avant :",
        "Je pensais faire ceci :",
        "Je compte jouer :",
        "Question au MJ : est-ce que cet ordre marcherait ?",
        "Est-ce que c’est possible ?",
        "Dis-moi avant de le jouer si je peux :",
        "Dis-moi si je peux faire ça :",
        "À confirmer :",
        "Si tu es d’accord :",
        "En attendant :",
        "Je réfléchis encore, mais ce serait :",
        "Peut-être :",
        "Tu en penses quoi ?",
        "For the next turn:",
        "I am thinking of:",
        "Would this work?",
        "Not yet, but later:",
        "Draft:",
    ],
)
def test_second_thoughts_above_the_orders_are_asked_about(folder: Path, line: str) -> None:
    assert run("check", folder, "-", stdin=f"{line}\n{FILE}").code == 1


def test_a_line_that_is_asked_about_is_found_where_it_stands(folder: Path) -> None:
    said = run("check", folder, "-", stdin="joueur: Luc\ntour: 1\ndéplacement: gauche\n\nPour le prochain tour\n").err
    assert said.startswith("-:5:1: Cette ligne pourrait changer")


@pytest.mark.parametrize("head", ["Luc, tour 1", "Luc, tour 1 :", "Luc\ntour 1", "Luc\ntour : 1"])
def test_a_greeting_above_whose_they_are_is_left_out(folder: Path, head: str) -> None:
    for greeting, told in (("Bonjour,", "« Bonjour, »"), ("Salut !\n\nMes ordres.", "« Salut ! », « Mes ordres. »")):
        done = run("check", folder, "-", stdin=f"{greeting}\n\n{head}\ndéplacement: gauche\n\nMerci\n")
        assert done.code == 0, done.err
        assert "Luc : tu te déplaces vers la gauche" in done.out
        assert f"sans les mots autour, {told}, « Merci »" in done.out


def test_what_stands_there_and_is_no_greeting_is_asked_about(folder: Path) -> None:
    for line in ("haut", "oublie", "Je ne bouge pas", "Salut Anna,", "Anna", "déplacement: haut"):
        done = run("check", folder, "-", stdin=f"{line}\nLuc, tour 1\ndéplacement: gauche\n")
        assert done.code == 1, done.out


def test_words_beside_one_line_of_orders_may_be_for_another_turn(folder: Path) -> None:
    assert run("check", folder, "-", stdin="Luc, tour 1 : gauche\nMes ordres pour le tour 6\n").code == 1


@pytest.mark.parametrize(
    "line",
    [
        "Annule et remplace mon message de tout à l'heure :",
        "Rebonjour, je me suis trompé dans mon mail de ce matin",
        "À demain !",
        "À plus tard, et bonne semaine à venir",
        "Ce message est confidentiel. Si vous l'avez reçu par erreur, merci de le supprimer.",
        "N'oublie pas de manger :p",
        "Ce sera mon dernier mot :p",
        "Voici mes ordres pour ce tour",
        "Merci d’avance",
        "Je voudrais faire ceci, s’il te plaît :",
        "À plus tard",
        "À la prochaine fois !",
        "Dis-moi si c’est bon",
        "Dis-moi si tu as bien reçu",
        "Vivement le prochain tour !",
        "En attendant la suite, bonne soirée",
        "Je serai absent au prochain tour",
        "Désolé, je réponds plus tard que prévu",
        "See you later",
    ],
)
def test_what_changes_nothing_is_left_out(folder: Path, line: str) -> None:
    for text in (f"{line}\n\n{FILE}", f"{FILE}\n{line}\n"):
        done = run("check", folder, "-", stdin=text)
        assert done.code == 0, done.err
        assert "Luc : tu te déplaces vers la gauche" in done.out


def test_new_orders_that_are_announced_stand_below(folder: Path) -> None:
    line = "Je change d'avis, voici le nouveau :"
    assert run("check", folder, "-", stdin=f"{line}\n\n{FILE}").code == 0
    assert run("check", folder, "-", stdin=f"{FILE}\n{line}\n").code == 1


def test_a_second_thought_that_names_others_is_one(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "p")
    text = "joueur: Anna\ntour: 1\nordres:\n  escadron: Anna, Bruno\n\nPS : en fait remplace Bruno par Emma stp\n"
    assert "pourrait changer tes ordres" in run("check", folder, "-", stdin=text).err


# What comes back -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "squad"),
    [
        ("Salut, je propose Bruno et moi. Anna", "[Bruno, Anna]"),
        ("Coucou, je propose moi, Chloé pour la mission 1. Anna", "[Anna, Chloé]"),
    ],
)
def test_me_in_a_sentence_is_who_says_it(tmp_path: Path, message: str, squad: str) -> None:
    assert f"  escadron: {squad}" in given_back(dealt(tmp_path / "p"), message)


def test_what_was_not_understood_of_a_squad_is_said(tmp_path: Path) -> None:
    said = run("check", dealt(tmp_path / "p"), "-", stdin="anna tour 1 escadron : chlo, bruno\n").err
    assert "Je n’ai pas compris : « chlo »." in said.replace("\u00a0", " ")


def test_a_sign_of_a_list_is_not_what_is_told(tmp_path: Path) -> None:
    said = run("check", voting(tmp_path / "p"), "-", stdin="joueur: Bruno\ntour: 2\nordres:\n  - Vote: peut-être\n").err
    assert "« peut-être »" in said.replace("\u00a0", " ")
    assert "[{" not in said


def test_a_key_is_no_turn(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p")
    assert "tour: 2" in given_back(folder, "Bonjour, Anna ici, je vote oui, mon code est T47Y-3EFM")


# What is said of it --------------------------------------------------------------------------------------------


def test_the_fault_of_a_value_is_told_without_its_heading(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p")
    said = run("check", folder, "-", stdin="joueur: Bruno\ntour: 2\nvote: ouais\n").err
    assert "« ouais »" in said
    assert "va sous" not in said


def test_given_twice_names_the_line_of_the_first(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p")
    said = run("check", folder, "-", stdin="joueur: Bruno\ntour: 2\nvote: oui\nvote: non\n").err
    assert "-:4:1: « vote » est donné deux fois, à la ligne 3 et ici." in said


def test_me_twice_is_twice_the_same(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "p")
    said = run("check", folder, "-", stdin="joueur: Anna\ntour: 1\nordres:\n  escadron: moi, Anna\n").err
    assert "moi » n’est pas" not in said


def test_a_number_may_have_a_nought_before_it(folder: Path) -> None:
    text = "joueur: Luc\ntour: 01\nordres:\n  déplacement: gauche\n"
    assert run("check", folder, "-", stdin=text).code == 0


@pytest.mark.parametrize("answer", ["non", "/", "x", "-", "..."])
def test_a_line_of_the_form_answered_no_is_blank(folder: Path, answer: str) -> None:
    text = f"joueur: Max\ntour: 1\nordres:\n  sanctifier: {answer}\n  déplacement: droite\n"
    done = run("check", folder, "-", stdin=text)
    assert done.code == 0, done.err
    assert "déplaces vers la droite" in done.out
    assert "sanctif" not in done.out.partition("lu ainsi")[0]


def test_a_character_named_in_the_head_of_a_mail_is_its_sender(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p")
    alter(folder)
    text = "De : Emma\nÀ : MJ\nObjet : vote\n\njoueur: Bruno\ntour: 2\nvote: non\n"
    assert run("check", folder, "-", stdin=text).code == 1
