"""The list of the games, and access to a game by its id; no other module lists them."""

from __future__ import annotations

from importlib import import_module

from adjudicator.core.game import Game

GAMES = {
    "tsewnart": "adjudicator.games.tsewnart.game",
    "resistance": "adjudicator.games.resistance.game",
    "overseers": "adjudicator.games.overseers.game",
    "clocktower": "adjudicator.games.clocktower.game",
    "zfate": "adjudicator.games.zfate.game",
}
"""The module that holds each game as ``GAME``, by the game's id; it is imported when the game is first needed."""


def default_game() -> str:
    """Return the id of the game that is used if none is named: the first in the list."""
    return next(iter(GAMES))


def game(name: str) -> Game:
    """Return the game whose id is ``name``. Raise ``KeyError`` if there is none."""
    found: Game = import_module(GAMES[name]).GAME
    return found
