"""The file of an export read: whole, of a shape that this version knows, with nothing in it that is out of all bounds.

Whoever verifies an export has it from somebody whom he need not trust: whatever stands in it is told in a sentence, and
soon.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from adjudicator.campaign.editions import upgraded
from adjudicator.proof.export import Export
from adjudicator.reading.schemas import load_schema
from adjudicator.reading.validation import fits
from adjudicator.rulesets import GAMES, game
from adjudicator.speech.catalogue import catalogue
from adjudicator.store.disk import UnusableError, read_file
from adjudicator.store.layout import stage_called
from adjudicator.store.signed_json import is_as_sealed, read_sealed

_DEEPEST = 50
_GREATEST = 1_000_000
"""How deep lists and objects of an export lie in one another, and how great its numbers are at most: far beyond what
any game needs, far below what takes long."""
_LARGEST = 1 << 26
"""Bytes of an export."""


def read_export(path: Path) -> Export:
    """Return the export in a file; its shape is that of ``schemas/export.schema.json``.

    Raises ``UnusableError`` for what is none, is cut short, has a changed byte, or is of a later version.
    """
    if path.stat().st_size > _LARGEST:
        raise UnusableError("verify.export.none", file=str(path))
    data = read_file(path)
    try:
        written = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UnusableError("verify.export.damaged", file=str(path)) from error
    if not _has_parts(written):
        raise UnusableError("verify.export.none", file=str(path))
    if not _is_bounded(written):
        raise UnusableError("verify.export.shape")
    kept = read_sealed(path)
    if kept is None or not is_as_sealed(kept, data):
        raise UnusableError("verify.export.damaged", file=str(path))
    return _of_this_version(kept, path)


def looks_like_export(path: Path) -> bool:
    """Tell whether a file is an export, of whatever version, or was one: it may have been changed since."""
    if not path.is_file() or path.stat().st_size > _LARGEST:
        return False
    try:
        written = json.loads(read_file(path))
    except (ValueError, RecursionError, OSError):
        return False
    return _has_parts(written)


def _has_parts(written: object) -> bool:
    return isinstance(written, dict) and "seed_hash" in written and "stages" in written


def _of_this_version(kept: dict[str, Any], path: Path) -> Export:
    if kept.get("game") not in list(GAMES) or "format" not in kept:
        raise UnusableError("error.later-format", file=str(path))
    try:
        kept = upgraded("export", kept, path)
    except (AttributeError, KeyError, TypeError, ValueError) as error:  # an earlier one of whatever shape
        raise UnusableError("verify.export.shape") from error
    if not fits(kept, load_schema("urn:adjudicator:export")):
        raise UnusableError("verify.export.shape")
    export: Export = kept  # type: ignore[assignment]
    if export.get("edition", 1) not in game(export["game"]).editions:
        raise UnusableError("error.later-rules", file=str(path))
    if not all(is_stage(row["stage"], export["game"]) for row in export["stages"]):
        raise UnusableError("verify.export.shape")
    return export


def is_stage(name: str, game_id: str) -> bool:
    """Tell whether a folder of a game's stage may have that name: a game has words for its phases alone."""
    called = stage_called(name)
    return called is not None and catalogue("fr", game_id).has(f"phase.{called[1].phase}")


def _is_bounded(written: Any) -> bool:
    """Tell whether nothing lies too deep, and no number is too great; an export has whole numbers alone."""
    level = [written]
    for _ in range(_DEEPEST):
        inner = [part for part in level if isinstance(part, (dict, list))]
        if not inner:
            return True
        level = [one for part in inner for one in (part.values() if isinstance(part, dict) else part)]
        if any(isinstance(one, float) or (isinstance(one, int) and abs(one) > _GREATEST) for one in level):
            return False
    return False
