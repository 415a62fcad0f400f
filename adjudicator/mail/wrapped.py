"""What programs of offices wrap a mail in: signed by S/MIME, whose text is inside; a ``winmail.dat`` of Outlook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_DEEPEST = 16
_MOST = 2000
_SIGNED = bytes.fromhex("2a864886f70d010702")
"""The object identifier of signed data, in DER."""


class _Value(NamedTuple):
    """A value in BER: its tag, what it holds, and where it ends."""

    tag: int
    start: int
    stop: int
    end: int


def signed_inside(data: bytes) -> bytes:
    """Return the mail inside signed data of S/MIME; nothing where it is encrypted, or is none.

    The signature proves nothing here: nobody knows who has the key.
    """
    left = [_MOST]
    try:
        [whole] = list(_values(data, 0, len(data), left))[:1]
        kind, *wrapped = _values(data, whole.start, whole.stop, left)
        if data[kind.start : kind.stop] != _SIGNED:
            return b""
        [signed] = list(_values(data, wrapped[0].start, wrapped[0].stop, left))[:1]
        held = [value for value in _values(data, signed.start, signed.stop, left) if value.tag == 0x30][:1]
        [_, content, *_] = list(_values(data, held[0].start, held[0].stop, left))
        return b"".join(_octets(data, content.start, content.stop, left, _DEEPEST))
    except (IndexError, ValueError):  # it ends too early, or is something else
        return b""


def _values(data: bytes, at: int, stop: int, left: list[int]) -> Iterator[_Value]:
    """Yield the values that stand one after the other; raises ``ValueError`` where they do not, or are too many."""
    while at < stop and data[at : at + 2] != b"\0\0":
        value = _value(data, at, stop, left, _DEEPEST)
        yield value
        at = value.end


def _value(data: bytes, at: int, stop: int, left: list[int], depth: int) -> _Value:
    left[0] -= 1
    tag, length, start = data[at], data[at + 1], at + 2
    if left[0] < 0 or depth < 0 or tag & 0x1F == 0x1F:
        raise ValueError(at)
    if length == 0x80:  # ends with a mark, behind the values in it
        inside = start
        while data[inside : inside + 2] != b"\0\0":
            inside = _value(data, inside, stop, left, depth - 1).end
        return _Value(tag, start, inside, inside + 2)
    if length > 0x80:
        start += length - 0x80
        length = int.from_bytes(data[at + 2 : start], "big")
    if start + length > stop:
        raise ValueError(at)
    return _Value(tag, start, start + length, start + length)


def _octets(data: bytes, at: int, stop: int, left: list[int], depth: int) -> Iterator[bytes]:
    """Yield the pieces of a text of octets: it may be of several, one inside the other."""
    if depth < 0:
        raise ValueError(at)
    for value in _values(data, at, stop, left):
        if value.tag & 0x20:
            yield from _octets(data, value.start, value.stop, left, depth - 1)
        elif value.tag == 0x04:
            yield data[value.start : value.stop]


_TNEF = b"\x78\x9f\x3e\x22"
_TITLE, _DATA = 0x8010, 0x800F


def files_inside(data: bytes, most: int) -> list[tuple[str, bytes]]:
    """Return the first files in a ``winmail.dat``, with their names; nothing of what is none, or is cut off.

    Each has its own bytes: a name behind which none stand is no file's.
    """
    if not data.startswith(_TNEF):
        return []
    files: list[tuple[str, bytes]] = []
    at, held = 6, b""
    while at + 9 <= len(data) and len(files) < most:
        attribute, length = (
            int.from_bytes(data[at + 1 : at + 3], "little"),
            int.from_bytes(data[at + 5 : at + 9], "little"),
        )
        value = data[at + 9 : at + 9 + length]
        if len(value) < length:
            break
        if attribute == _DATA:
            held = value
        elif attribute == _TITLE and held:
            files.append((value.rstrip(b"\0").decode("cp1252", "replace"), held))
            held = b""
        at += 9 + length + 2
    return files
