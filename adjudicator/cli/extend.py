"""``adjudicator extend``: give the players more time for the stage awaited."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import click

from adjudicator.cli.acting import act_options, acting, author, goes_on, looked_at_in_play, stop_when_moved_on
from adjudicator.cli.console import Command, asks, folder_argument, language_option, option, say, time_told

if TYPE_CHECKING:
    from adjudicator.campaign.stages import Progress
    from adjudicator.table.situation import Situation


@click.command("extend", cls=Command)
@folder_argument
@option("--more", metavar="2j|6h", help="option.more")
@option("--until", metavar="TIME", help="option.until")
@act_options
@language_option
def command(
    folder: str, more: str | None, until: str | None, reason: str, by: str | None, dry_run: bool, yes: bool
) -> None:
    """Move the deadline of the stage awaited."""
    from adjudicator.table.clock import moment

    foretold = dry_run or asks(yes)
    told = _told_and_agreed(folder, more, until, dry_run, yes) if foretold else None
    if foretold and told is None:
        return
    with acting(folder) as (table, voice):
        if told is not None:
            stop_when_moved_on(told, table.situation.progress)
        situation, campaign = table.situation, table.campaign
        due = _due(situation, more, until)
        if due == situation.clock.due:
            say(voice, "extend.same", moment=moment(campaign, due, year=True))
            return
        table.extend(author(by), reason, due)
    if situation.clock.due is not None and due < situation.clock.due:
        say(voice, "extend.sooner")
    say(voice, "extend.done", moment=moment(campaign, due, year=True), reason=reason)


def _told_and_agreed(folder: str, more: str | None, until: str | None, dry_run: bool, yes: bool) -> Progress | None:
    """Say what would become of the deadline, and return of how far the campaign had come then; None not to go on."""
    from adjudicator.table.clock import moment

    situation, voice = looked_at_in_play(folder)
    due = _due(situation, more, until)
    same = due == situation.clock.due
    say(voice, "extend.same" if same else "extend.plan", moment=moment(situation.campaign, due, year=True))
    return situation.progress if not same and goes_on(voice, "extend.ask", dry_run, yes) else None


def _due(situation: Situation, more: str | None, until: str | None) -> datetime:
    """Return the new deadline. Raises ``UnusableError`` when there is none to move, or it cannot be read or is past."""
    from adjudicator.store.disk import UnusableError
    from adjudicator.table.clock import moment
    from adjudicator.table.situation import later

    if situation.clock.due is None:
        raise UnusableError("extend.no-deadline")
    if (more is None) == (until is None):
        raise UnusableError("extend.which")
    due = later(situation, more) if more is not None else time_told(until or "", situation.campaign.zone)
    if due <= situation.clock.now:
        raise UnusableError("extend.past", moment=moment(situation.campaign, due, year=True))
    return due
