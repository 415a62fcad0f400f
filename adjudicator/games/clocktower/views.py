"""What a player may know: what is public, and the role that he believes to have."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.games.clocktower.state import Setting, State


class PlayerView(NamedTuple):
    """What a player may know; by hand there is nothing to order, so that nothing more is needed."""

    player: str
    phase: str
    turn: int
    shown: str
    """The role shown; empty before the setup."""
    alive: bool
    seats: tuple[str, ...]


def player_view(setting: Setting, state: State, player: str) -> PlayerView:
    """Return what ``player`` may know."""
    seat = state.seats.get(player)
    shown, alive = (seat.shown, seat.alive) if seat else ("", True)
    return PlayerView(player, state.phase, state.turn, shown, alive, tuple(state.seats))
