"""The words that the sender of a mail wrote, without quotations, forwarded mail, signatures and program footers.

A block of code is kept unchanged, and lines keep their positions, up to where another person's mail begins. The module
also turns HTML mail into such text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.reading.html_tree import Element, EntangledError, tree
from adjudicator.reading.lines import Row
from adjudicator.reading.unquote import begins_a_mail, broken_attribution, is_marked

_FENCE = re.compile(r"[ \t]*```[a-z]*[ \t]*$", re.IGNORECASE)
_CODE, _CODE_END = re.compile(r"\[code(?:=\w+)?\]", re.IGNORECASE), re.compile(r"\[/code\]", re.IGNORECASE)
_WROTE = re.compile(r"(?:a écrit|a dit|wrote|said)[ \u00a0\u202f]*(?::|-{2,})[ \t]*$", re.IGNORECASE)
_SAYS_WHEN = re.compile(r"\W*(?:Le|On|Am|El|Il)\b.*\d", re.IGNORECASE)
_FORWARDED = re.compile(
    r"\s*(?:début du (?:message|mail) (?:réexpédié|transféré)|begin forwarded message)\s*:?\s*$", re.IGNORECASE
)
_RULE = re.compile(r"\s*_{10,}\s*$")
_FIELD = re.compile(r"\s*[*_]*(?P<name>[^\W\d_]+(?: (?:à|le))?)\s?[*_]*\s?:", re.IGNORECASE)
_FIELDS = (
    re.compile(r"de|from|expéditeur", re.IGNORECASE),
    re.compile(r"envoyé(?: le)?|date|sent", re.IGNORECASE),
    re.compile(r"à|a|to|pour|copie à|cc|objet|subject", re.IGNORECASE),
)
"""Names of header fields: who sent a mail, when, and to whom or about what."""
_SIGNATURE = re.compile(r"-- ?$")
_LONGEST_SIGNATURE = 15
_PROGRAM = re.compile(
    r"\s*(?:(?:envoyée?s?|rédigée?)\s+(?:de(?:puis)?|à partir|avec|par|via)\b.{0,80}"
    r"|sent (?:from|with|via|using)\b.{0,80}"
    r"|(?:get|télécharger|obtenir|obtenez|téléchargez) outlook\b.{0,80}|provenance\s*:\s*(?:courrier|mail)\b.{0,60}"
    r"|(?:veuillez (?:excuser|pardonner)|please excuse) (?:ma|la|my) (?:brièveté|brevity)\W*"
    r"|(?:garanti sans virus|virus-free)\b.{0,80})$",
    re.IGNORECASE,
)
_DISCLAIMER = re.compile(
    r"\W*(?:ce (?:message|courriel|mail|e-mail|courrier électronique)\b.{0,120}"
    r"(?:confidentiel|destin|pièces? jointes?|virus)"
    r"|this (?:message|e-?mail|communication)\b.{0,120}(?:confidential|intended|attachment|virus)"
    r"|(?:avis de )?confidentialit(?:é|y)\b.{0,20}(?::|notice)|disclaimer\b"
    r"|(?:avant d.imprimer|pensez à l.environnement|please consider the environment|think before you print)\b"
    r"|l.absence de virus dans ce|the information (?:contained )?in this (?:e-?mail|message)\b)",
    re.IGNORECASE,
)
_HEAD = 6
"""The number of lines within which the header of a quoted mail is recognised."""


class MailWords(NamedTuple):
    """The text of a mail split into the sender's ``own`` words and the ``quoted`` ones, without their « > » marks."""

    own: str
    quoted: str


def words_in(text: str) -> MailWords:
    """Return a text split into own and quoted words; if nothing is the sender's own, all of it is marked as quoted."""
    lines = text.split("\n")
    kept = _looked_at(lines, [line[:_LOOKED_AT] for line in lines], fenced(lines))
    own = _unsigned(kept)
    marked = [number for number, line in enumerate(kept) if line.quoted]
    quoted = [_MARKS.sub("", lines[number]) for number in (*marked, *range(len(kept), len(lines)))]
    if any(line.strip() for line in own):
        return MailWords("\n".join(own).rstrip(), "\n".join(quoted).strip("\n"))
    return MailWords("\n".join(line if is_marked(line) else f"> {line}" for line in lines if line.strip()), "")


_MARKS = re.compile(r"^(?:[ \t]*>)+ ?")


def fenced(lines: Sequence[str]) -> list[bool]:
    """Return for each line whether it belongs to a block of code, fences included; an unclosed block does not count."""
    inside = [False] * len(lines)
    last = {kind: _last(lines, kind) for kind in ("fence", "code")}
    number = 0
    while number < len(lines):
        kind = _opened(lines[number])
        end = number + 1 if kind == "fence" else number
        while kind and end <= last[kind] and not _closes(lines[end], kind):
            end += 1
        if kind and end <= last[kind]:
            inside[number : end + 1] = [True] * (end + 1 - number)
            number = end
        number += 1
    return inside


def _last(lines: Sequence[str], kind: str) -> int:
    """Return the number of the last line that may end a block of this kind, or -1."""
    return next((number for number in range(len(lines) - 1, -1, -1) if _closes(lines[number], kind)), -1)


def _opened(line: str) -> str:
    """Return the kind of block that a line opens, ``fence`` or ``code``, or an empty string."""
    if is_marked(line):
        return ""
    return "fence" if _FENCE.match(line) else "code" if _CODE.search(line) else ""


def _closes(line: str, kind: str) -> bool:
    return bool(_FENCE.match(line) if kind == "fence" else _CODE_END.search(line))


class _Line(NamedTuple):
    """A line of the sender's own, or an empty placeholder; ``block`` marks code and ``quoted`` a quotation."""

    text: str
    block: bool = False
    quoted: bool = False


_NONE = _Line("")


def _looked_at(whole: Sequence[str], lines: Sequence[str], inside: Sequence[bool]) -> list[_Line]:
    """Return the lines of a mail up to where another person's mail begins; only ``lines``, cut short, are examined."""
    kept: list[_Line] = []
    while len(kept) < len(lines):
        number = len(kept)
        line = lines[number]
        if inside[number]:
            kept.append(_Line(whole[number], block=True))
        elif is_marked(line):
            kept.append(_Line("", quoted=True))
        elif above := _attribution(lines, number):
            if not _quotes_next(lines, number + above):
                return _without_rule(kept)
            kept += [_NONE] * above
        elif _begins_another(lines, number):
            return _without_rule(kept)
        elif _DISCLAIMER.match(line):
            end = next((n for n in range(number, len(lines)) if not lines[n].strip() or inside[n]), len(lines))
            kept += [_NONE] * (end - number)
        else:
            kept.append(_NONE if _PROGRAM.match(line) else _Line(whole[number]))
    return kept


def _without_rule(kept: list[_Line]) -> list[_Line]:
    """Return the lines without a final rule such as « ----- », which is drawn above the other person's mail."""
    last = next((n for n in range(len(kept) - 1, -1, -1) if kept[n].text.strip()), None)
    drawn = (
        last is not None and not kept[last].block and len(kept[last].text) > 4 and set(kept[last].text) <= set("-_=* ")
    )
    return kept[:last] if drawn else kept


def _unsigned(lines: Sequence[_Line]) -> list[str]:
    """Return the texts of the lines without signatures, which are short and followed by nothing or by a quotation."""
    kept = [line.text for line in lines]
    below, end = 0, len(lines)
    first = next((n for n, line in enumerate(lines) if line.text.strip()), len(lines))
    for number in range(len(lines) - 1, first, -1):
        line = lines[number]
        if line.quoted or line.block:
            below, end = (0, number) if line.quoted else (_LONGEST_SIGNATURE + 1, number)
        elif below <= _LONGEST_SIGNATURE and _SIGNATURE.fullmatch(line.text):
            kept[number:end] = [""] * (end - number)
            end = number
        elif line.text.strip():
            below += 1
    return kept


def _attribution(lines: Sequence[str], at: int) -> int:
    """Return over how many lines from ``at`` on the author of the next quotation is named, or 0.

    Mail programs may break such an attribution over several lines.
    """
    if not lines[at].strip():
        return 0
    if _WROTE.search(lines[at]):
        return 1 if _SAYS_WHEN.match(lines[at]) or _quotes_next(lines, at + 1) else 0
    if broken := broken_attribution(lines[at : at + 3]):
        return broken
    return 1 if lines[at].rstrip().endswith(":") and "@" in lines[at] and _quotes_next(lines, at + 1) else 0


_LOOKED_AT = 1000


def _quotes_next(lines: Sequence[str], at: int) -> bool:
    """Return whether the next non-empty line is marked as a quotation."""
    following = next((line for line in lines[at : at + 4] if line.strip()), "")
    return is_marked(following)


def _begins_another(lines: Sequence[str], at: int) -> bool:
    """Return whether another person's mail begins at a line: a rule and a header, a header, or a forwarding notice."""
    if not lines[at].strip():
        return False
    if _FORWARDED.match(lines[at]):
        return True
    if _RULE.match(lines[at]):
        return _is_head(lines[at + 1 : at + 1 + _HEAD])
    rows = [Row(number, line) for number, line in enumerate(lines[at : at + _HEAD])]
    return _is_head(lines[at : at + _HEAD]) or (begins_a_mail(rows) and not _FIELD.match(lines[at]))


def _is_head(lines: Sequence[str]) -> bool:
    """Return whether lines begin with a mail header that says who sent it, when, and to whom or about what."""
    told: set[int] = set()
    for line in filter(str.strip, lines):
        field = _FIELD.match(line)
        kinds = [kind for kind, names in enumerate(_FIELDS) if field and names.fullmatch(field["name"])]
        if not kinds:
            break
        told.update(kinds)
    return len(told) == len(_FIELDS)


# Plain text from an HTML mail, line by line as it is displayed, with quotations marked as in plain text.


_BLOCKS = re.compile(
    r"address|article|aside|blockquote|body|center|dd|div|dl|dt|fieldset|footer|form|h[1-6r]|header|li|main|nav|ol|p|pre"
    r"|section|table|tr|ul"
)
_HIDDEN = frozenset(("head", "style", "script", "title", "noscript", "select", "textarea", "object"))
_STRUCK = frozenset(("s", "strike", "del"))
_QUOTES = re.compile(r"\b(?:yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra)\b")
_SIGNATURES = re.compile(
    r"\b(?:gmail_signature|moz-signature|protonmail_signature_block|ms-outlook-mobile-signature)\b"
)
_LINE_THROUGH = re.compile(r"text-decoration(?:-line)?\s*:[^;]{0,200}line-through", re.IGNORECASE)
_MOVED_IN = re.compile(r"border\s*:\s*none(?!.*border-\w+\s*:\s*(?!none|0))", re.IGNORECASE | re.DOTALL)
"""``border: none`` without a border on a single side, by which Outlook marks quotations."""
_STYLE_READ = 2000
"""Characters of a style in which borders are looked up."""
_SPACES = re.compile(r"[ \t\r\n\f]+")
STRUCK = "[s][/s]"
"""Replaces struck-out text, in forum notation: the receipt says that it was left out."""


def text_of_page(page: str) -> str:
    """Return the text of an HTML page, with « > » before quoted lines and a dash before list items.

    ``STRUCK`` replaces struck-out text, which must not be taken for an order. Return an empty string if the page has
    more elements than any mail.
    """
    try:
        return _Writer().text_of(tree(page).root)
    except EntangledError:
        return ""


def _effect(element: Element) -> str:
    """Return an element's effect on its text: ``quote``, ``hide``, ``struck``, ``in`` (indent), ``pre`` or none."""
    attributes = element.attributes
    style = attributes.get("style", "")
    called = [attributes[key] for key in ("class", "id") if key in attributes]
    if element.tag in _HIDDEN or element.is_hidden or any(map(_SIGNATURES.search, called)):
        return "hide"
    if element.tag == "blockquote":  # an indented text has neither a border nor a class, unlike a quotation
        return "in" if not called and _MOVED_IN.search(style, 0, _STYLE_READ) else "quote"
    if any(map(_QUOTES.search, called)):
        return "quote"
    if element.tag in _STRUCK or _LINE_THROUGH.search(style):
        return "struck"
    return "pre" if element.tag == "pre" else ""


class _Writer:
    """Build the lines of a page, tracking how many open elements quote, hide, indent, strike out or keep spaces."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line: list[str] = []
        self._count = Counter[str]()
        self._space = False
        self._marked = False

    def text_of(self, root: Element) -> str:
        """Return the text of a page."""
        left: list[Element | str | tuple[str, str]] = [root]
        while left:
            item = left.pop()
            if isinstance(item, str):
                self._write(item)
            elif isinstance(item, Element):
                effect = _effect(item)
                self._begin(item.tag, effect)
                left += [(item.tag, effect), *reversed(item.children)]
            else:  # the end of an element
                tag, effect = item
                if _BLOCKS.fullmatch(tag):
                    self._end_begun()
                self._count[effect] -= 1
        self._end_begun()
        return "\n".join(self._lines)

    def _begin(self, tag: str, effect: str) -> None:
        """Begin an element: end the line before a block, and count the effect of the element."""
        if _BLOCKS.fullmatch(tag):
            self._end_begun()
        if tag in ("td", "th") and self._line:
            self._space = True
        if tag == "br":
            self._end()
        elif tag == "li":
            self._add("- ")
        self._count[effect] += 1
        if effect == "struck" and self._count["struck"] == 1:
            self._marked = False

    def _write(self, text: str) -> None:
        """Write text as it is displayed: runs of spaces become one, except in an element that keeps them."""
        if self._count["pre"]:
            first, *more = text.replace("\r\n", "\n").split("\n")
            self._add(first)
            for line in more:
                self._end()
                self._add(line)
            return
        parts = _SPACES.split(text)
        for number, part in enumerate(parts):
            self._space |= number > 0 and bool(self._line)
            if part:
                self._add((" " if self._space and self._line else "") + part)

    def _add(self, text: str) -> None:
        if self._count["hide"]:
            return
        if self._count["struck"]:
            if self._marked or not text.strip(" \t-"):
                return
            self._marked = True  # one mark per passage, however many pieces it has
            text = (" " if text[:1] == " " else "") + STRUCK
        if text:
            self._line.append(text)
            self._space = False

    def _end_begun(self) -> None:
        if self._line:
            self._end()

    def _end(self) -> None:
        if self._count["hide"] and not self._line:
            return
        mark = "> " if self._count["quote"] else ""
        self._lines.append((mark + "  " * self._count["in"] + "".join(self._line)).rstrip())
        self._line, self._space = [], False
