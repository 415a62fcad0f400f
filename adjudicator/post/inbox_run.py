"""The mail of a root of campaigns: got from its mailboxes, kept, sorted, and moved there where it was read.

The bytes of a mail are safe before anything is done with it, and it leaves its inbox only when what became of it is
safe too: wherever this stops, the next run goes on.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.editions import record_bytes, record_in
from adjudicator.campaign.loading import load_campaign
from adjudicator.core.faults import Listed, Phrase
from adjudicator.desk.session import opened
from adjudicator.desk.visit import Meanwhile
from adjudicator.mail.arrived import plain_address
from adjudicator.mail.mailbox import Mail, Mailbox, MailboxError, together
from adjudicator.mail.routing import MailRoot, PendingOwnerQuestion, whose
from adjudicator.mail.spool import PLAYED, REFUSED, TO_SEE, Spool, Untold
from adjudicator.orders.submission import Brief
from adjudicator.post import handlers
from adjudicator.post.envelopes import games_below
from adjudicator.post.handlers import Counter
from adjudicator.post.incoming import SortedMails, ToSee, Tray, WaitingMail, is_to_see, seen_again
from adjudicator.speech.voice import reason_of, short, told
from adjudicator.store import disk, drop_folder
from adjudicator.store.disk import Busy, UnusableError, locked
from adjudicator.store.layout import NOT_KEPT, POST
from adjudicator.table.clock import dated_anywhere

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


def _sort(root: Path, accounts: Accounts, spool: Spool, now: datetime, gotten: Gotten) -> SortedMails:
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
    from adjudicator.mail.accounts import MaildirAccount

    if isinstance(source, MaildirAccount):
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


# Mails that have come are sorted: each to its campaign, which judges it as any order file, or aside for the MJ.
#
# A mail and a campaign are each by themselves: what goes wrong with one stays with it, and mails of a campaign that is
# broken or busy wait. Each campaign is opened once, and gets its mails in the order in which they were sent.


SORTING_PATIENCE = 2.0
"""Seconds to wait for a command that is at work on a campaign."""
_TIDIED = 100
"""Mails after which memory is given back: a command's collector is off."""


def sort(root: Path, accounts: Accounts, spool: Spool, now: datetime) -> SortedMails:
    """Judge all mails of which nothing has become yet; the caller holds the lock of the ``spool``."""
    pending = spool.pending()
    spool.forget_given(pending)
    if not pending:
        return SortedMails()
    asked = spool.asked()
    confirmed = [
        (one["campaign"], one["address"], one["player"]) for one in asked.values() if one.get("answer") == "yes"
    ]
    questions = {
        code: PendingOwnerQuestion(one["campaign"], one["player"], one["address"], one["mail"], "answer" in one)
        for code, one in asked.items()
    }
    games = games_below(root, now, confirmed)
    post = MailRoot(accounts.address, accounts.mj, games, accounts.trust, questions)
    return _Sorter(root, post, Tray(accounts, spool, now)).sort(pending)


class _Sorter:
    def __init__(self, root: Path, post: MailRoot, tray: Tray) -> None:
        self.root, self.post, self.tray = root, post, tray
        self.accounts, self.done = tray.accounts, tray.done
        self._served = 0

    def sort(self, pending: Sequence[str]) -> SortedMails:
        """Judge the mails that are pending."""
        by_campaign: dict[str, list[WaitingMail]] = {}
        for letter in sorted(self._looked_at(pending), key=lambda letter: (letter.when, letter.came, letter.mail)):
            found = letter.whose
            if letter.mail in self.tray.given:
                by_campaign.setdefault(self.tray.given[letter.mail], []).append(letter)
            elif found.what == "wait":
                self.done.waiting += 1
                sender = plain_address(self.tray.head(letter.mail).sender)
                self.done.awaited_by |= {found.campaign} if found.campaign else {*self.post.plays(sender)}
            elif found.campaign and found.what != "unknown":
                by_campaign.setdefault(found.campaign, []).append(letter)
            else:
                self._set_aside(letter)
        for campaign, letters in by_campaign.items():
            self._hand_to(campaign, letters)
            self._tidy(len(letters))
        return self.done

    def _tidy(self, mails: int) -> None:
        """Give back memory every so many mails; what was loaded for the first stays, and is not looked at again."""
        import gc

        if gc.isenabled():
            return
        if not self._served:
            gc.freeze()
        self._served += mails
        if self._served >= _TIDIED:
            gc.collect()
            self._served = 1

    def _looked_at(self, pending: Sequence[str]) -> Iterator[WaitingMail]:
        for mail in pending:
            self._tidy(1)
            try:
                yield self._look_at(mail)
            except (MemoryError, OSError):
                self.done.waiting += 1
                self.done.unread = True
            except Exception as error:  # what goes wrong with one mail stays with it
                self.tray.close({mail: self.tray.verdict(TO_SEE, why="internal")})
                self.done.troubles += told(error, self.accounts.language)

    def _look_at(self, mail: str) -> WaitingMail:
        spool, read = self.tray.spool, self.tray.first_read(mail)
        seconds = spool.came_at(mail)
        came = datetime.fromtimestamp(seconds, UTC)
        found = whose(read, self.post)
        return WaitingMail(mail, min(read.received or came, came), found, seconds)

    # What belongs to no campaign

    def _set_aside(self, letter: WaitingMail) -> None:
        """Let the MJ look at a mail that is nobody's; ask who sent it where he is known."""
        found, about = letter.whose, letter.about
        try:
            if found.ask and not self.tray.parsed(letter.mail)[0].answerable:
                found = found._replace(why="automatic" if found.why.startswith("mj-") else "not-asked")
            elif found.ask and found.why.startswith("mj-"):
                said = self.tray.head(letter.mail).subject
                handlers.to_mj(self.accounts, about, found.why, keys=self._mj_keys(), subject=said)
            elif found.why == "which-game" and found.ask and self.tray.has_been_asked(letter, found.why):
                found = found._replace(why="unanswered")
            elif found.why == "which-game" and found.ask:
                titles = [game.names[-1] for game in self.post.games if found.ask in game.people]
                handlers.which_game(self.accounts, found.ask, about, titles)
            like = self._looks_like(letter) if found.why == "unknown" else ""
            why = "alike" if like else found.why
            self.tray.close({letter.mail: self.tray.verdict(TO_SEE, found.campaign, like, why)})
        except OSError as refusal:
            self.done.waiting += 1
            self.done.troubles += told(refusal, self.accounts.language)

    def _looks_like(self, letter: WaitingMail) -> str:
        """Return the player whose address that of a mail seems to be, to the eye alone; empty for nobody."""
        from adjudicator.campaign.campaign_file import skeleton

        seen = skeleton(self.tray.head(letter.mail).sender)
        people = ((address, players) for game in self.post.games for address, players in game.people.items())
        return next((players[0] for address, players in people if seen and players and skeleton(address) == seen), "")

    def _mj_keys(self) -> Listed:
        games = [game for game in self.post.games if game.raw is None and game.secrets.mj_key]
        return Listed(tuple(f"[{game.names[-1]}] {game.secrets.mj_key}" for game in games))

    # What a campaign gets

    def _hand_to(self, campaign: str, letters: Sequence[WaitingMail]) -> None:
        """Hand mails to their campaign; if it cannot take them they wait."""
        folder = self.root / campaign
        left = {letter.mail for letter in letters}
        try:
            with locked(folder, SORTING_PATIENCE):
                table = opened(load_campaign(folder), self.tray.now)
                self.done.given_back[campaign] = table.given_back
                for mail in Counter(self.tray, table, campaign).serve(letters):
                    left.discard(mail)
        except Busy:
            pass
        except Exception as error:  # one broken campaign never stops the others
            self.done.troubles += [f"{folder}: {sentence}" for sentence in told(error, self.accounts.language)]
        self.done.waiting += len(left)
        self.done.awaited_by |= {campaign} if left else set()


# A mail that ``receive`` could not keep leaves a note, by which the next ``run`` tells the MJ.
#
# What ``receive`` prints ends in the report that a server of mail sends to the player: it can tell nothing of the MJ's
# folders. The note holds nothing of them either: where the root takes none it lies where everybody may write.


_MOST = 4096
"""Bytes of a note."""


def said_to_server(error: Exception) -> Phrase:
    """Return what a server of mail is told of a mail that could not be kept: nothing that is the MJ's alone."""
    return Phrase("receive.later", {"reason": Phrase(_reason(error))})


def note_not_kept(root: Path, error: Exception, now: datetime) -> None:
    """Leave a note for the next run below ``root``, wherever the system lets us; where there is none nobody looks."""
    with suppress(PermissionError):
        if not root.is_dir():
            return
    data = record_bytes("not-kept", {"at": now.isoformat(), "user": _user(), "reason": _reason(error)})
    for path in _places(root):
        with suppress(OSError):
            disk.write_whole(path, data, readable=True)
            return


def not_kept(root: Path, now: datetime) -> Iterator[Phrase]:
    """Give what the MJ is told of mails that could not be kept; the notes of that are taken away."""
    for path in _places(root):
        try:
            found = drop_folder.read_plain(path, _MOST)
        except OSError:
            continue
        known = record_in("not-kept", found.data, path) if found is not None else None
        if known is None:
            continue
        at = dated_anywhere(datetime.fromisoformat(known["at"]), now)
        reason = Phrase(known["reason"] if known["reason"] in _REASONS else _OTHER)
        yield Phrase("run.mail.not-kept", {"moment": at, "user": short(known["user"]), "reason": reason})
        with suppress(OSError):
            path.unlink()


_OTHER = "reason.not-kept"
_REASONS = ("reason.disk-full", "reason.forbidden", "reason.read-only")
"""What may be told to anybody of why the system refused something."""


def _reason(error: Exception) -> str:
    reason = reason_of(error) if isinstance(error, OSError) else ""
    return reason.key if isinstance(reason, Phrase) and reason.key in _REASONS else _OTHER


def _places(root: Path) -> Iterator[Path]:
    """Give where a note may lie, the best place first."""
    import tempfile
    from hashlib import sha256

    yield root / POST / NOT_KEPT
    yield root / NOT_KEPT
    mark = sha256(os.path.realpath(root).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    yield Path(tempfile.gettempdir()) / f"adjudicator-{mark}.json"


def _user() -> str:
    """Return as whom this program runs."""
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "?"
