"""Order files as players write them: a strict part of YAML, with the place of every key and value."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from adjudicator.core.faults import Fault, Mark, Path

Node: TypeAlias = "str | list[Node] | dict[str, Node] | None"

MAX_KIB = 64
MAX_DEPTH = 20
MAX_NODES = 5000
MAX_KEY = 100
MAX_SHOWN = 40
MAX_FAULTS = 100  # nobody reads more, and a hostile file would cost the time of thousands

_LINE_END = re.compile("\r\n?")
# Besides the wide and no-break spaces: what libyaml takes for a line end or skips, and no editor shows.
_ODD = "\u00a0\u202f\u2007\u2009\u3000\u0085\u2028\u2029\ufeff"
_INDENTS = {
    code: re.compile(rf"^ *([{first}])[ \t{_ODD}]*[^ \t{_ODD}\n#]", re.MULTILINE)
    for code, first in (("tab-indent", "\t"), ("nbsp-indent", _ODD))
}
# A tab before the first word of a line, after list dashes too: libyaml takes it for indentation.
_LEADING_TAB = re.compile(r"^(?:[ \t]|[-?:](?=[ \t]))*\t", re.MULTILINE)
_DIRECTIVE = re.compile(r"(?:^ *(?:#.*)?\n)*%", re.MULTILINE)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|.)", re.DOTALL)
_NAMED_ESCAPES = {"0": 0x00, "a": 0x07, "b": 0x08, "v": 0x0B, "f": 0x0C, "e": 0x1B}
_COLON = re.compile(r":(?=[ \t\n])")
_DOCUMENT_END = re.compile(r"^\.\.\.(?:\s|$)", re.MULTILINE)
_WORD = re.compile(rf"[\w’'-]{{1,{MAX_SHOWN}}}|\S")


@dataclass(slots=True)
class Document:
    """What a file says and where. A scalar is text; only an unquoted nothing, ``~`` or ``null`` is None.

    ``values``: where each value starts, ``()`` being the root; ``keys``: where each key stands, its path with
    the key; ``quoted``: the paths of scalars in quotes or block text; ``faults``: all, in the file's order.
    """

    root: Node = None
    values: dict[Path, Mark] = field(default_factory=lambda: {(): Mark()})
    keys: dict[Path, Mark] = field(default_factory=dict)
    quoted: set[Path] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)


class _StopError(Exception):
    """Reading ends here; the arguments are the faults to add: none when there are enough already."""


def read(data: bytes) -> Document:
    """Read the bytes of one file; whatever they are, nothing is raised: ``faults`` tells what is wrong.

    What was read before a fault that ends the reading stays in the document. An empty file has the root None.
    """
    document = Document()
    try:
        text = _decoded(data)
        document.faults += _indent_faults(text)
        _parse(_evened(text), document)
    except _StopError as stop:
        document.faults += stop.args
    document.faults.sort(key=lambda fault: fault.mark)
    return document


def _mark_at(text: str, index: int) -> Mark:
    return Mark(text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


def _decoded(data: bytes) -> str:
    """The text with plain line ends; raises ``_StopError`` when too big, not UTF-8, or not text."""
    if len(data) > MAX_KIB * 1024:
        raise _StopError(Fault("too-big", values={"limit": MAX_KIB, "size": -(-len(data) // 1024)}))
    try:
        text = _LINE_END.sub("\n", data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = _LINE_END.sub("\n", error.object[: error.start].decode())
        mark = _mark_at(before, len(before))
        raise _StopError(Fault("not-utf8", mark, found=f"{error.object[error.start]:02X}")) from None
    if control := _CONTROL.search(text):
        found = f"U+{ord(control[0]):04X}"
        raise _StopError(Fault("control-character", _mark_at(text, control.start()), found=found))
    return text


def _indent_faults(text: str) -> list[Fault]:
    """One fault for no-break spaces: their first place and how many lines have them; tabs end the reading."""
    faults = []
    for code, pattern in _INDENTS.items():
        if first := pattern.search(text):
            lines = len(pattern.findall(text))
            faults.append(Fault(code, _mark_at(text, first.start(1)), values={"lines": lines}))
    if any(fault.code == "tab-indent" for fault in faults):
        raise _StopError(*faults)  # how deep a tab goes is anybody's guess
    return faults


def _evened(text: str) -> str:
    """The text with ordinary spaces at the same columns; raises ``_StopError`` for a ``%`` directive."""
    for space in _ODD:
        text = text.replace(space, " ")
    if "\t" in text:
        text = _LEADING_TAB.sub(lambda leading: leading[0].replace("\t", " "), text)
    if directive := _DIRECTIVE.match(text):
        raise _StopError(Fault("reserved-character", _mark_at(text, directive.end() - 1), found="%"))
    return text


def _parse(text: str, document: Document) -> None:
    """Fill ``document`` from the event stream; raises ``_StopError`` where reading has to end.

    Events only: libyaml's composer recurses, and one hostile file would end the process.
    """
    import yaml

    fast = getattr(yaml, "CSafeLoader", None)
    if fast is None:
        text = text.replace("\t", " ")  # the pure scanner refuses tabs that YAML allows
    loader: Any = (fast or yaml.SafeLoader)(text)
    builder = _Builder(text, document)
    documents = 0
    try:
        while not isinstance(event := loader.get_event(), yaml.StreamEndEvent):
            documents += isinstance(event, yaml.DocumentStartEvent)
            if documents > 1:
                raise _StopError(Fault("two-documents", Mark(event.start_mark.line + 1)))
            if isinstance(event, yaml.CollectionStartEvent):
                builder.node(event, {} if isinstance(event, yaml.MappingStartEvent) else [])
            elif isinstance(event, yaml.CollectionEndEvent):
                builder.close(event)
            elif isinstance(event, yaml.NodeEvent):
                builder.node(event, builder.scalar(event) if isinstance(event, yaml.ScalarEvent) else None)
    except yaml.MarkedYAMLError as error:
        raise _StopError(builder.syntax_fault(error)) from None
    except (ValueError, OverflowError):  # the pure scanner, on an escape beyond Unicode such as "\UFFFFFFFF"
        at = loader.get_mark().index
        raise _StopError(_escape_fault(text, text.rfind('"', 0, at), at)) from None


@dataclass(slots=True)
class _Frame:
    """An open list or mapping, left out without ``path``; ``keyed``: a value is due, for ``key`` if any."""

    node: list[Node] | dict[str, Node]
    path: Path | None
    start: int
    keyed: bool = False
    key: str | None = None


@dataclass(slots=True)
class _Builder:
    """Makes the document from events, typed Any because the stubs of yaml let every mark be None.

    What belongs to a faulty key is left out: counted, but not examined.
    """

    text: str
    document: Document
    stack: list[_Frame] = field(default_factory=list)
    nodes: int = 0
    closed: tuple[int, int] = (-1, -1)

    def scalar(self, event: Any) -> str | None:
        if event.style in ("'", '"'):
            self.closed = (event.start_mark.index, event.end_mark.index)
            if _CONTROL.search(event.value):
                raise _StopError(_escape_fault(self.text, *self.closed))
        if not event.style and event.value in ("", "~", "null"):
            return None
        return _LINE_END.sub("\n", event.value)

    def node(self, event: Any, node: Node) -> None:
        """Take a scalar, an alias or the start of a list or mapping, as a key or as a value."""
        mark = Mark(event.start_mark.line + 1, event.start_mark.column + 1)
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise _StopError(Fault("too-many", mark, values={"limit": MAX_NODES}))
        path = None
        if self.stack and isinstance(self.stack[-1].node, dict) and not self.stack[-1].keyed:
            self._take_key(event, mark)
        else:
            path = self._put(node, mark)
        if path is not None:
            self._properties(event)
            if getattr(event, "style", None):
                self.document.quoted.add(path)
        if isinstance(node, list | dict):
            self.stack.append(_Frame(node, path, event.start_mark.index))
            if len(self.stack) > MAX_DEPTH:
                raise _StopError(Fault("too-deep", mark, values={"limit": MAX_DEPTH}))

    def close(self, event: Any) -> None:
        start = self.stack.pop().start
        if self.text.startswith(("[", "{"), start):
            self.closed = (start, event.end_mark.index)

    def syntax_fault(self, error: Any) -> Fault:
        """Our own fault for the parser's error."""
        at = error.problem_mark.index if error.problem_mark else len(self.text)
        if _DOCUMENT_END.search(self.text, 0, at):
            return Fault("two-documents", Mark(_mark_at(self.text, at).line))
        opened = error.context_mark.index if error.context_mark else None
        starts = [frame.start for frame in self.stack if self.text.startswith(("[", "{"), frame.start)]
        bracket = starts[-1] if starts else None
        return _Trouble(self.text, at, opened, str(error.context), bracket, self.closed).fault()

    def _fault(self, fault: Fault) -> None:
        self.document.faults.append(fault)
        if len(self.document.faults) >= MAX_FAULTS:
            raise _StopError

    def _take_key(self, event: Any, mark: Mark) -> None:
        """Let the next value be that of this key, or be left out."""
        frame = self.stack[-1]
        frame.keyed, frame.key = True, None
        if frame.path is None:
            return
        self._properties(event)
        if not hasattr(event, "value"):  # an alias is told already
            if hasattr(event, "tag"):
                self._fault(Fault("complex-key", mark))
            return
        name = _LINE_END.sub("\n", event.value)
        path = (*frame.path, name)
        if name == "<<" and not event.style:
            self._fault(Fault("merge-key", mark))
        elif len(name) > MAX_KEY:
            self._fault(Fault("key-too-long", mark, found=name[:MAX_SHOWN], values={"limit": MAX_KEY}))
        elif path in self.document.keys:
            first = self.document.keys[path].line
            self._fault(Fault("duplicate-key", mark, values={"key": name, "line": first}))
        else:
            frame.key = name
            self.document.keys[path] = mark

    def _put(self, node: Node, mark: Mark) -> Path | None:
        """Put a value in its place and return its path, None when it is left out."""
        path: Path = ()
        if not self.stack:
            self.document.root = node
        else:
            frame = self.stack[-1]
            frame.keyed = False
            step = len(frame.node) if isinstance(frame.node, list) else frame.key
            if frame.path is None or step is None:
                return None
            path = (*frame.path, step)
            if isinstance(frame.node, list):
                frame.node.append(node)
            else:
                frame.node[str(step)] = node
        self.document.values[path] = mark
        return path

    def _properties(self, event: Any) -> None:
        """Refuse an anchor, an alias or a tag; a value that has one stays."""
        name = ("anchor", "&") if hasattr(event, "tag") else ("alias", "*")
        for (code, sign), given in ((name, event.anchor), (("tag", "!"), getattr(event, "tag", None))):
            if given is not None:
                at = self.text.find(sign, event.start_mark.index)
                found = self.text[at : at + MAX_SHOWN].split()[0]
                self._fault(Fault(code, _mark_at(self.text, at), found=found))


def _escape_fault(text: str, start: int, end: int) -> Fault:
    """The fault for a backslash in quotes: a control character, or else no sign of YAML's."""
    for escape in _ESCAPE.finditer(text, start, end + len(r"\U0010FFFF")):
        digits = escape[1] or escape[2] or escape[3]
        code = int(digits, 16) if digits else _NAMED_ESCAPES.get(escape[0][1], ord(" "))
        if code > 0x10FFFF or _CONTROL.match(chr(code)):
            return Fault("control-character", _mark_at(text, escape.start()), found=f"U+{code:04X}")
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
        """The first explanation that fits; each relies on those before it not fitting."""
        return self._sign() or self._pair() or self._missing_colon() or self._colon() or self._line_or_word()

    def _tell(self, code: str, at: int, found: str | None = None, **values: int) -> Fault:
        return Fault(code, _mark_at(self.text, at), found=found, values=values)

    def _first(self, at: int) -> int:
        """Where the first word stands in the line of ``at``."""
        start = self.text.rfind("\n", 0, at) + 1
        return at - len(self.text[start:at].lstrip(" "))

    def _sign(self) -> Fault | None:
        """A sign that has a meaning of its own at the start of a value."""
        at = self.at if self.opened is None else self.opened
        sign = self.text[at : at + 1]
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

    def _missing_colon(self) -> Fault | None:
        if self.opened is None or self.context != "while scanning a simple key":
            return None
        line = self.text[self.opened :].partition("\n")[0]
        if len(line) > MAX_KEY and _COLON.search(line):
            return self._tell("key-too-long", self.opened, line[:MAX_SHOWN], limit=MAX_KEY)
        return self._tell("missing-colon", self.opened, line[:MAX_SHOWN].rstrip())

    def _colon(self) -> Fault | None:
        """A colon where no key can stand: because of an earlier one, of its line, or of the line above."""
        text, at, first = self.text, self.at, self._first(self.at)
        if text[at : at + 1] != ":" or first == at:
            return None
        if earlier := _COLON.search(text, first, at):
            return self._tell("colon-space", at, text[earlier.end() :].partition("\n")[0].strip()[:MAX_SHOWN])
        if at - first > MAX_KEY:
            return self._tell("key-too-long", first, text[first : first + MAX_SHOWN], limit=MAX_KEY)
        above = self._first(len(text[:first].rstrip()))
        line = text[above:first]
        above += len(line) - len(line.lstrip("- "))
        same_level = _mark_at(text, above).column == _mark_at(text, first).column
        if same_level and not line.startswith("#") and not _COLON.search(line):
            return self._tell("missing-colon", above, line.strip("- \n")[:MAX_SHOWN])
        return self._tell("indentation", first)

    def _line_or_word(self) -> Fault:
        """A line at none of the open levels, or else the word at the place or in the last line before it."""
        at = self.at
        if self._first(at) == at and self.text[at : at + 1] not in ("", *"\n,:]}"):
            return self._tell("indentation", at)
        if not self.text[at : at + 1].strip():
            at = self._first(len(self.text[:at].rstrip()))
        return self._tell("syntax", at, _WORD.findall(self.text, at)[0])
