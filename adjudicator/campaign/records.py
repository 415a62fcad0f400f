"""What is kept of a campaign, as plain data: what is handed on from stage to stage in ``orders.json``, what the MJ did.

For the type checker alone: nothing imports this module when the program runs.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from adjudicator.core.plain import Plain
from adjudicator.speech.voice import FaultRow


class SentAhead(TypedDict):
    """A file for a later turn that was accepted, as it is handed on from stage to stage until then."""

    turn: int
    text: str
    """What is judged again when its turn has come."""
    source: str
    players: list[str]
    receipts: dict[str, str]
    """By player, how his orders were said."""
    called: NotRequired[dict[str, str]]
    """Who sat on the seats of others when it came, by seat; nothing where nobody did."""
    sender: NotRequired[str]
    """The player who sent it, by his name then; nothing where he is known by what the text says alone."""
    file: NotRequired[str]
    """Where in ``turns/`` its bytes are; earlier versions did not keep it."""
    refused: NotRequired[list[str]]
    """Why the stage that begins next cannot use it; empty for a table of several players' orders."""


class RefusedFile(TypedDict):
    """A file that was refused, and has not been mended by its players since."""

    source: str
    kept: NotRequired[str]
    """Where in ``turns/`` its bytes are, of one that came in the stage awaited."""
    begins: NotRequired[str]
    """The first words of one that has no name and no known player."""
    players: list[str]
    """Those of its players who have sent no accepted file since."""
    faults: list[FaultRow]
    note: NotRequired[str | None]
    turn: NotRequired[int]
    """The later turn that it was for."""
    file: NotRequired[str]
    """Where in ``turns/`` its bytes are, of one for a later turn."""
    table: bool
    """Whether it was a table of several players' orders."""
    kinds: list[str]
    """What of it has not come anew: ``orders``, ``standing`` ones, both; nothing of one for a past turn."""


class RefusedSource(TypedDict):
    """A file that was refused, for the MJ's report."""

    source: str
    begins: NotRequired[str]
    players: list[str]


class Words(TypedDict):
    """A few words of the MJ for the reports of a stage."""

    camp: str
    """Whose players alone read them; empty for everybody."""
    lines: list[str]
    """A paragraph each."""


class Corrected(TypedDict):
    """That a stage is played again which was taken back."""

    read: NotRequired[int]
    """By the how-manieth of these undoings that was taken back which players had last read; 0 where they had read
    nothing of the stage. Not written where it is ``number``."""

    number: int
    """How many times stages have been taken back in the campaign, this one among them."""
    said: str
    """Why, in the MJ's words for everybody."""


class Decided(TypedDict):
    """A question to the MJ, and what was played for it: see ``core.mj``."""

    purpose: str
    key: list[str]
    print: str
    value: Any
    by: str
    kind: NotRequired[str]
    """The place of the vocabulary whose words its values are; not written where they are none."""
    early: NotRequired[bool]
    """Written where it was answered before the players' time was over, and does not hang on their orders."""


class Answers(TypedDict):
    """What a file of the MJ's answers."""

    answers: list[Answered]
    rest: str | None
    """``yours``: what he leaves to the program; ``ask``; None where the file does not say."""
    corrections: NotRequired[list[Correction]]


class Correction(TypedDict):
    """What a file of the MJ's amends of the table of the stage awaited."""

    table: Plain
    """In canonical words."""
    reason: str
    """For the MJ's records."""
    said: NotRequired[str]
    """Why, in words for everybody."""


class Answered(TypedDict):
    """An answer in a file of the MJ's."""

    purpose: str
    key: list[str]
    value: Any
    by: str
    print: NotRequired[str]
    """That of the question when the file came; none of one that fits whatever is asked."""
    kind: NotRequired[str]
    """``text`` where the value is the MJ's own words."""
    early: NotRequired[bool]
    """Written where it came before the players' time was over, and does not hang on their orders."""


class OnTable(TypedDict):
    """What was on the MJ's table when a stage was played, as ``orders.json`` keeps it."""

    orders: dict[str, Plain]
    """What was played, by player; those of the players in ``stood_in`` by their standing orders."""
    stood_in: list[str]
    absent: list[str]
    """Players who had none."""
    standing: dict[str, Plain]
    """The standing orders in force, by player."""
    left_in: NotRequired[dict[str, str]]
    """By player, where in ``turns/`` the file is by which they came; earlier versions did not keep it."""
    ahead: list[SentAhead]
    """The files for later turns."""
    refused_ahead: list[RefusedFile]
    """Those for later turns that were refused and not mended."""
    notes: dict[str, str]
    """The players' notes to the MJ."""
    refused: list[RefusedSource]
    """The files refused for the stage, and not mended."""
    words: list[Words]
    """What the MJ says at the head of the reports."""
    corrected: Corrected | None
    """Why the stage is played again; None the first time."""
    amended: list[str]
    """Why the MJ amended the table before the stage, in his words for everybody, each time that he did."""
    answered: NotRequired[list[str]]
    """In a window, for whom what he had left answered that he does nothing; not written for nobody."""
    luck: NotRequired[dict[str, str]]
    """The words of the players, sent with the first stage, on which all draws hang; not written for none."""
    seats: NotRequired[int]
    """After how many acts that changed seats it was played; not written for none."""
    clauses: NotRequired[dict[str, list[Plain]]]
    """Of players for whom standing orders stood in, the clauses that were asked, each with what became of it and of its
    facts (see ``core.leaving``); nobody of whom none was asked, and not written for nobody."""
    mj: NotRequired[list[Decided]]
    """What the MJ was asked, and what was played for it, in the order in which it was; not written for nothing."""
    asked_beyond: NotRequired[int]
    """How many questions besides were not asked, being too many; not written for none."""
    asked_twice: NotRequired[list[tuple[str, list[str]]]]
    """What was asked twice and otherwise, by purpose and key; not written for nothing."""


class Cause(TypedDict):
    """What set off the brake; times in ISO format."""

    code: str
    """``backwards``, ``never-came``, ``never-could``, ``silence``, ``repaired``, ``cut``, ``moved``, ``share``,
    ``silent`` or ``unmailed``."""
    moment: NotRequired[str]
    """When it happened; empty for a deadline that is no more."""
    n: NotRequired[int]
    """How many were missing."""
    names: NotRequired[list[str]]
    """Who was missing; empty where that was not kept."""
    awaited: NotRequired[int]
    """How many were awaited."""
    closes: NotRequired[str]
    """The end of the grace at which they were; empty where that was not kept."""


class Taken(TypedDict):
    """That somebody sits on a seat from now on."""

    seat: str
    """By the name that ``campaign.yaml`` gives it."""
    name: str
    email: NotRequired[str]
    forum: NotRequired[str]
    until: NotRequired[str]
    """When it goes back to the one before."""
    left: NotRequired[bool]
    """That he has gone, and nobody has come."""


class StoodBefore(TypedDict):
    """The standing orders that stand in the place of those which were withdrawn."""

    of: str
    """Where in ``turns/`` the file is by which the withdrawn ones came; empty where that was not kept."""
    orders: Plain
    """By the seats' own names; empty for none."""
    file: str
    """Where the file is by which these came; empty where there are none, or that was not kept."""


class Act(TypedDict):
    """What was done to the course of a campaign; times in ISO format."""

    act: str
    """One of ``KINDS``."""
    at: str
    by: str
    stage: str
    """The name of the folder of the stage that was awaited."""
    reason: NotRequired[str]
    until: NotRequired[str]
    """The new deadline of an extension or an undoing; until when a hold is meant to last."""
    back_to: NotRequired[str]
    """The name of the folder of the first stage that was taken back."""
    down_from: NotRequired[str]
    """That of the last one."""
    through: NotRequired[str]
    """The name of the folder of the last stage that is to be played again."""
    again: NotRequired[int]
    """The number of the act, one that went with a stage taken back, that this one is again."""
    said: NotRequired[str]
    """Why, in words for everybody."""
    unread: NotRequired[bool]
    """That nobody had read anything of the stages that were taken back."""
    head: NotRequired[str]
    """The last head of the chain that had been told when stages were taken back; see :mod:`chain`."""
    table: NotRequired[Plain]
    """What an amendment makes of the table, in canonical words."""
    file: NotRequired[str]
    """The SHA-256 of the MJ's file that holds the amendment, and which of its corrections it is: ``HASH#1``."""
    turn: NotRequired[int]
    """The turn that is awaited next in a game that was played by hand until then."""
    pinned: NotRequired[Plain]
    """What of the campaign's file an amendment rests on, where no stage has been played that would pin it."""
    seats: NotRequired[list[Taken]]
    """Whose seats change, or are left, all at once."""
    captains: NotRequired[dict[str, str]]
    """The seats of captains whom the MJ has named with it, by camp."""
    cause: NotRequired[Cause]
    """Why the brake holds, in place of a reason."""
    player: NotRequired[str]
    """The seat whose orders are withdrawn."""
    files: NotRequired[dict[str, str]]
    """The SHA-256 of each file that counts no more for that seat, by where it lies in ``turns/``."""
    texts: NotRequired[list[str]]
    """The SHA-256 of the texts of those that came ahead, where it was not kept where they lie."""
    standing: NotRequired[StoodBefore]
    """What the seat had left before, where the withdrawn orders had been handed on to the stage."""
