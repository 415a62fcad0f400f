"""Order files received for the stage awaited: every one is kept, with what became of it.

In the stage's folder ``orders/``, each file received is a number: ``0007.yaml`` is what came, byte for byte, and
``0007.accepted.json`` or ``0007.refused.json`` is the verdict. The bytes are on disk before they are judged, so
that no order that was received ever disappears; one without a verdict (a crash) is judged again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator.core.ruleset import Plain
from adjudicator.files import disk
from adjudicator.files.campaign import Campaign, Progress, json_bytes
from adjudicator.files.submission import Submission, judge

ORDERS = "orders"


@dataclass(frozen=True)
class Dropped:
    """An order file that somebody brings: its name, its bytes, and where it lies if it is in the inbox."""

    source: str
    data: bytes
    path: Path | None = None


def in_inbox(campaign: Campaign) -> list[Dropped]:
    """Return the files in the inbox in the order in which they arrived (then by name)."""
    if not campaign.inbox.is_dir():
        return []
    files = [path for path in campaign.inbox.iterdir() if path.is_file() and not path.name.startswith(".")]
    files.sort(key=lambda path: (path.stat().st_mtime_ns, path.name))
    return [Dropped(path.name, path.read_bytes(), path) for path in files]


def receive(progress: Progress, dropped: list[Dropped], language: str | None = None) -> list[Submission]:
    """Store and judge ``dropped`` in their order; the caller holds the campaign's lock."""
    submissions = []
    for file in dropped:
        submission = _store(progress, file, language)
        if file.path is not None:
            file.path.unlink()
        submissions.append(submission)
    return submissions


def _store(progress: Progress, file: Dropped, language: str | None) -> Submission:
    folder = progress.stage_folder / ORDERS
    folder.mkdir(parents=True, exist_ok=True)
    number = 1 + max((int(path.name[:4]) for path in folder.glob("[0-9][0-9][0-9][0-9]*")), default=0)
    disk.write_whole(folder / f"{number:04d}.yaml", file.data)
    return _write_verdict(progress, folder / f"{number:04d}", file, language)


def _write_verdict(progress: Progress, stem: Path, file: Dropped, language: str | None) -> Submission:
    submission = judge(file.data, file.source, progress, language)
    verdict = "accepted" if submission.accepted else "refused"
    record = record_of(submission, progress.campaign, language)
    disk.write_whole(stem.with_name(f"{stem.name}.{verdict}.json"), json_bytes(record))
    return submission


def record_of(submission: Submission, campaign: Campaign, language: str | None = None) -> dict[str, Any]:
    """Return a verdict as plain data: what was understood, or every fault."""
    voice = campaign.voice(language)
    record: dict[str, Any] = {"source": submission.source, "accepted": submission.accepted}
    if submission.accepted:
        record["orders"] = submission.orders
        record["receipts"] = {player: voice.receipt(said) for player, said in submission.receipts.items()}
    else:
        record["faults"] = [voice.fault_row(fault, submission.source) for fault in submission.faults]
    if submission.note:
        record["note"] = submission.note
    return record


def finish_verdicts(progress: Progress) -> None:
    """Judge what was received but not judged, because something stopped the program in between."""
    folder = progress.stage_folder / ORDERS
    for path in sorted(folder.glob("[0-9][0-9][0-9][0-9].yaml")):
        if not any(path.with_name(f"{path.stem}.{verdict}.json").exists() for verdict in ("accepted", "refused")):
            _write_verdict(progress, path.with_name(path.stem), Dropped(path.name, path.read_bytes()), None)


def records(progress: Progress) -> Iterator[dict[str, Any]]:
    """Return the verdicts of the stage awaited, in the order in which the files arrived."""
    folder = progress.stage_folder / ORDERS
    for path in sorted(folder.glob("[0-9][0-9][0-9][0-9].*.json")):
        yield json.loads(path.read_bytes())


def orders_in(progress: Progress) -> dict[str, Plain]:
    """Return each player's orders for the stage awaited: the last valid file to arrive counts."""
    latest: dict[str, Plain] = {}
    for record in records(progress):
        latest |= record.get("orders", {})
    return {player: latest[player] for player in progress.campaign.players if player in latest}


def missing(progress: Progress, orders: dict[str, Plain]) -> list[str]:
    """Return the players whose orders are awaited and not among ``orders``: the one definition of missing."""
    awaited = progress.campaign.game.awaited(progress.campaign.setting, progress.state)
    return [player for player in awaited if player not in orders]
