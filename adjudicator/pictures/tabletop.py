"""Drawings of what lies on a table: the cards of each player, and the seats round it with their tokens."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from adjudicator.pictures.style import COLOURS, Drawing, Look, outline, shortened, told_apart

if TYPE_CHECKING:
    from adjudicator.core.pictures import CardShown, CardsShown, CircleShown, TokenShown

# Cards, with a row for each player; a card has a shape of its own beside its colour.


_WIDE, _HIGH = 56, 64
"""The size of a card."""
_APART, _HEADED = 4, 24
"""The space between two cards, and the height of the heading of a row."""
_TITLED, _TITLE = 96, 14
"""The width of cards that have a title in place of a suit, and the most characters in a line of a title."""
_ON_CARD, _HEADING = 8, 40
"""The most characters of the text on a card, and of a heading."""


def cards_svg(shown: CardsShown, look: Look) -> Drawing:
    """Return the drawing of the cards of several players, row by row."""
    most = max((len(row["cards"]) for row in shown["rows"]), default=0)
    parts: list[str] = []
    titled = any(_is_titled(card) for row in shown["rows"] for card in row["cards"])
    wide, top = _TITLED if titled else _WIDE, 0
    step = wide + _APART
    for row in shown["rows"]:
        parts.append(f'<text class="label" x="2" y="{top + 17}">{look.written(row["heading"], _HEADING)}</text>')
        top += _HEADED
        for at, card in enumerate(row["cards"]):
            parts.append(f'<g transform="translate({2 + at * step} {top})">{"".join(_card(card, wide, look))}</g>')
        top += _HIGH + 8 if row["cards"] else 0
    return Drawing(0, 0, max(most * step, 300), max(top, _HEADED), "".join(parts))


def _is_titled(card: CardShown) -> bool:
    return bool(card["text"]) and not card["colour"]


def _card(card: CardShown, wide: int, look: Look) -> Iterator[str]:
    """Yield the elements of a card: its edge, dashed if it is hidden from others, its number, shape and text."""
    yield f'<path class="card{" down" if card["down"] else ""}" d="M0 0h{wide}v{_HIGH}h-{wide}z"/>'
    if card["number"]:
        yield f'<text class="note" x="9" y="14">{look.escaped(card["number"])}</text>'
    if card["colour"]:
        fill = COLOURS[card["colour"]].token
        yield f'<path class="suit" fill="{fill}" d="{outline(card["shape"], 11, wide / 2, 30)}"/>'
        yield f'<text class="note" x="{wide / 2:g}" y="57">{look.written(card["text"], _ON_CARD)}</text>'
    if _is_titled(card):
        for number, line in enumerate(wrap(look.said(card["text"]), _TITLE)[:4]):
            yield f'<text class="note" x="{wide / 2:g}" y="{16 + 14 * number}">{look.escaped(line)}</text>'


# Players round a table: a narrow ring of seats, with a token each and what is known of it inside.


_WIDTH = 360
"""The width of the ring, which a phone shows without scrolling."""
_EDGE, _RADIUS = 30, 19
"""How far from the edge the middles of tokens are, and how large tokens are."""
_LINE, _LEAST = 14, 58
"""The height of a line beside a token, and the least height of a row of seats."""
_LONGEST = 20
"""The most characters of a line, so that those of both sides fit between the tokens."""
_SHAPES = {"good": 0, "bad": 2, "": 0}
"""The number of the shape of a token of each side: a circle, or a square for evil."""
_SHROUD = "M-19-7L19-19V-3L-19 9Z"
"""The band across the token of a dead player."""


def circle_svg(circle: CircleShown, look: Look) -> Drawing:
    """Return the drawing of a ring; the first seat is at the top right, and the others follow clockwise."""
    seats = circle["seats"]
    names = told_apart((seat["name"] for seat in seats), _LONGEST)
    rows = (len(seats) + 1) // 2
    sides = [*zip(range(rows), seats[:rows], strict=True)], [*zip(range(rows), reversed(seats[rows:]), strict=False)]
    lines = {seat["name"]: list(_lines(seat, names[seat["name"]], look)) for seat in seats}
    # Where the number of seats is odd, the last of the right side sits alone at the bottom.
    heights = [
        max(_LEAST, *(_LINE * len(lines[seat["name"]]) + 12 for side in sides for at, seat in side if at == row))
        for row in range(rows)
    ]
    tops = [4 + sum(heights[:row]) for row in range(rows)]
    elements = [_table(tops, heights)]
    for x, side, where in ((_WIDTH - _EDGE, sides[0], "right"), (_EDGE, sides[1], "left")):
        for at, seat in side:
            elements += _seat(x, tops[at], where, seat, lines[seat["name"]], look)
    return Drawing(0, 0, _WIDTH, 8 + sum(heights), "".join(elements))


def _table(tops: list[int], heights: list[int]) -> str:
    """Return the line along which players sit."""
    right, bottom = _WIDTH - _EDGE, tops[-1] + heights[-1] + 3
    return f'<path class="joint" d="M{_EDGE} 1H{right}V{bottom}H{_EDGE}Z"/>'


def _lines(seat: TokenShown, name: str, look: Look) -> Iterator[tuple[str, str]]:
    """Yield the lines beside a token, each with its CSS class: the name, the role, reminders."""
    yield "name", name
    if "role" in seat:
        yield "role", shortened(look.said(seat["role"]), _LONGEST)
    for one in seat["notes"]:
        for part in wrap(look.said(one["text"]), _LONGEST + 2, break_long_words=False, break_on_hyphens=False):
            yield ("asleep" if one["pale"] else "note"), shortened(part, _LONGEST + 4)


def _seat(x: int, top: int, where: str, seat: TokenShown, lines: list[tuple[str, str]], look: Look) -> Iterator[str]:
    side = seat.get("side", "")
    yield f'<g class="seat {where}" transform="translate({x} {top + _RADIUS + 4})">'
    shape = outline(_SHAPES[side], 16 if side == "bad" else _RADIUS)
    yield f'<g class="face {side or "none"}{" turned" if seat.get("reversed") else ""}"><path d="{shape}"/>'
    if "letter" in seat:
        yield f'<text class="in" y="6">{look.written(seat["letter"], 2)}</text>'
    yield "</g>"
    if seat["dead"]:
        yield f'<path class="shroud" d="{_SHROUD}"/>'
        yield f'<circle class="{"vote-left" if seat["ghost"] else "vote-spent"}" cx="13" cy="15" r="6"/>'
        if not seat["ghost"]:
            yield '<path class="sign" d="M9 11l8 8"/>'
    for number, (kind, text) in enumerate(lines):
        at = -(_RADIUS + 6) if where == "right" else _RADIUS + 6
        yield f'<text class="{kind}" x="{at}" y="{_LINE * number - 6}">{look.escaped(text)}</text>'
    yield "</g>"
