"""Stages taken back and played again in a row: their orders brought back one stage after the other.

Whoever plays again records the act first. Orders are then brought back to each stage as it is awaited, before anything
else can come for it: by the next session, where a command was interrupted.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.campaign.acts import corrects, hold_in_force, replay_of, undoings
from adjudicator.campaign.editions import read_result
from adjudicator.campaign.records import EMPTY, OnTable, RefusedFile, SentAhead, called_in
from adjudicator.core.phrase import Listed, Phrase
from adjudicator.office.reception import receive_again
from adjudicator.orders.received import as_it_came, as_sent_ahead, came_file, file_ahead, stored_at, stored_in
from adjudicator.store.disk import read_file
from adjudicator.store.layout import ORDERS, RESULT, TURNS, stage_called, stages_played, withdrawn_folder
from adjudicator.table.decision import why_held
from adjudicator.table.situation import Situation


def last_to_replay(situation: Situation) -> str | None:
    """Return the name of the last of the stages in a row from the one awaited on that were taken back; None if none."""
    stage, folder = situation.progress.stage_folder.name, situation.campaign.folder
    if situation.progress.stage is None or corrects(situation.acts, stage) is None:
        return None
    first, names = _number_of(stage), _names_taken_back(folder, len(undoings(situation.acts)))
    while first + 1 in names:
        first += 1
    return names.get(first, stage)


def _names_taken_back(folder: Path, undoings: int) -> dict[int, str]:
    """Return the names of the stages that had been played when they were taken back, the last time, by their number."""
    kept = [withdrawn_folder(folder, number) / TURNS for number in range(1, undoings + 1)]
    found = [path for above in kept if above.is_dir() for path in sorted(above.iterdir()) if (path / RESULT).is_dir()]
    return {_number_of(path.name): path.name for path in found}


def _number_of(name: str) -> int:
    known = stage_called(name)
    return known[0] if known else 0


# Orders brought back -------------------------------------------------------------------------------------------


def bring_back(situation: Situation) -> Situation:
    """Bring to the stage awaited the orders that it had, if it is to be played again, and return how things then stand.

    They are judged anew. Who has sent ahead for it since it was taken back has the last word.
    """
    progress = situation.progress
    stage = progress.stage_folder
    if progress.stage is None or (stage / ORDERS).exists() or replay_of(situation.acts, stage.name) is None:
        return situation
    source = _last_kept(situation.campaign.folder, stage.name, len(undoings(situation.acts)))
    if source is None:
        return situation
    files = [(stored_at(path), _how(path), as_it_came(path, progress)) for path in stored_in(source)]
    new = [(file_ahead(file), None, as_sent_ahead(file, progress)) for file in _new_ahead(situation)]
    receive_again(progress, [*files, *new], situation.clock)
    return situation.anew()


def _last_kept(folder: Path, stage: str, undoings: int) -> Path | None:
    """Return the folder of a stage, where it was last taken back with orders."""
    kept = [withdrawn_folder(folder, number) / TURNS / stage for number in range(undoings, 0, -1)]
    return next((path for path in kept if stored_in(path)), None)


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


def stop_of(situation: Situation, force: bool = False) -> Phrase | None:
    """Return why the stage awaited is not played again now, a clause; None if it is.

    It is played if nobody's orders are missing or refused who had some the last time; with ``force`` all the same,
    where the game can do without.
    """
    progress, acts = situation.progress, situation.acts
    if progress.stage is None:
        return Phrase("why.over")
    stage = progress.stage_folder.name
    number = corrects(acts, stage)
    if number is None:
        return Phrase("replay.stop.all")
    kept = [path.name for path in stages_played(withdrawn_folder(situation.campaign.folder, number))]
    if stage not in kept:
        return Phrase("replay.stop.other" if kept else "replay.stop.lost")
    if (hold := hold_in_force(acts)) is not None:
        return why_held(situation.campaign, hold, situation.clock.now)
    absent = situation.attendance.absent
    if force and (not absent or situation.campaign.game.rules.can_do_without(progress.state)):
        return None
    return _trouble(situation, _kept(situation, stage))


def _trouble(situation: Situation, before: OnTable) -> Phrase | None:
    """Say whose orders fit no more, or are missing that were there when the stage was played before."""
    unfit = [file for file in situation.table.refused_now if file["kinds"] and not _was_refused(file, before)]
    names = list(dict.fromkeys(player for file in unfit for player in file["players"]))
    if unfit:
        sources = [file["source"] for file in unfit if not file["players"]]
        return Phrase("replay.stop.unfit", {"names": Listed((*names, *sources))})
    missing = [name for name in situation.attendance.absent if name not in (*before["absent"], *before["stood_in"])]
    return Phrase("replay.stop.missing", {"names": Listed(tuple(missing))}, len(missing)) if missing else None


def _was_refused(file: RefusedFile, before: OnTable) -> bool:
    return {"source": file["source"], "players": file["players"]} in before["refused"]
