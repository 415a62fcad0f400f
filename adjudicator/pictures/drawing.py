"""Complete pictures: one inside a page, or all those of a report in a file; and their conversion to PNG."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import PackageMissingError
from adjudicator.pictures.board import board_svg
from adjudicator.pictures.grid import grid_svg, track_svg
from adjudicator.pictures.style import Drawing, Look, outline, shortened
from adjudicator.pictures.tabletop import cards_svg, circle_svg

if TYPE_CHECKING:
    from adjudicator.core.pictures import Picture


_AROUND = 12
"""The margin around drawings in a file."""
_TITLE = 34
"""The height reserved for the title of a drawing in a file."""


def drawing_of(picture: Picture, look: Look) -> Drawing:
    """Return the drawing of a picture as its reader sees it."""
    return _SVG[picture["kind"]](picture["shows"], look)


_SVG: Mapping[str, Callable[[Any, Look], Drawing]] = {
    "board": board_svg,
    "cards": cards_svg,
    "circle": circle_svg,
    "grid": grid_svg,
    "track": track_svg,
}


def inline(drawing: Drawing, label: str) -> str:
    """Return an ``svg`` element for a page; ``label`` is a short escaped description.

    If a part of a wide drawing is to stay in sight, a second element follows to be laid over the first. It is hidden
    from screen readers, which would otherwise read that part twice.
    """
    tag = f'<svg class="picture" role="img" aria-label="{label}"'
    whole = _element(tag, drawing, drawing.width, drawing.elements)
    if not drawing.edge:
        return whole
    return whole + _element('<svg class="picture pinned" aria-hidden="true"', drawing, drawing.edge, drawing.at_edge)


def _element(tag: str, drawing: Drawing, width: int, elements: str) -> str:
    """Return an element that starts with ``tag`` and shows this ``width`` of a drawing."""
    height, box = drawing.height, f"{drawing.left} {drawing.top} {width} {drawing.height}"
    return f'{tag} width="{width}" height="{height}" viewBox="{box}">{elements}</svg>'


def sheet(pictures: Sequence[Picture], look: Look, title: str, style: str) -> str:
    """Return an SVG file with the pictures of one report below its ``title``, each with a title of its own.

    ``style`` contains CSS rules without variables, which every program understands.
    """
    drawn = [(one, drawing_of(one, look)) for one in pictures]
    width = max((drawing.width for _, drawing in drawn), default=0) + 2 * _AROUND
    named = look.escaped(shortened(title, width // _LETTER))
    parts, height = [f'<text class="report" x="{_AROUND}" y="{_AROUND + 16}">{named}</text>'], _AROUND + _TITLE
    for picture, drawing in drawn:
        heading = look.written(picture["title"], 80)
        parts.append(f'<text class="title" x="{_AROUND}" y="{height + 20}">{heading}</text>')
        at = f"translate({_AROUND - drawing.left} {height + _TITLE - drawing.top})"
        parts.append(f'<g transform="{at}">{drawing.elements}</g>')
        height += _TITLE + drawing.height + _AROUND
        if picture["kind"] == "board":
            for line in _in_lines(picture["shows"]["camps"], width):
                parts += _camps(line, height, look)
                height += _TITLE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}"><title>{look.escaped(title)}</title><style>{style}</style>'
        f'<path class="paper" d="M0 0h{width}v{height}h-{width}z"/>{"".join(parts)}</svg>\n'
    )


_LETTER = 9
"""The width of a letter of the title."""


def _in_lines(camps: Sequence[str], width: int) -> list[list[str]]:
    """Return the camps in lines that fit into the width of the file; a line has at least one camp."""
    lines: list[list[str]] = [[]]
    for camp in camps:
        if lines[-1] and sum(map(_room, [*lines[-1], camp])) > width - 2 * _AROUND:
            lines.append([])
        lines[-1].append(camp)
    return lines


def _room(camp: str) -> int:
    """Return the width of a camp's name with its shape."""
    return 34 + 8 * min(len(camp), 20)


def _camps(camps: Sequence[str], top: int, look: Look) -> Iterator[str]:
    """Yield a legend of colours and shapes, because the file may be seen without the page that explains them."""
    left = _AROUND + 12
    for camp in camps:
        name = look.written(camp, 20)
        flag = f'<path d="{outline(look.shapes[camp], 7)}"/><text class="label" x="14" y="5">{name}</text>'
        yield f'<g class="key {look.colours[camp]}" transform="translate({left} {top})">{flag}</g>'
        left += _room(camp)


# Conversion to PNG, for forums and mail that show no SVG. resvg silently draws no text if no font fits, so all text
# uses the font in this package, whatever family is asked for, and characters it lacks become boxes (:func:`drawable`).


_FOLDER = Path(__file__).with_name("font")
_FONT = _FOLDER / "DejaVuSans.ttf"
_FAMILY = "DejaVu Sans"

BOX = "□"
"""Replaces a character that cannot be drawn."""


def png(svg: str, scale: float = 2.0) -> bytes:
    """Return the picture ``svg`` as PNG, ``scale`` times as large; the same text always gives the same bytes.

    Text that people wrote must first be made ``drawable`` and then escaped: an image element in it would be read from
    the disk. CSS variables are not supported. Raise ``PackageMissingError`` if resvg-py is not installed, ``OSError``
    if the font is missing, and ``ValueError`` if ``svg`` is not a picture.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise PackageMissingError("resvg-py", "png") from error
    _FONT.stat()  # raises OSError if missing: resvg would silently draw no text
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


def drawable_svg(svg: str) -> str:
    """Return the picture ``svg`` with all text in it made ``drawable`` and escaped."""
    return _BETWEEN_TAGS.sub(lambda text: escape(drawable(unescape(text[0])), quote=False), svg)


_BETWEEN_TAGS = re.compile("(?<=>)[^<>]+(?=<)")


def drawable(text: str) -> str:
    """Return ``text`` with a box for each sign that the font cannot draw.

    A sign is what a reader sees as one, such as a letter with its accents or an emoji of several parts. If the font
    lacks a letter but has an equivalent one, that one is used (full-width A becomes A). Accents that the font lacks are
    dropped, because names do not differ by accents alone. Invisible characters are removed, so they cannot reverse the
    direction of text. A text that has nothing else becomes one box.
    """
    seen = unicodedata.normalize("NFC", _UNSEEN.sub("", text)).lstrip(_JOINERS)
    kinds = "".join(map(_kind, seen))
    signs = (seen[found.start() : found.end()] for found in _SIGN.finditer(kinds))
    return "".join(map(_drawn, signs)) or BOX * bool(text)


_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that Unicode defines as invisible (Default_Ignorable_Code_Point), except joiners."""
_JOINERS = "\u200c\u200d"
"""Joiners: they are invisible themselves but change the form of the letters beside them."""

_SIGN = re.compile("[pt][mt]*(?:j[pt][mt]*)*[mj]*|(?:rr?|.)[mj]*")
"""A sign, in terms of :func:`_kind`: parts of an emoji are joined into one, and two regional letters make a flag."""


def _kind(character: str) -> str:
    """Return the role of a character in a sign.

    ``m`` is a mark, ``p`` a part of an emoji, ``t`` a skin tone, ``r`` a regional letter of a flag, ``j`` a joiner and
    ``x`` anything else.
    """
    if character in _JOINERS:
        return "j"
    if "\U0001f1e6" <= character <= "\U0001f1ff":
        return "r"
    if "\U0001f3fb" <= character <= "\U0001f3ff":
        return "t"  # a skin tone
    category = unicodedata.category(character)
    return "m" if category[0] == "M" else "p" if category[0] == "S" or category == "Cn" else "x"


def _drawn(sign: str) -> str:
    """Return a sign as the font can draw it, or a box; marks that the font lacks are dropped."""
    base, added = sign[0], "".join(one for one in sign[1:] if _is_known(one) or _kind(one) not in "mt")
    return next((form for form in _forms(base, added) if all(map(_is_known, form))), BOX)


def _forms(base: str, added: str) -> list[str]:
    """Return the ways to write a sign, the best first; equivalents have letters, digits and marks only, no markup."""
    others = (unicodedata.normalize(form, base) for form in ("NFKC", "NFKD"))
    forms = [other + added for other in others if all(one.isalnum() or _kind(one) == "m" for one in other)]
    blank = [f" {added}"] if base.isspace() else []
    return [unicodedata.normalize("NFC", base + added), *forms, *blank]


def _is_known(character: str) -> bool:
    return ord(character) in _characters()


@cache
def _characters() -> frozenset[int]:
    """Return the code points that the font has."""
    lines = (_FOLDER / "characters.txt").read_text(encoding="ascii").split()
    ranges = [[int(end, 16) for end in line.split("-")] for line in lines]
    return frozenset(code for first, last in ranges for code in range(first, last + 1))
