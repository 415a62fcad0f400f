"""The only module that writes durably: whole or not at all, and one process at a time.

Everything here survives a kill at any moment and a full disk; what an interrupted writer leaves behind has
a name of its own (``.tmp-*``, ``.stage-*``) and is removed by the next one. Writers hold :func:`locked`.

What is made here is its owner's alone, whatever the umask, unless it is asked for as ``readable``: everybody may
then read it. Where files have no such rights (Windows, some memory sticks) nothing of this is done, and nothing fails.
"""

# Every command loads this module, few need what the imports inside the functions bring.

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

MANIFEST = "MANIFEST.json"
LOCK = ".lock"
STAGE = ".stage-"
TEMPORARY = ".tmp-"
GRABBED = ".taken-"
"""What begins the name of a file that is being removed from a folder in which others may write."""
_OWN_FILE, _OWN_FOLDER = 0o600, 0o700
_READABLE_FILE, _READABLE_FOLDER = 0o644, 0o755
_PASSABLE_FOLDER = 0o711
_OTHERS = 0o077
_PAUSE = 0.02
_HELD = (5, 32, 33)
"""Errors of Windows for what another program has open: access denied, sharing violation, lock violation."""
_PATIENCE = (0.05, 0.1, 0.2, 0.4, 0.8)
"""Seconds between one try to move what is held and the next: a virus scanner soon lets go of what is new."""
_TOGETHER = 64
"""Files open at a time at most."""


class Busy(OSError):  # noqa: N818 - it says what the folder is, not what went wrong
    """Another process holds the folder; ``filename`` is its lock file."""


def write_whole(path: Path, data: bytes, readable: bool = False) -> None:
    """Write ``data`` as the file ``path``, new or replaced, whole or not at all; its folder must exist.

    What rights a replaced file had does not matter. Raises ``OSError``, for instance on a full disk; ``path`` then
    holds what it held before, or all of ``data`` when only the last sync failed, the folder's.
    """
    write_all(path.parent, {path.name: data}, readable=readable)


def write_all(folder: Path, files: Mapping[str, bytes], synced: bool = True, readable: bool = False) -> None:
    """Write several files into ``folder``, each as :func:`write_whole` does, with one sync of the folder for all.

    Not ``synced`` is for what can be made again from other files: whole for every reader, but after a power cut
    it may be missing or empty. Raises ``OSError``; some of the files may then be as they shall be, the others as they
    were.
    """
    paths = [(folder / f"{TEMPORARY}{name}", data) for name, data in files.items()]
    try:
        for first in range(0, len(paths), _TOGETHER):
            for temporary, _ in paths[first : first + _TOGETHER]:
                temporary.unlink(missing_ok=True)
            _write_together(paths[first : first + _TOGETHER], readable, synced)
        for (temporary, _), name in zip(paths, files, strict=True):
            _patiently(temporary.replace, folder / name)
    except BaseException:
        with suppress(OSError):
            for temporary, _ in paths:
                temporary.unlink(missing_ok=True)
        raise
    if synced:
        _sync_folder(folder)


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
    with _naming(path), _closing(handle):
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
    grabbed = path.with_name(GRABBED + path.name)
    try:
        _patiently(path.rename, grabbed)
    except FileNotFoundError:  # somebody has taken it away: what it held is safe
        return
    put_back(grabbed, [known])


def put_back(grabbed: Path, done_with: Sequence[list[int]]) -> None:
    """Remove a file that :func:`let_go` has grabbed if it is one of those ``done_with``; else give its name back."""
    if identity(grabbed.lstat()) in done_with:
        grabbed.unlink()
        return
    name = grabbed.with_name(grabbed.name.removeprefix(GRABBED))
    while os.path.lexists(name):
        name = name.with_name(f"{name.stem}-bis{name.suffix}")
    grabbed.rename(name)


def sync(folder: Path) -> None:
    """Make safe what has been moved into or out of ``folder``."""
    _sync_folder(folder)


def make_folder(folder: Path, readable: bool = False) -> None:
    """Make ``folder`` and whatever folders are missing above it, each safe in the one above.

    A ``readable`` one is opened even if it was there: a kill may have come before.
    """
    missing = [above for above in (folder, *folder.parents) if not above.exists()]
    for above in reversed(missing):
        try:
            _make_one(above, readable)
        except FileExistsError:
            if not above.is_dir():  # else somebody was quicker
                raise
        _sync_folder(above.parent)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    if readable:
        _set_rights(folder, _READABLE_FOLDER)


def close_to_others(path: Path) -> None:
    """Leave a file or folder to its owner alone; nothing is done where none is, or another's, or one that is closed."""
    if sys.platform == "win32":
        return
    with suppress(FileNotFoundError):
        rights = stat.S_IMODE(path.stat().st_mode)
        if rights & _OTHERS:
            _set_rights(path, rights & ~_OTHERS)


def let_through(folder: Path) -> None:
    """Let others pass through ``folder`` to what is open in it, but not list it; not if it is another's."""
    _set_rights(folder, _PASSABLE_FOLDER)


def publish_folder(target: Path, files: Mapping[str, bytes], readable: bool = False) -> None:
    """Make the folder ``target`` of ``files``, relative POSIX paths to contents, whole or not at all.

    A ``MANIFEST.json`` with the SHA-256 of every file is added; see :func:`intact`. The parent folder must
    exist. Raises ``FileExistsError`` when ``target`` exists already, ``ValueError`` for a path that leaves
    the folder, is not written plainly or clashes with another, and ``OSError`` when the disk refuses.
    """
    _check_names(files)
    _refuse_taken(target)
    stage = target.with_name(STAGE + target.name)
    try:
        _remove_tree(stage)
        _fill_stage(stage, files, readable)
        _patiently(stage.rename, target)
    except BaseException:
        with suppress(OSError):
            _remove_tree(stage)
        raise
    _sync_folder(target.parent)


def intact(folder: Path) -> list[str]:
    """Return the names of the files that are missing, changed, unreadable or too many, by ``MANIFEST.json``.

    The empty list means the folder is whole. A manifest that is missing or unreadable is the only one named.
    """
    try:
        digests = _read_manifest(folder / MANIFEST)
    except (OSError, ValueError, RecursionError):
        return [MANIFEST]
    changed = {name for name, digest in digests.items() if _digest_of(folder / name) != digest}
    return sorted(changed | (_names_in(folder) - digests.keys() - {MANIFEST}))


def changed(folder: Path, names: Iterable[str]) -> list[str]:
    """Return those of ``names`` that are missing in a published ``folder``, or not as they were published.

    A manifest that is missing or cannot be read counts as ``MANIFEST.json``. Raises ``PermissionError`` for what is
    there and may not be read: it is not damaged.
    """
    try:
        digests = _read_manifest(folder / MANIFEST)
    except PermissionError:
        raise  # an OSError that is no damage
    except (OSError, ValueError, RecursionError):
        return [MANIFEST]
    return [name for name in names if name not in digests or _digest_of(folder / name, strict=True) != digests[name]]


def clean(folder: Path) -> None:
    """Remove what interrupted writers left directly in ``folder``: ``.stage-*`` folders, ``.tmp-*`` files.

    Raises ``OSError`` when ``folder`` cannot be read or a left-over cannot be removed.
    """
    for entry in list(folder.iterdir()):
        is_folder = entry.is_dir() and not entry.is_symlink()
        if (is_folder and entry.name.startswith(STAGE)) or (not is_folder and entry.name.startswith(TEMPORARY)):
            _remove_tree(entry)


def entries(folder: Path, pattern: str = "*") -> list[Path]:
    """Return what lies directly in ``folder`` by names like ``pattern``, sorted; nothing where there is no folder.

    Raises ``OSError`` when the folder cannot be read, where ``Path.glob`` would find nothing in it.
    """
    from fnmatch import fnmatchcase

    try:
        return sorted(path for path in folder.iterdir() if fnmatchcase(path.name, pattern))
    except FileNotFoundError:
        return []


@contextmanager
def locked(folder: Path, timeout: float = 10.0) -> Iterator[None]:
    """Hold ``folder`` for this process alone while the ``with`` block runs; not re-entrant.

    Waits up to ``timeout`` seconds for another holder, then raises :class:`Busy`; raises other ``OSError``
    when ``folder/.lock`` cannot be opened. The system frees the lock when its holder dies; the file stays.
    """
    lock = folder / LOCK
    handle = os.open(lock, os.O_RDWR | os.O_CREAT, _OWN_FILE)
    try:
        _set_rights(handle, _OWN_FILE)  # who may read it may hold it
        _wait_for(handle, lock, timeout)
        try:
            yield
        finally:
            _unlock(handle)
    finally:
        os.close(handle)


def _patiently(move: Callable[[Path], object], target: Path) -> None:
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


def _refuse_taken(target: Path) -> None:
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))


def _make_one(folder: Path, readable: bool) -> None:
    mode = _READABLE_FOLDER if readable else _OWN_FOLDER
    folder.mkdir(mode)
    _set_rights(folder, mode)


def _write_together(files: Iterable[tuple[Path, bytes]], readable: bool, synced: bool = True) -> None:
    """Write new files and sync each; all are written before the first sync is waited for: the disk is at work."""
    handles: dict[Path, int] = {}
    try:
        for path, data in files:
            handles[path] = _open_new(path)
            with _naming(path):
                _write_to(handles[path], data, readable)
            if synced:
                _hasten(handles[path])
        for path, handle in handles.items() if synced else ():
            with _naming(path):
                os.fsync(handle)
    finally:
        for handle in handles.values():
            os.close(handle)


def _open_new(path: Path) -> int:
    binary = getattr(os, "O_BINARY", 0)  # else Windows rewrites the line ends
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | binary, _OWN_FILE)


def _write_to(handle: int, data: bytes, readable: bool) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]
    mode = _READABLE_FILE if readable else _OWN_FILE
    if stat.S_IMODE(os.fstat(handle).st_mode) != mode:  # to ask is cheap, to set what is set already is not
        _set_rights(handle, mode)


def _set_rights(what: Path | int, mode: int) -> None:
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
def _naming(path: Path) -> Iterator[None]:
    """Let a refusal of the system name the file: it names none in what it refuses of an open one."""
    try:
        yield
    except OSError as refusal:
        refusal.filename = refusal.filename or str(path)
        raise


def _sync_folder(folder: Path) -> None:
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


def _remove_tree(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        import shutil

        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _fill_stage(stage: Path, files: Mapping[str, bytes], readable: bool) -> None:
    _make_one(stage, readable=False)
    folders = {stage, *(stage / above for above in _folders_of(files))}
    for folder in sorted(folders - {stage}):
        _make_one(folder, readable)
    paths = [(stage / name, data) for name, data in sorted(files.items())]
    paths.append((stage / MANIFEST, manifest(files)))
    for first in range(0, len(paths), _TOGETHER):
        _write_together(paths[first : first + _TOGETHER], readable)
    if readable:  # only now: nobody should read what is half written
        _set_rights(stage, _READABLE_FOLDER)
    for folder in sorted(folders, reverse=True):
        _sync_folder(folder)


def manifest(files: Mapping[str, bytes]) -> bytes:
    """Return the ``MANIFEST.json`` of a folder that holds ``files``: the SHA-256 of each."""
    import hashlib
    import json

    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    return (json.dumps({"files": digests}, indent=2, sort_keys=True) + "\n").encode()


def _read_manifest(path: Path) -> dict[str, str]:
    import json

    document = json.loads(path.read_bytes())
    digests = document.get("files") if isinstance(document, dict) else None
    if not isinstance(digests, dict) or not all(isinstance(digest, str) for digest in digests.values()):
        raise ValueError(path)
    _check_names(digests)
    return digests


def _check_names(names: Mapping[str, object]) -> None:
    for name in names:
        if name == MANIFEST or not _is_plain(name):
            raise ValueError(f"not a file name inside the folder: {name!r}")
    folders = _folders_of(names)
    for name in (MANIFEST, *names):
        if name in folders:
            raise ValueError(f"both a file and a folder: {name!r}")


def _folders_of(names: Iterable[str]) -> set[str]:
    """Return the folders, relative POSIX paths, that files of these names lie in."""
    folders: set[str] = set()
    for name in names:
        above = name.rpartition("/")[0]
        while above and above not in folders:
            folders.add(above)
            above = above.rpartition("/")[0]
    return folders


def _is_plain(name: str) -> bool:
    """Tell whether ``name`` means the same file inside the folder on every system."""
    # A colon is a drive or a stream on Windows.
    return not any(mark in name for mark in "\\:\0") and all(part not in ("", ".", "..") for part in name.split("/"))


def _digest_of(path: Path, *, strict: bool = False) -> str | None:
    """Return the SHA-256 of a file, or None when it cannot be read; ``strict`` raises when it may not be."""
    import hashlib

    try:
        # Opening a pipe would wait for ever.
        if path.is_symlink() or not path.is_file():
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as refusal:
        if strict and isinstance(refusal, PermissionError):
            raise
        return None


def _names_in(folder: Path) -> set[str]:
    names: set[str] = set()
    for top, folders, files in os.walk(folder):
        here = Path(top)
        links = [name for name in folders if (here / name).is_symlink()]
        names.update((here / name).relative_to(folder).as_posix() for name in (*files, *links))
    return names


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
