"""What a player may choose on a form page: units, the ways to fill each one, what is impossible, and what is said.

A unit is an order, or orders that only go together. Everything comes from asking the game about possible orders on the
player's own view: its objections and its receipts. So a page says what a refusal or a receipt would say, and a game
needs no code for it. Sentences contain placeholder characters (``place_of``) where a page inserts, for example, a cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import combinations, islice, product, starmap
from operator import or_
from typing import Any, NamedTuple

from adjudicator.core.actions import Receipt
from adjudicator.core.conditions import Condition
from adjudicator.core.faults import Fault, Listed, Objection, Phrase, PhraseArgument, Word
from adjudicator.core.game_orders import Orders
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
from adjudicator.orders.form_lines import scalar
from adjudicator.reading.schemas import Schema, alternatives, resolve
from adjudicator.speech.voice import Voice

PLAYER = "player"
"""The kind of values that are names of players."""
NAMES = (PLAYER, "camp")
"""The kinds of values that are names of players or camps."""
_MOST_TRIED = 3000
"""How many possible orders are looked at to find what may stand in a list."""
FEW = 12
"""Up to this many options, each has a sentence of its own; beyond, a sentence has a placeholder for the option."""
_FEW_BESIDES = 4
"""The same limit for a part with other parts beside it: there are sentences for all combinations of their options."""
_SHAPES_SAID = 16
"""Up to this many sets of parts that may be filled together, each has sentences of its own."""
_MANY = 3
"""From this many parts of one kind on, their options always have placeholders: there would be too many combinations."""


class Unit:
    """Orders that are given together or not at all, with their parts: the values that a player fills in."""

    def __init__(
        self,
        controls: Sequence[Control],
        asked: OrderScope,
        optional: Sequence[Control] = (),
        free: bool = False,
    ) -> None:
        """Combine the orders of ``controls`` with the ``optional`` ones that may be given in addition.

        A unit is ``free`` if every value is possible.
        """
        self.asked, self.free = asked, free
        self.orders = tuple(control.order for control in (*controls, *optional))
        self.parts: list[FormField] = []
        self.short: list[int] = []
        """The parts that are written as the value of their order itself if nothing else of it is filled."""
        moved = []  # the shapes of each control, by the numbers of the parts of the unit
        for control in (*controls, *optional):
            start = len(self.parts)
            self.parts += control.parts
            self.short += [] if control.short is None else [start + control.short]
            moved.append([tuple(start + number for number in shape) for shape in control.shapes])
        counts = (len(controls),) if not optional else (len(controls), len(moved))
        self._fillings: dict[tuple[int, str, int], Filled] = {}
        self.shapes = [sum(chosen, ()) for count in counts for chosen in product(*moved[:count])]
        self._is_plain = len(self.parts) == 1 and len(self.parts[0].path) == 1

    def plain(self, values: Values, shape: Iterable[int] = ()) -> Plain:
        """Return the orders with these ``values``.

        The other parts of ``shape`` become None, which means that they could not be read and are not judged.
        """
        if self._is_plain:
            return {self.orders[0]: values.get(0)}
        orders: dict[str, Any] = {}
        for number in dict.fromkeys((*shape, *values)):
            *way, last = self.parts[number].path
            into = orders
            for key in way:
                into = into.setdefault(key, {})
            into |= {**self.parts[number].row, last: values.get(number)}
        lists = {part.path[0] for part in self.parts if part.row}
        return {key: list(value.values()) if key in lists else value for key, value in orders.items()}

    # What is impossible

    def why_not(self, values: Values) -> str:
        """Return the objection to these ``values`` that does not depend on other parts; empty if there is none."""
        if (objection := self._objected(values)) is not None:
            return self.said_against(objection)
        return next(filter(None, starmap(self._ill_sized, values.items())), "")

    def _ill_sized(self, number: int, value: Value) -> str:
        """Return what the schema's limits say against the length of a list; empty for a list within them."""
        part = self.parts[number]
        if part.several is None or part.several[0] <= len(value) <= part.several[1]:
            return ""
        few = len(value) < part.several[0]
        values: dict[str, PhraseArgument] = {"word": part.label, "limit": part.several[not few], "size": len(value)}
        return self.asked.spoken.voice.fault(Fault("too-few" if few else "too-many-items", values=values))

    def _objected(self, values: Values) -> Objection | None:
        shape = () if self._is_plain else next(one for one in self.shapes if values.keys() <= set(one))
        for objection in self.asked.objections(self.plain(values, shape)):
            path = tuple(map(str, objection.path))
            if any(path == self.parts[n].path[: len(path)] for n in values):
                return objection
        return None

    def said_against(self, objection: Objection) -> str:
        """Return an objection as a sentence, with the labels of the parts that it concerns."""
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
        """For each part, the numbers of its possible options."""
        return [self._possible(number, part) for number, part in enumerate(self.parts)]

    def _possible(self, number: int, part: FormField) -> list[int]:
        if self.free or part.several:
            listed: Counter[Any] | None = None
            # Count what stands in the list in some possible orders, whatever else they hold, if the game lists any.
            if not self.free and (found := [Counter(given) for _, given in self._lists(part)]):
                listed = reduce(or_, found)
            if listed is None and not self.free:
                # A list that may not hold one option alone does not offer it, unless it takes several of any.
                alone = [n for n, one in enumerate(part.options) if self._objected({number: [one.value]}) is None]
                return alone or [*range(len(part.options))]
            values = [one.value for one in part.options]
            return [n for n, one in enumerate(values) if listed is None or values[:n].count(one) < listed[one]]
        return [n for n, one in enumerate(part.options) if self._objected({number: one.value}) is None]

    def _lists(self, part: FormField) -> Iterator[tuple[Plain, list[Any]]]:
        """Yield the lists of a part in possible orders, each with what stands beside it in the same order."""
        for orders in islice(self.asked.possible(), _MOST_TRIED):
            within: Any = orders
            for key in part.path[:-1]:
                within = within.get(key, {})
            if isinstance(given := within.get(part.path[-1]), list):
                yield within if part.path[1:] else {}, given

    @cached_property
    def never(self) -> list[tuple[int, int, int, int, str]]:
        """Options of a part that cannot stand in a list beside an option of another part.

        Each is the two parts with their options, the list last, and the reason.
        """
        lists = [n for n, part in enumerate(self.parts) if part.several and len(part.path) > 1 and not self.free]
        return [told for number in lists for beside in range(len(self.parts)) for told in self._never(beside, number)]

    def _never(self, beside: int, number: int) -> Iterator[tuple[int, int, int, int, str]]:
        one, other = self.parts[beside], self.parts[number]
        if one.path[:-1] != other.path[:-1] or one.several:
            return
        listed = [*self._lists(other)]
        for n in self.options[beside] if listed else ():
            own = [given for within, given in listed if within.get(one.path[-1]) == one.options[n].value]
            for m in self.options[number]:
                value = other.options[m].value
                if own and not any(value in given for given in own):
                    why = self.why_not({beside: one.options[n].value, number: [value, *own[0][1:]]})
                    yield beside, n, number, m, why

    @cached_property
    def refused(self) -> list[Told]:
        """For each part that may be a cell, the impossible cells by reason."""
        return [self._refused(number) for number in range(len(self.parts))]

    def _refused(self, number: int) -> Told:
        found: Told = {}
        for cell in self.asked.cells if self.parts[number].cell and self.asked.name == "now" and not self.free else ():
            if why := self.why_not({number: list(cell)}):
                found.setdefault(without_cell(why, number, cell), []).append(cell)
        return found

    @cached_property
    def alike(self) -> list[tuple[int, int, str]]:
        """Pairs of parts that may not have the same value, each with the reason."""
        return [told for shape in self.shapes for pair in combinations(shape, 2) for told in self._alike(*pair)]

    def _alike(self, first: int, second: int) -> Iterator[tuple[int, int, str]]:
        one, other = self.parts[first], self.parts[second]
        if not one.kind or one.kind != other.kind or one.several:
            return
        value = self.some(first)
        if value is not None and (why := self.why_not({first: value, second: value})):
            text = self._text(first, value)
            yield first, second, why.replace(text, place_of(second, 2)).replace(one.label, place_of(first, 3))

    # Sample values for questions to the game

    def _common(self, number: int) -> list[int]:
        """Return the possible options of a list, first those that can stand beside all options of other parts."""
        barred = {(other, m) for _, _, other, m, _ in self.never}
        return sorted(self.options[number], key=lambda m: (number, m) in barred)

    def some(self, number: int, after: int = 0) -> Value | None:
        """Return a possible value of a part: the one at position ``after``, or the last one; None if there is none."""
        part = self.parts[number]
        if part.several:
            return [part.options[n].value for n in self._common(number)[: max(part.several[0], 1)]]
        own = self.own[number]
        others = [n for n in self.options[number] if n != own]
        if options := others or self.options[number]:
            return part.options[options[min(after, len(options) - 1)]].value
        if part.cell:
            return self._free_cell(number, after)
        return self._written(number) if part.number or part.written else None

    @cached_property
    def own(self) -> list[int | None]:
        """For each part, the number of the option that is the player's own name, which may be treated differently."""
        return [self._own(number, part) for number, part in enumerate(self.parts)]

    def _own(self, number: int, part: FormField) -> int | None:
        if part.kind != PLAYER or part.several:
            return None
        return next((n for n in self.options[number] if part.options[n].value == self.asked.player), None)

    def _free_cell(self, number: int, after: int) -> Value | None:
        barred = [cell for cells in self.refused[number].values() for cell in cells]
        free = self.asked.cells if not barred else [cell for cell in self.asked.cells if cell not in barred]
        return list(free[min(after, len(free) - 1)]) if free else None

    def _written(self, number: int) -> Value:
        first = self.asked.spoken.number + 2 * number
        return first if self.parts[number].number else f"{first}"

    def _text(self, number: int, value: Value) -> str:
        """Return a value as it appears in sentences."""
        part = self.parts[number]
        if isinstance(value, list) and not part.several:
            return f"({value[0]};{value[1]})"
        shown = {option.value: option.label for option in part.options} if not part.several else {}
        return str(shown.get(value, value))

    @cached_property
    def base(self) -> Plain:
        """Sample orders of this unit that might be given."""
        shape = self.shapes[0]
        return self.plain({number: self.some(number, after) for after, number in enumerate(shape)})

    @cached_property
    def shown(self) -> Plain:
        """The same sample orders with numbers in place of people's names, for use in sentences."""
        shape = self.shapes[0]
        return self.plain({n: self._filled(n, self._keys(n)[0], after).held for after, n in enumerate(shape)})

    @cached_property
    def receipt(self) -> Receipt:
        """The receipt of these sample orders, given alone."""
        return self.asked.receipt(self.shown)

    # Sentences

    @cached_property
    def ways(self) -> list[Way]:
        """The ways to fill the unit that lead to different sentences."""
        if self._is_plain and not self.parts[0].several:
            filled = [(key, self._filled(0, key, 0)) for key in self._keys(0)]
            return [
                Way(f"0{key}", "", self._receipt({self.orders[0]: one.held}, (key,)), one.places) for key, one in filled
            ]
        shapes = [(number,) for number in range(len(self.parts))] if self.said_apart else self.shapes
        return [self._way(shape, keys) for shape in shapes for keys in product(*map(self._keys, shape))]

    @cached_property
    def said_apart(self) -> bool:
        """Whether there are so many shapes that a page puts the sentences of each part one after the other.

        This is only so if what is said of all parts is what is said of each.
        """
        if len(self.shapes) <= _SHAPES_SAID or self.asked.name == "fact":
            return False
        values = {number: self.some(number) for number in range(len(self.parts))}
        alone = [self.asked.receipt(self.plain({number: value})).actions for number, value in values.items()]
        return sorted(map(repr, self.asked.receipt(self.plain(values)).actions)) == sorted(map(repr, sum(alone, ())))

    @cached_property
    def is_open(self) -> list[bool]:
        """For each part, whether a sentence has a placeholder for its option: a player's name or one of many."""
        return [self._has_place(number) for number in range(len(self.parts))]

    def _has_place(self, number: int) -> bool:
        alike = [part for part in self.parts if part.options and part.kind == self.parts[number].kind]
        few_besides = FEW if any(part.several for part in self.parts) else _FEW_BESIDES  # these may affect how many
        most = 0 if len(alike) >= _MANY else FEW if len(self.parts) == 1 else few_besides
        return self.parts[number].kind == PLAYER or len(self.options[number]) > most

    def _keys(self, number: int) -> list[str]:
        """Return the keys that distinguish the values of a part in the names of ways, such as ``:2`` for an option."""
        part = self.parts[number]
        if part.several:
            return [f"n{count}" for count in range(1, len(self.options[number]) + 1)]
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
        """Return the receipt of orders without the player's own name, because the data is shared with other players."""
        receipt = self.asked.receipt(held)
        return Receipt(*(tuple(map(self._unnamed, those)) for those in receipt)) if "m" in keys else receipt

    def _unnamed(self, phrase: Phrase) -> Phrase:
        return phrase._replace(values={key: self._other(value) for key, value in phrase.values.items()})

    def _other(self, value: PhraseArgument) -> PhraseArgument:
        """Return a value of a sentence, with the player's own name replaced."""
        return self._unnamed(value) if isinstance(value, Phrase) else self._me if value == self.asked.player else value

    @property
    def _me(self) -> str:
        """The number that stands for the player's own name in sentences."""
        return str(self.asked.spoken.number - 1)

    def _filled(self, number: int, key: str, after: int) -> Filled:
        """Return a sample value for a part and a ``key`` of ``_keys``; the result is cached, as many ways share it."""
        if (number, key, after) not in self._fillings:
            self._fillings[number, key, after] = self._filling(number, key, after)
        return self._fillings[number, key, after]

    def _filling(self, number: int, key: str, after: int) -> Filled:
        part = self.parts[number]
        if key[0] == ":":
            value = part.options[int(key[1:])].value
            return Filled(value, value, [])
        if key[0] == "n":
            chosen = [part.options[n] for n in self._common(number)[: int(key[1:])]]
            values, shown = [option.value for option in chosen], [option.label for option in chosen]
            return Filled(values, values, [(self.asked.spoken.voice.list(shown), place_of(number, 2))])
        if part.kind == PLAYER and key in ("m", "o"):
            return self._name(number, key, after)
        value = self.some(number, after)
        if key == "o":
            sign, place = f"{self.asked.spoken.number + 2 * number}", place_of(number, 2)
            held = _held(value, sign) if isinstance(value, str) else value
            return Filled(value, held, [(sign, place), (self._text(number, value), place)])
        if key == "w":
            return Filled(value, value, [(str(value), place_of(number, 2))])
        free = self._free_cell(number, after)
        column = self.asked.spoken.number + 2 * number
        row = column + 1
        return Filled(free, [column, row], [(str(column), place_of(number, 0)), (str(row), place_of(number, 1))])

    def _name(self, number: int, key: str, after: int) -> Filled:
        """Return the player's own name or another one.

        In the sentence a number stands for it, since a name could also be a word of the sentence.
        """
        if key == "m":
            return Filled(self.asked.player, self.asked.player, [(self._me, place_of(number, 2))])
        held = self._written(number)
        return Filled(self.some(number, after), held, [(str(held), place_of(number, 2))])

    def said(self, way: Way, besides: Receipt) -> list[tuple[int, str]]:
        """Return the sentences for orders given in this way, without those in ``besides``.

        Each comes with 0 for an action or 1 for anything else.
        """
        told = [(0, one) for one in way.receipt.actions if one not in besides.actions]
        told += [(1, one) for one in way.receipt.besides if one not in besides.besides]
        said = [(kind, self.asked.spoken.phrases((_signed(one),))) for kind, one in told]
        whole = "".join(text for _, text in said)
        found = {place: text for text, place in reversed(way.places) if text in whole}
        places = [(text, place) for place, text in found.items()]
        return [(kind, with_places(text, places)) for kind, text in said]


class HeldWord(str):
    """A word in sample orders, which a game hands on in what it says; two parts may have the same."""

    sign: str
    """The number that stands for it in sentences."""


def _held(word: str, sign: str) -> HeldWord:
    held = HeldWord(word)
    held.sign = sign
    return held


def _signed(said: Any) -> Any:
    """Return a phrase, or a value in one, with the signs of held words in their places."""
    if isinstance(said, Phrase):
        return said._replace(values={key: _signed(value) for key, value in said.values.items()})
    if isinstance(said, Listed):
        return Listed(tuple(map(_signed, said.parts)))
    return said.canonical.sign if isinstance(said, Word) and isinstance(said.canonical, HeldWord) else said


class Filled(NamedTuple):
    """A part with a sample value, for a question to the game."""

    value: Value
    held: Value
    """The value itself, or what stands in for it in a sentence."""
    places: list[tuple[str, str]]
    """The texts to find in the sentence, each with the placeholder character to put there.

    Of several texts with the same placeholder, the first that is found counts.
    """


class Way(NamedTuple):
    """One way to fill a unit."""

    name: str
    """The name by which a page finds the way: the number of each part with its key."""
    why_not: str
    receipt: Receipt
    places: list[tuple[str, str]]


# The page data of a unit: its names, parts and ways, as plain data.


def unit_data(unit: Unit, place: str, path: list[str], extra: Receipt) -> UnitData:
    """Return the page data that depends on the unit alone.

    Its words belong to ``place`` of the vocabulary and stand under ``path`` in the file; ``extra`` is what is said only
    if no other order is given.
    """
    voice = unit.asked.spoken.voice
    data: Data = {
        "names": [voice.word(place, order) for order in unit.orders],
        "parts": [_part(unit, number, place, path) for number in range(len(unit.parts))],
        "shapes": unit.shapes,
        "said": {way.name: unit.said(way, extra) for way in unit.ways if not way.why_not},
    }
    more = {
        "short": unit.short,
        "each": unit.said_apart,
        "why": {way.name: way.why_not for way in unit.ways if way.why_not},
        "alike": unit.alike,
        "never": unit.never,
    }
    return UnitData(data | {key: value for key, value in more.items() if value})


def _part(unit: Unit, number: int, place: str, path: list[str]) -> Data:
    part = unit.parts[number]
    inner = [part.lead or scalar(part.label)] if len(part.path) > 1 else []
    word = unit.asked.spoken.voice.word(place, part.path[0])
    data: Data = {"label": part.label, "path": [*path, word, *inner]}
    more = {
        "options": [(n, *part.options[n].shown) for n in unit.options[number]],
        "open": unit.is_open[number] and not part.several,
        "several": part.several,
        "cell": part.cell and bool(unit.asked.cells),
        "number": part.number,
        "written": part.written,
        "taps": part.taps,
        "refused": told_cells(unit.refused[number], unit.asked.cells),
        "mine": unit.own[number] is not None,
    }
    return data | {key: value for key, value in more.items() if value}


def told_cells(told: Mapping[str, Sequence[Cell]], cells: Sequence[Cell]) -> Data:
    """Return the reasons, and a text with one character for each cell, row by row.

    The character is the number of the reason, counted from ``0``, or ``.`` if there is none.
    """
    signs = {cell: chr(ord("0") + number) for number, those in enumerate(told.values()) for cell in those}
    return {"why": list(told), "at": "".join(signs.get(cell, ".") for cell in cells)} if told else {}


# Conditions for standing orders on a form page: each condition is a unit whose parts are its argument.
#
# Names and sentences are the same for all players and are made once; what one player can use is found in ``possible``.


CONDITIONS = "conditions"
"""The place of the vocabulary for the words of conditions."""
EXACT = 0
"""The number of the part that is the exact number of a bound; the minimum and the maximum follow it."""
_ONE_OR_MORE = 2
"""Sentences distinguish lists of one name and of more names; in longer ones, the last name has its own placeholder."""


class FactUnit(Unit):
    """A condition with its argument; any argument counts as possible here, see ``possible`` for one player's limits."""

    def __init__(self, control: Control, condition: Condition, spoken: Spoken, cells: Sequence[Cell]) -> None:
        """Take the words of the condition from ``condition``; if the game has a board, ``cells`` can be arguments."""
        self.condition, self.name = condition, control.order
        self.is_bound = len(control.parts[EXACT].path) == 1 < len(control.parts)
        self.names_several = bool(control.parts[0].several) and len(control.parts) == 1

        def receipt(facts: Mapping[str, Any]) -> Receipt:
            return Receipt((), (condition.said(facts[control.order]),))

        asked = OrderScope("fact", lambda _: (), receipt, None, "", spoken, cells)
        super().__init__([control], asked, free=True)

    @cached_property
    def data(self) -> UnitData:
        """The page data of the condition, the same for all players, without what follows from its word."""
        return UnitData(_made_of_fact(self))

    @cached_property
    def is_open(self) -> list[bool]:
        """For each part, whether a sentence has a placeholder for its option: for names only."""
        return [part.kind in NAMES for part in self.parts]

    @cached_property
    def key_part(self) -> int | None:
        """The first part with options that is always filled: what the other parts may be depends on it.

        None if there is no such part or only one part.
        """
        named = (n for n, part in enumerate(self.parts) if part.options and all(n in shape for shape in self.shapes))
        return next(named, None) if self.parts[1:] else None

    def _keys(self, number: int) -> list[str]:
        if self.parts[number].several:
            return [f"n{count}" for count in range(1, _ONE_OR_MORE + 1)]
        return super()._keys(number)

    def _filling(self, number: int, key: str, after: int) -> Filled:
        part = self.parts[number]
        if key[0] == "n":
            places = (place_of(number, 2), place_of(number, 0))
            chosen = part.options[: int(key[1:])]
            values, shown = [option.value for option in chosen], [option.label for option in chosen]
            if part.kind in NAMES:  # a name could also be a word of the sentence
                values = shown = [str(self.asked.spoken.number + 2 * number + n) for n in range(int(key[1:]))]
            return Filled(values, values, list(zip(shown, places, strict=False)))
        if key == "o" and part.kind in NAMES:
            held = str(self.asked.spoken.number + 2 * number)
            return Filled(held, held, [(held, place_of(number, 2))])
        return super()._filling(number, key, after)


def fact_units(
    rules: Orders, schema: Schema, root: Schema, controls: Controls, spoken: Spoken, cells: Sequence[Cell]
) -> list[FactUnit]:
    """Return a unit for each condition in ``schema``, the schema of clauses within standing orders."""
    clause, base = _clause(schema, root)
    listed = {name: condition for name, condition in rules.conditions.items() if name in clause["properties"]}
    return [
        FactUnit(_control(controls, name, clause["properties"][name], base), condition, spoken, cells)
        for name, condition in listed.items()
    ]


def orders_behind(schema: Schema, root: Schema) -> tuple[Sequence[str], bool]:
    """Return the orders that may depend on conditions, and whether doing nothing may, by the schema of clauses."""
    clause, base = _clause(schema, root)
    then, _ = resolve(clause["properties"]["then"], base)
    return list(then["properties"]), "x-nothing" in then


def _clause(schema: Schema, root: Schema) -> tuple[Schema, Schema]:
    clauses, base = resolve(schema, root)
    return resolve(clauses["items"], base)


def _control(controls: Controls, name: str, schema: Schema, root: Schema) -> Control:
    """Return the control of an argument: a bound gets a part for the exact number, a list of cells one cell."""
    control = controls.control(name, schema, root, CONDITIONS)
    found, _ = resolve(schema, root)
    objects = [each for each, _ in alternatives(schema, root) if each.get("x-keys") == "bounds"]
    if objects and "integer" in found.get("x-read", ()):
        exact = control.parts[0]._replace(path=(name,), label=controls.voice.say("click.exactly"))
        shapes = [tuple(number + 1 for number in shape) for shape in control.shapes]
        return Control(name, (exact, *control.parts), ((0,), *shapes))
    parts = tuple(part._replace(several=None) if part.several and part.cell else part for part in control.parts)
    return control._replace(parts=parts, short=None)


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
    """Return the sentences for bounds that a page can derive from ``exact``, the sentence for an exact number."""
    bounds = {
        f"{EXACT + 1}w": voice.say("bound.at-least", at_least=_LEAST),
        f"{EXACT + 2}w": voice.say("bound.at-most", at_most=_MOST),
        f"{EXACT + 1}w|{EXACT + 2}w": voice.say("bound.at-least.at-most", at_least=_LEAST, at_most=_MOST),
    }
    places = [(_LEAST, place_of(EXACT + 1, 2)), (_MOST, place_of(EXACT + 2, 2))]
    return {way: with_places(exact.replace(place_of(EXACT, 2), said), places) for way, said in bounds.items()}


_LEAST, _MOST = "{least}", "{most}"
