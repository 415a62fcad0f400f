"""What a mail holds that may be orders, in the order in which it is trusted, and what of it is its order file."""

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
"""The kinds of contents: what is trusted most stands first."""
_FILES = (".yaml", ".yml", ".txt")
_YAML = ("application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "text/vnd.yaml")
_SPILT = re.compile(r"ATT\d+\.txt", re.IGNORECASE)
"""What Exchange calls a piece of the text that stands behind an attachment."""
_MOST_FILES = 5
_TYPED = 8 * 1024
"""Characters of a file and of a text that are looked at together: whoever sends more did not type it."""


_LONGEST = 2 * MAX_BYTES
"""Characters of a text that are read: no file may have half as many."""


class Content(NamedTuple):
    """Something in a mail that may be orders: of which of ``KINDS`` it is, its file's name, and its text."""

    kind: str
    name: str
    text: str
    other: str = ""
    """What the mail says as a page, where it is a text and that is something else."""
    quoted: str = ""
    """What it quotes, as far as somebody may have filled that in; it is no part of its text."""


def contents_of(mail: MailPart) -> tuple[tuple[Content, ...], tuple[str, ...]]:
    """Return what a mail holds that may be orders, what is trusted most first, and the names of what is not read.

    What says nothing is not there.
    """
    parts = [(part, None if part.is_shut else _file(part)) for part in _opened(parts_of(mail))]
    files = [file for _, file in parts if file is not None]
    texts = [part for part, file in parts if file is None and not part.is_attached and not part.is_shut]
    plain = _seen(_joined(part for part in texts if part.kind == "text/plain"))
    pages = _seen(_joined(part for part in texts if part.kind == "text/html"))
    unread = dict.fromkeys(part.name or part.kind for part, file in parts if file is None and _is_unread(part))
    found = [*_by_name(files), *_forms(_written("text", plain), _written("html", pages), plain, pages)]
    said = sorted((content for content in found if content.text.strip()), key=lambda one: KINDS.index(one.kind))
    return tuple(said), tuple(unread)[:_MOST_FILES]


def _is_unread(part: MailPart) -> bool:
    """Tell whether somebody may think that a part is read, as a photo of his orders: no text, no seal of a program."""
    return part.is_shut or not part.kind.startswith(("text/", "multipart/", *_SEALS))


_SEALS = ("application/pgp-", "application/pkcs7-", "application/x-pkcs7-")


def _forms(text: Content, page: Content, plain: str, pages: str) -> list[Content]:
    """Return the two forms of a mail, its text and its page, so that what was struck out in it is nobody's order.

    Programs show that in the page alone: the text, which has it as if it were not struck out, is then none of it. Where
    they say different things besides, the text tells the other.
    """
    if STRUCK in page.text:
        return [page]
    if not text.text or not page.text or _says_the_same(text.text, page.text, plain, pages):
        return [text, page]
    return [text._replace(other=page.text), page]


def _says_the_same(text: str, page: str, plain: str, pages: str) -> bool:
    """Tell whether two forms of a mail say the same, whatever they look like; ``plain`` and ``pages`` are the whole.

    Where what is quoted was known in one of them alone, that begins, or ends, with what the other says.
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
"""What one form of a mail shows and the other does not: where a link leads, what a picture is called."""
_LETTERS = re.compile(r"[^\W_]+|[\u2190-\u21ff\u2b00-\u2bff]+")


def _letters(text: str) -> str:
    """Return the letters, digits and arrows of a text, by which its two forms are compared."""
    return "".join(_LETTERS.findall(_UNSEEN.sub(" ", text))).casefold()


def _by_name(files: Sequence[Content]) -> list[Content]:
    """Return files with those first that say that they are YAML; each text once."""
    ordered = sorted(files, key=lambda file: file.name.lower().endswith(".txt"))
    return list({file.text: file for file in reversed(ordered)}.values())[::-1][:_MOST_FILES]


def _opened(parts: Iterable[MailPart]) -> Iterator[MailPart]:
    """Yield parts, and in place of what programs of offices wrap, what is in it."""
    for part in parts:
        if part.kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
            yield from parts_of(mail_in(signed_inside(part.data), 1 << 20)[0])
        elif part.kind in ("application/ms-tnef", "application/vnd.ms-tnef") or part.name.lower() == "winmail.dat":
            for name, data in files_inside(part.data, _MOST_FILES):
                yield file_part(_bare(name), data)
        else:
            yield part


def _bare(name: str) -> str:
    return re.sub(r"[^\w .-]", "_", name)


def _file(part: MailPart) -> Content | None:
    """Return a part as an order file, where its name or its kind says that it may be one."""
    name = part.name.lower()
    alone = part.kind != "text/plain" or "content-disposition" in part  # some texts have a name, too
    named = name.endswith(_FILES[:2]) or (name.endswith(_FILES[2]) and alone and not _SPILT.fullmatch(name))
    return Content("attachment", part.name, _as_file(part)) if named or part.kind in _YAML else None


def _as_file(part: MailPart) -> str:
    """Return the text of a file, as it was sent: with its ends of lines; in what encoding, it does not say."""
    charset = part.said("charset")
    text = text_in(part.data if charset else decoded(part.data).data, charset)
    return text.removeprefix("\ufeff")[: MOST_COUNTED + 1]


def _joined(parts: Iterable[MailPart]) -> str:
    """Return the texts of some parts, one below the other: programs part them where something is attached."""
    return "\n".join(_text(part) for part in parts)[:_LONGEST]


def _text(part: MailPart) -> str:
    """Return the text of a part; of one that is far longer than orders may be, the beginning, which still is."""
    if part.kind == "text/html":
        return text_of_page(part.text)[:_LONGEST]
    text = part.text[:_LONGEST]
    text = _unflowed(text, part.said("delsp") == "yes") if part.said("format") == "flowed" else text
    return _unarmoured(text)


_ARMOUR = re.compile(
    r"\s*-----BEGIN PGP SIGNED MESSAGE-----\n(?:[^\n]+\n)*\n(.*)\n-----BEGIN PGP SIGNATURE-----", re.DOTALL
)


def _unarmoured(text: str) -> str:
    """Return a text that is signed by PGP in it without the signature, which proves nothing here."""
    signed = _ARMOUR.match(text)
    return re.sub(r"^- ", "", signed[1], flags=re.MULTILINE) if signed else text


def _unflowed(text: str, drops: bool) -> str:
    """Return a text with the lines joined that a program has broken: they end in a space; see RFC 3676."""
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
    """Return a text as its sender wrote it: what it quotes is left out."""
    own, quoted = words_in(text)
    block = any(fenced(own.split("\n")))
    return Content("block" if block else kind, "", own + "\n" if own else "", quoted=_lines_of_forms(quoted))


_PAIR = re.compile(r"[ \t]*[*_]?[^\W\d_][^:=\n]{0,60}[:=](?P<value>[^\n]{0,200})")
_VALUE = re.compile(r"[\s*_]*[^\s*_#]")


def _lines_of_forms(quoted: str) -> str:
    """Return of what a mail quotes the lines that may be of a form, where something stands in one; else nothing."""
    pairs = [pair for line in quoted.split("\n") if (pair := _PAIR.match(line))]
    if not any(_VALUE.match(pair["value"]) for pair in pairs):
        return ""
    return "\n".join(pair[0] for pair in pairs)[:_TYPED]


_SPACES = re.compile("[\u00a0\u2007\u2009\u202f\u3000]")


def _seen(text: str) -> str:
    """Return a text with plain spaces, without what is not seen: soft hyphens, signs that join or turn, zeros."""
    if text.isascii():
        return text.replace("\0", "")
    seen = _SPACES.sub(" ", text.replace("\0", "").replace("\u2028", "\n").replace("\u2029", "\n"))
    return "".join(sign for sign in seen if unicodedata.category(sign) != "Cf")


def orders_in(contents: Sequence[Content]) -> Content | None:
    """Return what of the contents of a mail is its order file; None where it holds nothing.

    A file that is attached is read with the words beside it, as a block of code in them: they may take it back. Of
    several files it can then be told that they are. What stands in both is said once.
    """
    files = [content for content in contents if content.kind == "attachment"]
    words = next((content.text for content in contents if content.kind != "attachment"), "")
    if not files:
        return contents[0] if contents else None
    known = {line.strip() for file in files for line in file.text.splitlines()}
    beside = "\n".join(line for line in words.split("\n") if line.strip() and line.strip() not in known)
    held = "".join(file.text for file in files)
    if (len(files) == 1 and not beside) or len(held) + len(beside) > _TYPED or _has_blocks(held + beside):
        return files[0]
    blocks = [f"[code]{file.text.rstrip()}\n[/code]\n" for file in files]
    return Content("attachment", files[0].name, "".join(blocks) + (f"\n{beside}\n" if beside else ""))


def _has_blocks(text: str) -> bool:
    return "```" in text or "[code" in text.lower() or "[/code" in text.lower()


# What programs of offices wrap a mail in: signed by S/MIME, whose text is inside; a ``winmail.dat`` of Outlook.


_DEEPEST_IN_WRAPPING = 16
_MOST_IN_WRAPPING = 2000
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
    left = [_MOST_IN_WRAPPING]
    try:
        [whole] = list(_values(data, 0, len(data), left))[:1]
        kind, *wrapped = _values(data, whole.start, whole.stop, left)
        if data[kind.start : kind.stop] != _SIGNED:
            return b""
        [signed] = list(_values(data, wrapped[0].start, wrapped[0].stop, left))[:1]
        held = [value for value in _values(data, signed.start, signed.stop, left) if value.tag == 0x30][:1]
        [_, content, *_] = list(_values(data, held[0].start, held[0].stop, left))
        return b"".join(_octets(data, content.start, content.stop, left, _DEEPEST_IN_WRAPPING))
    except (IndexError, ValueError):  # it ends too early, or is something else
        return b""


def _values(data: bytes, at: int, stop: int, left: list[int]) -> Iterator[_Value]:
    """Yield the values that stand one after the other; raises ``ValueError`` where they do not, or are too many."""
    while at < stop and data[at : at + 2] != b"\0\0":
        value = _value(data, at, stop, left, _DEEPEST_IN_WRAPPING)
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
