"""A few words of the MJ at the head of the reports: public, or for the players of a camp; markup stays text."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from clocked import ALL, THREE_DAYS, cron, fleet, fresh_clock, put_table, tsewnart
from commands import good, plain, printed, run, stage_folder, tree

WORDS = "Bravo à tous.\n[b]Relisez[/b] **R3** <script>alert(1)</script>\n\ncamp: ROUGE\nPatience.\n"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def played_with(folder: Path, words: bytes | str) -> Path:
    """Return the folder of turn 1, which cron played with words of the MJ."""
    tsewnart(folder, THREE_DAYS)
    put_table(folder, *ALL)
    (folder / "mot.txt").write_bytes(words if isinstance(words, bytes) else words.encode())
    assert cron(folder).code == 0
    return stage_folder(folder, "turn-1")


def texts(stage: Path, ending: str) -> dict[str, str]:
    return {path.stem: plain(path.read_text(encoding="utf-8")) for path in (stage / "reports").glob(f"[!b]*.{ending}")}


def test_everybody_reads_public_words_and_a_camp_its_own(tmp_path: Path) -> None:
    for ending in ("txt", "md", "html", "bbcode"):
        shutil.rmtree(tmp_path / "p", ignore_errors=True)
        for name, text in texts(played_with(tmp_path / "p", WORDS), ending).items():
            assert "Un mot du MJ" in text, name
            assert "Bravo à tous." in text, name
            red = name in ("mj", "camp-02-rouge", "player-04-paul", "player-05-rita", "player-06-zoe")
            assert ("Patience." in text) == red, name


def test_markup_stays_text(tmp_path: Path) -> None:
    stage = played_with(tmp_path / "p", WORDS)
    assert "[b]Relisez" not in texts(stage, "bbcode")["public"]
    assert "<script>" not in texts(stage, "html")["public"]
    assert "\\*\\*R3\\*\\*" in texts(stage, "md")["public"]
    assert "[b]Relisez[/b] **R3** <script>alert(1)</script>" in texts(stage, "txt")["public"]


def test_they_are_said_once_and_told_again_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    stage = played_with(folder, WORDS)
    assert not (folder / "mot.txt").exists()
    sent = printed("report", folder, "--for", "camp:rouge")
    before = tree(stage / "result" / "reports")
    shutil.rmtree(stage / "reports")
    shutil.rmtree(stage / "result" / "reports")
    assert printed("report", folder, "--for", "camp:rouge") == sent
    assert b"Bravo" in before["public.txt"]
    put_table(folder, *ALL, turn=2)
    cron(folder)
    assert "Bravo" not in printed("report", folder).decode()


def test_words_written_while_a_stage_is_announced_wait_for_the_next(tmp_path: Path) -> None:
    """As after a kill between the result and what follows: what was told is forgotten, what is new is not."""
    folder = tmp_path / "p"
    stage = played_with(folder, WORDS)
    (stage / "published.json").unlink()
    (folder / "mot.txt").write_text(WORDS)
    good("submit", folder)
    assert not (folder / "mot.txt").exists()
    (stage / "published.json").unlink()
    (folder / "mot.txt").write_text("Autre chose.")
    good("submit", folder)
    assert (folder / "mot.txt").read_text() == "Autre chose."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le"])
def test_they_may_be_given_with_the_command(tmp_path: Path, encoding: str) -> None:
    folder = fleet(tmp_path / "p", stage="deal")
    file = tmp_path / "words.txt"
    file.write_bytes("Bienvenue à bord, équipage.".encode(encoding))
    shown = good("resolve", folder, "--dry-run", "--words", file).out
    assert "Bienvenue à bord, équipage." in shown
    good("resolve", folder, "--words", file)
    assert "Bienvenue à bord, équipage." in printed("report", folder).decode()
    assert file.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (b"camp: vert\nBonjour", "s’adresse au camp « vert », qui n’est pas de cette partie : bleu, rouge."),
        (b"a" * 20_001, "doit être un fichier de texte de 20000 octets au plus."),
    ],
)
def test_words_that_cannot_be_said_stop_the_turn(tmp_path: Path, words: bytes, said: str) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    (folder / "mot.txt").write_bytes(words)
    done = run("resolve", folder)
    assert done.code == 2
    assert said in plain(done.err)
    assert not (stage_folder(folder, "turn-1") / "result").exists()


def test_no_file_and_an_empty_one_say_nothing(tmp_path: Path) -> None:
    for words in (b"", b"\n \n", b"camp: rouge\n"):
        shutil.rmtree(tmp_path / "p", ignore_errors=True)
        assert all("Un mot du MJ" not in text for text in texts(played_with(tmp_path / "p", words), "txt").values())
