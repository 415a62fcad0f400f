"""The commands ``cases``, which runs adjudication cases, and ``demo``, which plays an example campaign."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from adjudicator.cli import console
from adjudicator.core.faults import Listed
from adjudicator.core.stage import MJ, PUBLIC, Reader
from adjudicator.core.words import fold, nearest
from adjudicator.speech.voice import Voice, one_line
from adjudicator.store.disk import FaultyFileError, UnusableError, read_file, write_whole
from adjudicator.store.layout import CAMPAIGN_FILE, data_folder

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.campaign.stages import Played
    from adjudicator.orders.submission import Submission
    from adjudicator.proof.cases import Case


@click.command("cases", cls=console.Command)
@click.argument("paths", cls=console.Argument, metavar="PATH…", nargs=-1, required=True)
@console.json_option
@console.language_option
def cases(paths: tuple[str, ...], as_json: bool) -> None:
    """Play all cases of the named files and folders; unreadable files do not stop the others."""
    from adjudicator.cli.main import REFUSED, UNUSABLE
    from adjudicator.proof.cases import collect, run_case

    found = collect([Path(name) for name in paths], console.explicit_language())
    unreadable, alike = list(_unreadable(found.troubles)), list(_called_alike(found.cases))
    for row in (*unreadable, *alike):
        console.complain(row["told"])
    verdicts = [run_case(case) for case in found.cases]
    failed = sum(not verdict["passed"] for verdict in verdicts)
    if as_json:
        rows = [{key: value for key, value in row.items() if key != "told"} for row in (*unreadable, *alike)]
        console.print_json({"passed": len(verdicts) - failed, "failed": failed, "faults": rows, "cases": verdicts})
    elif verdicts or not unreadable:
        for case, verdict in zip(found.cases, verdicts, strict=True):
            if not verdict["passed"]:
                _tell(case, verdict)
        line = console.common_voice().count("cases.sum", len(verdicts) - failed, failed=failed)
        click.echo(click.style(line, fg="red" if failed else "green") if sys.stdout.isatty() else line)
    if unreadable or failed:
        click.get_current_context().exit(UNUSABLE if unreadable else REFUSED)


def _unreadable(troubles: Iterable[Exception]) -> Iterator[dict[str, Any]]:
    """Yield a row for each fault of the unreadable files, with the line to print as ``told``."""
    from adjudicator.speech.voice import told

    for trouble in troubles:
        lines = told(trouble, console.common_voice().language)
        if isinstance(trouble, FaultyFileError):
            voice = console.common_voice(trouble.game)
            rows = [voice.fault_row(fault, str(trouble.source)) for fault in trouble.faults]
            yield from ({**row, "told": line} for row, line in zip(rows, lines, strict=True))
        else:
            yield from ({"message": line, "told": line} for line in lines)


def _called_alike(cases: Iterable[Case]) -> Iterator[dict[str, Any]]:
    """Yield a row for each case with the same id as a case of another file; both are played."""
    from adjudicator.proof.cases import same_ids

    for case, first in same_ids(cases):
        place = {"file": str(case.path), "line": case.mark.line, "column": case.mark.column}
        other = f"{first.path}:{first.mark.line}"
        message = console.common_voice().say("cases.same-id", id=case.plain["id"], place=other)
        told = f"{one_line(str(case.path))}:{case.mark.line}:{case.mark.column}: {message}"
        yield {**place, "message": message, "told": told}


def _tell(case: Case, verdict: dict[str, Any]) -> None:
    """Print a failed case, expected and found results side by side, in the words of its language."""
    from adjudicator.proof.cases import differences

    voice = console.common_voice()
    title = f"{verdict['id']}  {verdict['title']}"
    click.echo(click.style(title, fg="red", bold=True) if sys.stdout.isatty() else title)
    click.echo(f"  {verdict['file']}" + (f"  [{verdict['rule']}]" if verdict["rule"] else ""))
    rows = [("", voice.say("cases.expected"), voice.say("cases.found")), *differences(case)]
    widths = [max(len(row[i]) for row in rows) for i in range(2)]
    for key, wanted, found in rows:
        click.echo(f"  {key:<{widths[0]}}  {wanted:<{widths[1]}}  {found}".rstrip())


# ``adjudicator demo``: play an example campaign and show the results.


EXAMPLE = "demo"
"""Name of the example of the default game; those of the other games have the game's name."""


class ShownStage(NamedTuple):
    """A played stage to be shown: its campaign, the voice to speak with, and the results of its order files.

    ``undone`` is the reason for which the stage was taken back afterwards; empty if it stands.
    """

    campaign: Campaign
    voice: Voice
    played: Played
    submissions: Sequence[Submission]
    undone: str = ""


@click.command("demo", cls=console.Command)
@click.argument("folder", cls=console.Argument, metavar="[DIR]", required=False)
@console.option("--game", default=None, help="option.demo-game")
@console.option("--full", is_flag=True, help="option.full")
@console.language_option
def demo(folder: str | None, game: str | None, full: bool) -> None:
    """Play an example campaign from beginning to end."""
    example = _example(game)
    if full:
        _show_all(example, folder)
        return
    kept = Path(folder) if folder is not None else Path(mkdtemp(prefix="adjudicator-demo-")) / EXAMPLE
    last = None
    for shown in _stages(example, kept):
        if last is None:
            click.echo(
                click.wrap_text(shown.voice.say(shown.campaign.game.setup.about, title=shown.campaign.title)) + "\n"
            )
        _tell_stage(shown)
        last = shown
    if last is not None:
        _tell_end(last, kept, folder is None, example.name)


def _example(game: str | None) -> Path:
    """Return the folder of a game's example, or of an example by name. Raise ``UnusableError`` when there is none."""
    from adjudicator.games import GAMES, default_game

    name = fold(game) if game is not None else default_game()
    examples = {fold(path.name): path for path in data_folder("campaigns").iterdir()}
    found = examples.get(fold(EXAMPLE) if name == default_game() else name)
    if found is None:
        raise UnusableError("error.no-example", nearest(name, [*GAMES, *examples]), game=game or name)
    return found


def _stages(example: Path, folder: Path) -> Iterator[ShownStage]:
    """Create the example campaign in ``folder``; yield each stage after sending its orders and playing it.

    Raise ``UnusableError`` at the end if the example has orders for a stage that was not played.
    """
    from adjudicator.campaign.new_campaign import refuse_taken

    refuse_taken(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / CAMPAIGN_FILE, read_file(example / CAMPAIGN_FILE))
    undone = {path.stem: read_file(path).decode().strip() for path in (example / "undone").glob("*.txt")}
    unplayed = {path.name for path in (example / "orders").iterdir()} | undone.keys()
    while (shown := _stage(str(folder), example, undone)) is not None:
        unplayed.discard(shown.played.stage.label)
        yield shown
    if unplayed:
        raise UnusableError("error.unplayed-orders", example=example.name, names=Listed(tuple(sorted(unplayed))))


def _stage(folder: str, example: Path, undone: dict[str, str]) -> ShownStage | None:
    """Send the orders of the awaited stage and play it; return None when the game is over.

    A stage in ``undone`` (reasons by label) is played with the files of that folder, taken back, and removed there: the
    next call plays it again.
    """
    from adjudicator.campaign.acts import PROGRAM
    from adjudicator.orders.inbox import DroppedFile

    with console.at_work(folder) as (table, voice):
        progress = table.situation.progress
        if progress.stage is None:
            return None
        label, reason = progress.stage.label, undone.pop(progress.stage.label, "")
        orders = example / ("undone" if reason else "orders") / label
        files = sorted(orders.iterdir()) if orders.is_dir() else []
        submissions = table.receive([DroppedFile(path.name, read_file(path)) for path in files]).submissions
        played = table.play(PROGRAM)
        if reason:
            table.undo(PROGRAM, len(progress.folders), reason, reason)
        return ShownStage(table.campaign, voice, played, submissions, reason)


# Short output.


def _tell_stage(shown: ShownStage) -> None:
    """Print a line about the stage, and one for each order file that was refused or not read literally."""
    campaign, voice, played, submissions, undone = shown
    happened = campaign.game.reports.headline(campaign.setting, played.before, played.outcome)
    stage = voice.phrase(played.stage.said)
    stage = stage[:1].upper() + stage[1:]
    sent = len(submissions)
    line = voice.count("demo.stage", sent, stage=stage) if sent else voice.say("demo.stage.none", stage=stage)
    click.echo(" ".join([line, *map(voice.phrase, happened)]))
    for submission in submissions:
        for told in _file_told(submission, voice):
            click.echo(f"  {told}")
    if undone:
        click.echo("  " + voice.say("demo.undone", reason=undone))


def _file_told(submission: Submission, voice: Voice) -> Iterator[str]:
    """Yield the lines about an order file: why it was refused, or how it was read."""
    faults, source = submission.faults, submission.source
    if faults:
        more = voice.count("demo.more", len(faults) - 1) if faults[1:] else ""
        yield voice.say("demo.refused", source=source, line=faults[0].mark.line, fault=voice.fault(faults[0])) + more
    for receipt in list(submission.receipts.values())[:1]:
        for phrase in receipt.besides:
            if phrase.key == "read.said":
                yield voice.say("demo.read", source=source, said=phrase)


def _tell_end(shown: ShownStage, folder: Path, temporary: bool, example: str) -> None:
    """Print the last board, the page to open, the report to read, and how to see all of the ``example`` played."""
    from adjudicator.reports.contents import report_data
    from adjudicator.reports.writing import report_name

    campaign, voice, played, *_ = shown
    public = report_data(campaign, played, PUBLIC).get("public", {})
    if board := public.get("board"):
        from adjudicator.pictures.board import board_lines
        from adjudicator.reports.environment import letters_of

        click.echo("\n" + "\n".join([voice.say("demo.board"), "", *board_lines(board, letters_of(campaign))]))
    report = played.folder / report_name(campaign, MJ, "html")
    click.echo()
    console.say(voice, "demo.open", page=str(folder / "public" / "index.html"))
    console.say(voice, "demo.report", report=str(report))
    if temporary:
        console.say(voice, "demo.kept", folder=str(folder))
    _tell_credits(campaign, voice)
    # These options play the same example again, in the language asked for.
    options = f" --game {example}" if example != EXAMPLE else ""
    if language := console.explicit_language():
        options += f" --language {language}"
    console.say(voice, "demo.full", options=options)


def _tell_credits(campaign: Campaign, voice: Voice) -> None:
    """Print the attribution that the licence of the rules asks for, if it asks for one."""
    if campaign.game.setup.credits:
        click.echo("\n" + click.wrap_text(voice.say(campaign.game.setup.credits)) + "\n")


# Full output.


def _show_all(example: Path, folder: str | None) -> None:
    """Print the receipts and the public report of each stage, then what other readers get of the last one."""
    with TemporaryDirectory(prefix="adjudicator-") as temporary:
        target = Path(folder) if folder is not None else Path(temporary) / EXAMPLE
        if not sys.stdout.isatty():
            _print_all(example, target)
            return
        with redirect_stdout(StringIO()) as text, redirect_stderr(text):
            _print_all(example, target)
    click.echo_via_pager(text.getvalue())


def _print_all(example: Path, folder: Path) -> None:
    """Play the example and print everything."""
    from adjudicator.cli.orders import tell_one

    last = None
    for shown in _stages(example, folder):
        last = shown
        console.say(shown.voice, "demo.orders", stage=shown.played.stage.said)
        for submission in shown.submissions:
            tell_one(submission, shown.voice, stored=True)
        click.echo()
        _show(shown.campaign, shown.played, PUBLIC)
        if shown.undone:
            console.say(shown.voice, "demo.undone", reason=shown.undone)
    if last is not None:
        _show_private(last.campaign, last.played)
        _tell_credits(last.campaign, last.voice)


def _show_private(campaign: Campaign, played: Played) -> None:
    """Print the last reports for the first camp if there are camps, the first player and the MJ."""
    kinds: dict[str, Reader] = {}
    for reader in campaign.game.reports.readers(campaign.setting):
        kinds.setdefault(reader.kind, reader)
    for reader in kinds.values():
        if reader.kind != "public":
            _show(campaign, played, reader)


def _show(campaign: Campaign, played: Played, reader: Reader) -> None:
    """Print the report of a stage for one reader."""
    from adjudicator.reports.writing import render

    click.echo(render(campaign, played, reader, "text", console.explicit_language()))
