"""``adjudicator submit``: check orders and store the good ones."""

from __future__ import annotations

import click

from adjudicator.cli.console import (
    Command,
    at_work,
    folder_argument,
    json_option,
    language_option,
    option,
)


@click.command("submit", cls=Command)
@folder_argument
@click.argument("files", metavar="[FILE]…", nargs=-1)
@option("--from", "origin", type=click.Choice(("forum",)), help="option.from")
@option("--messages", type=click.IntRange(1), help="option.messages")
@json_option
@language_option
def command(folder: str, files: tuple[str, ...], origin: str | None, messages: int | None, as_json: bool) -> None:
    """Check orders and store the good ones."""
    from pathlib import Path

    from adjudicator.campaign.loading import refuse_no_campaign

    if origin or messages is not None:
        from adjudicator.cli.forumposts import submit

        submit(folder, files, origin, messages, as_json)
        return
    from adjudicator.cli.submitting import exit_if_refused, read_files, readings_agreed, tell, tell_not_taken

    refuse_no_campaign(Path(folder))  # before anybody types orders for it
    by_hand = read_files(files, folder)
    with at_work(folder) as (table, voice):
        received = table.receive(by_hand)
    tell(received.submissions, table.campaign, voice, as_json, stored=True)
    tell_not_taken(table.campaign, voice)
    received.refuse()
    taken = received.submissions
    if not as_json and (agreed := readings_agreed(received.submissions, by_hand, voice)):
        with at_work(folder) as (table, voice):
            again = table.receive([*agreed.values()])
        tell(again.submissions, table.campaign, voice, as_json, stored=True)
        taken = [one for one in taken if one.source not in agreed] + again.submissions
    exit_if_refused(taken)
