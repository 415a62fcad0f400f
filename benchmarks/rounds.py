"""Cron's ``run`` over many campaigns: what each costs beyond the start of the program, and that it grows linearly."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from clocks import Spent
from plan import MEGABYTE, Plan
from processes import Program
from verdicts import Measured, Skipped, against

BEGUN, BEFORE, AFTER = "2026-11-20T10:00:00+00:00", "2026-11-22T09:00:00+00:00", "2026-11-23T21:00:00+00:00"
"""When the stage began that is awaited, and a time before and after its deadline."""

CAMPAIGN = """\
jeu: tsewnart
titre: Mesures
plateau: {taille: 6x3, topologie: fermé}
échéance: {jours: 3}
absents: rien
camps:
  bleu: {zone: {colonnes: 1}, joueurs: [Anna, Luc, Max]}
  rouge: {zone: {colonnes: 6}, joueurs: [Paul, Rita, Zoé]}
graine: 0123456789abcdef0123456789abcdef
"""
BEFORE_TURN_1 = (
    "joueurs:\n  Anna: {rôles: {Anna: brute, Luc: agile, Max: archer}}\n"
    "  Paul: {rôles: {Paul: terreur, Rita: savant, Zoé: professeur}}\n",
    "joueurs:\n  Anna: {placement: {Anna: (1;1), Luc: (1;2), Max: (1;3)}}\n"
    "  Paul: {placement: {Paul: (6;1), Rita: (6;2), Zoé: (6;3)}}\n",
)
ORDERS = (
    "tour: 1\njoueurs:\n  Anna: {déplacement: droite}\n  Luc: {déplacement: droite}\n  Max: {viser: (3;3)}\n"
    "  Paul: {terroriser: (1;1)}\n"
)
"""Two players of six are missing when the deadline comes."""


def measured(plan: Plan) -> Iterator[Measured | Skipped]:
    """Measure the rows of cron's command."""
    for what, now in (("idle", BEFORE), ("due", AFTER)):
        if what in plan.keys:
            yield from _each(plan, what, now)
    if "jobs" in plan.keys:
        yield _jobs(plan)
    for what, now, count in (("due", AFTER, plan.scale.weighed_due), ("idle", BEFORE, plan.scale.weighed_idle)):
        if f"{what}-memory" in plan.keys:
            yield from _memory(plan, what, now, count)


def _each(plan: Plan, what: str, now: str) -> Iterator[Measured]:
    """Measure what each of many campaigns costs more than one alone, in B, and against each of few."""
    scale = plan.scale
    growing = f"{what}-growth" in plan.keys
    counts = (1, scale.few, scale.many) if growing else (1, scale.many)
    rounds = scale.rounds if what == "idle" else scale.slow_rounds
    units, taken = [], []
    for _ in range(rounds + 1):  # the first only warms up
        units.append(plan.program.spent(plan.program.imports))
        taken.append({count: _visit(plan, what, now, count) for count in counts})
    many = [_more(spent, scale.many) for spent in taken[1:]]
    yield against(what, many, units[1:])
    if growing:
        yield against(f"{what}-growth", many, [_more(spent, scale.few) for spent in taken[1:]])


_ALONE = ("--jobs", "1")


def _visit(plan: Plan, what: str, now: str, count: int) -> Spent:
    """Run over so many campaigns, which are new ones where anything is done with them."""
    root = plan.room / f"{what}-{count}"
    if not root.exists():
        copied(campaign(plan.program, plan.room), root, count)
    spent = plan.program.spent(plan.program.line("run", root, *_ALONE), now)
    if what == "due":
        shutil.rmtree(root)
    return spent


def _more(spent: Mapping[int, Spent], count: int) -> Spent:
    return spent[count].less(spent[1]).per(count - 1)


def _jobs(plan: Plan) -> Measured | Skipped:
    """Compare the clock's time of one process with that of two, where there are two processors with nothing to do."""
    if (os.cpu_count() or 1) < 2 or os.getloadavg()[0] > 1.5:
        return Skipped("jobs", "no two idle processors")
    base, times = campaign(plan.program, plan.room), []
    for number in range(plan.scale.slow_rounds):
        walls = []
        for jobs in ("1", "2"):
            root = copied(base, plan.room / f"jobs-{jobs}-{number}", plan.scale.many)
            walls.append(plan.program.spent(plan.program.line("run", root, "--jobs", jobs), AFTER).wall)
            shutil.rmtree(root)
        times.append(walls[0] / walls[1])
    return Measured("jobs", times)


def _memory(plan: Plan, what: str, now: str, count: int) -> Iterator[Measured | Skipped]:
    base = campaign(plan.program, plan.room)
    counts = (plan.scale.few, count)
    peaks = []
    for number in counts:
        root = copied(base, plan.room / f"weighed-{what}-{number}", number, linked=what == "idle")
        peaks.append(plan.program.peak(plan.program.line("run", root, *_ALONE), now))
        shutil.rmtree(root)
    few, many = peaks
    if few is None or many is None:
        yield Skipped(f"{what}-memory", "this system does not tell it")
        return
    yield Measured(f"{what}-memory", [many / MEGABYTE])
    if what == "due":
        yield Measured("due-memory-each", [(many - few) / (count - plan.scale.few) / MEGABYTE])


def campaign(program: Program, room: Path) -> Path:
    """Play a campaign to its first turn, for which four of six players have sent orders."""
    folder = room / "base"
    if folder.exists():
        return folder
    (folder / "inbox").mkdir(parents=True)
    (folder / "campaign.yaml").write_text(CAMPAIGN, encoding="utf-8")
    for text in (*BEFORE_TURN_1, ORDERS):
        (folder / "inbox" / "orders.yaml").write_text(text, encoding="utf-8")
        program.run(program.line("run", folder), BEGUN)
    program.run(program.line("run", folder), BEFORE)  # cron has come not long ago
    return folder


def copied(base: Path, room: Path, count: int, linked: bool = False) -> Path:
    """Return a new folder with so many copies of a campaign; ``linked``, they share their files, which take no room.

    No file is ever written in its place: where little is done with a campaign, the others are as they were.
    """
    for number in range(count):
        shutil.copytree(base, room / f"{number:05d}", copy_function=os.link if linked else shutil.copy2)
    if hasattr(os, "sync"):
        os.sync()  # else a command that writes durably would pay for the copying
    return room
