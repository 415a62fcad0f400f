"""Seconds, of processors and of a clock: of whole processes, or of calls in this one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple


class Spent(NamedTuple):
    """Seconds of what was done: of processors, in user and system mode, children included; and of a clock."""

    cpu: float
    wall: float

    def less(self, other: Spent) -> Spent:
        """Return what was spent more than in ``other``."""
        return Spent(self.cpu - other.cpu, self.wall - other.wall)

    def per(self, count: int) -> Spent:
        """Return the share of each of so many."""
        return Spent(self.cpu / count, self.wall / count)


def spent_by(calls: Iterable[Callable[[], object]]) -> Spent:
    """Make calls and return what they took in all; to make the next call ready may take its time, and is left out."""
    cpu = wall = 0.0
    for call in calls:
        wall_before, cpu_before = perf_counter(), process_time()
        call()
        cpu += process_time() - cpu_before
        wall += perf_counter() - wall_before
    return Spent(cpu, wall)


def typical(spent: Sequence[Spent]) -> Spent:
    """Return the median of each."""
    return Spent(median(one.cpu for one in spent), median(one.wall for one in spent))
