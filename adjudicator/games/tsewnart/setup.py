"""The setup before turn 1 (§2): setting, recommended boards and start zones, choice of roles, placement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import ceil, isqrt
from typing import Any

from adjudicator.core.context import name_of, same_names
from adjudicator.core.faults import Objection, Phrase, PhraseArgument, Word
from adjudicator.core.game import Ask, People
from adjudicator.core.plain import Plain
from adjudicator.core.words import Names, fold
from adjudicator.games.tsewnart import rulings
from adjudicator.games.tsewnart.board import TOPOLOGIES, Board, Cell, cell_of, text
from adjudicator.games.tsewnart.state import Camp, Options, Setting, State, new_piece

PEOPLE = "camps"
ASKS = (Ask("topology", "topologies"), Ask("board", "size"))


def spokesman(setting: Setting, camp: str) -> str:
    """Return the captain of ``camp``."""
    return setting.camp[camp].captain


# The campaign ------------------------------------------------------------------------------------------------


def make_setting(campaign: Mapping[str, Any]) -> Setting:
    """Build the setting of a canonical campaign."""
    board = Board.of(campaign["board"])
    camps = tuple(_make_camp(board, name, camp) for name, camp in campaign["camps"].items())
    names = Names([camp.name for camp in camps])
    initiative = tuple(tuple(names.find(name) or name for name in turn) for turn in campaign.get("initiative", ()))
    return Setting(board, camps, Options(**campaign.get("options", {})), initiative)


def _make_camp(board: Board, name: str, camp: Mapping[str, Any]) -> Camp:
    players = tuple(name_of(person) for person in camp["players"])
    named = Names(players).find(camp["captain"]) if "captain" in camp else None
    return Camp(name, players, rulings.captain(players, named), zone_cells(board, camp["zone"]))


def zone_cells(board: Board, zone: Any) -> tuple[Cell, ...]:
    """Return the cells of a start zone, given as a list of cells or as columns, rows or both.

    For example, ``{columns: [1, 2]}`` means the first two columns.
    """
    if isinstance(zone, Mapping):
        columns = zone.get("columns", [1, board.width])
        rows = zone.get("rows", [1, board.height])
        return tuple((x, y) for x in range(columns[0], columns[1] + 1) for y in range(rows[0], rows[1] + 1))
    return tuple(map(cell_of, zone))


def campaign_objections(campaign: Mapping[str, Any]) -> Iterator[Objection]:
    """Judge a canonical campaign: its names, captains, start zones and initiative."""
    board = Board.of(campaign["board"])
    if (board.wraps_x and board.width < 2) or (board.wraps_y and board.height < 2):
        yield Objection("wraps-too-small", ("board", "size"))
    yield from _name_objections(campaign["camps"])
    yield from _look_objections(campaign["camps"])
    yield from _zone_objections(board, campaign["camps"])
    camps = sorted(map(fold, campaign["camps"]))
    for i, turn in enumerate(campaign.get("initiative", ())):
        if sorted(map(fold, turn)) != camps:
            yield Objection("initiative-camps", ("initiative", i))


def _name_objections(camps: Mapping[str, Any]) -> Iterator[Objection]:
    yield from same_names(((("camps", name), name) for name in camps), on_key=True)
    yield from same_names(
        (("camps", name, "players", i), name_of(person))
        for name, camp in camps.items()
        for i, person in enumerate(camp["players"])
    )
    for name, camp in camps.items():
        players = Names([name_of(person) for person in camp["players"]])
        if "captain" in camp and players.find(camp["captain"]) is None:
            values = {"name": camp["captain"], "camp": name}
            near = players.nearest(camp["captain"])
            yield Objection("captain-elsewhere", ("camps", name, "captain"), values, nearest=near)


def _look_objections(camps: Mapping[str, Any]) -> Iterator[Objection]:
    """Object to a letter or colour that an earlier camp has taken: the two would look alike on boards."""
    known: dict[tuple[str, str], str] = {}
    for name, camp in camps.items():
        for key in ("letter", "colour"):
            if key in camp and (other := known.setdefault((key, camp[key].upper()), name)) != name:
                path, values, is_letter = ("camps", name, key), {"camp": other}, key == "letter"
                yield Objection("letter-taken", path, values) if is_letter else Objection("colour-taken", path, values)


def _zone_objections(board: Board, camps: Mapping[str, Any]) -> Iterator[Objection]:
    owner: dict[Cell, str] = {}
    for name, camp in camps.items():
        path = ("camps", name, "zone")
        zone = zone_cells(board, camp["zone"])
        twice = next((cell for cell, times in Counter(zone).items() if times > 1), None)
        if twice:
            yield Objection("zone-cell-twice", path, {"cell": text(twice), "camp": name})
        if outside := next((cell for cell in zone if cell not in board), None):
            yield Objection("zone-off-board", path, {"cell": text(outside), "camp": name})
        if shared := next((cell for cell in zone if owner.get(cell, name) != name), None):
            yield Objection("zones-overlap", path, {"cell": text(shared), "camp": name, "other": owner[shared]})
        if len(set(zone)) < len(camp["players"]) and not twice:
            cells = Phrase("count.cells", n=len(set(zone)))
            players = Phrase("count.players", n=len(camp["players"]))
            yield Objection("zone-too-small", path, {"camp": name, "cells": cells, "players": players})
        owner |= dict.fromkeys(zone, name)


# Recommended boards and start zones --------------------------------------------------------------------------

PRESETS: Mapping[int, Mapping[str, Cell]] = {
    3: {"closed": (6, 3), "cylinder": (10, 5), "torus": (10, 5)},
    6: {"closed": (9, 6), "cylinder": (12, 6), "torus": (12, 7)},
    9: {"closed": (9, 7), "cylinder": (12, 7), "torus": (12, 10)},
}
"""The board sizes that the author recommends for two camps, by the number of players in each (§1)."""

FOUR_CAMPS = {"torus": (10, 10)}
"""The board size that the author recommends for four camps of three to five players (§1)."""


def recommended_size(camps: int, players: int, topology: str) -> Cell:
    """Return a board size for ``camps`` camps of at most ``players`` players each.

    It is the author's recommendation if there is one, and otherwise a square board with about as much room. Two camps
    of more than nine players get the largest board recommended for two camps.
    """
    if camps == 2:
        fitting = next((known for known in PRESETS if players <= known), max(PRESETS))
        return PRESETS[fitting][topology]
    if camps == 4 and players <= 5 and topology in FOUR_CAMPS:
        return FOUR_CAMPS[topology]
    across = ceil(camps**0.5)
    side = max(isqrt(camps * players * 6), 2 * across, 4)
    side = ceil(side / across) * across  # a multiple, so that all camps have parts of equal size
    return side, side


def suggested_zones(board: Board, sizes: Sequence[int]) -> list[Any]:
    """Return a start zone for each camp, far from the others; ``sizes`` are the numbers of players of the camps.

    Two camps get whole columns or rows: opposite edges of a closed board, top and bottom of a cylinder, columns half a
    board apart on a torus. With more camps, the board is divided into tiles, and each camp gets the cells nearest to
    the middle of its tile.
    """
    if len(sizes) != 2:
        return _tiles(board, sizes)
    if board.topology == "cylinder":
        deep = [ceil(size / board.width) for size in sizes]
        return [{"rows": [1, deep[0]]}, {"rows": [board.height - deep[1] + 1, board.height]}]
    deep = [ceil(size / board.height) for size in sizes]
    first = board.width // 2 + 1 if board.topology == "torus" else board.width - deep[1] + 1
    return [{"columns": [1, deep[0]]}, {"columns": [first, first + deep[1] - 1]}]


def _tiles(board: Board, sizes: Sequence[int]) -> list[list[list[int]]]:
    across = ceil(len(sizes) ** 0.5)
    down = ceil(len(sizes) / across)
    zones = []
    for i, size in enumerate(sizes):
        left, right = _bounds(i % across, across, board.width)
        top, bottom = _bounds(i // across, down, board.height)
        cells = [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]
        middle = (left + right, top + bottom)
        cells.sort(key=lambda cell: (abs(2 * cell[0] - middle[0]) + abs(2 * cell[1] - middle[1]), cell))
        zones.append([list(cell) for cell in sorted(cells[:size])])
    return zones


def _bounds(i: int, parts: int, length: int) -> tuple[int, int]:
    return i * length // parts + 1, (i + 1) * length // parts


def suggestion(people: People, asked: Plain) -> Plain:
    """Return ``board`` and ``zones`` (by camp) for camps with these players.

    If no size is asked for, the recommended size is used. If no topology is asked for, two camps get a closed board,
    more camps a torus.
    """
    sizes = [len(players) for players in people.values()]
    topology = asked["topology"] or ("closed" if len(sizes) == 2 else "torus")
    width, height = asked["board"] or recommended_size(len(sizes), max(sizes), topology)
    zones = suggested_zones(Board(width, height, topology), sizes)
    return {
        "board": {"size": [width, height], "topology": topology},
        "zones": dict(zip(people, zones, strict=True)),
    }


def recommended(people: People) -> list[tuple[PhraseArgument, ...]]:
    """Return each topology with a board size that suits the camps on it, such as ``6x3``."""
    rows: list[tuple[PhraseArgument, ...]] = []
    for topology in TOPOLOGIES:
        width, height = suggestion(people, {"board": None, "topology": topology})["board"]["size"]
        rows.append((Word("topologies", topology), f"{width}x{height}"))
    return rows


def plan_objections(people: People, asked: Plain) -> list[Objection]:
    """Object to a board that is too small for the start zones that the program would suggest on it."""
    if asked["board"] is None:
        return []
    width, height = asked["board"]
    if min(width, height) >= 1:
        planned = suggestion(people, asked)
        camps = {camp: {"players": people[camp], "zone": zone} for camp, zone in planned["zones"].items()}
        if not list(_zone_objections(Board.of(planned["board"]), camps)):
            return []
    return [Objection("board-too-small", (), {"found": f"{width}x{height}"})]


# Roles and placement -----------------------------------------------------------------------------------------


def choose_roles(setting: Setting, state: State, orders: Mapping[str, Mapping[str, Any]]) -> State:
    """Return the state after the choice of roles; ``orders`` are by captain."""
    chosen = {player: role for given in orders.values() for player, role in given.get("roles", {}).items()}
    after = state.copy()
    after.phase = "placement"
    after.roles = {player: chosen[player] for player in setting.roster}
    return after


def place(setting: Setting, state: State, orders: Mapping[str, Mapping[str, Any]]) -> State:
    """Return the state with all pieces placed, in which turn 1 is awaited; ``orders`` are by captain."""
    cells = dict(chain.from_iterable(given.get("placement", {}).items() for given in orders.values()))
    after = state.copy()
    after.phase, after.turn = "turn", 1
    for player in setting.roster:
        cell = cell_of(cells[player])
        after.pieces[player] = new_piece(player, setting.camp_of[player], state.roles[player], cell)
    return after
