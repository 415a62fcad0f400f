"""What a player may know, on which their orders are judged: plain values, never the state itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from adjudicator.core.faults import Phrase
from adjudicator.core.stage import Stage
from adjudicator.games.overseers import rules
from adjudicator.games.overseers.state import Card, Setting, State


class PlayerView(NamedTuple):
    """What a player may know when giving orders: what is public, and the cards that the player has or was shown."""

    player: str
    phase: str
    stage: Phrase
    """The stage awaited in words, with its round and the number of its pick."""
    round: int
    players: tuple[str, ...]
    leader: str
    overseers: Mapping[str, str]
    awaited: bool
    picks: bool
    """Whether a card is to be picked now."""
    may_call: bool
    """Whether Wuming may be called now, which is public."""
    offered: tuple[str, ...]
    """The Overseers or cards that a power offers to the player now."""
    hand: tuple[str, ...]
    taken: tuple[str, ...]
    cards: tuple[Card, ...]
    """The player's own cards, once they are laid."""
    shows: Mapping[str, tuple[str, ...]]
    """The traits that each player laid face up."""
    hidden: Mapping[str, tuple[int, ...]]
    """The numbers of the cards that lie face down before each other player, or will when Meixiu looks."""
    votes: Mapping[str, int]
    accused: str
    guilty: bool | None
    thief: str
    robbable: tuple[str, ...]
    parts: tuple[str, ...]
    """The orders by which the player may use a power before the vote or, in Greed, rob, give and weaken."""

    @property
    def overseer(self) -> str:
        """Return the player's Overseer; empty before the deal."""
        return self.overseers.get(self.player, "")

    @property
    def face_down(self) -> int:
        """16, 17. Return how many cards the player lays face down."""
        return rules.face_down(self.overseer)

    @property
    def others(self) -> tuple[str, ...]:
        """Return the other players."""
        return tuple(player for player in self.players if player != self.player)


def player_view(setting: Setting, state: State, player: str) -> PlayerView:
    """Return what ``player`` may know of the setting and the state."""
    offered = {"fushen": "fushen", "powers": "gan"}.get(state.phase, "")
    counts = Counter(state.votes.values())
    public = ("phase", "round", "leader", "accused", "guilty", "thief")
    return PlayerView(
        **{name: getattr(state, name) for name in public},
        player=player,
        stage=Stage.of(state).said,
        players=setting.players,
        overseers=dict(state.overseers),
        awaited=rules.is_awaited(state, player),
        picks=rules.picks_left(state),
        may_call=rules.may_call(state),
        offered=tuple(state.offered) if state.overseers.get(player) == offered else (),
        hand=tuple(state.hands.get(player, ())),
        taken=tuple(state.taken.get(player, ())),
        cards=tuple(replace(card) for card in state.cards.get(player, ())),
        shows={each: tuple(traits) for each, traits in state.shows.items()},
        hidden=_hidden(setting, state),
        votes={each: counts[each] for each in setting.players},
        robbable=tuple(rules.can_be_robbed(state)) if state.thief else (),
        parts=tuple(rules.parts_of(state, player)),
    )


def _hidden(setting: Setting, state: State) -> dict[str, tuple[int, ...]]:
    """22, 23. Return the numbers of all face-down cards; Gan's next one too, which he keeps before Meixiu looks."""
    found = {player: [card.number for card in cards if not card.up] for player, cards in state.cards.items()}
    gan = state.owner("gan")
    if state.phase == "powers" and gan in found and state.offered:
        found[gan].append(state.numbered[gan] + 1)
    return {player: tuple(numbers) for player, numbers in found.items()}
