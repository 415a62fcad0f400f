"""The result of judging one order file: its orders and receipts, or the faults for which it is refused.

It also makes the short code of a receipt.
"""

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
"""Fault codes of a player's file that names another player, or holds several players' orders."""


@dataclass(eq=False, repr=False)  # these methods are never used, and making them slows down every start
class Submission:
    """The result of judging one order file: the orders by player if it has no faults, else the faults."""

    source: str
    orders: dict[str, Plain] = field(default_factory=dict)
    standing: dict[str, Plain] = field(default_factory=dict)
    """Standing orders by player; they hold until they are replaced."""
    luck: dict[str, str] = field(default_factory=dict)
    """The word of each player on which the draws depend."""
    receipts: dict[str, Receipt] = field(default_factory=dict)
    """What each player is told of his orders; whoever stores the standing orders adds what is told of them."""
    warnings: dict[str, list[Phrase]] = field(default_factory=dict)
    """By player: which of his orders for the stage awaited would fail, by what he knows now."""
    answers: Answers | None = None
    """The MJ's answers, if this is a file of answers; see :mod:`adjudicator.orders.answer_file`."""
    understood: Understood | None = None
    """The file of answers in canonical words, with the place of every part."""
    decided: list[Phrase] = field(default_factory=list)
    """The sentences that repeat his answers to the MJ."""
    how: list[Phrase] = field(default_factory=list)
    """How the file of answers was read, if it was not read exactly as written."""
    players: list[str] = field(default_factory=list)
    """The players whose orders the file holds, valid or not, as far as that could be read."""
    note: str | None = None
    table: bool = False
    """Whether the file is a table by the MJ with several players' orders, some of which may be unreadable."""
    later: int | None = None
    """The later turn that the orders are for, valid or not; None for the stage awaited."""
    ahead: int | None = None
    """The later turn that the file names, even if it holds only standing orders, which take effect at once."""
    kinds: tuple[str, ...] = ("orders",)
    """What the file holds, valid or not: ``orders``, ``standing``, or both; empty if it is for a past turn."""
    corrects: bool = True
    """Whether a refused file may be meant to correct accepted orders: False for a reply to a letter without orders."""
    proven: bool = True
    """Whether the sender may be told more than the refusal: False if the key is not the player's for this stage."""
    fates: dict[str, Phrase] = field(default_factory=dict)
    """By player: what happens in the stage awaited if nothing more comes from him."""
    faults: list[Fault] = field(default_factory=list)
    code: str = ""
    """The code of its receipt, once the file is accepted and stored; see :func:`receipt_code`."""

    unanswered: int = 0
    """This mail's position in the run of refused mails left unanswered, or 0 if it is answered."""

    def refuse(self, faults: list[Fault]) -> None:
        """Refuse the file with these faults, and discard its orders and all that would have been told of them."""
        self.faults = faults
        self.orders, self.standing, self.luck, self.receipts, self.warnings = {}, {}, {}, {}, {}
        self.answers, self.decided = None, []

    @property
    def accepted(self) -> bool:
        """Whether the file was accepted; a file is accepted as a whole or not at all."""
        return not self.faults


class Brief(NamedTuple):
    """The little that the MJ is told of a file that was taken."""

    source: str
    players: Sequence[str]
    faults: int
    table: bool = False

    @property
    def accepted(self) -> bool:
        """Whether the file was accepted."""
        return not self.faults

    @classmethod
    def of(cls, submission: Submission) -> Brief:
        """Return the brief of a judged file."""
        return cls(submission.source, tuple(submission.players), len(submission.faults), submission.table)


def unjudged(source: str, error: Exception) -> Submission:
    """Return the refusal of a file whose judging crashed; only the MJ is told of it."""
    fault = Fault("internal", values={"reason": f"{type(error).__name__}: {error}"})
    return Submission(source, proven=False, faults=[fault])


def says(submission: Submission) -> tuple[object, ...]:
    """Return what a file orders; two files with equal results mean the same, whoever sent them."""
    return submission.orders, submission.standing, submission.luck, submission.players, submission.later


def also(receipt: Receipt, *phrases: Phrase) -> Receipt:
    """Return the receipt with ``phrases`` added at its end."""
    return receipt._replace(besides=(*receipt.besides, *phrases))


def add_read(submission: Submission, said: Sequence[Phrase]) -> None:
    """Add to the receipts of an accepted file how it was read, if it was not read exactly as written."""
    if said:
        more = [player for player in submission.standing if player not in submission.receipts]
        receipts = {**submission.receipts, **dict.fromkeys(more, Receipt(()))}
        submission.receipts = {player: _read_so(receipt, said) for player, receipt in receipts.items()}


def _read_so(receipt: Receipt, said: Sequence[Phrase]) -> Receipt:
    """Return the receipt with one list of all that says how its file was read."""
    before = [phrase.values["what"] for phrase in receipt.besides if phrase.key == "read.said"]
    parts = [part for listed in before if isinstance(listed, Listed) for part in listed.parts]
    rest = tuple(phrase for phrase in receipt.besides if phrase.key != "read.said")
    more = [phrase for phrase in said if phrase not in parts]
    return receipt._replace(besides=(*rest, Phrase("read.said", {"what": Listed((*parts, *more))})))


# The receipt code lets a player prove, after the game, which bytes were received. It is also the salt of the file's
# leaf in the hash chain (``desk/hash_chain.py``). Only someone with the seed can compute it.


def receipt_code(seed: str, stage: str, number: str, digest: str) -> str:
    """Return the receipt code of the file that arrived as ``number`` in the folder of ``stage``.

    ``digest`` is the SHA-256 of its bytes in hexadecimal digits.
    The code has three groups of four, as ``ABCD-EFGH-JKLM``.
    """
    import hmac

    return in_letters(hmac.digest(seed.encode(), f"receipt|{stage}|{number}|{digest}".encode(), "sha256"), 3)
