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
    option,
    print_json,
    say,
)

if TYPE_CHECKING:
    from adjudicator.core.phrase import Phrase
    from adjudicator.files.campaign import Campaign
    from adjudicator.files.voice import Voice


@click.command("status", cls=Command)
@folder_argument
@option("--public", is_flag=True, help="option.public")
@json_option
@language_option
def command(folder: str, public: bool, as_json: bool) -> None:
    """Tell how far a campaign has come."""
    campaign, voice = open_campaign(folder)
    row = public_status(campaign) if public else status_of(campaign)
    if as_json:
        print_json(row)
    elif public:
        _tell_public(row, campaign.deadline if row["deadline"] else None, voice)
    else:
        _tell(row, voice)


def public_status(campaign: Campaign) -> dict[str, Any]:
    """Return what everybody may read of a campaign's state as plain data: numbers, and no names.

    ``of_camps`` says that orders are those of whole camps.
    """
    from adjudicator.files.campaign import seed_hash
    from adjudicator.files.received import missing, orders_in
    from adjudicator.files.stages import progress_of

    progress = progress_of(campaign)
    stage = progress.stage
    awaited = list(campaign.game.awaited(campaign.setting, progress.state))
    spokesmen = [campaign.game.spokesman(campaign.setting, camp) for camp in campaign.camps]
    absent = missing(progress, orders_in(progress)) if stage else []
    return {
        "title": campaign.title,
        "game": campaign.game.id,
        "phase": stage.phase if stage else "over",
        "turn": stage.turn if stage else None,
        "received": len(awaited) - len(absent),
        "awaited": len(awaited),
        "of_camps": stage is not None and not stage.turn and bool(spokesmen) and awaited == spokesmen,
        "deadline": campaign.plain.get("deadline") if stage else None,
        "seed_hash": seed_hash(campaign.seed),
        "language": explicit_language() or campaign.language,
    }


def status_of(campaign: Campaign) -> dict[str, Any]:
    """Return the state of a campaign as plain data; names in roster order."""
    from adjudicator.files.campaign import seed_hash
    from adjudicator.files.received import in_inbox, missing, notes_in, orders_in, refused_in, standing_in, stood_in
    from adjudicator.files.stages import progress_of

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
        "standing": list(stood_in(progress, orders, standing_in(progress))) if stage else [],
        "refused": refused_in(progress) if stage else [],
        "notes": notes_in(progress) if stage else {},
        "inbox": len(in_inbox(campaign)),
        "ready": bool(stage) and not absent,
        "seed_hash": seed_hash(campaign.seed),
        "language": explicit_language() or campaign.language,
    }


def _tell_public(row: dict[str, Any], deadline: Phrase | None, voice: Voice) -> None:
    _tell_title(row, voice)
    if row["phase"] != "over" and row["awaited"]:
        received = str(row["received"])
        if row["of_camps"]:
            click.echo(voice.count("status.count.camps", row["awaited"], received=received))
        else:
            click.echo(voice.count("status.count", row["awaited"], received=received))
    if deadline is not None:
        click.echo(voice.phrase(deadline))
    say(voice, "status.seed", hash=row["seed_hash"])


def _tell_title(row: dict[str, Any], voice: Voice) -> None:
    say(voice, "status.title", title=row["title"], stage=voice.say(f"phase.{row['phase']}", turn=row["turn"] or 0))


def _tell(row: dict[str, Any], voice: Voice) -> None:
    _tell_title(row, voice)
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
    if row["standing"]:
        say(voice, "status.standing", names=voice.list(row["standing"]))
    for refused in row["refused"]:
        pasted = voice.say("source.pasted") if refused["source"] == "-" else refused["source"]
        source = voice.list([*refused["players"], pasted])
        click.echo(voice.count("status.refused", len(refused["faults"]), source=source))
    for player, note in row["notes"].items():
        say(voice, "status.note", player=player, note=note)
    say(voice, "status.ready" if row["ready"] else "status.waiting")


def _table(row: dict[str, Any], voice: Voice) -> None:
    """A line a player, in colour."""
    names = [*row["received"], *row["missing"]]
    width = max(map(len, names), default=0)
    for name in names:
        came = name in row["received"]
        mark = click.style(voice.say("status.in" if came else "status.out"), fg="green" if came else "yellow")
        click.echo(f"  {name:<{width}}  {mark}")
