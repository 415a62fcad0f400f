"""Order files taken in: stored, judged, and answered by receipts in the outbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.editions import record_bytes
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Fault
from adjudicator.core.phrase import Listed, Phrase
from adjudicator.core.tuples import NamedTuple
from adjudicator.mail import outbox
from adjudicator.orders import inbox, spent
from adjudicator.orders.codes import receipt_code
from adjudicator.orders.dropped import Dropped
from adjudicator.orders.pile import basis_of, records, stored
from adjudicator.orders.received import OWED, VERDICTS, as_sent, came, came_file, number_of, outdated
from adjudicator.orders.verdict import Verdict, judged_file, own_names, verdict_of
from adjudicator.speech.text import capitalised
from adjudicator.speech.trouble import reason_of
from adjudicator.speech.voice import Voice
from adjudicator.store import commons, disk
from adjudicator.store.errors import MACHINE_TROUBLES, UnusableError
from adjudicator.store.layout import ORDERS
from adjudicator.table.clock import Clock
from adjudicator.table.situation import Situation
from adjudicator.table.table import needed, table_of

if TYPE_CHECKING:
    from adjudicator.office.desk import Desk
    from adjudicator.orders.submission import Submission

# Every command that writes loads this module; what is needed where a file has come is imported there.

MANY = 64
"""Verdicts that are read for nothing before it is written down that they are spent: most stages never have as many."""


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
    progress = situation.progress
    desk = _desk(situation, language)
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
            commons.let_go(file.path, list(file.identity))
    if of_inbox:
        disk.sync(progress.campaign.inbox)


def judged(
    situation: Situation, dropped: Sequence[Dropped], language: str | None = None
) -> list[tuple[Submission, Verdict]]:
    """Judge ``dropped`` as :func:`receive` does, storing nothing; return each with the verdict that would be kept."""
    desk = _desk(situation, language)
    return [_judged(desk, file) for file in dropped]


def _desk(situation: Situation, language: str | None = None) -> Desk:
    from adjudicator.office.desk import Desk

    return Desk.of(situation.progress, situation.table, situation.clock, language)


def _desk_anew(progress: Progress, clock: Clock, before: Path | None = None) -> Desk:
    """Return the desk with all that was received read once more, as it came ``before`` a file if that is not None."""
    from adjudicator.office.desk import Desk

    received = records(progress, number_of(before) if before is not None else None)
    return Desk.of(progress, table_of(progress, received), clock)


def _judged(desk: Desk, file: Dropped) -> tuple[Submission, Verdict]:
    """Judge one file.

    Its verdict does not say which orders are replaced: it can be made again from the bytes of the file alone.
    """
    submission, verdict = judged_file(file, desk.progress, desk.language)
    try:
        desk.take(submission, verdict)
        return submission, verdict
    except MACHINE_TROUBLES:
        raise
    except Exception as error:  # what goes wrong with one file stays with it
        return _unjudged(desk, file, error)


def _unjudged(desk: Desk, file: Dropped, error: Exception) -> tuple[Submission, Verdict]:
    from adjudicator.orders.submission import unjudged

    submission = unjudged(file.source, error)
    return submission, verdict_of(submission, file, desk.progress.campaign, desk.language)


def finish_receiving(situation: Situation) -> Situation:
    """Take from the inbox what was stored, and judge what was not judged, because something stopped the program.

    Return how things then stand.
    """
    progress, clock = situation.progress, situation.clock
    unjudged_files = [path for path, verdict in situation.pile.files if verdict is None]
    inbox.clear(progress.campaign, [known["identity"] for path in unjudged_files if (known := came(path)) is not None])
    for path in unjudged_files:
        file, then = as_sent(path, progress)
        _settle(_desk_anew(then, clock, path), path.parent, {path.stem: file})
    with suppress(OSError):  # they remain owed; who receives orders hears of it
        _send_owed(situation, situation.pile.owed)
    return situation.anew() if unjudged_files or situation.pile.owed else situation


def note_spent(situation: Situation) -> None:
    """Write down which verdicts count for nothing any more, where many of them were read; see ``orders/spent.py``."""
    progress, pile = situation.progress, situation.pile
    if progress.stage is None or len(pile.files) < MANY:
        return
    keep = {number_of(Path(verdict["kept"])) for verdict in needed(progress, situation.records) if "kept" in verdict}
    if len(pile.files) - len(keep) >= MANY:
        with suppress(OSError):  # they are read again, then
            spent.note_spent(progress.stage_folder, pile.lying, basis_of(progress, pile.ahead), keep)


def read_whole(situation: Situation) -> Situation:
    """Return the same with every verdict read, spent ones too; one that is damaged is judged again."""
    there = spent.forget_spent(situation.progress.stage_folder)
    return finish_receiving(situation.anew()) if there else situation


class Again(NamedTuple):
    """A file that had come for the stage awaited before it was taken back."""

    file: Dropped
    read: Progress
    """By whose names it is read."""
    how: bytes | None = None
    """What tells how it came, if that is known."""
    refused: Verdict | None = None
    """The verdict by which it was refused then, and is still."""


def receive_again(progress: Progress, files: Sequence[Again], clock: Clock) -> None:
    """Take in files that had come for the stage awaited before it was taken back.

    Those that had been accepted are judged anew as things stand now. They lie in the stage's folder all at once, or
    none does. Whose file fits no more is written to; to the others the report of the stage says enough.
    """
    desk = _desk_anew(progress, clock)
    kept: dict[str, bytes] = {}
    letters: dict[str, list[outbox.Message]] = {}
    for number, (file, read, how, refused) in enumerate(files, 1):
        name, desk.progress = f"{number:04d}", read
        kept[f"{name}.yaml"] = file.data
        kept[came_file(name)] = how or record_bytes("came", file.came(clock.now.isoformat(), read.campaign.seats.acts))
        if refused is not None:
            kept |= _written(progress, name, refused)
            continue
        submission, verdict, answers = _answered(desk, file, name)
        kept |= _written(progress, name, verdict)
        letters |= {} if submission.accepted else {name: _said_again(desk, submission, answers, name)}
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


def _settle(desk: Desk, folder: Path, files: Mapping[str, Dropped]) -> list[Submission]:
    """Judge files stored in ``folder``, by number; put receipts into the outbox, and write the verdicts last.

    Orders matter more than letters: receipts that cannot be written are owed.
    """
    submissions, answers, verdicts = [], [], dict[str, bytes]()
    for number, file in files.items():
        submission, record, letters = _answered(desk, file, number)
        submissions.append(submission)
        answers += letters
        verdicts |= _written(desk.progress, number, record)
    try:
        outbox.put(desk.progress.campaign, folder.parent.name, answers, desk.clock.now)
    except OSError:
        disk.write_all(folder, {f"{number}{OWED}": b"" for number in files})  # first: a verdict alone owes nothing
    disk.write_all(folder, verdicts, synced=False)
    return submissions


def _written(progress: Progress, number: str, verdict: Verdict) -> dict[str, bytes]:
    """Return a verdict as it is written: the name of its file, and its bytes."""
    times = len(progress.amendments)
    kept: Verdict = {**verdict, "amended": times} if times else verdict
    return {
        f"{number}{VERDICTS[0 if verdict['accepted'] else 1]}": record_bytes(
            "verdict", own_names(kept, progress.campaign)
        )
    }


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
            was_accepted = next(iter(before.values()))["accepted"]
            sent, then = as_sent(path, progress)
            file = sent._replace(proved=was_accepted)
            verdict = judged_file(file, then)[1]
            if verdict["accepted"] != was_accepted:
                _write_again(path, file, _desk_anew(then, clock, path), number)
            new |= _written(then, path.stem, verdict)
        old += before
    disk.write_all(progress.stage_folder / ORDERS, new, synced=False)
    for path in old:
        if path.name not in new:
            path.unlink()


def _write_again(path: Path, file: Dropped, desk: Desk, number: int) -> None:
    """Write to those whose file has another verdict since the table was amended for the ``number``-th time."""
    submission, _, answers = _answered(desk, file, path.stem)
    progress = desk.progress
    said = _said_again(desk, submission, answers, path.stem)
    letters = [one._replace(about=f"again-{number}-{path.stem}") for one in said]
    outbox.put(progress.campaign, progress.stage_folder.name, letters, desk.clock.now)


def _answered(desk: Desk, file: Dropped, number: str) -> tuple[Submission, Verdict, list[outbox.Message]]:
    """Judge a file; return it with its verdict, and what is sent to its players."""
    submission, verdict = _judged(desk, file)
    if submission.accepted:
        seed, stage = desk.progress.campaign.seed, desk.progress.stage_folder.name
        submission.code = receipt_code(seed, stage, number, sha256(file.data).hexdigest())
    try:
        submission.unanswered = _unanswered(desk, submission, file, number)
        return submission, verdict, [] if submission.unanswered else _answers(desk, submission, file, number)
    except MACHINE_TROUBLES:
        raise
    except Exception as error:  # what goes wrong with one file stays with it
        return *_unjudged(desk, file, error), []


def _unanswered(desk: Desk, submission: Submission, file: Dropped, number: str) -> int:
    """Return the how manieth refused mail in a row a file is that is not answered; 0 for one that is."""
    if submission.accepted or file.way != "mail":
        return 0
    from adjudicator.office.silence import unanswered

    codes = [fault.code for fault in submission.faults]
    try:
        return unanswered(desk.progress.stage_folder / ORDERS, number, file, codes)
    except UnusableError:  # a file that came before cannot be read: that is told elsewhere, and silences nobody
        return 0


def _owed(progress: Progress) -> list[str]:
    """Return the numbers of the files whose receipts could not be written when they came."""
    return [path.name.removesuffix(OWED) for path in disk.entries(progress.stage_folder / ORDERS, f"*{OWED}")]


def _send_owed(situation: Situation, owed: Sequence[str]) -> None:
    """Write the receipts that could not be written when the files of these numbers came."""
    progress, clock = situation.progress, situation.clock
    for path in stored(progress) if owed else ():
        if path.stem in owed:
            file, then = as_sent(path, progress)
            _, _, answers = _answered(_desk_anew(then, clock, path), file, path.stem)
            outbox.put(progress.campaign, progress.stage_folder.name, answers, clock.now)
            path.with_suffix(OWED).unlink()


def _answers(desk: Desk, submission: Submission, file: Dropped, number: str) -> list[outbox.Message]:
    """Return what is sent to the players of a file: how it was understood, or every fault; what happens now.

    Nobody is sent the faults of a table of several players' orders: they speak of what the others ordered.
    """
    progress = desk.progress
    voice = progress.campaign.voice()
    if progress.stage is None or (submission.table and not submission.accepted):
        return []
    later = Phrase("stage.later", {"turn": submission.later or 0})
    now = progress.stage.said
    stage = voice.phrase(now if submission.later is None else later)
    outcome = "accepted" if submission.accepted else "unasked" if _asks_nothing(submission) else "refused"
    letters = []
    for player in submission.players:
        lines = [voice.say(_opening(submission), stage=stage)]
        if submission.accepted:
            lines.append(capitalised(voice.receipt(submission.receipts[player])))
            if player in submission.warnings:
                lines.append(voice.say("letter.warning", what=Listed(tuple(submission.warnings[player]))))
        else:
            lines += [_told(voice, fault, file) for fault in _faults(desk, submission, file)]
            lines += [voice.say("letter.program")] if file.way == "mail" and _says_no_order(submission) else []
        lines += [voice.phrase(submission.fates[player])] if player in submission.fates else []
        lines += [voice.say("receipt.code", code=submission.code)] if submission.code else []
        subject = voice.say(f"letter.{outcome}.subject", title=progress.campaign.title, stage=stage)
        letters.append(outbox.Message(player, f"receipt-{number}", subject, lines))
    return letters


def _told(voice: Voice, fault: Fault, file: Dropped) -> str:
    """Return a fault as its player reads it: of his mail the line, of what else he sent the name of the file too."""
    if file.way != "mail":
        from adjudicator.office.desk import bare

        return voice.placed(fault, voice.source(bare(file.source)))
    return voice.with_lines(voice.say("letter.fault", line=fault.mark.line, what=voice.fault(fault)), fault)


def _opening(submission: Submission) -> str:
    """Return what says first to a player what became of his file."""
    if not submission.proven:
        return _unproven(submission)
    if _asks_nothing(submission):
        return "letter.unasked"
    return f"letter.{'accepted' if submission.accepted else 'refused'}"


def _says_no_order(submission: Submission) -> bool:
    """Tell whether no order was recognised in a message: it may be a question to the MJ."""
    return [fault.code for fault in submission.faults] in (["no-orders"], ["unasked"])


def _asks_nothing(submission: Submission) -> bool:
    """Tell whether there is no file to send again, and nothing to put right."""
    return [fault.code for fault in submission.faults] in (["unasked"], ["thanks"])


def _unproven(submission: Submission) -> str:
    """Return what says to a player that a file in his name has a wrong key, or none where one is demanded.

    One that he has sent in another's name is refused as any other.
    """
    from adjudicator.orders.submission import OF_ANOTHER

    openings = {"no-key": "letter.keyless", **dict.fromkeys(OF_ANOTHER, "letter.refused")}
    return openings.get(submission.faults[0].code, "letter.unproven")


def _faults(desk: Desk, submission: Submission, file: Dropped) -> list[Fault]:
    """Return the faults of a file with the words of the campaign's own language, whatever the MJ's command speaks."""
    if desk.language in (None, desk.progress.campaign.language):
        return submission.faults
    from adjudicator.orders.judging import judge

    return judge(file.data, file.source, desk.progress, whence=file.whence._replace(proved=False)).faults
