"""A mailbox that is a folder of this machine (a Maildir): a file a mail, in ``new/`` or, once it was seen, in ``cur/``.

Its folders lie in it as ``.joué`` would, written as servers write names (Maildir++). What lies there others may write:
nothing is followed, nothing is waited for, and what is wrong with one file stays with it.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from pathlib import Path

from adjudicator.mail.mailbox import MOST, Mail, MailboxError, folder_name, mail_in
from adjudicator.store import disk, drop_folder
from adjudicator.store.disk import UnusableError

_PARTS = ("new", "cur", "tmp")
_MOST_TOLD = 3
"""Files of which it is told that something is wrong with them: on a disk that refuses it is so with each."""


def open_maildir(folder: Path) -> Maildir:
    """Open a Maildir. Raises ``MailboxError`` when it is none, or may not be read."""
    with _told(folder):
        if not all((folder / part).is_dir() for part in _PARTS[:2]):
            raise MailboxError("no-maildir", str(folder))
    return Maildir(folder)


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as refusal:
        raise MailboxError("maildir", _in_signs(str(folder)), _reason(refusal)) from refusal


class Maildir:
    """A Maildir, open."""

    def __init__(self, folder: Path) -> None:
        """Take the ``folder`` in which ``new/`` and ``cur/`` are."""
        self.folder = folder
        self.unread: list[MailboxError] = []
        self.unmoved: list[MailboxError] = []

    @property
    def name(self) -> str:
        """What it is called in sentences."""
        return _in_signs(str(self.folder))

    def waiting(self) -> list[str]:
        """Return the mails by what they are known by, in the order in which they came."""
        with _told(self.folder):
            return list(self._files())

    def mails(self, known: Collection[str] = ()) -> Iterator[Mail]:
        """Yield the mails in the order in which they came; of those ``known`` nothing is read.

        Raises ``MailboxError``. What is no plain file is no mail; of one that may not be read ``unread`` tells.
        """
        with _told(self.folder):
            files = self._files()
        for uid, path in files.items():
            if uid in known:
                continue
            try:
                mail = _read(uid, path)
            except OSError as refusal:
                _note(self.unread, MailboxError("file-unread", _in_signs(str(path)), _reason(refusal)))
                continue
            if mail is not None:
                yield mail

    def file(self, uids: Iterable[str], folder: str) -> None:
        """Move mails to a ``folder``, which is made where it is missing; one that has gone is left.

        Raises ``MailboxError``; of one that may not be moved ``unmoved`` tells.
        """
        with _told(self.folder):
            files = self._files()
            target = self._made(folder)
            for uid in uids:
                path = files.pop(uid, None)
                try:
                    if path is not None:
                        _move(path, target / "cur")
                except OSError as refusal:
                    _note(self.unmoved, MailboxError("file-unmoved", _in_signs(str(path)), _reason(refusal)))
            for changed in (target / "cur", self.folder / "new", self.folder / "cur"):
                disk.sync(changed)

    def make(self, folder: str) -> None:
        """Make a folder where it is missing. Raises ``MailboxError``."""
        with _told(self.folder):
            self._made(folder)

    def close(self) -> None:
        """Do nothing: nothing is held."""

    def _files(self) -> dict[str, Path]:
        """Return the files by what they are known by, in the order in which they came: that stands in their times."""
        found = [path for part in ("new", "cur") for path in disk.entries(self.folder / part)]
        known = [(path, _about(path)) for path in found if not path.name.startswith(".")]
        there = [
            (about.st_mtime, path.name, _known_by(path, about), path) for path, about in known if about is not None
        ]
        return {uid: path for _, _, uid, path in sorted(there)}

    def _made(self, folder: str) -> Path:
        target = self.folder / f".{folder_name(folder).replace('/', '.')}"
        for part in _PARTS:
            disk.make_folder(target / part)
        mark = target / "maildirfolder"
        if not mark.exists():
            disk.write_whole(mark, b"")
        return target


def _note(noted: list[MailboxError], error: MailboxError) -> None:
    if len(noted) < _MOST_TOLD:
        noted.append(error)


def _reason(refusal: OSError) -> str:
    return refusal.strerror or str(refusal)


def _in_signs(name: str) -> str:
    """Return a name as it can be written and shown: on some disks any bytes are one, and no text."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _known_by(path: Path, about: os.stat_result) -> str:
    """Return what a mail is known by: its name without the flags, and what the file is.

    The name alone may be another mail's the next day, while the first one waits for its campaign.
    """
    return f"{_in_signs(path.name.partition(':')[0])}/{'.'.join(map(str, drop_folder.identity(about)))}"


def _move(path: Path, folder: Path) -> None:
    """Move a file to a folder, with flags as they are wanted there, in the place of no other. Raises ``OSError``."""
    base, colon, flags = path.name.partition(":")
    for number in count():
        name = drop_folder.fitting(f"{base}_{number}" if number else base)
        target = folder / f"{name}{colon or ':'}{flags or '2,'}"
        if not os.path.lexists(target):
            break
    try:
        path.rename(target)
    except FileNotFoundError:  # somebody has moved it, or has seen it just now: the next run finds it
        return


def _about(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except FileNotFoundError:
        return None


def _read(uid: str, path: Path) -> Mail | None:
    """Read a mail; of one that is too large its beginning and its end. None for what is no plain file, or has gone."""
    try:
        size = path.lstat().st_size
        if size <= MOST:
            read = drop_folder.read_plain(path, MOST)
            return Mail(uid, read.data, len(read.data)) if read is not None else None
        if path.is_symlink() or not path.is_file():
            return None
        return mail_in(uid, BytesIO(disk.read_file(path)))
    except (FileNotFoundError, UnusableError):
        return None
