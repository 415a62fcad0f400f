"""``adjudicator replay``: play stages that were taken back again, with the orders that they had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.acting import author, goes_on, kept, looked_at, stop_when_moved_on
from adjudicator.cli.console import (
    Command,
    at_work,
    explicit_language,
    folder_argument,
    language_option,
    now,
    option,
    say,
    tell_refused,
)
from adjudicator.cli.outlook import tell_missing, tell_outlook
from adjudicator.cli.submitting import tell_one

if TYPE_CHECKING:
    from adjudicator.campaign.stages import Played, Progress
    from adjudicator.core.faults import Phrase
    from adjudicator.core.stage import Outcome
    from adjudicator.speech.voice import Voice
    from adjudicator.table.situation import Situation


@click.command("replay", cls=Command)
@folder_argument
@option("--force", is_flag=True, help="option.replay-force")
@option("--by", help="option.by", callback=kept)
@option("--dry-run", is_flag=True, help="option.dry-run")
@option("--yes", is_flag=True, help="option.yes")
@language_option
def command(folder: str, force: bool, by: str | None, dry_run: bool, yes: bool) -> None:
    """Play stages that were taken back again."""
    from adjudicator.store.layout import REPORTS

    by = author(by)  # asked before anything is published
    looked, voice = looked_at(folder)
    before = looked.progress
    if not _rehearse(before, by, force, voice):
        click.get_current_context().exit(3)
    if not goes_on(voice, "replay.ask", dry_run, yes):
        return
    with at_work(folder, before.campaign) as (table, voice):
        stop_when_moved_on(before, table.situation.progress)
        table.receive().refuse()
        replayed = table.replay(by, force)
    for played in replayed.played:
        say(voice, "resolve.done", stage=played.stage.said, folder=str(played.folder / REPORTS))
    _tell_stop(replayed.stop, table.situation, voice)
    tell_missing(table.situation, voice)
    tell_outlook(table.situation, voice)


def _rehearse(before: Progress, by: str, force: bool, voice: Voice) -> bool:
    """Say what would be played, what is different then, and what stops it; return whether anything would be done."""
    from adjudicator.desk.session import rehearsal

    with rehearsal(before.campaign.folder, now(), explicit_language()) as table:
        received = table.receive()
        for submission in received.submissions:
            tell_one(submission, voice, stored=False)
        received.refuse()
        replayed = table.replay(by, force)
        for played, why in zip(replayed.played, replayed.in_spite, strict=True):
            _tell_changes(table.situation.progress, played, voice)
            if why is not None:
                say(voice, "replay.forced", stage=played.stage.said, why=why)
        _tell_stop(replayed.stop, table.situation, voice)
    return bool(replayed.played) or replayed.begins


def _tell_changes(progress: Progress, played: Played, voice: Voice) -> None:
    """Say to the MJ what is different after a stage from what was when it was played before."""
    from adjudicator.campaign.stages import played_before

    corrected, campaign = played.table["corrected"], progress.campaign
    before = played_before(progress, played.folder.name, corrected["number"]) if corrected else None
    if before is None:
        say(voice, "replay.lost", stage=played.stage.said)
        return
    changes = campaign.game.reports.changes(campaign.setting, before.outcome.state, played.outcome.state)
    others = [] if changes else _who_reads_otherwise(before.outcome, played.outcome)
    if others:
        say(voice, "replay.plan.told", stage=played.stage.said, names=voice.list(others))
        return
    say(voice, "replay.plan" if changes else "replay.plan.same", stage=played.stage.said)
    for change in changes:
        click.echo(f"- {voice.phrase(change)}")


def _who_reads_otherwise(before: Outcome[Any], after: Outcome[Any]) -> list[str]:
    """Return the camps and players who are told something else of a stage that left the table as it was."""
    then, now = _told(before), _told(after)
    return [name for name in then | now if then.get(name) != now.get(name)]


def _told(outcome: Outcome[Any]) -> dict[str, Any]:
    """Return what was learnt, and whether orders had success, by the names of those who are told it alone."""
    from adjudicator.core.plain import to_plain

    told: dict[str, Any] = {}
    for player, results in outcome.results.items():
        told[player] = [{order: came["success"] for order, came in results.items()}]
    for notice in outcome.notices:
        told.setdefault(notice.to.name, []).append(to_plain(notice.facts))
    return {name: things for name, things in told.items() if name}


def _tell_stop(stop: Phrase, after: Situation, voice: Voice) -> None:
    """Say why no more is played, and what is wrong with the files that hold it up."""
    if after.progress.stage is None:
        say(voice, "resolve.end")
        return
    say(voice, "replay.stop", stage=after.progress.awaited, why=stop)
    for refused in after.table.refused_now:
        tell_refused(refused, voice)
