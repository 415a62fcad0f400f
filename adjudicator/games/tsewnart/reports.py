"""What each reader is told of a stage (§10): the report, the headline, and at the end who was who.

A report is a view of the state after the stage, results, and notices. Templates read its fields, which are declared by
the dicts that the functions build here and in ``views``, ``account`` and ``pictures``. Roles, orders, causes and the
like are canonical words; lists are in roster or campaign order unless a comment says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, reduce
from itertools import permutations
from typing import Any

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.game_reports import Chapter, Past
from adjudicator.core.plain import Plain
from adjudicator.core.stage import MJ, PUBLIC, Notice, Outcome, Reader, camp_reader, player_reader
from adjudicator.core.words import sort_key
from adjudicator.games.tsewnart import views
from adjudicator.games.tsewnart.account import account, acts, whole_board
from adjudicator.games.tsewnart.actions import said
from adjudicator.games.tsewnart.board import Cell, cell_of, text
from adjudicator.games.tsewnart.pictures import pictured
from adjudicator.games.tsewnart.rules import ORDERS
from adjudicator.games.tsewnart.rulings import DECLARATIONS
from adjudicator.games.tsewnart.state import ROLES, Setting, State

FUNCTIONS: Mapping[str, Callable[[Any], PhraseArgument]] = {"cell": text}
"""The function of templates that writes a cell."""


def readers(setting: Setting) -> list[Reader]:
    """Return the public, the camps, the players and the MJ."""
    return [PUBLIC, *map(camp_reader, setting.camp_names), *map(player_reader, setting.roster), MJ]


def report(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
) -> Plain:
    """Return what ``reader`` may know after a stage, as plain values for a template; ``orders`` are by player."""
    public = {"public": public_part(setting, before, outcome)}
    if reader.kind == "camp":
        return {**public, **camp_part(setting, before, outcome, reader.name)}
    if reader.kind == "player":
        return {**public, **player_part(setting, before, outcome, orders, reader.name)}
    return {**public, **mj_part(setting, before, outcome)} if reader.kind == "mj" else public


# What everybody is told --------------------------------------------------------------------------------------


def public_part(setting: Setting, before: State, outcome: Outcome[State]) -> Plain:
    """Return what is public, which excludes causes, the order of events, wounds and sanctified cells."""
    after: State = outcome.state
    published = [notice for notice in outcome.notices if notice.to == PUBLIC]
    # What the MJ tells everybody about orders ruled on; missing if there is nothing.
    ruled = sorted(notice.facts["said"] for notice in published if notice.kind == "ruled")
    return {
        **({"ruled": ruled} if ruled else {}),
        **views.public_view(setting, after),
        "zones": views.zones(setting) if after.phase == "placement" else [],  # captains need them all
        "roles_taken": roles_taken(setting, after) if before.phase == "roles" else [],
        "eliminated": _losses("eliminated", published),  # player, and the player's own camp
        "captured": _losses("captured", published),  # player, camp, cell, by: the camp that has it now
        "learned": learned(setting, published),
        "ending": ending(setting, after),
    }


def roles_taken(setting: Setting, state: State) -> list[Plain]:
    """Return the roles that each camp took, in the order of the list of roles, which does not show who has which."""
    return [
        {"camp": camp.name, "roles": [role for role in ROLES if role in map(state.roles.get, camp.players)]}
        for camp in setting.camps
    ]


def ending(setting: Setting, state: State) -> Plain | None:
    """Return the cause of the end, the winning camps and the scores; None while the game goes on."""
    if state.ending is None:
        return None
    scores = views.scores(setting, state)
    return {"cause": state.ending.cause, "winners": list(state.ending.winners), "scores": scores}


def winner(setting: Setting, state: State) -> Phrase | None:
    """Say who has won; None while the game goes on."""
    if state.ending is None:
        return None
    return Phrase("report.winners", {"camps": Listed(state.ending.winners)}, len(state.ending.winners))


def headline(setting: Setting, before: State, outcome: Outcome[State]) -> list[Phrase]:
    """Say whose pieces were eliminated or captured, and how the game ended."""
    public, lines = public_part(setting, before, outcome), []
    if lost := public["eliminated"]:
        names = Listed(tuple(Phrase("headline.owner", {"player": one["player"], "camp": one["camp"]}) for one in lost))
        lines.append(Phrase("headline.lost", {"names": names}, n=len(lost)))
    for one in public["captured"]:
        values: dict[str, PhraseArgument] = {name: one[name] for name in ("player", "camp", "by")}
        lines.append(Phrase("headline.captured", {**values, "cell": text(one["cell"])}))
    if won := winner(setting, outcome.state):
        lines += [Phrase(f"report.cause.{public['ending']['cause']}"), won]
    return lines


def epilogue(setting: Setting, past: Sequence[Past]) -> list[Chapter]:
    """Return a chapter with each player's role, then one chapter for each turn as it really went."""
    roles = past[-1].outcome.state.roles
    who = [
        Phrase("epilogue.player", {"player": player, "camp": camp.name, "role": Word("roles", roles[player])})
        for camp in setting.camps
        for player in camp.players
        if player in roles
    ]
    turns = [one for one in past if one.stage.phase == "turn"]
    return [Chapter(Phrase("epilogue.who"), who), *map(_chapter, turns)]


def _chapter(turn: Past) -> Chapter:
    told = account(turn.outcome.log)
    happened = [*told["first"], *(row for item in told["play"] for row in item["tried"]), *told["afterwards"]]
    lines = [line for row in happened for line in (row["text"], *row["details"])]
    return Chapter(Phrase("epilogue.turn", {"turn": turn.stage.turn}), lines)


# What a camp and a player are told besides -------------------------------------------------------------------


def camp_part(setting: Setting, before: State, outcome: Outcome[State], camp: str) -> Plain:
    """Return what a camp may know besides: its players, their results, and what the camp has learnt."""
    view = views.camp_view(setting, outcome.state, camp)
    facts = learned(setting, [notice for notice in outcome.notices if notice.to == camp_reader(camp)])
    board = pictured(view["board"], before, view["members"], facts)
    return {**view, "board": board, "members": members(setting, outcome, view), "learned": facts}


def members(setting: Setting, outcome: Outcome[State], camp: Plain) -> list[Plain]:
    """Return the players of a camp with the results of their orders."""
    return [{**member, "results": results(setting, outcome, member["player"])} for member in camp["members"]]


def player_part(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], player: str
) -> Plain:
    """Return what a player is told: own unit, own orders as given, and all that the camp is told."""
    camp = setting.camp_of[player]
    his_camp = camp_part(setting, before, outcome, camp)
    you = {**views.member_view(outcome.state, player), "camp": camp}
    start = displaced(setting, before, outcome, orders, player)
    return {
        **({"displaced": start} if start else {}),
        "you": you,
        "fate": fate(before, outcome, player),
        "orders": own_orders(setting, before, outcome, orders, player),
        "absent": player not in orders and (player in before.pieces or player in before.ghosts),
        **his_camp,
        "board": views.own_marked(his_camp["board"], player, (you["cell"], camp) if you["unit"] == "ghost" else None),
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
            own = [orders.get(player, {}).get(order) for order in MOVING if came_to.get(order, {}).get("success")]
            ends = [reduce(partial(_led, setting), one, start) for one in permutations(own)]
            return None if now[player].cell in ends else start
    return None


MOVING = ("move", "teleport", "extra_move", "swap")
"""The orders with which a player moves what they control."""


def _led(setting: Setting, start: Cell, value: Any) -> Cell:
    """Return the cell to which an order leads from ``start``: one step in its direction, or the cell it names."""
    return (setting.board.step(start, value) or start) if isinstance(value, str) else cell_of(value)


def own_orders(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], player: str
) -> list[Plain]:
    """Return a player's orders in the order of the rule sheet, each in words (``what``); empty outside turns.

    Each but a declaration has its result, as :func:`results` returns it.
    """
    given = orders.get(player, {}) if before.phase == "turn" else {}
    came_to = {row["order"]: row for row in results(setting, outcome, player)}
    in_order = sorted(given, key=[*ORDERS, *DECLARATIONS].index)
    return [{"what": said(player, order, given[order]), **came_to.get(order, {})} for order in in_order]


def results(setting: Setting, outcome: Outcome[State], player: str) -> list[Plain]:
    """Return the result of each order, in the order of the rule sheet; its reason only with the option ``reasons``."""
    shown = ("success", "reason") if setting.options.reasons else ("success",)
    came_to = outcome.results.get(player, {})
    return [{"order": order, **{key: result[key] for key in shown}} for order, result in came_to.items()]


_KINDS = ("revealed", "hallowed", "examined", "role-seen", "name-seen")


def learned(setting: Setting, notices: Iterable[Notice]) -> list[Plain]:
    """Return the facts learnt of cells, sorted by kind, cell and roster so that they do not show the order of events.

    Their ``kind`` says what else they tell: ``revealed`` a piece or ghost there (player, camp, role), ``hallowed``
    whether the cell is ``sanctified``, ``examined`` a ghost there (camp, role), ``role-seen`` the piece there (camp,
    role), ``name-seen`` the player of the piece there.
    """

    def rank(fact: Plain) -> Any:
        player = setting.roster.get(fact.get("player", ""), -1)
        return _KINDS.index(fact["kind"]), fact["cell"], player, fact.get("camp", ""), fact.get("role", "")

    facts = [{"kind": notice.kind, **_facts(notice)} for notice in notices if notice.kind in _KINDS]
    return sorted(facts, key=rank)


def _facts(notice: Notice) -> Plain:
    """Return the facts of a notice; a cell that was read back from a file is a list, and is made a tuple again."""
    facts = dict(notice.facts)
    return {**facts, "cell": tuple(facts["cell"])} if "cell" in facts else facts


def _losses(kind: str, notices: Iterable[Notice]) -> list[Plain]:
    """Return the facts of the notices of a kind of losses, in alphabetical order of players."""
    return sorted((_facts(one) for one in notices if one.kind == kind), key=lambda loss: sort_key(loss["player"]))


# What the MJ is told -----------------------------------------------------------------------------------------


def mj_part(setting: Setting, before: State, outcome: Outcome[State]) -> Plain:
    """Return everything: the whole position before and after, and the turn step by step with reasons and rulings."""
    after: State = outcome.state
    applied = {ruling for fact in outcome.log for ruling in fact.data.get("rulings", ())}
    hallowed = [cell_of(fact.data["cell"]) for fact in outcome.log if fact.kind == "sanctified"]
    return {
        "board": whole_board(setting, before, after, hallowed),
        "camps": [
            {
                **camp,
                "members": [
                    {**member, "before": views.member_view(before, member["player"])}
                    for member in members(setting, outcome, camp)
                ],
            }
            for camp in (views.camp_view(setting, after, name) for name in setting.camp_names)
        ],
        "scores": views.scores(setting, after),
        # In alphabetical order.
        "votes": {"stop": sorted(after.stop, key=sort_key), "surrender": sorted(after.surrender, key=sort_key)},
        "board_before": {**whole_board(setting, before, before), "acts": acts(setting, before, outcome.log)},
        **account(outcome.log),
        "told": [  # losses first, then facts learnt, each with the reader who was told
            {"to": notice.to.kind, "name": notice.to.name, "kind": notice.kind, **_facts(notice)}
            for notice in outcome.notices
        ],
        "rulings": sorted(applied, key=lambda ruling: int(ruling[1:])),
    }
