"""A document as a tree that can be put together anew, in which each value keeps its place in the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from adjudicator.core.faults import Fault, KeyPath, Mark
from adjudicator.reading.document import Document, Node
from adjudicator.reading.rows import quoted

Branches: TypeAlias = "dict[str, Twig]"


_NOWHERE = Mark()


@dataclass(eq=False)
class Twig:
    """A value: a text or nothing, a list, or what stands under its words; where it stands, and where its word does."""

    node: str | list[Twig] | Branches | None
    mark: Mark = _NOWHERE
    key: Mark | None = None
    quoted: bool = False
    whole: bool = True
    """Whether nothing was left out of what stands under its words."""


def twig_of(document: Document) -> Twig:
    """Return a document as a tree."""
    return _grown(document, document.root, ())


def _grown(document: Document, node: Node, path: KeyPath) -> Twig:
    inner: str | list[Twig] | Branches | None
    if isinstance(node, dict):
        inner = {key: _grown(document, value, (*path, key)) for key, value in node.items()}
    elif isinstance(node, list):
        inner = [_grown(document, value, (*path, n)) for n, value in enumerate(node)]
    else:
        inner = node
    mark, key = document.values.get(path, Mark()), document.keys.get(path)
    return Twig(inner, mark, key, path in document.quoted, path not in document.incomplete)


def document_of(root: Twig, before: Document, faults: Sequence[Fault]) -> Document:
    """Return a tree as a document with some ``faults``, otherwise like the one that it comes of."""
    document = Document(None, {}, {}, set(), sorted(faults, key=lambda fault: fault.mark))
    document.complete = before.complete
    document.root = _planted(root, (), document)
    return document


def _planted(twig: Twig, path: KeyPath, document: Document) -> Node:
    document.values[path] = twig.mark
    if twig.key is not None:
        document.keys[path] = twig.key
    if twig.quoted:
        document.quoted.add(path)
    if not twig.whole:
        document.incomplete.add(path)
    if isinstance(twig.node, dict):
        return {key: _planted(inner, (*path, key), document) for key, inner in twig.node.items()}
    if isinstance(twig.node, list):
        return [_planted(inner, (*path, n), document) for n, inner in enumerate(twig.node)]
    return twig.node


def copied(twig: Twig) -> Twig:
    """Return a value that may be changed without this one."""
    node: Mapping[str, Twig] | list[Twig] | str | None = twig.node
    if isinstance(node, dict):
        return replace(twig, node={key: copied(inner) for key, inner in node.items()})
    return replace(twig, node=[copied(inner) for inner in node]) if isinstance(node, list) else replace(twig)


def written(twig: Twig) -> str:
    """Return a value as it may be written on one line."""
    if isinstance(twig.node, dict):
        return "{" + ", ".join(f"{_text(key)}: {written(inner)}" for key, inner in twig.node.items()) + "}"
    if isinstance(twig.node, list):
        return "[" + ", ".join(map(written, twig.node)) + "]"
    return _text(twig.node or "…")


def block(twig: Twig, depth: int) -> Iterator[str]:
    """Yield what stands under words as lines, moved in so far."""
    for key, inner in twig.node.items() if isinstance(twig.node, dict) else ():
        yield f"{' ' * depth}{_text(key)}: {written(inner)}"


def _text(text: str) -> str:
    """Return a text as YAML has it between braces."""
    plain = text and not set(text) & set('{}[],#"\n') and ": " not in text and text[-1] != ":"
    if plain and text[0] not in "&*!|>%@`'-?:":
        return text
    return quoted(text.replace("\n", " "))
