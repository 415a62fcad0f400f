"""§6 of the rules: what absorbs a hit, against brute force over all combinations."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from adjudicator.games.zfate.absorption import Absorbed, best, greatest
from adjudicator.games.zfate.state import LEVELS

LIGHT = ("mild", "moderate", "severe")


def subsets(items: tuple[object, ...]) -> list[tuple[object, ...]]:
    return list(chain.from_iterable(combinations(items, size) for size in range(len(items) + 1)))


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("extreme", [False, True])
def test_what_absorbs_a_hit_is_the_lightest_of_all_combinations(several: bool, extreme: bool) -> None:
    for boxes in subsets((1, 2, 3, 4)):
        for slots in subsets(LIGHT):
            for damage in range(1, 20):
                found = best(damage, boxes, slots, several, extreme)  # type: ignore[arg-type]
                assert found == by_hand(damage, boxes, slots, several, extreme)


def by_hand(
    damage: int, boxes: tuple[object, ...], slots: tuple[object, ...], several: bool, extreme: bool
) -> Absorbed | None:
    """Sort everything that suffices by the words of the rules, the heaviest rule last."""
    for more in (0, LEVELS["extreme"])[: 1 + extreme]:
        enough = [
            (ticked, levels)
            for ticked in subsets(boxes)
            for levels in subsets(slots)
            if (several or len(ticked) <= 1) and sum(ticked) + more + sum(LEVELS[one] for one in levels) >= damage  # type: ignore
        ]
        enough.sort(key=lambda one: one[0])
        enough.sort(key=lambda one: len(one[0]))
        enough.sort(key=lambda one: sum(one[0]))  # type: ignore[arg-type]
        enough.sort(key=lambda one: sum(LEVELS[level] for level in one[1]))  # type: ignore[index]
        enough.sort(key=lambda one: max((LEVELS[level] for level in one[1]), default=0))  # type: ignore[index]
        if enough:
            return Absorbed(enough[0][0], (*enough[0][1], *(["extreme"] if more else [])))  # type: ignore[arg-type]
    return None


def test_hits_of_one_to_ten_on_fresh_boxes_are_absorbed_as_the_page_says() -> None:
    told = "1|2|2 mild|2 moderate|2 mild moderate|2 severe|2 mild severe|2 moderate severe|2 mild moderate severe"
    found = [best(damage, [1, 2], LIGHT) for damage in range(1, 10)]
    assert "|".join(" ".join(map(str, (*one.boxes, *one.levels))) for one in found if one) == told
    assert best(10, [1, 2], LIGHT) is None
    assert greatest([1, 2], LIGHT) == 9
