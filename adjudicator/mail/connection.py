"""What is wrong with a server of mail, as a sentence that says what to do; and how one speaks with it unheard."""

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
"""Seconds that a server may be silent."""


class PostError(UnusableError):
    """A server of mail that cannot be used: all that goes by it waits."""


def tls(server: Server, deadline: ConnectionDeadline) -> ssl.SSLContext:
    """Return by what the server of an account must prove that it is it; what is secured by it is over at a deadline.

    Raises ``PostError`` when the file of its certificate cannot be used.
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
    """Tell whether a host is this machine, whatever its network."""
    from ipaddress import ip_address

    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def trouble(server: Server, error: Exception) -> PostError:
    """Return what an ``error`` means that came of speaking with a ``server``."""
    return PostError(_key(error), host=server.host, port=server.port, user=server.user, said=_said(error))


_EXPIRED, _EARLY, _OTHER_NAME, _UNKNOWN = (10,), (9,), (62, 64), (2, 18, 19, 20, 21)
"""Numbers by which OpenSSL says what is wrong with a certificate."""


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
    """Return what the system says of an error, for what has no sentence of its own."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return short(str(text))


# A limit for all that is said with a server: one that says a byte every two seconds is never silent, and never done.
#
# The timeout of a socket starts again with each byte. A socket made here also knows by when all must be over.


T = TypeVar("T")
RECEIVING = 60.0
"""Seconds for getting mail from a server, and once more for moving it: the campaigns wait until that is over."""
SENDING = 300.0
"""Seconds for handing letters to a server: what is left goes with the next run."""
ANNOUNCING = 60.0
"""Seconds for all posts to Discord and Discourse."""


class SlowError(TimeoutError):
    """A server has not done in time what was asked."""


class ConnectionDeadline:
    """By when all that is said with a server must be over."""

    def __init__(self, seconds: float) -> None:
        """Begin now."""
        self.seconds = seconds
        self.missed = False
        """Whether the server was cut off by it."""
        self._end = time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be begun."""
        return self.missed or time.monotonic() >= self._end

    def left(self) -> float:
        """Return how many seconds are left. Raises ``SlowError`` when none are."""
        left = self._end - time.monotonic()
        if self.missed or left <= 0:
            self.missed = True
            raise SlowError
        return left

    def renew(self) -> None:
        """Begin again, unless the server was cut off."""
        self._end = time.monotonic() + self.seconds

    @contextmanager
    def at_least(self, seconds: float) -> Iterator[None]:
        """Leave so many seconds for something that must not be broken off."""
        before, self._end = self._end, max(self._end, time.monotonic() + seconds)
        try:
            yield
        finally:
            self._end = before


class _Bounded(socket.socket):
    """A socket that waits no longer than its deadline, however often it is asked to."""

    deadline: ConnectionDeadline

    def _in_time(self, act: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        left, timeout = self.deadline.left(), self.gettimeout()
        if timeout is None or timeout > left:
            self.settimeout(left)
        try:
            return act(*args, **kwargs)
        except TimeoutError:
            self.deadline.left()  # where none is left it was not silence
            raise

    def recv_into(self, *args: Any, **kwargs: Any) -> int:
        """Receive something; raises ``SlowError`` when no time is left."""
        return self._in_time(super().recv_into, *args, **kwargs)

    def send(self, *args: Any, **kwargs: Any) -> int:
        """Send some of what is given; raises the same."""
        return self._in_time(super().send, *args, **kwargs)

    def sendall(self, *args: Any, **kwargs: Any) -> None:
        """Send all that is given; raises the same."""
        self._in_time(super().sendall, *args, **kwargs)


def bounded(plain: socket.socket, deadline: ConnectionDeadline) -> socket.socket:
    """Return a connection, open as it was, that is over at a ``deadline``; one that is bounded already as it is."""
    if isinstance(plain, _Bounded):
        return plain
    timeout = plain.gettimeout()
    made = _Bounded(plain.family, plain.type, plain.proto, fileno=plain.detach())
    made.deadline = deadline
    made.settimeout(timeout)
    return made


def bound_tls(context: ssl.SSLContext, deadline: ConnectionDeadline) -> ssl.SSLContext:
    """Let all that is secured by a context be over at a ``deadline``; return the context."""
    import ssl

    context.sslsocket_class = type("_BoundedTls", (_Bounded, ssl.SSLSocket), {"deadline": deadline})
    return context
