"""What answers the one thing that is asked of everybody: « oui », « ok pour moi », « Zoé : oui »."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.reading.prose import Said
from adjudicator.reading.sheet import Sheet

_PART = re.compile(r"(?P<text>.*?)(?P<sign>[.:!?\n]+|\s[-–—]\s|\Z)", re.DOTALL)
_SMALLER = re.compile(r"[,;()]+")


class Answer(NamedTuple):
    """The values that stand alone in a text, each for an order; and the parts of the text that are none."""

    said: list[Said]
    rest: list[str]


def answer(sheet: Sheet, text: str, owed: Sequence[str]) -> Answer:
    """Return what of a ``text`` is the value of an order that is ``owed``, and nothing else besides.

    A name alone, before a colon or at either end, says whose it is and is no squad of one. What is asked answers
    nothing.
    """
    found = _signed(sheet, list(_parts(sheet, text, owed)), text)
    valued = [number for number, (_, said) in enumerate(found) if said]
    lone = [number for number in valued if _is_name(sheet, found[number][0])]
    if len(valued) > 1 and lone == valued:
        said = _value(sheet, ", ".join(found[number][0] for number in valued), owed)
        return Answer([said] if said else [], [part for part, none in found if not none])
    if len(valued) > 1 and lone and lone[0] in (0, len(found) - 1):
        found[lone[0]] = (found[lone[0]][0], None)
    return Answer([said for _, said in found if said], [part for part, said in found if not said])


def _signed(sheet: Sheet, found: list[tuple[str, Said | None]], text: str) -> list[tuple[str, Said | None]]:
    """Return the parts of a text without the value of the one that says by a name whose it is, where one does."""
    lone = [number for number, (part, said) in enumerate(found) if said and _is_name(sheet, part)]
    begins = lone[:1] == [0] and text.strip()[len(found[0][0]) :].lstrip().startswith(":")
    alone = [number for number, (_, said) in enumerate(found) if said] == lone[:1]
    if begins or (alone and lone and lone[0] in (0, len(found) - 1)):
        found[lone[0]] = (found[lone[0]][0], None)
    return found


def _parts(sheet: Sheet, text: str, owed: Sequence[str]) -> Iterator[tuple[str, Said | None]]:
    """Return the parts of a text with the value that each is; one that is none as a whole between its commas."""
    for part in _PART.finditer(text):
        known = () if "?" in part["sign"] else owed
        said = _value(sheet, part["text"], known)
        for piece in [part["text"]] if said else _SMALLER.split(part["text"]):
            if piece.strip():
                yield piece.strip(), said or _value(sheet, piece, known)


def _value(sheet: Sheet, text: str, owed: Sequence[str]) -> Said | None:
    return next((said for order in owed if (said := sheet.ear.answers(order, text))), None)


def _is_name(sheet: Sheet, text: str) -> bool:
    players = sheet.context.players
    return players is not None and players.find(text) is not None
