"""A board as a game shows it, to be drawn: what all games with pieces and ghosts on cells share.

For the type checker alone: nothing imports this module when the program runs.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from adjudicator.core.phrase import Word


class PieceShown(TypedDict):
    """A piece on a board: whose; and which, where the reader may know it."""

    cell: tuple[int, int]
    """Column and row, from 1 at the top left."""
    camp: str
    player: NotRequired[str]
    """Who controls it."""
    kind: NotRequired[Word]
    """What it is, in a word."""
    own: NotRequired[bool]
    """True for the reader's own."""
    wounded: NotRequired[bool]
    came_from: NotRequired[tuple[int, int]]
    """Where it stood before, where the reader may know that; only of one that stands elsewhere now."""


class ZoneShown(TypedDict):
    """Cells that are a camp's."""

    camp: str
    cells: list[tuple[int, int]]


class MarkShown(TypedDict):
    """A cell of which the reader knows something."""

    cell: tuple[int, int]
    kind: Literal["aimed", "terrorised", "sanctified"]


class GhostsShown(TypedDict):
    """The ghosts of one camp on one cell."""

    cell: tuple[int, int]
    camp: str
    count: int
    """How many, 1 at least."""
    own: NotRequired[bool]
    """True where the reader's own is among them."""


class BoardShown(TypedDict):
    """A board as one reader sees it."""

    width: int
    """Columns."""
    height: int
    """Rows."""
    lettered: bool
    """Whether columns have letters besides their numbers."""
    wraps_across: NotRequired[bool]
    """Whether who leaves it on the left comes in on the right."""
    wraps_down: NotRequired[bool]
    """Whether who leaves it at the top comes in at the bottom."""
    zones: NotRequired[list[ZoneShown]]
    marks: NotRequired[list[MarkShown]]
    """Sorted by cell, then by kind."""
    camps: list[str]
    """All camps in campaign order, by which letters and colours are given."""
    pieces: list[PieceShown]
    """Sorted by cell."""
    ghosts: list[GhostsShown]
    """Those that the reader may see, sorted by cell, then in the order of ``camps``."""
