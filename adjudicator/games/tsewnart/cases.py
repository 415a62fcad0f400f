"""Adjudication cases: a small position, the orders of one turn, and the expected result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudicator.core import standing_orders
from adjudicator.core.context import names_listed, same_names
from adjudicator.core.faults import KeyPath, Objection
from adjudicator.core.game import Tried
from adjudicator.core.mj import Answer, Mj
from adjudicator.core.stage import Notice, Outcome
from adjudicator.core.words import fold
from adjudicator.games.tsewnart.adjudication import play_turn
from adjudicator.games.tsewnart.board import Board, cell_of
from adjudicator.games.tsewnart.game import GAME
from adjudicator.games.tsewnart.state import Camp, Options, Setting, State
from adjudicator.games.tsewnart.units import (
    UNITS,
    Row,
    cell_objections,
    make_ghost,
    make_piece,
    off_board,
    role_objections,
)
from adjudicator.games.tsewnart.views import player_view


def case_names(case: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the players, in roster order, and the camps of a case that has not been checked yet."""
    units = [*(case.get("pieces") or ()), *(case.get("ghosts") or ())]
    players = [unit["player"] for unit in units if isinstance(unit, Mapping) and isinstance(unit.get("player"), str)]
    gone, camps = case.get("gone"), case.get("camps")
    players += gone if isinstance(gone, Mapping) else ()
    return players, names_listed(camps)


def case_objections(case: Mapping[str, Any]) -> list[Objection]:
    """Judge whether a game can reach the position of a case, and judge its standing orders under ``left``."""
    return _table_objections(case) or list(_left_objections(case))


def _left_objections(case: Mapping[str, Any]) -> Iterator[Objection]:
    for player, standing in case.get("left", {}).items():
        view = player_view(make_setting(case), make_state(case), player)
        for objection in standing_orders.objections(GAME.orders, view, standing):
            related = ("left", player, *objection.related) if objection.related else ()
            yield objection._replace(path=("left", player, *objection.path), related=related)


def _table_objections(case: Mapping[str, Any]) -> list[Objection]:
    board = Board.of(case["board"])
    rows = [Row(kind, (kind, i), unit["player"], unit) for kind in UNITS for i, unit in enumerate(case.get(kind, ()))]
    return [
        *same_names(((("camps", i), name) for i, name in enumerate(case["camps"]))),
        *_people_objections(case, rows),
        *cell_objections(board, rows),
        *_zone_objections(board, case),
        *role_objections(rows),
    ]


def _people_objections(case: Mapping[str, Any], rows: Iterable[Row]) -> Iterator[Objection]:
    """Object to a player named twice: each has one piece, one ghost, or nothing left (``gone``)."""
    units: list[tuple[KeyPath, str]] = [((*row.path, "player"), row.player) for row in rows]
    known: set[str] = set()
    for path, player in (*units, *((("gone", player), player) for player in case.get("gone", {}))):
        if fold(player) in known:
            yield Objection("player-twice", path, {"name": player}, on_key=path[0] == "gone")
        known.add(fold(player))


def _zone_objections(board: Board, case: Mapping[str, Any]) -> Iterator[Objection]:
    for camp, zone in case.get("zones", {}).items():
        for i, cell in enumerate(zone):
            yield from off_board(board, ("zones", camp, i), cell_of(cell))


def run_case(case: Mapping[str, Any], seed: str) -> Tried:
    """Play a canonical case."""
    setting, state, sent = make_setting(case), make_state(case), case.get("orders", {})
    answers = {
        player: standing_orders.answer(GAME.orders, player_view(setting, state, player), state.phase, standing)
        for player, standing in case.get("left", {}).items()
        if player not in sent
    }
    given = {**{player: made for player, (made, _) in answers.items() if made is not None}, **sent}
    ruled = case.get("mj", {}).get("stands", {})
    mj = Mj({("stands", tuple(key.split("/"))): Answer(value) for key, value in ruled.items()}) if ruled else None
    outcome = play_turn(setting, state, given, seed, mj=mj)
    expected: dict[str, Any] = case["expect"]
    became = {player: [one.became for one in asked] for player, (_, asked) in answers.items()}
    found = {
        key: {player: became.get(player, []) for player in want}
        if key == "clauses"
        else _FOUND[key](setting, state, outcome, want)
        for key, want in expected.items()
    }
    wanted = {key: _comparable(setting, key, want) for key, want in expected.items()}
    return Tried(wanted, found, _drawn(setting, outcome))


def _drawn(setting: Setting, outcome: Outcome[State]) -> bool:
    """Return whether the result may depend on the seed.

    It does if one of several ghosts was drawn, or if a ghost appeared and its start zone has more than one cell.
    """
    kinds = {fact.kind for fact in outcome.log}
    return "drawn" in kinds or ("eliminated" in kinds and any(len(set(camp.zone)) > 1 for camp in setting.camps))


def make_setting(case: Mapping[str, Any]) -> Setting:
    """Build the setting of a case.

    The camps are in initiative order for the turn played. A camp without a start zone may start on the whole board.
    """
    board = Board.of(case["board"])
    zones = {camp: tuple((x, y) for x, y in cells) for camp, cells in case.get("zones", {}).items()}
    units = [*case["pieces"], *case.get("ghosts", ())]
    members = [(unit["player"], unit["camp"]) for unit in units] + list(case.get("gone", {}).items())
    camps = []
    for name in case["camps"]:
        players = tuple(player for player, camp in members if camp == name)
        camps.append(Camp(name, players, players[0] if players else "", zones.get(name, board.cells())))
    listed = tuple(player for player, _ in members)
    return Setting(board, tuple(camps), Options(**case.get("options", {})), (tuple(case["camps"]),), listed)


def make_state(case: Mapping[str, Any]) -> State:
    """Build the state of a case; the turn is 2 if the case does not say."""
    votes = case.get("votes", {})
    return State(
        "turn",
        case.get("turn", 2),
        pieces={unit["player"]: make_piece(unit["player"], unit["camp"], unit) for unit in case["pieces"]},
        ghosts={unit["player"]: make_ghost(unit["player"], unit["camp"], unit) for unit in case.get("ghosts", ())},
        scores=dict.fromkeys(case["camps"], 0),
        stop=[player for player, vote in votes.items() if vote.get("stop")],
        surrender=[player for player, vote in votes.items() if vote.get("surrender")],
    )


# The values found, in the form of ``expect`` -----------------------------------------------------------------


def _found_pieces(setting: Setting, before: State, outcome: Outcome[State], want: Any) -> Any:
    return {player: list(piece.cell) for player, piece in outcome.state.pieces.items()}


def _found_camps(setting: Setting, before: State, outcome: Outcome[State], want: Any) -> Any:
    pieces = outcome.state.pieces
    return {player: pieces[player].camp if player in pieces else None for player in want}


def _found_ghosts(setting: Setting, before: State, outcome: Outcome[State], want: Any) -> Any:
    found = {}
    for player, ghost in outcome.state.ghosts.items():
        anywhere = want.get(player) == "any" and ghost.cell in setting.camp[ghost.camp].zone
        found[player] = "any" if anywhere else list(ghost.cell)
    return found


def _found_gone(setting: Setting, before: State, outcome: Outcome[State], want: Any) -> Any:
    state = outcome.state
    return sorted(p for p in setting.roster if p not in state.pieces and p not in state.ghosts)


def _found_wounded(setting: Setting, before: State, outcome: Outcome[State], want: Any) -> Any:
    return sorted(player for player, piece in outcome.state.pieces.items() if piece.wounded)


def _lost(kind: str) -> Any:
    def found(setting: Setting, before: State, outcome: Outcome[State], want: Any) -> Any:
        return sorted(notice.facts["player"] for notice in outcome.notices if notice.kind == kind)

    return found


def _found_results(setting: Setting, before: State, outcome: Outcome[State], want: Any) -> Any:
    words = {True: "success", False: "failure", None: None}
    return {
        player: {order: words[outcome.results.get(player, {}).get(order, {}).get("success")] for order in orders}
        for player, orders in want.items()
    }


def _found_uses(setting: Setting, before: State, outcome: Outcome[State], want: Any) -> Any:
    pieces = outcome.state.pieces
    return {player: {use: getattr(pieces.get(player), use, None) for use in uses} for player, uses in want.items()}


def _found_aimed(setting: Setting, before: State, outcome: Outcome[State], want: Any) -> Any:
    return {player: list(piece.aimed) for player, piece in outcome.state.pieces.items() if piece.aimed}


def _found_scores(setting: Setting, before: State, outcome: Outcome[State], want: Any) -> Any:
    return {camp: score for camp, score in outcome.state.scores.items() if score}


def _found_learned(setting: Setting, before: State, outcome: Outcome[State], want: Any) -> Any:
    learned = [notice for notice in outcome.notices if notice.kind not in ("eliminated", "captured", "ruled")]
    return _sorted_facts([_fact(notice) for notice in learned])


def _fact(notice: Notice) -> dict[str, Any]:
    cell = notice.facts["cell"]
    return {**notice.facts, "to": notice.to.name or notice.to.kind, "cell": list(cell)}


def _found_over(setting: Setting, before: State, outcome: Outcome[State], want: Any) -> Any:
    ending = outcome.state.ending
    if ending is None:
        return None
    found = {"winners": sorted(ending.winners), "cause": ending.cause}
    return {key: found[key] for key in want} if want else found


def _found_asked(setting: Setting, before: State, outcome: Outcome[State], want: Any) -> Any:
    ruled = (fact.data for fact in outcome.log if fact.kind == "ruled")
    return sorted(f"{data['order']}/{data['player']}" for data in ruled)


_FOUND = {
    "pieces": _found_pieces,
    "camps": _found_camps,
    "ghosts": _found_ghosts,
    "gone": _found_gone,
    "wounded": _found_wounded,
    "eliminated": _lost("eliminated"),
    "captured": _lost("captured"),
    "results": _found_results,
    "uses": _found_uses,
    "aimed": _found_aimed,
    "scores": _found_scores,
    "learned": _found_learned,
    "over": _found_over,
    "asked": _found_asked,
}


def _comparable(setting: Setting, key: str, want: Any) -> Any:
    """Return an expectation in the form in which it is compared: lists without an order of their own are sorted."""
    if key in ("gone", "wounded", "eliminated", "captured", "asked"):
        return sorted(want)
    if key == "learned":
        return _sorted_facts(want)
    if key == "scores":
        return {camp: score for camp, score in want.items() if score}
    if key == "over" and want:
        return {**want, "winners": sorted(want["winners"])}
    return want


def _sorted_facts(facts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(facts, key=lambda fact: sorted((key, str(value)) for key, value in fact.items()))
