"""What is known of each letter that was to be sent: beside the outbox, never in it.

``sent/<stage>/<letter>.json`` says for each address whether the letter waits, is on its way, has been sent or is
refused for good. A letter is known by its bytes: one written anew is another. So is one of a stage that has been taken
back since and is played again, though it say the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import NotRequired, TypedDict

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.mail.outbox import read_letter
from adjudicator.store import disk
from adjudicator.store.layout import OUTBOX, WITHDRAWN, stage_called

SENT = "sent"
"""The folder of a campaign, or of a root's post, in which this is kept."""
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (5, 15, 30, 60, 120, 240))
"""How long is waited after the first try, after the second, …"""
PATIENCE = timedelta(days=5)
"""After which a letter that nobody takes is given up."""


class DeliveryState(TypedDict):
    """What is known of a letter to one address; times in ISO format."""

    state: str
    """``waiting``; ``sending``, as long as nobody knows what became of it; ``sent``; ``refused`` for good."""
    id: str
    """Its Message-ID, of every try."""
    since: str
    """When it was first tried."""
    at: str
    """When its state was last written."""
    tries: int
    code: int
    said: str
    """What the server last said of it."""
    after: NotRequired[str]
    """Before when it wants to be left alone."""


class Marks(TypedDict):
    """What is known of a letter."""

    letter: str
    """Its SHA-256."""
    again: int
    """How many times its stage had been taken back."""
    to: dict[str, DeliveryState]


def marks_of(path: Path, data: bytes, again: int) -> Marks:
    """Return what ``path`` keeps of a letter of these bytes; nothing of another, or where it is damaged."""
    known = read_record("letter", path)
    digest = sha256(data).hexdigest()
    if known is not None and known["letter"] == digest and known["again"] == again:
        return {"letter": digest, "again": again, "to": known["to"]}
    return {"letter": digest, "again": again, "to": {}}


def keep(path: Path, marks: Marks) -> None:
    """Write down what is known of a letter, safely. Raises ``OSError``."""
    disk.make_folder(path.parent)
    disk.write_whole(path, record_bytes("letter", marks))


def times_taken_back(campaign: Path, stage: str) -> int:
    """Return how many times the letters about a stage were taken back with it."""
    return sum((above / OUTBOX / stage).is_dir() for above in disk.entries(campaign / WITHDRAWN))


def is_done(mark: DeliveryState | None) -> bool:
    """Tell whether nothing more is to be done for a letter to an address."""
    return mark is not None and mark["state"] in ("sent", "refused")


def is_due(mark: DeliveryState | None, now: datetime) -> bool:
    """Tell whether a letter is to be tried now.

    One that was on its way when the program was killed is, once; it is by its Message-ID that it is not read twice.
    """
    if mark is None:
        return True
    if is_done(mark):
        return False
    if mark["state"] == "sending" and mark["tries"] <= 1:
        return True
    last = datetime.fromisoformat(mark["at"])
    end = max(last + pause_after(mark["tries"]), datetime.fromisoformat(mark.get("after", mark["at"])))
    return not last <= now < end  # a clock that was wrong stops nothing


def pause_after(tries: int) -> timedelta:
    """Return how long is waited after so many tries."""
    return PAUSES[min(max(tries, 1), len(PAUSES)) - 1]


def begun(mark: DeliveryState | None, identity: str, now: datetime) -> DeliveryState:
    """Return what is known of a letter that is tried once more, now; its Message-ID is that of the first time."""
    moment = now.isoformat()
    if mark is None:
        return {"state": "sending", "id": identity, "since": moment, "at": moment, "tries": 1, "code": 0, "said": ""}
    return {**mark, "state": "sending", "at": moment, "tries": mark["tries"] + 1}


def ended(mark: DeliveryState, what: str, code: int, said: str, now: datetime) -> DeliveryState:
    """Return what is known of a letter after a try: ``sent``, ``refused``; else it waits, but not for ever."""
    state = what if what in ("sent", "refused") else "waiting"
    if state == "waiting" and now - datetime.fromisoformat(mark["since"]) >= PATIENCE:
        state = "refused"
    known: DeliveryState = {**mark, "state": state, "at": now.isoformat(), "code": code, "said": said}
    known.pop("after", None)
    return known


def answered_players(campaign: Path, identities: Sequence[str]) -> set[str]:
    """Return whom the letters of a ``campaign`` are about of which a mail names the Message-IDs. Raises ``OSError``."""
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
    """Tell whether something of a stage that is played has gone to somebody, or may have: a letter, a post."""
    again = times_taken_back(campaign, stage)
    known = [read_record("letter", path) for path in disk.entries(campaign / SENT / stage, "*.json")]
    of_now = [marks["to"] for marks in known if marks is not None and marks["again"] == again]
    return any(mark["state"] in ("sent", "sending") for to in of_now for mark in to.values())


def refused(campaign: Path, letter: Path) -> dict[str, DeliveryState]:
    """Return of the ``letter`` of a campaign the addresses at which it is refused for good. Raises ``OSError``."""
    stage = letter.parent.name
    path = campaign / SENT / stage / f"{letter.stem}.json"
    if not path.exists():
        return {}
    marks = marks_of(path, disk.read_file(letter), times_taken_back(campaign, stage))
    return {address: mark for address, mark in marks["to"].items() if mark["state"] == "refused"}


def was_given_up(mark: DeliveryState) -> bool:
    """Tell whether a letter was refused by nobody, but has been tried for too long."""
    return datetime.fromisoformat(mark["at"]) - datetime.fromisoformat(mark["since"]) >= PATIENCE


def said_of(mark: DeliveryState) -> str:
    """Return what the server last said of a letter."""
    return f"{mark['code']} {mark['said']}".strip() if mark["code"] > 0 else mark["said"]


# Stages of which all is done -----------------------------------------------------------------------------------


CLOSED, BEGAN = "closed.json", "began.json"
RACY = 2_000_000_000
"""Nanoseconds within which two changes of a folder may show the same time."""


def closed_stages(sent: Path) -> Mapping[str, int]:
    """Return when the folder of each stage's letters was last changed, of those of which all letters were done with."""
    known = read_record("closed", sent / CLOSED)
    return known["stages"] if known is not None else {}


def keep_closed(sent: Path, stages: Mapping[str, int]) -> None:
    """Write down the stages of which all is done: the next rounds need not look into them. It can be made again."""
    disk.write_all(sent, {CLOSED: record_bytes("closed", {"stages": dict(stages)})}, synced=False)
