"""Commands that the MJ writes in a mail: by the first words of its subject, or of its text."""

from __future__ import annotations

import re

from adjudicator.core.words import fold, nearest
from adjudicator.mail.tokens import without_keys

_COMMANDS = {
    "hold": ("suspendre", "suspends", "hold"),
    "release": ("reprendre", "reprends", "release"),
    "extend": ("prolonger", "prolonge", "extend"),
    "withdraw": ("retirer", "retire", "withdraw"),
}
_HINTS = ("pause", "suspension", "stop", "arrêter", "continuer", "reprise", "resume", "prolongation", "délai", "delay")
"""Words with which he may well want one of these, and that say none."""
_REPLY = re.compile(r"^\s*(?:re|tr|fwd?|aw|rép)\s*:\s*|^\s*\[[^\]]*\]\s*", re.IGNORECASE)
_BEGINNING = re.compile(r"\s*([^\W\d_]+)\s*(:?)\s*(.*)", re.DOTALL)
_TIME = re.compile(r"\+?\d{1,9}\s*(?:j|jours?|d|days?|h|heures?|hours?)\b", re.IGNORECASE)
_REASON = re.compile(r"^\s*(?:raison|motif|reason)\s*:[ \t]*(\S.*)$", re.IGNORECASE | re.MULTILINE)
_LONGEST_REASON = 300
_ANSWERS = re.compile(r"^[ \t\u00a0]*(?:mj|gm)[ \u00a0]*:[ \t]*(?:#.*|\{.*)?$", re.IGNORECASE | re.MULTILINE)
"""Below it stand the MJ's answers, as in a file of his."""
_MOST_ANSWERED = 64 * 1024
_SHORT = 4
"""Letters of a word that looks like too many others."""


def command_in(subject: str, text: str, keyed: bool = False) -> tuple[str, str] | None:
    """Return the MJ's command that a subject or a first line is, with what stands behind it; None where none is.

    Behind its word stands a colon, or nothing. Without one a time is meant, and any reason where his key is there
    (``keyed``): then it is no sentence by chance. A line ``raison:`` gives the reason too.
    """
    for line in _beginnings(subject, text):
        found = _BEGINNING.fullmatch(line)
        meant = next((name for name, words in _COMMANDS.items() if found and fold(found[1]) in words), None)
        if found is None or meant is None:
            continue
        rest = " ".join(without_keys(found[3]).split())
        if found[2] or not rest or (_TIME.match(rest) if meant == "extend" else keyed):
            given = _REASON.search(text)
            reason = " ".join(without_keys(given[1]).split()) if given else ""
            words = [rest, reason] if meant in ("extend", "withdraw") else [rest or reason]
            return meant, ", ".join(filter(None, words))[:_LONGEST_REASON]
    return None


def is_like_a_command(subject: str, text: str, surely: bool = False) -> bool:
    """Tell whether a mail that is no command seems to want one: by its first word, as it stands or nearly.

    ``surely``, as it stands alone: who plays too may write any word.
    """
    known = {fold(word): word for word in (*(word for words in _COMMANDS.values() for word in words), *_HINTS)}
    first, second = (_BEGINNING.fullmatch(line) for line in _beginnings(subject, text))
    if any(found is not None and fold(found[1]) in known for found in (first, second)):
        return True
    return not surely and first is not None and len(first[1]) > _SHORT and nearest(first[1], known) is not None


def answers_in(text: str) -> tuple[str, str] | None:
    """Return the command by which a mail is a file of the MJ's answers; None where it is none."""
    return ("answers", text[:_MOST_ANSWERED]) if _ANSWERS.search(text) else None


def _beginnings(subject: str, text: str) -> tuple[str, str]:
    """Return what a subject says besides marks of replies and tags, and the first line of a text."""
    bare = subject
    while (shorter := _REPLY.sub("", bare, count=1)) != bare:
        bare = shorter
    return bare, next((line for line in text.splitlines() if line.strip()), "")
