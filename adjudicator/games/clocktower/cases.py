"""Adjudication cases: seats and effects at the start, the steps that are played, and the expected result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.context import names_listed, same_names
from adjudicator.core.faults import Objection
from adjudicator.core.game import CASE_SEED, Tried
from adjudicator.core.mj import Mj, Question
from adjudicator.core.plain import Plain, to_plain
from adjudicator.core.played_case import Finding, PlayedCase, tried
from adjudicator.core.stage import Fact
from adjudicator.games.clocktower.effects import add, reasons, refresh, settled, states_on, works
from adjudicator.games.clocktower.game import GAME
from adjudicator.games.clocktower.roles import DEMON, ROLES, team
from adjudicator.games.clocktower.rules import Play, plain_of
from adjudicator.games.clocktower.setup import role_objections
from adjudicator.games.clocktower.state import Day, Effect, Seat, Setting, State, Table, ending_half
from adjudicator.games.clocktower.steps import play_steps, step_objections, survives_by, threshold


def case_names(case: Plain) -> tuple[list[str], list[str]]:
    """Return the players whom the seats of an unchecked case name."""
    seats = case.get("seats")
    listed = seats if isinstance(seats, list) else []
    return names_listed([seat.get("player") for seat in listed if isinstance(seat, Mapping)]), []


def case_objections(case: Plain) -> list[Objection]:
    """Judge the names and roles of the seats of a case, and the form of its steps."""
    found = list(same_names((("seats", i, "player"), seat["player"]) for i, seat in enumerate(case["seats"])))
    for key in ("role", "believed"):
        found += role_objections((("seats", i, key), seat.get(key)) for i, seat in enumerate(case["seats"]))
    return [*found, *step_objections(case.get("steps", ()), ("steps",))]


def position(case: Plain) -> State:
    """Build the state in which a case begins."""
    half, _, number = case.get("time", "night 1").partition(" ")
    state = State(half, int(number), 2 * int(number) - (half == "night"))
    for seat in case["seats"]:
        dead, role = seat.get("dead", False), seat["role"]
        state.acquired += 1
        state.seats[seat["player"]] = Seat(
            role,
            seat.get("side", ROLES[role].side),
            seat.get("believed", ""),
            alive=not dead,
            ghost=dead and seat.get("ghost", True),
            used=seat.get("used", False),
            since=state.acquired,
            herring=case.get("herring", ""),
        )
    state.demon = any(team(seat.role) == DEMON for seat in state.seats.values())
    state.days = [] if state.by_night else [Day(state.turn)]
    for name in state.having("drunk", alive=False):
        add(state, Effect(0, "drunk", name, about="drunk"))
    refresh(state)
    for given in case.get("effects", ()):
        by, ends = given.get("by", ""), ending_half(state, given.get("until", "always"))
        since, about = state.seats[by].since if by else 0, given.get("role", "")
        add(state, Effect(0, given["kind"], given["on"], by, since, ends, about, survives_by(state, given)))
    return state


class Played(PlayedCase):
    """A case that is played, step by step."""

    numbers: Sequence[int] = ()
    """The numbers of the steps that were refused."""
    asked: Sequence[Question] = ()


def play(case: Plain, seed: str = CASE_SEED) -> Played:
    """Play a canonical case."""
    names = tuple(seat["player"] for seat in case["seats"])
    played = Played(GAME, {}, seed, Setting(names, tuple(ROLES)))
    played.state = position(case)
    asked: list[Question] = []
    numbers: list[int] = []
    for number, step in enumerate(case.get("steps", ()), 1):
        table: Table = Table(played.setting, played.state, {}, played.dice(played.state.turn), Mj())
        half = Play(table)
        numbers += play_steps(half, [step], number)
        asked += half.asked
        played.outcomes.append(table.outcome())
        played.state = table.state
    played.numbers, played.asked = numbers, asked
    return played


def run_case(case: Plain, seed: str) -> Tried:
    """Play a canonical case and return the expected and the found values."""
    return tried(play(case, seed), case["expect"], FOUND)


# The values found, by the keys of ``expect`` -----------------------------------------------------------------


def _who(state: State, holds: Any) -> list[str]:
    return [name for name, seat in state.seats.items() if holds(name, seat)]


def _names(holds: Any) -> Finding:
    return Finding(lambda played, want: _who(played.state, lambda name, seat: holds(played.state, name, seat)))


def _has(state: State, name: str, kind: str) -> bool:
    return any(one.kind == kind for one in states_on(state, name))


def _each(get: Any) -> Finding:
    return Finding(lambda played, want: {name: get(played, name) for name in want}, form=to_plain)


def _why(played: Any, name: str) -> list[Plain]:
    found = [(one.state, one.effect.by if one.effect else "") for one in reasons(played.state, name)]
    return [{"state": state, **({"by": by} if by else {})} for state, by in found]


def _effects(on: bool) -> Finding:
    return Finding(
        lambda played, want: [
            plain_of(one) for one in played.state.effects if (one.age in settled(played.state).on) == on
        ]
    )


def _learned(played: Any, name: str) -> Fact | None:
    return next((fact for fact in reversed(played.log) if fact.kind == "learned" and fact.data["player"] == name), None)


def _of_last(key: str, unless: str = "") -> Any:
    def get(played: Any, name: str) -> Any:
        last = _learned(played, name)
        return None if last is None or (unless and not last.data[unless]) else last.data[key]

    return get


def _warned(played: Any, want: Any) -> list[str]:
    return [name for name in played.state.seats if (last := _learned(played, name)) and last.data["warned"]]


_TOLD = {"role": "role", "side": "side", "mad": "role"}


def _told(played: Any, want: Any) -> Plain:
    told: Plain = {}
    for outcome in played.outcomes:
        for notice in outcome.notices:
            if notice.kind in _TOLD:
                told.setdefault(notice.to.name, {})[notice.kind] = notice.facts[_TOLD[notice.kind]]
    return told


_NOT_COMPARED = ("course", "truth", "absent", "loop", "end")


def _asked(played: Any, want: Any) -> Plain:
    found: Plain = {}
    for question in played.asked:
        if question.purpose not in _NOT_COMPARED:
            keys = found.setdefault(question.purpose, [])
            keys += [key] if (key := "/".join(question.key)) not in keys else []
    return found


def _refused(played: Any, want: Any) -> list[int]:
    return list(played.numbers)


def _day(get: Any, nothing: Any) -> Finding:
    return Finding(lambda played, want: get(played.state.day) if played.state.day else nothing, form=to_plain)


def _tallies(day: Day) -> Plain:
    return {one.of: len(one.hands) for one in day.nominations if one.hands is not None}


FOUND: Mapping[str, Finding] = {
    "time": Finding(lambda played, want: f"{'night' if played.state.by_night else 'day'} {played.state.turn}"),
    "dead": _names(lambda state, name, seat: not seat.alive),
    "drunk": _names(lambda state, name, seat: _has(state, name, "drunk")),
    "poisoned": _names(lambda state, name, seat: _has(state, name, "poisoned")),
    "reversed": _names(lambda state, name, seat: seat.reversed),
    "spent": _names(lambda state, name, seat: seat.acts.once and seat.used),
    "ghosts": _names(lambda state, name, seat: not seat.alive and seat.ghost),
    "works": _each(lambda played, name: works(played.state, name)),
    "why": _each(_why),
    "roles": _each(lambda played, name: played.state.seats[name].role),
    "sides": _each(lambda played, name: played.state.seats[name].side),
    "effects": _effects(True),
    "asleep": _effects(False),
    "loop": Finding(
        lambda played, want: list(dict.fromkeys(one.by for loop in settled(played.state).loops for one in loop))
    ),
    "deaths": Finding(lambda played, want: list(played.state.deaths)),
    "announced": Finding(lambda played, want: list(played.state.announced)),
    "execution": _day(lambda day: day.execution or None, None),
    "executions": Finding(
        lambda played, want: {name: seat.executions for name, seat in played.state.seats.items() if seat.executions}
    ),
    "nominations": _day(lambda day: [one.of for one in day.nominations], []),
    "tallies": _day(_tallies, {}),
    "threshold": Finding(lambda played, want: threshold(played.state)),
    "block": Finding(lambda played, want: played.state.block or None),
    "learns": _each(_of_last("truth")),
    "sent": _each(_of_last("value", "asked")),
    "unreliable": Finding(_warned),
    "told": Finding(_told),
    "offered": Finding(lambda played, want: _asked(played, want).get("penalty", [])),
    "asked": Finding(_asked),
    "refused": Finding(_refused),
    "objections": Finding(lambda played, want: []),
    "over": Finding(lambda played, want: to_plain(played.state.ending)),
}
