"""``resolve`` and ``report``: a stage played when it is due, and what each reader is told of it."""

from __future__ import annotations

import json
import re
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from support.commands import (
    CHOICES,
    ENGLISH,
    EVERY_ROLE,
    PLACES,
    SEED,
    SEED_HASH,
    THREE,
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
    printed,
    read_letter,
    received,
    report,
    result,
    results,
    run,
    send,
    stage_folder,
    table,
    tree,
    unlinked,
)
from support.depth import few

from adjudicator.campaign.loading import load_campaign
from adjudicator.reports.writing import report_name
from adjudicator.store.published import intact

STAGES = ("roles", "placement", "turn-1", "turn-2", "turn-3", "over")
READERS = {
    "public": "public",
    "mj": "mj",
    "camp:bleu": "camp-01-bleu",
    "camp:rouge": "camp-02-rouge",
    "player:Anna": "player-01-anna",
    "player:Luc": "player-02-luc",
    "player:Max": "player-03-max",
    "player:Paul": "player-04-paul",
    "player:Rita": "player-05-rita",
    "player:Zoé": "player-06-zoe",
}
FORMATS = {"text": "txt", "bbcode": "bbcode", "markdown": "md", "html": "html", "svg": "svg"}


def having(options: str, text: str = TWO) -> str:
    """Return a campaign with one more line."""
    return text.replace("graine:", f"{options}\ngraine:")


# --- When it is due


def test_a_turn_is_played_when_all_orders_are_there(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    send(folder, TURNS[0])
    done = adjudicator("resolve", folder)
    assert done == (
        0,
        f"Joué : tour 1. Rapports dans {stage_folder(folder, 'turn-1') / 'reports'}\nMaintenant attendu : tour 2.\n",
        "",
    )
    assert good("status", folder, "--json").json()["turn"] == 2


@pytest.mark.deep
def test_the_deadline_of_the_next_turn_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_NOW", "2026-11-24T19:05:00+00:00")
    folder = campaign(tmp_path, "turn-1")
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("échéance: {jours: 3}\n")
    send(folder, TURNS[0])
    assert good("resolve", folder).out.endswith(
        "Maintenant attendu : tour 2.\nÉchéance : vendredi 27 novembre à 20 h 00\n"
    )


def test_what_is_published_is_announced(tmp_path: Path) -> None:
    """The public reports lie in a folder that can be shown, and each player has a letter."""
    folder = campaign(tmp_path, "turn-1")
    play(folder, TURNS[0])
    published = tree(stage_folder(folder, "turn-1") / "reports")
    shown = unlinked(tree(folder / "public" / "0003-turn-1"))
    assert shown == {name: data for name, data in published.items() if name.startswith("public.")}
    page = (folder / "public" / "index.html").read_text(encoding="utf-8")
    assert 'href="0003-turn-1/public.html"' in page
    head = json.loads((stage_folder(folder, "turn-1") / "chain.json").read_bytes())["head"]
    assert all(head in data.decode() for name, data in shown.items() if not name.endswith(".svg"))
    letters = [path for path in (folder / "outbox" / "0003-turn-1").iterdir() if path.name.startswith("report-")]
    assert sorted(path.name for path in letters) == [
        *("report-01-anna.txt", "report-02-luc.txt", "report-03-max.txt"),
        *("report-04-paul.txt", "report-05-rita.txt", "report-06-zoe.txt"),
    ]
    for path in letters:
        letter = read_letter(path)
        assert letter["subject"] == "La grande partie, tour 1 : ton rapport"
        own = published[f"player-{path.stem.removeprefix('report-')}.txt"].decode()
        assert "\n".join([*letter["text"], ""]).endswith(f"\nSceau du journal : {head}.\n\n" + plain(own))
        assert letter["text"][0] == "Maintenant : tour 2."


@pytest.mark.deep
def test_a_turn_is_played_in_english(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1", ENGLISH)
    send(folder, TURNS[0])
    assert good("resolve", folder).out.startswith("Played: turn 1. Reports in ")
    assert report(folder).startswith("The great game: turn 1\n")


def test_while_orders_are_missing_nothing_is_played_and_the_missing_are_named(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    send(folder, table(1, Anna="rien", Zoé="rien", Max="rien", Rita="rien"))
    before = tree(folder)
    done = adjudicator("resolve", folder)
    assert done == (
        3,
        "",
        "Il manque les ordres de 2 joueurs : Luc, Paul.\nRien n’a été joué. « --force » joue sans les attendre.\n",
    )
    assert tree(folder) == before
    send(folder, orders("Luc", 1, "rien"))
    done = run("resolve", folder, "--language", "en")
    assert done.code == 3
    assert done.err.startswith("The orders of 1 player are missing: Paul.\n")


def test_by_force_the_missing_do_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    send(folder, orders("Luc", 1, "{déplacement: droite}"))
    done = good("resolve", folder, "--force")
    assert done.out.startswith(
        "Joué sans attendre les ordres de 5 joueurs : Anna, Max, Paul, Rita, Zoé.\nJoué : tour 1."
    )
    assert result(folder, "turn-1", "orders.json") == {
        "format": 4,
        "orders": {"Luc": {"move": "right"}},
        "stood_in": [],
        "absent": ["Anna", "Max", "Paul", "Rita", "Zoé"],
        "standing": {},
        "ahead": [],
        "refused_ahead": [],
        "notes": {},
        "refused": [],
        "words": [],
        "corrected": None,
        "amended": [],
    }
    assert "| Luc | Agile en (2;2), 2 déplacements supplémentaires restants | déplacement : réussite |\n" in report(
        folder, "--for", "camp:bleu", "--format", "markdown"
    )


def test_force_changes_nothing_when_nobody_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_NOW", "2026-11-24 20:05")  # else the hours could differ
    one, other = campaign(tmp_path / "1", "turn-1"), campaign(tmp_path / "2", "turn-1")
    play(one, TURNS[0])
    send(other, TURNS[0])
    assert "attendre" not in good("resolve", other, "--force").out
    assert tree(one) == tree(other)


@pytest.mark.parametrize("options", [(), ("--force",), ("--dry-run",), ("--dry-run", "--force")])
def test_after_the_end_there_is_no_turn_to_play(tmp_path: Path, options: tuple[str, ...]) -> None:
    folder = campaign(tmp_path, "over")
    before = tree(folder)
    done = run("resolve", folder, *options)
    assert done == (2, "", "La partie est terminée : il n’y a plus de tour à jouer.\n")
    assert tree(folder) == before


def test_the_last_turn_says_that_it_was(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    done = play(folder, table(1, **dict.fromkeys(["Anna", "Luc", "Max", "Paul", "Rita", "Zoé"], "{arrêter: oui}")))
    assert done.out.endswith("La partie est terminée.\n")
    public = report(folder)
    assert "Les deux tiers des joueurs ont décidé d’arrêter.\n" in public
    assert "Vainqueurs à égalité : bleu, rouge.\n" in public


# --- The inbox


def test_resolve_takes_what_lies_in_the_inbox(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    drop(folder, "b.yaml", orders("Luc", 1, "{déplacement: haut}"), second=2)
    drop(folder, "a.yaml", TURNS[0], second=1)
    good("resolve", folder)
    assert result(folder, "turn-1", "orders.json")["orders"]["Luc"] == {"move": "up"}
    assert received(folder, "turn-1") == [TURNS[0].encode(), orders("Luc", 1, "{déplacement: haut}").encode()]
    assert list((folder / "inbox").iterdir()) == []


def test_resolve_tells_what_it_refused_in_the_inbox_and_keeps_it(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    send(folder, TURNS[0])
    bad = orders("Luc", 1, "{deplacment: haut}")
    drop(folder, "luc.yaml", bad)
    done = run("resolve", folder)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("luc.yaml:3:10: « deplacment » : mot inconnu ici")
    assert done.err.endswith(
        "Un fichier vient d’être refusé : rien n’a été joué. Prévenez son auteur ;"
        " « resolve » de nouveau joue sans ce fichier.\n"
    )
    assert received(folder, "turn-1")[-1] == bad.encode()
    assert good("resolve", folder).out.startswith("Joué : tour 1.")


def test_a_correction_that_is_refused_does_not_let_the_old_orders_play_unless_forced(tmp_path: Path) -> None:
    for force in ((), ("--force",)):
        folder = campaign(tmp_path / "-".join(("p", *force)), "turn-1")
        send(folder, TURNS[0])
        drop(folder, "luc.yaml", orders("Luc", 1, "{deplacment: haut}"))
        assert run("resolve", folder, *force).code == (0 if force else 1)
        assert good("status", folder, "--json").json()["turn"] == (2 if force else 1)


def test_a_refused_file_that_is_mended_in_the_same_inbox_stops_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    send(folder, TURNS[0])
    drop(folder, "a.yaml", orders("Luc", 1, "{deplacment: haut}"), second=1)
    drop(folder, "b.yaml", orders("Luc", 1, "{déplacement: haut}"), second=2)
    assert good("resolve", folder).code == 0


def test_the_inbox_is_taken_even_when_somebody_is_missing(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    drop(folder, "luc.yaml", orders("Luc", 1, "rien"))
    assert run("resolve", folder).code == 3
    assert good("status", folder, "--json").json()["received"] == ["Luc"]


def test_a_file_for_a_turn_that_has_passed_is_refused(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    play(folder, TURNS[0])
    drop(folder, "tard.yaml", orders("Luc", 1, "{déplacement: haut}"))
    done = run("resolve", folder)
    assert done.code == 3
    assert "tard.yaml:2:7: Ces ordres sont pour le tour 1 ; attendu maintenant : tour 2.\n" in done.err


# --- A dry run


def check_rehearsal(shown: str, folder: Path, label: str) -> list[str]:
    """What a dry run shows below its first line is what the turn, now played, published; return the changes."""
    told, _, last = shown.rpartition("\n\n")
    read, _, changes = told.rpartition("\n\nCe qui change :\n")
    published = stage_folder(folder, label) / "result"
    assert f"{read}\n" == plain((published / "reports" / "mj.txt").read_text(encoding="utf-8"))
    count = sum(path.is_file() for path in published.rglob("*")) - 1
    digest = sha256((published / "MANIFEST.json").read_bytes()).hexdigest()
    assert last == f"{count} fichiers seraient écrits ; SHA-256 de leur liste (MANIFEST.json) : {digest}\n"
    assert all(line.startswith("- ") for line in changes.splitlines())
    return changes.splitlines()


@pytest.mark.parametrize(("stage", "label"), [("turn-1", "turn-1"), ("turn-2", "turn-2")])
def test_a_dry_run_writes_nothing_and_shows_what_comes(tmp_path: Path, stage: str, label: str) -> None:
    folder = campaign(tmp_path, stage)
    send(folder, TURNS[int(stage[-1]) - 1])
    before = tree(folder)
    rehearsal = good("resolve", folder, "--dry-run")
    assert tree(folder) == before
    first, _, shown = rehearsal.out.partition("\n")
    assert first == "Essai : rien n’est écrit. Voici ce que le MJ lirait."
    good("resolve", folder)
    changes = check_rehearsal(shown, folder, label)
    assert changes[0] == f"- Étape : tour {label[-1]} → tour {int(label[-1]) + 1}"
    moved = {"turn-1": "- Luc : (1;2) → (3;2)", "turn-2": "- Anna : (1;1) → (2;1)"}
    assert moved[label] in changes
    assert report(folder, "--for", "mj") == report(folder, "--for", "mj", "--turn", label[-1])


@pytest.mark.parametrize("stage", ["roles", "placement"])
def test_a_dry_run_before_turn_1(tmp_path: Path, stage: str) -> None:
    folder = campaign(tmp_path, stage)
    send(folder, *(CHOICES if stage == "roles" else PLACES)[TWO])
    before = tree(folder)
    shown = good("resolve", folder, "--dry-run").out.partition("\n")[2]
    assert tree(folder) == before
    good("resolve", folder)
    changes = check_rehearsal(shown, folder, stage)
    assert ("- Anna : rôle choisi, Brute" if stage == "roles" else "- Anna : Brute en (1;1)") in changes


def test_a_dry_run_reads_the_inbox_and_leaves_it(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    drop(folder, "a.yaml", TURNS[0], second=1)
    drop(folder, "b.yaml", orders("Luc", 1, "{deplacment: haut}"), second=2)
    drop(folder, "c.yaml", orders("Luc", 1, "{déplacement: haut}"), second=3)
    before = tree(folder)
    rehearsal = good("resolve", folder, "--dry-run")
    assert tree(folder) == before
    assert not (folder / ".lock").exists()
    assert rehearsal.err.startswith("b.yaml:3:10: « deplacment » : mot inconnu ici")
    good("resolve", folder)
    receipts, _, shown = rehearsal.out.partition("Voici ce que le MJ lirait.\n")
    assert "  Luc : tu te déplaces vers le haut ; cela remplace ceux de « a.yaml », daté d’avant : ce sont" in receipts
    check_rehearsal(shown, folder, "turn-1")
    assert "Luc va de (1;2) en (1;1)" not in rehearsal.out  # Anna stands there
    (tried,) = [line for line in rehearsal.out.splitlines() if "Luc (Agile) en (1;2), déplacement" in line]
    assert "échec" in tried


def test_a_dry_run_by_force(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    assert run("resolve", folder, "--dry-run").code == 3
    before = tree(folder)
    rehearsal = good("resolve", folder, "--dry-run", "--force")
    assert tree(folder) == before
    forced, first, shown = rehearsal.out.split("\n", 2)
    assert forced == "Serait joué sans attendre les ordres de 6 joueurs : Anna, Luc, Max, Paul, Rita, Zoé."
    assert first == "Essai : rien n’est écrit. Voici ce que le MJ lirait."
    good("resolve", folder, "--force")
    assert check_rehearsal(shown, folder, "turn-1") == ["- Étape : tour 1 → tour 2"]


# --- What is published


def test_every_stage_published_is_whole(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "over")
    published = sorted((folder / "turns").glob("*/result"))
    assert [path.parent.name for path in published] == ["0001-roles", "0002-placement", "0003-turn-1", "0004-turn-2"]
    assert [intact(path) for path in published] == [[]] * 4


@few(1)
@pytest.mark.parametrize("text", [TWO, THREE, EVERY_ROLE])
def test_report_prints_the_published_bytes_for_every_reader_stage_and_format(tmp_path: Path, text: str) -> None:
    folder = campaign(tmp_path, "over", text)
    loaded = load_campaign(folder)
    readers = loaded.game.reports.readers(loaded.setting)
    for label in ("roles", "placement", "1", "2"):
        stage = f"turn-{label}" if label.isdigit() else label
        published = tree(stage_folder(folder, stage) / "reports")
        shown = {}
        for reader in readers:
            for form in FORMATS:
                name = report_name(loaded, reader, form).removeprefix("reports/")
                shown[name] = printed("report", folder, "--turn", label, "--for", reader, "--format", form)
        assert shown == published


def test_every_reader_has_a_report_in_every_format(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    reports = stage_folder(folder, "turn-1") / "reports"
    assert {path.name for path in reports.iterdir()} == {
        f"{file}.{ending}" for file in READERS.values() for ending in FORMATS.values()
    }
    for reader, file in READERS.items():
        for form, ending in FORMATS.items():
            shown = adjudicator if reader == "player:Zoé" else good
            done = shown("report", folder, "--for", reader, "--format", form)
            assert done.code == 0
            assert (
                printed("report", folder, "--for", reader, "--format", form)
                == (reports / f"{file}.{ending}").read_bytes()
            )


def test_without_a_turn_the_last_report_is_printed_and_without_a_reader_the_public_one(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-3")
    assert report(folder) == report(folder, "--turn", "2", "--for", "public", "--format", "text")
    assert report(folder).startswith("La grande partie : tour 2\n=====")
    assert report(folder, "--turn", "rôles").startswith("La grande partie : choix des rôles\n")
    assert report(folder, "--turn", "Placement").startswith("La grande partie : placement\n")
    assert report(folder, "--turn", "1", "--for", "mj").startswith("La grande partie : tour 1, pour le MJ seulement\n")


def test_readers_are_understood_in_both_languages(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    zoe = report(folder, "--for", "player:Zoé")
    assert zoe.startswith("La grande partie : tour 1, pour Zoé seulement\n")
    for reader in ("joueur:Zoé", "joueur:zoe", "player:ZOE", "Joueur: Zoë"):
        assert report(folder, "--for", reader) == zoe
    assert report(folder, "--for", "camp:BLEU") == report(folder, "--for", "camp:bleu")
    assert report(folder, "--for", "MJ") == report(folder, "--for", "gm") == report(folder, "--for", "mj")
    assert report(folder, "--for", "Public") == report(folder)


def test_a_report_may_be_read_in_the_other_language(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    before = tree(folder)
    shown = report(folder, "--for", "camp:bleu", "--language", "en")
    assert shown.startswith("La grande partie: turn 1, for camp bleu only\n")
    assert "Max     Archer on (1;3), has aimed at (3;3)  aim: success\n" in shown
    assert tree(folder) == before


def test_bbcode_is_marked_up_and_text_is_not(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    marked, bare = report(folder, "--for", "mj", "--format", "bbcode"), report(folder, "--for", "mj")
    for mark in ("[b]", "[/b]", "[table", "[/table]", "[list]", "[*]", "[/list]"):
        assert mark in marked
        assert mark not in bare
    assert marked.count("[list]") == marked.count("[/list]")
    assert "[table" not in report(folder, "--format", "bbcode", "--forum", "phpbb")
    assert "1 | B |   |   |   |   | R |\n" in report(folder, "--format", "bbcode", "--forum", "phpbb")


UNKNOWN = [
    ("camp:bleux", "camp:bleu"),
    ("player:Zoa", "player:Zoé"),
    ("joueur:Zoa", "joueur:Zoé"),
    ("publik", "public"),
    ("mjj", "mj"),
    ("Zoa", "joueur:Zoé"),
    ("rouge", "camp:rouge"),
]


@pytest.mark.parametrize(("reader", "nearest"), UNKNOWN)
def test_an_unknown_reader_is_refused_with_the_nearest_that_can_be_written(
    tmp_path: Path, reader: str, nearest: str
) -> None:
    folder = campaign(tmp_path, "turn-2")
    done = run("report", folder, "--for", reader)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"Lecteur inconnu : « {reader} ». Attendu, par exemple : public, camp:bleu, ")
    assert done.err.endswith(f"Peut-être « {nearest} » ?\n")
    assert run("report", folder, "--for", nearest).code == 0


def test_a_player_reads_under_his_name_alone(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    assert run("report", folder, "--for", "zoe").out == run("report", folder, "--for", "joueur:Zoé").out != ""


@pytest.mark.parametrize("turn", ["9", "2", "0", "-1", "²", "fin", "", "../roles", "0001-roles"])
def test_an_unknown_turn_is_refused(tmp_path: Path, turn: str) -> None:
    folder = campaign(tmp_path, "turn-2")
    done = run("report", folder, f"--turn={turn}")
    known = "Étapes jouées : choix des rôles, placement, tour 1."
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"L’étape « {turn} » n’a pas été jouée. {known}")


def test_a_report_before_anything_is_played_is_refused(tmp_path: Path) -> None:
    done = run("report", campaign(tmp_path))
    assert done == (2, "", "Rien n’a encore été joué : il n’y a pas de rapport.\n")


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    done = run("report", campaign(tmp_path, "turn-2"), "--format", "pdf")
    assert done.code == 2
    assert "« pdf »" in done.err


def test_a_damaged_result_is_said_and_nothing_is_played_on(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    send(folder, TURNS[1])
    file = stage_folder(folder, "turn-1") / "result" / "state.json"
    file.write_bytes(file.read_bytes()[:100])
    before = tree(folder)
    for command in ("resolve", "status", "report", "submit"):
        done = run(command, folder)
        assert done == (
            2,
            "",
            f"Le fichier « {file} » manque ou est abîmé ; rien n’a été changé. Remettez-le, de votre sauvegarde.\n",
        )
    assert tree(folder) == before


# --- What each reader is told


def test_the_public_learns_neither_who_nor_why(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    public = report(folder)
    words = ("Anna", "Luc", "Max", "Paul", "Rita", "Zoé", "Brute", "Terreur", "terroris", "échec", "réussi", "visé")
    assert not [word for word in words if word in public]
    assert "Attendu de chaque joueur : ses ordres pour le tour 2." in public
    assert "Initiative, dans l’ordre : rouge, bleu." in public
    assert "Votes : aucun\n" in public


def test_a_camp_learns_results_without_reasons(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    bleu = report(folder, "--for", "camp:bleu", "--format", "markdown")
    assert "| Anna | Brute en (1;1) | déplacement : échec |\n" in bleu
    assert "| Max | Archer en (1;3), a visé (3;3) | viser : réussite |\n" in bleu
    assert "terrorisé" not in bleu
    rouge = report(folder, "--for", "camp:rouge", "--format", "markdown")
    assert "| Paul | Terreur en (6;1), a terrorisé (1;1) | terroriser : réussite |\n" in rouge


def test_the_mj_learns_all_with_reasons_and_rulings(tmp_path: Path) -> None:
    shown = report(campaign(tmp_path, "turn-2"), "--for", "mj")
    assert ". terreur (rouge)\n    - Paul (Terreur) en (6;1), terroriser (1;1) : réussite" in shown
    brute = "Anna (Brute) en (1;1), déplacement droite : échec, terrorisé avant (§5)"
    assert f". déplacement de la Brute (bleu)\n    - {brute}\n" in shown
    assert "- R15. L’Archer vise et tire à distance 2, ou au plus 2 selon l’option.\n" in shown


def test_the_option_reasons_tells_the_camp_why(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2", having("options: {raisons: oui}"))
    assert "| déplacement : échec (terrorisé avant) |\n" in report(folder, "--for", "camp:bleu", "--format", "markdown")
    assert "échec (terrorisé avant)\n" in report(folder, "--for", "player:Anna")
    assert "terrorisé" not in report(folder)


@few(1)
@pytest.mark.parametrize(("option", "public"), [("camp", False), ("public", True)])
def test_the_option_reveal_to_chooses_who_is_told(tmp_path: Path, option: str, public: bool) -> None:
    folder = campaign(tmp_path, "turn-1", having(f"options: {{révéler à: {option}}}", EVERY_ROLE))
    send(folder, orders("Nina", 1, "{révéler: (9;3)}"))
    good("resolve", folder, "--force")
    for reader, told in (("public", public), ("camp:bleu", True), ("camp:rouge", public)):
        lines = [line for line in report(folder, "--for", reader).splitlines() if "(9;3)" in line]
        found = [line for line in lines if "Zoé" in line and "Terreur" in line and "rouge" in line]
        assert bool(found) is told
        assert ("- la case (9;3) n’est pas sanctifiée" in lines) is told
    assert "Nina" not in report(folder)


def ghosts_on(text: str) -> set[str]:
    """Return the small letters on the board of a report, the last if there are several."""
    rows = [line[3:] for line in text.splitlines() if line[:3] in ("1 |", "2 |", "3 |")]
    assert len(rows) in (3, 6)
    return {mark for row in rows[-3:] for mark in re.findall("°[BR]", row)}


@few(1)
@pytest.mark.parametrize(("option", "shown"), [("visibles", True), ("cachés", False)])
def test_the_option_ghosts_hides_those_of_others(tmp_path: Path, option: str, shown: bool) -> None:
    folder = campaign(tmp_path, "turn-2", having(f"options: {{fantômes: {option}}}"))
    make_ghost(folder, "Anna", "Rita")
    good("resolve", folder, "--force")
    readers = ("public", "camp:bleu", "camp:rouge", "mj")
    ghosts = {reader: ghosts_on(report(folder, "--for", reader)) for reader in readers}
    assert ghosts["mj"] == {"°B", "°R"}
    assert ghosts["public"] == ({"°B", "°R"} if shown else set())
    assert ghosts["camp:bleu"] == ({"°B", "°R"} if shown else {"°B"})
    assert ghosts["camp:rouge"] == ({"°B", "°R"} if shown else {"°R"})


def test_an_unknown_option_is_refused(tmp_path: Path) -> None:
    folder = campaign(tmp_path, text=having("options: {raison: oui}"))
    done = run("status", folder)
    assert done.code == 2
    assert "« raison » : mot inconnu ici" in done.err
    assert "Peut-être « raisons » ?" in done.err


# --- Initiative


def initiative(folder: Path) -> str:
    (line,) = [line for line in report(folder).splitlines() if line.startswith("Initiative")]
    return line.removeprefix("Initiative, dans l’ordre : ").rstrip(".")


def force(folder: Path, times: int) -> list[str]:
    found = [initiative(folder)]
    for _ in range(times):
        good("resolve", folder, "--force")
        found.append(initiative(folder))
    return found


def test_initiative_turns_by_one_camp_each_turn(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1", THREE)
    assert force(folder, 3) == ["bleu, rouge, vert", "rouge, vert, bleu", "vert, bleu, rouge", "bleu, rouge, vert"]


@pytest.mark.deep
def test_a_campaign_may_list_the_initiative_and_starts_the_list_again(tmp_path: Path) -> None:
    listed = "initiative: [[vert, bleu, rouge], [bleu, vert, rouge]]"
    folder = campaign(tmp_path, "turn-1", having(listed, THREE))
    assert force(folder, 3) == ["vert, bleu, rouge", "bleu, vert, rouge", "vert, bleu, rouge", "bleu, vert, rouge"]


@pytest.mark.deep
def test_the_initiative_listed_is_the_one_played(tmp_path: Path) -> None:
    # Each steps onto the other's way: the first to move takes the cell and eliminates nobody; the second hits him.
    text = TWO.replace("6x3", "3x3").replace("colonnes: 6", "colonnes: 3")
    roles = "joueurs:\n  Anna: {roles: {Anna: agile, Luc: brute, Max: archer}}\n"
    roles += "  Paul: {roles: {Paul: agile, Rita: brute, Zoé: archer}}\n"
    places = "joueurs:\n  Anna: {placement: {Anna: (1;1), Luc: (1;2), Max: (1;3)}}\n"
    places += "  Paul: {placement: {Paul: (3;1), Rita: (3;2), Zoé: (3;3)}}\n"
    lost = {}
    for first, second in (("bleu", "rouge"), ("rouge", "bleu")):
        folder = campaign(tmp_path / first, text=having(f"initiative: [[{first}, {second}]]", text))
        play(folder, roles)
        play(folder, places)
        send(folder, table(1, Anna="{déplacement: droite}", Paul="{déplacement: gauche}"))
        good("resolve", folder, "--force")
        lost[first] = [line for line in report(folder).splitlines() if line.startswith(("- Anna", "- Paul"))]
    assert len(lost["bleu"]) == len(lost["rouge"]) == 1
    assert lost["bleu"][0].startswith("- Anna (bleu)")
    assert lost["rouge"][0].startswith("- Paul (rouge)")


def test_an_initiative_that_forgets_a_camp_is_refused(tmp_path: Path) -> None:
    for listed in ("[[vert, bleu]]", "[[vert, bleu, bleu]]", "[[vert, bleu, jaune]]"):
        folder = campaign(tmp_path / listed, text=having(f"initiative: {listed}", THREE))
        done = run("status", folder)
        assert done.code == 2
        assert "Chaque ligne de l’initiative doit nommer chaque camp une fois." in done.err


# --- The seed


@pytest.mark.parametrize("stage", STAGES)
def test_the_seed_is_public_at_the_end_only_and_its_hash_from_the_start(tmp_path: Path, stage: str) -> None:
    folder = campaign(tmp_path, stage)
    over = stage == "over"
    assert SEED_HASH in good("status", folder).out
    assert SEED not in good("status", folder, "--json").out
    published = sorted((folder / "turns").glob("*/result"))
    for path in published:
        told = tree(path)
        last = over and path == published[-1]
        reports = [data for name, data in told.items() if name.startswith("reports/") and data]
        assert len(reports) == len(READERS) * len(FORMATS)
        assert sum(SEED_HASH.encode() in data for data in reports) == len(READERS) * (len(FORMATS) - 1)
        assert {name for name, data in told.items() if SEED.encode() in data} == (
            {f"reports/{name}.{form}" for name in READERS.values() for form in FORMATS.values() if form != "svg"}
            if last
            else set()
        )
    if over:
        assert f"Graine de tous les tirages : {SEED} (empreinte SHA-256 : {SEED_HASH}).\n" in report(
            folder, "--format", "markdown"
        )
        assert SEED not in report(folder, "--turn", "1", "--for", "mj")


# --- The same again


@few(1)
@pytest.mark.parametrize("text", [TWO, THREE])
def test_two_campaigns_made_alike_give_the_same_bytes(tmp_path: Path, text: str) -> None:
    one = campaign(tmp_path / "un", "turn-2", text)
    other = campaign(tmp_path / "ailleurs" / "deux", "roles", text)
    play(other, *reversed(CHOICES[text]))
    play(other, *PLACES[text])
    names = good("status", other, "--json").json()["missing"]
    play(other, TURNS[0] if text == TWO else table(1, **dict.fromkeys(reversed(names), "rien")))
    assert results(one) == results(other)


def test_another_seed_is_another_campaign(tmp_path: Path) -> None:
    one = campaign(tmp_path / "1", "turn-2")
    other = campaign(tmp_path / "2", "turn-2", TWO.replace(SEED, SEED[::-1]))
    assert results(one) != results(other)


@pytest.mark.deep
def test_a_campaign_copied_elsewhere_carries_on(tmp_path: Path) -> None:
    here = campaign(tmp_path / "ici", "turn-2")
    there = tmp_path / "là bas" / "copie"
    shutil.copytree(here, there)
    play(here, TURNS[1])
    play(there, TURNS[1])
    assert results(here) == results(there)
    shutil.rmtree(here)
    assert report(there, "--turn", "1").startswith("La grande partie : tour 1")


@pytest.mark.deep
def test_a_campaign_without_a_title_says_the_same_under_another_name(tmp_path: Path) -> None:
    here = campaign(tmp_path / "ici", "turn-2", TWO.replace("titre: La grande partie\n", ""))
    there = tmp_path / "copie"
    shutil.copytree(here, there)
    file = stage_folder(there, "turn-1") / "reports" / "public.txt"
    assert printed("report", there) == file.read_bytes()
    play(here, TURNS[1])
    play(there, TURNS[1])
    assert results(here) == results(there)


@pytest.mark.deep
def test_what_is_not_played_for_a_file_just_refused_is_not_said_to_be_played(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    drop(folder, "personne.yaml", orders("Personne", 1, "rien"))
    done = run("resolve", folder, "--force")
    assert (done.code, "Joué sans attendre" in done.out) == (0, True)
    folder = tmp_path / "q"
    campaign(folder, "turn-1", TWO + "échéance: {jours: 3}\nabsents: rien\nfrein: {manquants: 100}\n")
    assert run("submit", folder).code == 0
    drop(folder, "personne.yaml", orders("Personne", 1, "rien"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADJUDICATOR_NOW", "2999-01-01T12:00:00+00:00")
        done = run("resolve", folder)
    assert (done.code, "Joué sans attendre" in done.out) == (1, False)
    assert "rien n’a été joué" in done.err


# By force, where most are missing


def test_on_a_terminal_it_asks_before_most_are_played_without_orders(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, Anna="rien", Luc="rien"))
    before = tree(folder)
    code, said = on_terminal("resolve", folder, "--force", answer="non\n")
    assert code == 1
    assert "Il manque les ordres de 4 joueurs sur 6 : Max, Paul, Rita, Zoé." in plain(said)
    assert {name for name in tree(folder) if "result" in name} == {name for name in before if "result" in name}
    send(folder, orders("Max", 1, "rien"))
    assert on_terminal("resolve", folder, "--force")[0] == 0  # half of them are there


@pytest.mark.deep
def test_it_asks_nobody_elsewhere_nor_with_yes(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    assert on_terminal("resolve", folder, "--force", "--yes")[0] == 0
    good("resolve", folder, "--force")
