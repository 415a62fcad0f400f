"""Commands of another copy of the program, all run in one process that has loaded it once.

``Served`` starts this file as a script with the copy's folder first on the path, and speaks with it in lines of JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any


class Served:
    """The program as it stands in ``copy``; ``close`` ends its process."""

    def __init__(self, copy: Path) -> None:
        command = [sys.executable, "-W", "error", __file__]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONIOENCODING": "utf-8"}
        self._process = subprocess.Popen(command, cwd=copy, env=environment, encoding="utf-8", **pipes)

    def run(self, *args: object, stdin: str = "", cwd: Path | None = None) -> tuple[int, str, str, str]:
        """Run a command; return its exit status, what it prints on each stream, and on both as they come."""
        assert self._process.stdin is not None and self._process.stdout is not None
        asked = {"args": [*map(str, args)], "stdin": stdin, "cwd": str(cwd) if cwd else None}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        code, out, err, both = json.loads(self._process.stdout.readline())
        return code, out, err, both

    def close(self) -> None:
        """Let the process end."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        assert self._process.wait() == 0


def _serve() -> None:
    from click.testing import CliRunner

    from adjudicator.cli.main import main

    answers, sys.stdout = sys.stdout, sys.stderr
    home = Path.cwd()
    for line in sys.stdin:
        asked = json.loads(line)
        os.chdir(asked["cwd"] or home)
        done = CliRunner().invoke(main, asked["args"], input=asked["stdin"], catch_exceptions=False)
        print(json.dumps([done.exit_code, done.stdout, done.stderr, done.output]), file=answers, flush=True)


if __name__ == "__main__":
    _serve()
