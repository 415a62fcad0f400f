"""What may be keys in what somebody wrote."""

from __future__ import annotations

import re

MOST = 1 << 16
"""Characters of a text that are looked through."""
_KEY = re.compile(r"(?<![A-Za-z0-9-])([A-Za-z2-9]{4})[-\u2010-\u2015 ]?([A-Za-z2-9]{4})(?![A-Za-z0-9-])")
_HYPHEN = re.compile(r"(?<![A-Za-z0-9-])([A-Z2-9]{4})-([A-Z2-9]{4})(?![A-Za-z0-9-])")
_WORD = re.compile(r"\b(?:cl[eé]s?|clef|key)\b", re.IGNORECASE)
MOST_KEYS = 4
"""What may be keys in a mail at most: who sends more of it tries them out, and none of it counts."""


def tokens_in(text: str) -> list[str]:
    """Return what may be keys in a text: all that looks like one, and after the word for it what nearly does."""
    found = dict.fromkeys("".join(match.groups()) for match in _HYPHEN.finditer(text[:MOST]))
    for line in text[:MOST].splitlines():
        if word := _WORD.search(line[:400]):
            found |= dict.fromkeys("".join(match.groups()).upper() for match in _KEY.finditer(line[word.end() : 400]))
    return list(found) if len(found) <= MOST_KEYS else []


_KEYS_SAID = re.compile(
    r"[\s,;(]*(?:(?i:\b(?:cl[eé]s?|clef|key))\b[\s:=]*[A-Za-z2-9]{4}[-\u2010-\u2015 ]?[A-Za-z2-9]{4}(?![A-Za-z0-9-])"
    r"|(?<![A-Za-z0-9-])[A-Z2-9]{4}-[A-Z2-9]{4}(?![A-Za-z0-9-]))\)?"
)


def without_keys(text: str) -> str:
    """Return a text without what may be keys: a reason is for everybody, and a key beside it is not."""
    return _KEYS_SAID.sub("", text)
