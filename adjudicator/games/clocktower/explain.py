"""What holds for a player and why, for the MJ: the reasons and their reasons, and every effect on the player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.faults import Phrase, PhraseArgument, Word
from adjudicator.core.game import Past
from adjudicator.games.clocktower.effects import Reason, reasons, settled, states_on
from adjudicator.games.clocktower.state import Effect, Setting, State


def explain(setting: Setting, state: State, name: str, past: Sequence[Past]) -> list[Phrase]:
    """Return whether the ability of a player works and why, reason behind reason, then each effect on the player."""
    if not state.seats:
        return [Phrase("why.not-dealt")]
    works_now = [] if reasons(state, name) else [Phrase("why.works", {"player": name})]
    return [*_who(state, name), *works_now, *why(state, name)]


def why(state: State, name: str) -> Iterator[Phrase]:
    """Yield the reasons of a player and the effects on him; nothing if the ability works and nothing lies on him."""
    yield from _why(state, name)
    yield from _effects(state, name)


def _who(state: State, name: str) -> Iterator[Phrase]:
    seat = state.seats[name]
    values: dict[str, PhraseArgument] = {"player": name, "role": Word("roles", seat.role)}
    yield Phrase("why.role", {**values, "side": Word("sides", seat.side)})
    if seat.believed:
        yield Phrase("why.believed", {**values, "role": Word("roles", seat.believed)})


def _why(state: State, name: str) -> Iterator[Phrase]:
    """Yield the reasons of a player, behind each those of its source, down to the end."""
    told: set[int] = set()
    for reason in reasons(state, name):
        yield Phrase("why.not", {"player": name, "reason": reason_said(state, reason)})
        if reason.effect is not None:
            yield from _behind(state, reason.effect, told)


def _behind(state: State, effect: Effect, told: set[int]) -> Iterator[Phrase]:
    """Yield why an effect is on: what it hangs on, and why that is asleep."""
    if effect.age in told or not effect.by:
        return
    told.add(effect.age)
    loops = [loop for loop in settled(state).loops if effect in loop]
    if loops:
        oldest = loops[0][0]
        yield Phrase("why.loop", {"effect": effect_named(effect), "oldest": effect_named(oldest)})
        return
    on = settled(state).on
    above = [one for one in state.effects if one.on == effect.by and one.kind in ("drunk", "poisoned")]
    for one in [one for one in above if one.age not in on]:
        yield Phrase("why.sleeps-above", {"effect": effect_named(effect), "above": effect_named(one)})
        yield from _asleep(state, one, told)
    if not above:
        yield Phrase("why.source-sober", {"effect": effect_named(effect), "player": effect.by})


def _asleep(state: State, effect: Effect, told: set[int]) -> Iterator[Phrase]:
    """Yield why an effect is asleep: the states that are on and lie on its source, and what these hang on."""
    if effect.age in told:
        return
    told.add(effect.age)
    for one in states_on(state, effect.by):
        yield Phrase("why.asleep-by", {"effect": effect_named(effect), "above": effect_named(one)})
        yield from _behind(state, one, told)


def _effects(state: State, name: str) -> Iterator[Phrase]:
    """Yield each effect on a player with on or asleep and until when; behind one that is asleep, why."""
    on = settled(state).on
    for effect in sorted(state.effects, key=lambda one: one.age):
        if effect.on == name:
            yield effect_said(effect, effect.age in on)
            if effect.age not in on:
                yield from _asleep(state, effect, set())


def effect_named(effect: Effect) -> Phrase:
    """Return an effect as it is named within a sentence: what, on whom, by whom."""
    values: dict[str, PhraseArgument] = {"kind": Word("kinds", effect.kind), "on": effect.on, "by": effect.by}
    return Phrase("effect.by" if effect.by else "effect.bare", values)


def effect_said(effect: Effect, on: bool) -> Phrase:
    """Return an effect in words: on or asleep, until when, and what a madness is about."""
    about: PhraseArgument = ""
    if effect.kind == "mad" and effect.about:
        about = Phrase("effect.about", {"role": Word("roles", effect.about)})
    return Phrase(
        "effect.line",
        {
            "effect": effect_named(effect),
            "about": about,
            "on": Phrase("effect.on" if on else "effect.asleep"),
            "until": until_said(effect.ends),
        },
    )


def until_said(half: int) -> Phrase:
    """Return in words when an effect ends: at the end of a half, or never."""
    if not half:
        return Phrase("until.always")
    return Phrase("until.dawn" if half % 2 else "until.dusk", {"turn": (half + 1) // 2})


def reason_said(state: State, reason: Reason) -> Phrase:
    """Return a reason in words, with the source of a state."""
    if reason.effect is None or not reason.effect.by:
        return Phrase("reason.bare", {"state": Word("states", reason.state)})
    return Phrase("reason.by", {"state": Word("states", reason.state), "by": reason.effect.by})
