"""A mailbox that is a folder: what lies in new/ and cur/ is read, and moved to folders that readers of mail see."""

from __future__ import annotations

import mailbox
import os
from pathlib import Path

import pytest
from dovecot import USER, dovecot

from adjudicator.mail.mailbox import MOST, MailboxError, folder_name
from adjudicator.mail.maildir import open_maildir


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


def test_of_a_mail_that_is_too_large_the_head_is_read(tmp_path: Path) -> None:
    folder = made(tmp_path / "Maildir")
    drop(folder, "new/1.a", b"From: a\nSubject: b\n\n" + b"x" * MOST, 1)
    (one,) = open_maildir(folder).mails()
    assert (one.data, one.whole, one.size) == (b"From: a\nSubject: b\n\n", False, MOST + 20)


def test_what_is_no_maildir_is_said(tmp_path: Path) -> None:
    with pytest.raises(MailboxError, match=r"mailbox\.no-maildir"):
        open_maildir(tmp_path)
    folder = made(tmp_path / "Maildir")
    (folder / f".{folder_name('joué')}").write_bytes(b"")
    drop(folder, "new/1.a", b"From: a\n\n1\n", 1)
    box = open_maildir(folder)
    with pytest.raises(MailboxError, match=r"mailbox\.maildir"):
        box.file(box.waiting(), "joué")
    assert box.waiting() == ["1.a"]


def test_a_server_shows_the_folders_that_are_made(tmp_path: Path) -> None:
    with dovecot() as server:
        server.deliver(b"From: a\r\n\r\n1\r\n")
        box = open_maildir(server.folder / USER)
        box.file(box.waiting(), "à voir")
        assert server.folders() >= {folder_name("à voir")}
