"""Letters handed to a server by SMTP: one connection, and for each letter what became of it.

What is wrong with the server itself is raised, and no letter is to blame; what it says of a letter is an outcome.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import IO, TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from adjudicator.mail.accounts import Sendmail, Server
from adjudicator.mail.connection import SENDING, TIMEOUT, ConnectionDeadline, PostError, bounded, tls, trouble
from adjudicator.mail.outbox import wire_address
from adjudicator.speech.voice import one_line
from adjudicator.store.disk import UnusableError

if TYPE_CHECKING:
    import smtplib
    import socket
    import subprocess
    from io import BufferedReader


T = TypeVar("T")
HERE = "[127.0.0.1]"
"""How this machine calls itself: what else it is called is nobody's business."""
_SECURE = 465
"""The port on which TLS is spoken from the first byte."""
PATIENCE = 300.0
"""Seconds that a server may take to look at a letter: who does not wait for it sends it twice."""


class DeliveryOutcome(NamedTuple):
    """What became of a letter."""

    what: str
    """``sent``; ``later``; ``refused`` for good; ``lost``, when nobody knows."""
    code: int = 0
    text: str = ""
    """What the server said."""
    hangs: bool = False
    """Whether a program did not end, so that the next letter would fare no better."""


class Smtp:
    """A connection to a server that takes letters."""

    def __init__(self, server: Server, deadline: ConnectionDeadline | None = None) -> None:
        """Connect and log in; all that is said is over at the ``deadline``, which may be that of other connections too.

        Raises ``PostError``, ``UnusableError`` of a password, and ``OSError`` of its file.
        """
        self.server, self.deadline = server, deadline or ConnectionDeadline(server.patience or SENDING)
        self._server = _guarded(server, lambda: _connected(server, self.deadline))
        try:
            self._log_in()
        except BaseException:
            self._hang_up()
            raise

    def _log_in(self) -> None:
        server, connection = self.server, self._server
        if server.security == "starttls":
            context = tls(server, self.deadline)
            code, said = _guarded(server, connection.ehlo)
            _refuse_answer(server, code, said)
            if not connection.has_extn("starttls"):
                raise PostError("post.no-starttls", host=server.host, port=server.port, secure=_SECURE)
            code, said = _guarded(server, lambda: connection.starttls(context=context))
            _refuse_answer(server, code, said)
        code, said = _guarded(server, connection.ehlo)
        if code in _UNKNOWN:
            code, said = _guarded(server, connection.helo)
        _refuse_answer(server, code, said)
        if server.user and server.password is not None:
            _log_in(connection, server, server.password.read())

    def send(
        self, sender: str, person: str, data: bytes, about_to: Callable[[], None] = lambda: None
    ) -> DeliveryOutcome:
        """Hand over a mail to one person; ``about_to`` is called before anything of it is.

        Raises ``PostError`` when the connection broke before the mail was handed over, or the server takes nothing from
        ``sender``; this connection is then of no more use. So it is when the outcome is ``lost``.
        """
        connection = self._server
        if not person.isascii() and not connection.has_extn("smtputf8"):
            return DeliveryOutcome("refused", _NO_UTF8, "SMTPUTF8")
        about_to()
        utf8 = () if person.isascii() else ("SMTPUTF8",)
        code, said = _guarded(self.server, lambda: connection.mail(wire_address(sender), utf8))
        if code // 100 == _REFUSED:
            raise PostError("post.sender", host=self.server.host, sender=sender, said=_shown(code, said))
        if code // 100 != _DONE:
            return self._declined(code, said)
        code, said = _guarded(self.server, lambda: connection.rcpt(wire_address(person)))
        if code not in _TAKEN:
            return self._declined(code, said)
        code, said = _guarded(self.server, lambda: connection.docmd("DATA"))
        if code != _GO_ON:
            return self._declined(code, said)
        return self._handed_over(data)

    def _handed_over(self, data: bytes) -> DeliveryOutcome:
        """Send the bytes of a mail, and tell what the server makes of it: for that it has some time in any case."""
        connection = self._server
        try:
            if connection.sock is not None:
                connection.sock.settimeout(PATIENCE)
            with self.deadline.at_least(self.server.patience or PATIENCE):
                connection.send(as_sent(data))
                code, said = connection.getreply()
            if connection.sock is not None:
                connection.sock.settimeout(TIMEOUT)
        except Exception as error:  # it may have it, and may not: whatever it is that came
            return DeliveryOutcome("lost", 0, one_line(str(error)))
        if code // 100 == _DONE:
            return DeliveryOutcome("sent", code, _text(said))
        return (
            self._declined(code, said)
            if code // 100 in (_LATER, _REFUSED)
            else DeliveryOutcome("lost", code, _text(said))
        )

    def _declined(self, code: int, said: bytes) -> DeliveryOutcome:
        """Return what an answer means that is no yes, and let the server forget the letter.

        Raises ``PostError`` when it goes, or says what means nothing.
        """
        if code in _CLOSING:
            raise PostError("post.closing", host=self.server.host, said=_shown(code, said))
        if code // 100 not in (_LATER, _REFUSED):
            raise PostError("post.nonsense", host=self.server.host, port=self.server.port, said=_shown(code, said))
        _guarded(self.server, self._server.rset)
        return DeliveryOutcome("refused" if code // 100 == _REFUSED else "later", code, _text(said))

    def close(self) -> None:
        """Say good-bye; whatever the server answers."""
        try:
            if self._server.sock is not None:
                self._server.sock.settimeout(_FAREWELL)
                self._server.docmd("QUIT")
        except Exception:  # all that was to be said has been said
            pass
        finally:
            self._hang_up()

    def _hang_up(self) -> None:
        self._server.close()


_DONE, _LATER, _REFUSED = 2, 4, 5
_TAKEN, _GO_ON, _CLOSING, _UNKNOWN, _NO_UTF8 = (250, 251), 354, (421,), (500, 502), 553
_FAREWELL = 5.0


def as_sent(data: bytes) -> bytes:
    """Return a mail as it goes over the wire: a dot doubled where it begins a line, and the dot that ends it."""
    lines = re.sub(rb"\r\n|\r|\n", b"\r\n", data)
    return re.sub(rb"(?m)^\.", b"..", lines).removesuffix(b"\r\n") + b"\r\n.\r\n"


def _connected(server: Server, deadline: ConnectionDeadline) -> smtplib.SMTP:
    import smtplib

    class Bounded(smtplib.SMTP):
        """A connection over which no server may talk without end."""

        def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
            return bounded(super()._get_socket(host, port, timeout), deadline)  # type: ignore[misc]

        def getreply(self) -> tuple[int, bytes]:
            if self.file is None and self.sock is not None:
                self.file = _Bounded(self.sock.makefile("rb"))
            return super().getreply()

    class BoundedTls(Bounded, smtplib.SMTP_SSL):
        """The same, unheard from the first byte."""

    if server.security == "tls":
        return BoundedTls(server.host, server.port, local_hostname=HERE, timeout=TIMEOUT, context=tls(server, deadline))
    return Bounded(server.host, server.port, HERE, TIMEOUT)


class _Bounded:
    """What a server says, so many bytes of it at most."""

    def __init__(self, file: BufferedReader) -> None:
        self._file, self._left = file, _MOST_SAID

    def readline(self, limit: int) -> bytes:
        line = self._file.readline(limit)
        self._left -= len(line)
        if self._left < 0:
            raise ValueError
        return line

    def close(self) -> None:
        self._file.close()


_MOST_SAID = 1 << 24


def _log_in(connection: smtplib.SMTP, server: Server, password: str) -> None:
    import smtplib

    try:
        _guarded(server, lambda: _given(connection, server.user, password))
    except smtplib.SMTPAuthenticationError as error:
        code, said = error.smtp_code, error.smtp_error
        key = "post.password" if code // 100 == _REFUSED else "post.password.later"
        said = said if isinstance(said, bytes) else str(said).encode()
        raise PostError(key, host=server.host, user=server.user, said=_shown(code, said)) from error
    except smtplib.SMTPNotSupportedError as error:
        raise PostError("post.no-login", host=server.host, port=server.port) from error


def _given(connection: smtplib.SMTP, user: str, password: str) -> None:
    """Give user and password; what is not ASCII goes as UTF-8, for which the standard library knows no way."""
    import smtplib
    from base64 import b64encode

    if (user + password).isascii():
        connection.login(user, password)
        return
    code, said = connection.docmd("AUTH", "PLAIN " + b64encode(f"\0{user}\0{password}".encode()).decode())
    if code != _LOGGED_IN:
        raise smtplib.SMTPAuthenticationError(code, said)


_LOGGED_IN = 235


def _guarded(server: Server, ask: Callable[[], T]) -> T:
    """Return what a server answers. Raises ``PostError`` for whatever it is that it does instead.

    A refused login passes, and what cannot be used of ours.
    """
    import smtplib

    try:
        return ask()
    except (smtplib.SMTPAuthenticationError, smtplib.SMTPNotSupportedError, UnusableError):
        raise
    except smtplib.SMTPServerDisconnected as error:
        cause = error.__context__
        known = isinstance(cause, TimeoutError)
        raise trouble(
            server, cause if known and isinstance(cause, Exception) else ConnectionError(str(error))
        ) from error
    except smtplib.SMTPResponseException as error:
        said = error.smtp_error if isinstance(error.smtp_error, bytes) else str(error.smtp_error).encode()
        _refuse_answer(server, error.smtp_code, said)
        raise trouble(server, ValueError(_text(said))) from error
    except OSError as error:
        raise trouble(server, error) from error
    except Exception as error:  # a server that speaks nonsense makes anything of it
        raise trouble(server, ValueError(str(error))) from error


def _refuse_answer(server: Server, code: int, said: bytes) -> None:
    """Raise ``PostError`` for an answer with which nothing can begin."""
    if code // 100 == _DONE:
        return
    known = code // 100 in (_LATER, _REFUSED)
    key = "post.refuses" if known else "post.nonsense"
    raise PostError(key, host=server.host, port=server.port, said=_shown(code, said))


def _text(said: bytes) -> str:
    return one_line(said.decode("utf-8", "replace"))[:500]


def _shown(code: int, said: bytes) -> str:
    return f"{code} {_text(said)}" if code > 0 else _text(said)


# Letters handed to a program that takes them on its standard input, as ``sendmail`` does.


_REFUSED_BY_PROGRAM = (64, 65, 67, 68)
"""What such programs end with when it is for good: usage, data, no such user, no such host (``sysexits.h``)."""

PROGRAM_PATIENCE = 30.0
"""Seconds that a program may take: it is on this machine, and mostly keeps a letter that it cannot send on yet."""
_MOST_SAID_BY_PROGRAM = 1 << 12
"""Bytes that are read of what a program says."""


class Program:
    """The program of an account."""

    def __init__(self, account: Sendmail) -> None:
        """Take the account. Raises ``PostError`` where there is no such program."""
        self.path = account.path
        if not account.path.is_file() or not os.access(account.path, os.X_OK):
            raise PostError("post.no-program", file=str(account.path))

    def send(
        self, sender: str, person: str, data: bytes, about_to: Callable[[], None] = lambda: None
    ) -> DeliveryOutcome:
        """Hand over a mail to one person; ``about_to`` is called before. Raises ``PostError`` when it cannot run."""
        import tempfile

        command = [str(self.path.absolute()), "-i", "-f", sender, wire_address(person)]
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            about_to()
            code = _run(command, data.replace(b"\r\n", b"\n"), out, err)
            said = _beginning(err) or _beginning(out)
        if code == 0:
            return DeliveryOutcome("sent")
        if code is None:
            return DeliveryOutcome("lost", hangs=True)
        if code < 0:
            return DeliveryOutcome("lost", code, said)
        return DeliveryOutcome("refused" if code in _REFUSED_BY_PROGRAM else "later", code, said)

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
            process.communicate(data, timeout=PROGRAM_PATIENCE)
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
    return one_line(file.read(_MOST_SAID_BY_PROGRAM).decode("utf-8", "replace")).strip()[:500]


# That by which letters go: a server, or a program of the machine's.


class Carrier(Protocol):
    """By which letters go."""

    def send(self, sender: str, person: str, data: bytes, about_to: Callable[[], None]) -> DeliveryOutcome:
        """Hand over a mail."""

    def close(self) -> None:
        """End."""


def carrier_of(account: Server | Sendmail, deadline: ConnectionDeadline | None = None) -> Carrier:
    """Return that by which the letters of an account go; all that is said with a server is over at the ``deadline``.

    Raises ``PostError``, ``UnusableError`` of a password.
    """
    if isinstance(account, Sendmail):
        return Program(account)

    return Smtp(account, deadline)
