"""The steps of a half, as the MJ writes them: each is played, or refused with the reason and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from adjudicator.core.faults import Objection, Phrase, Word
from adjudicator.core.plain import Plain
from adjudicator.core.stage import PUBLIC
from adjudicator.games.clocktower.abilities import ABILITIES, goon
from adjudicator.games.clocktower.deaths import execute, kill
from adjudicator.games.clocktower.effects import able, effect_of, is_on, name_of, refresh, working, works_as
from adjudicator.games.clocktower.information import TRUTHS, learn, registers
from adjudicator.games.clocktower.roles import BELIEVING, DEMON, EVIL, OUTSIDER, ROLES, TOWNSFOLK, Role, team
from adjudicator.games.clocktower.rules import Play, Refused
from adjudicator.games.clocktower.state import Day, Nomination, State


def play_steps(play: Play, steps: Iterable[Plain], first: int = 1) -> list[int]:
    """Play steps in order and return the numbers of those that are refused; they are numbered from ``first``."""
    refused = []
    for number, step in enumerate(steps, first):
        kept = deepcopy(play.state), len(play.log), len(play.notices), len(play.asked)
        play.beside = step.get("mj", {})
        written = {key: value for key, value in step.items() if key != "mj"}
        play.note("step" if number else "closes", number=number, step=written)
        try:
            _play(play, step)
        except Refused as why:
            play.state = kept[0]
            del play.log[kept[1] + 1 :], play.notices[kept[2] :], play.asked[kept[3] :]
            play.note("refused", code=why.code, values=why.values)
            refused.append(number)
    play.beside = {}
    return refused


def close(play: Play) -> None:
    """End the half, unless the game is over."""
    if play.state.ending is None:
        play_steps(play, [{"time": "dawn" if play.state.by_night else "dusk"}], 0)


def _play(play: Play, step: Plain) -> None:
    if any(step_objections([step], ())):
        raise Refused("unclear")
    known = STEPS[kind_of(step)]
    if play.state.ending is not None:
        raise Refused("over")
    if known.by_day:
        only_by_day(play.state)
    for role in _roles(step):
        if role not in ROLES:
            raise Refused("role-not-played", role=Word("roles", role))
    known.played(play, step)
    refresh(play.state)
    if play.state.ending is None:
        play.decide_loops()


def _roles(step: Plain) -> Iterator[str]:
    """Yield the roles that a step names, apart from those in answers beside it."""
    yield from (part[key] for part in (step, step.get("effect", {})) for key in ("role", "believed") if key in part)
    yield from step.get("become", {}).values()
    yield from (role for guesses in step.get("guess", {}).values() for role in guesses.values())


def only_by_day(state: State) -> None:
    """Refuse by night, and after the day's execution, what is for the day."""
    if state.by_night:
        raise Refused("by-night")
    if state.day.execution:
        raise Refused("executed", name=state.day.execution)


def kind_of(step: Plain) -> str:
    """Return the key that says what a step is; empty if there is none."""
    return next((key for key in STEPS if key in step), "")


def step_objections(steps: Sequence[Plain], path: tuple[str | int, ...]) -> Iterator[Objection]:
    """Yield what is wrong with the form of steps: each is of one kind, with what belongs to it."""
    for i, step in enumerate(steps):
        kind = kind_of(step)
        if not kind:
            yield Objection("step-unclear", (*path, i))
            continue
        for key in step:
            if key not in (kind, "mj", *STEPS[kind].beside):
                values = {"step": Word("steps", kind), "other": Word("steps", key)}
                yield Objection("step-not-with", (*path, i, key), values, on_key=True)
        if (need := STEPS[kind].needs) and need not in step:
            yield Objection("missing-key", (*path, i), {"key": Word("steps", need)})


def _distinct(names: Sequence[str]) -> None:
    if len(set(names)) != len(names):
        raise Refused("twice")


# Time --------------------------------------------------------------------------------------------------------


def end_half(play: Play, step: Plain) -> None:
    """End the night at dawn or the day at dusk, unless that ends the game."""
    state = play.state
    if (step["time"] == "dawn") != state.by_night:
        raise Refused("by-day" if step["time"] == "dawn" else "by-night")
    if not state.by_night:
        _without_execution(play)
        if state.ending is not None:
            return
    for effect in [one for one in state.effects if 0 < one.ends <= state.half]:
        play.lift(effect)
    if state.by_night:
        _name_lunatics(play)
        state.announced = tuple(name for name, seat in state.seats.items() if name in state.deaths and not seat.alive)
        state.days.append(Day(state.number))
        state.block, state.voted = "", False
    state.turn = state.turn + 1 if state.by_night else 3 * state.number + 1
    state.phase = "night" if state.by_night else "day"
    state.deaths, state.place, state.goons = {}, 0, ()


def _name_lunatics(play: Play) -> None:
    """§14. Let the Demon learn at dawn who the Lunatic is, and whom he has chosen; this hangs on no state."""
    state = play.state
    for name in state.having("lunatic"):
        seat = play.seat(name)
        chosen = list(seat.chosen) if seat.acted == state.half else []
        for demon in state.having(DEMON):
            play.tell_player(demon, "lunatic", name=name, chosen=chosen)


def _without_execution(play: Play) -> None:
    """§10.1. A day without an execution: a Mayor among three living wins, else a Vortox."""
    state = play.state
    if state.day.execution:
        return
    mayors = [name for name in working(state, "mayor") if len(state.living()) == 3]
    if mayors:
        play.end(play.seat(mayors[0]).side, "mayor")
    elif working(state, "vortox"):
        play.end(EVIL, "vortox")


# Abilities ---------------------------------------------------------------------------------------------------


def place_of(state: State, name: str) -> int:
    """Return the place in the order of this night at which a player acts; 0 if the shown role does not act now."""
    seat = state.seats[name]
    first_night = seat.got + (seat.got % 2 == 0)
    if state.half == 1:
        return seat.acts.first
    return seat.acts.other or (seat.acts.first if seat.got and first_night == state.half else 0)


def use(play: Play, step: Plain) -> None:
    """§5.3. A player uses the shown role: it is spent, Goons are judged, then it has its effect."""
    state, name = play.state, step["use"]
    seat, on, named = play.seat(name), step.get("on", []), step.get("role")
    role, declines = seat.acts, step.get("nothing", False)
    refuse_use(state, name)
    if declines:
        if on or named or not role.once:
            raise Refused("must-choose" if not role.once else "nothing-and")
        seat.acted = state.half
        play.note("declined", ("K25",), player=name, role=role.id)
        return
    refuse_choice(state, name, on, named)
    if state.by_night and (place := place_of(state, name)):
        if place < state.place:
            play.note("out-of-order", player=name)
        state.place = max(state.place, place)
    if role.once:
        play.note("spent", ("S23",), player=name, role=role.id)
        seat.used = True
    seat.acted, seat.chosen = state.half, tuple(on)
    if role.when == "day":
        play.tell(PUBLIC, "shot", player=name, on=list(on))
    if on or named:
        play.tell_player(name, "used", role=role.id, chosen=[*on, *([named] if named else [])])
    _have_effect(play, name, role, on, named or "")


def _have_effect(play: Play, name: str, role: Role, on: Sequence[str], named: str) -> None:
    """Judge the Goons who were chosen, in the order of naming, then what the role does if its player is able.

    The choices of a Shabaloth are judged one by one, until the game is over.
    """
    for choice in [[one] for one in on] if role.id == "shabaloth" else [on]:
        if play.state.ending is not None:
            break
        for one in choice:
            goon(play, name, one)
        if role.id in TRUTHS:
            learn(play, name, choice)
        elif role.prompt:
            play.note("prompt", player=name, role=role.id)
        elif role.id in ABILITIES:
            real = play.seat(name).role == role.id
            if real and able(play.state, name):
                ABILITIES[role.id](play, name, choice, named)
            else:
                rule = "S17" if not real else "S20" if role.team == DEMON else "S41"
                play.note("no-effect", (rule,), player=name, role=role.id)
            if role.id == "cerenovus":
                play.tell_player(choice[0], "mad", role=named)


def refuse_use(state: State, name: str) -> None:
    """Refuse a use for which it is not the time, or that a player has no more; judged on the shown role alone."""
    seat = state.seats[name]
    role = seat.acts
    if role.when == "day":
        only_by_day(state)
    elif not role.prompt or role.first or role.other:
        if not state.by_night:
            raise Refused("by-day")
        if not (role.when or role.prompt) or not place_of(state, name):
            raise Refused("no-action", role=Word("roles", role.id))
    if role.when == "dies":
        if seat.alive or name not in state.deaths or (role.id == "sage" and state.deaths[name] != "demon"):
            raise Refused("not-killed")
    elif not seat.alive:
        raise Refused("dead", name=name)
    if seat.acted == state.half:
        raise Refused("acted")
    if role.once and seat.used:
        raise Refused("spent")
    if role.id == "undertaker" and not state.day.died:
        raise Refused("nobody-executed")
    if role.id == "juggler" and seat.guessed != state.half - 1:
        raise Refused("not-guessed")


def refuse_choice(state: State, name: str, on: Sequence[str], named: str | None) -> None:
    """Refuse a choice that does not fit the shown role: number, kind or role."""
    seat = state.seats[name]
    role = seat.acts
    _distinct(on)
    if role.prompt:
        return
    if len(on) != role.number:
        raise Refused("count", role=Word("roles", role.id), count=role.number)
    if role.who == "other" and name in on:
        raise Refused("not-himself")
    for one in on:
        if role.who in ("living", "dead") and state.seats[one].alive != (role.who == "living"):
            raise Refused(f"only-{role.who}", name=one)
    if bool(named) != bool(role.names):
        raise Refused("role-missing" if role.names else "no-role")
    if role.names == "good" and team(str(named)) not in (TOWNSFOLK, OUTSIDER):
        raise Refused("role-good")
    if role.id == "devilsadvocate" and (seat.acted, seat.chosen) == (state.half - 2, tuple(on)):
        raise Refused("same-again", name=on[0])


def allowed(refuse: Callable[..., None], *given: Any) -> bool:
    """Return whether one of the functions that refuse takes what is given."""
    try:
        refuse(*given)
    except Refused:
        return False
    return True


def refuse_guess(state: State, name: str, guesses: Mapping[str, str]) -> None:
    """Refuse the guesses of who may not make any now, and others than from one to five."""
    seat = state.seats[name]
    if seat.shown != "juggler":
        raise Refused("no-action", role=Word("roles", seat.shown))
    if not seat.alive:
        raise Refused("dead", name=name)
    if seat.guessed:
        raise Refused("guessed")
    if state.half != max(2, seat.got + seat.got % 2):
        raise Refused("first-day")
    if not 1 <= len(guesses) <= 5:
        raise Refused("guesses")


def guess(play: Play, step: Plain) -> None:
    """S43. A Juggler guesses on the first day of the role; right or wrong is fixed now."""
    for name, guesses in step["guess"].items():
        refuse_guess(play.state, name, guesses)
        seat = play.seat(name)
        seat.guessed = play.state.half
        seat.right = sum(play.seat(one).role == role for one, role in guesses.items())
        play.note("guessed", ("S43",), player=name, right=seat.right)
        play.tell(PUBLIC, "guessed", player=name, guesses=dict(guesses))


# The day -----------------------------------------------------------------------------------------------------


def nominate(play: Play, step: Plain) -> None:
    """§8.6. Nominate somebody: the Virgin and the curse are judged, then the hands are counted if they are named."""
    state, day = play.state, play.state.day
    by, of = step["nominate"]
    if not play.seat(by).alive:
        raise Refused("dead", name=by)
    if by in [one.by for one in day.nominations]:
        raise Refused("nominated-by", name=by)
    if of in [one.of for one in day.nominations]:
        raise Refused("nominated", name=of)
    _distinct(step.get("hands", []))
    nomination = Nomination(by, of)
    day.nominations.append(nomination)
    play.show("nominated", by=by, of=of)
    if play.seat(of).shown == "virgin" and not play.seat(of).used:
        _virgin(play, by, of)
    if is_on(state, "cursed", by) and len(state.living()) > 3:
        play.note("curse", ("S40",), player=by)
        kill(play, by)
    if "hands" in step and not day.execution and state.ending is None:
        count(play, nomination, [name for name in clockwise_to(state, of) if name in step["hands"]])


def _virgin(play: Play, by: str, of: str) -> None:
    """K7, K5. The first nomination of a Virgin spends the ability; a Townsfolk who made it is executed if it worked."""
    worked = works_as(play.state, of, "virgin")
    play.seat(of).used = True
    play.note("spent", ("K7",), player=of, role="virgin")
    if not worked:
        return
    townsfolk = team(play.seat(by).role) == TOWNSFOLK
    if works_as(play.state, by, "spy"):
        townsfolk = registers(play, by, of)
    if townsfolk:
        execute(play, by)


def clockwise_to(state: State, name: str) -> list[str]:
    """Return the players in the order in which hands are counted: from the left of a nominee, who is the last."""
    names = list(state.seats)
    at = names.index(name) + 1
    return names[at:] + names[:at]


def has_vote(state: State, name: str) -> bool:
    """Return whether a hand counts: that of the living, and of the dead who still have their vote."""
    return state.seats[name].alive or state.seats[name].ghost


def count(play: Play, nomination: Nomination, raised: Sequence[str]) -> None:
    """§8.5. Count the hands, in the order in which they are ``raised``; those of the dead spend their vote."""
    state = play.state
    counted = [name for name in raised if has_vote(state, name)]
    if no_vote := [name for name in raised if name not in counted]:
        play.note("no-vote", ("K32",), of=nomination.of, names=no_vote)
    for name in counted:
        play.seat(name).ghost = False
        state.voted = state.voted or team(play.seat(name).role) == DEMON
    top = max((len(one.hands) for one in state.day.nominations if one.hands is not None), default=0)
    nomination.hands = tuple(counted)
    if len(counted) >= state.threshold and len(counted) > top:
        state.block = nomination.of
    elif len(counted) == top:
        state.block = ""
    play.show("counted", ("K32",), of=nomination.of, hands=counted, n=len(counted), block=state.block)


def count_votes(play: Play, step: Plain) -> None:
    """Count the hands on somebody who was nominated, where this is not done at once."""
    count(play, next(one for one in play.state.day.nominations if one.of == step["count"]), step["hands"])


def execute_block(play: Play, step: Plain) -> None:
    """Execute whoever is on the block; nobody if none is."""
    if play.state.block:
        execute(play, play.state.block)
    else:
        play.note("no-block", player="")


def observed(play: Play, step: Plain) -> None:
    """§9. The MJ writes what he saw of a player's madness; he is asked to punish only where that may be (K5)."""
    state, name = play.state, step["observed"]
    breach = step.get("breach", "yes")
    play.note("observed", ("S50",), player=name, breach=breach, source=step.get("source", ""))
    mad = is_on(state, "mad", name) or works_as(state, name, "mutant")
    if breach == "no" or not play.seat(name).alive or not mad:
        return
    note = dict(play.setting.notes).get(name, "")  # S57
    if play.ask("penalty", (name,), False, (True, False), why=Phrase("ask.note", {"note": note}) if note else None):
        execute(play, name)


# The MJ's word -----------------------------------------------------------------------------------------------


def become(play: Play, step: Plain) -> None:
    """S11, S13. Players get roles anew; the Drunk and the Lunatic with what they believe."""
    roles: Mapping[str, str] = step["become"]
    if "believed" in step and not set(roles.values()) & set(BELIEVING):
        raise Refused("believed")
    if step.get("believed") in BELIEVING:
        raise Refused("believed-unaware")
    believed = {name: str(step["believed"]) for name in roles if "believed" in step}
    play.acquire(roles, believed)
    play.check_end()


def side(play: Play, step: Plain) -> None:
    """S10, S12. Players change sides."""
    for name, new in step["side"].items():
        play.change_side(name, new)


def swap(play: Play, step: Plain) -> None:
    """S38. Two players swap roles, with what they believe; all that lies on them stays."""
    _distinct(step["swap"])
    one, other = step["swap"]
    play.exchange(one, other)
    play.check_end()


def revive(play: Play, step: Plain) -> None:
    """Let a dead player live again, with a fresh ability."""
    if play.seat(step["revive"]).alive:
        raise Refused("living", name=step["revive"])
    play.revive(step["revive"])


def make_effect(play: Play, step: Plain) -> None:
    """Make an effect as the MJ says, told to nobody."""
    effect = effect_of(play.state, step["effect"])
    if effect.by and not effect.survives and not play.seat(effect.by).alive:
        raise Refused("source-dead", name=effect.by)
    play.add(effect)


def lift(play: Play, step: Plain) -> None:
    """Lift all effects of a kind from a player that have this source, or none."""
    found = [one for one in play.state.effects if one.named == name_of(step["lift"])]
    if not found:
        raise Refused("no-effect")
    for effect in found:
        play.lift(effect)


def claim(play: Play, step: Plain) -> None:
    """S60. Note the role that a player claims or bluffs."""
    play.seat(step["claim"]).claim = step["role"]
    play.note("claimed", ("S60",), player=step["claim"], role=step["role"])


class Step(NamedTuple):
    """A kind of step: how it is played, what may and must stand beside its key, and whether it is for the day alone."""

    played: Callable[[Play, Plain], None]
    beside: tuple[str, ...] = ()
    by_day: bool = False
    needs: str = ""


STEPS: Mapping[str, Step] = {
    "time": Step(end_half),
    "use": Step(use, ("on", "role", "nothing")),
    "kill": Step(lambda play, step: kill(play, step["kill"], step.get("by", "")), ("by",)),
    "execute": Step(lambda play, step: execute(play, step["execute"]), by_day=True),
    "execute_block": Step(execute_block, by_day=True),
    "nominate": Step(nominate, ("hands",), by_day=True),
    "become": Step(become, ("believed",)),
    "side": Step(side),
    "swap": Step(swap),
    "revive": Step(revive),
    "effect": Step(make_effect),
    "lift": Step(lift),
    "guess": Step(guess, by_day=True),
    "observed": Step(observed, ("breach", "source"), by_day=True),
    "claim": Step(claim, ("role",), needs="role"),
    "count": Step(count_votes, ("hands",), by_day=True),
}
"""The kinds of steps, by the key that says which it is."""
