"""What the servers that had a mail say of its sender: the lines ``Authentication-Results`` (RFC 8601).

Anybody may write such a line into a mail that he sends. Believed is the topmost alone, which the receiving server has
put there last, and only where it can be read as a whole: of one that cannot, nobody knows where its results begin.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_MOST = 20
_LONGEST = 1 << 13
"""Characters of a line: a longer one has been cut, and what stood behind may have said something else."""
_ID = re.compile(r"\s*([^\s;()\"]{1,253})(?:\s+\d{1,9})?\s*\Z")


class Result(NamedTuple):
    """What a line says: by which server, which calls itself so; empty where the line cannot be read."""

    server: str
    said: str = ""


def results_in(lines: Sequence[str]) -> tuple[Result, ...]:
    """Return what lines say, in their order, the last written first; one that cannot be read has its place too."""
    return tuple(_result(line) for line in lines[:_MOST])


def _result(line: str) -> Result:
    plain = bare(line) if len(line) < _LONGEST else None
    first, _, said = (plain or "").partition(";")
    server = _ID.match(first)
    return Result(server[1].lower(), said.strip()) if server else Result("")


def vouched(results: Sequence[tuple[str, str]], trust: str, sender: str) -> bool:
    """Tell whether the server called ``trust`` says that a mail comes from the domain of its ``sender``.

    Its word is the topmost; what stands below may be anybody's. DMARC, where it fails, has the last word: it knows what
    the domain wants. Of SPF and DKIM what passed must be of that domain.
    """
    if not results or not results[0][0] or results[0][0].strip().lower() != trust.strip().lower():
        return False
    said = bare(results[0][1])
    parts = [_words(part) for part in said.split(";")] if said is not None else []
    if any(method == "dmarc" and result == "fail" for method, result, _ in parts):
        return False
    return any(_passes(method, result, told, sender.rpartition("@")[2]) for method, result, told in parts)


_OF = {
    "dmarc": ("header.from",),
    "dkim": ("header.d", "header.i"),
    "spf": ("smtp.mailfrom", "smtp.mail", "smtp.from"),
}


def _words(part: str) -> tuple[str, str, dict[str, str]]:
    """Return the method of a result, what came of it, and of what it speaks."""
    words = re.sub(r"\s*=\s*", "=", part.lower()).split()
    method, _, result = words[0].partition("=") if words else ("", "", "")
    return method.partition("/")[0], result, dict(word.partition("=")[::2] for word in words[1:])


def _passes(method: str, result: str, told: dict[str, str], domain: str) -> bool:
    if method not in _OF or result != "pass":
        return False
    named = {told[key].rpartition("@")[2].strip(".") for key in _OF[method] if key in told}
    return bool(named) and all(_aligned(name, domain) for name in named)


def _aligned(name: str, domain: str) -> bool:
    """Tell whether who may speak for ``name`` may speak for ``domain``: it is the same, or one above it."""
    return name == domain or ("." in name and domain.endswith(f".{name}"))


def bare(text: str) -> str | None:
    """Return a field without its comments and quotes: what a sender could write into these is no result.

    None where a comment or a quotation does not end, or a comment holds half a quotation: it was ended by what a sender
    had quoted, and what follows may be his.
    """
    kept, depth, quoted, skip, quotes = [], 0, False, False, 0
    for character in text:
        if skip:
            skip = False
            kept.append(character if quoted and not depth and character not in _SIGNS else "")
        elif character == "\\" and (depth or quoted):
            skip = True
        elif quoted:
            quoted = character != '"'
            kept.append(character if quoted and character not in _SIGNS else "")
        elif character == '"':
            quotes += 1 if depth else 0
            quoted = not depth
        elif character == "(":
            kept.append(" " if not depth else "")
            depth += 1
        elif character == ")" and depth:
            depth -= 1
            if not depth and quotes % 2:
                return None
            quotes = quotes if depth else 0
        elif not depth:
            kept.append(character)
    return None if depth or quoted or skip else "".join(kept)


_SIGNS = '; \t\r\n=()"\\'
