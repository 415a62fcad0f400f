"""One visit of cron to a campaign: receive orders, remind players, hold or play, announce; and the lines about it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.acts import PROGRAM
from adjudicator.campaign.loading import revisions
from adjudicator.campaign.records import VisitSight
from adjudicator.campaign.stages import Played
from adjudicator.core.faults import Listed, Phrase, PhraseArgument
from adjudicator.core.game_rules import Phase
from adjudicator.desk.foreword import readers, trouble
from adjudicator.desk.heads import told_without
from adjudicator.desk.last_run import sight_of
from adjudicator.desk.publishing import show
from adjudicator.desk.reception import lapsed, tell_lapses
from adjudicator.desk.session import Session
from adjudicator.orders.inbox import not_taken, waiting
from adjudicator.orders.submission import Brief
from adjudicator.post.letters import remind
from adjudicator.speech.voice import DEFAULT_LANGUAGE, Voice, capitalised, told
from adjudicator.table.clock import moment
from adjudicator.table.decision import Decision, Seen, decide, last_counted, ways_of
from adjudicator.table.situation import Situation


@dataclass(frozen=True, slots=True)
class VisitLine:
    """A line of output about a campaign."""

    text: str
    reason: str | None = None
    """Why the MJ should look at it, one of :data:`decision.REASONS`; None if there is no need."""
    mere: bool = False
    """Whether it only tells of routine, and may be left out."""


class OpenQuestions(NamedTuple):
    """What waits for the MJ's answers in a campaign now that the players' time for the stage is over."""

    mark: str
    """Hash that identifies this set of questions at this closing of the stage."""
    title: str
    """The campaign's title."""
    stage: str
    """The awaited stage in words."""
    form: str
    """The file for the MJ's answers, to be filled in."""


@dataclass(frozen=True, slots=True)
class Visit:
    """The result of a visit, in words."""

    folder: Path
    what: str
    """``resolved``, ``waiting``, ``held``, ``broken``, ``over`` or ``busy``."""
    line: VisitLine
    events: tuple[VisitLine, ...] = ()
    """What happened in this visit."""
    remarks: tuple[VisitLine, ...] = ()
    """What the MJ should know as long as it applies."""
    acted: bool = False
    """Whether a stage was played or the campaign was held."""
    news: bool = True
    """Whether it says anything that the previous visit did not."""
    to_come: tuple[str, ...] | None = None
    """Line and remarks of the next visit if nothing happens until then; None if they are those of this visit."""
    seen: VisitSight | None = None
    """What the next visit needs to know of this one; None if it failed."""
    language: str = DEFAULT_LANGUAGE
    """The language of the texts."""
    questions: OpenQuestions | None = None
    """What the MJ must decide before the stage goes on; None if nothing waits for him."""
    to_give: tuple[str, ...] = ()
    """The new letters that the MJ must give to people without an address; they are among the events."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons why somebody should look, each once."""
        lines = (self.line, *self.events, *self.remarks)
        return tuple(dict.fromkeys(line.reason for line in lines if line.reason is not None))

    @property
    def look(self) -> bool:
        """Whether somebody should look."""
        return bool(self.reasons)

    @property
    def said(self) -> list[str]:
        """What is told about the campaign as long as nothing happens."""
        return [line.text for line in (self.line, *self.remarks)]

    @property
    def looked(self) -> list[str]:
        """What needs attention; the reason stands for the main line, so that a new number of orders changes nothing."""
        remarks = [line.text for line in self.remarks if line.reason is not None]
        return [self.line.reason, *remarks] if self.line.reason is not None else remarks


class Meanwhile(NamedTuple):
    """What happened in a campaign between the last visit and this one, because its mail was received."""

    files: Sequence[Brief] = ()
    given_back: Sequence[Phrase] = ()
    unread: bool = False
    """Whether orders may be in a mailbox that could not be read, or in a mail that still waits."""


# Visiting one campaign.


class Visitor:
    """A visit to a campaign that could be opened; what happens is collected in ``events``."""

    def __init__(self, table: Session, seen: Seen | None, meanwhile: Meanwhile = Meanwhile()) -> None:  # noqa: B008
        """Take the locked campaign, what cron last saw of it (None if nothing), and what happened ``meanwhile``."""
        self.table, self.seen, self.meanwhile = table, seen, meanwhile
        self.voice = table.campaign.voice(table.language)
        self.events: list[VisitLine] = [self._line(said) for said in (*meanwhile.given_back, *table.given_back)]
        self.left = tuple(not_taken(table.campaign))

    def visit(self) -> Visit:
        """Do what is due, and return the visit."""
        self._receive()
        # Standing orders may no longer apply, or apply again, since ``campaign.yaml`` changed.
        void, again = tell_lapses(self.table.situation)
        for key, names in (("run.lapsed", void), ("run.lapsed.again", again)):
            if names:
                self.events.append(self._line(Phrase(key, {"names": Listed(names)}, n=len(names))))
        situation = self.table.situation
        decision = self._with_its_mail(decide(situation, self.seen))
        remarks = tuple(self._remarks(situation))
        what, line = self._do(decision)
        after = self.table.situation
        acted = decision.what in ("play", "brake")
        return Visit(
            self.table.campaign.folder,
            what,
            self._line(line, decision.look),
            tuple(self.events),
            remarks,
            acted=acted,
            to_come=self._to_come(after) if acted else None,
            seen=sight_of(after, self.seen),
            language=self.voice.language,
            questions=self._questions(after) if decision.what == "ask" else None,
        )

    def _questions(self, situation: Situation) -> OpenQuestions | None:
        """Return what the MJ is asked, with the form for his answers; None if he is asked nothing."""
        asking, closing, stage = situation.asking, situation.closing, situation.progress.stage
        if asking is None or not asking.listed or closing is None or stage is None:
            return None
        from adjudicator.forms.order_form import answer_form

        campaign, prints = situation.campaign, sorted(one.print for one in asking.listed)
        mark = sha256("\n".join((campaign.folder.name, closing["at"], *prints)).encode()).hexdigest()[:16]
        return OpenQuestions(
            mark, campaign.title, self.voice.phrase(stage.said), answer_form(situation, campaign.voice())
        )

    def _with_its_mail(self, decision: Decision) -> Decision:
        """Replace a decision to play without missing orders by waiting, as long as mail may still bring them."""
        situation = self.table.situation
        missing = situation.attendance.missing
        if not self.meanwhile.unread or not missing or decision.what not in ("play", "brake"):
            return decision
        progress = situation.progress
        stages = (progress.stage_folder, *([last_counted(progress)] if progress.folders else ()))
        if not any("mail" in ways_of(stage) for stage in stages):
            return decision
        return Decision("wait", Phrase("why.unread", {"names": Listed(missing)}, n=len(missing)), look="late")

    def _line(self, phrase: Phrase, reason: str | None = None, mere: bool = False) -> VisitLine:
        """Return a line with the text of a phrase."""
        return VisitLine(self.voice.phrase(phrase), reason, mere)

    def _receive(self) -> None:
        """Receive order files and note the results. Raise the error that kept others from being received, if any."""
        if self.table.situation.progress.stage is None:
            self._tell_received(self.meanwhile.files)
            return
        received = self.table.receive()
        self._tell_received([*self.meanwhile.files, *map(Brief.of, received.submissions)])
        received.refuse()

    def _tell_received(self, came: Sequence[Brief]) -> None:
        """Note how many files were accepted, and each refused one."""
        accepted = sum(file.accepted for file in came)
        if accepted:
            self.events.append(self._line(Phrase("run.accepted", n=accepted), mere=True))
        for file in came:
            if not file.accepted:
                self._tell_refused(file.players, file.source, file.faults, file.table)

    def _tell_refused(self, players: Sequence[str], source: str, faults: int, table: bool, begins: str = "") -> None:
        """Note a refused file; the MJ should look only if no player gets a letter: for a table or an unknown sender."""
        named = self.voice.source_of(source, players, begins)
        reason = "refused" if table or not players else None
        self.events.append(self._line(Phrase("run.refused", {"source": named}, n=faults), reason))

    def _do(self, decision: Decision) -> tuple[str, Phrase]:
        """Carry out the decision; return the visit's result and its line."""
        if decision.what == "play":
            return "resolved", self._play(decision)
        if decision.what == "brake":
            if decision.cause is not None:
                self.table.brake(decision.cause)
            return "held", Phrase("run.braked", {"why": decision.why, "folder": str(self.table.campaign.folder)})
        if decision.what == "ask" and self.table.situation.closing is None:
            self.table.close(PROGRAM)
        situation = self.table.situation
        stage = situation.progress.stage_folder.name
        # The deadline has moved since the last visit, and the public page still shows the old one.
        if self.seen is not None and self.seen.stage == stage and self.seen.due != situation.clock.due:
            show(situation)
        if decision.what == "wait" and (names := remind(situation)):
            self.events.append(self._line(Phrase("run.reminded", {"names": Listed(names)}, n=len(names))))
        return "waiting" if decision.what in ("wait", "ask") else decision.what, self._said(decision, situation)

    def _said(self, decision: Decision, situation: Situation) -> Phrase:
        """Return the line for a decision that does nothing; it names missing players, since only the MJ reads it."""
        if decision.what == "wait":
            why, missing = capitalised(self.voice.phrase(decision.why)), situation.attendance.missing
            if missing and "names" not in decision.why.values:
                return Phrase("run.waiting.for", {"why": why, "names": Listed(missing)})
            return Phrase("run.waiting", {"why": why})
        values: dict[str, PhraseArgument] = {"why": decision.why}
        if decision.what == "ask":
            values |= {"why": capitalised(self.voice.phrase(decision.why)), "folder": str(situation.campaign.folder)}
        return Phrase(f"run.{decision.what}", values)

    def _to_come(self, after: Situation) -> tuple[str, ...] | None:
        """Return what the next visit will tell if nothing happens, which is then no news; None if it will act."""
        decision = decide(after, Seen.now(after))
        if decision.what in ("play", "brake"):
            return None
        return (self.voice.phrase(self._said(decision, after)), *(line.text for line in self._remarks(after)))

    def _play(self, decision: Decision) -> Phrase:
        """Play the stage and any that follow at once; return the visit's line."""
        played = self.table.play(PROGRAM)
        if (said := readers(played.table["words"])) is not None:
            self.events.append(self._line(said))
        self._tell_unfit()
        for further, why in onward(self.table, PROGRAM, played):
            self.events.append(self._line(Phrase("run.onward", {"stage": further.stage.said, "why": why})))
            self._tell_unfit()
        if (formless := told_without(self.table.situation.progress)) is not None:
            self.events.append(self._line(formless))
        following = self._next(self.table.situation)
        return Phrase("run.resolved", {"stage": played.stage.said, "why": decision.why, "next": following})

    def _tell_unfit(self) -> None:
        """Note the files that were sent ahead for the stage that begins and do not fit it."""
        for refused in self.table.situation.table.refused_now:
            self._tell_refused(
                refused["players"],
                refused["source"],
                len(refused["faults"]),
                refused["table"],
                refused.get("begins", ""),
            )

    def _next(self, after: Situation) -> Phrase:
        """Return what is awaited after a played stage, and until when."""
        stage = after.progress.stage
        if stage is None:
            return Phrase("resolve.end")
        named = {"stage": stage.said}
        if after.clock.due is None:
            return Phrase("letter.now", named)
        return Phrase("run.next.until", {**named, "moment": moment(self.table.campaign, after.clock.due)})

    def _remarks(self, situation: Situation) -> Iterator[VisitLine]:
        """Yield what the MJ should know as long as it applies."""
        yield from map(self._line, revisions(situation.progress))
        if void := lapsed(situation):
            yield self._line(Phrase("status.lapsed", {"names": Listed(void)}))
        for player, note in _notes(situation, self.voice):
            yield self._line(Phrase("status.note", {"player": player, "note": note}), "note")
        if situation.progress.stage is not None and (wrong := trouble(self.table.campaign)) is not None:
            yield VisitLine(told(wrong, self.voice.language)[0], "broken")
        if self.left and situation.progress.stage is not None:
            yield self._line(Phrase("status.not-taken", {"names": Listed(self.left)}, n=len(self.left)), "not-taken")
        if situation.progress.stage is None and (late := waiting(self.table.campaign)):
            yield self._line(Phrase("status.inbox", n=len(late)))  # files are not received once the game is over


def _notes(situation: Situation, voice: Voice) -> Iterator[tuple[str, str]]:
    """Yield the players' notes that ask for the MJ's attention, each with its author, also those in refused files."""
    for player, note in situation.table.notes.items():
        if _is_for_mj(note):
            yield player, note
    for refused in situation.table.refused:
        note = refused.get("note") or ""
        if _is_for_mj(note):
            yield voice.list(refused["players"]) or voice.source(refused["source"]), note


_CALL = re.compile(r"\W*(?:mj|gm)\W*?(?:[:,;!?…–—]|-\s)", re.IGNORECASE)


def _is_for_mj(note: str) -> bool:
    """Return whether a note asks for the MJ's attention: it begins with « MJ : » or « MJ, », possibly in quotes."""
    return _CALL.match(unicodedata.normalize("NFKC", note)) is not None


# Playing on at once: a window stage in which standing orders answer for everybody waits for nobody, not even for the
# next visit.


MOST = 10
"""Maximum number of stages played at once."""


def onward(table: Session, by: str, played: Played, by_hand: bool = False) -> Iterator[tuple[Played, Phrase]]:
    """Play on after a stage was ``played``, while nothing is waited for; yield each stage and the reason to play it.

    This plays any number of windows and of stages that start alone, up to ``MOST`` stages in all, but at most one stage
    of another kind, counting ``played``. After a stage played ``by_hand`` it plays no others: the MJ does when he
    decides to.
    """
    others = by_hand or not _is_free(table.campaign.game.rules.phase(played.before))
    for _ in range(MOST - 1):
        situation = table.situation
        free = _is_free(situation.progress.phase)
        if situation.progress.stage is None or (others and not free) or situation.attendance.missing:
            return
        decision = decide(situation, Seen.now(situation), by_hand)
        if decision.what != "play":
            return
        others = others or not free
        yield table.play(by), decision.why


def _is_free(phase: Phase) -> bool:
    return phase.window or phase.starts == "alone"
