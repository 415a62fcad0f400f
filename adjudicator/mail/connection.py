"""Connections to mail servers: encryption, time limits, and errors that say in a sentence what to do."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from adjudicator.core.faults import Filling
from adjudicator.speech.voice import short
from adjudicator.store.disk import UnusableError

if TYPE_CHECKING:
    import ssl

    from adjudicator.mail.accounts import Server


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
    """Return a ``PostError`` that explains an ``error`` raised while talking to a ``server``."""
    return PostError(_key(error), host=server.host, port=server.port, user=server.user, said=_said(error))


_EXPIRED, _EARLY, _OTHER_NAME, _UNKNOWN = (10,), (9,), (62, 64), (2, 18, 19, 20, 21)
"""OpenSSL verification codes, grouped by what is wrong with a certificate."""


def _key(error: Exception) -> str:
    import socket
    import ssl

    if isinstance(error, ssl.SSLCertVerificationError):
        return _certificate_key(error.verify_code)
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


def _certificate_key(code: int) -> str:
    keys = {
        _EXPIRED: "post.certificate.expired",
        _EARLY: "post.certificate.early",
        _OTHER_NAME: "post.certificate.other-name",
        _UNKNOWN: "post.certificate.unknown",
    }
    return next((key for codes, key in keys.items() if code in codes), "post.certificate.bad")


def _said(error: Exception) -> Filling:
    """Return the system's own text for an error, which is shown when no sentence of ours fits."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return short(str(text))


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
