"""A second clock, written from the guide for the MJ alone, against the program.

``Model`` says in plain Python what docs/mj-horloge.md and docs/mj-reference.md say of deadlines, absences, reminders,
pauses and the brake, and shares no code with the program. ``Life`` leads a random campaign through days of a set clock
(cron that comes or does not, clocks that jump, files, edits, the MJ's commands) and compares the two at every visit.
``PartingError`` tells where they part. python tests/support/clock_model.py --campaigns 120 --days 60 --seed 1 --jobs 2
plays as many and prints what it has counted. ``--only 17 --trace`` plays the seventeenth again and shows what was done.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import random
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from resistance import campaigns as resistance

from adjudicator.store.published import sealed
from support import clocked, windowed
from support.commands import CHOICES, PLACES, TWO, Done, run

LEEWAY = timedelta(minutes=10)
DAY = timedelta(hours=24)
DAILY = timedelta(hours=23)
SHORTEST = timedelta(hours=12)

WEEKDAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
MONTHS = (
    *("janvier", "février", "mars", "avril", "mai", "juin"),
    *("juillet", "août", "septembre", "octobre", "novembre", "décembre"),
)
STRANGER = "Personne"
"""Who plays in no campaign."""
TOLD = {
    "back": "horloge",
    "first": "première fois|encore jamais",
    "silence": "cron n’était pas passé",
    "repair": "à réparer",
    "edit": "échéance a été changée",
    "grace": "grâce a été raccourcie",
    "missing": "ordres? manquent? sur",
    "silent": "n’a envoyé d’ordres",
}
"""By what the line of a pause is known for each reason of the brake, in its order."""


# What the MJ writes in campaign.yaml -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Absence:
    """An absence that a player has announced; with a substitute he is awaited all the same."""

    player: str
    first: date
    last: date
    substitute: str = ""


PHASES = {
    "proposal": "proposition",
    "vote": "vote",
    "mission": "mission",
    "roles": "choix des rôles",
    "placement": "placement",
    "turn": "tour",
    "bids": "mises",
    "windows": "fenêtres",
}
"""What the phases are called that may have a clock of their own."""


@dataclass(frozen=True)
class Own:
    """What a phase has of its own; nothing of what is None, or empty."""

    phase: str
    days: int = 0
    weekdays: tuple[int, ...] = ()
    hours: int = 0
    hour: str = ""
    grace: int | None = None
    reminders: tuple[int, ...] | None = None
    fixed: bool | None = None


@dataclass(frozen=True)
class Config:
    """The lines of ``campaign.yaml`` that have to do with time."""

    deadline: bool = True
    days: int = 0
    weekdays: tuple[int, ...] = ()
    hour: str = ""
    zone: str = ""
    grace: int = 0
    reminders: tuple[int, ...] | None = None
    early: bool = True
    pause: int = 0
    absents: str = ""
    absences: tuple[Absence, ...] = ()
    missing: int = 50
    silence: int = 48
    hours: int = 0
    fixed: bool = False
    own: Own | None = None
    windows: Own | None = None
    ahead: bool = True
    skip: tuple[int | date, ...] = ()
    """Weekdays and dates that do not count."""

    def of(self, phase: str, window: bool = False) -> Config:
        """Return the same as it is for a phase, or for a window."""
        if window:
            found = replace(self, own=None, windows=None, grace=0, early=True, pause=0)
            return found._with(self.windows) if self.windows is not None and self.deadline else found
        if self.own is None or self.own.phase != phase or not self.deadline:
            return replace(self, own=None, windows=None)
        return self._with(self.own)

    def _with(self, own: Own) -> Config:
        found = self
        if own.days or own.weekdays or own.hours:
            hour = "" if own.hours else self.hour
            found = replace(found, days=own.days, weekdays=own.weekdays, hours=own.hours, hour=hour)
        if own.hour:
            found = replace(found, hour=own.hour)
        if own.grace is not None:
            found = replace(found, grace=own.grace)
        if own.reminders is not None:
            found = replace(found, reminders=own.reminders)
        if own.fixed is not None:  # it says too when a stage is played that is complete
            found = replace(found, fixed=own.fixed, early=True, pause=0)
        return replace(found, own=None, windows=None)

    def __post_init__(self) -> None:
        """Forget a pause that there is not, and days that cannot be skipped as no other is left."""
        weekdays = [each.weekdays for each in (self, self.own) if each is not None and each.weekdays]
        if any(set(days) <= set(self.skip) for days in weekdays):
            object.__setattr__(self, "skip", ())
        if not self.early or not self.deadline:
            object.__setattr__(self, "pause", 0)

    @property
    def place(self) -> ZoneInfo:
        """The zone of the campaign."""
        return ZoneInfo(self.zone if self.deadline and self.zone else "Europe/Paris")

    @property
    def clock(self) -> time:
        """The hour of the deadline."""
        hour, _, minute = (self.hour or "20:00").partition(":")
        return time(int(hour), int(minute))

    def yaml(self) -> str:
        """Return the lines."""
        lines = []
        if self.deadline:
            parts = spans(self)
            parts += [f"sauf: [{', '.join(WEEKDAYS[day] if isinstance(day, int) else str(day) for day in self.skip)}]"]
            parts = parts if self.skip else parts[:-1]
            parts += [f"fuseau: {self.zone}"] if self.zone else []
            parts += [f"grâce: {self.grace}"] if self.grace and not self.fixed else []
            if self.reminders is not None:
                parts.append(f"relances: [{', '.join(map(str, self.reminders))}]")
            parts += ["à l’heure: oui"] if self.fixed else []
            parts += [] if self.early or self.fixed else ["dès que complet: non"]
            parts += [f"dès que complet: {self.pause}h"] if self.early and self.pause and not self.fixed else []
            parts += [part for own in (self.own, self.windows) for part in own_words(own)]
            lines.append(f"échéance: {{{', '.join(parts)}}}")
        lines += [f"absents: {self.absents}"] if self.absents else []
        lines += [] if self.ahead else ["d’avance: attendent"]
        lines += ["absences:"] if self.absences else []
        for away in self.absences:
            substitute = f", remplaçant: {away.substitute}" if away.substitute else ""
            lines.append(f"  - {{joueur: {away.player}, du: {away.first}, au: {away.last}{substitute}}}")
        brake = [f"manquants: {self.missing}"] if self.missing != 50 else []
        brake += [f"silence: {self.silence}"] if self.silence != 48 else []
        lines += [f"frein: {{{', '.join(brake)}}}"] if brake else []
        return "".join(line + "\n" for line in lines)

    def due(self, began: datetime) -> datetime | None:
        """Return when a stage is due that began then."""
        if not self.deadline:
            return None
        if self.hours:
            end = _after_hours(began, self.hours, self.skip, self.place)
            whole = end.replace(second=0, microsecond=0)
            return whole if whole == end else whole + timedelta(minutes=1)
        first, counted = began.astimezone(self.place).date(), 0
        while counted < self.days:
            first += timedelta(days=1)
            counted += not _skips(self.skip, first)
        for day in (first + timedelta(days=number) for number in range(60)):
            if _skips(self.skip, day) or (self.weekdays and day.weekday() not in self.weekdays):
                continue
            there = datetime.combine(day, self.clock, tzinfo=self.place).astimezone(UTC)
            if there >= began + SHORTEST:
                return there
        raise AssertionError("no day is due")

    def spans(self, player: str) -> list[tuple[datetime, datetime]]:
        """Return from when to when a player is away without a substitute, days that follow each other as one."""
        found: list[tuple[datetime, datetime]] = []
        for away in sorted(self.absences, key=lambda absence: absence.first):
            if away.player != player or away.substitute:
                continue
            begin = datetime.combine(away.first, time(), tzinfo=self.place).astimezone(UTC)
            end = datetime.combine(away.last + timedelta(days=1), time(), tzinfo=self.place).astimezone(UTC)
            if found and found[-1][1] == begin:
                begin = found.pop()[0]
            found.append((begin, end))
        return found

    def away(self, player: str, now: datetime, due: datetime | None) -> bool:
        """Tell whether a player is away now, and does not come back before the deadline."""
        until = max(now, due) if due else now
        spans = self.spans(player)
        return any(begin <= now and (end > now if until == now else end >= until) for begin, end in spans)


def _skips(skip: tuple[int | date, ...], day: date) -> bool:
    return day in skip or day.weekday() in skip


@cache
def _after_hours(began: datetime, hours: int, skip: tuple[int | date, ...], place: ZoneInfo) -> datetime:
    """Return when so many hours have passed, quarter by quarter, those of days that are skipped not counted."""
    quarter = timedelta(minutes=15)
    left, end = hours * 4, began
    while skip and (left or _skips(skip, end.astimezone(place).date())):
        there = end.astimezone(place)
        ends = datetime.combine(there.date() + timedelta(days=1), time(), tzinfo=place).astimezone(UTC)
        if _skips(skip, there.date()):
            end = ends
        elif end + quarter <= ends:
            end, left = end + quarter, left - 1
        else:  # what is left of a quarter at midnight is had on the next day that counts
            rest = quarter - (ends - end)
            while _skips(skip, ends.astimezone(place).date()):
                ends += timedelta(days=1)
                ends = datetime.combine(ends.astimezone(place).date(), time(), tzinfo=place).astimezone(UTC)
            end, left = ends + rest, left - 1
    return end if skip else began + timedelta(hours=hours)


def spans(clock: Config | Own) -> list[str]:
    """Return how long a stage is, and until what hour, as it is written."""
    parts = [f"jours: {clock.days}"] if clock.days else []
    parts += [f"heures: {clock.hours}"] if clock.hours else []
    if clock.weekdays:
        parts.append(f"jours fixes: [{', '.join(WEEKDAYS[number] for number in clock.weekdays)}]")
    return [*parts, f'heure: "{clock.hour}"'] if clock.hour else parts


def own_words(own: Own | None) -> list[str]:
    """Return what a phase has of its own, as it is written."""
    if own is None:
        return []
    parts = spans(own)
    parts += [f"grâce: {own.grace}"] if own.grace is not None else []
    if own.reminders is not None:
        parts.append(f"relances: [{', '.join(map(str, own.reminders))}]")
    parts += [f"à l’heure: {'oui' if own.fixed else 'non'}"] if own.fixed is not None else []
    return [f"{PHASES[own.phase]}: {{{', '.join(parts)}}}"]


# What the guide says ---------------------------------------------------------------------------------------------


@dataclass
class Sent:
    """A file of a player, as it lies in the inbox: for which turn, with what, whether it is well written."""

    player: str
    turn: int
    orders: str = ""
    standing: str | None = None
    note: str = ""
    good: bool = True


@dataclass
class Stage:
    """What is awaited, and what has come of it."""

    phase: str
    turn: int
    owed: tuple[str, ...]
    began: datetime
    received: dict[str, str] = field(default_factory=dict)
    last: datetime | None = None
    refused: set[str] = field(default_factory=set)
    notes: dict[str, str] = field(default_factory=dict)
    asides: dict[str, str] = field(default_factory=dict)
    extended: datetime | None = None
    reminded: set[tuple[str, int, str]] = field(default_factory=set)
    pauses: list[tuple[str, Any, datetime]] = field(default_factory=list)
    acts: list[datetime] = field(default_factory=list)
    answered: dict[tuple[str, Any], datetime] = field(default_factory=dict)
    released: datetime | None = None
    back_answered: bool = False
    ahead_refused: bool = False
    window: bool = False
    """Whether players may act in it, and need not."""
    early: set[str] = field(default_factory=set)
    """Whose orders came before the stage, and none since."""


@dataclass
class Pause:
    """A hold, by the brake for a reason or by the MJ."""

    number: int
    reason: str = ""
    until: datetime | None = None


@dataclass(frozen=True)
class Promise:
    """What the players were told to be their time, at a visit."""

    at: datetime
    due: datetime | None
    closes: datetime | None
    grace: int


@dataclass
class Expected:
    """What a visit is to do; ``prints`` is None where the guide leaves it open."""

    what: str
    reason: str = ""
    played: bool = False
    look: bool = False
    prints: bool | None = None
    reminders: set[tuple[str, int, str]] = field(default_factory=set)
    letters: set[str] = field(default_factory=set)
    orders: dict[str, str] = field(default_factory=dict)
    stood_in: set[str] = field(default_factory=set)
    absent: set[str] = field(default_factory=set)
    due: datetime | None = None
    closes: datetime | None = None


class Model:
    """A campaign as the guide says that it goes. ``game`` knows what may stand in for whom at which stage."""

    def __init__(self, config: Config, stage: Stage, captains: bool) -> None:
        self.config = config
        self.at_stage: Config | None = None if stage.phase in ("roles", "deal") else config
        self.stage = stage
        self.captains = captains
        self.standing: dict[str, str] = {}
        self.ahead: dict[int, dict[str, str]] = {}
        self.broken = False
        self.pause: Pause | None = None
        self.acts = 0
        self.over = False
        self.inbox: list[Sent] = []
        self.stranger = False
        self.fresh: set[tuple[str, bool]] = set()
        self.folders = False
        self.lapsed: set[str] = set()
        self.seen: datetime | None = None
        self.acted: datetime | None = None
        self.promised: Promise | None = None
        self.came: datetime | None = None
        self.said: datetime | None = None
        self.line: tuple[Any, ...] = ()
        self.quiet = False
        self.fits: Callable[[Stage, str, str], bool] = lambda stage, player, standing: False
        self.answers: Callable[[str], bool] = lambda standing: False
        self.usable: Callable[[Stage, str], bool] = lambda stage, orders: stage.phase in ("turn", "vote")

    # Time

    @property
    def timed(self) -> Config:
        """What is written of the stage awaited."""
        return self.config.of(self.stage.phase, self.stage.window)

    @property
    def due(self) -> datetime | None:
        """When the stage awaited is due."""
        if not self.config.deadline:
            return None
        return self.stage.extended or self.timed.due(self.stage.began)

    @property
    def grace(self) -> int:
        """How many hours late orders are waited for."""
        return 0 if self.timed.fixed else self.timed.grace

    @property
    def closes(self) -> datetime | None:
        """When nobody is waited for any more."""
        due = self.due
        return due + timedelta(hours=self.grace) if due else None

    # People

    def answered(self) -> list[str]:
        """For whom, in a window, what he has left answers: nobody whose last file was refused."""
        stage = self.stage
        if not stage.window or self.config.absents == "rien":
            return []
        silent = [player for player in stage.owed if player not in (*stage.received, *stage.refused)]
        return [player for player in silent if player in self.standing and self.answers(self.standing[player])]

    def away(self, now: datetime) -> list[str]:
        """Who has orders to give, has given none, and is not awaited."""
        there = (*self.stage.received, *self.answered())
        owed = (player for player in self.stage.owed if player not in there)
        return [player for player in owed if self.config.away(player, now, self.due)]

    def missing(self, now: datetime) -> list[str]:
        """Who is awaited and has sent nothing."""
        there = (*self.stage.received, *self.answered(), *self.away(now))
        return [player for player in self.stage.owed if player not in there]

    def stands_in(self, player: str) -> bool:
        """Tell whether a standing order can play for a player."""
        return player in self.standing and self.fits(self.stage, player, self.standing[player])

    # Files

    def notes(self) -> list[str]:
        """Return the last note of each player, and that of a file which he has not corrected yet."""
        return [told[player] for told in (self.stage.notes, self.stage.asides) for player in sorted(told)]

    def take(self, now: datetime) -> tuple[int, int]:
        """Take what lies in the inbox; return how many files were accepted, and how many refused."""
        accepted = refused = 0
        self.fresh.clear()
        self.stranger = any(sent.player == STRANGER for sent in self.inbox)
        for sent in self.inbox:
            if self._judge(sent, now):
                accepted += 1
            else:
                refused += 1
        self.inbox.clear()
        return accepted, refused

    def _judge(self, sent: Sent, now: datetime) -> bool:
        stage = self.stage
        if sent.player == STRANGER:
            self.fresh.add((sent.player, True))
            return False
        if sent.turn < stage.turn:
            return False
        useless = sent.standing not in (None, "rien") and self.config.absents == "rien"
        orders = bool(sent.orders) or not sent.good
        if not sent.good or useless:
            if sent.note:
                stage.asides[sent.player] = sent.note
            self.fresh.add((sent.player, orders))
            if orders:
                stage.refused.add(sent.player)
            return False
        if sent.turn > stage.turn:
            self.ahead.setdefault(sent.turn, {})[sent.player] = sent.orders
            return True
        if sent.orders:
            stage.received[sent.player] = sent.orders
            stage.early.discard(sent.player)
            stage.last = now
        if sent.standing == "rien":
            self.standing.pop(sent.player, None)
        elif sent.standing:
            self.standing[sent.player] = sent.standing
        if sent.note:
            stage.notes[sent.player] = sent.note
        self.fresh.discard((sent.player, orders))
        if orders:
            stage.refused.discard(sent.player)
            stage.asides.pop(sent.player, None)
        return True

    # What is done at a visit

    def visit(self, now: datetime) -> Expected:
        """Return what cron does now, and be as far."""
        self.came = self.seen
        if self.over:
            before, self.line = self.line, ("over",)
            return Expected("over", prints=False if before == ("over",) else None)
        if self.broken:
            return self._broken(now)
        taken = self.take(now)
        letters = self._letters()
        done = self._decide(now)
        done.letters = letters
        done.due, done.closes = self.due, self.closes
        self.seen = self.acted = now
        if done.what in ("wait", "begin"):
            self.promise(now)
        self._output(now, done, taken)
        return done

    def busy(self, now: datetime) -> Expected:
        """Return what cron does while another command holds the campaign: it is told once that lasts an hour."""
        last = self.seen or self.stage.began
        late = now - last > timedelta(hours=1) or last > now + LEEWAY
        return Expected("busy", look=late, prints=late)

    def _broken(self, now: datetime) -> Expected:
        self.seen = now
        done = Expected("broken", look=True)
        done.prints = self._news(now, ("broken",), look=True)
        return done

    def _decide(self, now: datetime) -> Expected:
        if self.pause:
            shown = self.pause.reason or not self.pause.until or self.pause.until <= now
            return Expected("held", "" if shown else "until", look=bool(shown))
        if not self.stage.owed:
            return Expected("begin", look=True)
        reason = self._suspect(now)
        if reason:
            return self._brake(*reason, now)
        done = self._complete(now) if not self.missing(now) else self._incomplete(now)
        if done.what == "wait":
            self._remind(now, done)
            if self._false_clock(now):
                done.look, done.reason = True, "clock"
        elif done.what == "play":
            self._play(done)
        return done

    def _brake(self, reason: str, key: Any, now: datetime) -> Expected:
        self.acts += 1
        self.pause = Pause(self.acts, reason)
        self.stage.pauses.append((reason, key, now))
        self.stage.acts.append(now)
        return Expected("brake", reason, look=True)

    def _suspect(self, now: datetime) -> tuple[str, Any] | None:
        due, closes, stage = self.due, self.closes, self.stage
        if due is None or closes is None:
            return None
        back = self.acted is not None and now < self.acted - LEEWAY
        if back or (now < max(stage.began, *stage.acts, now) - LEEWAY and not stage.back_answered):
            return "back", None
        if self.acted is None and due <= now and ("first", due) not in stage.answered:
            return "first", due
        return self._silence(now) or self._edited(now, due, closes)

    def _silence(self, now: datetime) -> tuple[str, Any] | None:
        released = self.stage.released
        known = [released] if released and released <= now else []
        for reason, last in (("silence", self.seen), ("repair", self.acted)):
            if last and now - max([last, *known]) > timedelta(hours=self.config.silence):
                return reason, None
        return None

    def _edited(self, now: datetime, due: datetime, closes: datetime) -> tuple[str, Any] | None:
        if self.promised is None or self.acted is None or closes > now:
            return None
        then = self.promised
        if then.closes is not None and then.closes <= now:
            return None
        if then.due != due and not self.stage.extended:
            reason = "edit"
        elif self.grace < then.grace:
            reason = "grace"
        else:
            return None
        answer = self.stage.answered.get((reason, closes))
        return None if answer is not None and answer >= self.acted else (reason, closes)

    def _complete(self, now: datetime) -> Expected:
        due, closes, away = self.due, self.closes, self.away(now)
        early = due is None or now < due
        waits = {
            "blocked": bool(away) and self.captains,
            "hour": due is not None and early and (self.timed.fixed or not self.timed.early),
            "ahead": due is not None
            and early
            and not self.config.ahead
            and bool(self.stage.early & set(self.stage.owed)),
            "away": early and len(away) == len(self.stage.owed),
            "refused": bool(self.stage.refused & set(self.stage.received)) and (closes is None or now < closes),
            "pause": self._pauses(now),
        }
        for reason, holds in waits.items():
            if holds:
                return Expected("wait", reason, look=due is None or reason == "blocked")
        return Expected("play")

    def _pauses(self, now: datetime) -> bool:
        """Tell whether everybody may still correct his orders."""
        end = self.pause_end
        return end is not None and now < end

    @property
    def pause_end(self) -> datetime | None:
        """When everybody may correct his orders no longer; None where there is no such time."""
        due, timed = self.due, self.timed
        hours = timed.pause if timed.early and not timed.fixed else 0
        if due is None or not hours or not self.stage.owed:
            return None
        return min((self.stage.last or self.stage.began) + timedelta(hours=hours), due)

    def _incomplete(self, now: datetime) -> Expected:
        due, closes = self.due, self.closes
        if due is None or closes is None:
            return Expected("wait", "missing", look=True)
        if now < closes:
            return Expected("wait", "missing" if now < due else "grace")
        if self.stage.window:
            return Expected("play")
        waits = self.config.absents in ("", "attendre") and not self.timed.fixed
        if self.captains or waits:
            return Expected("wait", "late", look=True)
        reason = self._too_few(now)
        if reason and ("few", closes) not in self.stage.answered:
            return self._brake(reason, closes, now)
        return Expected("play")

    def _too_few(self, now: datetime) -> str:
        if self.config.missing >= 100:
            return ""
        counted = self.config.absents != "rien"
        missing = self.missing(now)
        dead = [player for player in missing if not (counted and self.stands_in(player))]
        owed, away = len(self.stage.owed), self.away(now)
        if (len(dead) * 100 > self.config.missing * owed and len(dead) >= 3) or len(dead) == owed >= 2:
            return "missing"
        here = owed - len(away)
        return "silent" if len(dead) == here >= 2 else ""

    def _false_clock(self, now: datetime) -> bool:
        began, due = self.stage.began, self.due
        return due is not None and began > now + LEEWAY and due > began

    def _remind(self, now: datetime, done: Expected) -> None:
        due, missing = self.due, self.missing(now)
        if due is None or not missing:
            return
        before = (24,) if self.timed.reminders is None else self.timed.reminders
        moments = {due - timedelta(hours=hours): hours for hours in (*before, *([] if self.stage.window else [0]))}
        come = [moment for moment in moments if moment <= now and (self.stage.began < moment or self.stage.began > now)]
        if come:
            there = f"{due.astimezone(self.config.place):%Y-%m-%d-%Hh%M}"
            letters = {(there, moments[max(come)], player) for player in missing}
            done.reminders = letters - self.stage.reminded
            self.stage.reminded |= letters

    def _play(self, done: Expected, standing: bool | None = None) -> None:
        used = self.config.absents != "rien" if standing is None else standing
        done.played = True
        done.orders = dict(self.stage.received)
        without = [player for player in self.stage.owed if player not in done.orders]
        done.stood_in = {player for player in without if used and self.stands_in(player)}
        done.absent = set(without) - done.stood_in - set(self.answered())

    # What is printed

    def _output(self, now: datetime, done: Expected, taken: tuple[int, int]) -> None:
        called = self.folders or any(note.startswith("MJ :") for note in self.notes())
        shown, done.look = done.look or called, done.look or called or self.stranger
        if done.played or done.what == "brake":
            done.prints, self.said = True, now
            self.line = (
                ("played", self.folders) if done.played else self._line(now, replace(done, what="held", reason=""))
            )
            return
        line = self._line(now, replace(done, look=shown))
        accepted, refused = taken
        event = bool(refused or done.reminders or done.letters or (accepted and not self.quiet))
        done.prints = self._news(now, line, look=shown, event=event)

    def _edits(self) -> list[Config]:
        """What the MJ has changed since the last stage, if there is one."""
        return [self.config, self.at_stage] if self.at_stage else []

    def _lapse(self) -> list[str]:
        """Whose standing orders serve no more; it is told as long as it is so."""
        return sorted(self.lapsed)

    def _letters(self) -> set[str]:
        """Return who is to be told that his standing orders serve no more, or serve again."""
        before = self.lapsed
        self.lapsed = set(self.standing) if self.config.absents == "rien" else set()
        return (before ^ self.lapsed) & set(self.standing)

    def _line(self, now: datetime, done: Expected) -> Any:
        remarks = (
            tuple(note for note in self.notes() if note.startswith("MJ :")),
            self.folders,
            *self._edits(),
            *self._lapse(),
        )
        year = now.astimezone(self.config.place).year, str(self.config.place)
        if done.what == "held" and self.pause:
            return ("held", self.pause.number, done.reason, *remarks, year)
        if done.what == "begin":
            return (done.what, *remarks, year)
        return (
            done.what,
            done.reason,
            *remarks,
            self.missing(now),
            sorted(self.stage.refused) if done.reason == "refused" else (),
            {"grace": self.closes, "refused": self.closes, "pause": self.pause_end}.get(done.reason, self.due),
            done.look,
            year,
        )

    def _news(self, now: datetime, line: tuple[Any, ...], *, look: bool, event: bool = False) -> bool | None:
        before, self.line = self.line, line
        said, came = self.said, self.came
        daily = look and (said is None or now - said >= DAILY or max(said, came or said) > now + LEEWAY)
        if event or daily:
            prints: bool | None = True
        elif before == line or (self.quiet and not look):
            prints = False
        elif self.quiet:
            prints = None  # it is told if the reason has changed
        elif before[:1] == ("played",):
            untouched = self.missing(now) == list(self.stage.owed) and not self.notes() and not self.folders
            began = self.stage.began  # who was away then, and is awaited now, is news
            here = not any(self.config.away(player, began, self.due) for player in self.stage.owed)
            same = line[0] == "wait" and untouched and here and before[1] is False and self.config == self.at_stage
            prints = (False if same else None) if look else None  # « joué » stands for the first time
        elif line[:-1] == before[:-1]:
            prints = None  # a date of another year has its year, and of another zone its zone
        else:
            prints = None if not before or "until" in line else True
        return prints

    # What the MJ does

    def promise(self, now: datetime) -> None:
        """Remember what is promised to the players now."""
        self.promised = Promise(now, self.due, self.closes, self.grace)

    def hold(self, until: datetime | None, now: datetime) -> None:
        """``hold``."""
        self.acts += 1
        self.stage.acts.append(now)
        self.pause = Pause(self.acts, until=until)

    def release(self, now: datetime) -> None:
        """``release``: what the brake has held the campaign for since the last one is answered."""
        self.acts += 1
        self.pause = None
        stage = self.stage
        stage.acts.append(now)
        for reason, key, at in stage.pauses:
            if at > now + LEEWAY and reason != "back":
                continue  # it was held under a wrong clock
            if reason in ("missing", "silent"):
                stage.answered["few", key] = now
            elif reason in ("edit", "grace", "first"):
                stage.answered[reason, key] = now
            elif reason in ("silence", "repair"):
                stage.released = now
            else:
                stage.back_answered = True
        stage.pauses.clear()

    def extend(self, until: datetime, now: datetime) -> None:
        """``extend``."""
        self.acts += 1
        self.stage.extended = until
        self.stage.acts.append(now)
        self.promised = None

    def resolve(self, now: datetime, *, force: bool) -> tuple[int, Expected]:
        """``resolve``; return its exit status and what comes of it."""
        self.take(now)
        refused = bool(self.fresh)
        if self.pause:
            return 3, Expected("held")
        if not self.stage.owed:
            return (1, Expected("begin")) if refused else (0, Expected("play", played=True))
        done = self._forced() if force else self._by_hand(now)
        if not force and refused and (done.what == "play" or done.reason == "refused"):
            return 1, Expected("wait")
        if done.what != "play" and done.reason != "refused":
            return 3, done
        done = Expected("play")  # told once of what is refused, the MJ means it
        self._play(done)
        if self.line[:1] == ("played",):
            self.line = ()  # « joué » stood for the first time of another stage
        return 0, done

    def _forced(self) -> Expected:
        blocked = self.captains and set(self.stage.owed) - set(self.stage.received)
        return Expected("wait" if blocked else "play")

    def _by_hand(self, now: datetime) -> Expected:
        if not self.missing(now):
            return Expected("wait", "pause") if self._pauses(now) else self._complete(now)
        closes = self.closes
        late = closes is not None and closes <= now
        if self.stage.window:
            return Expected("play" if late else "wait")
        played = self.config.absents in ("rien", "permanents") or self.timed.fixed
        plays = late and not self.captains and played
        if self._too_few(now) and ("few", closes) not in self.stage.answered:
            plays = False
        return Expected("play" if plays else "wait")

    def next(self, stage: Stage | None, captains: bool) -> None:
        """Be at the stage that follows, with the orders that were sent ahead for it."""
        if stage is None:
            self.over = True
            return
        self.stage, self.captains, self.at_stage = stage, captains, self.config
        self.promised = None
        for player, orders in self.ahead.pop(stage.turn, {}).items():
            if self.usable(stage, orders) and (player in stage.owed or orders == "rien"):
                stage.received[player] = orders
                stage.early.add(player)
            else:
                stage.ahead_refused = True


# The games -------------------------------------------------------------------------------------------------------

WIDE = TWO.replace("taille: 6x3, topologie: fermé", "taille: 60x3, topologie: bouée")
"""Wide enough that pieces which walk now and then do not meet."""


class Tsewnart:
    """Orders of Tsewnart that hurt nobody: votes that are not given, walks in an empty row."""

    players = ("Anna", "Luc", "Max", "Paul", "Rita", "Zoé")
    standing = ("walk", "never")
    phases = ("roles", "placement", "turn")

    def __init__(self, folder: Path, rng: random.Random, began: datetime) -> None:
        self.folder = folder
        stage = rng.choice(["roles", "placement", "turn-1", "turn-1", "turn-1"])
        clocked.tsewnart(folder, stage=stage, text=WIDE, began=began.isoformat())

    def stage(self, began: datetime) -> Stage | None:
        """Return the stage awaited, None when the game is over or has left its quiet course."""
        if not clocked.stages(self.folder):
            return Stage("roles", 0, ("Anna", "Paul"), began)
        state = resistance.state(self.folder)
        if state["phase"] == "placement":
            return Stage("placement", 0, ("Anna", "Paul"), began)
        if state["ending"] or len(state["pieces"]) < 6:
            return None
        return Stage("turn", state["turn"], self.players, began)

    def order(self, stage: Stage, player: str, rng: random.Random) -> str:
        """Return an order that a player may give."""
        if stage.phase != "turn":
            return stage.phase
        return rng.choice(["rien", "stop", "surrender", "stop surrender"])

    def text(self, sent: Sent) -> str:
        """Return a file."""
        if sent.orders in ("roles", "placement"):
            files = CHOICES[TWO] if sent.orders == "roles" else PLACES[TWO]
            text = files[sent.player == "Paul"]
            return text if sent.good else text.replace("{", "{oups: ", 1)
        lines = [f"joueur: {sent.player}", f"tour: {sent.turn}"]
        if not sent.good:
            lines.append("ordres: {dplacement: haut}")
        elif sent.orders:
            votes = {"stop": "arrêter: non", "surrender": "abandonner: non"}
            given = ", ".join(votes[word] for word in sent.orders.split() if word in votes)
            lines.append(f"ordres: {{{given}}}" if given else "ordres: rien")
        if sent.standing:
            side = "gauche" if sent.player in ("Anna", "Luc", "Max") else "droite"
            friend = {"Anna": "Luc", "Luc": "Anna", "Max": "Anna", "Paul": "Rita"}.get(sent.player, "Paul")
            known = {"walk": f"{{déplacement: {side}}}", "never": f"{{capturer: {friend}}}", "rien": "rien"}
            lines.append(f"permanents: {known[sent.standing]}")
        lines += [f"note: {sent.note!r}"] if sent.note else []
        return "\n".join(lines) + "\n"

    @staticmethod
    def fits(stage: Stage, player: str, standing: str) -> bool:
        """Tell whether a standing order can play at a stage."""
        return stage.phase == "turn" and standing == "walk"

    @staticmethod
    def given(orders: dict[str, Any]) -> str:
        """Return orders as published in the words of this file."""
        if "roles" in orders or "placement" in orders:
            return "roles" if "roles" in orders else "placement"
        return " ".join(word for word in ("stop", "surrender") if word in orders) or "rien"


class Fleet:
    """The Resistance."""

    players = ("Anna", "Bruno", "Chloé", "Denis", "Emma")
    standing = ("vote", "escadron", "mission", "vote escadron")
    phases = ("proposal", "vote", "mission")
    sizes = (2, 3, 2, 3, 3)

    def __init__(self, folder: Path, rng: random.Random, began: datetime) -> None:
        self.folder = folder
        stage = rng.choice(["deal", "proposal", "vote", "mission"])
        clocked.fleet(folder, stage=stage, began=began.isoformat())
        for before in folder.glob("turns/*/before"):
            shutil.rmtree(before)

    def stage(self, began: datetime) -> Stage | None:
        """Return the stage awaited, None when the game is over."""
        if not clocked.stages(self.folder):
            return Stage("deal", 0, (), began)
        state = resistance.state(self.folder)
        if state["ending"]:
            return None
        owed = {"proposal": [state["commander"]], "vote": state["seats"], "mission": state["squad"]}
        self.target = state["target"] or len(state["missions"]) + 1
        phase = state["phase"]
        return Stage(phase, state["turn"], tuple(player for player in state["seats"] if player in owed[phase]), began)

    def order(self, stage: Stage, player: str, rng: random.Random) -> str:
        """Return an order that a player may give."""
        if stage.phase == "vote":
            return rng.choice(["vote: oui", "vote: non"])
        if stage.phase == "mission":
            cards = ["réussite", "échec"] if player in resistance.state(self.folder)["cylons"] else ["réussite"]
            return f"mission: {rng.choice(cards)}"
        squad = sorted(rng.sample(self.players, self.sizes[self.target - 1]))
        return f"escadron: [{', '.join(squad)}]"

    def text(self, sent: Sent) -> str:
        """Return a file."""
        lines = [f"joueur: {sent.player}", f"tour: {sent.turn}"]
        if not sent.good:
            lines.append("ordres: {vot: oui}")
        elif sent.orders:
            lines.append(f"ordres: {{{sent.orders}}}")
        known = {"vote": "vote: non", "escadron": "escadron: [Anna, Chloé, Denis]", "mission": "mission: réussite"}
        if sent.standing == "rien":
            lines.append("permanents: rien")
        elif sent.standing:
            lines.append(f"permanents: {{{', '.join(known[word] for word in sent.standing.split())}}}")
        lines += [f"note: {sent.note!r}"] if sent.note else []
        return "\n".join(lines) + "\n"

    @staticmethod
    def fits(stage: Stage, player: str, standing: str) -> bool:
        """Tell whether a standing order can play at a stage."""
        wanted = {"proposal": "escadron", "vote": "vote", "mission": "mission"}
        return wanted.get(stage.phase) in standing.split()

    @staticmethod
    def given(orders: dict[str, Any]) -> str:
        """Return orders as published in the words of this file."""
        words = {"yes": "oui", "no": "non", True: "oui", False: "non", "success": "réussite", "failure": "échec"}
        if "squad" in orders:
            return f"escadron: [{', '.join(sorted(orders['squad']))}]"
        ((key, value),) = orders.items()
        return f"{key}: {words.get(value, value)}"


class Watch:
    """The small game with windows; see :mod:`windowed`."""

    players = windowed.PLAYERS
    standing = ("mise", "garde", "oui", "si rouge", "mise garde", "mise si rouge")
    phases = ("bids",)

    def __init__(self, folder: Path, rng: random.Random, began: datetime) -> None:
        self.folder = folder
        windowed.campaign(folder, "alarmes: [9, 4, 0]\n", rounds=60)
        (folder / "began.json").write_bytes(sealed({"at": began.isoformat()}))

    def stage(self, began: datetime, played: int | None = None) -> Stage | None:
        """Return the stage awaited, or that was awaited after so many, None when the game is over."""
        folders = clocked.stages(self.folder)[:played]
        if not folders:
            return Stage("bids", 1, self.players, began)
        state = json.loads((self.folder / "turns" / folders[-1] / "result" / "state.json").read_bytes())
        window = state["phase"] != "bids"
        owed = tuple(player for player in self.players if not window or state["alarms"][player])
        return Stage(state["phase"], state["turn"], owed, began, window=window) if state["phase"] != "over" else None

    def order(self, stage: Stage, player: str, rng: random.Random) -> str:
        """Return an order that a player may give."""
        if stage.window:
            return rng.choice(["alarme: garde", "alarme: garde", "alarme: oui", "rien"])
        return rng.choice([f"mise: {rng.randint(1, 20)}", "rien"])

    def text(self, sent: Sent) -> str:
        """Return a file."""
        lines = [f"joueur: {sent.player}", f"tour: {sent.turn}"]
        if not sent.good:
            lines.append("ordres: {alrme: oui}")
        elif sent.orders:
            lines.append(f"ordres: {sent.orders}" if sent.orders == "rien" else f"ordres: {{{sent.orders}}}")
        if sent.standing == "rien":
            lines.append("permanents: rien")
        elif sent.standing:
            words = ["mise: 4"] if sent.standing.startswith("mise") else []
            alarm = sent.standing.removeprefix("mise").strip()
            lines.append(f"permanents: {{{', '.join([*words, *([f'alarme: {alarm}'] if alarm else [])])}}}")
        lines += [f"note: {sent.note!r}"] if sent.note else []
        return "\n".join(lines) + "\n"

    @staticmethod
    def fits(stage: Stage, player: str, standing: str) -> bool:
        """Tell whether a standing order can play at a stage."""
        if not stage.window:
            return standing.startswith("mise")
        return standing.endswith("oui") or (standing.endswith("si rouge") and player in REDS)

    @staticmethod
    def answers(standing: str) -> bool:
        """Tell whether what was left answers in a window."""
        return standing != "mise"

    @staticmethod
    def usable(stage: Stage, orders: str) -> bool:
        """Tell whether orders sent ahead can be used at a stage."""
        return orders == "rien" or orders.startswith("alarme") == stage.window

    @staticmethod
    def given(orders: dict[str, Any]) -> str:
        """Return orders as published in the words of this file."""
        words = {"yes": "oui", "no": "garde"}
        if "alarm" in orders:
            return f"alarme: {words[orders['alarm']]}"
        return f"mise: {orders['bid']}" if "bid" in orders else "rien"


REDS = windowed.GAME.setup.setting({"players": windowed.PLAYERS, "rounds": 1, "seed": windowed.SEED}).reds


# A life ----------------------------------------------------------------------------------------------------------


class PartingError(AssertionError):
    """Where the program and the model part."""


STARTS = ("2026-10-12", "2026-11-20", "2027-03-10", "2027-06-01")
ZONES = ("", "", "", "Europe/Paris", "America/Montreal", "Pacific/Auckland", "Asia/Kolkata")
HOURS = ("", "", "20:00", "00:00", "02:30", "08:30", "21:00")


EDITS = (
    "days",
    "skip",
    "hour",
    "zone",
    "grace",
    "reminders",
    "absents",
    "absences",
    "early",
    "pause",
    "brake",
    "deadline",
    "all",
    "own",
    "windows",
    "fixed",
    "ahead",
)


def any_own(rng: random.Random, phases: tuple[str, ...]) -> Own | None:
    """Return what an MJ may have written of one phase."""
    if rng.random() < 0.5:
        return None
    length: dict[str, Any] = rng.choice(
        [{"days": 1}, {"days": 4}, {"hours": 9}, {"hours": 36}, {"weekdays": (2, 5)}, {}]
    )
    if "hours" not in length and (not length or rng.random() < 0.4):
        length = {**length, "hour": rng.choice(["08:30", "21:00"])}
    fixed = rng.choice([None, None, True, False])
    grace = rng.choice([None, 0, 6]) if fixed is None else None
    return Own(rng.choice(phases), **length, grace=grace, reminders=rng.choice([None, None, (), (6,)]), fixed=fixed)


def any_windows(rng: random.Random, phases: tuple[str, ...]) -> Own | None:
    """Return what an MJ may have written of windows, in a game that has some."""
    if "bids" not in phases or rng.random() < 0.3:
        return None
    own = Own("windows", hours=rng.choice([0, 5, 24, 48]), reminders=rng.choice([None, (), (3,)]))
    own = replace(own, fixed=rng.choice([None, None, True, False]))
    return own if own != Own("windows") else None


def any_config(rng: random.Random, phases: tuple[str, ...]) -> Config:
    """Return what an MJ may have written."""
    fixed = rng.random() < 0.2
    hours = rng.choice([0, 0, 0, 0, 0, 20, 60])
    if hours:
        return replace(_any_config(rng, phases, fixed=False), hours=hours, days=0, hour="")
    return _any_config(rng, phases, fixed=fixed)


def _any_config(rng: random.Random, phases: tuple[str, ...], *, fixed: bool) -> Config:
    return Config(
        deadline=rng.random() < 0.92,
        days=0 if fixed else rng.choice([1, 2, 2, 3, 3, 4, 7]),
        weekdays=tuple(sorted(rng.sample(range(7), rng.choice([1, 2, 3])))) if fixed else (),
        hour=rng.choice(HOURS),
        zone=rng.choice(ZONES),
        grace=rng.choice([0, 0, 2, 6, 12, 30]),
        reminders=rng.choice([None, None, (), (24, 3), (48, 24, 3), (6,)]),
        early=rng.random() < 0.8,
        pause=rng.choice([0, 0, 0, 2, 6, 30]),
        absents=rng.choice(["", "attendre", "rien", "permanents", "permanents", "permanents"]),
        missing=rng.choice([50, 50, 50, 80, 100, 30]),
        silence=rng.choice([48, 48, 72, 100, 24]),
        fixed=rng.random() < 0.1,
        own=any_own(rng, phases),
        windows=any_windows(rng, phases),
        ahead=rng.random() < 0.8,
        skip=() if fixed else rng.choice([(), (), (5, 6), (6, date(2026, 12, 25)), (date(2026, 11, 24), 2)]),
    )


@dataclass
class Life:
    """One campaign after another in a folder, for so many days."""

    root: Path
    rng: random.Random
    days: int
    counts: Counter[str]
    log: list[str] = field(default_factory=list)
    statuses: float = 0.1
    patient: bool = False
    games: Sequence[type[Tsewnart] | type[Fleet] | type[Watch]] = (Tsewnart, Fleet, Watch)
    stuck: bool = False

    def live(self) -> None:
        """Live all the days; raise :class:`PartingError` where the program does not do what the model says."""
        rng = self.rng
        start = datetime.fromisoformat(rng.choice(STARTS)).replace(tzinfo=UTC) + timedelta(minutes=rng.randrange(1440))
        self.now = start
        self.offset = timedelta()
        self.jumped_until: datetime | None = None
        self.second = 0
        self.campaigns = 0
        self.busy = rng.choice([0.05, 0.15, 0.3, 0.5])
        self.daily = rng.random() < 0.2
        self.quiet = rng.random() < 0.15
        self.checked: set[date] = set()
        self.begin()
        end = start + timedelta(days=self.days)
        while self.now < end:
            self.pass_time()
            self.visit()
            if self.model.over and rng.random() < 0.4:
                self.begin()
        self.counts["set days"] += self.days
        self.counts["days of the first property"] += len(self.checked)

    @property
    def clock(self) -> datetime:
        """What the clock of the machine shows."""
        return self.now + self.offset

    def begin(self) -> None:
        """Begin a campaign."""
        rng = self.rng
        if self.campaigns:
            shutil.rmtree(self.folder)
        self.campaigns += 1
        self.folder = self.root / f"partie{self.campaigns}"
        self.set_clock()
        began = self.clock.replace(microsecond=0)
        self.game: Tsewnart | Fleet | Watch = rng.choice(self.games)(self.folder, rng, began)
        (self.folder / "inbox").mkdir(exist_ok=True)
        self.base = (self.folder / "campaign.yaml").read_text(encoding="utf-8")
        stage = self.game.stage(began)
        assert stage is not None
        self.gone_by = len(clocked.stages(self.folder))
        config = any_config(rng, self.game.phases)
        self.model = Model(config, stage, stage.phase in ("roles", "placement"))
        self.model.fits = self.game.fits
        if isinstance(self.game, Watch):
            self.model.answers, self.model.usable = self.game.answers, self.game.usable
            self.model.at_stage = None
        self.model.quiet = self.quiet
        self.write_config()
        self.told = ""
        self.printed: datetime | None = None
        self.tell(f"begin {type(self.game).__name__} at {stage.phase}: {config.yaml()!r}")

    def set_clock(self) -> None:
        os.environ["ADJUDICATOR_NOW"] = self.clock.isoformat()

    def tell(self, line: str) -> None:
        self.log.append(f"{self.clock:%Y-%m-%d %H:%M:%S} {line}")

    # What happens between two visits

    def pass_time(self) -> None:
        """Go on to the next visit, with whatever happens before it."""
        rng = self.rng
        gap = timedelta(hours=24) if self.daily else timedelta(hours=rng.choice([1, 3, 6, 8, 12]))
        if rng.random() < 0.02:
            gap = timedelta(hours=rng.choice([30, 50, 73, 120, 240, 400]))
            self.counts["outages"] += 1
        gap += timedelta(seconds=rng.choice([-20, -3, 0, 0, 2, 15, 300]))
        visit = self.now + gap
        for moment in sorted(rng.random() for _ in range(rng.choice([0, 1, 1, 2, 3]))):
            self.now = visit - gap * (1 - moment)
            self.happen()
        self.now = visit
        if rng.random() < 0.15:
            self.wait_for(rng.choice(self.moments()))

    def moments(self) -> list[datetime]:
        """Return the moments on which something hangs."""
        model, rng = self.model, self.rng
        found = [self.clock]
        if model.due and model.closes:
            hours = rng.choice(model.timed.reminders or (24,))
            found += [model.due, model.closes, model.due - timedelta(hours=hours), model.stage.began - LEEWAY]
        if model.said:
            found.append(model.said + DAILY)
        if model.acted:
            found += [model.acted + timedelta(hours=model.config.silence), model.acted - LEEWAY]
        if model.pause and model.pause.until:
            found.append(model.pause.until)
        for away in model.config.absences[:1]:
            found += model.config.spans(away.player)[0] if not away.substitute else ()
        return found

    def wait_for(self, moment: datetime) -> None:
        """Be at a moment to the second, or a second beside it, if it is near."""
        wait = moment - self.clock + timedelta(seconds=self.rng.choice([-1, 0, 0, 1]))
        if timedelta() < wait < timedelta(hours=12):
            self.now += wait
        elif timedelta() >= wait > -timedelta(hours=12) and moment < self.clock and self.rng.random() < 0.1:
            self.jump(wait)

    def happen(self) -> None:
        """Let something happen."""
        rng, model = self.rng, self.model
        if self.offset and rng.random() < 0.2:
            self.jump(-self.offset)
        elif rng.random() < 0.008:
            self.jump(timedelta(hours=rng.choice([-5, -30, -200, -0.1, 0.1, 1, 30, 60, 400, 24 * 365])))
        self.set_clock()
        roll = rng.random()
        if model.over:
            return
        if roll < 0.06:
            self.edit()
        elif model.broken:
            if roll < 0.3:
                self.mend()
        elif roll < 0.25:
            self.command()
        else:
            self.write()

    def jump(self, by: timedelta) -> None:
        """Let the clock of the machine jump."""
        self.offset += by
        self.counts["jumps"] += 1
        self.tell(f"the clock jumps by {by}")

    def write(self) -> None:
        """Let players write, and whoever else finds the inbox."""
        rng, model = self.rng, self.model
        if rng.random() < 0.02:
            self.drop(Sent(STRANGER, model.stage.turn, "vote: oui", good=False))
        if rng.random() < (0.2 if model.folders else 0.01):
            model.folders = not model.folders
            path = self.folder / "inbox" / "jointes"
            path.mkdir() if model.folders else path.rmdir()
            self.tell(f"a folder in the inbox: {model.folders}")
        for player in self.game.players:
            if rng.random() < self.busy and model.stage.phase != "deal":
                sent = self.sent(player)
                if sent:
                    self.drop(sent)

    def sent(self, player: str) -> Sent | None:
        """Return what a player sends, if he does."""
        rng, stage = self.rng, self.model.stage
        sent, roll = Sent(player, stage.turn), rng.random()
        if stage.phase in ("roles", "placement"):
            sent.orders, sent.good = stage.phase, roll < 0.8
            return sent if player in stage.owed else None
        if roll < 0.12:
            sent.standing = rng.choice([*self.game.standing, "rien"])
        elif roll < 0.18 and stage.turn > 1:
            sent.turn -= 1
            sent.orders = "vote: oui" if isinstance(self.game, Fleet) else "rien"
        elif roll < 0.24:
            sent.turn += rng.choice([1, 1, 2, 5])
            ahead = replace(stage, phase="vote" if isinstance(self.game, Fleet) else "turn", window=rng.random() < 0.6)
            sent.orders = self.game.order(ahead, player, rng)
        elif player in stage.owed:
            sent.orders = self.game.order(stage, player, rng)
            sent.good = roll < 0.88
            if rng.random() < 0.1:
                sent.note = rng.choice(["MJ : que faire ?", "bonjour", "MJ : encore une question"])
        else:
            return None
        return sent

    def drop(self, sent: Sent) -> None:
        """Put a file into the inbox."""
        self.second += 1
        clocked.drop(self.folder, f"{self.second:05d}.txt", self.game.text(sent), self.second)
        self.model.inbox.append(sent)
        self.counts["files"] += 1
        self.tell(f"file: {self.game.text(sent)!r}")

    def edit(self) -> None:
        """Let the MJ change ``campaign.yaml``, or break it."""
        rng, model = self.rng, self.model
        self.counts["edits"] += 1
        if rng.random() < 0.25:
            model.broken = True
            path = self.folder / "campaign.yaml"
            path.write_text(self.base + "échéance: [\n", encoding="utf-8")
            self.tell("campaign.yaml is broken")
            return
        other = any_config(rng, self.game.phases)
        kind = rng.choice([*EDITS, "absences", "all"])
        config = model.config
        if kind == "absences" or (not config.deadline and kind not in ("all", "deadline")):
            config = replace(config, absences=self.absences())
        elif kind == "days":
            hour = "" if other.hours else config.hour
            config = replace(config, days=other.days, weekdays=other.weekdays, hours=other.hours, hour=hour)
        elif kind == "hour":
            config = replace(config, hour="" if config.hours else other.hour)
        elif kind == "deadline":
            config = replace(config, deadline=not config.deadline or model.stage.extended is not None)
        elif kind == "brake":
            config = replace(config, missing=other.missing, silence=other.silence)
        elif kind == "all":
            config = replace(other, absences=config.absences, zone=config.zone)
            config = replace(config, deadline=config.deadline or model.stage.extended is not None)
        else:
            config = replace(config, **{kind: getattr(other, kind)})
        model.config = config
        self.mend()

    def absences(self) -> tuple[Absence, ...]:
        """Return announced absences, near now."""
        rng, found = self.rng, []
        today = self.clock.astimezone(self.model.config.place).date()
        for player in rng.sample(self.game.players, rng.choice([0, 1, 2, 3, len(self.game.players)])):
            first = today + timedelta(days=rng.randrange(-2, 5))
            last = first + timedelta(days=rng.choice([0, 1, 3, 6]))
            found.append(Absence(player, first, last, f"Hana {player}" if rng.random() < 0.2 else ""))
            if rng.random() < 0.2:
                found.append(Absence(player, last + timedelta(days=1), last + timedelta(days=2)))
        return tuple(found)

    def mend(self) -> None:
        self.model.broken = False
        self.write_config()
        self.tell(f"campaign.yaml: {self.model.config.yaml()!r}")

    def write_config(self) -> None:
        text = self.base + self.model.config.yaml()
        (self.folder / "campaign.yaml").write_text(text, encoding="utf-8")

    # The MJ's commands

    def command(self) -> None:
        """Let the MJ type something."""
        rng, model, now = self.rng, self.model, self.clock
        late = model.closes is not None and model.closes <= now
        if model.pause:
            if rng.random() < 0.5:
                if late and model.pause and rng.random() < 0.5 and model.stage.owed:
                    self.extend()
                self.release()
            elif rng.random() < 0.2:
                self.hold()
            return
        if not model.stage.owed:
            chosen = rng.choice([self.hold, self.resolve, self.resolve])
        elif late or model.due is None:
            chosen = rng.choice([self.extend, self.resolve, self.force, self.hold, self.submit])
        else:
            chosen = rng.choice([self.hold, self.extend, self.submit, self.resolve])
        chosen()

    def type(self, *args: object, code: int | None = 0) -> Done:
        done = run(args[0], self.folder, *args[1:])
        self.tell(f"$ adjudicator {' '.join(map(str, args))} → {done.code} {done.out.strip()} {done.err.strip()}")
        if code is not None and done.code != code:
            raise PartingError(f"{args} ends with {done.code}, and not with {code}")
        return done

    def there(self, moment: datetime) -> str:
        return f"{moment.astimezone(self.model.config.place):%d/%m/%Y %H:%M}"

    def hold(self) -> None:
        until = None
        more: list[str] = []
        if self.rng.random() < 0.5:
            until = (self.clock + timedelta(days=self.rng.choice([1, 2, 5]))).replace(second=0, microsecond=0)
            more = ["--until", self.there(until)]
        self.type("hold", "--reason", "motif", "--by", "MJ", *more)
        self.model.hold(until, self.clock)
        self.counts["holds"] += 1

    def release(self) -> None:
        done = self.type("release", "--reason", "motif", "--by", "MJ")
        model = self.model
        model.release(self.clock)
        if not model.inbox:
            would = {"play": "il jouerait", "wait": "il attendrait", "brake": "il mettrait la partie en pause"}
            expected = deepcopy(model).visit(self.clock)
            if would.get(expected.what, "") not in done.out:
                raise PartingError(f"release tells something else than {expected.what} {expected.reason}")
            self.counts["releases compared"] += 1

    def extend(self) -> None:
        model, rng, now = self.model, self.rng, self.clock
        due = model.due
        if due is None:
            return
        if rng.random() < 0.5:
            days = rng.choice([1, 2, 4])
            there = due.astimezone(model.config.place)
            until = datetime.combine(there.date() + timedelta(days=days), there.time(), there.tzinfo).astimezone(UTC)
            more = ["--more", f"{days}j"]
        else:
            until = (now + timedelta(hours=rng.choice([5, 20, 50, 90]))).replace(second=0, microsecond=0)
            more = ["--until", self.there(until)]
        done = self.type("extend", *more, "--reason", "motif", "--by", "MJ", code=0 if until > now else 2)
        if until > now:
            model.extend(until, now)
            self.told += done.out
            self.counts["extensions"] += 1

    def submit(self) -> None:
        _, refused = self.model.take(self.clock)
        self.type("submit", code=1 if refused else 0)

    def resolve(self) -> None:
        self.resolved(force=False)

    def force(self) -> None:
        self.resolved(force=True)

    def resolved(self, *, force: bool) -> None:
        code, done = self.model.resolve(self.clock, force=force)
        self.type("resolve", *(["--force"] if force else []), code=code)
        self.counts["resolved by hand"] += 1
        self.went_on(done, by_hand=True)

    # A visit, and what is to be seen of it

    def visit(self) -> None:
        """Let cron come, and compare."""
        self.set_clock()
        model, now = self.model, self.clock
        stages, letters = len(clocked.stages(self.folder)), self.reminders()
        self.hang()
        expected = model.busy(now) if self.stuck else model.visit(now)
        with holding(self.folder, self.stuck):
            code, out, err = clocked.cron(self.root, *(["--quiet"] if self.quiet else []))
        self.tell(f"cron → {code} {(out + err).strip()!r}; expected {expected.what} {expected.reason}")
        if err and expected.what != "broken":
            raise PartingError(f"standard error: {err}")
        done = Done(code, out + err, "")  # cron's mail has both
        self.compare_brake(expected, done.out)
        self.compare(expected, done, played=len(clocked.stages(self.folder)) > stages)
        self.compare_reminders(expected, self.reminders() - letters)
        self.compare_lapses(expected, done.out)
        self.counts["visits"] += 1
        if done.out:
            self.printed, model.said = now, model.said if self.stuck else now
            self.told += done.out
        self.went_on(expected)
        if expected.played and not model.over:
            model.promise(now)
        elif expected.what == "wait" and self.rng.random() < self.statuses:
            self.compare_status(expected)
        self.first_property(expected, done)

    def hang(self) -> None:
        """Let a command hang that works on the campaign, or end."""
        model = self.model
        if model.over or model.broken or model.seen != model.acted or not self.patient:
            self.stuck = False
        else:
            self.stuck = self.rng.random() < (0.6 if self.stuck else 0.004)
        self.counts["visits to a campaign that is held by a command"] += self.stuck

    def compare(self, expected: Expected, done: Done, *, played: bool) -> None:
        """Compare what cron did and told with what is expected."""
        if played != expected.played:
            raise PartingError("played" if played else "not played")
        if done.code != int(expected.look):
            raise PartingError(f"status {done.code}")
        if expected.prints is not None and bool(done.out) != expected.prints:
            raise PartingError("printed" if done.out else "silent")

    def compare_brake(self, expected: Expected, out: str) -> None:
        """Compare whether the brake held the campaign, and for which reason."""
        line = next((line for line in out.splitlines() if "mise en pause" in line), "")
        told = {name for name, reason in TOLD.items() if re.search(reason, line)}
        if expected.what != "brake" and line:
            raise PartingError("a brake that the guide does not know")
        if expected.what == "brake":
            if expected.reason not in told:
                raise PartingError(f"no brake for {expected.reason}")
            self.counts[f"brake: {expected.reason}"] += 1

    def compare_lapses(self, expected: Expected, out: str) -> None:
        """Compare whether letters on standing orders were written."""
        written = any("message" in line and "permanents" in line for line in out.splitlines())
        if written != bool(expected.letters):
            raise PartingError(f"letters on standing orders for {sorted(expected.letters)}")
        self.counts["letters on standing orders"] += len(expected.letters)

    def reminders(self) -> set[str]:
        """Return the names of the reminders written for the stage awaited."""
        found = self.folder.glob("outbox/*/reminder-*")
        return {f"{path.parent.name}/{path.name.rsplit('-', 1)[0].removeprefix('reminder-')}" for path in found}

    def compare_reminders(self, expected: Expected, written: set[str]) -> None:
        wanted = {
            f"{due}-{hours}h-{self.game.players.index(player) + 1:02d}" for due, hours, player in expected.reminders
        }
        found = {name.partition("/")[2] for name in written}
        if wanted != found:
            raise PartingError(f"reminders: {sorted(found)}, expected {sorted(wanted)}")
        self.counts["reminders"] += len(found)

    def compare_status(self, expected: Expected) -> None:
        model, now = self.model, self.clock
        status = clocked.status(self.folder)
        told = {name: status[name] and datetime.fromisoformat(status[name]) for name in ("due", "closes")}
        if (told["due"], told["closes"]) != (expected.due, expected.closes):
            raise PartingError(f"status: {told}, expected {expected.due}, {expected.closes}")
        next_time = deepcopy(model).visit(now)
        if status["cron"]["what"] != next_time.what:
            raise PartingError(f"status: {status['cron']}, expected {next_time.what}")
        people = {"missing": model.missing(now), "away": model.away(now)}
        for name, players in people.items():
            if status[name] != players:
                raise PartingError(f"status: {name} {status[name]}, expected {players}")
        self.counts["statuses"] += 1

    def went_on(self, done: Expected, *, by_hand: bool = False) -> None:
        """Compare with which orders a stage was played, and go on to the next."""
        if not done.played:
            return
        model = self.model
        others = not model.stage.window
        self.played(done)
        for _ in range(9):
            following = self.onward(by_hand=by_hand, others=others)
            if following is None:
                break
            others = others or not model.stage.window
            self.counts["played on"] += 1
            self.played(following)
        there, known = len(clocked.stages(self.folder)), self.gone_by
        if there != known:
            raise PartingError(f"{there} stages played, and not {known}")

    def onward(self, *, by_hand: bool, others: bool) -> Expected | None:
        """Return what is played in the same go, if anything is: windows, and one other stage by cron."""
        model, now = self.model, self.clock
        if model.over or (not model.stage.window and (others or by_hand)) or model.missing(now):
            return None
        if model.pause:
            return None
        found = deepcopy(model)
        done = found._by_hand(now) if by_hand else found._decide(now)
        if by_hand and done.reason == "refused":
            done = Expected("play")
        if done.what != "play":
            return None
        model._play(done)
        return done

    def played(self, done: Expected) -> None:
        """Compare with which orders one stage was played, and go on to the next."""
        model = self.model
        self.counts["windows" if model.stage.window else "stages"] += 1
        self.gone_by += 1
        folder = self.folder / "turns" / clocked.stages(self.folder)[self.gone_by - 1] / "result"
        used = json.loads((folder / "orders.json").read_bytes())
        given = {
            player: self.game.given(orders)
            for player, orders in used["orders"].items()
            if player not in used["stood_in"] and player not in used["absent"]
        }
        if model.stage.phase != "deal":
            if given != done.orders:
                raise PartingError(f"played with {given}, expected {done.orders}")
            stood = {name: set(used[name]) for name in ("stood_in", "absent")}
            if stood != {"stood_in": done.stood_in, "absent": done.absent}:
                raise PartingError(f"played with {stood}, expected {done.stood_in}, {done.absent}")
        watch = isinstance(self.game, Watch)
        stage = self.game.stage(self.clock, self.gone_by) if watch else self.game.stage(self.clock)  # type: ignore[call-arg]
        model.next(stage, stage is not None and stage.phase in ("roles", "placement"))

    # The first property

    def first_property(self, expected: Expected, done: Done) -> None:
        """A campaign goes on, or waits for a time that was announced, or cron has said why within a day."""
        model, now = self.model, self.clock
        self.checked.add(self.now.date())
        self.counts["visits with the first property"] += 1
        if expected.played or expected.what == "over" or model.over:
            return
        if expected.what == "busy" and model.seen and abs(now - model.seen) <= timedelta(hours=1):
            return
        if expected.what == "held" and model.pause and model.pause.until and model.pause.until > now:
            return
        paused = model.pause_end if expected.reason == "pause" else None
        coming = [moment for moment in (expected.due, expected.closes, paused) if moment and moment > now]
        announced = self.quiet or any(re.search(self.french(moment), self.told) for moment in coming)
        if expected.what == "wait" and not expected.look and coming and announced:
            return
        said = self.printed is not None and now - self.printed < DAY and self.printed <= now + LEEWAY
        if not said or done.code != 1:
            raise PartingError(f"the first property: said at {self.printed}, status {done.code}")

    def french(self, moment: datetime) -> str:
        """Return how a time is told, as a pattern."""
        there = moment.astimezone(self.model.config.place)
        day = "1er" if there.day == 1 else str(there.day)
        date_told = f"{WEEKDAYS[there.weekday()]} {day} {MONTHS[there.month - 1]}( {there.year})?"
        return f"{date_told} à {there.hour} h {there.minute:02d}"


# Many lives ------------------------------------------------------------------------------------------------------


@contextmanager
def set_clock() -> Iterator[None]:
    """Set the clock, and wait for no disk; restore both."""
    before, fsync = os.environ.get("ADJUDICATOR_NOW"), os.fsync
    os.fsync = lambda handle: None
    try:
        yield
    finally:
        os.fsync = fsync
        os.environ.pop("ADJUDICATOR_NOW")
        if before is not None:
            os.environ["ADJUDICATOR_NOW"] = before


@contextmanager
def holding(folder: Path, held: bool) -> Iterator[None]:
    """Hold a campaign as a command does that works on it."""
    if not held:
        yield
        return
    with (folder / ".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def campaign(
    seed: int, number: int, days: int, *, patient: bool = False, windows: bool = False
) -> tuple[Counter[str], str, list[str]]:
    """Let one campaign live; return what was counted, the difference found or nothing, and what was done.

    ``patient`` lets commands hang as well, each of which costs a visit two seconds; with ``windows`` all that is played
    is the game that has some.
    """
    base = "/dev/shm" if Path("/dev/shm").is_dir() else None
    counts: Counter[str] = Counter(campaigns=1)
    with tempfile.TemporaryDirectory(prefix="clock-model-", dir=base) as above, set_clock(), knowing(Path(above)):
        folder = Path(above) / "life"
        folder.mkdir()
        life = Life(folder, random.Random(f"{seed}-{number}"), days, counts, patient=patient)
        life.games = (Watch,) if windows else life.games
        try:
            life.live()
        except PartingError as difference:
            return counts, f"campaign {number}: {difference}", life.log
        except Exception as error:  # what the program raises is a difference too
            import traceback

            return counts, f"campaign {number}: {error!r}\n{traceback.format_exc()}", life.log
    return counts, "", life.log


@contextmanager
def knowing(folder: Path) -> Iterator[None]:
    """Let the program know the small game with windows."""
    yield from windowed.program_knows(folder / "watch")


def main() -> None:
    """Let many campaigns live, and print what was counted."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--campaigns", type=int, default=120)
    parser.add_argument("--days", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", type=int, help="the number of one campaign")
    parser.add_argument("--trace", action="store_true", help="show what was done")
    given = parser.parse_args()
    numbers = range(given.campaigns) if given.only is None else [given.only]
    counts: Counter[str] = Counter()
    differences = 0
    with ProcessPoolExecutor(given.jobs) as pool:
        tasks = [pool.submit(campaign, given.seed, number, given.days, patient=True) for number in numbers]
        for task in tasks:
            found, difference, log = task.result()
            counts += found
            if difference:
                differences += 1
                print(difference)
            if given.trace:
                print("\n".join(log))
            elif difference:
                print("".join(f"    {line}\n" for line in log[-6:]))
    for name, count in sorted(counts.items()):
        print(f"{count:8d}  {name}")
    print(f"{differences:8d}  differences")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
