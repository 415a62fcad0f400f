"""The mails that are being sorted: read once each, and closed with what became of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.faults import Filling, Phrase
from adjudicator.mail.routing import Whose
from adjudicator.mail.spool import TO_SEE, MailVerdict, Spool, twin_of
from adjudicator.orders.received import came, number_of, verdict_at
from adjudicator.orders.submission import Brief, Submission
from adjudicator.speech.voice import short
from adjudicator.store import disk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.mail.accounts import Accounts
    from adjudicator.mail.arrived import Arrived
    from adjudicator.orders.inbox import Dropped
    from adjudicator.orders.verdict import Verdict


# Mails at which the MJ should look: by what he is told each, and why he should.


class ToSee(NamedTuple):
    """A mail that somebody should look at."""

    said: Phrase
    """What it is, and why."""
    reason: str
    """By what others like it are known."""
    wakes: bool
    """Whether the MJ is written to for it."""
    his_own: bool = False
    """Whether he has sent it himself."""


_HIS_OWN = ("mj-key", "mj-other-key", "mj-keys", "mj-words", "mj-said")
"""Why a mail is to be looked at that the MJ has sent: nobody need write to him of it."""


class Head(NamedTuple):
    """What the MJ is told a mail by."""

    subject: str = ""
    sender: str = ""
    doubt: Phrase | None = None
    """Why nobody knows who sent it."""

    failed: str = ""
    """The address at which it says that another did not arrive."""

    def to_see(self, verdict: MailVerdict) -> ToSee:
        """Return what he is told of it where he should look, and why he should."""
        why, player = verdict["why"], verdict["player"]
        reason = Phrase(f"run.mail.why.{why}", {"player": player, "address": self.failed})
        reason = self.doubt if why == "odd-sender" and self.doubt is not None else reason
        values: dict[str, Filling] = {"subject": self.subject, "sender": self.sender, "why": reason}
        nobody = "run.mail.seen" if self.sender else "run.mail.seen.nobody"
        said = Phrase("run.mail.seen.mj" if why in _HIS_OWN else nobody, values)
        like = "\n".join((why, verdict["campaign"], player, self.failed))
        return ToSee(said, like, why != "automatic", why in _HIS_OWN)

    @classmethod
    def of(cls, read: Arrived) -> Head:
        """Return by what the MJ is told a mail."""
        return cls(short(read.subject), short(read.sender or ""), read.doubt, short(read.failed))


def seen_again(spool: Spool, mail: str, verdict: MailVerdict) -> ToSee:
    """Return what the MJ is told of a mail that was set aside before, as if it were now. Raises ``OSError``."""
    from adjudicator.mail.arrived import arrived

    return Head.of(arrived(spool.read(mail))).to_see(verdict)


def is_to_see(verdict: MailVerdict) -> bool:
    """Tell whether somebody should look at a mail; the second of two that are one says nothing new."""
    return (verdict["kind"] == TO_SEE and verdict["why"] != "twice") or verdict["why"] in NOT_ANSWERED


NOT_ANSWERED = ("unanswered", "taken-unanswered", "refused-unanswered")
"""Why the MJ should look at a mail that its campaign has judged: its player has no answer."""


# Which refused mails are answered no more: a program that answers whatever it is sent would be written to for ever.
#
# Most such programs say in their head what they are (``arrived.may_be_answered``); the others are known by what they
# say, and by how often they do: nobody corrects his orders as often as a program writes.


SAME = 2
"""Times that the same text is refused, one after the other, and answered."""
EMPTY = 5
"""Mails in a row without any order that are answered, whatever they say."""
ROW = 8
"""Mails in a row that are refused and answered, whatever they say: who mends his orders again and again needs few."""
_NOTHING = (["no-orders"], ["unasked"], ["thanks"], ["empty-mail"])
"""Faults of a mail that holds no order."""
LASTS = timedelta(days=1)
_MOST = 3 * ROW
"""Mails that are looked at: so many that of those not answered the first is among them only where it is the first."""


class _Refused(NamedTuple):
    """A mail that was refused: when it came, what it says, and whether it holds no order at all."""

    at: datetime
    words: Sequence[bytes]
    empty: bool


def unanswered(folder: Path, number: str, file: Dropped, verdicts: Mapping[str, Verdict]) -> int:
    """Return the how manieth refused mail in a row one is that is not answered; 0 for one that is.

    It lies in ``folder`` under its ``number``, and ``verdicts``, by number, are those on it and on what has been judged
    together with it, which are not written yet. What was accepted, and a day, make an end. Raises ``OSError``.
    """
    if file.way != "mail" or not file.sender:
        return 0
    row = list(_row(folder, int(number), file.sender, verdicts))
    silent = [
        _is_silent([mail for mail in row[first:] if row[first].at - mail.at <= LASTS]) for first in range(len(row))
    ]
    return sum(silent) if silent and silent[0] else 0


def _is_silent(row: Sequence[_Refused]) -> bool:
    """Tell whether the first of some mails in a row, the last of which came first, is not answered."""
    same = next((count for count, mail in enumerate(row) if mail.words != row[0].words), len(row))
    empty = next((count for count, mail in enumerate(row) if not mail.empty), len(row))
    return same > SAME or empty > EMPTY or len(row) > ROW


def _row(folder: Path, number: int, sender: str, verdicts: Mapping[str, Verdict]) -> Iterator[_Refused]:
    """Give the refused mails of a player up to one, the last first, as far as less than a day parts them."""
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
        yield _refused(at, disk.read_file(lying[each]), verdict)


def _refused(at: datetime, data: bytes, verdict: Verdict | None) -> _Refused:
    """Return a mail that was refused; of one whose ``verdict`` is damaged nobody knows what it holds."""
    codes = [fault["code"] for fault in verdict.get("faults", ())] if verdict is not None else []
    return _Refused(at, data.split(), codes in _NOTHING or (verdict is not None and not verdict.get("corrects", True)))


_KEPT = 4 << 20
"""Bytes of mails that are remembered as they were read at first: many small ones, few large ones."""
_DAY = LASTS.total_seconds()
SHOWN = 12
"""Letters of a mail's hash by which it is told."""


@dataclass
class SortedMails:
    """What became of the mails that were sorted."""

    verdicts: dict[str, str] = field(default_factory=dict)
    """By mail, what it was judged to be."""
    waiting: int = 0
    """How many wait for a campaign that is broken or busy."""
    awaited_by: set[str] = field(default_factory=set)
    """The campaigns for which one of these may be."""
    unread: bool = False
    """Whether some that are kept could not be read."""
    troubles: list[str] = field(default_factory=list)
    """What is wrong, in sentences: the MJ has to see to it."""
    received: dict[str, list[Brief]] = field(default_factory=dict)
    """By campaign the files that it took meanwhile, those of its inbox too, with what is told of them and no more."""

    to_see: list[ToSee] = field(default_factory=list)
    """Of each mail that somebody should look at, what it is and why."""
    given_back: dict[str, Sequence[Phrase]] = field(default_factory=dict)
    """By campaign which seats have just gone back to those who had them."""

    def told(self, campaign: str, submissions: Sequence[Submission]) -> None:
        """Remember what a campaign has taken."""
        self.received.setdefault(campaign, []).extend(map(Brief.of, submissions))


class WaitingMail(NamedTuple):
    """A mail that waits: when a server took it, or it came, and whose it is."""

    mail: str
    when: datetime
    whose: Whose
    came: float = 0.0
    """When it was kept: of two that were taken in the same second the one that lay first counts first."""

    @property
    def shown(self) -> str:
        """What of its hash it is told by."""
        return self.mail[:SHOWN]

    @property
    def about(self) -> str:
        """By what a letter is known that asks something about it."""
        return f"mail-{self.shown}"


class Tray:
    """The mails of a ``spool`` that are sorted ``now``, and what has become of them so far."""

    def __init__(self, accounts: Accounts, spool: Spool, now: datetime) -> None:
        """Nothing has become of any."""
        self.accounts, self.spool, self.now = accounts, spool, now
        self.done = SortedMails()
        self.given = spool.giving()
        self._read: dict[str, tuple[Arrived, str]] = {}
        self._heads: dict[str, Head] = {}
        self._room = _KEPT

    def first_read(self, mail: str) -> Arrived:
        """Return a mail as it is read, and remember by what the MJ is told it."""
        read, _ = self.parsed(mail)
        self._heads[mail] = Head.of(read)
        return read

    def parsed(self, mail: str) -> tuple[Arrived, str]:
        """Return a mail as it is read, and what is the same of its twins; small ones are remembered until then."""
        from adjudicator.mail.arrived import arrived

        if mail in self._read:
            return self._read.pop(mail)
        data = self.spool.read(mail)
        read = arrived(data)
        found = read, twin_of(read.message_id, read.sender, data)
        if len(data) <= self._room:
            self._room -= len(data)
            self._read[mail] = found
        return found

    def head(self, mail: str) -> Head:
        """Return by what the MJ is told a mail; of one that could not be read nothing."""
        return self._heads.get(mail, Head())

    def verdict(self, kind: str, campaign: str = "", player: str = "", why: str = "") -> MailVerdict:
        """Return what is kept of a mail of which something became now."""
        return {"kind": kind, "campaign": campaign, "player": player, "why": why, "at": self.now.isoformat()}

    def close(self, verdicts: Mapping[str, MailVerdict]) -> None:
        """Keep what became of mails, and remember those at which somebody should look."""
        self.spool.close(verdicts)
        self.done.verdicts |= {mail: verdict["kind"] for mail, verdict in verdicts.items()}
        for mail, verdict in verdicts.items():
            if is_to_see(verdict):
                self.done.to_see.append(self.head(mail).to_see(verdict))

    def has_been_asked(self, letter: WaitingMail, why: str) -> bool:
        """Tell whether who sent a mail was asked the same as often as is answered in a day, of that text or any.

        If not, remember that he is now. Whoever forges a thousand mails does not fill a player's mailbox.
        """
        read, _ = self.parsed(letter.mail)
        text = read.orders.text if read.orders is not None else ""
        return self._is_beyond(letter, why, read.sender, text, SAME) or self._is_beyond(
            letter, why, read.sender, "", EMPTY
        )

    def _is_beyond(self, letter: WaitingMail, why: str, sender: str | None, text: str, most: int) -> bool:
        """Tell whether there were as many such mails as are answered; if not, remember that this is one."""
        for number in range(most):
            mark = twin_of(f"{why} {number}", sender, b"\n\n" + " ".join(text.split()).encode("utf-8", "replace"))
            first = self.spool.first_of(mark)
            if first == letter.mail:
                return False
            if not first or not self.spool.has(first) or self.spool.came_at(first) + _DAY < letter.came:
                self.spool.claim({mark: letter.mail})
                return False
        return True
