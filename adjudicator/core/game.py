"""The interface between a game and the rest of the program: six parts that use the game's own types.

``Setting`` is what never changes in a campaign, ``State`` what a stage changes, ``View`` what one player may know of
both; the rest of the program treats all three as opaque. A game may leave out the methods that have a default here.
Games inherit from these classes and never from one another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from adjudicator.core.context import Kind, SplitValue, name_of, names_listed, same_names
from adjudicator.core.faults import Objection, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain, from_plain, merged, refuse_unknown, to_plain
from adjudicator.core.stage import Outcome, Reader, Stage, State, field_changes, stage_changes

if TYPE_CHECKING:
    from adjudicator.core.conditions import Conditions
    from adjudicator.core.mj import Mj, Question
    from adjudicator.core.pictures import BoardShown, Picture


Setting = TypeVar("Setting")
View = TypeVar("View")


class Ask(NamedTuple):
    """Something a new campaign of a game needs to know: its key in ``new --set KEY=VALUE``, and its kind."""

    key: str
    kind: str


People: TypeAlias = Mapping[str, Sequence[str]]
"""The players of each camp in a new campaign; for a game without camps, all players under an empty name."""


class Setup(ABC, Generic[Setting]):
    """A campaign of the game: who plays, the fixed setting, and what may be wrong with the campaign file."""

    people: str = "players"
    """How a campaign lists its players: ``camps`` with their players, or just ``players``."""
    about: str = "demo.about"
    """The catalogue key of the sentence that describes the game's example campaign."""
    asks: Sequence[Ask] = ()
    """What ``new`` asks for besides a title and the players, in this order."""
    characters: Sequence[str] = ()
    """The characters a player may have in the game; empty if the game has no characters."""

    @abstractmethod
    def setting(self, campaign: Plain) -> Setting:
        """Build the setting from a canonical campaign that has no objections.

        If it has an ``edition``, that is the edition of the rules by which the campaign is played.
        """

    def objections(self, campaign: Plain) -> list[Objection]:
        """Judge a canonical campaign beyond its schema; by default, refuse two equal names in ``players``."""
        people = campaign.get("players", ())
        return list(same_names((("players", i), name_of(person)) for i, person in enumerate(people)))

    def aliases(self, setting: Setting) -> Mapping[str, str]:
        """Return other names by which orders may call a player, each mapped to the player's own name."""
        return {}

    def spokesman(self, setting: Setting, camp: str) -> str:
        """Return the player who gives orders for the whole ``camp`` in stages with such orders, or an empty string."""
        return ""

    @property
    def has_spokesmen(self) -> bool:
        """Whether the game names players who give orders for their whole camp."""
        return type(self).spokesman is not Setup.spokesman

    def plan_objections(self, people: People, asked: Plain) -> list[Objection]:
        """Judge the plan of a new campaign; ``asked`` holds the answers to ``asks``, None where one was left open."""
        return []

    def suggestion(self, people: People, asked: Plain) -> Plain:
        """Return the game's own values for its template ``campaign.yaml.j2`` of a new campaign."""
        return {}

    def recommended(self, people: People) -> list[tuple[PhraseArgument, ...]]:
        """Return sets of answers to ``asks`` that suit these players, the best first."""
        return []


class MJDecision(NamedTuple):
    """How a game wants the MJ to be asked for one purpose: see ``core.mj``."""

    care: str = "proposed"
    """How strongly the MJ is involved unless the campaign says otherwise: ``auto``, ``proposed`` or ``must``.

    ``auto``: the MJ is only informed. ``proposed``: the MJ is asked, and silence accepts the proposal. ``must``: the MJ
    is asked, and the stage waits for an answer.
    """
    early: bool = False
    """Whether the question can be asked before the orders are in, because it does not depend on them."""
    words: tuple[str, ...] = ()
    """The vocabulary places of the first parts of a question's key; the other parts are names."""
    parts: str = ""
    """The vocabulary place of the parts of an answer, if an answer may have several."""
    example: Mapping[str, Word] = {}
    """An example ruling for a form on which nothing is asked: a word for each part except free text."""
    ruled: bool = False
    """Whether the MJ is asked only about what the MJ has already ruled on unprompted: see ``Mj.rules_on``."""


class Rules(ABC, Generic[Setting, State, View]):
    """The course of the game: who owes orders in a stage, and what a stage results in."""

    state_type: type[State]
    """The class of the states, which is a dataclass."""
    decisions: Mapping[str, MJDecision] = {}
    """What only the MJ can decide, by purpose; empty for a game that never asks the MJ."""
    hidden_questions: bool = False
    """True if nobody may learn whether the MJ was asked anything.

    The players' time is then closed after every deadline, even if there is nothing to ask.
    """
    state_steps: Sequence[Callable[[Plain], Plain]] = ()
    """Functions that convert the data of a state from one older format to the next, in this order."""

    @abstractmethod
    def begin(self, setting: Setting) -> State:
        """Return the state before the first stage."""

    def dump(self, state: State) -> Plain:
        """Return the state as plain data. Raise ``TypeError`` if :meth:`load` could not rebuild it."""
        refuse_unknown(self.state_type)
        plain: Plain = to_plain(state)
        return plain

    def load(self, plain: Plain) -> State:
        """Build a state from plain data made by :meth:`dump`."""
        state: State = from_plain(self.state_type, plain)
        return state

    def stage(self, state: State) -> Stage | None:
        """Return the stage awaited, or None when the game is over, which is the phase ``over``."""
        return None if state.phase == "over" else Stage(state.phase, state.turn)

    @abstractmethod
    def awaited(self, setting: Setting, state: State) -> Sequence[str]:
        """Return the players who owe orders for the stage, in roster order."""

    def can_do_without(self, state: State) -> bool:
        """Return whether the stage may be played while orders are missing."""
        return True

    def is_window(self, state: State) -> bool:
        """Return whether the stage is a window, in which players *may* act but mostly do not; no stage is by default.

        The result may depend only on what everybody knows, like :meth:`awaited`, and not on standing orders. A window
        can always be played without orders. Standing orders may answer for their player at once
        (:meth:`Orders.answers`): a window in which all have answered is not waited for, and every window ends at its
        deadline.
        """
        return False

    @property
    def has_windows(self) -> bool:
        """Whether any stage may be a window, that is, whether the game overrides :meth:`is_window`."""
        return type(self).is_window is not Rules.is_window

    def goes_on_without(self, state: State) -> bool:
        """Return whether the game goes on while a seat is empty; no orders are then expected from it.

        By default the game waits for a successor in every stage in which the player would owe orders.
        """
        return False

    def left_said(self, setting: Setting, state: State, player: str, ordered: bool) -> Phrase:
        """Tell everybody what happens to the seat of a ``player`` who has left; ``ordered`` if orders had come.

        The phrase must be true of this stage and of those to come, as :meth:`goes_on_without` and :meth:`awaited`
        define them. In a window it must not reveal whether orders had come.
        """
        if self.goes_on_without(state):
            return Phrase("seats.left.idle", {"player": player})
        if self.is_window(state) or player not in self.awaited(setting, state):
            return Phrase("seats.left.later", {"player": player})
        return Phrase("seats.left.ordered" if ordered else "seats.left.waits", {"player": player})

    def known_by(self, setting: Setting, state: State, player: str) -> Sequence[Phrase]:
        """Tell the MJ what a ``player`` knows that others do not, one phrase for each thing; by default nothing.

        The rules cannot make a player who takes another seat forget it, so the MJ is asked before such a takeover.
        """
        return ()

    def counts_openly(self, state: State) -> bool:
        """Return whether everybody may know how many of the expected orders have come."""
        return True

    @abstractmethod
    def view(self, setting: Setting, state: State, player: str) -> View:
        """Return what ``player`` may know of the stage awaited, as plain values that share nothing with the state."""

    def resolve(self, setting: Setting, state: State, orders: Mapping[str, Plain], seed: str) -> Outcome[State]:
        """Play the stage; orders that pass the schemas never raise an exception, whoever sends them.

        A game implements this method, or :meth:`adjudicate` if it asks the MJ anything. In the latter case this method
        returns the outcome when the MJ answers nothing.
        """
        from adjudicator.core.mj import Mj

        return self.adjudicate(setting, state, orders, seed, Mj())

    # Decisions of the MJ, for games with ``decisions``

    def adjudicate(
        self, setting: Setting, state: State, orders: Mapping[str, Plain], seed: str, mj: Mj
    ) -> Outcome[State]:
        """Play the stage and ask the ``mj`` whatever only the MJ can decide; like :meth:`resolve`, never raise.

        The outcome may depend on the values the MJ answers and on nothing else of ``mj``. A game that only implements
        :meth:`resolve` asks nothing.
        """
        return self.resolve(setting, state, orders, seed)

    def answer_objections(self, setting: Setting, state: State, question: Question, value: Any) -> list[Objection]:
        """Judge an answer of the MJ beyond its schema; by default it must be one of the offered options."""
        from adjudicator.core.mj import is_offered, options_said

        if is_offered(question, value):
            return []
        return [Objection("answer-option", (), {"options": options_said(question)})]

    # Amendments by the MJ, for games with a schema ``amendment``

    def amended(self, setting: Setting, state: State, table: Plain) -> State:
        """Return the state with the values that a canonical amendment names; everything else stays unchanged.

        By default the keys of an amendment are the fields of the state.
        """
        return self.load(merged(self.dump(state), table))

    def amendment_objections(self, setting: Setting, state: State, table: Plain) -> list[Objection]:
        """Judge an amendment beyond its schema: whether the amended state can occur in a game."""
        return []

    def by_hand(self, setting: Setting, turn: int) -> State | None:
        """Return a state to amend for a game that was played without the program until ``turn``, which is now awaited.

        Return None if there is no such turn. The default is the first state with ``turn`` as its number, if its stage
        is already a turn.
        """
        state = self.begin(setting)
        return replace(state, turn=turn) if state.turn else None  # type: ignore[type-var]


class Receipt(NamedTuple):
    """What orders were understood to be: the actions in the order of execution, then everything else."""

    actions: tuple[Phrase, ...]
    besides: tuple[Phrase, ...] = ()


class AskedOnce(Generic[View]):
    """Declare which parts of a view decide the answers a game gives, so that click forms can share them.

    When two players have the same deciding parts, the form code asks the game once for both. The declarations only save
    time: each page must be the same as if the game had been asked for its player alone
    (tests/games/test_form_pages.py compares the two). Each method returns None by default, which means "unknown".
    """

    def hangs_on(self, view: View, order: str, now: bool) -> Hashable:
        """Return the parts of the view that decide which values an ``order`` may take and how it is worded.

        The result is used only for players who may give the order at all. Players with equal results get the same
        answers, except that a player who names themself may get a different answer from one who names someone else.
        That answer must also be the same for all these players, apart from the name. Return an empty tuple if every
        value that the schema allows is possible. ``now`` is True for the stage awaited and False for orders for later
        turns and for standing orders.
        """
        return None

    def lasting_hangs_on(self, view: View) -> Hashable:
        """Return the parts of the view that decide which orders may be given for later turns or as standing orders.

        They also decide which of these orders exclude one another. The possible values of a single order are not
        covered: :meth:`hangs_on` declares what decides those.
        """
        return None

    def pairs_hang_on(self, view: View) -> Hashable:
        """Return the parts of the view that decide which pairs of orders exclude one another, and the reason shown.

        The answer for a pair may depend on the two orders but not on their values. Only pairs are considered in which
        each order may be given by itself.
        """
        return None

    def may_name(self, view: View, order: str) -> Sequence[str] | None:
        """Return the players an ``order`` may name, or None if this does not apply.

        Return a list only if the named player is all that decides whether a value is possible. The list may depend on
        no more of the view than :meth:`hangs_on` returns.
        """
        return None


class Orders(AskedOnce[View], ABC, Generic[View]):
    """The orders of one player, judged and confirmed on that player's view, so that a refusal reveals nothing."""

    @property
    def conditions(self) -> Conditions:
        """The conditions of standing orders, by their names in the game's schema ``conditions``; none by default."""
        return {}

    needs: Mapping[str, frozenset[str]] = {}
    """Labels of what each standing order needs to be possible in its phase, by order; the labels are free.

    An order with an empty set is always possible in its phase. An order not listed may be impossible because of its
    value. If a game lists any, :meth:`standing` must judge each order by itself and drop only the impossible ones.
    """
    none_holds: Phrase = Phrase("clause.else.nothing")
    """What a player is told who leaves only conditional standing orders: what happens if no condition holds."""

    @abstractmethod
    def objections(self, view: View, orders: Plain) -> list[Objection]:
        """Judge orders for the stage awaited. A value of None could not be read and is not judged."""

    @abstractmethod
    def possible(self, view: View) -> Iterator[Plain]:
        """Yield every order possible now, each as canonical orders without objections.

        Combinations are not listed: ask :meth:`objections` about them. There may be many orders, so callers should take
        only as many as they need.
        """

    @abstractmethod
    def receipt(self, view: View, orders: Plain) -> Receipt:
        """Return in words what the orders were understood to be."""

    def warnings(self, view: View, orders: Plain) -> list[Phrase]:
        """Say which orders for the stage awaited, though they are allowed, will fail as things stand now.

        Return one clause each, to follow « from what you see now: », with the word of its ``order``; the orders are
        accepted anyway. They are judged on the player's own view, so a warning reveals nothing; where the player cannot
        know, nothing is said. Standing orders are judged too, conditional ones on a view on which their conditions hold
        (``Condition.supposed``).
        """
        return []

    @property
    def warns(self) -> bool:
        """Whether the game ever gives warnings, that is, whether it overrides :meth:`warnings`."""
        return type(self).warnings is not Orders.warnings

    def warned_cells(
        self, view: View, order: str, cells: Iterable[tuple[int, int]]
    ) -> Iterator[tuple[Sequence[Phrase], Sequence[tuple[int, int]]]]:
        """Yield the warnings about an ``order`` given alone with each of these cells, as :meth:`warnings` returns them.

        Each item holds the warnings for the first of some cells, and these cells; the others have the same warnings
        apart from the cell. The default asks for each cell separately; a game may have a faster way.
        """
        return ((self.warnings(view, {order: list(cell)}), [cell]) for cell in cells)

    def without(self, view: View) -> Phrase:
        """Tell a player what happens if neither orders nor standing orders come from them."""
        return Phrase("fate.nothing")

    # Orders for later turns

    def later_phase(self, phase: str) -> str | None:
        """Return the phase whose schema is used to read orders for a later turn while ``phase`` is awaited.

        Return None while no orders can be sent ahead.
        """
        return None

    def ahead_objections(self, view: View, orders: Plain) -> list[Objection]:
        """Judge orders for a later turn: object only to what is wrong whatever happens until then.

        When their turn comes they are judged again, as if they had just arrived. A value of None could not be read.
        """
        return []

    def ahead_receipt(self, view: View, orders: Plain) -> Receipt:
        """Return orders for a later turn in words that name nothing which may be different by then."""
        return self.receipt(view, orders)

    # Standing orders

    def standing_objections(self, view: View, standing: Plain) -> list[Objection]:
        """Judge standing orders, for any stage in which they may be used."""
        return []

    def standing(self, view: View, standing: Plain) -> Plain:
        """Return what standing orders make their player order in this stage; empty if nothing.

        By default these are the standing orders themselves, if there is no objection to them now.
        """
        return {} if self.objections(view, standing) else standing

    def phases_of(self, order: str) -> frozenset[str]:
        """Return the phases in which an ``order`` can be given; the default, an empty set, means any phase."""
        return frozenset()

    def forestalls(self, before: str, order: str | None) -> bool:
        """Return whether standing order ``before`` is possible whenever ``order`` is; None means doing nothing."""
        if before not in self.needs:
            return False
        anywhere = frozenset().union(*(condition.phases for condition in self.conditions.values()))
        phases, in_phases = ((each and self.phases_of(each)) or anywhere for each in (before, order))
        needed = self.needs.get(order, frozenset()) if order else frozenset()
        return phases >= in_phases and self.needs[before] <= needed

    def given_when(self, view: View, order: str, condition: str, argument: Any) -> bool | None:
        """Return whether a fact is fixed whenever an ``order`` can be given: True or False, or None if it may vary.

        If it is always true, the player is told that a clause need not ask for it; if it is always false, the clause is
        refused. Only conditions with ``Condition.with_orders`` are asked about. The default is None.
        """
        return None

    def answers(self, view: View, standing: Plain) -> bool:
        """Return whether standing orders answer for their player in a window, which then need not wait for that player.

        The player may have left the order to do nothing. The result may depend on the standing orders but not on
        whether a condition holds that others do not know, because everybody sees how long a window lasts. If this
        method returns True for the orders of a clause that holds, the clause applies even if :meth:`standing` makes
        nothing of them. By default, standing orders answer if :meth:`standing` returns any orders.
        """
        return bool(self.standing(view, standing))

    def standing_trouble(self, view: View, standing: Plain) -> list[Phrase]:
        """Say which standing orders cannot be used in the stage awaited, and why.

        Return one clause each, to follow « your standing orders: »; an empty list if all can be used.
        """
        return []

    def standing_said(self, standing: Plain) -> Sequence[Phrase]:
        """Return standing orders in words, one phrase each."""
        return []


class Choice(NamedTuple):
    """One thing that a player may order now, for a form; the player fills in all of it.

    ``example`` is a value that would be accepted (text, words or a dict), None, or a dict of names to None for a player
    who orders for several. ``group`` names the heading under which the order stands (``form.group.GROUP`` of the
    catalogue). ``lines`` are other values to copy, several on a line. If an order has ``parts``, each is filled in on a
    line of its own.
    """

    order: str
    example: Any
    remark: Phrase
    group: str = ""
    lines: tuple[tuple[Any, ...], ...] = ()
    parts: tuple[Word, ...] = ()


class Spelling(NamedTuple):
    """How the text of a kind of value is written: one of ``values``, or a text that matches ``pattern``."""

    values: tuple[PhraseArgument, ...] = ()
    pattern: str = ""
    meant: tuple[Any, ...] = ()
    """What each of the ``values`` means once read; if it is empty, each value is read to find out."""


class Forms(Generic[Setting, View]):
    """What a player's form says and offers."""

    def situation(self, view: View) -> list[Phrase]:
        """Tell the player what matters when filling in a form, such as the pieces controlled and the votes cast."""
        return []

    def choices(self, view: View) -> list[Choice]:
        """Return what the player may order now; orders of the same group follow one another."""
        return []

    def standing_choices(self, view: View) -> list[Choice]:
        """Return the standing orders that the player may give."""
        return []

    def board(self, view: View) -> BoardShown | None:
        """Return the board on which the player selects cells in a click form; None by default.

        Only the pieces that the player gives orders to are marked ``own``.
        """
        return None

    def spellings(self, setting: Setting) -> Mapping[str, Spelling]:
        """Return how the values of the game's own kinds are written; this may not depend on a state."""
        return {}


class Past(NamedTuple, Generic[State]):
    """A stage that was played, as the epilogue needs it."""

    stage: Stage
    before: State
    outcome: Outcome[State]


class Chapter(NamedTuple):
    """A part of the epilogue: a title, and lines without a full stop at the end."""

    title: Phrase
    lines: Sequence[Phrase]


class Moment(NamedTuple):
    """A step within a stage, for the MJ who replays it: what happened, and the position after it."""

    title: Phrase
    said: Sequence[Phrase]
    pictures: Sequence[Picture]


class Reports(ABC, Generic[Setting, State]):
    """What each reader is told about a stage."""

    functions: Mapping[str, Callable[[Any], PhraseArgument]] = {}
    """The game's own functions for its templates, by name: each turns a value of a report into what is said."""
    fields: Sequence[str] = ()
    """The state fields whose changes the MJ is told about; each is named by its word at the place ``table``."""

    @abstractmethod
    def readers(self, setting: Setting) -> list[Reader]:
        """Return everybody for whom a report is written."""

    @abstractmethod
    def report(
        self, setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
    ) -> Mapping[str, Any]:
        """Return what ``reader`` may know after the stage, for the template; ``orders`` are those that were played."""

    def teller(
        self, setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain]
    ) -> Callable[[Reader], Mapping[str, Any]]:
        """Return a function from reader to :meth:`report`; a game may compute parts shared by several readers once."""
        return partial(self.report, setting, before, outcome, orders)

    def pictures(self, report: Mapping[str, Any]) -> Sequence[Picture]:
        """Return the pictures of a report, given as the templates receive it; none by default.

        A picture shows what the report tells its reader and nothing else: see ``core.pictures``.
        """
        return ()

    def position(self, report: Mapping[str, Any]) -> Sequence[Picture]:
        """Return the pictures of a report for a page that shows all stages one after the other; by default, all.

        Pictures that repeat what earlier stages showed should be left out, or the page would grow quadratically.
        """
        return self.pictures(report)

    def moments(
        self, setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain]
    ) -> Sequence[Moment]:
        """Return a stage step by step, for the MJ alone; empty by default, when only the result is shown.

        The first step shows the state before the stage, the last one the state after it.
        """
        return ()

    def options(self, setting: Setting) -> list[Phrase]:
        """Tell everybody which options differ from those of the rule sheet; none by default."""
        return []

    def headline(self, setting: Setting, before: State, outcome: Outcome[State]) -> list[Phrase]:
        """Say in a sentence or two what everybody saw of a stage; nothing by default."""
        return []

    def epilogue(self, setting: Setting, past: Sequence[Past[State]]) -> list[Chapter]:
        """Tell everybody at the end of the game what was secret, such as roles and actions; nothing by default.

        ``past`` holds all stages in order. A campaign may choose not to publish the epilogue.
        """
        return []

    def winner(self, setting: Setting, state: State) -> Phrase | None:
        """Say who has won, for everybody; None while the game goes on, and by default."""
        return None

    def changes(self, setting: Setting, before: State, after: State) -> list[Phrase]:
        """Tell the MJ what differs in the state after a stage or an amendment, one phrase for each difference.

        By default these are the stage and the ``fields``.
        """
        return [*stage_changes(before, after), *field_changes(before, after, self.fields)]


CASE_SEED = "a case hangs on no draw"
"""The seed with which cases are played; if anything was drawn, other seeds are tried too."""


class Tried(NamedTuple):
    """The result of a case: for each key under ``expect``, the expected and the found value."""

    expected: Plain
    found: Plain
    drawn: bool = False
    """Whether anything was drawn, so that another seed might give another result."""


class Cases(ABC):
    """Adjudication cases, for a game that has a schema for them."""

    def names(self, case: Plain) -> tuple[list[str], list[str]]:
        """Return the players and the camps that an unchecked case names; by default, those in its list ``players``."""
        return names_listed(case.get("players")), []

    def aliases(self, case: Plain) -> Mapping[str, str]:
        """Return other names by which an unchecked case may call a player, each mapped to the player's own name."""
        return {}

    def objections(self, case: Plain) -> list[Objection]:
        """Judge a canonical case beyond its schema: whether such a position is possible."""
        return []

    @abstractmethod
    def run(self, case: Plain, seed: str) -> Tried:
        """Play one canonical case that has no objections, with draws from ``seed``."""


class Game(ABC, Generic[Setting, State, View]):
    """A game. Parts that only some commands need may be created when they are first used."""

    id: str
    """The name of the game in ``campaign.yaml``, of its folders of schemas and templates, and of its catalogue."""
    editions: Sequence[int] = (1,)
    """The editions of the rules that the game can be played by, the newest last.

    Rules that give another result for the same orders are another edition. A campaign is played to its end by the
    edition with which it began, which must be listed here.
    """

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of values that only this game's files contain; none by default."""
        return {}

    @property
    @abstractmethod
    def setup(self) -> Setup[Setting]:
        """What a campaign consists of."""

    @property
    @abstractmethod
    def rules(self) -> Rules[Setting, State, View]:
        """What a stage results in."""

    @property
    @abstractmethod
    def orders(self) -> Orders[View]:
        """What players send."""

    @property
    @abstractmethod
    def forms(self) -> Forms[Setting, View]:
        """What players fill in."""

    @property
    @abstractmethod
    def reports(self) -> Reports[Setting, State]:
        """What everybody reads."""

    @property
    @abstractmethod
    def cases(self) -> Cases:
        """What can be tried without a campaign."""

    def kinds_in(self, campaign: Plain) -> Mapping[str, Kind]:
        """Return the readers of the game's own kinds of values in the orders of a canonical ``campaign``."""
        return self.kinds

    def torn(self, text: str) -> SplitValue | None:
        """Recognise a key that is part of a value YAML has split at a comma; None, also by default, if it is not."""
        return None


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game as the rest of the program sees it."""
