"""The mail of a root of campaigns: got from its mailboxes, kept, sorted, and moved there where it was read.

The bytes of a mail are safe before anything is done with it, and it leaves its inbox only when what became of it is
safe too: wherever this stops, the next run goes on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.mail.mailbox import Mail, Mailbox, MailboxError, together
from adjudicator.mail.spool import PLAYED, REFUSED, TO_SEE, Spool, Untold
from adjudicator.office.sorting import sort
from adjudicator.office.tosee import ToSee, is_to_see, seen_again
from adjudicator.office.tray import Sorted
from adjudicator.office.visit import Meanwhile
from adjudicator.orders.submission import Brief
from adjudicator.speech.voice import told
from adjudicator.store.disk import Busy, UnusableError, locked

if TYPE_CHECKING:
    from adjudicator.mail.accounts import Accounts, Source

PATIENCE = 2.0
_TOGETHER = 16
"""Mails that are kept at once, at most."""


@dataclass
class Gotten:
    """What came of getting mail by some ``accounts``."""

    accounts: Accounts
    counts: dict[str, int] = field(default_factory=dict)
    """How many mails were ``played``, ``refused``, ``to-see``."""
    waiting: int = 0
    to_see: list[ToSee] = field(default_factory=list)
    """The mails that somebody should look at."""
    troubles: list[str] = field(default_factory=list)
    """What is wrong, in sentences: the MJ has to see to it."""
    meanwhile: dict[Path, Meanwhile] = field(default_factory=dict)
    """What happened in campaigns, by their folders, resolved."""
    retold: list[str] = field(default_factory=list)
    """The mails among these that came by a pipe before, where nobody reads what is said: by :func:`told_all` told."""
    unread: bool = False
    """Whether there may be mails that could not be read now: a mailbox is away, the disk refuses, another is at it."""

    @property
    def root(self) -> Path:
        """The folder in which the accounts lie, resolved."""
        return self.accounts.root.resolve()


def get(root: Path, accounts: Accounts, now: datetime) -> Gotten:
    """Get the mail of a ``root`` and judge it; never raises for what is wrong with a mailbox, a mail, a campaign."""
    spool, gotten = Spool(accounts.state), Gotten(accounts)
    try:
        spool.make()
        with locked(accounts.state, PATIENCE):
            spool.clean()
            _get(root, accounts, spool, now, gotten)
    except Busy:  # another run is at it, and has mails in its hands
        gotten.unread = True
    except (OSError, UnusableError) as error:
        gotten.troubles += told(error, accounts.language)
        gotten.unread = True
    return gotten


def _get(root: Path, accounts: Accounts, spool: Spool, now: datetime, gotten: Gotten) -> None:
    boxes = list(_opened(accounts, gotten))
    try:
        places: dict[str, dict[str, str]] = {}
        known = spool.places()
        for box in boxes:
            with _apart(accounts, gotten, box):
                places[box.name] = {}
                _fetch(box, spool, known.get(box.name, {}), places[box.name])
        now_judged = _sort(root, accounts, spool, now, gotten).verdicts
        _tell_of_piped(root, spool, now_judged, gotten)
        for box in boxes:
            with _apart(accounts, gotten, box):
                _file(box, accounts, spool, places.get(box.name, {}))
        spool.place(places)
    finally:
        for box in boxes:
            box.close()
            for error in (*box.unread, *box.unmoved):
                gotten.troubles += told(error, accounts.language)
            gotten.unread = gotten.unread or bool(box.unread)


def _sort(root: Path, accounts: Accounts, spool: Spool, now: datetime, gotten: Gotten) -> Sorted:
    done = sort(root, accounts, spool, now)
    for kind in done.verdicts.values():
        gotten.counts[kind] = gotten.counts.get(kind, 0) + 1
    gotten.waiting += done.waiting
    gotten.to_see += done.to_see
    gotten.troubles += done.troubles
    for campaign in done.given_back:
        taken, back = done.received.get(campaign, ()), done.given_back[campaign]
        gotten.meanwhile[(root / campaign).resolve()] = Meanwhile(taken, back)
    for folder in ((root / campaign).resolve() for campaign in done.awaited_by):
        gotten.meanwhile[folder] = gotten.meanwhile.get(folder, Meanwhile())._replace(unread=True)
    gotten.unread = gotten.unread or done.unread
    return done


def _tell_of_piped(root: Path, spool: Spool, now_judged: Collection[str], gotten: Gotten) -> None:
    """Add what has become of mails that :func:`take_in` took since: nobody reads what a pipe says."""
    for mail, files in spool.untold().items():
        verdict = spool.verdict(mail)
        if mail not in now_judged:
            if verdict is None:
                continue  # it waits, and is told of by who judges it
            kind = verdict["kind"]
            gotten.counts[kind] = gotten.counts.get(kind, 0) + 1
            if is_to_see(verdict):
                gotten.to_see.append(seen_again(spool, mail, verdict))
        for campaign, taken in files.items():
            folder = (root / campaign).resolve()
            known, before = gotten.meanwhile.get(folder, Meanwhile()), [Brief(**file) for file in taken]
            gotten.meanwhile[folder] = known._replace(files=[*before, *known.files])
        gotten.retold.append(mail)


def told_all(gotten: Gotten) -> None:
    """Remember that the MJ has been told of all mails. Where that cannot be kept, he is told once more."""
    if gotten.retold:
        with suppress(OSError):
            Spool(gotten.accounts.state).told(gotten.retold)


def _opened(accounts: Accounts, gotten: Gotten) -> Iterator[Mailbox]:
    """Open the mailboxes, each by itself."""
    for source in accounts.receiving:
        try:
            yield open_source(source)
        except (OSError, UnusableError) as error:
            gotten.troubles += told(error, accounts.language)
            gotten.unread = True


def open_source(source: Source) -> Mailbox:
    """Open a mailbox of a file of accounts. Raises ``MailboxError``, and what reading its password raises."""
    from adjudicator.mail.accounts import Maildir

    if isinstance(source, Maildir):
        from adjudicator.mail.mailbox import open_maildir

        return open_maildir(source.path)
    from adjudicator.mail.imap import open_imap

    return open_imap(source, source.password.read() if source.password is not None else "")


@contextmanager
def _apart(accounts: Accounts, gotten: Gotten, box: Mailbox) -> Iterator[None]:
    """Let what goes wrong with one mailbox stay with it."""
    try:
        yield
    except MailboxError as error:
        gotten.troubles += told(error, accounts.language)
        gotten.unread = True


def _fetch(box: Mailbox, spool: Spool, known: dict[str, str], places: dict[str, str]) -> None:
    """Keep the mails of an inbox; ``places`` gets where each lies there, also of one that stays from before."""
    there = {uid: mail for uid, mail in known.items() if spool.has(mail)}
    if there:
        places |= {uid: there[uid] for uid in box.waiting() if uid in there}
    for mails in together(box.mails(there), lambda mail: len(mail.data), _TOGETHER):
        kept = spool.store(mails)
        places |= {mail.uid: name for mail, name in zip(mails, kept, strict=True)}


def _file(box: Mailbox, accounts: Accounts, spool: Spool, places: dict[str, str]) -> None:
    """Move the mails out of an inbox of which it is known what became of them."""
    folders = accounts.folders
    names = {PLAYED: folders.played, REFUSED: folders.refused, TO_SEE: folders.to_see}
    moved: dict[str, list[str]] = {}
    for uid, mail in places.items():
        verdict = spool.verdict(mail)
        if verdict is not None:
            moved.setdefault(names[verdict["kind"]], []).append(uid)
    for folder, uids in moved.items():
        box.file(uids, folder)
        for uid in uids:
            del places[uid]


def take_in(root: Path, accounts: Accounts, mail: Mail, now: datetime) -> Gotten:
    """Keep a mail that somebody hands over, and judge what waits if nobody else is at it.

    Raises ``OSError`` when it could not be kept; when this returns it is safe.
    """
    spool, gotten = Spool(accounts.state), Gotten(accounts)
    spool.make()
    name = spool.hand_in(mail)
    if spool.verdict(name) is None:
        spool.owe_word(name)  # first: whoever stops us after that keeps nothing from the MJ
    try:
        with locked(accounts.state, 0):
            spool.clean()
            received = _sort(root, accounts, spool, now, gotten).received
            if received:
                spool.owe_word(name, {folder: [_untold(file) for file in files] for folder, files in received.items()})
    except (OSError, UnusableError) as error:
        if not isinstance(error, Busy):
            gotten.troubles += told(error, accounts.language)
    return gotten


def _untold(file: Brief) -> Untold:
    return {"source": file.source, "players": list(file.players), "faults": file.faults, "table": file.table}
