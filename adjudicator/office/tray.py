"""The mails that are being sorted: read once each, and closed with what became of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.faults import Phrase
from adjudicator.mail.routing import Whose
from adjudicator.mail.spool import MailVerdict, Spool, twin_of
from adjudicator.office import silence
from adjudicator.office.tosee import Head, ToSee, is_to_see
from adjudicator.orders.submission import Brief, Submission

if TYPE_CHECKING:
    from adjudicator.mail.accounts import Accounts
    from adjudicator.mail.arrived import Arrived

_KEPT = 4 << 20
"""Bytes of mails that are remembered as they were read at first: many small ones, few large ones."""
_DAY = silence.LASTS.total_seconds()
SHOWN = 12
"""Letters of a mail's hash by which it is told."""


@dataclass
class Sorted:
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


class Letter(NamedTuple):
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
        self.done = Sorted()
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

    def has_been_asked(self, letter: Letter, why: str) -> bool:
        """Tell whether who sent a mail was asked the same as often as is answered in a day, of that text or any.

        If not, remember that he is now. Whoever forges a thousand mails does not fill a player's mailbox.
        """
        read, _ = self.parsed(letter.mail)
        text = read.orders.text if read.orders is not None else ""
        return self._is_beyond(letter, why, read.sender, text, silence.SAME) or self._is_beyond(
            letter, why, read.sender, "", silence.EMPTY
        )

    def _is_beyond(self, letter: Letter, why: str, sender: str | None, text: str, most: int) -> bool:
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
