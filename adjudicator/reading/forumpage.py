"""A page of a forum, as an MJ brings it, cut into messages: who wrote what, when.

It comes as saved HTML (``forumhtml``), as the text that is copied from a browser's window (``forumtext``), or as
BBCode (``forumcode``). Whatever is not sure is a message with a ``doubt``, to be shown with its line and taken by
nobody.

What an author can do to others is what decides here: whoever writes in a message what looks like the head of
another's must never get orders in that other's name, nor change, hide or cut what that other wrote.

In saved HTML the structure decides. A board makes of what a member types plain text and a few elements of its own,
so that no line of text is a head there. A page whose elements do not close as they opened, or a message in which
another one seems to be framed, or which has too many elements within each other, is doubt. (What nothing in a page can
tell is raw HTML that a board lets its members write unclosed, as no board should: there the page itself is forged, in
every browser too.)

In text there is no structure, and a head that somebody typed is like one that the board wrote. What can be known:

- Whose the first message is, where nothing stands above its head but what boards write there.
- That the messages which follow are by the same one, as long as all heads name him: he could forge but his own.
- From the first head on that names somebody else, any one before it may have typed that head. Such messages are sure
  only if the MJ says how many messages he sees, and just as many heads are there, and no line beside them looks like
  one: a forged head is one too many, and no true head can be missed, since a line with a date is a head or looks like
  one, and a page of which the first line is none is refused.
- Where a message ends is known from what the board writes above the next head, the name of its author, or below a
  message: else the profile or the subject of the next author would be orders of the one before. Where that is not to
  be seen, or more than once, it is doubt.
- What is quoted has no end in text. A message with « … a écrit : » is doubt as a whole.

So a hostile message can make others' messages doubtful, which the MJ sees, and no more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from adjudicator.core.faults import Phrase
from adjudicator.reading.decoding import decoded
from adjudicator.reading.forummessage import MOST, Page, doubtful, is_cut_short

LARGEST = 4 << 20
"""Bytes of a page at most: a topic of a hundred messages, saved with all that is around it, has one million."""


def page(
    data: bytes, now: datetime, names: Sequence[str] = (), messages: int | None = None, saved: bool = False
) -> Page:
    """Return the messages of a page; never raises for what it holds.

    ``now`` is when it was read, in the zone of the board; ``names`` are those of players there; ``messages`` is how
    many the MJ sees in it. HTML counts only in a file that a browser has ``saved`` as such: copied from a window, it is
    what a member has typed.
    """
    text = _text(data) if len(data) <= LARGEST else None
    if text is None:
        return Page(doubt=Phrase("forum.too-big" if len(data) > LARGEST else "forum.no-text"))
    if not text.strip():
        return Page(doubt=Phrase("forum.empty"))
    found = _cut(text, now, names, messages, saved)
    if len(found.posts) > MOST:
        return Page(doubt=Phrase("forum.too-many", {"count": MOST}))
    if not (found.doubt or found.posts):
        return replace(found, doubt=Phrase("forum.nothing"))
    return replace(found, posts=tuple(doubtful(p, "cut", p.line) if is_cut_short(p.text) else p for p in found.posts))


def _cut(text: str, now: datetime, names: Sequence[str], messages: int | None, saved: bool) -> Page:
    """Return the messages of a page, by what it is."""
    if _PAGE.search(text):
        from adjudicator.reading.forumhtml import cut_html

        return cut_html(text, now) if saved else Page(doubt=Phrase("forum.html"))
    from adjudicator.reading.forumcode import cut_bbcode, is_bbcode

    if is_bbcode(text):
        return cut_bbcode(text, now, messages)
    from adjudicator.reading.forumtext import cut_text

    return cut_text(text, now, names, messages)


_PAGE = re.compile(
    r"\A\s*(?:<!--.{0,2000}?-->\s*){0,9}<(?:!doctype|html|head|body|div|table|section|article|tr)\b",
    re.IGNORECASE | re.DOTALL,
)


def _text(data: bytes) -> str | None:
    """Return the text of a page in whatever encoding it was saved; None for what is no text."""
    data = decoded(data).data
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            try:
                text = data.decode("utf-16")
            except UnicodeDecodeError:
                return None
        else:
            text = data.decode("cp1252", "replace")
    controls = sum(map(text.count, _CONTROLS))
    if controls * 20 > len(text):
        return None
    shown = text.translate(dict.fromkeys(map(ord, _CONTROLS), "\ufffd")) if controls else text
    return shown.replace("\r\n", "\n").replace("\r", "\n")


_CONTROLS = "".join(map(chr, (*range(9), 11, 12, *range(14, 32))))
"""Signs that no text has; one or two may have come into a message, and make no word another."""
