"""A stage played and published: whole, or not at all."""

from __future__ import annotations

from adjudicator.files import disk
from adjudicator.files.layout import RESULT
from adjudicator.files.reporting import all_reports
from adjudicator.files.situation import Situation
from adjudicator.files.stages import Played, outcome_files


def play(situation: Situation) -> Played:
    """Play the stage awaited with the orders on the table; standing ones stand in. Nothing is written."""
    progress, table = situation.progress, situation.table
    campaign, stage = progress.campaign, progress.stage
    if stage is None:
        raise ValueError("the game is over")
    given = table.orders | situation.stood_in
    given = {player: given[player] for player in campaign.players if player in given}
    outcome = campaign.game.resolve(campaign.setting, progress.state, given, campaign.seed)
    on_table = {
        "orders": given,
        "stood_in": list(situation.stood_in),
        "absent": [player for player in situation.attendance.absent if player not in given],
        "standing": table.standing,
        "ahead": table.ahead,
        "notes": table.notes,
        "refused": [{key: one[key] for key in ("source", "players")} for one in table.refused],
    }
    return Played(progress.stage_folder, stage, progress.state, outcome, on_table)


def result_files(situation: Situation, played: Played) -> dict[str, bytes]:
    """Return all that is published of a stage that was played: names below its result folder, and contents."""
    campaign = situation.campaign
    return {**outcome_files(campaign, played.outcome, played.table), **all_reports(campaign, played)}


def publish(situation: Situation, played: Played) -> None:
    """Write the stage's result in one go; the caller holds the campaign's lock, and announces it."""
    files = result_files(situation, played)
    disk.make_folder(played.folder)
    disk.publish_folder(played.folder / RESULT, files)
