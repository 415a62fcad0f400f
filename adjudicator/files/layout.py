"""Where things lie in a campaign's folder, and JSON as it is written there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from adjudicator.files.errors import UnusableError

CAMPAIGN_FILE = "campaign.yaml"
UNDERSTOOD = "campaign.json"
INBOX = "inbox"
TURNS = "turns"
RESULT = "result"


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
