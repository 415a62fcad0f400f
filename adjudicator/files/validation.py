"""JSON Schema errors as faults: at the exact place, in the words of the person who wrote the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from adjudicator.core.context import KINDS, Context
from adjudicator.core.faults import Fault, Path
from adjudicator.files.schemas import Schema, resolve, validator
from adjudicator.files.understanding import Understood, shown

ValidationError: TypeAlias = Any
"""A ``jsonschema.ValidationError``, whose fields its stubs cannot type."""

_LIMITS = {
    "minLength": "too-short",
    "maxLength": "too-long",
    "minItems": "too-few",
    "maxItems": "too-many-items",
    "minProperties": "too-few",
    "maxProperties": "too-many-items",
    "minimum": "too-small",
    "maximum": "too-great",
}


def validate(understood: Understood, schema: Schema, context: Context) -> list[Fault]:
    """Check a canonical document against ``schema``; what could not be read at all is not complained of again."""
    faults: list[Fault] = []
    for error in validator(schema).iter_errors(understood.root):
        for leaf in _leaves(error):
            if tuple(leaf.absolute_path) in understood.faulty:
                continue
            faults += [fault for fault in _faults(leaf, understood, schema, context) if fault not in faults]
    return faults


def _leaves(error: ValidationError) -> Iterator[ValidationError]:
    """Of alternatives, go into the one whose type fits what was written; else the error stands as it is."""
    if error.validator != "anyOf":
        yield error
        return
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(inner)
    for inners in branches.values():
        if not any(inner.validator in ("type", "enum", "const") and not inner.path for inner in inners):
            for inner in inners:
                yield from _leaves(inner)
            return
    yield error


def _faults(error: ValidationError, understood: Understood, root: Schema, context: Context) -> Iterable[Fault]:
    path: Path = tuple(error.absolute_path)
    mark = understood.mark(path)
    kind, limit, instance = error.validator, error.validator_value, error.instance
    if kind == "required":
        yield from _missing(error, path, understood, root, context)
    elif kind is None:
        yield Fault("not-together", understood.mark(path, on_key=True), understood.word(path))
    elif kind == "additionalProperties":
        yield from _extra(error, path, understood)
    elif kind in _LIMITS:
        yield Fault(_LIMITS[str(kind)], mark, shown(instance), values={"limit": limit, "size": _size(instance)})
    elif kind == "propertyNames" or "propertyNames" in error.absolute_schema_path:
        yield Fault("bad-name", understood.mark((*path, instance), on_key=True), shown(instance))
    elif kind == "pattern":
        title = str(error.schema.get("title", "expected.text")) if isinstance(error.schema, dict) else "expected.text"
        yield Fault("bad-name" if title == "expected.name" else "not-understood", mark, shown(instance), (title,))
    elif instance is None:
        yield Fault("empty", understood.mark(path, on_key=True), understood.word(path))
    else:
        yield Fault("not-understood", mark, shown(instance), tuple(_expected(error, context)))


def _missing(
    error: ValidationError, path: Path, understood: Understood, root: Schema, context: Context
) -> Iterable[Fault]:
    """A key that must be there; not told when a word that could not be read may well have been that key."""
    place = _place(path, root)
    for key in error.validator_value:
        if key in error.instance:
            continue
        word = context.vocabulary.word(place, key, context.language) if place else key
        guesses = {fault.nearest and context.vocabulary.meaning(place, fault.nearest) for fault in understood.faults}
        if not place or key not in guesses:
            yield Fault("missing-key", understood.mark(path), None, (word,), values={"key": word})


def _place(path: Path, root: Schema) -> str:
    """Return the place of the vocabulary that the keys of the object at ``path`` belong to."""
    schema, base = resolve(root, root)
    for step in path:
        inner = _inner(schema, base, step)
        if inner is None:
            return ""
        schema, base = resolve(inner[0], inner[1])
    for part, _ in _alternatives(schema, base):
        if "x-keys" in part:
            return str(part["x-keys"])
    return ""


def _inner(schema: Schema, base: Schema, step: str | int) -> tuple[Schema, Schema] | None:
    for part, its_base in _alternatives(schema, base):
        found = part.get("items") if isinstance(step, int) else part.get("properties", {}).get(step)
        found = found if isinstance(found, dict) else part.get("additionalProperties")
        if isinstance(found, dict):
            return found, its_base
    return None


def _alternatives(schema: Schema, base: Schema) -> Iterator[tuple[Schema, Schema]]:
    yield schema, base
    for alternative in schema.get("anyOf", ()):
        yield resolve(alternative, base)


def _extra(error: ValidationError, path: Path, understood: Understood) -> Iterable[Fault]:
    known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
    for key in error.instance:
        if key not in known:
            yield Fault("unknown-word", understood.mark((*path, key), on_key=True), understood.word((*path, key)))


def _expected(error: ValidationError, context: Context) -> Iterable[str]:
    """Say what a wrong type or value should have been, in catalogue keys or in words of the vocabulary."""
    schemas = [error.schema, *(inner.schema for inner in error.context or ())]
    for schema in schemas:
        if not isinstance(schema, dict):
            continue
        for kind in schema.get("x-read", ()):
            known = kind in KINDS or kind in context.kinds
            yield from [f"expected.{kind}"] if known else context.vocabulary.words(kind, context.language)
        if "x-read" not in schema and isinstance(schema.get("type"), str):
            yield f"expected.{schema['type']}"
        if "const" in schema and schema["const"] is True:
            yield context.vocabulary.word("booleans", "true", context.language)


def _size(instance: Any) -> int:
    return instance if isinstance(instance, int) else len(instance)
