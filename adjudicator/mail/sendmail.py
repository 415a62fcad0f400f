"""Letters handed to a program that takes them on its standard input, as ``sendmail`` does."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from adjudicator.mail.secure import PostError
from adjudicator.mail.sending import wire_address
from adjudicator.mail.smtp import PATIENCE, Outcome
from adjudicator.speech.text import one_line

if TYPE_CHECKING:
    from adjudicator.mail.accounts import Sendmail

_REFUSED = (64, 65, 67, 68)
"""What such programs end with when it is for good: usage, data, no such user, no such host (``sysexits.h``)."""


class Program:
    """The program of an account."""

    def __init__(self, account: Sendmail) -> None:
        """Take the account. Raises ``PostError`` where there is no such program."""
        self.path = account.path
        if not account.path.is_file() or not os.access(account.path, os.X_OK):
            raise PostError("post.no-program", file=str(account.path))

    def send(self, sender: str, person: str, data: bytes, about_to: Callable[[], None] = lambda: None) -> Outcome:
        """Hand over a mail to one person; ``about_to`` is called before. Raises ``PostError`` when it cannot run."""
        import subprocess

        about_to()
        command = [str(self.path.absolute()), "-i", "-f", sender, wire_address(person)]
        try:
            done = subprocess.run(
                command, input=data.replace(b"\r\n", b"\n"), capture_output=True, timeout=PATIENCE, check=False
            )
        except subprocess.TimeoutExpired:
            return Outcome("lost")
        except OSError as error:
            raise PostError("post.no-program", file=str(self.path)) from error
        said = one_line((done.stderr or done.stdout).decode("utf-8", "replace")).strip()[:500]
        if done.returncode == 0:
            return Outcome("sent")
        if done.returncode < 0:
            return Outcome("lost", done.returncode, said)
        return Outcome("refused" if done.returncode in _REFUSED else "later", done.returncode, said)

    def close(self) -> None:
        """Nothing is open."""
