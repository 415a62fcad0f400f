"""A page of HTML as a tree of its elements, and where it does not close what it opened."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")
)
_TABLES = ("td", "th", "tr", "tbody", "thead", "tfoot")
_STRUCTURE = frozenset(
    {"html", "body", "div", "table", *_TABLES, "section", "article", "main", "aside", "header", "footer", "nav"}
    | {"form", "fieldset", "blockquote", "dl", "ul", "ol", "pre", "center", "details"}
)
"""Elements of which a page's structure is made: one that is not closed, or closed but never opened, is a fault."""
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
"""Which elements end where one begins, as HTML allows it."""
_DEEPEST = 400
"""Elements within each other at most: more is no message of a board."""
_MOST = 100_000
"""Elements of a page at most: one of a hundred messages has twenty thousand."""
_STEPS = 3_000_000
"""Elements that are looked at in a page at most, over and over; those of a board need a hundredth."""


_HIDING = re.compile(
    r"(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|opacity:0(?:\.0*)?%?|font-size:0[a-z%]*)(?:!important)?(?:;|$)"
)


class EntangledError(Exception):
    """A page has so many elements, or so many within each other, that it is none of a board."""


class Pace:
    """How often elements of a page may still be looked at: what looks at all that is in each would not end."""

    def __init__(self) -> None:
        """None has been looked at."""
        self.left = _STEPS

    def take(self, steps: int) -> None:
        """Take some steps. Raises ``EntangledError`` where there are no more."""
        self.left -= steps
        if self.left < 0:
            raise EntangledError


@dataclass(eq=False, slots=True)
class Element:
    """An element: its tag, its classes, what stands in it, and its line."""

    tag: str
    line: int
    classes: frozenset[str] = frozenset()
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)
    parent: Element | None = None
    pace: Pace = field(default_factory=Pace)

    def walk(self, without: frozenset[int] = frozenset()) -> Iterator[Element]:
        """Yield it and the elements in it, in their order; nothing of those whose ``id`` is among ``without``."""
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
        """Whether a browser shows nothing of it, as far as the element itself says so."""
        if "hidden" in self.attributes or self.tag == "template":
            return True
        style = "".join(self.attributes.get("style", "").lower().split())
        return bool(style) and _HIDING.search(style) is not None

    def ancestors(self) -> Iterator[Element]:
        """Yield the elements in which it stands, the nearest first."""
        above = self.parent
        while above is not None:
            self.pace.take(1)
            yield above
            above = above.parent

    def text(self, without: frozenset[int] = frozenset()) -> str:
        """Return its text, a line's end for each ``br``, each run of spaces as one."""
        lines = "".join(self._texts(without)).split("\n")
        return "\n".join(line for line in (" ".join(line.split()) for line in lines) if line)

    def _texts(self, without: frozenset[int]) -> Iterator[str]:
        stack: list[Element | str] = [self]
        while stack:
            item = stack.pop()
            self.pace.take(1)
            if isinstance(item, str):
                yield " ".join(item.split("\n"))
            elif id(item) not in without and item.tag not in ("script", "style", "noscript"):
                if item.tag in ("br", "tr", "dd", "dt", "li", "p", "div"):
                    yield "\n"
                stack += reversed(item.children)


@dataclass(frozen=True)
class Tree:
    """A page: its root, and the lines of what is closed but not open, or open but not closed."""

    root: Element
    faults: tuple[int, ...]
    deep: frozenset[int]
    """The ``id`` of each element that stands within more others than in any message of a board."""


def tree(text: str) -> Tree:
    """Return a page as a tree.

    Raises ``EntangledError``, then or when it is looked at, for what would take far too long; for nothing else that it
    holds.
    """
    from html.parser import HTMLParser

    builder = _Builder()

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            builder.open(tag, attrs, self.getpos()[0])

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.handle_starttag(tag, attrs)  # as browsers do: only elements that hold nothing close themselves

        def handle_endtag(self, tag: str) -> None:
            builder.close(tag, self.getpos()[0])

        def handle_data(self, data: str) -> None:
            builder.write(data)

    reader = Reader(convert_charrefs=True)
    reader.feed(_finished(text))
    reader.close()
    return builder.tree


def _finished(text: str) -> str:
    """Return a page without its last comments, or tags, where very many of them do not end.

    For each, the reader would look for its end down to the end of the page. No browser shows what stands in them.
    """
    for begins, ends in (("<!--", "-->"), ("<![", ">"), ("<![CDATA[", "]]>"), ("<", ">")):
        after = text.rfind(ends) + 1
        if text.count(begins, after) > _UNENDED:
            text = text[: text.find(begins, after)]
    return text


_UNENDED = 100
"""Comments, or tags, that do not end, of a page that is none of a board."""


class _Builder:
    """Builds the tree of a page as it is read: knows which elements are open, and notes what is not closed."""

    def __init__(self) -> None:
        self._stack = [Element("", 1)]
        self._pace, self._left = self._stack[0].pace, _MOST
        self._faults: list[int] = []
        self._deep: list[int] = []

    @property
    def tree(self) -> Tree:
        """The page, once all of it has been read."""
        unclosed = [element.line for element in self._stack if element.tag in _STRUCTURE - {"html", "body"}]
        return Tree(self._stack[0], tuple(sorted({*self._faults, *unclosed})), frozenset(self._deep))

    def open(self, tag: str, attributes: Sequence[tuple[str, str | None]], line: int) -> None:
        """Begin an element; one that may hold nothing is ended at once."""
        stack = self._stack
        while len(stack) > 1 and stack[-1].tag in _IMPLIED.get(tag, ()):
            stack.pop()
        known = {name: value or "" for name, value in reversed(attributes)}  # of two of a name the first counts
        classes = frozenset(known.get("class", "").split())
        element = Element(tag, line, classes, known, parent=stack[-1], pace=self._pace)
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
        """End the last element of a tag, with all that is open in it, as far as that may be left open."""
        if tag in _VOID:
            return
        structure = tag in _STRUCTURE
        for place in range(len(self._stack) - 1, 0, -1):
            self._pace.take(1)
            open_tag = self._stack[place].tag
            if open_tag == tag:
                del self._stack[place:]
                return
            if open_tag in _STRUCTURE and not _may_end(open_tag, tag):
                if not structure:
                    return  # words that look so and so end where their place ends
                self._faults.append(line)
        if structure:
            self._faults.append(line)

    def write(self, text: str) -> None:
        """Put a text into the element that is open."""
        self._stack[-1].children.append(text)


def _may_end(open_tag: str, tag: str) -> bool:
    """Tell whether an open element may be left unclosed where one around it ends, as HTML allows it."""
    return open_tag in _TABLES and tag in ("table", *_TABLES[2:])
