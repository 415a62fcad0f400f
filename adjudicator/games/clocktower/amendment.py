"""Amendments by the MJ, which change the table by the same verbs as his steps, and what differs between two states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.core.faults import Objection, Phrase, PhraseArgument
from adjudicator.core.plain import Plain
from adjudicator.core.stage import stage_changes, value_changes
from adjudicator.games.clocktower.effects import effect_of, name_of, refresh
from adjudicator.games.clocktower.roles import BELIEVING
from adjudicator.games.clocktower.rules import Play
from adjudicator.games.clocktower.said import effect_named, said, until_said
from adjudicator.games.clocktower.state import Setting, State


def amended(setting: Setting, state: State, table: Plain) -> State:
    """Return the state as amended; a new role or side is told to its player in the next letter."""
    play, shown = Play(setting, state, {}, ""), {name: seat.shown for name, seat in state.seats.items()}
    for name, seat in table.get("seats", {}).items():
        _amend_seat(play, name, seat)
    lifted = list(map(name_of, table.get("lifted", ())))
    for effect in [one for one in play.state.effects if one.named in lifted]:
        play.lift(effect)
    there = [(one.named, one.ends, one.about) for one in play.state.effects]
    for effect in (effect_of(play.state, given) for given in table.get("effects", ())):
        if (effect.named, effect.ends, effect.about) not in there:
            play.add(effect)
    for name, herring in table.get("herring", {}).items():
        play.seat(name).herring = herring
    after = play.state
    refresh(after)
    after.bluffs = tuple(table.get("bluffs", after.bluffs))
    if "execution" in table and after.days:
        _amend_execution(after, "" if table["execution"] == "nobody" else table["execution"])
    after.told = {**after.told, **table.get("said", {})}
    told = [(one.to.name, one.kind, str(one.facts[one.kind])) for one in play.notices]
    known = [(name, "role", role) for name, role in shown.items()]
    told = [one for one in told if one not in known]  # S26: who is made the Drunk believes what he believed
    after.pending = [*after.pending, *told]
    return after


def _amend_seat(play: Play, name: str, given: Plain) -> None:
    seat = play.seat(name)
    role = given.get("role", seat.role)
    believed = given.get("believed", seat.believed if role in BELIEVING else "")
    if (role, believed) != (seat.role, seat.believed):
        play.acquire({name: role}, {name: believed} if believed else {}, asks=False)
        if play.seat(name).shown == seat.shown:  # S26: to the player nothing has begun anew
            for key in ("used", "got", "acted", "chosen", "guessed", "right", "herring"):
                setattr(play.seat(name), key, getattr(seat, key))
    if "side" in given:
        play.change_side(name, given["side"])
    if given.get("alive", play.seat(name).alive) != play.seat(name).alive:
        if given["alive"]:
            play.revive(name, asks=False)
        else:
            play.seat(name).alive, play.seat(name).ghost = False, True
            play.end_those_by(name, "K3")
    for key in ("ghost", "used"):
        setattr(play.seat(name), key, given.get(key, getattr(play.seat(name), key)))


def _amend_execution(after: State, name: str) -> None:
    day = after.days[-1]
    for one, count in ((day.execution, -1), (name, 1)):
        if one:
            after.seats[one].executions += count
    day.execution, day.died = name, bool(name) and not after.seats[name].alive


def amendment_objections(setting: Setting, state: State, table: Plain) -> Iterator[Objection]:
    """Yield what is wrong with an amendment: what is not there, or an effect by a dead source that dies with it."""
    if not state.seats:
        yield Objection("before-setup")
        return
    for name, seat in table.get("seats", {}).items():
        role = seat.get("role", state.seats[name].role)
        if "believed" in seat and role not in BELIEVING:
            yield Objection("believed-wrong", ("seats", name, "believed"), on_key=True)
        elif seat.get("believed") in BELIEVING:
            yield Objection("believed-unaware", ("seats", name, "believed"))
        if seat.get("ghost") and seat.get("alive", state.seats[name].alive):
            yield Objection("ghost-living", ("seats", name, "ghost"), {"name": name}, on_key=True)
        if seat.get("role") in BELIEVING and "believed" not in seat:
            yield Objection("believed-lacks", ("seats", name, "role"))
    for i, effect in enumerate(effect_of(state, given) for given in table.get("effects", ())):
        by = effect.by
        alive = table.get("seats", {}).get(by, {}).get("alive", state.seats[by].alive) if by else True
        if not alive and not effect.survives:
            yield Objection("source-dead", ("effects", i, "by"), {"name": by})
    for i, wanted in enumerate(map(name_of, table.get("lifted", ()))):
        if wanted not in [one.named for one in state.effects]:
            yield Objection("no-such-effect", ("lifted", i))
    if "execution" in table and not state.days:
        yield Objection("only-by-day", ("execution",), on_key=True)


# The differences between two states ---------------------------------------------------------------------------


def changes(setting: Setting, before: State, after: State) -> Iterator[Phrase]:
    """Yield the differences between two states in words: the stage, the seats, effects, then all else."""
    yield from stage_changes(before, after)
    yield from value_changes(_seats(before), _seats(after), place="seat")
    for one, other, key in ((before, after, "gone"), (after, before, "new")):
        known = [effect.age for effect in other.effects]
        for effect in one.effects:
            if effect.age not in known:
                values = {"effect": effect_named(effect), "until": until_said(effect.ends)}
                yield Phrase(f"change.effect.{key}", values)
    same_half = before.half == after.half
    yield from value_changes(_others(before, same_half), _others(after, same_half))


def _seats(state: State) -> Plain:
    keys = ("role", "believed", "side", "alive", "ghost", "used")
    return {key: {name: _said(getattr(seat, key), key) for name, seat in state.seats.items()} for key in keys}


def _others(state: State, execution: bool) -> Plain:
    return {
        "herring": {name: seat.herring or None for name, seat in state.seats.items()},
        "bluffs": _said(state.bluffs),
        "execution": state.day.execution or None if execution else None,
        "said": state.told,
    }


def _said(value: Any, key: str = "") -> PhraseArgument | None:
    return None if value in ("", ()) else said(value, key)
