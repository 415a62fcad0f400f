"""A colour for each camp: the one that its name says, else one that no other camp has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.core.words import Vocabulary


class Colour(NamedTuple):
    """A colour in hexadecimal: as text on a light page, on a dark one, and in a post, whose page may be either; and the
    fill of a token in a picture, whatever the page, with the text ``on`` it."""

    light: str
    dark: str
    post: str
    token: str
    on: str = "#ffffff"


_INK = "#14171c"
"""What is written with on a light token."""

COLOURS = {
    "blue": Colour("#1d4ed8", "#8ab4ff", "#3b82f6", "#0072b2"),
    "orange": Colour("#c2410c", "#ffb27a", "#ea7317", "#e69f00", _INK),
    "black": Colour("#111827", "#e5e7eb", "#6b7280", "#1f2430"),
    "teal": Colour("#0f766e", "#5fd9cc", "#14a3a0", "#56b4e9", _INK),
    "red": Colour("#b91c1c", "#ff8f85", "#ef4444", "#c1121f"),
    "yellow": Colour("#946200", "#ffd84d", "#c08a00", "#f5e95c", _INK),
    "green": Colour("#15803d", "#5fd38d", "#16a34a", "#009e73", _INK),
    "pink": Colour("#be185d", "#ff9ecb", "#ec4899", "#e48fbf", _INK),
    "grey": Colour("#4b5563", "#c3cad5", "#808894", "#9aa0a6", _INK),
    "brown": Colour("#78350f", "#d9a679", "#b07946", "#7a4a12"),
    "purple": Colour("#7e22ce", "#d3a6ff", "#a855f7", "#6a3d9a"),
    "white": Colour("#64748b", "#f8fafc", "#94a3b8", "#ffffff", _INK),
}
"""Each dark enough on white, or light enough on black, to be read as text (a contrast of 4.5 at least).

The tokens of the first ones are told apart by those too who do not see some colours: camps get them in this order.
"""


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


@lru_cache(maxsize=256)  # all that is written of a stage asks for them
def _said(camp: str, words: Vocabulary) -> str | None:
    """Return the colour that a word of the camp's name says, or None."""
    meanings = (words.meaning("colours", word) for word in camp.split())
    return next((colour for colour in meanings if colour), None)
