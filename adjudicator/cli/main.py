"""The command ``adjudicator``: it finds the sub-command, imports its module alone, and reports what went wrong."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from adjudicator import __version__
from adjudicator.cli import console
from adjudicator.core.words import nearest
from adjudicator.speech.voice import DEFAULT_LANGUAGE, TROUBLES, told

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
    **dict.fromkeys(("journal", "why"), "inspect"),
    **dict.fromkeys(("verify", "export"), "prove"),
    **dict.fromkeys(("cases", "demo"), "author"),
}
"""The module of each command, in the order in which a campaign needs them."""
REFUSED, UNUSABLE, NOT_DUE = 1, 2, 3
"""Exit statuses besides 0: something is refused or differs; a command or file is unusable; the stage is not due yet."""


class Adjudicator(console.Helped, click.Group):
    """The group of commands; a command's module is imported only when the command is called."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        """Run in the language that the command line asks for."""
        line = list(sys.argv[1:] if args is None else args)
        self.language = console.asked_language(line)
        console.use_language(self.language or DEFAULT_LANGUAGE)
        return super().main(line, *rest, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Return click's context, which keeps the language asked for."""
        return super().make_context(*args, obj=self.language, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which a campaign needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command's module and return the command; None if there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"adjudicator.cli.{COMMANDS[cmd_name]}"), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command named first; if there is none of this name, the error suggests the nearest."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            said = console.common_voice().suggesting(error.format_message(), nearest(args[0], COMMANDS))
            raise click.UsageError(said, ctx) from None

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the program is for."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(console.sentences().say("help.adjudicator"))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section(console.sentences().say("help.commands")):
            formatter.write_dl([(name, console.sentences().say(f"help.{name}.short")) for name in COMMANDS])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an error that only the MJ can repair is printed as a sentence, with exit status 2."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except Exception as error:
            if not isinstance(error, TROUBLES):
                raise
            for sentence in told(error, self.language or DEFAULT_LANGUAGE):
                console.complain(sentence)
        return ctx.exit(UNUSABLE)


_SHOWN = "adjudicator {}"
"""The line that ``--version`` prints."""


def _show_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    """Print the version and exit, if it was asked for."""
    if asked and not ctx.resilient_parsing:
        click.echo(_SHOWN.format(__version__), color=ctx.color)
        ctx.exit()


@click.group("adjudicator", cls=Adjudicator, context_settings={"help_option_names": ["-h", "--help"]})
@console.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="option.version"
)
@console.language_option
def main() -> None:
    """Adjudicate turns; the help text is in the catalogues."""


def run() -> None:
    """Run the command line as a process of its own."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed, as a cron job may have it: nobody reads the output
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end
        elif isinstance(stream, io.TextIOWrapper):
            # A file or a pipe gets UTF-8 on every system. A character that a terminal cannot show is no reason to stop.
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
    try:
        main()
    except SystemExit as end:
        _leave(end.code)
        raise


def _leave(status: Any) -> None:
    """End the process at once: taking down the interpreter would need a tenth of a short command's time.

    Do nothing where Python has more to do: print a message, report a closed pipe, or write a profile.
    """
    if not isinstance(status, int | None) or sys.getprofile() is not None:
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return
    os._exit(status or 0)
