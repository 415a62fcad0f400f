"""``adjudicator extend``: give the players more time for the stage awaited."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING

import click

from adjudicator.cli.acting import act_options, acting, author
from adjudicator.cli.speech import Command, folder_argument, language_option, option, say, time_told

if TYPE_CHECKING:
    from adjudicator.files.situation import Situation


@click.command("extend", cls=Command)
@folder_argument
@option("--more", metavar="2j|6h", help="option.more")
@option("--until", metavar="TIME", help="option.until")
@act_options
@language_option
def command(folder: str, more: str | None, until: str | None, reason: str, by: str | None) -> None:
    """Move the deadline of the stage awaited."""
    from adjudicator.files.acts import record
    from adjudicator.files.announcement import tell_extension
    from adjudicator.files.clock import moment
    from adjudicator.files.situation import situation_of

    with acting(folder) as (situation, voice):
        campaign, now = situation.campaign, situation.clock.now
        due = _due(situation, more, until)
        stage = situation.progress.stage_folder.name
        record(campaign.folder, "extend", now, author(by), stage, reason=reason, until=due.isoformat())
        tell_extension(situation_of(campaign, now), reason)
    if situation.clock.due is not None and due < situation.clock.due:
        say(voice, "extend.sooner")
    say(voice, "extend.done", moment=moment(campaign, due, year=True), reason=reason)


def _due(situation: Situation, more: str | None, until: str | None) -> datetime:
    """Return the new deadline. Raises ``UnusableError`` when there is none to move, or it cannot be read or is past."""
    from adjudicator.files.clock import moment
    from adjudicator.files.errors import UnusableError

    if situation.clock.due is None:
        raise UnusableError("extend.no-deadline")
    if (more is None) == (until is None):
        raise UnusableError("extend.which")
    due = _later(situation, more) if more is not None else time_told(until or "", situation.campaign.zone)
    if due <= situation.clock.now:
        raise UnusableError("extend.past", moment=moment(situation.campaign, due, year=True))
    return due


def _later(situation: Situation, more: str) -> datetime:
    """Return the deadline moved by days, at the same hour of the place, or by hours."""
    from datetime import UTC, timedelta

    from adjudicator.files.errors import UnusableError

    found = re.fullmatch(r"\s*\+?(\d{1,3})\s*(j|jours?|d|days?|h|heures?|hours?)\s*", more, re.IGNORECASE)
    due = situation.clock.due
    if found is None or int(found[1]) == 0 or due is None or situation.clock.deadline is None:
        raise UnusableError("extend.bad-time", text=more)
    if found[2][0] in "hH":
        return due + timedelta(hours=int(found[1]))
    there = due.astimezone(situation.clock.deadline.zone) + timedelta(days=int(found[1]))
    return there.astimezone(UTC)
