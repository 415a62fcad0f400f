"""How deep the tests go, where they work, and golden files written anew: see CONTRIBUTING.md."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from secrets import token_hex
from typing import TYPE_CHECKING

import pytest
from support import depth, shared
from support.golden import Golden

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--deep", action="store_true", help="all that is left out every day too, with new examples")
    parser.addoption("--chance", default="", help="what --deep draws anew is drawn from this")
    parser.addoption("--golden", action="store_true", help="write the golden files anew in place of comparing them")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "deep: too long for every day; run by `make deep`")
    config.addinivalue_line("markers", "few(number): so many of its parameters are tried every day")
    if not config.option.chance:  # processes that share the work are given the same options
        config.option.chance = token_hex(4)
    _work_in_memory()
    if not hasattr(config, "workerinput"):
        shared.begin()
    depth.choose(deep=config.getoption("--deep"), chance=config.option.chance)


MEMORY = "/dev/shm"
ROOM = 2 << 30
"""Bytes that the tests may need at once, with room to spare."""


def _work_in_memory() -> None:
    """Let the tests' folders be in memory, where a system has one that looks like a disk.

    Tens of thousands of small files are written, and on a disk that takes half the time. Whoever sets ``TMPDIR`` is
    obeyed.
    """
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = MEMORY
        tempfile.tempdir = None


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Three for two processors: at times a test waits for a browser, a server or another process.

    Each more makes again what no other process can read, and collects all tests: half a minute.
    """
    return (os.cpu_count() or 1) + 1


def pytest_report_header(config: pytest.Config) -> str:
    return f"all of it; the same again by: --deep --chance {config.option.chance}" if config.option.deep else ""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for no garbage among the tests that are made, which are all kept: a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(20_000)  # tests leave little garbage, and to look for it took a twenty-fifth of the time


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--golden"):
        wanted = [item for item in items if "golden" in getattr(item, "fixturenames", ())]
    elif config.getoption("--deep"):
        return
    else:
        wanted = depth.chosen([item for item in items if not item.get_closest_marker("deep")])
    config.hook.pytest_deselected(items=[*{*items} - {*wanted}])
    items[:] = wanted


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser for all tests of a process: to start one takes longer than to look at a page."""
    from support.browser import chromium

    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def golden(request: pytest.FixtureRequest) -> Golden:
    return Golden(anew=request.config.getoption("--golden"))
