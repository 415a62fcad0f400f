"""Taking stages back: their folders move whole into ``withdrawn/``, and the first is awaited again with its orders.

The undoing is recorded as an act first, so all that follows can be resumed after an interruption: a moved stage is not
moved again, and ``withdrawn.json`` is written once the players have been told. Nothing is deleted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.acts import acts_in, undoings
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record, read_result, record_bytes
from adjudicator.campaign.records import Act
from adjudicator.core.stage import PUBLIC, Stage
from adjudicator.desk.hash_chain import link_of
from adjudicator.orders.received import number_of
from adjudicator.store import disk, layout
from adjudicator.store.published import publish_folder

DONE = "withdrawn.json"
"""Name of the file which records that all that follows from an undoing has been done."""


class TakenBack(NamedTuple):
    """A taken back stage that everybody may read."""

    folder: str
    """Its place in ``public/``."""
    stage: Stage
    at: str
    """When it was taken back, in ISO format."""
    said: str
    """The reason that everybody was told."""


def take_back(campaign: Campaign, acts: Sequence[Act]) -> bool:
    """Carry out the undoings among ``acts`` that are not complete; return whether there were any.

    The caller holds the campaign's lock, and calls :func:`settle` when the players have been told. Raise ``OSError``
    when the disk refuses: the next session resumes here.
    """
    folder, owed = campaign.folder, list(_owed(campaign.folder, acts))
    for number, undo, into in owed:
        first = layout.stage_number(undo["back_to"])
        _show_withdrawn(campaign, first, number, undo)
        _move(folder / layout.OUTBOX, into / layout.OUTBOX, first)
        _move(folder / layout.TURNS, into / layout.TURNS, first)
        _await_again(folder / layout.TURNS / undo["back_to"], into)
    return bool(owed)


def settle(folder: Path) -> None:
    """Record that all that follows from the undoings has been done."""
    for _, undo, into in _owed(folder, acts_in(folder)):
        stages = [path.name for path in disk.entries(into / layout.TURNS)]
        disk.write_whole(into / DONE, record_bytes("withdrawn", {"at": undo["at"], "stages": stages}))


def _owed(folder: Path, acts: Sequence[Act]) -> Iterator[tuple[int, Act, Path]]:
    """Yield the undoings that are not complete, each with its number and the folder for what it takes back."""
    for number, undo in enumerate(undoings(acts), 1):
        into = layout.withdrawn_folder(folder, number)
        if read_record("withdrawn", into / DONE) is not None:
            continue
        # If the first stage taken back has been played since, the undoing was complete.
        path = folder / layout.TURNS / undo["back_to"] / layout.RESULT / "orders.json"
        corrected = read_result("orders", path)["corrected"] if path.exists() else None
        if corrected is None or corrected["number"] < number:
            yield number, undo, into


def _from(folder: Path, first: int) -> list[Path]:
    """Return the stage folders from number ``first`` on, in descending order, so that an interruption leaves no gap."""
    there = disk.entries(folder) if folder.is_dir() else []
    stages = [path for path in there if layout.stage_number(path.name) >= first]
    return sorted(stages, key=lambda path: layout.stage_number(path.name), reverse=True)


def _move(source: Path, target: Path, first: int) -> None:
    """Move the stage folders from number ``first`` on from ``source`` to ``target``."""
    disk.make_folder(target)
    for path in _from(source, first):
        if not (target / path.name).exists():  # otherwise it is the stage that is awaited again
            disk.patiently(path.rename, target / path.name)
    for folder in (target, source):
        if folder.is_dir():
            disk.sync(folder)


def _await_again(stage: Path, into: Path) -> None:
    """Make the first stage taken back the awaited one, with its former order files and their records."""
    orders = into / layout.TURNS / stage.name / layout.ORDERS
    if stage.exists() or not orders.is_dir():
        return
    again = into / f"{disk.STAGE}{stage.name}"
    disk.remove_tree(again)
    disk.make_one(again, readable=False)
    disk.write_folder(again / layout.ORDERS, orders_kept(into / layout.TURNS / stage.name), synced=True)
    disk.sync(again)
    disk.patiently(again.rename, stage)
    disk.sync(stage.parent)


def orders_kept(stage: Path) -> dict[str, bytes]:
    """Return, by name, the order files that came for a stage and their records.

    Raise ``OSError``, or ``UnusableError`` for what is not a file: going on without it could lose an order.
    """
    link = link_of(stage)  # files that came after the end of the game were for no stage
    came = [path for path in disk.entries(stage / layout.ORDERS) if not path.is_dir()]
    return {path.name: disk.read_file(path) for path in came if link is None or number_of(path) <= link["orders"]}


def _show_withdrawn(campaign: Campaign, first: int, number: int, undo: Act) -> None:
    """Move the public reports of stages taken back, marked as such, to a public folder of their own.

    Reports that nobody has read are removed.
    """
    from adjudicator.reports.pages import marked

    shown = campaign.folder / layout.PUBLIC / f"{layout.WITHDRAWN}-{number:04d}"
    for path in _from(campaign.folder / layout.PUBLIC, first):
        if undo.get("unread"):
            disk.remove_tree(path)
            continue
        disk.make_folder(shown, readable=True)
        published = campaign.folder / layout.TURNS / path.name / layout.RESULT / layout.REPORTS
        reports = [report for report in disk.entries(published, f"{PUBLIC.kind}.*") if report.is_file()]
        if reports and not (shown / path.name).exists():
            files = {report.name: disk.read_file(report) for report in reports}
            publish_folder(shown / path.name, marked(files, campaign, undo["said"]), readable=True)
        disk.remove_tree(path)


def shown_withdrawn(public: Path, acts: Sequence[Act]) -> list[TakenBack]:
    """Return, in order, the stages that ``acts`` took back and that everybody may read."""
    undone = {f"{layout.WITHDRAWN}-{number:04d}": undo for number, undo in enumerate(undoings(acts), 1)}
    folders = [path for path in disk.entries(public, f"{layout.WITHDRAWN}-*") if path.is_dir() and path.name in undone]
    shown = [(path, undone[above.name]) for above in folders for path in disk.entries(above)]
    known = [(path, layout.stage_called(path.name), undo) for path, undo in shown]
    return [
        TakenBack(f"{path.parent.name}/{path.name}", of[1], undo["at"], undo["said"]) for path, of, undo in known if of
    ]
