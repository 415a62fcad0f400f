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
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from adjudicator.core.faults import Fault
from adjudicator.core.faults import KeyPath as Place
from adjudicator.core.plain import Plain
from adjudicator.core.words import fold, slug
from adjudicator.speech.voice import DEFAULT_LANGUAGE, short, vocabulary
from adjudicator.store.disk import FaultyFileError, UnusableError, read_file, read_plain
from adjudicator.store.layout import POST, accounts_file

if TYPE_CHECKING:
    import ssl

    from adjudicator.core.context import Context
    from adjudicator.reading.understanding import Understood


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
    """The total number of seconds a run may spend on this server; None for ``RECEIVING`` or ``SENDING``."""


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


# Reading and validating ``courrier.yaml`` -------------------------------------------------------------------------


DEFAULT_HOURLY = 20
_SECRETS = (
    ("sending", "password"),
    ("announcing", "discord"),
    ("announcing", "discourse", "key"),
)


def load_accounts(root: Path, language: str | None = None) -> Accounts | None:
    """Return the accounts of a ``root`` folder of campaigns, or None if it has no accounts file.

    Messages name words in ``language``. Raise ``FaultyFileError`` with all faults of the file, ``UnusableError`` or
    ``OSError``. Passwords are not read yet.
    """
    path = accounts_file(root)
    return read_accounts(read_file(path), path, language) if path is not None else None


def read_accounts(data: bytes, path: Path, language: str | None = None) -> Accounts:
    """Return the accounts in the bytes of a file at ``path``. Raise ``FaultyFileError`` with all its faults."""
    from adjudicator.core.context import Context
    from adjudicator.reading import strict_yaml
    from adjudicator.reading.schemas import load_schema
    from adjudicator.reading.validation import read

    document = strict_yaml.read(data)
    if not document.complete or document.root is None:
        raise FaultyFileError(path, [*strict_yaml.of_settings(document.faults)] or [Fault("empty-file")])
    if not isinstance(document.root, dict):
        raise FaultyFileError(path, [Fault("not-accounts", document.values[()])])
    context = Context(vocabulary("mail"), language or DEFAULT_LANGUAGE)

    def objections(understood: Understood, whole: bool) -> Iterator[Fault]:
        yield from _odd_addresses(understood)
        yield from _plain_secrets(understood, context)
        yield from _server_faults(understood, context)
        yield from _folder_faults(understood)

    understood, faults = read(document, load_schema("urn:adjudicator:mail"), context, objections)
    if faults:
        raise FaultyFileError(path, faults)
    return _accounts(understood.root, path)


# Validation ----------------------------------------------------------------------------------------------------


def _odd_addresses(understood: Understood) -> Iterator[Fault]:
    """Yield a fault for each address that could mean more than one mailbox."""
    from adjudicator.mail.outbox import is_sendable

    for key in ("address", "mj"):
        address, path = understood.root.get(key), (key,)
        if isinstance(address, str) and path not in understood.troubled and not is_sendable(address):
            yield Fault("not-understood", understood.mark(path), address, ("expected.email",))


def _plain_secrets(understood: Understood, context: Context) -> Iterator[Fault]:
    """Yield a fault for each secret written in the file itself. The fault does not quote it."""
    for path in _secrets(understood.root):
        if isinstance(_at(understood.root, path), str | list):
            word, key = understood.word(path), context.word("secret", "file")
            line = f"{word}: {{{key}: {slug(word)}.txt}}"
            yield Fault("plain-secret", understood.mark(path), values={"word": word}, lines=(line,))


def _folder_faults(understood: Understood) -> Iterator[Fault]:
    """Yield a fault for each folder of handled mails that lies outside the mailbox or has the name of another one.

    The inbox itself is none of them: each run would find the mails again.
    """
    given = {key: name for key, name in (understood.root.get("folders") or {}).items() if isinstance(name, str)}
    unsure = ("language",) in understood.troubled
    all_named = _named_folders(given, DEFAULT_LANGUAGE if unsure else understood.root.get("language", DEFAULT_LANGUAGE))
    for key, name in given.items():
        path = ("folders", key)
        mark, others = understood.mark(path), [all_named[other] for other in all_named if other != key]
        if fold(name) == "inbox" and path not in understood.troubled:
            yield Fault("inbox-folder", mark, name)
        if any(part.strip() in ("", ".", "..") for part in name.split("/")):
            yield Fault("odd-folder", mark, name)
        elif fold(name) in map(fold, others):
            yield Fault("same-folder", mark, name)


def _server_faults(understood: Understood, context: Context) -> Iterator[Fault]:
    """Yield a fault for each unencrypted server on a network, and for a user without a password or the reverse."""
    for path in _servers(understood.root):
        server = _at(understood.root, path)
        host = server.get("imap", server.get("smtp"))
        if server.get("security") == "none" and isinstance(host, str) and not is_loopback(host):
            yield Fault("in-the-clear", understood.mark((*path, "security")), host)
        for key, other in (("password", "user"), ("user", "password")):
            if key in server and other not in server and path not in understood.incomplete:
                on_key = understood.mark((*path, key), on_key=True)
                wanted = context.word(str(path[0]), other)
                yield Fault("goes-with", on_key, values={"word": understood.word((*path, key)), "key": wanted})


def _secrets(root: Plain) -> Iterator[Place]:
    """Yield the paths in the file at which a secret may stand."""
    yield from (path for path in _SECRETS if _at(root, path) is not None)
    yield from (
        (*path, "password") for path in _servers(root) if path[0] == "receiving" and "password" in _at(root, path)
    )


def _servers(root: Plain) -> Iterator[Place]:
    """Yield the paths in the file at which servers stand."""
    receiving = root.get("receiving")
    if isinstance(receiving, list):
        yield from (("receiving", number) for number, source in enumerate(receiving) if isinstance(source, dict))
    yield from ((key,) for key in ("receiving", "sending") if isinstance(root.get(key), dict))


def _at(root: Any, path: Place) -> Any:
    """Return the value at a path, or None if there is none."""
    for step in path:
        if isinstance(root, dict):
            root = root.get(step)
        elif isinstance(root, list) and isinstance(step, int):
            root = root[step]
        else:
            return None
    return root


# Building the accounts -----------------------------------------------------------------------------------------


def _accounts(plain: Plain, path: Path) -> Accounts:
    language = plain.get("language", DEFAULT_LANGUAGE)
    received = plain.get("receiving", [])
    sources = received if isinstance(received, list) else [received]
    announcing = plain.get("announcing", {})
    discord, patience = announcing.get("discord"), plain.get("patience")
    discourse = None
    if "discourse" in announcing:
        topic = announcing["discourse"]
        key = _secret(topic["key"], path.parent)
        discourse = Discourse(topic["site"].rstrip("/"), topic["topic"], topic["user"], key)
    return Accounts(
        path,
        plain["address"],
        plain["mj"],
        language,
        tuple(_source(source, path.parent, patience) for source in sources),
        _sending(plain["sending"], path.parent, patience) if "sending" in plain else None,
        plain.get("trust"),
        _named_folders(plain.get("folders", {}), language),
        plain.get("hourly", DEFAULT_HOURLY),
        _secret(discord, path.parent) if discord is not None else None,
        discourse,
        patience,
    )


def _source(plain: Plain, folder: Path, patience: float | None) -> Source:
    if "maildir" in plain:
        return MaildirAccount(folder / Path(plain["maildir"]).expanduser())
    return _server(plain, plain["imap"], _IMAP_PORTS, folder, patience)


def _sending(plain: Plain, folder: Path, patience: float | None) -> Server | Sendmail:
    if "sendmail" in plain:
        return Sendmail(folder / Path(plain["sendmail"]).expanduser())
    return _server(plain, plain["smtp"], _SMTP_PORTS, folder, patience)


_IMAP_PORTS: Mapping[str, int] = {"tls": 993, "starttls": 143, "none": 143}
_SMTP_PORTS: Mapping[str, int] = {"tls": 465, "starttls": 587, "none": 25}


def _server(plain: Plain, host: str, ports: Mapping[str, int], folder: Path, patience: float | None) -> Server:
    """Return a server. If the file gives no security, it follows from the port, and is TLS for an unusual port."""
    port = plain.get("port")
    by_port = {usual: security for security, usual in ports.items() if security != "none"}
    security = plain.get("security") or by_port.get(port or 0, "tls")
    return Server(
        host,
        port or ports[security],
        security,
        plain.get("user", ""),
        _secret(plain["password"], folder) if "password" in plain else None,
        folder / Path(plain["certificate"]).expanduser() if "certificate" in plain else None,
        patience,
    )


def _secret(plain: Plain, folder: Path) -> Secret:
    if "variable" in plain:
        return Secret(variable=plain["variable"])
    return Secret(folder / Path(plain["file"]).expanduser())


def _named_folders(plain: Plain, language: str) -> dict[str, str]:
    """Return the folder names by key; a folder that the file does not name gets the default word of the language."""
    words = vocabulary("mail")
    return {key: plain.get(key) or words.word("mail-folders", key, language) for key in ("played", "refused", "to-see")}
