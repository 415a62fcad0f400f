"""``adjudicator hold``: stop the clock of a campaign; nothing is played until it is released."""

from __future__ import annotations

import click

from adjudicator.cli.acting import act_options, acting, author, done_already
from adjudicator.cli.speech import Command, folder_argument, language_option, say


@click.command("hold", cls=Command)
@folder_argument
@act_options
@language_option
def command(folder: str, reason: str, by: str | None) -> None:
    """Hold a campaign."""
    from adjudicator.files.acts import hold_in_force, record
    from adjudicator.files.announcement import show
    from adjudicator.files.decision import why_held
    from adjudicator.files.situation import situation_of

    with acting(folder) as (situation, voice):
        campaign, now = situation.campaign, situation.clock.now
        before = hold_in_force(situation.acts)
        record(campaign.folder, "hold", now, author(by), situation.progress.stage_folder.name, reason=reason)
        with done_already():
            show(situation_of(campaign, now))
    say(voice, "hold.done", reason=reason)
    if before is not None:
        say(voice, "hold.again", why=why_held(campaign, before))
