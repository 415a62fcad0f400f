"""Words and names as people type them, compared without regard to case, accents and punctuation between words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeAlias

Places: TypeAlias = Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]]
"""Place → canonical word → language → the accepted words, of which the first is shown."""

_JOINER = "\u2060"
"""Word joiner that reports put into text so that forums leave it unchanged; people copy it back into their orders."""
_BETWEEN_WORDS = str.maketrans(
    dict.fromkeys("-_'’‘“”«»\"\u00a0\u202f\t\n\u2010\u2011\u2012\u2013\u2014\u2212", " ")
    | {"œ": "oe", "Œ": "oe", "æ": "ae", _JOINER: ""}
)


LONGEST = 400
"""The most characters a word or name may have: forty for a name, plus room for what folding removes."""


def fold(text: str) -> str:
    """Return ``text`` in the form in which words are compared: no case, no accents, single spaces.

    A text longer than any word is returned unchanged: it matches no word, and normalising it could take long.
    """
    return _folded(text) if len(text) <= LONGEST else text


@lru_cache(maxsize=4096)  # room for the words of the games and their players; bounded, as players type arbitrary text
def _folded(text: str) -> str:
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(text.translate(_BETWEEN_WORDS).casefold().split())


def composed(text: str, longest: int) -> str:
    """Return ``text`` in NFC, in which everything is stored: an accented letter is one character where possible.

    A text that would still be longer than ``longest`` afterwards is returned unchanged.
    """
    return unicodedata.normalize("NFC", text) if len(text) <= _PARTS * longest else text


_PARTS = 4
"""The most characters that NFC combines into one."""


@lru_cache(maxsize=4096)  # a player's name is part of many file names
def slug(name: str) -> str:
    """Return ``name`` as a part of a file name that is safe everywhere: a to z, digits and hyphens; may be empty."""
    return re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")


def sort_key(name: str) -> tuple[str, str]:
    """Return the key by which names are sorted: without case and accents, then by code point."""
    return fold(name), name


def nearest(text: str, words: Iterable[str]) -> str | None:
    """Return the word among ``words`` that is most similar to ``text``, or None if none is similar enough."""
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
    # One wrong letter weighs more in a short word; below the threshold, a wrong suggestion is worse than none.
    if close := get_close_matches(form, by_form, 1, 0.65 if len(form) <= 4 else 0.72):
        return by_form[close[0]]
    within = {word for known, word in by_form.items() if len(form) > _FEW and f" {form} " in f" {known} "}
    return within.pop() if len(within) == 1 else None


_FEW = 2
"""Texts of at most this many letters resemble too many words, so words that begin with them are tried first."""
_BEGUN = 4
"""The fewest letters by which the beginning of a word identifies it."""


_TALK = ("talk", "pointing")
"""Places of conversational words, which people use around their orders; no file contains them as keys or values."""


class Vocabulary:
    """The fixed words of a game in every language; the meaning of a word depends on the place where it stands.

    If words of several places may stand somewhere, the places are joined by ``+``, for example ``orders+clauses``.
    """

    def __init__(self, places: Places) -> None:
        """Take the words of each place; the canonical words themselves are understood too."""
        self._places = places
        self._joined: dict[str, Mapping[str, Mapping[str, Sequence[str]]]] = {}
        self._known: dict[str, dict[str, str]] = {}

    def labelled(self, labels: Mapping[str, Mapping[str, str]]) -> Vocabulary:
        """Return the same words with a campaign's own ``labels`` as those shown in every language.

        ``labels`` are by place and canonical word. What else means a word is still understood, unless it is a label.
        """
        places = dict(self._places)
        for place, named in labels.items():
            own = {
                canonical: {language: (label, *forms) for language, forms in self._places[place][canonical].items()}
                for canonical, label in named.items()
            }
            places[place] = {**self._places[place], **own}
        found = Vocabulary(places)
        for place, named in labels.items():
            found._known[place] = _meanings(places[place]) | {fold(label): word for word, label in named.items()}
        return found

    @property
    def places(self) -> Collection[str]:
        """The names of all places that have words."""
        return self._places.keys()

    def _at(self, place: str) -> Mapping[str, Mapping[str, Sequence[str]]]:
        """Return the words of a place, or of several places joined by ``+``."""
        if place in self._places:
            return self._places[place]
        if place not in self._joined:
            parts = [self._places[part] for part in place.split("+")]
            self._joined[place] = {word: forms for part in parts for word, forms in part.items()}
        return self._joined[place]

    def meaning(self, place: str, text: str) -> str | None:
        """Return the canonical word for ``text`` at ``place``, or None."""
        return self._meanings(place).get(fold(text).rstrip(" .!"))

    def _meanings(self, place: str) -> dict[str, str]:
        """Return the canonical word for each folded form at ``place``, computed on first use: most are never needed."""
        if place not in self._known:
            self._known[place] = _meanings(self._at(place))
        return self._known[place]

    def word(self, place: str, canonical: str, language: str) -> str:
        """Return the word shown for ``canonical`` in ``language``. Raise ``KeyError`` if it is unknown there."""
        return self._at(place)[canonical][language][0]

    def words(self, place: str, language: str) -> list[str]:
        """Return the words shown at ``place`` in ``language``, in the file's order."""
        return [forms[language][0] for forms in self._at(place).values()]

    def canonical(self, place: str) -> list[str]:
        """Return the canonical words of ``place``, in the file's order."""
        return list(self._at(place))

    def knows(self, text: str) -> bool:
        """Return whether ``text`` is a word at any place, apart from conversational words."""
        form = fold(text).rstrip(" .!")
        if any(form in meanings for place, meanings in self._known.items() if place not in _TALK):
            return True  # tested first because folding the words of all places takes long
        return any(form in self._meanings(place) for place in self._places if place not in _TALK)

    def beside(self, one: str, other: str) -> bool:
        """Return whether two texts are different words of one place, like two keys of one mapping."""
        found = ((self.meaning(place, one), self.meaning(place, other)) for place in self._places if place not in _TALK)
        return any(first is not None and second is not None and first != second for first, second in found)

    def forms(self, place: str, canonical: str) -> list[str]:
        """Return the words for ``canonical`` at ``place`` in every language, folded."""
        return [fold(word) for words in self._at(place)[canonical].values() for word in words]

    def all_words(self, place: str) -> list[str]:
        """Return every word accepted at ``place``, in every language."""
        return [word for forms in self._at(place).values() for words in forms.values() for word in words]

    def nearest(self, place: str, text: str, language: str, among: Iterable[str] | None = None) -> str | None:
        """Return the word of ``place`` that is most similar to ``text``, preferably in ``language``, or None.

        ``among`` restricts the search to some canonical words. A text without letters, such as a cell, has no match.
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
    """Return the folded words of a text, each surrounded by spaces; of a long text only the beginning is used."""
    return " " + " ".join(map(fold, _WORD.findall(unicodedata.normalize("NFC", text[:_MOST_SPACED])))) + " "


def _stands_in(name: str, words: str) -> bool:
    return name == words or (name in words and len(name) > _LETTER)


_WORD = re.compile(r"[^\W_]+")
_LETTER = len(" a ")
_MOST_SPACED = 2000
"""The most characters examined; nobody needs more to give orders."""


class Names:
    """The names of the players, or of the camps, of one campaign."""

    def __init__(
        self,
        names: Sequence[str],
        aliases: Mapping[str, str] | None = None,
        titles: Iterable[str] = (),
        former: Mapping[str, str] | None = None,
    ) -> None:
        """Take the names as the campaign writes them, and aliases that map other names to them.

        ``former`` maps earlier names to the current ones and takes precedence over all others. ``titles`` are words
        that reports put in parentheses after a name: « Anna (ghost) » means Anna. A name followed by another name of
        the same person in parentheses means that person too.
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
        """Return the name that ``text`` means, regardless of case and accents, or None."""
        form = fold(text)
        bare, bracket, title = form.removesuffix(")").rpartition("(")
        if bracket and form.endswith(")") and form not in self._by_form:
            known = self._by_form.get(bare.strip())
            return known if title in self._titles or self._by_form.get(title) == known else None
        return self._by_form.get(form)

    def spelt(self, text: str) -> str:
        """Return the name that ``text`` means, or else the text as it is."""
        return self.find(text) or text

    def within(self, text: str) -> list[str]:
        """Return the names that occur in ``text`` in any of their forms, in the campaign's order.

        A name of a single letter counts only if the text contains nothing else, because it may be an ordinary word.
        """
        words = spaced(text)
        found = {name for form, name in self._spaced.items() if _stands_in(form, words)}
        return [name for name in self.names if name in found]

    def nearest(self, text: str) -> str | None:
        """Return the name or alias that is most similar to ``text``, or None."""
        return nearest(text, self._written)

    def ending(self, text: str) -> str | None:
        """Return the name whose form is the longest that ``text`` ends with, or None."""
        form = f" {fold(text)}"
        fitting = [known for known in self._by_form if form.endswith(f" {known}")]
        return self._by_form[max(fitting, key=len)] if fitting else None
