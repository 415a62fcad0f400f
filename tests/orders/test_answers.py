"""The Resistance asks one thing at a time: an answer without its word comes back as the file to send."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import good, run
from resistance.campaigns import alter, dealt, on_mission, voting

MAKE = {"proposal": dealt, "vote": voting, "mission": on_mission}


def stage(folder: Path, name: str) -> Path:
    MAKE[name](folder)
    alter(folder, cylons=["Bruno", "Emma"])
    return folder


def given_back(folder: Path, message: str) -> list[str]:
    done = run("check", folder, "-", stdin=f"{message}\n")
    assert done.code == 1
    return [line[4:] for line in done.err.splitlines() if line.startswith("    ")]


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
    ],
)
def test_an_answer_comes_back_as_a_file_that_can_be_sent(
    tmp_path: Path, name: str, message: str, player: str, order: str
) -> None:
    folder = stage(tmp_path / "c", name)
    lines = given_back(folder, message)
    assert (lines[0], lines[2:]) == (f"joueur: {player}", ["ordres:", f"  {order}"])
    good("submit", folder, "-", stdin="\n".join(lines).replace("…", "Anna"))


@pytest.mark.parametrize(
    "message",
    [
        "+1",
        "👍",
        "Merci pour tout",
        "oui ou non",
        "Anna : oui ?",
        "oui, enfin non",
        "pour moi, c’est non",
        "je ne vote pas oui",
        "Anna : oui\nBruno : non",
        "Anna, tour 2 : je suis pour",
    ],
)
def test_what_is_no_answer_or_two_is_a_question_about_what_is_asked(tmp_path: Path, message: str) -> None:
    lines = given_back(stage(tmp_path / "c", "vote"), message)
    assert lines[2:] == ["ordres:", "  vote: …"]


def test_the_answer_to_another_question_is_not_put_to_this_one(tmp_path: Path) -> None:
    folder = stage(tmp_path / "c", "vote")
    assert given_back(folder, "je propose Anna et Emma")[2:] == ["ordres:", "  escadron: [Anna, Emma]"]
    assert given_back(folder, "Anna : réussite")[2:] == ["ordres:", "  mission: réussite"]
