"""The look of pictures: the type of a drawing, the colours and shapes of camps, and the shortening of names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.words import Vocabulary

if TYPE_CHECKING:
    from adjudicator.core.faults import PhraseArgument
    from adjudicator.core.pictures import GhostsShown, PieceShown


class Look(NamedTuple):
    """How camps look, and how text is written in pictures."""

    colours: Mapping[str, str]
    """The CSS class of each camp's colour."""
    shapes: Mapping[str, int]
    """The number of each camp's shape, see :func:`outline`."""
    letters: Mapping[str, str]
    """The text on a camp's piece whose kind is unknown; empty where shapes already distinguish camps."""
    said: Callable[[PhraseArgument], str]
    escaped: Callable[[str], str]
    """Escapes text for SVG."""
    about: Callable[[PieceShown | GhostsShown], str]
    """Returns the escaped description of a piece or of ghosts, shown as a tooltip."""

    def written(self, what: PhraseArgument, longest: int) -> str:
        """Return ``what`` as escaped text of at most ``longest`` characters."""
        return self.escaped(shortened(self.said(what), longest))


class Drawing(NamedTuple):
    """SVG elements, and the box they are drawn in, in SVG units."""

    left: int
    top: int
    width: int
    height: int
    elements: str
    edge: int = 0
    """The width on the left that stays in sight when a wide drawing is scrolled; 0 if nothing does."""
    at_edge: str = ""
    """The elements within that width."""


def shortened(text: str, longest: int) -> str:
    """Return a text of at most ``longest`` characters; an ellipsis replaces what is cut off."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def told_apart(names: Iterable[str], longest: int) -> dict[str, str]:
    """Return a short form of at most ``longest`` characters for each name.

    If several names would be cut to the same text, their middle is left out instead of their end.
    """
    cut = {name: shortened(name, longest) for name in names}
    alike = Counter(cut.values())
    half = longest // 2
    return {name: f"{name[:half]}…{name[half + 1 - longest :]}" if alike[cut[name]] > 1 else cut[name] for name in cut}


# The colour of each camp: the one its name mentions, otherwise one that no other camp has.


class Colour(NamedTuple):
    """A colour as hexadecimal values for each use.

    ``light`` and ``dark`` are for text on a light or dark page, ``post`` for text in a forum post, whose page may be
    either. ``token`` fills a token in a picture, whatever the page, and ``on`` is the colour of the text on it.
    """

    light: str
    dark: str
    post: str
    token: str
    on: str = "#ffffff"


_INK = "#14171c"
"""The text colour on a light token."""

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
"""The colours that camps may have, in the order in which they are assigned.

Each has a contrast of at least 4.5 on its page, so that text can be read. The tokens of the first ones can also be
distinguished by people with colour blindness.
"""


def camp_colours(camps: Sequence[str], words: Vocabulary, told: Mapping[str, str]) -> dict[str, str]:
    """Return a name of ``COLOURS`` for each camp; if there are more camps than colours, colours are reused.

    A camp gets the colour in ``told``, otherwise the one its name mentions: ``words`` has the words for colours at the
    place ``colours``.
    """
    chosen = {camp: told[camp] for camp in camps if camp in told}
    for camp in camps:
        colour = _said(camp, words) if camp not in chosen else None
        if colour is not None and colour not in chosen.values():
            chosen[camp] = colour
    free = [colour for colour in COLOURS if colour not in chosen.values()] or list(COLOURS)
    unnamed = [camp for camp in camps if camp not in chosen]
    return chosen | {camp: free[i % len(free)] for i, camp in enumerate(unnamed)}


@lru_cache(maxsize=256)  # needed for every report of a stage
def _said(camp: str, words: Vocabulary) -> str | None:
    """Return the colour that a word of the camp's name means, or None."""
    meanings = (words.meaning("colours", word) for word in camp.split())
    return next((colour for colour in meanings if colour), None)


# The shape of each camp, which distinguishes camps for people who cannot tell the colours apart, and in print.


Points = Sequence[tuple[float, float]]


def _regular(corners: int, turned: float = 0.0, size: float = 1.0) -> Points:
    """Return the corners of a regular polygon; the first is at the top, turned by ``turned`` of a full circle."""
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
"""The corners of each shape around (0;0), about as large as a circle of radius 1."""

STAR = len(_SHAPES) - 1
"""The number of the star among the shapes."""

SHAPES = len(_SHAPES)
"""The number of shapes; if there are more camps, shapes are reused."""


def outline(shape: int, radius: float, x: float = 0, y: float = 0) -> str:
    """Return the SVG path of a shape around (``x``;``y``).

    ``shape`` counts from 0; numbers beyond the last shape start again at the first.
    """
    corners = _SHAPES[shape % SHAPES]
    if not corners:
        arc = f"a{radius:g} {radius:g} 0 1 0"
        return f"M{x - radius:g} {y:g}{arc} {2 * radius:g} 0{arc}-{2 * radius:g} 0z"
    return "M" + "L".join(f"{_short(x + dx * radius)} {_short(y + dy * radius)}" for dx, dy in corners) + "z"


def _short(value: float) -> str:
    return f"{round(value, 1) + 0:g}"
