"""What stands in the reports of all games besides the game's own part, record by record, for the templates.

For the type checker alone: nothing imports this module when the program runs.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from markupsafe import Markup

from adjudicator.campaign.records import Corrected, MJWords, RefusedSource
from adjudicator.core.faults import Filling, Phrase


class StageRow(TypedDict):
    """A stage: its phase (``over`` at the end) and its turn."""

    phase: str
    turn: int


class ReaderRow(TypedDict):
    """Who reads: see ``core.readers.Reader``."""

    kind: str
    name: str


class Erratum(TypedDict):
    """A line that a correction took out of a report, or brought into it."""

    section: str
    """Where it stood, or stands."""
    line: str
    gone: bool


class WordRow(TypedDict):
    """The word of a player."""

    player: str
    word: str


class LuckPart(TypedDict):
    """The words on which draws hang."""

    first: bool
    """Whether they came with the stage that was played."""
    words: list[WordRow]
    lines: list[str]
    """As they are hashed with the seed: by the seats' own names."""
    drawn: str | None
    """What all draws hang on, as secret as the seed: None until the game is over."""


class SharedPart(TypedDict):
    """What stands in every report of every game."""

    phase: str
    """Of the stage that was played."""
    turn: int
    next: StageRow
    """The stage that begins."""
    title: str
    """The campaign's."""
    corrected: Corrected | None
    amended: list[str]
    """Why the MJ amended the table before the stage, in his words for everybody."""
    errata: list[Erratum]
    """What is different from what the reader was told before, in a stage that was played again."""
    amendments: list[Erratum]
    """What is different from what he was told of the stage before, on the table that the MJ amended."""
    words: list[MJWords]
    """What the MJ says to the reader; all that he says, to the MJ."""
    reader: ReaderRow
    key: str | None
    """A player's key for his orders in the stage that begins; None for others, and at the end."""


class AlikePart(TypedDict):
    """What stands in every report of every game, and is the same for all readers."""

    options: list[Phrase]
    """By which options the game is played, where they are not those of the sheet."""
    seed_hash: str
    """In hexadecimal digits: what the seed can be checked by."""
    seed: str | None
    """None until the game is over."""
    luck: LuckPart | None
    """None where the campaign asks for no words."""
    deadline: Phrase | None
    """How long there is for the stage that begins; None where there is no limit, and at the end."""


class StageSaid(StageRow):
    """A stage, and how it is called."""

    said: str


class SpokenPhrase(TypedDict):
    """A phrase as programs are given it."""

    key: str
    said: str


class PositionRow(TypedDict):
    """How a campaign stood after a stage, or at a moment of one, as programs are given it."""

    id: str
    """By which a link leads to it; a moment’s is that of its stage with a number."""
    stage: StageSaid
    title: str
    said: list[SpokenPhrase]
    """What everybody saw of the stage; of a moment what happened then."""
    pictures: list[Any]
    """``core.pictures.Picture``, with phrases said."""
    page: NotRequired[str]
    """Where the public report of the stage lies, beside the page."""
    report: NotRequired[dict[str, Any]]
    """The reader's report of the stage, where it lies nowhere; none of a moment."""


class DecidedRow(TypedDict):
    """What the MJ was asked, and what was played for it."""

    what: Phrase
    value: Filling
    by: str
    """``mj``, ``agreed``, ``left`` or ``default``: see ``core.mj``."""
    early: NotRequired[bool]
    """Whether he answered before the orders were in; not there where not."""


class MJTable(TypedDict):
    """What was on the MJ's table, for him alone."""

    standing: dict[str, list[Phrase]]
    """The standing orders in force by player, in words; empty in a campaign that does not use them."""
    absent: list[str]
    """Who owed orders and had none."""
    stood_in: list[str]
    """For whom standing orders stood in."""
    answered: NotRequired[list[str]]
    """For whom, in a window, what they had left answered that they do nothing; not there for nobody."""
    notes: dict[str, str]
    """Notes to the MJ, by player."""
    refused: list[RefusedSource]
    clauses: NotRequired[list[Phrase]]
    """What became of the clauses that were asked, with the facts that were read; not there for none."""
    asked: NotRequired[list[Phrase]]
    """What went wrong with what he was asked; not there where nothing did."""
    decided: NotRequired[list[DecidedRow]]
    """What he was asked; not there where he was asked nothing."""


class OrdersAhead(TypedDict):
    """A player's orders for a later turn."""

    turn: int
    said: str
    """In words."""


class AheadRefused(TypedDict):
    """Why a player's orders for the turn that begins cannot be used in it."""

    turn: int
    refused: str
    """The reasons; empty where they came in a table of several players, whose faults would tell of others."""


class PlayerTable(TypedDict):
    """What was on the MJ's table of one player's own, for him."""

    standing: list[Phrase]
    """His standing orders, in words."""
    trouble: list[Phrase]
    """Which of them cannot be used in the stage that begins, and why."""
    stood_in: bool
    """Whether they stood in for him in the stage that was played."""
    standing_used: bool
    """Whether the campaign uses standing orders."""
    ahead: list[OrdersAhead | AheadRefused]
    """By turn; what is refused comes first."""
    clauses: NotRequired[list[Phrase]]
    """What became of his clauses that were asked in the stage that was played; not there for none."""


class ToRow(TypedDict):
    """To whom a message goes."""

    name: str
    """On the forum, else his address for mail, else his own."""
    link: str
    """By which a mail is begun; empty where a message goes to the forum."""


class PostRow(TypedDict):
    """A post, a message or a mail."""

    file: str
    """By which the page knows it."""
    text: Markup
    chars: int


class DeliveryRow(TypedDict):
    """Something that the MJ posts."""

    number: int
    """By which he tells the program that it is posted."""
    kind: str
    """``public`` or ``camp``, a report; ``all``, a text for everybody; ``player``, a letter."""
    name: str
    """Of the camp or the player; empty for everybody."""
    to: list[ToRow]
    """A player, and who stands in for him; nobody for others."""
    subject: str
    """Of a letter, or of a text for everybody; empty for a report that goes into a thread."""
    form: str
    """The file of the player's form by clicks, which is attached; empty where there is none."""
    posts: list[PostRow]


class HeadPart(TypedDict):
    """What is said to a reader around the report of a stage: it hangs on the hour, and is no part of the report."""

    next: StageRow | None
    """The stage that begins; None at the end of the game."""
    reader: ReaderRow
    empty: list[str]
    """Whose seats are empty, so that the game waits for somebody to take them."""
    awaited: bool
    """Whether orders are awaited of the reader; True for those who are no players."""
    due: Phrase | None
    """Until when, by date, hour and zone; None where there is no limit, and while the campaign is held."""
    held: bool
    form: list[str]
    """The lines of a player's form for the stage that begins; none for who has nothing to send, and for others."""
    without: Phrase | None
    """What happens to a player if the stage is played without his orders; None where it cannot be, and for others."""
    chained: str | None
    """The stage's head of the chain, for everybody's report alone; None before there were chains."""
    questions: NotRequired[str]
    """The form of the MJ's answers, for his bureau, while the stage that begins waits for them."""
