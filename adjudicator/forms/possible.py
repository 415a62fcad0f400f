"""What one player can use of each condition for standing orders, as data for a page.

The game is asked on the player's own view. So a page offers only what would be accepted, and explains everything else
with the words of a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from adjudicator.core.faults import Objection
from adjudicator.core.game_orders import Orders
from adjudicator.forms.controls import Data, Told, Value, Values, encoded, without_cell
from adjudicator.forms.units import EXACT, FactUnit, told_cells

Span: TypeAlias = tuple[int, int]
"""The lowest and the highest number of a range; the range is empty if the first is greater than the second."""

MOST_NAMED = 10
"""The maximum number of names in a fact: see ``schemas/clauses.schema.json``."""
_MOST = 1000
"""The largest number that a fact can contain."""
_FEW_NUMBERS = 12
"""How many small numbers are tried one by one."""
_NONE: Span = (1, 0)


def offered(
    units: Sequence[FactUnit], rules: Orders, view: Any, player: str, orders: Mapping[str, str]
) -> Iterator[tuple[FactUnit, str]]:
    """Yield the conditions that ``player`` can use now on his ``view``, each with its possible arguments as JSON.

    ``orders`` are those that may depend on the conditions, each with its word.
    """
    for unit in units:
        if told := _told(unit, rules, view, player, orders):
            yield unit, told


def _told(unit: FactUnit, rules: Orders, view: Any, player: str, orders: Mapping[str, str]) -> str:
    """Return the page data of a condition for one player, as JSON; empty if he cannot use it."""
    example = unit.condition.example(view)
    if example is None:
        return ""
    asked = _Asked(unit, view)
    values = example.values() if isinstance(example, Mapping) else (example,)
    number = next((value for value in values if type(value) is int), 0)
    data = _bound_data(asked, number) if unit.is_bound else _parts_data(asked)
    if data is None:
        return ""
    when = _when(asked, rules, orders, player, data) if unit.condition.with_orders else []
    seen = unit.condition.seen_in(view)
    unseen = [word for order, word in orders.items() if (phases := rules.phases_of(order)) and not phases & seen]
    own = None
    if when and unit.names_several:  # the number of the option that is the player's own name
        own = next((n for n, one in enumerate(unit.parts[0].options) if one.value == player), None)
    more = {"unseen": unseen, "when": when, "own": own}
    return encoded(data | {key: value for key, value in more.items() if value not in (None, [])})


class _Asked:
    """Asks the game for its objections to arguments of a condition, on one view."""

    def __init__(self, unit: FactUnit, view: Any) -> None:
        self.unit, self.view = unit, view

    def objection(self, values: Values, of: int | None = None) -> Objection | None:
        """Return the first objection to ``values``, only for the part ``of`` if it is given; None for none."""
        path = () if of is None else self.unit.parts[of].path[1:]
        for objection in self.unit.condition.objections(self.view, self.argument(values)):
            if objection.path[: len(path)] == path or not objection.path:
                return objection._replace(path=(self.unit.name, *objection.path))
        return None

    def argument(self, values: Values) -> Any:
        return self.unit.plain(values)[self.unit.name]

    def options(self, number: int, beside: Values) -> list[int]:
        """Return the numbers of the options of a part that are possible together with the values in ``beside``."""
        part = self.unit.parts[number]
        values = [[one.value] if part.several else one.value for one in part.options]
        return [n for n, value in enumerate(values) if not self.objection({**beside, number: value}, number)]


# Bounds -----------------------------------------------------------------------------------------------------------


def _bound_data(asked: _Asked, start: int) -> Data | None:
    """Return the ranges of the exact number, the minimum and the maximum of a bound; None if no number is possible.

    The range of the exact number may have ``gaps``: a mission that has already succeeded cannot be named any more.
    """

    def takes(part: int, number: int) -> bool:
        return asked.objection({part: number}) is None

    first = next((n for n in (start, *range(_FEW_NUMBERS)) if takes(EXACT, n)), None)
    if first is None:
        return None
    below = range(max(first - _FEW_NUMBERS, 0), first)
    taken = [n for n in below if takes(EXACT, n)]
    low, high = (taken or [first])[0], first
    while 0 < low <= below.start and takes(EXACT, low - 1):
        low -= 1
    if takes(EXACT, _MOST):
        high = _MOST
    while high < _MOST and takes(EXACT, high + 1):
        high += 1
    least = (low + (not takes(EXACT + 1, low)), high)
    most = (low, high - (not takes(EXACT + 2, high)))
    gaps = [n for n in below if n > low and n not in taken]
    return {"numbers": [(low, high), least, most], **({"gaps": gaps} if gaps else {})}


# Arguments with parts -------------------------------------------------------------------------------------------------


def _parts_data(asked: _Asked) -> Data | None:
    """Return what is possible for the parts of an argument, grouped by its key part; None if nothing is."""
    unit, key = asked.unit, asked.unit.key_part
    if not unit.parts[1:]:
        return _single_data(asked)
    by: list[tuple[list[int], Data]] = []
    known: list[tuple[int | None, Values]] = [(None, {})]
    if key is not None:
        known = [(n, {key: one.value}) for n, one in enumerate(unit.parts[key].options)]
    for n, beside in known:
        found = _part_limits(asked, key, beside)
        if found is None:
            continue
        alike = next((those for those, data in by if data == found), None)
        if alike is None:
            by.append((alike := [], found))
        alike += [] if n is None else [n]
    return {"by": by, **({} if key is None else {"key": key})} if by else None


def _part_limits(asked: _Asked, key: int | None, beside: Values) -> Data | None:
    """Return what is possible for each part except ``key``, given the values in ``beside``; None if nothing is."""
    unit = asked.unit
    cells = {n: list(unit.asked.cells[0]) for n, part in enumerate(unit.parts) if part.cell and unit.asked.cells}
    fixed = {**cells, **beside}
    only, numbers, never = {}, {}, []
    for number, part in enumerate(unit.parts):
        if number == key or part.cell:
            continue
        if part.number:
            numbers[number] = _span(lambda n, at=number: asked.objection({**fixed, at: n}) is None)  # type: ignore[misc]
        else:
            only[number] = [
                n for n, one in enumerate(part.options) if asked.objection({**fixed, number: one.value}) is None
            ]
    never = [
        [one, n, other, m]
        for one, other in combinations(only, 2)
        for n in only[one]
        for m in only[other]
        if asked.objection({**fixed, one: unit.parts[one].options[n].value, other: unit.parts[other].options[m].value})
    ]
    if not any(only.values()) and not any(low <= high for low, high in numbers.values()):
        return None
    return {key: value for key, value in {"only": only, "numbers": numbers, "never": never}.items() if value}


def _span(takes: Callable[[int], bool]) -> Span:
    """Return the range of accepted numbers, which must be contiguous and begin with a small number."""
    low = next((n for n in range(_FEW_NUMBERS) if takes(n)), None)
    if low is None:
        return _NONE
    taken, refused = low, _MOST + 1
    while refused - taken > 1:
        middle = (taken + refused) // 2
        taken, refused = (middle, refused) if takes(middle) else (taken, middle)
    return low, taken


def _single_data(asked: _Asked) -> Data | None:
    """Return what is possible for an argument of one part; None if nothing is."""
    part = asked.unit.parts[0]
    possible = asked.options(0, {})
    if not possible and not part.cell:
        return None
    more = {
        "only": possible if len(possible) < len(part.options) else None,
        "most": _most(asked, possible) if part.several else None,
        "barred": _barred(asked) if part.cell else None,
    }
    return {key: value for key, value in more.items() if value}


def _most(asked: _Asked, possible: Sequence[int]) -> list[Any]:
    """Return the maximum number of names and why there cannot be more; empty if only the limit of facts applies."""
    unit = asked.unit
    names = [unit.parts[0].options[n].value for n in possible][:MOST_NAMED]
    found: list[Any] = []
    for count in range(len(names), 1, -1):
        objected = asked.objection({0: names[:count]})
        if objected is None:
            break
        found = [count - 1, unit.said_against(objected)]
    return found


def _barred(asked: _Asked) -> Data:
    """Return the cells that are impossible; none are if the first and the last cell are possible."""
    unit, cells = asked.unit, asked.unit.asked.cells
    if not any(asked.objection({0: list(cell)}) for cell in (*cells[:1], *cells[-1:])):
        return {}
    told: Told = {}
    for cell in cells:
        if objected := asked.objection({0: list(cell)}):
            told.setdefault(without_cell(unit.said_against(objected), 0, cell), []).append(cell)
    return told_cells(told, cells)


# Facts that always or never hold with an order ------------------------------------------------------------------------


def _when(asked: _Asked, rules: Orders, orders: Mapping[str, str], player: str, data: Data) -> list[Any]:
    """Return with which orders a fact always holds or never does (``Orders.given_when``), by how it is filled.

    Orders with equal results are listed together. Names are distinguished only by whether the player is among them.
    """
    found: list[tuple[list[str], dict[str, bool]]] = []
    ways: list[tuple[str, Value]] = [(way, asked.argument(values)) for way, values in _ways(asked.unit, player, data)]
    for order, word in orders.items():
        truths = ((way, rules.given_when(asked.view, order, asked.unit.name, argument)) for way, argument in ways)
        table = {way: truth for way, truth in truths if truth is not None}
        alike = next((words for words, other in found if other == table), None)
        if alike is not None:
            alike.append(word)
        elif table:
            found.append(([word], table))
    return found


def _ways(unit: FactUnit, player: str, data: Data) -> Iterator[tuple[str, Values]]:
    """Yield the ways to fill a fact that may make a difference, each under the name that a page uses for it."""
    first = unit.parts[0]
    if unit.is_bound:
        for number, (low, high) in enumerate(data["numbers"]):
            yield from ((f"{number}w{n}", {number: n}) for n in range(low, min(high, low + _FEW_NUMBERS) + 1))
    elif unit.parts[1:]:
        return
    elif unit.names_several:
        other = next((one.value for one in first.options if one.value != player), player)
        yield from (("own", {0: [player]}), ("both", {0: [player, other]}), ("others", {0: [other]}))
    else:
        yield from ((f":{n}", {0: one.value}) for n, one in enumerate(first.options))
