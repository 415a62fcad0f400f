"""The words that a game uses in what it keeps of a stage: no seat that changes may be called so.

In states and accounts a name is a text like any other: one that is also a word of the game could not be told from it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import adjudicator.rulesets
from adjudicator.speech.catalogue import vocabulary
from adjudicator.store.disk import read_file


def is_inner(name: str, game: str, camps: Collection[str]) -> bool:
    """Tell whether a name may stand in what a game keeps and be no player's: a word, a camp, or a word and a camp."""
    words = inner_words(game)
    parts = {name, *(name.removesuffix(f" {camp}") for camp in camps)}
    made = {name.removeprefix(word) for word in words if word.endswith("-") and name.startswith(word)}
    return name in camps or not words.isdisjoint(parts | made)


@cache
def inner_words(game: str) -> frozenset[str]:
    """Return every word that a game may write into what is kept: those of its code, and canonical ones."""
    words = vocabulary(game)
    canonical = {word for place in words.places for word in words.canonical(place)}
    modules = (Path(adjudicator.rulesets.__file__).parent / game).glob("*.py")
    return frozenset(canonical.union(*(_words_in(read_file(path).decode()) for path in modules)))


def _words_in(source: str) -> Iterator[str]:
    """Yield the texts, and the names of fields and arguments, of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg
