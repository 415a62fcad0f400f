"""Golden files: what was looked at and found good; ``make golden`` writes them anew."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass

import places


@dataclass(frozen=True)
class Golden:
    """The files of tests/golden, compared with what is now, or written ``anew``."""

    anew: bool

    def text(self, name: str) -> str:
        """Return what a file holds."""
        return (places.GOLDEN / name).read_text(encoding="utf-8")

    def check(self, name: str, text: str) -> None:
        """Compare a text with the file of that name."""
        if self.anew:
            path = places.GOLDEN / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert self.text(name) == text

    def check_folder(self, folder: str, texts: Mapping[str, str]) -> None:
        """Compare texts with all files of a folder, by their names in it."""
        if self.anew:
            shutil.rmtree(places.GOLDEN / folder, ignore_errors=True)
        for name, text in texts.items():
            self.check(f"{folder}/{name}", text)
        top = places.GOLDEN / folder
        assert {path.relative_to(top).as_posix() for path in top.rglob("*.*")} == texts.keys()
