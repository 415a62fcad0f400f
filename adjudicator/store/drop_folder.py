"""A folder in which others may write: what lies there may be exchanged between any two looks at it."""

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
"""What begins the name of a file that is being removed."""


class Found(NamedTuple):
    """A plain file as it was when it was opened, wherever its name may lead to meanwhile."""

    data: bytes
    identity: list[int]
    """See :func:`identity`."""
    changed: int
    """When it was changed, in nanoseconds."""


def read_plain(path: Path, most: int) -> Found | None:
    """Read a file in a folder in which others may write; None if it is no plain file, or holds more than ``most``.

    What is looked at is what has been opened: no link is followed, and no pipe is waited for, whatever is put in its
    place meanwhile. Raises ``OSError`` when it may not be read, ``FileNotFoundError`` when it has gone.
    """
    plainly = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if path.is_symlink():  # where the system cannot refuse one itself
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
    """Return by what a file is known again under any name: its number, when it was changed (ns), its size."""
    return [about.st_ino, about.st_mtime_ns, about.st_size]


def let_go(path: Path, known: list[int]) -> None:
    """Remove the file of a ``known`` identity from ``path``, and no other that was put in its place meanwhile.

    Raises ``OSError`` when the system refuses. The caller syncs the folder.
    """
    grabbed = path.with_name(GRABBED + fitting(path.name))
    try:
        patiently(path.rename, grabbed)
    except FileNotFoundError:  # somebody has taken it away: what it held is safe
        return
    put_back(grabbed, [known])


_LONGEST = 240
"""Bytes of a name, with room for what is put before and after it: disks take 255."""


def fitting(name: str) -> str:
    """Return a name, without its middle where something before it would make it too long."""
    while len(os.fsencode(name)) > _LONGEST:
        name = name[: len(name) // 2 - 1] + name[len(name) // 2 + 1 :]
    return name


def _visible(name: str) -> str:
    """Return a name under which a file is seen in a folder."""
    return name.lstrip(".") or "file"


def put_back(grabbed: Path, done_with: Sequence[list[int]]) -> None:
    """Remove a file that :func:`let_go` has grabbed if it is one of those ``done_with``; else give its name back."""
    if identity(grabbed.lstat()) in done_with:
        grabbed.unlink()
        return
    name = grabbed.with_name(_visible(grabbed.name.removeprefix(GRABBED)))
    while os.path.lexists(name):
        name = name.with_name(f"{name.stem}-bis{name.suffix}")
    grabbed.rename(name)
