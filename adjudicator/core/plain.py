"""Conversion of dataclasses to plain data (dicts, lists, text, numbers) and back, by their annotations.

Types that the conversion does not support are refused, because they would come back as something else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

Plain: TypeAlias = dict[str, Any]
"""Canonical data: dicts with text keys, lists, text, numbers, booleans and None."""

Sealed = NewType("Sealed", object)
"""The annotation of a field that holds plain data of any shape, such as orders that are kept as they came."""

LEFT_OUT = {"left_out": True}
"""The ``metadata`` of a field that is not written while it has its default value.

A game that gets a new field marks it so, and its old states stay as they are.
"""


def identity(key: str) -> dict[str, str]:
    """Return the ``metadata`` of a field that is a list of things, each of which is known by its own field ``key``."""
    return {"identity": key}


_Reader: TypeAlias = Callable[[Any], Any]
_SCALARS = (str, int, float, bool)


def to_plain(value: Any) -> Any:
    """Return ``value`` as dicts, lists, text, numbers, booleans and None; tuples become lists.

    Raise ``TypeError`` for any other type, such as a set, and for a dict key that is not text.
    """
    if value is None or isinstance(value, _SCALARS):
        return value
    if isinstance(value, dict):
        return {_text(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_plain(part) for f in fields(value) if not _left_out(f, part := getattr(value, f.name))}
    raise TypeError(f"not plain data: {value!r}")


def _left_out(field: Field[Any], value: Any) -> bool:
    if not field.metadata.get("left_out"):
        return False
    return bool(value == (field.default if field.default_factory is MISSING else field.default_factory()))


def merged(plain: Plain, more: Plain) -> Plain:
    """Return ``plain`` with the values of ``more`` put over its own; nested dicts are merged."""
    both = [key for key, new in more.items() if isinstance(plain.get(key), dict) and isinstance(new, dict)]
    return {**plain, **more, **{key: merged(plain[key], more[key]) for key in both}}


def renamed(data: Any, names: Mapping[str, str]) -> Any:
    """Return plain data in which each text that is a key of ``names``, dict keys included, is replaced by its value."""
    if not names:
        return data
    if isinstance(data, str):
        return names.get(data, data)
    if isinstance(data, Mapping):
        return {names.get(key, key): renamed(value, names) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [renamed(value, names) for value in data]
    return data


def from_plain(kind: Any, data: Any) -> Any:
    """Build a value of the annotated type ``kind`` from plain data made by :func:`to_plain`.

    Supported are text, numbers, booleans, dataclasses and named tuples of them, ``dict[str, X]``, ``list[X]``,
    ``tuple[X, ...]``, ``tuple[X, Y]``, ``X | None`` and ``Sealed``. A field that is missing gets its default. Raise
    ``TypeError`` for any other annotation, and ``KeyError`` or ``TypeError`` if the data does not have that shape.
    """
    return _reader(kind)(data)


def refuse_unknown(kind: Any) -> None:
    """Raise ``TypeError`` for an annotated type whose values :func:`from_plain` could not rebuild."""
    _reader(kind)


@cache
def _reader(kind: Any, within: tuple[Any, ...] = ()) -> _Reader:  # noqa: PLR0911 - one return a shape reads best
    """Return a function that builds values of a type; ``within`` are the enclosing dataclasses, to stop recursion."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in _SCALARS:
        return _scalar(kind)
    if kind is Sealed:
        return to_plain
    if isinstance(kind, type) and is_dataclass(kind) and kind not in within:
        return _dataclass(kind, within)
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        row = _row([_reader(hint, within) for hint in get_type_hints(kind).values()])
        return lambda data: kind(*row(data))
    if origin in (UnionType, Union) and len(arguments) == 2 and NoneType in arguments:
        item = _reader(next(a for a in arguments if a is not NoneType), within)
        return lambda data: None if data is None else item(data)
    if origin is dict and arguments[0] is str:
        item = _reader(arguments[1], within)
        return lambda data: {_text(key): item(value) for key, value in _of(dict, data).items()}
    if origin is list:
        item = _reader(arguments[0], within)
        return lambda data: [item(value) for value in _of(list, data)]
    if origin is tuple and arguments and Ellipsis not in arguments:
        return _row([_reader(argument, within) for argument in arguments])
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        item = _reader(arguments[0], within)
        return lambda data: tuple(item(value) for value in _of(list, data))
    raise TypeError(f"not known how to read back from plain data: {kind!r}")


def _scalar(kind: type[Any]) -> _Reader:
    fitting = (int, float) if kind is float else (kind,)

    def read(data: Any) -> Any:
        if type(data) not in fitting:  # ``isinstance`` would accept a boolean as a number
            raise TypeError(f"{kind.__name__} wanted: {data!r}")
        return data

    return read


def _row(items: list[_Reader]) -> _Reader:
    def read(data: Any) -> Any:
        if len(_of(list, data)) != len(items):
            raise TypeError(f"{len(items)} values wanted: {data!r}")
        return tuple(item(value) for item, value in zip(items, data, strict=True))

    return read


def _dataclass(kind: type[Any], within: tuple[Any, ...]) -> _Reader:
    hints = get_type_hints(kind)
    if hidden := [field.name for field in fields(kind) if not field.init]:
        raise TypeError(f"{kind.__name__} cannot be built with {hidden}")
    parts = {field.name: _reader(hints[field.name], (*within, kind)) for field in fields(kind)}
    required = {f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING}

    def read(data: Any) -> Any:
        given = _of(dict, data)
        return kind(**{name: part(given[name]) for name, part in parts.items() if name in given or name in required})

    return read


def _of(shape: type[Any], data: Any) -> Any:
    if not isinstance(data, shape):
        raise TypeError(f"{shape.__name__} wanted: {data!r}")
    return data


def _text(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"a key that is no text: {key!r}")
    return key
