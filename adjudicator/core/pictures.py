"""The content of a game's pictures as plain data: boards, tracks, grids of marks, cards, circles of seats.

These types serve the type checker only; nothing imports this module at run time.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from adjudicator.core.faults import Phrase, PhraseArgument, Word

# Boards ------------------------------------------------------------------------------------------------------


class PieceShown(TypedDict):
    """A piece on a board: its owner's camp, and its kind if the reader may know it."""

    cell: tuple[int, int]
    """Column and row, from 1 at the top left."""
    camp: str
    player: NotRequired[str]
    """The player who controls it."""
    kind: NotRequired[Word]
    """The word for its kind."""
    own: NotRequired[bool]
    """True for the reader's own piece."""
    wounded: NotRequired[bool]
    came_from: NotRequired[tuple[int, int]]
    """The previous cell, if the reader may know it; only for a piece that has moved."""


class ZoneShown(TypedDict):
    """The starting cells of a camp."""

    camp: str
    cells: list[tuple[int, int]]


class MarkShown(TypedDict):
    """A cell about which the reader knows something."""

    cell: tuple[int, int]
    kind: Literal["aimed", "changed", "terrorised", "sanctified"]
    """``changed`` marks a cell whose content differs from the step before, when a turn is shown step by step."""


class ActShown(TypedDict):
    """What a piece tried to do on another cell, if the reader may know it."""

    camp: str
    start: tuple[int, int]
    """The cell of the piece when it tried."""
    end: tuple[int, int]
    """The target cell; one step beyond the board if the piece walked against an edge."""
    success: bool
    what: Phrase
    """The whole attempt in words."""


class GhostsShown(TypedDict):
    """The ghosts of one camp on one cell."""

    cell: tuple[int, int]
    camp: str
    count: int
    """The number of ghosts, at least 1."""
    own: NotRequired[bool]
    """True if the reader's own ghost is among them."""


class BoardShown(TypedDict):
    """A board as one reader sees it."""

    width: int
    """The number of columns."""
    height: int
    """The number of rows."""
    lettered: bool
    """Whether columns have letters besides their numbers."""
    wraps_across: NotRequired[bool]
    """Whether a piece that leaves the board on the left comes in on the right."""
    wraps_down: NotRequired[bool]
    """Whether a piece that leaves the board at the top comes in at the bottom."""
    zones: NotRequired[list[ZoneShown]]
    marks: NotRequired[list[MarkShown]]
    """Sorted by cell, then by kind."""
    acts: NotRequired[list[ActShown]]
    """In the order in which they were attempted."""
    camps: list[str]
    """All camps in campaign order, which decides their letters and colours."""
    pieces: list[PieceShown]
    """Sorted by cell."""
    ghosts: list[GhostsShown]
    """The ghosts that the reader may see, sorted by cell, then in the order of ``camps``."""


# Tracks and grids --------------------------------------------------------------------------------------------


class StationShown(TypedDict):
    """A station of a track: one of the steps that a game takes one after the other."""

    label: Phrase
    """The text above it."""
    text: str
    """The few characters inside it; empty if its state says everything."""
    state: Literal["good", "bad", "next", "open"]
    """Its result; ``next`` marks the station that may come next, ``open`` the ones after it."""
    notes: list[Phrase]
    """Remarks below it, each a word or two."""
    names: list[str]
    """The players who took part, below the remarks."""


class TrackShown(TypedDict):
    """The steps of a game, station by station."""

    stations: list[StationShown]


class CameShown(TypedDict):
    """The final result of what was agreed to in a column."""

    state: Literal["good", "bad", "next"]
    """``next`` while the result is not known."""
    text: str
    """A character or two; empty while the result is not known."""


class ColumnShown(TypedDict):
    """A column of a grid: a proposal that was made."""

    group: str
    """The heading above it; neighbouring columns with the same heading are drawn together."""
    label: str
    aim: NotRequired[str]
    """The subject of the proposal, if the heading does not already say it."""
    state: Literal["good", "bad", "next", "none"]
    """Whether it was agreed to; ``next`` while that is open, ``none`` if nobody was asked."""
    total: str
    """Its total in a few characters; empty if it has none."""
    came: NotRequired[CameShown]


class CellShown(TypedDict):
    """What one player did in one column."""

    mark: Literal["yes", "no", "none"]
    chosen: NotRequired[bool]
    """True if the player was chosen in this proposal."""
    leads: NotRequired[bool]
    """True if the player was the leader in this column."""
    assumed: NotRequired[bool]
    """True if the player sent nothing, and the mark is what was counted instead."""


class RowShown(TypedDict):
    """A row of a grid: one player."""

    name: str
    note: NotRequired[str]
    """A remark about the player."""
    side: NotRequired[Literal["good", "bad"]]
    """The player's side, if the reader may know it."""
    leads: NotRequired[bool]
    """True for the player who leads now."""
    own: NotRequired[bool]
    """True for the reader."""
    cells: list[CellShown]
    """One cell for each column."""


class GridShown(TypedDict):
    """Which player did what, column by column."""

    captions: dict[str, Phrase]
    """The captions of the lines above and below the rows: ``groups``, ``labels``, ``aims``, ``totals``, ``came``."""
    columns: list[ColumnShown]
    rows: list[RowShown]


# Circles -----------------------------------------------------------------------------------------------------


class NoteShown(TypedDict):
    """A reminder beside a token."""

    text: Phrase
    pale: bool
    """Whether it does not hold at present."""


class TokenShown(TypedDict):
    """A seat at the table, with the token that lies before it."""

    name: str
    role: NotRequired[PhraseArgument]
    """The role on the token, if the reader may know it."""
    letter: NotRequired[str]
    """A character or two on the token."""
    side: NotRequired[Literal["good", "bad"]]
    """The player's side, if the reader may know it."""
    reversed: NotRequired[bool]
    """True if the side is not that of the role: the token is turned round."""
    dead: bool
    ghost: bool
    """Whether a dead player still has a vote."""
    notes: list[NoteShown]


class CircleShown(TypedDict):
    """Who sits at the table, clockwise."""

    seats: list[TokenShown]


# Cards -------------------------------------------------------------------------------------------------------


class CardShown(TypedDict):
    """A card before a player or in a hand."""

    number: str
    """The number by which it is named; empty if it has none."""
    text: PhraseArgument
    """What is written on it; empty if the reader does not know it."""
    colour: str
    """The name of its colour; empty if the reader does not know it."""
    shape: int
    """The number of its shape, which tells it apart without its colour."""
    down: bool
    """Whether it is hidden from the others."""


class CardRowShown(TypedDict):
    """The cards of one player."""

    heading: Phrase
    cards: list[CardShown]


class CardsShown(TypedDict):
    """Cards as they lie on a table, a row for each player."""

    rows: list[CardRowShown]


# Pictures ----------------------------------------------------------------------------------------------------


class Picture(TypedDict):
    """A picture: its ``kind`` says which of these types it ``shows``."""

    kind: Literal["board", "track", "grid", "circle", "cards"]
    title: Phrase
    """What the picture shows, in a few words."""
    shows: Any
    """A ``BoardShown``, ``TrackShown``, ``GridShown``, ``CircleShown`` or ``CardsShown``."""
