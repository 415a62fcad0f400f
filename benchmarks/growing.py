"""One game as it grows long: what each of its later stages costs ``verify``, against each of its earlier ones."""

from __future__ import annotations

import shutil
from pathlib import Path
from statistics import median
from typing import NamedTuple

from commands import program, run, seconds
from many import BEFORE_TURN_1, CAMPAIGN

STAGES = 12, 24, 48
"""How many stages have been played when the game is measured."""


class Growth(NamedTuple):
    """The seconds that a late stage takes, and how many times those of an early one that is."""

    seconds: float
    ratio: float


def verified(room: Path, rounds: int) -> Growth:
    """Measure ``verify`` on one game of several lengths, in turns; whoever has no orders does nothing in it."""
    games = _games(room)
    timed = [[seconds([*program(), "verify", game]) for game in games] for _ in range(rounds + 1)][1:]
    few, some, many = (median(row[index] for row in timed) for index in range(len(STAGES)))
    early, late = (some - few) / (STAGES[1] - STAGES[0]), (many - some) / (STAGES[2] - STAGES[1])
    return Growth(late, late / early)


def _games(room: Path) -> list[Path]:
    folder = room / "growing"
    (folder / "inbox").mkdir(parents=True)
    (folder / "campaign.yaml").write_text(CAMPAIGN, encoding="utf-8")
    kept = []
    for number in range(max(STAGES)):
        if number < len(BEFORE_TURN_1):
            (folder / "inbox" / "all.yaml").write_text(BEFORE_TURN_1[number], encoding="utf-8")
        run([*program(), "resolve", "--force", folder])
        if number + 1 in STAGES:
            kept.append(Path(shutil.copytree(folder, room / f"grown-{number + 1}")))
    return kept
