"""How what is drawn looks, and what a drawing is: elements of SVG in a box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from adjudicator.core.faults import Filling
    from adjudicator.core.pictures import GhostsShown, PieceShown


class Look(NamedTuple):
    """How camps look, and how words are written."""

    colours: Mapping[str, str]
    """By camp, the class of its colour."""
    shapes: Mapping[str, int]
    """By camp, the number of its shape."""
    letters: Mapping[str, str]
    """By camp, what stands on a piece of which nothing is known; empty where shapes tell them apart."""
    said: Callable[[Filling], str]
    escaped: Callable[[str], str]
    """Keeps a text text in SVG."""
    about: Callable[[PieceShown | GhostsShown], str]
    """Says, escaped, what a piece or ghosts are, to who points at them."""

    def written(self, what: Filling, longest: int) -> str:
        """Return what is said, escaped, in at most so many characters."""
        return self.escaped(shortened(self.said(what), longest))


class Drawing(NamedTuple):
    """Elements of SVG and the box that they are drawn in, in its own units."""

    left: int
    top: int
    width: int
    height: int
    elements: str
    edge: int = 0
    """How much of it, from the left, is to stay in sight where the rest is too wide to be seen at once; 0 for none."""
    at_edge: str = ""
    """The elements that stand there."""


def shortened(text: str, longest: int) -> str:
    """Return a text of at most so many characters; what is cut off is told by an ellipsis."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def told_apart(names: Iterable[str], longest: int) -> dict[str, str]:
    """Return names by what is written of them in at most so many characters.

    Of names that would be cut to the same, the middle is left out instead of the end.
    """
    cut = {name: shortened(name, longest) for name in names}
    alike = Counter(cut.values())
    half = longest // 2
    return {name: f"{name[:half]}…{name[half + 1 - longest :]}" if alike[cut[name]] > 1 else cut[name] for name in cut}
