"""A page of a forum, as the MJ brings it, cut into messages with their author, text and date.

`page` accepts saved HTML, and text copied from a browser's window. A message that is not certain gets a
``doubt`` with a line number, and is taken for nobody: no author may give orders in another's name, nor change, hide or
cut what another wrote. At worst, a hostile message makes others' messages doubtful, which the MJ sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from adjudicator.core.faults import Phrase
from adjudicator.reading.forum_message import (
    MOST,
    ForumPost,
    Page,
    dated,
    doubtful,
    is_cut_short,
    is_taken_away,
    same_author,
    sure,
    tidied,
    with_edit,
    without_foot,
)
from adjudicator.reading.unquote import decoded, quotes_cut, text_of

LARGEST_PAGE = 4 << 20
"""The most bytes of a page; a saved topic of a hundred messages has one million."""


def page(
    data: bytes, now: datetime, names: Sequence[str] = (), messages: int | None = None, saved: bool = False
) -> Page:
    """Return the messages of a page. No content raises an error.

    ``now`` is the time at which the page was read, in the board's time zone. ``names`` are the players' names on the
    board. ``messages`` is the number of messages that the MJ counts on the page. HTML is accepted only in a file
    ``saved`` by a browser; in text copied from a window, a member may have typed it.
    """
    text = _text(data) if len(data) <= LARGEST_PAGE else None
    if text is None:
        return Page(doubt=Phrase("forum.too-big" if len(data) > LARGEST_PAGE else "forum.no-text"))
    if not text.strip():
        return Page(doubt=Phrase("forum.empty"))
    found = _cut(text, now, names, messages, saved)
    if len(found.posts) > MOST:
        return Page(doubt=Phrase("forum.too-many", {"count": MOST}))
    if not (found.doubt or found.posts):
        return replace(found, doubt=Phrase("forum.nothing"))
    return replace(found, posts=tuple(doubtful(p, "cut", p.line) if is_cut_short(p.text) else p for p in found.posts))


def _cut(text: str, now: datetime, names: Sequence[str], messages: int | None, saved: bool) -> Page:
    """Return the messages of a page, as HTML or text."""
    if _PAGE.search(text):
        from adjudicator.reading.forum_html import cut_html

        return cut_html(text, now) if saved else Page(doubt=Phrase("forum.html"))

    return _Text(text, now, names).page(messages)


_PAGE = re.compile(
    r"\A\s*(?:<!--.{0,20000}?-->\s*)?<(?:!doctype|html|head|body|div|table|section|article|tr)\b",
    re.IGNORECASE | re.DOTALL,
)


def _text(data: bytes) -> str | None:
    """Return the text of a page in whatever encoding it was saved, or None if it is not text."""
    text = text_of(decoded(data).data, LARGEST_PAGE)
    controls = sum(map(text.count, _CONTROLS))
    if controls * 20 > len(text):
        return None
    shown = text.translate(dict.fromkeys(map(ord, _CONTROLS), "\ufffd")) if controls else text
    return shown.replace("\r\n", "\n").replace("\r", "\n")


_CONTROLS = "".join(map(chr, (*range(9), 11, 12, *range(14, 32))))
"""Characters that no text has.

A few may occur by accident. They are replaced by a character that cannot turn one word into another.
"""


# Pages as text copied from a browser's window -------------------------------------------------------------------
#
# Text has no structure, so a head that a member typed looks like one that the board wrote. What is certain:
#
# - The author of the first message, if only what boards write there stands above its head.
# - That the following messages are by the same author, as long as all heads name that author: the author could
#   forge nothing but messages of his own.
# - From the first head on that names somebody else, any earlier author may have typed it. Such messages are certain
#   only if the MJ's count of messages equals the number of heads, and no other line looks like a head. A forged head
#   would be one too many. No true head can be missed: a line with a date is a head or looks like one, and a page
#   that does not begin with a head has doubtful messages only.
# - A message ends at the next author's name above the next head, or at what the board writes below a message, such as
#   its author's profile. Otherwise the next author's profile or subject would be read as orders. If the end cannot
#   be seen, or there are several candidates, the message is doubtful.
# - Quotations have no visible end in text, so a message with « … a écrit : » is doubtful as a whole.


_FIELD = re.compile(
    r"(?:nombre de messages|messages|posts|points|réputation|reputation|inscription|date d['’]inscription|inscrit le"
    r"|joined|registered|join date|localisation|location|âge|age|emploi|humeur|loisirs|contact|sexe|karma) ?:.*",
    re.IGNORECASE,
)
"""A line of an author's profile."""
_TOP = re.compile(
    r"(?:haut|top|back to top|revenir en haut|retour en haut|go to top)(?: (?:aller en bas|go down))?", re.I
)
"""What boards write below each message."""
_BUTTON = re.compile(
    r"voir le profil de l['’]utilisateur|envoyer un (?:message privé|e-?mail)|voir le site web(?: du posteur)?"
    r"|visiter le site web|view user profile|send private message|send e-?mail|visit poster['’]s website",
    re.IGNORECASE,
)
"""The name of a button's picture, which browsers copy in place of the button."""
_BUTTONS = 8
"""The most lines of buttons below a message."""
_EMPTY = " Empty"
"""How Forumotion names the picture beside a subject; copied text has it behind the subject."""
_AROUND = re.compile(
    r"(?:auteur|author) message|boîte de réception ?:: ?message|inbox ?:: ?message|message privé|private message"
    r"|lire (?:le|un) message|messages? ?: ?lecture|répondre|post reply|citer|quote|profil|profile|mp|pm"
    r"|\d+ (?:messages?|posts?) • page \d+ (?:sur|of) \d+|page \d+ (?:sur|of) \d+",
    re.IGNORECASE,
)
"""What boards write around messages."""
_FOOT = re.compile(
    r"(?:répondre|post reply|poster un nouveau sujet|retourner vers .*|return to .*|revenir à .*|jump to.*"
    r"|\d+ (?:messages?|posts?) • page \d+ (?:sur|of) \d+|page \d+ (?:sur|of) \d+|qui est en ligne.*|who is online.*"
    r"|sujets? similaires?.*|permissions? de ce forum ?:.*|voir le sujet (?:précédent|suivant).*)",
    re.IGNORECASE,
)
"""A line that ends a page, below its last message."""
_NOW = re.compile(r"(?:nous sommes |la date |it is currently |dernière visite|last visit)", re.IGNORECASE)
"""How lines begin in which boards show the current time or the last visit."""
_CODE = re.compile(r"code ?:(?: ?(?:tout sélectionner|sélectionner le contenu|select all))?", re.IGNORECASE)
_BY = re.compile(r"(?:(?:message|post|posted|non lu|unread) )*(?:par|by) (?P<name>\S.*)", re.IGNORECASE)
_BEFORE_DATE = re.compile(r"\s*»$|\s(?:le|on)$", re.IGNORECASE)
"""What boards write between an author and the date."""
_SUBJECT = re.compile(r"(?:message ?)?(?:sujet|subject|objet) ?:", re.IGNORECASE)
_NUMBERED = re.compile(r"#?\d{1,4} \S")
_LABEL = re.compile(
    r"(?:(?P<of>de|from)|(?P<to>à|a|to|pour)|(?P<at>posté le|posté|envoyé le|envoyé|date|posted|sent|sent at)"
    r"|(?P<on>sujet|subject|objet)) ?: ?(?P<value>.*)",
    re.IGNORECASE,
)
_ATTRIBUTION = re.compile(r"\b(?:a écrit|a dit|wrote|said) ?:", re.IGNORECASE)
_LONGEST_NAME = 60
_RANKS = 2
"""The most lines of an author's rank, between the name and the rest of the profile."""


class _Head(NamedTuple):
    """The head of a message: author and date, on the lines from ``start`` to before ``end``.

    ``top`` is the line where the board's text above the head begins, None if unknown. ``kind`` is the form of the head:
    by, row, subject, numbered or labels.
    """

    start: int
    end: int
    name: str
    written: str
    when: datetime | None
    top: int | None
    kind: str = "by"


class _Text:
    """The lines of a page and the heads of its messages.

    ``flat`` are the lines with single plain spaces. ``names`` are only those of the names that occur as whole lines.
    """

    def __init__(self, text: str, now: datetime, names: Sequence[str]) -> None:
        self.lines = text.split("\n")
        self.flat = [" ".join(line.replace("\u00a0", " ").replace("\u202f", " ").split()) for line in self.lines]
        self.tabbed = [line.strip() for line in self.lines]
        self.now, self.written = now, frozenset(self.flat)
        self.names = frozenset(" ".join(name.split()) for name in names) & self.written
        self.heads = list(self._heads())

    def page(self, messages: int | None) -> Page:
        """Return the messages of the page."""
        if not self.heads:
            return Page()
        posts, odd = [], list[int]()
        for number, head in enumerate(self.heads):
            following = self.heads[number + 1] if number + 1 < len(self.heads) else None
            post, lines = self._post(head, following)
            posts.append(post)
            odd += lines
        first = self.heads[0]
        odd += [head.start + 1 for head in self.heads if head.kind != first.kind]
        if first.top is None or not all(map(_is_around, self.flat[: first.top])):
            line = next(n for n, text in enumerate(self.flat) if text) + 1
            posts = [doubtful(post, "above", line) for post in posts]
        return Page(tuple(sure(posts, odd, messages)), heads=len(self.heads) + len(odd))

    # Heads ---------------------------------------------------------------------------------------------------

    def _heads(self) -> Iterator[_Head]:
        below = found = 0
        for number in range(len(self.lines)):
            head = self._head(number, below) if number >= below and self.flat[number] else None
            if head is not None:
                yield head
                below, found = head.end, found + 1
            if found > MOST:
                return

    def _head(self, number: int, below: int) -> _Head | None:
        """Return the head that begins at a line, or None; ``below`` is the line where the previous head ends."""
        line = self.flat[number]
        if _LABEL.fullmatch(line):
            return self._labelled(number, below)
        found = dated(line, self.now)
        if found is None or found.end != len(line[-300:]) or len(line) > 300 or _is_beside(line):
            return None
        before = line[: found.start].rstrip()
        bare = _Head(number, number + 1, "", line[found.start :], found.when, number)
        if by := _BY.fullmatch(before):
            name = by["name"] if by["name"] in self.written else _BEFORE_DATE.sub("", by["name"])
            return self._with_profile(bare._replace(name=name, top=self._above(number, below, name)))
        if name := self._in_row(number):
            return self._with_profile(bare._replace(name=name, kind="row"))
        if _SUBJECT.match(before):
            top = self._top(number, below)
            return bare._replace(name=self.flat[top] if top is not None else "", top=top, kind="subject")
        return self._numbered(bare) if _NUMBERED.match(before) else None

    def _in_row(self, number: int) -> str:
        """Return the name in a table row's first cell, if the second has a subject; else an empty string."""
        cells = [" ".join(cell.split()) for cell in self.tabbed[number].split("\t")]
        named = len(cells) > 1 and _SUBJECT.match(cells[1]) and not _NUMBERED.match(cells[0])
        return cells[0] if named else ""

    def _numbered(self, bare: _Head) -> _Head | None:
        """Return a head with its author's name and profile below it, or None if they are not there."""
        rows = [n for n in range(bare.end, min(bare.end + 8, len(self.lines))) if self.flat[n]]
        fields = [n for n in rows if _FIELD.fullmatch(self.flat[n])]
        if not fields or not rows.index(fields[0]) or rows.index(fields[0]) > 1 + _RANKS:
            return None
        return self._with_profile(bare._replace(end=rows[0] + 1, name=self.flat[rows[0]], kind="numbered"))

    def _labelled(self, number: int, below: int) -> _Head | None:
        """Return the head formed by the lines « From: », « To: » and « Sent: », or None."""
        rows = []
        for place in range(number, min(number + 8, len(self.lines))):
            if (label := _LABEL.fullmatch(self.flat[place])) is None:
                break
            rows.append(label)
        senders = [row["value"] for row in rows if row["of"] is not None]
        sent = [row["value"] for row in rows if row["at"] is not None]
        found = dated(sent[0], self.now) if len(sent) == 1 else None
        if len(senders) != 1 or found is None:
            return None
        above = number if rows[0]["of"] is not None else self._above(number, below, senders[0])
        written = sent[0][-300:][found.start : found.end]
        return _Head(number, number + len(rows), senders[0], written, found.when, above, "labels")

    def _with_profile(self, head: _Head) -> _Head:
        """Return a head that includes its author's profile, if that stands below it."""
        rows = [n for n in range(head.end, min(head.end + 10, len(self.lines))) if self.flat[n]]
        fields = [n for n in rows if _FIELD.fullmatch(self.flat[n])]
        ranks = [n for n in rows if fields and n < fields[0]]
        if not fields or len(ranks) > _RANKS or any(map(self._has_digits, ranks)):
            return head
        last = fields[0]
        for number in rows[rows.index(last) :]:
            if number not in fields:
                break
            last = number
        return head._replace(end=last + 1)

    def _above(self, number: int, below: int, name: str) -> int | None:
        """Return the line where the board's text above a head begins: the author's name, profile and a subject.

        Return the line of the head itself if only the beginning of the page is above it, and None if nobody can tell.
        """
        rows = [n for n in range(max(below, number - 16), number) if self.flat[n]]
        if not rows:
            return number if below == 0 else None
        if below == 0 and all(_is_around(self.flat[n]) for n in range(number)):
            return number
        fields = self._fields(rows)
        if fields is None:
            beside = [n for n in rows[-3:] if _is(self.flat[n], name)]
            anchored = beside and rows.index(beside[0]) and _TOP.fullmatch(self.flat[rows[rows.index(beside[0]) - 1]])
            return beside[0] if len(beside) == 1 and (anchored or beside[0] == rows[0] == self._first()) else None
        window = rows[max(0, rows.index(fields) - 1 - _RANKS) : rows.index(fields)]
        named = [n for n in window if _is(self.flat[n], name)]
        ranks = [n for n in window if named and n > named[0]]
        return named[0] if len(named) == 1 and not any(map(self._has_digits, ranks)) else None

    def _fields(self, rows: Sequence[int]) -> int | None:
        """Return the first line of the profile at the end of some rows, or None; one subject may follow the profile."""
        last = next((n for n in rows[:-3:-1] if _FIELD.fullmatch(self.flat[n])), None)
        if last is None:
            return None
        place = rows.index(last)
        while place and _FIELD.fullmatch(self.flat[rows[place - 1]]):
            place -= 1
        return rows[place]

    def _top(self, number: int, below: int) -> int | None:
        """Return the line with the author's name for a head that has none, or None.

        It is the first line below the end of the previous message.
        """
        rows = [n for n in range(max(below, number - 16), number) if self.flat[n] and not self._is_picture(n, number)]
        if not rows or not _FIELD.fullmatch(self.flat[rows[-1]]):
            return None
        first = rows.index(self._fields(rows) or rows[-1])
        window = rows[max(0, first - 2 - _RANKS) : first]
        ends = [n for n in window if _TOP.fullmatch(self.flat[n]) or (_is_around(self.flat[n]) and below == 0)]
        if ends and sum(bool(_TOP.fullmatch(self.flat[n])) for n in window) <= 1:
            window = [n for n in window if n > ends[-1]]
        elif below or window[:1] != [self._first()]:
            return None
        named = bool(window) and len(window) <= 1 + _RANKS and not any(map(self._has_digits, window[1:]))
        return window[0] if named else None

    def _is_foot(self, number: int) -> bool:
        """Return whether the board writes this line below a message, directly or as the name of a button's picture."""
        if _BUTTON.fullmatch(self.flat[number]):
            rows = range(number - 1, max(number - _BUTTONS, -1), -1)
            above = next((n for n in rows if self.flat[n] and not _BUTTON.fullmatch(self.flat[n])), None)
            return above is not None and self._is_foot(above)
        return bool(_TOP.fullmatch(self.lines[number].strip())) and not self.lines[number][:1].islower()

    def _is_picture(self, number: int, head: int) -> bool:
        """Return whether a line above a head is the name of a picture."""
        line = self.flat[number]
        return bool(_BUTTON.fullmatch(line)) or (line.endswith(_EMPTY) and line in self.flat[head])

    def _first(self) -> int:
        return next(n for n, line in enumerate(self.flat) if line)

    def _has_digits(self, number: int) -> bool:
        return any(sign.isdigit() for sign in self.flat[number])

    # Messages ------------------------------------------------------------------------------------------------

    def _post(self, head: _Head, following: _Head | None) -> tuple[ForumPost, list[int]]:
        """Return a message, and the numbers of its lines that look like heads; of several doubts, the first counts."""
        stop = len(self.lines) if following is None else following.start
        end, own = self._end(head, following, stop)
        body = range(head.end, stop if end is None else end)
        kept = [n for n in body if not self._is_foot(n)]
        lines = without_foot([self.lines[n] for n in kept])
        looked_at = range(head.end, stop if following is None or following.top is None else following.top)
        odd = [n + 1 for n in looked_at if n not in own and self._is_odd(n, head.name)]
        words, balanced = quotes_cut("\n".join(line for line in lines if not _CODE.fullmatch(" ".join(line.split()))))
        post = ForumPost(head.name, tidied(words.split("\n")), head.start + 1, head.written, head.when)
        post = with_edit(post, [self.lines[n] for n in kept], self.now)
        if not head.name or len(head.name) > _LONGEST_NAME:
            post = doubtful(post, "no-author", head.start + 1)
        if end is None and following is not None:
            post = doubtful(post, "end", following.start + 1)
        for line in odd[:1]:
            post = doubtful(post, "head", line)
        # The board may hide the head of a deleted message as well. Its notice then stands below the previous message.
        for n in kept:
            post = doubtful(post, "gone", n + 1) if is_taken_away(self.lines[n]) else post
        for n in kept[: len(lines)]:
            post = doubtful(post, "quoted", n + 1) if _ATTRIBUTION.search(self.flat[n]) else post
        return post if balanced else doubtful(post, "unbalanced", head.start + 1), odd

    def _end(self, head: _Head, following: _Head | None, stop: int) -> tuple[int | None, range]:
        """Return the line where a message ends, and the lines of its author's profile below it.

        The end is None if it cannot be seen.
        """
        for number in range(head.end, stop):
            if not _is(self.flat[number], head.name):
                continue
            whole = self._with_profile(_Head(number, number + 1, head.name, "", None, None))
            if whole.end > number + 1 and (following is None or following.top is None or following.top > number):
                return number, range(number, min(whole.end, stop))
            break
        none = range(0)
        if following is None:
            return next((n for n in range(head.end, stop) if _FOOT.fullmatch(self.flat[n])), stop), none
        if following.top is not None:
            return following.top, none
        return (stop if same_author(head.name, following.name) else None), none

    def _is_odd(self, number: int, author: str) -> bool:
        """Return whether a line of a message looks like a part of a head.

        That is a date, a sender, a line of a profile, or another player's name.
        """
        line = self.flat[number]
        if not line or _NOW.match(line) or is_taken_away(line) or (not _FIELD.fullmatch(line) and _is_beside(line)):
            return False
        label = _LABEL.fullmatch(line)
        looks = _FIELD.fullmatch(line) or (label and label["of"] is not None) or dated(line, self.now)
        return bool(looks) or (line in self.names and not same_author(line, author))


def _is(line: str, name: str) -> bool:
    return bool(name) and line == " ".join(name.split())


def _is_around(line: str) -> bool:
    return not line or bool(_AROUND.fullmatch(line))


def _is_beside(line: str) -> bool:
    return bool(_FIELD.fullmatch(line)) or without_foot([line]) == []
