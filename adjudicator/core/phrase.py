"""A sentence not yet in any language: a key of the catalogue, and what fills its places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

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


def either(parts: Sequence[Filling]) -> Filling:
    """Return parts as a list of which one is meant: « 1, 2 ou 3 »."""
    return _joined("list.or", parts)


def together(parts: Sequence[Filling]) -> Filling:
    """Return parts as a list of which all are meant: « Anna, Luc et Max »."""
    return _joined("list.and", parts)


def _joined(key: str, parts: Sequence[Filling]) -> Filling:
    first, others = parts[0], parts[1:]
    if not others:
        return first
    return Phrase("list.more" if others[1:] else key, {"one": first, "other": _joined(key, others)})
