"""Checks, made from the annotations of a ``TypedDict``, whether plain data read from disk has its shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from adjudicator.core.plain import Plain

Check: TypeAlias = Callable[[Any], bool]
"""A function that returns whether a value has a certain shape."""

DEEPEST = 50
"""The maximum depth of nested data: far more than any game needs, and far less than Python's recursion limit."""


class ByKey:
    """Says, as ``Annotated[X, ByKey(…)]``, which keys of the TypedDict ``X`` a record has, by the value of one key."""

    def __init__(self, key: str, *rows: tuple[tuple[str | bool, ...], tuple[str, ...], tuple[str, ...]]) -> None:
        """Take the key whose value decides; each row holds values of it, and the keys that come and may come with them.

        A value may stand in several rows, of which one must fit. A key that stands in other rows only is treated as an
        unknown key.
        """
        self.key, self.rows = key, rows


def is_count(value: Any) -> bool:
    """Return whether a value is a whole number from 0 on; a boolean is not."""
    return type(value) is int and value >= 0


def is_text(value: Any) -> bool:
    """Return whether a value is text that can be written to a file.

    JSON can escape half of a surrogate pair, which no file can hold.
    """
    if not isinstance(value, str):
        return False
    try:
        return value.isascii() or bool(value.encode())
    except UnicodeEncodeError:
        return False


def is_plain(value: Any, depth: int = DEEPEST) -> bool:
    """Return whether a value is plain data that can be written again, whatever it contains."""
    if isinstance(value, dict):
        return depth > 0 and all(is_text(key) and is_plain(part, depth - 1) for key, part in value.items())
    if isinstance(value, list):
        return depth > 0 and all(is_plain(part, depth - 1) for part in value)
    return is_text(value) or not isinstance(value, str)


_CHECKS: Mapping[Any, Check] = {
    Any: is_plain,
    Plain: lambda value: isinstance(value, dict) and is_plain(value),
    str: is_text,
    int: lambda value: type(value) is int,
    bool: lambda value: isinstance(value, bool),
    NoneType: lambda value: value is None,
}


@cache
def check_of(kind: Any) -> Check:  # noqa: PLR0911 - one return a shape reads best
    """Return the check whether a value read from JSON has the annotated type ``kind``.

    Supported are the types of ``_CHECKS``, ``list[X]``, ``dict[str, X]``, ``tuple[X, Y]``, ``X | Y``, ``Literal`` and
    TypedDicts with ``NotRequired`` keys; unknown keys may hold any plain data. Of ``Annotated[X, …]`` the functions and
    ``ByKey`` decide, each of which must accept the value; ``X`` alone is not checked. Raise ``TypeError`` for any other
    annotation.
    """
    if kind in _CHECKS:
        return _CHECKS[kind]
    if is_typeddict(kind):
        return _has_keys(*_keys_of(kind))
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return lambda value: any(type(value) is type(word) and value == word for word in arguments)
    if origin is Annotated:
        marks = [_by_key(arguments[0], mark) if isinstance(mark, ByKey) else mark for mark in arguments[1:]]
        return marks[0] if len(marks) == 1 else lambda value: all(mark(value) for mark in marks)
    parts = [check_of(argument) for argument in arguments]
    if origin in (Union, UnionType):
        return lambda value: any(part(value) for part in parts)
    if origin is list:
        return lambda value: isinstance(value, list) and all(map(parts[0], value))
    if origin is dict and arguments[0] is str:
        return lambda value: (
            isinstance(value, dict) and all(is_text(key) and parts[1](one) for key, one in value.items())
        )
    if origin is tuple and Ellipsis not in arguments:
        return lambda value: (
            isinstance(value, list)
            and len(value) == len(parts)
            and all(part(one) for part, one in zip(parts, value, strict=True))
        )
    raise TypeError(f"not known how to check: {kind!r}")


@cache
def _keys_of(record: Any) -> tuple[Mapping[str, Check], set[str]]:
    """Return the checks of the keys of a TypedDict, and the keys that it requires."""
    hints = get_type_hints(record, include_extras=True)
    optional = {key for key, hint in hints.items() if get_origin(hint) is NotRequired}
    checks = {key: check_of(get_args(hint)[0] if key in optional else hint) for key, hint in hints.items()}
    return checks, hints.keys() - optional


def _has_keys(checks: Mapping[str, Check], needed: set[str]) -> Check:
    """Return the check of an object with the keys ``needed`` whose values pass ``checks``."""

    def fits(value: Any) -> bool:
        if not isinstance(value, dict) or not needed <= value.keys():
            return False
        for key, one in value.items():  # there are many records, and ``all`` takes twice as long
            check = checks.get(key)
            if not (check(one) if check is not None else is_text(key) and is_plain(one)):
                return False
        return True

    return fits


def _by_key(record: Any, by: ByKey) -> Check:
    """Return the check of a TypedDict whose keys depend on the value of one, as :class:`ByKey` describes it."""
    checks, required = _keys_of(record)
    of_rows = {name for _, needed, optional in by.rows for name in (*needed, *optional)}
    fitting: dict[str | bool, list[Check]] = {}
    for words, needed, optional in by.rows:
        others = of_rows.difference(needed, optional)
        own = {name: check for name, check in checks.items() if name not in others}
        for word in words:
            fitting.setdefault(word, []).append(_has_keys(own, required.union(needed)))

    def fits(value: Any) -> bool:
        word = value.get(by.key) if isinstance(value, dict) else None
        return isinstance(word, (str, bool)) and any(check(value) for check in fitting.get(word, ()))

    return fits
