"""What a player may know, on which their orders are judged: plain values, never the state itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from adjudicator.core.plain import Sealed
from adjudicator.core.words import Names
from adjudicator.games.zfate.state import Aspect, Compel, Declared, Scene, Setting, Sheet, State, bare


class PlayerView(NamedTuple):
    """What a player may know when giving orders; for an NPC, to whom the MJ gives orders, what the MJ knows."""

    player: str
    phase: str
    turn: int
    setting: Setting
    scene: Scene
    """The scene; ``oppositions`` without their numbers until somebody has met them, ``compels`` the player's own."""
    sheet: Sheet | None
    aspects: tuple[Aspect, ...]
    """The aspects in play that the player knows."""
    named: dict[str, list[Aspect]]
    """The same aspects by text and by label, as ``bare`` has them."""
    points: int
    cap: int
    extreme: bool
    """Whether the player has taken an extreme consequence since the last major milestone."""
    rights: tuple[str, ...]
    declared: Declared | None
    """What the player declared in this exchange, and what all know of its provisional pass."""
    free_boxes: dict[str, list[int]]
    free_slots: tuple[str, ...]
    npc: bool = False

    @property
    def compels(self) -> list[Compel]:
        """The compels that the player has to answer."""
        return [compel for compel in self.scene.compels if compel.who == self.player]

    @property
    def people(self) -> Names:
        """Everybody present, by name or character."""
        present = self.scene.present
        return Names(present, {alias: name for alias, name in self.setting.aliases.items() if name in present})

    def found(self, written: str) -> list[Aspect]:
        """Return the aspects that the player may mean by a text."""
        return self.named.get(bare(written), [])

    def free(self, aspect: Aspect) -> int:
        """Return how many free invokes of an aspect the player has."""
        return aspect.free.get(self.player, 0)


def _named(aspects: Iterable[Aspect]) -> dict[str, list[Aspect]]:
    named: dict[str, list[Aspect]] = {}
    for each in aspects:
        for name in {bare(each.text), bare(each.label)}:
            named.setdefault(name, []).append(each)
    return named


def player_view(setting: Setting, state: State, player: str) -> PlayerView:
    """Return what a player may know; for the name of an NPC, what the MJ knows."""
    state = state.copy()
    npc = player in state.npcs
    scene, declared = state.scene, state.declared
    if not npc:
        met = {name: number if name in scene.met else 0 for name, number in scene.oppositions.items()}
        own = [compel for compel in scene.compels if compel.who == player]
        scene = replace(scene, oppositions=met, compels=own)
    if declared is not None:
        mine = dict(declared.orders).get(player, {})  # type: ignore[call-overload]
        declared = replace(declared, orders=Sealed({player: mine}), answers="")
    sheet = state.sheets.get(player)
    aspects = tuple(state.aspects if npc else state.known(player))
    return PlayerView(
        player=player,
        phase=state.phase,
        turn=state.turn,
        setting=setting,
        scene=scene,
        sheet=sheet,
        aspects=aspects,
        named=_named(aspects),
        points=10**6 if npc else state.balance(player),
        cap=state.cap,
        extreme=state.extreme.get(player, False),
        rights=tuple(state.rights.get(player, ())),
        declared=declared,
        free_boxes={track: state.free_boxes(player, track) for track in sheet.boxes} if sheet else {},
        free_slots=tuple(state.free_slots(player)) if sheet else (),
        npc=npc,
    )
