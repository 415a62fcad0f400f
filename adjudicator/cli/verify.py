"""``adjudicator verify``: look whether the past of a campaign is as it was told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adjudicator.cli.console import (
    Argument,
    Command,
    complain,
    explicit_language,
    json_option,
    language_option,
    open_campaign,
    print_json,
    say,
)

if TYPE_CHECKING:
    from adjudicator.proof.verification import Proof
    from adjudicator.speech.voice import Voice


@click.command("verify", cls=Command)
@click.argument("folder", cls=Argument, metavar="DIR")
@json_option
@language_option
def command(folder: str, as_json: bool) -> None:
    """Verify a campaign: files, chain, seed, every stage played again."""
    from pathlib import Path

    from adjudicator.campaign.loading import refuse_no_campaign
    from adjudicator.cli.console import common_voice
    from adjudicator.proof.difference import DifferenceError
    from adjudicator.proof.verification import verify

    refuse_no_campaign(Path(folder))
    try:
        proof = verify(Path(folder), explicit_language())
    except DifferenceError as difference:
        voice = _voice_in(folder) or common_voice()
        _tell_difference(voice.phrase(difference.said), as_json)
        click.get_current_context().exit(1)
    _, voice = open_campaign(folder)
    if as_json:
        print_json(_row(proof))
    else:
        _tell(proof, voice)


def _voice_in(folder: str) -> Voice | None:
    """Return the voice of the campaign; None where its file cannot be read any more."""
    from adjudicator.speech.trouble import TROUBLES

    try:
        return open_campaign(folder)[1]
    except TROUBLES:
        return None


def _tell_difference(said: str, as_json: bool) -> None:
    if as_json:
        print_json({"holds": False, "difference": said})
    else:
        complain(said)


def _row(proof: Proof) -> dict[str, object]:
    chain = proof.chain
    return {
        "holds": True,
        "difference": None,
        "links": chain.links,
        "since": chain.since or None,
        "head": chain.head or None,
        "stages": proof.stages,
        "withdrawn": proof.withdrawn,
        "verdicts": proof.verdicts,
        "other_version": proof.other,
    }


def _tell(proof: Proof, voice: Voice) -> None:
    """Say in sentences what was proved."""
    from adjudicator.store.layout import stage_called

    if not proof.stages:
        say(voice, "verify.nothing")
        return
    called = stage_called(proof.chain.since)
    if called is None:
        say(voice, "verify.no-chain")
    else:
        click.echo(voice.count("verify.chain", proof.chain.links, stage=called[1].said, head=proof.chain.head))
        if called[0] > 1:
            say(voice, "verify.chain-late", stage=called[1].said)
    say(voice, "verify.seed-good")
    click.echo(voice.count("verify.stages", proof.stages))
    if proof.withdrawn:
        click.echo(voice.count("verify.withdrawn", proof.withdrawn))
    click.echo(voice.count("verify.verdicts", proof.verdicts))
    if proof.other:
        click.echo(voice.count("verify.other", proof.other))
    say(voice, "verify.holds")
