"""A server that speaks SMTP by a script, on loopback: it breaks off, refuses or babbles wherever it is told to.

    with scripted(Trouble("RCPT", "drop")) as server:
        ...
        assert [mail.person for mail in server.taken] == ["zoe@exemple.fr"]

``taken`` is what it took, whether or not it could still say so. Each trouble happens as often as its ``times`` say,
then all goes well.
"""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

STEPS = ("connect", "EHLO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA", "dot", "after", "RSET")
"""Where something can happen: ``dot`` is after the last byte of a mail and before the answer, ``after`` behind that."""


@dataclass
class Trouble:
    """What happens at a step: ``drop`` the connection (``dot``: without having taken the mail; ``took``: having), an
    answer as ``451 no``, or ``babble``."""

    step: str
    what: str
    times: int = 1


@dataclass(frozen=True)
class Taken:
    """A mail that the server has taken."""

    sender: str
    person: str
    data: bytes

    @property
    def mail(self) -> EmailMessage:
        found = message_from_bytes(self.data, policy=policy.default)
        assert isinstance(found, EmailMessage)
        return found

    @property
    def identity(self) -> str:
        return str(self.mail["Message-ID"])


@dataclass
class Scripted:
    """The server: its port, what it took, how many connections there were, what was said to it."""

    port: int = 0
    taken: list[Taken] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    connections: int = 0
    troubles: list[Trouble] = field(default_factory=list)
    context: ssl.SSLContext | None = None
    at_once: bool = False
    """Whether it speaks TLS from the first byte."""
    password: str = "secret"
    refused: dict[str, str] = field(default_factory=dict)
    """Answers to RCPT, by address."""

    def trouble(self, step: str) -> str:
        for found in self.troubles:
            if found.step == step and found.times > 0:
                found.times -= 1
                return found.what
        return ""


class _GoneError(Exception):
    """The connection is over."""


class _Talk:
    """One connection."""

    def __init__(self, server: Scripted, connection: socket.socket) -> None:
        self.server, self.socket = server, connection
        self.file = connection.makefile("rb")
        self.sender = self.person = ""

    def run(self) -> None:
        with suppress(_GoneError, OSError):
            if self.server.at_once:
                self._secure()
            self._answer("connect", "220 here")
            while line := self.file.readline():
                self._command(line.decode("utf-8", "replace").rstrip("\r\n"))
        with suppress(OSError):
            self.file.close()
            self.socket.close()

    def _secure(self) -> None:
        assert self.server.context is not None
        self.socket = self.server.context.wrap_socket(self.socket, server_side=True)
        self.file = self.socket.makefile("rb")

    def _say(self, text: str) -> None:
        self.socket.sendall(text.encode() + b"\r\n")

    def _answer(self, step: str, usual: str) -> bool:
        """Say what is usual, or do what is to happen; tell whether it was the usual."""
        what = self.server.trouble(step)
        if what in ("drop", "took"):
            raise _GoneError
        if what == "babble":
            self._say("HTTP/1.1 418 \x00\x1b[31m I am a teapot")
            return False
        self._say(what or usual)
        return not what

    def _command(self, line: str) -> None:
        self.server.said.append(line)
        name = line.partition(" ")[0].upper()
        if name == "EHLO":
            secured = isinstance(self.socket, ssl.SSLSocket)
            more = ["STARTTLS"] if self.server.context and not secured else ["AUTH PLAIN"]
            self._answer("EHLO", "\r\n".join([f"250-{word}" for word in ("here", *more)] + ["250 8BITMIME"]))
        elif name == "STARTTLS":
            if self._answer("STARTTLS", "220 go"):
                self._secure()
        elif name == "AUTH":
            from base64 import b64decode

            right = b64decode(line.rsplit(maxsplit=1)[-1]).endswith(b"\0" + self.server.password.encode())
            self._answer("AUTH", "235 in" if right else "535 wrong")
        elif name == "MAIL":
            self.sender = line.partition("<")[2].partition(">")[0]
            self._answer("MAIL", "250 yes")
        elif name == "RCPT":
            self.person = line.partition("<")[2].partition(">")[0]
            self._answer("RCPT", self.server.refused.get(self.person, "250 yes"))
        elif name == "DATA":
            if self._answer("DATA", "354 go on"):
                self._take()
        elif name == "QUIT":
            self._say("221 bye")
            raise _GoneError
        else:
            self._answer("RSET", "250 yes")

    def _take(self) -> None:
        lines = []
        while (line := self.file.readline()) != b".\r\n":
            if not line:
                raise _GoneError
            lines.append(line.removeprefix(b"."))
        mail = Taken(self.sender, self.person, b"".join(lines))
        what = self.server.trouble("dot")
        if what in ("", "took"):
            self.server.taken.append(mail)
        if what in ("drop", "took"):
            raise _GoneError
        if what == "babble":
            self._say("\x00\x01 4 4 4")
        else:
            self._say(what or "250 taken")
        if self.server.trouble("after"):
            raise _GoneError


@contextmanager
def scripted(*troubles: Trouble, **settings: Any) -> Iterator[Scripted]:
    """Run a server as long as the ``with`` block does; ``settings`` are fields of it."""
    server = Scripted(troubles=list(troubles), **settings)
    listener = socket.create_server(("127.0.0.1", 0))
    server.port = listener.getsockname()[1]
    talks: list[threading.Thread] = []
    open_ones: list[socket.socket] = []

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            server.connections += 1
            open_ones.append(connection)
            talks.append(threading.Thread(target=_Talk(server, connection).run))
            talks[-1].start()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield server
    finally:
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()
        for connection in open_ones:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        for talk in talks:
            talk.join()
