"""A stage played and published: whole, or not at all."""

from __future__ import annotations

from adjudicator.core.ruleset import Plain
from adjudicator.files import disk
from adjudicator.files.layout import RESULT
from adjudicator.files.received import missing, notes_in, refused_in, stood_in
from adjudicator.files.reporting import all_reports
from adjudicator.files.stages import Played, Progress, outcome_files


def play(progress: Progress, orders: dict[str, Plain], standing: dict[str, Plain]) -> Played:
    """Play the stage awaited with ``orders`` and, for who sent none, ``standing`` ones; nothing is written."""
    campaign = progress.campaign
    stage = progress.stage
    if stage is None:
        raise ValueError("the game is over")
    standing = {player: standing[player] for player in campaign.players if standing.get(player)}
    by_standing = stood_in(progress, orders, standing)
    given = orders | by_standing
    given = {player: given[player] for player in campaign.players if player in given}
    outcome = campaign.game.resolve(campaign.setting, progress.state, given, campaign.seed)
    table = {
        "orders": given,
        "stood_in": list(by_standing),
        "absent": missing(progress, given),
        "standing": standing,
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
