"""The text of a mail that is written in HTML, line by line as it is seen; what it quotes is marked as in a plain one.

A reader of its own, of some lines: it looks at each sign once, whatever the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BLOCKS = re.compile(
    r"address|article|aside|blockquote|body|center|dd|div|dl|dt|fieldset|footer|form|h[1-6r]|header|li|main|nav|ol|p|pre"
    r"|section|table|tr|ul"
)
_HIDDEN = re.compile(r"head|style|script|title|template|noscript|select|textarea|object")
_EMPTY = re.compile(r"area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr")
_STRUCK = frozenset(("s", "strike", "del"))
_QUOTES = re.compile(r"\b(?:yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra)\b")
_SIGNATURES = re.compile(
    r"\b(?:gmail_signature|moz-signature|protonmail_signature_block|ms-outlook-mobile-signature)\b"
)
_INVISIBLE = re.compile(r"display\s*:\s*none|mso-hide\s*:\s*all|font-size\s*:\s*0(?:px|pt)?\s*(?:;|$)", re.IGNORECASE)
_LINE_THROUGH = re.compile(r"text-decoration(?:-line)?\s*:[^;]{0,200}line-through", re.IGNORECASE)
_MOVED_IN = re.compile(r"border\s*:\s*none(?!.*border-\w+\s*:\s*(?!none|0))", re.IGNORECASE | re.DOTALL)
"""A border of no kind, and no line of another beside it: with one, Outlook quotes."""
_CLASS = re.compile(r"\b(?:class|id)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>]+)", re.IGNORECASE)
_STYLE = re.compile(r"\bstyle\s*=\s*(\"[^\"]*\"|'[^']*')", re.IGNORECASE)
_NAME = re.compile(r"/?([a-zA-Z][a-zA-Z0-9:-]{0,20})")
_SPACES = re.compile(r"[ \t\r\n\f]+")
_TAG_READ = 2000
"""Signs of a tag of which its class and its style are read."""
STRUCK = "[s][/s]"
"""What stands where something was struck out, as a forum would write it: the receipt says that it was left out."""


def text_of_page(page: str) -> str:
    """Return the text of a page of HTML: lines that it quotes begin with « > », those of a list with a dash.

    In place of what is struck out stands ``STRUCK``: nobody may read it as an order.
    """
    writer = _Writer()
    for kind, token in _tokens(page):
        if kind == "text":
            writer.write(token)
        elif token.startswith("/"):
            writer.close(_name(token))
        else:
            writer.open(_name(token), token[:_TAG_READ])
    return writer.text


def _name(tag: str) -> str:
    found = _NAME.match(tag)
    return found[1].lower() if found else ""


def _tokens(page: str) -> Iterator[tuple[str, str]]:
    """Yield the tags of a page, without their brackets, and the texts between them."""
    at = 0
    while at < len(page):
        found = _OPENING.search(page, at)
        opening = found.start() if found is not None else len(page)
        if opening > at:
            yield "text", page[at:opening]
        if found is None:
            return
        if page.startswith("<!--", opening):
            end = page.find("-->", opening + 4)
            at = end + 3 if end >= 0 else len(page)
        else:
            end = _end_of_tag(page, opening + 1)
            yield "tag", page[opening + 1 : end]
            at = _behind(page, page[opening + 1 : opening + 10].lower(), end + 1)


_OPENING = re.compile(r"<(?=[^\W\d_]|[/!?])")
_QUOTED = re.compile(r"[>\"']")


def _end_of_tag(page: str, at: int) -> int:
    """Return where a tag ends: at its bracket outside quotation marks, or at the end of the page."""
    while (found := _QUOTED.search(page, at)) is not None:
        if found[0] == ">":
            return found.start()
        closing = page.find(found[0], found.end())
        if closing < 0:  # never closed: it is no quotation
            bracket = page.find(">", found.end())
            return bracket if bracket >= 0 else len(page)
        at = closing + 1
    return len(page)


def _behind(page: str, tag: str, at: int) -> int:
    """Return where to read on behind a tag: what stands in a style or a script is no text, nor has it tags."""
    for name in ("style", "script", "title"):
        if tag.startswith(name) and not tag[len(name) : len(name) + 1].isalnum():
            closing = re.compile(rf"</{name}", re.IGNORECASE).search(page, at)
            return closing.start() if closing else len(page)
    return at


class _Writer:
    """Writes the lines of a page; knows which elements are open, and which of them quote, hide or keep spaces."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line: list[str] = []
        self._open: list[tuple[str, str]] = []
        self._named: dict[str, int] = {}
        self._count = {"quote": 0, "hide": 0, "pre": 0, "in": 0, "struck": 0}
        self._space = False
        self._marked = False

    @property
    def text(self) -> str:
        """All that was written."""
        self._end_begun()
        return "\n".join(self._lines)

    def open(self, name: str, tag: str) -> None:
        """Begin an element."""
        if _BLOCKS.fullmatch(name):
            self._end_begun()
        if name in ("td", "th") and self._line:
            self._space = True
        if name == "br":
            self._end()
        elif name == "li":
            self._add("- ")
        if _EMPTY.fullmatch(name) or tag.endswith("/") or not name:
            return
        how = self._how(name, tag)
        self._open.append((name, how))
        self._named[name] = self._named.get(name, 0) + 1
        if how:
            self._count[how] += 1
        if how == "struck" and self._count["struck"] == 1:
            self._marked = False

    def close(self, name: str) -> None:
        """End the last element of a name, with all that is open in it."""
        if _BLOCKS.fullmatch(name):
            self._end_begun()
        last = ""
        while self._named.get(name) and last != name:
            last, how = self._open.pop()
            self._named[last] -= 1
            if how:
                self._count[how] -= 1

    def write(self, text: str) -> None:
        """Write text as it is seen: with one space for several, but where an element keeps them."""
        from html import unescape

        if self._count["pre"]:
            first, *more = unescape(text).replace("\r\n", "\n").split("\n")
            self._add(first)
            for line in more:
                self._end()
                self._add(line)
            return
        parts = _SPACES.split(text)
        for number, part in enumerate(parts):
            self._space |= number > 0 and bool(self._line)
            if part:
                self._add((" " if self._space and self._line else "") + unescape(part))

    def _add(self, text: str) -> None:
        if self._count["hide"]:
            return
        if self._count["struck"]:
            text = self._for_struck(text)
        if text:
            self._line.append(text)
            self._space = False

    def _for_struck(self, text: str) -> str:
        """Return what stands in place of a text that is struck out: one sign, however much of it there is."""
        if self._marked or not text.strip(" \t-"):
            return ""
        self._marked = True
        return (" " if text[:1] == " " else "") + STRUCK

    def _end_begun(self) -> None:
        if self._line:
            self._end()

    def _end(self) -> None:
        if self._count["hide"] and not self._line:
            return
        mark = "> " if self._count["quote"] else ""
        self._lines.append((mark + "  " * self._count["in"] + "".join(self._line)).rstrip())
        self._line, self._space = [], False

    def _how(self, name: str, tag: str) -> str:
        """Return what an element does with the text in it: it quotes, hides, strikes out, moves in, keeps spaces."""
        style = _STYLE.search(tag)
        called = " ".join(found[1] for found in _CLASS.finditer(tag))
        if (
            _HIDDEN.fullmatch(name)
            or _SIGNATURES.search(called)
            or (style and _INVISIBLE.search(style[1].strip("\"'")))
        ):
            return "hide"
        if name == "blockquote":  # that of a text moved in has no border, nor a class
            return "in" if not called and style and _MOVED_IN.search(style[1]) else "quote"
        if _QUOTES.search(called):
            return "quote"
        if name in _STRUCK or (style and _LINE_THROUGH.search(style[1])):
            return "struck"
        return "pre" if name == "pre" else ""
