"""A mail as the standard library parses it: its fields as text, and the parts that hold something.

The parser of the standard library calls itself for each mail inside a mail, and compares each line with every boundary
around it, so that some kilobytes can end the process or keep it busy for minutes. ``mail_in`` therefore counts lines,
boundaries and parts first. Of a mail that exceeds a limit, which no mail program writes, only the head is parsed.
"""

from __future__ import annotations

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
"""Characters of a field that are kept: splitting parameters takes time that grows with the square of their length."""
_MOST_NESTED = 100
"""Boundaries and enclosed mails that may be declared in a mail."""
_MOST_PARTS = 2000
"""Lines in a mail with parts that may begin as the line between two parts does."""
_MOST_LINES = 300_000
"""Lines of a mail, times the boundaries with which each may be compared: one second."""
_LARGEST = 1 << 20
"""Bytes of a part that are read: no orders are as long."""
_ABOVE = re.compile(rb"\A(?:\xef\xbb\xbf)?(?:>?From [^\n]*\n)?")
"""What a mailbox writes above a mail."""
_HEAD_ENDS = re.compile(rb"(?:\A|\n)\r?\n")
_NO_FIELD = re.compile(rb"^(?![!-9;-~]{1,80}:|[ \t]|\n)[^\n]*\n?", re.MULTILINE)
_NESTED = re.compile(rb"boundary|message/", re.IGNORECASE)
_NOT_BELOW = ("message", "image", "audio", "video", "font", "model")
_GAP = GAP.decode("ascii")


class MailPart(Message):
    """A mail, or a part of one."""

    is_cut = False
    """Whether some of it was left out because the mail is too large: it may say something else as a whole."""
    is_sound = True
    """Whether all programs agree where its head ends and which fields that has, and so who wrote the mail."""

    def set_payload(self, payload: Any, charset: Any = None) -> None:
        """Set what the part holds; the parser does."""
        self.is_cut = isinstance(payload, str) and _GAP in payload
        super().set_payload(payload, charset)

    def all(self, *names: str) -> list[str]:
        """Return the values of the fields with these names, in small letters, in their order."""
        return [str(value) for name, value in self.items() if name.lower() in names]

    def first(self, name: str) -> str:
        """Return the value of the first field with a name; an empty text if there is none."""
        return str(self.get(name, ""))

    @property
    def kind(self) -> str:
        """The type of its content, for example ``text/plain``."""
        return self.get_content_type()

    @property
    def name(self) -> str:
        """The name under which it was attached; empty if it has none."""
        try:
            return in_words(self.get_filename("") or "", 200)
        except (LookupError, ValueError, TypeError, AttributeError):  # parameters as no program writes them
            return ""

    @property
    def is_attached(self) -> bool:
        """Whether it declares that it does not belong to the text."""
        return self.first("content-disposition").lower().startswith("attachment")

    @property
    def is_shut(self) -> bool:
        """Whether it is never read: a picture, a mail of somebody else, or a part that was cut."""
        return self.is_cut or self.kind.partition("/")[0] in _NOT_BELOW

    def said(self, name: str) -> str:
        """Return a parameter of the content type, for example ``charset``, in small letters; empty if there is none."""
        try:
            return collapse_rfc2231_value(self.get_param(name, "") or "").strip(" \"'").lower()
        except (LookupError, ValueError, TypeError):
            return ""

    @property
    def data(self) -> bytes:
        """The bytes it holds, decoded as far as they can be."""
        data = self.get_payload(decode=True)
        return data[:_LARGEST] if isinstance(data, bytes) else b""

    @property
    def text(self) -> str:
        """The text it holds, with ``\\n`` at the ends of lines."""
        text = text_in(self.data, self.said("charset"))
        return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


class _Policy(Compat32):
    """Parse fields as text on one line, of a limited length."""

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
    """Parse a mail; return it and the bytes below its head. Of more than ``longest`` bytes only the head is parsed."""
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
    """Tell whether parsing takes time in proportion to the length of a mail."""
    nested = len(_NESTED.findall(data))
    lines = data.count(b"\n") + data.count(b"\r")
    return not nested or (
        nested <= _MOST_NESTED and lines * nested <= _MOST_LINES and data.count(b"\n--") <= _MOST_PARTS
    )


def parts_of(mail: MailPart) -> Iterator[MailPart]:
    """Yield the parts of a mail that hold no other part, in their order, but not those of a mail that it encloses."""
    waiting = [mail]
    while waiting:
        part = waiting.pop()
        if part.get_content_maintype() != "multipart":
            yield part
        elif part.is_multipart():
            waiting += reversed(part.get_payload())  # type: ignore[arg-type]


def file_part(name: str, data: bytes) -> MailPart:
    """Return a file as an attached part."""
    part = MailPart(_POLICY)
    part["content-disposition"] = f'attachment;filename="{name}"'
    part.set_payload(data.decode("ascii", "surrogateescape"))
    return part


_WORD = re.compile(r"=\?[^?\s]{1,60}\?[bBqQ]\?[^?\r\n]{0,4000}\?=")
_BETWEEN = re.compile(r"(\?=)[ \t\r\n]+(=\?)")


def in_words(value: str, longest: int = 300) -> str:
    """Return the value of a field as people read it, on one line, with its encoded words decoded."""
    # Each word alone: decode_header spoils signs beyond Latin-1 that stand beside one, and is slow without an end.
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
"""Encodings of text by their names in Python, without those that take very long, for example ``punycode``."""
_LATIN = ("ascii", "iso8859-1")
_GUESSED = ("", *_LATIN, "iso8859-15", "cp1252")
_ALIASES = {"unicode-1-1-utf-7": "utf-7"}


def text_in(data: bytes, charset: str) -> str:
    """Return the text of ``data``, which a mail declares to be in a ``charset``: this may be wrong or unknown.

    Valid UTF-8 is read as such even if it is declared as Latin-1; Latin-1 is read as Windows-1252, which contains it.
    What is not valid in the declared encoding is read in the one that it looks like.
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
    """Return the name that Python has for an encoding of text; nothing for any other name."""
    import codecs

    try:
        known = codecs.lookup(_ALIASES.get(charset, charset)).name if len(charset) <= 40 else ""
    except (LookupError, ValueError, UnicodeError):
        return ""
    return known if _KNOWN.fullmatch(known) else ""
