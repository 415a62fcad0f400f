"""Windows: stages in which somebody may act, and mostly nobody does; what was left answers at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import windowed
from support.clocked import acts, at, cron, fresh_clock, letter, letters, stages, status, told
from support.commands import drop, good, result, run, unannounced
from support.depth import few

from adjudicator.desk import visit
from adjudicator.mail.outbox import REPORT

ANNA_FIRST = "alarmes: [1, 0, 0]\n"
DAYS = "échéance: {jours: 3, fenêtres: {heures: 24}}\n"


@pytest.fixture(autouse=True, scope="module")
def _game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    yield from windowed.program_knows(tmp_path_factory.mktemp("vigie"))


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    yield from fresh_clock()


def send(folder: Path, player: str, orders: str = "", standing: str = "", turn: int | None = None) -> None:
    """Put a file of a player into the inbox, for the stage awaited."""
    turn = turn or status(folder)["turn"]
    lines = [f"joueur: {player}", f"tour: {turn}"]
    lines += [f"ordres: {orders}"] if orders else []
    lines += [f"permanents: {standing}"] if standing else []
    number = len(list((folder / "inbox").iterdir()))
    drop(folder, f"{number:03d}-{player}.yaml", "\n".join([*lines, ""]), number)


def bid(folder: Path, *players: str, standing: str = "") -> None:
    for number, player in enumerate(players or windowed.PLAYERS, 1):
        send(folder, player, f"{{mise: {number}}}", standing)


def opened(folder: Path, more: str = "", standing: str = "") -> Path:
    """A campaign in which the bids of the first round have been played: the first window is open."""
    windowed.campaign(folder, more)
    cron(folder)
    bid(folder, standing=standing)
    cron(folder)
    return folder


def awaited(folder: Path) -> str:
    return str(status(folder)["phase"])


# They answer at once ---------------------------------------------------------------------------------------------


def test_a_window_is_open_until_its_own_deadline(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS)
    assert awaited(folder) == "first"
    assert told(status(folder)["due"]) == "2026-11-21 10:00"
    at("2026-11-21 09:59")
    cron(folder)
    assert awaited(folder) == "first"
    at("2026-11-21 10:00")
    assert "la fenêtre était ouverte jusqu’au samedi 21 novembre à 10 h 00" in cron(folder).out
    assert awaited(folder) == "second"


@few(1)
@pytest.mark.parametrize("absents", ["", "absents: attendre\n", "absents: rien\n", "absents: permanents\n"])
def test_it_ends_at_its_deadline_whatever_is_done_about_absents(tmp_path: Path, absents: str) -> None:
    folder = opened(tmp_path / "p", DAYS + absents)
    at("2026-11-21 10:00")
    cron(folder)
    assert awaited(folder) == "second"
    assert acts(folder) == []


def test_a_window_in_which_all_have_sent_waits_for_nobody(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST)
    send(folder, "Anna", "{alarme: garde}")
    assert "tous ceux qui pouvaient agir ont répondu" in cron(folder).out
    assert awaited(folder) == "second"
    send(folder, "Anna", "rien")
    cron(folder)
    assert awaited(folder) == "bids"


@pytest.mark.parametrize("left", ["{alarme: garde}", "{alarme: si rouge}"])
def test_what_was_left_passes_several_windows_in_one_visit(tmp_path: Path, left: str) -> None:
    folder = windowed.campaign(tmp_path / "p", DAYS + "alarmes: [1, 1, 0]\n")
    cron(folder)
    bid(folder)
    for player in windowed.PLAYERS[:2]:
        send(folder, player, standing=left)
    done = cron(folder)
    assert stages(folder) == ["0001-bids-1", "0002-first-2", "0003-second-3"]
    assert "joué, tour 1, mises : tous les ordres sont là. Maintenant : tour 4, mises" in done.out
    assert "joué à la suite, tour 2, première fenêtre : tous ceux qui pouvaient agir ont répondu" in done.out
    assert "joué à la suite, tour 3, seconde fenêtre" in done.out
    table = result(folder, "first-2", "orders.json")
    assert table["absent"] == [] and sorted(table.get("answered", []) + table["stood_in"]) == ["Anna", "Bruno"]
    good("verify", folder)


def test_an_alarm_that_was_left_is_used_in_the_first_window(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST, standing="{alarme: oui}")
    assert stages(folder) == ["0001-bids-1", "0002-first-2"]  # nobody holds one any more: there is no second
    table = result(folder, "first-2", "orders.json")
    assert (table["orders"], table["stood_in"]) == ({"Anna": {"alarm": "yes"}}, ["Anna"])
    assert "answered" not in table


def test_one_who_has_left_nothing_is_waited_for(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS)
    send(folder, "Anna", standing="{alarme: garde}")
    send(folder, "Bruno", "rien")
    cron(folder)
    found = status(folder)
    assert (found["missing"], found["answered"], found["received"]) == (["Chloé"], ["Anna"], ["Bruno"])
    shown = good("status", folder).out
    assert "Ce qu’ils ont laissé répond pour eux : Anna" in shown
    assert "une fenêtre est ouverte jusqu’au samedi 21 novembre à 10 h 00 : un joueur peut encore y agir" in shown
    send(folder, "Chloé", standing="{alarme: garde}")
    cron(folder)
    assert awaited(folder) == "second"


def test_a_standing_order_of_another_phase_answers_nothing(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST, standing="{mise: 4}")
    assert awaited(folder) == "first" and status(folder)["missing"] == ["Anna"]


SCORED = "{si: [{mes points: {au moins: 1}, alors: {alarme: oui}}]}"


def test_a_clause_answers_at_once_whether_it_holds_or_not(tmp_path: Path) -> None:
    """Chloé’s bid scores. All are judged on what they saw before the window, and nobody is waited for."""
    folder = opened(tmp_path / "p", DAYS, standing=SCORED)
    assert stages(folder) == ["0001-bids-1", "0002-first-2", "0003-second-3"]
    table = result(folder, "first-2", "orders.json")
    assert (table["orders"], table["stood_in"], table["answered"]) == (
        {"Chloé": {"alarm": "yes"}},
        ["Chloé"],
        ["Anna", "Bruno"],
    )
    asked = {player: [(row["became"], row["facts"]) for row in rows] for player, rows in table["clauses"].items()}
    assert asked == {"Anna": [("failed", [False])], "Bruno": [("failed", [False])], "Chloé": [("applied", [True])]}
    assert result(folder, "second-3", "orders.json")["answered"] == ["Anna", "Bruno"]
    assert "(1) appliqué : alarme yes" in good("report", folder, "--turn", "2", "--for", "joueur:Chloé").out.replace(
        "\u00a0", " "
    )
    for reader in ("public", "joueur:Bruno"):
        assert "appliqué" not in good("report", folder, "--turn", "2", "--for", reader).out
    good("verify", folder)


def test_a_clause_that_keeps_an_alarm_is_an_answer_and_once_means_once(tmp_path: Path) -> None:
    keeps = "{si: [{manche: 1, une fois: oui, alors: {alarme: garde}}, {manche: 1, alors: {alarme: oui}}]}"
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST, standing=keeps)
    first, second = (result(folder, stage, "orders.json") for stage in ("first-2", "second-3"))
    assert (first["orders"], first["answered"], len(first["standing"]["Anna"]["if"])) == ({}, ["Anna"], 1)
    assert [(row["number"], row["became"]) for row in first["clauses"]["Anna"]] == [(1, "applied")]
    assert (second["orders"], second["clauses"]["Anna"][0]["number"]) == ({"Anna": {"alarm": "yes"}}, 1)
    good("verify", folder)


def test_a_clause_without_an_order_for_a_window_answers_nothing_and_a_sent_order_wins(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST, standing="{si: [{manche: 1, alors: {mise: 5}}]}")
    assert awaited(folder) == "first" and status(folder)["missing"] == ["Anna"]
    send(folder, "Anna", "{alarme: garde}", standing="{si: [{manche: 1, alors: {alarme: oui}}]}")
    cron(folder)
    assert result(folder, "first-2", "orders.json")["orders"] == {"Anna": {"alarm": "no"}}
    assert result(folder, "second-3", "orders.json")["orders"] == {"Anna": {"alarm": "yes"}}


def test_what_is_seen_in_windows_alone_decides_no_bid(tmp_path: Path) -> None:
    folder = windowed.campaign(tmp_path / "p", DAYS)
    text = "joueur: Anna\ntour: 1\npermanents: {si: [{mes points: 1, alors: {mise: 5}}]}\n"
    assert "n’est pas connu au moment où « mise » se donne" in run("check", folder, "-", stdin=text).err.replace(
        "\u00a0", " "
    )


def test_in_other_stages_what_was_left_stands_in_at_the_deadline(tmp_path: Path) -> None:
    folder = windowed.campaign(tmp_path / "p", DAYS + "absents: permanents\n")
    cron(folder)
    for player in windowed.PLAYERS:
        send(folder, player, standing="{mise: 4, alarme: garde}")
    cron(folder)
    at("2026-11-22 08:00")
    cron(folder)
    assert awaited(folder) == "bids" and "answered" not in status(folder)
    at("2026-11-23 20:00")
    cron(folder)
    assert stages(folder) == ["0001-bids-1", "0002-first-2", "0003-second-3"]


def test_where_standing_orders_serve_for_nothing_they_answer_nothing(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST, standing="")
    send(folder, "Anna", standing="{alarme: oui}")
    file = folder / "campaign.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "absents: rien\n", encoding="utf-8")
    cron(folder)
    assert status(folder)["missing"] == ["Anna"]
    at("2026-11-21 10:00")
    cron(folder)
    table = result(folder, "first-2", "orders.json")
    assert (table["orders"], table["stood_in"], table["absent"]) == ({}, [], ["Anna"])


def test_orders_sent_ahead_answer_a_window(tmp_path: Path) -> None:
    folder = windowed.campaign(tmp_path / "p", DAYS + ANNA_FIRST)
    cron(folder)
    send(folder, "Anna", "{alarme: garde}", turn=2)
    bid(folder)
    cron(folder)
    assert stages(folder) == ["0001-bids-1", "0002-first-2"]
    waits = windowed.campaign(tmp_path / "q", DAYS + ANNA_FIRST + "d'avance: attendent\n")
    cron(waits)
    send(waits, "Anna", "{alarme: garde}", turn=2)
    bid(waits)
    cron(waits)
    assert (awaited(waits), status(waits)["missing"]) == ("first", [])
    at("2026-11-21 10:00")
    cron(waits)
    assert awaited(waits) == "second"


def test_a_window_may_last_its_full_time(tmp_path: Path) -> None:
    clock = "échéance: {jours: 3, fenêtres: {heures: 24, à l’heure: oui}}\n"
    folder = opened(tmp_path / "p", clock + ANNA_FIRST, standing="{alarme: garde}")
    assert (awaited(folder), status(folder)["missing"]) == ("first", [])
    at("2026-11-21 09:59")
    cron(folder)
    assert awaited(folder) == "first"
    at("2026-11-21 10:00")
    cron(folder)
    assert awaited(folder) == "second"


@pytest.mark.parametrize("general", ["dès que complet: non", "dès que complet: 6h", "grâce: 5"])
def test_a_window_waits_for_no_hour_nor_corrections_that_others_wait_for(tmp_path: Path, general: str) -> None:
    clock = f"échéance: {{jours: 3, {general}, fenêtres: {{heures: 24}}}}\n"
    folder = windowed.campaign(tmp_path / "p", clock + ANNA_FIRST)
    cron(folder)
    bid(folder, standing="{alarme: garde}")
    good("resolve", folder, "--force")
    assert awaited(folder) == "bids" and len(stages(folder)) == 3
    assert run("status", folder, "--json").json()["turn"] == 4


def test_a_window_ends_without_a_grace(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", "échéance: {jours: 3, grâce: 5, fenêtres: {heures: 24}}\n")
    at("2026-11-21 10:00")
    cron(folder)
    assert awaited(folder) == "second"


def test_at_most_ten_stages_are_played_in_one_visit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windowed, "_next", endless)
    folder = opened(tmp_path / "p", DAYS, standing="{alarme: garde}")
    assert len(stages(folder)) == 10
    cron(folder)
    assert len(stages(folder)) == 20


def endless(setting: Any, state: windowed.State) -> windowed.State:
    """Let a window follow every stage, to the end of time."""
    from dataclasses import replace

    return replace(state, phase="first")


def test_the_next_visit_goes_on_where_one_was_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(visit, "MOST", 1)
        folder = opened(tmp_path / "p", DAYS + ANNA_FIRST, standing="{alarme: garde}")
        assert stages(folder) == ["0001-bids-1"]
    assert "joué, tour 2, première fenêtre" in cron(folder).out
    assert stages(folder) == ["0001-bids-1", "0002-first-2", "0003-second-3"]


def test_in_a_mail_a_letter_with_several_reports_is_text(tmp_path: Path) -> None:
    """A page holds one report, and programs of mail show the page."""
    folder = windowed.campaign(tmp_path / "p", DAYS + ANNA_FIRST)
    bid(folder, standing="{alarme: garde}")
    good("resolve", folder)
    assert sorted(letters(folder, "reports-")) == ["reports-02-bruno", "reports-03-chloe"]
    assert not any(name.startswith(REPORT) for name in letters(folder, "reports-"))


def test_but_one_stage_that_is_no_window_is_played_in_one_visit(tmp_path: Path) -> None:
    folder = windowed.campaign(tmp_path / "p", DAYS + ANNA_FIRST)
    cron(folder)
    for turn in (4, 7):
        for player in windowed.PLAYERS:
            send(folder, player, "{mise: 3}", turn=turn)
    bid(folder, standing="{alarme: garde}")
    cron(folder)
    assert len(stages(folder)) == 3
    cron(folder)
    assert len(stages(folder)) == 6


def test_after_a_window_the_next_stage_is_played_in_the_same_visit(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST)
    for player in windowed.PLAYERS:
        send(folder, player, "{mise: 3}", turn=4)
    send(folder, "Anna", standing="{alarme: garde}")
    cron(folder)
    assert [name[5:] for name in stages(folder)] == [
        *("bids-1", "first-2", "second-3", "bids-4", "first-5", "second-6")
    ]


def test_who_corrects_what_was_refused_is_waited_for(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST)
    send(folder, "Anna", standing="{alarme: garde}")
    send(folder, "Anna", "{alarme: ouix}")
    cron(folder)
    assert status(folder)["missing"] == ["Anna"]
    send(folder, "Anna", "{alarme: oui}")
    cron(folder)
    assert result(folder, "first-2", "orders.json")["orders"] == {"Anna": {"alarm": "yes"}}


def test_orders_sent_ahead_for_a_number_that_became_a_window_hold_nothing_up(tmp_path: Path) -> None:
    folder = windowed.campaign(tmp_path / "p", DAYS + ANNA_FIRST)
    cron(folder)
    send(folder, "Anna", "{mise: 7}", turn=2)
    bid(folder, standing="{alarme: garde}")
    assert "refusé : 0" in cron(folder).out
    assert stages(folder) == ["0001-bids-1", "0002-first-2", "0003-second-3"]


# What it does not count for --------------------------------------------------------------------------------------


def test_that_nobody_acts_sets_off_no_brake(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + "absents: permanents\nfrein: {manquants: 1}\n")
    at("2026-11-21 10:00")
    cron(folder)
    assert awaited(folder) == "second" and acts(folder) == []


def test_it_is_not_counted_in_public(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS)
    before = good("status", folder, "--public").out, run("status", folder, "--public", "--json").out
    send(folder, "Anna", "{alarme: garde}")
    send(folder, "Bruno", standing="{alarme: garde}")
    cron(folder)
    assert before == (good("status", folder, "--public").out, run("status", folder, "--public", "--json").out)
    assert json.loads(before[1])["received"] is None
    assert "sur 3" not in before[0]
    assert "3 joueurs peuvent agir. Qui l’a fait ne se dit pas.\n" in before[0]
    assert "mission" not in before[0]


def test_nobody_is_told_that_he_is_late(tmp_path: Path) -> None:
    clock = "échéance: {jours: 3, fenêtres: {heures: 24, relances: [6]}}\n"
    folder = opened(tmp_path / "p", clock + "alarmes: [1, 1, 0]\n")
    send(folder, "Anna", standing="{alarme: garde}")
    at("2026-11-21 04:00")
    cron(folder)
    assert [name for name in letters(folder, "reminder") if name.endswith("bruno")] == list(letters(folder, "reminder"))
    assert len(letters(folder, "reminder")) == 1
    assert "Tu peux encore agir (tour 2, première fenêtre), jusqu’au samedi 21 novembre à 10 h 00." in (
        letter(folder, "reminder")
    )
    file = folder / "campaign.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("heures: 24", "heures: 23"), encoding="utf-8")
    at("2026-11-21 09:00")
    cron(folder)
    assert acts(folder)[-1]["cause"]["code"] == "moved"
    assert len(letters(folder, "reminder")) == 1


def test_the_time_counts_in_windows_too(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS)
    at("2026-11-23 20:00")
    cron(folder)
    assert acts(folder)[-1]["cause"]["code"] == "silence"


def test_without_a_deadline_the_mj_is_named(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p")
    found = status(folder)
    assert (found["cron"]["what"], found["cron"]["look"]) == ("wait", True)


def test_an_empty_seat_holds_no_window_up(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST)
    done = good("leave", folder, "Anna", "--reason", "x", "--public", "Anna est partie.", "--by", "MJ", "--yes").out
    assert "dès que quelque chose le sera" in done.replace("\n", " ") or done
    at("2026-11-21 10:00")
    cron(folder)
    assert awaited(folder) == "second"
    other = opened(tmp_path / "q", ANNA_FIRST)
    good("leave", other, "Anna", "--reason", "x", "--public", "Anna est partie.", "--by", "MJ", "--yes")
    assert status(other)["cron"]["look"]


# Letters and receipts --------------------------------------------------------------------------------------------


def test_only_those_whom_a_window_concerns_are_written_to(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST)
    assert len(letters(folder, "report")) == 3  # of the bids
    send(folder, "Anna", "{alarme: garde}")
    cron(folder)
    of_first = sorted(path.name for path in (folder / "outbox" / "0002-first-2").glob("report*"))
    assert of_first == ["report-01-anna.txt"]
    at("2026-11-21 10:00")
    send(folder, "Anna", "{alarme: garde}")
    cron(folder)
    of_second = {path.name: path.read_text("utf-8") for path in (folder / "outbox" / "0003-second-3").glob("report*")}
    assert sorted(of_second) == ["report-01-anna.txt", "reports-02-bruno.txt", "reports-03-chloe.txt"]
    told_bruno = of_second["reports-02-bruno.txt"].replace("\u00a0", " ")
    assert told_bruno.index("La vigie : tour 3") < told_bruno.index("Avant cela : tour 2, première fenêtre.")
    assert "La vigie : tour 2, première fenêtre, pour Bruno seulement" in told_bruno
    assert "Avant cela" not in of_second["report-01-anna.txt"]


def test_at_the_end_of_the_game_all_are_written_to(tmp_path: Path) -> None:
    folder = windowed.campaign(tmp_path / "p", DAYS + ANNA_FIRST, rounds=1)
    cron(folder)
    bid(folder, standing="{alarme: garde}")
    cron(folder)
    assert status(folder)["phase"] == "over"
    assert len(list((folder / "outbox" / "0003-second-3").glob("report*"))) == 3


def test_the_letter_of_a_window_is_the_same_when_it_is_written_again(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST, standing="{alarme: garde}")
    outbox = folder / "outbox" / "0003-second-3"
    before = {path.name: path.read_bytes() for path in outbox.glob("report*")}
    unannounced(folder / "turns" / "0003-second-3")
    for path in outbox.glob("report*"):
        path.unlink()
    good("submit", folder)
    assert {path.name: path.read_bytes() for path in outbox.glob("report*")} == before


def test_a_receipt_says_that_what_is_left_answers(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS)
    send(folder, "Anna", standing="{alarme: garde}")
    send(folder, "Bruno", "{alarme: oui}")
    cron(folder)
    answered = "Ce que tu as laissé répond pour toi, et on ne t’attend pas : tu ne fais rien. Tu peux encore envoyer"
    assert answered in letter(folder, "receipt-0001-01")
    sent = "quand tous ceux qui peuvent agir auront répondu, le samedi 21 novembre à 10 h 00 au plus tard."
    assert sent in letter(folder, "receipt-0002-02")


def test_whose_orders_were_refused_is_waited_for_and_told_so_whatever_he_has_left(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS)
    send(folder, "Anna", "{alarme: peut-être}")
    cron(folder)
    send(folder, "Anna", standing="{alarme: garde}")
    cron(folder)
    assert "Anna" in status(folder)["missing"]
    assert "Ce que tu as laissé répond pour toi" not in letter(folder, "receipt-0002-01")


# The other commands ----------------------------------------------------------------------------------------------


def test_resolve_plays_on_through_windows(tmp_path: Path) -> None:
    folder = windowed.campaign(tmp_path / "p", ANNA_FIRST)
    bid(folder, standing="{alarme: garde}")
    done = good("resolve", folder)
    assert done.out.count("Joué : ") == 3 and "Maintenant attendu : tour 4, mises." in done.out


def test_resolve_does_not_play_another_stage_by_itself(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", ANNA_FIRST)
    for player in windowed.PLAYERS:
        send(folder, player, "{mise: 3}", turn=4)
    send(folder, "Anna", standing="{alarme: garde}")
    good("resolve", folder)
    assert awaited(folder) == "bids"
    assert status(folder)["turn"] == 4


def test_a_hold_stops_windows_and_the_mj_may_end_one_by_force(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST)
    good("hold", folder, "--reason", "x", "--by", "MJ", "--yes")
    send(folder, "Anna", standing="{alarme: garde}")
    cron(folder)
    assert awaited(folder) == "first"
    good("release", folder, "--reason", "x", "--by", "MJ", "--yes")
    cron(folder)
    assert awaited(folder) == "bids"
    forced = opened(tmp_path / "q", DAYS)
    assert run("resolve", forced).code == 3
    good("resolve", forced, "--force")
    assert awaited(forced) == "second"


def test_an_extension_moves_a_window(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST)
    good("extend", folder, "--more", "5h", "--reason", "x", "--by", "MJ", "--yes")
    assert told(status(folder)["due"]) == "2026-11-21 15:00"
    assert [name.rpartition("-")[2] for name in letters(folder, "extension")] == ["anna"]


def test_windows_are_taken_back_and_played_again(tmp_path: Path) -> None:
    folder = windowed.campaign(tmp_path / "p", DAYS + "alarmes: [1, 1, 0]\n")
    cron(folder)
    bid(folder)
    send(folder, "Anna", standing="{alarme: garde}")
    send(folder, "Bruno", standing="{alarme: si rouge}")
    cron(folder)
    before = {name: result(folder, name[5:], "state.json") for name in stages(folder)}
    assert len(before) == 3
    good("undo", folder, "--to", "1", "--reason", "x", "--public", "x", "--by", "MJ", "--yes")
    assert awaited(folder) == "bids"
    good("replay", folder, "--by", "MJ", "--yes")
    assert {name: result(folder, name[5:], "state.json") for name in stages(folder)} == before
    good("verify", folder)


def test_a_window_that_was_taken_back_waits_for_the_mj(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST, standing="{alarme: garde}")
    good("undo", folder, "--reason", "x", "--public", "x", "--by", "MJ", "--yes")
    cron(folder)
    assert awaited(folder) == "second"
    good("resolve", folder)
    assert awaited(folder) == "bids"


def test_a_campaign_with_windows_is_exported_and_verified(tmp_path: Path) -> None:
    folder = windowed.campaign(tmp_path / "p", DAYS + ANNA_FIRST, rounds=1)
    cron(folder)
    bid(folder, standing="{alarme: garde}")
    cron(folder)
    good("export", folder, tmp_path / "partie.json")
    good("verify", tmp_path / "partie.json")


def test_the_mj_reads_who_answered_and_the_players_do_not(tmp_path: Path) -> None:
    folder = opened(tmp_path / "p", DAYS + ANNA_FIRST, standing="{alarme: garde}")
    assert "Ont répondu par ce qu’ils avaient laissé, sans rien faire : Anna." in (
        good("report", folder, "--turn", "2", "--for", "mj").out.replace("\n", " ")
    )
    for reader in ("public", "joueur:Bruno"):
        assert "répondu" not in good("report", folder, "--turn", "2", "--for", reader).out
