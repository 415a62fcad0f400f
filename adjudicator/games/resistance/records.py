"""What stands in reports, record by record: plain values, by which the builders are checked.

For the type checker alone: nothing imports this module when the program runs. Causes, sides and the like are canonical
words; names of players are in seat order where nothing else is said.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from adjudicator.core.faults import Phrase

# The course of the game --------------------------------------------------------------------------------------


class ProposalRow(TypedDict):
    """A proposal with its votes (9)."""

    round: int
    number: int
    """In its round, from 1."""
    commander: str
    target: int
    """The number of the mission, as in all other records."""
    squad: list[str]
    """Empty where the Commandant named none."""
    drawn: bool
    """Whether chance named it in the Commandant's stead."""
    yes: list[str]
    """Who voted for it, with those whose missing vote was counted so."""
    no: list[str]
    defaulted: list[str]
    """Who sent no vote."""
    result: Literal["approved", "rejected", "skipped", ""]
    """Empty, in pictures alone, of one that is still to be voted on."""


class MissionRow(TypedDict):
    """One mission of the five: what it takes and, once it is carried out, what came of it (15)."""

    number: int
    size: int
    """How many its squad are."""
    two: bool
    """Whether it takes two failures to fail."""
    result: Literal["success", "failure", ""]
    """Empty until it is carried out; what follows stands there from then on."""
    failures: NotRequired[int]
    """How many cards were failures, never whose."""
    squad: NotRequired[list[str]]
    round: NotRequired[int]


class MissionServed(TypedDict):
    """A mission that a player was on."""

    number: int
    result: Literal["success", "failure"]


class SeatRow(TypedDict):
    """A seat: who sits there, how he voted, where he was sent."""

    player: str
    character: str
    """Empty where he has none."""
    commander: bool
    """Whether it is his turn to name a squad; nobody's at the end."""
    votes: list[list[str]]
    """A list a round, a vote a proposal.

    ``yes``, ``no``; ``default-`` with what was counted for who sent none (``yes``, ``no``, ``uncounted``); ``skipped``.
    """
    missions: list[MissionServed]


class TrustRow(TypedDict):
    """To how many squads a player has said yes, by who was in them."""

    player: str
    given: list[TrustGiven]
    """In seat order."""


class TrustGiven(TypedDict):
    """To how many squads with somebody in them he has said yes."""

    to: str
    yes: int
    votes: int
    """On how many such squads he has voted."""


class Score(TypedDict):
    """How many missions have succeeded and failed."""

    successes: int
    failures: int


# What the stage brought about --------------------------------------------------------------------------------


class Draw(TypedDict):
    """A public draw, and how it can be made again by who knows the seed."""

    what: Literal["seats", "commander"]
    among: list[str]
    """The candidates, in the order in which they are counted."""
    text: str
    """What is hashed, with a word where the seed stands."""


class Dealt(TypedDict):
    """The identities are dealt."""

    kind: Literal["dealt"]
    commander: str
    cylons: int
    """How many there are."""
    colons: int
    draws: list[Draw]


class Proposed(TypedDict):
    """A squad was named, by the Commandant or by chance."""

    kind: Literal["proposed", "drawn"]
    commander: str
    squad: list[str]
    target: int


class Skipped(ProposalRow):
    """The Commandant named no squad."""

    kind: Literal["skipped"]


class Voted(ProposalRow):
    """A squad was voted on."""

    kind: Literal["voted"]
    counted: str
    """What the option says of missing votes: ``yes``, ``no`` or ``uncounted``."""


class CarriedOut(TypedDict):
    """A mission was carried out."""

    kind: Literal["carried-out"]
    mission: int
    """Its number: what came of it stands in its row."""


# What is to come ---------------------------------------------------------------------------------------------


class Size(TypedDict):
    """How many a mission takes."""

    target: int
    size: int


class Awaited(TypedDict):
    """What is awaited next, and of whom."""

    phase: str
    round: int
    proposal: int
    last_chance: bool
    """Whether one more rejection decides the game."""
    rejections: int | None
    """Those that count, where they count through the whole game; None where each round begins anew."""
    commander: str
    squad: list[str]
    """The one voted on, or on its way; empty while one is to be named."""
    target: int
    targeted: bool
    """Whether the Commandant chooses the mission."""
    missing: str
    """What is done where it does not come: a value of the option of the phase."""
    sizes: list[Size]
    """The missions that may be chosen."""


class Nothing(TypedDict):
    """No more is awaited: the game is over."""


class SideRow(TypedDict):
    """Who was what."""

    player: str
    side: str


class End(TypedDict):
    """How the game ended (19)."""

    winner: str
    """A side."""
    cause: str
    sides: list[SideRow]


# The reports -------------------------------------------------------------------------------------------------


class PublicPart(TypedDict):
    """What everybody reads of a stage."""

    event: Dealt | Proposed | Skipped | Voted | CarriedOut | None
    missions: list[MissionRow]
    """All five."""
    score: Score
    seats: list[SeatRow]
    proposals: list[ProposalRow]
    """All of the game, in their order."""
    trust: list[TrustRow]
    """In seat order."""
    now: Awaited | Nothing
    ending: End | None
    """None while the game goes on."""
    two_in_fourth: bool
    """Whether the fourth mission that is carried out takes two failures to fail, whichever it is."""


class PublicReport(TypedDict):
    """The public report; all others hold it too."""

    public: PublicPart


class You(TypedDict):
    """Who a player is."""

    character: str
    """Empty where he has none."""
    identity: Phrase
    """His side, and the other Cylons where he was told of them."""
    known: list[SideRow]
    """The same as it is drawn: the players whose sides he knows, himself among them."""


class PlayerPart(TypedDict):
    """What a player is told alone."""

    you: You
    order: Phrase | None
    """What he sent, or what his standing orders said; None where nothing came, or nothing was awaited of him."""
    default: Phrase | None
    """What was done in his stead; None where he had nothing to choose, or something came."""


class PlayerReport(PublicReport, PlayerPart):
    """The report of a player."""


class Identity(SideRow):
    """Who is who, for the MJ."""

    character: str
    """Empty where he has none."""


class MJPart(TypedDict):
    """Everything."""

    sides: list[Identity]
    account: list[Phrase]
    """The stage fact by fact, with the rules that decided."""


class MJReport(PublicReport, MJPart):
    """The MJ's report."""
