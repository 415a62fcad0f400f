"""What a correction changed in what each may read, in his report of the stage that is played again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from resistance.campaigns import on_mission
from support.campaigns import undo
from support.clocked import fresh_clock
from support.commands import TWO, campaign, good, orders, plain, report, send


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


@pytest.fixture
def mended(tmp_path: Path) -> Path:
    """A campaign in which Luc went down in turn 1, and not to the right, so that he killed nobody in turn 2."""
    folder = campaign(tmp_path / "p", "turn-3", TWO)
    undo(folder, "--to", "tour 1")
    send(folder, orders("Luc", 1, "{déplacement: bas}"))
    good("replay", folder)
    return folder


def told(folder: Path, reader: str, *more: str) -> list[str]:
    """The lines of what has changed, each whole."""
    text = plain(report(folder, "--for", reader, "--format", "markdown", *more)).replace("\\", "")
    return [
        line.removeprefix("- ")
        for line in text.partition("## Ce qui a changé\n\n")[2].partition("\n\n")[0].splitlines()
    ]


def test_everybody_reads_what_changed_of_what_everybody_may_read(mended: Path) -> None:
    assert told(mended, "public") == [
        "Plateau. Ne vaut plus : (5;2) : une pièce du camp bleu",
        "Plateau. Ne vaut plus : (6;1) : un fantôme du camp rouge",
        "Plateau. Vaut maintenant : (3;2) : une pièce du camp bleu",
        "Plateau. Vaut maintenant : (5;2) : une pièce du camp rouge",
        "Camps. Ne vaut plus : rouge, Pièces : R × 2",
        "Camps. Ne vaut plus : rouge, Fantômes : °R × 1",
        "Camps. Vaut maintenant : rouge, Pièces : R × 3",
        "Camps. Vaut maintenant : rouge, Fantômes : °R × 0",
        "Pièces perdues. Ne vaut plus : Rita (rouge) : pièce éliminée",
        "Pièces perdues. Vaut maintenant : aucune",
    ]


@pytest.mark.deep
def test_a_player_reads_what_changed_for_him(mended: Path) -> None:
    his = told(mended, "joueur:Rita")
    assert his[:3] == [
        "Toi. Ne vaut plus : Tu joues dans le camp rouge. Tu contrôles un fantôme (Savant) en (6;1).",
        "Toi. Ne vaut plus : Ta pièce a été éliminée ce tour-ci.",
        "Toi. Vaut maintenant : Tu joues dans le camp rouge. Tu contrôles une pièce : Savant en (5;2).",
    ]
    assert not any("Luc" in line for line in his)
    assert any("Luc, Contrôle : Agile en (3;2)" in line for line in told(mended, "joueur:Anna"))


@pytest.mark.deep
def test_whose_view_is_the_same_reads_the_reason_alone(mended: Path) -> None:
    """In turn 1 the enemy sees that a piece of the camp stands elsewhere, and nothing else."""
    assert told(mended, "joueur:Zoé", "--turn", "1") == [
        "Plateau. Ne vaut plus : (3;2) : une pièce du camp bleu",
        "Plateau. Vaut maintenant : (1;2) : une pièce du camp bleu",
    ]
    good("undo", mended, "--public", "Encore.", "--reason", "x")
    good("replay", mended)
    text = plain(report(mended, "--for", "joueur:Zoé", "--format", "markdown"))
    assert "Corrigé" in text
    assert "Ce qui a changé" not in text


@pytest.mark.deep
def test_the_letter_says_it_too(mended: Path) -> None:
    letter = plain((mended / "outbox/0004-turn-2/report-05-rita.txt").read_text(encoding="utf-8"))
    assert "- Toi. Ne vaut plus : Ta pièce a été éliminée ce tour-ci.\n" in letter


@pytest.mark.deep
def test_in_the_resistance_too(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "p")
    undo(folder)
    send(folder, "joueur: Chloé\ntour: 2\nordres: {vote: non}\n")
    good("replay", folder)
    assert [line for line in told(folder, "public") if "Chloé" in line]
    assert not any("Cylon" in line for line in told(folder, "public"))
