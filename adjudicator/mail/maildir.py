"""A mailbox that is a folder of this machine (a Maildir): a file a mail, in ``new/`` or, once it was seen, in ``cur/``.

Its folders lie in it as ``.joué`` would, written as servers write names (Maildir++). What lies there others may write:
nothing is followed, and nothing is waited for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from adjudicator.mail.mailbox import MOST, Mail, MailboxError, folder_name, head_of
from adjudicator.store import commons, disk

_PARTS = ("new", "cur", "tmp")


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
        raise MailboxError("maildir", str(folder), refusal.strerror or str(refusal)) from refusal


class Maildir:
    """A Maildir, open."""

    def __init__(self, folder: Path) -> None:
        """Take the ``folder`` in which ``new/`` and ``cur/`` are."""
        self.folder = folder

    @property
    def name(self) -> str:
        """What it is called in sentences."""
        return str(self.folder)

    def waiting(self) -> list[str]:
        """Return the mails by the names of their files without the flags, in the order in which they came."""
        with _told(self.folder):
            return list(self._files())

    def mails(self, known: Collection[str] = ()) -> Iterator[Mail]:
        """Yield the mails in the order in which they came; of those ``known`` nothing is read.

        Raises ``MailboxError``. What is no plain file is no mail.
        """
        with _told(self.folder):
            files = self._files()
        for uid, path in files.items():
            if uid in known:
                continue
            with _told(self.folder):
                mail = _read(uid, path)
            if mail is not None:
                yield mail

    def file(self, uids: Iterable[str], folder: str) -> None:
        """Move mails to a ``folder``, which is made where it is missing; one that has gone is left.

        Raises ``MailboxError``.
        """
        with _told(self.folder):
            files = self._files()
            target = self._made(folder)
            for uid in uids:
                if uid in files:
                    self._move(files[uid], target)
            for changed in (target / "cur", self.folder / "new", self.folder / "cur"):
                disk.sync(changed)

    def make(self, folder: str) -> None:
        """Make a folder where it is missing. Raises ``MailboxError``."""
        with _told(self.folder):
            self._made(folder)

    def close(self) -> None:
        """Do nothing: nothing is held."""

    def _files(self) -> dict[str, Path]:
        """Return the files by what they are known by: when each came stands in its name, and in its own time."""
        found = [path for part in ("new", "cur") for path in disk.entries(self.folder / part)]
        dated = [(_came(path), path) for path in found if not path.name.startswith(".")]
        ordered = sorted((row for row in dated if row[0] is not None), key=lambda row: (row[0], row[1].name))
        return {path.name.partition(":")[0]: path for _, path in ordered}

    def _made(self, folder: str) -> Path:
        target = self.folder / f".{folder_name(folder).replace('/', '.')}"
        for part in _PARTS:
            disk.make_folder(target / part)
        mark = target / "maildirfolder"
        if not mark.exists():
            disk.write_whole(mark, b"")
        return target

    def _move(self, path: Path, target: Path) -> None:
        flagged = path.name if ":" in path.name else f"{path.name}:2,"
        try:
            path.rename(target / "cur" / flagged)
        except FileNotFoundError:  # somebody has moved it, or has seen it just now: the next run finds it
            return


def _came(path: Path) -> float | None:
    try:
        return path.lstat().st_mtime
    except FileNotFoundError:
        return None


def _read(uid: str, path: Path) -> Mail | None:
    """Read a mail; of one that is too large its head. None for what is no plain file, or has gone."""
    try:
        size = path.lstat().st_size
        if size <= MOST:
            read = commons.read_plain(path, MOST)
            return Mail(uid, read.data, len(read.data)) if read is not None else None
        if path.is_symlink() or not path.is_file():
            return None
        with path.open("rb") as file:
            return Mail(uid, head_of(file.read(MOST)), size, whole=False)
    except FileNotFoundError:
        return None
