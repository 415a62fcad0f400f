"""``adjudicator status``: phase, turn, who has ordered and who has not."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.speech import (
    Command,
    explicit_language,
    folder_argument,
    json_option,
    language_option,
    open_campaign,
    print_json,
    say,
)

if TYPE_CHECKING:
    from adjudicator.files.campaign import Campaign
    from adjudicator.files.voice import Voice


@click.command("status", cls=Command)
@folder_argument
@json_option
@language_option
def command(folder: str, as_json: bool) -> None:
    """Tell how far a campaign has come."""
    campaign, voice = open_campaign(folder)
    row = status_of(campaign)
    if as_json:
        print_json(row)
    else:
        _tell(row, voice)


def status_of(campaign: Campaign) -> dict[str, Any]:
    """Return the state of a campaign as plain data; names in roster order."""
    from adjudicator.files.campaign import progress_of, seed_hash
    from adjudicator.files.received import in_inbox, missing, notes_in, orders_in, refused_in

    progress = progress_of(campaign)
    stage = progress.stage
    orders = orders_in(progress) if stage else {}
    absent = missing(progress, orders)
    return {
        "title": campaign.title,
        "game": campaign.game.id,
        "phase": stage.phase if stage else "over",
        "turn": stage.turn if stage else None,
        "received": list(orders),
        "missing": absent,
        "refused": refused_in(progress) if stage else [],
        "notes": notes_in(progress) if stage else {},
        "inbox": len(in_inbox(campaign)),
        "ready": bool(stage) and not absent,
        "seed_hash": seed_hash(campaign.seed),
        "language": explicit_language() or campaign.language,
    }


def _tell(row: dict[str, Any], voice: Voice) -> None:
    say(voice, "status.title", title=row["title"], stage=voice.say(f"phase.{row['phase']}", turn=row["turn"] or 0))
    if row["phase"] != "over":
        _tell_orders(row, voice)
    if row["inbox"]:
        click.echo(voice.count("status.inbox", row["inbox"]))
    say(voice, "status.seed", hash=row["seed_hash"])


def _tell_orders(row: dict[str, Any], voice: Voice) -> None:
    if sys.stdout.isatty():
        _table(row, voice)
    else:
        say(voice, "status.received", names=voice.list(row["received"]) or "—")
        say(voice, "status.missing", names=voice.list(row["missing"]) or "—")
    for refused in row["refused"]:
        source = voice.list([*refused["players"], refused["source"]])
        click.echo(voice.count("status.refused", len(refused["faults"]), source=source))
    for player, note in row["notes"].items():
        say(voice, "status.note", player=player, note=note)
    say(voice, "status.ready" if row["ready"] else "status.waiting")


def _table(row: dict[str, Any], voice: Voice) -> None:
    """A line a player, in colour."""
    names = [*row["received"], *row["missing"]]
    width = max(len(name) for name in names)
    for name in names:
        came = name in row["received"]
        mark = click.style(voice.say("status.in" if came else "status.out"), fg="green" if came else "yellow")
        click.echo(f"  {name:<{width}}  {mark}")
