"""What a player may know, on which their orders are judged: a copy of the state without all the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from adjudicator.core.plain import Sealed
from adjudicator.core.words import Names
from adjudicator.games.zfate.state import Compel, Scene, Setting, Sheet, State


class PlayerView(NamedTuple):
    """What a player may know when giving orders; for an NPC, to whom the MJ gives orders, what the MJ knows."""

    player: str
    setting: Setting
    state: State
    """The state with the player's own sheet alone, without the ledger, and without what the player does not know.

    ``oppositions`` have no numbers until somebody has met them; ``declared`` has the player's own orders.
    """
    points: int

    @property
    def phase(self) -> str:
        """The phase awaited."""
        return self.state.phase

    @property
    def scene(self) -> Scene:
        """The scene as the player knows it."""
        return self.state.scene

    @property
    def sheet(self) -> Sheet | None:
        """The player's sheet; None before it is accepted."""
        return self.state.sheets.get(self.player)

    @property
    def hits(self) -> Mapping[str, int]:
        """What each attacker does to the player, « if nothing changes »; empty but in a window."""
        declared = self.state.declared
        return declared.hits.get(self.player, {}) if declared else {}

    @property
    def compels(self) -> list[Compel]:
        """The compels that the player has to answer."""
        return [compel for compel in self.scene.compels if compel.who == self.player]

    @property
    def people(self) -> Names:
        """Everybody present, by name or character."""
        present = self.scene.present
        return Names(present, {alias: name for alias, name in self.setting.aliases.items() if name in present})


def player_view(setting: Setting, state: State, player: str) -> PlayerView:
    """Return what a player may know; for the name of an NPC, what the MJ knows."""
    npc, points = player in state.npcs, state.balance(player)
    known = state.copy()
    known.ledger = []
    known.sheets = {name: sheet for name, sheet in known.sheets.items() if name == player}
    if not npc:
        scene, known.aspects = known.scene, known.known(player)
        known.npcs = [name for name in known.npcs if name in scene.present]
        scene.oppositions = {name: number if name in scene.met else 0 for name, number in scene.oppositions.items()}
        scene.compels = [compel for compel in scene.compels if compel.who == player]
    if known.declared is not None:
        mine = dict(known.declared.orders).get(player, {})  # type: ignore[call-overload]
        known.declared = replace(known.declared, orders=Sealed({player: mine}), answers="")
    return PlayerView(player, setting, known, 10**6 if npc else points)
