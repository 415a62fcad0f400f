"""An order form as a page: a player chooses by clicks, and it writes the file that he sends.

It holds his own view and what the game says of orders on it, nothing else. Without a script it is the form of text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from markupsafe import Markup

from adjudicator.campaign.stages import Progress
from adjudicator.core.conditions import AND, ONCE, OR, THEN, UNLESS
from adjudicator.core.faults import Phrase
from adjudicator.core.game import Choice, Orders, Receipt
from adjudicator.core.plain import Plain
from adjudicator.core.standing_orders import IF
from adjudicator.forms.controls import (
    Cell,
    Control,
    Controls,
    Data,
    OrderScope,
    Section,
    Spoken,
    Told,
    UnitData,
    encoded,
    page_data,
    without_cell,
)
from adjudicator.forms.order_form import awaited_stage, envelope, file_names, order_form, page_names, some_word, told_in
from adjudicator.forms.possible import offered
from adjudicator.forms.units import FactUnit, Unit, fact_data, fact_units, orders_behind, told_cells, unit_data
from adjudicator.orders.keys import order_schema, takes_words
from adjudicator.orders.order_file import MOST_AHEAD
from adjudicator.orders.remarks import scalar
from adjudicator.pictures.board import SIDE
from adjudicator.reading.schemas import Schema, resolve
from adjudicator.reports.environment import filled, hand_of
from adjudicator.reports.markup import escape_kept
from adjudicator.reports.writing import dialect_of
from adjudicator.speech.voice import Voice
from adjudicator.table.situation import Situation

if TYPE_CHECKING:
    from adjudicator.core.pictures import BoardShown


PLACE = "{}"
"""Where in a sentence a page puts what it knows."""


def form_pages(situation: Situation, players: Iterable[str], voice: Voice) -> dict[str, bytes]:
    """Return a page for each of ``players``, by the names of their files. Raises ``UnusableError`` as forms do."""
    return dict(map(FormPages(situation, voice).page, players))


class FormPages:
    """Makes the forms of players for the stage awaited."""

    def __init__(self, situation: Situation, voice: Voice) -> None:
        """Make them in the language of ``voice``. Raises ``UnusableError`` when the game is over."""
        self.situation, self.voice = situation, voice
        campaign, self.stage = situation.campaign, awaited_stage(situation.progress)
        self._hand = hand_of(campaign, "html", voice, dialect_of(campaign), ("m",))
        self._clicks = Clicks(situation.progress, voice)
        self._names = page_names(campaign.players, voice)
        self._files = file_names(campaign.players, voice.word("envelope", "orders"), "yaml")
        self._words: dict[tuple[tuple[str, ...], bool], str] = {}
        """As JSON what pages say, by what the orders on them go with, and whether they may hang on conditions."""
        self._subject = voice.say("click.subject", title=campaign.title, stage=self.stage.said)

    def page(self, player: str) -> tuple[str, bytes]:
        """Return the name of a player's page, and the page. Raises ``UnusableError`` as his form of text does."""
        progress, voice, stage = self.situation.progress, self.voice, self.stage
        campaign = progress.campaign
        choices = progress.choices(player)
        told = told_in(self.situation, player)
        plain = order_form(self.situation, player, voice, told)
        board = campaign.game.forms.board(progress.view(player))
        sections = self._clicks.sections(player, choices, (board["width"], board["height"]) if board else (0, 0))
        shown = {section.data["name"] for section in sections}
        page = filled(
            "form.html.j2",
            self._hand,
            title=campaign.title,
            stage=stage,
            player=player,
            told=told,
            picture_of=board and {"kind": "board", "title": Phrase("click.board"), "shows": board},
            turns=range(stage.turn, stage.turn + MOST_AHEAD + 1) if "later" in shown else (),
            standing="standing" in shown,
            clauses=any(section.facts for section in sections),
            luck=some_word() if takes_words(progress) else "",
            plain=Markup(escape_kept(plain)),
            file=self._files[player],
            data=self._data(player, sections, board),
        )
        return self._names[player], page.encode()

    def _data(self, player: str, sections: Sequence[Section], board: BoardShown | None) -> str:
        """Return as JSON what a page knows: whose orders these are, what may be chosen, what it puts together."""
        campaign = self.situation.campaign
        before = {
            "envelope": list(envelope(campaign, self.stage, player, self.voice)),
            "board": board and _pointed_at(board),
            "turn": self.stage.turn,
            "me": list(campaign.players).index(player),
            "to": str(campaign.plain.get("email", "")),
            "subject": self._subject,
        }
        return page_data(before, sections, self._said(_groups(sections), any(section.facts for section in sections)))

    def _said(self, groups: Sequence[str], conditions: bool) -> str:
        """Return as JSON the words of a page whose orders go with ``groups``; it may have ``conditions``."""
        key = tuple(groups), conditions
        if key not in self._words:
            rules = self.situation.campaign.game.orders
            self._words[key] = encoded(
                _words(self.voice)
                | (clause_words(self.voice, rules.none_holds) if conditions else {})
                | {f"group-{one}": self.voice.say(f"form.group.{one}") for one in groups}
            )
        return self._words[key]


def _groups(sections: Iterable[Section]) -> list[str]:
    """Return with what orders are said to go, in all sections, each once."""
    groups = (rest.get("group") for section in sections for rest in section.rests)
    return list(dict.fromkeys(filter(None, groups)))


def _pointed_at(board: BoardShown) -> dict[str, Any]:
    """Return what a page knows of its picture, to be pointed at; ``here`` is where the player's own stands."""
    own = [one["cell"] for one in (*board["pieces"], *board["ghosts"]) if one.get("own")]
    return {"width": board["width"], "height": board["height"], "side": SIDE, "here": own[0] if own else None}


SAID = (
    "blank",
    "cell",
    "choice",
    "column",
    "copied",
    "down",
    "none",
    "none-standing",
    "nothing-yet",
    "place",
    "reset",
    "row",
    "uncopied",
    "up",
    "who",
)
"""What the page says besides, by its keys in the catalogue under ``click``."""


def _words(voice: Voice) -> dict[str, str]:
    """Return the sentences with which the page puts together what it says, and the words that it writes."""
    return {
        **{key: voice.say(f"click.{key}") for key in SAID},
        **{key: voice.word("envelope", key) for key in ("turn", "note", "luck")},
        **{key: voice.say(f"receipt.{key}") for key in ("then", "besides")},
        "nothing": voice.word("nothing", "nothing"),
        "missing": voice.say("click.missing", parts=PLACE),
        "point": voice.say("click.point", order=PLACE),
        "repoint": voice.say("click.repoint", order=PLACE),
        "gone": voice.say("click.gone", order=PLACE),
        "elsewhere": voice.say("click.elsewhere", turns=PLACE),
        "standing-one": voice.say("click.standing.one", order=PLACE),
        "sentence": voice.say("receipt.sentence", text=PLACE),
        "standing": voice.say("receipt.standing", list=PLACE),
        "standing-none": voice.say("receipt.standing.none"),
        "later": voice.say("receipt.later", turn=PLACE),
        "at-once": voice.say("receipt.standing.at-once", turn=PLACE),
        "warning": voice.say("submit.warning", what=PLACE).strip(),
        "comma": voice.say("list.comma"),
        "colon": voice.say("colon"),
    }


# With what words a page writes orders with conditions, and with what sentences it says what was understood of them.


LABELS = ("and-if", "clause-add", "if", "once", "or-if", "remove", "then", "unless", "with")
"""What stands beside fields, by its keys in the catalogue under ``click``."""


def clause_words(voice: Voice, none_holds: Phrase) -> dict[str, str]:
    """Return these words and sentences; where a sentence has places, their names stand in braces.

    ``none_holds`` is what is said of who leaves nothing behind them.
    """
    return {
        **{f"label-{key}": voice.say(f"click.{key}") for key in LABELS},
        **{f"write-{key}": voice.word("clauses", key) for key in (IF, AND, OR, UNLESS, THEN, ONCE)},
        "write-yes": scalar(voice.word("booleans", "true")),
        "clause": voice.say("clause", number="{number}", facts="{facts}", list="{list}"),
        "clause-once": voice.say("clause.once", number="{number}", facts="{facts}", list="{list}"),
        "clause-else": voice.say("clause.else", list="{list}"),
        "clause-nothing": voice.phrase(none_holds),
        "clause-next": voice.say("clause.next", one="{one}", other="{other}"),
        "clause-and": voice.say("clause.and", one="{one}", other="{other}"),
        "clause-or": voice.say("clause.or", one="{one}", other="{other}"),
        "clause-group": voice.say("clause.group", facts="{facts}"),
        "clause-if": voice.say("clause.if", facts="{facts}"),
        "clause-unless": voice.say("clause.unless", but="{but}"),
        "clause-if-unless": voice.say("clause.if-unless", facts="{facts}", but="{but}"),
        "clauses": voice.say("receipt.clauses"),
        "exactly": voice.say("click.exactly"),
        "at-least": voice.word("bounds", "at_least"),
        "at-most": voice.word("bounds", "at_most"),
        "said-least": voice.say("bound.at-least", at_least="{least}"),
        "said-most": voice.say("bound.at-most", at_most="{most}"),
        "said-both": voice.say("bound.at-least.at-most", at_least="{least}", at_most="{most}"),
        "dots": "…",
        "facts": voice.say("fault.clause-facts", count="{count}", limit="{limit}"),
        "denied": voice.say("fault.clause-denied", word=voice.word("clauses", UNLESS)),
        "unreached": voice.say("fault.clause-unreached", number="{number}", other="{other}"),
        "unseen": voice.say("click.unseen", orders="{}"),
        "never": voice.say("fault.condition-never", word="{word}", least="{least}", most="{most}"),
        "senseless": voice.say("click.senseless"),
        "against": voice.say("fault.condition-against", word="{word}", related="{related}"),
        "needed": voice.say("fault.condition-needed", word="{word}", related="{related}"),
        "anyhow": voice.say("receipt.clause.anyhow", number="{number}", fact="{fact}", order="{order}"),
        "idle": voice.say("clause.nothing"),
        "crossed": voice.say("fault.bound-crossed", at_least="{least}", at_most="{most}"),
    }


# All that a page needs to know so that a player gives his orders by clicks: plain data, from his own view alone.
#
# There is a section for the stage awaited, one for later turns, one for standing orders.
# ``templates/scripts/orders.js`` reads it; ``form-data.d.ts`` beside that says what each key is.


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
        asked = partial(OrderScope, view=view, player=player, spoken=self.spoken, cells=_cells_of(size))
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

    def _whole_camp(self, choice: Choice, asked: OrderScope) -> Section:
        inner = self.schema["properties"][choice.order]
        control = self._controls.control(choice.order, inner, self.schema, "envelope", list(choice.example))
        return self._told(asked, [], [Unit([control], asked)], [choice], nothing=False)

    def _now(self, choices: Sequence[Choice], asked: OrderScope, view: Any) -> Section:
        described, _ = resolve(self.schema["properties"].get("orders", {}), self.schema)
        make = partial(self._unit_of, asked, "orders", self.schema)
        units = units_of([choice.order for choice in choices], make, asked)
        nothing = bool(units) and "x-nothing" in described
        section = self._told(asked, [self.voice.word("envelope", "orders")], units, choices, nothing)
        return section._replace(units=[self._warned(*pair, view) for pair in zip(section.units, units, strict=True)])

    def _any(self, asked: OrderScope, word: str, schema: Schema, choices: Sequence[Choice]) -> Section:
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

    def _with_facts(self, section: Section, asked: OrderScope) -> Section:
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
        self, asked: OrderScope, word: str, schema: Schema, orders: Sequence[str], optional: Sequence[str] = ()
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
        self, asked: OrderScope, path: list[str], units: Sequence[Unit], choices: Sequence[Choice], nothing: bool
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

    def _apart(self, units: Sequence[Unit], asked: OrderScope) -> list[list[Any]]:
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

    def _pairs_known(self, asked: OrderScope) -> dict[Pair, str]:
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


def units_of(orders: Sequence[str], make: Callable[..., Unit], asked: OrderScope) -> list[Unit]:
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


def _joined(refused: Sequence[str], alone: Sequence[str], asked: OrderScope) -> dict[str, str]:
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


# With which values an order will fail as its player sees things now: what is pale on the board of a form by clicks.


def warned_cells(number: int, told: Iterable[tuple[Sequence[Phrase], Sequence[Cell]]], spoken: Spoken) -> Told:
    """Return of a part that is filled alone the cells of which something is said (``Orders.warned_cells``), by that."""
    found: Told = {}
    for phrases, cells in told:
        if phrases:
            found.setdefault(without_cell(spoken.phrases(phrases), number, cells[0]), []).extend(cells)
    return found


def warned_options(
    unit: Unit, number: int, warnings: Callable[[Plain], Sequence[Phrase]], spoken: Spoken
) -> Mapping[int, str]:
    """Return which options of a part that is filled alone will fail, each with why."""
    told = {n: warnings(unit.plain({number: unit.parts[number].options[n].value})) for n in unit.options[number]}
    return {n: spoken.phrases(phrases) for n, phrases in told.items() if phrases}
