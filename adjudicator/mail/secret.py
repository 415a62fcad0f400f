"""A password, or what else only its holder may know, in a file of its own or in the environment; never quoted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from adjudicator.store.disk import UnusableError

_OTHERS = 0o077
_LARGEST_SECRET = 4096


@dataclass(frozen=True)
class Secret:
    """A password, or an address that only its holder may know: where it is, never what it is."""

    file: Path | None = None
    variable: str = ""

    def read(self) -> str:
        """Return the secret itself.

        Raises ``UnusableError`` when it is not there, is empty, or lies in a file that others may read, and
        ``OSError`` when it may not be read.
        """
        return _in_file(self.file) if self.file is not None else _in_variable(self.variable)


def _in_variable(name: str) -> str:
    import os

    value = os.environ.get(name, "")
    if not value:
        raise UnusableError("error.no-secret-variable", variable=name)
    return _on_one_line(value, name)


def _in_file(path: Path) -> str:
    """Return what a file of a secret holds, its last line break aside."""
    from adjudicator.store.drop_folder import read_plain

    try:
        found = read_plain(path, _LARGEST_SECRET)
    except FileNotFoundError:
        raise UnusableError("error.no-secret-file", file=str(path)) from None
    if found is None:
        raise UnusableError("error.odd-secret", file=str(path))
    _refuse_open(path)
    try:
        text = found.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnusableError("error.odd-secret", file=str(path)) from None
    return _on_one_line(text.rstrip("\r\n"), str(path))


def _refuse_open(path: Path) -> None:
    """Raise ``UnusableError`` for a file that others than its owner may read, or change."""
    import stat
    import sys

    if sys.platform != "win32" and stat.S_IMODE(path.stat().st_mode) & _OTHERS:
        raise UnusableError("error.secret-open", file=str(path))


def _on_one_line(text: str, name: str) -> str:
    """Return a secret that is one line; a space at its ends was typed by mistake."""
    text = text.strip()
    if not text:
        raise UnusableError("error.empty-secret", file=name)
    if not text.isprintable():
        raise UnusableError("error.odd-secret", file=name)
    return text
