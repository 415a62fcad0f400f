"""``adjudicator template``: an order file to fill in."""

from __future__ import annotations

import click

from adjudicator.cli.speech import Command, folder_argument, language_option, open_campaign, option


@click.command("template", cls=Command)
@folder_argument
@option("--for", "player", metavar="PLAYER", required=True, help="option.for-player")
@language_option
def command(folder: str, player: str) -> None:
    """Print an order file with what a player may order now, as comments."""
    from adjudicator.core.words import Names
    from adjudicator.files.campaign import progress_of
    from adjudicator.files.errors import UnusableError
    from adjudicator.files.orderform import order_form

    campaign, voice = open_campaign(folder)
    names = Names(campaign.players)
    found = names.find(player)
    if found is None:
        raise UnusableError("error.no-such-player", names.nearest(player), player=player)
    click.echo(order_form(progress_of(campaign), found, voice), nl=False)
