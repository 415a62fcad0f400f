"""Check understood documents against their schema, and report each fault at its exact place.

``read`` does all steps for one document: it understands it, validates it and adds the caller's objections. Faults
quote the words that the person wrote. ``fits`` only says whether plain data is valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.context import KINDS, Context
from adjudicator.core.faults import Fault, KeyPath, Mark, Phrase
from adjudicator.reading.schemas import Schema, alternatives, resolve, surely_fits, validator
from adjudicator.reading.strict_yaml import Document
from adjudicator.reading.understanding import Understood, understand

ValidationError: TypeAlias = Any
"""A ``jsonschema.ValidationError``; it is ``Any`` because the type stubs of jsonschema do not describe its fields."""

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
    """Return whether plain data fits ``schema``; for data whose faults nobody needs to know."""
    return surely_fits(value, schema, schema) or bool(validator(schema).is_valid(value))


def validate(understood: Understood, schema: Schema, context: Context) -> list[Fault]:
    """Return the faults that ``schema`` finds in a canonical document.

    Values that could not be read are skipped: they have a fault already.
    """
    faults: list[Fault] = []
    if surely_fits(understood.root, schema, schema):
        return faults
    told: dict[Mark, list[Fault]] = {}  # a long list may have thousands of faults, and few at each place
    for error in validator(schema).iter_errors(understood.root):
        for leaf in _leaves(error):
            if tuple(leaf.absolute_path) in understood.faulty:
                continue
            for fault in _faults(leaf, understood, schema, context):
                if fault not in (here := told.setdefault(fault.mark, [])):
                    here.append(fault)
                    faults.append(fault)
    return faults


def _leaves(error: ValidationError) -> Iterator[ValidationError]:
    """Yield the errors that matter: for alternatives (``anyOf``), those of the alternative that the value fits best.

    Only alternatives whose type fits what was written are considered; if there are none, the error itself is yielded.
    The best alternative has the fewest errors: if one cell in a list of cells is wrong, the value is still taken for a
    list of cells.
    """
    if error.validator != "anyOf":
        yield error
        return
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(inner)
    # Without a path, such an error says that the value as a whole has the wrong type or is not the fixed word.
    fitting = [
        inners
        for inners in branches.values()
        if all(inner.path or inner.validator not in ("type", "enum", "const") for inner in inners)
    ]
    if not fitting:
        yield error
        return
    for inner in min(fitting, key=len):
        yield from _leaves(inner)


def _faults(error: ValidationError, understood: Understood, root: Schema, context: Context) -> Iterable[Fault]:
    """Yield the faults for one error, and mark its path as troubled.

    A wrong value is replaced by None so that nothing judges it again.
    """
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
        nothing = _is_nothing(error, context)
        found = Fault("not-nothing", understood.mark(path), understood.shown(path, instance)) if nothing else None
        yield found or _wrong_value(error, path, understood, context)
        understood.blank(path)


def _is_nothing(error: ValidationError, context: Context) -> bool:
    """Return whether the word for nothing stands where orders are owed."""
    owed = isinstance(error.schema, dict) and error.schema.get("x-keys") == "orders"
    return (
        owed and isinstance(error.instance, str) and context.vocabulary.meaning("nothing", error.instance) is not None
    )


def _is_name(error: ValidationError) -> bool:
    named = isinstance(error.schema, dict) and error.schema.get("title") == "expected.name"
    return named and isinstance(error.instance, str)


def _bad_name(error: ValidationError, mark: Mark, name: str) -> Fault:
    if error.validator == "maxLength":
        return Fault("too-long", mark, name, values={"limit": error.validator_value, "size": len(name)})
    return Fault("bad-name", mark, name)


def _beyond(error: ValidationError, path: KeyPath, understood: Understood) -> Iterable[Fault]:
    """Yield the fault of a value outside its limits (too long, too many, too great …).

    A value with too few parts has no such fault if a key was left out of it: that key has a fault already.
    """
    code = _LIMITS[str(error.validator)]
    if code == "too-few" and path in understood.incomplete:
        return
    values = {"limit": error.validator_value, "size": _size(error.instance), "word": understood.word(path)}
    yield Fault(code, understood.mark(path), understood.shown(path, error.instance), values=values)


def _wrong_value(error: ValidationError, path: KeyPath, understood: Understood, context: Context) -> Fault:
    """Return the fault of a value that is wrong for its place, or that must not be there at all."""
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
    """Yield the faults of required keys that are missing, each with its possible replacement (``x-or``).

    A key is not reported as missing if a word that could not be read is probably that key, or belongs below it.
    """
    place = _place(path, root)
    vocabulary = context.vocabulary
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
        words = [context.word(place, name) if place else name for name in sorted(wanted, key=known.index)]
        values = dict(zip(("key", "other"), words, strict=False))
        code = "missing-either" if "other" in values else "missing-key"
        yield Fault(code, understood.mark(path), None, tuple(words), values=values)


def _unfilled(path: KeyPath, understood: Understood, may_be_nothing: bool) -> Fault:
    """Return the fault of an object whose lines were all left blank; if it has only one line, name that line."""
    first, *others = understood.unfilled[path]
    if not others:
        return Fault("empty", understood.mark((*path, first), on_key=True), understood.word((*path, first)))
    code = "unfilled" if may_be_nothing else "unfilled-owed"
    return Fault(code, understood.mark(path, on_key=True), understood.word(path))


def _place(path: KeyPath, root: Schema) -> str:
    """Return the vocabulary place of the keys of the object at ``path``; empty if they are not vocabulary words."""
    schema, base = root, root
    for step in path:
        inner = _inner(schema, base, step)
        if inner is None:
            return ""
        schema, base = inner
    return next((str(part["x-keys"]) for part, _ in alternatives(schema, base) if "x-keys" in part), "")


def _inner(schema: Schema, base: Schema, step: str | int) -> tuple[Schema, Schema] | None:
    """Return the schema of the key or list item ``step`` and its root schema; None if the schema describes none."""
    for part, its_base in alternatives(schema, base):
        found = part.get("items") if isinstance(step, int) else part.get("properties", {}).get(step)
        found = found if isinstance(found, dict) else part.get("additionalProperties")
        if isinstance(found, dict):
            return found, its_base
    return None


def _expected(error: ValidationError, context: Context) -> Iterable[str]:
    """Yield what was expected instead of a wrong value, as catalogue keys or words of the vocabulary."""
    schemas = [schema for schema in (error.schema, *(inner.schema for inner in error.context or ())) if schema]
    yes = context.word("booleans", "true")
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
            yield from [f"expected.{kind}"] if known else _words(kind, schema, context)
        if "x-read" not in schema and "type" in schema:
            kind = schema["type"]
            yield _with_keys(schema, context) or f"expected.{kind if isinstance(kind, str) else kind[0]}"


def _words(place: str, schema: Schema, context: Context) -> list[str]:
    """Return the words of a place that may stand for the value of a schema: all, if it lists none of them."""
    known = context.vocabulary.canonical(place)
    listed = [word for word in known if word in schema.get("enum", ())]
    return [context.word(place, word) for word in listed or known]


def _with_keys(schema: Schema, context: Context) -> str:
    """Return how an object is written with the keys that it must have; empty if these are not known from here."""
    if not schema.get("required") or "x-keys" not in schema or "if" in schema:
        return ""
    return "{" + ", ".join(f"{context.word(schema['x-keys'], key)}: …" for key in schema["required"]) + "}"


def _asks_for_yes(error: ValidationError) -> bool:
    return bool(error.validator == "const" and error.validator_value is True)


def _size(instance: Any) -> int:
    return instance if isinstance(instance, int) else len(instance)


# All steps of reading one document.


class Read(NamedTuple):
    """A document in canonical words, and all its faults in the order of their places."""

    understood: Understood
    faults: list[Fault]


def read(
    document: Document,
    schema: Schema,
    context: Context,
    objections: Callable[[Understood, bool], Iterable[Fault]] = lambda understood, whole: (),
) -> Read:
    """Read a document against a schema, with the vocabulary and names of ``context``.

    ``objections`` returns further faults: it is called with the understood document, in which values that could not be
    read are None, and with whether no other fault was found.
    """
    understood = understand(document, schema, context)
    faults = [*document.faults, *understood.faults, *validate(understood, schema, context)]
    faults += objections(understood, not faults)
    return Read(understood, sorted(faults, key=lambda fault: fault.mark))
