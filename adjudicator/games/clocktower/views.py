"""What a player may know who orders something: what all know, the shown role, and what he has done by it himself."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.games.clocktower.state import Seat, Setting, State
from adjudicator.games.clocktower.steps import has_vote


class PlayerView(NamedTuple):
    """What a player may know; by hand, without ``post``, nobody orders anything."""

    player: str
    phase: str
    turn: int
    post: bool
    known: State
    """The state as the player knows it: others without a role, himself with the shown one, and nothing that is hidden.

    Orders are judged on it by the same functions that judge steps, so that a refusal hangs on nothing else.
    """

    @property
    def mode(self) -> str:
        """The mode of the game, as that of the state."""
        return "post" if self.post else ""

    @property
    def seat(self) -> Seat:
        """The player's own seat; that of nobody before the setup."""
        return self.known.seats.get(self.player, Seat("soldier", alive=False))

    @property
    def awaited(self) -> bool:
        """Whether orders are awaited of the player."""
        return self.post and self.player in awaited_in(self.known)

    @property
    def players(self) -> list[str]:
        """All players, clockwise."""
        return list(self.known.seats)

    @property
    def others(self) -> list[str]:
        """The other players, clockwise."""
        return [name for name in self.known.seats if name != self.player]


def awaited_in(state: State) -> list[str]:
    """§8.1. Return who owes orders: the living and, for votes, the dead who still have theirs; at the end nobody."""
    if state.phase == "over":
        return []
    return [name for name in state.seats if has_vote(state, name)] if state.phase == "votes" else state.living()


def player_view(setting: Setting, state: State, player: str) -> PlayerView:
    """Return what ``player`` may know."""
    return PlayerView(player, state.phase, state.turn, setting.post, _known(state, player))


def _known(state: State, player: str) -> State:
    seats = {name: Seat("soldier", alive=seat.alive, ghost=seat.ghost) for name, seat in state.seats.items()}
    if own := state.seats.get(player):
        seats[player].role = own.shown
        for key in ("used", "got", "acted", "chosen", "guessed"):
            setattr(seats[player], key, getattr(own, key))
    return State(state.phase, state.turn, seats, block=state.block, days=state.days)
