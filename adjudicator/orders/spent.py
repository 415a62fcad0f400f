"""Verdicts that count for nothing any more, since others came after them: where there are many they are not read.

``spent.json`` in a stage's folder says which files up to a number are still needed: without the others the table is the
same, whatever comes (``table.needed``). It is believed only while all these files lie there as they lay then, by their
names, and the verdicts by their sizes and times as well. Nothing is ever made of it but that a verdict is not opened:
orders count by their own verdict alone. Before a stage is played it is taken away, and each verdict is read.

It is made again at any time, and where it is lost or damaged all is read.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.store.disk import write_all
from adjudicator.store.errors import UnusableError
from adjudicator.store.layout import ORDERS

SPENT = "spent.json"


def spent_in(stage: Path, lying: Mapping[str, int], basis: str) -> set[int]:
    """Return the numbers of the files that are not needed, of those ``lying`` in a stage's folder (number by name).

    ``basis`` is what the verdicts stand on besides: of another nothing is known, nor of what a later version noted.
    Raises ``OSError`` when it may not be read.
    """
    known = None
    with suppress(UnusableError):
        known = read_record("spent", stage / SPENT)
    if known is None or known["basis"] != basis:
        return set()
    below = {name: number for name, number in lying.items() if number <= known["last"]}
    if _how_they_lie(stage, below) != known["lay"]:
        return set()
    numbers = set(below.values())
    return numbers.difference(known["needed"]) if numbers.issuperset(known["needed"]) else set()


def note_spent(stage: Path, lying: Mapping[str, int], basis: str, needed: Collection[int]) -> None:
    """Write down that of the files ``lying`` in a stage's folder only some numbers are ``needed``.

    The caller holds the campaign's lock, and ``lying`` is what was there before they were read. Raises ``OSError``.
    """
    lay = _how_they_lie(stage, lying)
    if lay is not None:
        known = {"basis": basis, "last": max(lying.values()), "needed": sorted(needed), "lay": lay}
        write_all(stage, {SPENT: record_bytes("spent", known)}, synced=False)


def forget_spent(stage: Path) -> bool:
    """Take away what is known of a stage, so that each verdict is read; tell whether there was anything."""
    path = stage / SPENT
    there = path.exists()
    path.unlink(missing_ok=True)
    return there


def _how_they_lie(stage: Path, names: Iterable[str]) -> str | None:
    """Return a hash of names, and of the sizes and times of verdicts; None when one of these has just gone."""
    folder = f"{stage}/{ORDERS}"
    marks = []
    for name in sorted(names):
        if name.endswith(".json"):
            try:
                known = os.stat(f"{folder}/{name}")  # noqa: PTH116 - there are thousands
            except FileNotFoundError:
                return None
            marks.append(f"{name} {known.st_size} {known.st_mtime_ns}")
        else:
            marks.append(name)
    return sha256("\n".join(marks).encode()).hexdigest()
