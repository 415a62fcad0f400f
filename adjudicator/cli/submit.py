"""``adjudicator submit``: check orders and store the good ones."""

from __future__ import annotations

import click

from adjudicator.cli.speech import (
    Command,
    explicit_language,
    folder_argument,
    json_option,
    language_option,
    open_campaign,
)


@click.command("submit", cls=Command)
@folder_argument
@click.argument("files", metavar="[FILE]…", nargs=-1)
@json_option
@language_option
def command(folder: str, files: tuple[str, ...], as_json: bool) -> None:
    """Check orders and store the good ones."""
    from adjudicator.cli.submitting import read_files, tell
    from adjudicator.files.disk import locked
    from adjudicator.files.received import finish_verdicts, in_inbox, receive
    from adjudicator.files.stages import progress_of

    campaign, voice = open_campaign(folder)
    by_hand = read_files(files)
    with locked(campaign.folder):
        progress = progress_of(campaign)
        finish_verdicts(progress)
        # What lies in the inbox arrived before what is brought now: the last file to arrive counts.
        submissions = receive(progress, [*in_inbox(campaign), *by_hand], explicit_language())
    tell(submissions, campaign, voice, as_json, stored=True)
