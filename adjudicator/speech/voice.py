"""Text for people in one language: phrases, words, faults and errors as sentences, and the layout of plain text.

Sentences have identifiers such as ``fault.alias`` and come from gettext catalogues: one shared by all games, and one
for each game. Words come from the vocabulary files of the schemas.
"""

from __future__ import annotations

import errno
import gettext
import json
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cache, partial
from typing import Any, NotRequired, TypedDict

from adjudicator.core.actions import Receipt
from adjudicator.core.faults import Fault, Listed, PackageMissingError, Pairs, Phrase, PhraseArgument, Word
from adjudicator.core.words import Vocabulary
from adjudicator.store.disk import FaultyFileError, UnusableError, read_file
from adjudicator.store.layout import data_folder, locale_folder

LANGUAGES = ("fr", "en")
DEFAULT_LANGUAGE = "fr"
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


@cache
def vocabulary(game: str) -> Vocabulary:
    """Return the words of ``game`` together with the shared ones."""
    folder = data_folder("schemas")
    places: dict[str, dict[str, Any]] = {}
    for path in (folder / "vocabulary.json", folder / game / "vocabulary.json"):
        for place, words in json.loads(read_file(path)).items():
            places.setdefault(place, {}).update(words)
    return Vocabulary(places)


# Plain text for mail and terminals: lines of at most 78 characters, and tables in columns.


WIDTH = 78
_GAP = "  "
_NARROWEST = 24
"""The fewest characters of a last column; with less room, a table is written row by row instead."""


def wrapped(text: str, first: str = "", rest: str = "", width: int = WIDTH) -> list[str]:
    """Return ``text`` in lines of at most ``width``; ``first`` begins the first line, ``rest`` the others.

    Lines break at ordinary spaces only, never at no-break spaces. A word longer than a line is not broken.
    """
    text, line = str(text), first  # a template's ``Markup`` would escape whatever is added to it
    if len(first) + len(text) <= width and not text.startswith(" "):
        return [first + text]
    lines = []
    for word in text.split(" "):
        if line not in (first, rest) and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = rest
        line += word if line in (first, rest) else f" {word}"
    return [*lines, line]


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]], colon: str) -> list[str]:
    """Return a table as lines, with the columns side by side and the last one wrapped.

    If the columns do not fit, the table is written row by row, each cell after its heading and a ``colon``.
    """
    widths = [max(map(len, column)) for column in zip(*([heads, *rows]), strict=True)][:-1]
    left = sum(widths) + len(_GAP) * len(widths)
    if WIDTH - left < _NARROWEST:
        return [line for row in rows for line in _stacked(heads, row, colon)]
    rule = ["-" * width for width in widths] + ["-" * max(len(row[-1]) for row in [heads, *rows])]
    rule[-1] = rule[-1][: WIDTH - left]
    return [line for row in (heads, rule, *rows) for line in _beside(row, widths)]


def _beside(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    before = "".join(cell.ljust(width) + _GAP for cell, width in zip(row[:-1], widths, strict=True))
    return [line.rstrip() for line in wrapped(row[-1], before, " " * len(before))]


def _stacked(heads: Sequence[str], row: Sequence[str], colon: str) -> list[str]:
    lines = wrapped(row[0], rest="    ")
    for head, cell in zip(heads[1:], row[1:], strict=True):
        lines += wrapped(cell, f"  {head}{colon}", "    ")
    return lines


# Text that people wrote, made fit to be quoted: on one line, and short.


_LONGEST = 60
"""The most characters of a text quoted in a message."""


def one_line(text: str) -> str:
    """Return ``text`` on one line without control characters, so that its author cannot alter other people's pages."""
    if text.isprintable():
        return text
    text = text.replace("\u2060", "")  # word joiner, copied by people from reports
    if text.isprintable() or _without_fixed_spaces(text).isprintable():
        return text
    return "".join(character if _without_fixed_spaces(character).isprintable() else " " for character in text)


def _without_fixed_spaces(text: str) -> str:
    """Return ``text`` without the spaces of French typography, which Python does not count as printable."""
    return text.replace("\u00a0", "").replace("\u202f", "")


def capitalised(text: str) -> str:
    """Return ``text`` with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def short(text: str) -> str:
    """Return ``text`` on one line, shortened with an ellipsis to fit into a message."""
    text = one_line(text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


class FaultRow(TypedDict):
    """A fault as JSON output for other programs."""

    file: str
    line: int
    column: int
    code: str
    found: str | None
    expected: list[str]
    suggestion: str | None
    """The nearest known word."""
    message: str
    lines: NotRequired[list[str]]
    """Lines that would be correct in the file, for the reader to copy."""


class Voice:
    """Says things in one language, with the words of one game."""

    def __init__(self, catalogue: Catalogue, vocabulary: Vocabulary, keep: Callable[[str], str] = one_line) -> None:
        """Take the sentences and words to use.

        ``keep`` is applied to each text before it goes into a sentence; an output format with markup passes a function
        that escapes it.
        """
        self.catalogue, self.vocabulary, self.keep = catalogue, vocabulary, keep
        self.word: Callable[[str, str], str] = cache(partial(_word, vocabulary, catalogue.language))
        """Returns the word shown for a canonical word at a place; cached, as a few are used thousands of times."""

    def keeping(self, keep: Callable[[str], str]) -> Voice:
        """Return a voice that says the same but applies another ``keep`` to texts."""
        voice = copy(self)
        voice.keep = keep
        return voice

    @property
    def language(self) -> str:
        """The language of the sentences."""
        return self.catalogue.language

    def say(self, key: str, /, **values: PhraseArgument) -> str:
        """Return the sentence ``key`` with its placeholders filled, in the same language."""
        text = self.catalogue.text(key)
        for name, value in values.items():
            values[name] = self.fill(value)
        return text.format_map(values)

    def count(self, key: str, n: int, /, **values: PhraseArgument) -> str:
        """Return the sentence ``key`` in the plural form for ``n``."""
        return self.catalogue.count(key, n, **{name: self.fill(value) for name, value in values.items()})

    def fill(self, value: PhraseArgument) -> str:
        """Return a value as it appears in a sentence."""
        if isinstance(value, str):  # first, because most values are text
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
        """Return a phrase as a sentence or a part of one."""
        if phrase.n is not None:
            return self.count(phrase.key, phrase.n, **phrase.values)
        text, values = self.catalogue.text(phrase.key), {}  # repeats ``say``, for speed
        for name, value in phrase.values.items():
            values[name] = self.keep(value) if isinstance(value, str) else self.fill(value)
        return text.format_map(values)

    def list(self, parts: Iterable[str]) -> str:
        """Return parts joined as a list within a sentence: by semicolons if one has commas itself."""
        listed, comma = tuple(parts), self.catalogue.text("list.comma")
        has_commas = any(comma in part for part in listed)
        return (self.catalogue.text("list.semicolon") if has_commas else comma).join(listed)

    def receipt(self, receipt: Receipt) -> str:
        """Return in one sentence what orders were understood to be: the actions in order, then the rest."""
        actions = self.say("receipt.then").join(map(self.phrase, receipt.actions))
        parts = [actions] if receipt.actions else []
        text = self.say("receipt.besides").join([*parts, *map(self.phrase, receipt.besides)])
        return self.say("receipt.sentence", text=text.removesuffix("."))

    def fault(self, fault: Fault) -> str:
        """Return a fault as a sentence, with the nearest known word if there is one."""
        words = fault.expected if len(fault.expected) <= _EXPECTED else (*fault.expected[:_SOME], "expected.more")
        expected = self.list(map(self._expected, words))
        found = fault.found or ""
        if fault.code in _FOLDED:
            found = " ".join(found.split())
        values = {"found": short(found), "expected": expected}
        for name, value in fault.values.items():  # of a list, each part is shortened
            parts = value.parts if isinstance(value, Listed) else (value,)
            values[name] = self.list(short(self.fill(part)) for part in parts)
        sentence = self.suggesting(self.catalogue.say(f"fault.{fault.code}", **values), fault.nearest)
        return self.say("fault.of-player", player=fault.player, sentence=sentence) if fault.player else sentence

    def suggesting(self, sentence: str, nearest: str | None) -> str:
        """Return a sentence followed by the word that was probably meant, if there is one."""
        return self.say("fault.nearest", sentence=sentence, nearest=nearest) if nearest else sentence

    def placed(self, fault: Fault, source: str) -> str:
        """Return a fault as a sentence after its file, line and column, with lines to copy below it."""
        sentence = f"{one_line(source)}:{fault.mark.line}:{fault.mark.column}: {self.fault(fault)}"
        return self.with_lines(sentence, fault)

    def with_lines(self, sentence: str, fault: Fault) -> str:
        """Return ``sentence`` with the fault's lines to copy below it; of too many, the first ones, shortened."""
        lines = [one_line(line) for line in fault.lines]
        if sum(map(len, lines)) > _MOST_TO_COPY:  # nothing that anybody would have meant
            left = len(lines) - _SOME
            more = [self.count("fault.lines-more", left)] if left > 0 else []
            lines = [*map(short, lines[:_SOME]), *more]
        return "\n".join([sentence, *(f"    {line}".rstrip() for line in lines)])

    def _expected(self, word: str) -> str:
        return self.say(word) if word.startswith("expected.") else word

    def source(self, name: str) -> str:
        """Return the name of an order file as it is shown; ``-`` stands for text that somebody pasted."""
        return self.say("source.pasted") if name == "-" else name

    def source_of(self, name: str, players: Sequence[str], begins: str = "") -> str:
        """Return the name of an order file as it is shown, with the ``players`` whose orders it holds, if known.

        Pasted text has no name; if its players are unknown too, ``begins`` is shown to identify it.
        """
        source = self.say("source.pasted.begins", text=begins) if begins else self.source(name)
        return self.say("source.of", source=source, names=self.list(players)) if players else source

    def fault_row(self, fault: Fault, source: str) -> FaultRow:
        """Return a fault as JSON output for other programs."""
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


_EXPECTED, _SOME = 30, 12
"""The most expected words that a fault lists, and how many words or lines it lists if there are more."""
_MOST_TO_COPY = 8000
"""The most characters of lines to copy; a message that is read as orders is no longer."""


_FOLDED = ("unknown-player", "unknown-camp", "unknown-word")
"""Faults whose quoted text is shown with single spaces, because spaces do not matter in names and words."""


def _word(vocabulary: Vocabulary, language: str, place: str, canonical: str) -> str:
    return vocabulary.word(place, canonical, language)


@cache  # needed wherever something is said
def voice_of(game: str, language: str) -> Voice:
    """Return a voice in ``language`` with the sentences and words of ``game``, or of no game if it is empty."""
    return Voice(catalogue(language, game), vocabulary(game))


# Errors that only the MJ can fix, as sentences.


TROUBLES = (UnusableError, FaultyFileError, PackageMissingError, OSError)
"""The exceptions that are reported to people as a sentence."""


def told(error: Exception, language: str) -> list[str]:
    """Return an ``error`` as sentences in ``language``; an unexpected exception is reported as an internal error."""
    if isinstance(error, UnusableError):
        voice = voice_of(error.of_game, language)
        return [voice.suggesting(voice.say(error.key, **error.values), error.nearest)]
    if isinstance(error, FaultyFileError):
        return [voice_of(error.game, language).placed(fault, str(error.source)) for fault in error.faults]
    voice = voice_of("", language)
    if isinstance(error, PackageMissingError):
        return [voice.say("error.no-package", package=error.package, extra=error.extra)]
    if isinstance(error, OSError):  # common causes, such as a full disk, have their own sentences
        key = _KEYS.get(error.errno or 0, "error.system")
        if key == "error.disk-full" and error.filename is None:  # our files have names, so this is standard output
            key = "error.output-full"
        return [voice.say(key, file=str(error.filename or ""), reason=error.strerror or str(error))]
    return [voice.say("error.internal", reason=f"{type(error).__name__}: {error}")]


_FULL, _FORBIDDEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG), (errno.EACCES, errno.EPERM)
_KEYS = {
    **dict.fromkeys(_FULL, "error.disk-full"),
    **dict.fromkeys(_FORBIDDEN, "error.forbidden"),
    errno.EROFS: "error.read-only",
    errno.ENOENT: "error.no-file",
    errno.EISDIR: "error.is-folder",
    errno.ENOTDIR: "error.not-folder",
    errno.EAGAIN: "error.busy",
}


_REASONS = {
    **dict.fromkeys(_FULL, "reason.disk-full"),
    **dict.fromkeys(_FORBIDDEN, "reason.forbidden"),
    errno.EROFS: "reason.read-only",
    errno.EEXIST: "reason.not-folder",
    errno.ENOTDIR: "reason.not-folder",
    errno.ENOENT: "reason.nothing-there",
    errno.EISDIR: "reason.is-folder",
}


def reason_of(refusal: OSError) -> PhraseArgument:
    """Return why the system refused to read or write a file, as a part of a sentence."""
    reason = _REASONS.get(refusal.errno or 0)
    return Phrase(reason) if reason else refusal.strerror or str(refusal)
