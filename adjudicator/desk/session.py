"""A campaign held for one command alone: read as it then is, brought into order, and all that can be done with it.

Whoever does something with a campaign (a command, cron, later a mailbox or a page) does it here; what it says of it is
its own affair.
"""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.campaign.acts import PROGRAM, acts_in, how_many, record, replay_of
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.loading import is_as_read, load_campaign, with_people
from adjudicator.campaign.stages import Played, Progress
from adjudicator.campaign.withdrawals import withdrawals
from adjudicator.core.faults import Listed, Phrase
from adjudicator.core.stage import Stage
from adjudicator.desk.foreword import foreword
from adjudicator.desk.hash_chain import last_head
from adjudicator.desk.heads import announced, has_heads, out_of_date, write_reports
from adjudicator.desk.last_run import acts_known, last_visit
from adjudicator.desk.publishing import (
    amendments_untold,
    announce,
    finish_link,
    show,
    tell_amendments,
    tell_extension,
    tell_undoing,
)
from adjudicator.desk.reception import LettersOwedError, finish_receiving, receive
from adjudicator.desk.replay import bring_back, hindrance, last_to_replay, stop_of
from adjudicator.desk.undo import orders_kept, take_back
from adjudicator.orders.inbox import Dropped, look_into
from adjudicator.post.bureau import begin_account, bring_up_to_date, mark
from adjudicator.speech.voice import reason_of
from adjudicator.store import disk, layout
from adjudicator.store.disk import LOCK, UnusableError, locked
from adjudicator.store.layout import OUTBOX, PUBLIC, stages_played
from adjudicator.table.clock import began_at
from adjudicator.table.situation import Situation, situation_at, situation_of

if TYPE_CHECKING:
    from adjudicator.campaign.amendment_file import Amendment
    from adjudicator.campaign.records import Act, Cause
    from adjudicator.campaign.takeover import Change
    from adjudicator.orders.submission import Submission
    from adjudicator.table.consequences import Withdrawal


# Every command that writes loads this module; what few of them do is imported where it is done.


class TakenFiles(NamedTuple):
    """What became of the order files that were taken, and what stood against more."""

    submissions: list[Submission]
    trouble: UnusableError | None
    """A file that may not be read, before which all others came; or a letter that could not be written."""

    def refuse(self) -> None:
        """Raise the trouble, if there is any: nothing is to be played until the MJ has seen to it."""
        if self.trouble is not None:
            raise self.trouble


class Replayed(NamedTuple):
    """What came of playing again."""

    played: list[Played]
    in_spite: list[Phrase | None]
    """For each of them, in spite of what it was played because it was forced: a clause; None where nothing was."""
    stop: Phrase
    """Why no more were played: a clause."""
    begins: bool
    """Whether it has just begun, so that orders have been brought back."""


class Session:
    """A campaign while it is held: ``situation`` is how it stands, after all that has been done with it."""

    def __init__(
        self,
        situation: Situation,
        language: str | None = None,
        overtaken: Stage | None = None,
        given_back: Sequence[Phrase] = (),
    ) -> None:
        """Take how the campaign stands, in order, and the ``language`` that refusals speak (its own if None)."""
        self.situation, self.language = situation, language
        self.given_back = given_back
        """Which seats have just gone back to those who had them, as the MJ is told."""
        self.overtaken = overtaken
        """The stage that was awaited when the command was given, if somebody has played it since."""

    @property
    def campaign(self) -> Campaign:
        """The campaign."""
        return self.situation.campaign

    @property
    def now(self) -> datetime:
        """What time it is for all that is done here."""
        return self.situation.clock.now

    def receive(self, by_hand: Sequence[Dropped] = ()) -> TakenFiles:
        """Take in what lies in the inbox, and then what is brought ``by_hand``: the last file to arrive counts.

        What is brought waits, untaken, where a file of the inbox that came before it may not be read.
        """
        inbox = look_into(self.campaign)
        trouble = inbox.trouble
        dropped = [*inbox.files, *(by_hand if trouble is None else ())]
        try:
            submissions = receive(self.situation, dropped, self.language)
        except LettersOwedError as error:
            submissions, trouble = error.submissions, error
        if dropped:
            self.situation = self.situation.anew()
        if any(each.answers and "corrections" in each.answers for each in submissions):
            from adjudicator.desk.corrections import carry_out_corrections

            self.situation = carry_out_corrections(self.situation)
        return TakenFiles(submissions, trouble)

    def play(self, by: str, words: Path | None = None) -> Played:
        """Play the stage awaited with what lies on the table, publish it, and announce it as played ``by`` somebody.

        ``words`` is a file of what the MJ says at the head of the reports, in place of the one that lies there.
        Raises ``UnusableError`` when it is published and could not be announced: the next session does that; and
        ``PackageMissingError``, nothing being played, where the campaign publishes images and none can be made.
        """
        from adjudicator.desk.publishing import play, publish

        if self.campaign.publishes_images:
            from adjudicator.reports.environment import need_images

            need_images()  # now: once the stage is played, it could not be announced
        played = play(self.situation, foreword(self.campaign, words))
        files = publish(self.situation, played)
        self.situation = bring_back(situation_of(self.campaign, self.now))  # letters tell what is there
        announce(self.situation, by, files)
        return played

    def hold(self, by: str, reason: str, until: datetime | None = None) -> None:
        """Let nothing be played until the campaign is released; ``until`` is when the MJ means to do that."""
        act: Act = {**self._act("hold", by), "reason": reason}
        self._do({**act, "until": until.isoformat()} if until is not None else act, show)

    def brake(self, cause: Cause) -> None:
        """Hold the campaign in the MJ's stead."""
        self._do({**self._act("hold", PROGRAM), "cause": cause}, show)

    def close(self, by: str) -> None:
        """Close the players' time for the stage awaited: from now on it waits for the MJ alone."""
        self._do(self._act("closed", by), _show_again)

    def release(self, by: str, reason: str) -> None:
        """Let the campaign go on."""
        self._do({**self._act("release", by), "reason": reason}, show)

    def extend(self, by: str, reason: str, until: datetime) -> None:
        """Move the deadline of the stage awaited, and write to those who are awaited.

        Once the players' time is closed it is the MJ's that is moved, and nobody is written to.
        """
        act: Act = {**self._act("extend", by), "reason": reason, "until": until.isoformat()}
        closed = self.situation.closing is not None
        self._do(act, _show_again if closed else lambda situation: tell_extension(situation, reason))

    def undo(
        self, by: str, index: int, reason: str, said: str, until: datetime | None = None, unread: bool = False
    ) -> None:
        """Take back the stages from the one at ``index`` of those played on, and let the players know.

        ``reason`` is for the MJ's records, ``said`` for everybody; ``until`` is the deadline of the stage that is
        awaited again. Where nobody has read anything of them, ``unread``, nobody is told. Raises ``OSError`` and
        ``UnusableError`` when its orders cannot be read, before anything is done, and ``UnusableError`` when the disk
        refuses what follows from it: the next session goes on.
        """
        folders = self.situation.progress.folders
        orders_kept(folders[index])  # before anything is recorded: they must come back
        act: Act = {**self._act("undo", by), "reason": reason, "said": said}
        act |= {"back_to": folders[index].name, "down_from": folders[-1].name}
        act |= {"head": last_head(folders, self.situation.acts)}
        act |= {"unread": True} if unread else {}
        self._do({**act, "until": until.isoformat()} if until is not None else act, tell_undoing, _take_back)

    def replay(self, by: str, force: bool = False) -> Replayed:
        """Play stages that were taken back again in a row, with the orders that they had, as far as these fit.

        Raises what :meth:`play` raises.
        """
        played: list[Played] = []
        in_spite: list[Phrase | None] = []
        through = last_to_replay(self.situation) if hindrance(self.situation) is None else None
        begins = through is not None and replay_of(self.situation.acts, through) is None
        if begins and through is not None:
            record(self.campaign.folder, {**self._act("replay", by), "through": through})
            self.situation = bring_back(situation_of(self.campaign, self.now))
        while (stop := stop_of(self.situation, force)) is None:
            in_spite.append(stop_of(self.situation))
            played.append(self.play(by))
        return Replayed(played, in_spite, stop, begins)

    def amend(self, by: str, amendment: Amendment, reason: str, said: str) -> None:
        """Amend the table of the stage awaited, and let the players know; ``amendment`` was judged for it.

        ``reason`` is for the MJ's records, ``said`` for everybody. Orders that have come are judged anew. Raises
        ``UnusableError`` when the disk refuses what follows from it: the next session goes on.
        """
        from adjudicator.campaign.amendment_file import act_of

        act: Act = {**self._act("amend", by), "reason": reason, "said": said}
        self._do(act_of(amendment, self.situation.progress, act), self._tell_amendments)

    def _tell_amendments(self, situation: Situation) -> None:
        self.situation = tell_amendments(situation)

    def reseat(self, by: str, change: Change, reason: str, said: str) -> None:
        """Let others sit on seats, or nobody, and let the players know.

        ``reason`` is for the MJ's records, ``said`` for everybody. Raises ``UnusableError`` when the disk refuses what
        follows from it: the next session goes on.
        """
        from adjudicator.desk.seating import tell_seats

        left = all(taken.get("left") for taken in change.seats)
        act: Act = {**self._act("leave" if left else "replace", by), "reason": reason, "said": said}
        act["seats"] = change.seats
        self._do({**act, "captains": change.captains} if change.captains else act, tell_seats)

    def withdraw(self, by: str, withdrawal: Withdrawal, reason: str) -> None:
        """Let orders of a player count no more, and let him know; the ``reason`` is for the MJ's records.

        Raises ``UnusableError`` when the disk refuses what follows from it: the next session goes on.
        """
        from adjudicator.desk.seating import tell_withdrawals

        act: Act = {**self._act("withdraw", by), "reason": reason}
        self._do(withdrawal.act(act, self.situation.progress), tell_withdrawals)

    def posted(self, numbers: Collection[int], posted: bool = True) -> None:
        """Note that the MJ has posted what has these numbers on his bureau, or that he has not. Raises ``OSError``."""
        mark(self.situation, numbers, posted)

    def _act(self, act: str, by: str) -> Act:
        stage = self.situation.progress.stage_folder.name
        return {"act": act, "at": self.now.isoformat(), "by": by, "stage": stage}

    def _do(
        self, act: Act, follow: Callable[[Situation], None], carry_out: Callable[[Campaign], object] | None = None
    ) -> None:
        """Record an act, ``carry_out`` what it is, and let the players see what follows.

        Raises ``UnusableError`` when the disk refuses what follows: the act is done all the same.
        """
        record(self.campaign.folder, act)
        try:
            if carry_out is not None:
                carry_out(self.campaign)
            self.situation = situation_of(with_people(self.campaign), self.now)
            follow(self.situation)
        except OSError as refusal:
            file, reason = str(refusal.filename or ""), reason_of(refusal)
            raise UnusableError("error.act-not-told", file=file, reason=reason) from refusal


@contextmanager
def session(
    folder: Path, now: Callable[[], datetime], language: str | None = None, known: Campaign | None = None
) -> Iterator[Session]:
    """Hold the campaign in ``folder`` while the ``with`` block runs; what counts is what it then is.

    Somebody may have edited or played it while another command was waited for: ``campaign.yaml`` is read again if it
    is not as it was, and ``now`` is asked once the wait is over. ``known`` is the campaign where it has been read
    before. Raises what ``load_campaign`` and ``recovered`` raise, and ``Busy`` when another command does not let go.
    """
    # Without this a lock would be left in a folder that is no campaign, or not yet.
    campaign = known if known is not None else load_campaign(folder, language)
    seen = len(stages_played(folder))
    with locked(folder):
        if not is_as_read(campaign):
            campaign = load_campaign(folder, language)
        table = opened(with_people(campaign), now(), language, seen)
        yield table
        show_bureau(table.situation)


def show_bureau(situation: Situation) -> None:
    """Bring the MJ's bureau up to date; nothing hangs on it: where that fails, the next session does it."""
    with suppress(OSError, UnusableError):
        bring_up_to_date(situation)


def opened(
    campaign: Campaign,
    now: datetime,
    language: str | None = None,
    seen: int | None = None,
    acts_seen: int | None = None,
) -> Session:
    """Return a campaign brought into order; the caller holds its lock, and has read it since.

    ``seen`` is how many stages had been played when the command was given; ``acts_seen`` as in ``recovered``, which
    raises what this does.
    """
    situation = recovered(campaign, now, acts_seen)
    progress = situation.progress
    overtaken = progress.stage_played(seen) if seen is not None and seen < len(progress.folders) else None
    return Session(situation, language, overtaken, _given_back(campaign, situation))


def _show_again(situation: Situation) -> None:
    """Let the heads of reports say until when; of what everybody may read nothing is written."""
    if has_heads(situation.progress):
        write_reports(situation)


def _take_back(campaign: Campaign) -> bool:
    return take_back(campaign, acts_in(campaign.folder))


def _given_back(before: Campaign, now: Situation) -> tuple[Phrase, ...]:
    if before.seats.acts == now.campaign.seats.acts:
        return ()
    from adjudicator.desk.seating import given_back

    return given_back(before.seats, now.campaign.seats)


# What every command that writes does first, under the lock: finish or clear away what an interrupted one left.


_PRIVATE = {
    layout.CAMPAIGN_FILE,
    layout.TURNS,
    layout.WITHDRAWN,
    layout.ACTS,
    layout.OUTBOX,
    layout.BEGAN,
    layout.VISIT,
    layout.LAPSED,
    layout.AMENDED,
    layout.SEATED,
    layout.WITHDRAWALS,
    layout.POSTED,
    layout.BUREAU,
    layout.FOREWORD,
}
"""The inbox is not among them: who may drop orders there is the MJ's affair."""


def recovered(campaign: Campaign, now: datetime, acts_seen: int | None = None) -> Situation:
    """Return how ``campaign`` stands, with nothing left half done; the caller holds its lock.

    ``acts_seen`` is how many acts the last visit knew of; None where that has not been read.
    Raises ``UnusableError`` when something is damaged, and ``OSError`` when the disk refuses.
    """
    guard(campaign.folder)
    acts = acts_in(campaign.folder)
    taken_back = take_back(campaign, acts)
    played = layout.stages_played(campaign.folder)
    _refuse_lost(campaign.folder, played, len(acts), acts_seen)
    progress = Progress(campaign, played, acts)
    began_at(progress, acts)  # refuses to begin anew what has begun
    begin_account(campaign.folder, now)
    begin(campaign.folder, now, played)
    situation = situation_at(progress, now)
    _clear(situation)
    known = announced(situation.progress)
    if known is None:
        _announce(situation)
    else:
        finish_link(situation, known)
    if taken_back:
        tell_undoing(situation)
    if amendments_untold(situation):
        situation = tell_amendments(situation)
    if known is not None and out_of_date(situation, known):
        with suppress(OSError):  # what was done is kept, and its command has said so; nothing else hangs on heads
            show(situation)
    situation = bring_back(situation)  # before anything else can come for the stage
    situation = finish_receiving(situation)
    if any("corrections" in verdict.get("mj", {}) for verdict in situation.records):
        from adjudicator.desk.corrections import carry_out_corrections

        situation = carry_out_corrections(situation)
    if withdrawals(acts):
        from adjudicator.desk.seating import tell_withdrawals

        tell_withdrawals(situation)
    return _seated(situation)


def _seated(situation: Situation) -> Situation:
    """Give seats back whose time is over, and tell the players who sits where, as far as they have not been told."""
    before = situation.campaign
    if not before.seats.acts:
        return situation
    from adjudicator.desk.seating import give_back, tell_seats

    after = give_back(before, situation.clock.now)
    if after is not before:
        situation = situation_of(after, situation.clock.now)
    tell_seats(situation)
    return situation


def guard(folder: Path) -> None:
    """Close to others what is private in a campaign's folder, and let them through to what is public."""
    disk.let_through(folder)
    for name in _PRIVATE.intersection(disk.names(folder)):
        disk.close_to_others(f"{folder}/{name}")


def refuse_lost(folder: Path) -> None:
    """Raise ``UnusableError`` when ``public/`` shows stages that have not been played: a copy that stopped half-way.

    A stage is published in ``turns/`` first; to go on would be to play it once more, with other orders. So it does when
    the last visit of cron knew of acts that have gone: a hold may be among them.
    """
    _refuse_lost(folder, layout.stages_played(folder), how_many(folder))


def _refuse_lost(folder: Path, played: Sequence[Path], acts: int, seen: int | None = None) -> None:
    if (acts_known(last_visit(folder)) if seen is None else seen) > acts:
        raise UnusableError("error.lost-acts", folder=str(folder), acts=layout.ACTS, visit=layout.VISIT)
    public = folder / layout.PUBLIC
    shown = {name for name in disk.names(public) if layout.stage_called(name)} if public.is_dir() else set()
    lost = sorted(shown - {path.name for path in played})
    if lost:
        shown_in, sent_in = (_listed(name, lost) for name in (layout.PUBLIC, layout.OUTBOX))
        stages = Listed(tuple(lost))
        raise UnusableError("error.lost-stages", folder=str(folder), stages=stages, public=shown_in, outbox=sent_in)


def _listed(folder: str, stages: Iterable[str]) -> Listed:
    return Listed(tuple(f"{folder}/{stage}" for stage in stages))


def _announce(situation: Situation) -> None:
    """Announce a stage that was played and not announced; of what is refused once more, say that nothing was done."""
    try:
        announce(situation, PROGRAM)
    except UnusableError as error:
        if error.key == "error.not-announced":
            values = error.values
            raise UnusableError("error.still-not-announced", file=values["file"], reason=values["reason"]) from error
        raise


def begin(folder: Path, now: datetime, played: Sequence[Path]) -> None:
    """Write when a campaign began of which no stage is ``played``, if that has not been written."""
    if not played and read_record("began", folder / layout.BEGAN) is None:
        disk.write_whole(folder / layout.BEGAN, record_bytes("began", {"at": now.isoformat()}))


def _clear(situation: Situation) -> None:
    stage = situation.progress.stage_folder
    campaign = situation.campaign.folder
    for folder in (campaign, campaign / layout.ACTS, stage, stage / layout.ORDERS):
        with suppress(FileNotFoundError, NotADirectoryError):
            disk.clean(folder)


# A campaign tried out on a copy: what would come of a command, with not a byte of it changed.


_PLACE = "adjudicator-trial-"
"""What begins the name of the folder of a copy."""
_A_DAY = 86_400
"""Seconds."""


@contextmanager
def rehearsal(folder: Path, now: datetime, language: str | None = None) -> Iterator[Session]:
    """Hold a copy of the campaign in ``folder``, that is gone when the ``with`` block ends.

    Raises what ``load_campaign`` and ``recovered`` raise of the campaign itself.
    """
    refuse_lost(folder)
    _clear_copy()
    with TemporaryDirectory(prefix=_PLACE) as place:
        copy = Path(place) / "campaign"
        shutil.copytree(folder, copy, ignore=_left_out(folder), symlinks=True)
        yield opened(load_campaign(copy, language), now, language)


def _clear_copy() -> None:
    """Remove copies that a kill has left, a day old: nobody tries out a campaign for so long."""
    for left in Path(gettempdir()).glob(f"{_PLACE}*"):
        with suppress(OSError):
            about = left.lstat()
            own = about.st_uid == os.getuid() if hasattr(os, "getuid") else True  # there others may write
            if own and stat.S_ISDIR(about.st_mode) and about.st_mtime < time.time() - _A_DAY:
                shutil.rmtree(left)


def _left_out(folder: Path) -> Callable[[str, list[str]], list[str]]:
    """What is shown and sent can be made again; a pipe would be waited for."""

    def left_out(inside: str, names: list[str]) -> list[str]:
        here = Path(inside)
        apart = (OUTBOX, PUBLIC, LOCK) if here == folder else ()
        return [name for name in names if name in apart or not _can_be_copied(here / name)]

    return left_out


def _can_be_copied(path: Path) -> bool:
    return path.is_symlink() or path.is_file() or path.is_dir()
