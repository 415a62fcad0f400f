"""What standing orders may hang on, as a form by clicks offers it: each condition a unit, its argument what is filled.

What a condition is called and how it is said is the same for all players, and is made once. What of it a player can
use now is in ``possible``.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any

from adjudicator.core.conditions import Condition
from adjudicator.core.game import Orders, Receipt
from adjudicator.forms.asked import Asked, Cell, Spoken
from adjudicator.forms.controls import Control, Controls, Part
from adjudicator.forms.pagedata import Data, UnitData
from adjudicator.forms.places import place_of, with_places
from adjudicator.forms.units import NAMES, Filled, Unit
from adjudicator.reading.schemas import Schema, resolve
from adjudicator.speech.voice import Voice

CONDITIONS = "conditions"
"""The place of the vocabulary at which conditions have their words."""
EXACT = 0
"""The part of a bound that is the number itself; behind it stand the least and the most."""
_ONE_OR_MORE = 2
"""Names of a list of which sentences tell apart how many there are: one, or more; then the last has its own place."""


class FactUnit(Unit):
    """A condition with its argument. Any argument is possible, but for what ``possible`` finds of one player."""

    def __init__(
        self, control: Control, condition: Condition, unseen: Sequence[str], spoken: Spoken, cells: Sequence[Cell]
    ) -> None:
        """Say it as ``condition`` is said; on a board, cells of it can be arguments.

        ``unseen`` are the words of the orders that are given before it can be seen.
        """
        self.condition, self.name, self.unseen = condition, control.order, unseen
        self.possible: dict[Hashable, str] = {}
        """What pages are told to be possible of it, by what that hangs on; empty for nothing."""
        self.is_bound = len(control.parts[EXACT].path) == 1 < len(control.parts)
        self.names_several = bool(control.parts[0].several) and len(control.parts) == 1

        def receipt(facts: Mapping[str, Any]) -> Receipt:
            return Receipt((), (condition.said(facts[control.order]),))

        asked = Asked("fact", lambda _: (), receipt, None, "", spoken, cells)
        super().__init__([control], asked, settled=True, free=True)

    @cached_property
    def is_open(self) -> list[bool]:
        """For each part whether a sentence has a place for its option: where it is a name."""
        return [part.kind in NAMES for part in self.parts]

    @cached_property
    def key_part(self) -> int | None:
        """The part on which hangs what the others may be: of several the first with options that is always filled."""
        named = (n for n, part in enumerate(self.parts) if part.options and all(n in shape for shape in self.shapes))
        return next(named, None) if self.parts[1:] else None

    def _keys(self, number: int) -> list[str]:
        if self.parts[number].several:
            return [f"n{count}" for count in range(1, _ONE_OR_MORE + 1)]
        return super()._keys(number)

    def _filling(self, number: int, key: str, after: int) -> Filled:
        part = self.parts[number]
        if key[0] == "n":  # names may be words of the sentence
            names = [str(self.asked.spoken.number + 2 * number + n) for n in range(int(key[1:]))]
            return Filled(names, names, list(zip(names, (place_of(number, 2), place_of(number, 0)), strict=False)))
        if key == "o" and part.kind in NAMES:
            held = str(self.asked.spoken.number + 2 * number)
            return Filled(held, held, [(held, place_of(number, 2))])
        return super()._filling(number, key, after)


def fact_units(
    rules: Orders[Any], schema: Schema, root: Schema, controls: Controls, spoken: Spoken, cells: Sequence[Cell]
) -> list[FactUnit]:
    """Return a unit for each condition that ``schema`` lists, that of clauses among standing orders."""
    clause, base = _clause(schema, root)
    behind = {controls.voice.word("orders", order): rules.phases_of(order) for order in orders_behind(schema, root)[0]}
    made = []
    for name, condition in rules.conditions.items():
        control = _control(controls, name, clause["properties"][name], base)
        unseen = [word for word, phases in behind.items() if phases and not phases & condition.phases]
        made.append(FactUnit(control, condition, unseen, spoken, cells))
    return made


def orders_behind(schema: Schema, root: Schema) -> tuple[Sequence[str], bool]:
    """Return which orders may hang on conditions, by the schema of clauses, and whether that nothing is done may."""
    clause, base = _clause(schema, root)
    then, _ = resolve(clause["properties"]["then"], base)
    return list(then["properties"]), "x-nothing" in then


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
        exact = said[f"{EXACT}w"]
        alike = said == {f"{EXACT}w": exact, **_bounds_said(exact, voice)}
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
        f"{EXACT + 1}w": voice.say("bound.at-least", at_least=_LEAST),
        f"{EXACT + 2}w": voice.say("bound.at-most", at_most=_MOST),
        f"{EXACT + 1}w|{EXACT + 2}w": voice.say("bound.at-least.at-most", at_least=_LEAST, at_most=_MOST),
    }
    places = [(_LEAST, place_of(EXACT + 1, 2)), (_MOST, place_of(EXACT + 2, 2))]
    return {way: with_places(exact.replace(place_of(EXACT, 2), said), places) for way, said in bounds.items()}


_LEAST, _MOST = "{least}", "{most}"
