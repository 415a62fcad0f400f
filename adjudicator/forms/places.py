"""Places in sentences of a page, where it puts what there is too much of to say one by one, such as cells."""

from __future__ import annotations

from collections.abc import Sequence

_FIRST_PLACE = 0xE000
"""Private characters hold places in sentences: four for each part."""


def place_of(number: int, what: int) -> str:
    """Return what holds a place in a sentence: of a part's column (0), its row (1), all it is (2), its name (3)."""
    return chr(_FIRST_PLACE + 4 * number + what)


def without_cell(text: str, number: int, cell: tuple[int, int]) -> str:
    """Return a sentence with places where it names the ``cell`` that a part is filled with."""
    return text.replace(f"({cell[0]};{cell[1]})", f"({place_of(number, 0)};{place_of(number, 1)})")


def with_places(text: str, places: Sequence[tuple[str, str]]) -> str:
    """Return a sentence with the character of each of ``places`` where what stands beside it is shown."""
    for shown, place in sorted(places, key=lambda one: -len(one[0])):
        text = text.replace(shown, place)
    return text
