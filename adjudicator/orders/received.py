"""Order files received for the stage awaited: every one is kept, with what became of it.

In the stage's folder ``orders/``, each file received is a number: ``0007.yaml`` is what came, byte for byte, and
``0007.accepted.json`` or ``0007.refused.json`` is the verdict. The bytes are on disk before they are judged, so
that no order that was received ever disappears; one without a verdict (a crash) is judged again.

``0007.came.json`` tells how it came: see :class:`Dropped`. (Version 0.1 kept its name alone, as ``0007.name``.)

``0007.owed``, where it lies, says that the letter that answers it could not be written yet.

Each stage hands on the files for later turns (``ahead`` in its ``orders.json``) until their turn comes, when they are
judged once more as the first to arrive; and those of them that were refused (``refused_ahead``): their correction is
awaited then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Fault
from adjudicator.core.plain import Plain
from adjudicator.orders.judging import MACHINE_TROUBLES, Submission, judge, unjudged
from adjudicator.speech.text import one_line
from adjudicator.store.disk import entries
from adjudicator.store.errors import UnusableError
from adjudicator.store.layout import MOST_COUNTED
from adjudicator.store.sealed import read_sealed

ORDERS = "orders"


@dataclass(frozen=True)
class Dropped:
    """An order file that somebody brings: its name, its bytes, and by which way it came."""

    source: str
    data: bytes
    way: str = "file"
    """``inbox``, ``file`` (named on the command line) or ``pasted`` (standard input)."""
    path: Path | None = None
    """Where it lies in the inbox."""
    identity: tuple[int, ...] = ()
    """By which it is known again in the inbox, see ``commons.Found``."""
    saved: str | None = None
    """When a file of the inbox was saved there, in ISO format."""
    dated: str | None = None
    """When it was sent, where it is a mail that says so, in ISO format."""

    digest: str | None = None
    """The hash of its bytes as it came, of one that is read back."""

    @property
    def times(self) -> Plain:
        """When it was saved and sent, as far as that is known."""
        return {key: when for key, when in (("saved", self.saved), ("dated", self.dated)) if when}

    @property
    def came(self) -> Plain:
        """How it came, as it is kept beside its bytes."""
        digest = sha256(self.data).hexdigest()
        return {"name": self.source, "way": self.way, "identity": list(self.identity), "digest": digest, **self.times}

    @property
    def changed(self) -> bool:
        """Whether its bytes are no longer those that came."""
        return self.digest is not None and self.digest != sha256(self.data).hexdigest()


def source_name(name: str) -> str:
    """Return a file's name as it can be shown and stored: on one line, whatever bytes the system let into it."""
    return one_line(name.encode("utf-8", "replace").decode())


LARGEST = MOST_COUNTED + 1
"""Bytes read of a file at most: enough to know that it is absurdly large."""


def read_some(path: Path) -> bytes:
    """Return the bytes of a file, or its beginning when it is absurdly large."""
    with path.open("rb") as file:
        return file.read(LARGEST)


def record_of(submission: Submission, campaign: Campaign, language: str | None = None) -> dict[str, Any]:
    """Return a verdict as plain data: what was understood, or every fault."""
    voice = campaign.voice(language)
    record: dict[str, Any] = {"source": submission.source, "accepted": submission.accepted}
    if submission.accepted:
        record["orders"] = submission.orders
        if submission.standing:
            record["standing"] = submission.standing
        record["receipts"] = {player: voice.receipt(said) for player, said in submission.receipts.items()}
    else:
        record["faults"] = [voice.fault_row(fault, submission.source) for fault in submission.faults]
        record |= {"table": submission.table, "kinds": list(submission.kinds)}
    if submission.later is not None:
        record["turn"] = submission.later
    record["players"] = submission.players
    if submission.note:
        record["note"] = submission.note
    return record


def verdict_of(
    submission: Submission, file: Dropped, campaign: Campaign, language: str | None = None
) -> dict[str, Any]:
    """Return a verdict as it is kept, with the way by which the file came, its times, and the hash of its bytes.

    That of a file for a later turn has its ``text``, to be judged again then. What is not UTF-8 in it stands outside
    the orders, or they would not have been accepted.
    """
    record = {**record_of(submission, campaign, language), "way": file.way, "digest": sha256(file.data).hexdigest()}
    record |= file.times
    kept = submission.accepted and submission.later is not None
    return {**record, "text": file.data.decode("utf-8", "replace")} if kept else record


def changed_since(file: Dropped) -> Submission | None:
    """Return the refusal of a file whose bytes somebody has changed since it came, if they are to be judged anew."""
    return Submission(file.source, proven=False, faults=[Fault("changed-since")]) if file.changed else None


def judged_file(
    file: Dropped, progress: Progress, language: str | None = None, ahead: bool = False
) -> tuple[Submission, dict[str, Any]]:
    """Judge a file, and return it with its verdict; where the program fails over it, it is refused.

    A refusal speaks ``language``, the campaign's own if it is None; receipts, which reports show, always speak that.
    """
    submission = changed_since(file) or judge(file.data, file.source, progress, language, ahead)
    spoken = None if submission.accepted else language
    try:
        return submission, verdict_of(submission, file, progress.campaign, spoken)
    except MACHINE_TROUBLES:
        raise
    except Exception as error:  # what goes wrong with one file stays with it
        submission = unjudged(file.source, error)
        return submission, verdict_of(submission, file, progress.campaign, language)


def records(progress: Progress, before: int | None = None) -> list[dict[str, Any]]:
    """Return the verdicts for the stage awaited, in the order in which the files arrived; nothing is written.

    Files that came ahead are first, judged as if they came now. One without a verdict that can be read is judged again
    from its bytes. Files that came in the stage awaited tell where they are ``kept``; they are left out from the number
    ``before`` on. Raises ``UnusableError`` when the bytes of a file are gone.
    """
    if progress.stage is None:
        return []
    came_ahead = [_judged_ahead(told, progress) for told in progress.ahead_now]
    refused_ahead = [_awaited_now(told) for told in progress.refused_ahead_now]
    return came_ahead + refused_ahead + _came_now(progress, before)


def _came_now(progress: Progress, before: int | None) -> list[dict[str, Any]]:
    files = [path for path in stored(progress) if before is None or number_of(path) < before]
    return [{**(verdict_on(path) or _judged(path, progress)), "kept": _place(path)} for path in files]


def register(progress: Progress) -> list[Plain]:
    """Return how each file received in the stage awaited came, and what became of it, in the order of their numbers.

    Each has its ``number``, ``name``, ``players`` and whether it was ``accepted``; ``at`` when it came, ``way`` by
    which, and ``saved`` and ``dated`` (see :class:`Dropped`), as far as they are known.
    """
    rows = []
    for path, verdict in zip(stored(progress), _came_now(progress, None), strict=True):
        told = {key: when for key, when in came(path).items() if key in ("at", "way", "saved", "dated")}
        known = {"name": verdict["source"], "players": verdict["players"], "accepted": verdict["accepted"]}
        rows.append({"number": path.stem, **known, **told})
    return rows


def _place(path: Path) -> str:
    """Return where in the campaign's ``turns/`` a file lies that was received."""
    return "/".join(path.parts[-3:])


def stored(progress: Progress) -> list[Path]:
    """Return the files received for the stage awaited, in the order in which they arrived.

    Raises ``UnusableError`` when one is gone whose verdict is there: its orders would disappear without a word.
    """
    lying = [path for path in entries(progress.stage_folder / ORDERS) if number_of(path)]
    files = {number_of(path): path for path in lying if path.suffix == ".yaml"}
    for path in lying:
        if path.name.endswith(VERDICTS) and number_of(path) not in files:
            raise UnusableError("error.damaged", file=str(path.with_name(f"{number_of(path):04d}.yaml")))
    return [files[number] for number in sorted(files)]


def came_file(number: str) -> str:
    """Return the name of the file that tells how the file with a ``number`` came."""
    return f"{number}.came.json"


def came(path: Path) -> Plain:
    """Return how the file stored at ``path`` came: ``name``, ``way``, ``at`` …; empty where that has been lost."""
    return read_sealed(path.with_name(came_file(path.stem))) or {}


def _name_of(path: Path) -> str:
    """Return by what name version 0.1 kept that the file stored at ``path`` came; its own where that has been lost."""
    try:
        return source_name(path.with_suffix(".name").read_text(encoding="utf-8", errors="replace"))
    except FileNotFoundError:
        return path.name


def stored_at(path: Path) -> Dropped:
    """Return the file received that is stored at ``path``."""
    told = came(path)
    known = {key: told[key] for key in ("way", "saved", "dated", "digest") if key in told}
    return Dropped(str(told["name"]) if told else _name_of(path), read_some(path), **known)


def verdict_on(path: Path) -> dict[str, Any] | None:
    """Return the verdict on the file received at ``path``, or None if there is none that can be read."""
    for ending in VERDICTS:
        record = read_sealed(path.with_name(path.stem + ending))
        accepted = ending == VERDICTS[0]
        if record is not None and record.get("accepted") is accepted and record.keys() >= _NEEDED[accepted]:
            return record
    return None


_NEEDED = {
    True: {"source", "players", "orders", "receipts"},
    False: {"source", "players", "faults", "table", "kinds"},
}
"""What a verdict that accepts or refuses must hold to be of use."""


def _judged(path: Path, progress: Progress) -> dict[str, Any]:
    return judged_file(stored_at(path), progress)[1]


def judge_ahead(told: Plain, progress: Progress) -> tuple[Submission, dict[str, Any]]:
    """Judge a file that came ahead, handed on as ``told``, for the stage awaited, which is its turn."""
    return judged_file(Dropped(told["source"], told["text"].encode()), progress, ahead=True)


def _judged_ahead(told: Plain, progress: Progress) -> dict[str, Any]:
    return {**judge_ahead(told, progress)[1], "standing": {}, "note": None, "ahead": True}


def _awaited_now(refused: Plain) -> dict[str, Any]:
    """Return the verdict on a file that came ahead and was refused, now that its turn is awaited."""
    return {**{key: value for key, value in refused.items() if key != "turn"}, "accepted": False}


VERDICTS = (".accepted.json", ".refused.json")
_OWN = re.compile(r"(\d{4,})\.(?:yaml|name|came\.json|accepted\.json|refused\.json)")


def number_of(path: Path) -> int:
    """Return the number of a file in ``orders/``; 0 for one that is none of ours, such as somebody's copy."""
    found = _OWN.fullmatch(path.name)
    return int(found[1]) if found else 0
