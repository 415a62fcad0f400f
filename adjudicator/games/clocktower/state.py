"""The setting of a game, which never changes; its state: seats, effects and what happened in the half; and a stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from adjudicator.core.faults import Phrase
from adjudicator.core.plain import LEFT_OUT
from adjudicator.core.roles import Ending
from adjudicator.core.stage import Table as AnyTable
from adjudicator.games.clocktower.roles import GOOD, ROLES, SCRIPTS, Role, team

STATES = ("drunk", "poisoned")
"""The kinds of effects on which it hangs whether an ability works."""
KINDS = (*STATES, "safe", "protected", "reprieved", "cursed", "mad")
LASTING = {"dawn": 0, "dusk": 0, "second_dusk": 2, "third_dusk": 4}
"""How many halves later than the next such moment an effect ends."""


class Setting(NamedTuple):
    """What never changes: the players as listed, the roles of the script, and how proposals and names are made."""

    players: tuple[str, ...]
    script: tuple[str, ...] = SCRIPTS["trouble_brewing"]
    false: int = 75
    """How often of a hundred times a proposal for an ability that does not work is false."""
    drawn: bool = False
    """Whether the places round the table are drawn."""
    names: str = "official"
    notes: tuple[tuple[str, str], ...] = ()
    """What the MJ wants to remember of players when he judges their madness."""
    post: bool = False
    """Whether players send what they do, and the MJ does not write it."""


@dataclass(slots=True)
class Seat:
    """What is known of one player; ``believed`` is set for the Drunk and the Lunatic alone."""

    role: str = ""
    side: str = GOOD
    believed: str = ""
    known: str = GOOD
    """The side that the player was last told."""
    alive: bool = True
    ghost: bool = False
    """Whether a dead player still has the vote that death gave."""
    used: bool = False
    since: int = 0
    """The number of the acquisition of the role, counted over all seats."""
    got: int = 0
    """The half in which the role was got, 0 if at the start."""
    acted: int = 0
    """The half in which the role was last used or declined."""
    chosen: tuple[str, ...] = ()
    guessed: int = 0
    """The half in which a Juggler guessed, with how many guesses were right."""
    right: int = 0
    executions: int = 0
    claim: str = ""
    herring: str = ""
    """Who counts as a Demon for this Fortune Teller."""

    @property
    def shown(self) -> str:
        """The role that the player believes to have."""
        return self.believed or self.role

    @property
    def acts(self) -> Role:
        """The role by which the player acts: the one shown."""
        return ROLES[self.shown]

    @property
    def reversed(self) -> bool:
        """Whether the side is not that of the role."""
        return self.side != ROLES[self.role].side


@dataclass(slots=True)
class Effect:
    """Something that one player's ability, or the MJ, has made of another; ``by`` is empty if it has no source."""

    age: int
    kind: str
    on: str
    by: str = ""
    since: int = 0
    """The acquisition of the source by which it was made."""
    ends: int = 0
    """The half at whose end it ends, or 0 for never."""
    about: str = ""
    """The role that a madness is about; ``drunk`` for the Drunk's own drunkenness."""
    survives: bool = False
    dynamic: bool = False
    """Whether it exists exactly as long as its condition holds."""

    @property
    def named(self) -> tuple[str, str, str]:
        """Kind, target and source."""
        return self.kind, self.on, self.by


@dataclass(slots=True)
class Nomination:
    """A nomination; ``hands`` are those that counted, in the order of the count, None while they were not counted."""

    by: str
    of: str
    hands: tuple[str, ...] | None = None


@dataclass(slots=True)
class Day:
    """What everybody saw of a day."""

    number: int
    nominations: list[Nomination] = field(default_factory=list)
    execution: str = ""
    died: bool = False

    @property
    def uncounted(self) -> list[str]:
        """Those nominated whose hands are still to be counted, in order."""
        return [one.of for one in self.nominations if one.hands is None]


@dataclass(slots=True)
class State:
    """The state of a game; ``turn`` is 0 for the setup, 3N-2 for night N, 3N-1 for day N, and 3N for votes by post."""

    phase: str = "setup"
    turn: int = 0
    seats: dict[str, Seat] = field(default_factory=dict)
    effects: list[Effect] = field(default_factory=list)
    age: int = 0
    """The last age given to an effect."""
    acquired: int = 0
    """The last number of an acquisition."""
    bluffs: tuple[str, ...] = ()
    demon: bool = False
    """Whether there ever was a Demon."""
    place: int = 0
    """The last place in the order of the night that has acted."""
    goons: tuple[str, ...] = ()
    """The Goons who were chosen this night."""
    deaths: dict[str, str] = field(default_factory=dict)
    """Who died in this half, and how: ``demon``, ``execution`` or ``other``."""
    announced: tuple[str, ...] = ()
    """Who died in the night before and was dead at dawn."""
    days: list[Day] = field(default_factory=list)
    block: str = ""
    voted: bool = False
    """Whether a hand that counted today was a Demon's."""
    hints: int = 0
    """How many roles were shown that nobody has or has claimed (S62)."""
    loops: tuple[int, ...] = ()
    """The ages of effects of loops that the MJ was told of."""
    ending: Ending | None = None
    pending: list[tuple[str, str, str]] = field(default_factory=list, metadata=LEFT_OUT)
    """New roles and sides by amendment, to be told in the next letter: player, ``role`` or ``side``, and which."""
    told: dict[str, str] = field(default_factory=dict, metadata=LEFT_OUT)
    """What the MJ has amended to be told, by player, until the next letter."""
    post: bool = field(default=False, metadata=LEFT_OUT)
    """Whether the game is played by the orders of players."""

    @property
    def mode(self) -> str:
        """The mode of the game, in which its phases are others than by hand: ``post``, or empty."""
        return "post" if self.post else ""

    @property
    def half(self) -> int:
        """The number of the half: 2N-1 for night N, 2N for day N and its votes, 0 for the setup."""
        return self.turn - self.turn // 3

    @property
    def number(self) -> int:
        """The number of the night or the day, which people read in place of the turn."""
        return (self.turn + 2) // 3

    @property
    def stage_said(self) -> Phrase | None:
        """K16. The night or the day by its number."""
        return (
            Phrase(f"stage.{self.phase}", {"number": self.number}) if self.phase in ("night", "day", "votes") else None
        )

    @property
    def by_night(self) -> bool:
        """Whether it is night."""
        return self.half % 2 == 1

    @property
    def day(self) -> Day:
        """Today, or in a night the day before it; an empty one in the first night."""
        return self.days[-1] if self.days else Day(0)

    @property
    def threshold(self) -> int:
        """How many hands put somebody on the block: half of the living, rounded up."""
        return (len(self.living()) + 1) // 2

    def living(self) -> list[str]:
        """Return who lives, clockwise."""
        return [name for name, seat in self.seats.items() if seat.alive]

    def having(self, *roles: str, alive: bool = True) -> list[str]:
        """Return who really has one of these roles, or one of these teams; only the living, unless told otherwise."""
        found = [name for name, seat in self.seats.items() if seat.role in roles or team(seat.role) in roles]
        return [name for name in found if self.seats[name].alive or not alive]

    def nearest(self, name: str, among: Sequence[str]) -> list[str]:
        """Return the nearest other players of some on both sides of ``name``, clockwise first, each once."""
        names = list(self.seats)
        at = names.index(name)
        clockwise = [one for one in names[at + 1 :] + names[:at] if one in among]
        return list(dict.fromkeys((*clockwise[:1], *clockwise[-1:])))

    def neighbours(self, name: str) -> list[str]:
        """Return the nearest living players on both sides, each once."""
        return self.nearest(name, self.living())

    def in_seats(self, names: object) -> list[str]:
        """Return the players among ``names`` clockwise."""
        return [name for name in self.seats if name in names]  # type: ignore[operator]


Table: TypeAlias = AnyTable[Setting, State]
"""A half of the game that is being played."""


def ending_half(state: State, until: str) -> int:
    """Return the half at whose end an effect made now ends, 0 for always."""
    if until == "always":
        return 0
    moment = 1 if until == "dawn" else 0
    return state.half + (state.half % 2 != moment) + LASTING[until]
