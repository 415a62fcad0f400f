"""Until when, by date, hour and zone, in the head of every report; the rest is as it was published, byte for byte."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.campaigns import around, heads
from support.clocked import ALL, THREE_DAYS, cron, fleet, fresh_clock, put_table, tsewnart
from support.commands import good, plain, printed, stage_folder, tree, unannounced, unlinked

ZONED = "(Europe/Paris)"
LATER = "samedi 28 novembre à 12 h 30"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def turn_played(folder: Path, more: str = THREE_DAYS) -> Path:
    """Return the folder of the stage of turn 1, played by cron."""
    tsewnart(folder, more)
    put_table(folder, *ALL)
    assert cron(folder).code == 0
    return stage_folder(folder, "turn-1")


def said(stage: Path) -> dict[str, str]:
    return {name: " ".join(plain(head).split()) for name, head in heads(stage).items()}


def test_every_report_in_every_format_says_until_when_and_how_to_answer(tmp_path: Path) -> None:
    found = said(turn_played(tmp_path / "p"))
    assert {Path(name).suffix for name in found} == {".txt", ".bbcode", ".md", ".html"}
    assert {name.partition("-")[0].partition(".")[0] for name in found} == {"public", "mj", "camp", "player"}
    for name, head in found.items():
        assert f"(tour 2) avant le lundi 23 novembre à 20 h 00 {ZONED}" in head, name
        assert "Pour répondre : " in head, name
        assert head.removeprefix("**").startswith("Tes ordres sont attendus") == (
            name.startswith("player-") and name.endswith(("txt", "md"))
        ), name


def test_the_zone_is_that_of_the_campaign(tmp_path: Path) -> None:
    stage = turn_played(tmp_path / "p", "échéance: {jours: 3, fuseau: Indian/Reunion}\n")
    assert all("à 20 h 00 (Indian/Reunion)" in head for head in said(stage).values())


def test_without_a_deadline_it_says_so(tmp_path: Path) -> None:
    assert all("(tour 2), sans date limite." in head for head in said(turn_played(tmp_path / "p", "")).values())


def test_after_an_extension_the_heads_are_made_again_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    stage = turn_played(folder)
    result = tree(stage / "result")
    good("extend", folder, "--until", "2026-11-28 12:30", "--reason", "grippe")
    for name, head in said(stage).items():
        assert f"(tour 2) avant le {LATER} {ZONED}" in head, name
        assert "lundi 23" not in head, name
    assert tree(stage / "result") == result
    assert json.loads((stage / "published.json").read_bytes())["told"] == {
        "due": "2026-11-28T11:30:00+00:00",
        "held": False,
    }
    for name, data in unlinked(tree(folder / "public" / stage.name)).items():
        assert data == (stage / "reports" / name).read_bytes()
    assert LATER in plain(printed("report", folder, "--for", "player:Luc").decode())


def test_a_report_printed_in_another_way_has_the_head_that_was_sent(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    turn_played(folder)
    put_table(folder, *ALL, turn=2)
    cron(folder)
    shown = printed("report", folder, "--turn", "1", "--for", "camp:bleu", "--language", "en").decode()
    assert "Orders due (turn 2) before Monday 23 November at 20:00 (Europe/Paris)." in " ".join(shown.split())
    posts = printed("report", folder, "--turn", "1", "--format", "bbcode", "--max-chars", "600").decode()
    assert "[b]Ordres attendus (tour 2) avant le lundi 23 novembre à 20 h 00 (Europe/Paris).[/b]" in plain(posts)


def test_a_campaign_that_is_held_says_so_until_it_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    stage = turn_played(folder)
    before = tree(stage / "reports")
    good("hold", folder, "--reason", "malade")
    for head in said(stage).values():
        assert "La partie est en pause" in head
        assert "lundi" not in head
    good("release", folder, "--reason", "guéri")
    assert tree(stage / "reports") == before


def test_at_the_end_nothing_is_awaited(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS, stage="turn-2")
    put_table(folder, *ALL, turn=2, order="{arrêter: oui}")
    cron(folder)
    assert set(heads(stage_folder(folder, "turn-2")).values()) == {""}


def test_a_player_of_whom_nothing_is_awaited_is_told_so(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "p", THREE_DAYS, stage="deal")
    good("resolve", folder)
    found = {name: head for name, head in said(folder / "turns" / "0001-deal").items() if name.endswith(".txt")}
    mine = [name for name, head in found.items() if head.startswith("Tes ordres sont attendus (tour 1, proposition")]
    none = [name for name, head in found.items() if head.startswith("Rien n’est attendu de toi maintenant (tour 1")]
    assert (len(mine), len(none)) == (1, 4)


def test_heads_that_were_left_as_they_were_are_made_again_by_the_next_command(tmp_path: Path) -> None:
    """As after a kill between the act and what follows from it, at whatever file."""
    folder = tmp_path / "p"
    stage = turn_played(folder)
    kept = tmp_path / "kept"
    for name in ("reports", "published.json"):
        copy = shutil.copytree if (stage / name).is_dir() else shutil.copy
        kept.mkdir(exist_ok=True)
        copy(stage / name, kept / name)
    good("extend", folder, "--until", "2026-11-28 12:30", "--reason", "grippe")
    after = tree(stage), tree(folder / "public")
    for half in (1, 10, 1000):
        for path in sorted((kept / "reports").iterdir())[:half]:
            shutil.copy(path, stage / "reports" / path.name)
        shutil.copy(kept / "published.json", stage / "published.json")
        good("submit", folder)
        assert (tree(stage), tree(folder / "public")) == after


def test_what_is_missing_of_them_is_announced_again(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    stage = turn_played(folder)
    before = said(stage)
    shutil.rmtree(stage / "reports")
    unannounced(stage)
    good("submit", folder)
    assert said(stage) == before


def test_reports_published_without_heads_stay_as_they_are(tmp_path: Path) -> None:
    """The last stage of a campaign that came so far with version 0.2; letters tell of its date."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    stage = stage_folder(folder, "placement")
    shutil.rmtree(stage / "reports")
    shutil.rmtree(folder / "public")
    good("extend", folder, "--until", "2026-11-28 12:30", "--reason", "grippe")
    assert not (stage / "reports").exists()
    for name, data in unlinked(tree(folder / "public" / stage.name)).items():
        assert data == (stage / "result" / "reports" / name).read_bytes()


def test_a_report_mended_by_hand_keeps_what_was_mended(tmp_path: Path) -> None:
    """It is mended where it was published; in whatever encoding."""
    folder = tmp_path / "p"
    stage = turn_played(folder)
    path = stage / "result" / "reports" / "public.txt"
    path.write_bytes(path.read_bytes().replace(b"La grande partie", "La très grande".encode("latin-1")))
    good("extend", folder, "--until", "2026-11-28 12:30", "--reason", "grippe")
    sent = (stage / "reports" / "public.txt").read_text(encoding="utf-8")
    assert sent.startswith("La tr\ufffds grande")
    assert LATER in plain(around(sent, path.read_bytes().decode("utf-8", "replace")).head)


def test_a_report_in_several_posts_has_its_head_in_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.reports import markup

    small = {name: dialect._replace(max_chars=4900) for name, dialect in markup.DIALECTS.items()}
    monkeypatch.setattr("adjudicator.reports.writing.DIALECTS", small)
    stage = turn_played(tmp_path / "p")
    assert (stage / "reports" / "mj.2.bbcode").exists()
    for name, head in said(stage).items():
        assert ("lundi 23 novembre" in head) == (re.search(r"\.\d\.", name) is None), name


@pytest.mark.parametrize("taken", ["missing", "empty"])
def test_a_report_that_a_power_cut_took_is_made_again_by_the_next_command(tmp_path: Path, taken: str) -> None:
    """The reports handed on are not synced one by one."""
    folder = tmp_path / "p"
    stage = turn_played(folder)
    before = tree(stage / "reports")
    path = stage / "reports" / "public.html"
    path.unlink() if taken == "missing" else path.write_bytes(b"")
    good("submit", folder)
    assert tree(stage / "reports") == before
