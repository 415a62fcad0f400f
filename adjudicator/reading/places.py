"""Where a character of a text stands."""

from __future__ import annotations

from adjudicator.core.faults import Mark


def mark_at(text: str, index: int) -> Mark:
    """Return the line and column of the character at ``index``."""
    return Mark(text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))
