"""What cron does with one campaign: take what came, remind, hold or play, announce; and what is told of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from adjudicator.core.phrase import Listed, Phrase
from adjudicator.files import disk
from adjudicator.files.acts import PROGRAM, record
from adjudicator.files.announcement import announce, show
from adjudicator.files.campaign import DEFAULT_LANGUAGE, Campaign, load_campaign
from adjudicator.files.clock import moment
from adjudicator.files.decision import Decision, Seen, decide
from adjudicator.files.inbox import Inbox, look_into, not_taken, waiting
from adjudicator.files.layout import BEGAN, CAMPAIGN_FILE, TURNS, VISIT, read_sealed, sealed
from adjudicator.files.reception import LettersOwedError, judged, receive
from adjudicator.files.recovery import recovered, refuse_lost
from adjudicator.files.reminders import remind
from adjudicator.files.revision import revisions
from adjudicator.files.situation import Situation, situation_of
from adjudicator.files.submission import Submission
from adjudicator.files.trouble import told
from adjudicator.files.turns import play, publish
from adjudicator.files.voice import Voice, capitalised, voice_of

PATIENCE = 2.0
"""Seconds to wait for a command that is at work on the campaign."""
AGAIN = timedelta(days=1)
"""After this time what the MJ should look at is told once more."""


@dataclass(frozen=True)
class Visit:
    """What came of a visit, in words."""

    folder: Path
    what: str
    """``resolved``, ``waiting``, ``held``, ``broken``, ``over`` or ``busy``."""
    line: str
    events: tuple[str, ...] = ()
    """What happened in this visit."""
    remarks: tuple[str, ...] = ()
    """What the MJ should know as long as it is so."""
    look: bool = False
    """Whether somebody should look."""
    news: bool = True
    """Whether it says anything that the visit before did not."""
    to_come: tuple[str, ...] | None = None
    """Line and remarks of the next visit if nothing happens until then; None where they are those of this one."""
    seen: dict[str, Any] | None = None
    """What the next visit has to know of this one; None if it failed."""
    language: str = DEFAULT_LANGUAGE
    """The language of the words."""


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
    """Tell whether a folder is a campaign's, even one that has lost its file."""
    names = {entry.name for entry in entries}
    return CAMPAIGN_FILE in names or (TURNS in names and not names.isdisjoint((BEGAN, VISIT)))


def visit(folder: Path, now: datetime, language: str | None = None) -> Visit:
    """Do in the campaign at ``folder`` what is to be done ``now``; never raises for what is wrong with it.

    What is told speaks ``language``; where it is None the campaign's own, or the default of one that cannot be read.
    """
    try:
        with disk.locked(folder, PATIENCE):
            before = last_visit(folder)
            return _noted(_visited(folder, now, language, before), before, now)
    except disk.Busy:
        spoken = language or DEFAULT_LANGUAGE
        return Visit(folder, "busy", voice_of("", spoken).say("run.busy"), news=False, language=spoken)
    except OSError as error:
        return _broken(folder, error, language)


def _visited(folder: Path, now: datetime, language: str | None, before: dict[str, Any] | None) -> Visit:
    happened: list[str] = []
    try:
        caller = _Caller(load_campaign(folder, language), now, language, before)
        try:
            return caller.call()
        finally:
            happened = [caller.voice.phrase(event) for event in caller.events]
    except Exception as error:  # one broken campaign never stops the others
        return replace(_broken(folder, error, language), events=tuple(happened))


def _broken(folder: Path, error: Exception, language: str | None) -> Visit:
    language = language or DEFAULT_LANGUAGE  # the campaign's own may be what cannot be read
    first, *rest = told(error, language)
    line = voice_of("", language).say("run.broken", reason=first)
    return Visit(folder, "broken", line, remarks=tuple(rest), look=True, language=language)


def prospect(situation: Situation, now: datetime, language: str | None) -> Situation:
    """Return how a visit would find a campaign: its time begun ``now``, the inbox received; nothing is written.

    Raises ``OSError`` when a file in the inbox may not be read, ``UnusableError`` for a campaign copied half-way.
    """
    refuse_lost(situation.campaign.folder)
    begun = situation.begun(now)
    inbox = look_into(situation.campaign) if situation.progress.stage is not None else Inbox([])
    inbox.refuse()
    return replace(begun, more=[verdict for _, verdict in judged(begun.progress, inbox.files, begun.clock, language)])


# What is remembered of visits ----------------------------------------------------------------------------------


def last_visit(folder: Path) -> dict[str, Any] | None:
    """Return what is remembered of the last visit to ``folder``, or None.

    ``at`` when it was, ``what`` it found and ``since`` when visits find that, ``said`` what was told and ``said_at``
    when, ``seen`` what the last visit saw that could do something (see :class:`Seen`); times in ISO format.
    """
    told = read_sealed(folder / VISIT)
    return told if told is not None and told.keys() >= _REMEMBERED else None


_REMEMBERED = {"at", "seen", "what", "since", "said", "said_at"}


def last_seen(before: dict[str, Any] | None) -> Seen | None:
    """Return what cron saw when it last could do something: a visit that failed watched over nothing."""
    seen = before["seen"] if before is not None else None
    if seen is None:
        return None
    due = datetime.fromisoformat(seen["due"]) if seen["due"] else None
    return Seen(datetime.fromisoformat(seen["at"]), seen["stage"], due)


def _seen(situation: Situation) -> dict[str, Any]:
    """Return what a visit saw, as it is remembered."""
    due = situation.clock.due.isoformat() if situation.clock.due else None
    return {"at": situation.clock.now.isoformat(), "stage": situation.progress.stage_folder.name, "due": due}


def _noted(found: Visit, before: dict[str, Any] | None, now: datetime) -> Visit:
    """Write down a visit, and return it as news or not."""
    same = before is not None and before["said"] == [found.line, *found.remarks]
    again = found.look and before is not None and now - datetime.fromisoformat(before["said_at"]) >= AGAIN
    news = bool(found.events) or not same or again
    since = before["since"] if before is not None and _as_before(found, before) else now.isoformat()
    told_at = before["said_at"] if before is not None and not news else now.isoformat()
    said = list(found.to_come or (found.line, *found.remarks))
    kept = {
        "at": now.isoformat(),
        "seen": found.seen or (before["seen"] if before is not None else None),
        "what": found.what,
        "since": since,
        "said": said,
        "said_at": told_at,
    }
    try:
        disk.write_all(found.folder, {VISIT: sealed(kept)}, synced=False)
    except OSError as error:
        return replace(_broken(found.folder, error, None), events=(found.line, *found.events))
    return replace(found, news=news)


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
        self.events: list[Phrase] = []
        self.left = tuple(not_taken(campaign))
        self.look = False

    def call(self) -> Visit:
        """Do what is to be done, and tell it."""
        situation = recovered(self.campaign, self.now)
        self._receive(situation)
        situation = situation.anew()
        decision = decide(situation, self.seen)
        remarks = list(self._remarks(situation))
        self.look |= decision.look or any(_notes(situation, self.voice)) or bool(self.left)
        what, line, after = self._do(situation, decision)
        return Visit(
            self.campaign.folder,
            what,
            self.voice.phrase(line),
            tuple(map(self.voice.phrase, self.events)),
            tuple(map(self.voice.phrase, remarks)),
            self.look,
            to_come=self._to_come(after) if after is not None else None,
            seen=_seen(after or situation),
            language=self.voice.language,
        )

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
            self.events.append(Phrase("run.accepted", n=accepted))
        for one in came:
            if not one.accepted:
                self._tell_refused(one.players, one.source, len(one.faults), one.table)

    def _tell_refused(self, players: Sequence[str], source: str, faults: int, table: bool) -> None:
        """Tell of a refused file; its player has a letter, but of a table or an unknown sender only the MJ hears."""
        named = Listed((*players, self.voice.source(source)))
        self.events.append(Phrase("run.refused", {"source": named}, n=faults))
        self.look |= table or not players

    def _do(self, situation: Situation, decision: Decision) -> tuple[str, Phrase, Situation | None]:
        """Do what was decided; return what it came to, its line, and how the campaign stands now if that is new."""
        if decision.what == "play":
            return "resolved", *self._play(situation, decision)
        if decision.what == "brake":
            return "held", *self._brake(situation, decision)
        if self._was_moved(situation):
            show(situation)
        if decision.what == "wait" and (names := remind(situation)):
            self.events.append(Phrase("run.reminded", {"names": Listed(names)}, n=len(names)))
        return "waiting" if decision.what == "wait" else decision.what, self._line(decision), None

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

    def _line(self, decision: Decision) -> Phrase:
        """Say a decision by which nothing is done."""
        if decision.what == "wait":
            return Phrase("run.waiting", {"why": capitalised(self.voice.phrase(decision.why))})
        return Phrase(f"run.{decision.what}", {"why": decision.why})

    def _to_come(self, after: Situation) -> tuple[str, ...] | None:
        """Return what the next visit tells if nothing happens until then: that is no news."""
        decision = decide(after, Seen(self.now, after.progress.stage_folder.name, after.clock.due))
        if decision.what in ("play", "brake"):
            return None
        return tuple(map(self.voice.phrase, (self._line(decision), *self._remarks(after))))

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

    def _remarks(self, situation: Situation) -> Iterator[Phrase]:
        yield from revisions(situation.progress)
        for player, note in _notes(situation, self.voice):
            yield Phrase("status.note", {"player": player, "note": note})
        if self.left:
            yield Phrase("status.not-taken", {"names": Listed(self.left)}, n=len(self.left))
        if situation.progress.stage is None and (late := waiting(self.campaign)):
            yield Phrase("status.inbox", n=len(late))  # for a game that is over nothing is taken


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
