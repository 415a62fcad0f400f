"""A mailbox on a server that speaks IMAP: the standard library's client, and what it does not take care of.

The size of a mail is asked before its bytes, and no more bytes are asked than are read. A mail is known by the number
that its server gives it and that number's validity (RFC 3501, 2.3.1.1): new numbers make the old ones worthless.
Whatever a server answers, the caller hears of it as a ``MailboxError``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Phrase
from adjudicator.mail.connection import RECEIVING, ConnectionDeadline, PostError, SlowError, bounded, tls, trouble
from adjudicator.mail.mailbox import END, MOST, Mail, MailboxError, folder_name, joined, together

if TYPE_CHECKING:
    import socket
    from imaplib import IMAP4

    from adjudicator.mail.accounts import Server

PATIENCE = 30.0
"""Seconds to wait for an answer."""
_SECURE = 993
"""The port on which TLS is spoken from the first byte."""
_SIZES = 500
"""Mails whose sizes are asked at once."""
_TOGETHER = 50
"""Mails that are read at once, at most."""
_MOVED = 200
"""Mails that are moved at once."""


def open_imap(server: Server, password: str) -> Imap:
    """Open the inbox of a mailbox; all that is said with its server has a deadline. Raises ``MailboxError``."""
    from adjudicator.mail.connection import is_loopback

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
        """A client that is over at the deadline."""

        def _create_socket(self, timeout: float | None) -> socket.socket:
            return bounded(super()._create_socket(timeout), deadline)  # type: ignore[misc]

    if server.security == "tls":
        return IMAP4_SSL(server.host, server.port, ssl_context=tls(server, deadline), timeout=PATIENCE)
    client = Bounded(server.host, server.port, timeout=PATIENCE)
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
    """Log in; a password that is not ASCII goes by AUTHENTICATE, which takes UTF-8. Raises ``MailboxError``."""
    if (user + password).isascii():
        typ, said = _answer(client.login, user, password)
    else:
        plain = f"\0{user}\0{password}".encode()
        typ, said = _answer(client.authenticate, "PLAIN", lambda _: plain)
    if typ != "OK":
        raise MailboxError("login", name, said)
    told = _expect(client.capability(), name)  # a server says more to whom it knows
    client.capabilities = tuple((told[-1] or b"").decode("ascii", "replace").upper().split())


def _answer(command: Any, *args: Any) -> tuple[str, str]:
    """Give a command that the client takes a refusal of for an error; return what was answered, and in which words."""
    from imaplib import IMAP4

    try:
        typ, data = command(*args)
    except IMAP4.abort:
        raise
    except IMAP4.error as refusal:
        return "NO", _words(refusal.args)
    return typ, _words(data)


def _words(said: Sequence[Any]) -> str:
    """Return what a server said, on one line, as it may stand in a sentence."""
    parts = [part.decode("utf-8", "replace") if isinstance(part, bytes) else str(part) for part in said if part]
    return " ".join(" ".join(parts).split())[:200]


@contextmanager
def _told(name: str, opening: Server | None = None) -> Iterator[None]:
    """Let whatever goes wrong with a server be a ``MailboxError`` of the mailbox with this ``name``.

    As long as it is being opened, what is wrong may be how it is written down: what to do about that is said.
    """
    from imaplib import IMAP4

    try:
        yield
    except (MailboxError, MemoryError, KeyboardInterrupt):
        raise
    except PostError as refusal:
        raise _unopened(name, refusal) from refusal
    except Exception as error:  # whatever it is, the client did not understand what was answered
        if opening is not None:
            raise _unopened(name, trouble(opening, _cause(error))) from error
        if isinstance(error, SlowError) or isinstance(error.__context__, SlowError):
            raise MailboxError("slow", name) from error
        if isinstance(error, IMAP4.abort):
            raise MailboxError("lost", name, _words(error.args)) from error
        if isinstance(error, OSError):
            raise MailboxError("lost", name, error.strerror or str(error) or type(error).__name__) from error
        raise MailboxError("nonsense", name, f"{type(error).__name__}: {error}"[:200]) from error


def _unopened(name: str, refusal: PostError) -> MailboxError:
    return MailboxError("unopened", name, Phrase(refusal.key, refusal.values))


def _cause(error: Exception) -> Exception:
    """Return what an error of the client is: a connection that is over, which it calls by the name of any other."""
    from imaplib import IMAP4

    if isinstance(error.__context__, SlowError):
        return error.__context__

    over = isinstance(error, IMAP4.abort) and "unexpected response" not in str(error)
    return EOFError() if over else error


def _let_go(client: IMAP4) -> None:
    """Close a connection at once: what was asked is done, and a server that is gone is not waited for."""
    with suppress(Exception):
        client.shutdown()


class Imap:
    """An inbox on a server, open."""

    def __init__(self, client: IMAP4, name: str, deadline: ConnectionDeadline) -> None:
        """Take a client that has logged in. Raises what the client raises, and ``MailboxError``."""
        self.client, self.name, self.deadline = client, name, deadline
        self.unread: list[MailboxError] = []  # the server tells what it does not give
        self.unmoved: list[MailboxError] = []
        _expect(client.select("INBOX"), name)
        _, found = client.response("UIDVALIDITY")
        self.validity = int(found[-1] or b"0")
        self.prefix = _prefix(client)

    def waiting(self) -> list[str]:
        """Return the mails of the inbox by what they are known by, in the order in which they came."""
        with _told(self.name):
            return [self._known_by(number) for number in self._numbers()]

    def mails(self, known: Collection[str] = ()) -> Iterator[Mail]:
        """Yield the mails of the inbox in the order in which they came; of those ``known`` nothing is read.

        Raises ``MailboxError``. A mail that the server does not give is left where it is.
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
        """Move mails from the inbox to a ``folder``, which is made where it is missing; one that has gone is left.

        Raises ``MailboxError``.
        """
        self.deadline.renew()  # the mails have been judged meanwhile: that was not the server's time
        numbers = sorted(number for uid in uids if (number := self._number(uid)) is not None)
        target = quoted(folder_name(folder if folder.startswith(self.prefix) else f"{self.prefix}{folder}"))
        with _told(self.name):
            for first in range(0, len(numbers), _MOVED):
                self._move(_set(numbers[first : first + _MOVED]), target)

    def make(self, folder: str) -> None:
        """Make a folder where it is missing. Raises ``MailboxError`` when the server refuses."""
        target = quoted(folder_name(folder if folder.startswith(self.prefix) else f"{self.prefix}{folder}"))
        with _told(self.name):
            typ, _ = self.client.status(target, "(MESSAGES)")
            if typ != "OK":
                self._make(target)

    def close(self) -> None:
        """Let it go; never raises."""
        with suppress(Exception):
            self.client.logout()
        _let_go(self.client)

    def _known_by(self, number: int) -> str:
        return f"{self.validity}.{number}"

    def _number(self, uid: str) -> int | None:
        """Return the number of a mail on the server; None where the server has given new numbers since."""
        validity, _, number = uid.partition(".")
        return int(number) if validity == str(self.validity) else None

    def _numbers(self) -> list[int]:
        """Return the numbers of the mails in the inbox; what somebody has marked as deleted is no more."""
        data = _expect(self.client.uid("SEARCH", "UNDELETED"), self.name)
        return sorted({int(number) for line in data if line for number in line.split()})

    def _sizes(self, numbers: Sequence[int]) -> list[tuple[int, int]]:
        """Return mails by their numbers with their sizes, in their order; what has gone meanwhile is left out."""
        data = _expect(self.client.uid("FETCH", _set(numbers), "(RFC822.SIZE)"), self.name)
        sizes = {}
        for line in data:
            text = line if isinstance(line, bytes) else b""
            uid, size = re.search(rb"\bUID (\d+)", text), re.search(rb"\bRFC822\.SIZE (\d+)", text)
            if uid and size:
                sizes[int(uid[1])] = int(size[1])
        return [(number, sizes[number]) for number in numbers if number in sizes]

    def _read(self, batch: Sequence[tuple[int, int]]) -> list[Mail]:
        """Read mails; a server may refuse several for the sake of one, which alone is left out then."""
        found = self._bytes([number for number, _ in batch], 0, MOST + 1)
        if found is None:
            return [mail for one in batch for mail in self._read([one])] if len(batch) > 1 else []
        mails = []
        for number, size in batch:
            uid, read = self._known_by(number), found.get(number)
            if read is not None and len(read) <= MOST:
                mails.append(Mail(uid, read, max(size, len(read))))
            elif read is not None:
                begun = max(MOST, size - END)
                end = (self._bytes([number], begun, END) or {}).get(number, b"")
                mails.append(joined(uid, read[:MOST], end, max(size, len(read))))
        return mails

    def _bytes(self, numbers: Sequence[int], begun: int, most: int) -> dict[int, bytes] | None:
        """Return by number so many bytes of mails at ``most``; None where the server does not give them."""
        typ, data = self.client.uid("FETCH", _set(numbers), f"(BODY.PEEK[]<{begun}.{most}>)")
        return _bodies(data) if typ == "OK" else None

    def _move(self, numbers: str, target: str) -> None:
        """Move mails; without MOVE (RFC 6851) they are copied, marked as deleted, and removed where none else would be.

        Where it cannot, they stay marked: others may have been marked by somebody who wants them still.
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
        self.client.subscribe(target)  # else some readers of mail do not show it; a refusal changes nothing


_UID = re.compile(rb"\bUID (\d+)")
_SHORT = re.compile(rb'BODY\[\](?:<\d+>)? (?:NIL|"((?:[^"\\]|\\.)*)")', re.DOTALL)


def _bodies(data: Sequence[Any]) -> dict[int, bytes]:
    """Return the bytes of mails by number in what was answered to a FETCH: in which order things stand is the server's.

    A body stands as a literal of its own, before or behind which there is the number; a short one may be quoted.
    """
    found: dict[int, bytes] = {}
    head, body = b"", None
    for piece in [*data, (b"", b"")]:  # the last one ends the mail before it
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
    """Return what was answered to a command. Raises ``MailboxError`` when it was refused."""
    typ, data = answer
    if typ != "OK":
        raise MailboxError("refused", name, _words(data))
    return data


def _prefix(client: IMAP4) -> str:
    """Return what the names of one's own folders begin with on this server (RFC 2342); on most, nothing."""
    if "NAMESPACE" not in client.capabilities:
        return ""
    _, data = client.namespace()
    told = data[0] if data and isinstance(data[0], bytes) else b""
    found = re.match(rb'\(\("((?:[^"\\]|\\.)*)"', told)
    return found[1].decode("ascii", "replace") if found else ""


def quoted(name: str) -> str:
    """Return the name of a folder, written as servers do, as a string of the protocol."""
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _set(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))
