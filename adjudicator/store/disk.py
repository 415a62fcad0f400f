"""Durable file access, the lock of a folder, and the errors that only the MJ can fix. No other module writes durably.

Writes are complete or have no effect, even after a kill or on a full disk; the next writer removes what an interrupted
one leaves (``.tmp-*``, ``.stage-*``). Writers hold :func:`locked`. New files and folders are their owner's alone,
whatever the umask, or readable by everybody if ``readable``; where a file system has no permissions, this is skipped.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple, TypeVar

from adjudicator.core.faults import Fault, PhraseArgument

Target = TypeVar("Target")
"""A path: a ``Path``, or a ``str`` where there are hundreds of them."""

STAGE = ".stage-"
TEMPORARY = ".tmp-"
OWN_FILE, OWN_FOLDER = 0o600, 0o700
READABLE_FILE, READABLE_FOLDER = 0o644, 0o755
_PASSABLE_FOLDER = 0o711
_OTHERS = 0o077
_HELD = (5, 32, 33)
"""Windows errors for a file another program has open: access denied, sharing violation, lock violation."""
_NO_FILE = (errno.ENXIO, errno.ENODEV, errno.EOPNOTSUPP)
"""Errors of systems when a socket, or a device that does not exist, is opened."""
_PATIENCE = (0.05, 0.1, 0.2, 0.4, 0.8)
"""Seconds between attempts to move a file that is in use; a virus scanner holds new files only for a moment."""
_TOGETHER = 64
"""The most files open at a time."""


def write_whole(path: Path, data: bytes, readable: bool = False) -> None:
    """Write ``data`` as the file ``path``, new or replaced, completely or not at all; its folder must exist.

    The permissions of a replaced file are not kept. Raise ``OSError``, for example if the disk is full; ``path`` then
    has its previous content, or all of ``data`` if only the final sync of the folder failed.
    """
    write_all(path.parent, {path.name: data}, readable=readable)


def holds(path: Path, data: bytes) -> bool:
    """Return whether ``path`` is a file with exactly these bytes."""
    try:
        return read_file(path) == data
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError, UnusableError):
        return False


def read_file(path: Path | str, most: int = sys.maxsize) -> bytes:
    """Return the content of a file, at most ``most`` bytes; pipes and devices are not read, as they may never end.

    Raise ``UnusableError`` for anything that is not a plain file, and ``OSError``. System calls are kept to a minimum,
    because a command reads hundreds of small files.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as refusal:
        if refusal.errno in _NO_FILE:
            raise UnusableError("error.no-plain-file", file=str(path)) from refusal
        raise
    try:
        known = os.fstat(handle)
        if stat.S_ISDIR(known.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(known.st_mode):
            raise UnusableError("error.no-plain-file", file=str(path))
        size, whole = known.st_size + 1, min(known.st_size, most)
        data = os.read(handle, min(size, most))
        while len(data) != whole and (more := os.read(handle, min(size, most - len(data)))):  # it changed meanwhile
            data += more
        return data
    except OSError as refusal:
        refusal.filename = refusal.filename or str(path)
        raise
    finally:
        os.close(handle)


def write_all(folder: Path, files: Mapping[str, bytes], synced: bool = True, readable: bool = False) -> None:
    """Write several files into ``folder``, each as :func:`write_whole` does, with one sync of the folder for all.

    Set ``synced`` to False for files that can be rebuilt from others: readers never see them half written, but after a
    power failure they may be missing or empty. Raise ``OSError``; some files may then be written and the others not.
    """
    paths = [(f"{folder}/{TEMPORARY}{name}", data) for name, data in files.items()]
    try:
        for temporary, _ in paths:
            with suppress(FileNotFoundError):
                os.unlink(temporary)  # noqa: PTH108 - a ``Path`` for each takes longer than the writing
        write_new(paths, readable, synced)
        for (temporary, _), name in zip(paths, files, strict=True):
            patiently(partial(os.replace, temporary), f"{folder}/{name}")
    except BaseException:
        with suppress(OSError):
            for temporary, _ in paths:
                Path(temporary).unlink(missing_ok=True)
        raise
    if synced:
        sync(folder)


def write_folder(target: Path, files: Mapping[str, bytes], synced: bool = False) -> None:
    """Create the folder ``target`` with these ``files``; for ``synced`` see :func:`write_all`.

    Raise ``OSError``, also if the folder exists already; nothing of the new folder is then left.
    """
    with staged(target) as stage:
        make_one(stage, readable=False)
        write_new([(f"{stage}/{name}", data) for name, data in files.items()], readable=False, synced=synced)


@contextmanager
def staged(target: Path) -> Iterator[Path]:
    """Give a path for a folder to be created, and rename it to ``target`` at the end; remove it if anything fails."""
    stage = target.with_name(STAGE + target.name)
    try:
        remove_tree(stage)
        yield stage
        patiently(stage.rename, target)
    except BaseException:
        with suppress(OSError):
            remove_tree(stage)
        raise


def make_folder(folder: Path, readable: bool = False) -> None:
    """Create ``folder`` and all missing folders above it, and sync each of their parents.

    If ``readable``, set its permissions even if it exists, because an earlier run may have been killed before that.
    """
    missing = list(takewhile(lambda above: not above.exists(), (folder, *folder.parents)))
    for above in reversed(missing):
        try:
            make_one(above, readable)
        except FileExistsError:
            if not above.is_dir():  # otherwise another process has just created it
                raise
        sync(above.parent)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    if readable:
        set_rights(folder, READABLE_FOLDER)


def close_to_others(path: Path | str) -> None:
    """Restrict a file or folder to its owner; do nothing if it is missing, restricted, or owned by someone else."""
    if sys.platform == "win32":
        return
    with suppress(FileNotFoundError):
        rights = stat.S_IMODE(os.stat(path).st_mode)  # noqa: PTH116 - asked of every campaign, each time
        if rights & _OTHERS:
            set_rights(path, rights & ~_OTHERS)


def let_through(folder: Path) -> None:
    """Let others pass through ``folder`` to what is readable in it, but not list it; not if someone else owns it."""
    set_rights(folder, _PASSABLE_FOLDER)


def clean(folder: Path) -> None:
    """Remove what interrupted writers left directly in ``folder``: ``.stage-*`` folders and ``.tmp-*`` files.

    Raise ``OSError`` if ``folder`` cannot be read or a left-over cannot be removed.
    """
    for name in [name for name in os.listdir(folder) if name.startswith((STAGE, TEMPORARY))]:  # noqa: PTH208
        entry = folder / name
        is_folder = entry.is_dir() and not entry.is_symlink()
        if entry.name.startswith(STAGE if is_folder else TEMPORARY):
            remove_tree(entry)


def entries(folder: Path, pattern: str = "*") -> list[Path]:
    """Return the sorted paths directly in ``folder`` whose names match ``pattern``; empty if there is no folder.

    The pattern may contain one ``*``, which stands for any text. Raise ``OSError`` if the folder cannot be read,
    whereas ``Path.glob`` would silently find nothing.
    """
    begin, _, end = pattern.partition("*")
    shortest = len(begin) + len(end)
    return [
        folder / name
        for name in names(folder)
        if name.startswith(begin) and name.endswith(end) and len(name) >= shortest
    ]


def names(folder: Path) -> list[str]:
    """Return the sorted names of what is directly in ``folder``, without the cost of a ``Path`` for each.

    Return an empty list if there is no folder. Raise ``OSError`` if it cannot be read.
    """
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208
    except FileNotFoundError:
        return []


def sizes(folder: Path | str) -> dict[str, int]:
    """Return the sizes of the files directly in ``folder``, by name; empty if there is no folder."""
    try:
        with os.scandir(folder) as lying:
            return {entry.name: entry.stat().st_size for entry in lying}
    except FileNotFoundError:
        return {}


def patiently(move: Callable[[Target], object], target: Target) -> None:
    """Move something to ``target``; on Windows, retry for a limited time while another program has it open."""
    for pause in _PATIENCE:
        try:
            move(target)
            return
        except PermissionError as refusal:
            if getattr(refusal, "winerror", None) not in _HELD:
                raise
        time.sleep(pause)
    move(target)


def make_one(folder: Path, readable: bool) -> None:
    """Create one folder, for its owner alone or ``readable``; raise ``FileExistsError`` if the path exists."""
    mode = READABLE_FOLDER if readable else OWN_FOLDER
    folder.mkdir(mode)
    set_rights(folder, mode)


def write_new(files: Sequence[tuple[str, bytes]], readable: bool, synced: bool = True) -> None:
    """Write new files, given by their paths, and sync each; a limited number is open at a time.

    Raise ``FileExistsError`` if one exists already. Paths are ``str``, because there are hundreds of files.
    """
    for first in range(0, len(files), _TOGETHER):
        _write_together(files[first : first + _TOGETHER], readable, synced)


def _write_together(files: Sequence[tuple[str, bytes]], readable: bool, synced: bool) -> None:
    """Write new files and sync each; all are written before the first sync, so that the disk works meanwhile."""
    opened: list[tuple[str, int]] = []
    path, mode, other = "", READABLE_FILE if readable else OWN_FILE, None
    binary = getattr(os, "O_BINARY", 0)  # otherwise Windows rewrites the line endings
    try:
        for path, data in files:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | binary, OWN_FILE)
            opened.append((path, handle))
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(handle, rest) :]
            if other is None:  # asked of the first file only, as all are created alike
                other = stat.S_IMODE(os.fstat(handle).st_mode) != mode
            if other:
                set_rights(handle, mode)
            if synced and sys.platform == "linux":
                with suppress(OSError):  # the system may start writing in the background, so the sync takes less time
                    os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        for path, handle in opened if synced else ():  # noqa: B007 - named where the system refuses
            os.fsync(handle)
    except OSError as refusal:
        refusal.filename = refusal.filename or path
        raise
    finally:
        for _, handle in opened:
            os.close(handle)


def set_rights(what: Path | str | int, mode: int) -> None:
    """Set the exact permissions of a path or an open file, whatever the umask; not if someone else owns it."""
    if sys.platform != "win32":
        with suppress(PermissionError):
            os.chmod(what, mode)  # noqa: PTH101 - an open file as well


def sync(folder: Path) -> None:
    """Make moves into and out of ``folder`` durable."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as refusal:
        # Some network and shared folders cannot be synced at all, which does not mean that the write failed.
        if refusal.errno not in (errno.EINVAL, errno.EBADF):
            raise
    finally:
        os.close(handle)


def remove_tree(path: Path) -> None:
    """Remove a file, or a folder with everything in it; do nothing if it does not exist."""
    if path.is_dir() and not path.is_symlink():
        import shutil

        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


# The lock that lets one process at a time use a folder; the system frees it when its holder dies.


LOCK = ".lock"
_PAUSE = 0.02


class Busy(OSError):  # noqa: N818 - it says what the folder is, not what went wrong
    """Another process holds the folder; ``filename`` is its lock file."""


@contextmanager
def locked(folder: Path, timeout: float = 10.0) -> Iterator[None]:
    """Hold ``folder`` for this process alone during the ``with`` block; not re-entrant.

    Wait up to ``timeout`` seconds for another holder, then raise :class:`Busy`; raise another ``OSError`` if
    ``folder/.lock`` cannot be opened. The system frees the lock when its holder dies; the file remains.
    """
    lock = folder / LOCK
    handle = os.open(lock, os.O_RDWR | os.O_CREAT, OWN_FILE)
    try:
        set_rights(handle, OWN_FILE)  # anyone who may read the file may hold the lock
        _wait_for(handle, lock, timeout)
        try:
            yield
        finally:
            _unlock(handle)
    finally:
        os.close(handle)


def _wait_for(handle: int, lock: Path, timeout: float) -> None:
    end = time.monotonic() + timeout
    while not _try_lock(handle):
        left = end - time.monotonic()
        if left <= 0:
            raise Busy(errno.EAGAIN, os.strerror(errno.EAGAIN), str(lock))
        time.sleep(min(_PAUSE, left))


def _try_lock(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # Windows and some network folders raise the latter
        return False
    return True


def _unlock(handle: int) -> None:
    # Closing the file is not enough: a process forked meanwhile would still hold the lock.
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_UN)


# Errors that only the MJ can fix: the command stops with a sentence and has changed nothing.


class UnusableError(Exception):
    """A command or a folder cannot be used; ``key`` is the catalogue key of the sentence that says why."""

    def __init__(self, key: str, nearest: str | None = None, of_game: str = "", **values: PhraseArgument) -> None:
        """Take the key of the sentence, the word that was probably meant, and the values of its placeholders.

        ``of_game`` is the id of the game whose words are among the values, or empty if there are none.
        """
        super().__init__(key)
        self.key, self.nearest, self.of_game, self.values = key, nearest, of_game, values


MACHINE_TROUBLES = (OSError, MemoryError, UnusableError)
"""Errors that say nothing about an order file, whatever was being done with it when they were raised."""


class FaultyFileError(Exception):
    """A file that the MJ wrote (the campaign, a file of cases) has faults."""

    def __init__(self, source: Path, faults: Sequence[Fault], game: str = "") -> None:
        """Take the file, all its faults, and the game in whose words they are told, if it is known."""
        super().__init__(str(source))
        self.source, self.faults, self.game = source, list(faults), game


# Folders where others may write and replace files at any moment -----------------------------------------------


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
    try:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode) or about.st_size > most:
            return None
        data = _read_all(handle, most + 1)
    except OSError as refusal:
        refusal.filename = refusal.filename or str(path)  # the system gives none for operations on an open file
        raise
    finally:
        os.close(handle)
    return Found(data, identity(about), about.st_mtime_ns) if len(data) <= most else None


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
