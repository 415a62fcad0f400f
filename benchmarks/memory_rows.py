"""What is measured without starting a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hostile_files import slowest
from in_memory import (
    Comparison,
    ninety_camps_against_two,
    simulation_against_turn,
    thousand_pieces_against_sixteen,
    turn_against_phase,
)
from plan import Plan
from verdicts import Measured, against


def measured(plan: Plan) -> Iterator[Measured]:
    """Measure turns and hostile order files."""
    scale = plan.scale
    comparisons: dict[str, tuple[Callable[[int], Comparison], int]] = {
        "turn": (turn_against_phase, scale.turn_rounds),
        "untold": (simulation_against_turn, scale.turn_rounds),
        "camps": (ninety_camps_against_two, scale.camp_rounds),
        "pieces": (thousand_pieces_against_sixteen, scale.camp_rounds),
    }
    for key, (compared, rounds) in comparisons.items():
        if key in plan.keys:
            yield against(key, *compared(rounds))
    if "hostile" in plan.keys:
        worst = slowest(scale.hostile_rounds)
        yield against("hostile", worst.hostile, worst.honest)
