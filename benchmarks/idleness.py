"""Whether processors have nothing else to do: found by trying, since an average of load tells of a minute ago."""

from __future__ import annotations

import subprocess
import sys

SECONDS = 0.5
IDLE = 0.9
"""The share of its time that a process has to get of a processor: three for two processors get two thirds each."""

_BUSY = (
    "import sys, time; start, seconds = time.perf_counter(), float(sys.argv[1])\n"
    "while time.perf_counter() - start < seconds: pass\n"
    "print(time.process_time())"  # since the process began, which is before the start: never too little
)


def share(processes: int) -> float:
    """Let so many processes be busy at once, and return the share of a processor of the one that had least."""
    line = [sys.executable, "-I", "-S", "-c", _BUSY, str(SECONDS)]
    busy = [subprocess.Popen(line, stdout=subprocess.PIPE) for _ in range(processes)]
    printed = [process.communicate()[0] for process in busy]
    return min(float(text) for text in printed) / SECONDS


def idle(processors: int) -> bool:
    """Return whether so many processors have nothing else to do just now."""
    return share(processors) >= IDLE
