"""A message of a page of a forum, and what all ways to cut one share: see ``forumpage``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from adjudicator.core.phrase import Phrase
from adjudicator.core.words import LONGEST
from adjudicator.reading.forumdates import dated

MOST = 1000
"""Messages of a page at most."""


@dataclass(frozen=True)
class Post:
    """A message of a page, as its author wrote it: without quotations, signature, and what the board adds."""

    author: str
    text: str
    line: int
    """Where its head stands in the page."""
    written: str = ""
    """Its date as the board wrote it."""
    when: datetime | None = None
    """Its date on the board's clock; None where that cannot be known."""
    doubt: Phrase | None = None
    """Why it is taken by nobody: a clause, with the line that it speaks of."""
    edited: datetime | None = None
    """When it was last edited, as the board says; None where it was not."""
    number: int | None = None
    """Its number on the board, where the page has it: of two messages the later one has the larger number."""

    @property
    def counts_from(self) -> datetime | None:
        """When what it says now was written: at its last edit, or its own date; None where that cannot be known."""
        return max(self.when, self.edited) if self.when and self.edited else self.when


@dataclass(frozen=True)
class Page:
    """What was found in a page: its messages, in its order; or why it has none."""

    posts: tuple[Post, ...] = ()
    doubt: Phrase | None = None
    """Why nothing in it can be taken: a clause."""
    heads: int = 0
    """How many lines of a text are heads or look like some; 0 for HTML, of which nobody need count anything."""


def same_author(one: str, other: str) -> bool:
    """Tell whether two names are one's on a board, but for case letter by letter: « Zoe » may not be « Zoé »."""
    return named(one) == named(other) != ""


def named(name: str) -> str:
    """Return a name as boards compare names: composed, without regard to case or to how wide its spaces are."""
    return " ".join(unicodedata.normalize("NFC", name[:LONGEST]).lower().split())


def without_foot(lines: Sequence[str]) -> list[str]:
    """Return lines of a message without what stands below it: when it was edited, a signature behind its rule."""
    for number, line in enumerate(lines):
        if _FOOT.match(" ".join(line.split())):
            return list(lines[:number])
    return list(lines)


_FOOT = re.compile(
    r"_{10,}$|(?:dernière (?:édition|modification) par|dernière modification le|modifié en dernier par|last edited by"
    r"|édité par|edited by)\s.*\d|modifié le\s.*\d",
    re.IGNORECASE,
)


_EDIT = re.compile(r"(?:édit|modif|edited)", re.IGNORECASE)


def last_edit(lines: Sequence[str], now: datetime) -> datetime | None:
    """Return when a message was last edited, by what the board writes below it; None where no line says so."""
    found = [dated(line, now) for line in lines if _FOOT.match(" ".join(line.split())) and _EDIT.search(line)]
    return max((one.when for one in found if one and one.when), default=None)


_CUT = re.compile(
    r"(?:\[ ?(?:\.{3}|…) ?\]|\( ?(?:\.{3}|…) ?\)|\b(?:lire|voir|afficher) (?:la suite|plus|le message complet)"
    r"|\b(?:read|show|view) (?:more|full (?:message|post))|\bmessage tronqué)[\s.…»>\])]*$",
    re.IGNORECASE,
)


def is_cut_short(post: Post) -> bool:
    """Tell whether a board shows only the beginning of a message, as in its search results: « … lire la suite »."""
    return bool(_CUT.search(post.text.rstrip()[-200:]))


def tidied(lines: Sequence[str]) -> str:
    """Return lines of a message as a file: without blank ones around, two in a row, or spaces at their ends."""
    kept: list[str] = []
    for line in (line.replace("\u00a0", " ").rstrip() for line in lines):
        if line or (kept and kept[-1]):
            kept.append(line)
    while kept and not kept[-1]:
        kept.pop()
    return "\n".join(kept) + "\n" if kept else ""


def doubtful(post: Post, code: str, line: int) -> Post:
    """Return a message with a doubt, which speaks of a ``line``; the first that it has is told."""
    return post if post.doubt else replace(post, doubt=Phrase(f"forum.doubt.{code}", {"line": line}))


def sure(posts: Sequence[Post], odd: Sequence[int], messages: int | None) -> Iterator[Post]:
    """Yield messages, with a doubt those that another author before them may have typed."""
    counted = messages == len(posts) and not odd
    before: Post | None = None
    forged = False
    for post in posts:
        forged = forged or (before is not None and not same_author(before.author, post.author))
        if (forged or (before is not None and _may_hide(before))) and not counted:
            yield doubtful(post, "typed", post.line)
        else:
            yield post
        forged = forged or _may_hide(post)
        before = post


def _may_hide(post: Post) -> bool:
    """Tell whether another's head may have been missed in a message."""
    return post.doubt is not None and post.doubt.key.rpartition(".")[2] in ("head", "no-author", "above", "end")
