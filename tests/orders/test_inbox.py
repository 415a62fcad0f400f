"""The inbox: a folder in which others may write while it is read, and the order in which its files arrived."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from support.clocked import ALL, THREE_DAYS, cron, fresh_clock, letter, stages, status, tsewnart
from support.commands import drop, good, orders, plain, received, result, run, table
from support.disks import unreadable

from adjudicator.store import disk

LEFT, RIGHT, UP = ("{déplacement: gauche}", "{déplacement: droite}", "{déplacement: haut}")


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def played(folder: Path, player: str) -> Any:
    return result(folder, "turn-1", "orders.json")["orders"].get(player)


# --- What is put in a file's place while it is read


def exchanging(patch: pytest.MonkeyPatch, path: Path, make: Callable[[Path], object]) -> None:
    """Let somebody put something in the place of ``path`` after it has been looked at, and before it is opened."""
    opened = os.open

    def late(name: Any, *rest: Any, **named: Any) -> int:
        if Path(name) == path and not path.is_symlink() and path.is_file():
            path.unlink()
            make(path)
        return opened(name, *rest, **named)

    patch.setattr(os, "open", late)


def test_a_pipe_in_a_files_place_hangs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    path = drop(folder, "luc.txt", orders("Luc", 1, RIGHT))
    drop(folder, "max.txt", orders("Max", 1, RIGHT), 2)
    with monkeypatch.context() as patch:
        exchanging(patch, path, os.mkfifo)
        cron(folder)
    assert status(folder)["received"] == ["Max"]
    assert "Dans inbox, n’est jamais pris : luc.txt." in good("status", folder).out


def test_a_link_in_a_files_place_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, secret = tsewnart(tmp_path / "p", THREE_DAYS), tmp_path / "secret.yaml"
    secret.write_text(orders("Luc", 1, UP), encoding="utf-8")
    secret.chmod(0o644)
    path = drop(folder, "luc.txt", orders("Luc", 1, RIGHT))
    with monkeypatch.context() as patch:
        exchanging(patch, path, lambda at: at.symlink_to(secret))
        cron(folder)
    assert status(folder)["received"] == []
    assert stat.S_IMODE(secret.stat().st_mode) == 0o644
    assert path.is_symlink()


def test_a_second_name_of_another_file_is_copied_and_the_other_left_as_it_is(tmp_path: Path) -> None:
    folder, other = tsewnart(tmp_path / "p"), tmp_path / "other.yaml"
    other.write_text(orders("Luc", 1, UP), encoding="utf-8")
    other.chmod(0o644)
    os.link(other, folder / "inbox" / "luc.txt")
    good("submit", folder)
    other.write_text("changed since", encoding="utf-8")
    assert received(folder, "turn-1") == [orders("Luc", 1, UP).encode()]
    assert stat.S_IMODE(other.stat().st_mode) == 0o644


def test_orders_saved_again_while_they_are_taken_come_after_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tsewnart(tmp_path / "p")
    path = drop(folder, "luc.txt", orders("Luc", 1, RIGHT))
    honest = disk.let_go

    def late(*given: Any) -> None:
        path.write_text(orders("Luc", 1, UP), encoding="utf-8")
        honest(*given)

    with monkeypatch.context() as patch:
        patch.setattr(disk, "let_go", late)
        good("submit", folder)
    assert received(folder, "turn-1") == [orders("Luc", 1, RIGHT).encode()]
    good("submit", folder)
    assert received(folder, "turn-1")[1:] == [orders("Luc", 1, UP).encode()]
    assert list((folder / "inbox").iterdir()) == []


@pytest.mark.parametrize("step", range(1, 9))
def test_a_kill_while_files_are_taken_leaves_each_once(tmp_path: Path, step: int) -> None:
    """Wherever the program ends between storing files and removing them, they are not received twice."""
    folder = tsewnart(tmp_path / "p")
    drop(folder, "a.txt", orders("Luc", 1, RIGHT), 1)
    drop(folder, "b.txt", orders("Max", 1, RIGHT), 2)
    calls = 0

    def ended(honest: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == step:
                raise KeyboardInterrupt
            return honest(*given, **named)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in ("rename", "unlink", "replace"):
            patch.setattr(Path, name, ended(getattr(Path, name)))
        with suppress(KeyboardInterrupt):
            run("submit", folder)
    good("submit", folder)
    assert sorted(received(folder, "turn-1")) == sorted([orders(n, 1, RIGHT).encode() for n in ("Luc", "Max")])
    assert sorted(path.name for path in (folder / "inbox").iterdir()) == []
    assert status(folder)["received"] == ["Luc", "Max"]


def test_the_same_file_dropped_once_more_counts_once_more(tmp_path: Path) -> None:
    """A copy with its old date, as ``cp -p`` makes it: what is known of files received is no reason to leave it."""
    folder, kept = tsewnart(tmp_path / "p"), tmp_path / "luc.txt"
    kept.write_text(orders("Luc", 1, RIGHT), encoding="utf-8")
    for text in (None, orders("Luc", 1, UP), None):
        if text is None:
            shutil.copy2(kept, folder / "inbox" / "luc.txt")
        else:
            drop(folder, "luc.txt", text)
        good("submit", folder)
    assert len(received(folder, "turn-1")) == 3
    good("resolve", folder, "--force")
    assert played(folder, "Luc") == {"move": "right"}


# --- In which order they arrived


TAKEN = "Received: from smtp.example.org by mx.example.org with ESMTPS id 1; {date}\n"
"""What the last server writes above a mail; what others wrote, and the sender himself, says nothing."""
MAIL = (
    "{taken}Received: from pc by smtp.example.org; Sat, 21 Nov 2026 03:00:00 +0100\nFrom: luc@example.org\n"
    "To: mj@example.org\nSubject: ordres\nDate: Sat, 21 Nov 2026 {wrong:02d}:30:00 +0100\n\n[code]\n{text}[/code]\n"
)


def mail(hour: int, order: str, date: str = "Sat, 21 Nov 2026 {hour:02d}:30:00 +0100") -> str:
    """A mail that a server took at an hour; by the sender's own clock, which goes backwards, it is another."""
    taken = TAKEN.format(date=date.format(hour=hour))
    return MAIL.format(taken=taken, wrong=23 - hour, text=orders("Luc", 1, order))


def dropped(folder: Path, name: str, text: str, when: str) -> None:
    """Drop a file that was saved then."""
    path = drop(folder, name, text)
    saved = datetime.fromisoformat(when).replace(tzinfo=UTC).timestamp()
    os.utime(path, (saved, saved))


def test_mails_saved_newest_first_count_by_when_a_server_took_them(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    dropped(folder, "1.eml", mail(19, UP), "2026-11-22 08:00")
    dropped(folder, "2.eml", mail(18, RIGHT), "2026-11-22 08:01")
    shown = good("submit", folder).out
    assert shown.index("2.eml : accepté") < shown.index("1.eml : accepté")
    assert "cela remplace ceux de « 2.eml », daté d’avant : ce sont ceux-ci qui comptent" in shown
    good("resolve", folder, "--force")
    assert played(folder, "Luc") == {"move": "up"}


def test_an_older_mail_that_is_saved_later_does_not_replace_the_newer_one(tmp_path: Path) -> None:
    """Cron may pass between the two: who saves the newest first has not turned his player's orders back."""
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    dropped(folder, "récent.eml", mail(19, UP), "2026-11-22 08:00")
    cron(folder)
    dropped(folder, "ancien.eml", mail(18, RIGHT), "2026-11-22 08:20")
    cron(folder)
    told = "mais « récent.eml », déjà là, est plus récent : ce sont les ordres de « récent.eml » qui comptent"
    assert told in letter(folder, "receipt-0002-02-luc")
    good("resolve", folder, "--force")
    assert played(folder, "Luc") == {"move": "up"}


def test_standing_orders_of_an_older_mail_do_not_replace_those_of_a_newer_one(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS + "absents: permanents\n")
    for hour, way, saved in ((19, "haut", "08:00"), (18, "droite", "08:20")):
        standing = f"joueur: Luc\ntour: 1\npermanents: {{déplacement: {way}}}\n"
        text = mail(hour, UP).replace(orders("Luc", 1, UP), standing)
        dropped(folder, f"{hour}.eml", text, f"2026-11-22 {saved}")
        cron(folder)
    good("resolve", folder, "--force")
    assert result(folder, "turn-1", "orders.json")["standing"]["Luc"] == {"move": "up"}


def test_a_file_that_was_saved_before_and_comes_later_counts_and_says_so(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    dropped(folder, "b.txt", orders("Luc", 1, UP), "2026-11-22 08:10")
    good("submit", folder)
    dropped(folder, "a.txt", orders("Luc", 1, RIGHT), "2026-11-22 08:00")
    told = "cela remplace ceux de « b.txt », pourtant daté d’après : ce sont ceux-ci qui comptent"
    assert told in good("submit", folder).out
    good("resolve", folder, "--force")
    assert played(folder, "Luc") == {"move": "right"}


def test_files_without_a_date_of_their_own_count_by_when_they_were_saved_and_say_so(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    dropped(folder, "nouveau.txt", orders("Luc", 1, UP), "2026-11-22 08:00")
    dropped(folder, "ancien.txt", orders("Luc", 1, RIGHT), "2026-11-22 08:01")
    shown = good("submit", folder).out
    told = "cela remplace ceux de « nouveau.txt », daté d’avant : ce sont ceux-ci qui comptent"
    assert f"ancien.txt : accepté.\n  Luc : tu te déplaces vers la droite ; {told}." in shown
    assert told in letter(folder, "receipt-0002-02-luc")


@pytest.mark.parametrize(
    "date",
    [
        "Sat, 21 Nov 2099 19:30:00 +0100",  # nobody is the last to arrive by his own word
        "demain",
        "",
        "Sat, 21 Nov 99999 19:30:00 +9999",
        "\u00e9" * 50,
        "1" * 5000,
    ],
)
def test_a_date_that_cannot_be_is_none(tmp_path: Path, date: str) -> None:
    folder = tsewnart(tmp_path / "p")
    dropped(folder, "1.eml", mail(19, UP, date), "2026-11-22 08:00")
    dropped(folder, "2.eml", mail(18, RIGHT), "2026-11-22 08:01")
    dropped(folder, "3.txt", orders("Luc", 1, LEFT), "2026-11-22 08:02")
    good("submit", folder)
    assert [data[:4] for data in received(folder, "turn-1")] == [b"Rece", b"Rece", b"joue"]
    assert mail(18, RIGHT).encode() == received(folder, "turn-1")[0], "taken on the evening before 1.eml was saved"


LAST = 253402300799
"""The last second of the calendar, in UTC: in Paris it is past."""


@pytest.mark.parametrize("seconds", [10**12, -(10**12), 2**62, LAST])
def test_a_file_of_no_time_that_a_calendar_knows_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    """Most disks keep no such time, so what the system tells of the file is changed here."""
    folder = tsewnart(tmp_path / "p")
    drop(folder, "luc.txt", orders("Luc", 1, RIGHT))
    honest = disk.read_plain

    def odd(path: Path, most: int) -> disk.Found | None:
        found = honest(path, most)
        return found and found._replace(changed=seconds * 10**9)

    with monkeypatch.context() as patch:
        patch.setattr(disk, "read_plain", odd)
        good("submit", folder)
    assert status(folder)["received"] == ["Luc"]
    for command in (("status", "--files"), ("status", "--json", "--files"), ("journal",)):
        assert "luc.txt" in good(command[0], folder, *command[1:]).out


def test_by_its_sender_s_own_clock_no_mail_is_later(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    for name, hour, order, saved in (("1.eml", 19, UP, "08:00"), ("2.eml", 18, RIGHT, "08:01")):
        text = mail(hour, order).partition("From:")[2]
        dropped(folder, name, f"From:{text.replace(f'{23 - hour:02d}:30', f'{hour:02d}:30')}", f"2026-11-22 {saved}")
    good("submit", folder)
    good("resolve", folder, "--force")
    assert played(folder, "Luc") == {"move": "right"}  # the last to be saved, as of all files


def test_a_date_among_orders_is_no_date_of_a_mail(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    text = orders("Luc", 1, UP) + "note: |\n  x\n\nReceived: by x; Sat, 21 Nov 2020 19:30:00 +0100\n"
    dropped(folder, "1.txt", text, "2026-11-22 08:02")
    dropped(folder, "2.txt", orders("Luc", 1, RIGHT), "2026-11-22 08:01")
    run("submit", folder)
    assert received(folder, "turn-1")[1] == text.encode()


# --- What may not be read


def test_what_came_before_a_file_that_may_not_be_read_is_taken_and_nothing_is_played(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    drop(folder, "anna.txt", orders("Anna", 1, RIGHT), 1)
    drop(folder, "luc.txt", orders("Luc", 1, RIGHT), 2)
    drop(folder, "table.yaml", table(1, **dict.fromkeys(ALL, "rien")), 3)
    with unreadable(folder / "inbox" / "luc.txt") as place:
        done = place.run(sys.executable, "-m", "adjudicator", "run", str(folder))
        assert done.returncode == 1
        told = f"« {folder / 'inbox' / 'luc.txt'} » ne peut pas être lu (accès refusé) : les fichiers arrivés avant lui"
        assert told in plain(done.stderr + done.stdout)
        assert "1 fichier d’ordres accepté" in plain(done.stdout + done.stderr)
    assert stages(folder) == ["0001-roles", "0002-placement"]
    assert received(folder, "turn-1") == [orders("Anna", 1, RIGHT).encode()]
    assert "joué, tour 1" in cron(folder).out


COMMANDS = [("submit",), ("check",), ("resolve", "--force"), ("resolve", "--dry-run", "--force")]


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_too_large_to_be_taken_is_named_by_each_command_that_looks(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    folder = tsewnart(tmp_path / "p")
    drop(folder, "david.eml", MAIL.format(taken="", wrong=4, text=orders("Luc", 1, UP)) + "x" * (1 << 20))
    done = run(command[0], folder, *command[1:])
    assert "Dans inbox, n’est jamais pris : david.eml." in done.err


@pytest.mark.parametrize("name", ["é" * 122 + ".yaml", "x" * 251 + ".txt", "x" * 255])
def test_a_name_as_long_as_a_disk_takes_stops_nothing(tmp_path: Path, name: str) -> None:
    folder = tsewnart(tmp_path / "p")
    drop(folder, name, orders("Luc", 1, RIGHT), 1)
    drop(folder, "max.txt", orders("Max", 1, RIGHT), 2)
    good("submit", folder)
    assert status(folder)["received"] == ["Luc", "Max"]
    assert list((folder / "inbox").iterdir()) == []


@pytest.mark.parametrize("name", [".taken-", ".taken-.", ".taken-..", ".taken-.hidden", ".taken-a.txt"])
def test_what_only_looks_like_a_file_being_taken_is_seen_again(tmp_path: Path, name: str) -> None:
    folder = tsewnart(tmp_path / "p")
    drop(folder, name, orders("Luc", 1, RIGHT))
    good("submit", folder)
    good("submit", folder)
    assert status(folder)["received"] == ["Luc"]
