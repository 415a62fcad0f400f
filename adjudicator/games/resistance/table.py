"""A stage that is being played: its own copy of the state, the orders, the dice and the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.core.dice import Dice
from adjudicator.core.stage import Fact
from adjudicator.games.resistance.state import Setting, State


class Table:
    """What the rules read and change while they play a stage.

    ``orders`` are canonical orders by player; a value of a wrong shape counts as not sent.
    """

    def __init__(self, setting: Setting, state: State, orders: Mapping[str, Any], seed: str) -> None:
        """Copy the state for one stage; ``seed`` decides its draws."""
        self.setting, self.state = setting, state.copy()
        self.orders = orders
        self.dice = Dice(seed, state.turn)
        self.log: list[Fact] = []

    def note(self, kind: str, rules: Sequence[str], **data: Any) -> None:
        """Add one fact to the MJ's account, with the rules that decided it."""
        self.log.append(Fact(kind, {**data, "rules": rules}))

    def card(self, player: str, order: str, allowed: Sequence[str]) -> str | None:
        """Return the vote or card that ``player`` has sent as ``order``; None if it is none of those ``allowed``."""
        given = self.orders.get(player)
        played = given.get(order) if isinstance(given, Mapping) else None
        return played if isinstance(played, str) and played in allowed else None

    def in_seat_order(self, players: Iterable[str]) -> tuple[str, ...]:
        """Return ``players`` in seat order, so that nothing reveals in which order they were named."""
        named = set(players)
        return tuple(player for player in self.state.seats if player in named)

    def drawn(self, purpose: str, players: Sequence[str], count: int) -> tuple[str, ...]:
        """Return ``count`` of ``players``, drawn one after another from those who are left."""
        left = list(players)
        return tuple(left.pop(left.index(self.dice.pick(purpose, str(i), left))) for i in range(count))
