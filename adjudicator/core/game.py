r"""The interface between a game and the rest of the program.

A game is a package of modules with plain functions. The program finds each function by its name, in the module named in
this table, or in the module ``game`` if the game has no such module; a small game may be a single module. Modules are
loaded when they are first needed. :class:`Game` is what the rest of the program sees: six parts whose methods call the
functions of the game.

=========================  ==============  ============================================================================
the game                   module          functions and constants
=========================  ==============  ============================================================================
must have                  ``setup``       ``make_setting``
\                          ``game``        ``GAME``, ``PHASES``, ``begin``, ``resolve``
\                          ``state``       ``State``
\                          ``views``       ``player_view``
\                          ``actions``     ``ACTIONS``, ``objections``
\                          ``reports``     ``report``
\                          ``cases``       ``run_case``
has camps                  ``setup``       ``PEOPLE``, ``spokesman``
\                          ``game``        ``awaited``
\                          ``reports``     ``readers``
\                          ``cases``       ``case_names``
has characters             ``setup``       ``CHARACTERS``, ``aliases``
\                          ``cases``       ``case_aliases``
has rules for a campaign   ``setup``       ``campaign_objections``, ``ASKS``, ``plan_objections``, ``suggestion``,
                                           ``recommended``, ``order_schema``
has words by campaign      ``setup``       ``labels``
has options                ``reports``     ``options``
asks the MJ                ``game``        ``DECISIONS``, ``HIDDEN_QUESTIONS``
can be amended             ``amendment``   ``amended``, ``amendment_objections``, ``by_hand``, ``changes``
\                          ``reports``     ``FIELDS``
has standing orders        ``actions``     ``standing_objections``, ``standing_said``, ``standing_trouble``,
                                           ``NONE_HOLDS``
has windows                ``actions``     ``answers``, ``idles``
has conditions             ``conditions``  ``CONDITIONS``, ``given_when``
takes orders ahead         ``actions``     ``ahead_objections``
words orders itself        ``actions``     ``receipt``
warns of what will fail    ``warnings``    ``warnings``
reads names of the state   ``views``       ``known``
has values of its own      ``words``       ``KINDS``, ``kinds_in``, ``torn``
\                          ``forms``       ``spellings``
has a board                ``forms``       ``board``
has pictures               ``pictures``    ``pictures``, ``position``
\                          ``account``     ``moments``
says more in forms         ``forms``       ``situation``, ``choices``, ``names_now``
tells more                 ``reports``     ``headline``, ``epilogue``, ``winner``, ``FUNCTIONS``
\                          ``game``        ``ABOUT``, ``CREDITS``, ``known_by``, ``left_said``
\                          ``reports``     ``table_said``
explains to the MJ         ``explain``     ``explain``
judges its cases           ``cases``       ``case_objections``
changed its formats        ``game``        ``EDITIONS``, ``STATE_STEPS``
never mind                                 everything else has a default that suits most games
=========================  ==============  ============================================================================

The *setting* is what never changes in a campaign, the *state* what a stage changes, and a *view* what one player may
know of both. The rest of the program treats all three as opaque.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial, wraps
from importlib import import_module
from importlib.util import find_spec
from inspect import isgenerator
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeAlias, TypeVar

from adjudicator.core.actions import Action, Choice, Receipt, Spelling, given_in, open_in, with_names
from adjudicator.core.conditions import Conditions
from adjudicator.core.context import Kind, SplitValue, name_of, names_listed, same_names
from adjudicator.core.faults import Objection, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain, from_plain, merged, refuse_unknown, to_plain
from adjudicator.core.stage import (
    MJ,
    PUBLIC,
    Outcome,
    Reader,
    Stage,
    Table,
    field_changes,
    player_reader,
    stage_changes,
)
from adjudicator.core.words import Names

if TYPE_CHECKING:
    from adjudicator.core.dice import Seed
    from adjudicator.core.mj import Mj, Question
    from adjudicator.core.pictures import BoardShown, Picture

Setting: TypeAlias = Any
"""The setting of a game, in the game's own type."""
State: TypeAlias = Any
"""The state of a game, a dataclass with the fields ``phase`` and ``turn``."""
View: TypeAlias = Any
"""What a player may know, in the game's own type."""

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")


class Part:
    """A part of the contract: its methods and constants are those of a game's modules, or else the defaults here."""

    def __init__(self, package: str) -> None:
        """Find the functions of the part in the modules of a game's ``package``, or in the one module of that name."""
        self._package = package
        self._modules: dict[str, Any] = {}

    def own(self, module: str, name: str) -> Any:
        """Return what the game's ``module`` calls ``name``; None if it has nothing of that name."""
        if module not in self._modules:
            found = import_module(self._package)
            if hasattr(found, "__path__"):
                known = find_spec(f"{self._package}.{module}") is not None
                found = import_module(f"{self._package}.{module if known else 'game'}")
            self._modules[module] = found
        return getattr(self._modules[module], name, None)


def found_in(
    module: str, name: str = "", lazy: bool = False, names: bool = False
) -> Callable[[Callable[Concatenate[Any, P], R]], Callable[Concatenate[Any, P], R]]:
    """Decorate a method of the contract: it calls the game's function, if the game has one, or else the default.

    The function has the ``name`` of the method unless another one is given, and its arguments without ``self``. It may
    yield its results one by one; unless the method is ``lazy``, callers get them as a list. With ``names``, the names
    in the orders that are its second argument are those of the view that is its first: see ``Action.names``.
    """

    def decorate(default: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
        called = name or default.__name__

        @wraps(default)
        def method(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> R:
            function: Any = self.own(module, called) or partial(default, self)
            given: Sequence[Any] = args
            if names:
                view, orders = given
                given = view, self.meant(view, orders)[0]
            found: Any = function(*given, **kwargs)
            return list(found) if isgenerator(found) and not lazy else found  # type: ignore[return-value]

        method.contract = (module, called)  # type: ignore[attr-defined]
        return method

    return decorate


class Constant(Generic[T]):
    """A constant of the contract: that of the game's ``module``, or else a default."""

    def __init__(self, module: str, name: str, default: T) -> None:
        """Describe the constant ``name`` of ``module``."""
        self.module, self.name, self.default = module, name, default

    def __get__(self, part: Part | None, owner: type) -> T:
        """Return the game's constant."""
        found: T | None = None if part is None else part.own(self.module, self.name)
        return self.default if found is None else found


class Phase(NamedTuple):
    """A kind of stage. Everybody may know what it says, so nothing here depends on hidden facts or standing orders."""

    name: str
    default: bool = True
    """Whether the stage may be played while orders are missing."""
    window: bool = False
    """Whether the stage is a window, in which players *may* act but mostly do not.

    A window can always be played without orders. Standing orders may answer for their player at once
    (:meth:`Orders.answers`): a window in which all have answered is not waited for, and every window ends at its
    deadline.
    """
    goes_on: bool = False
    """Whether the game goes on while a seat is empty. Otherwise it waits for a successor who would owe orders."""
    counted: bool = True
    """Whether everybody may know how many of the expected orders have come; in a window, how many players may act."""
    owed: bool = False
    """Whether a clause of standing orders that does nothing gives way in the stage, because orders are owed in it."""
    ahead: bool = False
    """Whether orders for later turns may be sent while this phase is awaited, whose schema then reads them."""
    starts: str = "orders"
    """What the stage waits for: ``orders`` of players, or one of the following; then no player is awaited.

    ``alone``: nothing; it is played at once. ``mj``: the MJ, who plays it when he likes. ``answers``: the MJ's answer
    to the first question asked in it, however much he wants to be asked.
    """
    on_time: bool = False
    """Whether the stage ends at its deadline and never before, so that the hour tells nothing of what was sent."""
    hides_questions: bool = False
    """Whether nobody may learn if the MJ was asked anything in the stage: see :meth:`Rules.hides_questions`."""
    mode: str = ""
    """The mode of the game in which this is the phase of its name, if an option of the campaign makes it another one.

    The state has then a property ``mode``, and so has the view if orders may be sent ahead.
    """


class Ask(NamedTuple):
    """Something a new campaign of a game needs to know: its key in ``new --set KEY=VALUE``, and its kind."""

    key: str
    kind: str


People: TypeAlias = Mapping[str, Sequence[str]]
"""The players of each camp in a new campaign; for a game without camps, all players under an empty name."""


class Setup(Part):
    """A campaign of the game: who plays, the fixed setting, and what may be wrong with the campaign file."""

    people = Constant[str]("setup", "PEOPLE", "players")
    """How a campaign lists its players: ``camps`` with their players, or just ``players``."""
    about = Constant[str]("game", "ABOUT", "demo.about")
    """The catalogue key of the sentence that describes the game's example campaign."""
    credits = Constant[str]("game", "CREDITS", "")
    """The catalogue key of the attribution that the licence of the rules asks for; ``demo`` shows it."""
    asks = Constant[Sequence[Ask]]("setup", "ASKS", ())
    """What ``new`` asks for besides a title and the players, in this order."""
    characters = Constant[Sequence[str]]("setup", "CHARACTERS", ())
    """The characters a player may have in the game; empty if the game has no characters."""

    @found_in("setup", "make_setting")
    def setting(self, campaign: Plain) -> Setting:
        """Build the setting from a canonical campaign that has no objections.

        If it has an ``edition``, that is the edition of the rules by which the campaign is played.
        """
        raise NotImplementedError

    @found_in("setup", "campaign_objections")
    def objections(self, campaign: Plain) -> list[Objection]:
        """Judge a canonical campaign beyond its schema; by default, refuse two equal names in ``players``."""
        people = campaign.get("players", ())
        return list(same_names((("players", i), name_of(person)) for i, person in enumerate(people)))

    @found_in("setup")
    def aliases(self, setting: Setting) -> Mapping[str, str]:
        """Return other names by which orders may call a player, each mapped to the player's own name."""
        return {}

    @found_in("setup")
    def labels(self, setting: Setting) -> Mapping[str, Mapping[str, str]]:
        """Return the campaign's own names for words of the vocabulary, by place and canonical word.

        They are shown in place of the vocabulary's words in every language, and read as well as these.
        """
        return {}

    @found_in("setup")
    def order_schema(self, setting: Setting, phase: str) -> str:
        """Return the name of the schema of order files for a phase, by default that of the phase itself."""
        return phase

    @found_in("setup")
    def spokesman(self, setting: Setting, camp: str) -> str:
        """Return the player who gives orders for the whole ``camp`` in stages with such orders, or an empty string."""
        return ""

    @property
    def has_spokesmen(self) -> bool:
        """Whether the game names players who give orders for their whole camp."""
        return self.own("setup", "spokesman") is not None

    @found_in("setup")
    def plan_objections(self, people: People, asked: Plain) -> list[Objection]:
        """Judge the plan of a new campaign; ``asked`` holds the answers to ``asks``, None where one was left open."""
        return []

    @found_in("setup")
    def suggestion(self, people: People, asked: Plain) -> Plain:
        """Return the game's own values for its template ``campaign.yaml.j2`` of a new campaign.

        ``days`` and ``missing`` are the clock with which it begins, if the MJ was not asked for one; ``brake`` is the
        share of players without orders that stops it.
        """
        return {}

    @found_in("setup")
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
    key: tuple[str, ...] = ()
    """The kinds of the first parts of a question's key: ``player``, ``text`` or a place of the vocabulary.

    The other parts are players. Only players are renamed when a seat changes hands.
    """
    parts: str = ""
    """The vocabulary place of the parts of an answer, if an answer may have several."""
    texts: tuple[str, ...] = ()
    """The parts of an answer, at any depth, that are free text, beside ``reason`` and ``said``."""
    example: Mapping[str, Word] = {}
    """An example ruling for a form on which nothing is asked: a word for each part except free text."""
    ruled: bool = False
    """Whether the MJ is asked only about what the MJ has already ruled on unprompted: see ``Mj.rules_on``."""
    said: Callable[[Setting, Any], Iterable[PhraseArgument]] | None = None
    """An answer in words, without ``reason`` and ``said``; by default each of its parts after the word for it."""
    judge: Callable[[Setting, State, Question, Any], Iterable[Objection]] | None = None
    """What is wrong with an answer beyond its schema; by default it must be one of the offered options."""


class Rules(Part):
    """The course of the game: who owes orders in a stage, and what a stage results in."""

    phases = Constant[Sequence[Phase]]("game", "PHASES", ())
    """The kinds of stages; ``over`` is none of them."""
    decisions = Constant[Mapping[str, MJDecision]]("game", "DECISIONS", {})
    """What only the MJ can decide, by purpose; empty for a game that never asks the MJ."""
    hidden_questions = Constant[bool]("game", "HIDDEN_QUESTIONS", False)
    """True if nobody may learn whether the MJ was asked anything.

    The players' time is then closed after every deadline, even if there is nothing to ask.
    """
    state_steps = Constant[Sequence[Callable[[Plain], Plain]]]("game", "STATE_STEPS", ())
    """Functions that convert the data of a state from one older format to the next, in this order."""

    @property
    def state_type(self) -> type:
        """The class of the states, which is a dataclass."""
        found: type = self.own("state", "State")
        return found

    def phase(self, state: State) -> Phase:
        """Return the phase of the stage awaited."""
        here = state.phase, getattr(state, "mode", "")
        named = [phase for phase in self.phases if phase.name == state.phase]
        return next((phase for phase in named if (phase.name, phase.mode) == here), (*named, Phase(state.phase))[0])

    @found_in("game")
    def begin(self, setting: Setting) -> State:
        """Return the state before the first stage."""
        raise NotImplementedError

    def dump(self, state: State) -> Plain:
        """Return the state as plain data. Raise ``TypeError`` if :meth:`load` could not rebuild it."""
        refuse_unknown(self.state_type)
        plain: Plain = to_plain(state)
        return plain

    def load(self, plain: Plain) -> State:
        """Build a state from plain data made by :meth:`dump`."""
        return from_plain(self.state_type, plain)

    def hides_questions(self, state: State) -> bool:
        """Return whether nobody may learn if the MJ was asked anything, in this game or in this phase."""
        return self.hidden_questions or self.phase(state).hides_questions

    def stage(self, state: State) -> Stage | None:
        """Return the stage awaited, or None when the game is over, which is the phase ``over``."""
        return None if state.phase == "over" else Stage.of(state)

    @found_in("game")
    def awaited(self, setting: Setting, state: State) -> Sequence[str]:
        """Return the players who owe orders for the stage, in roster order; by default, all the setting has.

        It is called only for phases that start with orders: see ``Phase.starts``.
        """
        return list(setting.players)

    @property
    def has_windows(self) -> bool:
        """Whether any phase is a window."""
        return any(phase.window for phase in self.phases)

    def left_said(self, setting: Setting, state: State, player: str, ordered: bool) -> Phrase:
        """Tell everybody what happens to the seat of a ``player`` who has left; ``ordered`` if orders had come.

        The phrase must be true of this stage and of those to come, as the phase and :meth:`awaited` define them. In a
        window it must not reveal whether orders had come. The game may say it, or return None to leave it to the
        program.
        """
        own = self.own("game", "left_said")
        said: Phrase | None = own(setting, state, player, ordered) if own else None
        if said is not None:
            return said
        if self.phase(state).goes_on:
            return Phrase("seats.left.idle", {"player": player})
        phase = self.phase(state)
        if phase.window or phase.starts != "orders" or player not in self.awaited(setting, state):
            return Phrase("seats.left.later", {"player": player})
        return Phrase("seats.left.ordered" if ordered else "seats.left.waits", {"player": player})

    @found_in("game")
    def known_by(self, setting: Setting, state: State, player: str) -> Sequence[Phrase]:
        """Tell the MJ what a ``player`` knows that others do not, one phrase for each thing; by default nothing.

        The rules cannot make a player who takes another seat forget it, so the MJ is asked before such a takeover.
        """
        return ()

    @found_in("views", "player_view")
    def view(self, setting: Setting, state: State, player: str) -> View:
        """Return what ``player`` may know of the stage awaited, as plain values that share nothing with the state."""
        raise NotImplementedError

    def resolve(
        self, setting: Setting, state: State, orders: Mapping[str, Plain], seed: Seed, mj: Mj | None = None
    ) -> Outcome[Any]:
        """Play the stage by the game's function ``resolve(table)``, which returns the outcome.

        Orders that pass the schemas never make it raise an exception, whoever sends them. The outcome may depend on the
        values that the ``mj`` answers, and on nothing else of it; without an MJ all is as the program proposes.
        """
        from adjudicator.core.mj import Mj

        outcome: Outcome[Any] = self.own("game", "resolve")(Table(setting, state, orders, seed, mj or Mj()))
        return outcome

    # Decisions of the MJ, for games with ``decisions``

    def answer_objections(self, setting: Setting, state: State, question: Question, value: Any) -> list[Objection]:
        """Judge an answer of the MJ beyond its schema: see ``MJDecision.judge``."""
        from adjudicator.core.mj import is_offered, options_said

        if judge := self.decisions[question.purpose].judge:
            return list(judge(setting, state, question, value))
        if is_offered(question, value):
            return []
        return [Objection("answer-option", (), {"options": options_said(question)})]

    # Amendments by the MJ, for games with a schema ``amendment``

    @found_in("amendment")
    def amended(self, setting: Setting, state: State, table: Plain) -> State:
        """Return the state with the values that a canonical amendment names; everything else stays unchanged.

        By default the keys of an amendment are the fields of the state.
        """
        return self.load(merged(self.dump(state), table))

    @found_in("amendment")
    def amendment_objections(self, setting: Setting, state: State, table: Plain) -> list[Objection]:
        """Judge an amendment beyond its schema: whether the amended state can occur in a game."""
        return []

    @found_in("amendment")
    def by_hand(self, setting: Setting, turn: int) -> State | None:
        """Return a state to amend for a game that was played without the program until ``turn``, which is now awaited.

        Return None if there is no such turn. The default is the first state with ``turn`` as its number, if its stage
        is already a turn.
        """
        state = self.begin(setting)
        return replace(state, turn=turn) if state.turn else None


class ActionsPart(Part):
    """A part that needs what players may order, and in which phases."""

    actions = Constant[Sequence[Action]]("actions", "ACTIONS", ())
    """What players may order."""
    phases = Constant[Sequence[Phase]]("game", "PHASES", ())
    """The kinds of stages; ``over`` is none of them."""


class Orders(ActionsPart):
    """The orders of one player, judged and confirmed on that player's view, so that a refusal reveals nothing."""

    conditions = Constant[Conditions]("conditions", "CONDITIONS", {})
    """The conditions of standing orders, by their names in the game's schema ``conditions``; none by default."""
    none_holds = Constant[Phrase]("actions", "NONE_HOLDS", Phrase("clause.else.nothing"))
    """What a player is told who leaves only conditional standing orders: what happens if no condition holds."""

    @property
    def needs(self) -> Mapping[str, frozenset[str]]:
        """Labels of what a standing order needs to be possible in its phase, by order: see ``Action.needs``.

        An order that is not listed may be impossible because of its value.
        """
        return {key: action.needs for action in self.actions if action.needs is not None for key in action.keys}

    @found_in("views")
    def known(self, view: View) -> Mapping[str, Names]:
        """Return the names living in the state that the player may know, by place: see ``Action.names``."""
        return {}

    @property
    def has_names(self) -> bool:
        """Whether orders may hold names that live in the state."""
        return self.own("views", "known") is not None

    def meant(self, view: View, orders: Plain, blank: bool = False) -> tuple[Plain, list[Objection]]:
        """Return orders with the names in them as the player knows them, and objections to those he does not know.

        These stay as they were written, or become None if ``blank``.
        """
        if not self.has_names:
            return orders, []
        places = {key: place for action in open_in(self.actions, view.phase) for key, place in action.names.items()}
        return with_names(orders, places, self.known(view), blank)

    @found_in("actions", "objections")
    def _objections(self, view: View, orders: Plain) -> list[Objection]:
        """Judge orders for the stage awaited. A value of None could not be read and is not judged."""
        return []

    def objections(self, view: View, orders: Plain) -> list[Objection]:
        """Judge orders for the stage awaited, and the names in them."""
        meant, unknown = self.meant(view, orders, blank=True)
        return [*unknown, *self._objections(view, meant)]

    def against(self, view: View, orders: Plain) -> list[Objection]:
        """Judge orders that may be a part of what is owed: return the objections to what is there."""
        return [objection for objection in self.objections(view, orders) if not objection.incomplete]

    def possible(self, view: View) -> Iterator[Plain]:
        """Yield every order possible now, each as canonical orders without objections.

        Combinations of actions are not listed: ask :meth:`objections` about them. There may be many orders, so callers
        should take only as many as they need.
        """
        listed = (orders for action in open_in(self.actions, view.phase) for orders in action.values(view))
        return (orders for orders in listed if not self.objections(view, orders))

    @found_in("actions", names=True)
    def receipt(self, view: View, orders: Plain) -> Receipt:
        """Return in words what the orders were understood to be."""
        return Receipt(tuple(action.said(view, given) for action, given in given_in(self.actions, orders)))

    @found_in("warnings", names=True)
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
        return self.own("warnings", "warnings") is not None

    def without(self, view: View) -> Phrase:
        """Tell a player what happens if neither orders nor standing orders come from them."""
        told = (action.without(view) for action in open_in(self.actions, view.phase) if action.without)
        return next(told, Phrase("fate.nothing"))

    # Orders for later turns

    def later_phase(self, phase: str, mode: str = "") -> str | None:
        """Return the phase whose schema is used to read orders for a later turn while ``phase`` of a mode is awaited.

        Return None while no orders can be sent ahead.
        """
        here = phase, mode
        return phase if any((each.name, each.mode) == here and each.ahead for each in self.phases) else None

    @found_in("actions")
    def ahead_objections(self, view: View, orders: Plain) -> list[Objection]:
        """Judge orders for a later turn: object only to what is wrong whatever happens until then.

        When their turn comes they are judged again, as if they had just arrived. A value of None could not be read.
        """
        return []

    def ahead_receipt(self, view: View, orders: Plain) -> Receipt:
        """Return orders for a later turn in words that name nothing which may be different by then."""
        if not any(action.said_ahead for action in self.actions):
            return self.receipt(view, orders)
        given_by = given_in(self.actions, orders)
        return Receipt(tuple((action.said_ahead or action.said)(view, given) for action, given in given_by))

    # Standing orders

    @found_in("actions")
    def standing_objections(self, view: View, standing: Plain) -> list[Objection]:
        """Judge standing orders, for any stage in which they may be used."""
        return []

    def standing(self, view: View, standing: Plain) -> Plain:
        """Return what standing orders make their player order in this stage; empty if nothing.

        Only actions of the phase count, and of these only the orders to which there is no objection; that more is owed
        (``Objection.incomplete``) is no objection to those that are there.
        """
        action_of = {key: action for action in open_in(self.actions, view.phase) for key in action.keys}
        now: Plain = {}
        for key in standing:
            if action := action_of.get(key):
                now |= action.standing(view, action.of(standing)) if action.standing else {key: standing[key]}
        objected = self.against(view, now) if now else ()
        left_out = {str(objection.path[0]) for objection in objected if objection.path}
        return {} if any(not one.path for one in objected) else {key: now[key] for key in now if key not in left_out}

    def phases_of(self, order: str) -> frozenset[str]:
        """Return the phases in which an ``order`` can be given; an empty set means any phase."""
        return next((action.phases for action in self.actions if order in action.keys), frozenset())

    def forestalls(self, before: str, order: str | None) -> bool:
        """Return whether standing order ``before`` is possible whenever ``order`` is; None means doing nothing."""
        if before not in self.needs:
            return False
        anywhere = frozenset().union(*(condition.phases for condition in self.conditions.values()))
        phases, in_phases = ((each and self.phases_of(each)) or anywhere for each in (before, order))
        needed = self.needs.get(order, frozenset()) if order else frozenset()
        return phases >= in_phases and self.needs[before] <= needed

    @found_in("conditions")
    def given_when(self, view: View, order: str, condition: str, argument: Any) -> bool | None:
        """Return whether a fact is fixed whenever an ``order`` can be given: True or False, or None if it may vary.

        If it is always true, the player is told that a clause need not ask for it; if it is always false, the clause is
        refused. Only conditions with ``Condition.with_orders`` are asked about. The default is None.
        """
        return None

    @found_in("actions")
    def answers(self, view: View, standing: Plain) -> bool:
        """Return whether standing orders answer for their player in a window, which then need not wait for that player.

        The player may have left the order to do nothing. The result may depend on the standing orders but not on
        whether a condition holds that others do not know, because everybody sees how long a window lasts. By default,
        standing orders answer if :meth:`standing` returns any orders.
        """
        return bool(self.standing(view, standing))

    @found_in("actions")
    def idles(self, view: View, orders: Plain) -> bool:
        """Return whether a clause that holds applies although :meth:`standing` makes nothing of its ``orders``.

        The player may have left the order to do nothing; otherwise the clause gives way to the next. By default, it
        applies if its orders answer: see :meth:`answers`.
        """
        return self.answers(view, orders)

    @found_in("actions")
    def standing_trouble(self, view: View, standing: Plain) -> list[Phrase]:
        """Say which standing orders cannot be used in the stage awaited, and why.

        Return one clause each, to follow « your standing orders: »; an empty list if all can be used.
        """
        return []

    @found_in("actions")
    def standing_said(self, standing: Plain) -> Sequence[Phrase]:
        """Return standing orders in words, by default one phrase for each action.

        The orders that they result in are said by it too: « then » of a clause, and what is ordered in a stage.
        """
        return [
            action.said_standing(given) for action, given in given_in(self.actions, standing) if action.said_standing
        ]


class Forms(ActionsPart):
    """What a player's form says and offers."""

    @found_in("forms")
    def situation(self, view: View) -> list[Phrase]:
        """Tell the player what matters when filling in a form, such as the pieces controlled and the votes cast."""
        return []

    @found_in("forms")
    def choices(self, view: View) -> list[Choice]:
        """Return what the player may order now; orders of the same group follow one another."""
        return [choice for action in open_in(self.actions, view.phase) for choice in action.choices(view)]

    @found_in("forms")
    def names_now(self, view: View) -> Mapping[str, Mapping[str, PhraseArgument]]:
        """Return the names living in the state that the player may know, by the kind of values that they may be.

        Each is mapped to how it is shown, which must read as that name. A click form offers them one by one where an
        order has a value of that kind.
        """
        return {}

    def standing_choices(self, view: View) -> list[Choice]:
        """Return the standing orders that the player may give; none in a phase that takes no orders for later."""
        here = view.phase, getattr(view, "mode", "")
        if not any(phase.ahead for phase in self.phases if (phase.name, phase.mode) == here):
            return []
        return [choice for action in self.actions for choice in action.standing_choices(view)]

    @found_in("forms")
    def board(self, view: View) -> BoardShown | None:
        """Return the board on which the player selects cells in a click form; None by default.

        Only the pieces that the player gives orders to are marked ``own``.
        """
        return None

    @found_in("forms")
    def spellings(self, setting: Setting) -> Mapping[str, Spelling]:
        """Return how the values of the game's own kinds are written; this may not depend on a state."""
        return {}


class Past(NamedTuple):
    """A stage that was played, as the epilogue and explanations need it."""

    stage: Stage
    before: State
    outcome: Outcome[Any]
    orders: Mapping[str, Plain] = {}
    """The orders that were played, by player; an epilogue is not given them."""


class Chapter(NamedTuple):
    """A part of the epilogue: a title, and lines without a full stop at the end."""

    title: Phrase
    lines: Sequence[Phrase]


class Moment(NamedTuple):
    """A step within a stage, for the MJ who replays it: what happened, and the position after it."""

    title: Phrase
    said: Sequence[Phrase]
    pictures: Sequence[Picture]


class Reports(Part):
    """What each reader is told about a stage."""

    functions = Constant[Mapping[str, Callable[[Any], PhraseArgument]]]("reports", "FUNCTIONS", {})
    """The game's own functions for its templates, by name: each turns a value of a report into what is said."""
    fields = Constant[Sequence[str]]("reports", "FIELDS", ())
    """The state fields whose changes the MJ is told about; each is named by its word at the place ``table``."""

    @found_in("reports")
    def readers(self, setting: Setting) -> list[Reader]:
        """Return everybody for whom a report is written: by default, the public, the players and the MJ."""
        return [PUBLIC, *map(player_reader, setting.players), MJ]

    @found_in("reports")
    def report(
        self, setting: Setting, before: State, outcome: Outcome[Any], orders: Mapping[str, Plain], reader: Reader
    ) -> Mapping[str, Any]:
        """Return what ``reader`` may know after the stage, for the template; ``orders`` are those that were played."""
        raise NotImplementedError

    @found_in("pictures")
    def pictures(self, report: Mapping[str, Any]) -> Sequence[Picture]:
        """Return the pictures of a report, given as the templates receive it; none by default.

        A picture shows what the report tells its reader and nothing else: see ``core.pictures``.
        """
        return ()

    @found_in("pictures")
    def position(self, report: Mapping[str, Any]) -> Sequence[Picture]:
        """Return the pictures of a report for a page that shows all stages one after the other; by default, all.

        Pictures that repeat what earlier stages showed should be left out, or the page would grow quadratically.
        """
        return self.pictures(report)

    @found_in("account")
    def moments(self, setting: Setting, before: State, outcome: Outcome[Any]) -> Sequence[Moment]:
        """Return a stage step by step, for the MJ alone; empty by default, when only the result is shown.

        The first step shows the state before the stage, the last one the state after it.
        """
        return ()

    @found_in("reports")
    def options(self, setting: Setting) -> list[Phrase]:
        """Tell everybody which options differ from those of the rule sheet, one phrase each.

        By default these are the ``options`` of the setting, a named tuple, that differ from its defaults.
        """
        chosen: Any = getattr(setting, "options", ())
        return [
            Phrase(f"variant.{name}.{value}".lower())
            for name, value in (chosen._asdict() if chosen else {}).items()
            if value != chosen._field_defaults[name]
        ]

    @found_in("reports")
    def headline(self, setting: Setting, before: State, outcome: Outcome[Any]) -> list[Phrase]:
        """Say in a sentence or two what everybody saw of a stage; nothing by default."""
        return []

    @found_in("reports")
    def epilogue(self, setting: Setting, past: Sequence[Past]) -> list[Chapter]:
        """Tell everybody at the end of the game what was secret, such as roles and actions; nothing by default.

        ``past`` holds all stages in order. A campaign may choose not to publish the epilogue.
        """
        return []

    @found_in("reports")
    def winner(self, setting: Setting, state: State) -> Phrase | None:
        """Say who has won, for everybody; None while the game goes on, and by default."""
        return None

    @found_in("reports")
    def table_said(self, setting: Setting, state: State, reader: Reader) -> list[Phrase]:
        """Say for ``status`` what lies on the table; ``reader`` is everybody or the MJ. Nothing by default."""
        return []

    @found_in("explain")
    def explain(self, setting: Setting, state: State, name: str, past: Sequence[Past]) -> list[Phrase]:
        """Tell the MJ, and nobody else, what holds for the player ``name`` and why; ``past`` holds all stages in order.

        By default, this is what the MJ's report of the last stage says of the player.
        """
        if not past:
            return []
        report = self.report(setting, past[-1].before, past[-1].outcome, past[-1].orders, MJ)
        return [phrase for phrase in _phrases(report) if _is_about(phrase, name)]

    @found_in("amendment")
    def changes(self, setting: Setting, before: State, after: State) -> list[Phrase]:
        """Tell the MJ what differs in the state after a stage or an amendment, one phrase for each difference.

        By default these are the stage and the ``fields``.
        """
        return [*stage_changes(before, after), *field_changes(before, after, self.fields)]


def _phrases(value: Any) -> Iterator[Phrase]:
    """Yield the phrases in a value of a report, without those that are parts of others."""
    if isinstance(value, Phrase):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _phrases(part)


def _is_about(value: Any, name: str) -> bool:
    """Return whether a phrase, or a part of one, names a player."""
    if isinstance(value, Phrase):
        return _is_about(tuple(value.values.values()), name)
    return value == name or (isinstance(value, tuple) and any(_is_about(part, name) for part in value))


CASE_SEED = "a case hangs on no draw"
"""The seed with which cases are played; if anything was drawn, other seeds are tried too."""


class Tried(NamedTuple):
    """The result of a case: for each key under ``expect``, the expected and the found value."""

    expected: Plain
    found: Plain
    drawn: bool = False
    """Whether anything was drawn, so that another seed might give another result."""


class Cases(Part):
    """Adjudication cases, for a game that has a schema for them."""

    @found_in("cases", "case_names")
    def names(self, case: Plain) -> tuple[list[str], list[str]]:
        """Return the players and the camps that an unchecked case names; by default, those in its list ``players``."""
        return names_listed(case.get("players")), []

    @found_in("cases", "case_aliases")
    def aliases(self, case: Plain) -> Mapping[str, str]:
        """Return other names by which an unchecked case may call a player, each mapped to the player's own name."""
        return {}

    @found_in("cases", "case_objections")
    def objections(self, case: Plain) -> list[Objection]:
        """Judge a canonical case beyond its schema: whether such a position is possible."""
        return []

    @found_in("cases", "run_case")
    def run(self, case: Plain, seed: str) -> Tried:
        """Play one canonical case that has no objections, with draws from ``seed``."""
        raise NotImplementedError


class Game(Part):
    """A game, in the six parts that the rest of the program uses; its module ``game`` holds it as ``GAME``."""

    editions = Constant[Sequence[int]]("game", "EDITIONS", (1,))
    """The editions of the rules that the game can be played by, the newest last.

    Rules that give another result for the same orders are another edition. A campaign is played to its end by the
    edition with which it began, which must be listed here.
    """
    kinds = Constant[Mapping[str, Kind]]("words", "KINDS", {})
    """The kinds of values that only this game's files contain; none by default."""

    def __init__(self, id: str, package: str) -> None:
        """Describe the game whose modules are in ``package``.

        ``id`` is its name in ``campaign.yaml``, and that of its folders of schemas and templates and of its catalogue.
        """
        super().__init__(package)
        self.id = id
        self.setup = Setup(package)
        """What a campaign consists of."""
        self.rules = Rules(package)
        """What a stage results in."""
        self.orders = Orders(package)
        """What players send."""
        self.forms = Forms(package)
        """What players fill in."""
        self.reports = Reports(package)
        """What everybody reads."""
        self.cases = Cases(package)
        """What can be tried without a campaign."""

    @found_in("words")
    def kinds_in(self, campaign: Plain) -> Mapping[str, Kind]:
        """Return the readers of the game's own kinds of values in the orders of a canonical ``campaign``."""
        return self.kinds

    def spellings(self, setting: Setting) -> Mapping[str, Spelling]:
        """Return how the values of all the game's own kinds are written: any text, if its ``spellings`` do not say."""
        return {**dict.fromkeys(self.kinds, Spelling()), **self.forms.spellings(setting)}

    @found_in("words")
    def torn(self, text: str) -> SplitValue | None:
        """Recognise a key that is part of a value YAML has split at a comma; None, also by default, if it is not."""
        return None
