"""``adjudicator submit``: check orders and store the good ones."""

from __future__ import annotations

import click

from adjudicator.cli.speech import (
    Command,
    explicit_language,
    folder_argument,
    json_option,
    language_option,
    now,
    open_campaign,
)


@click.command("submit", cls=Command)
@folder_argument
@click.argument("files", metavar="[FILE]…", nargs=-1)
@json_option
@language_option
def command(folder: str, files: tuple[str, ...], as_json: bool) -> None:
    """Check orders and store the good ones."""
    from adjudicator.cli.submitting import exit_if_refused, read_files, tell
    from adjudicator.files.disk import locked
    from adjudicator.files.received import in_inbox
    from adjudicator.files.reception import LettersOwedError, receive
    from adjudicator.files.recovery import recovered

    campaign, voice = open_campaign(folder)
    by_hand = read_files(files)
    with locked(campaign.folder):
        situation = recovered(campaign, now())
        # What lies in the inbox arrived before what is brought now: the last file to arrive counts.
        dropped = [*in_inbox(campaign), *by_hand]
        owed: LettersOwedError | None = None
        try:
            submissions = receive(situation.progress, dropped, situation.clock, explicit_language())
        except LettersOwedError as error:
            submissions, owed = error.submissions, error
    tell(submissions, campaign, voice, as_json, stored=True)
    if owed is not None:
        raise owed
    exit_if_refused(submissions)
