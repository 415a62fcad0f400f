"""Plain data as files of JSON: readable, the same bytes for the same value, some with a hash of themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from adjudicator.store.disk import UnusableError, read_file


def json_bytes(value: Any) -> bytes:
    """Return ``value`` as JSON that people can read, the same bytes for the same value."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def read_json(path: Path) -> Any:
    """Return what a file of JSON holds. Raises ``UnusableError`` when it is missing or damaged."""
    try:
        return json_of(read_file(path), path)
    except FileNotFoundError as error:
        raise UnusableError("error.damaged", file=str(path)) from error


def json_of(data: bytes, path: Path) -> Any:
    """Return what the ``data`` of the file at ``path`` say. Raises ``UnusableError`` when they are no JSON."""
    try:
        return json.loads(data)
    except ValueError as error:
        raise UnusableError("error.damaged", file=str(path)) from error


def sealed(value: dict[str, Any]) -> bytes:
    """Return ``value`` as JSON with a hash of itself, by which :func:`read_sealed` knows that nothing has changed."""
    return json_bytes({**value, "sha256": _hash(value)})


def read_sealed(path: Path) -> dict[str, Any] | None:
    """Return what :func:`sealed` wrote at ``path``, or None when it is missing or not as it was written.

    Raises ``OSError`` when the file is there and cannot be read.
    """
    try:
        return unsealed(read_file(path))
    except FileNotFoundError:
        return None


def unsealed(data: bytes) -> dict[str, Any] | None:
    """Return what :func:`sealed` made bytes of; None where they are not as it made them."""
    try:
        value = json.loads(data)
        return value if isinstance(value, dict) and value.pop("sha256", None) == _hash(value) else None
    except (ValueError, RecursionError):
        return None


def is_as_sealed(value: dict[str, Any], data: bytes) -> bool:
    """Tell whether ``data`` are the very bytes that :func:`sealed` makes of what was read of them."""
    try:
        return sealed(value) == data
    except (UnicodeEncodeError, RecursionError):  # half a character, which JSON can escape and no file holds; too deep
        return False


def _hash(value: dict[str, Any]) -> str:
    from hashlib import sha256

    return sha256(_sorted(value).encode()).hexdigest()


_sorted = json.JSONEncoder(sort_keys=True).encode
