"""JSON files: readable, with the same bytes for the same value, and optionally with a hash of their content."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from adjudicator.store.disk import UnusableError, read_file


def json_bytes(value: Any) -> bytes:
    """Return ``value`` as readable JSON, always the same bytes for the same value."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def read_json(path: Path) -> Any:
    """Return the content of a JSON file. Raise ``UnusableError`` if it is missing or damaged."""
    try:
        return json_of(read_file(path), path)
    except FileNotFoundError as error:
        raise UnusableError("error.damaged", file=str(path)) from error


def json_of(data: bytes, path: Path) -> Any:
    """Return ``data`` parsed as JSON. Raise ``UnusableError``, which names the file ``path``, if it is not JSON."""
    try:
        return json.loads(data)
    except ValueError as error:
        raise UnusableError("error.damaged", file=str(path)) from error


def sealed(value: dict[str, Any]) -> bytes:
    """Return ``value`` as JSON with a hash of itself, with which :func:`read_sealed` detects any change."""
    return json_bytes({**value, "sha256": _hash(value)})


def read_sealed(path: Path) -> dict[str, Any] | None:
    """Return what :func:`sealed` wrote to ``path``, or None if it is missing or has been changed.

    Raise ``OSError`` if the file exists but cannot be read.
    """
    try:
        return unsealed(read_file(path))
    except FileNotFoundError:
        return None


def unsealed(data: bytes) -> dict[str, Any] | None:
    """Return the value of which :func:`sealed` made ``data``, or None if they have been changed."""
    try:
        value = json.loads(data)
        return value if isinstance(value, dict) and value.pop("sha256", None) == _hash(value) else None
    except (ValueError, RecursionError):
        return None


def is_as_sealed(value: dict[str, Any], data: bytes) -> bool:
    """Return whether ``data`` are exactly the bytes that :func:`sealed` makes of the value read from them."""
    try:
        return sealed(value) == data
    except (UnicodeEncodeError, RecursionError):  # a lone surrogate; nested too deeply
        return False


def _hash(value: dict[str, Any]) -> str:
    from hashlib import sha256

    return sha256(_sorted(value).encode()).hexdigest()


_sorted = json.JSONEncoder(sort_keys=True).encode
