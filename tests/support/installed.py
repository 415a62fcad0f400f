"""The program as a wheel has it, for the processes that tests start: its templates are compiled.

From a checkout each process that publishes something compiles them anew, which is three quarters of its time.
"""

from __future__ import annotations

import compileall
import shutil
from pathlib import Path

import adjudicator
from support.shared import once

_CHECKOUT = Path(adjudicator.__file__).parent.parent


def installed() -> Path:
    """Return the folder that Python finds the package in."""
    return once("installed", _install)


def _install(folder: Path) -> None:
    from adjudicator.reports.environment import COMPILED, environment

    for name in ("adjudicator", "schemas", "templates", "campaigns"):
        shutil.copytree(_CHECKOUT / name, folder / name)
    templates = folder / "templates"
    environment("html", templates).compile_templates(templates / COMPILED, extensions=["j2"], zip=None)
    for name in ("adjudicator", "templates"):
        compileall.compile_dir(folder / name, quiet=1)
