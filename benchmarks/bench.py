"""Measure the program against its limits: ``python benchmarks/bench.py [--quick] [--markdown]`` (or ``make bench``).

What is judged is CPU time, in user and system mode, that of children included, as ratios to something measured beside
it in the same rounds, so that the limits hold on every machine; the clock's time is shown. Exit status: 0 all within
limits, 1 something over, 2 nothing measured, 3 not steady enough to judge: two halves of the rounds differ by a fifth.
"""

from __future__ import annotations

import platform
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import metadata, util
from pathlib import Path
from time import perf_counter

NEEDED = ("adjudicator", "diplomacy", "click", "yaml", "jsonschema", "jinja2", "hatchling")
NOTHING_MEASURED = 2

if missing := [name for name in NEEDED if util.find_spec(name) is None]:
    print(f"Not installed: {', '.join(missing)}. To measure:", file=sys.stderr)
    print(f"  {sys.executable} -m pip install --editable '.[test,bench]'    (or: make bench)", file=sys.stderr)
    sys.exit(NOTHING_MEASURED)

import growing  # noqa: E402 - they need what was looked for
import memory_rows  # noqa: E402
import rounds  # noqa: E402
import single  # noqa: E402
import storm  # noqa: E402
from plan import Plan  # noqa: E402
from processes import Failed  # noqa: E402
from rows import ROWS  # noqa: E402
from scale import FULL, QUICK  # noqa: E402
from verdicts import UNSURE, Measured, Skipped, Verdict, exit_status  # noqa: E402

GROUPS: tuple[Callable[[Plan], Iterator[Measured | Skipped]], ...] = (
    single.measured,
    rounds.measured,
    storm.measured,
    growing.measured,
    memory_rows.measured,
)


def main(words: Sequence[str]) -> int:
    """Measure, print the table, and return the exit status."""
    start = perf_counter()
    quick = "--quick" in words
    keys = frozenset(row.key for row in ROWS if row.quick or not quick)
    with tempfile.TemporaryDirectory(prefix="adjudicator-bench-") as name:
        plan = Plan(Path(name), keys, QUICK if quick else FULL)
        try:
            found = [one for group in GROUPS for one in group(plan)]
        except Failed as failure:
            print(f"A command that has to succeed did not: {failure}", file=sys.stderr)
            return NOTHING_MEASURED
    verdicts = judged(found)
    print("\n".join(markdown(verdicts) if "--markdown" in words else table(verdicts)))
    for one in found:
        if isinstance(one, Skipped):
            print(f"Not measured: {one.key}: {one.why}.")
    status = exit_status(verdicts)
    if status == UNSURE:
        print(
            "\nTwo halves of the rounds differ by more than a fifth: the machine was too busy to judge. Measure again."
        )
    print(f"\nIn {perf_counter() - start:.0f} s: Python {platform.python_version()}, {versions()}.")
    return status


def judged(found: Iterable[Measured | Skipped]) -> list[Verdict]:
    """Return what was measured with its rows, in their order."""
    by_key = {one.key: one for one in found if isinstance(one, Measured)}
    return [Verdict(row, by_key[row.key]) for row in ROWS if row.key in by_key]


def _cells(verdict: Verdict) -> tuple[str, ...]:
    row, found = verdict.row, verdict.found
    cpu, wall = (_time(found.spent.cpu), _time(found.spent.wall)) if found.spent else ("", "")
    limit = f"{'≥ ' if row.least else ''}{_number(row.limit)} {row.unit}"
    return row.what, cpu, wall, _number(found.value), limit, verdict.word


HEADS = ("what", "CPU", "wall", "measured", "limit", "")


def table(verdicts: Sequence[Verdict]) -> list[str]:
    """Return the lines of the table, as a terminal shows it."""
    lines = [HEADS, *map(_cells, verdicts)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEADS))]
    return [
        "  ".join(
            f"{cell:<{width}}" if i in (0, 4, 5) else f"{cell:>{width}}" for i, (cell, width) in enumerate(pairs)
        ).rstrip()
        for pairs in (list(zip(line, widths, strict=True)) for line in lines)
    ]


def markdown(verdicts: Sequence[Verdict]) -> list[str]:
    """Return the same as docs/performance.md has it."""
    rows = [HEADS, ("---",) * len(HEADS), *map(_cells, verdicts)]
    return [f"| {' | '.join(row)} |" for row in rows]


def _number(value: float) -> str:
    return f"{value:.4f}" if value < 0.1 else f"{value:.2f}"


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms" if seconds < 0.01 else f"{seconds * 1e3:.0f} ms"


def versions() -> str:
    """Return the versions of what is measured against."""
    return ", ".join(
        f"{name} {metadata.version(name)}" for name in ("diplomacy", "click", "PyYAML", "jsonschema", "Jinja2")
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
