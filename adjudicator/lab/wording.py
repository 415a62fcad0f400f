"""Canonical values in the words of one language, by the place where they stand: ``understanding`` the other way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from adjudicator.core.context import KINDS, Context
from adjudicator.reading.schemas import Schema, resolve

_OF_OBJECTS = ("properties", "x-keys", "x-names")


def worded(value: Any, schema: Schema, root: Schema, context: Context) -> Any:
    """Return a canonical value with the words of the context's language for the keys and words of ``schema``.

    Names, numbers, cells and whatever the schema does not know stay as they are.
    """
    schema, root = resolve(schema, root)
    if isinstance(value, dict):
        return _worded_object(value, schema, root, context)
    if isinstance(value, list):
        part, base = next((found for found in _parts(schema, root) if "items" in found[0]), ({}, root))
        return [worded(item, part["items"], base, context) for item in value] if part else value
    if isinstance(value, bool):
        return context.vocabulary.word("booleans", "true" if value else "false", context.language)
    places = [kind for kind in schema.get("x-read", ()) if kind not in KINDS and kind not in context.kinds]
    return next((_word(place, value, context) for place in places), value) if isinstance(value, str) else value


def text_of(value: Any) -> str:
    """Return a value on one line, as JSON has it."""
    return json.dumps(value, ensure_ascii=False)


def _worded_object(value: dict[str, Any], schema: Schema, root: Schema, context: Context) -> dict[str, Any]:
    known = (found for found in _parts(schema, root) if any(word in found[0] for word in _OF_OBJECTS))
    part, base = next(known, ({}, root))
    place, others = part.get("x-keys"), part.get("additionalProperties")
    inner = {key: part.get("properties", {}).get(key, others) for key in value}
    return {
        _word(place, key, context) if place else key: worded(
            each, inner[key] if isinstance(inner[key], dict) else {}, base, context
        )
        for key, each in value.items()
    }


def _parts(schema: Schema, root: Schema) -> Iterator[tuple[Schema, Schema]]:
    """Return what ``schema`` says of a value: itself, then its alternatives."""
    yield schema, root
    yield from (resolve(alternative, root) for alternative in schema.get("anyOf", ()))


def _word(place: str, canonical: str, context: Context) -> str:
    known = canonical in context.vocabulary.canonical(place)
    return context.vocabulary.word(place, canonical, context.language) if known else canonical
