"""The letters below a root are sent: each once, whatever breaks on the way.

Before a letter is handed over it is written down that it is about to be, and as soon as the server has taken it, that
it has. Killed between the two it is sent once more, under the same Message-ID; killed anywhere else, not even that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from adjudicator.campaign.editions import read_record
from adjudicator.mail.accounts import Accounts, Sendmail, Server
from adjudicator.mail.secure import PostError
from adjudicator.mail.sending import (
    RECEIPT,
    REPORT,
    Envelope,
    Letter,
    is_sendable,
    mail_bytes,
    message_id,
    message_ids,
    read_letter,
    thread_id,
)
from adjudicator.mail.whose import is_ours, plain_address
from adjudicator.office import postmarks
from adjudicator.office.mailbag import Bag, Due, addresses_of
from adjudicator.office.outgoing import Outgoing
from adjudicator.office.postmarks import Mark
from adjudicator.office.register import people_of
from adjudicator.office.visit import Line
from adjudicator.speech.trouble import told
from adjudicator.speech.voice import Voice, voice_of
from adjudicator.store import disk
from adjudicator.store.errors import FaultyFileError, UnusableError
from adjudicator.store.layout import CAMPAIGN_FILE, ORDERS, REPORTS, TURNS
from adjudicator.store.lock import Busy, locked

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.campaign.campaign import Campaign
    from adjudicator.mail.smtp import Outcome

LOOK = "unsent"
"""Why the MJ should look: a letter that nobody takes, a server that cannot be used."""
_IN_A_ROW = 2
"""Connections that break one after the other, after which the server is left alone for now."""


@dataclass
class Dispatched:
    """What came of the letters below a root."""

    sent: int = 0
    waiting: int = 0
    """Letters that are tried again later."""
    lines: list[Line] = field(default_factory=list)
    """What the MJ is told, in words."""
    to_give: list[str] = field(default_factory=list)
    """Among them what he has to give to somebody himself, with what is refused for good: told once each."""
    closed: bool = field(default=False, compare=False)
    """Whether the last letter has been written; see :func:`send`."""

    @property
    def look(self) -> bool:
        """Whether somebody should look."""
        return any(line.reason is not None for line in self.lines)


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
        done.lines += _told(error, voice)


def _told(error: Exception, voice: Voice) -> list[Line]:
    return [Line(sentence, LOOK) for sentence in told(error, voice.language)]


class Carrier(Protocol):
    """By which letters go."""

    def send(self, sender: str, person: str, data: bytes, about_to: Callable[[], None]) -> Outcome:
        """Hand over a mail."""

    def close(self) -> None:
        """End."""


def carrier_of(account: Server | Sendmail) -> Carrier:
    """Return that by which the letters of an account go. Raises ``PostError``, ``UnusableError`` of a password."""
    if isinstance(account, Sendmail):
        from adjudicator.mail.sendmail import Program

        return Program(account)
    from adjudicator.mail.smtp import Smtp

    return Smtp(account)


class _Round:
    """One round of sending; the caller holds the lock of the post."""

    def __init__(self, accounts: Accounts, now: datetime, voice: Voice, done: Dispatched) -> None:
        self.accounts, self.now, self.voice, self.done = accounts, now, voice, done
        self.outgoing = Outgoing.read(accounts, now)
        self.carrier: Carrier | None = None
        self.proved = False
        """Whether the connection has served for a letter."""
        self.broken = 0
        """How many connections have broken in a row."""
        self.refused_of = set[Path]()
        """The campaigns of which a letter was refused for good."""
        self.kept_for = Counter[str]()
        """How many letters besides answers are still to go to an address: a storm of answers leaves room for them."""
        self.sharing: dict[Path, set[str]] = {}
        """By campaign the addresses from which several players send."""
        self.left_alone = False
        """Whether the server was found wanting in this round."""
        self.held = 0
        """Letters that wait since their address has had enough of them for this hour."""

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
                self._hang_up()
            for bag in bags:
                self._announce(bag)
        self._tell_counts()

    def _send_due(self, bags: Sequence[Bag]) -> None:
        """Send the letters of some outboxes that are due, as long as the server can be used."""
        due = [letter for bag in bags for letter in bag.due]
        due.sort(key=lambda letter: letter.rank)
        self.kept_for = Counter(letter.person.email for letter in due if not letter.is_answer)
        if due and not self.outgoing.rests(self.now):
            self._send_all(due)
        elif due:
            self.done.waiting += len(due)
            if not self.left_alone:
                self._tell(Line(self.outgoing.trouble, LOOK))

    def _write_refused(self, bags: Sequence[Bag]) -> None:
        """Write what has just been refused for good as a private message, for who has a name on the board."""
        for bag in bags:
            if bag.folder in self.refused_of:
                self._write_private(bag)

    # What is to be sent

    def _bags(self, root: Path) -> Iterator[Bag]:
        """Give the outboxes below a root, and that of its post; what cannot be read its own visit tells of."""
        from adjudicator.campaign.loading import load_campaign
        from adjudicator.office.rounds import campaigns_below

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
            self._tell(Line(self.voice.say(key, file=file, address=address), LOOK))
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
            self.done.lines += _told(error, self.voice)
            return False
        self.done.waiting += bag.waiting
        return True

    def _write_private(self, bag: Bag) -> None:
        """Write the letters of an outbox that no mail takes as private messages, and tell which are new."""
        from adjudicator.office.privately import write_private

        if bag.campaign is None:
            return
        try:
            for new in write_private(bag.campaign):
                said = self.voice.phrase(new)
                self._tell(Line(said))
                self.done.to_give.append(said)
        except (OSError, UnusableError) as error:
            self.done.lines += _told(error, self.voice)

    def _announce(self, bag: Bag) -> None:
        """Tell everybody of the last stages; the MJ of what is refused, and of what is given up."""
        if self.accounts.discord is None and self.accounts.discourse is None:
            return
        from adjudicator.office.announcing import announced

        try:
            for where, mark in announced(bag, self.accounts, self.now):
                if mark["state"] == "refused":
                    said = f"{mark['code']} {mark['said']}" if mark["code"] > 0 else mark["said"]
                    values = {"folder": str(bag.folder), "where": where, "said": said}
                    self._tell(Line(self.voice.say("announce.refused", **values), LOOK))
        except (OSError, UnusableError) as error:
            self.done.lines += _told(error, self.voice)

    # One after the other

    def _send_all(self, due: Sequence[Due]) -> None:
        try:
            self._send_each(due)
        except (OSError, UnusableError) as error:  # the disk refuses, or a password is not there: all would meet that
            self.done.lines += _told(error, self.voice)
        finally:
            with suppress(OSError):  # how much was sent within the hour is no reason to stop
                self.outgoing.keep(self.accounts)

    def _send_each(self, due: Sequence[Due]) -> None:
        """Send what is due until the server cannot be used. Raises ``OSError``, and ``UnusableError`` of a password."""
        left, trouble = list(reversed(due)), None
        while left and self.broken < _IN_A_ROW:
            letter = left.pop()
            try:
                trouble = self._send_one(letter)
            except PostError as error:
                begun, again = self.carrier is not None, self.proved
                self._hang_up()
                if again:  # it had taken others, and then enough
                    left.append(letter)
                    continue
                trouble = told(error, self.voice.language)[0]
                self.broken += 1 if begun and error.key != "post.sender" else _IN_A_ROW
                self.done.waiting += 1
        self.done.waiting += len(left)
        if trouble is not None:
            self._leave_alone(trouble)
        elif self.proved:
            self.outgoing.well()

    def _leave_alone(self, trouble: str) -> None:
        """Let the server rest; the MJ is told at once if it cannot be used, else if it is so for the second time."""
        self.outgoing.ill(self.now, trouble)
        self.left_alone = True
        if self.broken >= _IN_A_ROW or self.outgoing.tries > 1:
            self._tell(Line(trouble, LOOK))

    def _hang_up(self) -> None:
        self.proved = False
        if self.carrier is not None:
            self.carrier.close()
            self.carrier = None

    def _connected(self) -> Carrier:
        if self.carrier is None:
            assert self.accounts.sending is not None
            self.carrier = carrier_of(self.accounts.sending)
        return self.carrier

    def _send_one(self, due: Due) -> str | None:
        """Send a letter to one person, and write down what became of it; return what is wrong if nobody knows.

        Raises ``PostError`` and ``OSError``.
        """
        data, letter = _as_it_was(due)
        if letter is None:
            return None  # it has been taken back, or written anew: the next round knows
        address = due.person.email
        self.kept_for[address] -= not due.is_answer
        most = self.accounts.hourly - (self.kept_for[address] if due.is_answer else 0)
        if self.outgoing.has_enough(address, most, self.now):
            self.held += 1
            return None
        carrier = self._connected()
        before = due.marks["to"].get(address)
        identity = before["id"] if before is not None else self._identity(due, data)
        mark = postmarks.begun(before, identity, self.now)
        mail = mail_bytes(self._of_whom(due, letter), self._envelope(due, letter, identity), _page(due))

        def about_to() -> None:
            due.marks["to"][address] = mark
            postmarks.keep(due.marks_path, due.marks)
            self.outgoing.count(address, self.now)

        try:
            outcome = carrier.send(self.accounts.address, address, mail, about_to)
        except PostError:
            self._note(due, postmarks.ended(mark, "waiting", 0, "", self.now))  # nothing of it was handed over
            raise
        self._note(due, postmarks.ended(mark, outcome.what, outcome.code, outcome.text, self.now))
        self._count(due, outcome.what)
        if outcome.what == "lost":
            self._hang_up()
            self.broken += 1
            return self.voice.say("dispatch.lost")
        self.broken, self.proved = 0, True
        return None

    def _note(self, due: Due, mark: Mark) -> None:
        due.marks["to"][due.person.email] = mark
        postmarks.keep(due.marks_path, due.marks)

    def _count(self, due: Due, outcome: str) -> None:
        mark = due.marks["to"][due.person.email]
        if mark["state"] == "sent":
            self.done.sent += 1
        elif mark["state"] == "refused":
            key = "dispatch.refused" if outcome == "refused" else "dispatch.given-up"
            values = {"name": due.person.name, "address": due.person.email, "said": postmarks.said_of(mark)}
            told = self.voice.say(key, letter=str(due.path), **values)
            self._tell(Line(told, LOOK))
            if due.bag.campaign is not None:
                self.refused_of.add(due.bag.folder)
                self.done.to_give.append(told)
        else:
            self.done.waiting += 1

    # What a mail says

    def _of_whom(self, due: Due, letter: Letter) -> Letter:
        """Return a letter of which the subject tells whose it is, where several players share the address."""
        campaign = due.bag.campaign
        if campaign is None or not letter.player:
            return letter
        if due.bag.folder not in self.sharing:
            people = people_of(campaign, self.now)
            self.sharing[due.bag.folder] = {address for address, players in people.items() if len(players) > 1}
        shared = plain_address(due.person.email) in self.sharing[due.bag.folder]
        return letter._replace(subject=f"{letter.subject} ({letter.player})") if shared else letter

    def _seed(self, campaign: Campaign | None) -> str:
        """Return of what Message-IDs are made; the letters of no campaign hold no secret."""
        return campaign.seed if campaign is not None else self.accounts.address

    def _identity(self, due: Due, data: bytes) -> str:
        again = str(due.marks["again"])
        parts = (due.path.name, due.person.email, again, sha256(data).hexdigest())
        return message_id(self._seed(due.bag.campaign), due.stage, parts, self.accounts.domain)

    def _envelope(self, due: Due, letter: Letter, identity: str) -> Envelope:
        campaign, accounts = due.bag.campaign, self.accounts
        return Envelope(
            accounts.address,
            campaign.title if campaign is not None else "",
            due.person,
            identity,
            thread_id(self._seed(campaign), due.person.email, accounts.domain),
            self.now,
            _reply_to(campaign, accounts),
            str(campaign.plain.get("title") or campaign.folder.resolve().name) if campaign is not None else "",
            _answers(due),
            "auto-replied" if due.is_receipt or letter.answers else "auto-generated",
            campaign.language if campaign is not None else accounts.language,
        )

    # What is told

    def _tell(self, line: Line) -> None:
        if line.text and line not in self.done.lines:
            self.done.lines.append(line)

    def _tell_counts(self) -> None:
        self.done.waiting += self.held
        if self.done.sent:
            self._tell(Line(self.voice.count("dispatch.sent", self.done.sent), mere=True))
        if self.done.waiting:
            self._tell(Line(self.voice.count("dispatch.waiting", self.done.waiting), mere=True))


def _as_it_was(due: Due) -> tuple[bytes, Letter | None]:
    """Return a letter as it lies there; None where it has gone, or is another meanwhile."""
    try:
        data = disk.read_file(due.path)
    except FileNotFoundError:
        return b"", None
    return data, read_letter(data) if sha256(data).hexdigest() == due.marks["letter"] else None


def _page(due: Due) -> str:
    """Return the report of the player whom a letter is about as a page, where the letter is a report."""
    if due.bag.campaign is None or not due.path.name.startswith(REPORT):
        return ""
    name = f"player-{due.path.stem.removeprefix(REPORT)}.html"
    try:
        page = disk.read_file(due.bag.folder / TURNS / due.stage / REPORTS / name).decode()
        return page.replace("<details><summary>", "<details open><summary>")  # many programs of mail show no drawing
    except (OSError, UnusableError, UnicodeDecodeError):
        return ""


def _answers(due: Due) -> tuple[str, ...]:
    """Return the mail that a receipt answers, where the order file came by one that is known."""
    if due.bag.campaign is None or not due.is_receipt:
        return ()
    number = due.path.name.removeprefix(RECEIPT).partition("-")[0]
    try:
        came = read_record("came", due.bag.folder / TURNS / due.stage / ORDERS / f"{number}.came.json")
    except (OSError, UnusableError):
        return ()
    return message_ids(str(came.get("message_id", ""))) if came is not None else ()


def _reply_to(campaign: Campaign | None, accounts: Accounts) -> str:
    """Return to where is replied: to the campaign's own address, where it is one of this account's."""
    own = str(campaign.plain.get("email", "")) if campaign is not None else ""
    local, _, domain = own.rpartition("@")
    ours = f"{local.partition('+')[0]}@{domain}".lower()
    return own if is_sendable(own) and ours == accounts.address.lower() else accounts.address
