"""Sentences for people: phrases, words and faults in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cache, partial
from typing import NotRequired, TypedDict

from adjudicator.core.faults import Fault, Filling, Listed, Pairs, Phrase, Word
from adjudicator.core.game import Receipt
from adjudicator.core.words import Vocabulary
from adjudicator.speech.catalogue import Catalogue, catalogue
from adjudicator.speech.text import one_line, short
from adjudicator.speech.vocabulary import vocabulary


class FaultRow(TypedDict):
    """A fault as a program reads it."""

    file: str
    line: int
    column: int
    code: str
    found: str | None
    expected: list[str]
    suggestion: str | None
    """The nearest word that is known."""
    message: str
    lines: NotRequired[list[str]]
    """Lines as they might stand in the file, to be copied."""


class Voice:
    """Speaks one language, with the words of one game."""

    def __init__(self, catalogue: Catalogue, vocabulary: Vocabulary, keep: Callable[[str], str] = one_line) -> None:
        """Speak with sentences and words.

        ``keep`` is what is done to a text before it goes into a sentence; where markup is written, markup in it is
        undone.
        """
        self.catalogue, self.vocabulary, self.keep = catalogue, vocabulary, keep
        self.word: Callable[[str, str], str] = cache(partial(_word, vocabulary, catalogue.language))
        """Returns the word shown for a canonical one at a place; a few are shown thousands of times."""

    def keeping(self, keep: Callable[[str], str]) -> Voice:
        """Return a voice that says the same, and does something else to texts before they go into sentences."""
        voice = copy(self)
        voice.keep = keep
        return voice

    @property
    def language(self) -> str:
        """The language spoken."""
        return self.catalogue.language

    def say(self, key: str, /, **values: Filling) -> str:
        """Return the sentence ``key``, its places filled with words and phrases of the same language."""
        text = self.catalogue.text(key)
        for name, value in values.items():
            values[name] = self.fill(value)
        return text.format_map(values)

    def count(self, key: str, n: int, /, **values: Filling) -> str:
        """Return the sentence ``key`` in the plural form that ``n`` wants."""
        return self.catalogue.count(key, n, **{name: self.fill(value) for name, value in values.items()})

    def fill(self, value: Filling) -> str:
        """Return a value as it stands in a sentence."""
        if isinstance(value, str):  # most are
            return self.keep(value)
        if isinstance(value, Phrase):
            return self.phrase(value)
        if isinstance(value, Word):
            return self.word(value.place, value.canonical)
        if isinstance(value, Listed):
            return self.list(map(self.fill, value.parts))
        if isinstance(value, Pairs):
            return self.list(self.say("pair.arrow", name=name, what=what) for name, what in value.pairs)
        return self.keep(str(value))

    def phrase(self, phrase: Phrase) -> str:
        """Return a phrase as a sentence, or a part of one."""
        if phrase.n is not None:
            return self.count(phrase.key, phrase.n, **phrase.values)
        text, values = self.catalogue.text(phrase.key), {}  # as ``say`` does: phrases are many
        for name, value in phrase.values.items():
            values[name] = self.keep(value) if isinstance(value, str) else self.fill(value)
        return text.format_map(values)

    def list(self, parts: Iterable[str]) -> str:
        """Return parts joined as a list in a sentence."""
        return self.catalogue.text("list.comma").join(parts)

    def receipt(self, receipt: Receipt) -> str:
        """Return what orders were understood to be, in one sentence: the actions in turn, then the rest."""
        actions = self.say("receipt.then").join(map(self.phrase, receipt.actions))
        parts = [actions] if receipt.actions else []
        text = self.say("receipt.besides").join([*parts, *map(self.phrase, receipt.besides)])
        return self.say("receipt.sentence", text=text)

    def fault(self, fault: Fault) -> str:
        """Return a fault as a sentence, with the nearest word when one is known."""
        expected = self.list(self._expected(word) for word in fault.expected)
        found = fault.found or ""
        if fault.code in _FOLDED:
            found = " ".join(found.split())
        values = {"found": short(found), "expected": expected}
        values |= {name: short(self.fill(value)) for name, value in fault.values.items()}
        sentence = self.suggesting(self.catalogue.say(f"fault.{fault.code}", **values), fault.nearest)
        return self.say("fault.of-player", player=fault.player, sentence=sentence) if fault.player else sentence

    def suggesting(self, sentence: str, nearest: str | None) -> str:
        """Return a sentence followed by the word that was probably meant, if there is one."""
        return self.say("fault.nearest", sentence=sentence, nearest=nearest) if nearest else sentence

    def placed(self, fault: Fault, source: str) -> str:
        """Return a fault as a sentence behind its place: file, line and column; below it the lines to copy."""
        sentence = f"{one_line(source)}:{fault.mark.line}:{fault.mark.column}: {self.fault(fault)}"
        return self.with_lines(sentence, fault)

    def with_lines(self, sentence: str, fault: Fault) -> str:
        """Return what is said of a fault, and below it the lines to copy."""
        return "\n".join([sentence, *(f"    {one_line(line)}".rstrip() for line in fault.lines)])

    def _expected(self, word: str) -> str:
        return self.say(word) if word.startswith("expected.") else word

    def source(self, name: str) -> str:
        """Return the name of an order file as it is shown: ``-`` is text that somebody pasted."""
        return self.say("source.pasted") if name == "-" else name

    def source_of(self, name: str, players: Sequence[str], begins: str = "") -> str:
        """Return the name of an order file with those whose it is, as far as they are known.

        Pasted text has no name: where nobody's is known either it is called by how it ``begins``.
        """
        source = self.say("source.pasted.begins", text=begins) if begins else self.source(name)
        return self.say("source.of", source=source, names=self.list(players)) if players else source

    def fault_row(self, fault: Fault, source: str) -> FaultRow:
        """Return a fault as a program reads it."""
        row: FaultRow = {
            "file": source,
            "line": fault.mark.line,
            "column": fault.mark.column,
            "code": fault.code,
            "found": fault.found,
            "expected": [self._expected(word) for word in fault.expected],
            "suggestion": fault.nearest,
            "message": self.fault(fault),
        }
        if fault.lines:
            row["lines"] = list(fault.lines)
        return row


_FOLDED = ("unknown-player", "unknown-camp", "unknown-word")
"""Faults of what is the same with other spaces."""


def _word(vocabulary: Vocabulary, language: str, place: str, canonical: str) -> str:
    return vocabulary.word(place, canonical, language)


@cache  # it is asked for wherever something is said
def voice_of(game: str, language: str) -> Voice:
    """Return a voice in ``language`` with the sentences and words of ``game``; of none, where it is empty."""
    return Voice(catalogue(language, game), vocabulary(game))
