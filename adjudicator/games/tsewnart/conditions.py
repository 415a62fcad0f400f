"""The conditions of standing orders, each judged only on what a player may know when the turn begins.

A player who controls nothing has no cell, and a ghost has no wound: a condition on these cannot be seen then, so it is
None. Which conditions can never hold, or always hold, is decided in :mod:`limits`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from adjudicator.core.conditions import Condition, Conditions, Truth, bound_said, is_within
from adjudicator.core.faults import Phrase, PhraseArgument, Word, either, together
from adjudicator.games.tsewnart import limits, supposed
from adjudicator.games.tsewnart.board import DIRECTIONS, Board, Cell, text
from adjudicator.games.tsewnart.limits import cells_of
from adjudicator.games.tsewnart.views import PlayerView

_TURN = frozenset({"turn"})


# The pieces on the board -------------------------------------------------------------------------------------


def _others(view: PlayerView) -> dict[Cell, str]:
    """Return the camp of each piece on the board except the player's own, by cell."""
    own = view.cell if view.unit == "piece" else None
    return {cell: camp for cell, camp in view.pieces if cell != own}


def _neighbours(view: PlayerView, direction: Any) -> list[Cell]:
    """Return the cell next to the player's in a direction; if ``direction`` is True, all neighbouring cells."""
    board = Board(*view.size, view.topology)
    found = [board.step(view.cell, each) for each in (DIRECTIONS if direction is True else (direction,))]
    return [cell for cell in found if cell is not None]


def _beside(is_so: Callable[[PlayerView, Cell], bool]) -> Callable[[PlayerView, Any], Truth]:
    """Return a function that decides whether ``is_so`` holds for a cell next to the player's."""

    def holds(view: PlayerView, direction: Any) -> Truth:
        return any(is_so(view, cell) for cell in _neighbours(view, direction)) if view.unit != "nothing" else None

    return holds


def _at(is_so: Callable[[PlayerView, Cell], bool]) -> Callable[[PlayerView, Any], Truth]:
    """Return a function that decides whether ``is_so`` holds for at least one of the cells named."""
    return lambda view, cells: any(is_so(view, cell) for cell in cells_of(cells))


def _enemy(view: PlayerView, cell: Cell) -> bool:
    return _others(view).get(cell, view.camp) != view.camp


def _ally(view: PlayerView, cell: Cell) -> bool:
    return _others(view).get(cell) == view.camp


def _free(view: PlayerView, cell: Cell) -> bool:
    return all(cell != taken for taken, _ in view.pieces)


# Conditions judged on a view ---------------------------------------------------------------------------------


def _wounded(view: PlayerView, answer: bool) -> Truth:
    return view.wounded is answer if view.unit == "piece" else None


def _my_cell(view: PlayerView, cells: Any) -> Truth:
    return view.cell in cells_of(cells) if view.unit != "nothing" else None


def _enemy_ghost_here(view: PlayerView, answer: bool) -> Truth:
    if view.unit == "nothing" or set(view.camps) - set(view.watched):
        return None
    return any(cell == view.cell and camp != view.camp for cell, camp in view.sightings) is answer


def _my_ghosts_at(view: PlayerView, asked: Mapping[str, Any]) -> Truth:
    (cell,) = cells_of(asked["cell"])
    here = sum(each == (*cell,) for each in map(tuple, view.ghost_cells.values()))
    return bool(here >= asked.get("at_least", 1))


def _aimed(view: PlayerView, asked: Any) -> Truth:
    if view.unit != "piece":
        return None
    if isinstance(asked, bool):
        return (view.aimed is not None) is asked
    return view.aimed is not None and tuple(view.aimed) in cells_of(asked)


def _mate(view: PlayerView, asked: Mapping[str, Any]) -> Truth:
    known = view.fellows.get(asked["player"])
    if known is None:
        return None
    unit, _, wounded = known
    if "wounded" in asked and unit != "piece":
        return False if asked.get("controls", unit) != unit else None
    return asked.get("controls", unit) == unit and asked.get("wounded", wounded) is wounded


def _pieces_of(view: PlayerView, asked: Mapping[str, Any]) -> Truth:
    bound = {key: value for key, value in asked.items() if key != "camp"}
    return is_within(sum(camp == asked["camp"] for _, camp in view.pieces), bound)


# Conditions in words -----------------------------------------------------------------------------------------


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
        cells = either(list(map(text, cells_of(argument))))
        return Phrase(f"condition.{key}", {"cells": cells})

    return said


def _bound_said(key: str) -> Callable[[Any], Phrase]:
    return lambda bound: Phrase(f"condition.{key}", {"bound": bound_said(bound)})


def _my_ghosts_said(asked: Mapping[str, Any]) -> Phrase:
    bound = bound_said({"at_least": asked.get("at_least", 1)})
    return Phrase("condition.my_ghosts_at", {"cells": text(cells_of(asked["cell"])[0]), "bound": bound})


def _aimed_said(asked: Any) -> Phrase:
    if isinstance(asked, bool):
        return Phrase("condition.aimed.yes" if asked else "condition.aimed.no")
    return Phrase("condition.aimed", {"cells": either(list(map(text, cells_of(asked))))})


def _mate_said(asked: Mapping[str, Any]) -> Phrase:
    parts: list[PhraseArgument] = []
    if "controls" in asked:
        parts.append(Phrase(f"condition.mate.{asked['controls']}"))
    if "wounded" in asked:
        parts.append(Phrase("condition.mate.wounded" if asked["wounded"] else "condition.mate.unhurt"))
    return Phrase("condition.mate", {"name": asked["player"], "what": together(parts)})


def _pieces_said(asked: Mapping[str, Any]) -> Phrase:
    bound = {key: value for key, value in asked.items() if key != "camp"}
    return Phrase("condition.pieces_of", {"camp": asked["camp"], "bound": bound_said(bound)})


# Examples, and the table of conditions -----------------------------------------------------------------------
# An example is an argument with which the condition may come to hold for this player; None means that there is none.


def _cell(view: PlayerView) -> PhraseArgument:
    return text(view.cell if view.unit != "nothing" else (1, 1))


def _yes(view: PlayerView) -> PhraseArgument:
    return Word("booleans", "true")


def _direction(view: PlayerView) -> PhraseArgument:
    """Return a direction in which there is a cell next to the player's."""
    return Word("directions", next((way for way in ("left", "right", "up", "down") if _neighbours(view, way)), "left"))


def _near(view: PlayerView) -> PhraseArgument:
    """Return a cell next to the player's."""
    return text(next(iter(_neighbours(view, True)), (1, 1)))


def _some(
    is_possible: Callable[[PlayerView], Any], example: Callable[[PlayerView], Any]
) -> Callable[[PlayerView], Any]:
    """Return a function that gives the ``example`` to players for whom ``is_possible`` is true, and None to others."""
    return lambda view: example(view) if is_possible(view) else None


def _of_role(key: str) -> Callable[[PlayerView], bool]:
    return lambda view: limits.has_piece_of(view, limits.ROLE_OF[key])


def _unit(view: PlayerView) -> PhraseArgument:
    return Word("units", "piece" if view.unit == "ghost" and limits.may_capture(view) else "ghost")


def _of_mate(view: PlayerView) -> Any:
    mate = next((mate for mate in reversed(view.mates) if mate in limits.active_mates(view)), None)
    return mate and {Word("mate", "player"): mate, Word("mate", "controls"): Word("units", "ghost")}


def _of_camp(view: PlayerView) -> Any:
    """Return an argument for « another camp has lost one more piece », for a camp that has pieces now; else None."""
    counts = Counter(camp for _, camp in view.pieces if camp != view.camp)
    camp = next((camp for camp in reversed(view.camps) if counts[camp]), None)
    return camp and {Word("ghost", "camp"): camp, Word("bounds", "at_most"): counts[camp] - 1}


def _of_cells(key: str, is_so: Callable[[PlayerView, Cell], bool], whose: str) -> Condition:
    suppose = supposed.piece_on(lambda view, cells: cells_of(cells), whose)
    return Condition(_TURN, _at(is_so), _cells_said(key), _near, limits.on_board, suppose)


def _of_neighbours(key: str, is_so: Callable[[PlayerView, Cell], bool], whose: str) -> Condition:
    suppose = supposed.piece_on(_neighbours, whose)
    return Condition(_TURN, _beside(is_so), _beside_said(key), _direction, supposed=suppose)


def _of_uses(key: str, left: Callable[[PlayerView], int | None]) -> Condition:
    def holds(view: PlayerView, bound: Any) -> Truth:
        return is_within(left(view), bound)

    return Condition(
        _TURN,
        holds,
        _bound_said(key),
        _some(left, lambda view: {Word("bounds", "at_least"): 1}),
        limits.uses(key, left),
        supposed.uses(key),
        with_orders=True,
    )


def _rank(view: PlayerView, bound: Any) -> Truth:
    known = view.camp in view.initiative
    return is_within(view.initiative.index(view.camp) + 1 if known else None, bound)


CONDITIONS: Conditions = {
    "controls": Condition(
        _TURN,
        lambda view, unit: view.unit == unit,
        lambda unit: Phrase(f"condition.controls.{unit}"),
        _unit,
        limits.controls,
        with_orders=True,
    ),
    "wounded": Condition(
        _TURN,
        _wounded,
        _answer_said("wounded"),
        _some(_of_role("wounded"), _yes),
        limits.wounded,
        supposed.wounded,
        with_orders=True,
    ),
    "my_cell": Condition(_TURN, _my_cell, _cells_said("my_cell"), _cell, limits.on_board, supposed.my_cell),
    "enemy_next": _of_neighbours("enemy_next", _enemy, "enemy"),
    "ally_next": _of_neighbours("ally_next", _ally, "ally")._replace(
        example=_some(limits.active_mates, _direction), objections=limits.no_ally
    ),
    "free_next": _of_neighbours("free_next", _free, "free"),
    "enemy_at": _of_cells("enemy_at", _enemy, "enemy"),
    "ally_at": _of_cells("ally_at", _ally, "ally")._replace(
        example=_some(limits.active_mates, _near), objections=limits.no_ally_at
    ),
    "nobody_at": _of_cells("nobody_at", _free, "free"),
    "enemy_ghost_here": Condition(
        _TURN,
        _enemy_ghost_here,
        _answer_said("enemy_ghost_here"),
        _some(limits.sees_ghosts, _yes),
        limits.hidden_ghosts,
    ),
    "my_ghosts_at": Condition(
        _TURN,
        _my_ghosts_at,
        _my_ghosts_said,
        lambda view: {
            Word("ghost", "cell"): _cell(view),
            Word("bounds", "at_least"): min(2, limits.most_ghosts(view)),
        },
        limits.my_ghosts,
    ),
    "teleports": _of_uses("teleports", lambda view: view.teleports),
    "extra_moves": _of_uses("extra_moves", lambda view: view.extra_moves),
    "aimed": Condition(
        _TURN, _aimed, _aimed_said, _some(_of_role("aimed"), _yes), limits.aimed, supposed.aimed, with_orders=True
    ),
    "mate": Condition(_TURN, _mate, _mate_said, _of_mate, limits.mate),
    "pieces_of": Condition(_TURN, _pieces_of, _pieces_said, _of_camp, limits.pieces_of),
    "rank": Condition(_TURN, _rank, _bound_said("rank"), lambda view: 1, limits.rank, supposed.rank),
    "turn": Condition(
        _TURN,
        lambda view, bound: is_within(view.turn, bound),
        _bound_said("turn"),
        lambda view: view.turn + 1,
        limits.turn,
        supposed.turn,
    ),
}
"""The conditions described in docs/tsewnart.md, in the same order."""


def _on_nothing(view: PlayerView) -> Hashable:
    return ()


def _on_allies(view: PlayerView) -> Hashable:
    return bool(limits.active_mates(view))


HANGS_ON: Mapping[str, Callable[[PlayerView], Hashable]] = {
    **dict.fromkeys(("my_cell", "enemy_next", "free_next", "enemy_at", "nobody_at", "rank"), _on_nothing),
    **dict.fromkeys(("ally_next", "ally_at"), _on_allies),
    "controls": lambda view: (view.unit, limits.may_capture(view)),
    "wounded": lambda view: (view.unit, view.role, view.wounded),
    "enemy_ghost_here": limits.sees_ghosts,
    "my_ghosts_at": limits.most_ghosts,
    "teleports": lambda view: (view.unit, view.role, view.teleports),
    "extra_moves": lambda view: (view.unit, view.role, view.extra_moves),
    "aimed": lambda view: (view.unit, view.role),
    "mate": lambda view: (view.mates, tuple(view.fellows.items()), _on_allies(view)),
    "pieces_of": lambda view: (
        tuple(limits.most_pieces(view, camp) for camp in view.camps),
        any(camp != view.camp for _, camp in view.pieces),
    ),
    "turn": lambda view: view.turn,
}
"""For each condition, what in a view decides whether it is offered and which arguments are objected to."""


def condition_hangs_on(view: PlayerView, condition: str) -> Hashable:
    """Return what in the view decides whether a condition is offered and which arguments are objected to."""
    return HANGS_ON[condition](view)


def given_when(view: PlayerView, order: str, condition: str, argument: Any) -> Truth:
    """Return whether a fact is fixed whenever an order can be given: True or False, or None if it may vary."""
    return limits.given_when(order, condition, argument)
