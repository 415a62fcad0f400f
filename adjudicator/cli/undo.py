"""``adjudicator undo``: take back the last stage, or all down to one that is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.acting import act_options, author, goes_on, kept, looked_at, stop_when_moved_on, time_to_come
from adjudicator.cli.console import (
    Command,
    at_work,
    common_voice,
    explicit_language,
    folder_argument,
    language_option,
    option,
    say,
)
from adjudicator.cli.outlook import tell_missing, tell_outlook

if TYPE_CHECKING:
    from datetime import datetime

    from adjudicator.campaign.stages import Progress
    from adjudicator.core.faults import Phrase
    from adjudicator.speech.voice import Voice
    from adjudicator.table.situation import Situation


@click.command("undo", cls=Command)
@folder_argument
@option("--to", metavar="STAGE", help="option.to")
@option("--public", "said", metavar="TEXT", help="option.said", callback=kept)
@option("--unread", is_flag=True, help="option.unread")
@act_options
@option("--until", metavar="TIME", help="option.undo-until")
@language_option
def command(folder: str, to: str | None, until: str | None, dry_run: bool, yes: bool, **told: Any) -> None:
    """Take back stages that have been played."""
    if (told["said"] is None) != told["unread"]:
        raise click.UsageError(common_voice().say("undo.said-or-unread"))
    before, voice = looked_at(folder)
    index = _back_to(before.progress, to)
    if told["unread"]:
        _refuse_sent(before.progress, index)
    due = _due(before, until) if until is not None else None
    _tell_plan(before.progress, index, voice)
    if not goes_on(voice, "undo.ask", dry_run, yes):
        return
    with at_work(folder, before.campaign) as (table, voice):
        stop_when_moved_on(before.progress, table.situation.progress)
        table.undo(author(told["by"]), index, told["reason"], told["said"] or "", due, told["unread"])
    done = {"stage": table.situation.progress.awaited, "folder": f"{folder}/withdrawn"}
    if told["unread"]:
        say(voice, "undo.done.unread", **done)
    else:
        say(voice, "undo.done", **done, reason=told["said"])
    tell_missing(table.situation, voice)
    tell_outlook(table.situation, voice)


def _back_to(progress: Progress, label: str | None) -> int:
    """Return the index of the first stage that is taken back. Raises ``UnusableError`` when there is none."""
    from adjudicator.store.disk import UnusableError

    if not progress.folders:
        raise UnusableError("undo.nothing")
    return len(progress.folders) - 1 if label is None else progress.find(label, explicit_language())


def _refuse_sent(progress: Progress, index: int) -> None:
    """Raise ``UnusableError`` where something of a stage has been sent that is said to be unread."""
    from adjudicator.post.delivery_log import was_sent
    from adjudicator.store.disk import UnusableError

    for number in range(index, len(progress.folders)):
        if was_sent(progress.campaign.folder, progress.folders[number].name):
            raise UnusableError(
                "undo.was-sent", None, progress.campaign.game.id, stage=progress.stage_played(number).said
            )


def _due(situation: Situation, until: str) -> datetime:
    """Return the new deadline. Raises ``UnusableError`` when it cannot be read or is past, or there are none."""
    from adjudicator.store.disk import UnusableError

    if not situation.campaign.plain.get("deadline"):
        raise UnusableError("extend.no-deadline")
    return time_to_come(situation, until)


def _tell_plan(progress: Progress, index: int, voice: Voice) -> None:
    """Say what is taken back, what is awaited again with which orders, and what has come since."""
    from adjudicator.core.faults import Listed

    stages = tuple(progress.stage_played(number).said for number in range(index, len(progress.folders)))
    say(voice, "undo.plan", stages=Listed(stages), stage=stages[0])
    if progress.stage is None:
        say(voice, "undo.over")
    if index == 0 and progress.campaign.asks_for_words:
        say(voice, "undo.luck")
    again = _files_in(progress, progress.folders[index].name)
    click.echo(voice.count("undo.again", again) if again else voice.say("undo.again.none"))
    since = sum(_files_in(progress, folder.name) for folder in progress.folders[index + 1 :])
    if since:
        click.echo(voice.count("undo.since", since))
    if progress.stage is not None:
        _tell_set_aside(progress, progress.stage.said, voice)


def _tell_set_aside(progress: Progress, stage: Phrase, voice: Voice) -> None:
    """Say what has come already for the stage awaited, and comes back with it."""
    files = _files_in(progress, progress.stage_folder.name)
    if files:
        click.echo(voice.count("undo.aside", files, stage=stage))
    if progress.amendments:
        say(voice, "undo.aside.amended", stage=stage)


def _files_in(progress: Progress, stage: str) -> int:
    """Return how many order files came for a stage."""
    from adjudicator.store import disk
    from adjudicator.store.layout import ORDERS, TURNS

    return len(disk.entries(progress.campaign.folder / TURNS / stage / ORDERS, "*.yaml"))
