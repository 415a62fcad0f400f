"""Saved pages of boards, Forumotion in its six skins and phpBB 3: messages by the elements that hold them.

No text is a head here. What a message shows of frames is in its body, and never looked at for anything but a doubt:
see ``forumpage``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from adjudicator.core.phrase import Phrase
from adjudicator.reading.forumdates import dated
from adjudicator.reading.forummessage import Page, Post, last_edit, same_author, tidied, without_foot
from adjudicator.reading.htmltree import Element, EntangledError, Tree, tree

_BODIES = ("content", "entry-content", "postcolor", "post-entry", "post-content", "postbody")
"""Classes of what holds a message's words, the closest around them first."""
_OF_BODIES = frozenset(_BODIES)
_PROFILES = frozenset({"postprofile", "user", "user-ident", "poster-profile", "postprofile-head", "post-author"})
_NAMES = frozenset({"username", "username-coloured", "normalname", "name", "postprofile-name", "post-author-name"})
_DATES = frozenset({"author", "posthead", "postdetails", "post-date", "postbody-head", "post-header", "topic-date"})
_BESIDE = frozenset(
    {"signature", "signature_div", "sig-content", "post-signature", "notice", "vote", "attachbox", "edited-message"}
    | {"gensmall", "post-footer"}
)
"""Classes of what the board, or a signature, adds below a message."""
_OUTER = frozenset({"post", "post-wrap"})
"""Classes of what frames a message whole."""
_FRAMES = (_PROFILES | _NAMES | _DATES | _OUTER | {*_BODIES}) - {"user", "name"}
"""Classes that no message's own words have."""
_FROM = frozenset({"de", "from", "auteur", "author"})
_SENT = frozenset({"posté", "envoyé", "date", "posted", "sent"})
_BY = ("par", "by")
_LABEL = 2
"""Words of a label at most: « Posté le »."""


def cut_html(text: str, now: datetime) -> Page:
    """Return the messages of a saved page; ``now`` is when it was read."""
    try:
        return _cut(tree(text), now)
    except EntangledError:
        return Page(doubt=Phrase("forum.entangled"))


def _cut(page: Tree, now: datetime) -> Page:
    frames = list(_framed(page.root))
    if not frames:
        return Page()
    first = min(frame.line for frame, _ in frames)
    broken = next((line for line in page.faults if line >= first), None)
    if broken is not None:
        return Page(doubt=Phrase("forum.broken-html", {"line": broken}))
    return Page(tuple(_post(frame, bodies, page.deep, now) for frame, bodies in frames))


def _framed(root: Element) -> Iterator[tuple[Element, list[Element]]]:
    """Yield what frames each message, with the elements that may be its body; outermost ones alone."""
    skipped: set[int] = set()
    for element in root.walk():
        if id(element) in skipped or any(id(above) in skipped for above in (element.parent,) if above):
            skipped.add(id(element))
            continue
        bodies = _bodies(element) if _is_frame(element) else []
        if bodies:
            skipped.add(id(element))
            yield element, bodies


def _is_frame(element: Element) -> bool:
    """Tell whether an element may be what frames one message: it is called so, or names who wrote."""
    if element.classes & _OUTER:
        return True
    if element.tag == "tr":
        return any("name" in inner.classes for inner in element.walk()) and len(_bodies(element)) == 1
    if element.tag == "table":
        bodies = _bodies(element)
        return len(bodies) == 1 and bool(_labelled(element, _FROM, frozenset({id(bodies[0])})))
    return False


def _bodies(frame: Element) -> list[Element]:
    """Return the outermost elements in a frame that hold a message's words."""
    held = [element for element in frame.walk() if element.classes & _OF_BODIES and element is not frame]
    for name in _BODIES:
        found = [element for element in held if name in element.classes]
        known = {id(element) for element in found}
        outer = [one for one in found if not any(id(above) in known for above in one.ancestors())]
        if outer:
            return outer
    return []


def _post(frame: Element, bodies: Sequence[Element], deep: frozenset[int], now: datetime) -> Post:
    """Return a message; where one of its elements is among those that stand too ``deep``, it is doubtful."""
    body = bodies[0]
    beside = {id(e) for e in frame.walk() if e.classes & _BESIDE and not _holds_date(e)}
    outside = frozenset({id(each) for each in bodies} | beside)
    names = _authors(frame, outside)
    written, when = _date(frame, outside, now)
    author = names[0] if names else ""
    if unseen := _unseen(frame, body):
        doubt = _doubt(unseen, frame)
    elif len(bodies) > 1:
        doubt = _doubt("two-bodies", bodies[1])
    elif not names:
        doubt = _doubt("no-author", frame)
    elif not all(same_author(author, other) for other in names):
        doubt = Phrase("forum.doubt.two-authors", {"line": frame.line, "one": author, "other": names[-1]})
    elif deep and (below := next((e for e in frame.walk() if id(e) in deep), None)):
        doubt = _doubt("too-deep", below)
    elif inner := next((e for e in _own(body) if e.classes & _FRAMES), None):
        doubt = _doubt("frame", inner)
    else:
        doubt = None
    lines = _lines(body)
    notes = [text for e in frame.walk() if e.classes & _NOTES and id(e) in beside for text in e.text().split("\n")]
    edited = last_edit([*lines, *notes], now)
    return Post(author, tidied(without_foot(lines)), frame.line, written, when, doubt, edited, _number(frame))


def _number(frame: Element) -> int | None:
    """Return the number of a message on its board: « p12 », « post-12 », « post--12 »."""
    for name in (frame.attributes.get("id", ""), *sorted(frame.classes)):
        if found := _NUMBERED.fullmatch(name):
            return int(found[1])
    return None


_NUMBERED = re.compile(r"(?:p|post-{1,2})([0-9]{1,12})")
_NOTES = frozenset({"notice", "gensmall", "edited-message", "post-footer"})
"""Of these, classes of what tells when a message was edited."""


def _holds_date(element: Element) -> bool:
    return any("post-date" in inner.classes for inner in element.walk())


_DELETED = frozenset({"deleted", "post_deleted_msg", "post-deleted"})
_UNAPPROVED = frozenset({"unapproved", "post-unapproved"})


def _unseen(frame: Element, body: Element) -> str | None:
    """Return why a browser shows a message to nobody but its reader: a code of a doubt; None where all see it.

    A moderator's page holds what authors have deleted and what waits for approval, and anybody's page the messages of
    those whom he ignores: folded away, but there.
    """
    elements = list(frame.walk(frozenset({id(body)})))
    classes = frozenset().union(*(element.classes for element in elements))
    if classes & _DELETED:
        return "deleted"
    if classes & _UNAPPROVED:
        return "unapproved"
    if any(e.tag == "div" and "ignore" in e.classes for e in elements) or any(
        map(_is_hidden, (body, *body.ancestors()))
    ):
        return "hidden"
    return None


def _is_hidden(element: Element) -> bool:
    """Tell whether a browser does not show an element; what a spoiler folds away its reader may unfold."""
    style = element.attributes.get("style", "").lower().replace(" ", "").replace("\t", "")
    hidden = "hidden" in element.attributes or "display:none" in style or "visibility:hidden" in style
    return hidden and not any("spoil" in name for one in (element, *element.ancestors()) for name in one.classes)


def _doubt(code: str, element: Element) -> Phrase:
    return Phrase(f"forum.doubt.{code}", {"line": element.line})


def _authors(frame: Element, outside: frozenset[int]) -> list[str]:
    """Return by whom a message is, wherever its frame says it: by one, or there is doubt."""
    found: list[str] = []
    profiles = [element for element in frame.walk(outside) if element.classes & _PROFILES]
    for profile in profiles:
        named = [element for element in profile.walk(outside) if element.classes & _NAMES]
        heads = [element for element in profile.walk(outside) if _stands_in(element, "dt", profile)]
        named = named or [element for element in heads if element.tag == "strong"]
        named = named or [element for element in heads if _PROFILE_PAGE.fullmatch(element.attributes.get("href", ""))]
        found += [name for element in named if (name := _name(element, outside))]
    for element in frame.walk(outside):
        if "author" in element.classes:
            found += _by(element, outside)
        elif element.classes & {"name", "normalname"}:
            found += [_name(element, outside)]
    found += _labelled(frame, _FROM, outside)
    return [name for name in found if name]


_PROFILE_PAGE = re.compile(r"(?:https?://[^/]+)?/u[0-9]+")


def _name(element: Element, outside: frozenset[int]) -> str:
    """Return the name in an element, without the « @ » by which a board lets its readers mention somebody."""
    links = frozenset(id(e) for e in element.walk(outside) if e.tag == "a" and e.text(outside).strip() == "@")
    return " ".join(element.text(outside | links).split())


def _stands_in(element: Element, tag: str, within: Element) -> bool:
    for above in element.ancestors():
        if above is within:
            return False
        if above.tag == tag:
            return True
    return False


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
        elif not (item.tag in ("a", "strong", "b") or item.classes & _NAMES):
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
        cells = [child for child in row.children if isinstance(child, Element) and child.tag in ("td", "th")]
        if row.tag == "tr" and len(cells) == 2:
            words = cells[0].text(outside).replace("\u00a0", " ").lower().rstrip(": ").split()
            if words and words[0] in labels and len(words) <= _LABEL:
                found.append(" ".join(cells[1].text(outside).split()))
    return found


def _date(frame: Element, outside: frozenset[int], now: datetime) -> tuple[str, datetime | None]:
    """Return the date of a message as it is written, and what it says."""
    profiles = frozenset(id(e) for e in frame.walk(outside) if e.classes & _PROFILES)
    for element in frame.walk(outside | profiles):
        if element.tag == "time" and (when := _machine_time(element.attributes.get("datetime", ""), now)):
            return " ".join(element.text().split()), when
    texts = [e.text(outside) for e in frame.walk(outside | profiles) if e.classes & _DATES]
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
    dropped = frozenset(id(e) for e in body.walk() if e is not body and _is_dropped(e))
    for element in body.walk(dropped):
        if element is not body:
            yield element


def _is_dropped(element: Element) -> bool:
    if element.tag in ("blockquote", "script", "style", "noscript", "cite", "object", "iframe"):
        return True
    if element.classes & _BESIDE or element.classes & {"quote", "quotebox", "blockquote"} or _is_hidden(element):
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
    stack: list[Element | str] = list(reversed(body.children))
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            written.append(_loose(item))
        elif item.tag == "":
            written.append("".join(child for child in item.children if isinstance(child, str)))
        elif _is_dropped(item) or (item.tag == "dt" and _in_box(item)):
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
