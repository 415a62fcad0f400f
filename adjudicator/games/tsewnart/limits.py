"""What orders cannot hang on: what never holds from now on, or always does, by what their player knows himself.

As standing orders are, conditions are judged for what he controls now and for the ghost that his piece may become. Of a
piece that he may capture nothing is known: what hangs on what it carries waits until he has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from adjudicator.core.conditions import Truth, bound_objections, is_within
from adjudicator.core.faults import Objection, Word
from adjudicator.games.tsewnart.board import Cell, text
from adjudicator.games.tsewnart.rules import POWER_OF
from adjudicator.games.tsewnart.state import EXTRA_MOVES, TELEPORTS
from adjudicator.games.tsewnart.views import PlayerView

ROLE_OF = {"wounded": "brute", "teleports": "dement", "extra_moves": "agile", "aimed": "archer"}
"""The one role whose pieces can come to be so, or have such uses."""
USES = {"teleports": TELEPORTS, "extra_moves": EXTRA_MOVES}
_CAPTORS = 3
LATEST = 1000


def cells_of(argument: Any) -> list[Cell]:
    """Return the cells of an argument: one, or a list of them."""
    listed = argument if argument and isinstance(argument[0], (list, tuple)) else [argument]
    return [(cell[0], cell[1]) for cell in listed]


def on_board(view: PlayerView, argument: Any) -> Iterator[Objection]:
    """Object to each cell that is on no board."""
    width, height = view.size
    for cell in cells_of(argument) if not isinstance(argument, bool) else ():
        if not (1 <= cell[0] <= width and 1 <= cell[1] <= height):
            yield Objection("off-board", (), {"cell": text(cell), "width": width, "height": height})


# What he controls ------------------------------------------------------------------------------------------------


def has_piece_of(view: PlayerView, role: str) -> bool:
    """Tell whether he controls a piece of a role."""
    return view.unit == "piece" and view.role == role


def may_capture(view: PlayerView) -> bool:
    """Tell whether three of his camp could still be ghosts who capture; who controls nothing never does again."""
    return sum(unit != "nothing" for unit, _, _ in view.fellows.values()) >= _CAPTORS


def controls(view: PlayerView, unit: str) -> Iterator[Objection]:
    """Object to nothing, with which no order can be given, and to a piece where there is none to be had."""
    if unit == "nothing":
        yield Objection("condition-nothing")
    elif unit == "piece" and view.unit == "ghost" and not may_capture(view):
        yield Objection("condition-no-capture")


def wounded(view: PlayerView, answer: bool) -> Iterator[Objection]:
    """Object to the wound of a piece that is no Brute, and to none where it has one: none heals."""
    if view.unit == "ghost" or (answer and not has_piece_of(view, ROLE_OF["wounded"])):
        yield _not_his(view, "wounded")
    elif view.wounded and not answer:
        yield Objection("condition-wounded")


def uses(key: str, left: Callable[[PlayerView], int | None]) -> Callable[[PlayerView, Any], Iterator[Objection]]:
    """Return what objects to uses that his role never has, or that are spent."""

    def objections(view: PlayerView, bound: Any) -> Iterator[Objection]:
        most = left(view)
        if most is None:
            yield _not_his(view, key)
        else:
            spent = Objection("condition-spent", (), {"left": most})
            yield from bound_objections(bound, 0, USES[key], range(most + 1), spent)

    return objections


def aimed(view: PlayerView, asked: Any) -> Iterator[Objection]:
    """Object to an aim of a piece that is no Archer."""
    if view.unit == "ghost" or (asked is not False and not has_piece_of(view, ROLE_OF["aimed"])):
        yield _not_his(view, "aimed")
    else:
        yield from on_board(view, asked)


def _not_his(view: PlayerView, key: str) -> Objection:
    if view.unit == "ghost":
        return Objection("condition-of-a-piece")
    return Objection(
        "condition-other-role", (), {"role": Word("roles", ROLE_OF[key]), "own": Word("roles", str(view.role))}
    )


def given_when(order: str, condition: str, argument: Any) -> Truth:
    """Tell whether a fact holds whenever an order can be given, by whose it is and what it uses."""
    if condition == "controls" and (order == "capture" or order in POWER_OF):
        return bool(argument == ("ghost" if order == "capture" else "piece"))
    if order == "capture" and condition in ROLE_OF:
        return False
    if order == "shoot" and condition == "aimed" and isinstance(argument, bool):
        return argument
    for power, key in (("teleport", "teleports"), ("extra_move", "extra_moves")):
        if (order, condition) == (power, key):
            within = {is_within(left, argument) for left in range(1, USES[key] + 1)}
            return within.pop() if len(within) == 1 else None
    return None


# His camp --------------------------------------------------------------------------------------------------------


def active_mates(view: PlayerView) -> list[str]:
    """Return the others of his camp who control something."""
    return [mate for mate, (unit, _, _) in view.fellows.items() if unit != "nothing" and mate != view.player]


def no_ally(view: PlayerView, _: Any) -> Iterator[Objection]:
    """Object where no other of his camp controls anything: no piece beside his is ever an ally's."""
    if not active_mates(view):
        yield Objection("condition-no-ally")


def no_ally_at(view: PlayerView, cells: Any) -> Iterator[Objection]:
    """Object to cells on no board, and where there is no ally."""
    yield from on_board(view, cells) if active_mates(view) else no_ally(view, cells)


def most_ghosts(view: PlayerView) -> int:
    """Return how many ghosts his camp may have at most: who controls nothing has none any more."""
    return len(active_mates(view)) + (view.unit != "nothing")


def my_ghosts(view: PlayerView, asked: Mapping[str, Any]) -> Iterator[Objection]:
    """Object to a cell on no board, and to more ghosts than his camp can have."""
    yield from (one._replace(path=("cell",)) for one in on_board(view, asked["cell"]))
    if "at_least" in asked:
        bound = {"at_least": asked["at_least"]}
        yield from (one._replace(path=("at_least",)) for one in bound_objections(bound, 0, most_ghosts(view)))


def mate(view: PlayerView, asked: Mapping[str, Any]) -> Iterator[Objection]:
    """Object to who is of another camp, and to what he can never come to control or to be."""
    name = asked["player"]
    if name not in view.mates:
        yield Objection("other-camp", ("player",), {"name": name, "camp": view.camp})
        return
    unit, role, is_wounded = view.fellows.get(name, ("", "", False))
    if unit == "nothing" and asked.get("controls", unit) != unit:
        yield Objection("condition-mate-out", ("controls",), {"name": name})
    if "wounded" not in asked:
        return
    if unit == "nothing" or asked.get("controls", "piece") != "piece":
        yield Objection("condition-mate-no-piece", ("wounded",))
    elif unit == "piece" and asked["wounded"] and role != ROLE_OF["wounded"]:
        values = {"name": name, "role": Word("roles", ROLE_OF["wounded"]), "own": Word("roles", role)}
        yield Objection("condition-mate-role", ("wounded",), values)
    elif is_wounded and not asked["wounded"]:
        yield Objection("condition-mate-wounded", ("wounded",), {"name": name})


# The board, and the order of play ------------------------------------------------------------------------------


def sees_ghosts(view: PlayerView) -> bool:
    """Tell whether the ghosts of other camps are shown (R20)."""
    return not set(view.camps) - set(view.watched)


def hidden_ghosts(view: PlayerView, _: bool) -> Iterator[Objection]:
    """Object to ghosts that are not shown."""
    if not sees_ghosts(view):
        yield Objection("condition-hidden-ghosts")


def pieces_of(view: PlayerView, asked: Mapping[str, Any]) -> Iterator[Objection]:
    """Object to more pieces than a camp can come to have, and to what it always has."""
    bound = {key: value for key, value in asked.items() if key != "camp"}
    return bound_objections(bound, 0, most_pieces(view, asked["camp"]))


def most_pieces(view: PlayerView, camp: str) -> int:
    """Return how many pieces a camp may have at most: none is made, and who controls nothing gets none."""
    every, own = len(view.pieces), sum(each == camp for _, each in view.pieces)
    if camp not in view.watched:
        return every
    return min(every, own + sum(each == camp for _, each in view.sightings))


def rank(view: PlayerView, bound: Any) -> Iterator[Objection]:
    """Object to a place that no camp has in the initiative."""
    return bound_objections(bound, 1, len(view.camps))


def turn(view: PlayerView, bound: Any) -> Iterator[Objection]:
    """Object to turns that are past."""
    past = Objection("condition-turn-past", (), {"turn": view.turn})
    return bound_objections(bound, 1, LATEST, range(max(view.turn, 1), LATEST + 1), past)
