"""An order form as a web page: a player makes his choices with buttons, and the page writes the file that he sends.

The page contains only the player's own view and what the game says of orders on it. Without scripts it shows the text
form. ``form_pages`` makes the pages; ``Clicks`` makes the data behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from adjudicator.campaign.stages import Progress
from adjudicator.core.actions import Choice, Receipt
from adjudicator.core.conditions import AND, ONCE, OR, THEN, UNLESS
from adjudicator.core.faults import Phrase
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
    has_rows,
    page_data,
    without_cell,
)
from adjudicator.forms.order_form import (
    awaited_stage,
    envelope,
    file_names,
    order_form,
    owes_nothing,
    page_names,
    some_word,
    told_in,
)
from adjudicator.forms.possible import offered
from adjudicator.forms.units import FactUnit, Unit, fact_units, orders_behind, told_cells, unit_data
from adjudicator.orders.form_lines import scalar
from adjudicator.orders.keys import order_schema, takes_words
from adjudicator.orders.submission import MOST_AHEAD
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
"""The placeholder in a sentence of the page for what the page inserts."""


def form_pages(situation: Situation, players: Iterable[str], voice: Voice) -> dict[str, bytes]:
    """Return a page for each of ``players``, by file name. Raises ``UnusableError`` in the same cases as text forms."""
    return dict(map(FormPages(situation, voice).page, players))


class FormPages:
    """Makes the form pages of players for the stage awaited."""

    def __init__(self, situation: Situation, voice: Voice) -> None:
        """Prepare pages in the language of ``voice``. Raises ``UnusableError`` if the game is over."""
        self.situation, self.voice = situation, voice
        campaign, self.stage = situation.campaign, awaited_stage(situation.progress)
        self._hand = hand_of(campaign, "html", voice, dialect_of(campaign), ("m",))
        self._clicks = Clicks(situation.progress, voice)
        self._names = page_names(campaign.players, voice)
        self._files = file_names(campaign.players, voice.word("envelope", "orders"), "yaml")
        self._words: dict[tuple[tuple[str, ...], bool], str] = {}
        """The words of pages as JSON, by the groups of their orders and whether conditions are possible."""
        self._subject = voice.say("click.subject", title=campaign.title, stage=self.stage.said)

    def page(self, player: str) -> tuple[str, bytes]:
        """Return the file name and the bytes of a player's page.

        Raises ``UnusableError`` in the same cases as his text form.
        """
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
        """Return the data of a page as JSON: whose orders it is for, what may be chosen, and its words."""
        campaign = self.situation.campaign
        before = {
            "envelope": list(envelope(campaign, self.stage, player, self.voice)),
            "board": board and _pointed_at(board),
            "turn": self.stage.turn,
            "me": list(campaign.players).index(player),
            "to": str(campaign.plain.get("email", "")),
            "subject": self._subject,
        }
        groups = dict.fromkeys(filter(None, (rest.get("group") for section in sections for rest in section.rests)))
        return page_data(before, sections, self._said(list(groups), any(section.facts for section in sections)))

    def _said(self, groups: Sequence[str], conditions: bool) -> str:
        """Return the words of a page as JSON, for orders in ``groups``; ``conditions`` says whether it offers any."""
        key = tuple(groups), conditions
        if key not in self._words:
            rules = self.situation.campaign.game.orders
            self._words[key] = encoded(
                _words(self.voice)
                | (clause_words(self.voice, rules.none_holds) if conditions else {})
                | {f"group-{one}": self.voice.say(f"form.group.{one}") for one in groups}
            )
        return self._words[key]


def _pointed_at(board: BoardShown) -> dict[str, Any]:
    """Return the data of the picture for pointing at cells; ``here`` is the cell of the player's own piece."""
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
"""The sentences of the page, by their keys in the catalogue under ``click``."""


def _words(voice: Voice) -> dict[str, str]:
    """Return the sentences and words of which the page composes its text and the order file."""
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
        "semicolon": voice.say("list.semicolon"),
        "colon": voice.say("colon"),
    }


# Words and sentences for orders with conditions.


LABELS = ("and-if", "clause-add", "if", "once", "or-if", "remove", "then", "unless", "with")
"""The labels beside fields, by their keys in the catalogue under ``click``."""


def clause_words(voice: Voice, none_holds: Phrase) -> dict[str, str]:
    """Return the words and sentences for conditions; placeholders are names in braces.

    ``none_holds`` says what happens to a player if none of his conditions holds and he ordered nothing else.
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


# The data with which a page offers orders: plain data, from the player's own view alone.
#
# There is a section for the stage awaited, one for later turns and one for standing orders.
# ``templates/scripts/orders.js`` reads the data; ``form-data.d.ts`` beside it describes each key.


class Clicks:
    """Makes the data of form pages for the players of a campaign, in the stage awaited."""

    def __init__(self, progress: Progress, voice: Voice) -> None:
        """Prepare the data in the language of ``voice``."""
        self.progress, self.voice = progress, voice
        self.spoken = Spoken(voice, (*progress.campaign.players, *progress.campaign.camps))
        self.rules = progress.campaign.game.orders
        self.schema = order_schema(progress)
        later = self.rules.later_phase(progress.state.phase, progress.phase.mode)
        self.later_schema = None if later is None else order_schema(progress, later)
        self._controls = Controls(progress.campaign, voice)
        self._control_of: dict[tuple[str, str, tuple[str, ...]], Control] = {}
        self._rows: Mapping[str, Sequence[Plain]] = {}
        self._names: Mapping[str, tuple[str, ...]] = {}
        self._remarks: dict[str, str] = {}
        self._facts: dict[Sequence[Cell], Sequence[FactUnit]] = {}

    def sections(self, player: str, choices: Sequence[Choice], size: tuple[int, int]) -> list[Section]:
        """Return the sections of choices for ``player``; ``size`` is the columns and rows of the board, or zeros.

        ``choices`` are the orders that the game offers him now.
        """
        view, forms = self.progress.view(player), self.progress.campaign.game.forms
        rules, known = self.rules, forms.names_now(view)
        if known != self._controls.names_now:
            self._controls.names_now = known
            self._control_of.clear()
        asked = partial(OrderScope, view=view, player=player, spoken=self.spoken, cells=_cells_of(size))
        now = asked(
            "now", partial(rules.objections, view), partial(rules.receipt, view), possible=partial(rules.possible, view)
        )
        stage, choice = self.progress.stage, choices[0] if choices else None
        # The form of a captain asks for one value for every player of a camp in place of orders.
        if stage and choice is not None and choice.order == stage.phase and isinstance(choice.example, dict):
            inner = self.schema["properties"][choice.order]
            control = self._controls.control(choice.order, inner, self.schema, "envelope", list(choice.example))
            made = [self._told(now, [], [Unit([control], now)], [choice], nothing=False)]
        else:
            made = [self._now(choices, now, view)]
        if self.later_schema:
            later = asked("later", partial(rules.ahead_objections, view), partial(rules.ahead_receipt, view))
            made.append(self._any(later, "orders", self.later_schema, ()))
        if "standing" in self.schema["properties"] and self.progress.campaign.when_missing != "nothing":
            standing = asked(
                "standing",
                partial(rules.standing_objections, view),
                lambda orders: Receipt((), tuple(rules.standing_said(orders))),
            )
            section = self._any(standing, "standing", self.schema, forms.standing_choices(view))
            made.append(self._with_facts(section, standing) if self.rules.conditions and section.units else section)
        return [section for section in made if section.units or "none" in section.data]

    def _now(self, choices: Sequence[Choice], asked: OrderScope, view: Any) -> Section:
        described, _ = resolve(self.schema["properties"].get("orders", {}), self.schema)
        self._rows = {choice.order: choice.rows for choice in choices if choice.rows}
        self._names = {
            choice.order: named for choice in choices if (named := tuple(x for x in choice.parts if isinstance(x, str)))
        }
        make = partial(self._unit_of, asked, "orders", self.schema)
        units = units_of([choice.order for choice in choices], make, asked)
        free = bool(units) or owes_nothing(self.progress, asked.player)
        nothing = free and "x-nothing" in described and not asked.objections({})
        section = self._told(asked, [self.voice.word("envelope", "orders")], units, choices, nothing)
        return section._replace(units=[self._warned(*pair, view) for pair in zip(section.units, units, strict=True)])

    def _any(self, asked: OrderScope, word: str, schema: Schema, choices: Sequence[Choice]) -> Section:
        """Return a section of all orders that the schema describes under ``word``, a key of the order file."""
        described, root = resolve(schema["properties"][word], schema)
        make = partial(self._unit_of, asked, word, schema)
        # A list of objects, or an object of names, can only be filled in once the game says what stands in it.
        listed = [
            order
            for order, inner in described["properties"].items()
            if order != IF and not has_rows(inner, root) and "x-names" not in resolve(inner, root)[0]
        ]
        units = units_of(listed, make, asked)
        nothing = word == "standing" and "x-nothing" in described
        return self._told(asked, [self.voice.word("envelope", word)], units, choices, nothing)

    def _with_facts(self, section: Section, asked: OrderScope) -> Section:
        """Return the section of standing orders with the conditions on which they may depend."""
        clauses, root = self._clauses
        if (cells := asked.cells) not in self._facts:
            self._facts[cells] = fact_units(self.rules, clauses, root, self._controls, self.spoken, cells)
        words, more = self._behind
        told = offered(self._facts[cells], self.rules, asked.view, asked.player, words)
        facts = [(unit.data, possible) for unit, possible in told]
        return section._replace(facts=facts, data={**section.data, **more})

    @cached_property
    def _clauses(self) -> tuple[Schema, Schema]:
        """The schema of clauses, and the root schema that contains it."""
        described, root = resolve(self.schema["properties"]["standing"], self.schema)
        return described["properties"][IF], root

    @cached_property
    def _behind(self) -> tuple[Mapping[str, str], Data]:
        """The orders that may depend on conditions, each with its word, and their data, the same for all players."""
        behind, nothing = orders_behind(*self._clauses)
        words = {order: self.voice.word("orders", order) for order in behind}
        earlier = {
            word: [words[before] for before in behind if self.rules.forestalls(before, order)]
            for order, word in [*words.items(), (None, "")]
        }
        return words, {"behind": list(words.values()), "earlier": earlier, "idle": nothing}

    def _unit_of(
        self, asked: OrderScope, word: str, schema: Schema, orders: Sequence[str], optional: Sequence[str] = ()
    ) -> Unit:
        """Return the unit of ``orders`` with the ``optional`` ones."""
        controls = [self._control(word, schema, order) for order in orders]
        return Unit(controls, asked, [self._control(word, schema, order) for order in optional])

    def _control(self, word: str, schema: Schema, order: str) -> Control:
        """Return the control of an order under the key ``word`` of the file; it is made once for the same names."""
        names = self._names.get(order, ())
        if (word, order, names) not in self._control_of:
            described, root = resolve(schema["properties"][word], schema)
            inner, place = described["properties"][order], described["x-keys"]
            rows = self._rows.get(order, ()) if has_rows(inner, root) else ()
            made = self._controls.rows(order, inner, root, rows) if rows else None
            self._control_of[word, order, names] = made or self._controls.control(order, inner, root, place, names)
        return self._control_of[word, order, names]

    # Conversion to data

    def _told(
        self, asked: OrderScope, path: list[str], units: Sequence[Unit], choices: Sequence[Choice], nothing: bool
    ) -> Section:
        # The receipt of sample orders of all units together tells in which order the sentences come.
        every = {order: value for unit in units for order, value in unit.shown.items()}
        whole = asked.receipt(every) if units else Receipt(())
        told = {choice.order: choice for choice in choices}
        besides = [_besides(unit.receipt, whole) for unit in units]
        data: Data = {"name": asked.name, "apart": self._apart(units, asked)}
        data |= {"none": self._said(asked.receipt({}))} if nothing else {}
        place = "orders" if path else "envelope"
        made = [unit_data(unit, place, path, extra) for unit, (extra, _) in zip(units, besides, strict=True)]
        rests = [self._rest(unit, *those, told) for unit, those in zip(units, besides, strict=True)]
        return Section({**data, "path": path}, made, rests)

    def _apart(self, units: Sequence[Unit], asked: OrderScope) -> list[list[Any]]:
        """Return the pairs of units that exclude one another, each as two numbers and the reason."""
        found: list[list[Any]] = []
        for (i, one), (j, other) in combinations(enumerate(units), 2):
            if objections := asked.objections({**one.base, **other.base}):
                found.append([i, j, other.said_against(objections[0])])
        return found

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
            remark = choices[order].remark
            clicked = f"clicked.{remark.key}"  # a game may have other words for a page, where nothing is typed
            if self.voice.catalogue.has(clicked):
                remark = Phrase(clicked, {**remark.values, "n": remark.n or 0})
            return self.spoken.phrases((remark,))
        if order not in self._remarks:
            place = "orders"
            keys = (f"field.{place}.{order}", f"choice.{order}")
            self._remarks[order] = next((self.voice.say(key) for key in keys if self.voice.catalogue.has(key)), "")
        return self._remarks[order]

    def _warned(self, data: UnitData, unit: Unit, view: Any) -> UnitData:
        """Return the data of a unit with warnings about values that will fail, for parts that are filled alone."""
        alone = [shape[0] for shape in unit.shapes if len(shape) == 1 and not unit.parts[shape[0]].several]
        told = {number: self._failing(unit, number, view) for number in alone}
        return data.with_told(told) if any(told.values()) else data

    def _failing(self, unit: Unit, number: int, view: Any) -> Data:
        """Return the warnings about the values of a part that is the only one filled."""
        cells = unit.asked.cells if unit.parts[number].cell else ()
        warnings = partial(self.rules.warnings, view)
        told = ((warnings(unit.plain({number: list(cell)})), cell) for cell in cells) if self.rules.warns else ()
        more = {
            "warned": told_cells(warned_cells(number, told, self.spoken), cells),
            "warnedOptions": warned_options(unit, number, warnings, self.spoken),
        }
        return {key: value for key, value in more.items() if value}

    def _moves(self, unit: Unit, choice: Choice) -> Data:
        """Return the present order of the options, if the orders move one before or after another; else empty."""
        keys = [part.path[-1] for part in unit.parts]
        if not choice.lines or len(keys) != _MOVED or not {"before", "after"} < set(keys):
            return {}
        index = {option.label: n for n, option in enumerate(unit.parts[0].options)}
        order = [index[self.voice.fill(value)] for line in choice.lines for value in line]
        action = next(n for n, key in enumerate(keys) if key not in ("before", "after"))
        return {"order": order, "action": action, "before": keys.index("before"), "after": keys.index("after")}


_MOVED = 3
"""The number of parts of an order that moves something before or after something else."""


@lru_cache(maxsize=8)
def _cells_of(size: tuple[int, int]) -> Sequence[Cell]:
    """Return the cells of a board with this number of columns and rows, row by row."""
    return tuple((x, y) for y in range(1, size[1] + 1) for x in range(1, size[0] + 1))


def _besides(alone: Receipt, whole: Receipt) -> tuple[Receipt, int]:
    """Return what is said of a unit's orders only if no others are given, and their position among all sentences."""
    order = [*whole.actions, *whole.besides]
    own = [one for one in (*alone.actions, *alone.besides) if one in order]
    if not own:
        return Receipt(()), len(order)
    return Receipt(*(tuple(one for one in those if one not in own) for those in alone)), order.index(own[0])


def units_of(orders: Sequence[str], make: Callable[..., Unit], asked: OrderScope) -> list[Unit]:
    """Return a unit for each order that may be given alone, and one for those that only go together.

    An order that only goes with such a unit is an optional part of it.
    """
    alone = [order for order in orders if not asked.objections({order: None})]
    refused = [order for order in orders if order not in alone]
    joined = _joined(refused, alone, asked)
    owed = _owed([order for order in refused if order not in joined], asked)
    units = []
    for order in orders:
        beside = [one for one, other in joined.items() if other == order]
        if order in alone:
            units.append(make([order], beside))
        elif owed and order == owed[0]:
            units.append(make(owed, [one for one in refused if one not in owed and one not in joined]))
        elif order in joined and joined[order] not in alone:
            other = joined.pop(order)
            del joined[other]
            units.append(make([order, other]))
    return [unit for unit in units if unit.ways]


def _joined(refused: Sequence[str], alone: Sequence[str], asked: OrderScope) -> dict[str, str]:
    """Return the orders that may only be given with another one, each with that order."""
    together = asked.objections(dict.fromkeys(refused)) if refused else ()
    hopeless = {str(objection.path[0]) for objection in together if objection.path}
    pair = [order for order in refused if order not in hopeless]
    is_pair = len(pair) == _PAIR and not asked.objections(dict.fromkeys(pair))
    joined = dict(zip(pair, reversed(pair), strict=True)) if is_pair else {}
    for order in [order for order in refused if order not in joined] if asked.name == "now" else ():
        other = next((one for one in alone if not asked.objections({one: None, order: None})), None)
        joined |= {} if other is None else {order: other}
    return joined


def _owed(refused: Sequence[str], asked: OrderScope) -> list[str]:
    """Return the fewest orders of these that may be given together, none of which may be left out; empty if none."""
    owed = list(refused) if asked.name == "now" else []
    for order in reversed(refused):
        without = [one for one in owed if one != order]
        if without and not asked.objections(dict.fromkeys(without)):
            owed = without
    return owed if owed and not asked.objections(dict.fromkeys(owed)) else []


_PAIR = 2


# Warnings about values with which an order will fail as the player sees things now; the page shows such cells pale.


def warned_cells(number: int, told: Iterable[tuple[Sequence[Phrase], Cell]], spoken: Spoken) -> Told:
    """Return the cells with warnings of a part that is filled alone, by warning; ``told`` has the warnings of each."""
    found: Told = {}
    for phrases, cell in told:
        if phrases:
            found.setdefault(without_cell(spoken.phrases(phrases), number, cell), []).append(cell)
    return found


def warned_options(
    unit: Unit, number: int, warnings: Callable[[Plain], Sequence[Phrase]], spoken: Spoken
) -> Mapping[int, str]:
    """Return the options of a part, filled alone, that will fail, each with the reason."""
    told = {n: warnings(unit.plain({number: unit.parts[number].options[n].value})) for n in unit.options[number]}
    return {n: spoken.phrases(phrases) for n, phrases in told.items() if phrases}
