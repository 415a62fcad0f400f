"""Words as people type them: compared without regard to case, accents and the marks between words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeAlias

Places: TypeAlias = Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]]
"""Place → canonical word → language → the words for it, the first of which is shown."""

_JOINER = "\u2060"
"""What reports put into text for boards to leave it alone; it comes back with what is copied from them."""
_BETWEEN_WORDS = str.maketrans(
    dict.fromkeys("-_'’‘“”«»\"\u00a0\u202f\t\n\u2010\u2011\u2012\u2013\u2014\u2212", " ")
    | {"œ": "oe", "Œ": "oe", "æ": "ae", _JOINER: ""}
)


LONGEST = 400
"""Characters of what may be a word or a name, at most: forty of a name, and room for all that folding takes away."""


def fold(text: str) -> str:
    """Return ``text`` in the form in which words are compared: no case, no accents, single spaces.

    What is longer than any word can be is returned as it is: it is none, and to put its marks in order may take long.
    """
    return _folded(text) if len(text) <= LONGEST else text


@lru_cache(maxsize=4096)  # more words than two games and their players have; what players type is not kept for ever
def _folded(text: str) -> str:
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(text.translate(_BETWEEN_WORDS).casefold().split())


def composed(text: str, longest: int) -> str:
    """Return ``text`` with accents and letters in one character where there is one, as everything is kept (NFC).

    What would be longer than ``longest`` even so is returned as it is.
    """
    return unicodedata.normalize("NFC", text) if len(text) <= _PARTS * longest else text


_PARTS = 4
"""Characters at most that become one."""


@lru_cache(maxsize=4096)  # of a player's name there are many files
def slug(name: str) -> str:
    """Return ``name`` as a part of a file's name, safe on every system: letters a to z, digits, hyphens; or nothing."""
    return re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")


def sort_key(name: str) -> tuple[str, str]:
    """Return the key by which names are sorted: ignoring case and accents, then by code point."""
    return fold(name), name


def nearest(text: str, words: Iterable[str]) -> str | None:
    """Return the one of ``words`` that looks most like ``text``, or None when none does."""
    if len(text) > LONGEST:
        return None
    from difflib import get_close_matches

    by_form = {fold(word): word for word in words}
    form = fold(text)
    begun = {word for known, word in by_form.items() if len(form) >= _BEGUN and known.startswith(form)}
    if len(begun) == 1:
        return begun.pop()
    if len(form) <= _FEW:
        longer = {word for known, word in by_form.items() if known.startswith(form) and len(known) <= len(form) + _FEW}
        if len(longer) == 1:
            return longer.pop()
        by_form = {known: word for known, word in by_form.items() if len(known) <= len(form) + 1}
    # In a short word one wrong letter weighs more; beyond that, a wrong suggestion is worse than none.
    close = get_close_matches(form, by_form, 1, 0.65 if len(form) <= 4 else 0.72)
    return by_form[close[0]] if close else None


_FEW = 2
"""Letters that look like anything, and are known by how a word begins."""
_BEGUN = 4
"""Letters of a word by which one can tell how it goes on."""


_TALK = ("talk", "pointing")
"""Places of words that no file has: what people say around their orders."""


class Vocabulary:
    """The fixed words of a game in every language, understood by the place where they stand.

    Where words of several places may stand, these are named together: ``orders+clauses``.
    """

    def __init__(self, places: Places) -> None:
        """Take the words of each place; canonical words are understood besides."""
        self._places = places
        self._joined: dict[str, Mapping[str, Mapping[str, Sequence[str]]]] = {}
        self._known: dict[str, dict[str, str]] = {}

    @property
    def places(self) -> Collection[str]:
        """The places at which there are words."""
        return self._places.keys()

    def _at(self, place: str) -> Mapping[str, Mapping[str, Sequence[str]]]:
        """Return the words of a place; of several, joined by ``+``, those of each."""
        if place in self._places:
            return self._places[place]
        if place not in self._joined:
            parts = [self._places[part] for part in place.split("+")]
            self._joined[place] = {word: forms for part in parts for word, forms in part.items()}
        return self._joined[place]

    def meaning(self, place: str, text: str) -> str | None:
        """Return the canonical word that ``text`` stands for at ``place``, or None."""
        return self._meanings(place).get(fold(text).rstrip(" .!"))

    def _meanings(self, place: str) -> dict[str, str]:
        """Return what each form of a word stands for at ``place``; most places are never asked for."""
        if place not in self._known:
            self._known[place] = _meanings(self._at(place))
        return self._known[place]

    def word(self, place: str, canonical: str, language: str) -> str:
        """Return the word shown for ``canonical`` in ``language``. Raises ``KeyError`` for a word unknown there."""
        return self._at(place)[canonical][language][0]

    def words(self, place: str, language: str) -> list[str]:
        """Return the words shown at ``place`` in ``language``, in the file's order."""
        return [forms[language][0] for forms in self._at(place).values()]

    def canonical(self, place: str) -> list[str]:
        """Return the canonical words of ``place``, in the file's order."""
        return list(self._at(place))

    def knows(self, text: str) -> bool:
        """Tell whether ``text`` is a word at any place."""
        form = fold(text).rstrip(" .!")
        if any(form in meanings for place, meanings in self._known.items() if place not in _TALK):
            return True  # mostly it is, where words have been looked for already: to fold them all takes long
        return any(form in self._meanings(place) for place in self._places if place not in _TALK)

    def beside(self, one: str, other: str) -> bool:
        """Tell whether two texts are different words of one place, as the keys of an object are."""
        found = ((self.meaning(place, one), self.meaning(place, other)) for place in self._places if place not in _TALK)
        return any(first is not None and second is not None and first != second for first, second in found)

    def forms(self, place: str, canonical: str) -> list[str]:
        """Return the words for ``canonical`` at ``place`` in every language, folded."""
        return [fold(word) for words in self._at(place)[canonical].values() for word in words]

    def all_words(self, place: str) -> list[str]:
        """Return every word understood at ``place``, in every language."""
        return [word for forms in self._at(place).values() for words in forms.values() for word in words]

    def nearest(self, place: str, text: str, language: str, among: Iterable[str] | None = None) -> str | None:
        """Return the word of ``place`` that looks most like ``text``, first in ``language``, or None.

        ``among`` limits it to some canonical words. No word looks like a text without a letter, such as a cell.
        """
        if not any(map(str.isalpha, text)):
            return None
        forms = [self._at(place)[canonical] for canonical in (self._at(place) if among is None else among)]
        own = [word for form in forms for word in form[language]]
        every = [word for form in forms for words in form.values() for word in words]
        return nearest(text, own) or nearest(text, every)


def _meanings(words: Mapping[str, Mapping[str, Sequence[str]]]) -> dict[str, str]:
    return {
        fold(form): canonical
        for canonical, forms in words.items()
        for form in (canonical, *(word for known in forms.values() for word in known))
    }


def spaced(text: str) -> str:
    """Return the words of a text, folded, each between spaces; of a long text the beginning."""
    return " " + " ".join(map(fold, _WORD.findall(unicodedata.normalize("NFC", text[:_MOST_SPACED])))) + " "


def _stands_in(name: str, words: str) -> bool:
    return name == words or (name in words and len(name) > _LETTER)


_WORD = re.compile(r"[^\W_]+")
_LETTER = len(" a ")
_MOST_SPACED = 2000
"""Characters looked at: nobody says orders in more."""


class Names:
    """The names of the players, or of the camps, of one campaign."""

    def __init__(
        self,
        names: Sequence[str],
        aliases: Mapping[str, str] | None = None,
        titles: Iterable[str] = (),
        former: Mapping[str, str] | None = None,
    ) -> None:
        """Take the names as the campaign writes them, and other names with those that they stand for.

        ``former`` are names as they were once, each with what is called so now: they go before all others.

        ``titles`` are words that reports put behind a name in brackets: « Anna (ghost) » is Anna, as is a name with
        another of the same person.
        """
        self.names = tuple(names)
        self._titles = frozenset(map(fold, titles))
        self.others = tuple(aliases or ())
        self._written = (*names, *self.others)
        aliased = {fold(alias): name for alias, name in (aliases or {}).items()}
        self._by_form = aliased | {fold(name): name for name in names}
        self._by_form |= {fold(then): now for then, now in (former or {}).items()}

    @cached_property
    def _spaced(self) -> Mapping[str, str]:
        return {spaced(form): name for form, name in self._by_form.items()}

    def find(self, text: str) -> str | None:
        """Return the name meant by ``text``, whatever its case and accents, or None."""
        form = fold(text)
        bare, bracket, title = form.removesuffix(")").rpartition("(")
        if bracket and form.endswith(")") and form not in self._by_form:
            known = self._by_form.get(bare.strip())
            return known if title in self._titles or self._by_form.get(title) == known else None
        return self._by_form.get(form)

    def within(self, text: str) -> list[str]:
        """Return the names that stand in ``text``, by any of the words for them, in the campaign's order.

        One that is a single letter, as a word of any sentence may be, only where nothing else stands there.
        """
        words = spaced(text)
        found = {name for form, name in self._spaced.items() if _stands_in(form, words)}
        return [name for name in self.names if name in found]

    def nearest(self, text: str) -> str | None:
        """Return the name, or other name, that looks most like ``text``, or None."""
        return nearest(text, self._written)

    def ending(self, text: str) -> str | None:
        """Return the longest name that ends ``text``, or None."""
        form = f" {fold(text)}"
        fitting = [known for known in self._by_form if form.endswith(f" {known}")]
        return self._by_form[max(fitting, key=len)] if fitting else None
