"""How a game is asked about orders that a form may offer: on whose view, for when, and by what its answers are said."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.faults import Objection, Phrase
from adjudicator.core.game import Receipt
from adjudicator.core.plain import Plain
from adjudicator.speech.voice import Voice

Value: TypeAlias = Any
"""What a part is filled with, as the program keeps it: a word, a number, a cell, a list of names."""
Values: TypeAlias = Mapping[int, Value]
"""What parts of a unit are filled with, by their numbers."""
Cell: TypeAlias = tuple[int, int]
"""Column and row."""
Told: TypeAlias = dict[str, list[Cell]]
"""Cells by what is told of them."""


class Spoken:
    """Says phrases in one language; what many players are told is said once."""

    def __init__(self, voice: Voice, names: Sequence[str]) -> None:
        """Speak with ``voice``; ``names`` are those of people and camps that sentences may hold."""
        self.voice, self._comma = voice, voice.say("list.comma")
        self.number = _number_in_no(names)
        """Stands in sentences where there is a place, as those behind it do; the one before for the player's name."""

    def phrases(self, phrases: Sequence[Phrase]) -> str:
        """Return phrases as a list in a sentence."""
        return self._comma.join(map(self.voice.phrase, phrases))


def _number_in_no(names: Sequence[str]) -> int:
    """Return a number that no cell has as its column or row, and no name holds, nor one of those beside it."""
    text = " ".join(names)
    free = (n for n in count(71_000, 1_000) if not any(str(one) in text for one in range(n - 1, n + 100)))
    return next(free)


class Asked(NamedTuple):
    """How orders are asked about: for the stage awaited, as standing ones, or for a later turn."""

    name: str
    """``now``, ``later`` or ``standing``."""
    objections: Callable[[Plain], Sequence[Objection]]
    receipt: Callable[[Plain], Receipt]
    view: Any
    """On what the game answers."""
    player: str
    """Whose view that is."""
    spoken: Spoken
    cells: Sequence[Cell]
    """Those of the board, row by row; none of a game without one."""
