"""A shape for each camp: who cannot tell its colour from another, or has printed the page, tells it by its shape."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

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
