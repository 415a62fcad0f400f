"""``adjudicator hold``: stop the clock of a campaign; nothing is played until it is released."""

from __future__ import annotations

import click

from adjudicator.cli.acting import act_options, acting, author, goes_on, looked_at_in_play, time_to_come
from adjudicator.cli.console import Command, asks, folder_argument, language_option, option, say
from adjudicator.cli.outlook import has_cron, tell_missing


@click.command("hold", cls=Command)
@folder_argument
@option("--until", metavar="TIME", help="option.hold-until")
@act_options
@language_option
def command(folder: str, until: str | None, reason: str, by: str | None, dry_run: bool, yes: bool) -> None:
    """Hold a campaign."""
    from adjudicator.campaign.acts import hold_in_force
    from adjudicator.table.clock import moment
    from adjudicator.table.decision import why_held

    if dry_run or asks(yes):
        looked, voice = looked_at_in_play(folder)
        if until is not None:
            time_to_come(looked, until)
        say(voice, "hold.plan", reason=reason)
        if not goes_on(voice, "hold.ask", dry_run, yes):
            return
    with acting(folder) as (table, voice):
        situation, campaign, now = table.situation, table.campaign, table.now
        before = hold_in_force(situation.acts)
        end = time_to_come(situation, until) if until is not None else None
        table.hold(author(by), reason, end)
    if end is None:
        say(voice, "hold.done", reason=reason)
    else:
        key = "hold.done.until" if has_cron(table.campaign) else "hold.done.until.alone"
        say(voice, key, reason=reason, moment=moment(campaign, end, year=True))
    if before is not None:
        say(voice, "hold.again", why=why_held(campaign, before, now))
    tell_missing(situation, voice)
