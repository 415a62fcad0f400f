"""Tsewnart: the course of the game, which is the choice of roles, the placement, then turns."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.faults import Phrase, Word
from adjudicator.core.game import Game
from adjudicator.core.game_rules import MJDecision, Phase
from adjudicator.core.stage import Outcome, Table
from adjudicator.games.tsewnart import setup
from adjudicator.games.tsewnart.adjudication import play_turn, ruling_objections, verdict_said
from adjudicator.games.tsewnart.state import Setting, State

GAME = Game("tsewnart", __package__)
ABOUT = "game.about"
PHASES = (
    # Before turn 1 there is no default, so the game waits for the captains.
    Phase("roles", default=False),
    Phase("placement", default=False),
    Phase("turn", goes_on=True, ahead=True),
)
DECISIONS = {
    "stands": MJDecision(
        "auto",
        key=("orders", "player"),
        ruled=True,
        parts="ruling",
        example={"verdict": Word("verdicts", "fails")},
        said=verdict_said,
        judge=ruling_objections,
    )
}


def begin(setting: Setting) -> State:
    """Return the state before the choice of roles."""
    return State("roles", 0, scores=dict.fromkeys(setting.camp_names, 0))


def awaited(setting: Setting, state: State) -> Sequence[str]:
    """Return the captains before turn 1, then all players who still control something; nobody after the end."""
    if state.phase == "over":
        return []
    if state.phase in ("roles", "placement"):
        return [camp.captain for camp in setting.camps]
    return [player for player in setting.roster if player in state.pieces or player in state.ghosts]


def left_said(setting: Setting, state: State, player: str, ordered: bool) -> Phrase | None:
    """Say before turn 1 what becomes of a seat whose player has left, for whom the captain chooses.

    If the player is the captain, the choice has been made or is still waited for, which is said as in any game.
    """
    chooses = player in awaited(setting, state)
    if state.phase == "turn" or (chooses and not ordered):
        return None
    return Phrase("left.chose" if chooses else "left.chosen-for", {"player": player})


def known_by(setting: Setting, state: State, player: str) -> Sequence[Phrase]:
    """Tell the MJ that a player knows what the camp knows, once roles are chosen."""
    return [] if state.phase == "roles" else [Phrase("seats.secret.camp", {"camp": setting.camp_of[player]})]


def resolve(table: Table[Setting, State]) -> Outcome[State]:
    """Play the stage; in a turn the MJ may have ruled on any order."""
    if table.before.phase == "roles":
        return Outcome(setup.choose_roles(table.setting, table.before, table.orders), (), (), {})
    if table.before.phase == "placement":
        return Outcome(setup.place(table.setting, table.before, table.orders), (), (), {})
    return play_turn(table.setting, table.before, table.orders, table.dice, mj=table.mj)
