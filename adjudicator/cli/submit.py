"""``adjudicator submit``: check orders and store the good ones."""

from __future__ import annotations

import click

from adjudicator.cli.console import (
    Command,
    at_work,
    explicit_language,
    folder_argument,
    json_option,
    language_option,
)


@click.command("submit", cls=Command)
@folder_argument
@click.argument("files", metavar="[FILE]…", nargs=-1)
@json_option
@language_option
def command(folder: str, files: tuple[str, ...], as_json: bool) -> None:
    """Check orders and store the good ones."""
    from pathlib import Path

    from adjudicator.campaign.campaign import refuse_no_campaign
    from adjudicator.cli.submitting import exit_if_refused, read_files, tell, tell_not_taken
    from adjudicator.office.reception import LettersOwedError, receive
    from adjudicator.orders.inbox import look_into

    refuse_no_campaign(Path(folder))  # before anybody types orders for it
    by_hand = read_files(files)
    with at_work(folder) as (held, voice):
        situation = held.situation
        campaign = situation.campaign
        # What lies in the inbox arrived before what is brought now: the last file to arrive counts.
        inbox = look_into(campaign)
        dropped = [*inbox.files, *(by_hand if inbox.refusal is None else ())]
        owed: LettersOwedError | None = None
        try:
            submissions = receive(situation.progress, dropped, situation.clock, explicit_language())
        except LettersOwedError as error:
            submissions, owed = error.submissions, error
    tell(submissions, campaign, voice, as_json, stored=True)
    tell_not_taken(campaign, voice)
    if owed is not None:
        raise owed
    inbox.refuse()
    exit_if_refused(submissions)
