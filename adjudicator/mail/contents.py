"""What a mail holds that may be orders, in the order in which it is trusted, and what of it is its order file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.core.tuples import NamedTuple
from adjudicator.mail.charsets import text_in
from adjudicator.mail.head import Head, parted
from adjudicator.mail.parts import Part, parts_of
from adjudicator.mail.quotes import fenced, own_words
from adjudicator.reading.decoding import decoded
from adjudicator.reading.strict_yaml import MAX_BYTES
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


def contents_of(head: Head, body: bytes) -> tuple[Content, ...]:
    """Return what a mail holds that may be orders, what is trusted most first; nothing that says nothing."""
    parts = [(part, _file(part)) for part in _opened(parts_of(head, body))]
    files = [file for _, file in parts if file is not None]
    texts = [part for part, file in parts if file is None and not part.is_attached]
    plain = _joined(part for part in texts if part.kind == "text/plain")
    pages = _joined(part for part in texts if part.kind == "text/html")
    found = [*_by_name(files), *_written("text", plain), *_written("html", pages)]
    return tuple(sorted((content for content in found if content.text.strip()), key=lambda one: KINDS.index(one.kind)))


def _by_name(files: Sequence[Content]) -> list[Content]:
    """Return files with those first that say that they are YAML; each text once."""
    ordered = sorted(files, key=lambda file: file.name.lower().endswith(".txt"))
    return list({file.text: file for file in reversed(ordered)}.values())[::-1][:_MOST_FILES]


def _opened(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield parts, and in place of what programs of offices wrap, what is in it."""
    for part in parts:
        if part.kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
            from adjudicator.mail.wrapped import signed_inside

            yield from parts_of(*parted(signed_inside(part.data)))
        elif part.kind in ("application/ms-tnef", "application/vnd.ms-tnef") or part.name.lower() == "winmail.dat":
            from adjudicator.mail.wrapped import files_inside

            for name, data in files_inside(part.data, _MOST_FILES):
                yield Part(Head([("content-disposition", f'attachment;filename="{_bare(name)}"')]), data)
        else:
            yield part


def _bare(name: str) -> str:
    return re.sub(r"[^\w .-]", "_", name)


def _file(part: Part) -> Content | None:
    """Return a part as an order file, where its name or its kind says that it may be one."""
    name = part.name.lower()
    alone = part.kind != "text/plain" or part.head.has("content-disposition")  # some texts have a name, too
    named = name.endswith(_FILES[:2]) or (name.endswith(_FILES[2]) and alone and not _SPILT.fullmatch(name))
    return Content("attachment", part.name, _as_file(part)) if named or part.kind in _YAML else None


def _as_file(part: Part) -> str:
    """Return the text of a file, as it was sent: with its ends of lines; in what encoding, it does not say."""
    text = text_in(part.data if part.charset else decoded(part.data).data, part.charset)
    return text.removeprefix("\ufeff")[: MOST_COUNTED + 1]


def _joined(parts: Iterable[Part]) -> str:
    """Return the texts of some parts, one below the other: programs part them where something is attached."""
    return "\n".join(_text(part) for part in parts)[:_LONGEST]


def _text(part: Part) -> str:
    """Return the text of a part; of one that is far longer than orders may be, the beginning, which still is."""
    if part.kind == "text/html":
        from adjudicator.mail.htmltext import text_of_page

        return text_of_page(part.text)[:_LONGEST]
    text = part.text[:_LONGEST]
    text = _unflowed(text, part.drops_spaces) if part.is_flowed else text
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


def _written(kind: str, text: str) -> list[Content]:
    """Return a text as its sender wrote it: what it quotes is left out, and signs that are not seen."""
    own = own_words(_seen(text))
    block = any(fenced(own.split("\n")))
    return [Content("block" if block else kind, "", own + "\n" if own else "")]


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
