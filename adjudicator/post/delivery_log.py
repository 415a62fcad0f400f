"""The delivery state of each letter, kept beside the outbox in ``sent/<stage>/<letter>.json``.

For each address it says whether the letter is waiting, being sent, sent or refused for good. A letter is identified by
its bytes, so a rewritten letter is a new one. So is a letter about a stage that was taken back and played again, even
with the same text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.records import DeliveryState, Marks
from adjudicator.mail.outbox import read_letter
from adjudicator.store import disk
from adjudicator.store.layout import OUTBOX, WITHDRAWN, stage_called

SENT = "sent"
"""The folder of a campaign, or of the root's mail folder, that holds the delivery states."""
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (5, 15, 30, 60, 120, 240))
"""The pauses after the first attempt, after the second, and so on."""
PATIENCE = timedelta(days=5)
"""How long a letter is tried before it is given up."""


def marks_of(path: Path, data: bytes, again: int) -> Marks:
    """Return the states kept at ``path`` for a letter with these bytes; none for another letter or a damaged file."""
    known = read_record("letter", path)
    digest = sha256(data).hexdigest()
    if known is not None and known["letter"] == digest and known["again"] == again:
        return {"letter": digest, "again": again, "to": known["to"]}
    return {"letter": digest, "again": again, "to": {}}


def keep(path: Path, marks: Marks) -> None:
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

    ``what`` is ``sent`` or ``refused``; anything else means that the letter waits, until :data:`PATIENCE` has passed.
    """
    state = what if what in ("sent", "refused") else "waiting"
    if state == "waiting" and now - datetime.fromisoformat(mark["since"]) >= PATIENCE:
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


def was_given_up(mark: DeliveryState) -> bool:
    """Return whether a letter was given up because no server accepted it in time, not because one refused it."""
    return datetime.fromisoformat(mark["at"]) - datetime.fromisoformat(mark["since"]) >= PATIENCE


def said_of(mark: DeliveryState) -> str:
    """Return the server's last reply about a letter, with its code if there is one."""
    return f"{mark['code']} {mark['said']}".strip() if mark["code"] > 0 else mark["said"]


# Stages whose letters are all finished -------------------------------------------------------------------------


CLOSED, BEGAN = "closed.json", "began.json"
RACY = 2_000_000_000
"""Two changes of a folder within this many nanoseconds may show the same time."""


def closed_stages(sent: Path) -> Mapping[str, int]:
    """Return the stages whose letters are all finished, each with its folder's modification time in nanoseconds."""
    known = read_record("closed", sent / CLOSED)
    return known["stages"] if known is not None else {}


def keep_closed(sent: Path, stages: Mapping[str, int]) -> None:
    """Record the stages whose letters are all finished, so that later rounds skip them. The record can be rebuilt."""
    disk.write_all(sent, {CLOSED: record_bytes("closed", {"stages": dict(stages)})}, synced=False)
