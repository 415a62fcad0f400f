"""The kinds of values that only this game's files contain: at whom to look, and what cards are worth."""

from __future__ import annotations

import re
from typing import Any

from adjudicator.core.context import Context, Kind, read_player
from adjudicator.core.faults import Unread


def _read_worths(node: Any, context: Context) -> list[int]:
    """Read what one, two and three cards are worth together: ``2, 7, 15``. Raise ``Unread`` if it is anything else."""
    worths = re.findall(r"\d+", node) if isinstance(node, str) and re.fullmatch(r"[\d\s,;/\[\]-]*", node) else []
    if len(worths) != 3 or any(len(worth) > 2 for worth in worths):
        raise Unread(("expected.worths",))
    return [int(worth) for worth in worths]


KINDS: dict[str, Kind] = {
    "look": lambda node, context: {"player": read_player(node, context)},
    "worths": _read_worths,
}
