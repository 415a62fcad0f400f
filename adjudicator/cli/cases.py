"""``adjudicator cases``: run adjudication cases."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.console import (
    DEFAULT_LANGUAGE,
    Argument,
    Command,
    common_voice,
    complain,
    explicit_language,
    json_option,
    language_option,
    print_json,
)

if TYPE_CHECKING:
    from adjudicator.proof.cases import Case


@click.command("cases", cls=Command)
@click.argument("paths", cls=Argument, metavar="PATH…", nargs=-1, required=True)
@json_option
@language_option
def command(paths: tuple[str, ...], as_json: bool) -> None:
    """Play all the cases of the files and folders named; what cannot be read does not stop the others."""
    from pathlib import Path

    from adjudicator.cli.main import REFUSED, UNUSABLE
    from adjudicator.proof.cases import collect, run_case

    found = collect([Path(name) for name in paths], explicit_language())
    unreadable, alike = list(_unreadable(found.troubles)), list(_called_alike(found.cases))
    for row in (*unreadable, *alike):
        complain(row["told"])
    verdicts = [run_case(case) for case in found.cases]
    failed = sum(not verdict["passed"] for verdict in verdicts)
    if as_json:
        rows = [{key: value for key, value in row.items() if key != "told"} for row in (*unreadable, *alike)]
        print_json({"passed": len(verdicts) - failed, "failed": failed, "faults": rows, "cases": verdicts})
    elif verdicts or not unreadable:
        for case, verdict in zip(found.cases, verdicts, strict=True):
            if not verdict["passed"]:
                _tell(case, verdict)
        _tell_sum(len(verdicts) - failed, failed)
    if unreadable or failed:
        click.get_current_context().exit(UNUSABLE if unreadable else REFUSED)


def _unreadable(troubles: Iterable[Exception]) -> Iterator[dict[str, Any]]:
    """Return what is wrong with files that cannot be read: a row for each fault, with the line in which it is told."""
    from adjudicator.speech.voice import told
    from adjudicator.store.disk import FaultyFileError

    for trouble in troubles:
        lines = told(trouble, explicit_language() or DEFAULT_LANGUAGE)
        if isinstance(trouble, FaultyFileError):
            voice = common_voice(trouble.game)
            rows = [voice.fault_row(fault, str(trouble.source)) for fault in trouble.faults]
            yield from ({**row, "told": line} for row, line in zip(rows, lines, strict=True))
        else:
            yield from ({"message": line, "told": line} for line in lines)


def _called_alike(cases: Iterable[Case]) -> Iterator[dict[str, Any]]:
    """Return a row for each case that is called as one of another file; both are played."""
    from adjudicator.proof.cases import same_ids
    from adjudicator.speech.voice import one_line

    for case, first in same_ids(cases):
        place = {"file": str(case.path), "line": case.mark.line, "column": case.mark.column}
        other = f"{first.path}:{first.mark.line}"
        message = common_voice().say("cases.same-id", id=case.plain["id"], place=other)
        told = f"{one_line(str(case.path))}:{case.mark.line}:{case.mark.column}: {message}"
        yield {**place, "message": message, "told": told}


def _tell(case: Case, verdict: dict[str, Any]) -> None:
    """Print a failed case with what was expected and what was found side by side, in the words of its language."""
    from adjudicator.proof.cases import differences

    voice = common_voice()
    title = f"{verdict['id']}  {verdict['title']}"
    click.echo(click.style(title, fg="red", bold=True) if sys.stdout.isatty() else title)
    click.echo(f"  {verdict['file']}" + (f"  [{verdict['rule']}]" if verdict["rule"] else ""))
    rows = [("", voice.say("cases.expected"), voice.say("cases.found")), *differences(case)]
    widths = [max(len(row[i]) for row in rows) for i in range(2)]
    for key, wanted, found in rows:
        click.echo(f"  {key:<{widths[0]}}  {wanted:<{widths[1]}}  {found}".rstrip())


def _tell_sum(passed: int, failed: int) -> None:
    line = common_voice().count("cases.sum", passed, failed=failed)
    click.echo(click.style(line, fg="red" if failed else "green") if sys.stdout.isatty() else line)
