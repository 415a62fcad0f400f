"""The parts of a mail, down to those that hold something.

The standard library's parser recurs as deep as a mail is nested, and looks at each line once for each boundary around
it: a mail of some kilobytes can stop it, or keep it busy for minutes. This one looks at each byte as often as it may
go down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from adjudicator.mail.charsets import text_in
from adjudicator.mail.head import Head, in_words, parted, unbased
from adjudicator.mail.mailbox import GAP

if TYPE_CHECKING:
    from email.message import Message

_DEEPEST = 8
_MOST = 200
"""Parts of a mail that are looked at."""
_LARGEST = 1 << 20
"""Bytes of a part that are read: no orders are as long."""
_NOT_BELOW = ("message", "image", "audio", "video", "font", "model")


@dataclass(frozen=True)
class Part:
    """A part that holds no other: its head, and its bytes as they were sent."""

    head: Head
    body: bytes
    is_cut: bool = False
    """Whether some of it was left out, for the mail is too large: what stands there may not be all that was said."""

    @cached_property
    def _fields(self) -> Message:
        return fields_of(self.head)

    @cached_property
    def kind(self) -> str:
        """What it is, as ``text/plain``."""
        return self._fields.get_content_type() if self.head.has("content-type") else "text/plain"

    @cached_property
    def name(self) -> str:
        """The name under which it was attached; empty for none."""
        try:
            return in_words(self._fields.get_filename("") or "", 200)
        except (LookupError, ValueError, TypeError, AttributeError):  # of a name written in no way there is
            return ""

    @property
    def is_attached(self) -> bool:
        """Whether it says that it is no part of the text."""
        return self.head.first("content-disposition").lower().startswith("attachment")

    @property
    def is_shut(self) -> bool:
        """Whether it is never read: a picture, what another has written, what is not there to its end."""
        return self.is_cut or self.kind.partition("/")[0] in _NOT_BELOW

    @property
    def is_flowed(self) -> bool:
        """Whether its lines that end in a space go on with the next one."""
        return self._said("format") == "flowed"

    @property
    def drops_spaces(self) -> bool:
        """Whether the space at which such a line goes on is none of its text."""
        return self._said("delsp") == "yes"

    @property
    def data(self) -> bytes:
        """What it holds, as far as it can be read; cut where it is absurdly large."""
        import binascii

        coding = self.head.first("content-transfer-encoding").partition(";")[0].strip(" \"'").lower()
        if coding == "base64":
            return unbased(self.body[: 2 * _LARGEST])[:_LARGEST]
        if coding == "quoted-printable":
            return binascii.a2b_qp(self.body[: 3 * _LARGEST])[:_LARGEST]
        return self.body[:_LARGEST]

    @property
    def text(self) -> str:
        """What it says, with plain ends of lines."""
        text = text_in(self.data, self.charset)
        return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")

    @property
    def charset(self) -> str:
        """The encoding in which it says that its text is; empty where it does not."""
        return self._said("charset")

    def _said(self, name: str) -> str:
        return said_in(self._fields, name)


def fields_of(head: Head) -> Message:
    """Return what a head says of what is below it, as the standard library reads it."""
    from email.message import Message

    fields = Message()
    for name in ("content-type", "content-disposition"):
        if value := head.first(name):
            fields[name] = value
    return fields


def said_in(fields: Message, name: str) -> str:
    """Return one thing that the field for the kind of a part says of it, in small letters; empty where it does not."""
    from email.utils import collapse_rfc2231_value

    try:
        return collapse_rfc2231_value(fields.get_param(name, "") or "").strip(" \"'").lower()
    except (LookupError, ValueError, TypeError):
        return ""


def parts_of(head: Head, body: bytes) -> Iterator[Part]:
    """Yield the parts of a mail that hold something, in their order; of those that hold parts, these.

    What another has written is not looked into: a mail that is attached is forwarded.
    """
    open_parts = [(head, body, 0, GAP in body)]
    looked_at = 0
    while open_parts and looked_at < _MOST:
        looked_at += 1
        above, data, depth, is_cut = open_parts.pop()
        boundary = _boundary(above)
        if boundary:
            inner = _split(data, boundary) if depth < _DEEPEST else []
            open_parts += [(*parted(part), depth + 1, is_cut and GAP in part) for part in reversed(inner)]
        elif not _is_multipart(above):
            yield Part(above, data, is_cut)


def _is_multipart(head: Head) -> bool:
    return head.first("content-type").partition("/")[0].strip().lower() == "multipart"


def _boundary(head: Head) -> bytes:
    """Return the line between the parts of what holds some; nothing for what holds none."""
    if not head.first("content-type").lower().lstrip().startswith("multipart/"):
        return b""
    from email.utils import collapse_rfc2231_value

    try:
        found = collapse_rfc2231_value(fields_of(head).get_param("boundary", "") or "").rstrip()
    except (LookupError, ValueError, TypeError):
        return b""
    return b"--" + found.encode("utf-8", "replace") if 0 < len(found) <= _LONGEST_BOUNDARY else b""


_LONGEST_BOUNDARY = 200


def _split(data: bytes, boundary: bytes) -> list[bytes]:
    """Return what stands between lines of a ``boundary``; the last part need not be closed."""
    parts: list[bytes] = []
    start, at = None, data.find(boundary)
    while at >= 0:
        behind = at + len(boundary)
        rest = data[behind : behind + _LONGEST_BOUNDARY].partition(b"\n")[0]
        if (at == 0 or data[at - 1] == _NEWLINE) and rest.rstrip(b" \t\r") in (b"", b"--"):
            if start is not None:
                parts.append(_without_end(data[start:at]))
            start = behind + len(rest) + 1
            if rest.startswith(b"--") or len(parts) >= _MOST:
                return parts
        at = data.find(boundary, behind)
    return [*parts, data[start:]] if start is not None else parts


_NEWLINE = 10


def _without_end(part: bytes) -> bytes:
    """Return a part without the end of the line above the boundary, which belongs to that."""
    return part.removesuffix(b"\n").removesuffix(b"\r")
