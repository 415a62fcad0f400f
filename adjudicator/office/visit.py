"""What cron does with one campaign: take what came, remind, hold or play, announce; and what is told of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from adjudicator.campaign.acts import PROGRAM, how_many, record
from adjudicator.campaign.campaign import DEFAULT_LANGUAGE, Campaign, load_campaign
from adjudicator.campaign.revision import revisions
from adjudicator.core.phrase import Listed, Phrase
from adjudicator.office.announcement import announce, show
from adjudicator.office.lapses import lapsed, tell_lapses
from adjudicator.office.memory import acts_known, last_seen, last_visit, sight_of
from adjudicator.office.reception import LettersOwedError, judged, receive
from adjudicator.office.recovery import recovered, refuse_lost
from adjudicator.office.reminders import remind
from adjudicator.office.turns import play, publish
from adjudicator.orders.inbox import Inbox, look_into, not_taken, waiting
from adjudicator.orders.judging import Submission
from adjudicator.speech.text import capitalised
from adjudicator.speech.trouble import told
from adjudicator.speech.voice import Voice, voice_of
from adjudicator.store import disk
from adjudicator.store.layout import BEGAN, CAMPAIGN_FILE, PUBLISHED, TURNS, VISIT, stages_played
from adjudicator.store.lock import Busy, locked
from adjudicator.store.sealed import read_sealed, sealed
from adjudicator.table.attention import is_stuck, to_be_told_again
from adjudicator.table.brake import Seen
from adjudicator.table.clock import dated_anywhere, moment
from adjudicator.table.decision import Decision, decide
from adjudicator.table.situation import Situation, situation_of

PATIENCE = 2.0
"""Seconds to wait for a command that is at work on the campaign."""


@dataclass(frozen=True)
class Line:
    """A line that is told of a campaign."""

    text: str
    reason: str | None = None
    """Why the MJ should look at it, one of ``attention.REASONS``; None if he need not."""
    mere: bool = False
    """Whether it tells of nothing but what goes its way, and may be left out."""


@dataclass(frozen=True)
class Visit:
    """What came of a visit, in words."""

    folder: Path
    what: str
    """``resolved``, ``waiting``, ``held``, ``broken``, ``over`` or ``busy``."""
    line: Line
    events: tuple[Line, ...] = ()
    """What happened in this visit."""
    remarks: tuple[Line, ...] = ()
    """What the MJ should know as long as it is so."""
    acted: bool = False
    """Whether a stage was played, or the campaign held."""
    news: bool = True
    """Whether it says anything that the visit before did not."""
    to_come: tuple[str, ...] | None = None
    """Line and remarks of the next visit if nothing happens until then; None where they are those of this one."""
    seen: dict[str, Any] | None = None
    """What the next visit has to know of this one; None if it failed."""
    language: str = DEFAULT_LANGUAGE
    """The language of the words."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why somebody should look, each reason once."""
        told = (self.line, *self.events, *self.remarks)
        return tuple(dict.fromkeys(line.reason for line in told if line.reason is not None))

    @property
    def look(self) -> bool:
        """Whether somebody should look."""
        return bool(self.reasons)

    @property
    def said(self) -> list[str]:
        """What is told of the campaign as long as nothing happens."""
        return [line.text for line in (self.line, *self.remarks)]

    @property
    def looked(self) -> list[str]:
        """What is to be looked at, known again where only the number of orders has changed."""
        remarks = [line.text for line in self.remarks if line.reason is not None]
        return [self.line.reason, *remarks] if self.line.reason is not None else remarks


def campaigns_below(root: Path) -> list[Path]:
    """Return the folders of the campaigns in ``root``, itself one or not, in order; hidden folders and links aside.

    Raises ``OSError`` when ``root`` is no folder that can be read. One below that cannot be read counts as a campaign:
    the visit says what is wrong with it.
    """
    entries = sorted(root.iterdir())
    if _is_campaign(entries):
        return [root]
    found = []
    for entry in entries:
        if entry.is_dir() and not entry.is_symlink() and not entry.name.startswith((".", "lost+found")):
            try:
                found += campaigns_below(entry)
            except OSError:
                found.append(entry)
    return found


def _is_campaign(entries: Sequence[Path]) -> bool:
    """Tell whether a folder is a campaign's, even one that has lost its file: a visit has written in it."""
    names = {entry.name for entry in entries}
    kept = names & {TURNS, BEGAN, VISIT}
    return CAMPAIGN_FILE in names or kept > {TURNS} or kept >= {BEGAN, VISIT}


def visit(folder: Path, now: datetime, language: str | None = None, quiet: bool = False) -> Visit:
    """Do in the campaign at ``folder`` what is to be done ``now``; never raises for what is wrong with it.

    What is told speaks ``language``; where it is None the campaign's own, or the default of one that cannot be read.
    ``quiet``, it is no news that files were accepted, nor that the campaign waits.
    """
    try:
        try:
            with locked(folder, PATIENCE):
                before = last_visit(folder)
                return _noted(_visited(folder, now, language, before), before, now, quiet)
        except Busy:
            return _busy(folder, now, language or DEFAULT_LANGUAGE)
    except OSError as error:
        return _broken(folder, error, language)


def _busy(folder: Path, now: datetime, language: str) -> Visit:
    """Tell that another command is at work; that it is stuck, when nothing could be done for long.

    Whether that was told cannot be noted: it is told at every visit.
    """
    voice, last = voice_of("", language), _last_done(folder)
    if last is not None and not is_stuck(last, now):
        return Visit(folder, "busy", Line(voice.say("run.busy")), news=False, language=language)
    since = dated_anywhere(last, now) if last is not None else Phrase("run.stuck.ever")
    return Visit(folder, "busy", Line(voice.say("run.stuck", moment=since), "busy"), language=language)


def _last_done(folder: Path) -> datetime | None:
    """Return when a visit to ``folder`` last came to its end, or its stage began; None if neither has been written."""
    before, played = last_visit(folder), stages_played(folder)
    told = before or read_sealed(played[-1] / PUBLISHED if played else folder / BEGAN)
    return datetime.fromisoformat(told["at"]) if told is not None else None


def _visited(folder: Path, now: datetime, language: str | None, before: dict[str, Any] | None) -> Visit:
    happened: list[Line] = []
    try:
        caller = _Caller(load_campaign(folder, language), now, language, before)
        try:
            return caller.call()
        finally:
            happened = caller.events
    except Exception as error:  # one broken campaign never stops the others
        return replace(_broken(folder, error, language), events=tuple(happened))


def _broken(folder: Path, error: Exception, language: str | None) -> Visit:
    language = language or DEFAULT_LANGUAGE  # the campaign's own may be what cannot be read
    first, *rest = told(error, language)
    line = Line(voice_of("", language).say("run.broken", reason=first), "broken")
    return Visit(folder, "broken", line, remarks=tuple(map(Line, rest)), language=language)


def prospect(situation: Situation, now: datetime, language: str | None) -> Situation:
    """Return how a visit would find a campaign: its time begun ``now``, the inbox received; nothing is written.

    Raises ``UnusableError`` when a file in the inbox may not be read, and for a campaign copied half-way.
    """
    refuse_lost(situation.campaign.folder)
    begun = situation.begun(now)
    inbox = look_into(situation.campaign) if situation.progress.stage is not None else Inbox([])
    inbox.refuse()
    return replace(begun, more=[verdict for _, verdict in judged(begun.progress, inbox.files, begun.clock, language)])


# What is remembered of visits ----------------------------------------------------------------------------------


def _noted(found: Visit, before: dict[str, Any] | None, now: datetime, quiet: bool) -> Visit:
    """Write down a visit, and return it as news or not."""
    again = found.look and before is not None and to_be_told_again(*_times(before), now)
    news = again or (_is_quiet_news(found, before) if quiet else _is_news(found, before))
    since = before["since"] if before is not None and _as_before(found, before) else now.isoformat()
    kept = {
        "at": now.isoformat(),
        "seen": found.seen or (before["seen"] if before is not None else None),
        "what": found.what,
        "since": since,
        "said": list(found.to_come or found.said),
        "said_at": before["said_at"] if before is not None and not news else now.isoformat(),
        "looked": found.looked,
    }
    try:
        kept["acts"] = max(how_many(found.folder), acts_known(before))
        disk.write_all(found.folder, {VISIT: sealed(kept)}, synced=False)
    except OSError as error:
        return replace(_broken(found.folder, error, None), events=(found.line, *found.events))
    return replace(found, news=news)


def _times(before: dict[str, Any]) -> tuple[datetime, datetime]:
    """Return when something was last told, and when the last visit was."""
    return datetime.fromisoformat(before["said_at"]), datetime.fromisoformat(before["at"])


def _is_news(found: Visit, before: dict[str, Any] | None) -> bool:
    return bool(found.events) or before is None or before["said"] != found.said


def _is_quiet_news(found: Visit, before: dict[str, Any] | None) -> bool:
    """Tell whether something has happened that is more than a file accepted, or is newly to be looked at."""
    looked = before.get("looked") if before is not None else []
    return found.acted or not all(one.mere for one in found.events) or (found.look and looked != found.looked)


def _as_before(found: Visit, before: dict[str, Any]) -> bool:
    """Tell whether a visit finds what the one before found, of the same stage as far as it is known."""
    stages = {told["stage"] for told in (found.seen, before["seen"]) if told is not None}
    return bool(before["what"] == found.what) and len(stages) < 2


# One campaign --------------------------------------------------------------------------------------------------


class _Caller:
    """One visit to a campaign whose file could be read; what happens is noted in ``events``."""

    def __init__(self, campaign: Campaign, now: datetime, language: str | None, before: dict[str, Any] | None) -> None:
        self.campaign, self.now, self.language = campaign, now, language
        self.seen = last_seen(before)
        self.voice = campaign.voice(language)
        self.events: list[Line] = []
        self.left = tuple(not_taken(campaign))

    def call(self) -> Visit:
        """Do what is to be done, and tell it."""
        situation = recovered(self.campaign, self.now)
        self._receive(situation)
        situation = situation.anew()
        self._tell_lapses(situation)
        decision = decide(situation, self.seen)
        remarks = tuple(self._remarks(situation))
        what, line, after = self._do(situation, decision)
        return Visit(
            self.campaign.folder,
            what,
            self._line(line, decision.look),
            tuple(self.events),
            remarks,
            acted=after is not None,
            to_come=self._to_come(after) if after is not None else None,
            seen=sight_of(after or situation, self.seen),
            language=self.voice.language,
        )

    def _line(self, phrase: Phrase, reason: str | None = None, mere: bool = False) -> Line:
        return Line(self.voice.phrase(phrase), reason, mere)

    def _tell_lapses(self, situation: Situation) -> None:
        """Write to those whose standing orders serve no more, or again, since ``campaign.yaml`` was changed."""
        void, again = tell_lapses(situation)
        for key, names in (("run.lapsed", void), ("run.lapsed.again", again)):
            if names:
                self.events.append(self._line(Phrase(key, {"names": Listed(names)}, n=len(names))))

    def _receive(self, situation: Situation) -> None:
        if situation.progress.stage is None:
            return
        inbox = look_into(self.campaign)
        try:
            self._tell_received(receive(situation.progress, inbox.files, situation.clock, self.language))
        except LettersOwedError as error:
            self._tell_received(error.submissions)
            raise
        inbox.refuse()

    def _tell_received(self, came: Sequence[Submission]) -> None:
        accepted = sum(one.accepted for one in came)
        if accepted:
            self.events.append(self._line(Phrase("run.accepted", n=accepted), mere=True))
        for one in came:
            if not one.accepted:
                self._tell_refused(one.players, one.source, len(one.faults), one.table)

    def _tell_refused(self, players: Sequence[str], source: str, faults: int, table: bool) -> None:
        """Tell of a refused file; its player has a letter, but of a table or an unknown sender only the MJ hears."""
        named = Listed((*players, self.voice.source(source)))
        reason = "refused" if table or not players else None
        self.events.append(self._line(Phrase("run.refused", {"source": named}, n=faults), reason))

    def _do(self, situation: Situation, decision: Decision) -> tuple[str, Phrase, Situation | None]:
        """Do what was decided; return what it came to, its line, and how the campaign stands now if that is new."""
        if decision.what == "play":
            return "resolved", *self._play(situation, decision)
        if decision.what == "brake":
            return "held", *self._brake(situation, decision)
        if self._was_moved(situation):
            show(situation)
        if decision.what == "wait" and (names := remind(situation)):
            self.events.append(self._line(Phrase("run.reminded", {"names": Listed(names)}, n=len(names))))
        return "waiting" if decision.what == "wait" else decision.what, self._said(decision), None

    def _brake(self, situation: Situation, decision: Decision) -> tuple[Phrase, Situation]:
        stage = situation.progress.stage_folder.name
        record(self.campaign.folder, "hold", self.now, PROGRAM, stage, cause=decision.cause)
        after = situation_of(self.campaign, self.now)
        show(after)
        return Phrase("run.braked", {"why": decision.why, "folder": str(self.campaign.folder)}), after

    def _was_moved(self, situation: Situation) -> bool:
        """Tell whether the stage has another deadline than at the last visit, which the public page still shows."""
        stage = situation.progress.stage_folder.name
        return self.seen is not None and self.seen.stage == stage and self.seen.due != situation.clock.due

    def _said(self, decision: Decision) -> Phrase:
        """Say a decision by which nothing is done."""
        if decision.what == "wait":
            return Phrase("run.waiting", {"why": capitalised(self.voice.phrase(decision.why))})
        return Phrase(f"run.{decision.what}", {"why": decision.why})

    def _to_come(self, after: Situation) -> tuple[str, ...] | None:
        """Return what the next visit tells if nothing happens until then: that is no news."""
        decision = decide(after, Seen.now(after))
        if decision.what in ("play", "brake"):
            return None
        return (self.voice.phrase(self._said(decision)), *(line.text for line in self._remarks(after)))

    def _play(self, situation: Situation, decision: Decision) -> tuple[Phrase, Situation]:
        played = play(situation)
        publish(situation, played)
        after = situation_of(self.campaign, self.now)
        announce(after, PROGRAM)
        for one in after.table.refused_now:  # sent ahead for the stage that begins
            self._tell_refused(one["players"], one["source"], len(one["faults"]), one["table"])
        stage = played.stage.said
        return Phrase("run.resolved", {"stage": stage, "why": decision.why, "next": self._next(after)}), after

    def _next(self, after: Situation) -> Phrase:
        stage = after.progress.stage
        if stage is None:
            return Phrase("run.end")
        named = {"stage": stage.said}
        if after.clock.due is None:
            return Phrase("run.next", named)
        return Phrase("run.next.until", {**named, "moment": moment(self.campaign, after.clock.due)})

    def _remarks(self, situation: Situation) -> Iterator[Line]:
        yield from map(self._line, revisions(situation.progress))
        if void := lapsed(situation):
            yield self._line(Phrase("status.lapsed", {"names": Listed(void)}))
        for player, note in _notes(situation, self.voice):
            yield self._line(Phrase("status.note", {"player": player, "note": note}), "note")
        if self.left and situation.progress.stage is not None:
            yield self._line(Phrase("status.not-taken", {"names": Listed(self.left)}, n=len(self.left)), "not-taken")
        if situation.progress.stage is None and (late := waiting(self.campaign)):
            yield self._line(Phrase("status.inbox", n=len(late)))  # for a game that is over nothing is taken


def _notes(situation: Situation, voice: Voice) -> Iterator[tuple[str, str]]:
    """The notes that ask for the MJ's attention, with who wrote them: those in refused files too."""
    for player, note in situation.table.notes.items():
        if _is_for_mj(note):
            yield player, note
    for refused in situation.table.refused:
        if _is_for_mj(refused.get("note") or ""):
            yield voice.list(refused["players"]) or voice.source(refused["source"]), refused["note"]


def _is_for_mj(note: str) -> bool:
    """Tell whether a note asks for the MJ's attention: it begins with ``MJ:`` (``MJ :``, ``mj:``)."""
    return note.lstrip()[:2].casefold() in ("mj", "gm") and note.lstrip()[2:].lstrip(" \u00a0\u202f").startswith(":")
