"""Orders in the form that the rules use, made from canonical plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from adjudicator.games.tsewnart.board import Cell, cell_of

Where: TypeAlias = str | Cell
"""A direction, or a cell."""

EXCLUSIVE = frozenset(
    ("move", "teleport", "sanctify", "reveal", "reorder", "steer_ghost", "aim", "shoot", "terrorise", "pull")
)
"""``move`` and the orders given instead of it: each excludes every other (§5)."""

GHOST_ORDERS = ("move", "capture")
VOTES = ("surrender", "stop")


NOWHERE: Cell = (0, 0)
"""A cell that is on no board, for a ghost that is named by its player instead of its cell."""


def parts_of_item(item: str) -> tuple[str, str]:
    """Return the step and the camp of an item of the order of play, such as ``terrorise rouge``."""
    step, _, camp = item.partition(" ")
    return step, camp


def place_of(value: Mapping[str, str]) -> str:
    """Return where a reordering puts an item: ``before`` or ``after`` the other."""
    return "before" if "before" in value else "after"


class Reorder(NamedTuple):
    """An order to put ``action`` directly ``before`` or ``after`` ``reference``; both are the words of items."""

    action: str
    place: str
    reference: str


class Examine(NamedTuple):
    """An order to examine a ghost on ``cell``, of ``camp`` if one is named."""

    cell: Cell
    camp: str | None = None


class Steer(NamedTuple):
    """An order to move a ghost to ``to``.

    The ghost is named by its ``cell`` (and perhaps ``camp``) or, in the player's own camp, by its ``player``.
    """

    to: Where
    cell: Cell = NOWHERE
    camp: str | None = None
    player: str | None = None


def parse_one(key: str, value: Any) -> Any:
    """Convert the canonical value of one order to the value that the rules use."""
    return _READ.get(key, _where)(value)


def _where(value: Any) -> Any:
    return cell_of(value) if isinstance(value, list) else value


def _reorder(value: Mapping[str, str]) -> Reorder:
    place = place_of(value)
    return Reorder(value["action"], place, value[place])


def _examine(value: Any) -> Examine:
    if isinstance(value, Mapping):
        return Examine(_where(value["cell"]), value.get("camp"))
    return Examine(_where(value))


def _steer(value: Mapping[str, Any]) -> Steer:
    return Steer(_where(value["to"]), _where(value.get("cell", NOWHERE)), value.get("camp"), value.get("player"))


_READ: dict[str, Callable[[Any], Any]] = {"reorder": _reorder, "examine": _examine, "steer_ghost": _steer}
