"""What the MJ did to the course of a campaign, and the brake in his stead: holds, releases, extensions.

Each act is a file of its own in ``acts/``, written once: when, by whom, why, at which stage.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NotRequired, TypedDict

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.store import disk
from adjudicator.store.errors import UnusableError
from adjudicator.store.layout import ACTS


class Cause(TypedDict):
    """What set off the brake; times in ISO format."""

    code: str
    """``backwards``, ``never-came``, ``never-could``, ``silence``, ``repaired``, ``cut``, ``moved``, ``share`` or
    ``silent``."""
    moment: NotRequired[str]
    """When it happened; empty for a deadline that is no more."""
    n: NotRequired[int]
    """How many were missing."""
    names: NotRequired[list[str]]
    """Who was missing; empty where that was not kept."""
    awaited: NotRequired[int]
    """How many were awaited."""
    closes: NotRequired[str]
    """The end of the grace at which they were; empty where that was not kept."""


class Act(TypedDict):
    """What was done to the course of a campaign; times in ISO format."""

    act: str
    """``hold``, ``release`` or ``extend``."""
    at: str
    by: str
    stage: str
    """The name of the folder of the stage that was awaited."""
    reason: NotRequired[str]
    until: NotRequired[str]
    """The new deadline of an extension; until when a hold is meant to last."""
    cause: NotRequired[Cause]
    """Why the brake holds, in place of a reason."""


PROGRAM = "adjudicator"
"""The author of what the program does by itself."""


def acts_in(folder: Path) -> list[Act]:
    """Return the acts in the campaign's ``folder``, in their order.

    Raises ``UnusableError`` when one is damaged: whether a campaign is held must not be guessed.
    """
    return [_read(path) for path in _files(folder / ACTS)]


_OWN = re.compile(r"(\d{4,})-(?:hold|release|extend)\.json")


def _files(acts: Path) -> list[Path]:
    """Return the files of acts in their order; somebody's copy of one is none."""
    return sorted((path for path in disk.entries(acts) if _number_of(path)), key=_number_of)


def _number_of(path: Path) -> int:
    """Return the number of an act; 0 for a file that is none."""
    found = _OWN.fullmatch(path.name)
    return int(found[1]) if found else 0


def how_many(folder: Path) -> int:
    """Return how many acts there are in the campaign's ``folder``."""
    return len(_files(folder / ACTS))


def _read(path: Path) -> Act:
    kept = read_record("act", path)
    if kept is None:
        raise UnusableError("error.damaged", file=str(path))
    act: Act = kept  # type: ignore[assignment]
    return act


def record(folder: Path, act: Act) -> None:
    """Write an act into the campaign's ``folder``; the caller holds the campaign's lock."""
    acts = folder / ACTS
    disk.make_folder(acts)
    disk.clean(acts)
    number = 1 + max(map(_number_of, _files(acts)), default=0)
    disk.write_whole(acts / f"{number:04d}-{act['act']}.json", record_bytes("act", act))


def hold_in_force(acts: Sequence[Act]) -> Act | None:
    """Return the hold that nobody has released, or None."""
    last = next((act for act in reversed(acts) if act["act"] in ("hold", "release")), None)
    return last if last is not None and last["act"] == "hold" else None


def extension_of(acts: Sequence[Act], stage: str) -> Act | None:
    """Return the last extension of a stage's deadline, or None."""
    return next((act for act in reversed(acts) if act["act"] == "extend" and act["stage"] == stage), None)
