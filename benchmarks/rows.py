"""All rows of the benchmark with their limits."""

from __future__ import annotations

from typing import NamedTuple

from scale import Scale


class Row(NamedTuple):
    """One line of the table. ``limit`` is in ``unit``: the most, or where ``least`` is said the least it may be.

    ``goal`` is what it should be and is not yet: to be beyond it is told, and is no fault.
    ``what`` names numbers that differ with the scale (``{many}``); ``quick`` rows are promised by a quick run too.
    """

    key: str
    what: str
    limit: float
    unit: str = "B"
    quick: bool = False
    least: bool = False
    goal: float | None = None

    def told(self, scale: Scale) -> Row:
        """Return the row with the numbers that are used."""
        return self._replace(what=self.what.format_map(scale._asdict()))


# B is the CPU time of a process that imports click, yaml, jsonschema and jinja2; all is CPU time, where nothing else
# is said.
ROWS = (
    Row("base", "B: python -c 'import click, yaml, jsonschema, jinja2'", 1, quick=True),
    # one campaign
    Row("help", "--help", 0.38, quick=True),
    Row("check", "check, one order file", 0.70, quick=True),
    Row("submitted", "resolve, 18 players, orders submitted before", 1.80, quick=True, goal=1.50),
    Row("inbox", "resolve, 18 players, orders in the inbox", 2.05, quick=True, goal=1.60),
    Row("clauses", "resolve, 18 players who left 12 clauses each, and none", 1.35, "of none", quick=True, goal=1.20),
    Row("filled", "resolve, 18 players who sent their forms, and a line of them", 1.55, "of the line", quick=True),
    Row("first", "the same, the first run after installing", 1.75, quick=True),
    Row("undo", "undo, the last turn of 18 players", 1.50),
    Row("amend", "amend, 18 players, orders submitted before", 1.80, goal=1.50),
    Row("verify", "verify, the example of twelve turns", 4.00),
    Row("png", "report, the MJ's two boards as PNG", 2.50),
    Row("grown", "verify: a stage of a long game, of a short one", 1.20, "of short"),
    Row("crowded", "status: {orders:,} orders in a stage, none", 1.60, "of empty"),
    # cron over many campaigns
    Row("idle", "run, each of {many} campaigns not due", 0.0135, quick=True, goal=0.012),
    Row("idle-growth", "run, not due: one of {many}, one of {few}", 1.15, "of few"),
    Row("due", "run, each of {many} campaigns due", 0.30, quick=True, goal=0.24),
    Row("due-growth", "run, due: one of {many}, one of {few}", 1.15, "of few"),
    Row("jobs", "run --jobs 2 on two cores: times as fast (wall)", 1.70, "× as fast", least=True),
    Row("mails", "run, {mails:,} mails to 50 campaigns: each", 0.029),
    Row("mails-growth", "run, mails: one of {mails:,}, one of {few_mails}", 1.00, "of few"),
    # memory
    Row("resolve-memory", "resolve, 18 players: peak of memory", 45, "MB"),
    Row("due-memory", "run, {weighed_due:,} campaigns due: peak of memory", 45, "MB"),
    Row("idle-memory", "run, {weighed_idle:,} campaigns not due: peak of memory", 45, "MB"),
    Row("due-memory-each", "run, due: memory per campaign", 0.004, "MB"),
    Row("mails-memory-each", "run, mails: memory per mail", 0.0055, "MB"),
    # pages that are sent by mail, or served
    Row("replay-size", "page: the replay of twelve turns", 95, "kB"),
    Row("form-size", "page: an order form, 18 players", 85, "kB"),
    # in memory, without starting a process
    Row("turn", "a turn of 18 players, a phase of Diplomacy", 0.50, "phase", quick=True),
    Row("untold", "a turn without its account, with it", 0.95, "with it"),
    Row("camps", "an order among 90 camps, among two", 1.10, "of two"),
    Row("pieces", "an order among 1,008 pieces, among sixteen", 1.10, "of sixteen"),
    Row("hostile", "the slowest hostile order file, an honest one", 1.50, "honest"),
)


def promised(scale: Scale, quick: bool) -> list[Row]:
    """Return the rows that a run measures, or says why not, with the numbers of its scale."""
    return [row.told(scale) for row in ROWS if row.quick or not quick]
