"""The accounts of a root of campaigns, ``courrier.yaml``: by which servers mail comes and goes.

No password stands in it: it says in which file, or in which variable of the environment, each is.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from adjudicator.store.layout import POST

if TYPE_CHECKING:
    from adjudicator.mail.secret import Secret


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
class Maildir:
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


Source: TypeAlias = Server | Maildir


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
