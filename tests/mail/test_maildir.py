"""A mailbox that is a folder: what lies in new/ and cur/ is read, and moved to folders that readers of mail see."""

from __future__ import annotations

import errno
import mailbox
import os
from pathlib import Path

import pytest
from support.mail_servers import USER, dovecot

from adjudicator.mail.mailbox import END, GAP, MOST, MailboxError, folder_name, open_maildir
from adjudicator.store import disk


def made(folder: Path) -> Path:
    mailbox.Maildir(folder, create=True).close()
    return folder


def drop(folder: Path, name: str, data: bytes, second: int) -> Path:
    path = folder / name
    path.write_bytes(data)
    os.utime(path, (second, second))
    return path


def test_mails_are_read_in_the_order_in_which_they_came_and_moved(tmp_path: Path) -> None:
    folder = made(tmp_path / "Maildir")
    drop(folder, "new/1700000002.a", b"From: b\n\n2\n", 2)
    drop(folder, "cur/1700000001.b:2,S", b"From: a\n\n1\n", 1)
    drop(folder, "new/.1700000009.half", b"From", 3)
    box = open_maildir(folder)
    first, second = box.mails()
    assert (first.data, second.data) == (b"From: a\n\n1\n", b"From: b\n\n2\n")
    assert box.waiting() == [first.uid, second.uid]
    assert [one.data for one in box.mails({first.uid})] == [second.data]
    box.file([first.uid], "joué")
    box.file([second.uid, second.uid, "gone"], "à voir")
    assert box.waiting() == []
    other = mailbox.Maildir(folder, create=False)
    assert [one.get_flags() for one in other.get_folder(folder_name("joué"))] == ["S"]
    assert [one.get_payload() for one in other.get_folder(folder_name("à voir"))] == ["2\n"]


def test_a_mail_that_somebody_has_seen_meanwhile_is_moved_all_the_same(tmp_path: Path) -> None:
    folder = made(tmp_path / "Maildir")
    path = drop(folder, "new/1.a", b"From: a\n\n1\n", 1)
    box = open_maildir(folder)
    (one,) = box.mails()
    path.rename(folder / "cur" / "1.a:2,S")
    box.file([one.uid], "joué")
    assert [path.name for path in (folder / f".{folder_name('joué')}" / "cur").iterdir()] == ["1.a:2,S"]


def test_what_is_no_plain_file_is_no_mail(tmp_path: Path) -> None:
    folder = made(tmp_path / "Maildir")
    (folder / "new" / "1.link").symlink_to(tmp_path / "secret")
    (folder / "new" / "2.folder").mkdir()
    os.mkfifo(folder / "new" / "3.pipe")
    (folder / "new" / "4.link").symlink_to("/etc/passwd")
    assert list(open_maildir(folder).mails()) == []


@pytest.mark.parametrize("size", [MOST, MOST + END - 20, MOST + END - 19, 5 * MOST])
def test_of_a_mail_that_is_too_large_the_beginning_and_the_end_are_read(tmp_path: Path, size: int) -> None:
    folder, data = made(tmp_path / "Maildir"), b"From: a\nSubject: b\n\n" + b"x" * (size - 1) + b"\n"
    drop(folder, "new/1.a", data, 1)
    (one,) = open_maildir(folder).mails()
    whole = len(data) <= MOST + END
    assert one.whole == whole
    assert one.data == (data if whole else data[:MOST] + GAP + data[-END:])


def test_what_is_no_maildir_is_said(tmp_path: Path) -> None:
    with pytest.raises(MailboxError, match=r"mailbox\.no-maildir"):
        open_maildir(tmp_path)
    folder = made(tmp_path / "Maildir")
    (folder / f".{folder_name('joué')}").write_bytes(b"")
    drop(folder, "new/1.a", b"From: a\n\n1\n", 1)
    box = open_maildir(folder)
    with pytest.raises(MailboxError, match=r"mailbox\.maildir"):
        box.file(box.waiting(), "joué")
    assert [uid.partition("/")[0] for uid in box.waiting()] == ["1.a"]


def test_what_is_wrong_with_one_file_stays_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = made(tmp_path / "Maildir")
    for number in (1, 2, 3):
        drop(folder, f"new/{number}.a", b"From: %d\n\nx\n" % number, number)
    real, renamed = disk.read_plain, Path.rename

    def read(path: Path, most: int) -> disk.Found | None:
        if path.name == "1.a":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path, most)

    def rename(path: Path, target: Path) -> Path:
        if path.name == "2.a":
            raise PermissionError(errno.EPERM, "Operation not permitted", str(path))
        return renamed(path, target)

    monkeypatch.setattr(disk, "read_plain", read)
    monkeypatch.setattr(Path, "rename", rename)
    box = open_maildir(folder)
    mails = list(box.mails())
    assert [mail.data[:7] for mail in mails] == [b"From: 2", b"From: 3"]
    assert [error.key for error in box.unread] == ["mailbox.file-unread"]
    box.file([mail.uid for mail in mails], "joué")
    assert [error.key for error in box.unmoved] == ["mailbox.file-unmoved"]
    assert sorted(path.name for path in (folder / "new").iterdir()) == ["1.a", "2.a"]


@pytest.mark.parametrize("name", ["y" * 253, "é" * 127, b"1\xff.a".decode("utf-8", "surrogateescape"), "a:2,S", "a:"])
def test_a_name_of_any_length_and_bytes_is_moved(tmp_path: Path, name: str) -> None:
    folder = made(tmp_path / "Maildir")
    drop(folder, f"new/{name}", b"From: a\n\n1\n", 1)
    box = open_maildir(folder)
    (one,) = box.mails()
    assert one.uid.encode() and box.waiting() == [one.uid]
    box.file([one.uid], "joué")
    assert (box.waiting(), box.unmoved) == ([], [])
    assert len(list((folder / f".{folder_name('joué')}" / "cur").iterdir())) == 1


def test_another_mail_under_the_same_name_is_another(tmp_path: Path) -> None:
    folder = made(tmp_path / "Maildir")
    path = drop(folder, "new/77", b"From: a\n\n1\n", 1)
    box = open_maildir(folder)
    (first,) = box.mails()
    path.unlink()
    drop(folder, "new/77", b"From: a\n\n2\n", 2)
    assert [mail.data for mail in box.mails({first.uid})] == [b"From: a\n\n2\n"]
    box.file([first.uid], "joué")
    (second,) = box.mails()
    box.file([second.uid], "joué")
    drop(folder, "cur/77", b"From: a\n\n3\n", 3)
    box.file(box.waiting(), "joué")
    lying = sorted((folder / f".{folder_name('joué')}" / "cur").iterdir())
    assert [path.read_bytes()[-2:] for path in lying] == [b"2\n", b"3\n"]


def test_a_server_shows_the_folders_that_are_made(tmp_path: Path) -> None:
    with dovecot() as server:
        server.deliver(b"From: a\r\n\r\n1\r\n")
        box = open_maildir(server.folder / USER)
        box.file(box.waiting(), "à voir")
        assert server.folders() >= {folder_name("à voir")}
