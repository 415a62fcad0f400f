"""Load the JSON Schemas and check data against them.

Each schema and validator is loaded once. ``surely_fits`` accepts most good data without loading jsonschema. Besides
standard JSON Schema, the schemas have keywords of their own that begin with ``x-``, such as ``x-keys``, ``x-names``
and ``x-read``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from operator import ge, le
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeAlias

from adjudicator import __version__
from adjudicator.store.disk import entries, read_file
from adjudicator.store.layout import data_folder

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator


Schema: TypeAlias = dict[str, Any]

_PREFIX = "urn:adjudicator:"


@cache
def load_schema(urn: str) -> Schema:
    """Return the schema whose ``$id`` is ``urn``: ``urn:adjudicator:common``, ``urn:adjudicator:GAME:PHASE``.

    ``x-like`` names a schema to extend: its keywords apply here too, unless this schema has its own. The
    ``properties`` of both are merged, and a property with ``x-like: true`` is merged with its namesake in the same
    way. ``x-conditions`` lists the conditions that may stand in a clause and in its groups (see
    ``urn:adjudicator:clauses``).

    Raise ``FileNotFoundError`` if there is no such schema.
    """
    name = urn.removeprefix(_PREFIX).replace(":", "/")
    text = read_file(data_folder("schemas") / f"{name}.schema.json")
    schema: Schema = json.loads(text)
    if "x-like" not in schema:
        return schema
    shared = load_schema(schema["x-like"])
    if "x-conditions" in schema:
        return {**shared, **schema, "$defs": _with_conditions(shared["$defs"], schema)}
    return {**_like(shared, schema), "x-like": schema["x-like"]}


def _like(shared: Schema, own: Schema) -> Schema:
    """Return ``own``, extended by what it does not define itself from ``shared``."""
    properties = dict(shared["properties"])
    for key, part in own.get("properties", {}).items():
        properties[key] = _like(properties[key], part) if part.get("x-like") is True else part
    return {**shared, **own, "properties": properties}


def _with_conditions(parts: Schema, schema: Schema) -> Schema:
    """Return the definitions of the clause grammar, extended by a game's conditions and by its own definitions."""
    holding = {name: parts[name] for name in ("clause", "group")}
    filled = {
        name: {**part, "properties": {**schema["x-conditions"], **part["properties"]}} for name, part in holding.items()
    }
    return {**parts, **filled, **schema.get("$defs", {})}


def game_schema(game: str, name: str) -> Schema:
    """Return the schema ``name`` (such as a phase, ``campaign`` or ``case``) of ``game``."""
    return load_schema(f"{_PREFIX}{game}:{name}")


def has_schema(game: str, name: str) -> bool:
    """Return whether ``game`` has a schema called ``name``."""
    return (data_folder("schemas") / game / f"{name}.schema.json").is_file()


@cache
def edition(game: str) -> bytes:
    """Return a digest of all that decides how files of ``game`` are read: program version, schemas and vocabularies."""
    from hashlib import sha256

    folder = data_folder("schemas")
    parts = [read_file(path) for place in (folder, folder / game) for path in entries(place, "*.json")]
    return sha256(b"\0".join([__version__.encode(), *parts])).digest()


def resolve(schema: Schema, root: Schema) -> tuple[Schema, Schema]:
    """Follow ``$ref`` from ``schema``, a part of ``root``.

    Return the schema it refers to, and the root schema that contains it.
    """
    while "$ref" in schema:
        urn, _, pointer = schema["$ref"].partition("#")
        root = load_schema(urn) if urn else root
        schema = root
        for step in pointer.split("/")[1:]:
            schema = schema[step]
    return schema, root


def alternatives(schema: Schema, root: Schema) -> Iterator[tuple[Schema, Schema]]:
    """Yield what ``schema`` says about a value: itself, then the parts of its ``anyOf``, each with its root schema."""
    found, base = resolve(schema, root)
    yield found, base
    for part in found.get("anyOf", ()):
        yield resolve(part, base)


def validator(schema: Schema) -> Draft202012Validator:
    """Return the validator of a schema that has an ``$id``, or that is a ``$ref`` to one; each is built only once.

    References are looked up in the schemas folder and nowhere else.
    """
    return _validator(schema["$id"] if "$id" in schema else schema["$ref"])


@cache
def _validator(reference: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    found: dict[str, Schema] = {}
    _collect(reference.partition("#")[0], found)
    resources = [(urn, Resource.from_contents(schema)) for urn, schema in found.items()]
    registry: Registry[Any] = Registry().with_resources(resources).crawl()
    return Draft202012Validator({"$ref": reference}, registry=registry)


def _collect(urn: str, found: dict[str, Schema]) -> None:
    """Add the schema ``urn`` and all schemas that it refers to, directly or not, to ``found``."""
    if urn in found:
        return
    found[urn] = load_schema(urn)
    for reference in _references(found[urn]):
        if inner := reference.partition("#")[0]:
            _collect(inner, found)


def _references(schema: Any) -> Iterator[str]:
    """Yield all references in a schema, at any depth."""
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    if isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
        yield schema["$ref"]
    for part in parts:
        yield from _references(part)


# A fast check that may only say yes. Most files are valid, and loading jsonschema takes longer than playing a turn.
# Unknown keywords, unknown types of values and data that does not fit are left to jsonschema, which finds all faults.


Check: TypeAlias = Callable[[Any, Schema, Schema], bool]
"""A check of one keyword: takes the value, the schema with the keyword, and the root schema."""

_TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": NoneType}
_NO_CHECKS = ("$schema", "$id", "$defs", "title", "then", "else")


def surely_fits(value: Any, schema: Any, root: Schema) -> bool:
    """Return whether plain data certainly fits ``schema``, a part of ``root``; if False, jsonschema has to decide."""
    if not isinstance(schema, dict):
        return schema is True
    return all(
        _CHECKS[word](value, schema, root) if word in _CHECKS else word in _NO_CHECKS or word.startswith("x-")
        for word in schema
    )


def _reference(value: Any, schema: Schema, root: Schema) -> bool:
    return surely_fits(value, *resolve({"$ref": schema["$ref"]}, root))


def _type(value: Any, schema: Schema, root: Schema) -> bool:
    kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    return any(type(value) is _TYPES.get(kind) for kind in kinds)


def _enum(value: Any, schema: Schema, root: Schema) -> bool:
    return isinstance(value, str) and value in schema["enum"]


def _const(value: Any, schema: Schema, root: Schema) -> bool:
    """Return whether the value equals the constant: True and 1 are equal in Python, but not in JSON Schema."""
    return isinstance(value, (str, bool)) and type(value) is type(schema["const"]) and value == schema["const"]


def _pattern(value: Any, schema: Schema, root: Schema) -> bool:
    return not isinstance(value, str) or re.search(schema["pattern"], value) is not None


def _any_of(value: Any, schema: Schema, root: Schema) -> bool:
    return any(surely_fits(value, alternative, root) for alternative in schema["anyOf"])


def _if(value: Any, schema: Schema, root: Schema) -> bool:
    """Return whether the value fits the branch that applies; False unless the condition only asks for keys.

    ``surely_fits`` may be wrong when it says no, so it cannot decide between the branches of other conditions.
    """
    if not isinstance(value, dict) or list(schema["if"]) != ["required"]:
        return False
    branch = "then" if _required(value, schema["if"], root) else "else"
    return surely_fits(value, schema.get(branch, True), root)


def _dependent(value: Any, schema: Schema, root: Schema) -> bool:
    parts = schema["dependentSchemas"].items()
    return not isinstance(value, dict) or all(surely_fits(value, part, root) for key, part in parts if key in value)


def _required(value: Any, schema: Schema, root: Schema) -> bool:
    return not isinstance(value, dict) or all(key in value for key in schema["required"])


def _properties(value: Any, schema: Schema, root: Schema) -> bool:
    known = schema["properties"].items()
    return not isinstance(value, dict) or all(
        surely_fits(value[key], part, root) for key, part in known if key in value
    )


def _additional(value: Any, schema: Schema, root: Schema) -> bool:
    if not isinstance(value, dict):
        return True
    more = value.keys() - schema.get("properties", {}).keys()
    return all(surely_fits(value[key], schema["additionalProperties"], root) for key in more)


def _property_names(value: Any, schema: Schema, root: Schema) -> bool:
    return not isinstance(value, dict) or all(surely_fits(key, schema["propertyNames"], root) for key in value)


def _prefix_items(value: Any, schema: Schema, root: Schema) -> bool:
    parts = schema["prefixItems"]
    return not isinstance(value, list) or all(map(surely_fits, value, parts, [root] * len(parts)))


def _items(value: Any, schema: Schema, root: Schema) -> bool:
    first = len(schema.get("prefixItems", ()))
    return not isinstance(value, list) or all(surely_fits(item, schema["items"], root) for item in value[first:])


def _limit(word: str, kind: type, fits: Callable[[Any, Any], bool]) -> Check:
    """Return the check of a limit on the length of a value or, for numbers, on the value itself."""

    def check(value: Any, schema: Schema, root: Schema) -> bool:
        found = type(value)
        if found is not kind:
            return found is not float
        return fits(value if kind is int else len(value), schema[word])

    return check


_LIMITS = {
    "minLength": (str, ge),
    "maxLength": (str, le),
    "minItems": (list, ge),
    "maxItems": (list, le),
    "minProperties": (dict, ge),
    "maxProperties": (dict, le),
    "minimum": (int, ge),
    "maximum": (int, le),
}
_CHECKS: dict[str, Check] = {
    "$ref": _reference,
    "type": _type,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "anyOf": _any_of,
    "if": _if,
    "dependentSchemas": _dependent,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _property_names,
    "prefixItems": _prefix_items,
    "items": _items,
    **{word: _limit(word, kind, fits) for word, (kind, fits) in _LIMITS.items()},
}
