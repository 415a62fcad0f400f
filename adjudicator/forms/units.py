"""What a player may choose in a form by clicks: units, each filled or left, what is impossible, what is said of them.

All of it is found by asking the game about orders that might be given, on the player's own view: what it objects to,
and how it says them back. So a form tells what a refusal or a receipt would tell, and a game has it for no line.
Sentences have places (``commands.py``) where a page puts what there is too much of to say one by one, such as cells.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, product
from typing import Any, NamedTuple

from adjudicator.core.conditions import Condition
from adjudicator.core.faults import Fault, Filling, Objection, Phrase
from adjudicator.core.game import Orders, Receipt
from adjudicator.core.plain import Plain
from adjudicator.forms.controls import (
    Cell,
    Control,
    Controls,
    Data,
    FormField,
    OrderScope,
    Spoken,
    Told,
    UnitData,
    Value,
    Values,
    place_of,
    with_places,
    without_cell,
)
from adjudicator.orders.remarks import scalar
from adjudicator.reading.schemas import Schema, resolve
from adjudicator.speech.voice import Voice

PLAYER = "player"
"""The kind of values that are names of players."""
NAMES = (PLAYER, "camp")
"""The kinds of values that are names."""
FEW = 12
"""Options of which each has a sentence of its own; where there are more, a sentence has a place for them."""
_FEW_BESIDES = 4
"""The same of a part with others beside it: each of its options is told with each of theirs."""
_MANY = 3
"""Parts of one kind that are too many to be told apart one option at a time."""


class Unit:
    """Orders that are given together or not at all, with the parts that are filled of them."""

    def __init__(
        self,
        controls: Sequence[Control],
        asked: OrderScope,
        optional: Sequence[Control] = (),
        settled: bool = False,
        free: bool = False,
        names: Sequence[str] | None = None,
    ) -> None:
        """Put the orders of ``controls`` together, with those that may be given besides.

        They are ``settled`` where what there is to them is known for many players, and ``free`` where any value is
        possible, of players the ``names`` where some are given: see ``Orders.hangs_on`` and ``Orders.may_name``.
        """
        self.asked, self.settled, self.free, self.names = asked, settled, free, names
        self.data: dict[str, UnitData] = {}
        """What pages are told of a settled one, by what is said besides it."""
        self.orders = tuple(control.order for control in (*controls, *optional))
        self.parts: list[FormField] = []
        self.short: list[int] = []
        """Parts that, filled alone of their order, are written as its own value."""
        moved = [self._add(control) for control in (*controls, *optional)]
        counts = (len(controls),) if not optional else (len(controls), len(moved))
        self._fillings: dict[tuple[int, str, int], Filled] = {}
        self.shapes = [sum(chosen, ()) for count in counts for chosen in product(*moved[:count])]
        self._is_plain = len(self.parts) == 1 and len(self.parts[0].path) == 1

    def _add(self, control: Control) -> list[tuple[int, ...]]:
        """Add the parts of a control; return its shapes with their numbers."""
        start = len(self.parts)
        self.parts += control.parts
        self.short += [] if control.short is None else [start + control.short]
        return [tuple(start + number for number in shape) for shape in control.shapes]

    def plain(self, values: Values, shape: Iterable[int] = ()) -> Plain:
        """Return the orders with these ``values``; other parts of their ``shape`` are there and cannot be read."""
        if self._is_plain:
            return {self.orders[0]: values.get(0)}
        orders: dict[str, Any] = {}
        for number in dict.fromkeys((*shape, *values)):
            *way, last = self.parts[number].path
            into = orders
            for key in way:
                into = into.setdefault(key, {})
            into[last] = values.get(number)
        return orders

    # What is impossible

    def why_not(self, values: Values) -> str:
        """Return what is objected to these ``values``, whatever the other parts may be; empty for nothing."""
        objection = self._objected(values)
        return "" if objection is None else self.said_against(objection)

    def _objected(self, values: Values) -> Objection | None:
        shape = () if self._is_plain else next(one for one in self.shapes if values.keys() <= set(one))
        for objection in self.asked.objections(self.plain(values, shape)):
            if any(objection.path == self.parts[n].path[: len(objection.path)] for n in values):
                return objection
        return None

    def said_against(self, objection: Objection) -> str:
        """Return an objection as a sentence, with the words by which its places in the orders are shown."""
        word = self._word(objection.path)
        values = {"word": word, "related": self._word(objection.related), **objection.values}
        return self.asked.spoken.voice.fault(Fault(objection.code, found=word, values=values))

    def _word(self, path: Sequence[str | int]) -> str:
        labels = {part.path: part.label for part in self.parts}
        return labels.get(tuple(map(str, path))) or (
            self.asked.spoken.voice.word("orders", str(path[0])) if path else ""
        )

    @cached_property
    def options(self) -> list[list[int]]:
        """For each part which of its options are possible."""
        return [self._possible(number, part) for number, part in enumerate(self.parts)]

    def _possible(self, number: int, part: FormField) -> list[int]:
        if self.names is not None and part.kind == PLAYER:
            return [n for n, one in enumerate(part.options) if one.value in self.names]
        if self.free or part.several:
            return list(range(len(part.options)))
        return [n for n, one in enumerate(part.options) if self._objected({number: one.value}) is None]

    @cached_property
    def refused(self) -> list[Told]:
        """For each part that may be a cell those that are impossible, by why."""
        return [self._refused(number) for number in range(len(self.parts))]

    def _refused(self, number: int) -> Told:
        found: Told = {}
        for cell in self.asked.cells if self.parts[number].cell and self.asked.name == "now" and not self.free else ():
            if why := self.why_not({number: list(cell)}):
                found.setdefault(without_cell(why, number, cell), []).append(cell)
        return found

    @cached_property
    def alike(self) -> list[tuple[int, int, str]]:
        """Pairs of parts that may not be filled alike, each with why: of the second, filled like the first."""
        return [told for shape in self.shapes for pair in combinations(shape, 2) for told in self._alike(*pair)]

    def _alike(self, first: int, second: int) -> Iterator[tuple[int, int, str]]:
        one, other = self.parts[first], self.parts[second]
        if not one.kind or one.kind != other.kind or one.several:
            return
        value = self.some(first)
        if value is not None and (why := self.why_not({first: value, second: value})):
            text = self._text(first, value)
            yield first, second, why.replace(text, place_of(second, 2)).replace(one.label, place_of(first, 3))

    # Some values, to ask about

    def some(self, number: int, after: int = 0) -> Value | None:
        """Return a possible value of a part, the one ``after`` so many, or the last; None where there is none."""
        part = self.parts[number]
        if part.several:
            return [option.value for option in part.options[: max(part.several[0], 1)]]
        if options := self._others(number) or self.options[number]:
            return part.options[options[min(after, len(options) - 1)]].value
        if part.cell:
            return self._free_cell(number, after)
        return self._written(number) if part.number or part.written else None

    @cached_property
    def own(self) -> list[int | None]:
        """For each part which of its options is the player's own name, of which other things are said."""
        return [self._own(number, part) for number, part in enumerate(self.parts)]

    def _own(self, number: int, part: FormField) -> int | None:
        if part.kind != PLAYER or part.several:
            return None
        return next((n for n in self.options[number] if part.options[n].value == self.asked.player), None)

    def _others(self, number: int) -> list[int]:
        own = self.own[number]
        return self.options[number] if own is None else [n for n in self.options[number] if n != own]

    def _free_cell(self, number: int, after: int) -> Value | None:
        barred = [cell for cells in self.refused[number].values() for cell in cells]
        free = self.asked.cells if not barred else [cell for cell in self.asked.cells if cell not in barred]
        return list(free[min(after, len(free) - 1)]) if free else None

    def _written(self, number: int) -> Value:
        first = self.asked.spoken.number + 2 * number
        return first if self.parts[number].number else f"{first}"

    def _text(self, number: int, value: Value) -> str:
        """Return a value as sentences have it."""
        part = self.parts[number]
        if isinstance(value, list) and not part.several:
            return f"({value[0]};{value[1]})"
        shown = {option.value: option.label for option in part.options} if not part.several else {}
        return str(shown.get(value, value))

    @cached_property
    def base(self) -> Plain:
        """Orders of this unit that might be given."""
        shape = self.shapes[0]
        return self.plain({number: self.some(number, after) for after, number in enumerate(shape)})

    @cached_property
    def shown(self) -> Plain:
        """The same as far as it can be seen in sentences: with nobody's name."""
        shape = self.shapes[0]
        return self.plain({n: self._filled(n, self._keys(n)[0], after).held for after, n in enumerate(shape)})

    @cached_property
    def receipt(self) -> Receipt:
        """What is said of these, given alone."""
        return self.asked.receipt(self.shown)

    # What is said

    @cached_property
    def ways(self) -> list[Way]:
        """How the unit can be filled, as far as sentences differ by it."""
        if self._is_plain and not self.parts[0].several:
            return [self._plain_way(key) for key in self._keys(0)]
        return [self._way(shape, keys) for shape in self.shapes for keys in product(*map(self._keys, shape))]

    def _plain_way(self, key: str) -> Way:
        filled = self._filled(0, key, 0)
        return Way(f"0{key}", "", self._receipt({self.orders[0]: filled.held}, (key,)), filled.places)

    @cached_property
    def is_open(self) -> list[bool]:
        """For each part whether a sentence has a place for its option: a player's name, or one of many."""
        return [self._has_place(number) for number in range(len(self.parts))]

    def _has_place(self, number: int) -> bool:
        alike = [part for part in self.parts if part.options and part.kind == self.parts[number].kind]
        few_besides = FEW if any(part.several for part in self.parts) else _FEW_BESIDES  # how many may hang on which
        most = 0 if len(alike) >= _MANY else FEW if len(self.parts) == 1 else few_besides
        return self.parts[number].kind == PLAYER or len(self.options[number]) > most

    def _keys(self, number: int) -> list[str]:
        """Return what is to be told apart of what a part is filled with."""
        part = self.parts[number]
        if part.several:
            return [f"n{count}" for count in range(1, len(part.options) + 1)]
        keys = ["o"] if self.is_open[number] else [f":{n}" for n in self.options[number]]
        keys += ["m"] if self.own[number] is not None else []
        keys += ["c"] if part.cell and self.asked.cells else []
        return keys + (["w"] if part.number or part.written else [])

    def _way(self, shape: tuple[int, ...], keys: tuple[str, ...]) -> Way:
        name = "|".join(f"{number}{key}" for number, key in zip(shape, keys, strict=True))
        filled = [self._filled(number, key, after) for after, (number, key) in enumerate(zip(shape, keys, strict=True))]
        values = dict(zip(shape, filled, strict=True))
        is_sure = self.free and not self.alike
        if not is_sure and (why := self.why_not({number: one.value for number, one in values.items()})):
            return Way(name, why, Receipt(()), [])
        held = self.plain({number: one.held for number, one in values.items()})
        return Way(name, "", self._receipt(held, keys), [place for one in filled for place in one.places])

    def _receipt(self, held: Plain, keys: Sequence[str]) -> Receipt:
        """Return what is said of orders, with no name of the player himself in it: others may read it as their own."""
        receipt = self.asked.receipt(held)
        return Receipt(*(tuple(map(self._unnamed, those)) for those in receipt)) if "m" in keys else receipt

    def _unnamed(self, phrase: Phrase) -> Phrase:
        return phrase._replace(values={key: self._other(value) for key, value in phrase.values.items()})

    def _other(self, value: Filling) -> Filling:
        """Return a value of a sentence, with what stands for the player's name in its place."""
        return self._unnamed(value) if isinstance(value, Phrase) else self._me if value == self.asked.player else value

    @property
    def _me(self) -> str:
        """What stands in sentences for the player's own name."""
        return str(self.asked.spoken.number - 1)

    def _filled(self, number: int, key: str, after: int) -> Filled:
        """Return what fills a part so as to tell apart what its ``key`` says; many ways have it in common."""
        if (number, key, after) not in self._fillings:
            self._fillings[number, key, after] = self._filling(number, key, after)
        return self._fillings[number, key, after]

    def _filling(self, number: int, key: str, after: int) -> Filled:
        part = self.parts[number]
        if key[0] == ":":
            value = part.options[int(key[1:])].value
            return Filled(value, value, [])
        if key[0] == "n":
            names = [option.value for option in part.options[: int(key[1:])]]
            return Filled(names, names, [(self.asked.spoken.voice.list(names), place_of(number, 2))])
        if part.kind == PLAYER and key in ("m", "o"):
            return self._name(number, key, after)
        value = self.some(number, after)
        if key == "o":
            return Filled(value, value, [(self._text(number, value), place_of(number, 2))])
        if key == "w":
            return Filled(value, value, [(str(value), place_of(number, 2))])
        free = self._free_cell(number, after)
        column = self.asked.spoken.number + 2 * number
        row = column + 1
        return Filled(free, [column, row], [(str(column), place_of(number, 0)), (str(row), place_of(number, 1))])

    def _name(self, number: int, key: str, after: int) -> Filled:
        """Return the player's own name, or another's; sentences hold what is no word of theirs, as names may be."""
        if key == "m":
            return Filled(self.asked.player, self.asked.player, [(self._me, place_of(number, 2))])
        held = self._written(number)
        return Filled(self.some(number, after), held, [(str(held), place_of(number, 2))])

    def said(self, way: Way, besides: Receipt) -> list[tuple[int, str]]:
        """Return what is said of orders given in a way, but what ``besides`` says: of each whether it is no action."""
        told = [(0, one) for one in way.receipt.actions if one not in besides.actions]
        told += [(1, one) for one in way.receipt.besides if one not in besides.besides]
        return [(kind, with_places(self.asked.spoken.phrases((one,)), way.places)) for kind, one in told]


class Filled(NamedTuple):
    """A part filled so as to ask about it."""

    value: Value
    held: Value
    """The same, or what is found in a sentence where the value would stand."""
    places: list[tuple[str, str]]
    """What is found there, each with the character that holds its place."""


class Way(NamedTuple):
    """How a unit can be filled."""

    name: str
    """By it a page knows the way: the numbers of the parts, each with what is to be told apart of it."""
    why_not: str
    receipt: Receipt
    places: list[tuple[str, str]]


# What a page is told of a unit by itself: its names, its parts, the ways in which it is filled, as plain data.


def unit_data(unit: Unit, place: str, path: list[str], extra: Receipt) -> UnitData:
    """Return what hangs on the unit alone; of a settled one, what has been made of it before.

    Its words are of a ``place`` of the vocabulary, and stand below ``path`` in the file; ``extra`` is what is said of
    it only where nothing is beside it.
    """
    if not unit.settled:
        return UnitData(_made(unit, place, path, extra))
    key = repr(extra) if any(extra) else ""
    if key not in unit.data:
        unit.data[key] = UnitData(_made(unit, place, path, extra))
    return unit.data[key]


def _made(unit: Unit, place: str, path: list[str], extra: Receipt) -> Data:
    voice = unit.asked.spoken.voice
    data: Data = {
        "names": [voice.word(place, order) for order in unit.orders],
        "parts": [_part(unit, number, place, path) for number in range(len(unit.parts))],
        "shapes": unit.shapes,
        "said": {way.name: unit.said(way, extra) for way in unit.ways if not way.why_not},
    }
    more = {
        "short": unit.short,
        "why": {way.name: way.why_not for way in unit.ways if way.why_not},
        "alike": unit.alike,
    }
    return data | {key: value for key, value in more.items() if value}


def _part(unit: Unit, number: int, place: str, path: list[str]) -> Data:
    part = unit.parts[number]
    inner = [scalar(part.label)] if len(part.path) > 1 else []
    word = unit.asked.spoken.voice.word(place, part.path[0])
    data: Data = {"label": part.label, "path": [*path, word, *inner]}
    more = {
        "options": [(n, *part.options[n].shown) for n in unit.options[number]],
        "open": unit.is_open[number] and not part.several,
        "several": part.several,
        "cell": part.cell and bool(unit.asked.cells),
        "number": part.number,
        "written": part.written,
        "refused": told_cells(unit.refused[number], unit.asked.cells),
        "mine": unit.own[number] is not None,
    }
    return data | {key: value for key, value in more.items() if value}


def told_cells(told: Mapping[str, Sequence[Cell]], cells: Sequence[Cell]) -> Data:
    """Return of each cell, row by row, what is told of it: the number of the reason, as a character from ``0``."""
    signs = {cell: chr(ord("0") + number) for number, those in enumerate(told.values()) for cell in those}
    return {"why": list(told), "at": "".join(signs.get(cell, ".") for cell in cells)} if told else {}


# What standing orders may hang on, as a form by clicks offers it: each condition a unit, its argument what is filled.
#
# What a condition is called and how it is said is the same for all players, and is made once. What of it a player can
# use now is in ``possible``.


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

        asked = OrderScope("fact", lambda _: (), receipt, None, "", spoken, cells)
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


def _single_cell(part: FormField) -> FormField:
    return part._replace(several=None) if part.several and part.cell else part


def fact_data(unit: FactUnit) -> UnitData:
    """Return what pages are told of a condition, the same for all: no more than what its word does not tell."""
    if "" not in unit.data:
        unit.data[""] = UnitData(_made_of_fact(unit))
    return unit.data[""]


def _made_of_fact(unit: FactUnit) -> Data:
    voice = unit.asked.spoken.voice
    said = {way.name: unit.said(way, Receipt(()))[0][1] for way in unit.ways}
    data: Data = {"names": [voice.word(CONDITIONS, unit.name)]}
    if unit.is_bound:
        exact = said[f"{EXACT}w"]
        alike = said == {f"{EXACT}w": exact, **_bounds_said(exact, voice)}
        return {**data, "parts": [], "said": exact if alike else said}
    data["parts"] = [_part_of_fact(unit, number) for number in range(len(unit.parts))]
    return {**data, **({"shapes": unit.shapes} if unit.parts[1:] else {}), "said": said}


def _part_of_fact(unit: FactUnit, number: int) -> Data:
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
