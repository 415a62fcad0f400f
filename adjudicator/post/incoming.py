"""The mails being sorted: each is read once, gets a verdict, and is reported to the MJ if he should look at it.

The module also decides which refused mails are no longer answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.faults import Phrase, PhraseArgument
from adjudicator.mail.routing import Routing
from adjudicator.mail.spool import TO_SEE, Spool, twin_of
from adjudicator.orders.received import came, number_of, verdict_at
from adjudicator.orders.submission import Brief, Submission
from adjudicator.speech.voice import short
from adjudicator.store import disk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.campaign.records import MailVerdict, Verdict
    from adjudicator.mail.accounts import Accounts
    from adjudicator.mail.arrived import Arrived
    from adjudicator.orders.inbox import DroppedFile


# Mails that the MJ should look at.


class MailsForMJ(NamedTuple):
    """A mail that somebody should look at."""

    said: Phrase
    """What the mail is, and why to look at it."""
    reason: str
    """Identifies similar mails."""
    wakes: bool
    """Whether a letter to the MJ is written for it at once."""
    his_own: bool = False
    """Whether the MJ sent the mail himself."""


_HIS_OWN = ("mj-key", "mj-other-key", "mj-keys", "mj-words", "mj-said")
"""The reasons to look at a mail that the MJ sent himself, so that no letter to him is needed."""


class Head(NamedTuple):
    """The parts of a mail by which it is named to the MJ."""

    subject: str = ""
    sender: str = ""
    doubt: Phrase | None = None
    """Why the sender is uncertain."""

    failed: str = ""
    """The address at which an earlier letter could not be delivered, according to this mail."""

    def to_see(self, verdict: MailVerdict) -> MailsForMJ:
        """Return what the MJ is told about the mail, and why he should look at it."""
        why, player = verdict["why"], verdict["player"]
        reason = Phrase(f"run.mail.why.{why}", {"player": player, "address": self.failed})
        reason = self.doubt if why == "odd-sender" and self.doubt is not None else reason
        values: dict[str, PhraseArgument] = {"subject": self.subject, "sender": self.sender, "why": reason}
        nobody = "run.mail.seen" if self.sender else "run.mail.seen.nobody"
        said = Phrase("run.mail.seen.mj" if why in _HIS_OWN else nobody, values)
        like = "\n".join((why, verdict["campaign"], player, self.failed))
        return MailsForMJ(said, like, why != "automatic", why in _HIS_OWN)

    @classmethod
    def of(cls, read: Arrived) -> Head:
        """Return the parts by which a mail is named to the MJ."""
        return cls(short(read.subject), short(read.sender or ""), read.doubt, short(read.failed))


def seen_again(spool: Spool, mail: str, verdict: MailVerdict) -> MailsForMJ:
    """Return what the MJ is told about a mail that was set aside earlier. Raises ``OSError``."""
    from adjudicator.mail.arrived import arrived

    return Head.of(arrived(spool.read(mail))).to_see(verdict)


def is_to_see(verdict: MailVerdict) -> bool:
    """Return whether somebody should look at a mail; the second copy of a mail does not count."""
    return (verdict["kind"] == TO_SEE and verdict["why"] != "twice") or verdict["why"] in NOT_ANSWERED


NOT_ANSWERED = ("unanswered", "taken-unanswered", "refused-unanswered")
"""The reasons to look at a mail that its campaign has judged: its player gets no answer."""


# Refused mails that are no longer answered, because a program that answers every mail would be written to for ever.
# Most such programs identify themselves in the header; the others are recognised by repeated or very frequent mails.


SAME = 2
"""How many times in a row the same refused text is answered."""
EMPTY = 5
"""How many mails in a row without any order are answered."""
ROW = 8
"""How many refused mails in a row are answered; a player who corrects his orders needs only a few."""
_NOTHING = (["no-orders"], ["unasked"], ["thanks"], ["empty-mail"])
"""The faults of a mail that holds no order."""
LASTS = timedelta(days=1)
_MOST = 3 * ROW
"""How many mails are examined.

This is enough that the first mail left unanswered is among them only if it really is the first.
"""


class _Refused(NamedTuple):
    """A refused mail: when it came, its words, and whether it holds no order at all."""

    at: datetime
    words: Sequence[bytes]
    empty: bool


def unanswered(folder: Path, number: str, file: DroppedFile, verdicts: Mapping[str, Verdict]) -> int:
    """Return this mail's position in the run of refused mails left unanswered, or 0 if it is answered.

    The mail is stored in ``folder`` under its ``number``. ``verdicts`` holds, by number, the verdicts that are not
    written yet: on this mail and on files judged together with it. An accepted file or a pause of a day ends a run.
    Raises ``OSError``.
    """
    if file.way != "mail" or not file.sender:
        return 0
    row, silent = list(_row(folder, int(number), file.sender, verdicts)), list[bool]()
    for first, newest in enumerate(row):
        run = [mail for mail in row[first:] if newest.at - mail.at <= LASTS]
        same = next((count for count, mail in enumerate(run) if mail.words != newest.words), len(run))
        empty = next((count for count, mail in enumerate(run) if not mail.empty), len(run))
        silent.append(same > SAME or empty > EMPTY or len(run) > ROW)
    return sum(silent) if silent and silent[0] else 0


def _row(folder: Path, number: int, sender: str, verdicts: Mapping[str, Verdict]) -> Iterator[_Refused]:
    """Yield a player's refused mails up to ``number``, the newest first, until two are more than a day apart."""
    lying = {number_of(path): path for path in disk.entries(folder, "*.yaml") if 0 < number_of(path) <= number}
    looked_at, last = 0, None
    for each in sorted(lying, reverse=True):
        how = came(lying[each])
        if how is None or how["way"] != "mail" or how.get("sender") != sender:
            continue
        at, looked_at = datetime.fromisoformat(how["at"]), looked_at + 1
        verdict = verdicts.get(lying[each].stem) or verdict_at(lying[each])
        is_parted = last is not None and last - at > LASTS
        if is_parted or looked_at > _MOST or (verdict is not None and verdict["accepted"]):
            return
        last = at
        # If its verdict is damaged, the mail does not count as empty.
        codes = [fault["code"] for fault in verdict.get("faults", ())] if verdict is not None else []
        empty = codes in _NOTHING or (verdict is not None and not verdict.get("corrects", True))
        yield _Refused(at, disk.read_file(lying[each]).split(), empty)


_KEPT = 4 << 20
"""How many bytes of mails are kept in parsed form after the first reading; larger mails are read again."""
_DAY = LASTS.total_seconds()
SHOWN = 12
"""How many digits of a mail's hash are shown in names and messages."""


@dataclass
class SortedMails:
    """The results for the mails that were sorted."""

    verdicts: dict[str, str] = field(default_factory=dict)
    """The kind of verdict by mail."""
    waiting: int = 0
    """How many mails wait, for example for a campaign that is broken or busy."""
    awaited_by: set[str] = field(default_factory=set)
    """The campaigns that a waiting mail may belong to."""
    unread: bool = False
    """Whether some stored mails could not be read."""
    troubles: list[str] = field(default_factory=list)
    """Problems that the MJ must solve, as sentences."""
    received: dict[str, list[Brief]] = field(default_factory=dict)
    """By campaign, a summary of the files that it took, including those from its inbox folder."""

    to_see: list[MailsForMJ] = field(default_factory=list)
    """The mails that somebody should look at."""
    given_back: dict[str, Sequence[Phrase]] = field(default_factory=dict)
    """By campaign, messages about the seats that were just given back to their former holders."""

    def told(self, campaign: str, submissions: Sequence[Submission]) -> None:
        """Record the files that a campaign has taken."""
        self.received.setdefault(campaign, []).extend(map(Brief.of, submissions))


class WaitingMail(NamedTuple):
    """A mail that waits to be handled.

    ``when`` is the time at which a server accepted it or, if unknown, at which it was stored.
    """

    mail: str
    when: datetime
    whose: Routing
    came: float = 0.0
    """When the mail was stored; it orders mails that were accepted within the same second."""

    @property
    def shown(self) -> str:
        """The part of the hash that is shown."""
        return self.mail[:SHOWN]

    @property
    def about(self) -> str:
        """The name of a letter that asks something about the mail, such as ``mail-0123456789ab``."""
        return f"mail-{self.shown}"


class MailRun:
    """The mails of a ``spool`` that are being sorted ``now``, and their verdicts so far."""

    def __init__(self, accounts: Accounts, spool: Spool, now: datetime) -> None:
        """Start without any verdict."""
        self.accounts, self.spool, self.now = accounts, spool, now
        self.done = SortedMails()
        self.given = spool.giving()
        self._read: dict[str, tuple[Arrived, str]] = {}
        self._heads: dict[str, Head] = {}
        self._room = _KEPT

    def parsed(self, mail: str) -> tuple[Arrived, str]:
        """Return a parsed mail and its twin mark, a value shared by all copies of the same mail.

        A small mail is remembered until the next call for it, and how it is named to the MJ for good.
        """
        from adjudicator.mail.arrived import arrived

        if mail in self._read:
            return self._read.pop(mail)
        data = self.spool.read(mail)
        read = arrived(data)
        self._heads[mail] = Head.of(read)
        found = read, twin_of(read.message_id, read.sender, data)
        if len(data) <= self._room:
            self._room -= len(data)
            self._read[mail] = found
        return found

    def head(self, mail: str) -> Head:
        """Return how a mail is named to the MJ; empty parts for a mail that could not be read."""
        return self._heads.get(mail, Head())

    def verdict(self, kind: str, campaign: str = "", player: str = "", why: str = "") -> MailVerdict:
        """Return a verdict on a mail as of now."""
        return {"kind": kind, "campaign": campaign, "player": player, "why": why, "at": self.now.isoformat()}

    def close(self, verdicts: Mapping[str, MailVerdict]) -> None:
        """Store verdicts, and collect the mails that somebody should look at."""
        self.spool.close(verdicts)
        self.done.verdicts |= {mail: verdict["kind"] for mail, verdict in verdicts.items()}
        for mail, verdict in verdicts.items():
            if is_to_see(verdict):
                self.done.to_see.append(self.head(mail).to_see(verdict))

    def has_been_asked(self, letter: WaitingMail, why: str) -> bool:
        """Return whether the sender was already asked ``why`` so often within a day that he is not asked again.

        The limits are those for refused mails: one for the same text, one for any text. Otherwise this mail is counted.
        The limits keep a forger with a thousand mails from filling a player's mailbox.
        """
        read, _ = self.parsed(letter.mail)
        words = " ".join(read.orders.text.split()) if read.orders is not None else ""
        return self._is_beyond(letter, why, read.sender, words, SAME) or self._is_beyond(
            letter, why, read.sender, "", EMPTY
        )

    def _is_beyond(self, letter: WaitingMail, why: str, sender: str | None, words: str, most: int) -> bool:
        """Return whether ``most`` such mails came within a day; if not, count this one."""
        for number in range(most):
            mark = twin_of(f"{why} {number}", sender, b"\n\n" + words.encode("utf-8", "replace"))
            first = self.spool.first_of(mark)
            if first == letter.mail:
                return False
            if not first or not self.spool.has(first) or self.spool.came_at(first) + _DAY < letter.came:
                self.spool.claim({mark: letter.mail})
                return False
        return True
