"""What is wrong with something a person wrote, as a value: collected, never raised.

A fault says *what* is wrong by a code; the sentence for it stands in the catalogues under ``fault.<code>``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""The way from the top of a document to one of its values: keys and list indices."""


class Mark(NamedTuple):
    """A place in a file; line and column count characters from 1."""

    line: int = 1
    column: int = 1


class Fault(NamedTuple):
    """One fault: where it stands, what was found there, what was expected, the nearest known word.

    ``values`` fill the further places of the catalogue's sentence; ``found`` and ``expected`` too, when set.
    """

    code: str
    mark: Mark = Mark()
    found: str | None = None
    expected: tuple[str, ...] = ()
    nearest: str | None = None
    values: Mapping[str, Filling] = {}
    lines: tuple[str, ...] = ()
    """Lines of a file as they might stand there, to be copied."""
    player: str = ""
    """Whose orders it is in, where those of several stand together."""


class Objection(NamedTuple):
    """Something understood but not allowed; ``path`` is the place in the canonical document.

    Judged by a game on the player's own view, never on the state: a refusal must tell nothing new. In its sentence
    ``{word}`` is the key at ``path`` as the person wrote it; a value that it shall name has to be among ``values``.
    """

    code: str
    path: KeyPath = ()
    values: Mapping[str, Filling] = {}
    on_key: bool = False
    """Whether it is the key at ``path`` that is objected to, rather than its value."""
    related: KeyPath = ()
    """Another place of the document that the objection is about; shown as the person wrote it."""
    nearest: str | None = None
    """The name that was probably meant, if one is near."""


class Unread(Exception):  # noqa: N818 - not an error of the program: a word that could not be read
    """Raised by a reader of one kind of value that cannot make sense of a text.

    ``expected`` names what would have been understood (keys of the catalogue, ``expected.…``, or words);
    ``nearest`` is the nearest known word, if one is near; ``found`` the part of the text that is meant, if not all.
    """

    def __init__(
        self,
        expected: tuple[str, ...],
        nearest: str | None = None,
        code: str = "not-understood",
        found: str | None = None,
    ) -> None:
        """Take what was expected, the nearest word, a fault code more telling than the usual one, the part meant."""
        super().__init__(code)
        self.expected, self.nearest, self.code, self.found = expected, nearest, code, found


# A sentence not yet in any language: a key of the catalogue, and what fills its places.


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
