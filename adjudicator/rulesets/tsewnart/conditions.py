"""What orders may hang on: the conditions, each judged on what a player may know as the turn begins, nothing else.

A player who controls nothing has no cell, and a ghost no wound: what asks for these cannot be seen then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from adjudicator.core.conditions import Condition, Conditions, Truth, bound_objections, bound_said, is_within
from adjudicator.core.faults import Objection
from adjudicator.core.phrase import Filling, Listed, Phrase, Word
from adjudicator.rulesets.tsewnart.board import DIRECTIONS, Board, Cell
from adjudicator.rulesets.tsewnart.setup import text
from adjudicator.rulesets.tsewnart.views import PlayerView

_TURN = frozenset({"turn"})
_LATEST = 1000


# What stands where ---------------------------------------------------------------------------------------------


def _cells(argument: Any) -> list[Cell]:
    """Return the cells of an argument: one, or a list of them."""
    listed = argument if argument and isinstance(argument[0], (list, tuple)) else [argument]
    return [(cell[0], cell[1]) for cell in listed]


def _others(view: PlayerView) -> dict[Cell, str]:
    """Return the camp of each piece on the board but his own, by its cell."""
    own = view.cell if view.unit == "piece" else None
    return {cell: camp for cell, camp in view.pieces if cell != own}


def _neighbours(view: PlayerView, direction: Any) -> list[Cell]:
    """Return the cell beside his in a direction, or of all four those that there are."""
    board = Board(*view.size, view.topology)
    found = [board.step(view.cell, each) for each in (DIRECTIONS if direction is True else (direction,))]
    return [cell for cell in found if cell is not None]


def _beside(is_so: Callable[[PlayerView, Cell], bool]) -> Callable[[PlayerView, Any], Truth]:
    """Return what tells that one of the cells beside his is so."""

    def holds(view: PlayerView, direction: Any) -> Truth:
        return any(is_so(view, cell) for cell in _neighbours(view, direction)) if view.unit != "nothing" else None

    return holds


def _at(is_so: Callable[[PlayerView, Cell], bool]) -> Callable[[PlayerView, Any], Truth]:
    """Return what tells that one of the cells named is so."""
    return lambda view, cells: any(is_so(view, cell) for cell in _cells(cells))


def _enemy(view: PlayerView, cell: Cell) -> bool:
    return _others(view).get(cell, view.camp) != view.camp


def _ally(view: PlayerView, cell: Cell) -> bool:
    return _others(view).get(cell) == view.camp


def _free(view: PlayerView, cell: Cell) -> bool:
    return all(cell != taken for taken, _ in view.pieces)


# What they say of a view ---------------------------------------------------------------------------------------


def _wounded(view: PlayerView, answer: bool) -> Truth:
    return view.wounded is answer if view.unit == "piece" else None


def _my_cell(view: PlayerView, cells: Any) -> Truth:
    return view.cell in _cells(cells) if view.unit != "nothing" else None


def _enemy_ghost_here(view: PlayerView, answer: bool) -> Truth:
    if view.unit == "nothing" or set(view.camps) - set(view.watched):
        return None
    return any(cell == view.cell and camp != view.camp for cell, camp in view.sightings) is answer


def _my_ghosts_at(view: PlayerView, asked: Mapping[str, Any]) -> Truth:
    (cell,) = _cells(asked["cell"])
    here = sum(each == (*cell,) for each in map(tuple, view.ghost_cells.values()))
    return bool(here >= asked.get("at_least", 1))


def _aimed(view: PlayerView, asked: Any) -> Truth:
    if view.unit != "piece":
        return None
    if isinstance(asked, bool):
        return (view.aimed is not None) is asked
    return view.aimed is not None and tuple(view.aimed) in _cells(asked)


def _mate(view: PlayerView, asked: Mapping[str, Any]) -> Truth:
    known = view.fellows.get(asked["player"])
    if known is None:
        return None
    unit, wounded = known
    if "wounded" in asked and unit != "piece":
        return False if asked.get("controls", unit) != unit else None
    return asked.get("controls", unit) == unit and asked.get("wounded", wounded) is wounded


def _pieces_of(view: PlayerView, asked: Mapping[str, Any]) -> Truth:
    bound = {key: value for key, value in asked.items() if key != "camp"}
    return is_within(sum(camp == asked["camp"] for _, camp in view.pieces), bound)


# In words ------------------------------------------------------------------------------------------------------


def _answer_said(key: str) -> Callable[[bool], Phrase]:
    return lambda answer: Phrase(f"condition.{key}.{'yes' if answer else 'no'}")


def _beside_said(key: str) -> Callable[[Any], Phrase]:
    def said(direction: Any) -> Phrase:
        if direction is True:
            return Phrase(f"condition.{key}.any")
        return Phrase(f"condition.{key}", {"where": Phrase(f"where.{direction}")})

    return said


def _cells_said(key: str) -> Callable[[Any], Phrase]:
    def said(argument: Any) -> Phrase:
        cells = tuple(map(text, _cells(argument)))
        return Phrase(f"condition.{key}", {"cells": Listed(cells)})

    return said


def _bound_said(key: str) -> Callable[[Any], Phrase]:
    return lambda bound: Phrase(f"condition.{key}", {"bound": bound_said(bound)})


def _my_ghosts_said(asked: Mapping[str, Any]) -> Phrase:
    bound = bound_said({"at_least": asked.get("at_least", 1)})
    return Phrase("condition.my_ghosts_at", {"cells": text(_cells(asked["cell"])[0]), "bound": bound})


def _aimed_said(asked: Any) -> Phrase:
    if isinstance(asked, bool):
        return Phrase("condition.aimed.yes" if asked else "condition.aimed.no")
    return Phrase("condition.aimed", {"cells": Listed(tuple(map(text, _cells(asked))))})


def _mate_said(asked: Mapping[str, Any]) -> Phrase:
    parts: list[Filling] = []
    if "controls" in asked:
        parts.append(Phrase(f"condition.mate.{asked['controls']}"))
    if "wounded" in asked:
        parts.append(Phrase("condition.mate.wounded" if asked["wounded"] else "condition.mate.unhurt"))
    return Phrase("condition.mate", {"name": asked["player"], "what": Listed(tuple(parts))})


def _pieces_said(asked: Mapping[str, Any]) -> Phrase:
    bound = {key: value for key, value in asked.items() if key != "camp"}
    return Phrase("condition.pieces_of", {"camp": asked["camp"], "bound": bound_said(bound)})


# What of them makes no sense -----------------------------------------------------------------------------------


def _on_board(view: PlayerView, argument: Any) -> Iterator[Objection]:
    width, height = view.size
    for cell in _cells(argument) if not isinstance(argument, bool) else ():
        if not (1 <= cell[0] <= width and 1 <= cell[1] <= height):
            yield Objection("off-board", (), {"cell": text(cell), "width": width, "height": height})


def _ghosts_on_board(view: PlayerView, asked: Mapping[str, Any]) -> Iterator[Objection]:
    yield from (one._replace(path=("cell",)) for one in _on_board(view, asked["cell"]))
    if "at_least" in asked:
        yield from _within(view, {"at_least": asked["at_least"]}, 0, len(view.mates), "at_least")


def _within(view: PlayerView, bound: Any, least: int, most: int, key: str) -> Iterator[Objection]:
    for one in bound_objections(bound, least, most):
        yield one if one.code == "bound-crossed" else one._replace(path=(key,))


def _is_mate(view: PlayerView, asked: Mapping[str, Any]) -> Iterator[Objection]:
    if asked["player"] not in view.mates:
        yield Objection("other-camp", ("player",), {"name": asked["player"], "camp": view.camp})


def _counted(view: PlayerView, asked: Mapping[str, Any]) -> Iterator[Objection]:
    bound = {key: value for key, value in asked.items() if key != "camp"}
    return bound_objections(bound, 0, _LATEST)


def _span(least: int, most: Callable[[PlayerView], int]) -> Callable[[PlayerView, Any], Iterator[Objection]]:
    return lambda view, bound: bound_objections(bound, least, most(view))


# The conditions ------------------------------------------------------------------------------------------------


def _cell(view: PlayerView) -> Filling:
    return text(view.cell if view.unit != "nothing" else (1, 1))


def _yes(view: PlayerView) -> Filling:
    return Word("booleans", "true")


def _direction(view: PlayerView) -> Filling:
    return Word("directions", "left")


def _of_cells(key: str, is_so: Callable[[PlayerView, Cell], bool]) -> Condition:
    return Condition(_TURN, _at(is_so), _cells_said(key), _cell, _on_board)


def _of_neighbours(key: str, is_so: Callable[[PlayerView, Cell], bool]) -> Condition:
    return Condition(_TURN, _beside(is_so), _beside_said(key), _direction)


def _of_number(
    key: str, number: Callable[[PlayerView], int | None], objections: Callable[[PlayerView, Any], Iterator[Objection]]
) -> Condition:
    def holds(view: PlayerView, bound: Any) -> Truth:
        return is_within(number(view), bound)

    return Condition(_TURN, holds, _bound_said(key), lambda view: {Word("bounds", "at_least"): 1}, objections)


CONDITIONS: Conditions = {
    "controls": Condition(
        _TURN,
        lambda view, unit: view.unit == unit,
        lambda unit: Phrase(f"condition.controls.{unit}"),
        lambda view: Word("units", "ghost"),
    ),
    "wounded": Condition(_TURN, _wounded, _answer_said("wounded"), _yes),
    "my_cell": Condition(_TURN, _my_cell, _cells_said("my_cell"), _cell, _on_board),
    "enemy_next": _of_neighbours("enemy_next", _enemy),
    "ally_next": _of_neighbours("ally_next", _ally),
    "free_next": _of_neighbours("free_next", _free),
    "enemy_at": _of_cells("enemy_at", _enemy),
    "ally_at": _of_cells("ally_at", _ally),
    "nobody_at": _of_cells("nobody_at", _free),
    "enemy_ghost_here": Condition(_TURN, _enemy_ghost_here, _answer_said("enemy_ghost_here"), _yes),
    "my_ghosts_at": Condition(
        _TURN,
        _my_ghosts_at,
        _my_ghosts_said,
        lambda view: {Word("ghost", "cell"): _cell(view), Word("bounds", "at_least"): 2},
        _ghosts_on_board,
    ),
    "teleports": _of_number("teleports", lambda view: view.teleports, _span(0, lambda view: 1)),
    "extra_moves": _of_number("extra_moves", lambda view: view.extra_moves, _span(0, lambda view: 2)),
    "aimed": Condition(_TURN, _aimed, _aimed_said, _yes, _on_board),
    "mate": Condition(
        _TURN,
        _mate,
        _mate_said,
        lambda view: {Word("mate", "player"): view.mates[-1], Word("mate", "controls"): Word("units", "ghost")},
        _is_mate,
    ),
    "pieces_of": Condition(
        _TURN,
        _pieces_of,
        _pieces_said,
        lambda view: {Word("ghost", "camp"): view.camps[-1], Word("bounds", "at_most"): 2},
        _counted,
    ),
    "rank": _of_number(
        "rank",
        lambda view: view.initiative.index(view.camp) + 1 if view.camp in view.initiative else None,
        _span(1, lambda view: len(view.camps)),
    )._replace(example=lambda view: 1),
    "turn": _of_number("turn", lambda view: view.turn, _span(1, lambda view: _LATEST))._replace(example=lambda view: 3),
}
"""The conditions of docs/tsewnart.md, in its order."""
