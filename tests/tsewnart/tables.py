"""Random tables of Tsewnart and orders for them, drawn by Hypothesis so that much happens on them.

Cells are drawn near what stands there, ghosts flock on enemies' pieces and agree on captures, Savants pull what
stands next to them. Orders are canonical (valid by the schema) and for anybody: the wrong role, exclusive ones
together, cells off the board.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from hypothesis import strategies as st

from adjudicator.games.tsewnart.adjudication import play_turn
from adjudicator.games.tsewnart.board import DIRECTIONS, TOPOLOGIES, Board, Cell
from adjudicator.games.tsewnart.orders import EXCLUSIVE
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY
from adjudicator.games.tsewnart.state import ROLES, Camp, Ghost, Options, Piece, Setting, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from adjudicator.core.stage import Outcome

Draw: TypeAlias = "Callable[[st.SearchStrategy[Any]], Any]"
Plain: TypeAlias = dict[str, Any]
Unit: TypeAlias = Piece | Ghost

CAMPS = ("rouge", "bleu", "vert", "Noir")
PLAYERS = (
    *("Zoé", "Max", "Éva", "bob", "Ana"),
    *("Léo", "Ivy", "Noé", "Uma", "Tom"),
    *("Ida", "Gus", "Lou", "Ned", "Pia"),
    *("Aïe", "Kim", "Sam", "Élo", "Joy"),
)
MOST = 5
"""The most players in a camp here."""
WITHOUT_ITEM = ("conceal", "surrender", "stop")
"""Declarations: orders that have no item and no result."""


@dataclass(frozen=True)
class Table:
    """All that a turn is played from."""

    setting: Setting
    state: State
    orders: dict[str, Plain]
    seed: str

    def play(self, initiative: Sequence[str] = ()) -> Outcome:
        """Play the turn, with the ``initiative`` of the setting or another one."""
        setting = replace(self.setting, initiative=(tuple(initiative),)) if initiative else self.setting
        return play_turn(setting, self.state, self.orders, self.seed)


# Choices -----------------------------------------------------------------------------------------------------


def rarely(draw: Draw, of: int) -> bool:
    """Say yes one time in ``of``, and no when shrinking."""
    return bool(draw(below(of)) == of - 1)


def one_of(draw: Draw, choices: Iterable[Any]) -> Any:
    choices = tuple(choices)
    return choices[draw(below(len(choices)))]


@cache
def below(number: int) -> st.SearchStrategy[int]:
    """Return the whole numbers from 0 to ``number`` - 1: made once, for thousands of draws."""
    return st.integers(0, number - 1)


def some(draw: Draw, choices: Sequence[Any], rare: int) -> list[Any]:
    """Draw each of ``choices`` one time in ``rare``."""
    return [choice for choice in choices if rarely(draw, rare)]


# The setting -------------------------------------------------------------------------------------------------


@st.composite
def settings_of_games(draw: Draw) -> Setting:
    """Draw a small board, 2 to 4 camps with disjoint start zones, and every option."""
    sizes = draw(st.lists(st.sampled_from((1, 2, 3, 4, 4, 5, 5)), min_size=2, max_size=len(CAMPS)))
    board = _board(draw, len(sizes), max(sizes))
    camps = tuple(_camp(draw, board, sizes, i) for i in range(len(sizes)))
    names = [camp.name for camp in camps]
    listed = [player for camp in camps for player in camp.players]
    turns = draw(st.lists(st.permutations(names), min_size=1, max_size=2)) if rarely(draw, 3) else []
    return Setting(
        board,
        camps,
        Options(
            one_of(draw, ("camp", "public")),
            one_of(draw, ("shown", "hidden")),
            rarely(draw, 2),
            reach=one_of(draw, ("exact", "within")),
        ),
        initiative=tuple(map(tuple, turns)),
        listed=tuple(draw(st.permutations(listed))) if rarely(draw, 4) else (),
    )


def _board(draw: Draw, camps: int, most: int) -> Board:
    """Draw a board on which every camp can have a start zone; a wrapping side is at least 2."""
    topology = one_of(draw, TOPOLOGIES)
    width = draw(st.integers(1 if topology == "closed" else 2, 5))
    least = -(-camps * most // width)
    height = draw(st.integers(least, least + 2))
    return Board(width, max(height, 2) if topology == "torus" else height, topology)


def _camp(draw: Draw, board: Board, sizes: Sequence[int], i: int) -> Camp:
    """Give the camp its share of the cells as a start zone, or as few of them as it may have."""
    cells, share = board.cells(), len(board.cells()) // len(sizes)
    players = PLAYERS[i * MOST : i * MOST + sizes[i]]
    size = sizes[i] if rarely(draw, 2) else share
    return Camp(CAMPS[i], players, one_of(draw, players), cells[i * share : i * share + size])


# The state ---------------------------------------------------------------------------------------------------


@st.composite
def states(draw: Draw, setting: Setting) -> State:
    """Draw a table in the middle of a game."""
    state = State("turn", 1 + draw(below(9)), scores={camp: draw(below(4)) for camp in setting.camp})
    for camp in setting.camps:
        _add_camp(draw, setting, state, camp)
    for camp in setting.camps:
        if not rarely(draw, 3):
            _flock(draw, state, camp.name)
    state.stop = some(draw, list(setting.roster), one_of(draw, (8, 8, 8, 8, 2)))
    state.surrender = some(draw, list(setting.roster), one_of(draw, (8, 8, 8, 8, 2)))
    state.pieces, state.ghosts = _by_roster(setting, state.pieces), _by_roster(setting, state.ghosts)
    return state


def _by_roster(setting: Setting, kept: Mapping[str, Any]) -> dict[str, Any]:
    return {player: kept[player] for player in setting.roster if player in kept}


def _add_camp(draw: Draw, setting: Setting, state: State, camp: Camp) -> None:
    """Draw what each player of a camp controls; of some camps nearly all are ghosts."""
    ghostly = len(camp.players) >= 3 and rarely(draw, 2)
    for i, player in enumerate(camp.players):
        chances = ("ghost",) * 7 + ("piece",) if ghostly and i else ("piece", "piece", "piece", "ghost")
        unit = "nothing" if rarely(draw, 14) else one_of(draw, chances)
        if unit == "piece":
            state.pieces[player] = _piece(draw, setting, state, player)
        elif unit == "ghost":
            cell = one_of(draw, setting.board.cells())
            state.ghosts[player] = Ghost(player, camp.name, one_of(draw, ROLES), cell)


def _piece(draw: Draw, setting: Setting, state: State, player: str) -> Piece:
    """Draw a piece on a free cell, in most cases of a role that its camp does not have yet."""
    camp, board = setting.camp_of[player], setting.board
    taken = {piece.role for piece in state.pieces.values() if piece.camp == camp}
    role = one_of(draw, ROLES if rarely(draw, 3) else [role for role in ROLES if role not in taken])
    used = {piece.cell for piece in state.pieces.values()}
    cell = one_of(draw, [cell for cell in board.cells() if cell not in used])
    piece = Piece(player, camp, role, cell)
    if role == "brute":
        piece.wounded = rarely(draw, 3)
    elif role == "dement":
        piece.teleports = 0 if rarely(draw, 4) else 1
    elif role == "agile":
        piece.extra_moves = draw(below(3))
    elif role == "archer":
        piece.aimed = _aimed(draw, board, cell, used)
    elif role == "terreur" and rarely(draw, 2):
        piece.last_terror = one_of(draw, board.cells())
    return piece


def _aimed(draw: Draw, board: Board, archer: Cell, used: Iterable[Cell]) -> Cell | None:
    """Draw what an Archer aimed at: a cell in range, in most cases one on which a piece stands."""
    near = [cell for cell in board.cells() if board.distance(archer, cell) == 2]
    cells = [cell for cell in near if cell in used] or near
    if not cells or rarely(draw, 3):
        return None
    return one_of(draw, board.cells() if rarely(draw, 8) else cells)


def _flock(draw: Draw, state: State, camp: str) -> None:
    """Let most ghosts of ``camp`` stand on one and the same enemy's piece."""
    enemies = [piece.cell for piece in state.pieces.values() if piece.camp != camp]
    if not enemies:
        return
    cell = one_of(draw, enemies)
    for ghost in state.ghosts.values():
        if ghost.camp == camp and not rarely(draw, 16):
            ghost.cell = cell


# Orders ------------------------------------------------------------------------------------------------------


class Scene:
    """What stands where, so that orders can be drawn that meet something."""

    def __init__(self, draw: Draw, setting: Setting, state: State) -> None:
        self.draw, self.setting, self.state, self.board = draw, setting, state, setting.board
        self.camp_on = {piece.cell: piece.camp for piece in state.pieces.values()}
        self.haunted = sorted({ghost.cell for ghost in state.ghosts.values()})
        self.leaders = {camp: self._leader(camp) for camp in setting.camp_names}
        self.items = [f"{step.id} {camp}" for step in ORDER_OF_PLAY for camp in setting.camp_names]
        self.busy = [
            f"{step.id} {piece.camp}"
            for piece in state.pieces.values()
            for step in ORDER_OF_PLAY
            if step.role in (piece.role, None)
        ]

    def _leader(self, camp: str) -> str:
        """Draw whom the ghosts of ``camp`` agree on."""
        ghosts = [ghost.player for ghost in self.state.ghosts.values() if ghost.camp == camp]
        return str(one_of(self.draw, ghosts or self.setting.camp[camp].players))

    def around(self, cell: Cell) -> dict[str, Cell]:
        """Return the cells next to ``cell`` by direction."""
        steps = {direction: self.board.step(cell, direction) for direction in DIRECTIONS}
        return {direction: there for direction, there in steps.items() if there is not None}

    def enemy(self, camp: str, cell: Cell) -> bool:
        return self.camp_on.get(cell, camp) != camp

    def threatened(self) -> list[Cell]:
        """Return the cells of pieces next to which an enemy's stands."""
        return [
            cell
            for cell, camp in self.camp_on.items()
            if any(self.enemy(camp, there) for there in self.around(cell).values())
        ]

    def direction(self, unit: Unit, liked: Callable[[Cell], bool]) -> str:
        """Draw a direction, in most cases to one of the cells that are ``liked``."""
        fitting = [direction for direction, cell in self.around(unit.cell).items() if liked(cell)]
        return str(one_of(self.draw, DIRECTIONS if not fitting or rarely(self.draw, 4) else fitting))

    def where(self, unit: Unit, liked: Callable[[Cell], bool]) -> Any:
        """Draw a direction or a cell, in most cases one next to the unit."""
        direction = self.direction(unit, liked)
        if not rarely(self.draw, 3):
            return direction
        return self.cell([self.around(unit.cell).get(direction, unit.cell)])

    def cell(self, liked: Iterable[Cell] = ()) -> list[int]:
        """Draw a cell, in most cases one of those ``liked``, rarely one off the board."""
        liked = list(liked)
        if rarely(self.draw, 12):
            return list(one_of(self.draw, ((0, 1), (1, 0), (self.board.width + 1, 1), (-7, 99))))
        return list(one_of(self.draw, self.board.cells() if not liked or rarely(self.draw, 4) else liked))

    def at_distance(self, unit: Unit, *distances: int) -> list[Cell]:
        return [cell for cell in self.board.cells() if self.board.distance(unit.cell, cell) in distances]

    def camp(self) -> str:
        return str(one_of(self.draw, self.setting.camp_names))

    def item(self) -> str:
        """Draw an item of the order of play, in most cases one that concerns somebody."""
        return str(one_of(self.draw, self.items if not self.busy or rarely(self.draw, 3) else self.busy))


def _move(scene: Scene, unit: Unit) -> Any:
    return scene.where(unit, lambda cell: scene.enemy(unit.camp, cell))


def _swap(scene: Scene, unit: Unit) -> Any:
    return scene.where(unit, lambda cell: cell in scene.camp_on)


def _pull(scene: Scene, unit: Unit) -> Any:
    return scene.direction(unit, lambda cell: scene.enemy(unit.camp, cell))


def _reorder(scene: Scene, unit: Unit) -> Any:
    reference = f"reorder {unit.camp}" if rarely(scene.draw, 3) else scene.item()
    return {"action": scene.item(), one_of(scene.draw, ("before", "after")): reference}


def _examine(scene: Scene, unit: Unit) -> Any:
    near = [cell for cell in scene.haunted if max(scene.board.spans(unit.cell, cell)) <= 1]
    cell = scene.cell(near or [unit.cell])
    if rarely(scene.draw, 2):
        return cell
    return {"cell": cell, "camp": scene.camp()} if rarely(scene.draw, 2) else {"cell": cell}


def _steer(scene: Scene, unit: Unit) -> Any:
    if rarely(scene.draw, 3):
        players = list(scene.state.ghosts) or PLAYERS[:1]
        return {"player": one_of(scene.draw, players), "to": one_of(scene.draw, DIRECTIONS)}
    cell = scene.cell(scene.haunted)
    ghost = Ghost("", unit.camp, "brute", (cell[0], cell[1]))
    order = {"cell": cell, "to": scene.where(ghost, lambda cell: cell in scene.camp_on)}
    return {**order, "camp": scene.camp()} if rarely(scene.draw, 3) else order


def _capture(scene: Scene, unit: Unit) -> Any:
    """Name whom the camp agrees on; he himself, now and then, names another."""
    leader = scene.leaders[unit.camp]
    if not rarely(scene.draw, 3 if unit.player == leader else 12):
        return leader
    return one_of(scene.draw, scene.setting.roster if rarely(scene.draw, 2) else scene.setting.camp[unit.camp].players)


def _terrorise(scene: Scene, unit: Unit) -> Any:
    if isinstance(unit, Piece) and unit.last_terror and rarely(scene.draw, 3):
        return list(unit.last_terror)
    return scene.cell([*scene.camp_on, *scene.haunted])


_VALUES: Mapping[str, Callable[[Scene, Unit], Any]] = {
    "move": _move,
    "teleport": lambda scene, unit: scene.cell(cell for cell in scene.board.cells() if cell not in scene.camp_on),
    "sanctify": lambda scene, unit: scene.cell(scene.threatened()),
    "reveal": lambda scene, unit: scene.cell([*scene.camp_on, *scene.haunted]),
    "extra_move": _move,
    "reorder": _reorder,
    "examine": _examine,
    "steer_ghost": _steer,
    "conceal": lambda scene, unit: True,
    "aim": lambda scene, unit: scene.cell(scene.at_distance(unit, 2)),
    "shoot": lambda scene, unit: True,
    "terrorise": _terrorise,
    "swap": _swap,
    "pull": _pull,
    "capture": _capture,
    "surrender": lambda scene, unit: one_of(scene.draw, (True, False)),
    "stop": lambda scene, unit: one_of(scene.draw, (True, False)),
}
ODD = st.lists(st.sampled_from(tuple(_VALUES)), max_size=4, unique=True)
"""Any orders at all, for anybody."""

_POWERS: Mapping[str, tuple[str, ...]] = {
    "brute": (),
    "dement": ("teleport",),
    "religieux": ("sanctify",),
    "mystique": ("reveal",),
    "agile": ("extra_move",),
    "professeur": ("reorder",),
    "croque-mort": ("steer_ghost", "examine", "conceal"),
    "archer": ("shoot", "aim"),
    "terreur": ("terrorise",),
    "tacticien": ("swap",),
    "savant": ("pull",),
}


@st.composite
def orders_for(draw: Draw, setting: Setting, state: State) -> dict[str, Plain]:
    """Draw orders for anybody: most of them sensible, some odd, some missing."""
    scene = Scene(draw, setting, state)
    orders = {}
    for player in setting.roster:
        unit = state.pieces.get(player) or state.ghosts.get(player)
        given = _given(scene, unit)
        if unit is None:
            unit = Ghost(player, setting.camp_of[player], "brute", (1, 1))
        if given or rarely(draw, 4):
            orders[player] = {order: _VALUES[order](scene, unit) for order in given}
    return orders


def _given(scene: Scene, unit: Unit | None) -> list[str]:
    """Draw which orders are given, in any order."""
    draw = scene.draw
    if rarely(draw, 8):
        return list(draw(ODD))
    votes = some(draw, ("surrender", "stop"), 8)
    if isinstance(unit, Piece):
        return [*_sensible(scene, unit), *votes]
    if isinstance(unit, Ghost):
        settled = scene.enemy(unit.camp, unit.cell)
        return [*some(draw, ("move",), 6 if settled else 1), *([] if rarely(draw, 10) else ["capture"]), *votes]
    return votes


def _sensible(scene: Scene, piece: Piece) -> list[str]:
    """Draw orders that fit the piece's role; one that is haunted often stays where it is."""
    draw = scene.draw
    also = [power for power in _POWERS[piece.role] if power not in EXCLUSIVE and not rarely(draw, 3)]
    instead = [power for power in _POWERS[piece.role] if power in EXCLUSIVE]
    if piece.aimed and not rarely(draw, 4):
        return ["shoot"]
    if instead and not rarely(draw, 4):
        return [instead[0 if rarely(draw, 4) else -1], *also, *some(draw, ("move",), 10)]
    stays = piece.cell in scene.haunted and not rarely(draw, 4)
    return also if stays else ["move", *also]


# Tables ------------------------------------------------------------------------------------------------------


@st.composite
def tables(draw: Draw) -> Table:
    """Draw a setting, a state and orders."""
    setting = draw(settings_of_games())
    state = draw(states(setting))
    return Table(setting, state, draw(orders_for(setting, state)), one_of(draw, ("seed", "graine", "7")))


# The same table, told otherwise ------------------------------------------------------------------------------


def shuffled(table: Table, number: int) -> Table:
    """Return the same table with every dict and every list without meaning in another order.

    The keys of an order's own value keep theirs: the MJ is told the order as it was given.
    """
    chance = random.Random(number)
    zones = tuple(camp._replace(zone=tuple(_mixed(chance, camp.zone))) for camp in table.setting.camps)
    state = table.state.copy()
    state.pieces, state.ghosts = _mixed_dict(chance, state.pieces), _mixed_dict(chance, state.ghosts)
    state.stop, state.surrender = _mixed(chance, state.stop), _mixed(chance, state.surrender)
    return Table(replace(table.setting, camps=zones), state, _mixed_orders(chance, table), table.seed)


def _mixed(chance: random.Random, things: Iterable[Any]) -> list[Any]:
    things = list(things)
    chance.shuffle(things)
    return things


def _mixed_dict(chance: random.Random, kept: Mapping[str, Any]) -> dict[str, Any]:
    return dict(_mixed(chance, kept.items()))


def _mixed_orders(chance: random.Random, table: Table) -> dict[str, Plain]:
    return {player: _mixed_dict(chance, given) for player, given in _mixed(chance, table.orders.items())}


def thinned(table: Table, number: int) -> Table:
    """Return a table that differs in hidden facts: fewer orders, and other roles for those who give none."""
    chance = random.Random(number)
    orders = {player: given for player, given in table.orders.items() if chance.random() < 0.7}
    state = table.state.copy()
    for player, unit in [*state.pieces.items(), *state.ghosts.items()]:
        if player not in orders:
            unit.role = chance.choice(ROLES)
    return replace(table, state=state, orders=orders)


def unlike(setting: Setting, state: State, player: str, number: int) -> State:
    """Return another state that is the same to ``player``: the units of all others differ in everything."""
    chance = random.Random(number)
    other = state.copy()
    mine = other.pieces.pop(player, None), other.ghosts.pop(player, None)
    others = [name for name in setting.roster if name != player]
    cells = _mixed(chance, setting.board.cells())
    pieces = [name for name in others if chance.random() < 0.5]
    other.pieces = {name: _any_piece(chance, setting, name, cells[i]) for i, name in enumerate(pieces)}
    other.ghosts = {
        name: Ghost(name, setting.camp_of[name], chance.choice(ROLES), chance.choice(cells))
        for name in others
        if name not in pieces and chance.random() < 0.7
    }
    other.stop = _votes(chance, others, player if player in state.stop else None)
    other.surrender = _votes(chance, others, player if player in state.surrender else None)
    other.scores = {camp: chance.randrange(9) for camp in setting.camp}
    round_ = len(setting.camps) * max(1, len(setting.initiative))
    other.turn = state.turn + chance.randrange(3) * round_  # initiative, which everybody knows, is the same again
    if mine[0]:
        other.pieces[player] = mine[0]
    if mine[1]:
        other.ghosts[player] = mine[1]
    return other


def _votes(chance: random.Random, others: Iterable[str], player: str | None) -> list[str]:
    return [name for name in others if chance.random() < 0.5] + ([player] if player else [])


def _any_piece(chance: random.Random, setting: Setting, player: str, cell: Cell) -> Piece:
    uses = chance.randrange(2), chance.randrange(3)
    far = chance.choice(setting.board.cells())
    return Piece(player, setting.camp_of[player], chance.choice(ROLES), cell, chance.random() < 0.5, *uses, far, far)
