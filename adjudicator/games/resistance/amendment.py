"""Amendments by the MJ, and the differences between two states in words for the MJ.

An amendment is judged by the state that it results in: a game must be able to reach that state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from adjudicator.core.faults import KeyPath, Listed, Objection, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.core.stage import stage_changes
from adjudicator.games.resistance import plot_amendment, rules
from adjudicator.games.resistance.reports import proposal_row
from adjudicator.games.resistance.state import Mission, Plots, Proposal, Setting, State

_ALWAYS = ("seats", "cylons", "commander", "missions")
IN_PHASE = {
    "proposal": (*_ALWAYS, "rejections"),
    "vote": (*_ALWAYS, "rejections", "squad", "target"),
    "mission": (*_ALWAYS, "squad", "target"),
    "close_eye": _ALWAYS,  # the squad has played its cards
}
"""The keys that an amendment may have, by the phase awaited."""


def by_hand(setting: Setting, turn: int) -> State:
    """Return the empty state of a game that was played without the program until ``turn``; a proposal is awaited.

    Its seats and everything else come from the amendment that follows.
    """
    return State("proposal", turn, plots=None if setting.plan is None else Plots())


def _is_by_hand(state: State) -> bool:
    """Return whether a state is one that :func:`by_hand` made: the identities are dealt, but there are no seats."""
    return state.phase != "deal" and not state.seats


def amended(setting: Setting, state: State, table: Plain) -> State:
    """Return a copy of the state with an amendment applied; all lists of players are in seat order."""
    after = deepcopy(state)
    after.seats = tuple(table.get("seats", state.seats or setting.players))
    after.cylons = after.in_seat_order(table.get("cylons", state.cylons))
    after.commander = table.get("commander", state.commander)
    after.target = table.get("target", state.target)
    if "squad" in table:
        after.drawn = False  # the MJ has named this squad, not chance
    after.squad = after.in_seat_order(table.get("squad", state.squad))
    after.missions = [replace(done, squad=after.in_seat_order(done.squad)) for done in _missions(setting, after, table)]
    if _is_by_hand(state):
        after.round = len(after.missions) + 1  # each round before this one ended with a mission
    if after.plots is not None:
        after.plots = plot_amendment.amended(after.plots, after, table)
        if _is_by_hand(state):
            after.plots.dealt = after.round  # L39
    if "rejections" in table:
        _reject(setting, after, table["rejections"])
    return after


def _missions(setting: Setting, state: State, table: Plain) -> list[Mission]:
    """Return the missions carried out, as amended.

    Missions that only the amendment names come last, in its order. :func:`objections` allows them only in a game that
    was played by hand, where the order of the file is the order of play.
    """
    named: Mapping[str, Any] = table.get("missions", {})
    known = {str(done.number): done for done in state.missions}
    found: list[Mission] = []
    for number in [*known, *(number for number in named if number not in known)]:
        done = known.get(number) or Mission(len(found) + 1, int(number), (), 0, True)
        found.append(_mission(setting, state, done, named.get(number, {})))
    return found


def _mission(setting: Setting, state: State, done: Mission, named: Any) -> Mission:
    """Return the mission ``done`` as amended by ``named``, which is a result or a mapping.

    If the result changes and no number of failures is given, a mission that now failed gets as many failures as it
    needed, and one that now succeeded gets none. If only the number of failures is given, the result follows from it.
    """
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
    """Return how many failures a mission needed to fail (16, 20)."""
    then = replace(state, target=done.number, missions=state.missions[: done.round - 1])
    # In a game played by hand the earlier missions may not be in the state yet. Only their number counts here.
    then.missions += [done] * (done.round - 1 - len(then.missions))
    return rules.failures_needed(setting, then)


def _reject(setting: Setting, after: State, count: int) -> None:
    """Make ``count`` proposals count as rejected: remove the last rejected ones of the round, or add empty ones.

    The added proposals have no squad and no votes, because nobody knows those of proposals that were not played here.
    The present Commandant sits to the left of the one who made the last of them, and so on back along the seats.
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


# Objections --------------------------------------------------------------------------------------------------


def amendment_objections(setting: Setting, state: State, table: Plain) -> list[Objection]:
    """Return what is wrong with an amendment; an empty list if a game can reach the state that it results in."""
    phase = plot_amendment.LIKE.get(state.phase, state.phase)
    allowed = (*IN_PHASE.get(phase, ()), *plot_amendment.keys_in(state))
    not_now = [key for key in table if key not in allowed]
    early = [Objection("amend-not-now", (key,), on_key=True) for key in not_now]
    early += _lacking(setting, state, table)
    if "seats" in table and sorted(table["seats"]) != sorted(setting.players):
        early.append(Objection("seats-wrong", ("seats",), {"players": len(setting.players)}))  # 4
    early += cylon_objections(len(setting.players), table)
    if early:
        return early  # the amended state may be impossible to build
    after = amended(setting, state, table)
    found = [*_squad_objections(setting, state, after, table)]
    counted = rules.rejections(setting, after)
    if counted != table.get("rejections", counted):
        # 12. The rounds that are over already have more: an amendment only changes the present one. The schema allows
        # at most four rejections, since the fifth ends the game.
        found.append(Objection("rejections-over", ("rejections",), {"count": counted}))
    found += _mission_objections(setting, state, after, table)
    return [*found, *plot_amendment.objections(setting, after, table)]


def _lacking(setting: Setting, state: State, table: Plain) -> Iterator[Objection]:
    """Yield an objection for each value that is missing from the amendment of a game played by hand.

    The Cylons, the Commandant and the squad of each mission must be given, and the seats if the campaign draws them.
    """
    if not _is_by_hand(state):
        return
    drawn = ("seats",) if setting.options.seats == "drawn" else ()
    for key in (*drawn, "cylons", "commander"):
        if key not in table:
            yield Objection("table-lacks", (), {"key": Word("table", key)})
    for number, named in table.get("missions", {}).items():
        if isinstance(named, str) or "squad" not in named:
            yield Objection("table-lacks", ("missions", number), {"key": Word("done", "squad")}, on_key=True)


def cylon_objections(players: int, table: Mapping[str, Any]) -> Iterator[Objection]:
    """1. Yield an objection if an amendment or a case names another number of Cylons than a game has."""
    count = rules.CYLON_COUNT[players]
    if "cylons" in table and not len(table["cylons"]) == len(set(table["cylons"])) == count:
        yield Objection("cylon-count", ("cylons",), {"count": count, "players": players})


def _squad_objections(setting: Setting, state: State, after: State, table: Plain) -> Iterator[Objection]:
    """8, 20. Yield an objection if the mission may not be attempted now or the squad does not have its size."""
    if "squad" not in table and "target" not in table:
        return
    if after.target not in rules.targets(setting, after):
        yield Objection("target-not-now", ("target",), {"target": after.target})
    elif (wrong := _wrong_squad(setting, table.get("squad", state.squad), after.target, ("squad",))) is not None:
        yield wrong


def _wrong_squad(setting: Setting, squad: Any, target: int, path: KeyPath) -> Objection | None:
    wrong = next(rules.squad_objections(squad, len(setting.players), target), None)
    return wrong and wrong._replace(path=path)


def _mission_objections(setting: Setting, state: State, after: State, table: Plain) -> Iterator[Objection]:
    """8, 16, 19, 20. Yield objections to amended missions.

    Each must have been carried out by a squad of its size and have a number of failures that fits its result. Some
    order of play must lead to these missions without ending the game.
    """
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
    results = {str(done.number): done.result for done in after.missions}
    for objection in past_objections(results, setting.options.targeted_attacks):
        yield objection._replace(path=("missions", *(step for step in objection.path if step in named)))


def past_objections(done: Mapping[str, str], targeted: bool) -> Iterator[Objection]:
    """8, 19, 20. Yield objections to missions already carried out, given as ``success`` or ``failure`` by number.

    They must not have ended the game, and some order of play must lead to them. ``targeted`` says whether the
    Commandant chooses the mission.
    """
    results = list(done.values())
    if any(results.count(result) >= rules.TO_WIN for result in ("success", "failure")):
        yield Objection("already-over")
    for number in done:
        if not targeted and number != "1" and str(int(number) - 1) not in done:
            yield Objection("mission-skipped", (number,), {"number": int(number)}, on_key=True)
        if targeted and int(number) == rules.MISSIONS and results.count("success") - (done[number] == "success") < 2:
            yield Objection("target-too-early", (number,), {"target": rules.MISSIONS}, on_key=True)


# The differences between two states ---------------------------------------------------------------------------


def changes(setting: Setting, before: State, after: State) -> list[Phrase]:
    """Return the differences between two states in words, in the order of the state's fields.

    The number of rejections is no field: it is counted from the proposals, as the campaign's option says. If a squad
    is gone, its mission is not mentioned.
    """
    found = [*stage_changes(before, after)]
    if before.seats != after.seats:
        found.append(Phrase("change.seats", {"names": _named(after.seats)}))
    if before.cylons != after.cylons:
        found.append(Phrase("change.cylons", {"names": _named(after.cylons)}))
    for key, said in _TOLD.items():
        was, now = (said(setting, state) for state in (before, after))
        found += [Phrase(key, {"before": was, "after": now})] if was != now else []
    if (before.squad, before.target, before.drawn) != (after.squad, after.target, after.drawn):
        squad = Phrase("proposal.squad", {"names": Listed(after.squad), "target": after.target})
        drawn = Phrase("change.squad.drawn" if after.drawn else "change.squad", {"squad": squad})
        found.append(drawn if after.squad else Phrase("change.squad.none"))
    found += plot_amendment.changes(before, after)
    found += _past_changes(setting, before, after)
    if after.ending is None and before.ending is not None:
        found.append(Phrase("change.resumed"))
    elif after.ending is not None and after.ending != before.ending:
        ending = {"winner": Word("sides", after.ending.winner), "cause": Word("causes", after.ending.cause)}
        found.append(Phrase("happened.ended", ending))
    return found


_TOLD: Mapping[str, Callable[[Setting, State], PhraseArgument]] = {
    "change.commander": lambda setting, state: state.commander or Phrase("nobody"),
    "change.proposal": lambda setting, state: _number(state.round, state.proposal),
    "change.rejections": rules.rejections,
}
"""What is told as it was and as it is now, by its sentence."""


def _named(players: Sequence[str]) -> PhraseArgument:
    return Listed(tuple(players)) if players else Phrase("nobody")


def _number(round_: int, number: int) -> Phrase:
    return Phrase("proposal.number", {"round": round_, "number": number})


def _past_changes(setting: Setting, before: State, after: State) -> Iterator[Phrase]:
    for old, new in zip_longest(before.proposals, after.proposals):
        if new is None:
            yield Phrase("change.proposed.gone", {"number": _number(old.round, old.number)})
        elif old != new:
            yield from _proposal(setting, new)
    for was, now in zip_longest(before.missions, after.missions):
        if now is None:
            yield Phrase("change.mission.gone", {"number": was.number})
        elif was != now:
            values: dict[str, PhraseArgument] = {"number": now.number, "round": now.round, "result": _result(now)}
            yield Phrase("change.mission", values)


def _proposal(setting: Setting, proposal: Proposal) -> Iterator[Phrase]:
    row = proposal_row(proposal)
    commander = Phrase("proposal.drawn", {"commander": proposal.commander}) if proposal.drawn else proposal.commander
    values: dict[str, PhraseArgument] = {"number": _number(proposal.round, proposal.number), "commander": commander}
    if proposal.squad:
        squad = Phrase("proposal.squad", {"names": Listed(proposal.squad), "target": proposal.target})
        kind = "overturned" if proposal.overturned else row["result"]
        counts: dict[str, PhraseArgument] = {
            "yes": len(row["yes"]),
            "no": len(row["no"]),
            "player": proposal.overturned,
        }
        result = Phrase(f"proposal.{kind}", counts)
        yield Phrase("change.proposed", {**values, "squad": squad, "result": result})
    else:
        yield Phrase("change.proposed.skipped", values)
    if proposal.votes:
        yield Phrase("happened.voted", {"yes": _named(row["yes"]), "no": _named(row["no"])})
    if proposal.defaulted:
        yield Phrase(f"event.defaulted.{setting.options.missing_vote}", {"names": Listed(proposal.defaulted)})


def _result(done: Mission) -> Phrase:
    names = {"names": Listed(done.squad)}
    if done.success and not done.failures:
        return Phrase("mission.result.success.none", names)
    return Phrase(f"mission.result.{done.result}", names, n=done.failures)
