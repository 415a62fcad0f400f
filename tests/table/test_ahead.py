"""Orders sent ahead count as sent when their stage comes; with ``d'avance: attendent`` they wait for its deadline."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from resistance import campaigns as resistance
from support.clocked import ALL, at, cron, fleet, fresh_clock, letter, letters, put, stages, status, tsewnart
from support.commands import good, result, run
from support.depth import few

PLAYERS = ("Anna", "Bruno", "Chloé", "Denis", "Emma")
DAYS = "échéance: {jours: 3}\n"
WAIT = "d'avance: attendent\n"


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    yield from fresh_clock()


def walk(folder: Path, *ahead: str) -> None:
    """Play turn 1, for which all have sent; these have sent for turn 2 before."""
    put(folder, *ahead, turn=2)
    good("submit", folder)
    put(folder, *ALL)
    cron(folder)
    assert stages(folder)[-1] == "0003-turn-1"


@few(1)
@pytest.mark.parametrize("more", ["", DAYS])
@pytest.mark.parametrize("word", ["", "d'avance: comptent\n", "d’avance: comptent\n"])
def test_orders_sent_ahead_count_as_sent(tmp_path: Path, more: str, word: str) -> None:
    folder = tsewnart(tmp_path / "p", more + word)
    walk(folder, *ALL)
    assert status(folder)["missing"] == []
    cron(folder)
    assert stages(folder)[-1] == "0004-turn-2"
    assert set(result(folder, "turn-2", "orders.json")["orders"]) == set(ALL)


def test_votes_sent_ahead_count_as_sent(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", DAYS, "proposal")
    turn = resistance.state(folder)["turn"]
    put(folder, *PLAYERS, turn=turn + 1, order="{vote: oui}")
    good("submit", folder)
    put(folder, resistance.state(folder)["commander"], turn=turn, order="{escadron: [Anna, Bruno]}")
    good("run", folder)
    cron(folder)
    assert stages(folder)[-1] == f"0003-vote-{turn + 1}"


def test_where_they_wait_the_deadline_decides(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", DAYS + WAIT)
    walk(folder, "Anna")
    put(folder, *ALL[1:], turn=2)
    cron(folder)
    found = status(folder)
    assert (found["missing"], found["cron"]["what"], found["cron"]["look"]) == ([], "wait", False)
    assert "ceux d’un joueur ont été envoyés d’avance (Anna) ; le tour se joue le lundi 23 novembre à 20 h 00" in (
        found["cron"]["why"].replace("\u00a0", " ").replace("\u202f", " ")
    )
    done = run("resolve", folder)
    assert done.code == 3 and "envoyés d’avance (Anna)" in done.err
    for hour in ("2026-11-22 09:00", "2026-11-23 19:59"):
        at(hour)
        cron(folder)
    assert stages(folder)[-1] == "0003-turn-1"
    assert not letters(folder, "reminder")  # nothing is missing
    at("2026-11-23 20:00")
    cron(folder)
    assert stages(folder)[-1] == "0004-turn-2"


def test_who_sends_again_waits_for_nobody(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", DAYS + WAIT)
    walk(folder, "Anna")
    put(folder, *ALL, turn=2)
    cron(folder)
    assert stages(folder)[-1] == "0004-turn-2"


def test_without_a_deadline_nothing_is_waited_for(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", WAIT)
    walk(folder, *ALL)
    cron(folder)
    assert stages(folder)[-1] == "0004-turn-2"


def test_the_letter_tells_when_orders_sent_ahead_are_played(tmp_path: Path) -> None:
    for name, more, said in (
        ("p", DAYS, "quand tous les ordres seront là, le lundi 23 novembre à 20 h 00 au plus tard."),
        ("q", DAYS + WAIT, "Sans autre envoi, tes ordres pour le tour 2 seront joués le lundi 23 novembre à 20 h 00."),
    ):
        folder = tsewnart(tmp_path / name, f"{more}absents: permanents\n")
        walk(folder, "Anna")
        assert said in letter(folder, "report-01")
