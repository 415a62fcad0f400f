"""``adjudicator receive``: take one mail on standard input, as servers of mail hand it to a command."""

from __future__ import annotations

import click

from adjudicator.cli.console import Argument, Command, common_voice, complain, language_option, now

TRY_AGAIN = 75
"""The exit status by which a server knows that it has to hand the mail over once more (``EX_TEMPFAIL``)."""


@click.command("receive", cls=Command)
@click.argument("root", cls=Argument, metavar="ROOT")
@language_option
def command(root: str) -> None:
    """Take a mail."""
    import sys
    from pathlib import Path

    from adjudicator.mail.accountsfile import load_accounts
    from adjudicator.mail.mailbox import MOST
    from adjudicator.office.postroom import take_in
    from adjudicator.speech.trouble import TROUBLES, told
    from adjudicator.store.errors import UnusableError

    status, data = 0, sys.stdin.buffer.read(MOST + 1)
    while sys.stdin.buffer.read(MOST):  # who hands it over is to hand all of it
        pass
    try:
        accounts = load_accounts(Path(root))
        if accounts is None:
            raise UnusableError("error.no-accounts", folder=root)
        troubles = take_in(Path(root), accounts, data, now()).troubles
    except TROUBLES as error:
        status, troubles = TRY_AGAIN, told(error, common_voice().language)
    for sentence in troubles:
        complain(sentence)
    click.get_current_context().exit(status)
