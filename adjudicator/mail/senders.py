"""Who wrote a mail: one address, where its head leaves no doubt; nobody where it does."""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudicator.core.faults import Phrase
from adjudicator.mail.mime import Part, in_words

_LONGEST = 254
_ATEXT = (
    r"[^\s\x00-\x20\x7f()<>\[\]:;@\\,.\"\u0080-\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u2060-\u206f\u3000\ufeff\ufffd]"
)
_LABEL = rf"(?!-){_ATEXT}{{1,63}}"
ADDRESS = re.compile(rf"{_ATEXT}+(?:\.{_ATEXT}+)*@(?:{_LABEL}\.)*{_LABEL}")
"""An address as people have it: no text in quotation marks, no number in place of a domain."""
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_NAMED = re.compile(rf"(?P<name>(?:{_QUOTED}|[^\"<>,;:()\[\]\\])*)<(?P<address>[^<>\s]*)>\s*(?:\((?P<said>[^()]*)\))?")
_ALONE = re.compile(r"(?P<address>[^<>\s(),;:\"]+)\s*(?:\((?P<said>[^()]*)\))?")
_LIKE_ONE = re.compile(r"\S@\S|\S\s?\uff20\s?\S")


_ONCE = {
    name.lower(): name
    for name in (
        *("Date", "Message-ID", "Subject", "To", "Cc", "In-Reply-To", "References"),
        *("Content-Type", "Content-Transfer-Encoding"),
    )
}
"""The lines that tell when a mail was sent, what it is called, for which game it is, and how it is read."""


class Sender(NamedTuple):
    """Who wrote a mail: his ``address`` or the ``doubt`` that there is, and the name that he is shown by."""

    address: str | None
    doubt: Phrase | None
    name: str = ""


def sender_in(head: Part) -> Sender:
    """Return who wrote a mail, by its head: there is one line « From », with one address, which reads in one way.

    An address is never looked at as another that is like it: its domain alone is put into small letters.
    """
    lines = head.all("from")
    if (doubt := _doubt(head, len(lines))) is not None:
        return Sender(None, doubt, _shown(lines))
    [line] = lines
    odd = Sender(None, Phrase("mail.doubt.odd", {"from": in_words(line, 100)}), _shown(lines))
    match = _NAMED.fullmatch(line) or _ALONE.fullmatch(line)
    if match is None or len(match["address"]) > _LONGEST or not ADDRESS.fullmatch(match["address"]):
        return odd
    address = in_small_letters(match["address"])
    said = [in_words(text) for text in (match.groupdict().get("name"), match["said"]) if text]
    others = [text for text in said if _LIKE_ONE.search(text)]
    if any(in_small_letters(text.strip(" '\"<>")) != address for text in others):
        return Sender(None, Phrase("mail.doubt.name", {"from": in_words(line, 100)}), _shown(lines))
    if _as_others_read(line) != match["address"]:
        return odd
    return Sender(address, None, _shown(lines))


def _doubt(head: Part, senders: int) -> Phrase | None:
    """Return what is wrong with a head, whoever is said to have written.

    A line that each mail has once (RFC 5322, 3.6) may not stand there twice: a signature holds good below what somebody
    puts on top, and a mail of before would be another, with a new name, of today, for another game.
    """
    if not head.is_sound:
        return Phrase("mail.doubt.head")
    if senders != 1:
        return Phrase("mail.doubt.several" if senders else "mail.doubt.nobody")
    twice = next((name for name in _ONCE if len(head.all(name)) > 1), None)
    return Phrase("mail.doubt.twice", {"field": _ONCE[twice]}) if twice is not None else None


def in_small_letters(address: str) -> str:
    """Return an address with its domain in small letters, where these are ASCII's; no other letter is changed."""
    local, at, domain = address.rpartition("@")
    return local + at + "".join(sign.lower() if sign.isascii() else sign for sign in domain)


def _as_others_read(line: str) -> str:
    """Return the address that the standard library finds; nothing where it finds several that differ."""
    from email.utils import getaddresses

    found = {address for _, address in getaddresses([line])}
    return found.pop() if len(found) == 1 else ""


def _shown(lines: list[str]) -> str:
    """Return the name by which the first of some lines shows who wrote."""
    before, bracket, _ = in_words(lines[0] if lines else "").rpartition("<")
    return before.strip(" \"'")[:100] if bracket else ""


_IN_TEXT = re.compile(r"[^\s<>,;:\"()\[\]\\@]{1,64}@[^\s<>,;:\"()\[\]\\@]{1,190}")
_MOST = 100


def addresses_in(head: Part, *names: str) -> tuple[str, ...]:
    """Return the addresses that the fields of these names hold, each once, in their order."""
    found = [in_small_letters(address) for value in head.all(*names) for address in _IN_TEXT.findall(value)]
    found = [address for address in found if address.isprintable()]
    return tuple(dict.fromkeys(found))[:_MOST]
