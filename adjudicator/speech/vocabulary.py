"""The words of a game in every language, read once."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from adjudicator.core.words import Vocabulary
from adjudicator.store.disk import read_file
from adjudicator.store.paths import data_folder


@cache
def vocabulary(game: str) -> Vocabulary:
    """Return the words of ``game`` together with those that all games share."""
    folder = data_folder("schemas")
    places: dict[str, dict[str, Any]] = {}
    for path in (folder / "vocabulary.json", folder / game / "vocabulary.json"):
        for place, words in json.loads(read_file(path)).items():
            places.setdefault(place, {}).update(words)
    return Vocabulary(places)
