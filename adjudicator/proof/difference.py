"""The first thing that is not as it was told."""

from __future__ import annotations

from pathlib import Path

from adjudicator.core.faults import Filling, Phrase


class DifferenceError(Exception):
    """Something is not as it was written, or does not come out as it was told; ``said`` names it."""

    def __init__(self, key: str, **values: Filling) -> None:
        """Take the key of the sentence and the values of its places."""
        super().__init__(key)
        self.said = Phrase(key, values)


def place(path: Path, folder: Path) -> str:
    """Return where a file of the campaign in ``folder`` lies, as sentences name it."""
    return path.relative_to(folder).as_posix()
