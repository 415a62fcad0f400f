"""The only source of chance: independent draws that anyone who knows the seed can check."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_RANGE = 1 << 256


class Dice:
    """Draws for one turn.

    A draw is the SHA-256 of the JSON text ``[seed, turn, purpose, key, attempt]``, read as a whole number and reduced
    to the number of candidates. Draws share no random stream, so an additional hidden draw never changes another one.
    """

    def __init__(self, seed: str, turn: int) -> None:
        """Take the campaign's secret seed and the number of the turn."""
        self._seed = seed
        self._turn = turn

    def pick(self, purpose: str, key: str, candidates: Sequence[T]) -> T:
        """Return one of ``candidates``, all equally likely.

        ``purpose`` and ``key`` identify the draw, for example ``"spawn"`` and a player's name. The candidates must come
        in an order that public rules fix. Raise ``ValueError`` if there are none.
        """
        if not candidates:
            raise ValueError("nothing to draw from")
        size = len(candidates)
        fair = _RANGE - _RANGE % size
        attempt = 0
        while (number := self._number(purpose, key, attempt)) >= fair:
            attempt += 1  # using the incomplete top of the range would favour the first candidates
        return candidates[number % size]

    def _number(self, purpose: str, key: str, attempt: int) -> int:
        text = hashed(self._seed, self._turn, purpose, key, attempt)
        return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")


def hashed(seed: str, turn: int, purpose: str, key: str, attempt: int = 0) -> str:
    """Return the text whose SHA-256 decides a draw; anyone who knows the seed can rebuild it."""
    return json.dumps([seed, turn, purpose, key, attempt], ensure_ascii=False)
