"""What a player may know of a table, and what his orders are judged on: plain values, never the state itself."""

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
    """What a player may know when he gives orders: what is public, his identity, and of whom he was told."""

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
    """The rejected proposals that count."""
    target: int
    squad: tuple[str, ...]
    missions: tuple[Mission, ...]
    """Those carried out."""
    allowed: Proposable
    """What may be proposed, once the identities are dealt."""
    chooses: bool
    """Whether he has something to choose now, as everybody knows."""
    side: str
    """His side; empty before the deal."""
    fellows: tuple[str, ...]
    """The other Cylons, of whom he was told."""
    missing_card: str
    """The card that is played for him if he sends none."""
    votes: Mapping[str, str] | None = None
    """How everybody voted on the squad that is on its mission, as it was published; None before."""

    def score(self, success: bool) -> int:
        """Return how many missions have succeeded, or failed."""
        return sum(mission.success is success for mission in self.missions)


def player_view(setting: Setting, state: State, player: str) -> PlayerView:
    """Return what ``player`` may know."""
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
    """Return the votes on the squad that is on its mission; None where there is none, or the MJ has sent it."""
    last = state.proposals[-1] if state.phase == "mission" and state.proposals else None
    voted = last is not None and last.approved and (last.round, last.squad) == (state.round, state.squad)
    return dict(last.votes) if last is not None and voted else None
