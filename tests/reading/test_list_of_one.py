"""A list of one thing may be written without brackets; a misspelt one is refused as such, several as a list."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.context import Context
from adjudicator.core.words import Names
from adjudicator.reading import strict_yaml
from adjudicator.reading.understanding import Understood, understand
from adjudicator.speech.voice import vocabulary


def lists(least: int = 1, **items: Any) -> Any:
    return {"type": "array", "minItems": least, "items": items}


NUMBER, NAME, WORD = {"type": "integer"}, {"type": "string", "x-read": ["player"]}, {"x-read": ["votes"]}
CONTEXT = Context(vocabulary("resistance"), "fr", Names(("Anna", "Bruno")))


def read(text: str, schema: Any) -> Understood:
    return understand(strict_yaml.read(f"value: {text}\n".encode()), {"properties": {"value": schema}}, CONTEXT)


@pytest.mark.parametrize(
    ("text", "schema", "value"),
    [
        ("7", lists(**NUMBER), [7]),
        ("anna", lists(**NAME), ["Anna"]),
        ("oui", lists(**WORD), ["yes"]),
        ("Nuit noire", lists(type="string"), ["Nuit noire"]),
        ("[7]", lists(**NUMBER), [7]),
        ("Anna, Bruno", lists(**NAME), ["Anna", "Bruno"]),
        ("Anna et Bruno", lists(2, **NAME), ["Anna", "Bruno"]),
        ("7", {"anyOf": [lists(**NUMBER)], **NUMBER}, 7),
        ("1, 4", lists(**NUMBER), [1, 4]),
        ("1 et 4", lists(**NUMBER), [1, 4]),
        ("Bruno puis Anna", lists(2, **NAME), ["Bruno", "Anna"]),
        ("Bruno > Anna", lists(2, **NAME), ["Bruno", "Anna"]),
        ("Bruno, Anna", {"x-read": ["player"], "anyOf": [{"type": "string"}, lists(**NAME)]}, ["Bruno", "Anna"]),
    ],
)
def test_things_without_brackets_are_a_list(text: str, schema: Any, value: Any) -> None:
    understood = read(text, schema)
    assert not understood.faults and understood.root == {"value": value}
    assert (understood.mark(("value", 0)).line, understood.mark(("value", 0)).column) in ((1, 8), (1, 9))


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("sept", lists(**NUMBER)),
        ("Anna Zoé", lists(**NAME)),
        ("un, deux", lists(type="string")),
        ("Anna", lists(2, **NAME)),
        ("Anna", lists(type="object")),
    ],
)
def test_anything_else_is_left_to_the_schema_as_it_is_written(text: str, schema: Any) -> None:
    understood = read(text, schema)
    assert not understood.faults and understood.root == {"value": text} and "value" not in understood.spoilt_in(())


@pytest.mark.parametrize(
    ("text", "schema", "nearest"), [("Brunno", lists(**NAME), "Bruno"), ("Zoé", lists(**NAME), None)]
)
def test_one_misspelt_word_is_refused_with_the_nearest_one(text: str, schema: Any, nearest: str | None) -> None:
    understood = read(text, schema)
    assert [(fault.found, fault.nearest) for fault in understood.faults] == [(text, nearest)]
    assert understood.faulty == {("value", 0)}
