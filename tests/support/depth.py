"""How much is tried: a sample every day, everything in ``make deep``.

What is too long for every day is marked ``deep``; ``deep`` and ``sample`` mark parameters so. Examples of Hypothesis
are few and always the same every day; in ``make deep`` they are many, new each time, and what failed is kept in
``.hypothesis`` and tried first the next time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

HANG = 600
"""Seconds after which a process that a test waits for hangs, on however busy a machine; nothing is measured by it."""

DEEPER = 10
"""How many times as many examples are tried in ``make deep``."""

_BUSY = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
settings.register_profile("any", deadline=None, max_examples=35, suppress_health_check=_BUSY)
# Every day a failure is shown as it is found: to make it small may take minutes.
_AS_FOUND = (Phase.explicit, Phase.generate)
settings.register_profile("sample", settings.get_profile("any"), derandomize=True, database=None, phases=_AS_FOUND)
settings.register_profile("deep", settings.get_profile("any"), max_examples=50 * DEEPER, print_blob=True)
_chosen: dict[str, Any] = {"deep": False, "chance": ""}


def choose(*, deep: bool, chance: str) -> None:
    """Choose how deep the tests go, before any of them is read, and from which chance what is new is drawn."""
    _chosen.update(deep=deep, chance=chance)
    settings.load_profile("deep" if deep else "sample")


def is_deep() -> bool:
    """Tell whether all is tried."""
    return bool(_chosen["deep"])


def chance() -> str:
    """Return the name of the chance from which what is new is drawn: another one each time."""
    return str(_chosen["chance"])


def share(number: int, among: Iterable[Any]) -> int:
    """Return how many of ``number`` fall to each of ``among`` every day: more games do not make more work of it.

    In ``make deep`` each has the whole number.
    """
    return number if _chosen["deep"] else max(1, number // len([*among]))


def examples(number: int, **more: Any) -> settings:
    """Return settings for so many examples every day, many more in ``make deep``."""
    return settings(max_examples=number * DEEPER if _chosen["deep"] else number, **more)


def deep(*values: Any) -> list[Any]:
    """Return parameters that are too long for every day; a tuple is for a test of several.

    Every day there are none: to collect thousands of tests that are then left out takes seconds.
    """
    if not _chosen["deep"]:
        return []
    return [pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=pytest.mark.deep) for one in values]


def one_of(values: Iterable[Any], number: int) -> list[Any]:
    """Return parameters of which only one is tried every day, however many there are.

    Which one hangs on ``number``: tests that are dear for each game take different games by different numbers.
    """
    them = list(values)
    chosen = number % len(them)
    return [one for n, value in enumerate(them) for one in ([value] if n == chosen else deep(value))]


def sample(values: Iterable[Any], every: int) -> list[Any]:
    """Return parameters of which only one in ``every``, from the first on, is tried every day."""
    return [one for n, value in enumerate(values) for one in ([value] if n % every == 0 else deep(value))]


def few(number: int) -> pytest.MarkDecorator:
    """Mark a test of which only so many of all its parameters are tried every day, of several the combinations.

    Chosen are those whose values have been chosen the least, so that each value of each parameter comes as early as it
    can: of rows and columns the diagonal.
    """
    return pytest.mark.few(number)


def chosen(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests that are run every day: of those marked ``few`` as many as that, of all others all."""
    groups: dict[Any, list[Any]] = {}
    for item in items:
        if item.get_closest_marker("few"):
            groups.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left_out: set[pytest.Item] = set()
    for group in groups.values():
        times: Counter[Any] = Counter()
        left = [(item, [(name, repr(value)) for name, value in item.callspec.params.items()]) for item in group]
        for _ in range(min(len(left), group[0].get_closest_marker("few").args[0])):
            best = min(left, key=lambda one: sum(times[value] for value in one[1]))
            times.update(best[1])
            left.remove(best)
        left_out |= {item for item, _ in left}
    return [item for item in items if item not in left_out]
