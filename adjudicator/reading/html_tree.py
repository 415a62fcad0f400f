"""An HTML page as a tree of elements, with the lines where elements are not closed as they were opened.

`tree` parses a page. Limits on the number of elements and of visits keep hostile pages from taking too long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")
)
_TABLES = ("td", "th", "tr", "tbody", "thead", "tfoot")
_STRUCTURE = frozenset(
    {"html", "body", "div", "table", *_TABLES, "section", "article", "main", "aside", "header", "footer", "nav"}
    | {"form", "fieldset", "blockquote", "dl", "ul", "ol", "pre", "center", "details"}
)
"""Elements of the page's structure: leaving one open, or closing one that is not open, is a fault."""
_IMPLIED = {
    "li": ("li",),
    "dt": ("dt", "dd"),
    "dd": ("dt", "dd"),
    "p": ("p",),
    "option": ("option",),
    "td": ("td", "th"),
    "th": ("td", "th"),
    "tr": ("td", "th", "tr"),
}
"""For each tag, the open elements that its start closes, as HTML allows."""
_DEEPEST = 400
"""The most elements within each other; no message of a board has more."""
_MOST = 100_000
"""The most elements of a page; a page with a hundred messages has twenty thousand."""
_STEPS = 3_000_000
"""The most visits to elements of a page; pages of boards need a hundredth of it."""
_CHARACTERS = 50
"""How many characters of text or of a style count as one more visit."""


_HIDING = re.compile(
    r"(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|opacity:0(?:\.0*)?%?|font-size:0[a-z%]*|mso-hide:all)"
    r"(?:!important)?(?:;|$)"
)


class EntangledError(Exception):
    """A page has too many elements, or too many within each other, to be a page of a board."""


class Pace:
    """Counts how often elements of a page may still be visited.

    Some steps visit all descendants of each element, which would take far too long on a hostile page.
    """

    def __init__(self) -> None:
        """Start with the full number of visits."""
        self.left = _STEPS

    def take(self, steps: int) -> None:
        """Use up ``steps`` visits. Raise ``EntangledError`` if there are none left."""
        self.left -= steps
        if self.left < 0:
            raise EntangledError


@dataclass(eq=False, slots=True)
class Element:
    """An HTML element with its tag, line, classes, attributes and children."""

    tag: str
    line: int
    classes: frozenset[str] = frozenset()
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)
    parent: Element | None = None
    pace: Pace = field(default_factory=Pace)

    def walk(self, without: frozenset[int] = frozenset()) -> Iterator[Element]:
        """Yield this element and its descendants in page order, skipping those whose ``id`` is in ``without``."""
        stack = [self]
        while stack:
            element = stack.pop()
            self.pace.take(1)
            if id(element) in without:
                continue
            yield element
            stack += [child for child in reversed(element.children) if isinstance(child, Element)]

    @property
    def is_hidden(self) -> bool:
        """Whether the element's own attributes hide it in a browser or, as ``mso-hide`` does, in Outlook."""
        if "hidden" in self.attributes or self.tag == "template":
            return True
        style = self.attributes.get("style", "")
        self.pace.take(len(style) // _CHARACTERS)
        style = "".join(style.lower().split())
        return bool(style) and _HIDING.search(style) is not None

    def ancestors(self) -> Iterator[Element]:
        """Yield the elements around this one, the nearest first."""
        above = self.parent
        while above is not None:
            self.pace.take(1)
            yield above
            above = above.parent

    def text(self, without: frozenset[int] = frozenset()) -> str:
        """Return the text, with a line end per line break or block, and each run of spaces as one space."""
        lines = "".join(self._texts(without)).split("\n")
        return "\n".join(line for line in (" ".join(line.split()) for line in lines) if line)

    def _texts(self, without: frozenset[int]) -> Iterator[str]:
        stack: list[Element | str] = [self]
        while stack:
            item = stack.pop()
            self.pace.take(1)
            if isinstance(item, str):
                self.pace.take(len(item) // _CHARACTERS)
                yield " ".join(item.split("\n"))
            elif id(item) not in without and item.tag not in ("script", "style", "noscript"):
                if item.tag in ("br", "tr", "dd", "dt", "li", "p", "div"):
                    yield "\n"
                stack += reversed(item.children)


@dataclass(frozen=True)
class Tree:
    """A page: its root, and the lines of elements that are closed but not open, or never closed."""

    root: Element
    faults: tuple[int, ...]
    deep: frozenset[int]
    """The ``id`` of each element that stands deeper than any in a board's messages."""


def tree(page: str) -> Tree:
    """Return a page as a tree, split into tags and text as browsers do, in time that grows with its length alone.

    Raise ``EntangledError``, here or during later visits, if the page would take far too long. Nothing else in a page
    raises an error.
    """
    builder = _Builder()
    at, counted, line = 0, 0, 1
    while (found := _MARKUP.search(page, at)) is not None:
        start = found.start()
        builder.write(page[at:start])
        line += page.count("\n", counted, start)
        counted = start
        tag = (found["tag"] or "").lower()
        if not tag:
            last = "-->" if page.startswith("<!--", start) else ">"
            end = page.find(last, start + 2)
            at = end + len(last) if end >= 0 else len(page)
            continue
        attributes, at = _attributes(page, found.end())
        if found["slash"]:
            builder.close(tag, line)
            continue
        builder.open(tag, attributes, line)
        if tag in _SKIPPED:
            closing = re.compile(rf"</{tag}(?=[\s/>])", re.ASCII | re.IGNORECASE).search(page, at)
            at = closing.start() if closing is not None else len(page)
    builder.write(page[at:])
    return builder.tree


_MARKUP = re.compile(r"<(?:(?P<slash>/?)(?P<tag>[a-z][^\s/>]*)|[/!?])", re.ASCII | re.IGNORECASE)
"""The beginning of a tag, or of a comment or a declaration, which browsers do not show."""
_ATTRIBUTE = re.compile(r"[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]*)))?", re.ASCII)
_SKIPPED = ("script", "style", "title")
"""Elements whose content, up to their end tag, is skipped: it is neither markup nor shown in the page."""


def _attributes(page: str, at: int) -> tuple[dict[str, str], int]:
    """Return the attributes of a tag whose name ends at ``at``, and where the tag ends.

    Of two attributes with the same name, the first counts. A quotation mark that is not closed does not quote anything.
    """
    attributes: dict[str, str] = {}
    while (found := _ATTRIBUTE.match(page, at)) is not None:
        attributes.setdefault(found[1].lower(), unescaped(found[2] or found[3] or found[4] or ""))
        at = found.end()
    end = page.find(">", at)
    return attributes, end + 1 if end >= 0 else len(page)


def unescaped(text: str) -> str:
    """Return a text with the characters that its references such as « &eacute; » and « &#233; » stand for.

    A reference of a thousand digits, which Python refuses to read as a number, becomes U+FFFD.
    """
    from html import unescape

    return unescape(_LONG_REFERENCE.sub("\ufffd", text)) if "&" in text else text


_LONG_REFERENCE = re.compile(r"&#[0-9]{1000,};?")
"""A reference with more digits than Python converts to a number."""


class _Builder:
    """Builds the tree while a page is parsed, and records the elements that are not closed properly."""

    def __init__(self) -> None:
        self._stack = [Element("", 1)]
        self._pace, self._left = self._stack[0].pace, _MOST
        self._faults: list[int] = []
        self._deep: list[int] = []

    @property
    def tree(self) -> Tree:
        """The tree, once the whole page is parsed."""
        unclosed = [element.line for element in self._stack if element.tag in _STRUCTURE - {"html", "body"}]
        return Tree(self._stack[0], tuple(sorted({*self._faults, *unclosed})), frozenset(self._deep))

    def open(self, tag: str, attributes: dict[str, str], line: int) -> None:
        """Begin an element. A void element, such as ``br``, ends at once."""
        stack = self._stack
        while len(stack) > 1 and stack[-1].tag in _IMPLIED.get(tag, ()):
            stack.pop()
        classes = frozenset(attributes.get("class", "").split())
        element = Element(tag, line, classes, attributes, parent=stack[-1], pace=self._pace)
        self._left -= 1
        if self._left < 0:
            raise EntangledError
        stack[-1].children.append(element)
        if tag in _VOID:
            return
        if len(stack) == _DEEPEST:
            self._deep.append(id(element))
        stack.append(element)

    def close(self, tag: str, line: int) -> None:
        """End the last open element with this tag, and the elements inside it that may stay open.

        The end of a block that is not open becomes an empty paragraph, as browsers show « </p> ».
        """
        if tag in _VOID:
            return
        structure = tag in _STRUCTURE
        for place in range(len(self._stack) - 1, 0, -1):
            self._pace.take(1)
            open_tag = self._stack[place].tag
            if open_tag == tag:
                del self._stack[place:]
                return
            may_end = open_tag in _TABLES and tag in ("table", *_TABLES[2:])  # as HTML allows
            if open_tag in _STRUCTURE and not may_end:
                if not structure:
                    break  # markup such as « b » ends where the element around it ends
                self._faults.append(line)
        if structure:
            self._faults.append(line)
        if structure or tag == "p":
            self.open("p", {}, line)
            self._stack.pop()

    def write(self, text: str) -> None:
        """Add text to the open element."""
        if text:
            self._stack[-1].children.append(unescaped(text))
