"""A campaign locked for one command: read in its current state, repaired, and with all that can be done to it.

Every program that changes a campaign (a command, cron, the mail) does so through a :class:`Session`; what it prints
about it is its own affair. A rehearsal does the same on a copy.
"""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.campaign.acts import PROGRAM, act_files, acts_in, record, replay_of
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.loading import is_as_read, load_campaign, with_people
from adjudicator.campaign.records import Act, Cause
from adjudicator.campaign.stages import Played, Progress, withdrawals
from adjudicator.core.faults import Listed, Phrase
from adjudicator.core.stage import Stage
from adjudicator.desk.foreword import foreword
from adjudicator.desk.hash_chain import since_when
from adjudicator.desk.heads import announced, has_heads, out_of_date, write_owed_forms, write_reports
from adjudicator.desk.last_run import acts_known, last_visit
from adjudicator.desk.publishing import (
    amendments_untold,
    announce,
    finish_link,
    play,
    publish,
    show,
    tell_amendments,
    tell_extension,
    tell_undoing,
)
from adjudicator.desk.reception import LettersOwedError, finish_receiving, receive
from adjudicator.desk.replay import bring_back, hindrance, last_to_replay, stop_of
from adjudicator.desk.undo import orders_kept, take_back
from adjudicator.orders.inbox import DroppedFile, look_into
from adjudicator.orders.submission import Submission
from adjudicator.post.bureau import Item, begin_account, bring_up_to_date, mark
from adjudicator.speech.voice import reason_of
from adjudicator.store import disk, layout
from adjudicator.store.disk import LOCK, UnusableError, locked
from adjudicator.store.layout import OUTBOX, PUBLIC, stages_played
from adjudicator.table.clock import began_at
from adjudicator.table.consequences import Withdrawal
from adjudicator.table.situation import Situation, situation_at, situation_of

if TYPE_CHECKING:
    from adjudicator.campaign.amendment_file import Amendment
    from adjudicator.campaign.takeover import Change


# Every command that writes loads this module, so what few of them need is imported where it is used.


class TakenFiles(NamedTuple):
    """The result of receiving order files, and what kept the rest from being received."""

    submissions: list[Submission]
    trouble: UnusableError | None
    """An unreadable file, before which all others were received; or a letter that could not be written."""

    def refuse(self) -> None:
        """Raise the trouble, if any: nothing may be played until the MJ has dealt with it."""
        if self.trouble is not None:
            raise self.trouble


class Replayed(NamedTuple):
    """The result of a replay."""

    played: list[Played]
    in_spite: list[Phrase | None]
    """For each played stage, the reason against it that force overrode, as a clause; None if there was none."""
    stop: Phrase
    """The reason why no more stages were played, as a clause."""
    begins: bool
    """Whether the replay has just begun, so that orders were brought back."""


class Session:
    """A locked campaign; ``situation`` is its state after all that has been done with it.

    Each act of the MJ takes who acts (``by``) and a ``reason`` for his records; ``said`` are words for everybody. Raise
    ``UnusableError`` if the disk refuses what follows from an act, which is done all the same: the next session resumes
    it.
    """

    def __init__(
        self,
        situation: Situation,
        language: str | None = None,
        overtaken: Stage | None = None,
        given_back: Sequence[Phrase] = (),
    ) -> None:
        """Take the repaired campaign's situation and the ``language`` of refusals, by default the campaign's own."""
        self.situation, self.language = situation, language
        self.given_back = given_back
        """Sentences for the MJ about seats that have just gone back to their holders."""
        self.overtaken = overtaken
        """The stage that was awaited when the command was given, if somebody has played it since."""

    @property
    def campaign(self) -> Campaign:
        """The campaign."""
        return self.situation.campaign

    @property
    def now(self) -> datetime:
        """The time that counts for all that is done here."""
        return self.situation.clock.now

    def receive(self, by_hand: Sequence[DroppedFile] = ()) -> TakenFiles:
        """Receive the files in the inbox, and then those brought ``by_hand``: the last file to arrive counts.

        If a file in the inbox is unreadable, those brought by hand are not received, because it came before them.
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
            self.situation = carry_out_corrections(self.situation)
        return TakenFiles(submissions, trouble)

    def play(self, by: str, words: Path | None = None, forms: bool = True) -> Played:
        """Play the awaited stage with the orders received, publish it, and announce it as played ``by`` somebody.

        ``words`` is a file with the MJ's words for the head of the reports, used in place of the waiting one. Without
        ``forms``, the forms to click are left out, for a stage that may be played at once. Raise
        ``UnusableError`` if the stage is published but could not be announced; the next session does that. Raise
        ``PackageMissingError`` before playing if the campaign publishes images and none can be made.
        """
        if self.campaign.publishes_images:
            from adjudicator.reports.environment import need_images

            need_images()  # now, because a played stage could not be announced without images
        played = play(self.situation, foreword(self.campaign, words))
        files = publish(self.situation, played)
        self.situation = bring_back(situation_of(self.campaign, self.now))  # letters mention orders that are present
        announce(self.situation, by, files, forms)
        return played

    def hold(self, by: str, reason: str, until: datetime | None = None) -> None:
        """Let nothing be played until the campaign is released; ``until`` is when the MJ intends to do that."""
        act: Act = {**self._act("hold", by), "reason": reason}
        self._do({**act, "until": until.isoformat()} if until is not None else act, show)

    def brake(self, cause: Cause) -> None:
        """Hold the campaign on the program's own initiative."""
        self._do({**self._act("hold", PROGRAM), "cause": cause}, show)

    def close(self, by: str) -> None:
        """End the players' time for the awaited stage: from now on it waits for the MJ alone."""
        self._do(self._act("closed", by), _show_again)

    def release(self, by: str, reason: str) -> None:
        """Let the campaign go on."""
        self._do({**self._act("release", by), "reason": reason}, show)

    def extend(self, by: str, reason: str, until: datetime) -> None:
        """Move the deadline of the awaited stage, and write to the players whose orders are awaited.

        If the players' time is over, this moves the MJ's deadline, and nobody is written to.
        """
        act: Act = {**self._act("extend", by), "reason": reason, "until": until.isoformat()}
        closed = self.situation.closing is not None
        self._do(act, _show_again if closed else lambda situation: tell_extension(situation, reason))

    def undo(
        self, by: str, index: int, reason: str, said: str, until: datetime | None = None, unread: bool = False
    ) -> None:
        """Take back the played stages from the one at ``index`` on, and tell the players.

        ``until`` is the new deadline of the stage that is awaited again. If ``unread`` is true, nobody has read
        anything of these stages, and nobody is told. Raise ``OSError`` or ``UnusableError`` before anything is done if
        the stage's orders cannot be read.
        """
        folders = self.situation.progress.folders
        orders_kept(folders[index])  # before anything is recorded, because these orders must come back
        act: Act = {**self._act("undo", by), "reason": reason, "said": said}
        act |= {"back_to": folders[index].name, "down_from": folders[-1].name}
        act |= {"head": since_when(folders, self.situation.acts).head}
        act |= {"unread": True} if unread else {}
        act |= {"until": until.isoformat()} if until is not None else {}
        self._do(act, tell_undoing, lambda campaign: take_back(campaign, acts_in(campaign.folder)))

    def replay(self, by: str, force: bool = False, forms: bool = True) -> Replayed:
        """Play stages that were taken back again, in sequence, with their orders, as far as these still fit.

        The forms to click are written for the last of them alone, and not at all without ``forms``. Raise the same
        errors as :meth:`play`.
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
            played.append(self.play(by, forms=False))
        if played and forms:
            with suppress(OSError):  # the next session writes them
                write_owed_forms(self.situation)
        return Replayed(played, in_spite, stop, begins)

    def amend(self, by: str, amendment: Amendment, reason: str, said: str) -> None:
        """Amend the awaited stage's state, judge its orders again, and tell the players.

        ``amendment`` was judged for this stage.
        """
        from adjudicator.campaign.amendment_file import act_of

        act: Act = {**self._act("amend", by), "reason": reason, "said": said}
        self._do(act_of(amendment, self.situation.progress, act), self._tell_amendments)

    def _tell_amendments(self, situation: Situation) -> None:
        """Tell the players about amendments, and keep the new situation."""
        self.situation = tell_amendments(situation)

    def reseat(self, by: str, change: Change, reason: str, said: str) -> None:
        """Let other people take seats, or leave seats empty, and tell the players."""
        from adjudicator.desk.seating import tell_seats

        left = all(taken.get("left") for taken in change.seats)
        act: Act = {**self._act("leave" if left else "replace", by), "reason": reason, "said": said}
        act["seats"] = change.seats
        self._do({**act, "captains": change.captains} if change.captains else act, tell_seats)

    def withdraw(self, by: str, withdrawal: Withdrawal, reason: str) -> None:
        """Withdraw orders of a player, and tell the player."""
        from adjudicator.desk.seating import tell_withdrawals

        act: Act = {**self._act("withdraw", by), "reason": reason}
        self._do(withdrawal.act(act, self.situation.progress), tell_withdrawals)

    def posted(self, numbers: Collection[int], posted: bool = True) -> None:
        """Note whether the MJ has posted the items with these numbers. Raise ``OSError`` if the disk refuses."""
        mark(self.situation, numbers, posted)

    def _act(self, act: str, by: str) -> Act:
        """Return the fields that every act has."""
        stage = self.situation.progress.stage_folder.name
        return {"act": act, "at": self.now.isoformat(), "by": by, "stage": stage}

    def _do(
        self, act: Act, follow: Callable[[Situation], None], carry_out: Callable[[Campaign], object] | None = None
    ) -> None:
        """Record an act, ``carry_out`` its effect on the files if any, and let the players see what follows."""
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
    """Lock the campaign in ``folder`` while the ``with`` block runs, and give its state at that time.

    Somebody may edit or play it while this waits for the lock. So ``campaign.yaml`` is read again if it has changed,
    and ``now`` is called after the wait. ``known`` is the campaign if it has been read already. Raise the errors of
    ``load_campaign`` and ``recovered``, and ``Busy`` when another command does not release the lock.
    """
    # Loading first keeps the lock file out of a folder that is no campaign, or not yet.
    campaign = known if known is not None else load_campaign(folder, language)
    seen = len(stages_played(folder))
    with locked(folder):
        if not is_as_read(campaign):
            campaign = load_campaign(folder, language)
        table = opened(with_people(campaign), now(), language, seen)
        yield table
        show_bureau(table.situation)


def show_bureau(situation: Situation) -> list[Item]:
    """Update the MJ's page of items to post, and return the new ones.

    Nothing depends on it: if this fails, the next session does it.
    """
    with suppress(OSError, UnusableError):
        return bring_up_to_date(situation)
    return []


def opened(
    campaign: Campaign,
    now: datetime,
    language: str | None = None,
    seen: int | None = None,
    acts_seen: int | None = None,
) -> Session:
    """Return a session of a campaign that is repaired; the caller holds its lock and has read it since.

    ``seen`` is how many stages had been played when the command was given. ``acts_seen`` is passed to
    :func:`recovered`, whose errors are raised.
    """
    situation = recovered(campaign, now, acts_seen)
    progress = situation.progress
    overtaken = progress.stage_played(seen) if seen is not None and seen < len(progress.folders) else None
    return Session(situation, language, overtaken, _given_back(campaign, situation))


def _show_again(situation: Situation) -> None:
    """Update the deadline in the heads of the reports; nothing is written to the public pages."""
    if has_heads(situation.progress):
        write_reports(situation)


def _given_back(before: Campaign, now: Situation) -> tuple[Phrase, ...]:
    """Return which seats have gone back since ``before``, for the MJ."""
    if before.seats.acts == now.campaign.seats.acts:
        return ()
    from adjudicator.desk.seating import given_back

    return given_back(before.seats, now.campaign.seats)


# What every command that writes does first, under the lock: finish or remove what an interrupted one left.


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
"""What others on the machine may not read. The inbox is not included: the MJ decides who may put orders there."""


def recovered(campaign: Campaign, now: datetime, acts_seen: int | None = None) -> Situation:
    """Return the situation of ``campaign`` after finishing what an interruption left; the caller holds its lock.

    ``acts_seen`` is how many acts the last visit knew of; None if that has not been read. Raise ``UnusableError`` when
    something is damaged, and ``OSError`` when the disk refuses.
    """
    guard(campaign.folder)
    acts = acts_in(campaign.folder)
    taken_back = take_back(campaign, acts)
    played = layout.stages_played(campaign.folder)
    _refuse_lost(campaign.folder, played, len(acts), acts_seen)
    progress = Progress(campaign, played, acts)
    began_at(progress, acts)  # refuses to begin a campaign a second time
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
        with suppress(OSError):  # only the heads depend on it, and the act itself is stored
            show(situation)
    situation = bring_back(situation)  # before other orders can come for the stage
    situation = finish_receiving(situation)
    if any("corrections" in verdict.get("mj", {}) for verdict in situation.records):
        situation = carry_out_corrections(situation)
    if withdrawals(acts):
        from adjudicator.desk.seating import tell_withdrawals

        tell_withdrawals(situation)
    return _seated(situation)


def _seated(situation: Situation) -> Situation:
    """Give back seats that are due, and tell the players about changes of seats that they do not know of."""
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
    """Close the private parts of a campaign's folder to other users, and let them through to the public ones."""
    disk.let_through(folder)
    for name in _PRIVATE.intersection(disk.names(folder)):
        disk.close_to_others(f"{folder}/{name}")


def refuse_lost(folder: Path) -> None:
    """Raise ``UnusableError`` when ``public/`` shows stages that have not been played, as after an interrupted copy.

    A stage is written to ``turns/`` before it is shown, so continuing would play it again with other orders. The error
    is also raised when cron's last visit knew of acts that are gone, since one of them may be a hold.
    """
    _refuse_lost(folder, layout.stages_played(folder), len(act_files(folder)))


def _refuse_lost(folder: Path, played: Sequence[Path], acts: int, seen: int | None = None) -> None:
    """Do what :func:`refuse_lost` does; ``seen`` is how many acts the last visit knew of, read from disk if None."""
    if (acts_known(last_visit(folder)) if seen is None else seen) > acts:
        raise UnusableError("error.lost-acts", folder=str(folder), acts=layout.ACTS, visit=layout.VISIT)
    public = folder / layout.PUBLIC
    shown = {name for name in disk.names(public) if layout.stage_called(name)} if public.is_dir() else set()
    lost = sorted(shown - {path.name for path in played})
    if lost:
        shown_in, sent_in = (
            Listed(tuple(f"{name}/{stage}" for stage in lost)) for name in (layout.PUBLIC, layout.OUTBOX)
        )
        stages = Listed(tuple(lost))
        raise UnusableError("error.lost-stages", folder=str(folder), stages=stages, public=shown_in, outbox=sent_in)


def _announce(situation: Situation) -> None:
    """Announce a stage that was played and not announced; if that fails again, say that nothing else was done."""
    try:
        announce(situation, PROGRAM)
    except UnusableError as error:
        if error.key == "error.not-announced":
            values = error.values
            raise UnusableError("error.still-not-announced", file=values["file"], reason=values["reason"]) from error
        raise


def begin(folder: Path, now: datetime, played: Sequence[Path]) -> None:
    """Record the beginning of a campaign without ``played`` stages, unless that has been done."""
    if not played and read_record("began", folder / layout.BEGAN) is None:
        disk.write_whole(folder / layout.BEGAN, record_bytes("began", {"at": now.isoformat()}))


def _clear(situation: Situation) -> None:
    """Remove temporary files that an interrupted command left in the campaign's folders."""
    stage = situation.progress.stage_folder
    campaign = situation.campaign.folder
    for folder in (campaign, campaign / layout.ACTS, stage, stage / layout.ORDERS):
        with suppress(FileNotFoundError, NotADirectoryError):
            disk.clean(folder)


# Rehearsals: a command is tried out on a copy of the campaign, which itself stays unchanged.


_PLACE = "adjudicator-trial-"
"""Prefix of the name of a copy's folder."""
_A_DAY = 86_400
"""A day in seconds."""


@contextmanager
def rehearsal(folder: Path, now: datetime, language: str | None = None) -> Iterator[Session]:
    """Open a copy of the campaign in ``folder``, which is removed when the ``with`` block ends.

    Raise the errors that ``load_campaign`` and ``recovered`` raise for the campaign itself.
    """
    refuse_lost(folder)
    _clear_copy()
    with TemporaryDirectory(prefix=_PLACE) as place:
        copy = Path(place) / "campaign"
        shutil.copytree(folder, copy, ignore=_left_out(folder), symlinks=True)
        yield opened(load_campaign(copy, language), now, language)


def _clear_copy() -> None:
    """Remove copies that killed commands left more than a day ago: no rehearsal lasts that long."""
    for left in Path(gettempdir()).glob(f"{_PLACE}*"):
        with suppress(OSError):
            about = left.lstat()
            own = about.st_uid == os.getuid() if hasattr(os, "getuid") else True  # other users may write to that folder
            if own and stat.S_ISDIR(about.st_mode) and about.st_mtime < time.time() - _A_DAY:
                shutil.rmtree(left)


def _left_out(folder: Path) -> Callable[[str, list[str]], list[str]]:
    """Return a filter for ``copytree`` that skips public and sent files, the lock, and special files.

    Public and sent files can be made again, and copying a pipe would wait for ever.
    """

    def left_out(inside: str, names: list[str]) -> list[str]:
        here = Path(inside)
        apart = (OUTBOX, PUBLIC, LOCK) if here == folder else ()
        return [name for name in names if name in apart or not _can_be_copied(here / name)]

    return left_out


def _can_be_copied(path: Path) -> bool:
    """Return whether the path is a link, a file or a folder."""
    return path.is_symlink() or path.is_file() or path.is_dir()


# Corrections in the MJ's files, carried out as ``amend`` does: each becomes an act of its own, with its reason.


def carry_out_corrections(situation: Situation) -> Situation:
    """Amend the awaited stage by the corrections that have come and are not yet carried out; return the new situation.

    Each act keeps the hash of its file and the correction's number in it. So no correction is carried out twice, even
    if the program stopped after storing the file and before recording the act. Raise ``OSError`` when the disk refuses.
    """
    acts = list(_acts(situation))
    if not acts:
        return situation
    for act in acts:
        record(situation.campaign.folder, act)
    return tell_amendments(situation_of(situation.campaign, situation.clock.now))


def _acts(situation: Situation) -> Iterator[Act]:
    """Yield the act of each correction that has not been carried out, in the order in which their files came."""
    from adjudicator.campaign.amendment_file import Amendment, act_of, corrected

    progress = situation.progress
    if progress.stage is None:
        return
    voice, done = progress.campaign.voice(), {act.get("file") for act in progress.amendments}
    dump = progress.campaign.game.rules.dump
    for verdict in situation.records:
        for number, one in enumerate(verdict["mj"].get("corrections", ()) if "mj" in verdict else (), 1):
            file = f"{verdict['digest']}#{number}"
            after = corrected(progress, [one]) if file not in done else progress
            # It has been carried out already, or it changes nothing.
            if dump(after.state) == dump(progress.state):
                continue
            said = one.get("said") or voice.say("correction.unsaid")
            at, stage = situation.clock.now.isoformat(), progress.stage_folder.name
            act: Act = {"act": "amend", "at": at, "by": "MJ", "stage": stage, "reason": one["reason"], "said": said}
            yield act_of(Amendment(one["table"]), progress, {**act, "file": file})
            progress = after
