"""The contents of each reader's report (§10): a view of the state after the stage, results, and notices.

:func:`report` returns the whole report of one reader; the other functions return parts of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial, reduce
from itertools import permutations
from typing import TYPE_CHECKING, Any, TypeVar, cast

from adjudicator.core.faults import Listed, Phrase, PhraseArgument
from adjudicator.core.plain import Plain
from adjudicator.core.stage import MJ, PUBLIC, Notice, Outcome, Reader, camp_reader, player_reader
from adjudicator.core.words import sort_key
from adjudicator.games.tsewnart import views
from adjudicator.games.tsewnart.account import account
from adjudicator.games.tsewnart.actions import said
from adjudicator.games.tsewnart.adjudication import ORDERS
from adjudicator.games.tsewnart.board import Cell, text
from adjudicator.games.tsewnart.pictures import pictured, tried
from adjudicator.games.tsewnart.rulings import DECLARATIONS
from adjudicator.games.tsewnart.state import ROLES, Setting, State

if TYPE_CHECKING:
    from adjudicator.games.tsewnart.records import (
        Board,
        CampForMJ,
        CampPart,
        CampReport,
        CampTable,
        Capture,
        End,
        Learnt,
        Loss,
        Member,
        MemberAfter,
        MJPart,
        MJReport,
        OwnOrder,
        PlayerPart,
        PlayerReport,
        PublicPart,
        PublicReport,
        Result,
        RolesTaken,
        Told,
        Zone,
    )

    L = TypeVar("L", bound=Loss)


def report(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
) -> PublicReport | CampReport | PlayerReport | MJReport:
    """Return what ``reader`` may know after a stage, as plain values for a template; ``orders`` are by player."""
    return teller(setting, before, outcome, orders)(reader)


def teller(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain]
) -> Callable[[Reader], PublicReport | CampReport | PlayerReport | MJReport]:
    """Return a function from reader to report; the public part and each camp's part are computed once."""
    public = public_part(setting, before, outcome)
    of_camp = cache(partial(camp_part, setting, before, outcome))

    def told(reader: Reader) -> PublicReport | CampReport | PlayerReport | MJReport:
        if reader.kind == "camp":
            return {"public": public, **of_camp(reader.name)}
        if reader.kind == "player":
            his_camp = of_camp(setting.camp_of[reader.name])
            return {"public": public, **player_part(setting, before, outcome, orders, reader.name, his_camp)}
        if reader.kind == "mj":
            return {"public": public, **mj_part(setting, before, outcome, orders)}
        return {"public": public}

    return told


def public_part(setting: Setting, before: State, outcome: Outcome[State]) -> PublicPart:
    """Return what is public, which excludes causes, the order of events, wounds and sanctified cells."""
    after: State = outcome.state
    published = [notice for notice in outcome.notices if notice.to == PUBLIC]
    ruled = sorted(notice.facts["said"] for notice in _of("ruled", published))
    return {
        **({"ruled": ruled} if ruled else {}),  # type: ignore[typeddict-item]
        **views.public_view(setting, after),
        "zones": zones(setting) if after.phase == "placement" else [],
        "roles_taken": roles_taken(setting, after) if before.phase == "roles" else [],
        "eliminated": _by_player([cast("Loss", _facts(lost)) for lost in _of("eliminated", published)]),
        "captured": _by_player([cast("Capture", _facts(lost)) for lost in _of("captured", published)]),
        "learned": learned(setting, published),
        "ending": ending(setting, after),
    }


def zones(setting: Setting) -> list[Zone]:
    """Return each camp's start zone; captains need them all to place their pieces."""
    return [{"camp": camp.name, "cells": list(camp.zone)} for camp in setting.camps]


def roles_taken(setting: Setting, state: State) -> list[RolesTaken]:
    """Return the roles that each camp took, in the order of the list of roles, which does not show who has which."""
    return [
        {"camp": camp.name, "roles": [role for role in ROLES if role in map(state.roles.get, camp.players)]}
        for camp in setting.camps
    ]


def ending(setting: Setting, state: State) -> End | None:
    """Return the cause of the end, the winners and the scores; None while the game goes on."""
    if state.ending is None:
        return None
    return {
        "cause": state.ending.cause,
        "winners": list(state.ending.winners),
        "scores": views.scores(setting, state),
    }


def camp_part(setting: Setting, before: State, outcome: Outcome[State], camp: str) -> CampPart:
    """Return what a camp may know besides: its players, their results, and what the camp has learnt."""
    view = views.camp_view(setting, outcome.state, camp)
    received = [notice for notice in outcome.notices if notice.to == camp_reader(camp)]
    facts = learned(setting, received)
    board = pictured(view["board"], before, view["members"], facts)
    return {**view, "board": board, "members": members(setting, outcome, view), "learned": facts}


def members(setting: Setting, outcome: Outcome[State], camp: CampTable) -> list[MemberAfter]:
    """Return the players of a camp with the results of their orders."""
    return [{**member, "results": results(setting, outcome, member["player"])} for member in camp["members"]]


def player_part(
    setting: Setting,
    before: State,
    outcome: Outcome[State],
    orders: Mapping[str, Plain],
    player: str,
    his_camp: CampPart,
) -> PlayerPart:
    """Return what a player is told: own unit, own orders as given, and all that the camp is told (``his_camp``)."""
    camp = setting.camp_of[player]
    you = views.member_view(outcome.state, player)
    start = displaced(setting, before, outcome, orders, player)
    return {
        **({"displaced": start} if start else {}),  # type: ignore[typeddict-item]
        "you": {**you, "camp": camp},
        "fate": fate(before, outcome, player),
        "orders": own_orders(setting, before, outcome, orders, player),
        "absent": player not in orders and (player in before.pieces or player in before.ghosts),
        **his_camp,
        "board": own_marked(his_camp["board"], you, camp),
    }


def own_marked(board: Board, you: Member, camp: str) -> Board:
    """Return the board of the player's ``camp`` on which what the player controls (``you``) is marked ``own``."""
    return {
        **board,
        "pieces": [{**one, "own": True} if one.get("player") == you["player"] else one for one in board["pieces"]],
        "ghosts": [
            {**one, "own": True}
            if you["unit"] == "ghost" and (one["cell"], one["camp"]) == (you["cell"], camp)
            else one
            for one in board["ghosts"]
        ],
    }


def fate(before: State, outcome: Outcome[State], player: str) -> str:
    """Return what happened in a turn to what a player controlled; an empty string if the player still has it.

    A piece is ``lost`` or ``captured``; a ghost has ``taken`` a piece, or is ``gone``.
    """
    after: State = outcome.state
    if before.phase != "turn":
        return ""
    if player in after.pieces:
        return "" if player in before.pieces else "taken"
    # A player who was a ghost may lose a piece too: one captured earlier in the same turn's captures.
    losses = [n.kind for n in outcome.notices if n.kind in ("eliminated", "captured") and n.facts["player"] == player]
    if losses:
        return "captured" if "captured" in losses else "lost"
    return "gone" if player in before.ghosts and player not in after.ghosts else ""


def displaced(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], player: str
) -> Cell | None:
    """Return the former cell of what a player controls if others have moved it; otherwise None.

    Others have moved it if the player's successful moves, in any order, do not lead to where it is now. The answer
    depends only on what the player knows: both cells and the results of the player's own orders.
    """
    after: State = outcome.state
    for then, now in ((before.pieces, after.pieces), (before.ghosts, after.ghosts)):
        if before.phase == "turn" and player in then and player in now:
            start, came_to = then[player].cell, outcome.results.get(player, {})
            own = [orders.get(player, {}).get(order) for order in MOVING if _succeeded(came_to.get(order))]
            ends = [reduce(partial(_led, setting), one, start) for one in permutations(own)]
            return None if now[player].cell in ends else start
    return None


MOVING = ("move", "teleport", "extra_move", "swap")
"""The orders with which a player moves what they control."""


def _led(setting: Setting, start: Cell, value: Any) -> Cell:
    """Return the cell to which an order leads from ``start``: one step in its direction, or the cell it names."""
    return (setting.board.step(start, value) or start) if isinstance(value, str) else (value[0], value[1])


def own_orders(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], player: str
) -> list[OwnOrder]:
    """Return a player's orders as given, each in words, with its result if it has one; empty outside turns."""
    given_orders = orders.get(player, {})
    if before.phase != "turn":
        return []
    in_order = sorted(given_orders, key=[*ORDERS, *DECLARATIONS].index)
    came_to = {row["order"]: row for row in results(setting, outcome, player)}
    rows: list[OwnOrder] = []
    for order in in_order:
        row: OwnOrder = {"what": said(player, order, given_orders[order])}
        rows.append({**row, **came_to[order]} if order in came_to else row)
    return rows


def results(setting: Setting, outcome: Outcome[State], player: str) -> list[Result]:
    """Return the result of each order; the reason is included only with the option ``reasons``."""
    rows: list[Result] = []
    for order, result in outcome.results.get(player, {}).items():
        row: Result = {"order": order, "success": result["success"]}
        if setting.options.reasons:
            row["reason"] = result["reason"]
        rows.append(row)
    return rows


_KINDS = ("revealed", "hallowed", "examined", "role-seen", "name-seen")


def learned(setting: Setting, notices: Iterable[Notice]) -> list[Learnt]:
    """Return the facts learnt, sorted by kind, cell and roster so that they do not show the order of events."""
    facts = [cast("Learnt", {"kind": notice.kind, **_facts(notice)}) for notice in notices if notice.kind in _KINDS]
    return sorted(facts, key=lambda fact: (_KINDS.index(fact["kind"]), fact["cell"], _rank(setting, fact)))


def _rank(setting: Setting, fact: Learnt) -> tuple[int, str, str]:
    return setting.roster.get(fact.get("player", ""), -1), fact.get("camp", ""), fact.get("role", "")


def _of(kind: str, notices: Iterable[Notice]) -> Iterator[Notice]:
    return (notice for notice in notices if notice.kind == kind)


def _facts(notice: Notice) -> dict[str, Any]:
    """Return the facts of a notice; a cell that was read back from a file is a list, and is made a tuple again."""
    facts = dict(notice.facts)
    return {**facts, "cell": tuple(facts["cell"])} if "cell" in facts else facts


def _by_player(losses: list[L]) -> list[L]:
    return sorted(losses, key=lambda loss: sort_key(loss["player"]))


def mj_part(setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain]) -> MJPart:
    """Return everything: the whole position before and after, and the turn step by step with reasons and rulings."""
    applied = {ruling for fact in outcome.log for ruling in fact.data.get("rulings", ())}
    view = views.mj_view(setting, outcome.state)
    everybody = [member for camp in view["camps"] for member in camp["members"]]
    # Only a success leaves its cell sanctified until the end of the turn.
    given = [orders.get(player, {}) for player, came in outcome.results.items() if _succeeded(came.get("sanctify"))]
    hallowed: list[Cell] = [tuple(order["sanctify"]) for order in given if "sanctify" in order]
    board_before = views.board_view(setting, before, own=None, everything=True)
    everybody_before = [views.member_view(before, player) for player in setting.roster]
    acts = tried(setting.camp_of, before, outcome.log)
    return {
        **view,
        "board": pictured(view["board"], before, everybody, hallowed=hallowed),
        "camps": [_camp_for_mj(setting, before, outcome, camp) for camp in view["camps"]],
        "board_before": {**pictured(board_before, before, everybody_before), "acts": acts},
        **account(outcome.log),
        "told": [_told(notice) for notice in outcome.notices],
        "rulings": sorted(applied, key=lambda ruling: int(ruling[1:])),
    }


def _succeeded(result: Mapping[str, Any] | None) -> bool:
    return bool(result and result["success"])


def _camp_for_mj(setting: Setting, before: State, outcome: Outcome[State], camp: CampTable) -> CampForMJ:
    rows = members(setting, outcome, camp)
    return {**camp, "members": [{**row, "before": views.member_view(before, row["player"])} for row in rows]}


def _told(notice: Notice) -> Told:
    reader = notice.to
    return cast("Told", {"to": reader.kind, "name": reader.name, "kind": notice.kind, **_facts(notice)})


FUNCTIONS: Mapping[str, Callable[[Any], PhraseArgument]] = {"cell": text}
"""The function of templates that writes a cell."""


def readers(setting: Setting) -> list[Reader]:
    """Return the public, the camps, the players and the MJ."""
    return [PUBLIC, *map(camp_reader, setting.camp_names), *map(player_reader, setting.roster), MJ]


def winner(setting: Setting, state: State) -> Phrase | None:
    """Say who has won; None while the game goes on."""
    if state.ending is None:
        return None
    winners = state.ending.winners
    return Phrase("report.winners", {"camps": Listed(winners)}, len(winners))
