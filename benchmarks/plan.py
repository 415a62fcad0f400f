"""What is to be measured, on which scale, and with which program."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from installation import Installation
from prepared import Campaigns, make_campaigns
from processes import Program
from scale import Scale

MEGABYTE = 1_000_000


class Plan:
    """A run of the benchmark in the folder ``room``."""

    def __init__(self, room: Path, keys: frozenset[str], scale: Scale) -> None:
        """Measure the rows with these keys."""
        self.room, self.keys, self.scale = room, keys, scale

    def folder(self, name: str) -> Path:
        """Return a new folder of the room."""
        folder = self.room / name
        folder.mkdir()
        return folder

    @cached_property
    def installation(self) -> Installation:
        """Return the program that is measured, installed when it is first asked for."""
        return Installation(self.folder("installed"))

    @property
    def program(self) -> Program:
        """Return how it is started."""
        return self.installation.program

    @cached_property
    def campaigns(self) -> Campaigns:
        """Return the campaigns of 18 players."""
        return make_campaigns(self.program, self.folder("campaigns"))
