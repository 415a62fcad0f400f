"""JSON Schema errors as faults: at the exact place, in the words of the person who wrote the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.context import KINDS, Context
from adjudicator.core.faults import Fault, KeyPath, Mark, Phrase
from adjudicator.reading.schemas import Schema, resolve, surely_fits, validator
from adjudicator.reading.strict_yaml import Document
from adjudicator.reading.understanding import Understood, understand

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

_EMPTY = ("minProperties", "minItems")


def fits(value: Any, schema: Schema) -> bool:
    """Tell whether plain data fits ``schema``: for what nobody is told the faults of."""
    return surely_fits(value, schema, schema) or bool(validator(schema).is_valid(value))


def validate(understood: Understood, schema: Schema, context: Context) -> list[Fault]:
    """Check a canonical document against ``schema``; what could not be read at all is not complained of again."""
    faults: list[Fault] = []
    if surely_fits(understood.root, schema, schema):
        return faults
    for error in validator(schema).iter_errors(understood.root):
        for leaf in _leaves(error):
            if tuple(leaf.absolute_path) in understood.faulty:
                continue
            faults += [fault for fault in _faults(leaf, understood, schema, context) if fault not in faults]
    return faults


def _leaves(error: ValidationError) -> Iterator[ValidationError]:
    """Of alternatives, go into the one whose type fits what was written, and best; else the error stands as it is.

    Best is the one with the fewest errors: of many cells, one of which is none, all but that one are cells.
    """
    if error.validator != "anyOf":
        yield error
        return
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(inner)
    fitting = [inners for inners in branches.values() if not any(map(_is_of_another_type, inners))]
    if not fitting:
        yield error
        return
    for inner in min(fitting, key=len):
        yield from _leaves(inner)


def _is_of_another_type(error: ValidationError) -> bool:
    return error.validator in ("type", "enum", "const") and not error.path


def _faults(error: ValidationError, understood: Understood, root: Schema, context: Context) -> Iterable[Fault]:
    path: KeyPath = tuple(error.absolute_path)
    kind, instance = error.validator, error.instance
    understood.troubled.add(path)
    if "propertyNames" in error.absolute_schema_path:
        yield _bad_name(error, understood.mark((*path, instance), on_key=True), instance)
    elif _is_name(error):
        yield _bad_name(error, understood.mark(path), understood.shown(path, instance))
    elif kind == "required":
        yield from _missing(error, path, understood, root, context)
    elif kind in _EMPTY and not instance:
        if path not in understood.incomplete:
            yield Fault("empty", understood.mark(path), understood.word(path))
    elif kind in _LIMITS:
        yield from _beyond(error, path, understood)
    else:
        yield _wrong_value(error, path, understood, context)
        understood.blank(path)


def _is_name(error: ValidationError) -> bool:
    named = isinstance(error.schema, dict) and error.schema.get("title") == "expected.name"
    return named and isinstance(error.instance, str)


def _bad_name(error: ValidationError, mark: Mark, name: str) -> Fault:
    if error.validator == "maxLength":
        return Fault("too-long", mark, name, values={"limit": error.validator_value, "size": len(name)})
    return Fault("bad-name", mark, name)


def _beyond(error: ValidationError, path: KeyPath, understood: Understood) -> Iterable[Fault]:
    """Too long, too many, too great …; not too few where a key was left out for a fault of its own."""
    code = _LIMITS[str(error.validator)]
    if code == "too-few" and path in understood.incomplete:
        return
    values = {"limit": error.validator_value, "size": _size(error.instance), "word": understood.word(path)}
    yield Fault(code, understood.mark(path), understood.shown(path, error.instance), values=values)


def _wrong_value(error: ValidationError, path: KeyPath, understood: Understood, context: Context) -> Fault:
    """The fault of a value that is not what its place asks for, or that has no place there."""
    schema = error.schema if isinstance(error.schema, dict) else {}
    mark, found = understood.mark(path), understood.shown(path, error.instance)
    if schema.get("required") and "x-blanks" in schema and isinstance(error.instance, str):
        from adjudicator.reading.lexicon import braced
        from adjudicator.reading.lines import BLANK, Place

        word = understood.word(path)
        line = f"{word}: {braced(Place(schema, schema), error.instance, context)}"
        fill = Phrase("prose.fill") if BLANK in line else ""
        return Fault("clauses-parts", mark, word, values={"fill": fill}, lines=(line,))
    if "x-not-with" in schema:
        other = understood.word((*path[:-1], schema["x-not-with"]))
        on_key = understood.mark(path, on_key=True)
        return Fault(
            "exclusive", on_key, understood.word(path), values={"word": understood.word(path), "related": other}
        )
    if error.validator == "pattern":
        return Fault("not-understood", mark, found, (str(schema.get("title", "expected.text")),))
    if path in understood.unfilled:
        return _unfilled(path, understood, "x-nothing" in schema)
    if error.instance is None:
        code = "empty" if "x-nothing" not in schema else "empty-standing" if path[-1] == "standing" else "empty-orders"
        return Fault(code, understood.mark(path, on_key=True), understood.word(path))
    return Fault("not-understood", mark, found, tuple(dict.fromkeys(_expected(error, context))))


def _missing(
    error: ValidationError, path: KeyPath, understood: Understood, root: Schema, context: Context
) -> Iterable[Fault]:
    """A key that must be there, or another in its stead (``x-or``).

    It is not told when a word that could not be read may well have been that key, or belongs under it.
    """
    place = _place(path, root)
    vocabulary, language = context.vocabulary, context.language
    meant = [fault.nearest or str(fault.values.get("word", "")) for fault in understood.faults if place]
    guesses = {vocabulary.meaning(place, word) for word in meant if word}
    for key in error.validator_value:
        wanted = [key, error.schema["x-or"]] if "x-or" in error.schema else [key]
        if blank := [each for each in wanted if (*path, each) in understood.unfilled]:
            sent = resolve(root["properties"].get(blank[0], {}), root)[0]
            yield _unfilled((*path, blank[0]), understood, blank[0] != "standing" and "x-nothing" in sent)
            continue
        if wanted == [key] and (*path, key) in understood.keys and key not in error.instance:
            yield Fault("empty", understood.mark((*path, key), on_key=True), understood.word((*path, key)))
            continue
        if key in error.instance or guesses.intersection(wanted):
            continue
        known = vocabulary.canonical(place) if place else wanted
        words = [vocabulary.word(place, name, language) if place else name for name in sorted(wanted, key=known.index)]
        values = dict(zip(("key", "other"), words, strict=False))
        code = "missing-either" if "other" in values else "missing-key"
        yield Fault(code, understood.mark(path), None, tuple(words), values=values)


def _unfilled(path: KeyPath, understood: Understood, may_be_nothing: bool) -> Fault:
    """The fault of lines all left blank: of the line, if there is but one."""
    first, *others = understood.unfilled[path]
    if not others:
        return Fault("empty", understood.mark((*path, first), on_key=True), understood.word((*path, first)))
    code = "unfilled" if may_be_nothing else "unfilled-owed"
    return Fault(code, understood.mark(path, on_key=True), understood.word(path))


def _place(path: KeyPath, root: Schema) -> str:
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


def _expected(error: ValidationError, context: Context) -> Iterable[str]:
    """Say what a wrong type or value should have been, in catalogue keys or in words of the vocabulary."""
    schemas = [schema for schema in (error.schema, *(inner.schema for inner in error.context or ())) if schema]
    yes = context.vocabulary.word("booleans", "true", context.language)
    if _asks_for_yes(error):
        yield yes
        return
    only_yes = any(map(_asks_for_yes, error.context or ()))
    for schema in schemas[:1] if only_yes else schemas:
        for kind in schema.get("x-read", ()):
            if kind == "boolean" and only_yes:
                yield yes
                continue
            known = kind in KINDS or kind in context.kinds
            yield from [f"expected.{kind}"] if known else context.vocabulary.words(kind, context.language)
        if "x-read" not in schema and "type" in schema:
            kind = schema["type"]
            yield f"expected.{kind if isinstance(kind, str) else kind[0]}"


def _asks_for_yes(error: ValidationError) -> bool:
    return bool(error.validator == "const" and error.validator_value is True)


def _size(instance: Any) -> int:
    return instance if isinstance(instance, int) else len(instance)


# A document read once: understood, validated, objected to, with every fault at its place.


class Read(NamedTuple):
    """What a document was understood to be, in canonical words, and all its faults in the order of their places."""

    understood: Understood
    faults: list[Fault]


def read(
    document: Document,
    schema: Schema,
    context: Context,
    objections: Callable[[Understood, bool], Iterable[Fault]] = lambda understood, whole: (),
) -> Read:
    """Read a document against a schema, the words and names of a context, and what may be objected besides.

    ``objections`` are asked of the document understood, with whether nothing else is wrong with it; what could not be
    read is None there.
    """
    understood = understand(document, schema, context)
    faults = [*document.faults, *understood.faults, *validate(understood, schema, context)]
    faults += objections(understood, not faults)
    return Read(understood, sorted(faults, key=lambda fault: fault.mark))
