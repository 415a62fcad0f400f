"""One game as it grows long: what each of its later stages costs ``verify``, against each of its earlier ones."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from plan import Plan
from rounds import BEFORE_TURN_1, CAMPAIGN
from verdicts import Measured

STAGES = 12, 24, 48
"""How many stages have been played when the game is measured."""


def measured(plan: Plan) -> Iterator[Measured]:
    """Measure ``verify`` on one game of several lengths, in turns; whoever has no orders does nothing in it."""
    if "grown" not in plan.keys:
        return
    games, program = _games(plan), plan.program
    rows = [[program.spent(program.line("verify", game)).cpu for game in games] for _ in range(plan.scale.grown_rounds)]
    few, some, many = (median(row[index] for row in rows) for index in range(len(STAGES)))
    early, late = (some - few) / (STAGES[1] - STAGES[0]), (many - some) / (STAGES[2] - STAGES[1])
    yield Measured("grown", [late / early])


def _games(plan: Plan) -> list[Path]:
    folder = plan.room / "growing"
    (folder / "inbox").mkdir(parents=True)
    (folder / "campaign.yaml").write_text(CAMPAIGN, encoding="utf-8")
    kept = []
    for number in range(max(STAGES)):
        if number < len(BEFORE_TURN_1):
            (folder / "inbox" / "all.yaml").write_text(BEFORE_TURN_1[number], encoding="utf-8")
        plan.program.run(plan.program.line("resolve", "--force", folder))
        if number + 1 in STAGES:
            kept.append(Path(shutil.copytree(folder, plan.room / f"grown-{number + 1}")))
    return kept
