"""What holds for a player and why, for the MJ: the reasons and their reasons, and every effect on the player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.faults import Phrase, PhraseArgument, Word
from adjudicator.core.game_reports import Past
from adjudicator.games.clocktower.effects import reasons, settled, states_on
from adjudicator.games.clocktower.said import effect_named, effect_said, reason_said
from adjudicator.games.clocktower.state import STATES, Effect, Setting, State


def explain(setting: Setting, state: State, name: str, past: Sequence[Past]) -> list[Phrase]:
    """Return whether the ability of a player works and why, reason behind reason, then each effect on the player."""
    if not state.seats:
        return [Phrase("why.not-dealt")]
    seat = state.seats[name]
    values: dict[str, PhraseArgument] = {"player": name, "role": Word("roles", seat.role)}
    found = [Phrase("why.role", {**values, "side": Word("sides", seat.side)})]
    if seat.believed:
        found.append(Phrase("why.believed", {**values, "role": Word("roles", seat.believed)}))
    if not reasons(state, name):
        found.append(Phrase("why.works", values))
    return [*found, *why(state, name)]


def why(state: State, name: str) -> Iterator[Phrase]:
    """Yield the reasons of a player, behind each those of its source, down to the end; then the effects on him.

    Nothing is yielded if the ability works and nothing lies on the player.
    """
    told: set[int] = set()
    for reason in reasons(state, name):
        yield Phrase("why.not", {"player": name, "reason": reason_said(reason)})
        if reason.effect is not None:
            yield from _behind(state, reason.effect, told)
    on = settled(state).on
    for effect in state.effects:
        if effect.on == name:
            yield effect_said(effect, effect.age in on)
            if effect.age not in on:
                yield from _asleep(state, effect, set())


def _behind(state: State, effect: Effect, told: set[int]) -> Iterator[Phrase]:
    """Yield why an effect is on: what it hangs on, and why that is asleep."""
    if effect.age in told or not effect.by:
        return
    told.add(effect.age)
    values: dict[str, PhraseArgument] = {"effect": effect_named(effect)}
    on, loops = settled(state)
    loop = next((loop for loop in loops if effect in loop), None)
    if loop:
        yield Phrase("why.loop", {**values, "above": effect_named(loop[0])})
        return
    above = [one for one in state.effects if one.on == effect.by and one.kind in STATES]
    for one in above:
        if one.age not in on:
            yield Phrase("why.sleeps-above", {**values, "above": effect_named(one)})
            yield from _asleep(state, one, told)
    if not above:
        yield Phrase("why.source-sober", {**values, "player": effect.by})


def _asleep(state: State, effect: Effect, told: set[int]) -> Iterator[Phrase]:
    """Yield why an effect is asleep: the states that are on and lie on its source, and what these hang on."""
    if effect.age in told:
        return
    told.add(effect.age)
    for one in states_on(state, effect.by):
        yield Phrase("why.asleep-by", {"effect": effect_named(effect), "above": effect_named(one)})
        yield from _behind(state, one, told)
