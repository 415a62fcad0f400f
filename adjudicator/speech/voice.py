"""Sentences for people: phrases, words and faults in one language."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cache, partial
from typing import NotRequired, TypedDict

from adjudicator.core.faults import Fault, Filling, Listed, Pairs, Phrase, Word
from adjudicator.core.game import Receipt
from adjudicator.core.packages import PackageMissingError
from adjudicator.core.words import Vocabulary
from adjudicator.speech.catalogue import Catalogue, catalogue, vocabulary
from adjudicator.store.disk import FaultyFileError, UnusableError

# Plain text for mails and terminals: lines of at most 78 characters, tables in columns.


WIDTH = 78
_GAP = "  "
_NARROWEST = 24
"""The fewest characters of a last column: with less a table is written row by row instead."""


def wrapped(text: str, first: str = "", rest: str = "", width: int = WIDTH) -> list[str]:
    """Return ``text`` in lines of at most ``width``; ``first`` begins the first line, ``rest`` the others.

    Lines break at ordinary spaces alone, never at a no-break space; a word too long stays whole.
    """
    text, line = str(text), first  # a template's safe text would escape what is added to it
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
    """Return a table in lines: columns side by side, the last one wrapped.

    Where they do not fit, it is row by row, each cell behind its head and a ``colon``.
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


# What people wrote, as it can stand in what others read: on one line, short.


_LONGEST = 60
"""Characters of a text that is quoted in a message."""


def one_line(text: str) -> str:
    """Return ``text`` on one line, without control characters: what people wrote cannot shape what others read."""
    if text.isprintable():
        return text
    text = text.replace("\u2060", "")  # comes back with what is copied from a report
    if text.isprintable() or _without_fixed_spaces(text).isprintable():
        return text
    return "".join(character if _without_fixed_spaces(character).isprintable() else " " for character in text)


def _without_fixed_spaces(text: str) -> str:
    """Return ``text`` without the spaces of French typography, which Python does not count as printable."""
    return text.replace("\u00a0", "").replace("\u202f", "")


def capitalised(text: str) -> str:
    """Return ``text`` with a capital first letter."""
    return text[:1].upper() + text[1:]


def short(text: str) -> str:
    """Return ``text`` on one line, cut to a length that fits a message."""
    text = one_line(text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


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


# What only the MJ can repair, in words: one sentence for each thing that is wrong.


TROUBLES = (UnusableError, FaultyFileError, PackageMissingError, OSError)
"""The exceptions that are told in a sentence."""


def told(error: Exception, language: str) -> list[str]:
    """Return what is wrong in sentences of ``language``; an ``error`` of the program itself has one too."""
    if isinstance(error, UnusableError):
        voice = voice_of(error.of_game, language)
        return [voice.suggesting(voice.say(error.key, **error.values), error.nearest)]
    if isinstance(error, FaultyFileError):
        return [voice_of(error.game, language).placed(fault, str(error.source)) for fault in error.faults]
    voice = voice_of("", language)
    if isinstance(error, PackageMissingError):
        return [voice.say("error.no-package", package=error.package, extra=error.extra)]
    if isinstance(error, OSError):
        return [_refused_by_system(error, voice)]
    return [voice.say("error.internal", reason=f"{type(error).__name__}: {error}")]


_KEYS = {
    errno.ENOSPC: "error.disk-full",
    errno.EDQUOT: "error.disk-full",
    errno.EFBIG: "error.disk-full",
    errno.EACCES: "error.forbidden",
    errno.EPERM: "error.forbidden",
    errno.EROFS: "error.read-only",
    errno.ENOENT: "error.no-file",
    errno.EISDIR: "error.is-folder",
    errno.ENOTDIR: "error.not-folder",
    errno.EAGAIN: "error.busy",
}


_REASONS = {
    errno.ENOSPC: "reason.disk-full",
    errno.EDQUOT: "reason.disk-full",
    errno.EFBIG: "reason.disk-full",
    errno.EACCES: "reason.forbidden",
    errno.EPERM: "reason.forbidden",
    errno.EROFS: "reason.read-only",
    errno.EEXIST: "reason.not-folder",
    errno.ENOTDIR: "reason.not-folder",
    errno.ENOENT: "reason.nothing-there",
    errno.EISDIR: "reason.is-folder",
}


def reason_of(refusal: OSError) -> Filling:
    """Return why the system refused a file that was to be read or written, as a part of a sentence."""
    reason = _REASONS.get(refusal.errno or 0)
    return Phrase(reason) if reason else refusal.strerror or str(refusal)


def _refused_by_system(error: OSError, voice: Voice) -> str:
    """Say in plain words what the system refused: a full disk and a forbidden folder have sentences of their own."""
    key = _KEYS.get(error.errno or 0, "error.system")
    if key == "error.disk-full" and error.filename is None:  # each of our files is named
        key = "error.output-full"
    return voice.say(key, file=str(error.filename or ""), reason=error.strerror or str(error))
