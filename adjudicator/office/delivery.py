"""Letters are handed over, one after the other, as long as the server can be used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.mail.accounts import Server
from adjudicator.mail.connection import SENDING, Deadline, PostError
from adjudicator.mail.outbox import Letter, read_letter
from adjudicator.mail.smtp import Carrier, carrier_of
from adjudicator.office import postmarks
from adjudicator.office.dispatched import LOOK, Dispatched
from adjudicator.office.envelopes import Envelopes
from adjudicator.office.mailbag import Due
from adjudicator.office.outgoing import Outgoing
from adjudicator.office.postmarks import Mark
from adjudicator.office.visit import Line
from adjudicator.speech.voice import Voice, told
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError

if TYPE_CHECKING:
    from adjudicator.mail.accounts import Accounts
    from adjudicator.mail.smtp import Outcome

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
        self.deadline: Deadline | None = None
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
                self.done.tell(Line(self.outgoing.trouble, LOOK))

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
            self.done.tell(Line(slow, LOOK))
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
            self.done.tell(Line(trouble, LOOK))

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
                self.deadline = Deadline(self.accounts.patience or SENDING)
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

    def _hand_over(self, due: Due, data: bytes, letter: Letter) -> Outcome:
        """Hand a letter over, and write down what became of it. Raises ``PostError`` and ``OSError``."""
        carrier, address = self._connected(), due.person.email
        before = due.marks["to"].get(address)
        identity = before["id"] if before is not None else self.envelopes.identity(due, data)
        mark = postmarks.begun(before, identity, self.now)
        mail = self.envelopes.mail(due, letter, identity)

        def about_to() -> None:
            self._note(due, mark)
            self.outgoing.count(address, self.now)

        try:
            outcome = carrier.send(self.accounts.address, address, mail, about_to)
        except PostError:
            self._note(due, postmarks.ended(mark, "waiting", 0, "", self.now))  # nothing of it was handed over
            raise
        self._note(due, postmarks.ended(mark, outcome.what, outcome.code, outcome.text, self.now))
        return outcome

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
            self.done.tell(Line(told, LOOK))
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
