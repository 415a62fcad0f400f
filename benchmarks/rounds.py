"""Cron's ``run`` over many campaigns: what each costs beyond the start of the program, and that it grows linearly."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from clocks import Spent
from idleness import idle
from plan import MEGABYTE, Plan
from processes import Failed, Program
from verdicts import Measured, Skipped, against

BEGUN, BEFORE, AFTER = "2026-11-20T10:00:00+00:00", "2026-11-23T09:00:00+00:00", "2026-11-23T21:00:00+00:00"
"""When the stage began that is awaited, and a time before and after its deadline."""
DAYS = "2026-11-21T09:00:00+00:00", "2026-11-22T09:00:00+00:00", BEFORE
"""When cron comes meanwhile: where it has not come for long nothing is played."""

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
PAST = "outbox/*", "public/*", "turns/*/forms", "turns/*/reports", "turns/*/result/reports"
"""Folders in which a visit with nothing to do writes nothing."""
TRIES = 3
"""How many times as many rounds are tried as have to be without anybody else's work."""


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
        _check_played(root)
        shutil.rmtree(root)
    return spent


def _check_played(root: Path) -> None:
    """Stop when a campaign below ``root`` has not played its first turn: it may have been held instead."""
    held = [folder for folder in root.iterdir() if not list(folder.glob("turns/*-turn-1/result/outcome.json"))]
    if held:
        raise Failed(f"{len(held)} of the campaigns that were due in {root} were not played")


def _more(spent: Mapping[int, Spent], count: int) -> Spent:
    return spent[count].less(spent[1]).per(count - 1)


def _jobs(plan: Plan) -> Measured | Skipped:
    """Compare the clock's time of one process with that of two, where there are two processors with nothing to do.

    A round counts where they were found idle before it and after it.
    """
    rounds = plan.scale.slow_rounds
    times: list[float] = []
    for number in range(TRIES * rounds):
        if len(times) < rounds and idle(2):
            one, two = (_in_processes(plan, number, jobs) for jobs in (1, 2))
            if idle(2):
                times.append(one.wall / two.wall)
    if len(times) < 2:
        return Skipped("jobs", f"two processors were idle in {len(times)} of {TRIES * rounds} rounds")
    return Measured("jobs", times)


def _in_processes(plan: Plan, number: int, jobs: int) -> Spent:
    root = copied(campaign(plan.program, plan.room), plan.room / f"jobs-{jobs}-{number}", plan.scale.many)
    spent = plan.program.spent(plan.program.line("run", root, "--jobs", str(jobs)), AFTER)
    _check_played(root)
    shutil.rmtree(root)
    return spent


def _memory(plan: Plan, what: str, now: str, count: int) -> Iterator[Measured | Skipped]:
    base = campaign(plan.program, plan.room)
    counts = (plan.scale.few, count)
    peaks = []
    for number in counts:
        root = (linked if what == "idle" else copied)(base, plan.room / f"weighed-{what}-{number}", number)
        peaks.append(plan.program.peak(plan.program.line("run", root, *_ALONE), now))
        if what == "due":
            _check_played(root)
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
    for day in DAYS:
        program.run(program.line("run", folder), day)
    return folder


def copied(base: Path, room: Path, count: int) -> Path:
    """Return a new folder with so many copies of a campaign."""
    for number in range(count):
        shutil.copytree(base, room / f"{number:05d}")
    if hasattr(os, "sync"):
        os.sync()  # else a command that writes durably would pay for the copying
    return room


def linked(base: Path, room: Path, count: int) -> Path:
    """Return the same with very many, to be visited by one process with nothing to do, so that they need less room.

    They share their files, which are never written in their place, and folders in which nothing is written: in memory
    a link takes as much room as a small file, and there is no room for three millions of them.
    """
    shared = {path for pattern in PAST for path in base.glob(pattern) if path.is_dir()}
    for number in range(count):
        folder = room / f"{number:05d}"
        shutil.copytree(base, folder, copy_function=os.link, ignore=partial(_named, shared))
        for path in shared:
            (folder / path.relative_to(base)).symlink_to(path)
    return room


def _named(shared: Collection[Path], folder: str, names: Iterable[str]) -> set[str]:
    return {name for name in names if Path(folder, name) in shared}
