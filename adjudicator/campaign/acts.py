"""What the MJ did to the course of a campaign, and the brake in his stead: holds, releases, extensions.

Each act is a file of its own in ``acts/``, written once: when, by whom, why, at which stage.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from adjudicator.core.plain import Plain
from adjudicator.store import disk
from adjudicator.store.errors import UnusableError
from adjudicator.store.layout import ACTS
from adjudicator.store.sealed import read_sealed, sealed

PROGRAM = "adjudicator"
"""The author of what the program does by itself."""


def acts_in(folder: Path) -> list[Plain]:
    """Return the acts in the campaign's ``folder``, in their order.

    Each has ``act`` (``hold``, ``release``, ``extend``), ``at`` (a time in ISO format), ``by``, ``stage`` (the name of
    its folder) and ``reason``; an extension has ``until``, and a hold may have one; a hold by the brake has a ``cause``
    in place of a reason.
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


def _read(path: Path) -> Plain:
    act = read_sealed(path)
    if act is None:
        raise UnusableError("error.damaged", file=str(path))
    return act


def record(folder: Path, act: str, at: datetime, by: str, stage: str, **more: Any) -> Plain:
    """Write an act into the campaign's ``folder`` and return it; the caller holds the campaign's lock."""
    acts = folder / ACTS
    disk.make_folder(acts)
    disk.clean(acts)
    number = 1 + max(map(_number_of, _files(acts)), default=0)
    done = {"act": act, "at": at.isoformat(), "by": by, "stage": stage, **more}
    disk.write_whole(acts / f"{number:04d}-{act}.json", sealed(done))
    return done


def hold_in_force(acts: Sequence[Plain]) -> Plain | None:
    """Return the hold that nobody has released, or None."""
    last = next((act for act in reversed(acts) if act["act"] in ("hold", "release")), None)
    return last if last is not None and last["act"] == "hold" else None


def extension_of(acts: Sequence[Plain], stage: str) -> Plain | None:
    """Return the last extension of a stage's deadline, or None."""
    return next((act for act in reversed(acts) if act["act"] == "extend" and act["stage"] == stage), None)
