"""How what is drawn looks, and what a drawing is: elements of SVG in a box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.words import Vocabulary

if TYPE_CHECKING:
    from adjudicator.core.faults import Filling
    from adjudicator.core.pictures import GhostsShown, PieceShown


class Look(NamedTuple):
    """How camps look, and how words are written."""

    colours: Mapping[str, str]
    """By camp, the class of its colour."""
    shapes: Mapping[str, int]
    """By camp, the number of its shape."""
    letters: Mapping[str, str]
    """By camp, what stands on a piece of which nothing is known; empty where shapes tell them apart."""
    said: Callable[[Filling], str]
    escaped: Callable[[str], str]
    """Keeps a text text in SVG."""
    about: Callable[[PieceShown | GhostsShown], str]
    """Says, escaped, what a piece or ghosts are, to who points at them."""

    def written(self, what: Filling, longest: int) -> str:
        """Return what is said, escaped, in at most so many characters."""
        return self.escaped(shortened(self.said(what), longest))


class Drawing(NamedTuple):
    """Elements of SVG and the box that they are drawn in, in its own units."""

    left: int
    top: int
    width: int
    height: int
    elements: str
    edge: int = 0
    """How much of it, from the left, is to stay in sight where the rest is too wide to be seen at once; 0 for none."""
    at_edge: str = ""
    """The elements that stand there."""


def shortened(text: str, longest: int) -> str:
    """Return a text of at most so many characters; what is cut off is told by an ellipsis."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def told_apart(names: Iterable[str], longest: int) -> dict[str, str]:
    """Return names by what is written of them in at most so many characters.

    Of names that would be cut to the same, the middle is left out instead of the end.
    """
    cut = {name: shortened(name, longest) for name in names}
    alike = Counter(cut.values())
    half = longest // 2
    return {name: f"{name[:half]}…{name[half + 1 - longest :]}" if alike[cut[name]] > 1 else cut[name] for name in cut}


# A colour for each camp: the one that its name says, else one that no other camp has.


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


# A shape for each camp: who cannot tell its colour from another, or has printed the page, tells it by its shape.


Points = Sequence[tuple[float, float]]


def _regular(corners: int, turned: float = 0.0, size: float = 1.0) -> Points:
    """Return the corners of a regular polygon; the first is at the top, ``turned`` by a part of a circle."""
    angles = [2 * pi * (corner / corners + turned) - pi / 2 for corner in range(corners)]
    return [(size * cos(angle), size * sin(angle)) for angle in angles]


def _star(corners: int, inner: float, size: float) -> Points:
    outside, inside = _regular(corners, size=size), _regular(corners, 0.5 / corners, size * inner)
    return [point for pair in zip(outside, inside, strict=True) for point in pair]


def _cross(half: float, size: float) -> Points:
    near, far = half * size, size
    quarter = [(-near, -far), (near, -far), (near, -near)]
    turned = [quarter, [(-y, x) for x, y in quarter], [(-x, -y) for x, y in quarter], [(y, -x) for x, y in quarter]]
    return [point for corner in turned for point in corner]


_SHAPES: tuple[Points, ...] = (
    (),  # a circle has no corners
    _regular(4, size=1.22),
    _regular(4, 1 / 8, size=1.28),
    [(x, y + 0.2) for x, y in _regular(3, size=1.36)],
    _regular(6, size=1.12),
    _cross(0.48, 1.08),
    [(x, y - 0.2) for x, y in _regular(3, 1 / 2, size=1.36)],
    _star(5, 0.55, 1.36),
)
"""Around (0;0), each about as large as a circle of radius 1: the corners."""

STAR = len(_SHAPES) - 1
"""The number of the star."""

SHAPES = len(_SHAPES)
"""How many shapes there are; where there are more camps they come again."""


def outline(shape: int, radius: float, x: float = 0, y: float = 0) -> str:
    """Return the path of a shape around (``x``;``y``), as SVG draws it.

    ``shape`` counts from 0, and anew behind the last.
    """
    corners = _SHAPES[shape % SHAPES]
    if not corners:
        arc = f"a{radius:g} {radius:g} 0 1 0"
        return f"M{x - radius:g} {y:g}{arc} {2 * radius:g} 0{arc}-{2 * radius:g} 0z"
    return "M" + "L".join(f"{_short(x + dx * radius)} {_short(y + dy * radius)}" for dx, dy in corners) + "z"


def _short(value: float) -> str:
    return f"{round(value, 1) + 0:g}"
