"""Where things lie in a campaign's folder, and JSON as it is written there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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


def stages_played(folder: Path) -> list[Path]:
    """Return the folders of the stages published whole, in order, of the campaign in ``folder``."""
    turns = folder / TURNS
    return sorted(path for path in turns.iterdir() if (path / RESULT).is_dir()) if turns.is_dir() else []


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
