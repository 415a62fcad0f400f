"""Reminders to those who are missing: ahead of the deadline as often as the campaign says, and when it has passed."""

from __future__ import annotations

from datetime import datetime, timedelta

from adjudicator.files import disk, outbox
from adjudicator.files.clock import moment
from adjudicator.files.fate import fate_in
from adjudicator.files.layout import read_sealed, sealed
from adjudicator.files.situation import Situation

REMINDED = "reminded.json"


def remind(situation: Situation) -> tuple[str, ...]:
    """Write the reminder that is due, if one is, and return the players to whom; the caller holds the campaign's lock.

    Of several that have come due since the last time only the last is written. A deadline that was moved has its own.
    """
    mark = _mark_due(situation)
    path = situation.progress.stage_folder / REMINDED
    done = read_sealed(path) or {}
    if mark is None or mark in done:
        return ()
    stage = situation.progress.stage_folder
    outbox.put(situation.campaign, stage.name, _letters(situation, mark), situation.clock.now)
    disk.make_folder(stage)
    told = {"at": situation.clock.now.isoformat(), "to": list(situation.attendance.missing)}
    disk.write_whole(path, sealed({**done, mark: told}))
    return situation.attendance.missing


def reminded(situation: Situation) -> dict[str, datetime]:
    """Return when each player was last reminded in the stage awaited."""
    done = read_sealed(situation.progress.stage_folder / REMINDED) or {}
    told = sorted(done.values(), key=lambda one: str(one["at"]))
    return {player: datetime.fromisoformat(one["at"]) for one in told for player in one["to"]}


def _mark_due(situation: Situation) -> str | None:
    """Return what names the reminder that is due: its deadline and how long before it; None when none is.

    None is due before it could be of use: the stage has begun since, or everybody has sent.
    """
    clock = situation.clock
    if clock.due is None or clock.deadline is None or not situation.attendance.missing:
        return None
    ahead = (*clock.deadline.reminders, timedelta())
    come = [one for one in ahead if clock.began < clock.due - one <= clock.now]
    there = clock.due.astimezone(situation.campaign.zone)
    return f"{there:%Y-%m-%d-%Hh%M}-{come[-1] // timedelta(hours=1)}h" if come else None


def _letters(situation: Situation, mark: str) -> list[outbox.Message]:
    campaign, progress, clock = situation.campaign, situation.progress, situation.clock
    if progress.stage is None or clock.due is None:
        return []
    voice = campaign.voice()
    stage = progress.stage.said
    when = moment(campaign, clock.due)
    late = not clock.until(clock.due)
    text = voice.say("letter.reminder.late" if late else "letter.reminder", stage=stage, moment=when)
    subject = voice.say("letter.reminder.subject", title=campaign.title, stage=stage)
    letters = []
    for player in situation.attendance.missing:
        said = voice.phrase(fate_in(situation, player))
        letters.append(outbox.Message(player, f"reminder-{mark}", subject, [text, said]))
    return letters
