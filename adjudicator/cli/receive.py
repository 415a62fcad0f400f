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

    from adjudicator.mail.accounts_file import load_accounts
    from adjudicator.mail.mailbox import mail_in
    from adjudicator.post.inbox_run import take_in
    from adjudicator.speech.voice import told
    from adjudicator.store.disk import UnusableError

    status, said = 0, ""
    try:
        mail = mail_in("", sys.stdin.buffer)
        accounts = load_accounts(Path(root))
        if accounts is None:
            raise UnusableError("error.no-accounts", folder=root)
        troubles = take_in(Path(root), accounts, mail, now()).troubles
    except Exception as error:  # whatever it is: with any other status the server gives the mail up
        from adjudicator.post.inbox_run import note_not_kept, said_to_server

        note_not_kept(Path(root), error, now())
        voice = common_voice()
        status, troubles, said = TRY_AGAIN, told(error, voice.language), voice.phrase(said_to_server(error))
    if sys.stderr.isatty():
        for sentence in troubles:
            complain(sentence)
    elif said:  # the server sends it to the player: it names nothing that is the MJ's
        complain(said)
    click.get_current_context().exit(status)
