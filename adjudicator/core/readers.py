"""Who there is to read, and what is addressed to whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

_NOTHING: Mapping[str, Any] = {}


class Reader(NamedTuple):
    """One reader: ``kind`` is ``public``, ``camp``, ``player`` or ``mj``; camps and players have a ``name``."""

    kind: str
    name: str = ""

    def __str__(self) -> str:
        """Return ``public``, ``mj``, ``camp:NAME`` or ``player:NAME``."""
        return f"{self.kind}:{self.name}" if self.name else self.kind


PUBLIC = Reader("public")
MJ = Reader("mj")


def camp_reader(name: str) -> Reader:
    """Return the camp ``name`` as a reader."""
    return Reader("camp", name)


def player_reader(name: str) -> Reader:
    """Return the player ``name`` as a reader."""
    return Reader("player", name)


class Notice(NamedTuple):
    """Something truly learnt. Its ``facts`` are exactly what its readers may know.

    A notice without ``to`` is the MJ's alone: forgetting hides, it does not leak. What stands under ``said`` somebody
    has written: it is nobody's name, whatever it says.
    """

    kind: str
    facts: Mapping[str, Any] = _NOTHING
    to: Reader = MJ


class Fact(NamedTuple):
    """One line of the MJ's account: what happened, in the order in which it happened."""

    kind: str
    data: Mapping[str, Any] = _NOTHING
