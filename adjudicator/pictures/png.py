"""A picture as PNG, for boards and mail that show no SVG: no text in it vanishes, whatever the machine has for fonts.

resvg draws nothing, and says nothing, where no font fits. So all text is drawn with the one font that lies here, by
whatever family it is asked for, and what that font lacks is a box (:func:`drawable`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from html import escape, unescape
from pathlib import Path

from adjudicator.core.packages import PackageMissingError

_FOLDER = Path(__file__).with_name("font")
_FONT = _FOLDER / "DejaVuSans.ttf"
_FAMILY = "DejaVu Sans"

BOX = "□"
"""Stands for a sign that cannot be drawn."""


def png(svg: str, scale: float = 2.0) -> bytes:
    """Return the picture ``svg`` as PNG, ``scale`` times as large: of the same text the same bytes.

    What people wrote is made ``drawable`` first and escaped then: an image that stood in it would be read from the
    disk. Variables of CSS are not known here. Raises ``PackageMissingError`` where resvg-py is not installed, and
    ``ValueError`` for what is no picture.
    """
    svg_to_bytes = drawer()
    _FONT.stat()  # raises OSError: resvg would draw no text, and say nothing
    return svg_to_bytes(
        svg_string=svg,
        zoom=scale,
        skip_system_fonts=True,
        font_files=[str(_FONT)],
        font_family=_FAMILY,
        serif_family=_FAMILY,
        sans_serif_family=_FAMILY,
        cursive_family=_FAMILY,
        fantasy_family=_FAMILY,
        monospace_family=_FAMILY,
    )


def drawer() -> Callable[..., bytes]:
    """Return what makes PNG. Raises ``PackageMissingError`` where resvg-py is not installed."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise PackageMissingError("resvg-py", "png") from error
    return svg_to_bytes


def drawable_svg(svg: str) -> str:
    """Return the picture ``svg`` with all texts in it made ``drawable``, and kept text."""
    return _BETWEEN_TAGS.sub(lambda text: escape(drawable(unescape(text[0])), quote=False), svg)


_BETWEEN_TAGS = re.compile("(?<=>)[^<>]+(?=<)")


def drawable(text: str) -> str:
    """Return ``text`` with a box for each sign that the font cannot draw.

    A sign is what a reader sees as one: a letter with its marks, a picture of several parts. A letter that the font
    knows in another form is written so (Ａ is A); of its marks those remain that the font has: marks tell no two names
    apart. What nobody sees is left out, and turns no letters around; where nothing else is there, there is one box.
    """
    seen = unicodedata.normalize("NFC", _UNSEEN.sub("", text)).lstrip(_JOINERS)
    kinds = "".join(map(_kind, seen))
    signs = (seen[found.start() : found.end()] for found in _SIGN.finditer(kinds))
    return "".join(map(_drawn, signs)) or BOX * bool(text)


_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What Unicode says is not to be shown (Default_Ignorable_Code_Point), but for joiners."""
_JOINERS = "\u200c\u200d"
"""Shown by nothing, but letters beside them look otherwise."""

_SIGN = re.compile("[pt][mt]*(?:j[pt][mt]*)*[mj]*|(?:rr?|.)[mj]*")
"""A sign, by the kinds of its characters: parts of a picture are joined to one, two letters of a land make a flag."""


def _kind(character: str) -> str:
    """Return in one letter what a character is in a sign: a mark, a part of a picture, a joiner, or else a letter."""
    if character in _JOINERS:
        return "j"
    if "\U0001f1e6" <= character <= "\U0001f1ff":
        return "r"
    if "\U0001f3fb" <= character <= "\U0001f3ff":
        return "t"  # the colour of a skin
    category = unicodedata.category(character)
    return "m" if category[0] == "M" else "p" if category[0] == "S" or category == "Cn" else "x"


def _drawn(sign: str) -> str:
    """Return a sign as the font can draw it, or a box."""
    base, added = sign[0], "".join(filter(_is_left, sign[1:]))
    return next((form for form in _forms(base, added) if all(map(_is_known, form))), BOX)


def _is_left(character: str) -> bool:
    """Tell whether a character behind the first one of a sign must be drawn: no mark need that the font lacks."""
    return _is_known(character) or _kind(character) not in "mt"


def _forms(base: str, added: str) -> list[str]:
    """Return the ways of writing a sign, the best first; what is written anew is letters alone, and never markup."""
    others = (unicodedata.normalize(form, base) for form in ("NFKC", "NFKD"))
    forms = [other + added for other in others if all(one.isalnum() or _kind(one) == "m" for one in other)]
    blank = [f" {added}"] if base.isspace() else []
    return [unicodedata.normalize("NFC", base + added), *forms, *blank]


def _is_known(character: str) -> bool:
    return ord(character) in _characters()


@cache
def _characters() -> frozenset[int]:
    """Return the characters that the font has."""
    lines = (_FOLDER / "characters.txt").read_text(encoding="ascii").split()
    ranges = [[int(end, 16) for end in line.split("-")] for line in lines]
    return frozenset(code for first, last in ranges for code in range(first, last + 1))
