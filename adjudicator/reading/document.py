"""What a file in YAML says, as text, with the place of every key and value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from adjudicator.core.faults import Fault, KeyPath, Mark

Node: TypeAlias = "str | list[Node] | dict[str, Node] | None"

MAX_BYTES, MAX_DEPTH, MAX_NODES, MAX_KEY = 64 * 1024, 20, 5000, 100
MAX_FAULTS = 100  # nobody reads more, and a hostile file would cost the time of thousands


@dataclass(repr=False)  # what is never asked for is not made at each start
class Document:
    """What a file says and where. A scalar is text; only an unquoted nothing, ``~`` or ``null`` is None.

    ``values``: where each value starts, ``()`` being the root; ``keys``: where each key stands, its path with
    the key; ``quoted``: the paths of scalars in quotes or block text; ``faults``: all, in the file's order;
    ``complete``: whether the file was read to its end; ``incomplete``: mappings of which a key was left out.
    """

    root: Node = None
    values: dict[KeyPath, Mark] = field(default_factory=lambda: {(): Mark()})
    keys: dict[KeyPath, Mark] = field(default_factory=dict)
    quoted: set[KeyPath] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)
    complete: bool = True
    incomplete: set[KeyPath] = field(default_factory=set)
