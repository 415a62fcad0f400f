"""What cron asks the MJ to look at: every reason, every day, with status 1, and the table of the guide."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
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
    paris,
    put,
    put_table,
    rewrite,
    stages,
    status,
    tsewnart,
    waiting_takes_no_time,
)
from support.commands import ROOT, Done, drop, good, on_terminal, orders, plain, run, send, table
from support.depth import few
from support.mail_servers import free_port

from adjudicator.store import disk
from adjudicator.table.decision import REASONS

NOTHING = "absents: rien\n"
LOOK = "À VOIR : "


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def away(*players: str) -> str:
    return "absences:\n" + "".join(f"  - {{joueur: {one}, du: 2026-11-20, au: 2026-12-30}}\n" for one in players)


def hourly(folder: Path, days: int, start: str = START) -> Iterator[tuple[float, Done]]:
    """Let cron come every hour of some days; give the hours since, and what it did."""
    for hour in range(24 * days + 1):
        at((paris(start) + timedelta(hours=hour)).isoformat())
        yield hour, cron(folder)


# --- Every day


def paused(folder: Path) -> Path:
    tsewnart(folder, THREE_DAYS)
    good("hold", folder, "--reason", "Noël", "--by", "Zoé")
    return folder


def not_begun(folder: Path) -> Path:
    return fleet(folder, THREE_DAYS, stage="deal")


def endless(folder: Path) -> Path:
    return tsewnart(folder)


def paused_over_a_brake(folder: Path) -> Path:
    tsewnart(folder, THREE_DAYS)
    at("2026-11-10 10:00")
    cron(folder)
    assert acts(folder)[0]["cause"]["code"] == "backwards"
    good("hold", folder, "--reason", "je regarde", "--by", "Zoé")
    return folder


@few(1)
@pytest.mark.parametrize("made", [paused, not_begun, endless, paused_over_a_brake])
def test_what_goes_on_by_itself_never_is_told_every_day(tmp_path: Path, made: Callable[[Path], Path]) -> None:
    folder = made(tmp_path / "p")
    last = 0.0
    for hour, done in hourly(folder, 9):
        assert done.code == 1, hour
        if done.out:
            assert done.out.startswith(LOOK)
            last = hour
        assert hour - last < 24, hour


@pytest.mark.parametrize("minutes", [0, 3, -3])
def test_once_a_day_is_every_day_whatever_the_seconds(tmp_path: Path, minutes: int) -> None:
    """Cron that comes once a day comes a little earlier or later."""
    folder = paused(tmp_path / "p")
    for day in range(9):
        at((paris(START) + timedelta(days=day, minutes=minutes * (day % 2))).isoformat())
        assert "par Zoé : Noël" in cron(folder).out, day


def test_it_is_told_once_a_day_and_not_more_often(tmp_path: Path) -> None:
    folder = paused(tmp_path / "p")
    assert [hour for hour, done in hourly(folder, 2) if done.out] == [0, 23, 46]


@pytest.mark.parametrize("made", [paused, endless])
def test_a_clock_that_jumped_forward_for_one_visit_silences_nothing(
    tmp_path: Path, made: Callable[[Path], Path]
) -> None:
    folder = made(tmp_path / "p")
    cron(folder)
    at("2036-11-20 10:00")
    cron(folder)
    at("2026-11-20 10:15")
    done = cron(folder)
    assert (done.code, done.out.startswith(LOOK)) == (1, True)
    at("2026-11-20 10:10")  # a clock put right by minutes repeats nothing
    assert cron(folder) == (1, "", "")
    at("2026-11-21 10:15")
    assert cron(folder).out.startswith(LOOK)


@pytest.mark.parametrize("made", [paused, endless])
def test_a_clock_set_back_by_hours_makes_no_day_longer(tmp_path: Path, made: Callable[[Path], Path]) -> None:
    folder = made(tmp_path / "p")
    for when in ("2026-11-20 10:00", "2026-11-20 20:00"):
        at(when)
        cron(folder)
    at("2026-11-20 17:15")
    assert cron(folder).out.startswith(LOOK)
    at("2026-11-20 17:30")
    assert cron(folder) == (1, "", "")


# --- Until


@pytest.mark.deep
def test_a_pause_until_a_time_is_silent_until_then_and_told_every_day_after(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", "échéance: {jours: 1}\n" + NOTHING)
    put_table(folder, *ALL)
    done = good("hold", folder, "--until", "25/11/2026 10:00", "--reason", "Noël", "--by", "Zoé")
    assert done.out.startswith("En pause jusqu’au mercredi 25 novembre 2026 à 10 h 00 ; motif : Noël.")
    assert acts(folder)[0]["until"] == "2026-11-25T09:00:00+00:00"
    said = [(hour, done.code, done.out) for hour, done in hourly(folder, 7)]
    assert [(hour, code) for hour, code, out in said if out] == [(0, 0), (120, 1), (143, 1), (166, 1)]
    assert "par Zoé, jusqu’au mercredi 25 novembre à 10 h 00 : Noël." in said[0][2]
    late = "par Zoé : Noël ; elle devait finir le mercredi 25 novembre à 10 h 00."
    assert late in said[120][2]
    assert {code for hour, code, _ in said if hour < 120} == {0}
    assert late in good("status", folder).out
    assert stages(folder)[-1] == "0002-placement"  # no pause ends by itself
    assert run("resolve", "--force", folder).code == 3
    good("release", folder, "--reason", "x")
    assert "joué, tour 1" in cron(folder).out


@pytest.mark.parametrize(
    ("until", "said"), [("19/11/2026 10:00", "c’est déjà passé"), ("demain", "n’est pas une date et une heure")]
)
def test_a_pause_until_a_time_that_is_past_or_none_is_refused(tmp_path: Path, until: str, said: str) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    done = run("hold", folder, "--until", until, "--reason", "x")
    assert (done.code, acts(folder)) == (2, [])
    assert said in done.err


def test_a_game_that_has_not_begun_may_be_silent_until_its_day(tmp_path: Path) -> None:
    folder = not_begun(tmp_path / "p")
    good("hold", folder, "--until", "2026-12-01 10:00", "--reason", "on commence en décembre")
    assert cron(folder).code == 0
    at("2026-11-29 10:00")
    assert cron(folder) == (0, "", "")
    at("2026-12-01 10:00")
    assert cron(folder).out.startswith(LOOK)


def test_a_brake_may_be_silenced_until_a_time_and_no_longer(tmp_path: Path) -> None:
    folder = paused_over_a_brake(tmp_path / "p")
    good("hold", folder, "--until", "2026-11-28 10:00", "--reason", "x")
    assert cron(folder).code == 0
    at("2026-11-28 10:00")
    assert cron(folder).code == 1


def test_status_tells_until_when(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    good("hold", folder, "--until", "2026-11-28 10:00", "--reason", "Noël", "--by", "Zoé")
    assert "par Zoé, jusqu’au samedi 28 novembre à 10 h 00 : Noël." in good("status", folder).out
    assert status(folder)["cron"]["look"] is False
    assert "until Saturday 28 November at 10:00" in good("status", folder, "--language", "en").out


# --- Somebody holds the campaign


def test_a_campaign_that_somebody_holds_for_an_hour_is_told_at_every_visit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting_takes_no_time(monkeypatch)
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    cron(folder)
    with disk.locked(folder):
        at("2026-11-20 11:00")
        assert cron(folder) == (0, "", "")
        for when in ("2026-11-20 11:01", "2026-11-20 11:16", "2026-11-21 10:00"):
            at(when)
            done = cron(folder)
            assert done.code == 1
            assert done.out == (
                f"{LOOK}{folder} : une autre commande y travaille depuis plus d’une heure : rien n’y est fait depuis"
                " le vendredi 20 novembre à 10 h 00 (Europe/Paris). Si elle est bloquée, arrêtez-la.\n"
            )
    assert cron(folder).code == 0


@pytest.mark.deep
def test_one_that_was_never_visited_counts_from_its_beginning(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    with disk.locked(folder):
        assert cron(folder) == (0, "", "")
        at("2026-11-20 11:01")
        assert cron(folder).code == 1


@pytest.mark.deep
def test_a_last_visit_in_the_future_says_nothing_of_health(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    at("2036-11-20 10:00")
    cron(folder)
    at(START)
    with disk.locked(folder):
        assert cron(folder).code == 1


# --- Quiet


def test_quiet_says_nothing_of_files_accepted_and_of_waiting(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    assert run("run", "--quiet", tmp_path) == (0, "", "")
    put(folder, "Anna", "Luc")
    assert run("run", "--quiet", tmp_path) == (0, "", "")
    assert on_terminal("run", "--quiet", tmp_path) == (0, "")
    drop(folder, "max.yaml", orders("Max", 1, "{déplacemen: haut}"))
    assert "  refusé : max.yaml (Max), 1 faute\n" in run("run", "--quiet", tmp_path).out
    at("2026-11-22 10:00")
    run("run", "--quiet", tmp_path)
    at("2026-11-22 20:00")
    assert "relances écrites dans outbox" in run("run", "--quiet", tmp_path).out
    put(folder, "Max", "Paul", "Rita", "Zoé")
    assert "joué, tour 1" in run("run", "--quiet", tmp_path).out
    assert run("run", "--quiet", tmp_path) == (0, "", "")


@pytest.mark.deep
def test_quiet_keeps_what_is_to_be_seen_once_a_day_however_many_files_come(tmp_path: Path) -> None:
    folder = endless(tmp_path / "p")
    told = []
    for hour in range(97):
        at((paris(START) + timedelta(hours=hour)).isoformat())
        put(folder, "Anna")
        done = run("run", "--quiet", folder)
        assert done.code == 1
        told += [hour] if done.out else []
    assert told == [0, 23, 46, 69, 92]


def test_quiet_tells_what_is_new_to_be_seen_at_once(tmp_path: Path) -> None:
    folder = endless(tmp_path / "p")
    run("run", "--quiet", folder)
    drop(folder, "anna.yaml", orders("Anna", 1, "rien") + "note: 'MJ : je pars jeudi'\n", 1)
    assert f"  {LOOK}Anna écrit au MJ : MJ : je pars jeudi\n" in run("run", "--quiet", folder).out
    assert run("run", "--quiet", folder) == (1, "", "")


# --- The table of the guide


def braked(folder: Path) -> None:
    tsewnart(folder, THREE_DAYS + NOTHING)
    cron(folder)
    at("2026-11-24 10:00")


def held_by_the_brake(folder: Path) -> None:
    braked(folder)
    cron(folder)


def held(folder: Path) -> None:
    paused(folder)


def begins(folder: Path) -> None:
    not_begun(folder)


def without_deadline(folder: Path) -> None:
    endless(folder)


def late(folder: Path) -> None:
    tsewnart(folder, THREE_DAYS)
    cron(folder)
    at("2026-11-22 10:00")
    cron(folder)
    at(DUE)


def cannot_do_without(folder: Path) -> None:
    tsewnart(folder, THREE_DAYS + away("Anna"), stage="roles")
    send(folder, "joueur: Paul\nrôles: {Paul: terreur, Rita: savant, Zoé: professeur}\n")


def empty_seat(folder: Path) -> None:
    tsewnart(folder, THREE_DAYS, stage="roles")
    good("leave", folder, "Anna", "--reason", "mail d’Anna", "--public", "Anna s’en va.")


def all_away(folder: Path) -> None:
    tsewnart(folder, away(*ALL))


def to_correct(folder: Path) -> None:
    tsewnart(folder)
    put_table(folder, *ALL)
    drop(folder, "zoé.yaml", orders("Zoé", 1, "{déplacemen: droite}"), 5)


def taken_back(folder: Path) -> None:
    tsewnart(folder)
    put_table(folder, *ALL)
    cron(folder)
    good("undo", folder, "--reason", "Anna mal recopiée", "--public", "Un ordre était mal recopié.")


def begun_later(folder: Path) -> None:
    tsewnart(folder, THREE_DAYS + NOTHING, began="2036-11-20 10:00")
    cron(folder)
    good("release", folder, "--reason", "vu")


def asked(folder: Path) -> None:
    """He has ruled on an order, and the player has changed it since."""
    tsewnart(folder, THREE_DAYS)
    everybody = dict.fromkeys(("Luc", "Max", "Paul", "Rita", "Zoé"), "rien")
    ruling = "tour: 1\nmj: {réponses: {action: {déplacement d’Anna: échec}}}\n"
    send(folder, table(1, Anna="{déplacement: haut}", **everybody), ruling, orders("Anna", 1, "{déplacement: bas}"))


def broken(folder: Path) -> None:
    (tsewnart(folder) / "campaign.yaml").write_text("jeu: [")


def note(folder: Path) -> None:
    tsewnart(folder, THREE_DAYS)
    drop(folder, "anna.yaml", orders("Anna", 1, "rien") + "note: 'MJ : je pars jeudi'\n", 1)


def not_taken(folder: Path) -> None:
    (tsewnart(folder, THREE_DAYS) / "inbox" / "pj").mkdir()


def refused_of_nobody(folder: Path) -> None:
    drop(tsewnart(folder, THREE_DAYS), "bonjour.yaml", "Bonjour, je bouge à droite\n")


def refused_table(folder: Path) -> None:
    drop(tsewnart(folder, THREE_DAYS), "table.yaml", table(1, Anna="{déplacement: droite}", Paul="{viser: (3;3)}"))


def unread(folder: Path) -> None:
    tsewnart(folder, THREE_DAYS)
    server = f"{{imap: localhost, port: {free_port()}, sécurité: aucune}}"
    (folder / "courrier.yaml").write_text(f"adresse: o@exemple.fr\nmj: mj@exemple.fr\nréception: {server}\n", "utf-8")


def unsent(folder: Path) -> None:
    tsewnart(folder, THREE_DAYS)
    rewrite(folder, "joueurs: [Anna,", "joueurs: [{nom: Anna, courriel: anna@exemple.fr},")
    program = folder.with_name("sendmail")
    asks = '#!/bin/sh\ncat > /dev/null\ncase "$*" in *anna*) echo Qui est-ce ? >&2; exit 67;; esac\n'
    program.write_text(asks, "utf-8")
    program.chmod(0o700)
    text = f"adresse: o@exemple.fr\nmj: mj@exemple.fr\nenvoi: {{sendmail: {program}}}\n"
    (folder / "courrier.yaml").write_text(text, "utf-8")
    put(folder, "Anna")


def locked(folder: Path) -> None:
    tsewnart(folder, THREE_DAYS)
    cron(folder)
    at("2026-11-20 12:00")


PROVOKED: dict[str, tuple[str, list[Callable[[Path], None]]]] = {
    "mise en pause, rien n’est joué : …": ("braked", [braked]),
    "en pause depuis le …, par le frein : …": ("braked", [held_by_the_brake]),
    "en pause depuis le …, par … : …": ("held", [held]),
    "la partie n’est pas commencée ; …": ("not-begun", [begins]),
    "il manque les ordres de …": ("no-deadline", [without_deadline]),
    "l’échéance était le … ; il manque les ordres de …, et la partie les attend": ("late", [late]),
    "une place est vide (…), et la partie attend un successeur": ("empty-seat", [empty_seat]),
    "absence annoncée (…), et l’étape ne peut pas se jouer sans ces ordres": ("away", [cannot_do_without]),
    "tous ceux qui ont des ordres à donner sont annoncés absents": ("all-away", [all_away]),
    "un dernier fichier est refusé et pas encore corrigé (…)": ("correcting", [to_correct]),
    "l’étape a été retirée : elle se rejoue quand vous le dites": ("taken-back", [taken_back]),
    "l’étape a commencé sous une horloge fausse, …": ("begun-later", [begun_later]),
    "le MJ a à décider : …": ("asked", [asked]),
    "à réparer. …": ("broken", [broken]),
    "une autre commande y travaille depuis plus d’une heure : …": ("busy", [locked]),
    "… écrit au MJ : …": ("note", [note]),
    "Dans inbox, n’est jamais pris : …": ("not-taken", [not_taken]),
    "refusé : …": ("refused", [refused_of_nobody, refused_table]),
    "… rien n’en est relevé. …": ("unread", [unread]),
    "… est refusée pour de bon : …": ("unsent", [unsent]),
}
"""What the guide says is to be seen: the reason by which a program knows it, and what makes it so."""


def rows() -> list[str]:
    """Return the lines that the guide says are to be seen."""
    text = plain((ROOT / "docs" / "mj-reference.md").read_text(encoding="utf-8"))
    section = text.split('<a id="a-voir"></a>')[1].split("<a id=")[0]
    return re.findall(r"^\| « (.+?) »", section, re.MULTILINE)


def test_the_guide_and_the_program_have_the_same_reasons() -> None:
    assert rows() == list(PROVOKED)
    assert {reason for reason, _ in PROVOKED.values()} == set(REASONS)


@pytest.mark.parametrize(("row", "made"), [(row, made) for row, (_, all_made) in PROVOKED.items() for made in all_made])
def test_each_row_of_the_guide_is_status_1_and_begins_with_the_word(
    tmp_path: Path, row: str, made: Callable[[Path], None]
) -> None:
    folder = tmp_path / "p"
    made(folder)
    if made is locked:
        with disk.locked(folder):
            done, program = run("run", "--all", folder), run("run", "--json", folder)
    else:
        done = run("run", "--all", folder)
        program = None
    assert done.code == 1
    (line,) = [line for line in (done.out + done.err).splitlines() if LOOK in line]
    assert line.lstrip().startswith(LOOK)
    pattern = re.escape(row).replace("…", ".+")
    assert re.search(pattern, line, re.IGNORECASE), (row, line)
    if made in (refused_of_nobody, refused_table, braked):  # what has happened is no more at the next visit
        return
    if made in (unread, unsent):  # of no campaign
        return
    program = program or run("run", "--json", folder)
    (told,) = program.json()
    assert (told["look"], told["reasons"]) == (True, [PROVOKED[row][0]])


def test_what_needs_no_look_begins_without_the_word(tmp_path: Path) -> None:
    """The line of a campaign that goes on, though a note below it is to be seen."""
    note(tmp_path / "p")
    first, second, *_ = cron(tmp_path / "p").out.splitlines()
    assert first.startswith(f"{tmp_path / 'p'} : en attente.")
    assert not second.startswith("  À VOIR")


def test_in_english_the_word_is_english(tmp_path: Path) -> None:
    done = run("run", "--language", "en", endless(tmp_path / "p"))
    assert done.out.startswith(f"TO SEE: {tmp_path / 'p'}: waiting.")


def test_a_deadline_that_has_been_given_is_no_longer_to_be_seen(tmp_path: Path) -> None:
    folder = endless(tmp_path / "p")
    assert cron(folder).code == 1
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(THREE_DAYS)
    assert cron(folder).code == 0
    rewrite(folder, THREE_DAYS, "")
    assert cron(folder).code == 1
