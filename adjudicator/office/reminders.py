"""Reminders to those who are missing: ahead of the deadline as often as the campaign says, and when it has passed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NotRequired, TypedDict

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.mail import outbox
from adjudicator.mail.outbox import REMINDER
from adjudicator.store import disk
from adjudicator.table.clock import moment
from adjudicator.table.consequences import fate_in
from adjudicator.table.situation import Situation

REMINDED = "reminded.json"
UNANSWERED = "unanswered.json"


class Unanswered(TypedDict):
    """A mail that has had no answer: whose it seems to be, and when it came."""

    player: str
    at: str


class Reminder(TypedDict):
    """A reminder of a stage: when it was written, and to whom; ``later`` by player when it was to each after that."""

    at: str
    to: list[str]
    later: NotRequired[dict[str, str]]


def remind(situation: Situation) -> tuple[str, ...]:
    """Write the reminder that is due, if one is, and return the players to whom; the caller holds the campaign's lock.

    Of several that have come due since the last time only the last is written, once to each who is missing: who was
    away when it came, and is waited for now, has it now. A deadline that was moved has its own.
    """
    mark = _mark_due(situation)
    path = situation.progress.stage_folder / REMINDED
    done = _reminders(path)
    if mark is None:
        return ()
    before = dict(_written(done[mark])) if mark in done else {}
    missing, unseated = situation.attendance.missing, situation.attendance.unseated  # to a seat nobody writes
    players = tuple(player for player in missing if player not in before and player not in unseated)
    if players:
        stage = situation.progress.stage_folder
        outbox.put(situation.campaign, stage.name, _letters(situation, mark, players), situation.clock.now)
        disk.make_folder(stage)
        done[mark] = _with(done.get(mark), players, situation.clock.now.isoformat())
        disk.write_whole(path, record_bytes("reminded", {"reminders": done}))
    return players


def note_unanswered(situation: Situation, mail: str, players: Sequence[str]) -> None:
    """Remember that a ``mail`` of one of some players has had no answer: their next reminder says so."""
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


def _with(reminder: Reminder | None, players: Sequence[str], now: str) -> Reminder:
    """Return what is kept of a reminder, written to these ``players`` too: to the first, and to each who came later."""
    if reminder is None:
        return {"at": now, "to": list(players)}
    return {**reminder, "later": {**reminder.get("later", {}), **dict.fromkeys(players, now)}}


def _written(reminder: Reminder) -> Iterator[tuple[str, str]]:
    """To whom a reminder has been written, and when."""
    yield from ((player, reminder["at"]) for player in reminder["to"])
    yield from reminder.get("later", {}).items()


def reminded(situation: Situation) -> dict[str, datetime]:
    """Return when each player was last reminded in the stage awaited."""
    done = _reminders(situation.progress.stage_folder / REMINDED)
    times = sorted((when, player) for reminder in done.values() for player, when in _written(reminder))
    return {player: datetime.fromisoformat(when) for when, player in times}


def _reminders(path: Path) -> dict[str, Reminder]:
    """Return the reminders written in the stage awaited, by the deadline and how long before it."""
    kept: dict[str, Reminder] = (read_record("reminded", path) or {"reminders": {}})["reminders"]
    return kept


def _mark_due(situation: Situation) -> str | None:
    """Return what names the reminder that is due: its deadline and how long before it; None when none is.

    None is due before it could be of use: the stage has begun since (by a clock that can be believed), or everybody
    has sent.
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


def _letters(situation: Situation, mark: str, players: Sequence[str]) -> list[outbox.Message]:
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
        letters.append(outbox.Message(player, f"{REMINDER}{mark}", subject, [text, *aside, said]))
    return letters
