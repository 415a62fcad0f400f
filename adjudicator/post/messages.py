"""The due letters of an outbox, each with its recipient.

A letter only goes to an address that is in the letter and in ``campaign.yaml``. Letters from before the campaign began
to send mail are old: only those about the last played stage and later ones are sent.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.records import Marks
from adjudicator.campaign.seats import absences_in
from adjudicator.core.context import address_of, people_in
from adjudicator.mail.outbox import ASKED, RECEIPT, REMINDER, Letter, Person, is_sendable, read_letter
from adjudicator.post import delivery_log
from adjudicator.store import disk
from adjudicator.store.layout import OUTBOX, stage_called, stage_number, stages_played

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign


LETTERS = "*.txt"


class Due(NamedTuple):
    """A letter to one person that must be sent now."""

    bag: Bag
    stage: str
    path: Path
    person: Person
    marks: Marks
    """The letter's delivery states for all its addresses, updated as it is sent."""
    written: int
    """When the letter was written, in nanoseconds."""

    @property
    def marks_path(self) -> Path:
        """The file that keeps the delivery states."""
        return self.bag.sent / self.stage / f"{self.path.stem}.json"

    @property
    def rank(self) -> tuple[object, ...]:
        """The sort key: the time of writing, then the stage, then receipts before reports."""
        return self.written, *_rank(self.stage), not self.is_receipt, self.path.name

    @property
    def is_receipt(self) -> bool:
        """Whether the letter answers an order file."""
        return self.path.name.startswith(RECEIPT)

    @property
    def is_answer(self) -> bool:
        """Whether the letter answers an incoming mail or file, which may be one of many forged ones."""
        return self.path.name.startswith((RECEIPT, ASKED))


@dataclass
class Bag:
    """An outbox and the delivery states of its letters."""

    folder: Path
    """The folder of a campaign, or the root's mail folder."""
    campaign: Campaign | None
    addresses: frozenset[str]
    """The addresses to which its letters may go."""
    waiting: int = 0
    """How many letters are not due yet."""
    missing: dict[str, Sequence[str]] | None = None
    """The current stage with the players whose orders are missing; None until it is needed."""
    due: list[Due] = field(default_factory=list)

    @property
    def sent(self) -> Path:
        """The folder of the delivery states."""
        return self.folder / delivery_log.SENT

    def look(self, now: datetime) -> bool:
        """Collect the due letters; return whether any stage had to be examined because it was not known to be finished.

        Raises ``OSError`` and ``UnusableError``.
        """
        outbox = self.folder / OUTBOX
        stages = sorted((path for path in disk.entries(outbox) if path.is_dir()), key=lambda path: _rank(path.name))
        old, known = self.old_stages(now), delivery_log.closed_stages(self.sent)
        closed = {path.name: known[path.name] for path in stages if known.get(path.name) == path.stat().st_mtime_ns}
        before, looked = dict(closed), False
        for path in stages:
            again = delivery_log.times_taken_back(self.folder, path.name)
            if path.name not in closed and old.get(path.name) != again:
                looked, changed = True, path.stat().st_mtime_ns
                done = self._look_into(path, again, now)
                if done and changed < time.time_ns() - delivery_log.RACY:
                    closed[path.name] = changed
        if closed != before or closed != known:
            disk.make_folder(self.sent)
            delivery_log.keep_closed(self.sent, closed)
        return looked

    def _look_into(self, folder: Path, again: int, now: datetime) -> bool:
        """Collect the due letters about a stage; return whether all its letters are finished."""
        done = True
        for path in disk.entries(folder, LETTERS):
            data, written = _read(path)
            letter = read_letter(data) if data is not None else None
            if data is None or letter is None:
                continue
            marks = delivery_log.marks_of(self.sent / folder.name / f"{path.stem}.json", data, again)
            for person in by_mail(letter, self.addresses):
                mark = marks["to"].get(person.email)
                if (
                    not delivery_log.is_done(mark)
                    and path.name.startswith(REMINDER)
                    and self._is_past(folder.name, letter, now)
                ):
                    continue  # the reminder became outdated while the server was unusable
                if delivery_log.is_due(mark, now):
                    self.due.append(Due(self, folder.name, path, person, marks, written))
                elif not delivery_log.is_done(mark):
                    self.waiting += 1
                done = done and delivery_log.is_done(mark)
        return done

    def _is_past(self, stage: str, reminder: Letter, now: datetime) -> bool:
        """Return whether a reminder is outdated: its stage has been played, or its player's orders have arrived."""
        if self.missing is None and self.campaign is not None:
            from adjudicator.desk.seating import seated_at
            from adjudicator.table.situation import situation_of

            self.missing = {}
            with suppress(Exception):  # the visit reports the problem; at worst a reminder too many is sent
                situation = situation_of(seated_at(self.campaign, now), now)
                self.missing = {situation.progress.stage_folder.name: situation.attendance.missing}
        return bool(self.missing) and reminder.player not in (self.missing or {}).get(stage, ())

    def old_stages(self, now: datetime) -> Mapping[str, int]:
        """Return the stages that were over before mail was first sent, each with how often it had been taken back then.

        Raises ``OSError`` and ``UnusableError``.
        """
        if self.campaign is None:
            return {}
        path = self.sent / delivery_log.BEGAN
        known = read_record("posted", path)
        if known is None:
            past = {played.name for played in stages_played(self.folder)[:-1]}
            lying = {path.name for path in disk.entries(self.folder / OUTBOX)}
            last = max(map(stage_number, past), default=0)
            past |= {stage for stage in lying if stage_number(stage) <= last}
            old = {stage: delivery_log.times_taken_back(self.folder, stage) for stage in sorted(past)}
            known = {"at": now.isoformat(), "old": old}
            disk.make_folder(self.sent)
            disk.write_whole(path, record_bytes("posted", known))
        found: dict[str, int] = known["old"]
        return found


def _rank(stage: str) -> tuple[int, str]:
    called = stage_called(stage)
    return (called[0] if called else 0), stage


def _read(path: Path) -> tuple[bytes | None, int]:
    """Return a letter's bytes and time of writing; None and 0 if its stage is just being taken back."""
    try:
        return (disk.read_file(path), path.stat().st_mtime_ns) if path.is_file() else (None, 0)
    except FileNotFoundError:
        return None, 0


def by_mail(letter: Letter, addresses: frozenset[str]) -> Iterator[Person]:
    """Yield the people who get a letter by mail, each address once."""
    seen = set[str]()
    for person in letter.to:
        if person.email in addresses and person.email not in seen and is_sendable(person.email):
            seen.add(person.email)
            yield person


def by_hand(letter: Letter, addresses: frozenset[str]) -> list[Person]:
    """Return the people to whom the MJ must give a letter: those without an address, or with an unusable one."""
    return [person for person in letter.to if person.email not in addresses or not is_sendable(person.email)]


def addresses_of(campaign: Campaign) -> frozenset[str]:
    """Return the addresses to which a campaign's letters may go: those of players and their substitutes."""
    people = [
        person
        for plain in (campaign.plain, campaign.as_written)
        for side in people_in(plain).values()
        for person in side
    ]
    people += [absence.substitute for absence in absences_in(campaign.plain) if absence.substitute is not None]
    return frozenset(address_of(person)["email"] for person in people if "email" in address_of(person))
