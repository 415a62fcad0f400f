"""Order files received for the stage awaited: every one is kept, with what became of it.

In the stage's folder ``orders/``, each file received is a number: ``0007.yaml`` is what came, byte for byte, and
``0007.accepted.json`` or ``0007.refused.json`` is the verdict. The bytes are on disk before they are judged, so
that no order that was received ever disappears; one without a verdict (a crash) is judged again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator.core.phrase import Phrase
from adjudicator.core.ruleset import Plain
from adjudicator.files import disk
from adjudicator.files.campaign import Campaign
from adjudicator.files.layout import json_bytes
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

    Hidden files, links and files that are still being copied (``.part``, ``.tmp``) are left alone; a file that
    vanishes meanwhile has been taken by another command.
    """
    found: list[tuple[int, str, Dropped]] = []
    for path in campaign.inbox.iterdir() if campaign.inbox.is_dir() else ():
        if path.name.startswith(".") or path.suffix in (".part", ".tmp") or path.is_symlink() or not path.is_file():
            continue
        with suppress(FileNotFoundError):
            found.append((path.stat().st_mtime_ns, path.name, Dropped(source_name(path.name), read_some(path), path)))
    return [dropped for _, _, dropped in sorted(found, key=lambda one: one[:2])]


LARGEST = 1 << 20
"""Bytes read of a file at most: an order file may have 64 KiB."""


def read_some(path: Path) -> bytes:
    """Return the bytes of a file, or its beginning when it is absurdly large."""
    with path.open("rb") as file:
        return file.read(LARGEST)


def receive(progress: Progress, dropped: list[Dropped], language: str | None = None) -> list[Submission]:
    """Store and judge ``dropped`` in their order, those of the inbox first; the caller holds the campaign's lock.

    A file of the inbox is moved, so that it is never in two places; a verdict comes after the bytes are safe.
    Wherever this stops, nothing is lost or out of turn.
    """
    if not dropped:
        return []
    earlier = orders_in(progress)
    folder = progress.stage_folder / ORDERS
    disk.make_folder(folder)
    first = 1 + max((_number(path) for path in folder.glob("[0-9]*.*")), default=0)
    numbered = [(f"{number:04d}", file) for number, file in enumerate(dropped, first)]
    for number, file in numbered:
        if file.path is not None:
            disk.take(file.path, folder / f"{number}.yaml")
    if any(file.path for file in dropped):
        disk.sync(progress.campaign.inbox)
    disk.write_all(folder, {f"{number}.yaml": file.data for number, file in numbered if file.path is None})
    submissions = [_write_verdict(progress, folder / number, file, language) for number, file in numbered]
    say_replaced(submissions, earlier)
    return submissions


def say_replaced(submissions: Iterable[Submission], earlier: Iterable[str]) -> None:
    """Let the receipts say which orders replace others: those of the players in ``earlier``, or of a file before.

    A verdict on disk does not say so: it can be made again from the bytes of its file alone.
    """
    players = set(earlier)
    for submission in submissions:
        for player in players.intersection(submission.orders):
            receipt = submission.receipts[player]
            besides = (*receipt.besides, Phrase("receipt.replaces"))
            submission.receipts[player] = receipt._replace(besides=besides)
        players |= submission.orders.keys()


def _number(path: Path) -> int:
    digits = path.name.partition(".")[0]
    return int(digits) if digits.isdigit() else 0


def _write_verdict(progress: Progress, stem: Path, file: Dropped, language: str | None) -> Submission:
    submission = judge(file.data, file.source, progress, language)
    verdict = "accepted" if submission.accepted else "refused"
    record = record_of(submission, progress.campaign, language)
    disk.write_all(stem.parent, {f"{stem.name}.{verdict}.json": json_bytes(record)}, synced=False)
    return submission


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
    record["players"] = submission.players
    if submission.note:
        record["note"] = submission.note
    return record


def finish_verdicts(progress: Progress) -> None:
    """Judge what was received but not judged, because something stopped the program in between."""
    for path in _received(progress):
        if _verdict(path) is None:
            _write_verdict(progress, path.with_name(path.stem), Dropped(path.name, path.read_bytes()), None)


def records(progress: Progress) -> list[dict[str, Any]]:
    """Return the verdicts of the stage awaited, in the order in which the files arrived; nothing is written.

    A file without a verdict that can be read is judged again from its bytes.
    """
    return [_verdict(path) or _judged(path, progress) for path in _received(progress)]


def _received(progress: Progress) -> list[Path]:
    return sorted((progress.stage_folder / ORDERS).glob("[0-9]*.yaml"), key=_number)


def _verdict(path: Path) -> dict[str, Any] | None:
    """Return the verdict on the file received at ``path``, or None if there is none that can be read."""
    for verdict in ("accepted", "refused"):
        try:
            record = json.loads(path.with_name(f"{path.stem}.{verdict}.json").read_bytes())
        except (FileNotFoundError, ValueError, RecursionError):
            continue
        if isinstance(record, dict) and record.get("accepted") is (verdict == "accepted"):
            return record
    return None


def _judged(path: Path, progress: Progress) -> dict[str, Any]:
    return record_of(judge(path.read_bytes(), path.name, progress), progress.campaign)


def orders_in(progress: Progress) -> dict[str, Plain]:
    """Return each player's orders for the stage awaited: the last valid file to arrive counts."""
    latest: dict[str, Plain] = {}
    for record in records(progress):
        latest |= record.get("orders", {})
    return {player: latest[player] for player in progress.campaign.players if player in latest}


def standing_in(progress: Progress) -> dict[str, Plain]:
    """Return the last standing orders that each player gave, in whatever stage; empty where he took them back."""
    latest = progress.standing
    for record in records(progress):
        latest = latest | record.get("standing", {})
    return latest


def stood_in(progress: Progress, orders: dict[str, Plain], standing: dict[str, Plain]) -> dict[str, Plain]:
    """Return what standing orders make of the players whose ``orders`` are missing, by player."""
    campaign, state = progress.campaign, progress.state
    given = {
        player: campaign.game.standing_orders(campaign.setting, state, player, standing[player])
        for player in missing(progress, orders)
        if player in standing
    }
    return {player: made for player, made in given.items() if made}


def notes_in(progress: Progress) -> dict[str, str]:
    """Return the last note to the MJ of each player, of the files that were accepted."""
    accepted = [record for record in records(progress) if record["accepted"] and "note" in record]
    return {player: record["note"] for record in accepted for player in record["players"]}


def refused_in(progress: Progress) -> list[dict[str, Any]]:
    """Return the refused files, each with those of its players who have sent no accepted one since: source, faults."""
    waiting: list[dict[str, Any]] = []
    for record in records(progress):
        if record["accepted"]:
            waiting = [left for one in waiting if (left := _still_refused(one, record))]
        else:
            waiting.append({key: record[key] for key in ("source", "players", "faults")})
    return waiting


def _still_refused(refused: dict[str, Any], accepted: dict[str, Any]) -> dict[str, Any] | None:
    """Return what is left of a refused file after another was accepted: less its players, nothing of one mended."""
    players = [player for player in refused["players"] if player not in accepted["players"]]
    if refused["players"]:
        return {**refused, "players": players} if players else None
    mended = refused["source"] == accepted["source"] != "-"
    return None if mended else refused


def missing(progress: Progress, orders: dict[str, Plain]) -> list[str]:
    """Return the players whose orders are awaited and not among ``orders``: the one definition of missing."""
    awaited = progress.campaign.game.awaited(progress.campaign.setting, progress.state)
    return [player for player in awaited if player not in orders]
