"""All that a page needs to know so that a player gives his orders by clicks: plain data, from his own view alone.

There is a section for the stage awaited, one for later turns, one for standing orders. ``templates/scripts/orders.js``
reads it; ``form-data.d.ts`` beside that says what each key is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import Any, TypeAlias, TypeVar

from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Phrase
from adjudicator.core.game import Choice, Orders, Receipt
from adjudicator.core.plain import Plain
from adjudicator.core.standing_orders import IF
from adjudicator.forms.asked import Asked, Cell, Spoken
from adjudicator.forms.controls import Control, Controls
from adjudicator.forms.facts import FactUnit, fact_data, fact_units, orders_behind
from adjudicator.forms.pagedata import Data, Section, UnitData
from adjudicator.forms.possible import offered
from adjudicator.forms.unitdata import told_cells, unit_data
from adjudicator.forms.units import Unit
from adjudicator.forms.warned import warned_cells, warned_options
from adjudicator.orders.keys import order_schema
from adjudicator.reading.schemas import Schema, resolve
from adjudicator.speech.voice import Voice

Pair: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The orders of two units."""

Key: TypeAlias = tuple[Any, ...]
"""By what it is known of whom something was asked: for whomever that is the same, it is not asked again."""
Known = TypeVar("Known")

_SETTLED: dict[Key, Unit] = {}
"""Units that are the same for all players, of all campaigns that are alike: in one run of cron there are many."""
_MOST_SETTLED, _MOST_ALIKE = 500, 200
"""How many of them are known at a time, and for how many sorts of players what follows: a run may visit thousands of
campaigns, each with people of its own."""
_LASTING: dict[Key, list[str]] = {}
"""Which orders may be given for later turns or stand, where all are settled units, as it is for many players."""
_PAIRS: dict[Key, dict[Pair, str]] = {}
"""Why two orders exclude one another, as it is for many players; empty for those that do not."""
_FACTS: dict[Key, Sequence[FactUnit]] = {}
"""On what standing orders may hang, of all campaigns that are alike."""


def forget() -> None:
    """Forget what was asked for many players: a test asks again of a game that answers otherwise."""
    _SETTLED.clear()
    _LASTING.clear()
    _PAIRS.clear()
    _FACTS.clear()


def _keep(known: dict[Key, Known], most: int, key: Key, new: Known) -> Known:
    """Keep what was asked for many players, and return it; of so many all is forgotten before, and asked again."""
    if len(known) >= most:
        known.clear()
    known[key] = new
    return new


class Clicks:
    """Makes these data for the players of a campaign, in the stage awaited."""

    def __init__(self, progress: Progress, voice: Voice) -> None:
        """Make them in the language of ``voice``."""
        self.progress, self.voice = progress, voice
        self.spoken = Spoken(voice, (*progress.campaign.players, *progress.campaign.camps))
        self.rules = progress.campaign.game.orders
        self.schema = order_schema(progress)
        later = self.rules.later_phase(progress.state.phase)
        self.later_schema = None if later is None else order_schema(progress, later)
        self._said_alike = type(self.rules).ahead_receipt is Orders.ahead_receipt
        """Whether orders for a later turn are said as those for the stage awaited."""
        self._controls = Controls(progress.campaign, voice)
        self._control_of: dict[tuple[str, str], Control] = {}
        self._remarks: dict[str, str] = {}
        campaign = progress.campaign
        self._alike = repr((campaign.game.id, campaign.edition, voice.language, campaign.plain.get("options")))
        self._people = repr((list(campaign.players), list(campaign.camps)))

    def sections(self, player: str, choices: Sequence[Choice], size: tuple[int, int]) -> list[Section]:
        """Return what ``player`` may choose, section by section; on a board of so many columns and rows, if any.

        ``choices`` are what the game says that he may order now.
        """
        view, forms = self.progress.view(player), self.progress.campaign.game.forms
        rules = self.rules
        asked = partial(Asked, view=view, player=player, spoken=self.spoken, cells=_cells_of(size))
        now = asked("now", partial(rules.objections, view), partial(rules.receipt, view))
        made = [self._whole_camp(choices[0], now) if self._is_captain(choices) else self._now(choices, now, view)]
        if self.later_schema:
            later = asked("later", partial(rules.ahead_objections, view), partial(rules.ahead_receipt, view))
            made.append(self._any(later, "orders", self.later_schema, ()))
        if "standing" in self.schema["properties"] and self.progress.campaign.when_missing != "nothing":
            standing = asked("standing", partial(rules.standing_objections, view), self._standing_receipt)
            section = self._any(standing, "standing", self.schema, forms.standing_choices(view))
            made.append(self._with_facts(section, standing) if self.rules.conditions and section.units else section)
        return [section for section in made if section.units]

    def _standing_receipt(self, orders: Plain) -> Receipt:
        return Receipt((), tuple(self.rules.standing_said(orders)))

    def _is_captain(self, choices: Sequence[Choice]) -> bool:
        """Tell whether one thing is chosen for every player of a camp, in the place of orders."""
        stage = self.progress.stage
        return bool(stage and choices and choices[0].order == stage.phase and isinstance(choices[0].example, dict))

    def _whole_camp(self, choice: Choice, asked: Asked) -> Section:
        inner = self.schema["properties"][choice.order]
        control = self._controls.control(choice.order, inner, self.schema, "envelope", list(choice.example))
        return self._told(asked, [], [Unit([control], asked)], [choice], nothing=False)

    def _now(self, choices: Sequence[Choice], asked: Asked, view: Any) -> Section:
        described, _ = resolve(self.schema["properties"].get("orders", {}), self.schema)
        make = partial(self._unit_of, asked, "orders", self.schema)
        units = units_of([choice.order for choice in choices], make, asked)
        nothing = bool(units) and "x-nothing" in described
        section = self._told(asked, [self.voice.word("envelope", "orders")], units, choices, nothing)
        return section._replace(units=[self._warned(*pair, view) for pair in zip(section.units, units, strict=True)])

    def _any(self, asked: Asked, word: str, schema: Schema, choices: Sequence[Choice]) -> Section:
        """Return a section of whatever orders of its schema may be given under a ``word`` of the envelope."""
        described, _ = resolve(schema["properties"][word], schema)
        make = partial(self._unit_of, asked, word, schema)
        hangs_on = self.rules.lasting_hangs_on(asked.view)
        key = (self._alike, asked.name, hangs_on, *asked.cells[-1:], self._people)
        if key in _LASTING:
            units = [make([order]) for order in _LASTING[key]]
        else:
            units = units_of([order for order in described["properties"] if order != IF], make, asked)
            if hangs_on is not None and all(unit.settled for unit in units):
                _keep(_LASTING, _MOST_ALIKE, key, [unit.orders[0] for unit in units])
        nothing = word == "standing" and "x-nothing" in described
        return self._told(asked, [self.voice.word("envelope", word)], units, choices, nothing)

    def _with_facts(self, section: Section, asked: Asked) -> Section:
        """Return the section of standing orders with what they may hang on."""
        described, root = resolve(self.schema["properties"]["standing"], self.schema)
        clauses = described["properties"][IF]
        key = (self._alike, self._people, *asked.cells[-1:])
        if key not in _FACTS:
            made = fact_units(self.rules, clauses, root, self._controls, self.spoken, asked.cells)
            _keep(_FACTS, _MOST_ALIKE, key, made)
        behind, nothing = orders_behind(clauses, root)
        words = {order: self.voice.word("orders", order) for order in behind}
        told = offered(_FACTS[key], self.rules, asked.view, asked.player, words)
        earlier = {
            word: [words[before] for before in behind if self.rules.forestalls(before, order)]
            for order, word in [*words.items(), (None, "")]
        }
        data = {**section.data, "behind": list(words.values()), "earlier": earlier, "idle": nothing}
        return section._replace(facts=[(fact_data(unit), possible) for unit, possible in told], data=data)

    def _unit_of(
        self, asked: Asked, word: str, schema: Schema, orders: Sequence[str], optional: Sequence[str] = ()
    ) -> Unit:
        """Return the unit of these orders, with those that may be given besides; a settled one is made once."""
        hangs_on = self.rules.hangs_on(asked.view, orders[0], asked.name == "now")
        if optional or len(orders) > 1 or hangs_on is None:
            controls = [self._control(word, schema, order) for order in orders]
            return Unit(controls, asked, [self._control(word, schema, order) for order in optional])
        control = self._control(word, schema, orders[0])
        people = "" if control.is_common else self._people
        names = self.rules.may_name(asked.view, orders[0])
        is_free = names is not None or hangs_on == ()
        when = "now" if is_free and asked.name == "later" and self._said_alike else asked.name
        key = (self._alike, when, orders[0], hangs_on, *asked.cells[-1:], people)
        if key not in _SETTLED:
            unit = Unit([control], asked, settled=True, free=is_free, names=names)
            return _keep(_SETTLED, _MOST_SETTLED, key, unit)
        return _SETTLED[key]

    def _control(self, word: str, schema: Schema, order: str) -> Control:
        """Return the control of an order under a ``word`` of the envelope; one for all players, made when needed."""
        if (word, order) not in self._control_of:
            described, root = resolve(schema["properties"][word], schema)
            inner = described["properties"][order]
            self._control_of[word, order] = self._controls.control(order, inner, root, described["x-keys"])
        return self._control_of[word, order]

    # As data

    def _told(
        self, asked: Asked, path: list[str], units: Sequence[Unit], choices: Sequence[Choice], nothing: bool
    ) -> Section:
        whole = asked.receipt(_all(units)) if units else Receipt(())
        told = {choice.order: choice for choice in choices}
        besides = [_besides(unit.receipt, whole) for unit in units]
        data: Data = {"name": asked.name, "apart": self._apart(units, asked)}
        data |= {"none": self._said(asked.receipt({}))} if nothing else {}
        place = "orders" if path else "envelope"
        made = [unit_data(unit, place, path, extra) for unit, (extra, _) in zip(units, besides, strict=True)]
        rests = [self._rest(unit, *those, told) for unit, those in zip(units, besides, strict=True)]
        return Section({**data, "path": path}, made, rests)

    def _apart(self, units: Sequence[Unit], asked: Asked) -> list[list[Any]]:
        """Return the pairs of units that exclude one another, each with why."""
        known = self._pairs_known(asked)
        found: list[list[Any]] = []
        for (i, one), (j, other) in combinations(enumerate(units), 2):
            pair = one.orders, other.orders
            why = known.get(pair)
            if why is None:
                objections = asked.objections({**one.base, **other.base})
                why = known[pair] = other.said_against(objections[0]) if objections else ""
            if why:
                found.append([i, j, why])
        return found

    def _pairs_known(self, asked: Asked) -> dict[Pair, str]:
        """Return why two orders exclude one another, as far as it has been asked for whomever that is the same."""
        hangs_on = self.rules.pairs_hang_on(asked.view)
        if hangs_on is None:
            return {}
        key = (self._alike, self._people, asked.name, hangs_on)
        return _PAIRS[key] if key in _PAIRS else _keep(_PAIRS, _MOST_ALIKE, key, {})

    def _said(self, receipt: Receipt) -> list[list[Any]]:
        kinds = ((0, receipt.actions), (1, receipt.besides))
        return [[kind, self.spoken.phrases((one,))] for kind, phrases in kinds for one in phrases]

    def _rest(self, unit: Unit, extra: Receipt, rank: int, choices: Mapping[str, Choice]) -> Data:
        rest: Data = {"remarks": [self._remark(order, choices) for order in unit.orders], "rank": rank}
        if any(extra):
            rest["extra"] = self._said(extra)
        if choice := choices.get(unit.orders[0]):
            more = {"group": choice.group, "moves": self._moves(unit, choice)}
            rest |= {key: value for key, value in more.items() if value}
        return rest

    def _remark(self, order: str, choices: Mapping[str, Choice]) -> str:
        if order in choices:
            return self.spoken.phrases((self._by_click(choices[order].remark),))
        if order not in self._remarks:
            place = "orders"
            keys = (f"field.{place}.{order}", f"choice.{order}")
            self._remarks[order] = next((self.voice.say(key) for key in keys if self.voice.catalogue.has(key)), "")
        return self._remarks[order]

    def _by_click(self, remark: Phrase) -> Phrase:
        """Return what a form says where nothing is written, if a game has words of its own for that."""
        key = f"clicked.{remark.key}"
        return Phrase(key, {**remark.values, "n": remark.n or 0}) if self.voice.catalogue.has(key) else remark

    def _warned(self, data: UnitData, unit: Unit, view: Any) -> UnitData:
        """Return the data of a unit with what will fail of it, where one part is all of it."""
        alone = [shape[0] for shape in unit.shapes if len(shape) == 1 and not unit.parts[shape[0]].several]
        told = {number: self._failing(unit, number, view) for number in alone}
        return data.with_told(told) if any(told.values()) else data

    def _failing(self, unit: Unit, number: int, view: Any) -> Data:
        """Return with which values of a part, which is all that is filled, an order will fail."""
        cells = unit.asked.cells if unit.parts[number].cell else ()
        told = self.rules.warned_cells(view, unit.orders[0], cells) if cells else ()
        more = {
            "warned": told_cells(warned_cells(number, told, self.spoken), cells),
            "warnedOptions": warned_options(unit, number, partial(self.rules.warnings, view), self.spoken),
        }
        return {key: value for key, value in more.items() if value}

    def _moves(self, unit: Unit, choice: Choice) -> Data:
        """Return how the options stand now, where the orders put one before or after another; else nothing."""
        keys = [part.path[-1] for part in unit.parts]
        if not choice.lines or len(keys) != _MOVED or not {"before", "after"} < set(keys):
            return {}
        index = {option.label: n for n, option in enumerate(unit.parts[0].options)}
        order = [index[self.voice.fill(value)] for line in choice.lines for value in line]
        action = next(n for n, key in enumerate(keys) if key not in ("before", "after"))
        return {"order": order, "action": action, "before": keys.index("before"), "after": keys.index("after")}


_MOVED = 3
"""Parts of an order that puts something before or after another."""


@lru_cache(maxsize=8)
def _cells_of(size: tuple[int, int]) -> Sequence[Cell]:
    """Return the cells of a board of so many columns and rows, row by row."""
    return tuple((x, y) for y in range(1, size[1] + 1) for x in range(1, size[0] + 1))


def _all(units: Sequence[Unit]) -> Plain:
    """Return orders of all units at once: what is said of them tells in which order it is said."""
    return {order: value for unit in units for order, value in unit.shown.items()}


def _besides(alone: Receipt, whole: Receipt) -> tuple[Receipt, int]:
    """Return what is said of a unit's orders only where no others are beside them, and when they are said."""
    order = [*whole.actions, *whole.besides]
    own = [one for one in (*alone.actions, *alone.besides) if one in order]
    if not own:
        return Receipt(()), len(order)
    return Receipt(*(tuple(one for one in those if one not in own) for those in alone)), order.index(own[0])


def units_of(orders: Sequence[str], make: Callable[..., Unit], asked: Asked) -> list[Unit]:
    """Return the orders that may be given, each by itself; two that only go together as one unit."""
    alone = [order for order in orders if not asked.objections({order: None})]
    joined = _joined([order for order in orders if order not in alone], alone, asked)
    units = []
    for order in orders:
        if order in alone:
            units.append(make([order], [one for one, other in joined.items() if other == order]))
        elif order in joined and joined[order] not in alone:
            other = joined.pop(order)
            del joined[other]
            units.append(make([order, other]))
    return [unit for unit in units if unit.ways]


def _joined(refused: Sequence[str], alone: Sequence[str], asked: Asked) -> dict[str, str]:
    """Return each order that may not be given alone, and may with another one, with that one."""
    together = asked.objections(dict.fromkeys(refused)) if refused else ()
    hopeless = {str(objection.path[0]) for objection in together if objection.path}
    pair = [order for order in refused if order not in hopeless]
    joined = dict(zip(pair, reversed(pair), strict=True)) if len(pair) == _PAIR else {}
    for order in [order for order in refused if order in hopeless] if asked.name == "now" else ():
        other = next((one for one in alone if not asked.objections({one: None, order: None})), None)
        joined |= {} if other is None else {order: other}
    return joined


_PAIR = 2
