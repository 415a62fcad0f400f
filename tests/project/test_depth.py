"""What is tried every day of many parameters."""

from __future__ import annotations

import pytest
from support.depth import few, is_deep


@few(3)
@pytest.mark.parametrize("row", "abc")
@pytest.mark.parametrize("column", "xyz")
def test_of_a_few_each_value_comes(row: str, column: str) -> None:
    """What is looked at below."""


def test_of_rows_and_columns_the_diagonal_is_tried_every_day_and_all_in_depth(request: pytest.FixtureRequest) -> None:
    items = [item for item in request.session.items if item.name.startswith("test_of_a_few_each_value_comes[")]
    tried = [item.callspec.params for item in items if isinstance(item, pytest.Function)]
    assert len(tried) == (9 if is_deep() else 3)
    assert {one["row"] for one in tried} == {*"abc"}
    assert {one["column"] for one in tried} == {*"xyz"}
