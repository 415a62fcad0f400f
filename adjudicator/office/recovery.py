"""What every command that writes does first, under the lock: finish or clear away what an interrupted one left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from adjudicator.campaign.acts import PROGRAM, acts_in, how_many
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.stages import Progress
from adjudicator.campaign.withdrawals import withdrawals
from adjudicator.core.faults import Listed
from adjudicator.office.announcement import (
    amendments_untold,
    announce,
    finish_link,
    show,
    tell_amendments,
    tell_undoing,
)
from adjudicator.office.heads import announced, out_of_date
from adjudicator.office.memory import acts_known, last_visit
from adjudicator.office.posted import begin_account
from adjudicator.office.reception import finish_receiving
from adjudicator.office.replay import bring_back
from adjudicator.office.undoing import take_back
from adjudicator.store import disk, layout
from adjudicator.store.disk import UnusableError
from adjudicator.table.clock import began_at
from adjudicator.table.situation import Situation, situation_at, situation_of

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
        from adjudicator.office.correcting import carry_out_corrections  # few files hold some

        situation = carry_out_corrections(situation)
    if withdrawals(acts):
        from adjudicator.office.withdrawing import tell_withdrawals  # in most campaigns nothing is withdrawn

        tell_withdrawals(situation)
    return _seated(situation)


def _seated(situation: Situation) -> Situation:
    """Give seats back whose time is over, and tell the players who sits where, as far as they have not been told."""
    before = situation.campaign
    if not before.seats.acts:
        return situation
    from adjudicator.office.seating import give_back, tell_seats  # most campaigns keep their people

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
