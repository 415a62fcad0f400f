"""Order files taken in: stored, judged, and answered by receipts in the outbox."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from adjudicator.campaign.editions import record_bytes
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Fault
from adjudicator.core.game import Receipt
from adjudicator.core.phrase import Listed, Phrase
from adjudicator.core.plain import Plain
from adjudicator.mail import outbox
from adjudicator.orders import inbox
from adjudicator.orders.attempt import Submission, also
from adjudicator.orders.codes import receipt_code
from adjudicator.orders.dropped import Dropped
from adjudicator.orders.judging import MACHINE_TROUBLES, judge, unjudged
from adjudicator.orders.received import (
    VERDICTS,
    as_it_came,
    came,
    came_file,
    number_of,
    outdated,
    stored,
    stored_at,
    verdict_on,
)
from adjudicator.orders.verdict import Verdict, judged_file, own_names, verdict_of
from adjudicator.speech.text import capitalised
from adjudicator.speech.trouble import reason_of
from adjudicator.store import commons, disk
from adjudicator.store.errors import UnusableError
from adjudicator.store.layout import ORDERS
from adjudicator.table.clock import Clock
from adjudicator.table.fate import fate
from adjudicator.table.table import Sent, correcting, is_older_mail, table_of

OWED = ".owed"
"""A file beside that of an order, ``0007.owed``: its receipt could not be written into the outbox."""


class LettersOwedError(UnusableError):
    """All ``submissions`` are stored and judged, but a receipt could not be written."""

    def __init__(self, submissions: Sequence[Submission], refusal: OSError) -> None:
        """Take what became of the files, and what the system refused."""
        super().__init__("error.letters-owed", file=str(refusal.filename or ""), reason=reason_of(refusal))
        self.submissions = list(submissions)


@dataclass
class Desk:
    """Where order files are judged one after the other: what is known of the players so far."""

    progress: Progress
    clock: Clock
    language: str | None = None
    orders: dict[str, Plain] = field(default_factory=dict)
    standing: dict[str, Plain] = field(default_factory=dict)
    ahead: set[tuple[int, str]] = field(default_factory=set)
    """Turns and players of the orders that came ahead."""
    correcting: set[str] = field(default_factory=set)
    """Players whose last file with orders was refused."""
    sent: dict[str, Sent] = field(default_factory=dict)
    """By which files the orders came that players have sent since the stage began."""

    @classmethod
    def of(cls, progress: Progress, clock: Clock, language: str | None = None, before: int | None = None) -> Desk:
        """Begin with what was received, up to the number ``before`` in this stage if it is not None.

        Refusals speak ``language``, the campaign's own if it is None.
        """
        table = table_of(progress, before=before)
        ahead = {(file["turn"], player) for file in table.ahead for player in file["players"]}
        orders, standing = dict(table.orders), dict(table.standing)
        return cls(progress, clock, language, orders, standing, ahead, set(table.correcting), dict(table.sent))

    def take(self, submission: Submission, verdict: Verdict) -> None:
        """Remember accepted orders; let the receipts say which they replace, and what happens if nothing more comes."""
        self.correcting = correcting(self.correcting, verdict)
        for player in submission.orders:
            said = self._ahead(submission.later, player) if submission.later else self._now(submission, player, verdict)
            spared = None if submission.later else self._spared(player)
            told = [phrase for phrase in (said, spared) if phrase is not None]
            submission.receipts[player] = also(submission.receipts[player], *told)
        for player, standing in submission.standing.items():
            receipt = submission.receipts.get(player, Receipt(()))
            submission.receipts[player] = also(receipt, *self._standing_said(player, standing))
        self.standing |= submission.standing
        if self.progress.stage is not None and submission.proven:
            submission.fates = {player: self._fate(player, _which(submission)) for player in submission.players}

    def _ahead(self, turn: int, player: str) -> Phrase | None:
        """Remember orders for a later turn, and say that they replace others."""
        replaced = (turn, player) in self.ahead
        self.ahead.add((turn, player))
        return Phrase("receipt.replaces") if replaced else None

    def _now(self, submission: Submission, player: str, verdict: Verdict) -> Phrase | None:
        """Remember orders for the stage awaited, if they count, and say which they replace.

        Of files of the inbox it is said which counts: nobody saw them come one by one.
        """
        new, old, replaced = Sent.by(verdict), self.sent.get(player), player in self.orders
        same = replaced and self.orders[player] == submission.orders[player]
        if old is not None and is_older_mail(new, old):
            return Phrase("receipt.older", {"other": bare(old.source)})
        self.orders[player], self.sent[player] = submission.orders[player], new
        if same:
            return Phrase("receipt.same")
        if old is None or {old.way, new.way} != {"inbox"}:
            return Phrase("receipt.replaces") if replaced else None
        said = "receipt.replaces.later" if new.time < old.time else "receipt.replaces.beside"
        return Phrase(said, {"other": bare(old.source)})

    def _spared(self, player: str) -> Phrase | None:
        """Say which standing orders of a player his orders of this stage stand in the place of."""
        campaign = self.progress.campaign
        rules, standing = campaign.game.orders, self.standing.get(player)
        if not standing or campaign.when_missing == "nothing":
            return None
        said = tuple(rules.standing_said(rules.standing(self.progress.view(player), standing)))
        return Phrase("receipt.standing.spared", {"list": Listed(said)}) if said else None

    def _standing_said(self, player: str, standing: Plain) -> Iterator[Phrase]:
        """Say the standing orders that a player has just given, and that he had others."""
        campaign = self.progress.campaign
        said = tuple(campaign.game.orders.standing_said(standing))
        yield Phrase("receipt.standing", {"list": Listed(said)}) if said else Phrase("receipt.standing.none")
        if said and self.standing.get(player):
            yield Phrase("receipt.standing.replaces")

    def _fate(self, player: str, which: str) -> Phrase:
        standing = self.standing.get(player, {})
        ordered, to_correct = player in self.orders, player in self.correcting
        return fate(self.progress, player, ordered, standing, self.clock, which, to_correct)


def _which(submission: Submission) -> str:
    """Return which orders of the stage awaited are spoken of when a file has been judged: its own, or others."""
    if submission.later is not None or (submission.accepted and not submission.orders):
        return "turn"
    return "these" if submission.accepted else "before"


def receive(
    progress: Progress, dropped: Sequence[Dropped], clock: Clock, language: str | None = None
) -> list[Submission]:
    """Store and judge ``dropped`` in their order, those of the inbox first; the caller holds the campaign's lock.

    A file of the inbox is moved, so that it is never in two places; a verdict comes after the bytes are safe and the
    players' receipts are in the outbox. Wherever this stops, nothing is lost or out of turn.

    Raises ``LettersOwedError`` when all is stored and judged, but a receipt cannot be written into the outbox.
    """
    submissions = _received(progress, dropped, clock, language) if dropped else []
    try:
        _send_owed(progress, clock)
    except OSError as refusal:
        raise LettersOwedError(submissions, refusal) from refusal
    return submissions


def _received(progress: Progress, dropped: Sequence[Dropped], clock: Clock, language: str | None) -> list[Submission]:
    desk = Desk.of(progress, clock, language)
    folder = progress.stage_folder / ORDERS
    disk.make_folder(folder)
    first = 1 + max(map(number_of, stored(progress)), default=0)
    numbered = {f"{number:04d}": file for number, file in enumerate(dropped, first)}
    at = clock.now.isoformat()
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
    progress: Progress, dropped: Sequence[Dropped], clock: Clock, language: str | None = None
) -> list[tuple[Submission, Verdict]]:
    """Judge ``dropped`` as :func:`receive` does, storing nothing; return each with the verdict that would be kept."""
    desk = Desk.of(progress, clock, language)
    return [_judged(desk, file) for file in dropped]


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
    submission = unjudged(file.source, error)
    return submission, verdict_of(submission, file, desk.progress.campaign, desk.language)


def finish_receiving(progress: Progress, clock: Clock) -> None:
    """Take from the inbox what was stored, and judge what was not judged, because something stopped the program."""
    unjudged_files = [path for path in stored(progress) if verdict_on(path, progress) is None]
    inbox.clear(progress.campaign, [known["identity"] for path in unjudged_files if (known := came(path)) is not None])
    for path in unjudged_files:
        desk = Desk.of(as_it_came(path, progress), clock, before=number_of(path))
        _settle(desk, path.parent, {path.stem: stored_at(path)})
    with suppress(OSError):  # they remain owed; who receives orders hears of it
        _send_owed(progress, clock)


def receive_again(progress: Progress, files: Sequence[tuple[Dropped, bytes | None, Progress]], clock: Clock) -> None:
    """Take in files that had come for the stage awaited before it was taken back, judged anew as things stand now.

    Each comes with what tells how it came, if that is known, and the progress by whose names it is read. They lie in
    the stage's folder all at once, or none does. Whose file fits no more is written to; to the others the report of the
    stage says enough.
    """
    desk = Desk.of(progress, clock)
    kept: dict[str, bytes] = {}
    letters: dict[str, list[outbox.Message]] = {}
    for number, (file, how, read) in enumerate(files, 1):
        name, desk.progress = f"{number:04d}", read
        submission, verdict, answers = _answered(desk, file, name)
        kept |= {f"{name}.yaml": file.data, **_written(progress, name, verdict)}
        kept[came_file(name)] = how or record_bytes("came", file.came(clock.now.isoformat(), read.campaign.seats.acts))
        letters |= {} if submission.accepted else {name: answers}
    kept |= _sent_or_owed(desk, letters)
    disk.make_folder(progress.stage_folder)
    disk.write_folder(progress.stage_folder / ORDERS, kept, synced=True)
    disk.sync(progress.stage_folder)


def _sent_or_owed(desk: Desk, letters: Mapping[str, list[outbox.Message]]) -> dict[str, bytes]:
    """Put receipts, by the numbers of their files, into the outbox; return the files that say that they are owed."""
    progress = desk.progress
    again = progress.campaign.voice().say("letter.again")
    answers = [letter._replace(lines=[again, *letter.lines]) for these in letters.values() for letter in these]
    try:
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
        before = outdated(path, progress)
        if before and verdict_on(path, progress) is None:
            then = as_it_came(path, progress)
            verdict = judged_file(stored_at(path), then)[1]
            if verdict["accepted"] != next(iter(before.values()))["accepted"]:
                _write_again(path, Desk.of(then, clock, before=number_of(path)), number)
            new |= _written(then, path.stem, verdict)
        old += before
    disk.write_all(progress.stage_folder / ORDERS, new, synced=False)
    for path in old:
        if path.name not in new:
            path.unlink()


def _write_again(path: Path, desk: Desk, number: int) -> None:
    """Write to those whose file has another verdict since the table was amended for the ``number``-th time."""
    _, _, answers = _answered(desk, stored_at(path), path.stem)
    progress = desk.progress
    again = progress.campaign.voice().say("letter.again")
    letters = [one._replace(about=f"again-{number}-{path.stem}", lines=[again, *one.lines]) for one in answers]
    outbox.put(progress.campaign, progress.stage_folder.name, letters, desk.clock.now)


def _answered(desk: Desk, file: Dropped, number: str) -> tuple[Submission, Verdict, list[outbox.Message]]:
    """Judge a file; return it with its verdict, and what is sent to its players."""
    submission, verdict = _judged(desk, file)
    if submission.accepted:
        seed, stage = desk.progress.campaign.seed, desk.progress.stage_folder.name
        submission.code = receipt_code(seed, stage, number, sha256(file.data).hexdigest())
    try:
        return submission, verdict, _answers(desk, submission, file, number)
    except MACHINE_TROUBLES:
        raise
    except Exception as error:  # what goes wrong with one file stays with it
        return *_unjudged(desk, file, error), []


def _send_owed(progress: Progress, clock: Clock) -> None:
    """Write the receipts that could not be written when their orders came."""
    owed = {path.name.removesuffix(OWED): path for path in disk.entries(progress.stage_folder / ORDERS, f"*{OWED}")}
    for path in stored(progress) if owed else ():
        if path.stem in owed:
            desk, file = Desk.of(as_it_came(path, progress), clock, before=number_of(path)), stored_at(path)
            _, _, answers = _answered(desk, file, path.stem)
            outbox.put(progress.campaign, progress.stage_folder.name, answers, clock.now)
            owed[path.stem].unlink()


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
    outcome = "accepted" if submission.accepted else "refused"
    letters = []
    for player in submission.players:
        lines = [voice.say(_opening(submission), stage=stage)]
        if submission.accepted:
            lines.append(capitalised(voice.receipt(submission.receipts[player])))
            if player in submission.warnings:
                lines.append(voice.say("letter.warning", what=Listed(tuple(submission.warnings[player]))))
        else:
            lines += [voice.placed(fault, voice.source(bare(file.source))) for fault in _faults(desk, submission, file)]
        lines += [voice.phrase(submission.fates[player])] if player in submission.fates else []
        lines += [voice.say("receipt.code", code=submission.code)] if submission.code else []
        subject = voice.say(f"letter.{outcome}.subject", title=progress.campaign.title, stage=stage)
        letters.append(outbox.Message(player, f"receipt-{number}", subject, lines))
    return letters


def _opening(submission: Submission) -> str:
    """Return what says first to a player what became of his file."""
    if not submission.proven:
        return _unproven(submission)
    unasked = [fault.code for fault in submission.faults] == ["unasked"]  # there is no file to send again
    return "letter.unasked" if unasked else f"letter.{'accepted' if submission.accepted else 'refused'}"


def _unproven(submission: Submission) -> str:
    """Return what says to a player that a file in his name has a wrong key, or none where one is demanded."""
    return "letter.keyless" if [fault.code for fault in submission.faults] == ["no-key"] else "letter.unproven"


def bare(source: str) -> str:
    """Return the name of a file without the folders of the MJ's machine; ``./-`` is no pasted text."""
    name = source.replace("\\", "/").rpartition("/")[2]
    return source if name in ("", "-") else name


def _faults(desk: Desk, submission: Submission, file: Dropped) -> list[Fault]:
    """Return the faults of a file with the words of the campaign's own language, whatever the MJ's command speaks."""
    if desk.language in (None, desk.progress.campaign.language):
        return submission.faults
    return judge(file.data, file.source, desk.progress, handed_in=file.handed_in).faults
