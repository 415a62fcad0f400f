"""``adjudicator demo``: play the example campaign and show its reports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.speech import Command, explicit_language, language_option, open_campaign, say

if TYPE_CHECKING:
    from adjudicator.core.readers import Reader
    from adjudicator.files.campaign import Campaign
    from adjudicator.files.stages import Played, Progress
    from adjudicator.files.voice import Voice

EXAMPLE = "demo"


@click.command("demo", cls=Command)
@click.argument("folder", metavar="[DIR]", required=False)
@language_option
def command(folder: str | None) -> None:
    """Play the example campaign from start to end."""
    from tempfile import TemporaryDirectory

    if folder is not None:
        _play(Path(folder))
        return
    with TemporaryDirectory(prefix="adjudicator-") as temporary:
        _play(Path(temporary) / EXAMPLE)


def _play(folder: Path) -> None:
    """Begin the example campaign in ``folder``, send each stage's orders, and play until they end."""
    from adjudicator.files.disk import write_whole
    from adjudicator.files.layout import CAMPAIGN_FILE
    from adjudicator.files.newcampaign import refuse_taken
    from adjudicator.files.paths import data_folder
    from adjudicator.files.stages import progress_of

    example = data_folder("campaigns") / EXAMPLE
    refuse_taken(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / CAMPAIGN_FILE, (example / CAMPAIGN_FILE).read_bytes())
    campaign, voice = open_campaign(str(folder))
    played = None
    while (stage := (progress := progress_of(campaign)).stage) is not None:
        played = _play_stage(progress, example / "orders" / stage.label, voice)
    if played is not None:
        _show_private(campaign, played)


def _play_stage(progress: Progress, orders: Path, voice: Voice) -> Played:
    from adjudicator.cli.submitting import tell_one
    from adjudicator.core.readers import PUBLIC
    from adjudicator.files.disk import locked
    from adjudicator.files.received import Dropped, orders_in, receive
    from adjudicator.files.turns import play, publish

    stage = progress.stage
    if stage is not None:
        say(voice, "demo.orders", stage=voice.say(f"phase.{stage.phase}", turn=stage.turn))
    dropped = [Dropped(path.name, path.read_bytes()) for path in sorted(orders.iterdir())]
    with locked(progress.campaign.folder):
        for submission in receive(progress, dropped, explicit_language()):
            tell_one(submission, voice, stored=True)
        played = play(progress, orders_in(progress))
        publish(progress, played)
    click.echo()
    _show(progress.campaign, played, PUBLIC)
    return played


def _show_private(campaign: Campaign, played: Played) -> None:
    """Show what the first camp, its first player and the MJ read after the last turn."""
    from adjudicator.core.readers import MJ, camp_reader, player_reader

    camp, players = next(iter(campaign.camps.items()))
    for reader in (camp_reader(camp), player_reader(players[0]), MJ):
        _show(campaign, played, reader)


def _show(campaign: Campaign, played: Played, reader: Reader) -> None:
    from adjudicator.files.reporting import render

    click.echo(render(campaign, played, reader, "text", explicit_language()))
