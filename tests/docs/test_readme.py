"""Every console block of the README is run, in the order of the page, and prints what the page says."""

from __future__ import annotations

import os
import re
import subprocess

from pages import SCRIPT, matches, sessions
from places import ROOT


def test_readme_console_blocks_print_what_the_page_shows(tmp_path):
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = [(command, output) for command, output in sessions(page) if not command.startswith("make")]
    assert len(commands) >= 10
    for command, output in commands:
        done = subprocess.run(
            ["sh", "-c", SCRIPT + command],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert matches(output, done.stdout), f"{command}\n--- the page\n{output}\n--- printed\n{done.stdout}"


def test_commands_of_the_readme_are_those_of_the_program():
    from adjudicator.cli.main import COMMANDS

    table = re.findall(r"^\| `(\w+) ", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert tuple(table) == COMMANDS
