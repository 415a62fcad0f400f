"""A stage played and published: whole, or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from adjudicator.campaign.acts import corrects, last_read, undoings
from adjudicator.campaign.editions import read_result
from adjudicator.campaign.loading import outcome_files
from adjudicator.campaign.stages import Played, Progress
from adjudicator.core.stage import Outcome
from adjudicator.orders.received import judge_ahead
from adjudicator.store import disk
from adjudicator.store.layout import RESULT, TURNS, withdrawn_folder
from adjudicator.store.published import publish_folder
from adjudicator.table.situation import Situation
from adjudicator.table.table import words_for

if TYPE_CHECKING:
    from adjudicator.campaign.records import Corrected, OnTable, RefusedFile, RefusedSource, SentAhead, Words
    from adjudicator.core.standing_orders import Consulted


def play(situation: Situation, said: Sequence[Words] = ()) -> Played:
    """Play the stage awaited with the orders on the table; standing ones stand in. Nothing is written.

    ``said`` are the words of the MJ for the head of the reports.
    """
    progress, table = situation.progress, situation.table
    campaign, stage = progress.campaign, progress.stage
    if stage is None:
        raise ValueError("the game is over")
    given, asking = situation.to_play, situation.asking
    words = words_for(progress, table)
    answered = [player for player in situation.attendance.answered if player not in given]
    outcome = campaign.resolve(progress.state, given, words) if asking is None else asking.outcome
    on_table: OnTable = {
        "orders": given,
        "stood_in": list(situation.stood_in),
        "absent": [player for player in situation.attendance.absent if player not in (*given, *answered)],
        "standing": table.standing,
        "ahead": _ahead(progress, outcome, table.ahead),
        "refused_ahead": table.refused_ahead,
        "notes": table.notes,
        "refused": _refused(table.refused_now),
        "words": list(said) or _words_before(situation),
        "corrected": _corrected(situation),
        "amended": [act["said"] for act in progress.amendments],
    }
    if table.left_in:
        on_table["left_in"] = table.left_in
    if answered:
        on_table["answered"] = answered
    if words:
        on_table["luck"] = words
    if asking is not None and asking.asked:
        on_table["mj"] = asking.rows
        on_table.update(asking.troubles)  # type: ignore[typeddict-item]
    if campaign.seats.acts:
        on_table["seats"] = campaign.seats.acts
    if situation.left.consulted:
        _note_clauses(on_table, situation.left.consulted)
    return Played(progress.stage_folder, stage, progress.state, outcome, on_table)


def _note_clauses(on_table: OnTable, consulted: Mapping[str, Sequence[Consulted]]) -> None:
    """Write which clauses were asked, and let none stand on that was to act once and did."""
    from adjudicator.core.standing_orders import after, kept

    on_table["clauses"] = {player: kept(asked) for player, asked in consulted.items()}
    left = {player: after(on_table["standing"][player], asked) for player, asked in consulted.items()}
    standing = {**on_table["standing"], **left}
    on_table["standing"] = {player: orders for player, orders in standing.items() if orders}


def _words_before(situation: Situation) -> list[Words]:
    """Return what the MJ said of the stage awaited when it was played before, if it was: its file is gone since."""
    stage = situation.progress.stage_folder.name
    number = corrects(situation.acts, stage)
    if number is None:
        return []
    path = withdrawn_folder(situation.campaign.folder, number) / TURNS / stage / RESULT / "orders.json"
    words: list[Words] = read_result("orders", path)["words"] if path.exists() else []
    return words


def _corrected(situation: Situation) -> Corrected | None:
    """Return why the stage awaited is played again; None where it is played for the first time."""
    stage = situation.progress.stage_folder.name
    number, read = corrects(situation.acts, stage), last_read(situation.acts, stage)
    if not number:
        return None
    corrected: Corrected = {"number": number, "said": undoings(situation.acts)[(read or number) - 1]["said"]}
    return corrected if read == number else {**corrected, "read": read}


def _refused(refused: Sequence[RefusedFile]) -> list[RefusedSource]:
    """Return what is told of the files refused for the stage that is played; of several alike, one."""
    keys = ("source", "begins", "players")
    sources: list[RefusedSource] = [{key: file[key] for key in keys if key in file} for file in refused]  # type: ignore[literal-required, misc]
    return [source for i, source in enumerate(sources) if source not in sources[:i]]


def _ahead(progress: Progress, outcome: Outcome[Any], ahead: Sequence[SentAhead]) -> list[SentAhead]:
    """Return the files for later turns; one for the stage that begins now, in which it is ``refused``, says why."""
    begins = copy(progress)
    begins.state = outcome.state
    turn = begins.stage.turn if begins.stage else None
    return [_looked_at(file, begins) if file["turn"] == turn else file for file in ahead]


def _looked_at(file: SentAhead, begins: Progress) -> SentAhead:
    submission, _ = judge_ahead(file, begins)
    if submission.accepted:
        return file
    voice = begins.campaign.voice()
    return {**file, "refused": [] if submission.table else [voice.fault(fault) for fault in submission.faults]}


def result_files(situation: Situation, played: Played) -> dict[str, bytes]:
    """Return all that is published of a stage that was played: names below its result folder, and contents."""
    from adjudicator.reports.writing import all_reports

    campaign = situation.campaign
    return {**outcome_files(campaign, played.outcome, played.table), **all_reports(campaign, played)}


def publish(situation: Situation, played: Played) -> dict[str, bytes]:
    """Write the stage's result in one go, and return its files.

    The caller holds the campaign's lock, and announces the stage.
    """
    files = result_files(situation, played)
    disk.make_folder(played.folder)
    publish_folder(played.folder / RESULT, files)
    return files
