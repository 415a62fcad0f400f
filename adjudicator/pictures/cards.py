"""Drawings of cards on a table, with a row for each player; a card has a shape of its own beside its colour."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.pictures.style import COLOURS, Drawing, Look, outline

if TYPE_CHECKING:
    from adjudicator.core.pictures import CardShown, CardsShown

_WIDE, _HIGH = 56, 64
"""The size of a card."""
_STEP, _LINE = 60, 24
"""The distance between two cards, and the height of the heading of a row."""
_LONGEST, _HEADING = 8, 40
"""The most characters of the text on a card, and of a heading."""


def cards_svg(shown: CardsShown, look: Look) -> Drawing:
    """Return the drawing of the cards of several players, row by row."""
    most = max((len(row["cards"]) for row in shown["rows"]), default=0)
    parts: list[str] = []
    top = 0
    for row in shown["rows"]:
        parts.append(f'<text class="label" x="2" y="{top + 17}">{look.written(row["heading"], _HEADING)}</text>')
        top += _LINE
        for at, card in enumerate(row["cards"]):
            parts.append(f'<g transform="translate({2 + at * _STEP} {top})">{"".join(_card(card, look))}</g>')
        top += _HIGH + 8 if row["cards"] else 0
    return Drawing(0, 0, max(most * _STEP, 300), max(top, _LINE), "".join(parts))


def _card(card: CardShown, look: Look) -> Iterator[str]:
    """Yield the elements of a card: its edge, dashed if it is hidden from others, its number, shape and text."""
    yield f'<path class="card{" down" if card["down"] else ""}" d="M0 0h{_WIDE}v{_HIGH}h-{_WIDE}z"/>'
    if card["number"]:
        yield f'<text class="note" x="9" y="14">{look.escaped(card["number"])}</text>'
    if card["colour"]:
        fill = COLOURS[card["colour"]].token
        yield f'<path class="suit" fill="{fill}" d="{outline(card["shape"], 11, _WIDE / 2, 30)}"/>'
        yield f'<text class="note" x="{_WIDE / 2:g}" y="57">{look.written(card["text"], _LONGEST)}</text>'
