"""What is quoted of a file, in a message."""

from __future__ import annotations

import pytest

from adjudicator.speech.text import short


@pytest.mark.parametrize(
    ("text", "shown"), [("Bob  ", "Bob"), ("Jean  Paul", "Jean Paul"), (" a b ", "a b"), ("  ", "  "), ("a\nb", "a b")]
)
def test_one_space_stands_for_several(text: str, shown: str) -> None:
    assert short(text) == shown
