"""What all games give to the tests for all games."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from adjudicator.games import GAMES, game
from support.commands import ROOT
from support.leaks import (
    IN_ANY_GAME,
    OF_THE_ACCOUNT,
    Patch,
    who_is_missing_in_public_status,
    whose_orders_were_corrected,
)
from support.suite import Suite


def suite_of(name: str) -> Suite[Any]:
    """Return what a game gives."""
    found: Suite[Any] = import_module(f"{name}.suite").SUITE
    return found


def planted() -> list[tuple[str, Callable[..., Any], Callable[[Patch], None]]]:
    """Return each leak that is planted: the game, what has to find it, and what plants it."""
    return [
        (name, look, plant)
        for name, suite in SUITES.items()
        for leaks_by in (IN_ANY_GAME, suite.planted)
        for look, plants in leaks_by.items()
        for plant in plants
        if not (suite.account_is_public and plant in OF_THE_ACCOUNT)
        if not (name not in ORDERED and plant in OF_ORDERS)
    ]


SUITES = {name: suite_of(name) for name in GAMES if (ROOT / "tests" / name / "suite.py").exists()}
"""By the names of the games; tests/games/test_suites.py fails for a game without one."""

OF_ORDERS = (who_is_missing_in_public_status, whose_orders_were_corrected)
"""What tells nothing where nobody orders anything."""

ORDERED = [name for name in GAMES if game(name).orders.actions]
"""The games in which players order something; in the others the MJ alone writes."""
