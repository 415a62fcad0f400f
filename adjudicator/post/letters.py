"""The letters to players: reports of a stage, receipts for order files, and reminders.

A game may have windows, short stages in which most players do nothing. A letter about a window goes only to the players
whom it or the next stage concerns; the others get its report with their next letter. The module also decides which
refused mails are no longer answered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.records import Reminder, Unanswered, Verdict
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Fault, Listed, Phrase
from adjudicator.core.stage import player_reader
from adjudicator.mail import outbox
from adjudicator.mail.outbox import REMINDER
from adjudicator.orders.inbox import DroppedFile, bare
from adjudicator.orders.received import came, is_too_many, number_of, verdict_at
from adjudicator.orders.submission import OF_ANOTHER, Submission
from adjudicator.speech.voice import Voice, capitalised, short
from adjudicator.store import disk
from adjudicator.store.disk import read_file
from adjudicator.table.clock import moment
from adjudicator.table.consequences import fate_in
from adjudicator.table.situation import Situation
from adjudicator.table.table import owing

WITH_OTHERS = "reports"
"""The name of letters with more than one report. They go as text only, because a page shows a single report."""


def report_letters(situation: Situation, chained: str) -> Iterator[outbox.PlayerMessage]:
    """Yield each player's letter: his report, what is expected of him now, and the head of the hash chain.

    The head lets a player check later that nothing was changed. Raises ``OSError``.
    """
    campaign, progress = situation.campaign, situation.progress
    voice, last = campaign.voice(), len(progress.folders) - 1
    subject = voice.say("letter.report.subject", title=campaign.title, stage=progress.stage_played(last).said)
    seal = voice.say("foot.chain", head=chained)
    concerned = concerned_by(progress, last)
    for player in campaign.players:
        if player not in concerned:
            continue
        begins = progress.stage  # None at the end of the game
        now = [voice.say("letter.now", stage=begins.said), voice.phrase(fate_in(situation, player))] if begins else []
        lines = [*now, seal, "", *_report(progress, last, player)]
        unread, index = False, last
        while index > 0 and player not in concerned_by(progress, index - 1):  # he has had no letter about these yet
            index -= 1
            if report := _report(progress, index, player):
                unread, stage = True, progress.stage_played(index).said
                lines += ["", voice.say("letter.window", stage=stage), "", *report]
        yield outbox.PlayerMessage(player, WITH_OTHERS if unread else "report", subject, lines)


def concerned_by(progress: Progress, index: int) -> Collection[str]:
    """Return the players who get a letter once the stage at ``index`` has been played.

    These are all players, except after a window in the middle of the game: then only those whose orders the window or
    the next stage expects, which is public knowledge.
    """
    campaign, rules = progress.campaign, progress.campaign.game.rules
    if not rules.has_windows:
        return campaign.players
    before, after = progress.state_before(index), progress.state_after(index + 1)
    if not rules.phase(before).window or rules.stage(after) is None:
        return campaign.players
    return {*owing(campaign, before), *owing(campaign, after)}


def _report(progress: Progress, index: int, player: str) -> list[str]:
    """Return the lines of a player's report of the stage at ``index``; none if another person held his seat then."""
    from adjudicator.reports.writing import report_name

    campaign, then = progress.campaign, progress.campaign
    if campaign.seats.acts and index < len(progress.folders) - 1:
        then = progress.as_played(index).campaign
    if then.seats.holder(player) != campaign.seats.holder(player):
        return []
    path = progress.folders[index] / report_name(then, player_reader(player), "text")
    return read_file(path).decode().splitlines()


# Receipts.


def receipts(
    progress: Progress, submission: Submission, file: DroppedFile, number: str, language: str | None
) -> list[outbox.PlayerMessage]:
    """Return the receipts for an order file: how it was understood, or all its faults, and what happens next.

    The text is in the campaign's language, whatever the ``language`` of the faults. The players in a refused table of
    several players' orders get no receipt, because its faults tell what the others ordered.
    """
    voice = progress.campaign.voice()
    if progress.stage is None or (submission.table and not submission.accepted):
        return []
    later = Phrase("stage.later", {"turn": submission.later or 0})
    now = progress.stage.said
    stage = voice.phrase(now if submission.later is None else later)
    outcome = "accepted" if submission.accepted else "unasked" if _asks_nothing(submission) else "refused"
    # A mail without any recognised order may be a question to the MJ.
    says_no_order = [fault.code for fault in submission.faults] in (["no-orders"], ["unasked"])
    letters = []
    for player in submission.players:
        lines = [voice.say(_opening(submission), stage=stage)]
        if submission.accepted:
            lines.append(capitalised(voice.receipt(submission.receipts[player])))
            if player in submission.warnings:
                lines.append(voice.say("letter.warning", what=Listed(tuple(submission.warnings[player]))))
        else:
            lines += [_told(voice, fault, file) for fault in _faults(progress, submission, file, language)]
            lines += [voice.say("letter.program")] if file.way == "mail" and says_no_order else []
        lines += _unread_parts(voice, submission, file)
        lines += [voice.phrase(submission.fates[player])] if player in submission.fates else []
        lines += [voice.say("receipt.code", code=submission.code)] if submission.code else []
        subject = voice.say(f"letter.{outcome}.subject", title=progress.campaign.title, stage=stage)
        letters.append(outbox.PlayerMessage(player, f"receipt-{number}", subject, lines))
    return letters


def _told(voice: Voice, fault: Fault, file: DroppedFile) -> str:
    """Return a fault as its player reads it: with the line in his message, and the name of the file if it was one."""
    if file.way != "mail" and file.source != "-":
        return voice.placed(fault, voice.source(bare(file.source)))
    return voice.with_lines(voice.say("letter.fault", line=fault.mark.line, what=voice.fault(fault)), fault)


def _opening(submission: Submission) -> str:
    """Return the key of the first sentence of a receipt.

    A file whose key is wrong, or missing although it is required, has its own, except for one that a player sent in
    another player's name, which is refused like any other.
    """
    if not submission.proven:
        openings = {"no-key": "letter.keyless", **dict.fromkeys(OF_ANOTHER, "letter.refused")}
        return openings.get(submission.faults[0].code, "letter.unproven")
    if _asks_nothing(submission):
        return "letter.unasked"
    return f"letter.{'accepted' if submission.accepted else 'refused'}"


def _unread_parts(voice: Voice, submission: Submission, file: DroppedFile) -> list[str]:
    """Return a line about the parts of a mail that were not read, if it was too large or held nothing else."""
    names = Listed(tuple(short(name) for name in file.unread))
    if file.cut:
        return [voice.say("letter.cut.named" if file.unread else "letter.cut", names=names)]
    nothing = [fault.code for fault in submission.faults] in (["no-orders"], ["unasked"], ["empty-mail"])
    return [voice.say("letter.unread", names=names)] if nothing and file.unread else []


def _asks_nothing(submission: Submission) -> bool:
    """Return whether there is nothing to correct and no file to send again."""
    return [fault.code for fault in submission.faults] in (["unasked"], ["thanks"])


def _faults(progress: Progress, submission: Submission, file: DroppedFile, language: str | None) -> list[Fault]:
    """Return the faults of a file in the campaign's language, even if the MJ's command uses another."""
    if language in (None, progress.campaign.language) or is_too_many(submission):
        return submission.faults
    from adjudicator.orders.judging import judge

    return judge(file.data, file.source, progress, whence=file._replace(proved=False)).faults


# Reminders for missing orders: before the deadline, as often as the campaign sets, and after it.


REMINDED = "reminded.json"
UNANSWERED = "unanswered.json"


def remind(situation: Situation) -> tuple[str, ...]:
    """Write the reminder that is due, if any, and return its recipients; the caller holds the campaign's lock.

    If several reminders have come due since the last time, only the last one is written, once to each missing player. A
    player who was absent then and is expected now gets it now. A new deadline has its own reminders.
    """
    mark = _mark_due(situation)
    path = situation.progress.stage_folder / REMINDED
    done = _reminders(path)
    if mark is None:
        return ()
    before = dict(_written(done[mark])) if mark in done else {}
    missing, unseated = situation.attendance.missing, situation.attendance.unseated  # an empty seat gets no letter
    players = tuple(player for player in missing if player not in before and player not in unseated)
    if players:
        stage = situation.progress.stage_folder
        outbox.put(situation.campaign, stage.name, _letters(situation, mark, players), situation.clock.now)
        disk.make_folder(stage)
        now, kept = situation.clock.now.isoformat(), done.get(mark)
        if kept is None:
            done[mark] = {"at": now, "to": list(players)}
        else:
            done[mark] = {**kept, "later": {**kept.get("later", {}), **dict.fromkeys(players, now)}}
        disk.write_whole(path, record_bytes("reminded", {"reminders": done}))
    return players


def note_unanswered(situation: Situation, mail: str, players: Sequence[str]) -> None:
    """Record that a ``mail`` from one of these players got no answer; their next reminder says so."""
    if situation.progress.stage is None:
        return
    stage = situation.progress.stage_folder
    known, at = _unanswered(stage), situation.clock.now.isoformat()
    new: dict[str, Unanswered] = {f"{mail} {player}": {"player": player, "at": at} for player in players}
    if not new.keys() <= known.keys():
        disk.make_folder(stage)
        disk.write_whole(stage / UNANSWERED, record_bytes("unanswered", {"mails": {**known, **new}}))


def _unanswered(stage: Path) -> dict[str, Unanswered]:
    kept: dict[str, Unanswered] = (read_record("unanswered", stage / UNANSWERED) or {"mails": {}})["mails"]
    return kept


def _written(reminder: Reminder) -> Iterator[tuple[str, str]]:
    """Yield the recipients of a reminder, each with the time at which it was written."""
    yield from ((player, reminder["at"]) for player in reminder["to"])
    yield from reminder.get("later", {}).items()


def reminded(situation: Situation) -> dict[str, datetime]:
    """Return when each player was last reminded in the current stage."""
    done = _reminders(situation.progress.stage_folder / REMINDED)
    times = sorted((when, player) for reminder in done.values() for player, when in _written(reminder))
    return {player: datetime.fromisoformat(when) for when, player in times}


def _reminders(path: Path) -> dict[str, Reminder]:
    """Return the reminders written in the current stage, by deadline and time before it."""
    kept: dict[str, Reminder] = (read_record("reminded", path) or {"reminders": {}})["reminders"]
    return kept


def _mark_due(situation: Situation) -> str | None:
    """Return the name of the reminder that is due, or None if none is.

    The name holds the deadline and the time before it: ``2024-05-01-20h00-24h`` is due 24 hours before that deadline.

    No reminder is due if its time had passed before the stage began (unless that start lies in the future, which is a
    wrong clock), or if all orders have arrived.
    """
    clock = situation.clock
    if clock.due is None or clock.deadline is None or not situation.attendance.missing:
        return None
    late = () if clock.window else (timedelta(),)
    ahead = (*clock.deadline.reminders, *late)
    began = clock.began if clock.began <= clock.now else None
    come = [time for time in ahead if clock.due - time <= clock.now and (began is None or began < clock.due - time)]
    there = clock.due.astimezone(situation.campaign.zone)
    return f"{there:%Y-%m-%d-%Hh%M}-{come[-1] // timedelta(hours=1)}h" if come else None


def _letters(situation: Situation, mark: str, players: Sequence[str]) -> list[outbox.PlayerMessage]:
    campaign, progress, clock = situation.campaign, situation.progress, situation.clock
    if progress.stage is None or clock.due is None:
        return []
    voice = campaign.voice()
    stage = progress.stage.said
    when = moment(campaign, clock.due)
    late = not clock.until(clock.due)
    key = "letter.reminder.window" if clock.window else "letter.reminder.late" if late else "letter.reminder"
    text = voice.say(key, stage=stage, moment=when)
    about = "letter.reminder.window.subject" if clock.window else "letter.reminder.subject"
    subject = voice.say(about, title=campaign.title, stage=stage)
    unanswered = sorted((one["at"], one["player"]) for one in _unanswered(progress.stage_folder).values())
    came = {player: datetime.fromisoformat(at) for at, player in unanswered}
    letters = []
    for player in players:
        at = moment(campaign, came[player]) if player in came else None
        aside = [voice.say("letter.reminder.unanswered", moment=at)] if at is not None else []
        said = voice.phrase(fate_in(situation, player))
        letters.append(outbox.PlayerMessage(player, f"{REMINDER}{mark}", subject, [text, *aside, said]))
    return letters


# Refused mails that are no longer answered, because a program that answers every mail would be written to for ever.
# Most such programs identify themselves in the header; the others are recognised by repeated or very frequent mails.


SAME = 2
"""How many times in a row the same refused text is answered."""
EMPTY = 5
"""How many mails in a row without any order are answered."""
ROW = 8
"""How many refused mails in a row are answered; a player who corrects his orders needs only a few."""
_NOTHING = (["no-orders"], ["unasked"], ["thanks"], ["empty-mail"])
"""The faults of a mail that holds no order."""
LASTS = timedelta(days=1)
_MOST = 3 * ROW
"""How many mails are examined.

This is enough that the first mail left unanswered is among them only if it really is the first.
"""


class _Refused(NamedTuple):
    """A refused mail: when it came, its words, and whether it holds no order at all."""

    at: datetime
    words: Sequence[bytes]
    empty: bool


def unanswered(folder: Path, number: str, file: DroppedFile, verdicts: Mapping[str, Verdict]) -> int:
    """Return this mail's position in the run of refused mails left unanswered, or 0 if it is answered.

    The mail is stored in ``folder`` under its ``number``. ``verdicts`` holds, by number, the verdicts that are not
    written yet: on this mail and on files judged together with it. An accepted file or a pause of a day ends a run.
    Raises ``OSError``.
    """
    if file.way != "mail" or not file.sender:
        return 0
    row, silent = list(_row(folder, int(number), file.sender, verdicts)), list[bool]()
    for first, newest in enumerate(row):
        run = [mail for mail in row[first:] if newest.at - mail.at <= LASTS]
        same = next((count for count, mail in enumerate(run) if mail.words != newest.words), len(run))
        empty = next((count for count, mail in enumerate(run) if not mail.empty), len(run))
        silent.append(same > SAME or empty > EMPTY or len(run) > ROW)
    return sum(silent) if silent and silent[0] else 0


def _row(folder: Path, number: int, sender: str, verdicts: Mapping[str, Verdict]) -> Iterator[_Refused]:
    """Yield a player's refused mails up to ``number``, the newest first, until two are more than a day apart."""
    lying = {number_of(path): path for path in disk.entries(folder, "*.yaml") if 0 < number_of(path) <= number}
    looked_at, last = 0, None
    for each in sorted(lying, reverse=True):
        how = came(lying[each])
        if how is None or how["way"] != "mail" or how.get("sender") != sender:
            continue
        at, looked_at = datetime.fromisoformat(how["at"]), looked_at + 1
        verdict = verdicts.get(lying[each].stem) or verdict_at(lying[each])
        is_parted = last is not None and last - at > LASTS
        if is_parted or looked_at > _MOST or (verdict is not None and verdict["accepted"]):
            return
        last = at
        # If its verdict is damaged, the mail does not count as empty.
        codes = [fault["code"] for fault in verdict.get("faults", ())] if verdict is not None else []
        empty = codes in _NOTHING or (verdict is not None and not verdict.get("corrects", True))
        yield _Refused(at, disk.read_file(lying[each]).split(), empty)
