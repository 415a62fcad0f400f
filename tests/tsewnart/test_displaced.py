"""A player whose piece others have moved is told where it stood and stands; of who did it no report says more."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import EVERY_ROLE, campaign, good, plain, stage_folder, table

SAID = "Ta pièce a été déplacée : elle était en {}, elle est maintenant en {}."


def told(tmp_path: Path, form: str, **orders: str) -> dict[str, str]:
    """Return what each player reads of turn 1 with these orders."""
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    good("submit", folder, "-", stdin=table(1, **orders))
    good("resolve", folder, "--force")
    reports = stage_folder(folder, "turn-1") / "reports"
    found = {path.name.split("-")[2].split(".")[0]: path for path in reports.glob(f"player-*.{form}")}
    return {name: " ".join(plain(path.read_text(encoding="utf-8")).split()) for name, path in found.items()}


def moved(read: dict[str, str]) -> list[str]:
    """Return who reads that others have moved his piece."""
    return [player for player, text in read.items() if "a été déplacée" in text]


@pytest.mark.parametrize("form", ["txt", "bbcode", "html"])
def test_who_was_swapped_is_told_and_who_swapped_is_not(tmp_path: Path, form: str) -> None:
    read = told(tmp_path, form, Rien="{échanger: haut}", Luc="{déplacement: droite}")
    assert moved(read) == ["zoe"]
    assert SAID.format("(9;3)", "(9;4)") in read["zoe"]


def test_who_moved_and_was_elsewhere_in_the_end_is_told(tmp_path: Path) -> None:
    """He swaps after he has moved, with one who moves after that: both know where their own orders led."""
    read = told(tmp_path, "txt", Rien="{déplacement: gauche, échanger: haut}", Zoé="{déplacement: gauche}")
    assert (moved(read), "réussite" in read["zoe"]) == (["zoe"], True), read["zoe"]


def test_who_was_pulled_is_told(tmp_path: Path) -> None:
    read = told(tmp_path, "txt", Null="{attirer: haut}", Rien="{déplacement: gauche}")
    assert moved(read) == ["zoe"]
    assert SAID.format("(9;3)", "(9;4)") in read["zoe"]
