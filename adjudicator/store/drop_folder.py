"""Safe reading and removal of files in a folder where others may write and replace files at any moment."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from adjudicator.store.disk import naming, patiently

GRABBED = ".taken-"
"""The prefix of the name of a file that is being removed."""


class Found(NamedTuple):
    """A plain file as it was when it was opened, whatever its name refers to now."""

    data: bytes
    identity: list[int]
    """See :func:`identity`."""
    changed: int
    """The time of its last change, in nanoseconds."""


def read_plain(path: Path, most: int) -> Found | None:
    """Return a file of a folder in which others may write; None if it is not plain or larger than ``most`` bytes.

    Only what was opened is examined, so a replacement made meanwhile does not matter: no link is followed, and the
    program does not wait for a pipe. Raise ``OSError`` if the file may not be read, and ``FileNotFoundError`` if it is
    gone.
    """
    plainly = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if path.is_symlink():  # for systems without O_NOFOLLOW
        return None
    try:
        handle = os.open(path, os.O_RDONLY | plainly)
    except OSError as refusal:
        if refusal.errno in (errno.ELOOP, errno.ENXIO) or path.is_dir():
            return None
        raise
    with naming(path), _closing(handle):
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode) or about.st_size > most:
            return None
        data = _read_all(handle, most + 1)
    return Found(data, identity(about), about.st_mtime_ns) if len(data) <= most else None


@contextmanager
def _closing(handle: int) -> Iterator[None]:
    try:
        yield
    finally:
        os.close(handle)


def _read_all(handle: int, most: int) -> bytes:
    parts = []
    while most > 0 and (part := os.read(handle, most)):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def identity(about: os.stat_result) -> list[int]:
    """Return what identifies a file under any name: its inode number, its time of change in ns, and its size."""
    return [about.st_ino, about.st_mtime_ns, about.st_size]


def let_go(path: Path, known: list[int]) -> None:
    """Remove the file with the identity ``known`` from ``path``, but not a file that has replaced it meanwhile.

    Raise ``OSError`` if the system refuses. The caller syncs the folder.
    """
    grabbed = path.with_name(GRABBED + fitting(path.name))
    try:
        patiently(path.rename, grabbed)
    except FileNotFoundError:  # somebody else removed it, and its content has been stored
        return
    put_back(grabbed, [known])


_LONGEST = 240
"""The most bytes of a name, so that a prefix and a suffix still fit: file systems allow 255."""


def fitting(name: str) -> str:
    """Return a name from whose middle characters are removed until it is short enough for a prefix and a suffix."""
    while len(os.fsencode(name)) > _LONGEST:
        name = name[: len(name) // 2 - 1] + name[len(name) // 2 + 1 :]
    return name


def put_back(grabbed: Path, done_with: Sequence[list[int]]) -> None:
    """Remove a file that :func:`let_go` renamed if its identity is in ``done_with``; otherwise restore its name."""
    if identity(grabbed.lstat()) in done_with:
        grabbed.unlink()
        return
    name = grabbed.with_name(grabbed.name.removeprefix(GRABBED).lstrip(".") or "file")
    while os.path.lexists(name):
        name = name.with_name(f"{name.stem}-bis{name.suffix}")
    grabbed.rename(name)
