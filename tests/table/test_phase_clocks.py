"""``échéance`` may name phases, each with a clock of its own; ``à l'heure``: whatever is there is played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from resistance import campaigns as resistance
from support.clocked import (
    acts,
    at,
    cron,
    fleet,
    fresh_clock,
    letter,
    letters,
    put,
    rewrite,
    stages,
    status,
    told,
    tsewnart,
)
from support.commands import good, run
from support.depth import few

PHASES = 'échéance: {jours: 3, vote: {heures: 24}, mission: {jours: 1, heure: "9:00", grâce: 2}}\nabsents: permanents\n'
PLAYERS = ("Anna", "Bruno", "Chloé", "Denis", "Emma")


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    yield from fresh_clock()


def vote(folder: Path, *players: str) -> None:
    put(folder, *players, turn=resistance.state(folder)["turn"], order="{vote: oui}")


def due(folder: Path) -> str:
    return told(status(folder)["due"])


@pytest.mark.parametrize(
    ("stage", "expected"),
    [("proposal", "2026-11-23 20:00"), ("vote", "2026-11-21 10:00"), ("mission", "2026-11-21 09:00")],
)
def test_each_phase_has_its_clock(tmp_path: Path, stage: str, expected: str) -> None:
    assert due(fleet(tmp_path / "p", PHASES, stage)) == expected


def test_a_phase_goes_over_into_the_clock_of_the_next(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", PHASES, "vote")
    vote(folder, *PLAYERS)
    at("2026-11-21 08:00")
    cron(tmp_path)
    assert status(folder)["phase"] == "mission"
    assert due(folder) == "2026-11-22 09:00"  # less than twelve hours would be left


def test_everybody_is_told_the_time_of_the_stage_that_begins(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", PHASES, "vote")
    vote(folder, *PLAYERS)
    cron(tmp_path)
    at("2026-11-20 10:15")
    hour = "samedi 21 novembre à 9 h 00"
    assert hour in good("status", folder).out
    assert hour in good("status", folder, "--public").out
    assert hour in (folder / "public" / "index.html").read_text(encoding="utf-8").replace("\u00a0", " ")
    squad = resistance.state(folder)["squad"]
    assert hour in letter(folder, f"report-{PLAYERS.index(squad[0]) + 1:02d}")
    reports = folder / "turns" / stages(folder)[-1] / "reports"
    assert hour in (reports / "public.txt").read_text(encoding="utf-8").replace("\u00a0", " ").replace("\n", " ")
    assert "Délai : 1 jour, à 9 h 00." in good("report", folder, "--for", "public").out
    assert hour in good("template", folder, "--for", squad[0]).out


def test_hours_are_said_in_reports(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", PHASES, "proposal")
    chief = resistance.state(folder)["commander"]
    put(folder, chief, turn=resistance.state(folder)["turn"], order="{escadron: [Anna, Bruno]}")
    cron(tmp_path)
    assert "Délai : 24 heures." in good("report", folder, "--for", "public").out
    assert due(folder) == "2026-11-21 10:00"


def test_a_grace_of_a_phase_is_its_own(tmp_path: Path) -> None:
    assert told(status(fleet(tmp_path / "p", PHASES, "mission"))["closes"]) == "2026-11-21 11:00"
    assert told(status(fleet(tmp_path / "q", PHASES, "vote"))["closes"]) == "2026-11-21 10:00"


def test_a_campaign_tells_in_public_what_the_stage_has(tmp_path: Path) -> None:
    told_public = run("status", fleet(tmp_path / "p", PHASES, "vote"), "--public", "--json").json()
    assert told_public["deadline"] == {"hours": 24}
    told_public = run("status", fleet(tmp_path / "q", PHASES, "proposal"), "--public", "--json").json()
    assert told_public["deadline"] == {"days": 3}


def test_an_extension_and_the_brake_know_the_clock_of_the_phase(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", PHASES, "vote")
    cron(tmp_path)
    good("extend", folder, "--more", "5h", "--reason", "motif", "--by", "MJ")
    assert due(folder) == "2026-11-21 15:00"
    other = fleet(tmp_path / "q" / "q", PHASES, "vote")
    cron(tmp_path / "q")
    rewrite(other, "heures: 24", "heures: 2")
    at("2026-11-20 14:00")
    cron(tmp_path / "q")
    assert acts(other)[-1]["cause"]["code"] == "moved"  # the players were told another hour


def test_a_clock_of_another_phase_moves_nothing(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", PHASES, "proposal")
    cron(tmp_path)
    rewrite(folder, "heures: 24", "heures: 2")
    at("2026-11-20 14:00")
    cron(tmp_path)
    assert acts(folder) == []
    assert due(folder) == "2026-11-23 20:00"


def test_an_undoing_begins_the_clock_of_the_phase_anew(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", PHASES, "vote")
    vote(folder, *PLAYERS)
    cron(tmp_path)
    at("2026-11-20 18:00")
    good("undo", folder, "--reason", "motif", "--public", "motif", "--by", "MJ", "--yes")
    assert due(folder) == "2026-11-21 18:00"


def test_reminders_of_a_phase_are_counted_from_its_deadline(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", PHASES.replace("heures: 24", "heures: 24, relances: [3]"), "vote")
    vote(folder, *PLAYERS[1:])
    at("2026-11-21 06:59")
    cron(tmp_path)
    assert not letters(folder, "reminder")
    at("2026-11-21 07:00")
    cron(tmp_path)
    assert len(letters(folder, "reminder")) == 1


def test_tsewnart_has_clocks_of_its_phases_too(tmp_path: Path) -> None:
    clocks = "échéance: {jours: 3, choix des rôles: {jours: 7}, placement: {heures: 48}}\n"
    found = [due(tsewnart(tmp_path / stage, clocks, stage)) for stage in ("roles", "placement", "turn-1")]
    assert found == ["2026-11-27 20:00", "2026-11-22 10:00", "2026-11-23 20:00"]


# At the hour, whatever is there -------------------------------------------------------------------------------


@few(4)
@pytest.mark.parametrize("absents", ["", "absents: attendre\n", "absents: rien\n", "absents: permanents\n"])
@pytest.mark.parametrize("sent", [5, 4])
def test_at_a_fixed_hour_a_stage_is_played_whatever_is_there(tmp_path: Path, absents: str, sent: int) -> None:
    folder = fleet(
        tmp_path / "p", f"échéance: {{jours: 3, grâce: 5, vote: {{heures: 24, à l’heure: oui}}}}\n{absents}", "vote"
    )
    played = len(stages(folder))
    vote(folder, *PLAYERS[:sent])
    cron(tmp_path)
    at("2026-11-21 09:59")
    cron(tmp_path)
    assert len(stages(folder)) == played
    at("2026-11-21 10:00")
    cron(tmp_path)
    assert len(stages(folder)) == played + 1


def test_no_correction_is_waited_for_after_a_fixed_hour(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", "échéance: {jours: 3, à l’heure: oui}\n", "vote")
    played = len(stages(folder))
    vote(folder, *PLAYERS)
    cron(tmp_path)
    put(folder, "Anna", turn=resistance.state(folder)["turn"], order="{vot: oui}")
    at("2026-11-22 10:00")
    cron(tmp_path)
    at("2026-11-23 19:59")
    cron(tmp_path)
    at("2026-11-23 20:00")
    cron(tmp_path)
    assert len(stages(folder)) == played + 1


def test_what_cannot_do_without_orders_waits_at_a_fixed_hour_too(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, à l’heure: oui}\n", "placement")
    cron(tmp_path)
    at("2026-11-23 20:00")
    cron(tmp_path)
    assert stages(folder) == ["0001-roles"]
    assert status(folder)["cron"]["look"]


def test_too_many_missing_at_a_fixed_hour_hold_the_campaign(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", "échéance: {jours: 3, à l’heure: oui}\n", "vote")
    vote(folder, "Anna")
    cron(tmp_path)
    at("2026-11-22 08:00")
    cron(tmp_path)
    at("2026-11-23 20:00")
    cron(tmp_path)
    assert acts(folder)[-1]["cause"]["code"] == "share"


def test_a_receipt_says_the_fixed_hour(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", "échéance: {jours: 3, à l’heure: oui}\n", "vote")
    vote(folder, "Anna")
    cron(tmp_path)
    assert "Sans autre envoi, ces ordres seront joués le lundi 23 novembre à 20 h 00." in letter(folder, "receipt")


# Days that are skipped -----------------------------------------------------------------------------------------

SKIPPED = "échéance: {jours: 2, sauf: [samedi, dimanche, 24/11/2026], vote: {heures: 24}, mission: {sauf: []}}\n"


@pytest.mark.parametrize(
    ("stage", "expected"),
    [("proposal", "2026-11-25 20:00"), ("vote", "2026-11-23 10:00"), ("mission", "2026-11-22 20:00")],
)
def test_days_that_are_skipped_do_not_count_but_where_a_phase_says_so(
    tmp_path: Path, stage: str, expected: str
) -> None:
    """It begins on a Friday at ten."""
    assert due(fleet(tmp_path / "p", SKIPPED, stage)) == expected


def test_players_are_told_which_days_do_not_count(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", SKIPPED, "proposal")
    put(folder, "Anna", turn=1, order="{escadron: [Anna, Bruno]}")
    cron(tmp_path)
    assert "Délai : 24 heures. Ne comptent pas : samedi, dimanche." in good("report", folder, "--for", "public").out
    vote(folder, *PLAYERS)
    cron(tmp_path)
    assert "Délai : 2 jours, à 20 h 00.\n" in good("report", folder, "--for", "public").out


def test_nothing_is_played_at_the_hour_of_a_day_that_is_skipped(tmp_path: Path) -> None:
    clock = "échéance: {jours: 1, sauf: [samedi, dimanche], dès que complet: non}\n"
    folder = fleet(tmp_path / "p", clock, "vote")
    vote(folder, *PLAYERS)
    for moment in ("2026-11-20 20:05", "2026-11-21 20:05", "2026-11-22 20:05", "2026-11-23 19:55"):
        at(moment)
        cron(tmp_path)
        assert status(folder)["phase"] == "vote"
    at("2026-11-23 20:05")
    cron(tmp_path)
    assert status(folder)["phase"] == "mission"
    assert due(folder) == "2026-11-24 20:00"


def test_a_day_that_is_skipped_later_moves_the_deadline_at_once_and_is_told(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", "échéance: {jours: 3}\n", "vote")
    assert due(folder) == "2026-11-23 20:00"
    rewrite(folder, "{jours: 3}", "{jours: 3, sauf: [lundi, 2026-11-24]}")
    assert due(folder) == "2026-11-25 20:00"
    assert "sauf : lundi, 24/11/2026" in good("status", folder).out


def test_the_mj_may_extend_to_a_day_that_is_skipped(tmp_path: Path) -> None:
    """He names the moment himself, and reads it."""
    folder = fleet(tmp_path / "p", SKIPPED, "vote")
    good("extend", folder, "--until", "28/11/2026 20:00", "--reason", "x")
    assert due(folder) == "2026-11-28 20:00"


@pytest.mark.parametrize(
    "line",
    [
        "{jours: 2, sauf: [lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche]}",
        "{jours fixes: [lundi], sauf: [lundi]}",
        "{jours: 2, sauf: [lundi], vote: {jours fixes: [lundi]}}",
    ],
)
def test_a_clock_of_which_no_day_is_left_is_refused(tmp_path: Path, line: str) -> None:
    folder = resistance.begun(tmp_path / "p")
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(f"échéance: {line}\n")
    done = run("status", folder)
    assert done.code == 2
    assert "« sauf » ne laisse aucun jour : aucune échéance ne viendrait jamais." in done.err


def test_english_words_for_it(tmp_path: Path) -> None:
    folder = resistance.begun(tmp_path / "p")
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("language: en\ndeadline: {days: 2, except: [Saturday, Sunday, 2026-12-25]}\n")
    good("resolve", folder)
    assert "Not counted: Saturday, Sunday." in good("report", folder, "--for", "public").out
