"""``adjudicator demo``: play the example campaign and show its reports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.console import Command, at_work, explicit_language, language_option, option, say

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.campaign.stages import Played
    from adjudicator.core.readers import Reader

EXAMPLE = "demo"
"""The example of the first game; those of the others have their game's name."""


@click.command("demo", cls=Command)
@click.argument("folder", metavar="[DIR]", required=False)
@option("--game", default=None, help="option.demo-game")
@language_option
def command(folder: str | None, game: str | None) -> None:
    """Play an example campaign from start to end."""
    from tempfile import TemporaryDirectory

    example = _example(game)
    if folder is not None:
        _play(example, Path(folder))
        return
    with TemporaryDirectory(prefix="adjudicator-") as temporary:
        _play(example, Path(temporary) / EXAMPLE)


def _example(game: str | None) -> Path:
    """Return the folder of a game's example. Raises ``UnusableError`` when there is none."""
    from adjudicator.core.words import fold, nearest
    from adjudicator.rulesets import GAMES, default_game
    from adjudicator.store.errors import UnusableError
    from adjudicator.store.paths import data_folder

    name = fold(game) if game is not None else default_game()
    folder = data_folder("campaigns") / (EXAMPLE if name == default_game() else name)
    if name not in GAMES or not folder.is_dir():
        raise UnusableError("error.no-example", nearest(name, GAMES), game=game or name)
    return folder


def _play(example: Path, folder: Path) -> None:
    """Begin the example campaign in ``folder``, send each stage's orders, and play until they end."""
    from adjudicator.campaign.beginning import refuse_taken
    from adjudicator.store.disk import write_whole
    from adjudicator.store.layout import CAMPAIGN_FILE

    refuse_taken(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / CAMPAIGN_FILE, (example / CAMPAIGN_FILE).read_bytes())
    last = None
    while (stage := _play_stage(str(folder), example / "orders")) is not None:
        last = stage
    if last is not None:
        _show_private(*last)


def _play_stage(folder: str, orders: Path) -> tuple[Campaign, Played] | None:
    """Send the orders of the stage awaited, play it and show its public report; None when the game is over."""
    from adjudicator.campaign.acts import PROGRAM
    from adjudicator.cli.submitting import tell_one
    from adjudicator.core.readers import PUBLIC
    from adjudicator.orders.dropped import Dropped

    with at_work(folder) as (table, voice):
        campaign, stage = table.campaign, table.situation.progress.stage
        if stage is None:
            return None
        say(voice, "demo.orders", stage=stage.said)
        files = sorted((orders / stage.label).iterdir()) if (orders / stage.label).is_dir() else []
        dropped = [Dropped(path.name, path.read_bytes()) for path in files]
        for submission in table.receive(dropped).submissions:
            tell_one(submission, voice, stored=True)
        played = table.play(PROGRAM)
    click.echo()
    _show(campaign, played, PUBLIC)
    return campaign, played


def _show_private(campaign: Campaign, played: Played) -> None:
    """Show what the first camp if there are any, the first player and the MJ read after the last turn."""
    kinds: dict[str, Reader] = {}
    for reader in campaign.game.reports.readers(campaign.setting):
        kinds.setdefault(reader.kind, reader)
    for reader in kinds.values():
        if reader.kind != "public":
            _show(campaign, played, reader)


def _show(campaign: Campaign, played: Played, reader: Reader) -> None:
    from adjudicator.reports.writing import render

    click.echo(render(campaign, played, reader, "text", explicit_language()))
