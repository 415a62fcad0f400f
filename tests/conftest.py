"""How deep the tests go, and golden files written anew: see CONTRIBUTING.md."""

from __future__ import annotations

import depth
import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--deep", action="store_true", help="all that is left out every day too, with new examples")
    parser.addoption("--golden", action="store_true", help="write the golden files anew in place of comparing them")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "deep: too long for every day; run by `make deep`")
    depth.choose(deep=config.getoption("--deep"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--deep"):
        left_out = [item for item in items if item.get_closest_marker("deep")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("deep")]
