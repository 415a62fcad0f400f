"""What is wrong with a server of mail, as a sentence that says what to do; and how one speaks with it unheard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.core.faults import Filling
from adjudicator.speech.voice import short
from adjudicator.store.disk import UnusableError

if TYPE_CHECKING:
    import ssl

    from adjudicator.mail.accounts import Server
    from adjudicator.mail.deadline import Deadline

TIMEOUT = 30.0
"""Seconds that a server may be silent."""


class PostError(UnusableError):
    """A server of mail that cannot be used: all that goes by it waits."""


def tls(server: Server, deadline: Deadline) -> ssl.SSLContext:
    """Return by what the server of an account must prove that it is it; what is secured by it is over at a deadline.

    Raises ``PostError`` when the file of its certificate cannot be used.
    """
    import ssl

    from adjudicator.mail.deadline import bound_tls

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

    from adjudicator.mail.deadline import SlowError

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
