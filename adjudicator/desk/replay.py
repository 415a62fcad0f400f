"""Stages taken back and played again in a row: their orders brought back one stage after the other.

Whoever plays again records the act first. Orders are then brought back to each stage as it is awaited, before anything
else can come for it: by the next session, where a command was interrupted. The stage that was awaited when others were
taken back gets its orders again however it is reached: they have been received, and nobody has played them yet. What
the MJ had amended there he may have mended by taking back what led to it: that returns by a replay alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from adjudicator.campaign.editions import EMPTY, read_result
from adjudicator.campaign.seats import called_in
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Listed, Phrase
from adjudicator.desk.publishing import tell_amendments
from adjudicator.orders.received import (
    as_sent,
    as_sent_ahead,
    came_file,
    file_ahead,
    last_verdict,
    stored_in,
    withdrawn_players,
)
from adjudicator.store.disk import read_file
from adjudicator.store.layout import ORDERS, RESULT, TURNS, stage_number, stages_played, withdrawn_folder
from adjudicator.table.situation import Situation, situation_of

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act, OnTable, RefusedFile, SentAhead
    from adjudicator.desk.reception import Again


def last_to_replay(situation: Situation) -> str | None:
    """Return the name of the last of the stages in a row from the one awaited on that were taken back; None if none."""
    stage, folder = situation.progress.stage_folder.name, situation.campaign.folder
    if situation.progress.stage is None or corrects(situation.acts, stage) is None:
        return None
    first, names = stage_number(stage), _names_taken_back(folder, len(undoings(situation.acts)))
    while first + 1 in names:
        first += 1
    return names.get(first, stage)


def _names_taken_back(folder: Path, undoings: int) -> dict[int, str]:
    """Return the names of the stages that had been played when they were taken back, the last time, by their number."""
    kept = [withdrawn_folder(folder, number) / TURNS for number in range(1, undoings + 1)]
    found = [path for above in kept if above.is_dir() for path in sorted(above.iterdir()) if (path / RESULT).is_dir()]
    return {stage_number(path.name): path.name for path in found}


# Orders brought back -------------------------------------------------------------------------------------------


def bring_back(situation: Situation) -> Situation:
    """Bring to the stage awaited the orders that it had when stages were taken back, if they return; in a replay the
    amendments too.

    Return how things then stand. Orders are judged anew; who has sent ahead since it was taken back has the last word.
    """
    situation = _amended_again(situation)
    progress = situation.progress
    stage = progress.stage_folder
    if progress.stage is None or (stage / ORDERS).exists() or not comes_back(situation.acts, stage.name):
        return situation
    source = _last_kept(situation.campaign.folder, stage.name, len(undoings(situation.acts)))
    if source is None:
        return situation
    from adjudicator.desk.reception import Again, receive_again

    files = [_kept_file(path, progress) for path in stored_in(source)]
    new = [Again(file_ahead(file), as_sent_ahead(file, progress)) for file in _new_ahead(situation)]
    receive_again(progress, [*files, *new], situation.clock)
    return situation.anew()


def _amended_again(situation: Situation) -> Situation:
    """Let the amendments hold again that the stage awaited had, if they all make a table that can be."""
    lacking = _lacking(situation)
    if not lacking or not _fit(situation.progress, lacking):
        return situation
    at = situation.clock.now.isoformat()
    for amendment in lacking:
        record(situation.campaign.folder, {**amendment, "at": at, "again": situation.acts.index(amendment) + 1})
    now = situation_of(situation.campaign, situation.clock.now)
    return tell_amendments(now)


def _lacking(situation: Situation) -> list[Act]:
    """Return the amendments that the stage awaited had when it was taken back, and has not again.

    None are lacking where the MJ has amended it anew since.
    """
    progress, acts = situation.progress, situation.acts
    stage, number = progress.stage_folder.name, len(progress.folders) + 1
    if progress.stage is None or replay_of(acts, stage) is None:
        return []
    hold = amendments_of(acts, number)
    if not all("again" in act for act in hold):
        return []
    again = [act["again"] for act in hold if "again" in act]
    return [act for act in _had(acts, stage, number) if acts.index(act) + 1 not in again]


def _had(acts: list[Act], stage: str, number: int) -> list[Act]:
    """Return the amendments that a stage had when it was last taken back as it had been played, or has had since."""
    last = corrects(acts, stage) or 1
    held = [amendments_of(acts_before(acts, undo), number) for undo in undoings(acts)[last - 1 :]]
    return next(filter(None, reversed(held)), [])


def _fit(progress: Progress, amendments: Sequence[Act]) -> bool:
    """Tell whether the table of the stage awaited can be as it is amended."""
    campaign, state = progress.campaign, progress.state
    rules = campaign.game.rules
    for amendment in amendments:
        if rules.amendment_objections(campaign.setting, state, amendment["table"]):
            return False
        state = rules.amended(campaign.setting, state, amendment["table"])
    return bool(rules.stage(state) == progress.stage)


def _last_kept(folder: Path, stage: str, undoings: int) -> Path | None:
    """Return the folder of a stage, where it was last taken back with orders."""
    kept = [withdrawn_folder(folder, number) / TURNS / stage for number in range(undoings, 0, -1)]
    return next((path for path in kept if stored_in(path)), None)


def _kept_file(path: Path, progress: Progress) -> Again:
    """Return a file as it is taken in again: what was refused stays so, and what was accepted has proved its key.

    What the MJ has answered was to what was asked then: where that is asked otherwise now, he is shown it.
    """
    from adjudicator.desk.reception import Again

    verdict = last_verdict(path, progress)
    accepted = verdict is not None and verdict["accepted"]
    holds = verdict is not None and (not accepted or "mj" in verdict)
    file, then = as_sent(path, progress)
    gone = withdrawn_players(path, progress)
    return Again(file._replace(proved=accepted), then, _how(path), verdict if holds else None, gone)


def _how(path: Path) -> bytes | None:
    """Return what tells how a file came, as it is kept beside it; None where it has been lost."""
    beside = path.with_name(came_file(path.stem))
    return read_file(beside) if beside.exists() else None


def _new_ahead(situation: Situation) -> Iterator[SentAhead]:
    """The files for the stage awaited that have come ahead since it was taken back."""
    before = situation.progress.folders[-1:]
    known = [file["text"] for folder in before for file in _kept(situation, folder.name)["ahead"]]
    return (file for file in situation.progress.ahead_now if file["text"] not in known)


def _kept(situation: Situation, stage: str) -> OnTable:
    """Return what was on the MJ's table of a stage when it was played before; empty where that is not kept."""
    number = corrects(situation.acts, stage)
    kept = withdrawn_folder(situation.campaign.folder, number or 0) / TURNS / stage / RESULT / "orders.json"
    if number is None or not kept.exists():
        return EMPTY
    table: OnTable = read_result("orders", kept)  # type: ignore[assignment]
    return called_in(table, situation.campaign.seats.called)


# How far -------------------------------------------------------------------------------------------------------


ALL_PLAYED = Phrase("replay.stop.all")


def stop_of(situation: Situation, force: bool = False) -> Phrase | None:
    """Return why the stage awaited is not played again now, a clause; None if it is.

    It is played if nobody's orders are missing or refused who had some the last time, and it is amended as it was; with
    ``force`` all the same, where the game can do without.
    """
    why = hindrance(situation)
    if why is not None:
        return (_amendment_trouble(situation) or why) if why == ALL_PLAYED else why
    asking = situation.asking
    if asking is not None and (asking.insisting or (asking.open and not force)):
        from adjudicator.table.decision import why_asked

        return why_asked(situation)
    progress, absent = situation.progress, situation.attendance.absent
    if force and (not absent or situation.campaign.game.rules.can_do_without(progress.state)):
        return None
    return _amendment_trouble(situation) or _trouble(situation, _kept(situation, progress.stage_folder.name))


def hindrance(situation: Situation) -> Phrase | None:
    """Return why the stage awaited cannot be played again, whatever has come for it; None if it can."""
    from adjudicator.table.decision import why_held

    progress, acts = situation.progress, situation.acts
    if progress.stage is None:
        return Phrase("why.over")
    if (why := _not_as_before(situation, progress.stage_folder.name)) is not None:
        return why
    hold = hold_in_force(acts)
    return why_held(situation.campaign, hold, situation.clock.now) if hold is not None else None


def _not_as_before(situation: Situation, stage: str) -> Phrase | None:
    """Say why a stage cannot be played as it was before; None if it can."""
    number = corrects(situation.acts, stage)
    if number is None:
        return ALL_PLAYED
    kept = [path.name for path in stages_played(withdrawn_folder(situation.campaign.folder, number))]
    if stage in kept:
        return None
    return Phrase("replay.stop.other" if kept else "replay.stop.lost")


def _amendment_trouble(situation: Situation) -> Phrase | None:
    """Say why an amendment was made that the stage does not have again."""
    lacking = _lacking(situation)
    return Phrase("replay.stop.amendment", {"reason": lacking[0]["said"]}) if lacking else None


def _trouble(situation: Situation, before: OnTable) -> Phrase | None:
    """Say whose orders fit no more, or are missing that were there when the stage was played before."""
    unfit = [file for file in situation.table.refused_now if file["kinds"] and not _was_refused(file, before)]
    names = list(dict.fromkeys(player for file in unfit for player in file["players"]))
    if names:  # a file of nobody known takes no orders from anybody: status shows it
        return Phrase("replay.stop.unfit", {"names": Listed(tuple(names))})
    without = (*before["absent"], *before["stood_in"], *before.get("answered", ()))
    missing = [name for name in situation.attendance.absent if name not in without]
    return Phrase("replay.stop.missing", {"names": Listed(tuple(missing))}, len(missing)) if missing else None


def _was_refused(file: RefusedFile, before: OnTable) -> bool:
    return any((file["source"], file["players"]) == (one["source"], one["players"]) for one in before["refused"])
