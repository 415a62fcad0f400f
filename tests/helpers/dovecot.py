"""A Dovecot of the test's own: on loopback only, its mails in a temporary folder, ended with the test.

Needs ``dovecot-imapd`` 2.3 (``tests/dovecot.sh`` installs it). Dovecot serves no mails as root: they are nobody's.
"""

from __future__ import annotations

import imaplib
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from grp import getgrgid
from pathlib import Path
from typing import NamedTuple

import pytest
from depth import HANG

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
