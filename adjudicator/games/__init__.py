"""The games, listed here and nowhere else."""

from __future__ import annotations

from importlib import import_module

from adjudicator.core.game import AnyGame

GAMES = {
    "tsewnart": "adjudicator.games.tsewnart.game",
    "resistance": "adjudicator.games.resistance.game",
}
"""Each game's id and the module whose ``GAME`` it is; modules are imported when their game is asked for."""


def default_game() -> str:
    """Return the game that is meant where none is named: the first."""
    return next(iter(GAMES))


def game(name: str) -> AnyGame:
    """Return the game ``name``. Raises ``KeyError`` when there is none."""
    found: AnyGame = import_module(GAMES[name]).GAME
    return found
