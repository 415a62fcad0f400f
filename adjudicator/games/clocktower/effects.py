"""Whether an ability works, and why: which effects are on, which are asleep, and what they hang on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from adjudicator.core.plain import Plain
from adjudicator.games.clocktower.roles import ACT_WHEN_DEAD, GOOD, ROLES, TOWNSFOLK
from adjudicator.games.clocktower.state import STATES, Effect, State, ending_half


class Settled(NamedTuple):
    """Which effects are on, by age; and the loops that had to be decided, each with its effects, oldest first."""

    on: frozenset[int]
    loops: tuple[tuple[Effect, ...], ...]


class Reason(NamedTuple):
    """Why an ability does not work; an effect is named for a state that lies on the player."""

    state: str
    effect: Effect | None = None


def settled(state: State) -> Settled:
    """Return which effects are on.

    An effect is on if no state that is on lies on its source. What this leaves open hangs on a loop: of the loops that
    nothing else undecided feeds, the oldest effect is on.
    """
    states = sorted((one for one in state.effects if one.kind in STATES), key=lambda one: one.age)
    feeds = {one.age: _above(state, one, states) for one in state.effects}
    known: dict[int, bool] = {}
    loops: list[tuple[Effect, ...]] = []
    while True:
        _propagate(states, feeds, known)
        undecided = [one for one in states if one.age not in known]
        if not undecided:
            break
        first = _fed_by_none(undecided, feeds)
        loops.append(first)
        known[first[0].age] = True
    _propagate(state.effects, feeds, known)
    return Settled(frozenset(age for age, holds in known.items() if holds), tuple(loops))


def _above(state: State, effect: Effect, states: Iterable[Effect]) -> list[int]:
    """Return the ages of the states that lie on the source of an effect; none if nothing can put it to sleep."""
    gone = effect.survives and (effect.by not in state.seats or state.seats[effect.by].since != effect.since)
    return [] if not effect.by or gone else [one.age for one in states if one.on == effect.by]


def _propagate(effects: Iterable[Effect], feeds: Mapping[int, list[int]], known: dict[int, bool]) -> None:
    """Set on all that are surely on, and asleep all that have one surely on above, until nothing changes."""
    changed = True
    while changed:
        changed = False
        for one in effects:
            if one.age in known:
                continue
            above = [known.get(age) for age in feeds[one.age]]
            if True in above or None not in above:
                known[one.age] = True not in above
                changed = True


def _fed_by_none(undecided: list[Effect], feeds: Mapping[int, list[int]]) -> tuple[Effect, ...]:
    """Return the loop with the oldest effect among those that no other undecided effect feeds, oldest first."""
    reached = {one.age: _reached(one.age, {each.age for each in undecided}, feeds) for one in undecided}
    for one in undecided:  # oldest first
        if all(one.age in reached[age] for age in reached[one.age]):
            return tuple(each for each in undecided if each.age in reached[one.age])
    raise AssertionError("every undecided effect hangs on a loop")


def _reached(age: int, undecided: set[int], feeds: Mapping[int, list[int]]) -> set[int]:
    """Return the undecided effects on which one hangs, near and far."""
    found: set[int] = set()
    left = [age]
    while left:
        for above in feeds[left.pop()]:
            if above in undecided and above not in found:
                found.add(above)
                left.append(above)
    return found


def is_on(state: State, kind: str, name: str) -> bool:
    """Return whether an effect of a kind that is on lies on a player."""
    return name in affected(state, kind)


def affected(state: State, kind: str) -> list[str]:
    """Return the players on whom an effect of a kind is on, clockwise."""
    on = settled(state).on
    return state.in_seats([one.on for one in state.effects if one.kind == kind and one.age in on])


def states_on(state: State, name: str) -> list[Effect]:
    """Return the states that are on and lie on a player, by age."""
    on = settled(state).on
    found = [one for one in state.effects if one.on == name and one.kind in STATES and one.age in on]
    return sorted(found, key=lambda one: one.age)


def able(state: State, name: str) -> bool:
    """Return whether a player has an ability of his own that no state keeps from working."""
    return state.seats[name].role != "drunk" and not states_on(state, name)


def reasons(state: State, name: str) -> list[Reason]:
    """Return every reason for which the ability of a player does not work; empty if it works."""
    seat = state.seats[name]
    found = [] if seat.alive or seat.role in ACT_WHEN_DEAD else [Reason("dead")]
    found += [Reason("none")] if seat.role == "drunk" else []
    found += [Reason("spent")] if ROLES[seat.role].once and seat.used else []
    return found + [Reason(one.kind, one) for one in states_on(state, name)]


def works(state: State, name: str) -> bool:
    """Return whether the ability of a player works."""
    return not reasons(state, name)


def works_as(state: State, name: str, *roles: str) -> bool:
    """Return whether a player has one of these roles, and its ability works."""
    return state.seats[name].role in roles and works(state, name)


def working(state: State, *roles: str) -> list[str]:
    """Return the players with one of these roles whose ability works, clockwise."""
    return [name for name in state.having(*roles, alive=False) if works(state, name)]


def shielded(state: State, name: str) -> bool:
    """Return whether a working Tea Lady, both of whose living neighbours are good, protects a living player."""
    protected = [state.neighbours(lady) for lady in working(state, "tealady")]
    return any(name in near and all(state.seats[one].side == GOOD for one in near) for near in protected)


def name_of(given: Plain) -> tuple[str, str, str]:
    """Return kind, target and source of an effect as the MJ names it: see ``Effect.named``."""
    return given["kind"], given["on"], given.get("by", "")


def effect_of(state: State, given: Plain) -> Effect:
    """Return an effect as the MJ names it; a Sweetheart's and a Snake Charmer's outlast their source."""
    by, kind = given.get("by", ""), given["kind"]
    role, since = (state.seats[by].role, state.seats[by].since) if by else ("", 0)
    survives = (kind, role) in (("drunk", "sweetheart"), ("poisoned", "snakecharmer"))
    ends = ending_half(state, given.get("until", "always"))
    return Effect(0, kind, given["on"], by, since, ends, given.get("role", ""), survives)


def add(state: State, effect: Effect) -> Effect:
    """Add an effect with the next age."""
    state.age += 1
    effect.age = state.age
    state.effects.append(effect)
    return effect


def refresh(state: State) -> None:
    """Make and end the effects that hang on a condition: a living No Dashii poisons the nearest Townsfolk."""
    townsfolk = state.having(TOWNSFOLK, alive=False)
    wanted = {(demon, one) for demon in state.having("nodashii") for one in state.nearest(demon, townsfolk)}
    kept = {
        (one.by, one.on): one
        for one in state.effects
        if one.dynamic and (one.by, one.on) in wanted and one.since == state.seats[one.by].since
    }
    state.effects = [one for one in state.effects if not one.dynamic or one in kept.values()]
    for demon, name in sorted(wanted - kept.keys(), key=lambda pair: [*map(list(state.seats).index, pair)]):
        add(state, Effect(0, "poisoned", name, demon, state.seats[demon].since, dynamic=True))
