"""Bounds of numbers in words and signs: as a file has them, or not at all."""

from __future__ import annotations

import pytest

from adjudicator.core.context import Context
from adjudicator.reading.lexicon import bound_in
from adjudicator.speech.voice import vocabulary


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("3", "3"),
        ("deux", "2"),
        ("> 3", "{au moins: 4}"),
        (">=4", "{au moins: 4}"),
        ("<2", "{au plus: 1}"),
        ("≤ 2", "{au plus: 2}"),
        ("4+", "{au moins: 4}"),
        ("= 3", "3"),
        ("au moins 4", "{au moins: 4}"),
        ("4 au moins", "{au moins: 4}"),
        ("quatre ou plus", "{au moins: 4}"),
        ("Plus de 3", "{au moins: 4}"),
        ("moins de trois", "{au plus: 2}"),
        ("pas plus de 2", "{au plus: 2}"),
        ("supérieur ou égal à 2", "{au moins: 2}"),
        ("fewer than 3", "{au plus: 2}"),
        ("2 ou 3", "[2, 3]"),
        ("2, 3 ou 4", "[2, 3, 4]"),
        ("2-4", "{au moins: 2, au plus: 4}"),
        ("de 2 à 4", "{au moins: 2, au plus: 4}"),
        ("entre 2 et 4", "{au moins: 2, au plus: 4}"),
        ("2 et 4", None),
        ("3 4", None),
        ("4-2", None),
        ("-1", None),
        ("plus de -1", None),
        ("< 0", None),
        ("2.5", None),
        ("pas 3", None),
        ("presque 3", None),
        ("oui", None),
        ("9" * 60, None),
    ],
)
def test_a_bound_is_read_where_it_has_one_meaning(text: str, bound: str | None) -> None:
    assert bound_in(text, Context(vocabulary("resistance"), "fr")) == bound
