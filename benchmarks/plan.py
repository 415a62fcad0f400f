"""What is to be measured, how often, on how much, and with which program."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from installation import Installation
from prepared import Campaigns, make_campaigns
from processes import Program

MEGABYTE = 1_000_000


class Scale(NamedTuple):
    """How many rounds, and how many of each thing; the rows tell of the numbers of ``FULL``."""

    rounds: int = 17
    slow_rounds: int = 4
    grown_rounds: int = 7
    few: int = 20
    many: int = 200
    parallel: int = 40
    few_mails: int = 100
    mails: int = 1000
    orders: int = 5000
    weighed_due: int = 1000
    weighed_idle: int = 10000


FULL = Scale()
QUICK = Scale(rounds=6, slow_rounds=2, few=10, many=60)


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
