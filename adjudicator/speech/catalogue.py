"""The sentences that people read, keyed by identifiers such as ``fault.alias``.

For each language there is a gettext catalogue of what all games share, and one for each game.
"""

from __future__ import annotations

import gettext
import json
from collections.abc import Callable
from functools import cache
from typing import Any

from adjudicator.core.words import Vocabulary
from adjudicator.store.disk import read_file
from adjudicator.store.layout import data_folder, locale_folder

LANGUAGES = ("fr", "en")
SHARED = "adjudicator"
"""The domain of the sentences that all games share; each game's own stand in the domain called by its id."""


class Catalogue:
    """The sentences of one language: those that all games share, and those of one game or of none."""

    def __init__(self, language: str, translations: gettext.NullTranslations) -> None:
        """Take an opened gettext catalogue; use :func:`catalogue` to get one."""
        self.language = language
        self._translations = translations
        self.text: Callable[[str], str] = cache(self._text)
        """Returns the sentence of a key with its places. Raises ``KeyError`` when the catalogue lacks it.

        The same few sentences are said thousands of times in the reports of a stage.
        """

    def say(self, key: str, /, **values: object) -> str:
        """Return the sentence ``key`` with its ``{places}`` filled by ``values``.

        Raises ``KeyError`` when the catalogue lacks the sentence or the sentence names a place not given.
        """
        return self.text(key).format(**values)

    def _text(self, key: str) -> str:
        text = self._translations.gettext(key)
        if text == key:
            raise KeyError(key)
        return text

    def count(self, key: str, n: int, /, **values: object) -> str:
        """Return the sentence ``key`` in the plural form that ``n`` wants; ``{n}`` stands for the number.

        Raises ``KeyError`` as :meth:`say` does.
        """
        text = self._translations.ngettext(key, key, n)
        if text == key:
            raise KeyError(key)
        return text.format(n=n, **values)

    def has(self, key: str) -> bool:
        """Tell whether the catalogue holds ``key``, counted or not."""
        return self._translations.gettext(key) != key


@cache
def catalogue(language: str, game: str = "") -> Catalogue:
    """Open the catalogue of ``language`` (one of ``LANGUAGES``), with the sentences of ``game``, once per process.

    Without a game it holds what all games share. Raises ``FileNotFoundError`` when a game has no catalogue.
    """
    translations = _domain(game or SHARED, language)
    if game:
        translations.add_fallback(_domain(SHARED, language))
    return Catalogue(language, translations)


def _domain(name: str, language: str) -> gettext.NullTranslations:
    return gettext.translation(name, locale_folder(), [language])


# The words of a game in every language, read once.


@cache
def vocabulary(game: str) -> Vocabulary:
    """Return the words of ``game`` together with those that all games share."""
    folder = data_folder("schemas")
    places: dict[str, dict[str, Any]] = {}
    for path in (folder / "vocabulary.json", folder / game / "vocabulary.json"):
        for place, words in json.loads(read_file(path)).items():
            places.setdefault(place, {}).update(words)
    return Vocabulary(places)
