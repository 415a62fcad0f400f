"""What a captain gives to each of his camp, as captains and MJs list it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.commands import TWO, campaign, given_back, run

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import progress_of
from adjudicator.orders.inbox import DroppedFile
from adjudicator.orders.judging import judge
from adjudicator.orders.submission import Submission

ROLES = {"Anna": "brute", "Luc": "agile", "Max": "archer"}
PLACES = {"Anna": [1, 1], "Luc": [1, 2], "Max": [1, 3]}
FORUM = TWO.replace("[Anna,", '[{nom: Anna, forum: "[LG]Toto"},')


def judged(folder: Path, text: str) -> Any:
    (row,) = run("check", folder, "-", "--json", stdin=f"{text}\n").json()
    return row


@pytest.mark.parametrize(
    "text",
    [
        "joueur: Anna\nrôles:\n- Anna brute\n- Luc agile\n- Max archer",
        "joueur: Anna\nrôles:\nAnna brute\nLuc agile\nMax archer",
        "joueur: Anna\nrôles: Anna brute, Luc agile et Max archer",
        "joueur: Anna\nrôles:\n- [LG]Toto: brute\n- Luc: agile\n- Max: archer",
        "camp: bleu\nrôles:\n- [LG]Toto brute\n- Luc agile\n- Max archer",
    ],
)
def test_roles_are_read(tmp_path: Path, text: str) -> None:
    row = judged(campaign(tmp_path / "c", "roles", FORUM), text)
    assert row["accepted"], row
    assert row["orders"] == {"Anna": {"roles": ROLES}}


@pytest.mark.parametrize(
    "text",
    [
        "joueur: Anna\nplacement:\n  Anna: [1;1]\n  Luc: [1;2]\n  Max: [1;3]",
        "joueur: Anna\nplacement: Anna (1,1), Luc (1,2), Max (1;3)",
        "joueur: Anna\nplacement:\n- Anna (1,1)\n- Luc (1,2)\n- Max (1,3)",
    ],
)
def test_places_are_read(tmp_path: Path, text: str) -> None:
    row = judged(campaign(tmp_path / "c", "placement"), text)
    assert row["accepted"], row
    assert row["orders"] == {"Anna": {"placement": PLACES}}


@pytest.mark.parametrize("between", ["\n", ", "])
@pytest.mark.parametrize("sign", [": ", " ", " = ", " -> ", " – "])
def test_a_list_that_does_not_say_whose_it_is_comes_back_for_their_camp(
    tmp_path: Path, sign: str, between: str
) -> None:
    text = between.join(f"{name}{sign}({x},{y})" for name, (x, y) in PLACES.items())
    folder = campaign(tmp_path / "c", "placement")
    lines = given_back(folder, text)
    assert lines == ["camp: bleu", "placement:", "  Anna: (1;1)", "  Luc: (1;2)", "  Max: (1;3)"]
    assert judged(folder, "\n".join(lines))["orders"] == {"Anna": {"placement": PLACES}}


def test_who_signs_a_list_sends_it(tmp_path: Path) -> None:
    lines = given_back(campaign(tmp_path / "c", "roles"), "Anna brute\nLuc agile\nMax archer\n\nAnna")
    assert lines == ["joueur: Anna", "rôles:", "  Anna: brute", "  Luc: agile", "  Max: archer"]


def test_what_is_given_twice_or_taken_back_is_left_to_the_sender(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "c", "roles")
    assert "  Anna: …" in given_back(folder, "Anna brute\nAnna agile\nLuc archer")
    assert "  Anna: …" in given_back(folder, "Anna brute\nLuc archer\nfinalement non")
    assert given_back(folder, "Anna brute\nPaul archer")[0] == "joueur: …"


@pytest.mark.parametrize(("name", "known"), [("Anna (fantôme)", True), ("Anna(Fantôme)", True), ("Anna (Luc)", False)])
def test_what_reports_put_behind_a_name_is_no_part_of_it(tmp_path: Path, name: str, known: bool) -> None:
    row = judged(campaign(tmp_path / "c", "turn-1"), f"joueur: {name}\ntour: 1\nordres: rien")
    assert row["accepted"] is known


# By mail ---------------------------------------------------------------------------------------------------------


def mailed(folder: Path, text: str, sender: str = "Anna") -> Submission:
    progress = progress_of(load_campaign(folder))
    return judge(text.encode(), "o.txt", progress, whence=DroppedFile("o.txt", b"", "forum", sender=sender))


@pytest.mark.parametrize(
    "text",
    [
        "Anna = Brute\nLuc = Agile\nMax = Archer",
        "Bonjour,\n\nAnna : Brute\nLuc : Agile\nMax : Archer\n\nMerci\nAnna",
        "Rôles :\nAnna en Brute\nLuc en Agile\nMax en Archer",
        "Voici les rôles :\n\n- moi en Brute\n- Luc en Agile\n- Max en Archer\n\nÀ bientôt",
        "moi = Brute\nLuc = Agile\nMax = Archer\nnote: bonne partie",
        "rôles: moi en Brute, Luc en Agile et Max en Archer",
    ],
)
def test_a_captain_lists_his_camp_as_he_speaks(tmp_path: Path, text: str) -> None:
    found = mailed(campaign(tmp_path / "c", "roles", TWO), text)
    assert (found.faults, found.orders) == ([], {"Anna": {"roles": ROLES}})


@pytest.mark.parametrize(
    "text",
    [
        "Placement :\nAnna en 1;1\nLuc en 1;2\nMax en 1;3",
        "Anna à (1;1)\nLuc sur la case 1;2\nMax: 1;3",
        "Placement: Anna en 1;1, Luc en 1;2, Max en 1;3",
    ],
)
def test_a_captain_places_his_camp_as_he_speaks(tmp_path: Path, text: str) -> None:
    found = mailed(campaign(tmp_path / "c", "placement", TWO), text)
    assert (found.faults, found.orders) == ([], {"Anna": {"placement": PLACES}})


def test_what_a_captain_says_in_a_sentence_comes_back_as_his_list(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "c", "roles", TWO)
    lines = ("joueur: Anna", "rôles:", "  Anna: Brute", "  Luc: Agile", "  Max: Archer")
    for text in (
        "pour les bleus je voudrais : moi en Brute, Luc en Agile et Max en Archer.",
        "Je prends moi en Brute, Luc en Agile, Max en Archer",
    ):
        [fault] = mailed(folder, text).faults
        assert (fault.code, fault.lines) == ("prose-rest", lines), text
        assert mailed(folder, "\n".join(fault.lines)).orders == {"Anna": {"roles": ROLES}}


@pytest.mark.parametrize(
    "doubtful", ["Luc en Agile ou Archer", "Luc en Agile ?", "Luc pas en Agile", "Luc préfère Agile"]
)
def test_what_is_doubtful_in_a_list_is_asked_about_and_not_as_another_s_orders(tmp_path: Path, doubtful: str) -> None:
    """Without the line that names him, his captain would have forgotten him."""
    folder = campaign(tmp_path / "c", "roles", TWO)
    for text in (
        f"Anna en Brute\n{doubtful}\nMax en Archer",
        f"rôles:\nAnna: Brute\n{doubtful}\nLuc: Agile\nMax: Archer",
    ):
        found = mailed(folder, text)
        assert not found.accepted
        assert "words-naming" not in [fault.code for fault in found.faults]


def test_who_is_no_captain_lists_nobody(tmp_path: Path) -> None:
    found = mailed(campaign(tmp_path / "c", "roles", TWO), "Anna = Brute\nLuc = Agile\nMax = Archer", "Luc")
    assert not found.accepted
