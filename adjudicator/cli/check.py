"""``adjudicator check``: check orders and store nothing."""

from __future__ import annotations

import click

from adjudicator.cli.console import (
    Command,
    explicit_language,
    folder_argument,
    json_option,
    language_option,
    now,
    open_seated,
    option,
)


@click.command("check", cls=Command)
@folder_argument
@click.argument("files", metavar="[FILE]…", nargs=-1)
@option("--from", "origin", type=click.Choice(("forum",)), help="option.from")
@option("--messages", type=click.IntRange(1), help="option.messages")
@json_option
@language_option
def command(folder: str, files: tuple[str, ...], origin: str | None, messages: int | None, as_json: bool) -> None:
    """Check orders and store nothing."""
    if origin or messages is not None:
        from adjudicator.cli.forumposts import check

        check(folder, files, origin, messages, as_json)
        return
    from adjudicator.cli.submitting import exit_if_refused, read_files, tell, tell_not_taken
    from adjudicator.desk.reception import judged
    from adjudicator.orders.inbox import Inbox, look_into
    from adjudicator.table.situation import situation_of

    campaign, voice = open_seated(folder)
    situation = situation_of(campaign, now())
    inbox = Inbox(read_files(files, folder)) if files else look_into(campaign)
    verdicts = judged(situation, inbox.files, explicit_language())
    submissions = [submission for submission, _ in verdicts]
    tell(submissions, campaign, voice, as_json, stored=False)
    if not files:
        tell_not_taken(campaign, voice)
    inbox.refuse()
    exit_if_refused(submissions)
