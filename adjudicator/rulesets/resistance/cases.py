"""Adjudication cases: a table, what is sent stage after stage, and what is expected of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.core.faults import Objection
from adjudicator.core.readers import Fact
from adjudicator.rulesets.resistance import rules, standing
from adjudicator.rulesets.resistance.objections import order_objections, standing_objections
from adjudicator.rulesets.resistance.setup import make_setting, people_objections
from adjudicator.rulesets.resistance.state import Mission, Proposal, Setting, State
from adjudicator.rulesets.resistance.table import Table

SEED = "a case hangs on no draw"


def case_objections(case: Mapping[str, Any]) -> list[Objection]:
    """Judge the table of a case: the names, and the number of Cylons (1)."""
    found = list(people_objections(case["players"]))
    count, cylons = rules.CYLON_COUNT[len(case["players"])], set(case["cylons"])
    if len(cylons) != count or len(case["cylons"]) != count:
        found.append(Objection("cylon-count", ("cylons",), {"count": count, "players": len(case["players"])}))
    results = list(case.get("before", {}).get("missions", {}).values())
    if any(results.count(result) >= rules.TO_WIN for result in ("success", "failure")):
        found.append(Objection("already-over", ("before", "missions")))
    return found


# The table ---------------------------------------------------------------------------------------------------


def make_state(case: Mapping[str, Any], setting: Setting) -> State:
    """Build the state of a case: a proposal is awaited."""
    before = case.get("before", {})
    state = State("proposal", 1, setting.players)
    state.cylons = tuple(player for player in setting.players if player in case["cylons"])
    for number, result in before.get("missions", {}).items():
        size = rules.squad_size(len(setting.players), int(number))
        squad, success = setting.players[:size], result == "success"
        state.missions.append(Mission(state.round, int(number), squad, 0 if success else 1, success))
        state.round += 1
    rejected = before.get("rejections", 0)
    state.proposals = [_rejected(state, number) for number in range(1, rejected + 1)]
    state.proposal = rejected + 1
    state.commander = before.get("commander") or _commander(setting, state, len(state.missions) + rejected)
    return state


def _rejected(state: State, number: int) -> Proposal:
    squad = state.seats[:2]
    return Proposal(state.round, number, state.seats[0], 1, squad, False, False, dict.fromkeys(state.seats, "no"))


def _commander(setting: Setting, state: State, passed: int) -> str:
    first = rules.first_commander(Table(setting, state, {}, SEED))
    return state.seats[(state.seats.index(first) + passed) % len(state.seats)]


# What is sent ------------------------------------------------------------------------------------------------


def orders_of(state: State, stage: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the orders of a stage by player, from its short words and its raw ``orders``."""
    orders: dict[str, dict[str, Any]] = {player: dict(given) for player, given in stage.get("orders", {}).items()}
    proposed = {key: stage[key] for key in ("squad", "target") if key in stage}
    if proposed:
        orders[state.commander] = proposed
    for order, cards in (("vote", ("yes", "no")), ("mission", ("success", "failure"))):
        for card in cards:
            orders |= {player: {order: card} for player in stage.get(card, ())}
    return orders


class Played:
    """A case being played: the state so far, every refusal, and the log of its stages."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        """Play a canonical case."""
        self.setting = make_setting(case)
        self.state = make_state(case, self.setting)
        self.standing: dict[str, Any] = dict(case.get("standing", {}))
        self.refused: dict[str, str] = {}
        self.log: list[Fact] = []
        for player, given in list(self.standing.items()):
            for objection in standing_objections(self.setting, self.state, player, given):
                self.refused.setdefault(player, objection.code)
                self.standing.pop(player, None)
        for stage in case.get("stages", ()):
            self._play(stage)

    def _play(self, stage: Mapping[str, Any]) -> None:
        if self.state.phase == "over":
            return
        sent = orders_of(self.state, stage)
        for player, given in list(sent.items()):
            for objection in order_objections(self.setting, self.state, player, given):
                self.refused.setdefault(player, objection.code)
                sent.pop(player, None)
        for player in rules.who_chooses(self.state):
            if player not in sent and player in self.standing:
                sent[player] = standing.orders_of(self.setting, self.state, player, self.standing[player])
        table = rules.play(self.setting, self.state, sent, SEED)
        self.state = table.state
        self.log += table.log


def run_case(case: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play a canonical case; return, for each key under ``expect``, what was expected and what was found."""
    played = Played(case)
    wanted = {key: _comparable(key, want) for key, want in case["expect"].items()}
    return wanted, {key: _FOUND[key](played, case["expect"][key]) for key in wanted}


# What was found, in the words of ``expect`` -------------------------------------------------------------------


def _score(played: Played, want: Any) -> Any:
    found = {"successes": played.state.score(True), "failures": played.state.score(False)}
    return {key: found[key] for key in want}


def _missions(played: Played, want: Any) -> Any:
    return {str(done.number): "success" if done.success else "failure" for done in played.state.missions}


def _votes(cast: str) -> Callable[[Played, Any], Any]:
    def found(played: Played, want: Any) -> Any:
        last = _last_vote(played)
        return None if last is None else list(last.votes.values()).count(cast)

    return found


def _defaulted(played: Played, want: Any) -> Any:
    last = _last_vote(played)
    return None if last is None else sorted(last.defaulted)


def _last_vote(played: Played) -> Proposal | None:
    return next((told for told in reversed(played.state.proposals) if told.squad), None)


def _known(played: Played, want: Any) -> Any:
    return {player: sorted(rules.told_cylons(played.setting, played.state, player)) for player in want}


def _over(played: Played, want: Any) -> Any:
    ending = played.state.ending
    if ending is None:
        return None
    found = {"winner": ending.winner, "cause": ending.cause}
    return {key: found[key] for key in want} if want else found


_FOUND: Mapping[str, Callable[[Played, Any], Any]] = {
    "phase": lambda played, want: played.state.phase,
    "round": lambda played, want: played.state.round,
    "proposal": lambda played, want: played.state.proposal,
    "commander": lambda played, want: played.state.commander,
    "squad": lambda played, want: sorted(played.state.squad),
    "target": lambda played, want: played.state.target,
    "score": _score,
    "missions": _missions,
    "sabotages": lambda played, want: played.state.missions[-1].failures if played.state.missions else None,
    "approved": lambda played, want: played.state.proposals[-1].approved if played.state.proposals else None,
    "yes": _votes("yes"),
    "no": _votes("no"),
    "defaulted": _defaulted,
    "refused": lambda played, want: played.refused,
    "known": _known,
    "awaited": lambda played, want: sorted(rules.who_chooses(played.state)),
    "over": _over,
}


def _comparable(key: str, want: Any) -> Any:
    """Return an expectation in the form in which it is compared: lists that have no order are sorted."""
    if key == "known":
        return {player: sorted(names) for player, names in want.items()}
    return sorted(want) if isinstance(want, list) else want
