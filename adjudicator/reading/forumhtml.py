"""Saved pages of boards, those of ``forumskins``: messages by the elements that hold them.

No text is a head here. What a message shows of frames is in its body, and never looked at for anything but a doubt:
see ``forumpage``. What a browser does not show is not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from adjudicator.core.faults import Phrase
from adjudicator.reading.forumdates import dated
from adjudicator.reading.forummessage import Page, Post, edit_notes, same_author, tidied, with_edit, without_foot
from adjudicator.reading.forumskins import (
    BESIDE,
    FRAMES,
    PROFILES,
    RULES,
    SIGNATURES,
    SKINS,
    STATES,
    Skin,
    board_of,
    chosen,
    is_a,
)
from adjudicator.reading.htmltree import Element, EntangledError, Tree, tree

_FROM = frozenset({"de", "from", "auteur", "author"})
_SENT = frozenset({"posté", "envoyé", "date", "posted", "sent"})
_BY = ("par", "by")
_NAMED = frozenset({"username", "username-coloured", "name", "mention"})
_INLINE = ("a", "strong", "b")
_LABEL = 2
"""Words of a label at most: « Posté le »."""


class _Framed(NamedTuple):
    """An element that holds one message, with what may be its body."""

    frame: Element
    skin: Skin
    bodies: list[Element]
    names: list[str]


def cut_html(text: str, now: datetime) -> Page:
    """Return the messages of a saved page; ``now`` is when it was read."""
    try:
        return _cut(tree(text), now)
    except EntangledError:
        return Page(doubt=Phrase("forum.entangled"))


def _cut(page: Tree, now: datetime) -> Page:
    frames = list(_framed(page.root))
    if not frames:
        board = board_of(page.root)
        return Page(doubt=Phrase("forum.unread-board", {"board": board}) if board else Phrase("forum.unread-page"))
    first = min(each.frame.line for each in frames)
    broken = next((line for line in page.faults if line >= first), None)
    if broken is not None:
        return Page(doubt=Phrase("forum.broken-html", {"line": broken}))
    return Page(tuple(_post(each, page.deep, now) for each in frames))


def _framed(root: Element) -> Iterator[_Framed]:
    """Yield what frames each message; outermost ones alone."""
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
    """Return an element as what frames a message, by the first skin that finds an author in it; None for none."""
    if (element.tag not in ("tr", "table") and not element.classes & FRAMES) or element.attributes.get("id") == RULES:
        return None
    inner: list[Element] | None = None
    authorless = None
    for skin in SKINS:
        loose = not skin.frame.startswith(".")
        if element.tag != (skin.frame or "table") if loose else not is_a(element, skin.frame):
            continue
        inner = list(element.walk()) if inner is None else inner
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
    """Return the outermost elements among those of a frame that hold a message's words."""
    found = [each for each in inner if is_a(each, selector)]
    known = {id(element) for element in found}
    return [one for one in found if not any(id(above) in known for above in one.ancestors())]


def _post(framed: _Framed, deep: frozenset[int], now: datetime) -> Post:
    """Return a message; where one of its elements is among those that stand too ``deep``, it is doubtful."""
    frame, bodies, names = framed.frame, framed.bodies, framed.names
    body = bodies[0]
    outside = frozenset({id(each) for each in bodies} | {id(e) for e in frame.walk() if e.classes & BESIDE})
    written, when = _date(frame, framed.skin, outside, now)
    author = names[0] if names else ""
    if len(bodies) > 1:
        doubt = _doubt("two-bodies", bodies[1])
    elif not names:
        doubt = _doubt("no-author", frame)
    elif other := next((name for name in names if not same_author(author, name)), None):
        doubt = Phrase("forum.doubt.two-authors", {"line": frame.line, "one": author, "other": other})
    elif deep and (below := next((e for e in frame.walk() if id(e) in deep), None)):
        doubt = _doubt("too-deep", below)
    elif inner := next((e for e in _own(body) if e.classes & FRAMES), None):
        doubt = _doubt("frame", inner)
    elif framed.skin.cut:
        doubt = _doubt("cut", frame)
    else:
        doubt = None
    notes = (Phrase("forum.note.hidden-part"),) if any(_has_words(each) for each in _hidden_in(body)) else ()
    lines = _lines(body)
    text = tidied(without_foot(lines))
    unseen = _unseen(framed) or (Phrase("forum.unseen.hidden") if notes and not text else None)
    post = Post(author, text, frame.line, written, when, None, _number(frame), doubt, unseen, notes)
    apart = frozenset(map(id, bodies)) | {id(e) for e in frame.walk() if e.classes & (SIGNATURES | PROFILES)}
    beside = (e.text() for e in body.walk() if e.classes & BESIDE - SIGNATURES)
    around = [line for text in (frame.text(apart), *beside) for line in text.split("\n")]
    return with_edit(post, [*edit_notes(around), *lines], now)


def _number(frame: Element) -> int | None:
    """Return the number of a message on its board, as its frame tells it: ``p31``, ``post-31``, ``post--31``."""
    names = [frame.attributes.get("id", ""), *sorted(frame.classes)]
    found = next((match for name in names if (match := _NUMBERED.fullmatch(name))), None)
    return int(found[1]) if found else None


_NUMBERED = re.compile(r"(?:p|post-{1,2})(\d{1,15})")


def _doubt(code: str, element: Element) -> Phrase:
    return Phrase(f"forum.doubt.{code}", {"line": element.line})


def _unseen(framed: _Framed) -> Phrase | None:
    """Return why the board shows a message to nobody, or to moderators alone; None for one that it shows."""
    inside = frozenset(map(id, framed.bodies)) | {id(e) for e in framed.frame.walk() if e.classes & SIGNATURES}
    marks = frozenset().union(*(element.classes for element in framed.frame.walk(inside)))
    for code, classes in STATES:
        if marks & classes:
            return Phrase(f"forum.unseen.{code}")
    body = framed.bodies[0]
    return Phrase("forum.unseen.hidden") if any(each.is_hidden for each in (body, *body.ancestors())) else None


def _hidden_in(body: Element) -> list[Element]:
    """Return the elements of a message that no browser shows; what its author has folded a click opens."""
    hidden: list[Element] = []
    stack = [child for child in body.children if isinstance(child, Element)]
    while stack:
        element = stack.pop()
        body.pace.take(1)
        if _is_folded(element):
            continue
        if element.is_hidden:
            hidden.append(element)
        else:
            stack += [child for child in element.children if isinstance(child, Element)]
    return hidden


def _is_folded(element: Element) -> bool:
    return element.tag == "details" or any("spoil" in name.lower() for name in element.classes)


def _has_words(element: Element) -> bool:
    return bool(element.text().strip())


def _authors(frame: Element, skin: Skin, outside: frozenset[int]) -> list[str]:
    """Return by whom a message is, wherever its frame says it: by one, or there is doubt.

    Names count where any board would write one: what a message may imitate is doubt.
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
    """Return the name that an element shows, without what unfolds below it and the « @ » that mentions him."""
    inner = (each for each in element.walk() if each is not element)
    beside = frozenset(id(each) for each in inner if each.is_hidden or each.text().strip() == "@")
    return " ".join(element.text(outside | beside).split())


def _by(line: Element, outside: frozenset[int]) -> list[str]:
    """Return whom a line « by Zoé, Monday … », or one « From: Zoé », names: what is an element of its own there."""
    label, names = "", []
    stack: list[Element | str] = list(reversed(line.children))
    while stack:
        item = stack.pop()
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
    """Return what stands in the cells beside those with one of some words."""
    found = []
    for row in frame.walk(outside):
        cells = [child for child in row.children if isinstance(child, Element) and child.tag == "td"]
        if row.tag == "tr" and len(cells) > 1:
            words = cells[0].text(outside).replace("\u00a0", " ").lower().rstrip(": ").split()
            if words and words[0] in labels and len(words) <= _LABEL:
                found.append(" ".join(cells[1].text(outside).split()))
    return found


def _date(frame: Element, skin: Skin, outside: frozenset[int], now: datetime) -> tuple[str, datetime | None]:
    """Return the date of a message as it is written, and what it says."""
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
    """Yield the elements of a message without what it quotes and what is added below it."""
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
    """Return what holds the words of a block of code; None for what is none."""
    if element.tag in ("pre", "code"):
        return element
    if not _is_box(element):
        return None
    return next((e for e in element.walk() if e.tag in ("code", "pre") or "cont_code" in e.classes), None)


def _lines(body: Element) -> list[str]:
    """Return the lines of a message, as its author sees them."""
    written: list[str] = []
    hidden = frozenset(map(id, _hidden_in(body)))
    stack: list[Element | str] = list(reversed(body.children))
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            written.append(_loose(item))
        elif item.tag == "":
            written.append("".join(child for child in item.children if isinstance(child, str)))
        elif id(item) in hidden or _is_dropped(item) or (item.tag == "dt" and _in_box(item)):
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


def _in_box(element: Element) -> bool:
    return element.parent is not None and _is_box(element.parent)


def _verbatim(text: str) -> Element:
    return Element("", 0, children=[text])


def _loose(text: str) -> str:
    """Return text as a browser shows it: ends of lines in the source are spaces."""
    return text.replace("\n", " ").replace("\t", " ").replace("\r", " ")


def _preformatted(code: Element) -> str:
    """Return the words of a block of code with all their spaces."""
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
    """Return lines without the spaces of the source around them, outside blocks of code; hard spaces are spaces."""
    lines, inside = [], False
    for line in text.split("\n"):
        inside = inside or line == "[code]"
        shown = line if inside else _squeezed(line)
        inside = inside and line != "[/code]"
        lines.append(shown.replace("\u00a0", " "))
    return lines


def _squeezed(line: str) -> str:
    line = line.strip(" ")
    while "  " in line:
        line = line.replace("  ", " ")
    return line
