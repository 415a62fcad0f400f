"""Cells as players write them: by numbers, and by a letter where the campaign names its columns so."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import EVERY_ROLE, campaign, good, orders, report, run

LETTERS = EVERY_ROLE + "options: {colonnes: lettres}\n"


@pytest.mark.parametrize("cell", ["C2", "c2", "C 2", "(C2)", "C;2", "« C2 »", "(3;2)", "3;2"])
def test_a_column_may_be_a_letter_where_the_campaign_says_so(tmp_path: Path, cell: str) -> None:
    folder = campaign(tmp_path / "p", "turn-1", LETTERS)
    done = good("check", folder, "-", stdin=orders("Luc", 1, f"{{téléport: {cell}}}"))
    assert "Luc : tu te téléportes en (3;2)" in done.out


@pytest.mark.parametrize(
    "cell", ["(3;2)", "3,2", "[3;2]", "[3,2]", "3/2", "3-2", "x3 y2", "colonne 3 ligne 2", "ligne 2, colonne 3"]
)
def test_a_cell_is_read_as_people_write_it(tmp_path: Path, cell: str) -> None:
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    done = good("check", folder, "-", stdin=f"joueur: Luc\ntour: 1\nordres:\n  téléport: {cell}\n")
    assert "Luc : tu te téléportes en (3;2)" in done.out


@pytest.mark.parametrize("cell", ["3.2", "3 2", "x3 x2", "ligne 2", "3;2;1", "[3;2;1]", "[3]"])
def test_what_has_two_readings_or_none_is_no_cell(tmp_path: Path, cell: str) -> None:
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    done = run("check", folder, "-", stdin=f"joueur: Luc\ntour: 1\nordres:\n  téléport: {cell}\n")
    assert (done.code, done.out) == (1, "")


def test_elsewhere_it_is_no_cell(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    done = run("check", folder, "-", stdin=orders("Luc", 1, "{téléport: C2}"))
    assert done.code == 1
    assert "« C2 » n’est pas compris ici" in done.err


@pytest.mark.parametrize(("written", "column"), [("Z1", 26), ("AA1", 27), ("gr1", 200)])
def test_after_z_comes_aa(tmp_path: Path, written: str, column: int) -> None:
    folder = campaign(tmp_path / "p", "turn-1", LETTERS)
    done = run("check", folder, "-", stdin=orders("Luc", 1, f"{{téléport: {written}}}"))
    assert f"La case ({column};1) est hors du plateau" in done.err


def test_boards_have_letters_above_the_numbers(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", LETTERS)
    heads = report(folder, "--for", "public").splitlines()
    above = next(number for number, line in enumerate(heads) if line.split()[:3] == ["A", "B", "C"])
    assert heads[above + 1].split() == [str(column) for column, _ in enumerate(heads[above].split(), 1)]
    assert '<th scope="col">C<br>3</th>' in report(folder, "--for", "public", "--format", "html")
    assert "[td]C 3[/td]" in report(folder, "--for", "public", "--format", "bbcode")
