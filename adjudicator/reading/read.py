"""A document read once: understood, validated, objected to, with every fault at its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from adjudicator.core.context import Context
from adjudicator.core.faults import Fault
from adjudicator.reading.document import Document
from adjudicator.reading.schemas import Schema
from adjudicator.reading.understanding import Understood, understand
from adjudicator.reading.validation import validate


class Read(NamedTuple):
    """What a document was understood to be, in canonical words, and all its faults in the order of their places."""

    understood: Understood
    faults: list[Fault]


def read(
    document: Document,
    schema: Schema,
    context: Context,
    objections: Callable[[Understood, bool], Iterable[Fault]] = lambda understood, whole: (),
) -> Read:
    """Read a document against a schema, the words and names of a context, and what may be objected besides.

    ``objections`` are asked of the document understood, with whether nothing else is wrong with it; what could not be
    read is None there.
    """
    understood = understand(document, schema, context)
    faults = [*document.faults, *understood.faults, *validate(understood, schema, context)]
    faults += objections(understood, not faults)
    return Read(understood, sorted(faults, key=lambda fault: fault.mark))
