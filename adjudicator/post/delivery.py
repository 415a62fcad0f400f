"""Sending of all due letters below a root, and the record of how the server behaved.

Each letter is handed over once, whatever fails on the way. The results are gathered in :class:`SendingResult`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.records import DeliveryState
from adjudicator.desk.scheduler import campaigns_below
from adjudicator.desk.visit import VisitLine
from adjudicator.mail.accounts import ANNOUNCING, SENDING, Accounts, ConnectionDeadline, PostError, Server
from adjudicator.mail.arrived import is_ours, plain_address
from adjudicator.mail.outbox import Letter, read_letter
from adjudicator.mail.smtp import Carrier, DeliveryOutcome, carrier_of
from adjudicator.post import messages
from adjudicator.post.envelopes import Envelopes
from adjudicator.post.messages import DueLetter, LetterBatch, addresses_of
from adjudicator.speech.voice import Voice, told, voice_of
from adjudicator.store import disk
from adjudicator.store.disk import Busy, FaultyFileError, UnusableError, locked
from adjudicator.store.layout import CAMPAIGN_FILE

_IN_A_ROW = 2
"""The number of consecutive broken connections after which the server is left alone for now."""


class Delivery:
    """One round of sending; the caller holds the lock of the root's mail folder."""

    def __init__(self, accounts: Accounts, now: datetime, voice: Voice, done: SendingResult) -> None:
        """Prepare without connecting. Raises ``UnusableError`` if the record about the server cannot be read."""
        self.accounts, self.now, self.voice, self.done = accounts, now, voice, done
        self.envelopes = Envelopes(accounts, now)
        self.outgoing = ServerState.read(accounts, now)
        self.carrier: Carrier | None = None
        self.deadline: ConnectionDeadline | None = None
        """The time limit for all exchanges with a server in this round; it starts with the first connection."""
        self.proved = False
        """Whether the current connection has already sent a letter."""
        self.broken = 0
        """How many connections in a row have broken."""
        self.kept_for = Counter[str]()
        """How many letters other than answers must still go to each address; answers must leave room for them."""
        self.left_alone = False
        """Whether the server failed in this round."""
        self.held = 0
        """How many letters wait because their address reached its hourly limit."""

    def send(self, root: Path, last: Callable[[SendingResult], None]) -> None:
        """Send all due letters below a root, and announce what is public; ``last`` writes the letter to the MJ."""
        with ExitStack() as held:
            try:
                *campaigns, post = self._bags(root)
                bags = [batch for batch in campaigns if self._is_looked_into(batch, held)]
                self._send_due(bags)
                _close(self.done, last)
                if self._is_looked_into(post, held):
                    self._send_due([post])
            finally:
                self.hang_up()
            deadline = ConnectionDeadline(self.accounts.patience or ANNOUNCING)
            for batch in bags:
                self._announce(batch, deadline)
        self.done.waiting += self.held
        if self.done.sent:
            self.done.tell(VisitLine(self.voice.count("dispatch.sent", self.done.sent), mere=True))
        if self.done.waiting:
            self.done.tell(VisitLine(self.voice.count("dispatch.waiting", self.done.waiting), mere=True))

    def _send_due(self, bags: Sequence[LetterBatch]) -> None:
        """Send the due letters of some outboxes."""
        due = [letter for batch in bags for letter in batch.due]
        self._send_sorted(sorted(due, key=lambda letter: letter.rank))

    # Outboxes

    def _bags(self, root: Path) -> Iterator[LetterBatch]:
        """Yield the outboxes of the campaigns below a root, then the root's own; a broken campaign is skipped.

        The visit of a broken campaign reports that problem.
        """
        everybody = set(self._others(frozenset({self.accounts.mj}), "dispatch.own.mj", str(self.accounts.file)))
        for folder in campaigns_below(root):
            if not (folder / CAMPAIGN_FILE).is_file():
                continue
            try:
                campaign = load_campaign(folder)
            except Exception:  # one broken campaign must not stop the others
                continue
            addresses = self._others(addresses_of(campaign), "dispatch.own", str(folder))
            everybody |= addresses
            yield LetterBatch(folder, campaign, addresses)
        yield LetterBatch(self.accounts.state, None, frozenset(everybody | set(map(plain_address, everybody))))

    def _others(self, addresses: frozenset[str], key: str, file: str) -> frozenset[str]:
        """Return the addresses without the program's own, and report those.

        A letter to the program itself would come back and be answered.
        """
        own = {address for address in addresses if is_ours(address, self.accounts.address)}
        for address in sorted(own) if self.accounts.sending is not None else ():
            self.done.tell(VisitLine(self.voice.say(key, file=file, address=address), LOOK))
        return addresses - own

    def _is_looked_into(self, batch: LetterBatch, held: ExitStack) -> bool:
        """Lock an outbox until ``held`` is closed and collect its due letters; return whether that worked."""
        try:
            disk.make_folder(batch.sent)
            held.enter_context(locked(batch.sent, timeout=0.0))
            if self.accounts.sending is not None:
                batch.look(self.now)
        except Busy:
            return False
        except (OSError, UnusableError) as error:
            self.done.tell_trouble(error, self.voice)
            return False
        self.done.waiting += batch.waiting
        return True

    def _announce(self, batch: LetterBatch, deadline: ConnectionDeadline) -> None:
        """Announce the last stages publicly, and report to the MJ what a site refused or what was given up."""
        if self.accounts.discord is None and self.accounts.discourse is None:
            return
        from adjudicator.post.announcing import announced

        try:
            for where, mark in announced(batch, self.accounts, self.now, deadline):
                if mark["state"] == "refused":
                    values = {"folder": str(batch.folder), "where": where, "said": messages.said_of(mark)}
                    self.done.tell(VisitLine(self.voice.say("announce.refused", **values), LOOK))
        except (OSError, UnusableError) as error:
            self.done.tell_trouble(error, self.voice)

    # Letters

    def _send_sorted(self, due: Sequence[DueLetter]) -> None:
        """Send letters in the given order, as long as the server is usable."""
        self.kept_for = Counter(letter.person.email for letter in due if not letter.is_answer)
        if not due:
            return
        if self.outgoing.rests(self.now):
            self.done.waiting += len(due)
            if not self.left_alone:
                self.done.tell(VisitLine(self.outgoing.trouble, LOOK))
            return
        try:
            self._send_each(due)
        except (OSError, UnusableError) as error:  # a full disk or missing password would stop every other letter too
            self.done.tell_trouble(error, self.voice)
        finally:
            with suppress(OSError):  # a failure to store the hourly counts is no reason to stop
                self.outgoing.keep(self.accounts)

    def _send_each(self, due: Sequence[DueLetter]) -> None:
        """Send letters until the server is unusable.

        Raises ``OSError``, and ``UnusableError`` if the password cannot be read.
        """
        left, trouble = list(reversed(due)), None
        while left and self.broken < _IN_A_ROW and not self._is_late():
            letter = left.pop()
            try:
                trouble = self._send_one(letter)
            except PostError as error:
                begun, again = self.carrier is not None, self.proved
                self.hang_up()
                if again:  # the server accepted earlier letters, so a new connection may work
                    left.append(letter)
                    continue
                trouble = told(error, self.voice.language)[0]
                self.broken += 1 if begun and error.key != "post.sender" else _IN_A_ROW
                self.done.waiting += 1
        self.done.waiting += len(left)
        if trouble is not None:  # leave the server alone for a while
            self.outgoing.ill(self.now, trouble)
            self.left_alone = True
            # The MJ is told at once if it is unusable or too slow, and otherwise when it fails in a second round.
            if self.broken >= _IN_A_ROW or self.outgoing.tries > 1 or self._is_late():
                self.done.tell(VisitLine(trouble, LOOK))
        elif left and self.deadline is not None and self._is_late():
            slow = self.voice.count("dispatch.slow", len(left), seconds=str(int(self.deadline.seconds)))
            self.done.tell(VisitLine(slow, LOOK))
        elif self.proved:
            self.outgoing.well()

    def _is_late(self) -> bool:
        """Return whether the time limit is over, so that no more letters are started in this round."""
        return self.deadline is not None and self.deadline.is_over

    def hang_up(self) -> None:
        """Close the connection, if there is one."""
        self.proved = False
        if self.carrier is not None:
            self.carrier.close()
            self.carrier = None

    def _connected(self) -> Carrier:
        if self.carrier is None:
            assert self.accounts.sending is not None
            if self.deadline is None and isinstance(self.accounts.sending, Server):
                self.deadline = ConnectionDeadline(self.accounts.patience or SENDING)
            self.carrier = carrier_of(self.accounts.sending, self.deadline)
        return self.carrier

    def _send_one(self, due: DueLetter) -> str | None:
        """Send a letter to one person and record the outcome; return the problem if the outcome is unknown, else None.

        Raises ``PostError`` and ``OSError``.
        """
        data = b""
        with suppress(FileNotFoundError):
            data = disk.read_file(due.path)
        letter = read_letter(data) if sha256(data).hexdigest() == due.marks["letter"] else None
        if letter is None:
            return None  # the letter was taken back or rewritten; the next round sees it as it is then
        address = due.person.email
        self.kept_for[address] -= not due.is_answer
        most = self.accounts.hourly - (self.kept_for[address] if due.is_answer else 0)
        if len(self.outgoing.recent.get(address, ())) >= most:  # the address has reached its limit of the hour
            self.held += 1
            return None
        outcome = self._hand_over(due, data, letter)
        self._count(due, outcome.what)
        if outcome.what == "lost":
            self.hang_up()
            self.broken += _IN_A_ROW if outcome.hangs else 1
            return self.voice.say("dispatch.hangs" if outcome.hangs else "dispatch.lost")
        self.broken, self.proved = 0, True
        return None

    def _hand_over(self, due: DueLetter, data: bytes, letter: Letter) -> DeliveryOutcome:
        """Hand a letter to the server and record the outcome. Raises ``PostError`` and ``OSError``."""
        carrier, address = self._connected(), due.person.email
        before = due.marks["to"].get(address)
        identity = before["id"] if before is not None else self.envelopes.identity(due, data)
        mark = messages.begun(before, identity, self.now)
        mail = self.envelopes.mail(due, letter, identity)

        def about_to() -> None:
            self._note(due, mark)
            self.outgoing.count(address, self.now)

        try:
            outcome = carrier.send(self.accounts.address, address, mail, about_to)
        except PostError:
            self._note(due, messages.ended(mark, "waiting", 0, "", self.now))  # the letter was not handed over
            raise
        self._note(due, messages.ended(mark, outcome.what, outcome.code, outcome.text, self.now))
        return outcome

    def _note(self, due: DueLetter, mark: DeliveryState) -> None:
        due.marks["to"][due.person.email] = mark
        messages.keep(due.batch.sent / due.stage / f"{due.path.stem}.json", due.marks)

    def _count(self, due: DueLetter, outcome: str) -> None:
        mark = due.marks["to"][due.person.email]
        if mark["state"] == "sent":
            self.done.sent += 1
        elif mark["state"] == "refused":
            key = "dispatch.refused" if outcome == "refused" else "dispatch.given-up"
            values = {"name": due.person.name, "address": due.person.email, "said": messages.said_of(mark)}
            told = self.voice.say(key, letter=str(due.path), **values)
            self.done.tell(VisitLine(told, LOOK))
            if due.batch.campaign is not None:
                self.done.to_give.append(told)
        else:
            self.done.waiting += 1


# A round of sending. The state ``sending`` is recorded before a letter is handed over, and ``sent`` as soon as the
# server has accepted it. Only a kill between the two sends it twice, with the same Message-ID.


def send(
    root: Path,
    accounts: Accounts,
    now: datetime,
    language: str | None = None,
    last: Callable[[SendingResult], None] = lambda done: None,
) -> SendingResult:
    """Send the due letters of every outbox below ``root``; messages are in ``language`` or the accounts' language.

    ``last`` writes the letter to the MJ. It is called once, after the campaigns' letters and before those of the root's
    own outbox, so that one letter can also report on this round. It must not raise. Problems with a server, a campaign
    or a letter are reported in the result and never raised.
    """
    done, voice = SendingResult(), voice_of("", language or accounts.language)
    try:
        if accounts.sending is not None or accounts.discord is not None or accounts.discourse is not None:
            disk.make_folder(accounts.state)
            with locked(accounts.state, timeout=0.0):
                Delivery(accounts, now, voice, done).send(root, last)
    except Busy:
        pass  # another process is sending
    except (OSError, UnusableError, FaultyFileError) as error:
        done.tell_trouble(error, voice)
    finally:
        _close(done, last)
    return done


def _close(done: SendingResult, last: Callable[[SendingResult], None]) -> None:
    """Write the last letter unless it has been written."""
    if not done.closed:
        done.closed = True
        last(done)


LOOK = "unsent"
"""The reason for the MJ to look: a letter that no server accepts, or an unusable server."""


@dataclass
class SendingResult:
    """The result of sending the letters below a root."""

    sent: int = 0
    waiting: int = 0
    """How many letters are tried again later."""
    lines: list[VisitLine] = field(default_factory=list)
    """The messages for the MJ."""
    to_give: list[str] = field(default_factory=list)
    """The messages about letters refused for good, which the MJ must deliver; each is reported once."""
    closed: bool = field(default=False, compare=False)
    """Whether the last letter has been written; see :func:`send`."""

    @property
    def look(self) -> bool:
        """Whether the MJ should look at something."""
        return any(line.reason is not None for line in self.lines)

    def tell(self, line: VisitLine) -> None:
        """Add a message unless it is empty or already there."""
        if line.text and line not in self.lines:
            self.lines.append(line)

    def tell_trouble(self, error: Exception, voice: Voice) -> None:
        """Add a message for an error, each time that it occurs."""
        self.lines += [VisitLine(sentence, LOOK) for sentence in told(error, voice.language)]


KNOWN = "sending.json"
"""The file in the root's mail folder that records the server's failures and the letters sent within the hour."""
HOUR = timedelta(hours=1)


@dataclass
class ServerState:
    """The record of the server's failures and of the letters sent within the last hour."""

    tries: int = 0
    """How many rounds in a row failed to use the server."""
    at: str = ""
    trouble: str = ""
    recent: dict[str, list[str]] = field(default_factory=dict)
    """When letters went to each address within the hour, in ISO format."""

    @classmethod
    def read(cls, accounts: Accounts, now: datetime) -> ServerState:
        """Return the record; if the sending account has changed, keep only the counts of the last hour."""
        known = read_record("post", accounts.state / KNOWN)
        if known is None:
            return cls()
        recent: dict[str, list[str]] = {}
        for address, times in known["recent"].items():
            if within := [at for at in times if timedelta() <= now - datetime.fromisoformat(at) < HOUR]:
                recent[address] = within
        if known["of"] != _way(accounts):
            return cls(recent=recent)
        return cls(known["tries"], known["at"], known["trouble"], recent)

    def keep(self, accounts: Accounts) -> None:
        """Write the record. Raises ``OSError``."""
        known = {"of": _way(accounts), "tries": self.tries, "at": self.at, "trouble": self.trouble}
        recent = dict(sorted(self.recent.items()))
        disk.write_all(accounts.state, {KNOWN: record_bytes("post", {**known, "recent": recent})}, synced=False)

    def rests(self, now: datetime) -> bool:
        """Return whether the server is left alone for now."""
        if not self.tries:
            return False
        last = datetime.fromisoformat(self.at)
        return last <= now < last + min(messages.pause_after(self.tries), HOUR)

    def ill(self, now: datetime, trouble: str) -> None:
        """Record that the server is unusable."""
        self.tries, self.at, self.trouble = self.tries + 1, now.isoformat(), trouble

    def well(self) -> None:
        """Record that the server is usable."""
        self.tries, self.trouble = 0, ""

    def count(self, address: str, now: datetime) -> None:
        """Count a letter to an address."""
        self.recent.setdefault(address, []).append(now.isoformat())


def _way(accounts: Accounts) -> str:
    """Return a hash of the sending account and its password file.

    When either changes, the server is tried again at once.
    """
    account = accounts.sending
    password = getattr(account, "password", None)
    parts = [repr(account)]
    if password is not None and password.file is not None:
        try:
            parts.append(str(password.file.stat().st_mtime_ns) + str(password.file.stat().st_mode))
        except OSError:
            parts.append("")
    return sha256("\0".join(parts).encode()).hexdigest()
