"""Adjudication cases: seats and effects at the start, the steps that are played, and the expected result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.core.context import names_listed, same_names
from adjudicator.core.faults import Objection, Phrase
from adjudicator.core.game import CASE_SEED
from adjudicator.core.mj import Question
from adjudicator.core.plain import Plain, to_plain
from adjudicator.core.played_case import Finding, PlayedCase, by_name
from adjudicator.games.clocktower.effects import add, affected, effect_of, reasons, refresh, settled, works
from adjudicator.games.clocktower.game import GAME
from adjudicator.games.clocktower.roles import DEMON, ROLES
from adjudicator.games.clocktower.rules import Refused, plain_of
from adjudicator.games.clocktower.stages import STAGES, StageByPost, begins
from adjudicator.games.clocktower.state import Day, Effect, Seat, Setting, State
from adjudicator.games.clocktower.steps import play_steps, step_objections


def case_names(case: Plain) -> tuple[list[str], list[str]]:
    """Return the players whom the seats of an unchecked case name."""
    seats = case.get("seats")
    listed = seats if isinstance(seats, list) else []
    return names_listed([seat.get("player") for seat in listed if isinstance(seat, Mapping)]), []


def stage_of(step: Plain) -> str:
    """Return the phase of a step that is a whole stage by post; empty if it is none."""
    return next((phase for phase in STAGES if phase in step), "")


def case_objections(case: Plain) -> list[Objection]:
    """Judge the names of the seats of a case, the form of its steps, and answers within a whole stage."""
    same = same_names((("seats", i, "player"), seat["player"]) for i, seat in enumerate(case["seats"]))
    steps = case.get("steps", ())
    found = [*same, *(one for one in step_objections(steps, ("steps",)) if not stage_of(steps[one.path[1]]))]
    return found or play(case).objections


def position(case: Plain) -> State:
    """Build the state in which a case begins."""
    half, _, number = case.get("time", "night 1").partition(" ")
    state = State(half, 3 * int(number) - (2 if half == "night" else 1))
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
    state.demon = bool(state.having(DEMON, alive=False))
    state.days = [] if state.by_night else [Day(state.number)]
    for name in state.having("drunk", alive=False):
        add(state, Effect(0, "drunk", name, about="drunk"))
    refresh(state)
    for given in case.get("effects", ()):
        add(state, effect_of(state, given))
    return state


class Played(PlayedCase):
    """A case that is played, step by step."""

    numbers: list[int]
    """The numbers of the steps that were refused."""
    asked: list[Question]


def play(case: Plain, seed: str = CASE_SEED) -> Played:
    """Play a canonical case."""
    names = tuple(seat["player"] for seat in case["seats"])
    played = Played(GAME, {}, seed, Setting(names, tuple(ROLES), post=True))
    played.state, played.numbers, played.asked = position(case), [], []
    for number, step in enumerate(case.get("steps", ()), 1):
        half = StageByPost(played.setting, played.state, {}, played.dice(played.state.turn))
        if phase := stage_of(step):
            played.numbers += [] if _play_stage(played, half, phase, step) else [number]
            facts = [fact.data for fact in half.log if fact.kind == "refused" and fact.data["code"] == "answer"]
            whys = [Phrase("refusal.answer", fact["values"]) for fact in facts]
            played.objections += [Objection("not-possible", ("steps", number - 1, "mj"), {"why": why}) for why in whys]
        else:
            played.numbers += play_steps(half, [step], number)
        played.asked += half.asked
        played.outcomes.append(half.outcome())
        played.state = half.state
    return played


def _play_stage(played: Played, half: StageByPost, phase: str, step: Plain) -> bool:
    """Play a whole stage by the orders without objections; return False if this is not the time for it."""
    try:
        begins(half.state, phase)
    except Refused as why:
        half.note("refused", code=why.code, values=why.values)
        return False
    played.state = half.state
    sent = {name: {"votes": one} if phase == "votes" else one for name, one in step[phase].items()}
    half.orders, half.case = played.kept(sent), step.get("mj", {})
    STAGES[phase](half)
    return True


# The values found, by the keys of ``expect`` -----------------------------------------------------------------


def _state(get: Callable[[State], Any]) -> Finding:
    return Finding(lambda played, want: to_plain(get(played.state)))


def _who(holds: Callable[[Seat], bool]) -> Finding:
    return _state(lambda state: [name for name, seat in state.seats.items() if holds(seat)])


def _lies(kind: str) -> Finding:
    return _state(lambda state: affected(state, kind))


def _effects(on: bool) -> Finding:
    return _state(lambda state: [plain_of(one) for one in state.effects if (one.age in settled(state).on) == on])


def _why(played: Any, name: str) -> list[Plain]:
    found = [(one.state, one.effect.by if one.effect else "") for one in reasons(played.state, name)]
    return [{"state": state, **({"by": by} if by else {})} for state, by in found]


def _last(played: Any, name: str) -> Mapping[str, Any]:
    """Return what a player learnt last, as the account has it."""
    learnt = [fact.data for fact in played.log if fact.kind == "learned" and fact.data["player"] == name]
    return learnt[-1] if learnt else {"truth": None, "value": None, "asked": False, "warned": False}


def _told(played: Any, want: Any) -> Plain:
    told: Plain = {}
    for notice in (one for outcome in played.outcomes for one in outcome.notices):
        if notice.kind in ("role", "side", "mad"):
            told.setdefault(notice.to.name, {})[notice.kind] = notice.facts.get("side") or notice.facts["role"]
    return told


def _asked(played: Any, want: Any) -> Plain:
    found: dict[str, dict[str, None]] = {}
    for question in played.asked:
        if question.purpose not in ("course", "truth", "absent", "loop", "end"):
            found.setdefault(question.purpose, {})["/".join(question.key)] = None
    return {purpose: list(keys) for purpose, keys in found.items()}


FOUND: Mapping[str, Finding] = {
    "time": _state(lambda state: f"{'night' if state.by_night else 'day'} {state.number}"),
    "dead": _who(lambda seat: not seat.alive),
    "drunk": _lies("drunk"),
    "poisoned": _lies("poisoned"),
    "reversed": _who(lambda seat: seat.reversed),
    "spent": _who(lambda seat: seat.acts.once and seat.used),
    "ghosts": _who(lambda seat: seat.ghost),
    "works": by_name(lambda played, name: works(played.state, name)),
    "why": by_name(_why),
    "roles": by_name(lambda played, name: played.state.seats[name].role),
    "sides": by_name(lambda played, name: played.state.seats[name].side),
    "effects": _effects(True),
    "asleep": _effects(False),
    "loop": _state(lambda state: list(dict.fromkeys(one.by for loop in settled(state).loops for one in loop))),
    "deaths": _state(lambda state: list(state.deaths)),
    "execution": _state(lambda state: state.day.execution or None),
    "executions": _state(lambda state: {name: n for name, seat in state.seats.items() if (n := seat.executions)}),
    "nominations": Finding(lambda played, want: [one.of for one in played.state.day.nominations], form=list),
    "tallies": _state(lambda state: {one.of: len(one.hands) for one in state.day.nominations if one.hands is not None}),
    "learns": by_name(lambda played, name: _last(played, name)["truth"]),
    "sent": by_name(lambda played, name: _last(played, name)["value"] if _last(played, name)["asked"] else None),
    "unreliable": Finding(lambda played, want: [one for one in played.state.seats if _last(played, one)["warned"]]),
    "told": Finding(_told),
    "offered": Finding(lambda played, want: _asked(played, want).get("penalty", [])),
    "asked": Finding(_asked),
    "refused": Finding(lambda played, want: list(played.numbers)),  # type: ignore[attr-defined]
    "objections": Finding(lambda played, want: list(played.refused)),
    "over": _state(lambda state: state.ending),
}
"""Other keys are fields of the state: ``announced``, ``block``, ``threshold``."""
