"""What is wrong with something a person wrote, as a value: collected, never raised.

A fault says *what* is wrong by a code; the sentence for it stands in the catalogues under ``fault.<code>``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""The way from the top of a document to one of its values: keys and list indices."""


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A place in a file; line and column count characters from 1."""

    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: where it stands, what was found there, what was expected, the nearest known word.

    ``values`` fill the further places of the catalogue's sentence; ``found`` and ``expected`` too, when set.
    """

    code: str
    mark: Mark = Mark()
    found: str | None = None
    expected: tuple[str, ...] = ()
    nearest: str | None = None
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Objection:
    """Something understood but not allowed; ``path`` is the place in the canonical document.

    Judged by a game on the player's own view, never on the state: a refusal must tell nothing new.
    """

    code: str
    path: Path = ()
    values: Mapping[str, str | int] = field(default_factory=dict)
