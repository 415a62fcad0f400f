"""The kind of value that only this game's files hold: a squad written as a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from adjudicator.core.context import Context, Kind, read_player
from adjudicator.core.faults import Unread

_BETWEEN = re.compile(r"[,;\n/]|\s\+\s")
_AND = re.compile(r"\s+(et|and|&)\s+", re.IGNORECASE)


def read_squad(node: Any, context: Context) -> list[str]:
    """Read ``Anna, Bruno et Chloé`` as a list of players."""
    if not isinstance(node, str):
        raise Unread(("expected.squad",))
    parts = filter(None, (part.strip(" @") for part in _BETWEEN.split(node)))
    written = [name for part in parts for joined in _names(part, context) for name in _side_by_side(joined, context)]
    if not written:
        raise Unread(("expected.squad",))
    unknown = [name for name in written if context.players is not None and not _is_player(name, context)]
    if len(unknown) > 1:
        raise Unread(("expected.player",), code="unknown-players", found=", ".join(unknown))
    return [read_player(name, context) for name in written]


def _names(part: str, context: Context) -> Iterator[str]:
    """Part the names between two commas; a name may hold an « et » of its own, so the longest one is meant."""
    words = _AND.split(part)  # names and what joins them, in turn
    while words:
        sizes = range(len(words), 0, -2)
        size = next((size for size in sizes if _is_player(" ".join(words[:size]), context)), 1)
        yield " ".join(words[:size])
        words = words[size + 1 :]


def _side_by_side(text: str, context: Context) -> list[str]:
    """Part names that stand side by side with nothing but spaces between; what is not all names stays as it is."""
    words, names = text.split(), []
    while words:
        size = next((size for size in range(len(words), 0, -1) if _is_player(" ".join(words[:size]), context)), 0)
        if not size:
            return [text]
        names.append(" ".join(words[:size]))
        words = words[size:]
    return names


def _is_player(text: str, context: Context) -> bool:
    return context.players is not None and context.players.find(text) is not None


KINDS: dict[str, Kind] = {"squad": read_squad}
