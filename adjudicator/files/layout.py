"""Where things lie in a campaign's folder, and JSON as it is written there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from adjudicator.core.ruleset import Stage
from adjudicator.files.errors import UnusableError

CAMPAIGN_FILE = "campaign.yaml"
UNDERSTOOD = "campaign.json"
INBOX = "inbox"
OUTBOX = "outbox"
PUBLIC = "public"
ACTS = "acts"
TURNS = "turns"
RESULT = "result"
PUBLISHED = "published.json"
BEGAN = "began.json"
MOST_COUNTED = 1 << 20
"""Bytes of an order file that are counted: what is larger may not even have been read to its end."""
VISIT = "visit.json"
LAPSED = "lapsed.json"


def stage_name(number: int, stage: Stage) -> str:
    """Return the name of the folder of the ``number``-th stage of a campaign: ``0005-turn-3``.

    Raises ``ValueError`` for a phase that is no identifier: its name could not be told from the number of a turn.
    """
    if not stage.phase.isidentifier():
        raise ValueError(f"the name of a phase is an identifier: {stage.phase!r}")
    return f"{number:04d}-{stage.label}"


_STAGE = re.compile(r"([0-9]{4,})-(\w+?)(?:-([1-9][0-9]*))?")


def stage_called(name: str) -> tuple[int, Stage] | None:
    """Return the number and the stage of which :func:`stage_name` made ``name``, or None where it made no such name."""
    found = _STAGE.fullmatch(name)
    if not found or not found[2].isidentifier():
        return None
    number, stage = int(found[1]), Stage(found[2], int(found[3] or 0))
    return (number, stage) if stage_name(number, stage) == name else None


def stages_played(folder: Path) -> list[Path]:
    """Return the folders of the stages published whole, in order, of the campaign in ``folder``."""
    turns = folder / TURNS
    return sorted((path for path in turns.iterdir() if (path / RESULT).is_dir()), key=_rank) if turns.is_dir() else []


def _rank(path: Path) -> tuple[float, str]:
    """Return by what folders of stages are sorted: their number, for 10000 comes after 9999; strange ones last."""
    number = path.name.partition("-")[0]
    return (int(number) if number.isdecimal() else float("inf")), path.name


def json_bytes(value: Any) -> bytes:
    """Return ``value`` as JSON that people can read, the same bytes for the same value."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def read_json(path: Path) -> Any:
    """Return what a file of JSON holds. Raises ``UnusableError`` when it is missing or damaged."""
    try:
        return json.loads(path.read_bytes())
    except (ValueError, FileNotFoundError) as error:
        raise UnusableError("error.damaged", file=str(path)) from error


def sealed(value: dict[str, Any]) -> bytes:
    """Return ``value`` as JSON with a hash of itself, by which :func:`read_sealed` knows that nothing has changed."""
    return json_bytes({**value, "sha256": _hash(value)})


def read_sealed(path: Path) -> dict[str, Any] | None:
    """Return what :func:`sealed` wrote at ``path``, or None when it is missing or not as it was written.

    Raises ``OSError`` when the file is there and cannot be read.
    """
    try:
        value = json.loads(path.read_bytes())
    except (ValueError, RecursionError, FileNotFoundError):
        return None
    if not isinstance(value, dict) or value.pop("sha256", None) != _hash(value):
        return None
    return value


def _hash(value: dict[str, Any]) -> str:
    from hashlib import sha256

    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
