"""From what was measured, round by round, to a verdict: within its limit, over it, or not steady enough to tell.

A row that is promised and that nobody measured is told too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

from clocks import Spent, typical
from rows import Row

WITHIN, OVER, UNMEASURED, UNSURE = range(4)
"""Exit statuses."""
APART = 1.2
"""How many times the one half of the rounds may be the other."""


class Measured(NamedTuple):
    """What was found for a row: its value in each round, in the row's unit, and the seconds that a typical one took."""

    key: str
    values: Sequence[float]
    spent: Spent | None = None

    @property
    def value(self) -> float:
        return median(self.values)

    @property
    def steady(self) -> bool:
        """Whether the even rounds and the odd ones found about the same; what is measured once is not asked."""
        halves = [median(half) for half in (self.values[::2], self.values[1::2]) if half]
        return len(halves) < 2 or 0 < max(halves) <= APART * min(halves)


class Skipped(NamedTuple):
    """A row that cannot be measured here, and why: a sentence."""

    key: str
    why: str


class Verdict(NamedTuple):
    """A row that was promised, with what was found: nothing, where no part of the bench knows it."""

    row: Row
    found: Measured | Skipped | None

    @property
    def word(self) -> str:
        if self.found is None:
            return "MISSING"
        if isinstance(self.found, Skipped):
            return "skipped"
        if not self.found.steady:
            return "unsure"
        return "OVER" if self._beyond(self.row.limit) else "short" if self._beyond(self.row.goal) else "ok"

    def _beyond(self, bound: float | None) -> bool:
        """Tell whether what was measured is on the wrong side of a bound."""
        if bound is None or not isinstance(self.found, Measured):
            return False
        return self.found.value < bound if self.row.least else self.found.value > bound


def judged(rows: Iterable[Row], found: Iterable[Measured | Skipped]) -> list[Verdict]:
    """Return a verdict for each row that is promised, in their order."""
    by_key = {one.key: one for one in found}
    return [Verdict(row, by_key.get(row.key)) for row in rows]


def against(key: str, ours: Sequence[Spent], base: Sequence[Spent]) -> Measured:
    """Compare the CPU times of a command with those of another, round by round."""
    return Measured(key, [our.cpu / their.cpu for our, their in zip(ours, base, strict=True)], typical(ours))


def exit_status(verdicts: Iterable[Verdict]) -> int:
    """Return ``UNMEASURED`` if a promise was not kept.

    And ``UNSURE`` if any row is: on such a machine, at such a time, the others are not to be believed either.
    """
    words = {verdict.word for verdict in verdicts}
    told = {"MISSING": UNMEASURED, "unsure": UNSURE, "OVER": OVER}
    return next((status for word, status in told.items() if word in words), WITHIN)
