"""The setting of a game, which never changes, its state, which each stage changes, and a stage while it is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from adjudicator.core.plain import LEFT_OUT
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


class Plan(NamedTuple):
    """How Le Plan, the expansion with Complot cards, is played."""

    deck: tuple[str, ...] = ()
    """All cards of the deck, in the order in which the rules list them; a case says itself what its deck is."""
    draw: int = 2
    """How many cards are drawn each round."""
    passing: str = "round"
    """How long a pass closes windows to a player: ``round``, or ``stage`` for the window alone."""
    names: Mapping[str, str] = {}
    """The campaign's own names of cards."""


@dataclass(frozen=True)
class Setting:
    """What does not change during a game: the players as the campaign lists them, and their characters."""

    players: tuple[str, ...]
    characters: Mapping[str, str] = field(default_factory=dict)
    options: Options = OF_THE_SHEET
    plan: Plan | None = None
    """Le Plan; None if it is not played."""


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
    overturned: str = field(default="", metadata=LEFT_OUT)
    """L21. Who turned the approval into a rejection."""


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission carried out; all of it is public: how many cards were failures, but never whose."""

    round: int
    number: int
    squad: tuple[str, ...]
    failures: int
    success: bool
    lit: tuple[str, ...] = field(default=(), metadata=LEFT_OUT)
    """L23. The member whose card is published with their name, and that card."""

    @property
    def result(self) -> str:
        """The canonical word for the result: ``success`` or ``failure``."""
        return "success" if self.success else "failure"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: ``winner`` is a side, and ``cause`` is ``missions`` or ``rejections``."""

    winner: str
    cause: str


class Gift(NamedTuple):
    """L7. A Complot card and the player to whom the Commandant has given it."""

    plot: str
    to: str


class Seen(NamedTuple):
    """What a player was shown: the ``side`` of another player, or the ``card`` that they played in a ``round``."""

    player: str
    side: str = ""
    round: int = 0
    card: str = ""


@dataclass(slots=True)
class Plots:
    """The Complot cards; all of it is public but ``deck``, ``laid`` and ``seen``."""

    deck: tuple[str, ...] = ()
    """The cards that are left to draw, in their order."""
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The cards that lie before players; players without any are left out."""
    discarded: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    """The cards that are to be given now."""
    dealt: int = 0
    """The last round in which cards were drawn."""
    given: tuple[Gift, ...] = ()
    """The cards that wait for the answers of stage ``immediate``, in the order of the Commandant's list."""
    passed: tuple[str, ...] = ()
    """The players to whom a pass closes windows, in seat order."""
    usurped: bool = False
    """Whether a card has given the command for this proposal."""
    opinions: dict[str, str] = field(default_factory=dict)
    """The open votes on this squad as counted; uncounted ones are empty."""
    silent: tuple[str, ...] = ()
    """The players whose open vote was missing."""
    lit: str = ""
    """The member whose card is to be shown."""
    laid: dict[str, str] = field(default_factory=dict)
    """The cards of the mission while nothing of them is published, by member."""
    seen: dict[str, tuple[Seen, ...]] = field(default_factory=dict)
    """What each player was shown, in order."""

    def of(self, player: str) -> tuple[str, ...]:
        """Return the cards before a player."""
        return self.hands.get(player, ())

    def holds(self, player: str, *cards: str) -> bool:
        """Return whether one of ``cards`` lies before a player."""
        return any(card in cards for card in self.of(player))


@dataclass(slots=True)
class State:
    """The state of a game between two stages.

    ``phase`` is what is awaited next: ``deal``, ``proposal``, ``vote``, ``mission``, a window of Le Plan or ``over``.
    ``turn`` numbers the stages, 0 for the deal. ``seats`` is the public order of the players. ``squad`` is voted on or
    on its mission, which is ``target``; ``drawn`` is True if the squad was drawn at random. Without a squad, ``target``
    is 0.
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
    plots: Plots | None = field(default=None, metadata=LEFT_OUT)
    """The Complot cards; None where Le Plan is not played."""

    def side(self, player: str) -> str:
        """Return the side of ``player``; empty before the deal."""
        if self.phase == "deal":
            return ""
        return CYLONS if player in self.cylons else COLONS

    def score(self, success: bool) -> int:
        """Return how many missions have succeeded or, if ``success`` is False, failed."""
        return sum(mission.success is success for mission in self.missions)

    def last_played(self) -> int:
        """Return the number of the mission whose cards were played last; L25: its result may not be out yet."""
        return self.target if self.phase == "close_eye" else self.missions[-1].number

    def in_seat_order(self, players: Iterable[str]) -> tuple[str, ...]:
        """Return ``players`` in seat order, so that nothing reveals in which order they were named."""
        named = set(players)
        return tuple(player for player in self.seats if player in named)


Table: TypeAlias = AnyTable[Setting, State]
"""A stage of the game that is being played."""
