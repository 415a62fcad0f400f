"""Order files taken in: stored, judged, and answered by receipts in the outbox."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.stages import Progress
from adjudicator.core import standing_orders
from adjudicator.core.faults import Listed, Phrase
from adjudicator.core.game import Receipt
from adjudicator.core.plain import Plain
from adjudicator.core.standing_orders import IF, orders_said
from adjudicator.mail import outbox
from adjudicator.mail.outbox import PlayerMessage
from adjudicator.orders import inbox
from adjudicator.orders.inbox import Dropped, bare
from adjudicator.orders.received import (
    OWED,
    Counted,
    as_sent,
    came,
    came_file,
    is_too_many,
    number_of,
    outdated,
    place_in_turns,
    records,
    stored,
    stored_unjudged,
    too_many,
    withdrawn_players,
    written,
)
from adjudicator.orders.submission import Submission, also, receipt_code, unjudged
from adjudicator.orders.verdict import Verdict, judged_file, verdict_of
from adjudicator.speech.voice import reason_of
from adjudicator.store import disk, drop_folder
from adjudicator.store.disk import MACHINE_TROUBLES, UnusableError
from adjudicator.store.layout import LAPSED, ORDERS
from adjudicator.table.clock import Clock
from adjudicator.table.consequences import clock_of_orders, fate, fate_in
from adjudicator.table.situation import Situation
from adjudicator.table.table import Sent, Table, correcting, corrects, is_older_mail, table_of, words_for

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


def _desk(situation: Situation, language: str | None) -> OrderDesk:

    progress = situation.progress
    counted = Counted(progress.stage_folder, situation.records)
    return OrderDesk(progress, situation.table, situation.clock, language, counted)


def _desk_anew(progress: Progress, clock: Clock, before: Path, counts: bool) -> OrderDesk:

    return OrderDesk.anew(progress, clock, before, counts)


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


def _settle(desk: OrderDesk, folder: Path, files: Mapping[str, Dropped]) -> list[Submission]:
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


# Where order files are judged one after the other: what their receipts say of what came before, and what follows.


class OrderDesk:
    """Where order files are judged one after the other: what is known of the players so far."""

    def __init__(
        self,
        progress: Progress,
        table: Table,
        clock: Clock,
        language: str | None = None,
        counted: Counted | None = None,
    ) -> None:
        """Begin with what lies on the ``table``. Refusals speak ``language``, the campaign's own if it is None.

        ``counted`` are the files that came before; without them as many may come as want to.
        """
        self.counted = counted
        self.progress, self.clock, self.language = progress, clock, language
        self.orders, self.standing = dict(table.orders), dict(table.standing)
        self.ahead = {(file["turn"], player) for file in table.ahead for player in file["players"]}
        """Turns and players of the orders that came ahead."""
        self.correcting = set(table.correcting)
        """Players whose last file with orders was refused."""
        self.sent = dict(table.sent)
        """By which files the orders came that players have sent since the stage began."""
        self.words = words_for(progress, table)
        """Those of the players on which draws hang."""
        self.answers = list(table.answers)
        """What the MJ has answered."""
        self.judged: dict[str, Verdict] = {}
        """The verdicts on what has been answered here, by number: they are written later."""

    @classmethod
    def anew(cls, progress: Progress, clock: Clock, before: Path | None = None, counts: bool = False) -> OrderDesk:
        """Begin with all that was received read once more, as it came ``before`` a file if that is not None.

        Where it ``counts`` files, those that are too many are not judged.
        """
        number = number_of(before) if before is not None else None
        received = records(progress, number)
        counted = Counted(progress.stage_folder, received, number) if counts else None
        return cls(progress, table_of(progress, received), clock, counted=counted)

    def answer(self, file: Dropped, number: str) -> tuple[Submission, Verdict, list[PlayerMessage]]:
        """Judge a file; return it with its verdict, and what is sent to its players."""
        from adjudicator.post.letters import receipts

        progress = self.progress
        submission, verdict = self.judge(file)
        if submission.accepted:
            seed, stage = progress.campaign.seed, progress.stage_folder.name
            submission.code = receipt_code(seed, stage, number, sha256(file.data).hexdigest())
        try:
            self.judged[number] = verdict
            submission.unanswered = self._unanswered(submission, file, number)
            silent = submission.unanswered or file.unanswerable or self._knows_of_too_many(submission)
            return submission, verdict, [] if silent else receipts(progress, submission, file, number, self.language)
        except MACHINE_TROUBLES:
            raise
        except Exception as error:  # what goes wrong with one file stays with it
            return *self._unjudged(file, error), []

    def judge(self, file: Dropped) -> tuple[Submission, Verdict]:
        """Judge one file.

        Its verdict does not say which orders are replaced: it can be made again from the bytes of the file alone.
        """
        if self.counted is not None and file.sender is not None and self.counted.has_too_many(file):
            return self._too_many(file, [file.sender])
        submission, verdict = judged_file(file, self.progress, self.language)
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
        except Exception as error:  # what goes wrong with one file stays with it
            return self._unjudged(file, error)

    def _too_many(self, file: Dropped, players: Iterable[str]) -> tuple[Submission, Verdict]:
        submission = too_many(file, players)
        return submission, verdict_of(submission, file, self.progress.campaign, self.language)

    def _knows_of_too_many(self, submission: Submission) -> bool:
        """Tell whether the players of a file that is one too many have been told so of another before."""
        return self.counted is not None and is_too_many(submission) and self.counted.is_told(submission.players)

    def _unjudged(self, file: Dropped, error: Exception) -> tuple[Submission, Verdict]:
        submission = unjudged(file.source, error)
        return submission, verdict_of(submission, file, self.progress.campaign, self.language)

    def _unanswered(self, submission: Submission, file: Dropped, number: str) -> int:
        """Return the how manieth refused mail in a row a file is that is not answered; 0 for one that is."""
        if submission.accepted or file.way != "mail":
            return 0
        from adjudicator.post.incoming import unanswered

        try:
            return unanswered(self.progress.stage_folder / ORDERS, number, file, self.judged)
        except UnusableError:  # a file that came before cannot be read: that is told elsewhere, and silences nobody
            return 0

    def _take(self, submission: Submission, verdict: Verdict) -> None:
        """Remember accepted orders; let the receipts say which they replace, and what happens if nothing more comes."""
        self.correcting = correcting(self.correcting, verdict) if corrects(verdict) else self.correcting
        self.answers += [submission.answers] if submission.answers is not None else []
        for player in submission.orders:
            said = self._ahead(submission.later, player) if submission.later else self._now(submission, player, verdict)
            spared = None if submission.later else self._spared(player)
            told = [phrase for phrase in (said, spared) if phrase is not None]
            submission.receipts[player] = also(submission.receipts[player], *told)
        for player, standing in submission.standing.items():
            receipt = submission.receipts.get(player, Receipt(()))
            submission.receipts[player] = also(receipt, *self._standing_said(player, standing, submission.ahead))
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
        rules, standing, stage = campaign.game.orders, self.standing.get(player), self.progress.stage
        if not standing or campaign.when_missing == "nothing" or stage is None:
            return None
        used, _ = standing_orders.answer(rules, self.progress.view(player), stage.phase, standing)
        if used is None:
            return None
        return Phrase("receipt.standing.spared", {"list": Listed(tuple(orders_said(rules, used)))})

    def _standing_said(self, player: str, standing: Plain, ahead: int | None) -> Iterator[Phrase]:
        """Say the standing orders that a player has just given, and that he had others.

        ``ahead`` is the later turn that the file names.
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
        standing = self.standing.get(player, {})
        ordered, to_correct = player in self.orders, player in self.correcting
        clock = clock_of_orders(self.progress.campaign, self.clock, player in self.sent)
        return fate(self.progress, player, ordered, standing, clock, which, to_correct)


def _which(submission: Submission) -> str:
    """Return which orders of the stage awaited are spoken of when a file has been judged: its own, or others."""
    if submission.later is not None or (submission.accepted and not submission.orders):
        return "turn"
    return "these" if submission.accepted else "before"


# Order files judged anew: of a stage that was taken back, or for a table that was amended since.


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
    desk = OrderDesk.anew(progress, clock)
    kept: dict[str, bytes] = {}
    letters: dict[str, list[outbox.PlayerMessage]] = {}
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
    desk: OrderDesk, submission: Submission, answers: Sequence[outbox.PlayerMessage], number: str
) -> list[outbox.PlayerMessage]:
    """Return what is written of a file that was judged anew; of a table, to each whose orders were in it."""
    voice, stage = desk.progress.campaign.voice(), desk.progress.stage
    if submission.table and not submission.accepted and stage is not None:
        subject = voice.say("letter.refused.subject", title=desk.progress.campaign.title, stage=stage.said)
        lines = [voice.say("letter.again.table")]
        answers = [outbox.PlayerMessage(player, f"receipt-{number}", subject, lines) for player in submission.players]
    return [letter._replace(lines=[voice.say("letter.again"), *letter.lines]) for letter in answers]


def _sent_or_owed(desk: OrderDesk, letters: Mapping[str, list[outbox.PlayerMessage]]) -> dict[str, bytes]:
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
                _write_again(path, file, OrderDesk.anew(then, clock, path), number)
            new |= written(then, path.stem, verdict)
        old += before
    disk.write_all(progress.stage_folder / ORDERS, new, synced=False)
    for path in old:
        if path.name not in new:
            path.unlink()


def _write_again(path: Path, file: Dropped, desk: OrderDesk, number: int) -> None:
    """Write to those whose file has another verdict since the table was amended for the ``number``-th time."""
    submission, _, answers = desk.answer(file, path.stem)
    progress = desk.progress
    said = _said_again(desk, submission, answers, path.stem)
    gone = withdrawn_players(path, progress)
    letters = [one._replace(about=f"again-{number}-{path.stem}") for one in said if one.player not in gone]
    outbox.put(progress.campaign, progress.stage_folder.name, letters, desk.clock.now)


# Standing orders that serve no more since ``campaign.yaml`` was changed: their owners hear of it.
#
# They are kept all the same: a rule that is changed back finds them.


def lapsed(situation: Situation) -> tuple[str, ...]:
    """Return the players whose standing orders serve no more: who sends nothing does nothing; in roster order."""
    return tuple(situation.table.standing) if situation.campaign.when_missing == "nothing" else ()


def tell_lapses(situation: Situation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Write to those whose standing orders serve no more, and to those whose serve again, and return both.

    Each hears of it once; the caller holds the campaign's lock. Nothing once the game is over.
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
    voice = situation.campaign.voice()
    said = [voice.phrase(text), voice.phrase(fate_in(situation, player))]
    return outbox.PlayerMessage(player, about, voice.phrase(subject), said)
