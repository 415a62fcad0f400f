"""Order files as players write them: a strict part of YAML, with the place of every key and value."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from adjudicator.core.faults import Fault, KeyPath, Mark
from adjudicator.reading.document import MAX_BYTES, MAX_DEPTH, MAX_FAULTS, MAX_KEY, MAX_NODES, Document, Node
from adjudicator.reading.places import mark_at
from adjudicator.reading.yaml_trouble import CONTROL, MAX_SHOWN, Trouble, escape_fault
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import MOST_COUNTED

# Besides the wide and no-break spaces: what libyaml takes for a line end or skips, and no editor shows.
_ODD = "\u00a0\u202f\u2007\u2009\u3000\u0085\u2028\u2029\ufeff"
_INDENTS = {
    code: re.compile(rf"^ *([{first}])[ \t{_ODD}]*[^ \t{_ODD}\n#]", re.MULTILINE)
    for code, first in (("tab-indent", "\t"), ("nbsp-indent", _ODD))
}
# A tab before the first word of a line, after list dashes too: libyaml takes it for indentation.
_LEADING_TAB = re.compile(r"^(?:[ \t]|[-?:](?=[ \t]))*\t", re.MULTILINE)
_DIRECTIVE = re.compile(r"(?:^ *(?:#.*)?\n)*%", re.MULTILINE)

_COLON = "\ufdd0"
"""No character, and so in nobody's text: stands for a colon that is one of a text, while YAML is read."""
# A key at the beginning of a line, and a value that no sign of YAML's own begins.
_TEXT_LINE = re.compile(r"^([^\s:#'\"\[{][^:\n]{0,40}):[ \t]+(?![-?] )([^\s'\"\[{|>&*!#%@`].*)$", re.MULTILINE)


def of_settings(faults: Sequence[Fault]) -> list[Fault]:
    """Return the faults of a file that holds no orders: of one that is too big, nobody is told to leave these alone."""
    return list(map(_of_settings, faults))


def _of_settings(fault: Fault) -> Fault:
    if fault.code == "too-big":
        return Fault("settings-too-big", fault.mark, values=fault.values)
    return Fault("settings-far-too-big", fault.mark, values=fault.values) if fault.code == "far-too-big" else fault


class _StopError(Exception):
    """Reading ends here; the arguments are the faults to add: none when there are enough already."""


_DEEP = "exceeded maximum nesting depth"
"""As libyaml says it, since 0.2.6: it looks ahead, and may meet its limit before it has told of what stands above."""


def read(
    data: bytes,
    largest: int = MAX_BYTES,
    is_text: Callable[[str], bool] | None = None,
    beside: Callable[[str, str], bool] = lambda key, other: False,
) -> Document:
    """Read the bytes of one file; whatever they are, nothing is raised: ``faults`` tells what is wrong.

    A file may have ``largest`` bytes, and values in proportion. What was read before the reading ended stays. Of a
    key that begins a line ``is_text`` tells whether text stands behind it, in which a colon is no more than that.
    ``beside`` tells of two texts whether they are keys of one object, where something is missing between them.

    Raises ``UnusableError`` where PyYAML was built without libyaml, which its wheels carry: the command stops with a
    sentence that says what to install, and no order file is refused for it.
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
"""How pictures and documents begin."""
_IN_ASCII = (b"%PDF-", b"{\\rtf")
"""How documents begin that could be read as text."""


def _decoded(data: bytes, largest: int) -> str:
    """The text with plain line ends; raises ``_StopError`` when too big, not UTF-8, or not text."""
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
    """One fault for no-break spaces: their first place and how many lines have them; tabs end the reading."""
    faults = [
        Fault(code, mark_at(text, first.start(1)), values={"lines": len(pattern.findall(text))})
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
        raise _StopError(Fault("reserved-character", mark_at(text, directive.end() - 1), found="%"))
    return text


def _without_colons_of_texts(text: str, is_text: Callable[[str], bool]) -> str:
    """The text with another sign for each colon of the texts that stand on the lines of their keys."""

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
    """Fill ``document`` from the event stream; raises ``_StopError`` where reading has to end."""
    import yaml

    if not yaml.__with_libyaml__:
        raise UnusableError("error.no-libyaml")
    given = text if is_text is None or _COLON in text else _without_colons_of_texts(text, is_text)
    loader: Any = yaml.CSafeLoader(given)  # Any: the stubs let every mark be None
    builder, changed = _Builder(text, document, most), given != text
    try:  # events only: libyaml's composer recurses, and one hostile file would end the process
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
    node: list[Node] | dict[str, Node]
    path: KeyPath | None  # None when all of it is left out
    start: int
    keyed: bool = False  # in a mapping: a value is due
    key: str | None = None  # None when that value is left out


@dataclass(eq=False, repr=False)
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
            if CONTROL.search(event.value):
                raise _StopError(escape_fault(self.text, *self.closed))
        self.node(event, None if not event.style and event.value in ("", "~", "null") else event.value)

    def node(self, event: Any, node: Node) -> None:
        """Take a scalar, an alias or the start of a list or mapping, as a key or as a value."""
        mark = Mark(event.start_mark.line + 1, event.start_mark.column + 1)
        if event.start_mark.index >= len(self.text):  # libyaml gives every file one more line
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
        """Return the fault of what is too deep, at the bracket that is: those that follow what was told of open."""
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
        if not hasattr(event, "value"):  # an alias is told already
            if hasattr(event, "tag"):
                self._fault(Fault("complex-key", mark))
            return
        name, end = event.value, event.end_mark.index
        if not event.style and self.text[end : end + 2] in (":,", ":[", ":]", ":{", ":}"):
            raise _StopError(Fault("syntax", mark_at(self.text, end), found=":"))  # as libyaml has it
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
        if event.anchor is None and getattr(event, "tag", None) is None:
            return
        name = ("anchor", "&") if hasattr(event, "tag") else ("alias", "*")
        for (code, sign), given in ((name, event.anchor), (("tag", "!"), getattr(event, "tag", None))):
            if given is not None:
                at = self.text.find(sign, event.start_mark.index)
                found = self.text[at : at + 1 + len(given)].split()[0][:MAX_SHOWN]
                self._fault(Fault(code, mark_at(self.text, at), found=found))
