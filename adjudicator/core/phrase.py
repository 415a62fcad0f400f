"""A sentence not yet in any language: a key of the catalogue, and what fills its places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Filling: TypeAlias = "str | int | Phrase | Word | Listed | Pairs"


@dataclass(frozen=True)
class Word:
    """A canonical word, to be shown as the vocabulary's word of that place."""

    place: str
    canonical: str


@dataclass(frozen=True)
class Listed:
    """Parts shown as a list: ``Anna, Luc, Max``."""

    parts: tuple[Filling, ...]


@dataclass(frozen=True)
class Pairs:
    """Names, each with what belongs to it, shown as a list: ``Zoé : Brute, Max : Archer``."""

    pairs: tuple[tuple[str | Word, Filling], ...]


@dataclass(frozen=True)
class Phrase:
    """A key of the catalogue, with values for the places in its sentence."""

    key: str
    values: Mapping[str, Filling] = field(default_factory=dict)
    n: int | None = None
    """The number that decides the plural form, where the sentence has one."""
