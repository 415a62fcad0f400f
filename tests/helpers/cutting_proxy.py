"""A way to a server on loopback that is cut after so many bytes of what the server says, or of what it is told.

Or it becomes slow: one byte after the other.
"""

from __future__ import annotations

import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from trickling import PAUSE


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
