"""Measure the program against its limits: ``python benchmarks/bench.py`` (or ``make bench``).

Everything is measured in one run and in turns, as medians after a warm-up; the limits are ratios to something
measured beside it, so that they hold on every machine. B is the time of a process that only imports the four
libraries which the program stands on. Exit status: 0 all within limits, 1 something over, 2 nothing measured.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata, util
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from prepared import Campaigns

ROUNDS = 17
WEIGHINGS = 3
DUE_ROUNDS = 3
GROWN_ROUNDS = 7
MEGABYTE = 1_000_000
NEEDED = ("adjudicator", "diplomacy", "click", "yaml", "jsonschema", "jinja2")


class Row(NamedTuple):
    """One line of the table; ``ratio`` and ``limit`` are in ``unit``."""

    what: str
    measured: str
    ratio: float
    limit: float
    unit: str

    @property
    def over(self) -> bool:
        return self.ratio > self.limit


def main() -> int:
    """Measure, print the table, and return the exit status."""
    start = perf_counter()
    missing = [name for name in NEEDED if util.find_spec(name) is None]
    if missing:
        print(f"Not installed: {', '.join(missing)}. To measure:", file=sys.stderr)
        print(f"  {sys.executable} -m pip install --editable '.[test,bench]'    (or: make bench)", file=sys.stderr)
        return 2
    from commands import Failed

    try:
        rows = [*_process_rows(), *_many_rows(), *_storm_rows(), *_memory_rows(), *_reading_rows()]
    except Failed as failure:
        print(f"A command that has to succeed did not: {failure}", file=sys.stderr)
        return 2
    _print_table(rows)
    _warn_when_busy()
    print(f"\nIn {perf_counter() - start:.0f} s: Python {platform.python_version()}, {_versions()}.")
    return 1 if any(row.over for row in rows) else 0


def _process_rows() -> Iterator[Row]:
    """Time and weigh commands."""
    from commands import interleaved, program
    from growing import verified
    from prepared import make_campaigns

    limits = {"help": 0.5, "check": 1.3, "submitted": 2.0, "inbox": 2.0, "undo": 1.5, "amend": 1.5, "verify": 4.0}
    limits["png"] = 2.5
    names = {
        "help": "adjudicator --help",
        "check": "adjudicator check, one order file",
        "submitted": "adjudicator resolve, 18 players, orders submitted before",
        "inbox": "adjudicator resolve, 18 players, orders in the inbox",
        "undo": "adjudicator undo, the last turn of 18 players",
        "amend": "adjudicator amend, 18 players, orders submitted before",
        "verify": "adjudicator verify, the example of twelve turns",
        "png": "adjudicator report, the MJ's two boards as PNG",
    }
    with tempfile.TemporaryDirectory(prefix="adjudicator-bench-") as name:
        room = Path(name)
        made = make_campaigns(room)
        commands = _commands(room, made)
        timed = interleaved(commands, ROUNDS)
        yield Row("B: python -c 'import click, yaml, jsonschema, jinja2'", _ms(timed["base"].seconds), 1, 1, "B")
        for key, limit in limits.items():
            yield Row(names[key], _ms(timed[key].seconds), timed[key].ratio, limit, "B")
        yield from _weight_rows(room, [*program(), "resolve"], made.inbox)
        yield from _page_rows(room / "demo", made.submitted.with_name("submitted-00"))
        grown = verified(room, GROWN_ROUNDS)
        yield Row(
            "adjudicator verify, a stage of a long game: one of a short",
            _ms(grown.seconds),
            grown.ratio,
            1.5,
            "of short",
        )


def _commands(room: Path, made: Campaigns) -> dict[str, Callable[[int], Any]]:
    from commands import IMPORTS, program, run
    from prepared import copies

    run([*program(), "demo", room / "demo"])
    submitted, inbox = copies(made.submitted, room, ROUNDS + 1), copies(made.inbox, room, ROUNDS + 1)
    undone, amended = (
        copies(made.submitted, room / "undo", ROUNDS + 1),
        copies(made.submitted, room / "amend", ROUNDS + 1),
    )
    drawn = ("--for", "mj", "--turn", "6", "--format", "png", "--output")
    why = ("--public", "an order was mistyped", "--reason", "to measure", "--yes")
    return {
        "base": lambda number: IMPORTS,
        "help": lambda number: [*program(), "--help"],
        "check": lambda number: [*program(), "check", made.submitted, made.order],
        "submitted": lambda number: [*program(), "resolve", submitted[number]],
        "inbox": lambda number: [*program(), "resolve", inbox[number]],
        "undo": lambda number: [*program(), "undo", undone[number], *why],
        "amend": lambda number: [*program(), "amend", amended[number], made.amendment, *why],
        "verify": lambda number: [*program(), "verify", room / "demo"],
        "png": lambda number: [*program(), "report", room / "demo", *drawn, room / f"boards-{number}.png"],
    }


def _many_rows() -> Iterator[Row]:
    """Time cron's command over many campaigns."""
    from many import FEW, MANY, due, idle, memory

    with tempfile.TemporaryDirectory(prefix="adjudicator-bench-") as name:
        for what, limit, measure, rounds in (("not due", 0.05, idle, ROUNDS), ("due", 0.35, due, DUE_ROUNDS)):
            cost = measure(Path(name), rounds)
            title = f"adjudicator run, {MANY} campaigns of 6 players, {what}: each"
            yield Row(title, _ms(cost.seconds), cost.ratio, limit, "B")
            growth = f"adjudicator run, {what}: one of {MANY} against one of {FEW}"
            yield Row(growth, _ms(cost.seconds), cost.growth, 1.3, "of few")
        grown = memory(Path(name))
        if grown is not None:
            weight = grown / MEGABYTE
            yield Row("adjudicator run, memory per campaign played", f"{weight:.3f} MB", weight, 0.05, "MB")


def _storm_rows() -> Iterator[Row]:
    """Time and weigh a storm of mails."""
    from storm import CAMPAIGNS, FEW, MANY, storm

    with tempfile.TemporaryDirectory(prefix="adjudicator-bench-") as name:
        found = storm(Path(name), DUE_ROUNDS)
    title = f"adjudicator run, {MANY} mails to {CAMPAIGNS} campaigns: each"
    yield Row(title, _ms(found.seconds), found.seconds * 1e3, 8, "ms")
    yield Row(
        f"adjudicator run, mails: one of {MANY} against one of {FEW}", _ms(found.seconds), found.growth, 1.3, "of few"
    )
    if found.memory is not None:
        weight = found.memory / MEGABYTE
        yield Row("adjudicator run, memory per mail", f"{weight:.4f} MB", weight, 0.02, "MB")


def _weight_rows(room: Path, program: list[str], source: Path) -> Iterator[Row]:
    from commands import peak
    from prepared import copies

    fresh = copies(source, room / "weighed", WEIGHINGS)
    peaks = [peak([*program, folder]) for folder in fresh]
    known = [weight for weight in peaks if weight is not None]
    if known:
        weight = median(known) / MEGABYTE
        yield Row("adjudicator resolve, peak of memory", f"{weight:.1f} MB", weight, 60, "MB")


def _page_rows(twelve_turns: Path, resolved: Path) -> Iterator[Row]:
    """Weigh the pages that are sent by mail or served: the replay of a whole game, the largest order form."""
    replay = (twelve_turns / "public" / "index.html").stat().st_size
    form = max(path.stat().st_size for path in resolved.glob("turns/*/forms/*.html"))
    for what, size, limit in (("the replay of twelve turns", replay, 150), ("an order form, 18 players", form, 60)):
        yield Row(f"page: {what}", f"{size / 1000:.1f} kB", size / 1000, limit, "kB")


def _memory_rows() -> Iterator[Row]:
    """Time turns without starting a process."""
    from in_memory import PAIRS, UNITS, ninety_camps_against_two, turn_against_phase

    turn = turn_against_phase()
    yield Row(
        f"turn of 18 players; a Diplomacy phase of {UNITS} units: {_ms(turn.theirs)}",
        _ms(turn.ours),
        turn.ratio,
        1,
        "phase",
    )
    order, count = ninety_camps_against_two()
    what = f"an order of {count}, {2 * PAIRS} camps of 11, torus 100×100; two camps: {_us(order.theirs)}"
    yield Row(what, _us(order.ours), order.ratio, 1.5, "of two camps")


def _reading_rows() -> Iterator[Row]:
    """Time hostile order files."""
    from hostile_files import LENGTH, slowest

    worst = slowest()
    what = f"a hostile order file of {LENGTH} bytes ({worst.shape}); an honest one"
    yield Row(what, _ms(worst.seconds), worst.ratio, 3, "honest")


def _print_table(rows: list[Row]) -> None:
    lines = [("what", "measured", "ratio", "limit", "")]
    for row in rows:
        verdict = "OVER" if row.over else "ok"
        lines.append((row.what, row.measured, f"{row.ratio:.2f}", f"{row.limit:.2f} {row.unit}", verdict))
    widths = [max(len(line[i]) for line in lines) for i in range(4)]
    for what, measured, ratio, limit, verdict in lines:
        head = f"{what:<{widths[0]}}  {measured:>{widths[1]}}  {ratio:>{widths[2]}}  {limit:<{widths[3]}}"
        print(f"{head}  {verdict}".rstrip())


def _warn_when_busy() -> None:
    """Say so when others were at work: waiting for a processor or the disk is in the times of whole processes."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if load > 1.5:
        print(f"\nThe machine was busy (load {load:.1f}, this benchmark alone makes about 1): measure again when idle.")


def _versions() -> str:
    return ", ".join(
        f"{name} {metadata.version(name)}" for name in ("diplomacy", "click", "PyYAML", "jsonschema", "Jinja2")
    )


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms" if seconds < 0.01 else f"{seconds * 1e3:.0f} ms"


def _us(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} µs"


if __name__ == "__main__":
    sys.exit(main())
