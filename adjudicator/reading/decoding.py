"""The text of a file in the encoding that an editor, a mail or a forum left it in, where it has but one reading."""

from __future__ import annotations

import codecs
from typing import NamedTuple

# What people write here besides ASCII. In a wrong encoding the accents of French become other signs than these.
_WRITTEN = frozenset("àâäæçéèêëîïôöœùûüÿÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸáíóúñãõåøÁÍÓÚÑÃÕÅØß«»‹›“”‘’„…–—•·°²€£\u00a0\u00ad")
_WIDE = {
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


class Decoded(NamedTuple):
    """The bytes of a file as UTF-8, and the name of the encoding in which they were; None if nobody needs to hear."""

    data: bytes
    encoding: str | None = None


def decoded(data: bytes) -> Decoded:
    """Return a file in UTF-8, if it is that or has but one reading; else its bytes as they are, to be refused.

    Windows-1252, of which Latin-1 is a part for what people type, is read where every sign of it is one that is
    written in French or its neighbours; UTF-16 where the file says so, or every other byte is nothing.
    """
    if _is(data, "utf-8"):
        return Decoded(data)
    wide = _WIDE.get(data[:2]) or _without_mark(data)
    if wide:
        return _in(data, wide, "UTF-16")
    return _in(data, "cp1252", "Windows-1252")


def _is(data: bytes, encoding: str) -> bool:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return "\0" not in text


def _without_mark(data: bytes) -> str | None:
    """Return the kind of UTF-16 that bytes without a mark of their order look like: text of which half is zeros."""
    if len(data) < 4 or len(data) % 2 or b"\0" not in data:
        return None
    high, low = data[0::2].count(0), data[1::2].count(0)
    least = len(data) // 2 * 0.7
    return "utf-16-le" if low > least and not high else "utf-16-be" if high > least and not low else None


def _in(data: bytes, encoding: str, name: str) -> Decoded:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return Decoded(data)
    if all(sign.isascii() or sign in _WRITTEN for sign in text.removeprefix("\ufeff")):
        return Decoded(text.encode(), name)
    return Decoded(data)
