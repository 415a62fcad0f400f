"""The mails being sorted: each is read once, gets a verdict, and is reported to the MJ if he should look at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.campaign.records import MailVerdict
from adjudicator.core.faults import Phrase, PhraseArgument
from adjudicator.desk.visit import Meanwhile
from adjudicator.mail.arrived import Arrived, arrived
from adjudicator.mail.routing import Routing
from adjudicator.mail.spool import TO_SEE, Spool, twin_of
from adjudicator.orders.submission import Brief
from adjudicator.post.letters import EMPTY, LASTS, SAME
from adjudicator.speech.voice import short

if TYPE_CHECKING:
    from adjudicator.mail.accounts import Accounts


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
    return Head.of(arrived(spool.read(mail))).to_see(verdict)


def is_to_see(verdict: MailVerdict) -> bool:
    """Return whether somebody should look at a mail; the second copy of a mail does not count."""
    return (verdict["kind"] == TO_SEE and verdict["why"] != "twice") or verdict["why"] in NOT_ANSWERED


NOT_ANSWERED = ("unanswered", "taken-unanswered", "refused-unanswered")
"""The reasons to look at a mail that its campaign has judged: its player gets no answer."""


_KEPT = 4 << 20
"""How many bytes of mails are kept in parsed form after the first reading; larger mails are read again."""
SHOWN = 12
"""How many digits of a mail's hash are shown in names and messages."""


@dataclass
class FetchResult:
    """The result of fetching and judging mail with some ``accounts``."""

    accounts: Accounts
    verdicts: dict[str, str] = field(default_factory=dict)
    """What became of each mail: ``played``, ``refused`` or ``to-see``."""
    waiting: int = 0
    """How many mails wait, for example for a campaign that is broken or busy."""
    to_see: list[MailsForMJ] = field(default_factory=list)
    """The mails that somebody should look at."""
    troubles: list[str] = field(default_factory=list)
    """Problems that the MJ must solve, as sentences."""
    received: dict[str, list[Brief]] = field(default_factory=dict)
    """By campaign, a summary of the files that it took, including those from its inbox folder."""
    meanwhile: dict[Path, Meanwhile] = field(default_factory=dict)
    """What happened in each campaign, by its resolved folder."""
    retold: list[str] = field(default_factory=list)
    """The mails here that came through ``take_in`` earlier; ``told_all`` marks them as reported."""
    unread: bool = False
    """Whether some mails could not be read: a mailbox or the disk failed, or another process holds the lock."""

    @property
    def root(self) -> Path:
        """The resolved folder of the accounts file."""
        return self.accounts.root.resolve()

    @property
    def counts(self) -> Mapping[str, int]:
        """How many mails were ``played``, ``refused`` or ``to-see``."""
        return Counter(self.verdicts.values())

    def note(self, folder: Path, **happened: Any) -> None:
        """Add what ``happened`` in the campaign of a ``folder``: fields of ``Meanwhile``."""
        known = self.meanwhile.get(folder.resolve(), Meanwhile())
        self.meanwhile[folder.resolve()] = known._replace(**happened)


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
    """The mails of a ``spool`` that are being sorted ``now``; what becomes of them is ``done``."""

    def __init__(self, spool: Spool, now: datetime, done: FetchResult) -> None:
        """Start without any mail."""
        self.accounts, self.spool, self.now, self.done = done.accounts, spool, now, done
        self.given = spool.giving()
        self._read: dict[str, tuple[Arrived, str]] = {}
        self._heads: dict[str, Head] = {}
        self._room = _KEPT

    def parsed(self, mail: str) -> tuple[Arrived, str]:
        """Return a parsed mail and its twin mark, a value shared by all copies of the same mail.

        A small mail is remembered until the next call for it, and how it is named to the MJ for good.
        """
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
        """Return a verdict on a mail."""
        return {"kind": kind, "campaign": campaign, "player": player, "why": why}

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
            is_there = bool(first) and self.spool.has(first)
            if not is_there or self.spool.came_at(first) + LASTS.total_seconds() < letter.came:
                self.spool.claim({mark: letter.mail})
                return False
        return True
