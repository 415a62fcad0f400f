"""``adjudicator export``: write into one file what anybody may have of a campaign, to verify it."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.console import (
    Argument,
    Command,
    folder_argument,
    language_option,
    open_campaign,
    option,
    refuse_inside,
    say,
)


@click.command("export", cls=Command)
@folder_argument
@click.argument("file", cls=Argument, metavar="FILE")
@option("--yes", is_flag=True, help="option.export-yes")
@language_option
def command(folder: str, file: str, yes: bool) -> None:
    """Write one file by which a game can be verified, ``-`` for standard output."""
    from adjudicator.campaign.stages import progress_of
    from adjudicator.proof.export import export_bytes, export_of
    from adjudicator.store.disk import UnusableError, write_whole

    campaign, voice = open_campaign(folder)
    progress = progress_of(campaign)
    if not progress.folders:
        raise UnusableError("error.nothing-played")
    path = Path(file)
    if file != "-":
        refuse_inside(path, campaign.folder)
        _refuse_other(path, yes)
    export = export_of(progress)
    if file == "-":
        click.echo(export_bytes(export), nl=False)
        return
    write_whole(path, export_bytes(export), readable=True)
    say(voice, "export.done" if export["seed"] is not None else "export.done.public", file=file)


def _refuse_other(path: Path, yes: bool) -> None:
    """Raise ``UnusableError`` for a file that is there already: only an export is replaced, and if it is wished."""
    from adjudicator.proof.exported import looks_like_export
    from adjudicator.store.disk import UnusableError

    if not path.exists() and not path.is_symlink():
        return
    if not looks_like_export(path):
        raise UnusableError("export.other", file=str(path))
    if not yes:
        raise UnusableError("export.exists", file=str(path))
