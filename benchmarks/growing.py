"""One game as it grows long: what each of its later stages costs ``verify``, against each of its earlier ones."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from plan import Plan
from processes import Line, Program, in_turns
from rounds import BEFORE_TURN_1, CAMPAIGN
from verdicts import Measured, against


def measured(plan: Plan) -> Iterator[Measured]:
    """Measure ``verify`` on one game of several lengths, in turns; whoever has no orders does nothing in it."""
    if "grown" not in plan.keys:
        return
    short = plan.scale.short_stages
    lines = {name: _verifying(plan.program, game) for name, game in _games(plan, short).items()}
    rounds = in_turns(plan.program, lines, plan.scale.grown_rounds)
    late = [spent["long"].less(spent["middling"]).per(2 * short) for spent in rounds]
    early = [spent["middling"].less(spent["short"]).per(short) for spent in rounds]
    yield against("grown", late, early)


def _verifying(program: Program, game: Path) -> Callable[[int], Line]:
    return lambda _: program.line("verify", game)


def _games(plan: Plan, short: int) -> dict[str, Path]:
    """Return one game after so many stages, after twice as many, and after four times as many."""
    lengths = {short: "short", 2 * short: "middling", 4 * short: "long"}
    folder = plan.room / "growing"
    (folder / "inbox").mkdir(parents=True)
    (folder / "campaign.yaml").write_text(CAMPAIGN, encoding="utf-8")
    kept = {}
    for number in range(max(lengths)):
        if number < len(BEFORE_TURN_1):
            (folder / "inbox" / "all.yaml").write_text(BEFORE_TURN_1[number], encoding="utf-8")
        plan.program.run(plan.program.line("resolve", "--force", folder))
        if name := lengths.get(number + 1):
            kept[name] = Path(shutil.copytree(folder, plan.room / f"grown-{name}"))
    return kept
