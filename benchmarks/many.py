"""Cron's ``run`` over many campaigns: what each costs beyond the start of the program, and that it grows linearly."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from commands import IMPORTS, peak, program, run, seconds

ONE, FEW, MANY = 1, 20, 200
WEIGHED = 100
"""Campaigns of which the memory is weighed against that of ``FEW``."""
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


class Cost(NamedTuple):
    """What a campaign costs among many, in the unit B, and how that compares with one among few."""

    seconds: float
    ratio: float
    growth: float


def idle(room: Path, rounds: int) -> Cost:
    """Measure campaigns that are not due; the same ones are visited again and again."""
    base = campaign(room)
    rooms = {count: _copies(base, room / f"idle-{count}", count) for count in (ONE, FEW, MANY)}
    at(BEFORE)
    return _cost([rooms] * (rounds + 1))


def due(room: Path, rounds: int) -> Cost:
    """Measure campaigns whose deadline has come: each is resolved, its reports and letters are written."""
    base = campaign(room)
    fresh = [
        {count: _copies(base, room / f"due-{count}-{number}", count) for count in (ONE, FEW, MANY)}
        for number in range(rounds + 1)
    ]
    at(AFTER)
    return _cost(fresh)


def memory(room: Path) -> float | None:
    """Return the bytes by which memory grows with each campaign played, or None where the system cannot tell."""
    base = campaign(room)
    at(AFTER)
    peaks = {
        count: peak([*program(), "run", _copies(base, room / f"weighed-{count}", count)]) for count in (FEW, WEIGHED)
    }
    few, many = peaks[FEW], peaks[WEIGHED]
    return None if few is None or many is None else (many - few) / (WEIGHED - FEW)


def campaign(room: Path) -> Path:
    """Play a campaign to its first turn, for which four of six players have sent orders."""
    folder = room / "base"
    if folder.exists():
        return folder
    folder.mkdir()
    (folder / "campaign.yaml").write_text(CAMPAIGN, encoding="utf-8")
    (folder / "inbox").mkdir()
    at(BEGUN)
    for text in (*BEFORE_TURN_1, ORDERS):
        (folder / "inbox" / "orders.yaml").write_text(text, encoding="utf-8")
        run([*program(), "run", folder])
    at(BEFORE)
    run([*program(), "run", folder])  # cron has come not long ago
    return folder


def at(time: str) -> None:
    """Set the clock of every command that follows."""
    os.environ["ADJUDICATOR_NOW"] = time


def _copies(base: Path, room: Path, count: int) -> Path:
    for number in range(count):
        shutil.copytree(base, room / f"{number:03d}")
    if hasattr(os, "sync"):
        os.sync()  # else a command that writes durably would pay for the copying
    return room


def _cost(rooms: Sequence[Mapping[int, Path]]) -> Cost:
    """Time, in turns, a process that only imports the libraries, and runs over one campaign, over few and over many.

    The first round only warms up. What a campaign costs is what each of many costs more than one alone.
    """
    rows = [(seconds(IMPORTS), {count: _visited(room) for count, room in made.items()}) for made in rooms][1:]
    each = [(run[MANY] - run[ONE]) / (MANY - ONE) for _, run in rows]
    small = [(run[FEW] - run[ONE]) / (FEW - ONE) for _, run in rows]
    ratios = [cost / base for cost, (base, _) in zip(each, rows, strict=True)]
    return Cost(median(each), median(ratios), median(each) / median(small))


def _visited(room: Path) -> float:
    return seconds([*program(), "run", room])
