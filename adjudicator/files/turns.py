"""A stage played and published: whole, or not at all."""

from __future__ import annotations

from adjudicator.core.ruleset import Plain
from adjudicator.files import disk
from adjudicator.files.layout import RESULT
from adjudicator.files.received import missing, notes_in, refused_in
from adjudicator.files.reporting import all_reports
from adjudicator.files.stages import Played, Progress, outcome_files


def play(progress: Progress, orders: dict[str, Plain]) -> Played:
    """Play the stage awaited with ``orders``, by player; nothing is written."""
    campaign = progress.campaign
    stage = progress.stage
    if stage is None:
        raise ValueError("the game is over")
    outcome = campaign.game.resolve(campaign.setting, progress.state, orders, campaign.seed)
    table = {
        "orders": orders,
        "absent": missing(progress, orders),
        "notes": notes_in(progress),
        "refused": [{key: one[key] for key in ("source", "players")} for one in refused_in(progress)],
    }
    return Played(progress.stage_folder, stage, progress.state, outcome, table)


def publish(progress: Progress, played: Played) -> None:
    """Write the stage's result in one go; the caller holds the campaign's lock."""
    campaign = progress.campaign
    files = {**outcome_files(campaign, played.outcome, played.table), **all_reports(campaign, played)}
    disk.make_folder(played.folder)
    disk.publish_folder(played.folder / RESULT, files)
