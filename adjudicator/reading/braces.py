"""A value that stands alone where an object is awaited: what it would be with its key, in braces."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from adjudicator.core.context import Context, reader_of
from adjudicator.core.faults import Fault, Unread
from adjudicator.reading.schemas import Schema, resolve


def told_with_braces(fault: Fault, node: Any, schema: Schema, root: Schema, context: Context) -> Fault:
    """Return the ``fault`` of a ``node`` that is not understood where an object of ``schema`` may stand, with how.

    Where nothing but one word was said to be awaited, which may do the contrary, that an object is, too.
    """
    if fault.code != "not-understood":
        return fault
    if braces := _in_braces(node, schema, root, context):
        return Fault("in-braces", fault.mark, fault.found, values={"braces": braces})
    only_word = len(fault.expected) == 1 and not fault.expected[0].startswith("expected.")
    return fault._replace(expected=(*fault.expected, "expected.object")) if only_word else fault


def _in_braces(node: Any, schema: Schema, root: Schema, context: Context) -> str | None:
    """Return ``node`` as the one part that an object of ``schema`` could have it for: ``{at: (1;4)}`` for a cell.

    None for what is no part of it that can be told by its value.
    """
    if not isinstance(node, (str, int)) or "x-keys" not in schema:
        return None
    for name, part in schema.get("properties", {}).items():
        inner, _ = resolve(part, root)
        for kind in inner.get("x-read", ()):
            with suppress(Unread):
                reader_of(kind, context)(node, context)
                word = context.vocabulary.word(schema["x-keys"], name, context.language)
                return f"{{{word}: {node}}}"
    return None
