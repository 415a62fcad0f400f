"""The mail accounts of a root folder of campaigns, as ``courrier.yaml`` describes them.

The file holds no password: it names the file, or the environment variable, in which each one is found.
"""

from __future__ import annotations

import os
import socket
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from adjudicator.speech.voice import short
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import POST

if TYPE_CHECKING:
    import ssl


@dataclass(frozen=True)
class Server:
    """A mail server and how to connect to it."""

    host: str
    port: int
    security: str
    """``tls`` (TLS from the first byte), ``starttls``, or ``none``, which is only allowed on this machine."""
    user: str = ""
    password: Secret | None = None
    certificate: Path | None = None
    """A file of certificates to trust in addition to those of the system."""
    patience: float | None = None
    """The total number of seconds a run may spend on this server; None for the defaults of ``mail.connection``."""


@dataclass(frozen=True)
class MaildirAccount:
    """A Maildir folder on this machine."""

    path: Path


@dataclass(frozen=True)
class Sendmail:
    """A program such as ``sendmail`` that takes a letter on its standard input."""

    path: Path


@dataclass(frozen=True)
class Discourse:
    """A topic on a Discourse forum, to which public reports are posted."""

    site: str
    topic: int
    user: str
    key: Secret


Source: TypeAlias = Server | MaildirAccount


@dataclass(frozen=True)
class Accounts:
    """The contents of ``courrier.yaml``."""

    file: Path
    address: str
    """The address that letters are sent from and that players write to."""
    mj: str
    """The address of the MJ, who is told when a person must look at something."""
    language: str
    receiving: tuple[Source, ...]
    sending: Server | Sendmail | None
    trust: str | None
    """The name of the server whose ``Authentication-Results`` are believed; None if no server is named."""
    folders: Mapping[str, str]
    """The names of the folders to which mails are moved that were ``played``, ``refused`` or are ``to-see``."""
    hourly: int
    """The maximum number of letters an hour to one address."""
    discord: Secret | None = None
    discourse: Discourse | None = None
    patience: float | None = None
    """The time limit in seconds that applies to every server; see ``Server.patience``."""

    @property
    def root(self) -> Path:
        """The folder that contains the file."""
        return self.file.parent

    @property
    def state(self) -> Path:
        """The folder that records received and sent mail."""
        return self.root / POST

    @property
    def domain(self) -> str:
        """The domain of ``address``, in lower case."""
        return self.address.rpartition("@")[2].lower()


# Secrets: passwords and other private values, kept in a file or in an environment variable. Messages never quote them.


_OTHERS = 0o077
"""What anyone but the owner of a file may do with it."""
_LARGEST_SECRET = 4096


@dataclass(frozen=True)
class Secret:
    """Where a password or another private value is kept; the value itself is not stored here."""

    file: Path | None = None
    variable: str = ""

    def read(self) -> str:
        """Return the secret itself.

        Raise ``UnusableError`` if it is missing or empty, or if its file can be read by other users, and ``OSError`` if
        the file cannot be read.
        """
        if self.file is not None:
            return _in_file(self.file)
        value = os.environ.get(self.variable, "")
        if not value:
            raise UnusableError("error.no-secret-variable", variable=self.variable)
        return _on_one_line(value, self.variable)


def _in_file(path: Path) -> str:
    """Return the secret that a file holds, without its final line break."""
    from adjudicator.store.drop_folder import read_plain

    try:
        found = read_plain(path, _LARGEST_SECRET)
    except FileNotFoundError:
        raise UnusableError("error.no-secret-file", file=str(path)) from None
    if found is None:
        raise UnusableError("error.odd-secret", file=str(path))
    if sys.platform != "win32" and stat.S_IMODE(path.stat().st_mode) & _OTHERS:
        raise UnusableError("error.secret-open", file=str(path))
    try:
        text = found.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnusableError("error.odd-secret", file=str(path)) from None
    return _on_one_line(text.rstrip("\r\n"), str(path))


def _on_one_line(text: str, name: str) -> str:
    """Return a secret without surrounding spaces, which are typing mistakes.

    Raise ``UnusableError`` if the secret is empty or is not one printable line.
    """
    text = text.strip()
    if not text:
        raise UnusableError("error.empty-secret", file=name)
    if not text.isprintable():
        raise UnusableError("error.odd-secret", file=name)
    return text


# Connections to mail servers: encryption, time limits, and errors that say in a sentence what to do.


TIMEOUT = 30.0
"""The number of seconds that a server may be silent."""


class PostError(UnusableError):
    """A mail server that cannot be used: everything that goes through it waits."""


def tls(server: Server, deadline: ConnectionDeadline) -> ssl.SSLContext:
    """Return the context by which a server must prove its identity, with ``deadline`` as the limit of its connections.

    Raise ``PostError`` if the account's certificate file cannot be used.
    """
    import ssl

    context = ssl.create_default_context()
    if server.certificate is not None:
        try:
            context.load_verify_locations(server.certificate)
        except (OSError, ssl.SSLError) as error:
            raise PostError("post.certificate", file=str(server.certificate)) from error
    return bound_tls(context, deadline)


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine, by name or by address."""
    from ipaddress import ip_address

    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def trouble(server: Server, error: Exception) -> PostError:
    """Return a ``PostError`` that explains an ``error`` raised while talking to a ``server``.

    The system's own text for the error is shown where no sentence of ours fits.
    """
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return PostError(_key(error), host=server.host, port=server.port, user=server.user, said=short(str(said)))


_CERTIFICATES = {
    10: "post.certificate.expired",
    9: "post.certificate.early",
    **dict.fromkeys((62, 64), "post.certificate.other-name"),
    **dict.fromkeys((2, 18, 19, 20, 21), "post.certificate.unknown"),
}
"""What is wrong with a certificate, by OpenSSL's verification code."""


def _key(error: Exception) -> str:
    import ssl

    if isinstance(error, ssl.SSLCertVerificationError):
        return _CERTIFICATES.get(error.verify_code, "post.certificate.bad")
    keys: tuple[tuple[str, tuple[type[Exception], ...]], ...] = (
        ("post.hung-up", (ssl.SSLEOFError, ssl.SSLZeroReturnError)),
        ("post.no-tls", (ssl.SSLError,)),
        ("post.no-host", (socket.gaierror,)),
        ("post.nobody", (ConnectionRefusedError,)),
        ("post.slow", (SlowError,)),
        ("post.silent", (TimeoutError,)),
        ("post.hung-up", (ConnectionError, EOFError)),
        ("post.unreachable", (OSError,)),
    )
    return next((key for key, kinds in keys if isinstance(error, kinds)), "post.nonsense")


# A time limit for a whole conversation with a server. A socket's own timeout starts again with each byte, so a server
# that sends one byte every two seconds would never be silent and never finish.


T = TypeVar("T")
RECEIVING = 60.0
"""Seconds for fetching mail from a server, and again for moving it: the campaigns wait until that is done."""
SENDING = 300.0
"""Seconds for sending letters through a server: the next run sends the rest."""
ANNOUNCING = 60.0
"""Seconds for all posts to Discord and Discourse."""


class SlowError(TimeoutError):
    """A server did not do in time what was asked."""


class ConnectionDeadline:
    """The time by which a whole conversation with a server must be over."""

    def __init__(self, seconds: float) -> None:
        """Start the time limit now."""
        self.seconds = seconds
        self.missed = False
        """Whether the limit cut off the server."""
        self._end = time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        """Whether nothing more may be started."""
        return self.missed or time.monotonic() >= self._end

    def left(self) -> float:
        """Return how many seconds are left. Raise ``SlowError`` if none are."""
        left = self._end - time.monotonic()
        if self.missed or left <= 0:
            self.missed = True
            raise SlowError
        return left

    def renew(self) -> None:
        """Start the full time again. A server that was cut off stays cut off."""
        self._end = time.monotonic() + self.seconds

    @contextmanager
    def at_least(self, seconds: float) -> Iterator[None]:
        """Allow at least this many seconds for a block of code that must not be interrupted."""
        before, self._end = self._end, max(self._end, time.monotonic() + seconds)
        try:
            yield
        finally:
            self._end = before


class _Bounded(socket.socket):
    """A socket that never waits beyond its deadline, however many calls are made."""

    deadline: ConnectionDeadline

    def _in_time(self, act: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        left, timeout = self.deadline.left(), self.gettimeout()
        if timeout is None or timeout > left:
            self.settimeout(left)
        try:
            return act(*args, **kwargs)
        except TimeoutError:
            self.deadline.left()  # if no time is left, raise SlowError: the server was slow, not silent
            raise

    def recv_into(self, *args: Any, **kwargs: Any) -> int:
        """Receive some bytes. Raise ``SlowError`` if no time is left."""
        return self._in_time(super().recv_into, *args, **kwargs)

    def send(self, *args: Any, **kwargs: Any) -> int:
        """Send some of the given bytes. Raise ``SlowError`` if no time is left."""
        return self._in_time(super().send, *args, **kwargs)

    def sendall(self, *args: Any, **kwargs: Any) -> None:
        """Send all of the given bytes. Raise ``SlowError`` if no time is left."""
        self._in_time(super().sendall, *args, **kwargs)


def bounded(plain: socket.socket, deadline: ConnectionDeadline) -> socket.socket:
    """Return an open connection with ``deadline`` as its limit; one that already has a limit is returned as it is."""
    if isinstance(plain, _Bounded):
        return plain
    timeout = plain.gettimeout()
    made = _Bounded(plain.family, plain.type, plain.proto, fileno=plain.detach())
    made.deadline = deadline
    made.settimeout(timeout)
    return made


def bound_tls(context: ssl.SSLContext, deadline: ConnectionDeadline) -> ssl.SSLContext:
    """Apply ``deadline`` to every connection made with a context, and return the context."""
    import ssl

    context.sslsocket_class = type("_BoundedTls", (_Bounded, ssl.SSLSocket), {"deadline": deadline})
    return context
