"""What is measured as users run it: whole processes, each from its start to its end, with the processes they start."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter
from typing import NamedTuple, TypeAlias

from clocks import Spent

Line: TypeAlias = Sequence[str | Path]

DROPPED = (
    "PYTHONDONTWRITEBYTECODE",  # compiled modules are kept, as on every machine where the program is used
    "PYTHONPATH",
    "PYTHONPROFILEIMPORTTIME",
    "PYTHONDEVMODE",
    "PYTHONTRACEMALLOC",
    "COVERAGE_PROCESS_START",
    "ADJUDICATOR_NOW",
)
"""Settings of whoever measures that would be measured with the program."""

# A process inherits its parent's peak of memory: the parent of one that is weighed has to be a small one.
_WEIGH = (
    "import os, sys; pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ);"
    "_, status, usage = os.wait4(pid, 0);"
    "print('peak', usage.ru_maxrss); sys.exit(os.waitstatus_to_exitcode(status))"
)


class Failed(Exception):  # noqa: N818 - it says what became of the command
    """A command that has to succeed did not."""


class Program(NamedTuple):
    """How the program is started: a Python, the console script in its environment, and a home folder for both."""

    python: Path
    script: Path
    home: Path

    def line(self, *words: str | Path) -> list[str | Path]:
        """Return the command line of one of the program's commands."""
        return [self.script, *words]

    @property
    def imports(self) -> list[str | Path]:
        """Return the command whose CPU time is the unit B."""
        return [self.python, "-c", "import click, yaml, jsonschema, jinja2"]

    def run(self, line: Line, now: str | None = None) -> bytes:
        """Run a command that has to succeed and return what it printed."""
        return _finished(line, self._environment(now))[1]

    def spent(self, line: Line, now: str | None = None) -> Spent:
        """Run a command that has to succeed and return what it took."""
        return _finished(line, self._environment(now))[0]

    def peak(self, line: Line, now: str | None = None) -> int | None:
        """Return the peak of memory of a command in bytes; None where the system cannot tell."""
        if not hasattr(os, "posix_spawn"):
            return None
        printed = self.run([self.python, "-I", "-S", "-c", _WEIGH, *line], now).decode()
        number = int(printed.rpartition("peak ")[2])
        return number if sys.platform == "darwin" else number * 1024

    def _environment(self, now: str | None) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in DROPPED}
        kept |= {"HOME": str(self.home), "XDG_CACHE_HOME": str(self.home / ".cache")}
        return kept if now is None else kept | {"ADJUDICATOR_NOW": now}


def here(home: Path) -> Program:
    """Return the program as it is installed in the environment of this Python."""
    return Program(Path(sys.executable), Path(sys.executable).with_name("adjudicator"), home)


def _finished(line: Line, environment: Mapping[str, str]) -> tuple[Spent, bytes]:
    with TemporaryFile() as printed, TemporaryFile() as complaints:
        start = perf_counter()
        process = subprocess.Popen(line, env=environment, stdin=subprocess.DEVNULL, stdout=printed, stderr=complaints)
        _, status, usage = os.wait4(process.pid, 0)  # with what its own children took, those for which it has waited
        wall = perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            complaints.seek(0)
            told = complaints.read().decode()
            raise Failed(f"{' '.join(map(str, line))[:500]}\nexit status {process.returncode}\n{told}")
        printed.seek(0)
        return Spent(usage.ru_utime + usage.ru_stime, wall), printed.read()


def in_turns(program: Program, lines: Mapping[str, Callable[[int], Line]], rounds: int) -> list[dict[str, Spent]]:
    """Measure commands in turns; the first round only warms up. A command is made from the number of the round."""
    taken = [{key: program.spent(line(number)) for key, line in lines.items()} for number in range(rounds + 1)]
    return taken[1:]
