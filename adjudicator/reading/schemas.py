"""The JSON Schemas and vocabularies, read once; the words that schemas add: ``x-keys``, ``x-names``, ``x-read``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
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

    What all such files share, ``x-like`` names: a schema whose words stand in this one too, unless it has its own;
    the properties of both are put together, and so are those of a property of which it says ``x-like: true``. What
    ``x-conditions`` lists may stand in a clause and in its groups, as ``urn:adjudicator:clauses`` has them. Raises
    ``FileNotFoundError`` when there is no such schema.
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
    """Return a schema of what is ``shared``, and what is its ``own``."""
    properties = dict(shared["properties"])
    for key, part in own.get("properties", {}).items():
        properties[key] = _like(properties[key], part) if part.get("x-like") is True else part
    return {**shared, **own, "properties": properties}


def _with_conditions(parts: Schema, schema: Schema) -> Schema:
    """Return the parts of the grammar of clauses with a game's conditions where facts stand, and with its own parts."""
    holding = {name: parts[name] for name in ("clause", "group")}
    filled = {
        name: {**part, "properties": {**schema["x-conditions"], **part["properties"]}} for name, part in holding.items()
    }
    return {**parts, **filled, **schema.get("$defs", {})}


def game_schema(game: str, name: str) -> Schema:
    """Return the schema ``name`` (a phase, ``campaign``, ``case``) of ``game``."""
    return load_schema(f"{_PREFIX}{game}:{name}")


def has_schema(game: str, name: str) -> bool:
    """Tell whether ``game`` has a schema of that ``name``."""
    return (data_folder("schemas") / game / f"{name}.schema.json").is_file()


@cache
def edition(game: str) -> bytes:
    """Return a digest of what decides how files of ``game`` are read: the program's version, schemas and words."""
    from hashlib import sha256

    folder = data_folder("schemas")
    parts = [read_file(path) for place in (folder, folder / game) for path in entries(place, "*.json")]
    return sha256(b"\0".join([__version__.encode(), *parts])).digest()


def resolve(schema: Schema, root: Schema) -> tuple[Schema, Schema]:
    """Follow ``$ref`` from ``schema``, a part of ``root``; return the schema meant and the root it is a part of."""
    while "$ref" in schema:
        urn, _, pointer = schema["$ref"].partition("#")
        root = load_schema(urn) if urn else root
        schema = root
        for step in pointer.split("/")[1:]:
            schema = schema[step]
    return schema, root


def validator(schema: Schema) -> Draft202012Validator:
    """Return the validator of a schema known by its ``$id``, or of what a ``$ref`` names; made once each.

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
    """Gather a schema and all that it refers to."""
    if urn in found:
        return
    found[urn] = load_schema(urn)
    for reference in _references(found[urn]):
        if inner := reference.partition("#")[0]:
            _collect(inner, found)


def _references(schema: Any) -> Iterator[str]:
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    if isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
        yield schema["$ref"]
    for part in parts:
        yield from _references(part)
