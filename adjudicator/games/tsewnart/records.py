"""The types of the plain values in views and reports (§10), one class for each record.

These types serve the type checker only; nothing imports this module at run time. Roles, orders, causes and the like are
canonical words. Lists are in roster or campaign order unless stated otherwise. A cell is ``(column, row)``.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from adjudicator.core.faults import Phrase
from adjudicator.core.pictures import BoardShown
from adjudicator.games.tsewnart.board import Cell

# The position, as it is shown --------------------------------------------------------------------------------


class Tally(TypedDict):
    """The number of pieces and ghosts that a camp has."""

    camp: str
    pieces: int
    ghosts: int | None
    """None if the reader does not see them."""


class Board(BoardShown):
    """The board as one reader sees it."""

    topology: str
    tally: list[Tally]
    """One row for each camp."""


class PublicTable(TypedDict):
    """What everybody sees of a state."""

    board: Board
    """With the ghosts that everybody sees."""
    surrendered: list[str]
    """The camps that have surrendered."""
    stop_votes: int
    """The number of players who vote to stop the game."""
    players: int
    """The number of players in the game."""
    initiative: list[str]
    """The camps in initiative order for the turn awaited; empty before turn 1 and after the end."""


class Carried(TypedDict):
    """What a piece is and what it carries."""

    role: str
    cell: Cell
    wounded: bool
    teleports: int | None
    """Uses left; None, like ``extra_moves``, if the role of the piece has no such uses."""
    extra_moves: int | None
    aimed: Cell | None
    """The cell at which it aimed successfully the turn before, if any."""
    last_terror: Cell | None
    """The cell that it terrorised successfully the turn before, if any."""


class Member(TypedDict):
    """What a player's camp knows of the player; the values of ``Carried`` are present only for a piece."""

    player: str
    unit: Literal["piece", "ghost", "nothing"]
    """What the player controls."""
    role: str | None
    """The role of the piece or ghost.

    If the player controls nothing, it is the role chosen for the player while the placement is awaited, otherwise None.
    """
    cell: NotRequired[Cell]
    """Present for a piece or a ghost."""
    wounded: NotRequired[bool]
    teleports: NotRequired[int | None]
    extra_moves: NotRequired[int | None]
    aimed: NotRequired[Cell | None]
    last_terror: NotRequired[Cell | None]


class CampTable(TypedDict):
    """What a camp sees of a state, besides what everybody sees."""

    camp: str
    members: list[Member]
    board: Board
    """With the camp's own ghosts."""


class Score(TypedDict):
    """A camp's score."""

    camp: str
    score: int


class Votes(TypedDict):
    """The voters for each vote, for the MJ; names are in alphabetical order."""

    stop: list[str]
    surrender: list[str]


class WholeTable(TypedDict):
    """A whole state, for the MJ."""

    board: Board
    """With all ghosts, whatever the option ``ghosts`` says."""
    camps: list[CampTable]
    scores: list[Score]
    votes: Votes


# The public part of a report ---------------------------------------------------------------------------------


class Zone(TypedDict):
    """The start zone of a camp."""

    camp: str
    cells: list[Cell]


class RolesTaken(TypedDict):
    """The roles that a camp took, in the order of the list of roles, which does not show who has which."""

    camp: str
    roles: list[str]


class Loss(TypedDict):
    """A player whose piece was eliminated, and the player's own camp."""

    player: str
    camp: str


class Capture(Loss):
    """A player whose piece was captured."""

    cell: Cell
    """The cell where it was captured."""
    by: str
    """The camp that has the piece now."""


class Learnt(TypedDict):
    """A fact learnt about a cell.

    The ``kind`` says what is learnt: ``revealed`` a piece or ghost there (player, camp, role), ``hallowed`` whether the
    cell is sanctified, ``examined`` a ghost there (camp, role), ``role-seen`` the piece there (camp, role),
    ``name-seen`` the player of the piece there.
    """

    kind: str
    cell: Cell
    player: NotRequired[str]
    camp: NotRequired[str]
    role: NotRequired[str]
    sanctified: NotRequired[bool]


class End(TypedDict):
    """How the game ended."""

    cause: str
    winners: list[str]
    """The winning camps."""
    scores: list[Score]


class PublicPart(PublicTable):
    """What everybody reads about a stage."""

    zones: list[Zone]
    """The start zones while the placement is awaited; otherwise empty."""
    roles_taken: list[RolesTaken]
    """The roles taken, in the report of the stage in which they were chosen; otherwise empty."""
    eliminated: list[Loss]
    """In alphabetical order of players, like ``captured``."""
    captured: list[Capture]
    learned: list[Learnt]
    """What everybody learnt, sorted by kind, cell and roster."""
    ending: End | None
    """None while the game goes on."""
    ruled: NotRequired[list[str]]
    """What the MJ tells everybody about orders ruled on; missing if there is nothing."""


class PublicReport(TypedDict):
    """The public report; all other reports contain it."""

    public: PublicPart


# The reports of camps and players ----------------------------------------------------------------------------


class Result(TypedDict):
    """The result of an order."""

    order: str
    success: bool
    reason: NotRequired[str]
    """Present only with the option ``reasons``."""


class MemberAfter(Member):
    """A player of the camp after a stage."""

    results: list[Result]
    """In the order of the rule sheet, not the order in which they happened."""


class CampPart(TypedDict):
    """What a camp is told about a stage: its position, the results of its orders, and what it learnt."""

    camp: str
    members: list[MemberAfter]
    board: Board
    learned: list[Learnt]


class CampReport(PublicReport, CampPart):
    """The report of a camp."""


class You(Member):
    """What a player controls, and the player's own camp."""

    camp: str


class OwnOrder(TypedDict):
    """One of a player's own orders as given; a declaration has no result."""

    what: Phrase
    order: NotRequired[str]
    success: NotRequired[bool]
    reason: NotRequired[str]


class PlayerPart(CampPart):
    """What a player alone is told, together with all that the camp is told."""

    you: You
    fate: str
    """What happened to what the player controlled: ``lost``, ``captured``, ``taken``, ``gone``, or an empty string.

    See ``reports.fate``.
    """
    orders: list[OwnOrder]
    """In the order of the rule sheet; empty in stages that are not turns."""
    absent: bool
    """Whether the player controlled something and gave no orders."""
    displaced: NotRequired[Cell]
    """The former cell of what the player controls, if others have moved it."""


class PlayerReport(PublicReport, PlayerPart):
    """The report of a player."""


# The report of the MJ ----------------------------------------------------------------------------------------


class Happening(TypedDict):
    """An entry of the account: an order with its result and the facts it caused, or one fact alone."""

    text: Phrase
    details: list[Phrase]
    """The facts that an order caused, in chronological order."""


class Played(TypedDict):
    """An item of the order of play, or a run of items in which nobody had an order."""

    number: Phrase
    """Its position in the order of play as it really was; for a run, the first and the last position."""
    text: Phrase
    tried: list[Happening]
    """The orders tried in it."""


class Account(TypedDict):
    """The account of a turn, item by item."""

    first: list[Happening]
    """What happened before the first item."""
    play: list[Played]
    afterwards: list[Happening]
    """What happened after the last item: captures, what ghosts saw, votes, the end."""


class MemberBeforeAndAfter(MemberAfter):
    """A player before and after the stage, for the MJ."""

    before: Member


class CampForMJ(TypedDict):
    """A camp, for the MJ; ``board`` shows the camp's own ghosts."""

    camp: str
    members: list[MemberBeforeAndAfter]
    board: Board


class Told(TypedDict):
    """A loss or a fact that somebody was told, for the MJ, with the reader who was told."""

    to: str
    """The kind of reader, as in ``Reader.kind``."""
    name: str
    """The name of the camp if the reader is a camp; otherwise empty."""
    kind: str
    cell: NotRequired[Cell]
    player: NotRequired[str]
    camp: NotRequired[str]
    role: NotRequired[str]
    sanctified: NotRequired[bool]
    by: NotRequired[str]


class MJPart(Account):
    """Everything: the position before and after, the account, and what each reader was told."""

    board: Board
    board_before: Board
    camps: list[CampForMJ]
    scores: list[Score]
    votes: Votes
    told: list[Told]
    """Losses first, then facts learnt."""
    rulings: list[str]
    """The rulings that were applied, by number."""


class MJReport(PublicReport, MJPart):
    """The MJ's report."""
