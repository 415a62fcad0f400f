"""Receiving order files: storing and judging them, and answering with receipts in the outbox.

Files are judged again when their stage was taken back or its state was amended. Players also learn here that their
standing orders have ceased to apply.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.records import Verdict
from adjudicator.campaign.stages import Progress
from adjudicator.core import standing_orders
from adjudicator.core.actions import Receipt
from adjudicator.core.faults import Listed, Phrase
from adjudicator.core.plain import Plain
from adjudicator.core.standing_orders import IF, orders_said
from adjudicator.mail import outbox
from adjudicator.mail.outbox import PlayerMessage
from adjudicator.orders import inbox, received
from adjudicator.orders.inbox import DroppedFile, bare
from adjudicator.orders.submission import Submission, also, receipt_code, unjudged
from adjudicator.speech.voice import reason_of
from adjudicator.store import disk
from adjudicator.store.disk import MACHINE_TROUBLES, UnusableError
from adjudicator.store.layout import LAPSED, ORDERS
from adjudicator.table.clock import Clock
from adjudicator.table.consequences import clock_of_orders, fate, fate_in
from adjudicator.table.situation import Situation
from adjudicator.table.table import Sent, Submissions, correcting, corrects, is_older_mail, table_of, words_for

# Every command that writes loads this module, so what only a received file needs is imported where it is used.


class LettersOwedError(UnusableError):
    """All ``submissions`` are stored and judged, but a receipt could not be written."""

    def __init__(self, submissions: Sequence[Submission], refusal: OSError) -> None:
        """Take the submissions and the system's error."""
        super().__init__("error.letters-owed", file=str(refusal.filename or ""), reason=reason_of(refusal))
        self.submissions = list(submissions)


def receive(situation: Situation, dropped: Sequence[DroppedFile], language: str | None = None) -> list[Submission]:
    """Store and judge ``dropped`` in the given order, files of the inbox first; the caller holds the campaign's lock.

    A file of the inbox is moved, so that it is never in two places. Its verdict is written after its bytes are safe and
    the players' receipts are in the outbox. So an interruption at any point loses no file and changes no order of
    arrival.

    Raise ``LettersOwedError`` when all files are stored and judged but a receipt cannot be written into the outbox.
    """
    submissions = _received(situation, dropped, language) if dropped else []
    orders = situation.progress.stage_folder / ORDERS
    try:
        owed = (
            [path.name.removesuffix(received.OWED) for path in disk.entries(orders, f"*{received.OWED}")]
            if dropped
            else situation.stage_files.owed
        )
        _send_owed(situation, owed)
    except OSError as refusal:
        raise LettersOwedError(submissions, refusal) from refusal
    return submissions


def _received(situation: Situation, dropped: Sequence[DroppedFile], language: str | None) -> list[Submission]:
    """Store the files under the next numbers of the awaited stage, and judge them."""
    progress, judge = situation.progress, _judge_for(situation, language)
    folder = progress.stage_folder / ORDERS
    disk.make_folder(folder)
    numbered = {f"{number:04d}": file for number, file in enumerate(dropped, situation.stage_files.last + 1)}
    at = situation.clock.now.isoformat()
    seats = progress.campaign.seats.acts
    how = {received.came_file(number): record_bytes("came", file.came(at, seats)) for number, file in numbered.items()}
    disk.write_all(folder, how, synced=False)  # first: it identifies a file left in the inbox if we are killed
    disk.write_all(folder, {f"{number}.yaml": file.data for number, file in numbered.items()})
    _let_go(progress, dropped)
    return _settle(judge, folder, numbered)


def _let_go(progress: Progress, stored_files: Sequence[DroppedFile]) -> None:
    """Remove stored files from the inbox."""
    of_inbox = [file for file in stored_files if file.path is not None]
    for file in of_inbox:
        if file.path is not None:
            disk.let_go(file.path, list(file.identity))
    if of_inbox:
        disk.sync(progress.campaign.inbox)


def judged(
    situation: Situation, dropped: Sequence[DroppedFile], language: str | None = None
) -> list[tuple[Submission, Verdict]]:
    """Judge ``dropped`` as :func:`receive` does but store nothing; return each submission with its would-be verdict.

    Each verdict says where its file would be stored.
    """
    judge, orders = _judge_for(situation, language), situation.progress.stage_folder / ORDERS
    judged_now = [judge.judge(file) for file in dropped]
    places = [
        received.place_in_turns(orders / f"{situation.stage_files.last + n:04d}.yaml")
        for n in range(1, len(dropped) + 1)
    ]
    return [(one, {**verdict, "file": place}) for (one, verdict), place in zip(judged_now, places, strict=True)]


def _judge_for(situation: Situation, language: str | None) -> OrderJudge:
    """Return an :class:`OrderJudge` for the situation."""
    progress = situation.progress
    counted = received.Counted(progress.stage_folder, situation.records)
    return OrderJudge(progress, situation.table, situation.clock, language, counted)


def finish_receiving(situation: Situation) -> Situation:
    """Finish what an interruption left: clear stored files from the inbox, and judge files without a verdict.

    Return the new situation.
    """
    progress, clock = situation.progress, situation.clock
    unjudged_files = [path for path, verdict in situation.stage_files.files if verdict is None]
    inbox.clear(
        progress.campaign, [known["identity"] for path in unjudged_files if (known := received.came(path)) is not None]
    )
    for path in unjudged_files:
        file, then = received.as_sent(path, progress)
        _settle(OrderJudge.anew(then, clock, path, counts=True), path.parent, {path.stem: file})
    with suppress(OSError):  # they remain owed; the next ``receive`` reports the error
        _send_owed(situation, situation.stage_files.owed)
    return situation.anew() if unjudged_files or situation.stage_files.owed else situation


def _settle(judge: OrderJudge, folder: Path, files: Mapping[str, DroppedFile]) -> list[Submission]:
    """Judge files stored in ``folder``, by number; put receipts into the outbox, and write the verdicts last.

    Orders matter more than letters: if receipts cannot be written, the files are judged and the receipts are owed.
    """
    submissions, letters, verdicts = [], dict[str, list[PlayerMessage]](), dict[str, bytes]()
    for number, file in files.items():
        submission, record, letters[number] = judge.answer(file, number)
        submissions.append(submission)
        verdicts |= received.written(judge.progress, number, record)
    if owed := _sent_or_owed(judge, letters):
        disk.write_all(folder, owed)  # first: with a verdict alone none is owed
    disk.write_all(folder, verdicts, synced=False)
    return submissions


def _send_owed(situation: Situation, owed: Sequence[str]) -> None:
    """Write the receipts that could not be written when the files with these numbers came."""
    progress, clock = situation.progress, situation.clock
    unjudged = received.stored_unjudged(progress) if owed else []
    for path in [*received.stored(progress), *unjudged] if owed else ():
        if path.stem in owed:
            file, then = received.as_sent(path, progress)
            _, _, answers = OrderJudge.anew(then, clock, path, counts=path in unjudged).answer(file, path.stem)
            outbox.put(progress.campaign, progress.stage_folder.name, answers, clock.now)
            path.with_suffix(received.OWED).unlink()


# Judging order files one after the other, so that each receipt can refer to the files before it.


class OrderJudge:
    """Judge order files one after another, remembering what the players have sent so far."""

    def __init__(
        self,
        progress: Progress,
        table: Submissions,
        clock: Clock,
        language: str | None = None,
        counted: received.Counted | None = None,
    ) -> None:
        """Begin with what was received on the ``table``. Refusals are in ``language``, by default the campaign's own.

        ``counted`` counts the files that came before; if it is None, their number is not limited.
        """
        self.counted = counted
        self.progress, self.clock, self.language = progress, clock, language
        self.orders, self.standing = dict(table.orders), dict(table.standing)
        self.ahead = {(file["turn"], player) for file in table.ahead for player in file["players"]}
        """Turns and players of the orders sent ahead."""
        self.correcting = {*table.correcting, *table.mending}
        """Players whose last file with orders was refused."""
        self.sent = dict(table.sent)
        """Files of the orders that players have sent since the stage began."""
        self.words = words_for(progress, table)
        """The players' words on which random draws depend."""
        self.answers = list(table.answers)
        """The MJ's answers."""
        self.judged: dict[str, Verdict] = {}
        """Verdicts given here, by file number, since they are written to the disk later."""

    @classmethod
    def anew(cls, progress: Progress, clock: Clock, before: Path | None = None, counts: bool = False) -> OrderJudge:
        """Begin with everything received read again, or with what came ``before`` a stored file if that is not None.

        If ``counts`` is true, files beyond the limit are not judged.
        """
        number = received.number_of(before) if before is not None else None
        verdicts = received.records(progress, number)
        counted = received.Counted(progress.stage_folder, verdicts, number) if counts else None
        return cls(progress, table_of(progress, verdicts), clock, counted=counted)

    def answer(self, file: DroppedFile, number: str) -> tuple[Submission, Verdict, list[PlayerMessage]]:
        """Judge a file; return its submission, its verdict and the letters to its players."""
        from adjudicator.post.letters import receipts

        progress = self.progress
        submission, verdict = self.judge(file)
        if submission.accepted:
            seed, stage = progress.campaign.seed, progress.stage_folder.name
            submission.code = receipt_code(seed, stage, number, sha256(file.data).hexdigest())
        try:
            self.judged[number] = verdict
            submission.unanswered = self._unanswered(submission, file, number)
            silent = (
                submission.unanswered
                or file.unanswerable
                # The players have already been told for another file that they have sent too many.
                or (
                    self.counted is not None
                    and received.is_too_many(submission)
                    and self.counted.is_told(submission.players)
                )
            )
            return submission, verdict, [] if silent else receipts(progress, submission, file, number, self.language)
        except MACHINE_TROUBLES:
            raise
        except Exception as error:  # one failing file must not stop the others
            return *self._unjudged(file, error), []

    def judge(self, file: DroppedFile) -> tuple[Submission, Verdict]:
        """Judge one file.

        The verdict does not say which orders it replaces, so it can be made again from the file's bytes alone.
        """
        if self.counted is not None and file.sender is not None and self.counted.has_too_many(file):
            return self._too_many(file, [file.sender])
        submission, verdict = received.judged_file(file, self.progress, self.language)
        if self.counted is not None and self.counted.adds_too_many(verdict):
            return self._too_many(file, verdict["players"] if submission.proven else ())
        try:
            if submission.answers is not None:
                from adjudicator.desk.answers import AtHand, weighed

                came = AtHand(self.progress, self.language, self.orders, self.standing, self.words, self.answers)
                verdict = weighed(came, submission, file, verdict)
            self._take(submission, verdict)
            return submission, verdict
        except MACHINE_TROUBLES:
            raise
        except Exception as error:  # one failing file must not stop the others
            return self._unjudged(file, error)

    def _too_many(self, file: DroppedFile, players: Iterable[str]) -> tuple[Submission, Verdict]:
        """Refuse a file that exceeds the limit for its players."""
        submission = received.too_many(file, players)
        return submission, received.verdict_of(submission, file, self.progress.campaign, self.language)

    def _unjudged(self, file: DroppedFile, error: Exception) -> tuple[Submission, Verdict]:
        """Refuse a file because judging it crashed."""
        submission = unjudged(file.source, error)
        return submission, received.verdict_of(submission, file, self.progress.campaign, self.language)

    def _unanswered(self, submission: Submission, file: DroppedFile, number: str) -> int:
        """Return this mail's position in the run of refused mails left unanswered, or 0 if it is answered."""
        if submission.accepted or file.way != "mail":
            return 0
        from adjudicator.post.letters import unanswered

        try:
            return unanswered(self.progress.stage_folder / ORDERS, number, file, self.judged)
        except UnusableError:  # an earlier file is unreadable: this is reported elsewhere and must not silence anybody
            return 0

    def _take(self, submission: Submission, verdict: Verdict) -> None:
        """Remember accepted orders; say in the receipts what they replace and what happens if nothing more comes."""
        self.correcting = correcting(self.correcting, verdict) if corrects(verdict) else self.correcting
        self.answers += [submission.answers] if submission.answers is not None else []
        for player in submission.orders:
            if submission.later:
                said = [Phrase("receipt.replaces") if (submission.later, player) in self.ahead else None]
                self.ahead.add((submission.later, player))
            else:
                said = [self._now(submission, player, verdict), self._spared(player)]
            told = [phrase for phrase in said if phrase is not None]
            submission.receipts[player] = also(submission.receipts[player], *told)
        for player, standing in submission.standing.items():
            receipt = submission.receipts.get(player, Receipt(()))
            submission.receipts[player] = also(receipt, *self._standing_said(player, standing, submission.ahead))
        self.standing |= submission.standing
        if self.progress.stage is not None and submission.proven:
            which = "these" if submission.accepted else "before"  # the orders that the receipt is about
            if submission.later is not None or (submission.accepted and not submission.orders):
                which = "turn"
            submission.fates = {player: self._fate(player, which) for player in submission.players}

    def _now(self, submission: Submission, player: str, verdict: Verdict) -> Phrase | None:
        """Remember orders for the awaited stage unless they are older mail; return which orders they replace, or None.

        For files of the inbox the sentence names the one that counts, since nobody saw them arrive one by one.
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
        """Say which of a player's standing orders this stage's orders take the place of; None if there are none."""
        campaign = self.progress.campaign
        rules, standing, stage = campaign.game.orders, self.standing.get(player), self.progress.stage
        if not standing or campaign.when_missing == "nothing" or stage is None:
            return None
        used, _ = standing_orders.answer(rules, self.progress.view(player), stage.phase, standing)
        if used is None:
            return None
        return Phrase("receipt.standing.spared", {"list": Listed(tuple(orders_said(rules, used)))})

    def _standing_said(self, player: str, standing: Plain, ahead: int | None) -> Iterator[Phrase]:
        """Yield the standing orders that a player has just given, and whether they replace others.

        ``ahead`` is the later turn that the file names, or None.
        """
        campaign = self.progress.campaign
        rules, before = campaign.game.orders, self.standing.get(player, {})
        said = tuple(standing_orders.said(rules, standing))
        yield Phrase("receipt.standing", {"list": Listed(said)}) if said else Phrase("receipt.standing.none")
        if IF in standing:
            yield Phrase("receipt.clauses")
            yield from standing_orders.remarks(rules, self.progress.view(player), standing)
        if ahead is not None:
            yield Phrase("receipt.standing.at-once", {"turn": ahead})
        if said and before and before != standing:
            yield Phrase("receipt.standing.replaces")
        yield from standing_orders.dropped(rules, before, standing)

    def _fate(self, player: str, which: str) -> Phrase:
        """Say what happens to a player in the awaited stage; ``which`` names the orders that this is about."""
        standing = self.standing.get(player, {})
        ordered, to_correct = player in self.orders, player in self.correcting
        clock = clock_of_orders(self.progress.campaign, self.clock, player in self.sent)
        return fate(self.progress, player, ordered, standing, clock, which, to_correct)


# Judging order files again, for a stage that was taken back or a state that was amended since.


class Rejudging(NamedTuple):
    """A file that had come for the awaited stage before it was taken back."""

    file: DroppedFile
    read: Progress
    """The campaign with the names of the time when the file came."""
    how: bytes | None = None
    """The stored record of how it came; None if it is lost."""
    kept: Verdict | None = None
    """Its former verdict if that still holds: a refusal, or answers of the MJ to the questions of that time."""
    withdrawn: Collection[str] = ()
    """Players for whom the MJ has withdrawn it, who get no letter about it."""


def receive_again(progress: Progress, files: Sequence[Rejudging], clock: Clock) -> None:
    """Receive the files that had come for the awaited stage before it was taken back.

    Accepted files are judged again as things stand now. All files appear in the stage's folder at once, or none does.
    Players whose file no longer fits get a letter; for the others the stage's report says enough.
    """
    judge = OrderJudge.anew(progress, clock)
    kept: dict[str, bytes] = {}
    letters: dict[str, list[outbox.PlayerMessage]] = {}
    for number, (file, read, how, before, gone) in enumerate(files, 1):
        name, judge.progress = f"{number:04d}", read
        kept[f"{name}.yaml"] = file.data
        kept[received.came_file(name)] = how or record_bytes(
            "came", file.came(clock.now.isoformat(), read.campaign.seats.acts)
        )
        if before is not None:
            kept |= received.written(progress, name, before)
            continue
        submission, verdict, answers = judge.answer(file, name)
        kept |= received.written(progress, name, verdict)
        if not submission.accepted:
            letters[name] = [one for one in _said_again(judge, submission, answers, name) if one.player not in gone]
    kept |= _sent_or_owed(judge, letters)
    disk.make_folder(progress.stage_folder)
    disk.write_folder(progress.stage_folder / ORDERS, kept, synced=True)
    disk.sync(progress.stage_folder)


def _said_again(
    judge: OrderJudge, submission: Submission, answers: Sequence[outbox.PlayerMessage], number: str
) -> list[outbox.PlayerMessage]:
    """Return the letters about a file judged again; for a refused table, to each player whose orders were in it."""
    voice, stage = judge.progress.campaign.voice(), judge.progress.stage
    if submission.table and not submission.accepted and stage is not None:
        subject = voice.say("letter.refused.subject", title=judge.progress.campaign.title, stage=stage.said)
        lines = [voice.say("letter.again.table")]
        answers = [outbox.PlayerMessage(player, f"receipt-{number}", subject, lines) for player in submission.players]
    return [letter._replace(lines=[voice.say("letter.again"), *letter.lines]) for letter in answers]


def _sent_or_owed(judge: OrderJudge, letters: Mapping[str, list[outbox.PlayerMessage]]) -> dict[str, bytes]:
    """Put receipts, keyed by file number, into the outbox; if that fails, return the files that mark them as owed."""
    progress = judge.progress
    try:
        answers = [letter for these in letters.values() for letter in these]
        outbox.put(progress.campaign, progress.stage_folder.name, answers, judge.clock.now)
    except OSError:
        return {f"{number}{received.OWED}": b"" for number in letters}
    return {}


def judge_again(progress: Progress, clock: Clock, number: int) -> None:
    """Judge again what came before the ``number``-th amendment; the caller holds the lock.

    The sender of a file gets a letter if it is now refused, or now accepted. The letter is written before the verdict,
    so that an interruption can be resumed. Raise ``OSError`` when the disk refuses.
    """
    new: dict[str, bytes] = {}
    old: list[Path] = []
    for path in received.stored(progress):
        before, judged_since = received.outdated(path, progress)
        if before and not judged_since:
            last = next(iter(before.values()))
            was_accepted = last["accepted"]
            sent, then = received.as_sent(path, progress)
            file = sent._replace(proved=was_accepted)
            # The MJ's answers stand: they are to the questions of then.
            verdict = last if "mj" in last else received.judged_file(file, then)[1]
            if verdict["accepted"] != was_accepted:
                _write_again(path, file, OrderJudge.anew(then, clock, path), number)
            new |= received.written(then, path.stem, verdict)
        old += before
    disk.write_all(progress.stage_folder / ORDERS, new, synced=False)
    for path in old:
        if path.name not in new:
            path.unlink()


def _write_again(path: Path, file: DroppedFile, judge: OrderJudge, number: int) -> None:
    """Write to the players whose file got another verdict after the ``number``-th amendment."""
    submission, _, answers = judge.answer(file, path.stem)
    progress = judge.progress
    said = _said_again(judge, submission, answers, path.stem)
    gone = received.withdrawn_players(path, progress)
    letters = [one._replace(about=f"again-{number}-{path.stem}") for one in said if one.player not in gone]
    outbox.put(progress.campaign, progress.stage_folder.name, letters, judge.clock.now)


# Standing orders that no longer apply because ``campaign.yaml`` was changed. They are kept, so that they apply again if
# the rule is changed back.


def lapsed(situation: Situation) -> tuple[str, ...]:
    """Return, in roster order, the players whose standing orders no longer apply: missing orders now mean inaction."""
    return tuple(situation.table.standing) if situation.campaign.when_missing == "nothing" else ()


def tell_lapses(situation: Situation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tell players that their standing orders no longer apply, or apply again; return the players of both groups.

    Each is told once; the caller holds the campaign's lock. Nothing happens once the game is over.
    """
    if situation.progress.stage is None:
        return (), ()
    path = situation.campaign.folder / LAPSED
    known = (read_record("lapsed", path) or {"players": []})["players"]
    now = lapsed(situation)
    void = tuple(player for player in now if player not in known)
    again = tuple(player for player in situation.table.standing if player in known and player not in now)
    if list(now) != known:
        title = {"title": situation.campaign.title}
        off = Phrase("letter.standing.off"), Phrase("letter.standing.off.subject", title)
        on = Phrase("letter.standing.on"), Phrase("letter.standing.on.subject", title)
        letters = [_letter(situation, player, "standing-off", *off) for player in void]
        letters += [_letter(situation, player, "standing-on", *on) for player in again]
        outbox.put(situation.campaign, situation.progress.stage_folder.name, letters, situation.clock.now)
        disk.write_whole(path, record_bytes("lapsed", {"players": list(now)}))
    return void, again


def _letter(situation: Situation, player: str, about: str, text: Phrase, subject: Phrase) -> outbox.PlayerMessage:
    """Return a letter with ``text`` and with what happens to the player in the awaited stage."""
    voice = situation.campaign.voice()
    said = [voice.phrase(text), voice.phrase(fate_in(situation, player))]
    return outbox.PlayerMessage(player, about, voice.phrase(subject), said)
