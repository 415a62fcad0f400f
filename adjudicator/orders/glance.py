"""What the lines of an order file tell of it even where it cannot be understood: whose it is, and for which turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.campaign.absences import stood_in_for
from adjudicator.campaign.campaign import Campaign
from adjudicator.core.context import Context
from adjudicator.core.faults import Mark
from adjudicator.core.words import fold

_LONGEST_WORD = 40
_MOST = 1 << 16
"""Characters looked at: more are no order file, and whose it is stands at its beginning."""


class Line(NamedTuple):
    """A line that begins with a word of the envelope: the canonical word, what follows it, where it stands."""

    word: str
    value: str
    mark: Mark


def lines_told(data: bytes, context: Context) -> list[Line]:
    """Return the lines of a file that begin with a word of the envelope and a colon, however broken the rest is."""
    return list(_lines(text_of(data), context))


def _lines(text: str, context: Context) -> Iterator[Line]:
    begun = inside = False
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        key, colon, value = line.partition(":")
        inside = inside and not line.isspace() and line != ""
        if not colon or len(key) > _LONGEST_WORD or key[:1].isspace():
            continue
        word = context.vocabulary.meaning("envelope", key)
        if word != "player":  # an order that has lost its indentation may name a player of its own
            inside = begun and word is None and (inside or not value.strip())
        begun |= word is not None
        if word is not None and not inside:
            yield Line(word, value.partition(" #")[0].strip(" \t\u00a0\u202f\"'«»"), Mark(number))


def text_of(data: bytes, most: int = _MOST) -> str:
    """Return the text of a file, also of one in an encoding of Windows, which is refused for it; not endless."""
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")[:most]
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")[:most]


def senders(lines: Sequence[Line], campaign: Campaign, context: Context) -> dict[str, Mark]:
    """Return by whom a file says that it is, each with its first place: players' names where they are known.

    Nobody, where it is a table of several players' orders. A substitute's name means the one for whom he stands in.
    """
    found: dict[str, Mark] = {}
    if any(line.word == "players" for line in lines):
        return found
    for line in lines:
        if line.word == "player" and fold(line.value):
            found.setdefault(_meant(line.value, campaign, context), line.mark)
    return found


def _meant(name: str, campaign: Campaign, context: Context) -> str:
    known = context.players.find(name) if context.players else None
    stood_in = stood_in_for(campaign.plain, name)
    return known or (stood_in[0] if len(stood_in) == 1 else name)
