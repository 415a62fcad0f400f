"""The accounts of a root of campaigns, ``courrier.yaml``: by which servers mail comes and goes.

No password stands in it: it says in which file, or in which variable of the environment, each is.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import POST


@dataclass(frozen=True)
class Server:
    """A server of mail, and how one speaks with it."""

    host: str
    port: int
    security: str
    """``tls`` from the first byte, ``starttls``, or ``none``, on this machine alone."""
    user: str = ""
    password: Secret | None = None
    certificate: Path | None = None
    """A file of certificates that are trusted besides those of the system."""
    patience: float | None = None
    """Seconds that it may keep a run waiting in all; see ``deadline`` for where nothing is said."""


@dataclass(frozen=True)
class MaildirAccount:
    """A folder of mails on this machine."""

    path: Path


@dataclass(frozen=True)
class Sendmail:
    """A program that takes letters on its standard input."""

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
    """The names of the folders on the server to which mails are moved that are done with."""

    played: str
    refused: str
    to_see: str


Source: TypeAlias = Server | MaildirAccount


@dataclass(frozen=True)
class Accounts:
    """What ``courrier.yaml`` says."""

    file: Path
    address: str
    """From which letters go, and to which players write."""
    mj: str
    """Who is told when somebody must look."""
    language: str
    receiving: tuple[Source, ...]
    sending: Server | Sendmail | None
    trust: str | None
    """Whose ``Authentication-Results`` are believed."""
    folders: Folders
    hourly: int
    """Letters an hour to one address at most."""
    discord: Secret | None = None
    discourse: Discourse | None = None
    patience: float | None = None
    """That of all servers, see ``Server``."""

    @property
    def root(self) -> Path:
        """The folder in which the file lies."""
        return self.file.parent

    @property
    def state(self) -> Path:
        """The folder of what came and what went."""
        return self.root / POST

    @property
    def domain(self) -> str:
        """That of the address."""
        return self.address.rpartition("@")[2].lower()


# A password, or what else only its holder may know, in a file of its own or in the environment; never quoted.


_OTHERS = 0o077
_LARGEST_SECRET = 4096


@dataclass(frozen=True)
class Secret:
    """A password, or an address that only its holder may know: where it is, never what it is."""

    file: Path | None = None
    variable: str = ""

    def read(self) -> str:
        """Return the secret itself.

        Raises ``UnusableError`` when it is not there, is empty, or lies in a file that others may read, and
        ``OSError`` when it may not be read.
        """
        return _in_file(self.file) if self.file is not None else _in_variable(self.variable)


def _in_variable(name: str) -> str:
    import os

    value = os.environ.get(name, "")
    if not value:
        raise UnusableError("error.no-secret-variable", variable=name)
    return _on_one_line(value, name)


def _in_file(path: Path) -> str:
    """Return what a file of a secret holds, its last line break aside."""
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
    """Raise ``UnusableError`` for a file that others than its owner may read, or change."""
    import stat
    import sys

    if sys.platform != "win32" and stat.S_IMODE(path.stat().st_mode) & _OTHERS:
        raise UnusableError("error.secret-open", file=str(path))


def _on_one_line(text: str, name: str) -> str:
    """Return a secret that is one line; a space at its ends was typed by mistake."""
    text = text.strip()
    if not text:
        raise UnusableError("error.empty-secret", file=name)
    if not text.isprintable():
        raise UnusableError("error.odd-secret", file=name)
    return text
