"""What a game shows in a picture, as plain data: boards with pieces on cells, tracks of stations, grids of marks.

For the type checker alone: nothing imports this module when the program runs.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from adjudicator.core.faults import Phrase, Word

# Boards ------------------------------------------------------------------------------------------------------


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
    kind: Literal["aimed", "changed", "terrorised", "sanctified"]
    """``changed`` where something else stands than a moment before, in a turn that is gone through."""


class ActShown(TypedDict):
    """What a piece tried to do on another cell, where the reader may know it."""

    camp: str
    start: tuple[int, int]
    """Where it stood when it tried."""
    end: tuple[int, int]
    """The cell that it did it to; one step beyond the board where it walked against an edge."""
    success: bool
    what: Phrase
    """All of it in words."""


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
    acts: NotRequired[list[ActShown]]
    """In the order in which they were tried."""
    camps: list[str]
    """All camps in campaign order, by which letters and colours are given."""
    pieces: list[PieceShown]
    """Sorted by cell."""
    ghosts: list[GhostsShown]
    """Those that the reader may see, sorted by cell, then in the order of ``camps``."""


# Tracks and grids --------------------------------------------------------------------------------------------


class StationShown(TypedDict):
    """A station of a track: one of the steps that a game takes in a row."""

    label: Phrase
    """What stands above it."""
    text: str
    """What stands in it: a few characters; empty where its state says all."""
    state: Literal["good", "bad", "next", "open"]
    """What came of it; ``next`` is one that may be the one to come, ``open`` those after it."""
    notes: list[Phrase]
    """What is to be known of it, each in a word or two, below it."""
    names: list[str]
    """Who was there, below that."""


class TrackShown(TypedDict):
    """What a game goes through, station by station."""

    stations: list[StationShown]


class CameShown(TypedDict):
    """What came in the end of what was agreed to in a column."""

    state: Literal["good", "bad", "next"]
    """``next`` while it is not known."""
    text: str
    """A character or two; empty where nothing is known."""


class ColumnShown(TypedDict):
    """A column of a grid: a proposal that was made."""

    group: str
    """What stands above it and those beside it that have the same: they stand together."""
    label: str
    aim: NotRequired[str]
    """What it was about, where that is not the group."""
    state: Literal["good", "bad", "next", "none"]
    """What came of it: agreed to or not; ``next`` while that is open, ``none`` where nobody was asked."""
    total: str
    """Its sum, in a few characters; empty where there is none."""
    came: NotRequired[CameShown]


class CellShown(TypedDict):
    """What one did in one column."""

    mark: Literal["yes", "no", "none"]
    chosen: NotRequired[bool]
    """True for who was chosen in it."""
    leads: NotRequired[bool]
    """True for who led it."""
    assumed: NotRequired[bool]
    """True where nothing came, and the mark is what was counted."""


class RowShown(TypedDict):
    """A row of a grid: somebody at the table."""

    name: str
    note: NotRequired[str]
    """What is said of him besides."""
    side: NotRequired[Literal["good", "bad"]]
    """On which side he is, where the reader may know it."""
    leads: NotRequired[bool]
    """True for who leads now."""
    own: NotRequired[bool]
    """True for the reader himself."""
    cells: list[CellShown]
    """One for each column."""


class GridShown(TypedDict):
    """Who did what, column by column."""

    captions: dict[str, Phrase]
    """What the lines above and below are: ``groups``, ``labels``, ``aims``, ``totals``, ``came``."""
    columns: list[ColumnShown]
    rows: list[RowShown]


# Pictures ----------------------------------------------------------------------------------------------------


class BoardPicture(TypedDict):
    """A picture of a board."""

    kind: Literal["board"]
    title: Phrase
    """What it is, in a few words."""
    shows: BoardShown


class TrackPicture(TypedDict):
    """A picture of a track."""

    kind: Literal["track"]
    title: Phrase
    shows: TrackShown


class GridPicture(TypedDict):
    """A picture of a grid."""

    kind: Literal["grid"]
    title: Phrase
    shows: GridShown


Picture: TypeAlias = BoardPicture | TrackPicture | GridPicture
