"""Pages of the documents: their commands, what they show of them, their links and their bare text."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from places import ROOT

SCRIPT = f'adjudicator() {{ "{sys.executable}" -m adjudicator "$@"; }}\n'

CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)

MARKUP = re.compile(r"<[^>\n]+>|\]\([^)\n]*\)|^\|[-|]+\|$", re.MULTILINE)

HOUR = re.compile(r"^<!-- heure : (\S+) -->$", re.MULTILINE)
"""What time it is for all commands that follow on a page, which readers do not see."""


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


def timed(page: str) -> list[tuple[str, str, str]]:
    """The commands of a page's console blocks, with what it shows and the hour at which they are given.

    The hour is empty, for the true one, until the page sets it.
    """
    found, hour = [], ""
    for part in re.split(r"^(?=<!-- heure)", page, flags=re.MULTILINE):
        told = HOUR.match(part)
        assert told or not part.startswith("<!--"), part[:60]
        hour = told[1] if told else ""
        found += [(command, output, hour) for command, output in sessions(part)]
    return found


def matches(shown: str, printed: str) -> bool:
    """Whether the page shows what was printed; « … » ends a line early, or stands for lines left out."""
    lines = shown.replace("\u00a0", " ").replace("\u202f", " ").splitlines()
    pattern = "".join("(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + "\n" for line in lines)
    return re.fullmatch(pattern, printed.replace("\u00a0", " ").replace("\u202f", " ")) is not None


def shell(script: str, folder: Path, hour: str = "") -> str:
    """Run the commands of a console block in ``folder``, at an hour, and return all that they print."""
    return subprocess.run(
        ["sh", "-c", SCRIPT + script],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "ADJUDICATOR_NOW": hour},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    ).stdout


def bare(page: str) -> str:
    """The text of a page without code, anchors and the targets of links."""
    return MARKUP.sub("", CODE.sub("x", page))


def anchors(path: Path) -> list[str]:
    return re.findall(r'<a id="([^"]+)"></a>', path.read_text(encoding="utf-8"))
