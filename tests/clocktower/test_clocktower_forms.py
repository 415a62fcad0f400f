"""Forms of a game by post: sent back as they are, they are taken; what players write in them; and play without cron."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.clocked import at, fresh_clock
from support.commands import good, run

PLAYERS = "Zoé,Max,Luc,Éva,Ana,Léo,Tom"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a campaign whose setup is awaited; of its first night, Luc is a Fortune Teller and Zoé chooses nothing."""
    at("2026-11-30 10:00")
    made = tmp_path / "c"
    seed = "0e3a7c55d19b48f2a6c4b7e2931f8d60"
    good("new", made, "--game", "clocktower", "--set", "conduite=courrier", "--players", PLAYERS, "--seed", seed)
    return made


def test_the_storytellers_form_sent_back_agrees_to_everything(folder: Path) -> None:
    assert "2 autres questions dépendent de ces réponses" in good("status", folder).out
    first = good("template", folder, "--for", "mj").out
    assert "étape: mise en place\n" in first and "sac: d’accord\n" in first
    good("submit", folder, "-", stdin=first)
    second = good("template", folder, "--for", "mj").out
    assert "bluffs: d’accord\n" in second
    good("submit", folder, "-", stdin=second)
    good("resolve", folder)


def test_who_has_nothing_to_choose_can_send_his_form_as_it_is(folder: Path) -> None:
    good("resolve", folder, "--force")
    form = good("template", folder, "--for", "Zoé").out
    assert "\nordres: rien\n" in form
    good("submit", folder, "-", stdin=form)
    assert "\nordres: rien\n" in good("report", folder, "--for", "joueur:Zoé").out
    assert "choisir:\n" in good("template", folder, "--for", "Luc").out


@pytest.mark.parametrize("names", ["Max et Tom", "Max, Tom", "Max ; Tom", "[Max, Tom]"])
def test_names_are_read_as_a_list_without_brackets(folder: Path, names: str) -> None:
    good("resolve", folder, "--force")
    (row,) = run("check", folder, "-", "--json", stdin=f"joueur: Luc\ntour: 1\nordres:\n  choisir: {names}\n").json()
    assert row["orders"] == {"Luc": {"choose": ["Max", "Tom"]}}, row


def test_of_a_list_without_brackets_the_unknown_name_is_told(folder: Path) -> None:
    good("resolve", folder, "--force")
    told = run("check", folder, "-", stdin="joueur: Luc\ntour: 1\nordres:\n  choisir: Max et Tm\n").err
    assert "« Tm » n’est pas un joueur de cette partie. Peut-être « Tom »" in told.replace("\u00a0", " ")


def test_without_cron_a_night_ends_at_the_dawn_after_the_first_resolve(folder: Path) -> None:
    good("resolve", folder, "--force")
    at("2026-12-01 19:00")
    assert run("resolve", folder).code == 3
    at("2026-12-01 20:10")
    assert run("resolve", folder).code == 3
    good("submit", folder, "-", stdin=good("template", folder, "--for", "mj").out)
    waits = run("resolve", folder)
    assert waits.code == 3 and "mercredi 2 décembre à 8 h 00" in waits.err.replace("\u00a0", " ").replace("\u202f", " ")
    at("2026-12-02 08:00")
    assert "Joué : nuit 1." in good("resolve", folder).out.replace("\u00a0", " ")


def test_of_a_hundred_roles_a_fault_lists_a_few(folder: Path) -> None:
    good("resolve", folder, "--force")
    done = run("check", folder, "-", stdin="joueur: Luc\ntour: 2\nordres:\n  annonce: je suis gentil\n")
    assert "attendu : Lavandière, " in done.err and "Soldat, et d’autres." in done.err and "Vortox" not in done.err
