"""What is given back of a sentence is whole: all parts of its file; on a terminal it can be taken at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from resistance.campaigns import voting
from support.commands import EVERY_ROLE, campaign, given_back, good, on_terminal, run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return campaign(tmp_path / "p", "turn-1", EVERY_ROLE)


HEAD = ["joueur: Luc", "tour: 1", "ordres:"]


@pytest.mark.parametrize(
    ("message", "lines"),
    [
        (
            "Luc T1 gauche\npermanents: {déplacement: haut}",
            [*HEAD, "  déplacement: gauche", "permanents: {déplacement: haut}"],
        ),
        (
            "permanents:\n  déplacement: haut\n\nLuc, tour 1 : je vais à gauche",
            [*HEAD, "  déplacement: à gauche", "permanents:", "  déplacement: haut"],
        ),
        (
            "joueur: Luc\nnote: je serai absent\nje vais à gauche",
            [*HEAD, "  déplacement: à gauche", "note: je serai absent"],
        ),
        (
            "joueur: Luc\nLuc T1 je vais à droite\nabandonner: oui",
            [*HEAD, "  déplacement: à droite", "  abandonner: oui"],
        ),
    ],
)
def test_all_parts_of_a_file_with_a_sentence_are_given_back(folder: Path, message: str, lines: list[str]) -> None:
    assert given_back(folder, message) == lines
    sent_back = good("check", folder, "-", stdin="\n".join(lines) + "\n")
    assert "Luc : tu te déplaces" in sent_back.out


@pytest.mark.parametrize(
    ("message", "lines"),
    [
        ("Paul, T1 : conduire fantôme en 5;2 vers le haut", ["  conduire fantôme: {case: (5;2), vers: le haut}"]),
        (
            "Paul, T1 : je conduis le fantôme en 5;2 vers haut et je reste anonyme",
            ["  conduire fantôme: {case: (5;2), vers: haut}", "  anonyme: oui"],
        ),
        ("Paul, T1 : je vais en 8;1 et anonyme", ["  déplacement: (8;1)", "  anonyme: oui"]),
        (
            "Jean-Paul, T1 : modifier terreur rouge après visée bleue stp",
            ["  modifier: {action: terreur rouge, après: visée bleue}"],
        ),
        (
            "Paul, T1 : conduire fantôme {case: (5;2), vers: la droite}",
            ["  conduire fantôme: {case: (5;2), vers: la droite}"],
        ),
        ("Luc pour le T1, je monte", ["  déplacement: haut"]),
    ],
)
def test_orders_of_several_parts_and_of_one_word_are_given_back(folder: Path, message: str, lines: list[str]) -> None:
    head = [f"joueur: {message[: message.index(' pour' if ' pour' in message else ',')]}", *HEAD[1:]]
    assert given_back(folder, message) == [*head, *lines]


@pytest.mark.parametrize("said", ["je ne bouge pas", "rien, je reste sur ma case"])
def test_who_says_that_he_stays_is_given_back_that_he_does_nothing(folder: Path, said: str) -> None:
    assert given_back(folder, f"Luc, tour 1 : {said}") == [*HEAD[:2], "ordres: rien"]


def test_where_that_is_in_doubt_the_line_for_it_is_named(folder: Path) -> None:
    said = run("check", folder, "-", stdin="Luc, tour 1 : finalement non, je ne bouge pas\n").err.replace("\u00a0", " ")
    assert "plusieurs choses" in said
    assert "« ordres: rien »" in said


def test_what_cannot_be_put_into_it_is_named(folder: Path) -> None:
    said = run("check", folder, "-", stdin="Luc T1 je vais à gauche\ndéplacement: haut\n").err.replace("\u00a0", " ")
    assert "  déplacement: à gauche" in said
    assert "Je n’ai pas compris : « déplacement: haut »" in said


@pytest.mark.parametrize("place", ["1:33", "3:10"])
def test_a_file_in_braces_is_no_sentence(folder: Path, place: str) -> None:
    lines = ["{joueur: Luc,", "tour: 1,", "ordres: {déplacemnt: gauche}}"]
    text = (" " if place == "1:33" else "\n").join(lines)
    said = run("check", folder, "-", stdin=f"{text}\n").err
    assert "phrase" not in said
    assert f"-:{place}: « déplacemnt »" in said


def test_an_exception_beside_orders_is_asked_about_for_that(folder: Path) -> None:
    text = "joueur: Luc\ntour: 1\nordres:\n  déplacement: gauche\nsauf si Paul est à ma droite\n"
    said = run("check", folder, "-", stdin=text).err.replace("\u00a0", " ")
    assert "Cette ligne met une condition à tes ordres : « sauf si Paul est à ma droite »" in said
    assert "nomme" not in said


@pytest.mark.parametrize("said", ["Luc : annule mes conditions stp", "joueur: Luc\ntour: 1\nannule mes conditions"])
def test_to_take_conditions_back_the_line_is_named(folder: Path, said: str) -> None:
    assert "permanents: rien" in run("check", folder, "-", stdin=f"{said}\n").err


def test_beside_orders_too(folder: Path) -> None:
    text = "joueur: Luc\ntour: 1\nordres:\n  déplacement: gauche\nannule mes conditions\n"
    assert "« permanents: rien »" in run("check", folder, "-", stdin=text).err.replace("\u00a0", " ")


def test_a_name_is_quoted_as_it_was_written(folder: Path) -> None:
    path = folder / "campaign.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("[Anna, Luc,", "[Anna, {nom: Luc, forum: Lulu},"), "utf-8")
    text = "joueur: Anna\ntour: 1\nordres:\n  déplacement: droite\n\nLulu\n"
    assert "Cette ligne nomme Lulu," in run("check", folder, "-", stdin=text).err


@pytest.mark.parametrize("stage", ["tsewnart", "resistance"])
def test_a_comment_alone_is_told_as_one(folder: Path, tmp_path: Path, stage: str) -> None:
    done = run("check", folder if stage == "tsewnart" else voting(tmp_path / "r"), "-", stdin="\n##unvote\n")
    said = done.err.replace("\u00a0", " ")
    assert "-:2:1: Ce fichier ne contient que des commentaires" in said
    assert "« ##unvote »" in said


@pytest.mark.parametrize(("answer", "code", "received"), [("o", 0, ["Luc"]), ("n", 1, [])])
def test_a_reading_can_be_taken_on_a_terminal(folder: Path, answer: str, code: int, received: list[str]) -> None:
    path = folder.parent / "luc.txt"
    path.write_text("Luc T1 je vais à gauche\n", encoding="utf-8")
    done, shown = on_terminal("submit", folder, path, answer=f"{answer}\n")
    assert (done, "Prendre ces lignes" in shown) == (code, True)
    assert good("status", folder, "--json").json()["received"] == received
    assert ("tu te déplaces vers la gauche" in shown) == (code == 0)


def test_nothing_is_asked_where_something_is_to_be_filled_in(folder: Path) -> None:
    path = folder.parent / "luc.txt"
    path.write_text("je vais à gauche\n", encoding="utf-8")
    done, shown = on_terminal("submit", folder, path)
    assert (done, "Prendre ces lignes" in shown) == (1, False)
