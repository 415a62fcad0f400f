"""Steps, and what is learnt, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.faults import Listed, Pairs, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.games.clocktower.roles import ROLES

PLACES = {
    "time": "moments",
    "role": "roles",
    "believed": "roles",
    "become": "roles",
    "guess": "roles",
    "side": "sides",
    "kind": "kinds",
    "until": "untils",
    "breach": "breaches",
}
"""The parts of a step whose values are words, with the places of these."""


def step_said(step: Plain) -> PhraseArgument:
    """Return a step as the MJ writes it, in the words of a language."""
    parts = [(Word("steps", key), _said(key, value)) for key, value in step.items() if key != "mj"]
    return Phrase("step.said", {"parts": Pairs(tuple(parts))})


def _said(key: str, value: Any) -> PhraseArgument:
    if isinstance(value, Mapping):
        if key in ("effect", "lift"):
            return Pairs(tuple((Word("effect", part), _said(part, one)) for part, one in value.items()))
        return Pairs(tuple((name, _said(key, one)) for name, one in value.items()))
    if isinstance(value, (list, tuple)):
        return Listed(tuple(_said(key, one) for one in value))
    return word_said(PLACES.get(key, ""), value)


def value_in_words(value: Any) -> PhraseArgument:
    """Return what is learnt or asked for in words: a role, a number, yes or no, a list of a role and players."""
    if isinstance(value, (list, tuple)):
        return Listed(tuple(map(value_in_words, value)))
    if isinstance(value, str) and value in ROLES:
        return Word("roles", value)
    return word_said("", value)


def word_said(place: str, value: Any) -> PhraseArgument:
    """Return yes or no, a word of a place, or any other text or number, in words."""
    if isinstance(value, bool):
        return Word("booleans", "true" if value else "false")
    return Word(place, value) if place and isinstance(value, str) else str(value)
