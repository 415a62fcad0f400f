"""The kinds of values that only this game's files contain: a squad written as a sentence, cards given, and a deck."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from adjudicator.core.conditions import listed
from adjudicator.core.context import Context, Kind, read_player
from adjudicator.core.faults import Unread

_BETWEEN = re.compile(r"[,;\n/]|\s\+\s")
_AND = re.compile(r"\s+(et|and|&)\s+", re.IGNORECASE)
_LONGEST = 19
"""More words than any name has. Without a limit, a long text of unknown names is read for hours."""


def read_squad(node: Any, context: Context) -> list[str]:
    """Read text such as ``Anna, Bruno et Chloé`` as a list of players. Raise ``Unread`` if this is impossible."""
    if not isinstance(node, str):
        raise Unread(("expected.squad",))
    parts = filter(None, (part.strip() for part in _BETWEEN.split(node.replace("@", " "))))
    written = [name for part in parts for joined in _names(part, context) for name in _side_by_side(joined, context)]
    if not written:
        raise Unread(("expected.squad",))
    unknown = [name for name in written if context.players is not None and not _is_player(name, context)]
    if len(unknown) > 1:
        raise Unread(("expected.player",), code="unknown-players", found=", ".join(unknown))
    return [read_player(name, context) for name in written]


def _names(part: str, context: Context) -> Iterator[str]:
    """Yield the names between two commas; as a name may contain « et », the longest known name is taken."""
    words = _AND.split(part)  # names and the words that join them, alternately
    while words:
        sizes = range(min(len(words), _LONGEST), 0, -2)
        size = next((size for size in sizes if _is_player(" ".join(words[:size]), context)), 1)
        yield " ".join(words[:size])
        words = words[size + 1 :]


def _side_by_side(text: str, context: Context) -> list[str]:
    """Return the names in a text that only spaces separate; return a text that is not all names as one item."""
    words, names = text.split(), []
    while words:
        sizes = range(min(len(words), _LONGEST), 0, -1)
        size = next((size for size in sizes if _is_player(" ".join(words[:size]), context)), 0)
        if not size:
            return [text]
        names.append(" ".join(words[:size]))
        words = words[size:]
    return names


def _is_player(text: str, context: Context) -> bool:
    return context.players is not None and context.players.find(text) is not None


_GIFT = re.compile(r"(.+?)\s*(?:->|→|[:=]|\sà\s|\sto\s)\s*(.+)", re.IGNORECASE)


def read_gifts(node: Any, context: Context) -> list[dict[str, str]]:
    """Read ``Surveillance à Anna, Confidence à Bruno``, or cards with their receivers as keys and values.

    Rows of ``{complot: …, à: …}`` are read one by one, elsewhere: the refusal shows such a list.
    """
    if isinstance(node, dict):
        pairs = [(left, right) for left, value in node.items() for right in listed(value)]
    else:
        rows = [_GIFT.fullmatch(part.strip()) for part in _CARDS.split(str(node))]
        pairs = [(row[1], row[2]) if row else ("", "") for row in rows]
    gifts = [_gift(left, right, context) or _gift(right, left, context) for left, right in pairs]
    if not gifts or None in gifts:
        row = ", ".join(f"{context.word('gift', key)}: …" for key in ("plot", "to"))
        raise Unread(("expected.gifts", f"[{{{row}}}, {{{row}}}]"))
    return [gift for gift in gifts if gift]


def _gift(card: Any, player: Any, context: Context) -> dict[str, str] | None:
    plot = context.vocabulary.meaning("plots", card)
    return {"plot": plot, "to": read_player(player, context)} if plot and _is_player(player, context) else None


_CARDS = re.compile(r"[,;\n/]|\s(?:\+|et|and|&)\s", re.IGNORECASE)
_COPIES = re.compile(r"(?:(\d+)\s*[x×]?\s*)?(.+?)(?:\s*[:=x×]\s*(\d+))?")


def read_plan(node: Any, context: Context) -> Any:
    """Read which deck of Le Plan is played: false for none, a deck by name, or how many there are of each card.

    ``2 défiance, Confidence`` and ``défiance: 2`` are such lists; ``Unread`` is raised for anything else.
    """
    words = context.vocabulary
    if words.meaning("booleans", node) == "false" or words.meaning("nothing", node):
        return False
    if deck := "early" if words.meaning("booleans", node) == "true" else words.meaning("decks", node):
        return deck
    rows = [_COPIES.fullmatch(part.strip()) for part in _CARDS.split(node.strip(" {}"))]
    counts: dict[str, int] = {}
    for row in rows:
        card = words.meaning("plots", row[2]) if row else None
        if row is None or card is None:
            near = row and words.nearest("plots", row[2], context.language)
            raise Unread(("expected.plan",), near)
        counts[card] = counts.get(card, 0) + int(row[1] or row[3] or 1)
    return counts


KINDS: dict[str, Kind] = {"squad": read_squad, "gifts": read_gifts, "plan": read_plan}
