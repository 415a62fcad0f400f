"""What people wrote, as it can stand in what others read: on one line, short."""

from __future__ import annotations

_LONGEST = 60
"""Characters of a text that is quoted in a message."""


def one_line(text: str) -> str:
    """Return ``text`` on one line, without control characters: what people wrote cannot shape what others read."""
    if text.isprintable():
        return text
    text = text.replace("\u2060", "")  # comes back with what is copied from a report
    if text.isprintable() or _without_fixed_spaces(text).isprintable():
        return text
    return "".join(character if _without_fixed_spaces(character).isprintable() else " " for character in text)


def _without_fixed_spaces(text: str) -> str:
    """Return ``text`` without the spaces of French typography, which Python does not count as printable."""
    return text.replace("\u00a0", "").replace("\u202f", "")


def capitalised(text: str) -> str:
    """Return ``text`` with a capital first letter."""
    return text[:1].upper() + text[1:]


def short(text: str) -> str:
    """Return ``text`` on one line, cut to a length that fits a message."""
    text = one_line(text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
