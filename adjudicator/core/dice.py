"""The only source of chance: independent draws that anyone who knows the seed can check."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

T = TypeVar("T")

_RANGE = 1 << 256


class Draw(NamedTuple):
    """One draw that was made: among how many candidates, and whether a case had listed its result."""

    purpose: str
    key: str
    among: int
    listed: bool = False


Listed: TypeAlias = Callable[[str, str, Sequence[Any]], Any]
"""What a case lists: a function of the purpose, whose draw it is, and the candidates; None if nothing is listed."""


class Dice:
    """Draws for one turn.

    A draw is the SHA-256 of the JSON text ``[seed, turn, purpose, key, attempt]``, read as a whole number and reduced
    to the number of candidates. Draws share no random stream, so an additional hidden draw never changes another one.
    """

    def __init__(self, seed: str, turn: int, listed: Listed | None = None) -> None:
        """Take the campaign's secret seed, the number of the turn and, in a case, the draws that it lists."""
        self._seed = seed
        self._turn = turn
        self._listed = listed
        self.drawn: list[Draw] = []

    @staticmethod
    def of(seed: Seed, turn: int) -> Dice:
        """Return the dice for a turn, given the seed or these dice themselves."""
        return seed if isinstance(seed, Dice) else Dice(seed, turn)

    def pick(self, purpose: str, key: str, candidates: Sequence[T], whose: str = "") -> T:
        """Return one of ``candidates``, all equally likely.

        ``purpose`` and ``key`` identify the draw, for example ``"spawn"`` and a player's name. The candidates must come
        in an order that public rules fix. A case lists the draw under ``whose`` name it is made, by default the
        ``key``. Raise ``ValueError`` if there are no candidates.
        """
        if not candidates:
            raise ValueError("nothing to draw from")
        size = len(candidates)
        found = self._listed(purpose, whose or key, candidates) if self._listed else None
        self.drawn.append(Draw(purpose, key, size, listed=found is not None))
        if found is not None:
            return found  # type: ignore[no-any-return]
        fair = _RANGE - _RANGE % size
        attempt = 0
        while (number := self._number(purpose, key, attempt)) >= fair:
            attempt += 1  # using the incomplete top of the range would favour the first candidates
        return candidates[number % size]

    def deal(
        self, purpose: str, candidates: Sequence[T], count: int, key: str = "", first: int = 0, whose: str = ""
    ) -> tuple[T, ...]:
        """Draw ``count`` of ``candidates`` one after another from those who are left.

        The keys of these draws are numbers counted from ``first``, after ``key`` and a space if there is a key.
        """
        left = list(candidates)
        keys = [f"{key} {n}".strip() for n in range(first, first + count)]
        return tuple(left.pop(left.index(self.pick(purpose, each, left, whose or key))) for each in keys)

    def _number(self, purpose: str, key: str, attempt: int) -> int:
        import hashlib  # commands that draw nothing load this module too

        text = hashed(self._seed, self._turn, purpose, key, attempt)
        return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")


Seed: TypeAlias = "str | Dice"
"""What decides the draws of a stage: the campaign's seed or, in a case, the dice themselves."""


def hashed(seed: str, turn: int, purpose: str, key: str, attempt: int = 0) -> str:
    """Return the text whose SHA-256 decides a draw; anyone who knows the seed can rebuild it."""
    return json.dumps([seed, turn, purpose, key, attempt], ensure_ascii=False)
