"""What stands in each reader's report (§10): his view of the state after, his results, the notices for him."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.core.readers import PUBLIC, Fact, Notice, Reader, camp_reader
from adjudicator.core.ruleset import Outcome
from adjudicator.core.words import sort_key
from adjudicator.rulesets.tsewnart import views
from adjudicator.rulesets.tsewnart.receipt import given, item_phrase
from adjudicator.rulesets.tsewnart.state import ROLES, Setting, State


def report(setting: Setting, before: State, outcome: Outcome, reader: Reader) -> dict[str, Any]:
    """Return what ``reader`` may know after a stage, as plain values for his template."""
    after: State = outcome.state
    common = {
        "phase": before.phase,
        "turn": before.turn,
        "next": {"phase": after.phase, "turn": after.turn},
        "public": public_part(setting, before, outcome),
    }
    if reader.kind == "camp":
        return common | camp_part(setting, outcome, reader.name)
    if reader.kind == "player":
        return common | player_part(setting, outcome, reader.name)
    if reader.kind == "mj":
        return common | mj_part(setting, outcome)
    return common


def public_part(setting: Setting, before: State, outcome: Outcome) -> dict[str, Any]:
    """Return what is public: nothing of causes, of the order of events, of wounds or of sanctified cells."""
    after: State = outcome.state
    told = [notice for notice in outcome.notices if notice.to == PUBLIC]
    return {
        **views.public_view(setting, after),
        "roles_taken": roles_taken(setting, after) if before.phase == "roles" else [],
        "eliminated": _by_player(_facts(told, "eliminated")),
        "captured": _by_player(_facts(told, "captured")),
        "learned": learned(setting, told),
        "ending": ending(setting, after),
    }


def roles_taken(setting: Setting, state: State) -> list[dict[str, Any]]:
    """Return the roles that each camp took, in the order of the list of roles, which says nothing of who has which."""
    return [
        {"camp": camp.name, "roles": [role for role in ROLES if role in map(state.roles.get, camp.players)]}
        for camp in setting.camps
    ]


def ending(setting: Setting, state: State) -> dict[str, Any] | None:
    """Return the cause of the end, the winners and the scores; None while the game goes on."""
    if state.ending is None:
        return None
    scores = [{"camp": camp, "score": state.scores.get(camp, 0)} for camp in setting.camp_names]
    return {"cause": state.ending.cause, "winners": list(state.ending.winners), "scores": scores}


def camp_part(setting: Setting, outcome: Outcome, camp: str) -> dict[str, Any]:
    """Return what a camp may know besides: its players, their results, what it has learnt."""
    view = views.camp_view(setting, outcome.state, camp)
    _add_results(setting, outcome, view)
    told = [notice for notice in outcome.notices if notice.to == camp_reader(camp)]
    return {**view, "learned": learned(setting, told)}


def _add_results(setting: Setting, outcome: Outcome, camp: dict[str, Any]) -> None:
    for member in camp["members"]:
        member["results"] = results(setting, outcome, member["player"])


def player_part(setting: Setting, outcome: Outcome, player: str) -> dict[str, Any]:
    """Return what a player is told alone: what he controls now, and what his orders came to."""
    member = views.member_view(outcome.state, player)
    return {
        **member,
        "camp": setting.camp_of[player],
        "results": results(setting, outcome, player),
    }


def results(setting: Setting, outcome: Outcome, player: str) -> list[dict[str, Any]]:
    """Return what each order came to; the reason only under the option ``reasons``."""
    rows = []
    for order, result in outcome.results.get(player, {}).items():
        row = {"order": order, "success": result["success"]}
        if setting.options.reasons:
            row["reason"] = result["reason"]
        rows.append(row)
    return rows


_KINDS = ("revealed", "hallowed", "examined", "role-seen", "name-seen")


def learned(setting: Setting, notices: Iterable[Notice]) -> list[dict[str, Any]]:
    """Return the facts learnt, sorted by kind, cell and roster: never in the order of events."""
    facts = [{"kind": notice.kind, **notice.facts} for notice in notices if notice.kind in _KINDS]
    return sorted(facts, key=lambda fact: (_KINDS.index(fact["kind"]), fact["cell"], _rank(setting, fact)))


def _rank(setting: Setting, fact: dict[str, Any]) -> tuple[int, str, str]:
    return setting.roster.get(fact.get("player", ""), -1), fact.get("camp", ""), fact.get("role", "")


def _facts(notices: Iterable[Notice], kind: str) -> list[dict[str, Any]]:
    return [dict(notice.facts) for notice in notices if notice.kind == kind]


def _by_player(facts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(facts, key=lambda fact: sort_key(fact["player"]))


# The MJ's account --------------------------------------------------------------------------------------------


def mj_part(setting: Setting, outcome: Outcome) -> dict[str, Any]:
    """Return everything: the whole table, and the turn step by step with reasons and rulings."""
    told = [
        {"to": notice.to.kind, "name": notice.to.name, "kind": notice.kind, **notice.facts}
        for notice in outcome.notices
    ]
    account, afterwards = account_of(outcome.log)
    applied = {ruling for fact in outcome.log for ruling in fact.data.get("rulings", ())}
    view = views.mj_view(setting, outcome.state)
    for camp in view["camps"]:
        _add_results(setting, outcome, camp)
    return {
        **view,
        "account": account,
        "afterwards": afterwards,
        "told": told,
        "rulings": sorted(applied, key=lambda ruling: int(ruling[1:])),
    }


def account_of(log: Sequence[Fact]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Cut the log into the orders tried, each with its facts and its result, and what came after the last item.

    An entry without ``order`` is a fact that no order brought about.
    """
    account: list[dict[str, Any]] = []
    afterwards: list[dict[str, Any]] = []
    entries, opened = account, None
    for fact in log:
        if fact.kind == "after":
            entries = afterwards
        elif fact.kind == "tried":
            opened = {**_said(fact.data), "facts": []}
        elif fact.kind == "result":
            entries.append({"facts": [], **(opened or {}), **fact.data})
            opened = None
        elif opened is not None:
            opened["facts"].append({"kind": fact.kind, **_said(fact.data)})
        else:
            entries.append({"facts": [{"kind": fact.kind, **_said(fact.data)}]})
    return account, afterwards


def _said(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a fact with items of the order of play and values of orders as phrases."""
    said: dict[str, Any] = {key: item_phrase(data[key]) for key in ("item", "action", "reference") if key in data}
    if "value" in data:
        said["value"] = given(data["order"], data["value"])
    return {"rulings": (), **data, **said}
