"""Absences that players announce, and a ``campaign.yaml`` that is edited in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

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
from support.commands import good, orders, plain, result, run, send, table, tree
from support.depth import few

MONDAY = "lundi 23 novembre à 20 h 00"
NOTHING = "absents: rien\n"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def away(player: str, start: str, end: str, substitute: str = "") -> str:
    """Return the absence of one player as ``campaign.yaml`` says it."""
    rest = f", remplaçant: {substitute}" if substitute else ""
    return f"absences:\n  - {{joueur: {player}, du: {start}, au: {end}{rest}}}\n"


def visits(folder: Path, *times: str) -> str:
    """Let cron come at these times; return the line of the last."""
    for when in times:
        at(when)
        out = unmarked(run("run", "--all", folder).out)
    return out.splitlines()[0].removeprefix(f"{folder} : ")


# --- How they are written


@few(2)
@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("2026-11-20", "2026-11-30"),
        ("20/11/2026", "30/11/2026"),
        ("20.11.2026", "30-11-2026"),
        ("'20/11/2026'", "2026-11-30"),
    ],
)
def test_dates_are_written_as_people_write_them(tmp_path: Path, start: str, end: str) -> None:
    folder = tsewnart(tmp_path / "p", away("anna", start, end))
    assert status(folder)["away"] == ["Anna"]
    at("2026-11-30 23:59")
    assert status(folder)["away"] == ["Anna"]  # to the last moment of its last day
    at("2026-12-01 00:00")
    assert status(folder)["away"] == []
    assert "Absents annoncés" not in good("status", folder).out


@pytest.mark.parametrize("day", ["2026-10-25", "2027-03-28"])
def test_a_day_has_the_hours_that_it_has(tmp_path: Path, day: str) -> None:
    """Twenty-five of them in autumn, twenty-three in spring."""
    folder = tsewnart(tmp_path / "p", away("Anna", day, day))
    for inside in (f"{day} 00:00", f"{day} 23:59"):
        at(inside)
        assert status(folder)["away"] == ["Anna"]
    for outside in (paris(f"{day} 00:00") - timedelta(seconds=1), paris(f"{day} 23:59") + timedelta(minutes=1)):
        at(outside.isoformat())
        assert status(folder)["away"] == []


def test_in_english_too(tmp_path: Path) -> None:
    folder = tsewnart(
        tmp_path / "p", "absences:\n  - {player: Anna, from: 2026-11-20, until: 2026-11-30, substitute: Luc}\n"
    )
    assert status(folder)["away"] == []
    assert "en attente. Il manque les ordres de 6 joueurs" in cron(folder).out


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            away("Anna", "2026-11-20", "30/02/2027"),
            "10:40: « 30/02/2027 » n’est pas compris ici ; attendu : une date comme 30/11/2026.",
        ),
        (away("Anna", "30/02/2026", "2026-11-30"), "10:24: « 30/02/2026 » n’est pas compris ici"),
        (away("Anna", "11/30/2026", "2026-11-30"), "10:24: « 11/30/2026 » n’est pas compris ici"),
        (away("Anna", "2026-11-30", "2026-11-20"), "10:40: Cette absence finit avant de commencer."),
        (
            away("Ana", "2026-11-20", "2026-11-30"),
            "10:14: « Ana » n’est pas un joueur de cette partie. Peut-être « Anna » ?",
        ),
        (away("Greta", "2026-11-20", "2026-11-30"), "10:14: « Greta » n’est pas un joueur de cette partie."),
        (
            away("Anna", "2026-11-20", "2026-11-30", "rita"),
            "10:64: « rita » joue aussi cette partie : en remplaçant Anna, il lirait ce qu’il ne doit pas savoir.",
        ),
        (
            away("Anna", "2026-11-20", "2026-11-30", "{nom: Rita, courriel: rita@exemple.fr}"),
            "« Rita » joue aussi cette partie",
        ),
        ("absences:\n  - {joueur: Anna, du: 2026-11-20}\n", "10:5: Il manque « au »"),
        (
            away("Anna", "2026-11-20", "2026-11-30") + "  - {joueur: anna, du: 30/11/2026, au: 2/12/2026}\n",
            "11:5: Anna : cette absence en recouvre une autre (ligne 10).",
        ),
        (
            away("Anna", "2026-11-20", "2026-11-30", "Hana") + "  - {joueur: Anna, du: 1/11/2026, au: 31/12/2026}\n",
            "11:5: Anna : cette absence en recouvre une autre (ligne 10).",
        ),
    ],
)
def test_what_is_wrong_with_one_is_said_with_its_place(tmp_path: Path, more: str, said: str) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + more)
    put_table(folder, *ALL)
    for done in (run("status", folder), cron(folder)):
        assert said in done.err
    assert run("resolve", folder).code == 2
    assert stages(folder)[-1] == "0002-placement"
    assert (folder / "inbox" / "table.yaml").exists()


def test_absences_one_after_the_other_or_of_two_players_overlap_in_nothing(tmp_path: Path) -> None:
    more = away("Anna", "2026-11-20", "2026-11-30")
    more += "  - {joueur: Anna, du: 1/12/2026, au: 2/12/2026}\n  - {joueur: Luc, du: 2026-11-20, au: 2026-11-30}\n"
    assert status(tsewnart(tmp_path / "p", more))["away"] == ["Anna", "Luc"]


@pytest.mark.parametrize("dates", [("2026-11-20", "2026-11-30"), ("2027-01-01", "2027-01-02")])
@pytest.mark.parametrize("substitute", ["Hana", "{nom: Hana, courriel: hana@exemple.fr}"])
def test_a_substitute_who_signs_with_his_own_name_is_told_whose_to_write(
    tmp_path: Path, dates: tuple[str, str], substitute: str
) -> None:
    folder = tsewnart(tmp_path / "p", away("Anna", *dates, substitute))
    done = run("submit", folder, "-", stdin=orders("hana", 1, "rien"))
    assert done.err.startswith("-:1:9: « hana » remplace Anna : écrire ici « Anna ».\n- : refusé, 1 faute")
    assert letters(folder, "receipt-0001")["receipt-0001-01-anna"]["player"] == "Anna"
    assert "Refusé : texte collé (Anna), 1 faute\n" in good("status", folder).out
    done = run("check", folder, "-", stdin=table(1, Hana="rien"))
    assert "-:3:3: « Hana » remplace Anna : écrire ici « Anna ».\n" in done.err


def test_a_substitute_of_several_is_told_whose_name_to_choose_from(tmp_path: Path) -> None:
    more = away("Anna", "2026-11-20", "2026-11-30", "Hana")
    folder = tsewnart(tmp_path / "p", more + "  - {joueur: Luc, du: 1/12/2026, au: 2/12/2026, remplaçant: hana}\n")
    done = run("submit", folder, "-", stdin=orders("Hana", 1, "rien"))
    told = "« Hana » remplace plusieurs joueurs (Anna, Luc) : écrire ici le nom de celui de qui sont ces ordres."
    assert done.err.startswith(f"-:1:9: {told}\n- : refusé, 1 faute")
    assert letters(folder, "receipt") == {}


@pytest.mark.deep
def test_in_a_game_without_camps_no_player_stands_in_for_another(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", away("Anna", "2026-11-20", "2026-11-30", "Denis"))
    assert "« Denis » joue aussi cette partie : en remplaçant Anna" in run("status", folder).err


def test_a_player_named_by_his_character_is_that_player(tmp_path: Path) -> None:
    """A substitute of that name would be a stranger to the game, and read another's letters."""
    folder = fleet(tmp_path / "p", away("Starbuck", "2026-11-20", "2026-11-30", "{nom: SAUL TIGH}"), "deal")
    path = folder / "campaign.yaml"
    text = path.read_text(encoding="utf-8")
    for player, character in (("Anna", "Starbuck"), ("Denis", "Saul Tigh")):
        assert text.count(f"- {player}\n") == 1
        text = text.replace(f"- {player}\n", f"- {{nom: {player}, personnage: {character}}}\n")
    path.write_text(text, encoding="utf-8")
    assert "« SAUL TIGH » joue aussi cette partie : en remplaçant Anna" in run("status", folder).err


# --- Without a substitute


def test_who_is_away_is_not_waited_for(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + away("Anna", "2026-11-20", "2026-11-30"))
    assert "Absents annoncés, qu’on n’attend pas : Anna" in good("status", folder).out
    assert status(folder)["missing"] == list(ALL[1:])
    others = "Luc, Max, Paul, Rita, Zoé"
    assert visits(folder, START) == (
        f"en attente. Il manque les ordres de 5 joueurs ; échéance le {MONDAY}. Attendus : {others}."
    )
    put(folder, *ALL[1:])
    assert visits(folder, "2026-11-20 11:00") == (
        "joué, tour 1 : tous les ordres sont là, sauf ceux d’un absent annoncé, Anna."
        f" Maintenant : tour 2, jusqu’au {MONDAY}."
    )
    kept = result(folder, "turn-1", "orders.json")
    assert (kept["absent"], "Anna" in kept["orders"]) == (["Anna"], False)


def test_his_standing_orders_are_played(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + "absents: permanents\n" + away("Anna", "2026-11-21", "2026-11-30"))
    send(
        folder, "joueur: Anna\ntour: 1\npermanents: {déplacement: droite}\n", table(1, **dict.fromkeys(ALL[1:], "rien"))
    )
    assert visits(folder, START).startswith("en attente.")
    assert visits(folder, "2026-11-21 00:00").startswith("joué, tour 1 : tous les ordres sont là, sauf")
    assert result(folder, "turn-1", "orders.json")["stood_in"] == ["Anna"]


def test_what_he_sends_all_the_same_is_played(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", away("Anna", "2026-11-20", "2026-11-30"))
    put(folder, *ALL, order="{déplacement: haut}")
    assert visits(folder, START).startswith("joué, tour 1 : tous les ordres sont là. ")
    assert result(folder, "turn-1", "orders.json")["orders"]["Anna"] == {"move": "up"}


@pytest.mark.parametrize(
    ("start", "end", "waited"),
    [
        ("2026-11-20", "2026-11-24", False),
        ("2026-11-20", "2026-11-23", False),  # the deadline is at eight in the evening of his last day
        ("2026-11-20", "2026-11-22", True),  # he is back before it
        ("2026-11-21", "2026-11-30", True),  # not gone yet
        ("2026-11-10", "2026-11-19", True),
    ],
)
def test_only_while_he_is_away_and_not_back_in_time(tmp_path: Path, start: str, end: str, waited: bool) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + away("Anna", start, end))
    assert ("Anna" in status(folder)["missing"]) is waited
    put(folder, *ALL[1:])
    assert visits(folder, START).startswith("en attente." if waited else "joué, tour 1")


def test_he_is_waited_for_again_once_he_is_back(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 5}\n" + away("Anna", "2026-11-20", "2026-11-26"))
    assert visits(folder, START, "2026-11-22 10:00", "2026-11-24 10:00").startswith(
        "en attente. Il manque les ordres de 5"
    )
    good("extend", folder, "--until", "27/11/2026 20:00", "--reason", "x")
    assert status(folder)["missing"] == list(ALL)  # with more time he is back before it ends


def test_he_gets_no_reminder_and_does_not_set_off_the_brake(tmp_path: Path) -> None:
    gone = "absences:\n" + "".join(f"  - {{joueur: {one}, du: 2026-11-20, au: 2026-11-30}}\n" for one in ALL[:4])
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING + gone)
    assert (
        visits(folder, START)
        == f"en attente. Il manque les ordres de 2 joueurs ; échéance le {MONDAY}. Attendus : Rita, Zoé."
    )
    visits(folder, "2026-11-22 10:00", "2026-11-22 21:00")
    assert list(letters(folder)) == ["reminder-2026-11-23-20h00-24h-05-rita", "reminder-2026-11-23-20h00-24h-06-zoe"]
    put(folder, "Rita")
    assert visits(folder, DUE).startswith("joué, tour 1 : l’échéance était le")
    assert acts(folder) == []


@pytest.mark.parametrize("missing", ["", NOTHING, "absents: permanents\n"])
def test_a_stage_that_cannot_do_without_waits_for_him(tmp_path: Path, missing: str) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + missing + away("Anna", "2026-11-20", "2026-11-30"), stage="roles")
    send(folder, "joueur: Paul\nrôles: {Paul: terreur, Rita: savant, Zoé: professeur}\n")
    assert visits(folder, START) == (
        "en attente. Absence annoncée (Anna), et l’étape ne peut pas se jouer sans ces ordres."
    )
    assert cron(folder).code == 1
    assert visits(folder, "2026-11-22 10:00", "2026-11-23 21:00").startswith("en attente. Absence annoncée (Anna)")
    assert run("resolve", "--force", folder).code == 3
    send(folder, "joueur: Anna\nrôles: {Anna: brute, Luc: agile, Max: archer}\n")
    assert visits(folder, "2026-11-23 22:00").startswith("joué, ")


def test_when_all_are_away_the_turn_waits_for_its_hour(tmp_path: Path) -> None:
    """Else a game would be played to its end in a night, as often as cron comes."""
    gone = "absences:\n" + "".join(f"  - {{joueur: {one}, du: 2026-11-20, au: 2026-11-30}}\n" for one in ALL)
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING + gone)
    assert (
        visits(folder, START)
        == f"en attente. Tous ceux qui ont des ordres à donner sont annoncés absents ; le tour se joue le {MONDAY}."
    )
    assert visits(folder, "2026-11-22 10:00").startswith("en attente.")
    assert visits(folder, DUE).startswith("joué, tour 1 : tous les ordres sont là, sauf ceux de 6 absents annoncés")
    assert visits(folder, "2026-11-23 20:10").startswith("en attente.")
    without = tsewnart(tmp_path / "q", NOTHING + gone)
    assert visits(without, START) == "en attente. Tous ceux qui ont des ordres à donner sont annoncés absents."
    assert cron(without).code == 1
    put(without, *ALL[1:])
    assert visits(without, "2026-11-20 11:00").startswith("joué, tour 1")


def test_when_the_only_one_awaited_is_away_the_stage_waits_for_its_hour_too(tmp_path: Path) -> None:
    """A commander who has announced his absence takes no time from the fleet, and leaves it none to wait for him."""
    gone = NOTHING + away("Anna", "2026-11-20", "2026-11-30")
    folder = fleet(tmp_path / "p", THREE_DAYS + gone, stage="proposal")
    assert (
        visits(folder, START)
        == f"en attente. Tous ceux qui ont des ordres à donner sont annoncés absents ; le tour se joue le {MONDAY}."
    )
    assert visits(folder, "2026-11-22 10:00", "2026-11-23 19:59").startswith("en attente.")
    assert visits(folder, DUE).startswith("joué, tour 1, ")
    without = fleet(tmp_path / "q", gone, stage="proposal")
    assert visits(without, START) == "en attente. Tous ceux qui ont des ordres à donner sont annoncés absents."
    assert cron(without).code == 1
    assert stages(without)[-1] == stages(folder)[0]


# --- The deadline counts, not its grace

GRACE = "échéance: {jours: 3, grâce: 24}\n"


def test_who_is_back_in_the_grace_is_not_waited_for_before_the_deadline(tmp_path: Path) -> None:
    """He takes no time from those who are there, and nothing is asked of him while he is away."""
    folder = tsewnart(tmp_path / "p", GRACE + away("Anna", "2026-11-20", "2026-11-23"))
    put(folder, *ALL[2:])
    assert visits(folder, START, "2026-11-21 10:00", "2026-11-22 20:00").startswith(
        "en attente. Il manque les ordres d’un joueur"
    )
    assert list(letters(folder, "reminder")) == ["reminder-2026-11-23-20h00-24h-02-luc"]
    put(folder, "Luc")
    assert visits(folder, "2026-11-22 21:00").startswith("joué, tour 1 : tous les ordres sont là, sauf")


def test_who_is_back_after_the_deadline_is_waited_for_and_reminded_once(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", GRACE + NOTHING + away("Anna", "2026-11-20", "2026-11-23"))
    put(folder, *ALL[2:])
    visits(folder, START, "2026-11-21 10:00", "2026-11-22 20:00", DUE, "2026-11-23 23:45")
    assert not [name for name in letters(folder) if name.endswith("01-anna")]
    put(folder, "Luc")
    at("2026-11-24 00:00")
    assert "relance écrite dans outbox : Anna\n" in cron(folder).out
    text = letter(folder, "reminder-2026-11-23-20h00-0h-01-anna")
    assert f"ils étaient attendus avant le {MONDAY}." in text
    assert text.endswith("Si rien n’arrive de toi avant le mardi 24 novembre à 20 h 00, tu ne fais rien.")
    assert told(status(folder)["reminded"]["Anna"]) == "2026-11-24 00:00"
    assert told(status(folder)["reminded"]["Luc"]) == "2026-11-23 20:00"
    before = tree(folder / "outbox")
    visits(folder, "2026-11-24 00:15", "2026-11-24 10:00")
    assert tree(folder / "outbox") == before
    assert visits(folder, "2026-11-24 20:00").startswith("joué, tour 1 : l’échéance était le")


def test_who_is_back_where_the_missing_are_waited_for_is_reminded_too(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + away("Anna", "2026-11-20", "2026-11-25"), stage="roles")
    send(folder, "joueur: Paul\nrôles: {Paul: terreur, Rita: savant, Zoé: professeur}\n")
    visits(folder, START, "2026-11-21 10:00", "2026-11-22 20:00", DUE, "2026-11-24 20:00", "2026-11-25 20:00")
    assert letters(folder, "reminder") == {}
    assert visits(folder, "2026-11-26 00:00").startswith("en attente. L’échéance était le")
    assert list(letters(folder, "reminder")) == ["reminder-2026-11-23-20h00-0h-01-anna"]


def test_the_reminders_of_the_version_before_are_known(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + away("Anna", "2026-11-20", "2026-11-25"))
    visits(folder, START, "2026-11-21 10:00", "2026-11-22 20:00")
    kept = (folder / "turns" / "0003-turn-1" / "reminded.json").read_text(encoding="utf-8")
    assert "later" not in kept
    visits(folder, DUE, "2026-11-25 10:00", "2026-11-26 00:00")
    assert len(letters(folder, "reminder-2026-11-23-20h00-0h")) == 6


def test_away_until_the_first_moment_of_the_day_of_a_midnight_deadline_is_away(tmp_path: Path) -> None:
    """The 22nd is his last day, and the stage ends as it does."""
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, heure: 0h}\n" + away("Anna", "2026-11-20", "2026-11-22"))
    assert told(status(folder)["due"]) == "2026-11-23 00:00"
    assert status(folder)["away"] == ["Anna"]
    put(folder, *ALL[1:])
    assert visits(folder, START).startswith("joué, tour 1")


# --- With a substitute

WITH_MAIL = "joueurs: [Anna, {nom: Luc, courriel: luc@exemple.fr, forum: lulu}, Max]"


def test_a_substitute_is_waited_for_and_reads_the_letters(tmp_path: Path) -> None:
    more = away("Anna", "2026-11-20", "2026-11-30", "{nom: Greta, courriel: greta@exemple.fr}")
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING + more)
    put(folder, *ALL[1:])
    assert visits(folder, START).startswith("en attente. Il manque les ordres d’un joueur")
    assert status(folder)["away"] == []
    visits(folder, "2026-11-22 10:00", "2026-11-22 21:00")
    both = ["Anna", "Greta <greta@exemple.fr>"]
    assert letters(folder, "reminder")["reminder-2026-11-23-20h00-24h-01-anna"]["to"] == both
    put(folder, "Anna")
    assert visits(folder, "2026-11-23 10:00").startswith("joué, tour 1")
    told_of = letters(folder)
    assert told_of["report-01-anna"]["to"] == told_of["receipt-0006-01-anna"]["to"] == both
    assert told_of["report-02-luc"]["to"] == ["Luc"]
    for when in ("2026-12-01 00:00",):  # back: what is sent to him is his alone
        at(when)
        send(folder, orders("Anna", 2, "rien"))
        assert letters(folder, "receipt-0001-01")["receipt-0001-01-anna"]["to"] == ["Anna"]


@pytest.mark.parametrize("written", ["Luc", "luc", "LUC", "{nom: luc}"])
def test_a_mate_who_stands_in_is_written_to_at_his_address(tmp_path: Path, written: str) -> None:
    folder = tsewnart(tmp_path / "p", away("Anna", "2026-11-20", "2026-11-30", written))
    rewrite(folder, "joueurs: [Anna, Luc, Max]", WITH_MAIL)
    send(folder, orders("Anna", 1, "rien"))
    told_of = letters(folder, "receipt")["receipt-0001-01-anna"]
    assert (told_of["to"], told_of["forum"]) == (["Anna", "Luc <luc@exemple.fr>"], ["lulu"])


def test_of_a_time_to_come_status_says_what_it_would_if_cron_came_from_now_on(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS, stage="roles")
    (folder / "began.json").unlink()
    assert "échéance était le lundi 23 novembre à 20 h 00" in good("status", folder, "--at", "2026-11-30 20:00").out


@pytest.mark.parametrize("name", ["-", "«»", "''"])
def test_who_has_no_substitute_is_replaced_by_nobody(tmp_path: Path, name: str) -> None:
    folder = tsewnart(tmp_path / "p", away("Anna", "2026-11-20", "2026-11-30"))
    assert "remplace" not in run("submit", folder, "-", stdin=orders(f'"{name}"', 1, "rien")).err


def test_before_a_campaign_has_begun_status_knows_who_is_back_before_its_deadline(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + away("Paul", "2026-11-20", "2026-11-22"), stage="roles")
    (folder / "began.json").unlink()
    assert status(folder)["missing"] == ["Anna", "Paul"]
    why = status(folder)["cron"]["why"]
    assert plain(cron(folder).out).endswith(
        f" : en attente. {why[:1].upper()}{why[1:]}. Attendus : Anna, Paul.\n".replace("\u202f", " ")
    )
    assert status(folder)["missing"] == ["Anna", "Paul"]


# --- campaign.yaml edited in the middle


def test_what_may_change_is_taken_over_and_said(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + "absents: attendre\n")
    send(folder, table(1, **dict.fromkeys(ALL[1:], "rien")))
    put(folder, "Anna")
    cron(folder)
    at("2026-11-20 12:00")
    rewrite(folder, "titre: La grande partie", "titre: La très grande partie")
    rewrite(folder, "absents: attendre", "absents: rien")
    rewrite(folder, "{jours: 3}", "{jours: 5, heure: '18:00', relances: [48, 6], dès que complet: non}")
    rewrite(folder, "joueurs: [Anna, Luc, Max]", WITH_MAIL)
    with (folder / "campaign.yaml").open("a") as file:
        file.write("langue: fr\nfrein: {manquants: 80}\n" + away("Zoé", "2026-11-28", "2026-11-30"))
    expected = [
        "campaign.yaml a changé, et c’est pris en compte. Nouvelle adresse : Luc"
        " ; titre : « La grande partie » → « La très grande partie »"
        " ; langue : « — » → « fr »"
        " ; absents : « attendre » → « rien »"
        " ; échéance : « jours : 3 » → « jours : 5 ; heure : 18:00 ; relances : 48, 6 ; dès que complet : non »"
        " ; absences : « — » → « Zoé du 28/11/2026 au 30/11/2026 »"
        " ; frein : « — » → « manquants : 80 »"
    ]
    shown = good("status", folder).out
    assert [line for line in shown.splitlines() if "a changé" in line] == expected
    assert shown.startswith("La très grande partie : tour 2\n")
    assert told(status(folder)["due"]) == "2026-11-25 18:00"
    done = cron(folder)
    assert done.code == 0
    assert [line.strip() for line in done.out.splitlines()[1:]] == expected
    assert cron(folder) == (0, "", "")
    send(folder, orders("Luc", 2, "rien"))
    told_of = letters(folder, "receipt-0001-02")["receipt-0001-02-luc"]
    assert (told_of["to"], told_of["forum"]) == (["Luc <luc@exemple.fr>"], ["lulu"])
    good("resolve", "--force", folder)  # from now on it is the campaign that the stage was played by
    assert "a changé" not in good("status", folder).out
    assert letter(folder, "report-02-luc").count("La très grande partie : tour 2") == 1


def test_of_the_absences_those_that_changed_are_said(tmp_path: Path) -> None:
    first = away("Zoé", "2026-11-28", "2026-11-30") + "  - {joueur: Max, du: 2026-12-01, au: 2026-12-02}\n"
    folder = tsewnart(tmp_path / "p", first)
    good("resolve", "--force", folder)
    rewrite(folder, "au: 2026-11-30", "au: 2026-12-06, remplaçant: {nom: Jo}")
    told_of = "« Zoé du 28/11/2026 au 30/11/2026 » → « Zoé du 28/11/2026 au 06/12/2026 (remplaçant : Jo) »"
    assert f"absences : {told_of}\n" in plain(good("status", folder).out)
    rewrite(folder, "  - {joueur: Max, du: 2026-12-01, au: 2026-12-02}\n", "")
    told_of = told_of.replace("» →", ", Max du 01/12/2026 au 02/12/2026 » →").replace(" ,", ",")
    assert f"absences : {told_of}\n" in plain(good("status", folder).out)


@few(2)
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("6x3", "7x3", "(plateau). Rien n’a été fait : remettez ce qui y était. Pour jouer avec d’autres règles"),
        ("bleu:", "azur:", "(camps). Rien n’a été fait : remettez ce qui y était. Qui part garde son nom"),
        ("Anna, Luc, Max", "Anna, Luc", "(camps). Rien n’a été fait"),
        ("Anna, Luc, Max", "Anna, Lucie, Max", "(camps). Rien n’a été fait"),
        ("Anna, Luc, Max", "Luc, Anna, Max", "(camps). Rien n’a été fait"),
        (
            "graine: 0",
            "graine: 1",
            "(graine). Rien n’a été fait : remettez ce qui y était. La graine est dans votre sauvegarde",
        ),
        ("jeu: tsewnart", "options: {raisons: oui}\njeu: tsewnart", "(options). Rien n’a été fait"),
        ("fermé", "bouée", "(plateau). Rien n’a été fait"),
    ],
)
def test_what_the_past_was_played_by_may_not_change(tmp_path: Path, old: str, new: str, said: str) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    cron(folder)
    put_table(folder, *ALL, turn=2)
    rewrite(folder, old, new)
    before = {name: data for name, data in tree(folder).items() if name != "visit.json"}
    for command in (
        ["status"],
        ["run"],
        ["resolve", "--force"],
        ["hold", "--reason", "x"],
        ["extend", "--more", "2j", "--reason", "x"],
    ):
        done = run(command[0], folder, *command[1:])
        assert done.code == (1 if command == ["run"] else 2), (command, done)
        assert f"« campaign.yaml » a changé depuis le début de la partie {said}" in done.err, (command, done)
    assert {name: data for name, data in tree(folder).items() if name != "visit.json"} == before


def test_the_players_of_a_game_without_camps_may_not_change_either(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p")
    rewrite(folder, "  - Emma\n", "  - Emma\n  - Farid\n")
    assert "a changé depuis le début de la partie (joueurs)." in run("status", folder).err
    rewrite(folder, "  - Farid\n", "")
    rewrite(folder, "  - Emma\n", "  - {nom: Emma, courriel: emma@exemple.fr}\n")
    assert "Nouvelle adresse : Emma" in good("status", folder).out


def test_a_list_that_was_emptied_is_said_too(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, relances: []}\n")
    assert "échéance : « — » → « jours : 3, relances : — »\n" in good("status", folder).out


def test_in_english_it_is_said_in_english(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p")
    with (folder / "campaign.yaml").open("a") as file:
        file.write(THREE_DAYS + NOTHING)
    shown = good("status", folder, "--language", "en").out
    assert "missing: “—” → “nothing”" in shown
    assert "deadline: “—” → “days: 3”" in shown
    assert plain(cron(folder).out).count("pris en compte") == 1
    assert len(FIVE) == len(status(folder)["missing"])


def test_nobody_is_his_own_substitute(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", away("Zoé", "2026-11-20", "2026-11-30", "zoe"))
    done = run("status", folder)
    assert done.code == 2
    assert "Un joueur ne se remplace pas lui-même." in done.err


def test_one_outsider_stands_in_for_one_side_alone(tmp_path: Path) -> None:
    lines = "absences:\n" + "".join(
        f"  - {{joueur: {player}, du: 2026-11-20, au: 2026-11-30, remplaçant: Jo}}\n" for player in ("Anna", "Luc")
    )
    assert run("status", tsewnart(tmp_path / "p", lines)).code == 0
    done = run("status", tsewnart(tmp_path / "q", lines.replace("Luc", "Zoé")))
    assert "« Jo » remplace déjà quelqu’un d’un autre camp" in done.err
    fleet_lines = lines.replace("Luc", "Denis")
    assert run("status", fleet(tmp_path / "r", fleet_lines)).code == 2


def test_who_is_away_is_told_that_he_is_not_waited_for(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + away("Zoé", "2026-11-20", "2026-11-30"))
    form = plain(good("template", folder, "--for", "Zoé").out).replace("\n#", "")
    assert "Ton absence est annoncée : on ne t’attend pas. Sans envoi de ta part, tu ne fais rien." in form
    send(folder, *(orders(player, 1, "rien") for player in ALL[:5]))
    assert good("status", folder, "--json").json()["ready"]


def test_resolve_names_those_announced_absent_apart_from_the_missing(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + "absents: attendre\n" + away("Luc", "2026-11-20", "2026-11-30"))
    put_table(folder, *(player for player in ALL if player not in ("Luc", "Zoé")))
    at("2026-11-24 10:00")
    done = run("resolve", folder)
    assert (done.code, done.out.count("Il manque")) == (3, 0)
    assert done.err.splitlines()[:3] == [
        "Il manque les ordres d’un joueur : Zoé.",
        "Absence annoncée : Luc.",
        f"Pas encore : l’échéance était le {MONDAY} ; il manque les ordres d’un joueur (Zoé), et la partie les attend.",
    ]


def test_one_substitute_for_two_players_of_a_game_without_camps_is_refused_for_what_is_true(tmp_path: Path) -> None:
    more = away("Anna", "2026-11-20", "2026-11-30", "Jo")
    folder = fleet(tmp_path / "p", more + "  - {joueur: Bruno, du: 1/12/2026, au: 2/12/2026, remplaçant: jo}\n")
    said = run("status", folder).err
    assert "« jo » remplace déjà un autre joueur : il lirait les secrets des deux." in said
    assert "camp" not in said.replace("campaign.yaml", "").replace(str(tmp_path), "")


# --- Standing orders that serve no more

STANDING_ANNA = "joueur: Anna\ntour: 1\npermanents: {déplacement: droite}\n"


def standing(folder: Path) -> Path:
    """Return a campaign in which Anna has left standing orders, and to which cron has come."""
    tsewnart(folder, THREE_DAYS + "absents: permanents\n")
    send(folder, STANDING_ANNA)
    cron(folder)
    return folder


def test_owners_hear_that_their_standing_orders_serve_no_more(tmp_path: Path) -> None:
    folder = standing(tmp_path / "p")
    rewrite(folder, "absents: permanents", "absents: rien")
    void = "Ordres permanents qui ne servent plus (absents : rien) : Anna\n"
    assert void in good("status", folder).out
    assert status(folder)["lapsed"] == ["Anna"]
    out = cron(folder).out
    assert "  message écrit dans outbox : les ordres permanents ne servent plus (absents : rien) : Anna\n" in out
    assert void in out
    text = letter(folder, "standing-off-01-anna")
    assert text.startswith("Tes ordres permanents ne servent plus : le MJ a changé")
    assert text.endswith(f"Si rien n’arrive de toi avant le {MONDAY}, tu ne fais rien.")
    before = tree(folder / "outbox")
    assert cron(folder).out == ""
    put_table(folder, *ALL)
    assert "joué, tour 1" in cron(folder).out
    assert void in run("run", "--all", folder).out  # in the next turn too, and no second letter
    assert [name for name in letters(folder) if name.startswith("standing")] == ["standing-off-01-anna"]
    assert before.keys() <= tree(folder / "outbox").keys()
    assert (folder / "lapsed.json").stat().st_mode & 0o077 == 0


def test_and_that_they_serve_again(tmp_path: Path) -> None:
    folder = standing(tmp_path / "p")
    rewrite(folder, "absents: permanents", "absents: rien")
    cron(folder)
    rewrite(folder, "absents: rien", "absents: permanents")
    assert "  message écrit dans outbox : les ordres permanents servent à nouveau : Anna\n" in cron(folder).out
    text = letter(folder, "standing-on-01-anna")
    assert text.startswith("Tes ordres permanents servent à nouveau")
    assert "tes ordres permanents sont joués : déplacement droite." in text
    assert cron(folder).out == ""
    assert "ne servent plus" not in good("status", folder).out
    rewrite(folder, "absents: permanents", "absents: rien")
    assert "ne servent plus" in cron(folder).out


def test_who_has_left_none_hears_nothing(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + "absents: permanents\n")
    cron(folder)
    rewrite(folder, "absents: permanents", "absents: rien")
    cron(folder)
    assert letters(folder, "standing") == {}
    assert not (folder / "lapsed.json").exists()


def test_it_is_told_before_the_turn_is_played_and_while_held(tmp_path: Path) -> None:
    played = standing(tmp_path / "played")
    rewrite(played, "absents: permanents", "absents: rien")
    put_table(played, *ALL)
    assert "joué, tour 1" in cron(played).out
    assert list(letters(played, "standing")) == ["standing-off-01-anna"]
    held = standing(tmp_path / "held")
    good("hold", held, "--reason", "x")
    rewrite(held, "absents: permanents", "absents: rien")
    cron(held)
    assert letter(held, "standing-off-01-anna").endswith("rien n’est joué avant que le MJ ne la reprenne.")


def test_two_absences_in_a_row_are_one(tmp_path: Path) -> None:
    """Who is away to the 23rd, and again from the 24th, is not back before a deadline in the morning of the 25th."""
    more = "absences:\n  - {joueur: Anna, du: 2026-11-24, au: 2026-11-30}\n"
    folder = tsewnart(
        tmp_path / "p", f"échéance: {{jours: 5}}\n{more}  - {{joueur: Anna, du: 2026-11-20, au: 2026-11-23}}\n"
    )
    assert (status(folder)["away"], "Anna" in status(folder)["missing"]) == (["Anna"], False)
    at("2026-11-23 23:59")
    assert status(folder)["away"] == ["Anna"]


def test_two_absences_with_a_day_between_are_two(tmp_path: Path) -> None:
    more = "absences:\n  - {joueur: Anna, du: 2026-11-20, au: 2026-11-22}\n"
    folder = tsewnart(
        tmp_path / "p", f"échéance: {{jours: 5}}\n{more}  - {{joueur: Anna, du: 2026-11-24, au: 2026-11-30}}\n"
    )
    assert status(folder)["away"] == []


def test_who_has_taken_back_standing_orders_that_served_no_more_is_not_told_that_they_serve_again(
    tmp_path: Path,
) -> None:
    folder = tsewnart(tmp_path / "p", "absents: permanents\n")
    send(folder, "joueur: Anna\ntour: 1\npermanents: {déplacement: droite}\n")
    rewrite(folder, "absents: permanents", "absents: rien")
    run("run", folder)
    send(folder, "joueur: Anna\ntour: 1\npermanents: rien\n")
    run("run", folder)
    rewrite(folder, "absents: rien", "absents: permanents")
    send(folder, "joueur: Anna\ntour: 1\npermanents: {déplacement: haut}\n")
    run("run", folder)
    assert [name for name in letters(folder) if name.startswith("standing-on")] == []
