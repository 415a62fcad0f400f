"""What the MJ amends on the table: judged as the table that it makes, and applied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from adjudicator.core.faults import KeyPath, Objection, Word
from adjudicator.core.plain import Plain
from adjudicator.games.resistance import rules
from adjudicator.games.resistance.cases import past_objections
from adjudicator.games.resistance.state import Mission, Proposal, Setting, State

_ALWAYS = ("seats", "cylons", "commander", "missions")
IN_PHASE = {
    "proposal": (*_ALWAYS, "rejections"),
    "vote": (*_ALWAYS, "rejections", "squad", "target"),
    "mission": (*_ALWAYS, "squad", "target"),
}
"""What of the table may be amended while a phase is awaited."""


def by_hand(turn: int) -> State:
    """Return the empty table of a ``turn`` until which the game was played by hand: a proposal is awaited."""
    return State("proposal", turn)


def _is_by_hand(state: State) -> bool:
    """Tell whether a table is one on which nothing has been put yet, though the game goes on."""
    return state.phase != "deal" and not state.seats


def amended(setting: Setting, state: State, table: Plain) -> State:
    """Return the state as an amendment makes it, all names by their seats."""
    after = state.copy()
    after.seats = tuple(table.get("seats", state.seats or setting.players))
    after.cylons = _seated(after, table.get("cylons", state.cylons))
    after.commander = table.get("commander", state.commander)
    after.target = table.get("target", state.target)
    if "squad" in table:
        after.drawn = False
    after.squad = _seated(after, table.get("squad", state.squad))
    after.missions = [replace(done, squad=_seated(after, done.squad)) for done in _missions(setting, after, table)]
    if _is_by_hand(state):
        after.round = len(after.missions) + 1
    if "rejections" in table:
        _reject(setting, after, table["rejections"])
    return after


def _seated(after: State, players: Any) -> tuple[str, ...]:
    return tuple(player for player in after.seats if player in players)


def _missions(setting: Setting, state: State, table: Plain) -> list[Mission]:
    """Return the missions carried out, as they are amended; of a game played by hand, in the order of the file."""
    named: Mapping[str, Any] = table.get("missions", {})
    known = {str(done.number): done for done in state.missions}
    found: list[Mission] = []
    for number in [*known, *(number for number in named if number not in known)]:
        done = known.get(number) or Mission(len(found) + 1, int(number), (), 0, True)
        found.append(_mission(setting, state, done, named.get(number, {})))
    return found


def _mission(setting: Setting, state: State, done: Mission, named: Any) -> Mission:
    """Return a mission as it is amended: where its result alone is named it had as many failures as it takes."""
    given: Mapping[str, Any] = {"result": named} if isinstance(named, str) else named
    success = given["result"] == "success" if "result" in given else done.success
    failures = done.failures
    if success != done.success:
        failures = 0 if success else _needed(setting, state, done)
    failures = given.get("failures", failures)
    if "failures" in given and "result" not in given:
        success = failures < _needed(setting, state, done)
    return replace(done, squad=tuple(given.get("squad", done.squad)), failures=failures, success=success)


def _needed(setting: Setting, state: State, done: Mission) -> int:
    """Return how many failures made a mission fail (16, 20)."""
    then = replace(state, target=done.number, missions=state.missions[: done.round - 1])
    then.missions += [done] * (done.round - 1 - len(then.missions))  # of a game played by hand they are not there yet
    return rules.failures_needed(setting, then)


def _reject(setting: Setting, after: State, count: int) -> None:
    """Let so many proposals count as rejected: nobody knows the squads of those that were not played here.

    Each was made by the Commandant of its seat: the present one sits to the left of the last of them.
    """
    more = count - rules.rejections(setting, after)
    rejected = [one for one in after.proposals if one.round == after.round and not one.approved]
    for one in rejected[len(rejected) + more :] if more < 0 else ():
        after.proposals.remove(one)
    number = len(rejected) + min(more, 0)
    seat = after.seats.index(after.commander)
    for back in range(more, 0, -1):
        number += 1
        commander = after.seats[(seat - back) % len(after.seats)]
        after.proposals.append(Proposal(after.round, number, commander, 0, (), False, False))
    after.proposal = number + 1


# Judged ------------------------------------------------------------------------------------------------------


def objections(setting: Setting, state: State, table: Plain) -> list[Objection]:
    """Judge an amendment: can a game come to the table that it makes?"""
    early = [*_phase_objections(state, table), *_lacking(setting, state, table), *_people_objections(setting, table)]
    if early:
        return early
    after = amended(setting, state, table)
    return [
        *_squad_objections(setting, state, after, table),
        *_rejection_objections(setting, after, table),
        *_mission_objections(setting, state, after, table),
    ]


def _phase_objections(state: State, table: Plain) -> Iterator[Objection]:
    for key in table:
        if key not in IN_PHASE.get(state.phase, ()):
            yield Objection("amend-not-now", (key,), on_key=True)


def _lacking(setting: Setting, state: State, table: Plain) -> Iterator[Objection]:
    """Of a game that was played by hand it is said who is who, who commands, and who sits where, if that was drawn."""
    if not _is_by_hand(state):
        return
    drawn = ("seats",) if setting.options.seats == "drawn" else ()
    for key in (*drawn, "cylons", "commander"):
        if key not in table:
            yield Objection("table-lacks", (), {"key": Word("table", key)})
    for number, named in table.get("missions", {}).items():
        if isinstance(named, str) or "squad" not in named:
            yield Objection("table-lacks", ("missions", number), {"key": Word("done", "squad")}, on_key=True)


def _people_objections(setting: Setting, table: Plain) -> Iterator[Objection]:
    """1, 4. Everybody sits once, and there are as many Cylons as the table wants."""
    players = len(setting.players)
    if "seats" in table and sorted(table["seats"]) != sorted(setting.players):
        yield Objection("seats-wrong", ("seats",), {"players": players})
    count = rules.CYLON_COUNT[players]
    if "cylons" in table and not len(table["cylons"]) == len(set(table["cylons"])) == count:
        yield Objection("cylon-count", ("cylons",), {"count": count, "players": players})


def _squad_objections(setting: Setting, state: State, after: State, table: Plain) -> Iterator[Objection]:
    """8, 20. A squad is of the size of its mission, which may be attempted now."""
    if "squad" not in table and "target" not in table:
        return
    if after.target not in rules.targets(setting, after):
        yield Objection("target-not-now", ("target",), {"target": after.target})
    elif (wrong := _wrong_squad(setting, table.get("squad", state.squad), after.target, ("squad",))) is not None:
        yield wrong


def _wrong_squad(setting: Setting, squad: Any, target: int, path: KeyPath) -> Objection | None:
    size = rules.squad_size(len(setting.players), target)
    twice = next(iter(rules.named_twice(squad)), None)
    if twice is not None:
        return twice._replace(path=path)
    if len(squad) != size:
        return Objection("squad-size", path, {"target": target, "size": size, "named": len(squad)})
    return None


def _rejection_objections(setting: Setting, after: State, table: Plain) -> Iterator[Objection]:
    """12. The fifth rejection ends the game; those of rounds that are over stay as they are."""
    if "rejections" not in table:
        return
    wanted, found = table["rejections"], rules.rejections(setting, after)
    if found != wanted:
        yield Objection("rejections-over", ("rejections",), {"count": found})


def _mission_objections(setting: Setting, state: State, after: State, table: Plain) -> Iterator[Objection]:
    """8, 16, 19, 20. Missions were carried out in some order, by squads of their size, and the game goes on."""
    named, known = table.get("missions", {}), [str(done.number) for done in state.missions]
    if not named:
        return
    for done in after.missions:
        path = ("missions", str(done.number))
        if path[1] not in named:
            continue
        if path[1] not in known and not _is_by_hand(state):
            yield Objection("mission-not-done", path, {"number": done.number}, on_key=True)
            continue
        squad = named[path[1]].get("squad", done.squad) if isinstance(named[path[1]], Mapping) else done.squad
        wrong = _wrong_squad(setting, squad, done.number, path)
        if wrong is not None:
            yield wrong
        elif done.failures > len(done.squad) or done.success != (done.failures < _needed(setting, after, done)):
            yield Objection("failures-wrong", path, {"number": done.number, "failures": done.failures})
    results = {str(done.number): "success" if done.success else "failure" for done in after.missions}
    for objection in past_objections(results, setting.options.targeted_attacks):
        yield objection._replace(path=("missions", *(step for step in objection.path if step in named)))
