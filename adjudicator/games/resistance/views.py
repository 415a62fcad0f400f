"""What a player may know, on which their orders are judged: plain values, never the state itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.core.plain import Plain
from adjudicator.games.resistance import plots
from adjudicator.games.resistance.rules import (
    Proposable,
    missing_card,
    proposable,
    rejections,
    told_cylons,
    who_chooses,
)
from adjudicator.games.resistance.state import CYLONS, Mission, Options, Plan, Seen, Setting, State

VOTED = ("mission", "after_vote", "close_eye")
"""The phases in which the votes on a squad are published."""


class PlotsView(NamedTuple):
    """What a player may know of the Complot cards: all that is public, and what they alone were shown."""

    plan: Plan
    hands: Mapping[str, tuple[str, ...]]
    own: tuple[str, ...]
    """The cards before the player."""
    drawn: tuple[str, ...]
    passed: tuple[str, ...]
    usurped: bool
    opinions: Mapping[str, str]
    lit: str
    asked: Mapping[str, int]
    """How many cards ask the player something in stage ``immediate``, by the order that answers."""
    takeable: tuple[Plain, ...]
    """What the receiver of Prendre les choses en main may take."""
    seen: tuple[Seen, ...]
    """What the player was shown, in order."""


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
    """The published votes on the squad that was approved; None if no such votes exist."""
    plots: PlotsView | None = None
    """The Complot cards; None where Le Plan is not played."""

    @property
    def known(self) -> Mapping[str, str]:
        """The sides that the player knows, by player: their own, and those that they were told or shown."""
        own = {self.player: self.side} if self.side else {}
        told = dict.fromkeys(self.fellows, CYLONS)
        shown = self.plots.seen if self.plots else ()
        return {**own, **told, **{seen.player: seen.side for seen in shown if seen.side}}

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
        plots=_plots_view(setting, state, player),
    )


def _plots_view(setting: Setting, state: State, player: str) -> PlotsView | None:
    cards = state.plots
    if setting.plan is None or cards is None:
        return None
    return PlotsView(
        plan=setting.plan,
        hands={one: cards.of(one) for one in state.seats if cards.of(one)},
        own=cards.of(player),
        drawn=cards.drawn,
        passed=cards.passed,
        usurped=cards.usurped,
        opinions=dict(cards.opinions),
        lit=cards.lit,
        asked=plots.asked(state, player) if state.phase == "immediate" else {},
        takeable=tuple(plots.takeable(plots.around(state.seats, state.commander), cards.hands, cards.given)),
        seen=cards.seen.get(player, ()),
    )


def _votes(state: State) -> Mapping[str, str] | None:
    """Return the votes on the squad that is on its mission; None if there is none, or if the MJ has sent it."""
    last = state.proposals[-1] if state.phase in VOTED and state.proposals else None
    voted = last is not None and last.approved and (last.round, last.squad) == (state.round, state.squad)
    return dict(last.votes) if last is not None and voted else None
