"""Order files as players write them: a strict part of YAML, with the place of every key and value."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from adjudicator.core.faults import Fault, Mark, Path

Node: TypeAlias = "str | list[Node] | dict[str, Node] | None"

MAX_BYTES, MAX_DEPTH, MAX_NODES, MAX_KEY = 64 * 1024, 20, 5000, 100
MAX_SHOWN = 40  # characters of the file in a fault
MAX_FAULTS = 100  # nobody reads more, and a hostile file would cost the time of thousands

# Besides the wide and no-break spaces: what libyaml takes for a line end or skips, and no editor shows.
_ODD = "\u00a0\u202f\u2007\u2009\u3000\u0085\u2028\u2029\ufeff"
_INDENTS = {
    code: re.compile(rf"^ *([{first}])[ \t{_ODD}]*[^ \t{_ODD}\n#]", re.MULTILINE)
    for code, first in (("tab-indent", "\t"), ("nbsp-indent", _ODD))
}
# A tab before the first word of a line, after list dashes too: libyaml takes it for indentation.
_LEADING_TAB = re.compile(r"^(?:[ \t]|[-?:](?=[ \t]))*\t", re.MULTILINE)
_DIRECTIVE = re.compile(r"(?:^ *(?:#.*)?\n)*%", re.MULTILINE)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = re.compile(
    r"(?:[^\\]|\\[^xuU0abvfre])*+(\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|.))?", re.DOTALL
)
_NAMED_ESCAPES = {"0": 0x00, "a": 0x07, "b": 0x08, "v": 0x0B, "f": 0x0C, "r": 0x0D, "e": 0x1B}
_COLON = re.compile(r":(?=[ \t\n])")
_WORD = re.compile(rf"[\w’'-]{{1,{MAX_SHOWN}}}|\S")


@dataclass(slots=True)
class Document:
    """What a file says and where. A scalar is text; only an unquoted nothing, ``~`` or ``null`` is None.

    ``values``: where each value starts, ``()`` being the root; ``keys``: where each key stands, its path with
    the key; ``quoted``: the paths of scalars in quotes or block text; ``faults``: all, in the file's order;
    ``complete``: whether the file was read to its end; ``incomplete``: mappings of which a key was left out.
    """

    root: Node = None
    values: dict[Path, Mark] = field(default_factory=lambda: {(): Mark()})
    keys: dict[Path, Mark] = field(default_factory=dict)
    quoted: set[Path] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)
    complete: bool = True
    incomplete: set[Path] = field(default_factory=set)


class _StopError(Exception):
    """Reading ends here; the arguments are the faults to add: none when there are enough already."""


def read(data: bytes, largest: int = MAX_BYTES) -> Document:
    """Read the bytes of one file; whatever they are, nothing is raised: ``faults`` tells what is wrong.

    A file may have ``largest`` bytes, and values in proportion. What was read before the reading ended stays.
    """
    document = Document()
    try:
        text = _decoded(data, largest)
        document.faults += _indent_faults(text)
        _parse(_evened(text), document, MAX_NODES * largest // MAX_BYTES)
    except _StopError as stop:
        document.faults += stop.args
        document.complete = False
    document.faults.sort(key=lambda fault: fault.mark)
    return document


def _mark_at(text: str, index: int) -> Mark:
    return Mark(text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


def _decoded(data: bytes, largest: int) -> str:
    """The text with plain line ends; raises ``_StopError`` when too big, not UTF-8, or not text."""
    if len(data) > largest:
        raise _StopError(Fault("too-big", values={"limit": largest // 1024, "size": -(-len(data) // 1024)}))
    try:
        text = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()
        mark = _mark_at(before, len(before))
        raise _StopError(Fault("not-utf8", mark, found=f"{error.object[error.start]:02X}")) from None
    if bad := _CONTROL.search(text):
        raise _StopError(Fault("control-character", _mark_at(text, bad.start()), f"U+{ord(bad[0]):04X}"))
    return text


def _indent_faults(text: str) -> list[Fault]:
    """One fault for no-break spaces: their first place and how many lines have them; tabs end the reading."""
    faults = [
        Fault(code, _mark_at(text, first.start(1)), values={"lines": len(pattern.findall(text))})
        for code, pattern in _INDENTS.items()
        if (first := pattern.search(text))
    ]
    if any(fault.code == "tab-indent" for fault in faults):
        raise _StopError(*faults)  # how deep a tab goes is anybody's guess
    return faults


def _evened(text: str) -> str:
    """The text with ordinary spaces at the same columns; raises ``_StopError`` for a ``%`` directive."""
    for space in _ODD:
        text = text.replace(space, " ")
    if text.count("\t") > MAX_NODES:
        text = text.replace("\t", " ")  # no order file has so many, and a hostile one would cost much time
    elif "\t" in text:
        text = _LEADING_TAB.sub(lambda leading: leading[0].replace("\t", " "), text)
    if "%" in text and (directive := _DIRECTIVE.match(text)):
        raise _StopError(Fault("reserved-character", _mark_at(text, directive.end() - 1), found="%"))
    return text


def _parse(text: str, document: Document, most: int) -> None:
    """Fill ``document`` from the event stream; raises ``_StopError`` where reading has to end."""
    import yaml

    fast = getattr(yaml, "CSafeLoader", None)
    if fast is None:
        text = text.replace("\t", " ")  # the pure scanner refuses tabs that YAML allows
    loader: Any = (fast or yaml.SafeLoader)(text)  # Any: the stubs let every mark be None
    builder = _Builder(text, document, most)
    try:  # events only: libyaml's composer recurses, and one hostile file would end the process
        while (event := loader.get_event()) is not None:
            if isinstance(event, yaml.ScalarEvent):
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
        raise _StopError(builder.syntax_fault(error)) from None
    except (ValueError, OverflowError):  # the pure scanner, on an escape beyond Unicode such as "\UFFFFFFFF"
        at = loader.get_mark().index
        raise _StopError(_escape_fault(text, text.rfind('"', 0, at), at)) from None


@dataclass(slots=True)
class _Frame:
    node: list[Node] | dict[str, Node]
    path: Path | None  # None when all of it is left out
    start: int
    keyed: bool = False  # in a mapping: a value is due
    key: str | None = None  # None when that value is left out


@dataclass(slots=True)
class _Builder:
    """Makes the document from events. What belongs to a faulty key is left out: counted, not examined."""

    text: str
    document: Document
    most: int
    stack: list[_Frame] = field(default_factory=list)
    nodes: int = 0
    closed: tuple[int, int] = (-1, -1)

    def start(self, event: Any) -> None:
        if self.nodes:  # even an empty document has one
            raise _StopError(Fault("two-documents", Mark(event.start_mark.line + 1)))

    def scalar(self, event: Any) -> None:
        if event.style in ("'", '"'):
            self.closed = (event.start_mark.index, event.end_mark.index)
            if _CONTROL.search(event.value):
                raise _StopError(_escape_fault(self.text, *self.closed))
        self.node(event, None if not event.style and event.value in ("", "~", "null") else event.value)

    def node(self, event: Any, node: Node) -> None:
        """Take a scalar, an alias or the start of a list or mapping, as a key or as a value."""
        mark = Mark(event.start_mark.line + 1, event.start_mark.column + 1)
        if event.start_mark.index >= len(self.text):  # libyaml gives every file one more line
            mark = _mark_at(self.text, len(self.text))
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

    def syntax_fault(self, error: Any) -> Fault:
        text, at = self.text, error.problem_mark.index
        if re.search(r"^\.\.\.(?:\s|$)", text[:at], re.MULTILINE):
            return Fault("two-documents", Mark(_mark_at(text, at).line))
        opened = error.context_mark and error.context_mark.index
        bracket = max((f.start for f in self.stack if text.startswith(("[", "{"), f.start)), default=None)
        return _Trouble(text, at, opened, str(error.context), bracket, self.closed).fault()

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
        if not hasattr(event, "value"):  # an alias is told already
            if hasattr(event, "tag"):
                self._fault(Fault("complex-key", mark))
            return
        name, end = event.value, event.end_mark.index
        if not event.style and self.text[end : end + 2] in (":,", ":[", ":]", ":{", ":}"):
            raise _StopError(Fault("syntax", _mark_at(self.text, end), found=":"))  # as libyaml has it
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

    def _put(self, node: Node, mark: Mark) -> Path | None:
        path: Path = ()
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
        if event.anchor is None and getattr(event, "tag", None) is None:
            return
        name = ("anchor", "&") if hasattr(event, "tag") else ("alias", "*")
        for (code, sign), given in ((name, event.anchor), (("tag", "!"), getattr(event, "tag", None))):
            if given is not None:
                at = self.text.find(sign, event.start_mark.index)
                found = self.text[at : at + 1 + len(given)].split()[0][:MAX_SHOWN]
                self._fault(Fault(code, _mark_at(self.text, at), found=found))


def _escape_fault(text: str, start: int, end: int) -> Fault:
    """The fault for a backslash in quotes: a control character, or else no sign of YAML's."""
    for escape in _ESCAPE.finditer(text, start, end + len(r"\U0010FFFF")):
        digits = escape[2] or escape[3] or escape[4]
        code = int(digits, 16) if digits else _NAMED_ESCAPES.get((escape[1] or "")[1:], ord(" "))
        if code > 0x10FFFF or _CONTROL.match(chr(code)):
            return Fault("control-character", _mark_at(text, escape.start(1)), found=f"U+{code:04X}")
    at = text.rfind("\\", start, end + 1)
    return Fault("syntax", _mark_at(text, at), found=text[at : at + 2])


@dataclass(frozen=True, slots=True)
class _Trouble:
    """A syntax error: where it showed, what was begun and where, the bracket open, what was last closed."""

    text: str
    at: int
    opened: int | None
    context: str
    bracket: int | None
    closed: tuple[int, int]

    def fault(self) -> Fault:
        return self._begun() or self._pair() or self._colon() or self._line_or_word()

    def _tell(self, code: str, at: int, found: str | None = None, **values: int) -> Fault:
        return Fault(code, _mark_at(self.text, at), found=found, values=values)

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
            return _escape_fault(text, self.opened, at)
        if 0 <= end <= at and not text[end:at].strip(" \t") and after not in ("", *"\n,:]}"):
            kind = "bracket" if text[start] in "[{" else "quote"
            if "\n" in text[start:end]:
                return self._tell(f"unclosed-{kind}", start, text[start])
            return self._tell(f"after-{kind}", at, text[at : at + MAX_SHOWN].split()[0])
        if self.bracket is not None and ("\n" in text[self.bracket : at] or after in ("", "]", "}")):
            return self._tell("unclosed-bracket", self.bracket, text[self.bracket])
        return None

    def _colon(self) -> Fault | None:
        """A colon where no key can stand: because of an earlier one, of its line, or of the line above."""
        text, at, first = self.text, self.at, self._first_of_line(self.at)
        if text[at : at + 1] != ":" or first == at or "scanning" in self.context:
            return None
        if earlier := _COLON.search(text, first, at):
            return self._tell("colon-space", at, self._line(earlier.end()))
        if at - first > MAX_KEY:
            return self._tell("key-too-long", first, text[first : first + MAX_SHOWN], limit=MAX_KEY)
        above = self._first_of_line(len(text[:first].rstrip()))
        line = text[above:first]
        above += len(line) - len(line.lstrip("- "))
        same_level = _mark_at(text, above).column == _mark_at(text, first).column
        if same_level and line.strip() and not line.startswith("#") and not _COLON.search(line):
            return self._tell("missing-colon", above, self._line(above))
        return self._tell("indentation", first)

    def _line_or_word(self) -> Fault:
        """A line at none of the open levels, or else the word at the place or in the last line before it."""
        at, here = self.at, self.text[self.at : self.at + 1].strip()
        if self._first_of_line(at) == at and here not in ("", *",:]}"):
            return self._tell("indentation", at)
        at = at if here else self._first_of_line(len(self.text[:at].rstrip()))
        return self._tell("syntax", at, _WORD.findall(self.text, at)[0])
