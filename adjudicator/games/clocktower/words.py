"""The kinds of values that only this game's files contain: a pair of players, and what somebody learns."""

from __future__ import annotations

from typing import Any

from adjudicator.core.context import Context, Kind, read_boolean, read_integer, read_player, read_word
from adjudicator.core.faults import Unread
from adjudicator.games.clocktower.roles import ROLES


def read_pair(node: Any, context: Context) -> str:
    """Read two players, parted by a space or a slash: the longest known name comes first."""
    text = node.replace("/", " ") if isinstance(node, str) else ""
    words = text.split()
    for size in range(len(words) - 1, 0, -1):
        one, other = " ".join(words[:size]), " ".join(words[size:])
        if context.players is None or (context.players.find(one) and context.players.find(other)):
            return f"{read_player(one, context)}/{read_player(other, context)}"
    raise Unread(("expected.pair",))


def read_information(node: Any, context: Context) -> Any:
    """Read what somebody learns: a number, yes or no, a role, or a list of a role and players, a text."""
    if isinstance(node, list):
        return [_read_one(item, context, (read_word("roles"), read_player)) for item in node]
    return _read_one(node, context, (read_integer, read_boolean, read_word("roles"), _read_text))


def _read_one(node: Any, context: Context, kinds: tuple[Kind, ...]) -> Any:
    for kind in kinds:
        try:
            return kind(node, context)
        except Unread as unread:
            last = unread
    raise Unread(("expected.information",), lambda: last.nearest)


def _read_text(node: Any, context: Context) -> str:
    """Read what the MJ lets a Spy read in place of the grimoire; what is nearly a role is a role mistyped."""
    near = context.vocabulary.nearest("roles", node, context.language) if isinstance(node, str) else None
    if near is None and isinstance(node, str) and node.strip():
        return node
    raise Unread(("expected.information",), near)


def read_seated(node: Any, context: Context) -> str:
    """Read a role that a seat may have: Travellers and Fabled are known, and refused with that reason."""
    role = str(read_word("roles")(node, context))
    if role not in ROLES:
        raise Unread((), code="role-not-played", found=str(node))
    return role


def read_moment(node: Any, context: Context) -> str:
    """Read a half, as « night 2 » or « jour 1 »; return it as ``night 2``."""
    word, _, number = node.strip().rpartition(" ") if isinstance(node, str) else ("", "", "")
    half = context.vocabulary.meaning("halves", word) if word else None
    if half is None or not number.isdecimal() or not 1 <= int(number) <= 99:
        raise Unread(("expected.moment",))
    return f"{half} {int(number)}"


KINDS: dict[str, Kind] = {
    "moment": read_moment,
    "pair": read_pair,
    "information": read_information,
    "seated": read_seated,
}
