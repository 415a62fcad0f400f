"""``adjudicator release``: let a campaign that is held go on."""

from __future__ import annotations

import click

from adjudicator.cli.acting import act_options, acting, author, done_already
from adjudicator.cli.outlook import tell_missing, tell_outlook
from adjudicator.cli.speech import Command, folder_argument, language_option, say


@click.command("release", cls=Command)
@folder_argument
@act_options
@language_option
def command(folder: str, reason: str, by: str | None) -> None:
    """Release a campaign."""
    from adjudicator.files.acts import hold_in_force, record
    from adjudicator.files.announcement import show
    from adjudicator.files.clock import dated
    from adjudicator.files.errors import UnusableError
    from adjudicator.files.situation import situation_of

    with acting(folder) as (situation, voice):
        if hold_in_force(situation.acts) is None:
            raise UnusableError("release.not-held")
        stage = situation.progress.stage_folder.name
        record(situation.campaign.folder, "release", situation.clock.now, author(by), stage, reason=reason)
        with done_already():
            after = situation_of(situation.campaign, situation.clock.now)
            show(after)
    say(voice, "release.done", reason=reason)
    due = situation.clock.due
    if due is not None and not situation.clock.until(due):
        say(voice, "release.past", moment=dated(situation.campaign, due, situation.clock.now), folder=folder)
    tell_missing(after, voice)
    tell_outlook(after, voice)
