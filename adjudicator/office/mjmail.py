"""What the MJ does to a campaign by a mail: hold it, release it, give more time, withdraw orders, answer questions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adjudicator.campaign.acts import hold_in_force
from adjudicator.core.faults import Listed, Phrase
from adjudicator.office import postletters
from adjudicator.office.session import Session
from adjudicator.orders.inbox import Dropped
from adjudicator.speech.voice import one_line, told, voice_of
from adjudicator.store.disk import UnusableError
from adjudicator.table.situation import later

if TYPE_CHECKING:
    from datetime import datetime

    from adjudicator.mail.accounts import Accounts
    from adjudicator.table.consequences import Withdrawal


def act_by_mail(table: Session, accounts: Accounts, command: tuple[str, str], mark: str) -> None:
    """Do a ``command`` in the campaign that is held, once, and tell the MJ; by ``mark`` its mail is known again.

    What cannot be done he is told too. Raises ``OSError``.
    """
    about, (what, words) = f"mail-{mark}", command
    if what == "answers":
        _answer(table, accounts, words, mark)
        return
    if not _is_done(table, mark):
        try:
            _do(table, what, words, mark)
        except UnusableError as error:
            if not _is_done(table, mark):
                reason = " ".join(told(error, accounts.language))
                postletters.to_mj(accounts, about, "mj.refused", table.campaign, reason=reason)
                return
    postletters.to_mj(accounts, about, f"mj.{what}", table.campaign, words=words or Phrase("post.no-reason"))


_TIME_AND_REASON = re.compile(
    r"\s*(\+?\d{1,9}\s*[^\W\d_]+)\s*(?:[,;:.(\u2013\u2014-](?!\W*\d+\s*[^\W\d_]+\W*$)(.*))?", re.DOTALL
)
"""A time, and behind a sign of punctuation why; what is a time as well is no reason."""


def _parted(words: str) -> tuple[str, str]:
    """Return the time in what stands behind a command, and the reason, which may be empty."""
    found = _TIME_AND_REASON.fullmatch(words)
    if found is None:
        return words, ""
    reason = (found[2] or "").strip()
    return found[1], reason if "(" in reason else reason.removesuffix(")").strip()


def _later(table: Session, words: str) -> tuple[datetime, str]:
    """Return the deadline that a mail asks for, and why.

    Raises ``UnusableError``, in words for somebody who writes a mail.
    """
    time, reason = _parted(words)
    try:
        return later(table.situation, time), reason
    except UnusableError as refusal:
        if refusal.key == "extend.bad-time":
            raise UnusableError("post.bad-time", text=one_line(words)) from refusal
        raise


_NAME = re.compile(
    r"\s*(?P<name>[^,;:(\u2013\u2014]+?)"
    r"(?:[\s,]+(?:(?P<standing>permanents?|standing)|(?:tour|turn)\s+(?P<turn>\d{1,6})))?"
    r"\s*(?:[,;:(\u2013\u2014](?P<reason>.*))?",
    re.IGNORECASE | re.DOTALL,
)
"""A name, behind it which orders are meant where it is not the last ones of the stage awaited, and why."""


def _withdrawn(table: Session, words: str) -> tuple[Withdrawal, str]:
    """Return what a mail withdraws, and why. Raises ``UnusableError`` when there is nothing of the kind."""
    from adjudicator.table.consequences import withdrawal

    found = _NAME.fullmatch(words)
    if found is None:
        raise UnusableError("post.no-name")
    turn = int(found["turn"]) if found["turn"] else None
    taken = withdrawal(table.situation, found["name"], turn, found["standing"] is not None)
    return taken, (found["reason"] or "").strip(" )")


_SIGNATURE = re.compile(r"^-- ?$", re.MULTILINE)


def _answer(table: Session, accounts: Accounts, text: str, mark: str) -> None:
    """Take a file of answers, as it stands in a mail with his key, and tell him how it was understood.

    One that a kill lets come twice says the same twice.
    """
    about, campaign = f"mail-{mark}", table.campaign
    voice = voice_of(campaign.game.id, accounts.language)
    own = _SIGNATURE.split(text)[0]
    received = table.receive([Dropped(about, own.encode(), "mail")])
    taken = received.submissions[-1] if received.submissions else None
    if received.trouble is not None or taken is None:
        reason = " ".join(told(received.trouble, accounts.language)) if received.trouble else ""
        postletters.to_mj(accounts, about, "mj.refused", campaign, reason=reason)
    elif taken.accepted:
        said = Listed(tuple(taken.decided))
        postletters.to_mj(accounts, about, "mj.answers", campaign, words=said)
    else:
        faults = [voice.say("letter.fault", line=fault.mark.line, what=voice.fault(fault)) for fault in taken.faults]
        postletters.to_mj(accounts, about, "mj.refused", campaign, reason=" ".join(faults))


def _is_done(table: Session, mark: str) -> bool:
    return any(act["by"].endswith(mark) for act in table.situation.acts)


def _do(table: Session, what: str, words: str, mark: str) -> None:
    """Do it. Raises ``UnusableError`` for what cannot be done."""
    voice = table.campaign.voice()
    by, reason = f"{voice.say('post.by')}-{mark}", words or voice.say("post.no-reason")
    if table.situation.progress.stage is None:
        raise UnusableError("resolve.over")
    if what == "hold":
        table.hold(by, reason)
    elif what == "release":
        if hold_in_force(table.situation.acts) is None:
            raise UnusableError("release.not-held")
        table.release(by, reason)
    elif what == "withdraw":
        withdrawn, said = _withdrawn(table, words)
        table.withdraw(by, withdrawn, said or voice.say("post.no-reason"))
    else:
        due, said = _later(table, words)
        if due <= table.now:
            raise UnusableError("extend.past", moment=postletters.dated(table.campaign, due))
        table.extend(by, said, due)
