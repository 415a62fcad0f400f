"""Every console block of the README is run, in the order of the page, and prints what the page says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SCRIPT = f'adjudicator() {{ "{sys.executable}" -m adjudicator "$@"; }}\n'


def sessions(text: str) -> list[tuple[str, str]]:
    """The commands of the console blocks, here-documents included, each with the output the page shows."""
    found: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if "<<." in command:
                document, _, output = output.partition("\n.\n")
                command = f"{command}\n{document}\n.\n"
            found.append((command, output))
    return found


def matches(shown: str, printed: str) -> bool:
    """Whether the page shows what was printed; « … » ends a line early, or stands for lines left out."""
    lines = shown.replace("\u00a0", " ").replace("\u202f", " ").splitlines()
    pattern = "".join("(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + "\n" for line in lines)
    return re.fullmatch(pattern, printed.replace("\u00a0", " ").replace("\u202f", " ")) is not None


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
