"""A quick yes before libyaml: what a file of plain lines says.

Most order files are keys with a word or two behind them, and loading yaml takes longer than reading all of them. So a
file is read here where there is no doubt; whatever this module does not know (a quote, a list, a sign of YAML's own, a
second colon) and whatever is wrong is left to :mod:`strict_yaml`, which makes the same document of the rest.
"""

from __future__ import annotations

from adjudicator.core.faults import Mark, Path
from adjudicator.reading.document import MAX_BYTES, MAX_DEPTH, MAX_KEY, MAX_NODES, Document, Node


def read_plainly(data: bytes) -> Document | None:
    """Return what ``strict_yaml.read`` makes of the bytes of a file; None where that has to be asked."""
    if len(data) > MAX_BYTES:
        return None
    lines = _Lines()
    try:
        for number, line in enumerate(data.replace(b"\r\n", b"\n").decode().split("\n"), 1):
            lines.take(line, number)
    except (UnicodeDecodeError, _DoubtError):
        return None
    document = lines.document
    return document if document.keys and len(document.keys) + len(document.values) <= MAX_NODES else None


class _DoubtError(Exception):
    """It is not certain what a line is."""


class _Map:
    """Keys below one another: in which column they begin, the path of what holds them, and what it holds."""

    def __init__(self, column: int, path: Path) -> None:
        self.column, self.path = column, path
        self.node: dict[str, Node] = {}


class _Lines:
    """Makes a ``document`` of lines."""

    def __init__(self) -> None:
        self.document = Document(values={})
        self.open: list[_Map] = []
        """Where the next line may stand, the innermost last."""
        self.room: Path | None = ()
        """The path of a key on the last line that has nothing behind it: lines may be moved in below it."""

    def take(self, line: str, number: int) -> None:
        if not line.isprintable():  # a tab, a space that is no plain one, a control character
            raise _DoubtError
        said = line.partition(" #")[0].rstrip(" ")
        if not said or said[0] == "#":
            return
        key, column, value, behind = _pair(said, 1)
        self._go_to(column, number)
        path = self._put_key(self.open[-1], key, Mark(number, column))
        if value[:1] == "{":
            self._put_braces(path, value, Mark(number, behind))
        else:
            self._put(self.open[-1], path, _text(value) if value else None, Mark(number, behind))
        self.room = None if value else path

    def _go_to(self, column: int, number: int) -> None:
        """Let the innermost map be that of the lines that begin in a ``column``."""
        if not self.open or column > self.open[-1].column:
            if self.room is None or len(self.open) == MAX_DEPTH - 1:  # braces are one more
                raise _DoubtError
            self.open.append(self._put_map(self.room, Mark(number, column)))
        while self.open and column < self.open[-1].column:
            self.open.pop()
        if not self.open or column != self.open[-1].column:
            raise _DoubtError

    def _put_map(self, path: Path, mark: Mark) -> _Map:
        made = _Map(mark.column, path)
        if path:
            self._put(self.open[-1], path, made.node, mark)
        else:
            self.document.root, self.document.values[path] = made.node, mark
        return made

    def _put_braces(self, path: Path, value: str, mark: Mark) -> None:
        """Put in what stands between braces on one line."""
        inside, column = value[1:-1], mark.column + 1
        if value[-1] != "}" or any(sign in inside for sign in "[]{}?"):
            raise _DoubtError
        made = self._put_map(path, mark)
        for part in inside.split(","):
            key, at, text, behind = _pair(part, column)
            self._put(made, self._put_key(made, key, Mark(mark.line, at)), _text(text), Mark(mark.line, behind))
            column += len(part) + 1

    def _put_key(self, holder: _Map, key: str, mark: Mark) -> Path:
        if key in holder.node:
            raise _DoubtError
        path = (*holder.path, key)
        self.document.keys[path] = mark
        return path

    def _put(self, holder: _Map, path: Path, node: Node, mark: Mark) -> None:
        holder.node[str(path[-1])] = node
        self.document.values[path] = mark


def _pair(text: str, column: int) -> tuple[str, int, str, int]:
    """Return the key and the value of a text that begins in a ``column``, each with the one in which it begins."""
    before, colon, behind = text.partition(":")
    key = before.strip(" ")
    if not colon or behind[:1] not in ("", " ") or len(key) > MAX_KEY:
        raise _DoubtError
    at_key = column + len(before) - len(before.lstrip(" "))
    return _sure(key), at_key, behind.strip(" "), column + len(text) - len(behind.lstrip(" "))


def _text(value: str) -> str | None:
    return None if value == "null" else _sure(value)


def _sure(text: str) -> str:
    """Return what is text to YAML too: it begins with no sign of YAML's own, and no second key stands in it."""
    if not (text[:1].isalnum() or text[:1] == "(") or ":" in text:
        raise _DoubtError
    return text
