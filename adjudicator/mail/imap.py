"""A mailbox on an IMAP server, built on the standard library's client.

The size of a mail is requested before its bytes, and no more bytes are requested than are read. A mail is identified by
the number that its server gives it and by that number's validity (RFC 3501, 2.3.1.1): when a server renumbers its
mails, old identifiers stop matching. Whatever a server answers, the caller gets a ``MailboxError`` for it.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Phrase
from adjudicator.mail.accounts import (
    RECEIVING,
    ConnectionDeadline,
    PostError,
    Server,
    SlowError,
    bounded,
    is_loopback,
    tls,
    trouble,
)
from adjudicator.mail.mailbox import END, MOST, Mail, MailboxError, folder_name, joined, together

if TYPE_CHECKING:
    from imaplib import IMAP4


REPLY_TIMEOUT = 30.0
"""Seconds to wait for an answer."""
_SECURE = 993
"""The port for TLS from the first byte."""
_SIZES = 500
"""The number of mails whose sizes are requested at once."""
_TOGETHER = 50
"""The maximum number of mails read at once."""
_MOVED = 200
"""The number of mails moved at once."""


def open_imap(server: Server, password: str) -> Imap:
    """Open the inbox of a mailbox, with a time limit for the whole conversation. Raise ``MailboxError``."""
    name = f"{server.user} ({server.host}:{server.port})"
    if server.security not in ("tls", "starttls") and not is_loopback(server.host):
        raise MailboxError("plain", name)
    deadline = ConnectionDeadline(server.patience or RECEIVING)
    with _told(name, server):
        client = _connected(server, deadline)
    try:
        with _told(name, server):
            _log_in(client, server.user, password, name)
            return Imap(client, name, deadline)
    except BaseException:
        _let_go(client)
        raise


def _connected(server: Server, deadline: ConnectionDeadline) -> IMAP4:
    from imaplib import IMAP4, IMAP4_SSL

    class Bounded(IMAP4):
        """A client whose connection is limited by the deadline."""

        def _create_socket(self, timeout: float | None) -> socket.socket:
            return bounded(super()._create_socket(timeout), deadline)  # type: ignore[misc]

    if server.security == "tls":
        return IMAP4_SSL(server.host, server.port, ssl_context=tls(server, deadline), timeout=REPLY_TIMEOUT)
    client = Bounded(server.host, server.port, timeout=REPLY_TIMEOUT)
    if server.security == "starttls":
        try:
            if "STARTTLS" not in client.capabilities:
                raise PostError("post.no-starttls", host=server.host, port=server.port, secure=_SECURE)
            client.starttls(tls(server, deadline))
        except BaseException:
            _let_go(client)
            raise
    return client


def _log_in(client: IMAP4, user: str, password: str, name: str) -> None:
    """Log in. Raise ``MailboxError`` if the server refuses.

    Credentials that are not ASCII are sent with AUTHENTICATE, which allows UTF-8.
    """
    if (user + password).isascii():
        typ, said = _answer(client.login, user, password)
    else:
        plain = f"\0{user}\0{password}".encode()
        typ, said = _answer(client.authenticate, "PLAIN", lambda _: plain)
    if typ != "OK":
        raise MailboxError("login", name, said)
    told = _expect(client.capability(), name)  # servers announce more capabilities after login
    client.capabilities = tuple((told[-1] or b"").decode("ascii", "replace").upper().split())


def _answer(command: Any, *args: Any) -> tuple[str, str]:
    """Run a command and return its status and text, with "NO" for a refusal that the client raises as an error."""
    from imaplib import IMAP4

    try:
        typ, data = command(*args)
    except IMAP4.abort:
        raise
    except IMAP4.error as refusal:
        return "NO", _words(refusal.args)
    return typ, _words(data)


def _words(said: Sequence[Any]) -> str:
    """Return what a server said on one line, shortened so that it can be part of a sentence."""
    parts = [part.decode("utf-8", "replace") if isinstance(part, bytes) else str(part) for part in said if part]
    return " ".join(" ".join(parts).split())[:200]


@contextmanager
def _told(name: str, opening: Server | None = None) -> Iterator[None]:
    """Convert any failure of a server into a ``MailboxError`` of the mailbox with this ``name``.

    While a mailbox is being opened, the settings may be at fault, so the error then says what to do about the
    ``opening`` server.
    """
    from imaplib import IMAP4

    try:
        yield
    except (MailboxError, MemoryError, KeyboardInterrupt):
        raise
    except Exception as error:  # the client raises errors of many kinds when it does not understand an answer
        refusal = error if isinstance(error, PostError) else trouble(opening, _cause(error)) if opening else None
        if refusal is not None:
            raise MailboxError("unopened", name, Phrase(refusal.key, refusal.values)) from error
        if isinstance(error, SlowError) or isinstance(error.__context__, SlowError):
            raise MailboxError("slow", name) from error
        if isinstance(error, IMAP4.abort):
            raise MailboxError("lost", name, _words(error.args)) from error
        if isinstance(error, OSError):
            raise MailboxError("lost", name, error.strerror or str(error) or type(error).__name__) from error
        raise MailboxError("nonsense", name, f"{type(error).__name__}: {error}"[:200]) from error


def _cause(error: Exception) -> Exception:
    """Return the underlying error of a client error: a lost connection if that is what the client's error means.

    The client reports a closed connection with the same exception class as other failures.
    """
    from imaplib import IMAP4

    if isinstance(error.__context__, SlowError):
        return error.__context__

    over = isinstance(error, IMAP4.abort) and "unexpected response" not in str(error)
    return EOFError() if over else error


def _let_go(client: IMAP4) -> None:
    """Close a connection at once without waiting for the server, because everything that was needed is done."""
    with suppress(Exception):
        client.shutdown()


class Imap:
    """An open inbox on a server."""

    def __init__(self, client: IMAP4, name: str, deadline: ConnectionDeadline) -> None:
        """Take a client that has logged in. Raise ``MailboxError`` or whatever the client raises."""
        self.client, self.name, self.deadline = client, name, deadline
        self.unread: list[MailboxError] = []  # stays empty: a mail that the server does not return is skipped
        self.unmoved: list[MailboxError] = []
        _expect(client.select("INBOX"), name)
        _, found = client.response("UIDVALIDITY")
        self.validity = int(found[-1] or b"0")
        self.prefix = ""
        """What a user's own folder names begin with on this server (RFC 2342); usually nothing."""
        if "NAMESPACE" in client.capabilities:
            _, data = client.namespace()
            told = data[0] if data and isinstance(data[0], bytes) else b""
            prefix = re.match(rb'\(\("((?:[^"\\]|\\.)*)"', told)
            self.prefix = prefix[1].decode("ascii", "replace") if prefix else ""

    def waiting(self) -> list[str]:
        """Return the identifiers of the mails in the inbox, in the order in which they arrived."""
        with _told(self.name):
            return [self._known_by(number) for number in self._numbers()]

    def mails(self, known: Collection[str] = ()) -> Iterator[Mail]:
        """Yield the mails in the inbox in order of arrival, without reading those in ``known``.

        Raise ``MailboxError``. A mail that the server does not return is left where it is.
        """
        with _told(self.name):
            numbers = [number for number in self._numbers() if self._known_by(number) not in known]
        for first in range(0, len(numbers), _SIZES):
            with _told(self.name):
                sizes = self._sizes(numbers[first : first + _SIZES])
            for batch in together(sizes, lambda mail: mail[1], _TOGETHER):
                with _told(self.name):
                    read = self._read(batch)
                yield from read

    def file(self, uids: Iterable[str], folder: str) -> None:
        """Move mails from the inbox to a ``folder``, which is created if missing; skip mails that are gone.

        Raise ``MailboxError``.
        """
        self.deadline.renew()  # judging the mails took time that must not count against the server
        numbers = sorted(number for uid in uids if (number := self._number(uid)) is not None)
        target = self._target(folder)
        with _told(self.name):
            for first in range(0, len(numbers), _MOVED):
                self._move(_set(numbers[first : first + _MOVED]), target)

    def make(self, folder: str) -> None:
        """Create a folder if it is missing. Raise ``MailboxError`` if the server refuses."""
        target = self._target(folder)
        with _told(self.name):
            typ, _ = self.client.status(target, "(MESSAGES)")
            if typ != "OK":
                self._make(target)

    def close(self) -> None:
        """Log out and close the connection; never raise."""
        with suppress(Exception):
            self.client.logout()
        _let_go(self.client)

    def _target(self, folder: str) -> str:
        return quoted(folder_name(folder if folder.startswith(self.prefix) else f"{self.prefix}{folder}"))

    def _known_by(self, number: int) -> str:
        return f"{self.validity}.{number}"

    def _number(self, uid: str) -> int | None:
        """Return the number of a mail on the server, or None if the server has renumbered its mails since."""
        validity, _, number = uid.partition(".")
        return int(number) if validity == str(self.validity) else None

    def _numbers(self) -> list[int]:
        """Return the numbers of the mails in the inbox, without those marked as deleted."""
        data = _expect(self.client.uid("SEARCH", "UNDELETED"), self.name)
        return sorted({int(number) for line in data if line for number in line.split()})

    def _sizes(self, numbers: Sequence[int]) -> list[tuple[int, int]]:
        """Return (number, size) pairs of mails in the given order, without mails that are gone."""
        data = _expect(self.client.uid("FETCH", _set(numbers), "(RFC822.SIZE)"), self.name)
        sizes = {}
        for line in data:
            text = line if isinstance(line, bytes) else b""
            uid, size = re.search(rb"\bUID (\d+)", text), re.search(rb"\bRFC822\.SIZE (\d+)", text)
            if uid and size:
                sizes[int(uid[1])] = int(size[1])
        return [(number, sizes[number]) for number in numbers if number in sizes]

    def _read(self, batch: Sequence[tuple[int, int]]) -> list[Mail]:
        """Return mails read together.

        A server may refuse a batch because of one mail, so they are then read one by one.
        """
        found = self._bytes([number for number, _ in batch], 0, MOST + 1)
        if found is None:
            return [mail for one in batch for mail in self._read([one])] if len(batch) > 1 else []
        mails = []
        for number, size in batch:
            uid, read = self._known_by(number), found.get(number)
            if read is not None and len(read) <= MOST:
                mails.append(Mail(uid, read))
            elif read is not None:
                begun = max(MOST, size - END)
                end = (self._bytes([number], begun, END) or {}).get(number, b"")
                mails.append(joined(uid, read[:MOST], end, max(size, len(read))))
        return mails

    def _bytes(self, numbers: Sequence[int], begun: int, most: int) -> dict[int, bytes] | None:
        """Return up to ``most`` bytes of each mail from offset ``begun``, by number; None if the server refuses."""
        typ, data = self.client.uid("FETCH", _set(numbers), f"(BODY.PEEK[]<{begun}.{most}>)")
        return _bodies(data) if typ == "OK" else None

    def _move(self, numbers: str, target: str) -> None:
        """Move mails with MOVE (RFC 6851) or, without it, copy them and mark them as deleted.

        Expunge them only if UIDPLUS can limit that to these mails. Otherwise they stay marked: a plain EXPUNGE would
        also remove mails that somebody else marked and may still want.
        """
        if "MOVE" in self.client.capabilities:
            self._into(target, "MOVE", numbers)
            return
        self._into(target, "COPY", numbers)
        _expect(self.client.uid("STORE", numbers, "+FLAGS.SILENT", r"(\Deleted)"), self.name)
        if "UIDPLUS" in self.client.capabilities:
            _expect(self.client.uid("EXPUNGE", numbers), self.name)

    def _into(self, target: str, command: str, numbers: str) -> None:
        typ, data = self.client.uid(command, numbers, target)
        if typ == "OK":
            return
        self._make(target)
        typ, data = self.client.uid(command, numbers, target)
        if typ != "OK":
            raise MailboxError("full", self.name, _words(data))

    def _make(self, target: str) -> None:
        typ, data = self.client.create(target)
        if typ != "OK" and b"ALREADYEXISTS" not in b" ".join(part for part in data if isinstance(part, bytes)).upper():
            raise MailboxError("folder", self.name, _words(data))
        self.client.subscribe(target)  # otherwise some mail programs do not show the folder; a refusal does no harm


_UID = re.compile(rb"\bUID (\d+)")
_SHORT = re.compile(rb'BODY\[\](?:<\d+>)? (?:NIL|"((?:[^"\\]|\\.)*)")', re.DOTALL)


def _bodies(data: Sequence[Any]) -> dict[int, bytes]:
    """Return the bytes of mails, by number, from the answer to a FETCH, whose parts each server orders as it likes.

    A body is a literal of its own, with the number before or after it; a short body may be a quoted string instead.
    """
    found: dict[int, bytes] = {}
    head, body = b"", None
    for piece in [*data, (b"", b"")]:  # the extra piece at the end completes the last mail
        if isinstance(piece, tuple):
            if body is not None and (uid := _UID.search(head)):
                found[int(uid[1])] = body
            head, body = piece[0], piece[1]
        elif isinstance(piece, bytes):
            short, uid = _SHORT.search(piece), _UID.search(piece)
            if short and uid:
                found[int(uid[1])] = re.sub(rb"\\(.)", rb"\1", short[1] or b"")
            head += b" " + piece
    return found


def _expect(answer: tuple[str, list[Any]], name: str) -> list[Any]:
    """Return the answer to a command. Raise ``MailboxError`` if it was refused."""
    typ, data = answer
    if typ != "OK":
        raise MailboxError("refused", name, _words(data))
    return data


def quoted(name: str) -> str:
    """Return an encoded folder name as a quoted string of the protocol."""
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _set(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))
