"""One process at a time: a lock that the system frees when its holder dies."""

# Every command loads this module, few need what the imports inside the functions bring.

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.store.disk import OWN_FILE, set_rights

if TYPE_CHECKING:
    from collections.abc import Iterator

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
