"""The course of a game as the program sees it: kinds of stages, questions to the MJ, what stages result in.

Here too is what all parts of the contract share: how they find a game's functions and constants by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial, wraps
from importlib import import_module
from importlib.util import find_spec
from inspect import isgenerator
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeAlias, TypeVar

from adjudicator.core.dice import Seed
from adjudicator.core.faults import Objection, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain, from_plain, merged, refuse_unknown, to_plain
from adjudicator.core.stage import Outcome, Stage, Table

if TYPE_CHECKING:
    from adjudicator.core.mj import Mj, Question

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
    module: str, name: str = "", lazy: bool = False
) -> Callable[[Callable[Concatenate[Any, P], R]], Callable[Concatenate[Any, P], R]]:
    """Decorate a method of the contract: it calls the game's function, if the game has one, or else the default.

    The function has the ``name`` of the method unless another one is given, and its arguments without ``self``. It may
    yield its results one by one; unless the method is ``lazy``, callers get them as a list.
    """

    def decorate(default: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
        called = name or default.__name__

        @wraps(default)
        def method(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> R:
            function: Any = self.own(module, called) or partial(default, self)
            found: Any = function(*args, **kwargs)
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


# The course of a game ----------------------------------------------------------------------------------------


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
    plainly: bool = True
    """Whether standing orders are orders for the stage without a condition too; if not, they can still answer in it."""
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
    unasked: Callable[[Setting, State], Objection | None] | None = None
    """What to tell of an answer to a question that the stage does not put, such as when it is put; None for no more."""


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
        outcome: Outcome[Any] = self.own("game", "resolve")(Table(setting, state, orders, seed, mj))
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

    @found_in("game")
    def foreseen(self, setting: Setting, outcome: Outcome[Any]) -> list[Phrase]:
        """Warn the MJ, when he answers, of what would come of it: the stage awaited as it would now be played."""
        return []

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
