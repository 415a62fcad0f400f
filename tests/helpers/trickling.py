"""A server on loopback that says something at once, and then one byte after the other for ever."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

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
