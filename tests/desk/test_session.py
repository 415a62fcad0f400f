"""What is changed while a command waits for another one counts: nothing is read before it holds the campaign."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import Popen

import pytest
from support.commands import TINY, campaign, good, orders, plain, read_letter, send, start
from support.depth import few

from adjudicator.store.disk import LOCK, locked

OLD, NEW = "titre: À deux", "titre: À deux et demi\néchéance: {jours: 3}"


def edited_while_waiting(folder: Path, *args: object) -> None:
    """Run a command that must wait for the campaign, and edit ``campaign.yaml`` meanwhile; it must end well."""
    with locked(folder), waiting(folder, *args) as process:
        path = folder / "campaign.yaml"
        path.write_text(path.read_text(encoding="utf-8").replace(OLD, NEW), encoding="utf-8")
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b""), (out, err)


@contextmanager
def waiting(folder: Path, *args: object) -> Iterator[Popen[bytes]]:
    """Start a command, and go on when it waits for the campaign: when it has opened the file of the lock."""
    process = start(*args)
    handles = Path("/proc") / str(process.pid) / "fd"
    while str(folder / LOCK) not in _opened(handles):
        assert process.poll() is None, process.communicate()
    yield process


def _opened(handles: Path) -> Iterator[str]:
    for handle in handles.iterdir():
        with suppress(FileNotFoundError):
            yield str(handle.readlink())


def subjects(folder: Path, stage: str) -> set[str]:
    return {read_letter(path)["subject"] for path in (folder / "outbox").glob(f"*-{stage}/*.txt")}


def test_submit_answers_with_the_title_as_it_now_is(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TINY)
    file = tmp_path / "anna.yaml"
    file.write_text(orders("Anna", 1, "{déplacement: droite}"), encoding="utf-8")
    edited_while_waiting(folder, "submit", folder, file)
    assert subjects(folder, "turn-1") == {"À deux et demi, tour 1 : tes ordres sont acceptés"}


@pytest.mark.deep
def test_resolve_announces_with_the_title_and_the_deadline_as_they_now_are(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TINY)
    send(folder, orders("Anna", 1, "rien"), orders("Paul", 1, "rien"))
    edited_while_waiting(folder, "resolve", folder)
    assert "À deux et demi, tour 1 : ton rapport" in subjects(folder, "turn-1")
    assert "À deux et demi" in (folder / "public" / "index.html").read_text(encoding="utf-8")


@few(1)
@pytest.mark.parametrize(
    "act",
    [("hold", "--reason", "vacances"), ("extend", "--more", "2j", "--reason", "vacances")],
    ids=lambda act: str(act[0]),
)
def test_an_act_of_the_mj_is_done_in_the_campaign_as_it_now_is(tmp_path: Path, act: tuple[str, ...]) -> None:
    """``extend`` finds the deadline that was written meanwhile."""
    folder = campaign(tmp_path / "p", "turn-1", TINY)
    edited_while_waiting(folder, act[0], folder, *act[1:])
    assert "À deux et demi" in plain((folder / "public" / "index.html").read_text(encoding="utf-8"))


def test_a_release_is_done_in_the_campaign_as_it_now_is(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TINY)
    good("hold", folder, "--reason", "vacances")
    edited_while_waiting(folder, "release", folder, "--reason", "fini")
    assert "À deux et demi" in plain((folder / "public" / "index.html").read_text(encoding="utf-8"))


def test_a_stage_that_another_command_has_played_meanwhile_is_not_played_again(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TINY)
    send(folder, orders("Anna", 1, "rien"), orders("Paul", 1, "rien"))
    other = campaign(tmp_path / "other", "turn-2", TINY)
    with locked(folder), waiting(folder, "resolve", folder) as process:
        (folder / "turns" / "0003-turn-1").rename(tmp_path / "before")
        (other / "turns" / "0003-turn-1").rename(folder / "turns" / "0003-turn-1")
    _, err = process.communicate()
    assert process.returncode == 3
    assert plain(err.decode()).startswith("« tour 1 » vient d’être joué par une autre commande")
