"""What a mailbox is, wherever it lies: mails are read from its inbox, and leave it for one of three folders.

Nothing is changed in it before :meth:`Mailbox.file`: whoever reads a mail keeps it first, and files it when it is safe.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol, TypeVar

from adjudicator.core.faults import Filling
from adjudicator.store import disk, drop_folder
from adjudicator.store.disk import UnusableError

T = TypeVar("T")
MOST = 1 << 20
"""Bytes of a mail that is read whole, with ``END``; of a larger one this much of its beginning, and its end."""
END = 1 << 18
"""Bytes of the end of a larger one: programs put what is attached, and what was typed, on either side of a photo."""
GAP = b"\r\n\0\0\0\0\r\n"
"""What stands in the place of what was left out."""


class Mail(NamedTuple):
    """A mail as it lies in the inbox."""

    uid: str
    """By which this mailbox knows it again, in this run and the next; no other mail ever has it."""
    data: bytes
    """Its bytes; of one that is too large its beginning and its end, with ``GAP`` between them."""
    size: int
    """How many bytes it has, as far as the mailbox says."""
    whole: bool = True


class MailboxError(UnusableError):
    """A mailbox that cannot be used now: a sentence says what to do. Mails in it stay where they are."""

    def __init__(self, what: str, name: str, reason: Filling = "") -> None:
        """Take ``what`` is wrong (``down``, ``login``: a sentence of the catalogue), and what the mailbox is called."""
        super().__init__(f"mailbox.{what}", name=name, reason=reason)


class Mailbox(Protocol):
    """A mailbox that is open; every method raises :class:`MailboxError` where it cannot do what it says."""

    unread: list[MailboxError]
    """What is wrong with single mails that could not be read; the others have been."""
    unmoved: list[MailboxError]
    """What is wrong with single mails that could not be moved; the others have been."""

    @property
    def name(self) -> str:
        """What it is called in sentences."""

    def mails(self, known: Collection[str] = ()) -> Iterator[Mail]:
        """Yield the mails of the inbox in the order in which they came; of those ``known`` nothing is read."""

    def waiting(self) -> list[str]:
        """Return the mails of the inbox by what they are known by, in the order in which they came."""

    def file(self, uids: Iterable[str], folder: str) -> None:
        """Move mails from the inbox to a ``folder``, which is made where it is missing; one that has gone is left."""

    def make(self, folder: str) -> None:
        """Make a folder where it is missing."""

    def close(self) -> None:
        """Let it go; never raises."""


def together(mails: Iterable[T], size_of: Callable[[T], int], most: int) -> Iterator[list[T]]:
    """Yield mails as they are taken at once: so many at ``most``, and no more bytes than one may have."""
    batch: list[T] = []
    weight = 0
    for mail in mails:
        if batch and (len(batch) == most or weight + size_of(mail) > MOST):
            yield batch
            batch, weight = [], 0
        batch.append(mail)
        weight += size_of(mail)
    if batch:
        yield batch


def mail_in(uid: str, file: BinaryIO) -> Mail:
    """Return the mail in a file, which is read to its end: who hands one over is to hand all of it."""
    data = file.read(MOST + 1)
    if len(data) <= MOST:
        return Mail(uid, data, len(data))
    end, size = data[MOST:], len(data)
    while piece := file.read(MOST):
        end, size = (end + piece)[-END:], size + len(piece)
    return joined(uid, data[:MOST], end, size)


def joined(uid: str, begun: bytes, end: bytes, size: int) -> Mail:
    """Return a mail of so many bytes of which the beginning and the end are known: all of it, or not."""
    whole = len(begun) + len(end) >= size
    return Mail(uid, begun + (b"" if whole else GAP) + end, size, whole)


def folder_name(name: str) -> str:
    """Return the name of a folder as servers write it, in modified UTF-7 (RFC 3501, 5.1.3): ``jou&AOk-``."""
    written, rest = [], ""
    for letter in name:
        if " " <= letter <= "~":
            written += [_shifted(rest), "&-" if letter == "&" else letter]
            rest = ""
        else:
            rest += letter
    return "".join([*written, _shifted(rest)])


def _shifted(text: str) -> str:
    from base64 import b64encode

    if not text:
        return ""
    coded = b64encode(text.encode("utf-16-be", "surrogatepass")).decode().rstrip("=").replace("/", ",")
    return f"&{coded}-"


# A mailbox that is a folder of this machine (a Maildir): a file a mail, in ``new/`` or, once it was seen, in ``cur/``.
#
# Its folders lie in it as ``.joué`` would, written as servers write names (Maildir++). What lies there others may
# write: nothing is followed, nothing is waited for, and what is wrong with one file stays with it.


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
