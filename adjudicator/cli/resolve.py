"""``adjudicator resolve``: play the turn when it is due."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adjudicator.cli.speech import (
    Command,
    complain,
    explicit_language,
    folder_argument,
    language_option,
    open_campaign,
    option,
    say,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.core.ruleset import Plain, Stage
    from adjudicator.files.campaign import Campaign
    from adjudicator.files.stages import Progress
    from adjudicator.files.submission import Submission
    from adjudicator.files.voice import Voice


@click.command("resolve", cls=Command)
@folder_argument
@option("--dry-run", is_flag=True, help="option.dry-run")
@option("--force", is_flag=True, help="option.force")
@language_option
def command(folder: str, dry_run: bool, force: bool) -> None:
    """Play the stage that is awaited."""
    campaign, voice = open_campaign(folder)
    if dry_run:
        _rehearse(campaign, voice, force)
    else:
        _resolve(campaign, voice, force)


def _resolve(campaign: Campaign, voice: Voice, force: bool) -> None:
    from adjudicator.cli.submitting import tell_one
    from adjudicator.files.disk import clean, locked
    from adjudicator.files.layout import RESULT, stages_played
    from adjudicator.files.received import ORDERS, finish_verdicts, in_inbox, orders_in, receive, standing_in
    from adjudicator.files.stages import progress_of
    from adjudicator.files.turns import play, publish

    seen = progress_of(campaign)
    with locked(campaign.folder):
        progress = seen if stages_played(campaign.folder) == seen.folders else progress_of(campaign)
        for folder in (progress.stage_folder, progress.stage_folder / ORDERS):
            if folder.is_dir():
                clean(folder)
        _stop_when_over(progress, voice)
        _stop_when_moved_on(progress, seen.stage, voice)
        finish_verdicts(progress)
        submissions = receive(progress, in_inbox(campaign), explicit_language())
        for submission in submissions:
            tell_one(submission, voice, stored=True)
        orders = orders_in(progress)
        _stop_when_not_due(progress, orders, voice, force)
        _stop_when_refused(submissions, progress, voice, force)
        played = play(progress, orders, standing_in(progress))
        publish(progress, played)
    stage = voice.say(f"phase.{played.stage.phase}", turn=played.stage.turn)
    say(voice, "resolve.done", stage=stage, folder=str(played.folder / RESULT / "reports"))
    _tell_next(campaign.game.stage(played.outcome.state), voice)


def _rehearse(campaign: Campaign, voice: Voice, force: bool) -> None:
    """Show the MJ what would come, from the orders stored and those in the inbox, and write nothing."""
    from adjudicator.cli.submitting import tell_one
    from adjudicator.core.readers import MJ
    from adjudicator.files.received import in_inbox, orders_in, standing_in
    from adjudicator.files.reporting import render
    from adjudicator.files.stages import progress_of
    from adjudicator.files.submission import judge
    from adjudicator.files.turns import play

    progress = progress_of(campaign)
    _stop_when_over(progress, voice)
    judged = [judge(file.data, file.source, progress, explicit_language()) for file in in_inbox(campaign)]
    for submission in judged:
        tell_one(submission, voice, stored=False)
    orders, standing = orders_in(progress), standing_in(progress)
    for submission in judged:
        orders |= submission.orders
        standing |= submission.standing
    _stop_when_not_due(progress, orders, voice, force)
    say(voice, "resolve.dry-run")
    click.echo(render(campaign, play(progress, orders, standing), MJ, "text", voice.language), nl=False)


def _stop_when_over(progress: Progress, voice: Voice) -> None:
    if progress.stage is None:
        complain(voice.say("resolve.over"))
        click.get_current_context().exit(2)


def _stop_when_moved_on(progress: Progress, seen: Stage | None, voice: Voice) -> None:
    """Play no turn but the one that was awaited when the command was given: somebody else has just played it."""
    if progress.stage != seen and seen is not None:
        complain(voice.say("resolve.moved-on", stage=voice.say(f"phase.{seen.phase}", turn=seen.turn)))
        click.get_current_context().exit(3)


def _stop_when_refused(submissions: Sequence[Submission], progress: Progress, voice: Voice, force: bool) -> None:
    """Exit with status 1 when a file was refused just now, and not mended: its sender should hear of it first.

    Else his earlier orders, which he meant to correct, would be played.
    """
    from adjudicator.files.received import refused_in

    just_now = [submission.source for submission in submissions if not submission.accepted]
    if force or not just_now:
        return
    waiting = [refused["source"] for refused in refused_in(progress)]
    if refused := sum(source in waiting for source in just_now):
        complain(voice.count("resolve.refused", refused))
        click.get_current_context().exit(1)


def _stop_when_not_due(progress: Progress, orders: dict[str, Plain], voice: Voice, force: bool) -> None:
    """Exit with status 3 while orders are missing, unless the MJ forces a stage that can do without them."""
    from adjudicator.files.received import missing

    absent = missing(progress, orders)
    if not absent:
        return
    can_force = progress.campaign.game.can_do_without(progress.state)
    if force and can_force:
        click.echo(voice.count("resolve.forced", len(absent), names=voice.list(absent)))
        return
    complain(voice.count("resolve.missing", len(absent), names=voice.list(absent)))
    complain(voice.say("resolve.may-force" if can_force else "resolve.no-default"))
    click.get_current_context().exit(3)


def _tell_next(stage: Stage | None, voice: Voice) -> None:
    if stage is None:
        say(voice, "resolve.end")
    else:
        say(voice, "resolve.next", stage=voice.say(f"phase.{stage.phase}", turn=stage.turn))
