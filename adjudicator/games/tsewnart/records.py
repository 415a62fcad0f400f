"""What stands in views and reports, record by record (§10): plain values, by which the builders are checked.

For the type checker alone: nothing imports this module when the program runs. Roles, orders, causes and the like are
canonical words; lists are in roster or campaign order where nothing else is said; a cell is ``(column, row)``.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from adjudicator.core.faults import Phrase
from adjudicator.core.pictures import BoardShown
from adjudicator.games.tsewnart.board import Cell

# What happened, for the log ----------------------------------------------------------------------------------


# The table as it is shown ------------------------------------------------------------------------------------


class Tally(TypedDict):
    """How many pieces and ghosts a camp has."""

    camp: str
    pieces: int
    ghosts: int | None
    """None where the reader does not see them."""


class Board(BoardShown):
    """The board as one reader sees it."""

    topology: str
    tally: list[Tally]
    """A row a camp."""


class PublicTable(TypedDict):
    """What everybody sees of a state."""

    board: Board
    """With the ghosts that everybody sees."""
    surrendered: list[str]
    """The camps that gave up."""
    stop_votes: int
    """How many players vote to stop."""
    players: int
    """How many play."""
    initiative: list[str]
    """The camps in the order of the turn awaited; empty before the first and after the last."""


class Carried(TypedDict):
    """What a piece is and carries."""

    role: str
    cell: Cell
    wounded: bool
    teleports: int | None
    """Uses left; None where they are not of its role, as of ``extra_moves``."""
    extra_moves: int | None
    aimed: Cell | None
    """The cell that it aimed at with success the turn before, if any."""
    last_terror: Cell | None
    """The cell that it terrorised with success the turn before, if any."""


class Member(TypedDict):
    """What a player's own camp knows of him; all that a piece carries (``Carried``) stands there for a piece alone."""

    player: str
    unit: Literal["piece", "ghost", "nothing"]
    """What he controls."""
    role: str | None
    """Of his piece or ghost; of nothing the role chosen for him while the placement is awaited, else None."""
    cell: NotRequired[Cell]
    """Of a piece or a ghost."""
    wounded: NotRequired[bool]
    teleports: NotRequired[int | None]
    extra_moves: NotRequired[int | None]
    aimed: NotRequired[Cell | None]
    last_terror: NotRequired[Cell | None]


class CampTable(TypedDict):
    """What a camp sees of a state besides."""

    camp: str
    members: list[Member]
    board: Board
    """With the camp's own ghosts."""


class Score(TypedDict):
    """A camp's score."""

    camp: str
    score: int


class Votes(TypedDict):
    """Who votes for what, for the MJ: names in alphabetical order."""

    stop: list[str]
    surrender: list[str]


class WholeTable(TypedDict):
    """A whole state, for the MJ."""

    board: Board
    """With all ghosts, whatever the option says."""
    camps: list[CampTable]
    scores: list[Score]
    votes: Votes


# What is public of a stage -----------------------------------------------------------------------------------


class Zone(TypedDict):
    """Where a camp starts."""

    camp: str
    cells: list[Cell]


class RolesTaken(TypedDict):
    """The roles that a camp took, in the order of the list of roles: not by player."""

    camp: str
    roles: list[str]


class Loss(TypedDict):
    """A player whose piece was eliminated, and his own camp."""

    player: str
    camp: str


class Capture(Loss):
    """A player whose piece was captured."""

    cell: Cell
    """Where."""
    by: str
    """The camp that has the piece now."""


class Learnt(TypedDict):
    """A fact learnt of a cell.

    ``revealed`` is the piece there (player, camp, role), ``hallowed`` whether it is sanctified, ``examined`` and
    ``role-seen`` a ghost there (camp, role), ``name-seen`` whose piece it is.
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
    """Camps."""
    scores: list[Score]


class PublicPart(PublicTable):
    """What everybody reads of a stage."""

    zones: list[Zone]
    """Once the roles are taken; else empty."""
    roles_taken: list[RolesTaken]
    """Of the stage in which they were; else empty."""
    eliminated: list[Loss]
    """In alphabetical order, as those captured."""
    captured: list[Capture]
    learned: list[Learnt]
    """What was told to everybody, sorted by kind, cell and roster."""
    ending: End | None
    """None while the game goes on."""
    ruled: NotRequired[list[str]]
    """What the MJ says to everybody of orders on which he has ruled; not there where he says nothing."""


class PublicReport(TypedDict):
    """The public report; all others hold it too."""

    public: PublicPart


# What a camp and a player are told ---------------------------------------------------------------------------


class Result(TypedDict):
    """What an order came to."""

    order: str
    success: bool
    reason: NotRequired[str]
    """Under the option ``reasons``."""


class MemberAfter(Member):
    """A player of the camp after a stage."""

    results: list[Result]
    """In the order of the sheet, whatever happened."""


class CampPart(TypedDict):
    """What a camp is told of a stage: its table, what its orders came to, what it learnt."""

    camp: str
    members: list[MemberAfter]
    board: Board
    learned: list[Learnt]


class CampReport(PublicReport, CampPart):
    """The report of a camp."""


class You(Member):
    """What a player controls, and the camp that is his own."""

    camp: str


class OwnOrder(TypedDict):
    """One of a player's own orders, as he gave it; a declaration comes to nothing, and has no result."""

    what: Phrase
    order: NotRequired[str]
    success: NotRequired[bool]
    reason: NotRequired[str]


class PlayerPart(CampPart):
    """What a player is told alone, and all that his camp is told."""

    you: You
    fate: str
    """What the turn made of what he controlled: ``lost``, ``captured``, ``taken``, ``gone``, or empty."""
    orders: list[OwnOrder]
    """In the order of the sheet; empty in other stages than turns."""
    absent: bool
    """Whether he controlled something and gave no orders."""
    displaced: NotRequired[Cell]
    """Where what he controls stood before the turn, if others have moved it."""


class PlayerReport(PublicReport, PlayerPart):
    """The report of a player."""


# What the MJ is told -----------------------------------------------------------------------------------------


class Happening(TypedDict):
    """A line of the account: an order with what it came to and the facts that it brought about, or one fact alone."""

    text: Phrase
    details: list[Phrase]
    """The facts that an order brought about, as they came."""


class Played(TypedDict):
    """An item of the order of play, or a run of items that concerned nobody."""

    number: Phrase
    """Its place in the order of play as it really was; of a run the first and the last."""
    text: Phrase
    tried: list[Happening]
    """The orders tried in it."""


class Account(TypedDict):
    """The turn step by step."""

    first: list[Happening]
    """Before the first item."""
    play: list[Played]
    afterwards: list[Happening]
    """Captures, votes, the end."""


class MemberBeforeAndAfter(MemberAfter):
    """A player for the MJ."""

    before: Member


class CampForMJ(TypedDict):
    """A camp for the MJ; ``board`` is with its own ghosts."""

    camp: str
    members: list[MemberBeforeAndAfter]
    board: Board


class Told(TypedDict):
    """What somebody was told, for the MJ: a loss or a fact learnt, and who read it."""

    to: str
    """The kind of reader."""
    name: str
    """Which camp, where it is one; else empty."""
    kind: str
    cell: NotRequired[Cell]
    player: NotRequired[str]
    camp: NotRequired[str]
    role: NotRequired[str]
    sanctified: NotRequired[bool]
    by: NotRequired[str]


class MJPart(Account):
    """Everything: the whole table before and after, the account, who was told what."""

    board: Board
    board_before: Board
    camps: list[CampForMJ]
    scores: list[Score]
    votes: Votes
    told: list[Told]
    """Losses, then what was learnt."""
    rulings: list[str]
    """All that were applied, by number."""


class MJReport(PublicReport, MJPart):
    """The MJ's report."""
