"""The letters below a root are sent: each once, whatever breaks on the way.

Before a letter is handed over it is written down that it is about to be, and as soon as the server has taken it, that
it has. Killed between the two it is sent once more, under the same Message-ID; killed anywhere else, not even that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.mail.arrived import is_ours, plain_address
from adjudicator.mail.connection import ANNOUNCING, Deadline
from adjudicator.office.delivery import Delivery
from adjudicator.office.dispatched import LOOK, Dispatched
from adjudicator.office.mailbag import Bag, addresses_of
from adjudicator.office.visit import Line
from adjudicator.speech.voice import Voice, voice_of
from adjudicator.store import disk
from adjudicator.store.disk import Busy, FaultyFileError, UnusableError, locked
from adjudicator.store.layout import CAMPAIGN_FILE

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.mail.accounts import Accounts


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
            deadline = Deadline(self.accounts.patience or ANNOUNCING)
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
            self.done.tell(Line(self.voice.say(key, file=file, address=address), LOOK))
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
        from adjudicator.office.privately import write_private

        if bag.campaign is None:
            return
        try:
            for new in write_private(bag.campaign):
                said = self.voice.phrase(new)
                self.done.tell(Line(said))
                self.done.to_give.append(said)
        except (OSError, UnusableError) as error:
            self.done.tell_trouble(error, self.voice)

    def _announce(self, bag: Bag, deadline: Deadline) -> None:
        """Tell everybody of the last stages; the MJ of what is refused, and of what is given up."""
        if self.accounts.discord is None and self.accounts.discourse is None:
            return
        from adjudicator.office.announcing import announced

        try:
            for where, mark in announced(bag, self.accounts, self.now, deadline):
                if mark["state"] == "refused":
                    said = f"{mark['code']} {mark['said']}" if mark["code"] > 0 else mark["said"]
                    values = {"folder": str(bag.folder), "where": where, "said": said}
                    self.done.tell(Line(self.voice.say("announce.refused", **values), LOOK))
        except (OSError, UnusableError) as error:
            self.done.tell_trouble(error, self.voice)

    def _tell_counts(self) -> None:
        self.done.waiting += self.delivery.held
        if self.done.sent:
            self.done.tell(Line(self.voice.count("dispatch.sent", self.done.sent), mere=True))
        if self.done.waiting:
            self.done.tell(Line(self.voice.count("dispatch.waiting", self.done.waiting), mere=True))
