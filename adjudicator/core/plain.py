"""Dataclasses to plain data (dicts, lists, text, numbers) and back, by their annotations."""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints


def to_plain(value: Any) -> Any:
    """Return ``value`` as dicts, lists, text, numbers, booleans and None; tuples become lists."""
    if is_dataclass(value):
        return {f.name: to_plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, dict):
        return {key: to_plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(item) for item in value]
    return value


def from_plain(kind: Any, data: Any) -> Any:  # noqa: PLR0911 - one return a shape reads best
    """Build a value of the annotated type ``kind`` from plain data made by :func:`to_plain`.

    Raises ``KeyError`` or ``TypeError`` when the data does not have that shape.
    """
    if data is None:
        return None
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is types.UnionType:
        return from_plain(next(a for a in arguments if a is not types.NoneType), data)
    if origin is dict:
        return {key: from_plain(arguments[1], item) for key, item in data.items()}
    if origin is list:
        return [from_plain(arguments[0], item) for item in data]
    if origin is tuple:
        return tuple(from_plain(arguments[0], item) for item in data)
    if isinstance(kind, type) and is_dataclass(kind):
        return kind(**{name: from_plain(hint, data[name]) for name, hint in _hints(kind).items()})
    return data


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return {name: hint for name, hint in get_type_hints(kind).items() if name in {f.name for f in fields(kind)}}
