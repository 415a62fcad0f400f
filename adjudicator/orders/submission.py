"""What became of one order file, as the program goes on with it: orders and what is told of them, or faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.faults import Fault, Listed, Phrase
from adjudicator.core.game import Receipt
from adjudicator.core.plain import Plain
from adjudicator.orders.keys import in_letters

if TYPE_CHECKING:
    from adjudicator.campaign.records import Answers
    from adjudicator.reading.understanding import Understood


OF_ANOTHER = ("not-the-sender", "table-of-sender")
"""Faults of what a player has sent that says that it is another's, or a table of several players' orders."""


@dataclass(eq=False, repr=False)  # what is never asked for is not made at each start
class Submission:
    """What became of one order file: orders by player if it has no faults, else its faults."""

    source: str
    orders: dict[str, Plain] = field(default_factory=dict)
    standing: dict[str, Plain] = field(default_factory=dict)
    """Standing orders, which hold until others come."""
    luck: dict[str, str] = field(default_factory=dict)
    """The word of its player on which draws hang."""
    receipts: dict[str, Receipt] = field(default_factory=dict)
    """By player, what he is told of his orders; whoever keeps the standing ones adds what is told of these."""
    warnings: dict[str, list[Phrase]] = field(default_factory=dict)
    """By player, which of his orders for the stage awaited will fail as he sees things now."""
    answers: Answers | None = None
    """What the MJ answers, of a file of his; see :mod:`answerfile`."""
    understood: Understood | None = None
    """Such a file in canonical words, with where everything stands."""
    decided: list[Phrase] = field(default_factory=list)
    """What of his answers is said back to the MJ."""
    how: list[Phrase] = field(default_factory=list)
    """How such a file was read, where it was not read as it stands."""
    players: list[str] = field(default_factory=list)
    """Whose orders the file holds, good or not, as far as that could be read."""
    note: str | None = None
    table: bool = False
    """Whether it is the MJ's: a table of several players' orders, some of which may not even be readable."""
    later: int | None = None
    """The later turn that the orders are for, good or not; None for the stage awaited."""
    ahead: int | None = None
    """The later turn that the file names, though nothing in it may be for that turn: standing orders count at once."""
    kinds: tuple[str, ...] = ("orders",)
    """What the file holds, good or not: ``orders``, ``standing`` ones, or both; nothing if it is for a past turn."""
    corrects: bool = True
    """Whether, refused, it may mean to correct orders that were accepted: not an answer to a letter without any."""
    proven: bool = True
    """Whether its sender may be told more than that it is refused: not if its key is not the player's of this stage."""
    fates: dict[str, Phrase] = field(default_factory=dict)
    """By player, what happens in the stage awaited if nothing more comes."""
    faults: list[Fault] = field(default_factory=list)
    code: str = ""
    """That of its receipt, of one that was accepted and is stored; see :mod:`codes`."""

    unanswered: int = 0
    """Of a refused mail that is not answered, the how manieth in a row it is; see ``office.silence``."""

    def refuse(self, faults: list[Fault]) -> None:
        """Refuse a file with these faults, and take back what was to be told of its orders."""
        self.faults = faults
        self.orders, self.standing, self.luck, self.receipts, self.warnings = {}, {}, {}, {}, {}
        self.answers, self.decided = None, []

    @property
    def accepted(self) -> bool:
        """Whether the file was accepted: all of it, or nothing."""
        return not self.faults


class Brief(NamedTuple):
    """Of a file that was taken what the MJ is told, and no more."""

    source: str
    players: Sequence[str]
    faults: int
    table: bool = False

    @property
    def accepted(self) -> bool:
        """Whether it was accepted."""
        return not self.faults

    @classmethod
    def of(cls, submission: Submission) -> Brief:
        """Return what is told of a file."""
        return cls(submission.source, tuple(submission.players), len(submission.faults), submission.table)


def unjudged(source: str, error: Exception) -> Submission:
    """Return the refusal of a file over which the program failed; nobody but the MJ hears of it."""
    fault = Fault("internal", values={"reason": f"{type(error).__name__}: {error}"})
    return Submission(source, proven=False, faults=[fault])


def says(submission: Submission) -> tuple[object, ...]:
    """Return what a file orders: two that give the same are one for whoever sent them."""
    return submission.orders, submission.standing, submission.luck, submission.players, submission.later


def also(receipt: Receipt, *phrases: Phrase) -> Receipt:
    """Return a receipt that says ``phrases`` besides."""
    return receipt._replace(besides=(*receipt.besides, *phrases))


def add_read(submission: Submission, said: Sequence[Phrase]) -> None:
    """Say in the receipts of an accepted file how it was read, where it was not read as it stands."""
    if said:
        more = [player for player in submission.standing if player not in submission.receipts]
        receipts = {**submission.receipts, **dict.fromkeys(more, Receipt(()))}
        submission.receipts = {player: _read_so(receipt, said) for player, receipt in receipts.items()}


def _read_so(receipt: Receipt, said: Sequence[Phrase]) -> Receipt:
    """Return a receipt that says how its file was read, all of it at once."""
    before = [phrase.values["what"] for phrase in receipt.besides if phrase.key == "read.said"]
    parts = [part for listed in before if isinstance(listed, Listed) for part in listed.parts]
    rest = tuple(phrase for phrase in receipt.besides if phrase.key != "read.said")
    more = [phrase for phrase in said if phrase not in parts]
    return receipt._replace(besides=(*rest, Phrase("read.said", {"what": Listed((*parts, *more))})))


# The short code of a receipt: by it a player can show, when the game is over, which bytes of his were received.
#
# It is also the salt with which his file is bound into the chain (``desk/hash_chain.py``): with the file and the code
# anybody can make its leaf. Without the seed nobody can make the code.


def receipt_code(seed: str, stage: str, number: str, digest: str) -> str:
    """Return the code of the file that came as ``number`` in a stage, by the name of its folder.

    ``digest`` is the SHA-256 of its bytes in hexadecimal digits.
    """
    import hmac

    return in_letters(hmac.digest(seed.encode(), f"receipt|{stage}|{number}|{digest}".encode(), "sha256"), 3)
