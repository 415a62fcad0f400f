"""A sentence not yet in any language: a key of the catalogue, and what fills its places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from adjudicator.core.tuples import NamedTuple

Filling: TypeAlias = "str | int | Phrase | Word | Listed | Pairs"


class Word(NamedTuple):
    """A canonical word, to be shown as the vocabulary's word of that place."""

    place: str
    canonical: str


class Listed(NamedTuple):
    """Parts shown as a list: ``Anna, Luc, Max``."""

    parts: tuple[Filling, ...]


class Pairs(NamedTuple):
    """Names, each with what belongs to it, shown as a list: ``Zoé : Brute, Max : Archer``."""

    pairs: tuple[tuple[str | Word, Filling], ...]


class Phrase(NamedTuple):
    """A key of the catalogue, with values for the places in its sentence."""

    key: str
    values: Mapping[str, Filling] = {}
    n: int | None = None
    """The number that decides the plural form, where the sentence has one."""
