"""The program as users have it: a wheel of this checkout, installed into an environment of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from processes import Failed, Program

CHECKOUT = Path(__file__).resolve().parent.parent


class Installation:
    """An environment with the program, kept as pip has left it, so that there can be a first run more than once."""

    def __init__(self, room: Path) -> None:
        """Install it below ``room``; what it depends on is found where this Python finds it."""
        self._pristine, self._used, home = room / "pristine", room / "used", room / "home"
        _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", room / "wheel", CHECKOUT)
        venv.create(self._used, symlinks=True)
        programs = self._used / "bin"
        wheel = next((room / "wheel").glob("*.whl"))
        _pip("--python", programs / "python", "install", "--no-index", "--no-deps", wheel)
        site = next(self._used.glob("lib/python*/site-packages"))
        (site / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
        home.mkdir()
        shutil.copytree(self._used, self._pristine, symlinks=True)
        self.program = Program(programs / "python", programs / "adjudicator", home)

    def renew(self) -> None:
        """Make it as it was after installing, with an empty home: the next run is the first."""
        shutil.rmtree(self._used)
        shutil.rmtree(self.program.home)
        shutil.copytree(self._pristine, self._used, symlinks=True)
        self.program.home.mkdir()


def _pip(*words: str | Path) -> None:
    line = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words]
    done = subprocess.run(line, capture_output=True, check=False)
    if done.returncode:
        raise Failed(f"{' '.join(map(str, line))}\n{done.stderr.decode()}")
