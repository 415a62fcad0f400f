"""Pictures as PNG: printed by ``report``, and published where a campaign gives the address of its public folder."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from resistance.campaigns import on_mission
from support.campaigns import undo
from support.commands import TURNS, TWO, campaign, good, on_terminal, play, printed, run, send, stage_folder, tree
from support.depth import few
from support.report_parsers import BOARDS, bbcode_tags

from adjudicator.store.published import MANIFEST, manifest

ADDRESS = "https://exemple.org/parties/le-gue"
SIGNED = b"\x89PNG\r\n\x1a\n"


def with_images(folder: Path, address: str = ADDRESS) -> Path:
    """Return a campaign that publishes images from its next stage on."""
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(f"\nimages: {address}\n")
    return folder


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    """A campaign in which turn 1 was played with images."""
    folder = with_images(campaign(tmp_path / "p", "turn-1"))
    play(folder, TURNS[0])
    return folder


# By hand ---------------------------------------------------------------------------------------------------------


@few(1)
@pytest.mark.parametrize("reader", ["public", "mj", "camp:rouge", "joueur:Zoé"])
def test_report_draws_what_a_reader_sees_always_alike(tmp_path: Path, reader: str) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    drawn = printed("report", folder, "--for", reader, "--format", "png")
    assert drawn.startswith(SIGNED)
    assert printed("report", folder, "--for", reader, "--format", "png") == drawn
    good("report", folder, "--for", reader, "--format", "png", "--output", tmp_path / "plateau.png")
    assert (tmp_path / "plateau.png").read_bytes() == drawn


def test_each_reader_sees_another_picture(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    readers = ("public", "mj", "camp:rouge", "camp:bleu", "joueur:Zoé")
    drawn = {printed("report", folder, "--for", reader, "--format", "png") for reader in readers}
    assert len(drawn) == len(readers)


def test_the_resistance_is_drawn_too(tmp_path: Path) -> None:
    folder = on_mission(tmp_path / "p")
    assert printed("report", folder, "--format", "png").startswith(SIGNED)


def test_a_terminal_is_asked_for_a_file(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    code, out = on_terminal("report", folder, "--format", "png")
    assert code == 2
    assert "Nommez le fichier où l’écrire avec --output" in " ".join(out.split())
    assert "PNG\r" not in out


def test_any_report_may_be_written_to_a_file(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    good("report", folder, "--format", "bbcode", "--output", tmp_path / "post.bbcode")
    assert (tmp_path / "post.bbcode").read_bytes() == printed("report", folder, "--format", "bbcode")
    done = run("report", folder, "--output", tmp_path / "nulle part" / "x.txt")
    assert (done.code, "nulle part" in done.err) == (2, True)


def test_nothing_that_is_there_is_written_over_and_nothing_comes_into_the_campaign(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    before = tree(folder)
    (tmp_path / "lien").symlink_to(folder / "campaign.yaml")
    for name in (folder / "campaign.yaml", folder / "public/mj.png", folder / "x.png", tmp_path / "lien", tmp_path, ""):
        done = run("report", folder, "--for", "mj", "--format", "png", "--output", name)
        assert (done.code, "rien n’a été écrit" in done.err.lower()) == (2, True), (name, done)
    assert tree(folder) == before


# Published -------------------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_the_public_picture_lies_where_posts_show_it_from(shown: Path) -> None:
    (stage,) = (path for path in (shown / "public").iterdir() if path.name == "0003-turn-1")
    assert (stage / "public.png").read_bytes() == printed("report", shown, "--format", "png")
    for form, wanted in (
        ("bbcode", f"[img]{ADDRESS}/0003-turn-1/public.png[/img]\n\n[spoiler]\n[table"),
        ("markdown", f"![Plateau]({ADDRESS}/0003-turn-1/public.png)\n\n```\n"),
    ):
        assert wanted in printed("report", shown, "--format", form).decode()
    bbcode_tags(printed("report", shown, "--format", "bbcode").decode(), "forumotion")
    good("verify", shown)


@pytest.mark.deep
def test_a_campaign_may_cease_to_publish_them(shown: Path) -> None:
    text = (shown / "campaign.yaml").read_text(encoding="utf-8")
    (shown / "campaign.yaml").write_text(text.replace(f"images: {ADDRESS}\n", ""), encoding="utf-8")
    good("hold", shown, "--reason", "x", "--yes")
    assert not list((shown / "public").glob("*turn-1/*.png"))
    good("verify", shown)


@pytest.mark.deep
def test_what_is_done_besides_playing_waits_for_no_image(shown: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (shown / "public/0003-turn-1/public.png").unlink()
    monkeypatch.setitem(sys.modules, "resvg_py", None)  # as where it is not installed
    good("hold", shown, "--reason", "x", "--yes")
    assert "en pause" in (shown / "public/index.html").read_text(encoding="utf-8")
    monkeypatch.undo()
    good("release", shown, "--reason", "x", "--yes")
    assert (shown / "public/0003-turn-1/public.png").read_bytes() == printed("report", shown, "--format", "png")


@few(1)
@pytest.mark.parametrize("place", ["0003-turn-1", "withdrawn-0001/0003-turn-1"])
def test_a_picture_that_nobody_published_is_found(shown: Path, place: str) -> None:
    """Though the manifest was made anew."""
    undo(shown)
    good("resolve", shown)
    folder = shown / "public" / place
    (folder / "mj.png").write_bytes(b"x")
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.name != MANIFEST}
    (folder / MANIFEST).write_bytes(manifest(files))
    done = run("verify", shown)
    assert (done.code, "mj.png" in done.err) == (1, True)


def test_a_board_without_spoilers_has_the_table_below(tmp_path: Path) -> None:
    folder = with_images(campaign(tmp_path / "p", "turn-1", TWO.replace("graine:", "forum: phpbb\ngraine:")))
    play(folder, TURNS[0])
    text = printed("report", folder, "--format", "bbcode").decode()
    assert f"[img]{ADDRESS}/0003-turn-1/public.png[/img]\n\n[code]" in text
    bbcode_tags(text, "phpbb")


def test_what_is_not_for_everybody_has_no_address(shown: Path) -> None:
    assert not [path for path in shown.rglob("*.png") if path.name != "public.png"]
    reports = stage_folder(shown, "turn-1") / "reports"
    told = {path.name for path in reports.iterdir() if ADDRESS in path.read_text(encoding="utf-8")}
    assert told == {"public.bbcode", "public.md"}


@pytest.mark.deep
def test_images_may_be_asked_for_in_the_middle_of_a_game(tmp_path: Path) -> None:
    folder = with_images(campaign(tmp_path / "p", "turn-2"))
    play(folder, TURNS[1])
    assert [path.parent.name for path in folder.glob("public/*/public.png")] == ["0004-turn-2"]
    good("verify", folder)


def test_what_is_taken_back_is_not_shown_any_more(shown: Path) -> None:
    undo(shown)
    assert not list((shown / "public").glob("*turn-1/*.png"))
    assert {path.suffix for path in (shown / "public/withdrawn-0001").rglob("public.*")} == {
        *(".txt", ".bbcode", ".md", ".html")
    }
    good("verify", shown)
    good("resolve", shown)
    assert (shown / "public/0003-turn-1/public.png").read_bytes().startswith(SIGNED)


@pytest.mark.parametrize(
    "address", ["exemple.org", "ftp://exemple.org", "https://exemple.org/a b", '"https://x.org/[img]"', "javascript:1"]
)
def test_an_address_must_be_one(tmp_path: Path, address: str) -> None:
    folder = with_images(campaign(tmp_path / "p", "turn-2"), address)
    before = tree(folder / "turns")
    done = run("resolve", folder)
    assert done.code == 2
    said = " ".join(done.err.split())
    assert re.search(r"campaign\.yaml:\d+", said), said
    assert "une adresse de la toile, comme https://exemple.org/partie" in said
    assert tree(folder / "turns") == before


def test_nothing_is_played_where_no_image_can_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = with_images(campaign(tmp_path / "p", "turn-1"))
    send(folder, TURNS[0])
    monkeypatch.setitem(sys.modules, "resvg_py", None)  # as where it is not installed
    done = run("resolve", folder)
    assert (done.code, "pip install 'adjudicator[png]'" in done.err) == (2, True)
    assert not (folder / "turns/0003-turn-1/result").exists()
    done = run("run", folder)
    assert "pip install 'adjudicator[png]'" in done.out + done.err
    monkeypatch.undo()
    good("resolve", folder)
    assert (folder / "public/0003-turn-1/public.png").exists()


def test_boards_know_these_tags() -> None:
    assert all("img" in tags for tags in BOARDS.values())
