"""Saved HTML pages of boards, cut into messages by their elements.

`cut_html` returns the messages of a page. `SKINS` lists the known kinds of pages and where they keep a message, its
author and its date. Elements that a browser hides are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from adjudicator.core.faults import Phrase
from adjudicator.reading.forum_message import (
    ForumPost,
    Page,
    dated,
    edit_notes,
    same_author,
    tidied,
    with_edit,
    without_foot,
)
from adjudicator.reading.html_tree import Element, EntangledError, Tree, tree

_FROM = frozenset({"de", "from", "auteur", "author"})
_SENT = frozenset({"posté", "envoyé", "date", "posted", "sent"})
_BY = ("par", "by")
_NAMED = frozenset({"username", "username-coloured", "name", "mention"})
_INLINE = ("a", "strong", "b")
_LABEL = 2
"""The most words of a label: « Posté le »."""


class _Framed(NamedTuple):
    """An element that frames one message, its skin, the elements that may be its body, and its authors' names."""

    frame: Element
    skin: Skin
    bodies: list[Element]
    names: list[str]


# Only the structure of a page counts, so no line of text can pass for a head. Boards turn what a member types into
# plain text and a few elements of their own. A page whose elements do not close as they opened is refused, and a
# message that seems to frame another one, or nests elements too deep, is doubtful. If a board lets members write
# unclosed HTML, the page itself is forged for every browser, and nothing in it can show that.
def cut_html(text: str, now: datetime) -> Page:
    """Return the messages of a saved page; ``now`` is the time at which it was read."""
    try:
        return _cut(tree(text), now)
    except EntangledError:
        return Page(doubt=Phrase("forum.entangled"))


def _cut(page: Tree, now: datetime) -> Page:
    frames = list(_framed(page.root))
    if not frames:
        return Page(doubt=Phrase("forum.unread-page"))
    first = min(each.frame.line for each in frames)
    broken = next((line for line in page.faults if line >= first), None)
    if broken is not None:
        return Page(doubt=Phrase("forum.broken-html", {"line": broken}))
    return Page(tuple(_post(each, page.deep, now) for each in frames))


def _framed(root: Element) -> Iterator[_Framed]:
    """Yield the frame of each message, the outermost frames only."""
    skipped: set[int] = set()
    for element in root.walk():
        if id(element) in skipped or any(id(above) in skipped for above in (element.parent,) if above):
            skipped.add(id(element))
            continue
        found = _as_frame(element)
        if found is not None:
            skipped.add(id(element))
            yield found


def _as_frame(element: Element) -> _Framed | None:
    """Return an element as the frame of a message, or None.

    The first skin that finds an author in it decides, or else the first that finds a body.
    """
    if (element.tag not in ("tr", "table") and not element.classes & FRAMES) or element.attributes.get("id") == RULES:
        return None
    inner: list[Element] | None = None
    authorless = None
    for skin in SKINS:
        loose = not skin.frame.startswith(".")
        if element.tag != (skin.frame or "table") if loose else not is_a(element, skin.frame):
            continue
        inner = list(element.walk()) if inner is None else inner
        element.pace.take(len(inner))
        bodies = _bodies(inner[1:], skin.body)
        if not bodies or (loose and (len(bodies) > 1 or any("post" in each.classes for each in inner[1:]))):
            continue
        outside = frozenset(map(id, bodies)) | {id(each) for each in inner if each.classes & BESIDE}
        names = _authors(element, skin, outside)
        if names:
            return _Framed(element, skin, bodies, names)
        authorless = authorless or (None if loose else _Framed(element, skin, bodies, []))
    return authorless


def _bodies(inner: Sequence[Element], selector: str) -> list[Element]:
    """Return the outermost elements of a frame that match the selector for message bodies."""
    found = [each for each in inner if is_a(each, selector)]
    known = {id(element) for element in found}
    return [one for one in found if not any(id(above) in known for above in one.ancestors())]


def _post(framed: _Framed, deep: frozenset[int], now: datetime) -> ForumPost:
    """Return a message. It is doubtful if one of its elements is in ``deep``, the elements nested too deep."""
    frame, body, lines = framed.frame, framed.bodies[0], _lines(framed.bodies[0])
    inside = frozenset(map(id, framed.bodies))
    written, when = _date(frame, framed.skin, inside | {id(e) for e in frame.walk() if e.classes & BESIDE}, now)
    text = tidied(without_foot(lines))
    notes = (Phrase("forum.note.hidden-part"),) if any(each.text().strip() for each in _hidden_in(body)) else ()
    post = ForumPost(
        author=framed.names[0] if framed.names else "",
        text=text,
        line=frame.line,
        written=written,
        when=when,
        number=_number(frame),
        doubt=_doubt_of(framed, deep),
        unseen=_unseen(framed) or (Phrase("forum.unseen.hidden") if notes and not text else None),
        notes=notes,
    )
    apart = inside | {id(e) for e in frame.walk() if e.classes & (SIGNATURES | PROFILES)}
    beside = (e.text() for e in body.walk() if e.classes & BESIDE - SIGNATURES)
    around = [line for text in (frame.text(apart), *beside) for line in text.split("\n")]
    return with_edit(post, [*edit_notes(around), *lines], now)


def _doubt_of(framed: _Framed, deep: frozenset[int]) -> Phrase | None:
    """Return why a message is taken for nobody, or None."""
    frame, bodies = framed.frame, framed.bodies
    if len(bodies) > 1:
        return _doubt("two-bodies", bodies[1])
    if not framed.names:
        return _doubt("no-author", frame)
    author = framed.names[0]
    if other := next((name for name in framed.names if not same_author(author, name)), None):
        return Phrase("forum.doubt.two-authors", {"line": frame.line, "one": author, "other": other})
    if deep and (below := next((e for e in frame.walk() if id(e) in deep), None)):
        return _doubt("too-deep", below)
    if inner := next((e for e in _own(bodies[0]) if e.classes & FRAMES), None):
        return _doubt("frame", inner)
    return _doubt("cut", frame) if framed.skin.cut else None


def _number(frame: Element) -> int | None:
    """Return the message's number on its board, as in the identifiers ``p31``, ``post-31`` or ``post--31``, or None."""
    names = [frame.attributes.get("id", ""), *sorted(frame.classes)]
    found = next((match for name in names if (match := _NUMBERED.fullmatch(name))), None)
    return int(found[1]) if found else None


_NUMBERED = re.compile(r"(?:p|post-{1,2})(\d{1,15})")


def _doubt(code: str, element: Element) -> Phrase:
    return Phrase(f"forum.doubt.{code}", {"line": element.line})


def _unseen(framed: _Framed) -> Phrase | None:
    """Return why the board shows a message to nobody or to moderators only, or None if it shows the message."""
    inside = frozenset(map(id, framed.bodies)) | {id(e) for e in framed.frame.walk() if e.classes & SIGNATURES}
    marks = frozenset().union(*(element.classes for element in framed.frame.walk(inside)))
    for code, classes in STATES:
        if marks & classes:
            return Phrase(f"forum.unseen.{code}")
    body = framed.bodies[0]
    return Phrase("forum.unseen.hidden") if any(each.is_hidden for each in (body, *body.ancestors())) else None


def _hidden_in(body: Element) -> list[Element]:
    """Return the elements of a message that a browser hides, except spoilers, which a click opens."""
    hidden: list[Element] = []
    stack = [child for child in body.children if isinstance(child, Element)]
    while stack:
        element = stack.pop()
        body.pace.take(1)
        if element.tag == "details" or any("spoil" in name.lower() for name in element.classes):
            continue
        if element.is_hidden:
            hidden.append(element)
        else:
            stack += [child for child in element.children if isinstance(child, Element)]
    return hidden


def _authors(frame: Element, skin: Skin, outside: frozenset[int]) -> list[str]:
    """Return all names that a frame gives as the author; different names make the message doubtful.

    Once an author is found, every place where any board writes a name counts too. So a message that imitates such a
    place is doubtful and never gets another author.
    """
    found = [_named(e, outside) for selector in skin.names for e in chosen(frame, selector, outside)]
    found += [name for selector in skin.lines for e in chosen(frame, selector, outside) for name in _by(e, outside)]
    if not skin.frame:
        found += _labelled(frame, _FROM, outside)
    if any(found):
        elsewhere = {one for other in SKINS for one in other.names} - {*skin.names, ".postprofile/dt/strong"}
        found += [_named(e, outside) for selector in sorted(elsewhere) for e in chosen(frame, selector, outside)]
        found += [name for e in chosen(frame, ".author", outside) for name in _by(e, outside)]
    return [name for name in found if name]


def _named(element: Element, outside: frozenset[int]) -> str:
    """Return the name that an element shows, without hidden elements in it and the « @ » of a mention."""
    inner = (each for each in element.walk() if each is not element)
    beside = frozenset(id(each) for each in inner if each.is_hidden or each.text().strip() == "@")
    return " ".join(element.text(outside | beside).split())


def _by(line: Element, outside: frozenset[int]) -> list[str]:
    """Return the names that have an element of their own in a line like « by Zoé, Monday … » or « From: Zoé »."""
    label, names = "", []
    stack: list[Element | str] = list(reversed(line.children))
    while stack:
        item = stack.pop()
        line.pace.take(1)
        if isinstance(item, str):
            label += item
        elif item.tag == "br":
            label = ""
        elif not (item.tag in _INLINE or item.classes & _NAMED or (item.tag == "span" and _is_label(label))):
            stack += reversed(item.children)
        elif text := " ".join(item.text(outside).split()):
            if text.endswith(":"):
                label = text
            elif _is_label(label):
                names.append(text)
                label = "…"
    return names


def _is_label(text: str) -> bool:
    words = text.replace("\u00a0", " ").strip().rstrip(":").strip().lower().split()
    return bool(words) and (words[-1] in _BY or (len(words) == 1 and words[0] in _FROM))


def _labelled(frame: Element, labels: frozenset[str], outside: frozenset[int]) -> list[str]:
    """Return the text of the second cell in each table row whose first cell begins with one of ``labels``."""
    found = []
    for row in frame.walk(outside):
        cells = [child for child in row.children if isinstance(child, Element) and child.tag == "td"]
        if row.tag == "tr" and len(cells) > 1:
            words = cells[0].text(outside).replace("\u00a0", " ").lower().rstrip(": ").split()
            if words and words[0] in labels and len(words) <= _LABEL:
                found.append(" ".join(cells[1].text(outside).split()))
    return found


def _date(frame: Element, skin: Skin, outside: frozenset[int], now: datetime) -> tuple[str, datetime | None]:
    """Return the date of a message as it is written, and its time; ``("", None)`` if there is none."""
    profiles = frozenset(id(e) for e in frame.walk(outside) if e.classes & PROFILES and not skin.cut)
    for element in frame.walk(outside | profiles):
        if element.tag == "time" and (when := _machine_time(element.attributes.get("datetime", ""), now)):
            return " ".join(element.text().split()), when
    texts = [e.text(outside) for selector in skin.dates for e in chosen(frame, selector, outside | profiles)]
    for text in [*texts, *_labelled(frame, _SENT, outside)]:
        for line in text.split("\n"):
            if found := dated(line, now):
                return line[-300:][found.start : found.end], found.when
    return "", None


def _machine_time(text: str, now: datetime) -> datetime | None:
    try:
        when = datetime.fromisoformat(text.replace("Z", "+00:00"))
        return when.astimezone(now.tzinfo).replace(second=0, microsecond=0) if when.tzinfo and now.tzinfo else None
    except (ValueError, OverflowError):
        return None


# The words of a message --------------------------------------------------------------------------------------

_BLOCKS = frozenset(
    {"p", "div", "li", "ul", "ol", "dl", "dd", "dt", "table", "tr", "center", "h1", "h2", "h3", "h4", "h5", "h6", "hr"}
    | {"section", "fieldset", "details"}
)
_STRUCK = frozenset({"s", "strike", "del"})


def _own(body: Element) -> Iterator[Element]:
    """Yield the elements of a message without hidden ones, quotations and what is added below it."""
    dropped = frozenset(id(e) for e in body.walk() if e is not body and _is_dropped(e)) | {
        id(e) for e in _hidden_in(body)
    }
    for element in body.walk(dropped):
        if element is not body:
            yield element


def _is_dropped(element: Element) -> bool:
    if element.tag in ("blockquote", "script", "style", "noscript", "cite", "object", "iframe"):
        return True
    if element.classes & BESIDE or element.classes & {"quote", "quotebox", "blockquote"}:
        return True
    return _is_box(element) and _code(element) is None and not any("spoiler" in name for name in element.classes)


def _is_box(element: Element) -> bool:
    return bool(element.classes & {"codebox", "code"})


def _code(element: Element) -> Element | None:
    """Return the element with the content of a code block, or None if the element is no code block."""
    if element.tag in ("pre", "code"):
        return element
    if not _is_box(element):
        return None
    return next((e for e in element.walk() if e.tag in ("code", "pre") or "cont_code" in e.classes), None)


def _lines(body: Element) -> list[str]:
    """Return the lines of a message as its author sees them, with code blocks between ``[code]`` tags."""
    written: list[str] = []
    hidden = frozenset(map(id, _hidden_in(body)))
    stack: list[Element | str] = list(reversed(body.children))
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            # A browser shows line ends and tabs in the source as spaces.
            written.append(item.replace("\n", " ").replace("\t", " ").replace("\r", " "))
        elif item.tag == "":
            written.append("".join(child for child in item.children if isinstance(child, str)))
        elif id(item) in hidden or _is_dropped(item) or (item.tag == "dt" and item.parent and _is_box(item.parent)):
            written.append("\n")
        elif (code := _code(item)) is not None:
            written += ["\n", "[code]\n", _preformatted(code), "\n[/code]", "\n"]
        elif item.tag == "br":
            written.append("\n")
        else:
            around = ("[s]", "[/s]") if item.tag in _STRUCK else ("\n", "\n") if item.tag in _BLOCKS else ("", "")
            dash = "- " if item.tag == "li" else ""
            stack += [_verbatim(around[1]), *reversed(item.children), _verbatim(around[0] + dash)]
    return _joined("".join(written))


def _verbatim(text: str) -> Element:
    return Element("", 0, children=[text])


def _preformatted(code: Element) -> str:
    """Return the text of a code block with all its spaces."""
    parts: list[str] = []
    stack: list[Element | str] = list(reversed(code.children))
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
        elif item.tag == "br":
            parts.append("\n")
        else:
            stack += reversed(item.children)
    return "".join(parts).strip("\n")


def _joined(text: str) -> list[str]:
    """Return the lines of a text with plain spaces, and without superfluous ones outside code blocks."""
    lines, inside = [], False
    for line in text.split("\n"):
        inside = inside or line == "[code]"
        shown = line if inside else " ".join(filter(None, line.split(" ")))
        inside = inside and line != "[/code]"
        lines.append(shown.replace("\u00a0", " "))
    return lines


# Known kinds of pages -------------------------------------------------------------------------------------------


class Skin(NamedTuple):
    """How one kind of page shows a message, in selectors.

    A selector is a chain of nested steps, each a tag or a ``.class``, as in ``.postprofile/dt/strong``.
    """

    frame: str
    """The element around a message; empty for a table with a row for the author."""
    body: str
    """The element around the words of the message."""
    names: tuple[str, ...] = ()
    """Elements whose whole text is the author's name."""
    lines: tuple[str, ...] = ()
    """Elements in which the name follows a label, as in « par Zoé » or « De : Zoé »."""
    dates: tuple[str, ...] = ()
    cut: bool = False
    """Whether such a page shows only the beginning of a message."""


_LINE = (".author",)
SKINS = (
    # Search results come first because they look like messages.
    Skin(".search", ".content", (), _LINE, (".postprofile",), cut=True),
    Skin(".search", ".postbody", (), _LINE, (".postprofile",), cut=True),
    Skin(".search-results-posts", ".post-entry", (".username",), (), (".postbody-head",), cut=True),
    Skin(".block-blogrow", ".block-blogrow-content", (), (".block-footer",), (".block-footer",), cut=True),
    # Forumactif, AwesomeBB: topics, private messages.
    Skin(".post-wrap", ".post-content", (".post-author-name",), (), (".post-date",)),
    Skin(".block-post", ".content", (), (".block-post-footer-details",), (".block-post-footer-details",)),
    # Forumactif, ModernBB.
    Skin(".post", ".content", (".postprofile-name",), _LINE, (".topic-date", ".author")),
    # phpBB 3, and Forumactif's skin of that name.
    Skin(".post", ".content", (".postprofile/.username", ".postprofile/.username-coloured"), _LINE, (".author",)),
    Skin(".post", ".content", (".postprofile/dt/strong",), _LINE, (".author",)),
    # Forumactif, PunBB.
    Skin(".post", ".entry-content", (".user/.username", ".user-ident/.username"), (), (".posthead",)),
    # Forumactif, Invision: topics, reviews of them, private messages; and topics as older boards show them.
    Skin(".post", ".post-entry", (".postprofile-details/dt",), _LINE, (".author", ".postbody-head")),
    Skin(".post", ".post-entry", (".postprofile-head/.username",), (), (".postbody-head",)),
    Skin(".post", ".post-entry", (".postprofile-head",), (), (".postbody-head",)),
    Skin(".post", ".postcolor", (".normalname",), (), (".postdetails",)),
    # Forumactif, phpBB 2: topics, private messages.
    Skin(".post", ".postbody", (".name",), (), (".postdetails",)),
    Skin("tr", ".postbody", (".name",), (), (".postdetails",)),
    Skin("", ".postbody"),
)
"""The known skins. The first that finds a message with an author is used, or else the first that finds a message."""

STATES = (
    ("deleted", frozenset({"deleted", "post_deleted", "post-deleted", "post_deleted_msg"})),
    ("unapproved", frozenset({"unapproved", "post_unapproved", "post-unapproved"})),
    ("ignored", frozenset({"ignore", "ignored", "post_ignore", "post-ignore", "post-ignored", "post_ignored"})),
    ("hidden", frozenset({"post-hidden", "post_hidden"})),
)
"""For each reason why a message does not count, the classes that boards give it, outside the message's own words."""

BESIDE = frozenset(
    {"signature", "signature_div", "sig-content", "post-signature", "notice", "vote", "attachbox", "edited-message"}
    | {"gensmall", "post-notice", "fa_like_div"}
)
"""Classes of what the board or a signature adds below a message."""
SIGNATURES = frozenset({"signature", "signature_div", "sig-content", "post-signature"})
PROFILES = frozenset({"postprofile", "user", "user-ident", "poster-profile", "post-aside"})
RULES = "forum_rules"
"""The identifier of a board's own rules, whose frame looks like a message's."""


_SELECTORS = [one for skin in SKINS for one in (skin.frame, skin.body, *skin.names, *skin.lines, *skin.dates)]
_CLASSES = frozenset(step[1:] for selector in _SELECTORS for step in selector.split("/") if step.startswith("."))
FRAMES = (_CLASSES | PROFILES) - {"user", "name", "search"}
"""Classes that no message has among its own words: those of skins and profiles, except three common ones.

A message that holds such a class is doubtful.
"""


def chosen(within: Element, selector: str, without: frozenset[int]) -> Iterator[Element]:
    """Yield the elements inside another one that match a selector, in page order."""
    steps = selector.split("/")
    for element in within.walk(without):
        if element is not within and _fits(element, steps[-1]) and _stands_in(element, steps[:-1], within):
            yield element


def is_a(element: Element, selector: str) -> bool:
    """Return whether an element itself matches a selector of one step."""
    return bool(selector) and _fits(element, selector)


def _fits(element: Element, step: str) -> bool:
    return step[1:] in element.classes if step.startswith(".") else element.tag == step


def _stands_in(element: Element, steps: list[str], within: Element) -> bool:
    """Return whether an element stands inside elements that match ``steps``, up to and including ``within``."""
    left = list(steps)
    for above in element.ancestors():
        if not left:
            break
        if _fits(above, left[-1]):
            left.pop()
        if above is within:
            break
    return not left
