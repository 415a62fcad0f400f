"""Overseers: the course of the game, from the deal to the Score of the third round."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.faults import Phrase
from adjudicator.core.game import Game
from adjudicator.core.game_rules import Phase
from adjudicator.core.stage import Outcome
from adjudicator.games.overseers import rules
from adjudicator.games.overseers.actions import playable
from adjudicator.games.overseers.state import Setting, State, Table

GAME = Game("overseers", __package__)
ABOUT = "game.about"
# 43. Windows exist by public facts alone; the two other stages are ordinary ones.
# 44, 45. A vote is not owed, but nothing that was left can be used in it.
PHASES = (
    Phase("deal"),
    Phase("fushen", window=True, owed=True, ahead=True),
    Phase("pick", window=True, owed=True, ahead=True),
    Phase("placement", owed=True, ahead=True),
    Phase("powers", window=True, ahead=True),
    Phase("vote", owed=True, ahead=True),
    Phase("judgement", window=True, owed=True, ahead=True),
    Phase("greed", window=True, ahead=True),
)


def begin(setting: Setting) -> State:
    """Return the state before the deal."""
    return State()


def awaited(setting: Setting, state: State) -> Sequence[str]:
    """43. Return the players who are awaited, in the order of the table; none for the deal."""
    return [player for player in setting.players if rules.is_awaited(state, player)]


def known_by(setting: Setting, state: State, player: str) -> Sequence[Phrase]:
    """Tell the MJ which secrets of this round a player knows, but not what they are."""
    known = {
        "hand": bool(state.hands.get(player) or state.taken.get(player)),
        "down": not all(card.up for card in state.cards.get(player, ())),
        "shown": bool(state.shown.get(player)),
        "pile": player == state.accused and state.guilty is False,
    }
    return [Phrase(f"secret.{what}", {"player": player}) for what, holds in known.items() if holds]


def resolve(table: Table) -> Outcome[State]:
    """Play the stage awaited with the orders that are allowed."""
    players = awaited(table.setting, table.state)
    table.orders = {player: given for player in players if (given := playable(table, player))}
    rules.PHASES[table.state.phase](table)
    table.state.turn += 1
    return table.outcome()
