"""``submit --from forum``: pages of a board, each message its author's order file; nothing twice, nothing guessed."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from pytest import MonkeyPatch
from support.commands import TWO, campaign, good, result, run, tree, verdicts

from adjudicator.campaign.loading import load_campaign
from adjudicator.desk.forum_posts import sorted_out
from adjudicator.reading import forum_page
from adjudicator.table.situation import situation_of

PAGES = Path(__file__).parents[1] / "mail" / "forum"
NOW = "2025-11-25T12:00:00+00:00"
SKINS = ("phpbb2", "phpbb3", "punbb", "invision", "ipb", "modernbb", "awesomebb")


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
    [f"forumotion-{skin}-sujet.html" for skin in SKINS] + ["phpbb33-sujet.html"],
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
        "Zoé     24/11/2025 16:10  pris : tu te déplaces vers le haut.",
        "                          attention : « déplacement » : une pièce de ton camp est en (6;2)",
        "                          attention : modifié le lundi 24 novembre à 16 h 10, écrit le lundi 24 novembre à"
        " 16 h 02",
        "Luc     24/11/2025 17:30  pris : tu te déplaces vers la droite ; lu ainsi : « Luc » comme joueur ; sans les"
        " mots autour, « Voilà, bonne partie ! ».",
        "Max     25/11/2025 08:00  pris : tu te déplaces vers le bas ; lu ainsi : « Max » comme joueur, « ordres »"
        " ajouté au-dessus d’eux, les lignes décalées comme il faut.",
        "                          attention : « déplacement » : il n’y a pas de case de ce côté",
    ]


def test_a_message_that_the_board_does_not_show_is_told_as_such_and_never_taken(folder: Path, tmp_path: Path) -> None:
    text = (PAGES / "phpbb33-sujet.html").read_text(encoding="utf-8")
    assert told(folder, page(tmp_path, text, "before.html"))[1] == ("Zoé", "Zoé", "taken")
    for old, new in (("Luc", "Zoé"), ("déplacement: droite", "déplacement: bas")):
        text = text.replace(old, new)
    removed = text.replace('id="p13" class="post has-profile bg2"', 'id="p13" class="post has-profile bg2 deleted"')
    assert removed != text
    done = run("submit", folder, "--from", "forum", page(tmp_path, removed, "after.html"))
    assert done.code == 0
    assert "pas pris : il a été supprimé, le forum ne le montre plus qu’aux modérateurs" in done.out
    assert in_force(folder)["Zoé"] == {"move": "up"}


def test_a_message_that_is_deleted_after_it_was_taken_still_counts_and_the_mj_is_told(
    folder: Path, tmp_path: Path
) -> None:
    text = (PAGES / "phpbb33-sujet.html").read_text(encoding="utf-8")
    told(folder, page(tmp_path, text, "before.html"))
    removed = text.replace('id="p13" class="post has-profile bg2"', 'id="p13" class="post has-profile bg2 deleted"')
    done = run("check", folder, "--from", "forum", page(tmp_path, removed, "after.html"))
    assert (done.code, "attention : il avait été pris avant : ses ordres comptent tant que" in done.out) == (1, True)
    assert in_force(folder)["Luc"] == {"move": "right"}


def test_a_web_page_without_messages_says_of_which_board_it_seems_to_be(folder: Path, tmp_path: Path) -> None:
    brought = page(tmp_path, '<html><body id="awesomebb"><p>Bonjour</p></body></html>', "page.html")
    done = run("submit", folder, "--from", "forum", brought)
    assert (done.code, done.out) == (1, "")
    assert "c’est une page web où aucun message n’est reconnu" in done.err
    assert "Ctrl+S" not in done.err


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


ZOE = "par Zoé » {}\n\ntour: 1\nordres:\n  déplacement: {}\n{}\n"
AT = "lun. 24 nov. 2025 {}"


def test_what_cannot_be_dated_is_asked_about_where_another_says_otherwise(folder: Path) -> None:
    """The order of a page is no knowledge."""
    text = ZOE.format("il y a 9 minutes", "haut", "") + ZOE.format("il y a 5 minutes", "bas", "")
    done = run("submit", folder, "--from", "forum", "-", stdin=text)
    assert (done.code, in_force(folder)) == (1, {})
    assert done.out.count("rien ne dit s’il est venu avant ou après un autre message de Zoé") == 2
    alone = ZOE.format("il y a 5 minutes", "bas", "")
    assert told(folder, "-", stdin=alone) == [("Zoé", "Zoé", "taken")]
    assert told(folder, "-", stdin=alone.replace("5 min", "15 min")) == [("Zoé", "Zoé", "seen")]
    assert told(folder, "-", stdin=ZOE.format("il y a 5 minutes", "haut", "")) == [("Zoé", "Zoé", "doubt")]
    assert in_force(folder) == {"Zoé": {"move": "down"}}


def test_of_one_minute_the_page_s_order_says_nothing(folder: Path) -> None:
    text = ZOE.format(AT.format("16:02"), "haut", "") + ZOE.format(AT.format("16:02"), "bas", "")
    assert told(folder, "-", stdin=text) == [("Zoé", "Zoé", "doubt")] * 2
    same = ZOE.format(AT.format("16:02"), "haut", "") * 2
    assert told(folder, "-", stdin=same) == [("Zoé", "Zoé", "taken"), ("Zoé", "Zoé", "seen")]
    assert told(folder, "-", stdin=ZOE.format(AT.format("16:02"), "bas", "")) == [("Zoé", "Zoé", "doubt")]
    assert in_force(folder) == {"Zoé": {"move": "up"}}


def test_what_came_otherwise_after_a_message_was_written_may_be_later_or_not(
    folder: Path, tmp_path: Path, monkeypatch: MonkeyPatch
) -> None:
    """That the page was brought after it is no knowledge."""
    good("submit", folder, "-", stdin="joueur: Zoé\ntour: 1\nordres:\n  déplacement: bas\n")
    for written in (AT.format("16:02"), "il y a 5 minutes"):
        done = run("submit", folder, "--from", "forum", "-", stdin=ZOE.format(written, "haut", ""))
        assert (done.code, in_force(folder)) == (1, {"Zoé": {"move": "down"}})
        assert "rien ne dit s’il est venu avant ou après un autre message de Zoé" in done.out
    monkeypatch.setenv("ADJUDICATOR_NOW", "2025-11-25T14:00:00+00:00")
    later = ZOE.format("mar. 25 nov. 2025 14:30", "haut", "")
    assert told(folder, "-", stdin=later) == [("Zoé", "Zoé", "taken")]
    assert in_force(folder) == {"Zoé": {"move": "up"}}


def test_of_a_message_and_a_mail_the_server_s_time_says_which_is_later_but_for_one_minute(folder: Path) -> None:
    mail = "Received: by mx.example.org; Mon, 24 Nov 2025 16:02:20 +0100\nFrom: z@example.org\n\n{}"
    (folder / "inbox" / "zoe.eml").write_text(mail.format("joueur: Zoé\ntour: 1\nordres:\n  déplacement: bas\n"))
    os.utime(folder / "inbox" / "zoe.eml", (1764025200, 1764025200))  # saved six hours after
    good("submit", folder)
    for time, became in (("16:02", "doubt"), ("16:03", "taken")):
        assert told(folder, "-", stdin=ZOE.format(AT.format(time), "haut", "")) == [("Zoé", "Zoé", became)]
    assert in_force(folder) == {"Zoé": {"move": "up"}}


@pytest.mark.parametrize("backwards", [False, True])
def test_of_one_minute_the_board_s_numbers_say_which_is_later(backwards: bool, folder: Path, tmp_path: Path) -> None:
    post = (
        '<div id="p{0}" class="post"><dl class="postprofile"><dt><a class="username">Zoé</a></dt></dl>'
        '<p class="author">par <a class="username">Zoé</a> » lun. 24 nov. 2025 16:02</p>'
        '<div class="content">tour: 1<br>ordres:<br>&nbsp; déplacement: {1}</div></div>'
    )
    posts = [post.format(12, "haut"), post.format(13, "bas")]
    text = "<html><body>" + "\n".join(reversed(posts) if backwards else posts) + "</body></html>"
    brought = page(tmp_path, text, "page.html")
    assert told(folder, brought) == [("Zoé", "Zoé", "taken")] * 2
    assert in_force(folder) == {"Zoé": {"move": "down"}}
    assert told(folder, brought) == [("Zoé", "Zoé", "seen")] * 2


def test_an_edited_text_has_the_time_of_its_last_edit(folder: Path) -> None:
    """Edited back to what it was once, too: to have seen a text before is no knowledge."""
    note = "Dernière édition par Zoé le lun. 24 nov. 2025 {}, édité 1 fois."
    first, other = ZOE.format(AT.format("16:02"), "haut", ""), ZOE.format(AT.format("16:30"), "gauche", "")
    assert told(folder, "-", stdin=first + other) == [("Zoé", "Zoé", "taken")] * 2
    assert in_force(folder) == {"Zoé": {"move": "left"}}
    edited = ZOE.format(AT.format("16:02"), "bas", note.format("17:00"))
    done = run("submit", folder, "--from", "forum", "-", stdin=edited + other)
    assert "attention : modifié le lundi 24 novembre" in done.out and "17 h 00" in done.out
    assert in_force(folder) == {"Zoé": {"move": "down"}}
    back = ZOE.format(AT.format("16:02"), "haut", note.format("18:00"))
    assert told(folder, "-", stdin=back + other) == [("Zoé", "Zoé", "taken"), ("Zoé", "Zoé", "seen")]
    assert in_force(folder) == {"Zoé": {"move": "up"}}
    assert told(folder, "-", stdin=back) == [("Zoé", "Zoé", "seen")]


def test_a_text_that_comes_back_without_a_word_of_the_board_is_asked_about(folder: Path) -> None:
    first = ZOE.format(AT.format("16:02"), "haut", "")
    assert told(folder, "-", stdin=first) == [("Zoé", "Zoé", "taken")]
    edited = ZOE.format(AT.format("16:02"), "bas", "Dernière édition par Zoé le lun. 24 nov. 2025 16:10")
    assert told(folder, "-", stdin=edited) == [("Zoé", "Zoé", "taken")]
    undated = ZOE.format("il y a 5 minutes", "haut", "")
    done = run("submit", folder, "--from", "forum", "-", stdin=undated)
    assert (done.code, "rien ne dit lesquels sont les derniers" in done.out) == (1, True)
    assert in_force(folder) == {"Zoé": {"move": "down"}}


def test_an_edit_after_the_deadline_is_said(folder: Path, monkeypatch: MonkeyPatch) -> None:
    """What it says then was not there when the turn was played."""
    text = ZOE.format(AT.format("16:02"), "haut", "")
    assert told(folder, "-", stdin=text) == [("Zoé", "Zoé", "taken")]
    good("resolve", folder, "--force")
    monkeypatch.setenv("ADJUDICATOR_NOW", "2025-11-25T14:00:00+00:00")
    edited = ZOE.format(AT.format("16:02"), "bas", "Dernière édition par Zoé le mar. 25 nov. 2025 14:30")
    done = run("check", folder, "--from", "forum", "-", stdin=edited)
    assert "attention : modifié après l’échéance, le mardi 25 novembre" in done.out
    assert "14 h 30" in done.out and "16 h 02" in done.out
    bare = edited.replace("tour: 1\n", "")
    assert told(folder, "-", stdin=bare) == [("Zoé", "Zoé", "refused")]  # of which turn it was when it was written


def test_an_edit_after_the_deadline_of_a_turn_that_is_awaited_is_said(folder: Path) -> None:
    text = ZOE.format(AT.format("16:02"), "bas", "Dernière édition par Zoé le mar. 25 nov. 2025 12:30")
    situation = situation_of(load_campaign(folder), datetime.fromisoformat(NOW))
    due = datetime.fromisoformat("2025-11-25T11:00:00+00:00")
    cut = forum_page.page(text.encode(), situation.clock.now.astimezone(situation.progress.campaign.zone))
    found = {at: sorted_out(situation.progress, [cut], due, at).rows[0].notes[0].key for at in (due, None)}
    assert found == {due: "forum.note.edited-late", None: "forum.note.edited"}


@pytest.mark.parametrize(
    "mark", ["[...]", "[…]", "(...)", "...", "… Lire la suite", "Lire la suite »", "Read more…", "Message tronqué."]
)
def test_what_the_board_has_cut_short_is_not_whole(mark: str, folder: Path) -> None:
    text = ZOE.format(AT.format("16:02"), "haut", mark)
    done = run("submit", folder, "--from", "forum", "-", stdin=text)
    assert (done.code, in_force(folder)) == (1, {})
    assert "le forum n’en montre que le début" in done.out


def test_a_message_that_ends_with_dots_of_its_author_is_whole(folder: Path) -> None:
    assert told(folder, "-", stdin=ZOE.format(AT.format("16:02"), "haut", "\nà plus ...")) != [("Zoé", "Zoé", "doubt")]


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
    assert "Zoé · 2025-11-24 16:10" in good("journal", folder).out
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


@pytest.mark.parametrize("head", ["par Zoé le lun. 24 nov. 2025 16:02", "Message par Zoé le Lun 24 Nov 2025 - 16:02"])
def test_the_word_before_a_date_is_not_of_the_name(head: str, folder: Path) -> None:
    text = f"{head}\n\ntour: 1\nordres:\n  déplacement: haut\n"
    assert told(folder, "-", stdin=text) == [("Zoé", "Zoé", "taken")]


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
    assert "Zoé  2025-11-24 16:10  would be taken: you move up" in done.out
    assert "in doubt, taken for nobody: at line 22 an author before may himself have typed" in done.out


def test_of_a_message_in_words_the_lines_to_send_are_shown(folder: Path, tmp_path: Path) -> None:
    pasted = page(
        tmp_path, "De : Zoé\nÀ : Maître\nPosté le : Lun 24 Nov - 16:02\nSujet : tour 1\n\nJe vais vers le haut.\n"
    )
    lines = [line.split() for line in run("check", folder, "--from", "forum", pasted, "--messages", 1).out.splitlines()]
    assert [*lines[0][:1], lines[0][3]] == ["Zoé", "refusé,"]
    assert ["joueur:", "Zoé"] in lines and "déplacement:" in [line[0] for line in lines]
