"""Where order files are judged one after the other: what their receipts say of what came before, and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from adjudicator.campaign.stages import Progress
from adjudicator.core import standing_orders
from adjudicator.core.faults import Listed, Phrase
from adjudicator.core.game import Receipt
from adjudicator.core.plain import Plain
from adjudicator.core.standing_orders import IF, orders_said
from adjudicator.mail.outbox import Message
from adjudicator.orders.inbox import Dropped, bare
from adjudicator.orders.received import Counted, is_too_many, number_of, records, too_many
from adjudicator.orders.submission import Submission, also, receipt_code, unjudged
from adjudicator.orders.verdict import Verdict, judged_file, verdict_of
from adjudicator.store.disk import MACHINE_TROUBLES, UnusableError
from adjudicator.store.layout import ORDERS
from adjudicator.table.clock import Clock
from adjudicator.table.consequences import clock_of_orders, fate
from adjudicator.table.table import Sent, Table, correcting, corrects, is_older_mail, table_of, words_for


class Desk:
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
    def anew(cls, progress: Progress, clock: Clock, before: Path | None = None, counts: bool = False) -> Desk:
        """Begin with all that was received read once more, as it came ``before`` a file if that is not None.

        Where it ``counts`` files, those that are too many are not judged.
        """
        number = number_of(before) if before is not None else None
        received = records(progress, number)
        counted = Counted(progress.stage_folder, received, number) if counts else None
        return cls(progress, table_of(progress, received), clock, counted=counted)

    def answer(self, file: Dropped, number: str) -> tuple[Submission, Verdict, list[Message]]:
        """Judge a file; return it with its verdict, and what is sent to its players."""
        from adjudicator.office.receipts import receipts  # who only tries files out is sent none

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
                from adjudicator.office.answering import AtHand, weighed

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
        from adjudicator.office.silence import unanswered

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
