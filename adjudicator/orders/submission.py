"""The result of judging one order file: its orders and receipts, or the faults for which it is refused.

It also makes the short code of a receipt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.records import Answers
from adjudicator.campaign.seats import stood_in_for
from adjudicator.campaign.stages import Progress
from adjudicator.core.actions import Receipt
from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, KeyPath, Listed, Mark, Phrase
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Stage
from adjudicator.core.words import fold
from adjudicator.orders.keys import code_of
from adjudicator.reading.unquote import text_of

if TYPE_CHECKING:
    from adjudicator.reading.strict_yaml import Document
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
    return code_of(seed, f"receipt|{stage}|{number}|{digest}", 3)


# The envelope of an order file, that is, what stands around the orders: player, turn, kind of content.
#
# It is read from a canonical document, or line by line where the file cannot be understood.


_ENVELOPE = ("player", "camp", "turn", "key", "note", "players", "orders", "standing", "luck")


class Given(NamedTuple):
    """One player's orders in a canonical document, with the path at which they stand."""

    player: str
    orders: Plain
    path: KeyPath


def standing_in(root: Plain, campaign: Campaign) -> Iterator[Given]:
    """Yield the standing orders in a canonical document."""
    player = sender_in(root, campaign)
    if isinstance(player, str) and isinstance(root.get("standing"), dict):
        yield Given(player, root["standing"], ("standing",))


def words_in(root: Plain, campaign: Campaign) -> Iterator[Given]:
    """Yield the word for the draws in a canonical document, as that of its player; ``orders`` is empty there."""
    player = sender_in(root, campaign)
    if isinstance(player, str) and isinstance(root.get("luck"), str):
        yield Given(player, {}, ("luck",))


def entries_in(root: Plain, progress: Progress) -> Iterator[Given]:
    """Yield each player's orders in a canonical document."""
    if isinstance(root.get("players"), dict):
        for player, orders in root["players"].items():
            if isinstance(orders, dict):
                yield Given(player, orders, ("players", player))
        return
    player = sender_in(root, progress.campaign)
    orders = root.get("orders", {key: value for key, value in root.items() if key not in _ENVELOPE})
    if not orders and ("standing" in root or "luck" in root) and "orders" not in root:
        return
    if isinstance(player, str) and isinstance(orders, dict):
        yield Given(player, orders, ("orders",) if "orders" in root else ())


def sender_in(root: Plain, campaign: Campaign) -> str | None:
    """Return the player whose orders a file holds: the one it names, or the spokesman of the camp it names."""
    player = root.get("player")
    if player is None and isinstance(root.get("camp"), str):
        return campaign.game.setup.spokesman(campaign.setting, root["camp"])
    return player if isinstance(player, str) else None


def without_camp(fault: Fault, faults: Sequence[Fault], document: Document, context: Context) -> Fault:
    """Return the fault of a needless line with a camp as one that says so, and any other fault unchanged.

    ``faults`` are all faults of a player's file. The fault of a camp that is a part of an order stays as it is: the
    word of that order, or another part of it, stands beside.
    """
    words, found = context.vocabulary, fault.found or ""
    if words.meaning("envelope", found) != "camp":
        return fault
    word = fault.values.get("word")
    parts = [other for other in faults if other.code == "belongs-below" and other.values.get("word") == word]
    given = any(words.meaning("orders", str(path[-1])) == words.meaning("orders", str(word)) for path in document.keys)
    above = fault.code == "unknown-word" and document.keys.get((found,)) == fault.mark
    among = fault.code == "belongs-below" and not given and len(parts) == 1
    return Fault("camp-needless", fault.mark, found) if above or among else fault


def kinds_in(root: Plain, readable: bool, turn: int | None, stage: Stage) -> tuple[str, ...]:
    """Return what a document holds: ``orders``, ``standing``, or both.

    It holds no orders if it has only standing ones or a word for the draws, or if its ``turn`` is past.
    """
    standing, past = "standing" in root, turn is not None and turn < stage.turn
    orders = (readable or "orders" in root or not (standing or "luck" in root)) and not past
    return (*(("orders",) if orders else ()), *(("standing",) if standing else ()))


MOST_AHEAD = 5
"""How many turns ahead orders may be sent; a higher number is taken for a typing mistake."""


def later_phase(turn: int | None, progress: Progress, stage: Stage) -> str | None:
    """Return the phase by which a file for a later ``turn`` is read; None if it is for the stage awaited."""
    if turn is None or turn <= stage.turn:
        return None
    return progress.campaign.game.orders.later_phase(stage.phase, progress.phase.mode)


def is_too_far(turn: int | None, stage: Stage) -> bool:
    """Return whether a turn is later than any that orders may be sent for."""
    return turn is not None and turn > stage.turn + MOST_AHEAD


def turn_named(document: Document, context: Context) -> int | None:
    """Return the turn that a file names, or None.

    This works before the phase is known, because the word for the turn is the same in all games.
    """
    for key, value in document.root.items() if isinstance(document.root, dict) else ():
        if context.vocabulary.meaning("envelope", key) == "turn":
            return whole_number(value)
    return None


def whole_number(value: Any) -> int | None:
    """Return the number written in digits; None for anything else."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10 else None


# The envelope read line by line, for a file that cannot be understood.


_LONGEST_WORD = 40


class EnvelopeLine(NamedTuple):
    """A line that begins with an envelope word: the canonical word, what follows it, and its place."""

    word: str
    value: str
    mark: Mark


def lines_told(data: bytes, context: Context) -> list[EnvelopeLine]:
    """Return the lines of a file that begin with an envelope word and a colon, even if the rest is malformed."""
    told: list[EnvelopeLine] = []
    begun = inside = False
    for number, line in enumerate(text_of(data).replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        key, colon, value = line.partition(":")
        inside = inside and not line.isspace() and line != ""
        if not colon or len(key) > _LONGEST_WORD or key[:1].isspace():
            continue
        word = context.vocabulary.meaning("envelope", key)
        if word != "player":  # but "player" may also be an argument of an order that has lost its indentation
            inside = begun and word is None and (inside or not value.strip())
        begun |= word is not None
        if word is not None and not inside:
            told.append(EnvelopeLine(word, value.partition(" #")[0].strip(" \t\u00a0\u202f\"'«»"), Mark(number)))
    return told


def senders(lines: Sequence[EnvelopeLine], campaign: Campaign, context: Context) -> dict[str, Mark]:
    """Return the players that a file names as its own, each with the place of the first mention.

    Known players appear by their proper names. A substitute's name stands for the player whom he replaces. The result
    is empty for a table of several players' orders.
    """
    found: dict[str, Mark] = {}
    if any(line.word == "players" for line in lines):
        return found
    for line in lines:
        if line.word == "player" and fold(line.value):
            known = context.players.find(line.value) if context.players else None
            stood_in = stood_in_for(campaign.plain, line.value)
            found.setdefault(known or (stood_in[0] if len(stood_in) == 1 else line.value), line.mark)
    return found
