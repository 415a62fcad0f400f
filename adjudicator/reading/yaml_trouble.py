"""What a syntax error of YAML means to the person who made it: told from the text around it, not from its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from adjudicator.core.faults import Fault
from adjudicator.reading.document import MAX_KEY
from adjudicator.reading.places import mark_at

MAX_SHOWN = 40  # characters of the file in a fault

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = re.compile(
    r"(?:[^\\]|\\[^xuU0abvfre])*+(\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|.))?", re.DOTALL
)
_NAMED_ESCAPES = {"0": 0x00, "a": 0x07, "b": 0x08, "v": 0x0B, "f": 0x0C, "r": 0x0D, "e": 0x1B}
_COLON = re.compile(r":(?=[ \t\n])")
_WORD = re.compile(rf"[\w’'-]{{1,{MAX_SHOWN}}}|\S")


def escape_fault(text: str, start: int, end: int) -> Fault:
    """Return the fault of a backslash between ``start`` and ``end``: a control character, or no sign of YAML at all."""
    for escape in _ESCAPE.finditer(text, start, end + len(r"\U0010FFFF")):
        digits = escape[2] or escape[3] or escape[4]
        code = int(digits, 16) if digits else _NAMED_ESCAPES.get((escape[1] or "")[1:], ord(" "))
        if code > 0x10FFFF or CONTROL.match(chr(code)):
            return Fault("control-character", mark_at(text, escape.start(1)), found=f"U+{code:04X}")
    at = text.rfind("\\", start, end + 1)
    return Fault("syntax", mark_at(text, at), found=text[at : at + 2])


class Trouble(NamedTuple):
    """A syntax error: where it showed, what was begun and where, the bracket open, what was last closed."""

    text: str
    at: int
    opened: int | None
    context: str
    bracket: int | None
    closed: tuple[int, int]
    beside: Callable[[str, str], bool]
    """Whether two texts are keys of one object."""

    def fault(self) -> Fault:
        """Return the fault, at the place where a person would mend it."""
        return self._begun() or self._pair() or self._colon() or self._line_or_word()

    def _tell(self, code: str, at: int, found: str | None = None, **values: int) -> Fault:
        return Fault(code, mark_at(self.text, at), found=found, values=values)

    def _first_of_line(self, at: int) -> int:
        start = self.text.rfind("\n", 0, at) + 1
        return at - len(self.text[start:at].lstrip(" "))

    def _line(self, at: int) -> str:
        return self.text[at:].partition("\n")[0].replace("\t", " ").strip()[:MAX_SHOWN]

    def _begun(self) -> Fault | None:
        """A key without its colon, or a value that begins with a sign of YAML's own."""
        at = self.at if self.opened is None else self.opened
        sign = self.text[at : at + 1]
        if self.context == "while scanning a simple key":
            return self._tell("missing-colon", at, self._line(at))
        if not re.search("scanning|a tag|a node$", self.context) or sign not in ("!", "@", "`", *"%*&|>"):
            return None
        return self._tell("tag" if sign == "!" else "reserved-character", at, sign)

    def _pair(self) -> Fault | None:
        """A quote or bracket never closed, or closed too early: by an apostrophe, or by the next to open."""
        text, at, (start, end) = self.text, self.at, self.closed
        after = text[at : at + 1]
        if self.opened is not None and "quoted scalar" in self.context:
            if text[at : at + 3] in ("", "---", "..."):
                return self._tell("unclosed-quote", self.opened, text[self.opened])
            return escape_fault(text, self.opened, at)
        if 0 <= end <= at and not text[end:at].strip(" \t") and after not in ("", *"\n,:]}"):
            kind = "bracket" if text[start] in "[{" else "quote"
            if "\n" in text[start:end]:
                return self._tell(f"unclosed-{kind}", start, text[start])
            from adjudicator.reading.brace_trouble import missing_comma  # most files are as they should be

            comma = None if self.bracket is None else missing_comma(text, self.bracket, at, self.beside)
            return comma or self._tell(f"after-{kind}", at, text[at : at + MAX_SHOWN].split()[0])
        if self.bracket is not None and ("\n" in text[self.bracket : at] or after in ("", "]", "}")):
            return self._tell("unclosed-bracket", self.bracket, text[self.bracket])
        return None

    def _colon(self) -> Fault | None:
        """A colon where no key can stand: because of an earlier one, of its line, or of the line above."""
        text, at, first = self.text, self.at, self._first_of_line(self.at)
        if text[at : at + 1] != ":" or first == at or "scanning" in self.context:
            return None
        from adjudicator.reading.brace_trouble import within_braces

        braced = self.bracket is not None and self.bracket >= first and text[self.bracket] == "{"
        if braced and (fault := within_braces(text, self.bracket or 0, at, self.beside)):
            return fault
        if earlier := _COLON.search(text, first, at):
            return self._tell("colon-space", at, self._line(earlier.end()))
        if at - first > MAX_KEY:
            return self._tell("key-too-long", first, text[first : first + MAX_SHOWN], limit=MAX_KEY)
        above = self._first_of_line(len(text[:first].rstrip()))
        line = text[above:first]
        above += len(line) - len(line.lstrip("- "))
        same_level = mark_at(text, above).column == mark_at(text, first).column
        if same_level and line.strip() and not line.startswith("#") and not _COLON.search(line):
            return self._tell("missing-colon", above, self._line(above))
        return self._under_a_value(first) or self._tell("indentation", first)

    def _under_a_value(self, first: int) -> Fault | None:
        """Lines indented under a line that has its value already."""
        above = self._above(first)
        line = self.text[above:first].partition("\n")[0].partition(" #")[0]
        above += len(line) - len(line.lstrip("- "))
        line = line.lstrip("- ")
        colon = _COLON.search(line)
        deeper = mark_at(self.text, first).column > mark_at(self.text, above).column
        if not colon or not deeper or not (given := line[colon.end() :].strip()[:MAX_SHOWN]):
            return None
        return self._tell("value-and-lines", above + line.index(given, colon.end()), given)

    def _above(self, first: int) -> int:
        """Where the last line before ``first`` begins that is neither blank nor a comment."""
        lines = self.text[:first].split("\n")[:-1]
        while len(lines) > 1 and lines[-1].lstrip(" ")[:1] in ("", "#"):
            lines.pop()
        return self._first_of_line(len("\n".join(lines)))

    def _line_or_word(self) -> Fault:
        """A line at none of the open levels, or else the word at the place or in the last line before it."""
        at, here = self.at, self.text[self.at : self.at + 1].strip()
        if self._first_of_line(at) == at and here not in ("", *",:]}"):
            return self._under_a_value(at) or self._tell("indentation", at)
        at = at if here else self._first_of_line(len(self.text[:at].rstrip()))
        return self._tell("syntax", at, _WORD.findall(self.text, at)[0])
