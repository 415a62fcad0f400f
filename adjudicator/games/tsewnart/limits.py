"""The limits of conditions: objections to facts that can never hold from now on, or that always hold.

Only what the player knows about their own situation decides. As with standing orders, a condition may be meant for what
the player controls now or for the ghost that their piece may become. Nothing is known of a piece that the player may
capture later, so conditions on what it carries can be left only once the player has it.
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
"""For each condition of this kind, the one role whose pieces can ever fulfil it or have such uses."""
USES = {"teleports": TELEPORTS, "extra_moves": EXTRA_MOVES}
"""The number of uses with which a piece begins."""
_CAPTORS = 3
"""The number of ghosts that a capture needs (§8)."""
LATEST = 1000
"""The highest turn number that a condition may name."""


def cells_of(argument: Any) -> list[Cell]:
    """Return the cells of an argument, which is one cell or a list of cells."""
    listed = argument if argument and isinstance(argument[0], (list, tuple)) else [argument]
    return [(cell[0], cell[1]) for cell in listed]


def on_board(view: PlayerView, argument: Any) -> Iterator[Objection]:
    """Object to each cell that is not on the board."""
    width, height = view.size
    for cell in cells_of(argument) if not isinstance(argument, bool) else ():
        if not (1 <= cell[0] <= width and 1 <= cell[1] <= height):
            yield Objection("off-board", (), {"cell": text(cell), "width": width, "height": height})


# What the player controls ------------------------------------------------------------------------------------


def has_piece_of(view: PlayerView, role: str) -> bool:
    """Return whether the player controls a piece of this role."""
    return view.unit == "piece" and view.role == role


def may_capture(view: PlayerView) -> bool:
    """Return whether the player's camp could still have the three ghosts that a capture needs.

    A player who controls nothing never controls anything again, so only the others count.
    """
    return sum(unit != "nothing" for unit, _, _ in view.fellows.values()) >= _CAPTORS


def controls(view: PlayerView, unit: str) -> Iterator[Objection]:
    """Object to ``nothing``, with which no order can be given, and to a piece that the player can never get.

    A ghost gets a piece only by a capture.
    """
    if unit == "nothing":
        yield Objection("condition-nothing")
    elif unit == "piece" and view.unit == "ghost" and not may_capture(view):
        yield Objection("condition-no-capture")


def wounded(view: PlayerView, answer: bool) -> Iterator[Objection]:
    """Object to a condition on the wound of a piece that cannot be wounded, as only a Brute's can.

    Also object to « not wounded » for a Brute that is wounded, because no wound heals.
    """
    if view.unit == "ghost" or (answer and not has_piece_of(view, ROLE_OF["wounded"])):
        yield _not_his(view, "wounded")
    elif view.wounded and not answer:
        yield Objection("condition-wounded")


def uses(key: str, left: Callable[[PlayerView], int | None]) -> Callable[[PlayerView, Any], Iterator[Objection]]:
    """Return a function that objects to uses that the player's role never has, or that are used up."""

    def objections(view: PlayerView, bound: Any) -> Iterator[Objection]:
        most = left(view)
        if most is None:
            yield _not_his(view, key)
        else:
            spent = Objection("condition-spent", (), {"left": most})
            yield from bound_objections(bound, 0, USES[key], range(most + 1), spent)

    return objections


def aimed(view: PlayerView, asked: Any) -> Iterator[Objection]:
    """Object to a condition on the aim of a piece that is not an Archer."""
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
    """Return whether a fact is fixed whenever ``order`` can be given: True or False, or None if it may vary.

    For example, ``capture`` can be given only by a ghost, and ``shoot`` only with an aim.
    """
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


# The player's camp -------------------------------------------------------------------------------------------


def active_mates(view: PlayerView) -> list[str]:
    """Return the other players of the camp who control something."""
    return [mate for mate, (unit, _, _) in view.fellows.items() if unit != "nothing" and mate != view.player]


def no_ally(view: PlayerView, _: Any) -> Iterator[Objection]:
    """Object if no other player of the camp controls anything: no piece is then ever an ally's."""
    if not active_mates(view):
        yield Objection("condition-no-ally")


def no_ally_at(view: PlayerView, cells: Any) -> Iterator[Objection]:
    """Object to cells that are not on the board, or if the player can have no ally there."""
    yield from on_board(view, cells) if active_mates(view) else no_ally(view, cells)


def most_ghosts(view: PlayerView) -> int:
    """Return the most ghosts that the camp may have: one for each player who still controls something."""
    return len(active_mates(view)) + (view.unit != "nothing")


def my_ghosts(view: PlayerView, asked: Mapping[str, Any]) -> Iterator[Objection]:
    """Object to a cell that is not on the board, and to more ghosts than the camp can have."""
    yield from (one._replace(path=("cell",)) for one in on_board(view, asked["cell"]))
    if "at_least" in asked:
        bound = {"at_least": asked["at_least"]}
        yield from (one._replace(path=("at_least",)) for one in bound_objections(bound, 0, most_ghosts(view)))


def mate(view: PlayerView, asked: Mapping[str, Any]) -> Iterator[Objection]:
    """Object to a player of another camp, and to what that player can never control or be."""
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


# The board and the order of play -----------------------------------------------------------------------------


def sees_ghosts(view: PlayerView) -> bool:
    """Return whether the ghosts of other camps are shown to the player (R20)."""
    return not set(view.camps) - set(view.watched)


def hidden_ghosts(view: PlayerView, _: bool) -> Iterator[Objection]:
    """Object to a condition on enemy ghosts if these are not shown."""
    if not sees_ghosts(view):
        yield Objection("condition-hidden-ghosts")


def pieces_of(view: PlayerView, asked: Mapping[str, Any]) -> Iterator[Objection]:
    """Object to more pieces than a camp can have, and to a bound that is always met."""
    bound = {key: value for key, value in asked.items() if key != "camp"}
    return bound_objections(bound, 0, most_pieces(view, asked["camp"]))


def most_pieces(view: PlayerView, camp: str) -> int:
    """Return the most pieces that a camp may have: no piece is ever added to the board.

    Each piece it does not have must be captured by one of its ghosts, so the ghosts limit the number, if the player
    sees them.
    """
    every, own = len(view.pieces), sum(each == camp for _, each in view.pieces)
    if camp not in view.watched:
        return every
    return min(every, own + sum(each == camp for _, each in view.sightings))


def rank(view: PlayerView, bound: Any) -> Iterator[Objection]:
    """Object to a rank in the initiative order that no camp has."""
    return bound_objections(bound, 1, len(view.camps))


def turn(view: PlayerView, bound: Any) -> Iterator[Objection]:
    """Object to turns that are past."""
    past = Objection("condition-turn-past", (), {"turn": view.turn})
    return bound_objections(bound, 1, LATEST, range(max(view.turn, 1), LATEST + 1), past)
