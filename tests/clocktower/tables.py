"""Random tables of Clocktower: any roles at any seats, in any half, with steps that may be allowed or not."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from adjudicator.core.mj import Answer, Mj
from adjudicator.core.stage import Outcome
from adjudicator.games.clocktower.cases import position
from adjudicator.games.clocktower.game import GAME
from adjudicator.games.clocktower.roles import BELIEVING, EVIL, GOOD, ROLES
from adjudicator.games.clocktower.rules import Play
from adjudicator.games.clocktower.state import KINDS, Setting, State
from adjudicator.games.clocktower.steps import play_steps

Chance = random.Random
Plain = dict[str, Any]

NAMES = ("Zoé", "Max", "Luc", "Éva", "Ana", "Léo", "Tom", "Guy", "bob")
UNTILS = ("dawn", "dusk", "second_dusk", "third_dusk", "always")
SEED = "a seed"


def some_position(chance: Chance, most: int = 8) -> Plain:
    """Return a case: seats and effects at random, in any half."""
    names = chance.sample(NAMES, chance.randint(5, most))
    roles = chance.choices(list(ROLES), k=len(names))
    roles[0] = chance.choice(("imp", "vortox", "pukka", "nodashii", "shabaloth"))
    seats = [_seat(chance, name, role) for name, role in zip(names, roles, strict=True)]
    chance.shuffle(seats)
    half = f"{chance.choice(('night', 'day'))} {chance.randint(1, 4)}"
    effects = [some_effect(chance, names) for _ in range(chance.randint(0, 5))]
    return {"seats": seats, "time": half, "effects": effects, "herring": chance.choice(names)}


def _seat(chance: Chance, name: str, role: str) -> Plain:
    seat: Plain = {"player": name, "role": role}
    if role in BELIEVING:
        shown = [one for one in ROLES if one not in BELIEVING]
        seat["believed"] = chance.choice(shown)
    if chance.random() < 0.2:
        seat["side"] = chance.choice((GOOD, EVIL))
    if chance.random() < 0.2:
        seat |= {"dead": True, "ghost": chance.random() < 0.5}
    return seat


def some_effect(chance: Chance, names: Sequence[str]) -> Plain:
    """Return an effect as the MJ writes it."""
    by = {"by": chance.choice(names)} if chance.random() < 0.7 else {}
    kind = chance.choice((*KINDS, "drunk", "poisoned", "poisoned"))
    return {"kind": kind, "on": chance.choice(names), **by, "until": chance.choice(UNTILS)}


def some_steps(chance: Chance, state: State, most: int = 8) -> list[Plain]:
    """Return steps of a half, likely and unlikely ones."""
    return [_step(chance, list(state.seats), state) for _ in range(chance.randint(1, most))]


def _step(chance: Chance, names: list[str], state: State) -> Plain:
    one, other = chance.sample(names, 2)
    role = chance.choice(list(ROLES))
    if chance.random() < 0.5:
        return _use(chance, state, names, one)
    steps: list[Plain] = [
        {"kill": one},
        {"kill": one, "by": other},
        {"execute": one},
        {"execute_block": True},
        {"nominate": [one, other], "hands": chance.sample(names, chance.randint(0, len(names)))},
        {"nominate": [one, other]},
        {"become": {one: role}},
        {"side": {one: chance.choice((GOOD, EVIL))}},
        {"swap": [one, other]},
        {"revive": one},
        {"effect": some_effect(chance, names)},
        {"lift": {"kind": chance.choice(KINDS), "on": one}},
        {"guess": {one: {other: role}}},
        {"observed": one, "breach": chance.choice(("yes", "no", "doubtful")), "source": "dit"},
        {"claim": one, "role": role},
    ]
    return chance.choice(steps)


def _use(chance: Chance, state: State, names: list[str], name: str) -> Plain:
    """Return a use that mostly fits the role shown."""
    role = state.seats[name].acts
    step: Plain = {"use": name}
    number = role.number if chance.random() < 0.9 else chance.randint(0, 3)
    if number:
        step["on"] = chance.sample(names, min(number, len(names)))
    if role.names:
        step["role"] = chance.choice(list(ROLES))
    if role.once and chance.random() < 0.2:
        return {"use": name, "nothing": True}
    return step


def some_game(number: int, halves: int = 4) -> list[tuple[Setting, State, list[Plain], Outcome[State]]]:
    """Return the halves of a random game, each with its steps; it begins in any half."""
    chance = Chance(number)
    state = position(some_position(chance))
    setting = Setting(tuple(state.seats), tuple(ROLES))
    game = []
    for _ in range(halves):
        if state.ending is not None:
            break
        steps = some_steps(chance, state)
        outcome = played(setting, state, steps)
        game.append((setting, state, steps, outcome))
        state = outcome.state
    return game


def played(setting: Setting, state: State, steps: list[Plain], seed: str = SEED) -> Outcome[State]:
    """Return a half played with these steps, everything else as proposed; a game goes on if it can."""
    answers = {("course", ()): Answer(steps)}
    return GAME.rules.resolve(setting, state, {}, seed, Mj(answers))


def half(setting: Setting, state: State, steps: list[Plain]) -> tuple[Play, list[int]]:
    """Play steps without ending the half; return the half and the numbers of the refused steps."""
    play = Play(setting, state, {}, SEED)
    return play, play_steps(play, steps)
