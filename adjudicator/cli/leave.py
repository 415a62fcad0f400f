"""``adjudicator leave``: somebody goes, and nobody takes his seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.acting import correction_options
from adjudicator.cli.console import Argument, Command, folder_argument, language_option, option
from adjudicator.cli.seating import reseat

if TYPE_CHECKING:
    from adjudicator.campaign.takeover import Change
    from adjudicator.table.situation import Situation


@click.command("leave", cls=Command)
@folder_argument
@click.argument("name", cls=Argument, metavar="NAME")
@option("--captain", metavar="NAME", help="option.seat-captain")
@correction_options
@language_option
def command(folder: str, name: str, dry_run: bool, yes: bool, **told: Any) -> None:
    """Let somebody go."""
    from adjudicator.campaign.takeover import leaving

    def change(situation: Situation) -> Change:
        return leaving(situation.campaign, name, told["captain"])

    reseat(folder, change, told, dry_run, yes)
