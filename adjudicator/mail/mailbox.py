"""Mailboxes of any kind, and the Maildir kind: mails are read from the inbox and moved to one of three folders.

Only :meth:`Mailbox.file` and :meth:`Mailbox.make` change a mailbox. The caller stores a mail first and files it when
the stored copy is safe.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol, TypeVar

from adjudicator.core.faults import PhraseArgument
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError

T = TypeVar("T")
MOST = 1 << 20
"""The size up to which a mail is read whole. Of a larger one, this much of its beginning is read, and ``END`` bytes."""
END = 1 << 18
"""How much is read of the end of a larger mail: mail programs put attachments and text before or after a photo."""
GAP = b"\r\n\0\0\0\0\r\n"
"""The bytes that replace the part of a mail that was not read."""


class Mail(NamedTuple):
    """A mail in the inbox."""

    uid: str
    """What identifies the mail in this mailbox, in this run and later ones; no other mail ever gets the same one."""
    data: bytes
    """Its bytes; of a mail that is too large, the beginning and the end with ``GAP`` between them."""
    whole: bool = True


class MailboxError(UnusableError):
    """A mailbox that cannot be used now, with a sentence that says what to do. Its mails stay where they are."""

    def __init__(self, what: str, name: str, reason: PhraseArgument = "") -> None:
        """Take the key of a sentence about ``what`` is wrong, such as ``login``, and the mailbox's ``name``."""
        super().__init__(f"mailbox.{what}", name=name, reason=reason)


class Mailbox(Protocol):
    """An open mailbox. Every method raises :class:`MailboxError` if it cannot do its work."""

    unread: list[MailboxError]
    """Errors about single mails that could not be read, while the others were."""
    unmoved: list[MailboxError]
    """Errors about single mails that could not be moved, while the others were."""

    @property
    def name(self) -> str:
        """The name of the mailbox in messages."""

    def mails(self, known: Collection[str] = ()) -> Iterator[Mail]:
        """Yield the mails in the inbox in order of arrival, without reading those in ``known``."""

    def waiting(self) -> list[str]:
        """Return the identifiers of the mails in the inbox, in the order in which they arrived."""

    def file(self, uids: Iterable[str], folder: str) -> None:
        """Move mails from the inbox to a ``folder``, which is created if missing; skip mails that are gone."""

    def make(self, folder: str) -> None:
        """Create a folder if it is missing."""

    def close(self) -> None:
        """Close the mailbox; never raise."""


def together(mails: Iterable[T], size_of: Callable[[T], int], most: int) -> Iterator[list[T]]:
    """Yield mails in batches of at most ``most`` mails, and of no more bytes than a single mail may have."""
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
    """Return the mail in a file.

    The file is read to its end even if the mail is too large, because whoever writes to it must be able to write all of
    it.
    """
    data = file.read(MOST + 1)
    if len(data) <= MOST:
        return Mail(uid, data)
    end, size = data[MOST:], len(data)
    while piece := file.read(MOST):
        end, size = (end + piece)[-END:], size + len(piece)
    return joined(uid, data[:MOST], end, size)


def joined(uid: str, begun: bytes, end: bytes, size: int) -> Mail:
    """Return a mail of ``size`` bytes from its beginning and its end, with ``GAP`` between if a part is missing."""
    whole = len(begun) + len(end) >= size
    return Mail(uid, begun + (b"" if whole else GAP) + end, whole)


def folder_name(name: str) -> str:
    """Return a folder name in modified UTF-7, as servers write it (RFC 3501, 5.1.3): ``jou&AOk-`` for ``joué``."""
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


# A Maildir on this machine: one file per mail, in ``new/`` or, once seen, in ``cur/``. Folders of handled mails are
# subfolders with a dot and an encoded name (Maildir++). Other programs may write there: links are not followed, nothing
# blocks, and an error with one file does not affect the others.


_PARTS = ("new", "cur", "tmp")
_MOST_TOLD = 3
"""The maximum number of files to report errors about: if a disk refuses access, every file fails."""


def open_maildir(folder: Path) -> Maildir:
    """Open a Maildir. Raise ``MailboxError`` if it is not one or may not be read."""
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
    """An open Maildir."""

    def __init__(self, folder: Path) -> None:
        """Take the ``folder`` that contains ``new/`` and ``cur/``."""
        self.folder = folder
        self.unread: list[MailboxError] = []
        self.unmoved: list[MailboxError] = []

    @property
    def name(self) -> str:
        """The name of the mailbox in messages."""
        return _in_signs(str(self.folder))

    def waiting(self) -> list[str]:
        """Return the identifiers of the mails, in the order in which they arrived."""
        with _told(self.folder):
            return list(self._files())

    def mails(self, known: Collection[str] = ()) -> Iterator[Mail]:
        """Yield the mails in order of arrival, without reading those in ``known``.

        Raise ``MailboxError``. Anything but a plain file is skipped, and a file that cannot be read is recorded in
        ``unread``.
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
        """Move mails to a ``folder``, which is created if missing; skip mails that are gone.

        Raise ``MailboxError``. A mail that cannot be moved is recorded in ``unmoved``.
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
        """Create a folder if it is missing. Raise ``MailboxError``."""
        with _told(self.folder):
            self._made(folder)

    def close(self) -> None:
        """Do nothing, because nothing is kept open."""

    def _files(self) -> dict[str, Path]:
        """Return the mail files by identifier in order of arrival, which is the order of their modification times."""
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
    """Return a file name as text that can be written and shown, even if its bytes are not valid text."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _known_by(path: Path, about: os.stat_result) -> str:
    """Return the identifier of a mail: its file name without the flags, and the identity of the file.

    The name alone is not enough: another mail may get the same name later, while the first one still waits for its
    campaign.
    """
    return f"{_in_signs(path.name.partition(':')[0])}/{'.'.join(map(str, disk.identity(about)))}"


def _move(path: Path, folder: Path) -> None:
    """Move a file to a folder, with the seen flag unless it has flags, and never over another file.

    Raise ``OSError``.
    """
    base, colon, flags = path.name.partition(":")
    for number in count():
        name = disk.fitting(f"{base}_{number}" if number else base)
        target = folder / f"{name}{colon or ':'}{flags or '2,'}"
        if not os.path.lexists(target):
            break
    try:
        path.rename(target)
    except FileNotFoundError:  # somebody has just moved or read it: the next run finds it again
        return


def _about(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except FileNotFoundError:
        return None


def _read(uid: str, path: Path) -> Mail | None:
    """Return the mail in a file, or None for anything but a plain file or if it is gone.

    Of a mail that is too large, only the beginning and the end are kept.
    """
    try:
        size = path.lstat().st_size
        if size <= MOST:
            read = disk.read_plain(path, MOST)
            return Mail(uid, read.data) if read is not None else None
        if path.is_symlink() or not path.is_file():
            return None
        return mail_in(uid, BytesIO(disk.read_file(path)))
    except (FileNotFoundError, UnusableError):
        return None
