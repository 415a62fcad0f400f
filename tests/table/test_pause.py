"""``dès que complet: 6h``: once all orders are there, everybody may still correct his own for six hours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.clocked import ALL, at, cron, fresh_clock, put, rewrite, stages, status, tsewnart
from support.commands import good, result, run, tree

PAUSED = "échéance: {jours: 3, dès que complet: 6h}\n"
WHY = "tous les ordres sont là ; chacun peut encore corriger les siens, et le tour se joue le "


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    yield from fresh_clock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """All have sent at 11:00 of the first day."""
    folder = tsewnart(tmp_path / "p", PAUSED)
    cron(tmp_path)
    at("2026-11-20 11:00")
    put(folder, *ALL)
    return folder


def test_the_turn_is_played_six_hours_after_the_last_orders(folder: Path) -> None:
    played = len(stages(folder))
    cron(folder.parent)
    assert status(folder)["cron"]["what"] == "wait"
    assert f"il attendrait : {WHY}vendredi 20 novembre à 17 h 00." in good("status", folder).out
    at("2026-11-20 16:59")
    cron(folder.parent)
    assert len(stages(folder)) == played
    at("2026-11-20 17:00")
    cron(folder.parent)
    assert len(stages(folder)) == played + 1


def test_a_correction_begins_the_pause_anew_and_is_what_is_played(folder: Path) -> None:
    played = len(stages(folder))
    cron(folder.parent)
    at("2026-11-20 15:00")
    put(folder, "Anna", order="{déplacement: droite}")
    cron(folder.parent)
    at("2026-11-20 20:59")
    cron(folder.parent)
    assert len(stages(folder)) == played
    assert f"{WHY}vendredi 20 novembre à 21 h 00." in good("status", folder).out
    at("2026-11-20 21:00")
    cron(folder.parent)
    assert len(stages(folder)) == played + 1
    assert result(folder, "turn-1", "orders.json")["orders"]["Anna"] == {"move": "right"}


def test_a_deadline_before_the_end_of_the_pause_wins(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", PAUSED)
    played = len(stages(folder))
    cron(tmp_path)
    for when in ("2026-11-21 16:00", "2026-11-22 16:00", "2026-11-23 16:00"):
        at(when)
        cron(tmp_path)
    put(folder, *ALL)
    cron(tmp_path)
    assert f"{WHY}lundi 23 novembre à 20 h 00." in good("status", folder).out
    at("2026-11-23 20:00")
    cron(tmp_path)
    assert len(stages(folder)) == played + 1


def test_the_mj_waits_too_unless_he_forces(folder: Path) -> None:
    done = run("resolve", folder)
    assert done.code == 3
    assert f"{WHY}vendredi 20 novembre à 17 h 00" in done.err
    assert run("resolve", folder).code == 3
    assert good("resolve", folder, "--force").out.startswith("Joué : tour 1.")


def test_what_lies_in_the_inbox_counts_as_come_now(folder: Path) -> None:
    before = tree(folder)
    assert f"{WHY}vendredi 20 novembre à 17 h 00." in good("status", folder).out
    assert run("resolve", folder, "--dry-run").code == 3
    assert tree(folder) == before


def test_receipts_say_it(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", PAUSED)
    done = good("check", folder, "-", stdin="joueur: Anna\ntour: 1\nordres: rien\n")
    said = "ces ordres seront joués 6 heures après le dernier envoi, une fois tous les ordres là"
    assert f"{said} ; ils sont attendus pour le lundi 23 novembre à 20 h 00." in done.out
    rewrite(folder, "6h}", "6h}\nabsents: rien")
    done = good("check", folder, "-", stdin="joueur: Anna\ntour: 1\nordres: rien\n")
    assert f"{said}, le lundi 23 novembre à 20 h 00 au plus tard." in done.out


def test_a_refused_correction_is_waited_for_until_the_deadline(folder: Path) -> None:
    cron(folder.parent)
    at("2026-11-20 15:00")
    put(folder, "Anna", order="{déplacement: nulle part}")
    cron(folder.parent)
    at("2026-11-20 22:00")
    assert "un dernier fichier est refusé et pas encore corrigé (Anna)" in good("status", folder).out


def test_orders_that_came_ahead_are_corrected_from_the_beginning_of_their_turn(folder: Path) -> None:
    put_ahead = "joueur: {}\ntour: 2\nordres: rien\n"
    for player in ALL:
        good("submit", folder, "-", stdin=put_ahead.format(player))
    at("2026-11-20 18:00")
    good("submit", folder)
    good("resolve", folder, "--force")
    assert f"{WHY}samedi 21 novembre à 0 h 00." in good("status", folder).out


@pytest.mark.parametrize("written", ["6", "6h", "6 h", "6 heures", "6H"])
def test_hours_are_read_as_people_write_them(folder: Path, written: str) -> None:
    rewrite(folder, "complet: 6h", f"complet: {written}")
    assert f"{WHY}vendredi 20 novembre à 17 h 00." in good("status", folder).out


@pytest.mark.parametrize(
    ("written", "sentence"),
    [("demain", "attendu : oui ou non ; des heures, comme 6h."), ("0h", "trop petit"), ("241", "trop grand")],
)
def test_what_is_neither_a_word_nor_hours_is_refused(folder: Path, written: str, sentence: str) -> None:
    rewrite(folder, "complet: 6h", f"complet: {written}")
    done = run("status", folder)
    assert done.code == 2
    assert sentence in done.err


def test_a_change_of_it_is_said(folder: Path) -> None:
    rewrite(folder, "{jours: 3, dès que complet: 6h}", "{jours: 3, dès que complet: 12h}")
    out = good("status", folder).out
    assert "→ « jours : 3, dès que complet : 12h »" in out


def test_yes_is_at_once_as_ever(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, dès que complet: oui}\n")
    played = len(stages(folder))
    cron(tmp_path)
    put(folder, *ALL)
    cron(tmp_path)
    assert len(stages(folder)) == played + 1
