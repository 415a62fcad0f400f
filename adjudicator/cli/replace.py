"""``adjudicator replace``: somebody else takes a seat, or several change at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.acting import correction_options, kept, time_to_come
from adjudicator.cli.console import Argument, Command, folder_argument, language_option, option
from adjudicator.cli.seating import reseat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.campaign.takeover import Change
    from adjudicator.table.situation import Situation


@click.command("replace", cls=Command)
@folder_argument
@click.argument("pairs", cls=Argument, metavar="SEAT=NAME…", nargs=-1, required=True)
@option("--email", metavar="ADDRESS", help="option.seat-email")
@option("--forum", metavar="NAME", help="option.seat-forum", callback=kept)
@option("--until", metavar="TIME", help="option.seat-until")
@option("--captain", metavar="NAME", help="option.seat-captain")
@correction_options
@language_option
def command(folder: str, pairs: Sequence[str], dry_run: bool, yes: bool, **told: Any) -> None:
    """Let others sit on seats from now on."""
    from adjudicator.campaign.takeover import Wish, replacing

    taken = [_pair(text) for text in pairs]

    def change(situation: Situation) -> Change:
        until = time_to_come(situation, told["until"]) if told["until"] is not None else None
        wish = Wish(told["email"], told["forum"], until, told["captain"])
        return replacing(situation.campaign, taken, wish, situation.clock.now)

    reseat(folder, change, told, dry_run, yes)


def _pair(text: str) -> tuple[str, str]:
    """Return the seat and the name that ``SEAT=NAME`` says. Raises ``UnusableError`` when it says none."""
    from adjudicator.store.disk import UnusableError

    seat, equals, name = text.partition("=")
    if not equals or not seat.strip() or not name.strip():
        raise UnusableError("seats.form", text=text)
    return seat, name
