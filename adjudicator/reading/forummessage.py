"""A message of a page of a forum, and what all ways to cut one share: see ``forumpage``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from adjudicator.core.faults import Phrase
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
    """When it had its present text, on the board's clock: when it was written, or last edited; None where unknown."""
    first: datetime | None = None
    """When it was written, where it was edited after that."""
    number: int | None = None
    """Its number on the board, which counts messages as they are written; None where the page does not tell it."""
    doubt: Phrase | None = None
    """Why it is taken by nobody: a clause, with the line that it speaks of."""
    unseen: Phrase | None = None
    """Why it does not count: the board does not show it, or shows it to moderators alone. A clause."""
    notes: tuple[Phrase, ...] = ()
    """What the MJ should know of one that is taken: clauses."""


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
        flat = " ".join(line.split())
        if _EDITED.match(flat) or _RULE.fullmatch(flat):
            return list(lines[:number])
    return list(lines)


_EDITED = re.compile(
    r"(?:dernière (?:édition|modification) par|dernière modification le|modifié en dernier par|last edited (?:by|on)"
    r"|édité par|edited by|modifié par)\s.*\d|modifié le\s.*\d",
    re.IGNORECASE,
)
_RULE = re.compile(r"_{10,}")
_CUT = re.compile(
    r"(?:.*[\[(]\s?)?(?:…|\.{3,})(?:\s?[\])])?|.*\b(?:(?:lire|voir|afficher) (?:la suite|plus|le message complet)"
    r"|(?:read|show|view) (?:more|full (?:message|post))|message tronqué)\W*",
    re.IGNORECASE,
)
"""How a last line ends of which boards show the beginning only."""


def is_cut_short(text: str) -> bool:
    """Tell whether a board shows the beginning of a message only, by the mark that it then puts at its end."""
    lines = [line for line in text.split("\n") if line.strip()]
    return bool(lines) and _CUT.fullmatch(lines[-1].strip()[-_LONGEST_MARK:]) is not None


_LONGEST_MARK = 300


_TAKEN_AWAY = re.compile(
    r"(?:ce )?message (?:a été )?supprimé\b.*|(?:this )?(?:post|message) (?:has been |was )?deleted\b.*"
    r"|(?:ce )?message (?:est )?en attente d['’]approbation\b.*"
    r"|(?:this )?(?:post|message) (?:is )?awaiting approval\b.*"
    r"|this (?:post|message) is not visible to other users\b.*"
    r"|ce message a été (?:rédigé|écrit) par .{1,60} que vous ignorez\b.*"
    r"|this post was made by .{1,60} who is currently on your ignore list\b.*",
    re.IGNORECASE,
)


def is_taken_away(line: str) -> bool:
    """Tell whether a ``line`` is what a board writes in the place of a message that it does not show to everybody."""
    return _TAKEN_AWAY.fullmatch(" ".join(line.replace("\u00a0", " ").split())) is not None


def edit_notes(lines: Iterable[str]) -> list[str]:
    """Return what a board's own ``lines`` say of edits, wherever in them."""
    return [line[found.start() :] for line in lines if (found := _EDITED.search(line))]


def with_edit(post: Post, lines: Iterable[str], now: datetime) -> Post:
    """Return a message with the time of its last edit, as the board's ``lines`` beside it tell that.

    A time that cannot be read, or is still to come, leaves its time unknown. Who types such a line himself can only
    make his own message later.
    """
    notes = [" ".join(line.replace("\u00a0", " ").split()) for line in lines]
    told = [dated(note, now) for note in notes if _EDITED.match(note)]
    if not told:
        return post
    times = [one.when if one else None for one in told]
    last = None if None in times else max(time for time in times if time)
    if last is None or post.when is None or last > now + _AHEAD:
        return replace(post, when=None, first=post.when)
    return replace(post, when=last, first=post.when) if last > post.when else post


_AHEAD = timedelta(days=1)
"""By how much a board's clock may be ahead of ours."""


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
