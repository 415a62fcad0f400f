"""Order files taken in: stored, judged, and answered by receipts in the outbox."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from adjudicator.core.faults import Fault
from adjudicator.core.phrase import Listed, Phrase
from adjudicator.core.ruleset import Plain, Receipt
from adjudicator.files import disk, outbox
from adjudicator.files.clock import Clock
from adjudicator.files.errors import UnusableError
from adjudicator.files.fate import fate
from adjudicator.files.layout import sealed
from adjudicator.files.received import (
    ORDERS,
    Dropped,
    name_file,
    number_of,
    read_some,
    source_of,
    stored,
    verdict_of,
    verdict_on,
)
from adjudicator.files.stages import Progress
from adjudicator.files.submission import Submission, also, judge
from adjudicator.files.table import correcting, table_of
from adjudicator.files.trouble import reason_of
from adjudicator.files.voice import capitalised

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

    @classmethod
    def of(cls, progress: Progress, clock: Clock, language: str | None = None, before: int | None = None) -> Desk:
        """Begin with what was received, up to the number ``before`` in this stage if it is not None.

        Refusals speak ``language``, the campaign's own if it is None.
        """
        table = table_of(progress, before=before)
        ahead = {(told["turn"], player) for told in table.ahead for player in told["players"]}
        return cls(progress, clock, language, dict(table.orders), dict(table.standing), ahead, set(table.correcting))

    def take(self, submission: Submission, verdict: Plain) -> None:
        """Remember accepted orders; let the receipts say which they replace, and what happens if nothing more comes."""
        self.correcting = correcting(self.correcting, verdict)
        for player in submission.orders:
            replaced = player in self.orders
            if submission.later is not None:
                replaced = (submission.later, player) in self.ahead
                self.ahead.add((submission.later, player))
            else:
                self.orders[player] = submission.orders[player]
            if replaced:
                submission.receipts[player] = also(submission.receipts[player], Phrase("receipt.replaces"))
        for player, standing in submission.standing.items():
            told = submission.receipts.get(player, Receipt(()))
            submission.receipts[player] = also(told, *self._standing_said(player, standing))
        self.standing |= submission.standing
        if self.progress.stage is not None:
            submission.fates = {player: self._fate(player, _which(submission)) for player in submission.players}

    def _standing_said(self, player: str, standing: Plain) -> Iterator[Phrase]:
        """Say the standing orders that a player has just given, and that he had others."""
        campaign = self.progress.campaign
        said = tuple(campaign.game.standing_said(campaign.setting, player, standing))
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
    numbered = [(f"{number:04d}", file) for number, file in enumerate(dropped, first)]
    disk.write_all(folder, {name_file(number): file.source.encode() for number, file in numbered}, synced=False)
    numbered = [(number, _taken(file, folder / f"{number}.yaml")) for number, file in numbered]
    disk.write_all(folder, {f"{number}.yaml": file.data for number, file in numbered if file.path is None})
    if any(file.path for file in dropped):
        disk.sync(progress.campaign.inbox)  # last: now they are safe in the folder to which they went
    return _settle(desk, folder, dict(numbered))


def _taken(file: Dropped, target: Path) -> Dropped:
    """Move a file of the inbox to ``target``; its bytes are what has come, even if it was changed meanwhile."""
    if file.path is None:
        return file
    disk.take(file.path, target)
    return replace(file, data=read_some(target))


def judged(
    progress: Progress, dropped: Sequence[Dropped], clock: Clock, language: str | None = None
) -> list[tuple[Submission, Plain]]:
    """Judge ``dropped`` as :func:`receive` does, storing nothing; return each with the verdict that would be kept."""
    desk = Desk.of(progress, clock, language)
    return [_judged(desk, file) for file in dropped]


def _judged(desk: Desk, file: Dropped) -> tuple[Submission, Plain]:
    """Judge one file.

    Its verdict does not say which orders are replaced: it can be made again from the bytes of the file alone.
    """
    submission = judge(file.data, file.source, desk.progress, desk.language)
    language = None if submission.accepted else desk.language  # receipts are shown in the campaign's reports
    verdict = verdict_of(submission, file.data, desk.progress.campaign, language)
    desk.take(submission, verdict)
    return submission, verdict


def finish_verdicts(progress: Progress, clock: Clock) -> None:
    """Judge what was received but not judged, because something stopped the program in between."""
    for path in stored(progress):
        if verdict_on(path) is None:
            desk = Desk.of(progress, clock, before=number_of(path))
            _settle(desk, path.parent, {path.stem: _stored_at(path)})
    with suppress(OSError):  # they remain owed; who receives orders hears of it
        _send_owed(progress, clock)


def _stored_at(path: Path) -> Dropped:
    return Dropped(source_of(path), read_some(path))


def _settle(desk: Desk, folder: Path, files: Mapping[str, Dropped]) -> list[Submission]:
    """Judge files stored in ``folder``, by number; put receipts into the outbox, and write the verdicts last.

    Orders matter more than letters: receipts that cannot be written are owed.
    """
    judged_by_number = {number: _judged(desk, file) for number, file in files.items()}
    answers, verdicts = [], {}
    for number, (submission, record) in judged_by_number.items():
        answers += _answers(desk, submission, files[number], number)
        verdict = "accepted" if submission.accepted else "refused"
        verdicts[f"{number}.{verdict}.json"] = sealed(record)
    try:
        outbox.put(desk.progress.campaign, folder.parent.name, answers, desk.clock.now)
    except OSError:
        disk.write_all(folder, {f"{number}{OWED}": b"" for number in files})  # first: a verdict alone owes nothing
    disk.write_all(folder, verdicts, synced=False)
    return [submission for submission, _ in judged_by_number.values()]


def _send_owed(progress: Progress, clock: Clock) -> None:
    """Write the receipts that could not be written when their orders came."""
    owed = {path.name.removesuffix(OWED): path for path in disk.entries(progress.stage_folder / ORDERS, f"*{OWED}")}
    for path in stored(progress) if owed else ():
        if path.stem in owed:
            desk, file = Desk.of(progress, clock, before=number_of(path)), _stored_at(path)
            submission, _ = _judged(desk, file)
            answers = _answers(desk, submission, file, path.stem)
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
        lines = [voice.say(f"letter.{outcome}", stage=stage)]
        if submission.accepted:
            lines.append(capitalised(voice.receipt(submission.receipts[player])))
        else:
            lines += [
                voice.placed(fault, voice.source(_bare(file.source))) for fault in _faults(desk, submission, file)
            ]
        lines.append(voice.phrase(submission.fates[player]))
        subject = voice.say(f"letter.{outcome}.subject", title=progress.campaign.title, stage=stage)
        letters.append(outbox.Message(player, f"receipt-{number}", subject, lines))
    return letters


def _bare(source: str) -> str:
    """Return the name of a file without the folders of the MJ's machine."""
    return source.replace("\\", "/").rpartition("/")[2] or source


def _faults(desk: Desk, submission: Submission, file: Dropped) -> list[Fault]:
    """Return the faults of a file with the words of the campaign's own language, whatever the MJ's command speaks."""
    if desk.language in (None, desk.progress.campaign.language):
        return submission.faults
    return judge(file.data, file.source, desk.progress).faults
