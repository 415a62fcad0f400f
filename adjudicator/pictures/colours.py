"""A colour for each camp: the one that its name says, else one that no other camp has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.words import Vocabulary


class Colour(NamedTuple):
    """A colour in hexadecimal: on a light page, on a dark one, and in a post, whose page may be either."""

    light: str
    dark: str
    post: str


COLOURS = {
    "blue": Colour("#1d4ed8", "#8ab4ff", "#3b82f6"),
    "red": Colour("#b91c1c", "#ff8f85", "#ef4444"),
    "green": Colour("#15803d", "#5fd38d", "#16a34a"),
    "purple": Colour("#7e22ce", "#d3a6ff", "#a855f7"),
    "orange": Colour("#c2410c", "#ffb27a", "#ea7317"),
    "teal": Colour("#0f766e", "#5fd9cc", "#14a3a0"),
    "pink": Colour("#be185d", "#ff9ecb", "#ec4899"),
    "yellow": Colour("#946200", "#ffd84d", "#c08a00"),
    "brown": Colour("#78350f", "#d9a679", "#b07946"),
    "grey": Colour("#4b5563", "#c3cad5", "#808894"),
    "black": Colour("#111827", "#e5e7eb", "#6b7280"),
    "white": Colour("#64748b", "#f8fafc", "#94a3b8"),
}
"""Each dark enough on white, or light enough on black, to be read as text (a contrast of 4.5 at least)."""


def camp_colours(camps: Sequence[str], words: Vocabulary, told: Mapping[str, str]) -> dict[str, str]:
    """Return a name of ``COLOURS`` for each camp; where there are more camps than colours, they come again.

    It is the one ``told``, else that of its name: ``words`` knows the words for colours by the place ``colours``.
    """
    chosen = {camp: told[camp] for camp in camps if camp in told}
    for camp in camps:
        colour = _said(camp, words) if camp not in chosen else None
        if colour is not None and colour not in chosen.values():
            chosen[camp] = colour
    free = [colour for colour in COLOURS if colour not in chosen.values()] or list(COLOURS)
    unnamed = [camp for camp in camps if camp not in chosen]
    return chosen | {camp: free[i % len(free)] for i, camp in enumerate(unnamed)}


def _said(camp: str, words: Vocabulary) -> str | None:
    """Return the colour that a word of the camp's name says, or None."""
    meanings = (words.meaning("colours", word) for word in camp.split())
    return next((colour for colour in meanings if colour), None)
