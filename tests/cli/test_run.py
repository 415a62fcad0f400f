"""``adjudicator run``: what cron does in every campaign, and what it tells of it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from resistance.campaigns import FIVE
from support.clocked import (
    ALL,
    DUE,
    THREE_DAYS,
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
    tsewnart,
    waiting_takes_no_time,
)
from support.commands import (
    STOP,
    drop,
    good,
    on_terminal,
    orders,
    plain,
    printed,
    received,
    results,
    run,
    send,
    start,
    table,
    tree,
)
from support.depth import few, sample
from support.disks import unreadable

from adjudicator.cli.play import refuse_whole_disk
from adjudicator.speech import voice
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError

MONDAY = "lundi 23 novembre à 20 h 00"
EVERYBODY = "Anna, Luc, Max, Paul, Rita, Zoé"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def lines(text: str, root: Path) -> list[str]:
    """Return the lines printed, with the root left out."""
    return text.replace(f"{root}/", "").splitlines()


# --- One line a campaign


def test_every_campaign_below_has_its_line(tmp_path: Path) -> None:
    """Two games, at any depth, each in the state in which it is; in the order of their folders."""
    put_table(tsewnart(tmp_path / "a" / "jouée", THREE_DAYS), *ALL)
    send(tsewnart(tmp_path / "b", THREE_DAYS), table(1, Anna="rien", Luc="rien"))
    good("hold", fleet(tmp_path / "c"), "--reason", "Noël", "--by", "Zoé")
    (tsewnart(tmp_path / "d") / "campaign.yaml").write_text("jeu: [")
    fleet(tmp_path / "e")
    tsewnart(tmp_path / "f", stage="over")
    done = cron(tmp_path)
    assert done.code == 1
    assert lines(done.out, tmp_path) == [
        f"a/jouée : joué, tour 1 : tous les ordres sont là. Maintenant : tour 2, jusqu’au {MONDAY}.",
        "  1 fichier d’ordres accepté",
        "  campaign.yaml a changé, et c’est pris en compte. échéance : « — » → « jours : 3 »",
        f"b : en attente. Il manque les ordres de 4 joueurs ; échéance le {MONDAY}. Attendus : Max, Paul, Rita, Zoé.",
        "  campaign.yaml a changé, et c’est pris en compte. échéance : « — » → « jours : 3 »",
        "À VOIR : c : en pause depuis le vendredi 20 novembre à 10 h 00, par Zoé : Noël.",
        f"À VOIR : e : en attente. Il manque les ordres de 5 joueurs ({', '.join(FIVE)}).",
        "f : la partie est terminée.",
    ]
    (broken,) = lines(done.err, tmp_path)
    assert broken.startswith("À VOIR : d : à réparer. d/campaign.yaml:1:")
    assert stages(tmp_path / "a" / "jouée")[-1] == "0003-turn-1"
    assert status(tmp_path / "b")["received"] == ["Anna", "Luc"]


def test_straight_after_there_is_no_news(tmp_path: Path) -> None:
    """Whatever the first run has done: played, waited, found a pause."""
    put_table(tsewnart(tmp_path / "jouée", THREE_DAYS), *ALL)
    tsewnart(tmp_path / "attend", THREE_DAYS)
    good("hold", fleet(tmp_path / "en pause"), "--reason", "Noël", "--until", "2026-12-27 10:00")
    put(fleet(tmp_path / "flotte", THREE_DAYS), *FIVE, turn=2, order="{vote: oui}")
    tsewnart(tmp_path / "finie", stage="over")
    assert len([line for line in cron(tmp_path).out.splitlines() if not line.startswith(" ")]) == 5
    for _ in range(2):
        assert cron(tmp_path) == (0, "", "")


def test_straight_after_a_brake_there_is_no_news_and_still_something_to_look_at(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + "absents: rien\n")
    at("2026-11-24 10:00")
    assert "mise en pause, rien n’est joué : « adjudicator run » passe pour la première fois" in cron(tmp_path).out
    assert cron(tmp_path) == (1, "", "")
    assert "par le frein" in run("run", tmp_path, "--all").out
    put_table(folder, *ALL)
    good("release", folder, "--reason", "vu")
    assert "joué, tour 1" in cron(tmp_path).out
    assert cron(tmp_path) == (0, "", "")


def test_all_prints_a_line_for_each_and_a_terminal_shows_them_too(tmp_path: Path) -> None:
    tsewnart(tmp_path / "a", THREE_DAYS)
    fleet(tmp_path / "b", THREE_DAYS)
    first = cron(tmp_path).out
    assert cron(tmp_path).out == ""
    assert run("run", "--all", tmp_path) == (0, first, "")
    code, shown = on_terminal("run", tmp_path)
    assert (code, shown) == (0, first)


def test_json_tells_the_same_to_a_program(tmp_path: Path) -> None:
    put_table(tsewnart(tmp_path / "a"), *ALL)
    (fleet(tmp_path / "b") / "campaign.yaml").unlink()
    done = run("run", tmp_path, "--json")
    assert (done.code, done.err) == (1, "")
    played, broken = done.json()
    assert {key: plain(played[key]) if key == "message" else played[key] for key in played} == {
        "folder": str(tmp_path / "a"),
        "result": "resolved",
        "message": "joué, tour 1 : tous les ordres sont là. Maintenant : tour 2.",
        "events": ["1 fichier d’ordres accepté"],
        "remarks": [],
        "look": False,
        "reasons": [],
        "news": True,
    }
    assert (broken["result"], broken["look"], broken["news"]) == ("broken", True, True)
    again = run("run", tmp_path, "--json").json()
    assert [(row["result"], row["news"]) for row in again] == [("waiting", False), ("broken", False)]


def test_what_must_be_looked_at_is_told_again_after_a_day(tmp_path: Path) -> None:
    tsewnart(tmp_path / "p", THREE_DAYS)  # in which the missing are waited for
    at("2026-11-22 10:00")
    assert cron(tmp_path).code == 0
    at("2026-11-23 20:05")
    late = cron(tmp_path)
    assert late.code == 1
    assert (
        "p : en attente. L’échéance était le lundi 23 novembre à 20 h 00 ; il manque les ordres de 6 joueurs"
        " (Anna, Luc, Max, Paul, Rita, Zoé), et la partie les attend." in late.out
    )
    for quiet in ("2026-11-23 20:10", "2026-11-24 19:00"):
        at(quiet)
        assert cron(tmp_path) == (1, "", "")
    at("2026-11-24 19:05")
    assert cron(tmp_path).out.splitlines()[0] == late.out.splitlines()[0]
    at("2026-11-24 19:10")
    assert cron(tmp_path) == (1, "", "")


def test_what_needs_no_look_is_not_told_again(tmp_path: Path) -> None:
    fleet(tmp_path / "p", "échéance: {jours: 9}\nfrein: {silence: 48}\n")
    assert cron(tmp_path).code == 0
    for day in range(21, 28):
        at(f"2026-11-{day} 10:00")
        assert cron(tmp_path) == (0, "", "")


def test_the_line_of_a_campaign_is_in_its_language_to_the_colon(tmp_path: Path) -> None:
    for name, language in (("a", "fr"), ("b", "en")):
        tsewnart(tmp_path / name, f"langue: {language}\n{THREE_DAYS}")
    first, second = (line for line in printed("run", "--all", tmp_path).decode().splitlines() if line[0] != " ")
    assert "a\u00a0: en attente. Il manque les ordres de 6 joueurs" in first
    assert "b: waiting. The orders of 6 players are missing; due on" in second


def test_it_speaks_the_language_asked_for_and_the_letters_that_of_the_campaign(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    drop(folder, "anna.yaml", orders("Anna", 1, "{déplacement: droitee}"))
    done = run("run", tmp_path, "--language", "en")
    assert "p: waiting. The orders of 6 players are missing" in done.out
    assert "  refused: anna.yaml (Anna), 1 fault" in done.out
    text = letter(folder, "receipt-0001-01-anna")
    assert text.startswith("Tes ordres sont refusés (tour 1)")
    assert "attendu : haut, bas, gauche, droite" in text


# --- Campaigns that are broken


def bad_yaml(folder: Path) -> None:
    (folder / "campaign.yaml").write_text("jeu: tsewnart\n  titre: x\n")


def no_file(folder: Path) -> None:
    (folder / "campaign.yaml").unlink()


def a_folder_in_place_of_the_file(folder: Path) -> None:
    no_file(folder)
    (folder / "campaign.yaml").mkdir()


def damaged_state(folder: Path) -> None:
    (next(folder.glob("turns/0002-*")) / "result" / "state.json").write_text("{}")


def half_a_state(folder: Path) -> None:
    path = next(folder.glob("turns/0002-*")) / "result" / "state.json"
    path.write_bytes(path.read_bytes()[:100])


def lost_stage(folder: Path) -> None:
    next(folder.glob("turns/0001-*")).rename(folder / "ailleurs")


def other_rules(folder: Path) -> None:
    rewrite(folder, "6x3", "7x3")


def damaged_act(folder: Path) -> None:
    good("hold", folder, "--reason", "x")
    (folder / "acts" / "0001-hold.json").write_text("{}")


BREAKAGES: list[tuple[Callable[[Path], None], str]] = [
    (bad_yaml, "milieu/campaign.yaml:"),
    (no_file, "où une partie est commencée : remettez-le, de votre sauvegarde."),
    (a_folder_in_place_of_the_file, "campaign.yaml"),
    (damaged_state, "state.json"),
    (half_a_state, "state.json"),
    (lost_stage, "0001-"),
    (other_rules, "« campaign.yaml » a changé depuis le début de la partie (plateau)"),
    (damaged_act, "0001-hold.json"),
]


@few(1)
@pytest.mark.parametrize(("damage", "named"), sample(BREAKAGES, 3), ids=lambda value: getattr(value, "__name__", ""))
def test_a_broken_campaign_stops_no_other(tmp_path: Path, damage: Callable[[Path], None], named: str) -> None:
    before, middle, after = (tsewnart(tmp_path / name) for name in ("avant", "milieu", "zut"))
    damage(middle)
    for folder in (before, middle, after):
        put_table(folder, *ALL)
    kept = results(middle)
    done = cron(tmp_path)
    assert done.code == 1
    assert stages(before)[-1] == stages(after)[-1] == "0003-turn-1"
    first = done.err.splitlines()[0]
    assert first.startswith(f"À VOIR : {middle} : à réparer. ")
    assert named in first
    assert "Traceback" not in done.err
    assert results(middle) == kept
    assert (middle / "inbox" / "table.yaml").exists()  # nothing is taken that cannot be judged
    assert cron(tmp_path) == (1, "", "")


def test_a_link_to_itself_in_the_place_of_the_file_is_told_as_no_file(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    no_file(folder)
    (folder / "campaign.yaml").symlink_to("campaign.yaml")
    done = cron(tmp_path)
    assert done.code == 1
    assert "où une partie est commencée : remettez-le, de votre sauvegarde." in done.err.splitlines()[0]


def test_a_campaign_that_loses_its_file_before_its_first_stage_is_told(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS, stage="roles")
    tsewnart(tmp_path / "q", THREE_DAYS)
    cron(tmp_path)
    no_file(folder)
    done = cron(tmp_path)
    assert done.code == 1
    assert done.err.startswith(f"À VOIR : {folder} : à réparer. Il n’y a pas de partie dans « {folder} »")


def test_a_folder_that_cannot_be_read_stops_no_other(tmp_path: Path) -> None:
    folders = [tsewnart(tmp_path / name) for name in ("avant", "milieu", "zut")]
    for folder in folders:
        put_table(folder, *ALL)
    with unreadable(folders[1]) as place:
        done = place.run(sys.executable, "-m", "adjudicator", "run", str(tmp_path))
    assert done.returncode == 1
    assert plain(done.stderr).startswith(f"À VOIR : {folders[1]} : à réparer. Accès refusé")
    assert [stages(folder)[-1] for folder in folders] == ["0003-turn-1", "0002-placement", "0003-turn-1"]


def test_once_mended_it_goes_on(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    good_text = (folder / "campaign.yaml").read_bytes()
    put_table(folder, *ALL)
    bad_yaml(folder)
    assert cron(tmp_path).code == 1
    at("2026-11-20 12:00")
    assert cron(tmp_path).code == 1
    said = run("status", folder).err
    assert said.startswith(
        "Cron ne peut rien faire de cette partie depuis le vendredi 20 novembre à 10 h 00 (Europe/Paris) :\n"
    )
    at("2027-01-02 12:00")
    assert "depuis le vendredi 20 novembre 2026 à 10 h 00 (Europe/Paris) :" in run("status", folder).err
    english = run("status", folder, "--language", "en").err
    assert "since Friday 20 November 2026 at 10:00 (Europe/Paris):" in english
    at("2026-11-20 12:00")
    (folder / "campaign.yaml").write_bytes(good_text)
    done = cron(tmp_path)
    assert (done.code, done.err) == (0, "")
    assert "joué, tour 1" in done.out


# --- Roots


def test_a_root_that_is_no_folder_is_told_and_the_others_are_visited(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "parties" / "p")
    put_table(folder, *ALL)
    (tmp_path / "fichier").write_text("")
    done = cron(tmp_path / "absent", tmp_path / "parties", tmp_path / "fichier", folder / "campaign.yaml")
    assert done.code == 2
    assert done.err.splitlines() == [
        f"Le dossier « {tmp_path / 'absent'} » n’existe pas.",
        f"« {tmp_path / 'fichier'} » est un fichier ; il faut le dossier de la partie.",
        f"« {folder / 'campaign.yaml'} » est un fichier ; il faut le dossier de la partie. Peut-être « {folder} » ?",
    ]
    assert "joué, tour 1" in done.out


def test_a_root_without_campaigns_is_told(tmp_path: Path) -> None:
    (tmp_path / "vide").mkdir()
    assert cron(tmp_path) == (2, "", f"Il n’y a pas de partie dans « {tmp_path} ».\n")
    folder = tsewnart(tmp_path / "p" / "q", THREE_DAYS)
    done = cron(tmp_path / "vide", tmp_path / "p")
    assert (done.code, done.err) == (2, f"Il n’y a pas de partie dans « {tmp_path / 'vide'} ».\n")
    assert done.out.startswith(f"{folder} : en attente.")


def test_the_whole_disk_is_no_root(tmp_path: Path) -> None:
    """Asked of the function alone: were it not refused, the games of this machine would be played."""
    link = tmp_path / "lien"
    link.symlink_to("/")
    for root in (Path("/"), Path("//"), Path("/tmp/.."), link, Path("/proc/self/root")):
        with pytest.raises(UnusableError) as refusal:
            refuse_whole_disk(root)
        (sentence,) = voice.told(refusal.value, "fr")
        assert plain(sentence) == f"« {root} » est tout le disque : nommez le dossier où sont vos parties."
    refuse_whole_disk(tmp_path)
    refuse_whole_disk(Path())


def test_a_root_may_be_a_campaign(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    assert cron(folder).out == f"À VOIR : {folder} : en attente. Il manque les ordres de 6 joueurs ({EVERYBODY}).\n"


def test_a_campaign_named_twice_is_visited_once(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "parties" / "p")
    link = tmp_path / "lien"
    link.symlink_to(tmp_path / "parties")
    (tmp_path / "parties" / "q").symlink_to(folder)
    (folder / "boucle").symlink_to(tmp_path)
    done = run("run", "--all", tmp_path / "parties", link, folder, tmp_path, tmp_path / "parties" / ".." / "parties")
    assert done == (1, f"À VOIR : {folder} : en attente. Il manque les ordres de 6 joueurs ({EVERYBODY}).\n", "")


def test_hidden_folders_are_left_alone(tmp_path: Path) -> None:
    put_table(tsewnart(tmp_path / ".corbeille" / "p"), *ALL)
    tsewnart(tmp_path / "p")
    before = tree(tmp_path / ".corbeille")
    assert len(run("run", "--all", tmp_path).out.splitlines()) == 1
    assert tree(tmp_path / ".corbeille") == before


def test_folders_that_are_no_campaigns_say_nothing(tmp_path: Path) -> None:
    """Neither those of other programs, nor a folder that happens to be called ``turns``."""
    (tmp_path / "notes" / "turns").mkdir(parents=True)
    (tmp_path / "notes" / "a.txt").write_text("")
    tsewnart(tmp_path / "p")
    assert len(run("run", "--all", tmp_path).out.splitlines()) == 1


# --- Orders


def test_orders_are_taken_from_the_inbox_and_answered(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    put(folder, "Anna", "Luc", order="{déplacement: droite}")
    done = cron(tmp_path)
    assert done == (
        1,
        f"À VOIR : {folder} : en attente. Il manque les ordres de 4 joueurs (Max, Paul, Rita, Zoé).\n"
        "  2 fichiers d’ordres acceptés\n",
        "",
    )
    assert list((folder / "inbox").iterdir()) == []
    assert len(received(folder, "turn-1")) == 2
    assert letter(folder, "receipt-0001-01-anna") == (
        "Tes ordres sont acceptés (tour 1).\n"
        "Tu te déplaces vers la droite.\n"
        "Sans autre envoi, ces ordres seront joués quand tous les ordres seront là."
    )
    assert letters(folder, "receipt").keys() >= {"receipt-0002-02-luc"}
    put(folder, "Max", "Paul", "Rita", "Zoé")
    assert "joué, tour 1 : tous les ordres sont là." in cron(tmp_path).out


def test_a_refused_file_is_told_to_the_mj_and_to_its_player(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    drop(folder, "luc.yaml", orders("Luc", 1, "{terroriser: (1;1)}"))
    done = cron(tmp_path)
    assert done.code == 0  # its player has been told
    assert "  refusé : luc.yaml (Luc), 1 faute\n" in done.out
    assert "luc.yaml:3:10: « terroriser » est un pouvoir d’un autre rôle (Terreur)." in letter(folder, "receipt-0001")
    assert cron(tmp_path) == (0, "", "")


def test_a_refused_file_of_nobody_is_for_the_mj_to_look_at(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    drop(folder, "bonjour.yaml", "Bonjour, je bouge à droite\n")
    done = cron(tmp_path)
    assert done.code == 1
    assert "  À VOIR : refusé : bonjour.yaml, 1 faute\n" in done.out
    assert letters(folder) == {}
    assert cron(tmp_path) == (0, "", "")  # told once: nobody can mend what is nobody's
    assert "Refusé : bonjour.yaml, 1 faute" in good("status", folder).out


def test_the_faults_of_a_table_are_for_the_mj_alone(tmp_path: Path) -> None:
    """They would tell each player what the others ordered; nobody has been told, so that the MJ must look."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    drop(folder, "table.yaml", table(1, Anna="{déplacement: droite}", Paul="{viser: (3;3)}"))
    done = cron(tmp_path)
    assert done.code == 1
    assert "  À VOIR : refusé : table.yaml (Anna, Paul), 1 faute\n" in done.out
    assert letters(folder) == {}
    assert cron(tmp_path) == (0, "", "")


def test_a_note_for_the_mj_is_shown_before_the_turn_is_played(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    drop(folder, "anna.yaml", orders("Anna", 1, "rien") + "note: 'MJ : je pars jeudi'\n", 1)
    drop(folder, "luc.yaml", orders("Luc", 1, "rien") + "note: j’arrive\n", 2)
    done = cron(tmp_path)
    assert done.code == 1
    assert "  À VOIR : Anna écrit au MJ : MJ : je pars jeudi\n" in done.out
    assert "j’arrive" not in done.out
    assert cron(tmp_path) == (1, "", "")
    at("2026-11-21 10:00")
    assert "je pars jeudi" in cron(tmp_path).out


@pytest.mark.parametrize(
    ("note", "called"),
    [
        *(
            (note, True)
            for note in ("“MJ : au secours”", "«\u00a0MJ\u00a0: au secours\u00a0»", "MJ, au secours", "MJ：au secours")
        ),
        *((note, True) for note in ("'@MJ : au secours'", "'[GM] - help'", "MJ ! au secours", "**MJ** : au secours")),
        *(
            (note, False)
            for note in ("le MJ : au secours", "MJ au secours", "merci MJ, au secours", "mjölnir, au secours")
        ),
    ],
)
def test_a_note_calls_the_mj_however_he_is_addressed(tmp_path: Path, note: str, called: bool) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    drop(folder, "anna.yaml", orders("Anna", 1, "rien") + f"note: {note}\n", 1)
    done = cron(tmp_path)
    assert (done.code == 1, "À VOIR : Anna écrit au MJ" in done.out) == (called, called), done.out


def test_a_receipt_says_that_a_note_goes_to_the_mj_and_orders_nothing(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    text = orders("Anna", 1, "{déplacement: droite}") + "note: je vais à gauche si Luc y va\n"
    said = "ta note va au MJ, et n’ordonne rien"
    assert said in good("submit", folder, "-", stdin=text).out
    [letter] = (folder / "outbox").rglob("receipt-*")
    assert said in " ".join(plain(letter.read_text(encoding="utf-8")).split())
    assert said not in good("submit", folder, "-", stdin=orders("Anna", 1, "{déplacement: droite}")).out


def test_a_note_for_the_mj_that_completes_the_turn_is_shown_too(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL[1:])
    drop(folder, "anna.yaml", orders("Anna", 1, "rien") + "note: 'mj: attention'\n", 1)
    done = cron(tmp_path)
    assert done.code == 1
    assert "joué, tour 1" in done.out
    assert "  À VOIR : Anna écrit au MJ : mj: attention\n" in done.out
    assert cron(tmp_path) == (0, "", "")


def test_a_correction_that_is_refused_is_waited_for_until_the_deadline(tmp_path: Path) -> None:
    """The orders that stand are those that the player meant to change."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    drop(folder, "zoé.yaml", orders("Zoé", 1, "{déplacemen: droite}"), 5)
    done = cron(tmp_path)
    assert (
        "p : en attente. Tous les ordres sont là, mais un dernier fichier est refusé et pas encore corrigé (Zoé) ;"
        f" attendu jusqu’au {MONDAY}." in done.out
    )
    drop(folder, "luc.yaml", orders("Luc", 1, "{déplacemen: droite}"), 6)
    assert (
        "mais 2 derniers fichiers sont refusés et pas encore corrigés (Luc, Zoé) ; attendu jusqu’au"
        in cron(tmp_path).out
    )
    at("2026-11-22 10:00")
    assert cron(tmp_path).code == 0
    at(DUE)
    assert "joué, tour 1" in cron(tmp_path).out


# --- The course of a game


def test_it_never_begins_a_game_by_itself(tmp_path: Path) -> None:
    """Of the deal nobody is awaited: the MJ begins it when all are there, however long that takes."""
    folder = fleet(tmp_path / "p", THREE_DAYS, stage="deal")
    said = f"À VOIR : {folder} : en attente. La partie n’est pas commencée ; « adjudicator resolve » la commence.\n"
    for when in ("2026-11-20 10:00", "2026-11-23 20:00", "2026-12-24 10:00"):
        at(when)
        assert cron(tmp_path) == (1, said, "")
        assert cron(tmp_path) == (1, "", "")
    assert stages(folder) == []
    good("resolve", folder)
    done = cron(tmp_path)
    assert done.code == 0
    assert "en attente. Il manque les ordres d’un joueur ; échéance le dimanche 27 décembre à 20 h 00." in done.out


def test_a_game_whose_first_stage_awaits_somebody_begins_by_itself(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", stage="roles")
    drop(folder, "1.yaml", "joueur: Anna\nrôles: {Anna: brute, Luc: agile, Max: archer}\n")
    drop(folder, "2.yaml", "joueur: Paul\nrôles: {Paul: terreur, Rita: savant, Zoé: professeur}\n")
    assert f"{folder} : joué, " in cron(tmp_path).out
    assert stages(folder) == ["0001-roles"]


def test_at_most_one_stage_is_played_a_run(tmp_path: Path) -> None:
    """Even where the orders of the next are all there already."""
    folder = tsewnart(tmp_path / "p")
    put_table(folder, *ALL, turn=1, name="1.yaml")
    put_table(folder, *ALL, turn=2, name="2.yaml")
    put_table(folder, *ALL, turn=3, name="3.yaml")
    for turn in (1, 2, 3):
        assert f"joué, tour {turn} : tous les ordres sont là." in cron(tmp_path).out
        assert stages(folder)[-1] == f"{turn + 2:04d}-turn-{turn}"
    assert "en attente" in run("run", "--all", tmp_path).out


def test_the_end_of_the_game_is_told_once(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS, stage="turn-2")
    put_table(folder, *ALL, turn=2, order="{" + STOP + "}")
    done = cron(tmp_path)
    assert done.code == 0
    assert done.out.splitlines()[0] == f"{folder} : joué, tour 2 : tous les ordres sont là. La partie est terminée."
    at("2026-12-24 10:00")
    assert cron(tmp_path) == (0, "", "")
    drop(folder, "tard.yaml", "joueur: Anna\n")
    left = f"{folder} : la partie est terminée.\n  1 fichier attend dans inbox.\n"
    assert cron(tmp_path) == (0, left, "")
    assert cron(tmp_path) == (0, "", "")
    assert run("run", "--all", tmp_path).out == left


def test_the_letters_and_the_hour_are_those_of_the_run(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    at("2026-11-21 09:00")
    cron(tmp_path)
    published = json.loads((folder / "turns" / "0003-turn-1" / "published.json").read_bytes())
    assert published["by"] == "adjudicator"
    assert paris("2026-11-21 09:00") == paris(published["at"])
    assert len(letters(folder, "report")) == 6
    assert (folder / "public" / "0003-turn-1" / "public.html").is_file()


# --- Several at once


def test_two_runs_at_once_play_once_and_lose_nothing(tmp_path: Path) -> None:
    """Both end well; whoever finds the other at work leaves the campaign to him."""
    folders = [tsewnart(tmp_path / name, THREE_DAYS) for name in "abc"]
    for folder in folders:
        put(folder, *ALL)
    runs = [start("run", tmp_path) for _ in range(3)]
    outputs = [process.communicate() for process in runs]
    assert [process.returncode for process in runs] == [0, 0, 0], outputs
    assert [error for _, error in outputs] == [b"", b"", b""]
    told = plain("".join(out.decode() for out, _ in outputs))
    for folder in folders:
        assert stages(folder) == ["0001-roles", "0002-placement", "0003-turn-1"]
        assert len(received(folder, "turn-1")) == 6
        assert told.count(f"{folder} : joué, tour 1") == 1
        assert len(letters(folder, "receipt-000")) == 6
        assert status(folder)["turn"] == 2


def test_a_campaign_at_which_somebody_works_is_left_for_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting_takes_no_time(monkeypatch)
    folder = tsewnart(tmp_path / "p")
    put_table(folder, *ALL)
    with disk.locked(folder):
        assert run("run", tmp_path, "--all") == (0, f"{folder} : une autre commande y travaille\n", "")
        assert cron(tmp_path) == (0, "", "")
    assert (folder / "inbox" / "table.yaml").exists()
    assert "joué, tour 1" in cron(tmp_path).out


def test_what_time_it_is_must_be_a_time(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    os.environ["ADJUDICATOR_NOW"] = "demain"
    done = cron(tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("« demain » n’est pas une date et une heure")
    assert not (folder / "visit.json").exists()


def test_a_note_to_the_mj_in_a_refused_file_is_shown_too(tmp_path: Path) -> None:
    """Who is in trouble is the one who writes to the MJ."""
    folder = tsewnart(tmp_path / "p")
    drop(folder, "anna.yaml", orders("Anna", 1, "{deplacment: haut}") + "note: 'MJ: je n’y arrive pas'\n", 1)
    done = cron(folder)
    assert done.code == 1
    assert "  À VOIR : Anna écrit au MJ : MJ: je n’y arrive pas\n" in done.out
    assert "Anna écrit au MJ : MJ: je n’y arrive pas\n" in good("status", folder).out


def test_nothing_is_played_without_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    """It may hold the orders that count; which they are is for the MJ to find out."""
    folder = tsewnart(tmp_path / "p")
    put(folder, *ALL)
    file = folder / "inbox" / "Anna.yaml"
    command = (sys.executable, "-m", "adjudicator")
    with unreadable(file) as place:
        done = place.run(*command, "run", str(folder))
        assert done.returncode == 1
        assert f"à réparer. « {file} » ne peut pas être lu (accès refusé)" in plain(done.stderr)
        told = place.run(*command, "status", str(folder))
        assert told.returncode == 2
        assert f"il ne pourrait rien faire. « {file} » ne peut pas être lu (accès refusé)" in plain(told.stdout)
    assert stages(folder)[-1] == "0002-placement"
    assert (folder / "inbox" / "Anna.yaml").exists()
    assert "joué, tour 1" in cron(folder).out


def test_status_counts_what_lies_in_the_inbox_as_cron_would(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put(folder, *ALL[1:])
    cron(folder)
    put(folder, "Anna")
    shown = good("status", folder).out
    assert "Ordres attendus : Anna\n1 fichier attend dans inbox.\n" in shown
    assert "Si cron passait maintenant, il jouerait : tous les ordres sont là.\n" in shown
    assert "joué, tour 1 : tous les ordres sont là." in cron(folder).out


def test_what_lies_in_the_inbox_and_is_never_taken_is_told(tmp_path: Path) -> None:
    """Somebody thinks that these orders have arrived."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    (folder / "inbox" / "pj").mkdir()
    (folder / "inbox" / "pj" / "anna.txt").write_text(orders("Anna", 1, "rien"), encoding="utf-8")
    elsewhere = tmp_path / "luc.txt"
    elsewhere.write_text(orders("Luc", 1, "rien"), encoding="utf-8")
    (folder / "inbox" / "luc.txt").symlink_to(elsewhere)
    told = "Dans inbox, ne sont jamais pris : luc.txt, pj. Seuls comptent les fichiers posés dans inbox même"
    assert told in good("status", folder).out
    done = cron(tmp_path)
    assert (done.code, told in done.out) == (1, True)
    at("2026-11-20 12:00")
    assert cron(tmp_path) == (1, "", "")
    at("2026-11-21 12:00")
    assert told in cron(tmp_path).out  # once more each day


def test_since_when_it_waits_is_said_of_the_stage_awaited(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    cron(folder)
    at("2026-11-21 10:00")
    good("resolve", "--force", folder)
    cron(folder)
    assert "Il attend depuis le samedi 21 novembre à 10 h 00." in good("status", folder).out


def test_a_letter_that_cannot_be_written_stops_the_game_and_loses_no_orders(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    (folder / "outbox").write_text("")
    put_table(folder, *ALL)
    done = cron(tmp_path)
    assert done.code == 1
    assert done.err.startswith(
        f"À VOIR : {folder} : à réparer. Les ordres reçus sont gardés, mais un message qui y répond"
        " n’a pas pu être écrit : « "
    )
    assert stages(folder)[-1] == "0002-placement"
    assert status(folder)["received"] == list(ALL)
    (folder / "outbox").unlink()
    done = cron(tmp_path)
    assert (done.code, done.err) == (0, "")
    assert "joué, tour 1 : tous les ordres sont là." in done.out
    assert len(letters(folder, "receipt-0001")) == len(ALL)


def test_run_names_those_for_whom_it_waits_and_status_for_everybody_does_not(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "gue", THREE_DAYS)
    put(folder, "Anna", "Luc", "Max", "Paul")
    line = cron(tmp_path, "--all").out.splitlines()[0]
    assert line.endswith("échéance le lundi 23 novembre à 20 h 00. Attendus : Rita, Zoé.")
    assert not [name for name in ALL if name in good("status", folder, "--public").out]
