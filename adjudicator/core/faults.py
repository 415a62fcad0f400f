"""Faults in what a person wrote, as values that are collected instead of raised, and sentences not yet in a language.

A fault carries a code; the catalogues hold its sentence under ``fault.<code>``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""The path from the top of a document to one of its values: keys and list indices."""


class Mark(NamedTuple):
    """A position in a file; line and column count from 1, the column in characters."""

    line: int = 1
    column: int = 1


class Fault(NamedTuple):
    """One fault: its position, the text found there, what was expected, and the nearest known word.

    ``values`` fill the other placeholders of the catalogue's sentence; ``found`` and ``expected`` also fill theirs.
    """

    code: str
    mark: Mark = Mark()
    found: str | None = None
    expected: tuple[str, ...] = ()
    nearest: str | None = None
    values: Mapping[str, PhraseArgument] = {}
    lines: tuple[str, ...] = ()
    """Lines that would be correct in the file, for the reader to copy."""
    player: str = ""
    """The player whose orders contain the fault, if a file holds the orders of several."""


class Objection(NamedTuple):
    """Something that is understood but not allowed; ``path`` is its place in the canonical document.

    A game judges orders on the player's own view and never on the state, because a refusal must not reveal anything.
    In the sentence ``{word}`` is the key at ``path`` as the person wrote it; any other value must be in ``values``.
    """

    code: str
    path: KeyPath = ()
    values: Mapping[str, PhraseArgument] = {}
    on_key: bool = False
    """Whether the objection is to the key at ``path`` rather than to its value."""
    related: KeyPath = ()
    """Another place of the document that the objection refers to; messages show it as the person wrote it."""
    nearest: str | None = None
    """The name that was probably meant, or None if no name is close."""
    incomplete: bool = False
    """Whether it says only that more is owed: standing orders that give a part of what is owed are given all the same.

    Whoever sends orders himself is still asked for the rest, but not while a key of them cannot be read, which may be
    the one that is owed; in a campaign, not while any part of the file is faulty.
    """


class Unread(Exception):  # noqa: N818 - not an error of the program: a word that could not be read
    """Raised by the reader of a kind of value when it cannot understand a text.

    ``expected`` lists what would be understood, as catalogue keys (``expected.…``) or words. ``nearest`` is the nearest
    known word, or None; since many attempts to read are given up in silence, it may be a function that is called only
    when somebody asks. ``found`` is the part of the text that is not understood, or None for the whole text.
    """

    def __init__(
        self,
        expected: tuple[str, ...],
        nearest: str | Callable[[], str | None] | None = None,
        code: str = "not-understood",
        found: str | None = None,
    ) -> None:
        """Take what was expected, the nearest word, a more precise fault code if any, and the part concerned."""
        super().__init__(code)
        self.expected, self._nearest, self.code, self.found = expected, nearest, code, found

    @property
    def nearest(self) -> str | None:
        """The nearest known word, or None."""
        return self._nearest() if callable(self._nearest) else self._nearest


# Sentences that are not yet in a language: a key of the catalogue, and the values of its placeholders.


PhraseArgument: TypeAlias = "str | int | Phrase | Word | Listed | Pairs"


class Word(NamedTuple):
    """A canonical word, shown as the vocabulary's word for it at that place."""

    place: str
    canonical: str


class Listed(NamedTuple):
    """Parts that are shown as a list: ``Anna, Luc, Max``."""

    parts: tuple[PhraseArgument, ...]


class Pairs(NamedTuple):
    """Names with a value each, shown as a list: ``Zoé : Brute, Max : Archer``."""

    pairs: tuple[tuple[str | Word, PhraseArgument], ...]


class Phrase(NamedTuple):
    """A key of the catalogue, with the values of the placeholders in its sentence."""

    key: str
    values: Mapping[str, PhraseArgument] = {}
    n: int | None = None
    """The number that selects the plural form, or None if the sentence has no plural forms."""


def either(parts: Sequence[PhraseArgument]) -> PhraseArgument:
    """Return parts as a list of alternatives: « 1, 2 ou 3 »."""
    return _joined("list.or", parts)


def together(parts: Sequence[PhraseArgument]) -> PhraseArgument:
    """Return parts as a list of things that belong together: « Anna, Luc et Max »."""
    return _joined("list.and", parts)


def _joined(key: str, parts: Sequence[PhraseArgument]) -> PhraseArgument:
    first, others = parts[0], parts[1:]
    if not others:
        return first
    return Phrase("list.more" if others[1:] else key, {"one": first, "other": _joined(key, others)})


# The error for optional Python packages that a function needs and that are not installed.


class PackageMissingError(Exception):
    """A package is not installed; ``pip install adjudicator[extra]`` would install it."""

    def __init__(self, package: str, extra: str) -> None:
        """Take the name of the package and the name of the extra, as pip knows them."""
        super().__init__(package)
        self.package, self.extra = package, extra
