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
