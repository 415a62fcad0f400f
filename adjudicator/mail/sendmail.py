"""Letters handed to a program that takes them on its standard input, as ``sendmail`` does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import IO, TYPE_CHECKING

from adjudicator.mail.secure import PostError
from adjudicator.mail.sending import wire_address
from adjudicator.mail.smtp import Outcome
from adjudicator.speech.voice import one_line

if TYPE_CHECKING:
    import subprocess

    from adjudicator.mail.accounts import Sendmail

_REFUSED = (64, 65, 67, 68)
"""What such programs end with when it is for good: usage, data, no such user, no such host (``sysexits.h``)."""

PATIENCE = 30.0
"""Seconds that a program may take: it is on this machine, and mostly keeps a letter that it cannot send on yet."""
_MOST_SAID = 1 << 12
"""Bytes that are read of what a program says."""


class Program:
    """The program of an account."""

    def __init__(self, account: Sendmail) -> None:
        """Take the account. Raises ``PostError`` where there is no such program."""
        self.path = account.path
        if not account.path.is_file() or not os.access(account.path, os.X_OK):
            raise PostError("post.no-program", file=str(account.path))

    def send(self, sender: str, person: str, data: bytes, about_to: Callable[[], None] = lambda: None) -> Outcome:
        """Hand over a mail to one person; ``about_to`` is called before. Raises ``PostError`` when it cannot run."""
        import tempfile

        command = [str(self.path.absolute()), "-i", "-f", sender, wire_address(person)]
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            about_to()
            code = _run(command, data.replace(b"\r\n", b"\n"), out, err)
            said = _beginning(err) or _beginning(out)
        if code == 0:
            return Outcome("sent")
        if code is None:
            return Outcome("lost", hangs=True)
        if code < 0:
            return Outcome("lost", code, said)
        return Outcome("refused" if code in _REFUSED else "later", code, said)

    def close(self) -> None:
        """Nothing is open."""


def _run(command: list[str], data: bytes, out: IO[bytes], err: IO[bytes]) -> int | None:
    """Run a program with ``data`` on its standard input; return what it ended with. Raises ``PostError`` if it cannot.

    None where it did not end in time: it is stopped then, with all that it has started. What it says goes to files, and
    not through pipes, of which the end is waited for: it comes when the last program has gone that it leaves behind, as
    those do that deliver later.
    """
    import subprocess

    try:
        begun = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=err, start_new_session=True)
    except OSError as error:
        raise PostError("post.no-program", file=command[0]) from error
    with begun as process:
        try:
            process.communicate(data, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            _stop(process)
            return None
        except BaseException:
            _stop(process)
            raise
    return process.returncode


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Stop a program that does not end, and what it has started."""
    if sys.platform != "win32":
        import signal

        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _beginning(file: IO[bytes]) -> str:
    """Return what stands first in a file, on one line."""
    file.seek(0)
    return one_line(file.read(_MOST_SAID).decode("utf-8", "replace")).strip()[:500]
