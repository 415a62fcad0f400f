"""A report pasted back whole with its form: its own sentences order nothing, what its player added counts."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import pytest
from resistance.campaigns import voting
from support.commands import TWO, campaign, good, run
from support.depth import few

ENDINGS = ("txt", "md", "bbcode", "html")


def handed_on(folder: Path, player: str, ending: str) -> str:
    [path] = sorted(folder.glob("turns/*/reports"))[-1].glob(f"player-*-{player}.{ending}")
    return path.read_text(encoding="utf-8")


def judged(folder: Path, text: str) -> Any:
    (row,) = run("check", folder, "-", "--json", stdin=text).json()
    return row


def codes(row: Any) -> set[str]:
    return {fault["code"] for fault in row["faults"]}


@few(2)
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_whole_report_with_its_form_filled_is_read(tmp_path: Path, ending: str) -> None:
    folder = campaign(tmp_path / "c", "turn-2")
    report = handed_on(folder, "anna", ending)
    assert codes(judged(folder, report)) == {"unfilled"}
    filled = report.replace("  déplacement:\n", "  déplacement: haut\n")
    done = good("submit", folder, "-", stdin=filled)
    assert "sans le rapport recopié autour" in done.out
    assert "Anna : tu te déplaces vers le haut" in done.out
    assert "mots autour" not in done.out


def letter(folder: Path, player: str) -> str:
    """The text of the letter with which a player's last report was sent."""
    [path] = sorted(folder.glob(f"outbox/*-turn-1/report-*-{player}.txt"))
    return path.read_text(encoding="utf-8").partition("\n\n")[2]


@pytest.mark.parametrize("width", [0, 60])
def test_a_whole_letter_with_its_form_filled_is_read(tmp_path: Path, width: int) -> None:
    """As it came, or with its long lines broken, as some programs of mail do."""
    folder = campaign(tmp_path / "c", "turn-2")
    lines = letter(folder, "anna").replace("  déplacement:\n", "  déplacement: haut\n").split("\n")
    assert lines[0].startswith("Maintenant") and "Sceau du journal" in lines[2]
    lead = [
        part for line in lines[:3] for part in (textwrap.wrap(line, width, break_long_words=False) if width else [line])
    ]
    sent = "\n".join(["Bonjour,", "", *lead, *lines[3:]])
    assert judged(folder, sent)["orders"] == {"Anna": {"move": "up"}}
    added = sent.replace("Le tour attend", "Finalement je reste.\n\nLe tour attend", 1)
    assert judged(folder, added.replace("Maintenant", "Demain", 1))["faults"]


@few(2)
@pytest.mark.parametrize("ending", ENDINGS)
def test_the_foot_of_a_report_of_the_resistance_is_read(tmp_path: Path, ending: str) -> None:
    folder = voting(tmp_path / "c")
    report = handed_on(folder, "anna", ending)
    foot = report[report.index("Ta clé") :]
    for text in (report, foot):
        assert codes(judged(folder, text)) == {"empty"}
        assert judged(folder, text.replace("  vote:\n", "  vote: oui\n"))["orders"] == {"Anna": {"vote": "yes"}}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("at_end", [True, False])
def test_what_is_added_to_a_report_counts(tmp_path: Path, ending: str, at_end: bool) -> None:
    folder = campaign(tmp_path / "c", "turn-2")
    report = handed_on(folder, "anna", ending).replace("  déplacement:\n", "  déplacement: haut\n")
    added = "\neuh non finalement je reste\n"
    sent = report + added if at_end else report.replace("Pièces perdues", f"{added}Pièces perdues", 1)
    assert "words-turning" in codes(judged(folder, sent))


def test_another_players_report_is_nothing_that_the_sender_has(tmp_path: Path) -> None:
    """Else whoever sends lines for his could learn whether they stand there."""
    folder = campaign(tmp_path / "c", "turn-2", TWO)
    other = handed_on(folder, "zoe", "txt")
    own = other[other.index("Les joueurs du camp") : other.index("Options et tirages")]
    row = judged(folder, f"{own}\njoueur: Anna\ntour: 2\nordres: rien\n")
    assert not row["accepted"]
    assert judged(folder, f"{own}\njoueur: Zoé\ntour: 2\nordres: rien\n")["accepted"]


def test_words_around_a_form_in_a_block_are_looked_at(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "c", "turn-2")
    form = good("template", folder, "--for", "Anna").out.replace("  déplacement:\n", "  déplacement: haut\n", 1)
    block = f"[code]\n{form}[/code]\n"
    assert judged(folder, block)["accepted"]
    assert "sans les mots autour, « merci »" in good("check", folder, "-", stdin=f"{block}merci\n").out
    assert codes(judged(folder, f"{block}euh non finalement je reste\n")) == {"words-turning"}
