"""The due letters of an outbox, each with its recipient.

A letter only goes to an address that is in the letter and in ``campaign.yaml``. Letters from before the campaign began
to send mail are old: only those about the last played stage and later ones are sent.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.records import DeliveryState, DeliveryStates
from adjudicator.campaign.seats import absences_in
from adjudicator.core.context import address_of, people_in
from adjudicator.mail.outbox import ASKED, RECEIPT, REMINDER, Letter, Person, is_sendable, read_letter
from adjudicator.store import disk
from adjudicator.store.layout import OUTBOX, WITHDRAWN, stage_called, stage_number, stages_played

if TYPE_CHECKING:
    from adjudicator.campaign.stages import Progress
    from adjudicator.table.situation import Situation

LETTERS = "*.txt"
BEGAN = "began.json"
"""The record of the stages that were over before mail was first sent."""
CLOSED = "closed.json"
"""The record of the stages whose letters are all finished, each with its folder's modification time in nanoseconds.

Later rounds skip these stages. The record can be rebuilt.
"""
RACY = 2_000_000_000
"""Two changes of a folder within this many nanoseconds may show the same time."""


class DueLetter(NamedTuple):
    """A letter to one person that must be sent now."""

    batch: LetterBatch
    stage: str
    path: Path
    person: Person
    marks: DeliveryStates
    """The letter's delivery states for all its addresses, updated as it is sent."""
    written: int
    """When the letter was written, in nanoseconds."""

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
class LetterBatch:
    """An outbox and the delivery states of its letters."""

    folder: Path
    """The folder of a campaign, or the root's mail folder."""
    campaign: Campaign | None
    addresses: frozenset[str]
    """The addresses to which its letters may go."""
    waiting: int = 0
    """How many letters are not due yet."""
    situation: Situation | None = None
    """The situation of the campaign; None until it is needed."""
    due: list[DueLetter] = field(default_factory=list)

    @property
    def sent(self) -> Path:
        """The folder of the delivery states."""
        return self.folder / SENT

    def look(self, now: datetime) -> None:
        """Collect the due letters. Raises ``OSError`` and ``UnusableError``."""
        outbox = self.folder / OUTBOX
        stages = sorted((path for path in disk.entries(outbox) if path.is_dir()), key=lambda path: _rank(path.name))
        record = read_record("closed", self.sent / CLOSED)
        old, known = self.old_stages(now), record["stages"] if record is not None else {}
        closed = {path.name: known[path.name] for path in stages if known.get(path.name) == path.stat().st_mtime_ns}
        before = dict(closed)
        for path in stages:
            again = times_taken_back(self.folder, path.name)
            if path.name not in closed and old.get(path.name) != again:
                changed = path.stat().st_mtime_ns
                done = self._look_into(path, again, now)
                if done and changed < time.time_ns() - RACY:
                    closed[path.name] = changed
        if closed != before or closed != known:
            disk.make_folder(self.sent)
            disk.write_all(self.sent, {CLOSED: record_bytes("closed", {"stages": closed})}, synced=False)

    def _look_into(self, folder: Path, again: int, now: datetime) -> bool:
        """Collect the due letters about a stage; return whether all its letters are finished."""
        done = True
        for path in disk.entries(folder, LETTERS):
            if not path.is_file():
                continue
            try:
                data, written = disk.read_file(path), path.stat().st_mtime_ns
            except FileNotFoundError:  # its stage is just being taken back
                continue
            letter = read_letter(data)
            if letter is None:
                continue
            marks = marks_of(self.sent / folder.name / f"{path.stem}.json", data, again)
            for person in by_mail(letter, self.addresses):
                mark = marks["to"].get(person.email)
                if not is_done(mark) and path.name.startswith(REMINDER) and self._is_past(folder.name, letter, now):
                    continue  # the reminder became outdated while the server was unusable
                if is_due(mark, now):
                    self.due.append(DueLetter(self, folder.name, path, person, marks, written))
                elif not is_done(mark):
                    self.waiting += 1
                done = done and is_done(mark)
        return done

    def _is_past(self, stage: str, reminder: Letter, now: datetime) -> bool:
        """Return whether a reminder is outdated; not if this cannot be known."""
        if self.campaign is None:
            return False
        from adjudicator.desk.seating import seated_at
        from adjudicator.table.situation import situation_of

        with suppress(Exception):  # the visit reports the problem; at worst a reminder too many is sent
            if self.situation is None:
                self.situation = situation_of(seated_at(self.campaign, now), now)
            return is_outdated(self.situation, stage, reminder.player)
        return False

    def old_stages(self, now: datetime) -> Mapping[str, int]:
        """Return the stages that were over before mail was first sent, each with how often it had been taken back then.

        Raises ``OSError`` and ``UnusableError``.
        """
        if self.campaign is None:
            return {}
        path = self.sent / BEGAN
        known = read_record("posted", path)
        if known is None:
            past = {played.name for played in stages_played(self.folder)[:-1]}
            lying = {path.name for path in disk.entries(self.folder / OUTBOX)}
            last = max(map(stage_number, past), default=0)
            past |= {stage for stage in lying if stage_number(stage) <= last}
            old = {stage: times_taken_back(self.folder, stage) for stage in sorted(past)}
            known = {"old": old}
            disk.make_folder(self.sent)
            disk.write_whole(path, record_bytes("posted", known))
        found: dict[str, int] = known["old"]
        return found


def is_outdated(situation: Situation, stage: str, player: str) -> bool:
    """Return whether a reminder is outdated: its ``stage`` has been played, or its player's orders have arrived."""
    return is_over(situation.progress, stage) or player not in situation.attendance.missing


def is_over(progress: Progress, stage: str) -> bool:
    """Return whether a stage, given by its folder name, is not the one awaited."""
    return progress.stage is None or stage != progress.stage_folder.name


def _rank(stage: str) -> tuple[int, str]:
    called = stage_called(stage)
    return (called[0] if called else 0), stage


def by_mail(letter: Letter, addresses: frozenset[str]) -> Iterator[Person]:
    """Yield the people who get a letter by mail, each address once."""
    seen = set[str]()
    for person in letter.to:
        if person.email in addresses and person.email not in seen and is_sendable(person.email):
            seen.add(person.email)
            yield person


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


# The delivery state of each letter, kept beside the outbox in ``sent/<stage>/<letter>.json``.
#
# For each address it says whether the letter is waiting, being sent, sent or refused for good. A letter is identified
# by its bytes, so a rewritten letter is a new one. So is a letter about a stage that was taken back and played again,
# even with the same text.


SENT = "sent"
"""The folder of a campaign, or of the root's mail folder, that holds the delivery states."""
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (5, 15, 30, 60, 120, 240))
"""The pauses after the first attempt, after the second, and so on."""
GIVE_UP_AFTER = timedelta(days=5)
"""How long a letter is tried before it is given up."""


def marks_of(path: Path, data: bytes, again: int) -> DeliveryStates:
    """Return the states kept at ``path`` for a letter with these bytes; none for another letter or a damaged file."""
    known = read_record("letter", path)
    digest = sha256(data).hexdigest()
    if known is not None and known["letter"] == digest and known["again"] == again:
        return {"letter": digest, "again": again, "to": known["to"]}
    return {"letter": digest, "again": again, "to": {}}


def keep(path: Path, marks: DeliveryStates) -> None:
    """Write the delivery states of a letter durably. Raises ``OSError``."""
    disk.make_folder(path.parent)
    disk.write_whole(path, record_bytes("letter", marks))


def times_taken_back(campaign: Path, stage: str) -> int:
    """Return how often the stage was taken back together with its letters."""
    return sum((above / OUTBOX / stage).is_dir() for above in disk.entries(campaign / WITHDRAWN))


def is_done(mark: DeliveryState | None) -> bool:
    """Return whether a letter to one address is finished: sent, or refused for good."""
    return mark is not None and mark["state"] in ("sent", "refused")


def is_due(mark: DeliveryState | None, now: datetime) -> bool:
    """Return whether a letter must be tried now.

    A letter that was being sent when the program was killed is tried again once without a pause. It keeps its
    Message-ID, so that the reader's mail program can drop the duplicate.
    """
    if mark is None:
        return True
    if is_done(mark):
        return False
    if mark["state"] == "sending" and mark["tries"] <= 1:
        return True
    last = datetime.fromisoformat(mark["at"])
    end = max(last + pause_after(mark["tries"]), datetime.fromisoformat(mark.get("after", mark["at"])))
    return not last <= now < end  # a time in the future comes from a wrong clock and must not block the letter


def pause_after(tries: int) -> timedelta:
    """Return the pause after this many attempts."""
    return PAUSES[min(max(tries, 1), len(PAUSES)) - 1]


def begun(mark: DeliveryState | None, identity: str, now: datetime) -> DeliveryState:
    """Return the state of a letter for one more attempt now; it keeps the Message-ID of the first attempt."""
    moment = now.isoformat()
    if mark is None:
        return {"state": "sending", "id": identity, "since": moment, "at": moment, "tries": 1, "code": 0, "said": ""}
    return {**mark, "state": "sending", "at": moment, "tries": mark["tries"] + 1}


def ended(mark: DeliveryState, what: str, code: int, said: str, now: datetime) -> DeliveryState:
    """Return the state of a letter after an attempt.

    ``what`` is ``sent`` or ``refused``; anything else means that the letter waits until ``GIVE_UP_AFTER`` has passed.
    """
    state = what if what in ("sent", "refused") else "waiting"
    if state == "waiting" and now - datetime.fromisoformat(mark["since"]) >= GIVE_UP_AFTER:
        state = "refused"
    known: DeliveryState = {**mark, "state": state, "at": now.isoformat(), "code": code, "said": said}
    known.pop("after", None)
    return known


def answered_players(campaign: Path, identities: Sequence[str]) -> set[str]:
    """Return the players of a ``campaign`` whose letters have one of these Message-IDs. Raises ``OSError``."""
    stages = {part[1]: None for one in identities if len(part := one.split(".")) > 2 and stage_called(part[1])}
    players = set[str]()
    for path in (path for stage in stages for path in disk.entries(campaign / SENT / stage, "*.json")):
        known = read_record("letter", path)
        if known is not None and any(mark["id"] in identities for mark in known["to"].values()):
            lying = campaign / OUTBOX / path.parent.name / f"{path.stem}.txt"
            letter = read_letter(disk.read_file(lying)) if lying.is_file() else None
            players |= {letter.player} if letter is not None else set()
    return players


def was_sent(campaign: Path, stage: str) -> bool:
    """Return whether a letter or post about a played stage was sent to anybody, or may have been."""
    again = times_taken_back(campaign, stage)
    known = [read_record("letter", path) for path in disk.entries(campaign / SENT / stage, "*.json")]
    of_now = [marks["to"] for marks in known if marks is not None and marks["again"] == again]
    return any(mark["state"] in ("sent", "sending") for to in of_now for mark in to.values())


def refused(campaign: Path, letter: Path) -> dict[str, DeliveryState]:
    """Return the states of the addresses that refused a ``letter`` for good. Raises ``OSError``."""
    stage = letter.parent.name
    path = campaign / SENT / stage / f"{letter.stem}.json"
    if not path.exists():
        return {}
    marks = marks_of(path, disk.read_file(letter), times_taken_back(campaign, stage))
    return {address: mark for address, mark in marks["to"].items() if mark["state"] == "refused"}


def said_of(mark: DeliveryState) -> str:
    """Return the server's last reply about a letter, with its code if there is one."""
    return f"{mark['code']} {mark['said']}".strip() if mark["code"] > 0 else mark["said"]
