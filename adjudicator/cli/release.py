"""``adjudicator release``: let a campaign that is held go on."""

from __future__ import annotations

import click

from adjudicator.cli.acting import act_options, acting, author
from adjudicator.cli.console import Command, folder_argument, language_option, say
from adjudicator.cli.outlook import tell_missing, tell_outlook


@click.command("release", cls=Command)
@folder_argument
@act_options
@language_option
def command(folder: str, reason: str, by: str | None) -> None:
    """Release a campaign."""
    from adjudicator.campaign.acts import hold_in_force
    from adjudicator.store.errors import UnusableError
    from adjudicator.table.clock import dated

    with acting(folder) as (table, voice):
        situation = table.situation
        if hold_in_force(situation.acts) is None:
            raise UnusableError("release.not-held")
        table.release(author(by), reason)
    say(voice, "release.done", reason=reason)
    due = situation.clock.due
    if due is not None and not situation.clock.until(due):
        say(voice, "release.past", moment=dated(situation.campaign, due, situation.clock.now), folder=folder)
    tell_missing(table.situation, voice)
    tell_outlook(table.situation, voice)
