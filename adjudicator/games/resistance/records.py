"""The types of the plain values in reports, record by record.

Only the type checker uses this module; nothing imports it when the program runs. Causes, sides and the like are
canonical words. Players are named in seat order unless a field says otherwise.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from adjudicator.core.faults import Phrase

# The course of the game --------------------------------------------------------------------------------------


class ProposalRow(TypedDict):
    """A proposal with its votes (9)."""

    round: int
    number: int
    """Its position in its round, from 1."""
    commander: str
    target: int
    """The number of the mission, as in all other records."""
    squad: list[str]
    """Empty if the Commandant named no squad."""
    drawn: bool
    """Whether the squad was drawn at random because the Commandant named none."""
    yes: list[str]
    """The players who voted yes, including those whose missing vote counted as yes."""
    no: list[str]
    """The same for no."""
    defaulted: list[str]
    """The players who sent no vote."""
    result: Literal["approved", "rejected", "skipped", ""]
    """Empty only in pictures, for a proposal that is still to be voted on."""


class MissionRow(TypedDict):
    """One of the five missions: what it takes and, once it is carried out, its result (15)."""

    number: int
    size: int
    """The number of players in its squad."""
    two: bool
    """Whether it takes two failures to fail because of its number; see also ``PublicPart.two_in_fourth``."""
    result: Literal["success", "failure", ""]
    """Empty until the mission is carried out; the fields below exist only from then on."""
    failures: NotRequired[int]
    """How many cards were failures; who played them is never published."""
    squad: NotRequired[list[str]]
    round: NotRequired[int]
    """The round in which the mission was carried out."""


class MissionServed(TypedDict):
    """A mission that a player took part in."""

    number: int
    result: Literal["success", "failure"]


class SeatRow(TypedDict):
    """A seat: its player, how the player voted, and the missions the player took part in."""

    player: str
    character: str
    """Empty if the player has none."""
    commander: bool
    """Whether the player is the Commandant; False for everybody at the end."""
    votes: list[list[str]]
    """One list for each round, with one vote for each proposal.

    A vote is ``yes`` or ``no``. If the player sent none, it is ``default-yes``, ``default-no`` or
    ``default-uncounted``, as it counted. If the Commandant named no squad, it is ``skipped``.
    """
    missions: list[MissionServed]


class TrustRow(TypedDict):
    """How many squads a player has voted yes to, by who was in them."""

    player: str
    given: list[TrustGiven]
    """One entry for each player, in seat order."""


class TrustGiven(TypedDict):
    """How many squads that contained the player ``to`` somebody has voted yes to."""

    to: str
    yes: int
    votes: int
    """How many such squads the voter has voted on."""


class Score(TypedDict):
    """How many missions have succeeded and failed."""

    successes: int
    failures: int


# The events of a stage ---------------------------------------------------------------------------------------


class Draw(TypedDict):
    """A public draw, which anyone who knows the seed can repeat."""

    what: Literal["seats", "commander"]
    among: list[str]
    """The candidates, in the order in which the draw numbers them."""
    text: str
    """The text that is hashed, with a placeholder for the seed."""


class Dealt(TypedDict):
    """The identities are dealt."""

    kind: Literal["dealt"]
    commander: str
    cylons: int
    """How many Cylons there are."""
    colons: int
    """How many Colons there are."""
    draws: list[Draw]


class Proposed(TypedDict):
    """A squad was named by the Commandant (``proposed``) or at random (``drawn``)."""

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
    """How the campaign's option counts missing votes: ``yes``, ``no`` or ``uncounted``."""


class CarriedOut(TypedDict):
    """A mission was carried out."""

    kind: Literal["carried-out"]
    mission: int
    """Its number; its row holds the result."""


# What is awaited next ----------------------------------------------------------------------------------------


class Size(TypedDict):
    """The number of players that a mission takes."""

    target: int
    size: int


class Awaited(TypedDict):
    """What is awaited next, and from whom."""

    phase: str
    round: int
    proposal: int
    last_chance: bool
    """Whether one more rejection ends the game."""
    rejections: int | None
    """How many rejections the game has had, if they count through the whole game; None if each round counts anew."""
    commander: str
    squad: list[str]
    """The squad that is voted on or on its mission; empty while a squad is to be named."""
    target: int
    targeted: bool
    """Whether the Commandant chooses the mission (*attaques ciblées*)."""
    missing: str
    """What happens if what is awaited does not come: the value of the option for this phase."""
    sizes: list[Size]
    """The missions that may be proposed, each with the size of its squad."""


class Nothing(TypedDict):
    """Nothing is awaited, because the game is over."""


class SideRow(TypedDict):
    """The side of a player."""

    player: str
    side: str


class End(TypedDict):
    """How the game ended (19)."""

    winner: str
    """The side that has won."""
    cause: str
    sides: list[SideRow]


# The reports -------------------------------------------------------------------------------------------------


class PublicPart(TypedDict):
    """What everybody reads about a stage."""

    event: Dealt | Proposed | Skipped | Voted | CarriedOut | None
    missions: list[MissionRow]
    """All five, by number."""
    score: Score
    seats: list[SeatRow]
    proposals: list[ProposalRow]
    """All proposals of the game, in chronological order."""
    trust: list[TrustRow]
    """One row for each player, in seat order."""
    now: Awaited | Nothing
    ending: End | None
    """None while the game goes on."""
    two_in_fourth: bool
    """Whether the fourth mission that is carried out takes two failures to fail, whatever its number."""


class PublicReport(TypedDict):
    """The public report; all other reports contain it too."""

    public: PublicPart


class You(TypedDict):
    """What a player's own report says about the player."""

    character: str
    """Empty if the player has none."""
    identity: Phrase
    """The player's side and, if the player was told of them, the other Cylons."""
    known: list[SideRow]
    """The same for the pictures: the sides that the player knows, including their own."""


class PlayerPart(TypedDict):
    """What only this player is told."""

    you: You
    order: Phrase | None
    """What the player or their standing orders ordered; None if nothing came, or if nothing was awaited from them."""
    default: Phrase | None
    """What the rules did instead; None if an order came, or if the player had nothing to choose."""


class PlayerReport(PublicReport, PlayerPart):
    """The report of a player."""


class Identity(SideRow):
    """The identity of a player, for the MJ."""

    character: str
    """Empty if the player has none."""


class MJPart(TypedDict):
    """What only the MJ is told: all identities, and everything that happened."""

    sides: list[Identity]
    account: list[Phrase]
    """The stage fact by fact, each with the rules that decided it."""


class MJReport(PublicReport, MJPart):
    """The MJ's report."""
