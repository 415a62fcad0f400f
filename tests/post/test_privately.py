"""What a letter is for a player without an address: a private message, ready to be copied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.clocked import ALL, cron, fresh_clock, put, rewrite, tsewnart

from adjudicator.campaign.loading import load_campaign
from adjudicator.post.channels import to_give, write_private


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


@pytest.fixture
def played(tmp_path: Path) -> Path:
    folder = tsewnart(tmp_path / "p")
    rewrite(folder, "joueurs: [Anna,", "joueurs: [{nom: Anna, courriel: anna@exemple.fr},")
    rewrite(folder, "Luc,", "{nom: Luc, forum: lulu},")
    put(folder, *ALL, order="{déplacement: haut}")
    cron(folder)
    return folder


def test_they_are_listed_by_whom_they_are_for(played: Path) -> None:
    found = to_give(load_campaign(played))
    assert {one.person.name for one in found} == {"Luc", "Max", "Paul", "Rita", "Zoé"} and len(found) == 10
    (report,) = [one for one in found if one.person.forum == "lulu" and one.letter.startswith("report")]
    assert (report.letter, report.subject) == ("report-02-luc.txt", "La grande partie, tour 1\u00a0: ton rapport")


def test_a_message_is_the_letter_in_bbcode(played: Path) -> None:
    write_private(load_campaign(played))
    outbox = next((played / "outbox").iterdir())
    assert {path.stem for path in outbox.glob("*.bbcode")} == {
        path.stem for path in outbox.glob("*.txt") if "anna" not in path.name
    }
    report = (outbox / "report-02-luc.bbcode").read_text(encoding="utf-8")
    handed_on = next((played / "turns").rglob("reports/player-02-luc.bbcode")).read_text(encoding="utf-8")
    assert report.startswith(handed_on) and "[b]" in report
    assert "[spoiler]\nSceau du journal" in report.removeprefix(handed_on)
    receipt = (outbox / "receipt-0002-02-luc.bbcode").read_text(encoding="utf-8")
    letter = (outbox / "receipt-0002-02-luc.txt").read_text(encoding="utf-8").partition("\n\n")[2]
    assert receipt.replace("\u2060", "") == letter.translate(str.maketrans("[]", "［］")).replace("\u2060", "")


def test_what_people_wrote_is_no_markup(played: Path) -> None:
    path = next((played / "outbox").iterdir()) / "odd-02-luc.txt"
    path.write_text("Player: Luc\nTo: Luc\nSubject: x\n\n[b]gras[/b] <i>\n", encoding="utf-8")
    write_private(load_campaign(played))
    assert path.with_suffix(".bbcode").read_text(encoding="utf-8") == "［b］gras［/b］ <\u2060i>\n"


def test_written_again_they_are_the_same_files(played: Path) -> None:
    campaign = load_campaign(played)
    write_private(campaign)
    before = {path: path.stat().st_mtime_ns for path in played.rglob("*.bbcode")}
    write_private(campaign)
    assert {path: path.stat().st_mtime_ns for path in played.rglob("*.bbcode")} == before
