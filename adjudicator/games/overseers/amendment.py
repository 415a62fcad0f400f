"""Amendments by the MJ, and the differences between two states in words for the MJ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.faults import Listed, Objection, Phrase, Word
from adjudicator.core.plain import Plain, from_plain, merged, to_plain
from adjudicator.core.stage import stage_changes, value_changes
from adjudicator.games.overseers import rules
from adjudicator.games.overseers.state import OVERSEERS, TRAITS, Setting, State, in_order, word_of

_DRAFT = ("leader", "overseers", "scores", "hands", "taken")
_LAID = ("leader", "overseers", "scores", "up", "down", "pile")
IN_PHASE: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("fushen", "pick", "placement"), _DRAFT),
    **dict.fromkeys(("powers", "vote"), _LAID),
    "judgement": (*_LAID, "accused"),
    "greed": (*_LAID, "thief"),
}
"""47. The keys that an amendment may have, by the phase awaited."""
_BY_HAND = ("round", "leaders", "leader", "scores")


def by_hand(setting: Setting, turn: int) -> State:
    """47. Return the state of a game that was played by hand until ``turn``, in which a round is to be dealt."""
    return State(turn=turn)


def amended(setting: Setting, state: State, table: Plain) -> State:
    """Return a copy of the state with an amendment applied; what is then missing is what was set aside."""
    fields = {key: value for key, value in table.items() if key not in ("leader", "up", "down")}
    after: State = from_plain(State, merged(to_plain(state), fields))
    after.pile = in_order(after.pile)
    after.hands = {player: in_order(cards) for player, cards in after.hands.items()}
    if "leaders" in table or "leader" in table:
        after.leaders = [*table.get("leaders", after.leaders[: after.round - 1]), table.get("leader", after.leader)]
    for key, up in (("up", True), ("down", False)):
        for player, traits in table.get(key, {}).items():
            _lay_anew(after, player, up, traits)
    if after.overseers:
        left = Counter(rules.all_cards(len(setting.players))) - Counter(_cards_in(after))
        after.aside = in_order(left.elements())
    return after


def _lay_anew(after: State, player: str, up: bool, traits: list[str]) -> None:
    """Replace the traits of a player's cards that lie face up or face down; numbers stay as they are."""
    cards = [card for card in after.cards[player] if card.up is up]
    for card, trait in zip(cards, traits, strict=False):
        card.nature = card.nature if card.trait == trait else ""
        card.trait = trait
    if up and after.phase != "greed":
        after.shows[player] = list(traits)


def _cards_in(state: State) -> Iterator[str]:
    for cards in (*state.hands.values(), *state.taken.values(), state.pile):
        yield from cards
    yield from (card.trait for cards in state.cards.values() for card in cards)


# Objections --------------------------------------------------------------------------------------------------


def amendment_objections(setting: Setting, state: State, table: Plain) -> list[Objection]:
    """2, 47. Return what is wrong with an amendment; an empty list if a game can reach the state that it results in."""
    by_hand = state.phase == "deal" and state.turn > 0
    allowed = _BY_HAND if by_hand else IN_PHASE.get(state.phase, ())
    early = [Objection("amend-not-now", (key,), on_key=True) for key in table if key not in allowed]
    if by_hand and (table.get("round", 1) > 1 or "leaders" in table):
        early += [Objection("table-lacks", (), {"key": Word("table", key)}) for key in _BY_HAND if key not in table]
    if early := early or [*_size_objections(setting, state, table)]:
        return early
    after = amended(setting, state, table)
    found = [*_overseer_objections(setting, after, table)]
    over = Counter(_cards_in(after)) - Counter(rules.all_cards(len(setting.players)))
    found += [Objection("too-many-cards", (), {"trait": Word("traits", trait)}) for trait in over]
    if after.phase == "powers" and Counter(after.offered) - Counter(after.pile):
        found.append(Objection("pile-lacks-offered", ("pile",)))
    return found


def _size_objections(setting: Setting, state: State, table: Plain) -> Iterator[Objection]:
    """47. Object to more or fewer cards, points or Leaders than there are at this stage."""
    counted = table.get("round", state.round) - 1
    sizes: dict[str, Mapping[str, int]] = {
        "scores": dict.fromkeys(setting.players, counted),
        "hands": {player: len(cards) for player, cards in state.hands.items()},
        "taken": {player: len(cards) for player, cards in state.taken.items()},
        "up": {player: sum(card.up for card in cards) for player, cards in state.cards.items()},
        "down": {player: sum(not card.up for card in cards) for player, cards in state.cards.items()},
    }
    for key, wanted in sizes.items():
        for player, named in table.get(key, {}).items():
            if len(named) != wanted[player]:
                yield Objection("amend-size", (key, player), {"count": wanted[player], "named": len(named)})
    for key, count in (("pile", len(state.pile)), ("leaders", counted)):
        if key in table and len(table[key]) != count:
            yield Objection("amend-size", (key,), {"count": count, "named": len(table[key])})
    if state.phase == "deal" and "scores" in table and table["scores"].keys() != set(setting.players):
        yield Objection("scores-of-all", ("scores",))


def _overseer_objections(setting: Setting, after: State, table: Plain) -> Iterator[Objection]:
    """4, 7, 10, 19, 22. Object to Overseers whom nobody can have now, or without whom there would be no such stage."""
    own = list(after.overseers.values())
    for player, overseer in table.get("overseers", {}).items():
        if own.count(overseer) > 1:
            yield Objection("overseer-twice", ("overseers", player))
        elif overseer not in rules.overseers_in(setting) or overseer in after.offered:
            yield Objection("overseer-not-dealt", ("overseers", player))
    needed = {"fushen": ("fushen",), "powers": tuple(rules.POWERS)}.get(after.phase, own)
    if not any(overseer in own for overseer in needed) and "overseers" in table:
        yield Objection("overseer-needed", ("overseers",))
    if after.phase == "powers" and after.owner("gan") and not after.offered:
        yield Objection("gan-too-late", ("overseers", after.owner("gan")))


# The differences between two states ----------------------------------------------------------------------------


def changes(setting: Setting, before: State, after: State) -> list[Phrase]:
    """Return the differences between two states in words, for each player in the order of the table."""
    told = ({key: _in_words(value) for key, value in _told(state)} for state in (before, after))
    return [*stage_changes(before, after), *value_changes(*told)]


def _told(state: State) -> Iterator[tuple[str, Any]]:
    for key in ("round", "leaders", "overseers", "scores", "hands", "taken", "pile", "accused", "thief"):
        yield key, getattr(state, key)
    for key, up in (("up", True), ("down", False)):
        yield key, {player: [card.trait for card in own if card.up is up] for player, own in state.cards.items()}


def _in_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _in_words(one) for name, one in value.items()}
    if isinstance(value, list):
        return Listed(tuple(map(_in_words, value))) if value else None
    return word_of(value) if value in (*TRAITS, *OVERSEERS) else value or None
