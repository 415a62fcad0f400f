"""``adjudicator cases``: run adjudication cases."""

from __future__ import annotations

import sys
from typing import Any

import click

from adjudicator.cli.speech import (
    Argument,
    Command,
    common_voice,
    explicit_language,
    json_option,
    language_option,
    print_json,
)


@click.command("cases", cls=Command)
@click.argument("paths", cls=Argument, metavar="PATH…", nargs=-1, required=True)
@json_option
@language_option
def command(paths: tuple[str, ...], as_json: bool) -> None:
    """Run all the cases of the files and folders named."""
    from pathlib import Path

    from adjudicator.files.cases import case_files, read_cases, run_case

    read = [
        case for path in case_files([Path(name) for name in paths]) for case in read_cases(path, explicit_language())
    ]
    verdicts = [run_case(case) for case in read]
    failed = [verdict for verdict in verdicts if not verdict["passed"]]
    if as_json:
        print_json({"passed": len(verdicts) - len(failed), "failed": len(failed), "cases": verdicts})
    else:
        for verdict in failed:
            _tell(verdict)
        _tell_sum(len(verdicts) - len(failed), len(failed))
    if failed:
        click.get_current_context().exit(1)


def _tell(verdict: dict[str, Any]) -> None:
    """Print a failed case with what was expected and what was found side by side."""
    voice = common_voice()
    title = f"{verdict['id']}  {verdict['title']}"
    click.echo(click.style(title, fg="red", bold=True) if sys.stdout.isatty() else title)
    click.echo(f"  {verdict['file']}" + (f"  [{verdict['rule']}]" if verdict["rule"] else ""))
    rows = [("", voice.say("cases.expected"), voice.say("cases.found"))]
    rows += [(key, _text(verdict["expected"][key]), _text(verdict["found"][key])) for key in verdict["expected"]]
    widths = [max(len(row[i]) for row in rows) for i in range(2)]
    for key, wanted, found in rows:
        click.echo(f"  {key:<{widths[0]}}  {wanted:<{widths[1]}}  {found}".rstrip())


def _text(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False)


def _tell_sum(passed: int, failed: int) -> None:
    line = f"{passed} passed, {failed} failed"
    click.echo(click.style(line, fg="red" if failed else "green") if sys.stdout.isatty() else line)
