"""What is measured as users run it: whole processes, each from its start to its end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple, TypeAlias

Line: TypeAlias = Sequence[str | Path]

IMPORTS = [sys.executable, "-c", "import click, yaml, jsonschema, jinja2"]

# A process inherits its parent's peak of memory: the parent of one that is weighed has to be a small one.
_WEIGH = (
    "import os, sys; pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ);"
    "_, status, usage = os.wait4(pid, 0);"
    "print('peak', usage.ru_maxrss); sys.exit(os.waitstatus_to_exitcode(status))"
)


class Failed(Exception):  # noqa: N818 - it says what became of the command
    """A command that has to succeed did not."""


def program() -> list[str]:
    """Return how users start the program: its console script, if it is installed beside this Python."""
    script = Path(sys.executable).with_name("adjudicator.exe" if os.name == "nt" else "adjudicator")
    return [str(script)] if script.exists() else [sys.executable, "-m", "adjudicator"]


def run(line: Line) -> bytes:
    """Run a command that has to succeed and return what it printed."""
    done = subprocess.run(line, capture_output=True, env=_environment(), stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        raise Failed(f"{' '.join(map(str, line))}\nexit status {done.returncode}\n{done.stderr.decode()}")
    return done.stdout


def seconds(line: Line) -> float:
    start = perf_counter()
    run(line)
    return perf_counter() - start


def peak(line: Line) -> int | None:
    """Return the peak of memory of a command in bytes; None where the system cannot tell."""
    if not hasattr(os, "wait4") or not hasattr(os, "posix_spawn"):
        return None
    printed = run([sys.executable, "-I", "-S", "-c", _WEIGH, *line]).decode()
    number = int(printed.rpartition("peak ")[2])
    return number if sys.platform == "darwin" else number * 1024


def _environment() -> dict[str, str]:
    """Compiled modules are kept, as on every machine where the program is used more than once."""
    dropped = (
        "PYTHONDONTWRITEBYTECODE",
        "PYTHONPROFILEIMPORTTIME",
        "PYTHONDEVMODE",
        "PYTHONTRACEMALLOC",
        "COVERAGE_PROCESS_START",
    )
    return {name: value for name, value in os.environ.items() if name not in dropped}


class Timed(NamedTuple):
    """The median time of a command, and the median of its ratios to the first command, round by round."""

    seconds: float
    ratio: float


def interleaved(commands: Mapping[str, Callable[[int], Line]], rounds: int) -> dict[str, Timed]:
    """Time commands in turns; the first round only warms up. A command is made from the number of the round."""
    timed = [{name: seconds(line(number)) for name, line in commands.items()} for number in range(rounds + 1)][1:]
    base = next(iter(commands))
    return {
        name: Timed(median(row[name] for row in timed), median(row[name] / row[base] for row in timed))
        for name in commands
    }
