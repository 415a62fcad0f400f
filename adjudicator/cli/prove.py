"""The commands ``verify``, which checks that a campaign's past is unaltered, and ``export``, for checks by others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from adjudicator import __version__
from adjudicator.cli import console
from adjudicator.core.stage import Stage
from adjudicator.speech.voice import TROUBLES, Voice, voice_of
from adjudicator.store.disk import UnusableError, read_file, write_whole
from adjudicator.store.layout import stage_called

if TYPE_CHECKING:
    from adjudicator.proof.exported import ExportContents
    from adjudicator.proof.integrity import DifferenceError
    from adjudicator.proof.own_file import Own
    from adjudicator.proof.verification import Proof


@click.command("verify", cls=console.Command)
@click.argument("what", cls=console.Argument, metavar="DIR|EXPORT")
@console.option("--file", "own", metavar="FILE", help="option.own-file")
@console.option("--code", metavar="CODE", help="option.own-code")
@console.json_option
@console.language_option
def verify(what: str, own: str | None, code: str | None, as_json: bool) -> None:
    """Verify a campaign (files, hash chain, seed, every stage played again) or an export of one."""
    from adjudicator.campaign.loading import refuse_no_campaign
    from adjudicator.desk.session import refuse_lost
    from adjudicator.proof.integrity import DifferenceError
    from adjudicator.proof.verification import verify

    if (own is None) != (code is None) or (own is not None and not Path(what).is_file()):
        raise click.UsageError(console.common_voice().say("verify.own.usage"))
    if Path(what).is_file():
        _verify_export(what, own, code, as_json)
        return
    refuse_no_campaign(Path(what))
    try:
        proof = verify(Path(what), console.explicit_language())
        refuse_lost(Path(what))
    except DifferenceError as difference:
        _tell_difference(difference, _voice_in(what) or console.common_voice(), as_json)
    _, voice = console.open_campaign(what)
    if as_json:
        console.print_json(_row(proof))
    else:
        _tell(proof, voice)


def _verify_export(what: str, own: str | None, code: str | None, as_json: bool) -> None:
    """Verify an export, and that the file ``own`` was received as it is, by the ``code`` of its receipt."""
    from adjudicator.proof.exported import read_export, verify_export
    from adjudicator.proof.integrity import DifferenceError
    from adjudicator.proof.own_file import own_file

    export = read_export(Path(what))
    voice = voice_of(export["game"], console.explicit_language() or export["language"])
    try:
        shown = verify_export(export)
        shows = own_file(shown, read_file(Path(own)), code, voice) if own is not None and code is not None else None
    except DifferenceError as difference:
        if export["version"] != __version__:
            console.complain(voice.say("verify.export.version", version=export["version"]))
        _tell_difference(difference, voice, as_json)
    if as_json:
        row = _export_row(shown, voice)
        console.print_json(row if shows is None else {**row, "file": _own_row(shows, voice)})
        return
    _tell_export(shown, voice)
    if shows is not None:
        _tell_own(shows, voice)
    if export["seed"] is not None:
        console.say(voice, "verify.holds")


def _export_row(shown: ExportContents, voice: Voice) -> dict[str, object]:
    """Return the JSON data about a verified export."""
    return {
        "holds": True,
        "difference": None,
        "links": len(shown.heads),
        "stages": len(shown.export["stages"]),
        "head": shown.head,
        "heads": [{**told._asdict(), "stage": voice.phrase(told.stage.said)} for told in shown.heads],
    }


def _own_row(shows: Own, voice: Voice) -> dict[str, object]:
    """Return the JSON data about a player's own file."""
    return {
        **shows._asdict(),
        "stage": voice.phrase(shows.stage),
        "orders": dict(shows.orders),
        "luck": dict(shows.luck),
    }


def _tell_export(shown: ExportContents, voice: Voice) -> None:
    """Print what was proved, and the heads of the hash chain for players to compare with those in their reports."""
    stages = len(shown.export["stages"])
    if shown.campaign is None:
        click.echo(voice.count("verify.export.public" if shown.heads else "verify.export.unsealed", stages))
        if shown.heads and len(shown.heads) < stages:
            console.say(voice, "verify.chain-late", stage=shown.heads[0].stage.said)
    else:
        console.say(voice, "verify.seed-good")
        click.echo(voice.count("verify.export.good", stages))
        first = shown.heads[0].stage if shown.heads else None
        _tell_chain(voice, len(shown.heads), shown.head, first, late=len(shown.heads) < stages)
    if shown.heads:
        console.say(voice, "verify.export.heads", hash=shown.export["seed_hash"])
    for told in shown.heads:
        key = "verify.export.head-of-withdrawn" if told.withdrawn else "verify.export.head-of"
        console.say(voice, key, stage=told.stage.said, head=told.head)
    if shown.campaign is not None:
        console.say(voice, "verify.export.limits")


def _tell_chain(voice: Voice, links: int, head: str, since: Stage | None, late: bool) -> None:
    """Print how many links the chain has, since which stage (None for no link), and if it begins late."""
    if since is None:
        console.say(voice, "verify.no-chain")
        return
    click.echo(voice.count("verify.chain", links, stage=since.said, head=head))
    if late:
        console.say(voice, "verify.chain-late", stage=since.said)


def _tell_own(shows: Own, voice: Voice) -> None:
    """Print what became of a player's own file and what was played for the player, to compare with the receipt."""
    console.say(voice, f"verify.own.{_became(shows)}", stage=shows.stage, number=int(shows.number))
    if shows.accepted and not shows.judged:
        console.say(voice, "verify.own.unjudged")
    for player, said in shows.orders.items():
        console.say(voice, "verify.own.orders" if said else "verify.own.nothing", player=player, orders=said or "")
    for player, word in shows.luck.items():
        key = "verify.own.word" if shows.same_luck else "verify.own.other-word" if word else "verify.own.no-word"
        console.say(voice, key, player=player, word=word or "")


def _became(shows: Own) -> str:
    """Return the part of a sentence's key that says what became of a player's own file."""
    if not shows.accepted:
        return "amended" if shows.amended else "refused"
    if shows.bare:
        return "bare"
    if shows.played:
        return "withdrawn" if shows.withdrawn else "played" if shows.judged else "told"
    return "unplayed" if shows.withdrawn else "replaced"


def _voice_in(folder: str) -> Voice | None:
    """Return the campaign's voice; None if its file cannot be read any more."""
    try:
        return console.open_campaign(folder)[1]
    except TROUBLES:
        return None


def _tell_difference(difference: DifferenceError, voice: Voice, as_json: bool) -> NoReturn:
    """Print what differs from what was announced, and exit with status 1."""
    said = voice.phrase(difference.said)
    if as_json:
        console.print_json({"holds": False, "difference": said})
    else:
        console.complain(said)
    click.get_current_context().exit(1)


def _row(proof: Proof) -> dict[str, object]:
    """Return the JSON data about a verified campaign."""
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
    """Print what was proved."""
    if not proof.stages:
        console.say(voice, "verify.nothing")
        return
    number, since = stage_called(proof.chain.since) or (0, None)
    _tell_chain(voice, proof.chain.links, proof.chain.head, since, late=number > 1)
    console.say(voice, "verify.seed-good")
    click.echo(voice.count("verify.stages", proof.stages))
    if proof.withdrawn:
        click.echo(voice.count("verify.withdrawn", proof.withdrawn))
    click.echo(voice.count("verify.verdicts", proof.verdicts))
    if proof.other:
        click.echo(voice.count("verify.other", proof.other))
    console.say(voice, "verify.holds")


# ``adjudicator export``: write what anybody may have of a campaign into one file, with which it can be verified.


@click.command("export", cls=console.Command)
@console.folder_argument
@click.argument("file", cls=console.Argument, metavar="FILE")
@console.option("--yes", is_flag=True, help="option.export-yes")
@console.language_option
def export(folder: str, file: str, yes: bool) -> None:
    """Write one file with which a game can be verified; ``-`` is standard output."""
    from adjudicator.campaign.stages import progress_of
    from adjudicator.proof.export import export_bytes, export_of

    campaign, voice = console.open_campaign(folder)
    progress = progress_of(campaign)
    if not progress.folders:
        raise UnusableError("error.nothing-played")
    path = Path(file)
    if file != "-":
        console.refuse_inside(path, campaign.folder)
        _refuse_other(path, yes)
    export = export_of(progress)
    if file == "-":
        click.echo(export_bytes(export), nl=False)
        return
    write_whole(path, export_bytes(export), readable=True)
    console.say(voice, "export.done" if export["seed"] is not None else "export.done.public", file=file)


def _refuse_other(path: Path, yes: bool) -> None:
    """Raise ``UnusableError`` for an existing file, except an export that may be replaced because of ``yes``."""
    from adjudicator.proof.exported import looks_like_export

    if not path.exists() and not path.is_symlink():
        return
    if not looks_like_export(path):
        raise UnusableError("export.other", file=str(path))
    if not yes:
        raise UnusableError("export.exists", file=str(path))
