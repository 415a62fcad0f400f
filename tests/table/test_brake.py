"""The brake: each of its reasons is judged by itself, answered by its own release, and says what is true."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
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
    letters,
    paris,
    put,
    put_table,
    rewrite,
    stages,
    status,
    tsewnart,
)
from support.commands import good, plain, run, send
from support.depth import few

from adjudicator.store.published import sealed

MONDAY = "lundi 23 novembre à 20 h 00"
NOTHING = "absents: rien\n"
EVERYBODY = "Anna, Luc, Max, Paul, Rita, Zoé"
LATE = "2026-11-24 10:00"
"""Three days of silence and the deadline have passed."""


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def told(folder: Path, *times: str) -> str:
    """Let cron come at these times, and return the line of the last visit, said or not, without what calls the MJ."""
    out = ""
    for when in times:
        at(when)
        done = run("run", "--all", folder)
        out = (done.out + done.err).splitlines()[0]
    return out.removeprefix("À VOIR : ").removeprefix(f"{folder} : ")


def release(folder: Path) -> str:
    return good("release", folder, "--reason", "vu").out


def causes(folder: Path) -> list[str]:
    """Return the reasons for which the brake has held, in their order."""
    return [act["cause"]["code"] for act in acts(folder) if "cause" in act]


def away(*players: str) -> str:
    return "absences:\n" + "".join(f"  - {{joueur: {one}, du: 2026-11-20, au: 2026-11-30}}\n" for one in players)


# --- A release answers what it was held for, and nothing else


def test_after_a_silence_the_missing_are_judged_by_themselves(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    assert "cron n’était pas passé depuis" in told(folder, START, LATE)
    said = release(folder)
    missing = f"6 ordres manquent sur 6 à l’échéance ({EVERYBODY})"
    assert f"Ordres attendus : {EVERYBODY}\n" in said
    assert f"Si cron passait maintenant, il mettrait la partie en pause : {missing}." in said
    braked = told(folder, "2026-11-24 10:15")
    assert braked.startswith(f"mise en pause, rien n’est joué : {missing}.")
    assert stages(folder)[-1] == "0002-placement"
    said = release(folder)
    assert f"Si cron passait maintenant, il jouerait : l’échéance était le {MONDAY} ; " in said
    assert f"il manque les ordres de 6 joueurs ({EVERYBODY})." in said
    assert told(folder, "2026-11-24 10:30").startswith("joué, tour 1")
    assert causes(folder) == ["silence", "share"]


def test_a_deadline_moved_into_the_past_is_still_asked_about_after_a_silence(tmp_path: Path) -> None:
    """The players never had it; that cron was silent as well changes nothing about that."""
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 9}\n" + NOTHING)
    put(folder, *ALL[:4])
    told(folder, START)
    rewrite(folder, "jours: 9", "jours: 3")
    told(folder, LATE)
    release(folder)
    assert "l’échéance a été changée dans campaign.yaml" in told(folder, "2026-11-24 10:15")
    release(folder)
    assert told(folder, "2026-11-24 10:30").startswith("joué, tour 1")
    assert causes(folder) == ["silence", "moved"]


def test_a_deadline_moved_once_more_is_asked_about_once_more(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 9}\n" + NOTHING)
    put(folder, *ALL[:4])
    told(folder, START, "2026-11-22 10:00", "2026-11-24 09:00")
    rewrite(folder, "jours: 9", "jours: 3")
    told(folder, "2026-11-24 09:15")
    rewrite(folder, "jours: 3", "jours: 2")
    release(folder)
    assert "c’était le dimanche 22 novembre à 20 h 00" in told(folder, "2026-11-24 09:30")
    assert causes(folder) == ["moved", "moved"]


def test_a_pause_of_the_mjs_own_answers_nothing(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    told(folder, START, "2026-11-22 10:00")
    good("hold", folder, "--reason", "je regarde")
    told(folder, DUE)
    release(folder)
    assert "6 ordres manquent sur 6" in told(folder, "2026-11-23 20:15")


def test_a_pause_typed_over_a_brake_keeps_what_it_held_for(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    told(folder, START, "2026-11-22 10:00", DUE)
    good("hold", folder, "--reason", "je regarde")
    release(folder)
    assert told(folder, "2026-11-23 20:15").startswith("joué, tour 1")


def test_more_time_is_judged_anew(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    told(folder, START, "2026-11-22 10:00", DUE)
    release(folder)
    good("extend", folder, "--more", "1j", "--reason", "x")
    assert "6 ordres manquent sur 6" in told(folder, "2026-11-23 21:00", "2026-11-24 20:00")
    assert causes(folder) == ["share", "share"]


def test_a_release_under_a_clock_of_the_future_answers_for_no_year(tmp_path: Path) -> None:
    """Neither the missing of a deadline to come, nor a silence."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    told(folder, START, "2036-11-20 10:00")
    release(folder)
    told(folder, START)
    release(folder)
    assert causes(folder) == ["silence", "backwards"]
    assert told(folder, "2026-11-20 10:15").startswith("en attente.")
    assert "cron n’était pas passé depuis" in told(folder, "2026-11-23 10:00")
    release(folder)
    assert "6 ordres manquent sur 6" in told(folder, DUE)


def test_the_acts_of_the_version_before_count(tmp_path: Path) -> None:
    """Their holds name no players, and nobody's until."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    told(folder, START, "2026-11-22 10:00")
    (folder / "acts").mkdir(exist_ok=True)
    stage, by = "0003-turn-1", "adjudicator"
    hold = {
        "act": "hold",
        "at": "2026-11-23T19:00:00+00:00",
        "by": by,
        "stage": stage,
        "cause": {"code": "share", "n": 6, "awaited": 6},
    }
    (folder / "acts" / "0001-hold.json").write_bytes(sealed(hold))
    assert told(folder, "2026-11-23 20:15").endswith("par le frein : 6 ordres manquent sur 6 à l’échéance.")
    freed = {"act": "release", "at": "2026-11-23T19:20:00+00:00", "by": "Zoé", "stage": stage, "reason": "vu"}
    (folder / "acts" / "0002-release.json").write_bytes(sealed(freed))
    assert told(folder, "2026-11-23 20:30").startswith("joué, tour 1")


def test_the_visit_of_the_version_before_counts(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, grâce: 2}\n" + NOTHING)
    before = {
        "at": "2026-11-22T09:00:00+00:00",
        "seen": {"at": "2026-11-22T09:00:00+00:00", "stage": "0003-turn-1", "due": "2026-11-23T19:00:00+00:00"},
        "what": "waiting",
        "since": "2026-11-20T09:00:00+00:00",
        "said": ["en attente."],
        "said_at": "2026-11-20T09:00:00+00:00",
    }
    (folder / "visit.json").write_bytes(sealed(before))
    assert told(folder, "2026-11-23 20:30").startswith("en attente. L’échéance est passée")
    (folder / "visit.json").write_bytes(sealed(before))
    rewrite(folder, "jours: 3", "jours: 2")
    assert "l’échéance a été changée dans campaign.yaml" in told(folder, "2026-11-23 10:00")


# --- Nobody at all


def test_announced_absences_do_not_blunt_it(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING + away(*ALL[:3]))
    told(folder, START, "2026-11-22 10:00")
    braked = told(folder, DUE)
    assert braked.startswith("mise en pause, rien n’est joué : aucun des 3 joueurs attendus n’a envoyé d’ordres (Paul,")
    assert "(Paul, Rita, Zoé)" in braked
    assert stages(folder)[-1] == "0002-placement"
    release(folder)
    assert told(folder, "2026-11-23 20:15").startswith("joué, tour 1")


@few(3)
@pytest.mark.parametrize(
    ("gone", "there", "more", "braked"),
    [
        (4, 0, "", True),  # two of two
        (4, 1, "", False),
        (5, 0, "", False),  # one of one is no alarm
        (3, 1, "", False),
        (4, 0, "frein: {manquants: 80}\n", True),  # whatever the share
        (4, 0, "frein: {manquants: 100}\n", False),  # unless the MJ wants none
    ],
)
def test_all_who_are_waited_for_are_silent(tmp_path: Path, gone: int, there: int, more: str, braked: bool) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING + more + away(*ALL[:gone]))
    put(folder, *ALL[gone : gone + there])
    told(folder, START, "2026-11-22 10:00", DUE)
    assert (causes(folder) == ["silent"]) is braked
    assert (stages(folder)[-1] == "0003-turn-1") is not braked


@pytest.mark.parametrize(("missing", "braked"), [(2, False), (3, True)])
def test_less_than_three_who_are_missing_are_no_alarm_whatever_their_share(
    tmp_path: Path, missing: int, braked: bool
) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING + "frein: {manquants: 20}\n")
    put(folder, *ALL[missing:])
    told(folder, START, "2026-11-22 10:00", DUE)
    assert (causes(folder) == ["share"]) is braked


def test_who_has_standing_orders_is_not_silent(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + "absents: permanents\n" + away(*ALL[:4]))
    send(folder, "joueur: Zoé\ntour: 1\npermanents: {déplacement: haut}\n")
    assert told(folder, START, "2026-11-22 10:00", DUE).startswith("joué, tour 1")


def test_a_commander_who_is_missing_alone_is_no_alarm(tmp_path: Path) -> None:
    """One of one is not all."""
    folder = fleet(tmp_path / "p", THREE_DAYS + NOTHING, stage="proposal")
    assert told(folder, START, "2026-11-22 10:00", DUE).startswith("joué, tour 1")


# --- What is said is true


def test_a_campaign_that_was_to_be_repaired_was_not_left_by_cron(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    put(folder, *ALL)
    text = (folder / "campaign.yaml").read_text(encoding="utf-8")
    (folder / "inbox" / "Zoé.yaml").rename(folder / "Zoé.yaml")
    told(folder, START)
    (folder / "campaign.yaml").write_text("jeu: [", encoding="utf-8")
    for hour in range(1, 75):
        at((paris(START) + timedelta(hours=hour)).isoformat())
        cron(folder)
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    braked = told(folder, "2026-11-23 12:15")
    assert braked.startswith("mise en pause, rien n’est joué : la partie était à réparer,")
    assert "cron n’a rien pu en faire depuis le vendredi 20 novembre à 10 h 00" in braked
    assert "cron n’était pas passé" not in braked
    assert "la partie était à réparer" in good("status", folder).out
    release(folder)
    assert told(folder, "2026-11-23 12:30").startswith("en attente.")
    assert causes(folder) == ["repaired"]


def test_a_campaign_repaired_soon_goes_on(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    text = (folder / "campaign.yaml").read_text(encoding="utf-8")
    told(folder, START)
    (folder / "campaign.yaml").write_text("jeu: [", encoding="utf-8")
    told(folder, "2026-11-21 10:00", "2026-11-22 09:00")
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    assert told(folder, "2026-11-22 10:00").startswith("en attente.")


def test_where_cron_was_silent_as_well_that_is_said(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    text = (folder / "campaign.yaml").read_text(encoding="utf-8")
    told(folder, START)
    (folder / "campaign.yaml").write_text("jeu: [", encoding="utf-8")
    told(folder, "2026-11-20 12:00")
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    assert "cron n’était pas passé depuis le vendredi 20 novembre à 12 h 00" in told(folder, "2026-11-23 10:00")


def test_a_campaign_that_cron_never_could_use_is_no_first_visit(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    text = (folder / "campaign.yaml").read_text(encoding="utf-8")
    (folder / "campaign.yaml").write_text("jeu: [", encoding="utf-8")
    told(folder, START, LATE)
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    said = told(folder, "2026-11-24 10:15")
    assert f"cron n’avait encore jamais pu rien faire de la partie, et l’échéance était le {MONDAY}" in said


@pytest.mark.parametrize("extended", [False, True])
def test_grace_cut_while_it_runs_is_asked_about(tmp_path: Path, extended: bool) -> None:
    """The reminder promised orders that hour."""
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, grâce: 12}\n" + NOTHING)
    put(folder, *ALL[:4])
    told(folder, START, "2026-11-22 10:00")
    if extended:
        good("extend", folder, "--until", "2026-11-23 18:00", "--reason", "x")
    told(folder, "2026-11-23 20:10")
    assert letters(folder, "reminder")
    rewrite(folder, "grâce: 12", "grâce: 1")
    ended = "19 h 00" if extended else "21 h 00"
    said = told(folder, "2026-11-23 22:00")
    assert "la grâce a été raccourcie dans campaign.yaml, et elle est déjà passée" in said
    assert f"elle finissait le lundi 23 novembre à {ended}." in said
    assert stages(folder)[-1] == "0002-placement"
    release(folder)
    assert told(folder, "2026-11-23 22:15").startswith("joué, tour 1")
    assert causes(folder) == ["cut"]


def test_grace_cut_before_its_end_alarms_nobody_while_it_is_to_come(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, grâce: 12}\n" + NOTHING)
    put(folder, *ALL[:4])
    told(folder, START, "2026-11-22 10:00", "2026-11-23 20:10")
    rewrite(folder, "grâce: 12", "grâce: 3")
    assert told(folder, "2026-11-23 22:00").startswith("en attente. L’échéance est passée")
    assert told(folder, "2026-11-23 23:00").startswith("joué, tour 1")


def test_an_extension_to_a_nearer_hour_is_no_alarm(tmp_path: Path) -> None:
    """The players have a letter."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    put(folder, *ALL[:4])
    told(folder, START)
    good("extend", folder, "--until", "2026-11-21 10:00", "--reason", "x")
    assert told(folder, "2026-11-21 10:00").startswith("joué, tour 1")


@pytest.mark.parametrize(("minutes", "braked"), [(10, False), (11, True)])
def test_ten_minutes_are_no_alarm(tmp_path: Path, minutes: int, braked: bool) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    told(folder, "2026-11-21 10:00")
    at((paris("2026-11-21 10:00") - timedelta(minutes=minutes)).isoformat())
    cron(folder)
    assert (causes(folder) == ["backwards"]) is braked


# --- A stage begun under a clock of the future


def in_the_future(tmp_path: Path) -> Path:
    """Return a campaign of which a stage was played while the clock showed 2036; it is released, the clock right."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    told(folder, START)
    at("2036-11-20 10:00")
    good("resolve", folder, "--force")
    told(folder, "2036-11-20 10:15")
    release(folder)
    told(folder, "2026-11-20 10:30")
    return folder


def test_a_stage_begun_under_a_clock_of_the_future_says_so_every_day(tmp_path: Path) -> None:
    folder = in_the_future(tmp_path)
    said = release(folder)
    long = "l’étape a commencé sous une horloge fausse, le jeudi 20 novembre 2036 à 10 h 00"
    assert long in said
    assert f'adjudicator extend {folder} --until "JJ/MM/AAAA HH:MM" --reason "…"' in said
    for when in ("2026-11-20 10:45", "2026-11-21 10:00", "2026-11-22 10:00"):
        at(when)
        done = cron(folder)
        assert done.code == 1
        assert done.out.startswith(f"À VOIR : {folder} : en attente. L’étape a commencé sous une horloge fausse")
        assert "son échéance est donc le dimanche 23 novembre 2036 à 20 h 00" in done.out


def test_its_deadline_once_told_it_goes_on_with_reminders(tmp_path: Path) -> None:
    folder = in_the_future(tmp_path)
    release(folder)
    good("extend", folder, "--until", "2026-11-24 20:00", "--reason", "horloge fausse")
    at("2026-11-20 10:45")
    assert cron(folder).code == 0
    told(folder, "2026-11-22 10:00", "2026-11-23 20:00")
    assert len(letters(folder, "reminder-2026-11-24-20h00-24h")) == 6


@pytest.mark.deep
def test_a_deadline_given_under_a_clock_of_the_future_is_told_too(tmp_path: Path) -> None:
    folder = in_the_future(tmp_path)
    at("2036-11-20 11:00")
    good("extend", folder, "--more", "2j", "--reason", "sans voir l’année")
    at("2026-11-20 10:40")
    assert "l’étape a commencé sous une horloge fausse" in release(folder)
    at("2026-11-20 10:45")
    assert cron(folder).code == 1
    good("extend", folder, "--more", "6h", "--reason", "toujours sans voir l’année")
    assert cron(folder).code == 1
    good("extend", folder, "--until", "2026-11-24 20:00", "--reason", "horloge fausse")
    assert cron(folder).code == 0


def test_all_its_orders_play_it(tmp_path: Path) -> None:
    folder = in_the_future(tmp_path)
    release(folder)
    put_table(folder, *ALL, turn=2)
    assert told(folder, "2026-11-20 10:45").startswith("joué, tour 2 : tous les ordres sont là")


# --- Who is missing


def test_hold_and_release_name_who_is_missing(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    put(folder, *ALL[2:])
    cron(folder)
    assert "Ordres attendus : Anna, Luc\n" in good("hold", folder, "--reason", "x").out
    assert "Ordres attendus : Anna, Luc\n" in release(folder)


def test_run_names_who_is_missing(tmp_path: Path) -> None:
    late = tsewnart(tmp_path / "late", THREE_DAYS)
    played = tsewnart(tmp_path / "played", THREE_DAYS + NOTHING)
    endless = tsewnart(tmp_path / "endless")
    for folder in (late, played, endless):
        put(folder, *ALL[2:])
        told(folder, START, "2026-11-22 10:00")
    for folder in (late, played):
        assert f"l’échéance était le {MONDAY} ; il manque les ordres de 2 joueurs (Anna, Luc)" in plain(
            told(folder, DUE).replace("L’éch", "l’éch")
        )
    assert told(endless, DUE) == "en attente. Il manque les ordres de 2 joueurs (Anna, Luc)."


def test_what_the_brake_held_for_is_kept(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    told(folder, START, "2026-11-22 10:00", DUE)
    (act,) = acts(folder)
    assert act["cause"]["names"] == list(ALL)
    assert status(folder)["cron"]["look"] is True
    assert json.loads((folder / "visit.json").read_bytes())["what"] == "held"


# --- Answers that answer something else


def test_a_release_of_a_hold_of_the_future_answers_nothing_of_the_true_deadline(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + NOTHING)
    cron(folder)
    at("2027-01-20 10:00")
    assert "cron n’était pas passé" in plain(cron(folder).out)
    good("release", folder, "--reason", "je suis là", "--by", "Zoé")
    assert "6 ordres manquent sur 6" in cron(folder).out
    at("2026-11-21 10:00")
    cron(folder)
    good("release", folder, "--reason", "l’horloge était fausse", "--by", "Zoé")
    assert "l’horloge a reculé" in cron(folder).out
    good("release", folder, "--reason", "oui", "--by", "Zoé")
    assert "en attente" in run("run", "--all", folder).out
    at("2026-11-22 10:00")
    cron(folder)
    at("2026-11-23 19:55")
    cron(folder)
    at("2026-11-23 20:05")
    assert "mise en pause" in cron(folder).out
    assert stages(folder) == ["0001-roles", "0002-placement"]


def test_a_grace_that_was_promised_once_more_and_cut_once_more_brakes_once_more(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 3, grâce: 4}\n" + NOTHING)
    put(folder, *ALL[1:])
    for when in ("2026-11-22 20:00", "2026-11-23 20:05"):
        at(when)
        cron(folder)
    for minute in (10, 40):
        rewrite(folder, "grâce: 4", "grâce: 0")
        at(f"2026-11-23 20:{minute}")
        assert "la grâce a été raccourcie" in cron(folder).out
        rewrite(folder, "grâce: 0", "grâce: 4")
        good("release", folder, "--reason", "faute de frappe", "--by", "Zoé")
        at(f"2026-11-23 20:{minute + 10}")
        cron(folder)
    assert stages(folder) == ["0001-roles", "0002-placement"]
