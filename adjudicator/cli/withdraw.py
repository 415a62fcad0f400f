"""``adjudicator withdraw``: let orders that were filed for a player count no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.acting import act_options, acting, author, goes_on, looked_at_in_play
from adjudicator.cli.console import Argument, Command, folder_argument, language_option, option, say
from adjudicator.cli.outlook import tell_missing, tell_outlook

if TYPE_CHECKING:
    from adjudicator.speech.voice import Voice
    from adjudicator.table.consequences import Withdrawal
    from adjudicator.table.situation import Situation


@click.command("withdraw", cls=Command)
@folder_argument
@click.argument("player", cls=Argument, metavar="PLAYER")
@option("--turn", type=click.IntRange(1), metavar="N", help="option.withdraw-turn")
@option("--standing", is_flag=True, help="option.withdraw-standing")
@act_options
@language_option
def command(folder: str, player: str, turn: int | None, standing: bool, dry_run: bool, yes: bool, **told: Any) -> None:
    """Withdraw the last file of a player."""
    from adjudicator.store.disk import UnusableError
    from adjudicator.table.consequences import withdrawal

    if standing and turn is not None:
        raise UnusableError("withdraw.which")
    before, voice = looked_at_in_play(folder)
    planned = withdrawal(before, player, turn, standing)
    _tell_plan(before, planned, voice)
    if not goes_on(voice, "withdraw.ask", dry_run, yes):
        return
    with acting(folder, before.campaign) as (table, voice):
        if withdrawal(table.situation, player, turn, standing) != planned:
            now = table.situation.progress
            raise UnusableError("undo.moved-on", None, now.campaign.game.id, stage=now.awaited)
        table.withdraw(author(told["by"]), planned, told["reason"])
    say(voice, "withdraw.done", player=planned.player)
    tell_missing(table.situation, voice)
    tell_outlook(table.situation, voice)


def _tell_plan(situation: Situation, planned: Withdrawal, voice: Voice) -> None:
    """Say which file counts no more, and what counts in its place."""
    from adjudicator.desk.seating import counts_now
    from adjudicator.table.consequences import table_without
    from adjudicator.table.table import awaited

    progress, player = situation.progress, planned.player
    click.echo(voice.phrase(planned.said))
    act = planned.act({"act": "withdraw", "at": situation.clock.now.isoformat(), "by": "", "stage": ""}, progress)
    after = table_without(progress, act)
    for phrase in counts_now(progress, after, player, "mj"):
        click.echo(voice.phrase(phrase))
    if player not in after.orders and player in awaited(progress):
        say(voice, "withdraw.awaited", player=player, stage=progress.awaited)
