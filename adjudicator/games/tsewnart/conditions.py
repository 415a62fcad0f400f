"""The conditions of standing orders: facts that a player may know when the turn begins, and what is refused of them.

A player who controls nothing has no cell, and a ghost has no wound: a condition on these cannot be seen then. A
condition that can never hold from now on, or that always holds, is objected to. Only what the player knows about their
own situation decides. As with standing orders, a condition may be meant for what the player controls now or for the
ghost that their piece may become. Nothing is known of a piece that the player may capture later, so conditions on what
it carries can be left only once the player has it.

Warnings about conditional orders are computed on views in which the condition holds, because such orders are used only
then, not as things stand now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from adjudicator.core.conditions import (
    ConditionFact,
    Conditions,
    Truth,
    all_of,
    bound_in,
    bound_objections,
    bound_said,
    conditions_on,
    in_words,
    is_within,
    number,
)
from adjudicator.core.faults import Objection, Phrase, PhraseArgument, Word, either, together
from adjudicator.core.plain import Plain
from adjudicator.games.tsewnart.board import DIRECTIONS, Cell, cell_of, text
from adjudicator.games.tsewnart.rules import POWER_OF
from adjudicator.games.tsewnart.state import ROLE_OF, USES
from adjudicator.games.tsewnart.views import PlayerView

_CAPTORS = 3
"""The number of ghosts that a capture needs (§8)."""
LATEST = 1000
"""The highest turn number that a condition may name."""


# Cells, and the pieces on them -------------------------------------------------------------------------------


def cells_of(argument: Any) -> list[Cell]:
    """Return the cells of an argument, which is one cell or a list of cells."""
    listed = argument if argument and isinstance(argument[0], (list, tuple)) else [argument]
    return list(map(cell_of, listed))


def _neighbours(view: PlayerView, direction: Any) -> list[Cell]:
    """Return the cell next to the player's in a direction; if ``direction`` is True, all neighbouring cells."""
    found = [view.grid.step(view.cell, each) for each in (DIRECTIONS if direction is True else (direction,))]
    return [cell for cell in found if cell is not None]


def _cells_with(view: PlayerView, who: str) -> set[Cell]:
    """Return the cells with a piece of an ``enemy`` or of an ``ally``, or with ``nobody``."""
    if who == "nobody":
        return set(view.grid.cells()).difference(view.pieces)
    own = view.cell if view.unit == "piece" else None
    return {cell for cell, camp in view.pieces.items() if cell != own and (camp == view.camp) == (who == "ally")}


def _put(view: PlayerView, cell: Cell, who: str) -> PlayerView:
    """Return the view with a piece of an ``enemy`` or of an ``ally`` on a cell, or with ``nobody``."""
    pieces = [one for one in view.board["pieces"] if one["cell"] != cell]
    if who != "nobody":
        camp = view.camp if who == "ally" else next(camp for camp in view.camps if camp != view.camp)
        pieces.append({"cell": cell, "camp": camp})
    return view._replace(board={**view.board, "pieces": pieces})


def _moved(view: PlayerView, cell: Cell) -> PlayerView:
    """Return the view in which the player stands on ``cell``, and whatever piece is there now does not."""
    if view.unit == "ghost":
        return view._replace(cell=cell, ghost_cells={**view.ghost_cells, view.player: cell})
    return _put(_put(view, view.cell, "nobody")._replace(cell=cell), cell, "ally")


def _on_board(view: PlayerView, argument: Any) -> Iterator[Objection]:
    """Object to each cell that is not on the board."""
    for cell in cells_of(argument) if not isinstance(argument, bool) else ():
        yield from view.grid.objections(cell)


def _no_ally(view: PlayerView, _: Any) -> Objection | None:
    """Object if no other player of the camp controls anything: no piece is then ever an ally's."""
    return None if _active_mates(view) else Objection("condition-no-ally")


def _near(view: PlayerView) -> Cell:
    """Return a cell next to the player's."""
    return next(iter(_neighbours(view, True)), (1, 1))


def _direction(view: PlayerView) -> str:
    """Return a direction in which there is a cell next to the player's."""
    return next((way for way in ("left", "right", "up", "down") if _neighbours(view, way)), "left")


def _of_cells(
    key: str, value: Callable[[PlayerView], Any], example: Callable[[PlayerView], Any] = _near, **more: Any
) -> ConditionFact:
    """Return the fact of some cells, of which ``value`` must contain one that the argument names."""
    return ConditionFact(
        key,
        value,
        example,
        words=lambda cells: {"cells": either(list(map(text, cells_of(cells))))},
        written=lambda cell: in_words(cell) if isinstance(cell, bool) else text(cell),
        read=lambda view, cells: cells if isinstance(cells, bool) else cells_of(cells),
        objections=_on_board,
        **more,
    )


def _at(key: str, who: str, **more: Any) -> ConditionFact:
    """Return the fact of who has a piece on one of the cells named."""

    def supposed(view: PlayerView, cells: Any) -> Iterator[PlayerView]:
        return (_put(view, cell, who) for cell in cells_of(cells))

    return _of_cells(key, lambda view: _cells_with(view, who), supposed=supposed, **more)


def _next(key: str, who: str, **more: Any) -> ConditionFact:
    """Return the fact of who has a piece on the cell next to the player's in a direction, or in any direction."""
    return ConditionFact(
        key,
        lambda view: _cells_with(view, who).intersection(_neighbours(view, True)) if view.unit != "nothing" else None,
        _direction,
        words=lambda direction: {"where": Phrase(f"where.{direction}")},
        written=lambda direction: Word("directions", direction),
        read=lambda view, direction: direction if direction is True else _neighbours(view, direction),
        supposed=lambda view, direction: (_put(view, cell, who) for cell in _neighbours(view, direction)),
        **more,
    )


# What the player controls ------------------------------------------------------------------------------------


def _may_capture(view: PlayerView) -> bool:
    """Return whether the player's camp could still have the three ghosts that a capture needs.

    A player who controls nothing never controls anything again, so only the others count.
    """
    return len([one for one in view.members.values() if one["unit"] != "nothing"]) >= _CAPTORS


def _never_controlled(view: PlayerView, unit: str) -> Objection | None:
    """Object to ``nothing``, with which no order can be given, and to a piece that the player can never get.

    A ghost gets a piece only by a capture.
    """
    if unit == "nothing":
        return Objection("condition-nothing")
    never = unit == "piece" and view.unit == "ghost" and not _may_capture(view)
    return Objection("condition-no-capture") if never else None


def _not_his(key: str, view: PlayerView, asked: Any) -> Objection | None:
    """Object to what only pieces of another role can have, and for a ghost to whatever a piece has."""
    if view.unit == "ghost":
        return Objection("condition-of-a-piece")
    if asked is False or (view.unit, view.role) == ("piece", ROLE_OF[key]):
        return None
    roles = {"role": Word("roles", ROLE_OF[key]), "own": Word("roles", str(view.role))}
    return Objection("condition-other-role", (), roles)


def _healed(view: PlayerView, answer: bool) -> Iterator[Objection]:
    """Object to « not wounded » once the player's piece is wounded, because no wound heals."""
    if view.wounded and not answer:
        yield Objection("condition-wounded")


def _uses(key: str) -> ConditionFact:
    """Return the fact of how many uses of a kind are left; ``key`` is also their name in a view."""

    def still(view: PlayerView) -> tuple[range, Objection]:
        left = getattr(view, key)
        return range(left + 1), Objection("condition-spent", (), {"left": left})

    def supposed(view: PlayerView, bound: Any) -> Iterator[PlayerView]:
        numbers = (left for left in range(USES[key] + 1) if is_within(left, bound))
        return (view._replace(**dict[str, Any]({key: left})) for left in numbers)

    return number(
        key,
        lambda view: (0, USES[key]),
        lambda view: {"at_least": 1},
        still,
        barred=partial(_not_his, key),
        supposed=supposed,
        with_orders=True,
    )


def _aims(view: PlayerView) -> list[Cell] | None:
    """Return the cell at which the player's piece has aimed, if any; None without a piece."""
    aimed = [] if view.aimed is None else [view.aimed]
    return aimed if view.unit == "piece" else None


def _with_aim(view: PlayerView, asked: Any) -> list[PlayerView]:
    """Return views in which the player has aimed at one of these cells, or at none.

    If the condition only asks for some aim, the view stays as it is, because the cell is unknown.
    """
    if asked is True:
        return [view]
    return [view._replace(aimed=cell) for cell in ([None] if asked is False else cells_of(asked))]


def given_when(view: PlayerView, order: str, condition: str, argument: Any) -> Truth:
    """Return whether a fact is fixed whenever ``order`` can be given: True or False, or None if it may vary.

    For example, ``capture`` can be given only by a ghost, and ``shoot`` only with an aim.
    """
    if condition == "controls" and (order == "capture" or order in POWER_OF):
        return bool(argument == ("ghost" if order == "capture" else "piece"))
    if order == "capture" and condition in ROLE_OF:
        return False
    if order == "shoot" and condition == "aimed" and isinstance(argument, bool):
        return argument
    if (order, condition) in (("teleport", "teleports"), ("extra_move", "extra_moves")):
        within = {is_within(left, argument) for left in range(1, USES[condition] + 1)}
        return within.pop() if len(within) == 1 else None
    return None


# The player's camp, and all camps ----------------------------------------------------------------------------


def _active_mates(view: PlayerView) -> list[str]:
    """Return the other players of the camp who control something."""
    return [mate for mate, known in view.members.items() if known["unit"] != "nothing" and mate != view.player]


def _mate_is(members: Mapping[str, Plain], asked: Mapping[str, Any]) -> Truth:
    if asked["player"] not in members:
        return None
    mate = members[asked["player"]]
    known = {"controls": mate["unit"], "wounded": mate.get("wounded")}  # only a piece has a wound or none
    return all_of(found if found is None else found == asked[part] for part, found in known.items() if part in asked)


def _mate_words(asked: Mapping[str, Any]) -> Mapping[str, PhraseArgument]:
    parts: list[PhraseArgument] = []
    if "controls" in asked:
        parts.append(Phrase(f"condition.mate.{asked['controls']}"))
    if "wounded" in asked:
        parts.append(Phrase("condition.mate.wounded" if asked["wounded"] else "condition.mate.unhurt"))
    return {"name": asked["player"], "what": together(parts)}


def _some_mate(view: PlayerView) -> Any:
    mate = next((mate for mate in reversed(view.mates) if mate in _active_mates(view)), None)
    return mate and {"player": mate, "controls": "ghost"}


def _never_mate(view: PlayerView, asked: Mapping[str, Any]) -> Iterator[Objection]:
    """Object to a player of another camp, and to what that player can never control or be."""
    name = asked["player"]
    if name not in view.mates:
        yield Objection("other-camp", ("player",), {"name": name, "camp": view.camp})
        return
    mate = view.members[name]
    unit = mate["unit"]
    if unit == "nothing" and asked.get("controls", unit) != unit:
        yield Objection("condition-mate-out", ("controls",), {"name": name})
    if "wounded" not in asked:
        return
    if unit == "nothing" or asked.get("controls", "piece") != "piece":
        yield Objection("condition-mate-no-piece", ("wounded",))
    elif unit == "piece" and asked["wounded"] and mate["role"] != ROLE_OF["wounded"]:
        values = {"name": name, "role": Word("roles", ROLE_OF["wounded"]), "own": Word("roles", mate["role"])}
        yield Objection("condition-mate-role", ("wounded",), values)
    elif mate.get("wounded") and not asked["wounded"]:
        yield Objection("condition-mate-wounded", ("wounded",), {"name": name})


def _sees_ghosts(view: PlayerView) -> bool:
    """Return whether the ghosts of other camps are shown to the player (R20)."""
    return not set(view.camps) - set(view.watched)


def _enemy_ghost_here(view: PlayerView) -> bool | None:
    if view.unit == "nothing" or not _sees_ghosts(view):
        return None
    return any(cell == view.cell and camp != view.camp for cell, camp in view.sightings)


def _most_ghosts(view: PlayerView) -> int:
    """Return the most ghosts that the camp may have: one for each player who still controls something."""
    return len(_active_mates(view)) + (view.unit != "nothing")


def _never_my_ghosts(view: PlayerView, asked: Mapping[str, Any]) -> Iterator[Objection]:
    """Object to a cell that is not on the board, and to more ghosts than the camp can have."""
    yield from view.grid.objections(cell_of(asked["cell"]), ("cell",))
    if "at_least" in asked:
        found = bound_objections(bound_in(asked), 0, _most_ghosts(view))
        yield from (one._replace(path=("at_least",)) for one in found)


def _pieces(view: PlayerView) -> Counter[str]:
    return Counter(view.pieces.values())


def _most_pieces(view: PlayerView, camp: str) -> int:
    """Return the most pieces that a camp may have: no piece is ever added to the board.

    Each piece it does not have must be captured by one of its ghosts, so the ghosts limit the number, if the player
    sees them.
    """
    if camp not in view.watched:
        return len(view.pieces)
    return min(len(view.pieces), _pieces(view)[camp] + sum(each == camp for _, each in view.sightings))


def _fewer_pieces(view: PlayerView) -> Any:
    """Return an argument for « another camp has lost one more piece », for a camp that has pieces now; else None."""
    counts = _pieces(view)
    camp = next((camp for camp in reversed(view.camps) if counts[camp] and camp != view.camp), None)
    return camp and {"camp": camp, "at_most": counts[camp] - 1}


# The order of play, and all conditions -----------------------------------------------------------------------


def _rank(view: PlayerView) -> int | None:
    return view.initiative.index(view.camp) + 1 if view.camp in view.initiative else None


def _with_ranks(view: PlayerView, bound: Any) -> Iterator[PlayerView]:
    """Yield views with each rank of the player's camp in the initiative order, the other camps rotating with it."""
    camps = view.initiative
    return (view._replace(initiative=(*camps[first:], *camps[:first])) for first in range(len(camps)))


def _turns_left(view: PlayerView) -> tuple[range, Objection]:
    return range(max(view.turn, 1), LATEST + 1), Objection("condition-turn-past", (), {"turn": view.turn})


def _in_turn(view: PlayerView, bound: Any) -> list[PlayerView]:
    """Return the view in which the first turn from now on that the bound allows has come."""
    return [view._replace(turn=turn) for turn in range(view.turn, LATEST + 1) if is_within(turn, bound)][:1]


CONDITIONS: Conditions = conditions_on(
    frozenset({"turn"}),
    ConditionFact(
        "controls",
        lambda view: view.unit,
        lambda view: "piece" if view.unit == "ghost" and _may_capture(view) else "ghost",
        written=lambda unit: Word("units", unit),
        barred=_never_controlled,
        with_orders=True,
    ),
    ConditionFact(
        "wounded",
        lambda view: view.wounded if view.unit == "piece" else None,
        barred=partial(_not_his, "wounded"),
        objections=_healed,
        supposed=lambda view, answer: [view._replace(wounded=answer)],
        with_orders=True,
    ),
    _of_cells(
        "my_cell",
        lambda view: [view.cell] if view.unit != "nothing" else None,
        lambda view: view.cell if view.unit != "nothing" else (1, 1),
        supposed=lambda view, cells: (_moved(view, cell) for cell in cells_of(cells)),
    ),
    _next("enemy_next", "enemy"),
    _next("ally_next", "ally", barred=_no_ally),
    _next("free_next", "nobody"),
    _at("enemy_at", "enemy"),
    _at("ally_at", "ally", barred=_no_ally),
    _at("nobody_at", "nobody"),
    ConditionFact(
        "enemy_ghost_here",
        _enemy_ghost_here,
        barred=lambda view, _: None if _sees_ghosts(view) else Objection("condition-hidden-ghosts"),
    ),
    ConditionFact(
        "my_ghosts_at",
        lambda view: Counter(view.ghost_cells.values()),
        lambda view: {"cell": view.cell if view.unit != "nothing" else (1, 1), "at_least": min(2, _most_ghosts(view))},
        words=lambda asked: {"cells": text(asked["cell"]), "bound": bound_said(bound_in(asked))},
        read=lambda view, asked: {**asked, "cell": tuple(asked["cell"])},
        written=lambda asked: {
            Word("ghost", "cell"): text(asked["cell"]),
            Word("bounds", "at_least"): asked["at_least"],
        },
        objections=_never_my_ghosts,
    ),
    _uses("teleports"),
    _uses("extra_moves"),
    _of_cells(
        "aimed",
        _aims,
        lambda view: True,
        barred=partial(_not_his, "aimed"),
        supposed=_with_aim,
        with_orders=True,
    ),
    ConditionFact(
        "mate",
        lambda view: view.members,
        _some_mate,
        words=_mate_words,
        holds=_mate_is,
        written=lambda asked: {
            Word("mate", "player"): asked["player"],
            Word("mate", "controls"): Word("units", asked["controls"]),
        },
        objections=_never_mate,
    ),
    ConditionFact(
        "pieces_of",
        _pieces,
        _fewer_pieces,
        words=lambda asked: {"camp": asked["camp"], "bound": bound_said(bound_in(asked))},
        written=lambda asked: {Word("ghost", "camp"): asked["camp"], Word("bounds", "at_most"): asked["at_most"]},
        objections=lambda view, asked: bound_objections(bound_in(asked), 0, _most_pieces(view, asked["camp"])),
    ),
    number("rank", lambda view: (1, len(view.camps)), lambda view: 1, value=_rank, supposed=_with_ranks),
    number("turn", lambda view: (1, LATEST), lambda view: view.turn + 1, _turns_left, supposed=_in_turn),
)
"""The conditions described in docs/joueur-reference.md, in the same order."""
