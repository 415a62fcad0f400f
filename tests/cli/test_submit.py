"""``submit`` and ``check``: orders understood and kept, or refused with all their faults."""

from __future__ import annotations

import json
import os
import re
import shutil
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.commands import (
    ENGLISH,
    EVERY_ROLE,
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
    read_letter,
    received,
    report,
    result,
    run,
    send,
    stage_folder,
    table,
    take_all,
    tree,
    verdicts,
)
from support.depth import few, sample

from adjudicator.campaign.loading import load_campaign
from adjudicator.orders.inbox import not_taken

GOOD = orders("Luc", 1, "{déplacement: droite}")
BAD = orders("Luc", 1, "{deplacment: droite}")
FATE = "Sans autre envoi, ces ordres seront joués quand tous les ordres seront là."
FATE_IN_ENGLISH = "If nothing more comes, these orders are played once all orders are there."
NOT_AWAITED = "Rien n’est attendu de toi pour l’instant."


def status(folder: Path) -> Any:
    return good("status", folder, "--json").json()


def letters(folder: Path, stage: str) -> dict[str, Any]:
    """Return the letters about a stage by the name of their file, less its ending."""
    return {path.stem: read_letter(path) for path in sorted(folder.glob(f"outbox/[0-9]*-{stage}/*.txt"))}


def in_force(folder: Path) -> Any:
    """Return the orders that count now, as the turn will be played with them: played by force, in a copy."""
    copy = folder.parent / "copy"
    shutil.copytree(folder, copy)
    label = f"turn-{status(copy)['turn']}"
    good("resolve", copy, "--force")
    found = result(copy, label, "orders.json")["orders"]
    shutil.rmtree(copy)
    return found


# --- Receipts

RECEIPTS = [
    ("Anna", "{deplacement: haut}", "tu te déplaces vers le haut.", "you move up."),
    ("Anna", "{deplacement: (3;5)}", "tu te déplaces en (3;5).", "you move to (3;5)."),
    ("Anna", "rien", "tu ne fais rien.", "you do nothing."),
    ("Luc", "{teleport: (4;4)}", "tu te téléportes en (4;4).", "you teleport to (4;4)."),
    ("Max", "{sanctifier: 2;2}", "tu sanctifies la case (2;2).", "you sanctify the cell (2;2)."),
    ("Nina", "{reveler: [9, 1]}", "tu révèles la case (9;1).", "you reveal the cell (9;1)."),
    (
        "Omar",
        "{deplacement supplementaire: bas, deplacement: droite}",
        "tu te déplaces vers la droite, puis tu fais ton déplacement supplémentaire vers le bas.",
        "you move right, then you make your extra move down.",
    ),
    (
        "Jean-Paul",
        "{modifier: {action: la terreur du rouge, avant: déplacement de la Brute bleu}}",
        "tu places « terreur rouge » juste avant « déplacement de la Brute bleu ».",
        "you put “terrorise rouge” right before “move of the Brute bleu”.",
    ),
    (
        "Paul",
        "{anonyme: oui, deplacement: gauche, autopsie: {case: (9;1), camp: bleu}}",
        "tu autopsies un fantôme du camp bleu en (9;1), puis tu te déplaces vers la gauche ;"
        " un fantôme sur ta case n’apprend pas ton nom.",
        "you examine a ghost of camp bleu on (9;1), then you move left; a ghost on your cell does not learn your name.",
    ),
    (
        "Paul",
        "{conduire fantome: {case: (1;1), vers: droite}}",
        "tu conduis un fantôme qui est en (1;1), vers la droite.",
        "you steer a ghost on (1;1), right.",
    ),
    ("Rita", "{viser: (9;4)}", "tu vises la case (9;4).", "you aim at the cell (9;4)."),
    ("Zoé", "{terroriser: (1;1)}", "tu terrorises la case (1;1).", "you terrorise the cell (1;1)."),
    (
        "Rien",
        "{echanger: haut, deplacement: gauche, arreter: oui}",
        "tu te déplaces vers la gauche, puis tu échanges avec la pièce voisine, vers le haut ;"
        " tu votes pour arrêter la partie.",
        "you move left, then you change places with the piece next to you, up; you vote to stop the game.",
    ),
    (
        '"Null"',
        "{attirer: gauche, abandonner: non}",
        "tu attires la première pièce rencontrée vers la gauche ; tu ne votes pas pour abandonner.",
        "you pull the first piece on the left; you do not vote to surrender.",
    ),
]


def unwarned(out: str) -> str:
    """What is said of orders without what will become of them, of which tests/tsewnart/test_warnings.py speaks."""
    return re.sub(r"^  (?:Attention, d’après|Mind, from what you see).*\n", "", out, flags=re.MULTILINE)


@pytest.mark.parametrize(("player", "order", "french", "english"), RECEIPTS)
def test_a_receipt_says_the_orders_in_words_in_the_order_of_play(
    tmp_path: Path, player: str, order: str, french: str, english: str
) -> None:
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    name = player.strip('"')
    text = orders(player, 1, order)
    told = unwarned(good("check", folder, "-", stdin=text).out)
    assert told == f"- : compris.\n  {name} : {french}\n  {FATE}\n"
    told = unwarned(good("check", folder, "-", "--language", "en", stdin=text).out)
    assert told == f"-: understood.\n  {name}: {english}\n  {FATE_IN_ENGLISH}\n"
    told = unwarned(good("submit", folder, "-", stdin=text).out)
    assert told == f"- : accepté.\n  {name} : {french}\n  {FATE}\n"
    (letter,) = letters(folder, "turn-1").values()
    letter["text"] = [line for line in letter["text"] if not line.startswith("Attention, d’après")]
    assert letter == {
        "player": name,
        "to": [name],
        "forum": [],
        "subject": "Tous les rôles, tour 1 : tes ordres sont acceptés",
        "text": ["Tes ordres sont acceptés (tour 1).", french[0].upper() + french[1:], FATE],
    }


def test_a_receipt_says_which_votes_stand_already(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    play(folder, table(1, **dict.fromkeys(["Luc", "Max", "Paul", "Rita", "Zoé"], "rien"), Anna="{arrêter: oui}"))
    for order, told in (
        ("{arrêter: oui}", "tu ne fais rien ; ton vote d’arrêt reste."),
        ("{arrêter: non}", "tu ne fais rien ; tu retires ton vote d’arrêt."),
        ("{abandonner: oui}", "tu ne fais rien ; tu votes pour que ton camp abandonne."),
        ("{abandonner: non}", "tu ne fais rien ; tu ne votes pas pour abandonner."),
    ):
        shown = good("check", folder, "-", stdin=orders("Anna", 2, order)).out
        assert shown == f"- : compris.\n  Anna : {told}\n  {FATE}\n"


def test_a_receipt_says_that_orders_replace_earlier_ones_of_the_same_player_and_turn(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    replaced = f"tu te déplaces vers la droite ; cela remplace tes ordres précédents.\n  {FATE}\n"
    first = good("submit", folder, "-", stdin=GOOD)
    assert first.out == f"- : accepté.\n  Luc : tu te déplaces vers la droite.\n  {FATE}\n"
    same = "tu te déplaces vers la droite ; ce sont les ordres que tu avais déjà envoyés."
    assert good("check", folder, "-", stdin=GOOD).out.endswith(f"{same}\n  {FATE}\n")
    good("submit", folder, "-", stdin=orders("Luc", 1, "rien"))
    assert good("check", folder, "-", stdin=GOOD).out.endswith(replaced)
    assert good("submit", folder, "-", stdin=GOOD).out.endswith(replaced)
    good("submit", folder, "-", stdin=orders("Luc", 1, "rien"))
    english = good("submit", folder, "-", "--language", "en", stdin=GOOD).out
    assert english.endswith(f"you move right; this replaces your earlier orders.\n  {FATE_IN_ENGLISH}\n")
    shown = good("submit", folder, "-", stdin=table(1, Luc="rien", Max="rien")).out
    assert "  Luc : tu ne fais rien ; cela remplace tes ordres précédents.\n  Max : tu ne fais rien.\n" in shown
    written = [letter["text"][1] for letter in letters(folder, "turn-1").values()]
    assert written == [
        "Tu te déplaces vers la droite.",
        "Tu ne fais rien ; cela remplace tes ordres précédents.",
        "Tu te déplaces vers la droite ; cela remplace tes ordres précédents.",
        "Tu ne fais rien ; cela remplace tes ordres précédents.",
        "Tu te déplaces vers la droite ; cela remplace tes ordres précédents.",
        "Tu ne fais rien ; cela remplace tes ordres précédents.",
        "Tu ne fais rien.",
    ]
    play(folder, TURNS[0])
    assert "remplace" not in good("submit", folder, "-", stdin=orders("Luc", 2, "rien")).out


def test_a_receipt_says_that_a_file_replaces_one_before_it_and_none_that_was_refused(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    assert run("submit", folder, "-", stdin=BAD).code == 1
    drop(folder, "a.yaml", GOOD)
    drop(folder, "b.yaml", orders("Luc", 1, "rien"))
    for command in ("check", "submit"):
        shown = good(command, folder).out
        assert shown.count("cela remplace") == 1
        told = "Luc : tu ne fais rien ; cela remplace ceux de « a.yaml », daté d’avant : ce sont ceux-ci qui comptent."
        assert told in shown


def test_a_verdict_that_is_kept_does_not_depend_on_other_files(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    send(folder, GOOD, GOOD)
    first, second = verdicts(folder, "turn-1")
    assert first == second


def test_a_campaign_in_english_answers_in_english_to_french_orders(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1", ENGLISH)
    done = good("submit", folder, "-", stdin=GOOD)
    assert done.out == f"-: accepted.\n  Luc: you move right.\n  {FATE_IN_ENGLISH}\n"
    (letter,) = letters(folder, "turn-1").values()
    assert letter["text"] == ["Your orders are accepted (turn 1).", "You move right.", FATE_IN_ENGLISH]
    refused = run("submit", folder, "-", stdin=BAD)
    assert refused.code == 1
    assert refused.err.startswith("-:3:10: “deplacment”: unknown word here; possible words: ")
    assert refused.err.endswith("-: refused, 1 fault; nothing is changed.\n")


@few(1)
@pytest.mark.parametrize("command", [("submit",), ("check",), ("check", "--from", "forum")])
def test_on_a_terminal_it_says_that_it_reads_and_how_to_end(tmp_path: Path, command: tuple[str, ...]) -> None:
    for text, said in (
        (TWO, "Collez ici le texte à lire, puis faites, sur une ligne vide, Ctrl+D."),
        (ENGLISH, "Paste the text to be read here, then press Ctrl+D on an empty line."),
    ):
        folder = campaign(tmp_path / said[:2], "turn-1", text)
        _, shown = on_terminal(*command, folder, "-", answer=f"{GOOD}\x04")
        assert said in shown.splitlines()
        assert said not in run(*command, folder, "-", stdin=GOOD).err


def test_a_refusal_names_line_and_column_what_was_found_and_the_nearest_word(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    text = "joueur: Luc\ntour: 1\nordres:\n  deplacment: haut\n  échanger: (4;2)\n"
    done = run("submit", folder, "-", stdin=text)
    assert done.code == 1
    assert done.out == ""
    unknown, other, last = done.err.splitlines()
    assert unknown.startswith("-:4:3: « deplacment » : mot inconnu ici ; mots possibles : déplacement, ")
    assert unknown.endswith("Peut-être « déplacement » ?")
    assert other == "-:5:3: « échanger » est un pouvoir d’un autre rôle (Tacticien)."
    assert last == "- : refusé, 2 fautes ; rien n’est changé."


# --- What counts, and what is kept


def test_the_last_valid_file_of_a_player_counts(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    send(folder, GOOD, orders("Luc", 1, "{déplacement: gauche}"), orders("Luc", 1, "{déplacement: bas}"))
    assert in_force(folder) == {"Luc": {"move": "down"}}


def test_a_later_file_replaces_the_whole_of_the_earlier_one(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    send(folder, orders("Luc", 1, "{déplacement: droite, déplacement supplémentaire: droite}"))
    send(folder, orders("Luc", 1, "rien"))
    assert in_force(folder) == {"Luc": {}}


def test_a_refused_file_changes_no_accepted_order(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    send(folder, GOOD)
    before = in_force(folder)
    for text in (BAD, "", "joueur: [", table(1, Luc="{déplacement: bas}", Max="{abc: 1}")):
        done = run("submit", folder, "-", stdin=text)
        assert done.code == 1
        assert "rien n’est changé" in done.err
    assert in_force(folder) == before == {"Luc": {"move": "right"}}
    assert status(folder)["received"] == ["Luc"]


ODD = [
    b"",
    b"\xff\xfe joueur",
    b"joueur: Luc\r\ntour: 1\r\nordres: rien\r\n",
    b"\xef\xbb\xbfjoueur: Luc\ntour: 1\nordres: rien",
    b"\0\1\2",
    b"- 1\n- 2\n",
    b"joueur: Luc\n" * 3,
    b"&a [*a, !!x <<]",
    "joueur: Zoé\ntour: 1\nordres: {déplacement: à gauche}\n# merci ! ♥".encode(),
    b"x" * 70_000,
]


def test_every_file_is_kept_byte_for_byte_with_its_verdict(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    codes = [run("submit", folder, "-", stdin=data).code for data in ODD]
    assert received(folder, "turn-1") == ODD
    told = verdicts(folder, "turn-1")
    assert [verdict["accepted"] for verdict in told] == [code == 0 for code in codes]
    assert codes == [1, 1, 0, 0, 1, 1, 1, 1, 0, 1]
    for verdict in told:
        if verdict["accepted"]:
            assert list(verdict["receipts"]) == list(verdict["orders"])
        else:
            assert verdict["faults"]
            assert all(fault["message"] and fault["line"] >= 1 and fault["column"] >= 1 for fault in verdict["faults"])


def test_a_refused_file_is_kept_with_its_faults(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    run("submit", folder, "-", stdin=BAD)
    (verdict,) = verdicts(folder, "turn-1")
    (fault,) = verdict["faults"]
    assert (fault["line"], fault["column"], fault["found"]) == (3, 10, "deplacment")
    assert (fault["code"], fault["suggestion"]) == ("unknown-word", "déplacement")
    (told,) = status(folder)["refused"]
    assert (told["source"], [row["code"] for row in told["faults"]]) == ("-", ["unknown-word"])
    assert (
        "Refusé : texte collé (Luc), 1 faute\n"
        "  ligne 3, colonne 10 : « deplacment » : mot inconnu ici ; mots possibles : déplacement, "
    ) in good("status", folder).out
    (letter,) = letters(folder, "turn-1").values()
    assert letter["subject"] == "La grande partie, tour 1 : tes ordres sont refusés"
    assert letter["text"][1] == f"Ligne 3 : {plain(fault['message'])}"


def test_orders_of_another_turn_are_refused(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    done = run("submit", folder, "-", stdin=GOOD)
    assert done.code == 1
    assert "-:2:7: Ces ordres sont pour le tour 1 ; attendu maintenant : tour 2.\n" in done.err


def test_orders_for_a_turn_that_is_far_away_are_refused(tmp_path: Path) -> None:
    """They are kept up to five turns ahead; beyond, the number is a slip of the hand."""
    folder = campaign(tmp_path, "turn-2")
    done = good("check", folder, "-", stdin=orders("Luc", 7, "{déplacement: droite}"))
    assert done.out.startswith("- : compris.\n  Luc : tu te déplaces vers la droite ; gardé pour le tour 7.\n")
    done = run("check", folder, "-", stdin=orders("Luc", 12, "{déplacement: droite}"))
    assert done.code == 1
    assert done.err == (
        "-:2:7: Ces ordres sont pour le tour 12 ; attendu maintenant : tour 2. "
        "Est-ce une faute de frappe ? D’avance, on peut aller jusqu’au tour 7.\n- : serait refusé, 1 faute.\n"
    )


def test_orders_after_the_end_are_refused_and_kept(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "over")
    before = tree(folder)
    for command in ("check", "submit"):
        done = run(command, folder, "-", stdin=GOOD)
        assert done.code == 1
        assert "La partie est terminée : plus aucun ordre n’est attendu." in done.err
    after = tree(folder)
    assert before.items() <= after.items()
    assert GOOD.encode() in [after[name] for name in after.keys() - before.keys()]
    assert not [name for name in after.keys() - before.keys() if name.startswith("outbox/")]


# --- Where files come from


def test_a_file_by_its_name(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    file = tmp_path / "de Luc.yaml"
    file.write_text(GOOD, encoding="utf-8")
    done = adjudicator("submit", folder, file)
    assert done == (0, f"{file} : accepté.\n  Luc : tu te déplaces vers la droite.\n  {FATE}\n", "")
    assert file.read_text(encoding="utf-8") == GOOD


def test_standard_input(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    assert adjudicator("submit", folder, "-", stdin=GOOD).code == 0
    assert received(folder, "turn-1") == [GOOD.encode()]


def test_several_files_at_once_each_with_its_verdict(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    files = []
    for number, text in enumerate([GOOD, BAD, orders("Luc", 1, "{déplacement: bas}")]):
        files.append(tmp_path / f"{number}.yaml")
        files[-1].write_text(text, encoding="utf-8")
    done = run("submit", folder, *files)
    assert done.code == 1
    assert [line for line in done.out.splitlines() if not line.startswith(" ")] == [
        f"{files[0]} : accepté.",
        f"{files[2]} : accepté.",
    ]
    assert f"{files[1]} : refusé, 1 faute ; rien n’est changé.\n" in done.err
    assert in_force(folder) == {"Luc": {"move": "down"}}


def test_a_file_that_is_not_there_stops_before_anything_is_stored(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    file = tmp_path / "1.yaml"
    file.write_text(GOOD, encoding="utf-8")
    before = tree(folder)
    done = run("submit", folder, file, tmp_path / "2.yaml")
    assert done == (2, "", f"Le fichier « {tmp_path / '2.yaml'} » n’existe pas.\n")
    assert run("submit", folder, tmp_path).err == f"« {tmp_path} » est un dossier, pas un fichier.\n"
    assert tree(folder) == before


def test_the_inbox_is_taken_in_the_order_of_arrival_then_by_name(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    texts = {
        name: orders("Luc", 1, f"{{déplacement: {way}}}")
        for name, way in zip("abcd", ("haut", "bas", "gauche", "droite"), strict=True)
    }
    drop(folder, "c.yaml", texts["c"], second=1)
    drop(folder, "a.yaml", texts["a"], second=3)
    drop(folder, "b.yaml", texts["b"], second=2)
    drop(folder, "d.yaml", texts["d"], second=2)
    done = good("submit", folder)
    assert [line for line in done.out.splitlines() if not line.startswith(" ")] == [
        "c.yaml : accepté.",
        "b.yaml : accepté.",
        "d.yaml : accepté.",
        "a.yaml : accepté.",
    ]
    assert received(folder, "turn-1") == [texts[name].encode() for name in "cbda"]
    assert list((folder / "inbox").iterdir()) == []
    assert in_force(folder) == {"Luc": {"move": "up"}}


def test_refused_files_leave_the_inbox_too_and_are_kept(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    drop(folder, "a.yaml", BAD)
    done = run("submit", folder)
    assert done.code == 1
    assert done.err.startswith("a.yaml:3:10: « deplacment » : mot inconnu ici")
    assert list((folder / "inbox").iterdir()) == []
    assert received(folder, "turn-1") == [BAD.encode()]


def test_an_empty_inbox_is_said(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    before = tree(folder)
    assert run("submit", folder) == (0, "Aucun fichier d’ordres.\n", "")
    (folder / "inbox").rmdir()
    assert run("submit", folder, "--language", "en") == (0, "No order file.\n", "")
    assert tree(folder) == {name: data for name, data in before.items() if name != "inbox/"}


def test_hidden_files_and_folders_in_the_inbox_are_left_alone(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    drop(folder, ".a.yaml.swp", "half a file")
    (folder / "inbox" / "old").mkdir()
    assert run("submit", folder).out == "Aucun fichier d’ordres.\n"
    assert sorted(path.name for path in (folder / "inbox").iterdir()) == [".a.yaml.swp", "old"]


def test_what_in_the_inbox_is_never_taken_has_a_name(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    inbox = folder / "inbox"
    (inbox / "pj").mkdir()
    drop(folder, "pj/anna.txt", GOOD)
    drop(folder, "luc.txt", GOOD)
    for name in ("luc.txt~", ".luc.txt.swp", "luc.part", "luc.tmp"):
        (inbox / name).write_text(BAD, encoding="utf-8")
    (inbox / "vide").mkdir()
    (inbox / "lien.txt").symlink_to(inbox / "luc.txt")
    (inbox / "perdu.txt").symlink_to(inbox / "nulle-part")
    os.mkfifo(inbox / "tuyau")
    assert not_taken(load_campaign(folder)) == ["lien.txt", "perdu.txt", "pj", "tuyau", "vide"]
    done = good("submit", folder)
    assert done.out.startswith("luc.txt : accepté.\n")
    assert "luc.txt~" not in done.out
    assert (inbox / "luc.txt~").exists()
    assert not_taken(load_campaign(folder)) == ["lien.txt", "perdu.txt", "pj", "tuyau", "vide"]


def test_nothing_is_left_lying_in_an_inbox_of_plain_files(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    drop(folder, "luc.txt", GOOD)
    assert not_taken(load_campaign(folder)) == []
    (folder / "inbox" / "luc.txt").unlink()
    (folder / "inbox").rmdir()
    assert not_taken(load_campaign(folder)) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("joueur: Luc\ntour: 1\nordres:\n", "Ligne 3 : « ordres » est vide : pour ne rien faire, écrire « rien »."),
        ("joueur: Luc\ntour: 1\npermanents:\n", "Ligne 3 : « permanents » est vide : "),
        ("joueur: Luc\ntour: 1\nordres:\n\tvoler: haut\n", "Ligne 4 : Le début de la ligne contient une tabulation."),
        ("joueur: Luc\ntour: 1\nordres: voler: haut\n", "Ligne 3 : Un deuxième deux-points sur la ligne."),
    ],
)
def test_who_names_himself_is_written_to_though_nothing_else_is_understood(
    tmp_path: Path, text: str, told: str
) -> None:
    folder = campaign(tmp_path, "turn-1")
    assert run("submit", folder, "-", stdin=text).code == 1
    (letter,) = [letter for name, letter in letters(folder, "turn-1").items() if name.startswith("receipt-")]
    assert letter["player"] == "Luc"
    assert letter["text"][1].startswith(told)
    assert [refused["players"] for refused in status(folder)["refused"]] == [["Luc"]]
    good("submit", folder, "-", stdin=GOOD if "ordres:" in text else text.replace("permanents:", "permanents: rien"))
    assert status(folder)["refused"] == []


def test_an_older_file_in_the_inbox_does_not_beat_a_newer_one_brought_by_hand(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    drop(folder, "a.yaml", orders("Luc", 1, "{déplacement: haut}"))  # came long ago
    send(folder, orders("Luc", 1, "{déplacement: bas}"))
    good("submit", folder)
    assert in_force(folder) == {"Luc": {"move": "down"}}


# --- The MJ's table


def test_the_mjs_table_gives_a_receipt_for_each_player(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    done = good("submit", folder, "-", stdin=TURNS[0])
    assert done.out == (
        "- : accepté.\n"
        "  Anna : tu te déplaces vers la droite.\n"
        "  Luc : tu te déplaces vers la droite, puis tu fais ton déplacement supplémentaire vers la droite.\n"
        "  Max : tu vises la case (3;3).\n"
        "  Paul : tu terrorises la case (1;1).\n"
        "  Rita : tu te déplaces vers la gauche.\n"
        "  Zoé : tu te déplaces vers la gauche.\n"
        f"  {FATE}\n"
    )
    assert status(folder)["missing"] == []


def test_a_table_is_all_or_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    done = run("submit", folder, "-", stdin=table(1, Anna="rien", Luc="{viser: (1;1)}", Zoë="rien", Bob="rien"))
    assert done.code == 1
    assert "-:4:9: Luc : « viser » est un pouvoir d’un autre rôle (Archer).\n" in done.err
    assert "-:6:3: « Bob » n’est pas un joueur de cette partie." in done.err
    assert status(folder)["received"] == []


def test_a_player_of_a_table_may_send_again(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    send(folder, table(1, Anna="rien", Luc="{déplacement: droite}"), orders("Luc", 1, "rien"))
    send(folder, table(1, Anna="{déplacement: bas}"))
    assert in_force(folder) == {"Anna": {"move": "down"}, "Luc": {}}


# --- Notes


def test_a_note_goes_to_the_mj_and_nowhere_else(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    send(folder, GOOD + "note: je hais les lundis\n", TURNS[0])
    assert "Luc écrit au MJ : je hais les lundis\n" in good("status", folder).out
    good("resolve", folder)
    published = stage_folder(folder, "turn-1") / "result"
    told = [name for name, data in tree(published).items() if b"lundis" in data]
    assert told == ["orders.json", "reports/mj.bbcode", "reports/mj.html", "reports/mj.md", "reports/mj.txt"]


# --- Votes


def test_votes_go_with_orders_or_alone(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    done = good("submit", folder, "-", stdin=orders("Anna", 1, "{arrêter: oui}"))
    assert done.out == f"- : accepté.\n  Anna : tu ne fais rien ; tu votes pour arrêter la partie.\n  {FATE}\n"
    done = good("submit", folder, "-", stdin=orders("Luc", 1, "{abandonner: oui, déplacement: haut}"))
    told = "tu te déplaces vers le haut ; tu votes pour que ton camp abandonne."
    assert unwarned(done.out) == f"- : accepté.\n  Luc : {told}\n  {FATE}\n"


def test_a_vote_stays_until_it_is_withdrawn(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    send(folder, orders("Anna", 1, "{arrêter: oui}"))
    good("resolve", folder, "--force")
    assert "- 1 vote pour arrêter la partie, sur 6 joueurs\n" in report(folder)
    good("resolve", folder, "--force")
    assert "- 1 vote pour arrêter la partie, sur 6 joueurs\n" in report(folder)
    send(folder, orders("Anna", 3, "{arrêter: non}"))
    good("resolve", folder, "--force")
    assert "Votes : aucun\n" in report(folder)


def test_a_later_file_replaces_the_votes_of_an_earlier_one(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    send(folder, orders("Anna", 1, "{arrêter: oui}"), orders("Anna", 1, "{déplacement: droite}"))
    good("resolve", folder, "--force")
    assert "Votes : aucun\n" in report(folder)


def test_a_camp_surrenders_when_more_than_half_vote_for_it(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    send(folder, orders("Paul", 1, "{abandonner: oui}"))
    good("resolve", folder, "--force")
    assert "Votes : aucun\n" in report(folder)
    send(folder, orders("Zoé", 2, "{abandonner: oui}"))
    good("resolve", folder, "--force")
    public = report(folder)
    assert "- Camps qui ont abandonné : rouge\n" in public
    cause = "Un camp au plus tient encore : les autres ont abandonné ou n’ont plus de pièces."
    assert cause in " ".join(public.split())
    assert run("resolve", folder).code == 2


def test_a_player_with_nothing_left_may_vote_and_owes_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    take_all(folder, "Luc")
    assert "Luc" not in status(folder)["missing"]
    done = good("submit", folder, "-", stdin=orders("Luc", 2, "{arrêter: oui}"))
    assert done.out == f"- : accepté.\n  Luc : tu votes pour arrêter la partie.\n  {NOT_AWAITED}\n"
    refused = run("submit", folder, "-", stdin=orders("Luc", 2, "{arrêter: oui, déplacement: haut}"))
    assert refused.code == 1
    assert "« déplacement » : ce joueur ne contrôle plus rien ; il peut seulement voter." in refused.err
    good("resolve", folder, "--force")
    assert "- 1 vote pour arrêter la partie, sur 6 joueurs\n" in report(folder)


def test_a_ghost_may_move_and_capture_and_nothing_else(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    make_ghost(folder, "Luc")
    done = good("submit", folder, "-", stdin=orders("Luc", 2, "{capturer: Max, déplacement: droite}"))
    told = "tu te déplaces vers la droite, puis tu captures si possible, et Max contrôle la pièce."
    assert unwarned(done.out).endswith(f"{told}\n  {FATE}\n")
    done = good("check", folder, "-", stdin=orders("Luc", 2, "{capturer: Luc}"))
    assert "  Luc : tu captures si possible, et c’est toi qui contrôles la pièce ; " in done.out
    refused = run("submit", folder, "-", stdin=orders("Luc", 2, "{déplacement supplémentaire: droite}"))
    assert "« déplacement supplémentaire » : un fantôme peut seulement se déplacer et capturer." in refused.err
    refused = run("submit", folder, "-", stdin=orders("Luc", 2, "{capturer: Zoé}"))
    assert "« Zoé » n’est pas un joueur du camp bleu : « capturer » nomme le fantôme qui aura la pièce." in refused.err


# --- Keys


def key_of(folder: Path, player: str) -> str:
    (line,) = [line for line in report(folder, "--for", f"player:{player}").splitlines() if line.startswith("Ta clé ")]
    return line.split(" : ")[1].split(".")[0]


def test_the_key_of_the_report_opens_and_any_other_does_not(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-2")
    key = key_of(folder, "Luc")
    text = orders("Luc", 2, "rien")
    for right in (key, key.lower(), key.replace("-", ""), f'" {key.replace("-", " ")} "'):
        assert good("submit", folder, "-", stdin=f"{text}clé: {right}\n").out.startswith("- : accepté.")
    for wrong in (key_of(folder, "Max"), key[:-1], "AAAA-AAAA", "12345678"):
        done = run("submit", folder, "-", stdin=f"{text}cle: {wrong}\n")
        assert done.code == 1
        assert done.err.startswith("-:4:1: La clé n’est pas celle de ce joueur pour ce tour ;")
        assert wrong not in done.err


def test_a_key_is_each_players_own_and_of_one_turn(tmp_path: Path) -> None:
    early, late = campaign(tmp_path / "early", "turn-2"), campaign(tmp_path / "late", "turn-3")
    names = ("Anna", "Luc", "Max", "Paul", "Rita", "Zoé")
    keys = {key_of(folder, name) for folder in (early, late) for name in names}
    assert len(keys) == 12
    old = run("submit", late, "-", stdin=orders("Luc", 3, "rien") + f"key: {key_of(early, 'Luc')}\n")
    assert old.code == 1
    others = [report(early, "--for", reader) for reader in ("public", "camp:bleu", "player:Max")]
    assert not [text for text in others if key_of(early, "Luc") in text]


# --- A crash in between


def test_a_verdict_lost_to_a_crash_is_made_again(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    send(folder, GOOD)
    run("submit", folder, "-", stdin=BAD)
    whole = tree(folder)
    for path in stage_folder(folder, "turn-1").glob("orders/*ed.json"):
        path.unlink()
    good("submit", folder)
    again = tree(folder)
    assert again == whole
    assert in_force(folder) == {"Luc": {"move": "right"}}
    assert [verdict["accepted"] for verdict in verdicts(folder, "turn-1")] == [True, False]


def test_orders_without_a_verdict_are_seen_by_status_and_by_a_dry_run(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    send(folder, TURNS[0])
    wanted = good("resolve", folder, "--dry-run").out
    for path in stage_folder(folder, "turn-1").glob("orders/*.json"):
        path.unlink()
    before = tree(folder)
    assert status(folder)["missing"] == []
    assert good("resolve", folder, "--dry-run").out == wanted
    assert tree(folder) == before


# --- check


def test_check_stores_nothing_and_says_the_same(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    drop(folder, "a.yaml", TURNS[0], second=1)
    drop(folder, "b.yaml", BAD, second=2)
    before = tree(folder)
    checked = run("check", folder)
    assert tree(folder) == before
    assert not (folder / ".lock").exists()
    submitted = run("submit", folder)
    assert checked.code == submitted.code == 1
    assert checked.out == submitted.out.replace("accepté", "compris")
    assert checked.err == submitted.err.replace("refusé, 1 faute ; rien n’est changé", "serait refusé, 1 faute")


def test_check_reads_standard_input_and_files(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    before = tree(folder)
    file = tmp_path / "a.yaml"
    file.write_text(BAD, encoding="utf-8")
    done = adjudicator("check", folder, "-", file, stdin=GOOD)
    assert done.code == 1
    assert done.out == f"- : compris.\n  Luc : tu te déplaces vers la droite.\n  {FATE}\n"
    assert done.err.endswith(f"{file} : serait refusé, 1 faute.\n")
    assert tree(folder) == before
    assert run("check", folder) == (0, "Aucun fichier d’ordres.\n", "")


# --- For programs


@pytest.mark.parametrize("command", ["check", "submit"])
def test_json_tells_what_was_understood_and_every_fault(tmp_path: Path, command: str) -> None:
    folder = campaign(tmp_path, "turn-1")
    drop(folder, "a.yaml", GOOD + "note: merci\n", second=1)
    drop(folder, "b.yaml", orders("Max", 1, "{tirer: oui, deplacment: haut}"), second=2)
    done = run(command, folder, "--json")
    assert done.code == 1
    assert done.err == ""
    accepted, refused = done.json()
    assert (accepted.pop("code", None) is not None) == (command == "submit")
    assert accepted == {
        "source": "a.yaml",
        "accepted": True,
        "orders": {"Luc": {"move": "right"}},
        "receipts": {"Luc": "tu te déplaces vers la droite ; ta note va au MJ, et n’ordonne rien."},
        "players": ["Luc"],
        "note": "merci",
        "next": {"Luc": FATE},
    }
    assert refused.keys() == {"source", "accepted", "players", "faults", "table", "kinds", "next"}
    assert plain(refused["next"]["Max"]) == "Le tour attend tes ordres ; si le MJ joue sans eux, tu ne fais rien."
    assert (refused["source"], refused["accepted"], refused["players"]) == ("b.yaml", False, ["Max"])
    early, late = refused["faults"]
    assert early == {
        "file": "b.yaml",
        "line": 3,
        "column": 10,
        "code": "no-aim",
        "found": "tirer",
        "expected": [],
        "suggestion": None,
        "message": "« tirer » : il faut avoir visé avec succès au tour précédent.",
    }
    assert late.keys() == early.keys()
    assert (late["code"], late["line"], late["column"]) == ("unknown-word", 3, 22)
    assert late["suggestion"] == "déplacement"
    assert "viser" in late["expected"]


def test_json_speaks_the_language_asked_for(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    (row,) = good("check", folder, "-", "--json", "--language", "en", stdin=GOOD).json()
    assert row["receipts"] == {"Luc": "you move right."}
    assert run("submit", folder, "--json") == (0, "[]\n", "")


# --- Nothing that a file holds stops the program

SHAPES = [
    "",
    "rien",
    "12",
    "oui",
    "''",
    "[]",
    "{}",
    "[1, 2]",
    "[[1], {a: b}]",
    "{a: b}",
    "{a: {b: [c]}}",
    "(1;2)",
    "Luc",
]
ENVELOPE = ["joueur", "camp", "joueurs", "tour", "clé", "ordres", "note", "rôles", "placement"]
ORDERS = [
    *("déplacement", "téléport", "sanctifier", "révéler", "déplacement supplémentaire", "modifier", "autopsie"),
    *("conduire fantôme", "anonyme", "viser", "tirer", "terroriser", "échanger", "attirer", "capturer", "abandonner"),
    "arrêter",
]
PARTS = [
    ("modifier", ("action", "avant", "après")),
    ("conduire fantôme", ("case", "camp", "joueur", "vers")),
    ("autopsie", ("case", "camp")),
]


def check_total(folder: Path, text: str) -> None:
    done = run("check", folder, "-", stdin=text)
    assert done.code in (0, 1), text
    assert bool(done.err) == (done.code == 1), text


@few(3)
@pytest.mark.parametrize("stage", ["roles", "placement", "turn-1"])
@pytest.mark.parametrize("key", sample(ENVELOPE, 4))
def test_an_envelope_of_any_shape_is_judged(tmp_path: Path, stage: str, key: str) -> None:
    folder = campaign(tmp_path, stage)
    whole = {"joueur": "Anna", "tour": "1" if stage == "turn-1" else "0"}
    whole |= {"turn-1": {"ordres": "rien"}, "roles": {"rôles": "{Anna: brute}"}, "placement": {"placement": "{}"}}[
        stage
    ]
    for shape in SHAPES:
        check_total(folder, "".join(f"{name}: {value}\n" for name, value in (whole | {key: shape}).items()))
        check_total(folder, f"joueurs: {{Anna: {{{key}: {shape}}}}}\n")
        check_total(folder, f"tour: 1\njoueurs: {{Anna: {shape}}}\n")
        check_total(folder, shape)


@few(5)
@pytest.mark.parametrize("key", sample(ORDERS, 4))
@pytest.mark.parametrize("unit", ["piece", "ghost", "nothing"])
def test_orders_of_any_shape_are_judged(tmp_path: Path, key: str, unit: str) -> None:
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    if unit == "ghost":
        make_ghost(folder, "Luc")
    players = (
        [*["Anna", "Luc", "Max", "Nina", "Omar", "Jean-Paul", "Paul", "Rita", "Zoé", "Rien"], '"Null"']
        if unit == "piece"
        else ["Luc"]
    )
    if unit == "nothing":
        take_all(folder, "Luc")
    for shape in SHAPES:
        check_total(folder, table(1, **dict.fromkeys(players, f"{{{key}: {shape}}}")))


@few(1)
@pytest.mark.parametrize(("key", "parts"), PARTS)
def test_parts_of_orders_of_any_shape_are_judged(tmp_path: Path, key: str, parts: tuple[str, ...]) -> None:
    folder = campaign(tmp_path, "turn-1", EVERY_ROLE)
    player = "Jean-Paul" if key == "modifier" else "Paul"
    for one, other in product(parts, repeat=2):
        for shape in SHAPES:
            inner = {one: shape} if one == other else {one: shape, other: "(1;1)"}
            value = ", ".join(f"{name}: {what}" for name, what in inner.items())
            check_total(folder, orders(player, 1, f"{{{key}: {{{value}}}}}"))


def test_a_file_with_a_fault_of_shape_does_not_lame_the_campaign(tmp_path: Path) -> None:
    folder = campaign(tmp_path)
    drop(folder, "a.yaml", "joueur: Anna\nrôles: rien\n")
    assert run("submit", folder).code == 1
    assert run("resolve", folder).code == 3
    assert json.loads(good("status", folder, "--json").out)["inbox"] == 0


# --- Exit statuses


@pytest.mark.parametrize("command", ["submit", "check", "status", "resolve", "report"])
def test_a_folder_without_a_campaign_is_said(tmp_path: Path, command: str) -> None:
    done = run(command, tmp_path)
    assert done == (
        2,
        "",
        f"Il n’y a pas de partie dans « {tmp_path} » : campaign.yaml manque. « adjudicator new » en commence une.\n",
    )
    missing = tmp_path / "nulle part"
    assert run(command, missing) == (2, "", f"Le dossier « {missing} » n’existe pas.\n")
    assert tree(tmp_path) == {}


def test_a_campaign_file_with_faults_tells_them_all_with_their_places(tmp_path: Path) -> None:
    folder = campaign(tmp_path, text=TWO.replace("6x3", "six").replace("zone: {colonnes: 6}", "zonne: {colonnes: 6}"))
    done = run("submit", folder, "-", stdin=GOOD)
    file = folder / "campaign.yaml"
    assert done.code == 2
    first, second = done.err.splitlines()
    assert first.startswith(f"{file}:3:19: « six » n’est pas compris ici ; attendu : une taille comme 6x3")
    assert second.startswith(f"{file}:6:11: « zonne » : mot inconnu ici")
    assert second.endswith("Peut-être « zone » ?")


def test_help_speaks_french_or_english(tmp_path: Path) -> None:
    assert "Un fichier refusé ne change rien." in good("submit", "--help").out
    assert "Utilisation :" in good("submit", "--help").out
    english = good("submit", "--help", "--language", "en").out
    assert "Usage:" in english
    assert "refusé" not in english
    assert run("submit").code == 2
