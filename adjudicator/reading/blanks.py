"""What a form leaves to be filled: a line without a value orders nothing, where the schema says so.

``x-blanks`` in a schema says that the lines of an object may be left without a value; ``x-unfilled`` names the keys of
objects that count as not written when none of their lines is filled.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from adjudicator.core.faults import KeyPath
from adjudicator.reading.schemas import Schema


def without_blanks(
    canonical: dict[str, Any],
    path: KeyPath,
    schema: Schema,
    faulty: Collection[KeyPath],
    unfilled: dict[KeyPath, list[str]],
) -> dict[str, Any] | None:
    """Leave out of an object what was left blank; None, and ``unfilled`` with its keys, where that was all there is.

    What could not be read is ``faulty``, and not blank.
    """
    blank = [key for key, value in canonical.items() if value is None and (*path, key) not in faulty]
    if schema.get("x-blanks"):
        canonical = {key: value for key, value in canonical.items() if key not in blank}
        if blank and not canonical:
            unfilled[path] = blank
            return None
    not_written = [key for key in schema.get("x-unfilled", ()) if (*path, key) in unfilled]
    return {key: value for key, value in canonical.items() if key not in not_written}
