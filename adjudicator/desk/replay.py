"""Playing stages that were taken back again, in sequence, with the orders that they had.

The replay is recorded as an act first. Then each stage gets its orders back when it becomes the awaited one, before
anything else can come for it; the next session resumes an interrupted replay. Amendments come back by a replay alone,
since the MJ may have taken back stages to correct what led to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.acts import (
    acts_before,
    amendments_of,
    comes_back,
    corrects,
    hold_in_force,
    record,
    replay_of,
    undoings,
)
from adjudicator.campaign.editions import EMPTY
from adjudicator.campaign.records import Act, OnTable
from adjudicator.campaign.stages import Progress, table_before
from adjudicator.core.faults import Listed, Phrase
from adjudicator.desk.publishing import tell_amendments
from adjudicator.orders import received
from adjudicator.store.disk import read_file
from adjudicator.store.layout import ORDERS, RESULT, TURNS, stage_number, stages_played, withdrawn_folder
from adjudicator.table.situation import Situation, situation_of

if TYPE_CHECKING:
    from adjudicator.desk.reception import Rejudging


def last_to_replay(situation: Situation) -> str | None:
    """Return the name of the last in the row of taken back stages that begins with the awaited one; None if none."""
    stage, folder = situation.progress.stage_folder.name, situation.campaign.folder
    if situation.progress.stage is None or corrects(situation.acts, stage) is None:
        return None
    kept = [withdrawn_folder(folder, number) / TURNS for number in range(1, len(undoings(situation.acts)) + 1)]
    found = [path for above in kept if above.is_dir() for path in sorted(above.iterdir()) if (path / RESULT).is_dir()]
    # A later undoing overrides an earlier one with the same stage number.
    first, names = stage_number(stage), {stage_number(path.name): path.name for path in found}
    while first + 1 in names:
        first += 1
    return names.get(first, stage)


# Orders and amendments brought back to the awaited stage.


def bring_back(situation: Situation) -> Situation:
    """Bring back to the awaited stage the orders that it had when it was taken back, and in a replay its amendments.

    Return the new situation. Orders are judged again. Orders sent ahead since the stage was taken back override them.
    """
    situation = _amended_again(situation)
    progress = situation.progress
    stage = progress.stage_folder
    if progress.stage is None or (stage / ORDERS).exists() or not comes_back(situation.acts, stage.name):
        return situation
    folder, numbers = situation.campaign.folder, range(len(undoings(situation.acts)), 0, -1)
    kept = [withdrawn_folder(folder, number) / TURNS / stage.name for number in numbers]
    source = next((path for path in kept if received.stored_in(path)), None)
    if source is None:
        return situation
    from adjudicator.desk.reception import Rejudging, receive_again

    files = [_kept_file(path, progress) for path in received.stored_in(source)]
    # Files that were sent ahead before the stage was taken back are among its orders already.
    known = [file["text"] for before in progress.folders[-1:] for file in _kept(situation, before.name)["ahead"]]
    sent_since = [file for file in progress.ahead_now if file["text"] not in known]
    new = [Rejudging(received.file_ahead(file), received.as_sent_ahead(file, progress)) for file in sent_since]
    receive_again(progress, [*files, *new], situation.clock)
    return situation.anew()


def _amended_again(situation: Situation) -> Situation:
    """Repeat the amendments that the awaited stage had, if all of them together still make a valid state."""
    lacking = _lacking(situation)
    if not lacking or not _fit(situation.progress, lacking):
        return situation
    at = situation.clock.now.isoformat()
    for amendment in lacking:
        record(situation.campaign.folder, {**amendment, "at": at, "again": situation.acts.index(amendment) + 1})
    now = situation_of(situation.campaign, situation.clock.now)
    return tell_amendments(now)


def _lacking(situation: Situation) -> list[Act]:
    """Return the amendments that the awaited stage had when it was taken back and that have not been repeated.

    The list is empty if the MJ has made a new amendment since.
    """
    progress, acts = situation.progress, situation.acts
    stage, number = progress.stage_folder.name, len(progress.folders) + 1
    if progress.stage is None or replay_of(acts, stage) is None:
        return []
    hold = amendments_of(acts, number)
    if not all("again" in act for act in hold):
        return []
    again = [act["again"] for act in hold if "again" in act]
    # What it had when it was last taken back as a played stage, or at an undoing since.
    last = corrects(acts, stage) or 1
    held = [amendments_of(acts_before(acts, undo), number) for undo in undoings(acts)[last - 1 :]]
    had = next(filter(None, reversed(held)), [])
    return [act for act in had if acts.index(act) + 1 not in again]


def _fit(progress: Progress, amendments: Sequence[Act]) -> bool:
    """Return whether the awaited stage's state can be amended in this way."""
    campaign, state = progress.campaign, progress.state
    rules = campaign.game.rules
    for amendment in amendments:
        if rules.amendment_objections(campaign.setting, state, amendment["table"]):
            return False
        state = rules.amended(campaign.setting, state, amendment["table"])
    return bool(rules.stage(state) == progress.stage)


def _kept_file(path: Path, progress: Progress) -> Rejudging:
    """Return a file to be received again: refusals stay, and an accepted file need not prove its key again.

    The MJ's answers were to the questions of that time. If a question is put differently now, he is shown it again.
    """
    from adjudicator.desk.reception import Rejudging

    verdict = received.last_verdict(path, progress)
    accepted = verdict is not None and verdict["accepted"]
    holds = verdict is not None and (not accepted or "mj" in verdict)
    file, then = received.as_sent(path, progress)
    gone = received.withdrawn_players(path, progress)
    beside = path.with_name(received.came_file(path.stem))
    how = read_file(beside) if beside.exists() else None  # the record of how the file came may be lost
    return Rejudging(file._replace(proved=accepted), then, how, verdict if holds else None, gone)


def _kept(situation: Situation, stage: str) -> OnTable:
    """Return what the MJ had received for a stage when it was played before; empty if that is not kept."""
    return table_before(situation.campaign, stage, corrects(situation.acts, stage)) or EMPTY


# How far a replay goes.


ALL_PLAYED = Phrase("replay.stop.all")


def stop_of(situation: Situation, force: bool = False) -> Phrase | None:
    """Return why the awaited stage is not played again now, as a clause; None if it is.

    It is played if everybody who had orders the last time has valid ones now, and it is amended as it was. With
    ``force`` it is played regardless, as far as the game can do without the missing orders.
    """
    why = hindrance(situation)
    if why is not None:
        return (_amendment_trouble(situation) or why) if why == ALL_PLAYED else why
    asking = situation.asking
    if asking is not None and (asking.insisting or (asking.open and not force)):
        from adjudicator.table.decision import why_asked

        return why_asked(situation)
    progress, absent = situation.progress, situation.attendance.absent
    if force and (not absent or progress.phase.default):
        return None
    return _amendment_trouble(situation) or _trouble(situation, _kept(situation, progress.stage_folder.name))


def hindrance(situation: Situation) -> Phrase | None:
    """Return why the awaited stage cannot be played again, whatever has come for it; None if it can."""
    from adjudicator.table.decision import why_held

    progress, acts = situation.progress, situation.acts
    if progress.stage is None:
        return Phrase("why.over")
    if (why := _not_as_before(situation, progress.stage_folder.name)) is not None:
        return why
    hold = hold_in_force(acts)
    return why_held(situation.campaign, hold, situation.clock.now) if hold is not None else None


def _not_as_before(situation: Situation, stage: str) -> Phrase | None:
    """Return why a stage cannot be played as it was before; None if it can."""
    number = corrects(situation.acts, stage)
    if number is None:
        return ALL_PLAYED
    kept = [path.name for path in stages_played(withdrawn_folder(situation.campaign.folder, number))]
    if stage in kept:
        return None
    return Phrase("replay.stop.other" if kept else "replay.stop.lost")


def _amendment_trouble(situation: Situation) -> Phrase | None:
    """Return which amendment of the stage has not been repeated; None if none is missing."""
    lacking = _lacking(situation)
    return Phrase("replay.stop.amendment", {"reason": lacking[0]["said"]}) if lacking else None


def _trouble(situation: Situation, before: OnTable) -> Phrase | None:
    """Return whose orders no longer fit, or are missing although they were there before; None if all is well."""
    refused = [(file["source"], file["players"]) for file in before["refused"]]
    unfit = [
        file
        for file in situation.table.refused_now
        if file["kinds"] and (file["source"], file["players"]) not in refused
    ]
    names = list(dict.fromkeys(player for file in unfit for player in file["players"]))
    if names:  # a file of an unknown player takes away no orders; status shows it
        return Phrase("replay.stop.unfit", {"names": Listed(tuple(names))})
    without = (*before["absent"], *before["stood_in"], *before.get("answered", ()))
    missing = [name for name in situation.attendance.absent if name not in without]
    return Phrase("replay.stop.missing", {"names": Listed(tuple(missing))}, len(missing)) if missing else None
