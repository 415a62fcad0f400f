"""The MJ's bureau: all that he hands on of a stage, in its order, to the character; for him alone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import html5lib
import pytest
from clocked import ALL, THREE_DAYS, cron, fresh_clock, put_table, rewrite, tsewnart
from commands import campaign, good, orders, plain, play, run, send, stage_folder, table, tree
from depth import sample
from examples import played
from parsers import NASTY

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.office.bureau import texts_of
from adjudicator.reports.markup import escape_kept, kept_text

GAMES = ("demo", "torus", "resistance", "resistance-targeted")


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


class Delivery(NamedTuple):
    """What goes out to one reader, as the page shows it."""

    heading: str
    lines: list[str]
    """To whom, and what about."""
    links: list[str]
    forms: list[str]
    texts: list[str]


def page(stage: Path) -> str:
    return (stage / "reports" / "bureau.html").read_bytes().decode()


def shown(stage: Path) -> list[Delivery]:
    """What a browser finds on the page of a stage."""
    document = html5lib.parse(page(stage), treebuilder="etree", namespaceHTMLElements=False)
    return [
        Delivery(
            "".join(one.find("h3").itertext()),
            [line.attrib["value"] for line in one.iter("input") if line.get("type") != "checkbox"],
            [link.attrib["href"] for link in one.iter("a") if link.attrib["href"].startswith("mailto:")],
            [link.attrib["href"] for link in one.iter("a") if not link.attrib["href"].startswith("mailto:")],
            ["".join(text.itertext()) for text in one.iter("textarea")],
        )
        for one in document.iter("section")
    ]


def handed_on(stage: Path) -> list[list[str]]:
    """The posts of each reader as they lie there: the public's, the camps', the players'; of who has but mail, that."""
    reports = stage / "reports"
    readers = [path.stem for kind in ("public", "camp", "player") for path in sorted(reports.glob(f"{kind}*.html"))]
    endings = ["txt" if one.links else "bbcode" for one in shown(stage)]
    return [
        [path.read_bytes().decode() for path in posts(reports, f"{reader}*.{ending}")]
        for reader, ending in zip(readers, endings, strict=True)
    ]


def posts(folder: Path, pattern: str) -> list[Path]:
    """Files by name; the first post of several comes before the second."""
    return sorted(folder.glob(pattern), key=lambda path: path.name.replace(".bbcode", "").split("."))


def turn_played(folder: Path, more: str = THREE_DAYS) -> Path:
    tsewnart(folder, more)
    put_table(folder, *ALL)
    assert cron(folder).code == 0
    return stage_folder(folder, "turn-1")


# What is on it -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", sample(GAMES, 2))
def test_each_post_of_each_stage_is_there_to_the_character_in_the_order_in_which_it_goes_out(example: str) -> None:
    for stage in played(example).stages:
        texts = [one.texts for one in shown(stage.folder)]
        assert texts == handed_on(stage.folder)
        found = texts_of((stage.folder / "reports/bureau.html").read_bytes())
        assert found == [text for those in texts for text in those]
        assert len(found) > 5


def test_a_report_of_several_posts_has_each_of_them_with_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from adjudicator.reports import markup, writing

    monkeypatch.setattr(writing, "FRAME", markup.DIALECTS["forumotion"].max_chars - 1200)
    stage = turn_played(tmp_path / "p")
    public = shown(stage)[0]
    assert len(public.texts) > 1
    assert public.texts == [path.read_bytes().decode() for path in posts(stage / "reports", "public*.bbcode")]
    assert f"Message 2 sur {len(public.texts)}" in page(stage)


def test_who_has_a_name_on_the_forum_is_written_to_there_and_who_has_but_an_address_by_mail(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    people = "[{nom: Anna, forum: Annette, courriel: anna@exemple.fr}, {nom: Luc, courriel: luc@exemple.fr}, Max]"
    rewrite(folder, "joueurs: [Anna, Luc, Max]", f"joueurs: {people}")
    put_table(folder, *ALL)
    cron(folder)
    stage = stage_folder(folder, "turn-1")
    anna, luc, max_ = shown(stage)[3:6]
    subject = "La grande partie, tour 1\u00a0: ton rapport"
    assert (anna.heading, anna.lines, anna.links) == ("Anna", ["Annette", subject], [])
    assert (luc.heading, luc.lines) == ("Luc", ["luc@exemple.fr", subject])
    assert luc.links == ["mailto:luc@exemple.fr?subject=La%20grande%20partie%2C%20tour%201%C2%A0%3A%20ton%20rapport"]
    assert (max_.lines, max_.links) == (["Max", subject], [])
    (mail,) = (stage / "reports").glob("player-*-luc.txt")
    assert luc.texts == [mail.read_bytes().decode()]


@pytest.mark.parametrize("example", GAMES)
def test_beside_a_message_lies_the_form_of_who_is_awaited(example: str) -> None:
    for stage in played(example).stages:
        forms = {path.name: path.resolve() for path in (stage.folder / "forms").glob("*.html")}
        told = {one.heading: one.forms for one in shown(stage.folder)}
        led_to = [(stage.folder / "reports" / form).resolve() for those in told.values() for form in those]
        assert sorted(led_to) == sorted(forms.values())
        for heading, those in told.items():
            for form in those:
                assert plain((stage.folder / "reports" / form).read_text("utf-8")).count(heading), (heading, form)


def test_who_stands_in_for_a_player_is_written_to_as_well(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    away = "{joueur: Anna, du: 2026-11-19, au: 2026-11-26, remplaçant: {nom: Gil, forum: Gilou}}"
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(f"absences: [{away}]\n")
    put_table(folder, *ALL)
    cron(folder)
    assert shown(stage_folder(folder, "turn-1"))[3].lines[:2] == ["Anna", "Gilou"]


def test_nobody_writes_to_who_has_left(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    stage = turn_played(folder)
    assert "Anna" in [one.heading for one in shown(stage)]
    good("leave", folder, "Anna", "--reason", "x", "--public", "x", "--yes")
    put_table(folder, *ALL[1:], turn=2)
    run("resolve", folder, "--force")
    assert "Anna" not in [one.heading for one in shown(stage_folder(folder, "turn-2"))]


def test_it_says_who_is_awaited_until_when_and_leads_to_the_account(tmp_path: Path) -> None:
    stage = turn_played(tmp_path / "p")
    said = plain(page(stage))
    assert "Ordres attendus (tour 2) avant le lundi 23 novembre à 20 h 00 (Europe/Paris)." in said
    assert "Joueurs attendus : Anna, Luc, Max, Paul, Rita, Zoé" in said
    assert '<a href="mj.html">' in said
    document = html5lib.parse(page(stage), treebuilder="etree", namespaceHTMLElements=False)
    (account,) = document.iter("pre")
    assert "".join(account.itertext()) == (stage / "reports" / "mj.txt").read_bytes().decode()


def test_at_the_end_nobody_is_awaited() -> None:
    assert "La partie est terminée." in page(played("demo").stages[-1].folder)
    assert "The game is over." in page(played("torus").stages[-1].folder)


@pytest.mark.parametrize("text", [*NASTY, "a\r\nb\rc", "&lt;&amp;lt;&#13;", "</textarea><script>"])
def test_a_text_is_kept_to_the_character(text: str) -> None:
    assert kept_text(escape_kept(text)) == text
    assert "<" not in escape_kept(text)


# When it is made ---------------------------------------------------------------------------------------------


def is_whole(stage: Path) -> bool:
    """Tell whether the page offers the posts as they lie beside it."""
    return [one.texts for one in shown(stage)] == handed_on(stage)


def test_it_is_made_again_with_the_heads(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    stage = turn_played(folder)
    good("extend", folder, "--until", "2026-11-28 12:30", "--reason", "grippe")
    assert is_whole(stage)
    assert plain(page(stage)).count("avant le samedi 28 novembre à 12 h 30") > 5
    assert "lundi 23" not in page(stage)


def test_it_is_made_again_when_the_table_is_amended(tmp_path: Path) -> None:
    """Of the reports only those are written anew that say something else."""
    folder = campaign(tmp_path / "p", "turn-2")
    before = tree(folder)
    change = "tour: 2\ntable: {pièces: {Anna: {rôle: terreur}}}\n"
    good("amend", folder, "-", "--reason", "x", "--public", "x", "--yes", stdin=change)
    stage = stage_folder(folder, "turn-1")
    assert tree(folder) != before
    assert is_whole(stage)


def test_one_that_is_empty_as_after_a_power_cut_is_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    stage = turn_played(folder)
    before = tree(folder)
    (stage / "reports" / "bureau.html").write_bytes(b"")
    good("submit", folder)
    assert tree(folder) == before


def test_a_campaign_of_before_has_one_from_its_next_stage_on(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    stage = stage_folder(folder, "turn-1")
    (stage / "reports" / "bureau.html").unlink()
    published = read_record("published", stage / "published.json") or {}
    del published["pages"]  # as versions wrote it that made none
    (stage / "published.json").write_bytes(record_bytes("published", published))
    assert "Tout est tel qu’annoncé." in good("verify", folder).out
    good("submit", folder)
    assert not (stage / "reports" / "bureau.html").exists()
    play(folder, table(2, **dict.fromkeys(ALL, "rien")))
    assert is_whole(stage_folder(folder, "turn-2"))


def test_verify_names_one_that_offers_something_else(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    path = stage_folder(folder, "turn-1") / "reports" / "bureau.html"
    path.write_bytes(path.read_bytes().replace(b"Tes ordres sont attendus", b"Tes ordres sont perdus", 1))
    done = run("verify", folder)
    assert done.code == 1
    assert "reports/bureau.html" in done.out + done.err


# For the MJ alone --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", ["demo", "resistance"])
def test_nothing_of_it_lies_anywhere_else(example: str) -> None:
    folder = played(example).stages[0].folder.parent.parent
    found = {name for name, data in tree(folder).items() if b"data-file=" in data or b'id="bar"' in data}
    assert found == {f"turns/{stage.folder.name}/reports/bureau.html" for stage in played(example).stages}


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    path = turn_played(tmp_path / "p") / "reports" / "bureau.html"
    assert path.stat().st_mode & 0o077 == 0


def test_it_goes_with_a_stage_that_is_taken_back_and_is_not_shown(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    turn_played(folder)
    good("undo", folder, "--yes", "--reason", "x", "--public", "x")
    assert not list((folder / "public").rglob("bureau*"))
    assert list((folder / "withdrawn").rglob("bureau.html"))


def test_orders_are_read_as_if_it_were_not_there(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    stage = turn_played(folder)
    kept = tmp_path / "kept"
    shutil.copytree(folder, kept)
    (kept / stage.relative_to(folder) / "reports" / "bureau.html").unlink()
    said = [send(one, orders("Anna", 2, "{déplacement: droite}")).out for one in (folder, kept)]
    assert said[0] == said[1]
