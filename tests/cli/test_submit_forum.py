"""``submit --from forum``: pages of a board, each message its author's order file; nothing twice, nothing guessed."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from clocked import THREE_DAYS, paris, tsewnart
from commands import TWO, campaign, good, plain, result, run, tree, verdicts
from pytest import MonkeyPatch

PAGES = Path(__file__).parents[1] / "mail" / "forum"
NOW = "2025-11-25T12:00:00+00:00"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: MonkeyPatch) -> Path:
    made = campaign(tmp_path, "turn-1", TWO)
    rewrite(made, "Rita", "{nom: Rita, forum: Reine38}")
    monkeypatch.setenv("ADJUDICATOR_NOW", NOW)
    return made


def rewrite(folder: Path, old: str, new: str) -> None:
    path = folder / "campaign.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def page(tmp_path: Path, text: str | bytes, name: str = "page.txt") -> Path:
    path = tmp_path / "pages" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def told(folder: Path, *args: object, stdin: str | bytes = b"") -> list[tuple[str, str | None, str]]:
    """Of each message of pages: its author, whose orders it may hold, and what became of it."""
    found: list[dict[str, Any]] = json.loads(run("submit", folder, "--from", "forum", *args, "--json", stdin=stdin).out)
    return [(row["author"], row["player"], row["is"]) for each in found for row in each["messages"]]


def in_force(folder: Path) -> dict[str, Any]:
    """The orders that were accepted, by player."""
    orders: dict[str, Any] = {}
    for verdict in verdicts(folder, "turn-1") if [*folder.glob("turns/*-turn-1")] else ():
        orders |= verdict.get("orders", {})
    return orders


@pytest.mark.parametrize(
    "name",
    [f"forumotion-{skin}-sujet.html" for skin in ("phpbb2", "phpbb3", "punbb", "invision")] + ["phpbb33-sujet.html"],
)
def test_each_message_of_a_page_is_its_authors_orders_once(name: str, folder: Path) -> None:
    first = [row for row in told(folder, PAGES / name) if row[0] != "Maître"]
    assert first == [("Zoé", "Zoé", "taken"), ("Luc", "Luc", "taken"), ("Max", "Max", "taken")]
    expected = {"Zoé": {"move": "up"}, "Luc": {"move": "right"}, "Max": {"move": "down"}}
    assert in_force(folder) == expected
    before = tree(folder)
    again = [row for row in told(folder, PAGES / name) if row[0] != "Maître"]
    assert {became for _, _, became in again} == {"seen"}
    assert tree(folder) == before


def test_one_table_tells_who_when_and_what(folder: Path) -> None:
    done = run("submit", folder, "--from", "forum", PAGES / "phpbb33-sujet.html")
    assert done.code == 0
    assert done.out.splitlines() == [
        "Maître  23/11/2025 09:00  pas pris : personne n’a ce nom de forum dans campaign.yaml",
        "Zoé     24/11/2025 16:02  pris : tu te déplaces vers le haut.",
        "                          attention : « déplacement » : une pièce de ton camp est en (6;2)",
        "Luc     24/11/2025 17:30  pris : tu te déplaces vers la droite ; lu ainsi : « Luc » comme joueur, sans les"
        " mots autour, « Voilà, bonne partie ! ».",
        "Max     25/11/2025 08:00  pris : tu te déplaces vers le bas ; lu ainsi : « Max » comme joueur, « ordres »"
        " ajouté au-dessus d’eux, les lignes décalées comme il faut.",
        "                          attention : « déplacement » : il n’y a pas de case de ce côté",
    ]


def test_check_takes_nothing(folder: Path) -> None:
    before = tree(folder)
    done = run("check", folder, "--from", "forum", PAGES / "phpbb33-sujet.html")
    assert (done.code, "serait pris" in done.out) == (0, True)
    assert tree(folder) == before


def test_the_later_message_counts_in_whatever_order_they_stand_or_are_pasted(folder: Path, tmp_path: Path) -> None:
    def post(hour: str, order: str) -> str:
        return f"par Zoé » lun. 24 nov. 2025 {hour}\n\ntour: 1\nordres:\n  déplacement: {order}\n\n"

    newest_first = post("18:00", "bas") + post("16:00", "haut")
    assert told(folder, "-", stdin=newest_first) == [("Zoé", "Zoé", "taken")] * 2
    older = page(tmp_path, post("15:00", "gauche"))
    assert told(folder, older) == [("Zoé", "Zoé", "taken")]
    good("resolve", folder, "--force")
    assert result(folder, "turn-1", "orders.json")["orders"]["Zoé"] == {"move": "down"}


def test_of_messages_without_a_date_nobody_guesses_which_is_the_later(folder: Path) -> None:
    """Boards list the newest first or last: where two stand on a page says nothing."""
    one, other = (
        f"par Zoé » il y a {minutes} minutes\n\ntour: 1\nordres:\n  déplacement: {where}\n"
        for minutes, where in ((9, "haut"), (5, "bas"))
    )
    done = run("submit", folder, "--from", "forum", "-", stdin=f"{one}\n{other}")
    assert (done.code, in_force(folder)) == (1, {})
    assert done.out.count("rien de sûr ne dit lesquels sont les derniers") == 2
    assert told(folder, "-", stdin=one) == [("Zoé", "Zoé", "taken")]
    assert told(folder, "-", stdin=one.replace("9", "19")) == [("Zoé", "Zoé", "seen")]
    assert told(folder, "-", stdin=other) == [("Zoé", "Zoé", "doubt")]
    assert in_force(folder) == {"Zoé": {"move": "up"}}


def test_of_two_messages_of_a_minute_the_number_on_the_board_tells_which_is_the_later(
    folder: Path, tmp_path: Path
) -> None:
    text = (PAGES / "forumotion-modernbb-sujet.html").read_text(encoding="utf-8")
    first = text[text.index('<div id="p1"') : text.index('<div id="p2"')].replace(">Max<", ">Zoé<")
    last = first.replace("p1", "p7").replace("post--1", "post--7").replace("haut", "bas")
    for number, (messages, states) in enumerate(
        ((last + first, ["taken", "taken"]), (last.replace("p7", "x7").replace("post--7", "x") + first, ["doubt"] * 2))
    ):
        there = Path(shutil.copytree(folder, tmp_path.with_suffix(f".{number}")))
        saved = page(tmp_path, f"<!DOCTYPE html><html><body>{messages}</body></html>".encode(), f"{number}.html")
        assert [state for _, _, state in told(there, saved)] == states
        assert in_force(there) == ({"Zoé": {"move": "down"}} if number == 0 else {})


def test_a_message_edited_counts_from_its_last_edit_and_an_edit_after_the_deadline_is_told(
    tmp_path: Path, monkeypatch: MonkeyPatch
) -> None:
    folder = tsewnart(tmp_path / "partie", THREE_DAYS)
    note = '<div class="edited-message">Dernière édition par Zoé le Lun 23 Nov 2026 - 20:30, édité 1 fois</div>'
    text = (PAGES / "forumotion-modernbb-mp.html").read_text(encoding="utf-8").replace("Lun 24 Nov", "Lun 23 Nov 2026")
    saved = page(tmp_path, text.replace("haut</div>", f"haut</div>{note}"), "mp.html")
    monkeypatch.setenv("ADJUDICATOR_NOW", paris("2026-11-23 21:00").isoformat())  # the deadline was at 20:00
    os.utime(saved, (paris("2026-11-23 21:00").timestamp(),) * 2)
    assert "modifié après l’échéance (à 20:30)" in plain(run("check", folder, "--from", "forum", saved).out)
    good("submit", folder, "--from", "forum", saved)
    (came,) = folder.glob("turns/*-turn-1/orders/*.came.json")
    assert paris(json.loads(came.read_text(encoding="utf-8"))["dated"]) == paris("2026-11-23 20:30")


def test_a_message_that_the_board_hides_replaces_no_orders(folder: Path) -> None:
    found = told(folder, PAGES / "forumotion-modernbb-sujet.html")
    assert [(author, state) for author, _, state in found if author == "Max"] == [("Max", "taken"), ("Max", "doubt")]
    assert in_force(folder)["Max"] == {"move": "up"}


def test_yesterday_is_another_day_tomorrow_and_the_message_the_same(folder: Path, monkeypatch: MonkeyPatch) -> None:
    text = "par Zoé » {} 16:02\n\ntour: 1\nordres:\n  déplacement: haut\n"
    assert told(folder, "-", stdin=text.format("Aujourd’hui à")) == [("Zoé", "Zoé", "taken")]
    monkeypatch.setenv("ADJUDICATOR_NOW", "2025-11-26T12:00:00+00:00")
    assert told(folder, "-", stdin=text.format("Hier à")) == [("Zoé", "Zoé", "seen")]
    assert told(folder, "-", stdin=text.format("Aujourd’hui à")) == [("Zoé", "Zoé", "seen")]


def test_a_saved_page_calls_today_the_day_on_which_it_was_saved(folder: Path, tmp_path: Path) -> None:
    saved = page(tmp_path, (PAGES / "phpbb33-mp.html").read_bytes(), "mp.html")
    os.utime(saved, (1763978400, 1763978400))  # the day before
    found = json.loads(run("check", folder, "--from", "forum", saved, "--json").out)
    assert found[0]["messages"][0]["when"].startswith("2025-11-24T10:12")


def test_a_message_is_known_when_its_turn_has_been_played(folder: Path) -> None:
    assert told(folder, PAGES / "deux-mp.txt") == [("Zoé", "Zoé", "taken")] * 2
    good("resolve", folder, "--force")
    assert told(folder, PAGES / "deux-mp.txt") == [("Zoé", "Zoé", "seen")] * 2


def test_what_came_from_a_forum_is_told_and_proved_like_all_orders(folder: Path, tmp_path: Path) -> None:
    told(folder, PAGES / "phpbb33-sujet.html")
    good("resolve", folder, "--force")
    assert "Zoé · 2025-11-24 16:02" in good("journal", folder).out
    good("verify", folder)
    exported = tmp_path.with_suffix(".json")
    good("export", folder, exported)
    good("verify", exported)


@pytest.mark.parametrize(
    "body",
    [
        "joueur: Luc\ntour: 1\nordres:\n  déplacement: droite",
        "Luc, tour 1 : droite",
        "joueurs:\n  Luc: {déplacement: droite}\n  Zoé: {déplacement: haut}\ntour: 1",
    ],
)
def test_nobody_orders_for_another_in_his_own_message(body: str, folder: Path) -> None:
    assert told(folder, "-", stdin=f"par Zoé » lun. 24 nov. 2025 16:02\n\n{body}\n") == [("Zoé", "Zoé", "refused")]
    assert in_force(folder) == {}


def test_a_head_that_somebody_typed_is_nobodys(folder: Path) -> None:
    """Whatever number of messages the MJ counts: it is one more than he sees."""
    forged = PAGES / "fausse-tete.txt"
    assert told(folder, forged, "--messages", 1) == [("Max", "Max", "taken"), ("Zoé", "Zoé", "doubt")]
    done = run("check", folder, "--from", "forum", forged)
    assert done.code == 1
    assert "ligne 11, un auteur précédent a pu taper lui-même ce début de message" in done.out
    assert "    11 | par Zoé » lun. 24 nov. 2025 16:05" in done.out
    assert done.err.startswith("Comptez les messages de la page : s’il y en a bien 2, ajoutez --messages 2 ;")


def test_a_page_of_several_is_taken_when_it_is_counted(folder: Path) -> None:
    copied = PAGES / "phpbb33-sujet.txt"
    assert told(folder, copied) == [("Zoé", "Zoé", "taken"), ("Luc", "Luc", "doubt")]
    assert told(folder, copied, "--messages", 2) == [("Zoé", "Zoé", "seen"), ("Luc", "Luc", "taken")]


def test_a_quotation_is_never_its_quoters_orders(folder: Path) -> None:
    assert told(folder, PAGES / "cite-un-autre.txt") == [("Zoé", "Zoé", "doubt")]
    assert told(folder, PAGES / "cite-en-bbcode.txt") == [("Zoé", "Zoé", "taken")]
    assert in_force(folder) == {"Zoé": {"move": "up"}}


@pytest.mark.parametrize("name", ["Zoe", "ZOE", "Zоé", "Zoé2"])
def test_a_name_that_is_nearly_a_players_is_nobodys(name: str, folder: Path) -> None:
    text = f"par {name} » lun. 24 nov. 2025 16:02\n\ntour: 1\nordres:\n  déplacement: haut\n"
    assert told(folder, "-", stdin=text) == [(name, None, "unknown")]


def test_the_own_name_of_one_with_another_on_the_forum_is_nobodys(folder: Path) -> None:
    """Anybody may call himself so there."""
    text = "par Rita » lun. 24 nov. 2025 16:02\n\ntour: 1\nordres:\n  déplacement: haut\n"
    assert told(folder, "-", stdin=text) == [("Rita", None, "unknown")]
    assert told(folder, "-", stdin=text.replace("Rita", "Reine38")) == [("Reine38", "Rita", "taken")]


def test_who_stands_in_for_a_player_writes_under_his_own_name(folder: Path) -> None:
    absence = "absences: [{joueur: Zoé, du: 2025-11-20, au: 2025-11-30, remplaçant: {nom: Ida, forum: Ida38}}]\n"
    rewrite(folder, "graine:", f"{absence}graine:")
    text = "par Ida38 » lun. 24 nov. 2025 16:02\n\ntour: 1\nordres:\n  déplacement: haut\n"
    assert told(folder, "-", stdin=text) == [("Ida38", "Zoé", "taken")]
    assert in_force(folder) == {"Zoé": {"move": "up"}}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "le fichier est vide"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", "ce n’est pas du texte"),
        (b"Penser au pain.\n", "aucun message de forum n’y est reconnu"),
        (b"joueur: Luc\ntour: 1\nordres: {}\n", "aucun message de forum n’y est reconnu"),
        ((PAGES / "html-colle.txt").read_bytes(), "c’est du HTML dans un fichier qui n’en porte pas le nom"),
    ],
)
def test_a_wrong_file_is_told_and_nothing_is_taken(data: bytes, said: str, folder: Path, tmp_path: Path) -> None:
    brought = page(tmp_path, data)
    before = tree(folder)
    done = run("submit", folder, "--from", "forum", brought)
    assert (done.code, done.out) == (1, "")
    assert f"rien n’est pris : {said}" in done.err
    assert tree(folder) == before


def test_a_page_in_utf16_or_of_windows_is_read(folder: Path) -> None:
    assert told(folder, PAGES / "utf16.txt") == [("Zoé", "Zoé", "taken")]
    assert told(folder, PAGES / "windows.txt") == [("Zoé", "Zoé", "seen")]


def test_a_page_of_another_game_is_nobodys_here(folder: Path) -> None:
    text = "par Boomer » lun. 24 nov. 2025 16:02\n\ntour: 1\nordres:\n  vote: oui\n"
    done = run("submit", folder, "--from", "forum", "-", stdin=text)
    assert (done.code, in_force(folder)) == (0, {})
    assert "pas pris : personne n’a ce nom de forum dans campaign.yaml" in done.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--from", "forum"), "--from forum demande une page"),
        (("--messages", "2", "x.txt"), "--messages ne va qu’avec --from forum"),
        (("--from", "forum", "--messages", "2", "x.txt", "y.txt"), "d’une seule page"),
        (("--from", "mail", "x.txt"), "mail"),
    ],
)
@pytest.mark.parametrize("command", ["submit", "check"])
def test_options_that_cannot_be(command: str, args: tuple[str, ...], said: str, folder: Path) -> None:
    done = run(command, folder, *args)
    assert (done.code, said in done.err) == (2, True), done


def test_a_page_that_is_not_there(folder: Path) -> None:
    done = run("submit", folder, "--from", "forum", "nulle-part.html")
    assert (done.code, "nulle-part.html" in done.err) == (2, True)


def test_in_english(folder: Path) -> None:
    done = run("check", folder, "--from", "forum", PAGES / "phpbb33-sujet.txt", "--language", "en")
    assert "Zoé  2025-11-24 16:02  would be taken: you move up" in done.out
    assert "in doubt, taken for nobody: at line 22 an author before may himself have typed" in done.out


def test_of_a_message_in_words_the_lines_to_send_are_shown(folder: Path, tmp_path: Path) -> None:
    pasted = page(
        tmp_path, "De : Zoé\nÀ : Maître\nPosté le : Lun 24 Nov - 16:02\nSujet : tour 1\n\nJe vais vers le haut.\n"
    )
    lines = [line.split() for line in run("check", folder, "--from", "forum", pasted, "--messages", 1).out.splitlines()]
    assert [*lines[0][:1], lines[0][3]] == ["Zoé", "refusé,"]
    assert ["joueur:", "Zoé"] in lines and "déplacement:" in [line[0] for line in lines]
