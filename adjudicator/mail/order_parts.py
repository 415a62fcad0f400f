"""The contents of a mail that may be orders, ranked by trust, and the one that is taken as its order file.

The module also unpacks what office programs wrap a mail in: S/MIME signatures and ``winmail.dat``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from adjudicator.mail.mime import MailPart, file_part, mail_in, parts_of, text_in
from adjudicator.mail.text import STRUCK, fenced, text_of_page, words_in
from adjudicator.reading.strict_yaml import MAX_BYTES
from adjudicator.reading.unquote import decoded
from adjudicator.store.layout import MOST_COUNTED

KINDS = ("attachment", "block", "text", "html")
"""The kinds of contents, the most trusted first."""
_FILES = (".yaml", ".yml", ".txt")
_YAML = ("application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "text/vnd.yaml")
_SPILT = re.compile(r"ATT\d+\.txt", re.IGNORECASE)
"""The name that Exchange gives to text that follows an attachment."""
_MOST_FILES = 5
_TYPED = 8 * 1024
"""Characters up to which a file and the text beside it are combined: nobody types more than this."""


_LONGEST = 2 * MAX_BYTES
"""Characters of a text that are read; an order file may have less than half as many."""


class Content(NamedTuple):
    """Something in a mail that may be orders: its kind (one of ``KINDS``), its file name, and its text."""

    kind: str
    name: str
    text: str
    other: str = ""
    """The text of the mail's HTML form, if this is its plain form and the two differ."""
    quoted: str = ""
    """Quoted lines that somebody may have filled in, which are not part of ``text``."""


def contents_of(mail: MailPart) -> tuple[tuple[Content, ...], tuple[str, ...]]:
    """Return the contents of a mail that may be orders, the most trusted first, and the names of the parts not read.

    Contents without any text are left out.
    """
    parts = [(part, None if part.is_shut else _file(part)) for part in _opened(parts_of(mail))]
    files = [file for _, file in parts if file is not None]
    texts = [part for part, file in parts if file is None and not part.is_attached and not part.is_shut]
    plain = _seen(_joined(part for part in texts if part.kind == "text/plain"))
    pages = _seen(_joined(part for part in texts if part.kind == "text/html"))
    # The sender may expect a part to be read that is not, such as a photo of orders; text and signatures do not count.
    others = [part for part, file in parts if file is None]
    unread = dict.fromkeys(part.name or part.kind for part in others if part.is_shut or not part.kind.startswith(_READ))
    # Files named as YAML come before .txt files, and identical texts count once.
    ordered = sorted(files, key=lambda file: file.name.lower().endswith(".txt"))
    distinct = list({file.text: file for file in reversed(ordered)}.values())[::-1][:_MOST_FILES]
    found = [*distinct, *_forms(_written("text", plain), _written("html", pages), plain, pages)]
    said = sorted((content for content in found if content.text.strip()), key=lambda one: KINDS.index(one.kind))
    return tuple(said), tuple(unread)[:_MOST_FILES]


_READ = ("text/", "multipart/", "application/pgp-", "application/pkcs7-", "application/x-pkcs7-")


def _forms(text: Content, page: Content, plain: str, pages: str) -> list[Content]:
    """Return the plain and the HTML form of a mail so that struck-out text is never taken for an order.

    Mail programs mark struck-out text in the HTML form only. The plain form shows it unmarked, so it is then dropped.
    If the forms differ otherwise, the plain form carries the other one's text.
    """
    if STRUCK in page.text:
        return [page]
    if not text.text or not page.text or _says_the_same(text.text, page.text, plain, pages):
        return [text, page]
    return [text._replace(other=page.text), page]


def _says_the_same(text: str, page: str, plain: str, pages: str) -> bool:
    """Return whether two forms of a mail have the same words.

    ``plain`` and ``pages`` are the forms with their quotations. If a quotation was recognised in only one form, the
    other form has more text, and starts or ends with the shorter one.
    """
    one, other = _letters(text), _letters(page)
    if one == other:
        return True
    first, second = _letters(plain), _letters(pages)
    if first == second:
        return True
    longer, shorter, whole = (other, one, first) if len(other) > len(one) else (one, other, second)
    above = longer.startswith(shorter) and whole.startswith(longer)
    return above or (longer.endswith(shorter) and whole.endswith(longer))


_UNSEEN = re.compile(r"<?\b(?:https?|mailto|cid):[^\s<>]{1,2000}>?|\[(?:cid|image)\b[^\]\n]{0,300}\]", re.IGNORECASE)
"""What only one of the two forms shows: link targets and the names of pictures."""
_LETTERS = re.compile(r"[^\W_]+|[\u2190-\u21ff\u2b00-\u2bff]+")


def _letters(text: str) -> str:
    """Return the letters, digits and arrows of a text, which are what comparing its two forms looks at."""
    return "".join(_LETTERS.findall(_UNSEEN.sub(" ", text))).casefold()


def _opened(parts: Iterable[MailPart]) -> Iterator[MailPart]:
    """Yield parts, with the wrappers of office programs replaced by the parts inside them."""
    for part in parts:
        if part.kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
            yield from parts_of(mail_in(signed_inside(part.data), 1 << 20)[0])
        elif part.kind in ("application/ms-tnef", "application/vnd.ms-tnef") or part.name.lower() == "winmail.dat":
            for name, data in files_inside(part.data, _MOST_FILES):
                yield file_part(re.sub(r"[^\w .-]", "_", name), data)
        else:
            yield part


def _file(part: MailPart) -> Content | None:
    """Return a part as an order file if its name or content type says that it may be one, else None.

    The text keeps its line ends. Without a declared charset the encoding is guessed.
    """
    name = part.name.lower()
    alone = part.kind != "text/plain" or "content-disposition" in part  # ordinary text parts may be named
    named = name.endswith(_FILES[:2]) or (name.endswith(_FILES[2]) and alone and not _SPILT.fullmatch(name))
    if not named and part.kind not in _YAML:
        return None
    charset = part.said("charset")
    text = text_in(part.data if charset else decoded(part.data).data, charset)
    return Content("attachment", part.name, text.removeprefix("\ufeff")[: MOST_COUNTED + 1])


def _joined(parts: Iterable[MailPart]) -> str:
    """Return the texts of parts one below the other: mail programs split a text where something is attached."""
    return "\n".join(_text(part) for part in parts)[:_LONGEST]


def _text(part: MailPart) -> str:
    """Return the text of a part, cut to a length that still exceeds what orders may have.

    The PGP signature around a signed text is removed; it proves nothing here.
    """
    if part.kind == "text/html":
        return text_of_page(part.text)[:_LONGEST]
    text = part.text[:_LONGEST]
    text = _unflowed(text, part.said("delsp") == "yes") if part.said("format") == "flowed" else text
    signed = _ARMOUR.match(text)
    return re.sub(r"^- ", "", signed[1], flags=re.MULTILINE) if signed else text


_ARMOUR = re.compile(
    r"\s*-----BEGIN PGP SIGNED MESSAGE-----\n(?:[^\n]+\n)*\n(.*)\n-----BEGIN PGP SIGNATURE-----", re.DOTALL
)


def _unflowed(text: str, drops: bool) -> str:
    """Return a text with its soft line breaks removed: lines that end in a space continue on the next line (RFC 3676).

    If ``drops`` is true, that space itself is deleted too.
    """
    lines: list[str] = []
    goes_on, depth = False, 0
    for line in text.split("\n"):
        bare = line.lstrip(">")
        marks, bare = len(line) - len(bare), bare.removeprefix(" ")
        said = bare if bare.strip() != "--" else "-- "
        if goes_on and marks == depth and said != "-- ":
            lines[-1] = (lines[-1][:-1] if drops else lines[-1]) + bare
        else:
            lines.append((">" * marks + " " if marks else "") + bare)
        goes_on, depth = bare.endswith(" ") and said != "-- ", marks
    return "\n".join(lines)


def _written(kind: str, text: str) -> Content:
    """Return a text as a content without what it quotes."""
    own, quoted = words_in(text)
    block = any(fenced(own.split("\n")))
    # Of the quotation, the lines that look like those of an order form are kept if any has a value.
    pairs = [pair for line in quoted.split("\n") if (pair := _PAIR.match(line))]
    filled = any(_VALUE.match(pair["value"]) for pair in pairs)
    forms = "\n".join(pair[0] for pair in pairs)[:_TYPED] if filled else ""
    return Content("block" if block else kind, "", own + "\n" if own else "", quoted=forms)


_PAIR = re.compile(r"[ \t]*[*_]?[^\W\d_][^:=\n]{0,60}[:=](?P<value>[^\n]{0,200})")
_VALUE = re.compile(r"[\s*_]*[^\s*_#]")


_SPACES = re.compile("[\u00a0\u2007\u2009\u202f\u3000]")


def _seen(text: str) -> str:
    """Return a text with plain spaces and without invisible characters such as soft hyphens, joiners and NUL."""
    if text.isascii():
        return text.replace("\0", "")
    seen = _SPACES.sub(" ", text.replace("\0", "").replace("\u2028", "\n").replace("\u2029", "\n"))
    return "".join(sign for sign in seen if unicodedata.category(sign) != "Cf")


def orders_in(contents: Sequence[Content]) -> Content | None:
    """Return the content that is the order file of a mail, or None if there is none.

    An attached file is combined with the words beside it, which may withdraw it: the file becomes a block of code among
    them. This also makes several files visible as such. Lines that stand in both are kept only once.
    """
    files = [content for content in contents if content.kind == "attachment"]
    words = next((content.text for content in contents if content.kind != "attachment"), "")
    if not files:
        return contents[0] if contents else None
    known = {line.strip() for file in files for line in file.text.splitlines()}
    beside = "\n".join(line for line in words.split("\n") if line.strip() and line.strip() not in known)
    held = "".join(file.text for file in files)
    both = held + beside
    has_blocks = "```" in both or "[code" in both.lower() or "[/code" in both.lower()
    if (len(files) == 1 and not beside) or len(both) > _TYPED or has_blocks:
        return files[0]
    blocks = [f"[code]{file.text.rstrip()}\n[/code]\n" for file in files]
    return Content("attachment", files[0].name, "".join(blocks) + (f"\n{beside}\n" if beside else ""))


# Wrappers of office programs: S/MIME signed data, which contains a mail, and Outlook's ``winmail.dat``.


_DEEPEST_IN_WRAPPING = 16
_MOST_IN_WRAPPING = 2000
_SIGNED = bytes.fromhex("2a864886f70d010702")
"""The object identifier of signed data, in DER."""


def signed_inside(data: bytes) -> bytes:
    """Return the mail inside S/MIME signed data, or empty bytes if the data are encrypted or something else.

    The signature is not checked and proves nothing here, because nobody knows who holds the key.
    """
    left = [_MOST_IN_WRAPPING]
    try:
        (_, whole), *_ = _values(data, left)
        (_, kind), (_, wrapped), *_ = _values(whole, left)
        if kind != _SIGNED:
            return b""
        (_, signed), *_ = _values(wrapped, left)
        held, *_ = [content for tag, content in _values(signed, left) if tag == 0x30]
        _, (_, content), *_ = _values(held, left)
        return b"".join(_octets(content, left, _DEEPEST_IN_WRAPPING))
    except (IndexError, ValueError):  # truncated, or not signed data
        return b""


def _values(data: bytes, left: list[int]) -> list[tuple[int, bytes]]:
    """Return consecutive BER values as pairs of tag and content.

    Raise ``ValueError`` or ``IndexError`` if the data are malformed or hold too many values.
    """
    values, at = [], 0
    while at < len(data) and data[at : at + 2] != b"\0\0":
        start, stop, end = _value(data, at, left, _DEEPEST_IN_WRAPPING)
        values.append((data[at], data[start:stop]))
        at = end
    return values


def _value(data: bytes, at: int, left: list[int], depth: int) -> tuple[int, int, int]:
    """Return where the content of the BER value at ``at`` starts and stops, and where the value ends.

    Raise ``ValueError`` or ``IndexError`` if it is malformed. ``left`` counts down the values that may still be read
    and ``depth`` the nesting, so that a hostile mail cannot keep the program busy.
    """
    left[0] -= 1
    tag, length, start = data[at], data[at + 1], at + 2
    if left[0] < 0 or depth < 0 or tag & 0x1F == 0x1F:
        raise ValueError(at)
    if length == 0x80:  # indefinite length: the content ends with two zero bytes after its values
        inside = start
        while data[inside : inside + 2] != b"\0\0":
            *_, inside = _value(data, inside, left, depth - 1)
        return start, inside, inside + 2
    if length > 0x80:
        start += length - 0x80
        length = int.from_bytes(data[at + 2 : start], "big")
    if start + length > len(data):
        raise ValueError(at)
    return start, start + length, start + length


def _octets(data: bytes, left: list[int], depth: int) -> Iterator[bytes]:
    """Yield the pieces of an octet string, which may be split into nested pieces."""
    if depth < 0:
        raise ValueError(depth)
    for tag, content in _values(data, left):
        if tag & 0x20:
            yield from _octets(content, left, depth - 1)
        elif tag == 0x04:
            yield content


_TNEF = b"\x78\x9f\x3e\x22"
_TITLE, _DATA = 0x8010, 0x800F


def files_inside(data: bytes, most: int) -> list[tuple[str, bytes]]:
    """Return the first ``most`` files in a ``winmail.dat`` as (name, data) pairs; empty if it is not one.

    Only a name that follows file data belongs to a file.
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
