"""The formats of reports: how each one escapes text, and how a report is split into posts.

``Dialect`` describes what a forum's BBCode can do.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import NamedTuple

from adjudicator.speech.voice import one_line

FORMATS = {"text": "txt", "bbcode": "bbcode", "markdown": "md", "html": "html"}
"""The formats of reports, each with its file extension."""

SVG = "svg"
"""The format and file extension of a report's pictures."""

PNG = "png"
"""The picture format for programs that do not show SVG, such as forums and mail; converted from SVG on request."""

JSON = "json"
"""The format of a report as data for programs; made on request."""


class Dialect(NamedTuple):
    """What the BBCode of one kind of forum can do."""

    tables: bool
    """Whether ``[table]``, ``[tr]`` and ``[td]`` exist."""
    title_size: int
    """The ``[size]`` of a title, which is in pixels on some forums and in percent on others."""
    spoilers: bool
    """Whether ``[spoiler]``, which hides its content until a click, exists."""
    max_chars: int
    """The maximum characters of a post, with a margin for forums that count bytes."""


DIALECTS = {
    "forumotion": Dialect(tables=True, title_size=18, spoilers=True, max_chars=50_000),
    "phpbb": Dialect(tables=False, title_size=150, spoilers=False, max_chars=60_000),
}
"""Forums by the name that a campaign's ``forum`` setting uses; the first is the default."""

DEFAULT_DIALECT = next(iter(DIALECTS))

SECTION = "\x1d"
"""Marks a line that starts a section in the ``words`` format; text written by people never contains it."""

_JOINER = "\u2060"
"""The word joiner, which is invisible. It separates characters that a forum would turn into markup or links."""

_FULLWIDTH = str.maketrans("[]", "［］")
_SMILEYS = re.compile(r"(?<=[:;])(?=-?[)(])|(?<=8)(?=-[)])|(?<=:)(?<!\d:)(?=-?(?:\w|[?!|+]))")
_SUNGLASSES = "8)"
"""Forums turn an eight with a parenthesis, as in « (1;8) », into a smiley with sunglasses."""

_TAG = re.compile(r"(?<=<)(?=[A-Za-z/!?])|(?<=&)(?=[#A-Za-z])")
"""Positions where a tag or an entity would start: some forums allow HTML in posts."""

_ADDRESS = re.compile(r"(?<=\w)(?=://)|(?<=www)(?=\.)|(?<=@)(?=[\"\w])", re.IGNORECASE)
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~&!$^])")
_MARKDOWN_START = re.compile(r"^([-+=])|^(\d+)([.)])")


def escape_bbcode(text: str) -> str:
    """Return text on one line that BBCode shows as it is: without tags, HTML, smileys or links.

    Brackets become fullwidth, because forums do not agree on a way to escape them.
    """
    text = one_line(text).translate(_FULLWIDTH)
    for begins_more in (_TAG, _SMILEYS, _ADDRESS):
        text = begins_more.sub(_JOINER, text)
    return text


def escape_markdown(text: str) -> str:
    """Return text on one line that Markdown shows as it is, without formatting, links or mentions."""
    text = _MARKDOWN.sub(r"\\\1", _SMILEYS.sub(_JOINER, re.sub("^ +", " ", one_line(text))))
    return _ADDRESS.sub(_JOINER, _MARKDOWN_START.sub(lambda m: f"\\{m[1]}" if m[1] else f"{m[2]}\\{m[3]}", text))


def escape_html(text: str) -> str:
    """Return text escaped for HTML, on one line."""
    return escape(one_line(text))


_KEPT = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\r", "&#13;"))


def escape_kept(text: str) -> str:
    """Return text of several lines escaped for HTML, with every character preserved."""
    for character, written in _KEPT:
        text = text.replace(character, written)
    return text


def kept_text(written: str) -> str:
    """Return the original text of what :func:`escape_kept` has ``written``."""
    for character, entity in reversed(_KEPT):
        written = written.replace(entity, character)
    return written


ESCAPE: dict[str, Callable[[str], str]] = {
    "words": one_line,
    "text": one_line,
    "bbcode": escape_bbcode,
    "markdown": escape_markdown,
    "html": escape_html,
}
"""The escape function of each format; ``words`` is only for comparing reports and never published."""


_GAP = re.compile("\n\n\n+")


def finished(text: str, form: str) -> str:
    """Return a report in its final form: one blank line between blocks and, in BBCode, no smiley with sunglasses."""
    text = _GAP.sub("\n\n", text).strip("\n") + "\n"
    return text.replace(_SUNGLASSES, _JOINER.join(_SUNGLASSES)) if form == "bbcode" else text


# Splitting a report into posts that a forum accepts: between sections if possible, else paragraphs, else lines.


_LEAST_FILLED = 0.4
"""The share of a post that must be filled for it to be cut at a section rather than at a paragraph."""


def posts(text: str, limit: int, form: str, numbered: Callable[[int, int], str]) -> list[str]:
    """Return ``text`` whole, or in posts of at most ``limit`` characters, each ending in ``numbered(i, n)``.

    ``text`` consists of blocks separated by blank lines; a heading stays with the block after it. In BBCode and
    Markdown, a list, table or code block that is cut is closed and opened again in the next post. A line longer than
    ``limit`` stays whole.
    """
    if len(text) <= limit:
        return [text]
    room = limit - len(numbered(999, 999)) - len("\n\n\n")
    parts = _filled(_pieces(text, room, form), room)
    return [f"{part}\n\n{numbered(i, len(parts))}\n" for i, part in enumerate(parts, 1)]


def _pieces(text: str, room: int, form: str) -> list[tuple[bool, str]]:
    """Return the blocks to fill posts with, each with whether a section starts there."""
    pieces: list[tuple[bool, str]] = []
    heading = ""
    for block in text.rstrip("\n").split("\n\n"):
        if re.fullmatch(_HEADINGS[form], block):
            heading = f"{heading}{block}\n\n"
            continue
        whole = heading + block
        split = [whole]
        if len(whole) > room:
            space = room - len(heading)
            first, *more = _split_bbcode(block, space) if form == "bbcode" else _split_lines(block, space, form)
            split = [heading + first, *more]
        pieces += [(bool(heading) and not i, part) for i, part in enumerate(split)]
        heading = ""
    return pieces + ([(True, heading.rstrip("\n"))] if heading else [])


def _filled(pieces: list[tuple[bool, str]], room: int) -> list[str]:
    """Return the texts of posts, each filled with all blocks that fit, or cut at its last section if full enough."""
    parts: list[list[tuple[bool, str]]] = [[]]
    for piece in pieces:
        if parts[-1] and _size([*parts[-1], piece]) > room:
            at = _last_section(parts[-1], piece, room)
            parts[-1:] = [parts[-1][:at], parts[-1][at:]]
        parts[-1].append(piece)
    return ["\n\n".join(block for _, block in part) for part in parts if part]


def _last_section(part: list[tuple[bool, str]], piece: tuple[bool, str], room: int) -> int:
    """Return where to cut a full post before ``piece``: at its last section or, if that is a bad place, at its end."""
    for i in range(len(part) - 1, 0, -1):
        if part[i][0]:
            full_enough = _size(part[:i]) >= _LEAST_FILLED * room
            return i if not piece[0] and full_enough and _size([*part[i:], piece]) <= room else len(part)
    return len(part)


def _size(blocks: list[tuple[bool, str]]) -> int:
    return sum(len(block) + 2 for _, block in blocks) - 2


_HEADINGS = {
    "bbcode": r"\[b\][^\n]*\[/b\]|\[size=[^\n]*\[/size\]",
    "markdown": r"#+ [^\n]*",
    "text": r"(?:[^\n]+\n)+(?:-+|=+)",
}


_OPENS_OR_CLOSES = re.compile(r"\[(/?)(list|code|table|spoiler)\b[^\]]*\]")
_ROW_OR_LINE = re.compile(r".*?(?:\[/tr\]|\n|$)")


def _split_bbcode(block: str, room: int) -> list[str]:
    """Return a block cut between its lines or rows; elements that are open at a cut are closed and opened again."""
    parts, text, opened = [], "", list[str]()
    for line in filter(None, _ROW_OR_LINE.findall(block)):
        closing = "".join(f"{_break(tag)}[/{_name(tag)}]" for tag in reversed(opened))
        if not line.startswith("[/") and len(text) + len(line) + len(closing) > room:
            parts.append(_without_empty(text.rstrip("\n") + closing))
            # A nested list begins with an entry, the text of which is in the previous post.
            text = "".join(("[*]…\n" if depth else "") + tag + _break(tag) for depth, tag in enumerate(opened))
        text += line
        for tag in _OPENS_OR_CLOSES.finditer(line):
            opened = opened[:-1] if tag[1] else [*opened, tag[0]]
    return [part for part in [*parts, text] if part]


def _break(tag: str) -> str:
    """Return the line break after an opening tag, but none for tables, above which forums would show an empty line."""
    return "" if _name(tag) == "table" else "\n"


_EMPTY = re.compile(r"\n?\[(list|code|table|spoiler)\b[^\]]*\]\n?\[/\1\]")


def _without_empty(part: str) -> str:
    """Return a post without elements that were opened at its very end and contain nothing."""
    less = _EMPTY.sub("", part)
    return part if less == part else _without_empty(less)


def _name(tag: str) -> str:
    return re.split(r"[\s\]]", tag[1:])[0]


_SHELLS = {
    "markdown": re.compile(r"(?P<head>```\n|\|.*\n\|[-|]+\n|)(?P<body>.*?)(?P<foot>\n```|)", re.DOTALL),
    "text": re.compile(r"(?P<head>)(?P<body>.*)(?P<foot>)", re.DOTALL),
}
"""Patterns for the ``head`` and ``foot`` that are repeated around each part of a block that is cut."""


def _split_lines(block: str, room: int, form: str) -> list[str]:
    shell = _SHELLS[form].fullmatch(block)
    head, body, foot = (shell["head"], shell["body"], shell["foot"]) if shell else ("", block, "")
    parts: list[str] = []
    space = room - len(head) - len(foot)
    # An indented line continues the row above it and stays with it if the two fit together.
    rows = re.split(r"\n(?! )", body)
    for line in (part for row in rows for part in ([row] if len(row) <= space else row.split("\n"))):
        if parts and len(parts[-1]) + 1 + len(line) <= space:
            parts[-1] += f"\n{line}"
        else:
            parts.append(line)
    return [f"{head}{part}{foot}" for part in parts]
