"""The time of a campaign: when a stage is due, who is reminded when, what the MJ and the brake may do to its course."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from resistance.campaigns import FIVE
from support.clocked import (
    ALL,
    DUE,
    START,
    THREE_DAYS,
    acts,
    at,
    cron,
    fleet,
    fresh_clock,
    letter,
    letters,
    paris,
    put,
    put_table,
    rewrite,
    stages,
    status,
    told,
    tsewnart,
    unmarked,
)
from support.commands import drop, good, on_terminal, orders, plain, received, result, results, run, send, table, tree
from support.depth import few

MONDAY = "lundi 23 novembre à 20 h 00"
DUE_NAMED = "2026-11-23-20h00"
"""That Monday as it stands in the names of letters."""
EVERYBODY = "Anna, Luc, Max, Paul, Rita, Zoé"
NOTHING = "absents: rien\n"
STANDING = "absents: permanents\n"
NO_BRAKE = "frein: {manquants: 100, silence: 8760}\n"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def visited(folder: Path, *times: str) -> str:
    """Let cron come at these times, each once, and return what it printed the last time, on one line."""
    out = ""
    for when in times:
        at(when)
        out = unmarked(cron(folder).out)
    return out.split("\n  ")[0].removeprefix(f"{folder} : ").strip()


# --- Due


def test_days_are_counted_from_the_day_on_which_the_stage_began(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING + NO_BRAKE)
    assert (
        visited(folder, START)
        == f"en attente. Il manque les ordres de 6 joueurs ; échéance le {MONDAY}. Attendus : {', '.join(ALL)}."
    )
    assert visited(folder, "2026-11-22 10:00", "2026-11-23 19:59").startswith("en attente.")
    assert visited(folder, DUE) == (
        f"joué, tour 1 : l’échéance était le {MONDAY} ; il manque les ordres de 6 joueurs ({EVERYBODY})."
        " Maintenant : tour 2, jusqu’au jeudi 26 novembre à 20 h 00."
    )


def test_a_new_campaign_is_not_due_before_a_command_has_written(tmp_path: Path) -> None:
    """Else its deadline would move on with every day on which the MJ only looks."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS, stage="roles")
    (folder / "began.json").unlink()
    for when in (START, "2026-11-25 10:00"):
        at(when)
        assert status(folder)["due"] is None
        for options in ([], ["--public"]):
            assert "2026" not in good("status", folder, *options).out
            assert "Échéance" not in good("status", folder, *options).out
        good("template", folder, "--for", "Anna")
        assert not (folder / "began.json").exists()
    drop(folder, "1.yaml", "joueur: Anna\nrôles: {Anna: brute, Luc: agile, Max: archer}\n")
    good("submit", folder)
    assert "Échéance : samedi 28 novembre à 20 h 00\n" in good("status", folder).out


def test_the_stage_that_begins_shortly_before_a_weekdays_hour_skips_it(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {chaque: [lundi, jeudi]}\n", began="2026-11-22 10:00")
    put_table(folder, *ALL)
    assert "Maintenant : tour 2, jusqu’au jeudi 26 novembre à 20 h 00." in visited(folder, "2026-11-23 19:00")


def test_weekdays_and_the_hour_of_a_zone(tmp_path: Path) -> None:
    more = "échéance: {jours fixes: [lundi, jeudi], heure: '21:30', fuseau: America/Montreal}\n" + NOTHING + NO_BRAKE
    folder = tsewnart(tmp_path / "p", more)
    assert told(status(folder)["due"]) == "2026-11-24 03:30"
    assert "échéance le lundi 23 novembre à 21 h 30 (America/Montreal)." in visited(folder, START)
    assert visited(folder, "2026-11-22 10:00", "2026-11-24 03:29").startswith("en attente.")
    assert "Maintenant : tour 2, jusqu’au jeudi 26 novembre à 21 h 30 (America/Montreal)." in visited(
        folder, "2026-11-24 03:30"
    )


def test_a_turn_played_early_moves_no_weekday(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {chaque: [lundi]}\n")
    put_table(folder, *ALL)
    assert "Maintenant : tour 2, jusqu’au lundi 23 novembre à 20 h 00." in visited(folder, START)


def test_the_clocks_go_back_in_between(tmp_path: Path) -> None:
    """From a Saturday to the Monday after: eight in the evening there, an hour longer to wait."""
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 2}\n" + NOTHING + NO_BRAKE, began="2026-10-24 10:00")
    at("2026-10-24 12:00")
    row = status(folder)
    assert told(row["due"]) == "2026-10-26 20:00"
    assert row["due"] == "2026-10-26T19:00:00+00:00"
    assert "échéance le lundi 26 octobre à 20 h 00." in visited(folder, "2026-10-24 12:00")
    assert visited(folder, "2026-10-25 12:00", "2026-10-26T18:59:00+00:00").startswith("en attente.")
    assert visited(folder, "2026-10-26T19:00:00+00:00").startswith("joué, tour 1")


def test_an_hour_that_comes_twice_is_the_first(tmp_path: Path) -> None:
    more = "échéance: {jours fixes: [dimanche], heure: '02:30'}\n" + NOTHING + NO_BRAKE
    folder = tsewnart(tmp_path / "p", more, began="2026-10-24 10:00")
    assert visited(folder, "2026-10-24 12:00", "2026-10-25T00:29:00+00:00") == ""
    said = visited(folder, "2026-10-25T00:30:00+00:00")
    assert said.startswith("joué, tour 1")
    assert "jusqu’au dimanche 1er novembre à 2 h 30" in said


def test_of_an_hour_that_comes_twice_it_is_said_which_one_is_meant(tmp_path: Path) -> None:
    more = "échéance: {jours fixes: [dimanche], heure: '02:30', fuseau: Europe/Paris}\n" + NOTHING + NO_BRAKE
    folder = tsewnart(tmp_path / "p", more, began="2026-10-24 10:00")
    said = visited(folder, "2026-10-24 12:00")
    assert "le dimanche 25 octobre à 2 h 30, avant le recul de l’heure (Europe/Paris)" in said
    done = run("extend", folder, "--more", "1h", "--yes", "--reason", "une heure de plus")
    assert "dimanche 25 octobre 2026 à 2 h 30, après le recul de l’heure (Europe/Paris)" in done.out
    done = run("extend", folder, "--more", "2h", "--yes", "--reason", "deux de plus")
    assert "dimanche 25 octobre 2026 à 4 h 30 (Europe/Paris)" in done.out


def test_grace(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, grâce: 12}\n" + NOTHING + NO_BRAKE)
    assert visited(folder, START, "2026-11-22 10:00", DUE) == (
        "en attente. L’échéance est passée ; les ordres de 6 joueurs sont attendus jusqu’au mardi 24 novembre à 8 h 00."
        f" Attendus : {', '.join(ALL)}."
    )
    assert "Les ordres en retard sont attendus jusqu’au mardi 24 novembre à 8 h 00." in good("status", folder).out
    put(folder, "Anna", order="{déplacement: droite}")
    at("2026-11-24 07:59")
    assert cron(folder).code == 0
    assert letter(folder, "receipt-0001-01-anna").endswith(" le mardi 24 novembre à 8 h 00 au plus tard.")
    assert visited(folder, "2026-11-24 08:00").startswith("joué, tour 1")
    assert list(result(folder, "turn-1", "orders.json")["orders"]) == ["Anna"]


def test_letters_tell_the_deadline_and_its_grace_only_once_it_has_passed(tmp_path: Path) -> None:
    """Whoever reads of the end of grace takes that for the deadline."""
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, grâce: 12}\n" + NOTHING + NO_BRAKE)
    put(folder, "Anna")
    visited(folder, START, "2026-11-22 20:00")
    told_before = [letter(folder, "receipt-0001-01-anna"), letter(folder, f"reminder-{DUE_NAMED}-24h-02-luc")]
    assert all(MONDAY in text and "24 novembre" not in text for text in told_before)
    visited(folder, DUE)
    assert letter(folder, f"reminder-{DUE_NAMED}-0h-02-luc") == (
        f"Tes ordres manquent toujours (tour 1) : ils étaient attendus avant le {MONDAY}.\n"
        "Si rien n’arrive de toi avant le mardi 24 novembre à 8 h 00, tu ne fais rien."
    )


def test_late_orders_that_are_all_end_the_grace(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, grâce: 12}\n" + NOTHING)
    visited(folder, START, "2026-11-22 10:00", DUE)
    put_table(folder, *ALL)
    assert visited(folder, "2026-11-23 22:00").startswith("joué, tour 1 : tous les ordres sont là.")


def test_as_soon_as_all_are_there_unless_the_campaign_waits_for_the_hour(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, dès que complet: non}\n")
    put_table(folder, *ALL)
    assert visited(folder, START) == f"en attente. Tous les ordres sont là ; le tour se joue le {MONDAY}."
    done = run("resolve", folder)
    assert done.code == 3
    assert f"Pas encore : tous les ordres sont là ; le tour se joue le {MONDAY}." in done.err
    at("2026-11-22 10:00")
    drop(folder, "anna.yaml", orders("Anna", 1, "{déplacement: droite}"))  # there is time to think again
    cron(folder)
    played = f"Sans autre envoi, ces ordres seront joués le {MONDAY}, si tous les ordres sont là."
    assert played in letter(folder, "receipt-0002-01-anna")
    assert visited(folder, "2026-11-23 19:59") == ""
    assert visited(folder, DUE).startswith("joué, tour 1 : tous les ordres sont là.")
    assert result(folder, "turn-1", "orders.json")["orders"]["Anna"] == {"move": "right"}


def test_after_the_hour_a_receipt_says_that_it_has_passed(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    put_table(folder, *ALL[2:])
    at("2026-11-23 21:00")
    done = good("submit", folder, "-", stdin=orders("Anna", 1, "rien"))
    passed = f"l’heure limite, le {MONDAY}, est passée"
    assert f"Sans autre envoi, ces ordres seront joués dès que l’étape se jouera : {passed}." in done.out
    form = " ".join(good("template", folder, "--for", "Luc").out.replace("\n# ", " ").split())
    assert (
        f"{passed[:1].upper()}{passed[1:]} : si rien n’arrive de toi avant que l’étape se joue, tu ne fais rien."
        in form
    )
    assert "au plus tard" not in done.out + form


def test_the_mj_may_play_before_the_hour_all_the_same(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, dès que complet: non}\n")
    put_table(folder, *ALL)
    assert good("resolve", "--force", folder).out.startswith("table.yaml : accepté.")
    assert stages(folder)[-1] == "0003-turn-1"


# --- The missing


def test_wait(tmp_path: Path) -> None:
    """What happens where the campaign says nothing: nobody's turn is taken from him, and the MJ is told."""
    for more in (THREE_DAYS, THREE_DAYS + "absents: attendre\n"):
        folder = tsewnart(tmp_path / str(len(more)) / "p", more)
        put_table(folder, *ALL[1:])
        visited(folder, START, "2026-11-22 10:00", "2026-11-23 21:00")
        at("2026-11-25 10:00")
        assert cron(folder).code == 1
        why = plain(status(folder)["cron"]["why"])
        assert why == f"l’échéance était le {MONDAY} ; il manque les ordres d’un joueur (Anna), et la partie les attend"
        assert stages(folder)[-1] == "0002-placement"
        put(folder, "Anna")
        assert visited(folder, "2026-11-25 11:00").startswith("joué, tour 1 : tous les ordres sont là.")


def test_nothing(tmp_path: Path) -> None:
    """The missing do nothing, and standing orders are refused: they would not serve."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    put_table(folder, *ALL[2:])
    drop(folder, "anna.yaml", "joueur: Anna\ntour: 1\npermanents: {déplacement: droite}\n", 1)
    assert "en attente" in visited(folder, START)
    assert (
        "Dans cette partie, des ordres permanents ne serviraient pas : le MJ a choisi qu’aucun ne soit joué."
        in letter(folder, "receipt-0002-01-anna")
    )
    assert f"Si rien n’arrive de toi avant le {MONDAY}, tu ne fais rien." in letter(folder, "receipt-0002-01-anna")
    visited(folder, "2026-11-22 10:00")
    assert visited(folder, DUE).startswith("joué, tour 1 : l’échéance était le")
    kept = result(folder, "turn-1", "orders.json")
    assert (list(kept["orders"]), kept["absent"], kept["stood_in"]) == (list(ALL[2:]), ["Anna", "Luc"], [])


def test_standing_orders_are_played_at_the_deadline_and_not_before(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + STANDING)
    put_table(folder, *ALL[1:])
    drop(folder, "anna.yaml", "joueur: Anna\ntour: 1\npermanents: {déplacement: droite}\n", 1)
    assert (
        visited(folder, START)
        == f"en attente. Il manque les ordres d’un joueur ; échéance le {MONDAY}. Attendus : Anna."
    )
    assert f"Si rien n’arrive de toi avant le {MONDAY}, tes ordres permanents sont joués" in letter(
        folder, "receipt-0002-01-anna"
    )
    assert visited(folder, "2026-11-22 10:00", "2026-11-23 19:59").startswith("en attente.")
    assert visited(folder, DUE).startswith("joué, tour 1 : l’échéance était le")
    kept = result(folder, "turn-1", "orders.json")
    assert (kept["orders"]["Anna"], kept["stood_in"], kept["absent"]) == ({"move": "right"}, ["Anna"], [])


def test_standing_orders_are_kept_for_the_next_turn_and_wait_for_its_deadline_too(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", THREE_DAYS + STANDING + NO_BRAKE)
    put_table(folder, *FIVE[1:], turn=2, order="{vote: oui}")
    drop(folder, "anna.yaml", "joueur: Anna\ntour: 2\npermanents: {vote: oui, mission: réussite}\n", 1)
    assert visited(folder, START, "2026-11-22 10:00", DUE).startswith("joué, tour 2, vote : ")
    put(folder, "Bruno", turn=3, order="{mission: réussite}")
    assert "en attente. Il manque les ordres d’un joueur ; échéance le jeudi 26 novembre" in visited(
        folder, "2026-11-24 10:00"
    )
    assert visited(folder, "2026-11-26 10:00").startswith("en attente.")
    assert visited(folder, "2026-11-26 20:00").startswith("joué, ")
    assert result(folder, "mission-3", "orders.json")["stood_in"] == ["Anna"]


@pytest.mark.parametrize("missing", [NOTHING, STANDING])
def test_a_stage_that_cannot_do_without_waits_whatever_is_chosen(tmp_path: Path, missing: str) -> None:
    for stage in ("roles", "placement"):
        folder = tsewnart(tmp_path / stage / "p", THREE_DAYS + missing, stage=stage)
        visited(folder, START, "2026-11-22 10:00")
        at("2026-11-23 20:05")
        done = cron(folder)
        assert done.code == 1
        assert "il manque les ordres de 2 joueurs (Anna, Paul), et la partie les attend." in done.out
        assert "Le tour attend tes ordres : il ne peut pas se jouer sans eux." in letter(
            folder, f"reminder-{DUE_NAMED}-0h-01"
        )
        forced = run("resolve", "--force", folder)
        assert forced.code == 3
        assert "l’étape ne peut pas se jouer sans ces ordres" in forced.err


# --- Reminders


def reminders(folder: Path) -> list[str]:
    """Return the names of the reminders written, less the players' numbers."""
    return sorted({name.removeprefix("reminder-").rsplit("-", 2)[0] for name in letters(folder, "reminder")})


def test_a_day_before_by_default_to_those_who_are_missing_and_once(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    send(folder, table(1, **dict.fromkeys(ALL[:4], "rien")))
    assert "dans outbox" not in cron(folder).out
    at("2026-11-22 10:00")
    assert cron(folder) == (0, "", "")
    at("2026-11-22 19:59")
    assert cron(folder) == (0, "", "")
    at("2026-11-22 20:00")
    assert "  relances écrites dans outbox : Rita, Zoé\n" in cron(folder).out
    assert list(letters(folder, "reminder")) == [
        f"reminder-{DUE_NAMED}-24h-05-rita",
        f"reminder-{DUE_NAMED}-24h-06-zoe",
    ]
    assert letter(folder, f"reminder-{DUE_NAMED}-24h-05-rita") == (
        "Tes ordres manquent encore (tour 1).\n"
        f"Tes ordres sont attendus pour le {MONDAY} ; si le MJ joue sans eux, tu ne fais rien."
    )
    at("2026-11-22 20:10")
    before = tree(folder / "outbox")
    assert cron(folder) == (0, "", "")
    assert tree(folder / "outbox") == before
    assert "Relances écrites : Rita, Zoé\n" in good("status", folder).out
    assert told(status(folder)["reminded"]["Zoé"]) == "2026-11-22 20:00"


def test_as_often_as_the_campaign_says(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, relances: [48, 6]}\n")
    cron(folder)
    at("2026-11-21 20:00")
    assert "relances écrites dans outbox : Anna, Luc, Max, Paul, Rita, Zoé\n" in cron(folder).out
    put(folder, *ALL[1:5])
    at("2026-11-22 20:00")
    assert "dans outbox" not in cron(folder).out
    at("2026-11-23 14:05")
    assert "relances écrites dans outbox : Anna, Zoé\n" in cron(folder).out
    assert reminders(folder) == [f"{DUE_NAMED}-48h", f"{DUE_NAMED}-6h"]
    at("2026-11-23 20:05")
    assert "relances écrites dans outbox : Anna, Zoé\n" in cron(folder).out
    assert letter(folder, f"reminder-{DUE_NAMED}-0h-01-anna").startswith(
        f"Tes ordres manquent toujours (tour 1) : ils étaient attendus avant le {MONDAY}."
    )
    at("2026-11-23 20:10")
    assert "dans outbox" not in cron(folder).out


def test_of_several_that_were_missed_only_the_last_is_written(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, relances: [48, 24, 6]}\n")
    visited(folder, START, "2026-11-23 15:00")
    assert reminders(folder) == []  # three days without cron: the brake
    good("release", folder, "--reason", "vu")
    visited(folder, "2026-11-23 15:10")
    assert reminders(folder) == [f"{DUE_NAMED}-6h"]


def test_none_for_a_stage_that_has_begun_since(tmp_path: Path) -> None:
    """Whoever has just had his report needs no reminder."""
    folder = tsewnart(tmp_path / "p", "échéance: {chaque: [lundi], relances: [72, 24]}\n", began="2026-11-22 21:00")
    at("2026-11-22 22:00")
    assert "dans outbox" not in cron(folder).out
    at("2026-11-23 19:00")
    assert cron(folder) == (0, "", "")
    assert reminders(folder) == []


def test_none_where_the_campaign_wants_none_but_the_late_one(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, relances: []}\n")
    visited(folder, START, "2026-11-22 10:00", "2026-11-23 19:59")
    assert reminders(folder) == []
    visited(folder, DUE)
    assert reminders(folder) == [f"{DUE_NAMED}-0h"]


def test_no_late_one_where_the_turn_is_played(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING + NO_BRAKE)
    visited(folder, START, "2026-11-22 10:00", "2026-11-22 21:00", DUE)
    assert stages(folder)[-1] == "0003-turn-1"
    assert reminders(folder) == [f"{DUE_NAMED}-24h"]


def test_none_while_the_campaign_is_held(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    good("hold", folder, "--reason", "Noël")
    visited(folder, START, "2026-11-22 21:00", "2026-11-23 21:00")
    assert letters(folder) == {}


def test_a_deadline_that_was_moved_has_reminders_of_its_own(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    visited(folder, START, "2026-11-22 10:00", "2026-11-22 21:00")
    good("extend", folder, "--more", "2j", "--reason", "grippe")
    visited(folder, "2026-11-23 21:00")
    assert reminders(folder) == [f"{DUE_NAMED}-24h"]
    visited(folder, "2026-11-24 21:00")
    assert reminders(folder) == [f"{DUE_NAMED}-24h", "2026-11-25-20h00-24h"]


# --- More time


@pytest.mark.parametrize(
    ("option", "text", "expected"),
    [
        ("--more", "2j", "2026-11-25 20:00"),
        ("--more", "1 jour", "2026-11-24 20:00"),
        ("--more", "6h", "2026-11-24 02:00"),
        ("--more", "+36 heures", "2026-11-25 08:00"),
        ("--more", "3d", "2026-11-26 20:00"),
        ("--more", "37j", "2026-12-30 20:00"),
        ("--until", "28/11/2026 20:00", "2026-11-28 20:00"),
        ("--until", "28/11/2026 à 8h", "2026-11-28 08:00"),
        ("--until", "28/11/2026 21h30", "2026-11-28 21:30"),
        ("--until", "28/11/2026 21", "2026-11-28 21:00"),
        ("--until", "28/11/2026 à 9", "2026-11-28 09:00"),
        ("--until", "28/11/2026, 21 heures", "2026-11-28 21:00"),
        ("--until", "2026-11-28 21", "2026-11-28 21:00"),
        ("--until", "2026-11-28 21h", "2026-11-28 21:00"),
        ("--until", "2026-11-28 20:00", "2026-11-28 20:00"),
        ("--until", "2026-11-28T20:00:00+00:00", "2026-11-28 21:00"),
        ("--until", "22/11/2026 20:00", "2026-11-22 20:00"),  # sooner: as the MJ says
    ],
)
def test_extend(tmp_path: Path, option: str, text: str, expected: str) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    done = good("extend", folder, option, text, "--reason", "La grippe", "--by", "Zoé")
    row = status(folder)
    assert told(row["due"]) == expected
    sooner = "C’est plus tôt qu’avant.\n" if expected < DUE else ""
    assert done.out.startswith(f"{sooner}Nouvelle échéance : ")
    assert " 2026 à " in done.out
    assert "Des messages pour les joueurs sont dans outbox ; ils donnent le motif : La grippe" in done.out
    (act,) = acts(folder)
    assert {key: act[key] for key in ("act", "by", "reason", "stage", "until")} == {
        "act": "extend",
        "by": "Zoé",
        "reason": "La grippe",
        "stage": "0003-turn-1",
        "until": row["due"],
    }
    assert told(act["at"]) == START
    assert "Échéance déplacée par Zoé : La grippe" in good("status", folder).out


def test_days_over_a_change_of_the_clocks_keep_the_hour(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 1}\n", began="2026-10-23 10:00")
    at("2026-10-23 11:00")
    good("extend", folder, "--more", "2j", "--reason", "x")
    assert told(status(folder)["due"]) == "2026-10-26 20:00"
    good("extend", folder, "--more", "24h", "--reason", "x")
    good("extend", folder, "--until", "2026-10-24 20:00", "--reason", "x")
    good("extend", folder, "--more", "48h", "--reason", "x")
    assert told(status(folder)["due"]) == "2026-10-26 19:00"  # hours are hours


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ["--until", "20/11/2026 09:59"],
            "vendredi 20 novembre 2026 à 9 h 59 : c’est déjà passé. Rien n’a été changé.",
        ),
        (["--until", "20/11/2026 10:00"], "vendredi 20 novembre 2026 à 10 h 00 : c’est déjà passé."),
        (["--until", "30/02/2027 20:00"], "« 30/02/2027 20:00 » n’est pas une date et une heure"),
        (["--until", "28/11/2026 24"], "« 28/11/2026 24 » n’est pas une date et une heure : écrivez par exemple"),
        (["--until", "2026-12-01"], "« 2026-12-01 » n’est pas une date et une heure : écrivez par exemple"),
        (["--until", "20261201"], "« 20261201 » n’est pas une date et une heure : écrivez par exemple"),
        (["--until", "28/11/2026"], "« 28/11/2026 » n’est pas une date et une heure : écrivez par exemple"),
        (["--until", "demain"], "« demain » n’est pas une date et une heure : écrivez par exemple 28/11/2026 20:00."),
        (["--until", "0001-01-01 00:00"], "« 0001-01-01 00:00 » n’est pas une date et une heure"),
        (["--until", "9999-12-31 23:59-05:00"], "« 9999-12-31 23:59-05:00 » n’est pas une date et une heure"),
        (["--until", "9999-12-31 20:00"], "« 9999-12-31 20:00 » n’est pas une date et une heure"),
        (
            ["--more", "deux jours"],
            "« deux jours » n’est pas compris ; écrivez « 2j », « 6h », ou une date avec « --until ».",
        ),
        (["--more", "400000j"], "« 400000j » va trop loin : une échéance va jusqu’à l’an 2999 au plus."),
        (["--more", "999999999h"], "« 999999999h » va trop loin"),
        (["--more", "-2j"], "« -2j » n’est pas compris"),
        (["--more", "2"], "« 2 » n’est pas compris"),
        ([], "Dites l’un ou l’autre"),
        (["--more", "2j", "--until", "28/11/2026 20:00"], "Dites l’un ou l’autre"),
    ],
)
def test_extend_refuses_what_it_does_not_understand(tmp_path: Path, options: list[str], said: str) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    done = run("extend", folder, *options, "--reason", "x")
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert acts(folder) == []
    assert letters(folder) == {}
    assert told(status(folder)["due"]) == DUE


def test_more_days_than_anybody_waits(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    good("extend", folder, "--more", "1000j", "--reason", "x")
    assert told(status(folder)["due"]) == "2029-08-19 20:00"


@pytest.mark.parametrize("until", ["23/11/2026 20:00", "2026-11-23T19:00:00+00:00"])
def test_extend_to_the_deadline_that_there_is_changes_nothing_and_writes_to_nobody(tmp_path: Path, until: str) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    done = good("extend", folder, "--until", until, "--reason", "x")
    assert done.out == "C’est déjà l’échéance : lundi 23 novembre 2026 à 20 h 00. Rien n’a été changé.\n"
    assert (acts(folder), letters(folder)) == ([], {})
    assert status(folder)["extension"] is None


def test_nothing_to_extend(tmp_path: Path) -> None:
    done = run("extend", tsewnart(tmp_path / "p"), "--more", "2j", "--reason", "x")
    assert (done.code, done.err) == (2, "Cette partie n’a pas d’échéance : il n’y a rien à déplacer.\n")
    done = run("extend", tsewnart(tmp_path / "q", THREE_DAYS, stage="over"), "--more", "2j", "--reason", "x")
    assert (done.code, done.err) == (2, "La partie est terminée : il n’y a plus de tour à jouer.\n")
    assert run("extend", tmp_path / "p", "--more", "2j").code == 2  # without a reason


def test_players_are_told_of_an_extension_and_why(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", THREE_DAYS, stage="mission")  # of which two are awaited
    cron(folder)
    good("extend", folder, "--more", "2j", "--reason", "La grippe de {name}")
    moved = "extension-n001-2026-11-25-20h00"
    assert list(letters(folder)) == [f"{moved}-01-anna", f"{moved}-02-bruno", f"public-{moved}"]
    text = letter(folder, f"{moved}-01-anna")
    assert "c’est maintenant le mercredi 25 novembre à 20 h 00. Le MJ dit pourquoi : La grippe de {name}" in text
    assert text.splitlines()[1].startswith("Tes ordres sont attendus pour le mercredi 25 novembre à 20 h 00 ; ")
    page = (folder / "public" / "index.html").read_text().replace("\u00a0", " ")
    assert "mercredi 25 novembre à 20 h 00" in page
    assert "grippe" not in page


def test_more_time_is_for_one_stage(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    good("extend", folder, "--more", "9j", "--reason", "x")
    put_table(folder, *ALL)
    assert "Maintenant : tour 2, jusqu’au lundi 23 novembre à 20 h 00." in visited(folder, START)
    assert status(folder)["extension"] is None


def test_after_the_deadline_has_passed_there_may_be_more_time_still(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    visited(folder, START, "2026-11-22 10:00")
    at("2026-11-23 21:00")
    assert cron(folder).code == 1
    good("extend", folder, "--until", "25/11/2026 20:00", "--reason", "x")
    done = cron(folder)
    assert done.code == 0
    assert "échéance le mercredi 25 novembre à 20 h 00." in done.out


# --- Held


def test_hold_and_release_are_kept_with_who_and_why(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    done = good("hold", folder, "--reason", "Noël", "--by", "Zoé")
    awaited = f"Ordres attendus : {EVERYBODY}\n"
    assert done.out == f"En pause ; motif : Noël. Rien ne sera joué avant « adjudicator release ».\n{awaited}"
    assert status(folder)["held"]
    assert (
        "il ne jouerait rien : en pause depuis le vendredi 20 novembre à 10 h 00, par Zoé : Noël."
        in good("status", folder).out
    )
    at("2026-11-21 10:00")
    assert good("release", folder, "--reason", "Bonne année").out == (
        f"La partie reprend. Motif : Bonne année\n{awaited}"
        "Si le programme passait de lui-même maintenant, il attendrait :"
        f" il manque les ordres de 6 joueurs ; échéance le {MONDAY}.\n"
    )
    assert not status(folder)["held"]
    hold, release = acts(folder)
    assert (hold["act"], hold["by"], hold["reason"], told(hold["at"])) == ("hold", "Zoé", "Noël", START)
    assert (release["act"], release["reason"], told(release["at"])) == ("release", "Bonne année", "2026-11-21 10:00")
    assert release["by"]  # the system's user
    assert [path.name for path in sorted((folder / "acts").iterdir())] == ["0001-hold.json", "0002-release.json"]
    assert {path.stat().st_mode & 0o777 for path in (folder / "acts").iterdir()} == {0o600}


def test_while_held_orders_are_received_and_nothing_is_played(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    good("hold", folder, "--reason", "Noël")
    put(folder, *ALL)
    done = cron(folder)
    assert done.code == 1
    assert "en pause depuis le vendredi 20 novembre à 10 h 00" in done.out
    assert "  6 fichiers d’ordres acceptés\n" in done.out
    assert len(received(folder, "turn-1")) == 6
    assert len(letters(folder, "receipt")) == 6
    send(folder, orders("Anna", 1, "{déplacement: droite}"))
    for options in ([], ["--force"]):
        done = run("resolve", folder, *options)
        assert done.code == 3
        assert "La partie est en pause depuis le vendredi 20 novembre à 10 h 00, par " in done.err
        assert f'Rien n’a été joué. Pour la reprendre : adjudicator release {folder} --reason "…"\n' in done.err
    assert visited(folder, DUE, "2026-12-24 10:00").startswith("en pause depuis le vendredi 20 novembre à 10 h 00")
    assert stages(folder)[-1] == "0002-placement"
    released = good("release", folder, "--reason", "x").out
    assert f"L’échéance est passée ({MONDAY})" in released
    assert visited(folder, "2026-12-24 10:01").startswith("joué, tour 1 : tous les ordres sont là.")


def test_letters_of_deadlines_moved_twice_follow_the_decisions(tmp_path: Path) -> None:
    """Whoever sends them by hand, in the order of their names, ends with the date that counts."""
    folder = fleet(tmp_path / "p", THREE_DAYS, stage="mission")
    for until in ("2026-12-05 20:00", "2026-11-28 20:00", "2026-12-05 20:00"):
        good("extend", folder, "--until", until, "--reason", "x")
    told = [letter(folder, name) for name in sorted(letters(folder)) if name.endswith("anna")]
    said = [
        next(day for day in ("5 décembre", "28 novembre") if f"maintenant le samedi {day}" in text) for text in told
    ]
    assert said == ["5 décembre", "28 novembre", "5 décembre"]


def test_while_held_letters_and_forms_say_so(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    good("hold", folder, "--reason", "Noël")
    held = "La partie est en pause : rien n’est joué avant que le MJ ne la reprenne."
    said = good("submit", folder, "-", stdin=orders("Anna", 1, "rien")).out
    assert said.endswith(f"  {held}\n")
    good("extend", folder, "--more", "2j", "--reason", "x")
    moved = "extension-n001-2026-11-25-20h00"
    for name in ("receipt-0001-01-anna", f"{moved}-01-anna", f"{moved}-02-luc"):
        assert letter(folder, name).splitlines()[-1] == held, name
    for player in ("Anna", "Luc"):
        form = " ".join(line.lstrip("# ") for line in good("template", folder, "--for", player).out.splitlines())
        assert held in form, player
    good("release", folder, "--reason", "x")
    assert held not in good("submit", folder, "-", stdin=orders("Anna", 1, "rien")).out


def test_even_while_held_a_rehearsal_shows_what_would_come(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    put_table(folder, *ALL)
    good("hold", folder, "--reason", "Noël")
    done = good("resolve", "--dry-run", folder)
    assert "La partie est en pause" in done.err
    assert "Essai : rien n’est écrit." in done.out


def test_a_hold_lasts_from_stage_to_stage_until_it_is_released(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    good("hold", folder, "--reason", "un", "--by", "Zoé")
    assert good("hold", folder, "--reason", "deux").out == (
        "En pause ; motif : deux. Rien ne sera joué avant « adjudicator release ».\n"
        "Elle l’était déjà : en pause depuis le vendredi 20 novembre à 10 h 00, par Zoé : un.\n"
        f"Ordres attendus : {EVERYBODY}\n"
    )
    assert "deux" in good("status", folder).out
    good("release", folder, "--reason", "x")
    assert not status(folder)["held"]
    done = run("release", folder, "--reason", "x")
    assert (done.code, done.err) == (2, "Cette partie n’est pas en pause : rien n’a été changé.\n")


def test_a_reason_is_one_line_whatever_is_typed(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    typed = b"deux\nlignes \xe9 \x1b[31m{n}".decode("utf-8", "surrogateescape")
    good("hold", folder, "--reason", typed, "--by", "Moi\nToi")
    assert len(cron(folder).out.splitlines()) == 1
    assert "Moi Toi : deux lignes ?  [31m{n}" in good("status", folder).out


def test_a_reason_is_asked_for(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    for command in ("hold", "release"):
        assert run(command, folder).code == 2
    assert acts(folder) == []


CLOCK_ACTS = [
    (("hold",), "À mettre en pause ; motif : Noël. Rien ne sera joué avant « adjudicator release »."),
    (("release",), "À relancer ; motif : Noël"),
    (("extend", "--more", "2j"), "Échéance à déplacer : mercredi 25 novembre 2026 à 20 h 00."),
]


@pytest.mark.parametrize(("line", "said"), CLOCK_ACTS)
def test_what_the_mj_tries_is_told_and_writes_nothing(tmp_path: Path, line: tuple[str, ...], said: str) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    if line == ("release",):
        good("hold", folder, "--reason", "x")
    before = tree(folder)
    out = plain(good(line[0], folder, *line[1:], "--reason", "Noël", "--dry-run").out)
    assert out.startswith(said)
    assert out.endswith("À blanc : rien n’est écrit.\n")
    assert tree(folder) == before


@few(1)
@pytest.mark.parametrize(("answer", "code", "more"), [("non", 1, 0), ("oui", 0, 1)])
@pytest.mark.parametrize(("line", "said"), CLOCK_ACTS)
def test_on_a_terminal_the_mj_is_asked_first(
    tmp_path: Path, line: tuple[str, ...], said: str, answer: str, code: int, more: int
) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    if line == ("release",):
        good("hold", folder, "--reason", "x")
    before = len(acts(folder))
    done = on_terminal(line[0], folder, *line[1:], "--reason", "Noël", answer=f"{answer}\n")
    assert said in plain(done[1])
    assert (done[0], len(acts(folder))) == (code, before + more)


@few(1)
@pytest.mark.parametrize("line", [line for line, _ in CLOCK_ACTS])
def test_with_yes_nobody_is_asked(tmp_path: Path, line: tuple[str, ...]) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    if line == ("release",):
        good("hold", folder, "--reason", "x")
    done = on_terminal(line[0], folder, *line[1:], "--reason", "Noël", "--yes", answer="")
    assert (done[0], "(oui, non)" in done[1]) == (0, False)
    assert acts(folder)[-1]["act"] == line[0]


# --- The brake


def test_too_many_missing_at_once(tmp_path: Path) -> None:
    """More than half of the orders: that is no deadline missed, that is a mail that was not sent."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    put(folder, "Anna", "Luc")
    visited(folder, START, "2026-11-22 10:00")
    at(DUE)
    done = cron(folder)
    assert done.code == 1
    assert (
        "p : mise en pause, rien n’est joué : 4 ordres manquent sur 6 à l’échéance (Max, Paul, Rita, Zoé)."
        f' Pour la reprendre : adjudicator release {folder} --reason "…"\n' in done.out
    )
    assert stages(folder)[-1] == "0002-placement"
    (hold,) = acts(folder)
    cause = {"awaited": 6, "closes": "2026-11-23T19:00:00+00:00", "code": "share", "n": 4, "names": list(ALL[2:])}
    assert (hold["act"], hold["by"], hold["cause"]) == ("hold", "adjudicator", cause)
    assert "par le frein : 4 ordres manquent sur 6 à l’échéance" in good("status", folder).out
    assert run("resolve", folder).code == run("resolve", "--force", folder).code == 3
    good("release", folder, "--reason", "c’était bien ça")
    assert visited(folder, "2026-11-23 20:10").startswith("joué, tour 1 : l’échéance était le")
    assert len(acts(folder)) == 2


@few(3)
@pytest.mark.parametrize(
    ("share", "there", "braked"),
    [
        ("", 3, False),
        ("", 2, True),
        ("{manquants: 80}", 2, False),
        ("{manquants: 80}", 1, True),
        ("{manquants: 30}", 4, False),
        ("{manquants: 30}", 3, True),
    ],
)
def test_the_share_is_the_campaigns(tmp_path: Path, share: str, there: int, braked: bool) -> None:
    """Fewer than three missing are never an alarm."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING + (f"frein: {share}\n" if share else ""))
    put(folder, *ALL[:there])
    visited(folder, START, "2026-11-22 10:00", DUE)
    assert bool(acts(folder)) is braked
    assert (stages(folder)[-1] == "0003-turn-1") is not braked


def test_who_has_standing_orders_is_not_missing_for_the_brake(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + STANDING)
    for player in ALL:
        send(folder, f"joueur: {player}\ntour: 1\npermanents: {{déplacement: haut}}\n")
    assert "joué, tour 1" in visited(folder, START, "2026-11-22 10:00", DUE)


def test_a_brake_of_one_turn_is_no_release_for_the_next(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    visited(folder, START, "2026-11-22 10:00", DUE)
    good("release", folder, "--reason", "x")
    assert visited(folder, "2026-11-23 20:10").startswith("joué, tour 1")
    assert visited(folder, "2026-11-25 10:00", "2026-11-26 20:00").startswith(
        "mise en pause, rien n’est joué : 6 ordres"
    )


@pytest.mark.parametrize(
    ("more", "hours", "braked"),
    [("", 48, False), ("", 49, True), ("frein: {silence: 6}\n", 7, True), ("frein: {silence: 96}\n", 72, False)],
)
def test_cron_was_silent(tmp_path: Path, more: str, hours: int, braked: bool) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 9}\n" + more)
    cron(folder)
    at((paris(START) + timedelta(hours=hours)).isoformat())
    done = cron(folder)
    assert done.code == int(braked)
    assert ("cron n’était pas passé depuis le vendredi 20 novembre à 10 h 00" in done.out) is braked
    assert bool(acts(folder)) is braked


def test_who_sets_up_cron_after_a_deadline_is_asked_first_even_in_its_grace(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, grâce: 2}\n" + NOTHING)
    first = visited(folder, "2026-11-23 20:30")
    assert first.startswith("mise en pause, rien n’est joué : ")
    assert acts(folder)[0]["cause"]["code"] == "never-came"
    good("release", folder, "--reason", "x")
    assert visited(folder, "2026-11-23 20:40").startswith("en attente. L’échéance est passée")


def test_nobody_is_given_a_deadline_for_a_stage_that_awaits_nobody(tmp_path: Path) -> None:
    """The MJ deals when he wants to."""
    folder = fleet(tmp_path / "p", THREE_DAYS, stage="deal")
    cron(folder)
    for options in ((), ("--public",)):
        assert "Échéance" not in good("status", folder, *options).out


def test_after_a_silence_orders_are_received_first(tmp_path: Path) -> None:
    """All of them may be there: nothing is played before the MJ has looked."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    cron(folder)
    put(folder, *ALL)
    at("2026-11-24 10:00")
    assert cron(folder).code == 1
    assert len(received(folder, "turn-1")) == 6
    assert stages(folder)[-1] == "0002-placement"
    good("release", folder, "--reason", "x")
    assert visited(folder, "2026-11-24 10:10").startswith("joué, tour 1 : tous les ordres sont là.")


def test_a_silence_that_the_mj_has_seen_does_not_brake_again(tmp_path: Path) -> None:
    """Even when cron itself comes only days after the pause that was found."""
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 20}\n")
    visited(folder, START, "2026-11-24 10:00")
    assert len(acts(folder)) == 1
    at("2026-11-28 09:00")
    good("release", folder, "--reason", "cron est réparé")
    assert visited(folder, "2026-11-28 09:10").startswith("en attente.")
    assert len(acts(folder)) == 2
    assert visited(folder, "2026-12-01 10:00").startswith("mise en pause")  # silent once more


def test_without_a_deadline_the_time_decides_nothing(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    for when in (START, "2026-12-24 10:00", "2026-01-01 10:00"):
        assert visited(folder, when) == f"en attente. Il manque les ordres de 6 joueurs ({EVERYBODY})."
    put_table(folder, *ALL)
    assert visited(folder, "2027-06-01 10:00").startswith("joué, tour 1")


def test_the_clock_was_set_back(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    visited(folder, "2026-11-21 10:00")
    assert visited(folder, "2026-11-21 09:55") == ""  # a few minutes are no alarm
    at("2026-11-20 12:00")
    done = cron(folder)
    assert done.code == 1
    assert (
        "mise en pause, rien n’est joué : l’horloge a reculé : il était déjà le samedi 21 novembre 2026 à 9 h 55."
        in done.out
    )
    good("release", folder, "--reason", "x")
    assert visited(folder, "2026-11-20 12:10").startswith("en attente.")
    assert len(acts(folder)) == 2


def test_the_clock_shows_a_time_before_the_stage_began(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    at("2026-11-19 10:00")
    done = cron(folder)
    assert done.code == 1
    assert "l’horloge a reculé : il était déjà le vendredi 20 novembre 2026 à 10 h 00" in done.out
    good("release", folder, "--reason", "x")
    assert visited(folder, "2026-11-19 10:10").startswith("en attente. L’étape a commencé sous une horloge fausse")


def test_cron_comes_for_the_first_time_after_the_deadline(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    put_table(folder, *ALL)
    at("2026-11-24 10:00")
    done = cron(folder)
    assert done.code == 1
    assert (
        "mise en pause, rien n’est joué : « adjudicator run » passe pour la première fois,"
        f" et l’échéance était le {MONDAY}." in done.out
    )
    assert stages(folder)[-1] == "0002-placement"
    good("release", folder, "--reason", "x")
    assert visited(folder, "2026-11-24 10:10").startswith("joué, tour 1 : tous les ordres sont là.")


def test_a_pause_of_the_mjs_own_before_cron_comes_at_all_is_no_answer_to_the_brake(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    put_table(folder, *ALL)
    at("2026-11-24 10:00")
    good("hold", folder, "--reason", "je regarde")
    good("release", folder, "--reason", "vu")
    assert "« adjudicator run » passe pour la première fois" in visited(folder, "2026-11-24 10:10")
    good("release", folder, "--reason", "vu")
    assert visited(folder, "2026-11-24 10:20").startswith("joué, tour 1")


def test_a_brake_changes_nothing_but_the_pause(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    visited(folder, START, "2026-11-22 10:00")
    its = ("acts", "visit", "public/index", "public/replay", "bureau", "posted")
    before = {name: data for name, data in tree(folder).items() if not name.startswith(its)}
    visited(folder, DUE)
    after = {name: data for name, data in tree(folder).items() if not name.startswith(its)}
    assert after == before
    assert results(folder)
    assert "La partie est en pause" in (folder / "public" / "index.html").read_text(encoding="utf-8")


def test_the_mj_asks_what_cron_would_do_at_another_time(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    put(folder, *ALL[1:])
    cron(folder)
    for when, what in {"2026-11-21 20:00": "wait", "23/11/2026 19h59": "wait", "2026-11-23 20:00": "play"}.items():
        row = good("status", folder, "--json", "--at", when).json()
        assert row["cron"]["what"] == what, when
    assert json.loads((folder / "visit.json").read_bytes())["what"] == "waiting"


def test_until_the_time_asked_about_cron_goes_on_coming(tmp_path: Path) -> None:
    """What the MJ asks is not what three days of silence would do; of now he asks what is true now."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    put(folder, *ALL[1:])
    cron(folder)
    foreseen = good("status", folder, "--at", "2026-11-23 20:00").out
    assert "Si cron passait le lundi 23 novembre 2026 à 20 h 00, il jouerait" in foreseen
    assert f"il jouerait : l’échéance était le {MONDAY} ; il manque les ordres d’un joueur" in foreseen
    at(DUE)
    silence = "cron n’était pas passé depuis le vendredi 20 novembre à 10 h 00"
    assert f"il mettrait la partie en pause : {silence}" in good("status", folder).out


def test_what_is_past_cannot_be_asked_about(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    done = run("status", folder, "--at", "2026-11-20 09:59")
    assert (done.code, done.out) == (2, "")
    assert "vendredi 20 novembre 2026 à 9 h 59 : c’est déjà passé." in done.err


def test_late_orders_are_awaited_until_they_no_longer_are(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, grâce: 2}\n")
    late = "Les ordres en retard sont attendus jusqu’au lundi 23 novembre à 22 h 00."
    for when, there in (("2026-11-23 21:59", True), ("2026-11-23 22:00", False)):
        at(when)
        assert (late in good("status", folder).out) is there


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2026-11-28 20:00", "2026-11-28 20:00"),
        ("28/11/2026 20:00", "2026-11-28 20:00"),
        ("28/11/2026 à 20h", "2026-11-28 20:00"),
        ("2026-11-28T20:00:00+00:00", "2026-11-28 15:00"),
    ],
)
def test_times_are_told_on_the_clock_of_the_campaign(tmp_path: Path, text: str, shown: str) -> None:
    """Whatever the zone of the machine: ``--until`` and ``--at`` read the same."""
    montreal = ZoneInfo("America/Montreal")
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, fuseau: America/Montreal}\n")
    there = datetime.fromisoformat(shown).replace(tzinfo=montreal)
    good("extend", folder, "--until", text, "--reason", "x")
    assert datetime.fromisoformat(status(folder)["due"]) == there
    assert next(iter(letters(folder))).startswith("extension-n001-" + there.strftime("%Y-%m-%d-%Hh%M"))
    late = "l’échéance était le "
    assert late in good("status", folder, "--at", text).out
    minute_before = (there - timedelta(minutes=1)).strftime("%d/%m/%Y %H:%M")
    assert late not in good("status", folder, "--at", minute_before).out


@pytest.mark.parametrize("text", ["demain", "30/02/2027 20:00", "9999-12-31 20:00", "2026-11-28 25:00"])
def test_a_time_that_is_none_is_told_the_same_way(tmp_path: Path, text: str) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    said = f"« {text} » n’est pas une date et une heure : écrivez par exemple 28/11/2026 20:00.\n"
    assert run("status", folder, "--at", text) == (2, "", said)
    assert run("extend", folder, "--until", text, "--reason", "x") == (2, "", said)


def test_a_deadline_edited_in_the_middle_is_the_deadline_from_now_on(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    cron(folder)
    rewrite(folder, "{jours: 3}", "{jours: 5, heure: '18:00'}")
    assert "échéance le mercredi 25 novembre à 18 h 00" in visited(folder, "2026-11-21 10:00")


def test_a_deadline_moved_into_the_past_plays_nothing_by_itself(tmp_path: Path) -> None:
    """The players never had that deadline: whoever edits campaign.yaml at noon may have slipped on a digit."""
    folder = tsewnart(tmp_path / "p", "absents: rien\n")
    put(folder, *ALL[:4])
    visited(folder, START, "2026-11-24 10:00")
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(THREE_DAYS)
    at("2026-11-24 10:10")
    done = cron(folder)
    assert done.code == 1
    moved = f"l’échéance a été changée dans campaign.yaml, et elle est déjà passée : c’était le {MONDAY}."
    assert moved in done.out
    assert stages(folder)[-1] == "0002-placement"
    good("release", folder, "--reason", "x")
    assert visited(folder, "2026-11-24 10:20").startswith("joué, tour 1")


def test_the_public_page_shows_a_deadline_that_was_edited(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    good("extend", folder, "--more", "1h", "--reason", "x")
    page = folder / "public" / "index.html"
    (folder / "acts" / "0001-extend.json").unlink()
    cron(folder)
    rewrite(folder, "jours: 3", "jours: 5")
    cron(folder)
    assert "mercredi 25 novembre à 20 h 00" in plain(page.read_text(encoding="utf-8"))


def test_a_reason_may_not_be_blank(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    done = run("hold", folder, "--reason", "  ")
    assert (done.code, acts(folder)) == (2, [])
    assert "« --reason » est vide." in plain(done.err)


def test_another_year_is_said(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, grâce: 2}\n")
    cron(folder)
    good("extend", folder, "--until", "01/01/2030 9:05", "--reason", "x")
    shown = good("status", folder).out
    assert "Échéance : mardi 1er janvier 2030 à 9 h 05\n" in shown
    assert "Les ordres en retard sont attendus jusqu’au mardi 1er janvier 2030 à 11 h 05.\n" in shown
    assert "Dernier passage de cron : vendredi 20 novembre à 10 h 00." in shown
    at("2029-12-31 23:30")
    shown = good("status", folder).out
    assert "Dernier passage de cron : vendredi 20 novembre 2026 à 10 h 00. Il attend depuis le vendredi 20 nov" in shown
    at("2030-01-01 00:30")  # still the year before in Greenwich
    assert "Échéance : mardi 1er janvier à 9 h 05\n" in good("status", folder).out


def test_a_game_held_is_told_in_english(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    good("hold", folder, "--reason", "Christmas", "--by", "Zoé")
    done = run("resolve", folder, "--language", "en")
    assert done.code == 3
    assert done.err.startswith("The game has been held since Friday 20 November at 10:00 by Zoé: Christmas.\n")


def test_hours_are_written_as_each_language_does(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", 'échéance: {jours: 3, heure: "09:05"}\n')
    assert "Échéance : lundi 23 novembre à 9 h 05\n" in good("status", folder).out
    assert "Deadline: Monday 23 November at 09:05\n" in good("status", folder, "--language", "en").out
