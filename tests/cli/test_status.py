"""``status``: what is awaited, for the MJ and for everybody."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from resistance import campaigns as resistance
from support.commands import (
    CHOICES,
    ENGLISH,
    SEED_HASH,
    TURNS,
    TWO,
    adjudicator,
    campaign,
    drop,
    good,
    make_ghost,
    on_terminal,
    orders,
    plain,
    play,
    run,
    send,
    stage_folder,
    table,
    take_all,
    tree,
)
from support.depth import few

from adjudicator.cli.main import COMMANDS
from adjudicator.store.published import sealed

ESCAPE = "\x1b"
EVERYBODY = ["Anna", "Luc", "Max", "Paul", "Rita", "Zoé"]


def status(folder: Path) -> Any:
    return good("status", folder, "--json").json()


# --- Status


def test_a_new_campaign_awaits_its_captains(tmp_path: Path) -> None:
    folder = campaign(tmp_path)
    assert adjudicator("status", folder) == (
        0,
        "La grande partie : choix des rôles\n"
        "Ordres reçus : —\n"
        "Ordres attendus : Anna, Paul\n"
        "Le tour attend ces ordres.\n"
        f"Empreinte de la graine (SHA-256) : {SEED_HASH}\n",
        "",
    )


def test_a_turn_tells_who_has_ordered_and_who_has_not(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    send(folder, orders("Zoé", 2, "rien"), orders("Anna", 2, "rien"))
    assert good("status", folder).out.startswith(
        "La grande partie : tour 2\n"
        "Ordres reçus : Anna, Zoé\n"
        "Ordres attendus : Luc, Max, Paul, Rita\n"
        "Le tour attend ces ordres.\n"
    )
    send(folder, TURNS[1])
    assert good("status", folder).out.startswith(
        "La grande partie : tour 2\n"
        "Ordres reçus : Anna, Luc, Max, Paul, Rita, Zoé\n"
        "Ordres attendus : —\n"
        "Tout est là : « adjudicator resolve » peut jouer.\n"
    )


def test_a_game_that_is_over_awaits_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "over")
    waiting = len(json.loads(good("posted", folder, "--json").out))
    assert good("status", folder).out == (
        "La grande partie : partie terminée\nVainqueurs à égalité : bleu, rouge.\n"
        f"À publier : {waiting} messages, dans {folder}/bureau.html\n"
        f"Empreinte de la graine (SHA-256) : {SEED_HASH}\n"
    )


def test_before_the_first_stage_there_is_nothing_to_post(tmp_path: Path) -> None:
    assert "À publier" not in good("status", campaign(tmp_path)).out


def test_where_the_last_stage_is_posted_from_is_not_told_to_everybody(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    assert f"messages, dans {folder}/bureau.html\n" in good("status", folder).out
    assert "bureau" not in good("status", folder, "--public").out.replace(str(folder), "")
    good("posted", folder, "--all")
    assert "À publier" not in good("status", folder).out


def test_status_speaks_english(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "1", "turn-1", ENGLISH)
    assert good("status", folder).out.startswith("The great game: turn 1\nOrders received: —\nOrders awaited: Anna, ")
    assert good("status", folder, "--language", "fr").out.startswith("The great game : tour 1\nOrdres reçus : —\n")


def test_status_tells_what_waits_in_the_inbox(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    drop(folder, "a.yaml", TURNS[0])
    assert "1 fichier attend dans inbox.\n" in good("status", folder).out
    drop(folder, "b.yaml", "")
    assert "2 fichiers attendent dans inbox.\n" in good("status", folder).out
    assert status(folder)["inbox"] == 2
    assert "2 files wait in inbox.\n" in good("status", folder, "--language", "en").out


STAGES = [
    ("roles", "roles", 0, [], ["Anna", "Paul"], "il manque les ordres de 2 joueurs (Anna, Paul)"),
    ("placement", "placement", 0, [], ["Anna", "Paul"], "il manque les ordres de 2 joueurs (Anna, Paul)"),
    ("turn-1", "turn", 1, [], EVERYBODY, f"il manque les ordres de 6 joueurs ({', '.join(EVERYBODY)})"),
    ("turn-3", "turn", 3, [], EVERYBODY, f"il manque les ordres de 6 joueurs ({', '.join(EVERYBODY)})"),
    ("over", "over", None, [], [], "la partie est terminée"),
]


@pytest.mark.parametrize(("stage", "phase", "turn", "received", "missing", "why"), STAGES)
def test_json_at_each_stage(
    tmp_path: Path, stage: str, phase: str, turn: int | None, received: list[str], missing: list[str], why: str
) -> None:
    folder = campaign(tmp_path, stage)
    before = tree(folder)
    row, waiting = status(folder), json.loads(good("posted", folder, "--json").out)
    assert row.pop("to_post", 0) == len(waiting)
    assert row == {
        "title": "La grande partie",
        "game": "tsewnart",
        "phase": phase,
        "turn": turn,
        "received": received,
        "missing": missing,
        "empty": [],
        "away": [],
        "standing": [],
        "lapsed": [],
        "ahead": [],
        "refused": [],
        "notes": {},
        "files": [],
        "inbox": 0,
        "not_taken": [],
        "ready": False,
        "due": None,
        "held": False,
        "closes": None,
        "extension": None,
        "reminded": {},
        "cron": {"at": None, "what": "over" if stage == "over" else "wait", "why": why, "look": stage != "over"},
        "visit": None,
        "winner": "Vainqueurs à égalité : bleu, rouge." if stage == "over" else None,
        "seed_hash": SEED_HASH,
        "language": "fr",
    }
    assert tree(folder) == before
    assert not (folder / ".lock").exists() or stage != "roles"


def test_json_says_ready_when_all_is_there(tmp_path: Path) -> None:
    folder = campaign(tmp_path)
    send(folder, CHOICES[TWO][0])
    assert (status(folder)["ready"], status(folder)["missing"]) == (False, ["Paul"])
    send(folder, CHOICES[TWO][1])
    assert (status(folder)["ready"], status(folder)["received"]) == (True, ["Anna", "Paul"])
    assert status(folder)["ready"] is (run("resolve", folder, "--dry-run").code == 0)


def test_who_controls_a_ghost_is_awaited_and_who_has_nothing_is_not(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    make_ghost(folder, "Luc")
    take_all(folder, "Zoé")
    assert status(folder)["missing"] == ["Anna", "Luc", "Max", "Paul", "Rita"]
    send(folder, table(2, **dict.fromkeys(["Anna", "Luc", "Max", "Paul", "Rita"], "rien")))
    assert status(folder)["ready"] is True
    play(folder)


# --- What may be posted


def public(folder: Path) -> Any:
    return good("status", folder, "--public", "--json").json()


def test_the_public_status_counts_and_names_nobody(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    send(folder, orders("Zoé", 2, "rien") + "note: pour le MJ seul\n", orders("Anna", 2, "rien"))
    run("submit", folder, "-", stdin=orders("Luc", 2, "{deplacment: haut}"))
    drop(folder, "max.yaml", orders("Max", 2, "rien"))
    assert good("status", folder, "--public").out == (
        f"La grande partie : tour 2\nOrdres reçus : 2 sur 6\nEmpreinte de la graine (SHA-256) : {SEED_HASH}\n"
    )
    assert public(folder) == {
        "title": "La grande partie",
        "game": "tsewnart",
        "phase": "turn",
        "turn": 2,
        "received": 2,
        "awaited": 6,
        "of_camps": False,
        "deadline": None,
        "due": None,
        "held": False,
        "winner": None,
        "seed_hash": SEED_HASH,
        "language": "fr",
    }


def test_the_public_status_does_not_depend_on_who_sent_nor_on_what_was_refused(tmp_path: Path) -> None:
    here, there = campaign(tmp_path / "1", "turn-2"), campaign(tmp_path / "2", "turn-2")
    send(here, orders("Zoé", 2, "rien"), orders("Anna", 2, "rien"))
    send(there, orders("Luc", 2, "{déplacement: haut}"), orders("Paul", 2, "{arrêter: oui}"))
    run("submit", there, "-", stdin=orders("Rita", 2, "{deplacment: haut}"))
    for options in ((), ("--json",), ("--language", "en")):
        assert good("status", here, "--public", *options) == good("status", there, "--public", *options)


def test_before_turn_1_the_public_status_counts_camps(tmp_path: Path) -> None:
    folder = campaign(tmp_path)
    send(folder, CHOICES[TWO][0])
    shown = good("status", folder, "--public").out
    assert "Camps qui ont envoyé : 1 sur 2\n" in shown
    assert [public(folder)[key] for key in ("received", "awaited", "of_camps")] == [1, 2, True]
    assert "Camps that have sent: 1 of 2\n" in good("status", folder, "--public", "--language", "en").out


def test_the_public_status_counts_only_those_who_owe_orders(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    take_all(folder, "Zoé")
    send(folder, orders("Zoé", 2, "{arrêter: oui}"))
    assert "Ordres reçus : 0 sur 5\n" in good("status", folder, "--public").out


DEADLINES = {
    "échéance: {jours: 3}\n": ("lundi 23 novembre à 20 h 00", "2026-11-23T19:00:00+00:00"),
    'échéance: {jours: 1, heure: "07:30"}\n': (
        "samedi 21 novembre à 7 h 30",
        "2026-11-21T06:30:00+00:00",
    ),
    'échéance: {jours: 2, heure: "20:00", fuseau: Asia/Tokyo}\n': (
        "dimanche 22 novembre à 20 h 00 (Asia/Tokyo)",
        "2026-11-22T11:00:00+00:00",
    ),
    "échéance: {jours fixes: [mardi, vendredi]}\n": (
        "mardi 24 novembre à 20 h 00",  # the Friday on which it began would leave seven hours
        "2026-11-24T19:00:00+00:00",
    ),
    "échéance: {jours: 11}\n": ("mardi 1er décembre à 20 h 00", "2026-12-01T19:00:00+00:00"),
}


def with_deadline(folder: Path, deadline: str) -> Path:
    """Make a campaign at turn 1, which began on Friday 20 November 2026 at noon in UTC, with a deadline."""
    campaign(folder, "turn-1")
    begun = sealed({"at": "2026-11-20T12:00:00+00:00", "by": "adjudicator"})
    (stage_folder(folder, "placement") / "published.json").write_bytes(begun)
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(deadline)
    return folder


@pytest.mark.parametrize("deadline", DEADLINES)
def test_the_public_status_tells_the_deadline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deadline: str) -> None:
    folder = with_deadline(tmp_path, deadline)
    monkeypatch.setenv("ADJUDICATOR_NOW", "2026-11-20T13:00:00+00:00")  # another year would be told
    told, due = DEADLINES[deadline]
    assert good("status", folder, "--public").out == (
        "La grande partie : tour 1\n"
        "Ordres reçus : 0 sur 6\n"
        f"Échéance : {told}\n"
        f"Empreinte de la graine (SHA-256) : {SEED_HASH}\n"
    )
    row = public(folder)
    assert (row["due"], row["held"]) == (due, False)
    assert row["deadline"].keys() & {"days", "weekdays"}


def test_with_a_deadline_status_says_what_cron_would_do_and_when_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without one nobody counts on cron, and the last line is for the MJ's hand; see the first tests."""
    folder = with_deadline(tmp_path, "échéance: {jours: 3}\n")
    monkeypatch.setenv("ADJUDICATOR_NOW", "2026-11-21T12:00:00+00:00")
    *_, would, last, _, _ = good("status", folder).out.splitlines()
    assert would == (
        "Si le programme passait de lui-même maintenant, il attendrait : il manque les ordres de 6 joueurs ; "
        "échéance le lundi 23 novembre à 20 h 00."
    )
    assert last == "Rien ne se joue encore tout seul : c’est vous qui jouez, par « adjudicator resolve »."
    run("run", folder)
    last = good("status", folder).out.splitlines()[-3]
    assert last == (
        "Dernier passage de cron : samedi 21 novembre à 13 h 00. Il attend depuis le samedi 21 novembre à 13 h 00."
    )
    shown = good("status", folder, "--at", "2026-11-23T20:00:00+00:00").out
    assert (
        " il attendrait : l’échéance était le lundi 23 novembre à 20 h 00 ; il manque les ordres de 6 joueurs" in shown
    )
    monkeypatch.setenv("ADJUDICATOR_NOW", "2026-11-23T20:00:00+00:00")
    silence = "cron n’était pas passé depuis le samedi 21 novembre à 13 h 00, ou trouvait la partie occupée"
    assert f" il mettrait la partie en pause : {silence}.\n" in good("status", folder).out


def test_the_time_of_a_new_campaign_begins_with_the_first_command_that_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADJUDICATOR_NOW", "2026-11-21T12:00:00+00:00")
    folder = campaign(tmp_path)
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("échéance: {jours: 3}\n")
    shown = good("status", folder).out
    assert "Échéance" not in shown
    waits = "il attendrait : il manque les ordres de 2 joueurs ; échéance le mardi 24 novembre à 20 h 00."
    assert f"Si le programme passait de lui-même maintenant, {waits}\n" in shown  # its time would begin
    send(folder, CHOICES[TWO][0])
    assert "Échéance : mardi 24 novembre à 20 h 00\n" in good("status", folder).out


def test_of_a_campaign_that_cron_visits_status_says_what_it_would_do(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    assert "cron" not in good("status", folder).out.replace(str(folder), "")
    run("run", folder)
    shown = good("status", folder).out
    assert "Si cron passait maintenant, il attendrait : il manque les ordres de 6 joueurs (Anna, " in shown
    assert "Le tour attend ces ordres." not in shown
    send(folder, TURNS[0])
    assert "Si cron passait maintenant, il jouerait : tous les ordres sont là.\n" in good("status", folder).out


def test_of_a_campaign_that_is_held_status_says_since_when_and_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = campaign(tmp_path, "turn-1")
    monkeypatch.setenv("ADJUDICATOR_NOW", "2026-11-21T12:00:00+00:00")
    good("hold", folder, "--reason", "Max déménage", "--by", "Léa")
    assert (
        "Si le programme passait de lui-même maintenant, il ne jouerait rien : en pause depuis le samedi 21 novembre"
        " à 13 h 00, par Léa : Max déménage.\n"
    ) in good("status", folder).out
    assert (status(folder)["held"], public(folder)["held"]) == (True, True)
    shown = good("status", folder, "--public").out
    assert "La partie est en pause : rien n’est joué avant que le MJ ne la reprenne.\n" in shown
    assert "Max" not in shown
    run("run", folder)
    good("release", folder, "--reason", "Max est revenu", "--by", "Léa")
    after = good("status", folder).out
    assert "Si cron passait maintenant, il attendrait : il manque les ordres de 6 joueurs (Anna, " in after
    assert "La partie était alors en pause depuis le samedi 21 novembre à 13 h 00.\n" in after
    assert "trouve" not in after
    assert (status(folder)["held"], public(folder)["held"]) == (False, False)


def test_status_tells_the_faults_of_refused_files_and_orders_for_later_turns(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    run("submit", folder, "-", stdin=orders("Luc", 1, "{déplacement: haud}"))
    send(folder, orders("Zoé", 3, "rien"), orders("Max", 3, "rien"), orders("Max", 2, "rien"))
    assert good("status", folder).out.startswith(
        "La grande partie : tour 1\n"
        "Ordres reçus : —\n"
        "Ordres attendus : Anna, Luc, Max, Paul, Rita, Zoé\n"
        "Ordres d’avance pour le tour 2 : Max\n"
        "Ordres d’avance pour le tour 3 : Max, Zoé\n"
        "Refusé : texte collé (Luc), 1 faute\n"
        "  ligne 3, colonne 23 : « haud » n’est pas compris ici ; attendu : "
    )
    assert status(folder)["ahead"] == [{"turn": 2, "players": ["Max"]}, {"turn": 3, "players": ["Max", "Zoé"]}]


def test_the_public_status_of_a_game_that_is_over(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "over")
    before = tree(folder)
    assert good("status", folder, "--public").out == (
        "La grande partie : partie terminée\nVainqueurs à égalité : bleu, rouge.\n"
        f"Empreinte de la graine (SHA-256) : {SEED_HASH}\n"
    )
    told = public(folder)
    assert (told["phase"], told["turn"], told["received"], told["awaited"]) == ("over", None, 0, 0)
    assert tree(folder) == before


# --- On a terminal and in a pipe


def test_on_a_terminal_status_is_a_table_in_colour(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    send(folder, orders("Zoé", 2, "rien"))
    code, shown = on_terminal("status", folder)
    assert code == 0
    assert ESCAPE + "[" in shown
    bare = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    rows = [line for line in bare.splitlines() if re.fullmatch(r"  \w+ +(reçu|attendu)", line)]
    assert sorted(row.split()[0] for row in rows) == EVERYBODY
    assert [row.split()[0] for row in rows if row.endswith("reçu")] == ["Zoé"]
    assert len({len(row) - len(row.split()[1]) for row in rows}) == 1  # the column stands straight
    assert "La grande partie : tour 2\n" in bare


def test_on_a_terminal_faults_are_red(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    file = tmp_path / "orders.yaml"
    file.write_text(orders("Luc", 1, "{deplacment: haut}"), encoding="utf-8")
    code, shown = on_terminal("check", folder, file)
    assert code == 1
    assert f"{ESCAPE}[31m{file}:3:10: « deplacment » : mot inconnu ici" in shown


@few(2)
@pytest.mark.parametrize("stage", ["roles", "turn-1", "over"])
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_in_a_pipe_there_are_no_colours(tmp_path: Path, stage: str, options: tuple[str, ...]) -> None:
    folder = campaign(tmp_path, stage)
    done = adjudicator("status", folder, *options)
    assert ESCAPE not in done.out + done.err


def test_in_a_pipe_faults_have_no_colours(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    done = adjudicator("check", folder, "-", stdin=orders("Luc", 1, "{deplacment: haut}"))
    assert done.code == 1
    assert ESCAPE not in done.out + done.err


def test_on_a_terminal_json_has_no_colours(tmp_path: Path) -> None:
    code, shown = on_terminal("status", campaign(tmp_path), "--json")
    assert code == 0
    assert ESCAPE not in shown


def test_a_file_in_place_of_the_folder_is_said_to_be_one(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "partie", "turn-1")
    file = folder / "campaign.yaml"
    for command in (("status",), ("resolve",), ("submit",), ("hold", "--reason", "x")):
        assert adjudicator(command[0], file, *command[1:]) == (
            2,
            "",
            f"« {file} » est un fichier ; il faut le dossier de la partie. Peut-être « {folder} » ?\n",
        )
    other = tmp_path / "notes.txt"
    other.write_text("")
    assert adjudicator("status", other).err == f"« {other} » est un fichier ; il faut le dossier de la partie.\n"


def test_what_is_missing_on_the_line_is_named_in_the_quotes_of_the_language(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    assert "Il manque l’option « --reason »." in adjudicator("hold", folder).err
    assert "Missing option “--reason”." in adjudicator("hold", folder, "--language", "en").err
    assert "Il manque l’argument « DOSSIER »." in adjudicator("status").err
    assert "Il manque l’argument « DOSSIER… »." in adjudicator("run").err
    assert "Commande inconnue : « statut »." in adjudicator("statut").err
    assert "Option inconnue : « --foo »." in adjudicator("status", folder, "--foo").err
    assert "L’option « --at » demande une valeur." in adjudicator("status", folder, "--at").err
    assert "Valeur non valable pour « --language » : « de » " in adjudicator("status", "--language", "de").err


@pytest.mark.parametrize(
    ("written", "command"), [("résolve", "resolve"), ("veriffy", "verify"), ("SUBMIT", "submit"), ("temp", "template")]
)
def test_of_an_unknown_command_the_nearest_is_suggested(written: str, command: str) -> None:
    assert f"Commande inconnue : « {written} ». Peut-être « {command} » ?" in adjudicator(written).err
    said = adjudicator("--language", "en", written).err
    assert f"'{written}'" in said
    assert f"Perhaps “{command}”?" in said


def test_an_unknown_command_like_no_other_has_no_suggestion() -> None:
    assert "Commande inconnue : « xyz ».\n" in adjudicator("xyz").err


def test_what_resolve_would_not_play_is_not_said_to_be_ready(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    drop(folder, "a.yaml", table(1, **dict.fromkeys(EVERYBODY, "rien")), 1)
    assert status(folder)["ready"]
    drop(folder, "b.yaml", orders("Anna", 1, "{voler: haut}"), 2)
    assert not status(folder)["ready"]
    assert run("resolve", folder).code == 1


def test_of_a_campaign_copied_half_way_status_says_what_cron_finds(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    good("resolve", folder, "--force")
    shutil.rmtree(stage_folder(folder, "turn-1"))
    done = run("status", folder, "--json")
    told = done.json()["cron"]
    assert (done.code, told["what"], told["look"]) == (2, "broken", True)
    assert "0003-turn-1" in told["why"]
    assert run("resolve", folder, "--dry-run", "--force").code == 2


def test_nobody_waits_openly_for_a_card(tmp_path: Path) -> None:
    """R17: in a squad of two, one of two would tell the one who has played that the other hesitates."""
    folder = resistance.on_mission(tmp_path / "p")
    send(folder, orders("Anna", 3, "{mission: réussite}"))
    shown = good("status", folder, "--public").out
    assert "2 joueurs en mission. Qui a joué ne se dit pas.\n" in shown
    assert "1" not in shown.partition("\n")[2].partition("Empreinte")[0]
    assert good("status", folder, "--public", "--json").json()["received"] is None
    assert "Ordres reçus : Anna\n" in good("status", folder).out  # for the MJ


# Pasted texts of nobody known ----------------------------------------------------------------------------------


def test_a_pasted_text_of_nobody_known_is_called_by_its_first_words(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    run("submit", folder, "-", stdin="je me déplace à droite, et si l’on me gêne je m’arrête là\n")
    said = plain(good("status", folder).out)
    assert "Refusé : texte collé, « je me déplace à droite, et si l’on me »" in said.replace("…", "")
    good("submit", folder, "-", stdin=table(1, Anna="rien"))
    assert "je me déplace à droite" in plain(good("status", folder).out)
    good("resolve", folder, "--force")
    account = plain((stage_folder(folder, "turn-1") / "reports" / "mj.txt").read_text(encoding="utf-8"))
    assert "Ordres refusés et non corrigés (texte collé, « je me déplace à droite" in " ".join(account.split())


def test_a_pasted_text_of_nobody_known_is_let_go_when_all_have_sent_who_may_have_meant_it(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    good("submit", folder, "-", stdin=table(1, Anna="rien"))
    run("submit", folder, "-", stdin="je me déplace à droite\n")
    good("submit", folder, "-", stdin=table(1, Luc="rien", Max="rien", Paul="rien", Rita="rien"))
    assert "je me déplace" in plain(good("status", folder).out)
    good("submit", folder, "-", stdin=table(1, Zoé="rien"))
    assert "je me déplace" not in plain(good("status", folder).out)
    good("resolve", folder)
    account = (stage_folder(folder, "turn-1") / "reports" / "mj.txt").read_text(encoding="utf-8")
    assert "non corrigés" not in account


def test_a_captains_pasted_text_is_let_go_when_his_good_orders_are_there(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "roles")
    run("submit", folder, "-", stdin="voici nos rôles, on se retrouve demain\n")
    assert "voici nos rôles" in plain(good("status", folder).out)
    for file in CHOICES[TWO]:
        good("submit", folder, "-", stdin=file)
    assert "voici nos rôles" not in plain(good("status", folder).out)


def test_a_pasted_text_that_came_when_all_was_there_may_be_a_correction_and_stays(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    good("submit", folder, "-", stdin=table(1, **dict.fromkeys(("Anna", "Luc", "Max", "Paul", "Rita", "Zoé"), "rien")))
    run("submit", folder, "-", stdin="finalement je me déplace à droite\n")
    good("submit", folder, "-", stdin=table(1, Anna="rien"))
    assert "finalement je me déplace" in plain(good("status", folder).out)


# The first deadline --------------------------------------------------------------------------------------------


def test_the_public_status_of_a_game_not_begun_tells_its_first_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes out with the print of the seed, before any command that writes has begun the players' time."""
    monkeypatch.setenv("ADJUDICATOR_NOW", "2026-11-20T10:00:00+01:00")
    folder = campaign(tmp_path / "p", "roles", f"{TWO}échéance: {{jours: 3}}\n")
    before = tree(folder)
    said = plain(good("status", folder, "--public").out)
    assert "Première échéance, si la partie commence maintenant : lundi 23 novembre à 20 h 00" in said
    assert tree(folder) == before
    good("submit", folder, "-", stdin=CHOICES[TWO][0])
    said = plain(good("status", folder, "--public").out)
    assert "Échéance : lundi 23 novembre à 20 h 00" in said and "Première" not in said


def test_cron_is_not_named_to_whoever_never_used_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = with_deadline(tmp_path, "échéance: {jours: 3}\n")
    monkeypatch.setenv("ADJUDICATOR_NOW", "2026-11-21T12:00:00+00:00")
    for language in ("fr", "en"):
        lang = ("--language", language)
        shown = [
            good("status", folder, *lang).out,
            good("status", folder, "--at", "2026-11-24 20:30", *lang).out,
            good("hold", folder, "--reason", "x", "--by", "Léa", "--until", "2026-11-22 20:00", *lang).out,
            good("status", folder, *lang).out,
        ]
        monkeypatch.setenv("ADJUDICATOR_NOW", "2026-11-24T12:00:00+00:00")
        shown += [good("release", folder, "--reason", "x", "--by", "Léa", *lang).out, good("status", folder, *lang).out]
        monkeypatch.setenv("ADJUDICATOR_NOW", "2026-11-21T12:00:00+00:00")
        assert "cron" not in "".join(shown).replace(str(folder), "").casefold()
    run("run", folder)
    assert "Si cron passait maintenant" in good("status", folder).out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_names_what_a_command_takes_in_its_language(name: str) -> None:
    assert not re.search(r"\b(DIR|FOLDER|FILE|TEXT|NAME|PLAYER|TIME|INTEGER)\b", good(name, "--help").out)
