"""Campaigns and commands at a time that a test chooses.

``at`` sets the clock of every command that follows; a test file that uses it restores the clock with
``fresh_clock``, in a fixture of its own. Times are on the clock of Paris.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from resistance import campaigns as resistance

from adjudicator.store import disk
from adjudicator.store.layout import BEGAN, PUBLISHED
from adjudicator.store.published import sealed
from support.commands import TWO, Done, campaign, drop, read_letter, run, table

START = "2026-11-20 10:00"
"""A Friday morning: when the stage of a test's campaign begins."""
DUE = "2026-11-23 20:00"
"""The Monday when a stage that began at ``START`` is due after three days."""
THREE_DAYS = "échéance: {jours: 3}\n"


def fresh_clock() -> Iterator[None]:
    """Set the clock to ``START``, and back to the true time in the end; do not wait for the disk meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADJUDICATOR_NOW", "")
        patch.setattr(os, "fsync", lambda handle: None)  # what survives a power cut is tested elsewhere
        at(START)
        yield


def at(when: str) -> None:
    """Let it be ``when``."""
    os.environ["ADJUDICATOR_NOW"] = paris(when).isoformat()


def paris(when: str) -> datetime:
    """Return the time that a clock in Paris shows as ``when``, unless it says another zone."""
    there = datetime.fromisoformat(when)
    return there if there.tzinfo else there.replace(tzinfo=ZoneInfo("Europe/Paris"))


def told(row: str) -> str:
    """Return a time in ISO format as a clock in Paris shows it."""
    return datetime.fromisoformat(row).astimezone(ZoneInfo("Europe/Paris")).strftime("%Y-%m-%d %H:%M")


# Campaigns -----------------------------------------------------------------------------------------------------


def tsewnart(folder: Path, more: str = "", stage: str = "turn-1", text: str = TWO, began: str = START) -> Path:
    """Make ``folder`` a campaign whose ``stage`` began then; ``more`` is added to its ``campaign.yaml``."""
    campaign(folder, stage, text)
    return _begun(folder, more, began)


def fleet(folder: Path, more: str = "", stage: str = "vote", began: str = START) -> Path:
    """Make ``folder`` a campaign of the Resistance at its first ``deal``, ``proposal``, ``vote`` or ``mission``."""
    made = {
        "deal": resistance.begun,
        "proposal": resistance.dealt,
        "vote": resistance.voting,
        "mission": resistance.on_mission,
    }
    cylons = {} if stage == "deal" else {"cylons": ("Bruno", "Emma")}
    made[stage](folder, **cylons)  # type: ignore[operator]
    (folder / "inbox").mkdir(exist_ok=True)
    return _begun(folder, more, began)


def _begun(folder: Path, more: str, began: str) -> Path:
    at_utc = {"at": paris(began).astimezone(UTC).isoformat()}
    played = sorted(path.parent for path in folder.glob("turns/*/result"))
    shutil.rmtree(folder / "outbox", ignore_errors=True)  # a test finds the letters of its own commands there
    if played:
        (played[-1] / PUBLISHED).write_bytes(sealed({**at_utc, "by": "MJ"}))
    else:
        (folder / BEGAN).write_bytes(sealed(at_utc))
    with (folder / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(more)
    return folder


def rewrite(folder: Path, old: str, new: str) -> None:
    """Change ``campaign.yaml``: ``old``, which stands there once, becomes ``new``."""
    path = folder / "campaign.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, (old, text)
    path.write_text(text.replace(old, new), encoding="utf-8")


ALL = ("Anna", "Luc", "Max", "Paul", "Rita", "Zoé")


def put(folder: Path, *players: str, turn: int = 1, order: str = "rien") -> None:
    """Put an order file of each of these players into the inbox."""
    for second, player in enumerate(players):
        drop(folder, f"{player}.yaml", f"joueur: {player}\ntour: {turn}\nordres: {order}\n", second)


def put_table(folder: Path, *players: str, turn: int = 1, order: str = "rien", name: str = "table.yaml") -> None:
    """Put the MJ's table into the inbox, with the same order for each of these players."""
    drop(folder, name, table(turn, **dict.fromkeys(players, order)))


# What came of it -----------------------------------------------------------------------------------------------


LOOK = "À VOIR : "
"""With this begins what calls the MJ."""


def unmarked(text: str) -> str:
    """Return what cron told without the word that calls the MJ."""
    return "".join(line.replace(LOOK, "", 1) for line in text.splitlines(keepends=True))


def cron(*roots: object) -> Done:
    """Let cron come."""
    return run("run", *roots)


def stages(folder: Path) -> list[str]:
    """Return the names of the stages played."""
    return [path.parent.name for path in sorted(folder.glob("turns/*/result"))]


def status(folder: Path) -> Any:
    """Return what ``status --json`` prints."""
    done = run("status", folder, "--json")
    assert done.code == 0, done
    return done.json()


def acts(folder: Path) -> list[dict[str, Any]]:
    """Return the acts that are kept, in their order."""
    return [json.loads(path.read_bytes()) for path in sorted((folder / "acts").glob("*.json"))]


def letters(folder: Path, about: str = "") -> dict[str, dict[str, Any]]:
    """Return the letters whose names begin with ``about``, of all stages, by name: later ones in place of earlier."""
    paths = sorted((folder / "outbox").glob(f"*/{about}*.txt"))
    return {path.stem: read_letter(path) for path in paths}


def letter(folder: Path, name: str) -> str:
    """Return the text of a letter, with plain spaces; its name must begin with ``name``, and no other's."""
    (found,) = letters(folder, name).values()
    text: list[str] = found["text"]
    return "\n".join(text)


class _NoTime:
    """A clock that goes on by itself only while somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def waiting_takes_no_time(patch: pytest.MonkeyPatch) -> None:
    """Let whoever waits for a campaign's lock wait as often as he would, and no time."""
    patch.setattr(disk, "time", _NoTime())
