"""What is given in parts, said in one go: « (5;2) upwards » as the cell and the way; what is missing is left blank."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from adjudicator.core.context import Context
from adjudicator.core.words import fold
from adjudicator.reading.besides import Besides
from adjudicator.reading.lexicon import written_value
from adjudicator.reading.outline import Place
from adjudicator.reading.rows import BLANK
from adjudicator.reading.schemas import Schema

_WORD = re.compile(r"[(\[][^)\]\n]{0,20}[)\]]|\S+")
_LONGEST = 120
"""Characters of a text that is looked at."""


def braced(place: Place, text: str, context: Context) -> str:
    """Return the parts that a ``place`` asks for as a file has them, with what a text gives of each."""
    found = _parts_in(place, text[:_LONGEST], context)
    for name in _needed(place.schema, found):
        found.setdefault(name, BLANK)
    words, key = context.vocabulary, place.schema["x-keys"]
    shown = [name for name in place.schema["properties"] if name in found]
    return "{" + ", ".join(f"{words.word(key, name, context.language)}: {found[name]}" for name in shown) + "}"


def _parts_in(place: Place, text: str, context: Context) -> dict[str, str]:
    """Return the parts that a text gives: behind their words, and before the first of these those that it can be."""
    named = {
        form: name
        for name in place.schema["properties"]
        for form in context.vocabulary.forms(place.schema["x-keys"], name)
    }
    found: dict[str, str] = {}
    name, word = "", ""
    said: dict[str, list[str]] = {"": []}
    heads = {"": ""}
    for part in _WORD.findall(text):
        if known := named.get(fold(part.strip(":,;="))):
            name, word = known, part
            heads[name] = word.strip(":,;=")
            said.setdefault(name, [])
        else:
            said[name].append(part)
    for name, parts in said.items():
        if name:
            value = _value(place, name, parts, context) or _value(place, name, [heads[name], *parts], context)
            found[name] = value or BLANK
    return {**dict(_unnamed(place, said[""], found, context)), **found}


def _unnamed(place: Place, parts: list[str], found: Mapping[str, str], context: Context) -> Iterator[tuple[str, str]]:
    """Yield the parts that words are which say no word for them: each the first that takes as many as can be.

    What could be one of two that take the same is neither, and beside words that are none nothing is sure.
    """
    left = [name for name in place.schema["properties"] if name not in found and _is_plain(place, name)]
    taken: list[tuple[str, str]] = []
    rest: list[str] = []
    at = 0
    while at < len(parts):
        sizes = ((size, name) for size in range(len(parts) - at, 0, -1) for name in left)
        fits = ((size, name, _value(place, name, parts[at : at + size], context)) for size, name in sizes)
        size, name, value = next((each for each in fits if each[2]), (1, "", ""))
        if value:
            taken.append((name, value))
            left.remove(name)
        else:
            rest.append(fold(parts[at].strip(" ,;:.")))
        at += size
    fillers = Besides(context.vocabulary).fillers
    unsure = any(word and word not in fillers for word in rest)
    yield from ((name, BLANK if unsure else value) for name, value in taken)


def _is_plain(place: Place, name: str) -> bool:
    """Tell whether a part is asked for in any case, or takes what no other part takes."""
    kinds = [place.part(other).schema.get("x-read") for other in place.schema["properties"]]
    return name in place.schema.get("required", ()) or kinds.count(place.part(name).schema.get("x-read")) == 1


def _value(place: Place, name: str, parts: list[str], context: Context) -> str | None:
    return written_value(place.part(name).schema.get("x-read", ()), " ".join(parts).strip(" ,;:"), context)


def _needed(schema: Schema, found: Mapping[str, str]) -> list[str]:
    """Return the parts that have to be given; of two either of which is enough, the one that ``found`` has, or one."""
    one, other = (list(schema.get(word, {}).get("required", ())) for word in ("if", "else"))
    either = other if set(other) & found.keys() else one
    return [*schema.get("required", ()), *either]
