"""The setting of a game, which never changes, its state, which each stage changes, and a stage while it is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from adjudicator.core.stage import Table as AnyTable

COLONS, CYLONS = "colons", "cylons"


class Options(NamedTuple):
    """The variants, and the rulings where the rule sheet leaves a choice; docs/resistance.md says what each means."""

    targeted_attacks: bool = False
    isolated_cylons: bool = False
    seats: str = "listed"
    first_commander: str = "seat"
    missing_vote: str = "no"
    no_squad: str = "skipped"
    strict_colons: bool = True
    missing_card: str = "success"
    two_failures: str = "number"
    rejections: str = "round"


OF_THE_SHEET = Options()
"""The options of the rule sheet, which a campaign has if it chooses no others."""


@dataclass(frozen=True)
class Setting:
    """What does not change during a game: the players as the campaign lists them, and their characters."""

    players: tuple[str, ...]
    characters: Mapping[str, str] = field(default_factory=dict)
    options: Options = OF_THE_SHEET


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed squad and the votes on it; all of it is public. If the Commandant named none, both are empty."""

    round: int
    number: int
    commander: str
    target: int
    squad: tuple[str, ...]
    drawn: bool
    """Whether the squad was drawn at random because the Commandant named none."""
    approved: bool
    votes: dict[str, str] = field(default_factory=dict)
    """``yes`` or ``no`` as counted, by player in seat order; uncounted votes are left out."""
    defaulted: tuple[str, ...] = ()
    """The players who sent no vote, in seat order."""


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission carried out; all of it is public: how many cards were failures, but never whose."""

    round: int
    number: int
    squad: tuple[str, ...]
    failures: int
    success: bool

    @property
    def result(self) -> str:
        """The canonical word for the result: ``success`` or ``failure``."""
        return "success" if self.success else "failure"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: ``winner`` is a side, and ``cause`` is ``missions`` or ``rejections``."""

    winner: str
    cause: str


@dataclass(slots=True)
class State:
    """The state of a game between two stages.

    ``phase`` is what is awaited next: ``deal``, ``proposal``, ``vote``, ``mission`` or ``over``. ``turn`` numbers the
    stages, 0 for the deal. ``seats`` is the public order of the players. ``squad`` is voted on or on its mission, which
    is ``target``; ``drawn`` is True if the squad was drawn at random. Without a squad, ``target`` is 0.
    """

    phase: str = "deal"
    turn: int = 0
    seats: tuple[str, ...] = ()
    cylons: tuple[str, ...] = ()
    commander: str = ""
    round: int = 1
    proposal: int = 1
    target: int = 0
    squad: tuple[str, ...] = ()
    drawn: bool = False
    proposals: list[Proposal] = field(default_factory=list)
    missions: list[Mission] = field(default_factory=list)
    ending: Ending | None = None

    def side(self, player: str) -> str:
        """Return the side of ``player``; empty before the deal."""
        if self.phase == "deal":
            return ""
        return CYLONS if player in self.cylons else COLONS

    def score(self, success: bool) -> int:
        """Return how many missions have succeeded or, if ``success`` is False, failed."""
        return sum(mission.success is success for mission in self.missions)

    def in_seat_order(self, players: Iterable[str]) -> tuple[str, ...]:
        """Return ``players`` in seat order, so that nothing reveals in which order they were named."""
        named = set(players)
        return tuple(player for player in self.seats if player in named)


Table: TypeAlias = AnyTable[Setting, State]
"""A stage of the game that is being played."""
