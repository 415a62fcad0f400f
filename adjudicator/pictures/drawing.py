"""Pictures made of what games show: one in a page, or all of a report in a file of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.pictures.board_svg import board_svg
from adjudicator.pictures.board_text import located
from adjudicator.pictures.look import Drawing, Look, shortened
from adjudicator.pictures.shapes import outline

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
        from adjudicator.pictures.track_svg import track_svg

        return track_svg
    from adjudicator.pictures.grid_svg import grid_svg

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
