"""What is measured without starting a process."""

from __future__ import annotations

from collections.abc import Iterator

from hostile_files import slowest
from in_memory import ninety_camps_against_two, turn_against_phase
from plan import Plan
from processes import Spent
from verdicts import Measured


def measured(plan: Plan) -> Iterator[Measured]:
    """Measure turns and hostile order files; each is a median of ratios already."""
    if "turn" in plan.keys:
        turn = turn_against_phase()
        yield Measured("turn", [turn.ratio], Spent(turn.ours, turn.ours))
    if "camps" in plan.keys:
        order, _ = ninety_camps_against_two()
        yield Measured("camps", [order.ratio], Spent(order.ours, order.ours))
    if "hostile" in plan.keys:
        worst = slowest()
        yield Measured("hostile", [worst.ratio], Spent(worst.seconds, worst.seconds))
