"""Adjudication cases: a small table, orders, and what is expected of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.faults import Objection
from adjudicator.core.readers import Notice
from adjudicator.core.ruleset import Outcome
from adjudicator.rulesets.tsewnart.adjudication import play_turn
from adjudicator.rulesets.tsewnart.board import Board
from adjudicator.rulesets.tsewnart.setup import text
from adjudicator.rulesets.tsewnart.state import Camp, Ghost, Options, Piece, Setting, State, new_piece

SEED = "a case hangs on no draw"


def names_in_case(case: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the players, in roster order, and the camps of a case whose orders are not read yet."""
    units = [*(case.get("pieces") or ()), *(case.get("ghosts") or ())]
    players = [unit["player"] for unit in units if isinstance(unit, Mapping) and isinstance(unit.get("player"), str)]
    camps = case.get("camps")
    return [*players, *(case.get("gone") or ())], list(camps) if isinstance(camps, list) else []


def case_objections(case: Mapping[str, Any]) -> list[Objection]:
    """Judge the table of a case: each player once, each piece alone on a cell of the board."""
    board = Board.of(case["board"])
    objections: list[Objection] = []
    players: set[str] = set()
    taken: dict[Any, str] = {}
    for kind in ("pieces", "ghosts"):
        for i, unit in enumerate(case.get(kind, ())):
            player, cell = unit["player"], _cell(unit["at"])
            if player in players:
                objections.append(Objection("player-twice", (kind, i, "player"), {"name": player}))
            if cell not in board:
                values: dict[str, Any] = {"cell": text(cell), "width": board.width, "height": board.height}
                objections.append(Objection("off-board", (kind, i, "at"), values))
            if kind == "pieces" and cell in taken:
                values = {"cell": text(cell), "other": taken[cell]}
                objections.append(Objection("cell-twice", (kind, i, "at"), values))
            players.add(player)
            taken.setdefault(cell, player)
    for camp, zone in case.get("zones", {}).items():
        for i, cell in enumerate(zone):
            if _cell(cell) not in board:
                values = {"cell": text(_cell(cell)), "width": board.width, "height": board.height}
                objections.append(Objection("off-board", ("zones", camp, i), values))
    return objections


def run_case(case: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play a canonical case; return, for each key under ``expect``, what was expected and what was found."""
    setting, state = make_setting(case), make_state(case)
    outcome = play_turn(setting, state, case.get("orders", {}), SEED, initiative=setting.camp_names)
    expected: dict[str, Any] = case["expect"]
    found = {key: _FOUND[key](setting, state, outcome, want) for key, want in expected.items()}
    wanted = {key: _comparable(setting, key, want) for key, want in expected.items()}
    return wanted, found


def make_setting(case: Mapping[str, Any]) -> Setting:
    """Build the setting of a case; a camp without a zone has the whole board."""
    board = Board.of(case["board"])
    zones = {camp: tuple((x, y) for x, y in cells) for camp, cells in case.get("zones", {}).items()}
    units = [*case["pieces"], *case.get("ghosts", ())]
    members = [(unit["player"], unit["camp"]) for unit in units] + list(case.get("gone", {}).items())
    camps = []
    for name in case["camps"]:
        players = tuple(player for player, camp in members if camp == name)
        camps.append(Camp(name, players, players[0] if players else "", zones.get(name, board.cells())))
    listed = tuple(player for player, _ in members)
    return Setting(board, tuple(camps), Options(**case.get("options", {})), listed=listed)


def make_state(case: Mapping[str, Any]) -> State:
    """Build the state of a case."""
    votes = case.get("votes", {})
    return State(
        "turn",
        case.get("turn", 2),
        pieces={unit["player"]: _piece(unit) for unit in case["pieces"]},
        ghosts={
            unit["player"]: Ghost(unit["player"], unit["camp"], unit["role"], _cell(unit["at"]))
            for unit in case.get("ghosts", ())
        },
        scores=dict.fromkeys(case["camps"], 0),
        stop=[player for player, vote in votes.items() if vote.get("stop")],
        surrender=[player for player, vote in votes.items() if vote.get("surrender")],
    )


def _piece(unit: Mapping[str, Any]) -> Piece:
    piece = new_piece(unit["player"], unit["camp"], unit["role"], _cell(unit["at"]))
    piece.wounded = unit.get("wounded", False)
    piece.aimed = _cell(unit.get("aimed"))
    piece.last_terror = _cell(unit.get("last_terror"))
    piece.teleports = unit.get("teleports", piece.teleports)
    piece.extra_moves = unit.get("extra_moves", piece.extra_moves)
    return piece


def _cell(value: Any) -> Any:
    return None if value is None else (value[0], value[1])


# What was found, in the words of ``expect`` ------------------------------------------------------------------


def _found_pieces(setting: Setting, before: State, outcome: Outcome, want: Any) -> Any:
    return {player: list(piece.cell) for player, piece in outcome.state.pieces.items()}


def _found_camps(setting: Setting, before: State, outcome: Outcome, want: Any) -> Any:
    pieces = outcome.state.pieces
    return {player: pieces[player].camp if player in pieces else None for player in want}


def _found_ghosts(setting: Setting, before: State, outcome: Outcome, want: Any) -> Any:
    found = {}
    for player, ghost in outcome.state.ghosts.items():
        anywhere = want.get(player) == "any" and ghost.cell in setting.camp[ghost.camp].zone
        found[player] = "any" if anywhere else list(ghost.cell)
    return found


def _found_gone(setting: Setting, before: State, outcome: Outcome, want: Any) -> Any:
    state = outcome.state
    return sorted(p for p in setting.roster if p not in state.pieces and p not in state.ghosts)


def _found_wounded(setting: Setting, before: State, outcome: Outcome, want: Any) -> Any:
    return sorted(player for player, piece in outcome.state.pieces.items() if piece.wounded)


def _lost(kind: str) -> Any:
    def found(setting: Setting, before: State, outcome: Outcome, want: Any) -> Any:
        return sorted(notice.facts["player"] for notice in outcome.notices if notice.kind == kind)

    return found


def _found_results(setting: Setting, before: State, outcome: Outcome, want: Any) -> Any:
    words = {True: "success", False: "failure", None: None}
    return {
        player: {order: words[outcome.results.get(player, {}).get(order, {}).get("success")] for order in orders}
        for player, orders in want.items()
    }


def _found_uses(setting: Setting, before: State, outcome: Outcome, want: Any) -> Any:
    pieces = outcome.state.pieces
    return {player: {use: getattr(pieces.get(player), use, None) for use in uses} for player, uses in want.items()}


def _found_aimed(setting: Setting, before: State, outcome: Outcome, want: Any) -> Any:
    return {player: list(piece.aimed) for player, piece in outcome.state.pieces.items() if piece.aimed}


def _found_scores(setting: Setting, before: State, outcome: Outcome, want: Any) -> Any:
    return {camp: score for camp, score in outcome.state.scores.items() if score}


def _found_learned(setting: Setting, before: State, outcome: Outcome, want: Any) -> Any:
    learned = [notice for notice in outcome.notices if notice.kind not in ("eliminated", "captured")]
    return _sorted_facts([_told(notice) for notice in learned])


def _told(notice: Notice) -> dict[str, Any]:
    cell = notice.facts["cell"]
    return {**notice.facts, "to": notice.to.name or notice.to.kind, "cell": list(cell)}


def _found_over(setting: Setting, before: State, outcome: Outcome, want: Any) -> Any:
    ending = outcome.state.ending
    if ending is None:
        return None
    found = {"winners": sorted(ending.winners), "cause": ending.cause}
    return {key: found[key] for key in want} if want else found


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
}


def _comparable(setting: Setting, key: str, want: Any) -> Any:
    """Return an expectation in the form in which it is compared: lists that have no order are sorted."""
    if key in ("gone", "wounded", "eliminated", "captured"):
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
