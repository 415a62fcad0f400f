"""The MJ's bureau: all that he still has to post, the oldest first, to the character; for him alone."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import html5lib
import pytest
from support.campaigns import played
from support.clocked import ALL, THREE_DAYS, at, cron, fresh_clock, put, put_table, rewrite, tsewnart
from support.commands import TWO, campaign, good, orders, plain, play, run, send, stage_folder, table, tree
from support.depth import few, sample
from support.museum import unpacked
from support.report_parsers import NASTY

from adjudicator.campaign.editions import read_record
from adjudicator.post.bureau import texts_of
from adjudicator.reports.markup import escape_kept, kept_text

GAMES = ("demo", "torus", "resistance", "resistance-targeted")


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


class Delivery(NamedTuple):
    """What is to be posted, as the page shows it."""

    about: str
    """The stage."""
    number: int
    heading: str
    lines: list[str]
    """To whom, and what about."""
    links: list[str]
    forms: list[str]
    texts: list[str]


def page(folder: Path) -> str:
    return (folder / "bureau.html").read_bytes().decode()


def shown(folder: Path) -> list[Delivery]:
    """What a browser finds on the page of a campaign."""
    document = html5lib.parse(page(folder), treebuilder="etree", namespaceHTMLElements=False)
    about, found = "", []
    for one in document.iter():
        if one.tag == "h2":
            about = "".join(one.itertext())
        elif one.tag == "section":
            found.append(_delivery(about, one))
    return found


def _delivery(about: str, one: Any) -> Delivery:
    links = [link.attrib["href"] for link in one.iter("a")]
    return Delivery(
        about,
        int(one.attrib["data-number"]),
        plain("".join(one.find("h3").itertext())).partition(". ")[2],
        [line.attrib["value"] for line in one.iter("input") if line.get("type") != "checkbox"],
        [link for link in links if link.startswith("mailto:")],
        [link for link in links if not link.startswith("mailto:")],
        ["".join(text.itertext()) for text in one.iter("textarea")],
    )


def of(folder: Path, about: str, whom: str = "", subject: str = "") -> Delivery:
    """The one thing that is to be posted about a stage and to somebody, with such a subject."""
    found = [one for one in shown(folder) if one.about == about and one.heading.startswith(whom)]
    (only,) = (one for one in found if subject in plain(" ".join(one.lines)))
    return only


def headings(folder: Path, about: str) -> list[str]:
    return [one.heading for one in shown(folder) if one.about == about]


def subjects(folder: Path) -> list[str]:
    return [plain(one.lines[-1]) for one in shown(folder) if one.lines]


def posts(folder: Path, pattern: str) -> list[str]:
    """Posts by name; the first of several comes before the second."""
    files = sorted(folder.glob(pattern), key=lambda path: path.name.replace(".bbcode", "").split("."))
    return [path.read_bytes().decode() for path in files]


def turn_played(folder: Path, more: str = THREE_DAYS) -> Path:
    tsewnart(folder, more)
    put_table(folder, *ALL)
    assert cron(folder).code == 0
    return folder


# What is on it -----------------------------------------------------------------------------------------------


@few(1)
@pytest.mark.parametrize("example", sample(GAMES, 2))
def test_all_of_a_game_is_there_to_the_character_the_oldest_first(example: str) -> None:
    game = played(example)
    folder = game.campaign.folder
    found = shown(folder)
    assert [one.number for one in found] == list(range(1, len(found) + 1))
    for stage in game.stages:
        reports, letters = stage.folder / "reports", sorted((folder / "outbox" / stage.folder.name).glob("*.txt"))
        receipts = [path for path in letters if not path.name.startswith("report")]
        camps = sorted(reports.glob("camp-*.html"))
        about = [one for one in found if plain(one.about).casefold() == _said(game, stage).casefold()]
        found = found[len(about) :]
        for letter in letters:
            assert _read(letter, "Subject") in [one.lines[-1] for one in about if one.lines]
        public, *more = about[len(receipts) :]
        assert public.texts == posts(reports, "public*.bbcode")
        for camp, one in zip(camps, more, strict=False):
            assert one.texts == posts(reports, f"{camp.stem}*.bbcode")
        for letter, one in zip(sorted(set(letters) - set(receipts)), more[len(camps) :], strict=True):
            own = posts(reports, f"{letter.stem.replace('report-', 'player-')}*.bbcode")
            to, forum = _read(letter, "To").rstrip(">").rpartition("<")[2], _read(letter, "Forum")
            assert one.lines[0] == (forum or to)
            if one.links:
                assert one.texts == [letter.read_bytes().decode().partition("\n\n")[2]]
                continue
            assert (one.texts[:-1], one.texts[-1][: len(own[-1])]) == (own[:-1], own[-1])
    assert found == []


def _read(letter: Path, field: str) -> str:
    lines = letter.read_text(encoding="utf-8").partition("\n\n")[0].split("\n")
    return next((line.removeprefix(f"{field}: ") for line in lines if line.startswith(f"{field}: ")), "")


def _said(game: Any, stage: Any) -> str:
    return plain(game.campaign.voice().phrase(stage.stage.said))


def test_a_players_report_has_the_seal_folded_below(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    (text,) = of(folder, "Tour 1", "Anna", "ton rapport").texts
    (own,) = posts(stage_folder(folder, "turn-1") / "reports", "player-01-*.bbcode")
    head = (read_record("published", stage_folder(folder, "turn-1") / "published.json") or {})["head"]
    assert text.startswith(own)
    below = plain(text.removeprefix(own))
    assert below == f"\n[b]Sceau de cette étape[/b]\n\n[spoiler]\nSceau du journal : {head}.\n[/spoiler]\n"


def test_a_report_of_several_posts_has_each_of_them_with_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from adjudicator.reports import markup, writing

    monkeypatch.setattr(writing, "FRAME", markup.DIALECTS["forumotion"].max_chars - 1200)
    folder = turn_played(tmp_path / "p")
    public = of(folder, "Tour 1", "Rapport public")
    assert len(public.texts) > 1
    assert public.texts == posts(stage_folder(folder, "turn-1") / "reports", "public*.bbcode")
    assert f"Message 2 sur {len(public.texts)}" in page(folder)


def test_who_has_a_name_on_the_forum_is_written_to_there_and_who_has_but_an_address_by_mail(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    people = "[{nom: Anna, forum: Annette, courriel: anna@exemple.fr}, {nom: Luc, courriel: luc@exemple.fr}, Max]"
    rewrite(folder, "joueurs: [Anna, Luc, Max]", f"joueurs: {people}")
    put_table(folder, *ALL)
    cron(folder)
    subject = "La grande partie, tour 1\u00a0: ton rapport"
    anna, luc, max_ = (of(folder, "Tour 1", name, "ton rapport") for name in ("Anna", "Luc", "Max"))
    assert (anna.heading, anna.lines, anna.links) == ("Anna, en message privé", ["Annette", subject], [])
    assert (luc.heading, luc.lines) == ("Luc, par courriel", ["luc@exemple.fr", subject])
    assert luc.links == ["mailto:luc@exemple.fr?subject=La%20grande%20partie%2C%20tour%201%C2%A0%3A%20ton%20rapport"]
    assert (max_.lines, max_.links) == (["Max", subject], [])
    letter = (folder / "outbox" / "0003-turn-1" / "report-02-luc.txt").read_bytes().decode()
    assert luc.texts == [letter.partition("\n\n")[2]]


@few(1)
@pytest.mark.parametrize("example", sample(GAMES, 2))
def test_beside_the_last_reports_lies_the_form_of_who_is_awaited(example: str) -> None:
    game = played(example)
    folder = game.campaign.folder
    forms = {path.resolve() for path in (game.stages[-1].folder / "forms").glob("*.html")}
    assert {(folder / form).resolve() for one in shown(folder) for form in one.forms} == forms


def test_the_form_by_clicks_of_a_player_goes_with_his_report(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    for name in ALL:
        (form,) = of(folder, "Tour 1", name, "ton rapport").forms
        assert name in plain((folder / form).read_text(encoding="utf-8"))


def test_who_stands_in_for_a_player_is_written_to_as_well(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    away = "{joueur: Anna, du: 2026-11-19, au: 2026-11-26, remplaçant: {nom: Gil, forum: Gilou}}"
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(f"absences: [{away}]\n")
    put_table(folder, *ALL)
    cron(folder)
    assert of(folder, "Tour 1", "Anna", "ton rapport").lines[:2] == ["Anna", "Gilou"]


@pytest.mark.deep
def test_nobody_writes_to_who_has_left_nor_gives_him_what_was_not_posted_yet(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    assert "Anna, en message privé" in headings(folder, "Tour 1")
    good("leave", folder, "Anna", "--reason", "x", "--public", "x", "--yes")
    assert "Anna, en message privé" not in headings(folder, "Tour 1")
    put_table(folder, *ALL[1:], turn=2)
    run("resolve", folder, "--force")
    assert "Anna, en message privé" not in headings(folder, "Tour 2")


def test_it_says_who_is_awaited_until_when_and_leads_to_the_account(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    said = plain(page(folder))
    assert "Ordres attendus (tour 2) avant le lundi 23 novembre à 20 h 00 (Europe/Paris)." in said
    assert "Joueurs attendus : Anna, Luc, Max, Paul, Rita, Zoé" in said
    assert '<a href="turns/0003-turn-1/reports/mj.html">' in said
    document = html5lib.parse(page(folder), treebuilder="etree", namespaceHTMLElements=False)
    (account,) = document.iter("pre")
    written = (stage_folder(folder, "turn-1") / "reports" / "mj.txt").read_bytes().decode()
    assert "".join(account.itertext()) == written


def test_at_the_end_nobody_is_awaited() -> None:
    assert "La partie est terminée." in page(played("demo").campaign.folder)
    assert "The game is over." in page(played("torus").campaign.folder)


@pytest.mark.parametrize("text", [*NASTY, "a\r\nb\rc", "&lt;&amp;lt;&#13;", "</textarea><script>"])
def test_a_text_is_kept_to_the_character(text: str) -> None:
    assert kept_text(escape_kept(text)) == text
    assert "<" not in escape_kept(text)


# Letters -----------------------------------------------------------------------------------------------------


def test_before_the_first_report_it_has_the_receipts(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    good("submit", folder, "-", stdin="camp: bleu\nrôles: {Anna: brute, Luc: agile, Max: archer}\n")
    (receipt,) = shown(folder)
    assert (receipt.heading, receipt.number) == ("Anna, en message privé", 1)
    assert plain(receipt.texts[0]).startswith("Tes ordres sont acceptés (choix des rôles).")


ACTS = {
    "undo": ("undo", (), "à rejouer", 6),
    "amend": ("amend", ("-",), "la table est amendée", 6),
    "replace": ("replace", ("Anna=Yann",), "quelqu’un change de place", 5),
    "leave": ("leave", ("Anna",), "quelqu’un change de place", 5),
}


@few(2)
@pytest.mark.parametrize("act", ACTS)
def test_letters_of_what_the_mj_does_are_there_and_the_public_reason_in_a_text_for_all(
    tmp_path: Path, act: str
) -> None:
    folder = turn_played(tmp_path / "p")
    good("posted", folder, "--all")
    assert shown(folder) == []
    command, more, subject, letters = ACTS[act]
    change = "tour: 2\ntable: {pièces: {Anna: {rôle: terreur}}}\n"
    reasons = ("--reason", "Un secret.", "--public", "Pour tout le monde.")
    good(command, folder, *more, *reasons, "--yes", stdin=change)
    found = [one for one in shown(folder) if subject in plain(" ".join(one.lines))]
    to_all, *private = found
    assert to_all.heading == "À tous, dans le sujet de la partie"
    assert len(private) == letters
    assert all("Pour tout le monde." in one.texts[0] for one in found)
    assert "Un secret." not in page(folder).partition('<section class="delivery"')[2]
    assert "Tes ordres" not in to_all.texts[0]


@pytest.mark.deep
def test_an_extension_is_told_to_all_until_its_stage_is_played(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    good("posted", folder, "--all")
    good("extend", folder, "--until", "2026-11-28 12:30", "--reason", "La grippe.")
    found = shown(folder)
    assert [one.heading.partition(",")[0] for one in found] == ["À tous", *ALL]
    assert all("La grippe." in one.texts[0] and "samedi 28 novembre" in one.texts[0] for one in found)
    put_table(folder, *ALL, turn=2)
    cron(folder)
    assert not any("nouvelle échéance" in subject for subject in subjects(folder))


def test_a_reminder_is_there_until_the_orders_have_come(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p", "échéance: {jours: 3, relances: [12]}\n")
    good("posted", folder, "--all")
    for when in ("2026-11-21 10:00", "2026-11-22 10:00", "2026-11-23 10:00"):
        at(when)
        cron(folder)
    assert [one.heading for one in shown(folder)] == [f"{name}, en message privé" for name in ALL]
    put(folder, "Luc", turn=2)
    cron(folder)
    assert [one.lines[0] for one in shown(folder)].count("Luc") == 1  # his receipt
    assert len(shown(folder)) == 6


def test_what_people_wrote_in_a_letter_is_no_markup(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    path = folder / "outbox" / "0003-turn-1" / "odd-02-luc.txt"
    path.write_text("Player: Luc\nTo: Luc\nSubject: odd\n\n[b]gras[/b] <i>\n", encoding="utf-8")
    good("submit", folder)
    assert of(folder, "Tour 1", "Luc", "odd").texts == ["［b］gras［/b］ <\u2060i>\n"]


def test_a_form_and_a_board_in_a_letter_are_code(tmp_path: Path) -> None:
    """A forum takes the spaces away with which lines begin."""
    folder = turn_played(tmp_path / "p")
    good("replace", folder, "Anna=Yann", "--reason", "x", "--public", "x", "--yes")
    (text,) = of(folder, "Tour 2", "Yann").texts
    form = text.partition("[code]\njoueur: Yann\n")[2].partition("[/code]")[0]
    assert "\nordres:\n  " in form
    board = text.partition("[code]\n     1 ")[2].partition("[/code]")[0]
    assert "\n1 |" in board
    assert "\n " not in re.sub(r"\[code\].*?\[/code\]", "", text, flags=re.DOTALL)


def test_a_letter_that_goes_by_mail_is_not_there(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    folder = tsewnart(root / "p")
    account = "adresse: ordres@exemple.fr\nmj: mj@exemple.fr\nenvoi: {commande: [/bin/true]}\n"
    rewrite(folder, "joueurs: [Anna,", "joueurs: [{nom: Anna, courriel: anna@exemple.fr},")
    put_table(folder, *ALL)
    good("resolve", folder)
    assert "Anna, par courriel" in headings(folder, "Tour 1")
    (root / "courrier.yaml").write_text(account, encoding="utf-8")
    good("submit", folder)
    assert "Anna, par courriel" not in headings(folder, "Tour 1")
    assert "Luc, en message privé" in headings(folder, "Tour 1")


def test_what_lies_there_and_is_no_letter_hides_no_other(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    before = len(shown(folder))
    stage = folder / "outbox" / "0003-turn-1"
    (stage / "public-x.txt").write_bytes(b"\xff\xfe")
    (stage / "report-09-x.txt").mkdir()
    good("submit", folder)
    assert len(shown(folder)) == before


# What is posted ----------------------------------------------------------------------------------------------


def two_turns(folder: Path) -> Path:
    """A campaign whose last stage is turn 1, with all its letters, for ``verify``."""
    return campaign(folder, "turn-2")


def listed(folder: Path, *args: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(good("posted", folder, *args, "--json").out)
    return found


def test_what_was_posted_leaves_the_page_and_status_until_nothing_is_left(tmp_path: Path) -> None:
    folder = two_turns(tmp_path / "p")
    total = len(shown(folder))
    assert f"À publier : {total} messages, dans {folder / 'bureau.html'}" in plain(good("status", folder).out)
    assert json.loads(good("status", folder, "--json").out)["to_post"] == total
    first, second, third, *rest = [one.number for one in shown(folder)]
    said = plain(good("posted", folder, str(first), f"{second}-{third}").out)
    assert said.startswith(f"Noté comme publiés : 3 messages.\nÀ publier : {total - 3} messages")
    assert [one.number for one in shown(folder)] == rest
    good("posted", folder, "--all")
    assert shown(folder) == []
    assert "Rien n’attend d’être publié." in page(folder)
    assert "À publier" not in plain(good("status", folder).out)
    assert "to_post" not in json.loads(good("status", folder, "--json").out)
    assert plain(good("posted", folder).out) == "Rien n’attend d’être publié.\n"
    good("verify", folder)


def test_numbers_stay_those_of_what_they_were_given_to(tmp_path: Path) -> None:
    """The page is open, and meanwhile something is noted, and something comes."""
    folder = turn_played(tmp_path / "p")
    before = {one.number: one.texts for one in shown(folder)}
    first, second, *_ = before
    good("posted", folder, str(first))
    send(folder, orders("Anna", 2, "{déplacement: droite}"))
    after = {one.number: one.texts for one in shown(folder)}
    assert first not in after
    assert after[second] == before[second]
    assert max(after) == max(before) + 1
    good("posted", folder, str(first))  # said twice, it is the same


def test_what_was_noted_by_mistake_comes_back_in_its_place(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    before = shown(folder)
    first, second, *_ = (one.number for one in before)
    good("posted", folder, str(first), str(second))
    assert len(shown(folder)) == len(before) - 2
    assert "Remis à publier : 2 messages." in plain(good("posted", folder, str(first), str(second), "--again").out)
    assert shown(folder) == before


@few(1)
@pytest.mark.parametrize("args", [("99",), ("1", "99"), ("0",), ("x",), ("3-1",), ("--again",), ("--all", "1")])
def test_what_names_nothing_notes_nothing(tmp_path: Path, args: tuple[str, ...]) -> None:
    folder = turn_played(tmp_path / "p")
    before = tree(folder)
    done = run("posted", folder, *args)
    assert (done.code, done.out) == (2, "")
    assert done.err
    assert tree(folder) == before


def test_the_list_says_what_waits_and_begins_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", text=f"{TWO}{THREE_DAYS}")
    before = tree(folder)
    assert listed(folder) == []
    assert tree(folder) == before
    folder = turn_played(tmp_path / "q")
    before = tree(folder)
    said = plain(good("posted", folder).out)
    rows = listed(folder)
    assert tree(folder) == before
    assert [row["number"] for row in rows] == [one.number for one in shown(folder)]
    (report,) = [row for row in rows if row["stage"] == "0003-turn-1" and row["kind"] == "public"]
    assert f"{report['number']}. tour 1, rapport public\n" in said
    (anna,) = [row for row in rows if row["to"] == ["Anna"] and "rapport" in row["subject"]]
    assert f"{anna['number']}. tour 1, à Anna : « La grande partie, tour 1 : ton rapport »\n" in said
    assert Path(anna["file"]).is_file()


def test_a_moved_deadline_does_not_put_reports_back_that_were_posted(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    good("posted", folder, "--all")
    good("extend", folder, "--until", "2026-11-28 12:30", "--reason", "x")
    assert "Rapport public, dans le sujet de la partie" not in headings(folder, "Tour 1")


def test_a_stage_that_is_played_again_is_to_be_posted_again(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    good("posted", folder, "--all")
    good("undo", folder, "--yes", "--reason", "x", "--public", "x")
    assert {one.heading.partition(",")[0] for one in shown(folder)} == {"À tous", *ALL}
    good("posted", folder, "--all")
    good("resolve", folder)
    assert len(headings(folder, "Tour 1")) == 1 + 2 + 6


def test_what_was_taken_back_is_not_to_be_posted(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    good("undo", folder, "--yes", "--reason", "x", "--public", "x")
    assert not any("ton rapport" in subject and "tour 1" in subject for subject in subjects(folder))


# Campaigns of before -----------------------------------------------------------------------------------------


@few(1)
@pytest.mark.parametrize("name", ["0.2/tsewnart-middle", "0.3/tsewnart-words", "0.3/resistance-mended"])
def test_of_a_campaign_of_before_only_the_last_reports_wait(tmp_path: Path, name: str) -> None:
    """Its MJ has handed on what lies there; the program knows of none of it."""
    folder = unpacked(name, tmp_path / "p")
    (folder / "inbox").mkdir(exist_ok=True)
    last = max((path.parent for path in folder.glob("turns/*/result")), key=lambda path: path.name).name
    before = {path.name for path in (folder / "outbox").rglob("*.txt") if not path.name.startswith("report")}
    waiting = json.loads(good("status", folder, "--json").out).get("to_post", 0)
    rows = listed(folder)
    assert len([row for row in rows if row["stage"] == last]) == waiting > 0
    assert not before.intersection(Path(row["file"]).name for row in rows)
    good("posted", folder, "--all")
    assert shown(folder) == []


def test_a_bureau_of_version_0_3_goes_when_its_reports_change(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", f"{TWO}{THREE_DAYS}")
    old = stage_folder(folder, "turn-1") / "reports" / "bureau.html"
    old.write_text("<p>as it was</p>\n", encoding="utf-8")
    good("verify", folder)
    good("extend", folder, "--until", "2026-11-28 12:30", "--reason", "x")
    assert not old.exists()
    good("verify", folder)


# When it is made ---------------------------------------------------------------------------------------------


def test_it_is_made_again_with_the_heads(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    good("extend", folder, "--until", "2026-11-28 12:30", "--reason", "grippe")
    assert "avant le samedi 28 novembre à 12 h 30" in plain(of(folder, "Tour 1", "Rapport public").texts[0])
    assert "avant le lundi 23" not in page(folder).partition('id="bar"')[0]


@few(1)
@pytest.mark.parametrize("content", [b"", None], ids=["empty", "lost"])
def test_one_that_is_lost_or_empty_as_after_a_power_cut_is_made_again(tmp_path: Path, content: bytes | None) -> None:
    folder = turn_played(tmp_path / "p")
    before = shown(folder)
    if content is None:
        (folder / "bureau.html").unlink()
    else:
        (folder / "bureau.html").write_bytes(content)
    good("submit", folder)
    assert shown(folder) == before


def test_an_account_of_what_was_posted_that_is_damaged_is_told_and_kept(tmp_path: Path) -> None:
    folder = two_turns(tmp_path / "p")
    good("posted", folder, "--all")
    (folder / "posted.json").write_bytes(b"")
    assert "posted.json" in run("verify", folder).err
    for command in (["posted", folder], ["posted", folder, "--all"], ["posted", folder, "1"]):
        failed = run(*command)
        assert (failed.code, "posted.json » est abîmé" in failed.err) == (2, True)
    assert "posted.json » est abîmé" in good("status", folder).out
    good("submit", folder)
    assert (folder / "posted.json").read_bytes() == b""
    (folder / "posted.json").unlink()
    (folder / "posted.json").mkdir()
    shown = good("status", folder).out
    assert "posted.json » est un dossier" in shown and "Empreinte de la graine" in shown


def test_where_it_is_lost_what_was_posted_the_last_reports_wait_again(tmp_path: Path) -> None:
    """That is told once too often."""
    folder = two_turns(tmp_path / "p")
    good("posted", folder, "--all")
    (folder / "posted.json").unlink()
    good("submit", folder)
    assert {one.about for one in shown(folder)} == {"Tour 1"}
    assert len(shown(folder)) == 1 + 2 + 6


def test_a_command_that_changes_nothing_changes_no_byte_of_it(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    good("submit", folder)
    before = tree(folder)
    good("submit", folder)
    assert tree(folder) == before


def test_verify_names_one_that_offers_something_else(tmp_path: Path) -> None:
    folder = two_turns(tmp_path / "p")
    good("verify", folder)
    path = folder / "bureau.html"
    path.write_bytes(path.read_bytes().replace(b"Tes ordres sont attendus", b"Tes ordres sont perdus", 1))
    done = run("verify", folder)
    assert done.code == 1
    assert "bureau.html" in done.out + done.err


# For the MJ alone --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", ["demo", "resistance"])
def test_nothing_of_it_lies_anywhere_else(example: str) -> None:
    folder = played(example).campaign.folder
    found = {name for name, data in tree(folder).items() if b"data-file=" in data or b'id="bar"' in data}
    assert found == {"bureau.html"}


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    for name in ("bureau.html", "posted.json"):
        assert (folder / name).stat().st_mode & 0o077 == 0


def test_its_texts_are_found_by_who_checks_them(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    assert texts_of(page(folder).encode()) == [text for one in shown(folder) for text in one.texts]


def test_a_whole_turn_goes_on_as_if_it_were_not_there(tmp_path: Path) -> None:
    folder = turn_played(tmp_path / "p")
    kept = tmp_path / "kept"
    shutil.copytree(folder, kept)
    (kept / "bureau.html").unlink()
    said = [send(one, orders("Anna", 2, "{déplacement: droite}")).out for one in (folder, kept)]
    assert said[0] == said[1]
    for one in (folder, kept):
        play(one, table(2, **dict.fromkeys(ALL, "rien")))
    assert [one.texts for one in shown(folder)] == [one.texts for one in shown(kept)]
