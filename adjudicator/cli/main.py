"""The command ``adjudicator``: finds the sub-command, loads it alone, and says what went wrong."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from adjudicator import __version__
from adjudicator.cli.console import (
    DEFAULT_LANGUAGE,
    Helped,
    asked_language,
    complain,
    language_option,
    option,
    sentences,
    use_language,
)

COMMANDS = {
    **dict.fromkeys(("new",), "new"),
    **dict.fromkeys(("submit", "check", "template"), "orders"),
    "status": "inspect",
    "resolve": "play",
    "report": "inspect",
    "posted": "post",
    "run": "play",
    **dict.fromkeys(("receive", "mail"), "post"),
    **dict.fromkeys(("undo", "replay"), "mend"),
    "withdraw": "mend",
    "amend": "mend",
    **dict.fromkeys(("replace", "leave"), "mend"),
    **dict.fromkeys(("hold", "release", "extend"), "mend"),
    "journal": "inspect",
    **dict.fromkeys(("verify", "export"), "prove"),
    **dict.fromkeys(("cases", "demo"), "author"),
}
"""The module of each command, in the order of a campaign's life."""
REFUSED, UNUSABLE, NOT_DUE = 1, 2, 3
"""Exit statuses besides 0: something refused or differing; unusable command or file; not due yet."""


class Adjudicator(Helped, click.Group):
    """The group of commands; a command's module is imported when it is called for, and no other."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        """Run with the language that the line asks for."""
        line = list(sys.argv[1:] if args is None else args)
        self.language = asked_language(line)
        use_language(self.language or DEFAULT_LANGUAGE)
        return super().main(line, *rest, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Return click's context, which remembers the language asked for."""
        return super().make_context(*args, obj=self.language, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of a campaign's life."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"adjudicator.cli.{COMMANDS[cmd_name]}"), cmd_name)
        return command

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the program is."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(sentences().say("help.adjudicator"))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section(sentences().say("help.commands")):
            formatter.write_dl([(name, sentences().say(f"help.{name}.short")) for name in COMMANDS])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what only the MJ can repair becomes a sentence and exit status 2."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except Exception as error:
            from adjudicator.speech.voice import TROUBLES, told

            if not isinstance(error, TROUBLES):
                raise
            for sentence in told(error, self.language or DEFAULT_LANGUAGE):
                complain(sentence)
        return ctx.exit(UNUSABLE)


_SHOWN = "adjudicator {}"


def _show_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        click.echo(_SHOWN.format(__version__), color=ctx.color)
        ctx.exit()


@click.group("adjudicator", cls=Adjudicator, context_settings={"help_option_names": ["-h", "--help"]})
@option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="option.version")
@language_option
def main() -> None:
    """Adjudicate turns; the help stands in the catalogues."""


def run() -> None:
    """Run the command line as a process of its own."""
    gc.disable()  # in whatever way the program was begun
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed, as a cron job may have it: nobody reads
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end
        elif isinstance(stream, io.TextIOWrapper):
            # A file or a pipe gets UTF-8 on every system; what a terminal cannot show is no reason to stop.
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
    try:
        main()
    except SystemExit as end:
        _leave(end.code)
        raise


def _leave(status: Any) -> None:
    """End the process at once, all said: to take the interpreter apart first takes a tenth of a short command.

    Nothing is done where Python has more to do: to print a message, to say that nobody reads, to tell a profile.
    """
    if not isinstance(status, int | None) or sys.getprofile() is not None:
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return
    os._exit(status or 0)
