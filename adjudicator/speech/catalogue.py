"""The sentences and words that people read, by language.

Sentences have identifiers such as ``fault.alias`` and come from gettext catalogues: one shared by all games, and one
for each game. Words come from the vocabulary files of the schemas.
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
"""The gettext domain of the shared sentences; the domain of a game's own sentences is its id."""


class Catalogue:
    """The sentences of one language: the shared ones, and those of at most one game."""

    def __init__(self, language: str, translations: gettext.NullTranslations) -> None:
        """Take an opened gettext catalogue; callers should use :func:`catalogue` instead."""
        self.language = language
        self._translations = translations
        self.text: Callable[[str], str] = cache(self._text)
        """Returns the sentence for a key, with its placeholders. Raises ``KeyError`` if the catalogue lacks it.

        The result is cached, because the reports of a stage use the same few sentences thousands of times.
        """

    def say(self, key: str, /, **values: object) -> str:
        """Return the sentence ``key`` with its ``{placeholders}`` filled by ``values``.

        Raise ``KeyError`` if the catalogue lacks the sentence, or the sentence has a placeholder that is not given.
        """
        return self.text(key).format(**values)

    def _text(self, key: str) -> str:
        text = self._translations.gettext(key)
        if text == key:
            raise KeyError(key)
        return text

    def count(self, key: str, n: int, /, **values: object) -> str:
        """Return the sentence ``key`` in the plural form for ``n``; ``{n}`` stands for the number.

        Raise ``KeyError`` as :meth:`say` does.
        """
        text = self._translations.ngettext(key, key, n)
        if text == key:
            raise KeyError(key)
        return text.format(n=n, **values)

    def has(self, key: str) -> bool:
        """Return whether the catalogue holds ``key``, with or without plural forms."""
        return self._translations.gettext(key) != key


@cache
def catalogue(language: str, game: str = "") -> Catalogue:
    """Return the catalogue of ``language`` (one of ``LANGUAGES``) with the sentences of ``game``, cached per process.

    Without a game it holds the shared sentences only. Raise ``FileNotFoundError`` if the game has no catalogue.
    """
    translations = _domain(game or SHARED, language)
    if game:
        translations.add_fallback(_domain(SHARED, language))
    return Catalogue(language, translations)


def _domain(name: str, language: str) -> gettext.NullTranslations:
    return gettext.translation(name, locale_folder(), [language])


# The vocabulary of a game in every language, read once.


@cache
def vocabulary(game: str) -> Vocabulary:
    """Return the words of ``game`` together with the shared ones."""
    folder = data_folder("schemas")
    places: dict[str, dict[str, Any]] = {}
    for path in (folder / "vocabulary.json", folder / game / "vocabulary.json"):
        for place, words in json.loads(read_file(path)).items():
            places.setdefault(place, {}).update(words)
    return Vocabulary(places)
