"""The formats of reports: how text is kept text in each, and what a forum's BBCode can do."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from adjudicator.speech.voice import one_line

FORMATS = {"text": "txt", "bbcode": "bbcode", "markdown": "md", "html": "html"}
"""The formats a report is written in, and the ending of its file."""

SVG = "svg"
"""The format, and the ending, of the pictures of a report."""

PNG = "png"
"""The same, for what shows no SVG: forums, mail. It is made of that when it is asked for."""

JSON = "json"
"""The format of a report as data, for programs: made when it is asked for."""


class Dialect(NamedTuple):
    """What the BBCode of one kind of board can do."""

    tables: bool
    """Whether there are ``[table]``, ``[tr]`` and ``[td]``."""
    title_size: int
    """The ``[size]`` of a title: pixels on some boards, percent on others."""
    spoilers: bool
    """Whether there is ``[spoiler]``, which folds what it holds."""
    max_chars: int
    """The most characters of a post, with a margin for boards that count bytes."""


DIALECTS = {
    "forumotion": Dialect(tables=True, title_size=18, spoilers=True, max_chars=50_000),
    "phpbb": Dialect(tables=False, title_size=150, spoilers=False, max_chars=60_000),
}
"""Boards by the name that a campaign's ``forum`` gives them; the first is the default."""

DEFAULT_DIALECT = next(iter(DIALECTS))

SECTION = "\x1d"
"""What stands before a line of ``words`` that begins a section: no text that people wrote has it."""

_JOINER = "\u2060"
"""The word joiner: no width, no break. It parts characters that a program would take for more than text."""

_FULLWIDTH = str.maketrans("[]", "［］")
_SMILEYS = re.compile(r"(?<=[:;])(?=-?[)(])|(?<=8)(?=-[)])|(?<=:)(?<!\d:)(?=-?(?:\w|[?!|+]))")
_SUNGLASSES = "8)"
"""Boards show an eight with a parenthesis after it, as in « (1;8) », as a face with dark glasses."""

_TAG = re.compile(r"(?<=<)(?=[A-Za-z/!?])|(?<=&)(?=[#A-Za-z])")
"""Some boards let HTML through in posts: where a tag or an entity would begin."""

_ADDRESS = re.compile(r"(?<=\w)(?=://)|(?<=www)(?=\.)|(?<=@)(?=[\"\w])", re.IGNORECASE)
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~&!$^])")
_MARKDOWN_START = re.compile(r"^([-+=])|^(\d+)([.)])")


def escape_text(text: str) -> str:
    """Keep text text in plain text: one line."""
    return one_line(text)


def escape_bbcode(text: str) -> str:
    """Keep text text in BBCode: fullwidth brackets, as boards agree on no escape; no HTML, no smileys, no links."""
    text = one_line(text).translate(_FULLWIDTH)
    for begins_more in (_TAG, _SMILEYS, _ADDRESS):
        text = begins_more.sub(_JOINER, text)
    return text


def escape_markdown(text: str) -> str:
    """Keep text text in Markdown: what has a meaning behind a backslash; no links, no mentions."""
    text = _MARKDOWN.sub(r"\\\1", _SMILEYS.sub(_JOINER, re.sub("^ +", " ", one_line(text))))
    return _ADDRESS.sub(_JOINER, _MARKDOWN_START.sub(lambda m: f"\\{m[1]}" if m[1] else f"{m[2]}\\{m[3]}", text))


_HTML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})
"""As ``html.escape`` does, whose module brings the names of all characters that HTML has names for."""


def escape_html(text: str) -> str:
    """Keep text text in HTML."""
    return one_line(text).translate(_HTML)


_KEPT = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\r", "&#13;"))


def escape_kept(text: str) -> str:
    """Keep a text of many lines text in HTML, each character of it as it is."""
    for character, written in _KEPT:
        text = text.replace(character, written)
    return text


def kept_text(written: str) -> str:
    """Return the text of which :func:`escape_kept` made what is ``written``."""
    for character, entity in reversed(_KEPT):
        written = written.replace(entity, character)
    return written


ESCAPE: dict[str, Callable[[str], str]] = {
    "words": escape_text,
    "text": escape_text,
    "bbcode": escape_bbcode,
    "markdown": escape_markdown,
    "html": escape_html,
}
"""By format, what is done to every text that a template shows; ``words`` are for comparing, and never published."""


_GAP = re.compile("\n\n\n+")


def finished(text: str, form: str) -> str:
    """Return a report as it is sent: blocks parted by one blank line, and in BBCode no face with dark glasses."""
    text = _GAP.sub("\n\n", text).strip("\n") + "\n"
    return text.replace(_SUNGLASSES, _JOINER.join(_SUNGLASSES)) if form == "bbcode" else text


# A report cut into posts that a board takes: between sections, else between paragraphs, else between lines.


_LEAST_FILLED = 0.4
"""The share of a post that must be filled before it is cut at a section rather than at a paragraph."""


def posts(text: str, limit: int, form: str, numbered: Callable[[int, int], str]) -> list[str]:
    """Return ``text`` whole, or in posts of at most ``limit`` characters, each ending in ``numbered(i, n)``.

    ``text`` is of blocks with blank lines between them; a section's heading stays with what follows it. In BBCode
    and Markdown a list, table or code block that is cut is closed, and opened again in the next post. A line that
    is longer than ``limit`` stays whole.
    """
    if len(text) <= limit:
        return [text]
    room = limit - len(numbered(999, 999)) - len("\n\n\n")
    parts = _filled(_pieces(text, room, form), room)
    return [f"{part}\n\n{numbered(i, len(parts))}\n" for i, part in enumerate(parts, 1)]


def _pieces(text: str, room: int, form: str) -> list[tuple[bool, str]]:
    """Return the blocks to fill posts with, each with whether a section begins there."""
    pieces: list[tuple[bool, str]] = []
    heading = ""
    for block in text.rstrip("\n").split("\n\n"):
        if _is_heading(block, form):
            heading = f"{heading}{block}\n\n"
            continue
        whole = heading + block
        split = [whole] if len(whole) <= room else [heading + part for part in _split(block, room - len(heading), form)]
        if len(split) > 1:
            split = [split[0], *(part.removeprefix(heading) for part in split[1:])]
        pieces += [(bool(heading) and not i, part) for i, part in enumerate(split)]
        heading = ""
    return pieces + ([(True, heading.rstrip("\n"))] if heading else [])


def _filled(pieces: list[tuple[bool, str]], room: int) -> list[str]:
    """Fill posts with blocks, each as far as it goes; back to the last section where that leaves it full enough."""
    parts: list[list[tuple[bool, str]]] = [[]]
    for piece in pieces:
        if parts[-1] and _size([*parts[-1], piece]) > room:
            at = _last_section(parts[-1], piece, room)
            parts[-1:] = [parts[-1][:at], parts[-1][at:]]
        parts[-1].append(piece)
    return ["\n\n".join(block for _, block in part) for part in parts if part]


def _last_section(part: list[tuple[bool, str]], piece: tuple[bool, str], room: int) -> int:
    """Return where to cut a full post before ``piece``: at its last section, or at its end where that serves badly."""
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


def _is_heading(block: str, form: str) -> bool:
    return re.fullmatch(_HEADINGS[form], block) is not None


def _split(block: str, room: int, form: str) -> list[str]:
    """Cut one block between its lines or rows; what is open there is closed, and opened again."""
    return _split_bbcode(block, room) if form == "bbcode" else _split_lines(block, room, form)


_OPENS_OR_CLOSES = re.compile(r"\[(/?)(list|code|table|spoiler)\b[^\]]*\]")
_ROW_OR_LINE = re.compile(r".*?(?:\[/tr\]|\n|$)")


def _split_bbcode(block: str, room: int) -> list[str]:
    parts, text, opened = [], "", list[str]()
    for line in filter(None, _ROW_OR_LINE.findall(block)):
        closing = "".join(f"{_break(tag)}[/{_name(tag)}]" for tag in reversed(opened))
        if not line.startswith("[/") and len(text) + len(line) + len(closing) > room:
            parts.append(_without_empty(text.rstrip("\n") + closing))
            text = "".join(f"{_entry(depth)}{tag}{_break(tag)}" for depth, tag in enumerate(opened))
        text += line
        for tag in _OPENS_OR_CLOSES.finditer(line):
            opened = opened[:-1] if tag[1] else [*opened, tag[0]]
    return [part for part in [*parts, text] if part]


def _entry(depth: int) -> str:
    """A list in a list belongs to one of its entries; what that one said stands in the post before."""
    return "[*]…\n" if depth else ""


def _break(tag: str) -> str:
    """Boards show a line break in a table as an empty line above it."""
    return "" if _name(tag) == "table" else "\n"


_EMPTY = re.compile(r"\n?\[(list|code|table|spoiler)\b[^\]]*\]\n?\[/\1\]")


def _without_empty(part: str) -> str:
    """Leave out what was opened at the very end."""
    less = _EMPTY.sub("", part)
    return part if less == part else _without_empty(less)


def _name(tag: str) -> str:
    return re.split(r"[\s\]]", tag[1:])[0]


_SHELLS = {
    "markdown": re.compile(r"(?P<head>```\n|\|.*\n\|[-|]+\n|)(?P<body>.*?)(?P<foot>\n```|)", re.DOTALL),
    "text": re.compile(r"(?P<head>)(?P<body>.*)(?P<foot>)", re.DOTALL),
}
"""What is closed and opened again around the lines of a block that is cut."""


def _split_lines(block: str, room: int, form: str) -> list[str]:
    shell = _SHELLS[form].fullmatch(block)
    head, body, foot = (shell["head"], shell["body"], shell["foot"]) if shell else ("", block, "")
    parts: list[str] = []
    for line in _whole_rows(body, room - len(head) - len(foot)):
        if parts and len(head) + len(parts[-1]) + 1 + len(line) + len(foot) <= room:
            parts[-1] += f"\n{line}"
        else:
            parts.append(line)
    return [f"{head}{part}{foot}" for part in parts]


def _whole_rows(body: str, room: int) -> list[str]:
    """Return the lines of a block, those that are indented with the one that they go on from, where that fits."""
    rows = re.split(r"\n(?! )", body)
    return [part for row in rows for part in ([row] if len(row) <= room else row.split("\n"))]
