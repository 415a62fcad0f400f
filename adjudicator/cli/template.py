"""``adjudicator template``: an order file to fill in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.console import Command, folder_argument, language_option, now, open_seated, option, print_json

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.campaign.stages import Progress
    from adjudicator.speech.voice import Voice
    from adjudicator.table.situation import Situation


@click.command("template", cls=Command)
@folder_argument
@option("--for", "player", metavar="PLAYER", help="option.for-player")
@option("--into", metavar="FOLDER", help="option.into")
@option("--schema", is_flag=True, help="option.schema")
@option("--html", is_flag=True, help="option.form-html")
@language_option
def command(folder: str, player: str | None, into: str | None, schema: bool, html: bool) -> None:
    """Print or write order files to fill in, or the schema that editors check them by."""
    from adjudicator.forms.order_form import order_form
    from adjudicator.store.disk import UnusableError
    from adjudicator.table.situation import situation_of

    campaign, voice = open_seated(folder)
    if schema and player and not into and not html:
        print_json(_other_schema(campaign, player, voice))
        return
    if schema == bool(player or into) or (schema and html):
        raise UnusableError("template.which")
    situation = situation_of(campaign, now())
    if player is not None and not html and is_mj(campaign, player):
        _give_mj(situation, into, voice)
        return
    found = _player(campaign, player) if player else None
    if schema:
        print_json(_schema(situation.progress, voice))
    elif into is not None:
        _write(situation, Path(into), found, voice, html)
    elif found is not None and html:
        from adjudicator.forms.click_page import form_pages

        [page] = form_pages(situation, [found], voice).values()
        click.echo(page, nl=False)
    elif found is not None:
        click.echo(order_form(situation, found, voice), nl=False)


def _give_mj(situation: Situation, into: str | None, voice: Voice) -> None:
    """Print the form of the MJ's answers, or write it ``into`` a folder with its schema."""
    from adjudicator.forms.editor_schema import answers_schema
    from adjudicator.forms.order_form import answer_form, answers_name, awaited_stage, schema_line
    from adjudicator.store.signed_json import json_bytes

    campaign = situation.campaign
    refuse_idle_mj(campaign)
    form = answer_form(situation, voice)
    if into is None:
        click.echo(form, nl=False)
        return
    name, schema = answers_name(voice, "yaml"), answers_name(voice, "schema.json")
    found = json_bytes(answers_schema(campaign, awaited_stage(situation.progress), voice))
    _put(campaign, Path(into), {name: f"{schema_line(schema)}\n{form}".encode(), schema: found})
    click.echo(str(Path(into) / name))


def is_mj(campaign: Campaign, name: str) -> bool:
    """Tell whether a form is asked for the MJ; a player may be called so."""
    return name.casefold() in ("mj", "gm") and campaign.names.find(name) is None


def refuse_idle_mj(campaign: Campaign) -> None:
    """Raise ``UnusableError`` in a game that asks its MJ nothing."""
    from adjudicator.store.disk import UnusableError

    if not campaign.game.rules.decisions:
        raise UnusableError("template.asks-nothing")


def _other_schema(campaign: Campaign, name: str, voice: Voice) -> dict[str, object]:
    """Return the schema of the MJ's answers, or of the campaign's own file. Raises ``UnusableError`` for any other."""
    from adjudicator.campaign.stages import progress_of
    from adjudicator.forms.editor_schema import answers_schema, campaign_schema
    from adjudicator.forms.order_form import awaited_stage
    from adjudicator.store.disk import UnusableError
    from adjudicator.store.layout import CAMPAIGN_FILE

    if name == CAMPAIGN_FILE:
        return campaign_schema(campaign, voice)
    if not is_mj(campaign, name):
        raise UnusableError("template.which")
    refuse_idle_mj(campaign)
    return answers_schema(campaign, awaited_stage(progress_of(campaign)), voice)


def _player(campaign: Campaign, player: str) -> str:
    """Return the player of that name, or of that character where the game calls its players by such."""
    from adjudicator.store.disk import UnusableError

    found = campaign.names.find(player)
    if found in campaign.left:
        raise UnusableError("fault.left", found=player)
    if found is None and (gone := campaign.seats.gone_fault(player)):
        raise UnusableError(f"fault.{gone.code}", found=player, player=gone.values["player"])
    if found is None:
        raise UnusableError("error.no-such-player", campaign.names.nearest(player), player=player)
    return found


def _schema(progress: Progress, voice: Voice) -> dict[str, object]:
    from adjudicator.forms.editor_schema import editor_schema
    from adjudicator.forms.order_form import awaited_stage
    from adjudicator.orders.keys import order_schema
    from adjudicator.orders.order_file import MOST_AHEAD

    campaign = progress.campaign
    later = campaign.game.orders.later_phase(progress.state.phase)
    return editor_schema(
        campaign, awaited_stage(progress), voice, order_schema(progress), MOST_AHEAD if later is not None else 0
    )


def _write(situation: Situation, folder: Path, player: str | None, voice: Voice, html: bool) -> None:
    """Write a form for ``player``, or for each player awaited, with the schema; nothing is overwritten.

    Pages need no schema.
    """
    from adjudicator.forms.order_form import form_names, order_form, schema_name
    from adjudicator.orders.keys import takes_words
    from adjudicator.store.signed_json import json_bytes

    campaign = situation.campaign
    everybody = takes_words(situation.progress)  # who is not awaited may send his word
    due = [
        each for each in (campaign.players if everybody else situation.attendance.awaited) if each not in campaign.left
    ]
    awaited = due if player is None else [player]
    if html:
        from adjudicator.forms.click_page import form_pages

        files = form_pages(situation, awaited, voice)
        forms = list(files)
    else:
        names = form_names(campaign.players, voice)
        forms = [names[each] for each in awaited]
        files = {names[each]: order_form(situation, each, voice).encode() for each in awaited}
        files[schema_name(voice)] = json_bytes(_schema(situation.progress, voice))
    _put(campaign, folder, files)
    for each, name in zip(awaited, forms, strict=True):
        click.echo(voice.say("pair", name=each, what=str(folder / name)))


def _put(campaign: Campaign, folder: Path, files: dict[str, bytes]) -> None:
    from adjudicator.store.disk import UnusableError, holds, make_folder, write_all

    if folder.resolve() in (campaign.inbox.resolve(), campaign.folder.resolve()):
        raise UnusableError("template.inbox", folder=str(folder))
    for name, data in files.items():
        path = folder / name
        if path.exists() and not holds(path, data):
            raise UnusableError("template.taken", file=str(path))
    make_folder(folder)
    write_all(folder, files)
