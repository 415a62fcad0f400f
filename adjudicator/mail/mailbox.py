"""What a mailbox is, wherever it lies: mails are read from its inbox, and leave it for one of three folders.

Nothing is changed in it before :meth:`Mailbox.file`: whoever reads a mail keeps it first, and files it when it is safe.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import BinaryIO, NamedTuple, Protocol, TypeVar

from adjudicator.core.faults import Filling
from adjudicator.store.disk import UnusableError

T = TypeVar("T")
MOST = 1 << 20
"""Bytes of a mail that is read whole, with ``END``; of a larger one this much of its beginning, and its end."""
END = 1 << 18
"""Bytes of the end of a larger one: programs put what is attached, and what was typed, on either side of a photo."""
GAP = b"\r\n\0\0\0\0\r\n"
"""What stands in the place of what was left out."""


class Mail(NamedTuple):
    """A mail as it lies in the inbox."""

    uid: str
    """By which this mailbox knows it again, in this run and the next; no other mail ever has it."""
    data: bytes
    """Its bytes; of one that is too large its beginning and its end, with ``GAP`` between them."""
    size: int
    """How many bytes it has, as far as the mailbox says."""
    whole: bool = True


class MailboxError(UnusableError):
    """A mailbox that cannot be used now: a sentence says what to do. Mails in it stay where they are."""

    def __init__(self, what: str, name: str, reason: Filling = "") -> None:
        """Take ``what`` is wrong (``down``, ``login``: a sentence of the catalogue), and what the mailbox is called."""
        super().__init__(f"mailbox.{what}", name=name, reason=reason)


class Mailbox(Protocol):
    """A mailbox that is open; every method raises :class:`MailboxError` where it cannot do what it says."""

    unread: list[MailboxError]
    """What is wrong with single mails that could not be read; the others have been."""
    unmoved: list[MailboxError]
    """What is wrong with single mails that could not be moved; the others have been."""

    @property
    def name(self) -> str:
        """What it is called in sentences."""

    def mails(self, known: Collection[str] = ()) -> Iterator[Mail]:
        """Yield the mails of the inbox in the order in which they came; of those ``known`` nothing is read."""

    def waiting(self) -> list[str]:
        """Return the mails of the inbox by what they are known by, in the order in which they came."""

    def file(self, uids: Iterable[str], folder: str) -> None:
        """Move mails from the inbox to a ``folder``, which is made where it is missing; one that has gone is left."""

    def make(self, folder: str) -> None:
        """Make a folder where it is missing."""

    def close(self) -> None:
        """Let it go; never raises."""


def together(mails: Iterable[T], size_of: Callable[[T], int], most: int) -> Iterator[list[T]]:
    """Yield mails as they are taken at once: so many at ``most``, and no more bytes than one may have."""
    batch: list[T] = []
    weight = 0
    for mail in mails:
        if batch and (len(batch) == most or weight + size_of(mail) > MOST):
            yield batch
            batch, weight = [], 0
        batch.append(mail)
        weight += size_of(mail)
    if batch:
        yield batch


def mail_in(uid: str, file: BinaryIO) -> Mail:
    """Return the mail in a file, which is read to its end: who hands one over is to hand all of it."""
    data = file.read(MOST + 1)
    if len(data) <= MOST:
        return Mail(uid, data, len(data))
    end, size = data[MOST:], len(data)
    while piece := file.read(MOST):
        end, size = (end + piece)[-END:], size + len(piece)
    return joined(uid, data[:MOST], end, size)


def joined(uid: str, begun: bytes, end: bytes, size: int) -> Mail:
    """Return a mail of so many bytes of which the beginning and the end are known: all of it, or not."""
    whole = len(begun) + len(end) >= size
    return Mail(uid, begun + (b"" if whole else GAP) + end, size, whole)


def folder_name(name: str) -> str:
    """Return the name of a folder as servers write it, in modified UTF-7 (RFC 3501, 5.1.3): ``jou&AOk-``."""
    written, rest = [], ""
    for letter in name:
        if " " <= letter <= "~":
            written += [_shifted(rest), "&-" if letter == "&" else letter]
            rest = ""
        else:
            rest += letter
    return "".join([*written, _shifted(rest)])


def _shifted(text: str) -> str:
    from base64 import b64encode

    if not text:
        return ""
    coded = b64encode(text.encode("utf-16-be", "surrogatepass")).decode().rstrip("=").replace("/", ",")
    return f"&{coded}-"
