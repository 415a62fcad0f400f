"""Sealed records as somebody may edit them who takes the hash anew: of any shape, and the hash is right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

GONE = object()
"""In place of a value that is taken out of its record."""


def _nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


HOSTILE = {
    "gone": GONE,
    "nothing": None,
    "a flag": True,
    "a word": "x",
    "half a character": "\ud800",
    "less than nothing": -1,
    "a huge number": 10**30,
    "a fraction": 1.5,
    "infinity": float("inf"),
    "no number": float("nan"),
    "a list": [],
    "an object": {},
    "a list of lists": [[]],
    "a list of words": ["x"],
    "a deep list": _nested(300),
    "a time nowhere": "2026-11-20T10:00:00",
    "the last time": "9999-12-31T23:59:59-12:00",
}
"""What may stand in place of a value."""


def places_in(record: Any, deep: int = 3) -> Iterator[tuple[str | int, ...]]:
    """Yield where values stand in a record, of a list the first alone; ``deep`` is how deep is looked."""
    keys: list[Any] = list(record) if isinstance(record, dict) else [0] if isinstance(record, list) and record else []
    for key in keys if deep else ():
        yield (key,)
        yield from ((key, *rest) for rest in places_in(record[key], deep - 1))


def record_at(path: Path) -> dict[str, Any]:
    """Return what a sealed record says, without its hash."""
    record: dict[str, Any] = json.loads(path.read_bytes())
    del record["sha256"]
    return record


def reseal(path: Path, place: tuple[str | int, ...], value: Any) -> None:
    """Put a ``value`` into a sealed record, or take out what is there if it is ``GONE``, and seal it again."""
    record = record_at(path)
    *above, last = place
    inner: Any = record
    for key in above:
        inner = inner[key]
    if value is GONE:
        del inner[last]
    else:
        inner[last] = value
    write_sealed(path, record)


def write_sealed(path: Path, record: dict[str, Any]) -> None:
    """Write a record with its hash, as the program does where it can be written so."""
    whole = {**record, "sha256": sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()}
    try:
        data = (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()
    except (UnicodeEncodeError, RecursionError):
        data = json.dumps(whole).encode()
    path.write_bytes(data)
