"""Pages of boards as BBCode, each message in a quotation. What of it is sure, ``forumpage`` says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from adjudicator.core.faults import Phrase
from adjudicator.reading.forummessage import MOST, Page, Post, doubtful, sure, tidied, with_edit, without_foot

_OPENS = re.compile(r"\s*\[quote=", re.IGNORECASE)
_TAG = re.compile(r"\[(?:quote(?P<of>=[^\]\n]{0,200})?|(?P<close>/quote))\]", re.IGNORECASE)
_OF = re.compile(
    r"=(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\"';]*?))(?P<more>(?:;[a-z]+=\d+| [a-z_]+=\d+)*)", re.I
)
_TIME = re.compile(r" time=(\d{1,11})\b")
_DEEPEST = 50


def is_bbcode(text: str) -> bool:
    """Tell whether a page is BBCode: it begins with a quotation that says whose it is."""
    return _OPENS.match(text) is not None


def cut_bbcode(text: str, now: datetime, messages: int | None) -> Page:
    """Return the messages of a page each of which is in a quotation that says whose it is, and nothing outside."""
    posts: list[Post] = []
    depth, start, last, opened, nested = 0, 0, 0, None, list[int]()
    line, counted, begun = 1, 0, 1
    for tag in _TAG.finditer(text):
        line, counted = line + text.count("\n", counted, tag.start()), tag.start()
        if depth == 0 and (tag["close"] or text[last : tag.start()].strip()):
            return _with_doubts(posts, "outside", text.count("\n", 0, last) + 1)
        if not tag["close"]:
            opened, begun = (tag, line) if depth == 0 else (opened, begun)
            start = tag.end() if depth == 0 else start
            depth += 1
            nested += [line] if depth > 1 else []
        else:
            depth -= 1
        if depth == 0 and opened is not None:
            posts.append(_quoted(opened, begun, text[start : tag.start()], now))
        last = tag.end()
        if len(posts) > MOST:
            break
        if depth > _DEEPEST:
            return _with_doubts(posts, "unbalanced", line)
    if depth or text[last:].strip():
        return _with_doubts(posts, "unbalanced" if depth else "outside", text.count("\n", 0, last) + 1)
    # Quotations in quotations could be opened in one message and closed in another: then no count proves anything.
    return Page(tuple(sure(posts, nested, messages)), heads=len(posts) + len(nested))


def _with_doubts(posts: Sequence[Post], code: str, line: int) -> Page:
    """Return a page in which no message is sure: from ``line`` on nobody knows who speaks."""
    if not posts:
        return Page(doubt=Phrase(f"forum.doubt.{code}", {"line": line}))
    return Page(tuple(doubtful(post, code, line) for post in posts), heads=len(posts))


def _quoted(tag: re.Match[str], line: int, text: str, now: datetime) -> Post:
    """Return the message in a quotation; ``tag`` is what opened it, on a ``line``."""
    of = _OF.fullmatch(tag["of"] or "")
    name = (of["double"] or of["single"] or of["bare"] or "").strip() if of else ""
    time = _TIME.search(of["more"]) if of else None
    words, odd = unquoted(text.split("\n"))
    post = with_edit(Post(name, tidied(without_foot(words)), line, *_when(time, now)), words, now)
    return doubtful(post, "no-author", line) if not name else doubtful(post, "unbalanced", line) if odd else post


def _when(time: re.Match[str] | None, now: datetime) -> tuple[str, datetime | None]:
    if time is None:
        return "", None
    try:
        return time[1], datetime.fromtimestamp(int(time[1]), UTC).astimezone(now.tzinfo).replace(second=0)
    except (ValueError, OverflowError, OSError):
        return time[1], None


def unquoted(lines: Sequence[str]) -> tuple[list[str], bool]:
    """Return lines without the quotations in them, and whether the tags of these do not open and close in turn."""
    text, kept, depth, last, odd = "\n".join(lines), [], 0, 0, False
    for tag in _TAG.finditer(text):
        if depth == 0:
            kept.append(text[last : tag.start()])
        odd = odd or (bool(tag["close"]) and depth == 0)
        depth = max(0, depth - 1) if tag["close"] else depth + 1
        last = tag.end()
    kept.append(text[last:] if depth == 0 else "")
    return "".join(kept).split("\n"), odd or depth > 0
