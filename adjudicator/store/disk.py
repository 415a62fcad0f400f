"""The only module that writes durably: whole or not at all.

Everything here survives a kill at any moment and a full disk; what an interrupted writer leaves behind has
a name of its own (``.tmp-*``, ``.stage-*``) and is removed by the next one. Writers hold
:func:`lock.locked`.

What is made here is its owner's alone, whatever the umask, unless it is asked for as ``readable``: everybody may
then read it. Where files have no such rights (Windows, some memory sticks) nothing of this is done, and nothing fails.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from collections.abc import Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from adjudicator.core.faults import Fault, Filling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


# Every command loads this module, few need what the imports inside the functions bring.


Target = TypeVar("Target")
"""A path: a ``Path``, or a plain text where there are hundreds."""

STAGE = ".stage-"
TEMPORARY = ".tmp-"
OWN_FILE, OWN_FOLDER = 0o600, 0o700
READABLE_FILE, READABLE_FOLDER = 0o644, 0o755
_PASSABLE_FOLDER = 0o711
_OTHERS = 0o077
_HELD = (5, 32, 33)
"""Errors of Windows for what another program has open: access denied, sharing violation, lock violation."""
_NO_FILE = (errno.ENXIO, errno.ENODEV, errno.EOPNOTSUPP)
"""What systems answer who would open a socket, or a device that is not there."""
_PATIENCE = (0.05, 0.1, 0.2, 0.4, 0.8)
"""Seconds between one try to move what is held and the next: a virus scanner soon lets go of what is new."""
_TOGETHER = 64
"""Files open at a time at most."""


def write_whole(path: Path, data: bytes, readable: bool = False) -> None:
    """Write ``data`` as the file ``path``, new or replaced, whole or not at all; its folder must exist.

    What rights a replaced file had does not matter. Raises ``OSError``, for instance on a full disk; ``path`` then
    holds what it held before, or all of ``data`` when only the last sync failed, the folder's.
    """
    write_all(path.parent, {path.name: data}, readable=readable)


def holds(path: Path, data: bytes) -> bool:
    """Tell whether ``path`` is a file of just these bytes."""
    try:
        return read_file(path) == data
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError, UnusableError):
        return False


def read_file(path: Path | str, most: int = sys.maxsize) -> bytes:
    """Return what a file holds, ``most`` bytes of it; nothing is read of a pipe or a device, which may never end.

    Raises ``UnusableError`` for what is no file, and ``OSError``. A command reads hundreds of small files: the system
    is asked as little as can be.
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
        while len(data) != whole and (more := os.read(handle, min(size, most - len(data)))):  # it has changed meanwhile
            data += more
        return data
    except OSError as refusal:
        refusal.filename = refusal.filename or str(path)
        raise
    finally:
        os.close(handle)


def write_all(folder: Path, files: Mapping[str, bytes], synced: bool = True, readable: bool = False) -> None:
    """Write several files into ``folder``, each as :func:`write_whole` does, with one sync of the folder for all.

    Not ``synced`` is for what can be made again from other files: whole for every reader, but after a power cut
    it may be missing or empty. Raises ``OSError``; some of the files may then be as they shall be, the others as they
    were.
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
    """Make the folder ``target`` of ``files``; where they are not ``synced`` see :func:`write_all`.

    Raises ``OSError``, for a folder that is there too; nothing is then left of it.
    """
    with staged(target) as stage:
        make_one(stage, readable=False)
        write_new([(f"{stage}/{name}", data) for name, data in files.items()], readable=False, synced=synced)


@contextmanager
def staged(target: Path) -> Iterator[Path]:
    """Give the path of a folder to be made, which becomes ``target`` when it is whole; nothing is left of it if not."""
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
    """Make ``folder`` and whatever folders are missing above it, each safe in the one above.

    A ``readable`` one is opened even if it was there: a kill may have come before.
    """
    missing = list(takewhile(lambda above: not above.exists(), (folder, *folder.parents)))
    for above in reversed(missing):
        try:
            make_one(above, readable)
        except FileExistsError:
            if not above.is_dir():  # else somebody was quicker
                raise
        sync(above.parent)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    if readable:
        set_rights(folder, READABLE_FOLDER)


def close_to_others(path: Path | str) -> None:
    """Leave a file or folder to its owner alone; nothing is done where none is, or another's, or one that is closed."""
    if sys.platform == "win32":
        return
    with suppress(FileNotFoundError):
        rights = stat.S_IMODE(os.stat(path).st_mode)  # noqa: PTH116 - asked of every campaign, each time
        if rights & _OTHERS:
            set_rights(path, rights & ~_OTHERS)


def let_through(folder: Path) -> None:
    """Let others pass through ``folder`` to what is open in it, but not list it; not if it is another's."""
    set_rights(folder, _PASSABLE_FOLDER)


def clean(folder: Path) -> None:
    """Remove what interrupted writers left directly in ``folder``: ``.stage-*`` folders, ``.tmp-*`` files.

    Raises ``OSError`` when ``folder`` cannot be read or a left-over cannot be removed.
    """
    for name in [name for name in os.listdir(folder) if name.startswith((STAGE, TEMPORARY))]:  # noqa: PTH208
        entry = folder / name
        is_folder = entry.is_dir() and not entry.is_symlink()
        if entry.name.startswith(STAGE if is_folder else TEMPORARY):
            remove_tree(entry)


def entries(folder: Path, pattern: str = "*") -> list[Path]:
    """Return what lies directly in ``folder`` by names like ``pattern``, sorted; nothing where there is no folder.

    Of the pattern one ``*`` stands for anything. Raises ``OSError`` when the folder cannot be read, where ``Path.glob``
    would find nothing in it.
    """
    begin, _, end = pattern.partition("*")
    shortest = len(begin) + len(end)
    return [
        folder / name
        for name in names(folder)
        if name.startswith(begin) and name.endswith(end) and len(name) >= shortest
    ]


def names(folder: Path) -> list[str]:
    """Return the names of what lies directly in ``folder``, sorted; a ``Path`` of each costs more than to list it.

    None where there is no folder. Raises ``OSError`` when it cannot be read.
    """
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208
    except FileNotFoundError:
        return []


def sizes(folder: Path | str) -> dict[str, int]:
    """Return the sizes of the files directly in ``folder`` by their names; none where there is no folder.

    Every round of cron asks, and there are many: through the open folder the system has not to find its way to each.
    """
    handle = None
    try:
        if os.scandir in os.supports_fd:
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        with os.scandir(folder if handle is None else handle) as lying:
            return {entry.name: entry.stat().st_size for entry in lying}
    except FileNotFoundError:
        return {}
    except OSError as refusal:
        if handle is not None and isinstance(refusal.filename, str):  # in an open folder the system names it alone
            refusal.filename = f"{folder}/{refusal.filename}"
        raise
    finally:
        if handle is not None:
            os.close(handle)


def patiently(move: Callable[[Target], object], target: Target) -> None:
    """Move something to ``target``; on Windows try again while another program holds it, but not for ever."""
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
    """Make one folder, its owner's alone or ``readable``; raises ``FileExistsError`` where something is."""
    mode = READABLE_FOLDER if readable else OWN_FOLDER
    folder.mkdir(mode)
    set_rights(folder, mode)


def write_new(files: Sequence[tuple[str, bytes]], readable: bool, synced: bool = True) -> None:
    """Write new files, by their paths, and sync each; some are open at a time, but never too many.

    Raises ``FileExistsError`` where one is already. Paths are plain texts: there are hundreds of files.
    """
    for first in range(0, len(files), _TOGETHER):
        _write_together(files[first : first + _TOGETHER], readable, synced)


def _write_together(files: Sequence[tuple[str, bytes]], readable: bool, synced: bool) -> None:
    """Write new files and sync each; all are written before the first sync is waited for: the disk is at work."""
    opened: list[tuple[str, int]] = []
    path, mode, other = "", READABLE_FILE if readable else OWN_FILE, None
    try:
        for path, data in files:
            handle = _open_new(path)
            opened.append((path, handle))
            _write_to(handle, data)
            if other is None:  # of the first alone: all get the same
                other = stat.S_IMODE(os.fstat(handle).st_mode) != mode
            if other:
                set_rights(handle, mode)
            if synced:
                _hasten(handle)
        for path, handle in opened if synced else ():  # noqa: B007 - named where the system refuses
            os.fsync(handle)
    except OSError as refusal:
        refusal.filename = refusal.filename or path
        raise
    finally:
        for _, handle in opened:
            os.close(handle)


def _open_new(path: str) -> int:
    binary = getattr(os, "O_BINARY", 0)  # else Windows rewrites the line ends
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | binary, OWN_FILE)


def _write_to(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def set_rights(what: Path | str | int, mode: int) -> None:
    """Give a file or folder, or an open file, exactly these rights, whatever the umask; not if it is another's."""
    if sys.platform != "win32":
        with suppress(PermissionError):
            os.chmod(what, mode)  # noqa: PTH101 - an open file as well


def _hasten(handle: int) -> None:
    """Let the system begin to bring a file to the disk, without waiting for it: the sync that follows is shorter."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let a refusal of the system name the file: it names none in what it refuses of an open one."""
    try:
        yield
    except OSError as refusal:
        refusal.filename = refusal.filename or str(path)
        raise


def sync(folder: Path) -> None:
    """Make safe what has been moved into or out of ``folder``."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as refusal:
        # Some network and shared folders cannot sync a folder at all; that is no failure of the write.
        if refusal.errno not in (errno.EINVAL, errno.EBADF):
            raise
    finally:
        os.close(handle)


def remove_tree(path: Path) -> None:
    """Remove a file, or a folder with all that is in it; nothing is done where none is."""
    if path.is_dir() and not path.is_symlink():
        import shutil

        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


# One process at a time: a lock that the system frees when its holder dies.


# Every command loads this module, few need what the imports inside the functions bring.


LOCK = ".lock"
_PAUSE = 0.02


class Busy(OSError):  # noqa: N818 - it says what the folder is, not what went wrong
    """Another process holds the folder; ``filename`` is its lock file."""


@contextmanager
def locked(folder: Path, timeout: float = 10.0) -> Iterator[None]:
    """Hold ``folder`` for this process alone while the ``with`` block runs; not re-entrant.

    Waits up to ``timeout`` seconds for another holder, then raises :class:`Busy`; raises other ``OSError``
    when ``folder/.lock`` cannot be opened. The system frees the lock when its holder dies; the file stays.
    """
    lock = folder / LOCK
    handle = os.open(lock, os.O_RDWR | os.O_CREAT, OWN_FILE)
    try:
        set_rights(handle, OWN_FILE)  # who may read it may hold it
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
    except (BlockingIOError, PermissionError):  # Windows, and some network folders, say the latter
        return False
    return True


def _unlock(handle: int) -> None:
    # Closing is not enough: a process forked meanwhile would hold the lock on.
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_UN)


# What only the MJ can repair: a command stops with a sentence, and nothing has changed.


class UnusableError(Exception):
    """A command or a folder that cannot be used; ``key`` is the sentence's key in the catalogue."""

    def __init__(self, key: str, nearest: str | None = None, of_game: str = "", **values: Filling) -> None:
        """Take the key of the sentence, the word that was probably meant, and the values of its places.

        ``of_game`` is the game whose words are among the values, if there are any.
        """
        super().__init__(key)
        self.key, self.nearest, self.of_game, self.values = key, nearest, of_game, values


MACHINE_TROUBLES = (OSError, MemoryError, UnusableError)
"""What is no fault of an order file, whatever was done with it when it came."""


class FaultyFileError(Exception):
    """A file of the MJ's own (the campaign, a file of cases) that has faults."""

    def __init__(self, source: Path, faults: Sequence[Fault], game: str = "") -> None:
        """Take the file, all its faults, and the game in whose words they speak, if it is known."""
        super().__init__(str(source))
        self.source, self.faults, self.game = source, list(faults), game
