"""A line that names another player may say that the orders are his; a name behind a list may be one more of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from resistance.campaigns import dealt, voting
from support.commands import campaign, good, run

CALLED = ("Anna", "{nom: Lulu, forum: 'Lulu!'}", "Chloé", "Denis", "Emma")
FORM = "joueur: Anna\ntour: 2\nordres:\n  vote: oui\n"


@pytest.mark.parametrize(
    "message",
    [
        f"{FORM}\nBruno\n",
        f"{FORM}\nBises, Bruno\n",
        f"{FORM}  # Bruno ici, j’ai pris le formulaire d’Anna\n",
        f"C’est Bruno, je vote depuis le PC d’Anna\n\n{FORM}",
        "Anna, tour 2 : oui\n\nBruno\n",
    ],
)
def test_orders_beside_which_another_is_named_are_asked_about(tmp_path: Path, message: str) -> None:
    done = run("submit", voting(tmp_path / "c"), "-", stdin=message)
    assert done.code == 1
    assert "Cette ligne nomme Bruno, et ces ordres sont à Anna" in done.err


def test_one_who_names_himself_is_not_asked(tmp_path: Path) -> None:
    done = good("submit", voting(tmp_path / "c"), "-", stdin=f"Salut, ici Anna\n\n{FORM}\nAnna\n")
    assert "Anna : tu votes oui" in done.out


def test_the_names_of_a_form_are_its_own(tmp_path: Path) -> None:
    folder = voting(tmp_path / "c")
    form = good("template", folder, "--for", "Anna").out.replace("vote:", "vote: oui", 1)
    assert "Anna : tu votes oui" in good("submit", folder, "-", stdin=form).out


@pytest.mark.parametrize("squad", ["Emma et Lulu!", "Lulu! et Emma", "Emma & Lulu!", "lulu!, Emma"])
def test_a_name_with_the_sign_of_a_sentence_s_end_ends_none(tmp_path: Path, squad: str) -> None:
    done = good("submit", dealt(tmp_path / "c", CALLED), "-", stdin=f"Anna, tour 1 : {squad}\n")
    squad_read = done.out.split("tu proposes ")[1].split(" pour ")[0]
    assert sorted(squad_read.split(", ")) == ["Emma", "Lulu"]


def test_a_name_behind_the_answer_is_asked_about(tmp_path: Path) -> None:
    done = run("submit", voting(tmp_path / "c"), "-", stdin="Anna, tour 2 : oui ! (mais pas avec Bruno)\n")
    assert done.code == 1
    assert "Cette ligne pourrait changer tes ordres : « oui ! (mais pas avec Bruno) »" in done.err


@pytest.mark.parametrize(
    "more", ["Emma, Denis ! Et Lulu!", "Emma, Denis. Ou Lulu", "Emma, Denis\n+ Lulu!", "Emma, Denis\n\nLulu"]
)
def test_a_squad_behind_which_one_more_is_named_is_asked_about(tmp_path: Path, more: str) -> None:
    folder = dealt(tmp_path / "c", CALLED)
    done = run("submit", folder, "-", stdin=f"Anna, tour 1 : {more}\n")
    assert (done.code, good("status", folder, "--json").json()["received"]) == (1, [])


def test_a_player_may_be_named_with_his_name_on_the_forum_behind_it(tmp_path: Path) -> None:
    folder = dealt(tmp_path / "c", ("{nom: Anna, forum: Nana}", *CALLED[1:]))
    text = "joueur: Anna (Nana)\ntour: 1\nordres:\n  escadron: [Emma, Lulu]\n"
    assert "Anna : tu proposes Emma, Lulu" in good("submit", folder, "-", stdin=text).out


def test_a_name_in_a_sentence_about_a_vote_makes_no_squad(tmp_path: Path) -> None:
    folder = voting(tmp_path / "c")
    for text in ("Bonsoir,\nje vote oui pour l’escadron d’Anna\nBruno\n", "je vote non à l’escadron d’Anna. Bruno\n"):
        done = run("check", folder, "-", stdin=text)
        assert (done.code, "joueur: Bruno" in done.err, "escadron:" in done.err) == (1, True, False)


@pytest.mark.parametrize("value", ["non (Emma me paraît louche)", "Non, me semble risqué pour moi"])
def test_what_is_quoted_to_its_sender_is_as_he_wrote_it(tmp_path: Path, value: str) -> None:
    done = run("check", voting(tmp_path / "c"), "-", stdin=FORM.replace("oui", value))
    assert f"« {value} » n’est pas compris" in done.err


def test_no_word_is_proposed_that_would_cost(tmp_path: Path) -> None:
    move = "joueur: Luc\ntour: 1\nordres:\n  déplacement: vers Max\n"
    done = run("check", campaign(tmp_path / "t", "turn-1"), "-", stdin=move)
    assert (done.code, "Peut-être" in done.err) == (1, False)
    standing = "joueur: Luc\ntour: 1\nordres:\n  déplacement: haut\npermanents: nonn\n"
    done = run("check", tmp_path / "t", "-", stdin=standing)
    assert (done.code, "« none »" in done.err) == (1, False)
