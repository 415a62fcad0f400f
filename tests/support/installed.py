"""The program as a wheel has it, for the processes that tests start: its templates are compiled.

From a checkout each process that publishes something compiles them anew, which is three quarters of its time.
"""

from __future__ import annotations

import compileall
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import adjudicator

_CHECKOUT = Path(adjudicator.__file__).parent.parent
_room = TemporaryDirectory(prefix="adjudicator-installed-")


@cache
def installed() -> Path:
    """Return the folder that Python finds the package in, made once for all tests of a process."""
    from adjudicator.reports.environment import COMPILED, environment

    folder = Path(_room.name)
    for name in ("adjudicator", "schemas", "templates", "campaigns"):
        shutil.copytree(_CHECKOUT / name, folder / name)
    templates = folder / "templates"
    environment("html", templates).compile_templates(templates / COMPILED, extensions=["j2"], zip=None)
    for name in ("adjudicator", "templates"):
        compileall.compile_dir(folder / name, quiet=1)
    return folder
