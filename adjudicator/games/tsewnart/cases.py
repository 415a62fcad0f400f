"""Adjudication cases: a small position, the orders of one turn, and the expected result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from adjudicator.core import standing_orders
from adjudicator.core.context import names_listed, same_names
from adjudicator.core.faults import KeyPath, Objection
from adjudicator.core.game import CASE_SEED
from adjudicator.core.played_case import Finding, PlayedCase
from adjudicator.core.words import fold
from adjudicator.games.tsewnart.amendment import UNITS, Row, amended, unit_objections
from adjudicator.games.tsewnart.board import Board, cell_of
from adjudicator.games.tsewnart.game import GAME
from adjudicator.games.tsewnart.state import USES, Camp, Options, Piece, Setting, State
from adjudicator.games.tsewnart.views import player_view


def case_names(case: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the players, in roster order, and the camps of a case that has not been checked yet."""
    units = [*(case.get("pieces") or ()), *(case.get("ghosts") or ())]
    players = [unit["player"] for unit in units if isinstance(unit, Mapping) and isinstance(unit.get("player"), str)]
    gone, camps = case.get("gone"), case.get("camps")
    players += gone if isinstance(gone, Mapping) else ()
    return players, names_listed(camps)


def case_objections(case: Mapping[str, Any]) -> list[Objection]:
    """Judge whether a game can reach the position of a case, its standing orders and the draws it lists."""
    return list(_table_objections(case)) or list(_left_objections(case)) or play(case).objections


def _left_objections(case: Mapping[str, Any]) -> Iterator[Objection]:
    for player, standing in case.get("left", {}).items():
        view = player_view(make_setting(case), make_state(case), player)
        for objection in standing_orders.objections(GAME.orders, view, standing):
            yield standing_orders.below(("left", player), objection)


def _table_objections(case: Mapping[str, Any]) -> Iterator[Objection]:
    board = Board.of(case["board"])
    rows = [Row(kind, (kind, i), unit["player"], unit) for kind in UNITS for i, unit in enumerate(case.get(kind, ()))]
    yield from same_names(((("camps", i), name) for i, name in enumerate(case["camps"])))
    yield from _people_objections(case, rows)
    yield from unit_objections(board, rows)
    for camp, zone in case.get("zones", {}).items():
        for i, cell in enumerate(zone):
            yield from board.objections(cell_of(cell), ("zones", camp, i))


def _people_objections(case: Mapping[str, Any], rows: Iterable[Row]) -> Iterator[Objection]:
    """Object to a player named twice: each has one piece, one ghost, or nothing left (``gone``)."""
    units: list[tuple[KeyPath, str]] = [((*row.path, "player"), row.player) for row in rows]
    known: set[str] = set()
    for path, player in (*units, *((("gone", player), player) for player in case.get("gone", {}))):
        if fold(player) in known:
            yield Objection("player-twice", path, {"name": player}, on_key=path[0] == "gone")
        known.add(fold(player))


def play(case: Mapping[str, Any], seed: str = CASE_SEED) -> PlayedCase:
    """Play the turn of a canonical case."""
    played = PlayedCase(GAME, case, seed, make_setting(case))
    played.state, played.standing = make_state(case), dict(case.get("left", {}))
    played.stage(case.get("orders", {}))
    return played.finish()


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
    start = State("turn", case.get("turn", 2), scores=dict.fromkeys(case["camps"], 0))
    units = {kind: {unit["player"]: unit for unit in case.get(kind, ())} for kind in UNITS}
    return amended(make_setting(case), start, {**units, "votes": case.get("votes", {})})


# The values found, by the keys of ``expect``; those not here are found in the same way in all games ---------------


def _pieces(value: Callable[[Piece], Any], named: bool = False) -> Finding:
    """Return how something is found that most pieces have; pieces that have none are left out."""
    return Finding(lambda played, want: _of_pieces(played, value), named)


def _of_pieces(played: PlayedCase, value: Callable[[Piece], Any]) -> dict[str, Any]:
    found = {player: value(piece) for player, piece in played.state.pieces.items()}
    return {player: part for player, part in found.items() if part}


def _ghosts(played: PlayedCase, want: Any) -> Any:
    found = {}
    for player, ghost in played.state.ghosts.items():
        anywhere = want.get(player) == "any" and ghost.cell in played.setting.camp[ghost.camp].zone
        found[player] = "any" if anywhere else ghost.cell
    return found


def _gone(played: PlayedCase, want: Any) -> Any:
    return [one for one in played.setting.roster if one not in played.state.pieces and one not in played.state.ghosts]


def _lost(kind: str) -> Finding:
    return Finding(
        lambda played, want: [one.facts["player"] for one in played.outcomes[-1].notices if one.kind == kind]
    )


def _results(played: PlayedCase, want: Any) -> Any:
    words = {True: "success", False: "failure"}
    results = played.outcomes[-1].results
    return {player: {order: words[one["success"]] for order, one in given.items()} for player, given in results.items()}


def _learned(played: PlayedCase, want: Any) -> Any:
    learned = [one for one in played.outcomes[-1].notices if one.kind not in ("eliminated", "captured", "ruled")]
    return [{**one.facts, "to": one.to.name or one.to.kind, "cell": list(one.facts["cell"])} for one in learned]


def _asked(played: PlayedCase, want: Any) -> Any:
    return [f"{fact.data['order']}/{fact.data['player']}" for fact in played.log if fact.kind == "ruled"]


def _not_zero(scores: Mapping[str, int]) -> dict[str, int]:
    return {camp: score for camp, score in scores.items() if score}


FOUND: Mapping[str, Finding] = {
    "pieces": _pieces(lambda piece: piece.cell),
    "camps": _pieces(lambda piece: piece.camp, named=True),
    "ghosts": Finding(_ghosts),
    "gone": Finding(_gone),
    "wounded": Finding(lambda played, want: list(_of_pieces(played, lambda piece: piece.wounded))),
    "eliminated": _lost("eliminated"),
    "captured": _lost("captured"),
    "results": Finding(_results, named=True),
    "uses": _pieces(lambda piece: {use: getattr(piece, use) for use in USES}, named=True),
    "aimed": _pieces(lambda piece: piece.aimed),
    "scores": Finding(lambda played, want: played.state.scores, form=_not_zero),
    "learned": Finding(_learned),
    "asked": Finding(_asked),
}
