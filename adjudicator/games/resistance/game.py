"""Battlestar Galactica Résistance: the course of the game, from the deal to the last mission."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.faults import Phrase
from adjudicator.core.game import Game
from adjudicator.core.game_rules import Phase
from adjudicator.core.stage import Outcome
from adjudicator.games.resistance import rules
from adjudicator.games.resistance.plots import WINDOWS
from adjudicator.games.resistance.state import Setting, State, Table

GAME = Game("resistance", __package__)
ABOUT = "game.about"
PHASES = (
    Phase("deal", starts="mj"),
    Phase("proposal", ahead=True),
    Phase("vote", ahead=True),
    # R17. A public count of the missing cards would show that somebody hesitates.
    Phase("mission", counted=False, ahead=True),
    *(Phase(window, window=True, counted=False, ahead=True) for window in WINDOWS),
)


def begin(setting: Setting) -> State:
    """Return the state before the deal."""
    return State()


def awaited(setting: Setting, state: State) -> Sequence[str]:
    """Return the players who have something to choose, in roster order."""
    choosing = rules.who_chooses(state)
    return [player for player in setting.players if player in choosing]


def known_by(setting: Setting, state: State, player: str) -> Sequence[Phrase]:
    """Tell the MJ whose identities a player knows after the deal, but not what these are."""
    known = (player, *rules.told_cylons(setting, state, player)) if state.side(player) else ()
    shown = state.plots.seen.get(player, ()) if state.plots else ()
    known = tuple(dict.fromkeys((*known, *(seen.player for seen in shown if seen.side))))
    return [Phrase("seats.secret.identity", {"player": one}) for one in known]


def resolve(table: Table) -> Outcome[State]:
    """Play the stage awaited."""
    rules.PHASES[table.state.phase](table)
    table.state.turn += 1
    return table.outcome()
