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
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
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
from adjudicator.reading.unquote import decoded

LARGEST_PAGE = 4 << 20
"""Bytes of a page at most: a topic of a hundred messages, saved with all that is around it, has one million."""


def page(
    data: bytes, now: datetime, names: Sequence[str] = (), messages: int | None = None, saved: bool = False
) -> Page:
    """Return the messages of a page; never raises for what it holds.

    ``now`` is when it was read, in the zone of the board; ``names`` are those of players there; ``messages`` is how
    many the MJ sees in it. HTML counts only in a file that a browser has ``saved`` as such: copied from a window, it is
    what a member has typed.
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
    """Return the messages of a page, by what it is."""
    if _PAGE.search(text):
        from adjudicator.reading.forum_html import cut_html

        return cut_html(text, now) if saved else Page(doubt=Phrase("forum.html"))

    if is_bbcode(text):
        return cut_bbcode(text, now, messages)

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


# Pages of boards as text that was copied from a browser's window. What of it is sure, ``forumpage`` says.


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
"""What stands in the place of buttons in a text that was copied: browsers write what a picture is called."""
_BUTTONS = 8
"""Lines in which those below a message stand."""
_EMPTY = " Empty"
"""How Forumotion calls the picture beside a subject, behind the subject itself."""
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
"""Where a page ends, below its last message."""
_NOW = re.compile(r"(?:nous sommes |la date |it is currently |dernière visite|last visit)", re.IGNORECASE)
"""What boards say of the hour, around a page."""
_CODE = re.compile(r"code ?:(?: ?(?:tout sélectionner|sélectionner le contenu|select all))?", re.IGNORECASE)
_BY = re.compile(r"(?:(?:message|post|posted|non lu|unread) )*(?:par|by) (?P<name>\S.*)", re.IGNORECASE)
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
"""Lines of an author's rank at most, between his name and the rest of his profile."""


class _Head(NamedTuple):
    """A head: who and when, from line ``start`` to before ``end``; above it the board begins to write at ``top``."""

    start: int
    end: int
    name: str
    written: str
    when: datetime | None
    top: int | None
    kind: str = "by"


def cut_text(text: str, now: datetime, names: Sequence[str], messages: int | None) -> Page:
    """Return the messages of a page that is text, each sure or with its doubt; see ``forumpage.page``."""
    return _Text(text, now, names).page(messages)


class _Text:
    """A page as its lines, and its heads."""

    def __init__(self, text: str, now: datetime, names: Sequence[str]) -> None:
        self.lines = text.split("\n")
        self.flat = [" ".join(line.replace("\u00a0", " ").replace("\u202f", " ").split()) for line in self.lines]
        self.tabbed = [line.strip() for line in self.lines]
        self.now, self.written = now, frozenset(self.flat)
        self.names = frozenset(" ".join(name.split()) for name in names) & self.written
        self.heads = list(self._heads())

    def page(self, messages: int | None) -> Page:
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
        """Return the head that begins at a line; ``below`` is where that before it has ended."""
        line = self.flat[number]
        if _LABEL.fullmatch(line):
            return self._labelled(number, below)
        found = dated(line, self.now)
        if found is None or found.end != len(line[-300:]) or len(line) > 300 or _is_beside(line):
            return None
        before = line[: found.start].rstrip()
        bare = _Head(number, number + 1, "", line[found.start :], found.when, number)
        if by := _BY.fullmatch(before):
            name = by["name"] if by["name"] in self.written else by["name"].removesuffix("»").rstrip()
            return self._with_profile(bare._replace(name=name, top=self._above(number, below, name)))
        if name := self._in_row(number):
            return self._with_profile(bare._replace(name=name, kind="row"))
        if _SUBJECT.match(before):
            top = self._top(number, below)
            return bare._replace(name=self.flat[top] if top is not None else "", top=top, kind="subject")
        return self._numbered(bare) if _NUMBERED.match(before) else None

    def _in_row(self, number: int) -> str:
        """Return the name in the first cell of a table's row, where a subject stands in the second."""
        cells = [" ".join(cell.split()) for cell in self.tabbed[number].split("\t")]
        named = len(cells) > 1 and _SUBJECT.match(cells[1]) and not _NUMBERED.match(cells[0])
        return cells[0] if named else ""

    def _numbered(self, bare: _Head) -> _Head | None:
        """Return a head below which its author's name and profile stand; None where they do not."""
        rows = [n for n in range(bare.end, min(bare.end + 8, len(self.lines))) if self.flat[n]]
        fields = [n for n in rows if _FIELD.fullmatch(self.flat[n])]
        if not fields or not rows.index(fields[0]) or rows.index(fields[0]) > 1 + _RANKS:
            return None
        return self._with_profile(bare._replace(end=rows[0] + 1, name=self.flat[rows[0]], kind="numbered"))

    def _labelled(self, number: int, below: int) -> _Head | None:
        """Return the head that lines « From: », « To: », « Sent: » make."""
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
        """Return a head with the profile of its author, where that stands below it."""
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
        """Return where what the board writes above a head begins: its author's name, profile, and a subject.

        The head itself, where nothing but the beginning of the page stands above it; None where it is not to be known.
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
        """Return the first line of the profile at the end of some lines, above one subject at most."""
        last = next((n for n in rows[:-3:-1] if _FIELD.fullmatch(self.flat[n])), None)
        if last is None:
            return None
        place = rows.index(last)
        while place and _FIELD.fullmatch(self.flat[rows[place - 1]]):
            place -= 1
        return rows[place]

    def _top(self, number: int, below: int) -> int | None:
        """Return the line with the name of the author of a head that has none: the first below what ends a message."""
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
        """Tell whether a line is what the board writes below a message, or the name of a picture that follows it."""
        if _BUTTON.fullmatch(self.flat[number]):
            rows = range(number - 1, max(number - _BUTTONS, -1), -1)
            above = next((n for n in rows if self.flat[n] and not _BUTTON.fullmatch(self.flat[n])), None)
            return above is not None and self._is_foot(above)
        return bool(_TOP.fullmatch(self.lines[number].strip())) and not self.lines[number][:1].islower()

    def _is_picture(self, number: int, head: int) -> bool:
        """Tell whether a line above a head is how a picture is called."""
        line = self.flat[number]
        return bool(_BUTTON.fullmatch(line)) or (line.endswith(_EMPTY) and line in self.flat[head])

    def _first(self) -> int:
        return next(n for n, line in enumerate(self.flat) if line)

    def _has_digits(self, number: int) -> bool:
        return any(sign.isdigit() for sign in self.flat[number])

    # Messages ------------------------------------------------------------------------------------------------

    def _post(self, head: _Head, following: _Head | None) -> tuple[ForumPost, list[int]]:
        """Return a message, and the lines of it that look like heads."""
        stop = len(self.lines) if following is None else following.start
        end, own = self._end(head, following, stop)
        body = range(head.end, stop if end is None else end)
        kept = [n for n in body if not self._is_foot(n)]
        lines = without_foot([self.lines[n] for n in kept])
        looked_at = range(head.end, stop if following is None or following.top is None else following.top)
        odd = [n + 1 for n in looked_at if n not in own and self._is_odd(n, head.name)]
        words, doubt = unquoted([line for line in lines if not _CODE.fullmatch(" ".join(line.split()))])
        post = ForumPost(head.name, tidied(words), head.start + 1, head.written, head.when)
        post = with_edit(post, [self.lines[n] for n in kept], self.now)
        # The head of such a message may be hidden with it: then the line stands below the message before.
        gone = next((n + 1 for n in kept if is_taken_away(self.lines[n])), None)
        quoted = next((n + 1 for n in kept[: len(lines)] if _ATTRIBUTION.search(self.flat[n])), None)
        if not head.name or len(head.name) > _LONGEST_NAME:
            return doubtful(post, "no-author", head.start + 1), odd
        if end is None and following is not None:
            return doubtful(post, "end", following.start + 1), odd
        if odd:
            return doubtful(post, "head", odd[0]), odd
        if gone or quoted:
            return doubtful(post, "gone" if gone else "quoted", gone or quoted or 0), odd
        if doubt:
            return doubtful(post, "unbalanced", head.start + 1), odd
        return post, odd

    def _end(self, head: _Head, following: _Head | None, stop: int) -> tuple[int | None, range]:
        """Return where a message ends, None where that is not to be seen; and its author's profile below it."""
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
        """Tell whether a line of a message looks like a part of a head: a date, a sender, a profile, another's name."""
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


# Pages of boards as BBCode, each message in a quotation. What of it is sure, ``forumpage`` says.


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
    posts: list[ForumPost] = []
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


def _with_doubts(posts: Sequence[ForumPost], code: str, line: int) -> Page:
    """Return a page in which no message is sure: from ``line`` on nobody knows who speaks."""
    if not posts:
        return Page(doubt=Phrase(f"forum.doubt.{code}", {"line": line}))
    return Page(tuple(doubtful(post, code, line) for post in posts), heads=len(posts))


def _quoted(tag: re.Match[str], line: int, text: str, now: datetime) -> ForumPost:
    """Return the message in a quotation; ``tag`` is what opened it, on a ``line``."""
    of = _OF.fullmatch(tag["of"] or "")
    name = (of["double"] or of["single"] or of["bare"] or "").strip() if of else ""
    time = _TIME.search(of["more"]) if of else None
    words, odd = unquoted(text.split("\n"))
    post = with_edit(ForumPost(name, tidied(without_foot(words)), line, *_when(time, now)), words, now)
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
