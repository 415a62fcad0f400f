"""What everybody is told when the game is over: each player's role, and each turn as it really went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from adjudicator.core.faults import Phrase, Word
from adjudicator.core.game import Chapter, Past
from adjudicator.games.tsewnart.account import account
from adjudicator.games.tsewnart.state import Setting, State

if TYPE_CHECKING:
    from adjudicator.games.tsewnart.records import Happening


def epilogue(setting: Setting, past: Sequence[Past]) -> list[Chapter]:
    """Return a chapter with each player's role, then one chapter for each turn."""
    turns = [one for one in past if one.stage.phase == "turn"]
    return [_who(setting, past[-1].outcome.state), *map(_turn, turns)]


def _who(setting: Setting, state: State) -> Chapter:
    players = [(player, camp.name) for camp in setting.camps for player in camp.players if player in state.roles]
    lines = [
        Phrase("epilogue.player", {"player": player, "camp": camp, "role": Word("roles", state.roles[player])})
        for player, camp in players
    ]
    return Chapter(Phrase("epilogue.who"), lines)


def _turn(one: Past) -> Chapter:
    told = account(one.outcome.log)
    happened = [*told["first"], *(row for step in told["play"] for row in step["tried"]), *told["afterwards"]]
    return Chapter(Phrase("epilogue.turn", {"turn": one.stage.turn}), list(_lines(happened)))


def _lines(happened: Sequence[Happening]) -> Iterator[Phrase]:
    for row in happened:
        yield row["text"]
        yield from row["details"]
