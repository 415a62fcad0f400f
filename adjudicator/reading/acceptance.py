"""A quick yes: what certainly fits its schema.

Most files are good, and loading jsonschema takes longer than playing a turn. So a yes is given here when there is no
doubt; whatever this module does not know (a word of JSON Schema, a kind of value) and whatever does not fit is left
to jsonschema, which also finds all the faults.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import ge, le
from types import NoneType
from typing import Any, TypeAlias

from adjudicator.reading.schemas import Schema, resolve

Check: TypeAlias = Callable[[Any, Schema, Schema], bool]

_TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": NoneType}
_NO_CHECKS = ("$schema", "$id", "$defs", "title", "then", "else")


def surely_fits(value: Any, schema: Any, root: Schema) -> bool:
    """Tell whether plain data surely fits ``schema``, a part of ``root``; False means that jsonschema has to judge."""
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
    return isinstance(value, (str, bool)) and type(value) is type(schema["const"]) and value == schema["const"]


def _pattern(value: Any, schema: Schema, root: Schema) -> bool:
    return not isinstance(value, str) or re.search(schema["pattern"], value) is not None


def _any_of(value: Any, schema: Schema, root: Schema) -> bool:
    return any(surely_fits(value, alternative, root) for alternative in schema["anyOf"])


def _if(value: Any, schema: Schema, root: Schema) -> bool:
    """Only a condition that asks for keys can be answered with certainty both ways."""
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
    """Return the check of a length or, for numbers, of the value itself."""

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
