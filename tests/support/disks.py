"""Disks that refuse, and processes that die: the same for root and for an ordinary user, on POSIX systems.

Each helper yields a place whose ``run`` starts a command that meets the refusal; the test's own process does
not always meet it, so whatever must fail has to go through ``run``::

    with full_disk(tmp_path) as disk:
        prepare(disk.folder)
        disk.fill()
        done = disk.run(sys.executable, "-m", "adjudicator", "run", str(disk.folder))
        disk.free()

    with read_only(campaign) as place:
        done = place.run(sys.executable, "-m", "adjudicator", "run", str(campaign))

Run as a script this file is the launcher that puts a command under such a restriction.
"""

# The launcher runs without the project's packages, and the audit hook must know what is imported when.

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MIB = 1 << 20
_BYTES_PER_WRITE = 4096
_OVERRIDES = (1, 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH: what makes root ignore permission bits


class Place:
    """A folder (or file) and the way to run commands that meet its refusal."""

    def __init__(self, folder: Path, *restrictions: str) -> None:
        self.folder = folder
        self._restrictions = restrictions

    def command(self, *command: str) -> list[str]:
        """Return ``command`` put under the restriction, for ``subprocess.Popen``."""
        return [sys.executable, "-I", "-S", __file__, *self._restrictions, "--", *command]

    def run(self, *command: str, **options: Any) -> subprocess.CompletedProcess[str]:
        """Run ``command``; output is captured as text, ``options`` are those of ``subprocess.run``."""
        return run(self.command(*command), **options)


class Disk(Place):
    """A small disk that can be filled; ``error`` is the error number a write then ends with."""

    error = errno.ENOSPC

    def fill(self, room: int = 0) -> None:
        """Leave ``room`` bytes or, the disk counting in blocks, a little less."""
        disk = os.statvfs(self.folder)
        filler = self.folder.parent / "filler"
        filler.write_bytes(bytes((disk.f_bavail - room // disk.f_frsize) * disk.f_frsize))

    def free(self) -> None:
        """Make room again."""
        (self.folder.parent / "filler").unlink(missing_ok=True)


class LimitedDisk(Disk):
    """Where no small disk can be mounted: no *file* can grow beyond the room left, by the system's limit.

    Unlike a full disk it does not count the files together, and only commands started by ``run`` meet it.
    """

    error = errno.EFBIG

    def fill(self, room: int = 0) -> None:
        self._restrictions = (f"limit={room}",)

    def free(self) -> None:
        self._restrictions = ()


@contextmanager
def full_disk(tmp_path: Path, size: int = 4 * MIB) -> Iterator[Disk]:
    """Yield an empty disk of ``size`` bytes: a real one for root, else a :class:`LimitedDisk`.

    Its ``folder`` is empty and ready for a campaign; nothing is refused before ``fill``.
    """
    disk = tmp_path / "disk"
    disk.mkdir()
    if not _mount(disk, size):
        disk.rmdir()
        with limited_disk(tmp_path) as limited:
            yield limited
        return
    try:
        folder = disk / "folder"
        folder.mkdir()
        yield Disk(folder)
    finally:
        _unmount(disk)


@contextmanager
def limited_disk(tmp_path: Path) -> Iterator[LimitedDisk]:
    """Yield a :class:`LimitedDisk`, whoever runs the tests."""
    folder = tmp_path / "disk" / "folder"
    folder.mkdir(parents=True)
    yield LimitedDisk(folder)


@contextmanager
def read_only(path: Path) -> Iterator[Place]:
    """Take away the right to write to ``path`` and everything in it; give it back at the end."""
    below = [one for one in path.rglob("*") if not one.is_symlink()] if path.is_dir() else []
    with _modes({one: _mode(one) & ~0o222 for one in (path, *below)}):
        yield Place(path, "obey")


@contextmanager
def unreadable(path: Path) -> Iterator[Place]:
    """Take away every right to ``path``, a file or a folder; give them back at the end."""
    with _modes({path: 0}):
        yield Place(path, "obey")


def killed_at(moment: int, folder: Path, *python: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run Python on ``-m module …`` or ``-c code …``, killed by SIGKILL before its ``moment``-th file event.

    An event is an open, a rename, a removal and the like that names ``folder`` or something in it, and every
    ``os.write`` and ``os.fsync``; writes are cut short, so that there are moments in the middle of a file.
    The return code is ``-signal.SIGKILL`` as long as there are that many events; ``moment`` 0 never kills.
    """
    return run([sys.executable, __file__, f"kill={moment}:{folder}", "--", *python], **options)


def run(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
    """Run ``command`` with this checkout's packages on the path; output is captured as text."""
    env = environment() | options.pop("env", {})
    settings: dict[str, Any] = {"capture_output": True, "encoding": "utf-8", "timeout": 60} | options
    done: subprocess.CompletedProcess[str] = subprocess.run(command, check=False, env=env, **settings)
    return done


def environment() -> dict[str, str]:
    """Return the environment in which a child finds the package under test, wherever it runs."""
    from support.installed import installed

    paths = [str(installed()), os.environ.get("PYTHONPATH", "")]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "PYTHONSAFEPATH": "1",  # where it runs may be the checkout
        "PYTHONDONTWRITEBYTECODE": "1",  # under a file size limit Python 3.11 would leave cut-off .pyc files behind
    }


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@contextmanager
def _modes(modes: dict[Path, int]) -> Iterator[None]:
    before = {path: _mode(path) for path in modes}
    try:
        for path, mode in reversed(modes.items()):
            path.chmod(mode)
        yield
    finally:
        for path, mode in before.items():
            if path.exists():
                path.chmod(mode)


def _mount(disk: Path, size: int) -> bool:
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    command = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "tmpfs", str(disk)]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def _unmount(disk: Path) -> None:
    # Lazily: a process that a failed test left behind may still have files open there.
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def _launch(arguments: list[str]) -> None:
    cut = arguments.index("--")
    command = arguments[cut + 1 :]
    for restriction in arguments[:cut]:
        name, _, value = restriction.partition("=")
        if name == "limit":
            _limit_files(int(value))
        elif name == "obey" and sys.platform == "linux":
            _obey_permissions()
        elif name == "kill":
            moment, _, folder = value.partition(":")
            _kill_at(int(moment), folder)
            _run_python(*command)
            return
    os.execvp(command[0], command)


def _limit_files(size: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def _obey_permissions() -> None:
    """Give up root's right to ignore permission bits, here and in what this process becomes.

    Needs no privilege itself: a process may always give up a capability, and with no-new-privileges it does
    not get it back by starting a program as root.
    """
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    words = (ctypes.c_uint32 * 6)()
    if libc.capget(header, words):
        raise OSError(ctypes.get_errno(), "capget")
    for index in range(3):  # effective, permitted, inheritable
        words[index] &= ~sum(1 << capability for capability in _OVERRIDES)
    no_new_privileges = 38
    if libc.capset(header, words) or libc.prctl(no_new_privileges, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "capset")


def _kill_at(moment: int, folder: str) -> Callable[[], int]:
    """Kill this process at its ``moment``-th file event; return how to ask how many there have been."""
    import signal

    seen = 0
    write, sync = os.write, os.fsync

    def event() -> None:
        nonlocal seen
        seen += 1
        if seen == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    def hook(name: str, arguments: tuple[object, ...]) -> None:
        # shutil.rmtree names what it removes relative to an open folder.
        relative = name in ("os.remove", "os.rmdir") and arguments[-1] != -1
        if name.startswith(("open", "os.", "shutil.")) and (relative or folder in repr(arguments)):
            event()

    def short_write(handle: int, data: bytes) -> int:
        event()
        return write(handle, data[:_BYTES_PER_WRITE])

    def counted_sync(handle: int) -> None:
        event()
        sync(handle)

    sys.addaudithook(hook)
    os.write, os.fsync = short_write, counted_sync  # type: ignore[assignment]
    return lambda: seen


def _run_python(kind: str, what: str, *rest: str) -> None:
    import runpy

    sys.argv = [kind, *rest]
    if kind == "-m":
        runpy.run_module(what, run_name="__main__", alter_sys=True)
    else:
        exec(compile(what, "<code>", "exec"), {"__name__": "__main__"})


if __name__ == "__main__":
    _launch(sys.argv[1:])
