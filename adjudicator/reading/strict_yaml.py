"""Read order files and other files that people write in a strict subset of YAML.

``read`` turns bytes into a ``Document``: plain text values with the line and column of every key and value, and all
the faults found. Most of the module explains YAML syntax errors in terms of what their author should change;
``quoted_names`` protects player names from YAML.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.faults import Fault, KeyPath, Mark
from adjudicator.core.words import Names
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import MOST_COUNTED

# Reading a file into a document.


Node: TypeAlias = "str | list[Node] | dict[str, Node] | None"

MAX_BYTES, MAX_DEPTH, MAX_NODES, MAX_KEY = 64 * 1024, 20, 5000, 100
MAX_FAULTS = 100  # nobody reads more, and a hostile file could take very long by causing thousands


@dataclass(repr=False)  # nobody uses the repr, and generating it would slow down each start
class Document:
    """The content of a file, with the place of every key and value.

    A scalar is text; only an empty unquoted value, ``~`` or ``null`` is None.

    ``values``: where each value starts; the root has the path ``()``.
    ``keys``: where each key stands; its path ends with the key.
    ``quoted``: the paths of the scalars in quotes or in block style.
    ``faults``: all faults, in the order of the file.
    ``complete``: whether the file was read to its end.
    ``incomplete``: the paths of the mappings from which at least one key was left out.
    """

    root: Node = None
    values: dict[KeyPath, Mark] = field(default_factory=lambda: {(): Mark()})
    keys: dict[KeyPath, Mark] = field(default_factory=dict)
    quoted: set[KeyPath] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)
    complete: bool = True
    incomplete: set[KeyPath] = field(default_factory=set)


# No-break and wide spaces, and characters that libyaml skips or takes for a line end though no editor shows them.
_ODD = "\u00a0\u202f\u2007\u2009\u3000\u0085\u2028\u2029\ufeff"
_INDENTS = {
    code: re.compile(rf"^ *([{first}])[ \t{_ODD}]*[^ \t{_ODD}\n#]", re.MULTILINE)
    for code, first in (("tab-indent", "\t"), ("nbsp-indent", _ODD))
}
# Tabs before the first word of a line, also after list dashes: libyaml takes them for indentation.
_LEADING_TAB = re.compile(r"^(?:[ \t]|[-?:](?=[ \t]))*\t", re.MULTILINE)
_DIRECTIVE = re.compile(r"(?:^ *(?:#.*)?\n)*%", re.MULTILINE)

_COLON = "\ufdd0"
"""A Unicode noncharacter, absent from real text: it replaces the colons inside a text while YAML is parsed."""
# A key at the beginning of a line, and a value that does not begin with a character special to YAML.
_TEXT_LINE = re.compile(r"^([^\s:#'\"\[{][^:\n]{0,40}):[ \t]+(?![-?] )([^\s'\"\[{|>&*!#%@`].*)$", re.MULTILINE)


def of_settings(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Yield the faults of a file that does not hold orders, with codes that suit it.

    The usual sentences for a file that is too big ask to leave only the orders in it.
    """
    for fault in faults:
        if fault.code == "too-big":
            yield Fault("settings-too-big", fault.mark, values=fault.values)
        elif fault.code == "far-too-big":
            yield Fault("settings-far-too-big", fault.mark, values=fault.values)
        else:
            yield fault


class _StopError(Exception):
    """Raised to end the reading; its arguments are the faults to add, none if there are enough already."""


_DEEP = "exceeded maximum nesting depth"
"""The error text of libyaml, from version 0.2.6 on, for nesting that is too deep.

libyaml reads ahead: it may raise this error before it has sent the events of the outer levels.
"""


def read(
    data: bytes,
    largest: int = MAX_BYTES,
    is_text: Callable[[str], bool] | None = None,
    beside: Callable[[str, str], bool] = lambda key, other: False,
) -> Document:
    """Read the bytes of one file into a document whose ``faults`` list everything that is wrong with it.

    A file may have at most ``largest`` bytes; the limit on the number of values grows in proportion. If the reading
    has to stop early, the document keeps what was read until then.

    ``is_text`` returns whether the value of a key at the beginning of a line is free text, such as a note; colons
    inside such a text are not YAML syntax. ``beside`` returns whether two texts can be keys of the same object; it is
    used to find a missing comma.

    Bad content raises nothing. ``UnusableError`` is raised if PyYAML was built without libyaml, which its wheels
    include: the command then stops and says what to install, rather than refuse the order files.
    """
    document = Document()
    try:
        text = _decoded(data, largest)
        document.faults += _indent_faults(text)
        _parse(_evened(text), document, MAX_NODES * largest // MAX_BYTES, is_text, beside)
    except _StopError as stop:
        document.faults += stop.args
        document.complete = False
    document.faults.sort(key=lambda fault: fault.mark)
    return document


_NO_TEXT = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"RIFF", b"%PDF", b"PK\x03\x04")
"""The first bytes of binary pictures and documents."""
_IN_ASCII = (b"%PDF-", b"{\\rtf")
"""The first bytes of documents that consist of ASCII characters, and could be mistaken for text."""


def _decoded(data: bytes, largest: int) -> str:
    r"""Return the data as text with ``\n`` line ends.

    Raise ``_StopError`` if the data is too big, is not UTF-8 or is not text.
    """
    if len(data) > max(largest, MOST_COUNTED):
        counted = max(largest, MOST_COUNTED) // 1024
        raise _StopError(Fault("far-too-big", values={"limit": largest // 1024, "size": counted}))
    if len(data) > largest:
        raise _StopError(Fault("too-big", values={"limit": largest // 1024, "size": -(-len(data) // 1024)}))
    if data.startswith(_IN_ASCII):
        raise _StopError(Fault("no-text"))
    try:
        text = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if data.startswith(_NO_TEXT):
            raise _StopError(Fault("no-text")) from None
        before = error.object[: error.start].decode()
        mark = mark_at(before, len(before))
        raise _StopError(Fault("not-utf8", mark, found=f"{error.object[error.start]:02X}")) from None
    if bad := CONTROL.search(text):
        raise _StopError(Fault("control-character", mark_at(text, bad.start()), f"U+{ord(bad[0]):04X}"))
    return text


def _indent_faults(text: str) -> list[Fault]:
    """Return one fault for no-break or wide spaces used as indentation: their first place and the number of lines.

    Raise ``_StopError`` if a line is indented with a tab.
    """
    faults = [
        Fault(code, mark_at(text, first.start(1)), values={"lines": len(pattern.findall(text))})
        for code, pattern in _INDENTS.items()
        if (first := pattern.search(text))
    ]
    if any(fault.code == "tab-indent" for fault in faults):
        raise _StopError(*faults)  # a tab has no defined width, so the depth of its line is unknown
    return faults


def _evened(text: str) -> str:
    """Return the text with unusual spaces replaced by ordinary ones, so that the columns stay the same.

    Raise ``_StopError`` if the text begins with a ``%`` directive.
    """
    for space in _ODD:
        text = text.replace(space, " ")
    if text.count("\t") > MAX_NODES:
        text = text.replace("\t", " ")  # no order file has so many, and the regex would be slow on a hostile file
    elif "\t" in text:
        text = _LEADING_TAB.sub(lambda leading: leading[0].replace("\t", " "), text)
    if "%" in text and (directive := _DIRECTIVE.match(text)):
        raise _StopError(Fault("reserved-character", mark_at(text, directive.end() - 1), found="%"))
    return text


def _without_colons_of_texts(text: str, is_text: Callable[[str], bool]) -> str:
    """Return the text with ``_COLON`` in place of each colon in a free text that stands on the line of its key."""

    def without(line: re.Match[str]) -> str:
        key, value = line.groups()
        return line[0][: -len(value)] + value.replace(":", _COLON) if is_text(key) else line[0]

    return _TEXT_LINE.sub(without, text)


def _parse(
    text: str,
    document: Document,
    most: int,
    is_text: Callable[[str], bool] | None,
    beside: Callable[[str, str], bool],
) -> None:
    """Fill ``document`` from the events of libyaml; raise ``_StopError`` where the reading has to end."""
    import yaml

    if not yaml.__with_libyaml__:
        raise UnusableError("error.no-libyaml")
    given = text if is_text is None or _COLON in text else _without_colons_of_texts(text, is_text)
    loader: Any = yaml.CSafeLoader(given)  # Any: the stubs let every mark be None
    builder, changed = _Builder(text, document, most), given != text
    try:  # use events only: libyaml's composer recurses, so a hostile file could crash the process
        while (event := loader.get_event()) is not None:
            if isinstance(event, yaml.ScalarEvent):
                if changed:
                    event.value = event.value.replace(_COLON, ":")
                builder.scalar(event)
            elif isinstance(event, yaml.CollectionStartEvent):
                builder.node(event, {} if isinstance(event, yaml.MappingStartEvent) else [])
            elif isinstance(event, yaml.CollectionEndEvent):
                builder.close(event)
            elif isinstance(event, yaml.AliasEvent):
                builder.node(event, None)
            elif isinstance(event, yaml.DocumentStartEvent):
                builder.start(event)
    except yaml.MarkedYAMLError as error:
        if error.problem == _DEEP:
            raise _StopError(builder.depth_fault()) from None
        raise _StopError(builder.syntax_fault(error, beside)) from None


@dataclass(eq=False, repr=False)
class _Frame:
    """A list or mapping that is being read."""

    node: list[Node] | dict[str, Node]
    path: KeyPath | None  # None if the whole node is left out of the document
    start: int
    keyed: bool = False  # in a mapping: the key has been read and its value comes next
    key: str | None = None  # None if the value of the current key is left out


@dataclass(eq=False, repr=False)
class _Builder:
    """Builds the document from YAML events.

    The values of a faulty key are left out of the document: they count towards the limits but are not checked.
    """

    text: str
    document: Document
    most: int
    stack: list[_Frame] = field(default_factory=list)
    nodes: int = 0
    closed: tuple[int, int] = (-1, -1)
    """Where the last quoted scalar or bracketed collection begins and ends, as indices into the text."""

    def start(self, event: Any) -> None:
        if self.nodes:  # a document has been read already: even an empty one has a node
            raise _StopError(Fault("two-documents", Mark(event.start_mark.line + 1)))

    def scalar(self, event: Any) -> None:
        if event.style in ("'", '"'):
            self.closed = (event.start_mark.index, event.end_mark.index)
            if CONTROL.search(event.value):
                raise _StopError(escape_fault(self.text, *self.closed))
        self.node(event, None if not event.style and event.value in ("", "~", "null") else event.value)

    def node(self, event: Any, node: Node) -> None:
        """Take a scalar, an alias, or the start of a list or mapping, as a key or as a value."""
        mark = Mark(event.start_mark.line + 1, event.start_mark.column + 1)
        if event.start_mark.index >= len(self.text):  # libyaml counts one line too many at the end of a file
            mark = mark_at(self.text, len(self.text))
        self.nodes += 1
        if self.nodes > self.most:
            raise _StopError(Fault("too-many", mark, values={"limit": self.most}))
        path = None
        if self.stack and isinstance(self.stack[-1].node, dict) and not self.stack[-1].keyed:
            self._take_key(event, mark)
        else:
            path = self._put(node, mark)
        if path is not None:
            self._properties(event)
            if getattr(event, "style", None):
                self.document.quoted.add(path)
        if isinstance(node, (list, dict)):
            self.stack.append(_Frame(node, path, event.start_mark.index))
            if len(self.stack) > MAX_DEPTH:
                raise _StopError(Fault("too-deep", mark, values={"limit": MAX_DEPTH}))

    def close(self, event: Any) -> None:
        start = self.stack.pop().start
        if self.text.startswith(("[", "{"), start):
            self.closed = (start, event.end_mark.index)

    def syntax_fault(self, error: Any, beside: Callable[[str, str], bool]) -> Fault:
        text, at = self.text, error.problem_mark.index
        if re.search(r"^\.\.\.(?:\s|$)", text[:at], re.MULTILINE):
            return Fault("two-documents", Mark(mark_at(text, at).line))
        opened = error.context_mark and error.context_mark.index
        bracket = max((f.start for f in self.stack if text.startswith(("[", "{"), f.start)), default=None)
        return Trouble(text, at, opened, str(error.context), bracket, self.closed, beside).fault()

    def depth_fault(self) -> Fault:
        """Return the fault for nesting that is too deep, at the first bracket beyond the limit.

        The open collections known from events are counted first, then the brackets that follow the innermost of them.
        """
        openings = re.compile(r"[\[{]").finditer(self.text, self.stack[-1].start + 1 if self.stack else 0)
        opening = next(islice(openings, MAX_DEPTH - len(self.stack), None), None)
        return Fault("too-deep", mark_at(self.text, opening.start() if opening else 0), values={"limit": MAX_DEPTH})

    def _fault(self, fault: Fault) -> None:
        self.document.faults.append(fault)
        if len(self.document.faults) >= MAX_FAULTS:
            raise _StopError

    def _take_key(self, event: Any, mark: Mark) -> None:
        frame = self.stack[-1]
        frame.keyed, frame.key = True, None
        if frame.path is None:
            return
        self._properties(event)
        if not hasattr(event, "value"):  # for an alias, ``_properties`` has added a fault already
            if hasattr(event, "tag"):
                self._fault(Fault("complex-key", mark))
            return
        name, end = event.value, event.end_mark.index
        if not event.style and self.text[end : end + 2] in (":,", ":[", ":]", ":{", ":}"):
            raise _StopError(Fault("syntax", mark_at(self.text, end), found=":"))  # libyaml rejects it too
        if name == "<<" and not event.style:
            self._fault(Fault("merge-key", mark))
        elif len(name) > MAX_KEY:
            self._fault(Fault("key-too-long", mark, found=name[:MAX_SHOWN], values={"limit": MAX_KEY}))
        elif name in frame.node:
            first = self.document.keys[(*frame.path, name)].line
            self._fault(Fault("duplicate-key", mark, values={"key": name, "line": first}))
        else:
            frame.key = name
            self.document.keys[(*frame.path, name)] = mark
        if frame.key is None:
            self.document.incomplete.add(frame.path)

    def _put(self, node: Node, mark: Mark) -> KeyPath | None:
        """Store a node as the current value and return its path; return None if the node is left out."""
        path: KeyPath = ()
        if not self.stack:
            self.document.root = node
        else:
            frame = self.stack[-1]
            frame.keyed = False
            step: Any = len(frame.node) if isinstance(frame.node, list) else frame.key
            if frame.path is None or step is None:
                return None
            path = (*frame.path, step)
            if isinstance(frame.node, list):
                frame.node.append(None)
            frame.node[step] = node
        self.document.values[path] = mark
        return path

    def _properties(self, event: Any) -> None:
        """Add a fault for each anchor, alias or tag of an event: order files need none of them."""
        if event.anchor is None and getattr(event, "tag", None) is None:
            return
        name = ("anchor", "&") if hasattr(event, "tag") else ("alias", "*")
        for (code, sign), given in ((name, event.anchor), (("tag", "!"), getattr(event, "tag", None))):
            if given is not None:
                at = self.text.find(sign, event.start_mark.index)
                found = self.text[at : at + 1 + len(given)].split()[0][:MAX_SHOWN]
                self._fault(Fault(code, mark_at(self.text, at), found=found))


# Places in a text.


def mark_at(text: str, index: int) -> Mark:
    """Return the line and column of the character at ``index``; both count from 1."""
    return Mark(text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


# Syntax errors, explained from the text around them: libyaml's own messages would not help the author of the file.


MAX_SHOWN = 40  # the most characters of the file that a fault quotes

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = re.compile(
    r"(?:[^\\]|\\[^xuU0abvfre])*+(\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|.))?", re.DOTALL
)
_NAMED_ESCAPES = {"0": 0x00, "a": 0x07, "b": 0x08, "v": 0x0B, "f": 0x0C, "r": 0x0D, "e": 0x1B}
_COLON_SIGN = re.compile(r":(?=[ \t\n])")
_WORD = re.compile(rf"[\w’'-]{{1,{MAX_SHOWN}}}|\S")


def escape_fault(text: str, start: int, end: int) -> Fault:
    """Return the fault of an escape between ``start`` and ``end``: a control character or an unknown escape."""
    for escape in _ESCAPE.finditer(text, start, end + len(r"\U0010FFFF")):
        digits = escape[2] or escape[3] or escape[4]
        code = int(digits, 16) if digits else _NAMED_ESCAPES.get((escape[1] or "")[1:], ord(" "))
        if code > 0x10FFFF or CONTROL.match(chr(code)):
            return Fault("control-character", mark_at(text, escape.start(1)), found=f"U+{code:04X}")
    at = text.rfind("\\", start, end + 1)
    return Fault("syntax", mark_at(text, at), found=text[at : at + 2])


class Trouble(NamedTuple):
    """A YAML syntax error, with what is needed to explain it."""

    text: str
    at: int
    """The index in the text at which libyaml noticed the error."""
    opened: int | None
    """Where the construct that libyaml was reading begins; None if libyaml does not say."""
    context: str
    """What libyaml was doing, in its own words."""
    bracket: int | None
    """Where the innermost open bracket or brace stands; None if none is open."""
    closed: tuple[int, int]
    """Where the last quoted scalar or bracketed collection begins and ends; (-1, -1) if there is none."""
    beside: Callable[[str, str], bool]
    """Returns whether two texts can be keys of the same object."""

    def fault(self) -> Fault:
        """Return the fault, at the place where a person would correct it."""
        return self._begun() or self._pair() or self._colon() or self._line_or_word()

    def _tell(self, code: str, at: int, found: str | None = None, **values: int) -> Fault:
        return Fault(code, mark_at(self.text, at), found=found, values=values)

    def _first_of_line(self, at: int) -> int:
        start = self.text.rfind("\n", 0, at) + 1
        return at - len(self.text[start:at].lstrip(" "))

    def _line(self, at: int) -> str:
        return self.text[at:].partition("\n")[0].replace("\t", " ").strip()[:MAX_SHOWN]

    def _begun(self) -> Fault | None:
        """Return the fault of a key without a colon, or of a value that begins with a reserved character, or None."""
        at = self.at if self.opened is None else self.opened
        sign = self.text[at : at + 1]
        if self.context == "while scanning a simple key":
            return self._tell("missing-colon", at, self._line(at))
        if not re.search("scanning|a tag|a node$", self.context) or sign not in ("!", "@", "`", *"%*&|>"):
            return None
        return self._tell("tag" if sign == "!" else "reserved-character", at, sign)

    def _pair(self) -> Fault | None:
        """Return the fault of a quote or bracket that is never closed, or closed too early; None if there is neither.

        An apostrophe inside a quoted text closes it too early, and so does the opening quote of a later text when the
        closing quote is missing.
        """
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

            comma = None if self.bracket is None else missing_comma(text, self.bracket, at, self.beside)
            return comma or self._tell(f"after-{kind}", at, text[at : at + MAX_SHOWN].split()[0])
        if self.bracket is not None and ("\n" in text[self.bracket : at] or after in ("", "]", "}")):
            return self._tell("unclosed-bracket", self.bracket, text[self.bracket])
        return None

    def _colon(self) -> Fault | None:
        """Return the fault of a colon where no key can stand; None if the error is no such colon.

        The cause may be an earlier colon, the whole line, or the line above.
        """
        text, at, first = self.text, self.at, self._first_of_line(self.at)
        if text[at : at + 1] != ":" or first == at or "scanning" in self.context:
            return None

        braced = self.bracket is not None and self.bracket >= first and text[self.bracket] == "{"
        if braced and (fault := within_braces(text, self.bracket or 0, at, self.beside)):
            return fault
        if earlier := _COLON_SIGN.search(text, first, at):
            return self._tell("colon-space", at, self._line(earlier.end()))
        if at - first > MAX_KEY:
            return self._tell("key-too-long", first, text[first : first + MAX_SHOWN], limit=MAX_KEY)
        above = self._first_of_line(len(text[:first].rstrip()))
        line = text[above:first]
        above += len(line) - len(line.lstrip("- "))
        same_level = mark_at(text, above).column == mark_at(text, first).column
        if same_level and line.strip() and not line.startswith("#") and not _COLON_SIGN.search(line):
            return self._tell("missing-colon", above, self._line(above))
        return self._under_a_value(first) or self._tell("indentation", first)

    def _under_a_value(self, first: int) -> Fault | None:
        """Return the fault of lines that are indented below a line that has a value already; None if there are none."""
        above = self._above(first)
        line = self.text[above:first].partition("\n")[0].partition(" #")[0]
        above += len(line) - len(line.lstrip("- "))
        line = line.lstrip("- ")
        colon = _COLON_SIGN.search(line)
        deeper = mark_at(self.text, first).column > mark_at(self.text, above).column
        if not colon or not deeper or not (given := line[colon.end() :].strip()[:MAX_SHOWN]):
            return None
        return self._tell("value-and-lines", above + line.index(given, colon.end()), given)

    def _above(self, first: int) -> int:
        """Return where the last line before ``first`` begins that is neither blank nor a comment."""
        lines = self.text[:first].split("\n")[:-1]
        while len(lines) > 1 and lines[-1].lstrip(" ")[:1] in ("", "#"):
            lines.pop()
        return self._first_of_line(len("\n".join(lines)))

    def _line_or_word(self) -> Fault:
        """Return the fault of a line whose indentation matches no open level, or else of the word at the error.

        If there is no word at the error, the fault names the first word of the last line before it.
        """
        at, here = self.at, self.text[self.at : self.at + 1].strip()
        if self._first_of_line(at) == at and here not in ("", *",:]}"):
            return self._under_a_value(at) or self._tell("indentation", at)
        at = at if here else self._first_of_line(len(self.text[:at].rstrip()))
        return self._tell("syntax", at, _WORD.findall(self.text, at)[0])


# An unexpected colon between braces: it belongs to a text without quotes, or to a pair before which a comma is missing.


_COLON_AND_SPACE = re.compile(r":(?=[ \t])")
_KEY = re.compile(r"([^,:{}\n]+):(?=[ \t])")
_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_MOST_WORDS = 4
"""The most words that a key has: « dit à tous »."""

Beside = Callable[[str, str], bool]
"""The type of a function that returns whether two texts can be keys of the same object."""


class _Pair(NamedTuple):
    """A key, with the start and the end of its value in the text."""

    key: str
    value: int
    end: int


def within_braces(text: str, brace: int, at: int, beside: Beside) -> Fault | None:
    """Return the fault of an unexpected colon at ``at``, after the open ``brace``, with the corrected line as ``line``.

    Return None if no key with its colon stands between the brace and ``at``.
    """
    pair = _pair(text, brace, at, beside)
    if not pair.key or pair.value >= at:
        return None
    further = list(re.finditer(r"\S+", text[pair.value : at]))[1:]
    for word in reversed(further[-_MOST_WORDS:]):
        if fault := missing_comma(text, brace, pair.value + word.start(), beside):
            return fault
    value = text[pair.value : pair.end].strip()
    quoted = "'" + value.replace("'", "''") + "'" if '"' in value else f'"{value}"'
    line = text[brace : pair.value] + quoted + _rest_of_line(text, pair.end)
    return Fault("colon-in-text", mark_at(text, pair.value), pair.key, values={"line": line})


def missing_comma(text: str, brace: int, at: int, beside: Beside) -> Fault | None:
    """Return the fault of a comma missing before the pair that begins at ``at``; None if no pair begins there."""
    key = _KEY.match(text, at)
    if key is None or not beside(_pair(text, brace, at, beside).key, key[1].strip()):
        return None
    line = text[brace:at].rstrip(" \t;") + ", " + _rest_of_line(text, at)
    return Fault("comma-missing", mark_at(text, at), key[1].strip(), values={"line": line})


def _pair(text: str, brace: int, at: int, beside: Beside) -> _Pair:
    """Return the pair whose value is still open at ``at``."""
    before = _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), text[brace:at])
    start = brace + max(before.rfind("{"), before.rfind(",")) + 1
    colon = _COLON_AND_SPACE.search(text, start)
    first = colon.start() if colon is not None else at
    key = text[start:first].strip()
    value = first + 1 + len(text[first + 1 :]) - len(text[first + 1 :].lstrip(" \t"))
    return _Pair(key, value, _end(text, at, lambda other: beside(key, other)))


def _end(text: str, at: int, is_key: Callable[[str], bool]) -> int:
    """Return where the value that includes ``at`` ends: before the next pair, the brace or the line end."""
    rest = _rest_of_line(text, at)
    for pair in re.finditer(r",\s*([^,:{}]+):", rest):
        if is_key(pair[1].strip()):
            return at + pair.start()
    brace = rest.find("}")
    return at + (brace if brace >= 0 else len(rest))


def _rest_of_line(text: str, at: int) -> str:
    """Return the text from ``at`` to the end of its line, without spaces at its end."""
    return text[at:].partition("\n")[0].rstrip()


# Names that YAML would misread.


_PLAIN = r"\w[\w .’'-]*[\w!?.]"
"""A name that YAML reads as text wherever it stands.

Many campaigns have only such names, so their files need no change.
"""


def quoted_names(data: bytes, names: Names | None) -> bytes:
    """Return the text of a file with unusual player names put in quotation marks.

    YAML would take names such as ``[LG]Toto`` or ``@nna`` for something else. Only whole keys and values are quoted.
    """
    odd = [name for name in names.others if not re.fullmatch(_PLAIN, name)] if names else []
    if not odd:
        return data
    text = data.decode("utf-8", "surrogateescape")
    for name in sorted(odd, key=len, reverse=True):
        text = _quoted(text, name)
    return text.encode("utf-8", "surrogateescape")


def _quoted(text: str, name: str) -> str:
    quoted, spelt = json.dumps(name, ensure_ascii=False), re.escape(name)
    ends = r"(?=[ \t\r]*(?:$|:(?:\s|$))|[ \t]+#)"
    lines = rf"^([ \t]*(?:-[ \t]+)?|[^\n{{\[]{{0,200}}:[ \t]+){spelt}{ends}"
    text = re.sub(lines, lambda found: found[1] + quoted, text, flags=re.MULTILINE | re.IGNORECASE)
    inside = rf"([{{,\[][ \t]*|:[ \t]+){spelt}(?=[ \t]*[:,}}\]])"
    return "\n".join(
        re.sub(inside, lambda found: found[1] + quoted, line, flags=re.IGNORECASE) if _brackets(line, name) else line
        for line in text.split("\n")
    )


def _brackets(line: str, name: str) -> bool:
    """Return whether a line has brackets besides those of the name.

    Only inside brackets does a comma separate values.
    """
    bare = line.casefold().replace(name.casefold(), "")
    return "{" in bare or "[" in bare
