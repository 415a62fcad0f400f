"""Bytes of a mail as text, whatever encoding it says they are in: it may be wrong, unknown, or none at all."""

from __future__ import annotations

import re

from adjudicator.reading.decoding import decoded

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:+-]{0,39}")
_KNOWN = re.compile(
    r"utf-(?:7|8|8-sig|16|16-le|16-be|32|32-le|32-be)|ascii|iso8859-\d{1,2}|cp(?:125[0-8]|437|85\d|86\d|874|932|949|950)"
    r"|koi8-[rut]|mac-(?:roman|cyrillic|greek|latin2)|gb2312|gbk|gb18030|big5|shift_jis|euc_jp|euc_kr|iso2022_jp"
)
"""Encodings of text, by the names that Python gives them: not those of its own, some of which take for ever."""
_ONE_BYTE = ("ascii", "iso8859-1", "iso8859-15", "cp1252")
_ALIASES = {"unicode-1-1-utf-7": "utf-7", "iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252"}


def text_in(data: bytes, charset: str | None) -> str:
    """Return the text of ``data``, which are said to be in a ``charset``.

    What is valid UTF-8 is that, though it says that it is Latin-1; Latin-1 is Windows-1252, of which it is a part. What
    cannot be in the encoding that it names is in the one that it looks like.
    """
    encoding = _known(charset or "")
    if encoding in ("", *_ONE_BYTE) and (text := _in(data, "utf-8")) is not None:
        return text
    text = _in(data, "cp1252" if encoding in ("iso8859-1", "ascii") else encoding) if encoding else None
    if text is not None:
        return text
    guessed = decoded(data).data
    text = _in(guessed, "utf-8")
    return guessed.decode("cp1252", "replace") if text is None else text


def _known(charset: str) -> str:
    """Return the name that Python has for an encoding of text; nothing for any other name."""
    import codecs

    name = _ALIASES.get(charset.strip().lower(), charset.strip())
    if not _NAME.fullmatch(name):
        return ""
    try:
        known = codecs.lookup(name).name
    except (LookupError, ValueError, UnicodeError):
        return ""
    return known if _KNOWN.fullmatch(known) else ""


def _in(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeError, ValueError):
        return None
