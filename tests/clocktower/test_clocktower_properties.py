"""What holds in any game of Clocktower, whatever the roles, the effects and the steps."""

from __future__ import annotations

import itertools
from copy import deepcopy

import pytest
from clocktower.tables import Chance, half, played, some_game, some_position, some_steps
from support.depth import deep

from adjudicator.core.plain import to_plain
from adjudicator.games.clocktower.cases import position
from adjudicator.games.clocktower.effects import able, reasons, settled, works
from adjudicator.games.clocktower.explain import explain
from adjudicator.games.clocktower.game import GAME
from adjudicator.games.clocktower.roles import ROLES
from adjudicator.games.clocktower.state import STATES, Effect, Setting, State

FEW = [*range(40), *deep(*range(40, 2000))]


def consistent(state: State) -> list[set[int]]:
    """K80. Return every consistent way to set effects on: each is on if no state that is on lies on its source."""
    ages = [one.age for one in state.effects]
    found = []
    for chosen in itertools.product((False, True), repeat=len(ages)):
        on = {age for age, holds in zip(ages, chosen, strict=True) if holds}
        if all((one.age in on) == _may_be_on(state, one, on) for one in state.effects):
            found.append(on)
    return found


def _may_be_on(state: State, effect: Effect, on: set[int]) -> bool:
    if not effect.by or (effect.survives and state.seats[effect.by].since != effect.since):
        return True
    return not any(one.age in on and one.on == effect.by and one.kind in STATES for one in state.effects)


@pytest.mark.parametrize("number", FEW)
def test_without_a_loop_the_result_is_the_only_consistent_one(number: int) -> None:
    """K80, K20. With a loop the result is the same whatever the order in which effects are held."""
    chance = Chance(number)
    state = position(some_position(chance))
    result = settled(state)
    every = consistent(state)
    if not result.loops:
        assert every == [set(result.on)]
    else:
        oldest = result.loops[0][0]
        assert oldest.age in result.on and len(every) != 1
    chance.shuffle(state.effects)
    assert settled(state).on == result.on


@pytest.mark.parametrize("number", FEW)
def test_any_half_ends_and_keeps_its_counts(number: int) -> None:
    for setting, before, _, outcome in some_game(number):
        after = outcome.state
        assert GAME.rules.load(GAME.rules.dump(after)) == after
        assert after.ending or after.half == before.half + 1
        for day in after.days:
            assert sum(one.of == day.execution for one in day.nominations) <= 1
            assert len({one.by for one in day.nominations}) == len(day.nominations)
            assert len({one.of for one in day.nominations}) == len(day.nominations)
        executed = sum(seat.executions for seat in after.seats.values())
        assert executed - sum(seat.executions for seat in before.seats.values()) <= (not before.by_night)
        for name, seat in after.seats.items():
            assert not (seat.alive and seat.ghost)
            assert works(after, name) == (not reasons(after, name))
            assert explain(setting, after, name, [])


@pytest.mark.parametrize("number", FEW)
def test_every_effect_has_a_source_and_an_end(number: int) -> None:
    """§3.5. What its source does not have any more, or what is past its time, is gone, unless it survives."""
    for _, _, _, outcome in some_game(number):
        after = outcome.state
        assert len({one.age for one in after.effects}) == len(after.effects)
        for one in after.effects:
            assert not one.by or one.by in after.seats
            assert after.ending or one.ends == 0 or one.ends >= after.half
            if one.by and not one.survives and one.since and not after.ending:
                assert one.since <= after.seats[one.by].since


@pytest.mark.parametrize("number", FEW)
def test_a_refused_step_changes_nothing(number: int) -> None:
    chance = Chance(number)
    state = position(some_position(chance))
    setting = Setting(tuple(state.seats), tuple(ROLES))
    for step in some_steps(chance, state, 12):
        before = deepcopy(state)
        play, refused = half(setting, state, [step])
        if refused:
            assert play.state == before
            assert [fact.kind for fact in play.log] == ["step", "refused"]
            assert not play.notices
        state = play.state


@pytest.mark.parametrize("number", FEW[:20])
def test_a_use_is_spent_once(number: int) -> None:
    """S23, K25. Nobody uses a once-per-game ability twice in one acquisition, and dead votes count once."""
    spent: dict[tuple[str, int], int] = {}
    for _, before, _, outcome in some_game(number, 6):
        spenders = [fact.data["player"] for fact in outcome.log if fact.kind == "spent"]
        for name in spenders:
            key = (name, outcome.state.seats[name].since)
            spent[key] = spent.get(key, 0) + 1
        raised = [name for day in outcome.state.days[-1:] for one in day.nominations for name in one.hands or ()]
        dead = [name for name, seat in before.seats.items() if not seat.alive and not outcome.state.seats[name].alive]
        assert before.by_night or all(raised.count(name) <= 1 for name in dead if name not in _revived(outcome.log))
    assert all(count <= 1 for count in spent.values())


def _revived(log: object) -> list[str]:
    return [fact.data["player"] for fact in log if fact.kind == "revived"]  # type: ignore[attr-defined]


def test_a_half_is_a_function_of_what_is_given() -> None:
    for number in range(10):
        for setting, before, steps, outcome in some_game(number):
            again = played(setting, deepcopy(before), deepcopy(steps))
            assert to_plain(again.state) == to_plain(outcome.state)
            assert again.log == outcome.log


def test_who_is_able_has_no_state_on_him() -> None:
    for number in range(30):
        state = position(some_position(Chance(number)))
        for name, seat in state.seats.items():
            found = [one.state for one in reasons(state, name)]
            assert able(state, name) == (not {"none", "drunk", "poisoned"} & set(found))
            assert ("dead" in found) == (not seat.alive and seat.role not in ("recluse", "spy"))
