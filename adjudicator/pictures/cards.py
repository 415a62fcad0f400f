"""Drawings of cards on a table, with a row for each player; a card has a shape of its own beside its colour."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from adjudicator.pictures.style import COLOURS, Drawing, Look, outline

if TYPE_CHECKING:
    from adjudicator.core.pictures import CardShown, CardsShown

_WIDE, _HIGH = 56, 64
"""The size of a card."""
_APART, _LINE = 4, 24
"""The space between two cards, and the height of the heading of a row."""
_TITLED, _TITLE = 96, 14
"""The width of cards that have a title in place of a suit, and the most characters in a line of a title."""
_LONGEST, _HEADING = 8, 40
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
        top += _LINE
        for at, card in enumerate(row["cards"]):
            parts.append(f'<g transform="translate({2 + at * step} {top})">{"".join(_card(card, wide, look))}</g>')
        top += _HIGH + 8 if row["cards"] else 0
    return Drawing(0, 0, max(most * step, 300), max(top, _LINE), "".join(parts))


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
        yield f'<text class="note" x="{wide / 2:g}" y="57">{look.written(card["text"], _LONGEST)}</text>'
    if _is_titled(card):
        for number, line in enumerate(wrap(look.said(card["text"]), _TITLE)[:4]):
            yield f'<text class="note" x="{wide / 2:g}" y="{16 + 14 * number}">{look.escaped(line)}</text>'
