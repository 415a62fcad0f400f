"""Types of the data that templates get for reports, except the part that belongs to each game.

They exist for the type checker only: the running program never imports this module.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from markupsafe import Markup

from adjudicator.campaign.records import Corrected, MJWords, RefusedSource
from adjudicator.core.faults import Phrase, PhraseArgument


class StageRow(TypedDict):
    """A stage: its phase (``over`` at the end) and its turn."""

    phase: str
    turn: int
    named: NotRequired[Phrase]
    """What the state calls the stage, if it has a name for it."""


class ReaderRow(TypedDict):
    """A reader; see ``core.stage.Reader``."""

    kind: str
    name: str


class Erratum(TypedDict):
    """A line that a correction removed from a report or added to it."""

    section: str
    """The section in which the line stood or stands."""
    line: str
    gone: bool


class WordRow(TypedDict):
    """A player's word."""

    player: str
    word: str


class LuckPart(TypedDict):
    """The words of the players on which all draws depend."""

    first: bool
    """Whether the words were given for the stage that was played."""
    words: list[WordRow]
    lines: list[str]
    """The lines that are hashed with the seed; they name the seats."""
    drawn: str | None
    """The seed of all draws, which is secret: None until the game is over."""


class SharedPart(TypedDict):
    """The part of every report of every game that depends on the reader."""

    phase: str
    """The phase of the stage that was played."""
    turn: int
    named: NotRequired[Phrase]
    """What the state calls it, if it has a name for it."""
    next: StageRow
    """The stage that begins."""
    title: str
    """The title of the campaign."""
    corrected: Corrected | None
    amended: list[str]
    """The reasons, written by the MJ for everybody, for amending the table before the stage."""
    errata: list[Erratum]
    """Differences from what the reader was told before, in a stage that was played again."""
    amendments: list[Erratum]
    """Differences from what the reader was told of the stage before, made by amending the table."""
    words: list[MJWords]
    """The MJ's words to this reader; the MJ's own report contains all of them."""
    reader: ReaderRow
    key: str | None
    """A player's key for orders in the stage that begins; None for other readers and at the end."""


class AlikePart(TypedDict):
    """The part of every report of every game that is the same for all readers."""

    options: list[Phrase]
    """The options of the game that differ from the standard rules."""
    seed_hash: str
    """A hash in hexadecimal digits by which the seed can be verified later."""
    seed: str | None
    """None until the game is over."""
    luck: LuckPart | None
    """None if the campaign does not ask players for words."""
    deadline: Phrase | None
    """How much time there is for the stage that begins; None without a limit and at the end."""


class StageSaid(StageRow):
    """A stage and its name."""

    said: str


class SpokenPhrase(TypedDict):
    """A phrase in data for programs."""

    key: str
    said: str


class PositionRow(TypedDict):
    """How a campaign stood after a stage or at a moment within one, in data for programs."""

    id: str
    """The target of links to it; the id of a moment is that of its stage followed by a number."""
    stage: StageSaid
    title: str
    said: list[SpokenPhrase]
    """What everybody saw of the stage, or what happened at that moment."""
    pictures: list[Any]
    """A list of ``core.pictures.Picture`` with their phrases as text."""
    page: NotRequired[str]
    """The path of the stage's public report, relative to this page."""
    report: NotRequired[dict[str, Any]]
    """The reader's report of the stage if it has no page; absent for a moment."""


class DecidedRow(TypedDict):
    """A question put to the MJ and the answer that was used."""

    what: Phrase
    value: PhraseArgument
    by: str
    """``mj``, ``agreed``, ``left`` or ``default``; see ``core.mj``."""
    early: NotRequired[bool]
    """Whether the MJ answered before the orders were in; absent if not."""


class MJTable(TypedDict):
    """What was on the MJ's table, for the MJ only."""

    standing: dict[str, list[Phrase]]
    """The standing orders in force by player, in words; empty if the campaign does not use them."""
    absent: list[str]
    """The players who owed orders and sent none."""
    stood_in: list[str]
    """The players whose standing orders were used instead."""
    answered: NotRequired[list[str]]
    """The players whose standing orders answered, in a window, that they do nothing; absent if there are none."""
    notes: dict[str, str]
    """Notes to the MJ, by player."""
    refused: list[RefusedSource]
    clauses: NotRequired[list[Phrase]]
    """What became of the evaluated clauses, with the facts they depend on; absent if there are none."""
    asked: NotRequired[list[Phrase]]
    """Problems with the questions put to the MJ; absent if there are none."""
    decided: NotRequired[list[DecidedRow]]
    """The questions put to the MJ; absent if there are none."""


class OrdersAhead(TypedDict):
    """A player's orders for a later turn."""

    turn: int
    said: str
    """The orders in words."""


class AheadRefused(TypedDict):
    """Why a player's earlier orders for the turn that begins cannot be used."""

    turn: int
    refused: str
    """The reasons; empty if the orders came in a table of several players, whose faults would reveal others' orders."""


class PlayerTable(TypedDict):
    """What concerns one player on the MJ's table, for that player."""

    standing: list[Phrase]
    """The player's standing orders, in words."""
    trouble: list[Phrase]
    """The standing orders that cannot be used in the stage that begins, and why."""
    stood_in: bool
    """Whether standing orders were used for the player in the stage that was played."""
    standing_used: bool
    """Whether the campaign uses standing orders."""
    ahead: list[OrdersAhead | AheadRefused]
    """Orders for later turns, by turn; a refusal comes first."""
    clauses: NotRequired[list[Phrase]]
    """What became of the player's clauses that were evaluated in the stage played; absent if there are none."""


class ToRow(TypedDict):
    """A recipient of a message."""

    name: str
    """The name on the forum, else the mail address, else the person's own name."""
    link: str
    """A link that starts a mail; empty if the message goes to the forum."""


class PostRow(TypedDict):
    """A post, a message or a mail."""

    file: str
    """The key by which the page finds it."""
    text: Markup
    chars: int


class DeliveryRow(TypedDict):
    """Something for the MJ to post."""

    number: int
    """The number with which the MJ reports that it has been posted."""
    kind: str
    """``public`` or ``camp`` for a report, ``all`` for a text for everybody, ``player`` for a letter."""
    name: str
    """The name of the camp or player; empty for everybody."""
    to: list[ToRow]
    """The player and any substitutes; empty for other kinds."""
    subject: str
    """The subject of a letter or of a text for everybody; empty for a report that goes into a thread."""
    form: str
    """The file of the player's interactive form, to be attached; empty if there is none."""
    posts: list[PostRow]


class HeadPart(TypedDict):
    """What a reader is told around the report of a stage. It changes with time and is not part of the report."""

    next: StageRow | None
    """The stage that begins; None at the end of the game."""
    reader: ReaderRow
    empty: list[str]
    """The players whose seats are empty, so that the game waits for somebody to take them."""
    awaited: bool
    """Whether orders are expected of the reader; True for readers who are not players."""
    due: Phrase | None
    """The deadline with date, hour and zone; None without a limit and while the campaign is suspended."""
    held: bool
    form: list[str]
    """The lines of a player's order form for the stage that begins; empty if the reader has no orders to send."""
    without: Phrase | None
    """What happens if the stage is played without the player's orders; None if it cannot be, and for other readers."""
    chained: str | None
    """The stage's head of the hash chain, only in the public report; None for stages before hash chains."""
    questions: NotRequired[str]
    """The form for the MJ's answers while the stage that begins waits for them."""
