"""What a captain gives to each of his camp, as captains and MJs list it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from commands import TWO, campaign, given_back, run

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
