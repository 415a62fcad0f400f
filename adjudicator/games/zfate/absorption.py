"""§6 of the rules: how a hit is absorbed, by boxes of stress and by consequences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from adjudicator.games.zfate.state import LEVELS

EXTREME = "extreme"


class Absorbed(NamedTuple):
    """What absorbs a hit: boxes, and levels of consequences, the lightest first."""

    boxes: tuple[int, ...]
    levels: tuple[str, ...]

    @property
    def total(self) -> int:
        """What the set absorbs."""
        return sum(self.boxes) + sum(LEVELS[level] for level in self.levels)


def _subsets(items: Sequence[int | str], most: int) -> Iterator[tuple[int | str, ...]]:
    return chain.from_iterable(combinations(items, size) for size in range(most + 1))


def sets(boxes: Iterable[int], slots: Iterable[str], several: bool = False) -> Iterator[Absorbed]:
    """Yield every set of free ``boxes`` and ``slots``: at most one box, or with ``several`` any of them (Z70)."""
    free, open_ = sorted(boxes), [level for level in LEVELS if level in set(slots)]
    for ticked in _subsets(free, len(free) if several else min(1, len(free))):
        for levels in _subsets(open_, len(open_)):
            yield Absorbed(ticked, levels)  # type: ignore[arg-type]


def _order(found: Absorbed) -> tuple[int, int, int, int, tuple[int, ...]]:
    """Return what makes one set better than another: the lightest consequences, then the least boxes."""
    taken = [LEVELS[level] for level in found.levels if level != EXTREME]
    return max(taken, default=0), sum(taken), sum(found.boxes), len(found.boxes), found.boxes


def best(
    damage: int, boxes: Iterable[int], slots: Iterable[str], several: bool = False, extreme: bool = False
) -> Absorbed | None:
    """Z76. Return the set that absorbs a hit, or None if nothing does; an extreme consequence only if nothing else."""
    boxes, slots = list(boxes), [level for level in slots if level != EXTREME]
    for open_ in (slots, [*slots, EXTREME]) if extreme else (slots,):
        if enough := [found for found in sets(boxes, open_, several) if found.total >= damage]:
            return min(enough, key=_order)
    return None


def wrong(taken: Absorbed, damage: int, boxes: Collection[int], slots: Collection[str], extreme: bool) -> Iterator[str]:
    """Yield the codes of what is wrong with a set that somebody names for a hit.

    ``boxes`` and ``slots`` are free; ``extreme`` is whether there is an aspect for an extreme consequence to replace.
    """
    if any(box not in boxes or taken.boxes.count(box) > 1 for box in taken.boxes):
        yield "box-taken"
    if EXTREME in taken.levels and not extreme:
        yield "unknown-replaced"
    if any(level not in (*slots, EXTREME) or taken.levels.count(level) > 1 for level in taken.levels):
        yield "slot-taken"
    if taken.total < damage:
        yield "not-enough"


def greatest(boxes: Iterable[int], slots: Iterable[str], several: bool = False) -> int:
    """Return the greatest hit that can be absorbed without an extreme consequence."""
    return max(found.total for found in sets(boxes, [level for level in slots if level != EXTREME], several))


def usable(slots: Iterable[str], never: str | None) -> list[str]:
    """Return the levels that may be used by somebody who would ``never`` take a level, or a worse one."""
    return [level for level in slots if never is None or LEVELS[level] < LEVELS[never]]
