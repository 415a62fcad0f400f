"""The kinds of values that only this game's files contain: lists that may be one word, and what a card is worth."""

from __future__ import annotations

import re
from typing import Any

from adjudicator.core.context import Context, Kind, read_integer, read_player, read_word
from adjudicator.core.faults import Unread


def _list_of(kind: Kind) -> Kind:
    """Return a reader of a list of one that is written without brackets."""
    return lambda node, context: [kind(node, context)]


def _read_gift(node: Any, context: Context) -> int | str:
    """Read a card by its number or by its trait. Raise ``Unread`` if it is neither."""
    try:
        return read_integer(node, context)
    except Unread:
        return str(read_word("traits")(node, context))


def _read_worths(node: Any, context: Context) -> list[int]:
    """Read what one, two and three cards are worth together: ``2, 7, 15``. Raise ``Unread`` if it is anything else."""
    worths = re.findall(r"\d+", node) if isinstance(node, str) and re.fullmatch(r"[\d\s,;/\[\]-]*", node) else []
    if len(worths) != 3 or any(len(worth) > 2 for worth in worths):
        raise Unread(("expected.worths",))
    return [int(worth) for worth in worths]


KINDS: dict[str, Kind] = {
    "trait-list": _list_of(read_word("traits")),
    "overseer-list": _list_of(read_word("overseers")),
    "player-list": _list_of(read_player),
    "gift": _read_gift,
    "gift-list": _list_of(_read_gift),
    "look": lambda node, context: {"player": read_player(node, context)},
    "worths": _read_worths,
}
