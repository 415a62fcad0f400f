"""Tables in the middle of a game and random legal orders for them, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from adjudicator.games.tsewnart.board import DIRECTIONS, Board, Cell
from adjudicator.games.tsewnart.orders import EXCLUSIVE, GHOST_ORDERS, VOTES
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY
from adjudicator.games.tsewnart.state import ROLES, Camp, Ghost, Piece, Setting, State, new_piece

Given: TypeAlias = dict[str, Any]
"""One player's orders in canonical words, as ``play_turn`` takes them."""

ORDER_KINDS = {*(step.order for step in ORDER_OF_PLAY), *GHOST_ORDERS, *VOTES, "conceal"}
TURN = 2
"""The turn that is played: of the first one, no aim and no terror would be remembered."""

NINE_ROLES = tuple(
    tuple(role for role in ROLES if role not in left_out)
    for left_out in (("tacticien", "savant"), ("brute", "religieux"))
)
"""The roles of two camps of nine: each of the eleven stands on the board."""


def make_camp(name: str, size: int, zone: Sequence[Cell]) -> Camp:
    players = tuple(f"{name}-{number:02d}" for number in range(1, size + 1))
    return Camp(name, players, players[0], tuple(zone))


def block(left: int, top: int, width: int, height: int) -> list[Cell]:
    return [(x, y) for x in range(left, left + width) for y in range(top, top + height)]


# A table -----------------------------------------------------------------------------------------------------


def random_state(
    setting: Setting, roles: Sequence[Sequence[str]], cells: list[Cell], ghosts: int, rng: Random
) -> State:
    """Pieces in disorder on ``cells``, as after some turns of fighting; ``ghosts`` of the players have lost theirs."""
    state = State("turn", TURN, scores=dict.fromkeys(setting.camp_names, 0))
    places = iter(rng.sample(cells, len(cells)))
    lost = rng.sample(list(setting.roster), ghosts)
    for camp, camp_roles in zip(setting.camps, roles, strict=True):
        for player, role in zip(camp.players, camp_roles, strict=True):
            state.roles[player] = role
            if player not in lost:
                state.pieces[player] = _used_piece(setting.board, player, camp.name, role, next(places), rng)
    for player in lost:
        state.ghosts[player] = _ghost(setting, state, player, cells, rng)
    return state


def _used_piece(board: Board, player: str, camp: str, role: str, cell: Cell, rng: Random) -> Piece:
    piece = new_piece(player, camp, role, cell)
    if role == "archer" and rng.random() < 0.6:
        piece.aimed = rng.choice(_cells_at_two(board, cell))
    if role == "terreur":
        piece.last_terror = cell
    piece.wounded = role == "brute" and rng.random() < 0.4
    return piece


def _ghost(setting: Setting, state: State, player: str, cells: list[Cell], rng: Random) -> Ghost:
    """Half of the ghosts of a camp haunt one enemy, so that captures happen; the others wander."""
    camp = setting.camp_of[player]
    haunted = [piece.cell for piece in state.pieces.values() if piece.camp != camp]
    cell = min(haunted) if haunted and rng.random() < 0.5 else rng.choice(cells)
    return Ghost(player, camp, state.roles[player], cell)


# Orders ------------------------------------------------------------------------------------------------------


def random_orders(setting: Setting, state: State, rng: Random) -> dict[str, Given]:
    """Legal orders for every player who controls something: about two each, of every kind."""
    giver = _Giver(setting, state, rng)
    awaited = [player for player in setting.roster if player in state.pieces or player in state.ghosts]
    return {player: giver.orders(player) for player in awaited}


class _Giver:
    """Gives orders as players do: mostly at what stands near, now and then in vain."""

    def __init__(self, setting: Setting, state: State, rng: Random) -> None:
        self.setting, self.board, self.state, self.rng = setting, setting.board, state, rng
        self.ghosts = list(state.ghosts.values())
        self.occupied = [piece.cell for piece in state.pieces.values()]
        self.powers: dict[str, Sequence[tuple[str, Callable[[Piece], Any]]]] = {
            "dement": [("teleport", self._teleport)],
            "religieux": [("sanctify", self._somewhere)],
            "mystique": [("reveal", self._somewhere)],
            "agile": [("extra_move", self._extra_move)],
            "professeur": [("reorder", self._reorder)],
            "croque-mort": [("examine", self._examine), ("steer_ghost", self._steer), ("conceal", lambda piece: True)],
            "archer": [("shoot", lambda piece: piece.aimed and True), ("aim", self._aim)],
            "terreur": [("terrorise", self._terrorise)],
            "tacticien": [("swap", self._step)],
            "savant": [("pull", lambda piece: self._direction())],
        }

    def orders(self, player: str) -> Given:
        piece = self.state.pieces.get(player)
        given = self._for_piece(piece) if piece else self._for_ghost(self.state.ghosts[player])
        for vote in VOTES:
            if self.rng.random() < 0.15:
                given[vote] = self.rng.random() < 0.5
        return given

    def _for_piece(self, piece: Piece) -> Given:
        given: Given = {}
        for order, value_for in self.powers.get(piece.role, ()):
            clashes = order in EXCLUSIVE and any(other in EXCLUSIVE for other in given)
            if clashes or self.rng.random() < 0.2:
                continue
            value = value_for(piece)
            if value is not None:
                given[order] = value
        if not any(order in EXCLUSIVE for order in given):
            given = {"move": self._step(piece), **given}
        return given

    def _for_ghost(self, ghost: Ghost) -> Given:
        given: Given = {}
        if self.rng.random() < 0.5:
            given["move"] = self._step(ghost)
        if not given or self.rng.random() < 0.5:
            mates = self.setting.camp[ghost.camp].players
            given["capture"] = next(player for player in mates if player in self.state.ghosts)
        return given

    def _direction(self) -> str:
        return self.rng.choice(list(DIRECTIONS))

    def _step(self, unit: Piece | Ghost) -> str | list[int]:
        """A direction or an adjacent cell; towards somebody, if somebody stands there."""
        steps = {way: cell for way in DIRECTIONS if (cell := self.board.step(unit.cell, way))}
        towards = [way for way, cell in steps.items() if cell in self.occupied]
        way = self.rng.choice(towards or list(steps))
        return way if self.rng.random() < 0.5 else list(steps[way])

    def _somewhere(self, piece: Piece) -> list[int]:
        return list(self.rng.choice([cell for cell in self.occupied if cell != piece.cell] or [piece.cell]))

    def _teleport(self, piece: Piece) -> list[int] | None:
        """To an empty cell beside somebody."""
        near = [cell for spot in self.occupied for way in DIRECTIONS if (cell := self.board.step(spot, way))]
        free = [cell for cell in near if cell not in self.occupied]
        return list(self.rng.choice(free)) if piece.teleports and free else None

    def _extra_move(self, piece: Piece) -> str | list[int] | None:
        return self._direction() if piece.extra_moves else None

    def _reorder(self, piece: Piece) -> Given:
        items = [f"{step.id} {camp}" for step in ORDER_OF_PLAY[1:] for camp in self.setting.camp_names]
        action, reference = self.rng.sample(items, 2)
        return {"action": action, self.rng.choice(["before", "after"]): reference}

    def _examine(self, piece: Piece) -> Any:
        near = [ghost for ghost in self.ghosts if max(self.board.spans(piece.cell, ghost.cell)) <= 1]
        if not near:
            return list(piece.cell)
        ghost = self.rng.choice(near)
        return {"cell": list(ghost.cell), "camp": ghost.camp} if self.rng.random() < 0.5 else list(ghost.cell)

    def _steer(self, piece: Piece) -> Given | None:
        if not self.ghosts:
            return None
        ghost = self.rng.choice(self.ghosts)
        if ghost.camp == piece.camp and self.rng.random() < 0.5:
            return {"player": ghost.player, "to": self._step(ghost)}
        return {"cell": list(ghost.cell), "camp": ghost.camp, "to": self._step(ghost)}

    def _aim(self, piece: Piece) -> list[int]:
        cells = _cells_at_two(self.board, piece.cell)
        return list(self.rng.choice([cell for cell in cells if cell in self.occupied] or cells))

    def _terrorise(self, piece: Piece) -> list[int] | None:
        cells = [cell for cell in self.occupied if cell not in (piece.last_terror, piece.cell)]
        return list(self.rng.choice(cells)) if cells else None


def _cells_at_two(board: Board, cell: Cell) -> list[Cell]:
    once = [near for way in DIRECTIONS if (near := board.step(cell, way))]
    twice = {far for near in once for way in DIRECTIONS if (far := board.step(near, way))}
    return sorted(far for far in twice if board.distance(cell, far) == 2)
