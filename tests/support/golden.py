"""Golden files: what was looked at and found good; ``make golden`` writes them anew."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass

from support import commands


@dataclass(frozen=True)
class Golden:
    """The files of tests/golden, compared with what is now, or written ``anew``."""

    anew: bool

    def text(self, name: str) -> str:
        """Return what a file holds."""
        return (commands.GOLDEN / name).read_text(encoding="utf-8")

    def check(self, name: str, text: str) -> None:
        """Compare a text with the file of that name."""
        if self.anew:
            path = commands.GOLDEN / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert self.text(name) == text

    def check_folder(self, folder: str, texts: Mapping[str, str]) -> None:
        """Compare texts with all files of a folder, by their names in it."""
        if self.anew:
            shutil.rmtree(commands.GOLDEN / folder, ignore_errors=True)
        for name, text in texts.items():
            self.check(f"{folder}/{name}", text)
        top = commands.GOLDEN / folder
        assert {path.relative_to(top).as_posix() for path in top.rglob("*.*")} == texts.keys()


# How French is set.


TYPOGRAPHY = {
    "U+00A0 before a colon": re.compile(r"(?<!\u00a0):(?=[ \n]|$)"),
    "U+202F before ; ! ?": re.compile(r"(?<![\u202f!?])[;!?](?=[ \n»)\u00a0]|$)"),
    "U+00A0 inside « »": re.compile(r"«(?!\u00a0)|(?<!\u00a0)»"),
    "…": re.compile(r"\.\.\."),
    "’": re.compile(r"[\w}]'[\w{]"),
    "no space that shows twice": re.compile(r"\S[ \u00a0\u202f]{2,}\S"),
}
