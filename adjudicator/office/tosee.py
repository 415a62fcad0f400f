"""Mails at which the MJ should look: by what he is told each, and why he should."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.faults import Filling, Phrase
from adjudicator.mail.spool import TO_SEE, MailVerdict, Spool
from adjudicator.speech.voice import short

if TYPE_CHECKING:
    from adjudicator.mail.arrived import Arrived


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
