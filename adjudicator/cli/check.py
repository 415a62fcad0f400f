"""``adjudicator check``: check orders and store nothing."""

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


@click.command("check", cls=Command)
@folder_argument
@click.argument("files", metavar="[FILE]…", nargs=-1)
@json_option
@language_option
def command(folder: str, files: tuple[str, ...], as_json: bool) -> None:
    """Check orders and store nothing."""
    from adjudicator.cli.submitting import read_files, tell
    from adjudicator.files.received import in_inbox, orders_in, say_replaced
    from adjudicator.files.stages import progress_of
    from adjudicator.files.submission import judge

    campaign, voice = open_campaign(folder)
    progress = progress_of(campaign)
    dropped = read_files(files) if files else in_inbox(campaign)
    submissions = [judge(file.data, file.source, progress, explicit_language()) for file in dropped]
    say_replaced(submissions, orders_in(progress))
    tell(submissions, campaign, voice, as_json, stored=False)
