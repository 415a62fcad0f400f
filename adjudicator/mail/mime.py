"""Parsing a mail with the standard library: its header fields as text, and the parts that hold content.

The standard library's parser recurses into each enclosed mail and compares every line with each boundary around it, so
that a few kilobytes can crash the process or keep it busy for minutes. ``mail_in`` therefore counts lines, boundaries
and parts first. If a mail exceeds a limit, which no real mail does, only its header is parsed.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.parser import BytesParser
from email.policy import Compat32
from email.utils import collapse_rfc2231_value
from typing import Any

from adjudicator.mail.mailbox import GAP
from adjudicator.reading.unquote import decoded
from adjudicator.speech.voice import one_line

_LONGEST_HEAD = 1 << 17
_LONGEST_FIELD = 1 << 13
"""Characters of a field that are kept: the time to split parameters grows with the square of their length."""
_MOST_NESTED = 100
"""The maximum number of boundaries and enclosed mails that a mail may declare."""
_MOST_PARTS = 2000
"""The maximum number of lines that may start like a boundary line, in a mail with parts."""
_MOST_LINES = 300_000
"""The maximum number of lines times the boundaries that each may be compared with: about one second of work."""
_LARGEST = 1 << 20
"""The number of bytes of a part that are read; orders are never that long."""
_ABOVE = re.compile(rb"\A(?:\xef\xbb\xbf)?(?:>?From [^\n]*\n)?")
"""What mailbox files and mail programs put above the header: a byte order mark and a ``From`` line."""
_HEAD_ENDS = re.compile(rb"(?:\A|\n)\r?\n")
_NO_FIELD = re.compile(rb"^(?![!-9;-~]{1,80}:|[ \t]|\n)[^\n]*\n?", re.MULTILINE)
_NESTED = re.compile(rb"boundary|message/", re.IGNORECASE)
_NOT_BELOW = ("message", "image", "audio", "video", "font", "model")
_GAP = GAP.decode("ascii")


class MailPart(Message):
    """A mail or a part of one."""

    is_cut = False
    """Whether a piece was left out because the mail is too large, so that the whole part may say something else."""
    is_sound = True
    """Whether the header is read in the same way by all programs, so that it is certain who wrote the mail."""

    def set_payload(self, payload: Any, charset: Any = None) -> None:
        """Set the content of the part. The parser calls this."""
        self.is_cut = isinstance(payload, str) and _GAP in payload
        super().set_payload(payload, charset)

    def all(self, *names: str) -> list[str]:
        """Return the values of the fields with these names (given in lower case), in their order."""
        return [str(value) for name, value in self.items() if name.lower() in names]

    def first(self, name: str) -> str:
        """Return the value of the first field with this name, or an empty string."""
        return str(self.get(name, ""))

    @property
    def kind(self) -> str:
        """The content type, for example ``text/plain``."""
        return self.get_content_type()

    @property
    def name(self) -> str:
        """The name under which it was attached; empty if it has none."""
        try:
            return in_words(self.get_filename("") or "", 200)
        except (LookupError, ValueError, TypeError, AttributeError):  # malformed parameters
            return ""

    @property
    def is_attached(self) -> bool:
        """Whether the part is declared an attachment and so is not part of the text."""
        return self.first("content-disposition").lower().startswith("attachment")

    @property
    def is_shut(self) -> bool:
        """Whether the part is never read: a picture or other media, an enclosed mail, or a part that was cut."""
        return self.is_cut or self.kind.partition("/")[0] in _NOT_BELOW

    def said(self, name: str) -> str:
        """Return a parameter of the content type, for example ``charset``, in lower case, or an empty string."""
        try:
            return collapse_rfc2231_value(self.get_param(name, "") or "").strip(" \"'").lower()
        except (LookupError, ValueError, TypeError):
            return ""

    @property
    def data(self) -> bytes:
        """The decoded bytes of the part, truncated to ``_LARGEST``."""
        data = self.get_payload(decode=True)
        return data[:_LARGEST] if isinstance(data, bytes) else b""

    @property
    def text(self) -> str:
        """The text of the part with ``\\n`` as its line ends."""
        text = text_in(self.data, self.said("charset"))
        return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


class _Policy(Compat32):
    """A parser policy that keeps each field as text on one line, limited in length."""

    message_factory = MailPart

    def header_source_parse(self, sourcelines: Sequence[str]) -> tuple[str, str]:
        """Return the name and the value of a field."""
        name, _, value = "".join(sourcelines).partition(":")
        data = value.replace("\r", "").replace("\n", "").encode("ascii", "surrogateescape")
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
        return name, text.strip()[:_LONGEST_FIELD]


_POLICY = _Policy()


def mail_in(data: bytes, longest: int) -> tuple[MailPart, bytes]:
    """Return a parsed mail and the bytes below its header. Of more than ``longest`` bytes only the header is parsed."""
    data = data[_ABOVE.match(data).end() :]  # type: ignore[union-attr]  # it matches an empty text too
    end = found.end() if (found := _HEAD_ENDS.search(data)) else len(data)
    head = data[:end].replace(b"\r\n", b"\n")
    fields = _NO_FIELD.sub(b"", head).replace(b"\r", b" ")
    is_read = len(data) <= longest and end <= _LONGEST_HEAD and _is_harmless(data)
    mail = BytesParser(policy=_POLICY).parsebytes(fields + data[end:] if is_read else fields[:_LONGEST_HEAD])
    assert isinstance(mail, MailPart)
    longest_sender = max(map(len, mail.all("from")), default=0)
    mail.is_sound = (
        (fields == head and end <= _LONGEST_HEAD and longest_sender < _LONGEST_FIELD)
        and b"\0" not in head
        and not head.startswith((b" ", b"\t"))
    )
    return mail, data[end:]


def _is_harmless(data: bytes) -> bool:
    """Return whether parsing a mail takes time proportional to its length."""
    nested = len(_NESTED.findall(data))
    lines = data.count(b"\n") + data.count(b"\r")
    return not nested or (
        nested <= _MOST_NESTED and lines * nested <= _MOST_LINES and data.count(b"\n--") <= _MOST_PARTS
    )


def parts_of(mail: MailPart) -> Iterator[MailPart]:
    """Yield the parts of a mail that contain no other parts, in their order, but not those of an enclosed mail."""
    waiting = [mail]
    while waiting:
        part = waiting.pop()
        if part.get_content_maintype() != "multipart":
            yield part
        elif part.is_multipart():
            waiting += reversed(part.get_payload())  # type: ignore[arg-type]


def file_part(name: str, data: bytes) -> MailPart:
    """Return a file as an attached part with this name."""
    part = MailPart(_POLICY)
    part["content-disposition"] = f'attachment;filename="{name}"'
    part.set_payload(data.decode("ascii", "surrogateescape"))
    return part


_WORD = re.compile(r"=\?[^?\s]{1,60}\?[bBqQ]\?[^?\r\n]{0,4000}\?=")
_BETWEEN = re.compile(r"(\?=)[ \t\r\n]+(=\?)")


def in_words(value: str, longest: int = 300) -> str:
    """Return the value of a field as people read it, on one line, with its encoded words decoded."""
    # Decode each word alone: decode_header corrupts characters beyond Latin-1 next to an encoded word, and it is
    # very slow on long values.
    words = _WORD.sub(_decoded, _BETWEEN.sub(r"\1\2", value))
    return one_line(words)[:longest].strip()


def _decoded(word: re.Match[str]) -> str:
    try:
        [(data, charset)] = decode_header(word[0])
    except (HeaderParseError, ValueError):
        return ""
    return text_in(data, (charset or "").partition("*")[0]) if isinstance(data, bytes) else data


_KNOWN = re.compile(
    r"utf-(?:7|8|8-sig|16|16-le|16-be|32|32-le|32-be)|ascii|iso8859-\d{1,2}|cp(?:125[0-8]|437|85\d|86\d|874|932|949|950)"
    r"|koi8-[rut]|mac-(?:roman|cyrillic|greek|latin2)|gb2312|gbk|gb18030|big5|shift_jis|euc_jp|euc_kr|iso2022_jp"
)
"""Python names of the accepted text encodings. Very slow ones such as ``punycode`` are left out."""
_LATIN = ("ascii", "iso8859-1")
_GUESSED = ("", *_LATIN, "iso8859-15", "cp1252")
_ALIASES = {"unicode-1-1-utf-7": "utf-7"}


def text_in(data: bytes, charset: str) -> str:
    """Return the text of ``data``, which a mail declares to be in ``charset``; the declaration may be wrong or unknown.

    Valid UTF-8 is read as UTF-8 even if Latin-1 is declared, and Latin-1 as Windows-1252, which contains it. Bytes that
    are invalid in the declared encoding are read in the encoding that they look like.
    """
    encoding = _known(charset.strip().lower())
    for name in (*(("utf-8",) if encoding in _GUESSED else ()), "cp1252" if encoding in _LATIN else encoding):
        try:
            return data.decode(name or "utf-8")
        except (UnicodeError, ValueError):
            continue
    guessed = decoded(data).data
    try:
        return guessed.decode("utf-8")
    except UnicodeDecodeError:
        return guessed.decode("cp1252", "replace")


def _known(charset: str) -> str:
    """Return Python's name of an accepted text encoding, or an empty string for any other."""
    try:
        known = codecs.lookup(_ALIASES.get(charset, charset)).name if len(charset) <= 40 else ""
    except (LookupError, ValueError, UnicodeError):
        return ""
    return known if _KNOWN.fullmatch(known) else ""
