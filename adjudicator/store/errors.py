"""What only the MJ can repair: a command stops with a sentence, and nothing has changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adjudicator.core.faults import Fault, Filling


class UnusableError(Exception):
    """A command or a folder that cannot be used; ``key`` is the sentence's key in the catalogue."""

    def __init__(self, key: str, nearest: str | None = None, of_game: str = "", **values: Filling) -> None:
        """Take the key of the sentence, the word that was probably meant, and the values of its places.

        ``of_game`` is the game whose words are among the values, if there are any.
        """
        super().__init__(key)
        self.key, self.nearest, self.of_game, self.values = key, nearest, of_game, values


MACHINE_TROUBLES = (OSError, MemoryError, UnusableError)
"""What is no fault of an order file, whatever was done with it when it came."""


class FaultyFileError(Exception):
    """A file of the MJ's own (the campaign, a file of cases) that has faults."""

    def __init__(self, source: Path, faults: Sequence[Fault], game: str = "") -> None:
        """Take the file, all its faults, and the game in whose words they speak, if it is known."""
        super().__init__(str(source))
        self.source, self.faults, self.game = source, list(faults), game
