"""Order files taken in: stored, judged, and answered by receipts in the outbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.editions import record_bytes
from adjudicator.campaign.stages import Progress
from adjudicator.mail import outbox
from adjudicator.orders import inbox
from adjudicator.orders.inbox import Dropped
from adjudicator.orders.received import (
    OWED,
    Counted,
    as_sent,
    came,
    came_file,
    place_in_turns,
    stored,
    stored_unjudged,
    written,
)
from adjudicator.orders.verdict import Verdict
from adjudicator.speech.voice import reason_of
from adjudicator.store import disk, drop_folder
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import ORDERS
from adjudicator.table.clock import Clock
from adjudicator.table.situation import Situation

if TYPE_CHECKING:
    from adjudicator.office.desk import Desk
    from adjudicator.orders.submission import Submission

# Every command that writes loads this module; what is needed where a file has come is imported there.


class LettersOwedError(UnusableError):
    """All ``submissions`` are stored and judged, but a receipt could not be written."""

    def __init__(self, submissions: Sequence[Submission], refusal: OSError) -> None:
        """Take what became of the files, and what the system refused."""
        super().__init__("error.letters-owed", file=str(refusal.filename or ""), reason=reason_of(refusal))
        self.submissions = list(submissions)


def receive(situation: Situation, dropped: Sequence[Dropped], language: str | None = None) -> list[Submission]:
    """Store and judge ``dropped`` in their order, those of the inbox first; the caller holds the campaign's lock.

    A file of the inbox is moved, so that it is never in two places; a verdict comes after the bytes are safe and the
    players' receipts are in the outbox. Wherever this stops, nothing is lost or out of turn.

    Raises ``LettersOwedError`` when all is stored and judged, but a receipt cannot be written into the outbox.
    """
    submissions = _received(situation, dropped, language) if dropped else []
    try:
        _send_owed(situation, _owed(situation.progress) if dropped else situation.pile.owed)
    except OSError as refusal:
        raise LettersOwedError(submissions, refusal) from refusal
    return submissions


def _received(situation: Situation, dropped: Sequence[Dropped], language: str | None) -> list[Submission]:
    progress, desk = situation.progress, _desk(situation, language)
    folder = progress.stage_folder / ORDERS
    disk.make_folder(folder)
    numbered = {f"{number:04d}": file for number, file in enumerate(dropped, situation.pile.last + 1)}
    at = situation.clock.now.isoformat()
    seats = progress.campaign.seats.acts
    how = {came_file(number): record_bytes("came", file.came(at, seats)) for number, file in numbered.items()}
    disk.write_all(folder, how, synced=False)  # first: by it a file is known that a kill leaves in the inbox
    disk.write_all(folder, {f"{number}.yaml": file.data for number, file in numbered.items()})
    _let_go(progress, dropped)
    return _settle(desk, folder, numbered)


def _let_go(progress: Progress, stored_files: Sequence[Dropped]) -> None:
    """Remove from the inbox what has been stored."""
    of_inbox = [file for file in stored_files if file.path is not None]
    for file in of_inbox:
        if file.path is not None:
            drop_folder.let_go(file.path, list(file.identity))
    if of_inbox:
        disk.sync(progress.campaign.inbox)


def judged(
    situation: Situation, dropped: Sequence[Dropped], language: str | None = None
) -> list[tuple[Submission, Verdict]]:
    """Judge ``dropped`` as :func:`receive` does, storing nothing; return each with the verdict that would be kept.

    It says where the file would be kept.
    """
    desk, orders = _desk(situation, language), situation.progress.stage_folder / ORDERS
    judged_now = [desk.judge(file) for file in dropped]
    places = [place_in_turns(orders / f"{situation.pile.last + n:04d}.yaml") for n in range(1, len(dropped) + 1)]
    return [(one, {**verdict, "file": place}) for (one, verdict), place in zip(judged_now, places, strict=True)]


def _desk(situation: Situation, language: str | None) -> Desk:
    from adjudicator.office.desk import Desk

    progress = situation.progress
    counted = Counted(progress.stage_folder, situation.records)
    return Desk(progress, situation.table, situation.clock, language, counted)


def _desk_anew(progress: Progress, clock: Clock, before: Path, counts: bool) -> Desk:
    from adjudicator.office.desk import Desk

    return Desk.anew(progress, clock, before, counts)


def finish_receiving(situation: Situation) -> Situation:
    """Take from the inbox what was stored, and judge what was not judged, because something stopped the program.

    Return how things then stand.
    """
    progress, clock = situation.progress, situation.clock
    unjudged_files = [path for path, verdict in situation.pile.files if verdict is None]
    inbox.clear(progress.campaign, [known["identity"] for path in unjudged_files if (known := came(path)) is not None])
    for path in unjudged_files:
        file, then = as_sent(path, progress)
        _settle(_desk_anew(then, clock, path, counts=True), path.parent, {path.stem: file})
    with suppress(OSError):  # they remain owed; who receives orders hears of it
        _send_owed(situation, situation.pile.owed)
    return situation.anew() if unjudged_files or situation.pile.owed else situation


def _settle(desk: Desk, folder: Path, files: Mapping[str, Dropped]) -> list[Submission]:
    """Judge files stored in ``folder``, by number; put receipts into the outbox, and write the verdicts last.

    Orders matter more than letters: receipts that cannot be written are owed.
    """
    submissions, answers, verdicts = [], [], dict[str, bytes]()
    for number, file in files.items():
        submission, record, letters = desk.answer(file, number)
        submissions.append(submission)
        answers += letters
        verdicts |= written(desk.progress, number, record)
    try:
        outbox.put(desk.progress.campaign, folder.parent.name, answers, desk.clock.now)
    except OSError:
        disk.write_all(folder, {f"{number}{OWED}": b"" for number in files})  # first: a verdict alone owes nothing
    disk.write_all(folder, verdicts, synced=False)
    return submissions


def _owed(progress: Progress) -> list[str]:
    """Return the numbers of the files whose receipts could not be written when they came."""
    return [path.name.removesuffix(OWED) for path in disk.entries(progress.stage_folder / ORDERS, f"*{OWED}")]


def _send_owed(situation: Situation, owed: Sequence[str]) -> None:
    """Write the receipts that could not be written when the files of these numbers came."""
    progress, clock = situation.progress, situation.clock
    unjudged = stored_unjudged(progress) if owed else []
    for path in [*stored(progress), *unjudged] if owed else ():
        if path.stem in owed:
            file, then = as_sent(path, progress)
            _, _, answers = _desk_anew(then, clock, path, counts=path in unjudged).answer(file, path.stem)
            outbox.put(progress.campaign, progress.stage_folder.name, answers, clock.now)
            path.with_suffix(OWED).unlink()
