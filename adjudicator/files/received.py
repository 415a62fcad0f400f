"""Order files received for the stage awaited: every one is kept, with what became of it.

In the stage's folder ``orders/``, each file received is a number: ``0007.yaml`` is what came, byte for byte, and
``0007.accepted.json`` or ``0007.refused.json`` is the verdict. The bytes are on disk before they are judged, so
that no order that was received ever disappears; one without a verdict (a crash) is judged again.

``0007.name`` is the name by which it came.

``0007.owed``, where it lies, says that the letter that answers it could not be written yet.

Each stage hands on the files for later turns (``ahead`` in its ``orders.json``) until their turn comes, when they are
judged once more as the first to arrive; and those of them that were refused (``refused_ahead``): their correction is
awaited then.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator.core.ruleset import Plain
from adjudicator.files.campaign import Campaign
from adjudicator.files.disk import entries
from adjudicator.files.errors import UnusableError
from adjudicator.files.layout import MOST_COUNTED, read_sealed
from adjudicator.files.stages import Progress
from adjudicator.files.submission import Submission, judge
from adjudicator.files.voice import one_line

ORDERS = "orders"


@dataclass(frozen=True)
class Dropped:
    """An order file that somebody brings: its name, its bytes, and where it lies if it is in the inbox."""

    source: str
    data: bytes
    path: Path | None = None


def source_name(name: str) -> str:
    """Return a file's name as it can be shown and stored: on one line, whatever bytes the system let into it."""
    return one_line(name.encode("utf-8", "replace").decode())


def in_inbox(campaign: Campaign) -> list[Dropped]:
    """Return the files in the inbox in the order in which they arrived (then by name).

    One that vanishes meanwhile has been taken by another command. Raises ``OSError`` for one that may not be read: to
    go on without it would be to take later ones before it, or to play without its orders.
    """
    found: list[tuple[int, str, Dropped]] = []
    for path in waiting_in_inbox(campaign):
        with suppress(FileNotFoundError):
            found.append((path.stat().st_mtime_ns, path.name, Dropped(source_name(path.name), read_some(path), path)))
    return [dropped for _, _, dropped in sorted(found, key=lambda one: one[:2])]


def waiting_in_inbox(campaign: Campaign) -> list[Path]:
    """Return the files in the inbox that are taken: of what :func:`_meant` finds, plain files, and no links."""
    return [path for path in _meant(campaign) if _is_plain(path)]


def not_taken(campaign: Campaign) -> list[str]:
    """Return the names of what lies in the inbox and is never taken: folders, links, whatever else is no plain file.

    Whoever put them there may think that the orders in them have arrived. An empty folder counts too.
    """
    return [source_name(path.name) for path in _meant(campaign) if not _is_plain(path)]


def _meant(campaign: Campaign) -> list[Path]:
    """Return what lies in the inbox: nothing hidden, nothing still being copied, no backup that an editor left."""
    return [
        path
        for path in entries(campaign.inbox)
        if not path.name.startswith(".") and path.suffix not in (".part", ".tmp") and not path.name.endswith("~")
    ]


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


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


def verdict_of(submission: Submission, data: bytes, campaign: Campaign, language: str | None = None) -> dict[str, Any]:
    """Return a verdict as it is kept: that of a file for a later turn has its ``text``, to be judged again then."""
    record = record_of(submission, campaign, language)
    kept = submission.accepted and submission.later is not None
    return {**record, "text": data.decode()} if kept else record


def records(progress: Progress, before: int | None = None) -> list[dict[str, Any]]:
    """Return the verdicts for the stage awaited, in the order in which the files arrived; nothing is written.

    Files that came ahead are first, judged as if they came now. One without a verdict that can be read is judged again
    from its bytes. Files that came in the stage awaited are left out from the number ``before`` on. Raises
    ``UnusableError`` when the bytes of a file are gone.
    """
    if progress.stage is None:
        return []
    came_ahead = [_judged_ahead(told, progress) for told in progress.ahead_now]
    refused_ahead = [_awaited_now(told) for told in progress.refused_ahead_now]
    came = [path for path in stored(progress) if before is None or number_of(path) < before]
    return came_ahead + refused_ahead + [verdict_on(path) or _judged(path, progress) for path in came]


def stored(progress: Progress) -> list[Path]:
    """Return the files received for the stage awaited, in the order in which they arrived.

    Raises ``UnusableError`` when one is gone whose verdict is there: its orders would disappear without a word.
    """
    lying = [path for path in entries(progress.stage_folder / ORDERS) if number_of(path)]
    files = {number_of(path): path for path in lying if path.suffix == ".yaml"}
    for path in lying:
        if path.suffix == ".json" and number_of(path) not in files:
            raise UnusableError("error.damaged", file=str(path.with_name(f"{number_of(path):04d}.yaml")))
    return [files[number] for number in sorted(files)]


def name_file(number: str) -> str:
    """Return the name of the file that keeps by what name the file with a ``number`` came."""
    return f"{number}.name"


def source_of(path: Path) -> str:
    """Return the name by which the file stored at ``path`` came; its own where that has been lost."""
    try:
        return source_name(path.with_name(name_file(path.stem)).read_text(encoding="utf-8", errors="replace"))
    except FileNotFoundError:
        return path.name


def verdict_on(path: Path) -> dict[str, Any] | None:
    """Return the verdict on the file received at ``path``, or None if there is none that can be read."""
    for verdict in ("accepted", "refused"):
        record = read_sealed(path.with_name(f"{path.stem}.{verdict}.json"))
        if record is not None and record["accepted"] is (verdict == "accepted"):
            return record
    return None


def _judged(path: Path, progress: Progress) -> dict[str, Any]:
    data = read_some(path)
    return verdict_of(judge(data, source_of(path), progress), data, progress.campaign)


def judge_ahead(told: Plain, progress: Progress) -> Submission:
    """Judge a file that came ahead, handed on as ``told``, for the stage awaited, which is its turn."""
    return judge(told["text"].encode(), told["source"], progress, ahead=True)


def _judged_ahead(told: Plain, progress: Progress) -> dict[str, Any]:
    submission = judge_ahead(told, progress)
    return {**record_of(submission, progress.campaign), "standing": {}, "note": None}


def _awaited_now(refused: Plain) -> dict[str, Any]:
    """Return the verdict on a file that came ahead and was refused, now that its turn is awaited."""
    return {**{key: value for key, value in refused.items() if key != "turn"}, "accepted": False}


_OWN = re.compile(r"(\d{4,})\.(?:yaml|name|accepted\.json|refused\.json)")


def number_of(path: Path) -> int:
    """Return the number of a file in ``orders/``; 0 for one that is none of ours, such as somebody's copy."""
    found = _OWN.fullmatch(path.name)
    return int(found[1]) if found else 0
