"""Sending letters through an SMTP server or a local program, with an outcome for each letter.

A failure of the server or program itself is raised as an error, because no letter is to blame for it. What it says
about one letter becomes that letter's outcome.
"""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from io import BufferedReader
from typing import IO, TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from adjudicator.mail.accounts import (
    SENDING,
    TIMEOUT,
    ConnectionDeadline,
    PostError,
    Sendmail,
    Server,
    bounded,
    tls,
    trouble,
)
from adjudicator.mail.outbox import wire_address
from adjudicator.speech.voice import one_line
from adjudicator.store.disk import UnusableError

if TYPE_CHECKING:
    import smtplib
    import subprocess


T = TypeVar("T")
HERE = "[127.0.0.1]"
"""The name this machine gives itself; its real name is not revealed."""
_SECURE = 465
"""The port for TLS from the first byte."""
ACCEPTING_TIMEOUT = 300.0
"""Seconds that a server may take to accept a letter: giving up too early means sending it twice."""


class DeliveryOutcome(NamedTuple):
    """What happened to a letter or a post."""

    what: str
    """``sent``, ``later`` (try again), ``refused`` for good, or ``lost`` if nobody knows."""
    code: int = 0
    text: str = ""
    """What the server or program said."""
    hangs: bool = False
    """Whether a program did not end, in which case the next letter would not do better."""
    wait: float = 0.0
    """How many seconds a forum asks to wait."""


class Smtp:
    """A connection to a server that accepts letters."""

    def __init__(self, server: Server, deadline: ConnectionDeadline | None = None) -> None:
        """Connect and log in. The ``deadline`` limits the whole conversation and may be shared with other connections.

        Raise ``PostError``, ``UnusableError`` for the password, or ``OSError`` for its file.
        """
        self.server, self.deadline = server, deadline or ConnectionDeadline(server.patience or SENDING)
        self._server = _guarded(server, lambda: _connected(server, self.deadline))
        try:
            self._log_in()
        except BaseException:
            self._server.close()
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
        """Send a mail to one person; ``about_to`` is called just before the first command for it is sent.

        Raise ``PostError`` if the connection breaks before the mail is handed over or if the server accepts nothing
        from ``sender``. The connection cannot be used afterwards, nor after the outcome ``lost``.
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
        """Send the bytes of a mail and return its outcome.

        For this step there is some time even if the deadline is over.
        """
        connection = self._server
        try:
            if connection.sock is not None:
                connection.sock.settimeout(ACCEPTING_TIMEOUT)
            with self.deadline.at_least(self.server.patience or ACCEPTING_TIMEOUT):
                connection.send(as_sent(data))
                code, said = connection.getreply()
            if connection.sock is not None:
                connection.sock.settimeout(TIMEOUT)
        except Exception as error:  # whatever failed, nobody knows whether the server has the mail
            return DeliveryOutcome("lost", 0, one_line(str(error)))
        if code // 100 == _DONE:
            return DeliveryOutcome("sent", code, _text(said))
        return (
            self._declined(code, said)
            if code // 100 in (_LATER, _REFUSED)
            else DeliveryOutcome("lost", code, _text(said))
        )

    def _declined(self, code: int, said: bytes) -> DeliveryOutcome:
        """Return the outcome for a negative answer, and reset the server for the next letter.

        Raise ``PostError`` if the server is closing the connection or its answer makes no sense.
        """
        if code in _CLOSING:
            raise PostError("post.closing", host=self.server.host, said=_shown(code, said))
        if code // 100 not in (_LATER, _REFUSED):
            raise PostError("post.nonsense", host=self.server.host, port=self.server.port, said=_shown(code, said))
        _guarded(self.server, self._server.rset)
        return DeliveryOutcome("refused" if code // 100 == _REFUSED else "later", code, _text(said))

    def close(self) -> None:
        """End the session and close the connection, whatever the server answers."""
        try:
            if self._server.sock is not None:
                self._server.sock.settimeout(_FAREWELL)
                self._server.docmd("QUIT")
        except Exception:  # everything has been sent already, so a failure does not matter
            pass
        finally:
            self._server.close()


_DONE, _LATER, _REFUSED = 2, 4, 5
_TAKEN, _GO_ON, _CLOSING, _UNKNOWN, _NO_UTF8 = (250, 251), 354, (421,), (500, 502), 553
_FAREWELL = 5.0


def as_sent(data: bytes) -> bytes:
    """Return a mail as SMTP transmits it: CRLF line ends, leading dots doubled, and a final line with a dot."""
    lines = re.sub(rb"\r\n|\r|\n", b"\r\n", data)
    return re.sub(rb"(?m)^\.", b"..", lines).removesuffix(b"\r\n") + b"\r\n.\r\n"


def _connected(server: Server, deadline: ConnectionDeadline) -> smtplib.SMTP:
    import smtplib

    class Bounded(smtplib.SMTP):
        """A connection limited in time and in the amount of text that the server may send."""

        def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
            return bounded(super()._get_socket(host, port, timeout), deadline)  # type: ignore[misc]

        def getreply(self) -> tuple[int, bytes]:
            if self.file is None and self.sock is not None:
                self.file = _Bounded(self.sock.makefile("rb"))
            return super().getreply()

    class BoundedTls(Bounded, smtplib.SMTP_SSL):
        """The same with TLS from the first byte."""

    if server.security == "tls":
        return BoundedTls(server.host, server.port, local_hostname=HERE, timeout=TIMEOUT, context=tls(server, deadline))
    return Bounded(server.host, server.port, HERE, TIMEOUT)


class _Bounded:
    """The server's answers, limited in total size; reading beyond the limit raises ``ValueError``."""

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
    """Log in. Raise ``PostError`` if the server refuses.

    Credentials that are not ASCII are sent as UTF-8, which ``smtplib`` cannot do.
    """
    import smtplib
    from base64 import b64encode

    def authenticate() -> None:
        if (server.user + password).isascii():
            connection.login(server.user, password)
            return
        given = b64encode(f"\0{server.user}\0{password}".encode()).decode()
        code, said = connection.docmd("AUTH", f"PLAIN {given}")
        if code != _LOGGED_IN:
            raise smtplib.SMTPAuthenticationError(code, said)

    try:
        _guarded(server, authenticate)
    except smtplib.SMTPAuthenticationError as error:
        code, said = error.smtp_code, error.smtp_error
        key = "post.password" if code // 100 == _REFUSED else "post.password.later"
        said = said if isinstance(said, bytes) else str(said).encode()
        raise PostError(key, host=server.host, user=server.user, said=_shown(code, said)) from error
    except smtplib.SMTPNotSupportedError as error:
        raise PostError("post.no-login", host=server.host, port=server.port) from error


_LOGGED_IN = 235


def _guarded(server: Server, ask: Callable[[], T]) -> T:
    """Return the result of ``ask``. Raise ``PostError`` for any failure of the server.

    Login errors and ``UnusableError``, which concerns our own settings, pass through unchanged.
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
    except Exception as error:  # a malformed answer can raise errors of any kind
        raise trouble(server, ValueError(str(error))) from error


def _refuse_answer(server: Server, code: int, said: bytes) -> None:
    """Raise ``PostError`` for any answer but a positive one."""
    if code // 100 == _DONE:
        return
    known = code // 100 in (_LATER, _REFUSED)
    key = "post.refuses" if known else "post.nonsense"
    raise PostError(key, host=server.host, port=server.port, said=_shown(code, said))


def _text(said: bytes) -> str:
    return one_line(said.decode("utf-8", "replace"))[:500]


def _shown(code: int, said: bytes) -> str:
    return f"{code} {_text(said)}" if code > 0 else _text(said)


# Sending through a program that reads letters from its standard input, as ``sendmail`` does.


_REFUSED_BY_PROGRAM = (64, 65, 67, 68)
"""Exit codes for permanent failures: usage, data, no such user, no such host (``sysexits.h``)."""

PROGRAM_TIMEOUT = 30.0
"""Seconds that a program may take: it runs on this machine and usually queues letters that it cannot send yet."""
_MOST_SAID_BY_PROGRAM = 1 << 12
"""Bytes of a program's output that are read."""


class Program:
    """The mail program of an account."""

    def __init__(self, account: Sendmail) -> None:
        """Take the account. Raise ``PostError`` if there is no such program."""
        self.path = account.path
        if not account.path.is_file() or not os.access(account.path, os.X_OK):
            raise PostError("post.no-program", file=str(account.path))

    def send(
        self, sender: str, person: str, data: bytes, about_to: Callable[[], None] = lambda: None
    ) -> DeliveryOutcome:
        """Send a mail to one person, after calling ``about_to``. Raise ``PostError`` if the program cannot be run."""
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
        """Do nothing, because nothing is kept open."""


def _run(command: list[str], data: bytes, out: IO[bytes], err: IO[bytes]) -> int | None:
    """Run a program with ``data`` on its standard input and return its exit code, or None if it had to be stopped.

    A program that does not end in time is stopped with everything it started. Raise ``PostError`` if it cannot be run.
    Its output goes to files rather than pipes: a pipe stays open until every process left in the background has ended,
    and programs that deliver later leave some behind.
    """
    import subprocess

    try:
        begun = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=err, start_new_session=True)
    except OSError as error:
        raise PostError("post.no-program", file=command[0]) from error
    with begun as process:
        try:
            process.communicate(data, timeout=PROGRAM_TIMEOUT)
        except subprocess.TimeoutExpired:
            _stop(process)
            return None
        except BaseException:
            _stop(process)
            raise
    return process.returncode


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Kill a program that does not end, and the processes that it started."""
    if sys.platform != "win32":
        import signal

        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _beginning(file: IO[bytes]) -> str:
    """Return the beginning of a file, on one line."""
    file.seek(0)
    return one_line(file.read(_MOST_SAID_BY_PROGRAM).decode("utf-8", "replace")).strip()[:500]


# The choice between a server and a program.


class Carrier(Protocol):
    """A way to send letters: a server or a program."""

    def send(self, sender: str, person: str, data: bytes, about_to: Callable[[], None]) -> DeliveryOutcome:
        """Send a mail to one person, after calling ``about_to``."""

    def close(self) -> None:
        """Close the connection, if there is one."""


def carrier_of(account: Server | Sendmail, deadline: ConnectionDeadline | None = None) -> Carrier:
    """Return the carrier for an account; ``deadline`` limits the whole conversation with a server.

    Raise ``PostError``, ``UnusableError`` for the password, or ``OSError`` for its file.
    """
    if isinstance(account, Sendmail):
        return Program(account)

    return Smtp(account, deadline)
