"""Pictures made of what games show: one in a page, or all of a report in a file of its own."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.core.packages import PackageMissingError
from adjudicator.pictures.board import board_svg, located
from adjudicator.pictures.style import Drawing, Look, outline, shortened

if TYPE_CHECKING:
    from adjudicator.core.pictures import Picture


_AROUND = 12
"""What is left around drawings in a file."""
_TITLE = 34
"""How much room the title of a drawing has in a file."""


class Drawer:
    """Draws what games show; what is drawn for one reader is at hand for the next."""

    def __init__(self, look: Look) -> None:
        """Draw so that it looks like ``look``."""
        self.look = look
        self._drawn: dict[str, Drawing] = {}

    def held(self, kind: str, shows: Any) -> Drawing:
        """Return a drawing in which the places are held of what may be the reader's own: see ``located``."""
        if kind != "board":
            return _drawing_of(kind)(shows, self.look)
        key = _known_by(_anybodys(shows))
        if key not in self._drawn:
            self._drawn[key] = board_svg(shows, self.look, held=True)
        return self._drawn[key]


_known_by: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False, default=repr).encode
"""Returns a text by which a board is known again: faster than ``repr``, which asks each word in Python."""


def _drawing_of(kind: str) -> Callable[[Any, Look], Drawing]:
    """Return what draws what is no board; what a game shows none of is not loaded."""
    if kind == "track":
        from adjudicator.pictures.grid import track_svg

        return track_svg
    from adjudicator.pictures.grid import grid_svg

    return grid_svg


def _anybodys(board: Mapping[str, Any]) -> list[Any]:
    """Return a board without what is told of the reader alone."""
    pieces = [{key: one[key] for key in one if key != "own"} for one in (*board["pieces"], *board["ghosts"])]
    return [pieces, *(board[key] for key in board if key not in ("pieces", "ghosts"))]


def inline(drawing: Drawing, label: str) -> str:
    """Return an element ``svg`` for a page; ``label``, escaped, says in a few words what it is.

    What is to stay in sight of a wide one comes again behind it, to be laid over it: nobody is read it twice.
    """
    tag = f'<svg class="picture" role="img" aria-label="{label}"'
    whole = _element(tag, drawing, drawing.width, drawing.elements)
    if not drawing.edge:
        return whole
    return whole + _element('<svg class="picture pinned" aria-hidden="true"', drawing, drawing.edge, drawing.at_edge)


def _element(tag: str, drawing: Drawing, width: int, elements: str) -> str:
    """Return an element that begins with ``tag``, with so much of a drawing."""
    height, box = drawing.height, f"{drawing.left} {drawing.top} {width} {drawing.height}"
    return f'{tag} width="{width}" height="{height}" viewBox="{box}">{elements}</svg>'


def sheet(pictures: Sequence[Picture], drawer: Drawer, title: str, style: str) -> str:
    """Return a file of SVG with the pictures of one report below its ``title``, each under its own.

    ``style`` are rules without variables, that any program understands.
    """
    drawn = [(one, of_reader(one, drawer)) for one in pictures]
    width = max((drawing.width for _, drawing in drawn), default=0) + 2 * _AROUND
    named = drawer.look.escaped(shortened(title, width // _LETTER))
    parts, height = [f'<text class="report" x="{_AROUND}" y="{_AROUND + 16}">{named}</text>'], _AROUND + _TITLE
    for picture, drawing in drawn:
        heading = drawer.look.written(picture["title"], 80)
        parts.append(f'<text class="title" x="{_AROUND}" y="{height + 20}">{heading}</text>')
        at = f"translate({_AROUND - drawing.left} {height + _TITLE - drawing.top})"
        parts.append(f'<g transform="{at}">{drawing.elements}</g>')
        height += _TITLE + drawing.height + _AROUND
        if picture["kind"] == "board":
            for line in _in_lines(picture["shows"]["camps"], width):
                parts += _camps(line, height, drawer.look)
                height += _TITLE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}"><title>{drawer.look.escaped(title)}</title><style>{style}</style>'
        f'<path class="paper" d="M0 0h{width}v{height}h-{width}z"/>{"".join(parts)}</svg>\n'
    )


_LETTER = 9
"""How much room a letter of the title needs."""


def _in_lines(camps: Sequence[str], width: int) -> list[list[str]]:
    """Return the camps line by line, each line no wider than the file where it has several."""
    lines: list[list[str]] = [[]]
    for camp in camps:
        if lines[-1] and sum(map(_room, [*lines[-1], camp])) > width - 2 * _AROUND:
            lines.append([])
        lines[-1].append(camp)
    return lines


def _room(camp: str) -> int:
    """Return how wide a camp is with its shape."""
    return 34 + 8 * min(len(camp), 20)


def _camps(camps: Sequence[str], top: int, look: Look) -> Iterator[str]:
    """Which camp has which colour and shape: who has the file alone has no legend."""
    left = _AROUND + 12
    for camp in camps:
        name = look.written(camp, 20)
        flag = f'<path d="{outline(look.shapes[camp], 7)}"/><text class="label" x="14" y="5">{name}</text>'
        yield f'<g class="key {look.colours[camp]}" transform="translate({left} {top})">{flag}</g>'
        left += _room(camp)


def of_reader(picture: Picture, drawer: Drawer) -> Drawing:
    """Return a drawing in which the reader's own is told apart."""
    drawing = drawer.held(picture["kind"], picture["shows"])
    if picture["kind"] != "board":
        return drawing
    return drawing._replace(elements=located(drawing.elements, picture["shows"], ""))


# A picture as PNG, for boards and mail that show no SVG: no text in it vanishes, whatever the machine has for fonts.
#
# resvg draws nothing, and says nothing, where no font fits. So all text is drawn with the one font that lies here, by
# whatever family it is asked for, and what that font lacks is a box (:func:`drawable`).


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
