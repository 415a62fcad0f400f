"""The mail run of a root of campaigns: fetch mails from the mailboxes, store them, sort them, and move them.

A mail is stored safely before anything is done with it. It is moved out of its inbox only when its verdict is stored
too, so an interrupted run is completed by the next one.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.editions import record_bytes, record_in
from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.records import Untold
from adjudicator.core.faults import Listed, Phrase
from adjudicator.desk.session import opened
from adjudicator.desk.visit import Meanwhile
from adjudicator.mail.arrived import plain_address
from adjudicator.mail.mailbox import Mail, Mailbox, MailboxError, open_maildir, together
from adjudicator.mail.routing import MailRoot, whose
from adjudicator.mail.spool import TO_SEE, Spool
from adjudicator.orders.submission import Brief
from adjudicator.post import handlers
from adjudicator.post.envelopes import games_below
from adjudicator.post.handlers import MailHandler
from adjudicator.post.incoming import FetchResult, MailRun, WaitingMail, is_to_see, seen_again
from adjudicator.speech.voice import reason_of, short, told
from adjudicator.store import disk
from adjudicator.store.disk import Busy, UnusableError, locked
from adjudicator.store.layout import NOT_KEPT, POST
from adjudicator.table.clock import dated_anywhere

if TYPE_CHECKING:
    from adjudicator.mail.accounts import Accounts, Source


LOCK_WAIT = 2.0
"""How many seconds to wait for another command to release the mailbox."""
_TOGETHER = 16
"""The maximum number of mails stored in one step."""


def get(root: Path, accounts: Accounts, now: datetime) -> FetchResult:
    """Fetch the mail of a ``root`` and judge it; problems with mailboxes, mails and campaigns are never raised."""
    spool, gotten = Spool(accounts.state), FetchResult(accounts)
    try:
        spool.make()
        with locked(accounts.state, LOCK_WAIT):
            spool.clean()
            _get(root, accounts, spool, now, gotten)
    except Busy:  # another run is processing mails
        gotten.unread = True
    except (OSError, UnusableError) as error:
        gotten.troubles += told(error, accounts.language)
        gotten.unread = True
    return gotten


def _get(root: Path, accounts: Accounts, spool: Spool, now: datetime, gotten: FetchResult) -> None:
    boxes = list(_opened(accounts, gotten))
    try:
        places: dict[str, dict[str, str]] = {}
        known = spool.places()
        for box in boxes:
            with _apart(accounts, gotten, box):
                places[box.name] = {}
                _fetch(box, spool, known.get(box.name, {}), places[box.name])
        sort(root, spool, now, gotten)
        _tell_of_piped(root, spool, gotten)
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


def _tell_of_piped(root: Path, spool: Spool, gotten: FetchResult) -> None:
    """Add the results of mails that :func:`take_in` took earlier, because nobody reads its output."""
    for mail, files in spool.untold().items():
        verdict = spool.verdict(mail)
        if mail not in gotten.verdicts:
            if verdict is None:
                continue  # the mail still waits; the run that judges it will report it
            gotten.verdicts[mail] = verdict["kind"]
            if is_to_see(verdict):
                gotten.to_see.append(seen_again(spool, mail, verdict))
        for campaign, taken in files.items():
            known = gotten.meanwhile.get((root / campaign).resolve(), Meanwhile())
            gotten.note(root / campaign, files=[*(Brief(**file) for file in taken), *known.files])
        gotten.retold.append(mail)


def told_all(gotten: FetchResult) -> None:
    """Record that all mails were reported to the MJ; if that fails, they are reported again."""
    if gotten.retold:
        with suppress(OSError):
            Spool(gotten.accounts.state).told(gotten.retold)


def _opened(accounts: Accounts, gotten: FetchResult) -> Iterator[Mailbox]:
    """Yield the mailboxes that can be opened; a failure to open one does not affect the others."""
    for source in accounts.receiving:
        try:
            yield open_source(source)
        except (OSError, UnusableError) as error:
            gotten.troubles += told(error, accounts.language)
            gotten.unread = True


def open_source(source: Source) -> Mailbox:
    """Open a mailbox of the accounts file. Raises ``MailboxError``, and the errors of reading its password."""
    from adjudicator.mail.accounts import MaildirAccount

    if isinstance(source, MaildirAccount):
        return open_maildir(source.path)
    from adjudicator.mail.imap import open_imap

    return open_imap(source, source.password.read() if source.password is not None else "")


@contextmanager
def _apart(accounts: Accounts, gotten: FetchResult, box: Mailbox) -> Iterator[None]:
    """Record a mailbox's error, so that the other mailboxes are still processed."""
    try:
        yield
    except MailboxError as error:
        gotten.troubles += told(error, accounts.language)
        gotten.unread = True


def _fetch(box: Mailbox, spool: Spool, known: dict[str, str], places: dict[str, str]) -> None:
    """Store the mails of an inbox; ``places`` receives the hash of each by its identifier in the mailbox.

    ``known`` holds the same for mails that were stored before and are not read again.
    """
    there = {uid: mail for uid, mail in known.items() if spool.has(mail)}
    if there:
        places |= {uid: there[uid] for uid in box.waiting() if uid in there}
    for mails in together(box.mails(there), lambda mail: len(mail.data), _TOGETHER):
        kept = spool.store(mails)
        places |= {mail.uid: name for mail, name in zip(mails, kept, strict=True)}


def _file(box: Mailbox, accounts: Accounts, spool: Spool, places: dict[str, str]) -> None:
    """Move each mail that has a verdict out of the inbox."""
    moved: dict[str, list[str]] = {}
    for uid, mail in places.items():
        verdict = spool.verdict(mail)
        if verdict is not None:
            moved.setdefault(accounts.folders[verdict["kind"]], []).append(uid)
    for folder, uids in moved.items():
        box.file(uids, folder)
        for uid in uids:
            del places[uid]


def take_in(root: Path, accounts: Accounts, mail: Mail, now: datetime) -> FetchResult:
    """Store a mail that was handed over, and judge the waiting mails unless another process is doing so.

    Raises ``OSError`` if the mail could not be stored; once this returns, the mail is safe.
    """
    spool, gotten = Spool(accounts.state), FetchResult(accounts)
    spool.make()
    name = spool.hand_in(mail)
    if spool.verdict(name) is None:
        spool.owe_word(name)  # first, so that the MJ is told even if the program is stopped afterwards
    try:
        with locked(accounts.state, 0):
            spool.clean()
            sort(root, spool, now, gotten)
            if gotten.received:
                files = {campaign: list(map(_untold, taken)) for campaign, taken in gotten.received.items()}
                spool.owe_word(name, files)
    except (OSError, UnusableError) as error:
        if not isinstance(error, Busy):
            gotten.troubles += told(error, accounts.language)
    return gotten


def _untold(file: Brief) -> Untold:
    return {"source": file.source, "players": list(file.players), "faults": file.faults, "table": file.table}


# Sorting: each mail goes to its campaign, which judges it like any order file, or is set aside for the MJ. An error in
# one mail or campaign does not affect the others. Each campaign is opened once and gets its mails in order of arrival.


SORTING_LOCK_WAIT = 2.0
"""How many seconds to wait for another command to release a campaign."""


def sort(root: Path, spool: Spool, now: datetime, done: FetchResult) -> None:
    """Judge all mails without a verdict; the caller holds the lock of the ``spool``."""
    pending = spool.pending()
    spool.forget_given(pending)
    if not pending:
        return
    asked = spool.asked()
    confirmed = [
        (one["campaign"], one["address"], one["player"]) for one in asked.values() if one.get("answer") == "yes"
    ]
    games, accounts = games_below(root, now, confirmed), done.accounts
    post = MailRoot(accounts.address, accounts.mj, games, accounts.trust, asked)
    _Sorter(root, post, MailRun(spool, now, done)).sort(pending)


class _Sorter:
    def __init__(self, root: Path, post: MailRoot, mail_run: MailRun) -> None:
        self.root, self.post, self.mail_run = root, post, mail_run
        self.accounts, self.done = mail_run.accounts, mail_run.done

    def sort(self, pending: Sequence[str]) -> None:
        """Judge the pending mails."""
        by_campaign: dict[str, list[WaitingMail]] = {}
        for letter in sorted(self._looked_at(pending), key=lambda letter: (letter.when, letter.came, letter.mail)):
            found = letter.whose
            if letter.mail in self.mail_run.given:
                by_campaign.setdefault(self.mail_run.given[letter.mail], []).append(letter)
            elif found.what == "wait":
                self.done.waiting += 1
                sender = plain_address(self.mail_run.head(letter.mail).sender)
                for campaign in (found.campaign,) if found.campaign else self.post.plays(sender):
                    self.done.note(self.root / campaign, unread=True)
            elif found.campaign and found.what != "unknown":
                by_campaign.setdefault(found.campaign, []).append(letter)
            else:
                self._set_aside(letter)
        for campaign, letters in by_campaign.items():
            self._hand_to(campaign, letters)

    def _looked_at(self, pending: Sequence[str]) -> Iterator[WaitingMail]:
        for mail in pending:
            try:
                read, _ = self.mail_run.parsed(mail)
                seconds = self.mail_run.spool.came_at(mail)
                came = datetime.fromtimestamp(seconds, UTC)
                yield WaitingMail(mail, min(read.received or came, came), whose(read, self.post), seconds)
            except (MemoryError, OSError):
                self.done.waiting += 1
                self.done.unread = True
            except Exception as error:  # an error in one mail must not stop the others
                self.mail_run.close({mail: self.mail_run.verdict(TO_SEE, why="internal")})
                self.done.troubles += told(error, self.accounts.language)

    # Mails that belong to no campaign

    def _set_aside(self, letter: WaitingMail) -> None:
        """Set a mail aside for the MJ if it belongs to no campaign, and ask the sender about it if he is known."""
        found, about = letter.whose, letter.about
        try:
            if found.ask and not self.mail_run.parsed(letter.mail)[0].answerable:
                found = found._replace(why="automatic" if found.why.startswith("mj-") else "not-asked")
            elif found.ask and found.why.startswith("mj-"):
                said = self.mail_run.head(letter.mail).subject
                keyed = [game for game in self.post.games if game.raw is None and game.secrets.mj_key]
                keys = Listed(tuple(f"[{game.names[-1]}] {game.secrets.mj_key}" for game in keyed))
                handlers.to_mj(self.accounts, about, found.why, keys=keys, subject=said)
            elif found.why == "which-game" and found.ask and self.mail_run.has_been_asked(letter, found.why):
                found = found._replace(why="unanswered")
            elif found.why == "which-game" and found.ask:
                titles = [game.names[-1] for game in self.post.games if found.ask in game.people]
                handlers.which_game(self.accounts, found.ask, about, titles)
            like = self._player_like(letter) if found.why == "unknown" else ""
            why = "alike" if like else found.why
            self.mail_run.close({letter.mail: self.mail_run.verdict(TO_SEE, found.campaign, like, why)})
        except OSError as refusal:
            self.done.waiting += 1
            self.done.troubles += told(refusal, self.accounts.language)

    def _player_like(self, letter: WaitingMail) -> str:
        """Return the player whose address looks confusingly like the sender's; empty for nobody."""
        from adjudicator.campaign.campaign_file import skeleton

        seen = skeleton(self.mail_run.head(letter.mail).sender)
        people = ((address, players) for game in self.post.games for address, players in game.people.items())
        return next((players[0] for address, players in people if seen and players and skeleton(address) == seen), "")

    # Mails that belong to a campaign

    def _hand_to(self, campaign: str, letters: Sequence[WaitingMail]) -> None:
        """Hand mails to their campaign; mails that it cannot take now keep waiting."""
        folder = self.root / campaign
        left = {letter.mail for letter in letters}
        try:
            with locked(folder, SORTING_LOCK_WAIT):
                table = opened(load_campaign(folder), self.mail_run.now)
                self.done.note(folder, given_back=table.given_back)
                for mail in MailHandler(self.mail_run, table, campaign).serve(letters):
                    left.discard(mail)
        except Busy:
            pass
        except Exception as error:  # one broken campaign must not stop the others
            self.done.troubles += [f"{folder}: {sentence}" for sentence in told(error, self.accounts.language)]
        self.done.waiting += len(left)
        if campaign in self.done.received:
            self.done.note(folder, files=self.done.received[campaign])
        if left:
            self.done.note(folder, unread=True)


# A mail that ``receive`` could not store leaves a note, so that the next ``run`` tells the MJ. What ``receive`` prints
# may reach the player in a bounce, and the note may lie in a public temporary folder: neither names the MJ's folders.


_MOST = 4096
"""The maximum size of a note in bytes."""


def said_to_server(error: Exception) -> Phrase:
    """Return the message to a mail server about a mail that could not be stored, without private details."""
    return Phrase("receive.later", {"reason": Phrase(_reason(error))})


def note_not_kept(root: Path, error: Exception, now: datetime) -> None:
    """Leave a note for the next run below ``root`` in the first writable place; do nothing if there is no such root."""
    with suppress(PermissionError):
        if not root.is_dir():
            return
    data = record_bytes("not-kept", {"at": now.isoformat(), "user": _user(), "reason": _reason(error)})
    for path in _places(root):
        with suppress(OSError):
            disk.write_whole(path, data, readable=True)
            return


def not_kept(root: Path, now: datetime) -> Iterator[Phrase]:
    """Yield the messages to the MJ about mails that could not be stored, and delete the notes about them."""
    for path in _places(root):
        try:
            found = disk.read_plain(path, _MOST)
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
"""The system's reasons for a failure that anybody may be told."""


def _reason(error: Exception) -> str:
    reason = reason_of(error) if isinstance(error, OSError) else ""
    return reason.key if isinstance(reason, Phrase) and reason.key in _REASONS else _OTHER


def _places(root: Path) -> Iterator[Path]:
    """Yield the possible places of a note, the best one first."""
    yield root / POST / NOT_KEPT
    yield root / NOT_KEPT
    mark = sha256(os.path.realpath(root).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    yield Path(tempfile.gettempdir()) / f"adjudicator-{mark}.json"


def _user() -> str:
    """Return the name of the user who runs the program, or ``?`` if it is unknown."""
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "?"
