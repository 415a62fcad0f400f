"""Letters are handed over, one after the other, as long as the server can be used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.desk.visit import VisitLine
from adjudicator.mail.accounts import Server
from adjudicator.mail.arrived import is_ours, plain_address
from adjudicator.mail.connection import ANNOUNCING, SENDING, ConnectionDeadline, PostError
from adjudicator.mail.outbox import Letter, read_letter
from adjudicator.mail.smtp import Carrier, carrier_of
from adjudicator.post import delivery_log
from adjudicator.post.delivery_log import DeliveryState
from adjudicator.post.envelopes import Envelopes
from adjudicator.post.messages import Bag, Due, addresses_of
from adjudicator.speech.voice import Voice, told, voice_of
from adjudicator.store import disk
from adjudicator.store.disk import Busy, FaultyFileError, UnusableError, locked
from adjudicator.store.layout import CAMPAIGN_FILE

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.mail.accounts import Accounts
    from adjudicator.mail.smtp import DeliveryOutcome


_IN_A_ROW = 2
"""Connections that break one after the other, after which the server is left alone for now."""


class Delivery:
    """The delivery of one round; the caller holds the lock of the post."""

    def __init__(self, accounts: Accounts, now: datetime, voice: Voice, done: Dispatched) -> None:
        """Nothing is connected. Raises ``UnusableError`` where what is known of the server cannot be read."""
        self.accounts, self.now, self.voice, self.done = accounts, now, voice, done
        self.envelopes = Envelopes(accounts, now)
        self.outgoing = Outgoing.read(accounts, now)
        self.carrier: Carrier | None = None
        self.deadline: ConnectionDeadline | None = None
        """Of all that is said with a server in this round; it begins with the first connection."""
        self.proved = False
        """Whether the connection has served for a letter."""
        self.broken = 0
        """How many connections have broken in a row."""
        self.refused_of = set[Path]()
        """The campaigns of which a letter was refused for good."""
        self.kept_for = Counter[str]()
        """How many letters besides answers are still to go to an address: a storm of answers leaves room for them."""
        self.left_alone = False
        """Whether the server was found wanting in this round."""
        self.held = 0
        """Letters that wait since their address has had enough of them for this hour."""

    def send(self, due: Sequence[Due]) -> None:
        """Send letters in their order, as long as the server can be used."""
        self.kept_for = Counter(letter.person.email for letter in due if not letter.is_answer)
        if due and not self.outgoing.rests(self.now):
            self._send_all(due)
        elif due:
            self.done.waiting += len(due)
            if not self.left_alone:
                self.done.tell(VisitLine(self.outgoing.trouble, LOOK))

    def _send_all(self, due: Sequence[Due]) -> None:
        try:
            self._send_each(due)
        except (OSError, UnusableError) as error:  # the disk refuses, or a password is not there: all would meet that
            self.done.tell_trouble(error, self.voice)
        finally:
            with suppress(OSError):  # how much was sent within the hour is no reason to stop
                self.outgoing.keep(self.accounts)

    def _send_each(self, due: Sequence[Due]) -> None:
        """Send what is due until the server cannot be used. Raises ``OSError``, and ``UnusableError`` of a password."""
        left, trouble = list(reversed(due)), None
        while left and self.broken < _IN_A_ROW and not self._is_late():
            letter = left.pop()
            try:
                trouble = self._send_one(letter)
            except PostError as error:
                begun, again = self.carrier is not None, self.proved
                self.hang_up()
                if again:  # it had taken others, and then enough
                    left.append(letter)
                    continue
                trouble = told(error, self.voice.language)[0]
                self.broken += 1 if begun and error.key != "post.sender" else _IN_A_ROW
                self.done.waiting += 1
        self.done.waiting += len(left)
        if trouble is not None:
            self._leave_alone(trouble)
        elif left and self.deadline is not None and self._is_late():
            slow = self.voice.count("dispatch.slow", len(left), seconds=str(int(self.deadline.seconds)))
            self.done.tell(VisitLine(slow, LOOK))
        elif self.proved:
            self.outgoing.well()

    def _is_late(self) -> bool:
        """Tell whether no more letters are begun in this round."""
        return self.deadline is not None and self.deadline.is_over

    def _leave_alone(self, trouble: str) -> None:
        """Let the server rest; the MJ is told at once if it cannot be used, or is too slow, else the second time."""
        self.outgoing.ill(self.now, trouble)
        self.left_alone = True
        if self.broken >= _IN_A_ROW or self.outgoing.tries > 1 or self._is_late():
            self.done.tell(VisitLine(trouble, LOOK))

    def hang_up(self) -> None:
        """End the connection, if there is one."""
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

    def _send_one(self, due: Due) -> str | None:
        """Send a letter to one person, and write down what became of it; return what is wrong if nobody knows.

        Raises ``PostError`` and ``OSError``.
        """
        data, letter = _as_it_was(due)
        if letter is None:
            return None  # it has been taken back, or written anew: the next round knows
        if self._has_enough(due):
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

    def _has_enough(self, due: Due) -> bool:
        """Tell whether an address has had so many letters within the hour that this one has to wait."""
        address = due.person.email
        self.kept_for[address] -= not due.is_answer
        most = self.accounts.hourly - (self.kept_for[address] if due.is_answer else 0)
        return self.outgoing.has_enough(address, most, self.now)

    def _hand_over(self, due: Due, data: bytes, letter: Letter) -> DeliveryOutcome:
        """Hand a letter over, and write down what became of it. Raises ``PostError`` and ``OSError``."""
        carrier, address = self._connected(), due.person.email
        before = due.marks["to"].get(address)
        identity = before["id"] if before is not None else self.envelopes.identity(due, data)
        mark = delivery_log.begun(before, identity, self.now)
        mail = self.envelopes.mail(due, letter, identity)

        def about_to() -> None:
            self._note(due, mark)
            self.outgoing.count(address, self.now)

        try:
            outcome = carrier.send(self.accounts.address, address, mail, about_to)
        except PostError:
            self._note(due, delivery_log.ended(mark, "waiting", 0, "", self.now))  # nothing of it was handed over
            raise
        self._note(due, delivery_log.ended(mark, outcome.what, outcome.code, outcome.text, self.now))
        return outcome

    def _note(self, due: Due, mark: DeliveryState) -> None:
        due.marks["to"][due.person.email] = mark
        delivery_log.keep(due.marks_path, due.marks)

    def _count(self, due: Due, outcome: str) -> None:
        mark = due.marks["to"][due.person.email]
        if mark["state"] == "sent":
            self.done.sent += 1
        elif mark["state"] == "refused":
            key = "dispatch.refused" if outcome == "refused" else "dispatch.given-up"
            values = {"name": due.person.name, "address": due.person.email, "said": delivery_log.said_of(mark)}
            told = self.voice.say(key, letter=str(due.path), **values)
            self.done.tell(VisitLine(told, LOOK))
            if due.bag.campaign is not None:
                self.refused_of.add(due.bag.folder)
                self.done.to_give.append(told)
        else:
            self.done.waiting += 1


def _as_it_was(due: Due) -> tuple[bytes, Letter | None]:
    """Return a letter as it lies there; None where it has gone, or is another meanwhile."""
    try:
        data = disk.read_file(due.path)
    except FileNotFoundError:
        return b"", None
    return data, read_letter(data) if sha256(data).hexdigest() == due.marks["letter"] else None


# The letters below a root are sent: each once, whatever breaks on the way.
#
# Before a letter is handed over it is written down that it is about to be, and as soon as the server has taken it, that
# it has. Killed between the two it is sent once more, under the same Message-ID; killed anywhere else, not even that.


def send(
    root: Path,
    accounts: Accounts,
    now: datetime,
    language: str | None = None,
    last: Callable[[Dispatched], None] = lambda done: None,
) -> Dispatched:
    """Send what is to be sent of every outbox below ``root``; what is told speaks ``language``, or the accounts' own.

    ``last`` writes to the MJ when it is known what becomes of the letters of campaigns, before those of the post go: he
    is to have one letter, of this too. It is called once, and raises nothing. Nor does this raise anything for what is
    wrong with a server, a campaign or a letter: it is told.
    """
    done = Dispatched()
    try:
        _send(root, accounts, now, voice_of("", language or accounts.language), done, last)
    finally:
        _close(done, last)
    return done


def _close(done: Dispatched, last: Callable[[Dispatched], None]) -> None:
    """Write the last letter, if it is not written."""
    if not done.closed:
        done.closed = True
        last(done)


def _send(
    root: Path,
    accounts: Accounts,
    now: datetime,
    voice: Voice,
    done: Dispatched,
    last: Callable[[Dispatched], None],
) -> None:
    if accounts.sending is None and accounts.discord is None and accounts.discourse is None:
        return
    try:
        disk.make_folder(accounts.state)
        with locked(accounts.state, timeout=0.0):
            _Round(accounts, now, voice, done).send(root, last)
    except Busy:
        pass  # another is sending
    except (OSError, UnusableError, FaultyFileError) as error:
        done.tell_trouble(error, voice)


class _Round:
    """One round of sending; the caller holds the lock of the post."""

    def __init__(self, accounts: Accounts, now: datetime, voice: Voice, done: Dispatched) -> None:
        self.accounts, self.now, self.voice, self.done = accounts, now, voice, done
        self.delivery = Delivery(accounts, now, voice, done)

    def send(self, root: Path, last: Callable[[Dispatched], None]) -> None:
        with ExitStack() as held:
            try:
                *campaigns, post = self._bags(root)
                bags = [bag for bag in campaigns if self._is_looked_into(bag, held)]
                self._send_due(bags)
                self._write_refused(bags)
                _close(self.done, last)
                bags += [post] if self._is_looked_into(post, held) else []
                self._send_due(bags[-1:] if bags and bags[-1] is post else ())
            finally:
                self.delivery.hang_up()
            deadline = ConnectionDeadline(self.accounts.patience or ANNOUNCING)
            for bag in bags:
                self._announce(bag, deadline)
        self._tell_counts()

    def _send_due(self, bags: Sequence[Bag]) -> None:
        """Send the letters of some outboxes that are due."""
        due = [letter for bag in bags for letter in bag.due]
        self.delivery.send(sorted(due, key=lambda letter: letter.rank))

    def _write_refused(self, bags: Sequence[Bag]) -> None:
        """Write what has just been refused for good as a private message, for who has a name on the board."""
        for bag in bags:
            if bag.folder in self.delivery.refused_of:
                self._write_private(bag)

    # What is to be sent

    def _bags(self, root: Path) -> Iterator[Bag]:
        """Give the outboxes below a root, and that of its post; what cannot be read its own visit tells of."""
        from adjudicator.campaign.loading import load_campaign
        from adjudicator.desk.scheduler import campaigns_below

        everybody = set(self._others(frozenset({self.accounts.mj}), "dispatch.own.mj", str(self.accounts.file)))
        for folder in campaigns_below(root):
            if not (folder / CAMPAIGN_FILE).is_file():
                continue
            try:
                campaign = load_campaign(folder)
            except Exception:  # one broken campaign never stops the others
                continue
            addresses = self._others(addresses_of(campaign), "dispatch.own", str(folder))
            everybody |= addresses
            yield Bag(folder, campaign, addresses)
        yield Bag(self.accounts.state, None, frozenset(everybody | set(map(plain_address, everybody))))

    def _others(self, addresses: frozenset[str], key: str, file: str) -> frozenset[str]:
        """Return addresses without our own, and tell of it: a letter to oneself comes back, and is answered."""
        own = {address for address in addresses if is_ours(address, self.accounts.address)}
        for address in sorted(own) if self.accounts.sending is not None else ():
            self.done.tell(VisitLine(self.voice.say(key, file=file, address=address), LOOK))
        return addresses - own

    def _is_looked_into(self, bag: Bag, held: ExitStack) -> bool:
        """Look what is to be sent of an outbox, which is held from now on; tell whether it is not held by another."""
        try:
            disk.make_folder(bag.sent)
            held.enter_context(locked(bag.sent, timeout=0.0))
            if self.accounts.sending is not None and bag.look(self.now) and bag.campaign is not None:
                self._write_private(bag)
        except Busy:
            return False
        except (OSError, UnusableError) as error:
            self.done.tell_trouble(error, self.voice)
            return False
        self.done.waiting += bag.waiting
        return True

    def _write_private(self, bag: Bag) -> None:
        """Write the letters of an outbox that no mail takes as private messages, and tell which are new."""
        from adjudicator.post.private_messages import write_private

        if bag.campaign is None:
            return
        try:
            for new in write_private(bag.campaign):
                said = self.voice.phrase(new)
                self.done.tell(VisitLine(said))
                self.done.to_give.append(said)
        except (OSError, UnusableError) as error:
            self.done.tell_trouble(error, self.voice)

    def _announce(self, bag: Bag, deadline: ConnectionDeadline) -> None:
        """Tell everybody of the last stages; the MJ of what is refused, and of what is given up."""
        if self.accounts.discord is None and self.accounts.discourse is None:
            return
        from adjudicator.post.webhooks import announced

        try:
            for where, mark in announced(bag, self.accounts, self.now, deadline):
                if mark["state"] == "refused":
                    said = f"{mark['code']} {mark['said']}" if mark["code"] > 0 else mark["said"]
                    values = {"folder": str(bag.folder), "where": where, "said": said}
                    self.done.tell(VisitLine(self.voice.say("announce.refused", **values), LOOK))
        except (OSError, UnusableError) as error:
            self.done.tell_trouble(error, self.voice)

    def _tell_counts(self) -> None:
        self.done.waiting += self.delivery.held
        if self.done.sent:
            self.done.tell(VisitLine(self.voice.count("dispatch.sent", self.done.sent), mere=True))
        if self.done.waiting:
            self.done.tell(VisitLine(self.voice.count("dispatch.waiting", self.done.waiting), mere=True))


# What came of the letters below a root, and what the MJ is told of it.


LOOK = "unsent"
"""Why the MJ should look: a letter that nobody takes, a server that cannot be used."""


@dataclass
class Dispatched:
    """What came of the letters below a root."""

    sent: int = 0
    waiting: int = 0
    """Letters that are tried again later."""
    lines: list[VisitLine] = field(default_factory=list)
    """What the MJ is told, in words."""
    to_give: list[str] = field(default_factory=list)
    """Among them what he has to give to somebody himself, with what is refused for good: told once each."""
    closed: bool = field(default=False, compare=False)
    """Whether the last letter has been written; see :func:`send`."""

    @property
    def look(self) -> bool:
        """Whether somebody should look."""
        return any(line.reason is not None for line in self.lines)

    def tell(self, line: VisitLine) -> None:
        """Tell something, once."""
        if line.text and line not in self.lines:
            self.lines.append(line)

    def tell_trouble(self, error: Exception, voice: Voice) -> None:
        """Tell what went wrong, each time that it does."""
        self.lines += [VisitLine(sentence, LOOK) for sentence in told(error, voice.language)]


# What is remembered of the server by which letters go, and of how many went to whom within the hour.


KNOWN = "sending.json"
"""Beside the accounts: what is known of the server, and how much has been sent to whom within the hour."""
HOUR = timedelta(hours=1)


@dataclass
class Outgoing:
    """What is remembered of the server, and of the last hour."""

    tries: int = 0
    """How many rounds in a row could not use it."""
    at: str = ""
    trouble: str = ""
    recent: dict[str, list[str]] = field(default_factory=dict)
    """When letters went to an address within the hour, in ISO format."""

    @classmethod
    def read(cls, accounts: Accounts, now: datetime) -> Outgoing:
        """Return what is remembered; of a server that was to be used otherwise, nothing but the hour."""
        known = read_record("post", accounts.state / KNOWN)
        if known is None:
            return cls()
        recent = {address: [at for at in times if _within(at, now)] for address, times in known["recent"].items()}
        recent = {address: times for address, times in recent.items() if times}
        if known["of"] != _way(accounts):
            return cls(recent=recent)
        return cls(known["tries"], known["at"], known["trouble"], recent)

    def keep(self, accounts: Accounts) -> None:
        """Write down what is remembered. Raises ``OSError``."""
        known = {"of": _way(accounts), "tries": self.tries, "at": self.at, "trouble": self.trouble}
        recent = dict(sorted(self.recent.items()))
        disk.write_all(accounts.state, {KNOWN: record_bytes("post", {**known, "recent": recent})}, synced=False)

    def rests(self, now: datetime) -> bool:
        """Tell whether the server is left alone for now."""
        if not self.tries:
            return False
        last = datetime.fromisoformat(self.at)
        return last <= now < last + min(delivery_log.pause_after(self.tries), HOUR)

    def ill(self, now: datetime, trouble: str) -> None:
        """Remember that the server cannot be used."""
        self.tries, self.at, self.trouble = self.tries + 1, now.isoformat(), trouble

    def well(self) -> None:
        """Remember that it can."""
        self.tries, self.trouble = 0, ""

    def has_enough(self, address: str, most: int, now: datetime) -> bool:
        """Tell whether an address has had so many letters within the hour that the next has to wait."""
        return len(self.recent.get(address, ())) >= most

    def count(self, address: str, now: datetime) -> None:
        """Count a letter to an address."""
        self.recent.setdefault(address, []).append(now.isoformat())


def _within(at: str, now: datetime) -> bool:
    return timedelta() <= now - datetime.fromisoformat(at) < HOUR


def _way(accounts: Accounts) -> str:
    """Return by what it is known again that letters are to go the same way: when that is mended, nothing rests."""
    account = accounts.sending
    password = getattr(account, "password", None)
    parts = [repr(account)]
    if password is not None and password.file is not None:
        try:
            parts.append(str(password.file.stat().st_mtime_ns) + str(password.file.stat().st_mode))
        except OSError:
            parts.append("")
    return sha256("\0".join(parts).encode()).hexdigest()
