"""``adjudicator release``: let a campaign that is held go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adjudicator.cli.acting import act_options, acting, author, goes_on, looked_at_in_play
from adjudicator.cli.console import Command, asks, folder_argument, language_option, say
from adjudicator.cli.outlook import has_cron, tell_missing, tell_outlook

if TYPE_CHECKING:
    from adjudicator.speech.voice import Voice
    from adjudicator.table.situation import Situation


@click.command("release", cls=Command)
@folder_argument
@act_options
@language_option
def command(folder: str, reason: str, by: str | None, dry_run: bool, yes: bool) -> None:
    """Release a campaign."""
    if dry_run or asks(yes):
        before, voice = looked_at_in_play(folder)
        _refuse_free(before)
        say(voice, "release.plan", reason=reason)
        _tell_past(before, voice, folder)
        if not goes_on(voice, "release.ask", dry_run, yes):
            return
    with acting(folder) as (table, voice):
        _refuse_free(table.situation)
        table.release(author(by), reason)
    say(voice, "release.done", reason=reason)
    _tell_past(table.situation, voice, folder)
    tell_missing(table.situation, voice)
    tell_outlook(table.situation, voice)


def _refuse_free(situation: Situation) -> None:
    from adjudicator.campaign.acts import hold_in_force
    from adjudicator.store.disk import UnusableError

    if hold_in_force(situation.acts) is None:
        raise UnusableError("release.not-held")


def _tell_past(situation: Situation, voice: Voice, folder: str) -> None:
    """Say that the deadline is past, if it is: cron may play at once."""
    from adjudicator.table.clock import dated

    due = situation.clock.due
    if due is not None and not situation.clock.until(due):
        key = "release.past" if has_cron(situation.campaign) else "release.past.alone"
        say(voice, key, moment=dated(situation.campaign, due, situation.clock.now), folder=folder)
