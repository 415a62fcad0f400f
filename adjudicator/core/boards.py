"""A board as a game shows it, to be drawn: what all games with pieces and ghosts on cells share.

For the type checker alone: nothing imports this module when the program runs.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

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
    camps: list[str]
    """All camps in campaign order, by which letters and colours are given."""
    pieces: list[PieceShown]
    """Sorted by cell."""
    ghosts: list[GhostsShown]
    """Those that the reader may see, sorted by cell, then in the order of ``camps``."""
