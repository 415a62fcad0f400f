"""The words of the players on which draws hang besides the seed, in a campaign that asks for them."""

from __future__ import annotations

from collections.abc import Mapping


def seed_of_draws(seed: str, words: Mapping[str, str]) -> str:
    """Return what all draws hang on: the ``seed``, or where there are words its hash with them.

    ``words`` are by seat, in roster order. The hash is the SHA-256 of the seed and of ``seat: word`` for each, a line
    each: the MJ chose the seed before he knew a word, and no player knew the seed.
    """
    from hashlib import sha256

    if not words:
        return seed
    lines = [seed, *lines_of(words)]
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def lines_of(words: Mapping[str, str]) -> list[str]:
    """Return the lines of the words by seat, as they are hashed after the seed."""
    return [f"{seat}: {word}" for seat, word in words.items()]
