"""The mail accounts of a root folder of campaigns, as ``courrier.yaml`` describes them.

The file holds no password: it names the file, or the environment variable, in which each one is found.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import POST


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


@dataclass(frozen=True)
class Folders:
    """The names of the server folders to which handled mails are moved."""

    played: str
    refused: str
    to_see: str


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
    folders: Folders
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
        return _in_file(self.file) if self.file is not None else _in_variable(self.variable)


def _in_variable(name: str) -> str:
    import os

    value = os.environ.get(name, "")
    if not value:
        raise UnusableError("error.no-secret-variable", variable=name)
    return _on_one_line(value, name)


def _in_file(path: Path) -> str:
    """Return the secret that a file holds, without its final line break."""
    from adjudicator.store.drop_folder import read_plain

    try:
        found = read_plain(path, _LARGEST_SECRET)
    except FileNotFoundError:
        raise UnusableError("error.no-secret-file", file=str(path)) from None
    if found is None:
        raise UnusableError("error.odd-secret", file=str(path))
    _refuse_open(path)
    try:
        text = found.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnusableError("error.odd-secret", file=str(path)) from None
    return _on_one_line(text.rstrip("\r\n"), str(path))


def _refuse_open(path: Path) -> None:
    """Raise ``UnusableError`` if anyone but the owner of a file may read or change it."""
    import stat
    import sys

    if sys.platform != "win32" and stat.S_IMODE(path.stat().st_mode) & _OTHERS:
        raise UnusableError("error.secret-open", file=str(path))


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
