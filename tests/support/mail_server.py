"""A mail server of the test's own: it takes mails by SMTP on loopback and puts each into the Maildir of its reader.

``MailServer`` runs it in a process of its own, which can be killed and started again. Run as a script this file is that
server (aiosmtpd): what comes for ``name+tag@example.org`` goes to the Maildir ``name``; other people it does not know.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from support.depth import HANG

DOMAIN = "example.org"
KILL = "kill"
"""A file beside the Maildirs: a process, and after how many mails more it is killed, before it has its answer."""


class MailServer:
    """The server as a process: its ``port``, and the ``folder`` in which the Maildirs of all readers are."""

    def __init__(self, port: int, folder: Path) -> None:
        self.port, self.folder = port, folder
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "support.mail_server", str(self.port), str(self.folder)],
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        )
        while self.process.poll() is None:
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            time.sleep(0.02)
        raise AssertionError("the mail server does not start")

    def kill(self) -> None:
        """Kill it."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(HANG)

    def kill_client(self, process: int, after: int) -> None:
        """Kill a process that sends, when so many of its mails are in the Maildirs and it has not heard of the last."""
        (self.folder / KILL).write_text(f"{process} {after}")

    def deliver(self, mail: bytes, sender: str, *people: str) -> None:
        """Send a mail, as a player's program does."""
        import smtplib

        with smtplib.SMTP("127.0.0.1", self.port) as client:
            client.sendmail(sender, people, mail)


@contextmanager
def mail_server(port: int, folder: Path) -> Iterator[MailServer]:
    """Run a server as long as the ``with`` block does."""
    server = MailServer(port, folder)
    try:
        server.start()
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()


class _Handler:
    def __init__(self, folder: Path) -> None:
        self.folder, self.count = folder, 0

    def _reader(self, address: str) -> Path | None:
        local, _, domain = address.rpartition("@")
        path = self.folder / local.partition("+")[0]
        return path if domain == DOMAIN and path.is_dir() else None

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if self._reader(address) is None:
            return "550 5.1.1 nobody here is called so"
        envelope.rcpt_tos.append(address)
        return "250 yes"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        for address in envelope.rcpt_tos:
            reader = self._reader(address)
            assert reader is not None
            self._put(reader, b"Delivered-To: " + address.encode() + b"\r\n" + envelope.content)
        with suppress(FileNotFoundError):
            path = self.folder / KILL
            process, after = map(int, path.read_text().split())
            path.write_text(f"{process} {after - 1}")
            if after == 1:
                path.unlink()
                os.kill(process, signal.SIGKILL)
        return "250 taken"

    def _put(self, maildir: Path, data: bytes) -> None:
        self.count += 1
        name = f"{time.time_ns()}.{os.getpid()}_{self.count}.localhost"
        written = maildir / "tmp" / name
        written.write_bytes(data)
        owner = maildir.stat()
        os.chown(written, owner.st_uid, owner.st_gid)
        written.rename(maildir / "new" / name)


def _serve(port: int, folder: Path) -> None:
    from aiosmtpd.controller import Controller

    Controller(_Handler(folder), hostname="127.0.0.1", port=port).start()
    threading.Event().wait()


if __name__ == "__main__":
    _serve(int(sys.argv[1]), Path(sys.argv[2]))
