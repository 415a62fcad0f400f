"""Order files judged anew: of a stage that was taken back, or for a table that was amended since."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.editions import record_bytes
from adjudicator.campaign.stages import Progress
from adjudicator.mail import outbox
from adjudicator.office.desk import Desk
from adjudicator.orders.inbox import Dropped
from adjudicator.orders.received import OWED, as_sent, came_file, outdated, stored, withdrawn_players, written
from adjudicator.orders.submission import Submission
from adjudicator.orders.verdict import Verdict, judged_file
from adjudicator.store import disk
from adjudicator.store.layout import ORDERS
from adjudicator.table.clock import Clock


class Again(NamedTuple):
    """A file that had come for the stage awaited before it was taken back."""

    file: Dropped
    read: Progress
    """By whose names it is read."""
    how: bytes | None = None
    """What tells how it came, if that is known."""
    kept: Verdict | None = None
    """The verdict that it was given then, where that holds: it was refused, or is the MJ's answers, to what was asked
    then."""
    withdrawn: Collection[str] = ()
    """For whom the MJ has withdrawn it: they hear nothing of it."""


def receive_again(progress: Progress, files: Sequence[Again], clock: Clock) -> None:
    """Take in files that had come for the stage awaited before it was taken back.

    Those that had been accepted are judged anew as things stand now. They lie in the stage's folder all at once, or
    none does. Whose file fits no more is written to; to the others the report of the stage says enough.
    """
    desk = Desk.anew(progress, clock)
    kept: dict[str, bytes] = {}
    letters: dict[str, list[outbox.Message]] = {}
    for number, (file, read, how, before, gone) in enumerate(files, 1):
        name, desk.progress = f"{number:04d}", read
        kept[f"{name}.yaml"] = file.data
        kept[came_file(name)] = how or record_bytes("came", file.came(clock.now.isoformat(), read.campaign.seats.acts))
        if before is not None:
            kept |= written(progress, name, before)
            continue
        submission, verdict, answers = desk.answer(file, name)
        kept |= written(progress, name, verdict)
        if not submission.accepted:
            letters[name] = [one for one in _said_again(desk, submission, answers, name) if one.player not in gone]
    kept |= _sent_or_owed(desk, letters)
    disk.make_folder(progress.stage_folder)
    disk.write_folder(progress.stage_folder / ORDERS, kept, synced=True)
    disk.sync(progress.stage_folder)


def _said_again(
    desk: Desk, submission: Submission, answers: Sequence[outbox.Message], number: str
) -> list[outbox.Message]:
    """Return what is written of a file that was judged anew; of a table, to each whose orders were in it."""
    voice, stage = desk.progress.campaign.voice(), desk.progress.stage
    if submission.table and not submission.accepted and stage is not None:
        subject = voice.say("letter.refused.subject", title=desk.progress.campaign.title, stage=stage.said)
        lines = [voice.say("letter.again.table")]
        answers = [outbox.Message(player, f"receipt-{number}", subject, lines) for player in submission.players]
    return [letter._replace(lines=[voice.say("letter.again"), *letter.lines]) for letter in answers]


def _sent_or_owed(desk: Desk, letters: Mapping[str, list[outbox.Message]]) -> dict[str, bytes]:
    """Put receipts, by the numbers of their files, into the outbox; return the files that say that they are owed."""
    progress = desk.progress
    try:
        answers = [letter for these in letters.values() for letter in these]
        outbox.put(progress.campaign, progress.stage_folder.name, answers, desk.clock.now)
    except OSError:
        return {f"{number}{OWED}": b"" for number in letters}
    return {}


def judge_again(progress: Progress, clock: Clock, number: int) -> None:
    """Judge anew what came before the table was amended for the ``number``-th time; the caller holds the lock.

    Who sent it is written to if it is now refused, or accepted. A letter is written before its verdict: wherever this
    stops, the next command goes on. Raises ``OSError`` when the disk refuses.
    """
    new: dict[str, bytes] = {}
    old: list[Path] = []
    for path in stored(progress):
        before, judged_since = outdated(path, progress)
        if before and not judged_since:
            last = next(iter(before.values()))
            was_accepted = last["accepted"]
            sent, then = as_sent(path, progress)
            file = sent._replace(proved=was_accepted)
            verdict = last if "mj" in last else judged_file(file, then)[1]  # answers are to what was asked then
            if verdict["accepted"] != was_accepted:
                _write_again(path, file, Desk.anew(then, clock, path), number)
            new |= written(then, path.stem, verdict)
        old += before
    disk.write_all(progress.stage_folder / ORDERS, new, synced=False)
    for path in old:
        if path.name not in new:
            path.unlink()


def _write_again(path: Path, file: Dropped, desk: Desk, number: int) -> None:
    """Write to those whose file has another verdict since the table was amended for the ``number``-th time."""
    submission, _, answers = desk.answer(file, path.stem)
    progress = desk.progress
    said = _said_again(desk, submission, answers, path.stem)
    gone = withdrawn_players(path, progress)
    letters = [one._replace(about=f"again-{number}-{path.stem}") for one in said if one.player not in gone]
    outbox.put(progress.campaign, progress.stage_folder.name, letters, desk.clock.now)
