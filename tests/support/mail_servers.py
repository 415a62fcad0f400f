"""A server that speaks SMTP by a script, on loopback: it breaks off, refuses or babbles wherever it is told to.

    with scripted(Trouble("RCPT", "drop")) as server:
        ...
        assert [mail.person for mail in server.taken] == ["zoe@exemple.fr"]

``taken`` is what it took, whether or not it could still say so. Each trouble happens as often as its ``times`` say,
then all goes well.
"""

from __future__ import annotations

import imaplib
import os
import pwd
import re
import select
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from grp import getgrgid
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import trustme

from support.depth import HANG

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


# A server on loopback that says something at once, and then one byte after the other for ever.


PAUSE = 0.1
"""Seconds between two bytes: a limit on silence never ends that."""


class Trickling:
    """The server: its port, and how many connections there were."""

    def __init__(self, said: Sequence[bytes], context: ssl.SSLContext | None, endless: bytes, pause: float) -> None:
        self.said, self.context, self.endless, self.pause, self.connections = said, context, endless, pause, 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._ended = threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while not self._ended.is_set():
            try:
                plain, _ = self._listening.accept()
            except OSError:
                return
            self.connections += 1
            with suppress(OSError), plain if self.context is None else self._secured(plain) as there:
                self._talk(there)

    def _secured(self, plain: socket.socket) -> socket.socket:
        assert self.context is not None
        try:
            return self.context.wrap_socket(plain, server_side=True)
        except OSError:
            plain.close()
            raise

    def _talk(self, there: socket.socket) -> None:
        """Say each piece of what is to be said, the next one when the client has said something; then trickle."""
        first, *others = [*self.said, b""]
        there.sendall(first)
        for piece in others:
            there.recv(1 << 16)
            there.sendall(piece)
        while not self._ended.wait(self.pause):
            there.sendall(self.endless)

    def end(self) -> None:
        self._ended.set()
        self._listening.close()


@contextmanager
def trickling(
    *said: bytes, context: ssl.SSLContext | None = None, endless: bytes = b"x", pause: float = PAUSE
) -> Iterator[Trickling]:
    """Run one that says these pieces first, each but the first when it has been told something."""
    server = Trickling(said, context, endless, pause)
    try:
        yield server
    finally:
        server.end()


# Certificates made for a test: good, expired, not yet valid, of another name, of an unknown issuer.


AUTHORITY = trustme.CA()
STRANGER = trustme.CA()
LONG_AGO = datetime(2001, 1, 1, tzinfo=UTC)


def trusted(folder: Path) -> Path:
    """Write the certificate by which those of ``AUTHORITY`` are trusted; return its file."""
    path = folder / "authority.pem"
    AUTHORITY.cert_pem.write_to_path(path)
    return path


def context(kind: str = "good") -> ssl.SSLContext:
    """Return what a server speaks TLS with: ``good``, ``expired``, ``early``, ``other-name`` or ``unknown``."""
    authority = STRANGER if kind == "unknown" else AUTHORITY
    name = "elsewhere.exemple.fr" if kind == "other-name" else "localhost"
    begins = {"expired": LONG_AGO, "early": datetime.now(UTC) + timedelta(days=365)}.get(kind)
    ends = LONG_AGO + timedelta(days=1) if kind == "expired" else None
    found = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name, not_before=begins, not_after=ends).configure_cert(found)
    return found


# A way to a server on loopback that is cut after so many bytes of what the server says, or of what it is told.
#
# Or it becomes slow: one byte after the other.


class Cut:
    """A way to ``port``: after ``most`` bytes in either direction it is cut; None lets everything through.

    ``slow``, it is not cut, but lets one byte through at a time from then on. ``passed`` counts the bytes that
    went through before, in both directions together.
    """

    def __init__(self, port: int, most: int | None, slow: bool = False) -> None:
        self.target, self.most, self.slow, self.passed = port, most, slow, 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._ends = False
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        self._listening.settimeout(0.05)
        while not self._ends:
            try:
                ours, _ = self._listening.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            with ours, socket.create_connection(("127.0.0.1", self.target)) as theirs:
                self._carry(ours, theirs)

    def _carry(self, ours: socket.socket, theirs: socket.socket) -> None:
        other = {ours: theirs, theirs: ours}
        while not self._ends:
            ready, _, _ = select.select([ours, theirs], [], [], 0.05)
            for one in ready:
                try:
                    data = one.recv(1 << 16)
                except OSError:
                    data = b""
                room = len(data) if self.most is None else max(0, self.most - self.passed)
                self.passed += min(len(data), room)
                with suppress(OSError):
                    other[one].sendall(data[:room])
                if self.slow and data:
                    self._trickle(data[room:], other[one])
                elif not data or room < len(data) or self.passed == self.most:
                    return

    def _trickle(self, data: bytes, to: socket.socket) -> None:
        for byte in data:
            if self._ends:
                return
            time.sleep(PAUSE)
            with suppress(OSError):
                to.sendall(bytes([byte]))

    def end(self) -> None:
        self._ends = True
        self._listening.close()
        self._thread.join()


@contextmanager
def cut(port: int, most: int | None = None, slow: bool = False) -> Iterator[Cut]:
    """Run a way to ``port`` that is cut after ``most`` bytes, or is ``slow`` from then on."""
    way = Cut(port, most, slow)
    try:
        yield way
    finally:
        way.end()


# A Dovecot of the test's own: on loopback only, its mails in a temporary folder, ended with the test.
#
# Needs ``dovecot-imapd`` 2.3 (``tests/dovecot.sh`` installs it). Dovecot serves no mails as root: they are nobody's.


_CONFIGURATION = """\
protocols = imap
listen = 127.0.0.1
base_dir = {d}/run
state_dir = {d}/state
log_path = {d}/dovecot.log
ssl = yes
ssl_cert = <{d}/cert.pem
ssl_key = <{d}/key.pem
disable_plaintext_auth = no
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
default_process_limit = 40
mail_location = maildir:{d}/mail/%u
mailbox_list_index = no
auth_mechanisms = plain login
{more}
passdb {{
  driver = passwd-file
  args = {d}/passwd
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={d}/mail/%u
}}
namespace inbox {{
  inbox = yes
  separator = {separator}
  prefix = {prefix}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {port}
  }}
  inet_listener imaps {{
    address = 127.0.0.1
    port = {secure}
    ssl = yes
  }}
}}
"""
USER, PASSWORD = "orders", "sésame ouvre-toi"


_STILL_THERE = "Dovecot is already running?"
"""It says so too while children of one that was killed have not ended yet."""


class Processes:
    """The processes of a server, which can be killed and started again; its ports and its mails stay the same."""

    def __init__(self, command: list[str], folder: Path, port: int) -> None:
        self.command, self.folder, self.port = command, folder, port
        self.main: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        deadline = time.monotonic() + HANG
        while not self._started():
            log = self.folder / "dovecot.log"
            told = (self.folder / "said").read_text() + (log.read_text() if log.exists() else "")
            if _STILL_THERE not in told.splitlines()[-1] or time.monotonic() > deadline:
                pytest.fail(told)
            time.sleep(0.05)

    def _started(self) -> bool:
        with (self.folder / "said").open("ab") as said:
            self.main = subprocess.Popen(self.command, stdout=said, stderr=said, start_new_session=True)
        while self.main.poll() is None:
            if _listens(self.port):
                return True
            time.sleep(0.02)
        return False

    def kill(self) -> None:
        """Kill it and its children, in the middle of whatever they do."""
        assert self.main is not None
        os.killpg(self.main.pid, signal.SIGKILL)
        self.main.wait(HANG)
        while _listens(self.port):  # children that were in the middle of something end on their own
            time.sleep(0.02)

    def end(self) -> None:
        """End it, if it runs."""
        assert self.main is not None
        if self.main.poll() is None:
            self.main.terminate()
            self.main.wait(HANG)


class Dovecot(NamedTuple):
    """A server that runs: its ports on 127.0.0.1, its certificate (of ``localhost``), and where it keeps its mails."""

    port: int
    secure: int
    certificate: Path
    folder: Path
    processes: Processes
    user: str = USER
    password: str = PASSWORD

    def client(self) -> imaplib.IMAP4:
        """Return a client of the test's own that has logged in."""
        client = imaplib.IMAP4("127.0.0.1", self.port)
        plain = f"\0{self.user}\0{self.password}".encode()
        client.authenticate("PLAIN", lambda _: plain)
        return client

    def deliver(self, *mails: bytes, folder: str = "INBOX") -> None:
        """Put mails into a folder."""
        client = self.client()
        for mail in mails:
            typ, said = client.append(folder, "", "", mail)
            assert typ == "OK", said
        client.logout()

    def holds(self, folder: str = "INBOX") -> list[bytes]:
        """Return the mails in a folder by its name on the server; nothing where there is no such folder."""
        client = self.client()
        if client.select(f'"{folder}"', readonly=True)[0] != "OK":
            client.logout()
            return []
        numbers = client.search(None, "UNDELETED")[1][0].split()
        found = [client.fetch(number.decode(), "(BODY.PEEK[])")[1][0][1] for number in numbers]
        client.logout()
        return found

    def folders(self) -> set[str]:
        """Return the names of the folders as the server writes them."""
        client = self.client()
        listed = [re.search(r'\) (?:"."|NIL) (.*)', line.decode()) for line in client.list()[1]]
        client.logout()
        return {found[1].strip('"') for found in listed if found}


def free_port() -> int:
    """Return a port on which nobody listens now."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def is_here() -> bool:
    """Tell whether there is a Dovecot of the kind that is known here."""
    program = shutil.which("dovecot", path="/usr/sbin:/usr/bin")
    if program is None:
        return False
    return subprocess.run([program, "--version"], capture_output=True, check=False).stdout.startswith(b"2.3")


@contextmanager
def dovecot(
    more: str = "", separator: str = "/", prefix: str = "", users: Mapping[str, str] | None = None
) -> Iterator[Dovecot]:
    """Run a server with one user; ``more`` is what its configuration says besides."""
    if not is_here():
        pytest.fail("There is no Dovecot 2.3; `make test` or tests/dovecot.sh sets it up.")
    folder = Path(tempfile.mkdtemp(prefix="dovecot-", dir="/tmp"))  # names of sockets may not be long
    uid, gid, before = os.getuid(), os.getgid(), []
    if uid == 0:
        nobody = pwd.getpwnam("nobody")
        uid, gid = nobody.pw_uid, nobody.pw_gid
        before = ["setpriv", f"--reuid={uid}", f"--regid={gid}", "--clear-groups"]
    try:
        for name in ("run", "state", "mail"):
            (folder / name).mkdir()
        _certify(folder)
        known = users or {USER: PASSWORD}
        (folder / "passwd").write_text("".join(f"{name}:{{PLAIN}}{word}::::::\n" for name, word in known.items()))
        port, secure = free_port(), free_port()
        user, group = pwd.getpwuid(uid).pw_name, getgrgid(gid).gr_name
        text = _CONFIGURATION.format(
            d=folder, user=user, group=group, uid=uid, gid=gid, port=port, secure=secure, more=more,
            separator=separator, prefix=prefix,
        )  # fmt: skip
        (folder / "dovecot.conf").write_text(text)
        if before:
            subprocess.run(["chown", "-R", f"{uid}:{gid}", str(folder)], check=True)
        program = shutil.which("dovecot", path="/usr/sbin:/usr/bin") or "dovecot"
        processes = Processes([*before, program, "-F", "-c", str(folder / "dovecot.conf")], folder, port)
        try:
            processes.start()
            yield Dovecot(port, secure, folder / "cert.pem", folder / "mail", processes)
        finally:
            processes.end()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _certify(folder: Path) -> None:
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    made += ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run(made, check=True, capture_output=True)


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
