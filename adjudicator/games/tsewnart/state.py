"""The setting, which never changes in a game, and the state, which each turn changes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from adjudicator.games.tsewnart.board import Board, Cell

ROLES = (
    "brute",
    "dement",
    "religieux",
    "mystique",
    "agile",
    "professeur",
    "croque-mort",
    "archer",
    "terreur",
    "tacticien",
    "savant",
)
"""The eleven roles, in the order in which those taken are published (§2)."""

ROLE_OF = {
    "wounded": "brute",
    "aimed": "archer",
    "last_terror": "terreur",
    "teleports": "dement",
    "extra_moves": "agile",
}
"""What only the pieces of one role can have, each with that role."""
USES = {"teleports": 1, "extra_moves": 2}
"""The numbers of uses with which a piece of the role begins."""


class Camp(NamedTuple):
    """A camp: its players in roster order, its captain, and its start zone."""

    name: str
    players: tuple[str, ...]
    captain: str
    zone: tuple[Cell, ...]


class Options(NamedTuple):
    """The variants an MJ may choose (R12, R15, R20, R23 and §10), and how columns are named."""

    reveal_to: str = "camp"
    ghosts: str = "shown"
    reasons: bool = False
    victory: str = "eliminations"
    columns: str = "numbers"
    reach: str = "exact"


OF_THE_SHEET = Options()
"""The options of the rule sheet, which apply if a campaign names none."""


@dataclass(frozen=True)
class Setting:
    """What does not change during a game."""

    board: Board
    camps: tuple[Camp, ...]
    options: Options = OF_THE_SHEET
    initiative: tuple[tuple[str, ...], ...] = ()
    listed: tuple[str, ...] = ()
    """The players in roster order if that differs from the order camp by camp, as it may in a case; otherwise empty."""

    @cached_property
    def camp_names(self) -> tuple[str, ...]:
        """The names of the camps in campaign order."""
        return tuple(camp.name for camp in self.camps)

    @cached_property
    def camp(self) -> dict[str, Camp]:
        """The camps by name."""
        return {camp.name: camp for camp in self.camps}

    @cached_property
    def roster(self) -> dict[str, int]:
        """Each player's rank in roster order, which is the order in which the campaign lists players."""
        players = self.listed or [player for camp in self.camps for player in camp.players]
        return {player: rank for rank, player in enumerate(players)}

    @cached_property
    def camp_of(self) -> dict[str, str]:
        """Each player's own camp, which never changes."""
        return {player: camp.name for camp in self.camps for player in camp.players}


@dataclass
class Piece:
    """A piece, and all that it keeps when captured: role, wound, uses, aim and last terror."""

    player: str
    camp: str
    role: str
    cell: Cell
    wounded: bool = False
    teleports: int = 0
    extra_moves: int = 0
    aimed: Cell | None = None
    last_terror: Cell | None = None


@dataclass
class Ghost:
    """A ghost; its role is only a label."""

    player: str
    camp: str
    role: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: ``cause`` is ``eliminated``, ``surrendered`` or ``stopped``."""

    cause: str
    winners: tuple[str, ...]


@dataclass
class State:
    """The position between two turns.

    ``phase`` is what is awaited next: ``roles``, ``placement``, ``turn`` or ``over``; ``turn`` is the number of the
    turn whose orders are awaited (0 before turn 1). A player in neither ``pieces`` nor ``ghosts`` controls nothing any
    more (or nothing yet). ``stop`` and ``surrender`` list the players whose vote counts.
    """

    phase: str
    turn: int
    roles: dict[str, str] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)
    ghosts: dict[str, Ghost] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)
    stop: list[str] = field(default_factory=list)
    surrender: list[str] = field(default_factory=list)
    ending: Ending | None = None

    def copy(self) -> State:
        """Return a copy that shares nothing that a turn changes with this state."""
        return replace(
            self,
            roles=dict(self.roles),
            pieces={player: Piece(**vars(piece)) for player, piece in self.pieces.items()},
            ghosts={player: Ghost(**vars(ghost)) for player, ghost in self.ghosts.items()},
            scores=dict(self.scores),
            stop=list(self.stop),
            surrender=list(self.surrender),
        )


def new_piece(player: str, camp: str, role: str, cell: Cell) -> Piece:
    """Return a piece as it is at the start of the game, unwounded and with all its uses."""
    return Piece(
        player,
        camp,
        role,
        cell,
        teleports=USES["teleports"] if role == "dement" else 0,
        extra_moves=USES["extra_moves"] if role == "agile" else 0,
    )
