"""What is made once for all processes that share the tests of a run: see :func:`once`."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import pytest

ROOM = "ADJUDICATOR_TESTS_SHARED"
"""Names the folder to the processes that are started later."""
CAN_WAIT = os.name != "nt"
"""Whether a process can wait for another; else each has a folder of its own."""
_kept: list[TemporaryDirectory[str]] = []
_open = True


def begin() -> None:
    """Make the folder of a run, for this process and those that it starts; it is removed when this process ends."""
    _kept.append(TemporaryDirectory(prefix="adjudicator-tests-"))
    os.environ[ROOM] = _kept[-1].name


def _wait_for(lock: IO[str]) -> None:
    """Wait until no other process holds the lock, which is given up when the file is closed."""
    import fcntl

    fcntl.flock(lock, fcntl.LOCK_EX)


def closed_by(patch: pytest.MonkeyPatch) -> None:
    """Let nothing more be shared while a leak is planted: what the leaky program made would be kept for all others."""
    patch.setattr(sys.modules[__name__], "_open", False)


def once(name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that ``make`` has filled, in whichever process came first; nobody may change anything in it."""
    assert _open, f"{name}: what is shared is asked for before a leak is planted"
    return _once(name, make)


@cache
def _once(name: str, make: Callable[[Path], object]) -> Path:
    if ROOM not in os.environ or not (_kept or CAN_WAIT):
        begin()
    folder = Path(os.environ[ROOM]) / name
    made = folder.with_name(f"{name}.made")
    with folder.with_name(f"{name}.lock").open("w") as lock:
        if CAN_WAIT:
            _wait_for(lock)
        if not made.exists():
            shutil.rmtree(folder, ignore_errors=True)  # of one that failed
            make(folder)
            made.touch()
    return folder
