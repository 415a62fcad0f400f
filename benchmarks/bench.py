"""Measure the program against its limits: ``python benchmarks/bench.py [--quick] [--markdown]`` (or ``make bench``).

What is judged is CPU time, in user and system mode, that of children included, as ratios to something measured beside
it in the same rounds, so that the limits hold on every machine; the clock's time is shown. Exit status: 0 all within
limits, 1 something over, 2 something that is promised was not measured, 3 not steady enough to judge: two halves of the
rounds differ by more than a fifth.
"""

from __future__ import annotations

import platform
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib import metadata, util
from pathlib import Path
from time import perf_counter

NEEDED = ("adjudicator", "diplomacy", "click", "yaml", "jsonschema", "jinja2", "hatchling")

if __name__ == "__main__" and (missing := [name for name in NEEDED if util.find_spec(name) is None]):
    print(f"Not installed: {', '.join(missing)}. To measure:", file=sys.stderr)
    print(f"  {sys.executable} -m pip install --editable '.[test,bench]'    (or: make bench)", file=sys.stderr)
    sys.exit(2)

import growing  # noqa: E402 - they need what was looked for
import memory_rows  # noqa: E402
import rounds  # noqa: E402
import single  # noqa: E402
import storm  # noqa: E402
from plan import Plan  # noqa: E402
from processes import Failed  # noqa: E402
from rows import promised  # noqa: E402
from scale import FULL, QUICK  # noqa: E402
from verdicts import UNSURE, Measured, Skipped, Verdict, exit_status, judged  # noqa: E402

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
    scale = QUICK if quick else FULL
    rows = promised(scale, quick)
    with tempfile.TemporaryDirectory(prefix="adjudicator-bench-") as name:
        verdicts = judged(rows, measured(Plan(Path(name), frozenset(row.key for row in rows), scale)))
    print("\n".join(markdown(verdicts) if "--markdown" in words else table(verdicts)))
    status = exit_status(verdicts)
    for line in remarks(verdicts, status):
        print(f"\n{line}")
    print(f"\nIn {perf_counter() - start:.0f} s: Python {platform.python_version()}, {versions()}.")
    return status


def measured(plan: Plan) -> Iterator[Measured | Skipped]:
    """Measure all groups; where a command fails the other groups are measured still, and its rows will be missing."""
    for group in GROUPS:
        try:
            yield from group(plan)
        except Failed as failure:
            print(f"A command that has to succeed did not: {failure}", file=sys.stderr)


def remarks(verdicts: Sequence[Verdict], status: int) -> Iterator[str]:
    """Say why a row was not measured, and what an exit status means that is no judgement."""
    for row, found in verdicts:
        if isinstance(found, Skipped):
            yield f"Not measured: {row.what}: {found.why}."
        elif found is None:
            yield f"Not measured, though it was promised: {row.what} ({row.key})."
    if status == UNSURE:
        yield "Two halves of the rounds differ by more than a fifth: the machine was too busy to judge. Measure again."


def _cells(verdict: Verdict) -> tuple[str, ...]:
    row, found = verdict
    goal = f", goal {_number(row.goal)}" if row.goal is not None else ""
    limit = f"{'≥ ' if row.least else ''}{_number(row.limit)} {row.unit}{goal}"
    if not isinstance(found, Measured):
        return row.what, "", "", "", limit, verdict.word
    cpu, wall = (_time(found.spent.cpu), _time(found.spent.wall)) if found.spent else ("", "")
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
