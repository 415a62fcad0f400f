"""The head of a mail, and of each of its parts: its fields as they stand, and what they say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.mail.charsets import text_in
from adjudicator.speech.text import one_line

_LONGEST = 1 << 17
"""Bytes of a head: longer ones are not read to their end."""
_LONGEST_FIELD = 1 << 13
_MOST_FIELDS = 1000
_FIELD = re.compile(rb"([!-9;-~]{1,80})[ \t]*:(.*)", re.DOTALL)
_ENVELOPE = re.compile(rb">?From [^\n]*\Z")
_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\r\n]{0,4000})\?=")
_BETWEEN = re.compile(r"(\?=)[ \t\r\n]+(=\?)")


@dataclass(frozen=True)
class Head:
    """The fields of a head in their order, with names in small letters; ``sound`` if there is nothing else in it."""

    fields: Sequence[tuple[str, str]]
    sound: bool = True

    def all(self, *names: str) -> list[str]:
        """Return what the fields of these names say, in their order."""
        return [value for name, value in self.fields if name in names]

    def first(self, name: str) -> str:
        """Return what the first field of a name says; nothing where there is none."""
        return next(iter(self.all(name)), "")

    def has(self, *names: str) -> bool:
        """Tell whether there is a field of one of these names."""
        return any(name in names for name, _ in self.fields)


def parted(data: bytes) -> tuple[Head, bytes]:
    """Return the head of a mail or of a part of one, and the bytes below it.

    A head is not sound that holds a line which is no field, a lone carriage return or a zero: programs disagree on
    where it ends, and so on who wrote. Nor is one that says so at too great a length.
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    end = _end(data)
    head, below = data[:end], data[end:].removeprefix(b"\r").removeprefix(b"\n")
    fields: list[list[bytes]] = []
    sound = len(head) <= _LONGEST and b"\0" not in head and b"\r" not in head.replace(b"\r\n", b"")
    for line in head[:_LONGEST].replace(b"\r\n", b"\n").split(b"\n"):
        field = _FIELD.match(line)
        if line[:1] in (b" ", b"\t") and fields:
            fields[-1].append(line)
        elif field and len(fields) < _MOST_FIELDS:
            fields.append([field[1], field[2]])
        elif line and not _ENVELOPE.match(line):
            sound = False
    whole = all(sum(map(len, parts)) <= _LONGEST_FIELD for name, *parts in fields if name.lower() == b"from")
    return Head([_told(name, parts) for name, *parts in fields], sound and whole), below


def _end(data: bytes) -> int:
    """Return where the head ends: before the first empty line, behind the end of the line above it."""
    if data[:1] == b"\n" or data[:2] == b"\r\n":
        return 0
    ends = [at + 1 for mark in (b"\n\n", b"\n\r\n") if (at := data.find(mark)) >= 0]
    return min(ends, default=len(data))


def _told(name: bytes, parts: Sequence[bytes]) -> tuple[str, str]:
    """Return a field on one line. What is longer than any that somebody wrote is cut."""
    value = b"".join(parts)[:_LONGEST_FIELD]
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        text = value.decode("cp1252", "replace")
    return name.decode("ascii").lower(), text.replace("\r", " ").replace("\n", " ").strip()


def in_words(value: str, longest: int = 300) -> str:
    """Return what a field says as people read it, on one line: its encoded words decoded."""
    words = _WORD.sub(_decoded, _BETWEEN.sub(r"\1\2", value))
    return one_line(words)[:longest].strip()


def _decoded(word: re.Match[str]) -> str:
    import binascii

    charset, kind, text = word[1].partition("*")[0], word[2].lower(), word[3].encode("ascii", "replace")
    if kind == "q":
        return text_in(binascii.a2b_qp(text, header=True), charset)
    return text_in(unbased(text), charset)


def unbased(data: bytes) -> bytes:
    """Return what was written in base64, as far as it can be read."""
    import binascii

    signs = data.translate(None, delete=_NO_BASE64)
    signs = signs[: len(signs) - len(signs) % 4] if len(signs) % 4 == 1 else signs
    return binascii.a2b_base64(signs + b"=" * (-len(signs) % 4))


_NO_BASE64 = bytes(set(range(256)) - set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"))
