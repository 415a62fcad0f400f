"""What a player may know, on which their orders are judged: plain values, never the state itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.games.resistance.rules import (
    Proposable,
    missing_card,
    proposable,
    rejections,
    told_cylons,
    who_chooses,
)
from adjudicator.games.resistance.state import Mission, Options, Setting, State


class PlayerView(NamedTuple):
    """What a player may know when giving orders: what is public, their own side, and the Cylons they were told of."""

    player: str
    phase: str
    turn: int
    options: Options
    players: tuple[str, ...]
    """All players, as the campaign lists them."""
    seats: tuple[str, ...]
    commander: str
    round: int
    proposal: int
    rejections: int
    """How many rejected proposals count."""
    target: int
    squad: tuple[str, ...]
    missions: tuple[Mission, ...]
    """The missions carried out."""
    allowed: Proposable
    """What may be proposed; meaningful once the identities are dealt."""
    chooses: bool
    """Whether the player has something to choose now, which everybody knows."""
    side: str
    """The player's side; empty before the deal."""
    fellows: tuple[str, ...]
    """The other Cylons that the player was told of."""
    missing_card: str
    """The card that is played for the player if they send none."""
    votes: Mapping[str, str] | None = None
    """The published votes on the squad that is on its mission; None if no such votes exist."""

    def score(self, success: bool) -> int:
        """Return how many missions have succeeded or, if ``success`` is False, failed."""
        return sum(mission.success is success for mission in self.missions)


def player_view(setting: Setting, state: State, player: str) -> PlayerView:
    """Return what ``player`` may know of the setting and the state."""
    return PlayerView(
        player=player,
        phase=state.phase,
        turn=state.turn,
        options=setting.options,
        players=setting.players,
        seats=state.seats,
        commander=state.commander,
        round=state.round,
        proposal=state.proposal,
        rejections=rejections(setting, state),
        target=state.target,
        squad=state.squad,
        missions=tuple(state.missions),
        allowed=proposable(setting, state),
        chooses=player in who_chooses(state),
        side=state.side(player),
        fellows=told_cylons(setting, state, player),
        missing_card=missing_card(setting, state, player),
        votes=_votes(state),
    )


def _votes(state: State) -> Mapping[str, str] | None:
    """Return the votes on the squad that is on its mission; None if there is none, or if the MJ has sent it."""
    last = state.proposals[-1] if state.phase == "mission" and state.proposals else None
    voted = last is not None and last.approved and (last.round, last.squad) == (state.round, state.squad)
    return dict(last.votes) if last is not None and voted else None
