"""``adjudicator mail``: say step by step what works of the accounts of a root."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.console import (
    Argument,
    Command,
    common_voice,
    complain,
    explicit_language,
    language_option,
    now,
    option,
    say,
)


@click.command("mail", cls=Command)
@click.argument("root", cls=Argument, metavar="ROOT")
@option("--send", is_flag=True, help="option.mail-send")
@language_option
def command(root: str, send: bool) -> None:
    """Try out the accounts of a root."""
    from adjudicator.mail.accounts_file import load_accounts
    from adjudicator.post.check import tried_out
    from adjudicator.store.disk import UnusableError

    voice = common_voice()
    if not Path(root).is_dir():
        raise UnusableError("error.no-folder", folder=root)
    accounts = load_accounts(Path(root), explicit_language())
    if accounts is None:
        raise UnusableError("error.no-accounts", folder=root)
    failed = False
    for step in tried_out(accounts, now(), voice, send):
        mark = "trial.note" if step.is_note else "trial.fails" if step.troubles else "trial.works"
        say(voice, mark, tried=step.tried)
        for sentence in step.troubles:
            complain(f"  {sentence}")
        failed = failed or bool(step.troubles)
    if not failed:
        say(voice, "trial.all-well" if send or accounts.sending is None else "trial.all-well.unsent", root=root)
    click.get_current_context().exit(1 if failed else 0)
