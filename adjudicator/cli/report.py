"""``adjudicator report``: print a report again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adjudicator.cli.speech import Command, explicit_language, folder_argument, language_option, open_campaign, option

if TYPE_CHECKING:
    from adjudicator.core.readers import Reader
    from adjudicator.files.campaign import Campaign


@click.command("report", cls=Command)
@folder_argument
@option("--turn", metavar="N", help="option.turn")
@option("--for", "reader", metavar="READER", default="public", help="option.for")
@option("--format", "form", type=click.Choice(["text", "bbcode"]), default="text", help="option.format")
@language_option
def command(folder: str, turn: str | None, reader: str, form: str) -> None:
    """Print the report of a stage for one reader."""
    from adjudicator.files.campaign import RESULT, progress_of
    from adjudicator.files.errors import UnusableError
    from adjudicator.files.reporting import render, report_name

    campaign, _ = open_campaign(folder)
    progress = progress_of(campaign)
    if not progress.folders:
        raise UnusableError("error.nothing-played")
    index = len(progress.folders) - 1 if turn is None else progress.find(turn)
    whom = reader_named(campaign, reader)
    published = progress.folders[index] / RESULT / report_name(campaign, whom, form)
    if explicit_language() in (None, campaign.language) and published.exists():
        click.echo(published.read_text(encoding="utf-8"), nl=False)  # as it was sent, whatever has changed since
        return
    click.echo(render(campaign, progress.played(index), whom, form, explicit_language()), nl=False)


def reader_named(campaign: Campaign, text: str) -> Reader:
    """Return the reader that ``public``, ``mj``, ``camp:NAME`` or ``player:NAME`` names, in French or English.

    Raises ``UnusableError`` for anything else, with the nearest reader there is.
    """
    from adjudicator.core.readers import MJ, PUBLIC, Reader
    from adjudicator.core.words import Names, fold, nearest
    from adjudicator.files.errors import UnusableError

    kind, _, name = text.partition(":")
    known = {"public": PUBLIC, "mj": MJ, "gm": MJ}
    if not name and fold(kind) in known:
        return known[fold(kind)]
    named = {"camp": list(campaign.camps), "player": campaign.players, "joueur": campaign.players}.get(fold(kind), [])
    found = Names(named).find(name)
    if found is not None:
        return Reader("camp" if fold(kind) == "camp" else "player", found)
    word = kind if fold(kind) in ("player", "joueur") else "player"
    written = [f"camp:{camp}" for camp in campaign.camps] + [f"{word}:{player}" for player in campaign.players]
    bare = {each.partition(":")[2] or each: each for each in ("public", "mj", *written)}
    near = bare.get(nearest(name or text, bare) or "")
    raise UnusableError("error.no-such-reader", near, reader=text)
