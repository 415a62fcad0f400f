"""What standing orders may hang on, as a form by clicks offers it: each condition a unit, its argument what is filled.

What a condition is called and how it is said is the same for all players, and is made once. What of it a player can
use now the game is asked on his own view: which conditions there are, and what is objected to their arguments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from adjudicator.core import left
from adjudicator.core.conditions import Condition
from adjudicator.core.faults import Objection
from adjudicator.core.game import Orders, Receipt
from adjudicator.forms.controls import Control, Controls, Part
from adjudicator.forms.pagedata import Data, UnitData
from adjudicator.forms.places import place_of, with_places, without_cell
from adjudicator.forms.unitdata import told_cells
from adjudicator.forms.units import NAMES, NUMBER, Asked, Cell, Filled, Spoken, Told, Unit, Value
from adjudicator.reading.schemas import Schema, resolve
from adjudicator.speech.voice import Voice

CONDITIONS = "conditions"
"""The place of the vocabulary at which conditions have their words."""
MOST_NAMED = 10
"""How many names a fact may list: see ``schemas/clauses.schema.json``."""
_EXACT = 0
"""The part of a bound that is the number itself; behind it stand the least and the most."""
_ONE_OR_MORE = 2
"""Names of a list of which sentences tell apart how many there are: one, or more."""


class FactUnit(Unit):
    """A condition with its argument. Any argument is possible, but for what :func:`limits` says of one player."""

    def __init__(
        self, control: Control, condition: Condition, unseen: Sequence[str], spoken: Spoken, cells: Sequence[Cell]
    ) -> None:
        """Say it as ``condition`` is said; on a board, cells of it can be arguments.

        ``unseen`` are the words of the orders that are given before it can be seen.
        """
        self.condition, self.name, self.unseen = condition, control.order, unseen

        def receipt(facts: Mapping[str, Any]) -> Receipt:
            return Receipt((), (condition.said(facts[control.order]),))

        asked = Asked("fact", lambda _: (), receipt, None, "", spoken, cells)
        super().__init__([control], asked, settled=True, free=True)
        self.is_bound = len(control.parts[_EXACT].path) == 1 < len(control.parts)

    @cached_property
    def is_open(self) -> list[bool]:
        """For each part whether a sentence has a place for its option: where it is a name."""
        return [part.kind in NAMES for part in self.parts]

    def _keys(self, number: int) -> list[str]:
        if self.parts[number].several:
            return [f"n{count}" for count in range(1, _ONE_OR_MORE + 1)]
        return super()._keys(number)

    def _filling(self, number: int, key: str, after: int) -> Filled:
        part = self.parts[number]
        if key[0] == "n":  # names may be words of the sentence
            names = [str(NUMBER + 2 * number + n) for n in range(int(key[1:]))]
            return Filled(names, names, [(self.asked.spoken.voice.list(names), place_of(number, 2))])
        if key == "o" and part.kind in NAMES:
            held = str(NUMBER + 2 * number)
            return Filled(held, held, [(held, place_of(number, 2))])
        return super()._filling(number, key, after)


def fact_units(
    rules: Orders[Any], schema: Schema, root: Schema, controls: Controls, spoken: Spoken, cells: Sequence[Cell]
) -> list[FactUnit]:
    """Return a unit for each condition that ``schema`` lists, that of clauses among standing orders."""
    clause, base = _clause(schema, root)
    behind = {controls.voice.word("orders", order): rules.phases_of(order) for order in orders_behind(schema, root)}
    made = []
    for name, condition in rules.conditions.items():
        control = _control(controls, name, clause["properties"][name], base)
        unseen = [word for word, phases in behind.items() if phases and not phases & condition.phases]
        made.append(FactUnit(control, condition, unseen, spoken, cells))
    return made


def orders_behind(schema: Schema, root: Schema) -> Sequence[str]:
    """Return which orders may hang on conditions, by the schema of clauses."""
    clause, base = _clause(schema, root)
    then, _ = resolve(clause["properties"]["then"], base)
    return list(then["properties"])


def _clause(schema: Schema, root: Schema) -> tuple[Schema, Schema]:
    clauses, base = resolve(schema, root)
    return resolve(clauses["items"], base)


def _control(controls: Controls, name: str, schema: Schema, root: Schema) -> Control:
    """Return what there is to fill in of an argument: of a bound, the number itself too; of many cells, one."""
    control = controls.control(name, schema, root, CONDITIONS)
    found, _ = resolve(schema, root)
    objects = [each for each, _ in controls.alternatives(schema, root) if each.get("x-keys") == "bounds"]
    if objects and "integer" in found.get("x-read", ()):
        exact = control.parts[0]._replace(path=(name,), label=controls.voice.say("click.exactly"))
        shapes = [tuple(number + 1 for number in shape) for shape in control.shapes]
        return Control(name, (exact, *control.parts), ((0,), *shapes))
    return control._replace(parts=tuple(map(_single_cell, control.parts)), short=None)


def _single_cell(part: Part) -> Part:
    return part._replace(several=None) if part.several and part.cell else part


def fact_data(unit: FactUnit) -> UnitData:
    """Return what pages are told of a condition, the same for all: no more than what its word does not tell."""
    if "" not in unit.data:
        unit.data[""] = UnitData(_made(unit))
    return unit.data[""]


def _made(unit: FactUnit) -> Data:
    voice = unit.asked.spoken.voice
    said = {way.name: unit.said(way, Receipt(()))[0][1] for way in unit.ways}
    data: Data = {"names": [voice.word(CONDITIONS, unit.name)]}
    if unit.is_bound:
        exact = said[f"{_EXACT}w"]
        alike = said == {f"{_EXACT}w": exact, **_bounds_said(exact, voice)}
        return {**data, "parts": [], "said": exact if alike else said}
    data["parts"] = [_part(unit, number) for number in range(len(unit.parts))]
    return {**data, **({"shapes": unit.shapes} if unit.parts[1:] else {}), "said": said}


def _part(unit: FactUnit, number: int) -> Data:
    part = unit.parts[number]
    more = {
        "label": part.label if unit.parts[1:] else "",
        "options": [(n, *one.shown) for n, one in enumerate(part.options)],
        "open": unit.is_open[number] and not part.several,
        "several": part.several,
        "cell": part.cell and bool(unit.asked.cells),
        "number": part.number,
    }
    return {key: value for key, value in more.items() if value}


def _bounds_said(exact: str, voice: Voice) -> dict[str, str]:
    """Return how bounds are said where the number itself is said so: what a page puts together."""
    bounds = {
        f"{_EXACT + 1}w": voice.say("bound.at-least", at_least=_LEAST),
        f"{_EXACT + 2}w": voice.say("bound.at-most", at_most=_MOST),
        f"{_EXACT + 1}w|{_EXACT + 2}w": voice.say("bound.at-least.at-most", at_least=_LEAST, at_most=_MOST),
    }
    places = [(_LEAST, place_of(_EXACT + 1, 2)), (_MOST, place_of(_EXACT + 2, 2))]
    return {way: with_places(exact.replace(place_of(_EXACT, 2), said), places) for way, said in bounds.items()}


_LEAST, _MOST = "{least}", "{most}"


# What of it a player can use ------------------------------------------------------------------------------------


def offered(units: Sequence[FactUnit], rules: Orders[Any], view: Any) -> Iterator[tuple[FactUnit, Data]]:
    """Yield the conditions that a player with this ``view`` can use now, each with what is possible of its argument."""
    useful = {name for name, _ in left.examples(rules, view)}
    for unit in units:
        if unit.name in useful and (found := _Limits(unit, view)).is_possible:
            yield unit, found.data


class _Limits:
    """What is possible of an argument, on a player's own view."""

    def __init__(self, unit: FactUnit, view: Any) -> None:
        self.unit, self.view = unit, view
        self._span = unit.condition.numbers(view) if unit.condition.numbers else None
        self.numbers = {number: self._between(part) for number, part in enumerate(unit.parts) if part.number}
        self.only = {n: self._possible(n, part) for n, part in enumerate(unit.parts) if part.options}
        self.most = {n: self._most(n) for n, part in enumerate(unit.parts) if part.several and self.only[n]}
        self.refused = {n: self._refused(n) for n, part in enumerate(unit.parts) if part.cell}

    @property
    def is_possible(self) -> bool:
        """Tell whether there is any way to fill it."""
        return any(all(map(self._is_fillable, shape)) for shape in self.unit.shapes)

    def _is_fillable(self, number: int) -> bool:
        part = self.unit.parts[number]
        if part.number:
            least, most = self.numbers[number]
            return least <= most
        return bool(self.only.get(number)) or part.cell

    @property
    def data(self) -> Data:
        """What a page is told of it: of each part by its number."""
        more = {
            "unseen": self.unit.unseen,
            "only": {n: found for n, found in self.only.items() if len(found) < len(self.unit.parts[n].options)},
            "numbers": self.numbers[_EXACT] if self.unit.is_bound else self.numbers,
            "most": {n: found for n, found in self.most.items() if found},
            "barred": {n: found for n, found in self.refused.items() if found},
        }
        return {key: value for key, value in more.items() if value}

    def _between(self, part: Part) -> tuple[int, int]:
        """From and to which number a part may be: of those that are counted, none that says nothing."""
        least, most = part.number or (0, 0)
        if self._span:
            least, most = self._span
            if least == most:
                return 1, 0
        last = part.path[-1]
        return (least or 0) + (last == "at_least"), (most or 0) - (last == "at_most")

    def _possible(self, number: int, part: Part) -> list[int]:
        values = [[option.value] if part.several else option.value for option in part.options]
        return [n for n, value in enumerate(values) if not self._objected(number, value)]

    def _most(self, number: int) -> list[Any]:
        """Return how many names are too many and why; nothing where as many may stand as a fact may list."""
        options = self.unit.parts[number].options
        names = [options[n].value for n in self.only[number]][:MOST_NAMED]
        found: list[Any] = []
        for count in range(len(names), 1, -1):
            objected = self._objected(number, names[:count])
            if objected is None:
                break
            found = [count - 1, self.unit.said_against(objected)]
        return found

    def _refused(self, number: int) -> Data:
        """Return which cells are impossible: none, where the first and the last are not."""
        cells = self.unit.asked.cells
        if not any(self._objected(number, list(cell)) for cell in (*cells[:1], *cells[-1:])):
            return {}
        told: Told = {}
        for cell in cells:
            if objected := self._objected(number, list(cell)):
                told.setdefault(without_cell(self.unit.said_against(objected), number, cell), []).append(cell)
        return told_cells(told, cells)

    def _objected(self, number: int, value: Value) -> Objection | None:
        """Return what is objected to a part, whatever the others may be."""
        unit = self.unit
        shape = next(shape for shape in unit.shapes if number in shape)
        values = {other: value if other == number else self._some(other) for other in shape}
        path = unit.parts[number].path[1:]
        for objection in unit.condition.objections(self.view, unit.plain(values)[unit.name]):
            if objection.path[: len(path)] == path or not objection.path:
                return objection._replace(path=(unit.name, *objection.path))
        return None

    def _some(self, number: int) -> Value:
        part = self.unit.parts[number]
        if part.number:
            return self.numbers[number][0]
        if part.options:
            return [part.options[0].value] if part.several else part.options[0].value
        return list(self.unit.asked.cells[0]) if part.cell and self.unit.asked.cells else None
