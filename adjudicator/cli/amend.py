"""``adjudicator amend``: put the table right before the stage awaited, by a file that says what is to be on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.acting import author, correction_options, goes_on, looked_at, stop_when_moved_on
from adjudicator.cli.console import (
    Argument,
    Command,
    asks,
    at_work,
    complain,
    explicit_language,
    folder_argument,
    language_option,
    say,
    tell_refused,
)
from adjudicator.cli.outlook import tell_missing, tell_outlook

if TYPE_CHECKING:
    from adjudicator.campaign.amendment_file import Amendment
    from adjudicator.campaign.stages import Progress
    from adjudicator.orders.inbox import Dropped
    from adjudicator.speech.voice import Voice
    from adjudicator.table.table import Table


@click.command("amend", cls=Command)
@folder_argument
@click.argument("file", cls=Argument, metavar="FILE")
@correction_options
@language_option
def command(folder: str, file: str, dry_run: bool, yes: bool, **told: Any) -> None:
    """Amend the table of the stage awaited."""
    from adjudicator.campaign.amendment_file import tried
    from adjudicator.cli.submitting import read_files
    from adjudicator.orders.received import records
    from adjudicator.table.table import table_of

    [written] = read_files([file], folder)
    situation, voice = looked_at(folder)
    before, orders = situation.progress, situation.table
    amendment = _judged(written, before, voice)
    after = tried(amendment, before)
    if not _tell_plan(before, after, voice):
        return
    foretold = dry_run or asks(yes)  # else what the orders come to is told once it is so: to judge them takes its time
    if foretold:
        _tell_orders(orders, table_of(after, records(after)), voice)
    if not goes_on(voice, "amend.ask", dry_run, yes):
        return
    with at_work(folder, before.campaign) as (table, voice):
        stop_when_moved_on(before, table.situation.progress)
        if table.campaign is not before.campaign:  # edited, or other people, since
            amendment = _judged(written, table.situation.progress, voice)
        table.amend(author(told["by"]), amendment, told["reason"], told["said"])
    say(voice, "amend.done", stage=table.situation.progress.awaited, reason=told["said"])
    if not foretold:
        _tell_orders(orders, table.situation.table, voice)
    tell_missing(table.situation, voice)
    tell_outlook(table.situation, voice)


def _judged(file: Dropped, progress: Progress, voice: Voice) -> Amendment:
    """Return a file's amendment; tell its faults and exit with status 1 where it has some."""
    from adjudicator.campaign.amendment_file import read_amendment

    amendment = read_amendment(file.data, progress, explicit_language())
    if amendment.faults:
        for fault in amendment.faults:
            complain(voice.placed(fault, file.source))
        complain(voice.count("amend.refused", len(amendment.faults), source=voice.source(file.source)))
        click.get_current_context().exit(1)
    return amendment


def _tell_plan(before: Progress, after: Progress, voice: Voice) -> bool:
    """Say what an amendment changes; tell whether it changes anything."""
    campaign = before.campaign
    rules = campaign.game.rules
    if rules.dump(before.state) == rules.dump(after.state):
        say(voice, "amend.same")
        return False
    say(voice, "amend.plan", stage=after.awaited)
    for change in campaign.game.reports.changes(campaign.setting, before.state, after.state):
        click.echo(f"- {voice.phrase(change)}")
    return True


def _tell_orders(old: Table, new: Table, voice: Voice) -> None:
    """Say whose orders, received before, are refused on the amended table, or accepted now."""
    known = [(file["source"], file.get("kept")) for file in old.refused]
    unfit = [refused for refused in new.refused if (refused["source"], refused.get("kept")) not in known]
    if unfit:
        say(voice, "amend.unfit")
    for refused in unfit:
        tell_refused(refused, voice)
    fitting = [player for player in new.orders if player not in old.orders]
    if fitting:
        say(voice, "amend.fit", names=voice.list(fitting))
